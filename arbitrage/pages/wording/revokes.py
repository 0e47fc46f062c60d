"""Revokes in words: the ruling that another one supersedes, and the numbers of tricks compared for equity (64C)."""

from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from arbitrage.models import Inquiry, Ruling
from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.day_and_hour import at_moment
from arbitrage.pages.wording.scores import contract_words, points_words, tricks_words
from arbitrage.services.incidents.revisions import given
from arbitrage.services.results import revokes
from rulings.bridge import Seat
from rulings.engine import text
from rulings.engine.inquiry import Ending
from rulings.engine.roles import with_roles
from rulings.scores.scoring import score_ns

OF_EQUITY = ("line", "equity", "equity_repeated", "equity_both", "tricks_without", "tricks_without_later")
"""Questions whose page shows the tricks as played and after the transfer."""


def overtaken(inquiry: Inquiry, by: Ruling) -> dict[str, str]:
    """Build the link from a superseded ruling on a revoke to the one that supersedes it (*by*). If the later ruling
    ignores the other revoke, link to its question about that, with the reason (*more*)."""
    ruling = inquiry.current_ruling
    assert ruling is not None  # noqa: S101  only a ruling can be superseded
    if (by.at, by.pk) > (ruling.at, ruling.pk):
        return {"law": "", "url": reverse("decision", args=[by.inquiry_id]), "way": _("See it"), "more": ""}
    return {
        "more": _("Say so here, and equity is asked once, as if nobody had revoked."),
        "law": "",
        "url": reverse("question", args=[inquiry.pk, "exclusion"]),
        "way": _("Both sides have revoked"),
    }


def other_side_words(inquiry: Inquiry) -> str:
    """Warn that the other side has revoked on this board too, if a ruling says so; "" otherwise."""
    offender = inquiry.known().get("offender", "")
    by = revokes.by_the_others(inquiry, Seat(offender).side) if offender in tuple(Seat) else None
    if by is None:
        return ""
    sentence = _("%(side)s has revoked on this board too (ruling given %(when)s).")
    when = at_moment(given(by).at, inquiry.incident.tournament.date)
    return sentence % {"side": shown.side(Seat(offender).side.other), "when": when}


def numbers_words(inquiry: Inquiry, state: Ending | None = None) -> list[dict[str, str]]:
    """List the tricks compared for equity: as played, after the transfer, and without the revoke if that has been ruled
    on (*state*): "After the transfer: 10 tricks, 4♠=, 420 to North-South". For a table without a result, only the
    transfer is described."""
    without = inquiry.known().get("tricks_without", "")
    if state is not None:
        ruled = any(rectification.effect == "ASSIGNED" for rectification in state.ruling.rectifications)
        if not (ruled and without.isdecimal()):  # most rulings, which then need no query of results
            return []
    numbers = revokes.numbers(inquiry)
    if numbers is None:
        return _transfer(inquiry) if state is None else []
    lines = [(_("In play"), numbers.played), (pgettext("tricks", "After the transfer"), numbers.moved)]
    if state is not None:
        lines.append((_("Without the revoke"), int(without)))
    return [{"title": title, "words": _tricks(numbers, tricks)} for title, tricks in lines]


def _transfer(inquiry: Inquiry) -> list[dict[str, str]]:
    """Write the transfer of tricks with which equity is compared, for a table without a result."""
    ruled = revokes.without_damage(inquiry)
    if ruled is None:
        return []
    facts = with_roles(inquiry.known() | ruled.read)
    return [{"title": _("The tricks ruled"), "words": text.plain(ruled.ruling.text, facts, translation)}]


def _tricks(numbers: revokes.Numbers, tricks: int) -> str:
    points = points_words(score_ns(numbers.by, tricks, numbers.vulnerability))
    return ", ".join((tricks_words(tricks), contract_words(numbers.contract, tricks), points))
