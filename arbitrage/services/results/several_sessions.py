"""A competition of several sessions: which session follows which, the share carried over, and one ranking of all.

A session stores which session it follows, and what share of that session's score is carried over, including what that
session itself carries over. Nothing else is stored, so a correction, an adjusted score or a penalty in an earlier
session changes the ranking at once.

A contestant is recognised in another session by its players, in any order. For a pair, one common player is enough if
no other contestant has him (the other is a substitute); a team needs two. If neither session has names, contestants are
matched by their numbers. A contestant who missed a session has no place.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

from django.db import transaction
from django.db.models import CharField, DateField, UUIDField
from django.utils.translation import gettext_lazy as _

from arbitrage.database.prepared import Prepared
from arbitrage.models import Contestant, Event, Tournament
from arbitrage.services.errors import Refused
from arbitrage.services.record import tournament_rows
from arbitrage.services.record.history import lock
from arbitrage.services.results.field import Field, Unit, field_of
from rulings.scores.imps import shown_imps
from rulings.scores.matchpoints import shown_percent

if TYPE_CHECKING:
    from django.contrib.auth.models import User

CHOICES = 20
"""Most earlier sessions that the page offers, the latest ones."""
MOST_SESSIONS = 20


@dataclass(frozen=True, slots=True)
class Carried:
    """Carry-over into a session: *share* per cent of the score of the *previous* session. With *by_board*, sessions in
    percentages are weighted by their number of boards; otherwise each session has the same weight."""

    previous: Tournament
    share: int
    by_board: bool


@dataclass(frozen=True, slots=True)
class Counted:
    """A session in the ranking of several; *share* is the part of its score that counts."""

    tournament: Tournament
    share: Fraction


@dataclass(frozen=True, slots=True)
class Who:
    """Identity by which a contestant is recognised in another session: names, licences; or section, direction and
    number."""

    names: frozenset[str]
    licences: frozenset[str]
    number: tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class OverallLine:
    """Line of a contestant in the general ranking. *scores* has a score for each session, None if he did not play;
    *total* and *rank* are None if he missed one. *key*, *contestant* and *name* are those of the last session that he
    played; *last* is its position."""

    key: str
    contestant: Contestant | None
    name: str
    players: tuple[str, ...]
    scores: tuple[Decimal | None, ...]
    total: Decimal | None
    rank: int | None
    last: int


@dataclass(frozen=True, slots=True)
class Overall:
    """The general ranking of several sessions, the best first. *numbered* counts the contestants matched by number
    alone."""

    sessions: tuple[Counted, ...]
    unit: Unit
    by_board: bool
    lines: tuple[OverallLine, ...]
    numbered: int

    @property
    def provisional(self) -> tuple[Tournament, ...]:
        """The sessions whose scores are not published."""
        return tuple(session.tournament for session in self.sessions if session.tournament.published_at is None)


# The order of the sessions


_JOINED = Prepared(
    lambda tournament: Event.objects.filter(stream_id=tournament, kind="session_joined").order_by("-seq")[:1],
    tournament=UUIDField(),
)
_ANY_JOINED = Prepared(
    lambda club: Event.objects.filter(club=club, kind="session_joined").order_by().values_list("pk", flat=True)[:1],
    club=UUIDField(),
)
_EARLIER = Prepared(
    lambda club, kind, date, session: (
        Tournament.objects.filter(club=club, kind=kind, date__lte=date)
        .exclude(pk=session)
        .order_by("-date", "-pk")[:CHOICES]
    ),
    club=UUIDField(),
    kind=CharField(),
    date=DateField(),
    session=UUIDField(),
)


def carried_into(tournament: Tournament) -> Carried | None:
    """Return the carry-over into a session; None if it follows no other session."""
    last = _JOINED.first(tournament=tournament.pk)
    if last is None or not last.data["previous"]:
        return None
    previous = Tournament.objects.filter(pk=last.data["previous"], club=tournament.club_id).first()
    return Carried(previous, last.data["share"], last.data["by_board"]) if previous is not None else None


def sessions_of(tournament: Tournament) -> tuple[Counted, ...]:
    """List the sessions that count in the ranking of *tournament*, in order; the last one is *tournament* itself."""
    sessions, share = [Counted(tournament, Fraction(1))], Fraction(1)
    while (carried := carried_into(sessions[0].tournament)) is not None and len(sessions) < MOST_SESSIONS:
        share *= Fraction(carried.share, 100)
        sessions.insert(0, Counted(carried.previous, share))
    return tuple(sessions)


def followed_by(tournament: Tournament) -> list[Tournament]:
    """List the sessions that follow this one directly."""
    if not _ANY_JOINED(club=tournament.club_id):
        return []  # the usual case, on every ranking
    ours = Tournament.objects.filter(club=tournament.club_id)
    later = ours.filter(pk__in=Event.objects.joining(tournament).order_by().values("stream"))
    return [session for session in later.order_by("date", "pk") if _previous(session) == tournament]


def _previous(tournament: Tournament) -> Tournament | None:
    carried = carried_into(tournament)
    return carried.previous if carried else None


def to_follow(tournament: Tournament) -> list[Tournament]:
    """List the sessions of the club that this one may follow, the latest first."""
    sessions = _EARLIER(club=tournament.club_id, kind=tournament.kind, date=tournament.date, session=tournament.pk)
    if not sessions or not followed_by(tournament):
        return sessions  # no session follows this one, so no cycle is possible
    return [session for session in sessions if tournament not in [each.tournament for each in sessions_of(session)]]


@transaction.atomic
def join_session(
    *, tournament: Tournament, previous: Tournament, share: int, by: "User", by_board: bool = False
) -> Tournament:
    """Let a session follow the session *previous*, of which *share* per cent are carried over. A repetition changes
    nothing.

    :raises Refused: the previous session is of another club, kind or unit, or follows this session itself.
    """
    lock(tournament.pk)
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
    if not 1 <= share <= 100:
        raise Refused(_("Say how much is carried over: from 1 to 100 per cent."), "share")
    if previous.date > tournament.date:
        raise Refused(_("That session is later than this one: choose an earlier one."), "later")
    if previous.club_id != tournament.club_id or previous.kind != tournament.kind:
        raise Refused(_("Choose a session of this club, of pairs, teams or players as this one is."), "previous")
    earlier = sessions_of(previous)
    if tournament in [session.tournament for session in earlier] or len(earlier) >= MOST_SESSIONS:
        raise Refused(_("That session follows this one: choose an earlier one."), "circle")
    if field_of(previous).method.unit != field_of(tournament).method.unit:
        raise Refused(
            _("The two sessions are counted in different units. Give both the same method, then carry it over."), "unit"
        )
    if carried_into(tournament) != Carried(previous, share, by_board):
        _write(tournament, by, previous=str(previous.pk), share=share, by_board=by_board)
    return tournament


@transaction.atomic
def leave_session(*, tournament: Tournament, by: "User") -> Tournament:
    """Take a session out of its competition. A repetition changes nothing."""
    lock(tournament.pk)
    tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
    if carried_into(tournament) is not None:
        _write(tournament, by, previous="", share=0, by_board=False)
    return tournament


def _write(tournament: Tournament, by: "User", *, previous: str, share: int, by_board: bool) -> None:
    tournament_rows.write(tournament, "session_joined", by=by, previous=previous, share=share, by_board=by_board)


# The ranking


@dataclass(frozen=True, slots=True)
class _Played:
    """Score of somebody in one session."""

    score: Fraction | None
    boards: int


def overall(tournament: Tournament) -> Overall | None:
    """Rank the contestants over all sessions of a competition up to this one; None if this session follows no other, or
    one of the sessions has another unit."""
    sessions = sessions_of(tournament)
    if len(sessions) < 2:
        return None
    fields = [field_of(session.tournament) for session in sessions]
    unit = fields[-1].method.unit
    if any(field.method.unit != unit for field in fields):
        return None
    carried = carried_into(tournament)
    by_board = bool(carried and carried.by_board) and unit == "percent"
    rows, numbered = _rows([_people(field) for field in fields])
    played = [_played(field) for field in fields]
    lines = [_line(row, fields, played, [session.share for session in sessions], unit, by_board) for row in rows]
    return Overall(sessions, unit, by_board, _placed(lines, fields[-1].method.equal_as_printed), numbered)


def _played(field: Field) -> dict[str, _Played]:
    standings = field.points(field.counted()).standings
    return {key: _Played(standing.score, standing.boards) for key, standing in standings.items()}


def _people(field: Field) -> dict[str, Who]:
    """Return the identity of each contestant of a session, by key."""
    of: dict[str, list[Contestant]] = defaultdict(list)
    for key, person in field.people.items():
        of[person.team if field.teams else key].append(person)
    return {
        key: Who(
            frozenset(_plain(player.name) for pair in each for player in pair.players.all() if _plain(player.name)),
            frozenset(player.licence for pair in each for player in pair.players.all() if player.licence),
            ("", "", key) if field.teams else (each[0].section.letter, each[0].direction, each[0].number),
        )
        for key, each in of.items()
        if key
    }


def _plain(name: str) -> str:
    return " ".join(name.casefold().split())


Row = Mapping[int, str]
"""Keys of one contestant in the sessions that he played, by the position of the session."""


def _rows(people: Sequence[Mapping[str, Who]]) -> tuple[Sequence[Row], int]:
    """Match the contestants of all sessions, from the last session back, and count those matched by number alone."""
    rows: list[dict[int, str]] = []
    latest: list[Who] = []
    numbered = 0
    for place in reversed(range(len(people))):
        here = people[place]
        recognised = _found_again(here, latest)
        numbered += sum(not here[key].names for key in recognised)
        for key, who in here.items():
            if key in recognised:
                rows[recognised[key]][place] = key
            else:
                rows.append({place: key})
                latest.append(who)
    return rows, numbered


def _found_again(here: Mapping[str, Who], known: Sequence[Who]) -> dict[str, int]:
    """Match the contestants of a session with the *known* ones, those with the most common players first. If two fit
    equally well, neither is matched."""
    common: list[tuple[int, str, int]] = []
    for key, who in here.items():
        for at, other in enumerate(known):
            shared = max(len(who.names & other.names), len(who.licences & other.licences))
            enough = min(2, (len(who.names) + 1) // 2, (len(other.names) + 1) // 2)
            if shared and shared >= enough:
                common.append((shared, key, at))
            elif not (who.names or other.names) and who.number == other.number:
                common.append((1, key, at))
    matched: dict[str, int] = {}
    for shared in sorted({entry[0] for entry in common}, reverse=True):
        fits = [(key, at) for size, key, at in common if size == shared]
        free = [(key, at) for key, at in fits if key not in matched and at not in matched.values()]
        for key, at in free:
            if sum(other == key for other, _at in free) == sum(other == at for _key, other in free) == 1:
                matched[key] = at
    return matched


def _line(
    row: Row,
    fields: Sequence[Field],
    played: Sequence[Mapping[str, _Played]],
    shares: Sequence[Fraction],
    unit: Unit,
    by_board: bool,
) -> tuple[OverallLine, Fraction | None]:
    """Build a contestant's line without its rank; return it with the exact total by which it is ranked."""
    all_of = [played[place].get(row[place]) if place in row else None for place in range(len(fields))]
    scores = [score.score if score is not None else None for score in all_of]
    last = max(row)
    contestant = fields[last].people.get(row[last])
    total = None
    if None not in scores:
        weights = [
            share * (session.boards if by_board and session else 1)
            for share, session in zip(shares, all_of, strict=True)
        ]
        total = sum((weight * (score or 0) for weight, score in zip(weights, scores, strict=True)), Fraction(0))
        if unit == "percent":
            total /= sum(weights)
    return (
        OverallLine(
            key=row[last],
            contestant=contestant,
            name=contestant.number if contestant else row[last],
            players=_names(fields[last], row[last]),
            scores=tuple(_shown(score, unit) for score in scores),
            total=_shown(total, unit),
            rank=None,
            last=last,
        ),
        total,
    )


def _names(field: Field, key: str) -> tuple[str, ...]:
    pairs = [person for pair, person in field.people.items() if key == (person.team if field.teams else pair)]
    return tuple(player.name for person in pairs for player in person.players.all() if player.name)


def _shown(score: Fraction | None, unit: Unit) -> Decimal | None:
    if score is None:
        return None
    return shown_percent(score) if unit == "percent" else shown_imps(score)


def _placed(lines: Sequence[tuple[OverallLine, Fraction | None]], as_printed: bool) -> tuple[OverallLine, ...]:
    """Assign the places; ties share one, if *as_printed* those of two decimals. Contestants without a total come last,
    those with the most sessions first."""
    exact = sorted(((line, total) for line, total in lines if total is not None), key=lambda ranked: -ranked[1])
    whole = [(line, Fraction(shown_imps(total)) if as_printed else total) for line, total in exact]
    totals = [total for _line, total in whole]
    ranked = [replace(line, rank=totals.index(total) + 1) for line, total in whole]
    absent = [line for line, total in lines if total is None and any(score is not None for score in line.scores)]
    return (*ranked, *sorted(absent, key=lambda line: line.scores.count(None)))
