"""Problems of the record, for tests, which run without the guard of the database."""

from collections.abc import Iterator
from typing import Any

from django.utils import translation

from arbitrage.services.proof import soundness


def problems(**how: Any) -> list[str]:
    """List the problems that `soundness.problems` finds, in English, but for the guard: tests have lifted it."""
    return list(_but_for_the_guard(**how))


def is_named() -> bool:
    """Does `soundness.problems` find a problem? It stops at the first one."""
    return any(True for _problem in _but_for_the_guard())


def _but_for_the_guard(**how: Any) -> Iterator[str]:
    with translation.override("en"):
        for problem in soundness.problems(**how):
            if not problem.startswith("The database does not guard"):
                yield problem
