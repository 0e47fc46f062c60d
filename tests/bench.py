"""Speed of the program, as ratios: ``make bench``.

Medians of repeated runs on this machine, in milliseconds. A ratio compares two things measured in the same run, so it
means the same on another machine; the milliseconds do not.
"""

import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

from tests.__main__ import ON_THIS_MACHINE, unreachable

if TYPE_CHECKING:
    from rulings.scores.adjusted import Line

ROOT = Path(__file__).resolve().parents[1]
COMMON_REVOKE = {
    "able": "yes", "offender": "W", "declarer": "S", "trick": "4", "noticed": "during", "since": "played",
    "end_of_play": "reached", "exclusion": "none", "winner": "N", "tricks_after": "2", "line": "", "equity": "no",
}  # fmt: skip


def median_ms(action: Callable[[], Any], repeat: int, clock: Callable[[], float] = time.perf_counter) -> float:
    """Return the median duration of *action* over *repeat* runs, in milliseconds, after one run to warm up. With
    ``time.process_time`` as the clock, other programs have no influence."""
    action()
    durations = []
    for _ in range(repeat):
        start = clock()
        action()
        durations.append((clock() - start) * 1000)
    return statistics.median(durations)


def show(name: str, milliseconds: float, ratio: str = "") -> None:
    print(f"{name:<66} {milliseconds:>10.3f} ms   {ratio}", flush=True)


def judged(measured: float, most: float, unit: str = "") -> str:
    """Write a figure with its target and the verdict: "x12.3 (20 at most): kept"."""
    shown = f"{measured:.3f} {unit}" if unit else f"x{measured:.1f}"
    return f"{shown} ({most:g} at most): {'kept' if measured <= most else 'OVER'}"


def rulings() -> None:
    """Measure the engine."""
    from rulings.engine.inquiry import compile_tree, explore
    from rulings.laws2017 import LAWS

    law = LAWS["64"]
    ruling = min(median_ms(lambda: law.step(COMMON_REVOKE), 100, time.process_time) for _time in range(5))
    paths = len(list(explore(law)))
    every = median_ms(lambda: list(explore(law)), 5, time.process_time)
    show("one ruling from stored answers (Law 64)", ruling, judged(ruling, 0.1, "ms"))
    show(f"every path of Law 64 ({paths})", every, f"{every / ruling:.0f} rulings, {every / ruling / paths:.1f} a path")
    all_laws = median_ms(lambda: [list(explore(each)) for each in LAWS.values()], 1, time.process_time)
    show(f"every path of every law ({len(LAWS)} entry points)", all_laws, judged(all_laws / 1000, 1, "s"))
    show("Law 64 compiled for a device", median_ms(lambda: compile_tree.__wrapped__(law), 3, time.process_time))


def claims() -> None:
    """Measure the search of a contested claim at random endings, all kinds of carelessness together."""
    from rulings.bridge import RANKS, Card, Seat
    from rulings.evidence.claim import LONGEST, look_at
    from rulings.evidence.open_cards import OpenCards
    from rulings.evidence.position import read_position

    deck = [Card(suit, rank) for suit in "SHDC" for rank in RANKS]
    for length in range(3, LONGEST + 1):
        chance = random.Random(length)
        took, tapped, certain, kinds = [], [], 0, 0
        for _ in range(30):
            dealt = chance.sample(deck, 4 * length)
            hands = {seat: dealt[at::4] for at, seat in enumerate(Seat)}
            turn, claimer, declarer = (chance.choice(list(Seat)) for _ in range(3))
            position = read_position(hands, chance.choice("SHDCN"), turn)
            start = time.process_time()
            look = look_at(position, claimer, declarer)
            took.append((time.process_time() - start) * 1000)
            tapped.append(median_ms(lambda at=position: OpenCards(at.trump).every_card(at), 1, time.process_time))  # type: ignore[misc]
            certain += sum(kind.certain for kind in look.kinds)
            kinds += len(look.kinds)
        half, most = statistics.median(took), max(took)
        show(f"a claim of {length} cards, median of 30", half, judged(half, 100, "ms"))
        show(f"… the slowest; {certain} of {kinds} kinds are certain", most, judged(most, 700, "ms"))
        show(f"… every card of the hand to play, open cards ({length} cards)", statistics.median(tapped))


def solver() -> None:
    """Measure the solver in the processor time of its process, where the system reports it; and the analysis of a field
    of eight tables, which needs the database."""
    from arbitrage.services.incidents import equity
    from arbitrage.solver.process import SOLVER, every_card, installed, makeable, version
    from rulings.bridge import RANKS, Card, Seat, format_deal
    from rulings.bridge.deals import sort_hand
    from rulings.evidence.position import read_position
    from tests.arbitrage import factories

    board = factories.make_seed_case(factories.make_club("Solver", "solver"))
    own = board.results.order_by("table")[0]
    inputs = equity.Inputs("", own.contract, own.declarer)
    took = median_ms(lambda: equity.field(board, own, inputs), 5, time.process_time)
    show("the field of a board of eight tables", took, judged(took, 30, "ms"))
    if not installed():
        print("no double-dummy solver is installed: nothing more is measured of it")
        return
    deck, chance = [Card(suit, rank) for suit in "SHDC" for rank in RANKS], random.Random(13)

    def dealt(length: int) -> dict[Seat, tuple[Card, ...]]:
        cards = chance.sample(deck, 4 * length)
        return {seat: sort_hand(cards[at::4]) for at, seat in enumerate(Seat)}

    version()  # starts the solver

    def twenty(length: int) -> float:
        positions = [read_position(dealt(length), chance.choice("SHDCN"), chance.choice(list(Seat))) for _ in range(20)]
        return statistics.median([once_ms(partial(every_card, position), SOLVER.pid) for position in positions])

    for length in (6, 8, 10):
        half = min(twenty(length) for _time in range(5))
        show(f"every card of {length} cards a hand, open cards, least of 5 medians", half, judged(half, 5, "ms"))
    deals = [format_deal(dealt(13)) for _ in range(10)]
    tables = [once_ms(partial(makeable, deal, "N", "None", 60), SOLVER.pid, threads=True) for deal in deals]
    half, most = statistics.median(tables), max(tables)
    show("makeable tricks and par of a deal, median of 10", half, judged(half, 1000, "ms"))
    show("… the slowest; a question that is waited for has three seconds", most, judged(most, 3000, "ms"))
    if (statm := Path(f"/proc/{SOLVER.pid}/statm")).exists():
        megabytes = int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1_000_000
        print(f"the process of the solver: {judged(megabytes, 60, 'MB')}")
    SOLVER.end()


def once_ms(action: Callable[[], Any], of: int | None = None, *, threads: bool = False) -> float:
    """Return the duration of a single run in milliseconds, for actions that a cache makes faster the second time. With
    *of*, the number of a process, it is the processor time of that process, where the system reports it."""
    start, before = time.perf_counter(), processor_ms(of, threads=threads)
    action()
    after = processor_ms(of, threads=threads)
    return (time.perf_counter() - start) * 1000 if before is None or after is None else after - before


def processor_ms(process: int | None, *, threads: bool) -> float | None:
    """Return the processor time of a process in milliseconds; None where the system does not report it.

    The number is that of its first thread, which is exact. With *threads* it is that of all threads, including those
    that have ended, in steps of a hundredth of a second.
    """
    told = Path(f"/proc/{process}")
    if process is None or not (told / "schedstat").exists():
        return None
    if not threads:
        return int((told / "schedstat").read_text().split()[0]) / 1_000_000
    ticks = (told / "stat").read_text().rpartition(")")[2].split()
    return (int(ticks[11]) + int(ticks[12])) * 1000 / os.sysconf("SC_CLK_TCK")


def adjusted_board(size: int) -> list["Line"]:
    """Return the lines of a board: four fifths as played, one in ten weighted, one in twenty split, and one in twenty
    artificial."""
    from rulings.scores.adjusted import Average, Averaged, Scored, Split, Weighted, weighted

    chance = random.Random(size)

    def score() -> int:
        return chance.choice((-800, -500, -200, -100, -50, 0, 110, 140, 170, 200, 420, 450, 620, 650, 660, 680, 690))

    def line(name: str) -> "Line":
        kind = chance.random()
        if kind < 0.80:
            return Scored(name, score())
        results = weighted((Fraction(tenths, 10), score()) for tenths in (5, 3, 2))
        if kind < 0.90:
            return Weighted(name, results)
        return Split(name, score(), results) if kind < 0.95 else Averaged(name, Average.PLUS, Average.MINUS)

    return [line(str(number)) for number in range(size)]


def every_pair(lines: list["Line"], expected: int) -> dict[str, tuple[Fraction, Fraction]]:
    """Compute the points of each compared line by the definition: every result against every other, weights in
    tenths."""
    from rulings.scores.adjusted import Compared, outcomes, results_of

    played = [line for line in lines if isinstance(line, Compared)]
    earned = []
    for side, sign in ((0, 1), (1, -1)):
        field = [
            [(int(10 * weight), sign * score) for weight, score in results_of(outcomes(line)[side])] for line in played
        ]
        together = [result for line in field for result in line]
        points = [
            sum(weight * other * ((a > b) * 2 + (a == b)) for weight, a in own for other, b in together)
            - sum(weight * other * ((a > b) * 2 + (a == b)) for weight, a in own for other, b in own)
            for own in field
        ]
        missing = expected - len(field)
        earned.append([(Fraction(point, 100) * expected + missing) / len(field) for point in points])
    return {line.id: both for line, both in zip(played, zip(*earned, strict=True), strict=True)}


def boards() -> None:
    """Measure the arithmetic of a board against the definition, and as the board grows."""
    from rulings.scores.imps import butler_board, cross_imp_board
    from rulings.scores.matchpoints import matchpoint_board

    every = {size: adjusted_board(size) for size in (100, 1_000, 10_000)}
    methods: dict[str, Callable[[list[Line]], Any]] = {
        "matchpoints, Neuberg": lambda lines: matchpoint_board(lines, expected=len(lines) + len(lines) // 20),
        "cross-IMPs": cross_imp_board,
        "Butler": butler_board,
    }
    times: dict[tuple[str, int], float] = {}
    for name, method in methods.items():
        for size, lines in every.items():
            times[name, size] = median_ms(lambda method=method, lines=lines: method(lines), 9, time.process_time)
            ratio = f"x{times[name, size] / times[name, size // 10]:.1f} for x10" if size > 100 else ""
            show(f"{size} results, weighted, split, artificial: {name}", times[name, size], ratio)
    lines, name = every[1_000], "matchpoints, Neuberg"
    start = time.process_time()
    defined = every_pair(lines, 1_050)
    slow = (time.process_time() - start) * 1000
    ratio = f"{slow / times[name, 1_000]:.0f} times slower"
    show("the matchpoints of the 1000 by the definition, every pair", slow, ratio)
    board = matchpoint_board(lines, expected=1_050)
    earned = {line.id: (line.ns, line.ew) for line in board.lines}
    assert defined.items() <= earned.items(), "the definition says otherwise"


TABLES, BOARDS = 40, 30


def evening(name: str) -> bytes:
    """Return a USEBIO file of thirty boards at forty tables, with points and percentages."""
    from arbitrage.exchange import usebio
    from arbitrage.exchange.records import (
        BoardRecord,
        ContestantRecord,
        PlayerRecord,
        ResultRecord,
        SectionRecord,
        TournamentFile,
    )
    from rulings.bridge import Seat, dealer, parse_contract, vulnerability
    from rulings.scores.matchpoints import Scored, shown_percent
    from rulings.scores.scoring import score_ns
    from rulings.scores.session import Played, matchpoint_session

    chance = random.Random(name)
    lines: dict[int, list[ResultRecord]] = {}
    for board in range(1, BOARDS + 1):
        lines[board] = []
        for table in range(1, TABLES + 1):
            contract, seat = chance.choice((("3NT", "S"), ("4S", "N"), ("4Hx", "E"), ("2D", "W"), ("6NT", "N")))
            tricks = chance.randint(7, 12)
            score = score_ns(parse_contract(contract).by(Seat(seat)), tricks, vulnerability(board))
            ew = (table + board) % TABLES + 1
            line = ResultRecord(ns=str(table), ew=str(ew), contract=contract, declarer=seat, tricks=tricks, score=score)
            lines[board].append(replace(line, table=table, section="A"))
    session = matchpoint_session(
        {
            str(board): Played(
                tuple(Scored(line.ns, line.score or 0) for line in those),
                {line.ns: (f"NS{line.ns}", f"EW{line.ew}") for line in those},
            )
            for board, those in lines.items()
        }
    )
    points = {(board, row.id): row for board, those in session.boards.items() for row in those.lines}

    def pointed(board: int, line: ResultRecord) -> ResultRecord:
        earned = points[str(board), line.ns]
        return replace(line, ns_points=Decimal(int(earned.ns)), ew_points=Decimal(int(earned.ew)))

    percents = {
        standing.contestant: shown_percent(standing.percent)
        for standing in session.standings
        if standing.percent is not None
    }
    pairs = tuple(
        ContestantRecord(
            number=str(number), direction=side, percentage=percents[f"{side}{number}"],
            players=tuple(PlayerRecord(name=f"{side} {number} {who}") for who in "ab"),
        )
        for side in ("NS", "EW")
        for number in range(1, TABLES + 1)
    )  # fmt: skip
    return usebio.write(
        TournamentFile(
            name=name, event="pairs", scoring="MP", winners=2,
            sections=(SectionRecord(letter="A", contestants=pairs),),
            boards=tuple(
                BoardRecord(
                    number=board, dealer=dealer(board), vulnerability=vulnerability(board),
                    results=tuple(pointed(board, line) for line in those),
                )
                for board, those in lines.items()
            ),
        )
    )  # fmt: skip


def tournament() -> None:
    """Measure a large tournament from its file to its ranking."""
    from django.db import transaction

    from arbitrage import exchange
    from arbitrage.models import Club, Result
    from arbitrage.services.files import imports
    from arbitrage.services.results.field import Field

    club = Club.objects.create(name="Bench", slug="bench")
    files = [evening(f"Evening {number}") for number in range(4)]
    remaining = iter(files)

    def bring_in() -> None:
        imports.import_tournament(club=club, by=None, data=next(remaining), filename="evening.xml")

    def rank() -> None:
        field = Field(newest)
        points = field.points(field.counted())
        assert [len(ranked.lines) for ranked in field.rankings(points, points)] == [TABLES, TABLES]

    reading = median_ms(lambda: exchange.read(files[0]), 3)
    importing = median_ms(bring_in, 3)
    newest = club.tournaments.order_by("-pk")[0]
    ranking = median_ms(rank, 3)
    with transaction.atomic():
        rows = list(Result.objects.filter(board__tournament=newest))
        Result.objects.filter(board__tournament=newest).delete()
        start = time.perf_counter()
        Result.objects.bulk_create(rows)
        bare = (time.perf_counter() - start) * 1000
        transaction.set_rollback(True)
    show(f"a bare insert of {len(rows)} results", bare)
    show(f"a file of {BOARDS} boards at {TABLES} tables, read", reading, f"x{reading / bare:.1f} of a bare insert")
    show("the same, read and imported", importing, f"x{importing / bare:.1f} of a bare insert")
    show("the same, ranked", ranking, f"x{ranking / bare:.1f} of a bare insert")
    whole = importing + ranking
    show("imported and ranked", whole, f"{whole / 1000:.1f} s, x{whole / bare:.1f} of a bare insert")


ROWS = 100_000


def table_of(rows: int) -> bytes:
    """Return a CSV table with this number of results, a hundred tables a board, with the names of the pairs."""
    chance = random.Random(rows)
    lines = ["board;table;ns;ew;contract;declarer;lead;tricks;score;ns_name1;ns_name2;ew_name1;ew_name2"]
    for row in range(rows):
        board, table = row // 100 + 1, row % 100 + 1
        contract, tricks = chance.choice(("3NT", "4S", "2Cx", "4H", "5D")), chance.randint(7, 12)
        score = chance.choice((400, 420, -50, 620, -100, 110))
        names = ";".join(f"{who} {table}" for who in ("Ann", "Bob", "Eve", "Dan"))
        seat = chance.choice("NESW")
        lines.append(f"{board};{table};{table};{table + 100};{contract};{seat};SA;{tricks};{score};{names}")
    return "\n".join(lines).encode()


def files() -> None:
    """Measure the import of the largest inputs: a real file where there is one, and a table of many rows. The figures
    are processor times, so that other programs have no influence."""
    import csv
    import io

    from django.db import transaction

    from arbitrage import exchange
    from arbitrage.models import Club, Result
    from arbitrage.services.files import imports

    club = Club.objects.create(name="Files", slug="files")

    def bring_in(name: str, data: bytes) -> tuple[float, float, int]:
        """Return the milliseconds of an import, those of a bare insert of its results, and the number of results."""
        start = time.process_time()
        (tournament, *_others) = imports.import_tournament(club=club, by=None, data=data, filename=name).tournaments
        took = (time.process_time() - start) * 1000
        with transaction.atomic():
            rows = list(Result.objects.filter(board__tournament=tournament))
            Result.objects.filter(board__tournament=tournament).delete()
            start = time.process_time()
            Result.objects.bulk_create(rows, batch_size=500)
            bare = (time.process_time() - start) * 1000
            transaction.set_rollback(True)
        return took, bare, len(rows)

    folder = os.environ.get("ARBITRAGE_REAL_FILES")
    read = {}
    for path in sorted(Path(folder).glob("[abnpu]*/*.*")) if folder else ():
        try:
            read[path] = len(exchange.read(path.read_bytes(), path.name).results)
        except exchange.Unreadable:
            continue
    if read:
        path = max(read, key=lambda file: read[file])
        data = path.read_bytes()
        reading = median_ms(lambda: exchange.read(data, path.name), 3, time.process_time)
        took, bare, count = bring_in(path.name, data)
        show(f"the largest real file, {path.name}, read", reading, f"x{reading / bare:.1f} of a bare insert")
        show(f"the same, {count} results imported", took, f"x{took / bare:.1f} of a bare insert")
    data = table_of(ROWS)
    text = data.decode()
    alone = median_ms(lambda: sum(1 for _row in csv.reader(io.StringIO(text), delimiter=";")), 3, time.process_time)
    start = time.process_time()
    exchange.read(data, "table.csv")
    reading = (time.process_time() - start) * 1000
    show(f"a table of {ROWS} rows through csv.reader alone", alone)
    show("the same, read", reading, f"x{reading / alone:.0f} of csv.reader")
    took, bare, count = bring_in("table.csv", data)
    show(f"a bare insert of {count} results", bare)
    show("the same table, imported", took, f"x{took / bare:.1f} of a bare insert, x{took / alone:.0f} of csv.reader")


def on_database(folder: Path) -> None:
    """Measure what needs the database that DATABASE_URL names; its folder of data is *folder*."""
    from django.core.management import call_command
    from django.db import connections

    from tests import bench_pages

    set_up(folder)
    call_command("migrate", verbosity=0)
    bench_pages.pages()
    print()
    tournament()
    print()
    solver()
    print()
    files()
    connections.close_all()


def set_up(folder: Path) -> None:
    """Configure Django to answer a client within this process, with its cached files in *folder*."""
    os.environ["DATA_DIR"] = str(folder)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arbitrage.settings")
    import django
    from django.conf import settings

    settings.ALLOWED_HOSTS = ["testserver"]
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    django.setup()


def databases(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the name and the address of each database to measure: SQLite in the folder, and a temporary one on
    PostgreSQL if a server answers."""
    yield "SQLite", f"sqlite:///{folder}/bench.sqlite3"
    server = os.environ.get("TEST_DATABASE_URL") or ON_THIS_MACHINE
    if reason := unreachable(server):
        print(f"\nNOT RUN on PostgreSQL: {reason}; TEST_DATABASE_URL names another server")
        return
    name = f"bench_{os.getpid()}"
    with psycopg.connect(server, dbname="postgres", autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            yield "PostgreSQL", urlunsplit(urlsplit(server)._replace(path=f"/{name}"))
        finally:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def main() -> None:
    """Run every measurement. Each database has a process and a temporary folder of its own."""
    if sys.argv[1:] == ["--database"]:
        on_database(Path(os.environ["DATA_DIR"]))
        return
    print(f"Python {sys.version.split()[0]}, {os.cpu_count()} cores\n")
    rulings()
    print()
    claims()
    print()
    boards()
    with tempfile.TemporaryDirectory() as folder:
        for name, address in databases(Path(folder)):
            print(f"\n{name}\n", flush=True)
            data = Path(folder) / name
            data.mkdir()
            own = os.environ | {"DATABASE_URL": address, "DATA_DIR": str(data), "PYTHONPATH": str(ROOT)}
            subprocess.run([sys.executable, "-m", "tests.bench", "--database"], cwd=ROOT, env=own, check=True)
        print()
        from tests import bench_pages, bench_readers, bench_walking

        set_up(Path(folder))
        bench_readers.main([])
    print()
    bench_pages.weight()
    print()
    bench_walking.walking()


if __name__ == "__main__":
    main()
