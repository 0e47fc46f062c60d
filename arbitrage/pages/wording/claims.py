"""The position at a claim in words, for the report, and above the questions that depend on it."""

from collections.abc import Iterator, Mapping

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.scores import contract_words
from rulings.bridge import Seat
from rulings.engine import text

OF_THE_POSITION = ("to_play", "trumps")
"""Questions above which the position is shown."""


def position(facts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """List the known parts of the position at a claim, each with title and words: the contract with the trumps, the
    tricks played, the player to play."""
    contract, declarer, trumps = (facts.get(name, "?") for name in ("contract", "declarer", "trumps"))
    strain = _trumps(trumps)
    if contract not in ("?", ""):
        played = contract_words(contract)
        if declarer not in ("?", ""):
            played = _("%(contract)s by %(declarer)s") % {"contract": played, "declarer": shown.seat(declarer)}
        yield _("Contract:"), ", ".join(words for words in (played, strain) if words) + "."
    elif strain:
        yield _("Trumps:"), f"{strain if trumps == 'NT' else shown.suit(trumps, 'words')}."
    left, before, side = (facts.get(name, "?") for name in ("tricks_left", "tricks_before", "declaring_side"))
    if "?" not in (left, before, side):
        count = 13 - int(left)
        won = {side: int(before), "EW" if side == "NS" else "NS": count - int(before)}
        sides = ", ".join(f"{text.show(name, '', side, translation)} {won[side]}" for name, side in SIDES_OF)
        played = ngettext("%(count)s trick", "%(count)s tricks", count) % {"count": count}
        yield _("Already played:"), _("%(tricks)s, %(sides)s.") % {"tricks": played, "sides": sides}
    if (turn := facts.get("to_play", "?")) in tuple(Seat):
        yield _("To play:"), f"{shown.seat(turn)}."


SIDES_OF = (("declaring_side", "NS"), ("declaring_side", "EW"))


def _trumps(trumps: str) -> str:
    if trumps == "NT":
        return _("no trumps")
    return _("trumps %(suit)s") % {"suit": shown.suit(trumps, "words")} if trumps in ("S", "H", "D", "C") else ""
