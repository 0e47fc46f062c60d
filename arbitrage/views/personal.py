"""Données des joueurs: what a club has of a player, told whole or forgotten; for its managers."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arbitrage.forms.personal import BeforeForm, WhomForm
from arbitrage.models import Note
from arbitrage.pages.personal import file_name, personal_page
from arbitrage.services import people
from arbitrage.services.record.words import erase_words
from arbitrage.views import MemberRequest, for_members, go, to_manage


@for_members("GET")
def personal(request: MemberRequest, club_id: UUID) -> HttpResponse:
    """Everything about one player, on a page or as a file."""
    club = to_manage(request.user, club_id)
    form = WhomForm(request.GET if "name" in request.GET else None)
    if form.is_valid() and "file" in request.GET:
        data = people.data_of(club, form.cleaned_data["name"])
        headers = {"Content-Disposition": f'attachment; filename="{file_name(club)}"'}
        return JsonResponse(data, json_dumps_params={"ensure_ascii": False, "indent": 1}, headers=headers)
    found = personal_page(club, form.cleaned_data["name"]) if form.is_valid() else None
    context = {"club": club, "form": form, "before": BeforeForm(), "found": found}
    return render(request, "members/personal.html", context, status=422 if form.errors else 200)


@for_members("POST")
def forget(request: MemberRequest, club_id: UUID) -> HttpResponse:
    """A player, or everybody of old tournaments, is forgotten; the words of an incident are erased."""
    club = to_manage(request.user, club_id)
    back = reverse("personal", args=[club.pk])
    name = request.POST.get("name", "").strip()
    if note_id := request.POST.get("note"):
        note = get_object_or_404(Note.objects.filter(incident__club=club, pk__in=_uuids(note_id)))
        erase_words(note=note, by=request.user)
        messages.success(request, _("These words are erased. The history keeps that something stood there."))
        return go(request, f"{back}?{urlencode({'name': name})}")
    before = BeforeForm(request.POST)
    if name:
        number = people.forget(club, name, by=request.user)
    elif before.is_valid():
        number = people.forget_before(club, before.cleaned_data["before"], by=request.user)
    else:
        context = {"club": club, "form": WhomForm(), "before": before, "found": None}
        return render(request, "members/personal.html", context, status=422)
    said = ngettext("Forgotten in %(count)s place.", "Forgotten in %(count)s places.", number) % {"count": number}
    messages.success(request, f"{said} {_('Old backups still hold the names until they are rotated.')}")
    return go(request, back)


def _uuids(text: str) -> list[UUID]:
    try:
        return [UUID(text)]
    except ValueError:
        return []
