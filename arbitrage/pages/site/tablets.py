"""*Ouvrir aux tablettes*: the addresses of the server and for tablets, the certificate, and changes that need a
restart."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.urls import reverse

from arbitrage.pages.wording.qr_code import qr
from arbitrage.server import certificates, environment, hosts, printed_addresses, this_machine
from arbitrage.services.machine import starting
from arbitrage.services.machine.listening import EVERYWHERE, Listening, fixed


def tablets_page(chosen: Listening, *, secure: bool) -> dict[str, Any]:
    """Build the page. *chosen* is the address from the next start on, *secure* says whether the running server speaks
    https."""
    host, port = this_machine.listens() or (chosen.host, chosen.port)
    data = Path(settings.DATA_DIR)
    numbers = hosts.own_addresses(host)
    made = certificates.root(data) is not None
    own = hosts.own_addresses(EVERYWHERE)
    return {
        "addresses": codes(numbers, port, secure=secure),
        "names": [f"{name}:{port}" for name in environment.own_names()] if numbers else [],
        "restart": (host, port) != (chosen.host, chosen.port) or made is not secure,
        "fixed": fixed(),
        "no_network": not own,
        "secure": secure,
        "starts": starting.with_session(),
        "certificate": {
            "fingerprint": certificates.fingerprint(data),
            "until": certificates.runs_out(data),
            "missing": [address for address in own if address not in certificates.names(data)],
            "steps": codes(numbers, port, secure=False, path=reverse("trust").lstrip("/")),  # no https yet
        }
        if made
        else None,
    }


def codes(numbers: Sequence[str], port: int, *, secure: bool, path: str = "") -> list[dict[str, Any]]:
    """List the numeric addresses, each with its QR code, as a tablet needs no name resolution for them."""
    addresses = printed_addresses.at_each("https" if secure else "http", numbers, port)
    return [{"address": address + path, "qr": qr(address + path)} for address in addresses]
