"""Free words: erased without a gap in the chain; those of an earlier version tied to it."""

from typing import TYPE_CHECKING

from django.db import transaction

from arbitrage.models import Event, Incident, Note
from arbitrage.services.record import history
from arbitrage.services.record.history import ERASED, named_notes, record

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@transaction.atomic
def erase_words(*, note: Note, by: "User | None") -> Note:
    """Forget free words, with every version of the note that they were written in: their event keeps the digest, so
    that it shows that something stood there, and nobody can read it. Saying it twice changes nothing."""
    incident = Incident.objects.select_related("board").get(pk=note.incident_id)
    history.lock(incident.pk)
    note = Note.objects.get(pk=note.pk)
    if note.erased:
        return note
    written = writings(incident)
    mine = written.get(str(note.pk), "")
    forgotten = {str(note.pk), *(key for key, writing in written.items() if writing == mine)}
    forgotten -= {str(one.pk) for one in incident.notes.filter(erased=True)}
    record(incident, by, "words_erased", erased=sorted(forgotten))
    incident.notes.filter(pk__in=forgotten).update(text=ERASED, erased=True)
    history.rebuild(incident)  # rows may have copies of these words
    return Note.objects.get(pk=note.pk)


def writings(incident: Incident) -> dict[str, str]:
    """Index by version of a note, as it was saved while somebody typed, the name that its device gave to the whole
    note."""
    written = Event.objects.filter(stream_id=incident.pk, kind="words_added")
    return {one.data["note"]: one.data.get("of", str(one.pk)) for one in written if one.data.get("note")}


@transaction.atomic
def adopt_words(incident: Incident) -> Event | None:
    """Tie the free words of an earlier version to the chain by their digests, as they are now.

    From this event on a change shows; a change from before it does not. Returns None when all are tied already.
    """
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
