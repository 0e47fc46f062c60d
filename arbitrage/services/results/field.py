"""Points of every line and contestant by the tournament's method, and the rankings."""

import uuid
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from dataclasses import field as attribute
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Literal

from arbitrage.models import Board, Contestant, Penalty, Result, Tournament, what_counts_in
from arbitrage.services.process_cache import ProcessCache
from arbitrage.services.results.counting import (
    Counted,
    adjustments_of,
    all_recorded,
    as_recorded,
    boards_of,
    boards_of_matches,
    changed_row,
    contestants_of,
    departed_teams,
    favoured_sides,
    known_methods,
    recorded_places,
    recorded_totals,
)
from arbitrage.services.results.sit_outs import sit_outs_of
from rulings.scores.award import Award, Possible
from rulings.scores.imps import shown_imps
from rulings.scores.matchpoints import each, shown_percent
from rulings.scores.methods import Boards, Expected, Method, Placing, Row, Scores, Scoring, SitOut, score_session
from rulings.scores.recognition import LAST_FIGURE, TOLERANCE, Recognised, candidates, compare, recognise

__all__ = [
    "METHODS",
    "ROUNDED",
    "Counted",
    "Field",
    "Line",
    "Points",
    "RankLine",
    "Ranking",
    "TravellerLine",
    "as_recorded",
    "contestants",
    "field_of",
    "forget_fields",
    "is_one_of",
    "traveller",
]

METHODS = tuple(candidate for candidate in candidates(Scoring.MATCHPOINTS) if candidate.expected is not Expected.ROWS)
"""Methods by which scoring programs matchpoint a board, the usual one first. Methods that count tables without a result
are left out."""

ROUNDED = TOLERANCE

IN_IMPS = (Scoring.BUTLER, Scoring.CROSS_IMPS, Scoring.IMPS)
"""Methods that convert a board to IMPs."""

Unit = Literal["percent", "imps", "points", "vp"]
"""The unit of a ranking: a percentage, IMPs, total points or victory points."""


@dataclass(frozen=True)
class Line:
    """A line as a traveller prints it: its award, and its points.

    *award* is None if nothing was played or scored. *ns* and *ew* are matchpoints (on the scale that the method shows),
    IMPs or points. *ns_percent* and *ew_percent* are percentages of the top, rounded to two decimals; *ns_exact* and
    *ew_exact* are the same, exact, for a page that rounds them itself. Percentages are None in any other unit; all
    these values are None if the line is not compared with the others.
    """

    award: Award | None
    ns: Decimal | None = None
    ew: Decimal | None = None
    ns_percent: Decimal | None = None
    ew_percent: Decimal | None = None
    ns_exact: Fraction | None = attribute(default=None, compare=False, repr=False)
    ew_exact: Fraction | None = attribute(default=None, compare=False, repr=False)
    unit: Literal["percent", "imps", "points", ""] = attribute(default="", compare=False)
    """Unit in which a page prints the line; "" if the line is not compared."""

    @property
    def of_its_sides(self) -> "Line":
        """The line without the points of a side to which its award gives nothing."""
        line = self
        if self.award and self.award.ns == ():
            line = replace(line, ns=None, ns_percent=None, ns_exact=None)
        return replace(line, ew=None, ew_percent=None, ew_exact=None) if self.award and self.award.ew == () else line

    @property
    def single(self) -> Possible | None:
        """The result that counts for both sides; None if there is none, or there are several."""
        return self.award.single if self.award else None

    @property
    def contract(self) -> str:
        return self.single.contract if self.single else ""

    @property
    def declarer(self) -> str:
        return self.single.declarer if self.single else ""

    @property
    def tricks(self) -> int | None:
        return self.single.tricks if self.single else None

    @property
    def score(self) -> int | None:
        """The score of both sides, from North-South's side."""
        return self.single.score if self.single else None


@dataclass(frozen=True)
class TravellerLine:
    """A table's line before and after a change of a score. *in_question* marks the line whose score is changed."""

    result: Result
    before: Line
    after: Line
    in_question: bool = False

    @property
    def changed(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True)
class RankLine:
    """A contestant's place and score (two decimals, in the unit of the ranking) in the session, before and after a
    change.

    *key* is the contestant's id, or a team's name; *contestant* is None for a team; *name* is the contestant's number,
    or the team's name. *adjusted* is the number of its *boards* with an adjusted or artificial score after the change.
    *taken* is the sum of the penalties on its total after the change (Laws 90, 91), in per cent of a board's top if the
    ranking is in percentages, otherwise in the unit of the ranking. *letter* is its section, if the ranking has
    several.
    """

    key: str
    contestant: Contestant | None
    name: str
    rank_before: int | None
    score_before: Decimal | None
    rank_after: int | None
    score_after: Decimal | None
    unit: Unit
    boards: int
    adjusted: int = 0
    taken: Decimal = Decimal(0)
    letter: str = ""

    @property
    def changed(self) -> bool:
        return (self.rank_before, self.score_before) != (self.rank_after, self.score_after)


@dataclass(frozen=True)
class Ranking:
    """One ranking of the session, in order of the places after the change. *field* is "NS", "EW" or "" for a single
    ranking, prefixed with the section's letter if sections are ranked separately ("A NS")."""

    field: str
    lines: tuple[RankLine, ...]
    unit: Unit = "percent"


@dataclass(frozen=True)
class Points:
    """Points of every line and contestant of a session by one method. *taken* are the penalties by contestant."""

    counted: Counted
    method: Method
    scores: Scores
    taken: Mapping[str, Decimal]

    def line(self, result: Result) -> Line:
        award, earned = self.counted.get(result.pk), self.scores.rows.get(str(result.pk))
        if earned is None:
            return Line(award)
        ns, ew = (self.method.shown(points, earned.top) for points in (earned.ns, earned.ew))
        if earned.ns_percent is None or earned.ew_percent is None or self.method.unit == "points":
            return Line(award, ns, ew, unit="imps" if self.method.scoring in IN_IMPS else "points").of_its_sides
        both = shown_percent(earned.ns_percent), shown_percent(earned.ew_percent)
        return Line(award, ns, ew, *both, earned.ns_percent, earned.ew_percent, unit="percent").of_its_sides

    def top(self, result: Result) -> int:
        """Return the top of the line's board, in the scale of the method; 0 at IMPs."""
        earned = self.scores.rows.get(str(result.pk))
        return int(self.method.shown(Fraction(earned.top), earned.top)) if earned else 0

    @property
    def standings(self) -> Mapping[str, Placing]:
        """The places by contestant."""
        return {standing.contestant: standing for standing in self.scores.standings}

    def score(self, placing: Placing | None) -> Decimal | None:
        """Round the score by which a contestant is ranked."""
        if placing is None or placing.score is None:
            return None
        return shown_percent(placing.score) if self.method.unit == "percent" else shown_imps(placing.score)


class Field:
    """The results of a tournament, read once, and the method of computing its points: the method given, or else the
    tournament's own, or else the method that is nearest to the points and percentages of the file."""

    def __init__(self, tournament: Tournament, method: Method | None = None) -> None:
        self.tournament = tournament
        self.teams = tournament.kind == Tournament.Kind.TEAMS
        # pairs, sections and boards are fetched by separate queries, because many lines refer to few of them
        results = Result.objects.filter(board__tournament=tournament).order_by("board__number", "position")
        self.results = list(results.prefetch_related("section", "board"))
        people = Contestant.objects.filter(section__tournament=tournament).select_related("section")
        known = people.prefetch_related("players").in_bulk()
        for result in self.results:
            if result.ns_id in known:
                result.ns = known[result.ns_id]
            if result.ew_id in known:
                result.ew = known[result.ew_id]
        self.people = {str(key): person for key, person in known.items()}
        """The contestants by identifier, with section and players."""
        self.adjustments = adjustments_of(tournament)
        self.by_board: dict[uuid.UUID, list[Result]] = defaultdict(list)
        for result in self.results:
            self.by_board[result.board_id].append(result)
        self._given = method
        self._points: list[Points] = []

    def results_of(self, board_id: uuid.UUID) -> list[Result]:
        """Return the lines of a board in order of section and table."""
        return sorted(self.by_board[board_id], key=lambda row: (row.section.letter, row.table or 0, row.position))

    def keys_of(self, result: Result) -> set[str]:
        """Return the ranking keys of the contestants at the table of a result."""
        return {contestant for side in contestants_of(result, self.teams) for contestant in each(side)}

    # The method

    @cached_property
    def method(self) -> Method:
        if self._given is not None:
            return self._given
        return Method.from_json(self.tournament.method) if self.tournament.method else self.recognised.method

    @cached_property
    def recognised(self) -> Recognised:
        """The method nearest to the file, with the values of the file that this method does not reproduce."""
        return recognise(self._rows, known_methods(self.tournament), *self._in_the_file)

    @cached_property
    def reproduced(self) -> Recognised:
        """Comparison of the file's points and percentages with those of the method."""
        if self._given is None and not self.tournament.method:
            return self.recognised
        return compare(self.rows(self.counted(adjustments=False)), self.method, *self._in_the_file)

    @cached_property
    def _in_the_file(self) -> tuple[dict[str, Fraction], dict[str, int]]:
        """The percentages and places of the contestants in the file."""
        return recorded_totals(self.people.values()), recorded_places(self.people.values())

    @property
    def unlike_the_file(self) -> bool:
        """Do the points of the file differ from those of the method?"""
        return bool(self.reproduced.unlike)

    # Points and places

    def counted(self, *, without: Result | None = None, adjustments: bool = True) -> Counted:
        """Return the value of every line: its confirmed adjusted score, or else the score at the table. *without* is a
        line whose adjusted score is ignored."""
        values = dict(self.recorded)
        if adjustments:
            values |= {key: row.given for key, row in self.adjustments.items() if without is None or key != without.pk}
        return values

    @cached_property
    def recorded(self) -> Counted:
        """The value of every line as the file or the table has it."""
        return all_recorded(self.results)

    @cached_property
    def _rows(self) -> Boards:
        boards = boards_of(self.results, self.recorded, teams=self.teams, halves=self.tournament.halves)
        favours = favoured_sides(self.tournament) if self.teams else {}
        if not favours:
            return boards
        return {
            board: [replace(row, favours=favours[row.id]) if row.id in favours else row for row in rows]
            for board, rows in boards.items()
        }

    def rows(self, counted: Counted) -> Boards:
        """Return the boards in the form of `rulings.scores.methods`, by identifier."""
        changed = {
            str(result.pk): (result, award)
            for result in self.results
            if (award := counted.get(result.pk)) is not self.recorded.get(result.pk)
        }
        boards = self._rows
        if changed:
            boards = {
                board: [changed_row(row, *changed[row.id], self.teams) if row.id in changed else row for row in rows]
                for board, rows in boards.items()
            }
        alone = self._sit_outs
        return {board: [*rows, *alone.get(board, ())] for board, rows in boards.items()} if alone else boards

    @cached_property
    def _sit_outs(self) -> dict[str, list[Row]]:
        """The rows of pairs that sit out boards, by board, where the method gives them a score."""
        scored = not self.teams and self.method.sit_out is not SitOut.NOTHING
        return sit_outs_of(self.tournament, self.results, self.people) if scored else {}

    def points(self, counted: Counted, taken: Mapping[str, Decimal] | None = None) -> Points:
        """Compute the points of every line and contestant from these scores. *taken* are the penalties on totals, by
        default those of the tournament."""
        taken = self._of_the_ranked(counted, self.taken if taken is None else taken)
        known = next(
            (computed for computed in self._points if computed.taken == taken and computed.counted == counted), None
        )
        if known is not None:
            return known
        scores = self._scores(self.rows(counted), {key: Fraction(amount) for key, amount in taken.items()})
        points = Points(dict(counted), self.method, scores, taken)
        self._points = [*self._points[-3:], points]
        return points

    def _scores(self, rows: Boards, penalties: Mapping[str, Fraction]) -> Scores:
        recognised = self._given is None and not self.tournament.method
        if recognised and rows is self._rows and not penalties:
            return self.recognised.scores  # already computed when the method was recognised
        return score_session(rows, self.method, penalties=penalties, byes=self.byes(rows))

    def byes(self, rows: Boards) -> dict[str, list[int]]:
        """List, for each team with byes, the number of boards of each round in which it had one; {} if a bye gives no
        points. A round counts once one of its matches has a score. A team that has left gets no further byes."""
        method = self.method
        if not self.teams or method.bye is SitOut.NOTHING or not method.gives_match_points:
            return {}
        playing: dict[int, set[str]] = defaultdict(set)
        boards: dict[int, set[str]] = defaultdict(set)
        for board, lines in rows.items():
            for row in lines:
                name = row.match.partition(" ")[0]
                if name.isdecimal():
                    playing[int(name)] |= {*each(row.ns), *each(row.ew)}
                    if row.line is not None:
                        boards[int(name)].add(board)
        gone = self._gone
        byes: dict[str, list[int]] = defaultdict(list)
        for number, teams in sorted(playing.items()):
            for team in self.everybody.keys() - teams if boards[number] else ():
                if number < gone.get(team, number + 1):
                    byes[team].append(max(len(of) for of in boards_of_matches(rows, number)))
        return dict(byes)

    @cached_property
    def _gone(self) -> dict[str, int]:
        """First round of matches in which a departed team no longer plays, by team."""
        return departed_teams(self.tournament, self.people)

    def unlike_totals(self, points: Points) -> list[tuple[Contestant, Decimal, Decimal]]:
        """List the contestants whose percentage in the file differs from the one computed without adjusted scores and
        penalties, with both percentages."""
        if self.method.unit != "percent" or not any(person.percentage is not None for person in self.people.values()):
            return []
        plain = self.counted(adjustments=False)
        own = points if plain == points.counted and not points.taken else self.points(plain, {})
        return [
            (person, person.percentage, shown_percent(placing.score))
            for placing in own.scores.standings
            if (person := self.people.get(placing.contestant)) is not None
            and person.percentage is not None
            and placing.score is not None
            and abs(Fraction(shown_percent(placing.score)) - Fraction(person.percentage)) > LAST_FIGURE
        ]

    @cached_property
    def taken(self) -> dict[str, Decimal]:
        """Sum of the penalties of each contestant that has some. Penalties given in a unit other than the ranking's do
        not count."""
        totals: dict[str, Decimal] = defaultdict(Decimal)
        for penalty in Penalty.objects.given().filter(tournament=self.tournament, unit=self.method.unit):
            totals[penalty.key] += penalty.amount
        return dict(totals)

    def _of_the_ranked(self, counted: Counted, taken: Mapping[str, Decimal]) -> Mapping[str, Decimal]:
        """Keep the penalties of contestants with a score, because others are not ranked."""
        if not taken:
            return taken
        ranked = {key for result in self.results if counted.get(result.pk) for key in self.keys_of(result)}
        ranked |= self.byes(self.rows(counted)).keys()
        return {key: amount for key, amount in taken.items() if key in ranked}

    def rankings(self, before: Points, after: Points) -> tuple[Ranking, ...]:
        """Build the rankings of the session from the points before and after a change; () without contestants."""
        was, unit = before.standings, after.method.unit
        adjusted = self._adjusted(after.counted)
        lines_of: dict[str, list[RankLine]] = defaultdict(list)
        sections: dict[str, set[str]] = defaultdict(set)
        for placing in after.scores.standings:
            if (ranked := self.people.get(placing.contestant)) is not None:
                sections[placing.field].add(ranked.section.letter)
        for now in after.scores.standings:
            person, old = self.people.get(now.contestant), was.get(now.contestant)
            lines_of[now.field].append(
                RankLine(
                    now.contestant,
                    person,
                    person.number if person else now.contestant,
                    old.rank if old else None,
                    before.score(old),
                    now.rank,
                    after.score(now),
                    unit,
                    now.boards,
                    adjusted.get(now.contestant, 0),
                    after.taken.get(now.contestant, Decimal(0)),
                    person.section.letter if person and len(sections[now.field]) > 1 else "",
                )
            )
        return tuple(Ranking(field, tuple(lines_of[field]), unit) for field in sorted(lines_of, key=_field_order))

    def _adjusted(self, counted: Counted) -> dict[str, int]:
        """Count the boards on which contestants have an adjusted or an artificial score."""
        boards: dict[str, set[uuid.UUID]] = defaultdict(set)
        for result in self.results:
            award = counted.get(result.pk)
            if award is None or not (award.artificial or result.award or award != self.recorded.get(result.pk)):
                continue
            for key in self.keys_of(result):
                boards[key].add(result.board_id)
        return {key: len(numbers) for key, numbers in boards.items()}

    @cached_property
    def everybody(self) -> dict[str, Contestant | None]:
        """The contestants that may be ranked, by key; for a team, the key is its name and the value None."""
        if not self.teams:
            return dict(self.people)
        return dict.fromkeys(sorted({person.team for person in self.people.values() if person.team}))


# Cache

MOST_LINES = 30_000
"""Most lines in the cache of a process; a line takes some kilobytes."""

_fields: ProcessCache[Field] = ProcessCache(MOST_LINES, weight=lambda field: len(field.results))


def field_of(tournament: Tournament) -> Field:
    """Return the field of a tournament from a cache. The version in the cache is made of the last event of the
    tournament's chain and its confirmed scores, which change with any line, name, penalty or score, so that the field
    is never stale.

    The object is shared: a caller that changes it, or has written rows before their event, makes its own `Field`.
    """
    counts = what_counts_in(tournament.pk)  # read before the rows, so that a change in between makes the entry stale
    field = _fields.get(tournament.pk, counts)
    if field is None:
        field = Field(tournament)
        _fields.put(tournament.pk, counts, field)
    return field


def forget_fields() -> None:
    """Clear the cache, for tests and for code that changes rows without the services."""
    _fields.clear()


def _field_order(field: str) -> tuple[str, bool]:
    return field.removesuffix("NS").removesuffix("EW"), field.endswith("EW")


def contestants(result: Result) -> frozenset[str]:
    """Return the keys of the ranked contestants at the table: ids of pairs or players, and names of teams."""
    people = {str(key) for key in (result.ns_id, result.ew_id, *result.seats) if key}
    return frozenset(people | {pair.team for pair in (result.ns, result.ew) if pair is not None and pair.team})


def is_one_of(line: RankLine, own: frozenset[str]) -> bool:
    """Does the line belong to one of these contestants?"""
    return (str(line.contestant.pk) if line.contestant else line.name) in own


def traveller(board: Board) -> tuple[TravellerLine, ...]:
    """List a board's lines in order of table, each as played and with its confirmed adjusted score."""
    field = field_of(board.tournament)
    played = field.points(field.counted(adjustments=False))
    counted = field.points(field.counted())
    return tuple(
        TravellerLine(result, played.line(result), counted.line(result)) for result in field.results_of(board.pk)
    )
