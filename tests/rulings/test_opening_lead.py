"""The commonest call, an opening lead out of turn: from the first tap to the duties, and its card until the end of
play."""

import tomllib

import pytest

from rulings.bridge import Seat
from rulings.engine.inquiry import Asking, Ruled
from rulings.engine.roles import handed, key, with_roles
from rulings.engine.text import plain, translator
from rulings.laws2017 import LAWS
from rulings.table import Table
from rulings.table_from_log import entries, folded
from tests.rulings.conftest import HERE, paths

EAST_LED = {"wrong_leader": "E", "since_lead": "nothing", "card": "DK"}
ENGLISH = translator("en")


def test_three_answers_lead_to_the_text_that_is_read_aloud():
    answers, asked = {}, []
    while not (state := LAWS["54"].step(answers)).question.chooser:
        asked.append(state.question.id)
        answers[state.question.id] = EAST_LED[state.question.id]
    assert asked == ["wrong_leader", "since_lead", "card"]
    assert (state.question.id, state.question.chooser) == ("option", "declarer")


@pytest.mark.parametrize("known", [{}, {"declarer": "S"}])
def test_the_five_options_are_read_in_the_order_of_the_law_with_seats_and_suit(known):
    question = LAWS["54"].step(EAST_LED | known).question
    facts = with_roles(EAST_LED | known)
    assert plain(question.text, facts, ENGLISH) == "South, East has led the king of ♦ diamonds out of turn."
    assert [(option.value, plain(option.label, facts, ENGLISH), option.law) for option in question.options] == [
        ("stay", "You accept the lead and remain declarer", "54B"),
        ("become_dummy", "You accept the lead and become dummy", "54A"),
        ("require", "You refuse the lead and require ♦ diamonds", "50D2(a)"),
        ("forbid", "You refuse the lead and forbid ♦ diamonds", "50D2(a)"),
        ("free", "You refuse the lead and leave it free", "50D2(b)"),
    ]


def test_nobody_may_choose_when_an_opponent_had_told_him_to_lead():
    state = LAWS["54"].step({"wrong_leader": "E", "since_lead": "told", "card": "DK"})
    assert isinstance(state, Ruled)
    (info,) = [effect for effect in state.ruling.rectifications if effect.effect == "INFO"]
    known = with_roles({"wrong_leader": "E", "since_lead": "told"})
    assert [known[side] for side in (*info.ui_for, *info.ai_for)] == ["NS", "EW"]


def test_the_seats_alone_say_that_it_was_declarer_s_side_or_his_turn():
    assert LAWS["54"].step({"wrong_leader": "N", "declarer": "S", "card": "H5"}).ruling.law == "54E"
    assert LAWS["54"].step({"wrong_leader": "W", "declarer": "S"}).ruling.law == "41A"
    assert LAWS["54"].step({"wrong_leader": "E", "declarer": "S"}).question.id == "since_lead"


def test_the_card_left_on_the_table_asks_declarer_before_every_lead_of_the_partner():
    answers = EAST_LED | {"option": "free"}
    table = folded(Table(declarer=Seat.S), entries(LAWS["54"], answers))
    state = LAWS["54"].step(answers)
    duty = state.ruling.duties[0]
    assert (duty.opens, key(duty.about, with_roles(state.read))) == ("50-table", "E:DK")
    assert handed(duty.hands, answers) == {"declarer": "S"}

    on_lead = {"now": "lead", "on_lead": "W"}
    again = LAWS["50-table"].step(on_lead | table.facts())
    assert isinstance(again, Asking)
    assert again.question.chooser == "declarer"
    assert [option.value for option in again.question.options] == ["require", "forbid", "free"]

    free = folded(table, entries(LAWS["50-table"], on_lead | {"lead_choice": "free"} | table.facts()))
    assert free.keys == {"E:DK"}
    assert LAWS["50-table"].step(on_lead | free.facts()).question == again.question
    forbidden = folded(free, entries(LAWS["50-table"], on_lead | {"lead_choice": "forbid"} | free.facts()))
    assert (forbidden.keys, [bound.key for bound in forbidden.bounds]) == (frozenset(), ["W:forbid:D"])


def test_against_a_declarer_who_has_become_dummy_it_is_his_partner_who_chooses():
    answers = {"wrong_leader": "E", "since_lead": "partner", "partner_lead": "after", "card": "DK", "leader_card": "S4"}
    answers |= {"option_over_two": "become_dummy", "leader_follows": "yes"}
    state = LAWS["54"].step(answers)
    assert handed(state.ruling.duties[0].hands, answers) == {"declarer": "N"}
    table = folded(Table(declarer=Seat.S), entries(LAWS["54"], answers))
    assert (table.declarer, table.keys) == (Seat.N, {"W:S4"})


def test_a_card_picked_up_is_never_still_penalised():
    for law in ("54", "50-lead", "24"):
        for path in paths(LAWS[law]):
            effects = path.end.ruling.rectifications
            back = {effect.card for effect in effects if effect.effect == "WITHDRAW" and effect.to == "hand"}
            assert back.isdisjoint({effect.card for effect in effects if effect.effect == "PENALTY_CARD"})


def test_every_regulation_in_the_laws_is_in_the_file_of_regulations_with_its_default():
    text = (HERE.parents[1] / "rulings" / "regulations" / "ffb.toml").read_text(encoding="utf-8")
    regulations = tomllib.loads(text)
    settings = {
        step.question.id: step.question.default
        for law in LAWS.values()
        for path in paths(law)
        for step in path.end.trail
        if getattr(step.question, "default", "") and step.question.id != "event_form"  # told by the tournament
    }
    assert settings == {name: regulations[name]["value"] for name in settings}
    assert settings
