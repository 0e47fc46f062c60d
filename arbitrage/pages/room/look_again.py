"""Rulings of an evening whose facts have changed since: their lines in the tray and the words on their tiles."""

from collections.abc import Collection, Iterable
from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from arbitrage.models import Tournament
from arbitrage.pages.wording.standing import stands_words
from arbitrage.pages.wording.tables_and_boards import table_name
from arbitrage.services.incidents.standing_room import to_look_at_again


def again_lines(tournament: Tournament, closed: Collection[UUID]) -> list[dict[str, Any]]:
    """Write a line for each decision to look at again, oldest first: its place, the change, its page. If the board is
    *closed*, because the reader still has to play it, the line says only that there is such a decision."""
    lines = []
    for standing in to_look_at_again(tournament):
        incident = standing.incident
        incident.tournament = tournament
        changed = [ruling for ruling in standing.rulings if ruling.changed]
        words = " ".join(stands_words(ruling, tournament.date) for ruling in changed)
        lines.append(
            {
                "incident": incident,
                "place": (incident.section_id, incident.table),
                "table": table_name(incident),
                "board": incident.board.number if incident.board else "",
                "words": _("On a board that you have yet to play.") if incident.board_id in closed else words,
                "url": reverse("decision", args=[changed[0].ruling.inquiry_id]),
            }
        )
    return lines


def with_again(tiles: Iterable[dict[str, Any]], again: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Mark the tiles of tables where a decision must be looked at again and nothing is more urgent."""
    by_place = {line["place"]: line for line in again}
    marked = []
    for tile in tiles:
        line = by_place.get((tile["section"].pk, tile["table"]))
        if line is not None and not tile["state"] and not tile.get("cards"):
            tile |= {"state": "wait", "reason": _("To be looked at again"), "incident": line["incident"]}
        marked.append(tile)
    return marked
