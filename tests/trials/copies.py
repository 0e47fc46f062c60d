"""Copies of evenings that the services directed, inserted as rows. Each copy has new identifiers and days, and its
chains are computed again, so that `verify_history` finds no fault.

A copy is a text in the format of PostgreSQL's COPY; for SQLite the same lines are parsed into values.
"""

import datetime
import hashlib
import json
import random
import re
import time
import uuid
from collections.abc import Callable, Iterable, Iterator
from typing import Any

TOKEN = re.compile(
    r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}|\b[0-9a-f]{64}\b"
    r"|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00|\b\d{4}-\d\d-\d\d\b|<(?:user|number):\d+>"
)
USER = re.compile(r'"(by|kept_by|to)":(\d+)')
ESCAPED = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"})

Split = tuple[list[str], list[int]]


class Template:
    """The rows of *evenings* of a club (None: all its evenings) as lines of COPY, and the values that differ in each
    copy."""

    def __init__(self, club: Any, evenings: Any = None) -> None:
        from arbitrage import models as m
        from arbitrage.services.record import history, tournament_rows

        evenings = club.tournaments.all() if evenings is None else evenings
        calls = m.Incident.objects.filter(tournament__in=evenings)
        of_calls = {"incident__in": calls}
        self.club = club
        self.owned: list[tuple[Any, list[Any]]] = [
            (m.Tournament, list(evenings)),
            (m.Section, list(m.Section.objects.filter(tournament__in=evenings))),
            (m.Contestant, list(m.Contestant.objects.filter(section__tournament__in=evenings))),
            (m.Player, list(m.Player.objects.filter(contestant__section__tournament__in=evenings))),
            (m.Board, list(m.Board.objects.filter(tournament__in=evenings))),
            (m.Result, list(m.Result.objects.filter(board__tournament__in=evenings))),
            (m.Incident, list(calls)),
            (m.Note, list(m.Note.objects.filter(**of_calls))),
            (m.Inquiry, list(m.Inquiry.objects.filter(**of_calls))),
            (m.Duty, list(m.Duty.objects.filter(inquiry__incident__in=calls))),
            (m.Answer, list(m.Answer.objects.filter(inquiry__incident__in=calls))),
            (m.Ruling, list(m.Ruling.objects.filter(inquiry__incident__in=calls))),
            (m.Remark, list(m.Remark.objects.filter(**of_calls))),
            (m.Adjustment, list(m.Adjustment.objects.filter(**of_calls))),
            (m.IndexEntry, list(m.IndexEntry.objects.filter(**of_calls))),
        ]
        streams = [row.pk for _model, rows in self.owned for row in rows if _model in (m.Tournament, m.Incident)]
        self.events = list(m.Event.objects.filter(stream__in=streams).order_by("stream", "seq"))
        self.streams = list(m.Stream.objects.filter(pk__in=streams))
        self.users = {membership.user_id: membership.role for membership in club.memberships.all()}
        self.numbers = sorted(calls.values_list("number", flat=True))
        self.first = self.numbers[0]
        keys = {row.pk for _model, rows in self.owned for row in rows} | {event.pk for event in self.events}
        self.keys = sorted(str(key) for key in keys if isinstance(key, uuid.UUID))
        self.digests = {evening.source_digest for evening in evenings}
        self.people = {tournament_rows.people_digest(evening): _people(evening) for evening in evenings}
        self.lines = {model: "".join(map(self._line, rows)) for model, rows in self.owned}
        self.bodies = [USER.sub(r'"\1":<user:\2>', self._numbered(event)) for event in self.events]
        text = "".join([*self.lines.values(), *self.bodies, *(history.stamp(event.at) for event in self.events)])
        self.times = {token for token in TOKEN.findall(text) if token[4:5] == "-"}
        self.places: dict[str, int] = {}
        self.texts = {model: self._split(lines) for model, lines in self.lines.items()}
        self.told = {digest: self._split(people) for digest, people in self.people.items()}
        self.entries = [self._entry(*pair) for pair in zip(self.events, self.bodies, strict=True)]
        self.models = [*(model for model, _rows in self.owned), m.Stream, m.Event]

    def _split(self, text: str) -> Split:
        """Split a text at its tokens; return the pieces, and the index of each token in the list of all of them."""
        parts = TOKEN.split(text)
        tokens = TOKEN.findall(text)
        pieces = [""] * (2 * len(parts) - 1)
        pieces[::2] = parts
        return pieces, [self.places.setdefault(token, len(self.places)) for token in tokens]

    def _entry(self, event: Any, body: str) -> tuple[str, Split, Split]:
        """Return the chain of an event, the columns before its body, and the text of the body."""
        from arbitrage.services.record.history import stamp

        places = (event.club_id, event.tournament_id, event.board_id, event.incident_id)
        cells = [str(event.pk), str(event.stream_id), str(event.seq)]
        cells += [r"\N" if place is None else str(place) for place in places]
        cells += [event.kind, r"\N" if event.by_id is None else f"<user:{event.by_id}>", stamp(event.at), ""]
        return str(event.stream_id), self._split("\t".join(cells)), self._split(body)

    def _numbered(self, event: Any) -> str:
        if event.kind != "incident_opened":
            return str(event.body)
        return re.sub(r'"number":(\d+)', r'"number":<number:\1>', event.body)

    def _line(self, row: Any) -> str:
        from django.contrib.auth.models import User

        from arbitrage.models import Incident

        cells = []
        for field in row._meta.concrete_fields:
            value = getattr(row, field.attname)
            if value is not None and field.related_model is User:
                value = f"<user:{value}>"
            elif isinstance(row, Incident) and field.name == "number":
                value = f"<number:{value}>"
            cells.append(_text(value))
        return "\t".join(cells) + "\n"

    def copied(
        self, club: uuid.UUID, users: dict[int, int], back: datetime.timedelta, calls: int
    ) -> Iterator[tuple[Any, str]]:
        """Yield a copy of all rows by model, dated earlier by *back*, as lines of COPY. Its calls are numbered from
        *calls* + 1."""
        born = time.time_ns() // 1_000_000 - int(back.total_seconds() * 1000)
        other = {
            key: _key(born, place) for place, key in enumerate(self.keys)
        }  # in the order of the original identifiers
        other[str(self.club.pk)] = str(club)
        other |= {
            source: hashlib.sha256(f"{source}{club}{back}".encode()).hexdigest() for source in self.digests if source
        }
        other |= {moment: _earlier(moment, back) for moment in self.times}
        other |= {f"<user:{old}>": str(new) for old, new in users.items()}
        other |= {f"<number:{old}>": str(old - self.first + 1 + calls) for old in self.numbers}

        values = [other.get(place, place) for place in self.places]
        for digest, people in self.told.items():
            if digest in self.places:
                values[self.places[digest]] = _digest(_joined(people, values))
        for model, text in self.texts.items():
            yield model, _joined(text, values)
        ends: dict[str, tuple[str, int]] = {}
        events = []
        for (stream, columns, body), event in zip(self.entries, self.events, strict=True):
            before, event_text = ends.get(stream, ("", 0))[0], _joined(body, values)
            own = _digest(before + event_text)
            ends[stream] = own, event.seq
            written = event_text.replace("\\", "\\\\")  # of the characters that COPY escapes, JSON escapes all but this
            events.append(f"{_joined(columns, values)}{written}\t{before}\t{own}\n")
        from arbitrage.models import Event, Stream

        yield Stream, "".join(f"{other[key]}\t{head}\t{seq}\n" for key, (head, seq) in ends.items())
        yield Event, "".join(events)


def _joined(text: Split, values: list[str]) -> str:
    pieces, places = text
    pieces[1::2] = [values[place] for place in places]
    return "".join(pieces)


def _people(evening: Any) -> str:
    """Return the text whose digest identifies the people of a tournament."""
    from arbitrage.services.record import history

    texts: list[str] = []
    kept, history.digest = history.digest, lambda text: texts.append(text) or ""  # type: ignore[func-returns-value]
    try:
        from arbitrage.services.record import tournament_rows

        tournament_rows.people_digest(evening)
    finally:
        history.digest = kept
    return texts[0]


def _text(value: Any) -> str:
    """Write a value in the format of COPY."""
    from arbitrage.services.record.history import stamp

    if value is None:
        return r"\N"
    if isinstance(value, bool):
        return "t" if value else "f"
    if isinstance(value, datetime.datetime):
        return stamp(value)
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False).translate(ESCAPED)
    return str(value).translate(ESCAPED)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _key(born: int, place: int) -> str:
    more, place = divmod(place, 4096)
    return str(uuid.UUID(int=(born + more) << 80 | 0x7 << 76 | place << 64 | 0b10 << 62 | random.getrandbits(62)))


def _earlier(moment: str, back: datetime.timedelta) -> str:
    if len(moment) == 10:
        return (datetime.date.fromisoformat(moment) - back).isoformat()
    return (datetime.datetime.fromisoformat(moment) - back).isoformat(timespec="microseconds")


def columns_of(model: Any) -> list[Any]:
    """Return the columns of a model in the order in which the lines have them."""
    from arbitrage.models import Event

    fields = list(model._meta.concrete_fields)
    if model is not Event:
        return fields
    named = {field.name: field for field in fields}
    order = (
        "id",
        "stream",
        "seq",
        "club",
        "tournament",
        "board",
        "incident",
        "kind",
        "by",
        "at",
        "body",
        "prev",
        "hash",
    )
    return [named[name] for name in order]


def store(copies: Iterable[tuple[Any, str]]) -> None:
    """Insert copies in one transaction, model by model."""
    from django.db import connection

    rows: dict[Any, list[str]] = {}
    for model, lines in copies:
        rows.setdefault(model, []).append(lines)
    for model, texts in rows.items():
        fields = columns_of(model)
        table, names = model._meta.db_table, ", ".join(f'"{field.column}"' for field in fields)
        with connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                with cursor.copy(f"COPY {table} ({names}) FROM STDIN") as copy:
                    for text in texts:
                        copy.write(text)
            else:
                places = ", ".join("%s" for _field in fields)
                values = _values(texts, [_reader(field) for field in fields])
                cursor.executemany(f"INSERT INTO {table} ({names}) VALUES ({places})", values)  # noqa: S608


def _values(texts: Iterable[str], readers: list[Callable[[str], Any]]) -> Iterator[list[Any]]:
    """Parse lines of COPY into the values that SQLite stores."""
    for text in texts:
        for line in text.split("\n")[:-1]:
            cells = zip(readers, line.split("\t"), strict=True)
            yield [None if cell == r"\N" else read(cell) for read, cell in cells]


def _reader(field: Any) -> Callable[[str], Any]:
    while field.is_relation:
        field = field.target_field
    match field.get_internal_type():
        case "UUIDField":
            return lambda cell: cell.replace("-", "")
        case "BooleanField":
            return lambda cell: cell == "t"
        case "DateTimeField":
            return lambda cell: cell[:10] + " " + cell[11:].removesuffix("+00:00")
    return lambda cell: READ.sub(lambda match: WRITTEN[match[1]], cell) if "\\" in cell else cell


READ = re.compile(r"\\(.)")
WRITTEN = {"\\": "\\", "t": "\t", "n": "\n", "r": "\r"}
"""The character for which each letter after a backslash stands in a line of COPY."""
