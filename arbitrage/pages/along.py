"""What a device takes along from a page, so that it goes on from there without a network. No hand, no player's name."""

import json
from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any
from uuid import UUID

from arbitrage.models import Incident, Inquiry, Result, Tournament
from arbitrage.pages.cloth import lying
from arbitrage.pages.people import person
from arbitrage.pages.places import table_name
from arbitrage.services.playing import closed_to_others, still_to_play, yet_to_play
from arbitrage.services.regulations import facts_for
from rulings.engine.facts import completed
from rulings.engine.inquiry import Law, limits, readings
from rulings.table import Table

if TYPE_CHECKING:
    from django.contrib.auth.models import User

NEVER = ("deal", "table", "offender_suits", "opening_leader_suits")
"""Facts that stay here: hands and what they say; the table, which goes along as what it answers."""


def text_of(data: dict[str, Any]) -> str:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def room(tournament: Tournament, closed: Collection[UUID] = (), reader: "User | None" = None) -> dict[str, Any]:
    """The tournament that calls are made in, and the regulations that an inquiry of it is told.

    *closed* are the boards that the *reader* has yet to play: the device gives up what it has kept of them, and says at
    their tables who may judge in his place.
    """
    calls = Incident.objects.filter(tournament=tournament, board__in=closed).order_by("pk") if closed else ()
    return {
        "tournament": str(tournament.pk),
        "title": tournament.name,
        "round": tournament.current_round,
        "facts": facts_for(tournament.club, tournament),
        "closed": [str(one.pk) for one in calls],
        **(_others(tournament, closed, reader) if closed and reader else {"others": {}, "later": {}}),
    }


def _others(tournament: Tournament, closed: Collection[UUID], reader: "User") -> dict[str, Any]:
    """The tables, as the device calls them, at which boards are played that the *reader* has yet to play, with the
    directors who may judge: "others" in this round, "later" in those to come, round by round, as far as one knows.
    """
    now = tournament.current_round
    lines = Result.objects.filter(board__in=closed, table__isnull=False).order_by("round", "section", "table", "board")
    mine, directors = yet_to_play(reader, tournament), closed_to_others(tournament, reader)
    others: dict[str, str] = {}
    later: dict[str, dict[int, str]] = {}
    for one in lines.filter(round=None) if now is None else lines.filter(round__gte=now):
        then = None if one.round == now else one.round  # in this round a board is closed until its result is there
        if not still_to_play(one.board_id, mine, then):
            continue
        judges = [who for who, theirs in directors.items() if not still_to_play(one.board_id, theirs, then)]
        table, words = f"{one.section_id}:{one.table}", ", ".join(map(person, judges))
        if then is None:
            others.setdefault(table, words)
        else:
            later.setdefault(table, {}).setdefault(then, words)
    return {"others": others, "later": {table: list(rounds.items()) for table, rounds in later.items()}}


def incident(found: Incident) -> dict[str, Any]:
    """A call and its place."""
    return {
        "id": str(found.pk),
        "tournament": str(found.tournament_id),
        "section": str(found.section_id or ""),
        "table": found.table,
        "label": table_name(found),
        "round": found.round,
        "url": found.get_absolute_url(),
        "facts": facts_for(found.club, found.tournament),
    }


@lru_cache(maxsize=256)
def _answered(law: Law, told: str) -> Mapping[str, dict[str, str]]:
    """What a table, as it is stored, answers in a law: of every card at every seat, at each question of an inquiry."""
    table = Table.read(told)
    return {} if table is None else readings(law, table) | limits(law, table)


def inquiry(found: Inquiry) -> dict[str, Any]:
    """An inquiry as it is known here: facts, answers, what its table answers, and the cards that lie face up on it."""
    answers = found.answers_dict()
    facts = {name: value for name, value in completed(found.given()).items() if name not in (*NEVER, *answers)}
    told = found.facts.get("table", "")
    return {
        "id": str(found.pk),
        "law": found.law,
        "facts": facts,
        "answers": answers,
        "readings": _answered(found.entry, told),
        **({"lying": face_up} if (face_up := lying(Table.read(told))) else {}),
        "version": found.version,
        "url": found.get_absolute_url(),
    }
