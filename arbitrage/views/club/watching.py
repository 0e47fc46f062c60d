"""The folder watched for results during the session, and the outcome of each of its files."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from arbitrage.forms.club.watching import WatchForm
from arbitrage.models import Club, Tournament
from arbitrage.pages.room.watched_results import club_page
from arbitrage.services import clock
from arbitrage.services.errors import Refused
from arbitrage.services.files import watch_log, watch_places
from arbitrage.views import MemberRequest, for_members, go, posted, to_change


@for_members("GET", "POST")
def watch(request: MemberRequest, club_id: UUID) -> HttpResponse:
    """Show the watched places and the result of each file; a director adds a folder or a file, or removes one."""
    club = to_change(Club.objects.all(), request.user, club_id)
    if "told" in request.POST:
        return _tell(request, club)
    stop = "stop" in request.POST
    form = WatchForm(None if stop else posted(request))
    if stop:
        watch_places.forget(club)
        messages.success(request, _("It is not watched any more."))
    elif form.is_valid():
        _name(request, club, form)
    if request.method == "POST" and not form.errors:
        return go(request, reverse("watch", args=[club.pk]))
    context = club_page(club, clock.now()) | {"form": form}
    return render(request, "club/watch.html", context, status=422 if form.errors else 200)


def _tell(request: MemberRequest, club: Club) -> HttpResponse:
    """Store a director's answer to the question which evening a file belongs to."""
    key = request.POST.get("tournament", "")
    file = request.POST["told"]
    asked = [
        entry
        for entry in watch_log.last()
        if entry.what == "asked" and (entry.club, entry.file) == (str(club.pk), file)
    ]
    evening = (
        next((tournament for tournament in Tournament.objects.filter(club=club) if str(tournament.pk) == key), None)
        if asked
        else None
    )
    if evening is None:
        messages.info(request, _("Nobody asks that any more: the file was read, or is not there."))
        return go(request, reverse("watch", args=[club.pk]))
    watch_log.tell(evening, file)
    messages.success(request, _("It is read into this evening from now on, within half a minute."))
    return go(request, evening)


def _name(request: MemberRequest, club: Club, form: WatchForm) -> None:
    """Watch the folder or file of the form; if that is impossible, show the reason beside the field."""
    try:
        watch_places.name(club, form.cleaned_data["where"])
    except Refused as refused:
        form.add_error("where", str(refused))
    else:
        messages.success(request, _("It is watched from now on: results come in by themselves within half a minute."))
