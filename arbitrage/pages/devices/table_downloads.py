"""Data about tables where cards or restrictions are in force: the answers that each gives in every law, with their
sources.

A table has a version. A device's copy with that version is up to date.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.utils.translation import get_language

from arbitrage.models import Duty, Incident, Tournament, events_of_room
from arbitrage.models.incident import EDITIONS
from arbitrage.pages.devices.page_downloads import NEVER, answered, lines_along, text_of, version_of
from arbitrage.pages.room import watched_results
from arbitrage.pages.room.floor import of_now
from arbitrage.pages.wording.compass_cards import lying
from arbitrage.pages.wording.tables_and_boards import table_name
from arbitrage.services.incidents import known_at
from arbitrage.services.incidents.table import Logged, handed_on, logs_at, table_of
from rulings.engine.facts import completed

if TYPE_CHECKING:
    from django.contrib.auth.models import User

Along = dict[str, Any]
Opens = Mapping[UUID, list[Duty]]


def tables(tournament: Tournament, closed: Collection[UUID], have: Collection[str], reader: "User") -> Along:
    """List the tables of a tournament with cards or restrictions, except for boards *closed* to the reader. *have* are
    the versions on the device: a table with one of them is sent as its version alone. "seen" is the version of the
    room."""
    seen = (events_of_room(tournament.pk, reader) or 0) + watched_results.version()
    calls = [call for call in _calls(tournament) if call.board_id not in closed]
    logs = logs_at(calls)
    duties: defaultdict[UUID, list[Duty]] = defaultdict(list)
    for duty in Duty.objects.tray(tournament).exclude(opens="").prefetch_related("inquiry__answers"):
        duties[duty.inquiry.incident_id].append(duty)
    at: defaultdict[Any, list[Incident]] = defaultdict(list)
    for call in calls:
        at[call.pk if None in (call.board_id, call.table) else (call.board_id, call.section_id, call.table)].append(
            call
        )
    tables = (_table(several, logs[several[0].pk], duties, have) for several in at.values())
    return {"seen": seen, "tables": [table for table in tables if table]}


def _calls(tournament: Tournament) -> Iterable[Incident]:
    """List the open and waiting calls, and all others of the current round that were not withdrawn."""
    calls = (
        Incident.objects.filter(tournament=tournament)
        .exclude(state=Incident.State.WITHDRAWN)
        .select_related("club", "tournament", "section", "board", "result")
        .order_by("called_at", "pk")
    )
    return (call for call in calls if call.state in Incident.RUNNING or of_now(call, tournament))


def _table(calls: list[Incident], log: list[Logged], duties: Opens, have: Collection[str]) -> Along:
    """Describe one table from the calls about one board there; {} if there are no cards or restrictions on it."""
    first = calls[0]
    now = table_of(first, log)
    if not (now.cards or now.bounds or now.silenced or now.unsure or now.revokes or now.followed or now.auction):
        return {}
    opens = {
        str(duty.pk): {
            "incident": str(call.pk),
            "law": duty.opens,
            "facts": handed_on(call, duty.hands, duty.inquiry.known(), log),
        }
        for call in calls
        for duty in duties.get(call.pk, ())
    }
    known = {name: value for name, value in completed(known_at(first, log)).items() if name not in NEVER}
    data = {
        "place": f"{first.board_id or first.pk}:{first.section_id or ''}:{first.table or ''}",
        "calls": [str(call.pk) for call in calls],
        "section": str(first.section_id or ""),
        "table": first.table,
        "label": table_name(first),
        "facts": known,
        "is": version_of(str(now)),
        "lines": lines_along(first, log, now),
        "lying": lying(now),
        "opens": opens,
    }
    version = version_of(f"{get_language()} {text_of(data)}")
    short = {"place": data["place"], "version": version}
    return short if version in have else data | short | {"readings": in_every_law(str(now))}


@lru_cache(maxsize=64)
def in_every_law(told: str) -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    """Return the answers that a table gives, law by law; laws without any are left out."""
    laws = EDITIONS[list(EDITIONS)[-1]].values()
    answers = {law.id: answered(law, told) for law in laws}
    return {law: rows for law, rows in answers.items() if rows}
