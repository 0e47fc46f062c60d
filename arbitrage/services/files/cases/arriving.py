"""Import of a case file into a club that does not have the case: its tournament, its chain, and the rows derived from
the chain."""

import datetime
import json
import uuid
from dataclasses import dataclass
from typing import Any, TypeVar

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import DatabaseError, connection, models, transaction
from django.utils.translation import gettext as _

from arbitrage.exchange import case_json
from arbitrage.exchange.case_json import CaseFile, EventRecord, PlacedBoard
from arbitrage.exchange.records import ContestantRecord, ResultRecord, SectionRecord, Unreadable
from arbitrage.models import (
    Board,
    Club,
    Contestant,
    Event,
    Incident,
    Inquiry,
    Note,
    Player,
    Result,
    Ruling,
    Section,
    Tournament,
)
from arbitrage.services.errors import Refused
from arbitrage.services.files.cases.checking import check_record
from arbitrage.services.files.cases.leaving import unsaved
from arbitrage.services.record import history, tournament_rows
from arbitrage.services.record.projection import PROJECTED, MemoryRows, Rows, apply
from arbitrage.services.results.counting import as_recorded

M = TypeVar("M", bound=models.Model)

WRITTEN: tuple[type[models.Model], ...] = (Event, Note, *PROJECTED)
"""Models of the rows that the import of a case writes, besides its tournament, board and results."""


@dataclass(frozen=True)
class ImportedCase:
    """The incident of a case file. *created* is False when the club already had the case."""

    incident: Incident
    created: bool


@transaction.atomic
def import_case(*, club: Club, by: User, data: bytes, filename: str = "") -> ImportedCase:
    """Store a case in a club that does not have it, in one transaction: its tournament, its chain, and the rows derived
    from the chain.

    The events are appended to a new chain of this club, with the times of the original, and a last event has the hash
    of the original chain. Ids stay, unless another club of this server has the case. The directors in the file become
    the members of the club with the same names, or else the importer. The incident keeps its number if the club has no
    such number this year; otherwise it gets the next one. Importing the same file twice changes nothing.

    :raises Unreadable: the file is not a case, was altered, or contradicts itself.
    :raises Refused: the club's copy of the case differs from the file.
    """
    try:
        case = case_json.read(data)
        check_record(case)
        Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        if (known := _known(case, club)) is not None:
            return ImportedCase(known, False)
        try:
            with transaction.atomic():
                incident = _Reader(case, club, by).incident()
                connection.check_constraints(table_names=[model._meta.db_table for model in WRITTEN])
                return ImportedCase(incident, True)
        except (DatabaseError, ValidationError, LookupError, TypeError, ArithmeticError, ValueError) as error:
            if isinstance(error, Unreadable):
                raise
            raise Unreadable("", _("The case contradicts itself, or what the club has. Nothing was stored.")) from error
    except Unreadable as error:
        error.filename = filename
        raise


def _held(rows: Rows) -> list[str]:
    """List the ids of the rulings in force, in the order of their inquiries."""
    ruled = {key: row["order"] for key, row in rows[Inquiry].items() if str(row["stage"]) == Inquiry.Stage.RULED.value}
    last: dict[uuid.UUID, tuple[int, str]] = {}
    for key, ruling in rows[Ruling].items():
        if ruling["inquiry_id"] in ruled:
            last[ruling["inquiry_id"]] = max(last.get(ruling["inquiry_id"], (0, "")), (ruling["revision"], str(key)))
    return [last[inquiry][1] for inquiry in sorted(last, key=lambda inquiry: ruled[inquiry])]


def _known(case: CaseFile, club: Club) -> Incident | None:
    """Find the club's incident with the chain of the file: the original, or an earlier import.

    :raises Refused: the club's incident has another chain.
    """
    keys = [uuid.UUID(case.incident), _elsewhere(club, case.incident)]
    known = Incident.objects.filter(club=club, pk__in=keys).first()
    if known is None:
        return None
    events = Event.objects.filter(stream_id=known.pk)
    imported = [event.data["head"] for event in events.filter(kind="case_imported")]
    if case.head in imported or events.filter(hash=case.head).exists():
        return known
    reason = _(
        "The club has this case as %(reference)s, and the file tells it otherwise or goes further. Nothing was changed."
    )
    raise Refused(reason % {"reference": known.reference}, "case_differs")


def _elsewhere(club: Club, key: str) -> uuid.UUID:
    """Return the id in this club for a row of another club's case: always the same for the same row."""
    return uuid.uuid5(club.pk, key)


class _Reader:
    """The import of one case into a club."""

    def __init__(self, case: CaseFile, club: Club, by: User) -> None:
        self.case = case
        self.club = club
        self.by = by
        taken = (
            Incident.objects.filter(pk=case.incident).exists()
            or Tournament.objects.filter(pk=case.tournament).exclude(club=club).exists()
        )
        self.placed: list[models.Model] = []
        self.ids: dict[str, str] = {}
        if taken:
            text = history.canonical([case_json.canonical(event.said) for event in case.events])
            placed = [case.tournament, *case.sections.values(), *(note.id for note in case.notes)]
            placed += [key for board in case.boards for key in (board.id, *board.results)]
            every = {*case_json.UUID.findall(text), *placed}
            self.ids = {key: str(_elsewhere(club, key)) for key in every}
        members = User.objects.filter(memberships__club=club).order_by("pk")
        named = {member.get_full_name(): member for member in members if member.get_full_name()}
        scores = [event.said["data"] for event in case.events if event.said["kind"] == "adjustment_confirmed"]
        self.scores = {str(self.id(data["adjustment"])) for data in scores}
        self.people = {int(number): named[name] for number, name in case.people.items() if name in named}

    def id(self, key: str) -> uuid.UUID:
        return uuid.UUID(self.ids.get(key, key))

    def incident(self) -> Incident:
        tournament = self._tournament()
        key = self.id(self.case.incident)
        self.bases = self._bases() if self.ids else {}
        for event in self.case.events:
            self._append(event, key, tournament)
        self._notes(key)
        # Only the final rows are written. An intermediate row could have a score that another case has replaced since.
        rows = MemoryRows(notes={str(self.id(note.id)): note.text for note in self.case.notes})
        for written in Event.objects.filter(stream_id=key).order_by("seq"):
            apply(written, rows)
        for model in PROJECTED:
            for pk, fields in rows.rows[model].items():
                _made(model(pk=pk, **fields))
        incident = Incident.objects.get(pk=key)
        history.record(
            incident,
            self.by,
            "case_imported",
            head=self.case.head,
            events=len(self.case.events),
            reference=self.case.reference,
            origin=self.case.club,
            names=self.case.names,
            digests={str(note.pk): note.digest for note in incident.notes.all()},
            erased=[str(note.pk) for note in incident.notes.all() if note.erased],
        )
        return Incident.objects.get(pk=key)

    def _notes(self, incident: uuid.UUID) -> None:
        for note in self.case.notes:
            Note.objects.create(
                pk=self.id(note.id),
                incident_id=incident,
                text=note.text,
                digest=note.digest,
                erased=note.erased or history.digest(note.text) != note.digest,
            )

    def _append(self, event: EventRecord, incident: uuid.UUID, tournament: Tournament) -> None:
        """Append an event to the chain in this club, with this club's ids, users and incident number in its data."""
        text = case_json.UUID.sub(lambda match: self.ids.get(match[0], match[0]), case_json.canonical(event.said))
        body = json.loads(text)
        by = self.people.get(body["by"]) if body["by"] is not None else None
        data = body["data"]
        if body["kind"] == "adjustment_confirmed":
            supersedes = data["supersedes"] if data["supersedes"] in self.scores else None
            data = data | {"supersedes": supersedes, "basis": self.bases.get(data["adjustment"], data["basis"])}
        if body["kind"] in ("question_asked", "appeal_seated"):
            to = self.people.get(data["to"])
            data = data | {"to": to.pk if to else None}
        if body["kind"] == "incident_opened":
            by = by or self.by
            data = data | {"number": self._number(data["year"], data["number"])}
        if body["tournament"] not in (str(tournament.pk), None):
            raise ValueError("The case is of another tournament than its place.")
        history.append(
            incident,
            body["kind"],
            by=by,
            club=self.club,
            tournament=tournament,
            board=uuid.UUID(body["board"]) if body["board"] else None,
            incident=incident,
            id=uuid.UUID(body["id"]),
            at=datetime.datetime.fromisoformat(body["at"]),
            **data,
        )

    def _bases(self) -> dict[str, str]:
        """Recompute with this club's ids the digest on which each score of the case was confirmed
        (`scores.propose_adjustment`), by id of the score. A score is left out if the file lacks some of the rulings or
        values in its digest."""
        digests = {}
        rows = MemoryRows(notes={})
        for event in self.case.events:
            if event.said["kind"] == "adjustment_confirmed":
                data = event.said["data"]
                award = as_recorded(Result.objects.get(pk=self.id(data["result"])))
                upon = award.as_json() if award else None
                rulings = _held(rows.rows)
                if data["basis"] == history.digest(history.canonical([rulings, upon])):
                    own = [str(self.id(ruling)) for ruling in rulings]
                    digests[str(self.id(data["adjustment"]))] = history.digest(history.canonical([own, upon]))
            apply(unsaved(event), rows)
        return digests

    def _number(self, year: int, number: int) -> int:
        numbers = Incident.objects.filter(club=self.club, year=year)
        if not numbers.filter(number=number).exists():
            return number
        last = numbers.order_by("-number").values_list("number", flat=True)[0]
        return last + 1

    # The place

    def _placed(self, row: M) -> M:
        self.placed.append(_made(row))
        return row

    def _tournament(self) -> Tournament:
        """Find the tournament of the case, or create its missing parts."""
        key, place = self.id(self.case.tournament), self.case.place
        tournament = Tournament.objects.filter(pk=key, club=self.club).first()
        if tournament is None and place.date is not None:
            tournament = Tournament(
                pk=key,
                club=self.club,
                name=place.name,
                date=place.date,
                kind=place.event,
                scoring=place.scoring,
                winners=place.winners,
                rounds=place.rounds,
                halves=place.halves,
                edition=self.case.edition,
                method=place.method.as_json() if place.method else {},
            )
            tournament.full_clean(exclude=["club"])
            tournament_rows.write(
                tournament,
                "tournament_imported",
                by=self.by,
                new=[tournament],
                base=True,
                digest="",
                format="case",
                version=str(case_json.VERSION),
                session="",
                boards=len(place.boards),
                results=len(place.results),
                contestants=len(place.contestants),
                warnings=0,
            )
        if tournament is None:
            raise ValueError("The tournament of the case has no date.")
        sections = {record.letter: self._section(tournament, record) for record in place.sections}
        for board, record in zip(self.case.boards, place.boards, strict=True):
            row = self._board(tournament, board, record)
            for position, (result, line) in enumerate(zip(board.results, record.results, strict=True), 1):
                self._result(row, self.id(result), line, sections[line.section], position)
        if self.placed:
            tournament_rows.write(
                tournament, "case_placed", by=self.by, new=self.placed, written=True, of=self.case.head
            )
        return tournament

    def _section(self, tournament: Tournament, record: SectionRecord) -> Section:
        key = self.id(self.case.sections[record.letter])
        section = Section.objects.filter(pk=key, tournament=tournament).first()
        if section is None:
            section = self._placed(Section(pk=key, tournament=tournament, letter=record.letter))
        for contestant in record.contestants:
            if not section.contestants.filter(number=contestant.number, direction=contestant.direction).exists():
                self._contestant(section, contestant)
        return section

    def _contestant(self, section: Section, record: ContestantRecord) -> None:
        contestant = self._placed(
            Contestant(
                section=section,
                direction=record.direction,
                number=record.number,
                team=record.team,
                position=section.contestants.count() + 1,
                percentage=record.percentage,
                total=record.total,
                rank=record.rank,
                overall=record.overall,
            )
        )
        for order, player in enumerate(record.players, 1):
            _made(Player(contestant=contestant, order=order, name=player.name, licence=player.licence))

    def _board(self, tournament: Tournament, placed: PlacedBoard, record: Any) -> Board:
        key = self.id(placed.id)
        board = Board.objects.filter(pk=key, tournament=tournament).first()
        if board is not None:
            return board
        return self._placed(
            Board(
                pk=key,
                tournament=tournament,
                number=record.number,
                dealer=record.dealer,
                vulnerability=record.vulnerability,
                deal=record.deal,
                double_dummy=record.double_dummy,
                par=record.par,
            )
        )

    def _result(self, board: Board, key: uuid.UUID, record: ResultRecord, section: Section, position: int) -> None:
        if Result.objects.filter(pk=key, board=board).exists():
            return
        contestants = {
            (contestant.number, contestant.direction): contestant for contestant in section.contestants.all()
        }

        def pair(number: str, direction: str) -> Contestant | None:
            return contestants.get((number, direction)) or contestants.get((number, "")) if number else None

        self._placed(
            Result(
                pk=key,
                board=board,
                section=section,
                table=record.table,
                round=record.round,
                ns=pair(record.ns, "NS"),
                ew=pair(record.ew, "EW"),
                seats=[str(contestants[number, ""].pk) for number in record.players],
                kind=record.kind,
                contract=record.contract,
                declarer=record.declarer,
                lead=record.lead,
                tricks=record.tricks,
                score=record.score,
                score_ew=record.score_ew,
                ns_percent=record.ns_percent,
                ew_percent=record.ew_percent,
                ns_points=record.ns_points,
                ew_points=record.ew_points,
                remark=record.remark,
                auction=" ".join(record.auction),
                play=" ".join(record.play),
                times=record.times,
                position=position,
                key=record.key,
                form=record.form,
                award=record.award.as_json() if record.award else {},
            )
        )


def _made(row: M) -> M:
    row.clean_fields(exclude=[field.name for field in row._meta.fields if field.is_relation])
    row.save(force_insert=True)
    return row
