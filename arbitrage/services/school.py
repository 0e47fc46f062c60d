"""The directors' school: exercises on the same laws as at the table, but no part of the record (ADR 018).

The rows that it writes belong to a person. They have no events, and are not counted in the club's statistics.
"""

import datetime
import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext as _

from arbitrage.models import (
    Answer,
    Club,
    Doubt,
    Exercise,
    Incident,
    Inquiry,
    OwnCase,
    ShownProgress,
    Tournament,
)
from arbitrage.services import clock
from arbitrage.services.errors import Refused
from rulings.engine.inquiry import Ending, InvalidAnswer, State, Waiting
from rulings.engine.questions import NO, UNKNOWN, YES, ChooseOne, Fact
from rulings.laws2017 import LAWS
from rulings.school import correction, rehearsals
from rulings.school.situations import Situation, by_id, themes

if TYPE_CHECKING:
    from django.contrib.auth.models import User

LONGEST_DOUBT = 2000
"""Most characters of the text of a doubt."""

# The situation


def situation_of(name: str, clubs: Collection[Club]) -> Situation | None:
    """Find a situation by its name, in the themes, in the rehearsals, or among the own cases of these clubs that still
    rule."""
    if name in by_id() or name in rehearsals.by_id():
        return rehearsals.situation(name)
    try:
        case = OwnCase.objects.filter(club__in=clubs).get(pk=uuid.UUID(name))
    except (ValueError, OwnCase.DoesNotExist):
        return None
    return of_own_case(case) if still_rules(case) else None


def own_cases(club: Club | None) -> list[Situation]:
    """List the own cases of a club as situations."""
    return [of_own_case(case) for case in OwnCase.objects.in_club(club) if still_rules(case)]


def still_rules(case: OwnCase) -> bool:
    """Do the answers of an own case still lead to a ruling? A later version of its law may ask more."""
    return case.law in LAWS and isinstance(LAWS[case.law].step({**case.facts, **case.answers}), Ending)


OWN = "own"
"""Key of the theme of a club's own cases."""


def of_own_case(case: OwnCase) -> Situation:
    """Build the situation of a club's own case; its text is generated from its facts when it is shown."""
    state = LAWS[case.law].step({**case.facts, **case.answers})
    ruling = state.ruling.law if isinstance(state, Ending) else ""
    return Situation(
        id=str(case.pk),
        theme=OWN,
        level=2,
        law=case.law,
        ruling=ruling,
        words={},
        why={},
        answers=case.answers,
        facts=case.facts,
        vulnerability=case.facts.get("vulnerability", ""),
        deal=case.facts.get("deal", ""),
    )


# The exercise


def begin(*, situation: Situation, by: "User", series: int | None = None) -> Exercise:
    """Begin an exercise; an unfinished exercise on the same situation is deleted."""
    left = Exercise.objects.of(by).filter(situation=situation.id, ended_at=None, rehearsal=None)
    with transaction.atomic():
        left.delete()
        return Exercise.objects.create(user=by, situation=situation.id, series=series, begun_at=clock.now())


def choose_law(*, exercise: Exercise, law: str, answers: Mapping[str, str]) -> None:
    """Store the law that the director chose first, with the answers that this choice implies."""
    if not exercise.law:
        exercise.law, exercise.answers = law, dict(answers)
        exercise.save(update_fields=["law", "answers"])


def inquiry_of(exercise: Exercise, situation: Situation) -> Inquiry:
    """Build the inquiry that the pages show for an exercise, with its answers. The inquiry is not stored."""
    incident = Incident(tournament=Tournament(edition=situation.entry.edition), called_at=exercise.begun_at)
    inquiry = Inquiry(
        id=exercise.pk,
        incident=incident,
        law=situation.law,
        edition=situation.entry.edition,
        facts=dict(situation.facts),
        version=exercise.version,
    )
    inquiry.exercise = exercise.pk
    return answered(inquiry, exercise.answers, by=exercise.user, at=exercise.begun_at)


def answered(
    inquiry: Inquiry, answers: Mapping[str, str], *, by: "User | None" = None, at: datetime.datetime | None = None
) -> Inquiry:
    """Put answers into the prefetch cache of an inquiry that is not stored."""
    given = [
        Answer(inquiry=inquiry, question=name, value=value, by=by, at=at or clock.now(), version=0)
        for name, value in answers.items()
    ]
    rows = Answer.objects.none()
    rows._result_cache = given
    inquiry._prefetched_objects_cache = {"answers": rows}  # type: ignore[attr-defined]
    return inquiry


def answer(*, exercise: Exercise, situation: Situation, given: Iterable[tuple[str, str]]) -> State:
    """Store the answers of one page, and return the new state of the law.

    A moment for which the law waits is reached at once, because the situation describes the whole play of the board.

    :raises Refused: the question is not asked, or the answer is invalid.
    """
    answers = dict(exercise.answers)
    for name, value in given:
        _check(inquiry_of(exercise, situation), answers, name, value)
        answers[name] = value
    exercise.answers = answers
    state = inquiry_of(exercise, situation).state()
    while isinstance(state, Waiting) and state.moment.value in situation.answers:
        exercise.answers[state.moment.value] = "reached"
        state = inquiry_of(exercise, situation).state()
    exercise.version += 1
    exercise.save(update_fields=["answers", "version"])
    return state


def _check(inquiry: Inquiry, answers: Mapping[str, str], name: str, value: str) -> None:
    state = inquiry.state_from({**inquiry.facts, **answers})
    question = state.questions.get(name)
    if question is None:
        raise Refused(_("This question is not asked any more: an earlier answer has changed."), "not_asked")
    if value == UNKNOWN and isinstance(question, Fact):
        return
    try:
        question.parse(value)
    except InvalidAnswer:
        message = _("This is not one of the answers to the question. Choose one of those shown.")
        raise Refused(message, "invalid_answer") from None


def ticked(question: object, values: Collection[str]) -> list[tuple[str, str]]:
    """Return the answers that ticked options give: one option answers the question itself; several are answers to the
    questions of the options."""
    boxes = question.boxes if isinstance(question, ChooseOne) else ()
    true = {value: questions for value, questions in boxes if value in values}
    if len(true) == 1:
        return [(question.id, next(iter(true)))] if isinstance(question, ChooseOne) else []
    yes = {name for names in true.values() for name in names}
    firsts = {questions[0] for _value, questions in boxes}
    names = dict.fromkeys(name for _value, names in boxes for name in names if name in firsts | yes)
    return [(name, YES if name in yes else NO) for name in names]


def keep_for_later(*, exercise: Exercise, given: Iterable[tuple[str, str]]) -> None:
    """Store answers to questions that are not asked yet."""
    exercise.answers = {**exercise.answers, **dict(given)}
    exercise.save(update_fields=["answers"])


def decide(*, exercise: Exercise, situation: Situation, decision: str) -> None:
    """Store the decision that the director chooses before he sees the ruling of the Code ("" if he does not know), and
    end the exercise.

    :raises Refused: the inquiry has an open question, or no such decision was offered.
    """
    if exercise.ended_at is not None:
        return
    _decided(exercise, situation, decision, clock.now())
    exercise.save(update_fields=["decision", "ended_at", "right"])


def announce(*, exercise: Exercise, situation: Situation) -> None:
    """Store the ruling to which the director's own answers lead as his decision, as at a table, and end the exercise.

    :raises Refused: the inquiry has an open question.
    """
    if exercise.ended_at is not None:
        return
    _end(exercise, situation, ANSWERS, clock.now())
    exercise.save(update_fields=["decision", "ended_at", "right"])


ANSWERS = "answers"
"""Decision of an exercise without a choice of decisions: the ruling to which the answers lead."""


def _decided(exercise: Exercise, situation: Situation, decision: str, at: datetime.datetime) -> None:
    """Set the chosen decision and the end of an exercise, without storing it.

    :raises Refused: the inquiry has an open question, or no such decision was offered.
    """
    if decision and decision not in {choice.key for choice in correction.decisions(situation)}:
        raise Refused(_("Touch one of the decisions shown."), "invalid_answer")
    _end(exercise, situation, decision, at)


def _end(exercise: Exercise, situation: Situation, decision: str, at: datetime.datetime) -> None:
    state = inquiry_of(exercise, situation).state()
    if not isinstance(state, Ending):
        raise Refused(_("Answer the questions first."), "not_asked")
    exercise.decision, exercise.ended_at = decision, at
    exercise.right = is_right(exercise, situation, state)


def bring(
    *,
    id: uuid.UUID,
    situation: Situation,
    law: str,
    answers: Mapping[str, str],
    decision: str,
    ended_at: datetime.datetime,
    by: "User",
) -> Exercise:
    """Store an exercise that a device has finished while offline. Sent twice under one *id*, it is stored once.

    :raises Refused: its answers leave a question open, no such decision was offered, or the exercise is somebody
        else's.
    """
    exercise = Exercise(id=id, user=by, situation=situation.id, law=law, answers=dict(answers), begun_at=ended_at)
    _decided(exercise, situation, decision, ended_at)
    told = {name: getattr(exercise, name) for name in BROUGHT}
    there, _made = Exercise.objects.get_or_create(id=id, defaults=told)
    if there.user_id != by.pk:
        raise Refused(_("This exercise is somebody else’s."), "other")
    return there


BROUGHT = ("user", "situation", "law", "answers", "decision", "right", "begun_at", "ended_at")


def is_right(exercise: Exercise, situation: Situation, state: State) -> bool:
    """Are the chosen law, the answers and the decision those of the Code?"""
    chosen = exercise.law in ("", situation.law, *situation.also)
    end = situation.ended()
    if not chosen or correction.parting(state, end, situation.facts) is not None:
        return False
    if exercise.decision == ANSWERS:
        return isinstance(state, Ending) and state.ruling == end.ruling
    return exercise.decision == correction.CODE


# A doubt


def doubt(*, exercise: Exercise, situation: Situation, club: Club, words: str, by: "User") -> Doubt:
    """Store a doubt about the correction of an exercise, with its answers, for the reviewers of the club. A repetition
    changes nothing.

    :raises Refused: the text is too long.
    """
    if len(words) > LONGEST_DOUBT:
        raise Refused(_("This text is too long: shorten it to 2,000 characters."), "invalid_answer")
    with transaction.atomic():
        same = Doubt.objects.filter(club=club, by=by, situation=situation.id, answers=exercise.answers, seen_at=None)
        if (before := same.first()) is not None:
            before.words = words or before.words
            before.save(update_fields=["words"])
            return before
        return Doubt.objects.create(
            club=club,
            situation=situation.id,
            law=situation.law,
            answers=exercise.answers,
            decision=exercise.decision,
            words=words,
            by=by,
            at=clock.now(),
        )


def see_doubt(*, doubt: Doubt, by: "User") -> None:
    """Store the first reviewer who has looked at a doubt; later ones change nothing."""
    Doubt.objects.filter(pk=doubt.pk, seen_at=None).update(seen_by=by, seen_at=clock.now())


# The club's own cases


DROPPED_KINDS = ("words", "hands")
"""Kinds of questions whose answers are left out of an own case: free text, and the cards of a claim."""


def own_case_of(inquiry: Inquiry) -> OwnCase | None:
    """Build an own case of an inquiry, without persons, dates or places, and without storing it. None if the law has
    not ruled, or gives no ruling without the free texts."""
    asked = inquiry.state().questions
    answers = {
        name: "" if name in asked and asked[name].kind in DROPPED_KINDS else value
        for name, value in inquiry.answers_dict().items()
        if name in asked
    }
    facts = {name: value for name, value in inquiry.facts.items() if name in CASE_FACTS or name in asked}
    state = inquiry.entry.step({**facts, **answers})
    if inquiry.law not in LAWS or not isinstance(state, Ending):
        return None
    return OwnCase(club=inquiry.incident.club, law=inquiry.law, facts=facts, answers=answers)


CASE_FACTS = ("declarer", "contract", "trumps", "tricks", "vulnerability", "table")
"""Facts of a board that an own case has. The deal is left out, because it would identify the board."""


def keep_own_case(*, inquiry: Inquiry, by: "User") -> OwnCase:
    """Store an inquiry as an own case on which the directors of its club train, or return the equal case that exists.

    :raises Refused: the inquiry has not ruled.
    """
    case = own_case_of(inquiry)
    if case is None:
        raise Refused(_("This inquiry has not ruled yet: there is nothing to train on."), "not_asked")
    same = OwnCase.objects.filter(club=case.club, law=case.law, facts=case.facts, answers=case.answers)
    with transaction.atomic():
        if (before := same.first()) is not None:
            return before
        case.by, case.at = by, clock.now()
        case.save()
        return case


def drop_own_case(*, case: OwnCase) -> None:
    """Delete an own case of a club, with the exercises on it."""
    with transaction.atomic():
        Exercise.objects.filter(situation=str(case.pk)).delete()
        case.delete()


# Progress


AGAIN_AFTER = 2
"""Number of recent mistakes in a theme from which the theme is recommended again."""
LAST_DAYS = datetime.timedelta(days=30)


@dataclass(frozen=True)
class Progress:
    """Progress of one person. *last* says by situation whether his last exercise was right; *mistakes* counts his
    mistakes of the last thirty days by theme."""

    last: Mapping[str, bool]
    mistakes: Mapping[str, int]

    def right(self, situations: Iterable[Situation]) -> int:
        return sum(self.last.get(situation.id, False) for situation in situations)

    def missed(self, situations: Iterable[Situation]) -> list[Situation]:
        return [situation for situation in situations if self.last.get(situation.id) is False]

    def again(self, theme: str) -> bool:
        """Is a theme recommended again?"""
        return self.mistakes.get(theme, 0) >= AGAIN_AFTER


def progress_of(user: "User") -> Progress:
    ended = Exercise.objects.of(user).ended().order_by("ended_at", "pk")
    last: dict[str, bool] = {}
    mistakes: dict[str, int] = {}
    since = clock.now() - LAST_DAYS
    theme_of = {situation.id: situation.theme for situation in (*by_id().values(), *rehearsals.by_id().values())}
    for name, right, at in ended.values_list("situation", "right", "ended_at"):
        last[name] = bool(right)
        if not right and at is not None and at >= since:
            theme = theme_of.get(name, OWN)
            mistakes[theme] = mistakes.get(theme, 0) + 1
    return Progress(last, mistakes)


def next_of(situations: Sequence[Situation], after: str, progress: Progress) -> Situation | None:
    """Return the next situation: the first one after *after* whose last exercise was not right, continuing from the
    beginning of the list; the next in order if all were right."""
    at = next((place for place, situation in enumerate(situations) if situation.id == after), -1)
    ordered = [*situations[at + 1 :], *situations[: max(at, 0)]]
    return next(
        (situation for situation in ordered if not progress.last.get(situation.id)), ordered[0] if ordered else None
    )


def goes_on(user: "User") -> Situation | None:
    """Return the situation of a user's last exercise if it is unfinished, else the next one of its theme; None before
    the first exercise, or if the last one belongs to no theme."""
    last = Exercise.objects.of(user).filter(rehearsal=None).order_by("-begun_at", "-pk").first()
    if last is None or last.situation not in by_id():
        return None
    if last.ended_at is None:
        return by_id()[last.situation]
    theme = next(candidate for candidate in themes() if candidate.key == by_id()[last.situation].theme)
    return next_of(theme.situations, last.situation, progress_of(user))


def show_progress(*, user: "User", club: Club, shown: bool) -> None:
    """Give or withdraw the consent of a user that the managers of a club see his progress."""
    if shown:
        ShownProgress.objects.get_or_create(user=user, club=club)
    else:
        ShownProgress.objects.filter(user=user, club=club).delete()


def shown_in(club: Club) -> "list[User]":
    """List the members of a club who want their progress to be seen, by their names."""
    rows = ShownProgress.objects.filter(club=club, user__memberships__club=club).select_related("user")
    return sorted({row.user for row in rows}, key=lambda user: (user.last_name, user.first_name, user.pk))
