"""Chronology of a call. A line shows its day only if that differs from the tournament's."""

from collections.abc import Iterator
from datetime import datetime

from django.utils.translation import gettext as _

from arbitrage.models import Appeal, AppealSeat
from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.day_and_hour import moment
from arbitrage.pages.wording.document_parts import tabled
from arbitrage.pages.wording.people import person
from arbitrage.pages.wording.sentences import Words, listed
from arbitrage.services import clock
from arbitrage.services.appeals import period
from arbitrage.services.incidents.standing import Standing

Entry = tuple[datetime, str, str, str]
"""Time, act, author, law."""


def told_with_its_course(standing: Standing) -> bool:
    """Was a ruling replaced or appealed, so that the report needs a chronology?"""
    return standing.appeal is not None or any(ruled.why == "corrected" for ruled in standing.rulings)


def course(standing: Standing) -> Words:
    """Build the table of a call's events: time, act, author, Law."""
    day = standing.incident.tournament.date
    rows = [
        [moment(at, day), words, by, law]
        for at, words, by, law in sorted(_entries(standing), key=lambda entry: entry[0])
    ]
    return tabled([_("Time"), _("What was done"), _("By"), _("Law")], rows, grow=1)


def _entries(standing: Standing) -> Iterator[Entry]:
    incident = standing.incident
    called = _("The director is called")
    if incident.called_by:
        called = _("The director is called by %(seat)s") % {"seat": shown.seat(incident.called_by)}
    yield incident.called_at, called, "", "9B1"
    if incident.attended_at:
        yield incident.attended_at, _("The director is at the table"), person(incident.attended_by), ""
    for inquiry in standing.inquiries:
        for ruling in inquiry.rulings.all():
            words = _("Provisional ruling") if ruling.provisional else _("Ruling")
            yield ruling.at, words, person(ruling.by), shown.law_number(ruling.law)
    for score, fixed in standing.mark.replaced:
        yield score.at, _("Score confirmed, replaced since"), person(score.by), shown.law_number(fixed.law)
    score_now, fixed_now = standing.mark.adjustment, standing.mark.fixed
    if score_now is not None and fixed_now is not None:
        yield score_now.at, _("Score confirmed"), person(score_now.by), shown.law_number(fixed_now.law)
    yield from _of_the_publication(standing)
    for appeal in incident.appeals.select_related("by", "decided_by").order_by("at", "pk"):
        yield from _of_an_appeal(appeal)


def _of_the_publication(standing: Standing) -> Iterator[Entry]:
    tournament = standing.incident.tournament
    if tournament.published_at is None:
        return
    yield tournament.published_at, _("Scores published"), "", "79C1"
    time = period(tournament, clock.now())
    if time.over and time.until is not None:
        appealed = standing.incident.appeals.exclude(state=Appeal.State.REFUSED).exists()
        words = _("End of the time for appeals") if appealed else _("End of the time for appeals: no appeal")
        yield time.until, words, "", "92B"


def _of_an_appeal(appeal: Appeal) -> Iterator[Entry]:
    by = person(appeal.by)
    if appeal.state == Appeal.State.REFUSED:
        yield appeal.at, _("Appeal not heard"), by, appeal.law
        return
    appellant = shown.side(appeal.side) if appeal.side else _("the director")
    yield appeal.at, _("Appeal of %(who)s, received") % {"who": appellant}, by, "92A, 92D"
    if appeal.decided_at is None:
        return
    if appeal.state == Appeal.State.WITHDRAWN:
        yield appeal.decided_at, _("Appeal withdrawn"), person(appeal.decided_by), ""
    else:
        outcome = str(appeal.get_outcome_display())
        words = _("Appeal decided: %(outcome)s") % {"outcome": outcome[:1].lower() + outcome[1:]}
        yield appeal.decided_at, words, seated(appeal) or person(appeal.decided_by), appeal.law


def seated(appeal: Appeal) -> str:
    """Name the committee of an appeal, the chair first: "Agnès Tourneur (chair), Paul Durand"."""
    sat = sitting(appeal)
    with_role = _("%(name)s (%(role)s)")
    named = [
        name if role is AppealSeat.Role.MEMBER else with_role % {"name": name, "role": role.label.lower()}
        for role, name in sat
    ]
    return listed(named) if named else ""


def sitting(appeal: Appeal) -> list[tuple[AppealSeat.Role, str]]:
    """List the committee of an appeal, by role and name: the chair, the members, the scribe."""
    order = list(AppealSeat.Role)
    members = [
        (AppealSeat.Role(seat.role), person(seat.user) or seat.name)
        for seat in appeal.seats.select_related("user").order_by("pk")
    ]
    return sorted(members, key=lambda member: order.index(member[0]))
