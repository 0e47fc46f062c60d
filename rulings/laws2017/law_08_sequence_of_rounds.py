"""Law 8 - Sequence of rounds.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 8; FFB, Code 2017, Loi 8.
Used:   by 64B5, 69A, 71 and 79B3, which hold until the round has ended, or after it.
Rows:   LAWS.md 2.3, 8.R1 to 8.R4.
"""

from typing import assert_never

from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, YesNo
from rulings.engine.ruling import Ruling
from rulings.engine.text import gettext_noop


def end_of_round(ask: Ask) -> Ruling:
    """Has the round ended for these players?"""
    where = ask(WHERE)
    match where:
        case Where.CALLED:
            return Ruling("8B1", ENDED)
        case Where.STILL_PLAYING:
            return Ruling("8B1", ENDED_BY_MOVING) if ask(MOVED) else Ruling("8B1", NOT_ENDED)
        case Where.POSTPONED:
            return Ruling("8B2", POSTPONED_OVER) if ask(PLAYED_OR_CANCELLED) else Ruling("8B2", POSTPONED_OPEN)
        case Where.LAST:
            return Ruling("8C", ENDED) if ask(ALL_ENTERED) else Ruling("8C", LAST_OPEN)
        case _:
            assert_never(where)


LAW = Law(
    "8",
    gettext_noop("Has the round ended?"),
    end_of_round,
    finds=gettext_noop("end of round, late play, postponed board, move, next round"),
)


# Questions


class Where(Choice):
    CALLED = "called", gettext_noop("The director has called the next round, and this table had finished"), "", "8B1"
    STILL_PLAYING = (
        "still_playing",
        gettext_noop("This table was still playing when the next round was called"),
        "",
        "8B1",
    )
    POSTPONED = "postponed", gettext_noop("The board was put off until later by the director"), "", "8B2"
    LAST = "last", gettext_noop("It is the last round of the session"), "", "8C"


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


# Words and effects

ENDED = gettext_noop("The round has ended for this table.")
ENDED_BY_MOVING = gettext_noop("The round has ended for this table: its players have moved on.")
NOT_ENDED = gettext_noop("The round has not ended for this table.")
POSTPONED_OVER = gettext_noop("For this board the round has ended.")
POSTPONED_OPEN = gettext_noop("For this board and its players the round has not ended.")
LAST_OPEN = gettext_noop("The round, and the session, have not ended for this table.")
