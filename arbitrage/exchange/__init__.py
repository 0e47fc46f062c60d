"""The file formats that bridge clubs exchange, read and written: one format a module, plain records in and out.

`read` takes a file of any format: it asks each format in turn whether it recognises the beginning of the file. The name
of the file does not matter. `write` reports the parts that a format cannot express.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext as _

from arbitrage.exchange import (
    acbl,
    acbl_page,
    bws,
    case_json,
    dataconnector,
    lin,
    nzscorer,
    pbn,
    spreadsheet,
    tournament_json,
    usebio,
)
from arbitrage.exchange.changes import Changes as Changes
from arbitrage.exchange.changes import changes as changes
from arbitrage.exchange.deals import ber, bri, dge, dlm, dup
from arbitrage.exchange.programs import programs as programs
from arbitrage.exchange.programs import unread_deals
from arbitrage.exchange.reading import check_size, start_of
from arbitrage.exchange.records import Problem as Problem
from arbitrage.exchange.records import TournamentFile as TournamentFile
from arbitrage.exchange.records import Unreadable as Unreadable
from arbitrage.exchange.spreadsheet import pages, workbook
from arbitrage.exchange.writing import Unwritable as Unwritable
from arbitrage.exchange.writing import Written as Written
from arbitrage.exchange.writing import unsaid as unsaid
from arbitrage.exchange.writing import write as write

Format = (
    Literal["usebio", "pbn", "nzscorer", "bws", "lin", "json", "acbl", "dup", "dlm", "csv", "xlsx"]
    | Literal["html", "acblpage", "bri", "dge", "ber", "bridgemate"]
)


def read(data: bytes, filename: str = "") -> TournamentFile:
    """Read the tournament in a file of any format.

    :raises Unreadable: the file cannot be read; `str` of the error names the file, the place and the reason.
    """
    try:
        reader = _reader_of(data, filename)
        return spreadsheet.read(data, filename=filename) if reader.read is spreadsheet.read else reader.read(data)
    except Unreadable as error:
        error.filename = filename
        raise


def detect(data: bytes, filename: str = "") -> Format:
    """Detect the format of a file, from how it begins.

    :raises Unreadable: the file is empty, too large, or of an unsupported format; the reason says what to do instead.
    """
    try:
        return _reader_of(data, filename).format
    except Unreadable as error:
        error.filename = filename
        raise


@dataclass(frozen=True, slots=True)
class _Reader:
    """A format: a function that recognises the beginning of a file, and one that reads it."""

    format: Format
    recognises: Callable[[bytes], bool]
    read: Callable[[bytes], TournamentFile]


def _refuse_other(data: bytes) -> TournamentFile:
    raise Unreadable("", _other_format(start_of(data)))


def _refuse_case(data: bytes) -> TournamentFile:
    raise Unreadable("", _("This is a case, not a tournament. Read it in from the page of the rulings."))


_READERS = (
    _Reader("bws", bws.recognises, bws.read),
    _Reader("ber", ber.recognises, ber.read),  # before .dup, which begins with any 78 digits
    _Reader("dup", dup.recognises, dup.read),
    _Reader("xlsx", workbook.recognises, spreadsheet.read),
    _Reader("dge", dge.recognises, dge.read),
    _Reader("bri", bri.recognises, bri.read),
    _Reader("acblpage", acbl_page.recognises, acbl_page.read),
    _Reader("html", pages.recognises, spreadsheet.read),
    _Reader("html", lambda start: bool(_other_format(start)), _refuse_other),
    _Reader("nzscorer", nzscorer.recognises, nzscorer.read),
    _Reader("usebio", usebio.recognises, usebio.read),
    _Reader("pbn", pbn.recognises, pbn.read),
    # last of the XML formats: its errors cover unknown XML too
    _Reader("usebio", lambda start: start.startswith(b"<"), usebio.read),
    _Reader("lin", lin.recognises, lin.read),
    _Reader("json", case_json.recognises, _refuse_case),
    _Reader("bridgemate", dataconnector.recognises, dataconnector.read),
    _Reader("json", tournament_json.recognises, tournament_json.read),
    _Reader("acbl", acbl.recognises, acbl.read),
    # last of the JSON formats: its errors cover unknown JSON too
    _Reader("json", lambda start: start.startswith(b"{"), tournament_json.read),
    _Reader("dlm", dlm.recognises, dlm.read),
    _Reader("csv", spreadsheet.recognises, spreadsheet.read),
)
"""The formats in order; the first one that recognises a file reads it."""


def _reader_of(data: bytes, filename: str) -> _Reader:
    check_size(data)
    start = start_of(data)
    reader = next((known for known in _READERS if known.recognises(start)), None)
    if reader is not None:
        return reader
    if deals_of_a_machine := unread_deals(filename):
        raise Unreadable("", deals_of_a_machine)
    reason = _(
        "The format of this file is not known. These are read: USEBIO, PBN, Bridgemate databases (.bws), "
        "Bridgemate Data Connector (JSON), New Zealand Scorer, ACBL, LIN, deals (.dup, .dlm, .bri, .dge, .ber), tables "
        "(CSV, .xlsx, saved web pages) and the JSON that Arbitrage writes."
    )
    raise Unreadable("", reason)


def _other_format(start: bytes) -> str:
    """Return a sentence that names an unsupported format and says what to do; "" for any other file."""
    if start.startswith(b"PK\x03\x04"):
        if b"opendocument.spreadsheet" in start[:200]:
            return _("This is a LibreOffice workbook. Save it as .xlsx or as CSV, then read that file.")
        return _("This is a ZIP archive. Take the results file out of it first.")
    if start.startswith((b"\x1f\x8b", b"7z\xbc\xaf", b"Rar!")):
        return _("This is a compressed archive. Take the results file out of it first.")
    if start.startswith((b"\xd0\xcf\x11\xe0", b"%PDF")):
        return _("This is a document, not a results file. Export the results as USEBIO or PBN.")
    if re.match(rb"EVENT>[^|\n]{0,80}\|SESSION>", start):
        return _(
            "This is a recap of ACBLscore, which has scores without their contracts. Export the game as PBN, or read "
            "the Bridgemate database (.bws) of the session."
        )
    if re.match(rb"<!doctype\s+html|<html", start, re.IGNORECASE):
        return _("This is a web page, not a results file. Export the results as USEBIO or PBN.")
    return ""
