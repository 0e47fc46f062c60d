"""Settings of a trial that measures the parts of a response's time, and the middleware that reports them."""

import threading
import time
from collections.abc import Callable
from typing import Any

from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.http import HttpRequest, HttpResponse

from arbitrage.settings import *  # noqa: F403
from arbitrage.settings import MIDDLEWARE as OURS

MIDDLEWARE = ["tests.trials.timing.told", *OURS]
PARTS = ("processor", "database", "lock", "disk", "connection")
"""Parts of a response's time: processor; reads and writes of the database; waits for a row lock, or acquiring it;
commits; new connections."""

_of_thread = threading.local()
_commit = BaseDatabaseWrapper._commit


def _spent() -> dict[str, float]:
    return getattr(_of_thread, "spent", None) or dict.fromkeys(PARTS, 0.0)


def _add(part: str, began: float) -> None:
    _spent()[part] += time.perf_counter() - began


def _timed_commit(self: BaseDatabaseWrapper) -> Any:
    began = time.perf_counter()
    try:
        return _commit(self)
    finally:
        _add("disk", began)


BaseDatabaseWrapper._commit = _timed_commit  # type: ignore[method-assign]


def _timed_statement(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
    began = time.perf_counter()
    try:
        return execute(sql, params, many, context)
    finally:
        _add("lock" if "FOR NO KEY UPDATE" in sql or "FOR UPDATE" in sql else "database", began)


def told(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Report in `Server-Timing` the milliseconds of a response by part."""

    def middleware(request: HttpRequest) -> HttpResponse:
        spent = _of_thread.spent = dict.fromkeys(PARTS, 0.0)
        began, worked = time.perf_counter(), time.thread_time()
        connection.ensure_connection()
        _add("connection", began)
        with connection.execute_wrapper(_timed_statement):
            response = get_response(request)
        spent["processor"] = time.thread_time() - worked
        spent["here"] = time.perf_counter() - began
        response.headers["Server-Timing"] = ", ".join(f"{name};dur={1000 * one:.2f}" for name, one in spent.items())
        return response

    return middleware
