"""Date and result of each check of the whole record, for the pages that show it."""

import hashlib

from django.db import DatabaseError

from arbitrage.database.paging import in_pages
from arbitrage.models import Event, RecordCheck, Stream
from arbitrage.services import clock

KEPT = 400
"""Number of checks that are stored, more than a year of daily ones."""


def noted(problems: int) -> RecordCheck | None:
    """Store a check as `note` does; None if the database is too damaged for it."""
    try:
        return note(problems)
    except DatabaseError:
        return None


def note(problems: int) -> RecordCheck:
    """Store the result of a check made now, and remove the oldest beyond ``KEPT``."""
    whole = hashlib.sha256()
    for stream in in_pages(Stream.objects.only("pk", "head")):
        whole.update(f"{stream.pk} {stream.head}\n".encode())
    check = RecordCheck.objects.create(
        at=clock.now(),
        events=Event.objects.count(),
        chains=Stream.objects.count(),
        seal=whole.hexdigest(),
        problems=problems,
    )
    old = RecordCheck.objects.order_by("-at", "-pk").values_list("pk", flat=True)[KEPT:]
    RecordCheck.objects.filter(pk__in=list(old)).delete()
    return check


def last() -> RecordCheck | None:
    """Return the last check; None before the first."""
    return RecordCheck.objects.first()
