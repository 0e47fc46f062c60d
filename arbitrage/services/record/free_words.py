"""Free texts: erasing them without breaking the chain, and recording those of an earlier version."""

from typing import TYPE_CHECKING

from django.db import transaction

from arbitrage.models import Event, Incident, Note
from arbitrage.services.record import history
from arbitrage.services.record.history import ERASED, named_notes, record

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@transaction.atomic
def erase_words(*, note: Note, by: "User | None") -> Note:
    """Erase a free text with all its versions. Their events keep the digests, from which the text cannot be read.
    Erasing twice changes nothing."""
    incident = Incident.objects.select_related("board").get(pk=note.incident_id)
    history.lock(incident.pk)
    note = Note.objects.get(pk=note.pk)
    if note.erased:
        return note
    written = writings(incident)
    mine = written.get(str(note.pk), "")
    forgotten = {str(note.pk), *(key for key, writing in written.items() if writing == mine)}
    forgotten -= {str(kept.pk) for kept in incident.notes.filter(erased=True)}
    record(incident, by, "words_erased", erased=sorted(forgotten))
    incident.notes.filter(pk__in=forgotten).update(text=ERASED, erased=True)
    history.rebuild(incident)  # other rows may have copies of this text
    return Note.objects.get(pk=note.pk)


def writings(incident: Incident) -> dict[str, str]:
    """Return, by id of each saved version of a note that was typed, the id that all versions of this note share."""
    written = Event.objects.filter(stream_id=incident.pk, kind="words_added")
    return {event.data["note"]: event.data.get("of", str(event.pk)) for event in written if event.data.get("note")}


@transaction.atomic
def adopt_words(incident: Incident) -> Event | None:
    """Append the digests of an earlier version's free texts to the chain, so that changes from now on can be detected.
    None if all are in the chain already."""
    history.lock(incident.pk)
    tied: set[str] = set()
    named: set[str] = set()
    for event in Event.objects.filter(stream_id=incident.pk).order_by("seq"):
        tied |= event.data.get("digests", {}).keys() | set(event.data.get("erased", ()))
        named |= set(named_notes(event.data))
    notes = [note for note in incident.notes.all() if str(note.pk) not in tied]
    if not notes:
        return None
    return record(
        incident,
        None,
        "words_adopted",
        digests={str(note.pk): note.digest for note in notes},
        erased=[str(note.pk) for note in notes if note.erased],
        differences=[str(note.pk) for note in notes if not note.erased and history.digest(note.text) != note.digest],
    )
