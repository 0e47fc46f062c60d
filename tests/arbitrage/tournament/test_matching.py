"""The stored line that corresponds to a line of a file, and whether that file brings back the score confirmed here."""

import uuid

import pytest

from arbitrage.models import Adjustment, Result
from arbitrage.services.files.matching import compared, is_given, matched
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


def test_four_players_of_an_individual_who_sat_otherwise_are_the_same_table():
    stored = [four_players(420, "1 2 3 4", table=5), four_players(-50, "5 6 7 8", table=6)]
    fresh = [four_players(170, "6 5 8 7", table=1), four_players(130, "4 1 2 3", table=2)]
    assert pairs_of(stored, fresh) == [(-50, 170), (420, 130)]
    assert pairs_of(stored, [four_players(170, "1 2 3 9", table=1)]) == [(None, 170)]


def four_players(score: int, seats: str, table: int) -> Result:
    return Result(board_id=PLACES["board_id"], section_id=PLACES["section_id"], kind="played", score=score, table=table,
                  seats=seats.split())  # fmt: skip


@pytest.mark.parametrize(
    ("score", "score_ew", "given_back"),
    [(-420, None, True), (-420, 420, True), (-420, -420, False), (420, None, False), (-420, 400, False)],
)
def test_an_adjusted_score_comes_back_with_east_wests_sign_turned_or_without_east_wests(score, score_ew, given_back):
    """A score of 420 to East-West: -420 in the column of North-South, 420 in theirs."""
    award = Award.both(Possible("4H", "E", 10, -420))
    assert is_given(Adjustment(award=award.as_json()), line(score, score_ew=score_ew)) is given_back


@pytest.mark.parametrize(
    ("changes", "lead"),
    [
        ({"declarer": "E"}, ""),
        ({"declarer": "E", "lead": "HK"}, "HK"),
        ({"kind": "passed", "contract": "", "declarer": "", "tricks": None, "score": 0}, ""),
        ({"kind": "artificial", "contract": "", "declarer": "", "tricks": None, "score": None}, ""),
        ({"tricks": 9, "score": -50}, "SA"),
        ({"lead": "HK"}, "HK"),
        ({"contract": "", "declarer": "", "tricks": None}, "SA"),
    ],
)
def test_the_lead_against_another_declarer_is_gone_with_him(changes, lead):
    old, new = (four_players(420, "1 2 3 4", table=1) for _file in range(2))
    for name, value in {"contract": "4S", "declarer": "N", "tricks": 10}.items():
        setattr(old, name, value)
        setattr(new, name, value)
    old.lead = "SA"
    for name, value in changes.items():
        setattr(new, name, value)
    assert compared(old, new, 1).taken().lead == lead
