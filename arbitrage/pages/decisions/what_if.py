"""An inquiry with imagined answers: the engine asks the law again with any of its answers changed. Nothing is saved."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from arbitrage.models import Incident, Inquiry, Note
from arbitrage.pages.decisions.revisions import differs, side_by_side
from arbitrage.pages.inquiry.answer_inputs import surface
from arbitrage.pages.inquiry.question import head
from arbitrage.pages.wording.people import players
from arbitrage.pages.wording.trail import answer_words
from arbitrage.services import incidents
from arbitrage.services.incidents.reviewing import facts_for_review
from arbitrage.services.tournaments.finality import final
from rulings.engine import text
from rulings.engine.inquiry import Asking, Ruled, State, Waiting
from rulings.engine.questions import Question, Words
from rulings.engine.roles import with_roles

PREFIX = "a."
"""The prefix of a question in a URL: "a.offender=W"."""


class Imagined:
    """An inquiry with imagined answers: *sent* are these answers by question. *state* is the state of the inquiry with
    them, and with the real answers to all other questions. *was* are the facts and answers of the real decision;
    *corrected* is true if the result or the table was corrected after a final decision."""

    def __init__(self, inquiry: Inquiry, sent: Mapping[str, str]) -> None:
        facts = facts_for_review(inquiry.incident, inquiry)
        self.corrected = facts != inquiry.facts
        self.was = inquiry.given()
        inquiry.facts = facts
        self.inquiry = inquiry
        self.sent = {name: value for name, value in sent.items() if value != ""}
        self.silent: dict[str, str] = {}
        self.state = self._state()

    def _state(self) -> State:
        """Return the state with the imagined answers. Questions for free text get an empty answer, as no ruling depends
        on them."""
        while True:
            state = self.inquiry.state_from(self.inquiry.given() | self.sent | self.silent)
            if not isinstance(state, Asking) or not isinstance(state.question, Words):
                return state
            if state.question.id in self.silent:
                return state
            self.silent[state.question.id] = ""

    @property
    def known(self) -> dict[str, str]:
        read = self.state.read
        return read | self.inquiry.given() | self.sent

    @property
    def counted(self) -> dict[str, str]:
        """The imagined answers that the law asks for and that differ from the real ones, with the empty answers to
        questions for free text."""
        real, imagined = self.inquiry.given(), self.sent | self.silent
        return {
            name: value for name, value in imagined.items() if name in self.state.questions and real.get(name) != value
        }

    def address(self, **more: str) -> str:
        """Write the URL of the page with these answers; *more* adds parameters or replaces some."""
        query = {f"{PREFIX}{name}": value for name, value in self.sent.items()} | more
        return f"{reverse('what_if', args=[self.inquiry.pk])}?{urlencode(query)}"

    def asked(self, change: str) -> Question[Any] | None:
        """Return the question to show: the one that the reader wants to *change*, or else the first unanswered one."""
        if change in self.state.questions and self.state.questions[change].kind != "moment":
            return self.state.questions[change]
        return self.state.question if isinstance(self.state, Asking) else None


def what_if_page(imagined: Imagined, change: str, *, may_rule: bool, sent: QueryDict | None = None) -> dict[str, Any]:
    """Build the page: the answers so far, then the question or the two rulings side by side. *sent* is a rejected form,
    to show again."""
    inquiry, state = imagined.inquiry, imagined.state
    known = with_roles(imagined.known)
    asked = imagined.asked(change)
    context = {
        **head(inquiry),
        "imagined": [(f"{PREFIX}{name}", value) for name, value in imagined.sent.items()],
        "lines": _lines(imagined, known),
        "back_url": reverse("review", args=[inquiry.incident_id]),
        "real_url": reverse("what_if", args=[inquiry.pk]),
        "facts": known,
        "closed": final(inquiry),
        "corrected": imagined.corrected,
    }
    if asked is not None:
        names = players(inquiry.incident) if asked.kind in ("seat", "hands") else {}
        return context | {
            "heading": text.plain(asked.text, known, translation, dict(asked.roles)),
            "question": asked,
            "roles": dict(asked.roles),
            "given": known.get(asked.id, ""),
            "typed": known.get(asked.id, ""),
            "unknown": "",
            **surface(asked, known, names, inquiry.incident.board, sent=sent),
        }
    return context | _compared(imagined, state, may_rule) if isinstance(state, Waiting | Ruled) else context


def _compared(imagined: Imagined, state: Waiting | Ruled, may_rule: bool) -> dict[str, Any]:
    inquiry = imagined.inquiry
    real = inquiry.current_ruling
    notes = {str(note.pk): note.text for note in Note.objects.filter(incident=inquiry.incident_id)}
    kept = {answer.question: answer.note_id for answer in inquiry.answers.all() if answer.note_id}
    now = incidents.outcome(inquiry, state, kept)
    waits = isinstance(state, Waiting)
    if real is None:
        return {"parts": [], "waits": waits}
    parts = side_by_side(inquiry, real.data, now, notes)
    answers: dict[str, Any] = next(
        (part for part in parts if part["title"] == _("Questions and answers")), {"rows": []}
    )
    answers["rows"] = [row for row in answers["rows"] if row["differs"]]  # equal answers stand above, as buttons
    parts = [part for part in parts if part["rows"]]
    other = differs(parts, _("Ruling"), _("What follows"), _("To come back to"))
    return {
        "parts": parts,
        "other": other,
        "waits": waits,
        "moment": text.plain(state.moment.label, {}, translation) if isinstance(state, Waiting) else "",
        "moment_url": imagined.address(**{f"{PREFIX}{state.moment.value}": "reached"})
        if isinstance(state, Waiting)
        else "",
        "may_supersede": may_rule
        and (imagined.corrected or (other and bool(imagined.counted)))
        and inquiry.incident.state not in (Incident.State.WITHDRAWN, Incident.State.FINAL),
        "real": real,
    }


def _lines(imagined: Imagined, known: Mapping[str, str]) -> list[dict[str, Any]]:
    """List the answers in the order of the Law: question, answer, law, the address where another answer can be
    imagined, and the real answer if it differs."""
    real = imagined.inquiry.state_from(imagined.was).read
    lines = []
    for step in imagined.state.trail:
        question = step.question
        if step.derived or question.kind in ("moment", "words", "hands"):
            continue
        was = real.get(question.id)
        lines.append(
            {
                "question": text.plain(question.text, known, translation, dict(question.roles)),
                "answer": answer_words(question, step.value, known),
                "law": step.law,
                "url": imagined.address(change=question.id),
                "imagined": was != step.value,
                "was": answer_words(question, was, known) if was is not None and was != step.value else "",
            }
        )
    return lines
