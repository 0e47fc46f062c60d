"""Notes on the conduct of players (Laws 74, 90, 91), for members with the permission to read them."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from arbitrage.forms.club.members import ConductForm
from arbitrage.models import Club, ConductNote, Incident, Membership
from arbitrage.services.errors import Refused
from arbitrage.services.people import conduct as service
from arbitrage.views import MemberRequest, for_members, go, posted, to_read


@for_members("GET", "POST")
def of_club(request: MemberRequest, club_id: UUID) -> HttpResponse:
    """Show the notes of a club, or those on a named player; posting adds a note on a player."""
    club = to_read(Club.objects.all(), request.user, club_id)
    named = request.GET.get("player", "").strip()
    return _page(request, club, {"named": named}, player=named)


@for_members("GET", "POST")
def of_incident(request: MemberRequest, incident_id: UUID) -> HttpResponse:
    """Show the notes on an incident, and add one."""
    incident = to_read(Incident.objects.with_place(), request.user, incident_id)
    back = {"back_url": reverse("review", args=[incident.pk]), "incident": incident}
    return _page(request, incident.club, back, incident=incident)


@for_members("POST")
def erase(request: MemberRequest, note_id: UUID) -> HttpResponse:
    """Erase the words and the name of a note."""
    note = to_read(ConductNote.objects.select_related("incident"), request.user, note_id)
    if not _right(request, note.club).may_write_conduct:
        raise PermissionDenied
    service.erase(note=note, by=request.user)
    messages.success(request, _("This note is erased. The history keeps that something stood there."))
    return go(request, _address(note))


def _page(
    request: MemberRequest, club: Club, shown: dict[str, Any], *, incident: Incident | None = None, player: str = ""
) -> HttpResponse:
    right = _right(request, club)
    if request.method == "POST" and not right.may_write_conduct:
        raise PermissionDenied
    form = ConductForm(posted(request), of_player=incident is None, initial={"player": player})
    if form.is_valid():
        try:
            service.write(club=club, incident=incident, by=request.user, **form.cleaned_data)
            messages.success(request, _("Noted. Only those who have the right to it read it."))
            return go(request, request.get_full_path())
        except Refused as refused:
            form.add_error(None, str(refused))
    notes = ConductNote.objects.filter(club=club).select_related("by", "incident")
    notes = notes.about(incident, player)[:200]
    context = {"club": club, "notes": notes, "form": form, "may_write": right.may_write_conduct, **shown}
    return render(request, "club/conduct.html", context, status=422 if form.errors else 200)


def _right(request: MemberRequest, club: Club) -> Membership:
    """Return the user's membership in the club, if it has the right to notes on conduct.

    :raises PermissionDenied: the user may not read the notes.
    """
    member = service.member_with_right(club, request.user)
    if member is None:
        raise PermissionDenied
    return member


def _address(note: ConductNote) -> str:
    if note.incident_id:
        return reverse("incident_conduct", args=[note.incident_id])
    return reverse("conduct", args=[note.club_id])
