"""Installation for a trial: a data folder, a port, servers that are started and killed."""

import atexit
import http.client
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def free_port() -> int:
    """Return a free port below those that the system gives to other connections while the server starts."""
    for port in random.sample(range(20_000, 32_000), 100):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise RuntimeError("a hundred ports are in use")


class Installation:
    """A data folder and its server. Its environment has nothing of this process but PATH and HOME."""

    def __init__(self, data: Path, **variables: str) -> None:
        self.data, self.port, self.log = data, free_port(), data / "server.log"
        data.mkdir(parents=True, exist_ok=True)
        kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME")}
        self.environment = kept | {"DATA_DIR": str(data), "PORT": str(self.port), "DEMO": "no"}
        self.environment |= {"LANGUAGE_CODE": "en", **variables}
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def run(self, *command: str) -> str:
        """Run a command of this installation, which must succeed, and return its output."""
        done = subprocess.run(
            [sys.executable, *command], cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise RuntimeError(f"{' '.join(command)}: {done.stdout}{done.stderr}")
        return done.stdout

    def scene(self, directors: int) -> tuple[str, list[str]]:
        """Store a tournament, and return a signed-in session for each director."""
        data = json.loads(self.run("-m", "tests.trials.scene", str(directors)).splitlines()[-1])
        return data["tournament"], data["sessions"]

    def start(self) -> float:
        """Start the server, wait until it is ready, and return the seconds."""
        began = time.monotonic()
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "start"], cwd=ROOT, env=self.environment, start_new_session=True,
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
            )  # fmt: skip
        atexit.register(self.kill)  # also when the trial fails
        while not self.ready():
            if self.process.poll() is not None:
                said = self.log.read_text(errors="replace")
                raise RuntimeError(f"the server of {self.data} has stopped; exit {self.process.returncode}: {said}")
            time.sleep(0.1)
        return time.monotonic() - began

    def ready(self) -> bool:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", "/readyz")
            return connection.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    def worked(self) -> float:
        """Return the processor seconds that the server and its workers have used."""
        assert self.process is not None
        pids = subprocess.run(["pgrep", "-g", str(self.process.pid)], capture_output=True, text=True, check=False)
        ticks = 0
        for pid in pids.stdout.split():
            with suppress(OSError):  # the process has just ended
                ticks += sum(map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]))
        return ticks / os.sysconf("SC_CLK_TCK")

    def kill(self) -> None:
        """Kill the server and its workers with kill -9, as a power cut would."""
        if self.process is not None and self.process.poll() is None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def stored(self, inquiries: set[str]) -> dict[tuple[str, str], list[str]]:
        """Return the values stored for each question of these inquiries: one for a question that was answered once."""
        data = json.loads(self.run("-m", "tests.trials.stored", *sorted(inquiries)).splitlines()[-1])
        return {(inquiry, question): values for inquiry, question, values in data}


def judged(installation: Installation, acknowledged: list[tuple[str, str, str]]) -> tuple[int, int]:
    """Count the acknowledged answers that are lost, and those that are stored more than once."""
    stored = installation.stored({inquiry for inquiry, _question, _answer in acknowledged})
    lost = sum(answer not in stored.get((inquiry, question), []) for inquiry, question, answer in acknowledged)
    return lost, sum(len(values) > 1 for values in stored.values())
