"""Tables in CSV: our own, written and read back, and those of any program whose columns can be recognised.

Ours has a row for each result, and columns named in English (docs/formats.md). It is written with semicolons and a
byte order mark, as spreadsheets of the continent expect; a text that a spreadsheet would take for a formula has an
apostrophe before it.

Any other table is read by proposing what its columns mean, from their headings in English or French; what was proposed
is said, so that a director sees it before anything is stored. Where the headings do not say it, the director does
(`layout`, `Meaning`).
"""

import csv
import io
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arbitrage.exchange.reading import (
    BLANKS,
    MAX_BOARD_NUMBER,
    MAX_SCORE,
    MAX_TABLE,
    Gathering,
    Line,
    Notes,
    Where,
    at_board,
    at_line,
    check_size,
    date,
    decimal,
    decode,
    read_play,
    settle,
    tidy,
    tricks_of,
    whole,
)
from arbitrage.exchange.records import (
    BoardRecord,
    ContestantRecord,
    Direction,
    Kind,
    PlayerRecord,
    Problem,
    ResultRecord,
    Scoring,
    TournamentFile,
    Unreadable,
)
from rulings.bridge import Card, NotationError, parse_contract, parse_seat, parse_vulnerability

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
_KINDS: tuple[Kind, ...] = ("played", "passed", "artificial", "not_played", "unreadable")
_SCORINGS: tuple[Scoring, ...] = ("MP", "BUTLER", "CROSS_IMPS", "IMPS", "PAB", "TOTAL")
_AWARDS = {
    "A+": Decimal(60),
    "A": Decimal(50),
    "A-": Decimal(40),
    "M+": Decimal(60),
    "M": Decimal(50),
    "M-": Decimal(40),
}
_SHARES = re.compile(r"(?:A\s?)?(\d{2})(?:\s?%)?\s?[-/ ]?\s?(\d{2})(?:\s?%)?", re.ASCII)
_MARGIN = re.compile(r"(.*?)\s*(=|[+-]\s?\d{1,2})", re.DOTALL | re.ASCII)
_NOT_PLAYED = frozenset(("NP", "N P", "N/P", "NOT PLAYED", "NJ", "NON JOUE", "NON JOUEE"))
_SIDES: tuple[Direction, Direction] = ("NS", "EW")
_BETWEEN_NAMES = (" - ", " / ", " & ", " et ", " and ", "/", "&", ";")
_FORMULA = re.compile(r"'*[=+\-@]")
_NO_TABLE = re.compile(rb"[<\[{]|%\s*PBN|PK\x03\x04|\x1f\x8b|\xd0\xcf\x11\xe0|%PDF")
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
        for row, cells in enumerate(_rows(text[:100_000], delimiter, HEADING_WITHIN), 1):
            fields = _recognised(cells)
            if len(set(fields) - {""}) >= max(2, len(best.fields) + 1 if best else 2):
                columns = tuple(zip((tidy(cell, 60) for cell in cells), fields, strict=True))
                best = Proposal(row, delimiter, columns, any(_plain(cell) in _FRENCH for cell in cells))
    return best


def _recognised(cells: Sequence[str]) -> list[str]:
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


def _rows(text: str, delimiter: str, limit: int) -> Iterator[list[str]]:
    try:
        for count, cells in enumerate(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)):
            if count >= limit:
                return
            yield [cell[:MAX_CELL] for cell in cells[:200]]
    except csv.Error:
        raise Unreadable("", _("The table is damaged: a cell of it never ends. Export it again.")) from None


def is_table(data: bytes) -> bool:
    """Whether a file looks like a table with a heading that is understood."""
    start = data[:20_000].removeprefix(b"\xef\xbb\xbf")
    if b"\0" in start:
        return False
    try:
        return propose(start.decode("utf-8", "replace")) is not None
    except Unreadable:
        return False


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
            found += [Unfit("missing", needed, ()) for needed in ("board", "ns", "ew") if needed not in said]
            if not said & RESULT_FIELDS:
                found.append(Unfit("missing", "contract", ()))
        for column, field in enumerate(fields):
            cells = [row[column].strip() for row in self.rows if column < len(row) and row[column].strip()]
            if field in _FITS and cells and not any(_FITS[field](_unquoted(cell)) for cell in cells):
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


def layout(data: bytes) -> Layout | None:
    """How a table is made; None where the file is not one. Only its beginning is looked at, however long it is.

    :raises Unreadable: it is too large, or damaged.
    """
    check_size(data)
    if _NO_TABLE.match(data.lstrip(b"\xef\xbb\xbf \t\r\n")):
        return None
    notes = Notes()
    wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))  # UTF-16, which is not cut at a byte
    try:
        text, encoding = decode(data if wide else _beginning(data), "", notes)
    except Unreadable:
        return None
    text = text.removeprefix("\ufeff")[:100_000]
    proposal = propose(text) or _unnamed(text)
    if proposal is None:
        return None
    # Of a longer text the last row may be cut in its middle; a row too few is not missed.
    rows = list(_rows(text, proposal.delimiter, proposal.row + SAMPLE))[proposal.row :]
    filled = tuple(tuple(row) for row in rows if any(cell.strip() for cell in row))
    return Layout(proposal, filled, encoding, notes.all())


def _beginning(data: bytes) -> bytes:
    """The first lines of a file, whole; as far as an accent that tells the encoding may stand."""
    return data if len(data) <= 400_000 else data[: data.rfind(b"\n", 0, 400_000) + 1] or data[:100_000]


def _unnamed(text: str) -> Proposal | None:
    """The table of a text without a heading that is understood; None where most rows have not as many cells."""
    best: tuple[int, Proposal] | None = None
    for delimiter in ";,\t|":
        rows = list(_rows(text, delimiter, HEADING_WITHIN))
        widths = Counter(len(cells) for cells in rows if any(cell.strip() for cell in cells))
        width, often = max(widths.items(), key=lambda one: (one[1], one[0]), default=(0, 0))
        if width < 3 or often < 2 or often * 2 <= sum(widths.values()) or (best and width <= best[0]):
            continue
        row = next(number for number, cells in enumerate(rows, 1) if len(cells) == width)
        cells = rows[row - 1]
        if any(re.fullmatch(r"\s*[+-]?\d+([.,]\d+)?\s*%?\s*", cell, re.ASCII) for cell in cells):
            row, cells = row - 1, [""] * width
        fields = _recognised(cells)
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
    margin = _MARGIN.fullmatch(cell)
    written = margin[1] if margin and margin[1] else cell
    return written in BLANKS or any(_reads(parse_contract, written, language) for language in ("en", "fr"))


def _is_score(cell: str) -> bool:
    plain = cell.upper()
    whole_score = whole(cell.replace("\u2212", "-"), -MAX_SCORE, MAX_SCORE) is not None
    return whole_score or plain in BLANKS | _NOT_PLAYED or plain in _AWARDS or _SHARES.fullmatch(plain) is not None


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
    "ns_percent": lambda cell: _percent(cell) is not None,
    "ew_percent": lambda cell: _percent(cell) is not None,
    "ns_points": lambda cell: decimal(cell) is not None,
    "ew_points": lambda cell: decimal(cell) is not None,
}
"""Whether a cell holds what its column is said to hold, where that can be told."""


# Reading


def read(data: bytes, columns: Mapping[str, str] | Meaning | None = None) -> TournamentFile:
    """The tournament in a table, ours or another program's.

    *columns* says what the columns mean where the proposal is wrong: heading by heading, or all of them in order; ""
    leaves a column out.

    :raises Unreadable: it is not a table, or its columns do not say which pairs played what on which board.
    """
    check_size(data)
    notes = Notes()
    text, encoding = decode(data, "", notes)
    text = text.removeprefix("\ufeff")
    proposal = propose(text)
    if proposal is None and isinstance(columns, Meaning):
        proposal = _unnamed(text[:100_000])
    if proposal is None:
        raise Unreadable("", _("The columns of the table have no heading that is understood."))
    proposal = _meant(proposal, columns)
    _check_columns(proposal)
    if any(heading != field for heading, field in proposal.columns):
        notes.add(at_line(proposal.row), _said_columns(proposal))
    reader = _Reader(proposal, notes)
    for row, cells in enumerate(_rows(text, proposal.delimiter, MAX_ROWS + 1), 1):
        if row > MAX_ROWS:
            raise Unreadable(at_line(row), _("The file is larger than any tournament’s."))
        if row > proposal.row and any(cell.strip() for cell in cells):
            reader.read_row(row, cells)
    if not reader.found.lines:
        raise Unreadable("", _("The tournament has no board: nothing was recorded."))
    return reader.tournament(encoding)


def _meant(proposal: Proposal, columns: Mapping[str, str] | Meaning | None) -> Proposal:
    if columns is None:
        return proposal
    if isinstance(columns, Meaning):
        fields = columns.columns[: len(proposal.columns)]
        fields += ("",) * (len(proposal.columns) - len(fields))
        chosen = tuple((heading, field) for (heading, _field), field in zip(proposal.columns, fields, strict=True))
        return replace(proposal, columns=chosen, french=columns.french)
    return replace(
        proposal, columns=tuple((heading, columns.get(heading, field)) for heading, field in proposal.columns)
    )


def _check_columns(proposal: Proposal) -> None:
    fields = proposal.fields
    deals_only = {"board", "deal"} <= fields
    if deals_only or ({"board", "ns", "ew"} <= fields and fields & RESULT_FIELDS):
        return
    headings = ", ".join(f"“{heading}”" for heading, _field in proposal.columns[:20] if heading)
    reason = _(
        "The table needs columns for the board, the North-South pair, the East-West pair and the contract or the "
        "score. Its columns are %(headings)s: give them these names, then read it again."
    )
    raise Unreadable(at_line(proposal.row), reason % {"headings": headings})


def _said_columns(proposal: Proposal) -> str:
    used = ", ".join(f"“{heading}” → {field}" for heading, field in proposal.columns if field)
    unused = [f"“{heading}”" for heading, field in proposal.columns if not field and heading]
    said = _("The columns were read so: %(columns)s.") % {"columns": used}
    if unused:
        left = ngettext("Column left out: %(columns)s.", "Columns left out: %(columns)s.", len(unused))
        said += " " + left % {"columns": ", ".join(unused[:20])}
    return said


class _Reader:
    """What has been found so far, row after row."""

    def __init__(self, proposal: Proposal, notes: Notes) -> None:
        self.proposal = proposal
        self.notes = notes
        self.found = Gathering(notes)
        self.about: dict[str, str] = {}
        self.boards: dict[tuple[str, int], tuple[str, str]] = {}
        # The players of the pairs by section, number and side; who sat which way on each board; and the sections where
        # two pairs have one number.
        self.pairs: dict[Where, dict[tuple[str, Direction], tuple[PlayerRecord, ...]]] = {}
        self.met: set[tuple[Where, int, str, Direction]] = set()
        self.twice: set[Where] = set()

    def read_row(self, row: int, cells: Sequence[str]) -> None:
        given = {
            field: _unquoted(cell.strip())
            for (_heading, field), cell in zip(self.proposal.columns, cells, strict=False)
            if field
        }
        number = whole(given.get("board", ""), 1, MAX_BOARD_NUMBER)
        if number is None:
            reason = _("“%(text)s” is not a board number; the line is left out.")
            self.notes.add(at_line(row), reason % {"text": tidy(given.get("board", ""), 20)})
            return
        place = at_board(row, number)
        for name in ("tournament", "date", "club", "scoring", "winners", "event"):
            if given.get(name):
                self.about.setdefault(name, given[name])
        session, section = tidy(given.get("session", ""), 30), tidy(given.get("section", ""), 30)
        self.found.add_board(session, number, place)
        self._board(given, session, number, place)
        ns, ew = tidy(given.get("ns", ""), 20), tidy(given.get("ew", ""), 20)
        if not ns and not ew and not any(given.get(field) for field in ("contract", "score", "score_ew", "kind")):
            return
        line = self._line(given, place)
        if not ns or not ew:
            self.notes.add(place, _("The line does not say which pairs played."))
        self._name(given, (session, section), number, (ns, ew))
        self.found.add_line(session, number, replace(line, ns=ns, ew=ew, section=section), place)

    def tournament(self, encoding: str) -> TournamentFile:
        self._make_pairs()
        scoring = self.about.get("scoring", "").upper()
        return TournamentFile(
            name=tidy(self.about.get("tournament", "")),
            date=date(self.about.get("date", "")),
            scoring=next((one for one in _SCORINGS if one == scoring), ""),
            winners=whole(self.about.get("winners", ""), 1, 2),
            event="pairs" if self.about.get("event") == "pairs" or any(self.found.lines.values()) else "",
            club=tidy(self.about.get("club", "")),
            sections=self.found.section_records(),
            boards=tuple(self._dealt(board) for board in self.found.boards()),
            warnings=self.notes.all(),
            format="csv",
            encoding=encoding,
        )

    def _board(self, given: Mapping[str, str], session: str, number: int, place: str) -> None:
        if given.get("deal"):
            self.found.hold(session, number, given["deal"], place)
        try:
            dealt_by = str(parse_seat(given["dealer"])) if given.get("dealer") else ""
            vulnerable = parse_vulnerability(given["vulnerability"]) if given.get("vulnerability") else ""
        except NotationError:
            dealt_by = vulnerable = ""
        self.boards.setdefault((session, number), (dealt_by, vulnerable))

    def _dealt(self, board: BoardRecord) -> BoardRecord:
        dealt_by, vulnerable = self.boards[board.session, board.number]
        return replace(board, dealer=dealt_by or board.dealer, vulnerability=vulnerable or board.vulnerability)

    # One result

    def _line(self, given: Mapping[str, str], place: str) -> ResultRecord:
        def note(reason: str) -> None:
            self.notes.add(place, reason)

        contract, declarer, tricks = self._play(given)
        kind = next((one for one in _KINDS if one == given.get("kind", "")), None)
        lead = self._lead(given.get("lead", ""))
        line = read_play(contract=contract, declarer=declarer, tricks=tricks, lead=lead, note=note)
        ns_points, ew_points = decimal(given.get("ns_points", "")), decimal(given.get("ew_points", ""))
        shares = [_percent(given.get(f"{side}_percent", "")) for side in ("ns", "ew")]
        line.ns_percent, line.ew_percent = shares
        self._score(given, line, note)
        if kind is not None and kind != "played" and line.kind != "unreadable":
            line.kind = kind
        settle(line, points=ns_points is not None or ew_points is not None, note=note)
        if line.kind == "passed" and line.score is None:
            line.score = 0
        return ResultRecord(
            kind=line.kind,
            table=whole(given.get("table", ""), 1, MAX_TABLE),
            round=whole(given.get("round", ""), 1, MAX_TABLE),
            contract=line.contract,
            declarer=line.declarer,
            lead=line.lead,
            tricks=line.tricks,
            score=line.score,
            ns_points=ns_points,
            ew_points=ew_points,
            ns_percent=line.ns_percent,
            ew_percent=line.ew_percent,
            remark=line.remark or tidy(given.get("remark", "")),
        )

    def _play(self, given: Mapping[str, str]) -> tuple[str, str, str]:
        """Contract, declarer and tricks, in English; a contract may carry the other two with it: "4♠x S -1"."""
        written = given.get("contract", "")
        margin = _MARGIN.fullmatch(written)
        contract, result = (margin[1], margin[2]) if margin and margin[1] else (written, "")
        result = given.get("tricks", "") or given.get("result", "") or result
        if contract not in BLANKS:
            try:
                read = parse_contract(contract, "fr" if self.proposal.french else "en")
            except NotationError:
                return written, given.get("declarer", ""), ""
            if read is None:
                return "PASS", "", ""
            contract = str(read)
            declarer = given.get("declarer", "") or str(read.declarer or "")
            return contract, declarer, tricks_of(result.replace(" ", ""), contract)
        return "", given.get("declarer", ""), result

    def _lead(self, written: str) -> str:
        """The lead in English; what cannot be read is given back."""
        try:
            return str(Card.parse(written, "fr" if self.proposal.french else "en"))
        except NotationError:
            return written

    @staticmethod
    def _score(given: Mapping[str, str], line: Line, note: Callable[[str], None]) -> None:
        ns, ew = given.get("score", ""), given.get("score_ew", "")
        plain = ns.upper()
        if plain in _AWARDS or ew.upper() in _AWARDS:
            line.kind = "artificial"
            line.ns_percent, line.ew_percent = _AWARDS.get(plain), _AWARDS.get(ew.upper())
            line.remark = "/".join(one.upper().replace("M", "A") or "-" for one in (ns, ew))
        elif plain in _NOT_PLAYED and not line.contract:
            line.kind = "not_played"
        elif (shares := _SHARES.fullmatch(plain)) and ("%" in plain or plain.startswith("A") or "/" in plain):
            line.kind = "artificial"
            line.ns_percent, line.ew_percent = Decimal(shares[1]), Decimal(shares[2])
        elif ns not in BLANKS:
            line.score = whole(ns.replace("\u2212", "-"), -MAX_SCORE, MAX_SCORE)
            if line.score is None:
                note(_("“%(text)s” is not a score; the line is kept as unread.") % {"text": tidy(ns, 20)})
                line.unread(ns)
        elif ew not in BLANKS and (number := whole(ew, -MAX_SCORE, MAX_SCORE)) is not None:
            line.score = -number

    # Who plays

    def _name(self, given: Mapping[str, str], where: Where, board: int, pair: tuple[str, str]) -> None:
        """Keep who sat which way on a board, and their names where the row has them."""
        for side, number in zip(_SIDES, pair, strict=True):
            if not number:
                continue
            other: Direction = "EW" if side == "NS" else "NS"
            self.met.add((where, board, number, side))
            pairs = self.pairs.setdefault(where, {})
            players = _players(given, side)
            if not pairs.get((number, side)):
                pairs[number, side] = players
            opposite = pairs.get((number, other), ())
            if (where, board, number, other) in self.met or (players and opposite and set(players) != set(opposite)):
                self.twice.add(where)

    def _make_pairs(self) -> None:
        """Make the contestants. A number that sits both ways is one pair, unless two pairs have it at once."""
        for where, pairs in self.pairs.items():
            ways = {side: {number for number, sat in pairs if sat == side} for side in _SIDES}
            directed = where in self.twice or not ways["NS"] & ways["EW"]
            for (number, side), players in sorted(pairs.items(), key=lambda one: one[0][1] == "EW"):
                if directed:
                    contestant = ContestantRecord(number=number, direction=side, players=players)
                elif side == "EW" and number in ways["NS"]:
                    continue
                else:
                    contestant = ContestantRecord(number=number, players=players or pairs.get((number, "EW"), ()))
                self.found.add_contestant(where, contestant, "")


def _players(given: Mapping[str, str], side: Direction) -> tuple[PlayerRecord, ...]:
    prefix = side.lower()
    names = [given.get(f"{prefix}_name{place}", "") for place in (1, 2)]
    together = given.get(f"{prefix}_names", "")
    if together and not any(names):
        names = next((parts for mark in _BETWEEN_NAMES if len(parts := together.split(mark)) == 2), [together])
    players = tuple(
        PlayerRecord(name=tidy(name), licence=tidy(given.get(f"{prefix}_licence{place}", ""), 30))
        for place, name in enumerate(names, 1)
    )
    return players if any(player.name or player.licence for player in players) else ()


def _percent(text: str) -> Decimal | None:
    share = decimal(text.rstrip("% \u00a0\u202f"))
    return share if share is not None and 0 <= share <= 100 else None


def _unquoted(text: str) -> str:
    """A cell without the apostrophe that keeps a spreadsheet from taking it for a formula."""
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text


# Writing


def write(tournament: TournamentFile) -> bytes:
    """The tournament as a table: a row a result, or a row a board that has none. `read` gives its results back.

    A table has no place for totals and ranks, auctions and play, rooms, double-dummy results, par, East-West's own
    score and frequencies: JSON has.

    :raises ValueError: the tournament is an individual or a match of teams.
    """
    if tournament.event == "individual" or any(line.players for line in tournament.results):
        raise ValueError("An individual is not written in CSV.")
    if tournament.teams or tournament.matches:
        raise ValueError("Team matches are not written in CSV.")
    people = {
        (section.session, section.letter, one.number, one.direction): one.players
        for section in tournament.sections
        for one in section.contestants
    }
    out = io.StringIO(newline="")
    rows = csv.writer(out, delimiter=";", lineterminator="\r\n")
    rows.writerow(COLUMNS)
    about = {
        "tournament": tournament.name,
        "date": tournament.date.isoformat() if tournament.date else "",
        "club": tournament.club,
        "scoring": tournament.scoring,
        "winners": tournament.winners,
        "event": tournament.event,
    }
    for board in tournament.boards:
        of_board = about | {
            "session": board.session,
            "board": board.number,
            "dealer": board.dealer,
            "vulnerability": board.vulnerability,
            "deal": board.deal,
        }
        for line in board.results or (None,):
            of_line = _line_cells(line, board, people) if line is not None else {}
            rows.writerow(_cell((of_board | of_line).get(column)) for column in COLUMNS)
    return out.getvalue().encode("utf-8-sig")


People = Mapping[tuple[str, str, str, Direction], tuple[PlayerRecord, ...]]


def _line_cells(line: ResultRecord, board: BoardRecord, people: People) -> dict[str, object]:
    cells: dict[str, object] = {
        name: getattr(line, name)
        for name in ("section", "table", "round", "ns", "ew", "kind", "contract", "declarer", "lead", "tricks", "score")
        + ("ns_points", "ew_points", "ns_percent", "ew_percent", "remark")
    }
    for side, number in zip(_SIDES, (line.ns, line.ew), strict=True):
        where = board.session, line.section, number
        players = people.get((*where, side)) or people.get((*where, "")) or ()
        for place, player in enumerate(players[:2], 1):
            cells[f"{side.lower()}_name{place}"] = player.name
            cells[f"{side.lower()}_licence{place}"] = player.licence
    return cells


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return f"'{value}" if _FORMULA.match(value) else value
    return f"{value:f}" if isinstance(value, Decimal) else str(value)
