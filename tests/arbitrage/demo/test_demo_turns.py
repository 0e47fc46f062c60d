"""The demonstration's cases of cards out of turn: each deal fits the facts that are ruled on, and the play obeys the
ruling."""

from collections.abc import Iterator

import pytest

from arbitrage.demo.cases import Trick
from arbitrage.demo.turns import DEALS, TURNS, Turn
from rulings.bridge import RANKS, Card, Denomination, Seat, parse_contract, vulnerability
from rulings.engine.inquiry import Asking, Ruled
from rulings.engine.roles import handed, resolved, with_roles
from rulings.engine.ruling import Ruling
from rulings.laws2017 import LAWS
from rulings.table import Table

every_turn = pytest.mark.parametrize("turn", TURNS, ids=lambda turn: turn.name)
OPENING = ("41", "54")
PICKED_UP = ("require", "forbid")


# The cards


def test_every_deal_is_a_whole_pack_and_every_one_has_a_case():
    assert {turn.board for turn in TURNS} == set(DEALS)
    for turn in TURNS:
        assert len({card for hand in turn.hands.values() for card in hand}) == 52
        assert {len(hand) for hand in turn.hands.values()} == {13}


@every_turn
def test_every_card_was_in_the_hand_that_played_it_and_was_played_once(turn: Turn):
    played = [(seat, card) for trick in all_tricks(turn) for seat, card in plays(trick)]
    assert all(card in turn.hands[seat] for seat, card in played)
    assert len(set(played)) == len(played)
    assert {len(trick.cards) for trick in all_tricks(turn)} == {4}


@every_turn
def test_each_trick_is_led_by_the_winner_of_the_one_before_unless_a_lead_out_of_turn_stands(turn: Turn):
    expected = [Seat(turn.declarer).lho, *(winner(turn, trick) for trick in all_tricks(turn))][:-1]
    accident = len(turn.tricks_before)
    if stands(turn):
        expected[accident] = seat_of(turn, "offender")
    assert [trick.leader for trick in all_tricks(turn)] == expected


@every_turn
def test_nobody_revokes(turn: Turn):
    left = {seat: set(hand) for seat, hand in turn.hands.items()}
    for trick in all_tricks(turn):
        for seat, card in plays(trick):
            suit = trick.cards[0].suit
            assert card.suit == suit or all(other.suit != suit for other in left[seat])
            left[seat].remove(card)


@every_turn
def test_the_cards_of_the_story_were_still_in_the_hands_that_showed_them(turn: Turn):
    facts = with_roles(known(turn))
    shown = {"card": facts.get("offender", ""), "named_card": facts.get("offender", "")}
    shown["leader_card"] = facts["opening_leader"]
    played = {card for trick in turn.tricks_before for card in trick.cards}
    for name, seat in shown.items():
        if name in facts:
            card = Card.parse(facts[name])
            assert card in turn.hands[Seat(seat)] and card not in played


@every_turn
def test_it_was_not_his_turn(turn: Turn):
    proper = winner(turn, turn.tricks_before[-1]) if turn.before else Seat(turn.declarer).lho
    facts = with_roles(known(turn))
    if turn.law in OPENING:
        assert proper == facts["opening_leader"] and not turn.before
        assert facts.get("wrong_leader") != proper
    elif turn.law == "53":
        assert turn.answers["leader"] == proper != turn.answers["offender"]
    else:  # a card played out of turn to a trick already led
        trick = turn.tricks_after[0]
        assert trick.leader == proper
        if turn.law == "57":
            assert clockwise(proper).index(seat_of(turn, "offender")) > clockwise(proper).index(
                seat_of(turn, "partner")
            )
        else:
            assert seat_of(turn, "offender") == clockwise(proper)[1]


# The ruling


@every_turn
def test_the_answers_are_asked_in_this_order_and_the_law_decides(turn: Turn):
    asked, ruling = ruled(turn.law, called_facts(turn), turn.answers)
    assert asked == list(turn.answers)
    assert ruling.law == turn.rules


@every_turn
def test_what_comes_later_is_opened_by_the_ruling_and_decided_by_its_law(turn: Turn):
    _asked, ruling = ruled(turn.law, called_facts(turn), turn.answers)
    for sequel in turn.sequels:
        opened = [duty.hands for duty in ruling.duties if duty.opens == sequel.law]
        sent = [effect.hands for effect in ruling.rectifications if effect.effect == "SEND" and effect.to == sequel.law]
        facts = board_facts(turn) | handed((opened + sent)[0], known(turn))
        asked, later = ruled(sequel.law, facts, sequel.answers)
        assert later.law == sequel.rules
        assert set(asked) <= set(sequel.answers)
        assert all(facts.get(name, value) == value for name, value in sequel.answers.items())
        assert 1 <= sequel.trick <= len(turn.tricks_after) + 1


# The play obeys the rulings


@every_turn
def test_a_lead_required_or_forbidden_is_obeyed_for_as_long_as_it_lasts(turn: Turn):
    for first, effect in effects(turn, "LEAD_RESTRICTION"):
        player, tricks = Seat(effect["player_is"]), turn.tricks_after[first - 1 :]
        assert tricks[0].leader == player
        for trick in tricks:
            if trick.leader != player or (effect["lasts"] == "this_lead" and trick is not tricks[0]):
                break
            holds = {card.suit for card in left(turn, player, trick)}
            if effect.get("require_is"):
                assert trick.cards[0].suit == effect["require_is"] or effect["require_is"] not in holds
            else:
                assert trick.cards[0].suit != effect["forbid_is"] or holds == {effect["forbid_is"]}


@every_turn
def test_a_penalty_card_is_played_at_the_first_legal_opportunity_unless_it_is_picked_up(turn: Turn):
    for first, effect in effects(turn, "PENALTY_CARD"):
        owner, penalised = Seat(effect["player_is"]), Card.parse(effect["card_is"])
        first += "named_card" in turn.answers  # he has already played another card to the first trick
        gone = [sequel.trick for sequel in turn.sequels if sequel.answers.get("lead_choice") in PICKED_UP]
        until = min(gone, default=len(turn.tricks_after) + 1)
        bound = {one["player_is"]: one for _first, one in effects(turn, "LEAD_RESTRICTION")}
        for number, trick in enumerate(turn.tricks_after[first - 1 : until - 1], first):
            card = dict(plays(trick))[owner]
            if card == penalised:
                break
            holds = {one.suit for one in left(turn, owner, trick)}
            if trick.leader == owner:
                suit = bound[owner].get("require_is")
                legal = suit not in (None, penalised.suit) and suit not in holds
            else:
                legal = penalised.suit == trick.cards[0].suit or trick.cards[0].suit not in holds
            if effect["kind"] == "minor":
                legal = legal and card.suit == penalised.suit and card.rank in "98765432"
            assert not legal, number
        else:
            assert until <= len(turn.tricks_after), "the card is still on the table"


@every_turn
def test_a_card_that_must_be_played_is_played(turn: Turn):
    for first, effect in effects(turn, "MUST_PLAY"):
        named = effect.get("card_is")
        if named and effect["when"] in ("now", "next_turn_if_legal"):
            player, trick = Seat(effect["player_is"]), turn.tricks_after[first - 1]
            assert dict(plays(trick))[player] == Card.parse(named)
            if effect["when"] == "now":
                assert trick.leader == player


@every_turn
def test_the_partner_of_a_player_who_played_too_soon_plays_what_was_chosen(turn: Turn):
    for first, effect in effects(turn, "PLAY_RESTRICTION"):
        player, trick = Seat(effect["player_is"]), turn.tricks_after[first - 1]
        card, hand = dict(plays(trick))[player], left(turn, player, trick)
        led = sorted((one for one in hand if one.suit == trick.cards[0].suit), key=lambda one: RANKS.index(one.rank))
        match effect["kind"]:
            case "highest_of_suit_led":
                assert len(led) > 1 and card == led[0]
            case "lowest_of_suit_led":
                assert len(led) > 1 and card == led[-1]
            case "require_other_suit":
                assert led == [] and card.suit == turn.answers["suit"]
            case "forbid_other_suit":
                assert led == [] and card.suit != turn.answers["suit"] in {one.suit for one in hand}


@every_turn
def test_the_traveller_says_the_lead_and_the_declarer_that_the_ruling_leaves(turn: Turn):
    changed = any(effects(turn, "DECLARER_IS"))
    assert (turn.played_by == Seat(turn.declarer).partner) is changed
    assert str(all_tricks(turn)[0].cards[0]) == turn.lead
    target = parse_contract(turn.contract).target
    assert target - 1 <= turn.tricks <= 13
    won = sum(winner(turn, trick).side == Seat(turn.declarer).side for trick in all_tricks(turn))
    assert won <= turn.tricks <= 13 - (len(all_tricks(turn)) - won)


# The afternoon


def test_no_table_calls_twice_on_a_board_and_the_directors_can_follow():
    places = [(turn.board, turn.table) for turn in TURNS]
    assert len(set(places)) == len(places)
    assert len({(turn.round, turn.table) for turn in TURNS}) == len(TURNS)
    assert max(sum(turn.round == number for turn in TURNS) for number in range(1, 9)) <= 6


def clockwise(first: Seat) -> list[Seat]:
    return [first, first.lho, first.partner, first.rho]


def plays(trick: Trick) -> list[tuple[Seat, Card]]:
    return list(zip(clockwise(trick.leader), trick.cards, strict=True))


def all_tricks(turn: Turn) -> list[Trick]:
    return [*turn.tricks_before, *turn.tricks_after]


def winner(turn: Turn, trick: Trick) -> Seat:
    """Return the winner of a trick: the highest trump, else the highest card of the suit led."""
    trumps = parse_contract(turn.contract).denomination
    ruffs = [card for card in trick.cards if trumps is not Denomination.NT and card.suit == trumps]
    follows = [card for card in trick.cards if card.suit == trick.cards[0].suit]
    best = min(ruffs or follows, key=lambda card: RANKS.index(card.rank))
    return clockwise(trick.leader)[trick.cards.index(best)]


def left(turn: Turn, seat: Seat, at: Trick) -> set[Card]:
    """Return the cards that the player held when that trick began."""
    tricks = all_tricks(turn)
    return set(turn.hands[seat]) - {card for trick in tricks[: tricks.index(at)] for card in trick.cards}


def board_facts(turn: Turn) -> dict[str, str]:
    trumps = str(parse_contract(turn.contract).denomination)
    facts = {"contract": turn.contract, "declarer": turn.declarer, "trumps": trumps, "tricks": str(turn.tricks)}
    return facts | {"vulnerability": vulnerability(turn.board), "deal": DEALS[turn.board]}


def called_facts(turn: Turn) -> dict[str, str]:
    """Return the facts at the call, when nothing lies on the table yet."""
    return board_facts(turn) | {"table": str(Table())}


def known(turn: Turn) -> dict[str, str]:
    return board_facts(turn) | dict(turn.answers)


def seat_of(turn: Turn, role: str) -> Seat:
    return Seat(with_roles(known(turn))[role])


def ruled(law: str, facts: dict[str, str], answers: dict[str, str]) -> tuple[list[str], Ruling]:
    """Answer a law question by question; return the questions that it asks, and the ruling."""
    facts, asked = dict(facts), []
    while not isinstance(state := LAWS[law].step(facts), Ruled):
        assert isinstance(state, Asking)
        asked.append(state.question.id)
        facts[state.question.id] = answers[state.question.id]
    return asked, state.ruling


def effects(turn: Turn, name: str) -> Iterator[tuple[int, dict]]:
    """Yield the effects of that name with players and cards filled in, including those of sequels, each with its first
    trick."""
    for law, told, answers, trick in (
        (turn.law, called_facts(turn), turn.answers, 1),
        *((sequel.law, board_facts(turn), sequel.answers, sequel.trick) for sequel in turn.sequels),
    ):
        state = LAWS[law].step(told | dict(answers))
        assert isinstance(state, Ruled)
        facts = state.read | told | dict(answers)
        for effect in state.ruling.as_json()["rectifications"]:
            if effect["effect"] == name:
                yield trick, resolved(effect, with_roles(facts))


def stands(turn: Turn) -> bool:
    """Tell whether the lead out of turn counts as the lead."""
    accepted = [effect["what"] for _first, effect in effects(turn, "ACCEPT")]
    return turn.law in ("53", "54") and "card" in accepted
