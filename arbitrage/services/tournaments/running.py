"""Tournaments while they run and afterwards: rounds, scoring method, publication of scores."""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING
from uuid import UUID

from django.db import transaction
from django.db.models import UUIDField
from django.utils.translation import gettext_lazy as _

from arbitrage.database.prepared import Prepared
from arbitrage.exchange.records import MatchRecord
from arbitrage.models import Contestant, Event, Result, Stream, Tournament
from arbitrage.services import clock
from arbitrage.services.errors import Refused
from arbitrage.services.record import tournament_rows
from arbitrage.services.record.history import lock, stamp
from arbitrage.services.results import counting
from rulings.scores.methods import Method
from rulings.scores.recognition import PlayedMatch, recognise_scale

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@transaction.atomic
def set_round_minutes(*, tournament: Tournament, minutes: int | None, by: "User | None") -> Tournament:
    """Set the minutes of a round, for the clock of the room; None for no clock. A repetition changes nothing."""
    tournament = _locked(tournament)
    if tournament.round_minutes != minutes:
        tournament.round_minutes = minutes
        tournament.full_clean(exclude=["club"])
        changed = [((tournament,), ("round_minutes",))]
        tournament_rows.write(tournament, "round_minutes_set", by=by, changed=changed, minutes=minutes)
    return tournament


def round_at(tournament: Tournament, at: datetime.datetime) -> int | None:
    """Return the round that was being played at a certain time, as the director began it; None before the first."""
    events = Event.objects.filter(stream_id=tournament.pk, kind__in=("round_begun", "taken_back"), at__lte=at)
    last = next((event for event in events.order_by("-seq") if "number" in event.data), None)
    return last.data["number"] if last is not None else None


@transaction.atomic
def begin_round(*, tournament: Tournament, number: int, by: "User") -> Tournament:
    """Make a round the current one, and start its clock. A repetition does not restart the clock.

    :raises Refused: the tournament has no such round.
    """
    tournament = _locked(tournament)
    if tournament.current_round == number:
        return tournament
    if number < 1 or (tournament.rounds is not None and number > tournament.rounds):
        raise Refused(_("This tournament has no such round. Reload the page: it may have moved on."), "no_round")
    tournament.current_round = number
    tournament.round_started_at, tournament.round_paused_at = clock.now(), None
    tournament.full_clean(exclude=["club"])
    changed = [((tournament,), ("current_round", "round_started_at", "round_paused_at"))]
    tournament_rows.write(tournament, "round_begun", by=by, changed=changed, number=number)
    return tournament


@transaction.atomic
def pause_clock(*, tournament: Tournament, by: "User") -> Tournament:
    """Stop the clock of the round until it is resumed. A repetition changes nothing."""
    tournament = _locked(tournament)
    if tournament.round_started_at is None or tournament.round_paused_at is not None:
        return tournament
    tournament.round_paused_at = clock.now()
    tournament_rows.write(tournament, "clock_paused", by=by, changed=[((tournament,), ("round_paused_at",))])
    return tournament


@transaction.atomic
def resume_clock(*, tournament: Tournament, by: "User") -> Tournament:
    """Resume the clock of the round: its start is moved by the length of the pause."""
    tournament = _locked(tournament)
    if tournament.round_started_at is None or tournament.round_paused_at is None:
        return tournament
    tournament.round_started_at += clock.now() - tournament.round_paused_at
    tournament.round_paused_at = None
    changed = [((tournament,), ("round_started_at", "round_paused_at"))]
    tournament_rows.write(tournament, "clock_resumed", by=by, changed=changed)
    return tournament


@dataclass(frozen=True, slots=True)
class RoundClock:
    """The clock of a round: *left* is the number of seconds until its end, negative in overtime; *ends_at* is the time
    of the end, None while the clock is stopped."""

    left: int
    ends_at: datetime.datetime | None

    @property
    def paused(self) -> bool:
        return self.ends_at is None


def round_clock(tournament: Tournament, now: datetime.datetime) -> RoundClock | None:
    """Return the clock of the round that is played; None without a round or without minutes."""
    if tournament.round_started_at is None or tournament.round_minutes is None or tournament.current_round is None:
        return None
    ends_at = tournament.round_started_at + datetime.timedelta(minutes=tournament.round_minutes)
    time_left = ends_at - (tournament.round_paused_at or now)
    return RoundClock(int(time_left.total_seconds()), None if tournament.round_paused_at else ends_at)


def happened(tournament: UUID) -> int:
    """Return the number of events of a tournament, which grows with every act on it."""
    return Stream.objects.filter(pk=tournament).values_list("seq", flat=True).first() or 0


def _locked(tournament: Tournament) -> Tournament:
    """Lock the tournament until the end of the transaction, and return it as it is stored."""
    lock(tournament.pk)
    return Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)


# Scoring method


@transaction.atomic
def set_method(*, tournament: Tournament, method: Method, by: "User") -> Tournament:
    """Set the method by which boards and rankings are computed from now on. A repetition changes nothing."""
    tournament = _locked(tournament)
    if tournament.method == method.as_json() and not method_is_proposed(tournament):
        return tournament
    return _write_method(tournament, method, by, proposed=False)


@transaction.atomic
def propose_method(
    tournament: Tournament, *, by: "User | None" = None, matches: Iterable[MatchRecord] = ()
) -> Tournament:
    """Find the method that reproduces the points of an imported file, and set it until a director chooses another.

    For teams, the *matches* of the file show the scale of victory points. Nothing is set if a director has chosen a
    method, or if the file has neither points nor percentages nor scores of matches.
    """
    tournament = _locked(tournament)
    if tournament.method and not method_is_proposed(tournament):
        return tournament
    if tournament.kind == Tournament.Kind.TEAMS:
        return _propose_scale(tournament, [played for match in matches if (played := _match(match)) is not None], by)
    if not counting.says_points(tournament):
        return tournament
    recognition = counting.recognised(tournament, _lines_in_order(tournament))
    if not (recognition.compared or recognition.totals) or tournament.method == recognition.method.as_json():
        return tournament
    counts = {"compared": recognition.compared, "unlike": len(recognition.unlike)}
    counts |= {"totals": recognition.totals, "unlike_totals": len(recognition.unlike_totals)}
    return _write_method(tournament, recognition.method, by, proposed=True, counts=counts)


def _lines_in_order(tournament: Tournament) -> list[Result]:
    """Return the lines of a tournament by board, with their sections and pairs. Each pair is read once."""
    lines = list(Result.objects.filter(board__tournament=tournament).order_by("board__number", "position"))
    sections = tournament.sections.in_bulk()
    pairs = Contestant.objects.filter(section__tournament=tournament).in_bulk()
    for line in lines:
        line.section = sections[line.section_id]
        line.ns, line.ew = (pairs[key] if key else None for key in (line.ns_id, line.ew_id))
    return lines


def _propose_scale(tournament: Tournament, matches: Sequence[PlayedMatch], by: "User | None") -> Tournament:
    method = recognise_scale(matches) if tournament.scoring == Tournament.Scoring.IMPS else None
    if method is None or tournament.method == method.as_json():
        return tournament
    return _write_method(tournament, method, by, proposed=True, counts={"compared": len(matches), "unlike": 0})


def _match(match: MatchRecord) -> PlayedMatch | None:
    if match.one_score is None or match.other_score is None:
        return None
    won = sum((Fraction(imps) for _board, imps in match.imps), Fraction(0))
    return PlayedMatch(won, len(match.imps), (Fraction(match.one_score), Fraction(match.other_score)))


@transaction.atomic
def adopt_method(tournament: Tournament, method: Method, *, by: "User | None" = None) -> Tournament:
    """Adopt the method that an imported file declares, until a director sets another."""
    return _write_method(_locked(tournament), method, by, proposed=True)


def _write_method(
    tournament: Tournament,
    method: Method,
    by: "User | None",
    *,
    proposed: bool,
    counts: Mapping[str, int] | None = None,
) -> Tournament:
    """Store the method. *counts* has the number of the file's values that were compared, and of those that the method
    does not reproduce."""
    was = tournament.method
    tournament.method = method.as_json()
    tournament.scoring, tournament.winners = method.scoring.value, method.winners
    tournament_rows.write(
        tournament,
        "method_set",
        by=by,
        changed=[((tournament,), ("method", "scoring", "winners"))],
        method=tournament.method,
        was=was,
        proposed=proposed,
        counts=dict(counts or {}),
    )
    return tournament


def method_is_proposed(tournament: Tournament) -> bool:
    """Was the method found from the file, and not chosen by a director?"""
    last = method_event(tournament)
    return last is not None and bool(last.data["proposed"])


def method_event(tournament: Tournament) -> Event | None:
    """Return the last event that set the method, with its author and the method before; None while it has not been
    set."""
    return _METHOD_SET.first(tournament=tournament.pk)


def sayings(tournament: Tournament) -> list[Event]:
    """List the events on the method, on publication, on carried-over sessions and on frequencies, newest first."""
    return _SAYINGS(tournament=tournament.pk)


_METHOD_SET = Prepared(
    lambda tournament: Event.objects.filter(stream_id=tournament, kind="method_set").order_by("-seq")[:1],
    tournament=UUIDField(),
)
SAYING = ("method_set", "scores_published", "publication_withdrawn", "session_joined", "frequencies_told")
_SAYINGS = Prepared(
    lambda tournament: (
        Event.objects.filter(stream_id=tournament, kind__in=SAYING).select_related("by").order_by("-seq")
    ),
    tournament=UUIDField(),
)


def proposed_method(tournament: Tournament) -> Method | None:
    """Return the method last found in the file; None without one."""
    events = Event.objects.filter(stream_id=tournament.pk, kind="method_set").order_by("-seq")
    return next((Method.from_json(event.data["method"]) for event in events if event.data["proposed"]), None)


# The correction period (Law 79C)

LONGEST = 14 * 24 * 60
"""Longest correction period, in minutes: two weeks, because it may last days if the session is one of many."""


@dataclass(frozen=True, slots=True)
class Correction:
    """The correction period of a tournament's scores (Law 79C).

    *published_at* is the time of publication, None while the scores are provisional. Up to *until*, errors are
    corrected on request (79C1); once the period is *over*, only with the organiser's consent and beyond reasonable
    doubt (79C2).
    """

    published_at: datetime.datetime | None
    until: datetime.datetime | None
    over: bool

    @property
    def published(self) -> bool:
        return self.published_at is not None

    @property
    def law(self) -> str:
        """The reference under which a score is corrected now; "" while nothing is published."""
        return "" if not self.published else "79C2" if self.over else "79C1"


def correction_state(tournament: Tournament, now: datetime.datetime) -> Correction:
    """Return the correction period of a tournament; its last minute is still in time."""
    if tournament.published_at is None:
        return Correction(None, None, False)
    until = tournament.published_at + datetime.timedelta(minutes=tournament.correction_minutes)
    return Correction(tournament.published_at, until, now > until)


def law_of_correction(tournament: Tournament, *, agreed: bool) -> str:
    """Return the law under which a score may be corrected now, to record it: "79C1", "79C2", or "" while nothing is
    published. *agreed* says that the director has ticked the conditions of 79C2: the organiser consents, and the error
    is beyond reasonable doubt.

    :raises Refused: the correction period is over, without *agreed*.
    """
    state = correction_state(tournament, clock.now())
    if state.over and not agreed:
        raise Refused(
            _(
                "The correction period is over: tick that the organiser consents and that the score is wrong beyond "
                "reasonable doubt (Law 79C2), then confirm again."
            ),
            "correction_period_over",
        )
    return state.law


@transaction.atomic
def publish_scores(*, tournament: Tournament, by: "User", minutes: int | None = None) -> Tournament:
    """Publish the scores, which can then be corrected for a number of minutes (Law 79C1).

    Publishing again with another number keeps the time of publication, and moves the end of the correction period.

    :raises Refused: the number of minutes is out of range.
    """
    tournament = _locked(tournament)
    minutes = tournament.correction_minutes if minutes is None else minutes
    if not 0 <= minutes <= LONGEST:
        raise Refused(_("A correction period has from 0 minutes to two weeks, 20160. Type it again."), "minutes")
    if tournament.published_at is not None and tournament.correction_minutes == minutes:
        return tournament
    tournament.published_at = tournament.published_at or clock.now()
    tournament.correction_minutes = minutes
    until = correction_state(tournament, clock.now()).until
    tournament_rows.write(
        tournament,
        "scores_published",
        by=by,
        changed=[((tournament,), ("published_at", "correction_minutes"))],
        until=stamp(until) if until else "",
        minutes=minutes,
    )
    return tournament


@transaction.atomic
def withdraw_publication(*, tournament: Tournament, by: "User") -> Tournament:
    """Make the scores provisional again, until they are published anew with a new correction period."""
    tournament = _locked(tournament)
    if tournament.published_at is None:
        return tournament
    tournament.published_at = None
    tournament_rows.write(tournament, "publication_withdrawn", by=by, changed=[((tournament,), ("published_at",))])
    return tournament
