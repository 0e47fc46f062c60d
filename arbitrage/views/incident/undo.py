"""Undo of the last act; a page offers it for ten seconds."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _

from arbitrage.models import Event, Incident, Tournament
from arbitrage.services import undoing
from arbitrage.services.errors import Refused
from arbitrage.views import MemberRequest, back_to, for_members, go, to_change


@for_members("POST")
def undo(request: MemberRequest, event_id: UUID) -> HttpResponse:
    """Write the inverse of an act, and redirect to the page that offered it."""
    event = Event.objects.filter(pk=event_id, by=request.user).first()
    if event is None:
        raise Http404
    row: Incident | Tournament
    if event.incident_id is None:
        row = to_change(Tournament.objects.all(), request.user, event.stream_id)
    else:
        row = to_change(Incident.objects.all(), request.user, event.incident_id)
    try:
        undoing.undo(event=event, by=request.user)
        messages.success(request, _("Undone: it is as it was before."))
    except Refused as refused:
        messages.error(request, str(refused))
    return go(request, back_to(request) or row, whole=True)


def offer(
    request: MemberRequest, done_in: Incident | Tournament, sentence: str, *, before: Event | None = None
) -> None:
    """Add a message about the last act of an incident or a tournament, with a button that undoes it. *before* is the
    last act before this request; if it still is the last one, nothing was done, and there is nothing to undo."""
    event = undoing.last_of(done_in, request.user)
    messages.success(request, sentence, extra_tags=f"{UNDO}{event.pk}" if event and event != before else "")


UNDO = "undo:"
"""Prefix of the message tag that names the event to undo (`templatetags.bridge.undoes`)."""
