"""A table or a pair that arrives after the first results."""

from collections import Counter

import pytest

from arbitrage.models import Board, Contestant, Result, Tournament
from arbitrage.services import tournaments
from arbitrage.services.errors import Refused
from arbitrage.services.tournaments import evenings, late_pairs, late_tables
from arbitrage.services.tournaments.evenings import Plan
from tests.arbitrage.at_the_screen import post, sign_in, url, words
from tests.arbitrage.tournament.test_evenings import is_recorded, lines, made, type_result

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

SEVEN = Plan(tables=7, movement="mitchell", rounds=7, each=2)


def begun(club, director, plan: Plan, tables: int = 3) -> Tournament:
    """Prepare and begin an evening with the first results of its first tables."""
    tournament = made(club, director, plan)
    first = [line for line in lines(tournament, round=1) if line.table <= tables]
    for line in {one.table: one for one in reversed(first)}.values():
        type_result(line, director, 9)
    return tournament


def seated(tournament: Tournament) -> dict:
    """Return the players of every line with a result."""
    return {line.pk: (line.table, line.round, line.ns_id, line.ew_id) for line in lines(tournament, kind="played")}


def everything_fits(tournament: Tournament) -> None:
    """Check that no pair plays a board twice, meets an opponent twice or sits at two tables in a round."""
    found = list(Result.objects.filter(board__tournament=tournament).select_related("board"))
    of_a_pair = Counter((pair, line.board_id) for line in found for pair in (line.ns_id, line.ew_id))
    at_once = {(pair, line.round, line.table) for line in found for pair in (line.ns_id, line.ew_id)}
    met = {(frozenset((line.ns_id, line.ew_id)), line.round) for line in found}
    assert max(of_a_pair.values()) == 1
    assert max(Counter((pair, round) for pair, round, _table in at_once).values()) == 1
    assert max(Counter(pairs for pairs, _round in met).values()) == 1
    is_recorded(tournament)


@pytest.mark.parametrize("one_pair", [False, True], ids=["table", "pair"])
@pytest.mark.parametrize("since", [1, 2])
@pytest.mark.parametrize(
    "plan",
    [
        SEVEN,
        Plan(tables=3, movement="mitchell", rounds=3, each=4),
        Plan(tables=8, movement="skip", rounds=7, each=3),
        Plan(tables=4, movement="skip", rounds=3, each=5),
        Plan(tables=9, movement="mitchell", rounds=9, each=1),
        Plan(tables=7, movement="mitchell", rounds=6, each=2, one_ranking=True),
    ],
    ids=lambda plan: f"{plan.movement}-{plan.tables}{'-turned' if plan.one_ranking else ''}",
)
def test_a_table_joins_after_the_first_results(club, director, plan, since, one_pair):
    if one_pair and plan.one_ranking:
        return
    tournament = begun(club, director, plan)
    played = seated(tournament)
    names = (("Late", "Later"), ("Last", "Latest"))[: 2 - one_pair]
    late_tables.add_table(tournament=tournament, by=director, since=since, names=names, one_pair=one_pair)
    everything_fits(tournament)
    assert seated(tournament) == played
    late = set(Contestant.objects.filter(players__name__in=("Late", "Last")))
    assert len(late) == 2 - one_pair
    assert {line.round for line in lines(tournament) if {line.ns, line.ew} & late} <= set(range(since, plan.rounds + 1))
    sitting = Counter(line.round for line in lines(tournament) if {line.ns, line.ew} & late)
    assert set(sitting) >= set(range(since + one_pair, plan.rounds + 1)), "a late pair plays; alone it sits out once"
    assert evenings.plan_of(tournament).tables == plan.tables + 1


def test_later_than_the_second_round_there_is_no_place_and_nothing_changes(club, director):
    tournament = begun(club, director, SEVEN)
    before = [(line.pk, line.table, line.round) for line in lines(tournament)]
    with pytest.raises(Refused) as refusal:
        late_tables.add_table(tournament=tournament, by=director, since=3)
    assert refusal.value.code == "too_late"
    assert [(line.pk, line.table, line.round) for line in lines(tournament)] == before


def test_a_howell_and_a_relay_take_none(club, director):
    for tournament in (made(club, director), begun(club, director, Plan(tables=8, movement="relay", rounds=8, each=1))):
        with pytest.raises(Refused) as refusal:
            late_tables.add_table(tournament=tournament, by=director, since=2)
        assert refusal.value.code == "whole"


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        (Plan(tables=5, movement="howell", rounds=9, each=3), "This movement takes no table once results are there"),
        (Plan(tables=8, movement="relay", rounds=8, each=1), "This movement takes no table once results are there"),
        (Plan(tables=4, movement="teams", rounds=3, each=8), "This movement takes no table once results are there"),
        (Plan(tables=7, movement="mitchell", rounds=7, each=2, half=True), "a late pair takes its place, above"),
    ],
    ids=lambda one: one.movement if isinstance(one, Plan) else "",
)
def test_where_none_can_join_the_page_says_why_and_what_to_do_instead(club, director, plan, said):
    tournament = made(club, director, plan)
    client = sign_in(director)
    assert said not in words(client.get(url("evening", tournament.pk)))
    type_result(lines(tournament, round=1)[0], director, 9)
    shown = words(client.get(url("evening", tournament.pk)))
    assert said in shown
    assert "Add the table" not in shown
    assert ("The missing pair arrives" in shown) == plan.half


def test_from_the_third_round_on_the_page_offers_no_table_and_says_so(club, director):
    tournament = begun(club, director, SEVEN)
    client = sign_in(director)
    for number, offered in ((1, True), (2, True), (3, False)):
        tournaments.begin_round(tournament=tournament, number=number, by=director)
        page = client.get(url("evening", tournament.pk))
        assert ('href="?act=add"' in page.content.decode()) == offered
        shown = words(page)
        assert ("until its second round, no later" in shown) != offered


def test_the_late_pair_that_was_missing_still_arrives_at_the_added_table(club, director):
    tournament = begun(club, director, SEVEN)
    late_tables.add_table(tournament=tournament, by=director, since=2, one_pair=True)
    before = len(lines(tournament))
    assert late_pairs.pair_arrives(tournament=tournament, by=director, since=3, names=("Last", "Latest"))
    assert len(lines(tournament)) > before
    everything_fits(tournament)


def test_a_table_is_added_on_the_page(club, director):
    tournament = begun(club, director, SEVEN)
    client = sign_in(director)
    address = url("evening", tournament.pk)
    assert "A table more" in words(client.get(address))
    response = post(client, address, {"change": "add", "since": "2", "names": "Dupont - Martin\nRoux - Petit"})
    assert "Table 8 plays from round 2 on." in words(response)
    assert Contestant.objects.filter(players__name="Roux", direction="EW", number="8").exists()
    assert Board.objects.count() == 16
    response = post(client, address, {"change": "add", "since": "7"})
    assert "no place for another table" in words(response)
