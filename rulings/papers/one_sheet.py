"""The chart of a law on one A4 sheet: it draws the common calls from beginning to end, and marks the others "continue
on the tablet".

``laws2017/common_calls.toml`` lists the common ones: question by question, the answers whose way is drawn. A law that
fits on a sheet is drawn whole. For a law that is not listed, or that needs more than a sheet, as many of its first
questions as fit are drawn, nearest to the beginning first.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from rulings.engine.inquiry import Law, compile_tree
from rulings.engine.text import Translator
from rulings.papers.a4 import Sheet
from rulings.papers.chart import Chart, Way, asked_at, chart
from rulings.papers.register import EDITION
from rulings.papers.type_size import single

EVERY_LAW = "every_law"

Kept = Mapping[str, list[str]]
"""Answers that continue on the sheet, by id of the question or moment. A question that is not listed keeps all of
them."""


@cache
def common_calls() -> dict[str, dict[str, Any]]:
    """Return the common calls by law, and under "every_law" those of all: ``calls`` (a sentence on what the sheet
    rules), ``kept`` and ``ruled``."""
    return tomllib.loads((EDITION / "common_calls.toml").read_text(encoding="utf-8"))


def kept_of(law: Law) -> Kept:
    """Return the answers that continue on the sheet of this law."""
    calls = common_calls()
    return {**calls[EVERY_LAW]["kept"], **calls.get(law.id, {}).get("kept", {})}


def ruled_of(law: Law) -> list[str]:
    """Return the questions whose options stand on a sheet without their consequences, because the ruling says them."""
    ruled: list[str] = common_calls().get(law.id, {}).get("ruled", [])
    return ruled


def rare_ways(law: Law, kept: Kept) -> set[Way]:
    """Return the ways of a law that are left to the tablet."""
    return {way for way, name in _ways(compile_tree(law)) if way[1] not in kept.get(name, [way[1]])}


def one_sheet(law: Law, words: Translator, kept: Kept | None = None) -> tuple[Chart, Sheet]:
    """Return the chart of a law and its single sheet; *kept* overrides the answers of the edition.

    :raises ValueError: not even one way of its first question fits on a sheet.
    """
    rare = rare_ways(law, kept_of(law) if kept is None else kept)
    for left in (set[Way](), rare):
        if drawn_whole := _drawn(law, words, left):
            return drawn_whole
    common = [way for way, _ in _ways(compile_tree(law)) if way not in rare]
    stand, too_many = 0, len(common)  # numbers of first ways that fit on a sheet, and that do not
    drawn_whole = None
    while too_many - stand > 1:
        tried = (stand + too_many) // 2
        if drawn := _drawn(law, words, rare.union(common[tried:])):
            stand, drawn_whole = tried, drawn
        else:
            too_many = tried
    if drawn_whole is None:
        raise ValueError(f"the first question of Law {law.id} does not stand on a sheet")
    return drawn_whole


def _drawn(law: Law, words: Translator, left: set[Way]) -> tuple[Chart, Sheet] | None:
    """Return the chart without the ways that are left, and its sheet if one is enough."""
    drawn_chart = chart(law, words, left, ruled_of(law) if left else ())
    drawn = single(drawn_chart, words)
    return (drawn_chart, drawn) if drawn else None


def _ways(tree: dict[str, Any]) -> Iterator[tuple[Way, str]]:
    """List every way of a law with its question or moment: those nearest to the beginning first, in the order of the
    law."""
    nodes = tree["nodes"]
    near = [asked_at(nodes, tree["root"])]
    for index in near:  # the list grows during the loop
        node = nodes[index]
        if "wait" in node:
            ways, name = {node["wait"]: node["next"]}, node["wait"]
        else:
            ways, name = (node["next"], node["ask"]) if "ask" in node else ({}, "")
        for value, to in ways.items():
            yield (index, value), name
            after = asked_at(nodes, to)
            if after not in near:
                near.append(after)
