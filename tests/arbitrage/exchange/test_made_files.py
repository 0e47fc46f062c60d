"""Small made files (`tests/data/made`) contain one evening as four programs write it; the same lines are read from all
four.

They are part of the repository; files of real tournaments are larger and stored elsewhere (`test_real_files.py`).
"""

import csv
from pathlib import Path

import pytest

from arbitrage import exchange
from arbitrage.exchange.records import ResultRecord
from rulings.bridge import Seat, dealer, parse_contract, vulnerability
from rulings.scores.matchpoints import Scored, matchpoint_board
from rulings.scores.scoring import score_ns

FOLDER = Path(__file__).resolve().parents[2] / "data" / "made"
FORMATS = {"xml": "usebio", "pbn": "pbn", "json": "", "csv": "csv"}
every_file = pytest.mark.parametrize("ending", FORMATS)

with (FOLDER / "evening.csv").open(encoding="utf-8", newline="") as told:
    ROWS = list(csv.DictReader(told))


def lines(ending: str) -> dict[tuple[int, str], ResultRecord]:
    """Index the lines of the file with this ending by board and North-South pair."""
    name = f"evening.{ending}"
    tournament = exchange.read((FOLDER / name).read_bytes(), name)
    assert tournament.format == FORMATS[ending]
    assert len(tournament.warnings) == (ending == "csv")  # on how its columns were read
    return {(board.number, line.ns): line for board in tournament.boards for line in board.results}


@every_file
def test_every_line_says_what_was_played_in_whatever_format(ending):
    lines_read = lines(ending)
    assert len(lines_read) == len(ROWS) == 9
    for row in ROWS:
        line = lines_read[int(row["Board"]), row["NS"]]
        contract = "" if row["Contract"] == "Pass" else row["Contract"]
        said = (line.ew, line.contract, line.declarer, line.lead, line.score)
        assert said == (row["EW"], contract, row["By"], row["Lead"], int(row["Score"]))
        assert line.tricks == (int(row["Tricks"]) if row["Tricks"] else None)


@every_file
def test_every_score_is_that_of_its_contract(ending):
    for (board, _ns), line in lines(ending).items():
        played = parse_contract(line.contract) if line.contract else None
        made = score_ns(played.by(Seat(line.declarer)) if played else None, line.tricks, vulnerability(board))
        assert line.score == made


@pytest.mark.parametrize("ending", ["xml", "pbn", "json"])
def test_the_boards_have_their_dealers_their_vulnerability_and_the_same_hands(ending):
    boards = exchange.read((FOLDER / f"evening.{ending}").read_bytes()).boards
    assert [(board.number, board.dealer, board.vulnerability) for board in boards] == [
        (number, dealer(number), vulnerability(number)) for number in (1, 2, 3)
    ]
    hands = {board.number: sorted(board.deal.partition(":")[2].split()) for board in boards}
    asked = exchange.read((FOLDER / "evening.json").read_bytes()).boards
    assert hands == {one.number: sorted(one.deal.partition(":")[2].split()) for one in asked}
    assert all(len(hand) == 4 for hand in hands.values())


def test_the_matchpoints_of_the_evening():
    lines_read = lines("json")
    boards = {
        number: [Scored(ns, line.score) for (board, ns), line in lines_read.items() if board == number]
        for number in (1, 2, 3)
    }
    points = {number: {line.id: line.ns for line in matchpoint_board(them).lines} for number, them in boards.items()}
    assert points == {
        1: {"1": 4, "2": 2, "3": 0},
        2: {"1": 4, "2": 0, "3": 2},
        3: {"1": 0, "2": 4, "3": 2},
    }
