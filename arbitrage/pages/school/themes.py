"""*S'entraîner*: the fourteen themes with the reader's progress, and the page of a manager."""

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.urls import reverse

from arbitrage.models import Club, Doubt
from arbitrage.pages.school.rehearsal_after import ended_words
from arbitrage.pages.school.situation import in_language, words_of
from arbitrage.pages.wording.people import person
from arbitrage.services import school
from rulings.school.situations import Situation, Theme, by_id, themes

if TYPE_CHECKING:
    from django.contrib.auth.models import User


def themes_page(user: "User", club: Club | None) -> dict[str, Any]:
    """Build the list of themes, the next situation, the situations to repeat, and the club's own cases."""
    progress = school.progress_of(user)
    every = tuple(by_id().values())
    goes_on = school.goes_on(user)
    cases = school.own_cases(club)
    return {
        "right": progress.right(every),
        "of": len(every),
        "themes": [_theme(theme, progress) for theme in themes()],
        "goes_on": goes_on and {"situation": goes_on, **_place(goes_on)},
        "missed": len(progress.missed(every)),
        "along": json.dumps(
            {situation.id: progress.last[situation.id] for situation in every if situation.id in progress.last}
        ),
        "cases": [{"situation": case, "right": progress.last.get(case.id), "says": words_of(case)} for case in cases],
    }


def _theme(theme: Theme, progress: school.Progress) -> dict[str, Any]:
    return {
        "key": theme.key,
        "title": in_language(theme.title),
        "laws": in_language(theme.laws),
        "right": progress.right(theme.situations),
        "of": len(theme.situations),
        "again": progress.again(theme.key),
    }


def _place(situation: Situation) -> dict[str, Any]:
    theme = next(candidate for candidate in themes() if candidate.key == situation.theme)
    at = theme.situations.index(situation) + 1
    return {"theme": in_language(theme.title), "number": at, "of": len(theme.situations)}


def done_of(situations: Iterable[Situation], progress: school.Progress) -> list[dict[str, Any]]:
    """List situations with the result of the last exercise of each: *right* is None if there was none."""
    return [
        {"situation": situation, "right": progress.last.get(situation.id)} | _place(situation) | {"number": number}
        for number, situation in enumerate(situations, 1)
    ]


def learners_page(club: Club) -> dict[str, Any]:
    """Build the page of a manager: the members who agreed to be shown, by name, each with his themes, without any
    rank."""
    learners = []
    for user in school.shown_in(club):
        progress = school.progress_of(user)
        lines = [_theme(theme, progress) for theme in themes()]
        done = [line for line in lines if line["right"] or line["again"]]
        learners.append({"name": person(user), "themes": done, "rehearsals": ended_words(user)})
    return {"learners": learners}


def doubts_page(doubts: Iterable[Doubt]) -> dict[str, Any]:
    """List the corrections that seemed wrong to a member, those not yet looked at first."""
    lines = [
        {
            "doubt": doubt,
            "by": person(doubt.by),
            "seen_by": person(doubt.seen_by),
            "url": reverse("school_doubt", args=[doubt.pk]),
        }
        for doubt in doubts
    ]
    return {"doubts": sorted(lines, key=lambda line: line["doubt"].seen_at is not None)}
