"""The sum of tricks over the revokes of one board (64A, 64B), from the rulings of their inquiries."""

import pytest

from rulings.bridge import Seat, parse_contract
from rulings.engine.inquiry import Ruled
from rulings.engine.ruling import AssignedScore, Ruling
from rulings.laws2017 import LAWS
from rulings.scores.outcome import outcome, overtaken, transfers

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
    result = entered("4H", "E", 8, "None", revoke(BY_EAST, "S", 3, "S", 3), revoke(BY_EAST, "S", 7, "S", 2))
    assert (result.rectified, result.tricks, result.score) == (12, 12, -480)


def test_a_repeated_revoke_in_the_suit_adds_nothing():
    again = BY_SOUTH | {"offender": "E", "trick": "6", "exclusion": "repeated", "equity_repeated": "no"}
    result = entered("4S", "S", 8, "None", revoke(BY_SOUTH, "E", 4, "E", 3), again)
    assert (result.rectified, result.law) == (10, "64A1, 64B2")


def test_a_side_gives_back_no_more_than_it_won_from_its_first_revoke_on():
    result = entered("3NT", "S", 11, "None", revoke(BY_SOUTH, "W", 3, "W", 1), revoke(BY_SOUTH, "E", 5, "E", 0))
    assert result.rectified == 13


def test_established_revokes_of_both_sides_cancel_even_when_ruled_apart():
    result = entered("4S", "S", 9, "NS", revoke(BY_SOUTH, "W", 3, "W", 2), revoke(BY_SOUTH, "S", 5, "S", 4))
    assert (result.rectified, result.tricks, result.law) == (9, 9, "64B7")


def test_revokes_corrected_on_both_sides_do_not_cancel_a_later_one():
    corrected = BY_SOUTH | {"offender": "S", "trick": "2", "since": "both", "equity_both": "nobody"}
    result = entered("4S", "S", 9, "NS", corrected, revoke(BY_SOUTH, "W", 4, "W", 2))
    assert (result.rectified, result.score) == (11, 650)


def test_a_side_that_won_no_later_trick_has_none_after_its_revoke_whatever_was_counted_before():
    """The only question is "Has the offending side won a later trick?"; if it is answered no, no later trick is
    counted."""
    first = revoke(BY_SOUTH, "W", 3, "W", 1) | {"later": "no"}
    assert ended(first)[0]["rectifications"]
    moved = transfers([ended(first)])
    assert [(transfer.trick, transfer.won) for transfer in moved] == [(3, 1)]


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
    if missing == "offender":  # any defender against South is East-West
        assert outcome(parse_contract("3NT").by(Seat.S), 9, "None", [(ruling, answers)]).tricks == 10
    else:
        with pytest.raises(ValueError, match="who revoked"):
            outcome(parse_contract("3NT").by(Seat.S), 9, "None", [(ruling, answers)])


def test_a_later_revoke_in_the_suit_that_alone_damaged_leaves_the_first_its_transfer():
    """64C2(a): 4S by South, seven tricks in play, eight without the second revoke, two for the first: ten, made."""
    first = revoke(BY_SOUTH, "E", 4, "E", 3)
    second = {"offender": "E", "trick": "6", "exclusion": "repeated", "equity_repeated": "yes"}
    result = entered("4S", "S", 7, "None", first, BY_SOUTH | second | {"tricks_without_later": "8"})
    assert (result.played, result.rectified, result.tricks, result.score) == (7, 9, 10, 420)
    assert result.law == "64C2(a)"


def in_two_spades(favours, tricks):
    """Rule that North-South or East-West would probably have played or defended two spades by South."""
    score = AssignedScore(law="16B3", tricks="t", favours="non_offending_side", contract="c", declarer="d")
    offender = {"NS": "E", "EW": "S"}[favours]
    facts = {"offender": offender, "declarer": "S", "c": "2S", "d": "S", "t": str(tricks)}
    return Ruling("16B3", "", (score,)).as_json(), facts


def test_a_result_in_another_contract_does_not_change_what_is_compared_with_it():
    """Of 4S by South the other revoke is worth ten tricks (64C2(a)), or nothing once both sides revoked (64C2(b))."""
    spades = parse_contract("4S").by(Seat.S)
    first = ended(revoke(BY_SOUTH, "E", 4, "E", 3))
    second = {"offender": "E", "trick": "6", "exclusion": "repeated", "equity_repeated": "yes"}
    later = ended(BY_SOUTH | second | {"tricks_without_later": "8"})
    result = outcome(spades, 7, "None", [first, later, in_two_spades("NS", 8)])
    assert (result.tricks, result.score, result.law, result.contract) == (10, 420, "64C2(a)", None)
    equity = ended(revoke(BY_SOUTH, "E", 3, "E", 1, equity="yes", tricks_without="12"))
    both = ended(BY_SOUTH | {"offender": "S", "trick": "9", "exclusion": "both", "equity_both": "nobody"})
    result = outcome(spades, 9, "None", [equity, both, in_two_spades("NS", 8)])
    assert (result.tricks, result.score, result.law) == (8, 110, "16B3")


def test_when_both_sides_have_revoked_what_was_announced_is_withdrawn_and_equity_is_that_of_no_revoke():
    """64B7, 64C2(b): 3NT by East, eight tricks; two were announced for South's revoke before East's came to light."""
    announced = revoke(BY_EAST, "S", 3, "S", 4)
    assert entered("3NT", "E", 8, "None", announced).tricks == 10
    both = BY_EAST | {"offender": "E", "trick": "9", "exclusion": "both"}
    undamaged = entered("3NT", "E", 8, "None", announced, both | {"equity_both": "nobody"})
    assert (undamaged.rectified, undamaged.tricks, undamaged.law) == (8, 8, "64B7")
    probable = both | {"equity_both": "offenders", "tricks_without": "9"}
    result = entered("3NT", "E", 8, "None", announced, probable)
    assert (result.rectified, result.tricks, result.score, result.law) == (8, 9, -400, "64C2(b)")


def test_one_ruling_that_says_both_sides_revoked_cancels_every_transfer_of_the_board():
    """64B7: East revoked twice, and South's revoke was never ruled on by itself."""
    both = BY_SOUTH | {"offender": "E", "trick": "9", "exclusion": "both", "equity_both": "nobody"}
    first = revoke(BY_SOUTH, "E", 3, "E", 4, equity="yes", tricks_without="12")
    for last in (both, both | {"noticed": "next_board"}, both | {"offender": "N"}):
        result = entered("4S", "S", 8, "None", first, last)
        assert (result.rectified, result.tricks, result.law) == (8, 8, "64B7")
        assert overtaken([ended(first), ended(last)]) == {0: 1}


def test_three_revokes_of_one_side_move_no_trick_twice():
    """4S by South, seven tricks: East-West won four from trick 3 on, and from trick 10 on only the thirteenth."""
    three = [revoke(BY_SOUTH, "E", 3, "S", 4), revoke(BY_SOUTH, "W", 10, "S", 1), revoke(BY_SOUTH, "E", 11, "S", 1)]
    for inquiries in (three, three[::-1]):
        assert entered("4S", "S", 7, "None", *inquiries).rectified == 9


def test_equity_for_one_revoke_falls_when_the_other_side_has_revoked_too():
    for_one = revoke(BY_EAST, "S", 3, "S", 4, equity="yes", tricks_without="12")
    both = BY_EAST | {"offender": "E", "trick": "9", "exclusion": "both", "equity_both": "them", "tricks_without": "7"}
    result = entered("3NT", "E", 8, "None", for_one, both)
    assert (result.tricks, result.score, result.law) == (7, 100, "64C2(b)")


@pytest.mark.parametrize(
    ("known", "most"),
    [
        ({"trick": "9"}, 4),
        ({"trick": "12"}, 1),
        ({"trick": "9", "tricks": "11"}, 2),
        ({"trick": "3", "tricks": "13"}, 0),
        ({"tricks": "11"}, 2),
        ({}, 12),
    ],
)
def test_no_more_tricks_after_a_revoke_than_were_left_and_than_the_side_won(known, most):
    answers = BY_SOUTH | {"offender": "E", "which_trick": "earlier", "trick": "?", "winner": "?", "won_by": "his_side"}
    answers |= known | ({"which_trick": "twelfth", "noticed": "returned"} if known.get("trick") == "12" else {})
    state = LAWS["64"].step(answers)
    if known.get("trick") == "12":
        assert state.question.id != "tricks_after"  # 64B6: no trick moves, so none is counted
    else:
        assert (state.question.id, state.question.values[-1]) == ("tricks_after", str(most))


def test_a_number_of_tricks_that_a_later_answer_makes_impossible_is_asked_again():
    answers = BY_SOUTH | {"offender": "E", "trick": "9", "winner": "E", "tricks_after": "6"}
    state = LAWS["64"].step(answers)
    assert (state.question.id, state.question.values) == ("tricks_after", ("0", "1", "2", "3", "4"))
