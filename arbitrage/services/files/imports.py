"""Import of a results file as tournaments of a club: all of it, or nothing."""

import datetime
import hashlib
import uuid
from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Decimal
from typing import TYPE_CHECKING, Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, models, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from arbitrage import exchange
from arbitrage.exchange import spreadsheet, tournament_json
from arbitrage.exchange.joining import joined
from arbitrage.exchange.records import (
    BoardRecord,
    ContestantRecord,
    LineUpRecord,
    PlayerRecord,
    Problem,
    ResultRecord,
    SectionRecord,
    TournamentFile,
    Unreadable,
)
from arbitrage.exchange.spreadsheet import Meaning
from arbitrage.models import Board, Club, Contestant, LineUp, Player, Result, Section, Tournament
from arbitrage.models.board import LARGEST_NUMBER
from arbitrage.services import clock
from arbitrage.services.record import tournament_rows
from arbitrage.services.tournaments import adopt_method, makeable, propose_method
from rulings.bridge import NotationError, Seat, parse_contract
from rulings.scores.scoring import score_ns

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    Field = models.Field[Any, Any]

HUNDREDTHS, THOUSANDTHS, MILLIONTHS = Decimal("0.01"), Decimal("0.001"), Decimal("0.000001")
"""Precision of the columns of percentages, of points and of totals."""


@dataclass(frozen=True)
class Preview:
    """The content of a file before its import. *already* are the tournaments made from the same file."""

    file: TournamentFile
    sessions: int
    boards: int
    results: int
    contestants: int
    warnings: tuple[Problem, ...]
    already: tuple[Tournament, ...]


@dataclass(frozen=True)
class Imported:
    """The tournaments of a file, one a session. *created* is False when the same file had been imported before."""

    tournaments: tuple[Tournament, ...]
    created: bool
    warnings: tuple[Problem, ...]


def preview(*, data: bytes, filename: str, club: Club | None = None, columns: Meaning | None = None) -> Preview:
    """Describe the content of a file, and whether the club has it already; write nothing.

    :raises Unreadable: the file cannot be read; the sentence names the file, the place and the reason.
    """
    file = read(data, filename, columns)
    return Preview(
        file=file,
        sessions=len(file.sessions),
        boards=len(file.boards),
        results=len(file.results),
        contestants=len(file.contestants),
        warnings=file.warnings,
        already=known(club, digest_of(data, columns)) if club else (),
    )


@transaction.atomic
def import_tournament(
    *,
    club: Club,
    by: "User | None",
    data: bytes,
    filename: str,
    name: str = "",
    date: datetime.date | None = None,
    columns: Meaning | None = None,
) -> Imported:
    """Store a results file as tournaments of the club, one for each session, all in one transaction.

    Importing the same file twice changes nothing, and returns the tournaments of the first time. *name* and *date* are
    used where the file has none; the default date is today. Missing table numbers become those of the North-South pairs
    (as in a Mitchell); rounds stay unknown. The scoring method that gives the file's points is proposed.

    :raises Unreadable: the file cannot be read; the sentence names the file, the place and the reason.
    """
    file = read(data, filename, columns)
    # imports of a club run one after the other, so that a double tap does not store the file twice
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    digest = digest_of(data, columns)
    if had := known(club, digest):
        return Imported(had, False, file.warnings)
    made = []
    with naming(filename):
        for session in file.sessions or ("",):
            made.append(store(file.session(session), session, club, by, digest, filename, name, date))
    makeable.after_import(made)
    return Imported(tuple(made), True, file.warnings)


@contextmanager
def naming(filename: str) -> Iterator[None]:
    """Run a block in a transaction, and name the file in its error.

    :raises Unreadable: two lines of the file contradict each other, or a value is impossible.
    """
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        reason = _("Two of its lines contradict each other. Nothing was imported.")
        raise Unreadable("", reason, filename=filename) from error
    except Unreadable as error:
        error.filename = filename
        raise


def read(data: bytes, filename: str, columns: Meaning | None = None) -> TournamentFile:
    """Read the tournament in a file; a table is read with the meaning that a director gave its *columns*.

    :raises Unreadable: the file cannot be read; the sentence names the file, the place and the reason.
    """
    if columns is None:
        return exchange.read(data, filename)
    try:
        return spreadsheet.read(data, columns, filename)
    except Unreadable as error:
        error.filename = filename
        raise


def as_one_file(sent: Sequence[tuple[bytes, str]]) -> tuple[bytes, str]:
    """Join several files that were chosen at once: the tournament of all of them, in our own format, and a name.

    :raises Unreadable: a file cannot be read; the sentence names it.
    """
    if len(sent) == 1:
        return sent[0]
    in_order = sorted(sent, key=lambda upload: upload[1])
    whole = joined([read(data, name) for data, name in in_order])
    return tournament_json.write(whole), f"{in_order[0][1]} + {len(sent) - 1}"


def digest_of(data: bytes, columns: Meaning | None = None) -> str:
    """Digest a file by SHA-256, in 64 hexadecimal digits. The digest includes the meaning that a director gave its
    *columns*, so that the same table can be read again with another meaning."""
    return hashlib.sha256(data + (f"{columns}{columns.board}".encode() if columns else b"")).hexdigest()


def known(club: Club, digest: str) -> tuple[Tournament, ...]:
    """Find the tournaments of the club for which the file with this digest was the last file read."""
    return tuple(Tournament.objects.filter(club=club, source_digest=digest).order_by("source_session"))


def store(
    file: TournamentFile,
    session: str,
    club: Club,
    by: "User | None",
    digest: str,
    filename: str,
    name: str = "",
    date: datetime.date | None = None,
) -> Tournament:
    """Store a new tournament from a file that has only one session."""
    title = " · ".join(part for part in (file.name or name or filename, session) if part)
    tournament = Tournament(
        club=club,
        name=fit(title, Tournament, "name"),
        date=file.date or date or timezone.localdate(clock.now()),
        kind=file.event or Tournament.Kind.PAIRS,
        scoring=file.scoring or _usual_scoring(file),
        winners=file.winners if file.winners in (1, 2) else None,
        rounds=rounds_of(file),
        halves=file.halves if file.event == "teams" else 1,
        source_name=fit(filename, Tournament, "source_name"),
        source_session=fit(session, Tournament, "source_session"),
        source_digest=digest,
        method=file.method.as_json() if file.method else {},
    )
    people = People(tournament)
    people.meet(file.sections, file.results)
    boards = [as_board(tournament, record) for record in file.boards]
    results = [
        as_result(board, record, position, people)
        for board, of_board in zip(boards, file.boards, strict=True)
        for position, record in enumerate(of_board.results, start=1)
    ]
    seated = [*people.contestants.values(), *people.line_ups(file.line_ups)]
    rows = [tournament, *people.sections.values(), *seated, *boards, *results]
    check_rows((*rows, *people.players))
    tournament_rows.write(
        tournament,
        "tournament_imported",
        by=by,
        new=rows,
        players=people.players,
        base=True,
        digest=digest,
        format=file.format,
        version=file.version,
        session=session,
        boards=len(boards),
        results=len(results),
        contestants=len(people.contestants),
        warnings=len(file.warnings),
    )
    if file.method is not None:
        return adopt_method(tournament, file.method, by=by)
    return propose_method(tournament, by=by, matches=file.matches)


def _usual_scoring(file: TournamentFile) -> str:
    return Tournament.Scoring.IMPS if file.event == "teams" else Tournament.Scoring.MATCHPOINTS


def rounds_of(file: TournamentFile) -> int | None:
    """Count the rounds of the session, including those of its movement; None when the file does not say."""
    return max(file.rounds or 0, *(result.round or 0 for result in file.results), 0) or None


class People:
    """Sections and contestants of a file by the numbers in its results, including those that only results name."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.sections: dict[str, Section] = {}
        self.contestants: dict[tuple[str, str, str], Contestant] = {}
        self.players: list[Player] = []

    def meet(self, sections: Iterable[SectionRecord], results: Iterable[ResultRecord]) -> None:
        """Create all contestants of a file: those of its list of participants, then those that only results name."""
        for record in sections:
            letter = self._section(record.letter).letter
            for position, pair in enumerate(record.contestants, start=1):
                contestant = self._contestant(letter, pair.direction, pair.number, pair.team, position)
                self._describe(contestant, pair)
        for result in results:
            self.section(result.section)
            self.seats(result)
            self.pair(result.section, "NS", result.ns)
            self.pair(result.section, "EW", result.ew)

    def section(self, letter: str) -> Section:
        """Return the section of a result; the only one of the file when the result does not name it."""
        if not letter and letter not in self.sections and len(self.sections) == 1:
            return next(iter(self.sections.values()))
        return self._section(letter)

    def pair(self, letter: str, direction: str, number: str) -> Contestant | None:
        """Return the pair of this number and direction; if the file does not list it, create it without players."""
        if not number:
            return None
        letter = self.section(letter).letter
        for key in ((letter, direction, number), (letter, "", number)):
            if key in self.contestants:
                return self.contestants[key]
        return self._contestant(letter, self._usual_direction(letter, direction), number, "", 0)

    def seats(self, result: ResultRecord) -> list[str]:
        """Return, in an individual, the identifiers of the four players in the order N, E, S, W; else []."""
        players = [self.pair(result.section, "", number) for number in result.players]
        return (
            [str(player.pk) for player in players if player is not None] if len(players) == 4 and all(players) else []
        )

    def line_ups(self, records: Iterable[LineUpRecord]) -> Iterator[LineUp]:
        """Yield the line-ups of a file whose pairs and players are known; of two for the same pair and round only the
        first."""
        players = {(player.contestant_id, player.order): str(player.pk) for player in self.players}
        done: set[tuple[uuid.UUID, int]] = set()
        for record in records:
            letter = fit(record.section, Section, "letter")
            pair = self.contestants.get((letter, "", record.number))
            listed = [(self.contestants.get((letter, "", number)), place) for number, place in record.players]
            sitting = [players.get((of.pk, place)) if of else None for of, place in listed]
            if pair is not None and pair.team and all(sitting) and (pair.pk, record.round) not in done:
                done.add((pair.pk, record.round))
                yield LineUp(contestant=pair, round=record.round, players=sitting, final=record.final)

    def _describe(self, contestant: Contestant, record: ContestantRecord) -> None:
        """Give a contestant the data of the list of participants."""
        for name, value in placed(record).items():
            setattr(contestant, name, value)
        self.players += [player_of(contestant, order, player) for order, player in enumerate(record.players, start=1)]

    def _usual_direction(self, letter: str, direction: str) -> str:
        """Return the direction of an unlisted pair: *direction*, but "" (both) in a section whose known pairs all sit
        in both directions."""
        fixed = [key[1] for key in self.contestants if key[0] == letter]
        return direction if not fixed or any(fixed) else ""

    def _section(self, letter: str) -> Section:
        letter = fit(letter, Section, "letter")
        if letter not in self.sections:
            self.sections[letter] = Section(tournament=self.tournament, letter=letter)
        return self.sections[letter]

    def _contestant(self, letter: str, direction: str, number: str, team: str, position: int) -> Contestant:
        key = (letter, direction, number)
        if key not in self.contestants:
            self.contestants[key] = Contestant(
                section=self.sections[letter],
                direction=direction,
                number=fit(number, Contestant, "number"),
                team=fit(team, Contestant, "team"),
                position=position or len(self.contestants) + 1,
            )
        return self.contestants[key]


def player_of(contestant: Contestant, order: int, record: PlayerRecord) -> Player:
    return Player(
        contestant=contestant,
        order=order,
        name=fit(record.name, Player, "name"),
        licence=fit(record.licence, Player, "licence"),
    )


def as_board(tournament: Tournament, record: BoardRecord) -> Board:
    return Board(
        tournament=tournament,
        number=record.number,
        dealer=record.dealer,
        vulnerability=record.vulnerability,
        deal=record.deal,
        double_dummy=record.double_dummy,
        par=fit(record.par, Board, "par"),
    )


def as_result(board: Board, record: ResultRecord, position: int, people: People) -> Result:
    section = people.section(record.section)
    kind, contract, declarer, score = kind_and_score(board, record)
    return Result(
        board=board,
        section=section,
        table=record.table or _table_of(record.ns),
        round=record.round,
        ns=people.pair(record.section, "NS", record.ns),
        ew=people.pair(record.section, "EW", record.ew),
        seats=people.seats(record),
        kind=kind,
        contract=contract,
        declarer=declarer,
        lead=record.lead,
        tricks=record.tricks,
        score=score,
        score_ew=record.score_ew,
        ns_percent=rounded(record.ns_percent, HUNDREDTHS),
        ew_percent=rounded(record.ew_percent, HUNDREDTHS),
        ns_points=rounded(record.ns_points, THOUSANDTHS),
        ew_points=rounded(record.ew_points, THOUSANDTHS),
        remark=fit(record.remark, Result, "remark"),
        auction=" ".join(record.auction),
        play=" ".join(record.play),
        times=record.times,
        position=position,
        key=fit(record.key, Result, "key"),
        form=record.form,
        award=record.award.as_json() if record.award else {},
    )


def kind_and_score(board: Board | BoardRecord, record: ResultRecord) -> tuple[str, str, str, int | None]:
    """Return kind, contract, declarer and score of a line. If the file leaves out the score of a played line, compute
    it by Law 77; if it leaves out the contract or tricks too, the line is unreadable."""
    contract = record.contract if record.declarer else ""
    declarer = record.declarer if contract else ""
    score = 0 if record.kind == "passed" and record.score is None else record.score
    if record.kind != "played" or score is not None:
        return record.kind, contract, declarer, score
    try:
        played = parse_contract(contract) if contract else None
    except NotationError:
        played = None
    if played is None or record.tricks is None:
        return Result.Kind.UNREADABLE, contract, declarer, None
    return "played", contract, declarer, score_ns(played.by(Seat(declarer)), record.tricks, board.vulnerability)


def placed(record: ContestantRecord) -> dict[str, Decimal | str | None]:
    """Return the standing of a contestant in the file (percentage, total, rank), as values of the columns."""
    return {
        "percentage": whole_percentage(record.percentage),
        "total": rounded(record.total, MILLIONTHS),
        "rank": fit(record.rank, Contestant, "rank"),
        "overall": whole_percentage(record.overall),
    }


def whole_percentage(percentage: Decimal | None) -> Decimal | None:
    """Round a percentage to two decimals; None if it is not from 0 to 100."""
    return rounded(percentage, HUNDREDTHS) if percentage is not None and 0 <= percentage <= 100 else None


def rounded(number: Decimal | None, to: Decimal) -> Decimal | None:
    """Round a number to the precision of its column; some programs write thirds of a point with four decimals."""
    return None if number is None else number.quantize(to, ROUND_HALF_EVEN)


def _table_of(number: str) -> int | None:
    """Return the table with the number of its North-South pair; None if this is not a valid table number."""
    return int(number) if number.isascii() and number.isdigit() and 0 < int(number) <= LARGEST_NUMBER else None


def fit(text: str, model: type[models.Model], field: str) -> str:
    """Cut a text to the length of its column, so that a long remark does not stop an import."""
    longest: int | None = getattr(model._meta.get_field(field), "max_length", None)
    return text[:longest]


def check_rows(rows: Iterable[models.Model]) -> None:
    """Check that the values of the rows fit their columns, as `Model.clean_fields` does; a value that occurs in many
    rows is checked once.

    :raises Unreadable: a value does not fit; the sentence names its board.
    """
    columns: dict[type[models.Model], list[tuple[Field, set[tuple[type, object]]]]] = {}
    for row in rows:
        if type(row) not in columns:
            columns[type(row)] = [(field, set()) for field in _columns_to_check(row)]
        for field, checked in columns[type(row)]:
            value = getattr(row, field.attname)
            if field.blank and value in field.empty_values:
                continue
            key = type(value), value
            if isinstance(value, Hashable) and key in checked:
                continue
            try:
                cleaned = field.clean(value, row)
            except ValidationError as error:
                raise _impossible(row, field, error) from error
            setattr(row, field.attname, cleaned)
            if cleaned is value and isinstance(value, Hashable):
                checked.add(key)


def _columns_to_check(row: models.Model) -> "list[Field]":
    """List the columns whose values come from a file: all but keys."""
    return [field for field in row._meta.fields if not (field.is_relation or field.primary_key)]


def _impossible(row: models.Model, field: "Field", error: ValidationError) -> Unreadable:
    """Build the error for a value that does not fit its column, with its board."""
    value = getattr(row, field.attname)
    board = row if isinstance(row, Board) else row.board if isinstance(row, Result) else None
    place = _("board %(number)s") % {"number": board.number} if board else ""
    reason = _("%(value)s is not a possible value (%(field)s). %(why)s Nothing was imported.")
    return Unreadable(place, reason % {"value": value, "field": field.name, "why": " ".join(error.messages)})
