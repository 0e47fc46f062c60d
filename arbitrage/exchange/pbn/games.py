"""Games in the text of a PBN file: tags with the rows under them, with "#" and comments resolved, and the cells of
tables."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from arbitrage.exchange.reading import (
    BLANKS,
    Notes,
    at_line,
    tidy,
)
from arbitrage.exchange.records import (
    Unreadable,
)
from rulings.bridge import Seat

MAX_LINES = 500_000
MAX_LINE = 10_000
MAX_COLUMNS = 60
MAX_COMMENTS, MAX_COMMENT = 60, 300

SEATS: tuple[tuple[Seat, str], ...] = ((Seat.N, "North"), (Seat.E, "East"), (Seat.S, "South"), (Seat.W, "West"))


@dataclass(slots=True)
class Tag:
    """A tag pair, and the rows of the section it opens: (line number, text)."""

    value: str
    line: int
    rows: list[tuple[int, str]] = field(default_factory=list)


@dataclass(slots=True)
class Game:
    """One game: its tags by name, inheritance already resolved, the line it begins on, and its comments, with a
    semicolon at the end of each."""

    line: int
    tags: dict[str, Tag] = field(default_factory=dict)
    comments: str = ""

    def get(self, name: str) -> str:
        """Return the value of a tag; "" where the game has none, or the value is unknown ("?")."""
        tag = self.tags.get(name)
        return "" if tag is None or tag.value.strip("?-. ") == "" else tag.value.strip()


_TAG = re.compile(r'\s*\[\s*(\w{1,60})\s+"([^"\\]*(?:\\.[^"\\]*)*)"\s*\]')
_LOOSE_TAG = re.compile(r'\s*\[\s*(\w{1,60})\s+"(.*)"\s*\]\s*$')
_COMMENT_OR_TEXT = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{;]')
_GAME_BEGINS = re.compile(r'\s*\[\s*(?:Event|Board)\s+"', re.IGNORECASE)
_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[^\s"]+|"')
_META = re.compile(r'%\s*<META\s+name\s*=\s*"?(\w+)"?\s+content\s*=\s*"([^"]*)"', re.IGNORECASE)
_VERSION = re.compile(r"%\s*PBN\s+([0-9.]+)", re.IGNORECASE)
_CREATOR = re.compile(r"%\s*Creator:\s*(.+)", re.IGNORECASE)
CHARSET = re.compile(rb"^%\s*Content-type:[^\n]*charset\s*=\s*\"?([A-Za-z0-9_-]{1,40})", re.IGNORECASE | re.MULTILINE)

# The tags that identify a game. One that comes a second time, after an empty line, begins another game.
_IDENTIFYING = frozenset(
    ("Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal", "Scoring")
    + ("Declarer", "Contract", "Result", "Score", "Room", "Table", "Round", "Section")
)

_KNOWN = _IDENTIFYING | frozenset(
    ("Competition", "EventDate", "HomeTeam", "VisitTeam", "Session", "Application", "ScoreMP", "ScoreIMP", "Auction")
    + ("Play", "ScoreTable", "TotalScoreTable", "OptimumResultTable", "OptimumScore", "DoubleDummyTricks", "Ability")
    + ("OptimumContract", "ParContract")
)


_TABLES = frozenset(("Auction", "Play", "ScoreTable", "TotalScoreTable"))
"""Tags whose section is read: a second one in a game would lose its rows."""

_SPELT = {name.casefold(): name for name in _KNOWN}
"""The tags by their name in small letters: PBN tells them apart by capitals, and some programs do not."""


def _unescape(text: str) -> str:
    return text.replace('\\"', '"').replace("\\\\", "\\") if "\\" in text else text


_BEGINS = re.compile(rb'^[ \t]*\[[ \t]*\w{1,60}[ \t]+"|\A%\s*PBN\b', re.MULTILINE)


def recognises(start: bytes) -> bool:
    """Does a text have a tag pair of PBN on a line of its own, or declare itself as PBN?"""
    return _BEGINS.search(start) is not None


class Games:
    """The games of a text, in order, with the directives before them."""

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
        self.comments: list[str] = []

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
                tags, rest = self._tags(raw, number)
                for name, value in tags:
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
                    if name in _TABLES or (name in _IDENTIFYING and game.tags[name].value != value):
                        self.notes.add(
                            at_line(number),
                            _("The tag %(tag)s is there twice in one game; the first is kept.") % {"tag": name},
                        )
                beside = self._without_comments(rest, number)
                if tag is not None and beside.strip():
                    tag.rows.append((number, beside))
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
        """Split the tag pairs of a line from the rest of it."""
        tokens: list[tuple[str, str]] = []
        position = 0
        while match := _TAG.match(raw, position):
            tokens.append((_SPELT.get(match[1].casefold(), match[1]), _unescape(match[2])))
            position = match.end()
        rest = raw[position:]
        if rest.lstrip().startswith("["):
            # A quotation mark inside the value, written as it is.
            if match := _LOOSE_TAG.match(rest):
                return [*tokens, (_SPELT.get(match[1].casefold(), match[1]), match[2])], ""
            self.notes.add(at_line(number), _("“%(text)s” is not a PBN tag; it is skipped.") % {"text": tidy(rest, 40)})
            rest = ""
        return tokens, rest

    def _without_comments(self, raw: str, number: int) -> str:
        """Strip the line of "{ ... }", which may go on over several lines, and of "; ..."."""
        if not self.comment_since and "{" not in raw and ";" not in raw:
            return raw
        kept: list[str] = []
        position = 0
        while position < len(raw):
            if self.comment_since:
                closed = raw.find("}", position)
                if len(self.comments) < MAX_COMMENTS:
                    words = raw[position : closed if closed >= 0 else None][:MAX_COMMENT]
                    self.comments.append(f"{words};" if closed >= 0 else words)
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
        """Replace "#" and "##" in the game by the values that they refer to."""
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
        game.comments, self.comments = " ".join(self.comments), []
        return game


@dataclass(frozen=True, slots=True)
class Cell:
    """A token of a table row. A bare "-" is PBN's mark for a value that does not apply; a quoted one is text."""

    text: str
    quoted: bool

    @property
    def value(self) -> str:
        return "" if not self.quoted and self.text in BLANKS else self.text


def cells_of(row: str) -> list[Cell]:
    cells = []
    for token in _TOKEN.findall(row)[: MAX_COLUMNS + 1]:
        quoted = len(token) > 1 and token.startswith('"')
        cells.append(Cell(_unescape(token[1:-1]) if quoted else token, quoted))
    return cells


def columns_of(header: str) -> list[str]:
    """Name the columns of a table's tag, in small letters: "Table\\2R;+Rank\\3R" has "table" and "rank"."""
    return [part.partition("\\")[0].strip().lstrip("+-").casefold() for part in header.split(";")][:MAX_COLUMNS]


Row = Mapping[str, Cell]


def text_of(row: Row, *names: str) -> str:
    """Return the value of the first of these columns that has one; "" if none has."""
    for name in names:
        if name in row and row[name].value.strip():
            return row[name].value.strip()
    return ""
