"""Numbers that stand for persons in the record of a club, and the accounts that belong to them here (ADR 026).

At the installation where a club was founded, a number is the primary key of the account. After the club has moved to
another installation, the accounts there have other keys. The event of the club's arrival maps the numbers to these
accounts; a number that is not in it is a key of this installation. A number is never used again for another person.
"""

import uuid
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from django.apps import apps
from django.contrib.auth.models import User

from arbitrage.models import Event

ARRIVED = "club_arrived"
"""Kind of the event of a club's arrival at another installation."""

Numbers = Mapping[int, int]
"""Keys of accounts by the number in the record. A number that is missing is itself the key."""

TO_A_PERSON = ("question_asked", "appeal_seated")
"""Kinds of event whose "to" is a person."""


def of_clubs(clubs: Iterable[uuid.UUID]) -> dict[uuid.UUID, dict[int, int]]:
    """Return, by club, the accounts by number, in one query; {} for a club that was founded here."""
    numbers: dict[uuid.UUID, dict[int, int]] = {club: {} for club in clubs}
    for event in Event.objects.filter(stream_id__in=list(numbers), kind=ARRIVED).order_by("seq"):
        numbers[event.stream_id] = read(event.data)
    return numbers


def of_club(club: uuid.UUID) -> dict[int, int]:
    """Return the accounts by number for one club."""
    return of_clubs([club])[club]


def read(data: Mapping[str, Any]) -> dict[int, int]:
    """Read the accounts by number from the data of an arrival event."""
    return {int(number): int(key) for number, key in data["numbers"]}


def number_of(club: uuid.UUID, user: int) -> int:
    """Return the number of an account in the record of a club. It differs from the key of the account if the record
    uses that number for somebody else, which happens with the first accounts of two installations."""
    numbers = of_club(club)
    if numbers.get(user, user) == user:
        return user
    return next(number for number, key in numbers.items() if key == user and number < 0)


def is_taken(club: uuid.UUID, user: int) -> bool:
    """Does the number of this account stand for somebody else in the record of a club?"""
    return of_club(club).get(user, user) != user


def named(body: Mapping[str, Any]) -> Iterator[int]:
    """Yield every number of a person in the body of an event."""
    data = body.get("data") or {}
    yield from (value for value in (body["by"], data.get("kept_by")) if value is not None)
    if isinstance(data.get("user"), int):
        yield data["user"]
    if body["kind"] in TO_A_PERSON and data.get("to") is not None:
        yield data["to"]
    for table in data.get("rows", ()):
        for place in _places(table["of"], tuple(table["columns"])):
            yield from (row[place] for row in table["rows"] if row[place] is not None)


def with_accounts(table: Mapping[str, Any], numbers: Numbers) -> list[list[Any]]:
    """Return the rows of a table in an event, with the keys of accounts in the place of numbers."""
    rows: list[list[Any]] = table["rows"]
    places = _places(table["of"], tuple(table["columns"])) if numbers else ()
    if not places:
        return rows
    return [
        [numbers.get(value, value) if place in places else value for place, value in enumerate(row)] for row in rows
    ]


@cache
def _places(of: str, columns: tuple[str, ...]) -> tuple[int, ...]:
    """Return the positions of references to accounts in the rows of a table, whose first value is the key of the
    row."""
    fields = {field.attname: field for field in apps.get_model("arbitrage", of)._meta.concrete_fields}
    return tuple(place for place, name in enumerate(columns, 1) if fields[name].related_model is User)
