"""The method of a session: everything that scoring programs choose for themselves, and a session computed by it.

The Laws leave the method to the organiser (Law 78D) and programs differ. A `Method` names every choice; `score_session`
computes a whole session by it, exactly. What a file's program chose is found in ``rulings.scores.recognition``.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import chain
from typing import TypeAlias

from rulings.scores.adjusted import (
    AVERAGE_IMPS,
    AVERAGE_OF_PERCENT,
    Artificial,
    Average,
    Averaged,
    Compared,
    Line,
    Number,
    mean_score,
    outcomes,
)
from rulings.scores.imps import LineImps, butler_board, cross_imp_board, shown_imps, team_imps
from rulings.scores.matchpoints import (
    Contestants,
    Neuberg,
    each,
    penalty,
    ranks,
)
from rulings.scores.method import Expected, Method, Scoring, SitOut, VictoryPoints
from rulings.scores.session import Played, imp_session, matchpoint_session
from rulings.scores.teams import TwoTeams, board_a_match, knock_out, total_points, two_tables
from rulings.scores.victory_points import discrete_scale, victory_points, whole_victory_points

__all__ = [
    "Boards",
    "Earned",
    "Expected",
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
    "groups_of",
    "played_boards",
    "rankings_of",
    "score_session",
    "worth_of_a_match",
]


@dataclass(frozen=True, slots=True)
class Row:
    """A table on a board: what counts there and who sat there.

    *line* has the same id, which no other row of the session has; it is None where there is nothing to compare: a table
    that did not play, a pair that sat out, a score that is not decided. A side is a pair, the two players of an
    individual, a team, or nobody. Rows of one *match* are the tables of two teams. *form* tells the forms of a fouled
    board apart (Law 87), *times* is how many tables the row stands for. *recorded* is the points that a file gives to
    both sides, in its own scale.
    """

    id: str
    line: Line | None
    ns: Contestants = ()
    ew: Contestants = ()
    section: str = ""
    form: int = 1
    times: int = 1
    match: str = ""
    recorded: tuple[Fraction, Fraction] | None = None


Boards: TypeAlias = Mapping[str, Sequence[Row]]
"""The rows of every board of a session."""


@dataclass(frozen=True, slots=True)
class Earned:
    """What a row earns both sides: matchpoints of *top* on the 2-1-0 scale with their percentages, or IMPs or points of
    no top and without percentages."""

    ns: Fraction
    ew: Fraction
    top: int = 0
    ns_percent: Fraction | None = None
    ew_percent: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Placing:
    """A contestant's place in its field. *score* is what it is ranked by, in the method's unit; *rank* and *score* are
    None before the first comparison. *points* is the sum over its *boards*."""

    contestant: str
    field: str
    rank: int | None
    score: Fraction | None
    points: Fraction
    boards: int


@dataclass(frozen=True, slots=True)
class Scores:
    """What every row earns, by its id (rows that are compared with nothing are not there), and the ranking."""

    rows: Mapping[str, Earned]
    standings: tuple[Placing, ...]


def score_session(
    boards: Boards,
    method: Method,
    *,
    fields: Mapping[str, str] | None = None,
    penalties: Mapping[str, Number] | None = None,
) -> Scores:
    """Every row of a session and the ranking, by a method.

    *fields* names the ranking of each contestant, by default as `rankings_of` has it. *penalties* are taken off a
    contestant's total and touch nobody else (Laws 90, 91): per cent of a top at matchpoints, else IMPs or points.
    """
    fields = rankings_of(boards, method) if fields is None else fields
    penalties = penalties or {}
    if method.in_matchpoints:
        return _in_matchpoints(boards, method, fields, penalties)
    if method.scoring in (Scoring.BUTLER, Scoring.CROSS_IMPS) or not _matches(boards):
        return _against_the_field(boards, method, fields, penalties)
    return _between_teams(boards, method, fields, penalties)


ODD = Fraction(1, 40)
"""The share of rows that contestants may play in the other direction, by mistake or a director's order, and still be
said to keep theirs."""


def rankings_of(boards: Boards, method: Method) -> dict[str, str]:
    """The ranking in which each contestant is placed: "" for a single one, "NS" and "EW" where contestants keep their
    direction, with the section in front where sections are ranked by themselves ("A NS").

    A section whose contestants change direction beside others where they keep theirs (a Howell beside Mitchells) is
    ranked by itself, under its name.
    """
    sat: dict[str, Counter[str]] = defaultdict(Counter)
    section: dict[str, str] = {}
    for row in chain.from_iterable(boards.values()):
        for direction, side in (("NS", row.ns), ("EW", row.ew)):
            for one in each(side):
                sat[one][direction] += 1
                section.setdefault(one, row.section)
    keeps = {letter: _keep_direction(both for one, both in sat.items() if section[one] == letter)
             for letter in dict.fromkeys(section.values())}  # fmt: skip
    kept = _keep_direction(sat.values())
    teams = method.scoring not in (Scoring.MATCHPOINTS, Scoring.BUTLER, Scoring.CROSS_IMPS) and _matches(boards)
    two = not teams and (method.winners == 2 or (method.winners is None and kept))
    mixed = not teams and method.winners != 1 and len(set(keeps.values())) > 1
    found = {}
    for one, both in sat.items():
        letter = section[one]
        ways = keeps[letter] if mixed else two
        direction = both.most_common(1)[0][0] if ways else ""
        alone = method.by_section or (mixed and not keeps[letter])
        found[one] = f"{letter if alone else ''} {direction}".strip()
    return found


def _keep_direction(sat: Iterable[Counter[str]]) -> bool:
    """Do contestants keep their direction, given how often each sat which way?"""
    ways = list(sat)
    return sum(min(both["NS"], both["EW"]) for both in ways) <= ODD * sum(both.total() for both in ways)


def _matches(boards: Boards) -> bool:
    return any(row.match for rows in boards.values() for row in rows)


def played_boards(boards: Boards, method: Method, line: Callable[[Line], Line | None]) -> dict[str, Played]:
    """The boards of a session, section by section where they are compared so, without what is compared with nothing."""
    present = {
        one
        for row in chain.from_iterable(boards.values()) if row.line is not None
        for side in (row.ns, row.ew) for one in each(side)
    }  # fmt: skip
    counts_rows = Expected.ROWS in (method.expected, method.totals)
    found = {}
    for (name, section), rows in groups_of(boards, method).items():
        forms: dict[int, list[Line]] = defaultdict(list)
        pairs: dict[str, tuple[Contestants, Contestants]] = {}
        for row in rows:
            if row.line is not None and (one := line(row.line)) is not None:
                forms[row.form].append(one)
                pairs[row.id] = row.ns, row.ew
        first, *others = [tuple(forms[form]) for form in sorted(forms)] or [()]
        found[f"{name} {section}"] = Played(
            first,
            pairs,
            tuple(others),
            sum(row.times for row in rows) if counts_rows else None,
            {row.id: row.times for row in rows if row.times != 1},
            _sat_out(rows, present, method),
        )
    return found


def _sat_out(rows: Iterable[Row], present: set[str], method: Method) -> dict[str, Average]:
    """What the contestants have who were to play and had no opponents."""
    average = method.sit_out.average
    if average is None:
        return {}
    alone: dict[str, Average] = {}
    for row in rows:
        sides = [[one for one in each(side) if one in present] for side in (row.ns, row.ew)]
        if row.line is None and any(sides) and not all(sides):
            alone |= dict.fromkeys(chain.from_iterable(sides), average)
    return alone


FORMULAS = {
    Expected.BOARD: Neuberg.BOARD,
    Expected.FIELD: Neuberg.FIELD,
    Expected.SCORED: Neuberg.NONE,
    Expected.ROWS: Neuberg.BOARD,
}


def _in_matchpoints(
    boards: Boards, method: Method, fields: Mapping[str, str], penalties: Mapping[str, Number]
) -> Scores:
    totals = method.expected if method.totals is None else method.totals
    if totals is not method.expected and Expected.ROWS in (totals, method.expected):
        printed = _in_matchpoints(boards, replace(method, totals=None), fields, {})
        added = _in_matchpoints(boards, replace(method, expected=totals, totals=None), fields, penalties)
        return Scores(printed.rows, added.standings)
    played = played_boards(boards, method, partial(_as_percentages, method))
    largest = max((board.size for board in played.values()), default=0)
    session = matchpoint_session(
        played,
        formula=FORMULAS[method.expected],
        totals=FORMULAS[totals],
        small_groups=method.small_groups,
        fields=fields,
        penalties=[penalty(one, percent, 2 * max(largest - 1, 0)) for one, percent in penalties.items()],
    )
    rows = {
        line.id: Earned(line.ns, line.ew, board.top, line.ns_percent, line.ew_percent)
        for board in session.boards.values()
        for line in board.lines
    }
    placed = (
        Placing(one.contestant, one.field, one.rank, one.percent, one.points, one.boards) for one in session.standings
    )
    return Scores(rows, tuple(placed))


def _as_percentages(method: Method, line: Line) -> Line:
    """The line at matchpoints: the percentages of a file are averages where they follow the session."""
    if not isinstance(line, Artificial) or not method.session_rule:
        return line
    ns, ew = (AVERAGE_OF_PERCENT.get(percent, percent) for percent in (line.ns_percent, line.ew_percent))
    return Averaged(line.id, ns, ew)


def _against_the_field(
    boards: Boards, method: Method, fields: Mapping[str, str], penalties: Mapping[str, Number]
) -> Scores:
    played = played_boards(boards, method, partial(_as_imps, method))
    score = board_in_imps(boards, method)
    taken = {one: Fraction(number) for one, number in penalties.items()}
    session = imp_session(played, score, by_mean=method.by_mean, fields=fields, penalties=taken)
    rows = {line.id: Earned(line.ns, line.ew) for board in session.boards.values() for line in board}
    placed = (
        Placing(one.contestant, one.field, one.rank, one.mean if method.by_mean else one.total, one.total, one.boards)
        for one in session.standings
    )
    return Scores(rows, tuple(placed))


def board_in_imps(boards: Boards, method: Method) -> Callable[[Sequence[Line]], Sequence[LineImps]]:
    """What the lines of a board are worth against each other."""
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
    """The line at IMPs; None for percentages of a file that have no equivalent, and for averages at total points."""
    if method.scoring is Scoring.TOTAL and not isinstance(line, Compared):
        return None
    if not isinstance(line, Artificial):
        return line
    ns, ew = AVERAGE_OF_PERCENT.get(line.ns_percent), AVERAGE_OF_PERCENT.get(line.ew_percent)
    if ns is None or ew is None:
        return None
    return Averaged(line.id, ns, ew) if method.session_rule else Averaged(line.id, AVERAGE_IMPS[ns], AVERAGE_IMPS[ew])


@dataclass(slots=True)
class _Match:
    """What two teams have won from each other so far."""

    teams: tuple[Contestants, Contestants]
    points: list[TwoTeams]


def _between_teams(
    boards: Boards, method: Method, fields: Mapping[str, str], penalties: Mapping[str, Number]
) -> Scores:
    rows: dict[str, Earned] = {}
    matches: dict[str, _Match] = {}
    for lines in boards.values():
        by_match: dict[str, list[Row]] = defaultdict(list)
        for row in lines:
            if row.line is not None:
                by_match[row.match].append(row)
        for name, tables in by_match.items():
            if len(tables) != 2 or (both := _board_of_a_match(method, *tables)) is None:
                continue
            here, there = tables
            rows[here.id], rows[there.id] = _earned(method, both), _earned(method, (both[1], both[0]))
            match = matches.setdefault(name, _Match((here.ns, here.ew), []))
            match.points.append(both if here.ns == match.teams[0] else (both[1], both[0]))
    totals: dict[str, list[tuple[Fraction, int]]] = defaultdict(list)
    for match in matches.values():
        for team, won in zip(match.teams, zip(*match.points, strict=True), strict=True):
            for one in each(team):
                totals[one].append((worth_of_a_match(method, sum(won, Fraction(0)), len(won)), len(won)))
    return Scores(rows, _placed_teams(method, totals, fields, penalties))


def _board_of_a_match(method: Method, here: Row, there: Row) -> TwoTeams | None:
    """What the teams North-South and East-West *here* have for a board; None where an artificial score has no
    equivalent."""
    if here.line is None or there.line is None:
        return None
    if method.scoring is Scoring.BOARD_A_MATCH:
        ours, theirs = two_tables(
            here.line, there.line, lambda one, other: board_a_match(one, other) - 1, _share_of_two
        )
        return ours + 1, theirs + 1
    if method.scoring is Scoring.TOTAL:
        return two_tables(here.line, there.line, total_points, _nothing) if _compares(here, there) else None
    fixed = replace(method, session_rule=False)
    one, other = _as_imps(fixed, here.line), _as_imps(fixed, there.line)
    if one is None or other is None:
        return None
    both = two_tables(one, other, team_imps, _imps)
    return knock_out(both) if method.knock_out else both


def _compares(here: Row, there: Row) -> bool:
    return isinstance(here.line, Compared) and isinstance(there.line, Compared)


def _imps(line: Line) -> TwoTeams:
    return line.as_imps() if isinstance(line, Averaged) else _nothing(line)


def _share_of_two(line: Line) -> TwoTeams:
    """An artificial score on a board worth two points, from the average."""
    given = line.as_percentages() if isinstance(line, Averaged) else line
    return (given.ns_percent / 50 - 1, given.ew_percent / 50 - 1) if isinstance(given, Artificial) else _nothing(line)


def _nothing(_line: Line) -> TwoTeams:
    return Fraction(0), Fraction(0)


def _earned(method: Method, both: TwoTeams) -> Earned:
    if method.scoring is Scoring.BOARD_A_MATCH:
        return Earned(*both, 2, 50 * both[0], 50 * both[1])
    return Earned(*both)


def worth_of_a_match(method: Method, points: Fraction, boards: int) -> Fraction:
    """What a match is worth to a team that won so many points of it: itself, or victory points for whole IMPs."""
    margin = int(shown_imps(points, 0))
    if method.unit != "vp":
        return points
    if method.margins:
        return Fraction(whole_victory_points(margin, method.margins)[0])
    if method.victory_points is VictoryPoints.DISCRETE:
        return Fraction(whole_victory_points(margin, discrete_scale(boards))[0])
    return Fraction(victory_points(margin, boards)[0])


def _placed_teams(
    method: Method,
    earned: Mapping[str, Sequence[tuple[Fraction, int]]],
    fields: Mapping[str, str],
    penalties: Mapping[str, Number],
) -> tuple[Placing, ...]:
    """The teams by what their matches are worth; a penalty is points, or per cent of a board at board-a-match."""
    found: dict[str, list[Placing]] = defaultdict(list)
    for team, matches in earned.items():
        boards = sum(count for _points, count in matches)
        penalty = Fraction(penalties.get(team, 0))
        points = sum((points for points, _count in matches), Fraction(0))
        if method.unit == "percent":
            points -= penalty / 50
            score = 50 * points / boards
        else:
            points -= penalty
            score = points / boards if method.by_mean else points
        name = fields.get(team, "")
        found[name].append(Placing(team, name, None, score, points, boards))
    placed: list[Placing] = []
    for competing in found.values():
        places = ranks({one.contestant: one.score for one in competing if one.score is not None})
        placed += sorted(
            (replace(one, rank=places[one.contestant]) for one in competing), key=lambda one: one.rank or 0
        )
    return tuple(placed)


def groups_of(boards: Boards, method: Method) -> dict[tuple[str, str], list[Row]]:
    """The rows that are compared with each other, by board and section."""
    groups: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for name, rows in boards.items():
        for row in rows:
            groups[name, row.section if method.by_section else ""].append(row)
    return groups
