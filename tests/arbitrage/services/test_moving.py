"""A club moves from one database to another and back with its record, its rows, its words and its people."""

import subprocess
import threading
import uuid
from collections.abc import Callable, Iterator

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import ProgrammingError, connection, connections, transaction
from django.test.utils import CaptureQueriesContext
from psycopg.errors import InsufficientPrivilege

from arbitrage.database import backups, replication
from arbitrage.management.commands import move_club
from arbitrage.models import Club, Event, Incident, Membership, Tournament
from arbitrage.services import incidents
from arbitrage.services.errors import Refused
from arbitrage.services.moving import arriving, leaving, tables, witnesses
from arbitrage.services.moving.arriving import OTHER, MoveError
from arbitrage.services.people import members
from arbitrage.services.proof import checkpoints, soundness
from arbitrage.services.record import heads, person_numbers

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("in_english")]
on_postgresql = pytest.mark.postgres
At = Callable[[str], None]


def test_every_table_moves_or_is_said_to_stay():
    told = (*tables.of_a_club(), *tables.RECORD, *tables.OF_A_PERSON, *tables.LEFT)
    assert set(told) == set(apps.get_app_config("arbitrage").get_models()), (
        "Give the manager of a new model a way to its club (ClubQuerySet.to_club), and its rows move; name "
        "it in services/moving/tables.py where they are a person's, or stay."
    )


def test_of_every_table_the_rows_of_the_club_move_and_no_others(club, incident, director):
    other = members.found_club(name="Another club")
    elsewhere = members.add_member(club=other, username="somebody", password="a long way round")
    assert list(tables.rows_of(Club, club.pk)) == [club]
    assert list(tables.rows_of(Incident, club.pk)) == [incident]
    assert list(tables.rows_of(Tournament, club.pk)) == [incident.tournament]
    assert {row.user for row in tables.rows_of(Membership, club.pk)} == {director}
    assert {row.user for row in tables.rows_of(Membership, other.pk)} == {elsewhere}
    assert not tables.rows_of(Incident, other.pk).exists()


def test_a_club_that_leaves_is_closed_and_opened_again_where_it_was(client, club, incident, director):
    site = "https://new.example.org"
    leaving.leave(club=club, house="7/new", to=site)
    leaving.leave(club=club, house="7/new")
    with pytest.raises(Refused, match="another installation: bring it from there"):
        leaving.leave(club=club, house="8/other")
    with pytest.raises(Refused, match="has moved to another installation"):
        members.enable_club(club=club, by=director)
    assert list(soundness.of_club(Club.objects.get())) == []
    for page in ("/en/tournaments/", f"/en/clubs/{club.pk}/regulations/", f"/en/incidents/{incident.pk}/"):
        assert f"You find it at {site}." in client.get(page).content.decode()
    leaving.stay(club=club)
    leaving.stay(club=club)
    assert list(soundness.of_club(Club.objects.get())) == []
    assert b"new.example.org" not in client.get("/en/tournaments/").content
    kinds = Event.objects.filter(stream=club.pk).order_by("seq").values_list("kind", flat=True)
    assert list(kinds)[-2:] == ["club_left", "club_stayed"]


@on_postgresql
def test_the_database_refuses_an_act_of_a_club_that_has_left_and_of_no_other(club, incident, director):
    other = members.found_club(name="Another club")
    leaving.leave(club=club, house="7/new")
    with pytest.raises(Refused, match="Your club is moving"):
        incidents.add_words(incident=incident, words="Late.", by=director)
    assert not incident.notes.exists()
    members.add_member(club=other, username="somebody", password="a long way round")
    leaving.stay(club=club)
    incidents.add_words(incident=incident, words="Again.", by=director)


@on_postgresql
def test_an_act_that_was_begun_is_stored_before_the_club_leaves(club, incident, director):
    began, go_on, order = threading.Event(), threading.Event(), []

    def write() -> None:
        with transaction.atomic():
            incidents.add_words(incident=incident, words="In time.", by=director)
            began.set()
            go_on.wait(30)
            order.append("written")
        connection.close()

    def leave() -> None:
        leaving.leave(club=club, house="7/new")
        order.append("left")
        connection.close()

    threads = [threading.Thread(target=write), threading.Thread(target=leave)]
    threads[0].start()
    assert began.wait(30)
    threads[1].start()
    threads[1].join(0.5)
    assert order == []
    go_on.set()
    for thread in threads:
        thread.join(30)
    assert order == ["written", "left"]
    assert incident.notes.get().text == "In time."


@pytest.fixture
def at() -> Iterator[At]:
    """A function that makes the first or the second of two databases the default one, and the other the database
    OTHER."""
    first = connection.settings_dict["NAME"]
    second = f"{first}_second"
    with connection.cursor() as cursor:
        cursor.execute(f"DROP DATABASE IF EXISTS {second}")
        cursor.execute(f"CREATE DATABASE {second} TEMPLATE template0")
    where = [part for part in backups._address() if not part.startswith("--dbname")]
    schema = subprocess.run(["pg_dump", "--schema-only", *where, first], capture_output=True, check=True).stdout
    subprocess.run(["psql", "--quiet", *where, second], input=schema, capture_output=True, check=True)

    def use(name: str) -> None:
        names = (first, second) if name == "first" else (second, first)
        for database in (connections["default"], connections[OTHER]):
            database.close()
            database.close_pool()
        connections["default"].settings_dict["NAME"], connections[OTHER].settings_dict["NAME"] = names
        connections[OTHER].connect()  # at once: Django lets no test ask for a database that its settings do not name

    connections.databases[OTHER] = {**connections.databases["default"], "OPTIONS": {}, "NAME": second}
    use("first")
    yield use
    use("first")
    del connections[OTHER]
    del connections.databases[OTHER]
    with connection.cursor() as cursor:
        cursor.execute(f"DROP DATABASE {second} WITH (FORCE)")


def leave(club: Club) -> None:
    leaving.leave(club=club, house=replication.house(connections[OTHER]))


@on_postgresql
def test_a_club_moves_with_its_record_and_its_persons_and_comes_back(at, club, incident, director):
    person = director.pk
    incidents.add_words(incident=incident, words="What was said.\tAnd more: \\.", by=director)
    stored = Event.objects.filter(club=club).count()
    other = members.found_club(name="Another club here")
    at("second")
    stranger = User.objects.create(pk=person, username=director.username)  # there the director's key and name are taken
    at("first")
    leave(club)

    at("second")
    arrived = arriving.arrive(club.pk)
    assert Event.objects.count() == stored + 2 and list(Club.objects.all()) == [club] and arrived.rows > stored
    there = Membership.objects.get(club=club, user__username=f"{director.username}-2").user
    assert arrived.renamed == {director.username: there.username}
    assert there.pk != person and there.password == director.password
    assert person_numbers.of_club(club.pk) == {person: there.pk, -1: stranger.pk}
    moved = Incident.objects.get(pk=incident.pk)
    assert moved.opened_by == there and moved.notes.get().text == "What was said.\tAnd more: \\."
    with pytest.raises(Refused, match="the number of this account is somebody else’s"):
        members.join(club, stranger, "director", by=None)
    incidents.add_words(incident=moved, words="Said there.", by=there)
    members.set_link_days(club=club, days=9, by=stranger)
    added = members.add_member(club=club, username="newcomer", password="a long way round")
    assert list(soundness.of_club(Club.objects.get())) == []
    at("second")
    with pytest.raises(MoveError, match="is here already"):
        arriving.arrive(club.pk)
    leave(club)

    at("first")
    before = set(User.objects.values_list("username", flat=True))
    arriving.arrive(club.pk)
    assert {user.username for user in User.objects.all()} - before == {"newcomer", f"{director.username}-2"}
    administrator = User.objects.get(username=f"{director.username}-2")  # the user who set the days of the links there
    assert not administrator.is_active and not administrator.has_usable_password()
    assert Incident.objects.get(pk=incident.pk).opened_by == director
    assert [note.text for note in incident.notes.order_by("pk")][1] == "Said there."
    assert Club.objects.get(pk=club.pk).link_days == 9
    assert User.objects.get(username="newcomer").memberships.get().club == club
    assert added.username == "newcomer" and Club.objects.filter(pk=other.pk).exists()
    assert list(soundness.of_club(Club.objects.get(pk=club.pk))) == []


@on_postgresql
def test_a_club_that_was_told_otherwise_or_is_not_closed_does_not_arrive(at, club, incident, director):
    at("second")
    with pytest.raises(MoveError, match="has not been closed where it is"):
        arriving.arrive(club.pk)
    at("first")
    leaving.leave(club=club, house="7/a-third-one")
    at("second")
    with pytest.raises(MoveError, match="to another installation than this"):
        arriving.arrive(club.pk)
    at("first")
    leaving.stay(club=club)
    leave(club)
    at("second")
    arriving.arrive(club.pk)
    incidents.add_words(incident=Incident.objects.get(), words="Said there.", by=None)
    leave(club)
    at("first")
    leaving.stay(club=club)  # this is forbidden: both installations now have the club
    incidents.add_words(incident=incident, words="Said here.", by=director)
    leave(club)
    with pytest.raises(MoveError, match="tells another history there"):
        arriving.arrive(club.pk)
    assert not Club.objects.filter(moved_at=None).exists()


@on_postgresql
def test_the_chains_of_a_club_that_comes_back_are_compared_many_at_a_time(at, club, incident):
    leave(club)
    at("second")
    arriving.arrive(club.pk)
    leave(club)
    at("first")
    assert Event.objects.filter(club=club).values("stream").distinct().count() > 1
    with CaptureQueriesContext(connections[OTHER]) as queries:
        arriving.check_beginning(club.pk)
    assert len(queries) == 1


@on_postgresql
def test_the_checkpoints_of_the_other_installation_are_compared_and_taken_over(at, club, incident, settings, data_dir):
    leave(club)
    others = data_dir / "others"
    checkpoints.write(others)
    (day,) = others.glob("*.jsonl")
    good = day.read_text()
    head = Event.objects.filter(stream=incident.pk).order_by("-seq").values_list("hash", flat=True)[0]
    stayed = heads.line(uuid.uuid4(), 1, head, "club")  # of a club that stays there
    unreadable = '{"stream": "none", "seq": 1, "head": "", "about": ""}'
    day.write_text(good.replace(head, "0" * 64) + stayed + unreadable)
    at("second")
    with pytest.raises(MoveError, match="is not the one that was there"):
        arriving.arrive(club.pk, checkpoints=others)
    day.write_text(good)
    settings.DATA_DIR = data_dir / "there"
    arriving.arrive(club.pk, checkpoints=others)
    assert witnesses.take_over(club.pk, others) == len(good.splitlines())
    assert witnesses.take_over(club.pk, others) == 0
    assert not checkpoints.contradictions().sentences()


@on_postgresql
def test_a_row_that_does_not_arrive_as_it_was_undoes_the_arrival(at, club, incident, monkeypatch):
    leave(club)
    at("second")
    read = tables.read

    def other(rows):
        for line in read(rows):
            yield line.replace("open", "ruled") if rows.model is Incident and rows.db == OTHER else line

    monkeypatch.setattr(tables, "read", other)
    with pytest.raises(MoveError, match="is not sound where it arrived"):
        arriving.arrive(club.pk)
    assert not Club.objects.exists() and not Event.objects.exists() and not User.objects.exists()


@on_postgresql
def test_a_row_that_another_club_has_here_is_told_and_undoes_the_arrival(at, club, incident):
    leave(club)
    at("second")
    other = members.found_club(name="Another club")
    taken = Tournament.objects.create(club=other, name="Brought as a file", date="2026-11-20")
    Tournament.objects.filter(pk=taken.pk).update(id=incident.tournament_id)
    with pytest.raises(MoveError, match=r"is here already, in another club: .*arbitrage_tournament"):
        arriving.arrive(club.pk)
    assert Club.objects.get() == other


@pytest.mark.either_database
def test_a_role_without_the_rights_to_send_ahead_is_told_so_and_nothing_is_left(monkeypatch):
    forgotten = []

    def denied(*_args: object) -> None:
        raise ProgrammingError("must be superuser or replication role") from InsufficientPrivilege()

    club = Club(name="Bridge Club des Tilleuls")
    monkeypatch.setattr(move_club.Command, "_send_ahead", denied)
    monkeypatch.setattr(move_club.Command, "_forget", lambda _self, key: forgotten.append(key))
    with pytest.raises(move_club.MoveError, match="rights of a PostgreSQL superuser .* add --at-once"):
        move_club.Command()._send_ahead_if_allowed(club)
    assert forgotten == [club.pk]
