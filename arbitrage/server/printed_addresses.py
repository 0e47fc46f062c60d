"""The addresses printed at startup, at which browsers reach the server."""

import io
from collections.abc import Iterable, Iterator
from urllib.parse import urlsplit

import segno
from django.utils.translation import gettext as _

from arbitrage.server.hosts import is_private


def printed(host: str, port: int, names: Iterable[str], *, tls: bool, outside: bool) -> list[str]:
    """List the addresses of a server that listens at *host*; *names* are the host names that it accepts.

    Behind a proxy that serves https (*outside*) only the names are addresses: the server redirects a request for
    *host* itself to https, where nothing listens on this machine. With a certificate (*tls*), *names* are those in the
    certificate, and browsers accept no others. Patterns such as "*" and ".example.org" are left out.
    """
    called = [name for name in names if not name.startswith(("*", "."))]
    if outside and not tls:
        return [f"https://{_in_brackets(name)}/" for name in called] or [_at("http", host, port)]
    scheme = "https" if tls else "http"
    everywhere = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 (read, not bound)
    own = [] if tls and called else [everywhere.get(host, host)]
    return list(at_each(scheme, [*own, *called], port))


def codes(addresses: Iterable[str]) -> str:
    """Draw QR codes for the tablets of the room: one for each private IP address."""
    drawn = io.StringIO()
    for address in addresses:
        if is_private(urlsplit(address).hostname or ""):
            drawn.write("\n" + _("A tablet opens %(address)s") % {"address": address} + "\n")
            segno.make(address, error="l").terminal(drawn, border=2, compact=True)
    return drawn.getvalue()


def at_each(scheme: str, names: Iterable[str], port: int) -> Iterator[str]:
    """Yield the URL of a server for each of its names, without repetitions: "http://192.168.1.20:8000/"."""
    for name in dict.fromkeys(names):
        yield _at(scheme, name, port)


def _at(scheme: str, name: str, port: int) -> str:
    usual = {"http": 80, "https": 443}[scheme] == port
    return f"{scheme}://{_in_brackets(name)}{'' if usual else f':{port}'}/"


def _in_brackets(name: str) -> str:
    """Put an IPv6 address in brackets, for a URL; return any other name unchanged."""
    return f"[{name}]" if ":" in name and not name.startswith("[") else name
