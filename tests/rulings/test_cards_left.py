"""The cards left at a claim: the facts that follow, and the diagram of the report."""

import pytest

from rulings.bridge import Seat, parse_deal
from rulings.cards_left import can_follow, diagram
from rulings.engine.inquiry import Asking, Ruled
from rulings.engine.questions import Fact, InvalidAnswer
from rulings.engine.roles import with_roles
from rulings.engine.text import plain, translator
from rulings.laws2017 import LAWS
from rulings.laws2017.law_70_contested_claim_or_concession import CARDS_LEFT, TRICKS_FOR_EACH

LEFT = "N:.2.AK. .5..43 .A..AK 2..QJ."
CLAIM = {"claimer": "S", "declarer": "S", "trumps": "H", "cards_left": LEFT}
POSITION = {"tricks_before": "7", "to_play": "S"}
HEARD = {
    "statement": "drawing the last trump",
    "tricks_claimed": "3",
    "said_on_the_left": "",
    "said_on_the_right": "",
    "said_by_partner": "",
}
SAID = POSITION | HEARD


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
    state = LAWS["70"].step(CLAIM | SAID)
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
    asked = LAWS["70"].step({"tricks_left": "3"} | facts | SAID).question.id
    assert asked == ("spoke_of_it" if facts.get("claimer") == "E" else "new_line")


def test_without_cards_noted_the_trump_is_asked():
    state = LAWS["70"].step(CLAIM | SAID | {"cards_left": "", "tricks_left": "3"})
    assert state.question.id == "trump_out"


def test_with_a_card_unknown_the_trump_is_asked():
    short = CLAIM | SAID | {"cards_left": LEFT.replace("2..QJ.", "2..Q.")}
    assert LAWS["70"].step(short).question.id == "trump_out"


def asked_in_order(facts, **answers):
    """Return the questions in the order asked; those not in *answers* are answered "unknown" or "no"."""
    asked = []
    while isinstance(state := LAWS["70"].step(facts), Asking):
        asked.append(state.question.id)
        usual = "?" if isinstance(state.question, Fact) else "no"
        facts = facts | {state.question.id: answers.get(state.question.id, usual)}
    return asked


def test_the_position_is_asked_first_then_what_was_said_then_what_is_doubtful():
    assert asked_in_order({"claimer": "S", "declarer": "S", "contract": "3NT"}, cards_left=LEFT) == [
        "cards_left",
        "tricks_before",
        "to_play",
        "statement",
        "tricks_claimed",
        "said_on_the_left",
        "said_on_the_right",
        "said_by_partner",
        "new_line",
        "one_opponent",
        "order_open",
        "normal_lines",
        "tricks_to_others",
    ]


@pytest.mark.parametrize(
    ("known", "asked"), [({"contract": "4Sx"}, False), ({"trumps": "NT"}, False), ({}, True)], ids=str
)
def test_the_trumps_are_asked_only_when_no_contract_is_known(known, asked):
    assert ("trumps" in asked_in_order({"claimer": "S", "declarer": "S"} | known)) is asked


def test_no_trumps_may_be_answered():
    facts = {"claimer": "S", "declarer": "S", "cards_left": "", "tricks_left": "3"} | SAID
    assert LAWS["70"].step(facts).question.values == ("S", "H", "D", "C", "NT")
    assert LAWS["70"].step(facts | {"trumps": "NT"}).question.id == "new_line"


EARLIER = {"statement": "the rest", "objections": "a trump is out", "cards_left": "", "trump_out": "no"}
JUDGED = {"new_line": "no", "one_opponent": "no", "order_open": "no", "normal_lines": ""}


def test_a_claim_of_before_is_not_asked_what_it_was_not_asked():
    facts = {"claimer": "S", "declarer": "S"} | EARLIER | JUDGED
    state = LAWS["70"].step(facts | {"tricks_before": "8", "tricks_left": "5", "tricks_to_others": "1"})
    assert isinstance(state, Ruled)
    told = {step.question.id: step.value for step in state.trail}
    assert (told["objections"], told["to_play"]) == ("a trump is out", "?")
    assert "said_on_the_left" not in told


def test_how_many_tricks_each_side_wins_of_those_left():
    facts = {"claimer": "S", "declarer": "S"} | EARLIER | JUDGED
    known = with_roles(facts | {"tricks_before": "8", "tricks_left": "4", "tricks_to_others": "1"})
    assert plain(TRICKS_FOR_EACH, known, translator("en")) == (
        "Of the 4 tricks left, East-West win 1 and North-South 3. Play is over."
    )


def test_the_tricks_left_are_counted_from_the_cards():
    told = SAID | {"spoke_of_it": "yes", "new_line": "no", "one_opponent": "no", "order_open": "no"}
    state = LAWS["70"].step(CLAIM | told | {"normal_lines": ""})
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
