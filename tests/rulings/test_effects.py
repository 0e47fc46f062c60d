"""Effects: each name has one spelling, and effects stored by earlier versions are read in today's form."""

from typing import Literal, get_args, get_origin, get_type_hints

import pytest

from rulings.engine import ruling as effects
from rulings.engine.ruling import Rectification
from rulings.engine.stored import CLOSE_YOURSELF, SPELLINGS, upgraded
from tests.rulings.conftest import every_law, paths


def values(hint):
    """Return every value that a closed type admits; of a tuple, every value of its members."""
    if get_origin(hint) is Literal:
        return set(get_args(hint))
    return {value for part in get_args(hint) for value in values(part)}


CLOSED = {
    kind.effect: {
        name: values(hint)
        for name, hint in get_type_hints(kind).items()
        if name not in ("law", "text", "tricks", "hands", "options", "shown", "contract", "declarer") and values(hint)
    }
    for kind in vars(effects).values()
    if isinstance(kind, type) and issubclass(kind, Rectification) and kind.effect
}


def test_whom_what_and_until_when_are_closed():
    assert {name for fields in CLOSED.values() for name in fields} >= {
        "player",
        "players",
        "card",
        "what",
        "source",
        "until",
        "when",
        "lasts",
        "kind",
        "require",
        "forbid",
        "suits",
        "to",
        "seat",
        "favours",
        "do",
    }


@every_law
def test_every_effect_of_every_path_has_a_spelling_that_is_known(law):
    for path in paths(law):
        for effect in path.end.ruling.rectifications:
            for name, admitted in CLOSED[effect.effect].items():
                stored = getattr(effect, name)
                assert set(stored if isinstance(stored, tuple) else (stored,)) <= admitted, (effect, name)


def upgraded_effect(**effect):
    return upgraded({"law": "50", "text": "…", "rectifications": [effect], "duties": []})["rectifications"][0]


@pytest.mark.parametrize(("old", "new"), SPELLINGS.items())
def test_an_old_spelling_is_read_as_the_new_one(old, new):
    read = upgraded_effect(effect="WITHDRAW", law="62C", player="lho", card=old, to="hand", text=old)
    assert read == {"effect": "WITHDRAW", "law": "62C", "player": "lho", "card": new, "to": "hand", "text": old}


def test_a_hand_that_was_a_card_to_play_is_spread():
    old = {"effect": "MUST_PLAY", "law": "41D", "player": "dummy", "card": "hand", "when": "now", "text": "…"}
    assert upgraded_effect(**old) == {"effect": "SPREAD", "law": "41D", "player": "dummy", "text": "…"}


def test_the_suits_that_were_words_in_a_card_are_a_field():
    old = {"effect": "WITHDRAW", "law": "51B2(b)", "player": "owner", "to": "hand"}
    assert upgraded_effect(**old, card="penalty cards in suit, second_suit") == old | {
        "card": "penalty_cards",
        "suits": "suit, second_suit",
    }


@every_law
def test_what_this_version_writes_is_read_as_it_is(law):
    for path in paths(law):
        assert upgraded(path.end.ruling.as_json()) == path.end.ruling.as_json()


def test_a_duty_that_handed_its_card_to_the_lead_is_about_that_card():
    def upgraded_duty(**duty):
        return upgraded({"law": "50", "rectifications": [], "duties": [duty]})["duties"][0]

    old = {"law": "50", "when": "card_gone", "text": "…", "opens": "50-lead"}
    first = upgraded_duty(**old, hands=["owner", "card", "declarer", "kind=major"])
    assert (first["opens"], first["hands"], first["about"]) == ("50-table", ["declarer"], ["owner", "card"])
    second = upgraded_duty(
        **old, hands=["owner=[owner_partner]", "card=[leader_card]", "declarer=[dummy]", "kind=major"]
    )
    assert (second["hands"], second["about"]) == (["declarer=[dummy]"], ["owner_partner", "leader_card"])
    minor = upgraded_duty(law="50C", when="card_gone", text="…", opens="", hands=[])
    assert (minor["opens"], minor["about"]) == ("50-table", ["owner", "card"])
    review = {"law": "50E4", "when": "end_of_play", "text": "…", "opens": "50E4", "hands": ["owner", "declarer"]}
    assert upgraded_duty(**review) == review


def test_notes_on_what_to_close_by_hand_and_closing_by_a_ruling_are_gone():
    note = {"effect": "NOTE", "law": "51B1(a)", "text": CLOSE_YOURSELF[1]}
    old = {"law": "51B1(a)", "text": "…", "rectifications": [note], "duties": [], "closes": True}
    assert upgraded(old) == {"law": "51B1(a)", "text": "…", "rectifications": [], "duties": []}
    assert upgraded({"law": "50E4", "rectifications": [], "duties": [], "closes": True})["closes"] is True
