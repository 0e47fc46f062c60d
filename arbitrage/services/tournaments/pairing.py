"""Pairing of the next round of a Swiss from its ranking, without any access to the database.

The round is a perfect matching of least weight over the places of the ranking (S. Ólafsson, Weighted matching in chess
tournaments, Journal of the Operational Research Society 41, 1990): first the fewest second meetings, then the smallest
sum of the differences of places. It is found by an A* search (Hart, Nilsson and Raphael, 1968) down the ranking. A
state of the search is the set of contestants higher in the ranking who are not paired yet. Each place costs the number
of these contestants, so that the costs add up to the differences of places. They all must still be paired, which gives
a lower bound of the remaining cost, so the result is optimal.

With an odd number of contestants, the bye goes to the lowest in the ranking of those with the fewest byes, or to a
higher one of these if that avoids a second meeting.
"""

from collections.abc import Mapping, Sequence
from heapq import heappop, heappush
from typing import Any, NamedTuple

Met = Mapping[frozenset[str], int]
"""Number of earlier meetings, by the two contestants."""


class Round(NamedTuple):
    """The matches of a round, the higher-ranked first in each, and the contestant with the bye, "" for none."""

    matches: tuple[tuple[str, str], ...]
    exempt: str
    again: int
    """Number of second meetings, above zero only if they are unavoidable."""


def next_round(order: Sequence[str], met: Met, sat_out: Mapping[str, int] | None = None) -> Round:
    """Pair the contestants in *order* of the ranking, from first to last."""
    if len(order) % 2 == 0:
        matches, again = matched(order, met)
        return Round(matches, "", again)
    times = sat_out or {}
    least = min(times.get(unit, 0) for unit in order)
    rounds: list[Round] = []
    for exempt in reversed([unit for unit in order if times.get(unit, 0) == least]):
        matches, again = matched([unit for unit in order if unit != exempt], met)
        rounds.append(Round(matches, exempt, again))
        if not again:
            break
    return min(rounds, key=lambda drawn: drawn.again)


def matched(order: Sequence[str], met: Met) -> tuple[tuple[tuple[str, str], ...], int]:
    """Match an even number of contestants; return the matches, and the number of second meetings among them."""
    count = len(order)
    often = [[met.get(frozenset((unit, opponent)), 0) for opponent in order] for unit in order]
    heap: list[tuple[int, int, int, int, Any]] = [(0, _least_left(0, count), -0, 0, None)]
    visited: set[tuple[int, int]] = set()
    while heap:
        again, bound, deep, waiting, chain = heappop(heap)
        position = -deep
        if position == count:
            return _matches(order, chain), again
        if (position, waiting) in visited:
            continue
        visited.add((position, waiting))
        many = waiting.bit_count()
        so_far = bound - _least_left(many, count - position)
        if many < count - position:  # paired with a contestant further down
            _push(heap, again, so_far + many + 1, position, waiting | 1 << position, count, chain)
        bits = waiting
        while bits:
            bit = bits & -bits
            bits ^= bit
            opponent = bit.bit_length() - 1
            repeats = again + often[position][opponent]
            _push(heap, repeats, so_far + many - 1, position, waiting ^ bit, count, (opponent, position, chain))
    raise ValueError("an odd number of contestants has no matching")


def _push(heap: list[Any], again: int, total: int, position: int, waiting: int, count: int, chain: Any) -> None:
    bound = total + _least_left(waiting.bit_count(), count - position - 1)
    heappush(heap, (again, bound, -(position + 1), waiting, chain))


def _least_left(many: int, units_left: int) -> int:
    """Return a lower bound for the cost of the remaining places: first each unpaired contestant is paired with one of
    the next places, then neighbours meet."""
    return many * (many - 1) // 2 + max(0, units_left - many) // 2


def _matches(order: Sequence[str], chain: Any) -> tuple[tuple[str, str], ...]:
    matches = []
    while chain is not None:
        higher, lower, chain = chain
        matches.append((higher, lower))
    return tuple((order[higher], order[lower]) for higher, lower in sorted(matches))
