"""The record is chained, append-only and without names, and all other rows follow from it."""

import json

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction

from arbitrage.database import triggers
from arbitrage.models import Answer, Club, Duty, Event, Incident, Inquiry, Note, Player, RecordCheck, Ruling, Stream
from arbitrage.services import incidents
from arbitrage.services.errors import Refused
from arbitrage.services.record import history
from arbitrage.services.record.appeal_rows import OF_APPEALS
from arbitrage.services.record.history import append, canonical
from arbitrage.services.record.projection import HISTORY_ONLY, LATER, PROJECTIONS, DatabaseRows
from arbitrage.services.results import scores
from tests.arbitrage import factories as make

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


def a_call_with_everything() -> None:
    """Store a call with two inquiries, a changed answer, a conflict, words, evidence and a confirmed score."""
    board, director = make.a_founding_case()
    other = make.make_member(board.tournament.club, "leclerc")
    incident = incidents.open_incident(tournament=board.tournament, by=other, table=1, called_by="N")
    incidents.attend(incident=incident, by=director)
    inquiry = incidents.open_inquiry(incident=incident, law="64", by=director)
    inquiry = make.answer(inquiry, director, able="yes", offender="E", declarer="S", trick="3", noticed="during")
    late = incidents.record_answer(inquiry=inquiry, question_id="offender", value="N", seen_version=0, by=other)
    assert late.status == "conflict"
    incidents.place_incident(
        incident=incident, by=director, section=board.tournament.sections.get(), table=1, board=board
    )
    inquiry = make.answer(Inquiry.objects.get(pk=inquiry.pk), director, offender="W", since="played")
    incidents.dispute_facts(incident=incident, disputed=True, evidence="Jeanne Martin says a heart.", by=director)
    incidents.dispute_facts(incident=incident, disputed=False, evidence="Both agree now.", by=director)
    incidents.add_words(incident=incident, words="Paul Martin was very upset.", by=director)
    incidents.add_words(incident=incident, words="Calm again.", by=other)
    incidents.reach_moment(duty=inquiry.duties.get(state="open"), by=other)
    make.answer(Inquiry.objects.get(pk=inquiry.pk), director, **make.AT_THE_END)
    asked = incidents.open_inquiry(incident=incident, law="61", by=director)
    make.answer(asked, director, asker="declarer", was_a_revoke="yes")
    seen = scores.propose_adjustment(incident).digest
    adjustment = scores.confirm_adjustment(incident=incident, by=director, seen=seen)
    scores.mark_entered(adjustment=adjustment, by=other)


@pytest.fixture(scope="module")
def scene(set_once) -> None:
    set_once(a_call_with_everything)


@pytest.fixture
def incident(scene) -> Incident:
    """The call of `a_call_with_everything`."""
    return incidents.fresh(Incident.objects.get())


def kinds(incident: Incident) -> list[str]:
    return list(Event.objects.filter(stream_id=incident.pk).order_by("seq").values_list("kind", flat=True))


def test_every_kind_of_event_is_projected_or_kept_for_the_history_alone(incident, director):
    incidents.withdraw_incident(incident=incident, by=director)
    written = set(kinds(incident))
    assert written <= set(PROJECTIONS) | HISTORY_ONLY
    elsewhere = {
        "duty_cancelled",
        "duty_described",
        "duty_reopened",
        "inquiry_dropped",
        "left_to_another",
        "caller_said",
        "moment_taken_back",
        *("commented", "question_asked", "question_answered", "reviewed", "ruling_corrected"),
        *OF_APPEALS,
    }  # in appeal/test_appeals.py, test_duties.py, test_linked.py, decisions/test_reviewing.py, …
    assert set(PROJECTIONS) - written == elsewhere


def test_rows_rebuilt_from_the_events_are_the_stored_rows(incident):
    said = history.project(incident)
    assert {model.__name__: len(rows) for model, rows in said.items()} == {
        "Incident": 1,
        "Inquiry": 2,
        "Duty": 1,
        "Answer": 14,
        "Ruling": 3,
        "Adjustment": 1,
    } | {model.__name__: 0 for model in LATER}
    assert history.differences(incident) == []
    assert history.rebuild(incident) == []


def test_rebuilding_restores_what_was_changed_lost_or_added_behind_the_services(incident):
    inquiry = incident.inquiries.get(law="64")
    before = {model: list(model.objects.order_by("pk").values()) for model in (Answer, Duty)}
    state = incident.state
    Answer.objects.filter(inquiry=inquiry, question="trick").update(value="12")
    Answer.objects.filter(inquiry=inquiry, question="winner").delete()
    extra = Answer.objects.create(
        inquiry=inquiry, question="nobody_asked", value="x", at=incident.called_at, version=99
    )
    Duty.objects.filter(inquiry=inquiry).update(state="open", done_at=None, done_by=None)
    Incident.objects.filter(pk=incident.pk).update(state="open", words="")

    found = history.rebuild(incident)

    assert sorted(line.split(" ")[0] for line in found) == ["Answer", "Answer", "Answer", "Duty", "Incident"]
    assert f"Answer {extra.pk}: not in the record" in found
    assert f"Incident {incident.pk}: state, words" in found
    assert {model: list(model.objects.order_by("pk").values()) for model in (Answer, Duty)} == before
    assert Incident.objects.get(pk=incident.pk).state == state
    assert Incident.objects.get(pk=incident.pk).words == "Paul Martin was very upset.\n\nCalm again."
    assert history.differences(incident) == []


def test_what_an_event_says_of_another_incident_is_not_written_on_the_one_in_hand(incident, director):
    other = make.make_incident(incident.board, director, table=2)
    rows = DatabaseRows(incident)
    rows.change(Incident, str(other.pk), table=7)
    assert (incident.table, Incident.objects.get(pk=other.pk).table) == (1, 7)
    rows.change(Incident, str(incident.pk), table=5)
    assert (incident.table, Incident.objects.get(pk=incident.pk).table) == (5, 5)


def test_a_row_lost_with_all_that_hangs_on_it_is_rebuilt(incident):
    inquiry = incident.inquiries.get(law="61")
    Ruling.objects.filter(inquiry=inquiry).delete()
    Answer.objects.filter(inquiry=inquiry).delete()
    inquiry.delete()
    assert len(history.rebuild(incident)) == 4
    rebuilt = incident.inquiries.get(law="61")
    assert rebuilt.state().ruling.law == rebuilt.current_ruling.law == "61B1"


def test_no_event_and_no_ruling_holds_a_name_or_free_words(incident):
    names = [*Player.objects.values_list("name", flat=True), "Martin", "martin", "Jeanne", "Paul", "leclerc"]
    typed = ["The same line of play.", "says a heart", "very upset", "Both agree"]
    written = [*Event.objects.values_list("body", flat=True), *Ruling.objects.values_list("outcome", flat=True)]
    assert len(written) > 20
    for text in written:
        assert [word for word in (*names, *typed) if word in text] == []


def test_free_words_are_kept_beside_the_chain_in_every_version(incident):
    texts = set(Note.objects.filter(incident=incident).values_list("text", flat=True))
    assert texts == {
        "Jeanne Martin says a heart.",
        "Both agree now.",
        "Paul Martin was very upset.",
        "Calm again.",
        "The same line of play.",
    }
    assert (incident.disputed, incident.evidence) == (False, "Both agree now.")


def test_a_chain_says_what_was_done_to_it(incident):
    stream = Stream.objects.get(pk=incident.pk)
    assert history.verify(stream) == []
    events = Event.objects.filter(stream=stream).order_by("seq")
    last = events.last()
    fifth = events.get(seq=5)

    def broken(**values) -> list[str]:
        with transaction.atomic():
            Event.objects.filter(pk=fifth.pk).update(**values)
            found = history.verify(Stream.objects.get(pk=stream.pk))
            transaction.set_rollback(True)
        return found

    assert broken(body=fifth.body.replace('"value":"E"', '"value":"W"')) == ["Event 5 is not what was written."]
    assert broken(by=None) == ["The columns of event 5 do not say what its text says."]
    assert broken(kind="attended") == ["The columns of event 5 do not say what its text says."]
    assert broken(hash="0" * 64) == ["Event 5 is not what was written.", "Event 6 does not follow the one before it."]
    assert broken(seq=99) == ["Event 5 is missing."]
    with transaction.atomic():
        last.delete()
        assert history.verify(stream) == [
            f"The chain ends after event {last.seq - 1} of {last.seq}, not where it was written to the end."
        ]
        transaction.set_rollback(True)
    note = Note.objects.filter(incident=incident).first()
    Note.objects.filter(pk=note.pk).update(text="Something else.")
    assert history.verify(stream) == [f"The words of note {note.pk} are not what was typed."]


def test_canonical_text_is_the_same_for_ever():
    """The chains of every version contain digests of canonical texts."""
    assert canonical({"b": [1, None], "a": "décidé\u202f?"}) == '{"a":"décidé\u202f?","b":[1,null]}'


def test_the_text_of_an_event_is_canonical_and_says_who_when_and_where(incident, director):
    event = Event.objects.get(stream_id=incident.pk, kind="attended")
    data = json.loads(event.body)
    assert canonical(data) == event.body
    assert data == {
        "at": event.at.isoformat(timespec="microseconds"),
        "board": None,
        "by": director.pk,
        "club": str(incident.club_id),
        "data": {},
        "id": str(event.pk),
        "incident": str(incident.pk),
        "kind": "attended",
        "seq": 2,
        "stream": str(incident.pk),
        "tournament": str(incident.tournament_id),
    }


def test_the_history_of_a_board_includes_what_happened_before_the_board_was_known(incident):
    events = list(Event.objects.of_board(incident.board))
    assert [event.kind for event in events] == kinds(incident)
    assert {event.kind for event in events if event.board_id is None} >= {"incident_opened", "attended", "answered"}


def test_chains_of_two_streams_do_not_touch_each_other(director):
    club = Club.objects.get()
    tournament = make.make_tournament(club)
    one, other = make.make_tournament(club, name="A"), make.make_tournament(club, name="B")
    for number in range(3):
        append(one.pk, "round_begun", by=director, club=club, tournament=tournament, number=number)
        append(other.pk, "round_begun", by=None, club=club, tournament=tournament, number=number)
    for stream in Stream.objects.filter(pk__in=(one.pk, other.pk)):
        assert stream.seq == 3
        assert history.verify(stream) == []
    assert len({event.hash for event in Event.objects.filter(stream__in=(one.pk, other.pk))}) == 6


# The guard of the database


def refuses(statement: str, parameters: tuple = ()) -> None:
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement, parameters)


@pytest.mark.append_only
@pytest.mark.parametrize("table", ["arbitrage_event", "arbitrage_ruling"])
def test_the_database_refuses_to_change_or_delete_what_was_written(incident, table):
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM {table}")  # noqa: S608
        (count,) = cursor.fetchone()
    assert count >= 3
    connection.check_constraints()  # PostgreSQL does not truncate while deferred checks are pending
    refuses(f"UPDATE {table} SET at = at")  # noqa: S608
    refuses(f"DELETE FROM {table}")  # noqa: S608
    if connection.vendor == "postgresql":
        refuses(f"TRUNCATE {table} CASCADE")
    else:
        refuses(f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}")  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM {table}")  # noqa: S608
        assert cursor.fetchone() == (count,)


@pytest.mark.append_only
def test_the_guard_lets_services_write_and_is_complete(incident, director):
    assert triggers.missing_triggers(connection) == []
    incidents.withdraw_incident(incident=incident, by=director, reason="Entered twice.")
    assert history.differences(incident) == []
    triggers.install_triggers(connection)
    assert triggers.missing_triggers(connection) == []


@pytest.mark.append_only
def test_a_ruling_that_was_altered_is_told_and_not_rewritten(incident):
    ruling = Ruling.objects.filter(inquiry__incident=incident).first()
    triggers.drop_triggers(connection)
    Ruling.objects.filter(pk=ruling.pk).update(law="12A1")
    triggers.install_triggers(connection)
    with pytest.raises(Refused) as refusal:
        history.rebuild(incident)
    assert refusal.value.code == "guarded"
    assert Ruling.objects.get(pk=ruling.pk).law == "12A1"
    assert history.differences(incident) == [f"Ruling {ruling.pk}: law"]


def test_only_a_database_that_can_guard_the_record_is_accepted():
    class Oracle:
        vendor = "oracle"

    with pytest.raises(NotImplementedError, match="oracle"):
        triggers.install_triggers(Oracle())


# manage.py verify_history


@pytest.mark.append_only
def test_the_command_says_that_the_record_is_sound(incident, capsys):
    call_command("verify_history")
    assert capsys.readouterr().out == (
        f"The record is sound, events: {Event.objects.count()}, chains: 1, seal: {RecordCheck.objects.get().seal}.\n"
    )


@pytest.mark.append_only
def test_the_command_fails_on_an_altered_event_and_rebuilds_nothing_from_it(incident, capsys):
    triggers.drop_triggers(connection)
    Event.objects.filter(stream_id=incident.pk, seq=5).update(body="{}")
    triggers.install_triggers(connection)
    Incident.objects.filter(pk=incident.pk).update(state="open")
    with pytest.raises(CommandError, match="not sound, problems: 2"):
        call_command("verify_history", rebuild=True)
    assert capsys.readouterr().out.splitlines() == [
        f"{incident.pk}: Event 5 is not what was written.",
        f"{incident.reference}: its chain is broken, so its rows were not compared with it.",
    ]
    assert Incident.objects.get(pk=incident.pk).state == "open"


@pytest.mark.append_only
def test_the_command_rebuilds_on_demand(incident, capsys):
    Incident.objects.filter(pk=incident.pk).update(state="open")
    with pytest.raises(CommandError, match="not sound, problems: 1"):
        call_command("verify_history")
    assert f"{incident.reference}: Incident {incident.pk}: state" in capsys.readouterr().out
    with pytest.raises(CommandError, match="run this again"):
        call_command("verify_history", rebuild=True)
    capsys.readouterr()
    call_command("verify_history")
    assert "The record is sound" in capsys.readouterr().out


def test_the_command_says_that_the_guard_is_missing(incident, capsys):
    with pytest.raises(CommandError):
        call_command("verify_history")
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == {"sqlite": 6, "postgresql": 4}[connection.vendor]
    assert lines[0].startswith("The database does not guard the record: arbitrage_event_")
