"""Comparison of two rulings: in every law, rulings that differ in any printed word count as different."""

import itertools
from collections.abc import Iterable

from django.utils import translation

from arbitrage.services.incidents.consequences import SAYS, says_the_same
from rulings.engine.roles import with_roles
from rulings.engine.ruling import Ruling
from rulings.engine.text import plain
from tests.rulings.conftest import every_law, paths

SAMPLES = {
    "seat": ("W", "E"),
    "card": ("S2", "HK"),
    "count": ("1", "2"),
    "suit": ("S", "H"),
    "denomination": ("S", "H"),
}


def rulings_of(law) -> Iterable[tuple[Ruling, list[tuple[dict[str, str], dict[str, str]]]]]:
    """Yield every ruling of a law once, with pairs of answers that both lead to it and differ in one answer."""
    seen = set()
    for path in paths(law):
        ruling = path.end.ruling
        if repr(ruling) in seen:
            continue
        seen.add(repr(ruling))
        samples = {step.question.id: SAMPLES.get(step.question.kind, ()) for step in path.end.trail}
        first = {name: values[0] for name, values in samples.items() if values}
        yield ruling, [(first, first | {name: samples[name][1]}) for name in first]


def outcome(ruling: Ruling, facts: dict[str, str]) -> dict:
    return ruling.as_json() | {"moment": "", "facts": facts}


def read_aloud(ruling: Ruling, facts: dict[str, str]) -> list[str]:
    known = with_roles(facts)
    texts = [ruling.text, *(effect.text for effect in (*ruling.rectifications, *ruling.duties))]
    return [plain(text, known, translation) for text in texts]


@every_law
def test_an_answer_that_changes_a_word_makes_another_ruling(law):
    for ruling, pairs in rulings_of(law):
        for was, now in pairs:
            if read_aloud(ruling, was) != read_aloud(ruling, now):
                assert not says_the_same(outcome(ruling, was), outcome(ruling, now)), (ruling.text, was, now)


@every_law
def test_an_answer_that_stands_in_no_sentence_makes_none(law):
    for ruling, _pairs in rulings_of(law):
        assert says_the_same(outcome(ruling, {"dealer": "N"}), outcome(ruling, {"dealer": "S"}))


def test_every_part_counts():
    parts = dict.fromkeys(SAYS, "one") | {"facts": {}}
    assert says_the_same(parts, dict(parts))
    for name, other in itertools.product(SAYS, ("two", "")):
        assert not says_the_same(parts, parts | {name: other})
