"""The score of a board where a ruling assigns another contract, or a claim was ruled."""

import pytest

from rulings.bridge import Contract, Denomination, Seat
from rulings.engine.ruling import AssignedScore, AwardTricks, Ruling, TransferTricks
from rulings.scores.outcome import Unsettled, outcome, overtaken, told_twice, transfers

SPADES = Contract(4, Denomination.S, 0, Seat.S)
FACTS = {"offender": "S", "declarer": "S"}


def ended(*effects, **facts):
    return Ruling("12", "", effects).as_json(), FACTS | facts


ELSEWHERE = AssignedScore(
    law="16B3",
    tricks="probable_tricks",
    favours="non_offending_side",
    contract="probable_contract",
    declarer="probable_declarer",
)


@pytest.mark.parametrize(
    ("facts", "tricks", "score", "contract"),
    [
        (
            {"probable_contract": "4H", "probable_declarer": "W", "probable_tricks": "10"},
            10,
            -420,
            Contract(4, Denomination.H, 0, Seat.W),
        ),
        ({"probable_contract": "3S", "probable_tricks": "10"}, 10, 170, Contract(3, Denomination.S, 0, Seat.S)),
        ({"probable_contract": "Pass", "probable_tricks": "0"}, 0, 0, "Pass"),
        ({"probable_contract": "7NT", "probable_tricks": "13"}, 10, 420, None),
    ],
    ids=["the other side declares", "a partial score", "passed out", "the table's result is better for the protected"],
)
def test_a_probable_result_in_another_contract_is_entered_where_it_is_better_for_the_side_protected(
    facts, tricks, score, contract
):
    entered = outcome(SPADES, 10, "None", [ended(ELSEWHERE, **facts)])
    assert (entered.tricks, entered.score, entered.contract, entered.law) == (
        tricks,
        score,
        contract,
        "16B3" if contract else "",
    )


def test_it_is_compared_with_the_result_after_the_tricks_moved():
    moved = ended(TransferTricks(law="64A1", tricks=2))
    facts = {"probable_contract": "3S", "probable_tricks": "9"}
    assert outcome(SPADES, 10, "None", [moved, ended(ELSEWHERE, **facts)]).score == -100


def test_another_contract_needs_its_declarer():
    inquiry = ended(ELSEWHERE, probable_contract="4H", probable_tricks="10", declarer="?")
    with pytest.raises(Unsettled, match="declarer"):
        outcome(SPADES, 10, "None", [inquiry])


def test_a_claim_gives_the_tricks_played_and_a_revoke_moves_more():
    claim = ended(AwardTricks(law="70A", tricks="declarer_tricks"), declarer_tricks="9")
    assert outcome(SPADES, 13, "None", [claim]).score == -50
    entered = outcome(SPADES, 13, "None", [claim, ended(TransferTricks(law="64A2", tricks=1))])
    assert (entered.played, entered.tricks, entered.score) == (9, 8, -100)


def test_two_rulings_that_contradict_each_other_on_a_revoke_do_not_tell_it_twice():
    """The page of the score asks to correct one of them."""
    told = [ended(TransferTricks(law="64A1", tricks=tricks), trick="3", offender="S") for tricks in (1, 2)]
    with pytest.raises(Unsettled, match="trick 3"):
        transfers(told)
    assert told_twice(told) is False
    assert told_twice([told[0], told[0]]) is True
    assert told_twice(told[:1]) is False


def test_a_revoke_whose_side_is_not_known_takes_no_part_in_which_revoke_overtakes_the_other():
    unknown = ended(TransferTricks(law="64A1", tricks=1), offender="?", declarer="?")
    with pytest.raises(Unsettled):
        transfers([unknown])
    assert overtaken([unknown, ended(TransferTricks(law="64A1", tricks=1))]) == {}
