"""A board: its traveller, its makeable tricks, its par."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.utils.translation import get_language

from arbitrage.models import Board, Incident, Result, Stream, what_counts_in
from arbitrage.pages.appeal.appeals import appeals_of
from arbitrage.pages.board.history import History
from arbitrage.pages.board.makeable import makeable_section
from arbitrage.pages.wording.lines import FORM_LETTERS, cells, columns, review_words, seated, table_of, worth
from arbitrage.pages.wording.on_the_table import on_the_table
from arbitrage.pages.wording.people import names_in
from arbitrage.pages.wording.scores import award_cells
from arbitrage.services import clock
from arbitrage.services.incidents.table import Logged, logs_of
from arbitrage.services.process_cache import ProcessCache
from arbitrage.services.results.after_correction import to_review_among
from arbitrage.services.results.field import TravellerLine, traveller
from arbitrage.services.tournaments.finality import final_from

A_PAGE = 100
"""Number of history entries on a page."""


def board_page(board: Board, *, hidden: bool, page: str | None = None) -> dict[str, Any]:
    """Build the page of a board. If *hidden*, its hands are left out. *page* is the number of a page of its history; by
    default the newest."""
    lines = traveller(board)
    told = _told_of(board)
    forms, sat = sorted({line.result.form for line in lines}), seated(lines)
    waiting = [line.result for line in lines if line.result.kind == Result.Kind.NOT_PLAYED and not line.after.award]
    return {
        "board": board,
        "tournament": board.tournament,
        "hidden": hidden and bool(board.deal or board.double_dummy),
        **({} if hidden else makeable_section(board)),
        "waiting": {
            "first": waiting[0],
            "table": table_of(waiting[0]),
            "written": len(lines) - len(waiting),
            "all": len(lines),
        }
        if waiting
        else None,
        "forms": [
            {
                "letter": FORM_LETTERS.get(form, form) if len(forms) > 1 else "",
                "lines": [
                    traveller_line(line, sat[line.result.pk], board.tournament.current_round)
                    for line in lines
                    if line.result.form == form
                ],
            }
            for form in forms
        ],
        **columns(lines),
        "several_sections": len({line.result.section_id for line in lines}) > 1,
        "review": told.review,
        "on_the_table": told.on_the_table,
        "history": Paginator(told.history, A_PAGE).get_page(page),
        "incidents": told.incidents,
        "appeals": appeals_of(board.tournament, clock.now(), told.incidents) if told.incidents else None,
        "now": clock.now(),
    }


@dataclass(frozen=True)
class Told:
    """The record of a board in words: the incidents that count, those to look at again, the tables with cards or
    restrictions in force, and the entries of its history."""

    incidents: list[Incident]
    review: list[dict[str, Any]]
    on_the_table: list[dict[str, Any]]
    history: list[dict[str, Any]]


MOST_ENTRIES = 5_000
"""Most history entries that a process caches, at one or two kilobytes each."""
_told: ProcessCache[Told] = ProcessCache(MOST_ENTRIES, weight=lambda told: len(told.history))


def _told_of(board: Board) -> Told:
    """Return the record of a board in words, from the cache if no event was added to it and no member was renamed
    since.

    A record is not cached while it has a decision to look at again, cards or restrictions in force, an appeal, or an
    open period for corrections or appeals, which ends without an event.
    """
    key = board.pk, get_language()
    ends, names = _ends(board), names_in(board.tournament.club_id)  # read before the rows
    told = _told.get(key, (ends, names))
    if told is None:
        history = History(board)
        told = _told_by(history)
        over = final_from(board.tournament)
        stays = all(ends) and not told.review and not told.on_the_table and (over is None or clock.now() > over)
        named = all(entry["by_id"] is None or entry["by_id"] in names for entry in told.history)
        if stays and named and not any(event.kind.startswith("appeal") for event in history.events):
            light = [Incident(pk=call.pk, year=call.year, number=call.number) for call in told.incidents]
            _told.put(key, (ends, names), replace(told, incidents=light))
    return told


def _ends(board: Board) -> tuple[str, ...]:
    """Return the cache key of a board's record: the last hash of every chain with events of the board, and the
    confirmed scores of its tournament. An incident from an earlier version has no chain and gives ""."""
    calls = list(Incident.objects.filter(board=board).order_by("pk").values_list("pk", flat=True))
    club = board.tournament.club_id
    heads = {club: "none"} | dict(Stream.objects.filter(pk__in=[club, *calls]).order_by().values_list("pk", "head"))
    return *what_counts_in(board.tournament_id), *(heads.get(chain, "") for chain in (club, *calls))


def _told_by(history: History) -> Told:
    incidents = [incident for incident in history.incidents.values() if incident.state != Incident.State.WITHDRAWN]
    logs = logs_of(incidents, history.events) if incidents else {}
    reviews = to_review_among(incidents, logs)
    return Told(
        incidents,
        [review_words(review, history.standing[review.incident.pk]) for review in reviews],
        list(_on_the_table(incidents, logs, history)),
        list(history.entries()),
    )


def _on_the_table(
    incidents: Iterable[Incident], logs: Mapping[UUID, list[Logged]], history: History
) -> Iterator[dict[str, Any]]:
    """List the tables of a board where cards or restrictions are in force, the latest call first. *incidents* are those
    of the board in order of time."""
    tables: dict[Any, Incident] = {}
    for incident in incidents:
        if incident.state in Incident.RUNNING:
            place = (incident.section_id, incident.table) if incident.table else incident.pk
            tables.pop(place, None)
            tables[place] = incident
    for incident in reversed(tables.values()):
        if lines := on_the_table(incident, logs[incident.pk]):
            yield {"incident": incident, "table": history.table_of(incident), "lines": lines}


def traveller_line(line: TravellerLine, sat: tuple[str, str], current: int | None = None) -> dict[str, Any]:
    """Write a line of a traveller in words. *current* is the current round. In the result, *was* has the cells of the
    score as played if the line was adjusted, and is empty otherwise."""
    made, declarer, score = cells(line, current)
    adjusted = _adjusted(line)
    return {
        "line": line,
        "result": line.result,
        "sat": sat,
        "made": made,
        "declarer": declarer,
        "score": score,
        "worth": worth(line.after),
        "adjusted": adjusted,
        "was": dict(zip(("made", "declarer", "score"), award_cells(line.before.award), strict=True))
        if adjusted
        else {},
    }


def _adjusted(line: TravellerLine) -> str:
    """Return the name of the arrow that shows whether an adjusted score is better or worse for North-South; "" for a
    line that was not adjusted."""
    before, after = line.before.award, line.after.award
    if before == after:
        return ""
    if before is None or after is None or before.score is None or after.score is None or before.score == after.score:
        return "↕"
    return "↑" if after.score > before.score else "↓"
