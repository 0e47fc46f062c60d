"""The address of the client."""

import ipaddress

from django.conf import settings
from django.http import HttpRequest


def address(request: HttpRequest) -> str:
    """Return the address of the client as the proxy before the workers reports it, or else the address that is
    connected."""
    if settings.BEHIND_FRONT and (forwarded := request.META.get("HTTP_X_FORWARDED_FOR", "")):
        return str(forwarded)
    return str(request.META.get("REMOTE_ADDR", ""))


def network(address: str) -> str:
    """Return what counts as one client: an address of version 4; of version 6 the network around it, for a machine has
    as many there as it likes. What is no address counts by itself."""
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
    """Is this an address at all?"""
    try:
        ipaddress.ip_address(address)
    except ValueError:
        return False
    return True
