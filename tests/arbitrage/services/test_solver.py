"""The double-dummy solver answers correctly, returns None where it has no answer, and the program works without it."""

import json
import os
import signal
import sys
import threading
from pathlib import Path

import pytest
from django.conf import settings

from arbitrage.services.tournaments.makeable import par_text
from arbitrage.solver import library, process, worker
from arbitrage.solver.process import LONGEST_WAIT, Solver
from rulings.bridge import Card, Seat, format_deal, parse_deal
from rulings.evidence.position import NO_TRUMPS, Position, number_of, read_position
from rulings.evidence.recorded import moments
from tests.conftest import REAL_FILES

SQUEEZED = "N:A2.K3.. K4.A2.. Q3.Q4.. J5.J5.."
ASKED = {"what": "cards", "left": SQUEEZED, "trumps": "S", "to_play": "N", "trick": {}}
LEAVES = {"SA": 2, "S2": 2, "HK": 2, "H3": 2}
DEAL = "N:AQ64.KT6.KJ64.K6 T2.AJ8753.T.AQJ8 K953.94.9873.T52 J87.Q2.AQ52.9743"


@pytest.fixture
def solver():
    one = Solver(seconds=60.0)
    yield one
    one.end()


class Deaf:
    """Stand-in for the solver's library; a call to it fails the test."""

    version = "none"

    def every_card(self, position):
        raise AssertionError(f"asked about {position}")

    def table(self, deal, dealer, vulnerability):
        raise AssertionError(f"asked about {deal}")


# Positions that the library must never get


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"left": "N:A2.K3.. K4.A2.. Q3.Q4.. J5.J.."}, "uneven"),
        ({"left": "N:A2.K3.. A4.A2.. Q3.Q4.. J5.J5.."}, "twice"),
        ({"to_play": "E", "trick": {"N": "SQ"}}, "trick"),  # a card that its player never held
        ({"to_play": "S", "trick": {"N": "SA", "E": "HA"}}, "revoke"),
        ({"to_play": "E", "trick": {"S": "SQ"}}, "trick"),  # not in order
        ({"left": ""}, "not a deal"),
        ({"to_play": "X"}, "Seat"),
        ({"what": "everything"}, "everything"),
        ({"what": "table", "deal": DEAL, "dealer": "N", "vulnerability": "Some"}, "vulnerability"),
        ({"what": "table", "deal": SQUEEZED, "dealer": "N", "vulnerability": "None"}, "13"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_no_position_never_reaches_the_library(asked, why):
    reply = worker.answer(Deaf(), json.dumps(ASKED | asked))
    assert reply["error"].startswith("no position: ")
    assert why in reply["error"]


@pytest.mark.parametrize("line", ["", "nonsense", "[]", "null", "7", '{"what": "cards"}'])
def test_a_line_that_is_no_request_is_answered(line):
    assert "error" in worker.answer(Deaf(), line)


@pytest.mark.solver
def test_nothing_that_is_refused_is_written_into_a_folder(solver, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert solver.ask(**ASKED | {"left": "N:A2.K3.. K4.A2.. Q3.Q4.. J5.J.."}) is None
    assert solver.ask(**ASKED)["cards"] == LEAVES
    assert list(tmp_path.iterdir()) == []
    assert not list(Path(settings.DATA_DIR).rglob("dump.txt"))


@pytest.mark.solver
def test_a_single_legal_card_has_its_number_too(solver):
    """In another mode, the library returns -2 for a forced card, and for cards that are all equal."""
    left = "N:A2... K.3.. Q3... J5..."
    forced = {"left": left, "trumps": "NT", "to_play": "E", "trick": {"N": "S2"}, "what": "cards"}
    assert solver.ask(**forced)["cards"] == {"SK": 2}
    equals = {"left": "N:AK... 32... QJ... T9...", "trumps": "NT", "to_play": "N", "trick": {}, "what": "cards"}
    assert solver.ask(**equals)["cards"] == {"SA": 2, "SK": 2}
    alone = {"left": "N:A... K... Q... J...", "trumps": "NT", "to_play": "E", "trick": {"N": "SA"}, "what": "cards"}
    assert solver.ask(**alone)["cards"] == {"SK": 0}


@pytest.mark.solver
def test_the_fault_of_the_other_way_of_asking_is_seen(monkeypatch):
    # in that mode the library returns -2 for a forced card
    asked = library.Library(library.find(Path(settings.SOLVER_DIR)))
    left = parse_deal("N:A2... K.3.. Q3... J5...", complete=False)
    position = read_position(left, "NT", Seat.E, {Seat.N: Card("S", "2")})
    assert asked.every_card(position) == {Card("S", "K"): 2}
    monkeypatch.setattr(library, "ALWAYS_SEARCH", 0)
    assert asked.every_card(position) == {Card("S", "K"): -2}


# Answers of the solver


def golden() -> list[dict]:
    return json.loads((REAL_FILES / "golden" / "dd_positions.json").read_text())


@pytest.mark.solver
@pytest.mark.real_files
def test_every_card_of_the_golden_positions_has_its_number():
    for one in golden():
        deal, declarer = parse_deal(one["deal"]), Seat(one["declarer"])
        trumps = one["contract"].rstrip("xX")[1:].replace("N", "NT").replace("NTT", "NT")
        position = the_position(deal, trumps, declarer, one["cards_played"])
        assert Seat(one["to_play"]) is tuple(Seat)[position.seat]
        tricks_by_card = process.every_card(position)
        wanted = {Card(*card): tricks for card, tricks in one["dd_tricks_for_side_to_play_by_card"].items()}
        assert tricks_by_card is not None and tricks_by_card.cards == wanted, one["source"]


def the_position(deal, trumps, declarer, cards) -> Position:
    """Return the position after cards in the order in which they were played."""
    position = next(moments(deal, trumps, declarer, ())).position
    for card in cards:
        position, _taker = position.after(Card(*card))
    return position


@pytest.mark.solver
def test_turning_the_table_round_changes_no_number(solver):
    turned = solver.ask(what="table", deal="E" + DEAL[1:], dealer="E", vulnerability="All")
    straight = solver.ask(what="table", deal=DEAL, dealer="N", vulnerability="All")
    north, south, east, west = (straight["tricks"][at : at + 5] for at in range(0, 20, 5))
    assert turned["tricks"] == west + east + north + south
    assert (straight["score"], straight["contracts"]) == (-620, ["4H-EW"])
    assert turned["score"] == 620


@pytest.mark.solver
def test_a_position_and_the_search_of_our_own_say_the_same(solver):
    from rulings.evidence.open_cards import OpenCards

    position = read_position(parse_deal(SQUEEZED, complete=False), "S", Seat.N)
    tricks_by_card = process.every_card(position)
    assert tricks_by_card is not None
    assert tricks_by_card.cards == OpenCards(position.trump).every_card(position) == {Card(*leaf): 2 for leaf in LEAVES}


@pytest.mark.parametrize(
    ("score", "contracts", "text"),
    [
        (420, ["4S-NS"], "NS 420; par NS 4S"),
        (140, ["2S-NS+1"], "NS 140; par NS 2S+1"),
        (300, ["5D*-EW-2"], "NS 300; par EW 5DX-2"),
        (-400, ["3N-EW", "5C-E"], "EW 400; par EW 3NT, E 5C"),
        (0, [], "NS 0"),
        (0, ["pass"], "NS 0"),
    ],
)
def test_a_par_is_written_as_a_file_has_it(score, contracts, text):
    assert par_text(score, contracts) == text


# Use of the solver's answers


@pytest.mark.solver
def test_a_solver_that_dies_is_started_again(solver):
    assert solver.ask(**ASKED)["cards"] == LEAVES
    first = solver.pid
    os.kill(first, signal.SIGSEGV)
    answers = [solver.ask(**ASKED), solver.ask(**ASKED)]
    assert answers[-1]["cards"] == LEAVES
    assert solver.pid != first


@pytest.mark.solver
def test_a_solver_that_says_nothing_is_given_up_in_time_and_started_again(solver, monkeypatch):
    assert solver.ask(**ASKED)["cards"] == LEAVES
    os.kill(solver.pid, signal.SIGSTOP)
    with monkeypatch.context() as hurried:
        hurried.setattr(solver, "_seconds", 0.2)
        assert solver.ask(**ASKED) is None
        assert solver.ask(60.0, **ASKED)["cards"] == LEAVES  # for callers that keep nobody waiting
    assert LONGEST_WAIT == 3.0


@pytest.mark.solver
def test_many_ask_at_once_and_each_has_his_own_answer(solver):
    wrong = []

    def ask(number: int) -> None:
        asked = ASKED if number % 2 else {"what": "table", "deal": DEAL, "dealer": "N", "vulnerability": "All"}
        answer = solver.ask(**asked)
        if answer is None or (answer.get("cards") != LEAVES if number % 2 else answer.get("score") != -620):
            wrong.append(answer)

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


@pytest.mark.solver
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="this system does not tell it")
def test_it_takes_sixty_megabytes_at_most_and_stands_back(solver):
    for dealer in "NESW":
        assert solver.ask(what="table", deal=dealer + DEAL[1:], dealer=dealer, vulnerability="None")
    status = Path(f"/proc/{solver.pid}/status").read_text()
    most = int(status[status.index("VmHWM:") :].split()[1]) / 1000
    assert most <= 60
    assert os.getpriority(os.PRIO_PROCESS, solver.pid) == min(os.getpriority(os.PRIO_PROCESS, 0) + 5, 19)


@pytest.mark.solver
def test_nothing_of_endplay_is_imported(solver):
    assert solver.ask(what="version")["by"].startswith("DDS 2.9")
    assert not [name for name in sys.modules if name.split(".")[0] == "endplay"]


def test_without_a_solver_there_is_no_answer_and_no_error(settings, tmp_path):
    settings.SOLVER_DIR = tmp_path
    alone = Solver()
    assert not process.installed()
    assert alone.ask(**ASKED) is None
    assert alone.pid is None


def test_a_library_that_does_not_load_is_no_answer(settings, tmp_path):
    settings.SOLVER_DIR = tmp_path
    broken = tmp_path / "endplay" / "_dds" / library.NAMES.get(sys.platform, "libdds.so")
    broken.parent.mkdir(parents=True)
    broken.write_text("no library")
    alone = Solver()
    try:
        assert alone.ask(**ASKED) is None
    finally:
        alone.end()


# A recorded play


def test_a_recorded_play_is_walked_from_the_seat_of_the_lead():
    deal = parse_deal("N:A2.K3.. K4.A2.. Q3.Q4.. J5.J5..", complete=False)
    walked = list(moments(deal, "NT", Seat.N, ["S4", "SQ", "SJ", "SA", "HA", "H4", "HJ", "HK"]))
    assert [(step.cards, step.won, step.seat, str(step.card)) for step in walked[1:5]] == [
        (1, 0, Seat.E, "S4"), (2, 0, Seat.S, "SQ"), (3, 0, Seat.W, "SJ"), (4, 1, Seat.N, "SA"),
    ]  # fmt: skip
    # North leads to the second trick: his card is last in its line
    assert [(str(step.card), step.seat) for step in walked[5:]] == [
        ("HK", Seat.N), ("HA", Seat.E), ("H4", Seat.S), ("HJ", Seat.W),
    ]  # fmt: skip
    assert walked[-1].won == 1
    assert walked[4].position is not None and walked[4].position.seat == 0


def test_a_trick_with_a_revoke_in_it_is_no_position_until_it_is_over():
    deal = parse_deal("N:A2.K3.. K4.A2.. Q3.Q4.. J5.J5..", complete=False)
    walked = list(moments(deal, "NT", Seat.N, ["SK", "HQ", "SJ", "SA"]))
    assert [step.position is None for step in walked] == [False, False, True, True, False]
    left = walked[-1].position
    assert left is not None and number_of(Card("S", "Q")) in left.hands[2] and left.trump == NO_TRUMPS


@pytest.mark.parametrize("play", [["-"], ["SA"], ["S4", "SQ", "-", "SA"], ["??"], ["S4", "S4"]])
def test_a_play_ends_where_the_record_does(play):
    deal = parse_deal("N:A2.K3.. K4.A2.. Q3.Q4.. J5.J5..", complete=False)
    walked = list(moments(deal, "NT", Seat.N, play))
    assert len(walked) <= 3
    assert format_deal(deal)
