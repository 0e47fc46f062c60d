"""Geometry of the charts: bars, columns, and the calls of an evening. Templates draw them as SVG.

Lengths are units of a view box 720 wide, with type of size 18, the smallest that can be read while standing.
Coordinates are integers, because a template would localise the decimal point of a float to a comma.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

WIDTH = 720
LABELS = 250
"""The x-coordinate where the bars begin, to the right of their labels."""
ROW = 34
LONGEST_LABEL = 26


@dataclass(frozen=True)
class Figure:
    """A figure of one category: its *label*, its *value*, and the value as *shown*. In the table, *before* are the
    cells to its left and *more* those to its right."""

    label: str
    value: float
    shown: str
    more: tuple[str, ...] = ()
    before: tuple[str, ...] = ()

    @property
    def cells(self) -> tuple[str, ...]:
        """The row of the figure in the table."""
        return (*self.before, self.shown, *self.more)


def bars(figures: Sequence[Figure]) -> dict[str, Any]:
    """Lay out a bar for each figure, one under the other, with its value at the end."""
    most = max((figure.value for figure in figures), default=0) or 1
    room = WIDTH - LABELS - 90
    rows = []
    for number, one in enumerate(figures):
        length = round(room * one.value / most)
        y = number * ROW
        rows.append(
            {
                "label": _short(one.label),
                "y": y + 5,
                "ty": y + 24,
                "length": max(length, 2 if one.value else 0),
                "vx": LABELS + length + 10,
                "shown": one.shown,
            }
        )
    return {"width": WIDTH, "height": max(len(rows) * ROW, ROW), "labels": LABELS, "rows": rows}


def columns(figures: Sequence[Figure], height: int = 220) -> dict[str, Any]:
    """Lay out a column for each figure, side by side, with its value above and its label below. Where labels would
    overlap, only every nth is shown."""
    most = max((figure.value for figure in figures), default=0) or 1
    step = WIDTH / max(len(figures), 1)
    every = max(1, round(90 / step))
    wide = max(min(step * 0.7, 70), 4)
    rows = []
    for number, one in enumerate(figures):
        tall = round((height - 70) * one.value / most)
        named = (len(figures) - 1 - number) % every == 0
        rows.append(
            {
                "x": round(number * step + step / 2 - wide / 2),
                "width": round(wide),
                "y": height - 35 - tall,
                "height": max(tall, 2 if one.value else 0),
                "middle": round(number * step + step / 2),
                "label": one.label if named else "",
                "shown": one.shown if named else "",
                "vy": height - 43 - tall,
            }
        )
    return {"width": WIDTH, "height": height, "foot": height - 35, "ty": height - 10, "rows": rows}


def timeline(calls: Sequence[tuple[str, str, float, float]]) -> dict[str, Any]:
    """Lay out an evening: a row for each round, a mark for each call. *calls* are in order of time: the round, the
    label, the minutes from the first call of the evening to this call, and to its ruling."""
    rounds = list(dict.fromkeys(call[0] for call in calls))
    last = max((max(call[2], call[3]) for call in calls), default=0) or 1
    begin, room = 110, WIDTH - 110 - 60
    rows = [{"label": name, "y": 30 + number * 46, "ty": 36 + number * 46} for number, name in enumerate(rounds)]
    marks, ends = [], dict.fromkeys(rounds, -100)
    for name, label, called, ruled in calls:
        x, y = begin + round(room * called / last), 30 + rounds.index(name) * 46
        until = begin + round(room * ruled / last)
        shown = label if x >= ends[name] + 34 else ""
        if shown:
            ends[name] = x
        marks.append({"x": x, "y": y, "until": max(until, x), "label": shown, "lx": x - 5, "ty": y - 12})
    ticks = [
        {"x": begin + round(room * minutes / last), "minutes": minutes}
        for minutes in range(0, int(last) + 1, 30 if last <= 240 else 60 * (int(last) // 480 + 1))
    ]
    height = 60 + len(rounds) * 46
    return {"width": WIDTH, "height": height, "foot": height - 26, "ty": height - 4, "begin": begin, "rows": rows,
            "marks": marks, "ticks": ticks}  # fmt: skip


def _short(label: str) -> str:
    return label if len(label) <= LONGEST_LABEL else label[: LONGEST_LABEL - 1].rstrip() + "…"
