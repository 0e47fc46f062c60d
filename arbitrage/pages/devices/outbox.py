"""Replies to the acts that a device sends, in the reader's language, and the rulings that a device gave offline beside
the server's."""

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Any

from django.db.models import UUIDField
from django.utils import timezone, translation
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from arbitrage.database.prepared import Prepared
from arbitrage.models import Event, Incident, Inquiry
from arbitrage.models.incident import EDITIONS
from arbitrage.pages.wording.notation import clock
from arbitrage.pages.wording.people import person
from arbitrage.pages.wording.trail import answer_words, questions
from arbitrage.services.errors import Refused
from arbitrage.services.incidents import Outcome
from arbitrage.services.incidents.outbox import Done, digest_of
from arbitrage.services.incidents.ruling_digest import ruling_digest
from arbitrage.services.tournaments.playing_director import closes
from rulings.engine import text
from rulings.engine.inquiry import compile_tree
from rulings.engine.roles import with_roles

if TYPE_CHECKING:
    from django.contrib.auth.models import User


def done(outcome: Done, user: "User") -> dict[str, Any]:
    """Tell the device the outcome of an act that it sent. If its director still has to play the board, say only that
    the act was accepted."""
    incident = outcome.incident
    if closes(incident.board_id, incident.tournament, user):
        return _taken(outcome)
    data: dict[str, Any] = {"status": outcome.status, "incident": str(incident.pk), "url": incident.get_absolute_url()}
    if outcome.inquiry is not None:
        data |= {"inquiry": str(outcome.inquiry.pk), "version": outcome.inquiry.version}
        data["url"] = outcome.inquiry.get_absolute_url()
    if outcome.outcome is not None and outcome.status == "conflict":
        data |= _conflict(outcome.outcome, user)
    if outcome.inquiry is not None and outcome.outcome is None and outcome.status != "noted":
        data["ruling"] = digest_of(outcome.inquiry)
    return data


def _taken(outcome: Done) -> dict[str, Any]:
    where: Incident | Inquiry = outcome.inquiry or outcome.incident
    data = {"status": "accepted", "incident": str(outcome.incident.pk), "url": where.get_absolute_url()}
    return data | ({"inquiry": str(outcome.inquiry.pk)} if outcome.inquiry else {})


def _conflict(outcome: Outcome, user: "User") -> dict[str, Any]:
    """Describe the answer that came first and is in force, with its author, who may be the same *user* on another
    device."""
    kept, inquiry = outcome.answer, outcome.inquiry
    asked = questions(inquiry.edition, inquiry.law).get(kept.question)
    known = with_roles(inquiry.known())
    return {
        "counts": kept.value,
        "by": _("you, on another device") if kept.by_id == user.pk else person(kept.by),
        "at": clock(timezone.localtime(kept.at)),
        "theirs": str(answer_words(asked, kept.value, known)) if asked else kept.value,
        "mine": str(answer_words(asked, outcome.value, known)) if asked else outcome.value,
    }


def refused(refusal: Refused) -> dict[str, str]:
    """Explain why an act was refused."""
    return {"status": "refused", "code": refusal.code, "message": str(refusal)}


_SAID = Prepared(
    lambda incident: (
        Event.objects.filter(incident=incident, kind__in=("ruled_offline", "answer_refused"))
        .select_related("by")
        .order_by("-seq")
    ),
    incident=UUIDField(),
)


def said_otherwise(inquiry: Inquiry) -> dict[str, Any]:
    """List the differences from the ruling in force of an inquiry. "ruled_offline" is the last ruling that a device
    gave offline if it is a different one, or None. "answered_otherwise" has the answers that were not applied because
    another answer came first."""
    entries = [event for event in _SAID(incident=inquiry.incident_id) if event.data["inquiry"] == str(inquiry.pk)]
    ruled = next((event for event in entries if event.kind == "ruled_offline"), None)
    differs = ruled is not None and ruled.data["ruling"] != digest_of(inquiry)
    return {
        "ruled_offline": said_offline(ruled, inquiry) if ruled is not None and differs else None,
        "answered_otherwise": _answered_otherwise(
            inquiry, [event for event in entries if event.kind == "answer_refused"]
        ),
    }


def ruled_offline(inquiry: Inquiry) -> dict[str, Any] | None:
    """Return the last ruling that a device gave offline, if it differs from the server's; None otherwise."""
    ruling: dict[str, Any] | None = said_otherwise(inquiry)["ruled_offline"]
    return ruling


def _answered_otherwise(inquiry: Inquiry, refused: Iterable[Event]) -> list[dict[str, Any]]:
    """List the last refused answer of each director to each question, if the answer that came first is still in
    force."""
    if not refused:
        return []
    counts = {answer.question: answer for answer in inquiry.answers.all()}
    asked, known = questions(inquiry.edition, inquiry.law), with_roles(inquiry.known())
    answers: dict[tuple[str, Any], dict[str, Any]] = {}
    for event in refused:
        kept, question = counts.get(event.data["question"]), asked.get(event.data["question"])
        if question is None or question.kind == "words" or kept is None:
            continue
        if kept.at > event.at or kept.value == event.data["value"] or (question.id, event.by_id) in answers:
            continue
        answers[question.id, event.by_id] = {
            "question": text.plain(question.text, known, translation, dict(question.roles)),
            "by": person(event.by),
            "at": clock(timezone.localtime(event.at)),
            "mine": answer_words(question, event.data["value"], known),
            "counts": answer_words(question, kept.value, known),
            "of": person(kept.by),
        }
    return list(answers.values())


def said_offline(event: Event, inquiry: Inquiry) -> dict[str, Any]:
    """Write a ruling that was given offline: its sentence and law ("" if this version no longer has them), its time and
    its author."""
    law, message = _rulings(inquiry.edition, inquiry.law).get(event.data["ruling"], ("", ""))
    at = parse_datetime(event.data.get("read_at") or "") or event.at
    return {
        "law": law,
        "words": text.plain(message, with_roles(inquiry.known()), translation) if message else "",
        "at": clock(timezone.localtime(at if timezone.is_aware(at) else event.at)),
        "by": person(event.by),
    }


@cache
def _rulings(edition: str, law: str) -> dict[str, tuple[str, str]]:
    """Index the rulings of a law by digest; each value is the reference and the sentence."""
    nodes = compile_tree(EDITIONS[edition][law])["nodes"]
    rulings = (node["ruling"] for node in nodes if "ruling" in node)
    return {ruling_digest(ruling): (ruling["law"], ruling["text"]) for ruling in rulings}
