"""Data in a page that lets a device continue the inquiry offline. It has no hands and no players' names."""

import hashlib
import json
from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from uuid import UUID

from arbitrage.models import Incident, Inquiry, Result, Tournament
from arbitrage.pages.wording.compass_cards import lying
from arbitrage.pages.wording.on_the_table import in_brief, lines_of, origin_words
from arbitrage.pages.wording.people import person
from arbitrage.pages.wording.tables_and_boards import round_number, table_name
from arbitrage.pages.wording.trail import source_words
from arbitrage.services.incidents.table import Logged, log_of, origins
from arbitrage.services.tournaments.playing_director import closed_to_others, still_to_play, yet_to_play
from arbitrage.services.tournaments.regulations import told_at
from rulings.engine.facts import completed
from rulings.engine.inquiry import Law, limits, questions_of, readings, sources
from rulings.table import Table, last_table, tables_of

if TYPE_CHECKING:
    from django.contrib.auth.models import User

NEVER = ("deal", "table", "offender_suits", "opening_leader_suits")
"""Facts that a device never downloads: hands and facts derived from them, and the table, as the answers computed from
it are downloaded instead."""


def text_of(data: dict[str, Any]) -> str:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def room(tournament: Tournament, closed: Collection[UUID] = (), reader: "User | None" = None) -> dict[str, Any]:
    """Describe the tournament and the regulations that apply in its inquiries. *closed* are the boards that the
    *reader* still has to play: the device deletes its data about them, and shows at their tables which other directors
    may rule."""
    calls = Incident.objects.filter(tournament=tournament, board__in=closed).order_by("pk") if closed else ()
    return {
        "tournament": str(tournament.pk),
        "title": tournament.name,
        "round": tournament.current_round,
        "facts": told_at(tournament.club, tournament),
        "closed": [str(call.pk) for call in calls],
        **(_others(tournament, closed, reader) if closed and reader else {"others": {}, "later": {}}),
    }


def _others(tournament: Tournament, closed: Collection[UUID], reader: "User") -> dict[str, Any]:
    """List the tables where boards are played that the *reader* still has to play, with the directors who may rule
    there. "others" has the tables of this round, "later" those of later rounds as far as they are known."""
    now = tournament.current_round
    lines = Result.objects.filter(board__in=closed, table__isnull=False).order_by("round", "section", "table", "board")
    mine, directors = yet_to_play(reader, tournament), closed_to_others(tournament, reader)
    others: dict[str, str] = {}
    later: dict[str, dict[str, str]] = {}
    for line in lines.filter(round=None) if now is None else lines.filter(round__gte=now):
        then = None if line.round == now else line.round  # a board of this round is closed until its result is entered
        if not still_to_play(line.board_id, mine, then):
            continue
        judges = [who for who, theirs in directors.items() if not still_to_play(line.board_id, theirs, then)]
        table, words = f"{line.section_id}:{line.table}", ", ".join(map(person, judges))
        if then is None:
            others.setdefault(table, words)
        else:
            later.setdefault(table, {}).setdefault(round_number(then, tournament), words)
    return {"others": others, "later": {table: list(rounds.items()) for table, rounds in later.items()}}


def incident(incident: Incident) -> dict[str, Any]:
    """Describe a call and its place."""
    return {
        "id": str(incident.pk),
        "tournament": str(incident.tournament_id),
        "section": str(incident.section_id or ""),
        "table": incident.table,
        "label": table_name(incident),
        "round": incident.round,
        "url": incident.get_absolute_url(),
        "facts": told_at(incident.club, incident.tournament),
    }


@lru_cache(maxsize=1024)
def answered(law: Law, told: str) -> Mapping[str, dict[str, str]]:
    """Compute the answers that the stored state of a table (*told*) gives to the questions of a law."""
    table = Table.read(told)
    return {} if table is None else readings(law, table) | sources(law, table) | limits(law, table)


def version_of(text: str) -> str:
    """Return a digest of the stored state of a table, or of other facts."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def lines_along(incident: Incident, log: list[Logged], table: Table) -> dict[str, Any]:
    """List the cards and restrictions on a table by key: their title in the trail, their origin, and the statements
    that the director may make about them."""
    put = origins(log)
    return {
        line["key"]: {
            "title": line["title"],
            "words": line["words"],
            "brief": in_brief(line),
            "origin": origin_words(put.get(line["origin"]), incident),
            "says": line["says"],
        }
        for line in lines_of(table)
    }


def _lines(inquiry: Inquiry, table: Table | None) -> dict[str, Any]:
    """List the cards and restrictions on the table with which an open inquiry began; an empty table needs no query."""
    if table is None or inquiry.stage != Inquiry.Stage.ASKING or not lines_of(table):
        return {}
    return lines_along(inquiry.incident, log_of(inquiry.incident), table)


def _read_before_the_wait(inquiry: Inquiry) -> dict[str, str]:
    """Return the facts that an inquiry had read before the last moment that it waited for."""
    read: dict[str, str] = {}
    before: dict[str, str] = {}
    for step in inquiry.state().trail:
        if step.question.kind == "moment":
            before = dict(read)
        read[step.question.id] = step.value
    return before


def inquiry(inquiry: Inquiry) -> dict[str, Any]:
    """Describe an inquiry as the server knows it: facts and their origin, answers, answers from the table, and cards
    face up.

    An inquiry that has waited for a moment uses the table at that moment. The answers from the first table are then
    sent as facts.
    """
    answers, told = inquiry.answers_dict(), last_table(inquiry.facts)
    given = completed(inquiry.given())
    if told != inquiry.facts.get("table", ""):
        given = {**_read_before_the_wait(inquiry), **given}
    never = (*NEVER, *tables_of(given), *answers)
    facts = {name: value for name, value in given.items() if name not in never}
    table = Table.read(told)
    return {
        "id": str(inquiry.pk),
        "law": inquiry.law,
        "facts": facts,
        "from": {
            question.id: source_words(inquiry, question)
            for question in questions_of(inquiry.entry).values()
            if question.id in facts
        },
        "answers": answers,
        "readings": answered(inquiry.entry, told),
        "lines": _lines(inquiry, table),
        "is": version_of(told),
        "ended": inquiry.stage != Inquiry.Stage.ASKING,
        **({"lying": face_up} if (face_up := lying(table)) else {}),
        "version": inquiry.version,
        "url": inquiry.get_absolute_url(),
    }
