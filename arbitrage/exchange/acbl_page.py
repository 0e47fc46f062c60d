"""A saved web page of a club game of the American Contract Bridge League, whose data is JSON in an attribute of an
element or in a script."""

import html
import re

from arbitrage.exchange import acbl
from arbitrage.exchange.reading import check_size
from arbitrage.exchange.records import TournamentFile

_ATTRIBUTE = re.compile(rb"<result-details\b[^>]{0,400}?\bv-bind:data=\"")
_SCRIPT = re.compile(rb"\bvar data = (?=\{)")
_SCRIPT_END = re.compile(rb"\};\s*\n")


def recognises(start: bytes) -> bool:
    """Does a file begin as a saved page of the ACBL, with the JSON of a club game in it?"""
    told = b"<result-details" in start or b"hand_records" in start
    return b"<" in start[:2_000] and told and (_ATTRIBUTE.search(start) or _SCRIPT.search(start)) is not None


def read(data: bytes) -> TournamentFile:
    """Read the tournament in the page.

    :raises Unreadable: as for `acbl.read`.
    """
    check_size(data)
    return acbl.read(_json(data) or b"{}")


def _json(data: bytes) -> bytes:
    """Find the JSON of the page: in the first attribute that has it, or else in the first script; b"" if there is
    none."""
    if attribute := _ATTRIBUTE.search(data):
        end = data.find(b'"', attribute.end())
        return html.unescape(data[attribute.end() : end].decode("utf-8", "replace")).encode() if end >= 0 else b""
    script = _SCRIPT.search(data)
    end_of_script = _SCRIPT_END.search(data, script.end()) if script else None
    return data[script.end() : end_of_script.start() + 1] if script and end_of_script else b""
