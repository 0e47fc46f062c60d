"""The pages of an exercise: its questions on the page of an inquiry, the director's own decision, the correction."""

from collections.abc import Mapping
from typing import Any

from django.http import QueryDict
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from arbitrage.models import Exercise, Inquiry
from arbitrage.models.incident import EDITIONS
from arbitrage.pages.incident.cases import case_at
from arbitrage.pages.incident.irregularities import tiles
from arbitrage.pages.incident.what_happened import everything, second_choice
from arbitrage.pages.inquiry.decision import effects
from arbitrage.pages.inquiry.question import question_page
from arbitrage.pages.school.situation import plain_answer, situation_page, why_of
from arbitrage.pages.wording.notation import law_number, words
from arbitrage.pages.wording.regulations import used_by
from arbitrage.pages.wording.revokes import numbers_words
from arbitrage.pages.wording.scores import contract_words, points_words
from arbitrage.pages.wording.sentences import short_title
from arbitrage.pages.wording.trail import answer_words, trail
from arbitrage.services import rehearsals, school
from rulings.bridge import Seat, parse_contract, parse_result
from rulings.engine import text
from rulings.engine.inquiry import Ending, Ruled, State, Waiting
from rulings.engine.questions import Question
from rulings.engine.roles import with_roles
from rulings.school import correction
from rulings.school.rehearsals import is_fallen_due
from rulings.school.situations import Situation
from rulings.scores.scoring import score_ns

EDITION = list(EDITIONS)[-1]


def what_page(exercise: Exercise, situation: Situation, asked: Mapping[str, str]) -> dict[str, Any]:
    """Build *Que s'est-il passé ?* of an exercise: the tiles, the cases of the selected tile, or the list of all
    laws."""
    laws = EDITIONS[EDITION]
    tile = second_choice(laws, asked.get("tile", ""), teams=False)
    listed = "all" in asked or "other" in asked
    return {
        "story": situation_page(situation),
        "exercise": exercise,
        "rehearsed": rehearsed(exercise),
        "tiles": tiles(laws),
        "tile": None if listed else tile,
        "everything": everything(laws) if listed else [],
        "back_url": reverse("exercise_what", args=[exercise.pk]) if tile or listed else _begun_at(exercise, situation),
    }


def chosen(sent: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """Return the selected law, with the answers that its case implies; ("", {}) if none was selected."""
    case = case_at(EDITIONS[EDITION], sent.get("case", ""))
    if case is not None:
        return case.law, dict(case.answers)
    law = sent.get("law", "")
    return (law, {}) if law in EDITIONS[EDITION] else ("", {})


def another_law(law: str, situation: Situation) -> str:
    """Explain that the selected Law is not the one for the situation, and that the exercise goes on with the right
    one."""
    laws = EDITIONS[EDITION]
    return _("“%(other)s” is another matter. Here it is “%(title)s” (Law %(law)s): go on with that.") % {
        "other": short_title(laws[law].title),
        "title": short_title(laws[situation.law].title),
        "law": law_number(situation.law),
    }


def _begun_at(exercise: Exercise, situation: Situation) -> str:
    """Return the address of the page where an exercise was begun: the situation, the call of a rehearsal, or the room
    of a rehearsal if a duty led to the exercise."""
    if exercise.rehearsal is not None:
        if exercise.call not in {call.key for call in rehearsals.staged(exercise.rehearsal).calls}:
            return reverse("rehearsal", args=[exercise.rehearsal_id])
        return reverse("rehearsal_call", args=[exercise.rehearsal_id, exercise.call])
    return reverse("situation", args=[situation.id])


def rehearsed(exercise: Exercise) -> dict[str, Any] | None:
    """Describe the table of an exercise that belongs to a rehearsal, with the address of its room or, after its end, of
    its results; None for any other exercise."""
    rehearsal = exercise.rehearsal
    if rehearsal is None:
        return None
    address = "rehearsal" if rehearsal.ended_at is None else "rehearsal_after"
    return {"table": rehearsals.table_of(exercise), "room": reverse(address, args=[rehearsal.pk])}


def exercise_question(
    exercise: Exercise,
    situation: Situation,
    inquiry: Inquiry,
    state: State,
    asked: Question[Any],
    *,
    sent: QueryDict | None = None,
    itself: bool = False,
) -> dict[str, Any]:
    """Build a question of an exercise: the page of the inquiry, with the situation beside it."""
    page = question_page(inquiry, state, asked, reader=exercise.user, sent=sent, itself=itself)
    first = reverse("what", args=[inquiry.incident_id])
    return page | {
        "exercise": exercise,
        "rehearsed": rehearsed(exercise),
        "back_url": _begun_at(exercise, situation) if page["back_url"] == first else page["back_url"],
        "poll": "",
        "evidence": "",
        "story": situation_page(situation),
    }


def decision_page(exercise: Exercise, situation: Situation, inquiry: Inquiry, state: State) -> dict[str, Any]:
    """Build the page that asks for the director's own decision, before he reads the Code's."""
    return {
        "story": situation_page(situation),
        "exercise": exercise,
        "decisions": [
            {"value": decision.key, "words": decision.words(translation)}
            for decision in correction.decisions(situation)
        ],
        "trail": trail(inquiry, state, exercise.user),
    }


def ruling_page(exercise: Exercise, situation: Situation, inquiry: Inquiry, state: Ending) -> dict[str, Any]:
    """Build the decision in a rehearsal like that of a real call: the ruling that follows from the director's own
    answers, right or wrong."""
    known = with_roles(inquiry.known())
    parts = effects(state.ruling.rectifications, known)
    return {
        "story": situation_page(situation),
        "exercise": exercise,
        "rehearsed": rehearsed(exercise),
        "heading": text.plain(state.ruling.text, known, translation),
        "ruling": state.ruling,
        "waiting": isinstance(state, Waiting),
        "facts": known,
        "trail": trail(inquiry, state, exercise.user),
        "numbers": numbers_words(inquiry, state) if isinstance(state, Ruled) else [],
        "regulations": used_by(state, known),
        "duties": state.ruling.duties,
        **parts,
    }


# The correction


def correction_page(exercise: Exercise, situation: Situation, inquiry: Inquiry, state: State) -> dict[str, Any]:
    """Build the correction: the director's answers beside the Code's, article by article, the first difference, and the
    effect of the ruling on the score."""
    end = situation.ended()
    lines = correction.compared(state, end, situation.facts)
    parts = next((line for line in lines if line.parts), None)
    given = next((decision for decision in correction.decisions(situation) if decision.key == exercise.decision), None)
    right = next(decision for decision in correction.decisions(situation) if decision.key == correction.CODE)
    mine, codes = with_roles(inquiry.known()), with_roles({**situation.facts, **situation.answers, **end.read})
    law_parts = exercise.law not in ("", situation.law, *situation.also)
    decision_parts = not exercise.right and parts is None and not law_parts
    rows = [*_law_row(exercise, situation, parts=law_parts)]
    rows += [_row(line, mine, codes, parts=line is parts and not law_parts) for line in lines]
    words_given = ""
    if exercise.decision == school.ANSWERS and isinstance(state, Ending):
        words_given = text.plain(state.ruling.text, mine, translation)
    rows.append(
        {
            "question": _("The decision"),
            "given": words_given or (given.words(translation) if given else pgettext("answer", "not given")),
            "expected": right.words(translation),
            "law": end.ruling.law,
            "parts": decision_parts,
        }
    )
    return {
        "story": situation_page(situation),
        "exercise": exercise,
        "rehearsed": rehearsed(exercise),
        "alone": not is_fallen_due(situation.id),
        "heading": _heading(exercise, law_parts=law_parts, facts_part=parts is not None),
        "rows": rows,
        "parting": _parting(situation, parts, codes) if parts and not law_parts else None,
        "leads": leads_to(given, end, codes) if decision_parts and given else "",
        "why": why_of(situation),
        "ruling": end.ruling,
        "facts": codes,
        "score": score_words(situation),
        "read": situation.law,
        "number": law_number(situation.law),
    }


def _heading(exercise: Exercise, *, law_parts: bool, facts_part: bool) -> str:
    says = heading_words()
    if exercise.right:
        return says["right"]
    if law_parts:
        return says["law"]
    if facts_part:
        return says["facts"]
    return says["decision" if exercise.decision else "open"]


def heading_words() -> dict[str, str]:
    """Return the headings of a correction, by where the director first differs from the Code."""
    return {
        "right": _("Right: the facts and the decision are those of the Code."),
        "law": _("Another Law was asked for."),
        "facts": _("One question parts you from the Code."),
        "open": _("The facts are right; here is the decision."),
        "decision": _("The facts are right, the decision is another one."),
    }


def _law_row(exercise: Exercise, situation: Situation, *, parts: bool) -> list[dict[str, Any]]:
    if not exercise.law:
        return []
    laws = EDITIONS[EDITION]
    return [
        {
            "question": _("What happened?"),
            "given": words(short_title(laws[exercise.law].title)),
            "expected": words(short_title(laws[situation.law if parts else exercise.law].title)),
            "law": situation.law,
            "parts": parts,
        }
    ]


def _row(line: correction.Line, mine: Mapping[str, str], codes: Mapping[str, str], *, parts: bool) -> dict[str, Any]:
    known = codes if line.expected is not None else mine
    roles = dict(line.question.roles)
    return {
        "question": words(line.question.text, known, roles),
        "given": _answer(line.question, line.given, mine),
        "expected": _answer(line.question, line.expected, codes),
        "law": line.law,
        "parts": parts,
    }


def _answer(question: Question[Any], value: str | None, known: Mapping[str, str]) -> str:
    return pgettext("question", "not asked") if value is None else answer_words(question, value, known)


def _parting(situation: Situation, line: correction.Line, known: Mapping[str, str]) -> dict[str, str]:
    """Describe the first question with different answers: its law, and why it matters."""
    why = line.question.why
    return {
        "law": line.law,
        "question": text.plain(line.question.text, known, translation, dict(line.question.roles)),
        "why": text.plain(why, known, translation, dict(line.question.roles)) if why else "",
    }


def leads_to(given: correction.Decision, end: Any, known: Mapping[str, str]) -> str:
    """Explain with which answer to which question the director's decision would have been right."""
    name, _equals, value = given.key.partition("=")
    step = next((step for step in end.trail if step.question.id == name), None)
    if step is None:
        return ""
    question = text.plain(step.question.text, known, translation, dict(step.question.roles))
    return _("This would be the decision if the answer to “%(question)s” were: %(answer)s.") % {
        "question": question,
        "answer": plain_answer(step.question, value, known).rstrip("."),
    }


def score_words(situation: Situation) -> dict[str, str] | None:
    """Write the result of the table and the score after the ruling; None if one of them is unknown or the score does
    not change."""
    facts = situation.facts
    score = correction.score(situation, situation.answers, translation)
    contract = parse_contract(facts["contract"]) if score else None
    known = {**facts, **situation.answers}
    if contract is None or known.get("declarer", "") not in tuple(Seat):
        return None
    played = contract.by(Seat(known["declarer"]))
    before = score_ns(played, int(facts["tricks"]), facts["vulnerability"])
    after = parse_result(score["result"])
    if score["score_ns"] == before or after.contract is None:
        return None
    return {
        "before": contract_words(facts["contract"], int(facts["tricks"])),
        "before_points": points_words(before),
        "after": contract_words(str(after.contract), score["tricks"]),
        "after_points": points_words(score["score_ns"]),
    }
