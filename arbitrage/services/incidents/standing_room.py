"""The rulings of a tournament that a director must look at again. The page of the room asks for them every few
seconds."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from django.db.models import OuterRef, QuerySet, Subquery, UUIDField

from arbitrage.database.prepared import Prepared
from arbitrage.models import Incident, Stream, Tournament
from arbitrage.services.incidents.standing import Standing, standings
from arbitrage.services.incidents.standing_table import busy, may_have_changed
from arbitrage.services.process_cache import ProcessCache
from arbitrage.services.results.revokes import inquiries_around

_changed: ProcessCache[bool] = ProcessCache(most=2000)
"""Cache of whether a ruling of an incident must be looked at again. The version of an entry is the last hash of each
chain at its table, and the values of its result."""

LOOKED_AT = (Incident.State.RULED, Incident.State.WAITING)
"""States of an incident in which its rulings are checked for changed facts."""


def _every_call(tournament: Any) -> QuerySet[Incident, Any]:
    fields = ("board", "section", "table", "result__contract", "result__declarer", "result__tricks", "result__auction")
    head = Subquery(Stream.objects.filter(pk=OuterRef("pk")).values("head"))
    every = Incident.objects.filter(tournament=tournament).order_by("called_at", "pk")
    return every.values_list("pk", *fields, "state", head)


_EVERY_CALL = Prepared(_every_call, tournament=UUIDField())


def to_look_at_again(tournament: Tournament) -> list[Standing]:
    """List the incidents of a tournament with a ruling whose facts have changed, oldest first.

    While nothing is written, the answer comes from the cache, with one query.
    """
    rows = _EVERY_CALL(tournament=tournament.pk)
    at_place: dict[Any, tuple[str, ...]] = {}
    for _pk, *values, end in rows:
        place = tuple(values[:3])
        at_place[place] = (*at_place.get(place, ()), end or "")
    now = {row[0]: (at_place[row[1:4]], row[4:8]) for row in rows if row[8] in LOOKED_AT}
    unread = [pk for pk, basis in now.items() if _changed.get(pk, basis) is not False]
    changed = {
        pk: standing
        for pk, standing in standings(_doubtful(unread)).items()
        if any(ruled.changed for ruled in standing.rulings)
    }
    for pk in unread:
        _changed.put(pk, now[pk], pk in changed)
    return list(changed.values())


def _doubtful(keys: Collection[UUID]) -> list[Incident]:
    """Return those of these incidents that must be checked in full: incidents with another ruling or statement at the
    table, or with a result that differs from the facts of an inquiry. Most have neither."""
    if not keys:
        return []
    read = Incident.objects.select_related("club", "tournament", "section", "board", "result")
    calls = list(read.filter(pk__in=keys).order_by("called_at", "pk"))
    around = inquiries_around(calls)
    busy_calls = busy(calls, around)
    alone = {call.pk: call for call in calls if call.pk not in busy_calls}
    own = [(alone[inquiry.incident_id], inquiry) for inquiry in around if inquiry.incident_id in alone]
    doubtful = {call.pk for call, inquiry in own if may_have_changed(call, inquiry, [])}
    return [call for call in calls if call.pk in busy_calls or call.pk in doubtful]
