"""The cached texts of a board's record, and of the calls of a season, are never shown once they are out of date."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from arbitrage.models import Board, Incident, Note, Result
from arbitrage.pages.board import boards
from arbitrage.pages.report import season
from arbitrage.services import clock, incidents
from arbitrage.services.incidents import reviewing
from arbitrage.services.record.free_words import erase_words
from arbitrage.services.results import entering, scores
from arbitrage.services.tournaments import publish_scores
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import url
from tests.conftest import ONE_MOMENT

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_moment"), pytest.mark.either_database]


@pytest.fixture
def ruled(board: Board, incident: Incident, director: User) -> Incident:
    """A call with a note, ruled, its score confirmed."""
    make.rule_the_seed_case(incident, director)
    incidents.add_words(incident=incident, words="Said at the bar.", by=director)
    scores.confirm_adjustment(incident=incident, by=director, seen=scores.propose_adjustment(incident).digest)
    return incident


def pages(client: Client, board: Board) -> list[str]:
    addresses = url("board", board.pk), url("season_report")
    shown = [client.get(address).content.decode() for address in addresses]
    return [re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "", page) for page in shown]


def written_anew(client: Client, board: Board) -> list[str]:
    boards._told.clear()
    season._known.clear()
    return pages(client, board)


def queries(act: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as asked:
        act()
    return len(asked)


def test_a_second_look_reads_nothing_of_the_record_again(client, board, ruled):
    for address, most in ((url("board", board.pk), 12), (url("season_report"), 17)):
        counts = [queries(lambda at=address: client.get(at)) for _time in range(2)]
        assert counts[1] <= min(most, counts[0] - 8), (address, counts)


def correct(ruled: Incident, by: User) -> None:
    line = Result.objects.get(pk=ruled.result_id)
    entering.correct_result(
        result=line,
        entry=entering.Entry(kind=Result.Kind.PASSED, ns=line.ns, ew=line.ew),
        seen=entering.seen_of(line),
        by=by,
    )


def erase(ruled: Incident, by: User) -> None:
    erase_words(note=Note.objects.get(incident=ruled, text="Said at the bar."), by=by)


ACTS: dict[str, Callable[[Incident, User], object]] = {
    "another call": lambda ruled, by: make.make_incident(ruled.board, by, table=2),
    "a call withdrawn": lambda ruled, by: incidents.withdraw_incident(
        incident=make.make_incident(ruled.board, by, table=3), by=by
    ),
    "a corrected line": correct,
    "erased words": erase,
    "a review": lambda ruled, _by: reviewing.mark_reviewed(
        incident=ruled, by=make.make_member(ruled.club, "lecteur", role="reviewer")
    ),
    "publication": lambda ruled, by: publish_scores(tournament=ruled.tournament, by=by),
    "another name": lambda _ruled, by: User.objects.filter(pk=by.pk).update(last_name="Zwischenzug"),
}


@pytest.mark.parametrize("act", ACTS)
def test_what_is_written_is_seen_at_once(client, board, ruled, director, act):
    before = pages(client, board)
    assert before == pages(client, board) == written_anew(client, board)
    ACTS[act](Incident.objects.get(pk=ruled.pk), director)
    after = pages(client, board)
    assert after[0] != before[0]
    assert after == written_anew(client, board)


def test_a_ruling_becomes_final_while_nothing_is_written(client, board, ruled, director):
    publish_scores(tournament=board.tournament, by=director)
    before = pages(client, board)
    assert "Final" not in before[1]
    with clock.at(ONE_MOMENT + timedelta(days=2)):
        after = pages(client, board)
        assert all("Final" in page for page in after)
        assert after == pages(client, board) == written_anew(client, board)


def test_an_appeal_may_be_open_for_a_time_and_no_longer(client, board, ruled, director):
    publish_scores(tournament=board.tournament, by=director)
    assert "Appeal possible" in pages(client, board)[1]
    with clock.at(ONE_MOMENT + timedelta(days=2)):
        assert "Appeal possible" not in pages(client, board)[1]
