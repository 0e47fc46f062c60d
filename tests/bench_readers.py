"""Growth of the time of reading a file with its size, format by format: ``python -m tests.bench_readers``.

Each shape is made in ten sizes, each twice the one before. The exponent is the slope of time over size in logarithms,
over the upper sizes: 1 is linear, 2 quadratic. A shape is a file of many results, or a file with one very long field.
Refusing a file is timed like reading one.
"""

import json
import math
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from urllib.parse import quote

from arbitrage import exchange
from arbitrage.exchange import records, writing
from rulings.bridge import dealer, vulnerability

SIZES = tuple(4_000 * 2**step for step in range(10))
"""Bytes, about: 4 kB to 2 MB."""
LONGEST = 10
"""Seconds that a reading may take before it is stopped; no larger size is tried then."""
MOST = 1.35
"""The largest exponent that counts as linear; single runs vary by one or two tenths."""

DEAL = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
LINE = records.ResultRecord(ns="1", ew="2", section="A", contract="3NT", declarer="S", tricks=9, score=400)
PAIRS = tuple(
    records.ContestantRecord(number=str(number), players=(records.PlayerRecord(name=f"Ann {number}"),))
    for number in range(1, 41)
)


def tournament(lines: int, *, deals: bool = False) -> records.TournamentFile:
    """Build a tournament with a number of results, twenty a board."""
    boards = []
    for number in range(1, lines // 20 + 2):
        results = tuple(replace(LINE, ns=str(table), ew=str(table + 20), table=table) for table in range(1, 21))
        boards.append(
            records.BoardRecord(
                number=number,
                dealer=str(dealer(number)),
                vulnerability=vulnerability(number),
                deal=DEAL if deals else "",
                results=results,
            )
        )
    sections = (records.SectionRecord(letter="A", contestants=PAIRS),)
    return records.TournamentFile(name="Friday", event="pairs", scoring="MP", sections=sections, boards=tuple(boards))


def written(form: writing.Format, each: int) -> Callable[[int], bytes]:
    """Return a function that writes our own files of a size; *each* is the approximate number of bytes a result."""
    return lambda size: exchange.write(tournament(min(size // each, 180_000)), form).data


def lin(size: int) -> bytes:
    hand = "md|3SAKQJT98765432,HAKQJT98765432,DAKQJT98765432,CAKQJT98765432|sv|o|mb|1C|mb|p|mb|p|mb|p|mc|7|pg||\n"
    return "".join(f"qx|o{number}|pn|a,b,c,d|{hand}" for number in range(1, size // 130 + 2)).encode()


def acbl(size: int) -> bytes:
    one = {"round_number": 2, "table_number": 3, "ns_pair": "1", "ew_pair": "2", "contract": "1 S", "declarer": "W",
           "result": "+4", "tricks_taken": "11", "opening_lead": "H10", "ns_score": "-200"}  # fmt: skip
    boards = [{"board_number": number, "board_results": [one] * 10} for number in range(1, size // 1800 + 2)]
    sections = [{"name": "A", "pair_summaries": [], "boards": boards}]
    return json.dumps({"name": "x", "sessions": [{"number": 1, "hand_records": [], "sections": sections}]}).encode()


def acbl_page(size: int) -> bytes:
    return f'<html><result-details v-bind:data="{acbl(size).decode().replace(chr(34), "&quot;")}"></html>'.encode()


def connector(size: int) -> bytes:
    one = {"SessionGuid": "x", "SectionLetters": "A", "TableNumber": 1, "RoundNumber": 1, "BoardNumber": 1,
           "PairNumberNS": 1, "PairNumberEW": 2, "Level": 3, "Denomination": 5, "Declarer": 1, "Tricks": 9}  # fmt: skip
    rows = [one | {"BoardNumber": number % 400 + 1, "TableNumber": number // 400 + 1} for number in range(size // 200)]
    return json.dumps([{"SessionGuid": "x", "DataType": 10, "SerializedData": json.dumps(rows)}]).encode()


def nzscorer(size: int) -> bytes:
    rows = "".join(
        f'<result tab="{number % 20 + 1}" bd="{number // 20 % 900 + 1}" rnd="1" ns="1" ew="2" dec="S" cont="4 S" '
        'lead="H4" res="+2" score="480" mp_ns="10" mp_ew="10"/>\n'
        for number in range(size // 120)
    )
    return f'<session><board_results><brsection id="A">{rows}</brsection></board_results></session>'.encode()


def database(size: int) -> bytes:
    """Build a Bridgemate database in which the page of results is repeated."""
    from tests.arbitrage.exchange.test_bws import result, session

    data = session(*(result(board=board) for board in range(1, 12)))
    page = data[2048 * 9 : 2048 * 10]
    return data + page * (size // len(page))


def page(size: int) -> bytes:
    row = "<tr><td>1</td><td>2</td><td>3NT</td><td>S</td><td>400</td></tr>"
    head = "<html><h3>Board 1</h3><table><tr><th>NS</th><th>EW</th><th>Contract</th><th>By</th><th>Score</th></tr>"
    return (head + row * (size // len(row)) + "</table></html>").encode()


def novel(before: str, letters: str, after: str) -> Callable[[int], bytes]:
    """Return a function that writes files with one field full of repeated letters."""
    return lambda size: (before + letters * (size // len(letters)) + after).encode()


_USEBIO = '<?xml version="1.0"?><USEBIO><EVENT EVENT_TYPE="PAIRS"><BOARD><BOARD_NUMBER>1</BOARD_NUMBER><TRAVELLER_LINE>'
_USEBIO_END = "</TRAVELLER_LINE></BOARD></EVENT></USEBIO>"
_PBN = '% PBN 2.1\n[Event "x"]\n[Board "1"]\n[Dealer "N"]\n'
_CSV = "board;ns;ew;contract;declarer;score\n"
_PAGE = "<html><h3>Board 1</h3><table><tr><th>NS</th><th>EW</th><th>Contract</th><th>Score</th></tr><tr>"

SHAPES: dict[str, Callable[[int], bytes]] = {
    "USEBIO, many results": written("usebio", 300),
    "USEBIO, a long contract": novel(f"{_USEBIO}<CONTRACT>", "3NT ", f"</CONTRACT>{_USEBIO_END}"),
    "USEBIO, a text in many pieces": novel(f"{_USEBIO}<CONTRACT>", "a<b/>", f"</CONTRACT>{_USEBIO_END}"),
    "USEBIO, comments before its root": novel('<?xml version="1.0"?>', "<!--x-->", "&"),
    "USEBIO, a quoted LIN": lambda size: (
        f"<USEBIO><EVENT/><LIN_DATA>{quote('md|1S' + 'A' * size + ',,|')}</LIN_DATA></USEBIO>".encode()
    ),
    "PBN, many results": written("pbn", 60),
    "PBN, a long deal": novel(f'{_PBN}[Deal "N:', "AKQ.", '"]\n'),
    "PBN, a long auction": novel(f'{_PBN}[Auction "N"]\n', "Pass Pass 1C X\n", ""),
    "PBN, a long play": novel(f'{_PBN}[Contract "1NT"]\n[Declarer "S"]\n[Play "W"]\n', "S2 S3 S4 S5\n", ""),
    "PBN, claims that go on": novel(
        f'{_PBN}[Contract "1NT"]\n[Declarer "S"]\n[Play "W"]\nS2 S3 S4 S5\n', f"{{claims{' the rest of' * 24} x}}\n", ""
    ),
    "PBN, a call of many marks": novel(f'{_PBN}[Auction "N"]\n', f"1C{'!?' * 1000}\n", ""),
    "PBN, a long comment": novel(f"{_PBN}{{", "once upon a time\n", "}\n"),
    "PBN, a game of the same tags": novel(_PBN, '[Site "x"]\n', ""),
    "New Zealand Scorer, many results": nzscorer,
    "Bridgemate database, many results": database,
    "Data Connector, many results": connector,
    "Data Connector, JSON in JSON": novel('[{"SessionGuid":1,"x":"', "[{\\u0022SessionGuid\\u0022:", '"}]'),
    "ACBL, many results": acbl,
    "ACBL, the page": acbl_page,
    "ACBL, a page of pieces of its data": novel("<html>hand_records", "var data = {", "</html>"),
    "ACBL, a page of openings": novel("<html>", '<result-details v-bind:data=" ', "</html>"),
    "LIN, many boards": lin,
    "LIN, a long hand": novel("qx|o1|pn|a,b,c,d|md|1S46JKH39", "A", ",,|sv|o|mb|1S|mb|p|mb|p|mb|p|pg||\n"),
    "LIN, long names": novel("qx|o1|pn|", "Ann,", "|md|1S46JKH39,,|sv|o|pg||\n"),
    "LIN, a long auction": novel("qx|o1|pn|a,b,c,d|md|1S46JKH39,,|", "mb|1C|", "pg||\n"),
    "LIN, a long call": novel("qx|o1|pn|a,b,c,d|md|1S46JKH39,,|mb|", "1C", "|pg||\n"),
    "LIN, a call of many letters": novel("qx|o1|pn|a,b,c,d|md|1S46JKH39,,|", f"mb|{'X' * 1900}y|", "pg||\n"),
    "LIN, many openings": novel("qx|o1|", "md|", "\n"),
    "LIN, talk": novel("qx|o1|md|1S46JKH39,,|", "nt|a|", "\n"),
    "JSON of ours, many results": written("json", 180),
    "JSON of ours, a long name": novel('{"format": "arbitrage-tournament", "tournament": {"name": "', "x", '"}}'),
    "JSON, brackets": novel("{", '"a":[', ""),
    "table, many rows": written("csv", 60),
    "table, a long contract": novel(f"{_CSV}1;1;2;", "3NT ", ";S;400\n"),
    "table, contracts of blanks": novel(_CSV, f"1;1;2;3{' ' * 1900}x;S;400\n", ""),
    "table, headings that come back": novel(_CSV, _CSV, "1;1;2;3NT;S;400\n"),
    "table, results of margins": novel("board;ns;ew;contract;by;result\n", "1;1;2;4S;N;1\n", "1;1;2;4S;N;-1\n"),
    "table, a row of many cells": novel(f"{_CSV}1;1;2", ";", "\n"),
    "table, boards in rows of their own": novel("board\nNS;EW;Contract;By;Score\n", "Board 3\n1;2;3NT;S;400\n", ""),
    "table, a title of blanks": novel(f"board{' ' * 1900}x\n", f"board{' ' * 1900}x;1\n", "NS;EW;Contract;By;Score\n"),
    "workbook, many rows": written("xlsx", 300),
    "web page, many rows": page,
    "web page, a cell in many pieces": novel(f"{_PAGE}<td>", "a<b>", "</table></html>"),
    "web page, titles of blanks": novel("<html>", f"<p>board{' ' * 150}x</p>", f"{_PAGE}</table></html>"),
    "web page, comments before it": novel("", "<!---->", "<x><table>"),
    "web page, opened tags": novel("<html><table>", "<td a=", ""),
    ".dup": lambda size: b"".join(f"{card:02d}".encode() for card in range(1, 40)).ljust(156, b"\0") * (size // 156),
    ".dlm": lambda size: b"[Document]\n" + b"Board 01=" * (size // 9),
    ".bri": lambda size: b"".join(f"{card:02d}".encode() for card in range(1, 40)).ljust(128, b"\0") * (size // 128),
    ".dge": lambda size: (b"\x06AKQJT98765432\x03\x04\x05" + b"\x06\x03\x04\x05" * 3).ljust(128, b"\0") * (size // 128),
    ".ber": lambda size: b"1" * 13 + b"2" * 13 + b"3" * 13 + b"4" * 13 + b"1234" * (size // 4),
    "nothing that is known": novel("\x01", "md ( [ { < | ", ""),
}  # fmt: skip


def seconds(data: bytes) -> float:
    """Return the processor time of reading, or refusing, a file."""
    began = time.process_time()
    signal.signal(signal.SIGALRM, _too_long)
    signal.alarm(LONGEST)
    try:
        exchange.read(data, "bench")
    except (exchange.Unreadable, TimeoutError):
        pass
    finally:
        signal.alarm(0)
    return time.process_time() - began


def _too_long(_signal: int, _frame: object) -> None:
    raise TimeoutError


def exponent(points: list[tuple[int, float]]) -> float:
    """Return the slope of time over size in logarithms, over the upper half; 0 if the times are too short to
    measure."""
    upper = [(math.log(size), math.log(took)) for size, took in points[len(points) // 2 :] if took > 0.002]
    if len(upper) < 3:
        return 0.0
    mean_x = sum(x for x, _y in upper) / len(upper)
    mean_y = sum(y for _x, y in upper) / len(upper)
    return sum((x - mean_x) * (y - mean_y) for x, y in upper) / sum((x - mean_x) ** 2 for x, _y in upper)


def measure(shape: Callable[[int], bytes], sizes: tuple[int, ...] = SIZES) -> list[tuple[int, float]]:
    """Return bytes and seconds for each size, up to the first that takes too long."""
    points: list[tuple[int, float]] = []
    seconds(shape(sizes[0]))
    for size in sizes:
        data = shape(size)
        points.append((len(data), min(seconds(data) for _time in range(2))))
        if points[-1][1] > LONGEST / 2:
            break
    return points


def main(names: list[str]) -> None:
    print(f"{'shape':<40} {'largest':>10} {'took':>9} {'MB/s':>7} {'exponent':>9}")
    for name, shape in SHAPES.items():
        if names and not any(one in name for one in names):
            continue
        points = measure(shape)
        size, took = points[-1]
        grows = exponent(points)
        speed = f"{size / took / 1e6:7.1f}" if took > 0 else "      -"
        print(
            f"{name:<40} {size / 1000:>7.0f} kB {took:>7.3f} s {speed} {grows:>9.2f}{' OVER' if grows > MOST else ''}",
            flush=True,
        )


if __name__ == "__main__":
    import os

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arbitrage.settings")
    import django

    django.setup()
    main(sys.argv[1:])
