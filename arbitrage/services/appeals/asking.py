"""Notice of the right to appeal, and the request for an appeal, which is heard if it is in time and the side agrees
(Law 92)."""

import datetime
import uuid
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db import transaction
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from arbitrage.database.ids import uuid7
from arbitrage.models import Appeal, Event, Incident, Inquiry, RightTold, Ruling, Stream, Tournament
from arbitrage.models.incident import EDITIONS
from arbitrage.services import clock
from arbitrage.services.errors import Refused
from arbitrage.services.incidents.locking import locked, reused
from arbitrage.services.incidents.notes import note_of, words_typed
from arbitrage.services.incidents.revisions import given
from arbitrage.services.record.history import record, stamp
from arbitrage.services.record.keys import key_text
from arbitrage.services.tournaments.finality import further_until
from arbitrage.services.tournaments.regulations import appeal_minutes, for_appeals
from rulings.engine.inquiry import Ruled

if TYPE_CHECKING:
    from django.contrib.auth.models import User

CONSENT = {
    Tournament.Kind.PAIRS: Appeal.Consent.BOTH,
    Tournament.Kind.TEAMS: Appeal.Consent.CAPTAIN,
    Tournament.Kind.INDIVIDUAL: Appeal.Consent.PLAYER,
}
"""Agreement that an appeal needs, by kind of event (92D)."""

CONTESTANTS = {Appeal.Consent.BOTH: "pair", Appeal.Consent.CAPTAIN: "team", Appeal.Consent.PLAYER: "individual"}
"""The answer to the question of Law 92 about the appellant, by the agreement that is needed."""


# Time limit


@dataclass(frozen=True)
class Period:
    """The period for appeals and the *law* that sets it: 92B at the club, 93C for the authority. *until* is its end,
    None before the scores are published, when the period has not begun."""

    until: datetime.datetime | None
    over: bool
    law: str = "92B"

    def minutes_left(self, now: datetime.datetime) -> int:
        """Return the minutes left, rounded up; 0 when the period is over or has not begun."""
        if self.until is None or self.over:
            return 0
        return -(-int((self.until - now).total_seconds()) // 60)


def period(tournament: Tournament, now: datetime.datetime) -> Period:
    """Return the time limit for appeals against the rulings of a tournament."""
    if tournament.published_at is None:
        return Period(None, False)
    until = tournament.published_at + datetime.timedelta(minutes=appeal_minutes(tournament))
    return Period(until, now > until)


def further_period(decided: Appeal, now: datetime.datetime) -> Period | None:
    """Return the time limit for an appeal to the authority against a decision (93C); None if the club's regulations
    name no authority."""
    until = further_until(decided, decided.incident.tournament)
    return None if until is None else Period(until, now > until, "93C")


# Notice of the right


@transaction.atomic
def tell_the_right(*, incident: Incident, side: str, by: "User") -> RightTold:
    """Record that the director has told a side, or "both", of its right to appeal the current ruling (83). A repetition
    for the same ruling changes nothing.

    :raises Refused: there is no ruling yet, or *side* is invalid.
    """
    incident = locked(incident)
    if side not in RightTold.Side.values:
        raise Refused(_("Say which side was told."), "side")
    ruling = appealable(incident)
    before = RightTold.objects.filter(ruling__in=given(ruling).revisions, side=side).first()
    if before is not None:
        return before
    told = uuid7()
    record(incident, by, "right_told", told=told, ruling=ruling.pk, side=side)
    return RightTold.objects.get(pk=told)


def appealable(incident: Incident) -> Ruling:
    """Find the ruling that an appeal is against: the latest current ruling of the incident.

    :raises Refused: there is no ruling yet, or the inquiry waits for a moment of the play.
    """
    counted = Ruling.objects.filter(inquiry__incident=incident).exclude(inquiry__stage=Inquiry.Stage.DROPPED)
    ruling = counted.order_by("-at", "-revision").first()
    if ruling is None or incident.state in (Incident.State.OPEN, Incident.State.WITHDRAWN):
        raise Refused(_("Nothing is ruled yet: there is nothing to appeal."), "not_ruled")
    if incident.state == Incident.State.WAITING:
        raise Refused(
            _("This decision still waits for a moment of the play. Come back to it first, then note the appeal."),
            "waiting",
        )
    return ruling


# Request


@transaction.atomic
def request_appeal(
    *,
    incident: Incident,
    side: str,
    about: str,
    agreed: bool,
    by: "User",
    grounds: str = "",
    deposit_paid: bool = False,
    note_refusal: bool = False,
    id: uuid.UUID | None = None,
) -> Appeal:
    """Record that a side appeals the ruling, or that the director refers it himself (*side* ""). From now on the facts
    cannot be changed.

    *agreed* says that both partners, or the captain, agree to the appeal (92D). After a decision of the club this is an
    appeal to the authority, if the club has one. If the side asked earlier by its link, the time of that request
    decides whether the appeal is in time. With *note_refusal* an inadmissible appeal (Law 92) is stored with the law
    that refuses it; otherwise it raises Refused.

    :raises Refused: the appeal is inadmissible, the deposit was not taken, there is no ruling, or an appeal is open
        already.
    """
    incident = locked(incident)
    if id is not None and (sent := Appeal.objects.filter(pk=id).first()):
        if (sent.incident_id, sent.side, sent.by_id) != (incident.pk, side, by.pk):
            raise reused()
        return sent
    if side not in Appeal.Side.values or about not in Appeal.About.values:
        raise Refused(_("Say who appeals, and against what."), "choose")
    if incident.state == Incident.State.APPEALED:
        raise Refused(_("An appeal against this decision is open already."), "open")
    ruling, of = appealable(incident), decided_before(incident)
    time, consent = (
        time_limit(incident, of, _asked_at(incident, ruling, side)),
        CONSENT[Tournament.Kind(incident.tournament.kind)] if side else "",
    )
    law, sentence = why_not(incident.tournament, in_time=not time.over, agreed=agreed, consent=consent)
    rules = for_appeals(incident.tournament)
    deposit = int(rules["appeal_deposit"]) if side and of is None else 0
    if law and not note_refusal:
        raise Refused(sentence, law)
    if not law and deposit and not deposit_paid:
        raise Refused(
            _("The club asks for a deposit of %(amount)s euros. Take it, tick it, then note the appeal.")
            % {"amount": deposit},
            "deposit",
        )
    stream, key = Stream.objects.get(pk=incident.pk), id or uuid7()
    record(
        incident,
        by,
        "appeal_refused" if law else "appeal_requested",
        appeal=key,
        level=(Appeal.Level.AUTHORITY if of else Appeal.Level.CLUB).value,
        of=key_text(of),
        ruling=ruling.pk,
        side=side,
        consent=str(consent),
        about=about,
        until=stamp(time.until) if time.until else None,
        entries=stream.seq,
        seal=stream.head,
        deposit=0 if law else deposit,
        heard_by="authority" if of else rules["appeal_body"],
        note=key_text(note_of(incident, words_typed(grounds))),
        law=law,
    )
    return Appeal.objects.with_everything().get(pk=key)


def why_not(tournament: Tournament, *, in_time: bool, agreed: bool, consent: str) -> tuple[str, str]:
    """Return the law that makes an appeal inadmissible, and the sentence of Law 92; two empty strings if it is
    admissible. A director who refers a case (empty *consent*) needs no agreement and has no time limit (81C)."""
    if not consent:
        return "", ""
    answer, contestant = {True: "yes", False: "no"}, CONTESTANTS[Appeal.Consent(consent)]
    answers = {"own_table": "yes", "in_time": answer[in_time], "contestant": contestant}
    answers |= {"both_partners": answer[agreed], "captain": answer[agreed]}
    state = EDITIONS[tournament.edition]["92"].step(answers)
    assert isinstance(state, Ruled)  # noqa: S101  every question of the law is answered
    heard = state.ruling.law == "92C"
    return ("", "") if heard else (state.ruling.law, gettext(state.ruling.text))


def decided_before(incident: Incident) -> Appeal | None:
    """Find the club's decision against which a further appeal is made; None if there is none yet.

    :raises Refused: the club has no authority for further appeals, or the decision is not carried out yet.
    """
    decided = incident.appeals.filter(state=Appeal.State.DECIDED).order_by("at").last()
    if decided is None:
        return None
    if decided.to_carry_out:
        raise Refused(
            _("The decision of the appeal is not carried out yet: give the score or the ruling first."), "due"
        )
    if further_period(decided, clock.now()) is None:
        raise Refused(_("This appeal is decided, and the club knows no further one (93C)."), "last")
    return decided


def _asked_at(incident: Incident, ruling: Ruling, side: str) -> datetime.datetime:
    """Return the time at which a side asked to appeal: that of its request by its own link, if it still waits, or
    now."""
    noted = list(incident.appeals.filter(side=side).values_list("at", flat=True))
    wished = Event.objects.filter(stream=incident.pk, kind="appeal_wished").order_by("seq")
    against = {str(key) for key in given(ruling).keys}
    times = (event.at for event in wished if event.data["side"] == side and event.data["ruling"] in against)
    return next((asked for asked in times if all(at < asked for at in noted)), clock.now())


def time_limit(incident: Incident, of: Appeal | None, now: datetime.datetime) -> Period:
    """Return the time limit for an appeal: against the decision *of* the club, if there is one, or the ruling."""
    further = further_period(of, now) if of else None
    return further or period(incident.tournament, now)
