"""A cache in the memory of one process, with a version for each value."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Value = TypeVar("Value")


class ProcessCache(Generic[Value]):
    """Values by key, each with the version of the data from which it was computed, such as the end of a chain.

    Once the values together weigh more than *most*, the least recently used ones are dropped. A single value stays,
    whatever its weight.
    """

    def __init__(self, most: int, weight: Callable[[Value], int] = lambda value: 1) -> None:
        self._most, self._weight = most, weight
        self._values: OrderedDict[Hashable, tuple[Hashable, Value]] = OrderedDict()
        self._total = 0
        self._lock = Lock()

    def get(self, key: Hashable, version: Hashable) -> Value | None:
        """Return the cached value if it has this version; else None."""
        with self._lock:
            held = self._values.get(key)
            if held is None or held[0] != version:
                return None
            self._values.move_to_end(key)
            return held[1]

    def put(self, key: Hashable, version: Hashable, value: Value) -> None:
        with self._lock:
            if (before := self._values.pop(key, None)) is not None:
                self._total -= self._weight(before[1])
            self._values[key] = version, value
            self._total += self._weight(value)
            while self._total > self._most and len(self._values) > 1:
                _key, (_version, oldest) = self._values.popitem(last=False)
                self._total -= self._weight(oldest)

    def clear(self) -> None:
        with self._lock:
            self._values.clear()
            self._total = 0
