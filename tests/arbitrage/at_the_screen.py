"""Helpers of the page tests: addresses in English, a signed-in user, the words and the buttons of a page."""

import html
import re
from collections.abc import Callable, Mapping
from copy import copy

import pytest
from django.conf import settings
from django.contrib import auth
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import translation

from arbitrage import views
from arbitrage.models import Board, Club, Incident, Inquiry, Result, Tournament
from arbitrage.pages.inquiry import decision, question
from arbitrage.services import clock
from arbitrage.services.results import revokes
from arbitrage.templatetags import record
from arbitrage.views import inquiry as pages_of_inquiries
from tests.arbitrage import factories as make
from tests.trials.scene import signed_in

HTMX = {"HX-Request": "true"}


def url(name: str, *args: object, language: str = "en") -> str:
    """Return the address of a page, in English by default."""
    with translation.override(language):
        return reverse(name, args=args)


def sign_in(user: User) -> Client:
    """Return a browser on which this user is signed in, without storing an event of the sign-in."""
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = signed_in(user)
    return client


def words(response: HttpResponse) -> str:
    """Return the text of a page without its tags, in one line."""
    page = re.sub(r"<(script|style|title).*?</\1>|<svg.*?</svg>", " ", response.content.decode(), flags=re.S)
    text = re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", page))).strip()
    return re.sub(r" (?=[.,”])", "", text)


def in_the_place_of_any(incident: Incident, monkeypatch: pytest.MonkeyPatch) -> Inquiry:
    """Make the pages of inquiries show a copy of the returned inquiry, whose law and answers a test sets without saving
    them. Parts of the pages that are the same for all answers are cached."""
    created = Inquiry.objects.create(incident=incident, order=1, law="64")
    rows = pages_of_inquiries.with_place().prefetch_related("rulings__by", "duties", "incident__tournament__sections")
    found = rows.get(pk=created.pk)
    for name in ("to_read", "to_change"):
        monkeypatch.setattr(pages_of_inquiries, name, lambda rows, user, pk: copy(found))
    around_it = ((decision, "_around"), (decision, "standing"), (revokes, "on_its_result"), (record, "similar_count"))
    for module, name in (*around_it, (question, "said_otherwise")):
        monkeypatch.setattr(module, name, said_once(getattr(module, name)))
    for module, name in ((auth, "get_user"), (views, "closed_board")):
        monkeypatch.setattr(module, name, asked_once(getattr(module, name)))
    return found


def asked_once(of: Callable[..., object]) -> Callable[..., object]:
    """Cache the first result of a function for all arguments: the user, or whether a board is closed to him."""
    said: list[object] = []

    def again(*asked: object) -> object:
        if not said:
            said.append(of(*asked))
        return said[0]

    return again


def said_once(of: Callable[..., object]) -> Callable[..., object]:
    """Cache the results of a function by the law of its first argument, an inquiry, and by the language."""
    said: dict[tuple[str, str], object] = {}

    def again(row: object, *more: object) -> object:
        place = getattr(row, "law", ""), translation.get_language()
        if place not in said:
            said[place] = of(row, *more)
        return said[place]

    return again


def buttons(response: HttpResponse, name: str = "answer") -> list[str]:
    """Return the values of the buttons of this name, in the order of the page."""
    return re.findall(rf'<button[^>]* name="{name}" value="([^"]*)"', response.content.decode())


def chosen(response: HttpResponse) -> list[str]:
    """Return the values of the buttons that are marked as the answer in force."""
    return re.findall(r'<button[^>]* value="([^"]*)" aria-current="true"', response.content.decode())


def mains(response: HttpResponse) -> list[str]:
    """Return the labels of the main buttons of a page, without the skip link."""
    labels = re.findall(r'<(?:a|button) class="btn main"[^>]*>(.*?)</(?:a|button)>', response.content.decode(), re.S)
    return [re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", "", label))).strip() for label in labels]


def make_evening(club: Club, tables: int = 3, rounds: int = 2, started: bool = True) -> Tournament:
    """Store a Mitchell of two boards a round, all of it played: 3NT by South, nine tricks, everywhere."""
    tournament = make.make_tournament(club, tables=tables, boards=range(1, 2 * tables + 1))
    boards = {board.number: board for board in tournament.boards.all()}
    pairs, results = make.pairs_of(tournament), []
    for round in range(1, rounds + 1):
        for table in range(1, tables + 1):
            first = 2 * ((table - 1 + round - 1) % tables) + 1
            for number in (first, first + 1):
                pair = (table - 1 - (round - 1)) % tables + 1
                results.append(make.a_result(boards[number], pairs, table, tricks=9, ew=pair))
                results[-1].round = round
    Result.objects.bulk_create(results)
    tournament.rounds = rounds
    if started:
        tournament.current_round, tournament.round_started_at = 1, clock.now()
    tournament.save()
    return tournament


DEAL = "N:AKQ.AKQ.AKQ.AKQJ JT9.JT9.JT9.T987 876.876.876.6543 5432.5432.5432.2"


def deal(board: Board, pbn: str = DEAL) -> Board:
    """Set the hands of the board; in the usual deal West holds 5432 of each suit but clubs, and a single club."""
    board.deal = pbn
    board.save()
    return board


def post(client: Client, address: str, data: Mapping[str, object] | None = None, **options: object) -> HttpResponse:
    """Send a form and follow its redirect."""
    return client.post(address, data or {}, follow=True, **options)
