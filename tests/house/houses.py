"""Installations that the tests start, each with its data folder and its port."""

import os
import signal
import sqlite3
import subprocess
import sys
import urllib.request
from contextlib import suppress
from pathlib import Path

from tests import migrated
from tests.trials.installation import free_port

ROOT = Path(__file__).resolve().parents[2]
SHARED = {
    "LANGUAGE_CODE": "en",
    "KEPT_DIR": str(migrated.FOLDER),
    "STATIC_ROOT": str(migrated.FOLDER / "static"),  # the first server collects them for all
}
"""Settings of every installation."""


class House:
    """A separate installation, with its data folder and its port. One worker serves it by default, as each worker takes
    seconds to warm up."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = free_port()
        self.running: list[subprocess.Popen[str]] = []

    def start(self, **variables: str) -> subprocess.Popen[str]:
        kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME")}
        settings = SHARED | {"DATA_DIR": str(self.data), "PORT": str(self.port), "WORKERS": "1"}
        command = [sys.executable, "manage.py", "start"]
        process = subprocess.Popen(
            command, cwd=ROOT, env=kept | settings | variables, start_new_session=True, text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        self.running.append(process)
        return process

    def opened(self, **variables: str) -> tuple[subprocess.Popen[str], str]:
        """Start a server; return its process once it answers, with its output."""
        process, output = self.start(**variables), ""
        for line in process.stdout:
            output += line
            if line.startswith("Ctrl-C"):
                return process, output
        raise AssertionError(output + process.stderr.read())

    def refused(self, **variables: str) -> str:
        """Return the one sentence printed by a start that fails."""
        process = self.start(**variables)
        output, complaint = process.communicate(timeout=120)
        assert (process.returncode, output) == (1, "")
        assert complaint.count("\n") == 1
        return complaint.strip()

    def get(self, path: str) -> tuple[int, str]:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}{path}", timeout=60) as answer:  # noqa: S310
            return answer.status, answer.url

    def rows(self) -> list[str]:
        """Return every row of the database except those of the daily work, which the server may do at the same time."""
        database = sqlite3.connect(self.data / "arbitrage.sqlite3")
        try:
            lines = [line for line in database.iterdump() if line.startswith("INSERT")]
            return [line for line in lines if "arbitrage_recordcheck" not in line and "sqlite_stat" not in line]
        finally:
            database.close()

    def killed(self) -> None:
        """Kill the servers that still run, and the processes that a killed server left behind."""
        for process in self.running:
            if process.poll() in (None, -signal.SIGKILL):
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
            process.communicate()


def ctrl_c(process: subprocess.Popen[str]) -> None:
    """Press Ctrl-C in a server's terminal, and wait until none of its processes holds the output."""
    os.killpg(process.pid, signal.SIGINT)
    output, complaint = process.communicate(timeout=120)
    assert (process.returncode, output, complaint) == (0, "", "")
