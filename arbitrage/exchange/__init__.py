"""Reading and writing the files bridge clubs exchange: one format a module, plain records in and out.

`read` takes any of them: it looks at what the file holds, never only at its name. `write` says what it had to leave
out.
"""

import re
from collections.abc import Callable
from typing import Literal

from django.utils.translation import gettext as _

from arbitrage.exchange import (
    acbl,
    bws,
    case_json,
    dataconnector,
    deals,
    lin,
    nzscorer,
    pbn,
    spreadsheet,
    tournament_json,
    usebio,
)
from arbitrage.exchange.access import is_database
from arbitrage.exchange.changes import Changes as Changes
from arbitrage.exchange.changes import changes as changes
from arbitrage.exchange.programs import programs as programs
from arbitrage.exchange.programs import unread_deals
from arbitrage.exchange.reading import check_size
from arbitrage.exchange.records import Problem as Problem
from arbitrage.exchange.records import TournamentFile as TournamentFile
from arbitrage.exchange.records import Unreadable as Unreadable
from arbitrage.exchange.writing import Unwritable as Unwritable
from arbitrage.exchange.writing import Written as Written
from arbitrage.exchange.writing import unsaid as unsaid
from arbitrage.exchange.writing import write as write

Format = (
    Literal["usebio", "pbn", "nzscorer", "bws", "lin", "json", "acbl", "dup", "dlm", "csv", "xlsx"]
    | Literal["html", "acblpage", "bri", "dge", "ber", "bridgemate"]
)


_READERS: dict[Format, Callable[[bytes], TournamentFile]] = {
    "usebio": usebio.read,
    "pbn": pbn.read,
    "nzscorer": nzscorer.read,
    "bws": bws.read,
    "lin": lin.read,
    "json": tournament_json.read,
    "acbl": acbl.read,
    "dup": deals.read_dup,
    "dlm": deals.read_dlm,
    "csv": spreadsheet.read,
    "xlsx": spreadsheet.read,
    "html": spreadsheet.read,
    "acblpage": acbl.read_page,
    "bri": deals.read_bri,
    "dge": deals.read_dge,
    "ber": deals.read_ber,
    "bridgemate": dataconnector.read,
}


def read(data: bytes, filename: str = "") -> TournamentFile:
    """The tournament a file holds, whatever its format and its name.

    :raises Unreadable: it cannot be read; `str` of the error names the file, the place and the reason.
    """
    try:
        return _READERS[detect(data, filename)](data)
    except Unreadable as error:
        error.filename = filename
        raise


_PBN_TAG = re.compile(rb'^[ \t]*\[[ \t]*\w{1,60}[ \t]+"', re.MULTILINE)
_LIN = re.compile(rb"(?:\w\w\|[^|\n]{0,400}\|){2}")
_LIN_HANDS = re.compile(rb"(?:^|\|)\s*md\|[1-4]?\s*S", re.IGNORECASE)
_OWN_JSON = b'"arbitrage-tournament"'
_ROOT = re.compile(rb"(?:<[?!][^<>]{0,2000}>\s*|<!--.{0,2000}?-->\s*)*<([A-Za-z]\w{0,40})", re.DOTALL)


def detect(data: bytes, filename: str = "") -> Format:
    """The format of a file, from how it begins.

    :raises Unreadable: it is empty, too large, or of a format that is not read; the reason says what to do instead.
    """
    try:
        check_size(data)
        return _detect(data, filename)
    except Unreadable as error:
        error.filename = filename
        raise


def _detect(data: bytes, filename: str) -> Format:
    if is_database(data):
        return "bws"
    if deals.is_dup(data):
        return "dup"
    if spreadsheet.is_workbook(data):
        return "xlsx"
    if deals.is_dge(data):
        return "dge"
    if deals.is_bri(data):
        return "bri"
    if deals.is_ber(data):
        return "ber"
    start = data[:100_000].removeprefix(b"\xef\xbb\xbf")
    if start.startswith((b"\xff\xfe", b"\xfe\xff")):
        start = start.decode("utf-16", "replace").encode("utf-8", "replace")
    start = start.lstrip()
    if acbl.is_page(data):
        return "acblpage"
    if spreadsheet.is_page(start):
        return "html"
    other = _other_format(start)
    if other:
        raise Unreadable("", other)
    if start.startswith(b"<"):
        root = _ROOT.match(start)
        return "nzscorer" if root and root[1].upper() == b"SESSION" else "usebio"
    if _PBN_TAG.search(start) or re.match(rb"%\s*PBN\b", start):
        return "pbn"
    if _LIN.match(start) or _LIN_HANDS.search(start):
        return "lin"
    if start.startswith(b"[{") and dataconnector.is_connector(data):
        return "bridgemate"
    if start.startswith(b"{"):
        if case_json.is_case(data):
            raise Unreadable("", _("This is a case, not a tournament. Read it in from the page of the rulings."))
        if dataconnector.is_connector(data):
            return "bridgemate"
        return "acbl" if b'"sessions"' in data and _OWN_JSON not in data[:1000] else "json"
    if deals.is_dlm(start):
        return "dlm"
    if spreadsheet.is_table(start):
        return "csv"
    if deals_of_a_machine := unread_deals(filename):
        raise Unreadable("", deals_of_a_machine)
    reason = _(
        "The format of this file is not known. These are read: USEBIO, PBN, Bridgemate databases (.bws), "
        "Bridgemate Data Connector (JSON), New Zealand Scorer, ACBL, LIN, deals (.dup, .dlm, .bri, .dge, .ber), tables "
        "(CSV, .xlsx, saved web pages) and the JSON that Arbitrage writes."
    )
    raise Unreadable("", reason)


def _other_format(start: bytes) -> str:
    """What a file of a format that is not read is, and what to do; "" for any other."""
    if start.startswith(b"PK\x03\x04"):
        if b"opendocument.spreadsheet" in start[:200]:
            return _("This is a LibreOffice workbook. Save it as .xlsx or as CSV, then read that file.")
        return _("This is a ZIP archive. Take the results file out of it first.")
    if start.startswith((b"\x1f\x8b", b"7z\xbc\xaf", b"Rar!")):
        return _("This is a compressed archive. Take the results file out of it first.")
    if start.startswith((b"\xd0\xcf\x11\xe0", b"%PDF")):
        return _("This is a document, not a results file. Export the results as USEBIO or PBN.")
    if re.match(rb"<!doctype\s+html|<html", start, re.IGNORECASE):
        return _("This is a web page, not a results file. Export the results as USEBIO or PBN.")
    return ""
