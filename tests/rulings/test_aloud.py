"""The words to say for the steps of a ruling: every effect is an act of the director, or has words for the player whom
it concerns. ``said_aloud.txt`` has these words in both languages, so that a changed word fails a test.

``python -m tests.rulings`` writes that file again; read the difference before you commit it.
"""

import re

import pytest

from rulings.engine.roles import with_roles
from rulings.engine.text import blanks, plain, translator
from rulings.laws2017 import LAWS
from rulings.laws2017.aloud import ACTS, SAID, SCORES, calls, information, played, roles_of, taken_back, to_say
from tests.rulings.conftest import HERE, every_law, paths
from tests.rulings.released import released
from tests.rulings.test_sentences import DEALT

LIST = HERE / "said_aloud.txt"
NOT_A_STEP = {"INFO", "NOTE", "PP_POSSIBLE", "CONSIDER_AS", "TD_PRESENCE", "SEND"}
"""Effects that are no steps: use of information, notes, presence, the next law; the page has other places for them."""

SPOKEN = {
    "en": re.compile(r"(?:(?:Then t|T)o [^:“”]+: “[A-Z♠♥♦♣\d][^“”]+[.!]”(?: |$))+"),
    "fr": re.compile(
        r"(?:(?:Puis )?[ÀA]u? [^:«»]+\u00a0: «\u00a0[A-ZÉÀÎ♠♥♦♣\d][^«»]+[.!]\u00a0»(?: |$))+", re.IGNORECASE
    ),
}
SOMEBODY_ELSE = {
    "en": re.compile(r"\b(?:he|his|him)\b(?! card back)"),
    "fr": re.compile(r"\b(?:il|son|sa|ses) (?:joue|attaque|entame|reprend|garde|main|camp|partenaire)"),
}


def steps(law):
    """Yield the effects of all paths that a page words as a step."""
    for path in paths(law):
        for effect in path.end.ruling.rectifications:
            if effect.text and (effect.effect not in NOT_A_STEP or effect.effect == "INFO" and to_say(effect.text)):
                yield effect


def said_aloud() -> str:
    """Return all sentences read aloud, in English and French."""
    french = translator("fr")
    rows = (f"{words}\n    {french.gettext(words)}\n" for words in sorted(set(SAID.values())))
    return "\n".join(rows)


@every_law
def test_every_effect_is_said_to_somebody_or_done_with_one_s_own_hands(law):
    for effect in steps(law):
        assert to_say(effect.text) or effect.text in ACTS or effect.effect in SCORES, (effect.law, effect.text)


@every_law
def test_words_for_a_player_in_quotation_marks_are_a_step_and_no_line_of_a_table(law):
    for path in paths(law):
        for effect in path.end.ruling.rectifications:
            if effect.effect == "INFO" and ("“" in effect.text or effect.text.startswith(("Say ", "Tell "))):
                assert to_say(effect.text), (effect.law, effect.text)


@every_law
def test_it_is_said_to_the_player_of_the_effect_and_names_nothing_that_the_effect_does_not_know(law):
    for effect in steps(law):
        if not (say := to_say(effect.text)):
            continue
        player = getattr(effect, "player", "")
        named = {player, "player"} if player else set()
        named |= set(getattr(effect, "players", ())) | {getattr(effect, "to", ""), getattr(effect, "seat", "")}
        for name in ("card", "require", "forbid", "suits"):
            named |= {person.partition(":")[0] for person in getattr(effect, name, "").split(", ")}
        named |= {"declarer"} if player == "dummy" else set()  # he plays for dummy
        named |= set(getattr(effect, "ui_for", ()))
        named |= {"lho"} if effect.effect == "ACCEPT" else set()  # whose turn comes next
        assert blanks(say) <= named | blanks(effect.text), (effect.law, say)


def test_nothing_is_said_twice_nor_for_a_sentence_that_no_law_ever_said():
    parts = (calls.SAID, information.SAID, played.SAID, taken_back.SAID)
    assert len(SAID) == sum(map(len, parts))
    told = {effect.text for law in LAWS.values() for effect in steps(law)}
    assert SAID.keys() | ACTS <= told | released().keys()
    assert not SAID.keys() & ACTS


@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_is_said_is_addressed_in_bold_and_spoken_to_you(language):
    words = translator(language)
    for say in SAID.values():
        opened, closed = ("“", "”") if language == "en" else ("«\u00a0", "\u00a0»")
        told = words.gettext(say)
        assert told.count(opened) == told.count(f"*{opened}") == told.count(f"{closed}*"), told
        for facts in ({}, DEALT):
            words_read = plain(say, facts, words)
            assert SPOKEN[language].fullmatch(words_read), words_read
            assert not re.search(r"\(\s*[,;]?\s*\)|\[|\]|  | [,.]", words_read), words_read
            quoted = re.findall(f"{opened}(.+?){closed}", words_read)
            assert not any(SOMEBODY_ELSE[language].search(words_quoted) for words_quoted in quoted), words_read


def test_a_dealt_table_is_spoken_to_by_name():
    say = to_say("[card:the] stays face up on the table, in front [owner:of]: major penalty card.")
    words_read = plain(say, with_roles({"owner": "E", "card": "DK"}), translator("fr"))
    assert words_read == (
        "À Est\u00a0: «\u00a0Laissez le roi de ♦\u00a0carreau face visible, devant vous\u00a0: "
        "c’est une carte pénalisée principale.\u00a0»"
    )


def test_the_player_of_an_effect_is_spoken_to_by_his_own_role():
    say = to_say("The card goes back to the hand, and another is played.")
    words_read = plain(say, {"declarer": "S"}, translator("en"), roles_of("declarer"))
    assert words_read == "To South: “Take the card back and play another.”"


def test_every_word_to_say_stands_as_it_was_read():
    assert LIST.read_text(encoding="utf-8") == said_aloud()
