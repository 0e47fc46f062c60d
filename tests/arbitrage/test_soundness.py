"""`verify_history` names what was done to the record, also what a chain alone cannot see, and never crashes."""

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from arbitrage import triggers
from arbitrage.models import Club, Event, Incident, Stream
from arbitrage.services import incidents
from arbitrage.services.record import checkpoints, history, soundness
from tests.arbitrage import factories as make

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def house(settings, tmp_path):
    settings.DATA_DIR = tmp_path


@pytest.fixture
def three() -> list[Incident]:
    by = make.make_member(make.make_club())
    board = make.make_seed_case(Club.objects.get())
    return [make.make_incident(board, by, table=table) for table in (1, 2, 3)]


def told() -> list[str]:
    return [one for one in soundness.problems() if not one.startswith("The database does not guard")]


def test_a_sound_record_agrees_with_its_checkpoints(three):
    assert checkpoints.write() is not None
    assert checkpoints.write() is None
    incidents.add_words(incident=three[0], words="Later.", by=three[0].opened_by)
    path = checkpoints.write()
    assert len(path.read_text().splitlines()) == 4
    assert oct(path.stat().st_mode)[-3:] == "600"
    assert told() == []


def test_a_whole_incident_removed_is_named_by_its_witness_and_by_its_number(three):
    checkpoints.write()
    lost = three[1]
    Event.objects.filter(stream_id=lost.pk).delete()
    Incident.objects.filter(pk=lost.pk).delete()
    Stream.objects.filter(pk=lost.pk).delete()
    day = checkpoints.newest()
    assert told() == [
        f"{lost.reference} ({lost.pk}): its whole chain is gone; it had 1 events on {day}.",
        f"lac {lost.year}: 1 of the incidents up to number 3 are missing.",
    ]


def test_a_tail_cut_off_with_its_head_rewritten_is_named(three):
    one = three[0]
    incidents.add_words(incident=one, words="Said.", by=one.opened_by)
    checkpoints.write()
    last = Event.objects.get(stream_id=one.pk, seq=2)
    Stream.objects.filter(pk=one.pk).update(head=last.prev, seq=1)
    last.delete()
    Incident.objects.filter(pk=one.pk).update(words="")
    one.notes.all().delete()
    assert told() == [f"{one.reference} ({one.pk}): event 2, there on {checkpoints.newest()}, was cut off."]


def test_a_chain_written_anew_is_named(three):
    one = three[0]
    checkpoints.write()
    event = Event.objects.get(stream_id=one.pk)
    body = event.body.replace('"called_by":""', '"called_by":"N"')
    assert body != event.body
    Event.objects.filter(pk=event.pk).update(body=body, hash=history.digest(body))
    Stream.objects.filter(pk=one.pk).update(head=history.digest(body))
    Incident.objects.filter(pk=one.pk).update(called_by="N")
    day = checkpoints.newest()
    assert told() == [f"{one.reference} ({one.pk}): event 1 is not the one that was there on {day}."]


def test_an_event_that_is_no_json_any_more_stops_nothing(three):
    Event.objects.filter(stream_id=three[0].pk).update(body="{", hash=history.digest("{"))
    Stream.objects.filter(pk=three[0].pk).update(head=history.digest("{"))
    assert told()[0] == f"{three[0].pk}: could not be read (JSONDecodeError)."
    with pytest.raises(CommandError, match="not sound"):
        call_command("verify_history")


@pytest.mark.append_only
def test_a_trigger_of_the_right_name_that_refuses_nothing_is_named(three):
    assert triggers.missing_triggers(connection) == []
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("DROP TRIGGER arbitrage_event_update")
            cursor.execute("CREATE TRIGGER arbitrage_event_update BEFORE UPDATE ON arbitrage_event BEGIN SELECT 1; END")
            expected = ["arbitrage_event_update"]
        else:
            cursor.execute(
                "CREATE OR REPLACE FUNCTION arbitrage_event_refuse() RETURNS trigger LANGUAGE plpgsql AS "
                "$$ BEGIN RETURN NEW; END $$"
            )
            expected = ["arbitrage_event_change", "arbitrage_event_truncate"]
    assert triggers.missing_triggers(connection) == expected
