"""Law 7 - Control of board and cards.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 7; FFB, Code 2017, Loi 7.
Before: Law 6 when the deal itself is in doubt.
Sends:  13 a wrong count, 15 cards of another board, 16D what was seen, 85 facts that nobody can establish any more.
Rows:   LAWS.md 2.2, 7.R1 to 7.R4. Reading: 7.R2, a call made on another hand of the same board.
"""

from typing import assert_never

from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Option, YesNo
from rulings.engine.ruling import Note, PenaltyPossible, Presence, Ruling, Send
from rulings.engine.text import gettext_noop


def control_of_board_and_cards(ask: Ask) -> Ruling:
    """Rule on a hand taken from the wrong place, not counted, mixed or touched."""
    what = ask(WHAT)
    match what:
        case What.WRONG_POCKET:
            return wrong_pocket(ask)
        case What.NOT_COUNTED:
            return (
                Ruling("7B", NO_AUTOMATIC_PENALTY, (PENALTY_POSSIBLE,))
                if ask(SCORE_ADJUSTED)
                else Ruling("7B", ALL_COUNT)
            )
        case What.MIXED:
            return mixed(ask)
        case What.TOUCHED:
            return Ruling("7B", TOUCHED, (PENALTY_FOR_TOUCHING,))
        case _:
            assert_never(what)


LAW = Law(
    "7",
    gettext_noop("A hand taken, mixed or touched wrongly"),
    control_of_board_and_cards,
    tile="jeu-etui",
    finds=gettext_noop(
        "wrong hand, wrong pocket, wrong slot, hands mixed, not counted, touched dummy’s cards, other player’s cards"
    ),
)


def wrong_pocket(ask: Ask) -> Ruling:
    # B. The hands are exchanged unless somebody has called on the wrong one
    called = ask(CALLED)
    match called:
        case Called.NO:
            return Ruling("7B", EXCHANGED, (EXCHANGE, SEEN_NEXT)) if ask(SAW) else Ruling("7B", EXCHANGED, (EXCHANGE,))
        case Called.OTHER_BOARD:
            return Ruling("15A", OTHER_BOARD, (WRONG_BOARD_NEXT,), leads_on=True)
        case Called.THIS_BOARD:
            return Ruling("16D", THIS_BOARD, (EXCHANGE, READING_FOLLOWED, SEEN_NEXT))
        case _:
            assert_never(called)


def mixed(ask: Ask) -> Ruling:
    # C. The side that made the facts impossible to establish loses the point in doubt
    by = ask(MIXED_BY)
    match by:
        case MixedBy.NS:
            return Ruling("7C", FOR_EAST_WEST)
        case MixedBy.EW:
            return Ruling("7C", FOR_NORTH_SOUTH)
        case MixedBy.BOTH:
            return Ruling("85B", NOBODY_KNOWS, (DISPUTED_NEXT,))
        case _:
            assert_never(by)


# Questions


class What(Choice):
    WRONG_POCKET = Option("wrong_pocket", gettext_noop("A player took a hand that was not his"), law="7B")
    NOT_COUNTED = Option("not_counted", gettext_noop("A player did not count his cards"), law="7B")
    MIXED = Option("mixed", gettext_noop("The hands were put back or mixed before a question was settled"), law="7C")
    TOUCHED = Option("touched", gettext_noop("A player touched cards that were not his"), law="7B")


class Called(Choice):
    NO = Option("no", gettext_noop("No"), law="7B")
    OTHER_BOARD = Option("other_board", gettext_noop("Yes, and its cards are of another board"), law="15A")
    THIS_BOARD = Option("this_board", gettext_noop("Yes, and it is another player’s hand of this board"), law="16D")


class MixedBy(Choice):
    NS = Option("NS", gettext_noop("North-South"), law="65D")
    EW = Option("EW", gettext_noop("East-West"), law="65D")
    BOTH = Option("both", gettext_noop("Both sides, or nobody knows"), law="85B")


WHAT = ChooseOne("board_fault", "7", gettext_noop("What happened with the board or the hands?"), What)
CALLED = ChooseOne(
    "called_on_it",
    "7B",
    gettext_noop("Did that player call on the wrong hand?"),
    Called,
    why=gettext_noop("A pass is a call."),
)
SAW = YesNo("saw_other_cards", "16D", gettext_noop("Has a player seen a card that is now in another hand?"))
SCORE_ADJUSTED = YesNo(
    "score_adjusted",
    "90B",
    gettext_noop("Did the board need an adjusted score because of it?"),
)
MIXED_BY = ChooseOne("mixed_by", "7C", gettext_noop("Which side made the facts impossible to establish?"), MixedBy)


# Words and effects

EXCHANGED = gettext_noop("The hands go where they belong, and the board is played.")
OTHER_BOARD = gettext_noop("The cards are of another board: rule on that.")
THIS_BOARD = gettext_noop("A call was made on another player’s hand: rule on what was seen.")
NO_AUTOMATIC_PENALTY = gettext_noop("No penalty is automatic; the board needed an adjusted score, so one may be given.")
ALL_COUNT = gettext_noop("No penalty. Remind the players to count thirteen cards, face down, before looking at them.")
TOUCHED = gettext_noop("Nobody touches another player’s cards without the leave of an opponent or of the director.")
FOR_EAST_WEST = gettext_noop("The point in doubt is decided for East-West.")
FOR_NORTH_SOUTH = gettext_noop("The point in doubt is decided for North-South.")
NOBODY_KNOWS = gettext_noop("Neither side bears it alone: weigh what can still be established.")
EXCHANGE = Presence(
    law="7B",
    do="STAY",
    until="cards_restored",
    text=gettext_noop("Have the hands exchanged. Each player counts thirteen cards face down."),
)
READING_FOLLOWED = Note(
    law="16D2",
    text=gettext_noop(
        "Reading followed: a call on another hand of the same board is information from another source. Let the "
        "board be "
        "completed if it can be, otherwise adjust the score."
    ),
)
PENALTY_POSSIBLE = PenaltyPossible(
    law="90B7", text=gettext_noop("A procedural penalty is possible for the player who did not count his cards.")
)
PENALTY_FOR_TOUCHING = PenaltyPossible(
    law="90B5", text=gettext_noop("A procedural penalty is possible; a reminder is usual the first time.")
)
SEEN_NEXT = Send(law="16D", to="16D", text=gettext_noop("Now rule on what was seen."))
WRONG_BOARD_NEXT = Send(
    law="15A", to="15", hands=("called_on_it=yes",), text=gettext_noop("Now rule on the cards of another board.")
)
DISPUTED_NEXT = Send(law="85", to="85", text=gettext_noop("Now rule on the disputed facts."))
