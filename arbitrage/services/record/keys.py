"""Identifiers of rows as text in events, and back."""

import uuid
from typing import Any


def key_text(row: Any) -> str | None:
    return None if row is None else str(row.pk)


def key_of(row: Any) -> uuid.UUID | None:
    return None if row is None else row.pk


def key_from(text: str | None) -> uuid.UUID | None:
    return uuid.UUID(text) if text else None
