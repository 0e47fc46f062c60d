"""Two hundred directors at once, each a realistic evening: the room is looked at, calls and questions are answered."""

import argparse
import os
import random
import statistics
import threading
import time
from collections import defaultdict
from pathlib import Path

from tests.trials.failing import Found, opened
from tests.trials.tablet import Away, Tablet

THINKING = 8.0
"""Seconds between two taps of a director, on average."""
LOOKED_AT = ("/fr/tournaments/{}/", "/fr/tournaments/{}/boards/", "/fr/tournaments/{}/ranking/", "/fr/decisions/")


def load(place: Path, asked: argparse.Namespace) -> Found:
    """How long directors wait, by what they did; how many requests failed."""
    installation, evening = opened(place, asked)
    waited: dict[str, list[float]] = defaultdict(list)
    failed: list[str] = []
    end = time.monotonic() + asked.minutes * 60

    def timed(what: str, tablet: Tablet, act: object, *words: str) -> str:
        began = time.monotonic()
        try:
            found = act(*words)  # type: ignore[operator]
        except Away as error:
            failed.append(str(error))
            return ""
        waited[what].append((time.monotonic() - began) * 1000)
        return found if isinstance(found, str) else ""

    def direct(tablet: Tablet) -> None:
        chance, where = random.Random(tablet.session), ""
        time.sleep(chance.uniform(0, THINKING))
        while time.monotonic() < end:
            if where:
                where = timed("an answer and the next question", tablet, tablet.answer, where)
            elif chance.random() < 0.25:
                where = timed("a call, to its first question", tablet, tablet.call, evening.tournament)
            else:
                page = chance.choice(LOOKED_AT)
                timed(f"GET {page.format('…')}", tablet, tablet.get, page.format(evening.tournament))
            time.sleep(chance.uniform(0.5, 1.5) * THINKING)

    before = installation.worked()
    threads = [threading.Thread(target=direct, args=(one,)) for one in evening.tablets]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    worked = installation.worked() - before
    installation.kill()
    acknowledged = sum(len(one.acknowledged) for one in evening.tablets)
    requests = sum(map(len, waited.values()))
    pace = f"{requests} acts ({requests / asked.minutes / 60:.1f} a second)"
    lines = [
        f"{asked.directors} directors, {asked.minutes:g} minutes: {pace}, {acknowledged} answers acknowledged, "
        f"{len(failed)} failed",
        f"the server worked {1000 * worked / max(requests, 1):.0f} ms an act, on {worked / asked.minutes / 60:.2f} of "
        f"{os.cpu_count()} processors; the machine had {os.getloadavg()[0]:.1f} things to do at once",
        f"{'':<42} {'count':>7} {'median':>8} {'95 %':>8} {'99 %':>8}  ms",
    ]
    for what, times in sorted(waited.items(), key=lambda one: -sum(one[1])):
        cuts = statistics.quantiles(times, n=100) if len(times) > 1 else times * 99
        lines.append(f"{what:<42} {len(times):>7} {statistics.median(times):>8.0f} {cuts[94]:>8.0f} {cuts[98]:>8.0f}")
    return Found([*lines, *sorted(set(failed))[:5]], not failed)
