"""Worked examples on the play (`tests/data/worked_rulings.jsonl`), ruled by the laws. The director's answers are in
`cases/shared_play.toml`, with the expected ruling, which is compared with the effects and with the table."""

import json
import tomllib
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pytest

from rulings.bridge import Seat, Side
from rulings.engine.inquiry import Ruled
from rulings.engine.roles import resolved, with_roles
from rulings.laws2017 import LAWS
from rulings.table import Said
from rulings.table_from_log import entries, folded, of_board
from tests.rulings.conftest import HERE
from tests.rulings.test_shared_cases import FILE

ANSWERED: dict[str, Any] = tomllib.loads((HERE / "cases" / "shared_play.toml").read_text(encoding="utf-8"))
TOPICS = ("lead_out_of_turn", "penalty_card", "premature_play", "simultaneous", "play_out_of_turn", "dummy")
ELSEWHERE = {
    "DER-S03": "law_33.toml",
    "PUB-L17": "law_24.toml",
    "PUB-D02": "law_45C4.toml",
    "PUB-D03": "law_45C4.toml",
    "PUB-D09": "law_45C4.toml",
    "DER-O03": "law_45.toml",
    "DER-O08": "law_46.toml",
}
"""Cases that another file tests."""


def cases() -> dict[str, dict[str, Any]]:
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return {case["id"]: case for case in map(json.loads, lines) if case["topic"] in TOPICS}


CASES = cases()


@dataclass(frozen=True)
class Come:
    """The outcome of one case: the ruling, its effects with seats and cards, and the table that it leaves."""

    name: str

    @cached_property
    def state(self) -> Ruled:
        answered = ANSWERED[self.name]
        state = LAWS[answered["law"]].step(answered["answers"])
        assert isinstance(state, Ruled)
        return state

    def effects(self, name: str) -> list[dict[str, Any]]:
        known = with_roles(ANSWERED[self.name]["answers"] | self.state.read)
        resolved_effects = [resolved(effect.as_json(), known) for effect in self.state.ruling.rectifications]
        return [effect for effect in resolved_effects if effect["effect"] == name]

    @cached_property
    def table(self) -> Any:
        answered = ANSWERED[self.name]
        before = [Said("lies", card) for card in answered.get("lying", ())]
        return folded(of_board({}), [*before, *entries(LAWS[answered["law"]], answered["answers"])])


@pytest.fixture(params=[name for name in ANSWERED if name in CASES])
def come(request) -> Come:
    return Come(request.param)


def seats(names: list[str]) -> set[Seat]:
    return {seat for name in names for seat in (Side(name).seats if name in tuple(Side) else (Seat(name),))}


def test_every_case_is_answered():
    assert set(CASES) - set(ANSWERED) - set(ELSEWHERE) == set()
    assert set(ANSWERED) - set(CASES) == set()


def test_the_answers_lead_to_a_ruling_and_each_was_asked_for(come: Come):
    assert set(ANSWERED[come.name]["answers"]) - set(come.state.questions) - {"declarer"} == set()


def test_the_penalty_cards_are_those_that_lie_there_or_are_played_at_once(come: Come):
    expected = CASES[come.name]["expected"].get("penalty_cards", [])
    if any(card["seat"] not in tuple(Seat) for card in expected):  # cases without seats only give the kind
        assert [card.kind for card in come.table.cards] == [card["kind"] for card in expected]
        return
    if "penalty_cards" in CASES[come.name]["expected"]:
        lying = {(card.seat.value, str(card.card), card.kind) for card in come.table.cards}
        played = {(effect["player_is"], effect["card_is"], "major") for effect in at_once(come)}
        assert lying <= {(card["seat"], card["card"], card["kind"]) for card in expected} <= lying | played


def at_once(come: Come) -> list[dict[str, Any]]:
    return [effect for effect in come.effects("MUST_PLAY") if "card_is" in effect and effect["when"] == "now"]


def test_the_lead_is_restricted_as_expected(come: Come):
    expected = CASES[come.name]["expected"]
    if "lead_restriction" in expected:
        restriction = expected["lead_restriction"]
        bounds = [(bound.how, bound.suits) for bound in come.table.bounds]
        assert bounds == ([(restriction["type"], restriction["suit"])] if restriction else [])


def test_who_declares(come: Come):
    expected = CASES[come.name]["expected"].get("declarer")
    assert expected in (None, come.table.declarer)


def test_the_lead_is_accepted_or_not(come: Come):
    accepted = [effect for effect in come.effects("ACCEPT") if effect["what"] == "card"]
    expected = CASES[come.name]["expected"].get("lead_accepted")
    assert expected in (None, bool(accepted))


def test_the_card_goes_back_to_its_hand(come: Come):
    expected = CASES[come.name]["expected"].get("card_returned_to")
    if expected:
        back = [effect for effect in come.effects("WITHDRAW") if effect["to"] == "hand"]
        assert expected["seat"] in [effect["player_is"] for effect in back]
        assert expected.get("card") in (None, *(effect.get("card_is") for effect in back))


def test_the_card_that_must_be_played(come: Come):
    expected = CASES[come.name]["expected"]
    must = {(effect.get("player_is"), effect.get("card_is")) for effect in come.effects("MUST_PLAY")}
    stays = {(card.seat.value, str(card.card)) for card in come.table.cards}
    for forced in (expected.get("forced_lead"), expected.get("forced_play")):
        assert forced is None or (forced["seat"], forced["card"]) in must | stays


def test_who_may_not_use_what_was_seen(come: Come):
    expected = CASES[come.name]["expected"].get("unauthorised_for")
    if expected:
        told = seats([name for effect in come.effects("INFO") for name in effect.get("ui_for_is", [])])
        assert told == seats(expected)
