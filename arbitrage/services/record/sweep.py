"""The whole record, a piece at a time: in the order of identifiers, on several processors, and not twice.

Identifiers grow with time: the last one that was looked at says how far a look has come, whatever is added meanwhile.
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
"""Rows that are looked at together: what is in memory at once."""

Found = list[tuple[str, list[str]]]
"""What was found: an identifier and its sentences; nothing of those that are as they should be."""

Look = Callable[[list[uuid.UUID]], Found]
"""It looks at rows by their identifiers; a function of a module, because another process may call it."""


def pieces(model_name: str, after: uuid.UUID | None = None) -> Iterator[list[uuid.UUID]]:
    """The identifiers of a model's rows in their order, so many at a time and never all of them."""
    from django.apps import apps

    rows = apps.get_model("arbitrage", model_name)._default_manager.order_by("pk").values_list("pk", flat=True)
    while found := list((rows if after is None else rows.filter(pk__gt=after))[:A_PIECE]):
        yield found
        after = found[-1]


def swept(
    look: Look, model_name: str, *, processes: int = 1, after: uuid.UUID | None = None
) -> Iterator[tuple[uuid.UUID, Found]]:
    """What a look finds in each piece, in order, with the last identifier of the piece.

    What fits into one piece is looked at here, and nothing is started for it.
    """
    found = pieces(model_name, after)
    first = next(found, None)
    if first is None:
        return
    if processes == 1 or len(first) < A_PIECE:
        yield first[-1], look(first)
        for piece in found:
            yield piece[-1], look(piece)
        return
    from django.db import connection

    apart = multiprocessing.get_context("spawn")
    name = str(connection.settings_dict["NAME"])
    with ProcessPoolExecutor(processes, apart, _begin, (name,)) as pool:
        running: deque[tuple[uuid.UUID, Future[Found]]] = deque([(first[-1], pool.submit(look, first))])
        for piece in found:
            running.append((piece[-1], pool.submit(look, piece)))
            if len(running) > 2 * processes:
                key, future = running.popleft()
                yield key, future.result()
        for key, future in running:
            yield key, future.result()


def _begin(name: str) -> None:
    """A process of its own: the same settings, the same database."""
    import django
    from django.conf import settings

    settings.DATABASES["default"]["NAME"] = name
    django.setup()


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Progress:
    """How far a long look has come, a line a piece in a file beside the data, so that it can be gone on with.

    It is gone once the look has come to its end.
    """

    def __init__(self, name: str, *, resume: bool = False) -> None:
        from django.conf import settings

        self.path = Path(settings.DATA_DIR) / f"{name}.jsonl"
        self.lines: list[tuple[str, uuid.UUID, Found]] = []
        if not resume:
            self.path.unlink(missing_ok=True)
        elif self.path.exists():
            self.lines = [
                (stage, uuid.UUID(key), [(one, said) for one, said in found])
                for stage, key, found in map(_read, self.path.read_text(encoding="utf-8").splitlines())
                if stage
            ]

    def before(self, stage: str) -> tuple[uuid.UUID | None, Found]:
        """The last identifier that was looked at in a stage, and what was found up to it."""
        mine = [(key, found) for name, key, found in self.lines if name == stage]
        return (mine[-1][0] if mine else None), [one for _key, found in mine for one in found]

    def reached(self, stage: str, key: uuid.UUID, found: Found) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps([stage, str(key), found]) + "\n")

    def finished(self) -> None:
        self.path.unlink(missing_ok=True)


def _read(line: str) -> tuple[str, str, Found]:
    """A line of the file; one that the power cut says nothing."""
    try:
        stage, key, found = json.loads(line)
    except ValueError:
        return "", "", []
    return stage, key, found
