"""Results during the session: which folder is watched for a club, and what came of its files."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from arbitrage.forms.watching import WatchForm
from arbitrage.models import Club
from arbitrage.pages.watched import club_page
from arbitrage.services import clock
from arbitrage.services.errors import Refused
from arbitrage.services.files import watch_places
from arbitrage.views import MemberRequest, for_members, go, posted, to_change


@for_members("GET", "POST")
def watch(request: MemberRequest, club_id: UUID) -> HttpResponse:
    """What is watched, and what became of each file; a director names a folder or a file, or stops it."""
    club = to_change(Club.objects.all(), request.user, club_id)
    stop = "stop" in request.POST
    form = WatchForm(None if stop else posted(request))
    if stop:
        watch_places.forget(club)
        messages.success(request, _("It is not watched any more."))
    elif form.is_valid():
        try:
            watch_places.name(club, form.cleaned_data["where"])
        except Refused as refused:
            form.add_error("where", str(refused))
        else:
            messages.success(
                request, _("It is watched from now on: results come in by themselves within half a minute.")
            )
    if request.method == "POST" and not form.errors:
        return go(request, reverse("watch", args=[club.pk]))
    context = club_page(club, clock.now()) | {"form": form}
    return render(request, "club/watch.html", context, status=422 if form.errors else 200)
