"""Sequences of irregularities on one board: each ruling takes the earlier ones into account (LAWS.md 1.6)."""

import tomllib

import pytest

from rulings.commands import table as table_commands
from rulings.engine.inquiry import Asking
from rulings.engine.roles import with_roles
from rulings.engine.text import plain, translator
from rulings.laws2017 import LAWS
from tests.rulings.conftest import HERE
from tests.rulings.test_table import in_short

SEQUENCES = [
    sequence
    for file in sorted((HERE / "sequences" / "play").glob("*.toml"))
    for sequence in tomllib.loads(file.read_text(encoding="utf-8"))["sequence"]
]
LIES = ("penalty_cards", "restrictions", "must_pass", "declarer")


def entry_of(step):
    """Return the step as the table's log writes it."""
    if "law" in step:
        return {"law": step["law"], "answers": step["answers"]}
    return {name: step[name] for name in ("said", "seat", "card", "kind", "how", "suits") if name in step}


@pytest.mark.parametrize("sequence", SEQUENCES, ids=[sequence["name"] for sequence in SEQUENCES])
def test_each_irregularity_is_ruled_on_after_those_before_it(sequence):
    log = []
    for step in sequence["steps"]:
        if "law" in step:
            before = table_commands.after(log)
            state = LAWS[step["law"]].step(before.facts() | step["answers"])
            if "asks" in step:
                assert isinstance(state, Asking) and state.question.id == step["asks"], step["what"]
                continue
            assert not isinstance(state, Asking), (step["what"], state.question.id)
            assert step.get("skip_ruling") or state.ruling.law == step["ruling"], step["what"]
            effects = state.ruling.rectifications
            assert [
                effect.to
                for effect in effects
                if effect.effect == "SEND" and effect.to == "50-table" or "sends" in step and effect.effect == "SEND"
            ] == step.get("sends", []), step["what"]
            known = with_roles(before.facts() | step["answers"] | state.read)
            spoken = {
                plain(text, known, translator("en"))
                for text in (state.ruling.text, *(effect.text for effect in effects))
            }
            assert set(step.get("says_en", ())) <= spoken, step["what"]
            for text in (state.ruling.text, *(effect.text for effect in effects)):
                assert plain(text, known, translator("fr")) != plain(text, known, translator("en")) or not text
        log.append(entry_of(step))
        lies = in_short(table_commands.described(table_commands.after(log)))
        assert {name: lies[name] for name in LIES if name in step} == {
            name: step[name] for name in LIES if name in step
        }, step["what"]


def test_every_sequence_has_a_name_of_its_own_and_says_where_it_comes_from():
    names = [sequence["name"] for sequence in SEQUENCES]
    assert len(set(names)) == len(names) >= 40
    assert all(sequence["source"] and sequence["steps"] for sequence in SEQUENCES)
