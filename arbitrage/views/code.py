"""Le code: every law to consult without an incident, and drawn as a chart. Nothing is stored until it is attached.

The address of a consultation holds its answers, so that it can be sent to somebody: ``?able=yes&offender=W``. Facts of
the board stand beside them under their names (``contract=3NT``); what is no answer or fact of this law is left out.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from arbitrage.forms import AnswerForm, AttachForm
from arbitrage.ids import uuid7
from arbitrage.models import Inquiry, Tournament
from arbitrage.models.incident import EDITIONS
from arbitrage.services import consultation
from arbitrage.services.errors import Refused
from arbitrage.services.incidents import BOARD_FACTS
from arbitrage.templatetags.bridge import words
from arbitrage.views import MemberRequest, for_members, go, posted
from arbitrage.views.incidents import boards_at, search
from arbitrage.views.inquiry import by_suit, effects, moment_button
from arbitrage.views.showing import compass, questions, shown
from arbitrage.views.tournaments import tables
from rulings import text
from rulings.bridge import Card, Denomination, Seat, parse_contract, parse_deal
from rulings.chart import chart as drawing_of
from rulings.chart_svg import inline, sheets
from rulings.inquiry import Asking, InvalidAnswer, Law, Ruled, Waiting
from rulings.questions import UNKNOWN, Fact, Moment, Question
from rulings.register import number_of
from rulings.roles import handed, with_roles
from rulings.ruling import Ruling, Send

EDITION = list(EDITIONS)[-1]
"""The Laws in force: what is consulted without a tournament."""

LONGEST_WORDS = 500
"""Characters of free words that an address can carry."""

OFFERED = 3
"""The tournaments to attach a consultation to: the newest that are not published."""

State = Asking | Waiting | Ruled


@for_members("GET")
def code(request: MemberRequest) -> HttpResponse:
    """Every entry point of the Laws in the order of the book, or those that the words searched for are found in."""
    query = request.GET.get("q", "").strip()
    if query:
        laws = search(query, EDITION)
    else:
        laws = [
            {"law": law.id, "title": _(law.title), "small": _(law.finds) if law.finds else ""}
            for law in sorted(EDITIONS[EDITION].values(), key=lambda law: int(number_of(law.id) or 0))
        ]
    return render(request, "code/list.html", {"query": query, "laws": laws})


def _law(law_id: str) -> Law:
    try:
        return EDITIONS[EDITION][law_id]
    except KeyError:
        raise Http404 from None


# The consultation


@for_members("GET", "POST")
def law(request: MemberRequest, law_id: str) -> HttpResponse:
    """One question of a law, or its ruling, from the answers in the address. A form sent attaches it to a table."""
    entry = _law(law_id)
    known = _said(entry, request.GET)
    if request.method == "POST":
        return _attach(request, entry, known)
    if "question" in request.GET:
        return _answer(request, entry, known)
    state = _stands(entry, known)
    asked = state.questions.get(request.GET.get("change", ""))
    if asked is not None and not isinstance(asked, Moment):
        return _question_page(request, entry, known, state, asked)
    if isinstance(state, Asking):
        return _question_page(request, entry, known, state, state.question)
    return _ruling_page(request, entry, known, state)


def _said(entry: Law, given: Mapping[str, str]) -> dict[str, str]:
    """The answers and facts of an address that mean something to this law."""
    asked = questions(EDITION, entry.id)
    said = {}
    for name, value in given.items():
        if _is_answer(asked[name], value) if name in asked else _is_fact(name, value):
            said[name] = value
    return said


def _is_answer(question: Question[Any], value: str) -> bool:
    if value == UNKNOWN and isinstance(question, Fact):
        return True
    try:
        question.parse(value)
    except InvalidAnswer:
        return False
    return len(value) <= LONGEST_WORDS


def _is_fact(name: str, value: str) -> bool:
    """Is it something that a board says, and says so?"""
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


def _stands(entry: Law, known: Mapping[str, str]) -> State:
    return Inquiry(law=entry.id, edition=EDITION).state_from(known)


def _facts(known: Mapping[str, str]) -> dict[str, str]:
    """What the words are filled with: what was left open is not there, and is told by its role."""
    return with_roles({name: value for name, value in known.items() if value != UNKNOWN})


def _address(law_id: str, known: Mapping[str, str], **more: str) -> str:
    """The address of the consultation where this is known; the same answers give the same address."""
    path = reverse("code_law", args=[law_id])
    return f"{path}?{urlencode({**known, **more})}" if known or more else path


def _answer(request: MemberRequest, entry: Law, known: dict[str, str]) -> HttpResponse:
    """A tap: on to the address that holds its answer too."""
    state = _stands(entry, known)
    asked = state.questions.get(request.GET["question"])
    if asked is None:
        return go(request, _address(entry.id, known))
    value = request.GET.get("answer", "").strip()
    form = AnswerForm(asked, {"answer": value, "version": 0})
    problem = "" if form.is_valid() else form.problem
    if not problem and not _is_answer(asked, value):
        problem = _("This text is too long for an address: shorten it to 500 characters.")
    if problem:
        return _question_page(request, entry, known, state, asked, error=problem)
    return go(request, _address(entry.id, known | {asked.id: value}))


def _question_page(
    request: MemberRequest, entry: Law, known: dict[str, str], state: State, asked: Question[Any], *, error: str = ""
) -> HttpResponse:
    facts, roles = _facts(known), dict(asked.roles)
    others = {name: value for name, value in known.items() if name != asked.id}
    given = known.get(asked.id, "")
    context = {
        "law": entry,
        "heading": text.plain(asked.text, facts, translation, roles),
        "question": asked,
        "facts": facts,
        "roles": roles,
        "given": given,
        "typed": request.GET.get("answer", given),
        "longest": LONGEST_WORDS,
        "error": error,
        "kept": others,
        "open": UNKNOWN if isinstance(asked, Fact) and asked.kind != "words" else "",
        "trail": _trail(entry, known, state),
        "back_url": _before(entry, known, state, asked.id),
        **_surface(asked, facts),
    }
    return render(request, "code/law.html", context, status=422 if error else 200)


def _surface(asked: Question[Any], facts: dict[str, str]) -> dict[str, Any]:
    """What the answer is touched on: the four seats without names, the 52 cards; who chooses."""
    if asked.kind == "seat":
        return {"seats": compass({}, facts)}
    if asked.kind == "card":
        return {"hand": [], "others": by_suit([Card.parse(value) for value in asked.values])}
    if asked.chooser:
        value = facts.get(asked.chooser, "")
        return {
            "chooser": text.show(asked.chooser, "", value, translation),
            "to_chooser": text.show(asked.chooser, "to", value, translation),
        }
    return {}


def _trail(entry: Law, known: dict[str, str], state: State) -> list[dict[str, Any]]:
    """The lines of the trail, each with the address where its answer is changed and the others are kept."""
    facts = _facts(known)
    return [
        {
            "question": words(step.question.text, facts, dict(step.question.roles)),
            "answer": "" if isinstance(step.question, Moment) else shown(step.question, step.value, facts),
            "law": step.law,
            "url": "" if isinstance(step.question, Moment) else _address(entry.id, known, change=step.question.id),
        }
        for step in state.trail
        if not step.derived
    ]


def _before(entry: Law, known: dict[str, str], state: State, asked: str) -> str:
    """Back: the question before this one, or before the ruling; from the first, the list of the laws."""
    earlier = ""
    for step in state.trail:
        if step.question.id == asked:
            break
        if not step.derived and not isinstance(step.question, Moment):
            earlier = _address(entry.id, known, change=step.question.id)
    return earlier or reverse("code")


# The ruling, and the table


def _ruling_page(
    request: MemberRequest,
    entry: Law,
    known: dict[str, str],
    state: Waiting | Ruled,
    *,
    error: str = "",
    status: int = 200,
) -> HttpResponse:
    facts, ruling = _facts(known), state.ruling
    awaited = state.moment if isinstance(state, Waiting) else None
    context = {
        "law": entry,
        "heading": text.plain(ruling.text, facts, translation),
        "ruling": ruling,
        "facts": facts,
        "error": error,
        "duties": ruling.duties,
        "waiting": awaited is not None,
        "moment": moment_button(state) if awaited else "",
        "moment_url": _address(entry.id, known, **{awaited.value: "reached"}) if awaited else "",
        "leads_to": _leads_to(ruling, facts),
        "trail": _trail(entry, known, state),
        "back_url": _before(entry, known, state, ""),
        "here": request.get_full_path(),
        "places": _places(request),
        "id": uuid7(),
        **effects(ruling.rectifications),
    }
    return render(request, "code/law.html", context, status=status)


def _leads_to(ruling: Ruling, facts: Mapping[str, str]) -> list[dict[str, str]]:
    """The laws that a ruling sends on to, now or at a later moment, with the facts handed on."""
    sent = [(one.to, one.hands) for one in ruling.rectifications if isinstance(one, Send)]
    sent += [(duty.opens, duty.hands) for duty in ruling.duties]
    found = {}
    for law_id, hands in sent:
        if law_id in EDITIONS[EDITION]:
            entry = EDITIONS[EDITION][law_id]
            url = _address(law_id, _said(entry, handed(hands, facts)))
            found[law_id] = {"law": law_id, "title": entry.title, "url": url}
    return list(found.values())


def _places(request: MemberRequest) -> list[dict[str, Any]]:
    """The tournaments that this director may attach it to, each with its tables."""
    unpublished = Tournament.objects.for_director(request.user).filter(published_at__isnull=True)
    return [
        {"tournament": one, "tables": _table_choices(one)} for one in unpublished.order_by("-date", "-pk")[:OFFERED]
    ]


def _table_choices(tournament: Tournament) -> list[dict[str, str]]:
    found = tables(tournament)
    several = len({section.pk for section, _table in found}) > 1
    return [
        {"value": f"{section.pk}:{table}", "label": f"{section.letter}{table}" if several else str(table)}
        for section, table in found
    ]


def _attach(request: MemberRequest, entry: Law, known: dict[str, str]) -> HttpResponse:
    """The consultation becomes the inquiry of a table: its answers are recorded there, and it goes on from them."""
    state = _stands(entry, known)
    if isinstance(state, Asking):
        return go(request, _address(entry.id, known))
    mine = Tournament.objects.for_director(request.user)
    if not mine.exists():
        raise PermissionDenied
    wanted = request.POST.get("tournament", "")
    tournament = next((one for one in mine.filter(published_at__isnull=True) if str(one.pk) == wanted), None)
    if tournament is None:
        error = _("This tournament is not yours to direct, or it is over. Choose the table again.")
        return _ruling_page(request, entry, known, state, error=error, status=422)
    form = AttachForm(tournament, tables(tournament), posted(request))
    if not form.is_valid():
        return _ruling_page(request, entry, known, state, error=form.problem, status=422)
    place = form.place
    boards = boards_at(tournament, place["section"], place["table"], tournament.current_round) if place else []
    try:
        inquiry = consultation.attach(
            tournament=tournament,
            law=entry.id,
            answers=known,
            by=request.user,
            board=boards[0] if len(boards) == 1 else None,
            id=form.cleaned_data["id"],
            **place,
        )
    except Refused as refused:
        return _ruling_page(request, entry, known, state, error=str(refused), status=422)
    messages.success(request, _("These answers are recorded at the table. What the board knows was not asked again."))
    return go(request, inquiry)


# The chart


@for_members("GET")
def chart(request: MemberRequest, law_id: str) -> HttpResponse:
    """The law drawn on A4, in the reader's language: to read standing, and to print."""
    entry = _law(law_id)
    context = {"law": entry, "sheets": _sheets(entry.id, translation.get_language() or "")}
    return render(request, "code/chart.html", context)


@cache
def _sheets(law_id: str, language: str) -> list[SafeString]:
    """The drawn sheets of a law; the program and its catalogue are the same until it starts again."""
    with translation.override(language):
        chart = drawing_of(EDITIONS[EDITION][law_id], translation)
        drawn = inline(chart, sheets(chart, translation), translation)
    return [mark_safe(sheet) for sheet in drawn]  # noqa: S308  drawn and escaped by us
