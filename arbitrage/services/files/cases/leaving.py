"""Export of a case: as a file that another club can import, or as a game of PBN."""

import datetime
import json
import re
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.contrib.auth.models import User
from django.db import models
from django.utils.translation import gettext as _

from arbitrage.exchange import case_json, case_pbn, pbn
from arbitrage.exchange.case_json import CaseFile, EventRecord, NoteRecord, PlacedBoard
from arbitrage.exchange.case_pbn import Mark
from arbitrage.exchange.reading import tidy
from arbitrage.exchange.records import ContestantRecord, SectionRecord, TournamentFile
from arbitrage.exchange.writing import CONTENT_TYPES
from arbitrage.models import (
    Adjustment,
    Answer,
    Appeal,
    AppealSeat,
    AppealWords,
    Board,
    Contestant,
    Duty,
    Event,
    Incident,
    Inquiry,
    Note,
    Remark,
    Result,
    RightTold,
    Ruling,
    Section,
    Stream,
)
from arbitrage.services.errors import Refused
from arbitrage.services.files.exports import Exported, lines_of, tournament_file
from arbitrage.services.record import history, person_numbers
from arbitrage.services.record.projection import LATER, PROJECTED, MemoryRows, Rows, apply
from rulings.bridge import Seat

NAMES: Mapping[type[models.Model], str] = {
    Incident: "incidents",
    Inquiry: "inquiries",
    Duty: "duties",
    Answer: "answers",
    Ruling: "rulings",
    Adjustment: "adjustments",
    Remark: "remarks",
    RightTold: "rights_told",
    Appeal: "appeals",
    AppealWords: "appeal_words",
    AppealSeat: "appeal_seats",
}
"""Names in a case file of the models whose rows are derived from the events."""

CARD = re.compile("[SHDC][AKQJT2-9]")

REVOKES = ("61", "64")

LEADS = ("53", "54", "55", "56")
"""Laws that ask about a lead out of turn; REVOKES are those that ask about a revoke."""


def export_case(incident: Incident, *, names: bool = True) -> Exported:
    """Export the whole incident as a file that another club can import.

    With *names*, the file has the names of the table's players and of the directors, and the free texts, which may name
    others. Without *names*, it has only seats and numbers, and the digests of the free texts.

    :raises Refused: the stored record is damaged.
    """
    return Exported(
        case_json.write(case_file(incident, names=names)),
        f"{incident.reference}{'' if names else '-anonymous'}.json",
        "application/json",
        (),
    )


def export_case_pbn(incident: Incident, *, names: bool = True, commentary: Sequence[str] = ()) -> Exported:
    """Export the incident as a game of PBN: deal, auction, play, and the irregularities that PBN has a sign for.

    *commentary* is the text of the case, in paragraphs. Irregularities that PBN cannot express are listed in the
    problems.

    :raises Refused: the board of the incident is not known.
    """
    board, result, tournament = incident.board, incident.result, incident.tournament
    if board is None:
        raise Refused(_("Say on which board it was: PBN begins with the board."), "no_board")
    record = next(candidate for candidate in tournament_file(tournament).boards if candidate.number == board.number)
    place = next((place for place, line in enumerate(lines_of(board)) if line.pk == incident.result_id), None)
    written = case_pbn.write(
        case_pbn.Game(
            event=tidy(tournament.name),
            site=tidy(incident.club.name),
            date=tournament.date,
            board=record,
            line=None if place is None else record.results[place],
            scoring=pbn.SCORINGS[tournament.scoring],  # type: ignore[index]
            table=str(incident.table or ""),
            names=_seated(result) if names and result is not None else {},
            marks=list(_marks(incident)),
            commentary=commentary,
        )
    )
    name = f"{incident.reference}{'' if names else '-anonymous'}.pbn"
    return Exported(written.data, name, CONTENT_TYPES["pbn"], written.problems)


def _seated(result: Result) -> dict[Seat, str]:
    """Return the players' names by seat: in an individual from the line, otherwise in the order of the players of each
    pair."""
    if result.seats:
        people = {str(contestant.pk): contestant for contestant in Contestant.objects.filter(pk__in=result.seats)}
        four = [people[str(key)] for key in result.seats if str(key) in people]
        return {seat: " ".join(_names_of(contestant)) for seat, contestant in zip(Seat, four, strict=False)}
    return case_pbn.players_by_seat(_names_of(result.ns), _names_of(result.ew))


def _names_of(contestant: Contestant | None) -> list[str]:
    return [tidy(player.name) for player in contestant.players.order_by("order")] if contestant else []


def _marks(incident: Incident) -> Iterator[Mark]:
    """List the established revokes and the accepted leads out of turn, from the facts."""
    inquiries = Inquiry.objects.filter(incident=incident.pk).exclude(stage=Inquiry.Stage.DROPPED)
    for inquiry in inquiries.with_everything().order_by("order"):
        ruling = inquiry.current_ruling
        if ruling is None:
            continue
        data = ruling.data
        facts = data["facts"]
        accepted = any(
            rectification["effect"] == "ACCEPT" and rectification.get("what") == "card"
            for rectification in data["rectifications"]
        )
        card = facts.get("card", "") if CARD.fullmatch(facts.get("card", "")) else ""
        if inquiry.law in REVOKES and ruling.law.startswith("64") and facts.get("offender") in tuple(Seat):
            yield Mark("R", Seat(facts["offender"]), _trick(facts.get("trick", "")))
        elif inquiry.law in LEADS and accepted:
            seat = facts.get("wrong_leader") or facts.get("offender")
            if seat in tuple(Seat):
                yield Mark("L", Seat(seat), 1 if inquiry.law == "54" else None, card)


def _trick(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and 1 <= int(text) <= 13 else None


def case_file(incident: Incident, *, names: bool = True) -> CaseFile:
    """Build the case file of an incident: its tournament, its chain, and the rows derived from the chain.

    :raises Refused: the stored record is damaged.
    """
    if history.verify(Stream.objects.get(pk=incident.pk)):
        raise Refused(_("The record of this case is damaged: restore a backup before it is handed on."), "damaged")
    events = [
        EventRecord(said=json.loads(event.body), hash=event.hash)
        for event in Event.objects.filter(stream_id=incident.pk).order_by("seq")
    ]
    notes = tuple(
        NoteRecord(id=str(note.pk), text=note.text if names else "", digest=note.digest, erased=note.erased)
        for note in Note.objects.filter(incident=incident).order_by("id")
    )
    sections = list(Section.objects.filter(tournament=incident.tournament_id))
    boards = list(Board.objects.filter(pk__in=_boards_of(incident, events)).with_results())
    at_the_table = _results_of(incident, events)
    return CaseFile(
        reference=incident.reference,
        names=names,
        club=tidy(incident.club.name),
        edition=incident.tournament.edition,
        incident=str(incident.pk),
        tournament=str(incident.tournament_id),
        sections={section.letter: str(section.pk) for section in sections},
        boards=tuple(
            PlacedBoard(number=board.number, id=str(board.pk), results=tuple(str(line.pk) for line in lines_of(board)))
            for board in boards
        ),
        place=_place(incident, boards, at_the_table if names else set()),
        people=_people(events, incident.club_id) if names else {},
        notes=notes,
        events=tuple(events),
        record=plain_rows(projected(events, notes)),
    )


def _boards_of(incident: Incident, events: Iterable[EventRecord]) -> set[str]:
    """Return the ids of all boards in the events of a case, and of the boards of its results."""
    boards = {event.said["board"] for event in events if event.said["board"]}
    results = _results_of(incident, events)
    boards |= {str(board) for board in Result.objects.filter(pk__in=results).values_list("board", flat=True)}
    return boards


def _results_of(incident: Incident, events: Iterable[EventRecord]) -> set[str]:
    results = {event.said["data"].get("result") for event in events}
    return {str(key) for key in (*results, incident.result_id) if key}


def _place(incident: Incident, boards: list[Board], named: set[str]) -> TournamentFile:
    """Build the tournament of a case with these boards and the contestants who played them. Only contestants of the
    results *named* have their players' names."""
    whole = tournament_file(incident.tournament)
    numbers = [board.number for board in boards]
    own = {
        str(adjustment.result_id): adjustment.result.award
        for adjustment in Adjustment.objects.confirmed().filter(incident=incident).select_related("result")
    }
    kept = []
    people: set[Sitting] = set()
    at_the_table: set[Sitting] = set()
    for record in whole.boards:
        if record.number not in numbers:
            continue
        rows = lines_of(boards[numbers.index(record.number)])
        lines = []
        for row, line in zip(rows, record.results, strict=True):
            sitting = ((line.ns, "NS"), (line.ew, "EW"), *((number, "") for number in line.players))
            seats = {(line.section, number, way) for number, way in sitting if number}
            people |= seats
            if str(row.pk) in named:
                at_the_table |= seats
            # the adjusted scores of the case itself are in its events
            lines.append(line if str(row.pk) not in own else replace(line, award=None))
        kept.append(replace(record, results=tuple(lines)))
    return replace(
        whole,
        sections=tuple(_section(section, people, at_the_table) for section in whole.sections),
        boards=tuple(kept),
    )


Sitting = tuple[str, str, str]
"""The section and the number of a contestant of a line, with the direction in which he sits; "" in an individual."""


def _section(section: SectionRecord, people: set[Sitting], named: set[Sitting]) -> SectionRecord:
    def sits(contestant: ContestantRecord, sitting: set[Sitting]) -> bool:
        ways = (contestant.direction, "") if contestant.direction else ("", "NS", "EW")
        return any((section.letter, contestant.number, way) in sitting for way in ways)

    there = [contestant for contestant in section.contestants if sits(contestant, people)]
    return replace(
        section,
        contestants=tuple(
            contestant if sits(contestant, named) else replace(contestant, players=()) for contestant in there
        ),
    )


def _people(events: Iterable[EventRecord], club: uuid.UUID) -> dict[str, str]:
    """Return the names of the events' authors, by the number that stands for each in the events."""
    accounts = person_numbers.of_club(club)
    numbers = sorted({event.said["by"] for event in events if event.said["by"] is not None})
    by_key = User.objects.in_bulk([accounts.get(number, number) for number in numbers])
    directors = {number: by_key.get(accounts.get(number, number)) for number in numbers}
    names = {str(number): director.get_full_name() for number, director in directors.items() if director}
    return {number: tidy(name) for number, name in names.items() if name}


def projected(events: Iterable[EventRecord], notes: Iterable[NoteRecord]) -> Rows:
    rows = MemoryRows(notes={note.id: note.text for note in notes})
    for event in events:
        apply(unsaved(event), rows)
    return rows.rows


def unsaved(event: EventRecord) -> Event:
    at = datetime.datetime.fromisoformat(event.said["at"])
    return Event(kind=event.said["kind"], body=history.canonical(event.said), at=at)


def plain_rows(rows: Rows) -> dict[str, list[dict[str, Any]]]:
    """Convert rows to plain data, owners before the rows they own."""
    rows_of = {
        NAMES[model]: [{"id": str(key)} | fields for key, fields in sorted(rows[model].items())]
        for model in PROJECTED
        if rows[model] or model not in LATER  # a file of an earlier version lacks the list
    }
    plain: dict[str, list[dict[str, Any]]] = json.loads(history.canonical(rows_of))
    return plain
