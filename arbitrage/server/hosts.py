"""Host names that the server accepts besides ALLOWED_HOSTS: the private IP addresses that a club's router assigns.

Routers assign a new address from time to time, and nobody in the room could add it to the settings. Accepting an
address in numbers is safe, because an attack by DNS rebinding needs a host name that the attacker controls.
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
"""Unused private addresses. Connecting a UDP socket to one sends nothing, and shows which of its own addresses the
system would send from."""


def is_private(name: str) -> bool:
    """Is this an IP address, in numbers, of a private network?"""
    try:
        address = ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return any(address in network for network in PRIVATE)


def private_addresses(get_response: Handler) -> Handler:
    """Accept any private IP address as the Host header."""

    def middleware(request: HttpRequest) -> HttpResponse:
        host = request.META.get("HTTP_HOST", "")
        if is_private(split_domain_port(host)[0]):
            request.get_host = lambda: host  # type: ignore[method-assign]
        return get_response(request)

    return middleware


def own_addresses(host: str) -> list[str]:
    """List the private addresses at which a server that listens at *host* can be reached; [] without a network."""
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
