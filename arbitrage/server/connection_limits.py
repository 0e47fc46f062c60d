"""Limits on the number of connections, and the choice of the connection to close when a new client finds no room.

A connection that waits for its next request may be closed to make room for a new one; so may a connection that has
stopped sending in the middle of a request. A connection whose request is at a worker is never closed.
"""

import enum
import itertools
import time
from collections.abc import Callable
from dataclasses import dataclass, field

CONNECTIONS = 2048
"""Most concurrent connections, if the system allows that many open files. One client address may have half of them."""
WORKING = 1024
"""Most concurrent requests at the workers. One client address may have half of them, for a congress behind one
router."""
STALLED_SECONDS = 2.0
"""Seconds of silence after which a connection with an unfinished request may be closed to make room."""
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
    """A connection from an address. *leave* closes it; *since* is the time of its last bytes or of the last change of
    *doing* (`time.monotonic`)."""

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
    """The places for connections: *most* in all, at most *working* of them with a request at a worker. *taken* has the
    connections by address."""

    most: int = CONNECTIONS
    working: int = WORKING
    taken: dict[str, set[Place]] = field(default_factory=dict)

    def come(self, address: str, leave: Callable[[], None]) -> Place | None:
        """Give a new connection a place. If the address, or the server, has no place left, close another connection of
        theirs first; return None if none of these may be closed."""
        mine = self.taken.get(address, set())
        if len(mine) >= self.most // 2 and not self._make_room(mine):
            return None
        if self.count() >= self.most and not self._make_room(set(itertools.chain.from_iterable(self.taken.values()))):
            return None
        place = Place(address, leave)
        self.taken.setdefault(address, set()).add(place)
        return place

    def go(self, place: Place) -> None:
        """Free the place of a connection; a second call does nothing."""
        mine = self.taken.get(place.address, set())
        mine.discard(place)
        if not mine:
            self.taken.pop(place.address, None)

    def may_work(self, place: Place) -> bool:
        """May the workers get one more request, both in all and from this address?"""
        mine = sum(taken.doing is Doing.WORKING for taken in self.taken.get(place.address, ()))
        return mine < self.working // 2 and self.count(Doing.WORKING) < self.working

    def count(self, doing: Doing | None = None) -> int:
        if doing is None:
            return sum(map(len, self.taken.values()))
        return sum(place.doing is doing for places in self.taken.values() for place in places)

    def _make_room(self, among: set[Place]) -> bool:
        """Close the connection that has waited longest for its next request, or else the one that stalled first; False
        if none may be closed."""
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
    """Make as many places as the limit of open files allows, after raising that limit if possible. Each connection
    takes one file, each request at a worker two more."""
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
