"""A decision read again: what was ruled, what was said of it, who has reviewed it, and whether its record holds."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils.translation import gettext as _

from arbitrage.models import Club, Incident, Inquiry, Remark, Stream
from arbitrage.pages.people import person
from arbitrage.pages.places import place
from arbitrage.pages.report.inquiries import ruling_paragraph
from arbitrage.pages.sentences import plain
from arbitrage.services.record import history

if TYPE_CHECKING:
    from django.contrib.auth.models import User

ICONS = {
    Remark.Kind.COMMENT: "speaker",
    Remark.Kind.QUESTION: "disputed",
    Remark.Kind.ANSWER: "speaker",
    Remark.Kind.REVIEW: "check",
    Remark.Kind.CORRECTION: "pencil",
}


def review_page(incident: Incident, reader: "User", *, may_review: bool, may_rule: bool) -> dict[str, Any]:
    """All that the page of a review shows."""
    inquiries = [one for one in incident.inquiries.all() if one.stage != Inquiry.Stage.DROPPED]
    remarks = list(Remark.objects.filter(incident=incident).select_related("by", "to", "ruling").order_by("at", "pk"))
    given = [ruling for inquiry in inquiries for ruling in inquiry.rulings.all()]
    last = max(given, key=lambda one: (one.at, one.revision), default=None)
    reviewers = [one for one in remarks if one.kind == Remark.Kind.REVIEW and last and one.ruling_id == last.pk]
    return {
        "incident": incident,
        "place": place(incident),
        "inquiries": [_inquiry(one) for one in inquiries],
        "remarks": [_remark(one, may_rule) for one in remarks],
        "reviewers": [{"by": person(one.by), "at": one.at} for one in reviewers],
        "may_review": may_review,
        "may_rule": may_rule,
        "may_mark": may_review
        and last is not None
        and last.by_id != reader.pk
        and all(one.by_id != reader.pk for one in reviewers),
        "own": last is not None and last.by_id == reader.pk,
        "ruled": last is not None,
        "record": record_of(incident),
        "back_url": reverse("decision_list"),
    }


def record_of(incident: Incident) -> dict[str, Any]:
    """How many entries the record of an incident has, the first digits of its seal, and whether it is what was
    written: the chain is computed again for this page."""
    stream = Stream.objects.get(pk=incident.pk)
    return {"entries": stream.seq, "seal": seal(stream.head), "sound": not history.verify(stream)}


def seal(head: str) -> str:
    """The first digits of a hash, as they are read aloud: "3f9a 12bc"."""
    return f"{head[:4]} {head[4:8]}" if head else ""


def asked_of(reader: "User", club: Club | None) -> Iterable[dict[str, Any]]:
    """The questions that wait for somebody in a club, oldest first."""
    if not Remark.objects.filter(to=reader, answered_at=None, kind=Remark.Kind.QUESTION).exists():
        return []  # the usual case, on every page
    found = Remark.objects.in_club(club).waiting().filter(to=reader).select_related("incident", "by")
    return [
        {"id": one.pk, "words": one.text, "by": person(one.by), "at": one.at, "incident": one.incident}
        for one in found.order_by("at", "pk")[:20]
    ]


def _inquiry(inquiry: Inquiry) -> dict[str, Any]:
    rulings = sorted(inquiry.rulings.all(), key=lambda one: one.revision)
    ruling = inquiry.current_ruling
    given = [one for one in rulings if not one.provisional]
    return {
        "inquiry": inquiry,
        "title": _(inquiry.entry.title),
        "sentence": ruling_paragraph(ruling)[0][1] if ruling else "",
        "words": plain(ruling_paragraph(ruling)[1:]).strip() if ruling else "",
        "ruling": ruling,
        "by": person(ruling.by) if ruling else "",
        "revisions": rulings if len(rulings) > 1 else [],
        "compare": (given[-2].revision, given[-1].revision)
        if len(given) > 1
        else (rulings[-2].revision, rulings[-1].revision)
        if len(rulings) > 1
        else None,
    }


def _remark(one: Remark, may_rule: bool) -> dict[str, Any]:
    who = {"by": person(one.by), "to": person(one.to)}
    fact = {
        Remark.Kind.COMMENT: _("%(by)s comments"),
        Remark.Kind.QUESTION: _("%(by)s asks %(to)s"),
        Remark.Kind.ANSWER: _("%(by)s answers"),
        Remark.Kind.REVIEW: _("Reviewed by %(by)s"),
        Remark.Kind.CORRECTION: _("%(by)s gave another ruling"),
    }[Remark.Kind(one.kind)] % who
    waits = one.kind == Remark.Kind.QUESTION and one.answered_at is None
    return {
        "id": one.pk,
        "kind": one.kind,
        "icon": ICONS[Remark.Kind(one.kind)],
        "fact": fact,
        "words": one.text,
        "at": one.at,
        "waits": waits,
        "may_answer": waits and may_rule,
        "ruling": one.ruling,
    }
