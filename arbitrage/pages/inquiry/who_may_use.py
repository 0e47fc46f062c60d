"""Players who may use authorised information, and players for whom it is unauthorised; for a penalty card, moment by
moment (Law 50E)."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _

from arbitrage.pages.wording.sentences import listed
from rulings.engine import text
from rulings.engine.ruling import Info
from rulings.engine.text import gettext_noop
from rulings.laws2017.aloud import to_say

PENALTY_CARD = "50E"
"""The Law of an effect that covers all moments of a penalty card."""


def uses(infos: Iterable[Info], known: Mapping[str, str]) -> dict[str, Any]:
    """List the lines of the table under a ruling (text, law, may, may_not). For penalty cards there is one `by_moment`
    for each owner, with the use of the card by partner and declarer at each moment."""
    lines = [
        {
            "text": use_words(info.text),
            "law": info.law,
            "may": named(info.ai_for, known),
            "may_not": named(info.ui_for, known),
        }
        for info in infos
        if info.law != PENALTY_CARD
    ]
    beside = {info.ai_for: [named((who,), known) for who in info.ai_for] for info in infos if info.law == PENALTY_CARD}
    return {"uses": lines, "by_moment": [(partner, declarer, moments()) for partner, declarer in beside.values()]}


def use_words(sentence: str) -> str:
    """Return the text of a line: the sentence of its effect, or a general one if that sentence is a step to say to the
    player."""
    return gettext_noop("The information received") if to_say(sentence) else sentence


def named(whom: tuple[str, ...], known: Mapping[str, str]) -> str:
    """Name the players: "West and South"; "" for none."""
    names = (text.show(name, "", known.get(name, ""), translation) for name in whom)
    names_listed = listed(dict.fromkeys(names)) if whom else ""
    return names_listed[:1].upper() + names_listed[1:]


def moments() -> list[dict[str, Any]]:
    """List the moments of a penalty card: whether its owner's partner may use the information then, the reason if not,
    and the law. Declarer always may."""
    return [
        {"moment": _("It lies on the table"), "partner": True, "law": "50E1"},
        {"moment": _("It was picked up"), "why_not": _("unauthorised information"), "law": "50E2"},
        {"moment": _("It was played"), "why_not": _("not how it came to be penalised"), "law": "50E3"},
    ]
