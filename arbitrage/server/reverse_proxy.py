"""The reverse proxy: it reads each request completely, also from slow and stalled clients, and then forwards it to a
worker.

A worker has few threads, and a few connections that announce a body and send none would occupy all of them. Here a
connection costs a few kilobytes and no thread: the proxy reads head and body within limits of time and size, then
forwards the request to a worker on this machine. TLS ends in the proxy, on the same port as plain http, which it
redirects to https (`first_byte`). `framing` reads and writes HTTP with h11, `connection_limits` limits the connections,
`request_queue` the concurrent requests.
"""

import asyncio
import ipaddress
import re
import ssl
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

import h11

from arbitrage.server import client_address, framing
from arbitrage.server.connection_limits import Doing, Place, Places, of_this_machine
from arbitrage.server.first_byte import FirstByte
from arbitrage.server.framing import Away, Broken, Client, Headers, Refusal, Request
from arbitrage.server.request_queue import TooLong, Turn, Turns

IDLE_SECONDS = 75.0
"""Seconds for which an idle connection is kept open, unless a new client needs its place."""
PARTING_SECONDS = 2.0
"""Seconds for which the proxy goes on reading from a client that was refused while it was sending. If the proxy closed
at once, the client's system would reset the connection and discard the response."""
PARTING_AT_ONCE = 64
"""Most refused clients from which the proxy goes on reading at the same time."""

HOP_BY_HOP = {b"connection", b"keep-alive", b"proxy-connection", b"te", b"trailer", b"transfer-encoding", b"upgrade"}
OWN = {b"x-forwarded-for", b"x-forwarded-proto", b"x-forwarded-host", b"forwarded", b"x-real-ip", b"expect"}
"""Headers that the proxy sets for the worker or handles itself; those of a client are dropped."""
FORWARDING = {b"x-forwarded-for", b"x-forwarded-host", b"forwarded", b"x-real-ip"}
"""Headers in which another proxy names the client of a forwarded request."""

FULL = Refusal(
    503,
    "Service Unavailable",
    "Trop de demandes à la fois : réessayez dans quelques secondes.\n"
    "Too many requests at once: try again in a few seconds.",
    retry=5,
)
CLOSED = Refusal(
    503,
    "Service Unavailable",
    "Le serveur démarre ou s’arrête : réessayez.\nThe server is starting or stopping. Try again.",
    retry=2,
)
BROKEN = Refusal(
    502,
    "Bad Gateway",
    "Le serveur s’est interrompu : regardez si ce que vous avez envoyé est là, sinon envoyez-le de nouveau.\n"
    "The server was interrupted: see whether what you sent is there; if not, send it again.",
    retry=2,
)

NOT_IN_PLAIN = Refusal(
    403,
    "Forbidden",
    "Rien n’a été gardé : ouvrez cette page en https, puis recommencez.\n"
    "Nothing was kept: open this page over https, then send again.",
)

OPEN_IN_PLAIN = re.compile(rb"(?:/[a-z]{2})?/tablet/[a-z.]*|/static/[^?#]*")
"""Paths that are served over plain http to a tablet that does not trust the certificate yet: the page that explains how
to install the root, the root, and static files. All other paths are redirected to https."""
HOST = re.compile(rb"[A-Za-z0-9.-]+(?::\d+)?|\[[0-9A-Fa-f:]+\](?::\d+)?")

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


@dataclass
class Front:
    """The proxy at *host* and *port*, in front of the workers at *behind*.

    *trusted* are the networks of other proxies whose forwarding headers are accepted; for any other peer the client is
    the peer itself. With *https_outside* X-Forwarded-Proto is accepted from every peer, because a proxy in front of
    this machine sets it.
    """

    host: str
    port: int
    behind: tuple[str, int]
    tls: ssl.SSLContext | None = None
    trusted: tuple[Network, ...] = ()
    https_outside: bool = False
    places: Places = field(default_factory=of_this_machine)
    turns: Turns = field(default_factory=Turns)
    parting: int = 0

    async def serve(self, ready: Callable[[], None] = lambda: None) -> None:
        kind = self._plain if self.tls is None else partial(FirstByte, self.tls, self._plain, framing.HEAD_SECONDS)
        # reuse_port=False: the system refuses a second server on the port
        server = await asyncio.get_running_loop().create_server(
            kind, self.host, self.port, backlog=1024, reuse_port=False
        )
        ready()
        async with server:
            await server.serve_forever()

    def _plain(self) -> asyncio.StreamReaderProtocol:
        return asyncio.StreamReaderProtocol(asyncio.StreamReader(framing.PIECE), self.connection)

    async def connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the requests of a connection one after the other, until either side closes it."""
        address = str((writer.get_extra_info("peername") or ("",))[0])
        place = self.places.come(client_address.network(address), writer.close)
        client = Client(reader, writer, place.heard if place else lambda: None)
        client.secure = writer.get_extra_info("sslcontext") is not None
        try:
            if place is None:
                await self._part(client, FULL)
                return
            patience = framing.HEAD_SECONDS
            while await client.asks(patience) and await self._exchange(client, place, address):
                place.now(Doing.WAITING)
                patience = IDLE_SECONDS
        except (OSError, TimeoutError, ssl.SSLError):
            pass  # the client has disconnected, or no longer reads
        finally:
            if place is not None:
                self.places.go(place)
            writer.close()

    async def _exchange(self, client: Client, place: Place, address: str) -> bool:
        """Read one request and send its response; return whether another may follow on the connection."""
        place.now(Doing.ASKING)
        try:
            request = await client.request()
            with request.body:
                if self.tls is not None and not client.secure and (elsewhere := _over_https(request)):
                    await client.send_on(elsewhere)
                    return client.goes_on()
                if not self.places.may_work(place):
                    raise FULL
                place.now(Doing.WORKING)
                with (await self._turn(client, place.address)).held() as turn:
                    await self._hand_on(request, client, address, turn)
        except Refusal as refusal:
            self.places.go(place)
            await self._part(client, refusal)
            return False
        return client.goes_on()

    async def _part(self, client: Client, refusal: Refusal) -> None:
        """Send a refusal, and then read and discard further bytes of the client for a short time."""
        await client.refuse(refusal)
        if self.parting >= PARTING_AT_ONCE:
            return
        self.parting += 1
        try:
            if client.writer.can_write_eof():
                client.writer.write_eof()
            with suppress(TimeoutError):
                async with asyncio.timeout(PARTING_SECONDS):
                    while await client.reader.read(framing.PIECE):
                        pass
        finally:
            self.parting -= 1

    async def _turn(self, client: Client, address: str) -> Turn:
        """Wait for a turn in the request queue.

        :raises Refusal: no turn came in time.
        """
        try:
            return await self.turns.take(address, client.hangs_up)
        except TooLong as error:
            raise FULL from error

    async def _hand_on(self, request: Request, client: Client, address: str, turn: Turn) -> None:
        """Send a request to a worker, and its response to the client, piece by piece. The turn ends when the response
        begins, so that a slow client delays no other client.

        :raises Refusal: no worker is reachable, or its response was cut short.
        """
        request.headers = self._headers(request, address, secure=client.secure)
        try:
            async with framing.answer_of(self.behind, request) as answer:
                await _pass_on(answer, client, turn)
        except Away as error:
            raise CLOSED from error
        except Broken as error:
            raise BROKEN from error

    def _headers(self, request: Request, address: str, *, secure: bool) -> Headers:
        """Build the headers of the request to the worker: those of the client, with the length of the body, the
        client's address and the scheme set by this proxy.

        When a peer that is not trusted has sent forwarding headers, `Forwarded: for=unknown` tells the worker that the
        client is unknown. Header names with an underscore are dropped, because a worker would read X_Forwarded_For as
        X-Forwarded-For.
        """
        passed = _is_one_of(address, self.trusted)
        client = forwarded_client(request.header(b"x-forwarded-for"), self.trusted) if passed else ""
        said_so = (passed or self.https_outside) and request.header(b"x-forwarded-proto") == b"https"
        secure = secure or said_so
        strange = not passed and any(name.lower() in FORWARDING for name, _value in request.headers)
        ours = HOP_BY_HOP | OWN | {b"content-length"}
        kept = [(name, value) for name, value in request.headers if name.lower() not in ours and b"_" not in name]
        if not any(name.lower() == b"host" for name, _value in kept):  # HTTP/1.0 does not require it
            kept.insert(0, (b"Host", b"localhost"))
        return [
            *kept,
            (b"Content-Length", b"%d" % request.length),
            (b"Connection", b"close"),
            (b"X-Forwarded-For", (client or address).encode("latin-1")),
            (b"X-Forwarded-Proto", b"https" if secure else b"http"),
            *([(b"Forwarded", b"for=unknown")] if strange else []),
        ]


def _over_https(request: Request) -> bytes:
    """Return the https URL of a page requested in plain http; b"" for a path that is served in plain http.

    :raises Refusal: the request would change something, or its host or path is malformed.
    """
    if request.method not in (b"GET", b"HEAD"):
        raise NOT_IN_PLAIN
    path, host = request.target.partition(b"?")[0], request.header(b"host")
    if OPEN_IN_PLAIN.fullmatch(path):
        return b""
    if not HOST.fullmatch(host) or not request.target.startswith(b"/"):
        raise Refusal(400, "Bad Request")
    return b"https://" + host + request.target


async def _pass_on(answer: AsyncIterator[h11.Event], client: Client, turn: Turn) -> None:
    """Send the worker's response to the client, without the headers that belong to the worker's own connection."""
    async for event in answer:
        turn.end()
        if isinstance(event, h11.Response):
            kept = [(name, value) for name, value in event.headers.raw_items() if name.lower() not in HOP_BY_HOP]
            event = h11.Response(status_code=event.status_code, reason=event.reason, headers=kept)
        await client.send(event)


def _is_one_of(address: str, networks: tuple[Network, ...]) -> bool:
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    parsed = getattr(parsed, "ipv4_mapped", None) or parsed
    return any(parsed in network for network in networks)


def forwarded_client(header: bytes, trusted: tuple[Network, ...]) -> str:
    """Return the client in X-Forwarded-For: the last address that is not a trusted proxy's; "" when there is none, or
    when an entry after it is malformed."""
    for hop in reversed([part.strip() for part in header.decode("latin-1").split(",")]):
        try:
            address = str(ipaddress.ip_address(hop))
        except ValueError:
            return ""
        if not _is_one_of(address, trusted):
            return address
    return ""


def open_in_thread(front: Front) -> None:
    """Start the proxy in its own thread; return once it listens.

    :raises OSError: the port is taken.
    """
    opened: list[BaseException | None] = []
    waiting = threading.Event()

    def run() -> None:
        def ready() -> None:
            opened.append(None)
            waiting.set()

        try:
            asyncio.run(front.serve(ready))
        except BaseException as error:  # noqa: BLE001  (raised again in the thread that waits)
            opened.append(error)
            waiting.set()

    threading.Thread(target=run, daemon=True, name="front").start()
    waiting.wait()
    if opened[0] is not None:
        raise opened[0]
