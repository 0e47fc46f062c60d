"""A rehearsal on its pages: its room, a call, and what came of it in the end."""

import random
import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from arbitrage.demo.people import regulars
from arbitrage.models import Exercise, Rehearsal, Tournament
from arbitrage.pages.code import for_players
from arbitrage.pages.room.floor import MOST_DOTS
from arbitrage.pages.room.room_page import SIZES, clock_words
from arbitrage.pages.room.tray import choice_words, tables_in_words
from arbitrage.pages.school.situation import in_language, plain_answer, situation_page
from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.document_parts import document, part, row, tabled, text_block
from arbitrage.pages.wording.people import surname
from arbitrage.pages.wording.sentences import Words, short_title
from arbitrage.services import clock, rehearsals, school
from arbitrage.services.record.history import digest
from arbitrage.services.rehearsals import Later, Standing
from rulings.bridge import Seat, Side, is_vulnerable
from rulings.bridge.deals import dealer, vulnerability
from rulings.engine import text
from rulings.engine.roles import with_roles
from rulings.engine.ruling import When
from rulings.laws2017 import LAWS
from rulings.school import correction
from rulings.school.rehearsals import Call, Scenario, scenarios

if TYPE_CHECKING:
    from django.contrib.auth.models import User

MOST_KEPT = 10
"""Ended rehearsals that the list shows."""

# The list


def rehearsals_page(user: "User", seed: int) -> dict[str, Any]:
    """Build the list of rehearsals: the one that runs, those to begin with, those that are over."""
    running = rehearsals.running_of(user)
    over = Rehearsal.objects.of(user).exclude(ended_at=None).order_by("-begun_at", "-pk")[:MOST_KEPT]
    return {
        "running": running and {"rehearsal": running, "title": in_language(rehearsals.staged(running).title)},
        "scenarios": [
            {"key": one.key, "title": in_language(one.title), "says": in_language(one.says), "minutes": one.minutes}
            for one in scenarios().values()
        ],
        "over": [{"rehearsal": past, "title": in_language(rehearsals.staged(past).title)} for past in over],
        "seed": seed,
    }


# The room


def room_page(rehearsal: Rehearsal, reader: "User", done: str = "") -> dict[str, Any]:
    """Build the room of a rehearsal as *La salle*: tiles, tray and clock; the last act (*done*) can be taken back."""
    scenario, calls = rehearsals.staged(rehearsal), rehearsals.standing(rehearsal)
    later = [task for task in rehearsals.later(rehearsal, calls) if task.done is None]
    evening = _evening(rehearsal, scenario)
    tiles = [_tile(rehearsal, scenario, table, calls, later, reader) for table in range(1, scenario.tables + 1)]
    waiting = [call for call in calls if call.waits]
    at_the_end = [_later_entry(rehearsal, task) for task in later if _at_end(task)]
    duties = [_due_entry(rehearsal, call) for call in calls if call.duty and call.shown and call.ruled is None]
    page = {
        "rehearsal": rehearsal,
        "title": in_language(scenario.title),
        "tournament": evening,
        "now": clock.now(),
        "clock": clock_words(evening, clock.now()),
        "tiles": tiles,
        "size": next((name for most, name in SIZES if len(tiles) <= most), "crowd"),
        "open_calls": waiting,
        "calls": [_call_entry(rehearsal, call) for call in waiting if call.came is None],
        "duties": [entry for entry in duties if entry]
        + [_later_entry(rehearsal, task) for task in later if not _at_end(task)],
        "later": at_the_end,
        "later_tables": tables_in_words(at_the_end),
        "left": [_line_entry(rehearsal, scenario, line) for line in rehearsals.lines_left(rehearsal)],
        "time_over": rehearsals.second_of(rehearsal) >= scenario.seconds,
        "may_rule": True,
        "noted": done if done in rehearsal.noted.get("done", {}) else "",
    }
    return page | {"version": _version(page, rehearsal)}


def _version(page: Mapping[str, Any], rehearsal: Rehearsal) -> str:
    """Return what tells one state of the room from another, for the page that asks again."""
    states = [(tile["state"], tile.get("board"), tile.get("done"), tile.get("who")) for tile in page["tiles"]]
    trays = [[entry["id"] for entry in page[name]] for name in ("calls", "duties", "later", "left")]
    cues = [line["text"] for entry in page["duties"] for line in entry["lines"]]
    round_played = page["tournament"].current_round
    now = (states, trays, cues, round_played, rehearsal.paused_at, page["time_over"])
    return digest(repr(now))[:20]


def _at_end(task: Later) -> bool:
    return task.duty.when == When.END_OF_PLAY


def _evening(rehearsal: Rehearsal, scenario: Scenario) -> Tournament:
    """Make the evening whose clock and round the room shows; it is no row of any table."""
    played = min(rehearsals.second_of(rehearsal) // scenario.round_seconds, scenario.rounds - 1)
    return Tournament(
        name=in_language(scenario.title),
        rounds=scenario.rounds,
        current_round=played + 1,
        round_started_at=rehearsals.moment(rehearsal, played * scenario.round_seconds),
        round_minutes=scenario.round_seconds // 60,
        round_paused_at=rehearsal.paused_at,
    )


def _tile(
    rehearsal: Rehearsal,
    scenario: Scenario,
    table: int,
    calls: Sequence[Standing],
    later: Sequence[Later],
    reader: "User",
) -> dict[str, Any]:
    """Show a table as its tile in the room does: its board, its pairs, the most urgent thing of now."""
    here = [call for call in calls if call.call.table == table]
    at_table = _at_the_table(rehearsal, scenario, table, _held(here, rehearsals.second_of(rehearsal)))
    tile = {"section": {"letter": ""}, "table": table, "state": ""} | at_table
    waiting = next((call for call in here if call.waits), None)
    lying = next(filter(_lies, here), None)
    if waiting is not None and waiting.begun is not None:
        return tile | {
            "state": "open",
            "url": _url(rehearsal, waiting.call),
            "since": rehearsals.moment(rehearsal, waiting.begun),
            "minutes": max(0, rehearsals.second_of(rehearsal) - waiting.begun) // 60,
            "who": surname(reader) if waiting.came is not None else "",
            "begun": waiting.exercise is not None,
            "came": waiting.came is not None,
        }
    if lying is not None:
        card = {"card": lying.situation.answers["card"], "seat": lying.situation.answers["owner"], "more": 0}
        return tile | {"state": "wait", "url": _url(rehearsal, lying.call), "cards": [card], "came": True}
    at_the_end = sum(task.of.call.table == table for task in later)
    return tile | ({"at_the_end": at_the_end} if at_the_end else {})


def _lies(call: Standing) -> bool:
    """Does a penalty card lie there, for which somebody must come back?"""
    return call.duty and call.shown and call.ruled is None and not call.missed


def _held(here: Iterable[Standing], second: int) -> int:
    """Return the second at which the play of a table was stopped by what waits there; now, where nothing does."""
    since = [
        call.begun - (call.call.at if call.duty else 0) for call in here if call.begun and (call.waits or _lies(call))
    ]
    return min([second, *since])


def _url(rehearsal: Rehearsal, call: Call) -> str:
    return reverse("rehearsal_call", args=[rehearsal.pk, call.key])


def _at_the_table(rehearsal: Rehearsal, scenario: Scenario, table: int, second: int) -> dict[str, Any]:
    """Return the pairs of a table at a second of the clock, the boards of that round, and the board in play."""
    played = min(second // scenario.round_seconds, scenario.rounds - 1)
    # no two tables end a board at the same moment
    pace = random.Random(f"{rehearsal.seed} {table} {played}").uniform(0.8, 1.05)  # noqa: S311
    within = second - played * scenario.round_seconds
    done = min(int(within / (scenario.board_seconds * pace)), scenario.boards - 1)
    set_of_boards = (table - 1 + played) % scenario.tables
    board = set_of_boards * scenario.boards + done + 1
    return {
        "ns": str(table),
        "ew": str((table - 1 - played) % scenario.tables + 1),
        "board": board,
        "dealer": dealer(board).value,
        "vulnerable": {side: is_vulnerable(vulnerability(board), side) for side in Side},
        "done": done,
        "count": scenario.boards,
        "dots": [at < done for at in range(scenario.boards)] if scenario.boards <= MOST_DOTS else [],
    }


def _call_entry(rehearsal: Rehearsal, call: Standing) -> dict[str, Any]:
    """Show a call in the tray as one from the printed sheet of a table is shown."""
    begun, url = call.begun or 0, _url(rehearsal, call.call)
    return {
        "id": call.call.key,
        "url": url,
        "attend": url,
        "table": str(call.call.table),
        "called_by": call.call.seat,
        "minutes": max(0, rehearsals.second_of(rehearsal) - begun) // 60,
        "since": rehearsals.moment(rehearsal, begun),
        "about": told_words(call.call),
    }


def told_words(call: Call) -> str:
    """Write the words of a table that calls by its sheet."""
    leaf = for_players.by_slug().get(call.leaf)
    return _("The table says: %(case)s.") % {"case": leaf.title} if leaf else _("The table called by itself.")


def _entry(rehearsal: Rehearsal, id: str, call: Call, since: int) -> dict[str, Any]:
    return {
        "id": id,
        "table": str(call.table),
        "minutes": max(0, rehearsals.second_of(rehearsal) - since) // 60,
        "since": rehearsals.moment(rehearsal, since),
        "url": _url(rehearsal, call),
        "cards": [],
        "lines": [],
        "acts": [],
        "there": [],
    }


def _due_entry(rehearsal: Rehearsal, call: Standing) -> dict[str, Any] | None:
    """Build the entry of a penalty card on the table, who chooses and the act; None once its moment has passed."""
    if call.missed or call.begun is None:
        return None
    answers = {**call.situation.facts, **call.situation.answers}
    owner, second = Seat(answers["owner"]), rehearsals.second_of(rehearsal)
    entry = _entry(rehearsal, call.call.key, call.call, max(0, call.begun - call.call.at))
    due = call.begun <= second
    leader = {"player": shown.seat(owner.partner)}
    return entry | {
        "urgent": True,
        "choice": choice_words([{"seat": owner.value, "minor": answers["kind"] == "minor"}], answers["declarer"]),
        "lines": [{"text": in_language(call.call.cue), "url": entry["url"], "when": ""}]
        if due and call.call.cue
        else [],
        "acts": [{"label": _("%(player)s is about to lead") % leader, "url": entry["url"], "quiet": False}],
    }


def _later_entry(rehearsal: Rehearsal, task: Later) -> dict[str, Any]:
    """Build the entry of a duty for the end of an auction or a board, with the act that says it is done."""
    entry = _entry(rehearsal, task.key, task.of.call, task.begun)
    words = _duty_words(task)
    label = _("The board is over: looked at") if _at_end(task) else _("The auction is over: told")
    return entry | {
        "urgent": False,
        "lines": [{"text": words, "url": entry["url"], "when": ""}],
        "acts": [{"label": label, "url": f"{_room(rehearsal)}?done={task.key}", "quiet": False}],
    }


def _duty_words(task: Later) -> str:
    exercise = task.of.exercise
    known = school.inquiry_of(exercise, task.of.situation).known() if exercise else {}
    return text.plain(task.duty.text, with_roles(known), translation)


def _line_entry(rehearsal: Rehearsal, scenario: Scenario, line: Any) -> dict[str, Any]:
    return {
        "id": line.key,
        "table": str(line.table),
        "head": _line_words(scenario, line),
        "url": f"{_room(rehearsal)}?done={line.key}",
    }


def _line_words(scenario: Scenario, line: Any) -> str:
    board = ((line.table - 1 + line.round - 1) % scenario.tables) * scenario.boards + line.board
    return _("From round %(round)s, board %(board)s") % {"round": line.round, "board": board}


def _room(rehearsal: Rehearsal) -> str:
    return reverse("rehearsal", args=[rehearsal.pk])


# A call


def call_page(rehearsal: Rehearsal, call: Standing) -> dict[str, Any]:
    """Build the page of a call: the table's words until the director goes there, then the situation."""
    scenario, second = rehearsals.staged(rehearsal), rehearsals.second_of(rehearsal)
    begun = call.begun or 0
    return {
        "rehearsal": rehearsal,
        "call": call,
        "room": _room(rehearsal),
        "says": told_words(call.call),
        "players": _players(rehearsal, scenario, call.call.table, begun - (call.call.at if call.duty else 0)),
        "minutes": max(0, second - begun) // 60,
        "since": rehearsals.moment(rehearsal, begun),
        "early": call.duty and begun > second,
        "cue": in_language(call.call.cue) if call.call.cue else "",
        "story": situation_page(call.situation),
        "at": rehearsals.moment(rehearsal, call.ruled) if call.ruled is not None else None,
    }


def _players(rehearsal: Rehearsal, scenario: Scenario, table: int, second: int) -> list[dict[str, str]]:
    """Name the four who sit there: invented pairs, the same ones for the same number."""
    pairs = regulars(random.Random(rehearsal.seed), pairs=2 * scenario.tables)  # noqa: S311
    at = _at_the_table(rehearsal, scenario, table, second)
    north_south, east_west = pairs[int(at["ns"]) - 1], pairs[scenario.tables + int(at["ew"]) - 1]
    sat = dict(zip("NSEW", [*north_south, *east_west], strict=True))
    return [{"seat": seat.value, "name": sat[seat.value].name} for seat in Seat]


# In the end


def after_page(rehearsal: Rehearsal) -> dict[str, Any]:
    """Build the page after a rehearsal: times waited, duties forgotten, rulings beside those of the Code."""
    scenario, calls = rehearsals.staged(rehearsal), rehearsals.standing(rehearsal)
    came = [call for call in calls if call.shown and call.begun is not None and not call.duty]
    lines = [_after_line(rehearsal, call) for call in calls if call.shown and call.begun is not None]
    second = rehearsals.second_of(rehearsal)
    forgotten = [
        *(line["forgotten"] for line in lines if line["forgotten"]),
        *(
            _("Table %(table)s: %(duty)s") % {"table": task.of.call.table, "duty": _duty_words(task)}
            for task in rehearsals.later(rehearsal, calls)
            if task.done is None and task.due <= second
        ),
        *(
            _("Table %(table)s: %(line)s, no result yet.") % {"table": line.table, "line": _line_words(scenario, line)}
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
    """Write the time within which half of them were; "" of none."""
    known = list(seconds)
    return seconds_words(round(statistics.median(known))) if known else ""


def seconds_words(seconds: int) -> str:
    """Write a time to the second: "45 s", "2 min 05 s"."""
    minutes, rest = divmod(max(0, seconds), 60)
    return f"{minutes}\u00a0min\u00a0{rest:02}\u00a0s" if minutes else f"{rest}\u00a0s"


def _after_line(rehearsal: Rehearsal, call: Standing) -> dict[str, Any]:
    """Say what came of one call: *right* is None where nothing was ruled, *otherwise* how it parts from the Code."""
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


def _about(call: Standing) -> str:
    """Name the subject of a call."""
    return _title(call.situation.law) if call.situation.law else _("Nothing to rule on")


def _title(law: str) -> str:
    return text.plain(short_title(LAWS[law].title), {}, translation)


def _forgotten(call: Standing, second: int) -> str:
    """Say of a call why it is forgotten; "" where it is not."""
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
    """Compare a ruling with the Code: is it the same, and where not, in a sentence."""
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
    return False, _parted(exercise, call)


def _parted(exercise: Exercise, call: Standing) -> str:
    """Name the first difference from the Code: another Law, the question with both answers, or the decision."""
    if exercise.law not in ("", call.situation.law, *call.situation.also):
        return _("You asked for another Law: %(title)s.") % {"title": _title(exercise.law)}
    end = call.situation.ended()
    state = school.inquiry_of(exercise, call.situation).state()
    line = correction.parting(state, end)
    if line is None:
        return _("The facts are right, the decision is another one.")
    known = with_roles({**call.situation.facts, **call.situation.answers, **end.read})
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
    """Build the same for paper."""
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
            event=f"{page['title']}, {shown.day(rehearsal.begun_at)}",
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
    """Count the rehearsals that a member has ended, in a sentence for a manager whom he lets see it; "" for none."""
    count = Rehearsal.objects.of(user).exclude(ended_at=None).count()
    words = ngettext("%(count)s rehearsal of an evening", "%(count)s rehearsals of an evening", count)
    return words % {"count": count} if count else ""
