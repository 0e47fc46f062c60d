"""Points of every contestant, computed from the stored lines: the score in force of each line, by the tournament's
method, and the changes of points."""

from decimal import Decimal
from fractions import Fraction

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from arbitrage.models import Board, Club, Contestant, Result, Tournament
from arbitrage.services.results.counting import _across_rounds, recorded_places
from arbitrage.services.results.field import Field, Points, forget_fields, traveller
from rulings.scores.adjusted import Average, Imps
from rulings.scores.award import Award, Possible
from rulings.scores.methods import Expected, Method, Row, Scoring, SitOut, score_session
from tests.arbitrage import factories as make

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]


@pytest.fixture
def tournament(club: Club) -> Tournament:
    """Three tables, two boards: table 1 has the best of the first board, all are equal on the other."""
    tournament = make.make_tournament(club, tables=3, boards=(1, 5))
    first, second = tournament.boards.order_by("number")
    for table, tricks in ((1, 11), (2, 10), (3, 9)):
        make.make_result(first, table, tricks=tricks)
        make.make_result(second, table, tricks=9)
    return tournament


def board(tournament: Tournament, number: int) -> Board:
    return tournament.boards.get(number=number)


def line(tournament: Tournament, number: int, table: int, **values) -> Result:
    Result.objects.filter(board__number=number, table=table).update(**values)
    return Result.objects.get(board__number=number, table=table)


def counted(tournament: Tournament, method: Method | None = None) -> tuple[Field, Points]:
    field = Field(Tournament.objects.get(pk=tournament.pk), method)
    return field, field.points(field.counted())


def percent(tournament: Tournament, result: Result, method: Method | None = None) -> tuple[Decimal | None, ...]:
    _field, points = counted(tournament, method)
    found = points.line(result)
    return found.ns_percent, found.ew_percent


def places(tournament: Tournament, method: Method | None = None) -> dict[str, tuple[int | None, Decimal | None]]:
    field, points = counted(tournament, method)
    return {
        f"{ranking.field}{line.name}": (line.rank_after, line.score_after)
        for ranking in field.rankings(points, points)
        for line in ranking.lines
    }


@pytest.mark.parametrize(("recorded", "unlike"), [("75", 0), ("75.01", 0), ("74.99", 0), ("75.02", 1), ("74.98", 1)])
@pytest.mark.parametrize("changed", ["nothing", "a penalty", "an adjusted score"])
def test_a_total_of_the_file_is_compared_without_what_was_decided_here(tournament, recorded, unlike, changed):
    """The last figure may differ: some programs add up points that they had rounded."""
    Contestant.objects.filter(number="1", direction="NS").update(percentage=recorded)
    field = Field(Tournament.objects.get(), Method())
    key = next(str(person.pk) for person in field.people.values() if (person.number, person.direction) == ("1", "NS"))
    values, taken = field.counted(), {}
    if changed == "a penalty":
        taken = {key: Decimal(10)}
    if changed == "an adjusted score":
        values |= {field.results[0].pk: Award.both(Possible("3NT", "S", 8, -100))}
    points = field.points(values, taken)
    assert (points.standings[key].score == 75) == (changed == "nothing")
    assert len(field.unlike_totals(points)) == unlike


def test_a_line_that_a_file_of_ours_brings_adjusted_is_counted_as_adjusted(tournament):
    award = Award.both(Possible("3NT", "S", 10, 630, Fraction(1, 2)), Possible("3NT", "S", 9, 600, Fraction(1, 2)))
    line(tournament, 5, 1, award=award.as_json())
    field, points = counted(tournament)
    lines = [placed for ranking in field.rankings(points, points) for placed in ranking.lines]
    adjusted = {f"{placed.name}{placed.contestant.direction}": placed.adjusted for placed in lines}
    assert adjusted == {"1NS": 1, "1EW": 1, "2NS": 0, "2EW": 0, "3NS": 0, "3EW": 0}


def test_a_place_over_several_sessions_is_no_place_of_this_one(tournament):
    Contestant.objects.filter(number="1").update(rank="1")
    Contestant.objects.filter(number="2").update(rank="2=", overall=Decimal("55.5"))
    places_read = recorded_places(Contestant.objects.all())
    assert sorted(places_read.values()) == [1, 1]


def rows_of_a_board(*lines: tuple[str, str, str]) -> dict[str, list[Row]]:
    """Build the rows of a board: the round, and the teams North-South and East-West."""
    return {"1": [Row(f"{at}", None, ns, ew, match=f"{number} {' '.join(sorted((ns, ew)))}")
                  for at, (number, ns, ew) in enumerate(lines)]}  # fmt: skip


@pytest.mark.parametrize(
    ("lines", "matches"),
    [
        ([("9", "A", "B"), ("10", "B", "A")], ["10 A B", "10 A B"]),  # the later round, by its number
        ([("10", "A", "B"), ("9", "B", "A")], ["10 A B", "10 A B"]),
        ([("1", "A", "B"), ("2", "A", "B")], ["1 A B", "2 A B"]),  # both teams sat the same way: two boards
        ([("1", "A", "B"), ("1", "B", "A")], ["1 A B", "1 A B"]),
        ([("1", "A", "B"), ("2", "B", "A"), ("3", "B", "A")], ["1 A B", "2 A B", "3 A B"]),
        ([("1", "A", "B"), ("2", "C", "A")], ["1 A B", "2 A C"]),
    ],
)
def test_two_tables_of_a_board_in_different_rounds_are_one_match(lines, matches):
    (rows,) = _across_rounds(rows_of_a_board(*lines)).values()
    assert [row.match for row in rows] == matches


# Artificial scores


def averages(tournament: Tournament) -> Result:
    """Store average plus for North-South and average minus for East-West at table 1 of board 5."""
    award = Award(Average.PLUS, Average.MINUS).as_json()
    values = {"contract": "", "declarer": "", "tricks": None, "score": None, "award": award}
    return line(tournament, 5, 1, kind="artificial", ns_percent=60, ew_percent=40, **values)


def test_average_plus_is_what_the_pair_has_on_its_other_boards_and_follows_them(tournament):
    result = averages(tournament)
    assert percent(tournament, result) == (Decimal("100.00"), Decimal("0.00"))
    line(tournament, 1, 1, score=430, tricks=10)  # now equal with table 2
    assert percent(tournament, result) == (Decimal("75.00"), Decimal("25.00"))
    line(tournament, 1, 1, score=-50, tricks=8)
    assert percent(tournament, result) == (Decimal("60.00"), Decimal("40.00"))


def test_sixty_per_cent_of_the_file_follows_the_session_unless_the_method_says_not(tournament):
    result = line(tournament, 5, 1, kind="artificial", ns_percent=60, ew_percent=40, score=None)
    assert percent(tournament, result) == (Decimal("100.00"), Decimal("0.00"))
    assert percent(tournament, result, Method(session_rule=False)) == (Decimal("60.00"), Decimal("40.00"))
    other = line(tournament, 5, 1, ns_percent=55, ew_percent=45)
    assert percent(tournament, other) == (Decimal("55.00"), Decimal("45.00"))


@pytest.mark.parametrize("scoring", [Scoring.BUTLER, Scoring.CROSS_IMPS])
def test_at_imps_a_files_percentages_are_three_imps_and_a_directors_numbers_are_imps(tournament, scoring):
    result = line(tournament, 5, 1, kind="artificial", ns_percent=60, ew_percent=40, score=None)
    field = Field(tournament, Method(scoring, session_rule=False))
    recorded = field.counted()
    by_hand = recorded | {result.pk: Award(Imps(5), Imps(-2))}
    assert [(one.ns, one.ew) for one in (field.points(known).line(result) for known in (recorded, by_hand))] == [
        (3, -3), (5, -2),
    ]  # fmt: skip


# Lines of other kinds


def test_the_forms_of_a_fouled_board_are_compared_apart(tournament):
    lone = line(tournament, 1, 3, form=2)
    _field, points = counted(tournament)
    first, second = (points.line(Result.objects.get(board__number=1, table=table)) for table in (1, 2))
    # Two scores of the three expected. A line alone in its form gets average plus for both sides.
    assert (first.ns, second.ns, points.top(lone)) == (Decimal("3.5"), Decimal("0.5"), 4)
    assert percent(tournament, lone) == (Decimal("60.00"), Decimal("60.00"))


def test_a_score_whose_contract_cannot_be_read_is_compared(tournament):
    odd = line(tournament, 1, 3, kind="unreadable", contract="", declarer="", tricks=None)
    assert percent(tournament, odd) == (Decimal("0.00"), Decimal("100.00"))
    Result.objects.filter(pk=odd.pk).update(score=None)
    assert percent(tournament, odd) == (None, None)


def test_a_line_that_stands_for_a_thousand_tables_counts_a_thousand_times(tournament):
    one = line(tournament, 1, 2, times=1000)
    _field, points = counted(tournament)
    assert points.top(one) == 2 * 1001
    assert points.line(one).ns == 1 + 1000  # half of its equals, and one beaten


def test_both_players_of_a_side_are_ranked_in_an_individual(tournament):
    Tournament.objects.update(kind="individual", winners=1)
    keys = {contestant.number + contestant.direction: str(contestant.pk) for contestant in Contestant.objects.all()}
    for result in Result.objects.all():
        north, east = keys[f"{result.table}NS"], keys[f"{result.table}EW"]
        south, west = keys[f"{result.table % 3 + 1}NS"], keys[f"{result.table % 3 + 1}EW"]
        Result.objects.filter(pk=result.pk).update(ns=None, ew=None, seats=[north, east, south, west])
    field, points = counted(tournament)
    (ranking,) = field.rankings(points, points)
    # Every player sat at two tables on each board: 4, 2 and 0 of 4 on the first, 2 on the other.
    assert {f"{line.contestant.direction}{line.name}": line.score_after for line in ranking.lines} == {
        "NS2": Decimal("62.50"), "EW3": Decimal("62.50"), "NS1": Decimal("50.00"), "EW1": Decimal("50.00"),
        "NS3": Decimal("37.50"), "EW2": Decimal("37.50"),
    }  # fmt: skip
    assert {line.boards for line in ranking.lines} == {4}
    assert field.keys_of(Result.objects.get(board__number=1, table=1)) == {
        keys["1NS"], keys["2NS"], keys["1EW"], keys["2EW"],
    }  # fmt: skip


def test_a_pair_that_sits_out_has_what_the_method_gives_it(tournament):
    line(tournament, 5, 1, kind="not_played", ew=None, contract="", declarer="", tricks=None, score=None)
    assert places(tournament)["NS1"] == (1, Decimal("100.00"))
    # 4 of 4, and half of the two points that board 5 has.
    assert places(tournament, Method(sit_out=SitOut.AVERAGE))["NS1"] == (1, Decimal("83.33"))


def test_a_file_that_names_the_teams_at_one_table_alone_means_the_same_at_the_other(tournament):
    Tournament.objects.update(kind="teams", scoring="IMPS", winners=None)
    Result.objects.filter(table=3).delete()
    Contestant.objects.filter(number="1", direction="NS").update(team="Lynx")
    Contestant.objects.filter(number="1", direction="EW").update(team="Ours")
    assert places(tournament) == {"Lynx": (1, 1), "Ours": (2, -1)}  # 460 against 430, 600 twice
    # A score by hand keeps its match.
    result = Result.objects.get(board__number=5, table=2)
    field = Field(Tournament.objects.get())
    points = field.points(field.counted() | {result.pk: Award.both(Possible("3NT", "S", 8, -100))})
    assert points.standings["Lynx"].score == 1 + 12


# The method


def test_the_method_given_comes_before_the_tournaments_and_that_before_the_files(tournament):
    Result.objects.filter(board__number=5, table=1).delete()
    top = Result.objects.get(board__number=5, table=2)

    def tops(method: Method | None = None) -> int:
        return counted(tournament, method)[1].top(top)

    assert tops() == 2
    Tournament.objects.update(method=Method(expected=Expected.FIELD).as_json())
    assert tops() == 4
    assert tops(Method(expected=Expected.SCORED)) == 2


def test_the_session_by_which_the_method_was_found_is_not_counted_again(tournament, monkeypatch):
    field, points = counted(tournament)
    assert points.scores == score_session(field.rows(points.counted), field.method)
    monkeypatch.setattr("arbitrage.services.results.field.score_session", None)
    again, plain = counted(tournament)
    assert plain.scores == points.scores
    with pytest.raises(TypeError):  # a penalty makes it another session
        again.points(again.counted(), {next(iter(again.people)): Decimal(5)})


def test_a_change_of_the_method_is_a_ranking_before_and_after(tournament):
    was, before = counted(tournament)
    field, after = counted(tournament, Method(Scoring.TOTAL, winners=1))
    (ranking,) = field.rankings(before, after)
    first = ranking.lines[0]
    assert (first.name, first.rank_before, first.score_before) == ("1", 1, Decimal("75.00"))
    assert (first.rank_after, first.score_after, ranking.unit) == (1, Decimal(1060), "points")
    assert (make.percent_after(first), was.method.unit) == (None, "percent")


def test_a_ranking_counts_boards_and_those_that_are_adjusted(tournament):
    averages(tournament)
    field, points = counted(tournament)
    found = {f"{ranking.field} {line.name}": (line.boards, line.adjusted)
             for ranking in field.rankings(points, points) for line in ranking.lines}  # fmt: skip
    assert found == {"NS 1": (2, 1), "NS 2": (2, 0), "NS 3": (2, 0), "EW 1": (2, 1), "EW 2": (2, 0), "EW 3": (2, 0)}


def test_a_field_is_read_in_as_many_queries_however_large_it_is(tournament):
    def queries() -> int:
        forget_fields()
        with CaptureQueriesContext(connection) as seen:
            traveller(board(tournament, 1))
        return len(seen)

    few = queries()
    for number in (9, 13):
        other = Board.objects.create(tournament=tournament, number=number, dealer="N", vulnerability="None")
        for table in (1, 2, 3):
            make.make_result(other, table)
    assert queries() == few
