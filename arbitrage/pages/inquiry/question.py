"""A question of an inquiry, with the inputs for its answer."""

from collections.abc import Mapping
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from django.http import QueryDict
from django.urls import reverse
from django.utils import translation

from arbitrage.models import Incident, Inquiry
from arbitrage.pages.devices.outbox import said_otherwise
from arbitrage.pages.inquiry.answer_inputs import surface
from arbitrage.pages.inquiry.several_questions import standing_together, together_page, touched_last
from arbitrage.pages.wording.claims import OF_THE_POSITION, position
from arbitrage.pages.wording.on_the_table import told_by
from arbitrage.pages.wording.people import person, players
from arbitrage.pages.wording.polls import at_odds, proposed_number, proposed_words
from arbitrage.pages.wording.revokes import OF_EQUITY, numbers_words, other_side_words
from arbitrage.pages.wording.sentences import short_title
from arbitrage.pages.wording.tables_and_boards import place
from arbitrage.pages.wording.trail import answer_words, questions, trail
from arbitrage.services.incidents import Outcome, evidence
from rulings.engine import text
from rulings.engine.facts import completed
from rulings.engine.inquiry import Asking, Law, State
from rulings.engine.questions import UNKNOWN, Question
from rulings.engine.roles import with_roles
from rulings.laws2017.penalty_cards import DESIGNATED

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractBaseUser


TOUCHED = ("seat", "card", "suit", "count", "yes_no", "choice")
"""Kinds of question that one tap answers. Only these may share a page with the usual answer to the question before."""

ASKED_OF_PLAYERS = frozenset({"polled", "poll", "logical_alternative", "would_have", "line_without", "side_gained"})
"""Questions that offer a poll of players of the same level."""


def question_page(
    inquiry: Inquiry,
    state: State,
    asked: Question[Any],
    *,
    reader: "AbstractBaseUser",
    sent: QueryDict | None = None,
    conflict: Outcome | None = None,
    itself: bool = False,
) -> dict[str, Any]:
    """Build the page of a question; *sent* is the submitted form, when it is shown again.

    A question whose usual answer may be taken as a fact is replaced by the next question, with the fact above it. With
    *itself* the question is asked, because the fact was refused.
    """
    known = with_roles(inquiry.known())
    given = inquiry.answers_dict().get(asked.id, "")
    hint = other_side_words(inquiry) if asked.id == "exclusion" else ""
    # no usual answer is assumed where a ruling on the other side already answered the question
    follows = None if given or itself or conflict or hint else follows_on(inquiry, asked)
    lines = trail(inquiry, state, reader)
    on = asked_with(asked, known, inquiry.incident, inquiry.entry, None if conflict else sent)
    page = {
        **head(inquiry),
        "heading": text.plain(asked.text, known, translation, dict(asked.roles)),
        "here": inquiry.question_url(asked.id),
        **on,
        "given": given,
        "taken": None,
        "together": None,
        "typed": sent.get("answer", given) if sent else given or proposed_words(inquiry, asked.id),
        "proposed": proposed_number(inquiry, asked.id),
        "odds": at_odds(inquiry),
        "told": told_by(inquiry, (step for step in state.trail if step.question.id == asked.id)).get(asked.id, []),
        "conflict": _conflict(asked, conflict, known) if conflict else None,
        "trail": lines,
        "back_url": _before(inquiry, state, asked),
        "undo": _last_tap(inquiry, lines, asked),
        "hint": hint,
        "numbers": _numbers(inquiry, asked),
        "unknown": UNKNOWN if _may_be_unknown(inquiry, asked) else "",
        "evidence": reverse("evidence", args=[inquiry.pk]) if evidence.opens(inquiry, state) else "",
        "of_a_claim": inquiry.law in evidence.AFTER,
        "poll": reverse("poll", args=[inquiry.pk]) if asked.id in ASKED_OF_PLAYERS else "",
    }
    if together := [] if itself or conflict else standing_together(inquiry, asked):
        return page | _touched_beneath(inquiry, together) | together_page(inquiry, together, known, sent)
    if follows:
        return page | _after_the_fact(inquiry, asked, follows)
    above = _fact_above(state, asked) if given and not itself and not conflict else None
    return page | {"taken": _taken(inquiry, above)} if above else page


def asked_with(
    asked: Question[Any], known: Mapping[str, str], incident: Incident, law: Law, sent: QueryDict | None = None
) -> dict[str, Any]:
    """Return a question, the values of its blanks, and the inputs for its answer."""
    names = players(incident) if asked.kind in ("seat", "hands") else {}
    roles = dict(asked.roles)
    on = surface(asked, known, names, incident.board, law, sent)
    return {"question": asked, "facts": known, "roles": roles, **on}


def follows_on(inquiry: Inquiry, asked: Question[Any]) -> Asking | None:
    """Return the state of the inquiry after the usual answer of a question; None if the question has none, or if the
    next question is not answered by one tap."""
    if not asked.leads_on or asked.leads_on not in asked.values:
        return None
    after = inquiry.state_if({asked.id: asked.leads_on})
    return after if isinstance(after, Asking) and after.question.kind in TOUCHED else None


def asked_together(
    inquiry: Inquiry, state: State, first: str, question_id: str
) -> tuple[Question[Any] | None, Question[Any] | None]:
    """Return two questions of a submitted page: the one *first*, whose usual answer was assumed as a fact (or None),
    and the one that was answered (None if it is no longer asked)."""
    asked = state.questions.get(question_id)
    above = state.questions.get(first)
    if asked is not None or above is None or first in inquiry.answers_dict():
        return None, asked
    after = follows_on(inquiry, above)
    return (above, after.question) if after and after.question.id == question_id else (None, None)


def _after_the_fact(inquiry: Inquiry, asked: Question[Any], after: Asking) -> dict[str, Any]:
    """Build the page that takes the usual answer of *asked* as a fact, with the heading and keys of the next question.
    `taken` is the fact above them (`_taken`)."""
    follows = after.question
    known = with_roles(inquiry.known() | {asked.id: asked.leads_on} | after.read)
    return {
        **asked_with(follows, known, inquiry.incident, inquiry.entry),
        "heading": text.plain(follows.text, known, translation, dict(follows.roles)),
        "here": inquiry.question_url(follows.id),
        "taken": _taken(inquiry, asked),
        "typed": "",
        "told": [],
        "hint": other_side_words(inquiry) if follows.id == "exclusion" else "",
        "numbers": _numbers(inquiry, follows),
        "unknown": UNKNOWN if _may_be_unknown(inquiry, follows) else "",
    }


def _taken(inquiry: Inquiry, fact: Question[Any]) -> dict[str, Any]:
    """Build the assumed fact above the keys, with the link to reject it. A fact written as a question is one that the
    director asks aloud first."""
    here = inquiry.question_url(fact.id)
    return {"question": fact, "aloud": fact.taken.endswith("?"), "refused": f"{here}?itself=yes"}


def _fact_above(state: State, asked: Question[Any]) -> Question[Any] | None:
    """Find the fact that was assumed together with the earlier answer to this question, so that the director can reject
    it when he changes the answer; None if there was none."""
    before = None
    for step in state.trail:
        if step.question.id == asked.id:
            break
        if not step.derived:
            before = step
    usual = before is not None and before.question.leads_on and before.value == before.question.leads_on
    return before.question if before is not None and usual and asked.kind in TOUCHED else None


def _touched_beneath(inquiry: Inquiry, together: list[Question[Any]]) -> dict[str, Any]:
    """Build the keys of the judgement that ends a page of several questions, below their text fields; {} if there is
    none."""
    last = touched_last(together)
    if last is None:
        return {}
    known = with_roles(inquiry.known())
    return {
        **asked_with(last, known, inquiry.incident, inquiry.entry),
        "numbers": _numbers(inquiry, last),
        "unknown": UNKNOWN if _may_be_unknown(inquiry, last) else "",
    }


def shows_more(asked: Question[Any]) -> bool:
    """Does the page of a question need data that an offline device lacks: a poll, numbers, hands, rulings elsewhere?"""
    elsewhere = {*ASKED_OF_PLAYERS, *OF_EQUITY, *OF_THE_POSITION, "exclusion", DESIGNATED.id}
    return asked.kind == "hands" or asked.id in elsewhere or bool(getattr(asked, "boxes", ()))


def head(inquiry: Inquiry) -> dict[str, Any]:
    """Build the header and footer of the page of a question or a decision."""
    return {
        "inquiry": inquiry,
        "incident": inquiry.incident,
        "title": short_title(inquiry.entry.title),
        "place": place(inquiry.incident),
        **said_otherwise(inquiry),
    }


def _conflict(asked: Question[Any], conflict: Outcome, known: dict[str, str]) -> dict[str, Any]:
    """Describe a conflict: the stored answer with its author, and this director's answer."""
    return {
        "by": person(conflict.answer.by),
        "at": conflict.answer.at,
        "theirs": answer_words(asked, conflict.answer.value, known),
        "mine": answer_words(asked, conflict.value, known),
        "value": conflict.value,
    }


def _before(inquiry: Inquiry, state: State, asked: Question[Any]) -> str:
    """Return the address of the previous question; for the first question, that of *Que s'est-il passé ?*."""
    earlier = ""
    for step in state.trail:
        if step.question.id == asked.id:
            break
        if not step.derived and step.question.kind != "moment":
            earlier = inquiry.question_url(step.question.id)
    return earlier or reverse("what", args=[inquiry.incident_id])


def _last_tap(inquiry: Inquiry, lines: list[dict[str, Any]], asked: Question[Any]) -> dict[str, Any] | None:
    """Return the trail line of the answer just before this question, so that it can be changed. For a moment, the line
    has the name of the moment instead of its time."""
    here = inquiry.question_url(asked.id)
    touched = {inquiry.question_url(name) for name in inquiry.answers_dict()}
    before = takewhile(lambda line: line["url"] != here, lines)
    last = next((line for line in reversed(list(before)) if line["url"] in touched), None)
    return last | {"answer": last["question"][:1].lower() + last["question"][1:]} if last and last["moment"] else last


def _numbers(inquiry: Inquiry, asked: Question[Any]) -> list[dict[str, str]]:
    """List known numbers that help to answer: the tricks compared for equity, or the contract and the tricks played at
    a claim."""
    if asked.id in OF_EQUITY:
        return numbers_words(inquiry)
    if asked.id in OF_THE_POSITION:
        return [{"title": title, "words": words} for title, words in position(with_roles(completed(inquiry.known())))]
    return []


def _may_be_unknown(inquiry: Inquiry, asked: Question[Any]) -> bool:
    """May the page offer "nobody remembers"? For a card always; for a number only if there is a simpler question."""
    if asked.kind != "count":
        return asked.kind == "card"
    simpler = (
        question.given
        for question in questions(inquiry.edition, inquiry.law).values()
        if question.given and question.given.ask
    )
    return any(fact.id == asked.id for given in simpler for fact in given.facts)
