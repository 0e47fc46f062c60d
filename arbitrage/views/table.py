"""Sur la table: what the director says of the cards and the calls; the bidding box."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from arbitrage.models import Incident
from arbitrage.pages.auction import auction_of, pad
from arbitrage.pages.places import place
from arbitrage.services import table
from arbitrage.services.errors import Refused
from arbitrage.views import MemberRequest, for_members, go, page, to_change


@for_members("POST")
def say(request: MemberRequest, incident_id: UUID) -> HttpResponse:
    """The director says what is, or is not, on the table; back to the page where it was said."""
    found = to_change(Incident.objects.with_place(), request.user, incident_id)
    what, about = request.POST.get("what", ""), request.POST.get("about", "")
    try:
        table.say(incident=found, what=what, about=about, by=request.user)
    except Refused as refused:
        messages.error(request, str(refused))
    back = request.POST.get("next", "")
    here = url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure())
    return go(request, back if here else found, whole=True)


@for_members("GET", "POST")
def auction(request: MemberRequest, incident_id: UUID) -> HttpResponse:
    """The bidding box: a tap is a call of the player whose turn it is, or of the seat touched before it."""
    found = to_change(Incident.objects.with_place(), request.user, incident_id)
    if request.method == "GET":
        context = pad(found, request.GET.get("seat", "")) | {"incident": found, "place": place(found)}
        return render(request, page(request, "incident/auction.html"), context)
    now, calls = auction_of(found)
    seat, call = request.POST.get("seat", ""), request.POST.get("call", "")
    try:
        if now.auction is None:
            table.say(incident=found, what="auction", about=str(calls), by=request.user)
        if "undo" in request.POST:
            table.say(incident=found, what="undo_call", about="", by=request.user)
        else:
            about = call if seat in ("", calls.turn) else f"{seat}/{call}"
            table.say(incident=found, what="call", about=about, by=request.user)
    except Refused as refused:
        messages.error(request, str(refused))
    return go(request, reverse("auction", args=[found.pk]))
