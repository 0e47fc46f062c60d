"""The notes of an incident, one by one."""

from dataclasses import dataclass

from arbitrage.models import Incident
from arbitrage.services.record.free_words import writings


@dataclass(frozen=True, slots=True)
class Written:
    """The last version of a note. *writing* is the identifier under which a device continues to write it; "" for a
    closed note."""

    words: str
    writing: str


def notes_of(incident: Incident) -> list[Written]:
    """List the current notes, in order."""
    last = incident.events.filter(kind="words_added").order_by("seq").last()
    if last is None:
        return []
    words, written = {str(note.pk): note.text for note in incident.notes.all()}, writings(incident)
    return [Written(words[key], written.get(key, "")) for key in last.data["notes"]]
