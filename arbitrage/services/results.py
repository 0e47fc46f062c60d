"""The result of a table that no file has brought yet, as its director enters it."""

from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from arbitrage.models import Board, Contestant, Incident, Result, Section
from arbitrage.services import history
from arbitrage.services.errors import Refused
from arbitrage.services.incidents import complete_facts, fresh, locked, place_incident, writable
from rulings.bridge import Card, Contract
from rulings.scoring import score_ns

if TYPE_CHECKING:
    from django.contrib.auth.models import User


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
    if before[0] in (Result.Kind.PLAYED, Result.Kind.PASSED, Result.Kind.ARTIFICIAL) and not line._state.adding:
        if before == after:
            return incident
        raise Refused(
            _(
                "This table has a result on this board already. Correct it in the scoring program; here it stays as it "
                "was recorded."
            ),
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
            _("The file has several results of this table on this board. Correct it in the scoring program."),
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
