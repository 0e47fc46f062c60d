"""A director who plays in the tournament: the boards that he still has to play are closed to him. He can open one all
the same, which is recorded."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from django.db import connections, router, transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from arbitrage.models import Board, Contestant, Event, Membership, Result, Tournament
from arbitrage.models.club import MAY_RULE
from arbitrage.services.errors import Refused
from arbitrage.services.record import tournament_rows
from arbitrage.services.record.history import lock
from arbitrage.services.tournaments.evenings import PLANNED
from arbitrage.services.tournaments.hand_looks import TO_PLAY

if TYPE_CHECKING:
    from django.contrib.auth.models import User

LOOKED = "board_opened_to_player"

OF_AN_EVENING = """
SELECT board.id FROM arbitrage_board AS board
JOIN arbitrage_tournament AS tournament ON tournament.id = board.tournament_id
WHERE tournament.published_at IS NULL AND tournament.playing <> '{}' AND board.id = """
"""Query run by nearly every page, in SQL because the ORM took longer to build it. It usually gives no row."""

EVENINGS = """
SELECT tournament.id FROM arbitrage_tournament AS tournament
JOIN arbitrage_club AS club ON club.id = tournament.club_id
JOIN arbitrage_membership AS member ON member.club_id = club.id
WHERE member.user_id = %s AND club.disabled_at IS NULL
AND tournament.published_at IS NULL AND tournament.playing <> '{}'"""
"""Query run by every list of boards or incidents, in SQL for the same reason. It usually gives no row either."""

CALL = "(SELECT board_id FROM arbitrage_incident WHERE id = %s)"
INQUIRY = CALL.replace("%s", "(SELECT incident_id FROM arbitrage_inquiry WHERE id = %s)")
TO_BOARD: Mapping[str, str] = {
    "board_id": "%s",
    "result_id": "(SELECT board_id FROM arbitrage_result WHERE id = %s)",
    "incident_id": CALL,
    "inquiry_id": INQUIRY,
    "duty_id": INQUIRY.replace("%s", "(SELECT inquiry_id FROM arbitrage_duty WHERE id = %s)"),
    "remark_id": CALL.replace("%s", "(SELECT incident_id FROM arbitrage_remark WHERE id = %s)"),
    "appeal_id": CALL.replace("%s", "(SELECT incident_id FROM arbitrage_appeal WHERE id = %s)"),
}
"""Lookups to a board from the parameters of a URL."""


@transaction.atomic
def say_playing(*, tournament: Tournament, by: "User", contestant: Contestant | None) -> Tournament:
    """Record as which pair a director plays this evening, None when he does not. A repetition changes nothing.

    :raises Refused: the pair is not of this tournament.
    """
    lock(tournament.pk)
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
    if contestant is not None and contestant.section.tournament_id != tournament.pk:
        raise Refused(_("This pair is not of this tournament. Choose it again."), "elsewhere")
    playing = {key: value for key, value in tournament.playing.items() if key != str(by.pk)}
    if contestant is not None:
        playing[str(by.pk)] = str(contestant.pk)
    if playing != tournament.playing:
        tournament.playing = playing
        tournament_rows.write(tournament, "director_plays", by=by, changed=[((tournament,), ("playing",))])
    return tournament


def closed_boards(user: "User", tournament: Tournament) -> set[Any]:
    """Return the boards that a director still has to play and has not looked at, by identifier; none if he does not
    play."""
    return set(yet_to_play(user, tournament))


def yet_to_play(user: "User", tournament: Tournament) -> dict[Any, int | None]:
    """Return the boards of `closed_boards`, each with the round in which his pair plays it, None if that is not
    known."""
    mine = tournament.playing.get(str(user.pk))
    if mine is None or tournament.published_at is not None:
        return {}
    boards = {line.board_id: line.round for line in _lines(tournament, mine) if line.kind in TO_PLAY}
    if not boards and _grows(tournament):
        played = {line.board_id for line in _lines(tournament, mine)}
        # the file is still growing, so all boards that he has not played may come to him
        going_on = tournament.rounds is not None and (tournament.current_round or 0) <= tournament.rounds
        unplayed = set(tournament.boards.values_list("pk", flat=True)) - played if going_on else set()
        boards = dict.fromkeys(unplayed)
    looks = set(Event.objects.filter(stream_id=tournament.pk, kind=LOOKED, by=user).values_list("board", flat=True))
    return {board: round for board, round in boards.items() if board not in looks}


def _grows(tournament: Tournament) -> bool:
    """Does a file still bring the lines of this tournament, which then has none to play? An evening that was prepared
    here has all its lines from the beginning."""
    if Result.objects.filter(board__tournament=tournament, kind__in=TO_PLAY).exists():
        return False
    return not Event.objects.filter(stream_id=tournament.pk, kind__in=PLANNED).exists()


def closes(board_id: Any, tournament: Tournament, user: "User") -> bool:
    """Is a board of this tournament closed to a director?"""
    return board_id is not None and board_id in closed_boards(user, tournament)


def closed_board(user: "User", named: Mapping[str, Any]) -> Board | None:
    """Return the board of a URL, if it is closed to this director; *named* are the parameters of the URL."""
    name = next((name for name in TO_BOARD if name in named), None)
    key = None if name is None else _of_an_evening(TO_BOARD[name], named[name])
    if key is None:
        return None
    board = Board.objects.select_related("tournament").get(pk=key)
    return board if board.pk in closed_boards(user, board.tournament) else None


def _of_an_evening(path: str, named: Any) -> Any:
    """Return the board to which a lookup *path* leads, if the tournament has playing directors and its scores are not
    published; else None."""
    with connections[router.db_for_read(Board)].cursor() as cursor:
        cursor.execute(OF_AN_EVENING + path, [Board._meta.pk.get_db_prep_value(named, cursor.db)])
        return next(iter(cursor.fetchone() or ()), None)


def closed_everywhere(user: "User") -> set[Any]:
    """Return the ids of the boards that a director still has to play, in all tournaments."""
    with connections[router.db_for_read(Tournament)].cursor() as cursor:
        cursor.execute(EVENINGS, [user.pk])
        keys = [key for (key,) in cursor.fetchall()]
    running = Tournament.objects.filter(pk__in=keys) if keys else ()
    return {board for tournament in running for board in closed_boards(user, tournament)}


@transaction.atomic
def look_all_the_same(*, board: Board, by: "User") -> None:
    """Record that a director opens a board that he still has to play. From now on the board is open to him."""
    if board.pk in closed_boards(by, board.tournament):
        tournament_rows.write(board.tournament, LOOKED, by=by, board=board)


def others(board: Board, user: "User") -> list["User"]:
    """List the other directors of the club to whom a board is not closed, and who may rule on it."""
    return others_for([board], board.tournament, user)[board.pk]


def others_for(boards: Iterable[Board], tournament: Tournament, user: "User") -> dict[Any, list["User"]]:
    """Return the same as `others` for several boards of a tournament, by id of the board."""
    closed = closed_to_others(tournament, user)
    return {board.pk: [director for director in closed if board.pk not in closed[director]] for board in boards}


def closed_to_others(tournament: Tournament, user: "User") -> dict["User", dict[Any, int | None]]:
    """List the other directors of the club, each with the boards that he still has to play."""
    members = Membership.objects.filter(club=tournament.club_id, role__in=MAY_RULE, user__is_active=True)
    ordered = members.exclude(user=user).select_related("user").order_by("user__last_name", "pk")
    return {director.user: yet_to_play(director.user, tournament) for director in ordered}


def still_to_play(board: Any, boards: Mapping[Any, int | None], round: int | None) -> bool:
    """Is a board of `yet_to_play` still closed in this *round*? It is, until the round in which it is played ends."""
    if board not in boards:
        return False
    when = boards[board]
    return when is None or round is None or when >= round


def _lines(tournament: Tournament, contestant: str) -> Iterable[Result]:
    """List the lines of a contestant: of a pair by its line, of a player by the seats."""
    lines: QuerySet[Result] = Result.objects.filter(board__tournament=tournament)
    if tournament.kind == Tournament.Kind.INDIVIDUAL:
        return [line for line in lines if contestant in line.seats]
    return lines.filter(Q(ns=contestant) | Q(ew=contestant))
