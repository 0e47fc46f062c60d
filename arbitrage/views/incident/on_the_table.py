"""*Sur la table*: the cards and calls on the table, as the director states them; the bidding box."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse

from arbitrage.models import Incident
from arbitrage.pages.incident.bidding_box import auction_of, pad
from arbitrage.pages.wording.on_the_table import said_words
from arbitrage.pages.wording.tables_and_boards import place
from arbitrage.services import incidents, undoing
from arbitrage.services.errors import Refused
from arbitrage.views import MemberRequest, back_to, for_members, go, page, to_change
from arbitrage.views.incident.undo import offer


@for_members("POST")
def say(request: MemberRequest, incident_id: UUID) -> HttpResponse:
    """Record that a card is, or is no longer, on the table, and return to the page of the tap."""
    incident = to_change(Incident.objects.with_place(), request.user, incident_id)
    statement, about = request.POST.get("what", ""), request.POST.get("about", "")
    before = undoing.last_of(incident, request.user)
    try:
        incidents.say(incident=incident, what=statement, about=about, by=request.user)
        offer(request, incident, said_words(statement, about), before=before)
    except Refused as refused:
        messages.error(request, str(refused))
    return go(request, back_to(request) or incident, whole=True)


@for_members("GET", "POST")
def auction(request: MemberRequest, incident_id: UUID) -> HttpResponse:
    """Show the bidding box. A tap is a call by the player whose turn it is, or by the seat touched before."""
    incident = to_change(Incident.objects.with_place(), request.user, incident_id)
    if request.method == "GET":
        context = pad(incident, request.GET.get("seat", "")) | {"incident": incident, "place": place(incident)}
        return render(request, page(request, "incident/auction.html"), context)
    now, calls = auction_of(incident)
    seat, call = request.POST.get("seat", ""), request.POST.get("call", "")
    try:
        if now.auction is None:
            incidents.say(incident=incident, what="auction", about=str(calls), by=request.user)
        if "undo" in request.POST:
            incidents.say(incident=incident, what="undo_call", about="", by=request.user)
        else:
            about = call if seat in ("", calls.turn) else f"{seat}/{call}"
            incidents.say(incident=incident, what="call", about=about, by=request.user)
    except Refused as refused:
        messages.error(request, str(refused))
    return go(request, reverse("auction", args=[incident.pk]))
