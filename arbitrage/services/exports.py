"""A stored tournament becomes a file again: our own JSON, without loss, or a format that other programs read."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal

from django.utils.text import slugify

from arbitrage import exchange
from arbitrage.exchange.reading import tidy
from arbitrage.exchange.records import (
    BoardRecord,
    ContestantRecord,
    PlayerRecord,
    Problem,
    ResultRecord,
    SectionRecord,
    TournamentFile,
)
from arbitrage.exchange.writing import CONTENT_TYPES, EXTENSIONS, Format
from arbitrage.models import Board, Contestant, Result, Section, Tournament
from arbitrage.services.errors import Refused
from rulings.award import Award
from rulings.bridge import NotationError, Seat, format_deal, parse_contract, parse_deal


@dataclass(frozen=True)
class Exported:
    """A file to hand out: its bytes, a name that every system takes, and what its format could not say."""

    data: bytes
    filename: str
    content_type: str
    problems: tuple[Problem, ...]


def export_tournament(tournament: Tournament, format: Format, *, names: bool = True) -> Exported:
    """The tournament in a format: as it is stored in our own JSON, as it counts in the formats of other programs.

    Without *names* the players are left out, and the pairs have their numbers only.

    :raises Refused: the format has no place for it; the sentence says which one has.
    """
    file = tournament_file(tournament)
    if format != "json":
        file = replace(file, club=tidy(tournament.club.name))
    if not names:
        file = replace(file, sections=tuple(_nameless(section) for section in file.sections))
    try:
        written = exchange.write(file, format)
    except exchange.Unwritable as error:
        raise Refused(str(error), "unwritable") from error
    return Exported(written.data, _filename(tournament, format), CONTENT_TYPES[format], written.problems)


def _nameless(section: SectionRecord) -> SectionRecord:
    return replace(section, contestants=tuple(replace(one, players=()) for one in section.contestants))


def _filename(tournament: Tournament, format: Format) -> str:
    """ "2026-11-20-tournoi-du-jeudi.pbn": plain letters, whatever the tournament is called."""
    return f"{tournament.date:%Y-%m-%d}-{slugify(tournament.name)[:60].strip('-') or 'tournament'}.{EXTENSIONS[format]}"


def tournament_file(tournament: Tournament) -> TournamentFile:
    """Everything stored of a tournament: sections, contestants, players, boards, deals, results, and on a line whose
    score was adjusted the award that counts. Nine queries, however large it is.

    The club's name is left out, and so is what says where the tournament came from: imported into another club and
    exported again it is the same.
    """
    sections = list(Section.objects.filter(tournament=tournament).with_contestants())
    boards = list(Board.objects.filter(tournament=tournament).with_results())
    numbers = {str(one.pk): one.number for section in sections for one in section.contestants.all()}
    return TournamentFile(
        name=tidy(tournament.name),
        date=tournament.date,
        scoring=tournament.scoring,  # type: ignore[arg-type]
        winners=tournament.winners,
        event=tournament.kind,  # type: ignore[arg-type]
        sections=tuple(_section(section) for section in sections),
        boards=tuple(_board(board, numbers) for board in boards),
    )


def _section(section: Section) -> SectionRecord:
    contestants = sorted(section.contestants.all(), key=lambda one: (one.position, one.direction, one.number))
    return SectionRecord(letter=section.letter, contestants=tuple(_contestant(one) for one in contestants))


def _contestant(contestant: Contestant) -> ContestantRecord:
    return ContestantRecord(
        number=contestant.number,
        direction=contestant.direction,  # type: ignore[arg-type]
        players=tuple(
            PlayerRecord(name=tidy(player.name), licence=tidy(player.licence, 30))
            for player in sorted(contestant.players.all(), key=lambda one: one.order)
        ),
        percentage=_plain(contestant.percentage),
        team=tidy(contestant.team, 20),
    )


def _board(board: Board, numbers: Mapping[str, str]) -> BoardRecord:
    return BoardRecord(
        number=board.number,
        dealer=board.dealer,
        vulnerability=board.vulnerability,
        deal=_deal(board.deal),
        double_dummy=board.double_dummy,
        par=tidy(board.par, 40),
        results=tuple(_result(one, board, numbers) for one in lines_of(board)),
    )


def lines_of(board: Board) -> list[Result]:
    """The lines of a board in the order of its records."""
    return sorted(board.results.all(), key=lambda one: (one.position, one.pk))


def _deal(deal: str) -> str:
    """The four whole hands, from North; "" where they are not known or not whole."""
    try:
        return format_deal(parse_deal(deal)) if deal else ""
    except NotationError:
        return ""


def _result(result: Result, board: Board, numbers: Mapping[str, str]) -> ResultRecord:
    return ResultRecord(
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
        award=_award(result, board),
        key=tidy(result.key),
    )


def _award(result: Result, board: Board) -> Award | None:
    """The adjusted score that counts for a line; None when what was played does."""
    given = award_of(result)
    return None if given == _as_played(result, board) else given


def award_of(result: Result) -> Award | None:
    """The adjusted score confirmed here, or else the one that the file brought; None without either."""
    confirmed = [one for one in result.adjustments.all() if one.state == one.State.CONFIRMED]
    if confirmed:
        return confirmed[-1].given
    return Award.from_json(result.award) if result.award else None


def _as_played(result: Result, board: Board) -> Award | None:
    if result.kind not in (Result.Kind.PLAYED, Result.Kind.PASSED) or result.score_ew is not None:
        return None
    contract = parse_contract(result.contract) if result.contract else None
    if result.kind == Result.Kind.PASSED:
        return Award.made(None, None, board.vulnerability)
    if contract is None or result.tricks is None:
        return None
    made = Award.made(contract.by(Seat(result.declarer)), result.tricks, board.vulnerability)
    return made if made.score == result.score else None


def _plain(number: Decimal | None) -> Decimal | None:
    """The number without the zeros that its column adds: 12 for 12.000."""
    if number is None:
        return None
    return number.quantize(Decimal(1)) if number == number.to_integral() else number.normalize()
