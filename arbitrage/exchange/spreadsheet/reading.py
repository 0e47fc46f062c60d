"""The rows of a table as a tournament, once its columns have a meaning."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arbitrage.exchange.gathering import Gathering, Where, team_numbers
from arbitrage.exchange.reading import (
    BLANKS,
    LONGEST_WORD,
    MAX_BOARD_NUMBER,
    MAX_TABLE,
    Line,
    Notes,
    at_board,
    at_line,
    begin,
    date,
    decimal,
    decode,
    read_play,
    settle,
    start_of,
    tidy,
    tricks_of,
    whole,
)
from arbitrage.exchange.records import (
    BoardRecord,
    ContestantRecord,
    Direction,
    Event,
    PlayerRecord,
    ResultRecord,
    Room,
    TeamRecord,
    TournamentFile,
    Unreadable,
)
from arbitrage.exchange.spreadsheet import pages, workbook
from arbitrage.exchange.spreadsheet.columns import (
    BETWEEN_NAMES,
    KINDS,
    MARGIN,
    MAX_ROWS,
    PLAYERS,
    RESULT_FIELDS,
    SCORINGS,
    SIDES,
    Meaning,
    Proposal,
    lacking,
    percent,
    propose,
    recognised,
    rows_of,
    spaced,
    unnamed,
    unquoted,
)
from arbitrage.exchange.spreadsheet.layout import board_in_name
from arbitrage.exchange.spreadsheet.margins import Plain, plain_numbers, with_sign
from arbitrage.exchange.spreadsheet.scores import read_scores
from arbitrage.exchange.spreadsheet.shapes import Place, one_row_each, section_row, understood, with_boards
from rulings.bridge import RANKS, Card, NotationError, parse_contract, parse_seat, parse_vulnerability


def recognises(start: bytes) -> bool:
    """Does a text begin as a table with a heading that is understood?"""
    start = start[:60_000]
    if b"\0" in start:
        return False
    try:
        text = start.decode("utf-8", "replace")
        return propose(text[:20_000]) is not None or with_boards(text) is not None
    except Unreadable:
        return False


def read(data: bytes, columns: Mapping[str, str] | Meaning | None = None, filename: str = "") -> TournamentFile:
    """Read the tournament in a table, ours or another program's. Where neither a column nor a title has the board, it
    is the one that the director gave, or else that in the name of the file.

    *columns* is the meaning of the columns where the proposal is wrong: by heading, or all of them in order; "" leaves
    a column out.

    :raises Unreadable: the file is no table, or its columns lack the board, the pairs or the result.
    """
    notes, start = begin(data), start_of(data)
    form, encoding = "csv", ""
    if workbook.recognises(start):
        form, arranged = "xlsx", one_row_each(workbook.table_text(data, notes))
    elif pages.recognises(start):
        form, arranged = "html", pages.table_of_page(data, notes)
    else:
        text, encoding = decode(data, "", notes)
        arranged = one_row_each(text.removeprefix("\ufeff"))
    text = arranged.text
    proposal = propose(text)
    if proposal is None and isinstance(columns, Meaning):
        proposal = unnamed(text[:100_000])
    if proposal is None:
        raise Unreadable("", _("The columns of the table have no heading that is understood."))
    proposal = _meant(proposal, columns)
    given = columns.board if isinstance(columns, Meaning) else board_in_name(filename)
    board = given if "board" not in proposal.fields else ""
    _check_columns(proposal, board)
    if any(heading != field for heading, field in proposal.columns):
        notes.add(at_line(proposal.row), _said_columns(proposal))
    if board:
        notes.add("", _("No column says the board: all of it is read as board %(board)s.") % {"board": board})
    reader = _Reader(proposal, notes, board, headed=columns is None)
    reader.plain = plain_numbers(text, proposal)
    for row, cells in enumerate(rows_of(text, proposal.delimiter, MAX_ROWS + 1), 1):
        if row > MAX_ROWS:
            raise Unreadable(at_line(row), _("The file is larger than any tournament’s."))
        if row <= proposal.row:
            reader.section = section_row(cells) or reader.section
        elif any(cell.strip() for cell in cells):
            reader.read_row(row, cells)
    if not reader.found.lines:
        raise Unreadable("", _("The tournament has no board: nothing was recorded."))
    return _with_places(replace(reader.tournament(encoding), format=form), arranged.places)


def _with_places(file: TournamentFile, places: Mapping[tuple[Direction, str], Place]) -> TournamentFile:
    if not places:
        return file

    def placed(contestant: ContestantRecord) -> ContestantRecord:
        rank, percentage = (
            places.get((contestant.direction, contestant.number)) or places.get(("", contestant.number)) or ("", None)
        )
        return replace(contestant, rank=rank, percentage=percentage)

    sections = (replace(section, contestants=tuple(map(placed, section.contestants))) for section in file.sections)
    return replace(file, sections=tuple(sections))


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


def _check_columns(proposal: Proposal, board: str) -> None:
    fields = proposal.fields | ({"board"} if board else set())
    deals_only = {"board", "deal"} <= fields
    if deals_only or (not lacking(fields) and fields & RESULT_FIELDS):
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
    sentence = _("The columns were read so: %(columns)s.") % {"columns": used}
    if unused:
        left = ngettext("Column left out: %(columns)s.", "Columns left out: %(columns)s.", len(unused))
        sentence += " " + left % {"columns": ", ".join(unused[:20])}
    return sentence


_OF_THE_PLAY = (
    *("contract", "declarer", "tricks", "result", "lead", "kind", "score", "score_ew", "ns_percent", "ew_percent"),
)
"""Columns of the play and its score."""
_MOST_ALIKE = 20_000
MOST_NAMES = 300
MOST_HEADINGS = 2_000
"""Most headings of a table that are looked at again, so that the time stays linear."""
_ROOMS: Mapping[str, Room] = {"open": "open", "closed": "closed"}
_BOTH_PAIRS = re.compile(r"\s*(\d{1,4})\s*-\s*(.+?)\s+(?:vs\.?|v\.?|contre)\s+(\d{1,4})\s*-\s*(.+)")
"""Two pairs in one cell: "10-A. One-B. Two vs. 6-C. Three-D. Four"."""
_NAMED = {
    side: [f"{side.lower()}_{column}" for column in ("name1", "name2", "names", "licence1", "licence2")]
    for side in SIDES
}


class _Reader:
    """Results collected row after row."""

    def __init__(self, proposal: Proposal, notes: Notes, board: str = "", *, headed: bool = True) -> None:
        self.proposal = proposal
        self.headings = MOST_HEADINGS if headed else 0
        self.board = board
        self.notes = notes
        self.found = Gathering(notes)
        self.about: dict[str, str] = {}
        self.columns = [(place, field) for place, (_heading, field) in enumerate(proposal.columns) if field]
        self.plain: Plain = "tricks"
        self.section = ""
        self.played: dict[tuple[object, ...], Line] = {}
        self.numbers: dict[tuple[str, ...], str] = {}
        self.people: dict[tuple[str, ...], tuple[PlayerRecord, ...]] = {}
        self.boards: dict[tuple[str, int], tuple[str, str]] = {}
        # The players of the pairs by section, number and side; the directions of the pairs on each board; and the
        # sections where two pairs have the same number.
        self.pairs: dict[Where, dict[tuple[str, Direction], tuple[PlayerRecord, ...]]] = {}
        self.met: set[tuple[Where, int, str, Direction]] = set()
        self.twice: set[Where] = set()
        self.individuals: dict[tuple[Where, str], PlayerRecord] = {}
        self.teams: dict[tuple[Where, str, Direction], str] = {}

    def read_row(self, row: int, cells: Sequence[str]) -> None:
        given = {
            field: unquoted(cell) if (cell := cells[column].strip()).startswith("'") else cell
            for column, field in self.columns
            if column < len(cells)
        }
        if together := _BOTH_PAIRS.fullmatch(given.get("pairs", "")[:MOST_NAMES]):
            given |= dict(zip(("ns", "ns_names", "ew", "ew_names"), together.groups(), strict=True))
        given.setdefault("board", self.board)
        given.setdefault("section", self.section)
        number = whole(given["board"], 1, MAX_BOARD_NUMBER)
        if number is None and "section" not in self.proposal.fields and (letter := section_row(cells)):
            self.section = letter
            return
        if number is None and self.headings and any(recognised([given["board"]])) and understood(cells):
            self.headings -= 1
            self.columns = [(place, field) for place, field in enumerate(recognised(cells)) if field]
            return  # a heading that comes back, or another one
        if number is None:
            reason = _("“%(text)s” is not a board number; the line is left out.")
            self.notes.add(at_line(row), reason % {"text": tidy(given.get("board", ""), 20)})
            return

        def place() -> str:
            return at_board(row, number)

        for name in ("tournament", "date", "club", "scoring", "winners", "event"):
            if given.get(name):
                self.about.setdefault(name, given[name])
        session, section = tidy(given.get("session", ""), 30), tidy(given.get("section", ""), 30)
        self.found.add_board(session, number, place)
        self._board(given, session, number, place)
        four = tuple(tidy(given.get(column, ""), 20) for column in PLAYERS)
        if all(four):
            line = replace(self._line(given, place, ns="", ew="", section=section), players=four)
            self._name_four(given, (session, section), four)
            self.found.add_line(session, number, line, place)
            return
        ns, ew = (tidy(given.get(side.lower(), ""), 20) or self._number(given, side) for side in SIDES)
        if not ns and not ew and not any(given.get(field) for field in ("contract", "score", "score_ew", "kind")):
            return
        line = self._line(given, place, ns=ns, ew=ew, section=section)
        if not ns or not ew:
            self.notes.add(place(), _("The line does not say which pairs played."))
        self._name(given, (session, section), number, (ns, ew))
        self._of_teams(given, (session, section), (ns, ew))
        self.found.add_line(session, number, line, place)

    def tournament(self, encoding: str) -> TournamentFile:
        self._make_pairs()
        scoring = self.about.get("scoring", "").upper()
        return TournamentFile(
            name=tidy(self.about.get("tournament", "")),
            date=date(self.about.get("date", "")),
            scoring=next((known for known in SCORINGS if known == scoring), ""),
            winners=whole(self.about.get("winners", ""), 1, 2),
            event=self._event(),
            teams=tuple(
                TeamRecord(number=number, name=name) for name, number in team_numbers(self.teams.values()).items()
            ),
            club=tidy(self.about.get("club", "")),
            sections=self.found.section_records(),
            boards=tuple(self._dealt(board) for board in self.found.boards()),
            warnings=self.notes.all(),
            format="csv",
            encoding=encoding,
        )

    def _event(self) -> Event:
        if self.individuals:
            return "individual"
        if self.teams or self.about.get("event") == "teams":
            return "teams"
        return "pairs" if self.about.get("event") == "pairs" or any(self.found.lines.values()) else ""

    def _board(self, given: Mapping[str, str], session: str, number: int, place: Callable[[], str]) -> None:
        if given.get("deal"):
            self.found.hold(session, number, given["deal"], place())
        if (session, number) in self.boards:
            return
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

    def _line(
        self, given: Mapping[str, str], place: Callable[[], str], *, ns: str, ew: str, section: str
    ) -> ResultRecord:
        ns_points, ew_points = (decimal(given.get(f"{side}_points", "").rstrip("% ")) for side in ("ns", "ew"))
        line = self._played(given, place, points=ns_points is not None or ew_points is not None)
        return ResultRecord(
            ns=ns,
            ew=ew,
            section=section,
            kind=line.kind,
            table=whole(given.get("table", ""), 1, MAX_TABLE),
            round=whole(given.get("round", ""), 1, MAX_TABLE),
            contract=line.contract,
            declarer=line.declarer,
            lead=line.lead,
            tricks=line.tricks,
            score=line.score,
            score_ew=line.score_ew,
            ns_points=ns_points,
            ew_points=ew_points,
            ns_percent=line.ns_percent,
            ew_percent=line.ew_percent,
            remark=line.remark or tidy(given.get("remark", "")),
            room=_ROOMS.get(given.get("room", ""), ""),
        )

    def _played(self, given: Mapping[str, str], place: Callable[[], str], *, points: bool) -> Line:
        """Return the play in a row; cached, as many rows are alike, unless there is a problem to note."""
        key = (points, *(given.get(name, "") for name in _OF_THE_PLAY))
        known = self.played.get(key)
        if known is not None:
            return known
        noted = False

        def note(reason: str) -> None:
            nonlocal noted
            noted = True
            self.notes.add(place(), reason)

        contract, declarer, tricks = self._play(given)
        kind = next((wanted for wanted in KINDS if wanted == given.get("kind", "")), None)
        lead = self._lead(given.get("lead", ""))
        if len(lead) == 1 and lead in RANKS:
            self.notes.add("", _("The file does not say the suits of the leads; they are left out."), once="suitless")
            lead = ""
        line = read_play(contract=contract, declarer=declarer, tricks=tricks, lead=lead, note=note)
        shares = [percent(given.get(f"{side}_percent", "")) for side in ("ns", "ew")]
        line.ns_percent, line.ew_percent = shares
        read_scores(given, line, note)
        if kind is not None and kind != "played" and line.kind != "unreadable":
            line.kind = kind
        settle(line, points=points, note=note)
        if line.kind == "passed" and line.score is None:
            line.score = 0
        if not noted and len(self.played) < _MOST_ALIKE:
            self.played[key] = line
        return line

    def _play(self, given: Mapping[str, str]) -> tuple[str, str, str]:
        """Return contract, declarer and tricks, in English; the contract's cell may contain all three: "4♠x S -1"."""
        written = given.get("contract", "")
        margin = MARGIN.fullmatch(written) if len(written) <= LONGEST_WORD else None
        contract, result = (margin[1], margin[2]) if margin and margin[1] else (written, "")
        result = given.get("tricks", "") or with_sign(given.get("result", ""), self.plain) or result
        if contract not in BLANKS:
            contract = spaced(contract)
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
        """Return the lead in English; unreadable text is returned unchanged."""
        try:
            return str(Card.parse(written, "fr" if self.proposal.french else "en"))
        except NotationError:
            return written

    # Who plays

    def _name(self, given: Mapping[str, str], where: Where, board: int, pair: tuple[str, str]) -> None:
        """Store the directions of both pairs on a board, and their names where the row has them."""
        for side, number in zip(SIDES, pair, strict=True):
            if not number:
                continue
            other: Direction = "EW" if side == "NS" else "NS"
            self.met.add((where, board, number, side))
            pairs = self.pairs.setdefault(where, {})
            players = self._players(given, side)
            if not pairs.get((number, side)):
                pairs[number, side] = players
            opposite = pairs.get((number, other), ())
            if (where, board, number, other) in self.met or (players and opposite and set(players) != set(opposite)):
                self.twice.add(where)

    def _name_four(self, given: Mapping[str, str], where: Where, four: tuple[str, ...]) -> None:
        """Store the four players of an individual, with the names that the row has."""
        names = (("ns", 1), ("ew", 1), ("ns", 2), ("ew", 2))
        for (side, place), number in zip(names, four, strict=True):
            name, licence = (
                tidy(given.get(f"{side}_name{place}", "")),
                tidy(given.get(f"{side}_licence{place}", ""), 30),
            )
            self.individuals.setdefault((where, number), PlayerRecord(name=name, licence=licence))

    def _of_teams(self, given: Mapping[str, str], where: Where, pair: tuple[str, str]) -> None:
        """Store the teams of both pairs, where the table has them."""
        for side, number in zip(SIDES, pair, strict=True):
            if number and (team := tidy(given.get(f"{side.lower()}_team", ""))):
                self.teams.setdefault((where, number, side), team)

    def _number(self, given: Mapping[str, str], side: Direction) -> str:
        """Number a pair that has only names, in order of appearance; "" without names."""
        players = self._players(given, side)
        names = tuple(player.name for player in players)
        if not any(names):
            return ""
        if not self.numbers:
            self.notes.add("", _("The file does not number the pairs; they are numbered in the order they are met."))
        return self.numbers.setdefault(names, str(len(self.numbers) + 1))

    def _players(self, given: Mapping[str, str], side: Direction) -> tuple[PlayerRecord, ...]:
        key = (side, *(given.get(name, "") for name in _NAMED[side]))
        players = self.people.get(key)
        if players is None:
            players = _players(given, side)
            if len(self.people) < _MOST_ALIKE:
                self.people[key] = players
        return players

    def _make_pairs(self) -> None:
        """Make the contestants. A number that sits in both directions is one pair, unless two pairs have it at once."""
        for (where, number), player in self.individuals.items():
            who = (player,) if player.name or player.licence else ()
            self.found.add_contestant(where, ContestantRecord(number=number, players=who), "")
        numbers = team_numbers(self.teams.values())
        for where, pairs in self.pairs.items():
            ways = {side: {number for number, sat in pairs if sat == side} for side in SIDES}
            directed = where in self.twice or not ways["NS"] & ways["EW"]
            for (number, side), players in sorted(pairs.items(), key=lambda entry: entry[0][1] == "EW"):
                if directed:
                    contestant = ContestantRecord(number=number, direction=side, players=players)
                    team = self.teams.get((where, number, side), "")
                elif side == "EW" and number in ways["NS"]:
                    continue
                else:
                    contestant = ContestantRecord(number=number, players=players or pairs.get((number, "EW"), ()))
                    team = self.teams.get((where, number, "NS")) or self.teams.get((where, number, "EW"), "")
                self.found.add_contestant(where, replace(contestant, team=numbers.get(team, "")), "")


def _players(given: Mapping[str, str], side: Direction) -> tuple[PlayerRecord, ...]:
    prefix = side.lower()
    names = [given.get(f"{prefix}_name{place}", "") for place in (1, 2)]
    together = given.get(f"{prefix}_names", "")
    if together and not any(names):
        split = (re.split(re.escape(mark), together, flags=re.IGNORECASE) for mark in BETWEEN_NAMES)
        names = next((parts for parts in split if len(parts) == 2), [together])
    players = tuple(
        PlayerRecord(name=tidy(name), licence=tidy(given.get(f"{prefix}_licence{place}", ""), 30))
        for place, name in enumerate(names, 1)
    )
    return players if any(player.name or player.licence for player in players) else ()
