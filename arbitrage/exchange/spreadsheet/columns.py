"""What the columns of a table mean: proposed from their headings, or said by a director."""

import csv
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
    MAX_BOARD_NUMBER,
    MAX_SCORE,
    MAX_TABLE,
    NOT_PLAYED,
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
HEADING_WITHIN = 20
"""A heading is looked for in so many rows: programs put titles above it."""

COLUMNS = (
    "tournament", "date", "club", "scoring", "winners", "event", "session", "section", "board", "dealer",
    "vulnerability", "deal", "table", "round", "ns", "ew", "kind", "contract", "declarer", "lead", "tricks", "score",
    "ns_points", "ew_points", "ns_percent", "ew_percent", "remark", "ns_name1", "ns_name2", "ns_licence1",
    "ns_licence2", "ew_name1", "ew_name2", "ew_licence1", "ew_licence2",
)  # fmt: skip
"""The columns of our own table, in the order they are written; any order is read."""

_HEADINGS: Mapping[str, str] = {
    "tournament": "tournament, event name, tournoi, titre",
    "date": "date, jour",
    "club": "club",
    "session": "session, seance",
    "section": "section, sect, sec, groupe, ligne",
    "board": "board, board no, board number, bd, brd, donne, n donne, no donne, etui, no etui",
    "dealer": "dealer, donneur",
    "vulnerability": "vulnerability, vulnerable, vul, vulnerabilite",
    "deal": "deal, hands, mains",
    "table": "table, tab, table no, table number, no table",
    "round": "round, rnd, round no, tour",
    "ns": "ns, n s, ns pair, pair ns, pairns, paire ns, no ns, north south, nord sud, pairid ns",
    "ew": "ew, e w, eo, e o, ew pair, pair ew, pairew, paire eo, no eo, east west, est ouest, pairid ew",
    "contract": "contract, cont, contrat, final contract",
    "declarer": "declarer, dec, decl, by, played by, declarant, ns ew, joue par",
    "result": "result, res, resultat, made, margin",
    "tricks": "tricks, tricks made, tricks taken, levees, nb levees, pli, plis",
    "lead": "lead, opening lead, leadcard, ld, entame, ent",
    "score": "score, ns score, score ns, score n s, marque, marque ns",
    "score_ew": "ew score, score ew, score e w, score eo, marque eo",
    "ns_points": "ns points, ns mp, mp ns, mp n s, ns match points, ns matchpoints, note ns, imp ns, ns imps",
    "ew_points": "ew points, ew mp, mp ew, mp e w, ew match points, ew matchpoints, note eo, imp eo, ew imps",
    "ns_percent": "ns percent, ns pct, pct ns, percent ns, pourcentage ns",
    "ew_percent": "ew percent, ew pct, pct ew, pct eo, percent ew, pourcentage eo",
    "remark": "remark, remarks, remarque, notes, comment, commentaire",
    "ns_names": "ns names, names ns, ns players, joueurs ns, noms ns, nom ns, equipe ns",
    "ew_names": "ew names, names ew, ew players, joueurs eo, noms eo, nom eo, equipe eo",
    "ns_name1": "north, nord, joueur n, north name",
    "ns_name2": "south, sud, joueur s, south name",
    "ew_name1": "east, est, joueur e, east name",
    "ew_name2": "west, ouest, joueur o, west name",
}
"""The headings of other programs, without accents and signs, by the field they stand for."""

_FRENCH = frozenset(
    ("donne", "n donne", "no donne", "etui", "no etui", "contrat", "declarant", "entame", "ent", "levees", "resultat")
    + ("marque", "joue par", "donneur", "paire ns", "paire eo", "nb levees", "pli", "plis")
)
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
SIDES: tuple[Direction, Direction] = ("NS", "EW")
BETWEEN_NAMES = (" - ", " / ", " & ", " et ", " and ", "/", "&", ";")
FORMULA = re.compile(r"'*[=+\-@＝＋－＠]")  # in full width too, which some spreadsheets take for the same
NO_TABLE = re.compile(rb"[<\[{]|%\s*PBN|PK\x03\x04|\x1f\x8b|\xd0\xcf\x11\xe0|%PDF")
"""How files of other formats begin."""


SAMPLE = 200
"""The rows that are looked at to see whether a column holds what it is said to hold."""

FIELDS = tuple(dict.fromkeys((*_HEADINGS, *COLUMNS)))
"""Everything that a column may mean."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a director says of a table: the field of each column in order, "" to leave it out, and whether its cards and
    contracts are in French, where "4C" is four hearts."""

    columns: tuple[str, ...]
    french: bool = False


@dataclass(frozen=True, slots=True)
class Proposal:
    """What the columns of a table are taken to be: each heading with the field it stands for, "" for none.

    *row* is the line of the heading, 0 for a table that has none; *french* whether it is in French, where "4C" is four
    hearts.
    """

    row: int
    delimiter: str
    columns: tuple[tuple[str, str], ...]
    french: bool

    @property
    def fields(self) -> frozenset[str]:
        return frozenset(field for _heading, field in self.columns if field)


def propose(text: str) -> Proposal | None:
    """The heading of a table and what its columns mean; None where no row of the first twenty looks like one."""
    best: Proposal | None = None
    for delimiter in ";,\t|":
        for row, cells in enumerate(rows_of(text[:100_000], delimiter, HEADING_WITHIN), 1):
            fields = recognised(cells)
            if len(set(fields) - {""}) >= max(2, len(best.fields) + 1 if best else 2):
                columns = tuple(zip((tidy(cell, 60) for cell in cells), fields, strict=True))
                best = Proposal(row, delimiter, columns, any(_plain(cell) in _FRENCH for cell in cells))
    return best


def recognised(cells: Sequence[str]) -> list[str]:
    """The field of each heading; the first heading of a field has it."""
    taken: set[str] = set()
    fields = []
    for cell in cells[:200]:
        plain = _plain(cell)
        field = cell if cell in COLUMNS else _FIELD_OF.get(plain, "")
        fields.append("" if field in taken else field)
        taken.add(field)
    return fields


def _plain(heading: str) -> str:
    """A heading in small letters without accents or signs: "Marque (N/S)" is "marque n s", "% NS" "pct ns"."""
    letters = unicodedata.normalize("NFKD", heading[:80].replace("%", " pct ").replace("°", "o ")).casefold()
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return " ".join(re.sub(r"[^a-z0-9]+", " ", plain).split())


def rows_of(text: str, delimiter: str, limit: int) -> Iterator[list[str]]:
    try:
        for count, cells in enumerate(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)):
            if count >= limit:
                return
            yield [cell[:MAX_CELL] for cell in cells[:200]]
    except csv.Error:
        raise Unreadable("", _("The table is damaged: a cell of it never ends. Export it again.")) from None


def lacking(fields: Collection[str]) -> list[str]:
    """What a table of results needs and does not say: its board and both pairs, by their numbers or by their names."""
    said = {"board": {"board"}, "ns": {"ns", "ns_names", "ns_name1"}, "ew": {"ew", "ew_names", "ew_name1"}}
    return [needed for needed, ways in said.items() if not ways & set(fields)]


# What the columns mean


@dataclass(frozen=True, slots=True)
class Layout:
    """A table before it is read, for its director to say what its columns mean: the proposal and the first rows.

    *warnings* say which encoding was guessed, if one was.
    """

    proposal: Proposal
    rows: tuple[tuple[str, ...], ...]
    encoding: str
    warnings: tuple[Problem, ...]

    @property
    def sure(self) -> bool:
        """Is every column understood, and does what stands below fit?"""
        return all(field or not heading for heading, field in self.proposal.columns) and not self.problems()

    @property
    def meaning(self) -> Meaning:
        """What is proposed."""
        return Meaning(tuple(field for _heading, field in self.proposal.columns), self.proposal.french)

    def samples(self, column: int, count: int = 3) -> list[str]:
        """The first different cells of a column that hold something, as written, 40 characters of each."""
        cells = (tidy(row[column], 40) for row in self.rows if column < len(row))
        return list(dict.fromkeys(cell for cell in cells if cell))[:count]

    def problems(self, meaning: Meaning | None = None) -> list["Unfit"]:
        """Why the table cannot be read with this meaning, by default the one proposed; [] when it can."""
        fields = (meaning or self.meaning).columns
        found = [Unfit("twice", one, tuple(_all_of(fields, one))) for one in dict.fromkeys(fields)
                 if one and fields.count(one) > 1]  # fmt: skip
        said = set(fields)
        if not {"board", "deal"} <= said:
            found += [Unfit("missing", needed, ()) for needed in lacking(said)]
            if not said & RESULT_FIELDS:
                found.append(Unfit("missing", "contract", ()))
        for column, field in enumerate(fields):
            cells = [row[column].strip() for row in self.rows if column < len(row) and row[column].strip()]
            if field in _FITS and cells and not any(_FITS[field](unquoted(cell)) for cell in cells):
                found.append(Unfit("unfit", field, (column,)))
        return found


@dataclass(frozen=True, slots=True)
class Unfit:
    """What is wrong with what the columns of a table are said to mean: a *field* that none or several of them hold
    ("missing", "twice"), or that one is said to hold and does not ("unfit"). *columns* are their places, from 0."""

    why: Literal["missing", "twice", "unfit"]
    field: str
    columns: tuple[int, ...]


RESULT_FIELDS = frozenset(("contract", "score", "score_ew", "ns_percent"))
"""A line of a traveller says one of these, at least."""


def unnamed(text: str) -> Proposal | None:
    """The table of a text without a heading that is understood; None where most rows have not as many cells."""
    best: tuple[int, Proposal] | None = None
    for delimiter in ";,\t|":
        rows = list(rows_of(text, delimiter, HEADING_WITHIN))
        widths = Counter(len(cells) for cells in rows if any(cell.strip() for cell in cells))
        width, often = max(widths.items(), key=lambda one: (one[1], one[0]), default=(0, 0))
        if width < 3 or often < 2 or often * 2 <= sum(widths.values()) or (best and width <= best[0]):
            continue
        row = next(number for number, cells in enumerate(rows, 1) if len(cells) == width)
        cells = rows[row - 1]
        if any(re.fullmatch(r"\s*[+-]?\d+([.,]\d+)?\s*%?\s*", cell, re.ASCII) for cell in cells):
            row, cells = row - 1, [""] * width
        fields = recognised(cells)
        for place, field in enumerate(fields):
            below = [one[place].strip() for one in rows[row:] if len(one) == width and one[place].strip()]
            guess = _told_by(below) if not field else ""
            fields[place] = "" if guess in fields else guess or field
        columns = tuple(zip((tidy(cell, 60) for cell in cells), fields, strict=True))
        best = width, Proposal(row, delimiter, columns, any(_plain(cell) in _FRENCH for cell in cells))
    return best[1] if best else None


def _told_by(cells: Sequence[str]) -> str:
    """What a column is, where its cells alone tell it."""
    if cells and all(_is_contract(cell) for cell in cells) and not all(cell in BLANKS for cell in cells):
        return "contract"
    return "declarer" if cells and all(len(cell) == 1 and _reads(parse_seat, cell) for cell in cells) else ""


def _all_of(fields: Sequence[str], wanted: str) -> Iterator[int]:
    return (place for place, field in enumerate(fields) if field == wanted)


def _is_contract(cell: str) -> bool:
    margin = MARGIN.fullmatch(cell)
    written = margin[1] if margin and margin[1] else cell
    return (
        written in BLANKS
        or written.upper() in NOT_PLAYED
        or any(_reads(parse_contract, written, language) for language in ("en", "fr"))
    )


def _is_score(cell: str) -> bool:
    plain = cell.upper()
    whole_score = whole(cell.replace("\u2212", "-"), -MAX_SCORE, MAX_SCORE) is not None
    return whole_score or plain in BLANKS | NOT_PLAYED or plain in AWARDS or SHARES.fullmatch(plain) is not None


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
"""Whether a cell holds what its column is said to hold, where that can be told."""


def percent(text: str) -> Decimal | None:
    share = decimal(text.rstrip("% \u00a0\u202f"))
    return share if share is not None and 0 <= share <= 100 else None


def unquoted(text: str) -> str:
    """A cell without the apostrophe that keeps a spreadsheet from taking it for a formula."""
    return text[1:] if text.startswith("'") and FORMULA.match(text) else text
