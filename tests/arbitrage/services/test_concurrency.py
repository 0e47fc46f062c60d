"""Concurrent requests: 24 tablets send the same act, or conflicting acts, and one row is written."""

from collections import Counter

import pytest
from django.db import connection, transaction

from arbitrage.database.ids import uuid7
from arbitrage.models import Adjustment, Answer, Club, Event, Incident, Inquiry, Stream
from arbitrage.services import incidents
from arbitrage.services.errors import Refused
from arbitrage.services.incidents.locking import lock_boards
from arbitrage.services.record import history
from arbitrage.services.results import scores
from tests.arbitrage import factories as make
from tests.arbitrage.at_once import TABLETS, all_at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_one_command_sent_24_times_at_once_is_one_row(incident, director):
    inquiry = incidents.open_inquiry(incident=incident, law="64", by=director)
    key = uuid7()
    outcomes = all_at_once(
        lambda number: (
            incidents.record_answer(
                inquiry=inquiry, question_id="able", value="yes", seen_version=0, by=director, id=key
            ).status
        )
    )
    assert Counter(outcomes) == {"accepted": 1, "same": 23}
    assert Answer.objects.count() == 1
    assert Event.objects.filter(kind="answered").count() == 1
    assert Inquiry.objects.get().version == 1
    assert history.verify(Stream.objects.get(pk=incident.pk)) == []


def test_24_directors_who_answer_at_once_are_told_who_was_first(incident, director):
    inquiry = incidents.open_inquiry(incident=incident, law="64", by=director)
    people = [make.make_member(Club.objects.get(), f"director-{number}") for number in range(TABLETS)]
    outcomes = all_at_once(
        lambda number: incidents.record_answer(
            inquiry=inquiry, question_id="able", value=("yes", "no")[number % 2], seen_version=0, by=people[number]
        )
    )
    answer = Answer.objects.get()
    statuses = Counter(outcome.status for outcome in outcomes)
    assert statuses == {"accepted": 1, "same": 11, "conflict": 12}
    assert {outcome.answer.by for outcome in outcomes} == {answer.by}
    assert {outcome.value for outcome in outcomes if outcome.status == "conflict"} == {"yes", "no"} - {answer.value}
    assert Event.objects.filter(kind="answer_refused").count() == 12
    assert history.verify(Stream.objects.get(pk=incident.pk)) == []
    assert history.differences(incident) == []


def test_24_pages_that_send_different_answers_at_once_keep_the_first_and_refuse_the_others(incident, director):
    inquiry = incidents.open_inquiry(incident=incident, law="64", by=director)
    people = [make.make_member(Club.objects.get(), f"director-{number}") for number in range(TABLETS)]

    def tap(number: int) -> str:
        read = Inquiry.objects.with_answers().with_consequences().get(pk=inquiry.pk)
        value = ("yes", "no")[number % 2]
        return incidents.record_answer(
            inquiry=read, question_id="able", value=value, seen_version=0, by=people[number]
        ).status

    assert Counter(all_at_once(tap)) == {"accepted": 1, "same": 11, "conflict": 12}
    assert Event.objects.filter(kind__in=("answered", "answer_refused")).count() == 13
    assert history.verify(Stream.objects.get(pk=incident.pk)) == []
    assert history.differences(incident) == []


def test_one_call_sent_24_times_at_once_is_one_incident(director):
    board = make.make_seed_case(Club.objects.get())
    key = uuid7()
    got = all_at_once(
        lambda number: incidents.open_incident(tournament=board.tournament, by=director, table=3, id=key).pk
    )
    assert set(got) == {key}
    assert Incident.objects.count() == Event.objects.count() == 1


def test_one_table_that_24_directors_go_to_at_once_is_one_incident(director):
    board = make.make_seed_case(Club.objects.get())
    section = board.tournament.sections.get()
    people = [make.make_member(Club.objects.get(), f"director-{number}") for number in range(TABLETS)]
    got = all_at_once(
        lambda number: (
            incidents.answer_call(tournament=board.tournament, by=people[number], section=section, table=3).pk
        )
    )
    assert len(set(got)) == 1
    assert Incident.objects.count() == Event.objects.filter(kind="incident_opened").count() == 1


def test_a_call_of_no_table_touched_24_times_at_once_is_one_incident(director):
    board = make.make_seed_case(Club.objects.get())
    all_at_once(lambda number: incidents.answer_call(tournament=board.tournament, by=director).pk)
    assert Incident.objects.count() == 1


def test_one_tile_touched_24_times_at_once_is_one_inquiry(incident, director):
    got = all_at_once(lambda number: incidents.begin_inquiry(incident=incident, law="64", by=director).pk)
    assert len(set(got)) == 1
    assert Inquiry.objects.count() == Event.objects.filter(kind="inquiry_opened").count() == 1


def test_24_calls_at_once_get_24_numbers(director):
    board = make.make_seed_case(Club.objects.get())
    got = all_at_once(lambda number: incidents.open_incident(tournament=board.tournament, by=director).number)
    assert sorted(got) == list(range(1, TABLETS + 1))


def test_a_score_confirmed_24_times_at_once_is_one_adjustment(incident, director):
    make.rule_the_seed_case(incident, director)
    seen = scores.propose_adjustment(incident).digest
    got = all_at_once(lambda number: scores.confirm_adjustment(incident=incident, by=director, seen=seen).pk)
    assert len(set(got)) == 1
    assert Adjustment.objects.count() == 1


def test_two_incidents_of_one_result_confirmed_at_once_leave_one_score(director):
    board = make.make_seed_case(Club.objects.get())
    pair = [make.make_incident(board, director) for _one in range(2)]
    for one in pair:
        make.rule_the_seed_case(one, director)
    seen = [scores.propose_adjustment(one).digest for one in pair]
    got = all_at_once(
        lambda number: scores.confirm_adjustment(incident=pair[number % 2], by=director, seen=seen[number % 2])
    )
    refusals = {one.code for one in got if isinstance(one, Refused)}
    assert refusals == {"board_changed"}
    assert Adjustment.objects.confirmed().count() == Adjustment.objects.count() == 1
    assert all(history.differences(one) == [] for one in pair)


def test_answers_confirmations_and_calls_at_once_wait_for_each_other_and_never_for_ever(director):
    board = make.make_seed_case(Club.objects.get())
    ruled = [make.make_incident(board, director, table=table) for table in range(1, 9)]
    inquiries = [make.rule_the_seed_case(one, director) for one in ruled]
    versions = [Inquiry.objects.get(pk=inquiry.pk).version for inquiry in inquiries]

    def tablet(number: int) -> str:
        what, where = divmod(number, 8)
        if what == 0:
            seen = scores.propose_adjustment(ruled[where]).digest
            return scores.confirm_adjustment(incident=ruled[where], by=director, seen=seen).state
        if what == 1:
            return incidents.record_answer(
                inquiry=inquiries[where], question_id="winner", value="N", seen_version=versions[where], by=director
            ).status
        return incidents.open_incident(tournament=board.tournament, by=director, table=where + 1).state

    got = Counter(one.code if isinstance(one, Refused) else one for one in all_at_once(tablet))
    assert got["accepted"] == got["open"] == 8
    assert got["confirmed"] + got["board_changed"] == 8
    assert Adjustment.objects.count() == got["confirmed"] >= 1
    for incident in Incident.objects.all():
        assert history.verify(Stream.objects.get(pk=incident.pk)) == []
        assert history.differences(incident) == []


def test_the_lock_of_a_board_locks_no_tournament(director, django_assert_num_queries):
    """On SQLite the transaction has locked the whole database already, and the lock makes no query."""
    board = make.make_seed_case(Club.objects.get())
    with transaction.atomic(), django_assert_num_queries(int(connection.vendor == "postgresql")) as asked:
        lock_boards([board.pk])
    assert not any("JOIN" in query["sql"] for query in asked.captured_queries)
