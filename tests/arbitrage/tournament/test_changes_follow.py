"""Changes of an evening that come one after the other: whoever left stays away, a closed table stays closed, and what
was made again or grew since is not undone."""

from dataclasses import replace

import pytest

from arbitrage.models import Contestant, PlayerLink, Tournament
from arbitrage.pages.tournament import evening_changed
from arbitrage.pages.tournament.evenings import summary, touched
from arbitrage.services import undoing
from arbitrage.services.errors import Refused
from arbitrage.services.people import player_links
from arbitrage.services.record import club_rows
from arbitrage.services.tournaments import begin_round, evenings, late_pairs, late_tables, playing_director, swiss
from arbitrage.services.tournaments.evenings import Plan
from tests.arbitrage.at_the_screen import post, sign_in, url, words
from tests.arbitrage.tournament.test_evenings import is_recorded, lines, made
from tests.arbitrage.tournament.test_late_tables import begun, everything_fits

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

SEVEN = Plan(tables=7, movement="mitchell", rounds=7, each=2)
HALF = replace(SEVEN, half=True)
TURNED = replace(SEVEN, rounds=6, one_ranking=True)
SWISS = Plan(tables=6, movement="swiss", rounds=4, each=2)


def pair(tournament: Tournament, direction: str, number: str) -> Contestant:
    return Contestant.objects.get(section__tournament=tournament, direction=direction, number=number)


def of_pair(tournament: Tournament, contestant: Contestant) -> set[int]:
    """Return the rounds in which a pair has lines."""
    return {line.round for line in lines(tournament) if contestant in (line.ns, line.ew)}


def somebody_comes(tournament: Tournament, director, plan: Plan) -> None:
    if plan.half:
        late_pairs.pair_arrives(tournament=tournament, by=director, since=2)
    else:
        late_tables.add_table(tournament=tournament, by=director, since=2)


@pytest.mark.parametrize("plan", [SEVEN, HALF, TURNED], ids=["table", "pair", "turned"])
def test_a_pair_that_has_left_stays_away_when_somebody_comes(club, director, plan):
    tournament = begun(club, director, plan)
    left = pair(tournament, "" if plan.one_ranking else "NS", "3")
    evenings.pair_leaves(tournament=tournament, by=director, contestant=left, since=3)
    somebody_comes(tournament, director, plan)
    assert of_pair(tournament, left) == {1, 2}
    everything_fits(tournament)


@pytest.mark.parametrize("plan", [SEVEN, HALF, TURNED], ids=["table", "pair", "turned"])
def test_a_closed_table_stays_closed_when_somebody_comes(club, director, plan):
    tournament = begun(club, director, plan)
    evenings.close_table(tournament=tournament, by=director, section=tournament.sections.get(), table=3, since=3)
    somebody_comes(tournament, director, plan)
    assert {line.round for line in lines(tournament, table=3)} == {1, 2}
    assert {line.round for line in lines(tournament, table=4)} == set(range(1, plan.rounds + 1))
    everything_fits(tournament)


def test_a_late_pair_that_leaves_again_is_not_brought_back_by_its_names(club, director):
    tournament = begun(club, director, HALF)
    late_pairs.pair_arrives(tournament=tournament, by=director, since=2)
    late = pair(tournament, "EW", "7")
    evenings.pair_leaves(tournament=tournament, by=director, contestant=late, since=4)
    late_pairs.pair_arrives(tournament=tournament, by=director, since=2, names=("Late", "Later"))
    assert of_pair(tournament, late) == {2, 3}


def test_who_comes_back_meets_the_late_pair_once_its_arrival_is_said_again(club, director):
    tournament = begun(club, director, HALF)
    left = pair(tournament, "NS", "3")
    evenings.pair_leaves(tournament=tournament, by=director, contestant=left, since=3)
    late_pairs.pair_arrives(tournament=tournament, by=director, since=2)
    undoing.take_back(event=evenings.changes_of(tournament)[0], by=director)
    late_pairs.pair_arrives(tournament=tournament, by=director, since=2)
    assert of_pair(tournament, left) == set(range(1, 8))
    assert of_pair(tournament, pair(tournament, "EW", "7")) == set(range(2, 8))
    everything_fits(tournament)


@pytest.mark.parametrize("plan", [SEVEN, TURNED, Plan(tables=4, movement="skip", rounds=3, each=2, one_ranking=True)])
def test_tables_are_added_one_after_the_other(club, director, plan):
    tournament = begun(club, director, plan)
    for table in (1, 2):
        late_tables.add_table(tournament=tournament, by=director, since=2)
        assert evenings.tables_of(tournament) == plan.tables + table
    everything_fits(tournament)
    numbers = [int(contestant.number) for contestant in evenings.everybody_of(tournament)]
    assert max(numbers) == (plan.tables + 2) * (1 + plan.one_ranking)


@pytest.mark.parametrize("change", ["leave", "close"])
def test_what_was_changed_before_a_table_was_added_is_not_undone_any_more(club, director, change):
    tournament = begun(club, director, SEVEN)
    if change == "leave":
        evenings.pair_leaves(tournament=tournament, by=director, contestant=pair(tournament, "EW", "5"), since=3)
    else:
        evenings.close_table(tournament=tournament, by=director, section=tournament.sections.get(), table=5, since=3)
    (event,) = evenings.changes_of(tournament)
    client, address = sign_in(director), url("evening", tournament.pk)
    assert f'value="{event.pk}"' in client.get(address).content.decode()
    late_tables.add_table(tournament=tournament, by=director, since=2)
    assert f'value="{event.pk}"' not in client.get(address).content.decode()
    before = len(lines(tournament))
    with pytest.raises(Refused) as refusal:
        undoing.take_back(event=event, by=director)
    assert (refusal.value.code, len(lines(tournament))) == ("changed", before)
    assert "cannot be taken back any more" in words(post(client, address, {"change": "reopen", "event": event.pk}))


def test_a_round_begun_before_a_table_was_added_is_still_undone(club, director):
    tournament = begun(club, director, SEVEN)
    begin_round(tournament=tournament, number=2, by=director)
    event = undoing.last_of(tournament, director)
    late_tables.add_table(tournament=tournament, by=director, since=2)
    undoing.undo(event=event, by=director)
    assert Tournament.objects.get(pk=tournament.pk).current_round is None


def test_an_evening_made_again_has_everybody_back(club, director):
    tournament = made(club, director, SEVEN)
    evenings.pair_leaves(tournament=tournament, by=director, contestant=pair(tournament, "NS", "3"), since=2)
    (event,) = evenings.changes_of(tournament)
    evenings.make_again(tournament=tournament, by=director, plan=replace(SEVEN, tables=9))
    assert evenings.changes_of(tournament) == []
    assert "leaves from round" not in words(sign_in(director).get(url("evening", tournament.pk)))
    with pytest.raises(Refused) as refusal:
        undoing.undo(event=event, by=director)
    assert refusal.value.code == "changed"
    evenings.close_table(tournament=tournament, by=director, section=tournament.sections.get(), table=3, since=2)
    assert len(evenings.changes_of(tournament)) == 1
    is_recorded(tournament)


@pytest.mark.parametrize(("tables", "stays"), [(9, True), (3, False)])
def test_a_director_who_plays_is_still_one_when_the_evening_is_made_again(club, director, tables, stays):
    tournament = made(club, director, replace(SEVEN, one_ranking=True))
    playing_director.say_playing(tournament=tournament, by=director, contestant=pair(tournament, "", "7"))
    evenings.make_again(
        tournament=tournament, by=director, plan=replace(SEVEN, tables=tables, rounds=3, one_ranking=True)
    )
    tournament.refresh_from_db()
    now = {str(director.pk): str(pair(tournament, "", "7").pk)} if stays else {}
    assert tournament.playing == now
    assert bool(playing_director.closed_boards(director, tournament)) == stays
    is_recorded(tournament)


def test_links_of_pairs_that_are_made_again_end_in_the_record_too(club, director):
    tournament, other = made(club, director, SEVEN), made(club, director, SEVEN)
    for evening in (tournament, other):
        assert player_links.make_for_everybody(tournament=evening, by=director) == 14
    evenings.make_again(tournament=tournament, by=director, plan=replace(SEVEN, tables=9))
    assert club_rows.differences(club) == []
    assert set(PlayerLink.objects.values_list("board__tournament", flat=True)) == {other.pk}


# Swiss


def test_a_pair_that_comes_back_to_a_round_that_was_changed_meanwhile_does_not_sit_twice(club, director):
    tournament = made(club, director, SWISS)
    swiss.draw_round(tournament=tournament, number=2, by=director)
    left = pair(tournament, "", "1")
    evenings.pair_leaves(tournament=tournament, by=director, contestant=left, since=2)
    (event,) = evenings.changes_of(tournament)
    (opponent,) = swiss.matches_of(tournament, 2)[1]
    sits = swiss.matches_of(tournament, 2)[0][0].one
    swiss.exchange(tournament=tournament, one=opponent.key, other=sits.key, reason="other", by=director)
    with pytest.raises(Refused) as refusal:
        undoing.take_back(event=event, by=director)
    assert refusal.value.code == "changed"
    swiss.exchange(tournament=tournament, one=opponent.key, other=sits.key, reason="other", by=director)
    undoing.take_back(event=event, by=director)
    assert 2 in of_pair(tournament, left)


def test_who_has_left_takes_nobodys_place_in_a_draw(club, director):
    tournament = made(club, director, SWISS)
    left = pair(tournament, "", "12")
    evenings.pair_leaves(tournament=tournament, by=director, contestant=left, since=2)
    swiss.draw_round(tournament=tournament, number=2, by=director)
    other = swiss.matches_of(tournament, 2)[0][0].one
    with pytest.raises(Refused) as refusal:
        swiss.exchange(tournament=tournament, one=str(left.pk), other=other.key, reason="other", by=director)
    assert refusal.value.code == "exchange"


def test_a_late_pair_is_drawn_from_the_round_that_was_said(club, director):
    tournament = made(club, director, replace(SWISS, half=True))
    late_pairs.pair_arrives(tournament=tournament, by=director, since=3)
    late = pair(tournament, "", "12")
    swiss.draw_round(tournament=tournament, number=2, by=director)
    assert of_pair(tournament, late) == set()
    assert late not in [unit.pairs[0] for unit in swiss.matches_of(tournament, 2)[1]], "nobody waits for it yet"
    swiss.draw_round(tournament=tournament, number=3, by=director)
    assert of_pair(tournament, late) == {3}


def test_a_late_pair_comes_earlier_than_was_said(club, director):
    tournament = made(club, director, replace(SWISS, half=True))
    late_pairs.pair_arrives(tournament=tournament, by=director, since=3)
    late_pairs.pair_arrives(tournament=tournament, by=director, since=2)
    swiss.draw_round(tournament=tournament, number=2, by=director)
    assert of_pair(tournament, pair(tournament, "", "12")) == {2}
    is_recorded(tournament)


@pytest.mark.parametrize("halves", [1, 2])
def test_half_a_team_does_not_arrive(club, director, halves):
    plan = Plan(tables=6, movement="swiss_teams", rounds=3, each=8, half=True, halves=halves)
    tournament = made(club, director, plan)
    with pytest.raises(Refused) as refusal:
        late_pairs.pair_arrives(tournament=tournament, by=director, since=1)
    assert refusal.value.code == "nobody_missing"


# The pages


def test_a_late_table_whose_first_pair_has_no_name_keeps_its_lines_apart(club, director):
    tournament = begun(club, director, SEVEN)
    post(
        sign_in(director),
        url("evening", tournament.pk),
        {"change": "add", "since": "2", "names": "\nDupont - Martin"},
    )
    named = {way: [player.name for player in pair(tournament, way, "8").players.all()] for way in ("NS", "EW")}
    assert named == {"NS": [], "EW": ["Dupont", "Martin"]}


@pytest.mark.parametrize("movement", ["individual", "teams", "rover", "bump"])
def test_nobody_is_missing_from_a_movement_of_whole_tables(movement):
    sent = {"tables": "8", "movement": movement, "half": "on", "was": "8-skip", "rounds": "3", "each": "2"}
    assert "half" not in touched(sent)
    assert summary(touched(sent))


@pytest.mark.parametrize("halves", [False, True])
@pytest.mark.parametrize("half", [False, True])
def test_an_odd_number_of_teams_says_that_one_sits_out(half, halves):
    sent = {"tables": "6", "movement": "swiss_teams", "rounds": "3", "each": "8", "was": "6-swiss_teams"}
    sent |= {"half": "on"} if half else {}
    sent |= {"halves": "on"} if halves else {}
    assert ("exempte" in summary(sent)) == half


ALONE = Plan(tables=3, movement="individual", rounds=4, each=2)


def test_a_player_of_an_individual_leaves_and_the_page_says_who_sits_out(club, director):
    names = [(f"{first} Alpha",) for first in "ABCDEFGHIJKL"]
    tournament = made(club, director, ALONE, names=names[:1])
    client, address = sign_in(director), url("evening", tournament.pk)
    page = words(client.get(address))
    assert "12 players, 1 named A player leaves The others of his table sit out" in page
    assert "Its players do not play" in page and "pair" not in page.partition("What is to be changed?")[2]
    five = pair(tournament, "", "5")
    chosen = {"contestant": str(five.pk), "since": "3"}
    page = words(client.get(address, {"act": "leave", **chosen}))
    for number in (3, 4):
        of_board = lines(tournament, round=number, board__number=2 * number - 1)
        (line,) = (line for line in of_board if str(five.pk) in line.seats)
        others = [Contestant.objects.get(pk=key) for key in line.seats if key != str(five.pk)]
        assert f" {number} {' ; '.join(evening_changed.pair_words(other) for other in others)} Boards" in page
    count = len({key for line in lines(tournament, round__gte=3) if str(five.pk) in line.seats for key in line.seats})
    assert f"4 results less. {count - 1} players play fewer boards." in page
    assert "Which player leaves, from which round on? Player 1" in page
    page = words(post(client, address, {"change": "leave", **chosen}))
    assert "The others of his table sit out from round 3 on." in page and "player 5 leaves from round 3 on" in page
    assert "Say which player leaves, and from which round on." in words(post(client, address, {"change": "leave"}))
    assert not [line for line in lines(tournament, round__gte=3) if str(five.pk) in line.seats]


@pytest.mark.parametrize(
    ("named", "said_french"),
    [(0, "14 paires, dont 0 nommée"), (1, "14 paires, dont 1 nommée"), (2, "14 paires, dont 2 nommées")],
)
def test_how_many_pairs_are_named_in_french(club, director, named, said_french):
    tournament = made(club, director, SEVEN, names=[("Jeanne Martin", "Paul Durand")] * named)
    page = words(sign_in(director).get(url("evening", tournament.pk, language="fr"))).replace("\u00a0", " ")
    assert f"{said_french} Une paire s’en va" in page


def test_the_effect_of_a_departure_names_the_opponents_and_not_the_pair_itself(club, director):
    tournament = made(club, director, SEVEN)
    left = pair(tournament, "NS", "3")
    page = words(
        sign_in(director).get(url("evening", tournament.pk), {"act": "leave", "contestant": str(left.pk), "since": "6"})
    )
    shown = page.partition("What this does")[2]
    assert "EW 5 Boards 1–2 7 EW 4 Boards 3–4 4 results less. 2 pairs play fewer boards." in shown
    assert "NS 3 Boards" not in shown
