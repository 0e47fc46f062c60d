"""Leads and plays out of turn: the players who decide, and the facts passed on to the next ruling."""

import pytest

from rulings.engine.inquiry import Asking, Ruled
from rulings.engine.roles import handed, with_roles
from rulings.engine.text import plain, translator
from rulings.laws2017 import LAWS
from tests.rulings.conftest import paths

WRONG_HAND = {"declarer": "S", "offender": "S", "leader": "N", "card": "CJ"}
TOO_SOON = {"declarer": "S", "offender": "E", "card": "HK", "did": "played", "around_play": "nothing"}


def effects_of(path):
    return [effect.effect for effect in path.end.ruling.rectifications]


def test_the_seats_say_whether_declarer_led_from_the_wrong_hand_or_at_a_defenders_turn():
    asked = {}
    for leader in "NEW":
        state = LAWS["53"].step(WRONG_HAND | {"leader": leader, "since_declarers_lead": "nothing"})
        asked[leader] = state.question.id
    assert asked == {"N": "from_wrong_hand", "E": "at_defenders_turn", "W": "at_defenders_turn"}


def test_the_seats_say_whether_a_defender_led_at_his_partners_turn():
    asked = {}
    for leader in "NSW":
        facts = {"declarer": "S", "offender": "E", "leader": leader, "card": "H7", "since_defenders_lead": "nothing"}
        asked[leader] = LAWS["53"].step(facts).question.id
    assert asked == {"N": "at_declarers_turn", "S": "at_declarers_turn", "W": "at_partners_turn"}


@pytest.mark.parametrize(("hand", "decides"), [("S", "West"), ("N", "East")])
def test_when_the_defenders_disagree_the_one_after_the_hand_that_led_decides(hand, decides):
    facts = {"declarer": "S", "offender": hand, "leader": "S" if hand == "N" else "N", "card": "CJ"}
    facts |= {"since_declarers_lead": "nothing", "from_wrong_hand": "disagree"}

    state = LAWS["55"].step(facts)

    assert (state.question.id, state.question.chooser) == ("last_word", "after_lead")
    words_read = plain(state.question.text, with_roles(facts), translator("en"))
    assert words_read == f"{decides}, you sit after the hand that led: you decide for both."


def test_only_a_defender_whose_turn_it_was_is_asked_whether_he_was_leading():
    facts = WRONG_HAND | {"since_declarers_lead": "after"}
    in_turn, not_in_turn = LAWS["55"].step(facts | {"leader": "W"}), LAWS["55"].step(facts | {"leader": "E"})

    assert isinstance(in_turn, Asking) and in_turn.question.id == "after_meant"
    assert isinstance(not_in_turn, Ruled) and not_in_turn.ruling.law == "53A"


def test_53c_hands_the_wrong_defender_on_to_law_57():
    state = LAWS["55"].step(WRONG_HAND | {"since_declarers_lead": "before"})
    (send,) = [effect for effect in state.ruling.rectifications if effect.effect == "SEND"]

    given = handed(send.hands, WRONG_HAND)

    assert (send.to, given) == ("57", {"offender": "E", "declarer": "S", "did": "played"})
    after = LAWS["57"].step(given | {"card": "C2", "around_play": "nothing"})
    assert after.question.id == "partners_card"


def test_declarers_side_never_has_a_penalty_card():
    assert [path.answers for path in paths(LAWS["55"]) if "PENALTY_CARD" in effects_of(path)] == []


def test_a_proper_lead_made_after_it_leaves_no_penalty_card_but_one_that_lay_there():
    ended = [path for law in ("55", "56") for path in paths(LAWS[law]) if path.end.ruling.law == "53B"]
    assert {("WITHDRAW" in effects_of(path), "PENALTY_CARD" in effects_of(path)) for path in ended} == {
        (True, False),
        (False, True),
    }
    assert {
        effect.kind for path in ended for effect in path.end.ruling.rectifications if effect.effect == "PENALTY_CARD"
    } == {"as_before"}


def test_nobody_may_accept_at_the_last_trick_nor_after_an_opponents_word():
    for law in ("55", "56"):
        for path in paths(LAWS[law]):
            answered = set(path.answers.values()) | {name for name, value in path.answers.items() if value == "yes"}
            if answered & {"last_trick", "told"}:
                assert "ACCEPT" not in effects_of(path)
                assert path.end.ruling.law in ("53A", "47E1")


def test_law_57_offers_its_four_options_to_declarer_and_penalises_the_card_whichever_he_takes():
    state = LAWS["57"].step(TOO_SOON)
    options = [option.value for option in state.question.options]

    assert state.question.chooser == "declarer"
    assert options == ["highest_of_suit_led", "lowest_of_suit_led", "require_other_suit", "forbid_other_suit"]
    for option in options:
        ruling = LAWS["57"].step(TOO_SOON | {"partners_card": option, "suit": "C"}).ruling
        (bound,) = [effect for effect in ruling.rectifications if effect.effect == "PLAY_RESTRICTION"]
        (penalised,) = [effect for effect in ruling.rectifications if effect.effect == "PENALTY_CARD"]
        assert (bound.player, bound.kind, bound.trick) == ("partner", option, "this_trick")
        assert (penalised.card, penalised.kind) == ("card", "major")


@pytest.mark.parametrize(
    ("option", "said"),
    [
        (
            "require_other_suit",
            "If West cannot follow suit, he plays ♣ clubs; the king of ♥ hearts is a major penalty card.",
        ),
        (
            "forbid_other_suit",
            "If West cannot follow suit, he may not play ♣ clubs; the king of ♥ hearts is a major penalty card.",
        ),
    ],
)
def test_the_suit_that_declarer_names_is_one_and_is_said(option, said):
    facts = TOO_SOON | {"partners_card": option, "suit": "C"}
    assert plain(LAWS["57"].step(facts).ruling.text, with_roles(facts), translator("en")) == said


def test_one_visible_card_is_played_and_costs_nothing():
    facts = {"what": "one_hand", "both_played_on": "no", "declarer": "S", "visible": "one"}
    for offender in "NESW":
        ruling = LAWS["58"].step(facts | {"offender": offender}).ruling
        assert (ruling.law, ruling.duties) == ("58B1", ())


@pytest.mark.parametrize(
    ("law", "answers", "question"),
    [
        ("60", {"played_by": "before_lead"}, "offender"),
        ("47", {"ground": "illegal", "by_defender": "yes"}, "owner"),
        ("45E", {"who_fifth": "defender"}, "offender"),
    ],
)
def test_only_the_defenders_are_offered_where_a_penalty_card_is_theirs(law, answers, question):
    state = LAWS[law].step({"declarer": "S"} | answers)
    assert (state.question.id, state.question.values) == (question, ("E", "W"))
    assert LAWS[law].step(answers).question.values == ("N", "E", "S", "W")
