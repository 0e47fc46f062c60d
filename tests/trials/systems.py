"""`python -m tests.trials.systems ARBITRAGE`: tries an installed program on this system, from its first start on.

It starts with the demonstration, signs in, rules, prints, backs up, stops by Ctrl-C, restores, and starts again. It
needs only Python, and an empty data folder: the system's default one, or the one that DATA_DIR names.
"""

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import suppress
from pathlib import Path

from tests.trials.tablet import ANSWERS, QUESTION, VERSION, Tablet

PATIENCE = 120.0
SIGN_IN = re.compile(r": user name (\S+), password (.+)$", re.MULTILINE)
WINDOWS = os.name == "nt"


def main() -> int:
    command = sys.argv[1:]
    os.environ["LANGUAGE_CODE"] = "en"  # the language of the words that the trial looks for
    if WINDOWS:  # at Ctrl-C its command file would ask whether to end
        command = [str(Path(command[0]).parent / "python" / "python.exe"), "-m", "arbitrage"]
    port = os.environ.get("PORT", "8000")
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as place:
        log = Path(place) / "said"
        server, seconds = started(command, port, log)
        tell(f"the first start, after {seconds:.0f} s", True)
        sign_in = SIGN_IN.search(log.read_text(encoding="utf-8"))
        assert sign_in is not None, log.read_text(encoding="utf-8")
        incident, answers = ruled(tablet := at(port), sign_in[1], sign_in[2].strip())
        tell(f"a revoke from the call to its ruling, {answers} answers", incident and answers > 4)
        paper, _where = tablet.get(f"/fr/incidents/{incident}/report.pdf")
        tell(f"its report is a PDF, {time.monotonic() - began:.0f} s after all began", paper.startswith("%PDF"))
        saved = re.search(r"Saved and verified: (.+\.zip) \(", run(command, "backup"))
        tell("saved while it was open", saved)
        tell(f"Ctrl-C ended it after {stopped(server):.1f} s", not answers_at(port))
        tell("put back, and the record is sound", saved and "The record is sound" in run(command, "restore", saved[1]))
        server, seconds = started(command, port, log)
        signed_in(tablet := at(port), sign_in[1], sign_in[2].strip())
        page, _where = tablet.get(f"/fr/incidents/{incident}/report/")
        tell(f"the second start, after {seconds:.0f} s; the ruling is there", "64A" in page)
        stopped(server)
        tell("a certificate is made", "it speaks https now" in run(command, "certificate", "127.0.0.1"))
    return 0


def tell(what: str, held: object) -> None:
    print(f"  {'held' if held else 'GAVE WAY'}: {what}", flush=True)
    if not held:
        sys.exit(1)


def at(port: str) -> Tablet:
    return Tablet([f"http://127.0.0.1:{port}"], "", patience=PATIENCE)


def run(command: list[str], *words: str) -> str:
    """Run a command of the program, which must succeed; return its output."""
    done = subprocess.run([*command, *words], input="", capture_output=True, text=True, encoding="utf-8", check=False)
    tell(f"{' '.join(words)[:40]}: exit {done.returncode}", done.returncode == 0)
    return done.stdout


def started(command: list[str], port: str, log: Path) -> tuple["subprocess.Popen[bytes]", float]:
    """Start the server; return it once it is ready, and the seconds that took."""
    began = time.monotonic()
    flags = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP} if WINDOWS else {"start_new_session": True}
    with log.open("wb") as said:
        server = subprocess.Popen([*command, "start"], stdin=subprocess.DEVNULL, stdout=said, stderr=said, **flags)
    while not answers_at(port):
        if server.poll() is not None or time.monotonic() - began > 300:
            sys.exit(f"The server does not start: {log.read_text(encoding='utf-8', errors='replace')}")
        time.sleep(0.5)
    while "Ctrl-C" not in log.read_text(encoding="utf-8", errors="replace"):
        time.sleep(0.1)
    return server, time.monotonic() - began


def answers_at(port: str) -> bool:
    with suppress(OSError):
        return urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5).status == 200
    return False


def stopped(server: "subprocess.Popen[bytes]") -> float:
    """Press Ctrl-C, which a terminal sends to the workers too (on Windows Ctrl-Break, which can be sent to a process
    group). Return the seconds until the server has ended, except on Windows with all of its processes."""
    began = time.monotonic()
    if WINDOWS:
        server.send_signal(signal.CTRL_BREAK_EVENT)
        server.wait(timeout=10)
        return time.monotonic() - began
    os.killpg(server.pid, signal.SIGINT)
    server.wait(timeout=30)
    with suppress(ProcessLookupError):  # no process of its group is left
        while time.monotonic() - began < 60:
            os.killpg(server.pid, 0)
            time.sleep(0.1)
        tell("no process of it is left", False)
    return time.monotonic() - began


def ruled(tablet: Tablet, name: str, password: str) -> tuple[str, int]:
    """Sign in, call from a table, and answer until the ruling; return the incident and the number of answers."""
    signed_in(tablet, name, password)
    page, _where = tablet.get("/fr/")
    tournament = re.search(r"/tournaments/([0-9a-f-]{36})/", page)
    assert tournament is not None, page
    where, page, answers = tablet.call(tournament[1]), "", 0
    while "/q/" in where:
        page, where = tablet.get(where)
        question, version = QUESTION.search(where), VERSION.search(page)
        if not question or not version or question[2] not in ANSWERS:
            raise RuntimeError(f"this question is not expected: {where}")
        page, where = tablet.post(where, answer=ANSWERS[question[2]], version=version[1])
        answers += 1
    incident = re.search(r"/incidents/([0-9a-f-]{36})/", page)
    return (incident[1] if incident else ""), answers


def signed_in(tablet: Tablet, name: str, password: str) -> None:
    """Sign in as a person does, by the page."""
    tablet.get("/fr/login/")
    tablet.post("/fr/login/", username=name, password=password)


if __name__ == "__main__":
    sys.exit(main())
