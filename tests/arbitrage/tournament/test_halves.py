"""Matches in two halves: the boards and rounds of each half, the victory points of the whole match, and all pages about
it.

IMPs and victory points are computed without code of the product.
"""

import datetime
import random
from collections import Counter, defaultdict
from decimal import Decimal
from math import sqrt

import pytest
from django.db.models import Q

from arbitrage.models import Contestant, Incident, Result, Tournament
from arbitrage.pages.ranking.matches import matches_page
from arbitrage.pages.wording.tables_and_boards import place
from arbitrage.services import incidents, tournaments
from arbitrage.services.errors import Refused
from arbitrage.services.files import exports, imports
from arbitrage.services.record import tournament_rows
from arbitrage.services.results.field import field_of, forget_fields
from arbitrage.services.results.matches import after_round, matches_of, rounds_begun
from arbitrage.services.tournaments import evenings, set_method, swiss
from arbitrage.services.tournaments.evenings import Plan
from rulings.scores.methods import Method, Scoring, VictoryPoints
from tests.arbitrage.at_the_screen import sign_in, url, words
from tests.arbitrage.ranking.team_evenings import SCORES, imps

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.either_database,
    pytest.mark.usefixtures("one_moment", "replayed", "in_english"),
]

DAY = datetime.date(2026, 11, 19)
PLANS = {
    "teams": Plan(4, "teams", 3, 8, halves=2),
    "an odd number of teams": Plan(5, "teams", 5, 4, halves=2),
    "a Swiss": Plan(8, "swiss_teams", 3, 6, halves=2),
    "a Swiss, an odd number": Plan(8, "swiss_teams", 3, 4, half=True, halves=2),
}
every_plan = pytest.mark.parametrize("name", PLANS)


def made(club, director, name: str) -> Tournament:
    tournament = evenings.make_evening(club=club, by=director, name="Par équipes", date=DAY, plan=PLANS[name])
    method = Method(scoring=Scoring.IMPS, victory_points=VictoryPoints.CONTINUOUS)
    return set_method(tournament=tournament, method=method, by=director)


def play(tournament: Tournament, director, *, last: int = 99) -> None:
    """Draw and play the rounds up to the *last*, half after half, writing the rows without events."""
    draw = random.Random(tournament.name)
    for number in range(1, min(last, tournament.rounds) + 1):
        if swiss.to_draw(tournament) == number:
            swiss.draw_round(tournament=tournament, number=number, by=director)
        for line in Result.objects.filter(board__tournament=tournament, round=number).order_by("board", "table"):
            Result.objects.filter(pk=line.pk).update(kind="played", score=draw.choice(SCORES))
        forget_fields()


def by_hand(tournament: Tournament) -> dict[tuple[int, str, str], dict[int, list[int]]]:
    """Compute the IMPs of each board of each match, by half, from the side of the first team of the key."""
    lines = list(Result.objects.filter(board__tournament=tournament).select_related("ns", "ew", "board"))
    tables = {(one.board.number, one.ns.team, one.ew.team): one for one in lines if one.kind == "played"}
    by_match: dict = defaultdict(lambda: defaultdict(list))
    for (board, ns, ew), line in tables.items():
        other = tables.get((board, ew, ns))
        if other is not None:
            match, half = divmod(line.round - 1, 2)
            by_match[match + 1, ns, ew][half + 1].append(imps(line.score - other.score))
    return by_match


def victory_points(margin: int, boards: int) -> Decimal:
    """Compute the formula of the World Bridge Federation in floating point, within a hundredth of its table."""
    ratio = sqrt(5) - 2
    won = min(10 + 10 * (1 - ratio ** (abs(margin) / (15 * sqrt(boards)))) / (1 - ratio), 20)
    return Decimal(won if margin >= 0 else 20 - won)


# Preparation


@every_plan
def test_each_half_has_its_own_boards_and_the_same_opponents(name, club, director):
    tournament, plan = made(club, director, name), PLANS[name]
    play(tournament, director)
    assert (tournament.halves, tournament.rounds) == (2, 2 * plan.rounds)
    assert tournament.boards.count() == plan.rounds * plan.each
    met = defaultdict(set)
    boards = defaultdict(set)
    for line in Result.objects.filter(board__tournament=tournament).select_related("ns", "ew", "board"):
        met[line.round].add(frozenset((line.ns.team, line.ew.team)))
        boards[line.round].add(line.board.number)
    for match in range(1, plan.rounds + 1):
        first, second = 2 * match - 1, 2 * match
        assert met[first] == met[second]
        start = (match - 1) * plan.each
        assert sorted(boards[first]) == list(range(start + 1, start + plan.each // 2 + 1))
        assert sorted(boards[second]) == list(range(start + plan.each // 2 + 1, start + plan.each + 1))
    meetings = Counter(two for number in met for two in met[number])
    assert set(meetings.values()) == {2}, "a match was played again, or one half of it is missing"


@pytest.mark.parametrize(
    ("plan", "code"),
    [
        (Plan(4, "teams", 3, 7, halves=2), "boards"),
        (Plan(7, "mitchell", 7, 4, halves=2), "halves"),
        (Plan(5, "swiss", 5, 4, halves=2), "halves"),
        (Plan(4, "teams", 3, 8, halves=3), "halves"),
        (Plan(4, "teams", 3, 34, halves=2), "boards"),
    ],
)
def test_what_has_no_two_halves_is_refused(plan, code):
    with pytest.raises(Refused) as refused:
        plan.made()
    assert refused.value.code == code


def test_the_form_offers_halves_to_teams_alone_and_an_even_number_of_boards(club, director):
    client = sign_in(director)
    teams = {"tables": "4", "movement": "teams", "was": "4-teams", "each": "7", "rounds": "3", "halves": "on"}
    page = client.get(url("evening_new"), teams).content.decode()
    assert 'name="halves" checked' in page and 'id="each-8" name="each" value="8" checked' in page
    assert 'id="each-7"' not in page
    assert "4 teams, 3 rounds of 8 boards in two halves of 4: 24 boards." in words(
        client.get(url("evening_new"), teams)
    )
    five = teams | {"tables": "5", "was": "5-teams", "rounds": "5", "each": "4"}
    sentence = "5 teams, 5 rounds of 4 boards in two halves of 2: 20 boards. One team sits out in each round."
    assert sentence in words(client.get(url("evening_new"), five))
    pairs = teams | {"movement": "howell"}
    assert 'name="halves"' not in client.get(url("evening_new"), pairs).content.decode()


def test_before_the_first_result_the_evening_is_made_again_with_halves_and_without(club, director):
    tournament = evenings.make_evening(club=club, by=director, name="Q", date=DAY, plan=Plan(4, "teams", 3, 8))
    for plan, rounds in ((PLANS["teams"], 6), (Plan(4, "teams", 3, 8), 3), (PLANS["teams"], 6)):
        tournament = evenings.make_again(tournament=tournament, by=director, plan=plan)
        assert (tournament.halves, tournament.rounds) == (plan.halves, rounds)
        assert evenings.plan_of(tournament) == plan


# Scores in force


@every_plan
def test_imps_of_each_half_and_victory_points_of_the_whole_match(name, club, director):
    tournament, plan = made(club, director, name), PLANS[name]
    play(tournament, director)
    expected = by_hand(tournament)
    field = field_of(tournament)
    points = field.points(field.counted())
    totals: Counter = Counter()
    matches = matches_of(field, points)
    assert {(one.round, *one.score.teams) for one in matches} <= expected.keys()
    for match in matches:
        halves = expected[match.round, *match.score.teams]
        assert [half.points[0] for half in match.halves] == [sum(halves[1]), sum(halves[2])]
        assert [half.won[1] for half in match.halves] == [sum(-min(half, 0) for half in halves[at]) for at in (1, 2)]
        margin = sum(halves[1]) + sum(halves[2])
        assert (match.score.boards, match.score.over) == (plan.each, True)
        assert abs(Decimal(match.score.worth[0].numerator) / match.score.worth[0].denominator
                   - victory_points(margin, plan.each)) <= Decimal("0.02")  # fmt: skip
        totals.update(dict(zip(match.score.teams, match.score.worth, strict=True)))
    assert {standing.contestant: standing.score for standing in points.scores.standings} == dict(totals)


def seats_of_matches(tournament: Tournament) -> set[tuple[int, frozenset[str], int]]:
    """List the tables of every match, with its number and its teams."""
    forget_fields()
    field = field_of(tournament)
    matches = matches_of(field, field.points(field.counted()))
    return {(match.round, frozenset(match.score.teams), table) for match in matches for table in match.tables}


@pytest.mark.parametrize("last", [0, 6], ids=["not begun", "played"])
def test_a_pair_without_a_team_takes_its_own_table_alone_from_its_matches(club, director, last):
    tournament = made(club, director, "teams")
    play(tournament, director, last=last)
    every_seat = seats_of_matches(tournament)
    assert {(number, table) for number, _teams, table in every_seat} == {
        (n, t) for n in (1, 2, 3) for t in (1, 2, 3, 4)
    }
    for pair in Contestant.objects.filter(section__tournament=tournament):
        sat = Result.objects.filter(Q(ns=pair) | Q(ew=pair)).values_list("round", "table")
        own = {((turn + 1) // 2, table) for turn, table in sat}
        Contestant.objects.filter(pk=pair.pk).update(team="")
        left = {seat for seat in every_seat if (seat[0], seat[2]) not in own}
        assert seats_of_matches(tournament) == left
        Contestant.objects.filter(pk=pair.pk).update(team=pair.team)


def test_after_the_first_half_a_match_is_provisional_and_ranked_by_match(club, director):
    tournament = made(club, director, "teams")
    play(tournament, director, last=1)
    field = field_of(tournament)
    points = field.points(field.counted())
    said = matches_page(field, points)["match_rounds"][0]["matches"][0]
    assert "provisional: 4 boards of 8" in said["left"]
    assert [half["half"] for half in said["halves"]] == ["first half"]
    play(tournament, director, last=4)
    field = field_of(tournament)
    points = field.points(field.counted())
    assert rounds_begun(field, points) == [1, 2]
    assert {one.boards for one in after_round(field, points, 1)} == {8}


def test_a_swiss_draws_both_halves_at_once_and_undoes_them_at_once(club, director):
    tournament = made(club, director, "a Swiss, an odd number")
    play(tournament, director, last=2)
    assert swiss.to_draw(tournament) == 3
    for number in (3, 3, 4):
        swiss.draw_round(tournament=tournament, number=number, by=director)
    lines = Result.objects.filter(board__tournament=tournament)
    pairs = {number: set(lines.filter(round=number).values_list("table", "ns", "ew")) for number in (3, 4)}
    assert len(pairs[3]) == 6 and pairs[3] == pairs[4]
    matches, (exempt,) = swiss.matches_of(tournament, 4)
    swiss.exchange(tournament=tournament, one=matches[0].one.key, other=exempt.key, reason="late", by=director)
    pairs = {number: set(lines.filter(round=number).values_list("table", "ns", "ew")) for number in (3, 4)}
    assert pairs[3] == pairs[4]
    assert swiss.matches_of(tournament, 4)[1][0].key == matches[0].one.key
    page = words(sign_in(director).get(url("draw", tournament.pk)))
    assert "Round 2 as it is drawn" in page and "round 2 changed" in page
    swiss.take_back(tournament=tournament, by=director)
    swiss.take_back(tournament=tournament, by=director)
    assert not lines.filter(round__gte=3).exists() and swiss.to_draw(tournament) == 3
    assert all(
        "score" in difference for difference in tournament_rows.differences(tournament)
    )  # the results written without events


# The pages


@pytest.mark.parametrize("page", ["room", "clock"])
def test_the_button_of_the_next_round_names_the_half_that_it_begins(page, club, director):
    tournament, client = made(club, director, "teams"), sign_in(director)
    address, buttons = url(page, tournament.pk), ("Begin round 1", "Begin the second half", "Next round")
    for number, shown in enumerate([buttons[0], *2 * (buttons[1], buttons[2]), buttons[1], None]):
        if number:
            tournaments.begin_round(tournament=tournament, number=number, by=director)
        page_words = words(client.get(address))
        assert [button for button in buttons if button in page_words] == [shown][: shown is not None], (
            f"in round {number}"
        )


def test_every_page_names_the_half(club, director):
    tournament, client = made(club, director, "teams"), sign_in(director)
    play(tournament, director, last=3)
    page = words(client.post(url("round", tournament.pk), {"round": "1"}, follow=True))
    assert "Round 1 of 3, first half" in page
    tournaments.begin_round(tournament=tournament, number=4, by=director)
    for name, said in (
        ("room", "Round 2 of 3, second half"),
        ("clock", "Round 2 of 3, second half"),
        ("tournament_list", "Round 2 of 3, second half"),
        ("seating", "Where to sit, round 2, second half"),
        ("guide_cards", "3, 2nd"),
        ("ranking", "first half"),
        ("session_report", "first half"),
    ):
        args = () if name == "tournament_list" else (tournament.pk,)
        assert said in words(client.get(url(name, *args))), name
    line = Result.objects.filter(board__tournament=tournament, round=4).first()
    call = incidents.open_incident(
        tournament=tournament, by=director, section=line.section, table=line.table, board=line.board
    )
    assert "Round 2, second half" in place(Incident.objects.get(pk=call.pk)).replace("\u00a0", " ")


def test_a_table_that_closes_and_a_pair_that_leaves_say_the_half(club, director):
    tournament, client = made(club, director, "teams"), sign_in(director)
    pair = Contestant.objects.filter(section__tournament=tournament).first()
    sent = {"change": "leave", "contestant": str(pair.pk), "since": "2"}
    page = words(client.post(url("evening", tournament.pk), sent, follow=True))
    assert "from round 1, second half on" in page
    assert "leaves from round 1, second half on" in page


# Files


@pytest.mark.parametrize("format", ["json", "usebio"])
def test_it_goes_out_and_comes_in_with_its_halves(format, club, director):
    tournament = made(club, director, "teams")
    play(tournament, director)
    sent = exports.export_tournament(tournament, format)
    again = imports.import_tournament(club=club, data=sent.data, filename=sent.filename, by=director).tournaments[0]
    assert (again.halves, again.rounds) == (2, 6)
    scores = []
    for one in (tournament, again):
        field = field_of(one)
        scores.append([match.score.points for match in matches_of(field, field.points(field.counted()))])
    assert scores[0] == scores[1]


@pytest.mark.parametrize("format", ["pbn", "csv", "xlsx"])
def test_a_format_without_halves_says_so(format, club, director):
    tournament = made(club, director, "teams")
    play(tournament, director)
    problems = " ".join(str(problem) for problem in exports.export_tournament(tournament, format).problems)
    assert "A match in two halves is written as two rounds." in problems
