"""Les décisions: what was ruled in the club, newest first."""

from datetime import datetime, timedelta
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Count
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.translation import gettext as _

from arbitrage.models import Adjustment, Incident
from arbitrage.report import law_number
from arbitrage.services import clock
from arbitrage.views import MemberRequest, for_members
from arbitrage.views.showing import person
from arbitrage.words import award_words
from rulings import text
from rulings.roles import with_roles

A_PAGE = 20


@for_members("GET")
def decision_list(request: MemberRequest) -> HttpResponse:
    """Every incident of the reader's clubs with what was ruled, by pages of twenty."""
    incidents = (
        Incident.objects.for_user(request.user)
        .annotate(sections=Count("tournament__sections", distinct=True))
        .with_record()
        .order_by("-called_at", "-pk")
    )
    page = Paginator(incidents, A_PAGE).get_page(request.GET.get("page"))
    now = clock.now()
    context = {"page": page, "lines": [_line(incident, now) for incident in page], "total": page.paginator.count}
    return render(request, "decision/list.html", context)


def _line(incident: Incident, now: datetime) -> dict[str, Any]:
    """An incident in two lines: where and when, what, the law, who ruled, where it stands."""
    inquiries = list(incident.inquiries.all())
    rulings = [ruling for inquiry in inquiries if (ruling := inquiry.current_ruling)]
    ruling = rulings[-1] if rulings else None
    sentence = ""
    if ruling is not None:
        data = ruling.data
        sentence = text.plain(data["text"], with_roles(data["facts"]), translation)
    confirmed = [one for one in incident.adjustments.all() if one.state == Adjustment.State.CONFIRMED]
    score = confirmed[-1] if confirmed else None
    titles = dict.fromkeys(_(inquiry.entry.title) for inquiry in inquiries)
    icon, state = _state(incident, now)
    return {
        "incident": incident,
        "table": _table(incident),
        "title": ", ".join(titles) or _("Nothing asked yet"),
        "sentence": sentence,
        "score": award_words(score.given) if score else "",
        "law": law_number(ruling.law) if ruling else "",
        "by": _name((ruling.by if ruling else None) or incident.attended_by or incident.opened_by),
        "icon": icon,
        "state": state,
    }


def _name(director: Any) -> str:
    """The director in one word, as the list has room for."""
    return director.last_name or person(director)


def _table(incident: Any) -> str:
    letter = incident.section.letter if incident.section and incident.sections > 1 else ""
    return f"{letter}{incident.table}" if incident.table else ""


def _state(incident: Incident, now: datetime) -> tuple[str, str]:
    """Where an incident stands: an icon and a word."""
    found = {
        Incident.State.OPEN: ("hand", _("In progress")),
        Incident.State.WAITING: ("again", _("To come back to")),
        Incident.State.RULED: ("check", _("Ruled")),
        Incident.State.APPEALED: ("disputed", _("Under appeal")),
        Incident.State.FINAL: ("check", _("Final")),
        Incident.State.WITHDRAWN: ("pencil", _("Withdrawn")),
    }[Incident.State(incident.state)]
    if incident.state == Incident.State.RULED and _may_appeal(incident, now):
        return "check", _("Appeal possible")
    return found


def _may_appeal(incident: Incident, now: datetime) -> bool:
    """Is the time for an appeal running (Law 92B)?"""
    published = incident.tournament.published_at
    period = timedelta(minutes=incident.tournament.correction_minutes)
    return published is not None and published <= now < published + period
