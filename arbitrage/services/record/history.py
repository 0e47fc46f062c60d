"""Chains of events: appending, verification, and the rebuilding of rows."""

import datetime
import hashlib
import json
import uuid
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arbitrage.database.ids import uuid7
from arbitrage.database.prepared import insert
from arbitrage.database.triggers import MOVED
from arbitrage.models import Board, Club, Event, Incident, Note, Stream, Tournament
from arbitrage.models.history import locked_stream, prolong
from arbitrage.services import clock
from arbitrage.services.errors import Refused
from arbitrage.services.record import heads, incident_index, person_numbers, reading, unlike_rows
from arbitrage.services.record.projection import PROJECTED, DatabaseRows, MemoryRows, Rows, apply
from arbitrage.services.record.reading import Chain

if TYPE_CHECKING:
    from django.contrib.auth.models import User


def canonical(data: object) -> str:
    """Write *data* as canonical JSON: sorted keys, no spaces, identifiers as text."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, default=_plain)


def digest(text: str) -> str:
    """Digest a text by SHA-256, in 64 hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()


def stamp(at: datetime.datetime) -> str:
    """Write a time as the record does: UTC, ISO 8601, with microseconds."""
    return at.astimezone(datetime.UTC).isoformat(timespec="microseconds")


def lock(stream_id: uuid.UUID) -> Stream:
    """Lock the stream until the end of the transaction; create it if it is new.

    On SQLite the whole database is locked from the start of the transaction (IMMEDIATE). Callers that lock several rows
    use this order, which prevents deadlocks: the club, the tournament (its stream, then its row), the boards
    (`incidents.locking.lock_boards`) and the streams of incidents, each by identifier; all the boards before the first
    of these streams. A locking query is ordered by columns of its own table, because a join would lock the rows of the
    joined table too.
    """
    stream = locked_stream(stream_id)
    while stream is None:
        Stream.objects.bulk_create([Stream(pk=stream_id)], ignore_conflicts=True)
        stream = locked_stream(stream_id)
    return stream


End = tuple[str, int]
"""The end of a stream: the hash and number of its last event."""


class HasGrown(Exception):  # noqa: N818
    """Error: another writer has added an event since the end of the chain was read, so the rows that were read with it
    are out of date."""


@dataclass
class Draft:
    """Events of an incident that are chained after *end*, and not written yet."""

    end: End
    events: list[Event] = field(default_factory=list)

    def add(self, incident: Incident, event: Event, data: Mapping[str, Any]) -> Event:
        """Chain an event of this incident to the end of the draft."""
        head, seq = (self.events[-1].hash, self.events[-1].seq) if self.events else self.end
        _chain(Stream(pk=incident.pk, head=head, seq=seq), event, data)
        self.events.append(event)
        return event


@contextmanager
def drafting(incident: Incident, end: End) -> Iterator[None]:
    """Write the events of an incident together, on exit from this context or at `write_draft`. Nothing is locked until
    then: *end* is the end of the chain when the rows were read, and writing fails if the chain has grown since.

    Until the draft is written, the stored rows lack the changes of its events. Call `write_draft` before you read rows
    of the incident, or change any rows but notes.

    :raises HasGrown: the chain has another end; nothing was written.
    """
    incident.end, incident.draft = end, Draft(end)
    try:
        yield
        write_draft(incident)
    finally:
        incident.draft = None


def write_draft(incident: Incident) -> None:
    """Write the drafted events of an incident and bring its rows up to date; its chain is locked from here to the end
    of the transaction. Without a draft nothing is done.

    :raises HasGrown: the chain has another end; nothing was written.
    """
    draft, incident.draft = incident.draft, None
    if draft is None:
        return
    if not draft.events:
        stream = lock(incident.pk)
        if (stream.head, stream.seq) != draft.end:
            raise HasGrown
        return
    head, seq = draft.end
    last = draft.events[-1]
    if not prolong(Stream(pk=incident.pk, head=head, seq=seq), last.hash, last.seq):
        raise HasGrown
    with _refused_if_moved():
        insert(draft.events)
    heads.follow(incident.pk, last.seq, last.hash, _about(last, incident))
    for event in draft.events:
        apply(event, DatabaseRows(incident))
    if any(event.kind in incident_index.CHANGES or named_notes(event.data) for event in draft.events):
        incident_index.refresh(incident.pk)


@transaction.atomic(savepoint=False)
def append(
    stream_id: uuid.UUID,
    kind: str,
    /,
    *,
    by: "User | None",
    club: Club | uuid.UUID,
    tournament: Tournament | uuid.UUID | None = None,
    board: Board | uuid.UUID | None = None,
    incident: Incident | uuid.UUID | None = None,
    id: uuid.UUID | None = None,
    at: datetime.datetime | None = None,
    end: End | None = None,
    **data: Any,
) -> Event:
    """Append one event to a stream, without changing any other row.

    *data* is the content of the event, with ids and never names of persons. *id* is the id of the event, if a device
    has made it. *end* is the end of the stream when the caller locked it, if known; if it is no longer the end, it is
    read again.
    """
    place = {"club": club, "tournament": tournament, "board": board, "incident": incident}
    event = _event(kind, by, place, id, at)
    stream = Stream(pk=stream_id, head=end[0], seq=end[1]) if end else lock(stream_id)
    # a member's number in the record is always his own (`members.join`), but an administrator's key may be taken there
    number = person_numbers.number_of(stream_id, by.pk) if by is not None and stream_id == event.club_id else None
    while not _prolonged(stream, event, data, number):
        stream = lock(stream_id)
    with _refused_if_moved():
        insert([event])
    heads.follow(stream_id, event.seq, event.hash, _about(event, incident))
    return event


def _event(
    kind: str,
    by: "User | None",
    place: Mapping[str, Any],
    id: uuid.UUID | None = None,
    at: datetime.datetime | None = None,
) -> Event:
    """Build an event, without its place in a chain. *place* has the club, tournament, board and incident, as rows or as
    keys."""
    keys = {f"{name}_id": _key(row) for name, row in place.items()}
    return Event(id=id or uuid7(), kind=kind, by=by, at=at or clock.now(), **keys)


@contextmanager
def _refused_if_moved() -> Iterator[None]:
    """Turn the database's refusal of an event of a club that has moved into a Refused with a sentence.

    :raises Refused: the club is at another installation, or on its way there.
    """
    try:
        yield
    except IntegrityError as error:
        if MOVED not in str(error):
            raise
        moved = gettext_lazy("Your club is moving to another address, or has moved there: this was not stored here.")
        raise Refused(moved, "moved") from error


def _about(event: Event, incident: Incident | uuid.UUID | None) -> str:
    """Return the subject of a chain, without any name: "R-2026-0147", "incident", "tournament" or "club"."""
    if isinstance(incident, Incident):
        return incident.reference
    return "incident" if event.incident_id else "tournament" if event.tournament_id else "club"


def _prolonged(stream: Stream, event: Event, data: Mapping[str, Any], by: int | None) -> bool:
    """Chain an event to the end of a stream and store the new end; return False if another writer has moved the end."""
    _chain(stream, event, data, by)
    return prolong(stream, event.hash, event.seq)


Entry = tuple[str, Board | None, Mapping[str, Any]]
"""An event to write: its kind, its board and its data."""


@transaction.atomic(savepoint=False)
def append_all(tournament: Tournament, entries: Iterable[Entry], *, by: "User | None") -> list[Event]:
    """Append many events to a tournament's stream, in this order: a file may change hundreds of lines at once."""
    stream = lock(tournament.pk)
    now, events = clock.now(), []
    for kind, board, data in entries:
        event = Event(kind=kind, club_id=tournament.club_id, tournament=tournament, board=board, by=by, at=now)
        _chain(stream, event, data)
        stream.head, stream.seq = event.hash, event.seq
        events.append(event)
    with _refused_if_moved():
        Event.objects.bulk_create(events, batch_size=500)
    Stream.objects.filter(pk=stream.pk).update(head=stream.head, seq=stream.seq)
    heads.follow(stream.pk, stream.seq, stream.head, "tournament")
    return events


def _chain(stream: Stream, event: Event, data: Mapping[str, Any], by: int | None = None) -> None:
    """Set the body, the previous hash and the hash of an event that follows the end of *stream*. *by* is the number of
    its author, if it is not the key of the account."""
    event.stream, event.seq, event.prev = stream, stream.seq + 1, stream.head
    event.body = canonical(_columns(event) | ({"by": by} if by is not None else {}) | {"data": data})
    event.hash = digest(event.prev + event.body)
    # the database checks the foreign keys and the places in the stream, in the same statement
    event.clean_fields(exclude=["stream", "club", "tournament", "board", "incident", "by"])


def record(
    incident: Incident,
    by: "User | None",
    kind: str,
    /,
    *,
    id: uuid.UUID | None = None,
    board: Board | None = None,
    **data: Any,
) -> Event:
    """Append an event to an incident's stream and update the stored rows.

    The event belongs to the incident's board, unless *board* is given. It contains the digests of the free texts that
    it names. The object *incident* is updated like its row.
    """
    if named := named_notes(data):
        data["digests"] = {str(note.pk): note.digest for note in Note.objects.filter(pk__in=named)}
    place: dict[str, Any] = {
        "club": incident.club_id,
        "tournament": incident.tournament_id,
        "board": board or incident.board_id,
    }
    if incident.draft is not None:
        event: Event = incident.draft.add(incident, _event(kind, by, place | {"incident": incident.pk}, id), data)
        incident.end = event.hash, event.seq
        return event
    event = append(incident.pk, kind, by=by, **place, incident=incident, id=id, end=incident.end, **data)
    incident.end = event.hash, event.seq
    apply(event, DatabaseRows(incident))
    if kind in incident_index.CHANGES or named:
        incident_index.refresh(incident.pk)
    return event


def verify(stream: Stream, chain: Chain | None = None) -> list[str]:
    """Check a chain; return a sentence for each problem, for the administrator of the database.

    *chain* is the chain, if it was already read.
    """
    chain = chain or reading.chains([stream.pk])[stream.pk]
    problems: list[str] = []
    words_told: list[dict[str, Any]] = []
    head, seq = "", 0
    for event in chain.events:
        seq += 1
        if event.seq != seq:
            return [*problems, _("Event %(seq)s is missing.") % {"seq": seq}]
        if event.prev != head:
            problems.append(_("Event %(seq)s does not follow the one before it.") % {"seq": seq})
        if event.hash != digest(event.prev + event.body):
            problems.append(_("Event %(seq)s is not what was written.") % {"seq": seq})
        elif (columns_and_data := _said(event, chain.numbers))[0] != _columns(event):
            problems.append(_("The columns of event %(seq)s do not say what its text says.") % {"seq": seq})
        elif event.incident_id is not None:
            words_told.append(columns_and_data[1])
        head = event.hash
    if (stream.head, stream.seq) != (head, seq):
        ends = _("The chain ends after event %(seq)s of %(last)s, not where it was written to the end.")
        problems.append(ends % {"seq": seq, "last": stream.seq})
    return problems + _verify_notes(chain.notes, words_told)


NAMES_OF_NOTES = ("note", "reason")
"""Fields with the id of a note in the data of an event; `words_added` has a list of ids in "notes"."""

ERASED = "[…]"
"""The text that replaces an erased free text."""


def named_notes(data: Mapping[str, Any]) -> list[str]:
    """List the identifiers of the notes that an event names."""
    return [str(data[name]) for name in NAMES_OF_NOTES if data.get(name)] + list(data.get("notes", ()))


def _verify_notes(stored: Iterable[Note], events: Iterable[dict[str, Any]]) -> list[str]:
    """Compare the free texts of an incident with the digests in its events; return a sentence for each difference."""
    digests: dict[str, str] = {}
    named: set[str] = set()
    erased: set[str] = set()
    for data in events:
        named |= set(named_notes(data))
        digests |= data.get("digests", {})
        erased |= set(data.get("erased", ()))
    problems: list[str] = []
    notes = {str(note.pk): note for note in stored}

    def problem(sentence: str, key: str) -> None:
        problems.append(sentence % {"key": key})

    for key, note in sorted(notes.items()):
        if key not in named | digests.keys():
            problem(_("Note %(key)s is in no event."), key)
        if key in erased:
            if note.text not in ("", ERASED) or not note.erased:
                problem(_("The words of note %(key)s were erased, and something stands in their place."), key)
        elif note.erased:
            problem(_("The words of note %(key)s are marked as erased, and no event says so."), key)
        elif digest(note.text) != digests.get(key, note.digest):
            problem(_("The words of note %(key)s are not what was typed."), key)
        if note.digest != digests.get(key, note.digest):
            problem(_("The digest of note %(key)s is not the one that its event has."), key)
    for key in sorted(named - notes.keys()):
        problem(_("Note %(key)s is missing."), key)
    return problems


def project(incident: Incident, chain: Chain | None = None) -> Rows:
    """Project the events of an incident into rows, by model and identifier."""
    chain = chain or reading.chains([incident.pk])[incident.pk]
    rows = MemoryRows(notes={str(note.pk): note.text for note in chain.notes})
    for event in chain.events:
        apply(event, rows, chain.numbers)
    return rows.rows


def differences(incident: Incident, chain: Chain | None = None, stored: Rows | None = None) -> list[str]:
    """List the differences between the stored rows of an incident and its events: "Answer 0190...: value"; [] when
    there are none.

    *chain* and *stored* are given if they were already read.
    """
    projected = project(incident, chain)
    return _differences(projected, stored or reading.stored_rows([incident.pk])[incident.pk])


@transaction.atomic
def rebuild(incident: Incident) -> list[str]:
    """Restore the stored rows of an incident from its events; return the changes in the form of `differences`.

    :raises Refused: a ruling differs, and the database refuses to change rulings.
    """
    lock(incident.pk)
    projected, unlike = project(incident), differences(incident)
    stored = reading.stored_rows([incident.pk])[incident.pk]
    try:
        with transaction.atomic():
            for model in reversed(PROJECTED):
                model._default_manager.filter(pk__in=stored[model].keys() - projected[model].keys()).delete()
            for model in PROJECTED:
                for key, fields in projected[model].items():
                    if key not in stored[model]:
                        model._default_manager.create(pk=key, **fields)
                    elif fields != stored[model][key]:
                        model._default_manager.filter(pk=key).update(**fields)
    except IntegrityError as error:
        raise Refused(
            gettext_lazy("A stored ruling is not what its event says, and the database guards it. Restore a backup."),
            "guarded",
        ) from error
    incident_index.refresh(incident.pk)
    return unlike


def _differences(projected: Rows, stored: Rows) -> list[str]:
    return [
        problem
        for model in PROJECTED
        for key in sorted(projected[model].keys() | stored[model].keys())
        if projected[model].get(key) != stored[model].get(key)
        for problem in unlike_rows.compared(model.__name__, key, projected[model].get(key), stored[model].get(key))
    ]


def _columns(event: Event) -> dict[str, Any]:
    return {
        "id": str(event.pk),
        "stream": str(event.stream_id),
        "seq": event.seq,
        "kind": event.kind,
        "club": str(event.club_id),
        "tournament": _text(event.tournament_id),
        "board": _text(event.board_id),
        "incident": _text(event.incident_id),
        "by": event.by_id,
        "at": stamp(event.at),
    }


def _said(event: Event, numbers: Mapping[int, int]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Split the body of an event into the copies of its columns, with the account of its author, and its data."""
    body: dict[str, Any] = json.loads(event.body)
    body["by"] = numbers.get(body["by"], body["by"])
    data: dict[str, Any] = body.pop("data", None) or {}
    return body, data


def _text(key: uuid.UUID | None) -> str | None:
    return None if key is None else str(key)


def _key(row_or_key: Any) -> Any:
    return getattr(row_or_key, "pk", row_or_key)


def _plain(value: object) -> str:
    if isinstance(value, uuid.UUID):
        return str(value)
    if isinstance(value, datetime.datetime):
        return stamp(value)
    raise TypeError(f"{value!r} cannot be written in the record")
