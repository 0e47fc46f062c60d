"""The record: one event for every act, with its author and time, in hash chains that reveal any later change.

All other rows of an incident (answers, duties, states, versions) are a projection of its events and can be rebuilt from
them. The events contain identifiers and never names of persons, so that a person's data can be erased without breaking
a chain.
"""

import json
import uuid
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.db import connection, connections, models, router
from django.db.models import Q

from arbitrage.database.ids import uuid7
from arbitrage.models.board import Board
from arbitrage.models.club import Club, ClubQuerySet
from arbitrage.models.incident import Incident
from arbitrage.models.tournament import Tournament


class Stream(models.Model):
    """One chain of events, of an incident or of a tournament; its id is that of the incident or tournament. A writer
    locks this row.

    *head* is the hash of the last event ("" when there is none) and *seq* its number. They reveal that events were
    removed from the end of the chain.
    """

    id = models.UUIDField(primary_key=True, editable=False)
    head = models.CharField(max_length=64, blank=True)
    seq = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return str(self.pk)


HEAD = "SELECT head FROM arbitrage_stream WHERE id = %s"
LOCK = "SELECT head, seq FROM arbitrage_stream WHERE id = %s"
PROLONG = "UPDATE arbitrage_stream SET head = %s, seq = %s WHERE id = %s AND head = %s AND seq = %s"
"""Queries run at every event, in SQL because the ORM took longer to build them than the database to run them."""


def locked_stream(stream_id: uuid.UUID) -> Stream | None:
    """Lock the row of a stream against other writers until the end of the transaction; None if there is no such
    stream."""
    key = Stream._meta.pk.get_db_prep_value(stream_id, connection)
    with connection.cursor() as cursor:
        cursor.execute(LOCK + connection.features.has_select_for_no_key_update * " FOR NO KEY UPDATE", [key])
        row = cursor.fetchone()
    return None if row is None else Stream(pk=stream_id, head=row[0], seq=row[1])


def head_of(stream_id: uuid.UUID) -> str | None:
    """Return the end of a chain, read without a lock; None if there is no such chain."""
    alias = router.db_for_read(Stream)
    with connections[alias].cursor() as cursor:
        cursor.execute(HEAD, [Stream._meta.pk.get_db_prep_value(stream_id, connections[alias])])
        return next(iter(cursor.fetchone() or ()), None)


def prolong(stream: Stream, head: str, seq: int) -> bool:
    """Set the end of a stream; change nothing and return False if another writer has added an event since *stream* was
    read."""
    key = Stream._meta.pk.get_db_prep_value(stream.pk, connection)
    with connection.cursor() as cursor:
        cursor.execute(PROLONG, [head, seq, key, stream.head, stream.seq])
        return bool(cursor.rowcount == 1)


STANDS = """
SELECT incident.state, inquiry.stage, EXISTS (
    SELECT 1 FROM arbitrage_duty WHERE inquiry_id = inquiry.id AND state = 'open'
)
FROM arbitrage_incident AS incident
LEFT JOIN arbitrage_inquiry AS inquiry ON inquiry.incident_id = incident.id
WHERE incident.id = %s"""
"""Query run at every ruling, in SQL because the ORM took longer to build it."""


def stands_of(incident: uuid.UUID) -> list[tuple[str, str | None, bool]]:
    """Read, for each inquiry of an incident, the state of the incident, the stage of the inquiry and whether it has an
    open duty. An incident without inquiries gives one row, with the stage None."""
    with connection.cursor() as cursor:
        cursor.execute(STANDS, [Incident._meta.pk.get_db_prep_value(incident, connection)])
        return [(state, stage, bool(due)) for state, stage, due in cursor.fetchall()]


ROOM = """
SELECT (
    SELECT coalesce(sum(seq), 0) FROM arbitrage_stream
    WHERE id IN (
        SELECT id FROM arbitrage_incident WHERE tournament_id = %s UNION ALL SELECT %s
    )
)
FROM arbitrage_membership AS member
JOIN arbitrage_tournament AS tournament ON tournament.club_id = member.club_id
JOIN arbitrage_club AS club ON club.id = member.club_id AND club.disabled_at IS NULL
WHERE member.user_id = %s AND tournament.id = %s"""
"""Query that every tablet in a room runs every few seconds, in SQL because the ORM took longer to build it."""


def events_of_room(tournament: uuid.UUID, user: Any) -> int | None:
    """Count the events of the chains of a tournament and its incidents; None for a user who is not in its club."""
    key = Tournament._meta.pk.get_db_prep_value(tournament, connection)
    with connection.cursor() as cursor:
        cursor.execute(ROOM, [key, key, user.pk, key])
        row = cursor.fetchone()
    return None if row is None else int(row[0])


COUNTING = """
SELECT head FROM arbitrage_stream WHERE id = %s
UNION ALL
SELECT score.id FROM (
    SELECT CAST(adjustment.id AS VARCHAR(36)) AS id FROM arbitrage_adjustment AS adjustment
    JOIN arbitrage_incident AS incident ON incident.id = adjustment.incident_id
    WHERE incident.tournament_id = %s AND adjustment.state = 'confirmed' ORDER BY adjustment.id
) AS score"""


def what_counts_in(tournament: uuid.UUID) -> tuple[str, ...]:
    """Return the last hash of a tournament's chain, and the ids of its confirmed adjusted scores: a cache key for
    computed points, because it changes whenever a line, name, penalty or score is written."""
    key = Tournament._meta.pk.get_db_prep_value(tournament, connection)
    alias = router.db_for_read(Stream)
    with connections[alias].cursor() as cursor:
        cursor.execute(COUNTING, [key, key])
        return tuple(key for (key,) in cursor.fetchall())


class EventQuerySet(ClubQuerySet["Event"]):
    def of_board(self, board: Board, calls: Iterable[uuid.UUID] | None = None) -> "EventQuerySet":
        """Keep the events of a board and of its incidents, oldest first, including an incident's events from before its
        board was known.

        *calls* are the ids of the board's incidents, if the caller has them already. The query gets them as a list,
        because a join under the OR would read the events of all clubs.
        """
        calls = list(Incident.objects.filter(board=board).values_list("pk", flat=True) if calls is None else calls)
        return self.filter(Q(board=board) | Q(incident__in=calls)).order_by("at", "stream", "seq")

    def of_tournament(self, tournament: uuid.UUID) -> "EventQuerySet":
        """Keep the events of the tournament as a whole, such as imports and publications. Their bodies are deferred,
        because they may contain every row of a file."""
        kinds = ("tournament_imported", "tournament_updated", "scores_published", "publication_withdrawn")
        return self.filter(stream=tournament, kind__in=kinds, board=None).defer("body").order_by("seq")

    def joining(self, session: Tournament) -> "EventQuerySet":
        """Keep the events by which a director made another session of the club follow this one."""
        joined = self.filter(club=session.club_id, kind="session_joined")
        return joined.filter(body__contains=f'"previous":"{session.pk}"')


def data_of(body: str) -> dict[str, Any]:
    """Read the content of an event, without its author, time and place, from its *body*."""
    data: dict[str, Any] = json.loads(body)["data"]
    return data


class Event(models.Model):
    """One entry of the record, written once: the database refuses to change or delete it.

    *body* is canonical JSON (sorted keys, no spaces) of the whole entry, columns included; *hash* is the SHA-256 of
    *prev* and *body*. The body is text because a JSON column of PostgreSQL would reorder its keys.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    stream = models.ForeignKey(Stream, on_delete=models.PROTECT, db_index=False, related_name="events")
    seq = models.PositiveIntegerField()
    club = models.ForeignKey(Club, on_delete=models.PROTECT, db_index=False, related_name="events")
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, null=True, blank=True, related_name="events")
    board = models.ForeignKey(Board, on_delete=models.PROTECT, null=True, blank=True, related_name="events")
    incident = models.ForeignKey(
        "arbitrage.Incident", on_delete=models.PROTECT, null=True, blank=True, related_name="events"
    )
    kind = models.CharField(max_length=40)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, db_index=False, related_name="+"
    )
    at = models.DateTimeField()
    body = models.TextField()
    prev = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    objects = EventQuerySet.as_manager()

    class Meta:
        ordering = ["stream", "seq"]
        indexes = [
            models.Index(fields=["club", "at"], name="event_by_club_and_time"),
            # for `joining`, which every ranking page queries; a club has few such events among its many
            models.Index(fields=["club"], condition=Q(kind="session_joined"), name="sessions_joined_in_a_club"),
        ]
        constraints = [models.UniqueConstraint(fields=["stream", "seq"], name="one_event_per_place_in_a_stream")]

    def __str__(self) -> str:
        return f"{self.seq} {self.kind}"

    @property
    def data(self) -> dict[str, Any]:
        """Content of the event, without its author, time and place."""
        return data_of(self.body)
