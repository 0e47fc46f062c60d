"""The cards left at a claim: what follows from them, and the diagram of the report."""

import pytest

from rulings.bridge import Seat, parse_deal
from rulings.engine.questions import InvalidAnswer
from rulings.engine.roles import with_roles
from rulings.laws2017 import LAWS
from rulings.laws2017.law_70_contested_claim_or_concession import CARDS_LEFT
from rulings.remaining import can_follow, diagram

LEFT = "N:.2.AK. .5..43 .A..AK 2..QJ."
CLAIM = {"claimer": "S", "declarer": "S", "trumps": "H", "cards_left": LEFT}
HEARD = {"statement": "drawing the last trump", "objections": ""}


def test_the_diagram_of_a_claim():
    shown = diagram(CLAIM)
    assert (shown.claimer, shown.trumps, shown.tricks, shown.trumps_out) == ("S", "H", 3, 1)
    assert shown.hands[Seat.N] == {"S": "", "H": "2", "D": "AK", "C": ""}
    assert shown.hands[Seat.W] == {"S": "2", "H": "", "D": "QJ", "C": ""}
    assert shown.followers == {
        "S": (Seat.W,),
        "H": (Seat.N, Seat.E, Seat.S),
        "D": (Seat.N, Seat.W),
        "C": (Seat.E, Seat.S),
    }


@pytest.mark.parametrize("noted", ["", "?"])
def test_without_a_card_noted_there_is_no_diagram(noted):
    assert diagram(CLAIM | {"cards_left": noted}) is None


def test_who_can_follow():
    assert can_follow(parse_deal(LEFT, complete=False), "D") == (Seat.N, Seat.W)


def test_a_trump_out_is_seen_and_not_asked():
    state = LAWS["70"].step(CLAIM | HEARD)
    assert state.question.id == "spoke_of_it"
    assert ("trump_out", "yes") in {(step.question.id, step.value) for step in state.trail if step.derived}


@pytest.mark.parametrize(
    "facts",
    [
        CLAIM | {"trumps": "NT"},
        CLAIM | {"claimer": "E"},
        {"claimer": "S", "declarer": "S", "cards_left": "", "trumps": "NT"},
    ],
    ids=["at no trumps", "a defender, of declarer's trumps", "no card noted, at no trumps"],
)
def test_the_conditions_of_a_trump_out_are_asked_only_where_there_is_one(facts):
    asked = LAWS["70"].step(facts | HEARD).question.id
    assert asked == ("spoke_of_it" if facts.get("claimer") == "E" else "new_line")


def test_without_cards_noted_the_trump_is_asked():
    assert LAWS["70"].step(CLAIM | HEARD | {"cards_left": ""}).question.id == "trump_out"


def test_the_tricks_left_are_counted_from_the_cards():
    told = HEARD | {"spoke_of_it": "yes", "new_line": "no", "one_opponent": "no", "order_open": "no"}
    state = LAWS["70"].step(CLAIM | told | {"normal_lines": "", "tricks_before": "7"})
    assert state.question.id == "tricks_to_others"


@pytest.mark.parametrize(
    ("claimer", "lost", "total"), [("S", "1", "9"), ("S", "0", "10"), ("E", "1", "8"), ("E", "3", "10")]
)
def test_declarers_tricks_in_all(claimer, lost, total):
    known = with_roles(CLAIM | {"claimer": claimer, "tricks_before": "7", "tricks_to_others": lost})
    assert known["declarers_tricks"] == total


@pytest.mark.parametrize("numbers", [{"tricks_before": "11"}, {"tricks_to_others": "4"}])
def test_numbers_that_do_not_add_up_give_no_total(numbers):
    known = with_roles(CLAIM | {"tricks_before": "7", "tricks_to_others": "1"} | numbers)
    assert "declarers_tricks" not in known


@pytest.mark.parametrize("noted", ["AKQ", "N:A.. K.3.. 2.A.. 3.4..", "N:A... A... 2... 3..."])
def test_cards_that_do_not_read_are_refused(noted):
    with pytest.raises(InvalidAnswer):
        CARDS_LEFT.parse(noted)
