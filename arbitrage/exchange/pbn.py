"""PBN, Portable Bridge Notation (versions 1.0 to 2.1), for deals and for results.

A file is a sequence of games: tag pairs, and sections of rows under some of them. The value "#" is that of the game
before; "##value" in one game is the default of those that follow. Results come in three ways, all read here: a
ScoreTable in each board's game (the French federation's Magic Contest, OKbridge), one game a table, or the two rooms of
a match. TotalScoreTable names the pairs. Auctions and play are kept with the result they belong to.

A game that cannot be read is noted with its line, and the others are read.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal

from django.utils.translation import gettext as _

from arbitrage.exchange.reading import (
    BLANKS,
    MAX_BOARD_NUMBER,
    MAX_BOARDS,
    MAX_CONTESTANTS,
    MAX_RESULTS,
    MAX_SCORE,
    MAX_TABLE,
    Contestants,
    Line,
    Notes,
    Where,
    at_board,
    at_line,
    check_size,
    date,
    deal_from_north,
    decimal,
    decode,
    is_known,
    read_play,
    section_records,
    settle,
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
    Scoring,
    SectionRecord,
    TournamentFile,
    Unreadable,
)
from rulings.bridge import NotationError, Seat, dealer, parse_seat, parse_vulnerability, vulnerability

MAX_LINES = 500_000
MAX_LINE = 10_000
MAX_COLUMNS = 60

_SEATS: tuple[tuple[Seat, str], ...] = ((Seat.N, "North"), (Seat.E, "East"), (Seat.S, "South"), (Seat.W, "West"))


# Text to games


@dataclass(slots=True)
class Tag:
    """A tag pair, and the rows of the section it opens: (line number, text)."""

    value: str
    line: int
    rows: list[tuple[int, str]] = field(default_factory=list)


@dataclass(slots=True)
class Game:
    """One game: its tags by name, inheritance already resolved, and the line it begins on."""

    line: int
    tags: dict[str, Tag] = field(default_factory=dict)

    def get(self, name: str) -> str:
        """The value of a tag; "" where the game has none, or the file says it does not know."""
        tag = self.tags.get(name)
        return "" if tag is None or tag.value.strip("?-. ") == "" else tag.value.strip()


_TAG = re.compile(r'\s*\[\s*(\w{1,60})\s+"([^"\\]*(?:\\.[^"\\]*)*)"\s*\]')
_LOOSE_TAG = re.compile(r'\s*\[\s*(\w{1,60})\s+"(.*)"\s*\]\s*$')
_COMMENT_OR_TEXT = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{;]')
_GAME_BEGINS = re.compile(r'\s*\[\s*(?:Event|Board)\s+"')
_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[^\s"]+|"')
_META = re.compile(r'%\s*<META\s+name\s*=\s*"?(\w+)"?\s+content\s*=\s*"([^"]*)"', re.IGNORECASE)
_VERSION = re.compile(r"%\s*PBN\s+([0-9.]+)", re.IGNORECASE)
_CREATOR = re.compile(r"%\s*Creator:\s*(.+)", re.IGNORECASE)
_CHARSET = re.compile(rb"^%\s*Content-type:[^\n]*charset\s*=\s*\"?([A-Za-z0-9_-]{1,40})", re.IGNORECASE | re.MULTILINE)

# The tags that identify a game: one of them a second time, after an empty line, begins another.
_IDENTIFYING = frozenset(
    ("Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal", "Scoring")
    + ("Declarer", "Contract", "Result", "Score", "Room", "Table", "Round", "Section")
)

_KNOWN = _IDENTIFYING | frozenset(
    ("Competition", "EventDate", "HomeTeam", "VisitTeam", "Session", "Application", "ScoreMP", "ScoreIMP", "Auction")
    + ("Play", "ScoreTable", "TotalScoreTable", "OptimumResultTable", "OptimumScore", "DoubleDummyTricks", "Ability")
)


def _unescape(text: str) -> str:
    return text.replace('\\"', '"').replace("\\\\", "\\") if "\\" in text else text


class _Games:
    """The games of a text, one after the other, with the directives met on the way."""

    def __init__(self, text: str, notes: Notes) -> None:
        self.text = text.replace("\r\r\n", "\n").replace("\r\n", "\n").replace("\r", "\n")
        if self.text.count("\n") > MAX_LINES:
            raise Unreadable("", _("The file is larger than any tournament’s."))
        self.notes = notes
        self.meta: dict[str, str] = {}
        self.version = ""
        self.defaults: dict[str, str] = {}
        self.previous: dict[str, str] = {}
        self.comment_since = 0

    def __iter__(self) -> Iterator[Game]:
        game = Game(0)
        tag: Tag | None = None
        after_empty_line = True
        for number, raw in enumerate(self.text.split("\n"), 1):
            if len(raw) > MAX_LINE:
                self.notes.add(at_line(number), _("The line is far too long for PBN; it is skipped."), once="long line")
                continue
            if raw.startswith("%"):
                self._directive(raw)
                continue
            if self.comment_since and _GAME_BEGINS.match(raw):
                self.notes.add(at_line(self.comment_since), _("A comment opened here is never closed; it is skipped."))
                self.comment_since = 0
            if not self.comment_since and raw.lstrip().startswith("["):
                found, rest = self._tags(raw, number)
                for name, value in found:
                    if self._begins(game, name, after_empty_line):
                        yield self._resolved(game)
                        game = Game(number)
                    game.line = game.line or number
                    after_empty_line = False
                    if name not in _KNOWN:
                        tag = Tag("", number)
                        continue
                    if name not in game.tags:
                        tag = game.tags[name] = Tag(value, number)
                        continue
                    tag = Tag("", number)
                    if name in _IDENTIFYING and game.tags[name].value != value:
                        self.notes.add(
                            at_line(number),
                            _("The tag %(tag)s is there twice in one game; the first is kept.") % {"tag": name},
                        )
                self._without_comments(rest, number)
                continue
            line = self._without_comments(raw, number)
            if line.strip():
                if tag is not None:
                    tag.rows.append((number, line))
                elif line.strip("\ufeff\x1a "):
                    self.notes.add(
                        at_line(number), _("Text that belongs to no game is skipped."), once="text outside of games"
                    )
            elif not raw.strip() and not self.comment_since:
                after_empty_line = True
        if self.comment_since:
            self.notes.add(at_line(self.comment_since), _("A comment opened here is never closed; it is skipped."))
        if game.tags:
            yield self._resolved(game)

    @staticmethod
    def _begins(game: Game, name: str, after_empty_line: bool) -> bool:
        if name in game.tags:
            return name in ("Event", "Board", "Deal") or (after_empty_line and name in _IDENTIFYING)
        return name == "Event" and after_empty_line and bool(game.tags)

    def _tags(self, raw: str, number: int) -> tuple[list[tuple[str, str]], str]:
        """The tag pairs of a line, and what follows them."""
        found: list[tuple[str, str]] = []
        position = 0
        while match := _TAG.match(raw, position):
            found.append((match[1], _unescape(match[2])))
            position = match.end()
        rest = raw[position:]
        if rest.lstrip().startswith("["):
            # A quotation mark inside the value, written as it is.
            if match := _LOOSE_TAG.match(rest):
                return [*found, (match[1], match[2])], ""
            self.notes.add(at_line(number), _("“%(text)s” is not a PBN tag; it is skipped.") % {"text": tidy(rest, 40)})
            rest = ""
        return found, rest

    def _without_comments(self, raw: str, number: int) -> str:
        """The line without "{ ... }", which may go on over several lines, and without "; ..."."""
        if not self.comment_since and "{" not in raw and ";" not in raw:
            return raw
        kept: list[str] = []
        position = 0
        while position < len(raw):
            if self.comment_since:
                closed = raw.find("}", position)
                if closed < 0:
                    break
                self.comment_since, position = 0, closed + 1
                continue
            match = _COMMENT_OR_TEXT.search(raw, position)
            kept.append(raw[position : match.start()] if match else raw[position:])
            if match is None or match[0] == ";":
                break
            position = match.end()
            if match[0] == "{":
                self.comment_since = number
                kept.append(" ")
            else:
                kept.append(match[0])
        return "".join(kept)

    def _directive(self, raw: str) -> None:
        if meta := _META.match(raw):
            if len(self.meta) < 100:
                self.meta.setdefault(meta[1].casefold(), meta[2].strip())
        elif version := _VERSION.match(raw):
            self.version = self.version or version[1][:10]
        elif creator := _CREATOR.match(raw):
            self.meta.setdefault("creator", creator[1].strip())

    def _resolved(self, game: Game) -> Game:
        """The game with "#" and "##" replaced by what they stand for."""
        for name, tag in game.tags.items():
            if tag.value.startswith("##"):
                tag.value = self.defaults[name] = tag.value[2:]
            elif tag.value == "#":
                if name not in self.previous:
                    self.notes.add(
                        at_line(tag.line),
                        _("The tag %(tag)s repeats the value of the game before, which has none.") % {"tag": name},
                        once=("#", name),
                    )
                tag.value = self.previous.get(name, "")
        for name, value in self.defaults.items():
            if name not in game.tags:
                game.tags[name] = Tag(value, game.line)
        self.previous = {name: tag.value for name, tag in game.tags.items()}
        return game


@dataclass(frozen=True, slots=True)
class Cell:
    """A token of a table row. A bare "-" is PBN's mark for a value that does not apply; a quoted one is text."""

    text: str
    quoted: bool

    @property
    def value(self) -> str:
        return "" if not self.quoted and self.text in BLANKS else self.text


def _cells(row: str) -> list[Cell]:
    cells = []
    for token in _TOKEN.findall(row)[: MAX_COLUMNS + 1]:
        quoted = len(token) > 1 and token.startswith('"')
        cells.append(Cell(_unescape(token[1:-1]) if quoted else token, quoted))
    return cells


def _columns(header: str) -> list[str]:
    """The columns named by a table's tag, in small letters: "Table\\2R;+Rank\\3R" has "table" and "rank"."""
    return [part.partition("\\")[0].strip().lstrip("+-").casefold() for part in header.split(";")][:MAX_COLUMNS]


Row = Mapping[str, Cell]


def _text(row: Row, *names: str) -> str:
    """The first of these columns that has a value; "" without."""
    for name in names:
        if name in row and row[name].value.strip():
            return row[name].value.strip()
    return ""


# Reading


def read(data: bytes) -> TournamentFile:
    """The tournament, or the deals alone, in a PBN file.

    :raises Unreadable: it is not PBN, or no board of it can be read.
    """
    check_size(data)
    notes = Notes()
    charset = _CHARSET.search(data[:20_000])
    text, encoding = decode(data, charset[1].decode("ascii") if charset else "", notes)
    games = _Games(text.removeprefix("\ufeff"), notes)
    reader = _Reader(notes)
    for game in games:
        reader.read(game)
    if not reader.boards:
        raise Unreadable("", _('No board of the file can be read. A PBN file has a [Board "1"] and a [Deal] for each.'))
    return reader.tournament(games, encoding)


_HEX = "0123456789abcd"
_DENOMINATIONS = ("NT", "S", "H", "D", "C")
_AVERAGE = re.compile(r"(?:A|AV|AVE|AVG)\s?([+-]?)=?", re.IGNORECASE)
_PERCENT = re.compile(r"([0-9]{1,3}(?:[.,][0-9]{1,4})?)\s?%")
_AVERAGES = re.compile(r"(?=.*A)(A[+-]?|-|[0-9.]{1,6}%)/(A[+-]?|-|[0-9.]{1,6}%)")
_AWARDS = {"A+": Decimal(60), "A": Decimal(50), "A-": Decimal(40)}
_SIDED = re.compile(r"\^?\s*(NS|EW|N|S|E|W)?\s*([+-]?\d{1,6}(?:[.,]\d{1,6})?)\b", re.IGNORECASE | re.ASCII)
_CALL = re.compile(r"Pass|AP|XX|X|[1-7](?:NT|[SHDC])", re.IGNORECASE)
_PLAYED_CARD = re.compile(r"[SHDC](?:10|[AKQJT2-9])|-", re.IGNORECASE)
_NAME_SEPARATORS = (" - ", " / ", " & ", " + ", "/", ";", "&")


class _Reader:
    """What has been found so far, game after game."""

    def __init__(self, notes: Notes) -> None:
        self.notes = notes
        self.first: Game | None = None
        self.results = 0
        self.unnumbered = 0
        self.boards: dict[tuple[str, int], BoardRecord] = {}
        self.lines: dict[tuple[str, int], list[ResultRecord]] = {}
        self.sections: dict[Where, Contestants] = {}
        self.numbers: dict[tuple[str, str, tuple[str, ...]], str] = {}
        self.ranked: set[str] = set()
        self.event: Event = ""
        self.scoring: Scoring = ""

    def read(self, game: Game) -> None:
        """One game: its board, and its results if it has any."""
        self.first = self.first or game
        self.event = self.event or _event(game)
        self.scoring = self.scoring or _scoring(game.get("Scoring"), self.event)
        key = self._board(game)
        if key is None:
            return
        session, number = key
        section = tidy(game.get("Section"), 30)
        if "TotalScoreTable" in game.tags:
            self._read_ranking(game.tags["TotalScoreTable"], session, section)
        own = self._own_result(game, number)
        if "ScoreTable" in game.tags:
            lines = list(self._read_score_table(game.tags["ScoreTable"], number, session, section))
            self.lines[key].extend(self._joined(lines, own, game) if own else lines)
        elif own:
            self.lines[key].append(self._seated(own, game, session, section))

    def tournament(self, games: _Games, encoding: str) -> TournamentFile:
        first = self.first or Game(0)
        meta = games.meta
        if meta.get("generator"):
            program = f"{meta['generator']} {meta.get('version', '')}"
        else:
            program = first.get("Application") or meta.get("creator", "")
        sections = section_records(self.sections, self.lines)
        winners = whole(meta.get("winnercount", ""), 1, 2)
        if "winnercount" not in meta and self.ranked:
            winners = _winners(sections)
        return TournamentFile(
            name=tidy(first.get("Event") or meta.get("contestname", "")),
            date=date(first.get("Date")) or date(first.get("EventDate")) or date(meta.get("contestdate", "")),
            scoring=self.scoring if self.results or self.scoring else "",
            winners=winners,
            event=(self.event or "pairs") if self.results else self.event,
            club=tidy(first.get("Site")),
            sections=sections,
            boards=tuple(replace(self.boards[key], results=tuple(self.lines[key])) for key in self._board_order()),
            warnings=self.notes.all(),
            format="pbn",
            version=games.version,
            program=tidy(program, 100),
            encoding=encoding,
        )

    def _board_order(self) -> list[tuple[str, int]]:
        order = {session: place for place, (session, _number) in reversed(list(enumerate(self.boards)))}
        return sorted(self.boards, key=lambda key: (order[key[0]], key[1]))

    # The board

    def _board(self, game: Game) -> tuple[str, int] | None:
        """The session and number of the game's board, kept with its deal; None when the game has to be left out."""
        number = whole(game.get("Board"), 1, MAX_BOARD_NUMBER)
        if number is None:
            if "Board" in game.tags:
                reason = _("“%(text)s” is not a board number; the game is left out.")
                self.notes.add(at_line(game.line), reason % {"text": tidy(game.get("Board"), 20)})
                return None
            if "Deal" not in game.tags or len(self.boards) > self.unnumbered:
                self.notes.add(at_line(game.line), _("The game has no board number; it is left out."))
                return None
            number = self.unnumbered = self.unnumbered + 1
            self.notes.add(
                at_line(game.line), _("The deals have no board numbers; they are numbered in order."), once="no numbers"
            )
        place = at_board(game.line, number)
        deal = deal_from_north(game.get("Deal"), place, self.notes) if game.get("Deal") else ""
        session = self._session(game, number, deal, place)
        known = self.boards.get((session, number))
        if known is None and len(self.boards) >= MAX_BOARDS:
            raise Unreadable(place, _("There are more boards than in any tournament."))
        read = BoardRecord(
            number=number,
            dealer=self._dealer(game, number, place),
            vulnerability=self._vulnerability(game, number, place),
            deal=deal,
            double_dummy=_double_dummy(game),
            par=tidy(game.get("OptimumScore"), 40),
            session=session,
        )
        if known is not None:
            if (known.dealer, known.vulnerability) != (read.dealer, read.vulnerability):
                self.notes.add(
                    place, _("Dealer or vulnerability is not that of the first game of this board, which is kept.")
                )
            read = replace(
                known,
                deal=known.deal or read.deal,
                double_dummy=known.double_dummy or read.double_dummy,
                par=known.par or read.par,
            )
        self.boards[session, number] = read
        self.lines.setdefault((session, number), [])
        return session, number

    def _session(self, game: Game, number: int, deal: str, place: str) -> str:
        """The session of a board: named by the file, or made when a number comes back with other hands."""
        session = tidy(game.get("Session"), 30)
        for attempt in range(1, 50):
            known = self.boards.get((session, number))
            if known is None or not deal or not known.deal or known.deal == deal:
                return session
            if attempt == 1:
                self.notes.add(
                    place,
                    _("The number comes back with other hands; from here these boards are a session of their own."),
                    once=("session", session),
                )
            session = str(attempt + 1)
        raise Unreadable(place, _("The same board number is given to fifty different deals."))

    def _dealer(self, game: Game, number: int, place: str) -> str:
        by_number = str(dealer(number))
        if not game.get("Dealer"):
            return by_number
        try:
            return str(parse_seat(game.get("Dealer").lstrip("^")))
        except NotationError:
            self.notes.add(
                place,
                _("“%(text)s” is not a dealer; the one of the board’s number is taken.")
                % {"text": tidy(game.get("Dealer"), 20)},
            )
            return by_number

    def _vulnerability(self, game: Game, number: int, place: str) -> str:
        # "-" is a PBN word for nobody vulnerable: not `get`, which takes it for nothing.
        written = game.tags["Vulnerable"].value.strip().lstrip("^") if "Vulnerable" in game.tags else ""
        if written in ("", "?"):
            return vulnerability(number)
        try:
            return parse_vulnerability(written)
        except NotationError:
            self.notes.add(
                place,
                _("“%(text)s” is not a vulnerability; the one of the board’s number is taken.")
                % {"text": tidy(written, 20)},
            )
            return vulnerability(number)

    # A game that is one table's result

    def _own_result(self, game: Game, board: int) -> ResultRecord | None:
        """The result in the game's own tags, without its pairs; None when it is only a deal."""
        contract, result, score = game.get("Contract"), game.get("Result"), game.get("Score")
        if not contract and not result and not score:
            return None
        self._count(game.line)
        place = at_board(game.line, board)

        def note(reason: str) -> None:
            self.notes.add(place, reason)

        play = _play(game)
        line = read_play(
            contract=contract,
            declarer=game.get("Declarer"),
            tricks=_tricks(result, game.get("Declarer")),
            lead=play[0] if play else "",
            note=note,
            irregular=True,
        )
        if score:
            sided = _sided(score)
            if sided is None:
                note(_("“%(text)s” is not a score that says whose it is.") % {"text": tidy(score, 20)})
            elif abs(sided[1]) <= MAX_SCORE and sided[1] == int(sided[1]):
                line.score = int(sided[1]) if sided[0] == "NS" else -int(sided[1])
        points = _sided(game.get("ScoreMP") or game.get("ScoreIMP"))
        settle(line, points=points is not None, note=note)
        return ResultRecord(
            kind=line.kind,
            table=whole(game.get("Table"), 1, MAX_TABLE),
            round=whole(game.get("Round"), 1, MAX_TABLE),
            room=_room(game),
            contract=line.contract,
            declarer=line.declarer,
            lead=line.lead,
            tricks=line.tricks,
            score=line.score,
            ns_points=points[1] if points and points[0] == "NS" else None,
            ew_points=points[1] if points and points[0] == "EW" else None,
            remark=line.remark,
            auction=_auction(game),
            play=play,
        )

    def _seated(self, result: ResultRecord, game: Game, session: str, section: str) -> ResultRecord:
        """The result with the numbers of its pairs, found or made from the names of the players."""
        contestants = self.sections.setdefault((session, section), {})
        names = {seat: tidy(game.get(word)) for seat, word in _SEATS}
        teams = {"NS": "HomeTeam", "EW": "VisitTeam"}
        if result.room == "closed":
            teams = {"NS": "VisitTeam", "EW": "HomeTeam"}
        numbers = {}
        for side, pair in (("NS", (names[Seat.N], names[Seat.S])), ("EW", (names[Seat.E], names[Seat.W]))):
            label = re.fullmatch(r"\D*?0*(\d{1,6})", pair[0], re.ASCII) if pair[0] == pair[1] else None
            key = (session, section, tuple(sorted(pair)))
            if not any(pair):
                numbers[side] = ""
            elif key in self.numbers:
                numbers[side] = self.numbers[key]
            else:
                number = label[1] if label else self._free_number(contestants)
                self.numbers[key] = numbers[side] = number
                self._room_for_one(contestants, game.line)
                contestants.setdefault(
                    (number, ""),
                    ContestantRecord(
                        number=number,
                        players=() if label else tuple(PlayerRecord(name=name) for name in pair),
                        team=tidy(game.get(teams[side]), 20),
                    ),
                )
                if not label:
                    self.notes.add(
                        at_line(game.line),
                        _("The file does not number the pairs; they are numbered in the order they are met."),
                        once="no pair numbers",
                    )
        return replace(result, ns=numbers["NS"], ew=numbers["EW"], section=section)

    @staticmethod
    def _free_number(contestants: Mapping[tuple[str, Direction], object]) -> str:
        number = len(contestants) + 1
        while is_known(str(number), contestants):
            number += 1
        return str(number)

    def _joined(self, lines: list[ResultRecord], own: ResultRecord, game: Game) -> list[ResultRecord]:
        """The lines of a ScoreTable, the game's auction and play put with the one line they can belong to."""
        if not own.auction and not own.play:
            return lines
        same = [
            place
            for place, line in enumerate(lines)
            if (line.contract, line.declarer, line.tricks, line.times) == (own.contract, own.declarer, own.tricks, 1)
        ]
        if len(same) != 1:
            self.notes.add(
                at_line(game.line),
                _("The auction and play of a board are left out when nothing says which line of its table they are."),
                once="auction of no line",
            )
            return lines
        lines[same[0]] = replace(lines[same[0]], auction=own.auction, play=own.play)
        return lines

    # A table of results

    def _read_score_table(self, tag: Tag, board: int, session: str, section: str) -> Iterator[ResultRecord]:
        for number, row, written in self._rows(tag):
            self._count(number)
            place = at_board(number, board)
            if row is None:
                self.notes.add(place, _("The row does not have the columns of its table; it is kept as unread."))
                yield ResultRecord(kind="unreadable", remark=tidy(written), section=self._where("", session, section))
            else:
                yield self._read_row(row, place, session, section)

    def _rows(self, tag: Tag) -> Iterator[tuple[int, Row | None, str]]:
        """The rows of a table by column; None for one that does not have the table's columns."""
        columns = _columns(tag.value)
        for number, written in tag.rows:
            cells = _cells(written)
            yield number, dict(zip(columns, cells, strict=True)) if len(cells) == len(columns) else None, written

    def _read_row(self, row: Row, place: str, session: str, section: str) -> ResultRecord:
        def note(reason: str) -> None:
            self.notes.add(place, reason)

        contract = _text(row, "contract")
        line = read_play(
            contract=contract,
            declarer=_text(row, "declarer"),
            tricks=_tricks(_text(row, "result"), _text(row, "declarer"), contract),
            lead=_text(row, "lead"),
            note=note,
            irregular=True,
        )
        score_ew = _read_scores(row, line, note)
        kinds = ("imp", "mp") if self.scoring in ("BUTLER", "CROSS_IMPS", "IMPS") else ("mp", "imp")
        ns_points = decimal(_text(row, *(f"{kind}_ns" for kind in kinds)))
        ew_points = decimal(_text(row, *(f"{kind}_ew" for kind in kinds)))
        if not self.scoring and (ns_points is not None or ew_points is not None):
            self.scoring = "MP" if _text(row, "mp_ns", "mp_ew") else "CROSS_IMPS"
        settle(line, points=ns_points is not None or ew_points is not None, note=note)
        letter = tidy(_text(row, "section"), 30) or section
        ns, ew = (_number(_text(row, f"pairid_{side}")) for side in ("ns", "ew"))
        players = tuple(_number(_text(row, f"playerid_{name.casefold()}", f"playerid_{seat.casefold()}"))
                        for seat, name in _SEATS)  # fmt: skip
        letter = self._where(ns or ew or players[0], session, letter)
        for number in (ns, ew, *players):
            self._meet(number, session, letter, place)
        room = _text(row, "room").casefold()
        return ResultRecord(
            ns=ns,
            ew=ew,
            kind=line.kind,
            section=letter,
            table=whole(_text(row, "table"), 1, MAX_TABLE),
            round=whole(_text(row, "round"), 1, MAX_TABLE),
            room="open" if room == "open" else "closed" if room == "closed" else "",
            players=players if any(players) else (),
            contract=line.contract,
            declarer=line.declarer,
            lead=line.lead,
            tricks=line.tricks,
            score=line.score,
            score_ew=score_ew,
            ns_points=ns_points,
            ew_points=ew_points,
            ns_percent=line.ns_percent,
            ew_percent=line.ew_percent,
            remark=line.remark or tidy(_text(row, "remark", "remarks")),
            times=whole(_text(row, "multiplicity"), 1, MAX_TABLE) or 1,
        )

    def _where(self, number: str, session: str, letter: str) -> str:
        """The section of a line, or "" when the file's ranking, which names the pair, has no sections."""
        if not is_known(number, self.sections.get((session, letter), {})) and is_known(
            number, self.sections.get((session, ""), {})
        ):
            letter = ""
        self.sections.setdefault((session, letter), {})
        return letter

    def _meet(self, number: str, session: str, letter: str, place: str) -> None:
        """Make a contestant of a number that no ranking has named."""
        section = self.sections[session, letter]
        if not number or is_known(number, section):
            return
        self._room_for_one(section, place)
        section[number, ""] = ContestantRecord(number=number)
        if session in self.ranked:
            self.notes.add(
                place,
                _("Number %(number)s is on the travellers but not among the participants; it has no name.")
                % {"number": number},
            )
        else:
            self.notes.add(place, _("The file does not name the pairs, only their numbers."), once="no names")

    def _room_for_one(self, section: Mapping[tuple[str, Direction], object], place: str | int) -> None:
        if len(section) >= MAX_CONTESTANTS:
            raise Unreadable(
                at_line(place) if isinstance(place, int) else place,
                _("There are more contestants than in any tournament."),
            )

    def _count(self, line: int) -> None:
        self.results += 1
        if self.results > MAX_RESULTS:
            raise Unreadable(at_line(line), _("There are more results than in any tournament."))

    # The ranking, which names the pairs

    def _read_ranking(self, tag: Tag, session: str, section: str) -> None:
        for number, row, written in self._rows(tag):
            if row is None:
                self.notes.add(
                    at_line(number),
                    _("A row of the ranking does not have the columns of its table; it is left out: %(row)s")
                    % {"row": tidy(written, 60)},
                )
                continue
            pair = _number(_text(row, "pairid", "playerid"))
            if not pair:
                self.notes.add(
                    at_line(number),
                    _("The ranking names pairs without their numbers; the names cannot be put to the results."),
                    once="ranking without numbers",
                )
                continue
            letter = tidy(_text(row, "section"), 30) or section
            direction = _direction(_text(row, "direction"))
            contestants = self.sections.setdefault((session, letter), {})
            self._room_for_one(contestants, number)
            contestant = ContestantRecord(
                number=pair,
                direction=direction,
                players=_players(row),
                percentage=decimal(_text(row, "totalpercentage", "percentage")),
                total=decimal(_text(row, "totalscoremp", "totalscore", "totalscoreimp", "totalimp", "totalmp")),
                rank=tidy(_text(row, "rank"), 10),
                team=tidy(_text(row, "teamid", "team"), 20),
            )
            if contestants.setdefault((pair, direction), contestant) != contestant:
                self.notes.add(
                    at_line(number),
                    _("Number %(number)s is given to two contestants; the first is kept.") % {"number": pair},
                )
            self.ranked.add(session)


def _winners(sections: tuple[SectionRecord, ...]) -> int | None:
    """2 when both directions have a first place, 1 when there is one ranking, None without places."""
    firsts = {one.direction for section in sections for one in section.contestants if one.rank.rstrip("=") == "1"}
    return None if not firsts else 2 if {"NS", "EW"} <= firsts else 1


# The words of PBN


def _event(game: Game) -> Event:
    competition = game.get("Competition").casefold()
    if "individual" in competition:
        return "individual"
    if "team" in competition or game.get("HomeTeam") or _room(game):
        return "teams"
    return "pairs" if "pair" in competition else ""


def _scoring(text: str, event: Event) -> Scoring:
    """PBN 4.2 names methods freely: "MP", "MatchPoints;MP1", "IMP", "IMP;Cross", "Butler", "BAM"."""
    plain = text.casefold()
    words: tuple[tuple[str, Scoring], ...] = (
        ("butler", "BUTLER"),
        ("cross", "CROSS_IMPS"),
        ("cavendish", "CROSS_IMPS"),
        ("ximp", "CROSS_IMPS"),
        ("bam", "PAB"),
        ("total", "TOTAL"),
        ("rubber", "TOTAL"),
        ("team", "IMPS"),
        ("imp", "IMPS" if event == "teams" else "CROSS_IMPS"),
        ("m", "MP"),
    )
    return next((method for word, method in words if word in plain), "")


def _room(game: Game) -> Room:
    room = game.get("Room").casefold()
    return "open" if room == "open" else "closed" if room == "closed" else ""


def _direction(text: str) -> Direction:
    plain = text.upper().replace("-", "").replace("/", "")
    return "NS" if plain == "NS" else "EW" if plain == "EW" else ""


def _number(text: str) -> str:
    number = tidy(text, 20)
    return "" if not number.strip("?") else number


def _sided(text: str) -> tuple[str, Decimal] | None:
    """The side and value of "NS -110", "EW 50" or "S 1.25"; zero needs no side; None for anything else."""
    match = _SIDED.match(text)
    if match is None:
        return None
    value = decimal(match[2])
    if value is None or (not match[1] and value):
        return None
    return "EW" if (match[1] or "").upper() in ("EW", "E", "W") else "NS", value


def _tricks(result: str, declarer: str, contract: str = "") -> str:
    """Declarer's tricks from a Result: "9", "^9", "EW 10" (tricks of that side), or "+1" beside a contract."""
    sided = re.fullmatch(r"(\^?)\s*(NS|EW)\s+(\d{1,2})", result, re.ASCII)
    if sided:
        tricks = int(sided[3])
        own = declarer.lstrip("^ ")[:1]
        return sided[1] + str(tricks if not own or own in sided[2] else 13 - tricks)
    return tricks_of(result, contract)


def _read_scores(row: Row, line: Line, note: Callable[[str], None]) -> int | None:
    """Put the scores of a row in its line; East-West's own score when it is not the opposite.

    A side's cell holds points, "A+" "A" "A-", or a percentage. Magic Contest writes the points of the side that won
    them and "-" for the other.
    """
    numbers: list[int | None] = []
    codes: list[str] = []
    percents: list[Decimal | None] = []
    for side in ("ns", "ew"):
        written = _text(row, f"score_{side}")
        average, percent = _AVERAGE.fullmatch(written), _PERCENT.fullmatch(written)
        given = decimal(_text(row, f"percentage_{side}", f"percent_{side}"))
        number = None
        if average:
            code = f"A{average[1]}"
            codes.append(code)
            given = _AWARDS[code] if given is None else given
        elif percent:
            given = decimal(percent[1])
            codes.append(f"{given}%")
        elif written:
            number = whole(written, -MAX_SCORE, MAX_SCORE)
            if number is None:
                note(_("“%(text)s” is not a score; the line is kept as unread.") % {"text": tidy(written, 20)})
                line.unread(written)
        numbers.append(number)
        percents.append(given if given is not None and 0 <= given <= 100 else None)
        if not average and not percent:
            codes.append("")
    line.ns_percent, line.ew_percent = percents
    if line.kind != "unreadable" and any(codes):
        line.kind = "artificial"
        if any(code.startswith("A") for code in codes):
            line.remark = "/".join(code or "-" for code in codes)
    ns, ew = numbers
    if ns is None and ew is not None:
        line.score = -ew
        return None
    line.score = ns
    return ew if ns is not None and ew is not None and ew != -ns else None


def _players(row: Row) -> tuple[PlayerRecord, ...]:
    """The players of a row of the ranking: from Name1, Name2..., or from Names ("One - Other") cut in two."""
    numbered = (row[f"name{place}"] for place in range(1, 13) if f"name{place}" in row)
    names = [cell.text for cell in numbered if cell.quoted or cell.value]
    written = _text(row, "names", "name", "players")
    if written and not names:
        names = next((parts for mark in _NAME_SEPARATORS if len(parts := written.split(mark)) == 2), [written])
    return tuple(
        PlayerRecord(name=tidy(name), licence=tidy(_text(row, f"memberid{place}", f"playerid{place}"), 30))
        for place, name in enumerate(names, 1)
    )


def _double_dummy(game: Game) -> str:
    """The 20 tricks of PBN's DoubleDummyTricks, also from OptimumResultTable, or Ability; "" without."""
    digits = game.get("DoubleDummyTricks").casefold()
    if re.fullmatch(f"[{_HEX}]{{20}}", digits):
        return digits
    if "OptimumResultTable" in game.tags:
        tag = game.tags["OptimumResultTable"]
        columns = _columns(tag.value)
        made: dict[tuple[str, str], str] = {}
        for _line, written in tag.rows[:40]:
            row = dict(zip(columns, _cells(written), strict=False))
            tricks = whole(_text(row, "result"), 0, 13)
            if tricks is not None:
                made[_text(row, "declarer").upper(), _text(row, "denomination").upper()] = _HEX[tricks]
        wanted = [made.get((seat, denomination), "") for seat in "NSEW" for denomination in _DENOMINATIONS]
        return "".join(wanted) if all(wanted) else ""
    ability = dict(re.findall(r"([NESW]):([0-9A-Da-d]{5})(?![0-9A-Za-z])", game.get("Ability")))
    return "".join(ability[seat] for seat in "NSEW").casefold() if len(ability) == 4 else ""


def _tokens(game: Game, name: str) -> Iterator[str]:
    tag = game.tags.get(name)
    for _line, written in tag.rows[:200] if tag else ():
        yield from written.split()[:200]


def _auction(game: Game) -> tuple[str, ...]:
    """The calls in order from the dealer; what annotates them is left out, "AP" is written out.

    PBN 3.9 has "^S" in place of the call of a player who was skipped: the call out of turn was accepted.
    """
    calls: list[str] = []
    for call in _tokens(game, "Auction"):
        if call == "*" or len(calls) >= 319:  # the longest auction there is
            break
        if call == "^S":
            calls.append("-")
            continue
        if not _CALL.fullmatch(call):
            continue
        if call.upper() == "AP":
            while len(calls) < 4 or calls[-3:] != ["Pass"] * 3:
                calls.append("Pass")
            break
        calls.append("Pass" if call.casefold() == "pass" else call.upper())
    return tuple(calls)


def _play(game: Game) -> tuple[str, ...]:
    """The cards trick by trick, each from the seat of the opening leader; "-" for a card not shown."""
    cards: list[str] = []
    for card in _tokens(game, "Play"):
        if card == "*" or len(cards) >= 52:
            break
        if _PLAYED_CARD.fullmatch(card):
            cards.append(card.upper().replace("10", "T"))
    return tuple(cards)


# Writing

SCORINGS: dict[Scoring, str] = {
    "MP": "MP",
    "BUTLER": "Butler",
    "CROSS_IMPS": "IMP;Cross",
    "IMPS": "IMP;Teams",
    "PAB": "BAM",
    "TOTAL": "TotalPoints",
    "": "",
}
"""The words of PBN's Scoring tag."""

_COMPETITIONS: dict[Event, str] = {"pairs": "Pairs", "individual": "Individuals", "teams": "Teams", "": ""}


def write(tournament: TournamentFile) -> bytes:
    """The tournament as PBN 2.1, in UTF-8, one game a board; `read` gives the same records back.

    The results are in a ScoreTable, the contestants in the TotalScoreTable of their session's first board. A remark, a
    room or a section is a column of its own, which other programs skip. Auctions and play, which belong to one table,
    and matches of teams have no place in these tables and are not written.
    """
    lines = ["% PBN 2.1", "% EXPORT", "%Content-type: text/x-pbn; charset=UTF-8"]
    lines.append(f'% <META name=WinnerCount content="{tournament.winners or ""}">')
    for session in tournament.sessions:
        part = tournament.session(session)
        for place, board in enumerate(part.boards):
            lines += ["", *_board_tags(part, board)]
            if place == 0 and part.contestants:
                lines += _table("TotalScoreTable", _RANKING, _ranking_rows(part.sections))
            if board.results:
                points = "IMP" if tournament.scoring in ("BUTLER", "CROSS_IMPS", "IMPS") else "MP"
                lines += _table("ScoreTable", _TRAVELLER, (_score_row(line, points) for line in board.results))
    return ("\r\n".join(lines) + "\r\n").encode()


def _board_tags(tournament: TournamentFile, board: BoardRecord) -> Iterator[str]:
    tags = {
        "Event": tournament.name,
        "Site": tournament.club,
        "Date": tournament.date.strftime("%Y.%m.%d") if tournament.date else "",
        "Board": str(board.number),
        **dict.fromkeys(("West", "North", "East", "South"), ""),
        "Dealer": board.dealer,
        "Vulnerable": board.vulnerability,
        "Deal": board.deal,
        "Scoring": SCORINGS[tournament.scoring],
        **dict.fromkeys(("Declarer", "Contract", "Result"), ""),
    }
    optional = {
        "Competition": _COMPETITIONS[tournament.event],
        "Session": board.session,
        "Application": tournament.program,
        "DoubleDummyTricks": board.double_dummy,
        "OptimumScore": board.par,
    }
    for name, value in (*tags.items(), *((name, value) for name, value in optional.items() if value)):
        yield f"[{name} {quoted(value)}]"


# Columns that are always there carry "!".
_RANKING = ("Rank", "Section", "PairId!", "Team", "Direction", "TotalScore", "TotalPercentage", "Names!")
_TRAVELLER = (
    *("Section", "Table", "Round", "Room", "PairId_NS!", "PairId_EW!"),
    *(f"PlayerId_{name}" for _seat, name in _SEATS),
    *("Contract!", "Declarer!", "Result!", "Lead", "Score_NS!", "Score_EW!", "MP_NS", "MP_EW", "IMP_NS", "IMP_EW"),
    *("Percentage_NS", "Percentage_EW", "Multiplicity", "Remark"),
)


def _table(name: str, columns: tuple[str, ...], rows: Iterable[Mapping[str, str]]) -> Iterator[str]:
    """A table's tag and rows: the columns that say something, those of *columns* first and in their order."""
    rows = list(rows)
    used = dict.fromkeys(column for row in rows for column, cell in row.items() if cell != "-")
    known = [column.rstrip("!") for column in columns if column.endswith("!") or column in used]
    kept = [*known, *(column for column in used if column not in known)]
    widths = {column: max(len(row.get(column, "-")) for row in rows) for column in kept}
    header = ";".join(rf"{column}\{widths[column]}L" for column in kept)
    yield f'[{name} "{header}"]'
    for row in rows:
        yield " ".join(row.get(column, "-").ljust(widths[column]) for column in kept).rstrip()


def _ranking_rows(sections: tuple[SectionRecord, ...]) -> Iterator[dict[str, str]]:
    for section in sections:
        for contestant in section.contestants:
            names = [player.name for player in contestant.players]
            row = {
                "Rank": _token(contestant.rank),
                "Section": _token(section.letter),
                "PairId": _token(contestant.number),
                "Team": _token(contestant.team),
                "Direction": {"NS": "N-S", "EW": "E-W", "": "-"}[contestant.direction],
                "TotalScore": _token(contestant.total),
                "TotalPercentage": _token(contestant.percentage),
                "Names": quoted(" - ".join(names)) if names else "-",
            }
            if names and (
                len(names) != 2 or not all(names) or any(mark in name for mark in _NAME_SEPARATORS for name in names)
            ):
                row |= {f"Name{place}": quoted(name) for place, name in enumerate(names, 1)}
            row |= {f"MemberID{place}": quoted(player.licence)
                    for place, player in enumerate(contestant.players, 1) if player.licence}  # fmt: skip
            yield row


def _score_row(line: ResultRecord, points: str) -> dict[str, str]:
    contract, remark = line.contract, line.remark
    scores = [_token(line.score), _token(line.score_ew)]
    if line.kind == "passed":
        contract = "Pass"
    elif line.kind == "unreadable" and contract:
        scores, remark = [quoted(remark), "-"], ""
    elif line.kind == "unreadable":
        contract, remark = remark, ""
    elif line.kind == "artificial" and _AVERAGES.fullmatch(remark):
        scores, remark = remark.split("/"), ""
    elif line.kind == "artificial":
        scores = ["-" if share is None else f"{share}%" for share in (line.ns_percent, line.ew_percent)]
    return {
        "Section": _token(line.section),
        "Table": _token(line.table),
        "Round": _token(line.round),
        "Room": line.room or "-",
        "PairId_NS": _token(line.ns),
        "PairId_EW": _token(line.ew),
        **{f"PlayerId_{name}": _token(number) for (_seat, name), number in zip(_SEATS, line.players, strict=False)},
        "Contract": _token(contract),
        "Declarer": line.declarer or "-",
        "Result": _token(line.tricks),
        "Lead": line.lead or "-",
        "Score_NS": scores[0],
        "Score_EW": scores[1],
        f"{points}_NS": _token(line.ns_points),
        f"{points}_EW": _token(line.ew_points),
        "Percentage_NS": _token(line.ns_percent),
        "Percentage_EW": _token(line.ew_percent),
        "Multiplicity": str(line.times) if line.times != 1 else "-",
        "Remark": _token(remark),
    }


def _token(value: object) -> str:
    """A cell of a table: as it is when it is one plain word, quoted when not, "-" for nothing."""
    text = "" if value is None else tidy(str(value))
    return "-" if text == "" else text if re.fullmatch(r"[\w.,+=-]*\w[\w.,+=-]*", text) else quoted(text)


def quoted(text: str) -> str:
    """The text as the value of a tag, between quotation marks."""
    escaped = tidy(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
