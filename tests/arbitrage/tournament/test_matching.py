"""The stored line that corresponds to a line of a file, and whether that file brings back the score confirmed here."""

import uuid

import pytest

from arbitrage.models import Adjustment, Result
from arbitrage.services.files.matching import is_given, matched
from rulings.scores.award import Award, Possible

PLACES = {"board_id": uuid.UUID(int=1), "section_id": uuid.UUID(int=2), "ns_id": uuid.UUID(int=3)}


def line(score: int, *, table: int | None = 1, ew: int = 4, **said) -> Result:
    return Result(**PLACES, ew_id=uuid.UUID(int=ew), kind="played", score=score, table=table, **said)


def pairs_of(stored: list[Result], fresh: list[Result]) -> list[tuple[int | None, int]]:
    """Pair the stored score and the file's score of each line of the file."""
    found = matched(stored, fresh, {one.pk: one.table for one in fresh})
    return [(old and old.score, new.score) for old, new in found]


def test_of_several_lines_alike_a_line_of_the_file_is_the_one_with_the_same_result():
    stored = [line(420), line(-50), line(170)]
    assert pairs_of(stored, [line(170), line(420), line(-50)]) == [(170, 170), (420, 420), (-50, -50)]


def test_of_several_lines_alike_none_of_which_has_the_result_the_first_is_taken():
    assert pairs_of([line(420), line(-50)], [line(130)]) == [(420, 130)]


def test_each_of_several_lines_alike_is_taken_once():
    assert pairs_of([line(420)], [line(420), line(420)]) == [(420, 420), (None, 420)]


@pytest.mark.parametrize(
    ("score", "score_ew", "given_back"),
    [(-420, None, True), (-420, 420, True), (-420, -420, False), (420, None, False), (-420, 400, False)],
)
def test_an_adjusted_score_comes_back_with_east_wests_sign_turned_or_without_east_wests(score, score_ew, given_back):
    """A score of 420 to East-West: -420 in the column of North-South, 420 in theirs."""
    award = Award.both(Possible("4H", "E", 10, -420))
    assert is_given(Adjustment(award=award.as_json()), line(score, score_ew=score_ew)) is given_back
