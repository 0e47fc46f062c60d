"""The matches of a team evening, round by round, with their results, and the ranking after each round."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from arbitrage.services.results.field import Field, Points
from rulings.scores.matchpoints import each
from rulings.scores.methods import Boards, MatchScore, Placing, Row, score_session

LAST = 10_000
"""Sort key of a match without a round, after every round."""


@dataclass(frozen=True)
class Half:
    """A half of a match. *played* is the number of its scored boards. *points* are the net points of both teams on
    these; *won* are the points of each team summed over the boards that it won."""

    number: int
    played: int
    points: tuple[Fraction, Fraction]
    won: tuple[Fraction, Fraction]


@dataclass(frozen=True)
class Match:
    """A match of a team event. *round* is None if the file has no rounds. *tables* are the tables at which the first
    team sat North-South, then East-West. *apart* are the numbers of boards whose results are not comparable (Law 86B2).
    *halves* are the halves that have begun, if matches have two."""

    round: int | None
    score: MatchScore
    tables: tuple[int, ...]
    apart: tuple[int, ...]
    halves: tuple[Half, ...] = ()


def matches_of(field: Field, points: Points) -> list[Match]:
    """List the matches of the evening in order of round and table, including those that have not begun."""
    if not field.teams:
        return []
    scored = {match.name: match for match in points.scores.matches}
    tables, waiting = _tables(field, points)
    numbers = {str(result.board_id): result.board.number for result in field.results}
    halves = _halves(field, points) if field.tournament.halves > 1 else {}
    matches = []
    for name, at in tables.items():
        score = scored.get(name) or waiting.get(name)
        if score is not None:
            apart = tuple(sorted(numbers[board] for board in score.apart))
            matches.append(Match(round_of(name), score, at, apart, halves.get(name, ())))
    return sorted(matches, key=lambda match: (match.round or LAST, match.tables))


def _halves(field: Field, points: Points) -> dict[str, tuple[Half, ...]]:
    """Sum the boards of each half of each match, for both teams in the order of the match."""
    half_of = {str(result.pk): field.tournament.half_of(result.round) for result in field.results if result.round}
    first = {match.name: match.teams[0] for match in points.scores.matches}
    sums: dict[str, dict[int, list[tuple[Fraction, Fraction]]]] = defaultdict(lambda: defaultdict(list))
    for rows in field.rows(points.counted).values():
        for row in rows:
            earned, half = points.scores.rows.get(row.id), half_of.get(row.id)
            if earned is not None and half is not None and "".join(each(row.ns)) == first.get(row.match):
                sums[row.match][half].append((Fraction(earned.ns), Fraction(earned.ew)))
    return {
        name: tuple(
            Half(
                half,
                len(boards),
                (sum((ours for ours, _other in boards), ZERO), sum((other for _one, other in boards), ZERO)),
                (sum((max(ours, ZERO) for ours, _other in boards), ZERO),
                 sum((max(other, ZERO) for _one, other in boards), ZERO)),
            )
            for half, boards in sorted(of_match.items())
        )
        for name, of_match in sums.items()
    }  # fmt: skip


ZERO = Fraction(0)


def _tables(field: Field, points: Points) -> tuple[dict[str, tuple[int, ...]], dict[str, MatchScore]]:
    """Return the tables of each match, the one with the first team North-South first; and the matches in which no board
    is scored."""
    by_id = {str(result.pk): result for result in field.results}
    scored = {match.name: match for match in points.scores.matches}
    seats: dict[str, dict[bool, int]] = {}
    first: dict[str, tuple[str, str]] = {}
    boards: dict[str, set[str]] = {}
    for board, rows in field.rows(points.counted).items():
        for row in rows:
            teams = ("".join(each(row.ns)), "".join(each(row.ew)))
            if not all(teams):
                continue
            known = scored[row.match].teams if row.match in scored else first.setdefault(row.match, teams)
            boards.setdefault(row.match, set()).add(board)
            table = by_id[row.id].table
            if table is not None:
                seats.setdefault(row.match, {}).setdefault(teams != known, table)
    zero = (Fraction(0), Fraction(0))
    tables = {name: tuple(table for _turned, table in sorted(seats.get(name, {}).items())) for name in boards}
    return tables, {name: MatchScore(name, teams, zero, zero, 0, len(boards[name])) for name, teams in first.items()}


def round_of(name: str) -> int | None:
    """Parse the round in the name of a match; None if it has none."""
    number = name.partition(" ")[0]
    return int(number) if number.isdecimal() else None


def rounds_of(matches: Iterable[Match]) -> list[int]:
    """List the rounds that have matches, in order."""
    return sorted({match.round for match in matches if match.round is not None})


def rounds_begun(field: Field, points: Points) -> list[int]:
    """List in order the rounds with a result that counts; [] if there are several rankings."""
    if len({standing.field for standing in points.scores.standings}) != 1:
        return []
    if field.teams:
        return sorted({number for match in points.scores.matches if match.played and (number := round_of(match.name))})
    return sorted({result.round for result in field.results if result.round and result.pk in points.counted})


def after_round(field: Field, points: Points, last: int) -> tuple[Placing, ...]:
    """Rank the contestants by the results of the rounds up to *last*, without penalties, which belong to no round."""

    def counts(row: Row) -> bool:
        return ((round_of(row.match) if field.teams else row.round) or LAST) <= last

    rows: Boards = {
        board: [row if counts(row) else replace(row, line=None, match="") for row in lines]
        for board, lines in field.rows(points.counted).items()
    }
    return score_session(rows, points.method, byes=field.byes(rows)).standings


def teams_of(field: Field) -> Mapping[str, list[str]]:
    """List the players of each team by its name, in the order of its pairs."""
    players: dict[str, list[str]] = {}
    for person in sorted(
        field.people.values(), key=lambda contestant: (contestant.section.letter, contestant.position)
    ):
        if person.team:
            players.setdefault(person.team, []).extend(
                player.name for player in person.players.all() if player.name.strip()
            )
    return players
