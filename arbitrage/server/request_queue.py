"""A limit on concurrent requests at the workers; the others wait in turn, one address after the other.

Beyond that limit every request slows down until all pages have given up waiting, and the server computes answers for
pages that are gone. A client that has hung up loses its turn (so does one that has closed its sending side, which no
browser does), and one that would wait too long gets an error.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

AT_ONCE = 16
"""Requests at the workers, where the number of their threads is not known."""
FOR_A_THREAD = 2
"""Requests for each thread of a worker: one being answered and one waiting."""
PATIENCE_SECONDS = 3.0
"""Seconds that a request waits for its turn; a page gives up after four, and its answer takes a moment too."""


class Gone(ConnectionError):
    """The client that waited for a turn has hung up."""


class TooLong(Exception):
    """The turn did not come in time."""


@dataclass
class Turns:
    """Free turns, and who waits for one, by address in the order of their next turn."""

    free: int = AT_ONCE
    waiting: OrderedDict[str, deque[asyncio.Future[None]]] = field(default_factory=OrderedDict)

    async def take(self, address: str, hangs_up: Callable[[], Awaitable[None]]) -> "Turn":
        """Wait for a turn. Meanwhile the connection is only watched in case it *hangs up*.

        :raises Gone: it has hung up.

        :raises TooLong: no turn has come in time.
        """
        if self.free:
            self.free -= 1
            return Turn(self)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.setdefault(address, deque()).append(turn)
        leaving = asyncio.ensure_future(hangs_up())
        try:
            await asyncio.wait({turn, leaving}, timeout=PATIENCE_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            if leaving.done():
                raise Gone
            if not turn.done():
                raise TooLong
            return Turn(self)
        except BaseException:
            if turn.done():
                self.give_on()
            else:
                self._forget(address, turn)
            raise
        finally:
            leaving.cancel()
            with suppress(asyncio.CancelledError, OSError):
                await leaving

    def give_on(self) -> None:
        """Give a turn that has ended to the next address that waits."""
        if not self.waiting:
            self.free += 1
            return
        address, mine = next(iter(self.waiting.items()))
        mine.popleft().set_result(None)
        self.waiting.move_to_end(address)
        if not mine:
            del self.waiting[address]

    def _forget(self, address: str, turn: asyncio.Future[None]) -> None:
        mine = self.waiting[address]
        mine.remove(turn)
        if not mine:
            del self.waiting[address]


@dataclass
class Turn:
    """One turn; it can end only once."""

    turns: Turns
    ended: bool = False

    def end(self) -> None:
        if not self.ended:
            self.ended = True
            self.turns.give_on()

    @contextmanager
    def held(self) -> Iterator["Turn"]:
        try:
            yield self
        finally:
            self.end()
