"""Rehearsals of an evening: their clock, the calls that come as it runs, the director's acts, and their end (ADR 022).

A rehearsal belongs to a person, as an exercise does, and is no part of the record. The calls in its room are computed
from its scenario, its seed and the time on its clock.
"""

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import gettext as _

from arbitrage.models import Exercise, Rehearsal
from arbitrage.services import clock, school
from arbitrage.services.errors import Refused
from rulings.engine.inquiry import Ending
from rulings.engine.ruling import Duty, When
from rulings.school.rehearsals import Call, Forgotten, Scenario, fallen_due, scenarios, situation
from rulings.school.situations import Situation

if TYPE_CHECKING:
    from django.contrib.auth.models import User

INTERRUPTED = datetime.timedelta(minutes=10)
"""If no page of the rehearsal is requested for this time, its clock counts as stopped since the last request."""
LEFT_OPEN = datetime.timedelta(hours=6)
"""If no page is requested for this time, the rehearsal ends."""
KEPT = datetime.timedelta(days=365)
"""Time after its beginning at which a rehearsal is deleted."""
LONGER = 10 * 60
"""Seconds for which a rehearsal stays open after its scenario has ended, while a table still waits."""
SEEN_EVERY = datetime.timedelta(seconds=30)
"""Least time between two updates of *seen_at*, because the page of the room sends a request every few seconds."""

# Beginning, clock and end of a rehearsal


def begin(*, scenario: str, seed: int, by: "User") -> Rehearsal:
    """Begin a rehearsal, or return the one that the user has not ended yet.

    :raises Refused: there is no such scenario.
    """
    if scenario not in scenarios():
        raise Refused(_("Touch one of the rehearsals shown."), "invalid_answer")
    now = clock.now()
    clear_old(now)
    if (running := running_of(by)) is not None:
        return running
    values = {"scenario": scenario, "seed": seed, "begun_at": now, "seen_at": now}
    return Rehearsal.objects.get_or_create(user=by, ended_at=None, defaults=values)[0]


def running_of(user: "User") -> Rehearsal | None:
    """Return the running rehearsal of a user, after ending one that was left open; None without one."""
    rehearsal = Rehearsal.objects.of(user).running().first()
    if rehearsal is None:
        return None
    _end_if_left(rehearsal, clock.now())
    return None if rehearsal.ended_at else rehearsal


def clear_old(now: datetime.datetime) -> None:
    """Delete rehearsals older than KEPT, with their exercises, and end those that were left open."""
    Rehearsal.objects.filter(begun_at__lt=now - KEPT).delete()
    for left in Rehearsal.objects.running().filter(seen_at__lt=now - LEFT_OPEN):
        _end_if_left(left, now)


def look(rehearsal: Rehearsal) -> Rehearsal:
    """Update a rehearsal when one of its pages is requested: its clock goes on, or the rehearsal ends.

    After more than ten minutes without a request, the clock counts as stopped since the last request; after more than
    six hours, the rehearsal counts as ended at the last request.
    """
    now = clock.now()
    if rehearsal.ended_at is not None:
        return rehearsal
    _end_if_left(rehearsal, now)
    if rehearsal.ended_at is None and rehearsal.paused_at is None:
        away = now - rehearsal.seen_at
        if away > INTERRUPTED:
            rehearsal.stopped += int(away.total_seconds())
        if away > SEEN_EVERY:
            rehearsal.seen_at = now
            rehearsal.save(update_fields=["stopped", "seen_at"])
        _end_if_over(rehearsal)
    return rehearsal


def _end_if_left(rehearsal: Rehearsal, now: datetime.datetime) -> None:
    last = rehearsal.paused_at or rehearsal.seen_at
    if rehearsal.ended_at is None and now - max(last, rehearsal.seen_at) > LEFT_OPEN:
        _end(rehearsal, last)


def _end_if_over(rehearsal: Rehearsal) -> None:
    """End a rehearsal whose scenario is over: at once if no table waits, else after LONGER."""
    scenario, second = staged(rehearsal), second_of(rehearsal)
    if second < scenario.seconds:
        return
    if second >= scenario.seconds + LONGER or not any(call.waits for call in standing(rehearsal)):
        _end(rehearsal, clock.now())


def end(*, rehearsal: Rehearsal) -> None:
    """End a rehearsal; calls and duties still open count as forgotten."""
    if rehearsal.ended_at is None:
        _end(rehearsal, rehearsal.paused_at or clock.now())


def _end(rehearsal: Rehearsal, at: datetime.datetime) -> None:
    rehearsal.ended_at, rehearsal.paused_at = at, None
    rehearsal.save(update_fields=["ended_at", "paused_at"])


def pause(*, rehearsal: Rehearsal) -> None:
    """Stop the clock of a rehearsal; no calls come until it is resumed."""
    if rehearsal.ended_at is None and rehearsal.paused_at is None:
        rehearsal.paused_at = clock.now()
        rehearsal.save(update_fields=["paused_at"])


def resume(*, rehearsal: Rehearsal) -> None:
    """Resume the clock of a rehearsal from where it was stopped."""
    if rehearsal.ended_at is None and rehearsal.paused_at is not None:
        now = clock.now()
        rehearsal.stopped += int((now - rehearsal.paused_at).total_seconds())
        rehearsal.paused_at, rehearsal.seen_at = None, now
        rehearsal.save(update_fields=["stopped", "paused_at", "seen_at"])


def staged(rehearsal: Rehearsal) -> Scenario:
    """Return the scenario of a rehearsal, with the random choices of its seed."""
    return scenarios()[rehearsal.scenario].staged(rehearsal.seed)


def second_of(rehearsal: Rehearsal) -> int:
    """Return the time on the clock of a rehearsal, in seconds."""
    until = rehearsal.ended_at or rehearsal.paused_at or clock.now()
    return max(0, int((until - rehearsal.begun_at).total_seconds()) - rehearsal.stopped)


def moment(rehearsal: Rehearsal, second: int) -> datetime.datetime:
    """Convert a time on the clock of a rehearsal, in seconds, to the real time, assuming that the clock is not stopped
    in between."""
    now = rehearsal.ended_at or rehearsal.paused_at or clock.now()
    return now - datetime.timedelta(seconds=second_of(rehearsal) - second)


# The calls and duties of a rehearsal


@dataclass(frozen=True)
class Standing:
    """The present state of a call. *begun*, *came* and *ruled* are the times on the clock, in seconds, at which the
    call came, the director came to the table, and he ruled; None if that has not happened.

    *nothing* says whether the director found nothing to rule. *shown* says whether the call has come, or the duty has
    been left; *missed* whether it is a duty that the director has let pass.
    """

    call: Call
    situation: Situation
    begun: int | None
    came: int | None
    ruled: int | None
    nothing: bool
    exercise: Exercise | None
    shown: bool
    missed: bool

    @property
    def duty(self) -> bool:
        """Is it a duty that falls due at a certain time, without a call by the players?"""
        return bool(self.call.within)

    @property
    def waits(self) -> bool:
        """Does somebody at the table wait for the director, or for his ruling?"""
        return self.shown and self.ruled is None and not self.missed and (not self.duty or self.came is not None)


def standing(rehearsal: Rehearsal) -> list[Standing]:
    """List every call of a rehearsal with its present state, including those that have not come yet."""
    second, scenario, noted = second_of(rehearsal), staged(rehearsal), rehearsal.noted
    exercises = {exercise.call: exercise for exercise in rehearsal.exercises.order_by("begun_at", "pk")}
    came, ruled, nothing = (noted.get(name, {}) for name in ("came", "ruled", "nothing"))
    standings: list[Standing] = []
    for call in scenario.calls:
        begun = _begun(call, ruled, exercises)
        arrived = begun is not None and begun <= min(second, scenario.seconds)
        last = begun + call.within if begun is not None and call.within else None
        standings.append(
            Standing(
                call=call,
                situation=situation(call.situation),
                begun=begun,
                came=came.get(call.key),
                ruled=ruled.get(call.key),
                nothing=call.key in nothing,
                exercise=exercises.get(call.key),
                shown=arrived or bool(call.within and begun is not None),
                missed=last is not None and second > last and came.get(call.key) is None,
            )
        )
    return standings


def _begun(call: Call, ruled: Mapping[str, int], exercises: Mapping[str, Exercise]) -> int | None:
    """Return the time at which a call comes, in seconds. None if it follows a ruling that has not been given yet, or
    that leaves no penalty card to come back for."""
    if not call.after:
        return call.at
    if call.after not in ruled:
        return None
    if call.within and not leaves_a_card(exercises.get(call.after)):
        return None
    return ruled[call.after] + call.at


def duties_of(exercise: Exercise | None) -> Sequence[Duty]:
    """Return the duties that the answers of an exercise lead to."""
    if exercise is None or exercise.ended_at is None or not situation(exercise.situation).law:
        return ()
    state = school.inquiry_of(exercise, situation(exercise.situation)).state()
    return state.ruling.duties if isinstance(state, Ending) else ()


def leaves_a_card(exercise: Exercise | None) -> bool:
    """Does the ruling leave a penalty card on the table?"""
    return any(duty.opens == ON_TABLE for duty in duties_of(exercise))


ON_TABLE = "50-table"
"""The law that the duty of a penalty card opens whenever its side is about to lead."""

LATER = {When.END_OF_AUCTION: 60, When.LEAD_LOST: 90, When.END_OF_PLAY: None}
"""Moments of duties in a rehearsal, in seconds after the ruling; None stands for the time that a board takes."""


@dataclass(frozen=True)
class Later:
    """A duty for a later moment of the board. *of* is the call whose ruling left it; *begun*, *due* and *done* are the
    times, in seconds, at which it was left, falls due, and was done.

    *situation* is the situation on which the director then rules, and *exercise* his ruling; both are None if nothing
    has to be ruled, for example after a wrong ruling.
    """

    key: str
    of: Standing
    duty: Duty
    begun: int
    due: int
    done: int | None
    situation: Situation | None
    exercise: Exercise | None


def later(rehearsal: Rehearsal, calls: Sequence[Standing]) -> list[Later]:
    """List the duties that the rulings given so far have left for a later moment of their boards."""
    scenario, done = staged(rehearsal), rehearsal.noted.get("done", {})
    exercises = {exercise.call: exercise for exercise in rehearsal.exercises.all()}
    tasks = []
    for call in calls:
        for number, duty in enumerate(duties_of(call.exercise)):
            if duty.when in LATER and call.ruled is not None:
                key = f"{call.call.key}-{number}"
                due = call.ruled + (LATER[duty.when] or scenario.board_seconds)
                then = fallen_due(call.situation.id, duty.law)
                tasks.append(Later(key, call, duty, call.ruled, due, done.get(key), then, exercises.get(key)))
    return tasks


def lines_left(rehearsal: Rehearsal) -> list[Forgotten]:
    """List the lines of finished rounds that a table forgot and that are still not entered."""
    scenario, second, done = staged(rehearsal), second_of(rehearsal), rehearsal.noted.get("done", {})
    return [
        line
        for line in scenario.forgotten
        if line.key not in done and second >= line.round * scenario.round_seconds and second > 0
    ]


# The acts of the director


def find(rehearsal: Rehearsal, key: str) -> Standing | None:
    """Return a call by its key, if it has come; else None."""
    return next((call for call in standing(rehearsal) if call.call.key == key and call.shown), None)


def come(*, rehearsal: Rehearsal, call: Standing) -> None:
    """Note that the director goes to a table; do nothing for a call that is missed, or not due yet."""
    if call.missed or (call.begun or 0) > second_of(rehearsal):
        return
    _note(rehearsal, "came", call.call.key)


def rule(*, rehearsal: Rehearsal, call: Standing) -> Exercise:
    """Return the exercise of a call, on which the director rules; create it if there is none yet.

    :raises Refused: the rehearsal is over, or the director has not gone to the table.
    """
    if call.exercise is not None:
        return call.exercise
    if rehearsal.ended_at is not None or call.came is None:
        raise Refused(_("Go to the table first."), "not_asked")
    values = {"situation": call.situation.id, "begun_at": clock.now(), "user": rehearsal.user}
    return Exercise.objects.get_or_create(rehearsal=rehearsal, call=call.call.key, defaults=values)[0]


def find_nothing(*, rehearsal: Rehearsal, call: Standing) -> None:
    """Note that the director finds nothing to rule at a table.

    :raises Refused: the director has not been there.
    """
    if call.came is None:
        raise Refused(_("Go to the table first."), "not_asked")
    _note(rehearsal, "nothing", call.call.key)
    _note(rehearsal, "ruled", call.call.key)


def take_up_again(*, rehearsal: Rehearsal, call: Standing) -> None:
    """Undo `find_nothing`."""
    if call.nothing:
        _note(rehearsal, "nothing", call.call.key, gone=True)
        _note(rehearsal, "ruled", call.call.key, gone=True)


def decided(exercise: Exercise) -> None:
    """Note that a call has been ruled on, or a duty done, because its exercise has ended."""
    if exercise.rehearsal is not None:
        of_a_call = exercise.call in {call.key for call in staged(exercise.rehearsal).calls}
        _note(exercise.rehearsal, "ruled" if of_a_call else "done", exercise.call)


def table_of(exercise: Exercise) -> int:
    """Return the table of an exercise of a rehearsal: the table of its call, or of the call that left its duty."""
    tables = {call.key: call.table for call in staged(exercise.rehearsal).calls} if exercise.rehearsal else {}
    return tables.get(exercise.call) or tables[exercise.call.rpartition("-")[0]]


def needless(*, exercise: Exercise, law: str) -> None:
    """End the exercise of a call on which nothing had to be ruled, because the director has chosen a *law* for it."""
    exercise.law, exercise.ended_at, exercise.right = law, clock.now(), False
    exercise.save(update_fields=["law", "ended_at", "right"])
    decided(exercise)


def do(*, rehearsal: Rehearsal, key: str) -> Exercise | None:
    """Do a duty whose moment has come: return its exercise, or mark the duty as done if it has none. Mark a line
    that a table forgot as entered.

    :raises Refused: the moment has not come.
    """
    if key in {line.key for line in lines_left(rehearsal)}:
        _note(rehearsal, "done", key)
        return None
    task = next((duty for duty in later(rehearsal, standing(rehearsal)) if duty.key == key), None)
    if task is None or rehearsal.ended_at is not None:
        return None
    if second_of(rehearsal) < task.due:
        raise Refused(_("Not yet: this table is still busy with the board."), "not_asked")
    if task.situation is None:
        _note(rehearsal, "done", key)
        return None
    values = {
        "situation": task.situation.id,
        "law": task.situation.law,
        "begun_at": clock.now(),
        "user": rehearsal.user,
    }
    return Exercise.objects.get_or_create(rehearsal=rehearsal, call=key, defaults=values)[0]


def undo(*, rehearsal: Rehearsal, key: str) -> None:
    """Undo that a duty was done, unless the director has ruled on it."""
    if not rehearsal.exercises.filter(call=key).exists():
        _note(rehearsal, "done", key, gone=True)


@transaction.atomic
def _note(rehearsal: Rehearsal, what: str, key: str, *, gone: bool = False) -> None:
    """Store the time at which an act (*what*, *key*) was first done, or with *gone* remove it. Do nothing for a
    rehearsal that has ended."""
    row = Rehearsal.objects.select_for_update().get(pk=rehearsal.pk)
    if row.ended_at is not None:
        return
    noted: dict[str, Any] = dict(row.noted)
    of_a_kind = dict(noted.get(what, {}))
    if gone:
        of_a_kind.pop(key, None)
    else:
        of_a_kind.setdefault(key, second_of(row))
    row.noted = rehearsal.noted = {**noted, what: of_a_kind}
    row.save(update_fields=["noted"])
