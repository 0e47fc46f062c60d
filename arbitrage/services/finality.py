"""When a ruling is final: its score may be corrected no more (79C), nor may it be appealed (92B). Computed, never
stored: a publication that is withdrawn opens both times again."""

import datetime

from arbitrage.models import Club, Incident, Tournament
from arbitrage.services.regulations import appeal_minutes


def final_from(tournament: Tournament, club: Club | None = None) -> datetime.datetime | None:
    """The end of the time for corrections and of that for appeals, whichever is later; ``None`` while nothing is
    published. *club* is the tournament's own, where it is at hand."""
    if tournament.published_at is None:
        return None
    minutes = max(tournament.correction_minutes, appeal_minutes(tournament, club))
    return tournament.published_at + datetime.timedelta(minutes=minutes)


def is_final(incident: Incident, now: datetime.datetime, club: Club | None = None) -> bool:
    """Is it ruled, under no appeal, and are both times over? The last minute is still in time."""
    if incident.state != Incident.State.RULED:
        return incident.state == Incident.State.FINAL
    ends = final_from(incident.tournament, club)
    return ends is not None and now > ends
