"""A decision in two lines, as the list of decisions shows it."""

from collections.abc import Collection, Iterator
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _

from arbitrage.models import Club, Incident, Inquiry
from arbitrage.models.rows_of_calls import listed
from arbitrage.pages.decisions.kept_lines import Call, kept_lines
from arbitrage.pages.decisions.review import seal
from arbitrage.pages.wording.notation import law_number
from arbitrage.pages.wording.people import names_in, person
from arbitrage.pages.wording.standing import counted_words, stands_words, state_word
from arbitrage.services.incidents.standing import Standing, State, standings
from arbitrage.services.process_cache import ProcessCache
from arbitrage.services.proof import checks
from rulings.engine import text
from rulings.engine.roles import with_roles

ON_SCREEN, ON_PAPER = "decisions/line.html", "decisions/print_line.html"
"""Templates of a line."""


def list_page(page: Any, form: Any, template: str) -> dict[str, Any]:
    """Build the list of decisions: its lines, the filter in force, and the possible filters. The rows of *page* are
    tuples of the fields `OF_A_CALL`."""
    sent = form.sent
    return {
        "page": page,
        "lines": written_lines(page.object_list, form.club, template),
        "total": page.paginator.count,
        "every": form.mine.count() if sent else page.paginator.count,
        "form": form,
        "selects": form.selects,
        "chosen": form.said(),
        "check": check_words(),
        "query": f"{urlencode(sent)}&" if sent else "",
    }


_written: ProcessCache[SafeString] = ProcessCache(most=5_000_000, weight=len)
"""Cache of the lines of calls in HTML, by language and template; its weight is in characters."""


def written_lines(calls: Collection[Call], club: Club, template: str) -> list[SafeString]:
    """Write a line for each of the *calls* of a club, or take it from the cache as long as no member was renamed."""
    names = names_in(club.pk) if calls else {}

    def write(unknown: list[UUID]) -> Iterator[tuple[UUID, SafeString, Incident | None]]:
        incidents = listed(unknown)
        for incident in incidents:
            incident.club = club
        for pk, standing in standings(incidents).items():
            said = line(standing)
            named = said["by_id"] is None or said["by_id"] in names
            yield pk, render_to_string(template, said), standing.incident if named else None

    return kept_lines(_written, {call[0]: call for call in calls}, get_language(), template, write=write, names=names)


def check_words() -> dict[str, Any] | None:
    """Say when the whole record was last verified, and the result; None if it never was."""
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


def line(standing: Standing) -> dict[str, Any]:
    """Write an incident in two lines: the place and time, the ruling, its law, the director, and the state of the
    incident. *stands* is the current state of the ruling; *struck* is true if it no longer counts."""
    incident, last = standing.incident, standing.last
    sentence = stands = law = ""
    if last is not None:
        data = last.ruling.data
        sentence = text.plain(data["text"], with_roles(data["facts"]), translation)
        stands = stands_words(last, incident.tournament.date) if last.state in SAID_IN_A_LIST else ""
        law = law_number(last.ruling.law)
    icon, state = state_word(standing)
    ruled_by = (last.decided.by if last.decided.body == "director" else last.ruling.by) if last else None
    by = ruled_by or incident.attended_by or incident.opened_by
    return {
        "incident": incident,
        "table": _table(incident),
        "title": title(incident),
        "sentence": sentence,
        "stands": stands,
        "struck": last is not None and not last.counts,
        "score": counted_words(standing.mark),
        "law": law,
        "by": _name(by),
        "by_id": by.pk if by else None,
        "icon": icon,
        "state": state,
        "review": _review(incident),
    }


SAID_IN_A_LIST = (State.SUPERSEDED, State.CHANGED, State.AGAIN, State.OVERTAKEN)
"""States of a ruling that the list explains in a sentence. For the others, the state of the incident is enough."""


def title(incident: Incident) -> str:
    """Write the titles of the laws of an incident's inquiries, each once, without dropped inquiries."""
    counted = (inquiry for inquiry in incident.inquiries.all() if inquiry.stage != Inquiry.Stage.DROPPED)
    titles = dict.fromkeys(_(inquiry.entry.title) for inquiry in counted)
    return ", ".join(titles) or _("Nothing asked yet")


def _review(incident: Any) -> str:
    """Return the text of the link to the review of a decision: a question waits for an answer, the decision was
    reviewed, or it can be."""
    if incident.asked:
        return _("A question waits")
    return _("Reviewed") if incident.reviewed else pgettext("a decision", "Review")


def _name(director: Any) -> str:
    """Return the director's last name, as the list has little room."""
    return (director.last_name or person(director)) if director is not None else ""


def _table(incident: Any) -> str:
    letter = incident.section.letter if incident.section and incident.sections > 1 else ""
    return f"{letter}{incident.table}" if incident.table else ""
