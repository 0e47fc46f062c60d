"""The door of the server: it takes in whole requests, from slow, stalled and broken clients too, then asks a worker.

A worker has four threads; twelve connections that promise a body and send none would occupy all of them. Here a
connection costs a few kilobytes and no thread: head and body are read under a limit of time and size, then handed to a
worker of this machine at once. TLS ends here too.
"""

import asyncio
import ipaddress
import ssl
import tempfile
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import IO

HEAD_SECONDS = 15.0
"""A request line and its headers arrive within this."""
PAUSE_SECONDS = 10.0
"""Between two pieces of a body no more than this passes,"""
BODY_SECONDS = 120.0
"""and a whole body arrives within this."""
IDLE_SECONDS = 75.0
"""A connection that asks nothing is kept so long."""
WORKER_SECONDS = 120.0
"""A worker has so long to answer."""
LARGEST_HEAD = 32 * 1024
LARGEST_BODY = 64 * 1024 * 1024
IN_MEMORY = 256 * 1024
CONNECTIONS = 1000
"""So many connections at once; one address has at most a quarter of them, a club behind one router included."""

HOP_BY_HOP = {b"connection", b"keep-alive", b"proxy-connection", b"te", b"trailer", b"transfer-encoding", b"upgrade"}
OWN = {b"x-forwarded-for", b"x-forwarded-proto", b"x-forwarded-host", b"forwarded", b"x-real-ip", b"expect"}
"""What the door says itself to the worker, or keeps for itself: what a client says of it is not believed."""


Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class Refusal(Exception):
    """A request that is not handed on: the status and its reason."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status, self.reason = status, reason


@dataclass
class Request:
    """A request taken in whole: its first line, its headers as they came, its body."""

    line: bytes
    headers: list[tuple[bytes, bytes]]
    body: IO[bytes]
    length: int
    keep: bool

    def header(self, name: bytes) -> bytes:
        return next((value for one, value in self.headers if one.lower() == name), b"")


@dataclass
class Front:
    """The door at *host* and *port* before a worker at *behind*.

    *trusted* are the networks of proxies whose word about the client is believed; the client of everybody else is who
    has connected. With *https_outside* whoever connects may say that it was https outside: a proxy stands there.
    """

    host: str
    port: int
    behind: tuple[str, int]
    tls: ssl.SSLContext | None = None
    trusted: tuple[Network, ...] = ()
    https_outside: bool = False
    by_address: dict[str, int] = field(default_factory=dict)

    async def serve(self, ready: Callable[[], None] = lambda: None) -> None:
        # The port is this server's alone: a second one on it is refused by the system.
        server = await asyncio.start_server(
            self._connection, self.host, self.port, ssl=self.tls, limit=LARGEST_HEAD, backlog=512, reuse_port=False,
            **({"ssl_handshake_timeout": HEAD_SECONDS} if self.tls else {}),
        )  # fmt: skip
        ready()
        async with server:
            await server.serve_forever()

    async def _connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        address = str((writer.get_extra_info("peername") or ("",))[0])
        if sum(self.by_address.values()) >= CONNECTIONS or self.by_address.get(address, 0) >= CONNECTIONS // 4:
            writer.close()
            return
        self.by_address[address] = self.by_address.get(address, 0) + 1
        try:
            first = True
            while await self._exchange(reader, writer, address, HEAD_SECONDS if first else IDLE_SECONDS):
                first = False
        except (OSError, asyncio.IncompleteReadError, TimeoutError, ssl.SSLError):
            pass  # the client has gone, or says nothing any more
        finally:
            self.by_address[address] -= 1
            if not self.by_address[address]:
                del self.by_address[address]
            writer.close()

    async def _exchange(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, address: str, patience: float
    ) -> bool:
        """One request and its answer; whether another may follow."""
        try:
            request = await read_request(reader, writer, patience)
        except Refusal as refusal:
            text = f"{refusal.reason}\n".encode()
            writer.write(
                f"HTTP/1.1 {refusal.status} {refusal.reason}\r\nContent-Type: text/plain\r\n"
                f"Content-Length: {len(text)}\r\nConnection: close\r\n\r\n".encode()
                + text
            )
            await asyncio.wait_for(writer.drain(), PAUSE_SECONDS)
            return False
        if request is None:
            return False
        with request.body:
            return await self._hand_on(request, writer, address)

    async def _hand_on(self, request: Request, writer: asyncio.StreamWriter, address: str) -> bool:
        try:
            worker_reader, worker = await asyncio.wait_for(asyncio.open_connection(*self.behind), PAUSE_SECONDS)
        except (OSError, TimeoutError):
            text = b"The server is starting or stopping. Try again.\n"
            writer.write(
                b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 2\r\nContent-Type: text/plain\r\n"
                b"Content-Length: %d\r\nConnection: close\r\n\r\n%s" % (len(text), text)
            )
            await asyncio.wait_for(writer.drain(), PAUSE_SECONDS)
            return False
        try:
            worker.write(self._head(request, address))
            while piece := request.body.read(64 * 1024):
                worker.write(piece)
                await asyncio.wait_for(worker.drain(), WORKER_SECONDS)
            return await relay(worker_reader, writer, request)
        finally:
            worker.close()

    def _head(self, request: Request, address: str) -> bytes:
        """The request's head for the worker: one request a connection, the body's length, and who asks."""
        passed = _is_one_of(address, self.trusted)
        client = forwarded_client(request.header(b"x-forwarded-for"), self.trusted) if passed else ""
        said_so = (passed or self.https_outside) and request.header(b"x-forwarded-proto") == b"https"
        secure = said_so or self.tls is not None
        lines = [request.line]
        for name, value in request.headers:
            if name.lower() not in HOP_BY_HOP | OWN | {b"content-length"}:
                lines.append(name + b": " + value)
        lines += [
            b"Content-Length: %d" % request.length,
            b"Connection: close",
            b"X-Forwarded-For: " + (client or address).encode("latin-1"),
            b"X-Forwarded-Proto: " + (b"https" if secure else b"http"),
        ]
        return b"\r\n".join(lines) + b"\r\n\r\n"


def _is_one_of(address: str, networks: tuple[Network, ...]) -> bool:
    try:
        one = ipaddress.ip_address(address)
    except ValueError:
        return False
    one = getattr(one, "ipv4_mapped", None) or one
    return any(one in network for network in networks)


def forwarded_client(header: bytes, trusted: tuple[Network, ...]) -> str:
    """Who asks, as the proxies that are trusted say: the last address that is none of theirs; "" when they say none."""
    for one in reversed([part.strip() for part in header.decode("latin-1").split(",")]):
        try:
            address = str(ipaddress.ip_address(one))
        except ValueError:
            return ""
        if not _is_one_of(address, trusted):
            return address
    return ""


async def read_request(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, patience: float) -> Request | None:
    """A whole request; None when the client has gone before one began.

    :raises Refusal: it is no request, too large, or too slow.
    """
    try:
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), patience)
    except asyncio.IncompleteReadError as error:
        if error.partial:
            raise Refusal(400, "Bad Request") from error
        return None
    except TimeoutError:
        return None
    except asyncio.LimitOverrunError as error:
        raise Refusal(431, "Request Header Fields Too Large") from error
    line, *rest = head[:-4].split(b"\r\n")
    if line.count(b" ") != 2 or not line.endswith((b" HTTP/1.1", b" HTTP/1.0")):
        raise Refusal(400, "Bad Request")
    headers = []
    for one in rest:
        name, colon, value = one.partition(b":")
        if not colon or not name or name != name.strip():  # a folded line, or a blank before the colon
            raise Refusal(400, "Bad Request")
        headers.append((name, value.strip()))
    request = Request(line, headers, tempfile.SpooledTemporaryFile(IN_MEMORY), 0, line.endswith(b"1.1"))  # noqa: SIM115
    if request.header(b"connection").lower() == b"close":
        request.keep = False
    lengths = {value for name, value in headers if name.lower() == b"content-length"}
    coding = request.header(b"transfer-encoding").lower()
    if len(lengths) > 1 or (coding and (lengths or coding != b"chunked")):
        raise Refusal(400, "Bad Request")  # two servers might read two different requests
    if request.header(b"expect").lower() == b"100-continue":
        writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
    try:
        async with asyncio.timeout(BODY_SECONDS):
            if coding:
                await _read_chunks(reader, request)
            elif lengths:
                await _read_length(reader, request, lengths.pop())
    except (TimeoutError, asyncio.IncompleteReadError) as error:
        request.body.close()
        raise Refusal(408, "Request Timeout") from error
    request.body.seek(0)
    return request


async def _read_length(reader: asyncio.StreamReader, request: Request, said: bytes) -> None:
    if not said.isdigit() or len(said) > 12:
        raise Refusal(400, "Bad Request")
    if int(said) > LARGEST_BODY:
        raise Refusal(413, "Content Too Large")
    left = int(said)
    while left:
        piece = await asyncio.wait_for(reader.read(min(left, 64 * 1024)), PAUSE_SECONDS)
        if not piece:
            raise asyncio.IncompleteReadError(b"", left)
        request.body.write(piece)
        left -= len(piece)
    request.length = int(said)


async def _read_chunks(reader: asyncio.StreamReader, request: Request) -> None:
    while True:
        try:
            size = int((await asyncio.wait_for(reader.readuntil(b"\r\n"), PAUSE_SECONDS)).split(b";")[0].strip(), 16)
        except (ValueError, asyncio.LimitOverrunError) as error:
            raise Refusal(400, "Bad Request") from error
        if size < 0 or request.length + size > LARGEST_BODY:
            raise Refusal(413, "Content Too Large")
        if not size:
            while (await asyncio.wait_for(reader.readuntil(b"\r\n"), PAUSE_SECONDS)) != b"\r\n":
                pass  # trailers are nobody's here
            return
        left = size
        while left:
            piece = await asyncio.wait_for(reader.read(min(left, 64 * 1024)), PAUSE_SECONDS)
            if not piece:
                raise asyncio.IncompleteReadError(b"", left)
            request.body.write(piece)
            left -= len(piece)
        request.length += size
        if await asyncio.wait_for(reader.readexactly(2), PAUSE_SECONDS) != b"\r\n":
            raise Refusal(400, "Bad Request")


async def relay(worker: asyncio.StreamReader, writer: asyncio.StreamWriter, request: Request) -> bool:
    """Give the client the worker's answer, piece by piece; whether the connection may be kept."""
    head = await asyncio.wait_for(worker.readuntil(b"\r\n\r\n"), WORKER_SECONDS)
    line, *rest = head[:-4].split(b"\r\n")
    named = {one.partition(b":")[0].lower(): one.partition(b":")[2].strip() for one in rest}
    status = int(line.split(b" ")[1])
    empty = request.line.startswith(b"HEAD ") or status in (204, 304)
    framed = empty or b"content-length" in named or named.get(b"transfer-encoding", b"").lower() == b"chunked"
    keep = request.keep and framed
    kept = [one for one in rest if one.partition(b":")[0].lower() not in (b"connection", b"keep-alive")]
    kept.append(b"Connection: keep-alive" if keep else b"Connection: close")
    writer.write(b"\r\n".join([line, *kept]) + b"\r\n\r\n")
    while piece := await asyncio.wait_for(worker.read(64 * 1024), WORKER_SECONDS):
        writer.write(piece)
        await asyncio.wait_for(writer.drain(), WORKER_SECONDS)
    await asyncio.wait_for(writer.drain(), WORKER_SECONDS)
    return keep


def open_in_thread(front: Front) -> None:
    """Open the door in a thread of its own; return when it is open.

    :raises OSError: the address is somebody else's.
    """
    opened: list[BaseException | None] = []
    waiting = threading.Event()

    def run() -> None:
        def ready() -> None:
            opened.append(None)
            waiting.set()

        try:
            asyncio.run(front.serve(ready))
        except BaseException as error:  # noqa: BLE001  (told to whoever waits)
            opened.append(error)
            waiting.set()

    threading.Thread(target=run, daemon=True, name="front").start()
    waiting.wait()
    if opened[0] is not None:
        raise opened[0]
