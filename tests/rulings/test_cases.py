"""The case tables: worked examples a director can write and check."""

import pytest

from rulings import door
from rulings.inquiry import Waiting
from rulings.laws2017 import LAWS
from rulings.register import ROWS
from rulings.text import translator
from tests.rulings.conftest import all_cases, cases_by_row

BOARD_FACTS = {"contract", "vul", "tricks", "declarer", "tricks_without"}


@pytest.mark.parametrize(("law", "case"), all_cases(), ids=[case["name"] for _, case in all_cases()])
def test_case(law, case):
    state = LAWS[law].step(case["answers"])

    assert not hasattr(state, "question"), f"still asks {state.question.id}"
    assert getattr(state, "moment", None) is (state.moment if "waiting" in case else None)
    if "waiting" in case:
        assert isinstance(state, Waiting) and state.moment.value == case["waiting"]
    assert state.ruling.law == case["ruling"]
    unused = set(case["answers"]) - set(state.questions) - BOARD_FACTS
    assert unused == set(), "answers that no question asked for"
    if "effects" in case:
        assert [f"{one.effect} {one.law}" for one in state.ruling.rectifications] == case["effects"]
    if "duties" in case:
        assert [f"{duty.law} {duty.when.value}" for duty in state.ruling.duties] == case["duties"]
    if "opens" in case:
        assert [duty.opens for duty in state.ruling.duties] == case["opens"]
    if "lasts" in case:
        restrictions = [one.lasts for one in state.ruling.rectifications if one.effect == "LEAD_RESTRICTION"]
        assert restrictions == [case["lasts"]]
    if "kinds" in case:
        kinds = [one.kind for one in state.ruling.rectifications if one.effect == "PENALTY_CARD"]
        assert kinds == case["kinds"]
    if "closes" in case:
        assert state.ruling.closes is case["closes"]
    if "automatic" in case:
        moved = [one.tricks for one in state.ruling.rectifications if one.effect == "TRICK_TRANSFER"]
        assert moved == [case["automatic"]]
    if "score_ns" in case:
        score = door.ask(law, case["answers"], translator("en"))["score"]
        expected = (case["tricks"], case["result"], case["score_ns"])
        assert (score["tricks"], score["result"], score["score_ns"]) == expected


def test_every_row_ruled_here_has_a_case():
    rows = {f"{law}.{row}" for law, names in ROWS.items() for row in names}
    assert rows - set(cases_by_row()) == set()


def test_every_case_names_rows_that_exist():
    rows = {f"{law}.{row}" for law, names in ROWS.items() for row in names}
    assert set(cases_by_row()) - rows == set()


def test_no_two_cases_share_a_name():
    names = [case["name"] for _, case in all_cases()]
    assert len(names) == len(set(names))
