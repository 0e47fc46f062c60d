"""Worked examples of the auction (`tests/data/worked_rulings.jsonl`), ruled by the laws.

ARBITRAGE_CASES names another file of the same form. This file has a director's input for each case: the auction on the
pad, then his answers. The expected ruling is that of the case.
"""

import json

import pytest

from rulings.auction import Auction
from rulings.bridge import Seat
from rulings.engine.inquiry import Asking, Waiting
from rulings.engine.roles import with_roles
from rulings.laws2017 import LAWS
from rulings.table import Silent, Table
from tests.rulings.test_shared_cases import FILE

TOPICS = {"insufficient_bid": 8, "call_out_of_turn": 10, "inadmissible_call": 4, "change_of_call": 3}
"""Number of cases of each topic; simultaneous calls are among the simultaneous plays."""

TOLD = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]
CASES = {told["id"]: told for told in TOLD if told["topic"] in TOPICS or told["id"] == "DER-S03"}

REFUSED = {"meant": "yes", "accepts": "refuse"}
AT_HIS_TURN = {"accepts": "refuse", "next_call": "reached"}
WORDS = {"23_first": "as the case says", "23_new": "as the case says"}


def table(auction: str, *silent: Silent) -> dict[str, str]:
    return {"table": str(Table(auction=Auction.parse(auction), silent=silent))}


def ruled(law: str, *facts: dict[str, str]):
    """Return the state after these answers, which must be a ruling."""
    answers = {name: value for fact in facts for name, value in fact.items()}
    state = LAWS[law].step(answers)
    assert not isinstance(state, Asking), state.question.id
    return state


def silenced(state) -> list[str]:
    passes = [effect for effect in state.ruling.rectifications if effect.effect == "MUST_PASS"]
    return [f"{player} {effect.lasts}" for effect in passes for player in effect.players]


def effects(state) -> list[str]:
    return [effect.effect for effect in state.ruling.rectifications]


def noted_where_arguable(name: str, state) -> bool:
    """Is the case certain, or does its ruling have a note to the director?"""
    return CASES[name]["confidence"] == "high" or "NOTE" in effects(state)


def may_cost_a_lead(state) -> bool:
    return "MAY_FORBID" in effects(state)


def expected(name: str) -> dict:
    return CASES[name]["expected"]


def comparable(answer: bool) -> dict[str, str]:
    return WORDS | {"23_comparable": "same" if answer else "no"}


def test_every_case_of_the_auction_is_among_those_tried():
    assert {topic: sum(told["topic"] == topic for told in CASES.values()) for topic in TOPICS} == TOPICS
    tried = {name for function in globals().values() for name in getattr(function, "cases", ())}
    assert tried == set(CASES)


def case(*names: str):
    def mark(function):
        function.cases = names
        return function

    return mark


# Insufficient bids


@case("PUB-I03")
def test_accepted_by_calling_over_it():
    state = ruled("27", table("N:1S 1H 2C"), {"meant": "yes"})
    assert expected("PUB-I03")["insufficient_bid_accepted"] is (state.ruling.law == "27A1")
    assert (silenced(state), state.ruling.duties) == ([], ())


@case("DER-I03", "PUB-I05")
def test_replaced_by_a_pass():
    for name, auction in (("DER-I03", "S:1S 2C 1NT"), ("PUB-I05", "W:1NT 2S 2D")):
        state = ruled("27", table(auction), REFUSED, {"choice": "other", "replacement": "Pass"})
        assert expected(name)["partner_silenced"] == "whole auction"
        assert silenced(state) == ["partner rest_of_auction"]
        assert may_cost_a_lead(state) is expected("DER-I03")["lead_restrictions_possible"]
    ended = Auction.parse("W:1NT 2S 2D~ Pass Pass Pass")
    assert f"{ended.contract} by {ended.contract.declarer}" == expected("PUB-I05")["contract"]


@case("PUB-I08")
def test_not_the_same_denomination_where_the_first_bid_showed_none():
    assert expected("PUB-I08")["2C_under_27B1a"] is False
    answers = {"choice": "comparable", "replacement": "2C"}
    state = ruled("27", table("N:1C Pass 1C"), REFUSED, answers, comparable(False))
    assert silenced(state) == ["partner rest_of_auction"]
    assert noted_where_arguable("PUB-I08", state)


@case("PUB-I10")
def test_replaced_by_a_call_with_the_same_meaning():
    answers = {"choice": "comparable", "replacement": "5H"}
    same = comparable(expected("PUB-I10")["comparable"])
    state = ruled("27", table("N:1S Pass 4NT Pass 4H"), REFUSED, answers, same)
    assert state.ruling.law == "27B1(b)"
    assert bool(silenced(state)) is expected("PUB-I10")["partner_silenced"]
    assert noted_where_arguable("PUB-I10", state)


@case("DER-I06")
def test_insufficient_and_out_of_rotation():
    state = ruled("27", table("S:1S N/1H"))
    assert [effect.to for effect in state.ruling.rectifications] == [expected("DER-I06")["law_applied"]]


@case("DER-I07", "DER-P-I12")
def test_replaced_before_the_ruling():
    now = table("N:1S 1H E/2H")
    accepted = ruled("27", now, {"meant": "yes", "accepts_replaced": "accept"})
    assert expected("DER-I07")["accept_still_possible"] is (accepted.ruling.law == "27A1")
    assert expected("DER-P-I12")["substitution_stands_unless"] == "LHO accepts the insufficient bid"
    refused = ruled("27", now, {"meant": "yes", "accepts_replaced": "refuse", "which_replacement": "same"})
    assert (refused.ruling.law, silenced(refused)) == ("27C", [])


# Calls out of turn


@case("DER-O24", "DER-P-O09")
def test_a_bid_before_the_right_hand_opponent_who_passes():
    for name in ("DER-O24", "DER-P-O09"):
        state = ruled("29", table("N:E/1D"), AT_HIS_TURN, {"rho_passes": "yes"})
        assert state.ruling.law == "31A1"
        assert expected(name).get("must_repeat") == "1D" or expected(name)["must_repeat_call"] is True
        assert (silenced(state), may_cost_a_lead(state)) == ([], False)


@case("PUB-O01")
def test_a_bid_at_his_partner_s_turn():
    case = expected("PUB-O01")
    state = ruled("29", table("E:W/2NT"), AT_HIS_TURN, {"replacement": "3NT"}, comparable(case["comparable"]))
    assert silenced(state) == [f"partner {case['partner_must_pass']}"]
    meanwhile = ruled("29", table("E:W/2NT"), {"accepts": "refuse"})
    assert isinstance(meanwhile, Waiting)
    told = next(effect for effect in meanwhile.ruling.rectifications if effect.law == "16C2")
    known = with_roles({"offender": "W"})
    assert [known[who] for who in told.ui_for] == case["unauthorised_for"]


@case("PUB-O13", "PUB-O12", "PUB-O06", "PUB-O11")
@pytest.mark.parametrize(
    ("name", "key", "auction", "replacement", "passes"),
    [
        ("PUB-O13", "comparable", "W:N/2D", "2H", {"rho_passes": "no"}),
        ("PUB-O12", "double_comparable", "W:N/1C", "X", {"rho_passes": "no"}),
        ("PUB-O12", "2C_comparable", "W:N/1C", "2C", {"rho_passes": "no"}),
        ("PUB-O06", "comparable", "N:E/1H", "X", {"rho_passes": "no"}),
        ("PUB-O11", "redouble_comparable", "W:E/1C", "XX", {}),
        ("PUB-O11", "2NT_comparable", "W:E/1C", "2NT", {}),
    ],
)
def test_whether_the_call_made_in_turn_is_comparable_decides(name, key, auction, replacement, passes):
    comparable_call = expected(name)[key]
    state = ruled("29", table(auction), AT_HIS_TURN, {"replacement": replacement}, passes, comparable(comparable_call))
    assert silenced(state) == ([] if comparable_call else ["partner once"])
    assert may_cost_a_lead(state) is not comparable_call
    assert [duty.law for duty in state.ruling.duties] == (["23C"] if comparable_call else ["26B", "72C"])
    assert noted_where_arguable(name, state)


@case("DER-O30")
def test_three_passes_and_one_who_never_had_his_turn():
    auction_read = Auction.parse("S:1NT Pass Pass S/Pass W/Pass")
    assert (auction_read.over, auction_read.turn) == (
        expected("DER-O30")["auction_over"],
        Seat(expected("DER-O30")["reverts_to"]),
    )
    assert ruled("34", table(str(auction_read))).ruling.law == "17D3"


@case("DER-O31", "DER-O32")
def test_a_call_changed_on_purpose():
    later = ruled("25", table("S:2H S/3H 3S"), {"meant": "yes"}, comparable(False))
    assert (later.ruling.law, expected("DER-O31")["second_call_stands"]) == ("25B1", "3H")
    refused = ruled("25", table("S:2H S/3H"), {"meant": "yes", "accepts_second": "refuse"}, comparable(False))
    stands = [effect.what for effect in refused.ruling.rectifications if effect.effect == "ACCEPT"]
    assert (refused.ruling.law, stands, expected("DER-O32")["call_standing"]) == ("25B2", ["first_call"], "2H")
    assert next(effect for effect in refused.ruling.rectifications if effect.effect == "INFO").ui_for == (
        "offending_side",
    )


@case("DER-S03")
def test_two_calls_at_once():
    assert [entry.split()[0] for entry in expected("DER-S03")["deemed_order"]] == ["E", "S"]
    after = Auction.parse("E:1S 1H")
    assert [irregularity.value for irregularity in after.irregular().shown] == ["insufficient"]
    state = ruled("33", {"offender": "S", "call": "1H", "then": "insufficient"})
    assert [effect.to for effect in state.ruling.rectifications] == ["27"]


# Changes of call


@case("PUB-H06", "PUB-H02")
def test_a_wrong_card_is_put_right_while_his_partner_has_not_called():
    answers = {"meant": "no", "partner_called": "no", "period_over": "no", "merits": "legal"}
    announced = ruled(
        "25", {"offender": "N", "first_call": "1NT", "second_call": "1S", "lho_over_first": "no"}, answers
    )
    assert (announced.ruling.law == "25A1") is expected("PUB-H06")["change_allowed"]
    passed = ruled("25", {"offender": "N", "first_call": "2NT", "second_call": "2H", "lho_over_first": "yes"}, answers)
    assert (passed.ruling.law == "25A1") is expected("PUB-H02")["change_allowed"]
    assert ("INFO" in effects(passed)) is expected("PUB-H02")["LHO_may_change"]


@case("PUB-H01")
def test_an_ace_found_too_late():
    state = ruled("25", {"offender": "N", "first_call": "Pass", "meant": "yes", "changed": "no"})
    assert (state.ruling.law == "25A1") is expected("PUB-H01")["change_allowed"]


# Inadmissible calls


@case("PUB-X01")
def test_a_double_of_his_partner_s_bid():
    state = ruled("36", table("E:1NT Pass X"), {"meant": "yes"})
    assert ("CANCEL" in effects(state)) is expected("PUB-X01")["double_cancelled"]
    assert ("ACCEPT" in effects(state)) is expected("PUB-X01")["accept_allowed"]
    assert silenced(state) == ["partner rest_of_auction"]
    later = {"next_call": "reached", "replacement": "2C"}
    state = ruled("36", table("E:1NT Pass X"), {"meant": "yes"}, later, comparable(False))
    assert may_cost_a_lead(state) is expected("PUB-X01")["lead_restrictions_possible"]


@case("DER-X02")
def test_a_bid_by_a_player_who_had_to_pass_called_over():
    state = ruled("37", table("N:2S 3C", Silent(Seat.N, "rest_of_auction")))
    assert ("ACCEPT" in effects(state)) is expected("DER-X02")["bid_stands"]
    assert may_cost_a_lead(state) is expected("DER-X02")["lead_restrictions"]
    assert silenced(state) == ["offender rest_of_auction"]
    assert silenced(ruled("37", table("N:2S 3C", Silent(Seat.N, "once")))) == []


@case("DER-X05", "PUB-X05")
def test_calls_after_the_end():
    again = ruled("39", table("N:4S Pass Pass Pass E/Pass"))
    assert (again.ruling.law, may_cost_a_lead(again)) == ("39B", False)
    assert expected("DER-X05")["further_rectification"] is None
    wrong = "N:Pass 1NT 2S Pass 3H Pass Pass Pass 3S Pass Pass Pass"
    assert str(Auction.parse(wrong).contract) == expected("PUB-X05")["contract"]
    state = ruled("39", table(wrong))
    assert ("ACCEPT" in effects(state)) is expected("PUB-X05")["acceptable"]


# Answers from the auction are not asked


def test_a_director_who_has_noted_the_auction_is_never_asked_who_called_what():
    asked = []
    answers = table("N:1S 1H") | {}
    while isinstance(state := LAWS["27"].step(answers), Asking):
        asked.append(state.question.id)
        answers[state.question.id] = state.question.values[-1] if state.question.id != "replacement" else "Pass"
        if state.question.id == "choice":
            answers["choice"] = "other"
        if state.question.id == "meant":
            answers["meant"] = "yes"
    assert asked == ["meant", "accepts", "choice", "replacement"]
    answers = table("N:S/1D")
    assert LAWS["29"].step(answers).question.id == "accepts"
