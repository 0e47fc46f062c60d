"""An empty migrated SQLite database, which a process of tests copies instead of migrating.

It lies in ``var/tests``. Its name is a digest of the migrations, the models, the triggers and the locked packages; a
change of any of them makes a new one, and older ones are removed.
"""

import hashlib
import os
import shutil
import sqlite3
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "var" / "tests"


@cache
def template() -> Path:
    """Return the path of the migrated database for this state of the code, which may not exist yet."""
    made_of = [*ROOT.glob("arbitrage/**/migrations/*.py"), *ROOT.glob("arbitrage/models/*.py")]
    made_of += [*ROOT.glob("arbitrage/**/triggers*.py"), *ROOT.glob("requirements/dev.lock"), Path(__file__)]
    digest = hashlib.sha256()
    for file in sorted(made_of):
        digest.update(f"{file.relative_to(ROOT)}\0".encode() + file.read_bytes())
    return FOLDER / f"migrated-{digest.hexdigest()[:24]}.sqlite3"


def copy_to(place: Path) -> None:
    """Copy the migrated database to *place*, if there is one."""
    if template().exists():
        shutil.copyfile(template(), place)


def keep(connection: Any) -> None:
    """Store the database of this connection, just migrated and empty, for the next process."""
    if template().exists():
        return
    FOLDER.mkdir(parents=True, exist_ok=True)
    draft = template().with_suffix(f".{os.getpid()}")
    connection.ensure_connection()
    with sqlite3.connect(draft) as copy:
        connection.connection.backup(copy)
    copy.close()
    for older in FOLDER.glob("migrated-*.sqlite3"):
        older.unlink(missing_ok=True)
    draft.replace(template())
