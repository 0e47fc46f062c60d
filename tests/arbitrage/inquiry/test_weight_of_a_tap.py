"""The number of queries that a tap needs. Rows read before taking the lock are used only if nothing was written in
between."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from arbitrage.models import Event, Incident, Inquiry, Stream
from arbitrage.pages.wording.tables_and_boards import tables
from arbitrage.services import incidents, tournaments
from arbitrage.services.errors import Refused
from arbitrage.services.proof.replay import replay_incident
from arbitrage.services.record import history
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import HTMX, sign_in, url

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

FRAME = ("BEGIN", "SAVEPOINT", "RELEASE", "COMMIT")
"""Statements that only begin or end a transaction."""


def asked(action) -> list[str]:
    """List the queries of an action, without those that begin and end transactions."""
    with CaptureQueriesContext(connection) as queries:
        action()
    return [query["sql"] for query in queries if not query["sql"].startswith(FRAME)]


def loaded(inquiry: Inquiry) -> Inquiry:
    """Return the inquiry as a page loads it before it stores an answer."""
    return Inquiry.objects.with_answers().with_head().get(pk=inquiry.pk)


def give(inquiry: Inquiry, by, question: str, value: str, seen: int) -> incidents.Outcome:
    return incidents.record_answer(inquiry=inquiry, question_id=question, value=value, seen_version=seen, by=by)


def plain(inquiry: Inquiry) -> tuple:
    answers = [
        (answer.pk, answer.question, answer.value, answer.by_id, answer.at, answer.version)
        for answer in inquiry.answers.all()
    ]
    return inquiry.version, inquiry.stage, inquiry.facts, answers


def test_a_tap_asks_twelve_times_at_most(inquiry, director):
    client = sign_in(director)
    make.answer(inquiry, director, able="yes", offender="W", trick="3")
    sent = {"answer": "during", "version": 3}
    queries = asked(lambda: client.post(url("question", inquiry.pk, "noticed"), sent))
    assert Inquiry.objects.get().answers_dict()["noticed"] == "during"
    assert len(queries) <= 12, queries


def test_a_tap_with_the_question_that_follows_asks_eighteen_times_at_most(inquiry, director):
    client = sign_in(director)
    make.answer(inquiry, director, able="yes", offender="W", trick="3")
    sent = {"answer": "during", "version": 3}
    queries = asked(lambda: client.post(url("question", inquiry.pk, "noticed"), sent, headers=HTMX, follow=True))
    assert len(queries) <= 18, queries


def test_an_answer_stored_after_the_page_was_read_counts_first(inquiry, director, colleague):
    before = loaded(inquiry)
    give(loaded(inquiry), colleague, "able", "no", seen=0)
    outcome = give(before, director, "able", "yes", seen=0)
    assert (outcome.status, outcome.answer.value, outcome.answer.by) == ("conflict", "no", colleague)


def test_an_incident_withdrawn_after_the_page_was_read_takes_no_answer(inquiry, director):
    before = loaded(inquiry)
    incidents.withdraw_incident(incident=Incident.objects.get(), by=director)
    with pytest.raises(Refused):
        give(before, director, "able", "yes", seen=0)
    assert not Event.objects.filter(kind="answered").exists()


def test_what_an_answer_leaves_in_memory_is_what_is_stored(inquiry, director):
    now = inquiry
    for question, value in make.DURING_THE_PLAY.items():
        now = give(now, director, question, value, seen=now.version).inquiry
        assert plain(now) == plain(loaded(inquiry))
    now = give(now, director, "offender", "E", seen=now.version).inquiry
    assert plain(now) == plain(loaded(inquiry))
    assert now.incident.state == Incident.objects.get().state


def test_who_gives_an_answer_keeps_the_inquiry_that_he_had_loaded(inquiry, director):
    before = loaded(inquiry)
    outcome = give(before, director, "able", "yes", seen=0)
    assert (plain(before)[0], before.answers_dict()) == (0, {})
    assert (outcome.inquiry.version, outcome.inquiry.answers_dict()) == (1, {"able": "yes"})


def test_an_end_of_the_chain_that_is_not_the_last_any_more_is_read_again(inquiry, director, colleague):
    one, other = Incident.objects.get(), Incident.objects.get()
    for incident, by in ((one, director), (other, colleague), (one, director), (other, colleague)):
        history.record(incident, by, "attended")
    stream = Stream.objects.get(pk=one.pk)
    assert history.verify(stream) == []
    assert Event.objects.filter(incident=one, kind="attended").count() == 4
    assert list(replay_incident(one)) == []


def test_the_room_asks_sixteen_times_at_most(inquiry, director):
    client, tournament = sign_in(director), inquiry.incident.tournament
    tournaments.begin_round(tournament=tournament, number=1, by=director)
    tables(tournament)  # cached until something is written to the tournament's chain
    queries = asked(lambda: client.get(url("room", tournament.pk)))
    assert len(queries) <= 16, queries
