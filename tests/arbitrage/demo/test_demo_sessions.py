"""The sessions of the demonstration club have consistent movements, hands, results and files."""

import datetime
import itertools
from collections import Counter

import pytest

from arbitrage import exchange
from arbitrage.demo.movement import Sitting, relay_mitchell, web_mitchell
from arbitrage.demo.sessions import LATE, afternoon, earlier, evening
from arbitrage.demo.turns import TURNS
from arbitrage.exchange import pbn, usebio
from arbitrage.exchange.records import ResultRecord, TournamentFile
from rulings.bridge import Card, Seat, parse_contract, parse_deal
from rulings.scores.scoring import score_ns

FRIDAY = datetime.date(2026, 3, 13)
EVENING, AFTERNOON, EARLIER = evening(FRIDAY), afternoon(FRIDAY), earlier(FRIDAY)

both_movements = pytest.mark.parametrize("movement", [web_mitchell(), relay_mitchell()], ids=["11 tables", "8 tables"])
afternoons = pytest.mark.parametrize("session", [AFTERNOON, EARLIER], ids=["afternoon", "earlier"])
every_session = pytest.mark.parametrize(
    "session", [EVENING, AFTERNOON, EARLIER], ids=["evening", "afternoon", "earlier"]
)
both_formats = pytest.mark.parametrize(("write", "name"), [(usebio.write, "a.xml"), (pbn.write, "a.pbn")])


@both_movements
def test_no_pair_meets_a_board_or_an_opponent_twice(movement: list[Sitting]):
    assert set(Counter((sitting.ns, sitting.set) for sitting in movement).values()) == {1}
    assert set(Counter((sitting.ew, sitting.set) for sitting in movement).values()) == {1}
    assert set(Counter((sitting.ns, sitting.ew) for sitting in movement).values()) == {1}


@both_movements
def test_everybody_plays_every_round_and_every_set_at_every_table(movement: list[Sitting]):
    tables, rounds = max(sitting.table for sitting in movement), max(sitting.round for sitting in movement)
    assert len(movement) == tables * rounds
    for number in range(1, rounds + 1):
        here = [sitting for sitting in movement if sitting.round == number]
        assert sorted(one.table for one in here) == sorted(one.ew for one in here) == list(range(1, tables + 1))
    assert Counter(sitting.set for sitting in movement) == dict.fromkeys(range(1, rounds + 1), tables)


def test_the_evening_needs_two_copies_of_the_boards_and_tables_10_and_11_share_once():
    more_than_two = [
        (number, boards)
        for number in range(1, 10)
        for boards, tables in Counter(one.set for one in web_mitchell() if one.round == number).items()
        if tables > 2
    ]
    assert more_than_two == [(5, 5)]
    assert [one.table for one in web_mitchell() if (one.round, one.set) == (5, 5)] == [1, 10, 11]


def test_the_afternoon_needs_one_copy_that_tables_1_and_8_share():
    for sittings in itertools.pairwise(sorted(relay_mitchell(), key=lambda one: (one.round, one.set))):
        if len({(sitting.round, sitting.set) for sitting in sittings}) == 1:
            assert sorted(sitting.table for sitting in sittings) == [1, 8]


def test_the_same_seed_gives_the_same_evening_and_another_seed_another():
    assert evening(FRIDAY) == EVENING
    assert evening(FRIDAY, seed=1).boards[0].deal != EVENING.boards[0].deal


def test_the_evening_has_eleven_tables_and_27_boards_played_everywhere():
    assert [board.number for board in EVENING.boards] == list(range(1, 28))
    assert {len(board.results) for board in EVENING.boards} == {11}
    assert len(EVENING.contestants) == 22


@afternoons
def test_an_afternoon_has_eight_tables_and_24_boards_played_everywhere(session: TournamentFile):
    assert [board.number for board in session.boards] == list(range(1, 25))
    assert {len(board.results) for board in session.boards} == {8}
    assert len(session.contestants) == 16


@every_session
def test_every_deal_is_a_whole_pack_of_its_own(session: TournamentFile):
    deals = [board.deal for board in session.boards]
    assert len(set(deals)) == len(deals)
    assert {sum(map(len, parse_deal(deal).values())) for deal in deals} == {52}


def test_the_two_sessions_share_players_but_no_deal():
    for one, other in itertools.combinations((EVENING, AFTERNOON, EARLIER), 2):
        assert not {board.deal for board in one.boards} & {board.deal for board in other.boards}
        assert len(names(one) & names(other)) >= 16


@every_session
def test_every_score_is_that_of_law_77(session: TournamentFile):
    for board in session.boards:
        for line in board.results:
            if line.kind == "played":
                contract = parse_contract(line.contract).by(Seat(line.declarer))
                assert line.score == score_ns(contract, line.tricks, board.vulnerability)


@every_session
def test_the_leader_held_the_card_that_was_led(session: TournamentFile):
    out_of_turn = {(turn.board, turn.table): turn.rules in ("54B", "54C") for turn in TURNS}
    for board in session.boards:
        hands = parse_deal(board.deal)
        for line in board.results:
            if line.kind == "played":
                declarer = Seat(line.declarer)
                stands = session is EARLIER and out_of_turn.get((board.number, line.table), False)
                leader = declarer.rho if stands else declarer.lho
                assert Card.parse(line.lead) in hands[leader], (board.number, line.table)


def test_the_tables_of_the_earlier_afternoon_have_the_results_of_their_cases():
    lines = {(board.number, line.table): line for board in EARLIER.boards for line in board.results}
    for turn in TURNS:
        line = lines[turn.board, turn.table]
        declarer = turn.played_by or turn.declarer
        assert (line.contract, line.declarer, line.lead, line.tricks) == (
            turn.contract,
            declarer,
            turn.lead,
            turn.tricks,
        )
        assert line.round == turn.round


@every_session
def test_tables_do_not_all_do_the_same(session: TournamentFile):
    varied = [board for board in session.boards if len({line.score for line in board.results}) > 1]
    assert len(varied) >= len(session.boards) - 1
    assert len({line.contract for line in session.results}) >= 15


def test_the_evening_has_games_slams_doubles_failures_passes_and_an_artificial_score():
    played = [line for line in EVENING.results if line.kind == "played"]
    assert Counter(line.kind for line in EVENING.results) == {"played": 294, "passed": 2, "artificial": 1}
    assert any(line.contract[0] in "67" for line in played)
    assert any("x" in line.contract for line in played)
    failed = sum(line.tricks < int(line.contract[0]) + 6 for line in played)
    assert 0.2 < failed / len(played) < 0.45
    late = next(line for line in EVENING.results if line.kind == "artificial")
    assert (late.round, late.table) == LATE[:2]
    assert (late.ns_percent, late.ew_percent) == (60, 40)


def test_a_file_exported_after_round_four_says_who_will_meet_but_not_what_happens():
    now, later = evening(FRIDAY, until_round=4), EVENING
    for before, after in zip(now.boards, later.boards, strict=True):
        assert before.deal == after.deal
        for result, other in zip(before.results, after.results, strict=True):
            assert where(result) == where(other)
            assert result == other if result.round <= 4 else result.kind == "not_played"


def test_players_are_people_with_numbers_of_their_own():
    for session in (EVENING, AFTERNOON, EARLIER):
        players = [player for pair in session.contestants for player in pair.players]
        assert len({player.name for player in players}) == len({player.licence for player in players}) == len(players)
        assert all(len(player.licence) == 8 and player.licence.startswith("9900") for player in players)


def test_the_two_pairs_of_the_founding_case_have_their_numbers():
    pairs = {
        (contestant.direction, contestant.number): [player.name for player in contestant.players]
        for contestant in AFTERNOON.contestants
    }
    assert pairs["NS", "3"] == ["Hélène Marchand", "Jean-Luc Perrin"]
    assert pairs["EW", "2"] == ["Monique Faure", "Gérard Lefèvre"]
    board = next(board for board in AFTERNOON.boards if board.number == 12)
    assert [(line.ns, line.ew, line.score) for line in board.results if line.table == 3] == [("3", "2", 660)]


@both_formats
@every_session
def test_what_is_written_is_read_back(session: TournamentFile, write, name: str):
    read = exchange.read(write(session), name)
    assert read.warnings == ()
    assert (read.name, read.date, read.scoring, read.winners) == (session.name, session.date, "MP", 2)
    assert sorted(names(read)) == sorted(names(session))
    assert [(board.number, board.deal, board.results) for board in read.boards] == [
        (board.number, board.deal, board.results) for board in session.boards
    ]


@both_formats
def test_an_evening_in_progress_is_read_back_with_its_meetings_to_come(write, name: str):
    session = evening(FRIDAY, until_round=4)
    read = exchange.read(write(session), name)
    assert Counter(line.kind for line in read.results) == Counter(line.kind for line in session.results)
    assert [where(line) for line in read.results] == [where(line) for line in session.results]


def names(session: TournamentFile) -> set[str]:
    return {player.name for pair in session.contestants for player in pair.players}


def where(line: ResultRecord) -> tuple[object, ...]:
    return line.ns, line.ew, line.table, line.round, line.section
