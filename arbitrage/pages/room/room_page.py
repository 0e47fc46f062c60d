"""*La salle*: a tile for each table, and the tray with the duties to come back for."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import groupby
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db.models import Exists, IntegerField, OuterRef, UUIDField
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arbitrage.database.prepared import Prepared
from arbitrage.models import Duty, Event, Incident, Inquiry, Result, Tournament, events_of_room
from arbitrage.models.rows_of_calls import ANSWERS_OF
from arbitrage.pages.appeal.appeals import appeals_of
from arbitrage.pages.room import watched_results
from arbitrage.pages.room.floor import floor, of_now
from arbitrage.pages.room.look_again import again_lines, with_again
from arbitrage.pages.room.table_says import told_words, typed_entries
from arbitrage.pages.room.tray import Seated, due_lines, earlier_words, entries, left_words, pairs_of, tables_in_words
from arbitrage.pages.wording.notation import counted_on
from arbitrage.pages.wording.people import person
from arbitrage.pages.wording.tables_and_boards import table_name, table_words
from arbitrage.services import tournaments
from arbitrage.services.tournaments import playing_director, swiss

if TYPE_CHECKING:
    from django.contrib.auth.models import User

TOLD_FOR = timedelta(minutes=10)
"""Time for which a director is told that another director has taken over his call."""

SIZES = ((12, "few"), (24, "many"))
"""Largest number of tables for each size of tile; beyond them, "crowd"."""

MOST_LEFT = 3
"""Most boards of earlier rounds without a result that the tray lists singly; if there are more, it shows their number
for each round."""


_RUNNING = Prepared(
    lambda tournament: (
        Incident.objects.running()
        .filter(tournament=tournament)
        .select_related("attended_by", "section", "board", "result__ns", "result__ew")
        .annotate(begun=Exists(Inquiry.objects.exclude(stage=Inquiry.Stage.DROPPED).filter(incident=OuterRef("pk"))))
    ),
    tournament=UUIDField(),
)
_DUE = Prepared(
    lambda tournament: Duty.objects.tray(tournament).select_related(
        "inquiry__incident__result__ns", "inquiry__incident__result__ew"
    ),
    {"inquiry__answers": ANSWERS_OF},
    tournament=UUIDField(),
)
_LEFT = Prepared(
    lambda tournament, round: (
        Result.objects.filter(
            board__tournament=tournament, kind=Result.Kind.NOT_PLAYED, round__lt=round, table__isnull=False
        )
        .select_related("section", "board", "ns", "ew")
        .order_by("round", "section__letter", "table", "board__number")
    ),
    tournament=UUIDField(),
    round=IntegerField(),
)


def room_page(tournament: Tournament, now: datetime, *, reader: "User", may_rule: bool) -> dict[str, Any]:
    """Build the page of the room: its tiles, the tray, the clock, and whether scores are published."""
    running: list[Any] = _RUNNING(tournament=tournament.pk)
    due = _DUE(tournament=tournament.pk)
    for incident in (*running, *(duty.inquiry.incident for duty in due)):
        incident.tournament = tournament  # one row for all, so that its sections are counted once
    closed = playing_director.closed_boards(reader, tournament)
    duties = [_hidden(line, closed) for line in due_lines(due, now)]
    again = again_lines(tournament, closed)
    tiles = with_again(floor(tournament, running, duties, now), again)
    size = next((name for most, name in SIZES if len(tiles) <= most), "crowd")
    seated = _seated(tiles)
    calls = sorted(
        (call for call in running if call.state == Incident.State.OPEN), key=lambda call: (call.called_at, call.pk)
    )
    on_tiles = {tile["incident"].pk for tile in tiles if tile["state"] == "open"} if size == "few" else set()
    about = told_words([call for call in calls if call.board_id not in closed])
    later = [duty for duty in duties if duty["at_the_end"] and of_now(duty["incident"], tournament)]
    during = [duty for duty in duties if duty not in later]
    at_the_end = entries(later, tournament, seated)
    return {
        "tournament": tournament,
        "version": (events_of_room(tournament.pk, reader) or 0) + watched_results.version(),
        "now": now,
        "tiles": tiles,
        "size": size,
        "calls": [
            _call(call, tournament, seated, now, reader) | {"about": about.get(call.pk, "")}
            for call in calls
            if call.pk not in on_tiles or (call.opened_by_id is None and call.attended_by_id is None)
        ],
        "taken_over": list(_taken_over(calls, reader, now)),
        "duties": entries(during, tournament, seated),
        "later": at_the_end,
        "later_tables": tables_in_words(at_the_end),
        "left": [*typed_entries(tournament, closed), *_left(tournament, seated)] if may_rule else [],
        "again": again,
        "open_calls": calls,
        "nowhere": sum(1 for call in calls if call.table is None),
        "clock": clock_words(tournament, now),
        "correction": tournaments.correction_state(tournament, now),
        "appeals": appeals_of(tournament, now),
        "watched": watched_results.in_the_room(tournament, now),
        "several_sections": len({tile["section"].pk for tile in tiles}) > 1,
        "may_rule": may_rule,
        "plays": str(reader.pk) in tournament.playing,
        "second_half": half_comes(tournament),
        "draws": swiss.is_drawn(tournament),
        "to_draw": tournament.match_of(to_draw) if (to_draw := swiss.waits_for_draw(tournament)) else None,
        "closed": closed,
    }


def half_comes(tournament: Tournament) -> bool:
    """Does the second half of a match come next?"""
    current = tournament.current_round
    return bool(current) and tournament.half_of(current or 1) < tournament.halves


def _seated(tiles: Iterable[Mapping[str, Any]]) -> Seated:
    """Find the table of each pair in the current round, under its side and under no side."""
    return {
        (tile["section"].pk, tile[name], of): tile["table"]
        for tile in tiles
        for name, side in (("ns", "NS"), ("ew", "EW"))
        for of in (side, "")
        if tile[name]
    }


def _left(tournament: Tournament, seated: Seated) -> list[dict[str, Any]]:
    """List the boards of earlier rounds without a result; if there are more than `MOST_LEFT`, one line for each round.

    The list is only for evenings prepared in this program, as a growing file has a line only once it was played.
    """
    if not tournament.current_round or tournament.current_round < 2:
        return []
    lines = _LEFT(tournament=tournament.pk, round=tournament.current_round)
    if len(lines) <= MOST_LEFT:
        return [_left_line(line, seated, tournament) for line in lines]
    return [
        _left_round(number, list(several), tournament) for number, several in groupby(lines, lambda line: line.round)
    ]


def _left_line(line: Result, seated: Seated, tournament: Tournament) -> dict[str, Any]:
    words = left_words(line.round, line.board.number, line.section_id, pairs_of(line), line.table, seated, tournament)
    return {
        "table": table_words(line, tournament.several_sections),
        "url": reverse("type_result", args=[line.pk]),
        "text": _("no result yet."),
        "earlier": words,
    }


def _left_round(number: int | None, lines: Sequence[Result], tournament: Tournament) -> dict[str, Any]:
    text = ngettext("%(count)s board without a result.", "%(count)s boards without a result.", len(lines))
    return {
        "table": "",
        "url": reverse("board_list", args=[tournament.pk]),
        "text": text % {"count": len(lines)},
        "earlier": left_words(number, None, None, {}, None, {}, tournament),
    }


def _hidden(duty: dict[str, Any], closed: Collection[UUID]) -> dict[str, Any]:
    """Hide the content of a tray line on a board that the reader still has to play."""
    if duty["incident"].board_id not in closed:
        return duty
    words = _("On a board that you have yet to play.")
    return duty | {"text": words, "when": "", "reason": words, "card": False, "there": [], "penalised": []}


def _call(incident: Any, tournament: Tournament, seated: Seated, now: datetime, reader: "User") -> dict[str, Any]:
    """Show an open call: its place (the table may be missing), caller, time, and director."""
    return {
        "incident": incident,
        "url": incident.get_absolute_url(),
        "attend": reverse("attend", args=[incident.pk]),
        "table": table_name(incident),
        "called_by": incident.called_by,
        "minutes": _minutes(incident.called_at, now),
        "since": incident.called_at,
        "begun": incident.begun,
        "who": person(incident.attended_by),
        "mine": incident.attended_by_id == reader.pk,
        "earlier": earlier_words(incident, tournament, seated),
    }


def _taken_over(calls: Sequence[Incident], reader: "User", now: datetime) -> Iterable[str]:
    """Say which of the reader's calls another director has taken over."""
    by_incident = {call.pk: call for call in calls if call.attended_by_id != reader.pk}
    if not by_incident:
        return
    events = Event.objects.filter(incident__in=by_incident, kind="attended", at__gt=now - TOLD_FOR)
    last = {event.incident_id: event for event in events.select_related("by").order_by("stream_id", "seq")}
    for key, event in last.items():
        if key is not None and event.data.get("from") == reader.pk:
            yield taken_over_words(by_incident[key], person(event.by))


def taken_over_words(incident: Incident, colleague: str) -> str:
    """Write that a colleague attends the reader's call now: "Leclerc has taken over your call of table 3."."""
    if incident.table is None:
        return _("%(who)s has taken over your call whose table is to be said.") % {"who": colleague}
    return _("%(who)s has taken over your call of table %(table)s.") % {"who": colleague, "table": table_name(incident)}


def _minutes(since: datetime, now: datetime) -> int:
    return max(0, int((now - since).total_seconds() // 60))


def clock_words(tournament: Tournament, now: datetime) -> dict[str, Any] | None:
    """Write the clock for pages: whole minutes left or over, and the stage for the style; None without a clock."""
    clock = tournaments.round_clock(tournament, now)
    if clock is None:
        return None
    over = clock.left < 0
    stage = "paused" if clock.paused else "over" if over else "warn" if clock.left <= WARNING else "run"
    seconds = -clock.left if over else clock.left
    return {
        "stage": stage,
        "left": clock.left,
        "ends_at": clock.ends_at,
        "minutes": seconds // 60 if over else -(-seconds // 60),
        "shown": _to_the_second(seconds, over=over),
    }


def _to_the_second(seconds: int, *, over: bool) -> str:
    """Write the clock for the screen on the wall: "12:05", "−3:20"; from one hour over time on without seconds, "−2 h
    45". The script of the page uses the same format."""
    if over and seconds >= 3600:
        return f"−{counted_on(seconds // 60)}"
    return f"{'−' if over else ''}{seconds // 60}:{seconds % 60:02}"


WARNING = 5 * 60
"""Seconds before the end of a round at which its clock warns."""

USUAL_MINUTES = (7, 10, 12, 14, 15, 17, 20, 21, 22, 24, 25, 26, 28, 30, 35, 45, 50, 60)


def clock_page(tournament: Tournament, now: datetime, *, reader: "User", may_rule: bool) -> dict[str, Any]:
    """Build the page of the round's clock, and of the minutes that a round may last."""
    minutes = sorted({*USUAL_MINUTES, *([tournament.round_minutes] if tournament.round_minutes else [])})
    return {
        "second_half": half_comes(tournament),
        "tournament": tournament,
        "version": (events_of_room(tournament.pk, reader) or 0) + watched_results.version(),
        "now": now,
        "clock": clock_words(tournament, now),
        "minutes": [{"value": number, "on": number == tournament.round_minutes} for number in minutes],
        "may_rule": may_rule,
    }
