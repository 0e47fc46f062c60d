"""Simulated sessions as records of a results file: pairs, boards, and the result of every table."""

import datetime
import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from arbitrage.demo import bidding, play
from arbitrage.demo.cases import CASES, Case, Elsewhere
from arbitrage.demo.dealing import chance, deal
from arbitrage.demo.movement import Sitting, relay_mitchell, web_mitchell
from arbitrage.demo.people import CLUB, Pair, regulars
from arbitrage.demo.turns import BOARDS_A_SET, DEALS, TURNS
from arbitrage.exchange.records import (
    BoardRecord,
    ContestantRecord,
    Direction,
    PlayerRecord,
    ResultRecord,
    SectionRecord,
    TournamentFile,
)
from rulings.bridge import Deal, Seat, dealer, format_deal, parse_contract, parse_deal, vulnerability
from rulings.scores.scoring import score_ns

NAME = "Tournoi de régularité"
PROGRAM = "Arbitrage"
SEED = 106

LATE = (3, 6, 24)
"""Round, table and board that was not played for lack of time: 60 % to North-South, 40 % to East-West."""

Lines = dict[int, list[ResultRecord]]
"""Traveller lines by board."""


def evening(date: datetime.date, *, until_round: int = 9, seed: int = SEED) -> TournamentFile:
    """Play eleven tables and 27 boards over nine rounds, as in a file exported after round *until_round*.

    All boards have their hands; lines of later rounds have their pairs and no result ("not_played"). The results of
    earlier rounds do not depend on *until_round*.
    """
    rng = chance(seed)
    pairs = regulars(rng)
    rng.shuffle(pairs)
    lines: Lines = {board: [] for board in range(1, 28)}
    deals = {board: deal(rng) for board in lines}
    lies = {board: play.Lie.of(rng) for board in lines}
    for sitting in web_mitchell():
        for board in boards_of(sitting):
            line = result(sitting, board, deals[board], lies[board], rng)
            if (sitting.round, sitting.table, board) == LATE:
                line = artificial(line, 60, 40, "Non jouée faute de temps, retard d’Est-Ouest")
            lines[board].append(line if sitting.round <= until_round else unplayed(line))
    return tournament(date, pairs[:11], pairs[11:22], deals, lines)


def afternoon(date: datetime.date, *, seed: int = SEED) -> TournamentFile:
    """Play eight tables and 24 boards over eight rounds, with the worked cases of the revoke on nine of the boards.
    Their results are those before the ruling."""
    first, second, *others = regulars(chance(seed))
    rng = chance(seed + 1)
    rng.shuffle(others)
    cases = {case.board: case for case in CASES}
    lines: Lines = {board: [] for board in range(1, 25)}
    deals = {board: cases[board].hands if board in cases else deal(rng) for board in lines}
    lies = {board: play.Lie.of(rng) for board in lines}
    for sitting in relay_mitchell():
        for board in boards_of(sitting):
            line = result(sitting, board, deals[board], lies[board], rng)
            if board in cases:
                line = _line_of_case(cases[board], line)
            lines[board].append(line)
    # the pairs of `FOUR` are North-South 3 and East-West 2, who meet in the case ELEVEN_TRICKS
    ns = [*others[:2], first, *others[2:7]]
    ew = [others[7], second, *others[8:14]]
    return tournament(date, ns, ew, deals, lines)


def earlier(date: datetime.date, *, seed: int = SEED) -> TournamentFile:
    """Play another afternoon of eight tables and 24 boards, with the worked cases of cards out of turn on 13 of the
    boards. At tables without a case these boards are played as any other."""
    pairs = regulars(chance(seed))
    rng = chance(seed + 2)
    rng.shuffle(pairs)
    cases = {(turn.board, turn.table): turn for turn in TURNS}
    lines: Lines = {board: [] for board in range(1, 25)}
    deals = {board: parse_deal(DEALS[board]) if board in DEALS else deal(rng) for board in lines}
    lies = {board: play.Lie.of(rng) for board in lines}
    for sitting in relay_mitchell():
        for board in boards_of(sitting):
            line = result(sitting, board, deals[board], lies[board], rng)
            turn = cases.get((board, sitting.table))
            if turn is not None:
                line = _line(line, board, turn.contract, turn.played_by or turn.declarer, turn.lead, turn.tricks)
            lines[board].append(line)
    return tournament(date, pairs[:8], pairs[8:16], deals, lines)


def _line_of_case(case: Case, line: ResultRecord) -> ResultRecord:
    """Return the line with the result that a case has for the line's table."""
    table = line.table or 0
    if table == case.table:
        elsewhere = Elsewhere(case.contract, case.declarer, case.lead, case.declarer_won)
    else:
        elsewhere = case.elsewhere[table - 1 - (table > case.table)]
    return _line(line, case.board, *elsewhere)


def _line(line: ResultRecord, board: int, contract: str, declarer: str, lead: str, tricks: int) -> ResultRecord:
    """Return the line with this result and its score."""
    played = parse_contract(contract)
    if played is None:
        raise ValueError(f"{contract} is no contract.")
    score = score_ns(played.by(Seat(declarer)), tricks, vulnerability(board))
    return replace(
        unplayed(line), kind="played", contract=contract, declarer=declarer, lead=lead, tricks=tricks, score=score
    )


def boards_of(sitting: Sitting) -> range:
    """Return the numbers of the three boards that a table plays in a sitting."""
    return range(BOARDS_A_SET * (sitting.set - 1) + 1, BOARDS_A_SET * sitting.set + 1)


def result(sitting: Sitting, board: int, dealt: Deal, lie: play.Lie, rng: random.Random) -> ResultRecord:
    """Simulate one board at one table: bidding, lead, play and score."""
    where = ResultRecord(ns=str(sitting.ns), ew=str(sitting.ew), section="A", table=sitting.table, round=sitting.round)
    vul = vulnerability(board)
    contract = bidding.bid(dealt, dealer(board), vul, rng)
    if contract is None:
        return replace(where, kind="passed", score=0)
    won = play.tricks(dealt, lie, contract, rng)
    if play.doubles(contract, won, vul, rng):
        contract = replace(contract, doubled=1)
    return replace(
        where,
        contract=str(contract),
        declarer=str(contract.declarer),
        lead=str(play.lead(dealt, contract, rng)),
        tricks=won,
        score=score_ns(contract, won, vul),
    )


def unplayed(line: ResultRecord) -> ResultRecord:
    """Return the line without its result, as before the board is played."""
    return ResultRecord(
        ns=line.ns, ew=line.ew, kind="not_played", section=line.section, table=line.table, round=line.round
    )


def artificial(line: ResultRecord, ns: int, ew: int, remark: str) -> ResultRecord:
    """Return the line with artificial percentages in place of a result."""
    return replace(unplayed(line), kind="artificial", ns_percent=Decimal(ns), ew_percent=Decimal(ew), remark=remark)


def tournament(
    date: datetime.date,
    ns: Sequence[Pair],
    ew: Sequence[Pair],
    deals: Mapping[int, Deal],
    lines: Mapping[int, Sequence[ResultRecord]],
) -> TournamentFile:
    """Build the records of a session of one section with two rankings. The results of a board are in order of table."""
    return TournamentFile(
        name=NAME,
        date=date,
        scoring="MP",
        winners=2,
        event="pairs",
        club=CLUB,
        program=PROGRAM,
        sections=(SectionRecord(letter="A", contestants=(*_contestants("NS", ns), *_contestants("EW", ew))),),
        boards=tuple(
            BoardRecord(
                number=number,
                dealer=str(dealer(number)),
                vulnerability=vulnerability(number),
                deal=format_deal(deals[number]),
                results=tuple(sorted(lines[number], key=lambda line: line.table or 0)),
            )
            for number in sorted(lines)
        ),
    )


def _contestants(direction: Direction, pairs: Sequence[Pair]) -> list[ContestantRecord]:
    return [
        ContestantRecord(
            number=str(number),
            direction=direction,
            players=tuple(PlayerRecord(name=person.name, licence=person.licence) for person in pair),
        )
        for number, pair in enumerate(pairs, 1)
    ]
