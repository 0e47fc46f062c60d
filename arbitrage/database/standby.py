"""Reading from a hot standby (DATABASE_REPLICA_URL), in such a way that every browser sees its own writes.

A cookie of each browser has the position of its last write in the primary's log. A page is read from the primary if the
standby has not replayed the log up to this position, lags behind, or does not answer. Without DATABASE_REPLICA_URL this
module does nothing.
"""

import logging
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from typing import Any, Concatenate, ParamSpec, cast

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections
from django.http import HttpRequest, HttpResponse

P = ParamSpec("P")
Handler = Callable[[HttpRequest], HttpResponse]

REPLICA = "replica"
COOKIE = "written"
PLACE = re.compile(r"[0-9A-F]{1,8}/[0-9A-F]{1,8}")
UNKNOWN = "FFFFFFFF/FFFFFFFF"
"""A log position that no standby reaches, so that a browser with this cookie reads from the primary."""
LAG = 30
"""Seconds by which the standby may lag before the primary is read instead."""

logger = logging.getLogger(__name__)
_reading: ContextVar[bool] = ContextVar("reading from the standby", default=False)


class Router:
    """Django's database router: reads go to the standby inside `reading`; all others and all writes to the primary."""

    def db_for_read(self, model: Any, **hints: Any) -> str | None:
        return REPLICA if _reading.get() else None

    def db_for_write(self, model: Any, **hints: Any) -> str | None:
        return DEFAULT_DB_ALIAS

    def allow_relation(self, one: Any, other: Any, **hints: Any) -> bool:
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool:
        return db != REPLICA


@contextmanager
def reading() -> Iterator[None]:
    """Read from the standby inside this context."""
    token = _reading.set(True)
    try:
        yield
    finally:
        _reading.reset(token)


def may_read_standby(
    view: Callable[Concatenate[Any, P], HttpResponse],
) -> Callable[Concatenate[Any, P], HttpResponse]:
    """Decorate a view that writes nothing, so that it reads from the standby if the standby has the browser's own
    writes."""

    @wraps(view)
    def read(request: Any, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        if REPLICA not in connections.settings or not has_caught_up(request.COOKIES.get(COOKIE, "")):
            return view(request, *args, **kwargs)
        with reading():
            return view(request, *args, **kwargs)

    return cast("Callable[Concatenate[Any, P], HttpResponse]", read)


def has_caught_up(place: str) -> bool:
    """Has the standby replayed the log up to the position *place* ("0/16B3748"; "" for no write), and is it at most LAG
    seconds behind?"""
    if place and not PLACE.fullmatch(place):
        return False
    query = (
        "SELECT NOT pg_is_in_recovery() OR ("
        "coalesce(pg_last_wal_replay_lsn() >= %s::pg_lsn, false) AND coalesce("
        "pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() "
        "OR now() - pg_last_xact_replay_timestamp() < make_interval(secs => %s), false))"
    )
    try:
        with connections[REPLICA].cursor() as cursor:
            cursor.execute(query, [place or "0/0", LAG])
            (caught_up,) = cursor.fetchone() or (False,)
    except DatabaseError:
        logger.warning("The standby does not answer; the primary is read.")
        return False
    return bool(caught_up)


def own_writes_are_seen(get_response: Handler) -> Handler:
    """Set the browser's cookie to the present end of the primary's log, after each request that may have written.

    After a server error the cookie is not set, because the primary may be unreachable, and asking it would wait a
    second time. If the primary becomes unreachable right after a write, the response is still sent, with the position
    UNKNOWN, so that the browser reads from the primary until its next write.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        wrote = request.method not in ("GET", "HEAD", "OPTIONS") and response.status_code < 500
        if wrote and REPLICA in connections.settings:
            response.set_cookie(COOKIE, _end_of_the_log(), httponly=True, samesite="Lax", secure=request.is_secure())
        return response

    return middleware


def _end_of_the_log() -> str:
    try:
        with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
            cursor.execute("SELECT pg_current_wal_insert_lsn()")
            (place,) = cursor.fetchone() or (UNKNOWN,)
    except DatabaseError:
        logger.warning("The primary went away after a write; its end of the log is not known.")
        return UNKNOWN
    return str(place)
