"""Law 69 - Agreed claim or concession.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 69; FFB, Code 2017, Loi 69.
Before: Law 68. A player who regrets his own concession: Law 71.
Sends:  70 while there is no agreement yet.
Rows:   LAWS.md 9.4, 69.R1 to 69.R4.
"""

from typing import assert_never

from rulings.engine.inquiry import Ask, Law
from rulings.engine.names import SideName
from rulings.engine.questions import Choice, ChooseOne, Count, Option, WhichSeat, YesNo
from rulings.engine.ruling import AwardTricks, Note, Ruling, Send
from rulings.engine.text import gettext_noop
from rulings.laws2017.terms import DECLARER


def agreed(ask: Ask) -> Ruling:
    """Rule on opponents who let a claim or concession pass, and now object."""
    ask(CLAIMER)

    # A. Is there an agreement?
    match objected := ask(OBJECTED):
        case Objected.IN_TIME:
            return Ruling("69A", NO_AGREEMENT_YET, (RULE_ON_IT,))
        case Objected.TOO_LATE:
            return Ruling("69A", STANDS, (CORRECTION_PERIOD,))
        case Objected.LATER:
            pass
        case _:
            assert_never(objected)

    # B. It is withdrawn for a trick that the side had won, or would likely have won
    if ask(HAD_WON):
        return given_back(ask, "69B1", SCORED_AGAIN, "opposing_side")
    if ask(WOULD_WIN):
        return given_back(ask, "69B2", SCORED_AGAIN, "opposing_side")
    return Ruling("69B", STANDS)


LAW = Law(
    "69",
    gettext_noop("An opponent’s claim accepted, and regretted"),
    agreed,
    tile="reclamation",
    finds=gettext_noop("claim accepted, agreed too fast, regrets, after the round, trick given away, score correction"),
)


def given_back(ask: Ask, law: str, text: str, to: SideName) -> Ruling:
    """Score the board again, and return the tricks to the side that had given them up too soon (69B, 71)."""
    ask(DECLARER)
    ask(TRICKS_BACK[to])
    return Ruling(law, text, (AwardTricks(law=law, to=to, tricks="tricks_back", text=ON_TOP[to]),))


# Questions


CLAIMER = WhichSeat("claimer", "69A", gettext_noop("Who had claimed?"))


class Objected(Choice):
    IN_TIME = Option(
        "in_time",
        gettext_noop("Before [opposing_side] called on a later board, and before the end of the round"),
        law="69A",
    )
    LATER = Option("later", gettext_noop("After that, but before the end of the correction period"), law="69B")
    TOO_LATE = Option("too_late", gettext_noop("After the end of the correction period"), law="79C")


OBJECTED = ChooseOne(
    "objected",
    "69A",
    gettext_noop("When did [opposing_side] object?"),
    Objected,
    why=gettext_noop("Without an objection before the first of these moments, the agreement is established."),
)
HAD_WON = YesNo(
    "had_won",
    "69B1",
    gettext_noop("Had [opposing_side] already won a trick that they agreed to lose?"),
)
WOULD_WIN = YesNo(
    "would_win",
    "69B2",
    gettext_noop("Had play gone on, would [opposing_side] likely have won a trick that they agreed to lose?"),
    why=gettext_noop("Likely is enough for the side that agreed; the side that conceded needs more (71)."),
)
TRICKS_BACK = {
    "opposing_side": Count("tricks_back", "69B", gettext_noop("How many tricks are given back [opposing_side:to]?"), 1),
    "claiming_side": Count("tricks_back", "71", gettext_noop("How many tricks are given back [claiming_side:to]?"), 1),
}


# Words and effects


NO_AGREEMENT_YET = gettext_noop("There is no agreement yet: the claim is contested.")
STANDS = gettext_noop("The agreement stands, and so does the result.")
SCORED_AGAIN = gettext_noop("The agreement is withdrawn for those tricks, and the board is scored again.")

RULE_ON_IT = Send(
    law="70A",
    to="70",
    hands=("claimer", "declarer"),
    text=gettext_noop("Now rule on the contested claim; every doubtful point goes against the side that claimed."),
)
CORRECTION_PERIOD = Note(
    law="79C", text=gettext_noop("The correction period is over: an agreement can no longer be withdrawn.")
)
ON_TOP = {
    "opposing_side": gettext_noop("On top of the result entered, for [opposing_side]: [tricks_back]."),
    "claiming_side": gettext_noop("On top of the result entered, for [claiming_side]: [tricks_back]."),
}
