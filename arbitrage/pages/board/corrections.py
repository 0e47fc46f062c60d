"""The values of a traveller's line as keys of its keypad, and the words for a refused correction."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from arbitrage.forms.board import SHARES, LineForm, Places, ResultForm
from arbitrage.models import Contestant, Event, Result
from arbitrage.pages.wording.day_and_hour import at_moment
from arbitrage.pages.wording.lines import line_words
from arbitrage.pages.wording.people import author
from arbitrage.pages.wording.scores import average_letters, average_words, percent_words
from arbitrage.services.errors import Refused
from arbitrage.services.results.entering import LINE_EVENTS
from rulings.bridge import NotationError, Seat, parse_contract
from rulings.scores.adjusted import Average

LATE = "correction_period_over"
"""Error code of a correction that was refused only because its checkbox was not ticked."""


def touched_of(line: Result, places: Places) -> dict[str, str]:
    """Return the keys of the keypad that give the values of a line, by row."""
    touched = places.seated(line) | {"table": str(line.table or "")}
    try:
        contract = parse_contract(line.contract) if line.contract else None
    except NotationError:
        contract = None
    if contract is not None:
        touched |= {
            "level": str(contract.level),
            "denomination": str(contract.denomination),
            "doubled": str(contract.doubled),
            "declarer": line.declarer,
            "lead_suit": line.lead[:1],
            "lead_rank": line.lead[1:],
        }
        if line.tricks is not None:
            touched["margin"] = str(line.tricks - contract.target)
    for side, percent in (("ns", line.ns_percent), ("ew", line.ew_percent)):
        if line.kind == Result.Kind.ARTIFICIAL and percent is not None:
            share = line.award.get(side) or f"{percent.normalize():f}"
            touched |= {f"{side}_share": share} if share in SHARES else {f"{side}_percent": share}
    return touched


def share_key(share: str, touched: str | None) -> dict[str, Any]:
    average = share in tuple(Average)
    return {
        "value": share,
        "label": average_letters(Average(share)) if average else percent_words(Fraction(share)),
        "said": average_words(Average(share)) if average else "",
        "chosen": share == touched,
    }


KEPT = {*ResultForm.base_fields, *LineForm.base_fields, "ns", "ew", *Seat.__members__} - {"reason"}
"""Fields that the preview page sends on, to the confirmation or back to the keypad."""


def told(refused: Refused, line: Result, people: Mapping[str, Contestant]) -> str:
    """Explain why a correction was refused. If somebody else changed the line first, name that person, the time and the
    new values."""
    event = Event.objects.filter(board=line.board_id, kind__in=LINE_EVENTS).select_related("by").order_by("-at", "-seq")
    last = next((correction for correction in event if correction.data["result"] == str(line.pk)), None)
    if refused.code != "changed" or last is None:
        return str(refused)
    values = {
        "by": author(last) or _("The file"),
        "when": at_moment(last.at, line.board.tournament.date),
        "was": line_words(last.data["was"], people),
        "now": line_words(last.data["now"], people),
    }
    return (
        _(
            "%(by)s changed this line %(when)s: %(was)s became %(now)s. Nothing of yours is written yet: look at "
            "it, then confirm yours or leave it."
        )
        % values
    )
