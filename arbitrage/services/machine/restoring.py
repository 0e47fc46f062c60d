"""Restore of a backup: requested on a page, and carried out at the next start, before any page is served.

The request is stored in a file of the data folder, outside the database that it replaces. The next start first deletes
this file, so that a failing restore is not repeated; then it backs up the present database, restores the backup, and
stores the outcome for the page.
"""

import io
import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import DatabaseError, connections
from django.utils.translation import gettext as _

from arbitrage.database import backups
from arbitrage.server import program_files
from arbitrage.services import clock
from arbitrage.services.errors import Refused
from arbitrage.services.machine import saving
from arbitrage.services.proof import checkpoints
from arbitrage.services.proof.adopting import adopt_everything
from arbitrage.services.record import incident_index

ASKED, DONE = "restore.json", "restored.json"
"""Files of the data folder: the request for the next start, and the outcome of the last restore."""


@dataclass(frozen=True)
class Asked:
    """Request to restore a backup: the name of its file, the name of the user who asked, and the time (ISO)."""

    name: str
    by: str
    at: str


@dataclass(frozen=True)
class Done:
    """Outcome of a restore. *problem* is "" if it succeeded; *differs* then lists the problems of the restored record
    and its differences from the former checkpoints, "" for none. *aside* names the backup or the file with the former
    database, "" if there was none."""

    name: str
    by: str
    at: str
    problem: str
    aside: str
    differs: str = ""


def ask(*, name: str, by: User) -> Asked:
    """Request the restore of a backup at the next start; nothing changes before.

    :raises Refused: the backup is unknown or damaged.
    """
    path = saving.path_of(name)
    if path is None:
        raise Refused(_("This backup is not there any more."), "no_backup")
    try:
        backups.check(path)
    except backups.BackupError as error:
        raise Refused(_("Nothing is put back. %(reason)s") % {"reason": error}, "damaged") from error
    asked = Asked(name, by.get_username(), clock.now().isoformat(timespec="seconds"))
    _write(ASKED, asdict(asked))
    return asked


def withdraw() -> None:
    """Cancel the request. A repetition changes nothing."""
    _path(ASKED).unlink(missing_ok=True)


def asked() -> Asked | None:
    """Return the request for the next start; None if there is none, or the file cannot be read."""
    stored = _read(ASKED)
    try:
        return Asked(**stored) if stored else None
    except TypeError:
        return None


def last() -> Done | None:
    """Return the outcome of the last restore; None if there was none."""
    stored = _read(DONE)
    try:
        return Done(**stored) if stored else None
    except TypeError:
        return None


def carry_out() -> Done | None:
    """Restore the requested backup and return the outcome; None if none was requested. The caller holds the lock of the
    data folder, and the server does not run yet. A failed restore leaves everything as it was."""
    request = asked()
    withdraw()
    path = saving.path_of(request.name) if request else None
    if request is None:
        return None
    aside, differs, problem = "", "", "" if path else _("This backup is not there any more.")
    if path:
        try:
            backups.check(path)
            aside = _saved_before()
            kept = backups.restore(path)
            aside = aside or str(kept.database or "")
        except backups.BackupError as error:
            problem = str(error)
        else:
            differs = _brought_up(kept.checkpoints)
    done = Done(request.name, request.by, clock.now().isoformat(timespec="seconds"), problem, aside, differs)
    with suppress(OSError):  # the disk may be full; the start prints the outcome too
        _write(DONE, asdict(done))
    return done


def bring_up() -> None:
    """Migrate a restored database to this version of the program."""
    connections.close_all()
    call_command("migrate", interactive=False, verbosity=0)
    incident_index.forget_all()
    adopt_everything()
    incident_index.refresh_all()
    checkpoints.write()


def _saved_before() -> str:
    """Back up the present database and return the backup's name; "" if the database is too damaged. The restore then
    keeps the old file under another name."""
    try:
        return backups.backup(reason="before-restore").name
    except (backups.BackupError, DatabaseError):
        return ""


def _brought_up(before: Path | None) -> str:
    """Migrate the restored database, verify its record, and compare it with the former checkpoints in the folder
    *before*. Return the problems and differences, "" for none. Events newer than the backup are not a difference."""
    output = io.StringIO()
    try:
        bring_up()
        call_command("verify_history", stdout=output, stderr=output)
    except (CommandError, DatabaseError, OSError) as error:
        reason = program_files.refusal(error) if isinstance(error, OSError) else str(error)
        return " ".join([*output.getvalue().split("\n"), reason]).strip()
    if before is None:
        return ""
    return " ".join(replace(checkpoints.contradictions(before), gone=(), cut=()).sentences())


def _path(name: str) -> Path:
    return Path(settings.DATA_DIR) / name


def _write(name: str, data: dict[str, Any]) -> None:
    draft = _path(f".{name}.{os.getpid()}")
    draft.write_text(json.dumps(data), encoding="utf-8")
    draft.replace(_path(name))


def _read(name: str) -> dict[str, Any] | None:
    try:
        data = json.loads(_path(name).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return data if isinstance(data, dict) else None
