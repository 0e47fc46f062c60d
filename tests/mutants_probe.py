"""Switch of the changes of a sample, in a tree that holds them all (`tests/mutants_tree.py`).

The number of the change is a variable of the environment, so that programs started by a test inherit it.
"""

import os

NAME = "MUTANT"
"""The variable of the environment with the number of the change."""

_on = os.environ.get(NAME, "")

reached: set[int] = set()
"""The changes whose lines were executed, whether they were on or not (`tests/mutants_reach.py`)."""


def put_on(number: int | None) -> None:
    """Switch this change on, in this process and those it starts; None: no change is on."""
    global _on
    _on = os.environ[NAME] = "" if number is None else str(number)


def on(number: int) -> bool:
    return _on == str(number)


def passed(number: int) -> None:
    """Note that the line of this change is executed."""
    reached.add(number)
