"""Every score of Law 77, compared with a table laid out as the Law prints it; and the tricks that revokes move (Law
64)."""

import csv
import re
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulings.bridge import Contract, Denomination, Seat, Side, parse_contract, parse_result, parse_seat
from rulings.scores.scoring import (
    Transfer,
    adjusted,
    contract_score,
    equity_tricks,
    rectified_tricks,
    score_ns,
    total_transfer,
)
from tests.conftest import REAL_FILES

NS, EW = Side.NS, Side.EW

# The table of Law 77, as it is printed: rows of words and figures, undoubled, doubled, redoubled

TRICK_VALUES = {  # the first odd trick, then each further one
    "C": ((20, 20), (40, 40), (80, 80)),
    "D": ((20, 20), (40, 40), (80, 80)),
    "H": ((30, 30), (60, 60), (120, 120)),
    "S": ((30, 30), (60, 60), (120, 120)),
    "NT": ((40, 30), (80, 60), (160, 120)),
}
OVERTRICK = {  # not vulnerable, vulnerable; undoubled is the trick's own value
    "doubled": (100, 200),
    "redoubled": (200, 400),
}
GAME, PART_SCORE = (300, 500), 50
SMALL_SLAM, GRAND_SLAM = (500, 750), (1000, 1500)
DOWN = {  # penalties for 1, 2, 3 ... 13 undertricks: not vulnerable, vulnerable
    0: (
        [50, 100, 150, 200, 250, 300, 350, 400, 450, 500, 550, 600, 650],
        [100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100, 1200, 1300],
    ),
    1: (
        [100, 300, 500, 800, 1100, 1400, 1700, 2000, 2300, 2600, 2900, 3200, 3500],
        [200, 500, 800, 1100, 1400, 1700, 2000, 2300, 2600, 2900, 3200, 3500, 3800],
    ),
    2: (
        [200, 600, 1000, 1600, 2200, 2800, 3400, 4000, 4600, 5200, 5800, 6400, 7000],
        [400, 1000, 1600, 2200, 2800, 3400, 4000, 4600, 5200, 5800, 6400, 7000, 7600],
    ),
}


def printed_score(level: int, denomination: str, doubled: int, tricks: int, vulnerable: int) -> int:
    """Add up the printed table as a scorer does, one trick after the other."""
    down = 6 + level - tricks
    if down > 0:
        return -DOWN[doubled][vulnerable][down - 1]
    first, further = TRICK_VALUES[denomination][doubled]
    below_the_line = first
    for _ in range(level - 1):
        below_the_line += further
    total = below_the_line
    total += PART_SCORE if below_the_line < 100 else GAME[vulnerable]
    if level == 6:
        total += SMALL_SLAM[vulnerable]
    if level == 7:
        total += GRAND_SLAM[vulnerable]
    if doubled == 1:
        total += 50
    if doubled == 2:
        total += 100
    for _ in range(tricks - 6 - level):
        total += (further, *(OVERTRICK[word][vulnerable] for word in ("doubled", "redoubled")))[doubled]
    return total


def test_every_contract_and_number_of_tricks_scores_what_the_printed_table_says():
    wrong, seen = [], 0
    for level, denomination, doubled, tricks, vulnerable in product(
        range(1, 8), Denomination, (0, 1, 2), range(14), (0, 1)
    ):
        contract = Contract(level, denomination, doubled)
        score = contract_score(contract, tricks, vulnerable=bool(vulnerable))
        if score != printed_score(level, denomination.value, doubled, tricks, vulnerable):
            wrong.append((str(contract), tricks, vulnerable, score))
        seen += 1
    assert (seen, wrong) == (7 * 5 * 3 * 14 * 2, [])


@pytest.mark.parametrize(
    ("contract", "tricks", "vulnerable", "score"),
    [
        ("3NT", 9, False, 400), ("3NT", 9, True, 600), ("3NT", 11, True, 660), ("3NT", 12, True, 690),
        ("4S", 10, False, 420), ("4S", 10, True, 620), ("1NT", 7, False, 90), ("2Sx", 8, False, 470),
        ("2Dx", 8, False, 180), ("1Cxx", 7, True, 230), ("6NT", 12, True, 1440), ("6S", 12, False, 980),
        ("7NT", 13, False, 1520), ("7NTxx", 13, True, 2980), ("4Sx", 10, False, 590), ("4Sx", 11, False, 690),
        ("4Sx", 11, True, 990), ("5Cx", 11, False, 550), ("5Cx", 13, True, 1150), ("1NTx", 9, False, 380),
        ("1NTxx", 8, True, 1160), ("2H", 5, True, -300), ("3NTx", 8, True, -200), ("4Hx", 6, False, -800),
        ("4Hx", 7, True, -800), ("4Hxx", 7, False, -1000), ("2H", 10, False, 170), ("2H", 10, True, 170),
    ],
)  # fmt: skip
def test_well_known_scores(contract: str, tricks: int, vulnerable: bool, score: int):
    assert contract_score(parse_contract(contract), tricks, vulnerable=vulnerable) == score


@pytest.mark.parametrize(
    ("result", "declarer", "vul", "score"),
    [
        ("3NT+3", "S", "NS", 690), ("3NT+2", "S", "NS", 660), ("3NT=", "S", "EW", 400), ("3NT+3", "W", "NS", -490),
        ("1C-1", "S", "NS", -100), ("3NTxx-4", "W", "EW", 2200), ("6NT=", "E", "None", -990),
        ("4Sx-3", "W", "All", 800), ("4S=", "E", "All", -620), ("4S-1", "N", "None", -50), ("4S-1", "E", "None", 50),
    ],
)  # fmt: skip
def test_a_board_is_scored_from_the_side_of_north_and_south(result: str, declarer: str, vul: str, score: int):
    played = parse_result(result)
    assert score_ns(played.contract.by(parse_seat(declarer)), played.tricks, vul) == score


def test_a_board_passed_out_scores_nothing():
    assert contract_score(None, None, vulnerable=True) == 0
    assert score_ns(None, None, "All") == 0


@pytest.mark.parametrize("tricks", [-1, 14, None])
def test_a_number_of_tricks_that_cannot_be_is_refused(tricks: int | None):
    with pytest.raises(ValueError, match=f"The tricks of 3NT are a number from 0 to 13, not {tricks}"):
        contract_score(Contract(3, Denomination.NT), tricks, vulnerable=False)


def test_a_board_without_a_declarer_cannot_be_scored_for_a_side():
    with pytest.raises(ValueError, match="Who declared 3NT"):
        score_ns(Contract(3, Denomination.NT), 9, "None")


@pytest.mark.real_files
def test_every_score_of_the_real_files_follows_from_its_contract():
    checked, wrong = 0, []
    for file in sorted((REAL_FILES / "golden").glob("*.csv")):
        with file.open(encoding="utf-8", newline="") as lines:
            for line in csv.DictReader(lines):
                if line["kind"] == "played" and re.fullmatch("-?[0-9]+", line["law77_ns_score"]):
                    contract = parse_contract(line["contract"]).by(parse_seat(line["declarer"]))
                    checked += 1
                    if score_ns(contract, int(line["tricks"]), line["vul"]) != int(line["law77_ns_score"]):
                        wrong.append((file.name, line["board"], line["contract"]))
    assert wrong == []
    assert checked > 5000


# Tricks moved by revokes


def gives(side: Side, tricks: int, *, trick: int | None = None, won: int | None = None, law: str = "64A2") -> Transfer:
    return Transfer(side, side.other, tricks, trick, won, law)


def test_a_revoke_moves_its_tricks_to_the_other_side():
    assert total_transfer([gives(EW, 1)]) == {NS: 0, EW: 1}
    assert total_transfer([]) == {NS: 0, EW: 0}


def test_two_revokes_of_one_side_add_up():
    assert total_transfer([gives(EW, 2, trick=3, won=5), gives(EW, 1, trick=6, won=3)]) == {NS: 0, EW: 3}


def test_a_side_gives_back_no_more_than_it_won_from_its_first_revoke_on():
    first, second = gives(EW, 2, trick=8, won=2), gives(EW, 1, trick=10, won=1)
    assert total_transfer([first, second]) == total_transfer([second, first]) == {NS: 0, EW: 2}


def test_the_ceiling_is_that_of_the_first_revoke_and_not_of_the_second():
    assert total_transfer([gives(NS, 1, trick=9, won=1), gives(NS, 2, trick=2, won=6)]) == {NS: 3, EW: 0}


def test_a_trick_moved_for_one_revoke_does_not_move_for_another():
    """The revokes were at tricks 3, 10 and 11, and the side won one trick from the tenth on: that trick moves once, and
    one earlier trick moves too."""
    three = [gives(EW, 1, trick=3, won=4), gives(EW, 1, trick=10, won=1), gives(EW, 1, trick=11, won=1)]
    assert total_transfer(three) == total_transfer(three[::-1]) == {NS: 0, EW: 2}
    assert total_transfer([gives(EW, 2, trick=2, won=2), *three[1:]]) == {NS: 0, EW: 2}
    assert total_transfer([gives(EW, 2, trick=2, won=6), *three[1:]]) == {NS: 0, EW: 3}


def test_a_ceiling_that_nobody_counted_is_the_tricks_that_were_left():
    unknown = [gives(EW, 2, trick=12), gives(EW, 1, trick=13)]
    assert total_transfer(unknown) == {NS: 0, EW: 2}
    assert total_transfer([gives(EW, 2), gives(EW, 2), gives(EW, 1)]) == {NS: 0, EW: 5}
    assert total_transfer([gives(EW, 2, trick=5, won=2), gives(EW, 1, trick=9)]) == {NS: 0, EW: 2}
    assert total_transfer([gives(EW, 2, trick=5), gives(EW, 1, trick=9, won=1)]) == {NS: 0, EW: 3}


def test_one_revoke_alone_does_not_give_more_than_was_won_since():
    assert total_transfer([gives(EW, 2, trick=4, won=1)]) == {NS: 0, EW: 1}


def test_64b7_nothing_moves_when_both_sides_have_an_established_revoke():
    assert total_transfer([gives(EW, 2, trick=3, won=4), gives(NS, 1, trick=9, won=2)]) == {NS: 0, EW: 0}
    assert total_transfer([gives(EW, 2, trick=3, won=4), gives(NS, 0, law="64B3")]) == {NS: 0, EW: 0}
    assert total_transfer([gives(EW, 2, trick=3, won=4), gives(EW, 0, law="64B7")]) == {NS: 0, EW: 0}


@pytest.mark.parametrize(
    ("declaring", "offenders", "tricks", "moved", "rectified"),
    [
        (NS, EW, 11, 1, 12), (NS, NS, 11, 1, 10), (EW, NS, 9, 2, 11),
        (EW, EW, 9, 2, 7), (NS, EW, 12, 2, 13), (NS, NS, 1, 2, 0),
    ],
)  # fmt: skip
def test_declarers_tricks_follow_the_transfer(declaring, offenders, tricks, moved, rectified):
    assert rectified_tricks(declaring, tricks, [gives(offenders, moved)]) == rectified


@given(
    st.sampled_from(list(Side)),
    st.integers(0, 13),
    st.lists(
        st.builds(
            gives,
            st.sampled_from(list(Side)),
            st.integers(0, 2),
            trick=st.none() | st.integers(1, 13),
            won=st.none() | st.integers(0, 13),
        ),
        max_size=4,
    ),
)
def test_transfers_keep_declarers_tricks_on_the_deal_and_do_not_depend_on_their_order(declaring, tricks, transfers):
    rectified = rectified_tricks(declaring, tricks, transfers)
    assert 0 <= rectified <= 13
    assert rectified_tricks(declaring, tricks, transfers[::-1]) == rectified
    assert rectified_tricks(declaring.other, 13 - tricks, transfers) == 13 - rectified
    lost = total_transfer(transfers)
    assert sum(lost.values()) <= sum(transfer.tricks for transfer in transfers)
    assert min(lost.values()) == 0


def test_a_transfer_to_the_wrong_side_cannot_be_made():
    with pytest.raises(ValueError, match="Tricks of EW go to NS, not to EW"):
        Transfer(EW, EW, 1)
    with pytest.raises(ValueError, match="0 to 13 tricks, not -1"):
        Transfer(EW, NS, -1)


@pytest.mark.parametrize(
    ("declaring", "non_offenders", "after", "without", "entered"),
    [
        (NS, NS, 8, 9, 9), (NS, NS, 9, 8, 9), (NS, EW, 9, 8, 8),
        (NS, EW, 8, 9, 8), (EW, EW, 10, 10, 10), (EW, NS, 10, 7, 7),
    ],
)  # fmt: skip
def test_64c_gives_the_better_result_and_never_takes_a_transfer_back(declaring, non_offenders, after, without, entered):
    assert equity_tricks(declaring, non_offenders, after, without) == entered


BY_SOUTH = {"3NT": Contract(3, Denomination.NT, 0, Seat.S), "4S": Contract(4, Denomination.S, 0, Seat.S)}


def test_the_evenings_case_eleven_tricks_and_one_moved_is_690():
    result = adjusted(BY_SOUTH["3NT"], 11, "NS", [gives(EW, 1, trick=6, won=2)])
    assert (result.played, result.rectified, result.tricks, result.score, result.law) == (11, 12, 12, 690, "64A2")


@pytest.mark.parametrize(
    ("contract", "tricks", "transfer", "without", "entered", "law"),
    [
        ("3NT", 6, gives(EW, 1), 9, 9, "64C1"),
        ("4S", 7, gives(EW, 2, law="64A1"), 10, 10, "64C1"),
        ("4S", 7, gives(EW, 2, law="64A1"), 9, 9, "64A1"),
        ("4S", 7, gives(EW, 2, law="64A1"), 8, 9, "64A1"),
        ("3NT", 9, gives(NS, 1), 7, 7, "64C1"),
        ("3NT", 9, gives(NS, 1), 9, 8, "64A2"),
        ("3NT", 9, gives(EW, 0, law="64B5"), 10, 10, "64C1"),
    ],
)
def test_equity_replaces_the_transfer_when_it_is_better_for_the_other_side(
    contract, tricks, transfer, without, entered, law
):
    result = adjusted(BY_SOUTH[contract], tricks, "None", [transfer], without=without)
    assert (result.tricks, result.law) == (entered, law)
    assert result.score == score_ns(BY_SOUTH[contract], entered, "None")


def test_64c2b_the_director_says_which_side_two_revokes_damaged():
    both = [gives(EW, 2), gives(NS, 1)]
    contract = BY_SOUTH["4S"]
    assert adjusted(contract, 9, "None", both).law == "64B7"
    assert adjusted(contract, 9, "None", both, without=10, damaged=NS).tricks == 10
    assert adjusted(contract, 9, "None", both, without=10, damaged=NS).law == "64C2(b)"
    assert adjusted(contract, 9, "None", both, without=10, damaged=EW).tricks == 9
    with pytest.raises(ValueError, match="Say which side the revokes damaged"):
        adjusted(contract, 9, "None", both, without=10)


def test_several_transfers_name_each_law_once():
    transfers = [gives(EW, 2, law="64A1"), gives(EW, 1, law="64A2"), gives(EW, 1, law="64A2")]
    assert adjusted(BY_SOUTH["3NT"], 8, "None", transfers).law == "64A1, 64A2"
    assert adjusted(BY_SOUTH["3NT"], 9, "None", []).law == ""
    with pytest.raises(ValueError, match="Who declared 3NT"):
        adjusted(BY_SOUTH["3NT"].by(None), 9, "None", [])
