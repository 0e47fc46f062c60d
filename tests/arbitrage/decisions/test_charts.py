"""The charts of *Les chiffres*: every shape lies within the drawing, in the order of the figures."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import translation

from arbitrage.models import Tournament
from arbitrage.pages.decisions import statistics
from arbitrage.pages.decisions.charts import Figure, bars, columns, timeline

FIGURES = [Figure(f"Law {number}", value, str(value)) for number, value in enumerate((0, 1, 7, 40, 3))]
CALLS = [
    ("Round 1", "12", 0.0, 4.0),
    ("Round 1", "64", 9.0, 31.0),
    ("Round 2", "25", 40.0, 44.0),
    ("Round 3", "", 95.0, 90.0),
]
CHARTS = {
    "bars": bars(FIGURES),
    "bars of one figure": bars(FIGURES[:1]),
    "columns": columns(FIGURES),
    "columns of a long season": columns(FIGURES * 20),
    "timeline": timeline(CALLS),
    "timeline of a long day": timeline([*CALLS, ("Round 9", "8", 700.0, 721.0)]),
}
HORIZONTAL, VERTICAL = ("x", "lx", "vx", "middle", "until", "begin"), ("y", "ty", "vy", "foot")


def places(chart: dict[str, Any], names: tuple[str, ...]) -> Iterator[int]:
    """Yield the coordinates of these names, of a chart and of its rows, marks and ticks."""
    for drawn in (chart, *chart["rows"], *chart.get("marks", ()), *chart.get("ticks", ())):
        yield from (drawn[name] for name in names if name in drawn)


@pytest.mark.parametrize("name", CHARTS)
def test_all_that_is_drawn_lies_within_the_drawing(name):
    chart = CHARTS[name]
    assert all(0 <= x <= chart["width"] for x in places(chart, HORIZONTAL))
    assert all(0 <= y <= chart["height"] for y in places(chart, VERTICAL))


def test_bars_are_as_long_as_their_values_and_columns_as_tall():
    lengths = [row["length"] for row in CHARTS["bars"]["rows"]]
    heights = [row["height"] for row in CHARTS["columns"]["rows"]]
    for sizes in (lengths, heights):
        assert sizes[0] == 0 and sizes[1] >= 2
        assert sizes[3] == max(sizes)
        assert sizes[2] / sizes[3] == pytest.approx(7 / 40, abs=0.02)


def test_columns_stand_on_the_line_at_the_foot():
    chart = CHARTS["columns"]
    assert {row["y"] + row["height"] for row in chart["rows"] if row["height"] > 2} == {chart["foot"]}
    assert {row["y"] - row["vy"] for row in chart["rows"]} == {8}, "the value is written above its column"


def test_a_mark_lasts_from_its_call_to_its_ruling_above_the_foot():
    chart = CHARTS["timeline"]
    assert all(mark["x"] <= mark["until"] for mark in chart["marks"])
    assert max(mark["y"] for mark in chart["marks"]) < chart["foot"] < chart["ty"]
    assert [mark["y"] for mark in chart["marks"]] == [30, 30, 76, 122]
    assert [row["y"] for row in chart["rows"]] == [30, 76, 122]
    assert [tick["minutes"] for tick in chart["ticks"]] == [0, 30, 60, 90]


@pytest.mark.parametrize(
    ("last", "minutes"),
    [
        (29, [0]),
        (240, list(range(0, 241, 30))),
        (241, [0, 60, 120, 180, 240]),
        (479, list(range(0, 480, 60))),
        (480, [0, 120, 240, 360, 480]),
    ],
)
def test_the_ticks_of_an_evening_stand_further_apart_the_longer_it_was(last, minutes):
    drawn = timeline([("1", "3", 0, last)])
    assert [tick["minutes"] for tick in drawn["ticks"]] == minutes
    assert drawn["ticks"][0]["x"] == drawn["begin"]


def test_the_span_of_a_ruling_includes_its_last_minute():
    with translation.override("en"):
        spans = statistics._by_minutes([0, 2, 3, 5, 6, 10, 11, 20, 21])
    assert [(span.label, span.value) for span in spans] == [
        ("up to 2 minutes", 2),
        ("up to 5 minutes", 2),
        ("up to 10 minutes", 2),
        ("up to 20 minutes", 2),
        ("more than 20 minutes", 1),
    ]
    assert statistics._by_minutes([]) == []


@pytest.mark.parametrize(("minutes", "median"), [([2, 3], 3), ([3, 4], 4), ([2, 4], 3), ([7], 7), ([1, 2, 9], 2)])
@pytest.mark.django_db
def test_a_median_between_two_minutes_is_rounded_up_as_every_figure_is(minutes, median, monkeypatch):
    monkeypatch.setattr(statistics, "_minutes", lambda _counted: minutes)
    assert statistics.statistics_page(Tournament.objects.none())["median"] == median
