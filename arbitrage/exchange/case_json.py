"""A case in JSON: a whole incident in a versioned format, to store, to send to an expert and to import again.

{"format": "arbitrage-case", "version": 1, "digest": "...", "case": {...}}

The events of the incident form a chain: the hash of each is computed from the previous hash and the text of the event.
For other programs, *record* has the database rows that follow from the events: the incident, its inquiries with their
edition, answers, rulings, duties, adjusted scores. *place* is the tournament in the format of `tournament_json`, with
the boards of the case. *digest* is the SHA-256 of the case, by which a changed file is refused. Neither the digest nor
the chain proves who wrote the file.

A case without names has no player, no director and no free text, but still the digests of the text.
"""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from arbitrage.exchange import tournament_json
from arbitrage.exchange.reading import begin, parse_json, tidy
from arbitrage.exchange.records import TournamentFile, Unreadable

FORMAT = "arbitrage-case"
VERSION = 1
MAX_EVENTS = 10_000
LONGEST_WORDS = 20_000

UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}\+00:00")
_HASH = re.compile(r"[0-9a-f]{64}")
_HEAD = frozenset({"id", "stream", "seq", "kind", "club", "tournament", "board", "incident", "by", "at", "data"})


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteRecord:
    """A note with the SHA-256 of its text, which is "" in a file without names."""

    id: str
    text: str
    digest: str
    erased: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EventRecord:
    """An event of the chain: its text, unchanged, and its hash."""

    said: Mapping[str, Any]
    hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedBoard:
    """The identifiers of a board and of its lines, in the order of *place*."""

    number: int
    id: str
    results: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseFile:
    """A whole case. Identifiers are UUIDs as text.

    *sections* has the identifiers by letter. *people* are the directors' names by the number in the field "by" of
    events. *record* has the rows that follow from the events, by kind.
    """

    reference: str
    names: bool
    club: str
    edition: str
    incident: str
    tournament: str
    sections: Mapping[str, str]
    boards: tuple[PlacedBoard, ...]
    place: TournamentFile
    people: Mapping[str, str]
    notes: tuple[NoteRecord, ...]
    events: tuple[EventRecord, ...]
    record: Mapping[str, list[dict[str, Any]]]

    @property
    def head(self) -> str:
        """The hash of the last event, which depends on the whole chain."""
        return self.events[-1].hash


def canonical(data: object) -> str:
    """Write an event in its canonical form for hashing: sorted keys, no spaces."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(text: str) -> str:
    """Digest a text by SHA-256, in 64 hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()


def write(case: CaseFile) -> bytes:
    """Write the case as JSON in UTF-8, from which `read` restores an equal case."""
    plain = _plain(case)
    document = {"format": FORMAT, "version": VERSION, "digest": digest(canonical(plain)), "case": plain}
    return (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode()


def _plain(case: CaseFile) -> dict[str, Any]:
    return {
        "reference": case.reference,
        "names": case.names,
        "club": case.club,
        "edition": case.edition,
        "incident": case.incident,
        "tournament": case.tournament,
        "sections": dict(case.sections),
        "boards": [{"number": board.number, "id": board.id, "results": list(board.results)} for board in case.boards],
        "place": tournament_json.plain(case.place),
        "people": dict(case.people),
        "record": {name: list(rows) for name, rows in case.record.items()},
        "notes": [
            {"id": note.id, "text": note.text, "digest": note.digest, "erased": note.erased} for note in case.notes
        ],
        "events": [{"said": dict(event.said), "hash": event.hash} for event in case.events],
    }


def recognises(start: bytes) -> bool:
    """Does a file begin as a case?"""
    return start.startswith(b"{") and f'"{FORMAT}"'.encode() in start[:1000]


def read(data: bytes) -> CaseFile:
    """Read the case in a file, and verify its chain from the first event to the last.

    :raises Unreadable: the file is no case, is of a later version, or has been altered.
    """
    document, _encoding = parse_json(data, begin(data))
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise Unreadable("", _("This JSON file does not hold a case written by Arbitrage."))
    version = document.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise _changed("version")
    if version > VERSION:
        reason = _("The file was written by a later version of Arbitrage. Bring this one up to date, then try again.")
        raise Unreadable("", reason)
    plain = document.get("case")
    if not isinstance(plain, dict):
        raise _changed("case")
    digest_now = _digest_of(plain)
    if not digest_now:
        raise _changed("")
    case = _case(plain)
    _follow(case)
    if digest_now != document.get("digest"):
        raise _changed("")
    return case


def _digest_of(plain: object) -> str:
    try:
        return digest(canonical(plain))
    except (ValueError, RecursionError):  # an unpaired surrogate
        return ""


def _changed(place: str) -> Unreadable:
    reason = _("The file is not what was exported: something in it was changed. Nothing was read; ask for it again.")
    return Unreadable(place, reason)


def _follow(case: CaseFile) -> None:
    """Verify the chain, and compare the notes with their digests.

    :raises Unreadable: an event is altered or out of place, or a note is altered.
    """
    before = ""
    for seq, event in enumerate(case.events, 1):
        body, place = event.said, f"events[{seq - 1}]"
        in_place = (body["seq"], body["stream"], body["incident"]) == (seq, case.incident, case.incident)
        if not in_place or digest(before + canonical(body)) != event.hash:
            raise _changed(place)
        before = event.hash
    for index, note in enumerate(case.notes):
        if note.text and digest(note.text) != note.digest:
            raise _changed(f"notes[{index}]")


# Values


def _case(plain: dict[str, Any]) -> CaseFile:
    try:
        case = CaseFile(
            reference=_text(plain["reference"], 40),
            names=_flag(plain["names"]),
            club=_text(plain["club"], 200),
            edition=_text(plain["edition"], 10),
            incident=_uuid(plain["incident"]),
            tournament=_uuid(plain["tournament"]),
            sections={_text(letter, 30): _uuid(key) for letter, key in plain["sections"].items()},
            boards=tuple(_board(board) for board in _listed(plain["boards"])),
            place=tournament_json.from_plain(plain["place"], "place", bare=True),
            people={_text(number, 20): _text(name, 300) for number, name in plain["people"].items()},
            notes=tuple(_note(note) for note in _listed(plain["notes"])),
            events=tuple(_event(event) for event in _listed(plain["events"])),
            record={name: [dict(row) for row in _listed(rows)] for name, rows in plain["record"].items()},
        )
        if plain.keys() != _plain(case).keys() or not case.events:
            raise ValueError("keys")
        _same_place(case)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        if isinstance(error, Unreadable):
            raise
        raise _changed("") from None
    return case


def _same_place(case: CaseFile) -> None:
    """Check that every board, line and section of the place has an identifier."""
    ours = [(board.number, len(board.results)) for board in case.boards]
    if ours != [(board.number, len(board.results)) for board in case.place.boards]:
        raise ValueError("boards")
    if list(case.sections) != [section.letter for section in case.place.sections]:
        raise ValueError("sections")
    every = [case.incident, case.tournament, *case.sections.values(), *(board.id for board in case.boards)]
    every += [result for board in case.boards for result in board.results] + [note.id for note in case.notes]
    if len(every) != len(set(every)):
        raise ValueError("identifiers")


def _board(plain: dict[str, Any]) -> PlacedBoard:
    return PlacedBoard(
        number=int(plain["number"]),
        id=_uuid(plain["id"]),
        results=tuple(_uuid(key) for key in _listed(plain["results"])),
    )


def _note(plain: dict[str, Any]) -> NoteRecord:
    return NoteRecord(
        id=_uuid(plain["id"]),
        text=_text(plain["text"], LONGEST_WORDS, lines=True),
        digest=_matching(_HASH, plain["digest"]),
        erased=_flag(plain["erased"]),
    )


def _event(plain: dict[str, Any]) -> EventRecord:
    head = plain["said"]
    if not isinstance(head, dict) or head.keys() != _HEAD or not isinstance(head["data"], dict):
        raise ValueError("event")
    for name in ("id", "stream", "club", "incident"):
        _uuid(head[name])
    for name in ("tournament", "board"):
        if head[name] is not None:
            _uuid(head[name])
    if not isinstance(head["seq"], int) or not isinstance(head["by"], int | None):
        raise ValueError("event")
    _text(head["kind"], 40)
    _matching(_TIME, head["at"])
    return EventRecord(said=head, hash=_matching(_HASH, plain["hash"]))


def _listed(value: object) -> list[Any]:
    if not isinstance(value, list) or len(value) > MAX_EVENTS:
        raise ValueError("list")
    return value


def _text(value: object, limit: int, *, lines: bool = False) -> str:
    if not isinstance(value, str) or len(value) > limit or (not lines and value != tidy(value, limit)):
        raise ValueError("text")
    if "\x00" in value:
        raise ValueError("text")
    value.encode()  # ValueError for an unpaired surrogate
    return value


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError("flag")
    return value


def _uuid(value: object) -> str:
    return _matching(UUID, value)


def _matching(pattern: re.Pattern[str], value: object) -> str:
    if not isinstance(value, str) or not pattern.fullmatch(value):
        raise ValueError(pattern.pattern)
    return value
