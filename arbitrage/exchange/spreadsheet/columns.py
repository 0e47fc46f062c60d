"""The meaning of a table's columns: proposed from their headings, or given by a director."""

import csv
import dataclasses
import io
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from django.utils.translation import gettext as _

from arbitrage.exchange.reading import (
    BLANKS,
    LONGEST_WORD,
    MAX_BOARD_NUMBER,
    MAX_SCORE,
    MAX_TABLE,
    NOT_PLAYED,
    at_line,
    decimal,
    tidy,
    whole,
)
from arbitrage.exchange.records import (
    Direction,
    Kind,
    Problem,
    Scoring,
    Unreadable,
)
from rulings.bridge import parse_contract, parse_seat

MAX_ROWS = 120_000
MAX_CELL = 2_000
MAX_CELLS = 3_000_000
MAX_COLUMNS = 200
MAX_LINE = 200_000
HEADING_WITHIN = 20
"""Number of rows in which the heading is searched, as programs put titles above it."""

COLUMNS = (
    "tournament", "date", "club", "scoring", "winners", "event", "session", "section", "board", "dealer",
    "vulnerability", "deal", "table", "round", "ns", "ew", "kind", "contract", "declarer", "lead", "tricks", "score",
    "ns_points", "ew_points", "ns_percent", "ew_percent", "remark", "ns_name1", "ns_name2", "ns_licence1",
    "ns_licence2", "ew_name1", "ew_name2", "ew_licence1", "ew_licence2", "room", "ns_team", "ew_team",
    "player_n", "player_e", "player_s", "player_w",
)  # fmt: skip
"""The columns of our own table, in the order they are written; any order is read."""

_HEADINGS: Mapping[str, str] = {
    "tournament": "tournament, event name, tournoi, titre",
    "date": "date, jour",
    "club": "club",
    "session": "session, seance",
    "section": "section, sect, sec, groupe, ligne",
    "board": "rozdanie, nr rozdania, board, board no, board number, bd, brd, donne, n donne, no donne, etui, no etui",
    "dealer": "dealer, donneur",
    "vulnerability": "vulnerability, vulnerable, vul, vulnerabilite",
    "deal": "deal, hands, mains",
    "table": "table, tab, table no, table number, no table",
    "round": "round, rnd, round no, tour",
    "ns": "numery ns, numery n s, ns, n s, ns pair, pair ns, pairns, paire ns, no ns, north south, nord sud, pairid ns",
    "ew": "numery ew, numery e w, ew, e w, eo, e o, ew pair, pair ew, pairew, paire eo, no eo, est ouest, pairid ew",
    "contract": "kontrakt, ktr, contract, cont, contrat, final contract",
    "declarer": "gra, rg, rozgrywajacy, declarer, dec, decl, by, played by, declarant, ns ew, joue par",
    "result": "lew, result, res, resultat, made, margin",
    "tricks": "tricks, tricks made, tricks taken, levees, nb levees, pli, plis",
    "lead": "wist, wst, lead, opening lead, leadcard, ld, entame, ent",
    "score": "zapis ns, zapis n s, zapisy ns, zapisy n s, score, ns score, score ns, score n s, marque, marque ns",
    "score_ew": "zapis ew, zapis e w, zapisy ew, zapisy e w, ew score, score ew, score e w, score eo, marque eo",
    "ns_points": "ns points, ns mp, mp ns, mp n s, ns match points, ns matchpoints, note ns, imp ns, ns imps",
    "ew_points": "ew points, ew mp, mp ew, mp e w, ew match points, ew matchpoints, note eo, imp eo, ew imps",
    "ns_percent": "ns percent, ns pct, pct ns, percent ns, pourcentage ns",
    "ew_percent": "ew percent, ew pct, pct ew, pct eo, percent ew, pourcentage eo",
    "remark": "remark, remarks, remarque, notes, comment, commentaire",
    "ns_names": "ns names, names ns, ns players, joueurs ns, noms ns, nom ns, equipe ns",
    "ew_names": "ew names, names ew, ew players, joueurs eo, noms eo, nom eo, equipe eo",
    "pairs": "pairs, pair names, paires",
    "ns_name1": "north, nord, joueur n, north name",
    "ns_name2": "south, sud, joueur s, south name",
    "ew_name1": "east, est, joueur e, east name",
    "ew_name2": "west, ouest, joueur o, west name",
}
"""Fields by the headings of other programs, without accents and signs."""

_FRENCH = frozenset(
    ("donne", "n donne", "no donne", "etui", "no etui", "contrat", "declarant", "entame", "ent", "levees", "resultat")
    + ("marque", "joue par", "donneur", "paire ns", "paire eo", "nb levees", "pli", "plis")
)
_WEAK = {
    "pct": "ns_percent",
    "matchpoints": "ns_points",
    "mps": "ns_points",
    "points": "ns_points",
    "imps": "ns_points",
}
"""Fields by headings without a side: North-South's, unless the heading of another column names North-South's
explicitly."""
_FIELD_OF = {heading: field for field, headings in _HEADINGS.items() for heading in headings.split(", ")}
KINDS: tuple[Kind, ...] = ("played", "passed", "artificial", "not_played", "unreadable")
SCORINGS: tuple[Scoring, ...] = ("MP", "BUTLER", "CROSS_IMPS", "IMPS", "PAB", "TOTAL")
AWARDS = {
    "A+": Decimal(60),
    "A": Decimal(50),
    "A-": Decimal(40),
    "M+": Decimal(60),
    "M": Decimal(50),
    "M-": Decimal(40),
}
SHARES = re.compile(r"(?:A\s?)?(\d{2})(?:\s?%)?\s?[-/ ]?\s?(\d{2})(?:\s?%)?", re.ASCII)
MARGIN = re.compile(r"(.*?)\s*(=|[+-]\s?\d{1,2})", re.DOTALL | re.ASCII)
PLAYERS = ("player_n", "player_e", "player_s", "player_w")
"""The numbers of the four players of an individual."""
SIDES: tuple[Direction, Direction] = ("NS", "EW")
BETWEEN_NAMES = (" - ", " / ", " & ", " et ", " and ", "/", "&", ";", "-")
FORMULA = re.compile(r"'*[=+\-@＝＋－＠]")  # full-width signs too, as some spreadsheets treat them alike
NO_TABLE = re.compile(rb"[<\[{]|%\s*PBN|PK\x03\x04|\x1f\x8b|\xd0\xcf\x11\xe0|%PDF")
"""Beginnings of files of other formats."""


SAMPLE = 200
"""Number of rows whose values are checked against the meaning of their column."""

FIELDS = tuple(dict.fromkeys((*_HEADINGS, *COLUMNS)))
"""Every possible meaning of a column."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """A director's meaning of a table: the field of each column in order, "" to leave it out. *french*: cards and
    contracts are in French, where "4C" is four hearts. *board* is the board of all rows where no column has it."""

    columns: tuple[str, ...]
    french: bool = False
    board: str = dataclasses.field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Proposal:
    """The proposed meaning of a table's columns: each heading with the field it stands for, "" for none.

    *row* is the line of the heading, 0 for a table that has none. *french*: the heading is in French, where "4C" is
    four hearts.
    """

    row: int
    delimiter: str
    columns: tuple[tuple[str, str], ...]
    french: bool

    @property
    def fields(self) -> frozenset[str]:
        return frozenset(field for _heading, field in self.columns if field)


def propose(text: str) -> Proposal | None:
    """Find the heading of a table and the meaning of its columns; None when no heading is in the first twenty rows."""
    best: Proposal | None = None
    for delimiter in ";,\t|":
        for row, cells in enumerate(rows_of(text[:100_000], delimiter, HEADING_WITHIN), 1):
            fields = recognised(cells)
            if len(set(fields) - {""}) >= max(2, len(best.fields) + 1 if best else 2):
                below = list(rows_of(text[:100_000], delimiter, row + SAMPLE))[row:]
                fields = by_contents(fields, [row for row in below if len(row) == len(cells)])
                columns = tuple(zip((tidy(cell, 60) for cell in cells), fields, strict=True))
                best = Proposal(row, delimiter, columns, any(_plain(cell) in _FRENCH for cell in cells))
    return best


def recognised(cells: Sequence[str]) -> list[str]:
    """Recognise the field of each heading. If several headings mean one field, only the first gets it."""
    taken: set[str] = set()
    fields = []
    for cell in cells[:200]:
        plain = _plain(cell)
        field = cell if cell in COLUMNS else _FIELD_OF.get(plain, "")
        fields.append("" if field in taken else field)
        taken.add(field)
    for place, cell in enumerate(cells[:200]):
        weak = _WEAK.get(_plain(cell), "")
        if weak and not fields[place] and weak not in taken:
            fields[place] = weak
            taken.add(weak)
    return fields


def by_contents(fields: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Correct the fields of columns by their contents: a "result" may be a contract with its result, and a "score" may
    be the percentage while "points" is the score."""
    names = list(fields)

    def below(field: str) -> list[str]:
        cells = [row[names.index(field)].strip() for row in rows] if field in names else []
        return [cell for cell in cells if cell]

    def becomes(field: str, other: str) -> None:
        place = names.index(field)
        names[place] = "" if other in names else other

    results = below("result")
    if "contract" not in names and results and all(map(_is_contract, results)) and any(map(_names_suit, results)):
        becomes("result", "contract")
    scores, points = below("score"), below("ns_points")
    shares = bool(scores) and all(cell.endswith("%") and percent(cell) is not None for cell in scores)
    whole_tens = bool(points) and all(re.fullmatch(r"[+-]?\d+", cell) and int(cell) % 10 == 0 for cell in points)
    if shares or (whole_tens and scores and any("." in cell for cell in scores)):
        if shares:
            becomes("score", "ns_percent")
        else:
            names[names.index("score")], names[names.index("ns_points")] = "ns_points", "score"
        if shares and whole_tens:
            becomes("ns_points", "score")
    return names


def _names_suit(cell: str) -> bool:
    return re.match(r"[1-7]\s*\D", cell) is not None


def _plain(heading: str) -> str:
    """Write a heading in small letters without accents or signs: "Marque (N/S)" is "marque n s", "% NS" "pct ns"."""
    letters = unicodedata.normalize("NFKD", heading[:80].replace("%", " pct ").replace("°", "o ")).casefold()
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return " ".join(re.sub(r"[^a-z0-9]+", " ", plain).split())


def rows_of(text: str, delimiter: str, limit: int) -> Iterator[list[str]]:
    """Split a text into rows, at most *limit* of them, and cut each to the number of cells that a row of a workbook may
    have.

    :raises Unreadable: a cell never ends, a line is longer than in any table, or there are too many cells.
    """
    left = MAX_CELLS
    try:
        for count, cells in enumerate(csv.reader(_bounded(text), delimiter=delimiter)):
            if count >= limit:
                return
            left -= len(cells)
            if left < 0:
                raise Unreadable(at_line(count + 1), _("The file is larger than any tournament’s."))
            yield [cell[:MAX_CELL] for cell in cells[:MAX_COLUMNS]]
    except csv.Error:
        raise Unreadable("", _("The table is damaged: a cell of it never ends. Export it again.")) from None


def _bounded(text: str) -> Iterator[str]:
    for number, line in enumerate(io.StringIO(text, newline=""), 1):
        if len(line) > MAX_LINE:
            raise Unreadable(at_line(number), _("The file is larger than any tournament’s."))
        yield line


def lacking(fields: Collection[str]) -> list[str]:
    """Name the required columns that a table of results lacks: the board and both pairs, by their numbers or names."""
    ways_given = {
        "board": {"board"},
        "ns": {"ns", "ns_names", "ns_name1", "pairs", "player_n"},
        "ew": {"ew", "ew_names", "ew_name1", "pairs", "player_e"},
    }
    return [needed for needed, ways in ways_given.items() if not ways & set(fields)]


# The meaning of the columns


@dataclass(frozen=True, slots=True)
class Layout:
    """A table before it is read, for its director to confirm its columns: the proposal and the first rows.

    *board* is the number in the name of the file. *warnings* say which encoding was guessed, if one was.
    """

    proposal: Proposal
    rows: tuple[tuple[str, ...], ...]
    encoding: str
    warnings: tuple[Problem, ...]
    board: str = ""

    @property
    def sure(self) -> bool:
        """Is every column understood, and do the values below fit?"""
        return all(field or not heading for heading, field in self.proposal.columns) and not self.problems()

    @property
    def meaning(self) -> Meaning:
        """The proposed meaning."""
        fields = tuple(field for _heading, field in self.proposal.columns)
        return Meaning(fields, self.proposal.french, "" if "board" in fields else self.board)

    def samples(self, column: int, count: int = 3) -> list[str]:
        """Return the first different cells of a column that hold something, as written, 40 characters of each."""
        cells = (tidy(row[column], 40) for row in self.rows if column < len(row))
        return list(dict.fromkeys(cell for cell in cells if cell))[:count]

    def problems(self, meaning: Meaning | None = None) -> list["Unfit"]:
        """List the reasons why the table cannot be read with this meaning (by default the proposal); [] when it can."""
        meaning = meaning or self.meaning
        fields = meaning.columns
        unfit = [Unfit("twice", name, tuple(_all_of(fields, name))) for name in dict.fromkeys(fields)
                 if name and fields.count(name) > 1]  # fmt: skip
        given = set(fields) | ({"board"} if whole(meaning.board, 1, MAX_BOARD_NUMBER) is not None else set())
        if not {"board", "deal"} <= given:
            unfit += [Unfit("missing", needed, ()) for needed in lacking(given)]
            if not given & RESULT_FIELDS:
                unfit.append(Unfit("missing", "contract", ()))
        for column, field in enumerate(fields):
            cells = [row[column].strip() for row in self.rows if column < len(row) and row[column].strip()]
            if field in _FITS and cells and not any(_FITS[field](unquoted(cell)) for cell in cells):
                unfit.append(Unfit("unfit", field, (column,)))
        return unfit


@dataclass(frozen=True, slots=True)
class Unfit:
    """An error in the meaning of a table's columns: a *field* with no column or several ("missing", "twice"), or with a
    column of other values ("unfit"). *columns* are their places, from 0."""

    why: Literal["missing", "twice", "unfit"]
    field: str
    columns: tuple[int, ...]


RESULT_FIELDS = frozenset(("contract", "score", "score_ew", "ns_percent"))
"""Fields: a line of a traveller needs at least one of them."""


def unnamed(text: str) -> Proposal | None:
    """Read the table of a text without a known heading; None where most rows differ in their number of cells."""
    best: tuple[int, Proposal] | None = None
    for delimiter in ";,\t|":
        rows = list(rows_of(text, delimiter, HEADING_WITHIN))
        widths = Counter(len(cells) for cells in rows if any(cell.strip() for cell in cells))
        width, often = max(widths.items(), key=lambda entry: (entry[1], entry[0]), default=(0, 0))
        if width < 3 or often < 2 or often * 2 <= sum(widths.values()) or (best and width <= best[0]):
            continue
        row = next(number for number, cells in enumerate(rows, 1) if len(cells) == width)
        cells = rows[row - 1]
        if any(re.fullmatch(r"\s*[+-]?\d+([.,]\d+)?\s*%?\s*", cell, re.ASCII) for cell in cells):
            row, cells = row - 1, [""] * width
        fields = recognised(cells)
        for place, field in enumerate(fields):
            below = [cells[place].strip() for cells in rows[row:] if len(cells) == width and cells[place].strip()]
            guess = _told_by(below) if not field else ""
            fields[place] = "" if guess in fields else guess or field
        columns = tuple(zip((tidy(cell, 60) for cell in cells), fields, strict=True))
        best = width, Proposal(row, delimiter, columns, any(_plain(cell) in _FRENCH for cell in cells))
    return best[1] if best else None


def _told_by(cells: Sequence[str]) -> str:
    """Guess the meaning of a column from its cells alone, where they are unambiguous."""
    if cells and all(_is_contract(cell) for cell in cells) and not all(cell in BLANKS for cell in cells):
        return "contract"
    return "declarer" if cells and all(len(cell) == 1 and _reads(parse_seat, cell) for cell in cells) else ""


def _all_of(fields: Sequence[str], wanted: str) -> Iterator[int]:
    return (place for place, field in enumerate(fields) if field == wanted)


def _is_contract(cell: str) -> bool:
    margin = MARGIN.fullmatch(cell) if len(cell) <= LONGEST_WORD else None
    written = margin[1] if margin and margin[1] else cell
    return (
        written in BLANKS
        or written.upper() in NOT_PLAYED
        or any(_reads(parse_contract, spaced(written), language) for language in ("en", "fr"))
    )


_CLOSE = re.compile(r"([1-7].*?(?:[SHDCNPKT♠♥♦♣]|NT|SA)(?:[xX×*]{0,2}))([NESWO])", re.DOTALL)


def spaced(contract: str) -> str:
    """Put a blank between a contract and its declarer written together: "3♣xS" is "3♣x S"."""
    close = _CLOSE.fullmatch(contract) if len(contract) <= LONGEST_WORD else None
    return f"{close[1]} {close[2]}" if close else contract


def _is_score(cell: str) -> bool:
    plain = cell.upper()
    return (
        whole(cell, -MAX_SCORE, MAX_SCORE) is not None
        or plain in BLANKS | NOT_PLAYED
        or plain in AWARDS
        or SHARES.fullmatch(plain) is not None
    )


def _reads(parse: Callable[..., object], *written: str) -> bool:
    try:
        parse(*written)
    except ValueError:
        return False
    return True


_FITS: Mapping[str, Callable[[str], bool]] = {
    "board": lambda cell: whole(cell, 1, MAX_BOARD_NUMBER) is not None,
    "table": lambda cell: whole(cell, 1, MAX_TABLE) is not None,
    "round": lambda cell: whole(cell, 1, MAX_TABLE) is not None,
    "contract": _is_contract,
    "declarer": lambda cell: cell in BLANKS or _reads(parse_seat, cell),
    "score": _is_score,
    "score_ew": _is_score,
    "ns_percent": lambda cell: percent(cell) is not None,
    "ew_percent": lambda cell: percent(cell) is not None,
    "ns_points": lambda cell: decimal(cell) is not None,
    "ew_points": lambda cell: decimal(cell) is not None,
}
"""Checks of a cell against the meaning of its column, where one is possible."""


def percent(text: str) -> Decimal | None:
    share = decimal(text.rstrip("% \u00a0\u202f"))
    return share if share is not None and 0 <= share <= 100 else None


def unquoted(text: str) -> str:
    """Strip a cell of the apostrophe that keeps a spreadsheet from taking it for a formula."""
    return text[1:] if text.startswith("'") and FORMULA.match(text) else text
