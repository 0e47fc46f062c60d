"""Files of one evening of a club: the live database of the tables after each round, and the finished file."""

import datetime
import os
import time
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

from arbitrage import exchange
from arbitrage.exchange import usebio
from arbitrage.exchange.records import BoardRecord, ResultRecord, TournamentFile
from rulings.bridge import Seat, dealer, parse_contract, vulnerability
from rulings.scores.scoring import score_ns
from tests.arbitrage.exchange.access_files import BOOLEAN, DATE, INTEGER, LONG, TEXT, database

DAY = datetime.date(2026, 11, 20)
AT = {"Section": INTEGER, "Table": INTEGER, "Round": INTEGER, "Board": INTEGER}
SECTION = {"ID": INTEGER, "Letter": TEXT, "Tables": INTEGER, "Winners": INTEGER, "ScoringType": INTEGER}
ROUND = {"Section": INTEGER, "Table": INTEGER, "Round": INTEGER, "NSPair": INTEGER, "EWPair": INTEGER}
PLAYER = {"Section": INTEGER, "Table": INTEGER, "Direction": TEXT, "Number": TEXT, "Name": TEXT, "Round": INTEGER}
RESULT = AT | {"ID": LONG, "PairNS": INTEGER, "PairEW": INTEGER, "NS/EW": TEXT, "Contract": TEXT,
               "Result": TEXT, "LeadCard": TEXT, "Remarks": TEXT, "DateLog": DATE, "Erased": BOOLEAN}  # fmt: skip

TABLES, ROUNDS = 3, 3
SAT = {
    (table, in_round): (table, 10 + (table - in_round) % TABLES + 1)
    for table in range(1, TABLES + 1) for in_round in range(1, ROUNDS + 1)
}  # fmt: skip
"""The pairs of a Mitchell by table and round; pairs 11 to 13 sit East-West and move up."""
NAMES = {seat: {table: f"{seat} of {table}" for table in range(1, TABLES + 1)} for seat in "NESW"}

Key = tuple[int, int, int]
"""Table, round and board."""


def boards_of(table: int, in_round: int) -> tuple[int, int]:
    """Return the two boards that a table plays in a round."""
    first = 2 * ((table + in_round - 2) % TABLES) + 1
    return first, first + 1


def row(table: int, in_round: int, board: int, **changes: Any) -> dict[str, Any]:
    """Return a row as the tables send it: 3NT by South, nine tricks and one more for each table above the first."""
    ns, ew = SAT[table, in_round]
    played = {"NS/EW": "S", "Contract": "3 NT", "Result": "=" if table == 1 else f"+{table - 1}", "LeadCard": "SA"}
    where = {"Section": 1, "Table": table, "Round": in_round, "Board": board}
    stamp = {"ID": 1, "DateLog": datetime.datetime.combine(DAY, datetime.time())}
    return where | stamp | {"PairNS": ns, "PairEW": ew} | played | changes


def played(rounds: int = ROUNDS, **changed: Mapping[str, Any]) -> dict[Key, dict[str, Any]]:
    """Return the rows of the first rounds, by table, round and board."""
    return {
        (table, in_round, board): row(table, in_round, board)
        for in_round in range(1, rounds + 1) for table in range(1, TABLES + 1) for board in boards_of(table, in_round)
    }  # fmt: skip


def bws(rows: Iterable[Mapping[str, Any]], **tables: Any) -> bytes:
    """Return a Bridgemate database with these results."""
    movement = [
        dict(Section=1, Table=table, Round=in_round, NSPair=ns, EWPair=ew)
        for (table, in_round), (ns, ew) in SAT.items()
    ]
    players = [
        dict(Section=1, Table=table, Direction=seat, Number="", Name=NAMES[seat][table], Round=0)
        for seat in "NESW" for table in range(1, TABLES + 1)
    ]  # fmt: skip
    known = {
        "Section": (SECTION, [{"ID": 1, "Letter": "A", "Tables": TABLES, "Winners": 2, "ScoringType": 1}]),
        "RoundData": (ROUND, movement),
        "PlayerNumbers": (PLAYER, players),
        "ReceivedData": (RESULT, list(rows)),
    }
    return database(known | tables, jet=4)


def live_database(lines: Iterable[tuple[int, ResultRecord]], letters: Iterable[str]) -> bytes:
    """Return the devices' database of an evening of pairs or teams, each line with its board; it names no team."""
    of = {letter: place for place, letter in enumerate(letters, 1)}
    rows, seats = [], {}
    for board, line in lines:
        at = {"Section": of[line.section], "Table": line.table, "Round": line.round}
        pairs = {"NSPair": int(line.ns), "EWPair": int(line.ew)}
        seats[tuple(at.values())] = at | pairs
        if line.kind == "played":
            over = line.tricks - 9
            played = {"NS/EW": "S", "Contract": "3 NT", "Result": f"{over:+d}" if over else "=", "LeadCard": ""}
            stamp = {"ID": len(rows) + 1, "DateLog": datetime.datetime.combine(DAY, datetime.time())}
            rows.append(at | {"Board": board, "PairNS": int(line.ns), "PairEW": int(line.ew)} | stamp | played)
    tables = max(seat["Table"] for seat in seats.values())
    sections = [
        {"ID": place, "Letter": letter or "A", "Tables": tables, "Winners": 0, "ScoringType": 1}
        for letter, place in of.items()
    ]
    known = {
        "Section": (SECTION, sections),
        "RoundData": (ROUND, list(seats.values())),
        "PlayerNumbers": (PLAYER, []),
        "ReceivedData": (RESULT, rows),
    }
    return database(known, jet=4)


def finished(data: bytes | None = None, **changes: Any) -> TournamentFile:
    """Return the evening as the scoring program exports it: with scores, without section letters, tables and rounds."""
    file = exchange.read(data or bws(played().values()), "soir.bws")
    boards = tuple(
        replace(board, results=tuple(_scored(board, line) for line in board.results)) for board in file.boards
    )
    sections = tuple(replace(section, letter="") for section in file.sections)
    return replace(file, **{"name": "Tournoi du vendredi", "sections": sections, "boards": boards} | changes)


def _scored(board: BoardRecord, line: ResultRecord) -> ResultRecord:
    contract = parse_contract(line.contract) if line.contract else None
    score = score_ns(contract.by(Seat(line.declarer)), line.tricks, board.vulnerability) if contract else line.score
    return replace(line, section="", table=None, round=None, key="", score=score)


def with_line(file: TournamentFile, board: int, ns: str, **changes: Any) -> TournamentFile:
    """Return the file with other values in the line of a North-South pair on a board."""
    boards = tuple(
        replace(one, results=tuple(replace(line, **changes) if line.ns == ns else line for line in one.results))
        if one.number == board else one
        for one in file.boards
    )  # fmt: skip
    return replace(file, boards=boards)


def without_line(file: TournamentFile, board: int, ns: str) -> TournamentFile:
    boards = tuple(
        replace(one, results=tuple(line for line in one.results if line.ns != ns)) if one.number == board else one
        for one in file.boards
    )
    return replace(file, boards=boards)


def xml(file: TournamentFile | None = None) -> bytes:
    """Return the finished evening as USEBIO."""
    return usebio.write(file or finished())


AN_HOUR_AGO = count(int(time.time()) - 3_600)


def write(path: Path, data: bytes) -> None:
    """Put a file into the watched folder, with a later modification time at each call."""
    path.write_bytes(data)
    now = next(AN_HOUR_AGO)
    os.utime(path, (now, now))


def dealt(board: int) -> tuple[str, str]:
    """Return the dealer and the vulnerability of a board."""
    return str(dealer(board)), vulnerability(board)
