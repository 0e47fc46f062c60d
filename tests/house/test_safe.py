"""Guarantees of a server for the administrator of the machine, from its start to its end."""

import os
import shutil
import signal
import sqlite3
import stat
from argparse import Namespace
from pathlib import Path

import pytest

from tests import conftest
from tests.house.conftest import FirstDay
from tests.house.houses import House, ctrl_c
from tests.trials import failing


@pytest.mark.parametrize("workers", ["0", "65", "-1", "two"])
def test_a_number_of_workers_that_cannot_be_is_told_before_anything_is_made(house: House, workers: str):
    assert house.refused(WORKERS=workers) == f"Settings: WORKERS must be a whole number from 1 to 64, not '{workers}'."
    assert not (house.data / "arbitrage.sqlite3").exists()


def test_a_folder_that_cannot_be_written_is_one_sentence(house: House):
    house.data = Path("/proc/self")  # not even root can write there
    assert house.refused().startswith("Settings: The secret key in /proc/self/secret_key cannot be read or written: ")
    assert house.refused(SECRET_KEY="k" * 60) == (
        "Arbitrage cannot start. The folder /proc/self (DATA_DIR) cannot be written in: name another one, or have it "
        "given to the user who runs Arbitrage."
    )


def test_plain_http_on_a_network_is_said(on_the_network: tuple[House, str]):
    _house, output = on_the_network
    assert "Anyone on this network can read what is sent, passwords included: the server speaks plain http." in output


def test_a_second_server_is_refused_by_its_folder(on_the_network: tuple[House, str]):
    first, _said = on_the_network
    assert House(first.data).refused(DEMO="no") == (
        f"Arbitrage cannot start. Arbitrage is running on the folder {first.data} already. Stop it first, or name "
        "another folder in DATA_DIR."
    )


def test_everything_in_the_data_folder_is_its_owners_alone(on_the_network: tuple[House, str]):
    data = on_the_network[0].data
    kept = [path for path in data.rglob("*") if "static" not in path.relative_to(data).parts]
    assert {"arbitrage.sqlite3", "secret_key", "lock"} <= {path.name for path in kept}
    assert [path for path in kept if stat.S_IMODE(path.stat().st_mode) & 0o077] == []


@pytest.mark.parametrize("kept_by_nohup", [False, True])
def test_a_terminal_that_is_closed_stops_the_server_unless_it_was_to_go_on(lived_in: House, kept_by_nohup: bool):
    house = lived_in
    # the effect of nohup; the server inherits it, and so do tests that run under nohup
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN if kept_by_nohup else signal.SIG_DFL)
    try:
        process, _said = house.opened(DEMO="no")
    finally:
        signal.signal(signal.SIGHUP, before)
    os.killpg(process.pid, signal.SIGHUP)
    if kept_by_nohup:
        assert house.get("/readyz")[0] == 200
        ctrl_c(process)
    else:
        assert process.communicate(timeout=120) == ("", "")
        assert process.returncode == 0
    with sqlite3.connect(house.data / "arbitrage.sqlite3") as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_the_disk_has_an_answer_before_the_tablet_is_told(tmp_path: Path, first_day: FirstDay):
    if not shutil.which("strace"):
        conftest.missing("the trace of the system calls needs strace")
    shutil.copytree(first_day.data, tmp_path / "var")
    trial = failing.sync(tmp_path, Namespace(directors=1, database=""))
    assert trial.sound, trial.lines
