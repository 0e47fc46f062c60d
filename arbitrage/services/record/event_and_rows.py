"""The input and the output of a projection: an event, and a target to which rows are written."""

import datetime
import uuid
from collections.abc import Mapping
from typing import Any, Protocol

from django.db import models

from arbitrage.services.record.keys import key_from
from arbitrage.services.record.person_numbers import Numbers


class Target(Protocol):
    """The target of a projection: the database, or a dictionary in memory. `words` returns free texts by their keys,
    separated by an empty line; "" for None."""

    def add(self, model: type[models.Model], key: str, **fields: Any) -> None: ...
    def change(self, model: type[models.Model], key: str, **fields: Any) -> None: ...
    def remove(self, model: type[models.Model], key: str) -> None: ...
    def words(self, *notes: str | None) -> str: ...


class Saying:
    """One event: its *data*, author, place and time."""

    def __init__(
        self, data: Mapping[str, Any], head: Mapping[str, Any], at: datetime.datetime, numbers: Numbers
    ) -> None:
        self.data = data
        self.at = at
        self._numbers = numbers
        self.by = self._account(head["by"])
        self.incident: str = head["incident"]
        self.club = uuid.UUID(head["club"])
        self.tournament = key_from(head["tournament"])
        self.board = key_from(head["board"])

    @property
    def to(self) -> int | None:
        """The account of the person in the field "to", such as the addressee of a question."""
        return self._account(self.data.get("to"))

    def _account(self, number: int | None) -> int | None:
        return None if number is None else self._numbers.get(number, number)

    def __getitem__(self, name: str) -> Any:
        return self.data[name]

    def id(self, name: str) -> uuid.UUID | None:
        return key_from(self.data[name])
