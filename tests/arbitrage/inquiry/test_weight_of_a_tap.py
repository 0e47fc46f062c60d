"""The number of queries that a tap needs. Rows read before taking the lock are used only if nothing was written in
between."""

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from arbitrage.database.ids import uuid7
from arbitrage.models import Event, Incident, Inquiry, Ruling, Stream
from arbitrage.pages.wording.tables_and_boards import tables
from arbitrage.services import incidents, tournaments
from arbitrage.services.errors import Refused
from arbitrage.services.proof.replay import replay_incident
from arbitrage.services.record import history
from rulings.engine.inquiry import Asking
from rulings.engine.questions import UNKNOWN, Fact
from rulings.laws2017 import LAWS
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


Load = Callable[[Inquiry], Inquiry]


def with_head(inquiry: Inquiry) -> Inquiry:
    """Return the inquiry as it is loaded for a service that locks it before it decides anything."""
    return Inquiry.objects.with_answers().with_head().get(pk=inquiry.pk)


def with_consequences(inquiry: Inquiry) -> Inquiry:
    """Return the inquiry as a page loads it before it stores an answer."""
    return Inquiry.objects.with_answers().with_consequences().get(pk=inquiry.pk)


@pytest.fixture(params=[with_head, with_consequences])
def loaded(request) -> Load:
    return request.param


def give(inquiry: Inquiry, by, question: str, value: str, seen: int) -> incidents.Outcome:
    return incidents.record_answer(inquiry=inquiry, question_id=question, value=value, seen_version=seen, by=by)


def plain(inquiry: Inquiry) -> tuple:
    answers = [
        (answer.pk, answer.question, answer.value, answer.by_id, answer.at, answer.version)
        for answer in inquiry.answers.all()
    ]
    return inquiry.version, inquiry.stage, inquiry.facts, answers


def test_a_tap_asks_nine_times_at_most(inquiry, director):
    client = sign_in(director)
    make.answer(inquiry, director, able="yes", offender="W", trick="3")
    sent = {"answer": "during", "version": 3}
    queries = asked(lambda: client.post(url("question", inquiry.pk, "noticed"), sent))
    assert Inquiry.objects.get().answers_dict()["noticed"] == "during"
    assert len(queries) <= 9, queries


def test_a_tap_with_the_question_that_follows_asks_fourteen_times_at_most(inquiry, director):
    client = sign_in(director)
    make.answer(inquiry, director, able="yes", offender="W", trick="3")
    sent = {"answer": "during", "version": 3}
    queries = asked(lambda: client.post(url("question", inquiry.pk, "noticed"), sent, headers=HTMX, follow=True))
    assert len(queries) <= 14, queries


def test_a_tap_that_rules_and_settles_the_call_asks_twelve_times_with_its_transaction_at_most(club, director):
    call = incidents.open_incident(tournament=make.make_tournament(club), by=director)
    inquiry = incidents.open_inquiry(incident=call, law="64", by=director)
    client = sign_in(director)
    sent = [{"answer": answer, "version": 1_000_000} for answer in ("no", "yes", "no")]
    for tap in sent[:2]:
        client.post(url("question", inquiry.pk, "able"), tap)
    with CaptureQueriesContext(connection) as queries:
        client.post(url("question", inquiry.pk, "able"), sent[2])
    assert Incident.objects.get().state == "ruled"
    assert len(queries) <= 12, [query["sql"] for query in queries]


def test_an_answer_stored_after_the_page_was_read_counts_first(inquiry, director, colleague, loaded):
    before = loaded(inquiry)
    give(loaded(inquiry), colleague, "able", "no", seen=0)
    outcome = give(before, director, "able", "yes", seen=0)
    assert (outcome.status, outcome.answer.value, outcome.answer.by) == ("conflict", "no", colleague)


def test_an_incident_withdrawn_after_the_page_was_read_takes_no_answer(inquiry, director, loaded):
    before = loaded(inquiry)
    incidents.withdraw_incident(incident=Incident.objects.get(), by=director)
    with pytest.raises(Refused):
        give(before, director, "able", "yes", seen=0)
    assert not Event.objects.filter(kind="answered").exists()


def test_what_an_answer_leaves_in_memory_is_what_is_stored(inquiry, director, loaded):
    now = inquiry
    for question, value in make.DURING_THE_PLAY.items():
        now = give(now, director, question, value, seen=now.version).inquiry
        assert plain(now) == plain(loaded(inquiry))
    now = give(now, director, "offender", "E", seen=now.version).inquiry
    assert plain(now) == plain(loaded(inquiry))
    assert now.incident.state == Incident.objects.get().state


def test_who_gives_an_answer_keeps_the_inquiry_that_he_had_loaded(inquiry, director, loaded):
    before = loaded(inquiry)
    outcome = give(before, director, "able", "yes", seen=0)
    assert (plain(before)[0], before.answers_dict()) == (0, {})
    assert (outcome.inquiry.version, outcome.inquiry.answers_dict()) == (1, {"able": "yes"})


def test_an_act_sent_again_from_the_page_it_was_read_on_is_stored_once(inquiry, director):
    key, before = uuid7(), with_consequences(inquiry)
    for expected in ("accepted", "same", "same"):
        outcome = incidents.record_answer(
            inquiry=before, question_id="able", value="yes", seen_version=0, by=director, id=key
        )
        assert outcome.status == expected
        before = before if expected == "accepted" else with_consequences(inquiry)
    assert Event.objects.filter(kind="answered").count() == 1


def test_a_ruling_given_after_the_page_was_read_is_the_one_that_is_replaced(inquiry, director, colleague):
    before = with_consequences(inquiry)
    give(with_head(inquiry), colleague, "able", "no", seen=0)
    assert before.last_ruling is None
    assert Ruling.objects.count() == 1
    give(before, director, "able", "yes", seen=1)
    give(with_consequences(inquiry), director, "able", "no", seen=2)
    assert [event.kind for event in Event.objects.filter(incident=inquiry.incident).order_by("seq")][2:] == [
        "answered", "ruling_issued", "state_changed", "answer_changed", "state_changed", "answer_changed",
        "state_changed",
    ]  # fmt: skip
    assert Ruling.objects.count() == 1


def test_what_was_read_with_an_inquiry_does_not_count_after_its_answer(inquiry, director):
    outcome = give(with_consequences(inquiry), director, "able", "no", seen=0)
    assert outcome.inquiry.seq is None
    give(outcome.inquiry, director, "able", "yes", seen=1)
    assert with_consequences(inquiry).last_revision == 1
    assert history.verify(Stream.objects.get(pk=inquiry.incident_id)) == []


def test_a_duty_that_a_drafted_ruling_opens_or_cancels_counts_for_the_state(incident, director):
    states = []
    inquiry = incidents.open_inquiry(incident=incident, law="82", by=director)
    for question, value in (("by_director", "no"), ("power", "later"), ("power", "cancel"), ("power", "later")):
        now = with_consequences(inquiry)
        give(now, director, question, value, seen=now.version)
        states.append(Incident.objects.get().state)
    assert states == ["open", "waiting", "ruled", "waiting"]


KEY = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def written(incident: Incident) -> list[tuple[str, str]]:
    """List the events of an incident after its call, with their identifiers numbered in order of appearance."""
    seen: dict[str, int] = {}

    def numbered(data: dict[str, Any]) -> str:
        return KEY.sub(lambda key: str(seen.setdefault(key[0], len(seen))), history.canonical(data))

    events = Event.objects.filter(stream=incident.pk).order_by("seq")[1:]
    return [(event.kind, numbered(event.data)) for event in events]


def played(tournament, by, law: str, load: Load, chance: random.Random) -> Incident:
    """Answer a law at random until it rules, then change answers at random; another inquiry is open beside it at
    times."""
    incident = incidents.open_incident(tournament=tournament, by=by)
    if chance.random() < 0.3:
        incidents.open_inquiry(incident=incident, law="16B", by=by)
    inquiry = incidents.open_inquiry(incident=incident, law=law, by=by)
    for _step in range(14):
        now = load(inquiry)
        state = now.state()
        asked_now = state.question if isinstance(state, Asking) else None
        if asked_now is None:
            changed = [step.question for step in state.trail if step.question.options]
            if not changed:
                break
            asked_now = chance.choice(changed)
        value = UNKNOWN if isinstance(asked_now, Fact) else chance.choice(list(asked_now.values))
        give(now, by, asked_now.id, value, seen=now.version)
    return Incident.objects.get(pk=incident.pk)


def test_an_answer_writes_the_same_events_and_rows_whether_it_is_drafted_or_not():
    board, director = make.a_founding_case()
    kinds = set()
    for seed, law in enumerate(sorted(LAWS)[::6]):
        locked, drafted = (
            played(board.tournament, director, law, load, random.Random(seed))
            for load in (with_head, with_consequences)
        )
        assert written(locked) == written(drafted), law
        assert locked.state == drafted.state, law
        assert history.verify(Stream.objects.get(pk=drafted.pk)) == []
        assert history.differences(drafted) == []
        kinds |= {kind for kind, _data in written(drafted)}
    assert kinds >= {"ruling_issued", "duty_opened", "duty_cancelled", "state_changed", "answer_changed"}


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
