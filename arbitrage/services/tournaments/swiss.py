"""A Swiss of pairs or of teams: drawing the next round from the ranking, changing a draw with a reason, and undoing
it."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import OuterRef, Subquery
from django.utils.translation import gettext_lazy as _

from arbitrage.models import Board, Contestant, Event, Incident, Result, Tournament
from arbitrage.models.tournament import TournamentQuerySet
from arbitrage.services import undoing
from arbitrage.services.errors import Refused
from arbitrage.services.record import tournament_rows
from arbitrage.services.results.field import Field
from arbitrage.services.tournaments import pairing
from arbitrage.services.tournaments.evenings import PLANNED, changes_of, everybody_of, locked_evening, plan_of
from arbitrage.services.tournaments.late_pairs import yet_to_arrive
from arbitrage.services.tournaments.movements import DRAWN

if TYPE_CHECKING:
    from django.contrib.auth.models import User

REASONS = ("family", "seat", "late", "ranking", "other")
"""Reasons for changing a draw by hand: a meeting to avoid, a table that somebody needs, an absence, a wrong ranking, or
the director's judgement."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of the draw: a pair, or a team with its two pairs in order. *key* is an identifier, or the team's name."""

    key: str
    pairs: tuple[Contestant, ...]
    rank: int | None
    score: Decimal | None


@dataclass(frozen=True, slots=True)
class Match:
    """A match of a round: the unit that sits North-South at the first table, its opponents, and the number of their
    earlier meetings."""

    table: int
    one: Unit
    other: Unit
    before: int
    differ: int
    """Distance between the two in the ranking of the draw."""


def with_plan(tournaments: TournamentQuerySet) -> TournamentQuerySet:
    """Fetch each tournament's plan too (the body of its event, as *planned*), so that `is_drawn` makes no query."""
    plans = Event.objects.filter(stream_id=OuterRef("pk"), kind__in=PLANNED).order_by("-seq")
    return tournaments.annotate(planned=Subquery(plans.values("body")[:1]))


def is_drawn(tournament: Tournament) -> bool:
    """Are the rounds of an evening drawn one by one?"""
    fetched = vars(tournament)
    if "planned" not in fetched:
        plan = plan_of(tournament)
        return plan is not None and plan.movement in DRAWN
    body = fetched["planned"]
    return bool(body) and Event(body=body).data["plan"]["movement"] in DRAWN


def last_drawn(tournament: Tournament) -> int:
    """Return the last round that has lines; 0 for none."""
    lines = Result.objects.filter(board__tournament=tournament, round__isnull=False)
    return lines.order_by("-round").values_list("round", flat=True).first() or 0


def to_draw(tournament: Tournament) -> int | None:
    """Return the round that can be drawn now; None without one."""
    if not is_drawn(tournament):
        return None
    following = last_drawn(tournament) + 1
    return following if following <= (tournament.rounds or 0) else None


def waits_for_draw(tournament: Tournament) -> int | None:
    """Return the round to draw if it is the current or the next one; None otherwise."""
    following = to_draw(tournament)
    return following if following is not None and following <= (tournament.current_round or 0) + 1 else None


def rounds_of(tournament: Tournament, number: int) -> list[int]:
    """List the rounds that are drawn together with a round: itself, or both halves of its match."""
    return list(tournament.rounds_of_match(number))


def units_of(tournament: Tournament, before: int) -> list[Unit]:
    """List the units to pair for the round *before*, in order of the ranking after the earlier rounds.

    A unit without a score is ranked as if it had an average score; equal units are in order of their numbers.
    """
    field, before = Field(tournament), rounds_of(tournament, before)[0]
    early = {line.pk for line in field.results if (line.round or 0) < before}
    points = field.points({key: award for key, award in field.counted().items() if key in early})
    placed = points.standings
    teams = tournament.kind == Tournament.Kind.TEAMS
    of: dict[str, list[Contestant]] = defaultdict(list)
    for contestant in everybody_of(tournament):
        of[contestant.team if teams else str(contestant.pk)].append(contestant)
    known = [score for placing in placed.values() if (score := points.score(placing)) is not None]
    middle = sum(known, Decimal(0)) / len(known) if known else Decimal(0)
    units = [
        Unit(key, tuple(pairs), placed[key].rank if key in placed else None, points.score(placed.get(key)))
        for key, pairs in of.items()
    ]
    return sorted(units, key=lambda unit: -(middle if unit.score is None else unit.score))


def absent_from(tournament: Tournament, number: int) -> set[str]:
    """Return the ids of the contestants that do not play a round: those that have left before it, and a late pair that
    arrives after it."""
    left = {
        event.data["contestant"]
        for event in changes_of(tournament)
        if event.kind == "pair_left" and event.data["since"] <= number
    }
    return left | yet_to_arrive(tournament, number)


def present_at(tournament: Tournament, number: int) -> list[Unit]:
    """List the units of the ranking before a round of which nobody is absent from it."""
    absent = absent_from(tournament, number)
    return [unit for unit in units_of(tournament, number) if not absent & {str(pair.pk) for pair in unit.pairs}]


def met_before(tournament: Tournament, number: int) -> tuple[Counter[frozenset[str]], Counter[str]]:
    """Count the meetings of every two units before a round, and the byes of each unit."""
    teams = tournament.kind == Tournament.Kind.TEAMS
    before = rounds_of(tournament, number)[0]
    lines = Result.objects.filter(board__tournament=tournament, round__lt=before).select_related("ns", "ew")
    rounds: dict[int, set[frozenset[str]]] = defaultdict(set)
    for line in lines:
        if line.ns and line.ew:
            two = (line.ns.team, line.ew.team) if teams else (str(line.ns_id), str(line.ew_id))
            rounds[tournament.match_of(line.round or 1)].add(frozenset(two))
    met: Counter[frozenset[str]] = Counter()
    out: Counter[str] = Counter()
    everybody = {contestant.team if teams else str(contestant.pk) for contestant in everybody_of(tournament)}
    for matches in rounds.values():
        met.update(matches)
        out.update(everybody - {unit for two in matches for unit in two})
    return met, out


@transaction.atomic
def draw_round(*, tournament: Tournament, number: int, by: "User") -> Tournament:
    """Draw a round, or both halves of a match, from the ranking of the earlier rounds. A repetition changes nothing.

    The first of the ranking plays at table 1. In each match the unit that has sat North-South less often sits
    North-South.

    :raises Refused: the round is not the next one, or this evening has no rounds to draw.
    """
    tournament = locked_evening(tournament)
    plan = plan_of(tournament)
    if last_drawn(tournament) in rounds_of(tournament, max(number, 1)) and is_drawn(tournament):
        return tournament
    if plan is None or number != to_draw(tournament):
        raise Refused(_("This round cannot be drawn now. Reload the page: it may have moved on."), "no_round")
    units = present_at(tournament, number)
    by_key = {unit.key: unit for unit in units}
    met, out = met_before(tournament, number)
    drawn = pairing.next_round([unit.key for unit in units], met, out)
    boards = {board.number: board for board in tournament.boards.all()}
    rounds = rounds_of(tournament, number)
    sat = _sat_north(tournament, number)
    lines: list[Result] = []
    table = 1
    for first, second in drawn.matches:
        home, away = (second, first) if sat[second] < sat[first] else (first, second)
        for ns, ew in _seated(by_key[home], by_key[away]):
            for half in rounds:
                for board in range((half - 1) * plan.each_half + 1, half * plan.each_half + 1):
                    lines.append(_line(boards[board], half, table, ns, ew))
            table += 1
    event_data: dict[str, Any] = {
        "drawn": number,
        "order": [unit.key for unit in units] if not _teams(tournament) else [],
    }
    tournament_rows.write(tournament, "round_drawn", by=by, new=lines, again=drawn.again, **event_data)
    return tournament


def _teams(tournament: Tournament) -> bool:
    return tournament.kind == Tournament.Kind.TEAMS


def _sat_north(tournament: Tournament, number: int) -> Counter[str]:
    """Count the rounds in which each pair sat North-South, or each team's first pair sat at the first table."""
    lines = Result.objects.filter(board__tournament=tournament, round__lt=number, ns__isnull=False)
    if _teams(tournament):
        seatings = {
            (tournament.match_of(round or 1), team)
            for round, team, table in lines.values_list("round", "ns__team", "table")
            if (table or 0) % 2
        }
        return Counter(team for _match, team in seatings)
    return Counter(str(pair) for _round, pair in set(lines.values_list("round", "ns")))


def _seated(home: Unit, away: Unit) -> list[tuple[Contestant, Contestant]]:
    """List the pairs at each table of a match, North-South first."""
    if len(home.pairs) < 2:
        return [(home.pairs[0], away.pairs[0])]
    return [(home.pairs[0], away.pairs[1]), (away.pairs[0], home.pairs[1])]


def _line(board: Board, number: int, table: int, ns: Contestant, ew: Contestant) -> Result:
    place = {"table": table, "round": number, "position": table}
    return Result(board=board, section=ns.section, ns=ns, ew=ew, kind=Result.Kind.NOT_PLAYED, **place)


# The draw


def matches_of(tournament: Tournament, number: int) -> tuple[list[Match], list[Unit]]:
    """Return the matches of a round in the order of their tables, and the unit with the bye."""
    number = rounds_of(tournament, number)[0]
    units = units_of(tournament, number)
    place = {str(pair.pk): at for at, unit in enumerate(units) for pair in unit.pairs}
    met, _out = met_before(tournament, number)
    lines = Result.objects.filter(board__tournament=tournament, round=number, ns__isnull=False, ew__isnull=False)
    matches: list[Match] = []
    playing: set[int] = set()
    for table, ns, ew in sorted(set(lines.values_list("table", "ns", "ew")), key=lambda seating: seating[0] or 0):
        ns_at, ew_at = place[str(ns)], place[str(ew)]
        if ns_at in playing and ew_at in playing:
            continue
        playing |= {ns_at, ew_at}
        before = met[frozenset((units[ns_at].key, units[ew_at].key))]
        matches.append(Match(table or 0, units[ns_at], units[ew_at], before, abs(ns_at - ew_at)))
    absent = absent_from(tournament, number)
    exempt = [
        unit
        for at, unit in enumerate(units)
        if at not in playing and not absent & {str(pair.pk) for pair in unit.pairs}
    ]
    return matches, exempt


def untouched(tournament: Tournament, number: int) -> bool:
    """Is a round without any result or call?"""
    rounds = rounds_of(tournament, number)
    played = Result.objects.filter(board__tournament=tournament, round__in=rounds)
    called = Incident.objects.filter(tournament=tournament, round__in=rounds)
    return not played.exclude(kind=Result.Kind.NOT_PLAYED).exists() and not called.exists()


def undrawn(tournament: Tournament, number: int) -> int:
    """Count the missing results of the rounds before a round. While there are any, the ranking for the draw may still
    change."""
    lines = Result.objects.filter(board__tournament=tournament, round__lt=number)
    return lines.filter(kind=Result.Kind.NOT_PLAYED).count()


@transaction.atomic
def exchange(*, tournament: Tournament, one: str, other: str, reason: str, by: "User") -> Tournament:
    """Swap the places of two units in the last round drawn, for a reason; one of them may have the bye.

    :raises Refused: the round is being played, the reason is missing, or they are not two units of this round.
    """
    tournament = locked_evening(tournament)
    number = rounds_of(tournament, max(last_drawn(tournament), 1))[0]
    units = {unit.key: unit for unit in present_at(tournament, number)}
    if not is_drawn(tournament) or one == other or one not in units or other not in units:
        raise Refused(_("Choose two that take each other's place."), "exchange")
    if reason not in REASONS:
        raise Refused(_("Say why the draw is changed."), "reason")
    if not untouched(tournament, number):
        raise Refused(_("This round is being played: its draw stays."), "begun")
    place = {
        str(pair.pk): opponent
        for first, second in ((units[one], units[other]), (units[other], units[one]))
        for pair, opponent in zip(first.pairs, second.pairs, strict=True)
    }
    rounds = rounds_of(tournament, number)
    lines = list(Result.objects.filter(board__tournament=tournament, round__in=rounds).select_related("ns", "ew"))
    changed = [line for line in lines if {str(line.ns_id), str(line.ew_id)} & place.keys()]
    for line in changed:
        line.ns, line.ew = place.get(str(line.ns_id), line.ns), place.get(str(line.ew_id), line.ew)
    tournament_rows.write(
        tournament, "round_exchanged", by=by, changed=[(changed, ("ns", "ew"))], drawn=number, reason=reason
    )
    return tournament


def acts_of(tournament: Tournament) -> list[Event]:
    """List the draws and exchanges in force, the latest first."""
    return tournament_rows.in_force(tournament, "round_drawn", "round_exchanged")[::-1]


@transaction.atomic
def take_back(*, tournament: Tournament, by: "User") -> None:
    """Undo the latest draw or change of a draw, however old.

    :raises Refused: there is no draw, or its round is being played.
    """
    tournament = locked_evening(tournament)
    last = next(iter(acts_of(tournament)), None)
    if last is None or not untouched(tournament, last.data["drawn"]):
        raise Refused(_("This round is being played: its draw stays."), "begun")
    undoing.take_back(event=last, by=by)
