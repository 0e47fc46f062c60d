"""Host names that the server accepts beside those of its settings: private addresses that a club's router assigns.

A private IP address cannot come from a name that somebody else controls (DNS rebinding), so it is accepted as it is:
routers assign a new one from time to time, and nobody in the room could tell the server.
"""

import ipaddress
import socket
from collections.abc import Callable, Iterable
from contextlib import suppress

from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port

Handler = Callable[[HttpRequest], HttpResponse]

PRIVATE = tuple(map(ipaddress.ip_network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fd00::/8")))
AFAR = {socket.AF_INET: "10.255.255.255", socket.AF_INET6: "fd00::ffff"}
"""Addresses to which nothing is sent: connecting a socket to one tells which of its own addresses the system would
use."""


def is_private(name: str) -> bool:
    """Is this an address of a private network, in numbers?"""
    try:
        address = ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return any(address in network for network in PRIVATE)


def private_addresses(get_response: Handler) -> Handler:
    """Let the server be called by any private address in numbers."""

    def middleware(request: HttpRequest) -> HttpResponse:
        host = request.META.get("HTTP_HOST", "")
        if is_private(split_domain_port(host)[0]):
            request.get_host = lambda: host  # type: ignore[method-assign]
        return get_response(request)

    return middleware


def own_addresses(host: str) -> list[str]:
    """List the private addresses at which this machine is reached when it listens at *host*; [] on no network."""
    everywhere = {"0.0.0.0": [socket.AF_INET], "::": [socket.AF_INET, socket.AF_INET6]}  # noqa: S104 (read, not bound)
    names = [*_known(everywhere[host])] if host in everywhere else [host]
    return [name for name in dict.fromkeys(names) if is_private(name)]


def _known(families: Iterable[socket.AddressFamily]) -> Iterable[str]:
    for family in families:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((AFAR[family], 9))
            yield str(probe.getsockname()[0])
        with suppress(OSError):
            for *_kind, address in socket.getaddrinfo(socket.gethostname(), None, family):
                yield str(address[0])
