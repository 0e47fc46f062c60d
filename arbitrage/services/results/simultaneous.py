"""A simultaneous: the same boards in many clubs, and the place of everybody here in the field of all of them.

How often each score was made everywhere is typed, or read from a file, and stored; nothing else is. The organiser's
frequencies have the results of this club among them: those are taken out, and stand as they count here.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from arbitrage import exchange
from arbitrage.exchange import frequencies
from arbitrage.exchange.frequencies import Frequencies
from arbitrage.models import Event, Tournament
from arbitrage.services.errors import Refused
from arbitrage.services.record import tournament_rows
from arbitrage.services.record.history import lock
from arbitrage.services.results.field import Field, Points, Ranking, field_of
from rulings.scores.adjusted import Scored
from rulings.scores.methods import Boards, Row, Scoring, score_session

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@dataclass(frozen=True, slots=True)
class General:
    """The rankings in the whole field, each place with the club's own as the one before.

    *boards* have frequencies and count, *without* have none and do not. *tables* is the most that a board has
    everywhere. *not_among* counts the club's results that the frequencies do not have: they are counted besides.
    """

    rankings: tuple[Ranking, ...]
    boards: tuple[int, ...]
    without: tuple[int, ...]
    tables: int
    not_among: int


# What is stored


def frequencies_of(tournament: Tournament) -> Frequencies:
    """Return how often each score was made, by board; {} where nobody has said."""
    return frequencies_in(Event.objects.filter(stream_id=tournament.pk, kind="frequencies_told").order_by("-seq")[:1])


def frequencies_in(events: Iterable[Event]) -> Frequencies:
    """Return what was told last among the events of a tournament, the newest first."""
    last = next((one for one in events if one.kind == "frequencies_told"), None)
    return {} if last is None else {board: dict(scores) for board, scores in last.data["boards"]}


def may_be_simultaneous(field: Field) -> bool:
    """Tell whether results are compared with a field that may be larger than the club."""
    return not field.teams and field.method.scoring is not Scoring.TOTAL


@transaction.atomic
def tell_frequencies(*, tournament: Tournament, said: Frequencies, by: "User") -> Tournament:
    """Store the frequencies of some boards, in place of those that they had. Saying it twice changes nothing.

    :raises Refused: there are none, or none of a board of this tournament; or it is compared with no field.
    """
    lock(tournament.pk)
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
    if not may_be_simultaneous(field_of(tournament)):
        raise Refused(_("Matches and total points are compared with no field: there are no frequencies."), "no_field")
    played = set(tournament.boards.values_list("number", flat=True))
    known = {board: scores for board, scores in said.items() if board in played and scores}
    if not known:
        raise Refused(_("There are no frequencies of a board of this tournament in it."), "frequencies")
    return _write(tournament, {**frequencies_of(tournament), **known}, by)


def read_frequencies(typed: str, data: bytes = b"", filename: str = "") -> Frequencies:
    """Read frequencies as they are typed; from their own file; or count them in a results file of the whole
    simultaneous.

    :raises Unreadable: it is none of these; the sentence names the place and the reason.
    """
    if not data:
        return frequencies.parse(typed)
    if frequencies.recognises(data):
        return frequencies.parse_file(data)
    return frequencies.counted(exchange.read(data, filename))


@transaction.atomic
def forget_frequencies(*, tournament: Tournament, by: "User") -> Tournament:
    """Let the tournament be the club's own again. Saying it twice changes nothing."""
    lock(tournament.pk)
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
    return _write(tournament, {}, by)


def _write(tournament: Tournament, boards: Frequencies, by: "User") -> Tournament:
    if boards != frequencies_of(tournament):
        said = [[board, sorted(scores.items())] for board, scores in sorted(boards.items())]
        tournament_rows.write(tournament, "frequencies_told", by=by, boards=said)
    return tournament


# The ranking


def general(tournament: Tournament, told: Frequencies | None = None) -> General | None:
    """Rank everybody here in the field of the whole simultaneous; None where no frequencies are told. *told* are they,
    where they are at hand."""
    told = frequencies_of(tournament) if told is None else told
    field = field_of(tournament) if told else None
    if field is None or not may_be_simultaneous(field):
        return None
    boards, not_among = _with_everybody(field, told)
    method = replace(field.method, by_section=False)
    here = field.points(field.counted())
    taken = {one: Fraction(amount) for one, amount in here.taken.items()}
    everywhere = Points(here.counted, method, score_session(boards, method, penalties=taken), here.taken)
    numbers = {result.board.number for result in field.results}
    return General(
        field.rankings(here, everywhere),
        tuple(sorted(numbers & told.keys())),
        tuple(sorted(numbers - told.keys())),
        max(sum(scores.values()) for scores in told.values()),
        not_among,
    )


def _with_everybody(field: Field, told: Frequencies) -> tuple[Boards, int]:
    """Return the boards that have frequencies with a row for each score made elsewhere, and how many results of the
    club the frequencies do not have."""
    number_of = {str(result.board_id): result.board.number for result in field.results}
    recorded = {row.id: row for rows in field.rows(field.recorded).values() for row in rows}
    boards: dict[str, Sequence[Row]] = {}
    not_among = 0
    for key, rows in field.rows(field.counted()).items():
        scores = told.get(number_of[key])
        if not scores:
            continue
        left = Counter(scores)
        for row in rows:
            own = next((one for one in _scores_of(row, recorded[row.id]) if left[one] >= row.times), None)
            if own is not None:
                left[own] -= row.times
            elif row.line is not None:
                not_among += 1
        boards[key] = [*rows, *_elsewhere(key, left)]
    return boards, not_among


def _scores_of(counts: Row, recorded: Row) -> list[int]:
    """List the scores by which a line may stand in the frequencies: as it counts, or as it was played."""
    return [row.line.score for row in (counts, recorded) if isinstance(row.line, Scored)]


def _elsewhere(board: str, left: Mapping[int, int]) -> list[Row]:
    """Return a row for each score that was made in other clubs."""
    return [
        Row(name, Scored(name, score), times=times)
        for score, times in left.items()
        if times and (name := f"{board} {score}")
    ]
