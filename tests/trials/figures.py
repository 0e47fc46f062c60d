"""Figures over many acts of many directors: their waits, the failures, the parts of the time."""

import re
import statistics
from collections import Counter
from collections.abc import Iterable, Sequence

from tests.trials.director import LIMITS, WAITED_FOR, Act

PARTS = {
    "queue": "before a worker: the door, the queue, the way",
    "processor": "in the processor, for Python",
    "waiting": "waiting for a processor",
    "database": "for the database's answers",
    "lock": "for a row that another holds, and to hold it",
    "disk": "for the commit to be on the disk",
    "connection": "for a connection",
}

NAMED = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}|\?\S+|(?<=/q/)\w+")
"""The identifiers in an address, which are removed so that failures of one kind are one line."""


def percentiles(times: Sequence[float]) -> tuple[float, float, float]:
    """Return the 50th, 95th and 99th percentile."""
    if len(times) < 2:
        return (times[0],) * 3 if times else (0.0,) * 3
    cuts = statistics.quantiles(times, n=100, method="inclusive")
    return cuts[49], cuts[94], cuts[98]


def table(acts: Sequence[Act]) -> list[str]:
    """Write a line for each kind of act, in the order of an evening."""
    lines = [f"{'milliseconds':<43}{'count':>7}{'50 %':>8}{'95 %':>8}{'99 %':>8}{'most':>8}{'failed':>8}"]
    for what in LIMITS:
        of = [act for act in acts if act.what == what]
        if of:
            times = [one.took for one in of]
            three = "".join(f"{percentile:>8.0f}" for percentile in percentiles(times))
            failed = sum(bool(one.failed) for one in of)
            lines.append(f"{what:<43}{len(of):>7}{three}{max(times):>8.0f}{failed:>8}")
    return lines


def parts(acts: Iterable[Act]) -> dict[str, float]:
    """Return the average milliseconds of a request by part. "whole" is the duration for the tablet, "here" in the
    worker; "queue" is their difference, and "waiting" the rest of "here" that no other part explains."""
    acts = [act for act in acts if act.spent]
    requests = sum(act.requests for act in acts) or 1
    total = {name: sum(act.spent.get(name, 0.0) for act in acts) / requests for name in ("whole", "here", *PARTS)}
    known = sum(total[name] for name in ("processor", "database", "lock", "disk", "connection"))
    return total | {"queue": max(0.0, total["whole"] - total["here"]), "waiting": max(0.0, total["here"] - known)}


def where_it_goes(acts: Sequence[Act]) -> list[str]:
    """List the parts of the requests that a director waits for, the largest first."""
    found = parts(act for act in acts if act.what in WAITED_FOR)
    whole = found["whole"] or 1.0
    lines = [f"a request that is waited for takes {found['whole']:.1f} ms, of these"]
    for name in sorted(PARTS, key=lambda part: -found[part]):
        lines.append(f"  {found[name]:>8.1f}  {100 * found[name] / whole:>3.0f} %  {PARTS[name]}")
    return lines


def waited(acts: Iterable[Act]) -> list[float]:
    """List the durations of all waits."""
    return [act.took for act in acts if act.what in WAITED_FOR]


def failures(acts: Iterable[Act]) -> list[str]:
    """List the reasons of failures, the most frequent first."""
    found = Counter(NAMED.sub("…", act.failed) for act in acts if act.failed)
    return [f"  {number} x {why}" for why, number in found.most_common(8)]
