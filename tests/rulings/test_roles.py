"""Roles: their seats from the facts, the facts passed on, and the names in a sentence."""

import pytest

from rulings.engine.facts import completed, from_deal
from rulings.engine.inquiry import Asking
from rulings.engine.roles import handed, resolved, with_roles
from rulings.engine.ruling import DeclarerIs, LeadRestriction
from rulings.engine.text import blanks, plain, translator
from rulings.laws2017 import LAWS
from tests.rulings.conftest import every_law, paths

ENGLISH = translator("en")
EAST_LED = {"wrong_leader": "E", "since_lead": "nothing", "card": "DK"}


def test_declarer_sits_at_the_left_of_the_player_who_led_out_of_turn():
    known = with_roles(EAST_LED)
    assert {name: known[name] for name in ("offender", "declarer", "dummy", "opening_leader", "partner")} == {
        "offender": "E",
        "declarer": "S",
        "dummy": "N",
        "opening_leader": "W",
        "partner": "W",
    }
    assert (known["defenders"], known["declaring_side"]) == ("EW", "NS")


@pytest.mark.parametrize("since", ["other_leader"])
def test_nothing_is_known_of_declarer_when_it_was_not_the_wrong_defender(since):
    assert "declarer" not in with_roles({"wrong_leader": "E", "since_lead": since})


@pytest.mark.parametrize("since", ["nothing", "partner", "dummy"])
def test_the_declarer_of_the_result_does_not_turn_a_ruling_on_the_opening_lead_round(since):
    known = with_roles({"wrong_leader": "E", "since_lead": since, "declarer": "N"})
    assert {name: known[name] for name in ("offender", "declarer", "dummy", "opening_leader")} == {
        "offender": "E",
        "declarer": "S",
        "dummy": "N",
        "opening_leader": "W",
    }
    change = DeclarerIs(law="54A", seat="dummy")
    assert resolved(change.as_json(), known)["seat_is"] == "N"


def test_who_was_presumed_to_declare_is_who_declares_the_board_until_the_lead_is_ruled_on():
    assert completed({"declarer": "S"})["presumed_declarer"] == "S"
    assert completed({"declarer": "S", "wrong_leader": "W"})["presumed_declarer"] == "S"
    assert completed({"declarer": "N", "wrong_leader": "E", "since_lead": "nothing"})["presumed_declarer"] == "S"
    assert completed({"declarer": "N", "presumed_declarer": "S"})["presumed_declarer"] == "S"
    assert "presumed_declarer" not in completed({"wrong_leader": "E"})


def test_a_declarer_who_is_known_is_not_changed():
    assert with_roles({"wrong_leader": "N", "declarer": "S"})["declarer"] == "S"


def test_nobody_owns_a_penalty_card_whom_the_law_has_not_named():
    assert "owner" not in with_roles({"offender": "E", "declarer": "S"})
    assert with_roles({"offender": "E", "declarer": "S", "owner": "W"})["owner_partner"] == "E"


@every_law
def test_whoever_an_effect_names_is_a_fact_of_the_inquiry_or_follows_from_one(law):
    for path in paths(law):
        asked = set(path.end.questions)
        ruling = path.end.ruling
        for effect in (*ruling.rectifications, *ruling.duties):
            for name in {*people(effect.as_json()), *blanks(effect.text)} & set(FOLLOWS):
                assert asked & FOLLOWS[name], f"{effect.law}: who is {name!r}?"


def people(effect):
    """Return the players named or handed on by an effect or a duty."""
    names = [effect.get(name, ()) for name in ("player", "players", "chooser", "ui_for", "ai_for", "hands", "about")]
    return {
        name.partition("=")[2].strip("[]") or name
        for them in names
        for name in ([them] if isinstance(them, str) else them)
    }


OWNER = {"owner", "on_lead"}
FOLLOWS = {
    **dict.fromkeys(("owner", "owner_partner"), OWNER),
    **dict.fromkeys(("receiver",), {"informant"}),
    **dict.fromkeys(("misled_lho",), {"misled"}),
    "second_offender": {"second_offender"},
}
"""The facts from which each of these roles follows. Offender and declarer may be known from the board or the call."""


def test_what_is_handed_on_may_be_renamed_or_said_outright_and_what_is_unknown_is_left_out():
    facts = {"offender": "E", "declarer": "S", "partner_card": "H6", "card": "?"}
    hands = ("owner=[partner]", "card=[partner_card]", "declarer=[dummy]", "kind=major", "card", "tricks")
    assert handed(hands, facts) == {"owner": "W", "card": "H6", "declarer": "N", "kind": "major"}


def test_the_deal_tells_which_suits_the_players_of_the_first_trick_hold():
    deal = "N:A432.KQ2.AK2.432 KQJ.J543.QJ4.KQJ T9876.AT986..A85 5.7.T987653.T976"
    known = from_deal({"wrong_leader": "N", "deal": deal})
    assert (known["offender_suits"], known["opening_leader_suits"]) == ("SHDC", "SHC")
    assert from_deal({"wrong_leader": "N"}) == {"wrong_leader": "N"}


def test_a_restriction_is_resolved_to_its_suit():
    known = with_roles(EAST_LED)
    restriction = LeadRestriction(law="50D2(a)", player="owner_partner", require="card:suit", lasts="this_lead")
    assert resolved(restriction.as_json(), known)["require_is"] == "D"
    two = LeadRestriction(law="51B2(b)", player="owner_partner", forbid="suit, second_suit", lasts="while_retains_lead")
    assert resolved(two.as_json(), known | {"suit": "H", "second_suit": "C"})["forbid_is"] == "H, C"
    assert "forbid_is" not in resolved(two.as_json(), known | {"suit": "H"})


def test_a_blank_that_begins_a_sentence_gets_a_capital():
    assert plain("[declarer] leads. [dummy] waits, and [declarer] plays.", {}, ENGLISH) == (
        "Declarer leads. Dummy waits, and declarer plays."
    )


@every_law
def test_a_duty_hands_on_what_the_law_that_it_opens_can_take(law):
    for path in paths(law):
        known = with_roles({name: value for name, value in path.answers.items() if value != "?"} | EAST_LED)
        for duty in path.end.ruling.duties:
            if duty.opens:
                given = handed(duty.hands, known)
                state = LAWS[duty.opens].step(given)
                assert not isinstance(state, Asking) or state.question.id not in given
