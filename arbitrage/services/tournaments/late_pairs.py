"""Late pairs: the pair that was missing at the last table of a movement arrives."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from arbitrage.exchange.records import PlayerRecord
from arbitrage.models import Board, Contestant, Event, Result, Tournament
from arbitrage.services.errors import Refused
from arbitrage.services.files.imports import player_of
from arbitrage.services.record import tournament_rows
from arbitrage.services.tournaments import movements
from arbitrage.services.tournaments.evenings import (
    PLANNED,
    Plan,
    everybody_of,
    locked_evening,
    missing_place,
    plan_of,
    still_played,
)

if TYPE_CHECKING:
    from django.contrib.auth.models import User

ARRIVED = "pair_arrived"


def may_arrive(plan: Plan | None) -> bool:
    """Is a pair missing from an evening with this plan? A missing team is none, as both of its pairs are missing."""
    return plan is not None and plan.half and plan.made() is not None and plan.movement not in movements.OF_TEAMS


@transaction.atomic
def pair_arrives(*, tournament: Tournament, by: "User", since: int, names: Sequence[str] = ()) -> int:
    """Add the pair that was missing at the last table, from round *since* on; return the number of its lines. A second
    call can set an earlier round, or the missing names.

    Pairs that have left and tables that are closed stay so: against them the pair has no lines.

    :raises Refused: no pair was missing, or it has its names already.
    """
    tournament = locked_evening(tournament)
    plan = plan_of(tournament)
    full = replace(plan, half=False).made() if plan and may_arrive(plan) else None
    if plan is None or full is None:
        raise Refused(_("No pair was missing from this movement."), "nobody_missing")
    absent, direction = missing_place(full)
    section = tournament.sections.get()
    by_place = {(pair.direction, pair.number): pair for pair in everybody_of(tournament)}
    late = by_place.get((direction, absent))
    new: list[Any] = []
    if late is None:
        late = Contestant(section=section, direction=direction, number=absent, position=len(by_place) + 1)
        by_place[direction, absent] = late
        new.append(late)
    boards = {board.number: board for board in Board.objects.filter(tournament=tournament)}
    lines = Result.objects.filter(board__tournament=tournament)
    present = set(lines.values_list("board_id", "table", "round"))
    to_play = [
        _late_line(boards[number], sitting, by_place, direction)
        for sitting in full.sittings
        if absent in ((sitting.ew,) if direction else (sitting.ns, sitting.ew)) and sitting.round >= since
        for number in range((sitting.set - 1) * plan.each + 1, sitting.set * plan.each + 1)
        if (boards[number].pk, sitting.table, sitting.round) not in present
    ]
    new += still_played(tournament, to_play)
    if any(names) and late not in new and late.players.exists():
        raise Refused(_("This pair has its names already: change them above."), "named")
    players = [player_of(late, order, PlayerRecord(name=name)) for order, name in enumerate(names, 1)]
    earlier = since < (first_round(tournament) or since + 1)
    if new or players or earlier:
        tournament_rows.write(tournament, ARRIVED, by=by, new=new, players=players, since=since)
    return sum(isinstance(row, Result) for row in new)


def first_round(tournament: Tournament) -> int | None:
    """Return the first round of the pair that arrived late; None without one."""
    events = Event.objects.filter(stream_id=tournament.pk, kind__in=(ARRIVED, *PLANNED)).order_by("-seq")
    rounds = []
    for event in events:
        if event.kind in PLANNED:
            break
        rounds.append(event.data["since"])
    return min(rounds, default=None)


def yet_to_arrive(tournament: Tournament, number: int) -> set[str]:
    """Return the id of the late pair, if its first round is after a round."""
    since, plan = first_round(tournament), plan_of(tournament)
    if since is None or since <= number or plan is None:
        return set()
    full = replace(plan, half=False).made()
    absent, direction = missing_place(full) if full else ("", "")
    late = Contestant.objects.filter(section__tournament=tournament, direction=direction, number=absent)
    return {str(key) for key in late.values_list("pk", flat=True)}


def _late_line(
    board: Board, sitting: movements.Sitting, by_place: dict[tuple[str, str], Contestant], direction: str
) -> Result:
    fields = ("NS", "EW") if direction else ("", "")
    ns, ew = by_place[fields[0], sitting.ns], by_place[fields[1], sitting.ew]
    return Result(
        board=board,
        section=ns.section,
        table=sitting.table,
        round=sitting.round,
        ns=ns,
        ew=ew,
        kind=Result.Kind.NOT_PLAYED,
        position=sitting.table,
    )
