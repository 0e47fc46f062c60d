"""The two sides of a projection: an event to read, and a target to write rows to."""

import datetime
import uuid
from collections.abc import Mapping
from typing import Any, Protocol

from django.db import models

from arbitrage.services.record.keys import key_from


class Target(Protocol):
    """The target of a projection: the database, or a dictionary in memory."""

    def add(self, model: type[models.Model], key: str, **fields: Any) -> None: ...
    def change(self, model: type[models.Model], key: str, **fields: Any) -> None: ...
    def remove(self, model: type[models.Model], key: str) -> None: ...
    def words(self, note: str | None) -> str: ...


class Saying:
    """One event: its *data*, author, place and time."""

    def __init__(self, data: Mapping[str, Any], head: Mapping[str, Any], at: datetime.datetime) -> None:
        self.data = data
        self.at = at
        self.by: int | None = head["by"]
        self.incident: str = head["incident"]
        self.club = uuid.UUID(head["club"])
        self.tournament = key_from(head["tournament"])
        self.board = key_from(head["board"])

    def __getitem__(self, name: str) -> Any:
        return self.data[name]

    def id(self, name: str) -> uuid.UUID | None:
        return key_from(self.data[name])
