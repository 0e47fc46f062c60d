"""The current time of the record."""

import datetime
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.utils import timezone

_moment: ContextVar[datetime.datetime | None] = ContextVar("moment", default=None)


def now() -> datetime.datetime:
    """Return the time for records written now: the clock's, or the one set by `at`."""
    return _moment.get() or timezone.now()


def today() -> datetime.date:
    """Return the day of `now`, in the club's time zone."""
    return timezone.localdate(now())


@contextmanager
def at(moment: datetime.datetime) -> Iterator[None]:
    """Set the time of everything recorded in this block to *moment*, in this thread only, as the demonstration writes
    past days."""
    token = _moment.set(moment)
    try:
        yield
    finally:
        _moment.reset(token)
