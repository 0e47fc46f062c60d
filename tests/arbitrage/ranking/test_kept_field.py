"""The cached ranking of a tournament is used until something is written to the tournament, and never after that."""

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from arbitrage.models import Adjustment, Board, Contestant, Penalty, Player, Result, Section, Tournament
from arbitrage.services import incidents
from arbitrage.services.people import personal_data
from arbitrage.services.record.projection import PROJECTED
from arbitrage.services.results import entering, scores
from arbitrage.services.results.field import field_of, traveller
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import url

pytestmark = pytest.mark.django_db


def queries(act) -> int:
    with CaptureQueriesContext(connection) as asked:
        act()
    return len(asked)


def shown(board: Board) -> dict[int | None, tuple[object, ...]]:
    """Return the points of every line of a board, by table."""
    board = Board.objects.get(pk=board.pk)
    return {line.result.table: (line.after.score, line.after.ns) for line in traveller(board)}


def test_a_second_look_reads_no_line_again(board):
    first = field_of(board.tournament)
    assert queries(lambda: field_of(board.tournament)) == 1
    assert field_of(board.tournament) is first


def test_what_is_answered_at_a_table_counts_no_line_again(board, director):
    first = field_of(board.tournament)
    incident = make.make_incident(board, director)
    make.rule_the_seed_case(incident, director)
    assert field_of(board.tournament) is first


def test_of_the_rows_of_an_incident_only_its_scores_count():
    """The key of the cached field includes the confirmed scores of an incident, and none of its other rows."""
    assert Adjustment in PROJECTED
    assert not {Board, Contestant, Penalty, Player, Result, Section, Tournament} & set(PROJECTED)


def test_a_line_that_is_corrected_is_seen_at_once(board, director):
    before = shown(board)
    line = Result.objects.filter(board=board, kind="played").order_by("table").first()
    passed = entering.Entry(kind=Result.Kind.PASSED, ns=line.ns, ew=line.ew)
    entering.correct_result(result=line, entry=passed, seen=entering.seen_of(line), by=director)
    assert shown(board)[line.table] != before[line.table]


def test_a_score_that_is_confirmed_is_seen_at_once(board, director):
    incident = make.make_incident(board, director)
    make.rule_the_seed_case(incident, director)
    before = shown(board)
    seen = scores.propose_adjustment(incident).digest
    scores.confirm_adjustment(incident=incident, by=director, seen=seen)
    assert shown(board)[1] != before[1]


def test_a_call_that_is_withdrawn_takes_its_score_with_it_at_once(board, director):
    before = shown(board)
    incident = make.make_incident(board, director)
    make.rule_the_seed_case(incident, director)
    scores.confirm_adjustment(incident=incident, by=director, seen=scores.propose_adjustment(incident).digest)
    assert shown(board) != before
    incidents.withdraw_incident(incident=incident, by=director)
    assert shown(board) == before


def test_a_player_who_is_forgotten_is_named_nowhere(board, club):
    player = Player.objects.filter(contestant__section__tournament=board.tournament).first()
    Player.objects.filter(pk=player.pk).update(name="Zoe Martin")
    pair = player.contestant
    assert "Zoe Martin" in {one.name for one in field_of(board.tournament).people[str(pair.pk)].players.all()}
    personal_data.forget(club, "Zoe Martin")
    assert "Zoe Martin" not in {one.name for one in field_of(board.tournament).people[str(pair.pk)].players.all()}


def test_what_is_taken_back_was_never_kept(board, director):
    before = shown(board)
    with transaction.atomic():
        incident = make.make_incident(board, director)
        make.rule_the_seed_case(incident, director)
        scores.confirm_adjustment(incident=incident, by=director, seen=scores.propose_adjustment(incident).digest)
        assert shown(board) != before
        transaction.set_rollback(True)
    assert shown(board) == before


# Number of queries


def test_a_tap_asks_the_database_a_few_times(client, board, director):
    incident = make.make_incident(board, director)
    inquiry = incidents.open_inquiry(incident=incident, law="64", by=director)
    asked = url("question", inquiry.pk, "able")
    client.get(asked)
    assert queries(lambda: client.get(asked)) <= 12
    assert queries(lambda: client.post(asked, {"answer": "yes", "version": inquiry.version})) <= 30


@pytest.mark.parametrize(("page", "most"), [("ranking", 12), ("room", 18)])
def test_a_page_of_a_tournament_that_was_counted_asks_the_database_a_few_times(client, board, page, most):
    address = url(page, board.tournament_id)
    client.get(address)
    assert queries(lambda: client.get(address)) <= most
