"""Finality of a ruling: its score can no longer be corrected (79C), and it can no longer be appealed (92B).

It is computed and never stored, because withdrawing a publication reopens both periods. A final decision can only be
changed by `reviewing.supersede`, with a reason and after showing the consequences.
"""

import datetime

from django.utils.translation import gettext_lazy as _

from arbitrage.models import Appeal, Club, Incident, Inquiry, Tournament
from arbitrage.services import clock
from arbitrage.services.errors import Refused
from arbitrage.services.tournaments.regulations import appeal_minutes, for_appeals


def final_from(tournament: Tournament, club: Club | None = None) -> datetime.datetime | None:
    """Return the later end of the two periods, for corrections and for appeals; ``None`` while nothing is published.
    *club* is the tournament's, if already loaded."""
    if tournament.published_at is None:
        return None
    minutes = max(tournament.correction_minutes, appeal_minutes(tournament, club))
    return tournament.published_at + datetime.timedelta(minutes=minutes)


def further_until(decided: Appeal, tournament: Tournament) -> datetime.datetime | None:
    """Return the end of the period in which an appeal decision of the club may be taken to the authority (93C);
    ``None`` where the club's regulations allow none."""
    days = int(for_appeals(tournament)["appeal_further_days"])
    if not days or decided.decided_at is None or decided.level != Appeal.Level.CLUB:
        return None
    return decided.decided_at + datetime.timedelta(days=days)


def is_final(incident: Incident, now: datetime.datetime, club: Club | None = None) -> bool:
    """Is the incident ruled and not under appeal, and are both periods over? The last minute still belongs to a
    period."""
    if incident.state != Incident.State.RULED:
        return incident.state == Incident.State.FINAL
    ends = final_from(incident.tournament, club)
    return ends is not None and now > ends


def final(inquiry: Inquiry) -> bool:
    """Has an inquiry ended, and are both periods over, so that only a review may change its answers?"""
    if inquiry.stage != Inquiry.Stage.RULED or inquiry.incident.tournament.published_at is None:
        return False
    ends = final_from(inquiry.incident.tournament, inquiry.incident.club)
    return ends is not None and clock.now() > ends


def check_not_final(inquiry: Inquiry) -> None:
    """Check that the decision is not final.

    :raises Refused: the decision is final.
    """
    if final(inquiry):
        raise Refused(
            _(
                "This decision is final. Touch “Review a final decision”: what it changes is shown, and the reason is "
                "asked."
            ),
            "final_decision",
        )
