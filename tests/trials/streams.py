"""Streams through the proxy that two servers might read differently: the worker must get the intended requests, or
nothing.

Each stream is built from known requests, some with a framing error: two lengths, a length and chunks, a chunk of
another size than announced, a space after a header name, a whole request hidden in a body. It is cut anywhere, sent
slowly, half closed, or abandoned. The test compares the requests that the worker received with the known ones. The
worker parses more strictly than h11; a part of the streams goes to granian.
"""

import argparse
import asyncio
import hashlib
import http.client
import io
import json
import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from arbitrage.server import framing
from arbitrage.server.connection_limits import Places
from arbitrage.server.request_queue import Turns
from arbitrage.server.reverse_proxy import Front
from tests.trials.failing import Found
from tests.trials.installation import ROOT, free_port

AT_ONCE = 40
GRANIAN = 50
"""Every n-th stream goes to granian as well."""
SMUGGLED = b"GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n"

Meant = tuple[str, str, str]
"""A request: method, path, digest of the body."""


@dataclass
class Stream:
    """A stream in pieces, with the requests that a worker must get, and one more that it may get."""

    number: int
    pieces: list[bytes] = field(default_factory=list)
    sure: list[Meant] = field(default_factory=list)
    perhaps: list[Meant] = field(default_factory=list)
    fault: str = "none"
    half_closed: bool = False
    slow: bool = False


def digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:12]


# Making streams


def made(number: int, chance: random.Random) -> Stream:
    """Draw a stream of one to four requests; three of four have a fault in the last one."""
    stream = Stream(number)
    sent = b""
    requests = chance.choice((1, 1, 2, 3, 4))
    fault = chance.choice([*FAULTS]) if chance.random() < 0.75 else ""
    for place in range(requests):
        method = chance.choice(("GET", "POST", "POST", "PUT", "HEAD"))
        body = b"" if method in ("GET", "HEAD") and chance.random() < 0.8 else some_body(chance)
        meant = (method, f"/{number}/{place}", digest(body))
        if fault and place == requests - 1:
            stream.fault = fault
            bad, lenient = FAULTS[fault](method, meant[1], body, chance)
            sent += bad
            stream.perhaps += [meant] if lenient else []
        else:
            sent += head(method, meant[1], *framed(body, chance))
            stream.sure.append(meant)
    stream.half_closed = chance.random() < (
        0.95 if fault == "cut" else 0.3
    )  # the others wait until the proxy's timeout
    stream.slow = chance.random() < 0.1
    while sent:
        cut = chance.choice((1, 2, 7, 40, 1000, len(sent)))
        stream.pieces.append(sent[:cut])
        sent = sent[cut:]
        if len(stream.pieces) > 60:
            stream.pieces.append(sent)
            break
    return stream


def some_body(chance: random.Random) -> bytes:
    """Draw a random body, often with a whole request in it, which no reader may execute."""
    return chance.choice(
        (b"", b"a=1&b=2", SMUGGLED, b"0\r\n\r\n" + SMUGGLED, b"\r\n\r\n", chance.randbytes(chance.randrange(3000)))
    )


def head(method: str, path: str, lines: list[bytes], body: bytes) -> bytes:
    return b"\r\n".join([f"{method} {path} HTTP/1.1".encode(), b"Host: x", *lines]) + b"\r\n\r\n" + body


def framed(body: bytes, chance: random.Random) -> tuple[list[bytes], bytes]:
    """Return the headers that state the length of a body, and the body: by a length or in chunks."""
    if chance.random() < 0.5:
        return ([b"Content-Length: %d" % len(body)] if body or chance.random() < 0.5 else []), body
    name = chance.choice((b"Transfer-Encoding: chunked", b"transfer-encoding:chunked", b"TRANSFER-ENCODING:  Chunked "))
    return [name], chunks(body, chance) + b"0\r\n" + chance.choice((b"", b"X-Trailer: 1\r\n")) + b"\r\n"


def chunks(body: bytes, chance: random.Random) -> bytes:
    said = b""
    while body:
        size = min(len(body), chance.choice((16, 100, 4000)))
        said += b"%s%s\r\n%s\r\n" % (
            chance.choice((b"%x", b"%X", b"00%x")) % size,
            chance.choice((b"", b";a=b")),
            body[:size],
        )
        body = body[size:]
    return said


# Faults: the bytes, and whether a reader may accept the request as intended


def two(*lines: bytes):
    """Build a request whose headers contradict each other: a length, and *lines*."""

    def faulty(method: str, path: str, body: bytes, chance: random.Random) -> tuple[bytes, bool]:
        body = body or b"x=1"
        said = [b"Content-Length: %d" % len(body), *lines]
        chance.shuffle(said)
        return head(method, path, said, body + SMUGGLED), False

    return faulty


def coded(coding: bytes):
    """Build a request with a transfer coding other than "chunked"."""

    def faulty(method: str, path: str, body: bytes, chance: random.Random) -> tuple[bytes, bool]:
        return head(method, path, [coding], chunks(body, chance) + b"0\r\n\r\n" + SMUGGLED), False

    return faulty


def chunk(size: bytes, end: bytes = b"\r\n"):
    """Build a first chunk of eight bytes that claims to have *size*."""

    def faulty(method: str, path: str, body: bytes, chance: random.Random) -> tuple[bytes, bool]:
        said = size + b"\r\nabcdefgh" + end + b"0\r\n\r\n" + SMUGGLED
        return head(method, path, [b"Transfer-Encoding: chunked"], said), False

    return faulty


def line(*lines: bytes):
    """Build a request with an invalid header line."""

    def faulty(method: str, path: str, body: bytes, chance: random.Random) -> tuple[bytes, bool]:
        return head(method, path, [*lines, b"Content-Length: %d" % len(body)], body), False

    return faulty


def cut(method: str, path: str, body: bytes, chance: random.Random) -> tuple[bytes, bool]:
    """Build an incomplete request."""
    whole = head(method, path, [b"Content-Length: 5000"], body)
    return whole[: chance.randrange(1, len(whole))], False


def bare(method: str, path: str, body: bytes, chance: random.Random) -> tuple[bytes, bool]:
    """Build lines that end without a carriage return: they are unambiguous, and h11 accepts them."""
    return head(method, path, [b"Content-Length: %d" % len(body)], b"").replace(b"\r\n", b"\n") + body, True


def folded(method: str, path: str, body: bytes, chance: random.Random) -> tuple[bytes, bool]:
    """Build a folded header, which old versions of HTTP allowed."""
    return head(method, path, [b"X-Long: 1", b" 2", b"Content-Length: %d" % len(body)], body), True


def old(method: str, path: str, body: bytes, chance: random.Random) -> tuple[bytes, bool]:
    """Build a chunked body in HTTP/1.0, which has no chunks."""
    said = head(method, path, [b"Transfer-Encoding: chunked"], chunks(body, chance) + b"0\r\n\r\n")
    return said.replace(b"HTTP/1.1", b"HTTP/1.0", 1), False


FAULTS = {
    "two lengths": two(b"Content-Length: 0"),
    "two lengths in one line": two(b"Content-Length: 3, 4"),
    "a length and chunks": two(b"Transfer-Encoding: chunked"),
    "a length and other chunks": two(b"Transfer-Encoding: identity, chunked"),
    "a length of chunks by fold": two(b"X: 1\r\n Transfer-Encoding: chunked", b"Content-Length: 1"),
    "a length with a sign": line(b"Content-Length: +5"),
    "a negative length": line(b"Content-Length: -5"),
    "a length in sixteens": line(b"Content-Length: 0x5"),
    "a length without an end": line(b"Content-Length: " + b"9" * 30),
    "unknown coding": coded(b"Transfer-Encoding: xchunked"),
    "coding twice": coded(b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked"),
    "coding and identity": coded(b"Transfer-Encoding: chunked, identity"),
    "coding with a tab": coded(b"Transfer-Encoding: \x0bchunked"),
    "coding before a blank": coded(b"Transfer-Encoding : chunked"),
    "a chunk too short": chunk(b"4"),
    "a chunk too long": chunk(b"a"),
    "a chunk with a sign": chunk(b"+8"),
    "a negative chunk": chunk(b"-8"),
    "a chunk of 0x": chunk(b"0x8"),
    "a chunk of low lines": chunk(b"0_8"),
    "a chunk without an end": chunk(b"f" * 24),
    "a chunk that ends otherwise": chunk(b"8", b"XX"),
    "a header without a colon": line(b"Rubbish"),
    "a header without a name": line(b": 1"),
    "a name before a blank": line(b"X : 1"),
    "a null": line(b"X: a\x00b"),
    "a return alone": line(b"X: a\rContent-Length: 0"),
    "a second host": line(b"Host: y"),
    "chunks of HTTP/1.0": old,
    "cut": cut,
    "bare lines": bare,
    "folded": folded,
}  # fmt: skip


# The workers


@dataclass
class Strict:
    """A worker that accepts exactly one request a connection: a head, a length, that many bytes, the end. Anything else
    is an error of the proxy."""

    seen: dict[int, list[Meant]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            lines = (await reader.readuntil(b"\r\n\r\n"))[:-4].split(b"\r\n")
            named = [line.partition(b": ") for line in lines[1:]]
            lengths = [value for name, _colon, value in named if name.lower() == b"content-length"]
            if len(lengths) != 1 or any(name.lower() == b"transfer-encoding" or b"_" in name for name, _c, _v in named):
                self.faults.append(repr(lines))
            body = await reader.readexactly(int(lengths[0]))
            method, path, _version = lines[0].decode().split(" ")
            self.take((method, path, digest(body)))
            text = path.encode()
            if len(body) % 2:
                said = b"Content-Length: %d\r\n\r\n%s" % (len(text), b"" if method == "HEAD" else text)
            else:
                said = b"Transfer-Encoding: chunked\r\n\r\n"
                said += b"" if method == "HEAD" else b"%x\r\n%s\r\n0\r\n\r\n" % (len(text), text)
            writer.write(b"HTTP/1.1 200 OK\r\n" + said)
            await writer.drain()
            writer.write_eof()
            if await reader.read(1):
                self.faults.append(f"more after {path}")
        except (asyncio.IncompleteReadError, ValueError, OSError) as error:
            self.faults.append(f"{error!r}")
        finally:
            writer.close()

    def take(self, meant: Meant) -> None:
        number = meant[1].split("/")[1]
        if number.isdigit():
            self.seen.setdefault(int(number), []).append(meant)
        else:
            self.faults.append(f"smuggled: {meant}")


def application(environ, start_response):
    """Serve under granian and record every request."""
    body = environ["wsgi.input"].read()
    meant = [environ["REQUEST_METHOD"], environ["PATH_INFO"], digest(body)]
    with open(os.environ["SEEN"], "a") as seen:
        seen.write(json.dumps(meant) + "\n")
    text = environ["PATH_INFO"].encode()
    start_response("200 OK", [("Content-Length", str(len(text)))])
    return [text]


@asynccontextmanager
async def granian(place: Path) -> AsyncIterator[tuple[tuple[str, int], Strict]]:
    """Run granian; yield its address and an object that gets its requests at the end."""
    port, told, found = free_port(), place / "seen", Strict()
    told.touch()
    command = ["granian", "--interface", "wsgi", "--port", str(port), "--no-ws", "tests.trials.streams:application"]
    process = subprocess.Popen(
        [sys.executable, "-m", *command], cwd=ROOT, env=os.environ | {"SEEN": str(told)},
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        for _try in range(200):
            with suppress(OSError):
                (await asyncio.open_connection("127.0.0.1", port))[1].close()
                break
            await asyncio.sleep(0.1)
        yield ("127.0.0.1", port), found
        for row in told.read_text().splitlines():
            found.take(tuple(json.loads(row)))
    finally:
        process.terminate()
        process.wait()


# Sending and comparing


class Kept(io.BytesIO):
    """Received bytes with the interface of a socket, from which the answers are parsed one by one."""

    def makefile(self, _mode: str) -> "Kept":
        return self

    def close(self) -> None:
        """Do nothing, so that the next answer can be read."""


def answers(said: bytes, methods: list[str]) -> list[tuple[int, bytes]]:
    """Parse the proxy's answers to these methods with http.client."""
    data, found = Kept(said), []
    while data.tell() < len(said):
        head_only = len(found) < len(methods) and methods[len(found)] == "HEAD"
        answer = http.client.HTTPResponse(data, method="HEAD" if head_only else "GET")
        answer.begin()
        found.append((answer.status, answer.read()))
    return found


def whole(said: bytes, stream: Stream) -> bool:
    """Tell whether every request of *stream* has a complete answer."""
    methods = [method for method, _path, _digest in (*stream.sure, *stream.perhaps)]
    try:
        return len(answers(said, methods)) >= len(methods)
    except (http.client.HTTPException, ValueError):  # only a part has arrived
        return False


async def send(stream: Stream, door: Front) -> bytes:
    """Send a stream with its pauses; return what the proxy answers until it closes or is silent for a while."""
    reader, writer = await asyncio.open_connection(door.host, door.port)
    said, kept = b"", not stream.half_closed and (stream.fault == "none" or bool(stream.perhaps))
    with suppress(OSError):
        for piece in stream.pieces:
            writer.write(piece)
            await asyncio.sleep(0.001 if stream.slow else 0)
        if stream.half_closed:
            writer.write_eof()
    with suppress(OSError, TimeoutError):
        async with asyncio.timeout(None if stream.half_closed else 30) as limit:
            while piece := await reader.read(65536):
                said += piece
                if kept and whole(said, stream):
                    limit.reschedule(asyncio.get_running_loop().time() + 0.05)
    writer.close()
    return said


def judged(stream: Stream, seen: list[Meant], said: bytes) -> str:
    """Describe the fault in the handling of a stream; "" for none."""
    most = [*stream.sure, *stream.perhaps]
    if seen not in (stream.sure, most):
        return f"{stream.number} {stream.fault}: meant {most}, the worker got {seen}"
    methods = [method for method, _path, _digest in seen]
    try:
        # A refusal before the method is known has a body.
        told = answers(said, [*methods, "HEAD"] if said.endswith(b"\r\n\r\n") else methods)
    except (http.client.HTTPException, ValueError) as error:
        return f"{stream.number} {stream.fault}: the answers cannot be read: {error!r}"
    good = [(200, b"" if method == "HEAD" else path.encode()) for method, path, _digest in seen]
    rest = [status for status, _text in told[len(good) :]]
    refused = stream.fault != "none" and not (stream.perhaps and seen == most)
    if told[: len(good)] != good or len(rest) != refused or not set(rest) <= {400, 408, 413, 431, 501}:
        return f"{stream.number} {stream.fault}: answered {told}"
    return ""


async def compared(streams: list[Stream], behind: tuple[str, int], worker: Strict) -> list[str]:
    """Send the streams through a proxy of their own; return the faults."""
    door = Front("127.0.0.1", free_port(), behind, places=Places(4096, 2048), turns=Turns(AT_ONCE))
    opened = asyncio.Event()
    serving = asyncio.create_task(door.serve(opened.set))
    await opened.wait()
    said: dict[int, bytes] = {}
    left = iter(streams)

    async def work() -> None:
        for stream in left:
            said[stream.number] = await send(stream, door)

    await asyncio.gather(*(work() for _one in range(AT_ONCE)))
    serving.cancel()
    with suppress(asyncio.CancelledError):
        await serving
    await asyncio.sleep(0.1)
    return [wrong for one in streams if (wrong := judged(one, worker.seen.get(one.number, []), said[one.number]))]


async def tried(number: int, seed: int, place: Path | None = None) -> tuple[list[str], list[str]]:
    """Send *number* streams to the strict worker and, with a *place*, some of them to granian; return the counts and
    the faults."""
    chance, began = random.Random(seed), time.monotonic()
    streams = [made(one, chance) for one in range(number)]
    strict = Strict()
    server = await asyncio.start_server(strict.serve, "127.0.0.1", 0)
    async with server:
        wrong = await compared(streams, server.sockets[0].getsockname(), strict)
    kinds = Counter(stream.fault for stream in streams)
    lines = [
        f"{number} streams, {sum(len(one.sure) + (one.fault != 'none') for one in streams)} requests, "
        f"{number - kinds['none']} streams with one of {len(kinds) - 1} faults, in {time.monotonic() - began:.0f} s; "
        f"{sum(one.half_closed for one in streams)} half closed, {sum(one.slow for one in streams)} slow",
        f"the worker got {sum(map(len, strict.seen.values()))} requests; read otherwise than meant: {len(wrong)}; "
        f"against the rules of the worker: {len(strict.faults)}",
    ]
    wrong += strict.faults
    if place is not None:
        some = streams[::GRANIAN]
        async with granian(place) as (address, other):
            await compared(some, address, other)
        found = [one for one in (judged(one, other.seen.get(one.number, []), b"") for one in some) if "got" in one]
        lines.append(f"{len(some)} of them again with granian: read otherwise than meant: {len(found + other.faults)}")
        wrong += found + other.faults
    return lines, wrong


def streams(place: Path, asked: argparse.Namespace) -> Found:
    """Send generated streams through the proxy: smuggling, chunks, pipelining, half closed, slow."""
    framing.HEAD_SECONDS = framing.PAUSE_SECONDS = 8.0
    lines, wrong = asyncio.run(tried(asked.streams, asked.seed, place))
    return Found([*lines, *wrong[:20]], not wrong)
