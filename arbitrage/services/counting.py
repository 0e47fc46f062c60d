"""The lines of a tournament as `rulings.methods` takes them: what counts for each, who sat there, the file's points.

Nothing is computed here, and nothing is stored. `recognised` finds the method of the program that wrote the file.
"""

import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from arbitrage.models import Contestant, Result, Tournament
from rulings.adjusted import Artificial, Averaged, Line
from rulings.award import Award, Possible
from rulings.matchpoints import Contestants, each
from rulings.methods import Boards, Method, Row, Scoring
from rulings.recognition import Recognised, candidates, recognise

Counted = dict[uuid.UUID, Award]
"""What every line counts for, by result; a line that counts for nothing is not there."""


def as_recorded(result: Result) -> Award | None:
    """What a line counts for as the file has it; None where it was not played, or its artificial score is not said.

    Where a contract cannot be read the score can: it counts, as it did for the program that wrote it.
    """
    if result.award:
        return Award.from_json(result.award)
    match result.kind:
        case Result.Kind.PLAYED | Result.Kind.PASSED:
            one = Possible(result.contract, result.declarer, result.tricks, result.score or 0)
            return Award((one,), (one if result.score_ew is None else replace(one, score=-result.score_ew),))
        case Result.Kind.UNREADABLE if result.score is not None:
            return Award.both(Possible("", "", None, result.score))
        case Result.Kind.ARTIFICIAL if result.ns_percent is not None and result.ew_percent is not None:
            return Award(Fraction(result.ns_percent), Fraction(result.ew_percent))
    return None


def boards_of(results: Iterable[Result], counted: Mapping[uuid.UUID, Award], *, teams: bool, in_imps: bool) -> Boards:
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
        own = as_recorded(result)
        award = counted.get(result.pk)
        line = award.line(str(result.pk)) if award is not None else None
        if in_imps and award != own and isinstance(line, Artificial):
            line = Averaged(line.id, line.ns_percent, line.ew_percent)
        boards[board].append(_row(result, line, teams))
    return {board: _recorded(sides[board], rows) for board, rows in boards.items()}


def _row(result: Result, line: Line | None, teams: bool) -> Row:
    ns, ew = contestants_of(result, teams)
    match = " ".join((str(result.round or "-"), *sorted((*each(ns), *each(ew))))) if teams else ""
    points = None if teams else recorded_points(result)  # of teams a file gives them against the field
    return Row(str(result.pk), line, ns, ew, result.section.letter, result.form, result.times, match, points)


def _recorded(results: Iterable[Result], rows: list[Row]) -> list[Row]:
    whole = all(row.recorded is not None for row, result in zip(rows, results, strict=True) if as_recorded(result))
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
    played = {result.pk: award for result in results if (award := as_recorded(result)) is not None}
    tried = list(methods) or known_methods(tournament)
    boards = boards_of(
        results, played, teams=tournament.kind == Tournament.Kind.TEAMS, in_imps=not tried[0].in_matchpoints
    )
    return recognise(boards, tried, recorded_totals(tournament))


def recorded_totals(tournament: Tournament) -> dict[str, Fraction]:
    """The percentages of the contestants in the file."""
    people = Contestant.objects.filter(section__tournament=tournament, percentage__isnull=False)
    return {str(key): Fraction(percentage or 0) for key, percentage in people.values_list("pk", "percentage")}
