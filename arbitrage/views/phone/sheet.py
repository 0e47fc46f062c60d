"""The sheet of a table: pages without an account, for the players who sit there (ADR 019)."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec
from uuid import UUID

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from arbitrage.forms.phone.sheet import CallForm, TypedForm
from arbitrage.models import Incident, Section, TableSheet
from arbitrage.pages.phone import sheet as pages
from arbitrage.server import client_address
from arbitrage.services.errors import Refused
from arbitrage.services.incidents import table_calls
from arbitrage.services.people import table_sheets
from arbitrage.services.people.table_sheets import SheetState
from arbitrage.services.results import table_results
from arbitrage.services.results.table_results import Line
from arbitrage.views import as_uuid, private

P = ParamSpec("P")
Page = Callable[Concatenate[HttpRequest, TableSheet, Section, P], HttpResponse]


def of_a_table(view: Page[P]) -> Callable[..., HttpResponse]:
    """Decorate a page of a sheet: it opens only by its link and during its evening, and limits the requests of one
    address."""

    @wraps(view)
    def guarded(request: HttpRequest, key: UUID, token: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if table_sheets.arrivals.too_many(client_address.address(request)):
            context = {"problem": _("Too much comes from here at this moment. Raise your hand, or wait a minute.")}
            response = render(request, "phone/closed.html", context, status=429)
            response.headers["Retry-After"] = "60"
            return response
        sheet = table_sheets.sheet_of(key, token)
        if sheet is None:
            return render(request, "phone/closed.html", {}, status=404)
        state, section = table_sheets.state_of(sheet), table_sheets.section_of(sheet)
        if state is not SheetState.OPEN or section is None:
            return render(request, "phone/closed.html", pages.closed_page(sheet, state), status=410)
        return view(request, sheet, section, *args, **kwargs)

    return private(require_http_methods(["GET", "HEAD", "POST"])(guarded))


@of_a_table
def table(request: HttpRequest, sheet: TableSheet, section: Section) -> HttpResponse:
    """Show the call of a table; the players make one or withdraw it."""
    problem = ""
    if request.method == "POST":
        try:
            already = _done(request, sheet)
            return redirect(f"{request.path}?already=yes" if already else request.path)
        except Refused as refused:
            problem = str(refused)
    context = pages.sheet_page(sheet, section, problem) | {"already": "already" in request.GET}
    if not problem and request.GET.get("seen") == context["version"]:
        return HttpResponse(status=204)
    name = "phone/sheet.html#step" if request.headers.get("HX-Request") else "phone/sheet.html"
    return render(request, name, context, status=409 if problem else 200)


def _done(request: HttpRequest, sheet: TableSheet) -> bool:
    """Apply a form of the sheet; tell whether its call repeats one that another telephone had made.

    :raises Refused: the service refuses it.
    """
    if "take_back" in request.POST:
        key = as_uuid(request.POST["take_back"])
        call = Incident.objects.filter(tournament=sheet.tournament_id, pk=key).first() if key else None
        if call is not None:
            table_calls.take_back(sheet=sheet, incident=call)
        return False
    form = CallForm(request.POST)
    form.is_valid()  # a field with an unknown value counts as empty, because the call itself matters most
    said = {name: form.cleaned_data.get(name, "") for name in ("called_by", "about")}
    sent = form.cleaned_data.get("id")
    return table_calls.call(sheet=sheet, id=sent, **said).pk != sent and sent is not None


@of_a_table
def board(request: HttpRequest, sheet: TableSheet, section: Section, line_id: UUID) -> HttpResponse:
    """Show the keypad for a board of this round, or the result that the other side has typed; store a submitted
    result."""
    line = table_results.line_of_table(sheet, section, line_id)
    if line is None:
        return _not_of_this_round(request, sheet, line_id)
    if request.method != "POST":
        return _board(request, sheet, line, request.GET)
    form = TypedForm(request.POST)
    if "confirm" not in request.POST and not form.is_valid():
        return _board(request, sheet, line, request.POST, form.problem)
    try:
        waits = _sent(request, sheet, line_id, form)
        return redirect(request.path if waits else _of_the_table(request))
    except Refused as refused:
        gone = refused.code in ("changed", "same", "elsewhere", "directors")
        line = table_results.line_of_table(sheet, section, line_id) or line
        return _board(request, sheet, line, QueryDict() if gone else request.POST, str(refused), status=409)


def _not_of_this_round(request: HttpRequest, sheet: TableSheet, line_id: UUID) -> HttpResponse:
    """Redirect from a board that this table does not play now to the page of the table. Store a result that was sent
    with the request; if it is refused, show the reason."""
    if request.method != "POST":
        return redirect(_of_the_table(request))
    form, problem = TypedForm(request.POST), ""
    if "confirm" not in request.POST and not form.is_valid():
        problem = form.problem
    else:
        try:
            _sent(request, sheet, line_id, form)
            return redirect(_of_the_table(request))
        except Refused as refused:
            problem = str(refused)
    context = pages.frame(sheet) | {"problem": problem, "back": _of_the_table(request)}
    return render(request, "phone/closed.html", context, status=409)


def _sent(request: HttpRequest, sheet: TableSheet, line_id: UUID, form: TypedForm) -> bool:
    """Store a typed result, or write a confirmed one; tell whether the result now waits for the other side.

    :raises Refused: the service refuses it.
    """
    if "confirm" in request.POST:
        if (key := as_uuid(request.POST["confirm"])) is not None:
            table_results.confirm(sheet=sheet, typed=key)
        return False
    versions = {"seen": form.cleaned_data["seen"], "id": form.cleaned_data["id"]}
    return table_results.type_line(sheet=sheet, line=line_id, typed=form.typed, **versions) is not None


def _board(
    request: HttpRequest, sheet: TableSheet, line: Line, touched: QueryDict, problem: str = "", status: int = 422
) -> HttpResponse:
    keys = {name: str(value) for name, value in touched.dict().items()}
    context = pages.board_page(sheet, line, keys, problem) | {"back": _of_the_table(request)}
    return render(request, "phone/board.html", context, status=status if problem else 200)


def _of_the_table(request: HttpRequest) -> str:
    """Derive the URL of the table's page from that of one of its boards."""
    named = request.resolver_match.kwargs if request.resolver_match else {}
    return reverse("table_sheet", args=[named["key"], named["token"]])
