"""Recognition of the scoring method of a results file: the candidate that reproduces the points and percentages of the
file.

A file does not name the method of its program, so that `recognise` tries each of the `candidates`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain
from math import floor
from typing import Any, Literal, TypeAlias

from rulings.regulations import regulations
from rulings.scores.adjusted import Artificial, Compared, Scored
from rulings.scores.matchpoints import RATIOS, Scale, scaled, shown_percent
from rulings.scores.methods import (
    FORMULAS,
    Boards,
    Expected,
    Method,
    Scores,
    Scoring,
    SitOut,
    VictoryPoints,
    board_in_imps,
    groups_of,
    played_boards,
    score_session,
    worth_of_a_match,
)
from rulings.scores.session import played_board

TOLERANCE = Fraction(6, 100)
"""Points by which a file's rounding (to one decimal at worst) may move a line."""
NEAR = Fraction(2, 100)
"""Percentage points by which rounding moves a line on average; a wrong formula moves it more."""
LAST_FIGURE = Fraction(1, 100)
"""Percentage points by which a total may differ: some programs add up points that they had rounded."""


@dataclass(frozen=True, slots=True)
class Recognised:
    """The method nearest to the figures of a file; the first candidate when the file has none.

    *compared* counts the rows with points in the file, *unlike* are the rows where the method gives other points.
    *totals* counts the contestants with a percentage in the file, *unlike_totals* are those with another percentage by
    the method. *places* and *unlike_places* are the same for places. *scores* is the session computed by this method.
    """

    method: Method
    compared: int
    unlike: tuple[str, ...]
    totals: int
    unlike_totals: tuple[str, ...]
    scores: Scores = field(compare=False, repr=False)
    places: int = 0
    unlike_places: tuple[str, ...] = ()

    @property
    def reproduces(self) -> bool:
        """Does the file record figures, and does the method reproduce them all?"""
        return bool(self.compared or self.totals or self.places) and not _missed(self)


def candidates(scoring: Scoring, *, winners: Literal[1, 2] | None = None, teams: bool = False) -> tuple[Method, ...]:
    """Return the methods that programs are known to use for a scoring, the usual one first."""
    base = Method(scoring, winners=winners)
    apart = (False, True)
    if teams:
        return (base,)
    match scoring:
        case Scoring.MATCHPOINTS:
            usual = (Expected.BOARD, Expected.FIELD, Expected.SCORED)
            return tuple(
                replace(base, by_section=by_section, expected=expected)
                for some in (usual, (Expected.ROWS,)) for by_section in apart for expected in some
            )  # fmt: skip
        case Scoring.BUTLER:
            return tuple(
                replace(base, by_section=by_section, drop=drop, round_to=round_to)
                for by_section in apart for drop in (None, 0, 1, 2) for round_to in (10, 1)
            )  # fmt: skip
        case Scoring.CROSS_IMPS:
            return tuple(
                replace(base, by_section=by_section, per_result=per_result)
                for by_section in apart for per_result in apart
            )  # fmt: skip
        case Scoring.IMPS:  # of pairs: the method of a file without other indications
            return (*candidates(Scoring.CROSS_IMPS, winners=winners), *candidates(Scoring.BUTLER, winners=winners))
    return (base,)


def recognise(
    boards: Boards,
    methods: Sequence[Method],
    totals: Mapping[str, Fraction] | None = None,
    places: Mapping[str, int] | None = None,
) -> Recognised:
    """Find the method, among several with the usual first, that reproduces the recorded points, the percentages of
    *totals* and the *places* of contestants.

    The method is the first that gives every recorded point, or else the one that misses the fewest. Starting there, the
    choices that points do not show are tried: the way of adding up, whether artificial scores follow the session, the
    score for sitting out, whether sections are ranked by themselves, and which contestants share a place. A single
    choice that reproduces all figures is taken; otherwise each one that comes nearer, one after the other.
    """
    totals, places = totals or {}, places or {}
    sections = {row.section for row in chain.from_iterable(boards.values())}
    tried = [method for method in methods if len(sections) > 1 or not method.by_section] or list(methods)
    nearest = first = compare(boards, _by_points(boards, tried), totals, places)
    if first.reproduces or not (first.totals or first.compared or first.places):
        return first
    alone: list[tuple[dict[str, Any], Recognised]] = []
    for choice in _finer(boards, first.method, sections=len(sections) > 1, totals=bool(totals or places)):
        other = compare(boards, replace(first.method, **choice), totals, places)
        if other.reproduces:
            return other
        alone.append((choice, other))
    for choice, other in alone:
        if nearest is not first:
            other = compare(boards, replace(nearest.method, **choice), totals, places)  # noqa: PLW2901
        if _missed(other) < _missed(nearest):
            nearest = other
        if nearest.reproduces:
            break
    return nearest


def _missed(recognised: Recognised) -> int:
    return len(recognised.unlike) + len(recognised.unlike_totals) + len(recognised.unlike_places)


def _finer(boards: Boards, method: Method, *, sections: bool, totals: bool) -> Iterator[dict[str, Any]]:
    """Return the choices that the points of played lines do not show, in the order in which they are tried."""
    rows = list(chain.from_iterable(boards.values()))
    if any(isinstance(row.line, Artificial) for row in rows):
        yield {"session_rule": False}
    if method.in_matchpoints:
        for expected in (Expected.FIELD, Expected.BOARD):
            if expected is not method.expected:
                yield {"totals": expected}
    else:
        yield {"by_mean": True}
    if any(row.line is None for row in rows):
        for sit_out in SitOut:
            if sit_out is not method.sit_out:
                yield {"sit_out": sit_out}
    if sections and not method.by_section:
        yield {"rank_sections": True}
    if totals:
        yield {"rounded": True}
        yield {"equal_as_printed": True}


def _by_points(boards: Boards, methods: Sequence[Method]) -> Method:
    """Return the method whose points for the played lines are nearest to the recorded ones: fewest lines that differ,
    then fewest boards with an odd top, then the least sum of differences."""
    recorded = {
        row.id: row.recorded
        for row in chain.from_iterable(boards.values())
        if isinstance(row.line, Scored) and row.recorded is not None
    }
    if not recorded or len(methods) == 1:
        return methods[0]
    best: tuple[tuple[int, int, Fraction], Method] | None = None
    for method in methods:
        wrong, odd, total, count = 0, 0, Fraction(0), 0
        for ratio, errors in _errors(boards, method, recorded):
            count += len(errors)
            wrong += sum(missed for missed, _error in errors)
            odd += ratio not in RATIOS.values()
            total += sum(error for _missed, error in errors)
            if best is not None and wrong > best[0][0]:
                break
        else:
            if not wrong and not odd and total <= NEAR * count:
                return method
            if best is None or (wrong, odd, total) < best[0]:
                best = (wrong, odd, total), method
    return best[1] if best is not None else methods[0]


_Points: TypeAlias = tuple[Fraction, Fraction]


def _errors(
    boards: Boards, method: Method, recorded: Mapping[str, _Points]
) -> Iterator[tuple[Fraction, list[tuple[bool, Fraction]]]]:
    """Compare the recorded points with ours. Yield for each board the scale of the file and, for each line with
    recorded points, whether they differ by more than rounding, and by how much (percentage points or IMPs)."""
    played = played_boards(boards, method, lambda line: line)
    largest = max(board.size for board in played.values())
    in_imps = board_in_imps(boards, method)
    for board in played.values():
        lines = [line for form in board.forms for line in form]
        if not any(line.id in recorded for line in lines):
            continue
        if method.in_matchpoints:
            points = played_board(board, FORMULAS[method.expected], largest)
            worth = {line.id: (line.ns, line.ew) for line in points.lines}
            ratio = _ratio((recorded[line.id] for line in lines if line.id in recorded), points.top)
        else:
            imps = in_imps([line for line in lines if isinstance(line, Compared)])
            worth, ratio = {line.id: (line.ns, line.ew) for line in imps}, Fraction(1)
        errors_by_points: dict[tuple[_Points, _Points], tuple[bool, Fraction]] = {}
        errors = []
        for line in lines:
            if line.id not in recorded:
                continue
            key = recorded[line.id], worth[line.id]
            if key not in errors_by_points:
                error = _error(*key, ratio)
                both = sum(key[0])
                errors_by_points[key] = (
                    error > TOLERANCE,
                    100 * error / both if method.in_matchpoints and both else error,
                )
            errors.append(errors_by_points[key])
        yield ratio, errors


def _error(recorded: _Points, worth: _Points, ratio: Fraction) -> Fraction:
    """Compute the difference between the recorded points of a line and ours, in the file's scale: that of the side
    where it is larger."""
    return max(_apart(record, _in_scale(points, ratio)) for record, points in zip(recorded, worth, strict=True))


def _apart(recorded: Fraction, worth: Fraction) -> Fraction:
    """Compute the difference of recorded points from the expected ones; points in whole tenths may have been cut
    instead of rounded."""
    apart = abs(recorded - worth)
    if apart and (recorded * 10).denominator == 1:
        return min(apart, abs(recorded - Fraction(floor(worth * 10), 10)))
    return apart


def _in_scale(points: Fraction, ratio: Fraction) -> Fraction:
    return scaled(points, Scale.TENTHS) if ratio == RATIOS[Scale.TENTHS] else points * ratio


def _ratio(recorded: Iterable[_Points], top: int) -> Fraction:
    """Return the scale in which a board's points are recorded: the sum of both sides of a line over the top."""
    both = next((total for ns, ew in recorded if (total := ns + ew) > 0), None)
    if both is None or not top:
        return Fraction(1)
    ratio = both / top
    # Whole tenths are cut: together they may be one short of the top.
    return next((known for known in RATIOS.values() if abs(ratio - known) * 33 < known), ratio)


def compare(
    boards: Boards, method: Method, totals: Mapping[str, Fraction], places: Mapping[str, int] | None = None
) -> Recognised:
    """Compare all recorded figures with a whole session by this method; the scale of the file is put into the
    method."""
    scores = score_session(boards, method)
    worth, ratios = worth_in_file(boards, method, scores)
    scales = Counter(scale for ratio in ratios for scale, known in RATIOS.items() if known == ratio)
    recorded = {row.id: row.recorded for row in chain.from_iterable(boards.values()) if row.recorded is not None}
    unlike = tuple(row for row, points in worth.items() if differ(recorded[row], points))
    placed = {standing.contestant: standing.score for standing in scores.standings}
    known = {
        contestant: percent
        for contestant, percent in totals.items()
        if contestant in placed and method.unit == "percent"
    }
    other = tuple(
        contestant
        for contestant, percent in known.items()
        if (score := placed[contestant]) is None or abs(Fraction(shown_percent(score)) - percent) > LAST_FIGURE
    )
    scale = scales.most_common(1)[0][0] if scales else method.scale
    ranked = {contestant: rank for contestant, rank in (places or {}).items() if contestant in placed}
    moved = tuple(
        standing.contestant
        for standing in scores.standings
        if ranked.get(standing.contestant, standing.rank) != standing.rank
    )
    return Recognised(replace(method, scale=scale), len(worth), unlike, len(known), other, scores, len(ranked), moved)


def worth_in_file(
    boards: Boards, method: Method, scores: Scores | None = None
) -> tuple[dict[str, _Points], list[Fraction]]:
    """Return the points by this method of every row that has points in the file, in the file's scale; and, at
    matchpoints, the scale of each group of rows, as a multiple of ours."""
    scores = score_session(boards, method) if scores is None else scores
    worth: dict[str, _Points] = {}
    ratios = []
    for rows in groups_of(boards, method).values():
        given = [row for row in rows if row.recorded is not None and row.id in scores.rows]
        ratio = Fraction(1)
        if method.in_matchpoints and given:
            plain = (row.recorded for row in given if isinstance(row.line, Scored) and row.recorded is not None)
            ratio = _ratio(plain, scores.rows[given[0].id].top)
            ratios.append(ratio)
        for row in given:
            if isinstance(row.line, Scored | Artificial):
                earned = scores.rows[row.id]
                worth[row.id] = _in_scale(earned.ns, ratio), _in_scale(earned.ew, ratio)
    return worth, ratios


def differ(recorded: _Points, worth: _Points) -> bool:
    """Do the recorded points of either side differ from the expected ones by more than the rounding of a file?"""
    return any(_apart(record, points) > TOLERANCE for record, points in zip(recorded, worth, strict=True))


# The scale of matches


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match of two teams as a file records it: the IMPs of the first minus those of the other, the number of boards,
    and the victory points of both."""

    margin: Fraction
    boards: int
    given: tuple[Fraction, Fraction]


def recognise_scale(matches: Sequence[PlayedMatch]) -> Method | None:
    """Return the method that gives the recorded victory points of every match, or None. It tries IMPs as they are, the
    continuous and the discrete scale of the World Bridge Federation, and the scales known from files."""
    if not matches:
        return None
    known = regulations()["victory_points"]["scales"]
    return next((method for method in _scales(known) if all(_gives(method, match) for match in matches)), None)


def _scales(known: Mapping[str, Sequence[int]]) -> Iterator[Method]:
    base = Method(Scoring.IMPS)
    yield base
    for scale in (VictoryPoints.CONTINUOUS, VictoryPoints.DISCRETE):
        yield replace(base, victory_points=scale)
    for margins in known.values():
        yield replace(base, victory_points=VictoryPoints.DISCRETE, margins=tuple(margins))


def _gives(method: Method, match: PlayedMatch) -> bool:
    both = match.margin, -match.margin
    return match.boards > 0 and all(
        abs(worth_of_a_match(method, won, match.boards) - given) < LAST_FIGURE
        for won, given in zip(both, match.given, strict=True)
    )
