"""The course of a call in order of time, each line with its day where that is not the evening's own."""

from collections.abc import Iterator
from datetime import datetime

from django.utils.translation import gettext as _

from arbitrage.models import Appeal, AppealSeat
from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.document_parts import tabled
from arbitrage.pages.wording.people import person
from arbitrage.pages.wording.sentences import Words, listed
from arbitrage.pages.wording.standing import moment
from arbitrage.services import clock
from arbitrage.services.appeals import period
from arbitrage.services.incidents.standing import Standing

Entry = tuple[datetime, str, str, str]
"""Time, act, author, law."""


def told_with_its_course(found: Standing) -> bool:
    """Tell whether anything was replaced or appealed, so that a report needs its list in order of time."""
    return found.appeal is not None or any(one.why == "corrected" for one in found.rulings)


def course(found: Standing) -> Words:
    """Build the table: time, what was done, by whom, Law."""
    day = found.incident.tournament.date
    rows = [[moment(at, day), words, by, law] for at, words, by, law in sorted(_entries(found), key=lambda one: one[0])]
    return tabled([_("Time"), _("What was done"), _("By"), _("Law")], rows, grow=1)


def _entries(found: Standing) -> Iterator[Entry]:
    incident = found.incident
    called = _("The director is called")
    if incident.called_by:
        called = _("The director is called by %(seat)s") % {"seat": shown.seat(incident.called_by)}
    yield incident.called_at, called, "", "9B1"
    if incident.attended_at:
        yield incident.attended_at, _("The director is at the table"), person(incident.attended_by), ""
    for inquiry in found.inquiries:
        for ruling in inquiry.rulings.all():
            words = _("Provisional ruling") if ruling.provisional else _("Ruling")
            yield ruling.at, words, person(ruling.by), shown.law_number(ruling.law)
    for score, fixed in found.mark.replaced:
        yield score.at, _("Score confirmed, replaced since"), person(score.by), shown.law_number(fixed.law)
    score_now, fixed_now = found.mark.adjustment, found.mark.fixed
    if score_now is not None and fixed_now is not None:
        yield score_now.at, _("Score confirmed"), person(score_now.by), shown.law_number(fixed_now.law)
    yield from _of_the_publication(found)
    for appeal in incident.appeals.select_related("by", "decided_by").order_by("at", "pk"):
        yield from _of_an_appeal(appeal)


def _of_the_publication(found: Standing) -> Iterator[Entry]:
    tournament = found.incident.tournament
    if tournament.published_at is None:
        return
    yield tournament.published_at, _("Scores published"), "", "79C1"
    time = period(tournament, clock.now())
    if time.over and time.until is not None:
        asked = found.incident.appeals.exclude(state=Appeal.State.REFUSED).exists()
        words = _("End of the time for appeals") if asked else _("End of the time for appeals: no appeal")
        yield time.until, words, "", "92B"


def _of_an_appeal(appeal: Appeal) -> Iterator[Entry]:
    by = person(appeal.by)
    if appeal.state == Appeal.State.REFUSED:
        yield appeal.at, _("Appeal not heard"), by, appeal.law
        return
    who = shown.side(appeal.side) if appeal.side else _("the director")
    yield appeal.at, _("Appeal of %(who)s, received") % {"who": who}, by, "92A, 92D"
    if appeal.decided_at is None:
        return
    if appeal.state == Appeal.State.WITHDRAWN:
        yield appeal.decided_at, _("Appeal withdrawn"), person(appeal.decided_by), ""
    else:
        outcome = str(appeal.get_outcome_display())
        words = _("Appeal decided: %(outcome)s") % {"outcome": outcome[:1].lower() + outcome[1:]}
        yield appeal.decided_at, words, seated(appeal) or person(appeal.decided_by), appeal.law


def seated(appeal: Appeal) -> str:
    """Name who sat on an appeal, the chair first: "Agnès Tourneur (chair), Paul Durand"."""
    sat = sitting(appeal)
    with_role = _("%(name)s (%(role)s)")
    named = [
        name if role is AppealSeat.Role.MEMBER else with_role % {"name": name, "role": role.label.lower()}
        for role, name in sat
    ]
    return listed(named) if named else ""


def sitting(appeal: Appeal) -> list[tuple[AppealSeat.Role, str]]:
    """List who sits on an appeal, by role and name: the chair, the members, the scribe."""
    order = list(AppealSeat.Role)
    found = [
        (AppealSeat.Role(one.role), person(one.user) or one.name)
        for one in appeal.seats.select_related("user").order_by("pk")
    ]
    return sorted(found, key=lambda one: order.index(one[0]))
