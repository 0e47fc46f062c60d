"""Results entered and corrected by hand: the line of a table that no file has brought yet, or that says what is wrong.

Points, rankings and proposed scores are computed from the lines whenever they are shown: a correction writes the line
and one event, and everything follows. What was ruled on the old result is not rewritten; `to_review` names it.
"""

import copy
import uuid
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from django.db import models, transaction
from django.db.models import Max, Prefetch
from django.utils.translation import gettext_lazy as _

from arbitrage.ids import uuid7
from arbitrage.models import Adjustment, Board, Contestant, Event, Incident, Inquiry, Result, Section, Tournament
from arbitrage.services import history
from arbitrage.services.errors import Refused
from arbitrage.services.field import Field, Line, RankLine, TravellerLine, as_recorded
from arbitrage.services.history import append, canonical, digest
from arbitrage.services.incidents import (
    OVER,
    complete_facts,
    fresh,
    locked,
    place_incident,
    reused,
    told_otherwise,
    writable,
)
from arbitrage.services.scores import propose_adjustment
from arbitrage.services.tournaments import law_of_correction
from rulings.adjusted import AVERAGE_PERCENT, Average
from rulings.award import Award
from rulings.bridge import Card, Contract
from rulings.scoring import score_ns

if TYPE_CHECKING:
    from django.contrib.auth.models import User

WITH_A_SCORE = (Result.Kind.PLAYED, Result.Kind.PASSED, Result.Kind.ARTIFICIAL)
FORMS = (1, 2, 3)
"""The forms in which a fouled board may have been played (Law 87); two of them, nearly always."""


class Reason(models.TextChoices):
    """Why a line is corrected. Touched, never typed: the record of a tournament holds no free words."""

    TYPED = "typed", _("Typed in wrongly")
    SIDES = "sides", _("The pairs sat the other way")
    TRICKS = "tricks", _("The tricks were counted again")
    CLAIM = "claim", _("A claim or a concession was looked at again")
    OTHER = "other", _("Another reason")


# What a line says

GivenShare = Average | Decimal
"""What a side is given instead of a result: an average by the rule of the session, or a percentage from 0 to 100."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What a line is to say.

    A line that was played has a *contract* with its declarer, *tricks* (all that declarer won) and the *lead*, if
    known; an artificial one what each side is given. *ns* and *ew* are the pairs that sat there; in an individual
    *seats* are the identifiers of its players in the order N, E, S, W.
    """

    kind: Result.Kind
    contract: Contract | None = None
    tricks: int | None = None
    lead: Card | None = None
    ns_share: GivenShare | None = None
    ew_share: GivenShare | None = None
    ns: Contestant | None = None
    ew: Contestant | None = None
    seats: tuple[str, ...] = ()

    def write(self, line: Result) -> None:
        """Make *line* say this, without storing it. The points that a file gave it for something else are gone.

        :raises Refused: something is missing, or cannot be.
        """
        self._check()
        contract, artificial = self.contract, self.kind == Result.Kind.ARTIFICIAL
        if artificial or line.kind not in (Result.Kind.PLAYED, Result.Kind.PASSED):
            line.remark = ""  # it said what the line was instead of a result
        line.kind = self.kind
        line.contract = str(contract) if contract else ""
        line.declarer = contract.declarer.value if contract and contract.declarer else ""
        line.tricks = self.tricks
        line.lead = str(self.lead) if self.lead else ""
        scored = self.kind in (Result.Kind.PLAYED, Result.Kind.PASSED)
        line.score = score_ns(contract, self.tricks, line.board.vulnerability) if scored else None
        line.score_ew = line.ns_points = line.ew_points = None
        line.ns_percent = _percent(self.ns_share) if artificial else None
        line.ew_percent = _percent(self.ew_share) if artificial else None
        averages = [share.value for share in (self.ns_share, self.ew_share) if isinstance(share, Average)]
        line.award = _award(self.ns_share, self.ew_share) if averages else {}
        line.remark = "/".join(averages) if len(averages) == 2 else line.remark
        line.ns, line.ew, line.seats = self.ns, self.ew, list(self.seats)

    def _check(self) -> None:
        played = self.kind == Result.Kind.PLAYED
        artificial = self.kind == Result.Kind.ARTIFICIAL
        shares = (self.ns_share, self.ew_share)
        if self.kind == Result.Kind.UNREADABLE:
            raise Refused(_("Say what happened at the table: a result, passed out, not played, or a score."), "missing")
        if played and (self.contract is None or self.contract.declarer is None or self.tricks is None):
            raise Refused(_("Touch the contract, who plays it and how it ended."), "missing")
        if artificial and None in shares:
            raise Refused(_("Say what each side is given: an average, or a percentage."), "missing")
        if not played and (self.contract or self.tricks is not None or self.lead):
            raise ValueError(f"A line that is {self.kind} has no contract, tricks or lead.")
        if not artificial and shares != (None, None):
            raise ValueError(f"A line that is {self.kind} has no artificial score.")
        if self.tricks is not None and not 0 <= self.tricks <= 13:
            raise Refused(_("There are 13 tricks in a deal. Touch the result again."), "impossible")
        if any(isinstance(share, Decimal) and not 0 <= share <= 100 for share in shares):
            raise Refused(_("A percentage goes from 0 to 100. Type it again."), "impossible")
        if self.ns is not None and self.ns == self.ew:
            raise Refused(_("A pair does not play against itself. Choose the two pairs again."), "impossible")


def _percent(share: GivenShare | None) -> Decimal | None:
    """What the column of percentages holds, with two decimals: an average stands there for 60, 50 or 40."""
    if share is None:
        return None
    return Decimal(int(AVERAGE_PERCENT[share]) if isinstance(share, Average) else share).quantize(Decimal("0.01"))


def _award(ns: GivenShare | None, ew: GivenShare | None) -> dict[str, Any]:
    shares = [share if isinstance(share, Average) else Fraction(share or 0) for share in (ns, ew)]
    return Award(*shares).as_json()


def says(line: Result) -> dict[str, Any]:
    """A line as the record keeps it before and after a correction: plain values, pairs by their identifiers."""
    return {
        "kind": str(line.kind),
        "contract": line.contract,
        "declarer": line.declarer,
        "lead": line.lead,
        "tricks": line.tricks,
        "score": line.score,
        "score_ew": line.score_ew,
        "ns_percent": _text(line.ns_percent),
        "ew_percent": _text(line.ew_percent),
        "ns_points": _text(line.ns_points),
        "ew_points": _text(line.ew_points),
        "remark": line.remark,
        "award": line.award,
        "ns": _text(line.ns_id),
        "ew": _text(line.ew_id),
        "seats": line.seats,
    }


def _text(value: object) -> str | None:
    """The value as text; a number without the zeros at its end, so that 60 and 60.00 are the same."""
    if isinstance(value, Decimal):
        return f"{value.normalize():f}"
    return None if value is None else str(value)


def seen_of(line: Result) -> str:
    """What identifies a line as a page shows it: sent back with a correction."""
    return digest(canonical(says(line)))


def award_of(said: Mapping[str, Any]) -> Award | None:
    """What a line counted for when it said this (`says`)."""
    names = ("kind", "contract", "declarer", "tricks", "score", "score_ew")
    percents = {name: Decimal(said[name]) for name in ("ns_percent", "ew_percent") if said.get(name) is not None}
    return as_recorded(Result(**{name: said[name] for name in names}, **percents, award=said.get("award") or {}))


# The result of an incident's table


@transaction.atomic
def enter_result(
    *,
    incident: Incident,
    by: "User",
    contract: Contract | None,
    tricks: int | None,
    lead: Card | None = None,
) -> Incident:
    """The table's result on the board of the incident; no *contract* when it was passed out.

    The contract names its declarer. A line that the file brought without a score is completed; where there is none, it
    is made, of the pairs that play at the table in this round. Entering the same result twice changes nothing. The
    facts of the inquiries are completed from it.

    :raises Refused: the table or the board is not known, or the table has another score on the board already.
    """
    history.lock(incident.tournament_id)
    incident = writable(locked(incident))
    if incident.board is None or incident.table is None or incident.section is None:
        raise Refused(_("Say at which table and on which board it was, then enter its result."), "no_place")
    line = _line(incident.board, incident.section, incident.table, incident.round)
    before = (line.kind, line.contract, line.declarer, line.tricks)
    line.kind = Result.Kind.PLAYED if contract else Result.Kind.PASSED
    line.contract = str(contract) if contract else ""
    line.declarer = contract.declarer.value if contract and contract.declarer else ""
    line.tricks = tricks if contract else None
    line.score = score_ns(contract, tricks, incident.board.vulnerability)
    after = (line.kind, line.contract, line.declarer, line.tricks)
    if before[0] in WITH_A_SCORE and not line._state.adding:
        if before == after:
            return incident
        raise Refused(
            _("This table has a result on this board already. If it is wrong, correct its line on the board's page."),
            "has_result",
        )
    line.lead = str(lead) if lead else ""
    line.full_clean(exclude=["board", "section", "ns", "ew"])
    line.save()
    history.record(
        incident,
        by,
        "result_entered",
        result=line.pk,
        contract=line.contract,
        declarer=line.declarer,
        tricks=line.tricks,
        lead=line.lead,
        score=line.score,
    )
    place_incident(incident=incident, by=by)
    incident = fresh(incident)
    complete_facts(incident, by)
    return fresh(incident)


def _line(board: Board, section: Section, table: int, round: int | None) -> Result:
    """The board's line at that table; a new one, of the pairs that play there in this round, when it has none."""
    here = Result.objects.filter(section=section, table=table).select_related("ns", "ew")
    found = list(here.filter(board=board)[:2])
    if len(found) > 1:
        raise Refused(
            _("This table has several results on this board. Correct its lines on the page of the board."),
            "several_results",
        )
    if found:
        return found[0]
    line = Result(board=board, section=section, table=table, round=round, position=board.results.count() + 1)
    same_round = here.filter(round=round).first() if round else None
    if same_round is not None:
        line.ns, line.ew, line.seats = same_round.ns, same_round.ew, same_round.seats
    else:
        line.ns = section.contestants.filter(direction=Contestant.Direction.NS, number=str(table)).first()
    return line


@transaction.atomic
def note_unplayed(*, incident: Incident, by: "User") -> Incident:
    """The table has no result on the board of the incident and will have none: the line that says so, made when the
    file has none, is what an artificial score is given to (Law 12C2). Saying it twice changes nothing.

    :raises Refused: the table or the board is not known.
    """
    history.lock(incident.tournament_id)
    incident = writable(locked(incident))
    if incident.board is None or incident.table is None or incident.section is None:
        raise Refused(_("Say at which table and on which board it was first."), "no_place")
    line = _line(incident.board, incident.section, incident.table, incident.round)
    if line._state.adding:
        line.kind = Result.Kind.NOT_PLAYED
        line.full_clean(exclude=["board", "section", "ns", "ew"])
        line.save()
        history.record(incident, by, "result_entered", result=line.pk, kind=line.kind)
        place_incident(incident=incident, by=by)
    return fresh(incident)


# Corrections

LINE_EVENTS = ("result_corrected", "result_changed")
"""The events that say what a line was and what it is now: by hand, and by a file that was read again."""


@dataclass(frozen=True)
class Corrected:
    """A line after its correction. *review* are the incidents whose decision or score was made from the old result,
    *followed* those whose inquiry is not ended and goes on from the new one."""

    line: Result
    review: "tuple[Review, ...]" = ()
    followed: tuple[Incident, ...] = ()


@transaction.atomic
def correct_result(
    *, result: Result, by: "User", entry: Entry, seen: str, reason: str = "", agreed: bool = False
) -> Corrected:
    """Make a line of a traveller say *entry*; correcting it to what it says already changes nothing.

    *seen* is the digest of the line on the page (`seen_of`): when somebody has changed it since, nothing is written.
    *agreed* is the director's word that it may still be corrected although the correction period is over (Law 79C2).

    Inquiries that are not ended go on from the new result; a decision that was made from the old one stands until a
    director takes the new result over (`take_over`).

    :raises Refused: the line has changed, the correction period is over, or *entry* cannot be.
    """
    tournament = _locked(result.board.tournament_id)
    line = Result.objects.with_pairs().get(pk=result.pk)
    was = says(line)
    entry.write(line)
    now = says(line)
    if now == was:
        return Corrected(line)
    if seen != digest(canonical(was)):
        raise Refused(
            _("This line has changed since the page was shown. Look at it, then correct it again."), "changed"
        )
    _sits_here(line)
    law = law_of_correction(tournament, agreed=agreed)
    incidents = _locked_incidents(Incident.objects.filter(result=line))
    line.full_clean(exclude=["board", "section", "ns", "ew"])
    line.save()
    append(
        tournament.pk,
        "result_corrected",
        by=by,
        club=tournament.club_id,
        tournament=tournament,
        board=line.board_id,
        result=line.pk,
        was=was,
        now=now,
        reason=Reason(reason).value if reason else "",
        law=law,
    )
    return Corrected(line, *_consequences(line, incidents, by))


@transaction.atomic
def add_result(
    *,
    board: Board,
    section: Section,
    by: "User",
    entry: Entry,
    table: int | None = None,
    round: int | None = None,
    agreed: bool = False,
    id: uuid.UUID | None = None,
) -> Corrected:
    """The line of a table that the file lacks. Sent twice under one *id*, it is added once.

    Without a *table* it is that of its North-South pair's number, as for a file without tables. Incidents of this table
    and board that had no result are given it.

    :raises Refused: the pairs have a line on this board already, the correction period is over, or *entry* cannot be.
    """
    tournament = _locked(board.tournament_id)
    if section.tournament_id != tournament.pk:
        raise Refused(_("This table or board is not of this tournament. Choose it again."), "elsewhere")
    key = id or uuid7()
    if id is not None and (sent := Result.objects.with_pairs().filter(pk=id).first()):
        if sent.board_id != board.pk:
            raise reused()
        return Corrected(sent)
    last = board.results.aggregate(last=Max("position"))["last"] or 0
    line = Result(pk=key, board=board, section=section, table=table, round=round, position=last + 1)
    entry.write(line)
    if (line.ns is None or line.ew is None) and len(line.seats) != 4:
        raise Refused(_("Say which pairs played at this table."), "missing")
    line.table = line.table or _usual_table(line)
    _sits_here(line)
    if any(_has_played(board, line)):
        raise Refused(
            _("One of these pairs has a result on this board already. Correct that line instead of adding another."),
            "has_result",
        )
    law = law_of_correction(tournament, agreed=agreed)
    waiting = Incident.objects.filter(board=board, result=None, table=line.table).exclude(state__in=OVER)
    incidents = _locked_incidents(waiting) if line.table else []
    line.full_clean(exclude=["board", "section", "ns", "ew"])
    line.save(force_insert=True)
    append(
        tournament.pk,
        "result_added",
        by=by,
        club=tournament.club_id,
        tournament=tournament,
        board=board,
        result=line.pk,
        table=line.table,
        now=says(line),
        file="",
        law=law,
    )
    for incident in incidents:
        place_incident(incident=incident, by=by)
    given = Incident.objects.filter(pk__in=[one.pk for one in incidents], result=line)
    return Corrected(Result.objects.with_pairs().get(pk=key), followed=tuple(given.order_by("called_at", "pk")))


@transaction.atomic
def set_forms(*, board: Board, by: "User", forms: Mapping[uuid.UUID, int], seen: str) -> Board:
    """Say in which form of a fouled board each line was played (Law 87): those of one form are compared together.

    *forms* is by line; lines that are left out keep theirs. *seen* is the digest of the forms on the page (`forms_of`).

    :raises Refused: the board has changed since, or a line is not of this board.
    """
    tournament = _locked(board.tournament_id)
    lines = {line.pk: line for line in board.results.all()}
    if not forms.keys() <= lines.keys() or not set(forms.values()) <= set(FORMS):
        raise Refused(_("Reload the page: one of these lines is not there any more."), "elsewhere")
    changed = {key: form for key, form in forms.items() if lines[key].form != form}
    if not changed:
        return board
    if seen != forms_of(lines.values()):
        raise Refused(_("The board has changed since this page was shown. Look at it, then say it again."), "changed")
    said = [{"result": str(key), "was": lines[key].form, "form": changed[key]} for key in sorted(changed)]
    for form in FORMS:
        board.results.filter(pk__in=[key for key, one in changed.items() if one == form]).update(form=form)
    append(
        tournament.pk,
        "forms_set",
        by=by,
        club=tournament.club_id,
        tournament=tournament,
        board=board,
        results=said,
    )
    return board


def forms_of(lines: Iterable[Result]) -> str:
    """What identifies the forms of a board's lines as a page shows them."""
    return digest(canonical(sorted([str(line.pk), line.form] for line in lines)))


def _locked(tournament_id: uuid.UUID) -> Tournament:
    """The tournament, whose lines nobody else corrects and whose scores nobody confirms until the end."""
    history.lock(tournament_id)
    return Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)


def _locked_incidents(incidents: models.QuerySet[Incident]) -> list[Incident]:
    return [locked(one) for one in incidents.order_by("pk")]


def _usual_table(line: Result) -> int | None:
    """The table of a line that does not say it: the number of its North-South pair, the habit of a Mitchell."""
    number = line.ns.number if line.ns else ""
    return int(number) or None if number.isascii() and number.isdigit() and len(number) <= 4 else None


def _sits_here(line: Result) -> None:
    """:raises Refused: a contestant of the line is of another section."""
    if line.seats and (line.ns or line.ew):
        raise Refused(_("Say which pairs played at this table."), "impossible")
    if any(one is not None and one.section_id != line.section_id for one in (line.ns, line.ew)):
        raise Refused(_("This pair does not play in this section. Choose it again."), "elsewhere")
    if line.seats and Contestant.objects.filter(pk__in=line.seats, section=line.section_id).count() != 4:
        raise Refused(_("One of these players does not play in this section. Choose the four again."), "elsewhere")


def _has_played(board: Board, line: Result) -> Iterator[Result]:
    """The other lines of the board that have a score of one of these contestants."""
    own = {str(key) for key in (line.ns_id, line.ew_id, *line.seats) if key}
    for other in board.results.exclude(pk=line.pk).filter(kind__in=WITH_A_SCORE):
        if own & {str(key) for key in (other.ns_id, other.ew_id, *other.seats) if key}:
            yield other


def played_twice(line: Result) -> tuple[Result, ...]:
    """The other lines of the board on which one of the line's contestants has a score: one of them is wrong."""
    return tuple(_has_played(line.board, line)) if line.kind in WITH_A_SCORE else ()


# What it would do, before it is written


@dataclass(frozen=True)
class Effect:
    """What an entry would do to a board. Nothing is written.

    *line* is the line as it would be; *lines* the whole traveller before and after, *concerned* the contestants of the
    line before and after, and those whose rank in the session would change.
    *adjusted* is the confirmed score that counts in place of the line whatever it says. *twice* are lines of the board
    on which one of the pairs has a score too, *ruled* the incidents of the line that have a decision.
    """

    line: Result
    changed: bool
    lines: tuple[TravellerLine, ...]
    concerned: tuple[RankLine, ...]
    adjusted: Award | None
    twice: tuple[Result, ...]
    ruled: tuple[Incident, ...]


def effect_of(line: Result, entry: Entry) -> Effect:
    """What it does to the board and the field when *line* says *entry*; a line that is not stored is added.

    :raises Refused: something of *entry* is missing, or cannot be.
    """
    new = copy.copy(line)
    entry.write(new)
    new.table = new.table or (_usual_table(new) if line._state.adding else None)
    before = Field(line.board.tournament)
    after = Field(line.board.tournament, before.method)
    _put(after, new)
    played, counted = before.points(before.counted()), after.points(after.counted())
    lines = tuple(
        TravellerLine(
            one,
            Line(None) if one is new and line._state.adding else played.line(one),
            counted.line(one),
            in_question=one.pk == line.pk,
        )
        for one in after.results_of(line.board_id)
    )
    own = before.keys_of(line) | after.keys_of(new)
    ranks = [one for ranking in after.rankings(played, counted) for one in ranking.lines]
    ruled = Incident.objects.filter(result=line.pk, inquiries__stage=Inquiry.Stage.RULED).exclude(
        state=Incident.State.WITHDRAWN
    )
    return Effect(
        line=new,
        changed=line._state.adding or says(new) != says(line),
        lines=lines,
        concerned=tuple(one for one in ranks if one.key in own or one.rank_before != one.rank_after),
        adjusted=next((one.given for one in new.adjustments.all() if one.state == Adjustment.State.CONFIRMED), None),
        twice=played_twice(new),
        ruled=tuple(ruled.distinct().order_by("called_at", "pk")),
    )


def _put(field: Field, line: Result) -> None:
    """Give a field a line as it would be, in place of the stored one or after the last one."""
    for lines in (field.results, field.by_board[line.board_id]):
        lines[:] = [line if one.pk == line.pk else one for one in lines]
        if line not in lines:
            lines.append(line)


# What follows from it for the incidents of the line


@dataclass(frozen=True)
class Review:
    """An incident whose decision was made from another result than the line has now.

    *facts* are the names of what the inquiry was told otherwise ("contract", "declarer", "tricks"); *stale* says that
    the confirmed adjusted score does not follow any more.
    """

    incident: Incident
    facts: tuple[str, ...]
    stale: bool


def to_review(board: Board) -> tuple[Review, ...]:
    """The incidents of a board that a director must look at again because a result was corrected, oldest first."""
    incidents = (
        Incident.objects.filter(board=board, result__isnull=False)
        .exclude(state=Incident.State.WITHDRAWN)
        .select_related("club", "tournament", "section", "board", "result")
        .prefetch_related(Prefetch("inquiries", queryset=Inquiry.objects.with_answers()), "adjustments")
        .order_by("called_at", "pk")
    )
    found = (_review(one) for one in incidents)
    return tuple(review for review in found if review is not None)


def _review(incident: Incident) -> Review | None:
    facts = {name for inquiry in incident.inquiries.all() for name in told_otherwise(incident, inquiry)}
    confirmed = any(one.state == Adjustment.State.CONFIRMED for one in incident.adjustments.all())
    stale = confirmed and _stale(incident)
    return Review(incident, tuple(sorted(facts)), stale) if facts or stale else None


def _stale(incident: Incident) -> bool:
    """Does the confirmed score follow no more? One whose result is gone has nothing left to follow from; while a
    question is open or a moment awaited, nobody can say yet."""
    try:
        return propose_adjustment(incident).stale
    except Refused as refused:
        return refused.code not in ("not_ruled", "waiting")


def _consequences(
    line: Result, incidents: Iterable[Incident], by: "User"
) -> tuple[tuple[Review, ...], tuple[Incident, ...]]:
    followed = [one for one in map(fresh, incidents) if one.state not in OVER and complete_facts(one, by, ended=False)]
    return tuple(one for one in to_review(line.board) if one.incident.result_id == line.pk), tuple(followed)


@transaction.atomic
def take_over(*, incident: Incident, by: "User") -> Incident:
    """The inquiries of an incident go on from what its result says now, and its rulings are issued again from it.

    No answer is changed; a question that follows from the new result is asked. Saying it twice changes nothing.

    :raises Refused: the incident is over.
    """
    incident = writable(locked(incident))
    complete_facts(incident, by)
    return fresh(incident)


# The record


RECORDED = ("kind", "contract", "declarer", "tricks", "score")
"""What a line says of its result. The rest may be completed from a file without an event: the lead, who played."""


def differences(tournament: Tournament) -> list[str]:
    """Where lines are not what their events say since they were imported: "Result 0190...: tricks"; [] when all are."""
    told: dict[str, dict[str, Any]] = {}
    forms: dict[str, int] = {}
    for event in Event.objects.filter(tournament=tournament, kind__in=TELLING).order_by("at", "seq"):
        data = event.data
        match event.kind:
            case "forms_set":
                forms |= {one["result"]: one["form"] for one in data["results"]}
            case "result_entered":
                told[data["result"]] = _entered(data)
            case "result_removed":
                told.pop(data["result"], None)
                forms.pop(data["result"], None)
            case _:
                told[data["result"]] = data["now"]
                if event.kind == "result_changed":  # a file brings its own form
                    forms.pop(data["result"], None)
    lines = {str(line.pk): line for line in Result.objects.filter(pk__in=[*told, *forms])}
    found = [f"Result {key}: missing" for key in sorted(told.keys() | forms.keys()) if key not in lines]
    for key, line in sorted(lines.items()):
        now = says(line)
        names = [name for name in RECORDED if name in told.get(key, {}) and told[key][name] != now[name]]
        names += ["form"] if line.form != forms.get(key, line.form) else []
        if names:
            found.append(f"Result {key}: {', '.join(names)}")
    return found


TELLING = (*LINE_EVENTS, "result_added", "result_removed", "result_entered", "forms_set")


def _entered(data: Mapping[str, Any]) -> dict[str, Any]:
    """What the event says of a line that the director of an incident entered."""
    if data.get("kind"):
        return {"kind": data["kind"]}
    kind = Result.Kind.PLAYED if data["contract"] else Result.Kind.PASSED
    return {"kind": kind.value} | {name: data[name] for name in ("contract", "declarer", "tricks", "score")}
