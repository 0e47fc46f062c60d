"""Conversion of the lines of a tournament, with their values and contestants, to the form of `rulings.scores.methods`.

Nothing is stored. `recognised` finds the method of the program that wrote the file.
"""

import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from django.db.models import QuerySet

from arbitrage.models import Adjustment, Contestant, Incident, Inquiry, Result, Tournament
from arbitrage.services.record import tournament_rows
from rulings.bridge import Side
from rulings.engine.roles import with_roles
from rulings.scores.adjusted import AVERAGE_OF_PERCENT, Artificial, Averaged, Line
from rulings.scores.award import Award, Possible, Share
from rulings.scores.matchpoints import Contestants, each
from rulings.scores.methods import Boards, Method, Row, Scoring
from rulings.scores.recognition import Recognised, candidates, recognise

Counted = dict[uuid.UUID, Award]
"""The value (Award) of every line, by id of the Result; a line without a value is left out."""

Adjustments = Mapping[uuid.UUID, Adjustment]
"""The confirmed adjusted scores, by id of the Result."""


def adjustments_of(tournament: Tournament) -> Adjustments:
    """Return the confirmed adjusted scores of a tournament. Few lines have one, so a separate query is faster than a
    join with every line."""
    return {
        adjustment.result_id: adjustment
        for adjustment in Adjustment.objects.confirmed().filter(result__board__tournament=tournament)
    }


def as_recorded(result: Result) -> Award | None:
    """Compute the value of a line as the file gives it; None if it was not played, or its artificial score is missing.
    If only the contract cannot be read, the score counts, as in the program that wrote the file.
    """
    if result.award:
        return Award.from_json(result.award)
    match result.kind:
        case Result.Kind.PLAYED | Result.Kind.PASSED:
            possible = Possible(result.contract, result.declarer, result.tricks, result.score or 0)
            return Award(
                (possible,), (possible if result.score_ew is None else replace(possible, score=-result.score_ew),)
            )
        case Result.Kind.UNREADABLE if result.score is not None:
            return Award.both(Possible("", "", None, result.score))
        case Result.Kind.ARTIFICIAL if result.ns_percent is not None and result.ew_percent is not None:
            return Award(Fraction(result.ns_percent), Fraction(result.ew_percent))
    return None


def kept_share(result: Result, side: Side) -> Share:
    """Return the share that a side keeps of a line when the other alone is given an artificial score (15B3): its
    results, or the artificial score that it has; () if it has none. In a file 60, 50 and 40 stand for averages."""
    recorded = as_recorded(result)
    if recorded is None:
        return ()
    share = recorded.share(side)
    if isinstance(share, Fraction) and not result.award:
        return AVERAGE_OF_PERCENT.get(share, share)
    return share


def all_recorded(results: Iterable[Result]) -> Counted:
    """Compute the value of every line as the file gives it."""
    return {result.pk: award for result in results if (award := as_recorded(result)) is not None}


def boards_of(results: Iterable[Result], recorded: Counted, *, teams: bool, halves: int = 1) -> Boards:
    """Return the rows of every board as they are recorded, by id of the board.

    The contestants are pairs, players of an individual, or teams by name. A board keeps the points of the file only if
    every line with a value has points; a line without points was entered or corrected later. For teams these points are
    always dropped, because a file computes them against the field and not within a match. With two *halves*, each round
    is half a match.
    """
    boards: dict[str, list[Row]] = defaultdict(list)
    partial: set[str] = set()
    for result in results:
        board, award = str(result.board_id), recorded.get(result.pk)
        boards[board].append(_row(result, award, teams, halves))
        if award is not None and recorded_points(result) is None:
            partial.add(board)
    if teams:
        named = {board: _one_match([replace(row, recorded=None) for row in rows]) for board, rows in boards.items()}
        return _across_rounds(named)
    return {
        board: [replace(row, recorded=None) for row in rows] if board in partial else rows
        for board, rows in boards.items()
    }


def _row(result: Result, award: Award | None, teams: bool, halves: int) -> Row:
    line = None if award is None else line_by_hand(result, award) if result.award else award.line(str(result.pk))
    ns, ew = scored_contestants(result, award, teams)
    number = -(-result.round // halves) if result.round else "-"
    match = " ".join((str(number), *sorted((*each(ns), *each(ew))))) if teams else ""
    points = recorded_points(result)
    letter = result.section.letter
    return Row(str(result.pk), line, ns, ew, letter, result.form, result.times, match, points, round=result.round)


def scored_contestants(result: Result, award: Award | None, teams: bool) -> tuple[Contestants, Contestants]:
    """Return the contestants of a line; () for a side to which the *award* gives no score."""
    ns, ew = contestants_of(result, teams)
    if award is None:
        return ns, ew
    return (() if award.ns == () else ns), (() if award.ew == () else ew)


def changed_row(row: Row, result: Result, award: Award | None, teams: bool) -> Row:
    """Return the row of a line to which a director gave another score. The teams of a match stay, as the file may have
    named them at the other table alone."""
    line = line_by_hand(result, award) if award else None
    ns, ew = (row.ns, row.ew) if teams else scored_contestants(result, award, teams)
    return replace(row, line=line, ns=ns, ew=ew)


def _across_rounds(boards: dict[str, list[Row]]) -> dict[str, list[Row]]:
    """Combine two tables of a board at which the same teams met in different rounds, as in a triangle, into one match,
    which belongs to the later round."""
    teams = {}
    for board, rows in boards.items():
        alone: dict[frozenset[Contestants], list[Row]] = defaultdict(list)
        for row in rows:
            if row.ns and row.ew and sum(other.match == row.match for other in rows) == 1:
                alone[frozenset((row.ns, row.ew))].append(row)
        later = {}
        for first, second in (pair for pair in alone.values() if len(pair) == 2):
            if first.ns == second.ew:
                later[first.id] = later[second.id] = max(first.match, second.match, key=_round_first)
        teams[board] = (
            [replace(row, match=later[row.id]) if row.id in later else row for row in rows] if later else rows
        )
    return teams


def _round_first(match: str) -> tuple[int, str]:
    number = match.partition(" ")[0]
    return (int(number) if number.isdecimal() else 0), match


def boards_of_matches(rows: Boards, number: int) -> list[set[str]]:
    """List the boards of each match of a round."""
    matches: dict[str, set[str]] = defaultdict(set)
    for board, lines in rows.items():
        for row in lines:
            if row.match.partition(" ")[0] == str(number):
                matches[row.match].add(board)
    return list(matches.values())


def departed_teams(tournament: Tournament, people: Mapping[str, Contestant]) -> dict[str, int]:
    """Return the first round of matches in which a departed team no longer plays, by team."""
    first_round: dict[str, int] = {}
    for event in tournament_rows.in_force(tournament, "pair_left"):
        person = people.get(event.data["contestant"])
        if person is not None:
            since = tournament.match_of(event.data["since"])
            first_round[person.team] = min(since, first_round.get(person.team, since))
    return first_round


def favoured_sides(tournament: Tournament) -> dict[str, Side]:
    """Find, by result, the side that the rulings in force name as non-offending, if they name only one. Half an IMP in
    a match is rounded in favour of this side."""
    of_results = Incident.objects.filter(tournament=tournament, result__isnull=False)
    inquiries = Inquiry.objects.filter(incident__in=of_results.exclude(state=Incident.State.WITHDRAWN))
    sides_of: dict[str, set[str]] = defaultdict(set)
    for inquiry in inquiries.select_related("incident").prefetch_related("rulings"):
        ruling = inquiry.current_ruling
        side = with_roles(ruling.data["facts"]).get("non_offending_side", "") if ruling is not None else ""
        if side in tuple(Side):
            sides_of[str(inquiry.incident.result_id)].add(side)
    return {result: Side(sides.pop()) for result, sides in sides_of.items() if len(sides) == 1}


def _one_match(rows: list[Row]) -> list[Row]:
    """Fill in the teams of a board with two tables for which the file names the teams at one table only; the same teams
    played at the other."""
    if len(rows) != 2 or rows[0].match == rows[1].match:
        return rows
    named = next((row for row in rows if row.ns and row.ew), None)
    if named is None or all(row.ns and row.ew for row in rows):
        return rows
    return [row if row is named else replace(row, ns=named.ew, ew=named.ns, match=named.match) for row in rows]


def line_by_hand(result: Result, award: Award) -> Line:
    """Build the comparable form of a line with an *award* by a director. His percentages are taken literally, whereas
    60 and 40 in another program's file may stand for average plus and minus, which depend on the session."""
    line = award.line(str(result.pk))
    return Averaged(line.id, line.ns_percent, line.ew_percent) if isinstance(line, Artificial) else line


def contestants_of(result: Result, teams: bool = False) -> tuple[Contestants, Contestants]:
    """Return the contestants North-South and East-West: the pair, the two players of an individual, or the pair's team;
    () for an empty side."""
    if result.seats:
        north, east, south, west = result.seats
        return (north, south), (east, west)
    return _side(result.ns, teams), _side(result.ew, teams)


def _side(pair: Contestant | None, teams: bool) -> Contestants:
    if pair is None:
        return ()
    return (pair.team or ()) if teams else str(pair.pk)


def recorded_points(result: Result) -> tuple[Fraction, Fraction] | None:
    """Return the points of both sides in the file, on the file's own scale."""
    if result.ns_points is None or result.ew_points is None:
        return None
    return Fraction(result.ns_points), Fraction(result.ew_points)


def says_points(tournament: Tournament) -> bool:
    """Does the file give points for a line, or a percentage of a contestant?"""
    lines = Result.objects.filter(board__tournament=tournament, ns_points__isnull=False, ew_points__isnull=False)
    return lines.exists() or bool(recorded_totals(_contestants(tournament)))


def known_methods(tournament: Tournament) -> tuple[Method, ...]:
    """List the methods that scoring programs use for such a tournament, the usual one first."""
    winners = tournament.winners if tournament.winners in (1, 2) else None
    return candidates(
        Scoring(tournament.scoring),
        winners=winners,  # type: ignore[arg-type]  # the column holds 1, 2 or nothing
        teams=tournament.kind == Tournament.Kind.TEAMS,
    )


def recognised(tournament: Tournament, results: Iterable[Result], methods: Iterable[Method] = ()) -> Recognised:
    """Find which of the *methods*, by default all known ones, reproduces the points and percentages of the file."""
    results = list(results)
    tried = list(methods) or known_methods(tournament)
    teams = tournament.kind == Tournament.Kind.TEAMS
    boards = boards_of(results, all_recorded(results), teams=teams, halves=tournament.halves)
    people = list(_contestants(tournament))
    return recognise(boards, tried, recorded_totals(people), recorded_places(people))


def _contestants(tournament: Tournament) -> QuerySet[Contestant]:
    return Contestant.objects.filter(section__tournament=tournament)


def recorded_totals(people: Iterable[Contestant]) -> dict[str, Fraction]:
    """Return the percentages of the contestants in the file."""
    return {str(person.pk): Fraction(person.percentage) for person in people if person.percentage is not None}


def recorded_places(people: Iterable[Contestant]) -> dict[str, int]:
    """Return the places of the contestants in the file, without those ranked over several sessions."""
    return {
        str(person.pk): place
        for person in people
        if person.overall is None and (place := place_of(person.rank)) is not None
    }


def place_of(rank: str) -> int | None:
    """Parse a place as files write it ("3", "5=", "=5"); None if it is not a number."""
    number = rank.strip(" =.")
    return int(number) if number.isascii() and number.isdecimal() else None
