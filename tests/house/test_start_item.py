"""`arbitrage install` and `uninstall`: the item that starts the program with a session, in the form of each system."""

import configparser
import errno
import os
import plistlib
import subprocess
import sys
from pathlib import Path

import pytest

from arbitrage.server import program_files, start_item
from tests.house.houses import ROOT

SAID = {"DATA_DIR": '/srv/Jean/Bridge #2/100% "été"', "PORT": "8010", "PATH": "/usr/bin", "SECRET_KEY": "k" * 60}


def test_a_unit_of_the_user_starts_the_program_with_its_folder_and_no_secret(tmp_path):
    item = start_item.item("linux", tmp_path, SAID)
    assert item.path == tmp_path / ".config" / "systemd" / "user" / "arbitrage.service"
    unit = configparser.RawConfigParser(strict=False)
    unit.optionxform = str
    unit.read_string(item.content.decode())
    assert unit["Service"]["ExecStart"].split('" "')[1:] == ["-m", "arbitrage", 'start"']
    assert unit["Service"]["WorkingDirectory"] == str(ROOT).replace("%", "%%")
    assert 'Environment="DATA_DIR=/srv/Jean/Bridge #2/100%% \\"été\\""\n' in item.content.decode()
    assert "SECRET_KEY" not in item.content.decode()


def test_a_launch_agent_starts_the_program_and_again_only_after_a_failure(tmp_path):
    item = start_item.item("darwin", tmp_path, SAID)
    assert item.path.parent == tmp_path / "Library" / "LaunchAgents"
    item_read = plistlib.loads(item.content)
    assert item_read["ProgramArguments"] == program_files.command("start")
    assert item_read["EnvironmentVariables"] == {"DATA_DIR": SAID["DATA_DIR"], "PORT": "8010"}
    assert item_read["KeepAlive"] == {"SuccessfulExit": False}


def test_a_command_file_in_the_startup_folder_of_windows(tmp_path):
    item = start_item.item("win32", tmp_path, SAID | {"DATA_DIR": "C:\\Bridge 100%"})
    assert item.path.parts[-3:] == ("Programs", "Startup", "Arbitrage.cmd")
    script = item.content.decode()
    assert 'set "DATA_DIR=C:\\Bridge 100%%"\r\n' in script
    assert (item.register, item.remove) == ((), ())


@pytest.fixture
def systemd(tmp_path) -> Path:
    """A folder with a fake systemctl that writes down its arguments."""
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "systemctl").write_text('#!/bin/sh\necho "$@" >> "$HOME/told"\n')
    (folder / "systemctl").chmod(0o755)
    return folder


def run(tmp_path: Path, path: str, command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", command], cwd=ROOT, capture_output=True, text=True,
        env={"HOME": str(tmp_path), "PATH": path, "DATA_DIR": str(tmp_path / "var"), "LANGUAGE_CODE": "en"},
    )  # fmt: skip


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="systemd is of Linux")
def test_it_is_installed_twice_and_taken_away_and_the_data_stay(tmp_path, systemd):
    path = f"{systemd}{os.pathsep}/usr/bin{os.pathsep}/bin"
    unit = tmp_path / ".config" / "systemd" / "user" / "arbitrage.service"
    for _time in range(2):
        assert str(unit) in run(tmp_path, path, "install").stdout
        assert unit.exists()
    assert "no longer" in run(tmp_path, path, "uninstall").stdout
    assert not unit.exists() and (tmp_path / "var" / "secret_key").exists()
    assert "did not start with your session" in run(tmp_path, path, "uninstall").stdout
    told = (tmp_path / "told").read_text().splitlines()
    assert told == ["--user daemon-reload", "--user enable arbitrage.service", "--user start arbitrage.service"] * 2 + [
        "--user stop arbitrage.service",
        "--user disable arbitrage.service",
    ]


@pytest.mark.usefixtures("in_english")
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="systemd is of Linux")
def test_where_the_system_refuses_it_is_one_sentence(tmp_path):
    done = run(tmp_path, "", "install")
    assert (done.returncode, done.stdout) == (1, "")
    assert "systemctl is missing: this system starts nothing with a session." in done.stderr


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="systemd is of Linux")
def test_what_the_system_refuses_is_not_left_behind_and_can_be_taken_away(tmp_path, systemd):
    path = f"{systemd}{os.pathsep}/usr/bin{os.pathsep}/bin"
    unit = tmp_path / ".config" / "systemd" / "user" / "arbitrage.service"
    refusing = "#!/bin/sh\necho 'no session here' >&2\nexit 1\n"
    accepting = (systemd / "systemctl").read_text()
    (systemd / "systemctl").write_text(refusing)
    refused = run(tmp_path, path, "install")
    assert refused.returncode == 1 and "no session here" in refused.stderr
    assert not unit.exists()
    (systemd / "systemctl").write_text(accepting)
    run(tmp_path, path, "install")
    unit.write_text("an earlier one")
    (systemd / "systemctl").write_text(refusing)
    assert run(tmp_path, path, "install").returncode == 1
    assert unit.read_text() == "an earlier one"
    assert run(tmp_path, path, "uninstall").returncode == 1
    assert not unit.exists()


def test_a_disk_that_is_full_leaves_the_item_as_it_was(tmp_path, monkeypatch):
    item = start_item.item("linux", tmp_path, SAID)
    item.path.parent.mkdir(parents=True)
    item.path.write_text("an earlier one")

    def full(path: Path, content: bytes) -> None:
        path.touch()
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(start_item.StartItemError, match="No space left on device"):
        start_item.install(item, at_once=False)
    assert [path.name for path in item.path.parent.iterdir()] == ["arbitrage.service"]
    assert item.path.read_text() == "an earlier one"
