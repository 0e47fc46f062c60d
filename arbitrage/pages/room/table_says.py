"""Messages of tables from their sheets, in words: reasons of calls, and typed results."""

from collections.abc import Collection, Sequence
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arbitrage.models import Incident, Result, Tournament, TypedLine
from arbitrage.pages.code import for_players
from arbitrage.pages.wording.lines import line_words
from arbitrage.pages.wording.tables_and_boards import table_words
from arbitrage.services.incidents import table_calls
from arbitrage.services.results import table_results
from rulings.bridge import parse_contract


def told_words(calls: Sequence[Incident]) -> dict[UUID, str]:
    """Write, for each call from a table, the case that its players named."""
    leaves = for_players.by_slug()
    return {
        key: _("The table says: %(case)s.") % {"case": leaves[about].title}
        if about in leaves
        else _("The table called by itself.")
        for key, about in table_calls.told_by_table(list(calls)).items()
    }


MOST_TYPED = 3
"""Most unconfirmed results from tables that the tray lists singly; if there are more, it shows their number."""


def typed_entries(tournament: Tournament, closed: Collection[UUID]) -> list[dict[str, Any]]:
    """List the typed results that the other side still has to confirm, for the tray; many make one line. A result on a
    *closed* board, which the reader still has to play, is not said."""
    waiting = table_results.waiting_in(tournament)
    if len(waiting) > MOST_TYPED:
        text = ngettext("%(count)s result waits", "%(count)s results wait", len(waiting)) % {"count": len(waiting)}
        head, url = {"head": text, "pairs": ""}, reverse("table_sheets", args=[tournament.pk])
        return [
            {"table": "", "url": url, "text": _("to be confirmed by the other side."), "earlier": head, "look": True}
        ]
    return [
        {
            "table": table_words(row, tournament.several_sections),
            "url": typed_address(row, None if row.board_id in closed else typed),
            "text": _("On a board that you have yet to play.")
            if row.board_id in closed
            else _("%(words)s, to be confirmed by the other side.") % {"words": _words(row, typed)},
            "earlier": {"head": _("Board %(board)s") % {"board": row.board.number}, "pairs": ""},
            "look": True,
        }
        for row, typed in waiting
    ]


def typed_lines(tournament: Tournament, closed: Collection[UUID]) -> list[dict[str, Any]]:
    """List all typed results that wait for the other side, for the page of the sheets; *closed* as for
    `typed_entries`."""
    return [
        {
            "table": table_words(row, tournament.several_sections),
            "board": row.board.number,
            "words": _("On a board that you have yet to play.") if row.board_id in closed else _words(row, typed),
            "at": typed.at,
            "url": typed_address(row, None if row.board_id in closed else typed),
        }
        for row, typed in table_results.waiting_in(tournament)
    ]


def _words(row: Result, typed: TypedLine) -> str:
    return line_words(table_results.typed_words(row, typed))


def typed_address(row: Result, typed: TypedLine | None) -> str:
    """Return the address of the director's keypad with the typed result filled in, for him to save; without it for
    None."""
    name = "type_result" if row.kind == Result.Kind.NOT_PLAYED else "result"
    if typed is None:
        return reverse(name, args=[row.pk])
    entry, keys = typed.entry, {}
    contract = parse_contract(entry["contract"]) if entry["contract"] else None
    if contract is not None:
        keys = {
            "level": contract.level,
            "denomination": contract.denomination.value,
            "doubled": contract.doubled,
            "declarer": entry["declarer"],
            "margin": entry["tricks"] - contract.target,
        }
    if entry["lead"]:
        keys |= {"lead_suit": entry["lead"][0], "lead_rank": entry["lead"][1]}
    address = reverse(name, args=[row.pk])
    return f"{address}?{urlencode(keys)}" if keys else address
