"""A consultation of a law, stored entirely in its URL: its answers, its trail, its ruling."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy

from arbitrage.models import Inquiry, Tournament
from arbitrage.models.incident import EDITIONS
from arbitrage.pages.incident.law_search import found_words
from arbitrage.pages.wording.notation import words
from arbitrage.pages.wording.tables_and_boards import tables
from arbitrage.pages.wording.trail import answer_words, questions
from arbitrage.services.incidents import BOARD_FACTS
from rulings.bridge import Denomination, Seat, parse_contract, parse_deal
from rulings.engine.inquiry import Asking, InvalidAnswer, Law, Ruled, Waiting
from rulings.engine.questions import UNKNOWN, Fact, Moment, Question
from rulings.engine.roles import handed, with_roles
from rulings.engine.ruling import Ruling, Send
from rulings.papers.a4 import inline
from rulings.papers.chart import chart as drawing_of
from rulings.papers.one_sheet import one_sheet
from rulings.papers.register import number_of, titles
from rulings.papers.type_size import sheets

EDITION = list(EDITIONS)[-1]
"""The Laws in force, for a consultation without a tournament."""


LONGEST_WORDS = 500
"""Most characters of free text that a URL may contain."""


OFFERED = 3
"""Number of tournaments offered for attaching a consultation: the newest that are not published."""


State = Asking | Waiting | Ruled


MOMENTS: tuple[tuple[Any, range | tuple[int, ...]], ...] = (
    (gettext_lazy("Deal, boards, hands"), (*range(1, 9), *range(13, 16))),
    (gettext_lazy("The auction"), (*range(17, 20), *range(22, 40))),
    (gettext_lazy("The play"), range(41, 68)),
    (gettext_lazy("Claim, concession"), range(68, 72)),
    (gettext_lazy("Information, hesitation, explanations"), (16, 20, 21, 40, *range(73, 77))),
    (gettext_lazy("Scores, averages"), (12, *range(77, 80), *range(86, 90))),
    (gettext_lazy("The director, penalties, appeals"), (9, 10, 11, 72, *range(80, 86), *range(90, 94))),
)
"""Numbers of the Laws by moment of play, for *Le code*."""


def by_moment(laws: Iterable[Law]) -> list[dict[str, Any]]:
    """Group the laws by moment of play, in the order of the book."""
    ordered = sorted(laws, key=lambda law: int(number_of(law.id) or 0))
    groups = [
        {"title": title, "laws": [found_words(law) for law in ordered if int(number_of(law.id) or 0) in numbers]}
        for title, numbers in MOMENTS
    ]
    return [group for group in groups if group["laws"]]


def said_by(entry: Law, given: Mapping[str, str]) -> dict[str, str]:
    """Return the parameters of a URL that are valid answers to questions of this law or valid facts of a board."""
    asked = questions(EDITION, entry.id)
    facts = {}
    for name, value in given.items():
        if is_answer(asked[name], value) if name in asked else _is_fact(name, value):
            facts[name] = value
    return facts


def is_answer(question: Question[Any], value: str) -> bool:
    if value == UNKNOWN and isinstance(question, Fact):
        return True
    try:
        question.parse(value)
    except InvalidAnswer:
        return False
    return len(value) <= LONGEST_WORDS


def _is_fact(name: str, value: str) -> bool:
    """Is this parameter a fact of a board, and its value valid?"""
    try:
        match name:
            case "declarer":
                Seat(value)
            case "contract":
                return parse_contract(value) is not None
            case "trumps":
                Denomination(value)
            case "deal":
                parse_deal(value, complete=False)
            case "tricks":
                return value.isascii() and value.isdigit() and int(value) <= 13
            case "vulnerability":
                return value in ("None", "NS", "EW", "All")
    except ValueError:
        return False
    return name in BOARD_FACTS


def stands(entry: Law, known: Mapping[str, str]) -> State:
    return Inquiry(law=entry.id, edition=EDITION).state_from(known)


def facts_of(known: Mapping[str, str]) -> dict[str, str]:
    """Return the values for the blanks. An unknown fact is left out, so that its blank shows the role ("the
    offender")."""
    return with_roles({name: value for name, value in known.items() if value != UNKNOWN})


def address(law_id: str, known: Mapping[str, str], **more: str) -> str:
    """Write the address of the consultation with these answers and facts."""
    path = reverse("code_law", args=[law_id])
    return f"{path}?{urlencode({**known, **more})}" if known or more else path


def leads_from(reference: str) -> str:
    """Return the address where a reference to the Laws leads: its own entry point, the nearest one ("12C1" leads to Law
    12, "45C4(a)" to 45C4), or a search for its Law; "" if there is no such Law."""
    wanted = reference.upper()
    number = number_of(wanted)
    for end in range(len(wanted), len(number) - 1, -1):
        if wanted[:end] in EDITIONS[EDITION]:
            return reverse("code_law", args=[wanted[:end]])
    return f"{reverse('code')}?{urlencode({'q': number})}" if number in titles() else ""


def trail_of(entry: Law, known: dict[str, str], state: State) -> list[dict[str, Any]]:
    """List the lines of the trail. Each has an address where its answer can be changed and the others are kept."""
    facts = facts_of(known)
    return [
        {
            "question": words(step.question.text, facts, dict(step.question.roles)),
            "answer": "" if isinstance(step.question, Moment) else answer_words(step.question, step.value, facts),
            "law": step.law,
            "url": "" if isinstance(step.question, Moment) else address(entry.id, known, change=step.question.id),
        }
        for step in state.trail
        if not step.derived
    ]


def back_from(entry: Law, known: dict[str, str], state: State, asked: str) -> str:
    """Return the address of the previous question; at the first question, that of the list of laws."""
    earlier = ""
    for step in state.trail:
        if step.question.id == asked:
            break
        if not step.derived and not isinstance(step.question, Moment):
            earlier = address(entry.id, known, change=step.question.id)
    return earlier or reverse("code")


def leads_to(ruling: Ruling, facts: Mapping[str, str]) -> list[dict[str, str]]:
    """List the laws to which a ruling sends, now or at a later moment, with the facts passed on to them."""
    sent = [
        (rectification.to, rectification.hands)
        for rectification in ruling.rectifications
        if isinstance(rectification, Send)
    ]
    sent += [(duty.opens, duty.hands) for duty in ruling.duties]
    entries = {}
    for law_id, hands in sent:
        if law_id in EDITIONS[EDITION]:
            entry = EDITIONS[EDITION][law_id]
            url = address(law_id, said_by(entry, handed(hands, facts)))
            entries[law_id] = {"law": law_id, "title": entry.title, "url": url}
    return list(entries.values())


def tables_of(tournament: Tournament) -> list[dict[str, str]]:
    tables_played = tables(tournament)
    several = len({section.pk for section, _table in tables_played}) > 1
    return [
        {"value": f"{section.pk}:{table}", "label": f"{section.letter}{table}" if several else str(table)}
        for section, table in tables_played
    ]


@cache
def sheet_of(law_id: str, language: str) -> tuple[SafeString, bool]:
    """Draw the one-sheet chart of a law, and tell whether it contains the whole law. The result is cached until the
    process ends, as laws and translations cannot change before."""
    with translation.override(language):
        chart, sheet = one_sheet(EDITIONS[EDITION][law_id], translation)
        (drawn,) = inline(chart, [sheet], translation)
    return mark_safe(drawn), chart.whole  # noqa: S308  drawn and escaped by us


@cache
def sheets_of(law_id: str, language: str) -> list[SafeString]:
    """Draw the whole law, on several sheets if necessary."""
    with translation.override(language):
        chart = drawing_of(EDITIONS[EDITION][law_id], translation)
        drawn = inline(chart, sheets(chart, translation), translation)
    return [mark_safe(sheet) for sheet in drawn]  # noqa: S308  drawn and escaped by us
