"""Appeals: the right to appeal, the request, the committee, the hearing, the decision and what follows from it.

Each write appends its events to the chain of the incident; free text is stored outside the events, in notes.
"""

from arbitrage.services.appeals.asking import Period, period, request_appeal, tell_the_right, why_not
from arbitrage.services.appeals.deciding import decide, withdraw
from arbitrage.services.appeals.hearing import say, seat, set_body, unseat
from arbitrage.services.appeals.sitting import barred

__all__ = [
    "Period",
    "barred",
    "decide",
    "period",
    "request_appeal",
    "say",
    "seat",
    "set_body",
    "tell_the_right",
    "unseat",
    "why_not",
    "withdraw",
]
