"""*Que s'est-il passé ?*: the selected tile and the laws that it may mean."""

from collections.abc import Mapping
from typing import Any

from arbitrage.database.search_words import fold
from arbitrage.models import Incident, Inquiry, Tournament
from arbitrage.models.board import SEATS
from arbitrage.models.incident import EDITIONS
from arbitrage.pages.incident.cases import OTHER, cases
from arbitrage.pages.incident.irregularities import TILES, tiles, under
from arbitrage.pages.incident.law_search import found_words, search
from arbitrage.pages.room.table_says import told_words
from arbitrage.pages.wording.notation import seat
from arbitrage.pages.wording.tables_and_boards import table_name
from rulings.engine.inquiry import Law

BY_HAND = "81B2"
"""The law without questions: the director writes the ruling in his own words."""


OF_THE_AUCTION = ("enchere-insuffisante", "declaration-hors-tour")
"""The tiles whose laws use the calls entered on the bidding box."""


def second_choice(laws: Mapping[str, Law], key: str, *, teams: bool = True) -> dict[str, Any] | None:
    """List the cases of the selected tile, and the laws behind its key "something else"; None for a tile without cases.

    Cases that occur only in matches are left out unless *teams* play.
    """
    told = [case for case in cases(laws, key) if teams or not case.of_teams]
    if not told:
        return None
    named, (other, likely) = {case.law for case in told}, OTHER[key]
    rest = dict.fromkeys([*likely, *(law.id for law in under(laws, key) if law.id not in named)])
    return {
        "id": key,
        "title": next((tile.title for tile in TILES if tile.key == key), ""),
        "cases": [
            {"value": f"{key}:{place}", "title": tile_case.title, "small": tile_case.small, "picto": tile_case.picto}
            for place, tile_case in enumerate(told)
        ],
        "other": other,
        "laws": [found_words(laws[law]) for law in rest if law in laws],
        "auction": key in OF_THE_AUCTION,
    }


def everything(laws: Mapping[str, Law]) -> list[dict[str, str]]:
    """List every law, by title."""
    offered = (law for law in laws.values() if law.id != BY_HAND)
    return sorted(map(found_words, offered), key=lambda law: fold(law["title"]))


AT_HAND = 4
"""Number of recently used laws offered as shortcuts."""


def recent(incident: Incident, laws: Mapping[str, Law]) -> list[dict[str, str]]:
    """List the laws of the latest inquiries of this tournament, the newest first, as incidents tend to repeat."""
    opened = Inquiry.objects.filter(incident__tournament=incident.tournament_id, opened_by_duty=None)
    last = opened.order_by("-incident__called_at", "-order").values_list("law", flat=True)[:30]
    return [found_words(laws[law]) for law in list(dict.fromkeys(last))[:AT_HAND] if law in laws and law != BY_HAND]


def callers(incident: Incident) -> list[dict[str, Any]]:
    """List the four players as possible callers."""
    return [{"value": player, "label": seat(player), "chosen": player == incident.called_by} for player in SEATS]


def what_page(incident: Incident, asked: Mapping[str, str]) -> dict[str, Any]:
    """Build the page: the tiles, the cases of the selected one, and the laws found by the search words. *asked* are the
    parameters of the URL: `tile` with its cases, `other` for none of them, `q`, `all`."""
    laws = EDITIONS[incident.tournament.edition]
    query, listed, other = asked.get("q", "").strip(), "all" in asked, "other" in asked
    tile = second_choice(laws, asked.get("tile", ""), teams=incident.tournament.kind == Tournament.Kind.TEAMS)
    results = everything(laws) if listed else search(query, incident.tournament.edition) if query else []
    return {
        "table": table_name(incident),
        "about": told_words([incident]).get(incident.pk, ""),
        "tiles": tiles(laws),
        "tile": None if other else tile,
        "query": query,
        "recent": [] if query or listed or other else recent(incident, laws),
        "by_hand": found_words(laws[BY_HAND]) if BY_HAND in laws else None,
        "everything": listed,
        "other": other,
        "likely": tile["laws"] if other and tile and not results else [],
        "results": results or (everything(laws) if other and not query else []),
    }
