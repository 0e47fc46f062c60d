"""Appeals in words: the right to appeal and its time limit, the state of an appeal, its statements and its decision."""

from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime
from typing import Any

from django.db.models import QuerySet, UUIDField
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from arbitrage.database.prepared import Prepared
from arbitrage.models import Appeal, AppealSeat, AppealWords, Incident, Membership, RightTold, Tournament
from arbitrage.pages.decisions.review import seal
from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.day_and_hour import at_moment, final_moment, until_when
from arbitrage.pages.wording.notation import law_number
from arbitrage.pages.wording.people import person
from arbitrage.pages.wording.questions_and_rulings import ruling_paragraph
from arbitrage.pages.wording.scores import award_words
from arbitrage.pages.wording.sentences import Paragraph, Words, listed, paragraph, paragraphs
from arbitrage.pages.wording.standing import stands_words
from arbitrage.pages.wording.tables_and_boards import place, table_name
from arbitrage.services import clock
from arbitrage.services.appeals import Period, period
from arbitrage.services.appeals.asking import CONSENT, further_period
from arbitrage.services.appeals.deciding import only_recommends
from arbitrage.services.appeals.hearing import SEATED
from arbitrage.services.appeals.wishes import Wish, wishes_in
from arbitrage.services.incidents.revisions import given
from arbitrage.services.incidents.standing import standing
from arbitrage.services.tournaments.regulations import for_appeals


def state_words(appeal: Appeal) -> tuple[str, str]:
    """Describe the state of an appeal: an icon and a few words."""
    return {
        Appeal.State.REQUESTED: ("disputed", _("Under appeal")),
        Appeal.State.REFUSED: ("pencil", _("Appeal not heard")),
        Appeal.State.WITHDRAWN: ("pencil", _("Appeal withdrawn")),
        Appeal.State.DECIDED: ("again", _("Appeal decided, to be carried out"))
        if appeal.to_carry_out
        else ("check", _("Appeal decided")),
    }[Appeal.State(appeal.state)]


# Time limit


def clock_of(clock: Period | None, now: datetime) -> dict[str, Any] | None:
    """Build the clock of a running period for appeals: its end, its law, and the whole minutes left, which room.js
    counts down. A period of days shows only its end (*counts* is false). None if no period is running."""
    if clock is None or clock.until is None or clock.over:
        return None
    left = clock.minutes_left(now)
    stage = "warn" if left <= WARNING else "run"
    end = until_when(clock.until, timezone.localdate(now))
    shown = {"end": end, "law": clock.law, "minutes": left, "stage": stage, "counts": left <= COUNTED}
    return shown | {"until": clock.until}


WARNING = 5
"""Number of minutes before the end of the appeal period at which the clock changes to a warning."""

COUNTED = 12 * 60
"""The clock counts down once no more than this number of minutes is left."""


# Appeals in the room and on the page of a board


_WAITING = Prepared(
    lambda tournament: (
        Appeal.objects.filter(incident__tournament=tournament, state__in=("requested", "decided"))
        .order_by()
        .values_list("pk", "incident")
    ),
    tournament=UUIDField(),
)


def appeals_of(tournament: Tournament, now: datetime, incidents: Iterable[Incident] | None = None) -> dict[str, Any]:
    """Build the section on appeals: the running clock and the waiting appeals. It covers the tournament, or only these
    *incidents* on the page of a board."""
    calls = None if incidents is None else {incident.pk for incident in incidents}
    there = [pk for pk, call in _WAITING(tournament=tournament.pk) if calls is None or call in calls]
    rows = _with_place(Appeal.objects.filter(pk__in=there)) if there else ()
    lines = [_line(row) for row in rows if row.state == Appeal.State.REQUESTED or row.to_carry_out]
    asked = [_wished(wish) for wish in wishes_in(tournament) if calls is None or wish.incident.pk in calls]
    return {"clock": clock_of(period(tournament, now), now), "lines": [*asked, *lines]}


def _wished(wish: Wish) -> dict[str, Any]:
    """Show the appeal that a pair has requested through its link, for the director to record."""
    incident = wish.incident
    where = [_("Table %(table)s") % {"table": table_name(incident)} if incident.table else ""]
    where.append(_("board %(board)s") % {"board": incident.board.number} if incident.board else "")
    return {
        "icon": "disputed",
        "state": _("Asks to appeal"),
        "where": ", ".join(filter(None, where)) or incident.reference,
        "who": shown.side(wish.side),
        "at": wish.event.at,
        "url": reverse("right_of_appeal", args=[incident.pk]),
        "reference": incident.reference,
    }


def _with_place(appeals: QuerySet[Appeal]) -> QuerySet[Appeal]:
    rows = appeals.select_related("incident__section", "incident__board", "incident__tournament")
    return rows.order_by("at", "pk")


def _line(appeal: Appeal) -> dict[str, Any]:
    icon, state = state_words(appeal)
    incident = appeal.incident
    where = [_("Table %(table)s") % {"table": table_name(incident)} if incident.table else ""]
    where.append(_("board %(board)s") % {"board": incident.board.number} if incident.board else "")
    return {
        "icon": icon,
        "state": state,
        "where": ", ".join(filter(None, where)) or incident.reference,
        "who": _appellant(appeal),
        "at": appeal.at,
        "url": appeal.get_absolute_url(),
        "reference": incident.reference,
    }


def _appellant(appeal: Appeal) -> str:
    return shown.side(appeal.side) if appeal.side else _("the director")


# The right to appeal, and the request


def right_page(incident: Incident, *, may_rule: bool) -> dict[str, Any]:
    """Build the page of the right to appeal: the ruling, which sides were informed of the right, the time left, the
    requested appeals, and the conditions of an appeal."""
    now, tournament = clock.now(), incident.tournament
    appeals = list(Appeal.objects.filter(incident=incident).with_everything().order_by("at", "pk"))
    decided = next((appeal for appeal in reversed(appeals) if appeal.state == Appeal.State.DECIDED), None)
    further = further_period(decided, now) if decided else None
    time = further or period(tournament, now)
    last = standing(incident).last
    ruling = last.ruling if last else None
    holding = given(ruling).keys if ruling else ()
    told = RightTold.objects.filter(incident=incident).select_related("by", "ruling").order_by("at", "pk")
    return {
        "incident": incident,
        "tournament": tournament,
        "place": place(incident),
        "ruling": ruling_paragraph(ruling, paper=True) if ruling else None,
        "stands": stands_words(last, tournament.date) if last else "",
        "struck": last is not None and not last.counts,
        "told": [_told(notice, notice.ruling_id in holding, tournament.date) for notice in told],
        "appeals": [_line(appeal) for appeal in appeals],
        "wished": [
            _("%(side)s asked to appeal by its own link %(when)s.")
            % {"side": shown.side(wish.side), "when": at_moment(wish.event.at, tournament.date)}
            for wish in wishes_in(tournament)
            if wish.incident == incident
        ],
        "published": tournament.published_at,
        "ended": {"when": at_moment(time.until, timezone.localdate(now)), "law": time.law} if time.over else None,
        "clock": clock_of(time, now),
        "authority": further is not None,
        "may_tell": may_rule and ruling is not None and incident.state == Incident.State.RULED,
        "may_ask": may_rule
        and ruling is not None
        and incident.state == Incident.State.RULED
        and (decided is None or (further is not None and not decided.to_carry_out)),
        "consent": CONSENT_WORDS[CONSENT[Tournament.Kind(tournament.kind)]](),
        "deposit": 0 if further else int(for_appeals(tournament)["appeal_deposit"]),
        "now": now,
        "back_url": reverse("review", args=[incident.pk]),
    }


CONSENT_WORDS: dict[str, Callable[[], str]] = {
    Appeal.Consent.BOTH: lambda: _("Both partners wish to appeal (92D1)."),
    Appeal.Consent.CAPTAIN: lambda: _("The captain of the team wishes to appeal (92D2)."),
    Appeal.Consent.PLAYER: lambda: "",
}
"""Label of the checkbox for the consent that an appeal needs (92D), by the kind of consent."""


def _told(right_told: RightTold, holds: bool, day: date) -> dict[str, Any]:
    when = at_moment(right_told.at, day)
    values = {"side": right_told.get_side_display(), "by": person(right_told.by), "when": when}
    words = _("%(side)s, told by %(by)s %(when)s") % values
    return {"words": words, "at": right_told.at, "law": law_number(right_told.ruling.law), "holds": holds}


# The appeal


def appeal_page(appeal: Appeal, acts: Iterable[str]) -> dict[str, Any]:
    """Build the page of an appeal: its text, and the actions that the reader may take now."""
    icon, state = state_words(appeal)
    acts = set(acts)
    members = Membership.objects.filter(club=appeal.incident.club_id, user__is_active=True)
    members = members.select_related("user").order_by("user__last_name", "pk")
    return {
        "appeal": appeal,
        "incident": appeal.incident,
        "tournament": appeal.incident.tournament,
        "place": place(appeal.incident),
        "icon": icon,
        "state": state,
        "words": appeal_words(appeal),
        "acts": acts,
        "seats": [_seat(seat) for seat in appeal.seats.all()],
        "seated": appeal.heard_by in SEATED,
        "bodies": [
            {"value": body.value, "label": body.label, "chosen": body == appeal.heard_by}
            for body in (*SEATED, Appeal.Body.DIRECTOR)
        ]
        if appeal.level == Appeal.Level.CLUB
        else [],
        "members": [{"value": member.user_id, "label": person(member.user)} for member in members],
        "only_recommends": only_recommends(appeal),
        "carry_out": appeal.to_carry_out,
        "back_url": reverse("right_of_appeal", args=[appeal.incident_id]),
    }


def _seat(appeal_seat: AppealSeat) -> dict[str, Any]:
    return {
        "id": appeal_seat.pk,
        "role": appeal_seat.get_role_display(),
        "name": person(appeal_seat.user) or appeal_seat.name,
    }


# The words of an appeal, for the page and the papers


def appeal_words(appeal: Appeal) -> Words:
    """Write an appeal as translated text, for a page and for paper.

    Keys: title, reference, state, lines (label, value) and parts (key, title, paragraphs of runs): the ruling, the
    grounds, what each side states, the hearing, the decision and what followed. Empty parts are left out.
    """
    incident = appeal.incident
    further = appeal.level == Appeal.Level.AUTHORITY
    title = _("Appeal to the authority, %(reference)s") if further else _("Appeal, %(reference)s")
    return {
        "title": title % {"reference": incident.reference},
        "reference": incident.reference,
        "state": state_words(appeal)[1],
        "lines": list(_lines(appeal)),
        "parts": [part for part in _parts(appeal) if part["paragraphs"]],
    }


def _about(appeal: Appeal) -> str:
    """Write the subject of the appeal. BOTH is written out, as its label "both" means nothing without its question."""
    return _("The facts and the law") if appeal.about == Appeal.About.BOTH else appeal.get_about_display()


def _lines(appeal: Appeal) -> Iterator[list[str]]:
    yield [_("Appellant"), _appellant(appeal)]
    if appeal.consent:
        yield [_("Consent (92D)"), appeal.get_consent_display()]
    yield [_("Against"), _about(appeal)]
    yield [_("Asked for"), _("%(when)s, noted by %(by)s") % {"when": _moment(appeal.at), "by": person(appeal.by)}]
    if appeal.until:
        further = appeal.level == Appeal.Level.AUTHORITY
        label = _("Time for an appeal to the authority (93C)") if further else _("Time for appeals (92B)")
        yield [label, _("until %(when)s") % {"when": _moment(appeal.until)}]
    elif appeal.side:
        yield [_("Time for appeals (92B)"), _("the scores were not published yet")]
    if appeal.state != Appeal.State.REFUSED:
        frozen = ngettext("record of %(count)s entry, seal %(seal)s", "record of %(count)s entries, seal %(seal)s",
                          appeal.entries) % {"count": appeal.entries, "seal": seal(appeal.seal)}  # fmt: skip
        yield [_("Facts as they stood"), frozen]
        yield [_("Heard by"), appeal.get_heard_by_display()]
    seats = [_seat(seat) for seat in appeal.seats.all()]
    if seats:
        yield [
            pgettext("an appeal", "Sitting"),
            listed(_("%(name)s (%(role)s)") % {"name": seat["name"], "role": seat["role"].lower()} for seat in seats),
        ]
    if appeal.deposit:
        yield [_("Deposit"), _deposit(appeal)]


def _deposit(appeal: Appeal) -> str:
    values = {"amount": appeal.deposit}
    if appeal.state == Appeal.State.REQUESTED:
        return _("%(amount)s euros, taken") % values
    if appeal.deposit_kept:
        return _("%(amount)s euros, kept") % values
    return _("%(amount)s euros, returned") % values


def _parts(appeal: Appeal) -> Iterator[Words]:
    ruling = given(appeal.ruling)
    yield _part(
        "ruling",
        _("The ruling"),
        [
            ruling_paragraph(appeal.ruling, paper=True),
            paragraph(_("Given by %(by)s, %(when)s."), by=person(ruling.by), when=_moment(ruling.at)),
        ],
    )
    yield _part("grounds", _("Grounds"), _typed(appeal.grounds))
    for kind, title in AppealWords.Kind.choices:
        yield _part(
            kind, str(title), [paragraph for words in _of_kind(appeal, kind) for paragraph in _typed(words.text)]
        )
    yield _part("end", _OVER[Appeal.State(appeal.state)](), list(_ended(appeal)))


_OVER: dict[str, Callable[[], str]] = {
    Appeal.State.REQUESTED: lambda: "",
    Appeal.State.REFUSED: lambda: _("Not heard"),
    Appeal.State.WITHDRAWN: lambda: _("Appeal withdrawn"),
    Appeal.State.DECIDED: lambda: _("Decision of the appeal"),
}


def _of_kind(appeal: Appeal, kind: str) -> list[AppealWords]:
    return sorted((word for word in appeal.words.all() if word.kind == kind), key=lambda word: (word.at, word.pk))


def _ended(appeal: Appeal) -> Iterator[Paragraph]:
    """Write how an appeal ended: its decision with the law, the reasons, the score or ruling given, and whether it was
    without merit; or its refusal or withdrawal. Write nothing while it is open."""
    if appeal.decided_at is None:
        return
    when = {"by": person(appeal.decided_by), "when": _moment(appeal.decided_at)}
    match Appeal.State(appeal.state):
        case Appeal.State.REFUSED:
            yield paragraph(_("*%(why)s* (Law %(law)s)"), why=REFUSED[appeal.law](), law=appeal.law)
            yield paragraph(_("Noted by %(by)s, %(when)s."), **when)
        case Appeal.State.WITHDRAWN:
            yield paragraph(_("*The appeal was withdrawn; the ruling stands.*"))
            yield from _typed(appeal.why)
            yield paragraph(_("Noted by %(by)s, %(when)s."), **when)
        case Appeal.State.DECIDED:
            yield paragraph(_("*%(outcome)s* (Law %(law)s)"), outcome=appeal.get_outcome_display(), law=appeal.law)
            yield from _typed(appeal.why)
            yield from _given(appeal)
            if appeal.without_merit:
                yield paragraph(_("*The appeal was without merit (92A).*"))
            yield paragraph(_("Decided %(when)s, written down by %(by)s."), **when)
        case _:
            pass


REFUSED = {
    "92A": lambda: _("The appeal is not heard: a contestant may appeal only a ruling given at his own table."),
    "92B": lambda: _("The appeal is not heard: the time for appeals is over."),
    "92D": lambda: _("The appeal is not heard: both partners, or the captain, must wish it."),
}
"""Reasons why an appeal was not heard, a sentence for each paragraph of Law 92."""


def _given(appeal: Appeal) -> Iterator[Paragraph]:
    """Write the score or ruling that followed from the decision, or a sentence that the director still has to enter
    it."""
    if appeal.to_carry_out:
        yield paragraph(_("It is still to be carried out."))
    if appeal.new_ruling:
        yield [[False, _("New ruling: ")], *ruling_paragraph(appeal.new_ruling, paper=True)]
    if appeal.adjustment:
        before, after = appeal.adjustment.supersedes, award_words(appeal.adjustment.given)
        if before is not None:
            yield paragraph(_("Score: %(before)s becomes *%(after)s*."), before=award_words(before.given), after=after)
        else:
            yield paragraph(_("Score: *%(after)s*."), after=after)


def _part(key: str, title: str, paragraphs: list[Paragraph]) -> Words:
    return {"key": key, "title": title, "paragraphs": paragraphs}


def _typed(text: str) -> list[Paragraph]:
    return [[[False, paragraph]] for paragraph in paragraphs(text)]


def _moment(at: datetime) -> str:
    """Write a moment in full: "samedi 21 novembre 2026 à 23 h 10"."""
    return final_moment(at, None)
