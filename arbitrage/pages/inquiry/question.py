"""A question of an inquiry, with the input on which it is answered."""

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
"""The kinds of question that are answered by one tap: a fact may be taken above them."""

ASKED_OF_PLAYERS = frozenset({"polled", "poll", "logical_alternative", "would_have", "line_without", "side_gained"})
"""The questions beside which players of the same level may be asked."""


def question_page(
    found: Inquiry,
    state: State,
    asked: Question[Any],
    *,
    reader: "AbstractBaseUser",
    sent: QueryDict | None = None,
    conflict: Outcome | None = None,
    itself: bool = False,
) -> dict[str, Any]:
    """Build the page of a question; *sent* is the submitted form, when it is shown again.

    A question whose usual answer may be taken as a fact is replaced by the one that follows: the fact stands above it.
    *Itself* it is asked when the fact was refused.
    """
    known = with_roles(found.known())
    given = found.answers_dict().get(asked.id, "")
    hint = other_side_words(found) if asked.id == "exclusion" else ""
    # An answer from a ruling about the other side is never proposed as the usual one.
    follows = None if given or itself or conflict or hint else follows_on(found, asked)
    lines = trail(found, state, reader)
    on = asked_with(asked, known, found.incident, found.entry, None if conflict else sent)
    page = {
        **head(found),
        "heading": text.plain(asked.text, known, translation, dict(asked.roles)),
        "here": found.question_url(asked.id),
        **on,
        "given": given,
        "taken": None,
        "together": None,
        "typed": sent.get("answer", given) if sent else given or proposed_words(found, asked.id),
        "proposed": proposed_number(found, asked.id),
        "odds": at_odds(found),
        "told": told_by(found, (step for step in state.trail if step.question.id == asked.id)).get(asked.id, []),
        "conflict": _conflict(asked, conflict, known) if conflict else None,
        "trail": lines,
        "back_url": _before(found, state, asked),
        "undo": _last_tap(found, lines, asked),
        "hint": hint,
        "numbers": _numbers(found, asked),
        "unknown": UNKNOWN if _may_be_unknown(found, asked) else "",
        "evidence": reverse("evidence", args=[found.pk]) if evidence.opens(found, state) else "",
        "of_a_claim": found.law in evidence.AFTER,
        "poll": reverse("poll", args=[found.pk]) if asked.id in ASKED_OF_PLAYERS else "",
    }
    if together := [] if itself or conflict else standing_together(found, asked):
        return page | _touched_beneath(found, together) | together_page(found, together, known, sent)
    if follows:
        return page | _after_the_fact(found, asked, follows)
    above = _fact_above(state, asked) if given and not itself and not conflict else None
    return page | {"taken": _taken(found, above)} if above else page


def asked_with(
    asked: Question[Any], known: Mapping[str, str], incident: Incident, law: Law, sent: QueryDict | None = None
) -> dict[str, Any]:
    """Return a question, the values of its blanks, and the inputs for its answer."""
    names = players(incident) if asked.kind in ("seat", "hands") else {}
    roles = dict(asked.roles)
    on = surface(asked, known, names, incident.board, law, sent)
    return {"question": asked, "facts": known, "roles": roles, **on}


def follows_on(found: Inquiry, asked: Question[Any]) -> Asking | None:
    """Tell where the inquiry stands after the answer of a question that says that nothing special happened; None where
    it has none, or asks nothing then that is answered by one touch."""
    if not asked.leads_on or asked.leads_on not in asked.values:
        return None
    after = found.state_if({asked.id: asked.leads_on})
    return after if isinstance(after, Asking) and after.question.kind in TOUCHED else None


def asked_together(
    found: Inquiry, state: State, first: str, question_id: str
) -> tuple[Question[Any] | None, Question[Any] | None]:
    """Find the question that an answer is for, None when it is not asked (any more); before it the one above it whose
    usual answer was taken as a fact."""
    asked = state.questions.get(question_id)
    above = state.questions.get(first)
    if asked is not None or above is None or first in found.answers_dict():
        return None, asked
    after = follows_on(found, above)
    return (above, after.question) if after and after.question.id == question_id else (None, None)


def _after_the_fact(found: Inquiry, asked: Question[Any], after: Asking) -> dict[str, Any]:
    """Build the page that has taken the usual answer of *asked* as a fact: the question that follows, as its heading
    and with its keys alone.

    `taken` has the question of the fact, its words, and whether they are questions to put aloud (several exceptions).
    """
    follows = after.question
    known = with_roles(found.known() | {asked.id: asked.leads_on} | after.read)
    return {
        **asked_with(follows, known, found.incident, found.entry),
        "heading": text.plain(follows.text, known, translation, dict(follows.roles)),
        "here": found.question_url(follows.id),
        "taken": _taken(found, asked),
        "typed": "",
        "told": [],
        "hint": other_side_words(found) if follows.id == "exclusion" else "",
        "numbers": _numbers(found, follows),
        "unknown": UNKNOWN if _may_be_unknown(found, follows) else "",
    }


def _taken(found: Inquiry, fact: Question[Any]) -> dict[str, Any]:
    """Build the fact above the keys, with the way to refuse it; exceptions are questions, which are put aloud first."""
    here = found.question_url(fact.id)
    return {"question": fact, "aloud": fact.taken.endswith("?"), "refused": f"{here}?itself=yes"}


def _fact_above(state: State, asked: Question[Any]) -> Question[Any] | None:
    """Find the fact that was recorded with the answer of a question that is asked again: it stands above it as it did,
    and may be refused too; None where there was none."""
    before = None
    for step in state.trail:
        if step.question.id == asked.id:
            break
        if not step.derived:
            before = step
    usual = before is not None and before.question.leads_on and before.value == before.question.leads_on
    return before.question if before is not None and usual and asked.kind in TOUCHED else None


def _touched_beneath(found: Inquiry, together: list[Question[Any]]) -> dict[str, Any]:
    """Build the keys of the question that is touched beneath the words noted for it; nothing if there is none."""
    last = touched_last(together)
    if last is None:
        return {}
    known = with_roles(found.known())
    return {
        **asked_with(last, known, found.incident, found.entry),
        "numbers": _numbers(found, last),
        "unknown": UNKNOWN if _may_be_unknown(found, last) else "",
    }


def shows_more(asked: Question[Any]) -> bool:
    """Does the page of a question show more than a device knows: a poll, numbers, hands, what was said elsewhere?"""
    elsewhere = {*ASKED_OF_PLAYERS, *OF_EQUITY, *OF_THE_POSITION, "exclusion", DESIGNATED.id}
    return asked.kind == "hands" or asked.id in elsewhere or bool(getattr(asked, "boxes", ()))


def head(found: Inquiry) -> dict[str, Any]:
    """Build the bar and the foot that both pages share."""
    return {
        "inquiry": found,
        "incident": found.incident,
        "title": short_title(found.entry.title),
        "place": place(found.incident),
        **said_otherwise(found),
    }


def _conflict(asked: Question[Any], conflict: Outcome, known: dict[str, str]) -> dict[str, Any]:
    """Tell who answered what, and what this director would put in its place."""
    return {
        "by": person(conflict.answer.by),
        "at": conflict.answer.at,
        "theirs": answer_words(asked, conflict.answer.value, known),
        "mine": answer_words(asked, conflict.value, known),
        "value": conflict.value,
    }


def _before(found: Inquiry, state: State, asked: Question[Any]) -> str:
    """Return the address to go back to: the question before this one; for the first, what happened."""
    earlier = ""
    for step in state.trail:
        if step.question.id == asked.id:
            break
        if not step.derived and step.question.kind != "moment":
            earlier = found.question_url(step.question.id)
    return earlier or reverse("what", args=[found.incident_id])


def _last_tap(found: Inquiry, lines: list[dict[str, Any]], asked: Question[Any]) -> dict[str, Any] | None:
    """Return the line of the trail that was touched before this question, so that it can be changed."""
    here = found.question_url(asked.id)
    touched = {found.question_url(name) for name in found.answers_dict()}
    before = takewhile(lambda line: line["url"] != here, lines)
    return next((line for line in reversed(list(before)) if line["url"] in touched), None)


def _numbers(found: Inquiry, asked: Question[Any]) -> list[dict[str, str]]:
    """List what the answer hangs on and the program knows: the tricks between which equity is asked, or the contract
    and the tricks played at a claim."""
    if asked.id in OF_EQUITY:
        return numbers_words(found)
    if asked.id in OF_THE_POSITION:
        return [{"title": title, "words": words} for title, words in position(with_roles(completed(found.known())))]
    return []


def _may_be_unknown(found: Inquiry, asked: Question[Any]) -> bool:
    """May the page offer that nobody remembers? A card is only named; for a number there must be a simpler question."""
    if asked.kind != "count":
        return asked.kind == "card"
    simpler = (one.given for one in questions(found.edition, found.law).values() if one.given and one.given.ask)
    return any(fact.id == asked.id for given in simpler for fact in given.facts)
