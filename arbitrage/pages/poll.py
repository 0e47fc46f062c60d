"""A poll in words: the page for the players, and the counts of their answers. It never proposes an answer to a question
of a law."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arbitrage.models import Inquiry, Tournament
from arbitrage.pages.incident.bidding_box import auction_of
from arbitrage.pages.inquiry.answer_inputs import bidding_box
from arbitrage.pages.inquiry.question import head
from arbitrage.pages.wording.day_and_hour import until_when
from arbitrage.pages.wording.next_page import stands_at
from arbitrage.pages.wording.polls import call_typed, poll_words
from arbitrage.pages.wording.qr_code import qr
from arbitrage.services import clock
from arbitrage.services.incidents import polls
from arbitrage.services.incidents.polls import Page, Poll
from arbitrage.services.tournaments import hand_looks
from rulings.bridge import SUITS, Seat, parse_deal

if TYPE_CHECKING:
    from arbitrage.forms.poll import PollForm

FEWEST = 3
"""Smallest number of answers that is meaningful (White Book 8.16.6)."""


def poll_page(
    inquiry: Inquiry,
    absolute: Callable[[str], str],
    now: Poll | None = None,
    form: "PollForm | None" = None,
    *,
    preview: bool = False,
) -> dict[str, Any]:
    """Build the director's page: the form, the preview of the page, or the answers."""
    board = inquiry.incident.board
    page = {
        **head(inquiry),
        "back_url": stands_at(inquiry, inquiry.state()),
        "here": reverse("poll", args=[inquiry.pk]),
        "form": form,
        "to_play": hand_looks.tables_to_play(board) if board and hand_looks.in_play(board) else 0,
    }
    if preview and form is not None:
        page["preview"] = asked_page(form.page)
    return page if now is None else page | {"poll": _poll(now, absolute), "again": not now.is_open}


def first_values(inquiry: Inquiry) -> dict[str, str]:
    """Return the initial values of a new poll: the player who had to choose, and the calls of the table so far."""
    known = inquiry.known()
    player = known.get("receiver", "")
    calls = [call_typed(made.call) for made in auction_of(inquiry.incident)[1].standing]
    return {"asks_player": player if player in tuple(Seat) else "S", "asks_calls": " ".join(calls)}


# The player's page


def asked_page(page: Page) -> dict[str, Any]:
    """Build the page for the players, without the board, the table or the event. *aloud* is true for a poll without a
    hand, which the director reads out."""
    deal = parse_deal(f"{page.seat}:{page.hand or '-'} - - -", complete=False)
    legal = set(page.legal)
    box = bidding_box()
    return {
        "aloud": not page.hand,
        "player": page.seat,
        "dealer": page.dealer,
        "vulnerability": page.vulnerability,
        "scoring": Tournament.Scoring(page.scoring).label,
        "suits": [
            {"suit": str(suit), "ranks": [card.rank for card in deal[Seat(page.seat)] if card.suit == suit]}
            for suit in SUITS
        ],
        "seats": [seat.value for seat in _round(Seat(page.dealer))],
        "rows": _rows(page),
        "words": page.words,
        "first": [call for call in box["without_a_level"] if call in legal],
        "levels": [row for level in box["levels"] if (row := [call for call in level if call in legal])],
    }


def _round(first: Seat) -> list[Seat]:
    return [first, first.lho, first.partner, first.rho]


def _rows(page: Page) -> list[list[str]]:
    """Arrange the calls in rows of four from the dealer; "?" is the call that is asked for."""
    calls = [*page.calls, "?"]
    return [calls[at : at + 4] for at in range(0, len(calls), 4)]


def over_page(why: str) -> dict[str, str]:
    """Build the page that tells a player that the poll is over."""
    words = {
        "thanks": (_("Thank you"), _("Your answer is kept, without your name.")),
        "closed": (_("This question is closed"), _("Thank you: no answer is needed any more.")),
    }
    title, sentence = words.get(why, (_("This link is over"), _("It opens nothing. Ask the director.")))
    return {"said": title, "sentence": sentence}


# Answers


def _poll(now: Poll, absolute: Callable[[str], str]) -> dict[str, Any]:
    address = absolute(reverse("poll_page", args=[now.opened.pk, now.token]))
    asked = len(now.peers)
    return {
        "open": now.is_open,
        "until_when": until_when(now.until, clock.today()),
        "link": {"address": address, "qr": qr(address)},
        "page": asked_page(now.page),
        "digest": now.opened.data["sent"][:12],
        "asked": asked,
        "chosen": [{"call": call, "count": count} for call, count in now.chosen],
        "considered": [{"call": call, "count": count} for call, count in now.considered],
        "apart": _apart(now),
        "few": asked < FEWEST,
        "chance": round(100 * polls.named_by_nobody(asked)),
        "text": poll_words(now),
    }


def _apart(now: Poll) -> list[str]:
    """Describe the answers that are counted separately, and the number of answers given aloud."""
    heard = sum(answer.heard for answer in now.answers)
    earlier = sum(answer.earlier for answer in now.answers)
    oral = sum(answer.oral for answer in now.answers)
    sentences = []
    if heard:
        words = ngettext("%(count)s had played the board.", "%(count)s had played the board.", heard)
        sentences.append(words % {"count": heard})
    if earlier:
        words = ngettext("%(count)s would have called otherwise.", "%(count)s would have called otherwise.", earlier)
        sentences.append(words % {"count": earlier})
    if oral:
        words = ngettext("%(count)s answer was given aloud.", "%(count)s answers were given aloud.", oral)
        sentences.append(words % {"count": oral})
    return sentences
