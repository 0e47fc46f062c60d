"""*Données des joueurs*: a player's data, shown in full or erased; for managers."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arbitrage.forms.club.members import LinkDaysForm
from arbitrage.forms.club.personal import BeforeForm, WhomForm
from arbitrage.models import Club, Note
from arbitrage.pages.club.personal import file_name, personal_page
from arbitrage.services.people import personal_data
from arbitrage.services.people.conduct import member_with_right
from arbitrage.services.people.members import set_link_days
from arbitrage.services.record.free_words import erase_words
from arbitrage.views import MemberRequest, for_members, go, to_manage


@for_members("GET")
def personal(request: MemberRequest, club_id: UUID) -> HttpResponse:
    """Show everything about one player, on a page or as a file."""
    club = to_manage(request.user, club_id)
    form = WhomForm(request.GET if "name" in request.GET else None)
    if form.is_valid() and "file" in request.GET:
        told = member_with_right(club, request.user) is not None
        data = personal_data.data_of(club, form.cleaned_data["name"], with_conduct=told)
        headers = {"Content-Disposition": f'attachment; filename="{file_name(club)}"'}
        return JsonResponse(data, json_dumps_params={"ensure_ascii": False, "indent": 1}, headers=headers)
    player = personal_page(club, form.cleaned_data["name"]) if form.is_valid() else None
    context = {"club": club, "form": form, "before": BeforeForm(), "found": player, "days": _days(club)}
    return render(request, "club/personal.html", context, status=422 if form.errors else 200)


@for_members("POST")
def link_days(request: MemberRequest, club_id: UUID) -> HttpResponse:
    """Set the number of days for which a player's link to a board is valid."""
    club = to_manage(request.user, club_id)
    form = LinkDaysForm(request.POST)
    if form.is_valid():
        set_link_days(club=club, days=form.cleaned_data["days"], by=request.user)
        messages.success(request, _("Stored: it holds for the links made from now on."))
    else:
        messages.error(request, _("Say a number of days from 1 to 366."))
    return go(request, reverse("personal", args=[club.pk]))


@for_members("POST")
def forget(request: MemberRequest, club_id: UUID) -> HttpResponse:
    """Erase the data of one player or of all players of old tournaments, or the free text of an incident."""
    club = to_manage(request.user, club_id)
    back = reverse("personal", args=[club.pk])
    name = request.POST.get("name", "").strip()
    if note_id := request.POST.get("note"):
        note = get_object_or_404(Note.objects.filter(incident__club=club, pk__in=_uuids(note_id)))
        erase_words(note=note, by=request.user)
        messages.success(request, _("These words are erased. The history keeps that something stood there."))
        return go(request, f"{back}?{urlencode({'name': name})}")
    before = BeforeForm(request.POST)
    if name and request.POST.get("sure") != "yes":
        return _asked(request, club, name)
    if name:
        number = personal_data.forget(club, name, by=request.user)
    elif before.is_valid():
        number = personal_data.forget_before(club, before.cleaned_data["before"], by=request.user)
    else:
        return _page_again(request, club, WhomForm(), before)
    sentence = ngettext("Forgotten in %(count)s place.", "Forgotten in %(count)s places.", number) % {"count": number}
    messages.success(request, f"{sentence} " + _("Old backups still hold the names until they are rotated."))
    return go(request, back)


def _asked(request: MemberRequest, club: Club, name: str) -> HttpResponse:
    """Show the data of a player that would be erased, and the button that erases it."""
    context = {"club": club, "form": WhomForm({"name": name}), "before": BeforeForm(), "days": _days(club)}
    return render(request, "club/personal.html", context | {"found": personal_page(club, name), "asked": True})


def _page_again(request: MemberRequest, club: Club, form: WhomForm, before: BeforeForm) -> HttpResponse:
    context = {"club": club, "form": form, "before": before, "found": None, "days": _days(club)}
    return render(request, "club/personal.html", context, status=422)


def _days(club: Club) -> LinkDaysForm:
    return LinkDaysForm(initial={"days": club.link_days})


def _uuids(text: str) -> list[UUID]:
    try:
        return [UUID(text)]
    except ValueError:
        return []
