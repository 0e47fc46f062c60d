"""Irregularities in players' words: nine tiles of irregularities, three of results and boards."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy

from rulings.engine.inquiry import Law


@dataclass(frozen=True)
class Tile:
    """A tile of the page *Que s'est-il passé ?*: the key that laws give (`Law.tile`), its picture and its words.

    Where a tile has several laws, a second tap chooses one by its title. *also* are further laws of this tile that name
    another tile or none, the commonest first.
    """

    key: str
    picto: str
    title: Any
    small: Any
    also: tuple[str, ...] = ()


TILES = (
    Tile(
        "entame-hors-tour",
        "opening-lead",
        gettext_lazy("Opening lead out of turn"),
        gettext_lazy("from the wrong side"),
    ),
    Tile("renonce", "revoke", gettext_lazy("Revoke"), gettext_lazy("did not follow suit")),
    Tile("enchere-insuffisante", "insufficient-bid", gettext_lazy("Insufficient bid"), gettext_lazy("too low")),
    Tile(
        "declaration-hors-tour",
        "call-out-of-turn",
        gettext_lazy("Call out of turn"),
        gettext_lazy("spoke before his turn"),
        also=("29", "25"),
    ),
    Tile(
        "carte-vue",
        "exposed-card",
        gettext_lazy("Card seen or penalised"),
        gettext_lazy("dropped, shown, named"),
        also=("49", "24", "16D"),
    ),
    Tile(
        "carte-trop-tot",
        "early-card",
        gettext_lazy("Card played out of turn, too early"),
        gettext_lazy("after the lead"),
    ),
    Tile(
        "hesitation-explication",
        "hesitation",
        gettext_lazy("Hesitation, explanation"),
        gettext_lazy("tempo, alert, wrong answer"),
        also=("16B", "21", "75", "73", "20", "40", "16D"),
    ),
    Tile(
        "reclamation",
        "claim",
        gettext_lazy("Claim or concession"),
        gettext_lazy("the rest are mine, I give up"),
        also=("70", "68", "69", "71"),
    ),
    Tile(
        "jeu-etui",
        "deck-board",
        gettext_lazy("Cards, board, number of cards"),
        gettext_lazy("12, 14, wrong board"),
        also=("13", "14"),
    ),
    Tile(
        "resultat-faux",
        "wrong-result",
        gettext_lazy("Wrong result"),
        gettext_lazy("tricks disputed, typing error"),
        also=("79C", "79"),
    ),
    Tile(
        "donne-injouable",
        "no-result",
        gettext_lazy("Board that cannot be played"),
        gettext_lazy("averages, fouled board"),
        also=("88", "87", "6"),
    ),
    Tile(
        "mauvaise-main",
        "wrong-hand",
        gettext_lazy("Wrong hand"),
        gettext_lazy("wrong pocket, wrong board, mixed hands"),
        also=("7", "15", "15B"),
    ),
)
"""The tiles in their order on the page, the commonest first. A tile without a law is not shown."""


def under(laws: Mapping[str, Law], tile: str) -> list[Law]:
    """List the laws of a tile: those in its *also*, then the others in order."""
    also = next((entry.also for entry in TILES if entry.key == tile), ())
    named = [laws[law] for law in also if law in laws]
    return [*named, *(law for law in laws.values() if tile and law.tile == tile and law not in named)]


def tiles(laws: Mapping[str, Law]) -> list[dict[str, Any]]:
    """List the tiles, each with its law if it has only one."""
    shown = []
    for tile in TILES:
        entries = under(laws, tile.key)
        if entries:
            law = entries[0].id if len(entries) == 1 else ""
            shown.append({"id": tile.key, "law": law, "title": tile.title, "small": tile.small, "picto": tile.picto})
    return shown
