"""Requests for an appeal that a pair sends by its own link. They wait for the director, to whom appeals are made (92C).

A request is an event with the side, the ruling and the time. It changes no row, and the facts may still change. The
time of the request decides whether the appeal is in time (92B). The director then records the appeal, or that it is
inadmissible.
"""

import uuid
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import UUIDField
from django.utils.translation import gettext_lazy as _

from arbitrage.database.prepared import Prepared
from arbitrage.models import Appeal, Event, Incident, Ruling, Tournament
from arbitrage.services import clock
from arbitrage.services.appeals.asking import CONSENT, appealable, decided_before, time_limit, why_not
from arbitrage.services.errors import Refused
from arbitrage.services.incidents.locking import locked
from arbitrage.services.incidents.revisions import given
from arbitrage.services.record.history import record

WISHED = "appeal_wished"


@dataclass(frozen=True)
class Wish:
    """Request of a side for an appeal that waits for the director."""

    event: Event
    incident: Incident
    side: str


_WISHED_IN = Prepared(
    lambda tournament: Event.objects.filter(tournament=tournament, kind=WISHED).order_by("at", "stream", "seq"),
    tournament=UUIDField(),
)


def wishes_in(tournament: Tournament) -> list[Wish]:
    """List the requests of a tournament that no director has handled yet, the oldest first."""
    requests = [event for event in _WISHED_IN(tournament=tournament.pk) if event.incident_id is not None]
    if not requests:
        return []
    incidents = Incident.objects.select_related("section", "board", "tournament").in_bulk(
        {event.incident_id for event in requests}
    )
    noted = Appeal.objects.filter(incident__in=incidents).values_list("incident", "side", "at")
    rulings = {key: _rulings_of(incident) for key, incident in incidents.items()}
    waiting: dict[tuple[Any, str], Wish] = {}
    for event in requests:
        key, side = event.incident_id, event.data["side"]
        assert key is not None  # noqa: S101  filtered above
        done = any((incident_key, of) == (key, side) and at >= event.at for incident_key, of, at in noted)
        if not done and event.data["ruling"] in rulings[key]:
            waiting.setdefault((key, side), Wish(event, incidents[key], side))
    return list(waiting.values())


def _rulings_of(incident: Incident) -> set[str]:
    """Return the ids of the ruling against which an appeal would be made, one for each revision; none without one."""
    try:
        return {str(key) for key in given(appealable(incident)).keys}
    except Refused:
        return set()


def wish_of(incident: Incident, side: str) -> Wish | None:
    """Find the request of a side that waits for the director; None if there is none."""
    return next(
        (wish for wish in wishes_in(incident.tournament) if (wish.incident, wish.side) == (incident, side)), None
    )


@transaction.atomic
def wish(*, incident: Incident, side: str, agreed: bool, link: uuid.UUID) -> Event:
    """Record that a side asks, by the *link* of its pair, to appeal the current ruling. A repetition changes nothing.

    A side asks in this way once: whoever has an appeal noted already goes to the director.

    :raises Refused: there is no ruling, an appeal is open, the side has had its appeal, the club knows no further one,
        the time is over, or the agreement is missing (92D).
    """
    incident = locked(incident)
    if incident.state == Incident.State.APPEALED:
        raise Refused(_("An appeal against this decision is open already."), "open")
    ruling: Ruling = appealable(incident)
    if (before := wish_of(incident, side)) is not None:
        return before.event
    if incident.appeals.filter(side=side).exists():
        raise Refused(_("This appeal is over: nothing is added to it any more."), "over")
    time = time_limit(incident, decided_before(incident), clock.now())
    consent = CONSENT[Tournament.Kind(incident.tournament.kind)]
    law, sentence = why_not(incident.tournament, in_time=not time.over, agreed=agreed, consent=consent)
    if law:
        raise Refused(sentence, law)
    agreement = str(consent.value)
    return record(incident, None, WISHED, side=side, ruling=str(ruling.pk), consent=agreement, link=str(link))
