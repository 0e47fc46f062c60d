"""Results that a director enters or corrects by hand.

A correction writes the line and one event; points, rankings and proposed scores are computed from the lines whenever
they are shown. Rulings on the old result are not rewritten; `to_review` lists them.
"""

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db import models, transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from arbitrage.database.ids import uuid7
from arbitrage.models import Board, Contestant, Event, Incident, Result, Section, Tournament, TypedLine
from arbitrage.services.errors import Refused
from arbitrage.services.incidents import (
    OVER,
    complete_facts,
    fresh,
    locked,
    place_incident,
    reused,
    writable,
)
from arbitrage.services.incidents.locking import lock_boards
from arbitrage.services.record import history, tournament_rows
from arbitrage.services.record.history import canonical, digest
from arbitrage.services.results.after_correction import Review, consequences, take_over, to_review
from arbitrage.services.results.effect import Effect, effect_done, effect_of, has_played, played_twice, usual_table
from arbitrage.services.results.lines import (
    COLUMNS,
    LINE_EVENTS,
    TELLING,
    WITH_A_SCORE,
    Entry,
    GivenShare,
    Reason,
    award_of,
    differences,
    is_first_result,
    says,
    seen_of,
    waiting_after,
    would_say,
)
from arbitrage.services.tournaments import law_of_correction
from rulings.bridge import Card, Contract
from rulings.scores.scoring import score_ns

if TYPE_CHECKING:
    from django.contrib.auth.models import User

__all__ = [
    "Corrected",
    "Effect",
    "Entry",
    "FORMS",
    "GivenShare",
    "LINE_EVENTS",
    "Reason",
    "Review",
    "TELLING",
    "WITH_A_SCORE",
    "add_result",
    "award_of",
    "correct_result",
    "differences",
    "effect_done",
    "effect_of",
    "enter_result",
    "forms_of",
    "is_first_result",
    "note_unplayed",
    "played_twice",
    "says",
    "seen_of",
    "set_forms",
    "take_back_correction",
    "take_over",
    "to_review",
    "waiting_after",
    "would_say",
]

FORMS = (1, 2, 3)
"""Possible numbers for the forms in which a fouled board was played (Law 87); usually there are two forms."""


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
    """Enter the table's result on the board of the incident; no *contract* when it was passed out.

    The contract names its declarer. A line from the file without a score is completed; a missing line is created with
    the pairs that play at the table in this round. Entering the same result twice changes nothing. The inquiries of the
    incident get the new facts.

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
    line.remark = ""  # the remark explained the missing result
    line.score_ew = line.ns_points = line.ew_points = None
    line.full_clean(exclude=["board", "section", "ns", "ew"])
    _enter(incident, line, by)
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
    """Find the board's line at that table; create one, of the pairs that play there in this round, if there is none."""
    here = Result.objects.filter(section=section, table=table).select_related("ns", "ew")
    results = list(here.filter(board=board)[:2])
    if len(results) > 1:
        raise Refused(
            _("This table has several results on this board. Correct its lines on the page of the board."),
            "several_results",
        )
    if results:
        return results[0]
    line = Result(board=board, section=section, table=table, round=round, position=board.results.count() + 1)
    same_round = here.filter(round=round).first() if round else None
    if same_round is not None:
        line.ns, line.ew, line.seats = same_round.ns, same_round.ew, same_round.seats
    else:
        line.ns = section.contestants.filter(direction=Contestant.Direction.NS, number=str(table)).first()
    return line


@transaction.atomic
def note_unplayed(*, incident: Incident, by: "User") -> Incident:
    """Store on the table's line that the board of the incident will not be played; a missing line is created. The
    director can then give an artificial score for this line (Law 12C2). A repetition changes nothing.

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
        _enter(incident, line, by)
        history.record(incident, by, "result_entered", result=line.pk, kind=line.kind)
        place_incident(incident=incident, by=by)
    return fresh(incident)


def _enter(incident: Incident, line: Result, by: "User") -> None:
    """Write the line of an incident's table, with an event in the chain of the tournament, as for all lines."""
    new, changed = ([line], []) if line._state.adding else ([], [((line,), ENTERED)])
    tournament_rows.write(incident.tournament, "line_entered", by=by, new=new, changed=changed, of=incident.pk)


ENTERED = (
    "kind", "contract", "declarer", "tricks", "score", "lead", "remark", "score_ew", "ns_points", "ew_points",
)  # fmt: skip
"""Columns that the director of an incident enters."""


# Corrections


@dataclass(frozen=True)
class Corrected:
    """A line after its correction. *review* are the incidents whose decision or score is based on the old result.
    *followed* are the incidents whose unfinished inquiries have received the new result. *changed* is False if the line
    had these values already, and nothing was written."""

    line: Result
    review: "tuple[Review, ...]" = ()
    followed: tuple[Incident, ...] = ()
    changed: bool = True


@transaction.atomic
def correct_result(
    *,
    result: Result,
    by: "User | None",
    entry: Entry,
    seen: str,
    reason: str = "",
    agreed: bool = False,
    call: Incident | None = None,
    of_table: Mapping[str, str] | None = None,
) -> Corrected:
    """Correct a line of a traveller to *entry*; correcting it to its own values changes nothing.

    *seen* is the digest of the line on the page (`seen_of`); if somebody has changed the line since, the correction is
    refused. *agreed* says that the director has ticked the conditions of Law 79C2, which apply after the correction
    period. *call* is the call that led to the correction; undoing the correction withdraws the ruling on this call.
    *of_table* names the table sheet by which both sides entered the result; then *by* is None. An unconfirmed result
    that the table has typed for the line is deleted.

    Unfinished inquiries receive the new result. A decision based on the old result stands until a director takes over
    the new one (`take_over`).

    :raises Refused: the line has changed, the correction period is over, or *entry* is impossible.
    """
    tournament = _locked(result.board.tournament_id)
    line = Result.objects.with_pairs().get(pk=result.pk)
    was = says(line)
    entry.write(line)
    now = says(line)
    if now == was:
        return Corrected(line, changed=False)
    if seen != digest(canonical(was)):
        raise Refused(
            _("This line has changed since the page was shown. Look at it, then correct it again."), "changed"
        )
    _sits_here(line)
    law = law_of_correction(tournament, agreed=agreed)
    incidents = _locked_incidents(Incident.objects.filter(result=line))
    line.full_clean(exclude=["board", "section", "ns", "ew"])
    beside: dict[str, Any] = {} if call is None else {"call": str(call.pk)}
    if of_table is not None:
        beside["by_table"] = dict(of_table)
    tournament_rows.write(
        tournament,
        "result_corrected",
        by=by,
        board=line.board_id,
        changed=[((line,), tuple(now))],
        gone=TypedLine.objects.filter(tournament=tournament, line=line.pk),
        result=line.pk,
        was=was,
        now=now,
        reason=Reason(reason).value if reason else "",
        law=law,
        **beside,
    )
    return Corrected(line, *consequences(line, incidents, by))


@transaction.atomic
def take_back_correction(*, event: Event, by: "User") -> Corrected:
    """Restore a line to its values before one of its corrections.

    :raises Refused: the line has changed since.
    """
    tournament = _locked(event.stream_id)
    line = Result.objects.with_pairs().get(pk=event.data["result"])
    was, now = event.data["was"], event.data["now"]
    if says(line) != now:
        raise Refused(_("This line has changed since. Correct it on the page of its board."), "changed")
    tournament_rows.set_plain(line, {COLUMNS.get(name, name): value for name, value in was.items()})
    incidents = _locked_incidents(Incident.objects.filter(result=line))
    values: dict[str, Any] = {"result": line.pk, "was": now, "now": was, "reason": "", "undoes": str(event.pk)}
    law, changed = event.data.get("law", ""), [((line,), tuple(now))]
    values |= {"board": line.board_id, "changed": changed, "law": law}
    tournament_rows.write(tournament, "result_corrected", by=by, **values)
    return Corrected(line, *consequences(line, incidents, by))


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
    """Add a table's line that is missing on a board. Sent twice under one *id*, it is added once.

    Without a *table*, its number is that of the line's North-South pair, as for a file without tables. Incidents of
    this table and board without a result are linked to the new line.

    :raises Refused: the pairs have a line on this board already, the correction period is over, or *entry* is
        impossible.
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
    line.table = line.table or usual_table(line)
    _sits_here(line)
    if any(has_played(board, line)):
        raise Refused(
            _("One of these pairs has a result on this board already. Correct that line instead of adding another."),
            "has_result",
        )
    law = law_of_correction(tournament, agreed=agreed)
    waiting = Incident.objects.filter(board=board, result=None, table=line.table).exclude(state__in=OVER)
    incidents = _locked_incidents(waiting) if line.table else []
    line.full_clean(exclude=["board", "section", "ns", "ew"])
    tournament_rows.write(
        tournament,
        "result_added",
        by=by,
        board=board,
        new=[line],
        result=line.pk,
        table=line.table,
        now=says(line),
        file="",
        law=law,
    )
    for incident in incidents:
        place_incident(incident=incident, by=by)
    given = Incident.objects.filter(pk__in=[incident.pk for incident in incidents], result=line)
    return Corrected(Result.objects.with_pairs().get(pk=key), followed=tuple(given.order_by("called_at", "pk")))


@transaction.atomic
def set_forms(*, board: Board, by: "User", forms: Mapping[uuid.UUID, int], seen: str) -> Board:
    """Set the form of a fouled board in which each line was played (Law 87): lines of one form are compared together.

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
    forms_set = [{"result": str(key), "was": lines[key].form, "form": changed[key]} for key in sorted(changed)]
    for key, form in changed.items():
        lines[key].form = form
    rows = [((*(lines[key] for key in sorted(changed)),), ("form",))]
    tournament_rows.write(tournament, "forms_set", by=by, board=board, changed=rows, results=forms_set)
    return board


def forms_of(lines: Iterable[Result]) -> str:
    """Digest the forms of a board's lines."""
    return digest(canonical(sorted([str(line.pk), line.form] for line in lines)))


def _locked(tournament_id: uuid.UUID) -> Tournament:
    """Lock the tournament until the end of the transaction, against other corrections of its lines and confirmations of
    its scores."""
    history.lock(tournament_id)
    return Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)


def _locked_incidents(incidents: models.QuerySet[Incident]) -> list[Incident]:
    calls = list(incidents.order_by("pk"))
    lock_boards({call.board_id for call in calls if call.board_id is not None})
    return [locked(call) for call in calls]


def _sits_here(line: Result) -> None:
    """Check that each contestant of a line belongs to the section of the line.

    :raises Refused: one belongs to another section.
    """
    if line.seats and (line.ns or line.ew):
        raise Refused(_("Say which pairs played at this table."), "impossible")
    if any(contestant is not None and contestant.section_id != line.section_id for contestant in (line.ns, line.ew)):
        raise Refused(_("This pair does not play in this section. Choose it again."), "elsewhere")
    if line.seats and Contestant.objects.filter(pk__in=line.seats, section=line.section_id).count() != 4:
        raise Refused(_("One of these players does not play in this section. Choose the four again."), "elsewhere")
