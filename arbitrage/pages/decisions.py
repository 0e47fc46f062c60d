"""A decision as the list of decisions tells it, in two lines."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from arbitrage.models import Adjustment, Appeal, Incident, Ruling
from arbitrage.pages.appeals import state_words
from arbitrage.pages.notation import law_number
from arbitrage.pages.people import person
from arbitrage.pages.review import seal
from arbitrage.pages.revokes import overtaken_words
from arbitrage.pages.words import award_words
from arbitrage.services.finality import is_final
from arbitrage.services.record import checks
from arbitrage.services.regulations import appeal_minutes
from arbitrage.services.results.revokes import of_revokes, overtaken_on
from rulings.engine import text
from rulings.engine.roles import with_roles


def list_page(page: Any, form: Any, now: datetime) -> dict[str, Any]:
    """All that the list of decisions shows: a page of lines, what was chosen and what may be chosen."""
    sent, gone = form.sent, overtaken_in(page)
    return {
        "page": page,
        "lines": [line(incident, now, gone) for incident in page],
        "total": page.paginator.count,
        "every": form.mine.count() if sent else page.paginator.count,
        "form": form,
        "selects": form.selects,
        "chosen": form.said(),
        "check": check_words(),
        "query": f"{urlencode(sent)}&" if sent else "",
    }


def check_words() -> dict[str, Any] | None:
    """When the whole record was last verified, and what it was then; None when it never was."""
    check = checks.last()
    if check is None:
        return None
    return {
        "at": check.at,
        "events": check.events,
        "chains": check.chains,
        "seal": seal(check.seal),
        "problems": check.problems,
    }


def line(incident: Incident, now: datetime, gone: Mapping[UUID, Ruling]) -> dict[str, Any]:
    """An incident in two lines: where and when, what, the law, who ruled, where it stands.

    *gone* are the inquiries that another ruling has overtaken.
    """
    inquiries = list(incident.inquiries.all())
    rulings = [ruling for inquiry in inquiries if (ruling := inquiry.current_ruling)]
    ruling = rulings[-1] if rulings else None
    sentence = overtaken = ""
    if ruling is not None:
        data = ruling.data
        sentence = text.plain(data["text"], with_roles(data["facts"]), translation)
        by = gone.get(ruling.inquiry_id)
        overtaken = overtaken_words(by, ruling) if by else ""
    confirmed = [one for one in incident.adjustments.all() if one.state == Adjustment.State.CONFIRMED]
    score = confirmed[-1] if confirmed else None
    icon, state = _state(incident, now)
    return {
        "incident": incident,
        "table": _table(incident),
        "title": title(incident),
        "sentence": sentence,
        "overtaken": overtaken,
        "score": award_words(score.given) if score else "",
        "law": law_number(ruling.law) if ruling else "",
        "by": _name((ruling.by if ruling else None) or incident.attended_by or incident.opened_by),
        "icon": icon,
        "state": state,
        "review": _review(incident),
    }


def title(incident: Incident) -> str:
    """What was asked about an incident, each thing once."""
    titles = dict.fromkeys(_(inquiry.entry.title) for inquiry in incident.inquiries.all())
    return ", ".join(titles) or _("Nothing asked yet")


def _review(incident: Any) -> str:
    """What the link to the review of a decision says: that a question waits, that it was reviewed, or to do it."""
    if incident.asked:
        return _("A question waits")
    return _("Reviewed") if incident.reviewed else pgettext("a decision", "Review")


def overtaken_in(incidents: Iterable[Incident]) -> dict[UUID, Ruling]:
    """The inquiries of incidents whose ruling on a revoke another one has overtaken, with that one."""
    revokes = [one for one in incidents if any(map(of_revokes, one.inquiries.all()))]
    return overtaken_on(revokes) if revokes else {}


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
    decided = [one for one in incident.appeals.all() if one.state == Appeal.State.DECIDED]
    if incident.state == Incident.State.RULED and decided:
        return state_words(decided[-1])
    if incident.state == Incident.State.RULED and _may_appeal(incident, now):
        return "check", _("Appeal possible")
    if is_final(incident, now, incident.club):
        return "check", _("Final")
    return found


def _may_appeal(incident: Incident, now: datetime) -> bool:
    """Is the time for an appeal running (Law 92B)?"""
    published = incident.tournament.published_at
    if published is None:
        return False
    period = timedelta(minutes=appeal_minutes(incident.tournament, incident.club))
    return published <= now < published + period
