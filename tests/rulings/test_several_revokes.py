"""What adds up over the revokes of one board (LAWS 8.5), from the rulings of their inquiries."""

import pytest

from rulings.bridge import Seat, parse_contract
from rulings.inquiry import Ruled
from rulings.laws2017 import LAWS
from rulings.outcome import outcome

BY_EAST = {"able": "yes", "declarer": "E", "noticed": "cards_out", "since": "played", "exclusion": "none", "line": ""}
BY_SOUTH = BY_EAST | {"declarer": "S"}


def ended(answers):
    state = LAWS["64"].step(answers)
    assert isinstance(state, Ruled)
    return state.ruling.as_json(), answers


def entered(contract, declarer, tricks, vul, *inquiries):
    return outcome(parse_contract(contract).by(Seat(declarer)), tricks, vul, [ended(answers) for answers in inquiries])


def revoke(base, offender, trick, winner, after, **others):
    given = {"offender": offender, "trick": str(trick), "winner": winner, "tricks_after": str(after), "equity": "no"}
    return base | given | others


def test_two_revokes_of_one_side_in_different_suits_add_up():
    found = entered("4H", "E", 8, "None", revoke(BY_EAST, "S", 3, "S", 3), revoke(BY_EAST, "S", 7, "S", 2))
    assert (found.rectified, found.tricks, found.score) == (12, 12, -480)


def test_a_repeated_revoke_in_the_suit_adds_nothing():
    again = BY_SOUTH | {"offender": "E", "trick": "6", "exclusion": "repeated", "equity_repeated": "no"}
    found = entered("4S", "S", 8, "None", revoke(BY_SOUTH, "E", 4, "E", 3), again)
    assert (found.rectified, found.law) == (10, "64A1, 64B2")


def test_a_side_gives_back_no_more_than_it_won_from_its_first_revoke_on():
    found = entered("3NT", "S", 11, "None", revoke(BY_SOUTH, "W", 3, "W", 1), revoke(BY_SOUTH, "E", 5, "E", 0))
    assert found.rectified == 13


def test_established_revokes_of_both_sides_cancel_even_when_ruled_apart():
    found = entered("4S", "S", 9, "NS", revoke(BY_SOUTH, "W", 3, "W", 2), revoke(BY_SOUTH, "S", 5, "S", 4))
    assert (found.rectified, found.tricks, found.law) == (9, 9, "64B7")


def test_revokes_corrected_on_both_sides_do_not_cancel_a_later_one():
    corrected = BY_SOUTH | {"offender": "S", "trick": "2", "since": "both", "equity_both": "nobody"}
    found = entered("4S", "S", 9, "NS", corrected, revoke(BY_SOUTH, "W", 4, "W", 2))
    assert (found.rectified, found.score) == (11, 650)


def test_equity_replaces_the_transfer_only_when_it_is_better_for_the_other_side():
    better = revoke(BY_SOUTH, "W", 3, "N", 5, equity="yes", tricks_without="9")
    worse = revoke(BY_SOUTH, "W", 3, "N", 5, equity="yes", tricks_without="6")
    assert (entered("3NT", "S", 6, "None", better).tricks, entered("3NT", "S", 6, "None", better).law) == (9, "64C1")
    assert (entered("3NT", "S", 6, "None", worse).tricks, entered("3NT", "S", 6, "None", worse).law) == (7, "64A2")


@pytest.mark.parametrize("missing", ["offender", "declarer"])
def test_the_sides_must_be_known_before_tricks_can_move(missing):
    answers = revoke(BY_SOUTH, "W", 4, "N", 2, revoker="defender", won_by="opponents")
    answers = {name: value for name, value in answers.items() if name not in (missing, "winner")}
    if missing == "declarer":
        answers.pop("offender")
    ruling = LAWS["64"].step(answers).ruling.as_json()
    if missing == "offender":  # a defender against South is East-West whoever he is
        assert outcome(parse_contract("3NT").by(Seat.S), 9, "None", [(ruling, answers)]).tricks == 10
    else:
        with pytest.raises(ValueError, match="who revoked"):
            outcome(parse_contract("3NT").by(Seat.S), 9, "None", [(ruling, answers)])
