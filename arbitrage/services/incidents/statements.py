"""Statements of the sides in their own words, and the names of the players whom the director polled.

Like all free texts, they are stored in notes outside the chain, so that they can be erased. An edited text is a new
note.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import UUIDField

from arbitrage.database.prepared import Prepared
from arbitrage.models import Event, Incident
from arbitrage.services.incidents.locking import locked, writable
from arbitrage.services.incidents.notes import note_of, words_typed
from arbitrage.services.record.history import record
from arbitrage.services.record.keys import key_text
from arbitrage.services.tournaments.regulations import in_force

if TYPE_CHECKING:
    from django.contrib.auth.models import User

SIDES = ("NS", "EW")
POLLED = "polled"
"""Key under which the names of the polled players are stored, besides the keys of the sides."""


@transaction.atomic
def note_statements(*, incident: Incident, said: Mapping[str, str], by: "User") -> Incident:
    """Store the statements *said*, by side or under `POLLED`; "" removes one. For an unchanged statement nothing is
    written.

    :raises Refused: the incident is over, or a text is too long.
    """
    incident = writable(locked(incident, alone=True))
    before = statements(incident)
    for whose in (*SIDES, POLLED):
        words = words_typed(said.get(whose, before.get(whose, "")))
        if words != before.get(whose, ""):
            record(incident, by, "statement_noted", whose=whose, note=key_text(note_of(incident, words)))
    return incident


_NOTED = Prepared(
    lambda incident: Event.objects.filter(incident=incident, kind="statement_noted").order_by("seq"),
    incident=UUIDField(),
)


def statements(incident: Incident) -> dict[str, str]:
    """Return the latest statement of each side, and the names of the polled players; missing ones are left out."""
    last = {event.data["whose"]: event.data["note"] for event in _NOTED(incident=incident.pk)}
    if not last:
        return {}
    words = {str(note.pk): note.text for note in incident.notes.filter(pk__in=filter(None, last.values()))}
    return {whose: words[note] for whose, note in last.items() if note in words}


def names_of_polled_wanted(incident: Incident) -> bool:
    """Do the club's regulations, on the day of the tournament, say that the names of polled players are stored and
    printed?"""
    return in_force(incident.club, incident.tournament.date).facts["poll_told"] == "names"
