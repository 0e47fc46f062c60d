"""*Le code*: a law may be consulted up to a ruling without a table, attached to a table, or drawn as a chart."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from arbitrage.database.ids import uuid7
from arbitrage.forms.incident import AttachForm
from arbitrage.forms.inquiry import form_for
from arbitrage.models import Inquiry, Tournament
from arbitrage.models.incident import EDITIONS
from arbitrage.pages.code import for_players as leaves
from arbitrage.pages.code.consultation import (
    EDITION,
    LONGEST_WORDS,
    OFFERED,
    State,
    address,
    back_from,
    by_moment,
    facts_of,
    is_answer,
    leads_from,
    said_by,
    sheet_of,
    sheets_of,
    stands,
    tables_of,
    trail_of,
)
from arbitrage.pages.code.consulted_ruling import ruling_page
from arbitrage.pages.incident.law_search import search
from arbitrage.pages.inquiry.answer_inputs import surface
from arbitrage.pages.wording.qr_code import qr
from arbitrage.pages.wording.tables_and_boards import boards_at, tables
from arbitrage.services.errors import Refused
from arbitrage.services.incidents import consultation
from arbitrage.views import MemberRequest, for_members, go, posted
from rulings.engine import text
from rulings.engine.inquiry import Asking, Law, Ruled, Waiting
from rulings.engine.questions import UNKNOWN, Fact, Moment, Question


@for_members("GET")
def code(request: MemberRequest) -> HttpResponse:
    """List the laws in the order of the book, or those in which the search finds its words."""
    query = request.GET.get("q", "").strip()
    laws = search(query, EDITION) if query else []
    groups = [] if query else by_moment(EDITIONS[EDITION].values())
    return render(request, "code/list.html", {"query": query, "laws": laws, "groups": groups})


def _law(law_id: str) -> Law:
    try:
        return EDITIONS[EDITION][law_id]
    except KeyError:
        raise Http404 from None


# The consultation


@for_members("GET", "POST")
def law(request: MemberRequest, law_id: str) -> HttpResponse:
    """Show one question of a law, or its ruling, from the answers in the URL. Posting attaches the consultation to a
    table."""
    if law_id not in EDITIONS[EDITION] and (instead := leads_from(law_id)):
        return redirect(instead)
    entry = _law(law_id)
    known = said_by(entry, request.GET)
    if request.method == "POST":
        return _attach(request, entry, known)
    if "question" in request.GET:
        return _answer(request, entry, known)
    state = stands(entry, known)
    asked = state.questions.get(request.GET.get("change", ""))
    if asked is not None and not isinstance(asked, Moment):
        return _question_page(request, entry, known, state, asked)
    if isinstance(state, Asking):
        return _question_page(request, entry, known, state, state.question)
    return _ruling_page(request, entry, known, state)


def _answer(request: MemberRequest, entry: Law, known: dict[str, str]) -> HttpResponse:
    """Redirect after a tap to the URL with its answer added."""
    state = stands(entry, known)
    asked = state.questions.get(request.GET["question"])
    if asked is None:
        return go(request, address(entry.id, known))
    sent = request.GET.copy()
    sent["version"] = "0"
    form = form_for(asked)(asked, sent)
    problem = "" if form.is_valid() else form.problem
    if form.turned:
        return _question_page(request, entry, known, state, asked)
    value = form.cleaned_data.get("answer", "")
    if not problem and not is_answer(asked, value):
        problem = _("This text is too long for an address: shorten it to 500 characters.")
    if problem:
        return _question_page(request, entry, known, state, asked, error=problem)
    return go(request, address(entry.id, known | {asked.id: value}))


def _question_page(
    request: MemberRequest, entry: Law, known: dict[str, str], state: State, asked: Question[Any], *, error: str = ""
) -> HttpResponse:
    facts, roles = facts_of(known), dict(asked.roles)
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
        "trail": trail_of(entry, known, state),
        "back_url": back_from(entry, known, state, asked.id),
        **surface(asked, facts, {}, sent=request.GET if error or "to" in request.GET else None),
    }
    return render(request, "code/law.html", context, status=422 if error else 200)


# The ruling, and its attachment to a table


def _ruling_page(
    request: MemberRequest,
    entry: Law,
    known: dict[str, str],
    state: Waiting | Ruled,
    *,
    error: str = "",
    status: int = 200,
) -> HttpResponse:
    context = {"error": error, "here": request.get_full_path(), "places": _places(request), "id": uuid7()}
    return render(request, "code/law.html", ruling_page(entry, known, state) | context, status=status)


def _places(request: MemberRequest) -> list[dict[str, Any]]:
    """List the tournaments to which this director may attach the consultation, each with its tables."""
    mine = request.here.tournaments.for_director(request.user)
    unpublished = mine.filter(published_at__isnull=True)
    return [
        {"tournament": tournament, "tables": tables_of(tournament)}
        for tournament in unpublished.order_by("-date", "-pk")[:OFFERED]
    ]


def _attach(request: MemberRequest, entry: Law, known: dict[str, str]) -> HttpResponse:
    """Open an inquiry at a table with the answers of the consultation, and redirect to it."""
    state = stands(entry, known)
    if isinstance(state, Asking):
        return go(request, address(entry.id, known))
    mine = request.here.tournaments.for_director(request.user)
    if not mine.exists():
        raise PermissionDenied
    wanted = request.POST.get("tournament", "")
    tournament = next(
        (offered for offered in mine.filter(published_at__isnull=True) if str(offered.pk) == wanted), None
    )
    try:
        if tournament is None:
            error = _("This tournament is not yours to direct, or it is over. Choose the table again.")
            raise Refused(error, "elsewhere")
        inquiry = _attached(request, tournament, entry, known)
    except Refused as refused:
        return _ruling_page(request, entry, known, state, error=str(refused), status=422)
    messages.success(request, _("These answers are recorded at the table. What the board knows was not asked again."))
    return go(request, inquiry)


def _attached(request: MemberRequest, tournament: Tournament, entry: Law, known: dict[str, str]) -> Inquiry:
    """Attach the consultation to a table.

    :raises Refused: no table was chosen, or the inquiry cannot be opened there.
    """
    form = AttachForm(tournament, tables(tournament), posted(request))
    if not form.is_valid():
        raise Refused(form.problem, "missing")
    place = form.place
    boards = boards_at(tournament, place["section"], place["table"], tournament.current_round) if place else []
    return consultation.attach(
        tournament=tournament,
        law=entry.id,
        answers=known,
        by=request.user,
        board=boards[0] if len(boards) == 1 else None,
        id=form.cleaned_data["id"],
        **place,
    )


# The chart


@for_members("GET")
def chart(request: MemberRequest, law_id: str) -> HttpResponse:
    """Draw the law on one A4 sheet, in the reader's language."""
    entry = _law(law_id)
    sheet, whole = sheet_of(entry.id, translation.get_language() or "")
    return render(request, "code/chart.html", {"law": entry, "sheets": [sheet], "more": not whole})


@for_members("GET")
def whole_chart(request: MemberRequest, law_id: str) -> HttpResponse:
    """Draw every way through the law, on as many A4 sheets as it takes."""
    entry = _law(law_id)
    sheets = sheets_of(entry.id, translation.get_language() or "")
    return render(request, "code/chart.html", {"law": entry, "sheets": sheets, "whole": True})


# For players, without an account


@require_safe
def for_players(request: HttpRequest) -> HttpResponse:
    """List nine situations for the players at a table."""
    return render(request, "code/players.html", {"leaves": leaves.LEAVES})


@require_safe
def leaf(request: HttpRequest, leaf: str) -> HttpResponse:
    """Show for one of the nine situations what to do before the director comes, and the players' rights."""
    if leaf not in leaves.by_slug():
        raise Http404
    return render(request, "code/leaf.html", {"leaf": leaves.by_slug()[leaf]})


@require_safe
def on_the_wall(request: HttpRequest) -> HttpResponse:
    """Show the nine situations on one sheet to print, with the QR code of their pages."""
    address = request.build_absolute_uri(reverse("code_players"))
    return render(request, "code/wall.html", {"leaves": leaves.LEAVES, "address": address, "qr": qr(address)})
