"""The situations of the school: their answers lead to their rulings, both languages tell the same story, and the
correction finds wrong rulings."""

import re
from collections import Counter

import pytest

from rulings.auction import Auction
from rulings.bridge import Seat, parse_deal
from rulings.engine.asking import Asking, Ruled, State, Waiting
from rulings.engine.questions import UNKNOWN, InvalidAnswer
from rulings.engine.ruling import Duty, When
from rulings.engine.text import translator
from rulings.laws2017 import LAWS
from rulings.school import rehearsals
from rulings.school.correction import CODE, HEARD, NOT_COMPARED, compared, decisions, moved, parting, score
from rulings.school.situations import LEVELS, Situation, by_id, series, themes

OF_REHEARSALS = [situation for situation in rehearsals.by_id().values() if situation.law]
TOLD = [*by_id().values(), *rehearsals.by_id().values()]
EVERY = [pytest.param(situation, id=situation.id) for situation in [*by_id().values(), *OF_REHEARSALS]]
BOARD = {"declarer", "contract", "vulnerability", "tricks", "trumps"}


def test_there_are_fourteen_themes_of_eight_situations_or_more():
    assert len(themes()) == 14
    assert min(len(theme.situations) for theme in themes()) >= 8
    assert len(by_id()) == sum(len(theme.situations) for theme in themes()) >= 100
    for theme in themes():
        assert {situation.level for situation in theme.situations} <= set(LEVELS)
        assert len({situation.level for situation in theme.situations}) > 1, theme.key


@pytest.mark.parametrize("situation", EVERY)
def test_a_situation_is_ruled_as_its_answer_says(situation):
    end = situation.ended()
    assert end.ruling.law == situation.ruling
    assert set(situation.answers) - set(end.questions) == set(), "answers that no question asks for"
    assert set(situation.facts) <= BOARD or rehearsals.is_fallen_due(situation.id), "handed on by a ruling before"
    assert {*situation.also} <= set(LAWS)
    if situation.tricks_moved is not None:
        assert moved(end, {**situation.facts, **situation.answers}) == situation.tricks_moved
    if situation.score is not None:
        assert score(situation, situation.answers, translator("en"))["score_ns"] == situation.score


def test_every_answer_is_one_that_the_page_offers_when_it_asks():
    for situation in [*by_id().values(), *OF_REHEARSALS]:
        known = dict(situation.facts)
        while not isinstance(state := situation.entry.step(known), Ruled):
            if isinstance(state, Waiting):
                if state.moment.value not in situation.answers:
                    break
                known[state.moment.value] = "reached"
                continue
            asked = state.question
            assert asked.id in situation.answers, f"{situation.id}: {asked.id} is asked"
            value = situation.answers[asked.id]
            if asked.options:
                assert value in {option.value for option in asked.options}, f"{situation.id}: {asked.id}={value}"
            known[asked.id] = value
        assert not set(situation.answers) - set(known), f"{situation.id}: no page asks for it"


@pytest.mark.parametrize("situation", [case for case in EVERY if not rehearsals.is_fallen_due(case.id)])
def test_a_director_chooses_among_rulings_that_read_differently(situation):
    offered = decisions(situation)
    assert 2 <= len(offered) <= 4
    assert [decision.key for decision in offered].count(CODE) == 1
    for language in ("fr", "en"):
        sentences = [decision.words(translator(language)) for decision in offered]
        assert len(set(sentences)) == len(sentences)
        assert not any("[" in words for words in sentences), "a blank is left"


RANK_IN_ENGLISH = str.maketrans("RDV", "KQJ")
CARD = re.compile(r"[♠♥♦♣](?:10|[2-9ARDVKQJ])|[1-7](?:SA|NT|[♠♥♦♣])")


def cards(words: str, language: str) -> Counter[str]:
    tokens = CARD.findall(words)
    return Counter(
        token.replace("SA", "NT") if token[0].isdigit() else token[0] + token[1:].translate(RANK_IN_ENGLISH)
        for token in (tokens if language == "fr" else [word.replace("NT", "SA") for word in tokens])
    )


def test_both_languages_name_the_same_cards():
    for situation in TOLD:
        for french, english in (
            (situation.words["fr"], situation.words["en"]),
            (situation.why["fr"], situation.why["en"]),
        ):
            assert set(cards(french, "fr")) == set(cards(english, "en"))


def test_french_is_spaced_as_it_is_printed():
    scenarios = rehearsals.scenarios().values()
    cues = [call.cue for scenario in scenarios for call in scenario.calls if call.cue]
    beside = [scenario.title for scenario in scenarios] + [scenario.says for scenario in scenarios] + cues
    for texts in [*(situation.words for situation in TOLD), *(situation.why for situation in TOLD), *beside]:
        french, english = texts["fr"], texts["en"]
        assert not re.search(r"[^\u00a0]:|[^\u202f][;!?](?![!?])|«[^\u00a0]|[^\u00a0]»|'", french), french
        assert not re.search(r"['\"«»]", english), english


def test_what_is_shown_could_have_been_played():
    for situation in by_id().values():
        hands = parse_deal(situation.deal) if situation.deal else {}
        shown = [card for trick in situation.tricks for _seat, card in trick.cards]
        assert len(set(shown)) == len(shown)
        for trick in situation.tricks:
            assert len({seat for seat, _card in trick.cards}) == len(trick.cards)
            for seat, card in trick.cards:
                assert not hands or card in hands[seat]
        assert situation.dealer in ("", *Seat)
        assert not situation.calls or situation.dealer
        for before, after in zip(situation.tricks, situation.tricks[1:], strict=False):
            assert after.number > before.number
            trumps = situation.facts.get("trumps", "")
            assert after.number > before.number + 1 or after.cards[0][0] == before.winner(trumps)


IRREGULAR = {"insufficient-bid", "call-out-of-turn"}
"""The themes whose last call, or the one before it, may be the irregularity itself."""


def test_an_auction_shown_is_legal_up_to_its_irregularity_and_makes_the_contract():
    for situation in by_id().values():
        if not situation.calls:
            continue
        seat = Seat(situation.dealer)
        auction, odd = Auction(seat), []
        for call in situation.calls:
            if auction.shown(seat, call):
                odd.append(call)
            auction, seat = auction.then(seat, call), seat.lho
        assert odd in ([], [situation.answers.get("bid", situation.answers.get("call"))]), situation.id
        assert situation.theme in IRREGULAR or not odd, situation.id
        given = {**situation.answers, **situation.facts}
        if "first_call" in given:
            since = "lho_over_first" if given.get("partner_called") == "no" else "partner_called"
            changed = [made.seat for made in auction.calls if made.call == given["first_call"]]
            assert changed == [given["offender"]], situation.id
            assert (auction.calls[-1].seat is changed[0]) == (given.get(since, "no") == "no"), situation.id
        contract = auction.contract
        if auction.over and contract:
            assert given.get("declarer", contract.declarer) == contract.declarer, situation.id
            assert given.get("contract", str(contract)) == str(contract), situation.id
            assert given.get("wrong_leader") != contract.declarer.lho, f"{situation.id}: it was his lead"


def test_a_score_is_told_with_its_vulnerability():
    scored = [candidate for candidate in by_id().values() if candidate.score is not None]
    assert len(scored) > 10
    for situation in scored:
        assert situation.vulnerability == situation.facts["vulnerability"], situation.id


def test_the_tricks_that_are_told_add_up_to_thirteen():
    for situation in by_id().values():
        given = {**situation.facts, **situation.answers}
        if "tricks_left" in given:
            assert int(given["tricks_before"]) + int(given["tricks_left"]) <= 13, situation.id
        if "tricks_after" not in given:
            continue
        side, declarer = Seat(given["offender"]).side, Seat(given["declarer"])
        made = int(given["tricks"]) if declarer.side is side else 13 - int(given["tricks"])
        before = made - int(given["tricks_after"]) - (Seat(given["winner"]).side is side)
        assert 0 <= before <= int(given["trick"]) - 2, f"{situation.id}: the other side had led to that trick"
        assert int(given["trick"]) + int(given["tricks_after"]) <= 13, situation.id


NOT_OF_THE_CODE = re.compile(
    r"\b(les|des|aux|d’) ?enchères\b|\b(l’|une |cette |son |sa |toute autre |aucune )annonce\b"
    r"|\b(a|ont|avait|avaient) (pas |encore )?annoncé\b|\bannoncer\b"
)
"""The auction is *les annonces*, a call *une déclaration*, a bid *une enchère*: docs/glossary.md."""


def test_french_names_calls_and_the_auction_as_the_code_does():
    for situation in by_id().values():
        for words in (situation.words["fr"], situation.why["fr"]):
            assert not re.search(NOT_OF_THE_CODE, words), words


@pytest.mark.parametrize("situation", EVERY)
def test_a_wrong_answer_is_caught_where_it_was_given(situation):
    for turning in situation.tempting:
        name, _equals, value = turning.partition("=")
        line = parting(followed(situation, name, value), situation.ended())
        assert line is not None
        assert (line.question.id, line.given) == (name, value)


WRONG = [
    ("opening-lead-1", "since_lead", "nothing", "41A"),
    ("opening-lead-2", "since_lead", "nothing", "47E1"),
    ("opening-lead-3", "since_lead", "declarer", "54C"),
    ("opening-lead-9", "partner_lead", "after", "58A"),
    ("revoke-4", "winner", "E", "64A"),
    ("revoke-2", "since", "played", "62A"),
    ("revoke-9", "after_play", "not_yet", "64B4"),
    ("revoke-10", "exclusion", "none", "64B7"),
    ("hands-2", "playable", "no", "13B1"),
    ("hands-6", "called_on_it", "yes", "15A1"),
    ("call-3", "partner_called", "no", "25A4"),
    ("insufficient-5", "meant", "yes", "25A2"),
    ("insufficient-4", "23_comparable", "no", "23A1"),
    ("played-1", "partner_could_see", "no", "45C1"),
    ("penalty-5", "kind", "major", "50C"),
    ("penalty-8", "already", "no", "50B"),
    ("lead-5", "at_partners_turn", "free", "50D2(a)"),
    ("restriction-1", "replaced", "no", "26A"),
    ("hesitation-3", "logical_alternative", "yes", "16B1"),
    ("explanation-4", "shown", "explanation_wrong", "75C"),
    ("claim-4", "unaware", "no", "70C2"),
    ("scores-2", "firmly_convinced", "convinced", "79B3"),
]
"""Deliberately wrong rulings: the situation, the question answered wrongly, the wrong answer, and the Law that shows
the error."""


@pytest.mark.parametrize(("name", "question", "value", "law"), WRONG)
def test_wrong_rulings_given_on_purpose_part_at_their_article(name, question, value, law):
    situation = by_id()[name]
    given = situation.entry.step({**situation.facts, **situation.answers, question: value})
    line = parting(given, situation.ended())
    assert line is not None and not isinstance(situation.ended(), Asking)
    assert (line.question.id, line.given, line.law) == (question, value, law)


MOST_TRIED = 14
"""Number of wrong answers tried for a question with many values, such as a card or a call."""


def test_any_one_wrong_answer_parts_where_it_was_given():
    tried, elsewhere = 0, []
    for situation in [*by_id().values(), *OF_REHEARSALS]:
        end = situation.ended()
        for step in end.trail:
            question = step.question
            judged = question.kind not in NOT_COMPARED and question.together != HEARD and step.value != UNKNOWN
            if step.derived or not judged or question.id in situation.facts:
                continue
            for value in question.values[:MOST_TRIED]:
                if value == step.value:
                    continue
                tried += 1
                line = parting(followed(situation, question.id, value), end, situation.facts)
                if line is None or (line.question.id, line.given) != (question.id, value):
                    elsewhere.append(f"{situation.id}: {question.id}={value}")
    assert tried > 3000 and not elsewhere


def followed(situation: Situation, name: str, value: str) -> State:
    """Follow the law with one answer changed; later answers that it no longer admits are left out."""
    answers = {**situation.facts, **situation.answers, name: value}
    while True:
        try:
            return situation.entry.step(answers)
        except InvalidAnswer as error:
            assert error.question.id != name, f"{situation.id}: {name}={value} is no answer"
            del answers[error.question.id]


def test_the_right_answers_part_nowhere():
    for situation in by_id().values():
        end = situation.ended()
        assert parting(end, end) is None
        assert [line.given for line in compared(end, end)] == [line.expected for line in compared(end, end)]


def test_a_series_is_the_same_whenever_its_seed_is():
    among = by_id().values()
    assert series(7, 10, among) == series(7, 10, list(among)[::-1])
    assert series(7, 10, among) != series(8, 10, among)
    assert len({situation.id for situation in series(7, 10, among)}) == 10


# Rehearsals

SCENARIOS = [pytest.param(scenario, id=scenario.key) for scenario in rehearsals.scenarios().values()]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_rehearsal_has_two_calls_at_once_a_card_to_come_back_for_a_player_who_disputes_and_a_call_for_nothing(
    scenario,
):
    for seed in range(5):
        staged = scenario.staged(seed)
        assert staged == scenario.staged(seed)
        coming = [call.at for call in staged.calls if not call.after]
        assert max(Counter(coming).values()) == 2, "two at the same moment"
        situations = {call.key: rehearsals.situation(call.situation) for call in staged.calls}
        assert [situation for situation in situations.values() if not situation.law], "a call for nothing"
        assert {situation.law for situation in situations.values()} & {"82", "85", "92"}, "a player who disputes"
        assert [call for call in staged.calls if call.within], "a card to come back for"
        assert all(0 < at < scenario.seconds - 120 for at in coming)
        for call in staged.calls:
            assert 1 <= call.table <= scenario.tables
            assert call.leaf in ("", *LEAVES)
            before = [earlier for earlier in staged.calls if earlier.key == call.after]
            assert len(before) == bool(call.after)
            assert all(earlier.table == call.table for earlier in before)
    assert any(scenario.staged(seed) != scenario.staged(0) for seed in range(1, 5))


LEAVES = ("lead-out-of-turn", "exposed-card", "revoke", "insufficient-bid", "call-out-of-turn", "hesitation")
"""The cases that a table may name on its sheet (`arbitrage.services.incidents.table_calls.ABOUT`)."""


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_falls_due_in_a_rehearsal_is_what_the_ruling_before_it_left(scenario):
    by_key = {call.key: call for call in scenario.calls}
    for call in scenario.calls:
        for name in call.situations:
            assert rehearsals.situation(name)
        if not call.within:
            continue
        assert call.cue
        cards = {rehearsals.situation(name).answers["kind"] for name in call.situations}
        assert cards == {"major"}, "a minor card brings nobody back: it restricts no lead"
        then = rehearsals.situation(call.situation)
        for name in by_key[call.after].situations:
            first = rehearsals.situation(name)
            lying = [duty for duty in first.ended().ruling.duties if duty.opens == "50-table"]
            assert lying, "the ruling leaves a penalty card"
            known = {**first.facts, **first.answers}
            assert then.answers["card"] == known["card"]
            assert then.answers["owner"] == known.get("owner", known.get("offender"))
            assert then.facts["declarer"] == known["declarer"]


LOOKED_AT = {When.END_OF_PLAY, When.END_OF_AUCTION}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_duty_that_the_codes_rulings_leave_for_later_has_what_is_found_then(scenario):
    for call in scenario.calls:
        for first in map(rehearsals.situation, call.situations):
            duties = first.ended().ruling.duties if first.law else ()
            for duty in duties:
                then = rehearsals.fallen_due(first.id, duty.law)
                assert (then is not None) == (duty.when in LOOKED_AT), f"{first.id}: {duty.law}"
                if then is None:
                    continue
                assert then.law == (duty.opens or first.law)
                told = {**first.facts, **first.answers}
                handed = set(then.facts) & set(told)
                assert {name: then.facts[name] for name in handed} == {name: told[name] for name in handed}
                assert "declarer" not in then.facts or then.facts["declarer"] == told["declarer"]
                assert duty.opens or set(told) <= set(then.facts), "the inquiry goes on"


def test_what_falls_due_belongs_to_a_ruling_of_a_rehearsal():
    called = {
        name for scenario in rehearsals.scenarios().values() for call in scenario.calls for name in call.situations
    }
    due = [then for first in called for duty in duties_of(first) if (then := rehearsals.fallen_due(first, duty.law))]
    assert sorted(situation.id for situation in due) == sorted(filter(rehearsals.is_fallen_due, rehearsals.by_id()))


def duties_of(name: str) -> tuple[Duty, ...]:
    situation = rehearsals.situation(name)
    return situation.ended().ruling.duties if situation.law else ()
