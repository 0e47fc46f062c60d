"""A volunteer's first start: commands before any server has run, a server that is open to the network, and the printed
addresses."""

import stat
import subprocess
import sys
from argparse import Namespace
from pathlib import Path

import pytest
from django.test import override_settings

from arbitrage.management.commands import start
from arbitrage.server.printed_addresses import printed
from tests.house.houses import ROOT, House


def run(data: Path, *command: str) -> str:
    """Return the output of a command in an installation that was never started."""
    done = subprocess.run(
        [sys.executable, "manage.py", *command], cwd=ROOT,
        env={"DATA_DIR": str(data), "PATH": "", "LANGUAGE_CODE": "en"},
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, umask=0o022,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def others_read(data: Path) -> list[Path]:
    return [path for path in (data, *data.rglob("*")) if stat.S_IMODE(path.stat().st_mode) & 0o077]


def test_a_club_is_made_in_a_folder_where_nothing_was_started(tmp_path):
    data = tmp_path / "var"
    output = run(data, "club", "Bridge Club de la Tour", "girard")
    assert "girard signs in as manager." in output
    assert others_read(data) == []
    assert "The record is sound" in run(data, "verify_history")


@pytest.mark.parametrize("command", [("migrate", "--verbosity", "0"), ("check",)])
def test_files_are_private_whatever_command_comes_first(tmp_path, command):
    data = tmp_path / "var"
    run(data, *command)
    assert (data / "secret_key").exists()
    assert others_read(data) == []


@pytest.mark.parametrize(
    ("variables", "changed"),
    [
        ({}, {"HTTPS": True}),
        ({}, {"TRUSTED_PROXIES": ("127.0.0.1",)}),
        ({"SECRET_KEY": "k" * 60}, {}),
        ({"ALLOWED_HOSTS": "club.example.org"}, {}),
    ],
)
def test_no_demonstration_club_comes_by_itself_on_a_server_for_others(monkeypatch, variables, changed):
    for name in ("SECRET_KEY", "ALLOWED_HOSTS"):
        monkeypatch.delenv(name, raising=False)
    with override_settings(HTTPS=False, TRUSTED_PROXIES=()):
        assert start.is_tried_out("127.0.0.1")
        assert not start.is_tried_out("0.0.0.0")
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        with override_settings(**changed):
            assert not start.is_tried_out("127.0.0.1")


def test_the_published_service_makes_no_demonstration_club():
    unit = (ROOT / "docs" / "install.md").read_text().partition("```ini")[2].partition("```")[0]
    assert "DEMO=no" in unit.partition("Environment=")[2].partition("\n")[0].split()


LAN, NAME = "192.168.1.20", "club.example.org"
SELF, DOCUMENTED = "[::1]", "192.0.2.7"


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        (Namespace(host="127.0.0.1", port=8000, names=[], tls=False, outside=False), ["http://127.0.0.1:8000/"]),
        (Namespace(host="::1", port=8000, names=[], tls=False, outside=False), [f"http://{SELF}:8000/"]),
        (
            Namespace(host="0.0.0.0", port=8000, names=[LAN], tls=False, outside=False),
            ["http://127.0.0.1:8000/", f"http://{LAN}:8000/"],
        ),
        (Namespace(host="0.0.0.0", port=443, names=[LAN], tls=True, outside=False), [f"https://{LAN}/"]),
        (Namespace(host=LAN, port=8000, names=[LAN], tls=False, outside=False), [f"http://{LAN}:8000/"]),
        (Namespace(host="127.0.0.1", port=8000, names=[NAME], tls=False, outside=True), [f"https://{NAME}/"]),
        (Namespace(host="0.0.0.0", port=80, names=["*"], tls=False, outside=False), ["http://127.0.0.1/"]),
    ],
)
def test_the_addresses_that_are_printed_are_those_that_a_browser_finds(asked, found):
    assert printed(asked.host, asked.port, asked.names, tls=asked.tls, outside=asked.outside) == found


def test_a_server_on_the_network_prints_the_address_for_the_tablets(on_the_network: tuple[House, str]):
    house, output = on_the_network
    assert f"Arbitrage is open: http://127.0.0.1:{house.port}/ http://{DOCUMENTED}:{house.port}/" in output
