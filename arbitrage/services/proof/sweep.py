"""Resumable check of all rows of a table, in pieces in the order of ids, in several processes.

Ids grow with time, so the last id checked marks the progress, even if rows are added meanwhile.
"""

import json
import multiprocessing
import os
import uuid
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from pathlib import Path

A_PIECE = 400
"""Rows checked together, and held in memory at once."""

Found = list[tuple[str, list[str]]]
"""Problems found: identifiers with their sentences. Sound rows are left out."""

Look = Callable[[list[uuid.UUID]], Found]
"""A check of rows by their identifiers. It must be a module-level function, because another process may call it."""


def pieces(model_name: str, after: uuid.UUID | None = None) -> Iterator[list[uuid.UUID]]:
    """Yield the identifiers of a model's rows in order, ``A_PIECE`` at a time."""
    from django.apps import apps

    rows = apps.get_model("arbitrage", model_name)._default_manager.order_by("pk").values_list("pk", flat=True)
    while piece := list((rows if after is None else rows.filter(pk__gt=after))[:A_PIECE]):
        yield piece
        after = piece[-1]


def swept(
    look: Look, model_name: str, *, processes: int = 1, after: uuid.UUID | None = None
) -> Iterator[tuple[uuid.UUID, Found]]:
    """Yield, for each piece in order, its last identifier and the problems found in it.

    A table of one piece is checked in this process, a larger one in *processes* worker processes.
    """
    todo = pieces(model_name, after)
    first = next(todo, None)
    if first is None:
        return
    if processes == 1 or len(first) < A_PIECE:
        yield first[-1], look(first)
        for piece in todo:
            yield piece[-1], look(piece)
        return
    from django.db import connection
    from django.utils import translation

    apart = multiprocessing.get_context("spawn")
    begun_with = (str(connection.settings_dict["NAME"]), translation.get_language())
    with ProcessPoolExecutor(processes, apart, _begin, begun_with) as pool:
        running: deque[tuple[uuid.UUID, Future[Found]]] = deque([(first[-1], pool.submit(look, first))])
        for piece in todo:
            running.append((piece[-1], pool.submit(look, piece)))
            if len(running) > 2 * processes:
                key, future = running.popleft()
                yield key, future.result()
        for key, future in running:
            yield key, future.result()


def _begin(name: str, language: str) -> None:
    """Set up Django in a worker process, on the same database and in the same language."""
    import django
    from django.conf import settings
    from django.utils import translation

    settings.DATABASES["default"]["NAME"] = name
    django.setup()
    translation.activate(language)


def processors() -> int:
    """Count the processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Progress:
    """Progress of a long check, stored in ``DATA_DIR`` with a line for each piece, so that it can resume.

    The file is removed at the end of the check.
    """

    def __init__(self, name: str, *, resume: bool = False) -> None:
        from django.conf import settings

        self.path = Path(settings.DATA_DIR) / f"{name}.jsonl"
        self.lines: list[tuple[str, uuid.UUID, Found]] = []
        if not resume:
            self.path.unlink(missing_ok=True)
        elif self.path.exists():
            self.lines = [
                (stage, uuid.UUID(key), [(chain, faults) for chain, faults in faults_by_chain])
                for stage, key, faults_by_chain in map(_read, self.path.read_text(encoding="utf-8").splitlines())
                if stage
            ]

    def before(self, stage: str) -> tuple[uuid.UUID | None, Found]:
        """Return the last identifier checked in a stage, and the problems found up to it."""
        mine = [(key, faults_by_chain) for name, key, faults_by_chain in self.lines if name == stage]
        return (mine[-1][0] if mine else None), [entry for _key, faults_by_chain in mine for entry in faults_by_chain]

    def reached(self, stage: str, key: uuid.UUID, faults: Found) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps([stage, str(key), faults]) + "\n")

    def finished(self) -> None:
        self.path.unlink(missing_ok=True)


def _read(line: str) -> tuple[str, str, Found]:
    """Parse a line of the file; a line truncated by a power cut gives ("", "", [])."""
    try:
        stage, key, faults_by_chain = json.loads(line)
    except ValueError:
        return "", "", []
    return stage, key, faults_by_chain
