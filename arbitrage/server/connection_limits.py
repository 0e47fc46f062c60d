"""Limits on connections: who is connected, what each connection does, and which one is closed for another.

A connection that waits for its next request is closed to make room for one that asks; so is one that has begun a
request and stopped in its middle. Only requests that a worker is answering count as busy.
"""

import enum
import itertools
import time
from collections.abc import Callable
from dataclasses import dataclass, field

CONNECTIONS = 2048
"""Concurrent connections, where the system allows the files; one address may have half of them."""
WORKING = 1024
"""Concurrent requests at the workers; one address may have half of them: a congress behind one router."""
STALLED_SECONDS = 2.0
"""Seconds of silence after which an unfinished request may be closed for another."""
SPARE_FILES = 256
"""File descriptors for everything else: the database, pages, long bodies."""


class Doing(enum.Enum):
    WAITING = enum.auto()
    """Waiting for the next request, or the first."""
    ASKING = enum.auto()
    """A request has begun and is incomplete."""
    WORKING = enum.auto()
    """A worker answers the request."""


@dataclass(eq=False)
class Place:
    """A connection from an address; *leave* closes it, *since* is when it last sent something (seconds, monotonic)."""

    address: str
    leave: Callable[[], None]
    doing: Doing = Doing.WAITING
    since: float = field(default_factory=time.monotonic)

    def now(self, doing: Doing) -> None:
        self.doing, self.since = doing, time.monotonic()

    def heard(self) -> None:
        self.since = time.monotonic()


@dataclass
class Places:
    """The connections allowed: *most* in all, *working* of them with a request at a worker."""

    most: int = CONNECTIONS
    working: int = WORKING
    taken: dict[str, set[Place]] = field(default_factory=dict)

    def come(self, address: str, leave: Callable[[], None]) -> Place | None:
        """Give a connection a place, closing another if none is left; None when all of them are working."""
        mine = self.taken.get(address, set())
        if len(mine) >= self.most // 2 and not self._make_room(mine):
            return None
        if self.count() >= self.most and not self._make_room(set(itertools.chain.from_iterable(self.taken.values()))):
            return None
        place = Place(address, leave)
        self.taken.setdefault(address, set()).add(place)
        return place

    def go(self, place: Place) -> None:
        """Take a place back; a second time does nothing."""
        mine = self.taken.get(place.address, set())
        mine.discard(place)
        if not mine:
            self.taken.pop(place.address, None)

    def may_work(self, place: Place) -> bool:
        """Is there room for one more request at the workers, for this address too?"""
        mine = sum(taken.doing is Doing.WORKING for taken in self.taken.get(place.address, ()))
        return mine < self.working // 2 and self.count(Doing.WORKING) < self.working

    def count(self, doing: Doing | None = None) -> int:
        if doing is None:
            return sum(map(len, self.taken.values()))
        return sum(place.doing is doing for places in self.taken.values() for place in places)

    def _make_room(self, among: set[Place]) -> bool:
        """Close the one that has waited longest, else the one that stalled first; False when all of them work."""
        limit = time.monotonic() - STALLED_SECONDS
        gone = min(
            (
                connection
                for connection in among
                if connection.doing is Doing.WAITING or (connection.doing is Doing.ASKING and connection.since <= limit)
            ),
            key=lambda connection: (connection.doing is Doing.ASKING, connection.since),
            default=None,
        )
        if gone is None:
            return False
        self.go(gone)
        gone.leave()
        return True


def of_this_machine() -> Places:
    """Count the places that the system has open files for: each connection takes one, each request at a worker two
    more."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return Places()
    wanted = CONNECTIONS + 2 * WORKING + SPARE_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return Places()
    half = max(32, (soft - SPARE_FILES) // 4)
    return Places(2 * half, half)
