"""A club moves from its SQLite file to PostgreSQL, where it is backed up and restored; its record stays the same."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import psycopg
import pytest
from django.db import connection

from tests.arbitrage import factories as make
from tests.arbitrage.earlier_version import ROOT, manage, rows
from tests.conftest import missing
from tests.trials import federation

pytestmark = pytest.mark.postgres


@pytest.fixture
def empty() -> Iterator[str]:
    """The address of a new database on the server of the tests; dropped afterwards."""
    said = connection.settings_dict
    server = {"host": said["HOST"], "port": said["PORT"] or None, "user": said["USER"], "password": said["PASSWORD"]}
    name = f"test_move_{os.getpid()}"
    known = {key: value for key, value in server.items() if value}
    with psycopg.connect(dbname="postgres", autocommit=True, **known) as database:
        database.execute(f"DROP DATABASE IF EXISTS {name}")
        database.execute(f"CREATE DATABASE {name}")
    who = quote(said["USER"]) + (f":{quote(said['PASSWORD'], safe='')}" if said["PASSWORD"] else "")
    yield f"postgres://{who}@{said['HOST']}:{said['PORT'] or 5432}/{name}"
    with psycopg.connect(dbname="postgres", autocommit=True, **known) as database:
        database.execute(f"DROP DATABASE {name} WITH (FORCE)")


def there(data: Path, address: str, *command: str) -> tuple[int, str]:
    kept = {"PATH": os.environ["PATH"], "DATA_DIR": str(data), "DATABASE_URL": address, "LANGUAGE_CODE": "en"}
    done = subprocess.run(
        [sys.executable, "manage.py", *command], cwd=ROOT, env=kept, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


def rulings_there(address: str) -> list[tuple[str, str]]:
    with psycopg.connect(address) as database:
        query = "SELECT id::text, stream_id::text, seq, hash FROM arbitrage_event ORDER BY 1"
        return database.execute(query).fetchall()


def test_a_club_moves_and_its_record_is_sound_there(earlier, empty):
    assert manage(earlier, "adopt_history")[0] == 0
    before = rows(earlier, "arbitrage_event")
    code, said = manage(earlier, "move", empty)
    assert code == 0, said
    assert f"The record is sound, events: {len(before)}," in said and "Nothing differs." in said
    assert rows(earlier, "arbitrage_event") == before
    assert len(rulings_there(empty)) == len(before)
    code, said = manage(earlier, "move", empty)
    assert (code, "The target holds a club already. Name an empty database." in said) == (1, True)
    with psycopg.connect(empty) as database:
        (follows,) = database.execute("SELECT nextval('auth_user_id_seq') > max(id) FROM auth_user").fetchone()
    assert follows

    if not shutil.which("pg_dump"):
        missing("saving a PostgreSQL needs pg_dump")
    code, said = there(earlier, empty, "backup")
    assert code == 0, said
    (path,) = [one for one in (earlier / "backups").glob("*.zip") if "move" not in one.name]
    kept = rulings_there(empty)
    with psycopg.connect(empty, autocommit=True) as database:
        database.execute("DROP TABLE arbitrage_answer CASCADE")
    code, said = there(earlier, empty, "restore", str(path))
    assert code == 0, said
    assert "The record is sound" in said and "Nothing differs." in said
    assert rulings_there(empty) == kept
    code, said = manage(earlier, "restore", str(path))
    assert (code, "is of another kind of database" in said) == (1, True)


def test_an_address_that_is_no_postgresql_moves_nothing(earlier):
    code, said = manage(earlier, "move", f"sqlite:///{earlier}/other.sqlite3")
    assert (code, "The address must be that of a PostgreSQL" in said) == (1, True)
    assert not (earlier / "other.sqlite3").exists()


@pytest.mark.django_db
def test_a_federation_is_made_in_an_empty_database_and_never_beside_a_club_of_somebody():
    make.make_club("Paris")
    with pytest.raises(SystemExit, match="holds clubs that this command did not make"):
        federation.taken_for_the_trial()


@pytest.mark.django_db
def test_a_federation_that_was_begun_goes_on():
    federation.taken_for_the_trial()
    make.make_club("Club 1")
    federation.taken_for_the_trial()
