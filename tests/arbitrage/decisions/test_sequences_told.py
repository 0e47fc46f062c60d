"""Sequences of irregularities (`tests/rulings/sequences`) are ruled through the services and read on every page and
paper.

The table and the score that the sequence expects hold afterwards, whichever director rules and whatever is corrected.
Every page and paper shows each ruling in force; the record verifies and replays the same.
"""

import json
import re
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import translation

from arbitrage.database.ids import uuid7
from arbitrage.models import Club, Duty, Incident, Inquiry
from arbitrage.pages.wording.on_paper import said_on_paper
from arbitrage.services import incidents
from arbitrage.services.incidents import reviewing
from arbitrage.services.incidents.standing import standing
from arbitrage.services.proof import soundness
from arbitrage.services.proof.replay import replay_incident
from arbitrage.services.results.scores import propose_adjustment
from rulings.bridge import Side
from rulings.engine.inquiry import Asking, Waiting
from rulings.engine.questions import UNKNOWN, Fact
from rulings.engine.roles import with_roles
from rulings.engine.text import plain, translator
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import sign_in, url, words
from tests.arbitrage.decisions.stories import at
from tests.rulings.test_sequences import SEQUENCES, lies

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

BOARDS = {"None": 1, "NS": 2, "EW": 3, "All": 4}
"""Number of a board of each vulnerability."""


@dataclass(frozen=True)
class Told:
    """A sequence and the way in which it is ruled. *two* directors share it. With *cut* the network fails in the
    middle, and the second half arrives from the outbox of a device. *wrong* maps questions to answers that are given
    first and corrected in the last inquiry that asks them: *days* later with a reason, or the same evening."""

    name: str
    two: bool = False
    cut: bool = False
    wrong: dict[str, str] = field(default_factory=dict)
    days: int = 0


TOLD = (
    Told("an insufficient bid accepted by a call over it binds nobody", cut=True),
    Told("27B2 and a king of the offender's in the play", cut=True),
    Told("the same, but he overcalls at that turn", cut=True),
    Told("a call after the final pass, then the opening lead", cut=True),
    Told("dummy who had looked points out West's revoke", cut=True),
    Told("declarer's revoke moves two tricks", wrong={"tricks_back": "2"}),
    Told("a claim ruled at six tricks won", wrong={"tricks_to_others": "1"}),
    Told("a director's error after a revoke", two=True),
    Told("averages take the place of whatever", two=True),
    Told("the same player revokes twice in one suit", wrong={"equity_repeated": "yes", "tricks_without_later": "10"}),
    Told("the same, and without the second one nine tricks", two=True),
    Told("revokes in two suits by one player", wrong={"tricks_after": "0"}, days=3),
    Told("a revoke told after the round moves nothing"),
    Told("a trick conceded that had been won", two=True),
    Told("two penalty cards in two suits, one suit required", cut=True),
    Told("a lead out of turn at declarer's turn, then a revoke", two=True),
    Told("two cards of West's fall on one trick", wrong={"card": "S4"}),
    Told("declarer spread his hand after the lead out of turn", cut=True),
    Told("a player put no card to a trick", wrong={"tricks_after": "0"}),
    Told("both partners drop a card", cut=True),
    Told("West, whose lead is required in spades", cut=True),
    Told("two sides revoke at different tricks and one of them conceded", cut=True),
)


def sequence_of(told: Told) -> dict[str, Any]:
    (found,) = (one for _file, one in SEQUENCES if one["name"].startswith(told.name))
    return found


class Table:
    """A table with the board and result of a sequence, and the directors who rule there."""

    def __init__(self, club: Club, directors: list[User], sequence: dict[str, Any]) -> None:
        said = sequence.get("board", {})
        number = BOARDS[said.get("vul", "None")]
        self.board = make.make_tournament(club, tables=3, boards=(number,)).boards.get()
        if "contract" in said:
            make.make_result(self.board, 1, said["contract"], said["declarer"], int(said["tricks"]))
        self.said, self.directors, self.calls, self.ruled = said, directors, [], []
        self.acts: list[dict[str, str]] = []

    def call(self) -> Incident:
        """Return the one call of the table, or, with two directors, a new call for each event."""
        by = self.directors[len(self.calls) % len(self.directors)]
        if not self.calls or len(self.directors) > 1:
            self.calls.append(make.make_incident(self.board, by))
        return incidents.fresh(self.calls[-1])

    def say(self, what: str, about: str) -> None:
        call = incidents.fresh(self.calls[-1]) if self.calls else self.call()
        incidents.say(incident=call, what=what, about=about, by=call.opened_by)
        self.acts.append({"kind": "say", "what": what, "about": about})

    def rule(self, law: str, answers: dict[str, str]) -> Inquiry:
        call = self.call()
        inquiry = incidents.open_inquiry(incident=call, law=law, by=call.opened_by)
        self.acts.append({"kind": "law", "inquiry": str(inquiry.pk), "law": law})
        return self.answered(inquiry, answers)

    def happens(self, steps: list[dict[str, Any]]) -> None:
        """Make the statements and rulings of a sequence, in order."""
        for step in steps:
            if "said" in step:
                self.say(step["said"], step.get("about", ""))
            else:
                self.ruled.append((step, self.rule(step["law"], step["answers"]), False))

    def happens_without_a_network(self, steps: list[dict[str, Any]], browser: Client) -> None:
        """Record the acts of a device on a sequence, and send them afterwards, in order."""
        call = self.call()
        self.acts.clear()
        with transaction.atomic():
            self.happens(steps)
            transaction.set_rollback(True)
        assert len(self.acts) > 2
        for act in self.acts:
            said = {"id": str(uuid7()), "user": call.opened_by_id, "at": "2026-11-20T20:05:00.000Z", "seen": 0}
            body = json.dumps({**said, "incident": str(call.pk), **act})
            answer = browser.post(url("outbox"), body, content_type="application/json")
            assert (answer.status_code, answer.json().get("status")) == (200, "accepted"), (act, answer.content)

    def answered(self, inquiry: Inquiry, answers: dict[str, str]) -> Inquiry:
        by = inquiry.incident.opened_by
        while True:
            state = inquiry.state()
            if isinstance(state, Asking):
                question = state.question
                usual = UNKNOWN if isinstance(question, Fact) and question.kind != "words" else "no"
                value = answers.get(question.id, "" if question.kind == "words" else usual)
                inquiry = make.answer(inquiry, by, **{question.id: value})
                self.answer_kept(inquiry, question.id, value)
            elif isinstance(state, Waiting) and state.moment.value in answers:
                duty = Duty.objects.get(inquiry=inquiry, state="open", question=state.moment.value)
                incidents.reach_moment(duty=duty, by=by)
                self.answer_kept(inquiry, state.moment.value, "reached")
                inquiry = Inquiry.objects.with_answers().get(pk=inquiry.pk)
            else:
                return inquiry

    def answer_kept(self, inquiry: Inquiry, question: str, value: str) -> None:
        self.acts.append({"kind": "answer", "inquiry": str(inquiry.pk), "question": question, "value": value})


@pytest.mark.parametrize("told", TOLD, ids=[one.name for one in TOLD])
def test_a_sequence_is_ruled_and_told_alike_everywhere(told, club, director, colleague):
    sequence = sequence_of(told)
    directors = [director, colleague] if told.two else [director]
    with at(0):
        table = Table(club, directors, sequence)
        if (declarer := table.said.get("declarer")) and "contract" not in table.said:
            table.say("declarer", declarer)
        wrong = [
            at_step
            for at_step, step in enumerate(sequence["step"])
            if told.wrong and set(told.wrong) & set(step.get("answers", ()))
        ][-1:]
        if told.cut:
            half = len(sequence["step"]) // 2
            table.happens(sequence["step"][:half])
            table.happens_without_a_network(sequence["step"][half:], sign_in(director))
        for at_step, step in enumerate(sequence["step"] if not told.cut else ()):
            if "said" in step:
                table.say(step["said"], step.get("about", ""))
                continue
            given = step["answers"] | (told.wrong if at_step in wrong else {})
            table.ruled.append((step, table.rule(step["law"], given), at_step in wrong))
    with at(10, days=told.days):
        for step, inquiry, corrected in table.ruled:
            if corrected:
                put_right(Inquiry.objects.with_answers().get(pk=inquiry.pk), step["answers"], told, director)
    with at(20, days=told.days):
        compared(sequence, table)
        read(table, sign_in(director))
    calls = [one.pk for one in table.calls]
    assert soundness.incidents(calls, broken=frozenset(), rebuild=True) == []
    assert [one for call in table.calls for one in replay_incident(incidents.fresh(call))] == []


def put_right(inquiry: Inquiry, answers: dict[str, str], told: Told, by: User) -> None:
    """Change the wrong answers to those of the sequence: at once, or days later with a reason."""
    right = {name: answers[name] for name in told.wrong if name in answers}
    if told.days:
        reviewing.supersede(inquiry=inquiry, answers=right, reason="Recompté.", seen_version=inquiry.version, by=by)
    else:
        make.answer(inquiry, inquiry.incident.opened_by, **right)


def compared(sequence: dict[str, Any], table: Table) -> None:
    """Compare the rulings, the items on the table and the score of the board with the sequence."""
    for step, inquiry, _corrected in table.ruled:
        now = Inquiry.objects.with_answers().get(pk=inquiry.pk)
        assert now.current_ruling is not None, (step["law"], now.state())
        assert now.current_ruling.law == step.get("ruling", now.current_ruling.law)
    found = lies(incidents.table_of(incidents.fresh(table.calls[-1])))
    wanted = {name: value for name, value in sequence.get("table", {}).items() if name != "auction"}
    assert {name: found[name] for name in wanted} == wanted
    score = sequence.get("score", {})
    if "ns" in score:
        after = propose_adjustment(incidents.fresh(table.calls[-1])).after
        ns, ew = (after.award.results(side)[0].score for side in Side)
        assert (ns, -ew) == (score["ns"], score.get("ew", -score["ns"]))


def read(table: Table, browser: Client) -> None:
    """Check that every page and paper states each ruling in force, and the tile the cards on the table."""
    tournament = table.board.tournament_id
    casebook, room = shown(browser, "casebook"), re.sub(r"\s", "", page_of(browser, "room", tournament))
    for call in map(incidents.fresh, table.calls):
        report = shown(browser, "report", call.pk)
        stands = [ruling for ruling in standing(call).rulings if ruling.current]
        assert {standing.inquiry.pk for standing in stands} == {
            one.pk for _step, one, _wrong in table.ruled if one.incident_id == call.pk
        }
        for one in stands:
            sentence, printed = said_of(one.inquiry)
            assert sentence in shown(browser, "decision", one.inquiry.pk), sentence
            assert printed in report, printed
            assert printed in casebook or not one.counts, printed
        assert squeezed(call.reference) in report
    assert [card for card in lying_on(table.calls[-1]) if card not in room] == []


def lying_on(last_call: Incident) -> list[str]:
    """List the cards that the room has to show for the table of a call, as French players write them: ♠R."""
    suits, ranks = dict(zip("SHDC", "♠♥♦♣", strict=True)), {"K": "R", "Q": "D", "J": "V", "T": "10"}
    lying = [known.card for known in incidents.table_of(incidents.fresh(last_call)).cards if known.kind != "exposed"]
    return [suits[card.suit] + ranks.get(card.rank, card.rank) for card in lying]


def said_of(inquiry: Inquiry) -> tuple[str, str]:
    """Return the first sentence of a ruling in French, on the screen and on paper, which may differ in signs and spaces
    only."""
    inquiry = Inquiry.objects.with_answers().get(pk=inquiry.pk)
    known, sentence = with_roles(inquiry.known()), inquiry.current_ruling.data["text"]
    with translation.override("fr"):
        said = (plain(sentence, known, translator("fr")), said_on_paper(sentence, known))
    return squeezed(said[0]).rstrip("."), squeezed(said[1]).rstrip(".")


def squeezed(text: str) -> str:
    return re.sub(r"[♠♥♦♣\s]", "", text)


def shown(browser: Client, name: str, *args: object) -> str:
    return squeezed(page_of(browser, name, *args))


def page_of(browser: Client, name: str, *args: object) -> str:
    with translation.override("fr"):
        page = browser.get(reverse(name, args=args))
    assert page.status_code == 200, (name, page.status_code)
    return words(page)


def test_enough_of_them_are_by_two_directors_and_corrected_afterwards():
    assert len(TOLD) >= 20
    assert sum(one.cut for one in TOLD) >= 10
    assert sum(one.two for one in TOLD) >= 5
    assert sum(bool(one.wrong) and not one.days for one in TOLD) >= 5
    assert any(one.days for one in TOLD)
