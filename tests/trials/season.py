"""The third season of one club, and the costs that grow with it: ``make season``.

The command makes a club of 451 tournaments, 146,000 results and 3,000 calls, first a tenth of it and then all of it, or
the two scales of ``--scale 0.02,0.1``. Each row is measured at both scales: the processor time of this process, of its
connection's process at PostgreSQL and of the processes that it starts, the least of several runs. The exponent is the
slope between the two in logarithms: 0 is constant, 1 grows like the club. Goals of pages are multiples of a bare view
through the same middleware, so that they mean the same on another machine.

Without ``--database`` it uses SQLite, in a temporary folder or in ``--place``. A database with a club is refused.
"""

import argparse
import itertools
import math
import multiprocessing
import os
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from tests.bench import judged, set_up
from tests.bench_pages import Worked
from tests.trials.installation import ROOT, Installation
from tests.trials.worker import memory_of_a_worker

Action = Callable[[], Any]

BARE = "a bare view"


class Found(NamedTuple):
    """A measured row. *most* is its goal, for pages as a multiple of the bare view, or None. *queries* is None where
    they were not counted."""

    value: float
    unit: str
    most: float | None = None
    queries: int | None = None


Table = dict[str, Found]


class Season:
    """The measurements of a club at one scale."""

    files = itertools.count(1)
    """Numbers for the names of the files in the whole run, so that no file is imported twice."""

    def __init__(self, club: Any, data: Path, repeats: int = 50) -> None:
        from django.test import Client

        self.club, self.data, self.repeats = club, data, repeats
        self.client = Client()
        self.client.force_login(club.director)
        self.worked = Worked()
        self.found: Table = {}

    def measured(self, parts: Iterable[str]) -> Table:
        """Measure the rows of the chosen parts, after the size of the club, by which `printed` computes the growth."""
        self.found = {}
        self._measured(BARE, self._read("/healthz"), repeat=50)
        told = 0
        for part in dict.fromkeys(("size", *parts)):
            getattr(self, f"_{part}")()
            for name, found in list(self.found.items())[told:]:  # printed at once, because the run may be stopped
                print(f"  {name}: {found.value:,.1f} {found.unit}", flush=True)
            told = len(self.found)
        return self.found

    # The measured costs

    def _size(self) -> None:
        from django.db import connection

        from arbitrage.models import Incident, Result, Tournament

        for name, model in (("tournaments", Tournament), ("results", Result), ("calls", Incident)):
            self.found[name] = Found(model._default_manager.count(), "")
        with connection.cursor() as cursor:
            size = "SELECT pg_database_size(current_database())" if connection.vendor == "postgresql" else SIZE
            cursor.execute(size)
            self.found["database"] = Found(cursor.fetchone()[0] / 1e6, "MB")

    def _pages(self) -> None:
        from django.urls import reverse

        from arbitrage.models import Board, Incident, Tournament
        from arbitrage.services import incidents

        running, club = self.club.running, self.club.club
        evening = Tournament.objects.filter(club=club, published_at__isnull=False).order_by("-date", "pk")[1]
        ruled = Incident.objects.filter(tournament=evening, result__isnull=False, inquiries__law="64").first()
        ruled = ruled or Incident.objects.filter(tournament=evening, result__isnull=False).first()
        assert ruled is not None
        busy = Board.objects.get(pk=ruled.board_id)
        quiet = Board.objects.filter(tournament=evening, incidents__isnull=True).first()
        call = incidents.open_incident(tournament=running, by=self.club.director)
        inquiry = incidents.open_inquiry(incident=call, law="64", by=self.club.director)
        asked = reverse("question", args=[inquiry.pk, "able"])
        answers = itertools.cycle(("no", "yes"))

        def tap() -> None:
            done = self.client.post(asked, {"answer": next(answers), "version": 1_000_000})
            assert done.status_code == 302, done.status_code

        self._page("La salle, of an evening under way", self._read(reverse("room", args=[running.pk])), 12)
        self._page("La salle, of an evening that is over", self._read(reverse("room", args=[evening.pk])), 12)
        self._page("one question", self._read(asked), 8)
        self._page("a tap", tap, 8)
        self._page("La marque", self._read(reverse("score", args=[ruled.pk])), 20)
        self._page("L'étui", self._read(reverse("board", args=[quiet.pk])), 20)
        self._page("L'étui, with calls", self._read(reverse("board", args=[busy.pk])), 20)
        self._page("Le classement", self._read(reverse("ranking", args=[evening.pk])), 12)
        self._page("Le rapport", self._read(reverse("report", args=[ruled.pk])), 25)
        self._page("Le rapport, PDF", self._read(reverse("report_pdf", args=[ruled.pk])), None)
        self._page("the list of tournaments", self._read(reverse("tournament_list")), 25)
        self._page("statistics", self._read(reverse("statistics")), 60 / BARE_MS, 5)
        self._page("report of the season", self._read(reverse("season_report")), 200 / BARE_MS, 5)
        self._page("report of the season, PDF", self._read(reverse("season_report_pdf")), 300 / BARE_MS, 3)

    def _decisions(self) -> None:
        """Measure the list of decisions with each filter, and store the number of decisions listed."""
        from django.http import QueryDict
        from django.urls import reverse

        from arbitrage.forms.decisions.filters import FilterForm
        from arbitrage.models import Tournament

        evening = Tournament.objects.filter(club=self.club.club).order_by("date", "pk").first()
        month = f"{evening.date:%Y-%m}"
        filters = {
            "all of them": "",
            "page 30": "page=30",
            "of one director": f"director={self.club.director.pk}",
            "of another": f"director={self.club.other.pk}",
            "of a month": f"period={month}",
            "of the last evening": "period=last",
            "of an evening": f"tournament={evening.pk}",
            "of a law": "what=law:64",
            "of a kind": "what=tile:renonce",
            **{state: f"state={state}" for state in STATES},
            "a word": "q=renonce",
            "a word that nothing has": "q=zanzibar",
            "a law, typed": "q=Loi+64A1",
            "a board": "q=donne+20",
            "a table": "q=table+3",
            "a name": "q=castel",
        }  # fmt: skip
        for name, query in filters.items():
            row, count = f"Les décisions: {name}", FilterForm(self.club.club, QueryDict(query)).found().count()
            self._page(row, self._read(f"{reverse('decision_list')}?{query}"), 60 / BARE_MS, 5)
            self.found[row] = self.found[row]._replace(unit=f"ms, {count:,} found")

    def _files(self) -> None:
        """Measure an import, and a file that appears in a watched folder."""
        from arbitrage.services.files.imports import import_tournament
        from arbitrage.services.files.watching import Watch

        def bring_in() -> None:
            name = f"{next(self.files)}.xml"
            import_tournament(club=self.club.club, by=self.club.director, data=a_file(name), filename=name)

        self._measured("a file of 24 boards at 13 tables, imported", bring_in, repeat=3)
        with tempfile.TemporaryDirectory() as folder:
            watch = Watch(self.club.club, Path(folder))

            def seen() -> None:
                name = f"{next(self.files)}.xml"
                (Path(folder) / name).write_bytes(a_file(name))
                watch.look()
                (one,) = watch.look()
                assert one.what in ("new", "asked"), one

            self._measured("the same in a watched folder", seen, repeat=3)

    def _start(self) -> None:
        """Measure the work of a start on the database, and the processor time of a fresh server and one of its workers
        until the first page."""
        from django.db import connection

        from arbitrage.management.commands.start import prepare

        count = Counter()
        began = self.worked.ms()
        with connection.execute_wrapper(count):
            prepare(static_ready=True, demo=False)
        self.found["a start: the database"] = Found((self.worked.ms() - began) / 1000, "s", 3, count.queries)
        self.worked = Worked()  # the figures of another connection
        if connection.vendor != "sqlite" or sys.platform != "linux":
            return
        own = Installation(self.data, DATABASE_URL=os.environ["DATABASE_URL"])
        own.start()
        self.found["a start: until a page is there"] = Found(first_page(own), "s", 3)
        own.kill()

    def _commands(self) -> None:
        """Measure the commands that read the whole record."""
        for name, command, most in (
            ("verify_history", ["verify_history"], None),
            ("replay", ["replay"], None),
            ("backup", ["backup"], None),
            ("daily work, the first", ["daily"], None),
            ("daily work, the day after", ["daily"], None),
        ):
            ran = commanded(command, self.data)
            self.found[name] = Found(ran.seconds, "s", most)
            if name.startswith("daily"):
                self.found[f"{name}: written"] = Found(ran.written, "MB")
                self.found[f"{name}: in the temporary folder"] = Found(ran.temporary, "MB", 1)
                self.found[f"{name}: kept"] = Found(ran.kept, "MB")

    def _memory(self) -> None:
        """Measure the memory of a worker after 2,000 requests and 200 PDFs, in a process of its own."""
        process = multiprocessing.get_context("spawn")
        queue = process.Queue()
        worker = process.Process(target=_evenings, args=(self.club.director.pk, 2_000, 200, queue))
        worker.start()
        for name, megabytes in queue.get(timeout=3600).items():
            self.found[name] = Found(megabytes, "MB", 200)
        worker.join()

    # Measuring

    def _read(self, address: str) -> Action:
        def action() -> Any:
            done = self.client.get(address)
            assert done.status_code == 200, (address, done.status_code)
            return done

        return action

    def _page(self, name: str, action: Action, most: float | None, repeat: int = 10) -> None:
        from django.db import connection
        from django.test.utils import CaptureQueriesContext

        self._measured(name, action, most=most, repeat=repeat)
        with CaptureQueriesContext(connection) as queries:
            action()
        self.found[name] = self.found[name]._replace(queries=len(queries))

    def _measured(self, name: str, action: Action, *, most: float | None = None, repeat: int) -> None:
        action()
        times = []
        for _time in range(min(repeat, self.repeats)):
            began = self.worked.ms()
            action()
            times.append(self.worked.ms() - began)
        bare = self.found[BARE].value if most is not None else 0
        self.found[name] = Found(min(times), "ms", most and most * bare)


PARTS = ("size", "pages", "decisions", "files", "start", "commands", "memory")
BARE_MS = 0.85
"""Milliseconds of the bare view on the machine on which the goals were set."""
STATES = ("open", "waiting", "ruled", "appealed", "final", "withdrawn", "to_review", "reviewed", "asked")
SIZE = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"


class Counter:
    """A query wrapper that counts."""

    def __init__(self) -> None:
        self.queries = 0

    def __call__(self, execute: Any, sql: Any, parameters: Any, many: Any, context: Any) -> Any:
        self.queries += 1
        return execute(sql, parameters, many, context)


def a_file(name: str) -> bytes:
    """Write a results file of an afternoon that the club does not have; another *name* gives another afternoon."""
    from arbitrage.demo.sessions import afternoon
    from arbitrage.exchange import usebio
    from arbitrage.services import clock
    from tests.trials.season_club import widened

    session = afternoon(clock.today(), seed=int(name.partition(".")[0]))
    return usebio.write(replace(widened(session, 13), name=f"Tournoi {name}"))


class Ran(NamedTuple):
    """The cost of a command: processor *seconds*; megabytes written, the peak of the temporary folder, and megabytes
    added to the backups."""

    seconds: float
    written: float
    temporary: float
    kept: float


def commanded(command: list[str], data: Path) -> Ran:
    """Run a command of the installation, with a temporary folder of its own."""
    kept, before = _megabytes(data / "backups"), resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryDirectory() as folder, _most_of(Path(folder)) as most:
        own = os.environ | {"TMPDIR": folder, "DATA_DIR": str(data)}
        done = subprocess.run(
            [sys.executable, "manage.py", *command], cwd=ROOT, env=own, capture_output=True, text=True, check=False,
        )  # fmt: skip
    assert done.returncode == 0, (command, done.stdout[-2000:], done.stderr[-2000:])
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    written = (after.ru_oublock - before.ru_oublock) * 512 / 1e6
    return Ran(seconds, written, most[0], _megabytes(data / "backups") - kept)


@contextmanager
def _most_of(folder: Path) -> Iterator[list[float]]:
    """Watch a folder; the list yielded has its largest size in megabytes."""
    most, over = [0.0], threading.Event()

    def watch() -> None:
        while not over.wait(0.05):
            most[0] = max(most[0], _megabytes(folder))

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield most
    finally:
        over.set()
        thread.join()


def _megabytes(folder: Path) -> float:
    total = 0
    for path in folder.rglob("*"):
        with suppress(OSError):
            total += path.stat().st_size
    return total / 1e6


def first_page(own: Installation) -> float:
    """Return the processor seconds of the server and of its busiest worker until the first page."""
    assert own.process is not None
    pids = subprocess.run(["pgrep", "-g", str(own.process.pid)], capture_output=True, text=True, check=False)
    ticks = {}
    for pid in map(int, pids.stdout.split()):
        with suppress(OSError):
            ticks[pid] = sum(map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]))
    return (ticks.pop(own.process.pid, 0) + max(ticks.values(), default=0)) / os.sysconf("SC_CLK_TCK")


def _evenings(user: int, requests: int, papers: int, queue: Any) -> None:
    """Answer a number of requests as a worker does, and report its memory."""
    set_up(Path(os.environ["DATA_DIR"]))
    from django.contrib.auth.models import User

    queue.put(memory_of_a_worker(User.objects.get(pk=user), requests, papers))


def printed(scales: tuple[float, float], small: Table, large: Table) -> list[str]:
    """Write the table: both values, the exponent, the goal and whether it is met."""
    grown = math.log(large["tournaments"].value / small["tournaments"].value)
    lines = [f"{'of a third season':<52}{scales[0]:>11g}{scales[1]:>11g}   exponent"]
    for name, found in large.items():
        before = small.get(name)
        grows = ""
        if before is not None and min(before.value, found.value) > 0 and grown:
            grows = f"{math.log(found.value / before.value) / grown:+.2f}"
        first = f"{before.value:,.1f}" if before else ""
        queries = f", {found.queries} queries" if found.queries is not None else ""
        goal = judged(found.value, found.most, found.unit.partition(",")[0]) if found.most is not None else ""
        lines.append(f"{name:<52}{first:>11}{found.value:>11,.1f} {grows:>7}  {found.unit}{queries}  {goal}".rstrip())
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.trials.season", description=__doc__)
    parser.add_argument(
        "--scale", default="0.1,1", help="the two parts that are measured; one is measured with its tenth"
    )
    parser.add_argument("--database", default="", help="DATABASE_URL of an empty database; SQLite without it")
    parser.add_argument(
        "--only", default=",".join(PARTS), help="the parts to measure besides the size (all: %(default)s)"
    )
    parser.add_argument("--place", type=Path, help="an empty folder for the data, which stays there")
    asked = parser.parse_args()
    parts = asked.only.split(",")
    if unknown := [part for part in parts if part not in PARTS]:
        parser.error(f"no such part: {', '.join(unknown)}; the parts are {', '.join(PARTS)}")
    named = [float(one) for one in asked.scale.split(",")]
    scales = (named[0] / 10, named[0]) if len(named) == 1 else (named[0], named[1])
    with tempfile.TemporaryDirectory(prefix="arbitrage-season-") as folder:
        place = (asked.place or Path(folder)).absolute()
        place.mkdir(parents=True, exist_ok=True)
        os.environ["DATABASE_URL"] = asked.database or f"sqlite:///{place}/arbitrage.sqlite3"
        set_up(place)
        for line in trial(place, scales, parts):
            print(line)


def trial(place: Path, scales: tuple[float, float], parts: Sequence[str]) -> list[str]:
    """Grow a club to each of the scales and measure it; return the table of both."""
    from django.core.management import call_command

    from arbitrage.models import Club as Clubs
    from arbitrage.server.warming import warm
    from tests.trials.season_club import Club

    call_command("migrate", verbosity=0)
    if Clubs.objects.exists():
        sys.exit("This database has a club: name an empty one.")
    warm()
    tables, club = [], Club()
    for scale in scales:
        began = time.process_time()
        club.grow(scale)
        print(f"{scale:g} of a third season, made in {time.process_time() - began:.0f} s of the processor", flush=True)
        once = () if scale == scales[-1] else ("memory",)  # takes long and does not depend on the scale
        tables.append(Season(club, place).measured(part for part in parts if part not in once))
    return printed(scales, *tables)


if __name__ == "__main__":
    main()
