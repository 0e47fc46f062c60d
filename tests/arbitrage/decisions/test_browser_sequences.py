"""Sequences of irregularities tapped on a tablet in one evening. The network is cut in the middle, two directors share
a sequence, one answer is corrected afterwards, and one ruling is replaced on another day. With `EVERY_TAP=1` the test
taps all twenty-one, otherwise every second one; `test_sequences_told` rules on all of them without a browser.

Every page and paper shows the rulings in force; the record verifies, and every ruling replays the same.
"""

import datetime
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import translation
from playwright.sync_api import Browser

from arbitrage.models import Board, Event, Incident, Inquiry, Result, Tournament
from arbitrage.pages.tournament.exports import commentary
from arbitrage.services import clock, incidents
from arbitrage.services.incidents.standing import standing
from arbitrage.services.people import link_tokens, player_links
from arbitrage.services.proof import soundness
from arbitrage.services.tournaments import publish_scores
from rulings.laws2017 import LAWS
from rulings.table_from_log import entries, folded
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import sign_in, words
from tests.arbitrage.decisions.tapped import Finger, of_the_board
from tests.arbitrage.decisions.test_sequences_told import (
    BOARDS,
    Told,
    compared,
    lying_on,
    page_of,
    said_of,
    sequence_of,
    shown,
    squeezed,
)
from tests.arbitrage.devices.test_browser_offline import compiled_before, patient_worker
from tests.arbitrage.tablet import LANDSCAPE, TABLET, Tablet

__all__ = ["patient_worker"]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.either_database]

LATER = 3
TAPPED = (
    Told("declarer's revoke moves two tricks", cut=True),
    Told("averages take the place of whatever", cut=True),
    Told("a trick conceded that had been won", cut=True),
    Told("two penalty cards in two suits, one suit required", cut=True),
    Told("a lead out of turn at declarer's turn, then a revoke", cut=True),
    Told("a lead for the next trick before partner", cut=True),
    Told("told by dummy that it was his turn", cut=True),
    Told("the defenders accepted a lead from the wrong hand", cut=True),
    Told("both partners drop a card", cut=True),
    Told("a player put no card to a trick", cut=True),
    Told("a director's error after a revoke", two=True),
    Told("the same player revokes twice in one suit", two=True),
    Told("the same, and without the second one nine tricks", two=True),
    Told("play was asked for after a claim and all agreed", two=True),
    Told("a suit forbidden at the opening lead is led", two=True),
    Told("a revoke told after the round moves nothing", wrong={"tricks_without": "11"}),
    Told("dummy's revoke moves nothing", wrong={"tricks_without": "7"}),
    Told("two sides revoke at different tricks and one of them conceded", wrong={"tricks_back": "2"}),
    Told("two cards of West's fall on one trick", wrong={"card": "S4"}),
    Told("a penalty of procedure moves no trick", wrong={"tricks_after": "0"}),
    Told("revokes in two suits by one player", wrong={"tricks_after": "0"}, days=LATER),
)
TONIGHT = TAPPED if os.environ.get("EVERY_TAP") == "1" else TAPPED[::2]
"""Every second sequence, unless all are asked for: one takes eight seconds of a processor."""


@dataclass
class Played:
    """A table of the evening with its sequence, and its rulings: step, inquiry, and whether it was corrected later."""

    told: Told
    sequence: dict[str, Any]
    board: Board
    number: int
    ruled: list[tuple[dict[str, Any], Inquiry, bool]] = field(default_factory=list)

    @property
    def calls(self) -> list[Incident]:
        return list(Incident.objects.filter(tournament=self.board.tournament, table=self.number).order_by("pk"))


def an_evening(club: Any) -> tuple[Tournament, list[Played]]:
    """Store one round in which each table has the board, the contract and the tricks of its sequence."""
    evening = make.make_tournament(club, tables=len(TONIGHT), boards=tuple(BOARDS.values()))
    boards = {board.number: board for board in evening.boards.all()}
    pairs, tables = make.pairs_of(evening), []
    for number, told in enumerate(TONIGHT, 1):
        sequence = sequence_of(told)
        said = sequence.get("board", {})
        board = boards[BOARDS[said.get("vul", "None")]]
        line = Result(board=board, table=number, ns=pairs["NS", str(number)], ew=pairs["EW", str(number)])
        line.section, line.kind = evening.sections.get(), Result.Kind.NOT_PLAYED
        if "contract" in said:
            line = make.a_result(board, pairs, number, said["contract"], said["declarer"], int(said["tricks"]))
        line.round = 1
        line.save()
        tables.append(Played(told, sequence, board, number))
    evening.rounds = evening.current_round = 1
    evening.round_started_at = clock.now()
    evening.save()
    return evening, tables


@pytest.fixture
def fingers(browser: Browser, live_server, director: User, colleague: User, club) -> Iterator[Any]:
    """The evening, its tables, and two directors who have signed in; the first has installed the application."""
    compiled_before()
    evening, tables = an_evening(club)
    with (
        browser.new_context(viewport=TABLET, locale="fr-FR", service_workers="allow") as first,
        browser.new_context(viewport=LANDSCAPE, locale="fr-FR") as second,
    ):
        troubles: list[str] = []
        found = []
        for context, user in ((first, "martin"), (second, "leclerc")):
            page = context.new_page()
            page.on("pageerror", lambda error: troubles.append(str(error)))
            found.append(Finger(Tablet(page, live_server.url).signed_in(user), evening))
        yield evening, tables, found
        assert troubles == []


def tapped(table: Played, fingers: list[Finger]) -> None:
    """Tap a sequence from the call to the last decision. The second half may be tapped without a network or by another
    director, and an answer may be corrected afterwards."""
    steps, told = table.sequence["step"], table.told
    known = of_the_board(table.sequence, table.board)
    half = len(steps) // 2 if told.cut else len(steps)
    wrong = [at for at, step in enumerate(steps) if set(told.wrong) & set(step["answers"])][-1:]
    call = None
    for at, step in enumerate(steps[:half]):
        finger = fingers[at % 2 if told.two else 0]
        if call is None or told.two:
            call = finger.call(table.number)
        given = step["answers"] | (told.wrong if at in wrong else {})
        table.ruled.append((step, finger.rule(call, step["law"], given, known), at in wrong))
    if told.cut and call is not None:
        without_a_network(table, call, steps[half:], fingers[0], known)
    for step, inquiry, put_right in table.ruled if told.wrong and not told.days else ():
        for name in set(told.wrong) & set(step["answers"]) if put_right else ():
            fingers[0].change(inquiry, name, step["answers"][name])


def without_a_network(
    table: Played, call: Incident, steps: list[dict[str, Any]], finger: Finger, known: dict[str, str]
) -> None:
    finger.lose_the_network(call)
    before = set(call.inquiries.values_list("pk", flat=True))
    there, log = incidents.table_of(incidents.fresh(call)), []
    for number, step in enumerate(steps):
        truth = folded(there, log).facts()
        finger.rule_alone(step["law"], step["answers"], known, truth)
        log += entries(LAWS[step["law"]], known | truth | step["answers"], origin=str(number))
    finger.is_back()
    sent = call.inquiries.exclude(pk__in=before).order_by("order")
    table.ruled += [(step, one, False) for step, one in zip(steps, sent, strict=True)]


@pytest.mark.usefixtures("in_english")
@pytest.mark.append_only
def test_sequences_are_tapped_and_told_alike_everywhere(fingers, director, monkeypatch, capsys):
    evening, tables, (martin, leclerc) = fingers
    for table in tables:
        tapped(table, [martin, leclerc])
    moment = clock.now
    monkeypatch.setattr(clock, "now", lambda: moment() + datetime.timedelta(days=LATER))
    for table in [one for one in tables if one.told.days]:
        for step, inquiry, put_right in table.ruled:
            for name in table.told.wrong if put_right else ():
                martin.supersede(inquiry, name, step["answers"][name], "Les levées ont été recomptées.")
    publish_scores(tournament=evening, by=director)
    browser = sign_in(director)
    everywhere = {name: shown(browser, name, evening.pk) for name in ("session_report",)}
    everywhere |= {name: shown(browser, name) for name in ("season_report",)}
    everywhere["casebook"] = "".join(_page(browser, "casebook", f"?page={page}") for page in range(1, 7))
    room = re.sub(r"\s", "", page_of(browser, "room", evening.pk))
    missing: list[str] = []
    for table in tables:
        compared(table.sequence, table)
        for call in table.calls:
            missing += read(incidents.fresh(call), browser, everywhere)
        missing += [f"the room does not show {card}" for card in lying_on(table.calls[-1]) if card not in room]
    assert missing == []
    assert {event.data["same"] for event in Event.objects.filter(kind="ruled_offline")} == {True}
    assert list(soundness.problems()) == []
    call_command("replay")
    assert "Nothing differs." in capsys.readouterr().out


def read(call: Incident, browser: Client, everywhere: dict[str, str]) -> list[str]:
    """List the faults of a page or paper on a call: missing rulings in force (a list shows only the last ruling), and
    replaced rulings that still appear."""
    about = {name: shown(browser, name, call.pk) for name in ("report", "review")}
    about["notice"] = _page(browser, "report", "?version=notice", call.pk)
    about["list"] = _page(browser, "decision_list", f"?q={call.reference}")
    about["player"] = _read_by_the_pair(call)
    with translation.override("fr"):
        about["file"] = squeezed(" ".join(commentary(call, names=True)))
    about |= everywhere | {"board": shown(browser, "board", call.board_id)}
    wanted = [("board", squeezed(call.reference))]
    for one in [ruling for ruling in standing(call).rulings if ruling.current]:
        sentence, printed = said_of(one.inquiry)
        about[f"decision {one.inquiry.law}"] = shown(browser, "decision", one.inquiry.pk)
        wanted += [(f"decision {one.inquiry.law}", sentence), ("review", sentence)]
        wanted += [(surface, printed) for surface in ("report", "notice", "file", "player")]
        wanted += [("casebook", printed)] if one.counts else []
    sentence, printed = said_of(standing(call).last.inquiry)
    wanted += [("list", sentence), ("session_report", sentence), ("season_report", sentence)]
    replaced = [one for one in standing(call).rulings if not one.current]
    wanted += [(surface, "Remplacée") for surface in ("report", "notice") if replaced]
    missing = [(surface, words) for surface, words in wanted if words not in about[surface]]
    return [f"{call.reference}: {surface} does not say {words}" for surface, words in missing]


def _read_by_the_pair(call: Incident) -> str:
    link = player_links.make(board=call.board, contestant=call.result.ns, by=call.opened_by)
    return _page(Client(), "player_board", "", link.pk, link_tokens.token("board", link.pk))


def _page(browser: Client, name: str, query: str, *args: object) -> str:
    with translation.override("fr"):
        page = browser.get(reverse(name, args=args) + query)
    assert page.status_code == 200, (name, page.status_code)
    return squeezed(words(page))


def test_there_are_enough_of_each():
    assert len(TAPPED) >= 20
    assert sum(one.cut for one in TAPPED) >= 10
    assert sum(one.two for one in TAPPED) >= 5
    assert sum(bool(one.wrong) and not one.days for one in TAPPED) >= 5
    assert any(one.days for one in TAPPED)
