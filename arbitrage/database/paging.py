"""Iteration over many rows with one page of them in memory at a time."""

from collections.abc import Iterator
from typing import Any, TypeVar

from django.db.models import Model, QuerySet

M = TypeVar("M", bound=Model)


def in_pages(rows: QuerySet[M], size: int = 1000) -> Iterator[M]:
    """Yield the rows in order of their primary key, and load *size* of them at a time.

    Each page is a separate query, because a cursor would not survive a pooler in transaction mode.
    """
    rest: QuerySet[M] = rows.order_by("pk")
    last: Any = None
    while page := list((rest if last is None else rest.filter(pk__gt=last))[:size]):
        yield from page
        last = page[-1].pk
