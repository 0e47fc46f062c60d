"""The kinds of evening that a club runs, each with its preparation, its results file and the expected ranking.

Scores, matchpoints and IMPs are computed here from the typed results, without code of the product.
"""

import random
from collections import defaultdict
from dataclasses import dataclass, replace
from fractions import Fraction

from arbitrage.exchange.records import (
    BoardRecord,
    ContestantRecord,
    PlayerRecord,
    ResultRecord,
    SectionRecord,
    TournamentFile,
)
from arbitrage.models import Result, Tournament
from arbitrage.services.tournaments.evenings import Plan
from rulings.bridge import Contract, Denomination, Seat, dealer, vulnerability
from tests.arbitrage import evening_files


@dataclass(frozen=True)
class Evening:
    """A kind of evening: its name in the guide, and the keys to touch, in order."""

    name: str
    touched: tuple[tuple[str, str], ...]

    @property
    def taps(self) -> int:
        """Number of taps, including the link in the list of tournaments and the green button."""
        return len(self.touched) + 2

    @property
    def rounds(self) -> str:
        """Rounds of the test, few so that the test is quick. The guide counts no tap for them. A triangle always has
        two."""
        return "2" if ("movement", "triangle") in self.touched else ROUNDS

    @property
    def plan(self) -> Plan:
        """The proposed form after those keys."""
        said = dict(self.touched)
        tables = int(said.get("tables", 7))
        return Plan(
            tables=tables,
            movement=said.get("movement", "mitchell" if tables % 2 else "skip"),
            rounds=int(self.rounds),
            each=int(EACH),
            one_ranking="one_ranking" in said,
            half="half" in said,
            sections=int(said.get("sections", 1)),
            halves=1 + ("halves" in said),
        )


KINDS = (
    Evening("Mitchell", ()),
    Evening("Mitchell, one ranking", (("one_ranking", "on"),)),
    Evening("Mitchell, a pair missing", (("half", "on"),)),
    Evening("Mitchell with a skip", (("tables", "8"),)),
    Evening("Mitchell with relay and share", (("tables", "8"), ("movement", "relay"))),
    Evening("Mitchell, a roving pair East-West", (("movement", "rover"),)),
    Evening("Mitchell, a roving pair North-South", (("tables", "8"), ("movement", "bump"))),
    Evening("Mitchell, two sections", (("sections", "2"),)),
    Evening("Howell, two sections", (("tables", "4"), ("movement", "howell"), ("sections", "2"))),
    Evening("Howell", (("tables", "4"), ("movement", "howell"))),
    Evening("Howell, a pair missing", (("tables", "4"), ("movement", "howell"), ("half", "on"))),
    Evening("Howell of three tables", (("tables", "3"), ("movement", "howell"))),
    Evening("Individual", (("tables", "4"), ("movement", "individual"))),
    Evening("Teams of four", (("tables", "4"), ("movement", "teams"))),
    Evening("Teams of four, two halves", (("tables", "4"), ("movement", "teams"), ("halves", "on"))),
    Evening("Swiss of pairs", (("tables", "5"), ("movement", "swiss"))),
    Evening("Swiss of teams", (("tables", "6"), ("movement", "swiss_teams"))),
    Evening("Swiss of teams, an odd number", (("tables", "6"), ("movement", "swiss_teams"), ("half", "on"))),
)
BESIDE = (Evening("Teams, a triangle", (("tables", "3"), ("movement", "triangle"))),)
"""Kinds that look like another kind on a tablet, and are tested without a browser."""
GAME = Contract(3, Denomination.NT, 0, Seat.S)
EACH, ROUNDS = "2", "3"
"""Few boards a round and few rounds, so that a test is quick. The guide counts no tap for them."""


# Expected results

IMPS = (20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600, 750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500)


def points_of(tricks: int, board: int) -> int:
    """Return North-South's points for 3NT by South, undoubled."""
    vulnerable = board % 16 in (2, 4, 5, 7, 10, 12, 13, 15)
    if tricks >= 9:
        return (600 if vulnerable else 400) + 30 * (tricks - 9)
    return (100 if vulnerable else 50) * (tricks - 9)


def imps(difference: int) -> int:
    won = sum(1 for step in IMPS if abs(difference) >= step)
    return won if difference > 0 else -won


def expected(tournament: Tournament, counts: dict, last: int = 99) -> dict[str, Fraction]:
    """Compute the figure that ranks each contestant, from the valid score of each line up to the *last* round."""
    boards = defaultdict(list)
    lines = Result.objects.filter(board__tournament=tournament, round__lte=last)
    for line in lines.select_related("ns", "ew"):
        boards[line.board_id].append(line)
    total: dict[str, Fraction] = defaultdict(Fraction)
    top: dict[str, Fraction] = defaultdict(Fraction)
    for lines in boards.values():
        if tournament.kind == "teams":
            for line in lines:
                other = next(one for one in lines if (one.ns.team, one.ew.team) == (line.ew.team, line.ns.team))
                total[line.ns.team] += imps(counts[line.pk] - counts[other.pk])
            continue
        for line in lines:
            others = [counts[one.pk] for one in lines if one.pk != line.pk]
            won = sum(2 * (counts[line.pk] > one) + (counts[line.pk] == one) for one in others)
            north, east, south, west = line.seats or (str(line.ns_id), str(line.ew_id), None, None)
            for one, points in (
                (north, won),
                (south, won),
                (east, 2 * len(others) - won),
                (west, 2 * len(others) - won),
            ):
                if one is not None:
                    total[one] += points
                    top[one] += 2 * len(others)
    if tournament.kind == "teams":
        return dict(total)
    return {one: 100 * total[one] / top[one] for one in total if top[one]}


def rounded(said: dict[str, Fraction]) -> dict[str, float]:
    return {one: float(round(points + Fraction(1, 10**9), 2)) for one, points in said.items()}


# The results file of an evening


def file_of(kind: Evening, seed: int, *, names: str = "", event: str = "") -> TournamentFile:
    """Return the results file of an evening of this kind, its results drawn by *seed*. Players are named only with
    *names*, the beginning of every name; the assignment of names is random too."""
    draw = random.Random(f"{kind.name}{seed}")
    plan = kind.plan
    movement = plan.made()
    assert movement is not None
    ways = [(number, "NS") for number in movement.ns] + [(number, "EW") for number in movement.ew]
    ways += [(number, "") for number in movement.others]
    team = dict(zip(movement.others, movement.teams, strict=False))
    known = [f"{names} {number}" for number in range(2 * len(ways) * plan.sections if names else 0)]
    draw.shuffle(known)
    sections = tuple(
        SectionRecord(
            letter=letter,
            contestants=tuple(
                ContestantRecord(
                    number=number,
                    direction=way,
                    team=team.get(number, ""),
                    players=tuple(PlayerRecord(name=known.pop()) for _player in (1, 2) if known),
                )
                for number, way in ways
            ),
        )
        for letter in plan.letters
    )
    lines: dict[int, list[ResultRecord]] = defaultdict(list)
    for letter in plan.letters:
        for sitting in movement.sittings:
            for number in range((sitting.set - 1) * plan.each_half + 1, sitting.set * plan.each_half + 1):
                tricks = draw.randrange(7, 12)
                score = points_of(tricks, number)
                place = {"section": letter, "table": sitting.table, "round": sitting.round, "players": sitting.players}
                played = {"contract": "3NT", "declarer": "S", "tricks": tricks, "score": score}
                lines[number].append(ResultRecord(ns=sitting.ns, ew=sitting.ew, **place, **played))
    boards = tuple(
        BoardRecord(
            number=number, dealer=str(dealer(number)), vulnerability=vulnerability(number), results=tuple(lines[number])
        )
        for number in sorted(lines)
    )
    said = {"teams": "teams", "swiss_teams": "teams", "individual": "individual"}.get(plan.movement, "pairs")
    more = {"halves": plan.halves}
    return TournamentFile(name=event, date=evening_files.DAY, event=said, sections=sections, boards=boards, **more)


def first_lines(file: TournamentFile, count: int) -> TournamentFile:
    """Return the file as it was after its first *count* lines, by round."""
    order = sorted(
        (line.round or 0, line.section, line.table or 0, board.number)
        for board in file.boards
        for line in board.results
    )
    came = set(order[:count])
    boards = []
    for board in file.boards:
        lines = tuple(
            line for line in board.results if (line.round or 0, line.section, line.table or 0, board.number) in came
        )
        boards.append(replace(board, results=lines))
    return replace(file, boards=tuple(board for board in boards if board.results))


def waiting(file: TournamentFile) -> TournamentFile:
    """Return the evening of a file as it was prepared: every line waits for its result."""
    boards = []
    for board in file.boards:
        lines = [replace(line, kind="not_played", contract="", declarer="", lead="", tricks=None, score=None,
                         score_ew=None, ns_points=None, ew_points=None, ns_percent=None, ew_percent=None, remark="",
                         auction=(), play=(), key="") for line in board.results]  # fmt: skip
        boards.append(replace(board, deal="", results=tuple(lines)))
    return replace(file, boards=tuple(boards))


def as_it_stands(file: TournamentFile, came: TournamentFile) -> TournamentFile:
    """Return the evening of a file with the results of the lines in *came*; the others wait."""
    played = {(board.number, line) for board in came.boards for line in board.results}
    empty = {board.number: board.results for board in waiting(file).boards}
    boards = [
        replace(
            board,
            results=tuple(
                line if (board.number, line) in played else nobody
                for line, nobody in zip(board.results, empty[board.number], strict=True)
            ),
        )
        for board in file.boards
    ]
    return replace(file, boards=tuple(boards))
