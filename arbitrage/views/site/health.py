"""Liveness and readiness checks for the machine that runs the server; they say nothing about clubs."""

import logging

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from arbitrage.database.triggers import missing_triggers

logger = logging.getLogger(__name__)


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer "ok" while the process is alive, whatever the database does."""
    return _plain("ok")


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Check that the database answers and has this version's tables and the triggers that guard the record; otherwise
    answer 503 with the reason."""
    try:
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            return _plain("migrations to apply", 503)
        if missing_triggers(connection):
            return _plain("the record is not guarded", 503)
    except DatabaseError:
        logger.exception("The database does not answer.")
        return _plain("no database", 503)
    return _plain("ready")


def _plain(text: str, status: int = 200) -> HttpResponse:
    return HttpResponse(f"{text}\n", status=status, content_type="text/plain", headers={"Cache-Control": "no-store"})
