"""Functions that all readers share: limits, encodings, numbers and dates, and the parsing of a traveller line.

A reader never trusts its file. Sizes are bounded before anything is parsed, a text field is cut to the length of its
column, a number outside its range is rejected. An unreadable value is noted with its place, and reading goes on.
"""

import codecs
import datetime
import json
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from functools import lru_cache

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arbitrage.exchange.records import (
    Kind,
    Problem,
    Unreadable,
)
from rulings.bridge import (
    Card,
    NotationError,
    format_deal,
    parse_contract,
    parse_deal,
    parse_seat,
)

MAX_BYTES = 20 * 1024 * 1024
MAX_RESULTS = 100_000
MAX_CONTESTANTS = 20_000
MAX_BOARDS = 20_000
MAX_WARNINGS = 100

MAX_BOARD_NUMBER = 9999
MAX_TABLE = 9999
MAX_SCORE = 20_000


@dataclass
class Notes:
    """The problems of reading one file, without repeats, and limited to a number that a director can look at."""

    problems: list[Problem] = field(default_factory=list)
    unlisted: int = 0
    _seen: set[object] = field(default_factory=set)

    def add(self, place: str, reason: str, *, once: object = None) -> None:
        """Note a problem. *once* is a key: after the first problem with this key, the others are dropped."""
        if once is not None:
            if once in self._seen:
                return
            self._seen.add(once)
        if len(self.problems) < MAX_WARNINGS:
            self.problems.append(Problem(place, reason))
        else:
            self.unlisted += 1

    def all(self) -> tuple[Problem, ...]:
        """List the problems noted; the last entry counts those beyond the limit."""
        if not self.unlisted:
            return tuple(self.problems)
        more = ngettext(
            "%(count)s more problem is not listed.", "%(count)s more problems are not listed.", self.unlisted
        )
        return (*self.problems, Problem("", more % {"count": self.unlisted}))


# Places, in words


def at_line(line: int) -> str:
    return _("line %(line)s") % {"line": line}


def at_board(line: int, board: int) -> str:
    return _("line %(line)s, board %(board)s") % {"line": line, "board": board}


def at_table(letter: str, table: int, board: int) -> str:
    named = f"{letter}-{table}" if letter[-1:].isdigit() else f"{letter}{table}"
    return _("table %(table)s, board %(board)s") % {"table": named, "board": board}


# Bytes to text

_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_READABLE_CODECS = re.compile(r"utf-8|ascii|iso8859-\d{1,2}|cp(125\d|437|850|852|858)|mac-roman|koi8-[ru]")

_C1 = re.compile("[\x80-\x9f]")
# Five bytes are undefined in Windows-1252. They become control characters, which `tidy` removes.
_WINDOWS_1252 = {byte: bytes([byte]).decode("cp1252", "ignore") or chr(byte) for byte in range(0x80, 0xA0)}


def check_size(data: bytes) -> None:
    """Refuse a file that is empty, or larger than any tournament's.

    :raises Unreadable: the file is refused.
    """
    if len(data) > MAX_BYTES:
        raise Unreadable(
            "",
            _("The file is %(size)s MB; results files are read up to %(limit)s MB. Is it the right file?")
            % {"size": len(data) // (1024 * 1024) or 1, "limit": MAX_BYTES // (1024 * 1024)},
        )
    if not data.strip():
        raise Unreadable("", _("The file is empty. Export the results again."))


def begin(data: bytes) -> Notes:
    """Check the size of a file, and return empty notes for its reading.

    :raises Unreadable: the file is empty, or larger than any tournament's.
    """
    check_size(data)
    return Notes()


START = 210 * 4_992
"""Bytes of a file by which its format is recognised; a multiple of the records of .dup, .bri and .dge, whose length is
checked too."""


def start_of(data: bytes) -> bytes:
    """Return the beginning of a file for the recognition of formats: one byte a character, without a byte order mark or
    empty lines."""
    start = data[:START].removeprefix(codecs.BOM_UTF8)
    if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        start = start.decode("utf-16", "replace").encode("utf-8", "replace")
    return start.lstrip()


def decode(data: bytes, declared: str, notes: Notes, *, default: str = "") -> tuple[str, str]:
    """Decode the file's text and name the encoding it was read with.

    A byte order mark decides, then what the file declares, then *default* where the format has one; a missing or wrong
    encoding is guessed, UTF-8 before Windows-1252, and the guess is noted (except for plain ASCII).

    :raises Unreadable: the file is not text.
    """
    for mark, name in _MARKS:
        if data.startswith(mark):
            try:
                return data.decode(name), name.removesuffix("-sig")
            except UnicodeDecodeError:
                reason = _(
                    "The file announces the encoding %(name)s but is not written in it. Export the results again."
                )
                raise Unreadable("", reason % {"name": name.removesuffix("-sig").upper()}) from None
    nul = data.find(b"\0")
    if nul >= 0:
        raise Unreadable(
            at_line(data.count(b"\n", 0, nul) + 1),
            _("This is not a text file: it holds binary data. Export the results as USEBIO or PBN."),
        )
    if data.isascii():
        return data.decode("ascii"), "ascii"
    wanted = _codec(declared) or (_codec(default) if not declared else "")
    try:
        # Text in an eight-bit encoding is hardly ever valid UTF-8 by chance, so valid UTF-8 is taken as UTF-8.
        text, encoding = data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        eight_bits = data.decode("latin-1")
        if wanted == "iso8859-1" and not _C1.search(eight_bits):
            return eight_bits, "iso-8859-1"
        if wanted not in ("", "utf-8", "ascii", "iso8859-1"):
            try:
                return data.decode(wanted), declared.lower()
            except UnicodeDecodeError:
                pass
        text, encoding = eight_bits.translate(_WINDOWS_1252), "windows-1252"
    if wanted == encoding:
        return text, encoding
    if declared:
        reason = _(
            "The file declares the encoding %(declared)s but is not written in it; it was read as %(guess)s. "
            "Check the accents in the names."
        )
    else:
        reason = _("The file does not say its encoding; it was read as %(guess)s. Check the accents in the names.")
    shown = {"utf-8": "UTF-8", "windows-1252": "Windows-1252"}[encoding]
    notes.add("", reason % {"declared": declared, "guess": shown})
    return text, encoding


def _codec(name: str) -> str:
    """Return Python's name of a declared text encoding; "" for one that no results file uses."""
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,40}", name):
        return ""
    try:
        codec = codecs.lookup(name).name
    except LookupError:
        return ""
    return codec if _READABLE_CODECS.fullmatch(codec) else ""


# JSON

MAX_JSON_NODES = 1_500_000


def parse_json(data: bytes, notes: Notes) -> tuple[object, str]:
    """Parse a JSON file, and name the encoding it was read with.

    :raises Unreadable: the file is not JSON, is cut short, or is larger or deeper than a results file.
    """
    if data.count(b"{") + data.count(b"[") > MAX_JSON_NODES:
        raise Unreadable("", _("The file is larger than any tournament’s."))
    text, encoding = decode(data, "", notes, default="utf-8")
    try:
        return json.loads(text.removeprefix("\ufeff"), parse_constant=_no_constant), encoding
    except json.JSONDecodeError as error:
        reason = _("The JSON of the file is damaged here. Export the results again.")
        raise Unreadable(at_line(error.lineno), reason) from None
    except (RecursionError, ValueError):
        raise Unreadable("", _("The JSON of the file is damaged. Export the results again.")) from None


def _no_constant(name: str) -> object:
    raise ValueError(name)  # NaN and Infinity, which JSON does not have


# Small values

_WHOLE = re.compile(r"[+-]?[0-9]{1,9}")
_DECIMAL = re.compile(r"[+-]?[0-9]{1,6}(\.[0-9]{0,30})?|[+-]?\.[0-9]{1,30}")
_DECIMALS = 6
_MILLIONTH = Decimal("0.000001")
_MINUSES = str.maketrans("\u2212\u2013\u2010", "---")
NO_TEXT = r"\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff"
"""A set of a regular expression: control characters, halves of characters (which JSON can hold, and no file or
database) and those that XML forbids."""
_CONTROLS = re.compile(f"[{NO_TEXT}]")


def tidy(text: str, limit: int = 200) -> str:
    """Put the text on one line, without control characters and the like or spaces at the ends, cut at *limit*
    characters."""
    if len(text) <= limit and text.isascii() and text.isprintable() and "  " not in text and text.strip(" ") == text:
        return text  # the usual case
    text = " ".join(_CONTROLS.sub(" ", text[: limit * 4]).split())
    if not text.isascii():
        text = unicodedata.normalize("NFC", text)
    return text[:limit].rstrip()


LONGEST_WORD = 60
"""Most characters of a number, a contract, a seat or a card; longer text is rejected unparsed."""
LONGEST_DEAL = 200


def plain_minus(text: str) -> str:
    """Replace the minus signs and dashes of typeset numbers by the hyphen of computers."""
    return text.translate(_MINUSES)


def whole(text: str, low: int, high: int) -> int | None:
    """Return the whole number written, if it lies between *low* and *high*, else None."""
    return _whole(text, low, high) if len(text) <= LONGEST_WORD else None


@lru_cache(maxsize=8192)
def _whole(text: str, low: int, high: int) -> int | None:
    text = plain_minus(text.strip())
    if not _WHOLE.fullmatch(text):
        return None
    number = int(text)
    return number if low <= number <= high else None


def decimal(text: str) -> Decimal | None:
    """Return the number written, with a point or a comma, up to 999999 and rounded to six decimals, else None."""
    return _decimal(text) if len(text) <= LONGEST_WORD else None


@lru_cache(maxsize=8192)
def _decimal(text: str) -> Decimal | None:
    text = plain_minus(text.strip()).replace(",", ".")
    if not _DECIMAL.fullmatch(text):
        return None
    number = Decimal(text)
    places = number.as_tuple().exponent
    return number.quantize(_MILLIONTH) if isinstance(places, int) and places < -_DECIMALS else number


_DATES = (
    re.compile(r"(?P<y>[0-9]{4})[./-](?P<m>[0-9]{1,2})[./-](?P<d>[0-9]{1,2})(?![0-9])"),
    re.compile(r"(?P<d>[0-9]{1,2})[./-](?P<m>[0-9]{1,2})[./-](?P<y>[0-9]{4})(?![0-9])"),
)


def date(text: str) -> datetime.date | None:
    """Return the date that begins the text, year first or day first, or None."""
    match = next(filter(None, (pattern.match(text[:LONGEST_WORD].strip()) for pattern in _DATES)), None)
    if match is None:
        return None
    try:
        return datetime.date(int(match["y"]), int(match["m"]), int(match["d"]))
    except ValueError:
        return None


def reason_of(error: NotationError) -> str:
    """Describe an error of notation, in the reader's language."""
    fields = {name: tidy(str(value), 60) for name, value in error.fields.items()}
    return _(error.msgid) % fields


def deal_from_north(text: str, place: str, notes: Notes) -> str:
    """Return the deal of four whole hands, from North, or "" with a note."""
    if len(text) > LONGEST_DEAL:
        notes.add(place, _("The hands cannot be read and are left out."))
        return ""
    try:
        return format_deal(parse_deal(text))
    except NotationError as error:
        notes.add(place, _("The hands cannot be read and are left out. %(reason)s") % {"reason": reason_of(error)})
        return ""


# One line of a traveller


@dataclass
class Line:
    """The play of a traveller line, as read: the fields of a ResultRecord."""

    kind: Kind = "played"
    contract: str = ""
    declarer: str = ""
    lead: str = ""
    tricks: int | None = None
    score: int | None = None
    score_ew: int | None = None
    ns_percent: Decimal | None = None
    ew_percent: Decimal | None = None
    remark: str = ""

    def unread(self, written: str) -> None:
        """Mark the line as unreadable and store its text. Only the first unreadable text is kept."""
        if self.kind != "unreadable":
            self.kind = "unreadable"
            self.remark = tidy(written.removeprefix(UNREAD))


UNREAD = "? "
"""The prefix of an unreadable text, where a format has no other word for such a line."""


def unread_contract(remark: str) -> str:
    """Write the placeholder for an unreadable contract. It never parses as a contract, so that an unreadable "Pass"
    does not come back as a pass-out."""
    try:
        parse_contract(remark)
    except NotationError:
        if remark.upper() not in NOT_PLAYED and remark not in BLANKS:
            return remark
    return f"{UNREAD}{remark or '?'}"


def unread_score(remark: str) -> str:
    """Write the placeholder for an unreadable score."""
    plain = remark.upper()
    return f"{UNREAD}{remark or '?'}" if plain in NOT_PLAYED | BLANKS or _SCORE_LIKE.fullmatch(plain) else remark


_SCORE_LIKE = re.compile(r"[+-]?\d.*|A[+-]?\s?[\d/ +-]*.*|M[+-]?")
NOT_PLAYED = frozenset(
    ("NP", "N P", "N/P", "N.P.", "NOT PLAYED", "NJ", "N J", "N/J", "NON JOUE", "NON JOUEE", "NON JOUÉ", "NON JOUÉE")
)
"""Words of programs, in place of a contract or a score, for a board that was not played."""
BLANKS = frozenset(("", "-", "--", "?", "N/A"))


def tricks_of(result: str, contract: str) -> str:
    """Return all declarer's tricks, from a result beside its contract: "=", "+1" and "-2" of "4 S x" are 10, 11 and 8.

    An absolute result is returned as it is; a relative one without a contract gives "".
    """
    result = plain_minus(result)
    if not re.fullmatch(r"=|[+-]\d{1,2}", result, re.ASCII):
        return result
    level = re.match(r"[1-7]", contract)
    return str(int(level[0]) + 6 + (0 if result == "=" else int(result))) if level else ""


def read_play(
    *, contract: str, declarer: str, tricks: str, lead: str, note: Callable[[str], None], irregular: bool = False
) -> Line:
    """Read the contract, declarer, tricks and lead of a line, from the words of the file; "" where it has none.

    Odd values are reported to *note*. A line with a contract and an empty line both get the kind "played"; `settle`
    corrects the latter once the caller has read the score.
    """
    line = Line()
    contract, declarer, tricks, lead = (word[: 4 * LONGEST_WORD].strip() for word in (contract, declarer, tricks, lead))
    if len(contract) > LONGEST_WORD:
        note(
            _("The contract cannot be read; the line is kept as unread. %(reason)s")
            % {"reason": tidy(contract, 20) + "…"}
        )
        line.unread(contract)
        contract = ""
    if irregular:
        # PBN standard, section 3.9: "^" marks a value that does not follow from the rest of the record.
        for value in (contract, declarer, tricks):
            if value.startswith("^"):
                note(_("“%(value)s” is marked as irregular in the file.") % {"value": tidy(value, 20)})
        contract, declarer, tricks = (value.lstrip("^").strip() for value in (contract, declarer, tricks))

    if contract.upper() in NOT_PLAYED:
        line.kind = "not_played"
        return line
    if contract not in BLANKS:
        try:
            read = parse_contract(contract)
        except NotationError as error:
            note(
                _("The contract cannot be read; the line is kept as unread. %(reason)s") % {"reason": reason_of(error)}
            )
            line.unread(contract)
        else:
            if read is None:
                line.kind = "passed"
                return line
            line.contract = str(read)
            declarer = read.declarer or declarer

    if declarer not in BLANKS:
        try:
            line.declarer = str(parse_seat(declarer))
        except NotationError:
            note(_("“%(text)s” is not a declarer: N, E, S or W was expected.") % {"text": tidy(declarer, 20)})
    if line.contract and not line.declarer:
        note(_("The contract %(contract)s has no declarer; it is kept as a remark.") % {"contract": line.contract})
        line.contract, line.remark = "", line.contract

    if tricks not in BLANKS:
        line.tricks = whole(tricks_of(tricks, line.contract), 0, 13)
        if line.tricks is None:
            note(_("“%(text)s” is not a number of tricks, 0 to 13.") % {"text": tidy(tricks, 20)})
    if lead not in BLANKS:
        try:
            line.lead = str(Card.parse(lead))
        except NotationError:
            note(_("The lead “%(text)s” is not a card.") % {"text": tidy(lead, 20)})
    return line


def says_again(score: str, line: Line) -> bool:
    """Does a score only repeat in words that the board was passed out, or was not played?"""
    if line.kind == "passed":
        try:
            return parse_contract(score[:LONGEST_WORD]) is None
        except NotationError:
            return False
    return line.kind == "not_played" and score.upper() in NOT_PLAYED


def read_score(score: str, line: Line, note: Callable[[str], None]) -> None:
    """Store the score of a line, North-South's points, or that it was not played. Other text is kept as unread."""
    score = score.strip()
    if score in BLANKS or says_again(score, line):
        return
    if score.upper() in NOT_PLAYED and line.kind == "played" and not line.contract:
        line.kind = "not_played"
        return
    line.score = whole(re.sub(r"\.0+$", "", score), -MAX_SCORE, MAX_SCORE)
    if line.score is None:
        note(_("“%(text)s” is not a score; the line is kept as unread.") % {"text": tidy(score, 20)})
        line.unread(score)


def settle(line: Line, *, points: bool, note: Callable[[str], None]) -> Line:
    """Set the kind of the line, once its score has been read. *points*: the line has match points or IMPs.

    A line is played when it has a score, or all the values to compute one.
    """
    if line.kind != "played" or line.score is not None or (line.contract and line.tricks is not None):
        return line
    shares = line.ns_percent is not None or line.ew_percent is not None
    if line.contract or line.remark or points or shares or line.tricks is not None:
        note(_("There is neither a score nor a contract with its tricks; the line is kept as unread."))
        line.unread(line.remark or line.contract)
    else:
        line.kind = "not_played"
    return line
