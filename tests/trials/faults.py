"""A server that cannot write, on purpose: what the file `fault` in its data folder says of each request that writes.

"full" and "read-only" are SQLite's own errors: the database may grow no more, or takes no writing. "500" is a worker
that answers nothing else, "broken" an update that answers a page of its own to everything.
"""

from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse

PRAGMAS = {"full": "PRAGMA max_page_count = 1", "read-only": "PRAGMA query_only = 1"}
WELL = ("PRAGMA max_page_count = 1073741823", "PRAGMA query_only = 0")


def fault() -> str:
    """Read which fault is on now; "" for none."""
    file = Path(settings.DATA_DIR) / "fault"
    return file.read_text(encoding="utf-8").strip() if file.exists() else ""


class Faults:
    """Middleware that breaks what a request needs, and mends it for the next one."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        now = fault()
        if now == "500":
            return HttpResponse("It does not work.", status=500)
        if now == "broken":
            return HttpResponse("<!doctype html><p>It works!", content_type="text/html")
        with connection.cursor() as cursor:
            for one in (PRAGMAS[now],) if now in PRAGMAS else WELL:
                cursor.execute(one)
        return self.answer(request)
