"""Law 88 - Award of adjusted scores by indemnity.

Text:   WBF, Laws of Duplicate Bridge 2017, Laws 12C2 and 88; FFB, Code 2017, Lois 12C2 et 88.
Sends:  86 in a match whose other table has a clear result.
Rows:   LAWS.md 10.1 (12.R5 to 12.R7), 14.7.
"""

from rulings.engine.inquiry import Ask, Law
from rulings.engine.ruling import Ruling
from rulings.engine.text import gettext_noop
from rulings.laws2017.event import FORM, MATCHES, OTHER_FAVOURS, of_averages
from rulings.laws2017.law_12_directors_discretionary_powers import no_result
from rulings.laws2017.law_86_team_play import result_assigned


def board_without_result(ask: Ask) -> Ruling:
    """Rule on a board that could not be played, or has no result: by the fault of each side. In a match the other table
    comes first (86B1)."""
    if ask(FORM) in MATCHES and ask(OTHER_FAVOURS):
        return result_assigned(ask)
    score = no_result(ask, "12C2")
    return Ruling("12C2", score.text, (*score.rectifications, *of_averages(ask)), score.duties)


LAW = Law(
    "88",
    gettext_noop("A board that could not be played: averages"),
    board_without_result,
    tile="jeu-etui",
    finds=gettext_noop("average, average plus, average minus, 60%, 40%, not played, no time, late, board cancelled"),
)
