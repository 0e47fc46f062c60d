"""Hearing of an appeal: the committee, the statements of the sides, notes."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from arbitrage.database.ids import uuid7
from arbitrage.models import Appeal, AppealSeat, AppealWords, Incident
from arbitrage.services.appeals.sitting import barred
from arbitrage.services.errors import Refused
from arbitrage.services.incidents.locking import locked
from arbitrage.services.incidents.notes import note_of, words_typed
from arbitrage.services.record.history import record
from arbitrage.services.record.keys import key_text

SEATED = (Appeal.Body.COMMITTEE, Appeal.Body.REFEREE)
"""Bodies that consist of seated members, whom the record names."""


def opened(appeal: Appeal) -> tuple[Incident, Appeal]:
    """Lock the incident of an appeal, and return it with the appeal as it is stored.

    :raises Refused: the appeal is over.
    """
    incident = locked(appeal.incident)
    appeal = Appeal.objects.with_everything().get(pk=appeal.pk)
    if appeal.state != Appeal.State.REQUESTED:
        raise Refused(_("This appeal is over: nothing is added to it any more."), "over")
    return incident, appeal


@transaction.atomic
def say(*, appeal: Appeal, kind: str, words: str, by: User) -> AppealWords:
    """Record a statement of a side or of the director, or a note of the hearing. A statement is never replaced.

    :raises Refused: the text is empty or too long, the author is missing, or the appeal is over.
    """
    incident, appeal = opened(appeal)
    note = note_of(incident, words_typed(words))
    if kind not in AppealWords.Kind.values:
        raise Refused(_("Say whose statement it is."), "kind")
    if note is None:
        raise Refused(_("Write a few words first."), "empty")
    key = uuid7()
    record(incident, by, "appeal_stated", words=key, appeal=appeal.pk, kind=kind, note=key_text(note))
    return AppealWords.objects.get(pk=key)


@transaction.atomic
def set_body(*, appeal: Appeal, body: str, by: User) -> Appeal:
    """Set the body that hears an appeal: a committee, a single referee, or the director who reconsiders (93A). The
    members of the previous body are unseated. A repetition changes nothing.

    :raises Refused: the body is unknown, the authority hears the appeal, or the appeal is over.
    """
    incident, appeal = opened(appeal)
    if body not in (*SEATED, Appeal.Body.DIRECTOR) or appeal.level != Appeal.Level.CLUB:
        raise Refused(_("Say who hears this appeal."), "body")
    if appeal.heard_by != body:
        for seat in appeal.seats.all():
            record(incident, by, "appeal_unseated", seat=seat.pk)
        record(incident, by, "appeal_body_set", appeal=appeal.pk, heard_by=str(body))
    return Appeal.objects.with_everything().get(pk=appeal.pk)


@transaction.atomic
def seat(*, appeal: Appeal, role: str, by: User, user: User | None = None, name: str = "") -> AppealSeat:
    """Seat somebody on the appeal: a member of the club, or somebody by *name*.

    :raises Refused: he is barred or seated already, the appeal has a chair already, or no name is given.
    """
    incident, appeal = opened(appeal)
    name = words_typed(name)
    if appeal.heard_by not in SEATED:
        raise Refused(_("Nobody else sits: this appeal is not heard by a committee or a referee."), "body")
    if role not in AppealSeat.Role.values or (user is None and not name):
        raise Refused(_("Say who sits, and as what."), "nobody")
    if user is not None and not incident.club.memberships.filter(user=user).exists():
        raise Refused(_("Say who sits, and as what."), "nobody")
    shown = name if user is None else user.get_full_name() or user.get_username()
    if reason := barred(appeal, user=user, name=name):
        sentence, code = reason
        raise Refused(str(sentence) % {"name": shown}, code)
    there = list(appeal.seats.all())
    if any(seat.user_id == user.pk if user else seat.name == name for seat in there):
        raise Refused(_("%(name)s sits there already.") % {"name": shown}, "twice")
    if role == AppealSeat.Role.CHAIR and any(seat.role == role for seat in there):
        raise Refused(_("There is a chair already. Take that one away first."), "chair")
    if appeal.heard_by == Appeal.Body.REFEREE and there:
        raise Refused(_("A single referee hears this appeal."), "referee")
    key = uuid7()
    note = note_of(incident, name) if user is None else None
    to = user.pk if user else None
    record(incident, by, "appeal_seated", seat=key, appeal=appeal.pk, role=role, to=to, note=key_text(note))
    return AppealSeat.objects.get(pk=key)


@transaction.atomic
def unseat(*, seat: AppealSeat, by: User) -> None:
    """Unseat somebody from the appeal; the record keeps that he was seated."""
    incident, _appeal = opened(seat.appeal)
    if AppealSeat.objects.filter(pk=seat.pk).exists():
        record(incident, by, "appeal_unseated", seat=seat.pk)
