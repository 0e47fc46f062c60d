"""Results that the players of a table enter by its table sheet: one side types the result, the other side confirms it.

The players see only the table's lines of the current round. A typed result does not count until it is confirmed; then
`correct_result` writes it, with the table as its author. The players correct their own entry in the same way. Only the
director may correct a line that a director or a file has entered, or about which the director was called (Law 79).
"""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import UUIDField
from django.utils.translation import gettext_lazy as _

from arbitrage.database.prepared import Prepared
from arbitrage.models import Event, Incident, Result, Section, TableSheet, Tournament, TypedLine
from arbitrage.services import clock
from arbitrage.services.errors import Refused
from arbitrage.services.people import table_sheets
from arbitrage.services.record import history, tournament_rows
from arbitrage.services.results.entering import TELLING, Corrected, Entry, Reason, correct_result, says, seen_of
from arbitrage.services.results.lines import would_say
from rulings.bridge import Card, Seat, parse_contract

TYPED = "result_typed"
MENDABLE = (Result.Kind.PLAYED, Result.Kind.PASSED)
OFTEN = 12
"""Most attempts of a table to type the result of one line; after that it must call the director."""


@dataclass(frozen=True)
class Line:
    """A line of a table in the current round, with the typed result that awaits confirmation, and whether the players
    may type one."""

    result: Result
    typed: TypedLine | None
    may_type: bool


def lines_of_table(sheet: TableSheet, section: Section) -> list[Line]:
    """List the lines of a table in the current round, in order of board; [] if the players may not enter results."""
    tournament = sheet.tournament
    if not sheet.results or tournament.current_round is None:
        return []
    rows = _rows(sheet, section).filter(round=tournament.current_round)
    return _with_typed(tournament, list(rows))


def _rows(sheet: TableSheet, section: Section) -> Any:
    rows = Result.objects.filter(board__tournament=sheet.tournament_id, section=section, table=sheet.table)
    return rows.select_related("board__tournament", "section", "ns", "ew").order_by("board__number", "position")


def _with_typed(tournament: Tournament, rows: list[Result]) -> list[Line]:
    waiting = {typed.line: typed for typed in TypedLine.objects.filter(tournament=tournament)} if rows else {}
    entered = [row for row in rows if row.kind != Result.Kind.NOT_PLAYED]
    own = _entered_by_tables(tournament, entered)
    lines = []
    for row in rows:
        typed = waiting.get(row.pk)
        good = typed if typed is not None and typed.was == seen_of(row) else None
        lines.append(Line(row, good, row.kind == Result.Kind.NOT_PLAYED or row.pk in own))
    return lines


def _entered_by_tables(tournament: Tournament, rows: list[Result]) -> set[uuid.UUID]:
    """Return the ids of the lines that were last entered by their own table, and about which no director was called."""
    if not rows:
        return set()
    told = Event.objects.filter(stream=tournament.pk, board__in={row.board_id for row in rows}, kind__in=TELLING)
    last: dict[str, bool] = {}
    for event in told.order_by("seq"):
        data = event.data
        if "result" in data:
            last[data["result"]] = "by_table" in data
    rows_of = {row.pk for row in rows if row.kind in MENDABLE and last.get(str(row.pk), False)}
    calls = Incident.objects.filter(result__in=rows_of).exclude(state=Incident.State.WITHDRAWN)
    return rows_of - set(calls.values_list("result", flat=True))


def line_of_table(sheet: TableSheet, section: Section, key: uuid.UUID) -> Line | None:
    """Find a line of a table that its players may see: a line of this round, or of the previous round while it has no
    result, in case the telephone had no network when the round ended. None for any other line."""
    current = sheet.tournament.current_round
    if not sheet.results or current is None:
        return None
    row = _rows(sheet, section).filter(pk=key, round__in=(current, current - 1)).first()
    if row is None or (row.round != current and row.kind != Result.Kind.NOT_PLAYED):
        return None
    return _with_typed(sheet.tournament, [row])[0]


# Waiting results, for the director


_TYPED = Prepared(
    lambda tournament: TypedLine.objects.filter(tournament=tournament).order_by("at", "pk"), tournament=UUIDField()
)


def waiting_in(tournament: Tournament) -> list[tuple[Result, TypedLine]]:
    """List the results that tables have typed and not confirmed, the oldest first."""
    typed = _TYPED(tournament=tournament.pk)
    if not typed:
        return []
    rows = Result.objects.select_related("board", "section", "ns", "ew").in_bulk([row.line for row in typed])
    here = [(rows[waiting.line], waiting) for waiting in typed if waiting.line in rows]
    return [(row, waiting) for row, waiting in here if waiting.was == seen_of(row)]


# Typing and confirming a result


def as_entry(line: Result, typed: Mapping[str, Any]) -> Entry:
    """Build the entry of a line from the typed values, with the same players."""
    contract = parse_contract(typed["contract"]) if typed["contract"] else None
    return Entry(
        kind=Result.Kind(typed["kind"]),
        contract=contract.by(Seat(typed["declarer"])) if contract else None,
        tricks=typed["tricks"],
        lead=Card(typed["lead"][0], typed["lead"][1]) if typed["lead"] else None,
        ns=line.ns,
        ew=line.ew,
        seats=tuple(line.seats),
    )


def typed_words(line: Result, typed: TypedLine) -> dict[str, Any]:
    """Return the values of the line with the typed result, in the form of `says`."""
    return would_say(line, as_entry(line, typed.entry))


@transaction.atomic
def type_line(
    *, sheet: TableSheet, line: uuid.UUID, typed: Mapping[str, Any], seen: str, id: uuid.UUID
) -> TypedLine | None:
    """Store the result that one side types for a line, until the other side confirms it; it replaces an earlier typed
    result. Sent twice under one *id* it is stored once; None if it was confirmed in between.

    *seen* is the digest of the line on the page.

    :raises Refused: the sheet is closed, the line is not of this table and round or has changed since the page was
        shown, or only the director may change it.
    """
    row = _locked_line(sheet, line, seen, id)
    if row is None:
        return TypedLine.objects.filter(pk=id).first()
    tournament = row.board.tournament
    if would_say(row, as_entry(row, typed)) == says(row):
        raise Refused(_("This is what is written already."), "same")
    sent = Event.objects.filter(stream=tournament.pk, board=row.board_id, kind=TYPED)
    if sum(event.data["result"] == str(row.pk) for event in sent) >= OFTEN:
        raise Refused(_("This board has been typed many times. Call the director."), "often")
    new = TypedLine(pk=id, tournament=tournament, line=row.pk, entry=dict(typed), was=seen_of(row), at=clock.now())
    tournament_rows.write(
        tournament,
        TYPED,
        by=None,
        board=row.board_id,
        gone=list(TypedLine.objects.filter(tournament=tournament, line=row.pk)),
        new=[new],
        result=row.pk,
        now=would_say(row, as_entry(row, typed)),
        by_table={"sheet": str(sheet.pk)},
    )
    return TypedLine.objects.get(pk=id)


def _locked_line(sheet: TableSheet, key: uuid.UUID, seen: str, id: uuid.UUID) -> Result | None:
    """Lock the tournament, and return a line whose result the table may type; None if this *id* was stored before.

    :raises Refused: the table may not type the result of this line.
    """
    history.lock(sheet.tournament_id)
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=sheet.tournament_id)
    if _sent_before(tournament, id):
        return None
    sheet = TableSheet.objects.select_related("tournament").get(pk=sheet.pk)
    section = table_sheets.check_open(sheet)
    line = line_of_table(sheet, section, key)
    if line is None:
        raise Refused(_("This board is not of this round at this table. Call the director."), "elsewhere")
    if not line.may_type:
        raise Refused(_("Only the director changes this result now. Call him."), "directors")
    if seen != seen_of(line.result):
        raise Refused(_("This board has had a result meanwhile. Look at it first."), "changed")
    return line.result


def _sent_before(tournament: Tournament, id: uuid.UUID) -> bool:
    """Was a typed line with this identifier stored before, confirmed or not?"""
    there = TypedLine.objects.filter(pk=id).exists()
    return there or Event.objects.filter(stream=tournament.pk, kind=TYPED, body__contains=f'"{id}"').exists()


@transaction.atomic
def confirm(*, sheet: TableSheet, typed: uuid.UUID) -> Corrected | None:
    """Write a typed result because the other side confirms it; None if it is written already.

    :raises Refused: another result was typed since, the line has changed, or the sheet is closed.
    """
    history.lock(sheet.tournament_id)
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=sheet.tournament_id)
    sheet = TableSheet.objects.select_related("tournament").get(pk=sheet.pk)
    section = table_sheets.check_open(sheet)
    there = TypedLine.objects.filter(pk=typed, tournament=tournament).first()
    if there is None:
        written = Event.objects.filter(stream=tournament.pk, kind="result_corrected", by=None)
        if written.filter(body__contains=f'"typed":"{typed}"').exists():
            return None
        raise Refused(_("Something else was typed meanwhile. Look at it, then confirm it."), "changed")
    line = line_of_table(sheet, section, there.line)
    if line is None or line.typed is None or not line.may_type:
        raise Refused(_("This board has had a result meanwhile. Look at it first."), "changed")
    first = line.result.kind == Result.Kind.NOT_PLAYED
    return correct_result(
        result=line.result,
        by=None,
        entry=as_entry(line.result, there.entry),
        seen=there.was,
        reason="" if first else Reason.TYPED,
        of_table={"sheet": str(sheet.pk), "typed": str(typed)},
    )
