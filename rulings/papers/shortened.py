"""A chart in fewer words, for two columns: it drops no ruling, and repeats no sentence in one place."""

from collections.abc import Collection
from dataclasses import replace

from rulings.papers.chart import Chart, Exit, Part, Sentence


def terse(chart: Chart, *, laws_once: bool) -> Chart:
    """Return the chart as it is drawn where room is short.

    A sign replaces the sentence that the director may leave; a sentence at the end of every exit of a question is
    written once; a chart that is not whole leaves out notes in words. With *laws_once* the law of a ruling is written
    once.
    """
    unsaid = ("leave",) if chart.whole else ("leave", "words")
    parts = []
    for part in chart.parts:
        first = tuple(sentence for sentence in part.first if sentence.kind not in unsaid)
        whatever = _whatever(part, unsaid)
        short = tuple(_terse(exit, {*whatever}, unsaid, laws_once=laws_once) for exit in part.exits)
        parts.append(replace(part, first=first, exits=short, whatever=whatever))
    return replace(chart, parts=tuple(parts))


def _whatever(part: Part, unsaid: Collection[str]) -> tuple[Sentence, ...]:
    """Return the sentences common to all rulings of a question, if its exits are several rulings and nothing else."""
    if len(part.exits) < 2 or any(exit.outcome is None for exit in part.exits):
        return ()
    sentences = part.exits[0].then
    return tuple(
        sentence
        for sentence in sentences
        if sentence.kind not in unsaid and all(sentence in exit.then for exit in part.exits)
    )


def _terse(exit: Exit, whatever: Collection[Sentence], unsaid: Collection[str], *, laws_once: bool) -> Exit:
    if exit.outcome is None:
        return exit
    law = exit.outcome.law if laws_once else None
    left = [sentence for sentence in exit.then if sentence not in whatever and sentence.kind not in unsaid]
    then = tuple(replace(sentence, law="") if sentence.law == law else sentence for sentence in left)
    leave = any(sentence.kind == "leave" for sentence in exit.then)
    options = tuple((words, "" if of == law else of) for words, of in exit.options)
    return replace(exit, options=options, then=then, outcome=replace(exit.outcome, leave=leave))
