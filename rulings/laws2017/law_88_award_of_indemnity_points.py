"""Law 88 - Award of adjusted scores by indemnity.

Text:   WBF, Laws of Duplicate Bridge 2017, Laws 12C2 and 88; FFB, Code 2017, Lois 12C2 et 88.
Rows:   LAWS.md 10.1 (12.R5 to 12.R7), 14.7.
"""

from rulings.engine.inquiry import Ask, Law
from rulings.engine.ruling import Note, Ruling
from rulings.engine.text import gettext_noop
from rulings.laws2017.law_12_directors_discretionary_powers import BY_SESSION, IN_A_MATCH, no_result


def board_without_result(ask: Ask) -> Ruling:
    """A board that could not be played, or has no result: by the fault of each side."""
    score = no_result(ask, "12C2")
    return Ruling("12C2", score.text, (*score.rectifications, BY_SESSION, IN_IMPS, IN_A_MATCH), score.duties)


LAW = Law(
    "88",
    gettext_noop("A board that could not be played: averages"),
    board_without_result,
    tile="jeu-etui",
    finds=gettext_noop("average, average plus, average minus, 60%, 40%, not played, no time, late, board cancelled"),
)


# Words and effects

IN_IMPS = Note(law="12C2", text=gettext_noop("In IMPs: plus 3, 0 and minus 3."))
