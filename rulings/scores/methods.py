"""A session computed by a method.

The Laws leave the method to the organiser (Law 78D), and scoring programs differ. A `Method` names every choice;
`score_session` computes a whole session by it, exactly. ``rulings.scores.recognition`` finds the choices of a file's
program.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from itertools import chain

from rulings.bridge import Side
from rulings.scores.adjusted import (
    AVERAGE_IMPS,
    AVERAGE_OF_PERCENT,
    Artificial,
    Averaged,
    Compared,
    Line,
    Number,
    in_the_unit,
    mean_score,
    outcomes,
)
from rulings.scores.boards_played import FORMULAS, played_boards, tops
from rulings.scores.imps import LineImps, butler_board, cross_imp_board, shown_imps, team_imps
from rulings.scores.match_worth import worth_of_a_bye, worth_of_a_match, worth_of_a_total
from rulings.scores.matchpoints import (
    Contestants,
    each,
    penalty,
    ranks,
)
from rulings.scores.method import Expected, Method, Scoring, SitOut, VictoryPoints
from rulings.scores.rows import Boards, Earned, MatchScore, Placing, Row, Scores, groups_of
from rulings.scores.session import imp_session, matchpoint_session
from rulings.scores.teams import TwoTeams, board_a_match, knock_out, rounded, total_points, two_tables

__all__ = [
    "Boards",
    "Earned",
    "Expected",
    "MatchScore",
    "FORMULAS",
    "Method",
    "ODD",
    "Placing",
    "Row",
    "Scores",
    "Scoring",
    "SitOut",
    "VictoryPoints",
    "board_in_imps",
    "equal_as_printed",
    "groups_of",
    "played_boards",
    "rankings_of",
    "score_session",
    "worth_of_a_bye",
    "worth_of_a_match",
]


def score_session(
    boards: Boards,
    method: Method,
    *,
    fields: Mapping[str, str] | None = None,
    penalties: Mapping[str, Number] | None = None,
    byes: Mapping[str, Sequence[int]] | None = None,
) -> Scores:
    """Compute the points of every row of a session, and the ranking, by a method.

    *fields* names the ranking of each contestant, by default as `rankings_of` has it. *penalties* are taken off a
    contestant's total and touch nobody else (Laws 90, 91): per cent of a top at matchpoints, else IMPs or points.
    *byes* has for each team, for every round in which it was exempt, the number of boards of a match.
    """
    fields = rankings_of(boards, method) if fields is None else fields
    penalties = penalties or {}
    if method.in_matchpoints:
        scores = _in_matchpoints(boards, method, fields, penalties)
    elif method.scoring in (Scoring.BUTLER, Scoring.CROSS_IMPS) or not _matches(boards):
        scores = _against_the_field(boards, method, fields, penalties)
    else:
        scores = _between_teams(boards, method, fields, penalties, byes or {})
    return replace(scores, standings=equal_as_printed(scores.standings)) if method.equal_as_printed else scores


def equal_as_printed(standings: Sequence[Placing]) -> tuple[Placing, ...]:
    """Give the same place to contestants of a ranking whose scores are equal to two decimals."""
    printed: dict[str, dict[str, Fraction]] = defaultdict(dict)
    for standing in standings:
        if standing.score is not None:
            printed[standing.field][standing.contestant] = Fraction(shown_imps(standing.score))
    places = {field: ranks(scores) for field, scores in printed.items()}
    return tuple(
        replace(standing, rank=places.get(standing.field, {}).get(standing.contestant)) for standing in standings
    )


ODD = Fraction(1, 40)
"""Share of rows that contestants may play in the other direction, by mistake or by order, and still count as keeping
theirs."""


def rankings_of(boards: Boards, method: Method) -> dict[str, str]:
    """Return the ranking in which each contestant is placed: "" for a single one, "NS" and "EW" where contestants keep
    their direction, with the section in front where sections are ranked by themselves ("A NS").

    A section whose contestants change direction beside others where they keep theirs (a Howell beside Mitchells) is
    ranked by itself, under its name.
    """
    sat: dict[str, Counter[str]] = defaultdict(Counter)
    section: dict[str, str] = {}
    for row in chain.from_iterable(boards.values()):
        for direction, side in (("NS", row.ns), ("EW", row.ew)):
            for contestant in each(side):
                sat[contestant][direction] += 1
                section.setdefault(contestant, row.section)
    keeps = {letter: _keep_direction(both for contestant, both in sat.items() if section[contestant] == letter)
             for letter in dict.fromkeys(section.values())}  # fmt: skip
    kept = _keep_direction(sat.values())
    teams = method.scoring not in (Scoring.MATCHPOINTS, Scoring.BUTLER, Scoring.CROSS_IMPS) and _matches(boards)
    two = not teams and (method.winners == 2 or (method.winners is None and kept))
    mixed = not teams and method.winners != 1 and len(set(keeps.values())) > 1
    rankings = {}
    for contestant, both in sat.items():
        letter = section[contestant]
        ways = keeps[letter] if mixed else two
        direction = both.most_common(1)[0][0] if ways else ""
        alone = method.by_section or method.rank_sections or (mixed and not keeps[letter])
        rankings[contestant] = f"{letter if alone else ''} {direction}".strip()
    return rankings


def _keep_direction(sat: Iterable[Counter[str]]) -> bool:
    """Do contestants keep their direction, given how often each sat in each direction?"""
    ways = list(sat)
    return sum(min(both["NS"], both["EW"]) for both in ways) <= ODD * sum(both.total() for both in ways)


def _matches(boards: Boards) -> bool:
    return any(row.match for rows in boards.values() for row in rows)


def _in_matchpoints(
    boards: Boards, method: Method, fields: Mapping[str, str], penalties: Mapping[str, Number]
) -> Scores:
    totals = method.expected if method.totals is None else method.totals
    if totals is not method.expected and Expected.ROWS in (totals, method.expected):
        printed = _in_matchpoints(boards, replace(method, totals=None), fields, {})
        added = _in_matchpoints(boards, replace(method, expected=totals, totals=None), fields, penalties)
        return Scores(printed.rows, added.standings)
    played = played_boards(boards, method, partial(_as_percentages, method))
    largest = tops(boards, method, played, FORMULAS[totals])
    session = matchpoint_session(
        played,
        formula=FORMULAS[method.expected],
        totals=FORMULAS[totals],
        small_groups=method.small_groups,
        fields=fields,
        penalties=[penalty(who, percent, largest.get(who, 0)) for who, percent in penalties.items()],
        added=method.printed if method.rounded else None,
    )
    rows = {
        line.id: Earned(line.ns, line.ew, board.top, line.ns_percent, line.ew_percent)
        for board in session.boards.values()
        for line in board.lines
    }
    placed = (
        Placing(standing.contestant, standing.field, standing.rank, standing.percent, standing.points, standing.boards)
        for standing in session.standings
    )
    return Scores(rows, tuple(placed))


def _as_percentages(method: Method, line: Line) -> Line | None:
    """Return the line at matchpoints: the percentages of a file are averages where they follow the session. None for
    IMPs that a director gave and that have no equivalent."""
    if not isinstance(line, Artificial) or not method.session_rule:
        return in_the_unit(line, imps=False)
    ns, ew = (AVERAGE_OF_PERCENT.get(percent, percent) for percent in (line.ns_percent, line.ew_percent))
    return Averaged(line.id, ns, ew)


def _against_the_field(
    boards: Boards, method: Method, fields: Mapping[str, str], penalties: Mapping[str, Number]
) -> Scores:
    played = played_boards(boards, method, partial(_as_imps, method))
    score = board_in_imps(boards, method)
    taken = {contestant: Fraction(number) for contestant, number in penalties.items()}
    added = (lambda imps: Fraction(shown_imps(imps))) if method.rounded else None
    session = imp_session(played, score, by_mean=method.by_mean, fields=fields, penalties=taken, added=added)
    rows = {line.id: Earned(line.ns, line.ew) for board in session.boards.values() for line in board}
    placed = (
        Placing(
            standing.contestant,
            standing.field,
            standing.rank,
            standing.mean if method.by_mean else standing.total,
            standing.total,
            standing.boards,
        )
        for standing in session.standings
    )
    return Scores(rows, tuple(placed))


def board_in_imps(boards: Boards, method: Method) -> Callable[[Sequence[Line]], Sequence[LineImps]]:
    """Return the function that computes the IMPs of a board's lines by the method; at total points, their scores."""
    times = {row.id: row.times for row in chain.from_iterable(boards.values()) if row.times != 1}

    def score(lines: Sequence[Line]) -> Sequence[LineImps]:
        if method.scoring is Scoring.BUTLER:
            count = sum(times.get(line.id, 1) for line in lines if isinstance(line, Compared))
            drop = None if method.drop is None else min(method.drop, max(count - 1, 0) // 2)
            return butler_board(lines, drop=drop, round_to=method.round_to, times=times).lines
        if method.scoring is Scoring.TOTAL:
            return [_total(line) for line in lines]
        return cross_imp_board(lines, per_result=method.per_result, times=times)

    return score


def _total(line: Line) -> LineImps:
    if not isinstance(line, Compared):
        return LineImps(line.id, Fraction(0), Fraction(0))
    ns, ew = outcomes(line)
    return LineImps(line.id, Fraction(mean_score(ns)), -Fraction(mean_score(ew)))


def _as_imps(method: Method, line: Line) -> Line | None:
    """Return the line at IMPs; None for percentages that have no equivalent, and for averages at total points."""
    if method.scoring is Scoring.TOTAL and not isinstance(line, Compared):
        return None
    if not isinstance(line, Artificial):
        return in_the_unit(line, imps=True)
    ns, ew = AVERAGE_OF_PERCENT.get(line.ns_percent), AVERAGE_OF_PERCENT.get(line.ew_percent)
    if ns is None or ew is None:
        return None
    return Averaged(line.id, ns, ew) if method.session_rule else Averaged(line.id, AVERAGE_IMPS[ns], AVERAGE_IMPS[ew])


@dataclass(slots=True)
class _Match:
    """The running score of two teams against each other."""

    teams: tuple[Contestants, Contestants]
    points: list[TwoTeams] = field(default_factory=list)
    totals: list[Fraction] = field(default_factory=list)
    """Differences of the two scores of each board, from the first team's side."""
    boards: int = 0
    apart: list[str] = field(default_factory=list)
    favours: set[int] = field(default_factory=set)
    """The teams, 0 or 1, that did not offend on the boards whose IMPs are not whole."""

    def side_of(self, both: TwoTeams, row: Row) -> TwoTeams:
        """Put the figures of a row's North-South and East-West teams in the order of the match's teams."""
        return both if row.ns == self.teams[0] else (both[1], both[0])


def _between_teams(
    boards: Boards,
    method: Method,
    fields: Mapping[str, str],
    penalties: Mapping[str, Number],
    byes: Mapping[str, Sequence[int]],
) -> Scores:
    rows: dict[str, Earned] = {}
    matches: dict[str, _Match] = {}
    for board, lines in boards.items():
        by_match: dict[str, list[Row]] = defaultdict(list)
        for row in lines:
            by_match[row.match].append(row)
        for name, sat in by_match.items():
            match = matches.setdefault(name, _Match((sat[0].ns, sat[0].ew)))
            match.boards += 1
            tables = _tables_of_a_match(sat)
            if len(tables) != 2:
                continue
            here, there = tables
            if here.form != there.form and _compares(here, there):
                match.apart.append(board)
                continue
            if (both := _board_of_a_match(method, here, there)) is None:
                continue
            rows[here.id], rows[there.id] = _earned(method, both), _earned(method, (both[1], both[0]))
            match.points.append(match.side_of(both, here))
            match.totals.append(match.side_of(_total_of(here, there), here)[0])
            if any(imps.denominator != 1 for imps in both):
                match.favours |= {at for row in tables for at in _favoured(match, row)}
    scored = tuple(_scored(method, name, match) for name, match in matches.items() if match.points or match.apart)
    totals: dict[str, list[tuple[Fraction, int]]] = defaultdict(list)
    for scored_match in scored:
        for team, worth in zip(scored_match.teams, scored_match.worth, strict=True):
            if scored_match.played:
                totals[team].append((worth, scored_match.played))
    for team, rounds in byes.items():
        totals[team] += [(worth_of_a_bye(method, count), 0) for count in rounds]
    return Scores(rows, _placed_teams(method, totals, fields, penalties), scored)


def _tables_of_a_match(rows: Sequence[Row]) -> list[Row]:
    """Return the tables with a score, and a table without one where an artificial score at the other replaces the
    comparison."""
    scored = [row for row in rows if row.line is not None]
    if len(rows) == 2 and len(scored) == 1 and isinstance(scored[0].line, Artificial | Averaged):
        return [row if row.line is not None else replace(row, line=scored[0].line) for row in rows]
    return scored


def _scored(method: Method, name: str, match: _Match) -> MatchScore:
    """Return a match with its points for both teams."""
    first, second = (sum(won, Fraction(0)) for won in zip(*match.points, strict=True)) if match.points else (ZERO, ZERO)
    points, boards = (first, second), match.boards
    if method.patton and method.scoring is Scoring.BOARD_A_MATCH:
        of_total = worth_of_a_total(method, sum(match.totals, ZERO)) if match.points else (ZERO, ZERO)
        worth = (first + of_total[0], second + of_total[1])
    else:
        alone = next(iter(match.favours)) if len(match.favours) == 1 else None
        worth = (
            worth_of_a_match(method, first, boards, favoured=None if alone is None else alone == 0),
            worth_of_a_match(method, second, boards, favoured=None if alone is None else alone == 1),
        )
    teams = ("".join(each(match.teams[0])), "".join(each(match.teams[1])))
    first_won, second_won = (
        (sum((max(points, ZERO) for points in side), ZERO) for side in zip(*match.points, strict=True))
        if match.points
        else (ZERO, ZERO)
    )
    won = (first_won, second_won)
    return MatchScore(name, teams, points, worth, len(match.points), boards, tuple(match.apart), won)


ZERO = Fraction(0)


def _favoured(match: _Match, row: Row) -> Iterable[int]:
    """Tell which of the two teams did not offend at a table whose score was adjusted."""
    if row.favours is not None:
        team = row.ns if row.favours is Side.NS else row.ew
        yield 0 if team == match.teams[0] else 1


def _total_of(here: Row, there: Row) -> TwoTeams:
    """Return the difference in points of a board's two tables, for each team; 0 and 0 where a table has no result."""
    if here.line is None or there.line is None or not _compares(here, there):
        return ZERO, ZERO
    return two_tables(here.line, there.line, total_points, _nothing)


def _board_of_a_match(method: Method, here: Row, there: Row) -> TwoTeams | None:
    """Return the points of the teams North-South and East-West *here* for a board; None where a table has no score, or
    an artificial score has no equivalent."""
    if here.line is None or there.line is None:
        return None
    if method.scoring is Scoring.TOTAL:
        return two_tables(here.line, there.line, total_points, _nothing) if _compares(here, there) else None
    at_imps = method.scoring is not Scoring.BOARD_A_MATCH
    here_line, other = (
        _as_imps(method, line) if at_imps else in_the_unit(line, imps=False) for line in (here.line, there.line)
    )
    if here_line is None or other is None:
        return None
    if not at_imps:
        ours, theirs = two_tables(
            here_line, other, lambda one_table, other_table: board_a_match(one_table, other_table) - 1, _share_of_two
        )
        return ours + 1, theirs + 1
    both = two_tables(here_line, other, team_imps, _imps)
    if not method.knock_out:
        return both
    ours, theirs = knock_out(both)
    if ours.denominator == 1 or (favours := _favoured_here(here, there)) is None:
        return ours, theirs
    whole = rounded(ours, in_favour=favours is Side.NS)
    return Fraction(whole), Fraction(-whole)


def _favoured_here(here: Row, there: Row) -> Side | None:
    """Tell which side of the first table belongs to the team that did not offend; None where neither or both are
    named."""
    favoured = {row.favours if row is here else row.favours.other for row in (here, there) if row.favours is not None}
    return favoured.pop() if len(favoured) == 1 else None


def _compares(here: Row, there: Row) -> bool:
    return isinstance(here.line, Compared) and isinstance(there.line, Compared)


def _imps(line: Line) -> TwoTeams:
    return line.as_imps() if isinstance(line, Averaged) else _nothing(line)


def _share_of_two(line: Line) -> TwoTeams:
    """Return both sides' points of an artificial score on a board worth two points, as differences from the average of
    one: 60 % is +1/5."""
    given = line.as_percentages() if isinstance(line, Averaged) else line
    return (given.ns_percent / 50 - 1, given.ew_percent / 50 - 1) if isinstance(given, Artificial) else _nothing(line)


def _nothing(_line: Line) -> TwoTeams:
    return Fraction(0), Fraction(0)


def _earned(method: Method, both: TwoTeams) -> Earned:
    if method.scoring is Scoring.BOARD_A_MATCH:
        return Earned(*both, 2, 50 * both[0], 50 * both[1])
    return Earned(*both)


def _placed_teams(
    method: Method,
    earned: Mapping[str, Sequence[tuple[Fraction, int]]],
    fields: Mapping[str, str],
    penalties: Mapping[str, Number],
) -> tuple[Placing, ...]:
    """Rank the teams by the points of their matches; a penalty is in points, or in per cent of a board at
    board-a-match."""
    placings: dict[str, list[Placing]] = defaultdict(list)
    for team, matches in earned.items():
        boards = sum(count for _points, count in matches)
        penalty = Fraction(penalties.get(team, 0))
        points = sum((points for points, _count in matches), Fraction(0))
        if method.unit == "percent":
            points -= penalty / 50
            score = 50 * points / max(boards, 1)
        else:
            points -= penalty
            score = points / boards if method.by_mean and boards else points
        name = fields.get(team, "")
        placings[name].append(Placing(team, name, None, score, points, boards))
    placed: list[Placing] = []
    for competing in placings.values():
        places = ranks({placing.contestant: placing.score for placing in competing if placing.score is not None})
        placed += sorted(
            (replace(placing, rank=places[placing.contestant]) for placing in competing),
            key=lambda placing: placing.rank or 0,
        )
    return tuple(placed)
