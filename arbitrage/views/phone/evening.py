"""A pair's own evening by its link, and its request for an appeal."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from arbitrage.models import Incident, PlayerLink
from arbitrage.pages.phone import evening as pages
from arbitrage.server import client_address
from arbitrage.services.appeals import wishes
from arbitrage.services.errors import Refused
from arbitrage.services.people import player_links, table_sheets
from arbitrage.views import as_uuid, private


@private
@require_http_methods(["GET", "HEAD", "POST"])
def evening(request: HttpRequest, key: UUID, token: str) -> HttpResponse:
    """Show a pair its boards, its rulings and its right to appeal; posting requests an appeal."""
    if table_sheets.arrivals.too_many(client_address.address(request)):
        said = {"problem": _("Too much comes from here at this moment. Wait a minute.")}
        return render(request, "phone/closed.html", said, status=429)
    link = player_links.by_link(key, token)
    if link is None:
        return render(request, "club/link_over.html", status=404)
    problem, incident = "", None
    if request.method == "POST":
        incident = _own(link, as_uuid(request.POST.get("incident", "")))
        try:
            if incident is not None:
                _ask(link, incident, "partner" in request.POST and "me" in request.POST)
            return redirect(request.path)
        except Refused as refused:
            problem = str(refused) if refused.code != "92D" else pages.missing_words(link, request.POST)
    context = pages.evening_page(link, problem, incident) | {"key": key, "token": token}
    context["ticked"] = [name for name in pages.AGREEING if name in request.POST]
    return render(request, "phone/evening.html", context, status=422 if problem else 200)


def _own(link: PlayerLink, key: UUID | None) -> Incident | None:
    """Return the incident if it is at the pair's own table, otherwise None."""
    if key is None:
        return None
    mine = pages.lines_of(link.contestant)
    return Incident.objects.select_related("tournament", "result").filter(pk=key, result__in=mine).first()


def _ask(link: PlayerLink, incident: Incident, agreed: bool) -> None:
    """Store the request of the pair.

    :raises Refused: Law 92 does not admit it, or there is no ruling to appeal.
    """
    assert incident.result is not None  # noqa: S101  it is one of the pair's lines
    side = pages.side_of(incident.result, link.contestant)
    wishes.wish(incident=incident, side=side, agreed=agreed, link=link.pk)
