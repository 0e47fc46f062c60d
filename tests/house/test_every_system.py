"""Requirements of every system a club may have: Windows, macOS, a USB stick, a folder with an odd name."""

import ast
import os
import sqlite3
import subprocess
import time
from pathlib import Path

import pytest
from django.core.management.base import CommandError
from django.test import Client

from arbitrage.database import backups
from arbitrage.management.commands import start
from arbitrage.server import environment, hosts
from arbitrage.server.printed_addresses import codes
from tests.arbitrage import factories as make
from tests.house.houses import ROOT, House, ctrl_c

pytestmark = pytest.mark.usefixtures("in_english")

CODE = sorted([*ROOT.glob("arbitrage/**/*.py"), *ROOT.glob("rulings/**/*.py"), ROOT / "manage.py"])
POSIX_ALONE = {
    "pthread_sigmask",
    "sigwait",
    "fork",
    "setsid",
    "killpg",
    "mkfifo",
    "geteuid",
    "getuid",
    "chown",
    "fchmod",
}
"""Names of the standard library that Windows lacks."""
MODULES = {"fcntl", "resource", "pwd", "grp", "termios", "_posixsubprocess"}
NAMES = ("plain", "f#1", "f?2", "100%25", "club d’été", "a b")


def test_what_one_system_lacks_is_asked_for_behind_a_look_at_the_system():
    """A function that uses such a name, or a block that imports such a module, checks the operating system first."""
    places = []
    for path in CODE:
        text = path.read_text(encoding="utf-8")
        if not any(name in text for name in POSIX_ALONE | MODULES):
            continue
        for node in ast.walk(ast.parse(text)):
            name = node.attr if isinstance(node, ast.Attribute) else ""
            names = {alias.name for alias in node.names} if isinstance(node, ast.Import) else set()
            if name in POSIX_ALONE or MODULES & names:
                before = "\n".join(text.splitlines()[max(0, node.lineno - 40) : node.lineno + 2])
                if not any(mark in before for mark in ("os.name", "sys.platform", "except ImportError")):
                    places.append(f"{path.name}:{node.lineno}")
    assert places == []


def test_what_is_brought_to_the_disk_was_opened_to_be_written():
    """Windows does not flush a file that was opened for reading; every backup would fail there."""
    places = []
    for path in CODE:
        lines = path.read_text(encoding="utf-8").splitlines()
        for number, line in enumerate(lines):
            if "os.fsync(" in line:
                opened = [earlier for earlier in lines[max(0, number - 6) : number] if "open(" in earlier][-1]
                if not any(mode in opened for mode in ('"r+b"', '"a"', '"w"', '"ab"', '"wb"')):
                    places.append(f"{path.name}:{number + 1}: {opened.strip()}")
    assert places == []


@pytest.mark.parametrize("name", NAMES)
def test_the_database_that_is_looked_at_is_the_one_that_was_named(tmp_path, name):
    """In a folder named "Bridge #2" the verification must open the copy itself, not an empty file that SQLite makes
    under a shortened name."""
    folder = tmp_path / name
    folder.mkdir()
    copy = folder / "copy.sqlite3"
    with sqlite3.connect(copy) as database:
        database.execute("CREATE TABLE t (a)")
        database.execute("INSERT INTO t VALUES (1)")
    database.close()
    backups._check_sqlite(copy)
    copy.write_bytes(copy.read_bytes()[:4096] + b"x" * 4096)
    with pytest.raises(backups.BackupError):
        backups._check_sqlite(copy)
    assert sorted(path.name for path in tmp_path.rglob("*")) == sorted([name, "copy.sqlite3"])


@pytest.mark.parametrize("there", [True, False])
def test_a_key_is_kept_on_a_stick_which_has_no_second_names(tmp_path, monkeypatch, there):
    path = tmp_path / "secret_key"
    if there:
        path.write_text("first\n", encoding="ascii")

    def refused(*_names: object) -> None:
        raise PermissionError("not permitted")

    monkeypatch.setattr(os, "link", refused)
    environment._write_once(path, "second")
    assert path.read_text(encoding="ascii") == ("first\n" if there else "second\n")
    assert [file.name for file in tmp_path.iterdir()] == ["secret_key"]


def living(group: int) -> list[str]:
    running = subprocess.run(["pgrep", "-g", str(group)], capture_output=True, text=True, check=False).stdout.split()
    return [pid for pid in running if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"]


def test_the_workers_of_a_server_that_was_killed_leave_and_another_one_starts(lived_in: House):
    process, _said = lived_in.opened(DEMO="no")
    assert len(living(process.pid)) > 1
    process.kill()
    process.wait()
    end = time.monotonic() + 60
    while (left := living(process.pid)) and time.monotonic() < end:
        time.sleep(0.2)
    assert left == []
    again, _said = lived_in.opened(DEMO="no")
    ctrl_c(again)


# The network of a club


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("192.168.1.21:8000", 200), ("10.0.0.7", 200), ("172.31.255.1:80", 200), ("[fd12::1]:8000", 200),
        ("127.0.0.1:8000", 200), ("8.8.8.8", 400), ("172.32.0.1", 400), ("192.168.1.21.evil.example", 400),
        ("evil.example", 400), ("10.0.0.7@evil.example", 400), ("192.168.1", 400), ("[2001:db8::1]", 400),
        ("0xa000001", 400),
    ],
)  # fmt: skip
@pytest.mark.django_db
@pytest.mark.either_database
def test_a_private_address_in_numbers_is_believed_and_nothing_else_that_was_not_named(settings, host, status):
    """A router sometimes assigns another address. An attacker can make a host name resolve to any address, but not a
    private address in numbers."""
    settings.ALLOWED_HOSTS = settings.LOOPBACK
    make.make_member(make.make_club(), "girard")  # without a user, every request is redirected to the first page
    assert Client().get("/en/login/", headers={"host": host}).status_code == status


@pytest.mark.django_db
@pytest.mark.either_database
def test_a_form_of_another_private_address_changes_nothing(settings):
    make.make_member(make.make_club(), "girard")
    client = Client(enforce_csrf_checks=True)
    there = {"host": "192.168.1.21:8000", "origin": "http://192.168.1.66:8000"}
    client.get("/en/login/", headers={"host": "192.168.1.21:8000"})
    sent = {"csrfmiddlewaretoken": client.cookies["csrftoken"].value, "username": "x", "password": "y"}
    assert client.post("/en/login/", sent, headers=there).status_code == 403
    assert client.post("/en/login/", sent, headers=there | {"origin": "http://192.168.1.21:8000"}).status_code != 403


@pytest.mark.parametrize(
    ("host", "own", "found"),
    [
        ("0.0.0.0", ["192.168.1.20", "203.0.113.5", "127.0.0.1"], ["192.168.1.20"]),
        ("192.168.1.20", [], ["192.168.1.20"]),
        ("127.0.0.1", ["192.168.1.20"], []),
    ],
)
def test_the_addresses_of_this_machine_for_the_tablets_are_found(monkeypatch, host, own, found):
    monkeypatch.setattr(hosts, "_known", lambda families: own)
    assert hosts.own_addresses(host) == found


def test_where_nobody_could_call_the_server_the_start_says_what_to_name(monkeypatch):
    monkeypatch.delenv("ALLOWED_HOSTS", raising=False)
    monkeypatch.setenv("HOST", "0.0.0.0")
    monkeypatch.setattr(hosts, "_known", lambda families: ["203.0.113.5"])
    with pytest.raises(CommandError, match="HOST=0.0.0.0 opens the server to the network: say under which"):
        start.refuse_nameless_network("0.0.0.0")
    monkeypatch.setattr(hosts, "_known", lambda families: ["192.168.1.20"])
    start.refuse_nameless_network("0.0.0.0")


def test_the_start_shows_a_tablet_what_to_open():
    drawn = codes(["http://127.0.0.1:8000/", "http://192.168.1.20:8000/", "http://club.example.org/"])
    assert drawn.count("A tablet opens") == 1
    assert "A tablet opens http://192.168.1.20:8000/" in drawn
    assert len(drawn.splitlines()) > 12
