"""Law 21 with an auction: which call may still be changed is seen, and a change is entered in the auction."""

import re

import pytest

from rulings.auction import Auction
from rulings.bridge import Seat
from rulings.engine.inquiry import Waiting, questions_of
from rulings.engine.questions import WhichSeat
from rulings.laws2017 import LAWS
from rulings.laws2017.law_21_misinformation import NOBODY_HAS_CALLED
from rulings.table import Table
from rulings.table_from_log import entries, folded

TOLD = {"kind": "explanation", "explainer": "N", "said": "", "agreement": "", "shown": "explanation_wrong"}
AUCTION = TOLD | {"stage": "auction"}
CHANGES = {"influenced": "yes", "changes_call": "change", "replacement": "X"}


def table(calls: str) -> Table:
    return Table(auction=Auction.parse(calls))


@pytest.mark.parametrize(
    ("calls", "misled", "next_question"),
    [
        ("N:2D Pass 2H", "E", "influenced"),
        ("N:2D Pass 2H Pass Pass", "E", "would_have"),
        ("N:2D Pass 2H", "W", "partner_called"),
        ("", "E", "partner_called"),
    ],
    ids=["his partner has not called", "his partner has called", "he has not called himself", "no auction is known"],
)
def test_whether_his_partner_has_called_since_is_seen(calls, misled, next_question):
    known = AUCTION | {"misled": misled} | ({"table": str(table(calls))} if calls else {})
    state = LAWS["21"].step(known)
    found = "would_have" if not hasattr(state, "question") else state.question.id
    assert found == next_question


def test_a_call_that_is_changed_falls_and_the_new_one_is_entered():
    start = table("N:2D Pass")
    answers = AUCTION | {"misled": "E", "table": str(start)} | CHANGES
    after = folded(start, entries(LAWS["21"], answers, "1"))
    calls = [(made.seat, made.call, made.stands) for made in after.auction.calls]
    assert calls == [(Seat.N, "2D", True), (Seat.E, "Pass", False), (Seat.E, "X", True)]
    assert after.auction.turn is Seat.S


def test_the_call_taken_back_is_not_asked():
    known = AUCTION | {"misled": "E", "influenced": "yes", "changes_call": "change", "table": str(table("N:2D Pass"))}
    state = LAWS["21"].step(known)
    assert state.question.id == "replacement"
    assert ("call", "Pass") in {(step.question.id, step.value) for step in state.trail}


def test_a_question_for_an_opponent_or_a_defender_leaves_nobody_else():
    """Of every law; in 47D nobody has been named whose opponent it could be."""
    unbounded = {
        (law.id, name)
        for law in LAWS.values()
        for name, question in questions_of(law).items()
        if isinstance(question, WhichSeat) and re.match("Which (opponent|defender)", question.text)
        if question.among is None
    }
    assert unbounded == {("47", "offender")}


def test_where_no_opponent_has_called_on_it_no_call_is_changed():
    step = LAWS["21"].step(AUCTION | {"misled_called": "no"})
    assert isinstance(step, Waiting)
    assert step.ruling.text == NOBODY_HAS_CALLED
