"""Helpers of the tests of evidence and of polls: a deal, the stored evidence, and the names of form fields."""

import re
from collections.abc import Iterable

from arbitrage.models import Board, Event, Inquiry
from rulings.engine.inquiry import questions_of
from rulings.laws2017 import LAWS
from tests.arbitrage.at_the_screen import HTMX, url

DEAL = "N:AQ64.KT6.KJ64.K6 T2.AJ8753.T.AQJ8 K953.94.9873.T52 J87.Q2.AQ52.9743"


def block(inquiry: Inquiry) -> str:
    return url("evidence", inquiry.pk)


def look(client, inquiry: Inquiry, **sent):
    """Ask for the evidence as the button of the block does."""
    return client.post(block(inquiry), {"act": "look", **sent}, headers=HTMX)


def shown(inquiry: Inquiry) -> list[dict]:
    """List the stored evidence of an inquiry's call."""
    return [
        event.data for event in Event.objects.filter(stream=inquiry.incident_id, kind="evidence_shown").order_by("seq")
    ]


def still_played(board: Board) -> None:
    """Change a line of the board so that one table still has to play the board, in the next round."""
    board.tournament.current_round = 1
    board.tournament.save()
    line = board.results.last()
    line.kind, line.round = "not_played", 2
    line.save()


def names_in(html: str) -> set[str]:
    """List the names of the fields of a page, or of a fragment."""
    return set(re.findall(r'name="([^"]+)"', html[html.index("<main") :] if "<main" in html else html))


def answer_names(laws: Iterable[str] = LAWS) -> set[str]:
    """List every name under which a page sends an answer to these laws."""
    return {question for law in laws for question in questions_of(LAWS[law])} | {
        "answer", "these", "yes", "together", "version", "first",
    }  # fmt: skip
