"""Penalties: points that a director takes off a contestant's total (Laws 90, 91).

A penalty changes no other contestant's total and no board.
"""

import uuid
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from arbitrage.database.ids import uuid7
from arbitrage.models import Board, Event, Incident, Penalty, Tournament
from arbitrage.services import clock
from arbitrage.services.errors import Refused
from arbitrage.services.incidents import reused
from arbitrage.services.record import history, tournament_rows, unlike_rows
from arbitrage.services.results.field import Field, Ranking
from arbitrage.services.tournaments import law_of_correction

if TYPE_CHECKING:
    from django.contrib.auth.models import User

Unit = Penalty.Unit

LARGEST: Mapping[str, int] = {Unit.PERCENT: 100, Unit.IMPS: 100, Unit.POINTS: 9999, Unit.VICTORY_POINTS: 20}
"""The largest penalty, by its unit."""

IMPOSSIBLE = {
    Unit.PERCENT: _("A penalty is more than 0 and at most 100% of a board's top, with two decimals. Type it again."),
    Unit.IMPS: _("A penalty is more than 0 and at most 100 IMPs, with two decimals. Type it again."),
    Unit.POINTS: _("A penalty is more than 0 and at most 9999 points, with two decimals. Type it again."),
    Unit.VICTORY_POINTS: _("A penalty is more than 0 and at most 20 victory points, with two decimals. Type it again."),
}

SAID = ("key", "law", "amount", "unit", "reason", "incident_id", "board_id")
"""Fields that are equal when the same penalty is sent twice."""


@transaction.atomic
def give_penalty(
    *,
    tournament: Tournament,
    contestant: str,
    law: str,
    amount: Decimal,
    unit: str,
    reason: str,
    by: "User",
    incident: Incident | None = None,
    board: Board | None = None,
    agreed: bool = False,
    id: uuid.UUID | None = None,
) -> Penalty:
    """Give a penalty, which counts at once. Sent twice under one *id*, it is given once.

    *contestant* is the key of the contestant in rankings: the id of a pair or player, or a team's name. *unit* is the
    unit of *amount* on the page. The board is by default that of the incident. *agreed* says that the director has
    ticked the conditions of Law 79C2, which apply after the correction period.

    :raises Refused: the contestant, the law, the amount or the reason is invalid, the tournament is now ranked in
    another unit, or the correction period is over without *agreed*.
    """
    tournament = _locked(tournament.pk)
    if board is None and incident is not None:
        board = incident.board
    field = Field(tournament)
    person = field.everybody.get(contestant)
    new = Penalty(
        id=id or uuid7(),
        tournament=tournament,
        contestant=person,
        team="" if person else contestant,
        incident=incident,
        board=board,
        law=law,
        amount=amount,
        unit=unit,
        reason=reason,
        by=by,
    )
    if id is not None and (sent := Penalty.objects.filter(pk=id).first()):
        if (sent.tournament_id, sent.by_id) != (tournament.pk, by.pk) or _said(sent) != _said(new):
            raise reused()
        return sent
    if contestant not in field.everybody:
        raise Refused(_("Say who is penalised."), "nobody")
    if law not in Penalty.Law.values:
        raise Refused(_("Say under which Law: a procedural penalty (90) or a disciplinary one (91)."), "no_law")
    if reason not in Penalty.Reason.values:
        raise Refused(_("Touch the reason: it goes into the record."), "no_reason")
    if unit != field.method.unit:
        raise Refused(
            _("The tournament is ranked in another unit since this page was shown. Choose the amount again."), "unit"
        )
    check_amount(amount, unit)
    if any(row is not None and row.tournament_id != tournament.pk for row in (incident, board)):
        raise Refused(_("This table or board is not of this tournament. Choose it again."), "elsewhere")
    correction = law_of_correction(tournament, agreed=agreed)
    # the incident is named only in the data, because a foreign key would make the event one of the incident
    values: dict[str, Any] = {
        "contestant": person.pk if person else None,
        "team": new.team,
        "law": law,
        "amount": _text(amount),
        "unit": unit,
        "reason": reason,
        "of": incident.pk if incident else None,
        "correction": correction,
    }
    new.at = clock.now()
    new.full_clean(exclude=["tournament", "contestant", "incident", "board", "by"])
    tournament_rows.write(
        tournament, "penalty_given", by=by, board=board, at=new.at, new=[new], penalty=new.pk, **values
    )
    return new


def check_amount(amount: Decimal, unit: str) -> None:
    """Check the amount of a penalty.

    :raises Refused: the amount is not positive, is more than the largest penalty in this unit, or has more than two
        decimals.
    """
    if not amount.is_finite() or not 0 < amount <= LARGEST[unit] or amount != round(amount, 2):
        raise Refused(IMPOSSIBLE[Unit(unit)], "amount")


@transaction.atomic
def withdraw_penalty(*, penalty: Penalty, by: "User", agreed: bool = False) -> Penalty:
    """Withdraw the penalty; it stays in the record. A repetition changes nothing.

    :raises Refused: the correction period is over without *agreed*.
    """
    tournament = _locked(penalty.tournament_id)
    penalty = Penalty.objects.get(pk=penalty.pk)
    if penalty.state == Penalty.State.WITHDRAWN:
        return penalty
    correction = law_of_correction(tournament, agreed=agreed)
    penalty.state, penalty.withdrawn_at, penalty.withdrawn_by = Penalty.State.WITHDRAWN, clock.now(), by
    tournament_rows.write(
        tournament,
        "penalty_withdrawn",
        by=by,
        board=penalty.board_id,
        at=penalty.withdrawn_at,
        changed=[((penalty,), ("state", "withdrawn_at", "withdrawn_by"))],
        penalty=penalty.pk,
        correction=correction,
    )
    return penalty


def _locked(tournament_id: uuid.UUID) -> Tournament:
    """Lock the tournament until the end of the transaction, against other penalties, their withdrawal, and changes of
    the method."""
    history.lock(tournament_id)
    return Tournament.objects.select_for_update(no_key=True).get(pk=tournament_id)


def _said(penalty: Penalty) -> list[object]:
    return [getattr(penalty, name) for name in SAID]


def _text(amount: Decimal) -> str:
    """Write the amount as the record stores it, so that 10 and 10.00 are equal."""
    return f"{amount.normalize():f}"


# Preview


def effect_of(tournament: Tournament, key: str, more: Decimal, unit: str) -> tuple[Ranking, ...]:
    """Compute the effect on the rankings of taking *more* off a contestant's total, or of giving points back if it is
    negative. The rankings contain only the contestant and those whose rank changes. () if the contestant has no score
    yet, or the tournament is ranked in another unit."""
    field = Field(tournament)
    if unit != field.method.unit:
        return ()
    counted = field.counted()
    before = field.points(counted)
    after = field.points(counted, field.taken | {key: field.taken.get(key, Decimal(0)) + more})
    changed = []
    for ranking in field.rankings(before, after) if key in after.taken else ():
        lines = tuple(line for line in ranking.lines if line.key == key or line.rank_before != line.rank_after)
        if lines:
            changed.append(replace(ranking, lines=lines))
    return tuple(changed)


# The record


def differences(tournament: Tournament) -> list[str]:
    """List the columns in which a penalty differs from its events: "Penalty 0190...: amount"; [] when none does."""
    told: dict[str, dict[str, Any]] = {}
    for event in Event.objects.filter(stream_id=tournament.pk, kind__in=KINDS).order_by("seq"):
        data = event.data
        if event.kind == "penalty_given":
            names = ("contestant", "team", "law", "amount", "unit", "reason", "of")
            told[data["penalty"]] = {name: data[name] for name in names} | {
                "board": _key(event.board_id),
                "at": event.at,
                "by": event.by_id,
                "state": Penalty.State.GIVEN.value,
            }
        else:
            told[data["penalty"]]["state"] = Penalty.State.WITHDRAWN.value
    stored = {str(penalty.pk): _stored(penalty) for penalty in Penalty.objects.filter(tournament=tournament)}
    problems = [unlike_rows.missing("Penalty", key) for key in sorted(told.keys() - stored.keys())]
    problems += [unlike_rows.surplus("Penalty", key) for key in sorted(stored.keys() - told.keys())]
    for key in sorted(told.keys() & stored.keys()):
        if unlike := [name for name, value in told[key].items() if stored[key][name] != value]:
            problems.append(unlike_rows.unlike("Penalty", key, unlike))
    return problems


KINDS = ("penalty_given", "penalty_withdrawn")
"""Kinds of the events about a penalty."""


def _stored(penalty: Penalty) -> dict[str, Any]:
    return {
        "contestant": _key(penalty.contestant_id),
        "team": penalty.team,
        "law": penalty.law,
        "amount": _text(penalty.amount),
        "unit": penalty.unit,
        "reason": penalty.reason,
        "of": _key(penalty.incident_id),
        "board": _key(penalty.board_id),
        "at": penalty.at,
        "by": penalty.by_id,
        "state": penalty.state,
    }


def _key(key: uuid.UUID | None) -> str | None:
    return None if key is None else str(key)
