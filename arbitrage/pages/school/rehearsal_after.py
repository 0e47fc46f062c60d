"""The results of a rehearsal, as a page and on paper: waiting times, forgotten duties, rulings beside those of the
Code."""

import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from arbitrage.models import Exercise, Rehearsal
from arbitrage.pages.school.rehearsal import duty_words, line_words
from arbitrage.pages.school.situation import in_language, plain_answer
from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.document_parts import document, part, row, tabled, text_block
from arbitrage.pages.wording.sentences import Words, short_title
from arbitrage.services import rehearsals, school
from arbitrage.services.rehearsals import Later, Standing
from rulings.bridge import Seat
from rulings.engine import text
from rulings.engine.roles import with_roles
from rulings.engine.ruling import When
from rulings.laws2017 import LAWS
from rulings.school import correction
from rulings.school.situations import Situation

if TYPE_CHECKING:
    from django.contrib.auth.models import User


def after_page(rehearsal: Rehearsal) -> dict[str, Any]:
    """Build the page of the results of a rehearsal."""
    scenario, calls = rehearsals.staged(rehearsal), rehearsals.standing(rehearsal)
    came = [call for call in calls if call.shown and call.begun is not None and not call.duty]
    second = rehearsals.second_of(rehearsal)
    later = rehearsals.later(rehearsal, calls)
    lines = [_after_line(rehearsal, call) for call in calls if call.shown and call.begun is not None]
    lines += [_after_duty(rehearsal, task) for task in later if task.exercise is not None]
    forgotten = [
        *(line["forgotten"] for line in lines if line["forgotten"]),
        *(
            _("Table %(table)s: %(duty)s") % {"table": task.of.call.table, "duty": duty_words(task)}
            for task in later
            if task.done is None and task.due <= second and task.duty.when is not When.LEAD_LOST
        ),
        *(
            _("Table %(table)s: %(line)s, no result yet.") % {"table": line.table, "line": line_words(scenario, line)}
            for line in rehearsals.lines_left(rehearsal)
        ),
    ]
    return {
        "rehearsal": rehearsal,
        "title": in_language(scenario.title),
        "calls": lines,
        "count": len(came),
        "waited": _half((second if call.came is None else call.came) - (call.begun or 0) for call in came),
        "ruled": _half(call.ruled - call.came for call in calls if call.ruled is not None and call.came is not None),
        "lasted": shown.lasting(second // 60),
        "forgotten": forgotten,
        "otherwise": [line for line in lines if line["right"] is False],
        "right": [line for line in lines if line["right"]],
    }


def _half(seconds: Iterable[int]) -> str:
    """Write the median of these times; "" if there are none."""
    known = list(seconds)
    return seconds_words(round(statistics.median(known))) if known else ""


def seconds_words(seconds: int) -> str:
    """Write a time to the second: "45 s", "2 min 05 s"."""
    minutes, rest = divmod(max(0, seconds), 60)
    return f"{minutes}\u00a0min\u00a0{rest:02}\u00a0s" if minutes else f"{rest}\u00a0s"


def _after_line(rehearsal: Rehearsal, call: Standing) -> dict[str, Any]:
    """Describe the result of a call: *right* is None if there was no ruling, *otherwise* is the difference from the
    Code."""
    second, begun = rehearsals.second_of(rehearsal), call.begun or 0
    right, otherwise = _judged(call)
    until = call.came if call.came is not None else min(second, begun + (call.call.within or second))
    return {
        "key": call.call.key,
        "table": call.call.table,
        "about": _about(call),
        "at": rehearsals.moment(rehearsal, begun),
        "waited": "" if call.duty else seconds_words(until - begun),
        "gone": call.came is not None,
        "took": seconds_words(call.ruled - call.came) if call.ruled is not None and call.came is not None else "",
        "right": right,
        "otherwise": otherwise,
        "exercise": call.exercise
        if call.exercise is not None and call.situation.law and call.exercise.ended_at
        else None,
        "why": in_language(call.situation.why),
        "forgotten": _forgotten(call, second),
    }


def _after_duty(rehearsal: Rehearsal, task: Later) -> dict[str, Any]:
    """Write the line of a duty that was ruled on: right, or the first difference from the Code."""
    exercise, situation = task.exercise, task.situation
    ended = exercise is not None and exercise.ended_at is not None
    right, otherwise = None, ""
    if exercise is not None and situation is not None and ended:
        right, otherwise = bool(exercise.right), "" if exercise.right else _parted(exercise, situation)
    return {
        "key": task.key,
        "table": task.of.call.table,
        "about": _title(situation.law) if situation else "",
        "at": rehearsals.moment(rehearsal, task.due),
        "waited": "",
        "gone": True,
        "took": "",
        "right": right,
        "otherwise": otherwise,
        "exercise": exercise if ended else None,
        "why": in_language(situation.why) if situation else "",
        "forgotten": "",
    }


def _about(call: Standing) -> str:
    """Name the subject of a call."""
    return _title(call.situation.law) if call.situation.law else _("Nothing to rule on")


def _title(law: str) -> str:
    return text.plain(short_title(LAWS[law].title), {}, translation)


def _forgotten(call: Standing, second: int) -> str:
    """Explain why a call counts as forgotten; "" if it does not."""
    place = {"table": call.call.table, "seat": shown.seat(call.call.seat)}
    if call.duty and call.ruled is None and (call.missed or (call.begun or 0) <= second):
        owner = Seat(call.situation.answers["owner"])
        place["leader"] = shown.seat(owner.partner)
        return _("Table %(table)s: %(leader)s led, and nobody had let declarer choose (50D2).") % place
    if call.duty or call.ruled is not None:
        return ""
    if call.came is None:
        return _("Table %(table)s: nobody went to the call of %(seat)s.") % place
    return _("Table %(table)s: you went there and gave no ruling.") % place


def _judged(call: Standing) -> tuple[bool | None, str]:
    """Compare a ruling with the Code: return whether it is the same, and a sentence on the first difference."""
    if call.ruled is None:
        return None, ""
    if call.nothing and call.situation.law:
        end = call.situation.ended()
        known = with_roles({**call.situation.facts, **call.situation.answers, **end.read})
        ruling = text.plain(end.ruling.text, known, translation)
        return False, _("Nothing was ruled. The Code: %(ruling)s") % {"ruling": ruling}
    if not call.situation.law:
        return call.nothing, "" if call.nothing else _("There was nothing to rule on.")
    exercise = call.exercise
    if exercise is None or exercise.right:
        return bool(exercise), ""
    return False, _parted(exercise, call.situation)


def _parted(exercise: Exercise, situation: Situation) -> str:
    """Name the first difference from the Code: another Law, the question with both answers, or the decision."""
    if exercise.law not in ("", situation.law, *situation.also):
        return _("You asked for another Law: %(title)s.") % {"title": _title(exercise.law)}
    end = situation.ended()
    state = school.inquiry_of(exercise, situation).state()
    line = correction.parting(state, end, situation.facts)
    if line is None:
        return _("The facts are right, the decision is another one.")
    known = with_roles({**situation.facts, **situation.answers, **end.read})
    question = text.plain(line.question.text, known, translation, dict(line.question.roles))
    answers = [
        plain_answer(line.question, value, known).rstrip(".")
        if value is not None
        else pgettext("question", "not asked")
        for value in (line.given, line.expected)
    ]
    return _("%(question)s You: %(given)s. The Code: %(code)s.") % {
        "question": question,
        "given": answers[0],
        "code": answers[1],
    }


def after_paper(rehearsal: Rehearsal, club: str) -> list[Words]:
    """Build the results of a rehearsal as documents for paper."""
    page = after_page(rehearsal)
    heads = [
        _("Table"),
        pgettext("to the director", "Call"),
        pgettext("rehearsal", "Waited"),
        pgettext("rehearsal", "Ruled in"),
        _("Result"),
    ]
    rows = [[str(line["table"]), line["about"], _waited(line), line["took"], _result(line)] for line in page["calls"]]
    blocks: Sequence[tuple[str, Callable[[], Iterable[str]]]] = (
        (pgettext("rehearsal", "Forgotten"), lambda: page["forgotten"]),
        (_("Ruled otherwise than the Code"), lambda: map(_with_place, page["otherwise"])),
        (pgettext("rulings", "Right"), lambda: map(_place, page["right"])),
    )
    parts = [part(title, text_block([[[False, sentence]] for sentence in texts()])) for title, texts in blocks]
    return [
        document(
            title=_("A rehearsal of an evening"),
            club=club,
            event=f"{page['title']}, {shown.day(timezone.localdate(rehearsal.begun_at))}",
            place=[[_("Half of the calls waited at most"), page["waited"] or "–"]]
            + [[_("Half of the rulings were given within"), page["ruled"] or "–"]],
            rows=[row([part(_("The calls"), tabled(heads, rows, grow=1))]), *(row([piece]) for piece in parts)],
            foot=_("An exercise: nothing of it is in the club’s files."),
        )
    ]


def _waited(line: Mapping[str, Any]) -> str:
    if line["gone"] or not line["waited"]:
        return str(line["waited"])
    return ", ".join([line["waited"], _("nobody came")])


def _result(line: Mapping[str, Any]) -> str:
    if line["right"] is None:
        return _("no ruling")
    return pgettext("exercise", "right") if line["right"] else pgettext("ruled", "otherwise")


def _place(line: Mapping[str, Any]) -> str:
    return _("Table %(table)s, %(about)s") % line


def _with_place(line: Mapping[str, Any]) -> str:
    return f"{_place(line)}. {line['otherwise']} {line['why']}"


def ended_words(user: "User") -> str:
    """Write the number of rehearsals that a member has finished, for a manager who may see it; "" for none."""
    count = Rehearsal.objects.of(user).exclude(ended_at=None).count()
    words = ngettext("%(count)s rehearsal of an evening", "%(count)s rehearsals of an evening", count)
    return words % {"count": count} if count else ""
