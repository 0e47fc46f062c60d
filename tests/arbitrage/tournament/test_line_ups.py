"""Teams of four to six players: their line-ups in a round or a half, provisional and final; the boards of each
player."""

import datetime

import pytest

from arbitrage.models import Contestant, Event, LineUp, Player, Result, Tournament
from arbitrage.pages.wording.people import players
from arbitrage.services import incidents, undoing
from arbitrage.services.errors import Refused
from arbitrage.services.files import exports, imports
from arbitrage.services.record import tournament_rows
from arbitrage.services.results.field import forget_fields
from arbitrage.services.tournaments import evenings, line_ups
from arbitrage.services.tournaments.evenings import Plan
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import post, sign_in, url, words

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.either_database,
    pytest.mark.usefixtures("one_moment", "replayed", "in_english"),
]

DAY = datetime.date(2026, 11, 19)
NAMES = [
    ("Anne Roy", "Luc Petit", "Zoé Lenoir"),
    ("Jean Faure", "Marc Blanc", "Eva Noir"),
    ("Rita Sol", "Tom Lac"),
    ("Ida Pré", "Max Val"),
]


@pytest.fixture
def evening(club, director) -> Tournament:
    """Two teams, one of six players, in matches of two halves of two boards; the other teams have no names."""
    plan = Plan(4, "teams", 3, 4, halves=2)
    return evenings.make_evening(club=club, by=director, name="Par équipes", date=DAY, plan=plan, names=NAMES)


def chosen(tournament: Tournament, *names: str) -> dict[str, str]:
    """Return the form's seats N, E, S, W for these players."""
    keys = dict(Player.objects.filter(contestant__section__tournament=tournament).values_list("name", "pk"))
    return {seat: str(keys[name]) for seat, name in zip("NESW", names, strict=True)}


def sat(tournament: Tournament, round: int, team: str = "1") -> dict[str, list[str]]:
    found = next(one for one in line_ups.teams_in(tournament, round) if one.name == team)
    return {way: [player.name for player in sitting] for way, sitting in found.sitting.items()}


USUAL = {"NS": ["Anne Roy", "Luc Petit"], "EW": ["Jean Faure", "Marc Blanc"]}
OTHERS = ("Zoé Lenoir", "Anne Roy", "Eva Noir", "Jean Faure")
NOW = {"NS": ["Zoé Lenoir", "Eva Noir"], "EW": ["Anne Roy", "Jean Faure"]}


def written(tournament, director, *names, round=1, **more):
    said = {"team": "1", "round": round, "final": False} | more
    line_ups.set_line_up(tournament=tournament, seats=chosen(tournament, *names), by=director, **said)


def test_a_second_half_goes_on_with_the_first_and_the_next_match_as_usual(evening, director):
    assert [sat(evening, number) for number in (1, 2, 3)] == [USUAL, USUAL, USUAL]
    written(evening, director, *OTHERS)
    assert [sat(evening, number) for number in (1, 2, 3)] == [NOW, NOW, USUAL]
    written(evening, director, "Anne Roy", "Jean Faure", "Luc Petit", "Marc Blanc", round=2)
    assert [sat(evening, number) for number in (1, 2, 3)] == [NOW, USUAL, USUAL]
    assert tournament_rows.differences(evening) == []


def test_said_twice_it_is_written_once_and_undone_it_is_as_usual(evening, director):
    for _time in range(2):
        written(evening, director, *OTHERS)
    event = Event.objects.get(kind="line_up_set")
    assert "Roy" not in str(event.body), "a name stands in the chain"
    undoing.undo(event=event, by=director)
    assert sat(evening, 1) == USUAL and not LineUp.objects.exists()
    assert line_ups.acts_of(evening, 1) == []


def test_a_final_line_up_changes_for_a_reason_alone(evening, director):
    written(evening, director, *OTHERS, final=True)
    with pytest.raises(Refused) as refused:
        written(evening, director, "Anne Roy", "Jean Faure", "Luc Petit", "Marc Blanc", final=True)
    assert (refused.value.code, sat(evening, 1)) == ("reason", NOW)
    written(evening, director, "Anne Roy", "Jean Faure", "Luc Petit", "Marc Blanc", final=True, reason="unable")
    assert sat(evening, 1) == USUAL
    assert [act.data["reason"] for act in line_ups.acts_of(evening, 1)] == ["unable", ""]


@pytest.mark.parametrize(
    ("names", "team", "round"),
    [
        (("Anne Roy", "Anne Roy", "Luc Petit", "Marc Blanc"), "1", 1),
        (("Anne Roy", "Rita Sol", "Luc Petit", "Marc Blanc"), "1", 1),
        (OTHERS, "9", 1),
        (OTHERS, "1", 99),
        (OTHERS, "2", 1),
    ],
)
def test_what_is_no_line_up_is_refused(names, team, round, evening, director):
    with pytest.raises(Refused):
        written(evening, director, *names, team=team, round=round)
    assert not LineUp.objects.exists()


def test_boards_are_counted_for_those_who_sat(evening, director):
    written(evening, director, *OTHERS, round=2)
    Result.objects.filter(board__tournament=evening, round__lte=2).update(kind="passed", score=0)
    names = {player.pk: player.name for player in Player.objects.all()}
    counted = {names[key]: count for key, count in line_ups.boards_played(evening).items()}
    assert {name: counted.get(name, 0) for pair in NAMES[:2] for name in pair} == {
        "Anne Roy": 4, "Luc Petit": 2, "Zoé Lenoir": 2, "Jean Faure": 4, "Marc Blanc": 2, "Eva Noir": 2,
    }  # fmt: skip
    assert counted["Rita Sol"] == 4


# Names


def test_a_name_written_otherwise_and_a_player_moved_stay_in_the_line_up(evening, director):
    written(evening, director, *OTHERS)
    named = [("Anne Roy", "Luc Petit"), ("Jean Faure", "Marc Blanc", "Éva Noir"), *NAMES[2:]]
    with pytest.raises(Refused, match="Zoé Lenoir sits in a line-up"):
        evenings.name_players(tournament=evening, by=director, names=named)
    named = [("Luc Petit", "Anne Roy"), ("Zoé Lenoir", "Marc Blanc", "Éva Noir", "Jean Faure"), *NAMES[2:]]
    evenings.name_players(tournament=evening, by=director, names=named)
    assert sat(evening, 1) == {"NS": ["Zoé Lenoir", "Éva Noir"], "EW": ["Anne Roy", "Jean Faure"]}
    assert [player.name for player in Contestant.objects.first().players.all()] == ["Luc Petit", "Anne Roy"]


def test_seven_players_are_no_team(evening, club, director):
    seven = [NAMES[0], (*NAMES[1], "Léa Un"), *NAMES[2:]]
    with pytest.raises(Refused, match="six players"):
        evenings.name_players(tournament=evening, by=director, names=seven)
    with pytest.raises(Refused, match="six players"):
        plan = Plan(4, "teams", 3, 4)
        evenings.make_evening(club=club, by=director, name="Sept", date=DAY, plan=plan, names=seven)


def test_made_again_the_evening_has_no_line_up_left(evening, director):
    written(evening, director, *OTHERS)
    evenings.make_again(tournament=evening, by=director, plan=Plan(4, "teams", 3, 8))
    assert not LineUp.objects.exists()
    assert tournament_rows.differences(evening) == []


# Where line-ups are shown


def test_the_call_the_report_the_seating_and_the_cards_name_who_sits(evening, director):
    written(evening, director, *OTHERS, round=2, final=True)
    client = sign_in(director)
    line = Result.objects.filter(board__tournament=evening, round=2, ns__number="1").select_related("board").first()
    played = {"kind": "played", "contract": "3NT", "declarer": "S", "tricks": 9, "score": 400}
    Result.objects.filter(pk=line.pk).update(**played)
    call = incidents.open_incident(
        tournament=evening, by=director, section=line.section, table=line.table, board=line.board
    )
    assert players(call)["N"] == "Zoé Lenoir" and players(call)["S"] == "Eva Noir"
    call = incidents.attend(incident=call, by=director)
    make.rule_the_seed_case(call, director)
    report = words(client.get(url("report", call.pk)))
    assert "Zoé Lenoir, Eva Noir" in report and "Luc Petit" not in report
    seating = words(client.get(url("seating", evening.pk), {"round": "2"}))
    assert "Zoé Lenoir, Eva Noir" in seating and "Luc Petit" not in seating
    cards = words(client.get(url("guide_cards", evening.pk)))
    assert "Zoé Lenoir, Eva Noir" in cards and "Anne Roy, Luc Petit" in cards
    waits = Result.objects.filter(board__tournament=evening, round=2, ns__number="1", kind="not_played").first()
    keypad = words(client.get(url("type_result", waits.pk)))
    assert "Lenoir" in keypad and "Petit" not in keypad


def test_the_page_writes_one_down_and_says_what_is_wrong(evening, director):
    client = sign_in(director)
    page = words(client.get(url("line_ups", evening.pk)))
    assert "Line-ups, round 1, first half" in page and "Anne Roy, Luc Petit" in page
    form = client.get(url("line_ups", evening.pk), {"round": "2", "team": "1"}).content.decode()
    assert form.count("<select") == 4 and 'id="final"' in form
    sent = {"round": "2", "team": "1", **chosen(evening, *OTHERS), "final": "on"}
    page = words(post(client, url("line_ups", evening.pk), sent))
    assert "The line-up is recorded." in page and "Zoé Lenoir, Eva Noir" in page and "final" in page
    wrong = client.post(url("line_ups", evening.pk), sent | {"N": sent["E"]})
    assert wrong.status_code == 422 and "Four different players" in words(wrong)
    why = client.post(url("line_ups", evening.pk), {k: v for k, v in sent.items() if k != "final"})
    assert why.status_code == 422 and "say why it is changed" in words(why)
    page = words(post(client, url("line_ups", evening.pk), sent | {"reason": "agreed", "final": ""}))
    assert "provisional line-up (Both captains agree)" in page


def test_who_may_only_read_writes_none_and_pairs_have_none(evening, club, director):
    reader = sign_in(make.make_member(club, "lecteur", role="reader"))
    page = words(reader.get(url("line_ups", evening.pk)))
    assert "Anne Roy, Luc Petit" in page and "Change" not in page
    sent = {"round": "1", "team": "1", **chosen(evening, *OTHERS)}
    assert reader.post(url("line_ups", evening.pk), sent).status_code == 403
    pairs = evenings.make_evening(club=club, by=director, name="P", date=DAY, plan=Plan(4, "howell", 7, 3))
    assert sign_in(director).get(url("line_ups", pairs.pk)).status_code == 404


def test_the_session_report_counts_the_boards_of_everybody(evening, director):
    written(evening, director, *OTHERS, round=2)
    Result.objects.filter(board__tournament=evening, round__lte=2).update(kind="passed", score=0)
    forget_fields()
    sat = "second half, Team 1: Zoé Lenoir, Eva Noir, Anne Roy, Jean Faure"
    page = words(sign_in(director).get(url("session_report", evening.pk)))
    assert "Boards played" in page and "Zoé Lenoir" in page and sat in page
    assert sat in words(sign_in(director).get(url("ranking", evening.pk)))
    assert "Team 4:" not in page  # no player of the team has a name


# Files


def test_our_own_file_keeps_line_ups_and_others_say_that_they_do_not(evening, club, director):
    written(evening, director, *OTHERS, round=2, final=True)
    sent = exports.export_tournament(evening, "json")
    (again,) = imports.import_tournament(club=club, data=sent.data, filename="e.json", by=director).tournaments
    assert [sat(again, number) for number in (1, 2, 3)] == [USUAL, NOW, USUAL]
    assert LineUp.objects.filter(contestant__section__tournament=again, final=True).count() == 2
    Result.objects.filter(board__tournament=evening, round__lte=2).update(kind="passed", score=0)
    for format in ("usebio", "pbn", "csv"):
        problems = " ".join(str(problem) for problem in exports.export_tournament(evening, format).problems)
        assert "The line-ups of the teams are left out." in problems, format
