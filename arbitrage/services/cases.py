"""A case leaves a club as a file, and is read back into a club that does not have it."""

import datetime
import json
import re
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import DatabaseError, connection, models, transaction
from django.utils.translation import gettext as _

from arbitrage.exchange import case_json, case_pbn, pbn
from arbitrage.exchange.case_json import CaseFile, EventRecord, NoteRecord, PlacedBoard
from arbitrage.exchange.case_pbn import Mark
from arbitrage.exchange.reading import tidy
from arbitrage.exchange.records import ContestantRecord, ResultRecord, SectionRecord, TournamentFile, Unreadable
from arbitrage.exchange.writing import CONTENT_TYPES
from arbitrage.models import (
    Adjustment,
    Answer,
    Board,
    Club,
    Contestant,
    Duty,
    Event,
    Incident,
    Inquiry,
    Note,
    Player,
    Result,
    Ruling,
    Section,
    Stream,
    Tournament,
)
from arbitrage.models.incident import EDITIONS
from arbitrage.services import history
from arbitrage.services.counting import as_recorded
from arbitrage.services.errors import Refused
from arbitrage.services.exports import Exported, lines_of, tournament_file
from arbitrage.services.projection import PROJECTED, MemoryRows, Rows, apply
from rulings.award import Award
from rulings.bridge import Seat

M = TypeVar("M", bound=models.Model)

NAMES: Mapping[type[models.Model], str] = {
    Incident: "incidents",
    Inquiry: "inquiries",
    Duty: "duties",
    Answer: "answers",
    Ruling: "rulings",
    Adjustment: "adjustments",
}
"""The rows that follow from the events, as a case file calls them."""

WRITTEN: tuple[type[models.Model], ...] = (Event, Note, *PROJECTED)
"""What a case brings into the database beside its place."""

BORN = {
    "inquiry_opened": "inquiry",
    "answered": "answer",
    "duty_opened": "duty",
    "ruling_issued": "ruling",
    "adjustment_confirmed": "adjustment",
}
"""The events that bring a new row, and where they say its identifier."""

CARD = re.compile("[SHDC][AKQJT2-9]")

REVOKES = ("61", "64")
LEADS = ("53", "54", "55", "56")
"""The laws under which a revoke, and a lead out of turn, is asked about."""

OUTCOME = frozenset({"law", "text", "rectifications", "duties", "trail", "law_refs", "facts"})


# Out


def export_case(incident: Incident, *, names: bool = True) -> Exported:
    """The incident whole, as a file that another club can read back.

    With *names*, the file names the players of the table and the directors, and has the free words that somebody typed,
    in which others may be named. Without, it has seats and numbers only; what the free words were can still be proved
    by their digests.

    :raises Refused: the stored record is damaged.
    """
    return Exported(
        case_json.write(case_file(incident, names=names)),
        f"{incident.reference}{'' if names else '-anonymous'}.json",
        "application/json",
        (),
    )


def export_case_pbn(incident: Incident, *, names: bool = True, commentary: Sequence[str] = ()) -> Exported:
    """The incident as a game of PBN: deal, auction, play, and the irregularities that PBN has a sign for.

    *commentary* is the case in finished words, a paragraph each. What could not be marked is in the problems.

    :raises Refused: nobody has said on which board it was.
    """
    board, result, tournament = incident.board, incident.result, incident.tournament
    if board is None:
        raise Refused(_("Say on which board it was: PBN begins with the board."), "no_board")
    record = next(one for one in tournament_file(tournament).boards if one.number == board.number)
    place = next((place for place, one in enumerate(lines_of(board)) if one.pk == incident.result_id), None)
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
    """Who sat where, by the order of the pairs; in an individual the four players are known."""
    if result.seats:
        people = {str(one.pk): one for one in Contestant.objects.filter(pk__in=result.seats)}
        four = [people[str(key)] for key in result.seats if str(key) in people]
        return {seat: " ".join(_names_of(one)) for seat, one in zip(Seat, four, strict=False)}
    return case_pbn.players_by_seat(_names_of(result.ns), _names_of(result.ew))


def _names_of(contestant: Contestant | None) -> list[str]:
    return [tidy(player.name) for player in contestant.players.order_by("order")] if contestant else []


def _marks(incident: Incident) -> Iterator[Mark]:
    """The revokes that were established and the leads out of turn that were accepted, as the facts tell them."""
    inquiries = Inquiry.objects.filter(incident=incident.pk).exclude(stage=Inquiry.Stage.DROPPED)
    for inquiry in inquiries.with_everything().order_by("order"):
        ruling = inquiry.current_ruling
        if ruling is None:
            continue
        data = ruling.data
        facts = data["facts"]
        accepted = any(one["effect"] == "ACCEPT" and one.get("what") == "card" for one in data["rectifications"])
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
    """The incident as a case: its place, its chain, and what follows from it.

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
            PlacedBoard(number=board.number, id=str(board.pk), results=tuple(str(one.pk) for one in lines_of(board)))
            for board in boards
        ),
        place=_place(incident, boards, at_the_table if names else set()),
        people=_people(events) if names else {},
        notes=notes,
        events=tuple(events),
        record=_plain_rows(_projected(events, notes)),
    )


def _boards_of(incident: Incident, events: Iterable[EventRecord]) -> set[str]:
    """Every board that the case was ever about, and those of its results."""
    found = {event.said["board"] for event in events if event.said["board"]}
    results = _results_of(incident, events)
    found |= {str(board) for board in Result.objects.filter(pk__in=results).values_list("board", flat=True)}
    return found


def _results_of(incident: Incident, events: Iterable[EventRecord]) -> set[str]:
    found = {event.said["data"].get("result") for event in events}
    return {str(one) for one in (*found, incident.result_id) if one}


def _place(incident: Incident, boards: list[Board], named: set[str]) -> TournamentFile:
    """The tournament with these boards, who played them, and the names of those who had these results."""
    whole = tournament_file(incident.tournament)
    numbers = [board.number for board in boards]
    own = {
        str(one.result_id): one.result.award
        for one in Adjustment.objects.confirmed().filter(incident=incident).select_related("result")
    }
    kept = []
    people: set[tuple[str, str]] = set()
    at_the_table: set[tuple[str, str]] = set()
    for record in whole.boards:
        if record.number not in numbers:
            continue
        rows = lines_of(boards[numbers.index(record.number)])
        lines = []
        for row, line in zip(rows, record.results, strict=True):
            seats = {(line.section, one) for one in (line.ns, line.ew, *line.players) if one}
            people |= seats
            if str(row.pk) in named:
                at_the_table |= seats
            # The score that this very case adjusts follows from its events.
            lines.append(line if str(row.pk) not in own else replace(line, award=None))
        kept.append(replace(record, results=tuple(lines)))
    return replace(
        whole,
        sections=tuple(_section(section, people, at_the_table) for section in whole.sections),
        boards=tuple(kept),
    )


def _section(section: SectionRecord, people: set[tuple[str, str]], named: set[tuple[str, str]]) -> SectionRecord:
    there = [one for one in section.contestants if (section.letter, one.number) in people]
    return replace(
        section,
        contestants=tuple(one if (section.letter, one.number) in named else replace(one, players=()) for one in there),
    )


def _people(events: Iterable[EventRecord]) -> dict[str, str]:
    """The names of those who wrote the events, by the number that stands for them."""
    keys = {event.said["by"] for event in events if event.said["by"] is not None}
    directors = User.objects.filter(pk__in=keys).order_by("pk")
    return {str(one.pk): tidy(one.get_full_name()) for one in directors if one.get_full_name()}


def _projected(events: Iterable[EventRecord], notes: Iterable[NoteRecord]) -> Rows:
    rows = MemoryRows(notes={note.id: note.text for note in notes})
    for event in events:
        apply(_unsaved(event), rows)
    return rows.rows


def _unsaved(event: EventRecord) -> Event:
    at = datetime.datetime.fromisoformat(event.said["at"])
    return Event(kind=event.said["kind"], body=history.canonical(event.said), at=at)


def _plain_rows(rows: Rows) -> dict[str, list[dict[str, Any]]]:
    """Rows as plain data, a row's owner before it."""
    found = {
        NAMES[model]: [{"id": str(key)} | fields for key, fields in sorted(rows[model].items())] for model in PROJECTED
    }
    plain: dict[str, list[dict[str, Any]]] = json.loads(history.canonical(found))
    return plain


# In


@dataclass(frozen=True)
class ImportedCase:
    """The incident of a case file. *created* is False when the club had the case already."""

    incident: Incident
    created: bool


@transaction.atomic
def import_case(*, club: Club, by: User, data: bytes, filename: str = "") -> ImportedCase:
    """Store a case in a club that does not have it: its place, its chain, and the rows that follow; or nothing.

    The chain is written again in this club, entry by entry, with the times of the original, and ends with the hash of
    the original chain. Identifiers stay, unless another club of this server has the case. Directors are those members
    of the club who have the same name; the incident is opened by who imports it otherwise. Its number stays when the
    club has no such number this year, else it is the next one. The same file twice changes nothing.

    :raises Unreadable: the file is no case, was changed, or contradicts itself.
    :raises Refused: the club has the case otherwise than the file says.
    """
    try:
        case = case_json.read(data)
        _check_record(case)
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


def _check_record(case: CaseFile) -> None:
    """Compare the rows of a file with those that follow from its events, and see that they can be read here.

    :raises Unreadable: they differ, the events do not tell a case or name what is not in it, or an edition of the Laws
        or a law is not known here.
    """
    try:
        found = _plain_rows(_projected(case.events, case.notes))
        readable = (
            _closed(case)
            and all(map(_is_outcome, found["rulings"]))
            and all(map(_has_facts, found["inquiries"]))
            and all(Award.from_json(one["award"]).as_json() == one["award"] for one in found["adjustments"])
        )
    except (LookupError, TypeError, ValueError, AttributeError):
        readable = False
    if not readable:
        raise Unreadable("events", _("The events of the file do not tell a case. Nothing was stored."))
    if history.canonical(found) != history.canonical(case.record):
        reason = _("What the file says of the case does not follow from its events. Nothing was stored.")
        raise Unreadable("record", reason)
    for inquiry in found["inquiries"]:
        if inquiry["law"] not in EDITIONS.get(inquiry["edition"], {}):
            reason = _(
                "The case was ruled under Law %(law)s, edition %(edition)s, which is not in this version of Arbitrage. "
                "Bring it up to date, then try again."
            )
            raise Unreadable("", reason % {"law": inquiry["law"], "edition": inquiry["edition"]})


def _held(rows: Rows) -> list[str]:
    """The rulings that hold, in the order of their inquiries."""
    ruled = {key: one["order"] for key, one in rows[Inquiry].items() if str(one["stage"]) == Inquiry.Stage.RULED.value}
    last: dict[uuid.UUID, tuple[int, str]] = {}
    for key, ruling in rows[Ruling].items():
        if ruling["inquiry_id"] in ruled:
            last[ruling["inquiry_id"]] = max(last.get(ruling["inquiry_id"], (0, "")), (ruling["revision"], str(key)))
    return [last[inquiry][1] for inquiry in sorted(last, key=lambda one: ruled[one])]


def _closed(case: CaseFile) -> bool:
    """Whether the events name nothing but what is in the file. A score may replace one of another case."""
    known = {case.incident, case.tournament, *case.sections.values(), *(note.id for note in case.notes)}
    known |= {key for board in case.boards for key in (board.id, *board.results)}
    for event in case.events:
        known |= {event.said["id"], event.said["club"]}
        if event.said["kind"] in BORN:
            known.add(event.said["data"][BORN[event.said["kind"]]])
    return all(
        set(case_json.UUID.findall(case_json.canonical(_without_other_cases(event.said)))) <= known
        for event in case.events
    )


def _without_other_cases(said: Mapping[str, Any]) -> dict[str, Any]:
    """What an event says, without the adjusted scores of other cases that replaced its own or were replaced."""
    data = {name: value for name, value in said["data"].items() if name not in ("followed_by", "supersedes")}
    return dict(said) | {"data": data if said["kind"].startswith("adjustment") else said["data"]}


def _is_outcome(ruling: Mapping[str, Any]) -> bool:
    return json.loads(ruling["outcome"]).keys() >= OUTCOME


def _has_facts(inquiry: Mapping[str, Any]) -> bool:
    return all(isinstance(value, str) for value in dict(inquiry["facts"]).values())


def _known(case: CaseFile, club: Club) -> Incident | None:
    """The club's incident that the file is a copy of, or that a copy of the file has made.

    :raises Refused: the club has the incident, and it went another way.
    """
    keys = [uuid.UUID(case.incident), _elsewhere(club, case.incident)]
    found = Incident.objects.filter(club=club, pk__in=keys).first()
    if found is None:
        return None
    events = Event.objects.filter(stream_id=found.pk)
    imported = [event.data["head"] for event in events.filter(kind="case_imported")]
    if case.head in imported or events.filter(hash=case.head).exists():
        return found
    reason = _(
        "The club has this case as %(reference)s, and the file tells it otherwise or goes further. Nothing was changed."
    )
    raise Refused(reason % {"reference": found.reference}, "case_differs")


def _elsewhere(club: Club, key: str) -> uuid.UUID:
    """The identifier that a row of another club's case has in this one, always the same."""
    return uuid.uuid5(club.pk, key)


class _Reader:
    """A case on its way into a club."""

    def __init__(self, case: CaseFile, club: Club, by: User) -> None:
        self.case = case
        self.club = club
        self.by = by
        taken = (
            Incident.objects.filter(pk=case.incident).exists()
            or Tournament.objects.filter(pk=case.tournament).exclude(club=club).exists()
        )
        self.ids: dict[str, str] = {}
        if taken:
            text = history.canonical([case_json.canonical(event.said) for event in case.events])
            placed = [case.tournament, *case.sections.values(), *(note.id for note in case.notes)]
            placed += [key for board in case.boards for key in (board.id, *board.results)]
            every = {*case_json.UUID.findall(text), *placed}
            self.ids = {key: str(_elsewhere(club, key)) for key in every}
        members = User.objects.filter(memberships__club=club).order_by("pk")
        named = {one.get_full_name(): one for one in members if one.get_full_name()}
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
        # The rows as they are in the end: on the way there, a score may count that another case has replaced since.
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
        """The event in this club's chain: what it says, with this club's identifiers, people and number."""
        text = case_json.UUID.sub(lambda found: self.ids.get(found[0], found[0]), case_json.canonical(event.said))
        said = json.loads(text)
        by = self.people.get(said["by"]) if said["by"] is not None else None
        data = said["data"]
        if said["kind"] == "adjustment_confirmed":
            supersedes = data["supersedes"] if data["supersedes"] in self.scores else None
            data = data | {"supersedes": supersedes, "basis": self.bases.get(data["adjustment"], data["basis"])}
        if said["kind"] == "incident_opened":
            by = by or self.by
            data = data | {"number": self._number(data["year"], data["number"])}
        if said["tournament"] not in (str(tournament.pk), None):
            raise ValueError("The case is of another tournament than its place.")
        history.append(
            incident,
            said["kind"],
            by=by,
            club=self.club,
            tournament=tournament,
            board=uuid.UUID(said["board"]) if said["board"] else None,
            incident=incident,
            id=uuid.UUID(said["id"]),
            at=datetime.datetime.fromisoformat(said["at"]),
            **data,
        )

    def _bases(self) -> dict[str, str]:
        """What the scores of the case were confirmed upon, named as in this club: the digest of the rulings that held
        then and of the result (`scores.propose_adjustment`), where the case has all of it."""
        found = {}
        rows = MemoryRows(notes={})
        for event in self.case.events:
            if event.said["kind"] == "adjustment_confirmed":
                data = event.said["data"]
                award = as_recorded(Result.objects.get(pk=self.id(data["result"])))
                upon = award.as_json() if award else None
                rulings = _held(rows.rows)
                if data["basis"] == history.digest(history.canonical([rulings, upon])):
                    own = [str(self.id(ruling)) for ruling in rulings]
                    found[str(self.id(data["adjustment"]))] = history.digest(history.canonical([own, upon]))
            apply(_unsaved(event), rows)
        return found

    def _number(self, year: int, number: int) -> int:
        numbers = Incident.objects.filter(club=self.club, year=year)
        if not numbers.filter(number=number).exists():
            return number
        last = numbers.order_by("-number").values_list("number", flat=True)[0]
        return last + 1

    # The place

    def _tournament(self) -> Tournament:
        """The tournament of the case; what of it the club does not have is made."""
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
                edition=self.case.edition,
                method=place.method.as_json() if place.method else {},
            )
            tournament.full_clean(exclude=["club"])
            tournament.save(force_insert=True)
            history.append(
                tournament.pk,
                "tournament_imported",
                by=self.by,
                club=self.club,
                tournament=tournament,
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
        return tournament

    def _section(self, tournament: Tournament, record: SectionRecord) -> Section:
        key = self.id(self.case.sections[record.letter])
        section = Section.objects.filter(pk=key, tournament=tournament).first()
        if section is None:
            section = _made(Section(pk=key, tournament=tournament, letter=record.letter))
        for one in record.contestants:
            if not section.contestants.filter(number=one.number, direction=one.direction).exists():
                self._contestant(section, one)
        return section

    def _contestant(self, section: Section, record: ContestantRecord) -> None:
        contestant = _made(
            Contestant(
                section=section,
                direction=record.direction,
                number=record.number,
                team=record.team,
                position=section.contestants.count() + 1,
                percentage=record.percentage,
            )
        )
        for order, player in enumerate(record.players, 1):
            _made(Player(contestant=contestant, order=order, name=player.name, licence=player.licence))

    def _board(self, tournament: Tournament, placed: PlacedBoard, record: Any) -> Board:
        key = self.id(placed.id)
        board = Board.objects.filter(pk=key, tournament=tournament).first()
        if board is not None:
            return board
        return _made(
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
        contestants = {(one.number, one.direction): one for one in section.contestants.all()}

        def pair(number: str, direction: str) -> Contestant | None:
            return contestants.get((number, direction)) or contestants.get((number, "")) if number else None

        _made(
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
