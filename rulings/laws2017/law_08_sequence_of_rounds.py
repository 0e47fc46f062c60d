"""Law 8 - Sequence of rounds.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 8; FFB, Code 2017, Loi 8.
Used:   by 64B5, 69A, 71 and 79B3, which depend on whether the round has ended.
Rows:   LAWS.md 2.3, 8.R1 to 8.R4.
"""

from dataclasses import replace
from typing import assert_never

from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Option, YesNo
from rulings.engine.ruling import Duty, Note, Ruling, When
from rulings.engine.text import gettext_noop
from rulings.laws2017.law_12_directors_discretionary_powers import no_result


def end_of_round(ask: Ask) -> Ruling:
    """Rule whether the round has ended for these players."""
    where = ask(WHERE)
    match where:
        case Where.CALLED:
            return Ruling("8B1", ENDED)
        case Where.STILL_PLAYING:
            return Ruling("8B1", ENDED_BY_MOVING) if ask(MOVED) else Ruling("8B1", NOT_ENDED, (BEGUN_IS_FINISHED,))
        case Where.POSTPONED:
            if ask(PLAYED_OR_CANCELLED):
                return Ruling("8B2", POSTPONED_OVER)
            return Ruling("8B2", POSTPONED_OPEN, (), (PLAYED_LATER,))
        case Where.LAST:
            return Ruling("8C", ENDED) if ask(ALL_ENTERED) else Ruling("8C", LAST_OPEN)
        case _:
            assert_never(where)


LAW = Law(
    "8",
    gettext_noop("Has the round ended?"),
    end_of_round,
    finds=gettext_noop("end of round, late play, postponed board, move, next round, relay, bye stand"),
)


def late_board(ask: Ask) -> Ruling:
    """Rule on a board that was put off (8B2): it has been played in the meantime, or can no longer be played."""
    became = ask(BECAME)
    match became:
        case Became.PLAYED:
            return Ruling("8B2", POSTPONED_OVER, closes=True)
        case Became.LATER:
            return Ruling("8B2", POSTPONED_OPEN, (), (PLAYED_LATER,), closes=True)
        case Became.NEVER:
            return replace(no_result(ask, "12A2"), closes=True)
        case _:
            assert_never(became)


LATE_BOARD = Law(
    "8B2",
    gettext_noop("A board to be played later"),
    late_board,
    finds=gettext_noop("play later, late play, board put off, postponed board, board left over"),
)


# Questions


class Where(Choice):
    CALLED = Option(
        "called", gettext_noop("The director has called the next round, and this table had finished"), law="8B1"
    )
    STILL_PLAYING = Option(
        "still_playing", gettext_noop("This table was still playing when the next round was called"), law="8B1"
    )
    POSTPONED = Option("postponed", gettext_noop("The board was put off until later by the director"), law="8B2")
    LAST = Option("last", gettext_noop("It is the last round of the session"), law="8C")


WHERE = ChooseOne("round_state", "8B", gettext_noop("Where does this table stand?"), Where)
MOVED = YesNo("moved", "8B1", gettext_noop("Have the players moved to their next places?"))
PLAYED_OR_CANCELLED = YesNo(
    "played_or_cancelled",
    "8B2",
    gettext_noop("Has it been played, with its score agreed and recorded, or have you cancelled it?"),
)
ALL_ENTERED = YesNo(
    "all_entered",
    "8C",
    gettext_noop("Have all boards of this table been played, and all its scores entered without objection?"),
)


class Became(Choice):
    PLAYED = Option("played", gettext_noop("It has been played, and its score is entered"), law="8B2")
    NEVER = Option(
        "never",
        gettext_noop("It can be played no more"),
        entails=gettext_noop("Averages, by each side’s fault."),
        law="12A2",
    )
    LATER = Option("later", gettext_noop("It is still to be played"), law="8B2")


BECAME = ChooseOne("became", "8B2", gettext_noop("What has become of the board put off?"), Became)


# Words and effects

ENDED = gettext_noop("The round has ended for this table.")
ENDED_BY_MOVING = gettext_noop("The round has ended for this table: its players have moved on.")
NOT_ENDED = gettext_noop("The round has not ended for this table.")
POSTPONED_OVER = gettext_noop("For this board the round has ended.")
POSTPONED_OPEN = gettext_noop("For this board and its players the round has not ended.")
LAST_OPEN = gettext_noop("The round, and the session, have not ended for this table.")
BEGUN_IS_FINISHED = Note(
    law="8B1",
    text=gettext_noop("A board that has been begun is finished, though the next round has been called."),
)
PLAYED_LATER = Duty(
    "8B2", When.PLAYED_LATER, gettext_noop("Board to be played later by these pairs, or given averages"), opens="8B2"
)
