"""A tournament as USEBIO 1.2."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from itertools import groupby
from xml.sax.saxutils import escape, quoteattr

from arbitrage.exchange.reading import (
    tidy,
    unread_contract,
    unread_score,
)
from arbitrage.exchange.records import (
    BoardRecord,
    ContestantRecord,
    ResultRecord,
    Scoring,
    SectionRecord,
    TeamRecord,
    TournamentFile,
)
from arbitrage.exchange.usebio.words import POINTS
from rulings.bridge import Seat, holding, parse_deal

_METHODS: dict[Scoring, tuple[str, str]] = {
    "MP": ("PAIRS", "MATCH_POINTS"),
    "BUTLER": ("BUTLER_PAIRS", "BUTLER"),
    "CROSS_IMPS": ("PAIRS", "CROSS_IMPS"),
    "IMPS": ("PAIRS", "IMPS"),
    "PAB": ("PAIRS", "PAB"),
    "TOTAL": ("PAIRS", "AGGREGATE"),
    "": ("PAIRS", ""),
}


def write(tournament: TournamentFile) -> bytes:
    """Write the tournament as a USEBIO 1.2 file in UTF-8, without a DOCTYPE; `read` restores the same records.

    The format has no place for a dealer or vulnerability other than Law 2's, double-dummy results, par, auctions, play,
    East-West's own score, frequencies, or points other than match points, Butler and cross-IMPs; it has artificial
    scores in whole percents. Tables, rounds and remarks are in elements of their own, which other programs skip.

    A board without lines is written with its hands only; `read` leaves it out where other boards have lines. The boards
    of teams stand in their matches, whose scores are not written, and one section of teams has no letter.

    :raises ValueError: a result is in an unknown section.
    """
    letters = {(section.session, section.letter) for section in tournament.sections}
    for board in tournament.boards:
        for line in board.results:
            if (board.session, line.section) not in letters:
                raise ValueError(f"Board {board.number} has a result in section {line.section!r}, which is not there.")
    event_type, method = _METHODS[tournament.scoring]
    out = _Writer()
    with out.inside("USEBIO", Version="1.2"):
        if tournament.club:
            with out.inside("CLUB"):
                out.leaf("CLUB_NAME", tournament.club)
        event_type = {"individual": "INDIVIDUAL", "teams": "TEAMS"}.get(tournament.event, event_type)
        with out.inside("EVENT", EVENT_TYPE=event_type):
            out.leaf("EVENT_DESCRIPTION", tournament.name)
            out.leaf("DATE", tournament.date.strftime("%d/%m/%Y") if tournament.date else "")
            out.leaf("PROGRAM_NAME", tournament.program)
            out.leaf("BOARD_SCORING_METHOD", method)
            out.leaf("WINNER_TYPE", tournament.winners)
            sessions = tournament.sessions or ("",)
            for session in sessions:
                with out.inside("SESSION", SESSION_ID=session or "1"):
                    _write_session(out, tournament.session(session))
        for session in sessions:
            dealt = [board for board in tournament.session(session).boards if board.deal]
            if dealt or len(sessions) > 1:
                with out.inside("HANDSET"):
                    for board in dealt:
                        _write_hands(out, board)
    return out.bytes()


def _write_session(out: "_Writer", tournament: TournamentFile) -> None:
    individual = tournament.event == "individual"
    points = dict(POINTS).get(tournament.scoring, "" if tournament.scoring else "MATCH_POINTS")
    for section in tournament.sections:
        matches = _matches(tournament, section)
        in_matches = any(teams for _round, teams in matches)
        with nullcontext() if in_matches else out.inside("SECTION", SECTION_ID=section.letter):
            with out.inside("PARTICIPANTS"):
                for team, contestants in groupby(section.contestants, key=lambda contestant: contestant.team):
                    with _inside_team(out, tournament, team):
                        for contestant in contestants:
                            _write_contestant(out, contestant, individual)
            for match, boards in matches.items():
                with _inside_match(out, match):
                    for board, lines in boards.items():
                        with out.inside("BOARD"):
                            out.leaf("BOARD_NUMBER", board)
                            for line in lines:
                                _write_line(out, line, points)


Match = tuple[int | None, tuple[str, ...]]
"""The round and the two teams of a match; () for lines without a match."""


def _matches(tournament: TournamentFile, section: SectionRecord) -> dict[Match, dict[int, list[ResultRecord]]]:
    """Group the lines of a section by board and, where every line belongs to a match, by match, in the order of the
    rounds.

    A match has the lines of both halves, each line with the round of its half.
    """
    team = {contestant.number: contestant.team for contestant in section.contestants if contestant.team}
    lines_of_match: dict[Match, dict[int, list[ResultRecord]]] = defaultdict(lambda: defaultdict(list))
    every: dict[int, list[ResultRecord]] = defaultdict(list)
    for board in tournament.boards:
        for line in board.results:
            if line.section == section.letter:
                teams = tuple(sorted(team[contestant] for contestant in (line.ns, line.ew) if contestant in team))
                number = -(-line.round // tournament.halves) if line.round else None
                lines_of_match[number, teams][board.number].append(line)
                every[board.number].append(line)
    if len(tournament.sections) > 1 or any(len(teams) != 2 for _round, teams in lines_of_match):
        return {(None, ()): every}
    return {
        match: lines_of_match[match]
        for match in sorted(lines_of_match, key=lambda match_of_round: match_of_round[0] or 0)
    }


@contextmanager
def _inside_team(out: "_Writer", tournament: TournamentFile, number: str) -> Iterator[None]:
    if not number:
        yield
        return
    team = next((candidate for candidate in tournament.teams if candidate.number == number), TeamRecord(number=number))
    with out.inside("TEAM", TEAM_ID=number, TEAM_NAME=team.name):
        out.leaf("TOTAL_SCORE", team.total)
        out.leaf("PLACE", team.rank)
        yield


@contextmanager
def _inside_match(out: "_Writer", match: Match) -> Iterator[None]:
    number, teams = match
    if not teams:
        yield
        return
    with out.inside("MATCH"):
        out.leaf("ROUND_NUMBER", number)
        out.leaf("TEAM", teams[0])
        out.leaf("OPPOSING_TEAM", teams[1])
        yield


def _write_contestant(out: "_Writer", contestant: ContestantRecord, individual: bool) -> None:
    with out.inside("PLAYER" if individual else "PAIR"):
        out.leaf("PLAYER_NUMBER" if individual else "PAIR_NUMBER", contestant.number)
        out.leaf("DIRECTION", contestant.direction)
        out.leaf("PERCENTAGE", contestant.percentage)
        out.leaf("TOTAL_SCORE", contestant.total)
        if contestant.overall is None:  # with an overall percentage the rank is over several sessions
            out.leaf("PLACE", contestant.rank)
        for player in contestant.players:
            if individual:
                out.leaf("PLAYER_NAME", player.name)
                out.leaf("NATIONAL_ID_NUMBER", player.licence)
            else:
                with out.inside("PLAYER"):
                    out.leaf("PLAYER_NAME", player.name)
                    out.leaf("NATIONAL_ID_NUMBER", player.licence)


def _write_line(out: "_Writer", line: ResultRecord, points: str) -> None:
    contract, score, remark = line.contract, "" if line.score is None else str(line.score), line.remark
    if line.kind == "passed":
        contract = "PASS"
    elif line.kind == "artificial" and line.ns_percent is not None and line.ew_percent is not None:
        score = f"A{round(line.ns_percent):02d}{round(line.ew_percent):02d}"
    elif line.kind == "unreadable":
        # Unreadable text is written where it was read: in the contract, or in the score beside a contract.
        unread = (contract, unread_score(remark)) if contract else (unread_contract(remark), score)
        contract, score, remark = *unread, ""
    with out.inside("TRAVELLER_LINE"):
        for seat, number in zip(Seat, line.players, strict=False):
            out.leaf(f"{seat}_PLAYER_NUMBER", number)
        out.leaf("NS_PAIR_NUMBER", line.ns)
        out.leaf("EW_PAIR_NUMBER", line.ew)
        out.leaf("CONTRACT", contract)
        out.leaf("PLAYED_BY", line.declarer)
        out.leaf("LEAD", line.lead.replace("T", "10"))
        out.leaf("TRICKS", line.tricks)
        out.leaf("SCORE", score)
        if points:
            out.leaf(f"NS_{points}", line.ns_points)
            out.leaf(f"EW_{points}", line.ew_points)
        out.leaf("TABLE_NUMBER", line.table)
        out.leaf("ROUND_NUMBER", line.round)
        out.leaf("NOTES", remark)


def _write_hands(out: "_Writer", board: BoardRecord) -> None:
    with out.inside("BOARD"):
        out.leaf("BOARD_NUMBER", board.number)
        for seat, hand in parse_deal(board.deal).items():
            with out.inside("HAND"):
                out.leaf("DIRECTION", {"N": "North", "E": "East", "S": "South", "W": "West"}[seat])
                for name, suit in (("SPADES", "S"), ("HEARTS", "H"), ("DIAMONDS", "D"), ("CLUBS", "C")):
                    out.leaf(name, holding(hand, suit))


class _Writer:
    """An XML text, one element a line."""

    def __init__(self) -> None:
        self.lines = ['<?xml version="1.0" encoding="UTF-8"?>']
        self.depth = 0

    @contextmanager
    def inside(self, name: str, **attributes: str) -> Iterator[None]:
        written = "".join(f" {key}={quoteattr(tidy(value))}" for key, value in attributes.items() if value)
        self.lines.append(f"{'  ' * self.depth}<{name}{written}>")
        self.depth += 1
        yield
        self.depth -= 1
        self.lines.append(f"{'  ' * self.depth}</{name}>")

    def leaf(self, name: str, value: object) -> None:
        """Add an element with text, unless the value is unknown."""
        if value is not None and value != "":
            self.lines.append(f"{'  ' * self.depth}<{name}>{escape(tidy(str(value)))}</{name}>")

    def bytes(self) -> bytes:
        return ("\n".join(self.lines) + "\n").encode()
