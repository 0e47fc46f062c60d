"""JSON of the Bridgemate Data Connector, which new Bridgemates exchange with scoring programs. Source: the classes that
Bridge Systems published; no file of a real session was available.

Sessions, movement, players, hands and results are separate objects, in lists or in whole messages whose
"SerializedData" is JSON again. The reader recognises an object by its fields. Results are numbers: level 1 to 7, 0 for
a pass, -1 to -9 for averages of both sides, -10 for a board that was not played.
"""

import json
import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from arbitrage.exchange.gathering import Gathering
from arbitrage.exchange.reading import (
    MAX_BOARD_NUMBER,
    MAX_TABLE,
    Notes,
    at_table,
    begin,
    parse_json,
    read_play,
    settle,
    tidy,
)
from arbitrage.exchange.reading import date as read_date
from arbitrage.exchange.records import (
    ContestantRecord,
    Direction,
    PlayerRecord,
    ResultRecord,
    TournamentFile,
    Unreadable,
)
from rulings.bridge import RANKS, Seat, Side

MAX_OBJECTS = 200_000
_DEEPEST = 12
_SEATS = {1: Seat.N, 2: Seat.E, 3: Seat.S, 4: Seat.W}
_DENOMINATIONS = {1: "C", 2: "D", 3: "H", 4: "S", 5: "NT"}
_AVERAGES = ("A-", "A", "A+")
_PERCENT = {"A-": Decimal(40), "A": Decimal(50), "A+": Decimal(60)}
_NOT_PLAYED = -10
_ONE_SIDE = (1, 2)
_SESSION = re.compile(rb'(?:\\u0022|\\?")SessionGuid(?:\\u0022|\\?")')
_SUITS = ("Spades", "Hearts", "Diamonds", "Clubs")
_SIDES: tuple[Direction, Direction] = ("NS", "EW")

Node = Mapping[str, Any]


def recognises(start: bytes) -> bool:
    """Does the file begin as the JSON of the Data Connector? All its objects have the same field for their session."""
    return start.startswith((b"{", b"[{")) and _SESSION.search(start) is not None


def read(data: bytes) -> TournamentFile:
    """Read the tournament in the JSON of the Data Connector.

    :raises Unreadable: the file has another format, or neither results nor hands.
    """
    notes = begin(data)
    document, encoding = parse_json(data, notes)
    reader = _Reader(notes)
    for node in _nodes(document, 0, [0]):
        reader.meet(node)
    return reader.tournament(encoding)


def _nodes(value: object, depth: int, count: list[int]) -> Iterator[Node]:
    """Yield every object of a document, each before the objects inside it. Texts that contain JSON are parsed too."""
    count[0] += 1
    if count[0] > MAX_OBJECTS or depth > _DEEPEST:
        raise Unreadable("", _("The file is larger than any tournament’s."))
    if isinstance(value, str):
        if value[:1] in ("[", "{") and '"SessionGuid"' in value:
            try:
                yield from _nodes(json.loads(value), depth + 1, count)
            except (ValueError, RecursionError):
                return
    elif isinstance(value, dict):
        yield value
        for inner in value.values():
            if isinstance(inner, dict | list | str):
                yield from _nodes(inner, depth + 1, count)
    elif isinstance(value, list):
        for inner in value:
            if isinstance(inner, dict | list | str):
                yield from _nodes(inner, depth + 1, count)


class _Reader:
    """Results collected object after object."""

    def __init__(self, notes: Notes) -> None:
        self.notes = notes
        self.found = Gathering(notes)
        self.names: dict[str, str] = {}
        self.sat: dict[tuple[str, int, int, Seat], tuple[str, str]] = {}
        self.seated: dict[tuple[str, int, int], tuple[str, str]] = {}
        self.results: dict[tuple[str, int, int, int], ResultRecord] = {}
        self.winners: set[int] = set()
        self.session: Node = {}

    def meet(self, node: Node) -> None:
        """Read one object: a result, a round of the movement, a player, a seat, hands, a section or a session."""
        if "Level" in node and "BoardNumber" in node:
            self._result(node)
        elif "PairNS" in node and "RoundNumber" in node:
            where = self._where(node)
            if where is not None:
                self.seated.setdefault(where, (_pair(node, "PairNS"), _pair(node, "PairEW")))
        elif "NorthSpades" in node:
            self._hands(node)
        elif "Direction" in node and "PlayerNumber" in node:
            where, seat = self._where(node), _SEATS.get(_number(node, "Direction", 1, 4) or 0)
            if where is not None and seat is not None and not node.get("IsRemoval"):
                self.sat[*where, seat] = _text(node, "PlayerNumber"), _name(node)
        elif "PlayerNumber" in node:
            self.names[_text(node, "PlayerNumber")] = _name(node)
        elif "Winners" in node:
            self.winners |= {winners} if (winners := _number(node, "Winners", 1, 2)) else set()
        elif "ScoringGroups" in node:
            if self.session and self.session.get("SessionGuid") != node.get("SessionGuid"):
                self.notes.add("", _("The file holds several sessions; their boards are read as one."), once="sessions")
            self.session = self.session or node

    def tournament(self, encoding: str) -> TournamentFile:
        for (letter, table, _round, board), line in self.results.items():
            self.found.add_line("", board, line, at_table(letter, table, board))
        if not self.found.lines and not self.found.deals:
            raise Unreadable("", _("No result has been entered at the tables yet. Read the file again later."))
        self._make_pairs()
        day = "-".join(str(self.session.get(name, "")) for name in ("Year", "Month", "Day"))
        return TournamentFile(
            name=tidy(_text(self.session, "Name")),
            date=read_date(day),
            winners=next(iter(self.winners)) if len(self.winners) == 1 else None,
            rounds=max((in_round for _letter, _table, in_round in self.seated), default=None),
            event="pairs" if self.results else "",
            sections=self.found.section_records(),
            boards=self.found.boards(),
            warnings=self.notes.all(),
            format="bridgemate",
            program="Bridgemate Data Connector",
            encoding=encoding,
        )

    def _where(self, node: Node) -> tuple[str, int, int] | None:
        table, in_round = _number(node, "TableNumber", 1, MAX_TABLE), _number(node, "RoundNumber", 1, MAX_TABLE)
        return (tidy(_text(node, "SectionLetters"), 30), table, in_round) if table and in_round else None

    def _result(self, node: Node) -> None:
        where, board = self._where(node), _number(node, "BoardNumber", 1, MAX_BOARD_NUMBER)
        if where is None or board is None:
            self.notes.add("", _("A result does not say its table, round and board; it is left out."))
            return
        letter, table, in_round = where
        place = at_table(letter, table, board)
        if node.get("IsDeleted") is True:
            self.results.pop((*where, board), None)
            return

        def note(reason: str) -> None:
            self.notes.add(place, reason)

        if _number(node, "ScoringDirection", 1, 3) in _ONE_SIDE:
            note(_("The line has a score for one side alone; it is read as that of both."))
        level = _number(node, "Level", -10, 7)
        line = read_play(
            contract=_contract(node, level),
            declarer=str(_SEATS.get(_number(node, "DeclarerDirection", 1, 4) or 0, "")) if level and level > 0 else "",
            tricks=_tricks(node) if level and level > 0 else "",
            lead=_lead(node),
            note=note,
        )
        if level == _NOT_PLAYED:
            line.kind = "not_played"
        elif level is not None and level < 0:
            ns, ew = divmod(-level - 1, 3)
            both = _AVERAGES[ns], _AVERAGES[ew]
            line.kind, line.remark = "artificial", "/".join(both)
            line.ns_percent, line.ew_percent = (_PERCENT[level] for level in both)
        elif level is None:
            line.unread(_text(node, "Level") or "?")
        settle(line, points=False, note=note)
        ns_pair, ew_pair = _pair(node, "PairNorthSouth"), _pair(node, "PairEastWest")
        if not ns_pair or not ew_pair:
            note(_("The line does not say which pairs played."))
        else:
            self.seated.setdefault(where, (ns_pair, ew_pair))
        self.results[*where, board] = ResultRecord(
            ns=ns_pair,
            ew=ew_pair,
            kind=line.kind,
            section=letter,
            table=table,
            round=in_round,
            contract=line.contract,
            declarer=line.declarer,
            lead=line.lead,
            tricks=line.tricks,
            score=line.score,
            ns_percent=line.ns_percent,
            ew_percent=line.ew_percent,
            remark=line.remark,
            key=f"{letter}.{table}.{in_round}.{board}",
        )

    def _hands(self, node: Node) -> None:
        board = _number(node, "BoardNumber", 1, MAX_BOARD_NUMBER)
        if board is not None:
            hands = (
                ".".join(_text(node, f"{seat}{suit}").upper().replace("10", "T") for suit in _SUITS)
                for seat in ("North", "East", "South", "West")
            )
            self.found.hold("", board, f"N:{' '.join(hands)}", _("board %(number)s") % {"number": board})

    def _make_pairs(self) -> None:
        """Create the contestants. A number that sits in both directions of a section is one pair, unless two pairs have
        it in the same round."""
        ways: dict[str, dict[str, set[Direction]]] = {}
        players: dict[tuple[str, str, Direction], dict[Seat, PlayerRecord]] = {}
        for where, seated in sorted(self.seated.items(), key=lambda entry: (entry[0][2], entry[0])):
            for side, number in zip(_SIDES, seated, strict=True):
                if number:
                    ways.setdefault(where[0], {}).setdefault(number, set()).add(side)
                    of = players.setdefault((where[0], number, side), {})
                    for seat in Side(side).seats:
                        if (sat := self.sat.get((*where, seat))) is not None:
                            name = sat[1] or self.names.get(sat[0], "")
                            of.setdefault(seat, PlayerRecord(name=name, licence=tidy(sat[0], 30)))
        for letter, numbers in ways.items():
            together = any(len(sides) > 1 for sides in numbers.values()) and not self._at_once(letter)
            for number, sides in numbers.items():
                for side in _SIDES[:1] if together else sorted(sides, reverse=True):
                    own = players.get((letter, number, side)) or (
                        players.get((letter, number, "EW"), {}) if together else {}
                    )
                    named = tuple(own[seat] for seat in Seat if seat in own)[:2]
                    contestant = ContestantRecord(number=number, direction="" if together else side, players=named)
                    self.found.add_contestant(("", letter), contestant, "")
        for lines in self.found.lines.values():
            for line in lines:
                for met in (line.ns, line.ew):
                    self.found.meet(("", line.section), met, "")

    def _at_once(self, letter: str) -> bool:
        """Do a North-South and an East-West pair of a section have the same number in the same round?"""
        rounds: dict[tuple[int, Direction], set[str]] = {}
        for (section, _table, in_round), seated in self.seated.items():
            if section == letter:
                for side, number in zip(_SIDES, seated, strict=True):
                    rounds.setdefault((in_round, side), set()).add(number)
        return any(
            side == "NS" and (numbers & rounds.get((in_round, "EW"), set())) - {""}
            for (in_round, side), numbers in rounds.items()
        )


def _contract(node: Node, level: int | None) -> str:
    if level == 0:
        return "PASS"
    if level is None or level < 0:
        return ""
    denomination = _DENOMINATIONS.get(_number(node, "Denomination", 1, 5) or 0, "?")
    stake = 0 if node.get("Stake") is None else _number(node, "Stake", 0, 2)
    return f"{level}{denomination}" + ("?" if stake is None else "x" * stake)


def _tricks(node: Node) -> str:
    tricks = _number(node, "TotalTricks", 0, 13)
    return "" if tricks is None else str(tricks)


def _lead(node: Node) -> str:
    rank, suit = _number(node, "LeadCardRank", 2, 14), _DENOMINATIONS.get(_number(node, "LeadCardSuit", 1, 4) or 0)
    return f"{suit}{RANKS[14 - rank]}" if rank and suit else ""


def _name(node: Node) -> str:
    return tidy(" ".join(part for part in (_text(node, "FirstName"), _text(node, "LastName")) if part))


def _pair(node: Node, name: str) -> str:
    return str(_number(node, name, 1, 99_999) or "")


def _number(node: Node, name: str, low: int, high: int) -> int | None:
    value = node.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high else None


def _text(node: Node, name: str) -> str:
    value = node.get(name)
    return str(value).strip() if isinstance(value, str | int) and not isinstance(value, bool) else ""
