"""A pair that sits out boards in an evening made here has the score that the method sets for them."""

import datetime

import pytest

from arbitrage.models import Contestant, Result, Tournament
from arbitrage.services import tournaments, undoing
from arbitrage.services.results.field import Field
from arbitrage.services.results.matches import after_round
from arbitrage.services.tournaments import evenings, late_pairs, late_tables
from arbitrage.services.tournaments.evenings import Plan, make_evening
from rulings.scores.methods import Method, SitOut
from tests.arbitrage.ranking.test_several_sessions import play
from tests.arbitrage.tournament.kinds_of_evening import points_of

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]


def evening(club, by, plan: Plan, sit_out: SitOut = SitOut.AVERAGE) -> Tournament:
    day = datetime.date(2026, 11, 16)
    made = make_evening(club=club, by=by, name="Soirée", date=day, plan=plan)
    return tournaments.set_method(tournament=made, method=Method(sit_out=sit_out), by=by)


def boards_of(tournament: Tournament) -> dict[str, int]:
    """Count the boards that count for each pair."""
    field = Field(Tournament.objects.get(pk=tournament.pk))
    points = field.points(field.counted())
    return {
        f"{person.direction}{person.number}": points.standings[key].boards
        for key, person in field.people.items()
        if key in points.standings
    }


PLANS = {
    "Mitchell": Plan(5, "mitchell", 5, 2, half=True),
    "Mitchell with a skip": Plan(4, "skip", 3, 2, half=True),
    "Mitchell in one ranking": Plan(5, "mitchell", 5, 2, half=True, one_ranking=True),
    "Howell": Plan(3, "howell", 5, 2, half=True),
}


@pytest.mark.parametrize("sit_out", SitOut)
@pytest.mark.parametrize("name", PLANS)
def test_the_opponents_of_the_missing_pair_have_what_the_method_gives(name, sit_out, club, director):
    plan = PLANS[name]
    tournament = evening(club, director, plan, sit_out)
    play(tournament, 1)
    every = plan.rounds * plan.each
    lines = Result.objects.filter(board__tournament=tournament)
    waits = {
        f"{pair.direction}{pair.number}": every - lines.filter(ns=pair).count() - lines.filter(ew=pair).count()
        for pair in Contestant.objects.filter(section__tournament=tournament)
    }
    assert plan.each in waits.values() and set(waits.values()) <= {0, plan.each}
    expected = {pair: every - (boards if sit_out is SitOut.NOTHING else 0) for pair, boards in waits.items()}
    assert boards_of(tournament) == expected


def test_an_average_has_the_weight_of_its_boards(club, director):
    """Half of the top of two boards stands beside the points of the others."""
    tournament = evening(club, director, PLANS["Mitchell"])
    play(tournament, 1)
    field = Field(tournament)
    average, nothing = (
        Field(tournament, Method(sit_out=sit_out)).points(field.counted()).standings
        for sit_out in (SitOut.AVERAGE, SitOut.NOTHING)
    )
    for key, standing in average.items():
        alone = nothing[key]
        more = standing.boards - alone.boards
        assert standing.score == (alone.score * alone.boards + 50 * more) / standing.boards


@pytest.mark.parametrize("movement", ["rover", "bump"])
def test_the_pair_that_a_rover_replaces_sits_out(movement, club, director):
    plan = Plan(8, movement, 5, 2)
    tournament = evening(club, director, plan)
    play(tournament, 1)
    lines = Result.objects.filter(board__tournament=tournament)
    roving = "EW9" if movement == "rover" else "NS9"
    counted = boards_of(tournament)
    assert {pair: boards for pair, boards in counted.items() if boards != 10} == {roving: 8}
    assert lines.count() == 8 * 10


def test_a_pair_that_leaves_gives_its_opponents_a_sit_out_and_has_none_itself(club, director):
    tournament = evening(club, director, Plan(3, "mitchell", 3, 2))
    pair = Contestant.objects.get(section__tournament=tournament, direction="EW", number="2")
    evenings.pair_leaves(tournament=tournament, by=director, contestant=pair, since=3)
    play(tournament, 1)
    assert boards_of(tournament) == {"NS1": 6, "NS2": 6, "NS3": 6, "EW1": 6, "EW2": 4, "EW3": 6}


def test_who_comes_back_or_comes_late_sits_nothing_out_before(club, director):
    tournament = evening(club, director, Plan(3, "mitchell", 3, 2, half=True))
    late_pairs.pair_arrives(tournament=tournament, by=director, since=2)
    play(tournament, 1)
    assert boards_of(tournament) == {"NS1": 6, "NS2": 6, "NS3": 6, "EW1": 6, "EW2": 6, "EW3": 4}


def test_a_table_added_before_the_evening_was_made_again_makes_nobody_late(club, director):
    tournament = evening(club, director, Plan(3, "mitchell", 3, 2))
    late_tables.add_table(tournament=tournament, by=director, since=2)
    evenings.make_again(tournament=tournament, by=director, plan=Plan(3, "mitchell", 3, 2, half=True))
    tournament = tournaments.set_method(
        tournament=Tournament.objects.get(pk=tournament.pk), method=Method(sit_out=SitOut.AVERAGE), by=director
    )
    play(tournament, 1)
    assert boards_of(tournament) == {"NS1": 6, "NS2": 6, "NS3": 6, "EW1": 6, "EW2": 6}


def test_a_departure_that_is_taken_back_leaves_nothing(club, director):
    tournament = evening(club, director, Plan(3, "mitchell", 3, 2))
    pair = Contestant.objects.get(section__tournament=tournament, direction="EW", number="2")
    evenings.pair_leaves(tournament=tournament, by=director, contestant=pair, since=3)
    (event,) = evenings.changes_of(tournament)
    undoing.take_back(event=event, by=director)
    play(tournament, 1)
    assert set(boards_of(tournament).values()) == {6}


def test_both_pairs_of_a_closed_table_sit_out(club, director):
    tournament = evening(club, director, Plan(3, "mitchell", 3, 2))
    section = tournament.sections.get()
    evenings.close_table(tournament=tournament, by=director, section=section, table=1, since=3)
    play(tournament, 1)
    assert set(boards_of(tournament).values()) == {6}


def test_a_pair_of_a_late_table_sits_nothing_out_before_it_came(club, director):
    tournament = evening(club, director, Plan(4, "skip", 3, 2))
    late_tables.add_table(tournament=tournament, by=director, since=2)
    play(tournament, 1)
    field = Field(Tournament.objects.get(pk=tournament.pk))
    for board, rows in field.rows(field.counted()).items():
        alone = [row for row in rows if row.line is None]
        assert all(row.round != 1 or field.people[row.ns or row.ew].number != "5" for row in alone), board


def test_a_round_that_nobody_has_begun_counts_for_nobody(club, director):
    tournament = evening(club, director, PLANS["Mitchell"])
    for line in Result.objects.filter(board__tournament=tournament, round__lte=2).select_related("board"):
        values = {"kind": "played", "contract": "3NT", "declarer": "S", "tricks": 9}
        Result.objects.filter(pk=line.pk).update(score=points_of(9, line.board.number), **values)
    # a board with one result so far has nothing to compare with, and no average either
    assert set(boards_of(tournament).values()) == {2, 4}


def test_the_ranking_after_a_round_has_the_sit_outs_of_the_rounds_before(club, director):
    plan = Plan(3, "howell", 5, 2, half=True)
    tournament = evening(club, director, plan)
    play(tournament, 1)
    field = Field(Tournament.objects.get(pk=tournament.pk))
    points = field.points(field.counted())
    after = [[standing.boards for standing in after_round(field, points, last)] for last in range(1, 6)]
    assert all(max(boards) <= 2 * last for last, boards in enumerate(after, 1)) and set(after[-1]) == {10}
