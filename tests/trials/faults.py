"""Injected faults of a server: the file `fault` in its data folder names the present one.

"full" and "read-only" cause errors of SQLite: the database may not grow, or may not be written. "500" answers every
request with an error; "broken" answers every request with a page that is not the program's.
"""

from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse

PRAGMAS = {"full": "PRAGMA max_page_count = 1", "read-only": "PRAGMA query_only = 1"}
WELL = ("PRAGMA max_page_count = 1073741823", "PRAGMA query_only = 0")


def fault() -> str:
    """Read the present fault; "" for none."""
    file = Path(settings.DATA_DIR) / "fault"
    return file.read_text(encoding="utf-8").strip() if file.exists() else ""


class Faults:
    """Middleware that applies the present fault; without a fault it repairs the connection."""

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
