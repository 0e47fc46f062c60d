"""The disk fills in the middle of an evening: no acknowledged answer is lost, and work goes on afterwards."""

import argparse
import errno
import os
import shutil
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from tests.trials.evening import Evening
from tests.trials.failing import Found, go_on
from tests.trials.installation import Installation, judged
from tests.trials.postgresql import Server, alone, folder_of_somebody, programs_missing
from tests.trials.tablet import Away, Tablet

SIZE = {"SQLite": "96m", "PostgreSQL": "400m"}
"""Size of the file system in memory, which has room for a club's database and is filled quickly."""
NAMED = {"SQLite": "SQLITE_FULL", "PostgreSQL": "DiskFull 53100"}
"""The words of the log for a full disk."""
EVENING = "/fr/tournaments/{tournament}/"
NOT_KEPT = "la dernière ne l’a pas été"
"""The words of the error page which say that the answer is not stored."""
OF_CLUB = ("/fr/decisions/", "/fr/decisions/?q=renonce", "/fr/statistics/")
READ = (EVENING, f"{EVENING}boards/", f"{EVENING}ranking/", *OF_CLUB)
"""Pages of the evening and of its club that are read while the disk is full."""


@contextmanager
def small_disk(place: Path, size: str) -> Iterator[Path]:
    """Mount a small file system while the block runs.

    :raises PermissionError: this user may not mount one.
    """
    disk = place / "disk"
    disk.mkdir()
    place.chmod(0o755)  # PostgreSQL is another user
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size},mode=0755", "tmpfs", str(disk)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if mounted.returncode:
        raise PermissionError(mounted.stderr.strip())
    try:
        yield disk
    finally:
        subprocess.run(["umount", "--lazy", str(disk)], check=False)


def fill(disk: Path) -> Path:
    """Write a file that fills the disk."""
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as file:
        for size in (1 << 20, 1 << 12, 1):
            try:
                while True:
                    file.write(b"0" * size)
            except OSError as error:
                if error.errno != errno.ENOSPC:
                    raise
    return ballast


def full(place: Path, asked: argparse.Namespace) -> Found:
    """Fill the disk of the database, again and again, while directors answer and a reader opens pages."""
    if not shutil.which("mount") or os.geteuid() != 0:
        return Found(["NOT RUN: the trial mounts a small disk, which root alone may"], False)
    on = "PostgreSQL" if asked.database else "SQLite"
    try:
        with small_disk(place, SIZE[on]) as disk, alone(disk) if asked.database else nullcontext() as server:
            return _filled(place, disk, asked, server)
    except PermissionError as error:
        return Found([f"NOT RUN: the trial mounts a small disk: {error}"], False)


def _filled(place: Path, disk: Path, asked: argparse.Namespace, server: Server | None) -> Found:
    on = "PostgreSQL" if server else "SQLite"
    installation = Installation(place / "var", DATABASE_URL=server.create()) if server else Installation(disk / "var")
    installation.log = (
        place / "server.log"
    )  # the log lies on another disk, as that of a terminal or of the system's journal
    tournament, sessions = installation.scene(asked.directors + 1)
    installation.start()
    looking, *tablets = (Tablet([installation.address], session) for session in sessions)
    evening = Evening(list(tablets), tournament)
    pages: Counter[str] = Counter()
    told: Counter[str] = Counter()
    refused = squeezed = 0
    try:
        evening.begin()
        for _time in range(asked.times):
            go_on(evening, asked.directors)
            ballast, answered, broken = fill(disk), evening.answered(), len(evening.broken)
            end = time.monotonic() + 60
            while len(evening.broken) < broken + 2 * asked.directors and time.monotonic() < end:
                look(looking, tournament, pages)
            told[not_kept(looking, tournament)] += 1
            refused += len(evening.broken) - broken
            squeezed += evening.answered() - answered
            ballast.unlink()
        go_on(evening, asked.directors)
        acknowledged = evening.end()
    finally:
        installation.kill()
    lost, doubled = judged(installation, acknowledged)
    sound = installation.run("manage.py", "verify_history").strip()
    log = installation.log.read_text(errors="replace")
    named = sum(NAMED[on] in line for line in log.splitlines())
    lines = [
        f"the disk full {asked.times} times while {asked.directors} directors answered ({on})",
        f"pages looked at meanwhile: {', '.join(f'{count} {what}' for what, count in sorted(pages.items()))}",
        f"acts that could not be kept: {refused}; kept in what room there was: {squeezed} answers; "
        f"lines of the log that name the full disk: {named}",
        f"a call made meanwhile: {', '.join(f'{count} {what}' for what, count in sorted(told.items()))}",
        f"answers acknowledged {len(acknowledged)}, lost {lost}, stored twice {doubled}; "
        f"nothing was restarted; {sound}",
    ]
    read = set(pages) == {"read"} and "NOT TOLD" not in told
    return Found(lines, read and refused > 0 and named > 0 and not lost and not doubled)


def server_disk(place: Path, asked: argparse.Namespace) -> Found:
    """Fill only the disk of the web server, again and again; its database is on another disk."""
    if not shutil.which("mount") or os.geteuid() != 0:
        return Found(["NOT RUN: the trial mounts a small disk, which root alone may"], False)
    try:
        with small_disk(place, SIZE["SQLite"]) as disk:
            return _server_filled(place, disk, asked)
    except PermissionError as error:
        return Found([f"NOT RUN: the trial mounts a small disk: {error}"], False)


def _server_filled(place: Path, disk: Path, asked: argparse.Namespace) -> Found:
    """Check that answers are still stored and pages served, and that a long body, which must be buffered on that disk,
    is refused with the reason."""
    address = asked.database or f"sqlite:///{place}/elsewhere.sqlite3"
    on = "PostgreSQL" if asked.database else "SQLite"
    (disk / "tmp").mkdir()
    installation = Installation(disk / "var", DATABASE_URL=address, TMPDIR=str(disk / "tmp"))
    installation.log = place / "server.log"
    tournament, sessions = installation.scene(asked.directors + 1)
    installation.start()
    looking, *tablets = (Tablet([installation.address], session) for session in sessions)
    evening = Evening(list(tablets), tournament)
    pages: Counter[str] = Counter()
    bodies: Counter[str] = Counter()
    full = after = 0
    try:
        evening.begin()
        long_body(looking)  # the folder of the buffers is chosen once, while there is room
        for _time in range(asked.times):
            go_on(evening, asked.directors)
            ballast, answered = fill(disk), evening.answered()
            look(looking, tournament, pages)
            bodies[long_body(looking)] += 1
            go_on(evening, 2 * asked.directors)
            full += evening.answered() - answered
            ballast.unlink()
            after += long_body(looking) == "heard"
        acknowledged = evening.end()
    finally:
        installation.kill()
    lost, doubled = judged(installation, acknowledged)
    said = installation.log.read_text(errors="replace").splitlines()
    unwitnessed = sum("was not kept outside the database" in line for line in said)
    installation.run("manage.py", "checkpoint")
    sound = installation.run("manage.py", "verify_history").strip()
    lines = [
        f"the disk of the server alone full {asked.times} times while {asked.directors} directors answered ({on})",
        f"pages looked at meanwhile: {', '.join(f'{count} {what}' for what, count in sorted(pages.items()))}",
        f"answers kept meanwhile: {full}; refused: {len(evening.broken)}{_why(evening.broken, said)}; "
        f"ends of chains that found no room, each in the log: {unwitnessed}",
        f"bodies of 1 MB meanwhile: {', '.join(f'{count} {what}' for what, count in sorted(bodies.items()))}; "
        f"with room again: {after} heard",
        f"answers acknowledged {len(acknowledged)}, lost {lost}, stored twice {doubled}; "
        f"nothing was restarted; {sound}",
    ]
    good = set(pages) == {"read"} and set(bodies) == {"told that the disk is full (507)"} and after == asked.times
    return Found(lines, good and full > 0 and not evening.broken and not lost and not doubled)


def _why(broken: list[str], said: list[str]) -> str:
    """Describe the failures and the errors of the log, the most frequent first; "" for none."""
    if not broken:
        return ""
    errors = Counter(line.partition(" ERROR ")[2][:300] for line in said if " ERROR " in line)
    return f" ({Counter(broken).most_common(3)}, {errors.most_common(3)})"


def long_body(tablet: Tablet) -> str:
    """Send a body that the proxy cannot buffer in memory, and describe the outcome."""
    try:
        tablet.post("/fr/tournaments/import/", words="x" * 1_000_000)
    except Away as error:
        if str(error).startswith("507") and "Le disque du serveur est plein" in error.page:
            return "told that the disk is full (507)"
        return str(error)
    return "heard"


def wal(place: Path, asked: argparse.Namespace) -> Found:
    """Fill only the disk of PostgreSQL's write-ahead log, again and again, while directors answer. Its segments are
    retained, as if an archive or a standby had not received them, so that PostgreSQL runs out of room and stops. Once
    there is room, the trial starts PostgreSQL again, as an operator would; the application continues by itself."""
    if not shutil.which("mount") or os.geteuid() != 0 or programs_missing():
        return Found(["NOT RUN: the trial mounts a small disk, as root, and needs the programs of PostgreSQL"], False)
    try:
        with small_disk(place, "400m") as disk:
            server = Server(folder_of_somebody(place), "alone")
            server.initialise("archive_mode=on", "archive_command=false", log=folder_of_somebody(disk) / "log")
            server.start()
            try:
                return _log_filled(place, disk, asked, server)
            finally:
                server.stop()
    except PermissionError as error:
        return Found([f"NOT RUN: the trial mounts a small disk: {error}"], False)


def _log_filled(place: Path, disk: Path, asked: argparse.Namespace, server: Server) -> Found:
    installation = Installation(place / "var", DATABASE_URL=server.create())
    tournament, sessions = installation.scene(asked.directors + 1)
    installation.start()
    calling, *tablets = (Tablet([installation.address], session) for session in sessions)
    evening = Evening(list(tablets), tournament)
    told: Counter[str] = Counter()
    refused = squeezed = stopped = 0
    back = []
    try:
        evening.begin()
        for _time in range(asked.times):
            go_on(evening, asked.directors)
            calling.get(EVENING.format(tournament=tournament))  # the room, from which the call is made
            ballast, answered, away = fill(disk), evening.answered(), len(evening.away)
            end = time.monotonic() + 60
            while (server.runs() or len(evening.away) < away + asked.directors) and time.monotonic() < end:
                time.sleep(0.05)
            stopped += not server.runs()
            told[not_kept(calling, tournament, looked_before=True)] += 1
            refused += len(evening.away) - away
            squeezed += evening.answered() - answered
            ballast.unlink()
            answered, began = evening.answered(), time.monotonic()
            if not server.runs():
                server.start()
            while evening.answered() == answered and time.monotonic() < began + 120:
                time.sleep(0.02)
            back.append(time.monotonic() - began)
        go_on(evening, asked.directors)
        acknowledged = evening.end()
    finally:
        installation.kill()
    lost, doubled = judged(installation, acknowledged)
    sound = installation.run("manage.py", "verify_history").strip()
    lines = [
        f"the disk of the write-ahead log full {asked.times} times while {asked.directors} directors answered; "
        f"PostgreSQL stopped itself {stopped} times",
        f"requests that failed meanwhile: {refused}; kept in what room there was: {squeezed} answers",
        f"a call made meanwhile: {', '.join(f'{count} {what}' for what, count in sorted(told.items()))}",
        f"from room and PostgreSQL’s start to the next answer: {max(back):.1f} s at most; the application was never "
        "restarted",
        f"answers acknowledged {len(acknowledged)}, lost {lost}, stored twice {doubled}; {sound}",
    ]
    return Found(lines, stopped > 0 and "NOT TOLD" not in told and not lost and not doubled)


def not_kept(tablet: Tablet, tournament: str, *, looked_before: bool = False) -> str:
    """Describe the outcome of a call: the server answered that it is not stored, or stored it after all."""
    try:
        if looked_before:
            tablet.post(f"/fr/tournaments/{tournament}/call/")
        else:
            tablet.call(tournament)
    except Away as error:
        return "told that it was not kept" if NOT_KEPT in error.page else "NOT TOLD"
    return "kept in what room there was"


def look(tablet: Tablet, tournament: str, pages: Counter[str]) -> None:
    """Open every page once; count the successes and the failures."""
    for where in READ:
        try:
            tablet.get(where.format(tournament=tournament))
            pages["read"] += 1
        except Away as error:
            pages[str(error)] += 1
