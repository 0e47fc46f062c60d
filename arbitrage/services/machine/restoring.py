"""A backup that is put back at the next start: asked for on a page, carried out while no page is served.

What was asked stands in a file of the data folder, outside the database that it replaces. Before anything else the
start takes it away, so that whatever happens is done once; then it saves the present database, puts the backup in its
place, and writes down what came of it, which the page shows.
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
"""Files of the data folder: what the next start puts back, and what the last one did."""


@dataclass(frozen=True)
class Asked:
    """A backup to put back: the name of its file, who asked (a user name), and when (ISO)."""

    name: str
    by: str
    at: str


@dataclass(frozen=True)
class Done:
    """The outcome: *problem* is "" where the backup is in its place. *differs* is then what the verification of its
    record named, and what the former checkpoints witnessed otherwise; "" where both agree. *aside* names the backup or
    the file with what was there before, "" where nothing was."""

    name: str
    by: str
    at: str
    problem: str
    aside: str
    differs: str = ""


def ask(*, name: str, by: User) -> Asked:
    """Have a backup put back at the next start; nothing changes before.

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
    """Leave everything as it is at the next start. Twice changes nothing."""
    _path(ASKED).unlink(missing_ok=True)


def asked() -> Asked | None:
    """Return what the next start puts back; None where it puts nothing back, or the file cannot be read."""
    stored = _read(ASKED)
    try:
        return Asked(**stored) if stored else None
    except TypeError:
        return None


def last() -> Done | None:
    """Return what came of the last backup that a start put back; None where none did."""
    stored = _read(DONE)
    try:
        return Done(**stored) if stored else None
    except TypeError:
        return None


def carry_out() -> Done | None:
    """Put back the backup asked for, with the data folder held and no page served; None where none was asked for.

    A backup that cannot be put back leaves everything as it was.
    """
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
    with suppress(OSError):  # a full disk: the window of the server says it all the same
        _write(DONE, asdict(done))
    return done


def bring_up() -> None:
    """Bring a database that was put back to this version of the program."""
    connections.close_all()
    call_command("migrate", interactive=False, verbosity=0)
    incident_index.forget_all()
    adopt_everything()
    incident_index.refresh_all()
    checkpoints.write()


def _saved_before() -> str:
    """Save the present database; "" where it is too damaged to be saved: it is put aside as it is."""
    try:
        return backups.backup(reason="before-restore").name
    except (backups.BackupError, DatabaseError):
        return ""


def _brought_up(before: Path | None) -> str:
    """Bring what was put back to this version, verify its record and compare it with the checkpoints of *before*;
    return what is named, "" where nothing is. Acts that were made after the backup are no difference."""
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
