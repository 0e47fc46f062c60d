"""Check of a case file: its rows must be those derived from its events, and must refer to no rows outside the file."""

import json
import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from arbitrage.exchange import case_json
from arbitrage.exchange.case_json import CaseFile
from arbitrage.exchange.records import Unreadable
from arbitrage.models.incident import EDITIONS
from arbitrage.services.files.cases.leaving import plain_rows, projected
from arbitrage.services.record import history
from rulings.scores.award import Award

BORN = {
    "inquiry_opened": "inquiry",
    "answered": "answer",
    "duty_opened": "duty",
    "ruling_issued": "ruling",
    "adjustment_confirmed": "adjustment",
    "commented": "remark",
    "question_asked": "remark",
    "question_answered": "remark",
    "reviewed": "remark",
    "ruling_corrected": "remark",
    "right_told": "told",
    "appeal_requested": "appeal",
    "appeal_refused": "appeal",
    "appeal_stated": "words",
    "appeal_seated": "seat",
}
"""Kinds of events that create a row, with the field that has its id."""

ORIGIN = re.compile(r'\\*"origin\\*":\\*"[^"\\]*\\*"')
"""Pattern of the field "origin", which refers to an inquiry, in the JSON text of a table among the facts."""

OUTCOME = frozenset({"law", "text", "rectifications", "duties", "trail", "law_refs", "facts"})


def check_record(case: CaseFile) -> None:
    """Compare the rows of a file with those derived from its events, and check that this version can use them.

    :raises Unreadable: the rows differ, the events are not a complete case or refer to rows outside the file, or an
    edition or a law is unknown here.
    """
    try:
        rows = plain_rows(projected(case.events, case.notes))
        readable = (
            _closed(case)
            and all(map(_is_outcome, rows["rulings"]))
            and all(map(_has_facts, rows["inquiries"]))
            and all(
                Award.from_json(adjustment["award"]).as_json() == adjustment["award"]
                for adjustment in rows["adjustments"]
            )
        )
    except (LookupError, TypeError, ValueError, AttributeError):
        readable = False
    if not readable:
        raise Unreadable("events", _("The events of the file do not tell a case. Nothing was stored."))
    if history.canonical(rows) != history.canonical(case.record):
        reason = _("What the file says of the case does not follow from its events. Nothing was stored.")
        raise Unreadable("record", reason)
    for inquiry in rows["inquiries"]:
        if inquiry["law"] not in EDITIONS.get(inquiry["edition"], {}):
            reason = _(
                "The case was ruled under Law %(law)s, edition %(edition)s, which is not in this version of Arbitrage. "
                "Bring it up to date, then try again."
            )
            raise Unreadable("", reason % {"law": inquiry["law"], "edition": inquiry["edition"]})


def _closed(case: CaseFile) -> bool:
    """Do the events refer only to rows of the file?

    Two references to other cases are allowed: a score may replace one of another case, and a card on the table may come
    from one (`ORIGIN`).
    """
    known = {case.incident, case.tournament, *case.sections.values(), *(note.id for note in case.notes)}
    known |= {key for board in case.boards for key in (board.id, *board.results)}
    for event in case.events:
        known |= {event.said["id"], event.said["club"]}
        if event.said["kind"] in BORN:
            known.add(event.said["data"][BORN[event.said["kind"]]])
    return all(
        set(case_json.UUID.findall(ORIGIN.sub("", case_json.canonical(_without_other_cases(event.said))))) <= known
        for event in case.events
    )


def _without_other_cases(body: Mapping[str, Any]) -> dict[str, Any]:
    """Remove from the data of an event about an adjusted score the ids of the scores that it replaces or that replace
    it, which may belong to other cases."""
    data = {name: value for name, value in body["data"].items() if name not in ("followed_by", "supersedes")}
    return dict(body) | {"data": data if body["kind"].startswith("adjustment") else body["data"]}


def _is_outcome(ruling: Mapping[str, Any]) -> bool:
    outcome: dict[str, Any] = json.loads(ruling["outcome"])
    return outcome.keys() >= OUTCOME


def _has_facts(inquiry: Mapping[str, Any]) -> bool:
    return all(isinstance(value, str) for value in dict(inquiry["facts"]).values())
