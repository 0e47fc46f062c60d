"""Bridgemate databases (.bws), which table terminals and a scoring program share during a session.

ReceivedData has a row for each table and board, with contract and result but without a score, which the importer
computes from Law 77. RoundData has the movement, PlayerNumbers the players. A row without a contract has its result in
Remarks: "Not played", "40%-60%" and the like, "Arbitral score" (still to be decided), "Wrong direction".

The file grows during the session. Every line has a key that corrections do not change, so that reading the file again
later shows what is new (`exchange.changes`).
"""

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from decimal import Decimal

from django.utils.translation import gettext as _

from arbitrage.exchange import cards
from arbitrage.exchange.access import Database
from arbitrage.exchange.access import recognises as recognises
from arbitrage.exchange.gathering import Gathering
from arbitrage.exchange.jet import Row
from arbitrage.exchange.reading import (
    MAX_BOARD_NUMBER,
    MAX_TABLE,
    Line,
    Notes,
    at_table,
    begin,
    date,
    read_play,
    settle,
    tidy,
    tricks_of,
)
from arbitrage.exchange.records import (
    ContestantRecord,
    Direction,
    PlayerRecord,
    ResultRecord,
    TournamentFile,
    Unreadable,
)
from rulings.bridge import Card, Seat, Side, dealer, parse_contract

MAX_PAIR = 99_999
MAX_ID = 2**31 - 1
TABLES = ("Section", "Tables", "RoundData", "PlayerNumbers", "ReceivedData")
"""The tables that every Bridgemate database has."""

_SIDES: tuple[Direction, ...] = ("NS", "EW")
_MATCH_POINTS = 1
_SHARES = re.compile(r"(\d{1,3})\s*%?\s*[-/]\s*(\d{1,3})\s*%?", re.ASCII)
_HANDS = tuple(
    tuple(seat + suit for suit in ("Spades", "Hearts", "Diamonds", "Clubs"))
    for seat in ("North", "East", "South", "West")
)

At = tuple[int, int, int, int]
"""Key of a row: its section, table, round and board."""
Pair = tuple[int, Direction]


def read(data: bytes) -> TournamentFile:
    """Read the tournament in a Bridgemate database, as far as it had been played when the file was copied.

    :raises Unreadable: the file is not an Access database, lacks Bridgemate's tables, or has no entry yet.
    """
    notes = begin(data)
    database = Database(data, notes)
    database.lacks(TABLES)
    if "ReceivedData" not in database.tables:
        if database.damaged:
            raise Unreadable(
                "", _("The database is damaged: its table of results is missing. Take another copy of it.")
            )
        raise Unreadable("", _("The database is not one of Bridgemate’s: it has no table of results."))
    reader = _Reader(database, notes)
    reader.read_sections()
    reader.read_movement()
    reader.read_results()
    reader.read_hands()
    reader.make_pairs()
    return reader.tournament()


class _Reader:
    """Results collected table after table of the database."""

    def __init__(self, database: Database, notes: Notes) -> None:
        self.database = database
        self.notes = notes
        self.found = Gathering(notes)
        self.letters: dict[int, str] = {}
        self.winners: set[int] = set()
        self.match_points = False
        self.day = ""
        # Both pairs by section, table and round.
        self.seated: dict[tuple[int, int, int], tuple[int, int]] = {}

    def read_sections(self) -> None:
        for row in self.database.rows("Section"):
            number = _number(row, "ID", 0, MAX_TABLE)
            if number is not None:
                self.letters[number] = tidy(_text(row, "Letter"), 30)
            if (winners := _number(row, "Winners", 1, 2)) is not None:
                self.winners.add(winners)
            self.match_points |= _number(row, "ScoringType", 0, 99) == _MATCH_POINTS

    def read_movement(self) -> None:
        for row in self.database.rows("RoundData"):
            section = _number(row, "Section", 0, MAX_TABLE)
            table, in_round = (_number(row, name, 1, MAX_TABLE) for name in ("Table", "Round"))
            ns, ew = (_number(row, name, 0, MAX_PAIR) for name in ("NSPair", "EWPair"))
            if section is not None and table and in_round:
                self.seated[section, table, in_round] = ns or 0, ew or 0

    def read_results(self) -> None:
        calls = _recorded(self.database.rows("BiddingData"))
        plays = _recorded(self.database.rows("PlayData"))
        entered: dict[At, Row] = {}
        # the order in which rows are stored is not always that in which they were entered
        for row in sorted(self.database.rows("ReceivedData"), key=lambda row: _number(row, "ID", 0, MAX_ID) or 0):
            if row.get("Erased") is True:
                continue
            at = _at(row)
            if at is None:
                self.notes.add("", _("A result does not say its table, round and board; it is left out."))
                continue
            if at in entered:
                reason = _("The table has several results on this board; the last one entered is kept.")
                self.notes.add(self._place(at), reason)
            entered[at] = row
        for at, row in entered.items():
            self._add_result(at, row, calls.get(at, []), plays.get(at, []))

    def read_hands(self) -> None:
        for row in self.database.rows("HandRecord"):
            board = _number(row, "Board", 1, MAX_BOARD_NUMBER)
            hands = [[_text(row, column).upper().replace("10", "T") for column in hand] for hand in _HANDS]
            if board is not None and any(any(hand) for hand in hands):
                written = " ".join(".".join("" if suit in ("-", "--") else suit for suit in hand) for hand in hands)
                self.found.hold("", board, f"N:{written}", _("board %(number)s") % {"number": board})

    def make_pairs(self) -> None:
        """Make the contestants: the pairs of the movement, with the players who sat down in their seats."""
        names = self._players()
        directed = self._twice_numbered() | self._seated_one_way()
        pairs: dict[int, dict[Pair, dict[Seat, PlayerRecord]]] = defaultdict(dict)
        for (section, table, in_round), seated in sorted(
            self.seated.items(), key=lambda entry: (entry[0][2], entry[0])
        ):
            for side, number in zip(_SIDES, seated, strict=True):
                if number:
                    players = pairs[section].setdefault((number, side if section in directed else ""), {})
                    for seat in Side(side).seats:
                        if (player := names.get((section, table, in_round, seat))) is not None:
                            players.setdefault(seat, player)
        for section in sorted(pairs):
            for (number, direction), players in sorted(pairs[section].items(), key=lambda entry: _in_order(entry[0])):
                contestant = ContestantRecord(
                    number=str(number),
                    direction=direction,
                    players=tuple(players[seat] for seat in Seat if seat in players)[:2],
                )
                self.found.add_contestant(("", self._letter(section)), contestant, "")
        for lines in self.found.lines.values():
            for line in lines:
                for met in (line.ns, line.ew):
                    self.found.meet(("", line.section), met, "")

    def tournament(self) -> TournamentFile:
        if not self.found.lines and self.database.damaged:
            raise Unreadable("", _("The database is damaged: no result can be read. Take another copy of it."))
        if not self.found.lines:
            raise Unreadable("", _("No result has been entered at the tables yet. Read the file again later."))
        session: Row = next(iter(self.database.rows("Session")), {})
        winners = next(iter(self.winners)) if len(self.winners) == 1 else 2 if self._twice_numbered() else None
        return TournamentFile(
            name=tidy(_text(session, "Name")),
            date=date(_text(session, "Date")) or date(self.day),
            scoring="MP" if self.match_points else "",
            winners=winners,
            rounds=max((in_round for _section, _table, in_round in self.seated), default=None),
            event="pairs",
            sections=self.found.section_records(),
            boards=self.found.boards(),
            warnings=self.notes.all(),
            format="bws",
            program="Bridgemate",
            damaged=self.database.damaged,
        )

    # One result

    def _add_result(self, at: At, row: Row, calls: Sequence[Row], plays: Sequence[Row]) -> None:
        section, table, in_round, board = at

        def note(reason: str) -> None:
            self.notes.add(self._place(at), reason)

        ns, ew = (_number(row, name, 1, MAX_PAIR) for name in ("PairNS", "PairEW"))
        if ns is None or ew is None:
            note(_("The line does not say which pairs played."))
        else:
            self.seated.setdefault((section, table, in_round), (ns, ew))
        self.day = self.day or _text(row, "DateLog")
        line = _line(row, ns, ew, note)
        record = ResultRecord(
            ns=str(ns or ""),
            ew=str(ew or ""),
            kind=line.kind,
            section=self._letter(section),
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
            auction=_auction(calls, board),
            play=_play(plays, line),
            key=".".join(map(str, at)),
        )
        self.found.add_line("", board, record, self._place(at))

    def _place(self, at: At) -> str:
        section, table, _round, board = at
        return at_table(self._letter(section), table, board)

    def _letter(self, section: int) -> str:
        return self.letters.get(section) or str(section or "")

    # Who plays

    def _twice_numbered(self) -> set[int]:
        """Find the sections where a North-South and an East-West pair have the same number, which means two
        rankings."""
        sides: dict[tuple[int, int, Direction], set[int]] = defaultdict(set)
        for (section, _table, in_round), seated in self.seated.items():
            for side, number in zip(_SIDES, seated, strict=True):
                sides[section, in_round, side].add(number)
        return {
            section
            for (section, in_round, side), numbers in sides.items()
            if side == "NS" and (numbers & sides.get((section, in_round, "EW"), set())) - {0}
        }

    def _seated_one_way(self) -> set[int]:
        """Find the sections where no pair changes direction."""
        ns: dict[int, set[int]] = defaultdict(set)
        ew: dict[int, set[int]] = defaultdict(set)
        for (section, _table, _round), seated in self.seated.items():
            ns[section].add(seated[0])
            ew[section].add(seated[1])
        return {section for section in ns if not (ns[section] & ew[section]) - {0}}

    def _players(self) -> dict[tuple[int, int, int, Seat], PlayerRecord]:
        """Return the players by section, table, round (1 for those who began there) and seat."""
        sat: dict[tuple[int, int, int, Seat], tuple[str, str]] = {}
        for row in self.database.rows("PlayerNumbers"):
            section, table = _number(row, "Section", 0, MAX_TABLE), _number(row, "Table", 1, MAX_TABLE)
            seat = _text(row, "Direction").upper()
            number, name = tidy(_text(row, "Number"), 30), tidy(_text(row, "Name"))
            if section is not None and table and seat in tuple(Seat) and (number.strip("0") or name):
                sat[section, table, max(_number(row, "Round", 0, MAX_TABLE) or 0, 1), Seat(seat)] = number, name
        roll = self._roll() if any(number and not name for number, name in sat.values()) else {}
        return {
            where: PlayerRecord(name=name or roll.get(number, ""), licence=number if number.strip("0") else "")
            for where, (number, name) in sat.items()
        }

    def _roll(self) -> dict[str, str]:
        """Index the club's players by number. As the table is long, it is read only if a player typed a number without
        a name."""
        roll: dict[str, str] = {}
        for row in self.database.rows("PlayerNames"):
            for number in (_text(row, "strID"), _text(row, "ID")):
                roll.setdefault(number, tidy(_text(row, "Name")))
        return roll


def _line(row: Row, ns: int | None, ew: int | None, note: Callable[[str], None]) -> Line:
    """Read the play in a row of ReceivedData."""
    contract, remark = _text(row, "Contract"), tidy(_text(row, "Remarks"))
    line = read_play(
        contract=contract,
        declarer=_declarer(row, ns, ew, note) if contract else "",
        tricks=tricks_of(_text(row, "Result").replace(" ", ""), contract),
        lead=_text(row, "LeadCard"),
        note=note,
    )
    shares = _SHARES.fullmatch(remark)
    words = remark.casefold()
    if words == "wrong direction":
        note(_("The table says that the board was played in the wrong direction: check which pair sat North-South."))
    if contract or line.kind != "played":
        line.remark = line.remark or remark
    elif shares and max(int(shares[1]), int(shares[2])) <= 100:
        line.kind = "artificial"
        line.ns_percent, line.ew_percent = Decimal(shares[1]), Decimal(shares[2])
    elif words == "not played":
        line.kind = "not_played"
    elif words == "arbitral score":
        line.kind, line.remark = "artificial", remark
        note(_("The result was left for the director to decide."))
    elif remark:
        line.remark = remark
    return settle(line, points=False, note=note)


def _declarer(row: Row, ns: int | None, ew: int | None, note: Callable[[str], None]) -> str:
    """Return declarer's seat. Where the file has only the side, which is enough for a score, return a seat of that
    side; "" where it names neither side nor one of the two pairs."""
    written = _text(row, "NS/EW").upper()
    if written in tuple(Seat):
        return written
    number = _number(row, "Declarer", 1, MAX_PAIR)
    if written not in _SIDES:
        if number is None or number not in (ns, ew):
            return ""
        written = "NS" if number == ns else "EW"
    seat = Side(written).seats[0]
    note(_("The file says which side declared and not who; %(seat)s is put.") % {"seat": seat})
    return seat


def _auction(rows: Sequence[Row], board: int) -> tuple[str, ...]:
    """Read the calls from the dealer on; none when a call is missing, as all later calls would shift."""
    seat = dealer(board)
    made = []
    for row in rows[: cards.LONGEST_AUCTION]:
        call = cards.call(_text(row, "Bid"))
        if not call or _text(row, "Direction").upper() != seat:
            return ()
        made.append(call)
        seat = seat.lho
    return tuple(made)


def _play(rows: Sequence[Row], line: Line) -> tuple[str, ...]:
    holders: dict[str, Seat] = {}
    for row in rows[:60]:
        try:
            card, seat = str(Card.parse(_text(row, "Card"))), Seat(_text(row, "Direction").upper())
        except ValueError:  # no valid card or seat
            break
        holders.setdefault(card, seat)
    contract = parse_contract(line.contract) if line.contract else None
    if contract is None or not holders:
        return ()
    return cards.played(holders, Seat(line.declarer), contract.denomination, holders)[0]


def _recorded(rows: Sequence[Row]) -> dict[At, list[Row]]:
    """Group the rows of an auction or a play by table and board, in order."""
    rows_by_place: dict[At, list[Row]] = defaultdict(list)
    for row in rows:
        at = _at(row)
        if at is not None and row.get("Erased") is not True:
            rows_by_place[at].append(row)
    return {
        at: sorted(of_one, key=lambda row: _number(row, "Counter", 0, 999) or 0) for at, of_one in rows_by_place.items()
    }


def _at(row: Row) -> At | None:
    section = _number(row, "Section", 0, MAX_TABLE)
    table, in_round = (_number(row, name, 1, MAX_TABLE) for name in ("Table", "Round"))
    board = _number(row, "Board", 1, MAX_BOARD_NUMBER)
    return None if section is None or not table or not in_round or not board else (section, table, in_round, board)


def _in_order(pair: Pair) -> tuple[bool, int]:
    return pair[1] == "EW", pair[0]


def _number(row: Row, column: str, low: int, high: int) -> int | None:
    value = row.get(column)
    return value if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high else None


def _text(row: Row, column: str) -> str:
    value = row.get(column)
    return str(value).strip() if isinstance(value, str | int) and not isinstance(value, bool) else ""
