"""Rehearsals of an evening: their clock, the calls that come by it, the director's acts, how one ends (ADR 022).

A rehearsal belongs to a person, as an exercise does: no event, no tournament and no incident knows of it. What stands
in its room is computed from its scenario, its seed and the seconds of its clock.
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
"""Time without a page of the rehearsal after which its clock has stood still since the last one."""
LEFT_OPEN = datetime.timedelta(hours=6)
"""Time without a page after which a rehearsal is over."""
KEPT = datetime.timedelta(days=365)
"""Time after its beginning at which a rehearsal is deleted."""
LONGER = 10 * 60
"""Seconds after its time for which a rehearsal stays open while somebody waits there."""
SEEN_EVERY = datetime.timedelta(seconds=30)
"""Time between two notes of when its pages were last seen: the room asks every few seconds."""

# Its beginning, its clock, its end


def begin(*, scenario: str, seed: int, by: "User") -> Rehearsal:
    """Begin a rehearsal; somebody whose last one still runs goes on with that.

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
    """Return the rehearsal that somebody has not ended; one that was left open is ended first."""
    rehearsal = Rehearsal.objects.of(user).running().first()
    if rehearsal is None:
        return None
    _end_if_left(rehearsal, clock.now())
    return None if rehearsal.ended_at else rehearsal


def clear_old(now: datetime.datetime) -> None:
    """Delete the rehearsals that are older than they are kept, with their exercises, and end those left open."""
    Rehearsal.objects.filter(begun_at__lt=now - KEPT).delete()
    for left in Rehearsal.objects.running().filter(seen_at__lt=now - LEFT_OPEN):
        _end_if_left(left, now)


def look(rehearsal: Rehearsal) -> Rehearsal:
    """Note that a page of a rehearsal is seen: its clock goes on, or the rehearsal is over.

    After ten minutes without a page the clock goes on where it was; after six hours the rehearsal had ended there.
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
    """End a rehearsal whose time is over: at once if no table waits, else some minutes later."""
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
    """Stop the clock of a rehearsal: nothing comes until it goes on."""
    if rehearsal.ended_at is None and rehearsal.paused_at is None:
        rehearsal.paused_at = clock.now()
        rehearsal.save(update_fields=["paused_at"])


def resume(*, rehearsal: Rehearsal) -> None:
    """Let the clock of a rehearsal run on from where it was stopped."""
    if rehearsal.ended_at is None and rehearsal.paused_at is not None:
        now = clock.now()
        rehearsal.stopped += int((now - rehearsal.paused_at).total_seconds())
        rehearsal.paused_at, rehearsal.seen_at = None, now
        rehearsal.save(update_fields=["stopped", "paused_at", "seen_at"])


def staged(rehearsal: Rehearsal) -> Scenario:
    """Return the scenario as the seed of a rehearsal stages it."""
    return scenarios()[rehearsal.scenario].staged(rehearsal.seed)


def second_of(rehearsal: Rehearsal) -> int:
    """Return the seconds that the clock of a rehearsal shows."""
    until = rehearsal.ended_at or rehearsal.paused_at or clock.now()
    return max(0, int((until - rehearsal.begun_at).total_seconds()) - rehearsal.stopped)


def moment(rehearsal: Rehearsal, second: int) -> datetime.datetime:
    """Return when a second of its clock was, or will be if nothing stops it, by the clock on the wall."""
    now = rehearsal.ended_at or rehearsal.paused_at or clock.now()
    return now - datetime.timedelta(seconds=second_of(rehearsal) - second)


# What stands in its room


@dataclass(frozen=True)
class Standing:
    """A call as it stands: *begun*, *came* and *ruled* are seconds of the clock, None for a moment that has not come.

    *shown* is false for one whose moment has not come; *missed* is true of what fell due and was let pass.
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
        """Does it fall due by itself, without a call?"""
        return bool(self.call.within)

    @property
    def waits(self) -> bool:
        """Does somebody at the table wait for the director, or for his ruling?"""
        return self.shown and self.ruled is None and not self.missed and (not self.duty or self.came is not None)


def standing(rehearsal: Rehearsal) -> list[Standing]:
    """List every call of a rehearsal as it stands now; those that have not come are not *shown*."""
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
    """Return the second at which a call comes; None while the ruling that it follows has not been given, or where that
    ruling leaves no penalty card to come back for."""
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
"""What a penalty card opens whenever its side is about to lead."""

LATER = {When.END_OF_AUCTION: 60, When.LEAD_LOST: 90, When.END_OF_PLAY: None}
"""The moments that a rehearsal knows, in seconds after the ruling; None is the time of a board."""


@dataclass(frozen=True)
class Later:
    """A duty for a later moment of the board: whose ruling left it, when it falls due, when it was done.

    *situation* waits for the director there, and *exercise* is his ruling on it; None where the duty is only looked at,
    as one that a wrong ruling has left.
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


# What the director does there


def find(rehearsal: Rehearsal, key: str) -> Standing | None:
    """Return a call that has come; None for another."""
    return next((call for call in standing(rehearsal) if call.call.key == key and call.shown), None)


def come(*, rehearsal: Rehearsal, call: Standing) -> None:
    """Note that the director goes to a table; a call that is not due yet stays as it is."""
    if call.missed or (call.begun or 0) > second_of(rehearsal):
        return
    _note(rehearsal, "came", call.call.key)


def rule(*, rehearsal: Rehearsal, call: Standing) -> Exercise:
    """Begin to rule on a call, or go on with it.

    :raises Refused: the rehearsal is over, or the moment has passed.
    """
    if call.exercise is not None:
        return call.exercise
    if rehearsal.ended_at is not None or call.came is None:
        raise Refused(_("Go to the table first."), "not_asked")
    values = {"situation": call.situation.id, "begun_at": clock.now(), "user": rehearsal.user}
    return Exercise.objects.get_or_create(rehearsal=rehearsal, call=call.call.key, defaults=values)[0]


def find_nothing(*, rehearsal: Rehearsal, call: Standing) -> None:
    """Note that nothing has to be ruled at a table: play goes on.

    :raises Refused: the director has not been there.
    """
    if call.came is None:
        raise Refused(_("Go to the table first."), "not_asked")
    _note(rehearsal, "nothing", call.call.key)
    _note(rehearsal, "ruled", call.call.key)


def take_up_again(*, rehearsal: Rehearsal, call: Standing) -> None:
    """Take back that nothing had to be ruled."""
    if call.nothing:
        _note(rehearsal, "nothing", call.call.key, gone=True)
        _note(rehearsal, "ruled", call.call.key, gone=True)


def decided(exercise: Exercise) -> None:
    """Note that a call has been ruled on, or a duty done, by the end of its exercise."""
    if exercise.rehearsal is not None:
        of_a_call = exercise.call in {call.key for call in staged(exercise.rehearsal).calls}
        _note(exercise.rehearsal, "ruled" if of_a_call else "done", exercise.call)


def table_of(exercise: Exercise) -> int:
    """Return the table of an exercise of a rehearsal: that of its call, or of the call whose ruling left its duty."""
    tables = {call.key: call.table for call in staged(exercise.rehearsal).calls} if exercise.rehearsal else {}
    return tables.get(exercise.call) or tables[exercise.call.rpartition("-")[0]]


def needless(*, exercise: Exercise, law: str) -> None:
    """End the exercise of a call where nothing had to be ruled: another *law* was asked for."""
    exercise.law, exercise.ended_at, exercise.right = law, clock.now(), False
    exercise.save(update_fields=["law", "ended_at", "right"])
    decided(exercise)


def do(*, rehearsal: Rehearsal, key: str) -> Exercise | None:
    """Return to a table for a duty whose moment has come: its exercise is begun, or, without one, it is done. A line
    that a table had forgotten is entered.

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
    """Take back that something due is done; a ruling given there stays."""
    if not rehearsal.exercises.filter(call=key).exists():
        _note(rehearsal, "done", key, gone=True)


@transaction.atomic
def _note(rehearsal: Rehearsal, what: str, key: str, *, gone: bool = False) -> None:
    """Write the second at which something was first done; nothing is written of a rehearsal that is over."""
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
