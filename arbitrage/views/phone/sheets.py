"""The sheets of an evening's tables: a director prepares, prints and closes them."""

from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arbitrage.forms.phone.sheet import PrepareForm
from arbitrage.models import Tournament
from arbitrage.pages.phone.sheets import sheets_page, sheets_pdf
from arbitrage.pages.report.typesetter import TooMuch
from arbitrage.pages.wording.tables_and_boards import tables
from arbitrage.services.people import table_sheets
from arbitrage.views import MemberRequest, as_uuid, for_members, go, to_change


@for_members("GET", "POST")
def sheets(request: MemberRequest, tournament_id: UUID) -> HttpResponse:
    """List the sheets of an evening; make the missing ones, close one or all, reopen one. A shared tablet may only
    close them."""
    tournament = to_change(Tournament.objects.select_related("club"), request.user, tournament_id)
    if request.method == "POST":
        _do(request, tournament)
        return go(request, request.path)
    context = sheets_page(tournament, request.build_absolute_uri, request.user) | {"may_make": not request.here.tablet}
    return render(request, "phone/sheets.html", context)


def _do(request: MemberRequest, tournament: Tournament) -> None:
    """Close all sheets, close or reopen one, or make the missing ones.

    :raises PermissionDenied: a shared tablet makes or reopens sheets.
    """
    if "shut_all" in request.POST:
        count = table_sheets.shut_all(tournament=tournament, by=request.user)
        sentence = ngettext("%(count)s sheet is shut.", "%(count)s sheets are shut.", count) % {"count": count}
        messages.success(request, sentence)
    elif "shut" in request.POST:
        _shut(request, tournament, request.POST["shut"], again=False)
    elif request.here.tablet:
        raise PermissionDenied
    elif "again" in request.POST:
        _shut(request, tournament, request.POST["again"], again=True)
    else:
        form = PrepareForm(request.POST)
        form.is_valid()
        places, results = tables(tournament), form.cleaned_data["results"]
        table_sheets.prepare(tournament=tournament, places=places, results=results, by=request.user)
        messages.success(request, _("The sheets are ready: print them, one on each table."))


def _shut(request: MemberRequest, tournament: Tournament, key: str, *, again: bool) -> None:
    sheet = get_object_or_404(table_sheets.of_evening(tournament), pk=as_uuid(key) or tournament.pk)
    table_sheets.shut(sheet=sheet, by=request.user, again=again)
    said = _("The sheet of table %(table)s is shut: its code opens nothing any more.")
    if again:
        said = _("The sheet of table %(table)s is shut; its new one waits to be printed.")
    messages.success(request, said % {"table": f"{sheet.letter}{sheet.table}"})


@for_members("GET")
def paper(request: MemberRequest, tournament_id: UUID) -> HttpResponse:
    """Print the sheets in use, or a single one."""
    tournament = to_change(Tournament.objects.select_related("club"), request.user, tournament_id)
    sheets_in_use = table_sheets.of_evening(tournament)
    if wanted := request.GET.get("sheet"):
        key = as_uuid(wanted)
        sheets_in_use = sheets_in_use.filter(pk=key) if key else sheets_in_use.none()
    chosen = list(sheets_in_use)
    if not chosen:
        return go(request, request.path.removesuffix(".pdf") + "/")
    try:
        content = sheets_pdf(tournament, chosen, request.build_absolute_uri)
    except TooMuch:
        page = {"title": _("Sheets of the tables"), "page": request.path.removesuffix(".pdf") + "/"}
        response = render(request, "report/too_long.html", page, status=503)
        response.headers["Retry-After"] = "30"
        return response
    headers = {"Content-Disposition": f'inline; filename="{tournament.date}-tables.pdf"'}
    headers["Cache-Control"] = "private, no-store"
    return HttpResponse(content, content_type="application/pdf", headers=headers)
