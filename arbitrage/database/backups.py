"""Backups of the whole database: made while the server runs, verified before they get their final name, and restored by
one command.

A backup is one zip file: the database (SQLite's online copy, or PostgreSQL's dump) without its sessions, the
checkpoints of the chains, and a description. The signing key is included only on request, because with key and sessions
anybody who finds a backup could sign in. An incremental backup has only the pages of the SQLite file that differ from
those of a full backup of the last week in the same folder (ADR 025); the digest in its description is that of the whole
database, rebuilt from both.
"""

import datetime
import errno
import hashlib
import json
import os
import shutil
import sqlite3
import subprocess
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection, connections
from django.utils import timezone
from django.utils.translation import gettext as _

from arbitrage.database import changed_pages
from arbitrage.database.backup_names import CHANGES, is_daily, is_of_changes, made_at
from arbitrage.server import program_files
from arbitrage.services import clock

A_WEEK = datetime.timedelta(days=7)
"""Greatest age of the full backup on which an incremental backup is based."""
FEW = 4
"""Divisor: an incremental backup is made only if the changed pages are at most a quarter of the database."""
SQLITE, POSTGRESQL, PAGES = "database.sqlite3", "database.dump", "database.changes"
KEY, CHECKPOINTS = "secret_key", "checkpoints"
"""Names in DATA_DIR of the key file and of the folder of checkpoints, which are saved too; the key only on request."""
SESSIONS = "django_session"
"""Table of sessions, which is empty in a backup, so that everybody signs in again after a restore."""


class BackupError(Exception):
    """Error: a backup could not be made, read or restored. The present data are unchanged."""


def folder() -> Path:
    """Return the folder where backups are kept."""
    return Path(settings.DATA_DIR) / "backups"


def backup(to: Path | None = None, reason: str = "", *, with_key: bool = False, changes: bool = False) -> Path:
    """Make a verified backup in the folder *to* while the server runs, and return its path.

    *reason* is put at the end of its name. With *with_key* the signing key is saved too, so that links already handed
    out stay valid on another machine. With *changes* an incremental backup is made, if the folder has a full backup of
    the last week.

    :raises BackupError: the database is damaged, the folder cannot be written, or `pg_dump` is missing.
    """
    where = to or folder()
    try:
        where.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.TemporaryDirectory(dir=where, prefix=".making-") as making:
            draft = Path(making)
            # checkpoints first: every event that they mention is then in the copy of the database, which is made later
            beside = _copy_beside(draft, with_key)
            database = _copy_sqlite(draft) if connection.vendor == "sqlite" else _dump_postgresql(draft)
            made = clock.now()
            about = {
                "made": made.isoformat(timespec="seconds"),
                "database": database.name,
                "digest": _digest(database),
                "migrations": _migrations(),
            }
            saved = database
            if changes and (before := _whole_of_the_week(where, made)) and (pages := _changes(database, before)):
                saved, reason, beside = draft / PAGES, CHANGES, _not_in(before, beside, draft)
                about |= pages
            name = "-".join(filter(None, ["arbitrage", timezone.localtime(made).strftime("%Y-%m-%dT%H%M%S"), reason]))
            whole = draft / "whole.zip"
            with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as file:
                file.writestr("about.json", json.dumps(about, indent=1))
                # a dump of PostgreSQL is compressed already
                file.write(saved, saved.name, zipfile.ZIP_STORED if saved.name == POSTGRESQL else None)
                for path in beside:
                    file.write(path, str(path.relative_to(draft)))
            _check_digest(whole, about, where)  # the database itself was checked before it was packed
            whole.chmod(0o600)
            _to_disk(whole)
            archive = where / f"{name}.zip"
            whole.replace(archive)
            return archive
    except OSError as error:
        sentence = _("The backup cannot be written in %(folder)s: %(reason)s.")
        raise BackupError(sentence % {"folder": where, "reason": error.strerror}) from error


def check(path: Path) -> dict[str, Any]:
    """Unpack a backup, check it, and return its description. It is unpacked in the data folder, because the system's
    temporary folder may be in memory and too small.

    :raises BackupError: the file is not a backup, is damaged, or is an incremental backup whose full backup is missing.
    """
    data = Path(settings.DATA_DIR)
    try:
        with tempfile.TemporaryDirectory(dir=data, prefix=".checking-") as place:
            about = read_about(path)
            database = _unpacked(path, about, Path(place))
            if database.name == SQLITE:
                _check_sqlite(database)
            else:
                _run(["pg_restore", "--list", str(database)])
            return about
    except (zipfile.BadZipFile, KeyError, ValueError, OSError) as error:
        if isinstance(error, OSError) and error.errno == errno.ENOSPC:
            raise BackupError(_refused(error)) from error
        sentence = _("%(name)s is not a backup of Arbitrage, or is damaged.")
        raise BackupError(sentence % {"name": path.name}) from error


def read_about(path: Path) -> dict[str, Any]:
    """Read the description of a backup."""
    with zipfile.ZipFile(path) as file:
        about: dict[str, Any] = json.loads(file.read("about.json"))
        return about


def _database(path: Path, about: dict[str, Any], where: Path) -> Iterator[bytes]:
    """Yield the database of a backup in pieces. The database of an incremental backup is rebuilt from its changed pages
    and the full backup in the folder *where*.

    :raises BackupError: the full backup is missing.
    """
    with ExitStack() as opened:
        file = opened.enter_context(zipfile.ZipFile(path))
        if "since" not in about:
            yield from changed_pages.pieces(opened.enter_context(file.open(about["database"])))
            return
        if not (before := where / Path(about["since"]).name).exists():
            sentence = _("%(name)s has only what changed since %(since)s: put that file beside it, then ask again.")
            raise BackupError(sentence % {"name": path.name, "since": about["since"]})
        old = opened.enter_context(opened.enter_context(zipfile.ZipFile(before)).open(SQLITE))
        pages = opened.enter_context(file.open(PAGES))
        yield from changed_pages.made_again(old, pages, size=about["page_size"], pages=about["pages"])


def _unpacked(path: Path, about: dict[str, Any], place: Path) -> Path:
    """Unpack the database of a backup into a folder, and compare it with the digest in the description.

    :raises BackupError: the digest differs.
    """
    database = place / Path(about["database"]).name
    changed_pages.stored(_checked(path, about, path.parent), database)
    return database


def _checked(path: Path, about: dict[str, Any], where: Path) -> Iterator[bytes]:
    digest = hashlib.sha256()
    for piece in _database(path, about, where):
        digest.update(piece)
        yield piece
    if digest.hexdigest() != about["digest"]:
        sentence = _("%(name)s is damaged: its database is not the one that was saved.")
        raise BackupError(sentence % {"name": path.name})


def _check_digest(path: Path, about: dict[str, Any], where: Path) -> None:
    """Read the database in a backup, and compare it with the digest in the description.

    :raises BackupError: the digest differs.
    """
    for _piece in _checked(path, about, where):
        pass


# Incremental backups


def _whole_of_the_week(where: Path, now: datetime.datetime) -> Path | None:
    """Find the latest full SQLite backup of the daily rotation; None if it is a week old or unreadable, or there is
    none."""
    wholes = [path for path in sorted(where.glob("arbitrage-*.zip")) if is_daily(path) and not is_of_changes(path)]
    if not wholes or made_at(wholes[-1]) + A_WEEK <= now:
        return None
    try:
        return wholes[-1] if read_about(wholes[-1])["database"] == SQLITE else None
    except (zipfile.BadZipFile, KeyError, ValueError, OSError):
        return None


def _changes(database: Path, before: Path) -> dict[str, Any] | None:
    """Write the pages that differ from those in a full backup into a file beside the database, and return their part of
    the description; None if too many pages have changed, or the full backup is damaged."""
    changed, size = database.with_name(PAGES), changed_pages.page_size(database)
    try:
        with zipfile.ZipFile(before) as file, file.open(SQLITE) as old:
            pages = changed_pages.write(database, old, changed)
    except zipfile.BadZipFile:
        return None
    if changed.stat().st_size * FEW > database.stat().st_size:
        return None
    return {"since": before.name, "page_size": size, "pages": pages}


def _not_in(before: Path, beside: list[Path], draft: Path) -> list[Path]:
    """Return the files *beside* the database without those that are unchanged in a full backup, by size and CRC."""
    with zipfile.ZipFile(before) as file:
        there = {info.filename: (info.file_size, info.CRC) for info in file.infolist()}
    return [
        path
        for path in beside
        if there.get(path.relative_to(draft).as_posix()) != (path.stat().st_size, zlib.crc32(path.read_bytes()))
    ]


@dataclass(frozen=True)
class Aside:
    """Paths to which a restore moved the replaced database and checkpoints; None for what did not exist."""

    database: Path | None
    checkpoints: Path | None


def restore(path: Path) -> Aside:
    """Replace the data of this installation by a backup; return the paths of the old data. The server must not run.

    The checkpoints are replaced together with the database, because checkpoints of later events would contradict the
    restored database for ever. Everything is first unpacked on the disk of the data folder; then the files are renamed,
    and renamed back if one of them fails. On PostgreSQL the dump replaces the tables in one transaction.

    :raises BackupError: the backup is damaged, or of the other kind of database; the disk is full, or another program
        has a file open. Nothing was changed.
    """
    about = check(path)
    sqlite = about["database"] == SQLITE
    if sqlite != (connection.vendor == "sqlite"):
        sentence = _("%(name)s is of another kind of database. Name that one in DATABASE_URL, then restore.")
        raise BackupError(sentence % {"name": path.name})
    connections.close_all()
    data, moves = Path(settings.DATA_DIR), _Moves()
    try:
        with tempfile.TemporaryDirectory(dir=data, prefix=".restoring-", ignore_cleanup_errors=True) as place:
            for part in (path.with_name(Path(about["since"]).name), path) if "since" in about else (path,):
                with zipfile.ZipFile(part) as file:
                    beside = [name for name in file.namelist() if name == KEY or name.startswith(f"{CHECKPOINTS}/")]
                    file.extractall(place, beside)  # noqa: S202  (checked above; our own names)
            _unpacked(path, about, Path(place))
            with moves:
                checkpoints = _put_checkpoints(Path(place) / CHECKPOINTS, moves)
                key = Path(place) / KEY
                if key.exists() and not (data / KEY).exists():
                    key.chmod(0o600)
                    moves.move(key, data / KEY)
                aside = _put_sqlite(Path(place), moves) if sqlite else None
                if not sqlite:
                    _restore_postgresql(Path(place) / POSTGRESQL)
    except OSError as error:
        raise BackupError(_refused(error)) from error
    return Aside(aside, checkpoints)


class _Moves:
    """Files that the block renames. If the block ends in an error, they are renamed back, the last one first."""

    def __init__(self) -> None:
        self.done: list[tuple[Path, Path]] = []

    def move(self, old: Path, new: Path) -> None:
        old.replace(new)
        self.done.append((old, new))

    def __enter__(self) -> None:
        self.done.clear()

    def __exit__(self, kind: type[BaseException] | None, *_more: object) -> None:
        while kind and self.done:
            old, new = self.done.pop()
            new.replace(old)


def _refused(error: OSError) -> str:
    """Write the message for an error of the file system, which says what to do."""
    if error.errno == errno.ENOSPC:
        return _disk_full()
    if isinstance(error, PermissionError):
        sentence = _(
            "Another program has %(file)s open, or the folder may not be written in: close the programs that show or "
            "copy it, then ask again. Nothing was changed."
        )
        return sentence % {"file": error.filename or settings.DATA_DIR}
    return _("%(reason)s. Nothing was changed.") % {"reason": program_files.refusal(error)}


def _disk_full() -> str:
    return _("The disk is full: make room on it, then ask again. Nothing was changed.")


def newest(where: Path | None = None) -> datetime.datetime | None:
    """Return the time of the last backup; None when there is none."""
    times = [path.stat().st_mtime for path in (where or folder()).glob("arbitrage-*.zip")]
    return datetime.datetime.fromtimestamp(max(times), datetime.UTC) if times else None


# SQLite


def _copy_sqlite(where: Path) -> Path:
    copy = where / SQLITE
    source, target = sqlite3.connect(_sqlite_path()), sqlite3.connect(copy)
    try:
        source.backup(target)
        target.execute("PRAGMA secure_delete=ON")  # overwrite deleted rows with zeros
        if target.execute("SELECT 1 FROM sqlite_master WHERE name = ?", [SESSIONS]).fetchone():
            target.execute(f"DELETE FROM {SESSIONS}")  # noqa: S608  (our own name)
            target.commit()
        target.execute("PRAGMA journal_mode=DELETE")  # a single file, without a write-ahead log
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_FULL:
            raise BackupError(_disk_full()) from error
        sentence = _("The database is damaged and cannot be saved: %(reason)s. Restore an older backup.")
        raise BackupError(sentence % {"reason": error}) from error
    finally:
        source.close()
        target.close()
    _check_sqlite(copy)
    return copy


def _check_sqlite(path: Path) -> None:
    # `as_uri` escapes "#" and "?", which would otherwise end the path in the URI
    database = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    try:
        answer = database.execute("PRAGMA integrity_check(1)").fetchone()[0]
    except sqlite3.DatabaseError as error:
        answer = str(error)
    finally:
        database.close()
    if answer != "ok":
        sentence = _("The database in it is damaged: %(reason)s. Restore an older backup.")
        raise BackupError(sentence % {"reason": answer})


def _sqlite_path() -> Path:
    return Path(connection.settings_dict["NAME"])


def _put_sqlite(place: Path, moves: _Moves) -> Path | None:
    here = _sqlite_path()
    here.parent.mkdir(parents=True, exist_ok=True)
    (place / SQLITE).chmod(0o600)
    _to_disk(place / SQLITE)
    aside = None
    if here.exists():
        aside = _aside(here)
        # move its write-ahead log too, which may contain the last transactions
        for tail in ("", "-wal", "-shm"):
            if (old := here.with_name(here.name + tail)).exists():
                moves.move(old, aside.with_name(aside.name + tail))
    moves.move(place / SQLITE, here)
    return aside


# PostgreSQL


def _dump_postgresql(where: Path) -> Path:
    dump = where / POSTGRESQL
    _run(
        [
            "pg_dump",
            "--format=custom",
            "--no-owner",
            "--no-privileges",
            f"--exclude-table-data={SESSIONS}",
            f"--file={dump}",
            *_address(),
        ]
    )
    return dump


def _restore_postgresql(dump: Path) -> None:
    clean = ["--clean", "--if-exists", "--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error"]
    _run(["pg_restore", *clean, *_address(), str(dump)])


def _address() -> list[str]:
    settings = connection.settings_dict
    host, port = _past_a_pooler() or (settings["HOST"], settings["PORT"])
    options = [("--host", host), ("--port", port), ("--username", settings["USER"])]
    return [f"{name}={value}" for name, value in options if value] + [f"--dbname={settings['NAME']}"]


def _past_a_pooler() -> tuple[str, str] | None:
    """Return the host and port of PostgreSQL itself if we are connected through a pooler; None otherwise.

    `pg_dump` sets an empty search path, which would stay on a connection that the pooler later gives to the server.
    With a pooler the driver knows another process id for the connection than PostgreSQL reports.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid(), host(inet_server_addr()), current_setting('port')")
        process, host, port = cursor.fetchone()
    ours = connection.connection.info
    return None if process == ours.backend_pid else (host or ours.host, port)


def _run(command: list[str]) -> None:
    password = connection.settings_dict.get("PASSWORD")
    environment = os.environ | ({"PGPASSWORD": password} if password else {})
    try:
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)  # noqa: S603
    except FileNotFoundError as error:
        sentence = _("%(program)s is missing: install the PostgreSQL client of its version.")
        raise BackupError(sentence % {"program": command[0]}) from error
    if done.returncode:
        reason = done.stderr.strip().splitlines()[-1] if done.stderr else "?"
        raise BackupError(_("%(command)s failed: %(reason)s") % {"command": command[0], "reason": reason})


# Shared


def _aside(path: Path) -> Path:
    """Return an unused path in the same folder, under which a file or folder is kept when a backup replaces it."""
    name = f"{path.name}.before-{timezone.localtime(clock.now()):%Y-%m-%dT%H%M%S}"
    names = (name, *(f"{name}-{number}" for number in range(2, 1000)))
    return next(path.with_name(candidate) for candidate in names if not path.with_name(candidate).exists())


def _put_checkpoints(saved: Path, moves: _Moves) -> Path | None:
    """Move the checkpoints of this installation aside and put the saved ones in their place."""
    here = Path(settings.DATA_DIR) / CHECKPOINTS
    aside = None
    if here.is_dir():
        aside = _aside(here)
        moves.move(here, aside)
    if saved.is_dir():
        saved.chmod(0o700)
        moves.move(saved, here)
    return aside


def _copy_beside(where: Path, with_key: bool) -> list[Path]:
    """Copy the checkpoints, and on request the key, into the folder *where*; return the paths of the copies."""
    copies = []
    for name in (*([KEY] if with_key else []), CHECKPOINTS):
        path = Path(settings.DATA_DIR) / name
        files = [path] if path.is_file() else sorted(path.glob("*.jsonl")) if path.is_dir() else []
        for file in files:
            copy = where / file.relative_to(settings.DATA_DIR)
            copy.parent.mkdir(exist_ok=True)
            copies.append(Path(shutil.copyfile(file, copy)))
    return copies


def _migrations() -> list[str]:
    from django.db.migrations.recorder import MigrationRecorder

    return sorted(f"{app}.{name}" for app, name in MigrationRecorder(connection).applied_migrations())


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _to_disk(path: Path) -> None:
    with path.open("r+b") as file:  # Windows flushes only a file opened for writing
        os.fsync(file.fileno())
