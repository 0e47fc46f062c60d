"""The deal and the play of each worked case fit the facts that are ruled on, card by card."""

import pytest

from arbitrage.demo.cases import CASES, ELEVEN_TRICKS, Case
from arbitrage.demo.movement import relay_mitchell
from rulings.bridge import RANKS, Card, Denomination, Seat, parse_contract, vulnerability
from rulings.engine.inquiry import Asking, Ruled, Waiting
from rulings.engine.ruling import Ruling
from rulings.laws2017 import LAWS
from rulings.scores.outcome import outcome
from rulings.scores.scoring import score_ns

every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: f"board {case.board}")


@every_case
def test_every_card_of_the_play_was_in_the_hand_that_played_it(case: Case):
    played = [
        (seat, card) for leader, cards in case.tricks for seat, card in zip(clockwise(leader), cards, strict=True)
    ]
    held = [(seat, card) for seat, hand in case.hands.items() for card in hand]
    assert len(held) == 52
    assert sorted(played, key=str) == sorted(held, key=str)


@every_case
def test_each_trick_is_led_by_the_winner_of_the_one_before(case: Case):
    leaders = [leader for leader, _cards in case.tricks]
    assert leaders[0] == Seat(case.declarer).lho
    assert str(case.tricks[0][1][0]) == case.lead
    assert leaders[1:] == winners(case)[:-1]


@every_case
def test_declarer_won_the_tricks_that_the_traveller_says(case: Case):
    side = Seat(case.declarer).side
    assert sum(winner.side == side for winner in winners(case)) == case.declarer_won


@every_case
def test_the_revoker_held_a_card_of_the_suit_led(case: Case):
    hand, (_leader, cards) = case.hands[Seat(case.offender)], case.tricks[case.trick - 1]
    held = [Card.parse(card) for card in case.held.split()]
    assert Card.parse(case.card) in hand and set(held) <= set(hand)
    assert {card.suit for card in held} == {cards[0].suit} != {case.card[0]}
    earlier = {card for _leader, trick in case.tricks[: case.trick - 1] for card in trick}
    assert not earlier & {*held, Card.parse(case.card)}


@every_case
def test_nobody_else_revokes(case: Case):
    there = [] if case.corrected else [(case.trick, Seat(case.offender), Card.parse(case.card))]
    assert revokes(case) == there


@every_case
def test_a_corrected_trick_holds_a_card_of_the_suit_led_by_the_one_who_had_revoked(case: Case):
    leader, cards = case.tricks[case.trick - 1]
    card = dict(zip(clockwise(leader), cards, strict=True))[Seat(case.offender)]
    assert str(card) in (case.held.split() if case.corrected else [case.card])


@every_case
def test_the_answers_are_asked_in_this_order_and_agree_with_the_play(case: Case):
    asked, _ruling = ruled(case)
    assert asked == list(case.answers)
    assert (case.answers["offender"], int(case.answers["trick"])) == (case.offender, case.trick)
    if "winner" in case.answers:
        won = winners(case)
        assert case.answers["winner"] == won[case.trick - 1]
        side = Seat(case.offender).side
        assert int(case.answers["tricks_after"]) == sum(winner.side == side for winner in won[case.trick :])


@every_case
def test_the_law_gives_the_score_that_the_case_teaches(case: Case):
    _asked, ruling = ruled(case)
    contract = parse_contract(case.contract).by(Seat(case.declarer))
    found = outcome(contract, case.declarer_won, vulnerability(case.board), [(ruling.as_json(), facts(case))])
    assert ruling.law == case.law
    assert found.tricks == case.entered


@every_case
def test_the_board_is_played_there_in_that_round(case: Case):
    sitting = next(one for one in relay_mitchell() if (one.round, one.table) == (case.round, case.table))
    assert sitting.set == (case.board - 1) // 3 + 1


def test_the_founding_case_is_690_against_660():
    case = ELEVEN_TRICKS
    contract = parse_contract(case.contract).by(Seat(case.declarer))
    assert vulnerability(case.board) == "NS"
    assert [score_ns(contract, tricks, "NS") for tricks in (case.declarer_won, case.entered)] == [660, 690]
    clubs = [number for number, (_leader, cards) in enumerate(case.tricks, 1) if cards[0].suit == "C"]
    assert clubs.index(case.trick) + 1 == 3
    assert [(result.contract, result.declarer, result.tricks) for result in case.elsewhere] == [("3NT", "S", 11)] * 7


def clockwise(first: Seat) -> list[Seat]:
    return [first, first.lho, first.partner, first.rho]


def winners(case: Case) -> list[Seat]:
    """List the winner of each trick: the highest trump, else the highest card of the suit led."""
    trumps = parse_contract(case.contract).denomination
    found = []
    for leader, cards in case.tricks:
        ruffs = [card for card in cards if trumps is not Denomination.NT and card.suit == trumps]
        best = min(ruffs or [card for card in cards if card.suit == cards[0].suit], key=lambda c: RANKS.index(c.rank))
        found.append(clockwise(leader)[cards.index(best)])
    return found


def revokes(case: Case) -> list[tuple[int, Seat, Card]]:
    left = {seat: set(hand) for seat, hand in case.hands.items()}
    found = []
    for number, (leader, cards) in enumerate(case.tricks, 1):
        for seat, card in zip(clockwise(leader), cards, strict=True):
            if card.suit != cards[0].suit and any(other.suit == cards[0].suit for other in left[seat]):
                found.append((number, seat, card))
            left[seat].remove(card)
    return found


def facts(case: Case) -> dict[str, str]:
    board = {"contract": case.contract, "declarer": case.declarer, "tricks": str(case.declarer_won)}
    return board | {"vulnerability": vulnerability(case.board)} | dict(case.answers)


def ruled(case: Case) -> tuple[list[str], Ruling]:
    """Answer a law question by question; return the questions that it asks, and the ruling."""
    known = {name: value for name, value in facts(case).items() if name not in case.answers}
    asked: list[str] = []
    while not isinstance(state := LAWS["64"].step(known), Ruled):
        if isinstance(state, Waiting):
            known[state.moment.value] = "reached"
        elif isinstance(state, Asking):
            asked.append(state.question.id)
            known[state.question.id] = case.answers[state.question.id]
    return asked, state.ruling
