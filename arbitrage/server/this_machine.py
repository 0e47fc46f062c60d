"""Requests that come from the machine itself, and the code that stands for sitting at it on the first day.

Pages that found the first club, put back a backup or open the server to a network are for whoever sits at the machine.
Behind a proxy every request seems to come from there, so none counts as such.
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
"""The variable by which the server tells its workers the code of this start; absent where there is a club."""
LISTENS = "ARBITRAGE_LISTENS"
"""The variable by which it tells them where it listens: "8000 127.0.0.1"."""
LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Signs of the code: none is taken for another."""


def asks(request: HttpRequest) -> bool:
    """Does this request come from a browser of the machine itself? Never behind a proxy, announced or not."""
    if settings.HTTPS or settings.TRUSTED_PROXIES or "HTTP_FORWARDED" in request.META:
        return False
    return _is_loopback(client_address.address(request)) and _is_loopback(_host(request))


def _host(request: HttpRequest) -> str:
    """Return the name by which the browser called the server: another one may be somebody else's, leading here."""
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
    """Make a code and have the workers that start from now on know it: "K7WM-2FQX"."""
    letters = [secrets.choice(LETTERS) for _place in range(8)]
    os.environ[CODE] = code = f"{''.join(letters[:4])}-{''.join(letters[4:])}"
    return code


def has_code() -> bool:
    """Was a code made at this start: was there no club?"""
    return bool(os.environ.get(CODE))


def is_code(typed: str) -> bool:
    """Is this the code in the window of the server? Small letters, spaces and the dash do not matter."""
    code = os.environ.get(CODE, "")
    return bool(code) and constant_time_compare(_plain(typed), _plain(code))


def _plain(code: str) -> str:
    return "".join(sign for sign in code.upper() if sign.isalnum())


def listens() -> tuple[str, int] | None:
    """Return the address and the port at which the running server listens; None where `start` does not serve."""
    port, _space, host = os.environ.get(LISTENS, "").partition(" ")
    return (host, int(port)) if host else None
