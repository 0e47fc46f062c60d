"""Export of a tournament to other formats, with a sentence for each part that a format cannot express.

Our own JSON holds everything. In the other formats an adjusted score replaces the played one, as a result or as an
artificial score. If the format has neither weights nor two results, the result with the largest weight is written and
the rest goes into the remark. The omissions are listed by board, for the director to read before he passes the file on.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Literal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arbitrage.exchange import pbn, slip, spreadsheet, tournament_json, usebio
from arbitrage.exchange.reading import at_table
from arbitrage.exchange.records import BoardRecord, Problem, ResultRecord, TournamentFile
from rulings.bridge import dealer, vulnerability
from rulings.scores.adjusted import Average
from rulings.scores.award import Award, Possible, Results, Share, percent

Format = Literal["json", "usebio", "pbn", "csv", "xlsx"]

FORMATS: tuple[Format, ...] = ("json", "usebio", "pbn", "csv", "xlsx")
EXTENSIONS: dict[Format, str] = {"json": "json", "usebio": "xml", "pbn": "pbn", "csv": "csv", "xlsx": "xlsx"}
CONTENT_TYPES: dict[Format, str] = {
    "json": "application/json",
    "usebio": "application/xml",
    "pbn": "text/x-pbn; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
ADJUSTED = "Adjusted score"
"""Note of an adjusted line in the files of other programs, in their own words."""

_IN_IMPS = ("BUTLER", "CROSS_IMPS", "IMPS")
_LONGEST_REMARK = 200
_LISTED = 12
PLAYERS_OF_A_LINE = 2
"""Players of a pair for whom a table has columns."""


class Unwritable(ValueError):
    """Error: the format cannot hold the tournament at all; `str` is a sentence that names a format that can."""


@dataclass(frozen=True, slots=True)
class Written:
    """A file, with the sentences on what its format could not express."""

    data: bytes
    problems: tuple[Problem, ...]


def write(tournament: TournamentFile, format: Format) -> Written:
    """Write the tournament in a format, and list what its format cannot hold.

    :raises Unwritable: the format cannot hold this kind of tournament at all.
    """
    if format == "json":
        return Written(tournament_json.write(tournament), ())
    problems = unsaid(tournament, format)
    as_told = replace(
        tournament,
        boards=tuple(_board(board, tournament, format) for board in tournament.boards),
        teams=tournament.teams if format in ("csv", "xlsx", "usebio") else (),
        matches=(),
    )
    writers = {"usebio": usebio.write, "pbn": pbn.write, "csv": spreadsheet.write, "xlsx": spreadsheet.write_workbook}
    writer = writers[format]
    return Written(writer(as_told), problems)


def unsaid(tournament: TournamentFile, format: Format) -> tuple[Problem, ...]:
    """List the parts for which the format has no place, without writing the file.

    :raises Unwritable: the format has no place for this kind of tournament at all.
    """
    if format == "json":
        return ()
    like: slip.Format = "csv" if format == "xlsx" else format  # the same columns
    _refuse(tournament, like)
    return tuple(_unsaid(tournament, like))


def _refuse(tournament: TournamentFile, format: slip.Format) -> None:
    if format != "pbn" and not any(board.results or format == "csv" for board in tournament.boards):
        raise Unwritable(_("There are deals and no results: take PBN or JSON."))


# One line of a traveller


def _board(board: BoardRecord, tournament: TournamentFile, format: Format) -> BoardRecord:
    imps = tournament.scoring in _IN_IMPS
    return replace(board, results=tuple(told(line, format, imps=imps) for line in board.results))


def told(line: ResultRecord, format: Format, *, imps: bool = False) -> ResultRecord:
    """Return the line as another program receives it: the score in force, in place of the one played.

    *imps*: the numbers of an artificial score are IMPs, not percentages.
    """
    award = line.award
    if line.kind == "not_played":  # with points, other readers would take it for an unreadable line
        line = replace(line, ns_points=None, ew_points=None, ns_percent=None, ew_percent=None)
    if award is None:
        return _whole_percents(line) if format == "usebio" else line
    if isinstance(award.ns, tuple) and isinstance(award.ew, tuple):
        return _with_result(line, award, award.ns, award.ew)
    if award.one_sided is not None:
        kept = award.results(award.one_sided.other)
        if kept:
            return _with_result(line, award, kept, kept)
        return replace(line, remark=slip.written(award, imps=imps), award=None)
    artificial = replace(
        line,
        kind="artificial",
        contract="",
        declarer="",
        lead="",
        tricks=None,
        score=None,
        score_ew=None,
        ns_percent=_percent(award.ns, imps=imps),
        ew_percent=_percent(award.ew, imps=imps),
        remark=slip.written(award, imps=imps) if imps or _by_average(award) else ADJUSTED,
        auction=(),
        play=(),
        award=None,
    )
    return _whole_percents(artificial) if format == "usebio" else artificial


def _with_result(line: ResultRecord, award: Award, ns: Results, ew: Results) -> ResultRecord:
    mine, theirs = _heaviest(ns), _heaviest(ew)
    words = ADJUSTED if award.single else f"{ADJUSTED}: {slip.written(award)}"
    passed = not mine.contract and mine.score == 0
    return replace(
        line,
        kind="passed" if passed else "played",
        contract=mine.contract,
        declarer=mine.declarer,
        lead=line.lead if mine.declarer == line.declarer else "",
        tricks=mine.tricks,
        score=mine.score,
        score_ew=-theirs.score if theirs.score != mine.score else None,
        ns_percent=None,
        ew_percent=None,
        remark="; ".join(part for part in (words, line.remark) if part)[:_LONGEST_REMARK].rstrip(),
        award=None,
    )


def _by_average(award: Award) -> bool:
    return any(isinstance(share, Average) for share in (award.ns, award.ew))


def _heaviest(results: Results) -> Possible:
    return max(results, key=lambda result: result.weight)


def _percent(share: Share, *, imps: bool) -> Decimal | None:
    if isinstance(share, tuple) or (imps and not isinstance(share, Average)):
        return None
    return _rounded(percent(share), Decimal("0.01"))


def _rounded(exact: Fraction, to: Decimal) -> Decimal:
    rounded = (Decimal(exact.numerator) / exact.denominator).quantize(to, ROUND_HALF_UP)
    return rounded.quantize(Decimal(1)) if rounded == rounded.to_integral() else rounded


def _whole_percents(line: ResultRecord) -> ResultRecord:
    """Round artificial percentages for USEBIO, which has two digits for each side."""
    if line.kind != "artificial" or line.ns_percent is None or line.ew_percent is None:
        return line
    ns, ew = (
        min(share.quantize(Decimal(1), ROUND_HALF_UP), Decimal(99)) for share in (line.ns_percent, line.ew_percent)
    )
    return replace(line, ns_percent=ns, ew_percent=ew)


# Sentences for parts that a format cannot express


def _unsaid(tournament: TournamentFile, format: slip.Format) -> Iterator[Problem]:
    imps = tournament.scoring in _IN_IMPS
    for board in tournament.boards:
        for line in board.results:
            if line.award is not None:
                for sentence in slip.cannot_say(line.award, format, imps=imps):
                    yield Problem(_place(board, line), sentence)
    for formats, holds, sentence in _LIMITS:
        if format in formats and (numbers := _boards_with(tournament, holds)):
            yield Problem(_numbers(numbers), _(sentence))
    yield from _unsaid_of_the_whole(tournament, format)


def _place(board: BoardRecord, line: ResultRecord) -> str:
    if line.table is None:
        return _("board %(number)s") % {"number": board.number}
    return at_table(line.section, line.table, board.number)


def _unsaid_of_the_whole(tournament: TournamentFile, format: slip.Format) -> Iterator[Problem]:
    if tournament.matches and format in ("pbn", "csv"):
        yield Problem("", _("The matches of the teams are left out."))
    if tournament.matches and format == "usebio":
        yield Problem("", _("The scores of the matches are left out: their boards are there."))
    if format == "usebio" and tournament.scoring in ("IMPS", "PAB", "TOTAL"):
        yield Problem("", _("The points of the boards are left out: USEBIO has no place for this method."))
    if tournament.line_ups:
        yield Problem("", _("The line-ups of the teams are left out."))
    if tournament.halves > 1 and format in ("pbn", "csv"):
        yield Problem("", _("A match in two halves is written as two rounds."))
    if format == "csv" and any(len(pair.players) > PLAYERS_OF_A_LINE for pair in tournament.contestants):
        yield Problem("", _("Of a pair of three players the first two are named."))
    if format == "csv":
        yield Problem("", _("Totals and ranks are left out."))


def _boards_with(tournament: TournamentFile, holds: Callable[[BoardRecord], bool]) -> list[int]:
    return [board.number for board in tournament.boards if holds(board)]


def _numbers(numbers: list[int]) -> str:
    """List boards in a sentence: "boards 1, 2, 3…"."""
    shown = ", ".join(map(str, numbers[:_LISTED])) + ("…" if len(numbers) > _LISTED else "")
    return ngettext("board %(numbers)s", "boards %(numbers)s", len(numbers)) % {"numbers": shown}


def _any_line(holds: Callable[[ResultRecord], bool]) -> Callable[[BoardRecord], bool]:
    return lambda board: any(holds(line) for line in board.results)


def _unlike_law_2(board: BoardRecord) -> bool:
    return (board.dealer, board.vulnerability) != (str(dealer(board.number)), vulnerability(board.number))


def _uneven(percent: Decimal | None) -> bool:
    return percent is not None and (percent != percent.to_integral() or percent > 99)


def gettext_noop(message: str) -> str:
    """Return the message itself, marked for the catalogue."""
    return message


_LIMITS: Iterable[tuple[tuple[slip.Format, ...], Callable[[BoardRecord], bool], str]] = (
    (
        ("usebio", "pbn", "csv"),
        _any_line(lambda line: bool(line.auction or line.play)),
        gettext_noop("The auctions and the play are left out."),
    ),
    (
        ("usebio",),
        _unlike_law_2,
        gettext_noop("The dealer or the vulnerability is not that of the number, and USEBIO has no place for either."),
    ),
    (
        ("usebio",),
        lambda board: not board.results,
        gettext_noop("Nobody played: only the hands are in the file."),
    ),
    (
        ("usebio", "csv"),
        lambda board: bool(board.double_dummy or board.par),
        gettext_noop("The contracts that can be made and the par are left out."),
    ),
    (
        ("usebio", "csv"),
        _any_line(lambda line: line.award is None and line.score_ew is not None),
        gettext_noop("East-West’s own score is left out: the format has one score for both sides."),
    ),
    (
        ("usebio", "csv"),
        _any_line(lambda line: line.times > 1),
        gettext_noop("A line stands for several tables; it is written once."),
    ),
    (
        ("usebio", "pbn", "csv"),
        _any_line(lambda line: line.form > 1),
        gettext_noop("The board was fouled; the file does not say which tables played which of its forms (Law 87)."),
    ),
    (
        ("usebio",),
        _any_line(
            lambda line: (
                line.award is None
                and line.kind == "artificial"
                and (_uneven(line.ns_percent) or _uneven(line.ew_percent))
            )
        ),
        gettext_noop("Artificial scores are rounded to whole percentages: the points of the line say the rest."),
    ),
    (
        ("usebio", "pbn"),
        _any_line(
            lambda line: (
                line.award is None
                and line.kind == "artificial"
                and (line.ns_percent is None or line.ew_percent is None)
            )
        ),
        gettext_noop("A score that is left to the director is written as a board that was not played."),
    ),
)
"""Values that a format cannot hold: the formats, a test of a board, and the sentence."""
