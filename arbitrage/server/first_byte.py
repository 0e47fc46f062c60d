"""One port for both https and plain http; the first byte from a client tells which protocol the client speaks.

A tablet that does not trust the certificate yet, or that still shows the old address, sends plain http. A server for
TLS only would close that connection without a response.
"""

import asyncio
import ssl
from collections.abc import Callable
from typing import cast

HANDSHAKE = 0x16
"""The first byte of a client that speaks TLS (RFC 8446, 5.1); no request of HTTP begins with it."""


class FirstByte(asyncio.Protocol):
    """Protocol of a connection until its first byte; then the protocol that *serve* returns takes over, with TLS or
    without. A connection that sends nothing for *seconds* is closed."""

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
        """Start TLS on the connection, whose first bytes (*data*) were read already."""
        shaking_hands = self.loop.create_task(
            self.loop.start_tls(self.transport, stream, self.tls, server_side=True, ssl_handshake_timeout=self.seconds)
        )
        # After one turn of the loop, `start_tls` has set its own protocol on the transport and has scheduled
        # `connection_made`. The bytes are scheduled behind that call, and before the transport reads any more.
        await asyncio.sleep(0)
        begun = cast("asyncio.BufferedProtocol", self.transport.get_protocol())
        self.loop.call_soon(_feed, begun, data)
        try:
            transport = await shaking_hands
        except (OSError, TimeoutError):  # no valid handshake, a silent client, or one that rejects our certificate
            return
        if transport is not None:
            stream.connection_made(transport)


def _feed(protocol: asyncio.BufferedProtocol, data: bytes) -> None:
    """Pass bytes that were read already to a protocol, as its transport would."""
    while data:
        room = memoryview(protocol.get_buffer(len(data)))
        size = min(len(room), len(data))
        room[:size] = data[:size]
        protocol.buffer_updated(size)
        data = data[size:]
