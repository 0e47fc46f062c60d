"""Rows of a tournament that are recorded in its events (ADR 009): writing, comparing and rebuilding them.

An event that changes rows contains their new values, so one projection serves all kinds of events: a row has the values
in the last event that contains it. The first event, that of the import, is the *base*: it contains every row.

Values that may name a person (`OUTSIDE`, and every `Player`) are in no event; the chain contains one digest of them
all.
"""

import datetime
import uuid
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.db import models, transaction
from django.utils.translation import gettext as _

from arbitrage.models import Board, Contestant, Event, LineUp, Penalty, Player, Result, Section, Tournament, TypedLine
from arbitrage.services.record import history, person_numbers, unlike_rows
from arbitrage.services.record.rows import (
    Outside,
    Rows,
    Told,
    column,
    columns_of,
    compared,
    field_of,
    plain,
    read_values,
    restore,
    stored,
    table_of,
    told,
)

if TYPE_CHECKING:
    from django.contrib.auth.models import User

MODELS: tuple[type[models.Model], ...] = (Tournament, Section, Contestant, LineUp, Board, Result, Penalty, TypedLine)
"""The models whose rows are in a tournament's events, owners first."""

OUTSIDE: Outside = {
    Tournament: frozenset({"name", "source_name"}),
    Contestant: frozenset({"team"}),
}
"""The columns that may name a person."""

Changed = tuple[Rows, Sequence[str]]
"""Rows of one model, and their changed columns."""

BY_NAME = {model.__name__: model for model in MODELS}


@transaction.atomic(savepoint=False)
def write(
    tournament: Tournament,
    kind: str,
    /,
    *,
    by: "User | None",
    board: Board | uuid.UUID | None = None,
    at: datetime.datetime | None = None,
    new: Iterable[models.Model] = (),
    changed: Iterable[Changed] = (),
    gone: Iterable[models.Model] = (),
    players: Sequence[Player] = (),
    base: bool = False,
    written: bool = False,
    **data: Any,
) -> Event:
    """Update the rows of a tournament, and append one event with the changes.

    *players* are new players; the event has only the digest of all names. With *base* the event has every row of the
    tournament. With *written* the caller has stored the new rows already.
    """
    rows = list(new)
    tables = [
        table_of(model, _columns(model), [new_row for new_row in rows if type(new_row) is model], True)
        for model in MODELS
    ]
    tables += [table_of(type(of[0]), tuple(names), of, False) for of, names in changed if of]
    tables = [table for table in tables if table["rows"]]
    removed: dict[str, list[str]] = {}
    for row in gone:
        removed.setdefault(type(row).__name__, []).append(str(row.pk))
    history.lock(tournament.pk)
    if not written:
        _apply(tables, removed, {str(row.pk): _outside(row) for row in rows})
    Player.objects.bulk_create(players, batch_size=500)
    for row in rows:
        row._state.adding, row._state.db = False, "default"
    if removed:
        data["gone"] = removed
    if base:
        data["base"] = True
    if base or players or removed.keys() - {TypedLine.__name__} or any(table["of"] == "Contestant" for table in tables):
        data["people"] = people_digest(tournament)
    place: dict[str, Any] = {"club": tournament.club_id, "tournament": tournament, "board": board, "at": at}
    return history.append(tournament.pk, kind, by=by, **place, rows=tables, **data)


@transaction.atomic
def take_back(tournament: Tournament, event: Event, /, *, by: "User", **data: Any) -> Event:
    """Append the inverse of an event of a tournament, which restores every row that the event changed.

    The new event is "taken_back"; *data* is added to its content.

    :raises ChangedSince: a row of the event has changed since, or the record lacks the earlier values.
    """
    before, after = rows_before(event), event.data
    changed: list[tuple[Rows, Sequence[str]]] = []
    new: list[models.Model] = []
    gone: list[models.Model] = []
    for table in after.get("rows", ()):
        model = BY_NAME[table["of"]]
        stored = {str(row.pk): row for row in model._default_manager.filter(pk__in=[key for key, *_ in table["rows"]])}
        columns = [column(model, name) for name in table["columns"]]
        for key, *values in table["rows"]:
            row = stored.get(key)
            if row is None or [plain(read, getattr(row, name)) for name, read in columns] != values:
                raise ChangedSince
            if table.get("new"):
                gone.append(row)
                continue
            was = before[model].get(key, {})
            if not set(table["columns"]) <= was.keys():
                raise ChangedSince
            for name, value in read_values(columns, [was[name] for name in table["columns"]]).items():
                setattr(row, name, value)
            changed.append(((row,), table["columns"]))
    for name, keys in after.get("gone", {}).items():
        model = BY_NAME[name]
        for key in keys:
            gone_row = before[model].get(key)
            if gone_row is None:
                raise ChangedSince
            columns = [column(model, name) for name in gone_row]
            new.append(model(pk=uuid.UUID(key), **read_values(columns, gone_row.values())))
    return write(
        tournament, "taken_back", by=by, new=new, changed=changed, gone=gone, of=str(event.pk), what=event.kind, **data
    )


def in_force(tournament: Tournament, *kinds: str) -> list[Event]:
    """List the events of these kinds that no later "taken_back" has undone, in order of time."""
    events = Event.objects.filter(stream_id=tournament.pk, kind__in=(*kinds, "taken_back")).select_related("by")
    rows = list(events.order_by("seq"))
    back = {event.data["of"] for event in rows if event.kind == "taken_back"}
    return [event for event in rows if event.kind in kinds and str(event.pk) not in back]


def set_plain(row: models.Model, values: Mapping[str, Any]) -> None:
    """Set columns of a row from the plain values of an event, without storing the row."""
    columns = [column(type(row), name) for name in values]
    for name, value in read_values(columns, values.values()).items():
        setattr(row, name, value)


class ChangedSince(Exception):
    """Error: the rows of an event have changed since, or their earlier values are unknown."""


def rows_before(event: Event) -> Told:
    """Rebuild the rows of a tournament as they were before an event."""
    return told(Event.objects.filter(stream_id=event.stream_id, seq__lt=event.seq).order_by("seq"), MODELS)[0]


def people_digest(tournament: Tournament) -> str:
    """Digest the values of a tournament that may name a person: its name, its teams, its players; 64 hexadecimal
    digits."""
    players = Player.objects.filter(contestant__section__tournament=tournament).order_by("contestant_id", "order")
    teams = Contestant.objects.filter(section__tournament=tournament).exclude(team="").order_by("pk")
    teams_and_players = [
        [tournament.name, tournament.source_name],
        [[str(pair), team] for pair, team in teams.values_list("pk", "team")],
        [[str(pair), *rest] for pair, *rest in players.values_list("contestant_id", "order", "name", "licence")],
    ]
    return history.digest(history.canonical(teams_and_players))


# Rows in events


def differences(tournament: Tournament) -> list[str]:
    """List the differences between the stored rows of a tournament and its events: "Result 0190...: tricks"; [] when
    there are none."""
    told_rows, whole, people = _told(tournament)
    problems = compared(told_rows, stored_rows(tournament), whole=whole)
    if people is not None and people != people_digest(tournament):
        sentence = _("%(row)s: its names are not those that were recorded")
        problems.append(sentence % {"row": unlike_rows.named("Tournament", tournament.pk)})
    return problems


@transaction.atomic
def rebuild(tournament: Tournament) -> list[str]:
    """Restore the stored rows of a tournament from its events; return the changes in the form of `differences`. A
    missing row comes back without values that may name a person. Names are never changed, as no event has them."""
    history.lock(tournament.pk)
    problems = differences(tournament)
    told_rows, whole, _people = _told(tournament)
    restore(told_rows, stored_rows(tournament), whole=whole)
    return problems


def is_whole(tournament: Tournament) -> bool:
    """Does the chain have an event with all rows of the tournament? Tournaments of an earlier version have none until
    they are adopted."""
    return Event.objects.filter(stream_id=tournament.pk, body__contains='"base":true').exists()


def adopt(tournament: Tournament, known: Sequence[str] = ()) -> Event | None:
    """Append all rows of a tournament of an earlier version to its chain, with the differences *known* at that time;
    None if its chain has them already."""
    if is_whole(tournament):
        return None
    every = [row for model in MODELS for row in _of(model, tournament)]
    tables = [table_of(model, _columns(model), [row for row in every if type(row) is model], True) for model in MODELS]
    return history.append(
        tournament.pk,
        "tournament_adopted",
        by=None,
        club=tournament.club_id,
        tournament=tournament,
        differences=list(known),
        people=people_digest(tournament),
        rows=[table for table in tables if table["rows"]],
        base=True,
    )


# Rows of the database


def _outside(row: models.Model) -> dict[str, Any]:
    return {name: getattr(row, name) for name in OUTSIDE.get(type(row), ())}


def _apply(tables: Sequence[Mapping[str, Any]], gone: Mapping[str, Sequence[str]], outside: Mapping[str, Any]) -> None:
    for table in tables:
        model = BY_NAME[table["of"]]
        columns = [column(model, name) for name in table["columns"]]
        read = [(key, read_values(columns, values)) for key, *values in table["rows"]]
        if table.get("new"):
            rows = [model(pk=uuid.UUID(key), **fields, **outside.get(key, {})) for key, fields in read]
            model._default_manager.bulk_create(rows, batch_size=500)
        elif len(read) == 1:
            model._default_manager.filter(pk=read[0][0]).update(**read[0][1])
        else:
            names = [field_of(model, name).name for name in table["columns"]]
            rows = [model(pk=uuid.UUID(key), **fields) for key, fields in read]
            model._default_manager.bulk_update(rows, names, batch_size=200)
    for model in reversed(MODELS):
        if model.__name__ in gone:
            model._default_manager.filter(pk__in=gone[model.__name__]).delete()


def _of(model: type[models.Model], tournament: Tournament) -> models.QuerySet[Any]:
    paths = {
        Tournament: "pk",
        Contestant: "section__tournament",
        LineUp: "contestant__section__tournament",
        Result: "board__tournament",
    }
    return model._default_manager.filter(**{paths.get(model, "tournament"): tournament.pk}).order_by("pk")


def people_told(tournament: Tournament) -> str | None:
    """Return the last digest of names in the chain; None if the chain has none."""
    return told(_events(tournament), MODELS)[2]


def _told(tournament: Tournament) -> tuple[Told, bool, str | None]:
    return told(_events(tournament), MODELS, person_numbers.of_club(tournament.club_id))


def _events(tournament: Tournament) -> models.QuerySet[Event]:
    return Event.objects.filter(stream_id=tournament.pk).order_by("seq")


def stored_rows(tournament: Tournament) -> Told:
    """Read the rows of a tournament as they are in the database, as plain values."""
    return {model: stored(_of(model, tournament), OUTSIDE) for model in MODELS}


def _columns(model: type[models.Model]) -> tuple[str, ...]:
    return columns_of(model, OUTSIDE)
