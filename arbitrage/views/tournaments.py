"""The club’s tournaments, and the room of the one that runs."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.db.models import Count, Max, Q, QuerySet
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arbitrage.forms import RoundForm
from arbitrage.models import Contestant, Duty, Incident, Result, Section, Tournament
from arbitrage.services import clock, tournaments
from arbitrage.services.errors import Refused
from arbitrage.views import MemberRequest, for_members, go, page, to_change, to_read
from arbitrage.views.showing import person
from rulings import text
from rulings.roles import with_roles
from rulings.ruling import When

AN_EVENING = timedelta(hours=12)


@for_members("GET")
def home(request: MemberRequest) -> HttpResponse:
    """The room of the tournament that runs; the list of tournaments when none does, or several do."""
    now = clock.now()
    running = Tournament.objects.for_user(request.user).filter(
        round_started_at__gt=now - AN_EVENING, published_at__isnull=True
    )
    found = list(running[:2])
    return go(request, found[0] if len(found) == 1 else "tournament_list")


@for_members("GET")
def tournament_list(request: MemberRequest) -> HttpResponse:
    """The club's tournaments, newest first, with what is open in them."""
    found = Tournament.objects.for_user(request.user).annotate(
        open_calls=Count("incidents", filter=Q(incidents__state=Incident.State.OPEN)),
        waiting=Count("incidents", filter=Q(incidents__state=Incident.State.WAITING)),
    )
    found = found.order_by("-date", "-pk")  # counting forgets the order of the model
    return render(request, "tournament/list.html", {"tournaments": found})


# The room


@for_members("GET")
def room(request: MemberRequest, tournament_id: UUID) -> HttpResponse:
    """A tile a table, what to come back for, and the button for a call from anywhere; refreshed every 20 seconds."""
    tournament = to_read(Tournament.objects.all(), request.user, tournament_id)
    now = clock.now()
    running = list(Incident.objects.running().filter(tournament=tournament).select_related("attended_by", "section"))
    duties = [_duty(duty, now) for duty in Duty.objects.tray(tournament).prefetch_related("inquiry__answers")]
    tiles = _tiles(tournament, running, duties, now)
    on_tiles = {tile["incident"] for tile in tiles}
    loose = [_loose(one, now) for one in running if one.state == Incident.State.OPEN and one not in on_tiles]
    context = {
        "tournament": tournament,
        "tiles": tiles,
        "duties": sorted([*duties, *loose], key=lambda duty: -duty["minutes"]),
        "open_calls": [one for one in running if one.state == Incident.State.OPEN],
        "calm_count": sum(1 for tile in tiles if tile["state"] == ""),
        "minutes_left": _minutes_left(tournament, now),
        "correction": tournaments.correction_state(tournament, now),
        "several_sections": len({tile["section"].pk for tile in tiles}) > 1,
    }
    return render(request, page(request, "tournament/room.html"), context)


@for_members("POST")
def begin_round(request: MemberRequest, tournament_id: UUID) -> HttpResponse:
    """The previous or the next round begins."""
    tournament = to_change(Tournament.objects.all(), request.user, tournament_id)
    form = RoundForm(request.POST)
    try:
        tournaments.begin_round(
            tournament=tournament, number=form.cleaned_data["round"] if form.is_valid() else 0, by=request.user
        )
    except Refused as refused:
        messages.error(request, str(refused))
    return go(request, tournament)


def _tiles(
    tournament: Tournament, running: Iterable[Incident], duties: Iterable[dict[str, Any]], now: datetime
) -> list[dict[str, Any]]:
    """The tables in order, each with its pairs and boards of the round and what is going on there."""
    lines = _lines_by_table(tournament)
    open_at: dict[tuple[UUID | None, int | None], list[Incident]] = defaultdict(list)
    for incident in running:
        open_at[incident.section_id, incident.table].append(incident)
    reasons = {duty["incident"].pk: duty["reason"] for duty in reversed(list(duties))}
    ruled = {(one.section_id, one.table): one for one in _ruled_in_this_round(tournament, now)}
    tiles = []
    for section, table in tables(tournament):
        key = (section.pk, table)
        tile: dict[str, Any] = {"section": section, "table": table, "state": "", "incident": None}
        tile |= _at_the_table(lines.get(key, []), in_a_round=tournament.current_round is not None)
        # What is open comes before what waits, and the older before the newer.
        here = sorted(open_at[key], key=lambda one: (one.state != Incident.State.OPEN, one.called_at))
        if here and here[0].state == Incident.State.OPEN:
            tile |= {"state": "open", "minutes": _minutes(here[0].called_at, now), "who": person(here[0].attended_by)}
        elif here:
            tile |= {"state": "wait", "reason": reasons.get(here[0].pk, "")}
        elif key in ruled:
            tile |= {"state": "done", "done_at": getattr(ruled[key], "ruled_at", None)}
        tiles.append(tile | {"incident": here[0] if here else None})
    return tiles


def tables(tournament: Tournament) -> list[tuple[Section, int]]:
    """Every table of the tournament, in order, with its section: those of the lines, and those of a Mitchell's
    North-South pairs that have sent nothing yet."""
    sections = tournament.sections.in_bulk()
    lines = tournament.boards.order_by().values_list(
        "results__section", "results__table", "results__ns__number", "results__ns__direction"
    )
    found = set(lines.distinct())
    known = {(section, table) for section, table, _ns, _way in found if section is not None and table is not None}
    moving = {section for section, table, ns, way in found if (ns, way) != (str(table), Contestant.Direction.NS)}
    sitting = Contestant.objects.filter(section__in={section for section, _table in known} - moving)
    numbers = sitting.filter(direction=Contestant.Direction.NS).values_list("section", "number")
    known |= {(section, int(number)) for section, number in numbers if number.isascii() and number.isdigit()}
    return sorted(((sections[section], table) for section, table in known), key=lambda one: (one[0].letter, one[1]))


def _lines_by_table(tournament: Tournament) -> dict[tuple[UUID, int | None], list[Result]]:
    """The results of the current round by table; of every round as long as nobody has said which one is played."""
    lines = Result.objects.filter(board__tournament=tournament, table__isnull=False).select_related("board", "ns", "ew")
    if tournament.current_round is not None:
        lines = lines.filter(round=tournament.current_round)
    found: dict[tuple[UUID, int | None], list[Result]] = defaultdict(list)
    for line in lines.order_by("board__number"):
        found[line.section_id, line.table].append(line)
    return found


def _at_the_table(lines: Sequence[Result], *, in_a_round: bool) -> dict[str, str]:
    """Pairs, as far as they are the same on every line, and the boards of the round."""
    north_south = {line.ns.number if line.ns else "" for line in lines}
    east_west = {line.ew.number if line.ew else "" for line in lines}
    return {
        "ns": north_south.pop() if len(north_south) == 1 else "",
        "ew": east_west.pop() if len(east_west) == 1 else "",
        "boards": _boards(sorted({line.board.number for line in lines})) if in_a_round else "",
    }


def _boards(numbers: Sequence[int]) -> str:
    """ "Boards 9–10", "Board 9", "Boards 9, 12"; "" for none."""
    if not numbers:
        return ""
    in_a_row = len(numbers) > 1 and numbers[-1] - numbers[0] == len(numbers) - 1
    shown = f"{numbers[0]}–{numbers[-1]}" if in_a_row else ", ".join(map(str, numbers))
    return ngettext("Board %(boards)s", "Boards %(boards)s", len(numbers)) % {"boards": shown}


def _ruled_in_this_round(tournament: Tournament, now: datetime) -> QuerySet[Incident]:
    """The incidents that were ruled in the current round, the last one last."""
    since = tournament.round_started_at or now - timedelta(hours=1)
    return (
        Incident.objects.filter(tournament=tournament, state__in=(Incident.State.RULED, Incident.State.FINAL))
        .filter(round=tournament.current_round)
        .annotate(ruled_at=Max("inquiries__rulings__at"))
        .filter(ruled_at__gte=since)
        .order_by("ruled_at", "pk")
    )


def _duty(duty: Duty, now: datetime) -> dict[str, Any]:
    """A line of the tray: where, since when, what, and in a word for the tile."""
    incident = duty.inquiry.incident
    said = text.plain(duty.text, with_roles(duty.inquiry.known()), translation)
    what, _dot, when = said.partition(". ")
    return {
        "incident": incident,
        "url": duty.inquiry.get_absolute_url(),
        "table": _table(incident),
        "minutes": _minutes(duty.due_since, now),
        "text": f"{what}." if when else what,
        "when": when,
        "reason": _in_a_word(said) or text.plain(_moment_of(duty).label, {}, translation),
    }


def _moment_of(duty: Duty) -> When:
    return next(one for one in When if one.value == duty.moment)


def _loose(incident: Incident, now: datetime) -> dict[str, Any]:
    """A call that no tile shows, because its table is not known yet or already has another one."""
    minutes = _minutes(incident.called_at, now)
    return {
        "incident": incident,
        "url": incident.get_absolute_url(),
        "table": _table(incident),
        "minutes": minutes,
        "text": _("Director!"),
        "when": "",
    }


def _table(incident: Incident) -> str:
    return "" if incident.table is None else str(incident.table)


def _in_a_word(sentence: str) -> str:
    """What stands before the colon ("Penalty card ♦K, East: to be played…"), if it is short enough for a tile."""
    head, colon, _rest = sentence.partition(":")
    return head.strip() if colon and len(head) <= 40 else ""


def _minutes(since: datetime, now: datetime) -> int:
    return max(0, int((now - since).total_seconds() // 60))


def _minutes_left(tournament: Tournament, now: datetime) -> int | None:
    if tournament.round_started_at is None or tournament.round_minutes is None:
        return None
    left = tournament.round_minutes - _minutes(tournament.round_started_at, now)
    return left if left >= 0 else None
