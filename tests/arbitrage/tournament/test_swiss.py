"""A Swiss evening is drawn round by round from the ranking; a director can change a draw by hand with a reason, or undo
it."""

import datetime
import random
from collections import Counter

import pytest

from arbitrage.models import Contestant, Event, Result, Tournament
from arbitrage.services import tournaments
from arbitrage.services.errors import Refused
from arbitrage.services.record import tournament_rows
from arbitrage.services.results.field import forget_fields
from arbitrage.services.tournaments import evenings, late_pairs, swiss
from arbitrage.services.tournaments.evenings import Plan
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import post, sign_in, url, words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_moment")]

DAY = datetime.date(2026, 11, 19)
KINDS = {
    "pairs": Plan(5, "swiss", 5, 3),
    "an odd number of pairs": Plan(5, "swiss", 5, 3, half=True),
    "teams": Plan(8, "swiss_teams", 5, 4),
    "an odd number of teams": Plan(8, "swiss_teams", 5, 4, half=True),
}
kinds = pytest.mark.parametrize("kind", KINDS)


def made(club, director, kind: str) -> Tournament:
    return evenings.make_evening(club=club, by=director, name="Suisse", date=DAY, plan=KINDS[kind])


def play(tournament: Tournament, number: int, draw: random.Random) -> None:
    """Give every line of a round a score without an event, as only the draw is tested here."""
    for line in Result.objects.filter(board__tournament=tournament, round=number):
        Result.objects.filter(pk=line.pk).update(kind="passed", score=draw.randrange(-60, 61) * 10)
    forget_fields()


def meetings(tournament: Tournament, number: int) -> set[frozenset[str]]:
    teams = tournament.kind == "teams"
    lines = Result.objects.filter(board__tournament=tournament, round=number)
    found = lines.values_list("ns__team" if teams else "ns__number", "ew__team" if teams else "ew__number")
    return {frozenset(two) for two in found}


@kinds
def test_a_whole_evening_is_drawn_without_a_second_meeting(kind, club, director):
    tournament, draw = made(club, director, kind), random.Random(kind)
    field = Contestant.objects.filter(section__tournament=tournament).values_list("team", "number")
    everybody = {team or number for team, number in field}
    met: Counter = Counter()
    exempt: Counter = Counter()
    for number in range(1, 6):
        if number > 1:
            assert swiss.to_draw(tournament) == number
            swiss.draw_round(tournament=tournament, number=number, by=director)
        here = meetings(tournament, number)
        met.update(here)
        exempt.update(everybody - {one for two in here for one in two})
        lines = Result.objects.filter(board__tournament=tournament, round=number)
        sat = Counter(one for ns, ew in set(lines.values_list("ns", "ew")) for one in (ns, ew))
        assert set(sat.values()) == {1}
        each = KINDS[kind].each
        first = (number - 1) * each + 1
        assert set(lines.values_list("board__number", flat=True)) == set(range(first, first + each))
        play(tournament, number, draw)
    assert set(met.values()) == {1}
    assert swiss.to_draw(tournament) is None
    odd = len(everybody) % 2
    assert (sum(exempt.values()), max(exempt.values(), default=0)) == ((5, 1) if odd else (0, 0))


def test_the_first_of_the_ranking_meets_the_second_at_table_one(club, director):
    tournament = made(club, director, "pairs")
    play(tournament, 1, random.Random(1))
    swiss.draw_round(tournament=tournament, number=2, by=director)
    matches, _exempt = swiss.matches_of(tournament, 2)
    order = [unit.key for unit in swiss.units_of(tournament, 2)]
    first = matches[0]
    assert order[0] in (first.one.key, first.other.key)
    assert (first.table, first.before) == (1, 0)
    assert [match.table for match in matches] == [1, 2, 3, 4, 5]


def test_the_ranking_that_a_round_is_drawn_from_is_that_of_the_rounds_before(club, director):
    tournament = made(club, director, "pairs")
    play(tournament, 1, random.Random(1))
    before = [unit.key for unit in swiss.units_of(tournament, 2)]
    swiss.draw_round(tournament=tournament, number=2, by=director)
    play(tournament, 2, random.Random(2))
    assert [unit.key for unit in swiss.units_of(tournament, 2)] == before
    assert [unit.key for unit in swiss.units_of(tournament, 3)] != before


def test_a_pair_that_has_left_is_not_drawn_any_more(club, director):
    tournament = made(club, director, "pairs")
    leaves = Contestant.objects.get(section__tournament=tournament, number="4")
    evenings.pair_leaves(tournament=tournament, by=director, contestant=leaves, since=2)
    play(tournament, 1, random.Random(1))
    swiss.draw_round(tournament=tournament, number=2, by=director)
    assert "4" not in {one for two in meetings(tournament, 2) for one in two}
    _matches, exempt = swiss.matches_of(tournament, 2)
    assert len(exempt) == 1


def test_a_second_pair_that_has_left_is_not_drawn_either(club, director):
    tournament = made(club, director, "pairs")
    for number, since in (("4", 2), ("5", 3)):
        leaves = Contestant.objects.get(section__tournament=tournament, number=number)
        evenings.pair_leaves(tournament=tournament, by=director, contestant=leaves, since=since)
    for number in (2, 3):
        swiss.draw_round(tournament=tournament, number=number, by=director)
    assert {"4", "5"} & {one for two in meetings(tournament, 2) for one in two} == {"5"}
    assert not {"4", "5"} & {one for two in meetings(tournament, 3) for one in two}


def test_a_pair_without_a_score_is_drawn_among_those_with_an_average_one(club, director):
    tournament = made(club, director, "pairs")
    lines = Result.objects.filter(board__tournament=tournament, round=1)
    lines.exclude(table=1).update(kind="passed", score=0)
    forget_fields()
    units = swiss.units_of(tournament, 2)
    assert [unit.score is None for unit in units].count(True) == 2
    assert [unit.key for unit in units] == [str(one.pk) for one in swiss.everybody_of(tournament)]


def test_the_room_waits_for_the_draw_of_the_next_round_alone(club, director):
    tournament = made(club, director, "pairs")
    assert swiss.waits_for_draw(tournament) is None
    for current, drawn, waits in ((1, 1, 2), (1, 2, None), (2, 2, 3), (2, 3, None), (3, 3, 4), (4, 4, 5), (5, 5, None)):
        tournament = tournaments.begin_round(tournament=tournament, number=current, by=director)
        if drawn > swiss.last_drawn(tournament):
            swiss.draw_round(tournament=tournament, number=drawn, by=director)
        assert swiss.waits_for_draw(tournament) == waits, (current, drawn)


def test_a_pair_that_arrives_late_is_drawn_from_then_on(club, director):
    tournament = made(club, director, "an odd number of pairs")
    play(tournament, 1, random.Random(1))
    late_pairs.pair_arrives(tournament=tournament, by=director, since=2, names=("Jeanne Martin", "Paul Durand"))
    swiss.draw_round(tournament=tournament, number=2, by=director)
    assert "10" in {one for two in meetings(tournament, 2) for one in two}


@kinds
def test_two_take_each_others_place_for_a_reason_and_back(kind, club, director):
    tournament = made(club, director, kind)
    play(tournament, 1, random.Random(3))
    swiss.draw_round(tournament=tournament, number=2, by=director)
    drawn = meetings(tournament, 2)
    matches, exempt = swiss.matches_of(tournament, 2)
    one, other = matches[0].one.key, (exempt[0].key if exempt else matches[1].other.key)
    with pytest.raises(Refused, match="Dites pourquoi"):
        swiss.exchange(tournament=tournament, one=one, other=other, reason="", by=director)
    swiss.exchange(tournament=tournament, one=one, other=other, reason="family", by=director)
    changed, _exempt = swiss.matches_of(tournament, 2)
    assert one not in {changed[0].one.key, changed[0].other.key}
    assert meetings(tournament, 2) != drawn
    assert Event.objects.filter(kind="round_exchanged").get().data["reason"] == "family"
    swiss.take_back(tournament=tournament, by=director)
    assert meetings(tournament, 2) == drawn
    swiss.take_back(tournament=tournament, by=director)
    assert meetings(tournament, 2) == set()
    assert swiss.to_draw(tournament) == 2


def test_a_round_that_is_played_keeps_its_draw(club, director):
    tournament = made(club, director, "pairs")
    play(tournament, 1, random.Random(3))
    swiss.draw_round(tournament=tournament, number=2, by=director)
    matches, _exempt = swiss.matches_of(tournament, 2)
    play(tournament, 2, random.Random(4))
    with pytest.raises(Refused, match="son tirage ne change plus"):
        swiss.take_back(tournament=tournament, by=director)
    with pytest.raises(Refused, match="son tirage ne change plus"):
        one, other = matches[0].one.key, matches[1].one.key
        swiss.exchange(tournament=tournament, one=one, other=other, reason="seat", by=director)


def test_the_rows_are_what_the_record_says_at_every_step(club, director):
    tournament = made(club, director, "teams")
    assert tournament_rows.differences(tournament) == []
    swiss.draw_round(tournament=tournament, number=2, by=director)
    assert tournament_rows.differences(tournament) == []
    matches, _exempt = swiss.matches_of(tournament, 2)
    swiss.exchange(tournament=tournament, one=matches[0].one.key, other=matches[1].one.key, reason="other", by=director)
    assert tournament_rows.differences(tournament) == []
    swiss.take_back(tournament=tournament, by=director)
    swiss.take_back(tournament=tournament, by=director)
    assert tournament_rows.differences(tournament) == []


def test_drawing_twice_draws_once_and_no_round_is_skipped(club, director):
    tournament = made(club, director, "pairs")
    for _twice in range(2):
        swiss.draw_round(tournament=tournament, number=2, by=director)
    assert Event.objects.filter(kind="round_drawn").count() == 1
    with pytest.raises(Refused):
        swiss.draw_round(tournament=tournament, number=4, by=director)
    howell = evenings.make_evening(club=club, by=director, name="Howell", date=DAY, plan=Plan(4, "howell", 7, 3))
    with pytest.raises(Refused):
        swiss.draw_round(tournament=howell, number=7, by=director)


# The page


@pytest.mark.either_database
def test_the_room_leads_to_the_draw_and_the_draw_back_to_the_round(club, director, client):
    tournament = made(club, director, "pairs")
    room, draw = url("room", tournament.pk), url("draw", tournament.pk)
    assert "Draw round" not in words(client.get(room))
    tournaments.begin_round(tournament=tournament, number=1, by=director)
    assert "Draw round 2" in words(client.get(room))
    page = client.get(draw)
    assert "Round 1 as it is drawn" in words(page) and "15 results are missing" in words(page)
    play(tournament, 1, random.Random(5))
    shown_words = words(post(client, draw, {"change": "draw", "round": "2"}))
    assert "Round 2 is drawn." in shown_words and "Round 2 as it is drawn" in shown_words
    assert "Next round" in words(client.get(room))


@pytest.mark.either_database
def test_what_is_wrong_is_said_and_what_was_chosen_stays(club, director, client):
    tournament = made(club, director, "pairs")
    play(tournament, 1, random.Random(5))
    swiss.draw_round(tournament=tournament, number=2, by=director)
    matches, _exempt = swiss.matches_of(tournament, 2)
    chosen = {"one": matches[0].one.key, "other": matches[1].one.key, "change": "exchange"}
    page = client.post(url("draw", tournament.pk), chosen)
    assert page.status_code == 422 and "Say why the draw is changed." in words(page)
    assert page.content.decode().count(" selected") == 2
    shown_words = words(post(client, url("draw", tournament.pk), chosen | {"reason": "family"}))
    assert "round 2 changed: These two should not meet" in shown_words
    assert "round 2 changed" not in words(post(client, url("draw", tournament.pk), {"change": "back"}))


@pytest.mark.either_database
def test_who_may_only_read_draws_nothing(club, director):
    tournament = made(club, director, "pairs")
    reader = sign_in(make.make_member(club, "lecteur", role="reader"))
    assert reader.get(url("draw", tournament.pk)).status_code == 200
    assert reader.post(url("draw", tournament.pk), {"change": "draw", "round": "2"}).status_code == 403
    assert swiss.last_drawn(tournament) == 1
