"""A limit on concurrent requests at the workers. Further requests wait in a queue that serves the client addresses in
turn.

Without the limit, many requests at once slow each other down until the browsers give up, and the workers compute
responses that nobody waits for. A client that disconnects loses its place in the queue (so does one that closes only
its sending side, which no browser does); a client that has waited too long gets an error.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

AT_ONCE = 16
"""Concurrent requests at the workers, if the number of their threads is not known."""
FOR_A_THREAD = 2
"""Concurrent requests for each thread of a worker: one in progress and one waiting."""
PATIENCE_SECONDS = 3.0
"""Longest wait of a request for its turn. Our pages give up after four seconds, and the response takes time too."""


class Gone(ConnectionError):
    """The client disconnected while it waited for its turn."""


class TooLong(Exception):
    """The request waited too long for its turn."""


@dataclass
class Turns:
    """The number of *free* turns, and the requests *waiting* for a turn, by client address. The next turn goes to the
    first address."""

    free: int = AT_ONCE
    waiting: OrderedDict[str, deque[asyncio.Future[None]]] = field(default_factory=OrderedDict)

    async def take(self, address: str, hangs_up: Callable[[], Awaitable[None]]) -> "Turn":
        """Wait for a turn. *hangs_up* returns when the client disconnects.

        :raises Gone: the client has disconnected.

        :raises TooLong: no turn came in time.
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
        """Pass a turn that has ended to the next waiting address, or add it to the free turns."""
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
