"""A wrong score: its line, the entry, and the effect of the correction (79C)."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from arbitrage.forms.board import LineForm, Places
from arbitrage.models import Event, Incident, Result, Section
from arbitrage.pages.board.corrections import LATE, told, touched_of
from arbitrage.pages.board.keypad import keypad
from arbitrage.pages.board.line_entry import effect_words
from arbitrage.pages.wording.lines import line_words, table_of
from arbitrage.pages.wording.people import contestant_words
from arbitrage.pages.wording.tables_and_boards import round_number, table_choices, tables
from arbitrage.services import clock
from arbitrage.services.errors import Refused
from arbitrage.services.results import entering
from arbitrage.services.tournaments import correction_state


def which_line_page(incident: Incident, sent: Mapping[str, str]) -> dict[str, Any]:
    """Show the traveller lines of a table in a round, to select the wrong one. If the table is unknown, show the
    tables."""
    tournament = incident.tournament
    places = tables(tournament)
    section, table = _table(incident, sent, places)
    last = incident.round or tournament.current_round
    asked = sent.get("round", "")
    number = int(asked) if asked.isdecimal() and len(asked) < 4 else last
    lines: list[Result] = []
    if table is not None and "choose" not in sent:
        results = Result.objects.with_pairs().filter(board__tournament=tournament, section=section, table=table)
        of_round = results.filter(Q(round=number) | Q(round=None)) if number else results
        lines = list(of_round.order_by("board__number", "position"))
    return {
        "incident": incident,
        "table": f"{section.letter}{table}" if table and section and tournament.several_sections else table,
        "round": round_number(number, tournament),
        "before": number - 1 if number and number > 1 else None,
        "lines": [_line(line) for line in lines],
        "tables": table_choices(incident, places) if not lines else [],
    }


def _table(
    incident: Incident, sent: Mapping[str, str], places: list[tuple[Section, int]]
) -> tuple[Section | None, int | None]:
    """Return the section and number of the selected table, or else of the call's table."""
    chosen = next(((of, number) for of, number in places if f"{of.pk}:{number}" == sent.get("table")), None)
    return chosen or (incident.section, incident.table)


def _line(line: Result) -> dict[str, Any]:
    waits = line.kind == Result.Kind.NOT_PLAYED
    return {
        "result": line,
        "waits": waits,
        "words": _("Yet to be played") if waits else line_words(entering.says(line)),
    }


def wrong_line_page(
    incident: Incident, line: Result, sent: Mapping[str, str], error: Refused | str = ""
) -> dict[str, Any]:
    """Show the keypad filled with the values of a line, and the line as it is beside the new one."""
    places = Places.of(incident.tournament, line)
    touched = touched_of(line, places) | dict(sent)
    form = LineForm(touched | {"kind": Result.Kind.PLAYED}, places)
    complete = form.is_valid()
    same = complete and entering.would_say(line, form.entry()) == entering.says(line)
    return {
        "incident": incident,
        "board": line.board,
        "line": line,
        "table": table_of(line),
        "was": line_words(entering.says(line)),
        "keypad": keypad(touched, line.board.vulnerability, places.players(touched)),
        "complete": complete and not same,
        "sat": [contestant_words(contestant) for contestant in (line.ns, line.ew) if contestant is not None],
        "state": correction_state(incident.tournament, clock.now()),
        "agreed": "agreed" in sent,
        "seen": entering.seen_of(line),
        "late": isinstance(error, Refused) and error.code == LATE,
        "error": told(error, line, places.people) if isinstance(error, Refused) else error,
    }


def corrected_page(incident: Incident, event: Event) -> dict[str, Any]:
    """Show the effect of a correction: the line and the board before and after."""
    line = Result.objects.with_pairs().select_related("board__tournament").get(pk=event.data["result"])
    effect = entering.effect_done(line, event.data["was"])
    return effect_words(line, effect, event.data["was"]) | {
        "incident": incident,
        "board": line.board,
        "event": event,
        "law": event.data.get("law") or "79C1",
        "program": line.board.tournament.source_name,
    }
