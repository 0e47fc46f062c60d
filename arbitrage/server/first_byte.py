"""One port for https and for plain http: the first byte that a client sends tells which of the two it speaks.

A tablet that does not trust this machine yet, or has its old address on the screen, asks in plain http. A server that
speaks TLS alone would hang up on it without a word.
"""

import asyncio
import ssl
from collections.abc import Callable
from typing import cast

HANDSHAKE = 0x16
"""The first byte of a client that speaks TLS (RFC 8446, 5.1); no request of HTTP begins with it."""


class FirstByte(asyncio.Protocol):
    """A connection until its first byte has come, then the protocol that *serve* makes, over TLS or without; one that
    says nothing in *seconds* is closed."""

    def __init__(self, tls: ssl.SSLContext, serve: Callable[[], asyncio.Protocol], seconds: float) -> None:
        self.tls, self.serve, self.seconds = tls, serve, seconds
        self.loop = asyncio.get_running_loop()
        self.handing_on: asyncio.Task[None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)
        self.silent = self.loop.call_later(self.seconds, self.transport.abort)

    def connection_lost(self, _error: Exception | None) -> None:
        self.silent.cancel()

    def data_received(self, data: bytes) -> None:
        self.silent.cancel()
        stream = self.serve()
        if data[0] != HANDSHAKE:
            self.transport.set_protocol(stream)
            stream.connection_made(self.transport)
            stream.data_received(data)
            return
        self.transport.pause_reading()
        self.handing_on = self.loop.create_task(self._speak_tls(stream, data))

    async def _speak_tls(self, stream: asyncio.Protocol, data: bytes) -> None:
        """Begin TLS with the bytes that have come already."""
        shaking_hands = self.loop.create_task(
            self.loop.start_tls(self.transport, stream, self.tls, server_side=True, ssl_handshake_timeout=self.seconds)
        )
        await asyncio.sleep(0)  # it has put its own protocol in our place, and called its `connection_made` for soon
        begun = cast("asyncio.BufferedProtocol", self.transport.get_protocol())
        self.loop.call_soon(_feed, begun, data)  # after that call, and before anything more is read
        try:
            transport = await shaking_hands
        except (OSError, TimeoutError):  # no TLS after all, nobody who goes on, or a certificate that is not trusted
            return
        if transport is not None:
            stream.connection_made(transport)


def _feed(protocol: asyncio.BufferedProtocol, data: bytes) -> None:
    """Give a protocol bytes that were read already, as its transport would."""
    while data:
        room = memoryview(protocol.get_buffer(len(data)))
        size = min(len(room), len(data))
        room[:size] = data[:size]
        protocol.buffer_updated(size)
        data = data[size:]
