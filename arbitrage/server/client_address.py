"""The IP address of the client of a request, and the key by which clients are counted."""

import ipaddress

from django.conf import settings
from django.http import HttpRequest


def address(request: HttpRequest) -> str:
    """Return the IP address of the client: the one that our own reverse proxy forwards, or else the peer of the
    connection."""
    if settings.BEHIND_FRONT and (forwarded := request.META.get("HTTP_X_FORWARDED_FOR", "")):
        return str(forwarded)
    return str(request.META.get("REMOTE_ADDR", ""))


def network(address: str) -> str:
    """Return the key by which requests are counted as one client: an IPv4 address itself, or the /64 network of an IPv6
    address, because a machine may use any address of its network. A text that is no address is its own key."""
    if not is_one(address):
        return address
    parsed = ipaddress.ip_address(address)
    mapped = getattr(parsed, "ipv4_mapped", None)
    return (
        str(mapped or parsed)
        if mapped or parsed.version == 4
        else str(ipaddress.ip_network((int(parsed), 64), strict=False))
    )


def is_one(address: str) -> bool:
    """Is this an IP address, of either version?"""
    try:
        ipaddress.ip_address(address)
    except ValueError:
        return False
    return True
