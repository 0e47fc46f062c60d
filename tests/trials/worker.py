"""The memory that a worker of the server holds after an evening's work and its papers."""

import itertools
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def memory_of_a_worker(user: Any, requests: int, papers: int) -> dict[str, float]:
    """Answer a number of *requests* and typeset a number of *papers* (PDFs) as a worker does. Return the megabytes that
    the worker then holds, and those that its typesetting processes hold."""
    from django.test import Client
    from django.urls import reverse

    from arbitrage.models import Incident, Tournament
    from arbitrage.pages.report.typesetter import typesetter
    from arbitrage.server.warming import warm

    warm()
    client = Client()
    client.force_login(user)
    mine = {"club__memberships__user": user}
    evenings = [tournament.pk for tournament in Tournament.objects.filter(**mine).order_by("-date", "pk")[:60]]
    calls = list(Incident.objects.filter(state="ruled", result__isnull=False, **mine)[:400])

    def pages() -> Iterator[str]:
        for evening, call in zip(itertools.cycle(evenings), itertools.cycle(calls)):
            yield reverse("room", args=[evening])
            yield reverse("board", args=[call.board_id])
            yield reverse("score", args=[call.pk])
            yield reverse("ranking", args=[evening])
            yield reverse("decision_list")
            yield reverse("report", args=[call.pk])
            yield reverse("tournament_list")

    for address in itertools.islice(pages(), requests):
        assert client.get(address).status_code == 200, address
    for number in range(papers):
        at = reverse("session_report_pdf", args=[evenings[number % len(evenings)]])
        address = at if number % 4 == 0 else reverse("report_pdf", args=[calls[number % len(calls)].pk])
        assert client.get(address).status_code == 200, address
    setters = sum(map(resident, [one.process.pid for one in typesetter.idle]))
    return {
        f"a worker after {requests:,} requests and {papers:,} papers": resident(os.getpid()),
        "the process that sets its papers": setters,
    }


def resident(process: int) -> float:
    """Return the megabytes of memory that a process holds, without the pages of a mapped database file: these belong
    to the cache of the system, which has each of them once for all processes and takes them back when it needs room."""
    held = in_database = 0
    for line in Path(f"/proc/{process}/smaps").read_text().splitlines():
        name, _colon, rest = line.partition(":")
        if "-" in name:
            in_database = line.rstrip().endswith(".sqlite3")
        elif name == "Rss" and not in_database:
            held += int(rest.split()[0])
    return held * 1024 / 1e6
