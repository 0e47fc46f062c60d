"""Law 87 - Fouled board.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 87; FFB, Code 2017, Loi 87.
Before: Law 13 when a hand does not have thirteen cards.
Sends:  86 in teams. The page of the board compares the scores of each form separately.
Rows:   LAWS.md 10.7, 87.R1 to 87.R3.
"""

from typing import assert_never

from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Option, Words, YesNo
from rulings.engine.ruling import Note, PenaltyPossible, Ruling, Send
from rulings.engine.text import gettext_noop
from rulings.laws2017.event import FORM, MATCHES, Form


def fouled_board(ask: Ask) -> Ruling:
    """Rule on a board that was not the same at all the tables that are compared."""
    # A. Only the tables of compared contestants count, not the printed hand record
    if ask(SAME_FORM):
        return Ruling("87A", NOT_FOULED)
    form = ask(FORM)
    event = ask(EVENT) if form is Form.OPEN else Event.TEAMS if form in MATCHES else Event.PAIRS
    match event:
        case Event.TEAMS:
            return Ruling("87C", TEAMS_FIRST, (TEAMS_NEXT,), leads_on=True)
        case Event.PAIRS:
            ask(WHO_PLAYED_WHAT)
            penalty = (PENALTY_POSSIBLE,) if ask(CULPRIT) else ()
            return Ruling("87B", RATED_APART, (SAY_FORMS, METHOD, *penalty))
        case _:
            assert_never(event)


LAW = Law(
    "87",
    gettext_noop("The board was not the same at every table"),
    fouled_board,
    tile="jeu-etui",
    finds=gettext_noop("fouled board, different cards, cards exchanged, board turned, wrong vulnerability"),
)


# Questions


class Event(Choice):
    PAIRS = Option("pairs", gettext_noop("Pairs or individual"), law="87B")
    TEAMS = Option("teams", gettext_noop("Teams"), law="87C")


SAME_FORM = YesNo(
    "same_form",
    "87A",
    gettext_noop("Did all the contestants who are compared play the board in the same form?"),
    why=gettext_noop(
        "The same cards in the same hands, with the same dealer and vulnerability. Whether they are those of the "
        "printed "
        "record does not matter."
    ),
)
EVENT = ChooseOne("event", "87", gettext_noop("Pairs or teams?"), Event)
WHO_PLAYED_WHAT = Words(
    "who_played_what",
    "87B",
    gettext_noop("Which tables played which form?"),
    why=gettext_noop("Go by the order of play: from which table on was it changed? Ask for a card that moved."),
)
CULPRIT = YesNo("culprit", "90B6", gettext_noop("Is it known at which table the cards were put back wrongly?"))


# Words and effects

NOT_FOULED = gettext_noop("The board is not fouled: all scores stand.")
TEAMS_FIRST = gettext_noop("In teams, Law 86 decides.")
RATED_APART = gettext_noop("The scores are grouped by the form that was played, and each group is rated by itself.")
SAY_FORMS = Note(
    law="87B", text=gettext_noop("Say on the page of the board which tables played which form; the points follow.")
)
METHOD = Note(
    law="87B",
    text=gettext_noop("The way small groups are rated is the tournament’s setting; announce it with the results."),
)
PENALTY_POSSIBLE = PenaltyPossible(
    law="90B6", text=gettext_noop("A procedural penalty is possible for those who displaced the cards.")
)
TEAMS_NEXT = Send(
    law="87C", to="86", hands=("match_board=not_comparable",), text=gettext_noop("Now rule on the board in the match.")
)
