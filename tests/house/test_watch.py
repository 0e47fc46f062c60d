"""A running server reads the results files of its folder, and its reader ends with it."""

import contextlib
import fcntl
import json
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.arbitrage import evening_files as evening
from tests.house.test_start import House


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    installed = House(tmp_path / "data")
    yield installed
    for process in installed.running:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def until(is_so, seconds: int = 120) -> None:
    """Wait for something that happens in another process."""
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.2)


def test_a_file_put_into_the_folder_comes_in_and_the_reader_ends_with_the_server(house: House, tmp_path: Path):
    folder = tmp_path / "results"
    folder.mkdir()
    server, _said = house.opened(WATCH_DIR=str(folder), DEMO="yes")
    (folder / "soir.bws").write_bytes(evening.bws(evening.played().values()))
    log = house.data / "watched.json"
    until(log.exists)
    (seen,) = json.loads(log.read_text())
    assert (seen["file"], seen["what"], seen["added"]) == ("soir.bws", "new", 18)
    server.kill()
    server.wait()
    with (house.data / "watching.lock").open("a") as lock:

        def free() -> bool:
            with contextlib.suppress(BlockingIOError):
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return True
            return False

        until(free)
