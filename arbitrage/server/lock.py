"""Locks on files of the data folder, so that one server or command uses it at a time. The system releases a lock when
the process that holds it ends."""

import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

if os.name == "posix":
    import fcntl
else:  # pragma: no cover (Windows)
    import msvcrt


class Running(Exception):
    """Another process holds the lock: a server, a watch, or a command that replaces data."""


class Unwritable(Running):
    """The data folder exists and cannot be written to."""


@contextmanager
def refuse_second_server() -> Iterator[None]:
    """Lock the data folder while the block runs.

    :raises Running: another process has locked it, or the folder cannot be written.
    """
    path = Path(settings.DATA_DIR) / "lock"
    refused = _(
        "Arbitrage is running on the folder %(folder)s already. Stop it first, or name another folder in DATA_DIR."
    )
    with _held(path, refused % {"folder": path.parent}):
        yield


@contextmanager
def refuse_second_watch(name: str) -> Iterator[None]:
    """Lock the watch of results files, by a file *name* in the data folder, while the block runs.

    :raises Running: another process has locked it.
    """
    path = Path(settings.DATA_DIR) / name
    refused = _("The results files are watched already for the folder %(folder)s.")
    with _held(path, refused % {"folder": path.parent}):
        yield


@contextmanager
def one_at_a_time(name: str, seconds: float) -> Iterator[None]:
    """Lock a file *name* in the data folder while the block runs, against other threads and processes; wait until the
    lock is free.

    :raises Running: the lock is not free after *seconds*, or the folder cannot be written.
    """
    until = time.monotonic() + seconds
    while True:
        with ExitStack() as held:
            try:
                held.enter_context(_held(Path(settings.DATA_DIR) / name, _("%(name)s is held.") % {"name": name}))
            except Running:
                if time.monotonic() > until:
                    raise
            else:
                yield
                return
        time.sleep(0.05)


@contextmanager
def _held(path: Path, refused: str) -> Iterator[None]:
    try:
        file = path.open("a+")
    except OSError as error:
        sentence = _(
            "The folder %(folder)s (DATA_DIR) cannot be written in: name another one, or have it given to the user who "
            "runs Arbitrage."
        )
        raise Unwritable(sentence % {"folder": path.parent}) from error
    with file:
        try:
            if os.name == "posix":
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            else:  # pragma: no cover (Windows)
                msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        except OSError as error:
            raise Running(refused) from error
        yield
