"""Line-ups: which two players of a team sit as each of its two pairs, round by round or half by half.

In a round without a line-up the first two players of each pair play; in a second half, those of the first half.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from arbitrage.models import Contestant, Event, LineUp, Player, Result, Tournament
from arbitrage.services.errors import Refused
from arbitrage.services.record import tournament_rows
from arbitrage.services.tournaments.evenings import locked_evening

if TYPE_CHECKING:
    from django.contrib.auth.models import User

REASONS = ("error", "unable", "agreed", "other")
"""Reasons for changing a final line-up: it was entered wrongly, a player cannot go on, both captains agree, or the
director's judgement."""

PLAYERS_AT_A_TABLE = 2

LineUps = Mapping[tuple[UUID, int], tuple[Player, ...]]
"""Players by pair and round, for rounds with a line-up."""


@dataclass(frozen=True, slots=True)
class Team:
    """A team in a round: its pairs, their *tables*, and the players *sitting* there, by direction ("NS", "EW"); all its
    players; and whether the line-up is final.

    *said* says whether the line-up was given for this round, and not taken from the first half or by default.
    """

    name: str
    pairs: Mapping[str, Contestant]
    tables: Mapping[str, int]
    players: tuple[Player, ...]
    sitting: Mapping[str, tuple[Player, ...]]
    said: bool
    final: bool


# Reading line-ups


def line_ups_of(tournament: Tournament) -> LineUps:
    """Return the players of each pair in each round with a line-up; {} for an event without teams."""
    if tournament.kind != Tournament.Kind.TEAMS:
        return {}
    rows = list(LineUp.objects.filter(contestant__section__tournament=tournament))
    if not rows:
        return {}
    known = Player.objects.filter(contestant__section__tournament=tournament)
    people = {str(player.pk): player for player in known}
    return {(row.contestant_id, row.round): tuple(people[key] for key in row.players if key in people) for row in rows}


def players_in(
    contestant: Contestant, round: int | None, tournament: Tournament, line_ups: LineUps
) -> tuple[Player, ...]:
    """Return the players of a team's pair in a round: those of its line-up, or of the line-up of the first half, or
    else its first two players.

    In an event without teams, return all players of the pair, in order.
    """
    everybody = tuple(sorted(contestant.players.all(), key=lambda player: player.order))
    if tournament.kind != Tournament.Kind.TEAMS:
        return everybody
    if round is not None:
        for number in range(round, tournament.rounds_of_match(round).start - 1, -1):
            if (contestant.pk, number) in line_ups:
                return line_ups[contestant.pk, number]
    return everybody[:PLAYERS_AT_A_TABLE]


def of_team(tournament: Tournament, name: str) -> list[Contestant]:
    """List the two pairs of a team in their order, with their players."""
    pairs = Contestant.objects.filter(section__tournament=tournament, team=name).exclude(team="")
    return list(pairs.select_related("section").prefetch_related("players").order_by("position", "pk"))


def teams_in(tournament: Tournament, round: int) -> list[Team]:
    """List the teams that play in a round, in the order of their tables, with their line-ups."""
    lines = Result.objects.filter(board__tournament=tournament, round=round, table__isnull=False)
    seats: dict[UUID, tuple[str, int]] = {}
    for table, ns, ew in sorted(set(lines.values_list("table", "ns", "ew")), key=lambda seat: seat[0] or 0):
        seats |= {pair: (way, table or 0) for way, pair in (("NS", ns), ("EW", ew)) if pair and pair not in seats}
    pairs = Contestant.objects.filter(pk__in=seats).exclude(team="").select_related("section")
    by_team: dict[str, list[Contestant]] = defaultdict(list)
    for pair in pairs.prefetch_related("players").order_by("position", "pk"):
        by_team[pair.team].append(pair)
    line_ups = line_ups_of(tournament)
    stored = {row.contestant_id: row for row in LineUp.objects.filter(contestant__in=seats, round=round)}
    teams = [_team(name, of, seats, stored, line_ups, tournament, round) for name, of in by_team.items()]
    return sorted(teams, key=lambda team: (min(team.tables.values()), team.tables.get("NS", 0)))


def _team(
    name: str,
    pairs: Sequence[Contestant],
    seats: Mapping[UUID, tuple[str, int]],
    stored: Mapping[UUID, LineUp],
    line_ups: LineUps,
    tournament: Tournament,
    round: int,
) -> Team:
    ways = {seats[pair.pk][0]: pair for pair in pairs}
    return Team(
        name,
        ways,
        {way: seats[pair.pk][1] for way, pair in ways.items()},
        tuple(player for pair in pairs for player in pair.players.all()),
        {way: players_in(pair, round, tournament, line_ups) for way, pair in ways.items()},
        any(pair.pk in stored for pair in pairs),
        all(pair.pk in stored and stored[pair.pk].final for pair in pairs),
    )


def boards_played(tournament: Tournament) -> Counter[UUID]:
    """Count the boards that each player of a team evening has played, by identifier."""
    line_ups = line_ups_of(tournament)
    played = Result.objects.filter(board__tournament=tournament).exclude(kind=Result.Kind.NOT_PLAYED)
    lines: Counter[tuple[UUID, int | None]] = Counter()
    for round, ns, ew in played.values_list("round", "ns", "ew"):
        lines.update((pair, round) for pair in (ns, ew) if pair)
    pairs = Contestant.objects.filter(section__tournament=tournament).prefetch_related("players").in_bulk()
    counts: Counter[UUID] = Counter()
    for (pair, round), count in lines.items():
        for player in players_in(pairs[pair], round, tournament, line_ups):
            counts[player.pk] += count
    return counts


# Setting a line-up


@transaction.atomic
def set_line_up(
    *,
    tournament: Tournament,
    team: str,
    round: int,
    seats: Mapping[str, str],
    final: bool,
    by: "User",
    reason: str = "",
) -> None:
    """Set the line-up of a team in a round; *seats* has a player's identifier for each of N, E, S, W. A repetition
    changes nothing.

    :raises Refused: the team does not play in this round, a player sits twice, a seat is empty, or a final line-up is
    changed without a reason.
    """
    tournament = locked_evening(tournament)
    playing = next((candidate for candidate in teams_in(tournament, round) if candidate.name == team), None)
    if playing is None or len(playing.pairs) != PLAYERS_AT_A_TABLE:
        raise Refused(_("This team does not play in this round, or the round is not drawn yet."), "team")
    own = {str(player.pk) for player in playing.players}
    chosen = [seats.get(seat, "") for seat in "NESW"]
    if not set(chosen) <= own or len(set(chosen)) < len(chosen):
        raise Refused(_("Four different players of the team sit in its two rooms."), "seats")
    north, east, south, west = chosen
    wanted = {"NS": [north, south], "EW": [east, west]}
    stored = {row.contestant_id: row for row in LineUp.objects.filter(round=round, contestant__in=_keys(playing))}
    if all(
        (row := stored.get(pair.pk)) is not None and (row.players, row.final) == (wanted[way], final)
        for way, pair in playing.pairs.items()
    ):
        return
    if playing.final and reason not in REASONS:
        raise Refused(_("This line-up is final: say why it is changed."), "reason")
    new: list[LineUp] = []
    changed: list[LineUp] = []
    for way, pair in playing.pairs.items():
        row = stored.get(pair.pk) or LineUp(contestant=pair, round=round)
        row.players, row.final = wanted[way], final
        (changed if pair.pk in stored else new).append(row)
    data: dict[str, Any] = {"pairs": [str(pair.pk) for pair in playing.pairs.values()], "round": round, "final": final}
    rows = [(changed, ("players", "final"))]
    why = reason if playing.final else ""
    tournament_rows.write(tournament, "line_up_set", by=by, new=new, changed=rows, reason=why, **data)


def _keys(team: Team) -> list[UUID]:
    return [pair.pk for pair in team.pairs.values()]


def acts_of(tournament: Tournament, round: int) -> list[Event]:
    """List the events of line-ups for a round that were not undone, the latest first."""
    acts = tournament_rows.in_force(tournament, "line_up_set")
    return [event for event in reversed(acts) if event.data["round"] == round]
