"""Sentences that explain why a probable result does not count: it is no better for the side that it would protect than
the result in force."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from arbitrage.models import Adjustment
from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.scores import tricks_words
from arbitrage.services.results.scores import Proposal
from rulings.bridge import Side
from rulings.engine.roles import resolve, with_roles

Kind = Adjustment.Kind


def no_better(proposal: Proposal) -> Iterator[str]:
    """Write a sentence for each probable result of the rulings that does not count.

    A result in another contract is left out here; the page of the score compares its points.
    """
    counts = proposal.after.tricks
    if proposal.counting.by_hand or counts is None or proposal.kind not in (Kind.PLAYED, Kind.TRANSFER, Kind.EQUITY):
        return
    for ruling in proposal.rulings:
        known = with_roles(ruling.data["facts"])
        for effect in ruling.data["rectifications"]:
            if effect["effect"] != "ASSIGNED" or effect.get("contract"):
                continue
            probable, side = resolve(effect.get("tricks", ""), known), resolve(effect["favours"], known)
            if not probable or side not in tuple(Side) or int(probable) == counts:
                continue
            words = {"side": shown.side(Side(side)), "counts": tricks_words(counts)}
            yield _(
                "The probable result, %(probable)s, is no better for %(side)s than what counts, %(counts)s (12B1)."
            ) % (words | {"probable": tricks_words(int(probable))})
