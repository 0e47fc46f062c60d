"""The French terms of a card club in the whole catalogue, and the place of "none" among the answers of a question."""

import re

import pytest

from rulings.engine.inquiry import questions_of
from rulings.engine.questions import ChooseOne
from rulings.laws2017 import LAWS
from tests import catalogue
from tests.check import LOCALE, ROOT

TERMS = (
    ("opening lead", r"[Ee]ntam", "the first card of the play is “entamée”, whatever is said of later ones"),
    (r"[Cc]ommittee", r"[Cc]ommission|[Cc]omité", "an appeal goes before the “commission d’appel”"),
    (r"\bIMPs?\b", r"\bIMP\b", "IMP is a unit, without s"),
)
"""English words, the French that their sentences must have, and the reason."""

CONFUSED = (
    (r"\b[Aa]ppeal", r"appel à l’arbitre"),
    (r"^(?!.*[Bb]oard).*\b[Dd]eal\b", r"\b[Éé]tuis?\b"),
    (r"\b[Aa]uction", r"(?<!quelles étaient )\b[Ll]es enchères\b|\b([Dd]es|[Aa]ux) enchères\b"),
)
"""English words, and French words that are wrong for them: bids are “enchères”, the auction is “les annonces”. The
search words of a law may have both."""


@pytest.fixture(scope="module")
def sentences() -> list[tuple[str, str]]:
    """Return each English sentence with its French."""
    entries = catalogue.read(ROOT / LOCALE / "django.po")
    return [(entry.msgid, french) for entry in entries for french in entry.french]


@pytest.mark.parametrize(("english", "french", "why"), TERMS, ids=[term[0] for term in TERMS])
def test_a_thing_has_its_french_word_everywhere(sentences, english, french, why):
    told = [sentence for sentence in sentences if re.search(english, sentence[0])]
    assert len(told) > 3
    assert [sentence for sentence in told if not re.search(french, sentence[1])] == [], why


@pytest.mark.parametrize(("english", "french"), CONFUSED)
def test_a_word_of_one_thing_never_stands_for_another(sentences, english, french):
    told = [sentence for sentence in sentences if re.search(english, sentence[0])]
    assert len(told) > 3
    assert [sentence for sentence in told if re.search(french, sentence[1])] == []


IN_ORDER = {
    ("8B2", "fault_ns"), ("8B2", "fault_ew"), ("12C2", "fault_ns"), ("12C2", "fault_ew"), ("27", "since"),
    ("68", "since_claim"), ("86", "team_fault"), ("85", "law_prescribes"), ("67", "what"), ("29", "since_rho"),
    ("29", "since_partner"), ("29", "since_lho"),
}  # fmt: skip
"""Answers with their own order: by time, with “nothing has happened” first; from no fault to the whole fault; or the
options of a Law in the order of its text."""


def test_none_is_the_last_answer_unless_the_answers_have_an_order_of_their_own():
    before_others = {
        (law.id, name)
        for law in LAWS.values()
        for name, question in questions_of(law).items()
        if isinstance(question, ChooseOne)
        for values in [[option.value for option in question.options]]
        for none in {"none", "nothing", "nobody", "neither"} & set(values)
        if values[-1] != none
    }
    assert {name for _law, name in before_others} == {name for _law, name in IN_ORDER}
