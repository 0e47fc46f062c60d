"""Properties of every path of every law; a new law inherits all of them."""

import itertools
import re

import pytest

from rulings.engine import inquiry
from rulings.engine.inquiry import Asking, Ruled, Waiting, compile_tree, learn, questions_of, refs_of, telling
from rulings.engine.questions import UNKNOWN, Fact
from rulings.engine.roles import with_roles
from rulings.engine.ruling import When
from rulings.engine.text import BLANKS, blanks, fill, plain, translator
from rulings.laws2017 import LAWS
from rulings.papers.register import titles
from tests.rulings.conftest import every_law, paths

BOUND = 5_000
KNOWN = {"offender": "W", "declarer": "S", "trick": "4", "card": "S2", "other_card": "HK", "partner_card": "DT"}


def words_of(path):
    """Yield every text of a path with the roles that its scope renames: questions, options, effects and duties."""
    for step in path.end.trail:
        roles = dict(step.question.roles)
        yield step.question.text, roles
        yield from ((text, roles) for text in (step.question.why, step.question.say) if text)
        if not isinstance(step.question, Fact):
            for option in step.question.options:
                yield option.label, roles
                if option.entails:
                    yield option.entails, roles
    yield path.end.ruling.text, {}
    for effect in (*path.end.ruling.rectifications, *path.end.ruling.duties):
        if effect.text:
            yield effect.text, {}


@every_law
def test_the_number_of_paths_is_bounded(law):
    assert 1 < len(paths(law)) < BOUND


@every_law
def test_every_path_ends_in_a_ruling(law):
    assert {type(path.end) for path in paths(law)} <= {Ruled, Waiting}
    for path in paths(law):
        assert path.end.ruling.law and path.end.ruling.text


@every_law
def test_no_path_asks_the_same_question_twice(law):
    for path in paths(law):
        asked = [step.question.id for step in path.end.trail]
        assert len(asked) == len(set(asked))


@every_law
def test_one_id_is_one_question(law):
    seen = {}
    for path in paths(law):
        for step in path.end.trail:
            if step.question.kind != "moment":  # a moment carries the law of the ruling that waits for it
                assert seen.setdefault(step.question.id, step.question) == step.question


@every_law
def test_the_telling_paths_of_a_law_show_all_that_every_path_shows(law, monkeypatch):
    """The questions, references and readings learnt from the telling paths equal those of all paths, in the same order;
    each question has the bounds that the last path to ask it gives it."""

    def content():
        questions = {name: (repr(question), question.values) for name, question in questions_of(law).items()}
        seen = {name: list(map(repr, ways.values())) for name, ways in inquiry._content(law).seen_by.items()}
        return list(questions.items()), sorted(refs_of(law)), seen

    monkeypatch.setattr(inquiry, "_contents", {law: inquiry._gathered(paths(law))})
    whole, few = without_addresses(content()), telling(law)
    monkeypatch.setattr(inquiry, "_contents", {})
    monkeypatch.setattr(inquiry, "explore", None)  # a walk of every path would fail
    learn(law, few)
    assert without_addresses(content()) == whole
    assert telling(law) == few


def test_the_telling_paths_of_the_laws_are_few():
    """A starting server walks only the telling paths (`law_search.warm`)."""
    assert sum(len(telling(law)) for law in LAWS.values()) * 4 < sum(len(paths(law)) for law in LAWS.values())


def without_addresses(content: object) -> str:
    """Return the repr of *content* without memory addresses: a law may define functions anew at each run."""
    return re.sub(r" at 0x[0-9a-f]+", "", repr(content))


@every_law
def test_every_reference_is_in_the_index(law):
    for path in paths(law):
        assert set(path.end.law_refs) <= set(titles())


@every_law
def test_every_option_leads_somewhere(law):
    """Every option of every question on a path is taken by some path."""
    offered, taken = set(), set()
    for path in paths(law):
        for step in path.end.trail:
            if not isinstance(step.question, Fact) and step.question.kind != "moment":
                offered |= {(step.question.id, value) for value in step.question.values}
                taken.add((step.question.id, step.value))
    assert offered == taken


@every_law
def test_every_blank_is_known_and_fills_in_both_languages(law):
    for language, facts in itertools.product(("en", "fr"), ({}, with_roles(KNOWN))):
        words = translator(language)
        for message, roles in {(text, tuple(roles.items())) for path in paths(law) for text, roles in words_of(path)}:
            assert {dict(roles).get(name, name) for name in blanks(message)} <= set(BLANKS)
            words_read = plain(message, facts, words, dict(roles))
            assert "[" not in words_read and words_read[:1] == words_read[:1].upper()


@every_law
def test_french_is_complete_and_keeps_the_blanks(law):
    words = translator("fr")
    for message in {text for path in paths(law) for text, _ in words_of(path)} | {law.title, law.finds} - {""}:
        translated = words.gettext(message)
        assert translated != message, f"no French for: {message}"
        assert blanks(translated) == blanks(message)


@every_law
def test_a_trick_transfer_names_its_law_and_at_most_two_tricks(law):
    for path in paths(law):
        for effect in path.end.ruling.rectifications:
            if effect.effect == "TRICK_TRANSFER":
                assert effect.law.startswith(("64A", "64B"))
                assert effect.tricks in (0, 1, 2)
                assert (effect.tricks > 0) == effect.law.startswith("64A")


@every_law
def test_a_penalty_card_leaves_a_duty_unless_it_is_played_at_once_and_says_who_may_know(law):
    for path in paths(law):
        effects = path.end.ruling.rectifications
        cards = [effect for effect in effects if effect.effect == "PENALTY_CARD" and effect.kind != "as_before"]
        at_once = {effect.card for effect in effects if effect.effect == "MUST_PLAY" and effect.when == "now"}
        duties = [duty for duty in path.end.ruling.duties if duty.when is When.CARD_GONE]
        assert len(duties) >= len([card for card in cards if card.card not in at_once])
        if cards:
            assert any(effect.effect == "INFO" for effect in path.end.ruling.rectifications)


@every_law
def test_a_card_taken_back_is_never_silent_about_who_may_use_it(law):
    for path in paths(law):
        effects = [effect.effect for effect in path.end.ruling.rectifications]
        if "WITHDRAW" in effects:
            assert "INFO" in effects


@every_law
def test_a_lead_restriction_says_what_and_how_long(law):
    for path in paths(law):
        for effect in path.end.ruling.rectifications:
            if effect.effect == "LEAD_RESTRICTION":
                assert bool(effect.require) != bool(effect.forbid)
                assert effect.lasts == (
                    "this_lead" if effect.require else "while_retains_lead"
                ) or effect.law.startswith("26")
                assert effect.player in BLANKS and effect.text
                if effect.lasts == "while_retains_lead":
                    assert When.LEAD_LOST in {duty.when for duty in path.end.ruling.duties}


@every_law
def test_what_a_ruling_opens_or_sends_to_is_there(law):
    for path in paths(law):
        opened = {duty.opens for duty in path.end.ruling.duties if duty.opens}
        sent = {effect.to for effect in path.end.ruling.rectifications if effect.effect == "SEND"}
        assert opened | sent <= set(LAWS)


@every_law
def test_a_pause_leaves_a_duty_for_its_moment(law):
    for path in paths(law):
        if isinstance(path.end, Waiting):
            assert path.end.moment in {duty.when for duty in path.end.ruling.duties}


@every_law
def test_options_read_aloud_say_what_they_entail(law):
    for path in paths(law):
        for step in path.end.trail:
            if step.question.chooser:
                assert step.question.chooser in BLANKS
                assert all(option.entails for option in step.question.options)


@every_law
def test_answers_may_come_in_any_order_and_extra_ones_change_nothing(law):
    for path in paths(law)[::7]:
        shuffled = {"not_a_question": "x"} | dict(reversed(path.answers.items()))
        state = law.step(shuffled)
        assert (state.ruling, state.law_refs) == (path.end.ruling, path.end.law_refs)


@every_law
def test_every_prefix_asks_the_next_question_or_waits(law):
    for path in paths(law)[::11]:
        answers = {}
        for name, value in path.answers.items():
            state = law.look(answers)
            expected = state.question.id if isinstance(state, Asking) else state.moment.value
            assert expected == name
            answers[name] = value


@every_law
def test_the_compiled_tree_walks_like_the_law(law):
    tree = compile_tree(law)
    for path in paths(law):
        if isinstance(path.end, Ruled):
            assert walk(tree, path.answers) == path.end.ruling.as_json()


@every_law
def test_the_compiled_tree_answers_from_facts_like_the_law(law):
    tree = compile_tree(law)
    facts = {"offender": "W", "declarer": "S", "trick": "4", "winner": "S", "tricks_after": "2", "tricks": "9"}
    for path in paths(law):
        settled = {
            step.question.id
            for step in path.end.trail
            if step.question.given and all(fact.id in facts for fact in step.question.given.facts)
        }
        given = {name: value for name, value in path.answers.items() if value != UNKNOWN and name not in settled}
        answers = given | facts
        state = law.step(answers)
        if isinstance(state, Ruled):
            assert walk(tree, answers) == state.ruling.as_json()


def walk(tree, answers):
    """Follow the compiled tree as a device without rules does: known answer, else table, else ask (here: unknown)."""
    node = tree["nodes"][tree["root"]]
    while "ruling" not in node or "wait" in node:
        if "ask" in node:
            value = answers.get(node["ask"]) or looked_up(tree, node, answers)
            assert value is not None, f"the tree asks {node['ask']}"
            node = tree["nodes"][node["next"][value]]
        else:
            node = tree["nodes"][node["next"]]
    return node["ruling"]


def looked_up(tree, node, answers):
    given = node["given"]
    return tree["tables"][given["table"]].get(",".join(answers.get(fact, UNKNOWN) for fact in given["facts"]))


def test_a_blank_that_nobody_declared_is_refused():
    with pytest.raises(KeyError):
        fill("the card of [nobody]", {}, translator("en"))


def test_entry_points_have_distinct_titles():
    titles_of_laws = [law.title for law in LAWS.values()]
    assert len(titles_of_laws) == len(set(titles_of_laws))
