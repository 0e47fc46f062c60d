"""Cost of the pages of a federation on the server, each measured on evenings of many clubs that are in no cache.

The cost of a page is the processor time of its process and of its connection's process at the database, as the system
reports it, so that other programs on the machine do not change it. Waiting for the disk is not in it.
"""

import statistics
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

COLD, WARM = "cold", "warm"


def measure(times: int) -> None:
    """Measure the pages of *times* directors, each opened twice: cold, with empty caches, and then warm."""
    from django.contrib.auth.models import User
    from django.test import Client

    from arbitrage.models import Membership, Tournament
    from arbitrage.server.warming import warm
    from arbitrage.services.results.field import forget_fields

    warm()  # as a starting worker does
    client, began = Client(), database_process()
    costs: dict[tuple[str, str], list[Cost]] = defaultdict(list)
    members = list(Membership.objects.filter(role="director").order_by("?").values_list("user", "club")[: times + 2])
    for number, (user, club) in enumerate(members):
        client.force_login(User.objects.get(pk=user))
        evening = Tournament.objects.filter(club=club).order_by("?").first()
        assert evening is not None
        for name, address in pages(evening):
            for look in (COLD, WARM):
                if look == COLD:
                    forget_fields()
                cost = Cost(began)
                done = client.get(address)
                cost.end()
                assert done.status_code == 200, (address, done.status_code)
                if number > 1:  # imports and compiled templates, which are paid once
                    costs[name, look].append(cost)
    print(
        f"{'ms of the server':<26} {'count':>5} {'median':>8} {'95 %':>8} {'cold':>8} {'cold 95 %':>10} {'waited':>8}"
    )
    for name in dict.fromkeys(name for name, _look in costs):
        warm_ones, cold_ones = ([one.worked for one in costs[name, look]] for look in (WARM, COLD))
        print(
            f"{name:<26} {len(warm_ones):>5} {statistics.median(warm_ones):>8.1f} {_at(warm_ones, 0.95):>8.1f} "
            f"{statistics.median(cold_ones):>8.1f} {_at(cold_ones, 0.95):>10.1f} "
            f"{statistics.median(one.waited for one in costs[name, COLD]):>8.1f}"
        )


def pages(evening: Any) -> Iterator[tuple[str, str]]:
    """Yield the pages that a director opens in his club and one evening."""
    from django.urls import reverse

    from arbitrage.models import Board, Incident

    board = Board.objects.filter(tournament=evening).order_by("?").first()
    busy = Incident.objects.filter(tournament=evening, board__isnull=False).values_list("board", flat=True).first()
    call = Incident.objects.filter(tournament=evening, state="ruled").first()
    assert board is not None
    decisions = reverse("decision_list")
    yield "the tournaments", reverse("tournament_list")
    yield "the room", reverse("room", args=[evening.pk])
    yield "the boards", reverse("board_list", args=[evening.pk])
    yield "a board", reverse("board", args=[board.pk])
    if busy:
        yield "a board with calls", reverse("board", args=[busy])
    yield "the ranking", reverse("ranking", args=[evening.pk])
    yield "the decisions", decisions
    yield "the decisions, page 30", f"{decisions}?page=30"
    yield "decisions, of a law", f"{decisions}?what=law:64"
    yield "decisions, of a kind", f"{decisions}?what=tile:revoke"
    yield "decisions, to be reviewed", f"{decisions}?state=to_review"
    yield "decisions, of an evening", f"{decisions}?tournament={evening.pk}"
    yield "a search", f"{decisions}?q=renonce+table"
    yield "a search, of nothing", f"{decisions}?q=zanzibar"
    yield "the figures", reverse("statistics")
    yield "the casebook, a search", f"{reverse('casebook')}?q=renonce"
    if call:
        yield "what happened, a search", reverse("what", args=[call.pk]) + "?q=renonce"
        yield "a review", reverse("review", args=[call.pk])


class Cost:
    """Cost in ms since its creation: *worked* is the processor time of both processes, *waited* the time by the
    clock."""

    def __init__(self, database: Path) -> None:
        self.database = database
        self.began = self._now()

    def _now(self) -> tuple[float, float]:
        at_the_database = int(self.database.read_text().split()[0]) / 1e6  # nanoseconds of processor time
        return time.process_time() * 1000 + at_the_database, time.perf_counter() * 1000

    def end(self) -> None:
        worked, clock = self._now()
        self.worked, self.waited = worked - self.began[0], clock - self.began[1]


def database_process() -> Path:
    """Return the file in which the system reports the processor time of this connection's process. The database must
    run on this machine."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (pid,) = cursor.fetchone()
    return Path(f"/proc/{pid}/schedstat")


def disk() -> None:
    """Print rows and bytes, in total and for each incident and result."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(SIZES)
        sizes = {name.removeprefix("arbitrage_"): (size, rows) for name, size, rows in cursor.fetchall()}
        cursor.execute(EVENTS_OF_CALLS)
        (share,) = cursor.fetchone()
    results, calls = (max(sizes[name][1], 1) for name in ("result", "incident"))
    events = sizes["event"][0] * float(share)
    of_calls = events + sum(sizes[name][0] for name in OF_CALLS)
    of_results = sizes["event"][0] - events + sum(sizes[name][0] for name in OF_RESULTS)
    whole = sum(size for size, _rows in sizes.values())
    print(
        f"disk: {whole / 1e9:.2f} GB; {whole / calls / 1000:.1f} KB an incident with everything of its evening, "
        f"{of_calls / calls / 1000:.1f} KB alone; {of_results / results / 1000:.2f} KB a result"
    )
    for name, (size, rows) in sorted(sizes.items(), key=lambda item: -item[1][0])[:14]:
        print(f"  {name:<14} {rows:>12,} rows {size / 1e6:>10.1f} MB")


def _at(found: list[float], share: float) -> float:
    return sorted(found)[min(len(found) - 1, int(share * len(found)))]


OF_CALLS = ("incident", "inquiry", "answer", "ruling", "duty", "note", "adjustment", "indexentry")
OF_RESULTS = ("result", "board", "contestant", "player", "section", "tournament")
SIZES = """
SELECT relname, pg_total_relation_size(oid), greatest(reltuples, 0)::bigint
FROM pg_class WHERE relkind = 'r' AND relname ^@ 'arbitrage_'"""
EVENTS_OF_CALLS = """
SELECT coalesce(avg((incident_id IS NOT NULL)::int * length(body)) / nullif(avg(length(body)), 0), 0)
FROM arbitrage_event TABLESAMPLE SYSTEM (1)"""
