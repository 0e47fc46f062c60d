"""An incident as several pages show it: its place, its players, its questions and its answers."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.utils import translation
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy

from arbitrage.models import Answer, Inquiry
from arbitrage.models.incident import EDITIONS
from arbitrage.pages.wording import cards_left
from arbitrage.pages.wording.day_and_hour import moment
from arbitrage.pages.wording.notation import call, card, contract, dress, seat, suit, words
from arbitrage.pages.wording.on_the_table import known_words, told_by
from arbitrage.pages.wording.people import person
from arbitrage.services.incidents import BOARD_FACTS
from arbitrage.services.tournaments.regulations import EVENT_FORM
from rulings.cards_left import FROM_CARDS_LEFT
from rulings.engine import text
from rulings.engine.inquiry import Asking, State, questions_of
from rulings.engine.questions import NO, UNKNOWN, YES, Fact, Question
from rulings.engine.roles import with_roles
from rulings.engine.still_asked import still_possible
from rulings.engine.text import gettext_noop

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractBaseUser

# The trail


def trail(inquiry: Inquiry, state: State, reader: "AbstractBaseUser | None" = None) -> list[dict[str, Any]]:
    """List the lines of the trail: question, answer, law, the URL where the answer can be changed, and a note on it.

    Answers that followed from facts are left out. Answers from the table are listed with their source, and default
    answers as supposed; a fact that the director may note beside the ruling is listed even before he notes it. An
    answer whose question is no longer asked is struck out, unless the question may still come. The *reader* is not
    named as the author of his own answers.
    """
    answers = {answer.question: answer for answer in inquiry.answers.all()}
    known = with_roles(inquiry.known())
    told, origins = told_by(inquiry, state.trail), set[str]()
    lines = [
        _line(inquiry, step.question, step.value, known, law=step.law, answer=answers.get(step.question.id), to=reader)
        | ({"by": known_words(told[step.question.id], origins), "told": True} if step.question.id in told else {})
        | ({"by": supposed_words(step.question), "told": True} if step.supposed else {})
        | (NOT_NOTED if step.derived and _may_be_noted(step.question) else {})
        for step in state.trail
        if not step.derived or step.supposed or step.question.id in told or _may_be_noted(step.question)
        if inquiry.exercise is None or not (step.derived or step.question.kind == "moment")
    ]
    left = [answer for name, answer in answers.items() if name not in state.questions]
    if not left:
        return lines
    words_of = questions(inquiry.edition, inquiry.law)
    coming = still_possible(inquiry.entry, inquiry.known()) if isinstance(state, Asking) else frozenset()
    for answer in left:
        question = words_of.get(answer.question)
        if question is None:
            continue
        kept = question.id in coming
        line = _line(inquiry, question, answer.value, known, law=question.law, answer=answer, to=answer.by)
        lines.append(line | {"url": "", "stale": not kept, "by": _("kept for its turn") if kept else ""})
    return lines


NOT_NOTED: dict[str, Any] = {"answer": pgettext_lazy("answer", "not noted"), "by": "", "open": True}
"""Values of the trail line of a fact that a director may still note beside the ruling."""


def _may_be_noted(question: Question[Any]) -> bool:
    return isinstance(question, Fact) and question.noted


def supposed_words(question: Question[Any] | None) -> str:
    """Explain why an answer is supposed: nothing of the kind is noted at the table, or the law assumes it."""
    if question is not None and question.seen is not None:
        return _("supposed: nothing of the kind is noted at this table")
    return _("supposed")


def _line(
    inquiry: Inquiry,
    question: Question[Any],
    value: str,
    known: Mapping[str, str],
    *,
    law: str,
    answer: Answer | None,
    to: "AbstractBaseUser | None",
) -> dict[str, Any]:
    line: dict[str, Any] = {"question": words(question.text, known, dict(question.roles)), "law": law}
    line["moment"] = question.kind == "moment"
    if line["moment"]:
        at = moment(answer.at, inquiry.incident.tournament.date) if answer else ""
        url = inquiry.question_url(question.id) if answer else ""
        return line | {"answer": at, "by": _who(answer, to), "url": url}
    return line | {
        "answer": answer_words(question, value, known),
        "by": _who(answer, to) if answer else source_words(inquiry, question),
        "url": inquiry.question_url(question.id),
    }


def _who(answer: Answer | None, reader: "AbstractBaseUser | None") -> str:
    if answer is None or (reader is not None and answer.by_id == reader.pk):
        return ""
    return person(answer.by)


def source_words(inquiry: Inquiry, question: Question[Any]) -> str:
    """Name the source of an answer that was not given in this inquiry."""
    if inquiry.exercise is not None:
        return _("from the situation")
    if inquiry.incident.result_id and question.id in BOARD_FACTS:
        return _("from the result")
    if question.id == EVENT_FORM:
        return _("from the tournament")
    if question.id in FROM_CARDS_LEFT:
        return _("from the cards left")
    return _("from the ruling before")


ONCE_GIVEN: Mapping[str, str] = {"During the play, to be said more precisely": gettext_noop("During the play")}
"""Shorter words for answers that announce a further question, for the trail, where that question follows."""


def answer_words(question: Question[Any], value: str, known: Mapping[str, str]) -> str:
    """Write an answer in the reader's words, to stand after its question: "no", "West", "♦K". An option that was read
    aloud speaks to the player who chose it, and is quoted."""
    if value == UNKNOWN and question.kind not in ("yes_no", "choice", "words"):
        return pgettext("answer", "not known")
    match question.kind:
        case "yes_no":
            return {YES: pgettext("answer", "yes"), NO: pgettext("answer", "no")}.get(value, value)
        case "seat":
            return seat(value)
        case "card":
            return card(value)
        case "suit":
            return suit(value)
        case "suits":
            return format_html_join(", ", "{}", ([suit(letter)] for letter in value))
        case "call":
            return call(value)
        case "contract":
            return contract(value)
        case "hands":
            return dress(cards_left.in_words(value)) if value else pgettext("cards left", "not known")
        case "words":
            return format_html(pgettext("quotation", "“{}”"), value) if value else pgettext("answer", "nothing to note")
        case "choice":
            label = next((option.label for option in question.options if option.value == value), value)
            words = _in_a_sentence(ONCE_GIVEN.get(label, label), known, dict(question.roles))
            return format_html(pgettext("quotation", "“{}”"), words) if question.chooser else words
        case _:
            return value


def _in_a_sentence(label: str, known: Mapping[str, str], roles: Mapping[str, str]) -> str:
    """Write the label of an option without its capital, unless it begins with a player's name."""
    pieces = text.fill(label, known, translation, roles)
    if pieces and not pieces[0].blank:
        first = pieces[0].text
        pieces[0] = text.Segment(first[:1].lower() + first[1:])
    return dress("".join(piece.text for piece in pieces).replace("*", ""))


def questions(edition: str, law: str) -> dict[str, Question[Any]]:
    """Index every question that a law of an edition may ask, by id."""
    return questions_of(EDITIONS[edition][law])
