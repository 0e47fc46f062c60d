"""The cached texts of a board's record, of the list of decisions, of the calls of a season and of the casebook are
never shown after they have become out of date."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from arbitrage.models import Board, Incident, Note, Remark, Result
from arbitrage.pages.board import boards
from arbitrage.pages.decisions import casebook, decision_lines
from arbitrage.pages.report import season
from arbitrage.services import appeals, clock, incidents
from arbitrage.services.incidents import finding, reviewing
from arbitrage.services.people.personal_data import forget
from arbitrage.services.record.free_words import erase_words
from arbitrage.services.results import entering, scores
from arbitrage.services.tournaments import publish_scores
from arbitrage.services.tournaments.playing_director import say_playing
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import sign_in, url
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
    addresses = [url("board", board.pk), url("decision_list"), url("decision_print"), url("season_report")]
    addresses.append(url("casebook"))
    shown = [client.get(address).content.decode() for address in addresses]
    unlike = r'name="csrfmiddlewaretoken" value="[^"]*"|<search>.*?</search>'  # the filters list every state
    return [re.sub(unlike, "", page, flags=re.S) for page in shown]


def written_anew(client: Client, board: Board) -> list[str]:
    boards._told.clear()
    decision_lines._written.clear()
    season._known.clear()
    casebook._written.clear()
    return pages(client, board)


def queries(act: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as asked:
        act()
    return len(asked)


def test_a_second_look_reads_nothing_of_the_record_again(client, board, ruled):
    listed = ((url("decision_list"), 17), (url("season_report"), 17), (url("casebook"), 10))
    for address, most in ((url("board", board.pk), 12), *listed):
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


def ask(ruled: Incident) -> Remark:
    reader = make.make_member(ruled.club, "lecteur", role="reviewer")
    return reviewing.ask(incident=ruled, words="Which card?", by=reader)


def supersede(ruled: Incident, by: User) -> None:
    inquiry, others = ruled.inquiries.get(), {"tricks_after": "0"}
    reviewing.supersede(inquiry=inquiry, answers=others, reason="Counted.", seen_version=inquiry.version, by=by)


def appeal(ruled: Incident, by: User) -> None:
    appeals.request_appeal(incident=ruled, side="EW", about="facts", agreed=True, grounds="He had played.", by=by)


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
    "a question of the committee": lambda ruled, _by: ask(ruled),
    "its answer": lambda ruled, by: reviewing.answer(question=ask(ruled), words="By the book.", by=by),
    "another ruling": supersede,
    "an appeal": appeal,
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
    assert not any("Final" in page for page in before[1:])
    with clock.at(ONE_MOMENT + timedelta(days=2)):
        after = pages(client, board)
        assert all("Final" in page for page in after[:-1])  # the casebook does not show the state
        assert after == pages(client, board) == written_anew(client, board)


def test_an_appeal_may_be_open_for_a_time_and_no_longer(client, board, ruled, director):
    publish_scores(tournament=board.tournament, by=director)
    assert all("Appeal possible" in page for page in pages(client, board)[1:-1])
    with clock.at(ONE_MOMENT + timedelta(days=2)):
        assert not any("Appeal possible" in page for page in pages(client, board)[1:])


def test_a_member_sees_the_kept_list_without_what_is_closed_to_him(client, board, ruled, director):
    assert ruled.reference in client.get(url("decision_list")).content.decode()
    stranger = make.make_member(make.make_club("Autre club", "autre"), "durand")
    assert ruled.reference not in sign_in(stranger).get(url("decision_list")).content.decode()
    pair = ruled.result.ns
    other = make.make_member(ruled.club, "joueur")
    say_playing(tournament=board.tournament, by=other, contestant=pair)
    Result.objects.filter(pk=ruled.result_id).update(kind=Result.Kind.NOT_PLAYED)
    shown = [sign_in(user).get(url("decision_list")).content.decode() for user in (other, director)]
    assert [ruled.reference in page for page in shown] == [False, True]


def test_a_list_in_another_language_is_written_in_it(client, ruled):
    english = client.get(url("decision_list")).content.decode()
    french = client.get(url("decision_list").replace("/en/", "/fr/", 1)).content.decode()
    assert ("Law 64A2" in english, "Loi 64A2" in french.replace("\N{NO-BREAK SPACE}", " ")) == (True, True)
    assert url("incident", ruled.pk).replace("/en/", "/fr/", 1) in french


def test_names_of_players_are_searched_as_they_are_now(client, ruled, director):
    def found(word: str) -> bool:
        return ruled.reference in client.get(url("decision_list"), {"q": word}).content.decode()

    ruled.result.ns.players.update(name="Élise Marchand")
    publish_scores(tournament=ruled.tournament, by=director)  # names are cached once each tournament has a chain
    assert found("marchand") and found("marchand")
    assert finding._players._values.get(ruled.club_id)
    forget(ruled.club, "Élise Marchand", by=director)
    assert not found("marchand")
