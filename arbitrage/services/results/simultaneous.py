"""A simultaneous: many clubs play the same boards, and the club's contestants are ranked in the field of all clubs.

The frequencies (how often each score was made in all clubs) are typed or read from a file, and stored. They include the
results of this club, which are subtracted and replaced by the scores that count here. If the file has the results of
every contestant, these are stored too, without names; then each contestant of the club gets his place among all.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

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
from rulings.scores.imps import shown_imps
from rulings.scores.matchpoints import each
from rulings.scores.methods import Boards, Earned, Method, Row, Scoring, score_session

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@dataclass(frozen=True, slots=True)
class Sent:
    """Results of all clubs: the frequencies, and the results of every contestant, if the file has them."""

    frequencies: Frequencies
    everybody: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a ranking of all clubs' contestants: whether it is *tied*, and the number of contestants (*of*)."""

    rank: int
    tied: bool
    of: int


@dataclass(frozen=True, eq=False)
class General:
    """The club's contestants ranked in the field of all clubs (`rank_after` and `score_after` of a line), and in the
    club alone (`rank_before` and `score_before`).

    *boards* are the numbers of the boards with frequencies, which count; the boards *without* do not count. *tables* is
    the largest number of results on a board in all clubs. *not_among* is the number of the club's results that are
    missing in the frequencies, to which they are added. *places* are the places among the contestants of all clubs, by
    contestant; {} if the results of each contestant are unknown. *besides* is the number of the club's contestants
    whose results are not among those of all clubs.
    """

    rankings: tuple[Ranking, ...]
    boards: tuple[int, ...]
    without: tuple[int, ...]
    tables: int
    not_among: int
    places: Mapping[str, Place] = field(default_factory=dict)
    besides: int = 0


# Stored values


def frequencies_of(tournament: Tournament) -> Frequencies:
    """Return how often each score was made, by board; {} if no frequencies are stored."""
    return told_of(tournament).frequencies


def told_in(events: Iterable[Event]) -> Sent:
    """Return the results of all clubs from the latest event with them; *events* are in order, the newest first."""
    last = next((event for event in events if event.kind == "frequencies_told"), None)
    if last is None:
        return Sent({})
    boards = {board: dict(scores) for board, scores in last.data["boards"]}
    return Sent(boards, tuple(last.data.get("everybody", ())))


def told_of(tournament: Tournament) -> Sent:
    """Return the latest results of all clubs for a tournament."""
    return told_in(Event.objects.filter(stream_id=tournament.pk, kind="frequencies_told").order_by("-seq")[:1])


def may_be_simultaneous(field: Field) -> bool:
    """Can the tournament be part of a simultaneous, because its results are compared with a field?"""
    return not field.teams and field.method.scoring is not Scoring.TOTAL


@transaction.atomic
def tell_frequencies(
    *, tournament: Tournament, said: Frequencies, by: "User", everybody: Sequence[str] = ()
) -> Tournament:
    """Store the frequencies of some boards, replacing the old ones, and the results of *everybody* on these boards,
    without which no contestant gets a place among all clubs. A repetition changes nothing.

    :raises Refused: no board of the tournament has frequencies, or its results are not compared with a field.
    """
    lock(tournament.pk)
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
    if not may_be_simultaneous(field_of(tournament)):
        raise Refused(_("Matches and total points are compared with no field: there are no frequencies."), "no_field")
    played = set(tournament.boards.values_list("number", flat=True))
    known = {board: scores for board, scores in said.items() if board in played and scores}
    if not known:
        raise Refused(_("There are no frequencies of a board of this tournament in it."), "frequencies")
    return _write(tournament, Sent({**frequencies_of(tournament), **known}, tuple(everybody)), by)


def read_frequencies(typed: str, data: bytes = b"", filename: str = "") -> Sent:
    """Read frequencies that were typed, or a file of frequencies; or count them in a results file of all clubs, which
    also gives the results of every contestant.

    :raises Unreadable: the input is malformed; the sentence names the place and the reason.
    """
    if not data:
        return Sent(frequencies.parse(typed))
    if frequencies.recognises(data):
        return Sent(frequencies.parse_file(data))
    file = exchange.read(data, filename)
    return Sent(frequencies.counted(file), frequencies.everybody(file))


@transaction.atomic
def forget_frequencies(*, tournament: Tournament, by: "User") -> Tournament:
    """Remove the frequencies, so that the results are compared within the club again. A repetition changes nothing."""
    lock(tournament.pk)
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
    return _write(tournament, Sent({}), by)


def _write(tournament: Tournament, sent: Sent, by: "User") -> Tournament:
    if sent != told_of(tournament):
        values: dict[str, Any] = {
            "boards": [[board, sorted(scores.items())] for board, scores in sorted(sent.frequencies.items())]
        }
        values |= {"everybody": list(sent.everybody)} if sent.everybody else {}
        tournament_rows.write(tournament, "frequencies_told", by=by, **values)
    return tournament


# The ranking


_generals: WeakKeyDictionary[Field, General] = WeakKeyDictionary()
"""Cache of the rankings by cached field. Frequencies are events of the chain that the key of a field contains, so an
entry is never stale."""


def general(tournament: Tournament) -> General | None:
    """Rank the club's contestants in the field of all clubs; None if no frequencies are stored."""
    sent = told_of(tournament)
    return _general(field_of(tournament), sent) if sent.frequencies else None


def general_in(field: Field, events: Iterable[Event]) -> General | None:
    """Return the same as `general`, from *events* of the tournament that the caller has read, the newest first."""
    sent = told_in(events)
    return _general(field, sent) if sent.frequencies else None


def _general(field: Field, sent: Sent) -> General | None:
    if not may_be_simultaneous(field):
        return None
    if field not in _generals:
        _generals[field] = _ranked(field, sent)
    return _generals[field]


def _ranked(field: Field, sent: Sent) -> General:
    told = sent.frequencies
    boards, not_among = _with_everybody(field, told)
    method = replace(field.method, by_section=False)
    here = field.points(field.counted())
    taken = {key: Fraction(amount) for key, amount in here.taken.items()}
    everywhere = Points(here.counted, method, score_session(boards, method, penalties=taken), here.taken)
    numbers = {result.board.number for result in field.results}
    rankings = field.rankings(here, everywhere)
    others, besides = _others(field, sent)
    return General(
        rankings,
        tuple(sorted(numbers & told.keys())),
        tuple(sorted(numbers - told.keys())),
        max(sum(scores.values()) for scores in told.values()),
        not_among,
        _places(field, everywhere, boards, others) if others else {},
        besides if others else 0,
    )


# Places among everybody

Made = Mapping[tuple[int, str], str]
"""Results of a contestant, by board and side ("N", "E"): points of North-South or a percentage."""

ALIKE = Fraction(3, 4)
"""Least share of equal results by which a contestant of the club is recognised among the results of all clubs."""


def _made(told: str) -> Made:
    results = {}
    for written in told.split(" "):
        at = written.index("N") if "N" in written else written.index("E")
        results[int(written[:at]), written[at]] = written[at + 1 :]
    return results


def _others(field: Field, sent: Sent) -> tuple[list[Made], int]:
    """Return the results of each contestant of the other clubs, and the number of the club's contestants who were not
    recognised among all. The list is empty if the results of the contestants lack a board with frequencies."""
    everybody = [_made(told) for told in sent.everybody]
    if {board for made in everybody for board, _way in made} < sent.frequencies.keys():
        return [], 0
    having: dict[tuple[tuple[int, str], str], list[int]] = defaultdict(list)
    for at, made in enumerate(everybody):
        for line in made.items():
            having[line].append(at)
    own = _own(field)
    gone: set[int] = set()
    for lines in own.values():
        alike = Counter(at for line in lines for at in having.get(line, ()) if at not in gone)
        for at, count in alike.most_common(1):
            if count >= ALIKE * len(lines):
                gone.add(at)
    return [made for at, made in enumerate(everybody) if at not in gone], len(own) - len(gone)


def _own(field: Field) -> Mapping[str, set[tuple[tuple[int, str], str]]]:
    """Collect the results of each contestant of the club at the table, without adjusted scores."""
    number_of = {str(result.board_id): result.board.number for result in field.results}
    results: dict[str, set[tuple[tuple[int, str], str]]] = defaultdict(set)
    for board, rows in field.rows(field.recorded).items():
        for row in rows:
            if isinstance(row.line, Scored):
                for way, side in (("N", row.ns), ("E", row.ew)):
                    for who in each(side):
                        results[who].add(((number_of[board], way), str(row.line.score)))
    return results


def _places(field: Field, everywhere: Points, boards: Boards, others: Sequence[Made]) -> dict[str, Place]:
    """Return the place of each contestant of the club: one more than the number of contestants with a higher score."""
    worth = _worth(field, everywhere, boards)
    method = everywhere.method
    scores: dict[str, list[Fraction]] = defaultdict(list)
    for made in others:
        if (score := _score(made, worth, method)) is not None:
            sat = Counter(way for _board, way in made)
            scores["EW" if sat["E"] > sat["N"] else "NS"].append(score)
    placed = [standing for standing in everywhere.scores.standings if standing.score is not None]
    places = {}
    for name in {standing.field for standing in placed}:
        here = {
            standing.contestant: _as_ranked(standing.score or Fraction(0), method)
            for standing in placed
            if standing.field == name
        }
        ways = [way for way in ("NS", "EW") if name.endswith(way)] or ["NS", "EW"]
        counts = Counter([*here.values(), *(score for way in ways for score in scores[way])])
        before, rank = {}, 1
        for score in sorted(counts, reverse=True):
            before[score] = rank
            rank += counts[score]
        for who, score in here.items():
            places[who] = Place(before[score], counts[score] > 1, counts.total())
    return places


def _as_ranked(score: Fraction, method: Method) -> Fraction:
    return Fraction(shown_imps(score)) if method.equal_as_printed else score


Worth = Mapping[tuple[int, str], Earned]
"""Points of both sides by board and score of North-South."""


def _worth(field: Field, everywhere: Points, boards: Boards) -> Worth:
    number_of = {str(result.board_id): result.board.number for result in field.results}
    points: dict[tuple[int, str], Earned] = {}
    for board, rows in boards.items():
        for row in rows:
            earned = everywhere.scores.rows.get(row.id)
            if earned is not None and isinstance(row.line, Scored):
                points[number_of[board], str(row.line.score)] = earned
    return points


def _score(made: Made, worth: Worth, method: Method) -> Fraction | None:
    """Compute the score by which a contestant of another club is ranked, from the boards that count; None if he has
    played none of them."""
    points, top, boards = Fraction(0), 0, 0
    tops = {board: earned.top for (board, _score), earned in worth.items()}
    for (board, way), written in made.items():
        earned = worth.get((board, written))
        if written.endswith("%") and method.in_matchpoints and board in tops:
            amount, of = tops[board] * Fraction(written[:-1]) / 100, tops[board]
        elif earned is not None:
            amount, of = (earned.ns if way == "N" else earned.ew), earned.top
        else:
            continue
        points += method.printed(amount, of) if method.rounded and method.in_matchpoints else amount
        top, boards = top + of, boards + 1
    if not boards or (method.in_matchpoints and not top):
        return None
    if method.in_matchpoints:
        return _as_ranked(100 * points / top, method)
    return _as_ranked(points / boards if method.by_mean else points, method)


def _with_everybody(field: Field, told: Frequencies) -> tuple[Boards, int]:
    """Return the boards that have frequencies, with a row added for each score made in other clubs; and the number of
    results of the club that the frequencies lack."""
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
            own = next((score for score in _scores_of(row, recorded[row.id]) if left[score] >= row.times), None)
            if own is not None:
                left[own] -= row.times
            elif row.line is not None:
                not_among += 1
        boards[key] = [*rows, *_elsewhere(key, left)]
    return boards, not_among


def _scores_of(counts: Row, recorded: Row) -> list[int]:
    """List the scores under which the frequencies may contain a line: the score that counts and the score at the
    table."""
    return [row.line.score for row in (counts, recorded) if isinstance(row.line, Scored)]


def _elsewhere(board: str, left: Mapping[int, int]) -> list[Row]:
    """Return a row for each score that was made in other clubs."""
    return [
        Row(name, Scored(name, score), times=times)
        for score, times in left.items()
        if times and (name := f"{board} {score}")
    ]
