"""LIN, the format of Bridge Base Online and compatible programs for records of play.

A file is "key|value|" repeated: qx the room and board, pn the names (South, West, North, East; eight of them for the
two rooms of a match), md the dealer and the hands, sv the vulnerability, mb a call, pc a card, mc the total of tricks
that declarer claims, vg and rs the match and its results. Chat and diagrams are skipped.

The tricks of a board without a claim are counted when all its cards are there. Illegal calls and plays, such as a card
from the wrong hand or an auction that never ends, are left out with a note, and the board is kept.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _

from arbitrage.exchange import cards
from arbitrage.exchange.gathering import Gathering, team_numbers
from arbitrage.exchange.reading import (
    MAX_BOARD_NUMBER,
    Notes,
    at_board,
    at_line,
    begin,
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
    PlayerRecord,
    ResultRecord,
    Room,
    TeamRecord,
    TournamentFile,
    Unreadable,
)
from rulings.bridge import RANKS, NotationError, Seat, dealer, parse_deal, vulnerability

MOST_BOARDS = 64
"""Most boards of a session."""
MAX_TOKENS = 2_000_000
LONGEST = {"md": 200, "qx": 40, "ah": 200, "sv": 10, "mb": 2_000, "pc": 500, "mc": 10, "pn": 2_000}
LONGEST_VALUE = 20_000
"""Most characters that are read of a value."""

_TOKEN = re.compile(r"([a-z]{2})\|([^|]*)\|")
_SEATS = (Seat.S, Seat.W, Seat.N, Seat.E)
"""The seats in the order of LIN, from dealer 1 to dealer 4."""
_VULNERABLE = {"o": "None", "0": "None", "-": "None", "n": "NS", "e": "EW", "b": "All"}
_ROOMS: dict[str, Room] = {"o": "open", "c": "closed"}
_HAND = re.compile(r"[SHDCAKQJT2-9]*")
_ONE_CALL = re.compile(r"(?:[1-7](?:NT|SA|[NSHDC])|REDOUBLE|DOUBLE|RDBL|DBL|PASS|XX|[PDRX-])[!?*]*", re.IGNORECASE)
_ONE_CARD = re.compile(r"[SHDC](?:10|[AKQJT2-9])", re.IGNORECASE)
_RESULT = re.compile(r"([1-7](?:NT|[NSHDC]))([NESW])(x{0,2})(=|[+-]\d{1,2})", re.IGNORECASE | re.ASCII)


@dataclass(slots=True)
class Table:
    """The record of one table on one board, as written in the file."""

    line: int
    room: str = ""
    number: str = ""
    names: tuple[str, ...] = ()
    hands: str = ""
    vulnerable: str = ""
    calls: list[str] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)
    claimed: str = ""


_BEGINS = re.compile(rb"(?:\w\w\|[^|\n]{0,400}\|){2}")
_HANDS = re.compile(rb"(?:^|\|)\s*md\|[1-4]?\s*S", re.IGNORECASE)


def recognises(start: bytes) -> bool:
    """Does a text begin with LIN's pairs of key and value, or contain hands in LIN's form?"""
    return _BEGINS.match(start) is not None or _HANDS.search(start) is not None


def read(data: bytes) -> TournamentFile:
    """Read the boards in a LIN file, each table a result with its auction and play.

    :raises Unreadable: the file is not LIN, or has no readable board.
    """
    notes = begin(data)
    text, encoding = decode(data, "", notes)
    reader = _Reader(notes)
    tables = list(reader.tables(text))
    by_session = _sessions_in_numbers(tables)
    for place, table in enumerate(tables, 1):
        reader.add(table, place, by_session=by_session)
    if not reader.found.lines:
        raise Unreadable("", _("No board of the file can be read. A LIN file has its hands after “md|”."))
    return reader.tournament(encoding)


def _all_of(pattern: re.Pattern[str], value: str) -> list[str]:
    """Split a value into the calls or cards that it consists of; "?" alone where it has anything else."""
    return ["?"] if pattern.sub("", value).strip() else pattern.findall(value) or ["?"]


def _sessions_in_numbers(tables: Sequence[Table]) -> bool:
    """Do the board numbers contain the session, so that "203" is board 3 of session 2?

    No session has more than 64 boards. If dealer and vulnerability fit the last two digits on every board, but not the
    whole number, the digits before them are the session.
    """
    numbers = {number: table for table in tables if (number := whole(table.number, 1, MAX_BOARD_NUMBER)) is not None}
    if not numbers or not all(number > MOST_BOARDS and 1 <= number % 100 <= MOST_BOARDS for number in numbers):
        return False
    return all(_is_law_2(table, number % 100) for number, table in numbers.items()) and not all(
        _is_law_2(table, number) for number, table in numbers.items()
    )


def _is_law_2(table: Table, number: int) -> bool:
    """Does a table have the dealer and vulnerability of a board with this number?"""
    dealt_by = _SEATS[int(table.hands[0]) - 1] if table.hands[:1] in ("1", "2", "3", "4") else None
    vulnerable = _VULNERABLE.get(table.vulnerable.lower()[:1], "")
    return dealt_by == dealer(number) and vulnerable == vulnerability(number)


class _Reader:
    """Results collected table after table."""

    def __init__(self, notes: Notes) -> None:
        self.notes = notes
        self.found = Gathering(notes)
        self.match: list[str] = []
        self.results: list[str] = []
        self.eight: tuple[str, ...] = ()
        self.pairs: dict[tuple[str, str, str], str] = {}
        self.said: dict[tuple[str, int], tuple[Seat | None, str]] = {}

    def tables(self, text: str) -> Iterator[Table]:
        """Yield each table of the file. A board begins with its room, its names or its hands, whichever comes first."""
        table = Table(1)
        names: tuple[str, ...] = ()
        line, counted = 1, 0
        for count, token in enumerate(_TOKEN.finditer(text)):
            if count > MAX_TOKENS:
                raise Unreadable("", _("The file is larger than any tournament’s."))
            key, value = token[1], token[2][: LONGEST.get(token[1], LONGEST_VALUE)].strip()
            line += text.count("\n", counted, token.start())
            counted = token.start()
            if key in ("qx", "pn", "md") and table.hands:
                yield replace(table, names=table.names or names)
                table = Table(line)
            if key == "qx":
                match = re.match(r"([oc]?)\s*(\d{1,5})(?!\d)", value, re.ASCII)
                table.line = line
                table.room, table.number = (match[1], match[2]) if match else ("", "")
            elif key == "pn":
                names = tuple(tidy(name) for name in value.split(","))[:8]
                table.names = names
                if len(names) == 8:
                    self.eight = names
            elif key == "md":
                table.line, table.hands = line, value
            elif key == "ah" and not table.number:
                match = re.search(r"(\d{1,5})\s*$", value, re.ASCII)
                table.number = match[1] if match else ""
            elif key == "sv":
                table.vulnerable = value
            elif key == "mb" and len(table.calls) <= cards.LONGEST_AUCTION:
                table.calls += _all_of(_ONE_CALL, value)
            elif key == "pc" and len(table.cards) <= 52:
                table.cards += [card.upper().replace("10", "T") for card in _all_of(_ONE_CARD, value)]
            elif key == "mc":
                table.claimed = value
            elif key == "vg" and not self.match:
                self.match = [tidy(part, 100) for part in value.split(",")][:9]
            elif key == "rs":
                self.results = self.results or [part.strip() for part in value.split(",")]
        if table.hands:
            yield replace(table, names=table.names or names)

    def add(self, table: Table, place: int, *, by_session: bool = False) -> None:
        """Store a table's line, and its board at its first table. *by_session*: the board number begins with the
        session."""
        number = whole(table.number, 1, MAX_BOARD_NUMBER)
        if number is None:
            number = place
            self.notes.add(
                at_line(table.line),
                _("The file does not number its boards; they are numbered as they come."),
                once="no",
            )
        session, number = (str(number // 100), number % 100) if by_session else ("", number)
        where = at_board(table.line, number)

        def note(reason: str) -> None:
            self.notes.add(where, reason)

        deal = lin_deal(table.hands)
        if deal:
            self.found.hold(session, number, deal, where)
        else:
            note(_("The hands cannot be read and are left out."))
        dealt_by = _SEATS[int(table.hands[0]) - 1] if table.hands[:1] in ("1", "2", "3", "4") else None
        self.said.setdefault((session, number), (dealt_by, _VULNERABLE.get(table.vulnerable.lower()[:1], "")))
        if not (table.calls or table.cards or table.claimed or any(self._recorded(table, number))):
            self.found.add_board(session, number, where)  # hands alone, without play
            return
        line = self._line(table, number, deal, note)
        ns, ew = self._contestants(table, where, session)
        self.found.add_line(session, number, replace(line, ns=ns, ew=ew, room=_ROOMS.get(table.room, "")), where)

    def tournament(self, encoding: str) -> TournamentFile:
        teams = tuple(dict.fromkeys(name for name in self.match[5:9:2] if name))
        rooms = any(line.room for lines in self.found.lines.values() for line in lines)
        closed = any(line.room == "closed" for lines in self.found.lines.values() for line in lines)
        scored_in = self.match[2].upper() if len(self.match) > 2 else ""
        return TournamentFile(
            name=", ".join(part for part in self.match[:2] if part),
            scoring={"I": "IMPS", "B": "PAB"}.get(scored_in, "MP") if rooms and scored_in else "",  # type: ignore[arg-type]
            event="teams" if closed else "pairs" if any(self.found.lines.values()) else "",
            sections=self.found.section_records(),
            boards=tuple(map(self._board, self.found.boards())),
            teams=tuple(TeamRecord(number=number, name=name) for name, number in team_numbers(teams).items())
            if closed
            else (),
            warnings=self.notes.all(),
            format="lin",
            encoding=encoding,
        )

    def _board(self, board: BoardRecord) -> BoardRecord:
        """Return the board with the dealer and vulnerability of the file, as online play does not follow Law 2."""
        dealt_by, vulnerable = self.said[board.session, board.number]
        return replace(
            board,
            dealer=str(dealt_by or dealer(board.number)),
            vulnerability=vulnerable or vulnerability(board.number),
        )

    # One table

    def _line(self, table: Table, number: int, deal: str, note: Callable[[str], None]) -> ResultRecord:
        auction = self._auction(table, note)
        first = _SEATS[int(table.hands[0]) - 1] if table.hands[:1] in ("1", "2", "3", "4") else dealer(number)
        contract, declarer, tricks = self._recorded(table, number)
        play: tuple[str, ...] = ()
        try:
            ended = cards.contract_of(auction, first)
        except ValueError:
            ended = None
            if not contract:
                note(_("The auction does not come to an end; the board is kept without a result."))
        else:
            if ended is None:
                contract = "PASS"
            elif ended.declarer is not None:
                contract, declarer = str(ended), str(ended.declarer)
                holders = (
                    {str(card): seat for seat, hand in parse_deal(deal).items() for card in hand} if deal else None
                )
                play, won = cards.played(table.cards, ended.declarer, ended.denomination, holders)
                if sum(card != "-" for card in play) < len(table.cards):
                    note(_("A card of the play is not one that could be played; what follows it is left out."))
                tricks = self._tricks(table, won, tricks, note)
        line = settle(
            read_play(contract=contract, declarer=declarer, tricks=tricks, lead=play[0] if play else "", note=note),
            points=False,
            note=note,
        )
        if line.kind == "passed":
            line.score = 0
        return ResultRecord(
            kind=line.kind,
            contract=line.contract,
            declarer=line.declarer,
            lead=line.lead,
            tricks=line.tricks,
            score=line.score,
            remark=line.remark,
            auction=auction,
            play=play,
        )

    @staticmethod
    def _auction(table: Table, note: Callable[[str], None]) -> tuple[str, ...]:
        made = [cards.call(written) for written in table.calls[: cards.LONGEST_AUCTION]]
        if "" in made:
            note(_("A call of the auction cannot be read; it and what follows are left out."))
            made = made[: made.index("")]
        return tuple(made)

    @staticmethod
    def _tricks(table: Table, won: int | None, recorded: str, note: Callable[[str], None]) -> str:
        """Return declarer's tricks: those claimed, else those counted from a complete play, else those of the file's
        list of results."""
        claimed = whole(table.claimed, 0, 13)
        if claimed is not None and won is not None and claimed != won:
            reason = _("The file says %(claimed)s tricks and the cards make %(won)s; the file’s number is kept.")
            note(reason % {"claimed": claimed, "won": won})
        tricks = claimed if claimed is not None else won
        return recorded if tricks is None else str(tricks)

    def _recorded(self, table: Table, number: int) -> tuple[str, str, str]:
        """Return contract, declarer and tricks of the list of results, where the file has one."""
        first = whole(self.match[3], 1, MAX_BOARD_NUMBER) if len(self.match) > 4 else None
        if first is None or table.room not in _ROOMS or not number >= first:
            return "", "", ""
        place = 2 * (number - first) + (table.room == "c")
        written = self.results[place] if place < len(self.results) else ""
        if written.upper() in ("PASS", "P"):
            return "PASS", "", ""
        match = _RESULT.fullmatch(written)
        return (match[1] + match[3], match[2].upper(), tricks_of(match[4], match[1])) if match else ("", "", "")

    def _contestants(self, table: Table, where: str, session: str) -> tuple[str, str]:
        """Return numbers for both pairs, in order of appearance, as the file has only names."""
        names = table.names
        if len(names) == 8:
            names = names[4:] if table.room == "c" else names[:4]
        elif table.room == "c" and self.eight[:4] == names:
            # Some converters repeat the names of the open room for the closed room.
            names = self.eight[4:]
        south, west, north, east = (*names, "", "", "", "")[:4]
        home, visitors = (self.match[5], self.match[7]) if len(self.match) > 7 else ("", "")
        teams = (visitors, home) if table.room == "c" else (home, visitors)
        team_of, numbers = team_numbers((home, visitors)), []
        for pair, team in (((north, south), teams[0]), ((east, west), teams[1])):
            if not any(pair):
                numbers.append("")
                continue
            number = self.pairs.setdefault((*pair, team), str(len(self.pairs) + 1))
            numbers.append(number)
            if (number, "") not in self.found.sections.get((session, ""), {}):
                players = tuple(PlayerRecord(name=name) for name in pair)
                contestant = ContestantRecord(number=number, players=players, team=team_of[team])
                self.found.add_contestant((session, ""), contestant, where)
        return numbers[0], numbers[1]


def lin_deal(written: str) -> str:
    """Convert the deal of an "md" value to PBN; "" if it cannot be read. LIN gives the hands of South, West, North and,
    not always, East."""
    hands = [_suits(hand) for hand in written.upper().lstrip("1234 ").split(",")[:4]]
    if len(hands) == 3:
        hands.append(["", "", "", ""])
    if len(hands) != 4 or any(hand is None for hand in hands):
        return ""
    held: list[list[str]] = [hand for hand in hands if hand is not None]
    if not any(held[3]):
        held[3] = ["".join(rank for rank in RANKS if not any(rank in hand[suit] for hand in held)) for suit in range(4)]
    deal = "S:" + " ".join(".".join(hand) for hand in held)
    try:
        parse_deal(deal)
    except NotationError:
        return ""
    return deal


def _suits(hand: str) -> list[str] | None:
    """Split "S4HKQJ9DK8652CQ87" into its four suits; None when it is not a hand."""
    plain = hand.strip().replace("10", "T")
    if not _HAND.fullmatch(plain):
        return None
    suits = dict.fromkeys("SHDC", "")
    suit = ""
    for letter in plain:
        if letter in suits:
            suit = letter
        elif suit:
            suits[suit] += letter
        else:
            return None
    return list(suits.values())
