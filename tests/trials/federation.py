"""A whole federation in PostgreSQL, and how long its pages take: ``make federation ARGS='--database postgres://…'``.

1,100 clubs with 60 evenings each are 15 million results and 1.2 million calls; ``--scale 0.05`` makes a twentieth of
the clubs. Every evening is a copy of one of the demonstration club, under identifiers, days and directors of its own,
its chains computed again: `verify_history` finds nothing. Too long for a test.
"""

import argparse
import datetime
import hashlib
import json
import os
import random
import re
import statistics
import sys
import time
import uuid
from collections.abc import Iterator
from typing import Any

CLUBS, COPIES = 1100, 20
"""Clubs, and how often each has the three evenings of the demonstration club, a week apart."""

TOKEN = re.compile(
    r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}|\b[0-9a-f]{64}\b"
    r"|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00|\b\d{4}-\d\d-\d\d\b|<(?:user|number):\d+>"
)
USER = re.compile(r'"(by|kept_by|to)":(\d+)')
ESCAPED = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"})


class Template:
    """The rows of the demonstration club as lines of COPY, and what is another in each copy of it."""

    def __init__(self, club: Any) -> None:
        from arbitrage import models as m
        from arbitrage.services.record import history, tables

        evenings = club.tournaments.all()
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
            (m.Adjustment, list(m.Adjustment.objects.filter(**of_calls))),
            (m.IndexEntry, list(m.IndexEntry.objects.filter(**of_calls))),
        ]
        streams = [row.pk for _model, rows in self.owned for row in rows if _model in (m.Tournament, m.Incident)]
        self.events = list(m.Event.objects.filter(stream__in=streams).order_by("stream", "seq"))
        self.streams = list(m.Stream.objects.filter(pk__in=streams))
        self.users = {one.user_id: one.role for one in club.memberships.all()}
        self.first = max(calls.values_list("number", flat=True))
        keys = {row.pk for _model, rows in self.owned for row in rows} | {one.pk for one in self.events}
        self.keys = sorted(str(key) for key in keys if isinstance(key, uuid.UUID))
        self.digests = {one.source_digest for one in evenings}
        self.people = {tables.people_digest(one): _people(one) for one in evenings}
        self.lines = {model: "".join(map(self._line, rows)) for model, rows in self.owned}
        self.bodies = [USER.sub(r'"\1":<user:\2>', self._numbered(one)) for one in self.events]
        said = "".join([*self.lines.values(), *self.bodies, *(history.stamp(one.at) for one in self.events)])
        self.times = {one for one in TOKEN.findall(said) if one[4:5] == "-"}

    def _numbered(self, event: Any) -> str:
        if event.kind != "incident_opened":
            return str(event.body)
        return re.sub(r'"number":(\d+)', r'"number":<number:\1>', event.body)

    def _line(self, row: Any) -> str:
        from django.contrib.auth.models import User

        from arbitrage.models import Incident

        found = []
        for field in row._meta.concrete_fields:
            value = getattr(row, field.attname)
            if value is not None and field.related_model is User:
                value = f"<user:{value}>"
            elif isinstance(row, Incident) and field.name == "number":
                value = f"<number:{value}>"
            found.append(_text(value))
        return "\t".join(found) + "\n"

    def copied(self, club: uuid.UUID, users: dict[int, int], week: int) -> Iterator[tuple[Any, str]]:
        """A copy of all its rows, by model: the lines that COPY reads."""
        from arbitrage.models import Event, Stream
        from arbitrage.services.record.history import stamp

        back = datetime.timedelta(weeks=week)
        born = time.time_ns() // 1_000_000 - int(back.total_seconds() * 1000)
        other = {key: _key(born, place) for place, key in enumerate(self.keys)}  # in the order of the old ones
        other[str(self.club.pk)] = str(club)
        other |= {one: hashlib.sha256(f"{one}{club}{week}".encode()).hexdigest() for one in self.digests if one}
        other |= {one: _earlier(one, back) for one in self.times}
        other |= {f"<user:{old}>": str(new) for old, new in users.items()}
        other |= {f"<number:{old}>": str(old + self.first * (week - 1)) for old in range(self.first + 1)}

        def changed(text: str) -> str:
            return TOKEN.sub(lambda found: other.get(found[0], found[0]), text)

        other |= {digest: _digest(changed(people)) for digest, people in self.people.items()}
        for model, lines in self.lines.items():
            yield model, changed(lines)
        ends: dict[str, tuple[str, int]] = {}
        events = []
        for event, body in zip(self.events, self.bodies, strict=True):
            stream, said = other[str(event.stream_id)], changed(body)
            before = ends.get(stream, ("", 0))[0]
            own = _digest(before + said)
            ends[stream] = own, event.seq
            columns = (event.club_id, event.tournament_id, event.board_id, event.incident_id)
            place = [r"\N" if one is None else other[str(one)] for one in columns]
            by = r"\N" if event.by_id is None else other[f"<user:{event.by_id}>"]
            at = changed(stamp(event.at))
            cells = [other[str(event.pk)], stream, str(event.seq), *place, event.kind, by, at]
            events.append("\t".join([*cells, said.translate(ESCAPED), before, own]) + "\n")
        yield Stream, "".join(f"{key}\t{head}\t{seq}\n" for key, (head, seq) in ends.items())
        yield Event, "".join(events)


def _people(evening: Any) -> str:
    """What the digest of the people of a tournament is made of."""
    from arbitrage.services.record import history

    said: list[str] = []
    kept, history.digest = history.digest, lambda text: said.append(text) or ""  # type: ignore[func-returns-value]
    try:
        from arbitrage.services.record import tables

        tables.people_digest(evening)
    finally:
        history.digest = kept
    return said[0]


def _text(value: Any) -> str:
    """A value as COPY reads it."""
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


def fill(clubs: int, copies: int) -> None:
    """Make so many clubs, each with so many copies of the three evenings."""
    from django.db import connection, transaction

    from arbitrage.demo.club import make_demo_club
    from arbitrage.models import Club
    from arbitrage.services.members import add_member

    demo = make_demo_club()
    assert demo is not None, "the database must be empty, or have the demonstration club alone"
    template, began = Template(demo.club), time.monotonic()
    for number in range(1, clubs + 1):
        with transaction.atomic(), connection.cursor() as cursor:
            club = Club.objects.create(name=f"Club {number}", slug=f"club-{number}")
            users = {
                old: add_member(
                    club=club, username=f"{role}-{old}-{number}", password="the long way home", role=role
                ).pk
                for old, role in template.users.items()
            }
            for week in range(1, copies + 1):
                for model, lines in template.copied(club.pk, users, week):
                    names = ", ".join(f'"{field.column}"' for field in _columns(model))
                    with cursor.copy(f"COPY {model._meta.db_table} ({names}) FROM STDIN") as copy:
                        copy.write(lines)
        if number % 10 == 0:
            print(f"{number} of {clubs} clubs, {time.monotonic() - began:.0f} s", flush=True)


def _columns(model: Any) -> list[Any]:
    """The columns in the order in which the lines have them."""
    from arbitrage.models import Event

    found = list(model._meta.concrete_fields)
    if model is not Event:
        return found
    named = {field.name: field for field in found}
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


def measure(times: int) -> None:
    """The server's time of a director's pages, each of an evening that nobody has looked at before."""
    from django.db import connection
    from django.test import Client
    from django.urls import reverse

    from arbitrage.models import Board, Incident, Membership, Result, Tournament
    from arbitrage.services.results.field import forget_fields

    counts = {model.__name__: model.objects.count() for model in (Tournament, Result, Incident)}
    print(", ".join(f"{count:,} {name.lower()}s" for name, count in counts.items()))
    client = Client()
    client.get("/healthz")  # what is imported and read once
    directors = list(Membership.objects.filter(role="director").order_by("?").select_related("user", "club")[:times])
    waited: dict[str, list[float]] = {}
    worked: dict[str, list[float]] = {}
    for member in directors:
        client.force_login(member.user)
        evening = Tournament.objects.filter(club=member.club).order_by("?").first()
        board = Board.objects.filter(tournament=evening).order_by("?").first()
        call = Incident.objects.filter(tournament=evening, state="ruled").first()
        pages = {
            "the room": reverse("room", args=[evening.pk]),
            "a board": reverse("board", args=[board.pk]),
            "the ranking": reverse("ranking", args=[evening.pk]),
            "the decisions": reverse("decision_list"),
            "a search in the decisions": reverse("decision_list") + "?q=renonce+table",
            "the statistics": reverse("statistics"),
        }
        pages |= {"what happened, a search": reverse("what", args=[call.pk]) + "?q=renonce"} if call else {}
        for name, address in pages.items():
            forget_fields()
            began, cpu = time.perf_counter(), time.process_time()
            done = client.get(address)
            waited.setdefault(name, []).append((time.perf_counter() - began) * 1000)
            worked.setdefault(name, []).append((time.process_time() - cpu) * 1000)
            assert done.status_code == 200, (address, done.status_code)
    print(f"{'':<28} {'count':>6} {'median':>8} {'95 %':>8} {'the processor':>14}  ms (100 at most)")
    for name, found in waited.items():
        own = _at(worked[name], 0.95)
        print(f"{name:<28} {len(found):>6} {statistics.median(found):>8.1f} {_at(found, 0.95):>8.1f} {own:>14.1f}")
    with connection.cursor() as cursor:
        cursor.execute(SIZES)
        sizes = dict(cursor.fetchall())
    of_calls = sum(sizes.get(f"arbitrage_{name}", 0) for name in OF_CALLS)
    print(
        f"disk: {sum(sizes.values()) / 1e9:.2f} GB, {of_calls / max(counts['Incident'], 1) / 1000:.1f} KB an incident"
    )
    for name, size in sorted(sizes.items(), key=lambda one: -one[1])[:8]:
        print(f"  {name:<32} {size / 1e6:>10.1f} MB")


def _at(found: list[float], share: float) -> float:
    return sorted(found)[min(len(found) - 1, int(share * len(found)))]


OF_CALLS = ("incident", "inquiry", "answer", "ruling", "duty", "note", "adjustment", "indexentry", "event", "stream")
SIZES = """
SELECT relname, pg_total_relation_size(oid) FROM pg_class WHERE relkind = 'r' AND relname LIKE 'arbitrage_%%'"""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.trials.federation", description=__doc__)
    parser.add_argument("--database", required=True, help="DATABASE_URL of an empty PostgreSQL, or of one made so")
    parser.add_argument("--scale", type=float, default=1.0, help="0.05 makes a twentieth of the clubs")
    parser.add_argument("--times", type=int, default=40, help="how many directors look")
    parser.add_argument("--only-measure", action="store_true", help="the database is filled already")
    asked = parser.parse_args()
    os.environ |= {"DATABASE_URL": asked.database, "DJANGO_SETTINGS_MODULE": "arbitrage.settings"}
    import django
    from django.conf import settings

    django.setup()
    settings.ALLOWED_HOSTS = ["testserver"]
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # nobody signs in with them
    settings.STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    if connection.vendor != "postgresql":
        sys.exit("A federation is kept in PostgreSQL: --database postgres://…")
    if not asked.only_measure:
        fill(max(1, round(CLUBS * asked.scale)), COPIES)
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
    measure(asked.times)


if __name__ == "__main__":
    main()
