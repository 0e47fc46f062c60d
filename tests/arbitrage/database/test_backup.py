"""A database is backed up while in use, then verified and restored. A backup of an earlier version opens, replays and
verifies too."""

import datetime
import errno
import json
import shutil
import sqlite3
import tempfile
import threading
import zipfile
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import connection

from arbitrage.database import backups, changed_pages, rotation
from arbitrage.models import Event
from arbitrage.server import lock
from arbitrage.services import clock, incidents
from tests.arbitrage.at_the_screen import sign_in
from tests.arbitrage.earlier_version import VERSION_0_1, manage, rows, schema

pytestmark = pytest.mark.usefixtures("in_english")


@dataclass(frozen=True)
class Adopted:
    """A data folder of version 0.1 after today's migrations, `manage.py adopt_history` and `manage.py backup`, with the
    exit code and the output of both commands."""

    folder: Path
    done: tuple[int, str]
    backed_up: tuple[int, str]


@pytest.fixture(scope="module")
def adopted_once(brought_up, tmp_path_factory: pytest.TempPathFactory) -> Adopted:
    folder = shutil.copytree(brought_up.folder, tmp_path_factory.mktemp("adopted") / "var")
    return Adopted(folder, manage(folder, "adopt_history"), manage(folder, "backup"))


@pytest.fixture
def adopted(adopted_once: Adopted, tmp_path: Path) -> Path:
    """A copy of the folder of `adopted_once`, with one backup in it."""
    assert (adopted_once.done[0], adopted_once.backed_up[0]) == (0, 0), adopted_once
    return shutil.copytree(adopted_once.folder, tmp_path / "var")


def only_backup(folder: Path) -> Path:
    (path,) = (folder / "backups").glob("*.zip")
    return path


def test_the_database_of_version_0_1_is_migrated_adopted_verified_and_replayed(brought_up, adopted_once, adopted):
    rulings = brought_up.rulings
    assert len(rulings) > 20
    assert brought_up.done == (0, "")
    code, said = adopted_once.done
    assert code == 0 and said.startswith("Taken into the chains. Clubs: 1, tournaments: 3")
    assert manage(adopted, "adopt_history") == (0, "Everything is in the chains already.\n")
    code, said = manage(adopted, "verify_history")
    assert (code, said[:20]) == (0, "The record is sound,")
    code, said = manage(adopted, "replay")
    assert code == 0, said
    assert rows(adopted, "arbitrage_ruling") == rulings


def test_an_empty_database_gets_the_tables_of_one_that_took_every_step(brought_up, tmp_path):
    assert manage(tmp_path, "migrate", "--verbosity", "0") == (0, "")
    at_once, by_steps = schema(tmp_path), schema(brought_up.folder)
    assert len(at_once) > 150 and "arbitrage_ruling_replace" in at_once
    assert at_once == by_steps
    steps = [{row[2] for row in rows(folder, "django_migrations")} for folder in (tmp_path, brought_up.folder)]
    assert "0001_squashed_0017" in steps[0] & steps[1]  # the squash counts as run


def test_saved_while_somebody_writes_and_put_back_with_the_same_rulings(adopted):
    rulings, stop = rows(adopted, "arbitrage_ruling"), threading.Event()

    def write() -> None:
        database = sqlite3.connect(adopted / "arbitrage.sqlite3", timeout=20)
        while not stop.wait(0.002):
            database.execute("UPDATE auth_user SET last_login = datetime('now')")
            database.commit()
        database.close()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        saved = [manage(adopted, "backup") for _time in range(2)]
    finally:
        stop.set()
        writer.join()
    assert [code for code, _said in saved] == [0, 0], saved
    path = sorted((adopted / "backups").glob("*.zip"))[-1]
    assert manage(adopted, "restore", "--check", str(path))[0] == 0
    (adopted / "arbitrage.sqlite3").write_bytes(b"nothing of a database")
    code, said = manage(adopted, "restore", str(path))
    assert code == 0, said
    assert "The record is sound" in said and "Nothing differs." in said and "What was here is now" in said
    assert rows(adopted, "arbitrage_ruling") == rulings
    assert oct((adopted / "arbitrage.sqlite3").stat().st_mode)[-3:] == "600"


@pytest.mark.django_db(transaction=True)
def test_what_a_backup_witnesses_is_in_its_database_though_somebody_writes_meanwhile(
    settings, tmp_path, monkeypatch, incident, director
):
    """Checkpoints copied after the database could cover a later act, which a restore would report as cut off."""
    settings.DATA_DIR = tmp_path
    name = "_copy_sqlite" if connection.vendor == "sqlite" else "_dump_postgresql"
    copy = getattr(backups, name)
    incidents.add_words(incident=incident, words="Before.", by=director)
    before = Event.objects.filter(stream=incident.pk).count()

    def copy_and_write(where):
        database = copy(where)
        incidents.add_words(incident=incident, words="Meanwhile.", by=director)
        return database

    monkeypatch.setattr(backups, name, copy_and_write)
    path = backups.backup()
    assert Event.objects.filter(stream=incident.pk).count() > before
    with zipfile.ZipFile(path) as file:
        (checkpoint,) = (one for one in file.namelist() if one.startswith("checkpoints/"))
        lines = [json.loads(line) for line in file.read(checkpoint).decode().splitlines()]
    assert max(line["seq"] for line in lines if line["stream"] == str(incident.pk)) == before


@pytest.mark.parametrize("rewritten", [False, True], ids=["only earlier", "another history"])
def test_an_older_backup_put_back_is_sound_and_what_was_made_since_is_told(adopted, rewritten):
    path = only_backup(adopted)
    name = rows(adopted, "arbitrage_club")[0][1]
    code, said = manage(adopted, "club", name, "nouveau")
    assert code == 0, said
    (checkpoint,) = (adopted / "checkpoints").glob("*.jsonl")
    if rewritten:
        line = json.loads(checkpoint.read_text().splitlines()[0])
        checkpoint.write_text(json.dumps(line | {"head": "0" * 64}) + "\n" + checkpoint.read_text())
    code, said = manage(adopted, "restore", str(path))
    assert "Acts made after this backup are not in it, of:\n  club (" in said, said
    assert "The record is sound" in said and "Nothing differs." in said
    assert code == rewritten
    assert ("is not the one that was there" in said and "restore another one" in said) == rewritten
    (aside,) = adopted.glob("checkpoints.before-*")
    assert said.count("What was here is now") == 2 and str(aside) in said
    assert (aside / checkpoint.name).exists()
    assert manage(adopted, "verify_history")[0] == 0


def test_a_backup_has_no_session_and_the_key_only_where_it_is_asked(earlier, tmp_path):
    """A backup does not let its finder sign in."""
    database = sqlite3.connect(earlier / "arbitrage.sqlite3")
    database.execute("INSERT INTO django_session VALUES ('aSessionKeyOfSomebody', 'signed in', '2099-01-01')")
    database.commit()
    database.close()
    assert (earlier / "secret_key").exists()
    plain, whole = tmp_path / "plain", tmp_path / "whole"
    for where, more in ((plain, []), (whole, ["--with-key"])):
        code, said = manage(earlier, "backup", "--folder", str(where), *more)
        assert code == 0, said
        (path,) = where.glob("*.zip")
        with zipfile.ZipFile(path) as file:
            assert ("secret_key" in file.namelist()) == bool(more)
            assert b"aSessionKeyOfSomebody" not in file.read(backups.SQLITE)
    assert rows(earlier, "django_session") != []
    assert manage(earlier, "restore", str(path))[0] == 0
    assert rows(earlier, "django_session") == []


def test_a_backup_is_unpacked_where_there_is_room_for_it(settings, monkeypatch, adopted):
    path = only_backup(adopted)
    settings.DATA_DIR = adopted
    monkeypatch.setattr(tempfile, "tempdir", "/the/folder/of/the/system/is/full")
    assert backups.check(path)["database"] == backups.SQLITE


def test_a_damaged_backup_is_not_put_back(adopted, tmp_path):
    path = only_backup(adopted)
    whole = tmp_path / "whole"
    with zipfile.ZipFile(path) as file:
        file.extractall(whole)
    database = whole / "database.sqlite3"
    data = bytearray(database.read_bytes())
    data[20_000:24_000] = bytes(4_000)
    database.write_bytes(data)
    shutil.make_archive(str(tmp_path / "damaged"), "zip", whole)
    before = (adopted / "arbitrage.sqlite3").read_bytes()
    code, said = manage(adopted, "restore", str(tmp_path / "damaged.zip"))
    assert code == 1 and "is damaged: its database is not the one that was saved." in said
    code, said = manage(adopted, "restore", str(VERSION_0_1))
    assert code == 1 and "is not a backup of Arbitrage, or is damaged." in said
    assert (adopted / "arbitrage.sqlite3").read_bytes() == before


def test_a_damaged_database_is_not_saved_and_is_named(earlier):
    file = earlier / "arbitrage.sqlite3"
    data = bytearray(file.read_bytes())
    data[60_000:160_000] = bytes(100_000)
    file.write_bytes(data)
    code, said = manage(earlier, "backup")
    assert code == 1 and "damaged" in said
    code, said = manage(earlier, "verify_history")
    assert code == 1 and "he file of the database" in said and "Traceback" not in said


def test_nothing_is_put_back_under_a_running_server(settings, earlier):
    settings.DATA_DIR = earlier
    with lock.refuse_second_server():
        done = manage(earlier, "migrate", "--verbosity", "0")
        assert done == (0, "")
        manage(earlier, "backup")
        (path,) = (earlier / "backups").glob("*.zip")
        code, said = manage(earlier, "restore", str(path))
    assert code == 1 and f"Arbitrage is running on the folder {earlier} already." in said


def refuse_to_move(monkeypatch, name: str) -> None:
    """Refuse to move a file of this name, as Windows does while another program has the file open."""
    move = Path.replace

    def replace(path: Path, to: Path) -> Path:
        if path.name == name:
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return move(path, to)

    monkeypatch.setattr(Path, "replace", replace)


def fill_the_disk(monkeypatch, name: str) -> None:
    def write(*_all: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(zipfile.ZipFile if name == "extractall" else changed_pages, name, write)


WHAT_REFUSES = (
    (refuse_to_move, "arbitrage.sqlite3", "arbitrage.sqlite3 open"),
    (refuse_to_move, "arbitrage.sqlite3-wal", "arbitrage.sqlite3-wal open"),
    (refuse_to_move, "database.sqlite3", "database.sqlite3 open"),
    (refuse_to_move, "checkpoints", "checkpoints open"),
    (fill_the_disk, "extractall", "The disk is full"),
    (fill_the_disk, "stored", "The disk is full"),
)


def in_this_process(folder: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let `backups` work in this process on the SQLite database of a folder; return the folder."""
    settings.DATA_DIR = folder
    here = SimpleNamespace(vendor="sqlite", settings_dict={"NAME": folder / "arbitrage.sqlite3"})
    monkeypatch.setattr(backups, "connection", here)
    monkeypatch.setattr(backups, "connections", SimpleNamespace(close_all=lambda: None))
    monkeypatch.setattr(backups, "_migrations", list)
    return folder


@pytest.fixture
def saved_here(settings, monkeypatch, earlier) -> Path:
    """A data folder of version 0.1, which this process backs up and restores."""
    return in_this_process(earlier, settings, monkeypatch)


def test_what_cannot_be_put_back_whole_changes_nothing_and_is_said(settings, monkeypatch, adopted, tmp_path):
    in_this_process(adopted, settings, monkeypatch)
    path = only_backup(adopted).rename(tmp_path / only_backup(adopted).name)
    (adopted / "arbitrage.sqlite3-wal").write_bytes(b"the last answers")
    before = {file: file.read_bytes() for file in adopted.rglob("*") if file.is_file()}
    assert adopted / "checkpoints" in {file.parent for file in before}
    for refuse, name, said in WHAT_REFUSES:
        with monkeypatch.context() as patch:
            refuse(patch, name)
            with pytest.raises(backups.BackupError, match=f"{said}.*Nothing was changed"):
                backups.restore(path)
        assert {file: file.read_bytes() for file in adopted.rglob("*") if file.is_file()} == before, name


def test_days_weeks_and_months_are_kept_and_what_was_saved_for_a_reason(tmp_path):
    first = datetime.date(2024, 1, 1)
    for day in range(1000):
        (tmp_path / f"arbitrage-{first + datetime.timedelta(day):%Y-%m-%d}T120000.zip").touch()
    reason = tmp_path / "arbitrage-2024-01-02T130000-before-migrations.zip"
    reason.touch()
    rotation.rotate(tmp_path)
    kept = sorted(path.name[10:20] for path in tmp_path.glob("*.zip") if path != reason)
    days = [f"2026-09-{day}" for day in range(20, 27)]
    mondays = [str(datetime.date(2026, 9, 21) - datetime.timedelta(weeks=week)) for week in range(8)]
    months = [f"{year}-{month:02}-01" for year in (2024, 2025, 2026) for month in range(1, 13)]
    months = [month for month in months if "2024-10" <= month[:7] <= "2026-09"]
    assert kept == sorted({*days, *mondays, *months}) and len(months) == 24
    assert reason.exists()
    assert rotation.rotate(tmp_path) == []


def test_however_little_is_to_be_kept_the_last_backup_stays_with_what_it_needs(settings, saved_here):
    settings.BACKUPS_KEPT = (1, 0, 0)
    week = datetime.datetime(2026, 11, 2, 12, tzinfo=datetime.UTC)
    for day in range(5):
        with clock.at(week + datetime.timedelta(day)):
            backups.backup(changes=True)
    assert len(rotation.rotate()) == 3
    whole, last = sorted((saved_here / "backups").glob("*.zip"))
    assert whole.name == "arbitrage-2026-11-02T130000.zip" and last.name == "arbitrage-2026-11-06T130000-changes.zip"
    assert backups.check(last)["since"] == whole.name


def test_every_backup_that_is_kept_puts_back_the_day_it_was_made(saved_here):
    """A full backup is made once a week; the backups of the other days hold only the changes."""
    week, stood = datetime.datetime(2026, 11, 2, 12, tzinfo=datetime.UTC), {}
    (saved_here / "checkpoints").mkdir(exist_ok=True)
    for day in range(10):
        with clock.at(week + datetime.timedelta(day)):
            with sqlite3.connect(saved_here / "arbitrage.sqlite3") as database:
                database.execute("UPDATE arbitrage_club SET city = ?", [f"day {day}"])
            database.close()
            (saved_here / "checkpoints" / f"day-{day}.jsonl").write_text(f"{day}\n")
            stood[backups.backup(changes=True)] = day
    wholes = [path for path in stood if not path.stem.endswith("-changes")]
    assert [path.stem[10:20] for path in wholes] == ["2026-11-02", "2026-11-09"]
    assert all(path.stat().st_size < wholes[0].stat().st_size / 10 for path in stood if path not in wholes)
    for path, day in stood.items():
        backups.restore(path)
        database = sqlite3.connect(saved_here / "arbitrage.sqlite3")
        assert {city for (city,) in database.execute("SELECT city FROM arbitrage_club")} == {f"day {day}"}
        database.close()
        assert {int(file.read_text()) for file in (saved_here / "checkpoints").glob("day-*")} == {*range(day + 1)}


def test_changes_without_the_whole_backup_are_refused_and_damage_of_either_is_found(saved_here, tmp_path):
    backups.backup()
    changes = backups.backup(changes=True)
    (whole,) = [path for path in (saved_here / "backups").glob("*.zip") if path != changes]
    alone = tmp_path / changes.name
    alone.write_bytes(changes.read_bytes())
    with pytest.raises(backups.BackupError, match="put that file beside it"):
        backups.check(alone)
    for damaged in (whole, changes):
        good = damaged.read_bytes()
        middle = len(good) // 2
        damaged.write_bytes(good[:middle] + bytes([good[middle] ^ 255]) + good[middle + 1 :])
        with pytest.raises(backups.BackupError, match="damaged"):
            backups.check(changes)
        damaged.write_bytes(good)
    assert backups.check(changes)["since"] == whole.name


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_postgresql_is_dumped_and_put_back(settings, tmp_path, incident):
    from arbitrage.models import Event, Incident

    settings.DATA_DIR = tmp_path
    sign_in(User.objects.get(pk=incident.opened_by_id))
    assert Session.objects.exists()
    path = backups.backup()
    events = list(Event.objects.order_by("pk").values("pk", "hash"))
    Incident.objects.filter(pk=incident.pk).update(words="Changed.")
    connection.close()
    backups.restore(path)
    assert Incident.objects.get(pk=incident.pk).words == ""
    assert not Session.objects.exists()
    assert list(Event.objects.order_by("pk").values("pk", "hash")) == events


@pytest.mark.postgres
@pytest.mark.django_db
def test_a_backup_passes_a_pooler_by(monkeypatch):
    """A pooler reports another process number to its clients, and settings of pg_dump would stay on its connections."""
    assert backups._past_a_pooler() is None
    connection.ensure_connection()
    ours = connection.connection.info
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('port')")
        (port,) = cursor.fetchone()
    told = SimpleNamespace(backend_pid=ours.backend_pid + 1, host="pooler")
    pooled = SimpleNamespace(cursor=connection.cursor, connection=SimpleNamespace(info=told))
    monkeypatch.setattr(backups, "connection", pooled)
    host, found = backups._past_a_pooler()
    assert (host in ("127.0.0.1", "::1", "pooler"), found) == (True, port)


@pytest.mark.django_db
def test_a_folder_that_cannot_be_written_is_named(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    (tmp_path / "file").touch()
    with pytest.raises(CommandError, match="cannot be written in"):
        call_command("backup", folder=tmp_path / "file")
