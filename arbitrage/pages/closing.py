"""What is still open in a tournament before its scores are published: each line leads to it."""

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arbitrage.models import Duty, Incident, Result, Tournament
from arbitrage.services.looks import TO_PLAY
from arbitrage.services.results.scores import changes_score


def still_open(tournament: Tournament) -> list[dict[str, str]]:
    """Calls, duties, scores and boards that wait, in sentences with the page of each; [] when the evening is over."""
    calls = Incident.objects.filter(tournament=tournament, state=Incident.State.OPEN).count()
    duties = Duty.objects.tray(tournament).count()
    unplayed = Result.objects.filter(board__tournament=tournament, kind__in=TO_PLAY).count()
    room, boards = reverse("room", args=[tournament.pk]), reverse("board_list", args=[tournament.pk])
    lines = (
        (calls, ngettext("%(count)s call is open.", "%(count)s calls are open.", calls), room),
        (
            duties,
            ngettext("%(count)s thing is to come back to.", "%(count)s things are to come back to.", duties),
            room,
        ),
        (
            unplayed,
            ngettext("%(count)s result is missing.", "%(count)s results are missing.", unplayed),
            boards,
        ),
    )
    found = [{"words": words % {"count": count}, "url": url} for count, words, url in lines if count]
    return found + [
        {
            "words": _("The score of decision %(reference)s is not confirmed.") % {"reference": one.reference},
            "url": reverse("score", args=[one.pk]),
        }
        for one in unconfirmed(tournament)
    ]


def unconfirmed(tournament: Tournament) -> list[Incident]:
    """The incidents whose ruling changes a score that nobody has confirmed."""
    ruled = Incident.objects.filter(tournament=tournament, state=Incident.State.RULED, confirmed_at=None)
    return [
        one
        for one in ruled.exclude(result=None).prefetch_related("inquiries__rulings").order_by("called_at", "pk")
        if any(changes_score(ruling) for inquiry in one.inquiries.all() if (ruling := inquiry.current_ruling))
    ]
