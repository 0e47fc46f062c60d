"""A line of a board is shown in the unit of the event, on every page, in its report and in its sentences."""

import re

import pytest

from arbitrage.models import Result, Tournament
from arbitrage.services.results.field import forget_fields
from arbitrage.services.tournaments import set_method
from rulings.scores.methods import Method, Scoring, VictoryPoints
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import sign_in, url, words
from tests.arbitrage.ranking.team_evenings import evening, play
from tests.arbitrage.ranking.test_several_sessions import session

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

EVENTS = {
    "pairs, matchpoints": ("pairs", Method(), "%"),
    "pairs, cross-IMPs": ("pairs", Method(Scoring.CROSS_IMPS), "IMP"),
    "pairs, Butler": ("pairs", Method(Scoring.BUTLER), "IMP"),
    "pairs, total points": ("pairs", Method(Scoring.TOTAL), "Points"),
    "teams, IMPs": ("teams", Method(Scoring.IMPS), "IMP"),
    "teams, victory points": ("teams", Method(Scoring.IMPS, victory_points=VictoryPoints.CONTINUOUS), "IMP"),
    "teams, Patton": ("teams", Method(Scoring.BOARD_A_MATCH, patton=True), "Points"),
    "teams, total points": ("teams", Method(Scoring.TOTAL), "Points"),
}
OTHERS = {"%": r"IMP|Points", "IMP": r"%|Points", "Points": r"%|IMP"}


@pytest.mark.parametrize("name", EVENTS)
def test_a_board_is_headed_by_the_unit_in_which_the_event_compares(name, club, director):
    kind, method, unit = EVENTS[name]
    if kind == "teams":
        tournament = evening(club, director, method=method)
        play(tournament)
    else:
        tournament = session(club, director, "Mitchell", 0)
        set_method(tournament=tournament, method=method, by=director)
    line = Result.objects.filter(board__tournament=tournament, board__number=2, table=1).get()
    Result.objects.filter(pk=line.pk).update(contract="3NT", declarer="S", tricks=11, score=660)
    forget_fields()
    incident = make.make_incident(line.board, director)
    make.rule_the_seed_case(incident, director)
    client = sign_in(director)

    def page(name, key):
        return client.get(url(name, key, language="fr"))

    board = words(page("board", line.board_id))
    assert f"Marque {unit} NS {unit} EO" in board
    report = words(page("report", incident.pk))
    assert f"Contrat NS EO {unit} NS {unit} EO" in report
    effect = re.search(r"Effet (.*?) Droit d’appel", report)
    score = words(page("score", incident.pk))
    assert ("% NS" in score) == (unit == "%")
    said = effect[1] if effect else ""
    assert not re.search(OTHERS[unit], said.replace("Points", "points") if unit == "IMP" else said)
    assert Tournament.objects.get(pk=tournament.pk).kind == kind
