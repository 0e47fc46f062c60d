"""The clock of everything that is recorded. Tests and the demonstration can set it."""

import datetime
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.utils import timezone

_moment: ContextVar[datetime.datetime | None] = ContextVar("moment", default=None)


def now() -> datetime.datetime:
    """Return the current time, or the time set by `at`."""
    return _moment.get() or timezone.now()


def today() -> datetime.date:
    """Return the day of `now`, in the club's time zone."""
    return timezone.localdate(now())


@contextmanager
def at(moment: datetime.datetime) -> Iterator[None]:
    """Set the clock to *moment* inside this block, in this thread only, for example to record the past days of the
    demonstration club."""
    token = _moment.set(moment)
    try:
        yield
    finally:
        _moment.reset(token)
