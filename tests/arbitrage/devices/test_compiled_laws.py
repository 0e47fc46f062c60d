"""The laws as a device downloads them: beside the words of each ruling, the effects that the device needs."""

import pytest
from django.utils import translation

from arbitrage.pages.devices.compiled_laws import ruling_in_words
from rulings.engine.inquiry import compile_tree
from rulings.laws2017 import LAWS


@pytest.fixture(scope="module")
def rulings() -> list[tuple[str, dict]]:
    """Every ruling that a compiled law can end in, with the number of its law."""
    return [
        (law.id, node["ruling"]) for law in LAWS.values() for node in compile_tree(law)["nodes"] if "ruling" in node
    ]


def test_a_device_forgets_presumed_declarers_exactly_after_a_ruling_that_changes_declarer(rulings):
    """Law 54A: dummy becomes declarer when declarer spreads his hand after an opening lead out of turn."""
    changing = [(law, ruling) for law, ruling in rulings if "DECLARER_IS" in effects(ruling)]
    told = [(law, ruling) for law, ruling in rulings if ruling_in_words(ruling).get("declares")]
    assert told == changing
    assert {law for law, _ruling in told} == {"54"}


def test_a_device_is_told_to_stay_or_to_leave_as_the_ruling_says(rulings):
    told = set()
    with translation.override("en"):
        for law, ruling in rulings:
            presence = [one for one in ruling["rectifications"] if one["effect"] == "TD_PRESENCE" and one["text"]]
            compiled = ruling_in_words(ruling)
            leave = [one["text"] for one in presence if one["do"] == "LEAVE"]
            stay = [(one["text"], one["do"] == "STAY") for one in presence if one["do"] != "LEAVE"]
            assert [line["text"] for line in compiled.get("leave", [])] == leave, law
            assert [(line["text"], line.get("now", False)) for line in compiled.get("stay", [])] == stay, law
            told |= {one["do"] for one in presence}
    assert told >= {"LEAVE", "STAY"}


def effects(ruling: dict) -> set[str]:
    return {rectification["effect"] for rectification in ruling["rectifications"]}
