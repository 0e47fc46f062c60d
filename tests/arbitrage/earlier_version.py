"""The database of version 0.1 with its demonstration club, for tests that migrate it and run this version's commands on
it."""

import lzma
import re
import sqlite3
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
CONSTRAINT = re.compile(r"(CONSTRAINT .*?)(?=, CONSTRAINT|\)$|, \"\w+\" )", re.DOTALL)
VERSION_0_1 = ROOT / "tests" / "data" / "version_0_1.sqlite3.xz"


@dataclass(frozen=True)
class BroughtUp:
    """A data folder of version 0.1 after today's migrations, with their exit code and output, and the rows of the
    rulings before them."""

    folder: Path
    done: tuple[int, str]
    rulings: list


def bring_up(folder: Path) -> BroughtUp:
    """Unpack the database of version 0.1 into an empty folder, and migrate it."""
    (folder / "arbitrage.sqlite3").write_bytes(lzma.decompress(VERSION_0_1.read_bytes()))
    rulings = rows(folder, "arbitrage_ruling")
    return BroughtUp(folder, manage(folder, "migrate", "--verbosity", "0"), rulings)


def manage(data: Path, *command: str) -> tuple[int, str]:
    kept = {"PATH": "/usr/bin:/bin", "DATA_DIR": str(data), "DJANGO_SETTINGS_MODULE": "arbitrage.settings"}
    kept |= {"LANGUAGE_CODE": "en"}
    done = subprocess.run(
        [sys.executable, "manage.py", *command], cwd=ROOT, env=kept, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


def rows(data: Path, table: str) -> list:
    database = sqlite3.connect(data / "arbitrage.sqlite3")
    try:
        return database.execute(f"SELECT * FROM {table} ORDER BY 1").fetchall()  # noqa: S608
    finally:
        database.close()


def schema(data: Path) -> dict[str, object]:
    """Map each table to its columns, foreign keys and constraints, without their order, and each index and trigger to
    its SQL."""
    database = sqlite3.connect(data / "arbitrage.sqlite3")
    found: dict[str, object] = {}
    try:
        made = database.execute("SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite%'").fetchall()
        for kind, name, sql in made:
            if kind == "table":
                columns = {one[1:] for one in database.execute(f"PRAGMA table_info({name})")}
                keys = {one[2:5] for one in database.execute(f"PRAGMA foreign_key_list({name})")}
                found[name] = (columns, keys, Counter(CONSTRAINT.split(sql)[1:]), sql.count("CHECK"))
            else:
                found[name] = sql
    finally:
        database.close()
    return found
