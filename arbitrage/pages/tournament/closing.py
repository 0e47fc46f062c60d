"""Open items of a tournament before its scores are published, each with a link."""

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arbitrage.models import Duty, Incident, Result, Tournament
from arbitrage.services.incidents.standing import standings
from arbitrage.services.tournaments.hand_looks import TO_PLAY


def still_open(tournament: Tournament) -> list[dict[str, str]]:
    """List the calls, duties, scores and boards that are still open, as sentences with links; [] when the evening is
    over."""
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
    rows = [{"words": words % {"count": count}, "url": url} for count, words, url in lines if count]
    return rows + [
        {
            "words": _("The score of decision %(reference)s is not confirmed.") % {"reference": call.reference},
            "url": reverse("score", args=[call.pk]),
        }
        for call in unconfirmed(tournament)
    ]


def unconfirmed(tournament: Tournament) -> list[Incident]:
    """List the incidents whose ruling changes a score that is not confirmed yet."""
    ruled = Incident.objects.filter(tournament=tournament, state=Incident.State.RULED)
    calls = list(
        ruled.exclude(result=None).select_related("tournament", "club", "board", "result").order_by("called_at", "pk")
    )
    standing_of = standings(calls)
    return [call for call in calls if standing_of[call.pk].mark.state in ("waits", "compose")]
