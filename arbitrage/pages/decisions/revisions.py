"""Comparison of two rulings, line by line, with differences marked: two revisions, or the real ruling and one with
imagined answers."""

from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _

from arbitrage.models import Inquiry, Ruling
from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.notation import law_number
from arbitrage.pages.wording.people import person
from arbitrage.pages.wording.questions_and_rulings import answer_of
from arbitrage.pages.wording.scores import contract_words
from arbitrage.pages.wording.sentences import in_brackets
from arbitrage.pages.wording.trail import questions
from rulings.engine import text
from rulings.engine.roles import with_roles

Outcome = Mapping[str, Any]
Line = tuple[str, str, str]
"""The key of a line (a question, a sentence), its label ("Who revoked?"), its text."""


def side_by_side(inquiry: Inquiry, was: Outcome, now: Outcome, notes: Mapping[str, str]) -> list[dict[str, Any]]:
    """Compare two rulings part by part. Each part has rows of head, was, now and differs; *was* and *now* are outcomes
    as the record stores them.

    *notes* are the free texts by the identifier of their note.
    """
    asked = [_trail(inquiry, ruling, notes) for ruling in (was, now)]
    parts = [
        (_("Ruling"), [_sentence(ruling) for ruling in (was, now)]),
        (_("What follows"), [_effects(ruling) for ruling in (was, now)]),
        (_("To come back to"), [_duties(ruling) for ruling in (was, now)]),
        (_("Questions and answers"), asked),
        (_("Result that was known"), [_result(ruling) for ruling in (was, now)]),
    ]
    told = [{"title": title, "rows": _rows(*lines)} for title, lines in parts]
    return [part for part in told if part["rows"]]


def differs(parts: Sequence[Mapping[str, Any]], *titles: str) -> bool:
    """Does any line differ between the two rulings? Only the parts with these titles count, or all parts if none is
    given."""
    return any(row["differs"] for part in parts if not titles or part["title"] in titles for row in part["rows"])


def head(ruling: Ruling) -> dict[str, Any]:
    """Write the number of a revision, its time and its author."""
    return {"number": ruling.revision, "at": ruling.at, "by": person(ruling.by), "provisional": ruling.provisional}


def _rows(was: list[Line], now: list[Line]) -> list[dict[str, Any]]:
    """Merge the lines of both rulings into rows; lines with the same key share a row."""
    before, after = ([key for key, _head, _said in lines] for lines in (was, now))
    rows: list[dict[str, Any]] = []
    for tag, i, j, k, m in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        left, right = was[i:j], now[k:m]
        if tag == "equal":
            rows += [_row(before, other) for before, other in zip(left, right, strict=True)]
        else:
            rows += [_row(line, None) for line in left] + [_row(None, line) for line in right]
    return rows


def _row(was: Line | None, now: Line | None) -> dict[str, Any]:
    line = was or now
    return {
        "head": line[1] if line else "",
        "was": was[2] if was else "",
        "now": now[2] if now else "",
        "differs": was is None or now is None or was[2] != now[2],
    }


def _sentence(outcome: Outcome) -> list[Line]:
    known = with_roles(outcome["facts"])
    return [("", "", in_brackets(text.plain(outcome["text"], known, translation), outcome["law"]))]


def _effects(outcome: Outcome) -> list[Line]:
    return [(words, "", words) for words in _said(outcome, outcome["rectifications"])]


def _duties(outcome: Outcome) -> list[Line]:
    return [(words, "", words) for words in _said(outcome, outcome["duties"])]


def _said(outcome: Outcome, effects: Sequence[Mapping[str, Any]]) -> list[str]:
    known = with_roles(outcome["facts"])
    return [
        in_brackets(text.plain(effect["text"], known, translation), effect["law"])
        for effect in effects
        if effect.get("text")
    ]


def _trail(inquiry: Inquiry, outcome: Outcome, notes: Mapping[str, str]) -> list[Line]:
    known = with_roles(outcome["facts"])
    asked = questions(inquiry.edition, inquiry.law)
    lines = []
    for step in outcome["trail"]:
        question = asked.get(step["question"])
        if step["derived"] or question is None or question.kind in ("moment", "hands"):
            continue
        answer = answer_of(dict(step), question, known, notes)
        law = law_number(step["law"])
        words = text.plain(step["text"], known, translation, step.get("roles"))
        lines.append((step["question"], words, f"{answer} ({law})" if law else answer))
    return lines


def _result(outcome: Outcome) -> list[Line]:
    facts = outcome["facts"]
    if not facts.get("contract"):
        return []
    tricks = facts.get("tricks", "")
    contract = contract_words(facts["contract"], int(tricks) if tricks.isdecimal() else None)
    return [("contract", "", f"{contract}, {shown.seat(facts['declarer'])}" if facts.get("declarer") else contract)]
