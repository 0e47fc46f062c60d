"""The review of a decision: the ruling, the remarks on it, its reviewers, and the verification of its record."""

import datetime
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.db.models import IntegerField
from django.urls import reverse
from django.utils.translation import gettext as _

from arbitrage.database.prepared import Prepared
from arbitrage.models import Incident, Inquiry, Remark, Stream
from arbitrage.pages.wording.people import person
from arbitrage.pages.wording.questions_and_rulings import ruling_paragraph
from arbitrage.pages.wording.sentences import plain
from arbitrage.pages.wording.standing import decided_line, due_words, mark_words, stands_words
from arbitrage.pages.wording.tables_and_boards import place
from arbitrage.services.incidents.revisions import told_apart
from arbitrage.services.incidents.standing import Stands, standing
from arbitrage.services.record import history

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from arbitrage.models.tournament import TournamentQuerySet

ICONS = {
    Remark.Kind.COMMENT: "speaker",
    Remark.Kind.QUESTION: "disputed",
    Remark.Kind.ANSWER: "speaker",
    Remark.Kind.REVIEW: "check",
    Remark.Kind.CORRECTION: "pencil",
}


def review_page(incident: Incident, reader: "User", *, may_review: bool, may_rule: bool) -> dict[str, Any]:
    """Build the page of a review."""
    inquiries = [inquiry for inquiry in incident.inquiries.all() if inquiry.stage != Inquiry.Stage.DROPPED]
    shown, day = standing(incident), incident.tournament.date
    remarks = list(Remark.objects.filter(incident=incident).select_related("by", "to", "ruling").order_by("at", "pk"))
    given = [decision for inquiry in inquiries for decision in told_apart(inquiry.rulings.all())]
    newest = max(given, key=lambda decision: (decision.ruling.at, decision.ruling.revision), default=None)
    last = newest.ruling if newest else None
    own = newest is not None and newest.by == reader
    reviewers = [
        remark for remark in remarks if remark.kind == Remark.Kind.REVIEW and last and remark.ruling_id == last.pk
    ]
    return {
        "incident": incident,
        "place": place(incident),
        "inquiries": [_inquiry(inquiry, shown.of(inquiry.pk), day) for inquiry in inquiries],
        "mark": mark_words(shown.mark, day),
        "due": due_words(shown.due),
        "remarks": [_remark(remark, may_rule) for remark in remarks],
        "reviewers": [{"by": person(reviewer.by), "at": reviewer.at} for reviewer in reviewers],
        "may_review": may_review,
        "may_rule": may_rule,
        "may_mark": may_review
        and last is not None
        and not own
        and all(reviewer.by_id != reader.pk for reviewer in reviewers),
        "own": own,
        "ruled": last is not None,
        "record": record_of(incident),
        "back_url": reverse("decision_list"),
    }


def record_of(incident: Incident) -> dict[str, Any]:
    """Return the number of entries of an incident's record, the first digits of its last hash, and the result of
    verifying its chain now."""
    stream = Stream.objects.get(pk=incident.pk)
    return {"entries": stream.seq, "seal": seal(stream.head), "sound": not history.verify(stream)}


def seal(head: str) -> str:
    """Shorten a hash to its first eight digits, in two groups that can be read aloud: "3f9a 12bc"."""
    return f"{head[:4]} {head[4:8]}" if head else ""


_ASKED = Prepared(
    lambda reader: (
        Remark.objects.filter(to=reader, answered_at=None, kind=Remark.Kind.QUESTION)
        .order_by()
        .values_list("pk", flat=True)[:1]
    ),
    reader=IntegerField(),
)


def asked_of(reader: "User", tournaments: "TournamentQuerySet") -> Iterable[dict[str, Any]]:
    """List the questions about decisions of these tournaments that the reader has not answered yet, oldest first."""
    if not _ASKED(reader=reader.pk):
        return []  # the usual case, on every page
    of_these = tournaments.values("pk").order_by()
    questions = Remark.objects.waiting().filter(to=reader, incident__tournament__in=of_these)
    return [
        {
            "id": question.pk,
            "words": question.text,
            "by": person(question.by),
            "at": question.at,
            "incident": question.incident,
        }
        for question in questions.select_related("incident", "by").order_by("at", "pk")[:20]
    ]


def _inquiry(inquiry: Inquiry, stands: Stands | None, day: datetime.date) -> dict[str, Any]:
    """Show the rulings of an inquiry, their present state (*stands*), and its revisions."""
    rulings = sorted(inquiry.rulings.all(), key=lambda ruling: ruling.revision)
    ruling = stands.ruling if stands else None
    given = [ruling for ruling in rulings if not ruling.provisional]
    return {
        "inquiry": inquiry,
        "title": _(inquiry.entry.title),
        "sentence": ruling_paragraph(ruling)[0][1] if ruling else "",
        "words": plain(ruling_paragraph(ruling)[1:]).strip() if ruling else "",
        "ruling": ruling,
        "decided": decided_line(stands, day) if stands else "",
        "stands": stands_words(stands, day) if stands else "",
        "struck": stands is not None and not stands.counts,
        "revisions": rulings if len(rulings) > 1 else [],
        "compare": (given[-2].revision, given[-1].revision)
        if len(given) > 1
        else (rulings[-2].revision, rulings[-1].revision)
        if len(rulings) > 1
        else None,
    }


def _remark(remark: Remark, may_rule: bool) -> dict[str, Any]:
    who = {"by": person(remark.by), "to": person(remark.to)}
    fact = {
        Remark.Kind.COMMENT: _("%(by)s comments"),
        Remark.Kind.QUESTION: _("%(by)s asks %(to)s"),
        Remark.Kind.ANSWER: _("%(by)s answers"),
        Remark.Kind.REVIEW: _("Reviewed by %(by)s"),
        Remark.Kind.CORRECTION: _("%(by)s gave another ruling"),
    }[Remark.Kind(remark.kind)] % who
    waits = remark.kind == Remark.Kind.QUESTION and remark.answered_at is None
    return {
        "id": remark.pk,
        "kind": remark.kind,
        "icon": ICONS[Remark.Kind(remark.kind)],
        "fact": fact,
        "words": remark.text,
        "at": remark.at,
        "waits": waits,
        "may_answer": waits and may_rule,
        "ruling": remark.ruling,
    }
