"""Settings come from the environment; an invalid value is refused with a sentence that names the remedy."""

import os
import re
import sqlite3
import stat
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import psycopg
import pytest
from django.core.exceptions import ImproperlyConfigured

from arbitrage.database.postgresql_connection import PREPARED, PostgreSQLConnection
from arbitrage.server import environment, settings_file

pytestmark = pytest.mark.usefixtures("in_english")

ROOT = Path(__file__).resolve().parents[2]


def manage(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME")}
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(
        command, cwd=ROOT, env={**kept, "LANGUAGE_CODE": "en", **variables}, capture_output=True, text=True
    )


def setting(expression: str, **variables: str) -> str:
    code = f"from django.conf import settings; print(repr({expression}))"
    done = manage("shell", "--no-imports", "--command", code, **variables)
    assert done.stderr == ""
    return done.stdout.strip()


@pytest.mark.parametrize(("word", "meaning"), [("yes", True), ("1", True), ("On", True), ("no", False), ("0", False)])
def test_a_flag_is_yes_or_no(monkeypatch, word, meaning):
    monkeypatch.setenv("HTTPS", word)
    assert environment.flag("HTTPS", default=not meaning) is meaning


def test_a_flag_that_says_neither_is_refused_by_name(monkeypatch):
    monkeypatch.setenv("HTTPS", "perhaps")
    with pytest.raises(ImproperlyConfigured) as refused:
        environment.flag("HTTPS")
    assert str(refused.value) == "HTTPS must be yes or no, not 'perhaps'."


@pytest.mark.parametrize("word", ["0", "65536", "-1", "8000 ", "eight", "8_000", "٨"])
def test_a_port_is_a_whole_number_in_its_range(monkeypatch, word):
    monkeypatch.setenv("PORT", word)
    if word.strip() == "8000":
        assert environment.whole("PORT", 1, 1, 65535) == 8000
        return
    with pytest.raises(ImproperlyConfigured, match="PORT must be a whole number from 1 to 65535"):
        environment.whole("PORT", 8000, 1, 65535)


def test_an_empty_variable_is_an_absent_one(monkeypatch):
    monkeypatch.setenv("PORT", "")
    assert environment.whole("PORT", 8000, 1, 65535) == 8000


def test_hosts_stand_between_commas(monkeypatch):
    monkeypatch.setenv("ALLOWED_HOSTS", " club.example.org ,192.168.1.20,, ")
    assert environment.words("ALLOWED_HOSTS") == ["club.example.org", "192.168.1.20"]


def test_an_unknown_time_zone_is_refused_by_name(monkeypatch):
    monkeypatch.setenv("TIME_ZONE", "Europe/Pariss")
    with pytest.raises(ImproperlyConfigured) as refused:
        environment.time_zone("TIME_ZONE", "Europe/Paris")
    assert str(refused.value) == "TIME_ZONE must be a time zone such as Europe/Paris, not 'Europe/Pariss'."


# SQLite


def temporary_files() -> list[str]:
    """List the temporary files that SQLite holds open in this process."""
    opened = []
    for descriptor in Path("/proc/self/fd").iterdir():
        with suppress(OSError):
            opened.append(os.readlink(descriptor))
    return [path for path in opened if "etilqs" in path]


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="the open files of a process are listed by Linux alone")
@pytest.mark.parametrize("ours", [True, False], ids=["ours", "as SQLite is delivered"])
def test_a_large_act_needs_no_temporary_file_whose_disk_may_be_full(tmp_path, ours):
    """Otherwise a call would be refused when the disk of temporary files is full, although the disk of the database is
    not."""
    database = sqlite3.connect(tmp_path / "club.sqlite3", isolation_level=None)
    database.executescript(environment.SQLITE_OPTIONS["init_command"] if ours else "PRAGMA journal_mode=WAL;")
    database.execute("CREATE TABLE line (number INTEGER PRIMARY KEY, words TEXT UNIQUE)")
    lines = [(number, f"{number * 7919 % 100_003:08d}" + "x" * 200) for number in range(20_000)]
    database.executemany("INSERT INTO line VALUES (?, ?)", lines)
    database.execute("BEGIN IMMEDIATE")
    database.execute("INSERT INTO line SELECT number + 100000, 'z' || words FROM line")
    assert bool(temporary_files()) != ours
    database.execute("COMMIT")
    database.close()


# The secret key


def test_the_first_run_writes_a_secret_for_its_owner_only(tmp_path, monkeypatch):
    monkeypatch.delenv("SECRET_KEY", raising=False)
    path = tmp_path / "secret_key"
    first = environment.secret("SECRET_KEY", path)
    assert len(first) >= 50
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert environment.secret("SECRET_KEY", path) == first
    assert [entry.name for entry in tmp_path.iterdir()] == ["secret_key"]


def test_two_installations_have_two_secrets(tmp_path, monkeypatch):
    monkeypatch.delenv("SECRET_KEY", raising=False)
    assert environment.secret("SECRET_KEY", tmp_path / "a") != environment.secret("SECRET_KEY", tmp_path / "b")


def test_a_secret_of_the_environment_is_never_written_down(tmp_path, monkeypatch):
    monkeypatch.setenv("SECRET_KEY", "k" * 60)
    assert environment.secret("SECRET_KEY", tmp_path / "secret_key") == "k" * 60
    assert list(tmp_path.iterdir()) == []


def test_an_emptied_secret_file_is_refused_rather_than_replaced(tmp_path, monkeypatch):
    monkeypatch.delenv("SECRET_KEY", raising=False)
    path = tmp_path / "secret_key"
    path.write_text("")
    with pytest.raises(ImproperlyConfigured, match="has 0 characters; it needs 50 or more"):
        environment.secret("SECRET_KEY", path)
    assert path.read_text() == ""


# The database


def test_without_an_address_the_database_is_a_file_that_writers_queue_for(tmp_path, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "")
    described = environment.database("DATABASE_URL", tmp_path / "arbitrage.sqlite3")
    assert described["ENGINE"] == "django.db.backends.sqlite3"
    assert described["NAME"] == tmp_path / "arbitrage.sqlite3"
    assert described["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in described["OPTIONS"]["init_command"]


def test_an_address_of_postgresql_is_taken_apart(tmp_path, monkeypatch):
    monkeypatch.setenv(
        "DATABASE_URL", "postgres://ann%40club:p%2Fw%3A%C3%A9@db.example.org:5433/bridge?sslmode=require"
    )
    described = environment.database("DATABASE_URL", tmp_path)
    assert described == {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "bridge",
        "USER": "ann@club",
        "PASSWORD": "p/w:é",
        "HOST": "db.example.org",
        "PORT": "5433",
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": True,
        "DISABLE_SERVER_SIDE_CURSORS": True,  # pgbouncer by transaction would lose them
        "OPTIONS": {
            "connect_timeout": 5,
            "sslmode": "require",
            "server_side_binding": True,
            "pool": {
                "min_size": 2,
                "max_size": 8,
                "timeout": 10,
                "reconnect_timeout": 5,
                "connection_class": PostgreSQLConnection,
            },
        },
    }


def test_of_several_hosts_the_one_that_may_be_written_to_is_looked_for(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgres://club:hunter2@One,two:5433,[::1]:6432/bridge")
    described = environment.database("DATABASE_URL", Path("unused"))
    assert (described["HOST"], described["PORT"]) == ("one,two,::1", ",5433,6432")
    monkeypatch.setenv("DATABASE_URL", "Postgres://club@one,two/bridge")
    assert environment.database("DATABASE_URL", Path("unused"))["PORT"] == ""
    monkeypatch.setenv("DATABASE_URL", "postgres://club@[::1],[fe80::2]:5433/bridge?sslmode=require")
    described = environment.database("DATABASE_URL", Path("unused"))
    assert (described["HOST"], described["PORT"]) == ("::1,fe80::2", ",5433")
    assert described["OPTIONS"]["sslmode"] == "require"


class Answering:
    """Fake connection: the host "standby" is a standby, and "pooler" answers with another process than it announced."""

    autocommit = True

    def __init__(self, host: str) -> None:
        self.host, self.closed, self.prepare_threshold = host, False, None
        self.info = SimpleNamespace(backend_pid=4711)

    def _server(self) -> tuple[bool, int]:
        return self.host == "standby", 9 if self.host == "pooler" else 4711

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def tried(monkeypatch) -> list[str]:
    """Hosts and ports to which a connection was tried; the host "gone" does not answer."""
    tried: list[str] = []

    def connect(conninfo: str = "", **kwargs: str) -> Answering:
        tried.append(f"{kwargs.get('host')}:{kwargs.get('port')}")
        if kwargs.get("host") == "gone":
            raise psycopg.OperationalError("no such server")
        return Answering(kwargs.get("host", ""))

    monkeypatch.setattr(psycopg.Connection, "connect", connect)
    return tried


def test_a_host_that_follows_another_or_does_not_answer_is_passed_over(tried):
    connection = PostgreSQLConnection.connect(host="gone,standby,two", port="1,2,3", dbname="bridge")
    assert (tried, connection.host, connection.closed) == (["gone:1", "standby:2", "two:3"], "two", False)
    with pytest.raises(psycopg.OperationalError, match="none of the servers may be written to"):
        PostgreSQLConnection.connect(host="standby,standby")
    with pytest.raises(psycopg.OperationalError, match="no such server"):
        PostgreSQLConnection.connect(host="gone")


def test_one_host_may_be_a_standby_and_the_host_may_be_left_to_the_driver(tried):
    assert PostgreSQLConnection.connect(host="standby", port="5432").host == "standby"
    assert PostgreSQLConnection.connect(dbname="bridge").host == ""
    assert tried == ["standby:5432", "None:None"]


@pytest.mark.parametrize(("host", "after"), [("one", PREPARED), ("pooler", None)])
def test_statements_are_prepared_unless_a_pooler_stands_between(tried, host, after):
    assert PostgreSQLConnection.connect(host=host).prepare_threshold == after


def test_a_standby_is_one_of_postgresql(tmp_path):
    address = "postgres://club@two/bridge"
    kept = {"DATA_DIR": str(tmp_path), "DATABASE_REPLICA_URL": address}
    names = setting("sorted(settings.DATABASES)", **kept, DATABASE_URL="postgres://club@one,two/bridge")
    assert names == "['default', 'replica']"
    done = manage("check", **kept)
    assert done.stderr == (
        "Settings: DATABASE_REPLICA_URL is for a standby of PostgreSQL: DATABASE_URL must be PostgreSQL too.\n"
    )


def test_a_file_can_be_chosen_by_its_address(tmp_path, monkeypatch):
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/club%20house.sqlite3")
    assert environment.database("DATABASE_URL", Path("unused"))["NAME"] == tmp_path / "club house.sqlite3"


@pytest.mark.parametrize(
    "address",
    [
        "mysql://club:hunter2@localhost/bridge",
        "postgres://club:hunter2@localhost",
        "postgres://club:hunter2@localhost/bridge/more",
        "postgres://club:hunter2@localhost:port/bridge",
        "sqlite://hunter2/bridge.sqlite3",
        "club:hunter2@localhost",
    ],
)
def test_an_address_that_cannot_be_understood_is_refused_without_its_password(monkeypatch, address):
    monkeypatch.setenv("DATABASE_URL", address)
    with pytest.raises(ImproperlyConfigured, match="^DATABASE_URL ") as refused:
        environment.database("DATABASE_URL", Path("unused"))
    assert "hunter2" not in str(refused.value)


# The settings as a whole


def test_a_wrong_setting_ends_in_one_sentence(tmp_path):
    done = manage("check", DATA_DIR=str(tmp_path), DEBUG="perhaps")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "Settings: DEBUG must be yes or no, not 'perhaps'.\n"


def test_a_data_folder_that_cannot_be_made_ends_in_one_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    done = manage("check", DATA_DIR=str(tmp_path / "file" / "var"))
    assert done.stderr == f"Settings: The folder {tmp_path}/file/var (DATA_DIR) cannot be made: Not a directory.\n"


def test_debug_is_off_and_only_this_machine_is_served_until_told_otherwise(tmp_path):
    seen = setting(
        "(settings.DEBUG, settings.ALLOWED_HOSTS, settings.LANGUAGE_CODE)", DATA_DIR=str(tmp_path), LANGUAGE_CODE=""
    )
    assert seen == f"(False, {['localhost', '127.0.0.1', '[::1]', *environment.own_names()]}, 'fr')"


def test_over_https_no_cookie_travels_in_the_clear(tmp_path):
    cookies = "[getattr(settings, name + '_COOKIE_SECURE') for name in ('SESSION', 'CSRF', 'LANGUAGE')]"
    assert setting(cookies, DATA_DIR=str(tmp_path), HTTPS="yes") == "[True, True, True]"
    assert setting(cookies, DATA_DIR=str(tmp_path), ARBITRAGE_TLS="yes") == "[True, True, True]"
    assert setting(cookies, DATA_DIR=str(tmp_path)) == "[False, False, False]"


# The settings file


@pytest.fixture
def in_file(tmp_path, monkeypatch):
    """A function that writes a settings file and reads it as a start does; the next test is not affected."""
    monkeypatch.setattr(environment, "_in_file", {})
    monkeypatch.setattr(environment, "_file", Path())

    def written(content: str) -> Path:
        path = tmp_path / settings_file.NAME
        path.write_text(content, encoding="utf-8")
        environment.also_read(path)
        return path

    return written


def test_the_file_says_what_the_environment_does_not(in_file, monkeypatch):
    in_file('host = "0.0.0.0"\nport = 8010\nhttps = true\nallowed_hosts = ["club.example.org", "accueil"]\n')
    for name in ("HOST", "PORT", "HTTPS", "ALLOWED_HOSTS"):
        monkeypatch.delenv(name, raising=False)
    assert environment.text("HOST") == "0.0.0.0"
    assert environment.whole("PORT", 8000, 1, 65535) == 8010
    assert environment.flag("HTTPS")
    assert environment.words("ALLOWED_HOSTS") == ["club.example.org", "accueil"]
    monkeypatch.setenv("PORT", "8020")
    monkeypatch.setenv("HOST", "")
    assert environment.whole("PORT", 8000, 1, 65535) == 8020
    assert environment.text("HOST") == "0.0.0.0"


def test_a_wrong_value_of_the_file_is_refused_by_its_name_there(in_file, monkeypatch):
    path = in_file('workers = "many"\n')
    monkeypatch.delenv("WORKERS", raising=False)
    with pytest.raises(ImproperlyConfigured) as refused:
        environment.whole("WORKERS", 2, 1, 64)
    assert str(refused.value) == f"workers in {path} must be a whole number from 1 to 64, not 'many'."
    monkeypatch.setenv("WORKERS", "few")
    with pytest.raises(ImproperlyConfigured, match="^WORKERS must be"):
        environment.whole("WORKERS", 2, 1, 64)


@pytest.mark.parametrize(
    ("said", "complaint"),
    [
        ("hots = 1\n", "has 'hots', which is no setting; there are host, port, "),
        ("HOST = '::'\n", "has 'HOST', which is no setting"),
        ('data_dir = "/elsewhere"\n', "has 'data_dir', which is no setting"),
        ('secret_key = "k"\n', "has 'secret_key', which is no setting"),
        ("port = = 8\n", "cannot be read: "),
        ("port = 1.5\n", "must be a text, a whole number, true, false, or a list of texts."),
        ("allowed_hosts = [1]\n", "must be a text, a whole number, true, false, or a list of texts."),
        ("[port]\nnumber = 1\n", "must be a text, a whole number, true, false, or a list of texts."),
    ],
)
def test_a_file_that_cannot_be_followed_is_one_sentence(tmp_path, said, complaint):
    (tmp_path / settings_file.NAME).write_text(said)
    done = manage("check", DATA_DIR=str(tmp_path))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert done.stderr.startswith("Settings: ") and complaint in done.stderr
    assert settings_file.NAME in done.stderr


def test_a_file_that_is_no_text_is_one_sentence(tmp_path):
    (tmp_path / settings_file.NAME).write_bytes(b"port = \xff\n")
    done = manage("check", DATA_DIR=str(tmp_path))
    assert done.stderr.startswith(f"Settings: {tmp_path / settings_file.NAME} cannot be read: ")


def test_what_is_written_is_what_is_read_whatever_it_holds(tmp_path):
    path = tmp_path / settings_file.NAME
    path.write_text('time_zone = "Indian/Reunion"\nport = 1\n')
    path.chmod(0o644)
    odd = 'C:\\Bridge #2\\100% "été"\t'
    settings_file.write(path, {"PORT": 8000, "WATCH_DIR": odd, "ALLOWED_HOSTS": ["a", "b"], "HTTPS": False})
    read = {"TIME_ZONE": "Indian/Reunion", "PORT": "8000", "WATCH_DIR": odd.strip(), "ALLOWED_HOSTS": "a,b"}
    assert settings_file.read(path) == read | {"HTTPS": "no"}
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    settings_file.write(path, {"PORT": None})
    assert "PORT" not in settings_file.read(path)
    assert [file.name for file in tmp_path.iterdir()] == [settings_file.NAME]


def test_the_settings_of_the_file_are_those_of_the_readme():
    table = (ROOT / "README.md").read_text(encoding="utf-8").partition("| Variable |")[2].partition("\n\n")[0]
    names = set(re.findall(r"`([A-Z_]+)`", "\n".join(line.split("|")[1] for line in table.splitlines()[2:])))
    assert names - {"DATA_DIR", "SECRET_KEY", "DEBUG"} == set(settings_file.SETTINGS)
