"""The ranking of a team evening is compared with a computation that shares no code with the product; the words about a
match are tested too."""

import re
from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest
from django.urls import reverse

from arbitrage.models import Contestant, Result
from arbitrage.pages.report.session import evening_document
from arbitrage.services import undoing
from arbitrage.services.errors import Refused
from arbitrage.services.results import entering
from arbitrage.services.results.field import Field, forget_fields
from arbitrage.services.results.matches import after_round, matches_of
from arbitrage.services.tournaments import evenings, set_method
from rulings.bridge import Seat, parse_contract
from rulings.scores.methods import Method, Scoring, SitOut, VictoryPoints
from tests.arbitrage.ranking import team_evenings
from tests.arbitrage.ranking.team_evenings import by_hand, evening, in_imps, in_patton, in_vp, of_25, play

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

TABLE_25 = tuple((3 * step, Fraction(15 + step), Fraction(15 - step)) for step in range(11))
METHODS = {
    "imps": (Method(Scoring.IMPS), in_imps),
    "continuous": (Method(Scoring.IMPS, victory_points=VictoryPoints.CONTINUOUS), in_vp),
    "25 to 5": (Method(Scoring.IMPS, victory_points=VictoryPoints.OWN, own_scale=TABLE_25), of_25),
    "patton": (Method(Scoring.BOARD_A_MATCH, patton=True), in_patton),
}


def counted(tournament):
    field = Field(tournament)
    return field, field.points(field.counted())


def near(ours, theirs):
    return ours.keys() == theirs.keys() and all(abs(ours[our] - theirs[our]) <= Fraction(2, 100) for our in ours)


@pytest.mark.parametrize("name", METHODS)
def test_the_ranking_of_teams_is_that_of_a_script_of_its_own(club, director, name):
    method, worth = METHODS[name]
    tournament = evening(club, director, teams=6, rounds=5, each=4, method=method)
    play(tournament, seed=len(name))
    _field, points = counted(tournament)
    assert near(
        {standing.contestant: standing.score for standing in points.scores.standings}, by_hand(tournament, worth)
    )


@pytest.mark.parametrize("last", [1, 2])
def test_who_was_ahead_after_a_round(club, director, last):
    tournament = evening(club, director)
    play(tournament)
    field, points = counted(tournament)
    placed = {one.contestant: one.score for one in after_round(field, points, last)}
    assert placed == by_hand(tournament, in_imps, last)


def test_a_match_that_is_not_over_is_worth_what_its_boards_say_and_says_so(club, director):
    """The scale is that of a match of four boards, although only two of them have been played."""
    tournament = evening(club, director, each=4, method=METHODS["continuous"][0])
    play(tournament, rounds=1, skip={(1, 1, 4), (1, 2, 3)})
    field, points = counted(tournament)
    first, *others = matches_of(field, points)
    assert (first.score.played, first.score.boards, first.score.over) == (2, 4, False)
    assert {(other.score.played, other.score.boards) for other in others} == {(4, 4), (0, 4)}
    assert near(
        {standing.contestant: standing.score for standing in points.scores.standings}, by_hand(tournament, in_vp)
    )


def test_a_board_of_other_cards_at_its_two_tables_is_not_compared(club, director):
    """Law 87C compares each match by itself; the other match played the same cards at both tables and is compared."""
    tournament = evening(club, director)
    play(tournament)
    Result.objects.filter(board__tournament=tournament, board__number=1, table=1).update(form=2)
    forget_fields()
    field, points = counted(tournament)
    first, second, *_others = matches_of(field, points)
    assert (first.apart, first.score.played, first.score.boards) == ((1,), 1, 2)
    assert (second.apart, second.score.played) == ((), 2)
    lines = {line.table: points.line(line).ns for line in field.results if line.board.number == 1 and line.round == 1}
    assert (lines[1], lines[2]) == (None, None) and lines[3] is not None


def test_the_tables_of_a_match_stand_in_the_order_of_its_teams(club, director):
    tournament = evening(club, director)
    play(tournament, rounds=1)
    field, points = counted(tournament)
    first = matches_of(field, points)[0]
    line = next(result for result in field.results if (result.round, result.table) == (1, first.tables[0]))
    assert first.score.teams == (line.ns.team, line.ew.team)
    assert sorted(match.round for match in matches_of(field, points)) == [1, 1, 2, 2, 3, 3]


def test_a_triangle_is_compared_across_its_two_rounds(club, director):
    """Of three teams, each meets another at one table in one half and at the other table in the next, on the same
    boards."""
    tournament = evening(club, director, teams=4, rounds=1, each=2)
    play(tournament)
    lines = Result.objects.filter(board__tournament=tournament, table__in=(1, 2))
    before = {standing.contestant: standing.score for standing in counted(tournament)[1].scores.standings}
    lines.filter(table=2).update(round=2, table=1)
    forget_fields()
    field, points = counted(tournament)
    assert {standing.contestant: standing.score for standing in points.scores.standings} == before
    assert 2 in [match.round for match in matches_of(field, points)]
    assert team_evenings.lines_of(tournament)


def test_the_ranking_page_lists_the_matches_by_round_and_who_was_ahead(client, club, director):
    tournament = evening(club, director, each=4, method=METHODS["continuous"][0])
    play(tournament, rounds=2, skip={(2, 1, 5)})
    client.force_login(director)
    html = client.get(reverse("ranking", args=[tournament.pk]) + "?after=1").content.decode()
    assert html.count("Équipe 1 – Équipe 4") == 1 and "Après le tour 1" in html
    assert "provisoire\u00a0: 3 donnes sur 4" in html and "pas commencé" in html
    assert "Classement après le tour 1" in html


def test_a_tile_names_the_match_and_its_room(client, club, director):
    tournament = evening(club, director)
    client.force_login(director)
    client.post(reverse("round", args=[tournament.pk]), {"round": "1"})
    html = client.get(reverse("room", args=[tournament.pk])).content.decode()
    assert re.search(r"Équipe \d – Équipe \d<span class=\"donor\">, salle ouverte", html)
    assert html.count("salle fermée") == html.count("salle ouverte") == 2


def test_the_report_of_a_session_has_the_matches_and_the_ranking_and_no_first_result(client, club, director):
    tournament = evening(club, director)
    line = Result.objects.filter(board__tournament=tournament).first()
    made = parse_contract("3NT").by(Seat.S)
    entry = entering.Entry(kind=Result.Kind.PLAYED, contract=made, tricks=9, ns=line.ns, ew=line.ew)
    entering.correct_result(result=line, by=director, entry=entry, seen=entering.seen_of(line))
    play(tournament)
    words = str(evening_document(tournament, director, address="https://club.example/"))
    assert "Équipe 1 – Équipe 4" in words and "Classement" in words
    assert "Résultats corrigés" not in words or "non joué" not in words


def test_a_club_types_a_table_of_its_own_and_a_wrong_one_loses_nothing(client, club, director):
    tournament = evening(club, director)
    play(tournament)
    client.force_login(director)
    address = reverse("method", args=[tournament.pk])
    typed = {"victory_points": "own", "own_scale": "0 15 15\n3 14 16", "see": "yes"}
    refused = client.post(address, typed)
    assert refused.status_code == 422 and "3 14 16" in refused.content.decode()
    typed["own_scale"] = "0 15 15\n3 16 14,5\n9 25 0"
    seen = re.search(r'name="seen" value="([^"]+)"', client.post(address, typed).content.decode())[1]
    client.post(address, typed | {"store": "yes", "seen": seen})
    tournament.refresh_from_db()
    assert tournament.method["own_scale"] == [[0, "15", "15"], [3, "16", "29/2"], [9, "25", "0"]]
    assert "25 0" in client.get(address).content.decode()


def test_patton_is_chosen_on_the_page_of_the_method(client, club, director):
    tournament = evening(club, director, method=Method(Scoring.BOARD_A_MATCH))
    play(tournament)
    client.force_login(director)
    address = reverse("method", args=[tournament.pk])
    seen = re.search(
        r'name="seen" value="([^"]+)"', client.post(address, {"patton": "yes", "see": "yes"}).content.decode()
    )[1]
    client.post(address, {"patton": "yes", "store": "yes", "seen": seen})
    field, points = counted(type(tournament).objects.get(pk=tournament.pk))
    assert field.method.unit == "points"
    assert {standing.contestant: standing.score for standing in points.scores.standings} == by_hand(
        tournament, in_patton
    )


# Byes


@pytest.mark.parametrize(
    ("bye", "share"), [("nothing", 0), ("average", Fraction(1, 2)), ("average_plus", Fraction(3, 5))]
)
@pytest.mark.parametrize(("name", "whole"), [("continuous", 20), ("25 to 5", 30), ("patton", 2 * 4 + 2)])
def test_an_exempt_team_has_for_its_round_what_the_method_says(name, whole, bye, share, club, director):
    method, worth = METHODS[name]
    method = replace(method, bye=SitOut(bye))
    tournament = evening(club, director, teams=5, rounds=5, each=4, method=method)
    play(tournament)
    expected = {team: score + share * whole for team, score in by_hand(tournament, worth).items()}
    field, points = counted(tournament)
    assert near({standing.contestant: standing.score for standing in points.scores.standings}, expected)
    play(tournament, rounds=2, seed=2)
    field, points = counted(tournament)
    assert {one.contestant: one.score for one in after_round(field, points, 5)} == {
        standing.contestant: standing.score for standing in points.scores.standings
    }


def test_a_team_that_has_left_and_a_round_that_nobody_has_begun_give_no_bye(club, director):
    method = replace(METHODS["continuous"][0], bye=SitOut.AVERAGE_PLUS)
    tournament = evening(club, director, teams=5, rounds=5, each=4, method=method)
    exempt = [{"1", "2", "3", "4", "5"} - {one for line in team_evenings.lines_of(tournament) if line[0] == number
              for one in line[2:4]} for number in range(1, 6)]  # fmt: skip
    play(tournament, rounds=2)
    field, _points = counted(tournament)
    assert field.byes(field.rows(field.counted())) == {team: [4] for number in (0, 1) for team in exempt[number]}
    (leaves,) = exempt[1]
    pair = Contestant.objects.filter(section__tournament=tournament, team=leaves).first()
    evenings.pair_leaves(tournament=tournament, by=director, contestant=pair, since=2)
    field, _points = counted(tournament)
    assert leaves not in field.byes(field.rows(field.counted()))


@pytest.mark.parametrize("rounds", [(2, 4), (4, 2)], ids=["the first pair first", "the second pair first"])
def test_a_team_has_left_with_the_first_of_its_pairs_until_that_is_taken_back(rounds, club, director):
    method = replace(METHODS["continuous"][0], bye=SitOut.AVERAGE)
    tournament = evening(club, director, teams=5, rounds=5, each=4, method=method)
    first, second = Contestant.objects.filter(section__tournament=tournament, team="3")
    for pair, since in zip((first, second), rounds, strict=True):
        evenings.pair_leaves(tournament=tournament, by=director, contestant=pair, since=since)
    assert Field(tournament)._gone == {"3": 2}
    for event in evenings.changes_of(tournament):
        if event.data["since"] == 2:
            undoing.take_back(event=event, by=director)
    assert Field(tournament)._gone == {"3": 4}


def test_a_team_of_matches_in_halves_has_left_from_a_match_on(club, director):
    plan = evenings.Plan(4, "teams", 3, 4, halves=2)
    tournament = evenings.make_evening(club=club, by=director, name="H", date=date(2026, 11, 20), plan=plan)
    pair = Contestant.objects.filter(section__tournament=tournament, team="2").first()
    evenings.pair_leaves(tournament=tournament, by=director, contestant=pair, since=3)  # the first half of match 2
    assert Field(tournament)._gone == {"2": 2}


def test_the_page_of_the_method_asks_for_it_where_matches_give_points(client, club, director):
    client.force_login(director)
    for name, asked in (("continuous", True), ("patton", True), ("imps", False)):
        tournament = evening(club, director, method=METHODS[name][0])
        page = client.get(reverse("method", args=[tournament.pk])).content.decode()
        assert ('name="bye"' in page) == asked


def test_three_teams_meet_in_a_triangle_and_nobody_sits_out(client, club, director):
    plan = evenings.Plan(3, "triangle", 2, 4)
    tournament = evenings.make_evening(club=club, by=director, name="T", date=date(2026, 11, 20), plan=plan)
    tournament = set_method(tournament=tournament, method=METHODS["continuous"][0], by=director)
    play(tournament)
    found = {}
    for _turn, board, ns, ew, score in team_evenings.lines_of(tournament):
        found[board, ns, ew] = score
    won = {}
    for (board, ns, ew), score in found.items():
        won.setdefault((ns, ew), []).append(team_evenings.imps(score - found[board, ew, ns]))
    field, points = counted(tournament)
    matches = matches_of(field, points)
    assert len(matches) == 3
    for match in matches:
        assert (match.score.points[0], match.score.boards, match.score.over) == (sum(won[match.score.teams]), 4, True)
    with pytest.raises(Refused):
        evenings.Plan(3, "triangle", 1, 4).made()
    client.force_login(director)
    room = client.post(reverse("round", args=[tournament.pk]), {"round": "1"}, follow=True).content.decode()
    assert "Équipe 1 – Équipe 2" in room and "salle ouverte" not in room
