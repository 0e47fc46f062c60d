"""The points of a board computed from the definitions alone, every result against every other. It is slow, and
independent of the product.

It reads the documents of `python -m rulings` and shares no code with the arithmetic that it checks, apart from the
table of IMPs (Law 78B), which another test checks value by value.
"""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

from rulings.scores.imps import imp

Results = list[tuple[Fraction, int]]
Compare = Callable[[int, int], int]
SIDES = ("ns", "ew")
AVERAGES = {"A+": (60, 3), "A": (50, 0), "A-": (40, -3)}
BETTER = {"A+": max, "A-": min}


def results(value: Any) -> Results:
    """Return a score or a weighted list as weights and scores; weights that nearly sum to one are normalised."""
    if isinstance(value, int):
        return [(Fraction(1), value)]
    weights = [Fraction(str(weight)) for weight, _score in value]
    return [(weight / sum(weights), score) for weight, (_, score) in zip(weights, value, strict=True)]


def sides(line: dict[str, Any]) -> tuple[Results, Results] | None:
    """Return the outcomes of North-South and East-West to compare; None for an artificial score."""
    if "artificial" in line:
        return None
    split = line.get("split")
    if split is not None:
        return results(split["ns"]), results(split["ew"])
    same = results(line["score"] if "score" in line else line["weighted"])
    return same, same


def against_the_others(field: list[Results], own: int, compare: Compare) -> Fraction:
    """Sum a line's comparisons with all the others, every result with every result, by their weights."""
    return sum(
        (
            weight * other_weight * compare(score, other)
            for place, another in enumerate(field)
            if place != own
            for (weight, score), (other_weight, other) in product(field[own], another)
        ),
        Fraction(0),
    )


def by_comparison(lines: list[dict[str, Any]], compare: Compare) -> list[tuple[Fraction, Fraction] | None]:
    """Sum both sides' comparisons for every compared line; East-West win the points that North-South lose."""
    compared = [both for line in lines if (both := sides(line)) is not None]
    fields = [[both[side] for both in compared] for side in (0, 1)]
    sums = iter(
        tuple(
            against_the_others(field, own, compare if side == 0 else lambda score, other: compare(other, score))
            for side, field in enumerate(fields)
        )
        for own in range(len(compared))
    )
    return [None if sides(line) is None else next(sums) for line in lines]


def matchpoints(document: dict[str, Any]) -> dict[str, Any]:
    lines = document["results"]
    expected = document.get("expected", len(lines))
    obtained = sum(sides(line) is not None for line in lines)
    top = 2 * (expected - 1)
    answer = []
    points = by_comparison(lines, lambda score, other: 2 if score > other else 1 if score == other else 0)
    for line, earned in zip(lines, points, strict=True):
        if earned is not None:
            shares = [(points * expected + expected - obtained) / obtained for points in earned]
            percents = [100 * share / top if top else Fraction(50) for share in shares]
        else:
            percents = [artificial(line, side, 0, lambda number: number) for side in SIDES]
            shares = [top * percent / 100 for percent in percents]
        answer.append({"id": line["id"], **figures(shares), **figures(percents, "_percent")})
    return {"top": top, "results": answer}


def artificial(line: dict[str, Any], side: str, unit: int, number: Callable[[Fraction], Fraction]) -> Fraction:
    given = line["artificial"][side]
    if given not in AVERAGES:
        return number(Fraction(str(given)))
    value, others = Fraction(AVERAGES[given][unit]), line.get("others", {}).get(side)
    return BETTER[given](value, Fraction(str(others))) if others is not None and given in BETTER else value


def imps_of(line: dict[str, Any], side: str) -> Fraction:
    others = line.get("others", {}).values()
    in_percent = any(other is not None and other > 24 for other in others)
    known = {60: Fraction(3), 50: Fraction(0), 40: Fraction(-3)}
    return artificial(line | {"others": {}} if in_percent else line, side, 1, lambda number: known.get(number, number))


def cross(document: dict[str, Any]) -> dict[str, Any]:
    lines = document["results"]
    obtained = sum(sides(line) is not None for line in lines)
    divisor = max(obtained if document.get("divide_by") == "results" else obtained - 1, 1)
    answer = []
    for line, earned in zip(lines, by_comparison(lines, lambda score, other: imp(score - other)), strict=True):
        shares = [imps_of(line, side) for side in SIDES] if earned is None else [points / divisor for points in earned]
        answer.append({"id": line["id"], **figures(shares)})
    return {"results": answer}


def teams(document: dict[str, Any]) -> dict[str, Any]:
    both = product(results(document["here"]), results(document["there"]))
    earned = sum((first * two * imp(here - there) for (first, here), (two, there) in both), Fraction(0))
    return {"imps": float(earned), "ns": float(earned), "ew": float(-earned)}


def butler(document: dict[str, Any]) -> dict[str, Any]:
    lines = document["results"]
    datums = [
        datum([both[side] for line in lines if (both := sides(line))], document.get("datum", {})) for side in (0, 1)
    ]
    answer = []
    for line in lines:
        both = sides(line)
        if both is None:
            shares = [imps_of(line, side) for side in SIDES]
        else:
            ns, ew = (
                sum((weight * imp(score - compared) for weight, score in line), Fraction(0))
                for line, compared in zip(both, datums, strict=True)
            )
            shares = [ns, -ew]
        answer.append({"id": line["id"], **figures(shares)})
    other = {} if datums[0] == datums[1] else {"datum_ew": datums[1]}
    return {"datum": datums[0], **other, "results": answer}


def datum(field: list[Results], options: dict[str, int]) -> int | None:
    """Compute the mean without the extremes, to the nearest multiple; a half is rounded away from zero."""
    if not field:
        return None
    means = sorted(sum((weight * score for weight, score in line), Fraction(0)) for line in field)
    for _ in range(options.get("drop", 1 if len(means) >= 5 else 0)):
        means = means[1:-1]
    mean, step = sum(means) / len(means), options.get("round", 10)
    below = mean // step * step
    above = below + step
    if mean - below == above - mean:
        return int(max(below, above, key=abs))
    return int(min(below, above, key=lambda points: abs(mean - points)))


def figures(shares: list[Fraction], ending: str = "") -> dict[str, float]:
    return {side + ending: float(share) for side, share in zip(SIDES, shares, strict=True)}
