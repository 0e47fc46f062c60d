"""A limit on wrong passwords from one address that does not lock out a whole club behind it.

Six wrong passwords lock one user name from one IP address (django-axes). A browser from which the person has signed in
before is counted separately, so that nobody else at the address can lock it. A limit for the whole address stops an
attacker who tries many names: after fifty wrong passwords in a quarter of an hour, passwords from this address are
accepted only in browsers from which the person has signed in before. Such a browser has a cookie, set at the sign-in
and valid for that user name only. Tablets can still be opened by a signed-in telephone.
"""

import datetime
import hashlib
import ipaddress
from typing import TYPE_CHECKING

from axes.models import AccessAttempt
from django.core import signing
from django.http import HttpRequest

from arbitrage.server import client_address
from arbitrage.services import clock

if TYPE_CHECKING:
    from django.contrib.auth.models import User

MOST = 50
A_WHILE = datetime.timedelta(minutes=15)
KNOWN_FOR = datetime.timedelta(days=180)
SALT = "arbitrage.known-browser"
KNOWN = "known"
"""Name of the cookie of a known browser."""


def too_many(address: str) -> bool:
    """Have too many wrong passwords come from this address lately, so that unknown browsers there may not try?"""
    if not client_address.is_one(address):
        return False
    here = client_address.network(address)
    attempts = AccessAttempt.objects.filter(attempt_time__gt=clock.now() - A_WHILE, ip_address__isnull=False)
    if here == address:  # an IPv4 address: the database finds it
        attempts = attempts.filter(ip_address=address)
    counted = attempts.values_list("ip_address", "failures_since_start")
    wrong = sum(number for other, number in counted if client_address.network(other) == here)
    return bool(wrong >= MOST)


def counted_by(request: HttpRequest) -> str:
    """Return the address under which django-axes counts wrong passwords: the client's address, or for a browser known
    for the typed user name an artificial private address computed from its cookie (RFC 4193)."""
    mark = request.COOKIES.get(KNOWN, "")
    if mark and is_known(mark, request.POST.get("username", "")):
        return str(ipaddress.IPv6Address(b"\xfd" + hashlib.sha256(mark.encode()).digest()[:15]))
    return client_address.address(request)


def mark_of(user: "User") -> str:
    """Return the value of the cookie for a browser from which this person has signed in."""
    return signing.dumps(user.get_username().casefold(), salt=SALT)


def is_known(mark: str, name: str) -> bool:
    """Has this person signed in from this browser before?"""
    try:
        return bool(signing.loads(mark, salt=SALT, max_age=KNOWN_FOR) == name.casefold())
    except signing.BadSignature:
        return False
