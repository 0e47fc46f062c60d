"""Several questions on one page: statements at a claim, doubtful points, or notes followed by a judgement."""

from collections.abc import Mapping
from typing import Any

from django.http import QueryDict
from django.utils import translation
from django.utils.translation import gettext as _

from arbitrage.models import Inquiry
from arbitrage.pages.wording.polls import proposed_words
from rulings.engine import text
from rulings.engine.inquiry import Asking
from rulings.engine.questions import NO, UNKNOWN, Question

JUDGED = ("yes_no", "choice", "count")
"""Kinds of question that may have text fields above their keys."""


def standing_together(inquiry: Inquiry, asked: Question[Any]) -> list[Question[Any]]:
    """Return the questions that share a page with *asked*, itself first; [] if no other does. A law groups questions by
    their `together`. Free texts that are noted before a judgement also share its page: the judgement comes last and is
    answered by a key."""
    page, known, given = [asked], {}, inquiry.answers_dict()
    if asked.id in given or not (asked.together or asked.kind == "words"):
        return []
    while True:
        known[page[-1].id] = _usual(page[-1])
        after = inquiry.state_if(known)
        follows = after.question if isinstance(after, Asking) else None
        if follows is None or follows.together != asked.together or follows.id in known or follows.id in given:
            break
        if asked.together or follows.kind == "words":
            page.append(follows)
        elif follows.kind in JUDGED and not follows.chooser and not getattr(follows, "boxes", ()):
            return [*page, follows]
        else:
            break
    return page if asked.together and len(page) > 1 else []


def touched_last(page: list[Question[Any]]) -> Question[Any] | None:
    """Return the last question of a page if a key answers it; the same key also submits the text above."""
    return page[-1] if page[0].kind == "words" and page[-1].kind in JUDGED else None


def _usual(question: Question[Any]) -> str:
    return {"yes_no": NO, "words": ""}.get(question.kind, UNKNOWN)


def together_page(
    inquiry: Inquiry, page: list[Question[Any]], known: Mapping[str, str], sent: QueryDict | None
) -> dict[str, Any]:
    """Build a page of several questions: their kind ("yes_no" to be ticked, or "fields"), a heading, and for each the
    values *sent*, or proposed words to confirm (*proposed*)."""
    asked = [
        {
            "question": question,
            "typed": sent.get(question.id, "") if sent else proposed_words(inquiry, question.id),
            "proposed": not sent and bool(proposed_words(inquiry, question.id)),
            "ticked": sent is not None and question.id in sent.getlist("yes"),
            "last": _last_key(question, known),
        }
        for question in page
    ]
    kind = "yes_no" if page[0].kind == "yes_no" else "fields"
    last = touched_last(page)
    return {"together": {"name": page[0].together or "words", "kind": kind, "asked": asked, "touched": last}} | {
        "heading": _heading(page, known)
    }


def _heading(page: list[Question[Any]], known: Mapping[str, str]) -> str:
    match page[0].together:
        case "heard":
            return _("What did each of them say?")
        case "doubts":
            return _("Is one of these true of the claim?")
    return text.plain(page[-1].text, known, translation, dict(page[-1].roles))


def _last_key(question: Question[Any], known: Mapping[str, str]) -> str:
    """Return the largest number, for the key "all": the tricks left, for the tricks claimed."""
    return known.get("tricks_left", "") if question.id == "tricks_claimed" else ""


def answers_sent(page: list[Question[Any]], sent: QueryDict) -> list[tuple[str, str]] | None:
    """Read the answers of a submitted page, in order; None if "some are true" was sent without a ticked box, or if the
    last question has no answer."""
    if page[0].kind == "yes_no":
        ticked = set(sent.getlist("yes")) if sent.get("these") == "ticked" else set()
        if sent.get("these") == "ticked" and not ticked:
            return None
        return [(question.id, "yes" if question.id in ticked else NO) for question in page]
    touched, key = sent.get("touched", ""), sent.get("answer", "")
    if touched and not key:
        return None
    written = [question for question in page if question.id != touched]
    answers = [
        (question.id, sent.get(question.id, "") or ("" if question.kind == "words" else UNKNOWN))
        for question in written
    ]
    return [*answers, (touched, key)] if touched else answers
