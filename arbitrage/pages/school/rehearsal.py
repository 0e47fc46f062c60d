"""The pages of a rehearsal: the list, its room, and a call."""

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from arbitrage.demo.people import regulars
from arbitrage.models import Rehearsal, Tournament
from arbitrage.pages.code import for_players
from arbitrage.pages.room.floor import MOST_DOTS
from arbitrage.pages.room.room_page import SIZES, clock_words
from arbitrage.pages.room.tray import choice_words, tables_in_words
from arbitrage.pages.school.situation import in_language, situation_page
from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.moments import HAPPENED
from arbitrage.pages.wording.people import surname
from arbitrage.services import clock, rehearsals, school
from arbitrage.services.record.history import digest
from arbitrage.services.rehearsals import Later, Standing
from rulings.bridge import Seat, Side, is_vulnerable
from rulings.bridge.deals import dealer, vulnerability
from rulings.engine import text
from rulings.engine.roles import with_roles
from rulings.engine.ruling import When
from rulings.school.rehearsals import Call, Scenario, scenarios

if TYPE_CHECKING:
    from django.contrib.auth.models import User

MOST_KEPT = 10
"""Ended rehearsals that the list shows."""

# The list


def rehearsals_page(user: "User", seed: int) -> dict[str, Any]:
    """Build the list of rehearsals: the running one, the scenarios to choose from, and those that ended."""
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
    """Build the room of a rehearsal like *La salle*: tiles, tray and clock. The last act (*done*) can be undone."""
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
    """Digest the state of the room; the page polls this version for changes."""
    states = [(tile["state"], tile.get("board"), tile.get("done"), tile.get("who")) for tile in page["tiles"]]
    trays = [[entry["id"] for entry in page[name]] for name in ("calls", "duties", "later", "left")]
    due = [*page["duties"], *page["later"]]
    cues = [(line["text"], line["when"]) for entry in due for line in entry["lines"]]
    round_played = page["tournament"].current_round
    now = (states, trays, cues, round_played, rehearsal.paused_at, page["time_over"])
    return digest(repr(now))[:20]


def _at_end(task: Later) -> bool:
    return task.duty.when == When.END_OF_PLAY


def _evening(rehearsal: Rehearsal, scenario: Scenario) -> Tournament:
    """Create the unsaved tournament whose clock and round the room shows."""
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
    """Build the tile of a table: its board, its pairs, and its most urgent matter."""
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
    """Return the second at which a waiting call or a penalty card stopped the play of a table; the current second if
    play goes on."""
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
    """Show a call in the tray like a call that players made by their table's sheet."""
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
    """Build the tray entry of a major penalty card (a minor one restricts no lead): the card, the player who chooses,
    and the button; None once its moment has passed."""
    if call.missed or call.begun is None:
        return None
    answers = {**call.situation.facts, **call.situation.answers}
    owner, second = Seat(answers["owner"]), rehearsals.second_of(rehearsal)
    entry = _entry(rehearsal, call.call.key, call.call, max(0, call.begun - call.call.at))
    due = call.begun <= second
    leader = {"player": shown.seat(owner.partner)}
    return entry | {
        "urgent": True,
        "choice": choice_words([{"seat": owner.value, "minor": False}], answers["declarer"]),
        "lines": [{"text": in_language(call.call.cue), "url": entry["url"], "when": ""}]
        if due and call.call.cue
        else [],
        "acts": [{"label": _("%(player)s is about to lead") % leader, "url": entry["url"], "quiet": False}],
    }


def _later_entry(rehearsal: Rehearsal, task: Later) -> dict[str, Any]:
    """Build the tray entry of a duty for a later moment of a board. As in a real evening, its button opens the
    questions of the duty, if it has any."""
    over = rehearsals.second_of(rehearsal) >= task.due
    entry = _entry(rehearsal, task.key, task.of.call, task.due if over else task.begun)
    if task.duty.when in _HAPPENED:
        label = str(HAPPENED[task.duty.when.value])
    elif task.situation is not None:
        label = _("The board is played: look at it again")
    else:
        label = _("The board is over: looked at")
    now = f"{_moments()[task.duty.when][over]},"
    return entry | {
        "urgent": False,
        "lines": [{"text": duty_words(task), "url": entry["url"], "when": now}],
        "acts": [{"label": label, "url": f"{_room(rehearsal)}?done={task.key}", "quiet": False}],
    }


_HAPPENED = {moment for moment in rehearsals.LATER if moment.value in HAPPENED}


def _moments() -> dict[When, tuple[str, str]]:
    """Say how far a table is, before and after a moment."""
    return {
        When.END_OF_AUCTION: (_("They are still bidding"), _("The auction is over")),
        When.LEAD_LOST: (_("He still has the lead"), _("He has lost the lead")),
        When.END_OF_PLAY: (_("They are still playing"), _("The board is played")),
    }


def duty_words(task: Later) -> str:
    exercise = task.of.exercise
    known = school.inquiry_of(exercise, task.of.situation).known() if exercise else {}
    return text.plain(task.duty.text, with_roles(known), translation)


def _line_entry(rehearsal: Rehearsal, scenario: Scenario, line: Any) -> dict[str, Any]:
    return {
        "id": line.key,
        "table": str(line.table),
        "head": line_words(scenario, line),
        "url": f"{_room(rehearsal)}?done={line.key}",
    }


def line_words(scenario: Scenario, line: Any) -> str:
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
    """Name the four players at a table: invented names that depend only on the seed of the rehearsal."""
    pairs = regulars(random.Random(rehearsal.seed), pairs=2 * scenario.tables)  # noqa: S311
    at = _at_the_table(rehearsal, scenario, table, second)
    north_south, east_west = pairs[int(at["ns"]) - 1], pairs[scenario.tables + int(at["ew"]) - 1]
    sat = dict(zip("NSEW", [*north_south, *east_west], strict=True))
    return [{"seat": seat.value, "name": sat[seat.value].name} for seat in Seat]
