"""`verify_history` reports every alteration of the record, including those that no chain can show, and never
crashes."""

import datetime
import shutil
import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.test.utils import CaptureQueriesContext

from arbitrage.database import triggers
from arbitrage.models import Club, Event, Incident, IndexEntry, Membership, Note, Stream
from arbitrage.server import kept_files
from arbitrage.services import clock, incidents
from arbitrage.services.people import invitations, members
from arbitrage.services.proof import checkpoints, checks, soundness
from arbitrage.services.proof.adopting import Adopted, adopt_at_start, adopt_everything
from arbitrage.services.record import heads, history, incident_index
from tests.arbitrage import factories as make
from tests.arbitrage.services.record_problems import problems

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


@pytest.fixture(autouse=True)
def house(settings, tmp_path):
    settings.DATA_DIR = tmp_path


@pytest.fixture
def three() -> list[Incident]:
    by = make.make_member(make.make_club())
    board = make.make_seed_case(Club.objects.get())
    return [make.make_incident(board, by, table=table) for table in (1, 2, 3)]


def test_a_sound_record_agrees_with_its_checkpoints(three):
    assert checkpoints.write() is not None
    assert checkpoints.write() is None
    incidents.add_words(incident=three[0], words="Later.", by=three[0].opened_by)
    path = checkpoints.write()
    assert len(path.read_text().splitlines()) == 4
    assert oct(path.stat().st_mode)[-3:] == "600"
    assert problems() == []


def test_a_whole_incident_removed_is_named_by_its_witness_and_by_its_number(three):
    checkpoints.write()
    lost = three[1]
    Event.objects.filter(stream_id=lost.pk).delete()
    Incident.objects.filter(pk=lost.pk).delete()
    Stream.objects.filter(pk=lost.pk).delete()
    day = checkpoints.newest()
    assert problems() == [
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
    assert problems() == [f"{one.reference} ({one.pk}): event 2, there on {checkpoints.newest()}, was cut off."]


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
    assert problems() == [f"{one.reference} ({one.pk}): event 1 is not the one that was there on {day}."]


def test_an_event_that_is_no_json_any_more_stops_nothing(three):
    Event.objects.filter(stream_id=three[0].pk).update(body="{", hash=history.digest("{"))
    Stream.objects.filter(pk=three[0].pk).update(head=history.digest("{"))
    assert problems()[0] == f"{three[0].pk}: could not be read (JSONDecodeError)."
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


# The ends of chains, written with each act


def test_the_last_incident_removed_since_the_last_checkpoint_is_named(three, django_capture_on_commit_callbacks):
    checkpoints.write()
    with django_capture_on_commit_callbacks(execute=True):
        last = make.make_incident(three[0].board, three[0].opened_by, table=4)
        incidents.add_words(incident=last, words="Said.", by=last.opened_by)
    assert checkpoints.write() is None  # it has a checkpoint already
    assert problems() == []
    Event.objects.filter(stream_id=last.pk).delete()
    last.notes.all().delete()
    Incident.objects.filter(pk=last.pk).delete()
    Stream.objects.filter(pk=last.pk).delete()
    (said,) = problems()
    assert said.endswith(f"({last.pk}): its whole chain is gone; it had 2 events on {checkpoints.newest()}.")


def test_an_act_that_is_taken_back_leaves_no_end_outside(three, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True), pytest.raises(ZeroDivisionError), transaction.atomic():
        incidents.add_words(incident=three[0], words="Said.", by=three[0].opened_by)
        raise ZeroDivisionError
    assert not heads.folder().exists()


def test_an_end_that_cannot_be_written_stops_no_act_and_is_covered_by_the_next(three, tmp_path, caplog):
    heads.folder().write_text("where the folder should be")
    heads.keep(heads.line(three[0].pk, 1, "0", "R-2026-0001"))
    assert "was not kept outside the database" in caplog.text
    heads.folder().unlink()
    checkpoints.write()
    assert problems() == []


def test_lines_of_several_writers_never_mix(tmp_path):
    """Eight threads write lines of different lengths."""

    def write(number: int) -> None:
        for seq in range(200):
            heads.keep(heads.line(uuid.UUID(int=number), seq, "f" * 64, "x" * number), tmp_path)

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(write, range(8)))
    read = sorted((one.stream, one.seq, one.about) for one in checkpoints.read(tmp_path))
    assert read == sorted((str(uuid.UUID(int=number)), seq, "x" * number) for number in range(8) for seq in range(200))


def test_a_folder_of_checkpoints_that_is_gone_is_named_and_not_made_anew_in_silence(three):
    checkpoints.write()
    checks.note(0)
    shutil.rmtree(heads.folder())
    with clock.at(clock.now() + datetime.timedelta(days=3)):
        checkpoints.catch_up()  # the server restarts
        (said,) = problems()
        assert said.startswith("3 chains have no proof outside the database, for none is kept in ")
        checkpoints.write()  # an administrator calls `manage.py checkpoint`
        assert problems() == []


def test_chains_that_nothing_has_witnessed_for_two_days_are_named(three):
    checkpoints.write()
    day = checkpoints.newest()
    incidents.add_words(incident=three[0], words="Said.", by=three[0].opened_by)
    assert problems() == []  # another server may have answered
    with clock.at(clock.now() + datetime.timedelta(days=3)):
        assert problems() == [
            f"1 chains have no proof outside the database, since {day}: “manage.py checkpoint” writes it."
        ]


# Access


@pytest.fixture
def founded() -> Club:
    """A club whose chain has all its rows, with a manager and an invitation."""
    club = members.found_club(name="Bridge Club du Port")
    manager = members.add_member(club=club, username="girard", password="un mot assez long", role="manager")
    invitations.invite(club=club, role="reader", by=manager)
    checkpoints.write()
    return club


def test_a_membership_put_in_by_hand_is_named_and_taken_out_again(founded):
    assert problems() == []
    put_in = Membership.objects.create(club=founded, user=make.make_user("eve"), role="manager")
    assert problems() == [
        f"{founded.slug}: Membership {put_in.pk}: not in the record",
        f"{founded.slug}: Club {founded.pk}: the names of its members are not those that were recorded",
    ]
    list(soundness.problems(rebuild=True))
    assert problems() == []
    assert not Membership.objects.filter(pk=put_in.pk).exists()


def test_a_rewritten_invitation_and_a_rewritten_regulation_are_named(founded):
    invitation = founded.invitations.get()
    founded.invitations.update(role="manager", expires_at=invitation.expires_at + datetime.timedelta(days=900))
    Club.objects.filter(pk=founded.pk).update(regulations=[{"since": "", "authority": "wbf", "own": {}}])
    assert problems() == [
        f"{founded.slug}: Club {founded.pk}: regulations",
        f"{founded.slug}: Invitation {invitation.pk}: expires_at, role",
    ]
    list(soundness.problems(rebuild=True))
    assert problems() == []


def test_another_name_of_a_member_is_named(founded):
    founded.memberships.get().user.__class__.objects.filter(username="girard").update(last_name="Dupont")
    assert problems() == [
        f"{founded.slug}: Club {founded.pk}: the names of its members are not those that were recorded"
    ]


def test_a_club_of_an_earlier_version_is_taken_into_its_chain_once(three):
    club = three[0].club
    assert adopt_everything().clubs == 1
    assert adopt_everything().clubs == 0
    checkpoints.write()
    assert problems() == []
    Membership.objects.create(club=club, user=make.make_user("eve"), role="manager")
    assert problems()[0].endswith("not in the record")


def test_a_start_adopts_once_for_a_version_and_its_tables(three, monkeypatch):
    text = "Written by the version before."
    note = Note.objects.create(incident=three[1], text=text, digest=history.digest(text))
    history.append(three[1].pk, "words_added", by=None, club=three[1].club_id, incident=three[1], notes=[str(note.pk)])
    incidents.add_words(incident=three[2], words="Tied as it was typed.", by=three[2].opened_by)
    assert adopt_at_start().words == 1
    with CaptureQueriesContext(connection) as queries:
        assert adopt_at_start() is None
    assert len(queries) <= 2, queries.captured_queries
    monkeypatch.setattr(kept_files, "version", lambda: "another")
    assert adopt_at_start() is not None
    MigrationRecorder.Migration.objects.order_by("-pk")[:1].get().delete()
    assert adopt_at_start() is not None


# The index


def test_a_start_that_adopted_anything_says_so():
    assert not Adopted(0, 0, 0, 0)
    assert all([Adopted(1, 0, 0, 0), Adopted(0, 1, 0, 0), Adopted(0, 0, 1, 0), Adopted(0, 0, 0, 1)])


def test_an_emptied_index_is_named_and_made_again(three):
    incident_index.refresh_all()
    checkpoints.write()
    IndexEntry.objects.filter(incident=three[0]).delete()
    IndexEntry.objects.filter(incident=three[1]).update(words="")
    assert problems() == [
        f"{three[0].reference}: IndexEntry: missing, so that no search finds the incident",
        f"{three[1].reference}: IndexEntry: words",
    ]
    list(soundness.problems(rebuild=True))
    assert problems() == []
