"""A device without a network asks the same questions with the same bounds, uses the same names, and gives the same
rulings as the server.

The comparison covers every path of every law, every regulation, every reading of a table, every bound of a number and
every role, with the words in both languages. One process of Node walks them all.
"""

import gzip
import html
import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.http import QueryDict
from django.utils import translation

from arbitrage.models import Exercise
from arbitrage.pages.devices.compiled_laws import laws_in
from arbitrage.pages.inquiry.question import follows_on
from arbitrage.pages.inquiry.several_questions import standing_together, together_page, touched_last
from arbitrage.pages.school import exercise as pages
from arbitrage.pages.school import kit
from arbitrage.pages.wording.compass_cards import cloth, lying
from arbitrage.pages.wording.notation import law_number
from arbitrage.services import clock, school
from rulings.engine.facts import completed
from rulings.engine.inquiry import Asking, Law, questions_of, reading_name, seen_by_all
from rulings.engine.questions import Count, Question
from rulings.engine.roles import handed, with_roles
from rulings.school import correction
from rulings.school.situations import Situation, by_id
from tests.arbitrage.devices.offline_walks import shown
from tests.javascript import ways
from tests.javascript.node import node
from tests.javascript.tables import TABLES
from tests.javascript.ways import LAWS, Place

NOTHING_TYPED = QueryDict("together=doubts")
"""The fields that a page sends if nothing on it was touched."""
SEATS: list[str | None] = [None, "?", "N", "E", "S", "W"]

Said = dict[str, Any]


@cache
def bundle(language: str) -> str:
    return json.dumps({"kind": "bundle", **laws_in(language)})


def on_the_device(language: str, asked: Iterable[Said]) -> list[Any]:
    """Return the device's result for each request, in a language."""
    lines = [bundle(language), *map(json.dumps, asked)]
    done = node("tests/javascript/compare.js", said="\n".join(lines))
    assert done.returncode == 0, done.stderr[-3000:]
    first, *results = map(json.loads, done.stdout.splitlines())
    assert first == len(LAWS)
    assert len(results) == len(lines) - 1
    return results


def as_asked(place: Place) -> Said:
    return {"kind": "walk", "law": place.law.id, "given": place.taken, "readings": place.readings}


def as_ruled(place: Place) -> list[Any]:
    """Describe the server's state of an inquiry in all the words that a device shows there."""
    drawn = shown(place.state, place.given)
    noted = [step for step in place.state.trail if not step.derived or step.by or step.supposed]
    trail = [
        [step.question.id, step.value, *([list(step.by)] if step.by else []), *("?" if step.supposed else "")]
        for step in noted
    ]
    if isinstance(place.state, Asking):
        return [*drawn, trail, place.state.instead_of]
    sends = [
        send for send in place.state.ruling.as_json()["rectifications"] if send["effect"] == "SEND" and send.get("text")
    ]
    known = with_roles(place.state.read | place.given)
    return [*drawn, trail, [handed(send.get("hands", ()), known) for send in sends]]


class Compared:
    """Requests to the device, each with the server's result in JSON. There are many, so that the objects of each are
    freed as soon as it is written."""

    def __init__(self) -> None:
        self.asked: list[Said] = []
        self.expected: list[str] = []

    def add(self, request: Said, server: Any) -> None:
        self.asked.append(request)
        self.expected.append(json.dumps(server))

    def on_device(self, language: str) -> None:
        """Compare the device's result for each request with the server's."""
        assert self.asked
        results = on_the_device(language, self.asked)
        for request, server, device in zip(self.asked, self.expected, results, strict=True):
            assert device == json.loads(server), request


def same(places: Iterable[Place], language: str) -> None:
    """Compare each place on the device with the server."""
    compared = Compared()
    with translation.override(language):
        for place in places:
            compared.add(as_asked(place), as_ruled(place))
    compared.on_device(language)


class Paths:
    """Every path of every law, walked once: its places, and the pages of the server that presume a fact or ask several
    questions together."""

    def __init__(self) -> None:
        self.places, self.pages = Compared(), Compared()
        self.presumed, self.groups = 0, set[tuple[str, int]]()
        with translation.override("fr"):
            for law in LAWS.values():
                for place in ways.every_path(law):
                    self.places.add(as_asked(place), as_ruled(place))
                    if isinstance(place.state, Asking):
                        self._add_page(law, place, place.state.question)

    def _add_page(self, law: Law, place: Place, question: Question[Any]) -> None:
        if question.leads_on:
            above = _taken(law, place)
            self.pages.add({"kind": "page", "law": law.id, "given": place.taken}, above)
            self.presumed += above is not None
        if question.together or question.kind == "words":
            several = _several(law, place.given, question)
            self.pages.add({"kind": "together", "law": law.id, "given": place.taken}, several)
            if several:
                self.groups.add((question.together or several[0][-1], len(several[0])))


@pytest.fixture(scope="module")
def paths() -> Paths:
    return Paths()


def test_on_every_path_of_every_law_the_device_asks_and_rules_word_for_word_as_the_server(paths):
    paths.places.on_device("fr")


def test_in_english_the_device_says_the_same_words_as_the_server():
    same((place for law in LAWS.values() for place in ways.every_end(law)), "en")


def test_under_every_regulation_the_device_rules_as_the_server():
    same((place for law in LAWS.values() for place in ways.every_regulation(law)), "fr")


def test_the_device_puts_on_a_page_what_the_server_puts_there(paths):
    """Both show the same presumed fact above the same question, and the same questions together, under the same heading
    and with the same keys."""
    assert paths.presumed > 50
    assert {("heard", 5), ("doubts", 4), ("lines", 2)} <= paths.groups
    assert len(paths.groups) > 8, "words that are noted above the keys of a judgement, in many laws"
    paths.pages.on_device("fr")


def _taken(law: Law, place: Place) -> list[Any] | None:
    """Describe the page on which the server presumes the usual answer of a question; None where it does not presume
    one."""
    assert isinstance(place.state, Asking)
    inquiry: Any = SimpleNamespace(state_if=lambda more: law.step(place.given | more))
    fact, after = place.state.question, follows_on(inquiry, place.state.question)
    trail = [step.question.id for step in place.state.trail]
    return [fact.id, after.question.id, fact.taken.endswith("?"), trail] if after else None


def _several(law: Law, given: dict[str, str], asked: Question[Any]) -> list[Any] | None:
    """Describe the page on which the server asks this question together with others; None where it stands alone."""
    inquiry: Any = SimpleNamespace(answers_dict=lambda: given, state_if=lambda more: law.step(given | more))
    page = standing_together(inquiry, asked)
    if not page:
        return None
    known = with_roles(law.step(given).read | given)
    drawn = together_page(inquiry, page, known, NOTHING_TYPED)
    fields = [f"together={drawn['together']['name']}"]
    if drawn["together"]["kind"] == "yes_no":
        fields += ["these=none", *(f"yes={question.id}" for question in page), "these=ticked"]
    for question in page if drawn["together"]["kind"] == "fields" else ():
        if question is touched_last(page):
            fields += [f"touched={question.id}", *_keys_of(question)]
        elif question.kind == "count":
            fields += [f"{question.id}={option.value}" for option in question.options]
        else:
            fields.append(f"{question.id}=")
    return [[question.id for question in page], drawn["heading"], fields]


def _keys_of(question: Question[Any]) -> list[str]:
    return [f"{option.value}=" for option in question.options]


def test_of_a_table_that_was_not_read_the_device_asks_all_that_it_would_answer_and_supposes_nothing():
    places = [place for law in LAWS.values() for place in ways.every_unread(law)]
    same(places, "fr")
    asked = {(place.law.id, place.state.question.id) for place in places if isinstance(place.state, Asking)}
    supposed = {
        (law.id, name)
        for law in LAWS.values()
        for name, question in questions_of(law).items()
        if question.seen is not None and question.usual
    }
    assert len(supposed) > 40
    assert supposed - asked == set()


@pytest.fixture(scope="module")
def places_on_tables() -> list[Place]:
    return [place for law in LAWS.values() for place in ways.every_table(law, TABLES)]


def test_on_every_table_the_device_reads_what_the_server_reads_and_takes_a_denial(places_on_tables):
    same(places_on_tables, "fr")


def test_what_was_taken_along_of_a_table_and_is_not_so_any_more_is_asked_again(places_on_tables):
    drawn = places_on_tables if ways.EVERY_PLACE else places_on_tables[::4]
    same((ways.given_up(place) for place in drawn), "fr")


def test_every_question_that_sees_the_table_is_told_by_one_of_these_tables(places_on_tables):
    told = {
        (place.law.id, reading_name(place.law, step.question) and step.question.id)
        for place in places_on_tables
        for step in place.state.trail
        if step.derived and step.question.seen
    }
    assert {(law.id, name) for law in LAWS.values() for name in seen_by_all(law)} - told == set()


def test_the_device_bounds_every_number_as_the_server():
    asked, expected = [], []
    for law in LAWS.values():
        for question in questions_of(law).values():
            if isinstance(question, Count) and question.most:
                values = [(fact.id, [None, *fact.values, "?"]) for fact in question.most.facts]
                asked.append({"kind": "most", "law": law.id, "question": question.id, "values": values})
                expected.append([question.within(known).high for known in ways.combinations(values)])
    assert sum(map(len, expected)) > 5000
    for request, server, device in zip(asked, expected, on_the_device("fr", asked), strict=True):
        combined = ways.combinations(request["values"])
        assert [triple for triple in zip(combined, server, device, strict=True) if triple[1] != triple[2]] == [], (
            request
        )


NUMBERS: list[str | None] = [None, "?", *map(str, range(14))]
ROLES: tuple[list[tuple[str, list[str | None]]], ...] = (
    [
        ("wrong_leader", SEATS),
        ("since_lead", [None, "nothing", "dummy_faced", "other_leader"]),
        ("presumed_declarer", SEATS),
        ("declarer", SEATS),
        ("offender", SEATS),
    ],
    [("on_lead", SEATS), ("owner", SEATS), ("offender", SEATS), ("informant", SEATS), ("declarer", SEATS)],
    [
        ("explainer", SEATS),
        ("informant", SEATS),
        ("owner", SEATS),
        ("revoker", [None, "?", "declarer", "dummy", "defender"]),
        ("declarer", SEATS),
        ("misled", SEATS),
    ],
    [
        ("claimer", SEATS),
        ("declarer", SEATS),
        ("tricks_before", NUMBERS),
        ("tricks_left", NUMBERS),
        ("tricks_to_others", NUMBERS[:8]),
    ],
    [("trumps", [None, "?", "S", "NT"]), ("trumps_out", [None, "?", "0", "2"]), ("claimer", SEATS)],
)


@pytest.mark.parametrize("values", ROLES, ids=lambda values: "-".join(name for name, _ in values))
def test_the_device_names_every_role_as_the_server(values):
    for kind, follows in (("roles", with_roles), ("completed", completed)):
        (device,) = on_the_device("fr", [{"kind": kind, "values": values}])
        for facts, roles in zip(ways.combinations(values), device, strict=True):
            assert dict(roles) == follows(facts), (kind, facts)


def test_the_device_lays_the_same_cards_on_the_cloth():
    asked, expected = [], []
    for law in LAWS.values():
        cards = [question.id for question in questions_of(law).values() if getattr(question, "hand", "")]
        for table in TABLES if cards else ():
            known = {"declarer": "S", **dict.fromkeys(cards, "C4"), "offender": "E", "owner": "W"}
            known = with_roles(known) | table.facts()
            laid = lying(table)
            asked.append({"kind": "cloth", "law": law.id, "known": known, "lying": laid})
            cards_at = cloth(law, known)
            expected.append({seat: [[card["card"], card["kind"]] for card in cards_at[seat]] for seat in cards_at})
    assert len(asked) > 100
    for request, server, device in zip(asked, expected, on_the_device("fr", asked), strict=True):
        assert device == server, request


# The school


def practised(situation: Situation) -> Iterator[Exercise]:
    """Make exercises of a situation: as the Code answers, with each tempting answer, with an answer of each choice
    changed, under another law, without a decision and with another one."""
    answers = dict(situation.answers)
    wrong = [turning.partition("=")[::2] for turning in situation.tempting]
    for step in situation.ended().trail:
        others = [value for value in step.question.values[:6] if value != step.value]
        wrong += [(step.question.id, others[-1])] if others and not step.derived else []
    told = [(situation.law, {**answers, name: value}, correction.CODE) for name, value in wrong]
    told += [(situation.law, answers, choice) for choice in (correction.CODE, "another=one", "")]
    for law, given, decision in [*told, ("13", answers, correction.CODE)]:
        yield Exercise(
            user=User(username="martin"),
            situation=situation.id,
            law=law,
            answers=given,
            decision=decision,
            begun_at=clock.now(),
        )


def as_compared(exercise: Exercise) -> list[Any]:
    """Describe how the server compares the learner's answers with the Code's, and whether it finds the exercise
    right."""
    situation = by_id()[exercise.situation]
    state = school.inquiry_of(exercise, situation).state()
    lines = correction.compared(state, situation.ended(), situation.facts)
    told = [[line.question.id, law_number(line.law), line.given, line.expected, line.parts] for line in lines]
    return [told, school.is_right(exercise, situation, state)]


def taken_along(language: str) -> Said:
    return {"kind": "kit", **json.loads(gzip.decompress(kit.compressed(language)[1]))}


def as_sent(kind: str, exercise: Exercise) -> Said:
    return {
        "kind": kind,
        "situation": exercise.situation,
        "law": exercise.law,
        "answers": exercise.answers,
        "decision": exercise.decision,
    }


def test_the_device_finds_an_exercise_right_or_wrong_at_the_same_question_as_the_server():
    exercises = [exercise for situation in by_id().values() for exercise in practised(situation)]
    expected = [as_compared(exercise) for exercise in exercises]
    assert sum(right for _lines, right in expected) >= len(by_id())
    asked = [as_sent("compared", exercise) for exercise in exercises]
    _themes, *results = on_the_device("fr", [taken_along("fr"), *asked])
    for request, server, device in zip(asked, expected, results, strict=True):
        assert device == server, request


def text_of(markup: str) -> str:
    """Return the text of a cell for comparison: in lower case, without the names of suits, and with "x" or "xx" for a
    double. The device begins an answer with a capital, and writes these names."""
    seen = re.sub(r'<span class="sr">[^<]*</span>|<i>[^<]*</i>', "", markup)
    plain = re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]*>", "", seen))).strip().lower()
    return DOUBLES.get(plain, re.sub("(?<=[♠♥♦♣]) (pique|cœur|carreau|trèfle)", "", plain))


DOUBLES = {"contre": "x", "surcontre": "xx"}


def as_corrected(exercise: Exercise) -> list[Any]:
    """Describe the correction in the words of the server's page: its heading, each row, and the row where the two first
    differ."""
    situation = by_id()[exercise.situation]
    inquiry = school.inquiry_of(exercise, situation)
    state = inquiry.state()
    exercise.right = school.is_right(exercise, situation, state)
    page = pages.correction_page(exercise, situation, inquiry, state)
    names = ("question", "given", "expected")
    rows = [
        [*(text_of(str(row[name])) for name in names), text_of(law_number(row["law"])), row["parts"]]
        for row in page["rows"]
    ]
    return [text_of(page["heading"]), rows]


def test_the_correction_of_the_device_says_what_the_page_of_the_server_says():
    """One exercise of each situation, of a different kind each time, because each needs a rendered page."""
    with translation.override("fr"):
        kinds = [list(practised(situation)) for situation in by_id().values()]
        exercises = [some[at % len(some)] for at, some in enumerate(kinds)]
        expected = [as_corrected(exercise) for exercise in exercises]
        assert len({heading for heading, _rows in expected}) == len(pages.heading_words())
    asked = [as_sent("corrected", exercise) for exercise in exercises]
    themes, *results = on_the_device("fr", [taken_along("fr"), *asked])
    assert themes == 14
    for request, (heading, rows), device in zip(asked, expected, results, strict=True):
        assert [text_of(device[0]), [[*map(text_of, row[:4]), row[4]] for row in device[1]]] == [heading, rows], request
