"""Two installations, each on its own PostgreSQL: one club of several moves to the other installation and back, while
other clubs work, and the move is interrupted on purpose.

Directors write in the moving club until it is closed, and in another club all the time. Each acknowledged act must be
stored exactly once, wherever the club is.
"""

import argparse
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.trials.evening import Evening
from tests.trials.failing import Found
from tests.trials.installation import ROOT, Installation, judged
from tests.trials.postgresql import Server, folder_of_somebody, programs_missing
from tests.trials.tablet import Tablet

LOGICAL = ("wal_level=logical", "max_wal_senders=10", "max_replication_slots=10")
MOVING, STAYING = "tilleuls-demo", "club-of-others"


class House(Installation):
    """An installation on a PostgreSQL of its own."""

    def __init__(self, place: Path, server: Server) -> None:
        self.server = server
        super().__init__(place, DATABASE_URL=server.create(), SECRET_KEY="k" * 60, WORKERS="1")

    @property
    def database(self) -> str:
        return self.environment["DATABASE_URL"]

    def bring(self, source: "House", *more: str) -> subprocess.CompletedProcess[str]:
        """Move the club here from another installation."""
        return self.tried("manage.py", "move_club", MOVING, "--from", source.database, *more)

    def tried(self, *command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *command], cwd=ROOT, env=self.environment, capture_output=True, text=True, check=False
        )

    def told(self, *command: str) -> dict[str, object]:
        """Run a part of the trial inside this installation, and return its line of JSON."""
        told: dict[str, object] = json.loads(self.run("-m", "tests.trials.moved", *command).splitlines()[-1])
        return told


def move(place: Path, asked: argparse.Namespace) -> Found:
    """Move a club there and back, and interrupt every step that can be interrupted."""
    if programs_missing():
        return Found(["NOT RUN: the trial needs the programs of PostgreSQL"], False)
    inside = folder_of_somebody(place)
    servers = [Server(inside, "old"), Server(inside, "new")]
    houses: list[House] = []
    try:
        for server in servers:
            server.initialise(*LOGICAL)
            server.start()
        houses = [House(place / server.name, server) for server in servers]
        return _moved(*houses, asked)
    finally:
        for house in houses:
            house.kill()
        for server in servers:
            server.stop()


def _moved(old: House, new: House, asked: argparse.Namespace) -> Found:
    lines, good = [], []

    def hold(claim: str, holds: bool) -> None:
        lines.append(f"{'ok' if holds else 'WRONG'}: {claim}")
        print(lines[-1], file=sys.stderr, flush=True)
        good.append(holds)

    def sound(house: House, command: str) -> None:
        done = house.tried("manage.py", command)
        hold(f"{house.server.name}: {done.stdout.strip()}", done.returncode == 0)

    new.told("another")  # its accounts have the same keys and names
    scene = old.told("several", str(asked.directors))
    others, persons = old.told("sums"), old.told("persons")
    old.start()
    working = Evening([Tablet([old.address], session) for session in scene["staying"]], scene["other"], 0.2)  # type: ignore[union-attr,arg-type,attr-defined]
    moving = Evening([Tablet([old.address], session) for session in scene["moving"]], scene["tournament"], 0.1)  # type: ignore[union-attr,arg-type,attr-defined]
    working.begin()
    moving.begin()
    _until(moving, 2 * asked.directors)

    # interrupted half way: kill the command while it copies in advance, then the new PostgreSQL
    command = [sys.executable, "manage.py", "move_club", MOVING, "--from", old.database]
    half = subprocess.Popen(
        command, cwd=ROOT, env=new.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    time.sleep(3)
    half.send_signal(signal.SIGKILL)
    half.wait()
    new.server.kill()
    away = new.bring(old)
    hold("with the new PostgreSQL away: refused in a sentence", away.returncode == 1 and bool(away.stderr.strip()))
    new.server.start()
    hold("the club is open meanwhile", _until(moving, asked.directors))

    answered = moving.answered()
    there = new.bring(old, "--to", "https://new.example.org")
    lines += [f"there: {line.strip()}" for line in there.stdout.splitlines() if "arbitrage_" not in line]
    hold("the club is at the new installation", there.returncode == 0)
    if there.returncode:
        lines.append(there.stderr.strip())
    acknowledged = moving.end()
    hold(f"{len(acknowledged)} answers acknowledged to its directors, {answered} of them before the last attempt", True)
    lost, doubled = judged(new, acknowledged)
    hold(f"lost {lost}, stored twice {doubled}, at the new installation", not lost and not doubled)
    for house in (old, new):
        house.run("manage.py", "checkpoint")
        sound(house, "verify_history")
    again = new.bring(old)
    hold(f"asked again: {again.stderr.strip()}", again.returncode == 1)
    late = old.told("write")
    hold(f"an act at the old one: {late['said']}", late["refused"] is True)
    stays = old.tried("manage.py", "move_club", MOVING, "--stay", new.database)
    hold(f"opened at the old one: {stays.stderr.strip()}", stays.returncode == 1)
    leaked = new.told("strangers")
    hold(f"rows of other clubs that came along: {leaked['count']}", leaked["count"] == 0)

    written = new.told("write")
    hold(f"an act at the new one: {written['said']}", written["refused"] is False)
    back = old.bring(new)
    lines += [f"back: {line.strip()}" for line in back.stdout.splitlines() if "arbitrage_" not in line]
    hold("the club is back", back.returncode == 0)
    if back.returncode:
        lines.append(back.stderr.strip())
    lost, doubled = judged(old, acknowledged)
    hold(f"lost {lost}, stored twice {doubled}, at home again", not lost and not doubled)
    hold("an act from there is here", old.told("written")["count"] == 1)
    second = new.bring(old)
    hold("a second move of the same club", second.returncode == 0)
    home = old.bring(new, "--at-once")
    hold("and back again, at once", home.returncode == 0)
    for failed in (second, home):
        lines += [failed.stderr.strip()] if failed.returncode else []

    told = working.end()
    lost, doubled = judged(old, told)
    hold(
        f"{len(told)} answers in another club meanwhile: lost {lost}, stored twice {doubled}", not lost and not doubled
    )
    hold(f"broken: {len(working.broken)}", not working.broken)
    hold("the rows of the other clubs from before are there", old.told("sums")["old"] == others["old"])
    for house in (old, new):
        house.run("manage.py", "checkpoint")
        sound(house, "verify_history")
        sound(house, "replay")
    hold("nobody of the other installation has an account here", old.told("persons") == persons)
    left = [house.told("left")["left"] for house in (old, new)]
    hold(f"publications, slots and databases that stay behind: {left}", left == [[], []])
    return Found(lines, all(good))


def _until(evening: Evening, more: int) -> bool:
    enough, end = evening.answered() + more, time.monotonic() + 120
    while evening.answered() < enough and time.monotonic() < end:
        time.sleep(0.05)
    return evening.answered() >= enough
