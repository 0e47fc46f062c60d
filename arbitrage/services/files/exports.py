"""Export of a stored tournament: our own JSON, without loss, or a format that other programs read."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from uuid import UUID

from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arbitrage import exchange
from arbitrage.exchange import tournament_json
from arbitrage.exchange.reading import tidy
from arbitrage.exchange.records import (
    BoardRecord,
    ContestantRecord,
    LineUpRecord,
    PlayerRecord,
    Problem,
    ResultRecord,
    SectionRecord,
    TeamRecord,
    TournamentFile,
)
from arbitrage.exchange.writing import CONTENT_TYPES, EXTENSIONS, FORMATS, Format
from arbitrage.models import Board, Contestant, LineUp, Penalty, Result, Section, Stream, Tournament
from arbitrage.services.errors import Refused
from arbitrage.services.results.counting import Adjustments, adjustments_of, as_recorded
from arbitrage.services.results.field import Field, Line, Points
from arbitrage.services.results.several_sessions import Overall, overall
from arbitrage.services.results.simultaneous import frequencies_of
from rulings.bridge import NotationError, format_deal, parse_deal
from rulings.scores.award import Award
from rulings.scores.methods import Method

COLUMNS = ("kind", "contract", "declarer", "tricks", "score", "score_ew", "ns_percent", "ew_percent")
"""Columns that determine the score of a line."""


@dataclass(frozen=True)
class Exported:
    """An exported file: its bytes, a name valid on every system, and the *problems*: parts that its format could not
    express."""

    data: bytes
    filename: str
    content_type: str
    problems: tuple[Problem, ...]


@dataclass(frozen=True)
class Choice:
    """A format for the export. *problems* name the parts that it would leave out; *refused* is the reason why it cannot
    express the tournament at all."""

    format: Format
    problems: tuple[Problem, ...]
    refused: str = ""


def choices(tournament: Tournament) -> list[Choice]:
    """List the formats, ours first, each with the parts of this tournament that it cannot express."""
    file, several = tournament_file(tournament), overall(tournament)
    choices_there = []
    for format in FORMATS:
        try:
            choices_there.append(Choice(format, exchange.unsaid(file, format) + _left_out(tournament, format, several)))
        except exchange.Unwritable as error:
            choices_there.append(Choice(format, (), str(error)))
    return choices_there


def export_tournament(tournament: Tournament, format: Format, *, names: bool = True) -> Exported:
    """Export the tournament in a format. Our own JSON has the stored results; the formats of other programs have the
    scores in force.

    Points and ranks are those of the original file, or computed by its method if an adjusted score or a correction has
    changed them. Without *names* the players are left out, and the pairs have only their numbers.

    :raises Refused: the format cannot express the tournament; the sentence names one that can.
    """
    file = tournament_file(tournament) if format == "json" else counting_file(tournament)
    if not names:
        file = replace(file, sections=tuple(_nameless(section) for section in file.sections))
    left_out = _left_out(tournament, format, overall(tournament))
    if format == "json":
        data = tournament_json.write(file, record_of(tournament.pk))
        return Exported(data, _filename(tournament, format), CONTENT_TYPES[format], left_out)
    try:
        written = exchange.write(file, format)
    except exchange.Unwritable as error:
        raise Refused(str(error), "unwritable") from error
    problems = written.problems + left_out
    return Exported(written.data, _filename(tournament, format), CONTENT_TYPES[format], problems)


def record_of(stream: UUID) -> dict[str, int | str]:
    """Return the number of events of a chain and the first digits of its last hash, for exported files; they show later
    whether the chain was rewritten. {} while it has no events."""
    stored = Stream.objects.filter(pk=stream).first()
    return {"entries": stored.seq, "seal": stored.head[:12]} if stored else {}


def _left_out(tournament: Tournament, format: Format, several: Overall | None) -> tuple[Problem, ...]:
    """List the parts besides the results that a format cannot express: penalties, the ranking over *several* sessions,
    and the ranking of a simultaneous."""
    left_out = list(_penalties(tournament, format))
    if several is not None and not (format == "pbn" and several.unit == "percent"):
        words = _("The general ranking over several sessions is left out: the report of the session prints it.")
        left_out.append(Problem("", words))
    if frequencies_of(tournament):
        words = _("The ranking of the simultaneous is left out: the report of the session prints it.")
        left_out.append(Problem("", words))
    return tuple(left_out)


def _penalties(tournament: Tournament, format: Format) -> tuple[Problem, ...]:
    """Return the problem that a format does not list the penalties, if there are any. JSON, CSV and XLSX leave them
    out; in the other formats they are only deducted from the totals."""
    count = Penalty.objects.given().filter(tournament=tournament).count()
    if not count:
        return ()
    if format in ("json", "csv", "xlsx"):
        sentence = ngettext(
            "%(count)s penalty is left out: give it again where the file is read.",
            "%(count)s penalties are left out: give them again where the file is read.",
            count,
        )
    else:
        sentence = ngettext(
            "%(count)s penalty is taken off its total and not named.",
            "%(count)s penalties are taken off their totals and not named.",
            count,
        )
    return (Problem("", sentence % {"count": count}),)


def _nameless(section: SectionRecord) -> SectionRecord:
    return replace(section, contestants=tuple(replace(contestant, players=()) for contestant in section.contestants))


def _filename(tournament: Tournament, format: Format) -> str:
    """Build a file name in plain ASCII letters from the tournament's name: "2026-11-20-tournoi-du-jeudi.pbn"."""
    return f"{tournament.date:%Y-%m-%d}-{slugify(tournament.name)[:60].strip('-') or 'tournament'}.{EXTENSIONS[format]}"


def tournament_file(tournament: Tournament) -> TournamentFile:
    """Build the file of everything stored of a tournament: sections, contestants, players, boards, deals and results,
    with the award of each adjusted score. The number of queries does not depend on the size of the tournament.

    The name of the club and the source of the tournament are left out, so that a copy in another club exports to the
    same file.
    """
    return _file(tournament, None)


def counting_file(tournament: Tournament) -> TournamentFile:
    """Build the file of a tournament with the club's name, and with the points and ranks in force.

    These are copied from the original file if it has points for every line in force, and there are no adjusted scores,
    penalties or further sessions; otherwise all are computed by the tournament's method.
    """
    field = Field(tournament)
    counted = field.counted()
    adjusted = any(_award(result, field.adjustments) is not None for result in field.results)
    missing = any(None in (result.ns_points, result.ew_points) for result in field.results if result.pk in counted)
    several = overall(tournament)
    points = field.points(counted) if adjusted or missing or field.taken or several else None
    return replace(_file(tournament, points, several), club=tidy(tournament.club.name))


def _file(tournament: Tournament, points: Points | None, several: Overall | None = None) -> TournamentFile:
    sections = list(Section.objects.filter(tournament=tournament).with_contestants())
    boards = list(Board.objects.filter(tournament=tournament).with_results())
    numbers = {
        str(contestant.pk): contestant.number for section in sections for contestant in section.contestants.all()
    }
    places = _Places(points, several) if points is not None else None
    adjustments = adjustments_of(tournament)
    return TournamentFile(
        name=tidy(tournament.name),
        date=tournament.date,
        scoring=tournament.scoring,  # type: ignore[arg-type]
        winners=tournament.winners,
        rounds=tournament.rounds,
        halves=tournament.halves,
        line_ups=tuple(_line_ups(tournament, sections)),
        event=tournament.kind,  # type: ignore[arg-type]
        sections=tuple(_section(section, places) for section in sections),
        boards=tuple(_board(board, numbers, adjustments, points) for board in boards),
        teams=tuple(places.teams()) if places is not None else (),
        method=Method.from_json(tournament.method) if tournament.method else None,
    )


def _line_ups(tournament: Tournament, sections: Iterable[Section]) -> Iterator[LineUpRecord]:
    """List the line-ups of the teams, by pair and round."""
    if tournament.kind != Tournament.Kind.TEAMS:
        return
    pairs = {pair.pk: (section.letter, pair) for section in sections for pair in section.contestants.all()}
    places = {
        str(player.pk): (pair.number, player.order) for _letter, pair in pairs.values() for player in pair.players.all()
    }
    for row in LineUp.objects.filter(contestant__in=pairs).order_by("contestant__position", "round"):
        letter, pair = pairs[row.contestant_id]
        players = tuple(places[key] for key in row.players if key in places)
        yield LineUpRecord(number=pair.number, round=row.round, section=letter, players=players, final=row.final)


class _Places:
    """The standings of a session by contestant: percentages, or points of the method, and ranks ("2=" for a tie).
    *several* is the ranking over several sessions, used if it is in percentages."""

    def __init__(self, points: Points, several: Overall | None) -> None:
        self.points = points
        lines = several.lines if several is not None and several.unit == "percent" else ()
        self.overall = {line.key: line for line in lines if line.rank is not None}
        self.shared = Counter(line.rank for line in lines)
        self.found = points.standings
        self.alike = Counter((place.field, place.rank) for place in self.found.values())

    def teams(self) -> Iterator[TeamRecord]:
        """List the teams with their totals and places."""
        known = {team for match in self.points.scores.matches for team in match.teams}
        for place in self.found.values():
            if place.contestant in known:
                tied = "=" if self.alike[place.field, place.rank] > 1 else ""
                total = self.points.score(place)
                yield TeamRecord(number=place.contestant, total=total, rank=f"{place.rank}{tied}" if place.rank else "")

    def of(self, record: ContestantRecord, contestant: Contestant) -> ContestantRecord:
        place = self.found.get(str(contestant.pk))
        score = self.points.score(place)
        if place is None or score is None:
            return replace(record, percentage=None, total=None, rank="", overall=None)
        in_percent = self.points.method.unit == "percent"
        tied, rank = self.alike[place.field, place.rank] > 1, place.rank
        general = self.overall.get(str(contestant.pk))
        if general is not None:
            tied, rank = self.shared[general.rank] > 1, general.rank
        return replace(
            record,
            percentage=score if in_percent else None,
            total=None if in_percent else score,
            rank=f"{rank}{'=' if tied else ''}",
            overall=general.total if general is not None else None,
        )


def _section(section: Section, places: _Places | None) -> SectionRecord:
    contestants = sorted(
        section.contestants.all(), key=lambda contestant: (contestant.position, contestant.direction, contestant.number)
    )
    return SectionRecord(
        letter=section.letter, contestants=tuple(_contestant(contestant, places) for contestant in contestants)
    )


def _contestant(contestant: Contestant, places: _Places | None) -> ContestantRecord:
    record = ContestantRecord(
        number=contestant.number,
        direction=contestant.direction,  # type: ignore[arg-type]
        players=tuple(
            PlayerRecord(name=tidy(player.name), licence=tidy(player.licence, 30))
            for player in sorted(contestant.players.all(), key=lambda player: player.order)
        ),
        percentage=_plain(contestant.percentage),
        total=_plain(contestant.total),
        rank=tidy(contestant.rank, 10),
        overall=_plain(contestant.overall),
        team=tidy(contestant.team, 20),
    )
    return record if places is None else places.of(record, contestant)


def _board(board: Board, numbers: Mapping[str, str], adjustments: Adjustments, points: Points | None) -> BoardRecord:
    return BoardRecord(
        number=board.number,
        dealer=board.dealer,
        vulnerability=board.vulnerability,
        deal=_deal(board.deal),
        double_dummy=board.double_dummy,
        par=tidy(board.par, 40),
        results=tuple(_result(line, numbers, adjustments, points) for line in lines_of(board)),
    )


def lines_of(board: Board) -> list[Result]:
    """List the lines of a board in the order of its records."""
    return sorted(board.results.all(), key=lambda result: (result.position, result.pk))


def _deal(deal: str) -> str:
    """Return the four complete hands, from North; "" if they are unknown or incomplete."""
    try:
        return format_deal(parse_deal(deal)) if deal else ""
    except NotationError:
        return ""


def _result(
    result: Result, numbers: Mapping[str, str], adjustments: Adjustments, points: Points | None
) -> ResultRecord:
    record = ResultRecord(
        ns=result.ns.number if result.ns else "",
        ew=result.ew.number if result.ew else "",
        kind=result.kind,  # type: ignore[arg-type]
        section=result.section.letter,
        table=result.table,
        round=result.round,
        players=tuple(numbers.get(str(seat), "") for seat in result.seats),
        contract=result.contract,
        declarer=result.declarer,
        lead=result.lead,
        tricks=result.tricks,
        score=result.score,
        score_ew=result.score_ew,
        ns_points=_plain(result.ns_points),
        ew_points=_plain(result.ew_points),
        ns_percent=_plain(result.ns_percent),
        ew_percent=_plain(result.ew_percent),
        remark=tidy(result.remark),
        auction=tuple(result.auction.split()),
        play=tuple(result.play.split()),
        times=result.times,
        form=result.form,
        award=_award(result, adjustments),
        key=tidy(result.key),
    )
    return record if points is None else _earned(record, points.line(result))


def _earned(record: ResultRecord, line: Line) -> ResultRecord:
    """Return the line with the computed points in place of those of the file."""
    played = record.kind != "artificial"
    return replace(
        record,
        ns_points=line.ns,
        ew_points=line.ew,
        ns_percent=None if played else record.ns_percent,
        ew_percent=None if played else record.ew_percent,
    )


def _award(result: Result, adjustments: Adjustments) -> Award | None:
    """Return the adjusted score in force for a line; None if the result of the table is in force."""
    given = award_of(result, adjustments)
    # an artificial score is returned even if equal: a percentage in the line's own columns may stand for an average
    return None if given is None or (given == _as_recorded(result) and not given.artificial) else given


def award_of(result: Result, adjustments: Adjustments) -> Award | None:
    """Return the adjusted score confirmed here, or else the one from the results file; None without either."""
    if confirmed := adjustments.get(result.pk):
        return confirmed.given
    return Award.from_json(result.award) if result.award else None


def _as_recorded(result: Result) -> Award | None:
    """Compute the score of a line from its own columns, without the award of the file."""
    return as_recorded(Result(**{name: getattr(result, name) for name in COLUMNS}))


def _plain(number: Decimal | None) -> Decimal | None:
    """Write the number without trailing zeros: 12 for 12.000."""
    if number is None:
        return None
    return number.quantize(Decimal(1)) if number == number.to_integral() else number.normalize()
