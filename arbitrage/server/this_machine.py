"""Requests from a browser on the machine of the server, and the code that admits another browser before the first club
exists.

The pages that found the first club, restore a backup or open the server to a network require such a browser. Behind a
proxy every request seems to come from the machine itself, so there no request counts as such.
"""

import ipaddress
import os
import secrets
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from arbitrage.server import client_address

CODE = "ARBITRAGE_FIRST_CODE"
"""Environment variable by which the server passes the code of this start to its workers; absent once there is a
club."""
LISTENS = "ARBITRAGE_LISTENS"
"""Environment variable by which the server tells its workers the port and address where it listens: "8000
127.0.0.1"."""
LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Characters of the code, without those that look alike (0 and O, 1 and I)."""


def asks(request: HttpRequest) -> bool:
    """Does this request come from a browser on this machine? Always False behind a proxy, whether the settings name the
    proxy or its headers reveal it."""
    if settings.HTTPS or settings.TRUSTED_PROXIES or "HTTP_FORWARDED" in request.META:
        return False
    return _is_loopback(client_address.address(request)) and _is_loopback(_host(request))


def _host(request: HttpRequest) -> str:
    """Return the host name in the browser's address. A name other than a loopback name may belong to an attacker who
    points it at this machine."""
    return urlsplit(f"//{request.get_host()}").hostname or ""


def _is_loopback(name: str) -> bool:
    if name == "localhost":
        return True
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return False
    return (getattr(address, "ipv4_mapped", None) or address).is_loopback


def new_code() -> str:
    """Make a code, "K7WM-2FQX", and put it into the environment of the workers that start from now on."""
    letters = [secrets.choice(LETTERS) for _place in range(8)]
    os.environ[CODE] = code = f"{''.join(letters[:4])}-{''.join(letters[4:])}"
    return code


def has_code() -> bool:
    """Was a code made at this start, because there was no club?"""
    return bool(os.environ.get(CODE))


def is_code(typed: str) -> bool:
    """Is this the code that the server printed at its start? Case, spaces and dashes are ignored."""
    code = os.environ.get(CODE, "")
    return bool(code) and constant_time_compare(_plain(typed), _plain(code))


def _plain(code: str) -> str:
    return "".join(sign for sign in code.upper() if sign.isalnum())


def listens() -> tuple[str, int] | None:
    """Return the address and the port at which the server listens; None if it was not started by `start`."""
    port, _space, host = os.environ.get(LISTENS, "").partition(" ")
    return (host, int(port)) if host else None
