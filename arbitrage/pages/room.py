"""La salle: a tile a table, and the tray of what to come back for."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import UUID

from django.db.models import Exists, Max, OuterRef
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arbitrage.models import Duty, Event, Incident, Inquiry, Result, Tournament, events_of_room
from arbitrage.pages import watched
from arbitrage.pages.appeals import appeals_of
from arbitrage.pages.decision import ON_LEAD
from arbitrage.pages.people import person
from arbitrage.pages.places import tables
from arbitrage.pages.tray import at_the_tables, with_cards
from arbitrage.services import playing, tournaments
from arbitrage.services.evenings import tables_of
from rulings.engine import text
from rulings.engine.roles import with_roles
from rulings.engine.ruling import When

if TYPE_CHECKING:
    from django.contrib.auth.models import User

AT_THE_END = (When.END_OF_PLAY,)
"""The moments that come when a board is over: their duties are counted, not listed, while it is played."""

TOLD_FOR = timedelta(minutes=10)
"""How long a director is told that another one has taken his call over."""

SIZES = ((12, "few"), (24, "many"))
"""The tables that a screen shows in one size of tile; more of them are a crowd."""


def room_page(tournament: Tournament, now: datetime, *, reader: "User", may_rule: bool) -> dict[str, Any]:
    """All that the room shows: its tiles, the three parts of the tray, the clock, whether scores are published."""
    running = list(
        Incident.objects.running()
        .filter(tournament=tournament)
        .select_related("attended_by", "section")
        .annotate(begun=Exists(Inquiry.objects.exclude(stage=Inquiry.Stage.DROPPED).filter(incident=OuterRef("pk"))))
    )
    due = Duty.objects.tray(tournament).prefetch_related("inquiry__answers")
    closed = playing.closed_boards(reader, tournament)
    duties = [_hidden(one, closed) for one in at_the_tables(_duty(duty, now) for duty in due)]
    tiles = _tiles(tournament, running, duties, now)
    calls = [one for one in running if one.state == Incident.State.OPEN]
    return {
        "tournament": tournament,
        "version": (events_of_room(tournament.pk, reader) or 0) + watched.version(),
        "now": now,
        "tiles": tiles,
        "size": next((name for most, name in SIZES if len(tiles) <= most), "crowd"),
        "calls": sorted((_call(one, now, reader) for one in calls), key=lambda call: call["since"]),
        "taken_over": list(_taken_over(calls, reader, now)),
        "duties": with_cards(_by_table([duty for duty in duties if not duty["at_the_end"]])),
        "later": _by_table([duty for duty in duties if duty["at_the_end"]]),
        "open_calls": calls,
        "nowhere": sum(1 for one in calls if one.table is None),
        "calm_count": sum(1 for tile in tiles if tile["state"] == ""),
        "clock": clock_words(tournament, now),
        "correction": tournaments.correction_state(tournament, now),
        "appeals": appeals_of(tournament, now),
        "watched": watched.in_the_room(tournament, now),
        "several_sections": len({tile["section"].pk for tile in tiles}) > 1,
        "may_rule": may_rule,
        "plays": str(reader.pk) in tournament.playing,
        "closed": closed,
    }


def _tiles(
    tournament: Tournament, running: Iterable[Any], duties: Iterable[dict[str, Any]], now: datetime
) -> list[dict[str, Any]]:
    """The tables in order, each with its pairs and boards of the round and what is going on there."""
    lines = _lines_by_table(tournament)
    open_at: dict[tuple[UUID | None, int | None], list[Any]] = defaultdict(list)
    for incident in running:
        open_at[incident.section_id, incident.table].append(incident)
    due = sorted(reversed(list(duties)), key=lambda duty: not duty["at_the_end"])
    reasons = {duty["incident"].pk: duty["reason"] for duty in due}  # the oldest, and before the end of the board
    ruled = _ruled_in_this_round(tournament, now)
    tiles = []
    for section, table in tables(tournament):
        key = (section.pk, table)
        tile: dict[str, Any] = {"section": section, "table": table, "state": "", "incident": None}
        tile |= _at_the_table(lines.get(key, []), in_a_round=tournament.current_round is not None)
        # What is open comes before what waits, and the older before the newer.
        here = sorted(
            (one for one in open_at[key] if one.state == Incident.State.OPEN or _of_now(one, tournament)),
            key=lambda one: (one.state != Incident.State.OPEN, one.called_at),
        )
        if here and here[0].state == Incident.State.OPEN:
            tile |= {"state": "open", "minutes": _minutes(here[0].called_at, now), "since": here[0].called_at}
            tile |= {"who": person(here[0].attended_by), "begun": here[0].begun}
        elif here:
            tile |= {"state": "wait", "reason": reasons.get(here[0].pk, "")}
        elif key in ruled:
            tile |= {"state": "done", "done_at": ruled[key]}
        tiles.append(tile | {"incident": here[0] if here else None})
    empty = [one for one in tiles if not lines.get((one["section"].pk, one["table"]))]
    # The lines of a file come while they are played: there nobody knows yet who sits where.
    if empty and lines and tournament.current_round is not None and tables_of(tournament):
        for tile in empty:
            tile["empty"] = True
    return tiles


def _of_now(incident: Incident, tournament: Tournament) -> bool:
    """Does what waits concern the round that is played? What an earlier round left is in the tray, not on the tile."""
    return None in (incident.round, tournament.current_round) or incident.round == tournament.current_round


class _Line(NamedTuple):
    """A line of a board as the tiles need it."""

    section: UUID
    table: int | None
    board: int
    ns: str | None
    ew: str | None


def _lines_by_table(tournament: Tournament) -> dict[tuple[UUID, int | None], list[_Line]]:
    """The lines of the current round by table; of every round as long as nobody has said which one is played."""
    lines = Result.objects.filter(board__tournament=tournament, table__isnull=False)
    if tournament.current_round is not None:
        lines = lines.filter(round=tournament.current_round)
    found: dict[tuple[UUID, int | None], list[_Line]] = defaultdict(list)
    for row in lines.order_by().values_list("section", "table", "board__number", "ns__number", "ew__number"):
        line = _Line(*row)
        found[line.section, line.table].append(line)
    return found


def _at_the_table(lines: Sequence[_Line], *, in_a_round: bool) -> dict[str, str]:
    """Pairs, as far as they are the same on every line, and the boards of the round."""
    north_south = {line.ns or "" for line in lines}
    east_west = {line.ew or "" for line in lines}
    return {
        "ns": north_south.pop() if len(north_south) == 1 else "",
        "ew": east_west.pop() if len(east_west) == 1 else "",
        "boards": _boards(sorted({line.board for line in lines})) if in_a_round else "",
    }


def _boards(numbers: Sequence[int]) -> str:
    """ "Boards 9–10", "Board 9", "Boards 9, 12"; "" for none."""
    if not numbers:
        return ""
    in_a_row = len(numbers) > 1 and numbers[-1] - numbers[0] == len(numbers) - 1
    shown = f"{numbers[0]}–{numbers[-1]}" if in_a_row else ", ".join(map(str, numbers))
    return ngettext("Board %(boards)s", "Boards %(boards)s", len(numbers)) % {"boards": shown}


def _ruled_in_this_round(tournament: Tournament, now: datetime) -> dict[tuple[UUID | None, int | None], datetime]:
    """The tables at which something was ruled in the current round, and when last."""
    since = tournament.round_started_at or now - timedelta(hours=1)
    over = (Incident.State.RULED, Incident.State.APPEALED, Incident.State.FINAL)
    ruled = Incident.objects.filter(tournament=tournament, state__in=over, round=tournament.current_round).order_by()
    found = ruled.values_list("section", "table").annotate(ruled_at=Max("inquiries__rulings__at"))
    return {(section, table): at for section, table, at in found.filter(ruled_at__gte=since)}


def _duty(duty: Duty, now: datetime) -> dict[str, Any]:
    """A line of the tray: where, since when, what, and in a word for the tile."""
    incident = duty.inquiry.incident
    said = text.plain(duty.text, with_roles(duty.inquiry.known()), translation)
    what, _dot, when = said.partition(". ")
    return {
        "incident": incident,
        "url": duty.inquiry.get_absolute_url(),
        "duty": duty,
        "card": bool(duty.about),
        "place": (incident.section_id, incident.table),
        "table": _table(incident),
        "board": incident.board.number if incident.board else "",
        "minutes": _minutes(duty.due_since, now),
        "since": duty.due_since,
        "text": f"{what}." if when else what,
        "when": when,
        "at_the_end": duty.moment in {one.value for one in AT_THE_END},
        "reason": _in_a_word(said) or what,
    }


def _hidden(duty: dict[str, Any], closed: Collection[UUID]) -> dict[str, Any]:
    """A line of the tray; that there is one and no more on a board that the reader has yet to play."""
    if duty["incident"].board_id not in closed:
        return duty
    words = _("On a board that you have yet to play.")
    return duty | {"text": words, "when": "", "reason": words, "card": False, "there": []}


def _call(incident: Any, now: datetime, reader: "User") -> dict[str, Any]:
    """An open call: where, who called, since when, who is on it; its table may have to be said."""
    return {
        "incident": incident,
        "url": incident.get_absolute_url(),
        "table": _table(incident),
        "called_by": incident.called_by,
        "minutes": _minutes(incident.called_at, now),
        "since": incident.called_at,
        "begun": incident.begun,
        "who": person(incident.attended_by),
        "mine": incident.attended_by_id == reader.pk,
    }


def _taken_over(calls: Sequence[Incident], reader: "User", now: datetime) -> Iterable[str]:
    """What a director is told of his calls that another one has taken over since."""
    by_incident = {one.pk: one for one in calls if one.attended_by_id != reader.pk}
    if not by_incident:
        return
    events = Event.objects.filter(incident__in=by_incident, kind="attended", at__gt=now - TOLD_FOR)
    last = {event.incident_id: event for event in events.select_related("by").order_by("stream_id", "seq")}
    for key, event in last.items():
        if key is not None and event.data.get("from") == reader.pk:
            yield taken_over_words(by_incident[key], person(event.by))


def taken_over_words(incident: Incident, who: str) -> str:
    """ "Leclerc is on the call of table 3 now"."""
    if incident.table is None:
        return _("%(who)s has taken over your call whose table is to be said.") % {"who": who}
    return _("%(who)s has taken over your call of table %(table)s.") % {"who": who, "table": incident.table}


def _by_table(duties: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """One entry a table: what to come back for there, each line with its own way, the oldest table first."""
    found: dict[Any, list[dict[str, Any]]] = {}
    for duty in duties:
        found.setdefault(duty["place"] if duty["table"] else duty["incident"].pk, []).append(duty)
    entries = [
        {
            "table": several[0]["table"],
            "id": several[0]["duty"].pk,
            "minutes": max(one["minutes"] for one in several),
            "since": min(one["since"] for one in several),
            "lines": several,
            "url": several[0]["url"],
            "on_lead": next((one["duty"] for one in several if one["duty"].opens == ON_LEAD), None),
        }
        for several in found.values()
    ]
    return sorted(entries, key=lambda entry: entry["since"])


def _table(incident: Incident) -> str:
    return "" if incident.table is None else str(incident.table)


def _in_a_word(sentence: str) -> str:
    """What stands before the colon ("Major penalty card, in front of East (♦K): …"), if a tile has room for it."""
    head, colon, _rest = sentence.partition(":")
    return head.strip() if colon and len(head) <= 50 else ""


def _minutes(since: datetime, now: datetime) -> int:
    return max(0, int((now - since).total_seconds() // 60))


def clock_words(tournament: Tournament, now: datetime) -> dict[str, Any] | None:
    """The clock as pages show it: whole minutes left or over, and the stage by which they are dressed; None without."""
    found = tournaments.round_clock(tournament, now)
    if found is None:
        return None
    over = found.left < 0
    stage = "paused" if found.paused else "over" if over else "warn" if found.left <= WARNING else "run"
    seconds = -found.left if over else found.left
    return {
        "stage": stage,
        "left": found.left,
        "ends_at": found.ends_at,
        "minutes": seconds // 60 if over else -(-seconds // 60),
        "shown": f"{'−' if over else ''}{seconds // 60}:{seconds % 60:02}",
    }


WARNING = 5 * 60
"""The seconds before the end of a round from which its clock warns."""

USUAL_MINUTES = (7, 10, 12, 14, 15, 17, 20, 21, 22, 24, 25, 26, 28, 30, 35, 45, 50, 60)


def clock_page(tournament: Tournament, now: datetime, *, reader: "User", may_rule: bool) -> dict[str, Any]:
    """The clock of the round, and the minutes that a round may last."""
    minutes = sorted({*USUAL_MINUTES, *([tournament.round_minutes] if tournament.round_minutes else [])})
    return {
        "tournament": tournament,
        "version": (events_of_room(tournament.pk, reader) or 0) + watched.version(),
        "now": now,
        "clock": clock_words(tournament, now),
        "minutes": [{"value": one, "on": one == tournament.round_minutes} for one in minutes],
        "may_rule": may_rule,
    }
