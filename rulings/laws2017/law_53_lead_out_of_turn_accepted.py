"""Law 53 - Lead out of turn accepted.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 53; FFB, Code 2017, Loi 53.
Before: Law 47E1, was he told by an opponent? Law 54 for the opening lead.
Sends:  55 a lead by declarer's side, 56 a lead by a defender; 57 the card of the wrong defender (53C).
Rows:   LAWS.md 6.5, 53.R1, 53.R2, 53.R5, 53.R6; the others are ruled in Laws 55 and 56.
Reading: 53.R6. When the hand next after the lead is also the one whose turn it was, its player says what he meant.

This is the entry point of every lead out of turn except the opening lead. Laws 55 and 56 share the rules of 53A, 53B
and 53C, which are in `out_of_turn`.
"""

from __future__ import annotations

from typing import assert_never

from rulings.bridge import Seat
from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Given, Option
from rulings.engine.ruling import Ruling
from rulings.engine.text import gettext_noop
from rulings.laws2017.law_55_declarers_lead_out_of_turn import declarers_lead
from rulings.laws2017.law_56_defenders_lead_out_of_turn import defenders_lead
from rulings.laws2017.out_of_turn import OFFENDER
from rulings.laws2017.terms import DECLARER


def lead_out_of_turn(ask: Ask) -> Ruling:
    """Rule on a lead out of turn after the opening lead, by declarer's side or by a defender."""
    match by := ask(LED_BY):
        case LedBy.DECLARING_SIDE:
            return declarers_lead(ask)
        case LedBy.DEFENDER:
            return defenders_lead(ask)
        case _:
            assert_never(by)


LAW = Law(
    "53",
    gettext_noop("Lead out of turn during the play"),
    lead_out_of_turn,
    tile="carte-trop-tot",
    finds=gettext_noop("lead out of turn, not his turn, wrong hand, led too soon, not on lead"),
)


# Questions


class LedBy(Choice):
    DECLARING_SIDE = Option("declaring_side", gettext_noop("Declarer, from his hand or from dummy"), law="55")
    DEFENDER = Option("defender", gettext_noop("A defender"), law="56")


def led_by(offender: Seat, declarer: Seat) -> LedBy:
    return LedBy.DECLARING_SIDE if offender.side is declarer.side else LedBy.DEFENDER


LED_BY = ChooseOne(
    "led_by",
    "53",
    gettext_noop("Was it a lead by declarer or by a defender?"),
    LedBy,
    given=Given(led_by, OFFENDER, DECLARER, ask=True),
)
