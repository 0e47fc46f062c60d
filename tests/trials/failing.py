"""Failures of one machine under a server: kill -9, stalled clients, a backup while everybody writes, a power cut."""

import argparse
import random
import re
import shutil
import socket
import statistics
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.trials import proxy
from tests.trials.evening import Evening
from tests.trials.installation import Installation, judged
from tests.trials.tablet import TAKEN, Tablet

STALLED = 200
"""Number of clients that stop in the middle of a request."""


@dataclass
class Found:
    """The result of a trial: its counts, a line each, and whether nothing was lost."""

    lines: list[str] = field(default_factory=list)
    sound: bool = True


def opened(place: Path, asked: argparse.Namespace) -> tuple[Installation, Evening]:
    """Start a server with a club, and prepare an evening with the number of directors asked for, without starting
    it."""
    installation = Installation(place / "var", **({"DATABASE_URL": asked.database} if asked.database else {}))
    tournament, sessions = installation.scene(asked.directors)
    installation.start()
    return installation, Evening([Tablet([installation.address], one) for one in sessions], tournament)


def kill(place: Path, asked: argparse.Namespace) -> Found:
    """Kill every process of the server with kill -9 in the middle of answers, again and again. Where the trial has its
    own PostgreSQL, kill every process of that one every second time."""
    database: Any = asked.server
    installation, evening = opened(place, asked)
    evening.begin()
    for number in range(asked.times):
        go_on(evening, asked.directors)
        time.sleep(random.uniform(0, 0.3))
        victim = database if database is not None and number % 2 else installation
        victim.kill()
        victim.start()
    acknowledged = evening.end()
    installation.kill()
    lost, doubled = judged(installation, acknowledged)
    sound = installation.run("manage.py", "verify_history").strip()
    on = "PostgreSQL" if asked.database else "SQLite"
    whom = f", {asked.times // 2} of them the database" if database is not None else ""
    lines = [
        f"killed {asked.times} times while {asked.directors} directors answered ({on}){whom}",
        f"answers acknowledged {len(acknowledged)}, lost {lost}, stored twice {doubled}; {sound}",
    ]
    return Found(lines, not lost and not doubled)


def go_on(evening: Evening, more: int) -> None:
    """Wait until *more* further answers are acknowledged."""
    enough, end = evening.answered() + more, time.monotonic() + 120
    while evening.answered() < enough:
        if time.monotonic() > end:
            raise RuntimeError(f"nobody is answered any more: {evening.broken[-3:]}")
        time.sleep(0.02)


def stalled(place: Path, asked: argparse.Namespace) -> Found:
    """Let two hundred clients stop within the headers of a request, or after two of a thousand bytes, while a director
    works: at the server alone, and behind the proxy of docker-compose.yml, where every fourth client sends nothing at
    all."""
    asked.directors = 1
    installation, evening = opened(place, asked)
    try:
        lines, slowest = _beside(evening, "the server alone", installation.port)
    finally:
        installation.kill()
    if not proxy.version():
        return Found([*lines, "NOT RUN: behind the proxy of docker-compose.yml: it needs caddy"], slowest < 5_000)
    behind = Installation(place / "behind", **proxy.BEHIND)
    tournament, (session,) = behind.scene(1)
    with proxy.before(behind, place / "proxy") as address:
        behind.start()
        try:
            said, slower = _beside(
                Evening([Tablet([address], session)], tournament),
                f"behind Caddy {'.'.join(map(str, proxy.version()))}",
                int(address.rpartition(":")[2]),
                tls=True,
            )
        finally:
            behind.kill()
    return Found([*lines, *said], max(slowest, slower) < 5_000)


def _beside(evening: Evening, name: str, port: int, *, tls: bool = False) -> tuple[list[str], float]:
    """Measure a director's waits alone and beside stalled clients; return lines for printing and the waits in
    milliseconds."""
    (tablet,) = evening.tablets
    quiet = _rounds(tablet, evening.tournament)
    held: list[socket.socket] = []
    try:
        for number in range(STALLED):
            client = socket.create_connection(("127.0.0.1", port))
            held.append(client)
            if tls and not number % 4:  # every fourth client sends nothing
                continue
            if tls:
                held[-1] = client = TAKEN.wrap_socket(client, server_hostname="127.0.0.1")
            client.sendall(b"POST /fr/login/ HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nab"[: 30 + number])
        beside = _rounds(tablet, evening.tournament)
    finally:
        for client in held:
            client.close()
    lines = [
        f"{name}, a director alone: {_in_brief(quiet)}",
        f"{name}, beside {STALLED} stalled clients: {_in_brief(beside)}",
    ]
    return lines, max(beside)


def _in_brief(times: list[float]) -> str:
    return f"{len(times)} requests, median {statistics.median(times):.0f} ms, slowest {max(times):.0f}"


def _rounds(tablet: Tablet, tournament: str) -> list[float]:
    times, where = [], ""
    for _step in range(24):
        began = time.monotonic()
        where = tablet.answer(where) if where else tablet.call(tournament)
        times.append((time.monotonic() - began) * 1000)
    return times


def restore(place: Path, asked: argparse.Namespace) -> Found:
    """Back up while directors write, restore into another folder, and compare the rulings with recomputed ones."""
    installation, evening = opened(place, asked)
    evening.begin()
    good, sizes = 0, []
    for number in range(asked.times):
        installation.run("manage.py", "backup")
        saved = max((installation.data / "backups").glob("*.zip"), key=lambda path: path.stat().st_mtime)
        sizes.append(saved.stat().st_size / 1e6)
        elsewhere = Installation(place / f"elsewhere-{number}")
        said = elsewhere.run("manage.py", "restore", str(saved))
        good += "The record is sound" in said and "Nothing differs." in said
    written = len(evening.end())
    installation.kill()
    lines = [
        f"saved and put back {asked.times} times while {asked.directors} directors wrote {written} answers",
        f"sound, and every ruling the same: {good} of {asked.times}; {statistics.mean(sizes):.2f} MB each",
    ]
    return Found(lines, good == asked.times)


def sync(place: Path, asked: argparse.Namespace) -> Found:
    """Trace the system calls of the server while one director answers: is the disk synced before the tablet gets its
    response?"""
    if not shutil.which("strace"):
        return Found(["NOT RUN: the trace needs strace"], False)
    asked.directors, asked.database = 1, ""
    installation, evening = opened(place, asked)
    (tablet,) = evening.tablets
    where = tablet.call(evening.tournament)
    trace = place / "trace"
    calls = "trace=fsync,fdatasync,sendto,write,writev,sendmsg"
    pids = subprocess.run(
        ["pgrep", "-g", str(installation.process.pid)], capture_output=True, text=True, check=True
    ).stdout.split()
    command = ["strace", "-f", "-qq", "-y", "-ttt", "-e", calls, "-o", str(trace)]
    watcher = subprocess.Popen([*command, *(word for pid in pids for word in ("-p", pid))])
    time.sleep(3)
    answers = 0
    while where:
        where = tablet.answer(where)
        answers += 1
    time.sleep(1)
    door = {path.name for path in Path(f"/proc/{installation.process.pid}/task").iterdir()}
    watcher.terminate()
    watcher.wait()
    installation.kill()
    return _read_trace(trace.read_text(errors="replace"), answers, door)


def _read_trace(trace: str, answers: int, door: set[str]) -> Found:
    """Check in a trace that the database's log was synced before each redirection that acknowledges an answer. The
    threads of the proxy (*door*) are left out, because they only pass on the answers of a worker."""
    synced, early, told = False, 0, 0
    for _at, thread, call in sorted(
        (at, thread, call) for thread, at, call in re.findall(r"^(\d+) +(\d+\.\d+) (.*)$", trace, re.MULTILINE)
    ):
        if thread in door:
            continue
        if "sqlite3" in call and re.match(r"f(data)?sync\(", call):
            synced = True
        elif "HTTP/1.1 302" in call:
            told += 1
            early += not synced
            synced = False
    lines = [f"{answers} answers; {told} acknowledgements traced, {early} of them before the disk was told"]
    return Found(lines, told > 0 and early == 0)
