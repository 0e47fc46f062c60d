"""That the record was looked at whole, and what it was then: kept for whoever reads the pages."""

import hashlib

from django.db import DatabaseError

from arbitrage.models import Event, RecordCheck, Stream
from arbitrage.paging import in_pages
from arbitrage.services import clock

KEPT = 400
"""How many looks are kept: more than a year of one a day."""


def noted(problems: int) -> RecordCheck | None:
    """The same as `note`; None where the database is too damaged for it."""
    try:
        return note(problems)
    except DatabaseError:
        return None


def note(problems: int) -> RecordCheck:
    """Keep that the record was looked at now, and how many problems were found; the oldest looks go."""
    whole = hashlib.sha256()
    for one in in_pages(Stream.objects.only("pk", "head")):
        whole.update(f"{one.pk} {one.head}\n".encode())
    found = RecordCheck.objects.create(
        at=clock.now(),
        events=Event.objects.count(),
        chains=Stream.objects.count(),
        seal=whole.hexdigest(),
        problems=problems,
    )
    old = RecordCheck.objects.order_by("-at", "-pk").values_list("pk", flat=True)[KEPT:]
    RecordCheck.objects.filter(pk__in=list(old)).delete()
    return found


def last() -> RecordCheck | None:
    """The last look; None when nobody has looked yet."""
    return RecordCheck.objects.first()
