"""Problems of the record, for tests, in which the triggers of the database are disabled."""

from collections.abc import Iterator
from typing import Any

from django.utils import translation

from arbitrage.services.proof import soundness


def problems(**how: Any) -> list[str]:
    """List the problems that `soundness.problems` finds, in English, except missing triggers: tests have disabled
    them."""
    return list(_except_triggers(**how))


def is_named() -> bool:
    """Does `soundness.problems` find a problem? It stops at the first one."""
    return any(True for _problem in _except_triggers())


def _except_triggers(**how: Any) -> Iterator[str]:
    with translation.override("en"):
        for problem in soundness.problems(**how):
            if not problem.startswith("The database does not guard"):
                yield problem
