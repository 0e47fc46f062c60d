"""A call of the director: what happened and where, and the acts on the incident as a whole."""

from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from arbitrage.forms.incident import CallForm, DisputeForm, PlaceForm, StatementsForm, WhatForm, WordsForm
from arbitrage.models import Incident, Inquiry, Tournament
from arbitrage.models.incident import EDITIONS
from arbitrage.pages.incident.cases import case_at
from arbitrage.pages.incident.irregularities import under
from arbitrage.pages.incident.notes import notes_of
from arbitrage.pages.incident.what_happened import callers, what_page
from arbitrage.pages.wording.next_page import liveliest, stands_at
from arbitrage.pages.wording.people import person
from arbitrage.pages.wording.tables_and_boards import board_choices, boards_at, picked, place, table_choices, tables
from arbitrage.services import incidents
from arbitrage.services.errors import Refused
from arbitrage.views import MemberRequest, for_members, go, page, posted, to_change, to_read

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@for_members("POST")
def call(request: MemberRequest, tournament_id: UUID) -> HttpResponse:
    """Open a call ("Director!") from a table, or without one, which may be set later. Two taps in a row make one
    call."""
    tournament = to_change(Tournament.objects.all(), request.user, tournament_id)
    form = CallForm(tournament, request.POST)
    if not form.is_valid():
        messages.error(request, _("This table is not of this tournament. Touch the one that calls."))
        return go(request, tournament)
    section, table = form.cleaned_data["section"], form.cleaned_data["table"]
    boards = boards_at(tournament, section, table, tournament.current_round) if table else []
    board = boards[0] if len(boards) == 1 else None
    incident = incidents.answer_call(
        tournament=tournament, by=request.user, section=section, table=table, board=board, id=form.cleaned_data["id"]
    )
    return go(request, reverse("what", args=[incident.pk]))


@for_members("GET")
def incident(request: MemberRequest, incident_id: UUID) -> HttpResponse:
    """Redirect to the current page of an incident: what happened, the question to answer, or the decision. A user who
    may only read is led to the review."""
    incident = to_read(Incident.objects.all(), request.user, incident_id)
    if incident.state == Incident.State.WITHDRAWN:
        messages.info(request, _("This call was withdrawn."))
        return go(request, incident.tournament)
    counted = incident.inquiries.exclude(stage=Inquiry.Stage.DROPPED)
    inquiries = list(counted.prefetch_related("answers", "duties"))
    asks = not inquiries or liveliest(inquiries).stage == Inquiry.Stage.ASKING
    if asks and not Incident.objects.for_director(request.user).filter(pk=incident.pk).exists():
        return go(request, reverse("review", args=[incident.pk]))
    return go(request, liveliest(inquiries) if inquiries else reverse("what", args=[incident.pk]))


@for_members("GET", "POST")
def what(request: MemberRequest, incident_id: UUID) -> HttpResponse:
    """Ask what happened. One tap opens the inquiry; table and board may be set on the way."""
    incident = to_change(Incident.objects.with_place(), request.user, incident_id)
    places = tables(incident.tournament)
    form = WhatForm(incident, places, posted(request))
    error = ""
    if request.method == "POST":
        try:
            if form.is_valid():
                return go(request, _touched(request, incident, form))
            error = form.problem
        except Refused as refused:
            error = str(refused)
    sent = request.POST if request.method == "POST" else request.GET
    where = {
        "tables": picked(table_choices(incident, places), sent.get("table", "")),
        "boards": [] if incident.board_id else picked(board_choices(incident), sent.get("board", "")),
        "callers": picked(callers(incident), sent.get("called_by", "")),
    }
    context = {"incident": incident, "error": error} | where | what_page(incident, request.GET)
    return render(request, page(request, "incident/what.html"), context, status=422 if error else 200)


@for_members("POST")
def attend(request: MemberRequest, incident_id: UUID) -> HttpResponse:
    """Assign a director to the call ("I'm going"); if another director had it, both are told."""
    incident = to_change(Incident.objects.with_place(), request.user, incident_id)
    before = incident.attended_by
    try:
        incidents.attend(incident=incident, by=request.user)
        if before is not None and before != request.user:
            messages.success(request, _("You have taken the call over; %(who)s is told.") % {"who": person(before)})
    except Refused as refused:
        messages.error(request, str(refused))
    return go(request, incident if request.POST.get("next") == "call" else incident.tournament, whole=True)


@for_members("POST")
def leave(request: MemberRequest, incident_id: UUID) -> HttpResponse:
    """Release the call for another director."""
    incident = to_change(Incident.objects.with_place(), request.user, incident_id)
    try:
        incidents.leave_to_another(incident=incident, by=request.user)
        messages.success(request, _("The call waits in the room until another director goes."))
    except Refused as refused:
        messages.error(request, str(refused))
    return go(request, incident.tournament, whole=True)


def _noted(request: MemberRequest, incident: Incident, form: WhatForm) -> Incident:
    """Store the fields sent with the tap: the place and who called. If no director attends the call yet, assign the
    user."""
    if form.place:
        incident = incidents.place_incident(incident=incident, by=request.user, **form.place)
    if seat := form.cleaned_data["called_by"]:
        incidents.say_who_called(incident=incident, seat=seat, by=request.user)
    if incident.attended_by_id is None:
        incidents.attend(incident=incident, by=request.user)
    return incident


WRONG_SCORE = "resultat-faux"
"""The tile that leads to the lines of the table and not to a law: the program knows the answers that Law 79C asks
for."""


@transaction.atomic
def _touched(request: MemberRequest, incident: Incident, form: WhatForm) -> str:
    """Store the fields sent with the tap. Return the URL of the inquiry into the law that was touched, of the page for
    a second tap, of the bidding box, or of the lines of the table."""
    incident = _noted(request, incident, form)
    if form.cleaned_data["auction"]:
        return reverse("auction", args=[incident.pk])
    case = case_at(EDITIONS[incident.tournament.edition], form.cleaned_data["case"])
    law = case.law if case else form.cleaned_data["law"]
    if form.cleaned_data["tile"] == WRONG_SCORE and not law:
        return reverse("which_line", args=[incident.pk])
    if not law:
        meant = [law.id for law in under(EDITIONS[incident.tournament.edition], form.cleaned_data["tile"])]
        if len(meant) != 1:
            query = urlencode({"tile": form.cleaned_data["tile"]})
            return f"{reverse('what', args=[incident.pk])}?{query}"
        law = meant[0]
    answers = dict(case.answers) if case else {}
    begun = _begun_with(incident, law, answers) or incidents.begin_inquiry(
        incident=incident, law=law, by=request.user, id=form.cleaned_data["inquiry"]
    )
    return stands_at(_answered(begun, answers, request.user))


def _answered(begun: Inquiry, answers: dict[str, str], by: "User") -> Inquiry:
    """Record the answers of a case that the inquiry asks for and does not have yet; return the inquiry."""
    for asked, answer in answers.items():
        if asked in begun.state().questions and asked not in begun.answers_dict():
            begun = incidents.record_answer(
                inquiry=begun, question_id=asked, value=answer, seen_version=begun.version, by=by
            ).inquiry
    return begun


def _begun_with(incident: Incident, law: str, answers: dict[str, str]) -> Inquiry | None:
    """Find the inquiry that a first tap on this case opened, if nothing was answered since.

    None for a case without answers.
    """
    opened = incident.inquiries.filter(law=law, opened_by_duty=None, stage=Inquiry.Stage.ASKING)
    begun = opened.prefetch_related("answers") if answers else ()
    return next((inquiry for inquiry in begun if inquiry.answers_dict() == answers), None)


# The incident as a whole


@for_members("POST")
def place_incident(request: MemberRequest, incident_id: UUID) -> HttpResponse:
    """Set the table and the board of an incident after the call."""
    incident = to_change(Incident.objects.with_place(), request.user, incident_id)
    form = PlaceForm(incident.tournament, tables(incident.tournament), request.POST)
    try:
        if form.is_valid() and form.place:
            incidents.place_incident(incident=incident, by=request.user, **form.place)
        else:
            messages.error(request, form.problem or _("Touch the board first."))
    except Refused as refused:
        messages.error(request, str(refused))
    return go(request, incident, whole=True)


@for_members("GET", "POST")
def dispute(request: MemberRequest, incident_id: UUID) -> HttpResponse:
    """Record that the facts are disputed (Law 85): the statement of each side, and whether the director could decide on
    the facts. The incident stays open."""
    incident = to_change(Incident.objects.with_place(), request.user, incident_id)
    noted = {"evidence": incident.evidence, **incidents.statements(incident)}
    form = DisputeForm(posted(request), initial=noted, polled=False)
    error = ""
    if request.method == "POST" and form.is_valid():
        try:
            _dispute(incident, form, request.user)
            if form.cleaned_data["outcome"] == DisputeForm.Outcome.LAW:
                return _law_85(request, incident)
            return go(request, incident)
        except Refused as refused:
            error = str(refused)
    context = {"incident": incident, "form": form, "error": error, "place": place(incident)}
    return render(request, "incident/disputed.html", context, status=422 if error or form.errors else 200)


@transaction.atomic
def _dispute(incident: Incident, form: DisputeForm, by: "User") -> None:
    outcome = form.cleaned_data["outcome"]
    incidents.note_statements(incident=incident, said=form.said(), by=by)
    evidence = incident.evidence if form.left("evidence") else form.cleaned_data["evidence"]
    incidents.dispute_facts(
        incident=incident,
        disputed=incident.disputed
        if outcome == DisputeForm.Outcome.LAW
        else outcome == DisputeForm.Outcome.UNDETERMINED,
        evidence="" if outcome == DisputeForm.Outcome.AGREED else evidence,
        by=by,
    )


def _law_85(request: MemberRequest, incident: Incident) -> HttpResponse:
    return go(request, stands_at(incidents.rule_on_disputed_facts(incident=incident, by=request.user)), whole=True)


@for_members("GET", "POST")
def statements(request: MemberRequest, incident_id: UUID) -> HttpResponse:
    """Store the statement of each side in its own words, and the names of the players polled if the club wants them."""
    found = to_change(Incident.objects.with_place(), request.user, incident_id)
    polled = incidents.names_of_polled_wanted(found)
    form = StatementsForm(posted(request), initial=incidents.statements(found), polled=polled)
    error = ""
    if request.method == "POST" and form.is_valid():
        try:
            incidents.note_statements(incident=found, said=form.said(), by=request.user)
            return go(request, found)
        except Refused as refused:
            error = str(refused)
    context = {"incident": found, "form": form, "error": error, "place": place(found)}
    return render(request, "incident/statements.html", context, status=422 if error or form.errors else 200)


@for_members("GET", "POST")
def add_words(request: MemberRequest, incident_id: UUID) -> HttpResponse:
    """Add a note by the director for the report."""
    incident = to_change(Incident.objects.with_place(), request.user, incident_id)
    form = WordsForm(posted(request))
    error = ""
    if request.method == "POST" and form.is_valid():
        try:
            _write(incident, form.cleaned_data, request.user)
            return go(request, incident)
        except Refused as refused:
            error = str(refused)
    context = {
        "incident": incident,
        "form": form,
        "error": error,
        "place": place(incident),
        "notes": notes_of(incident),
    }
    return render(request, "incident/words.html", context, status=422 if error or form.errors else 200)


def _write(incident: Incident, sent: dict[str, Any], by: "User") -> None:
    if sent["writing"]:
        told = {"words": sent["words"], "writing": sent["writing"], "edit": sent["edit"] or 0}
        incidents.write_note(incident=incident, by=by, **told)
    else:
        incidents.add_words(incident=incident, words=sent["words"], by=by, id=sent["act"])


def _left_without_a_score(incident: Incident) -> QuerySet[Incident]:
    """List the other incidents whose confirmed score was replaced by this one's."""
    others = Incident.objects.filter(adjustments__superseded_by__incident=incident).exclude(pk=incident.pk)
    return others.exclude(state=Incident.State.WITHDRAWN).distinct().order_by("called_at")


@for_members("POST")
def withdraw(request: MemberRequest, incident_id: UUID) -> HttpResponse:
    """Withdraw a call made by mistake: it stays readable, but the room no longer shows it."""
    incident = to_change(Incident.objects.all(), request.user, incident_id)
    counted = incident.adjustments.confirmed().exists()
    try:
        incidents.withdraw_incident(incident=incident, by=request.user)
        messages.success(request, _("The call is withdrawn."))
        for other in _left_without_a_score(incident) if counted else ():
            sentence = _("The score of incident %(reference)s, which it had replaced, is not back: confirm it again.")
            messages.warning(request, sentence % {"reference": other.reference})
    except Refused as refused:
        messages.error(request, str(refused))
    return go(request, incident.tournament)
