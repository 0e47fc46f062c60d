"""A running server reads the results files of its folder, and its reader ends with it."""

import contextlib
import fcntl
import json
import time
from pathlib import Path

from tests.arbitrage import evening_files as evening
from tests.house.houses import House


def until(is_so, seconds: int = 120) -> None:
    """Wait for something that happens in another process."""
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.2)


def test_a_file_put_into_the_folder_comes_in_and_the_reader_ends_with_the_server(lived_in: House, tmp_path: Path):
    house = lived_in
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
