"""The pages on which the director enters a traveller line: the keypad, the preview of its effect, and the forms of a
fouled board."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from arbitrage.database.ids import uuid7
from arbitrage.forms.board import LineForm, Places
from arbitrage.models import Board, Event, Result
from arbitrage.pages.board.corrections import KEPT, share_key, told
from arbitrage.pages.board.keypad import keypad
from arbitrage.pages.wording.lines import FORM_LETTERS, before_and_after, columns, line_words, seated, table_of
from arbitrage.pages.wording.people import contestant_words
from arbitrage.pages.wording.rankings import rank_line
from arbitrage.pages.wording.scores import award_words, side_words
from arbitrage.pages.wording.sentences import listed
from arbitrage.pages.wording.tables_and_boards import table_words
from arbitrage.services import clock, tournaments
from arbitrage.services.errors import Refused
from arbitrage.services.results import entering
from arbitrage.services.results.entering import Effect, Entry, Reason
from rulings.bridge import Side


def entry_page(
    board: Board, places: Places, touched: dict[str, str], line: Result | None, error: str = ""
) -> dict[str, Any]:
    """Build the keypad with the keys pressed so far. *line* is the line to correct, or None for a new line."""
    if "exchange" in touched:
        touched = places.exchanged(touched)
    kinds = (touched.get("kind"), line.kind if line else "")
    return {
        "board": board,
        "line": line,
        "table": table_of(line) if line else "",
        "says": line_words(entering.says(line)) if line else "",
        "unread": line.remark if line and line.kind == Result.Kind.UNREADABLE else "",
        "keypad": keypad(touched, board.vulnerability, places.players(touched)),
        "places": list(places.choices(touched)),
        "shares": [_shares(side, places, touched) for side in ("ns", "ew")],
        "in_matchpoints": places.in_matchpoints,
        "artificial": "artificial" in touched or Result.Kind.ARTIFICIAL in kinds,
        "number": touched.get("table", ""),
        "error": error,
    }


def typing_page(line: Result, places: Places, touched: dict[str, str], down: str, error: str = "") -> dict[str, Any]:
    """Build the keypad for a line without a result, with the next such line and the line saved last.

    *touched* are the keys pressed so far; *down* is "board" when typing the lines of a board in order, "table" when
    typing those of a table.
    """
    pad = keypad(touched, line.board.vulnerability, places.players(touched))
    after = entering.waiting_after(line, down)
    complete = bool(pad["shown"].get("tricks") and pad["shown"].get("declarer"))
    return {
        "here": reverse("type_result", args=[line.pk]),
        "board": line.board,
        "line": line,
        "table": table_of(line),
        "down": down,
        "keypad": pad,
        "complete": complete,
        "after": after,
        "after_table": table_of(after) if after else "",
        "sat": [contestant_words(contestant) for contestant in (line.ns, line.ew) if contestant is not None],
        "error": error,
    }


def written(event: Event | None) -> dict[str, Any] | None:
    """Show the line that was saved last, with links to undo and to correct it."""
    if event is None or event.kind != "result_corrected" or event.board is None:
        return None
    return {
        "board": event.board.number,
        "words": line_words(event.data["now"]),
        "event": event.pk,
        "url": reverse("result", args=[event.data["result"]]),
    }


def _shares(side: str, places: Places, touched: Mapping[str, str]) -> dict[str, Any]:
    return {
        "label": side_words(Side(side.upper())),
        "name": f"{side}_share",
        "keys": [share_key(share, touched.get(f"{side}_share")) for share in places.shares],
        "typed": f"{side}_percent",
        "percent": touched.get(f"{side}_percent", ""),
    }


def entry_effect(
    line: Result, form: LineForm, entry: Entry, sent: Mapping[str, str], path: str, error: Refused | None = None
) -> dict[str, Any]:
    """Preview a changed line and its effect, before anything is saved. After a refusal, show the reason and the current
    values. *sent* is the query of the page, *path* its address.

    :raises Refused: a value of *entry* is missing or impossible.
    """
    effect = entering.effect_of(line, entry)
    added, people = line._state.adding, form.places.people
    kept = {name: value for name, value in sent.items() if name in KEPT}
    if added:
        kept.setdefault("id", str(uuid7()))
    back = urlencode({name: value for name, value in kept.items() if name != "kind"})
    return _effect(line, effect, people) | {
        "board": line.board,
        "added": added,
        "state": tournaments.correction_state(line.board.tournament, clock.now()),
        "agreed": "agreed" in sent,
        "reasons": [
            {"value": value, "label": label, "chosen": value == form.cleaned_data["reason"]}
            for value, label in Reason.choices
        ],
        "sent": kept | ({} if added else {"seen": entering.seen_of(line)}),
        "again": f"{path}?{back}",
        "error": told(error, line, people) if error else "",
    }


def _effect(line: Result, effect: Effect, people: Mapping[str, Any]) -> dict[str, Any]:
    """Show the line before and after the change, the new traveller and ranking, and the decisions that refer to the
    line."""
    added, sat, current = line._state.adding, seated(effect.lines), line.board.tournament.current_round
    new = effect.line
    moved = not added and (line.ns_id, line.ew_id, line.seats) != (new.ns_id, new.ew_id, new.seats)
    return {
        "table": table_of(new),
        "was": "" if added else line_words(entering.says(line), people if moved else {}),
        "now": line_words(entering.says(new), people if moved or added else {}),
        "changed": effect.changed,
        "lines": [before_and_after(line, sat[line.result.pk], current) for line in effect.lines],
        "several_sections": len({line.result.section_id for line in effect.lines}) > 1,
        **columns(effect.lines),
        "rankings": [rank_line(rank) for rank in effect.concerned],
        "twice": listed(table_of(result) for result in effect.twice) if effect.twice else "",
        "adjusted": award_words(effect.adjusted) if effect.adjusted else "",
        "ruled": listed(incident.reference for incident in effect.ruled) if effect.ruled else "",
    }


def effect_words(line: Result, effect: Effect, was: Mapping[str, Any]) -> dict[str, Any]:
    """Describe the effect of a correction that is already written."""
    return _effect(line, effect, {}) | {"was": line_words(was)}


def forms_page(board: Board, error: str = "") -> dict[str, Any]:
    """Show each line of a fouled board with the keys for its form (Law 87)."""
    lines = list(board.results.select_related("section", "ns", "ew").order_by("section__letter", "table", "position"))
    several = len({line.section_id for line in lines}) > 1
    return {
        "board": board,
        "lines": [
            {
                "line": line,
                "table": table_words(line, several),
                "says": line_words(entering.says(line)),
                "keys": [
                    {"value": form, "label": letter, "chosen": form == line.form}
                    for form, letter in FORM_LETTERS.items()
                ],
            }
            for line in lines
        ],
        "seen": entering.forms_of(lines),
        "error": error,
    }
