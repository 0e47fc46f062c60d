"""Which tournament of the club a results file may be an update of: proposed by what their lines have in common."""

import datetime
from dataclasses import dataclass

from django.db.models import Q
from django.utils import timezone

from arbitrage.exchange.records import (
    BoardRecord,
    ResultRecord,
    TournamentFile,
)
from arbitrage.models import (
    Club,
    Contestant,
    Result,
    Tournament,
)
from arbitrage.services import clock
from arbitrage.services.files import imports
from arbitrage.services.files.matching import HAS_RESULT

A_FORTNIGHT = datetime.timedelta(days=14)

ONE_DAY = datetime.timedelta(days=1)
"""Some programs date a session by the morning after."""

LOOKED_AT = 30
"""So many tournaments of the club are compared with a file, the nearest in time."""


@dataclass(frozen=True)
class Target:
    """A tournament that a session of a file may be an update of.

    *common* lines of it are in the file, *agreeing* of them with the same result. *same_file* says that its name is
    that of the file it was read from.
    """

    tournament: Tournament
    common: int
    agreeing: int
    same_file: bool


def targets(club: Club, file: TournamentFile, filename: str) -> dict[str, tuple[Target, ...]]:
    """The tournaments of the club that each session of a file may be an update of, the likeliest first; () for none.

    They are of its date, or were read from a file of its name, and their lines agree.
    """
    return {session: _targets(club, file.session(session), session, filename) for session in file.sessions or ("",)}


def _targets(club: Club, file: TournamentFile, session: str, filename: str) -> tuple[Target, ...]:
    day = file.date or timezone.localdate(clock.now())
    around = ONE_DAY if file.date else A_FORTNIGHT
    near = Q(date__gte=day - around, date__lte=day + around)
    found = []
    for tournament in Tournament.objects.filter(near, club=club).order_by("-date", "-pk")[:LOOKED_AT]:
        name = (filename[:255], session[:100]) == (tournament.source_name, tournament.source_session)
        target = _compare(tournament, file, name)
        if target is not None:
            found.append(target)
    return tuple(sorted(found, key=lambda one: (-one.agreeing, not one.same_file))[:3])


def _compare(tournament: Tournament, file: TournamentFile, same_file: bool) -> Target | None:
    """Whether the boards and lines of a tournament are those of a file; None when they are not."""
    deals = dict(tournament.boards.values_list("number", "deal"))
    told = [board for board in file.boards if board.number in deals]
    if not told:
        return None
    if file.hands_alone or not Result.objects.filter(board__tournament=tournament).exists():
        # Hands alone, or a tournament that has nothing else yet.
        other = any(board.deal and deals[board.number] and board.deal != deals[board.number] for board in told)
        enough = 2 * len(told) >= min(len(deals), len(file.boards))
        return Target(tournament, 0, 0, same_file) if enough and not other else None
    stored = _stored_lines(tournament)
    alike = []
    for board in told:
        for line in board.results:
            was, now = stored.get((board.number, frozenset(_seats_of(line)))), _result_of(board, line)
            if was is not None and was[0] in HAS_RESULT and now[0] in HAS_RESULT:
                alike.append(was == now)
    common, agreeing = len(alike), sum(alike)
    few = min(len(stored), len(file.results))
    enough = 2 * agreeing >= common and 3 * common >= few if not same_file else 4 * agreeing >= common
    return Target(tournament, common, agreeing, same_file) if common and agreeing and enough else None


def _stored_lines(tournament: Tournament) -> dict[tuple[int, frozenset[str]], tuple[str, int | None]]:
    """The results of a tournament by board and pairs, however they sat."""
    lines = Result.objects.filter(board__tournament=tournament)
    rows = lines.values_list("board__number", "ns__number", "ew__number", "seats", "kind", "score")
    names = {str(key): number for key, number in Contestant.objects.filter(
        section__tournament=tournament).values_list("pk", "number")}  # fmt: skip
    return {
        (board, frozenset([names.get(one, "") for one in seats] if seats else [ns or "", ew or ""])): (kind, score)
        for board, ns, ew, seats, kind, score in rows
    }


def _seats_of(line: ResultRecord) -> tuple[str, ...]:
    return line.players or (line.ns, line.ew)


def _result_of(board: BoardRecord, line: ResultRecord) -> tuple[str, int | None]:
    kind, _contract, _declarer, score = imports.kind_and_score(board, line)
    return kind, score
