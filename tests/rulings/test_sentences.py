"""Every sentence of every path reads well aloud in both languages, with its blanks unknown and known."""

import re

import pytest

from rulings.engine.inquiry import questions_of
from rulings.engine.questions import Fact
from rulings.engine.roles import with_roles
from rulings.engine.text import BLANKS, fill, plain, show, translator
from rulings.laws2017 import LAWS
from tests.rulings.conftest import every_law, paths

DEALT = with_roles(
    {
        "offender": "W",
        "owner": "E",
        "player": "W",
        "declarer": "S",
        "leader": "E",
        "trick": "4",
        "card": "S2",
        "other_card": "HK",
        "partner_card": "DT",
        "leader_card": "C7",
        "designated": "H3",
        "named_card": "CA",
        "meant_card": "CQ",
        "taken_card": "D5",
        "suit": "S",
        "second_suit": "H",
        "third_suit": "D",
        "tricks_without": "9",
        "probable_tricks": "9",
    }
)
TWICE = {
    "en": re.compile(r"\b(card|declarer|dummy|suit)\b[ ,:(]+the (?:other )?\1\b", re.IGNORECASE),
    "fr": re.compile(
        r"\b(carte|déclarant|mort|couleur)\b(?: pénalisée| principale| secondaire| nommée| fautif)*[ ,:(]+"
        r"(?:la |le |l’|du |de la |des )(?:autre )?\1\b",
        re.IGNORECASE,
    ),
}
UNCONTRACTED = re.compile(r"\b(?:à|de) les? (?:joueur|partenaire|camp|déclarant|mort|défenseur|adversaire|premier)")
FOR_HOW_LONG = {
    "en": re.compile(r"[*]?\b(?:this time only|as long as he keeps the lead|once he has led)\b[*]?"),
    "fr": re.compile(r"[*]?\b(?:cette fois seulement|tant qu’il garde la main|dès qu’il a attaqué)\b[*]?"),
}
INFINITIVE = re.compile(r"(?:La |Le |Les )?[A-ZÀ-Ü]?[a-zà-ÿ]+(?:er|ir|re)\b")

languages = pytest.mark.parametrize("language", ["en", "fr"])


def sentences(law):
    """Return every text of a law with the roles that its scope renames, each once."""
    roles_of = {}
    for path in paths(law):
        for step in path.end.trail:
            roles = step.question.roles
            texts = [step.question.text, step.question.why, step.question.say]
            if not isinstance(step.question, Fact):
                texts += [text for option in step.question.options for text in (option.label, option.entails)]
            roles_of |= {(text, roles): None for text in texts if text}
        effects = (path.end.ruling, *path.end.ruling.rectifications, *path.end.ruling.duties)
        roles_of |= {(effect.text, ()): None for effect in effects if effect.text}
    return [(text, dict(roles)) for text, roles in roles_of]


def spoken_sentences(law, language):
    words = translator(language)
    for text, roles in sentences(law):
        for facts in ({}, DEALT):
            yield plain(text, facts, words, roles)


@every_law
@languages
def test_no_bracket_is_empty_and_no_blank_is_left(law, language):
    for sentence in spoken_sentences(law, language):
        assert not re.search(r"\(\s*[,;]?\s*\)|\[|\]|  | [,.]", sentence), sentence


@every_law
@languages
def test_two_players_or_two_cards_are_never_called_by_the_same_words(law, language):
    words = translator(language)
    for text, roles in sentences(law):
        called = {}
        for piece in fill(text, {}, words, roles):
            if piece.blank:
                name = piece.blank.split(":")[0]
                called.setdefault(piece.text.lower(), set()).add(roles.get(name, name))
        assert all(len(names) == 1 for names in called.values()), plain(text, {}, words, roles)


@every_law
@languages
def test_no_sentence_names_a_thing_and_at_once_again(law, language):
    for sentence in spoken_sentences(law, language):
        assert not TWICE[language].search(sentence), sentence


@every_law
def test_a_player_whom_nobody_knows_is_named_in_good_french(law):
    for sentence in spoken_sentences(law, "fr"):
        assert not UNCONTRACTED.search(sentence), sentence


@every_law
@languages
def test_who_chooses_is_spoken_to(law, language):
    """A sentence that is read aloud says "you" to the player who chooses, and never names him in the third person."""
    words = translator(language)
    for path in paths(law):
        for step in path.end.trail:
            question = step.question
            if question.chooser:
                for option in question.options:
                    label = plain(option.label, {}, words, dict(question.roles))
                    assert language == "en" or not INFINITIVE.match(label), label
                    named = {piece.blank.split(":")[0] for piece in fill(option.label, {}, words) if piece.blank}
                    named |= {piece.blank.split(":")[0] for piece in fill(option.entails, {}, words) if piece.blank}
                    assert question.chooser not in named, option.entails


@every_law
@languages
def test_for_how_long_a_lead_is_bound_is_bold_in_every_option_that_is_read_aloud(law, language):
    words = translator(language)
    aloud = [question for question in questions_of(law).values() if getattr(question, "chooser", "")]
    for option in (option for question in aloud for option in question.options if option.entails):
        entailment = "".join(piece.text for piece in fill(option.entails, {}, words))
        for duration in FOR_HOW_LONG[language].findall(entailment):
            assert duration == f"*{duration.strip('*')}*", entailment


def test_an_option_that_is_said_not_to_be_allowed_is_no_possibility_and_stands_under_words_of_its_own():
    options = [
        option
        for law in LAWS.values()
        for asked in questions_of(law).values()
        if asked.chooser
        for option in asked.options
    ]
    refused = [option for option in options if option.entails.startswith("Not allowed:")]
    assert refused and refused == [option for option in options if not option.allowed]
    assert all(option.group for option in refused)


def test_a_ruling_that_binds_a_lead_names_the_suit_in_its_first_sentence():
    """On the tile, in the list and on paper the first sentence stands alone."""
    bound = {
        (name, path.end.ruling.text)
        for name, law in LAWS.items()
        for path in paths(law)
        if any(effect.effect == "LEAD_RESTRICTION" for effect in path.end.ruling.rectifications)
    }
    assert len(bound) > 10
    assert [(law, text) for law, text in bound if not re.search(r"\[(?:card:|\w+_)?suit", text)] == []


def test_an_option_that_binds_a_lead_says_for_how_long_in_both_languages():
    bound = [
        "".join(piece.text for piece in fill(option.entails, {}, translator(language)))
        for language in ("en", "fr")
        for option in questions_of(LAWS["54"])["option"].options
    ]
    assert [re.findall(r"[*]([^*]+)[*]", text) for text in bound] == [
        *([], [], ["this time only"], ["as long as he keeps the lead"], []),
        *([], [], ["cette fois seulement"], ["tant qu’il garde la main"], []),
    ]


@every_law
def test_the_french_names_the_same_players_and_cards_as_the_english(law):
    """No outline would show "le déclarant ([declarer])" with dummy's name in the bracket."""
    english, french = translator("en"), translator("fr")
    for text, _roles in sentences(law):
        assert blanks(text, french) == blanks(text, english), text


def blanks(text, words):
    """Return the names that fill the blanks of a sentence."""
    return {re.sub(":.*", "", name) for name in re.findall(r"\[([^\]]+)\]", words.gettext(text))}


def test_every_role_has_words_in_every_form():
    for language in ("en", "fr"):
        words = translator(language)
        for name, blank in BLANKS.items():
            for form in blank.unknown:
                assert show(name, form, "", words)


def test_a_bracket_of_facts_waits_until_all_are_known():
    words = translator("fr")
    text = "Both cards wrongly played ([card], [other_card]) are taken back."
    assert plain(text, {}, words) == "Les deux cartes jouées à tort sont reprises."
    assert plain(text, {"card": "S2"}, words) == "Les deux cartes jouées à tort sont reprises."
    known = {"card": "S2", "other_card": "HK"}
    assert plain(text, known, words) == "Les deux cartes jouées à tort (♠2, ♥R) sont reprises."
