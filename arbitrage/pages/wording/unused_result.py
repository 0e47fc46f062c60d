"""Sentences that explain why a probable result does not count: it is no better for the side that it would protect than
the result in force."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from arbitrage.models import Adjustment
from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.scores import tricks_words
from arbitrage.services.results.scores import Proposal
from rulings.bridge import Seat, parse_contract
from rulings.scores.outcome import probable_results

Kind = Adjustment.Kind


def no_better(proposal: Proposal) -> Iterator[str]:
    """Write a sentence for each probable result of the rulings that does not count.

    A result in another contract is left out here; the page of the score compares its points.
    """
    counts, result = proposal.after.tricks, proposal.result
    if proposal.counting.by_hand or counts is None or proposal.kind not in (Kind.PLAYED, Kind.TRANSFER, Kind.EQUITY):
        return
    contract = parse_contract(result.contract) if result.contract else None
    if contract is None or not result.declarer:
        return
    ended = [(ruling.data, ruling.data["facts"]) for ruling in proposal.rulings]
    declared = contract.by(Seat(result.declarer))
    for probable in probable_results(declared, proposal.board.vulnerability, ended):
        if probable.contract is not None or probable.tricks == counts:
            continue
        words = {"side": shown.side(probable.side), "counts": tricks_words(counts)}
        yield _("The probable result, %(probable)s, is no better for %(side)s than what counts, %(counts)s (12B1).") % (
            words | {"probable": tricks_words(probable.tricks)}
        )
