"""How fast it is, in one run, with the ratios: ``make bench``.

Medians of repeated runs on this machine, in milliseconds. A ratio compares two things measured in the same run, so it
means the same on another machine; the milliseconds do not.
"""

import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
COMMON_REVOKE = {
    "able": "yes", "offender": "W", "declarer": "S", "trick": "4", "noticed": "during", "since": "played",
    "end_of_play": "reached", "exclusion": "none", "winner": "N", "tricks_after": "2", "line": "", "equity": "no",
}  # fmt: skip


def median_ms(action: Callable[[], Any], repeat: int) -> float:
    """The median duration of *action* over *repeat* runs, in milliseconds, after one run to warm up."""
    action()
    durations = []
    for _ in range(repeat):
        start = time.perf_counter()
        action()
        durations.append((time.perf_counter() - start) * 1000)
    return statistics.median(durations)


def show(name: str, milliseconds: float, ratio: str = "") -> None:
    print(f"{name:<58} {milliseconds:>10.3f} ms   {ratio}")


def rulings() -> None:
    """The engine and the arithmetic."""
    from rulings.inquiry import compile_tree, explore
    from rulings.laws2017 import LAWS
    from rulings.matchpoints import Scored, matchpoint_board

    law = LAWS["64"]
    one = median_ms(lambda: law.step(COMMON_REVOKE), 500)
    paths = len(list(explore(law)))
    every = median_ms(lambda: list(explore(law)), 5)
    show("one ruling from stored answers (Law 64)", one)
    show(f"every path of Law 64 ({paths})", every, f"{every / one:.0f} rulings, {every / one / paths:.1f} a path")
    all_laws = median_ms(lambda: [list(explore(each)) for each in LAWS.values()], 1)
    show(f"every path of every law ({len(LAWS)} entry points)", all_laws)
    show("Law 64 compiled for a device", median_ms(lambda: compile_tree(law), 3))

    chance = random.Random(1)
    lines = [Scored(str(number), chance.choice((620, 650, 680, -100, 170))) for number in range(1000)]
    found = {size: median_ms(lambda size=size: matchpoint_board(lines[:size]), 20) for size in (10, 100, 1000)}
    for size, duration in found.items():
        show(f"matchpoints of {size} results", duration, f"x{duration / found[10]:.1f} for x{size // 10}")

    def pairwise() -> list[int]:
        scores = [line.score for line in lines]
        return [sum((a > b) * 2 + (a == b) for b in scores) - 1 for a in scores]

    slow = median_ms(pairwise, 3)
    show("the same 1000 by comparing every pair", slow, f"{slow / found[1000]:.0f} times slower")


def screens() -> None:
    """A step of an inquiry and a report, in the demo club, through Django's own client."""
    from django.test import Client
    from django.urls import reverse

    from arbitrage.models import Incident, Tournament
    from arbitrage.services import clubs, incidents
    from arbitrage.services.projection import stored_rows  # noqa: F401  the record is imported once, before the clock runs

    start = time.perf_counter()
    clubs.make_demo_club()
    show("the demo club, made and imported", (time.perf_counter() - start) * 1000)

    ruled = Incident.objects.filter(state="ruled", result__isnull=False).order_by("called_at").first()
    director = ruled.opened_by
    client = Client()
    client.force_login(director)

    inquiry = incidents.open_inquiry(
        incident=incidents.open_incident(tournament=Tournament.objects.get(pk=ruled.tournament_id), by=director),
        law="64",
        by=director,
    )
    address = reverse("question", args=[inquiry.pk, "able"])
    answers = iter(["no", "yes"] * 10_000)

    def tap() -> None:
        inquiry.refresh_from_db()
        done = client.post(address, {"answer": next(answers), "version": inquiry.version})
        assert done.status_code == 302, done.status_code

    def read(name: str, *arguments: Any) -> Callable[[], None]:
        url = reverse(name, args=arguments)

        def action() -> None:
            done = client.get(url)
            assert done.status_code == 200, (url, done.status_code)

        return action

    bare = median_ms(read("healthz"), 100)
    show("a bare view, through the same middleware", bare)
    shown = median_ms(read("question", inquiry.pk, "able"), 50)
    tapped = median_ms(tap, 50)
    show("one question shown", shown, f"x{shown / bare:.1f} of a bare view")
    show("one tap: answer stored, chained, ruled again", tapped, f"x{tapped / bare:.1f} of a bare view")
    for name, arguments in (("room", [ruled.tournament_id]), ("score", [ruled.pk]), ("report", [ruled.pk])):
        duration = median_ms(read(name, *arguments), 20)
        show(f"page: {name}", duration, f"x{duration / bare:.1f} of a bare view")
    page = median_ms(read("report", ruled.pk), 20)
    pdf = median_ms(read("report_pdf", ruled.pk), 20)
    show("one report as PDF", pdf, f"x{pdf / page:.1f} of its page")


def main() -> None:
    """Runs every measure; the screens on a database of their own in a temporary folder."""
    print(f"Python {sys.version.split()[0]}, {os.cpu_count()} cores\n")
    rulings()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DATABASE_URL"] = f"sqlite:///{folder}/bench.sqlite3"
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arbitrage.settings")
        import django
        from django.conf import settings

        django.setup()
        settings.ALLOWED_HOSTS = ["testserver"]
        settings.STATIC_ROOT = folder
        settings.STORAGES = {
            **settings.STORAGES,
            "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
        }
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        print()
        screens()


if __name__ == "__main__":
    main()
