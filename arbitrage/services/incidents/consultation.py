"""Recording of a law that a director consulted without an incident, as an inquiry at a table with the same answers."""

import uuid
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.db import transaction

from arbitrage.models import Board, Club, Inquiry, Section, Tournament
from arbitrage.services.incidents.call import attend, open_incident, place_incident, unanswered_at
from arbitrage.services.incidents.inquiry import open_inquiry, record_answer
from arbitrage.services.incidents.locking import reused
from rulings.engine.inquiry import Asking, Waiting

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@transaction.atomic
def attach(
    *,
    tournament: Tournament,
    law: str,
    answers: Mapping[str, str],
    by: "User",
    section: Section | None = None,
    table: int | None = None,
    board: Board | None = None,
    id: uuid.UUID | None = None,
) -> Inquiry:
    """Record the inquiry of *law* at that table with these *answers*, by question, in the order of the law.

    An open call of the table in this round without an inquiry is used, and gets the *board* if it has none; otherwise
    an incident is opened. Facts of the board override consulted answers; where an answer is then missing, the inquiry
    stops and asks. Sent twice under one *id* (the inquiry's), it is attached once.

    :raises Refused: the place is not of this tournament, its edition has no such law, or the *id* is another inquiry's.
    """
    Club.objects.select_for_update(no_key=True).get(pk=tournament.club_id)
    if id is not None and (stored := Inquiry.objects.with_answers().filter(pk=id).first()):
        if (stored.incident.tournament_id, stored.law) != (tournament.pk, law):
            raise reused()
        return stored
    place: dict[str, Any] = {"section": section, "table": table, "board": board}
    called = unanswered_at(tournament, section, table, board) if table is not None else None
    incident = called.order_by("called_at", "pk").first() if called is not None else None
    if incident is None:
        incident = open_incident(tournament=tournament, by=by, **place)
    elif board is not None and incident.board_id is None:
        incident = place_incident(incident=incident, by=by, board=board)
    attend(incident=incident, by=by)
    return _answered(open_inquiry(incident=incident, law=law, by=by, id=id), answers, by)


def _answered(inquiry: Inquiry, answers: Mapping[str, str], by: "User") -> Inquiry:
    while True:
        match inquiry.state():
            case Asking(question=question):
                question_id = question.id
            case Waiting(moment=moment):
                question_id = moment.value
            case _:
                return inquiry
        if question_id not in answers:
            return inquiry
        inquiry = record_answer(
            inquiry=inquiry, question_id=question_id, value=answers[question_id], seen_version=inquiry.version, by=by
        ).inquiry
