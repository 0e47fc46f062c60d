"""Table sheets: access without an account for one table of one evening, valid until the evening ends (ADR 019).

A sheet is printed with a QR code. Players who scan the code may call the director to that table and, if the director
allows it, enter their results. The director can close a sheet at any time, and print a new one.
"""

import datetime
import uuid
from collections.abc import Iterable
from enum import StrEnum
from threading import Lock
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from arbitrage.models import Club, Section, TableSheet, Tournament
from arbitrage.server import client_address
from arbitrage.services import clock
from arbitrage.services.errors import Refused
from arbitrage.services.people import link_tokens
from arbitrage.services.record import club_rows

if TYPE_CHECKING:
    from django.contrib.auth.models import User

Place = tuple[Section, int]

UNTIL = datetime.time(6)
"""Time of the next morning at which the sheets expire, unless the scores are published before."""


class SheetState(StrEnum):
    """State of a valid sheet: before its day, during the evening, or after it."""

    EARLY = "early"
    OPEN = "open"
    OVER = "over"


def of_evening(tournament: Tournament) -> "QuerySet[TableSheet]":
    """Return the sheets in use of an evening, by section and table."""
    return TableSheet.objects.filter(tournament=tournament, withdrawn_at=None).order_by("letter", "table", "pk")


def last_choice(club: uuid.UUID) -> bool:
    """Did the players enter their results on the last evening for which the club made sheets?"""
    last = TableSheet.objects.filter(club=club).order_by("-made_at", "-pk").values_list("results", flat=True).first()
    return bool(last)


@transaction.atomic
def prepare(*, tournament: Tournament, places: Iterable[Place], results: bool, by: "User") -> int:
    """Make a sheet for each table that has none, and set whether players enter their results, for all tables; return
    the number of new sheets. A repetition changes nothing."""
    club = Club.objects.select_for_update(no_key=True).get(pk=tournament.club_id)
    there = {(sheet.letter, sheet.table): sheet for sheet in of_evening(tournament)}
    changed = [sheet for sheet in there.values() if sheet.results != results]
    for sheet in changed:
        sheet.results = results
    TableSheet.objects.bulk_update(changed, ["results"])
    missing = [(section.letter, table) for section, table in places if (section.letter, table) not in there]
    made = TableSheet.objects.bulk_create(
        _new(tournament, letter, table, results=results, by=by) for letter, table in missing
    )
    if made or changed:
        rows = [*changed, *made]
        club_rows.append(club, "table_sheets_prepared", by=by, rows=rows, of=tournament.pk, results=results)
    return len(made)


def _new(tournament: Tournament, letter: str, table: int, *, results: bool, by: "User") -> TableSheet:
    place = {"letter": letter, "table": table, "results": results}
    return TableSheet(club_id=tournament.club_id, tournament=tournament, by=by, made_at=clock.now(), **place)


@transaction.atomic
def shut(*, sheet: TableSheet, by: "User", again: bool = False) -> TableSheet:
    """Close a sheet, so that its code no longer works. With *again* make a new sheet for the table. A closed sheet
    stays closed. Return the sheet that the table now uses, or else the closed one."""
    club = Club.objects.select_for_update(no_key=True).get(pk=sheet.club_id)
    sheet = TableSheet.objects.select_related("tournament").get(pk=sheet.pk)
    if sheet.withdrawn_at is not None:
        return of_evening(sheet.tournament).filter(letter=sheet.letter, table=sheet.table).first() or sheet
    sheet.withdrawn_at = clock.now()
    sheet.save(update_fields=["withdrawn_at"])
    rows = [sheet]
    if again:
        rows.append(_new(sheet.tournament, sheet.letter, sheet.table, results=sheet.results, by=by))
        rows[-1].save(force_insert=True)
    club_rows.append(club, "table_sheet_shut", by=by, rows=rows, sheet=sheet.pk, again=again)
    return rows[-1]


@transaction.atomic
def shut_all(*, tournament: Tournament, by: "User") -> int:
    """Close every sheet of an evening; return the number that were in use."""
    club = Club.objects.select_for_update(no_key=True).get(pk=tournament.club_id)
    sheets = list(of_evening(tournament))
    for sheet in sheets:
        sheet.withdrawn_at = clock.now()
    TableSheet.objects.bulk_update(sheets, ["withdrawn_at"])
    if sheets:
        club_rows.append(club, "table_sheets_shut", by=by, rows=sheets, of=tournament.pk)
    return len(sheets)


def sheet_of(key: uuid.UUID, token: str) -> TableSheet | None:
    """Find the sheet of a link, before, during or after its evening; None if the sheet was closed, or for any other
    link."""
    if not link_tokens.is_right(link_tokens.TABLE, key, token):
        return None
    good = TableSheet.objects.filter(pk=key, withdrawn_at=None, club__disabled_at=None)
    return good.select_related("tournament", "club").first()


def state_of(sheet: TableSheet) -> SheetState:
    """Return the state of a sheet now. It opens from the morning of its day until the scores are published, or until
    the next morning."""
    tournament, now = sheet.tournament, clock.now()
    if timezone.localdate(now) < tournament.date:
        return SheetState.EARLY
    next_day = datetime.datetime.combine(tournament.date + datetime.timedelta(days=1), UNTIL)
    over = tournament.published_at is not None or now >= timezone.make_aware(next_day)
    return SheetState.OVER if over else SheetState.OPEN


def section_of(sheet: TableSheet) -> Section | None:
    """Find the section of a sheet's table; None if the evening was made again without that table."""
    return Section.objects.filter(tournament=sheet.tournament_id, letter=sheet.letter).first()


def check_open(sheet: TableSheet) -> Section:
    """Return the section of a sheet that is open.

    :raises Refused: the sheet is not open.
    """
    stored = TableSheet.objects.filter(pk=sheet.pk, withdrawn_at=None).exists()
    section = section_of(sheet)
    if not stored or section is None or state_of(sheet) is not SheetState.OPEN:
        raise Refused(_("This sheet is closed. Raise your hand: the director comes."), "closed")
    return section


# A limit on the requests from one address

A_MINUTE = datetime.timedelta(minutes=1)
MOST_A_MINUTE = 600
"""Most requests a minute from one address to one worker, as a club of forty tables may share one address."""
MOST_ADDRESSES = 5000


class Arrivals:
    """Counts of the requests of each address in the current minute, in the memory of this process."""

    def __init__(self) -> None:
        self._counted: dict[str, tuple[datetime.datetime, int]] = {}
        self._lock = Lock()

    def too_many(self, address: str) -> bool:
        """Count one more request from an address; return whether it exceeds the limit."""
        key, now = client_address.network(address), clock.now()
        with self._lock:
            since, number = self._counted.get(key, (now, 0))
            if not since <= now < since + A_MINUTE:
                since, number = now, 0
            if len(self._counted) >= MOST_ADDRESSES and key not in self._counted:
                self._counted.clear()
            self._counted[key] = since, number + 1
            return number >= MOST_A_MINUTE

    def clear(self) -> None:
        with self._lock:
            self._counted.clear()


arrivals = Arrivals()
