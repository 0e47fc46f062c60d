"""A board: its traveller, its makeable tricks, its par."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from uuid import UUID

from django.core.paginator import Paginator

from arbitrage.models import Board, Incident, Result
from arbitrage.pages.appeal.appeals import appeals_of
from arbitrage.pages.board.history import History
from arbitrage.pages.board.makeable import makeable_section
from arbitrage.pages.wording.lines import FORM_LETTERS, cells, columns, review_words, seated, worth
from arbitrage.pages.wording.on_the_table import on_the_table
from arbitrage.pages.wording.scores import award_cells
from arbitrage.services import clock
from arbitrage.services.incidents.table import Logged, logs_of
from arbitrage.services.results.after_correction import to_review_among
from arbitrage.services.results.field import TravellerLine, traveller

A_PAGE = 100
"""Entries of the history shown together."""


def board_page(board: Board, *, hidden: bool, page: str | None = None) -> dict[str, Any]:
    """Build the page of a board; without its hands when they are *hidden*. *page* is the page of its history, the
    newest by default."""
    lines = traveller(board)
    history = History(board)
    incidents = [incident for incident in history.incidents.values() if incident.state != Incident.State.WITHDRAWN]
    logs = logs_of(incidents, history.events) if incidents else {}
    forms, sat = sorted({line.result.form for line in lines}), seated(lines)
    waiting = [line.result for line in lines if line.result.kind == Result.Kind.NOT_PLAYED and not line.after.award]
    return {
        "board": board,
        "tournament": board.tournament,
        "hidden": hidden and bool(board.deal or board.double_dummy),
        **({} if hidden else makeable_section(board)),
        "waiting": {"first": waiting[0], "written": len(lines) - len(waiting), "all": len(lines)} if waiting else None,
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
        "review": [
            review_words(review, history.standing[review.incident.pk]) for review in to_review_among(incidents, logs)
        ],
        "on_the_table": list(_on_the_table(incidents, logs, history)),
        "history": Paginator(list(history.entries()), A_PAGE).get_page(page),
        "incidents": incidents,
        "appeals": appeals_of(board.tournament, clock.now(), incidents) if incidents else None,
        "now": clock.now(),
    }


def _on_the_table(
    incidents: Iterable[Incident], logs: Mapping[UUID, list[Logged]], history: History
) -> Iterator[dict[str, Any]]:
    """List the tables of a board with cards or restrictions on them, the last called first, from its *incidents* in
    order."""
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
    """Write a line of a traveller in words; *current* is the round. For an adjusted line, *was* is the result
    played."""
    made, declarer, score = cells(line, current)
    adjusted = _adjusted(line)
    was = zip(("made", "declarer", "score"), award_cells(line.before.award), strict=True)
    return {
        "line": line,
        "result": line.result,
        "sat": sat,
        "made": made,
        "declarer": declarer,
        "score": score,
        "worth": worth(line.after),
        "adjusted": adjusted,
        "was": dict(was) if adjusted else {},
    }


def _adjusted(line: TravellerLine) -> str:
    """Return the arrow that shows the direction of an adjusted score for North-South; "" for a line that counts as
    played."""
    before, after = line.before.award, line.after.award
    if before == after:
        return ""
    if before is None or after is None or before.score is None or after.score is None or before.score == after.score:
        return "↕"
    return "↑" if after.score > before.score else "↓"
