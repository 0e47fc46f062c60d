"""The worked cases that come with the program, shown beside a question. The present laws rule them, and they belong to
no club."""

from collections.abc import Iterator, Mapping
from typing import Any

from arbitrage.demo.cases import CASES
from arbitrage.demo.judgements import JUDGEMENTS
from arbitrage.demo.turns import DEALS, TURNS
from arbitrage.models import Inquiry
from arbitrage.services.incidents import outcome
from rulings.engine.inquiry import Asking, Waiting
from rulings.table import Table

Facts = Mapping[str, str]
NOTHING_LIES_THERE = str(Table())
REACHED = "reached"


def _all() -> Iterator[tuple[str, Facts]]:
    """Yield the law with which each worked case begins, and its answers and facts."""
    for case in CASES:
        yield "64", {"declarer": case.declarer, "contract": case.contract, **case.answers}
    for turn in TURNS:
        known = {"declarer": turn.declarer, "contract": turn.contract, "deal": DEALS[turn.board]}
        yield turn.law, {**known, "table": NOTHING_LIES_THERE, **turn.answers}
    for judged in JUDGEMENTS:
        yield judged.law, judged.answers


WORKED: dict[str, list[Facts]] = {}
"""Answers and facts of the worked cases, by the law with which they begin."""
for _law, _known in _all():
    WORKED.setdefault(_law, []).append(_known)


def worked_count(inquiry: Inquiry) -> int:
    """Count the worked cases of the law of an inquiry."""
    return len(WORKED.get(inquiry.law, ()))


def worked_rulings(inquiry: Inquiry) -> Iterator[tuple[Inquiry, dict[str, Any]]]:
    """Rule each worked case of an inquiry's law, and yield an unsaved inquiry with its outcome."""
    for known in WORKED.get(inquiry.law, ()):
        worked = Inquiry(law=inquiry.law, edition=inquiry.edition, facts={"declarer": known.get("declarer", "")})
        state = worked.state_from(known)
        while isinstance(state, Waiting):
            known = {**known, state.moment.value: REACHED}
            state = worked.state_from(known)
        if not isinstance(state, Asking):
            yield worked, outcome(worked, state, {})
