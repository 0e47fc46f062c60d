"""What the lines of a tournament count for, and the session computed from them by the tournament's method.

The arithmetic is in `rulings.methods`; this module gives it the rows and takes the scores back to pairs and players.
Nothing is stored. `recognised` finds the method of the program that wrote the file.
"""

import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property

from arbitrage.models import Adjustment, Contestant, Result, Tournament
from rulings.adjusted import Artificial, Averaged, Line
from rulings.award import Award, Possible
from rulings.imps import shown_imps
from rulings.matchpoints import Contestants, each, shown_percent
from rulings.methods import Boards, Method, Row, Scores, Scoring, score_session
from rulings.recognition import Recognised, candidates, compare, recognise

COMPARED = (Result.Kind.PLAYED, Result.Kind.PASSED, Result.Kind.UNREADABLE)
"""The kinds of line that count by their score; where a contract cannot be read, the score can."""

Awards = Mapping[uuid.UUID, Award]
"""What the lines of a tournament count for, by result; a line that is compared with nothing is not there."""


def as_played(result: Result) -> Award | None:
    """What a line counts for as the file or the table has it; None for one that is compared with nothing: not played,
    not readable, or with an artificial score that is not decided."""
    if result.award:
        return Award.from_json(result.award)
    if result.kind == Result.Kind.ARTIFICIAL:
        if result.ns_percent is None or result.ew_percent is None:
            return None
        return Award(Fraction(result.ns_percent), Fraction(result.ew_percent))
    if result.kind not in COMPARED or result.score is None:
        return None
    ns = Possible(result.contract, result.declarer, result.tricks, result.score)
    if result.score_ew is None:
        return Award.both(ns)
    return Award((ns,), (Possible(result.contract, result.declarer, result.tricks, -result.score_ew),))


def boards_of(results: Iterable[Result], counted: Awards, *, teams: bool, in_imps: bool) -> Boards:
    """The rows of every board, by its identifier.

    The contestants are pairs, players of an individual, or teams by name. The points of the file are left out on a
    board where a line that counts has none: it was entered or corrected since. With *in_imps* numbers that a director
    gives are IMPs; those of a file are always percentages.
    """
    boards: dict[str, list[Row]] = defaultdict(list)
    sides: dict[str, list[Result]] = defaultdict(list)
    for result in results:
        board = str(result.board_id)
        sides[board].append(result)
        own = as_played(result)
        award = counted.get(result.pk)
        line = award.line(str(result.pk)) if award is not None else None
        if in_imps and award != own and isinstance(line, Artificial):
            line = Averaged(line.id, line.ns_percent, line.ew_percent)
        boards[board].append(_row(result, line, teams))
    return {board: _recorded(sides[board], rows) for board, rows in boards.items()}


def _row(result: Result, line: Line | None, teams: bool) -> Row:
    ns, ew = contestants_of(result, teams)
    match = " ".join((str(result.round or "-"), *sorted((*each(ns), *each(ew))))) if teams else ""
    return Row(
        str(result.pk), line, ns, ew, result.section.letter, result.form, result.times, match, recorded_points(result)
    )


def _recorded(results: Iterable[Result], rows: list[Row]) -> list[Row]:
    whole = all(row.recorded is not None for row, result in zip(rows, results, strict=True) if as_played(result))
    if whole:
        return rows
    return [Row(one.id, one.line, one.ns, one.ew, one.section, one.form, one.times, one.match) for one in rows]


def contestants_of(result: Result, teams: bool = False) -> tuple[Contestants, Contestants]:
    """Who sat North-South and East-West: a pair, the players of an individual, or the team of a pair; () for nobody."""
    if result.seats:
        north, east, south, west = result.seats
        return (north, south), (east, west)
    return _side(result.ns, teams), _side(result.ew, teams)


def _side(pair: Contestant | None, teams: bool) -> Contestants:
    if pair is None:
        return ()
    return (pair.team or ()) if teams else str(pair.pk)


def recorded_points(result: Result) -> tuple[Fraction, Fraction] | None:
    """The points of both sides in the file, in its own scale."""
    if result.ns_points is None or result.ew_points is None:
        return None
    return Fraction(result.ns_points), Fraction(result.ew_points)


def known_methods(tournament: Tournament) -> tuple[Method, ...]:
    """The methods that programs are known to use for such a tournament, the usual one first."""
    winners = tournament.winners if tournament.winners in (1, 2) else None
    return candidates(
        Scoring(tournament.scoring),
        winners=winners,  # type: ignore[arg-type]  # the column holds 1, 2 or nothing
        teams=tournament.kind == Tournament.Kind.TEAMS,
    )


def recognised(tournament: Tournament, results: Iterable[Result], methods: Iterable[Method] = ()) -> Recognised:
    """The one of the *methods*, by default all that are known, that gives the points and percentages of the file."""
    results = list(results)
    played = {result.pk: award for result in results if (award := as_played(result)) is not None}
    tried = list(methods) or known_methods(tournament)
    boards = boards_of(
        results, played, teams=tournament.kind == Tournament.Kind.TEAMS, in_imps=not tried[0].in_matchpoints
    )
    return recognise(boards, tried, recorded_totals(tournament))


def recorded_totals(tournament: Tournament) -> dict[str, Fraction]:
    """The percentages of the contestants in the file."""
    people = Contestant.objects.filter(section__tournament=tournament, percentage__isnull=False)
    return {str(key): Fraction(percentage or 0) for key, percentage in people.values_list("pk", "percentage")}


# The session


@dataclass(frozen=True, slots=True)
class Standing:
    """A contestant's place: a pair, a player or a team (*contestant* is None, *name* its name).

    *score* is in the unit of the method: a percentage, IMPs, points or victory points, two decimals; None before the
    first comparison. *adjusted* is how many of its *boards* count with an adjusted or artificial score.
    """

    key: str
    name: str
    contestant: Contestant | None
    rank: int | None
    score: Decimal | None
    boards: int
    adjusted: int = 0


@dataclass(frozen=True, slots=True)
class Ranking:
    """One ranking of a session, best first. *field* is "NS", "EW" or "" for a single one, with the section's letter in
    front where sections are ranked by themselves ("A NS")."""

    field: str
    places: tuple[Standing, ...]


class Session:
    """The results of a tournament, read once, and its method: the one given, or the tournament's own, or the one that
    gives the points of the file.

    What counts for each line is a mapping of its own (`played`, `counted`), so that what a score would do can be
    computed beside what it does.
    """

    def __init__(self, tournament: Tournament, method: Method | None = None) -> None:
        self.tournament = tournament
        self.teams = tournament.kind == Tournament.Kind.TEAMS
        self.results = list(
            Result.objects.with_pairs().filter(board__tournament=tournament).order_by("board__number", "position")
        )
        self.by_board: dict[uuid.UUID, list[Result]] = defaultdict(list)
        for result in self.results:
            self.by_board[result.board_id].append(result)
        self._given = method

    def results_of(self, board_id: uuid.UUID) -> list[Result]:
        """The lines of a board in order of section and table."""
        return sorted(self.by_board[board_id], key=lambda one: (one.section.letter, one.table or 0, one.position))

    @cached_property
    def method(self) -> Method:
        if self._given is not None:
            return self._given
        return Method.from_json(self.tournament.method) if self.tournament.method else self.recognised.method

    @cached_property
    def recognised(self) -> Recognised:
        """The method that comes nearest to the file, and what it does not give."""
        return recognised(self.tournament, self.results)

    def reproduced(self) -> Recognised:
        """What of the file's points and percentages the session's own method gives."""
        return compare(self.rows(self.played), self.method, recorded_totals(self.tournament))

    @cached_property
    def played(self) -> dict[uuid.UUID, Award]:
        """What each line counts for as the table or the file has it."""
        return {one.pk: award for one in self.results if (award := as_played(one)) is not None}

    @cached_property
    def counted(self) -> dict[uuid.UUID, Award]:
        """What each line counts for: the confirmed adjusted score in place of the one that was played."""
        return self.played | {
            result.pk: one.given
            for result in self.results
            for one in result.adjustments.all()
            if one.state == Adjustment.State.CONFIRMED
        }

    def rows(self, counted: Awards) -> Boards:
        return boards_of(self.results, counted, teams=self.teams, in_imps=not self.method.in_matchpoints)

    def scores(self, counted: Awards) -> Scores:
        """Every line's points and the standings, with these scores."""
        return score_session(self.rows(counted), self.method)

    @cached_property
    def people(self) -> dict[str, Contestant]:
        """The contestants by identifier, with section and players."""
        people = Contestant.objects.filter(section__tournament=self.tournament)
        return {str(one.pk): one for one in people.select_related("section").prefetch_related("players")}

    def rankings(self, counted: Awards) -> tuple[Ranking, ...]:
        """Every ranking of the session; none where results have no contestants to rank."""
        adjusted = self._adjusted(counted)
        found: dict[str, list[Standing]] = defaultdict(list)
        for one in self.scores(counted).standings:
            person = self.people.get(one.contestant)
            name = one.contestant if person is None else str(person)
            score = None if one.score is None else self._shown(one.score)
            found[one.field].append(
                Standing(one.contestant, name, person, one.rank, score, one.boards, adjusted.get(one.contestant, 0))
            )
        return tuple(Ranking(field, tuple(found[field])) for field in sorted(found, key=_field_order))

    def _shown(self, score: Fraction) -> Decimal:
        return shown_percent(score) if self.method.unit == "percent" else shown_imps(score)

    def _adjusted(self, counted: Awards) -> dict[str, int]:
        """On how many boards contestants have an adjusted or an artificial score."""
        adjusted: dict[str, set[uuid.UUID]] = defaultdict(set)
        for result in self.results:
            award = counted.get(result.pk)
            if award is None or not (award.artificial or award != self.played.get(result.pk) or result.award):
                continue
            for side in contestants_of(result, self.teams):
                for one in each(side):
                    adjusted[one].add(result.board_id)
        return {one: len(boards) for one, boards in adjusted.items()}


def _field_order(field: str) -> tuple[str, bool]:
    return field.removesuffix("NS").removesuffix("EW"), field.endswith("EW")
