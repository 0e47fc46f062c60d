"""What happened: the tile that was touched and what may be meant by it."""

from collections.abc import Mapping
from typing import Any

from arbitrage.folding import fold
from arbitrage.models import Incident, Inquiry
from arbitrage.models.board import SEATS
from arbitrage.models.incident import EDITIONS
from arbitrage.pages.notation import seat
from arbitrage.pages.question import BENEATH, asked_with
from arbitrage.pages.search import found_words, search
from arbitrage.pages.tiles import TILES, tiles, under
from arbitrage.services import incidents
from rulings.engine.inquiry import Asking, Law
from rulings.engine.roles import with_roles

BY_HAND = "81B2"
"""The entry point for a case that has no questions of its own: the director's words, kept as a ruling."""


OF_THE_AUCTION = ("enchere-insuffisante", "declaration-hors-tour")
"""The tiles whose laws see the calls that were entered on the bidding box."""


def second_choice(laws: Mapping[str, Law], key: str, found: Incident) -> dict[str, Any] | None:
    """The tile that was touched and what may be meant by it; nothing for one that means one thing.

    What is meant most often shows its *first* question at once: its answer says that this was meant.
    """
    meant = under(laws, key)
    if len(meant) < 2:
        return None
    first = first_question(meant[0], found)
    return {
        "title": next((tile.title for tile in TILES if tile.key == key), ""),
        "first": first and {**found_words(meant[0]), **first},
        "laws": [found_words(law) for law in meant],
        "auction": key in OF_THE_AUCTION,
    }


def first_question(law: Law, found: Incident) -> dict[str, Any] | None:
    """The question that a law begins with, on its surface; None where it has none that is touched, or a player is to
    choose: that is read from a page of its own."""
    known = with_roles(incidents.known_at(found))
    state = law.step(known)
    if not isinstance(state, Asking) or state.question.kind not in BENEATH or state.question.chooser:
        return None
    return asked_with(state.question, known, found, law)


def everything(laws: Mapping[str, Law]) -> list[dict[str, str]]:
    """Every entry point, by the reader's alphabet."""
    found = (law for law in laws.values() if law.id != BY_HAND)
    return sorted(map(found_words, found), key=lambda one: fold(one["title"]))


AT_HAND = 4
"""The laws of the evening that are offered again."""


def recent(incident: Incident, laws: Mapping[str, Law]) -> list[dict[str, str]]:
    """The laws that were opened last this evening, the latest first: what happens once happens again."""
    opened = Inquiry.objects.filter(incident__tournament=incident.tournament_id, opened_by_duty=None)
    last = opened.order_by("-incident__called_at", "-order").values_list("law", flat=True)[:30]
    return [found_words(laws[law]) for law in list(dict.fromkeys(last))[:AT_HAND] if law in laws and law != BY_HAND]


def callers(incident: Incident) -> list[dict[str, Any]]:
    """The four players, of whom one called."""
    return [{"value": one, "label": seat(one), "chosen": one == incident.called_by} for one in SEATS]


def what_page(found: Incident, asked: Mapping[str, str]) -> dict[str, Any]:
    """The tiles, the second choice of the one that was touched, and the laws that the words searched for are found in;
    *asked* is what the address says."""
    laws = EDITIONS[found.tournament.edition]
    query, listed = asked.get("q", "").strip(), "all" in asked
    return {
        "tiles": tiles(laws),
        "tile": second_choice(laws, asked.get("tile", ""), found),
        "query": query,
        "recent": [] if query or listed else recent(found, laws),
        "by_hand": found_words(laws[BY_HAND]) if BY_HAND in laws else None,
        "everything": listed,
        "results": everything(laws) if listed else search(query, found.tournament.edition) if query else [],
    }
