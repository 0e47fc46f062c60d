"""The casebook: rulings without any name, place or day, searched by situation and by law.

A case has the seats, the cards and the legal text of a stored ruling. Free text is left out, because it may name
anybody; so are the table, the board, the director and the number of the incident.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db.models import Exists, OuterRef, UUIDField
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from arbitrage.database.prepared import Prepared
from arbitrage.models import Club, Incident, Inquiry, Remark, Ruling, cases_of_law
from arbitrage.models.incident import RulingQuerySet
from arbitrage.pages.decisions.kept_lines import OF_A_CALL, kept_lines
from arbitrage.pages.decisions.worked_cases import worked_rulings
from arbitrage.pages.wording.notation import law_number
from arbitrage.pages.wording.on_paper import effect_on_paper, said_on_paper
from arbitrage.pages.wording.questions_and_rulings import answer_of
from arbitrage.pages.wording.scores import award_words
from arbitrage.pages.wording.sentences import in_brackets
from arbitrage.pages.wording.standing import stands_words
from arbitrage.pages.wording.trail import questions
from arbitrage.services.incidents.standing import Standing, Stands, State, standings
from arbitrage.services.process_cache import ProcessCache
from arbitrage.services.tournaments.playing_director import closed_everywhere
from rulings.engine import text
from rulings.engine.roles import with_roles
from rulings.engine.stored import upgraded

if TYPE_CHECKING:
    from django.contrib.auth.models import User

MOST_SIMILAR = 30
COMPARED = 300
"""Number of the latest cases of a law that are compared with the current one."""


def cases_of(club: Club | None, user: "User") -> RulingQuerySet:
    """Find the rulings in the casebook of a club, newest first: the last ruling of each ended inquiry. Withdrawn
    incidents are left out, and boards that the reader still has to play."""
    rulings = last_rulings(Ruling.objects.in_club(club))
    rulings = rulings.exclude(inquiry__incident__board__in=closed_everywhere(user))
    return _with_review(rulings).order_by("-at", "-pk")


def _with_review(rulings: RulingQuerySet) -> RulingQuerySet:
    """Join the incident of each ruling, and annotate *reviewed*: has the ruling a remark of kind REVIEW?"""
    reviews = Remark.objects.filter(ruling=OuterRef("pk"), kind=Remark.Kind.REVIEW)
    return rulings.annotate(reviewed=Exists(reviews)).select_related("inquiry__incident")


def last_rulings(rulings: RulingQuerySet) -> RulingQuerySet:
    """Keep the last ruling of each ended inquiry, without withdrawn incidents."""
    newer = Ruling.objects.filter(inquiry=OuterRef("inquiry"), revision__gt=OuterRef("revision"))
    ended = rulings.filter(inquiry__stage=Inquiry.Stage.RULED, provisional=False)
    return ended.exclude(inquiry__incident__state=Incident.State.WITHDRAWN).filter(~Exists(newer))


Case = tuple[UUID, UUID, UUID, UUID, UUID | None]
"""Identifiers of a ruling, its incident, and the incident's tournament, club and board."""

OF_A_CASE = ("pk", "inquiry__incident", *(f"inquiry__incident__{name}" for name in OF_A_CALL[1:]))
"""Fields of `Case`, for ``values_list``."""

_SHOWN = Prepared(lambda rulings: _with_review(Ruling.objects.filter(pk__in=rulings)).order_by(), rulings=[UUIDField()])
_written: ProcessCache[SafeString] = ProcessCache(most=2_000_000, weight=len)
"""Cache of cases in HTML, by language; its weight is in characters."""


def written_cases(of_page: Iterable[Case]) -> list[SafeString]:
    """Return cases of the casebook as HTML, from the cache if possible."""

    def write(unknown: list[UUID]) -> Iterator[tuple[UUID, SafeString, Incident]]:
        rulings = _SHOWN(rulings=unknown)
        stand = standings(ruling.inquiry.incident for ruling in rulings)
        for ruling in rulings:
            standing = stand[ruling.inquiry.incident_id]
            written = render_to_string("decisions/case.html", {"case": case(ruling, standing)})
            yield ruling.pk, written, standing.incident

    return kept_lines(_written, {row[0]: row[1:] for row in of_page}, get_language(), write=write)


def cases(rulings: Iterable[Ruling]) -> list[dict[str, Any]]:
    """Write cases in words, each with the current state of its ruling. The states of all are fetched together."""
    shown = list(rulings)
    known = standings(ruling.inquiry.incident for ruling in shown)
    return [case(ruling, known[ruling.inquiry.incident_id]) for ruling in shown]


def case(ruling: Ruling, standing: Standing) -> dict[str, Any]:
    """Write a case in words, without names: its situation, its year, the answers, and the ruling with its effects.
    *stands* describes the current state of the ruling, with the score given on appeal if there is one; *struck* is true
    if the ruling is no longer in force."""
    return {
        "id": ruling.pk,
        "when": date_format(timezone.localdate(ruling.at), "Y"),
        **_told(ruling.inquiry, ruling.data),
        "reviewed": bool(getattr(ruling, "reviewed", False)),
        **_stands(standing.on(ruling.pk), standing),
    }


def _told(inquiry: Inquiry, data: Mapping[str, Any]) -> dict[str, Any]:
    """Write the questions, the answers and the sentence of a stored ruling."""
    known = with_roles(data["facts"])
    return {
        "title": _(inquiry.entry.title),
        "law": data["law"],
        "sentence": in_brackets(said_on_paper(data["text"], known) or _(inquiry.entry.title), data["law"]),
        "effects": [
            in_brackets(words, effect["law"])
            for effect in data["rectifications"]
            if (words := effect_on_paper(effect, known))
        ],
        "answers": list(_answers(inquiry, data, known)),
    }


def _stands(stands: Stands | None, standing: Standing) -> dict[str, Any]:
    """Describe the current state of a case, without dates and without free text."""
    if stands is None:
        return {"stands": "", "struck": False}
    if stands.appeal is None or stands.state not in (State.CHANGED, State.COUNTS, State.FINAL):
        undated = stands.state in (State.AGAIN, State.SUPERSEDED, State.WITHDRAWN)
        return {"stands": stands_words(stands, None, names=False) if undated else "", "struck": not stands.counts}
    if stands.maintained:
        return {"stands": _("Upheld on appeal (Law %(law)s).") % {"law": stands.appeal.law}, "struck": False}
    values = {"law": stands.appeal.law}
    words = _("Changed on appeal (Law %(law)s).") % values
    if standing.mark.adjustment is not None and standing.mark.counts is not None:
        values["score"] = award_words(standing.mark.counts)
        words = _("Changed on appeal (Law %(law)s): %(score)s.") % values
    return {"stands": words, "struck": True}


def similar_count(inquiry: Inquiry, user: "User") -> int:
    """Count the club's other cases of this law."""
    count, playing = cases_of_law(inquiry)
    return _same_law(inquiry, user).count() if playing else count


def similar_cases(inquiry: Inquiry, user: "User") -> list[dict[str, Any]]:
    """Find the cases most similar to an inquiry, of the same law. Those with the most answers in common come first,
    each with the answers that differ."""
    known = _compared_answers(inquiry)
    alike = [
        (*_in_common(known, upgraded(json.loads(ruling.outcome))), ruling)
        for ruling in _same_law(inquiry, user)[:COMPARED]
    ]
    alike.sort(key=lambda similar: -len(similar[0]))  # stable: the newest first among equals
    shown = alike[:MOST_SIMILAR]
    return [
        _beside(line, common, asked)
        for line, (common, asked, _ruling) in zip(cases(each[2] for each in shown), shown, strict=True)
    ]


def similar_worked_cases(inquiry: Inquiry) -> list[dict[str, Any]]:
    """Find the worked cases of an inquiry's law. Those with the most answers in common come first."""
    known = _compared_answers(inquiry)
    alike = [(*_in_common(known, data), _told(case_of, data)) for case_of, data in worked_rulings(inquiry)]
    alike.sort(key=lambda similar: -len(similar[0]))
    return [_beside(told, common, asked) for common, asked, told in alike[:MOST_SIMILAR]]


def _compared_answers(inquiry: Inquiry) -> dict[str, str]:
    """Return the answers to compare; facts such as seats and cards are left out."""
    return {
        step.question.id: step.value
        for step in inquiry.state().trail
        if not step.derived and step.question.kind in ("yes_no", "choice", "count")
    }


def _in_common(known: Mapping[str, str], data: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """List the questions to which a case and this inquiry have the same answer, and all the questions asked in both."""
    there = {step["question"]: step["value"] for step in _plain_steps(data)}
    asked = [name for name in known if name in there]
    return [name for name in asked if there[name] == known[name]], asked


def _beside(told: dict[str, Any], common: Sequence[str], asked: Sequence[str]) -> dict[str, Any]:
    other = [name for name in asked if name not in common]
    return told | {"common": len(common), "asked": len(asked), "otherwise": _only(told, other)}


def _same_law(inquiry: Inquiry, user: "User") -> RulingQuerySet:
    return cases_of(inquiry.incident.club, user).filter(inquiry__law=inquiry.law).exclude(inquiry=inquiry)


def _only(case_lines: Mapping[str, Any], names: Sequence[str]) -> list[dict[str, Any]]:
    return [line for line in case_lines["answers"] if line["id"] in names]


def _plain_steps(data: Mapping[str, Any]) -> Iterable[Mapping[str, Any]]:
    """Keep the answers of a ruling that a person gave; free text is left out."""
    return [step for step in data["trail"] if not step["derived"] and not step["value"].startswith("note:")]


def _answers(inquiry: Inquiry, data: Mapping[str, Any], known: Mapping[str, str]) -> Iterable[dict[str, Any]]:
    asked = questions(inquiry.edition, inquiry.law)
    for step in _plain_steps(data):
        question = asked.get(step["question"])
        if question is None or question.kind in ("moment", "words", "hands"):
            continue
        yield {
            "id": step["question"],
            "question": text.plain(step["text"], known, translation, step.get("roles")),
            "answer": answer_of(dict(step), question, known, {}),
            "law": law_number(step["law"]),
        }
