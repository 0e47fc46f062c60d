"""A Friday evening of a federation: many directors in many clubs on one machine, and their waits."""

import argparse
import json
import os
import random
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

import psycopg

from tests.trials import figures
from tests.trials.director import WAITED_FOR, Act, Director, Pace
from tests.trials.failing import Found
from tests.trials.installation import Installation
from tests.trials.postgresql import alone, programs_missing
from tests.trials.tablet import Tablet

ENOUGH = 250.0
"""Milliseconds within which a machine that "holds" some directors answers 95 % of the acts that they wait for."""
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass
class Evening:
    """The measurements of one evening: the directors' acts, and the processor seconds of each part."""

    directors: int
    seconds: float
    acts: list[Act]
    worked: dict[str, float]
    average: float = 0.0
    """The load average of the machine at the end."""

    @property
    def failed(self) -> int:
        return sum(bool(act.failed) for act in self.acts)

    @property
    def told(self) -> int:
        """Number of failures that the proxy answered with 503 and a time to retry."""
        return sum(act.failed.startswith("503") for act in self.acts)

    @property
    def requests(self) -> int:
        return sum(act.requests for act in self.acts)


def load(place: Path, asked: argparse.Namespace) -> Found:
    """Run the evening of the number of directors asked for, or of growing numbers with *ladder*."""
    steps = [int(one) for one in asked.ladder.split(",") if one] or [asked.directors]
    with database(place, asked.database) as address:
        web = Installation(place / "var", DATABASE_URL=address, DJANGO_SETTINGS_MODULE="tests.trials.timing")
        said = web.run("-m", "tests.trials.clubs", str(max(steps)), str(asked.clubs or -(-max(steps) * 2 // 5)))
        people = json.loads(said.splitlines()[-1])
        chance = random.Random(asked.seed)
        chance.shuffle(people)  # shuffled, so that the first ones belong to many clubs
        web.start()
        try:
            found = [evening(web, people[:number], asked, address) for number in steps]
        finally:
            web.kill()
    clubs = [len({person["tournament"] for person in people[:number]}) for number in steps]
    on = "PostgreSQL" if address.startswith("postgres") else "SQLite"
    lines = [line for one, number in zip(found, clubs, strict=True) for line in described(one, number, asked, on)]
    if len(found) > 1:
        lines += ladder(found, on)
    return Found(lines, not any(one.failed for one in found) or len(found) > 1)


@contextmanager
def database(place: Path, address: str) -> Iterator[str]:
    """Yield the DATABASE_URL asked for, otherwise that of a PostgreSQL that the trial starts; SQLite without
    PostgreSQL."""
    if address not in ("", "sqlite"):
        yield address
    elif address == "sqlite" or programs_missing():
        yield f"sqlite:///{place}/arbitrage.sqlite3"
    else:
        with alone(place) as own:
            yield own.create()


def evening(web: Installation, people: list[dict[str, object]], asked: argparse.Namespace, address: str) -> Evening:
    """Let the directors work; the measurement begins after a warm-up."""
    pace = Pace(asked.every, asked.thinking)
    directors = [
        Director(
            Tablet([web.address], str(one["session"])), str(one["tournament"]), one["places"], pace,  # type: ignore[arg-type]
            random.Random(f"{asked.seed} {number}"),
        )
        for number, one in enumerate(people)
    ]  # fmt: skip
    begin = time.monotonic() + asked.warm * 60
    end = begin + asked.minutes * 60
    threads = [threading.Thread(target=director.direct, args=(end,), daemon=True) for director in directors]
    for thread in threads:
        thread.start()
    time.sleep(max(0.0, begin - time.monotonic()))
    before, began = processor(web, address), time.monotonic()
    time.sleep(max(0.0, end - time.monotonic()))
    after, ended = processor(web, address), time.monotonic()
    for thread in threads:
        thread.join(60)
    acts = [act for director in directors for act in director.acts if began <= act.at <= ended]
    worked = {name: sum(max(0.0, ticks - before[name].get(pid, 0.0)) for pid, ticks in after[name].items())
              for name in after}  # fmt: skip
    return Evening(len(people), ended - began, acts, worked, os.getloadavg()[0])


# The processor


def processor(web: Installation, address: str) -> dict[str, dict[int, float]]:
    """Return the processor seconds of each process: the proxy, the workers, PostgreSQL if it runs on this machine, and
    the simulated tablets."""
    assert web.process is not None
    door = web.process.pid
    output = subprocess.run(["pgrep", "-g", str(door)], capture_output=True, text=True, check=False).stdout
    workers = [pid for pid in map(int, output.split()) if pid != door]
    return {
        "the workers": worked(workers),
        "the door": worked([door]),
        "PostgreSQL": worked(backends(address)),
        "the tablets of the trial": worked([os.getpid()]),
    }


def backends(address: str) -> list[int]:
    if not address.startswith("postgres"):
        return []
    with psycopg.connect(address) as connection:
        rows = connection.execute(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        return [pid for (pid,) in rows]


def worked(pids: list[int]) -> dict[int, float]:
    found = {}
    for pid in pids:
        with suppress(OSError):  # the process has just ended, or runs on another machine
            ticks = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
            found[pid] = sum(map(int, ticks)) / TICKS
    return found


# Printing


def described(evening: Evening, clubs: int, asked: argparse.Namespace, on: str) -> list[str]:
    cases = sum(act.what == "a call, until the tiles of what happened" for act in evening.acts)
    busy = ", ".join(f"{name} {seconds / evening.seconds:.2f}" for name, seconds in evening.worked.items() if seconds)
    return [
        f"{evening.directors} directors in {clubs} clubs, {evening.seconds / 60:.1f} minutes, {on}: "
        f"{len(evening.acts)} acts "
        f"({len(evening.acts) / evening.seconds:.1f} a second) in {evening.requests} requests "
        f"({evening.requests / evening.seconds:.1f} a second), {evening.failed} failed, "
        f"{evening.told} of them told to come again (503)",
        f"load average of the machine at the end: {evening.average:.1f}",
        f"each: a call {asked.every:g} minutes after the last case ({cases} in all), {asked.thinking:g} s from tap to "
        "tap, the room asking every 5 s",
        *figures.table(evening.acts),
        *figures.where_it_goes(evening.acts),
        f"processors at work, of {os.cpu_count()}: {busy}; {processor_of(evening)}",
        *figures.failures(evening.acts),
        "",
    ]


def processor_of(evening: Evening) -> str:
    """Write the server's total processor time divided by the number of acts that directors wait for."""
    acts = sum(act.what in WAITED_FOR for act in evening.acts) or 1
    served = sum(seconds for name, seconds in evening.worked.items() if name != "the tablets of the trial")
    return f"{1000 * served / acts:.0f} ms an act that is waited for, everything else included"


def ladder(found: list[Evening], on: str) -> list[str]:
    """Write a row for each step, and the sentence for the guide: the number of directors that the machine holds."""
    heads = "".join(f"{text:>8}" for text in ("50 %", "95 %", "99 %", "failed"))
    lines = [f"{'directors':>9}{'acts/s':>8}{'requests/s':>12}{heads}{'processors':>12}"]
    for one in found:
        three = "".join(f"{ms:>8.0f}" for ms in figures.percentiles(figures.waited(one.acts)))
        busy = sum(one.worked.values()) / one.seconds
        pace = f"{len(one.acts) / one.seconds:>8.1f}{one.requests / one.seconds:>12.1f}"
        lines.append(f"{one.directors:>9}{pace}{three}{one.failed:>8}{busy:>12.2f}")
    held = list(takewhile(is_held, found))
    what = f"95 of 100 taps and pages within {ENOUGH:.0f} ms, none failed"
    if not held:
        return [*lines, f"not even {found[0].directors} directors are held: {what}"]
    here = f"{os.cpu_count()} processors with {on}, the tablets of the trial beside them"
    return [*lines, f"{here}, hold {held[-1].directors} directors: {what}"]


def is_held(evening: Evening) -> bool:
    """Tell whether the waits are within `ENOUGH`, without failures."""
    return not evening.failed and figures.percentiles(figures.waited(evening.acts))[1] <= ENOUGH
