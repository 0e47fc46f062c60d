"""From the rulings on a result to the score that is entered, and what it does to everybody on the board.

Nothing here is stored until a director has seen it: `propose_adjustment` reads, `confirm_adjustment` writes.
"""

import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arbitrage.ids import uuid7
from arbitrage.models import Adjustment, Board, Contestant, Incident, Inquiry, Result, Ruling, Tournament
from arbitrage.services import history
from arbitrage.services.errors import Refused
from arbitrage.services.history import canonical, digest, record
from arbitrage.services.incidents import fresh, locked, reused, writable
from rulings.bridge import Contract, Seat, parse_contract
from rulings.matchpoints import (
    Artificial,
    Award,
    BoardPoints,
    LinePoints,
    Scored,
    Split,
    Standing,
    matchpoint_board,
    ranking,
    shown_percent,
    shown_points,
)
from rulings.outcome import Ended, Entered, Unsettled, outcome, percentages, transfers
from rulings.scoring import Transfer

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@dataclass(frozen=True)
class Line:
    """A result as a traveller prints it. *score* and *ns* are from North-South's side.

    In a split score *tricks* and *score* are what counts for North-South, *tricks_ew* and *score_ew* what counts for
    East-West, from their own side; both are None where one result counts for both sides.

    *ns* and *ew* are matchpoints (2 for a result beaten, 1 for an equal one, one decimal), *ns_percent* and
    *ew_percent* percentages of the top (two decimals); None where the line is not compared with the others.
    """

    contract: str
    declarer: str
    tricks: int | None
    score: int | None
    ns: Decimal | None = None
    ew: Decimal | None = None
    ns_percent: Decimal | None = None
    ew_percent: Decimal | None = None
    tricks_ew: int | None = None
    score_ew: int | None = None

    @property
    def split(self) -> bool:
        """Have the two sides scores of their own?"""
        return self.score_ew is not None


@dataclass(frozen=True)
class TravellerLine:
    """A table's line before and after. *in_question* is the result of the incident."""

    result: Result
    before: Line
    after: Line
    in_question: bool = False

    @property
    def changed(self) -> bool:
        return self.before != self.after


@dataclass(frozen=True)
class RankLine:
    """A contestant's place and percentage (two decimals) in the session, before and after."""

    contestant: Contestant
    rank_before: int | None
    percent_before: Decimal | None
    rank_after: int | None
    percent_after: Decimal | None

    @property
    def changed(self) -> bool:
        return (self.rank_before, self.percent_before) != (self.rank_after, self.percent_after)


@dataclass(frozen=True)
class Ranking:
    """One ranking of the session, best first after the change. *field* is "NS", "EW" or "" for a single ranking, with
    the section's letter in front where sections are ranked by themselves ("A NS")."""

    field: str
    lines: tuple[RankLine, ...]


@dataclass(frozen=True)
class Proposal:
    """What the rulings on a result do to its score, and the score to the field.

    *before* is the result as played, *rectified* declarer's tricks after the automatic transfers, *after* what is
    entered; *kind* and *law* say why. *loss* is the tricks each side gives up. *confirmed* is the adjusted score that
    counts now, if any, and *stale* says that the rulings have changed since. *digest* is sent back with a confirmation.
    """

    incident: Incident
    result: Result
    board: Board
    rulings: tuple[Ruling, ...]
    transfers: tuple[Transfer, ...]
    before: Line
    rectified: int
    after: Line
    kind: Adjustment.Kind
    law: str
    traveller: tuple[TravellerLine, ...]
    ranking: tuple[Ranking, ...]
    top: int
    confirmed: Adjustment | None
    warnings: tuple[str, ...]
    digest: str

    @property
    def changed(self) -> bool:
        """Is the score another than the one played?"""
        return self.kind != Adjustment.Kind.PLAYED

    @property
    def stale(self) -> bool:
        """Has the score that was confirmed been overtaken by a newer ruling?"""
        one = self.confirmed
        return one is not None and (one.tricks, one.tricks_ew, one.score, one.score_ew) != (
            self.after.tricks,
            self.after.tricks_ew,
            self.after.score,
            _own_score_ew(self.after),
        )


# What is proposed


def propose_adjustment(incident: Incident) -> Proposal:
    """The score that follows from the rulings of this incident, and of every other one on the same result.

    :raises Refused: there is no result to work on, a question is still open, or two rulings contradict each other.
    """
    incident = fresh(incident)
    _no_result(incident)
    result = _scored(incident.result)
    rulings = _rulings(incident, result)
    contract = _contract(result)
    found = _entered(result, contract, rulings)
    confirmed = Adjustment.objects.confirmed().filter(result=result).first()

    session = Session(incident.tournament)
    played = session.scored(without=result)
    counted = replace(
        played[result.pk],
        tricks=found.tricks,
        score=found.score,
        tricks_ew=found.tricks_ew,
        score_ew=found.score_ew,
    )
    entered = played | {result.pk: counted}
    before, after = session.points(played), session.points(entered)
    lines = tuple(
        TravellerLine(one, before.line(one), after.line(one), one.pk == result.pk)
        for one in session.results_of(result.board_id)
    )
    line = next(line for line in lines if line.in_question)
    proposal = Proposal(
        incident=incident,
        result=result,
        board=result.board,
        rulings=rulings,
        transfers=tuple(transfers(map(_ended, rulings))),
        before=line.before,
        rectified=found.rectified,
        after=line.after,
        kind=Adjustment.Kind(found.kind),
        law=found.law or rulings[-1].law,
        traveller=lines,
        ranking=session.rankings(before, after),
        top=after.top(result),
        confirmed=confirmed,
        warnings=_warnings(incident, result, session),
        digest="",
    )
    return replace(proposal, digest=_digest(proposal))


def _scored(result: Result | None) -> Result:
    if result is None:
        raise Refused(
            gettext_lazy("Say at which table and on which board it was: the score is computed from that result."),
            "no_result",
        )
    if result.kind != Result.Kind.PLAYED or not result.contract or result.tricks is None:
        raise Refused(
            gettext_lazy("This table has no contract and tricks on this board: there is no score to adjust."),
            "not_scored",
        )
    return Result.objects.with_pairs().get(pk=result.pk)


def _rulings(incident: Incident, result: Result) -> tuple[Ruling, ...]:
    """The rulings that hold on a result, this incident's and the others', in the order of the calls."""
    inquiries = list(
        Inquiry.objects.filter(incident__result=result)
        .exclude(incident__state=Incident.State.WITHDRAWN)
        .exclude(stage=Inquiry.Stage.DROPPED)
        .with_everything()
        .order_by("incident__called_at", "incident", "order")
    )
    own = [inquiry for inquiry in inquiries if inquiry.incident_id == incident.pk]
    if not own or any(inquiry.stage == Inquiry.Stage.ASKING for inquiry in own):
        raise Refused(
            gettext_lazy("Answer the questions of the inquiry first: the score follows from its decision."), "not_ruled"
        )
    if any(inquiry.stage == Inquiry.Stage.WAITING for inquiry in own):
        raise Refused(
            gettext_lazy("The inquiry waits for a moment of the play: come back to it first, then to the score."),
            "waiting",
        )
    held = [inquiry.current_ruling for inquiry in inquiries if inquiry.stage == Inquiry.Stage.RULED]
    return tuple(ruling for ruling in held if ruling is not None)


def _entered(result: Result, contract: Contract, rulings: Iterable[Ruling]) -> Entered:
    """The score that the rulings give; a table's score is replaced only where that is better for those it protects."""
    try:
        return outcome(contract, _tricks(result), result.board.vulnerability, map(_ended, rulings))
    except Unsettled as error:
        raise Refused(UNSETTLED[error.code], error.code) from error


UNSETTLED = {
    "two_sides": gettext_lazy(
        "Two decisions on this result protect opposite sides. Change one of them: the probable result without any "
        "irregularity is one number of tricks."
    ),
    "no_tricks": gettext_lazy(
        "Say how many tricks declarer would probably have won: the adjusted score is computed from it."
    ),
    "who": gettext_lazy("Say in the inquiry who committed the irregularity: which side gains tricks depends on it."),
}


def _ended(ruling: Ruling) -> Ended:
    data = ruling.data
    return data, data["facts"]


def _no_result(incident: Incident) -> None:
    """Percentages take the place of a result: there is no score to compute.

    :raises Refused: the rulings of the incident give percentages.
    """
    inquiries = incident.inquiries.filter(stage=Inquiry.Stage.RULED).with_everything()
    held = [ruling for inquiry in inquiries if (ruling := inquiry.current_ruling) is not None]
    given = percentages(map(_ended, held))
    if given is not None:
        raise Refused(
            _(
                "The board has no result: North-South receives %(ns)s%%, East-West %(ew)s%%. Enter these percentages "
                "in the scoring program as an artificial score."
            )
            % {"ns": given[0], "ew": given[1]},
            "artificial",
        )


def _contract(result: Result) -> Contract:
    contract = parse_contract(result.contract)
    if contract is None:
        raise ValueError(f"{result.pk} was passed out")
    return contract.by(Seat(result.declarer))


def _own_score_ew(line: Line) -> int:
    """East-West's points of a line, from their side."""
    return -(line.score or 0) if line.score_ew is None else line.score_ew


def _tricks(result: Result) -> int:
    if result.tricks is None:
        raise ValueError(f"{result.pk} has no tricks")
    return result.tricks


def _warnings(incident: Incident, result: Result, session: "Session") -> tuple[str, ...]:
    found = []
    unfinished = (
        Inquiry.objects.filter(incident__result=result)
        .exclude(incident=incident)
        .exclude(stage__in=(Inquiry.Stage.RULED, Inquiry.Stage.DROPPED))
        .exclude(incident__state=Incident.State.WITHDRAWN)
    )
    for inquiry in unfinished.select_related("incident"):
        found.append(
            _("Incident %(reference)s on the same result is not finished: it may change this score.")
            % {"reference": inquiry.incident.reference}
        )
    if not session.compared:
        found.append(_("This tournament is not scored in matchpoints: the effect on the field is not shown."))
    elif session.unlike_the_file:
        found.append(
            _(
                "The scoring program counts this tournament in a way that was not recognised: the points shown may "
                "differ slightly from its own."
            )
        )
    return tuple(found)


def _digest(proposal: Proposal) -> str:
    """What identifies all that a director saw of the board: another score, ruling or adjustment gives another."""
    return digest(
        canonical(
            {
                "incident": proposal.incident.pk,
                "result": proposal.result.pk,
                "rulings": [ruling.pk for ruling in proposal.rulings],
                "confirmed": proposal.confirmed.pk if proposal.confirmed else None,
                "lines": [
                    [
                        line.result.pk,
                        *(_plain(value) for one in (line.before, line.after) for value in vars(one).values()),
                    ]
                    for line in proposal.traveller
                ],
            }
        )
    )


def _plain(value: object) -> object:
    return str(value) if isinstance(value, Decimal) else value


# The session: who is compared with whom


@dataclass(frozen=True)
class Entry:
    """What counts for a result: as played, or as adjusted."""

    contract: str
    declarer: str
    tricks: int | None
    score: int | None
    tricks_ew: int | None = None
    score_ew: int | None = None

    def line(self, points: LinePoints | None, top: int) -> Line:
        line = Line(
            self.contract, self.declarer, self.tricks, self.score, tricks_ew=self.tricks_ew, score_ew=self.score_ew
        )
        if points is None:
            return line
        return replace(
            line,
            ns=shown_points(points.ns, top),
            ew=shown_points(points.ew, top),
            ns_percent=shown_percent(points.ns_percent),
            ew_percent=shown_percent(points.ew_percent),
        )

    def compared(self, line_id: str) -> Scored | Split:
        """The line as the field is compared with it."""
        score = self.score or 0
        return Scored(line_id, score) if self.score_ew is None else Split(line_id, score, -self.score_ew)


Entries = dict[uuid.UUID, Entry]


@dataclass(frozen=True)
class Method:
    """How a scoring program compares: over the whole field or section by section, and with how many expected scores.

    *expected* is "board" (as many as there are lines, artificial ones included), "field" (as many as the busiest board
    has) or "scored" (artificial lines left out). Programs differ and files do not say: see `Session`.
    """

    by_section: bool
    expected: Literal["board", "field", "scored"]


METHODS = tuple(
    Method(by_section, expected) for by_section in (False, True) for expected in ("board", "field", "scored")
)
ROUNDED = Fraction(6, 100)
"""Points by which a file's own rounding, to one decimal at worst, may move a line."""
NEAR = Fraction(2, 100)
"""Percentage points by which rounding moves a line on average; a formula that is not the program's moves it more."""


@dataclass(frozen=True)
class Points:
    """The matchpoints of a session, by result."""

    entries: Entries
    lines: Mapping[uuid.UUID, LinePoints]
    tops: Mapping[uuid.UUID, int]

    def line(self, result: Result) -> Line:
        return self.entries[result.pk].line(self.lines.get(result.pk), self.top(result))

    def top(self, result: Result) -> int:
        return self.tops.get(result.pk, 0)


class Session:
    """The results of a tournament, read once, and the way its program compares them.

    Files give the points of each line without saying how they were computed. The method of `METHODS` that comes nearest
    to the recorded points is used, the first where none is recorded; *unlike_the_file* says that even the nearest does
    not give them.
    """

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.results = list(
            Result.objects.with_pairs().filter(board__tournament=tournament).order_by("board__number", "position")
        )
        self.by_board: dict[uuid.UUID, list[Result]] = defaultdict(list)
        for result in self.results:
            self.by_board[result.board_id].append(result)
        self.compared = (
            tournament.scoring == Tournament.Scoring.MATCHPOINTS and tournament.kind != Tournament.Kind.TEAMS
        )
        self.method, self.unlike_the_file = self._recognised() if self.compared else (METHODS[0], False)

    def results_of(self, board_id: uuid.UUID) -> list[Result]:
        return sorted(self.by_board[board_id], key=lambda one: (one.section.letter, one.table or 0, one.position))

    def scored(self, *, without: Result | None = None, adjustments: bool = True) -> Entries:
        """What counts for every result: confirmed adjusted scores in place of those played, except on one result."""
        entries = {}
        for result in self.results:
            entries[result.pk] = Entry(
                result.contract, result.declarer, result.tricks, result.score, score_ew=result.score_ew
            )
            if not adjustments or (without is not None and result.pk == without.pk):
                continue
            for one in result.adjustments.all():
                if one.state == Adjustment.State.CONFIRMED:
                    own = one.score_ew if one.tricks_ew is not None else None
                    entries[result.pk] = Entry(one.contract, one.declarer, one.tricks, one.score, one.tricks_ew, own)
        return entries

    def points(self, entries: Entries) -> Points:
        """The matchpoints of every line with these scores; none in a tournament that is not scored in matchpoints."""
        return self._points(entries, self.method) if self.compared else Points(entries, {}, {})

    def _points(self, entries: Entries, method: Method) -> Points:
        lines: dict[uuid.UUID, LinePoints] = {}
        tops: dict[uuid.UUID, int] = {}
        groups = self._groups(method)
        busiest = max((sum(one.times for one in group) for group in groups), default=0)
        for group in groups:
            found = _matchpoints(group, entries, method, busiest)
            by_id = {line.id: line for line in found.lines}
            for result in group:
                lines[result.pk] = by_id[str(result.pk)]
                tops[result.pk] = found.top
        return Points(entries, lines, tops)

    def _groups(self, method: Method) -> list[list[Result]]:
        groups: dict[Any, list[Result]] = defaultdict(list)
        for result in self.results:
            if result.kind in (Result.Kind.PLAYED, Result.Kind.PASSED) or _is_artificial(result):
                groups[(result.board_id, result.section_id if method.by_section else None)].append(result)
        return list(groups.values())

    def _recognised(self) -> tuple[Method, bool]:
        recorded = {result.pk: share for result in self.results if (share := _recorded_share(result)) is not None}
        if not recorded:
            return METHODS[0], False
        entries = self.scored(adjustments=False)
        found: list[tuple[int, Fraction, Method]] = []
        for method in METHODS:
            lines = self._points(entries, method).lines
            errors = {key: abs(lines[key].ns_percent - share) for key, (share, _rounded) in recorded.items()}
            wrong = sum(errors[key] > rounded for key, (_share, rounded) in recorded.items())
            total = sum(errors.values(), Fraction(0))
            if not wrong and total <= NEAR * len(errors):
                return method, False
            found.append((wrong, total, method))
        wrong, _total, method = min(found, key=lambda one: one[:2])
        return method, wrong > 0

    def rankings(self, before: Points, after: Points) -> tuple[Ranking, ...]:
        """Every ranking of the session, before and after; none where results have no contestants to rank."""
        if not self.compared:
            return ()
        was = {one.contestant: one for one in self._standings(before.entries)}
        found: dict[str, list[RankLine]] = defaultdict(list)
        for now in self._standings(after.entries):
            old = was[now.contestant]
            found[now.field].append(
                RankLine(self.people[now.contestant], old.rank, _percent(old.percent), now.rank, _percent(now.percent))
            )
        return tuple(Ranking(field, tuple(found[field])) for field in sorted(found, key=_field_order))

    def _standings(self, entries: Entries) -> list[Standing]:
        return ranking(self._awards(self._points(entries, self.totals)), self.fields)

    @cached_property
    def totals(self) -> Method:
        """How the program adds up a session: as it scores a board, or with every board brought to the size of the
        largest (Neuberg). The one that gives more of the percentages in the file."""
        recorded = {key: one.percentage for key, one in self.people.items() if one.percentage is not None}
        entries = self.scored(adjustments=False)
        methods = (self.method, replace(self.method, expected="field"))
        found = []
        for method in methods if recorded else ():
            standings = ranking(self._awards(self._points(entries, method)), self.fields)
            computed = {one.contestant: _percent(one.percent) for one in standings}
            found.append(sum(_near(computed.get(key), percentage) for key, percentage in recorded.items()))
        return methods[found.index(max(found))] if found else self.method

    @cached_property
    def people(self) -> dict[str, Contestant]:
        """The contestants by identifier, with section and players."""
        people = Contestant.objects.filter(section__tournament=self.tournament)
        return {str(one.pk): one for one in people.select_related("section").prefetch_related("players")}

    @cached_property
    def fields(self) -> dict[str, str]:
        """The ranking in which each contestant is placed."""
        ns = {one for result in self.results for one in _contestant_ids(result)[0]}
        ew = {one for result in self.results for one in _contestant_ids(result)[1]}
        two = self.tournament.winners == 2 or (self.tournament.winners is None and not ns & ew)
        fields = {}
        for key, one in self.people.items():
            direction = ("NS" if key in ns else "EW") if two else ""
            letter = one.section.letter if self.method.by_section else ""
            fields[key] = f"{letter} {direction}".strip()
        return fields

    def _awards(self, points: Points) -> list[Award]:
        awards = []
        for result in self.results:
            line = points.lines.get(result.pk)
            if line is None:
                continue
            ns, ew = _contestant_ids(result)
            awards += [Award(one, line.ns, points.top(result)) for one in ns]
            awards += [Award(one, line.ew, points.top(result)) for one in ew]
        return awards


def _percent(percent: Fraction | None) -> Decimal | None:
    return None if percent is None else shown_percent(percent)


def _near(computed: Decimal | None, published: Decimal) -> bool:
    """The same percentage but for the last figure: some programs add up points that they had rounded."""
    return computed is not None and abs(computed - published) <= Decimal("0.01")


def _field_order(field: str) -> tuple[str, bool]:
    return field.removesuffix("NS").removesuffix("EW"), field.endswith("EW")


def _matchpoints(group: Sequence[Result], entries: Entries, method: Method, busiest: int) -> BoardPoints:
    scored = [
        entries[result.pk].compared(_line_id(result, time))
        for result in group
        if not _is_artificial(result)
        for time in range(result.times)
    ]
    artificial = [
        Artificial(_line_id(result, time), _fraction(result.ns_percent), _fraction(result.ew_percent))
        for result in group
        if _is_artificial(result)
        for time in range(result.times)
    ]
    if method.expected == "scored":
        found = matchpoint_board(scored)
        return BoardPoints(found.top, found.lines + tuple(_share(one, found.top) for one in artificial))
    expected = max(busiest, len(scored) + len(artificial)) if method.expected == "field" else None
    return matchpoint_board([*scored, *artificial], expected=expected)


def _share(line: Artificial, top: int) -> LinePoints:
    return LinePoints(
        line.id, line.ns_percent * top / 100, line.ew_percent * top / 100, line.ns_percent, line.ew_percent
    )


def _line_id(result: Result, time: int) -> str:
    return f"{result.pk}*{time}" if time else str(result.pk)


def _is_artificial(result: Result) -> bool:
    """An artificial score that counts: one without percentages is not decided yet and is compared with nothing."""
    return result.kind == Result.Kind.ARTIFICIAL and result.ns_percent is not None and result.ew_percent is not None


def _recorded_share(result: Result) -> tuple[Fraction, Fraction] | None:
    """North-South's percentage of a plain line as the file has it, whatever its scale (10 to 4 is 71.43), and by how
    many percentage points the file's rounding may have moved it."""
    if result.kind not in (Result.Kind.PLAYED, Result.Kind.PASSED) or None in (result.ns_points, result.ew_points):
        return None
    if result.score_ew is not None:  # the two sides do not share the points of a split score
        return None
    both = _fraction(result.ns_points) + _fraction(result.ew_points)
    return (100 * _fraction(result.ns_points) / both, 100 * ROUNDED / both) if both > 0 else None


def _contestant_ids(result: Result) -> tuple[list[str], list[str]]:
    if result.seats:
        north, east, south, west = result.seats
        return [north, south], [east, west]
    return ([str(result.ns_id)] if result.ns_id else []), ([str(result.ew_id)] if result.ew_id else [])


def _fraction(number: Decimal | None) -> Fraction:
    return Fraction(number or 0)


def traveller(board: Board) -> tuple[TravellerLine, ...]:
    """A board's lines in order of table: as played, and with the confirmed adjusted scores."""
    session = Session(board.tournament)
    played = session.points(session.scored(adjustments=False))
    counted = session.points(session.scored())
    return tuple(TravellerLine(one, played.line(one), counted.line(one)) for one in session.results_of(board.pk))


# What is written


@transaction.atomic
def confirm_adjustment(*, incident: Incident, by: "User", seen: str, id: uuid.UUID | None = None) -> Adjustment:
    """The director confirms the score shown; it counts from now on, in place of the one confirmed before.

    *seen* is the digest of the proposal on the page. Confirming the same page twice stores it once.

    :raises Refused: the board has changed since the page was shown, or nothing changes.
    """
    # Scores of one tournament are confirmed one after the other: each is shown with all that counts.
    Tournament.objects.select_for_update(no_key=True).get(pk=incident.tournament_id)
    result_id = Incident.objects.values_list("result", flat=True).get(pk=incident.pk)
    same_result = Incident.objects.filter(result=result_id) if result_id else Incident.objects.filter(pk=incident.pk)
    for key in sorted({incident.pk, *same_result.values_list("pk", flat=True)}):
        history.lock(key)
    incident = writable(locked(incident))
    if id is not None and (sent := Adjustment.objects.filter(pk=id).first()):
        if (sent.incident_id, sent.by_id, sent.seen) != (incident.pk, by.pk, seen):
            raise reused()
        return sent
    proposal = propose_adjustment(incident)
    current = proposal.confirmed
    if current is not None and current.incident_id == incident.pk and current.seen == seen and not proposal.stale:
        return current
    if proposal.digest != seen:
        raise Refused(
            gettext_lazy(
                "The board has changed since this page was shown. Look at the new figures, then confirm again."
            ),
            "board_changed",
        )
    if current is None and not proposal.changed:
        raise Refused(
            gettext_lazy("The result stays as it was played: there is nothing to confirm."), "nothing_to_confirm"
        )
    key = id or uuid7()
    if current is not None:
        owner = Incident.objects.get(pk=current.incident_id)
        record(owner, by, "adjustment_superseded", adjustment=current.pk, followed_by=key)
    record(
        incident,
        by,
        "adjustment_confirmed",
        adjustment=key,
        result=proposal.result.pk,
        kind=proposal.kind.value,
        contract=proposal.after.contract,
        declarer=proposal.after.declarer,
        tricks=proposal.after.tricks,
        score=proposal.after.score,
        tricks_ew=proposal.after.tricks_ew,
        score_ew=_own_score_ew(proposal.after),
        law=proposal.law,
        seen=seen,
        supersedes=current.pk if current else None,
    )
    return Adjustment.objects.get(pk=key)


@transaction.atomic
def mark_entered(*, adjustment: Adjustment, by: "User") -> Adjustment:
    """The adjusted score was typed into the club's scoring program. Saying it twice changes nothing.

    :raises Refused: a newer score has taken its place.
    """
    incident = locked(adjustment.incident)
    adjustment = Adjustment.objects.get(pk=adjustment.pk)
    if adjustment.state != Adjustment.State.CONFIRMED:
        raise Refused(
            gettext_lazy("This score counts no more. Enter the one that is shown now."), "adjustment_superseded"
        )
    if adjustment.entered_at is None:
        record(incident, by, "adjustment_entered", adjustment=adjustment.pk)
    return Adjustment.objects.get(pk=adjustment.pk)
