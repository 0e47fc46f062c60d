"""Reading and writing of HTTP requests and responses: h11 parses and formats them, this module adds limits of size and
time.

Source: RFC 9112 (HTTP/1.1). A message that two servers could split into different requests (request smuggling) is
refused.
"""

import asyncio
import tempfile
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass
from typing import IO

import h11

HEAD_SECONDS = 15.0
"""Time limit for a request line and its headers."""
PAUSE_SECONDS = 10.0
"""Time limit between two pieces of a body."""
BODY_SECONDS = 120.0
"""Time limit for a whole body."""
WORKER_SECONDS = 120.0
"""Time limit for each wait on a worker, and for a client to accept a piece of the response."""
LARGEST_HEAD = 32 * 1024
LARGEST_BODY = 64 * 1024 * 1024
CRUMBS = 4
"""Most bytes on the wire for each byte of a chunked body. A body in smaller chunks is refused, because each chunk costs
time."""
IN_MEMORY = 256 * 1024
"""Bytes of a body kept in memory; a longer one is spooled to disk."""
PIECE = 64 * 1024

NO_ROOM = (
    "Le disque du serveur est plein : rien n’a été gardé. Prévenez qui s’en occupe, puis envoyez de nouveau.\n"
    "The disk of the server is full: nothing was kept. Tell whoever keeps it, then send again."
)

Headers = list[tuple[bytes, bytes]]
"""Header names as written, with their values."""


class Refusal(Exception):
    """A request that is not forwarded to a worker: the HTTP status, its reason, a sentence for the client, and the
    seconds after which to *retry* (0: not announced)."""

    def __init__(self, status: int, reason: str, sentence: str = "", *, retry: int = 0) -> None:
        super().__init__(reason)
        self.status, self.reason, self.sentence, self.retry = status, reason, sentence or reason, retry


class Away(Exception):
    """No worker is reachable."""


class Broken(Exception):
    """The worker's response is incomplete or unreadable."""


@dataclass
class Request:
    """A complete request: method and target of its first line, headers as received, and a body of *length* bytes."""

    method: bytes
    target: bytes
    headers: Headers
    body: IO[bytes]
    length: int = 0

    def header(self, name: bytes) -> bytes:
        """Return the values of a header, joined by commas, because a proxy may add a second line of the same header."""
        return b", ".join(value for field, value in self.headers if field.lower() == name)


class Client:
    """The connection of a client. It calls *heard* whenever bytes arrive; *secure* says whether it uses TLS."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, heard: Callable[[], None]) -> None:
        self.reader, self.writer, self.heard = reader, writer, heard
        self.http = h11.Connection(h11.SERVER, LARGEST_HEAD)
        self.read, self.held, self.method = 0, b"", b""
        self.secure = False

    async def asks(self, patience: float) -> bool:
        """Wait for the first bytes of a request; False if none arrive within *patience* seconds, or the client closes
        the connection."""
        if self.http.trailing_data[0]:
            return True  # the next request arrived with the previous one
        try:
            async with asyncio.timeout(patience):
                piece = await self.reader.read(PIECE)
        except TimeoutError:
            return False
        self._take(piece)
        return bool(piece)

    async def hangs_up(self) -> None:
        """Wait until the client closes the connection. Bytes of further requests are buffered meanwhile; once the
        buffer is full, the wait never ends, and the caller cancels it."""
        while len(self.http.trailing_data[0]) < PIECE:
            piece = await self.reader.read(PIECE)
            self._take(piece)
            if not piece:
                return
        await asyncio.get_running_loop().create_future()

    async def request(self) -> Request:
        """Read a whole request; the caller closes its body.

        :raises Refusal: the bytes are not a request, or the request is too large or too slow.
        """
        try:
            async with asyncio.timeout(HEAD_SECONDS):
                head = await self._event(HEAD_SECONDS)
            if not isinstance(head, h11.Request):
                raise Refusal(400, "Bad Request")
            self.method = bytes(head.method)
            request = Request(self.method, bytes(head.target), head.headers.raw_items(), _room())
        except TimeoutError as error:
            raise Refusal(408, "Request Timeout") from error
        except h11.RemoteProtocolError as error:
            raise _refused(error) from error
        try:
            _check(request, bytes(head.http_version))
            async with asyncio.timeout(BODY_SECONDS):
                await self._body(request)
        except BaseException as error:
            request.body.close()
            if isinstance(error, TimeoutError):
                raise Refusal(408, "Request Timeout") from error
            if isinstance(error, h11.RemoteProtocolError):
                raise _refused(error) from error
            raise
        request.body.seek(0)
        return request

    async def _body(self, request: Request) -> None:
        began = self.read
        while isinstance(event := await self._event(PAUSE_SECONDS), h11.Data):
            _keep(request, event.data)
            request.length += len(event.data)
            if request.length > LARGEST_BODY or self.read - began > CRUMBS * request.length + PIECE:
                raise Refusal(413, "Content Too Large")

    async def _event(self, patience: float) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        while (event := self.http.next_event()) is h11.NEED_DATA:
            if self.http.they_are_waiting_for_100_continue:
                await self.send(h11.InformationalResponse(status_code=100, headers=[], reason=b"Continue"))
            async with asyncio.timeout(patience):
                self._take(await self.reader.read(PIECE))
        return event

    def _take(self, piece: bytes) -> None:
        self.read += len(piece)
        self.http.receive_data(piece)
        self.heard()

    async def send(self, event: h11.Event) -> None:
        """Send a part of a response. The head is held back and sent together with the next part.

        :raises TimeoutError: the client does not accept the bytes.
        """
        self.held += self.http.send(event) or b""
        if isinstance(event, h11.Response):
            return
        if self.held:
            self.writer.write(self.held)
            self.held = b""
        async with asyncio.timeout(WORKER_SECONDS):
            await self.writer.drain()

    async def refuse(self, refusal: Refusal) -> None:
        """Send a refusal as a response that closes the connection."""
        if self.http.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            return  # a response has begun, so only closing the connection early can signal the error
        text = f"{refusal.sentence}\n".encode()
        headers = [("Content-Type", "text/plain; charset=utf-8"), ("Content-Length", str(len(text)))]
        headers += [("Connection", "close"), *([("Retry-After", str(refusal.retry))] if refusal.retry else [])]
        await self.send(h11.Response(status_code=refusal.status, reason=refusal.reason.encode(), headers=headers))
        if self.method != b"HEAD":
            await self.send(h11.Data(data=text))
        await self.send(h11.EndOfMessage())

    async def send_on(self, address: bytes) -> None:
        """Redirect to another address, temporarily, so that browsers do not cache the redirect."""
        headers = [(b"Location", address), (b"Content-Length", b"0"), (b"Cache-Control", b"no-store")]
        await self.send(h11.Response(status_code=307, reason=b"Temporary Redirect", headers=headers))
        await self.send(h11.EndOfMessage())

    def goes_on(self) -> bool:
        """Prepare for the next request of the connection; False if the connection must be closed."""
        if self.http.our_state is not h11.DONE or self.http.their_state is not h11.DONE:
            return False
        self.http.start_next_cycle()
        self.method = b""
        return True


def _keep(request: Request, piece: bytes) -> None:
    """Append a piece to the body, which is spooled to disk once it is long.

    :raises Refusal: the disk is full.
    """
    try:
        request.body.write(piece)
    except OSError as error:
        raise Refusal(507, "Insufficient Storage", NO_ROOM, retry=60) from error


def _room() -> IO[bytes]:
    return tempfile.SpooledTemporaryFile(IN_MEMORY)


def _refused(error: h11.RemoteProtocolError) -> Refusal:
    reasons = {431: "Request Header Fields Too Large", 501: "Not Implemented"}
    status = error.error_status_hint if error.error_status_hint in reasons else 400
    return Refusal(status, reasons.get(status, "Bad Request"))


def _check(request: Request, version: bytes) -> None:
    """Refuse a request whose end two servers might place differently, a CONNECT request, and one whose body is too
    large.

    When a request has both a chunked body and a length, h11 uses the chunks, and another proxy might use the length.
    """
    names = [name.lower() for name, _value in request.headers]
    coded = b"transfer-encoding" in names
    if coded and (b"content-length" in names or version < b"1.1"):
        raise Refusal(400, "Bad Request")
    if request.method == b"CONNECT":
        raise Refusal(405, "Method Not Allowed")
    length = request.header(b"content-length")
    if len(length) > 12 or int(length or 0) > LARGEST_BODY:
        raise Refusal(413, "Content Too Large")


@asynccontextmanager
async def answer_of(behind: tuple[str, int], request: Request) -> AsyncIterator[AsyncIterator[h11.Event]]:
    """Send a request to the worker at *behind*, over a connection of its own; give the events of the response: its
    head, the pieces of its body, its end.

    :raises Away: the worker cannot be reached.
    """
    try:
        async with asyncio.timeout(PAUSE_SECONDS):
            reader, writer = await asyncio.open_connection(*behind)
    except (OSError, TimeoutError) as error:
        raise Away from error
    try:
        async with aclosing(_events(reader, writer, request)) as events:
            yield events
    finally:
        writer.close()


async def _events(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: Request
) -> AsyncGenerator[h11.Event, None]:
    """Send the request, and yield the events of the response.

    :raises Broken: the response has no end, cannot be read, or takes too long.
    """
    http = h11.Connection(h11.CLIENT, LARGEST_HEAD)
    try:
        writer.write(http.send(h11.Request(method=request.method, target=request.target, headers=request.headers)))
        while piece := request.body.read(PIECE):
            writer.write(http.send(h11.Data(data=piece)) or b"")
            async with asyncio.timeout(WORKER_SECONDS):
                await writer.drain()
        writer.write(http.send(h11.EndOfMessage()) or b"")
        while True:
            while (event := http.next_event()) is h11.NEED_DATA:
                async with asyncio.timeout(WORKER_SECONDS):
                    http.receive_data(await reader.read(PIECE))
            if isinstance(event, h11.Response | h11.Data | h11.EndOfMessage):
                yield event
            if not isinstance(event, h11.InformationalResponse | h11.Response | h11.Data):
                return
    except (h11.ProtocolError, OSError, TimeoutError) as error:
        raise Broken(type(error).__name__) from error
