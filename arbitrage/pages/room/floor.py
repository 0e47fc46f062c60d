"""The room as a floor plan: a tile for each table, with its board, its pairs, and its most urgent matter.

The tile shows the first of these that applies: an open call; a duty for which a director must go to the table during
the board; a penalty card that needs no director; a duty for the end of the board.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import DateTimeField, IntegerField, Max, QuerySet, UUIDField
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arbitrage.database.prepared import Prepared
from arbitrage.models import Incident, Result, Tournament
from arbitrage.pages.wording.people import surname
from arbitrage.pages.wording.tables_and_boards import tables, team_words
from arbitrage.services.tournaments.evenings import tables_of
from rulings.bridge import Side, is_vulnerable

Place = tuple[UUID | None, int | None]
"""Section and table."""

NOTHING_TO_SAY: Mapping[str, Any] = {
    "board": "", "boards": "", "match": "", "room": "", "vulnerable": {"NS": False, "EW": False}, "empty": False,
    "cards": (), "reason": "", "at_the_end": 0, "next": None, "count": 0, "who": "", "last": None,
}  # fmt: skip
"""Default values of a tile, which most tables do not set. Without them templates are slow: for a missing key, a
template tries every kind of lookup."""

MOST_DOTS = 5
"""Most boards of a round that are drawn as dots; if there are more, the tile shows their number."""


def floor(
    tournament: Tournament, running: Iterable[Any], duties: Iterable[Mapping[str, Any]], now: datetime
) -> list[dict[str, Any]]:
    """List the tables in order, each with the content of its tile.

    *running* are the open or waiting incidents, *duties* the lines of the tray, the oldest first.
    """
    lines, ruled = _lines_by_table(tournament, tournament.current_round), _last_ruled(tournament, now)
    calls: dict[Place, list[Any]] = defaultdict(list)
    waiting: dict[Place, list[Any]] = defaultdict(list)
    for incident in sorted(running, key=lambda call: (call.called_at, call.pk)):
        if of_now(incident, tournament):
            of_a_kind = calls if incident.state == Incident.State.OPEN else waiting
            of_a_kind[incident.section_id, incident.table].append(incident)
    due: dict[Place, list[Mapping[str, Any]]] = defaultdict(list)
    for duty in duties:
        if of_now(duty["incident"], tournament):
            due[duty["place"]].append(duty)
    tiles = []
    for section, table in tables(tournament):
        place = (section.pk, table)
        tile = {**NOTHING_TO_SAY, "section": section, "table": table} | _at_the_table(lines.get(place, []), tournament)
        last = [*waiting[place], *ruled.get(place, [])]
        tiles.append(tile | _most_urgent(calls[place], due[place], last, now))
    _mark_empty(tiles, lines, tournament)
    _say_next(tiles, tournament)
    if tournament.kind == Tournament.Kind.TEAMS:
        _say_match(tiles, lines)
    return tiles


def _say_match(tiles: Iterable[dict[str, Any]], lines: Mapping[Place, Sequence["_Line"]]) -> None:
    """Write at each table its teams, and the room of their match; the open room has the lower number."""
    first: dict[frozenset[str | None], int] = {}
    rooms: dict[frozenset[str | None], list[dict[str, Any]]] = defaultdict(list)
    for tile in tiles:
        sat = {(line.ns_team, line.ew_team) for line in lines.get((tile["section"].pk, tile["table"]), ())}
        if len(sat) != 1 or not all(teams := sat.pop()):
            continue
        home, away = (team_words(str(team)) for team in teams)
        first.setdefault(frozenset(teams), tile["table"])
        rooms[frozenset(teams)].append(tile)
        tile["match"] = f"{home} – {away}"
    for match, there in rooms.items():
        for tile in there if len(there) > 1 else ():  # a match of a triangle has one table in each of two rounds
            tile["room"] = _("open room") if first[match] == tile["table"] else _("closed room")


def of_now(incident: Incident, tournament: Tournament) -> bool:
    """Does an incident belong to the round being played? Those of earlier rounds are only in the tray."""
    return None in (incident.round, tournament.current_round) or incident.round == tournament.current_round


def _most_urgent(
    calls: Sequence[Any], due: Sequence[Mapping[str, Any]], last: Sequence[Any], now: datetime
) -> dict[str, Any]:
    if calls:
        first = calls[0]
        return {
            "state": "open",
            "incident": first,
            "since": first.called_at,
            "minutes": max(0, int((now - first.called_at).total_seconds() // 60)),
            "who": surname(first.attended_by),
            "begun": first.begun,
        }
    during = [duty for duty in due if not duty["at_the_end"]]
    urgent = [duty for duty in during if not lies_still(duty)]
    most_urgent = next(iter(urgent or during), None)
    tile = {"state": "wait" if urgent else "", "incident": most_urgent["incident"] if most_urgent else None}
    if most_urgent:
        tile |= {"cards": _cards(most_urgent), "reason": most_urgent["reason"]}
    elif counted := len(due):
        tile["at_the_end"] = counted
    if not urgent:
        tile["last"] = last[-1] if last else tile["incident"]
    return tile


def lies_still(duty: Mapping[str, Any]) -> bool:
    """Is a duty about minor penalty cards only, for which no director has to go to the table (50C)?"""
    cards = duty.get("penalised", [])
    return bool(duty["card"]) and bool(cards) and all(card["minor"] for card in cards)


def _cards(duty: Mapping[str, Any]) -> list[dict[str, Any]]:
    """List the penalty cards on a tile: one card for each player who has any, and the number of others."""
    by_seat: dict[str, dict[str, Any]] = {}
    for penalised in duty.get("penalised", []):
        seat = penalised["seat"]
        by_seat.setdefault(seat, {"card": penalised["card"], "seat": seat, "more": -1})["more"] += 1
    return list(by_seat.values())[:1] if duty["card"] else []


class _Line(NamedTuple):
    """A line of a board, with the values for the tiles."""

    section: UUID
    table: int | None
    pk: UUID
    kind: str
    board: int
    dealer: str
    vulnerability: str
    ns: str | None
    ew: str | None
    ns_team: str | None
    ew_team: str | None


COLUMNS = (
    "section",
    "table",
    "pk",
    "kind",
    "board__number",
    "board__dealer",
    "board__vulnerability",
    "ns__number",
    "ew__number",
    "ns__team",
    "ew__team",
)


def _lines(tournament: Any, **of: Any) -> QuerySet[Any, Any]:
    lines = Result.objects.filter(board__tournament=tournament, table__isnull=False, **of)
    return lines.order_by("board__number", "position").values_list(*COLUMNS)


_EVERY_LINE = Prepared(_lines, tournament=UUIDField())
_LINES = Prepared(_lines, tournament=UUIDField(), round=IntegerField())


def _lines_by_table(tournament: Tournament, round: int | None) -> dict[Place, list[_Line]]:
    """Group the lines of a round by table; without a *round*, those of all rounds."""
    rows = _EVERY_LINE(tournament=tournament.pk) if round is None else _LINES(tournament=tournament.pk, round=round)
    by_place: dict[Place, list[_Line]] = defaultdict(list)
    for row in rows:
        line = _Line(*row)
        by_place[line.section, line.table].append(line)
    return by_place


def _at_the_table(lines: Sequence[_Line], tournament: Tournament) -> dict[str, Any]:
    """Return the pairs (if they are the same on every line), the boards of the round, and the one in play."""
    north_south = {line.ns or "" for line in lines}
    east_west = {line.ew or "" for line in lines}
    tile: dict[str, Any] = {
        "ns": north_south.pop() if len(north_south) == 1 else "",
        "ew": east_west.pop() if len(east_west) == 1 else "",
    }
    if tournament.current_round is None:
        return tile
    unplayed = [line for line in lines if line.kind == Result.Kind.NOT_PLAYED]
    tile["boards"] = board_numbers(sorted({line.board for line in lines}))
    if not unplayed:
        return tile | {"played": len(lines)}
    current = unplayed[0]
    played_count, count = len(lines) - len(unplayed), len(lines)
    return tile | {
        "board": current.board,
        "dealer": current.dealer,
        "vulnerable": {side: is_vulnerable(current.vulnerability, side) for side in Side},
        "next_line": current.pk,
        "done": played_count,
        "count": count,
        "dots": [at < played_count for at in range(count)] if count <= MOST_DOTS else [],
    }


def _say_next(tiles: Iterable[dict[str, Any]], tournament: Tournament) -> None:
    """Write the pairs of the next round at the tables that have finished the current one."""
    over = [tile for tile in tiles if "played" in tile and tile["played"]]
    if not over or tournament.current_round is None:
        return
    lines = _lines_by_table(tournament, tournament.current_round + 1)
    for tile in over:
        table_lines = lines.get((tile["section"].pk, tile["table"]), [])
        pairs = {(line.ns, line.ew) for line in table_lines}
        if len(pairs) == 1 and all(pair := pairs.pop()):
            tile["next"] = {
                "ns": pair[0],
                "ew": pair[1],
                "boards": in_a_row(sorted({line.board for line in table_lines})),
            }


def board_numbers(numbers: Sequence[int]) -> str:
    """Write the numbers of boards in a few letters: "Boards 9–10", "Board 9", "Boards 9, 12"; "" for none."""
    if not numbers:
        return ""
    return ngettext("Board %(boards)s", "Boards %(boards)s", len(numbers)) % {"boards": in_a_row(numbers)}


def in_a_row(numbers: Sequence[int]) -> str:
    """Write numbers in a few letters: "9–10", "9", "9, 12"."""
    consecutive = len(numbers) > 1 and numbers[-1] - numbers[0] == len(numbers) - 1
    return f"{numbers[0]}–{numbers[-1]}" if consecutive else ", ".join(map(str, numbers))


def _ruled(tournament: Any, since: Any = None, round: Any = None) -> QuerySet[Incident]:
    over = (Incident.State.RULED, Incident.State.APPEALED, Incident.State.FINAL)
    ruled = Incident.objects.filter(tournament=tournament, state__in=over, round=round)
    given: dict[str, Any] = {"ruled_at__isnull": False} if since is None else {"ruled_at__gte": since}
    return ruled.annotate(ruled_at=Max("inquiries__rulings__at")).filter(**given).order_by("ruled_at")


_RULED_BEFORE = Prepared(_ruled, tournament=UUIDField(), since=DateTimeField())
_RULED = Prepared(_ruled, tournament=UUIDField(), round=IntegerField())


def _last_ruled(tournament: Tournament, now: datetime) -> dict[Place, list[Incident]]:
    """Return the incidents of the current round that are ruled, by table, the latest last; *ruled_at* is the time.
    Before the first round they are those ruled in the last hour."""
    round = tournament.current_round
    if round is None:
        ruled = _RULED_BEFORE(tournament=tournament.pk, since=now - timedelta(hours=1))
    else:
        ruled = _RULED(tournament=tournament.pk, round=round)
    by_place: dict[Place, list[Incident]] = defaultdict(list)
    for incident in ruled:
        by_place[incident.section_id, incident.table].append(incident)
    return by_place


def _mark_empty(tiles: Iterable[dict[str, Any]], lines: Mapping[Place, Any], tournament: Tournament) -> None:
    """Mark the tables without play in this round.

    An evening read from a growing file is skipped, as its seating is not known in advance.
    """
    empty = [tile for tile in tiles if not lines.get((tile["section"].pk, tile["table"]))]
    if empty and lines and tournament.current_round is not None and tables_of(tournament):
        for tile in empty:
            tile["empty"] = True
