"""Cache of the written lines of calls, for the list of decisions, the casebook and the report of a season."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import TypeVar
from uuid import UUID

from django.db.models import UUIDField

from arbitrage.database.prepared import Prepared
from arbitrage.models import Adjustment, Incident, Stream
from arbitrage.services import clock
from arbitrage.services.process_cache import ProcessCache
from arbitrage.services.tournaments.finality import final_from

T = TypeVar("T")

Call = tuple[UUID, UUID, UUID, UUID | None]
"""Identifiers of a call, its tournament, its club, and its board."""

OF_A_CALL = ("pk", "tournament", "club", "board")
"""Fields of `Call`, for ``values_list``."""


_CALLS_ABOUT = Prepared(
    lambda boards: Incident.objects.filter(board__in=boards).order_by("pk").values_list("board", "pk"),
    boards=[UUIDField()],
)
_SCORES_ON = Prepared(
    lambda boards: (
        Adjustment.objects.confirmed()
        .filter(result__board__in=boards)
        .order_by("pk")
        .values_list("result__board", "pk")
    ),
    boards=[UUIDField()],
)
_HEADS = Prepared(
    lambda streams: Stream.objects.filter(pk__in=streams).order_by().values_list("pk", "head"), streams=[UUIDField()]
)


def _ends_of(calls: Iterable[Call]) -> dict[UUID, tuple[str, ...]]:
    """Return the cache key of the line of each call, in the order of the calls, in three queries. It has the last
    hashes of the chains of its tournament, its club and all calls about its board, and the confirmed scores there;
    every change of the line changes one of these. A call from an earlier version has no chain and gives ""."""
    calls = list(calls)
    if not calls:
        return {}
    boards = {board for *_keys, board in calls if board is not None}
    here: defaultdict[UUID, list[UUID]] = defaultdict(list)
    for board, pk in _CALLS_ABOUT(boards=boards) if boards else ():
        here[board].append(pk)
    scores: defaultdict[UUID, list[str]] = defaultdict(list)
    for board, pk in _SCORES_ON(boards=boards) if boards else ():
        scores[board].append(str(pk))
    streams = {key for call in calls for key in call[:3]} | {pk for several in here.values() for pk in several}
    heads = dict(_HEADS(streams=streams))
    return {
        pk: (
            *(heads.get(key, "none") for key in (tournament, club)),
            *(heads.get(key, "") for key in (pk, *(here[board] if board else ()))),
            *(scores[board] if board else ()),
        )
        for pk, tournament, club, board in calls
    }


def kept_lines(
    cache: ProcessCache[T],
    calls: Mapping[UUID, Call],
    *how: Hashable,
    write: Callable[[list[UUID]], Iterable[tuple[UUID, T, Incident | None]]],
    names: object = None,
) -> list[T]:
    """Return the lines of *calls* in their order. *calls* maps the key of each line to the call that it is about.

    A line is cached under its key and *how*, the language and any other parameter of its text. It is taken from the
    cache as long as no event was added to the chains of its call and *names* is the same. *write* gets the keys of the
    other lines, and yields for each the key, the line, and the incident of the call, or None in its place if the line
    must not be cached. A line that may change with time alone is never cached. A key for which *write* yields nothing
    has no line.
    """
    ends = _ends_of(calls.values())  # read before the rows, so that a change in between makes the entry stale
    lines = {key: cache.get((key, *how), (ends[call[0]], names)) for key, call in calls.items()}
    unknown = [key for key, line in lines.items() if line is None]
    for key, line, incident in write(unknown) if unknown else ():
        lines[key] = line
        if incident is not None and _may_be_kept(incident, ends[incident.pk]):
            cache.put((key, *how), (ends[incident.pk], names), line)
    return [line for line in lines.values() if line is not None]


def _may_be_kept(incident: Incident, ends: tuple[str, ...]) -> bool:
    """May the line of a call be cached? It needs a chain for each call of its key, and no appeal or running period,
    which may change the line with time alone."""
    over = final_from(incident.tournament, incident.club)
    return all(ends) and not incident.appeals.all() and (over is None or clock.now() > over)
