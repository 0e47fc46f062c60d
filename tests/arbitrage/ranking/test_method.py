"""The scoring method of a tournament: the import recognises it in the file, or a director chooses it; both are
recorded."""

import re
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
from django.contrib.auth.models import User

from arbitrage import exchange
from arbitrage.models import Club, Contestant, Event, Result, Tournament
from arbitrage.pages.ranking.method import effect, file_words, read_method
from arbitrage.pages.ranking.method_choices import SETTINGS, Setting
from arbitrage.services.files import imports
from arbitrage.services.results import counting
from arbitrage.services.results.field import Field
from arbitrage.services.results.penalties import give_penalty
from arbitrage.services.tournaments import method_event, method_is_proposed, propose_method, set_method
from rulings.scores.matchpoints import Scale
from rulings.scores.methods import Expected, Method, Scoring, SitOut, VictoryPoints
from tests.arbitrage.at_the_screen import post, sign_in, url
from tests.arbitrage.at_the_screen import words as said_on
from tests.arbitrage.factories import make_club, make_member, make_result, make_tournament

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]


@pytest.fixture
def tournament(club: Club) -> Tournament:
    """Two boards of a club evening: four scores on the first, three on the second."""
    tournament = make_tournament(club, tables=4, boards=(1, 5))
    for board, tables in zip(tournament.boards.order_by("number"), (4, 3), strict=True):
        for table in range(1, tables + 1):
            make_result(board, table, tricks=8 + table)
    return tournament


def give_points(tournament: Tournament, *boards: tuple[float, ...]) -> None:
    """Store North-South's points of a file, board by board; East-West gets the rest of the usual top."""
    for board, points in zip(tournament.boards.order_by("number"), boards, strict=True):
        top = max(points) + min(points)
        for result, ns in zip(board.results.order_by("table"), points, strict=True):
            Result.objects.filter(pk=result.pk).update(ns_points=Decimal(str(ns)), ew_points=Decimal(str(top - ns)))


def said(tournament: Tournament) -> list[dict]:
    events = Event.objects.filter(stream_id=tournament.pk, kind="method_set").order_by("seq")
    return [{name: value for name, value in event.data.items() if name != "rows"} for event in events]


def test_the_method_of_the_file_is_proposed_and_recorded(tournament: Tournament) -> None:
    # The second board has three scores of four: Neuberg's formula.
    give_points(tournament, (0, 2, 4, 6), (0.33, 3, 5.67))
    tournament = propose_method(tournament)
    method = Method(winners=2, expected=Expected.FIELD)
    assert Method.from_json(Tournament.objects.get().method) == method
    assert method_is_proposed(tournament)
    counts = {"compared": 7, "unlike": 0, "totals": 0, "unlike_totals": 0}
    assert said(tournament) == [{"method": method.as_json(), "was": {}, "proposed": True, "counts": counts}]
    propose_method(tournament)
    assert len(said(tournament)) == 1


@pytest.mark.parametrize(("factor", "scale"), [(0.5, Scale.ONE), (10, Scale.TENTHS)])
def test_the_scale_of_the_file_is_the_one_shown(tournament: Tournament, factor: float, scale: Scale) -> None:
    give_points(tournament, *(tuple(points * factor for points in board) for board in ((0, 2, 4, 6), (0, 2, 4))))
    assert Method.from_json(propose_method(tournament).method) == Method(winners=2, scale=scale)


def test_a_file_without_points_proposes_nothing(tournament: Tournament) -> None:
    assert propose_method(tournament).method == {}
    assert said(tournament) == []


def test_percentages_alone_tell_the_method_too(tournament: Tournament) -> None:
    # Pair 1 has 0 of 6 on the first board and 0 of 4 on the second, by Neuberg's formula 0.33 of 6: 2.78 % of 12.
    shares = {"1": "2.78", "2": "41.67", "3": "80.56"}
    for number, percentage in shares.items():
        Contestant.objects.filter(direction="NS", number=number).update(percentage=percentage)
    assert Method.from_json(propose_method(tournament).method).totals is Expected.FIELD


def test_what_a_director_says_is_not_proposed_away(tournament: Tournament, director: User) -> None:
    give_points(tournament, (0, 2, 4, 6), (0.33, 3, 5.67))
    propose_method(tournament)
    own = Method(expected=Expected.SCORED, sit_out=SitOut.AVERAGE)
    set_method(tournament=tournament, method=own, by=director)
    tournament = propose_method(tournament)
    assert Method.from_json(tournament.method) == own
    assert not method_is_proposed(tournament)
    event = method_event(tournament)
    assert event is not None and event.by == director
    assert [one["proposed"] for one in said(tournament)] == [True, False]
    assert said(tournament)[1]["was"] == said(tournament)[0]["method"]


def test_to_choose_what_was_proposed_is_to_choose_it(tournament: Tournament, director: User) -> None:
    give_points(tournament, (0, 2, 4, 6), (0, 2, 4))
    method = Method.from_json(propose_method(tournament).method)
    for _twice in range(2):
        set_method(tournament=tournament, method=method, by=director)
    assert [one["proposed"] for one in said(tournament)] == [True, False]


def test_the_scoring_and_the_rankings_of_the_tournament_are_those_of_its_method(
    tournament: Tournament, director: User
) -> None:
    set_method(tournament=tournament, method=Method(Scoring.BUTLER, winners=1), by=director)
    stored = Tournament.objects.get()
    assert (stored.scoring, stored.winners) == (Tournament.Scoring.BUTLER, 1)


def test_a_board_that_was_corrected_since_says_nothing_about_the_file(tournament: Tournament) -> None:
    give_points(tournament, (0, 2, 4, 6), (0, 2, 4))
    line = tournament.boards.get(number=1).results.get(table=1)
    Result.objects.filter(pk=line.pk).update(score=800, ns_points=None, ew_points=None)
    recognition = counting.recognised(tournament, Result.objects.with_pairs())
    assert (recognition.compared, recognition.unlike) == (3, ())


# Real programs


REAL = {
    "usebio/compscore_butler_howell.xml": Method(Scoring.BUTLER, winners=1, drop=1),
    "usebio/compscore_mp_howell_a5050.xml": Method(winners=1, totals=Expected.FIELD),
    "usebio/compscore_mp_mitchell_7tables.xml": Method(winners=2),
    "usebio/ebuscore_mp_howell_hands.xml": Method(winners=1),
    "usebio/ebuscore_mp_two_winner_a5050.xml": Method(winners=2),
    "usebio/pairsscorer_mp_two_sections_a5050.xml": Method(winners=2, expected=Expected.FIELD),
    "usebio/pairsscorer_mp_two_winner.xml": Method(winners=2),
    "usebio/pianola_cross_imps_bad_contract.xml": Method(Scoring.CROSS_IMPS, winners=1, by_mean=True),
    "usebio/realbridge_mp_with_lin_play.xml": Method(winners=2),
    "nzscorer/handicap_pairs.xml": Method(winners=2),
    "nzscorer/pairs.xml": Method(winners=2),
    "nzscorer/three_quarter_howell_with_phantom.xml": Method(winners=1, expected=Expected.ROWS),
    "acbl/club_game_5tables.json": Method(winners=1, scale=Scale.ONE),
    "pbn/ffb_magic_contest_paires_seance1.pbn": Method(winners=1),
}
UNLIKE = {"nzscorer/three_quarter_howell_with_phantom.xml": (15, 2)}
"""Files whose first three boards have a sixth result that the file does not show, with the numbers of lines
whose points, and of pairs whose percentage, it changes."""


@pytest.mark.real_files
@pytest.mark.parametrize("name", REAL)
def test_the_method_of_a_real_program_gives_every_point_and_every_percentage(name: str, real_files: Path) -> None:
    club = make_club("Autre club", "autre")
    (tournament,) = imports.import_tournament(
        club=club, by=make_member(club, "camille"), data=(real_files / name).read_bytes(), filename=name
    ).tournaments
    results = list(Result.objects.with_pairs().filter(board__tournament=tournament))
    recognition = counting.recognised(tournament, results)
    assert replace(recognition.method, totals=REAL[name].totals) == REAL[name]
    assert (len(recognition.unlike), len(recognition.unlike_totals)) == UNLIKE.get(name, (0, 0))
    assert recognition.compared == sum(result.ns_points is not None for result in results)
    assert recognition.totals == Contestant.objects.filter(percentage__isnull=False).count()


@pytest.mark.real_files
def test_the_teams_of_a_real_event_have_the_victory_points_that_its_program_gives_them(real_files: Path) -> None:
    name = "usebio/teamsscorer_multiple_teams_imps_vp.xml"
    data = (real_files / name).read_bytes()
    club = make_club("Autre club", "autre")
    (tournament,) = imports.import_tournament(
        club=club, by=make_member(club, "camille"), data=data, filename=name
    ).tournaments
    method = Method(Scoring.IMPS, victory_points=VictoryPoints.DISCRETE, margins=(0, 1, 2, 3, 5, 7, 9, 11, 14, 17, 21))
    assert Method.from_json(tournament.method) == method
    assert said(tournament)[0]["counts"] == {"compared": 40, "unlike": 0}
    field = Field(tournament)
    points = field.points(field.counted())
    (ranking,) = field.rankings(points, points)
    recorded = {team.number: team.total for team in exchange.read(data, name).teams}
    assert {line.name: line.score_after for line in ranking.lines} == recorded
    assert (len(recorded), {line.boards for line in ranking.lines}, ranking.unit) == (10, {24}, "vp")


@pytest.mark.usefixtures("in_english")
@pytest.mark.parametrize("chosen", ["BUTLER", "CROSS_IMPS", "TOTAL"])
def test_penalties_of_another_unit_are_announced_where_the_method_is_changed(chosen: str, tournament, director) -> None:
    who = str(Contestant.objects.filter(direction="NS").first().pk)
    given = {"law": "90", "amount": Decimal(10), "unit": "percent", "reason": "slow"}
    for words in ("1 penalty was given in %: it counts for nothing in", "2 penalties were given in %: they count"):
        give_penalty(tournament=tournament, contestant=who, by=director, **given)
        page = post(sign_in(director), url("method", tournament.pk), {"scoring": chosen, "see": "yes"})
        assert words in said_on(page)
    same = post(sign_in(director), url("method", tournament.pk), {"scoring": "MP", "see": "yes"})
    assert "penalties were given" not in said_on(same)


@pytest.mark.parametrize("back", [False, True])
def test_the_page_counts_each_contestant_whose_place_is_another_up_or_down(club: Club, back: bool) -> None:
    """By matchpoints two pairs share the first place; by IMPs one of them, which won once by much, is first alone."""
    tournament = make_tournament(club, tables=4, boards=(1, 2, 3))
    for board, tricks in zip(
        tournament.boards.order_by("number"), ((12, 8, 9, 9), (8, 9, 8, 7), (8, 9, 7, 8)), strict=True
    ):
        for table, made in enumerate(tricks, 1):
            make_result(board, table, tricks=made)
    methods = [Method(winners=2), Method(Scoring.BUTLER, winners=2)]
    shown = effect(*(Field(tournament, method) for method in (reversed(methods) if back else methods)))
    places = [(line["rank_before"], line["rank_after"]) for ranking in shown["rankings"] for line in ranking["lines"]]
    assert any((before > after) if back else (before < after) for before, after in places), places
    assert shown["moved"] == sum(before != after for before, after in places)


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: f"{setting.name} {len(setting.options)}")
def test_each_option_of_the_form_is_read_as_the_one_chosen_and_changes_no_other_setting(setting: Setting) -> None:
    values = [option.value for option in setting.options]
    for before in values:
        method = read_method({setting.name: before}, Method())
        for value in values:
            chosen = read_method({setting.name: value}, method)
            assert setting.value_of(chosen) == value, f"from {before}"
            others = [{**kept.as_json(), setting.name: None} for kept in (method, chosen)]
            assert others[0] == others[1]
        assert read_method({}, method) == method, "a setting that the form lacks is kept"


@pytest.mark.parametrize("scoring", ["MP", "BUTLER", "CROSS_IMPS", "TOTAL"])
def test_a_form_that_is_adopted_is_shown_again_with_the_same_options(scoring: str, tournament, director) -> None:
    client, address = sign_in(director), url("method", tournament.pk)
    for place in (-1, 0):  # the last option of each question, then the first
        page = post(client, address, {"scoring": scoring, "see": "yes"}).content.decode()
        options = re.findall(r'type="radio" id="[^"]*" name="(\w+)" value="([^"]*)"', page)
        sent = {name: [value for other, value in options if other == name][place] for name, _value in options}
        sent["scoring"] = scoring
        seen = re.search(r'name="seen" value="([^"]*)"', post(client, address, sent).content.decode())
        post(client, address, sent | {"store": "yes", "seen": seen[1]})
        shown = client.get(address).content.decode()
        assert dict(re.findall(r'name="(\w+)" value="([^"]*)" checked', shown)) == sent


@pytest.mark.usefixtures("in_english")
def test_the_page_says_how_many_figures_of_the_file_a_method_gives(tournament: Tournament) -> None:
    give_points(tournament, (0, 2, 4, 6), (0, 2, 4))
    recognised = counting.recognised(tournament, Result.objects.with_pairs())
    figures = replace(recognised, compared=7, unlike=(), totals=6, unlike_totals=(), places=4, unlike_places=())
    counts = "7 of 7 lines' points, 6 of 6 percentages, 4 of 4 places"
    assert file_words(figures) == f"These choices give everything that the file records: {counts}."
    other = replace(figures, unlike=("1",), unlike_totals=("1", "2"), unlike_places=("1", "2", "3"))
    counts = "6 of 7 lines' points, 4 of 6 percentages, 1 of 4 places"
    assert file_words(other) == f"Of what the file records, these choices give: {counts}."
    places = replace(figures, compared=0, totals=0, places=1, unlike_places=("1",))
    assert file_words(places) == "Of what the file records, these choices give: 0 of 1 place."
