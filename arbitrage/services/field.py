"""Everybody's points: the lines of every board as they count, compared as the tournament's program compares them."""

import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal

from arbitrage.models import Adjustment, Board, Contestant, Result, Tournament
from rulings.adjusted import Artificial, Averaged
from rulings.award import Award, Possible
from rulings.matchpoints import Award as Earned
from rulings.matchpoints import (
    BoardPoints,
    LinePoints,
    Standing,
    matchpoint_board,
    ranking,
    shown_percent,
    shown_points,
)


@dataclass(frozen=True)
class Line:
    """A line as a traveller prints it: what it counts for, and what that is worth.

    *award* is None where nothing was played or scored. *ns* and *ew* are matchpoints (2 for a result beaten, 1 for an
    equal one, one decimal), *ns_percent* and *ew_percent* percentages of the top (two decimals); None where the line is
    not compared with the others.
    """

    award: Award | None
    ns: Decimal | None = None
    ew: Decimal | None = None
    ns_percent: Decimal | None = None
    ew_percent: Decimal | None = None

    @property
    def one(self) -> Possible | None:
        """The one result that counts for both sides; None where there is none, or several."""
        return self.award.one if self.award else None

    @property
    def contract(self) -> str:
        return self.one.contract if self.one else ""

    @property
    def declarer(self) -> str:
        return self.one.declarer if self.one else ""

    @property
    def tricks(self) -> int | None:
        return self.one.tricks if self.one else None

    @property
    def score(self) -> int | None:
        """The one score of both sides, from North-South's."""
        return self.one.score if self.one else None


@dataclass(frozen=True)
class TravellerLine:
    """A table's line before and after. *in_question* is the result of the incident."""

    result: Result
    before: Line
    after: Line
    in_question: bool = False

    @property
    def changed(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True)
class RankLine:
    """A contestant's place and percentage (two decimals) in the session, before and after."""

    contestant: Contestant
    rank_before: int | None
    percent_before: Decimal | None
    rank_after: int | None
    percent_after: Decimal | None

    @property
    def changed(self) -> bool:
        return (self.rank_before, self.percent_before) != (self.rank_after, self.percent_after)


@dataclass(frozen=True)
class Ranking:
    """One ranking of the session, best first after the change. *field* is "NS", "EW" or "" for a single ranking, with
    the section's letter in front where sections are ranked by themselves ("A NS")."""

    field: str
    lines: tuple[RankLine, ...]


# The session: who is compared with whom

Counted = dict[uuid.UUID, Award]
"""What every line counts for, by result; a line that counts for nothing is not there."""


def as_recorded(result: Result) -> Award | None:
    """What a line counts for as the file has it; None where it was not played, or its artificial score is not said."""
    if result.award:
        return Award.from_json(result.award)
    match result.kind:
        case Result.Kind.PLAYED | Result.Kind.PASSED:
            one = Possible(result.contract, result.declarer, result.tricks, result.score or 0)
            return Award((one,), (one if result.score_ew is None else replace(one, score=-result.score_ew),))
        case Result.Kind.ARTIFICIAL if result.ns_percent is not None and result.ew_percent is not None:
            return Award(Fraction(result.ns_percent), Fraction(result.ew_percent))
    return None


@dataclass(frozen=True)
class Method:
    """How a scoring program compares: over the whole field or section by section, and with how many expected scores.

    *expected* is "board" (as many as there are lines, artificial ones included), "field" (as many as the busiest board
    has) or "scored" (artificial lines left out). Programs differ and files do not say: see `Field`.
    """

    by_section: bool
    expected: Literal["board", "field", "scored"]


METHODS = tuple(
    Method(by_section, expected) for by_section in (False, True) for expected in ("board", "field", "scored")
)
ROUNDED = Fraction(6, 100)
"""Points by which a file's own rounding, to one decimal at worst, may move a line."""
NEAR = Fraction(2, 100)
"""Percentage points by which rounding moves a line on average; a formula that is not the program's moves it more."""


@dataclass(frozen=True)
class Points:
    """The matchpoints of a session, by result."""

    counted: Counted
    lines: Mapping[uuid.UUID, LinePoints]
    tops: Mapping[uuid.UUID, int]

    def line(self, result: Result) -> Line:
        award, points, top = self.counted.get(result.pk), self.lines.get(result.pk), self.top(result)
        if points is None:
            return Line(award)
        return Line(
            award,
            shown_points(points.ns, top),
            shown_points(points.ew, top),
            shown_percent(points.ns_percent),
            shown_percent(points.ew_percent),
        )

    def top(self, result: Result) -> int:
        return self.tops.get(result.pk, 0)


class Field:
    """The results of a tournament, read once, and the way its program compares them.

    Files give the points of each line without saying how they were computed. The method of `METHODS` that comes nearest
    to the recorded points is used, the first where none is recorded; *unlike_the_file* says that even the nearest does
    not give them.
    """

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.results = list(
            Result.objects.with_pairs().filter(board__tournament=tournament).order_by("board__number", "position")
        )
        self.by_board: dict[uuid.UUID, list[Result]] = defaultdict(list)
        for result in self.results:
            self.by_board[result.board_id].append(result)
        self.compared = (
            tournament.scoring == Tournament.Scoring.MATCHPOINTS and tournament.kind != Tournament.Kind.TEAMS
        )
        self.method, self.unlike_the_file = self._recognised() if self.compared else (METHODS[0], False)

    def results_of(self, board_id: uuid.UUID) -> list[Result]:
        return sorted(self.by_board[board_id], key=lambda one: (one.section.letter, one.table or 0, one.position))

    def counted(self, *, without: Result | None = None, adjustments: bool = True) -> Counted:
        """What counts for every result: confirmed adjusted scores in place of those played, except on one result."""
        found: Counted = {}
        for result in self.results:
            award = as_recorded(result)
            if adjustments and (without is None or result.pk != without.pk):
                for one in result.adjustments.all():
                    if one.state == Adjustment.State.CONFIRMED:
                        award = one.given
            if award is not None:
                found[result.pk] = award
        return found

    def points(self, counted: Counted) -> Points:
        """The matchpoints of every line with these scores; none in a tournament that is not scored in matchpoints."""
        return self._points(counted, self.method) if self.compared else Points(counted, {}, {})

    def _points(self, counted: Counted, method: Method) -> Points:
        lines: dict[uuid.UUID, LinePoints] = {}
        tops: dict[uuid.UUID, int] = {}
        groups = self._groups(counted, method)
        busiest = max((sum(one.times for one in group) for group in groups), default=0)
        for group in groups:
            found = _matchpoints(group, counted, method, busiest)
            by_id = {line.id: line for line in found.lines}
            for result in group:
                lines[result.pk] = by_id[str(result.pk)]
                tops[result.pk] = found.top
        return Points(counted, lines, tops)

    def _groups(self, counted: Counted, method: Method) -> list[list[Result]]:
        groups: dict[Any, list[Result]] = defaultdict(list)
        for result in self.results:
            if result.pk in counted:
                groups[(result.board_id, result.section_id if method.by_section else None)].append(result)
        return list(groups.values())

    def _recognised(self) -> tuple[Method, bool]:
        recorded = {result.pk: share for result in self.results if (share := _recorded_share(result)) is not None}
        if not recorded:
            return METHODS[0], False
        counted = self.counted(adjustments=False)
        found: list[tuple[int, Fraction, Method]] = []
        for method in METHODS:
            lines = self._points(counted, method).lines
            errors = {key: abs(lines[key].ns_percent - share) for key, (share, _rounded) in recorded.items()}
            wrong = sum(errors[key] > rounded for key, (_share, rounded) in recorded.items())
            total = sum(errors.values(), Fraction(0))
            if not wrong and total <= NEAR * len(errors):
                return method, False
            found.append((wrong, total, method))
        wrong, _total, method = min(found, key=lambda one: one[:2])
        return method, wrong > 0

    def rankings(self, before: Points, after: Points) -> tuple[Ranking, ...]:
        """Every ranking of the session, before and after; none where results have no contestants to rank."""
        if not self.compared:
            return ()
        was = {one.contestant: one for one in self._standings(before.counted)}
        found: dict[str, list[RankLine]] = defaultdict(list)
        for now in self._standings(after.counted):
            old = was.get(now.contestant)
            rank, percent = (old.rank, _percent(old.percent)) if old else (None, None)
            found[now.field].append(
                RankLine(self.people[now.contestant], rank, percent, now.rank, _percent(now.percent))
            )
        return tuple(Ranking(field, tuple(found[field])) for field in sorted(found, key=_field_order))

    def _standings(self, counted: Counted) -> list[Standing]:
        return ranking(self._awards(self._points(counted, self.totals)), self.fields)

    @cached_property
    def totals(self) -> Method:
        """How the program adds up a session: as it scores a board, or with every board brought to the size of the
        largest (Neuberg). The one that gives more of the percentages in the file."""
        recorded = {key: one.percentage for key, one in self.people.items() if one.percentage is not None}
        counted = self.counted(adjustments=False)
        methods = (self.method, replace(self.method, expected="field"))
        found = []
        for method in methods if recorded else ():
            standings = ranking(self._awards(self._points(counted, method)), self.fields)
            computed = {one.contestant: _percent(one.percent) for one in standings}
            found.append(sum(_near(computed.get(key), percentage) for key, percentage in recorded.items()))
        return methods[found.index(max(found))] if found else self.method

    @cached_property
    def people(self) -> dict[str, Contestant]:
        """The contestants by identifier, with section and players."""
        people = Contestant.objects.filter(section__tournament=self.tournament)
        return {str(one.pk): one for one in people.select_related("section").prefetch_related("players")}

    @cached_property
    def fields(self) -> dict[str, str]:
        """The ranking in which each contestant is placed."""
        ns = {one for result in self.results for one in _contestant_ids(result)[0]}
        ew = {one for result in self.results for one in _contestant_ids(result)[1]}
        two = self.tournament.winners == 2 or (self.tournament.winners is None and not ns & ew)
        fields = {}
        for key, one in self.people.items():
            direction = ("NS" if key in ns else "EW") if two else ""
            letter = one.section.letter if self.method.by_section else ""
            fields[key] = f"{letter} {direction}".strip()
        return fields

    def _awards(self, points: Points) -> list[Earned]:
        awards = []
        for result in self.results:
            line = points.lines.get(result.pk)
            if line is None:
                continue
            ns, ew = _contestant_ids(result)
            awards += [Earned(one, line.ns, points.top(result)) for one in ns]
            awards += [Earned(one, line.ew, points.top(result)) for one in ew]
        return awards


def _percent(percent: Fraction | None) -> Decimal | None:
    return None if percent is None else shown_percent(percent)


def _near(computed: Decimal | None, published: Decimal) -> bool:
    """The same percentage but for the last figure: some programs add up points that they had rounded."""
    return computed is not None and abs(computed - published) <= Decimal("0.01")


def _field_order(field: str) -> tuple[str, bool]:
    return field.removesuffix("NS").removesuffix("EW"), field.endswith("EW")


def _matchpoints(group: Sequence[Result], counted: Counted, method: Method, busiest: int) -> BoardPoints:
    lines = [counted[result.pk].line(_line_id(result, time)) for result in group for time in range(result.times)]
    artificial = [
        one.as_percentages() if isinstance(one, Averaged) else one
        for one in lines
        if isinstance(one, Artificial | Averaged)
    ]
    scored = [one for one in lines if not isinstance(one, Artificial | Averaged)]
    if method.expected == "scored":
        found = matchpoint_board(scored)
        return BoardPoints(found.top, found.lines + tuple(_share(one, found.top) for one in artificial))
    expected = max(busiest, len(lines)) if method.expected == "field" else None
    return matchpoint_board([*scored, *artificial], expected=expected)


def _share(line: Artificial, top: int) -> LinePoints:
    return LinePoints(
        line.id, line.ns_percent * top / 100, line.ew_percent * top / 100, line.ns_percent, line.ew_percent
    )


def _line_id(result: Result, time: int) -> str:
    return f"{result.pk}*{time}" if time else str(result.pk)


def _recorded_share(result: Result) -> tuple[Fraction, Fraction] | None:
    """North-South's percentage of a plain line as the file has it, whatever its scale (10 to 4 is 71.43), and by how
    many percentage points the file's rounding may have moved it."""
    if result.kind not in (Result.Kind.PLAYED, Result.Kind.PASSED) or None in (result.ns_points, result.ew_points):
        return None
    if result.score_ew is not None:  # the two sides do not share the points of a split score
        return None
    both = _fraction(result.ns_points) + _fraction(result.ew_points)
    return (100 * _fraction(result.ns_points) / both, 100 * ROUNDED / both) if both > 0 else None


def _contestant_ids(result: Result) -> tuple[list[str], list[str]]:
    if result.seats:
        north, east, south, west = result.seats
        return [north, south], [east, west]
    return ([str(result.ns_id)] if result.ns_id else []), ([str(result.ew_id)] if result.ew_id else [])


def _fraction(number: Decimal | None) -> Fraction:
    return Fraction(number or 0)


def traveller(board: Board) -> tuple[TravellerLine, ...]:
    """A board's lines in order of table: as played, and with the confirmed adjusted scores."""
    field = Field(board.tournament)
    played = field.points(field.counted(adjustments=False))
    counted = field.points(field.counted())
    return tuple(TravellerLine(one, played.line(one), counted.line(one)) for one in field.results_of(board.pk))
