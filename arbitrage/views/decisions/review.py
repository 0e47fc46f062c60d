"""Review of a decision: comments, questions, the mark "reviewed", the comparison of revisions, other answers on trial,
and the correction."""

from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db.models import IntegerField, UUIDField
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from arbitrage import forms
from arbitrage.database.prepared import Prepared
from arbitrage.forms.decisions.review import CorrectionForm, RemarkForm
from arbitrage.forms.inquiry import form_for
from arbitrage.models import Incident, Inquiry, Membership, Note, Remark
from arbitrage.models.incident import InquiryQuerySet
from arbitrage.models.rows_of_calls import INQUIRIES_OF
from arbitrage.pages.decisions import revisions
from arbitrage.pages.decisions.review import review_page
from arbitrage.pages.decisions.what_if import PREFIX, Imagined, what_if_page
from arbitrage.pages.inquiry.question import head
from arbitrage.services.errors import Refused
from arbitrage.services.incidents import reviewing as services
from arbitrage.views import MemberRequest, Row, for_members, go, posted, to_change, to_read
from arbitrage.views.inquiry import with_place

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@for_members("GET", "POST")
def review(request: MemberRequest, incident_id: UUID) -> HttpResponse:
    """Show a decision with all remarks on it; add a comment, a question to the director, or the mark "reviewed"."""
    incident = to_read(REVIEWED, request.user, incident_id)
    rights = _Rights(request.user, incident)
    form, error = RemarkForm(posted(request)), ""
    if request.method == "POST":
        if not rights.review:
            raise PermissionDenied
        try:
            if request.POST.get("do") == "reviewed" or form.is_valid():
                _said(request, incident, form)
                return go(request, reverse("review", args=[incident.pk]))
        except Refused as refused:
            error = str(refused)
    values = {"form": form, "error": error}
    return _review_page(request, incident, rights, values, wrong=bool(error or form.errors))


REVIEWED = Row(
    lambda: Incident.objects.select_related("club", "tournament", "section", "board", "result"),
    {"inquiries": INQUIRIES_OF},
)
"""A finder of an incident with everything that its review shows."""

_MEMBERSHIP = Prepared(
    lambda user, club: Membership.objects.filter(user=user, club=club).order_by(),
    user=IntegerField(),
    club=UUIDField(),
)


class _Rights:
    """Rights of a member who may read an incident, in its club."""

    def __init__(self, user: "User", incident: Incident) -> None:
        member = _MEMBERSHIP.first(user=user.pk, club=incident.club_id)
        self.review = member is not None and member.may_review
        self.rule = member is not None and member.may_rule
        self.read_conduct = member is not None and member.conduct


def _review_page(
    request: MemberRequest, incident: Incident, rights: _Rights, values: dict[str, Any], *, wrong: bool
) -> HttpResponse:
    context = review_page(incident, request.user, may_review=rights.review, may_rule=rights.rule) | values
    context["may_rule"] = rights.rule
    context["may_read_conduct"] = rights.read_conduct
    return render(request, "decisions/review.html", context, status=422 if wrong else 200)


def _said(request: MemberRequest, incident: Incident, form: RemarkForm) -> None:
    match request.POST.get("do"):
        case "reviewed":
            services.mark_reviewed(incident=incident, by=request.user)
            messages.success(request, _("Noted: you have reviewed this decision."))
        case "question":
            services.ask(incident=incident, words=form.cleaned_data["words"], by=request.user)
            messages.success(request, _("The question waits for the director."))
        case _comment:
            services.comment(incident=incident, words=form.cleaned_data["words"], by=request.user)


@for_members("GET", "POST")
def answer(request: MemberRequest, remark_id: UUID) -> HttpResponse:
    """Store the director's answer to a question of the committee; show the page again with his words when it is
    refused."""
    question = to_change(Remark.objects.select_related("incident"), request.user, remark_id)
    form, error = RemarkForm(posted(request)), ""
    if request.method == "POST":
        try:
            if form.is_valid():
                services.answer(question=question, words=form.cleaned_data["words"], by=request.user)
                messages.success(request, _("Your answer is kept with the decision."))
            else:
                error = forms.wrong(form)["words"]
        except Refused as refused:
            error = str(refused)
    if not error:
        return go(request, reverse("review", args=[question.incident_id]))
    incident = to_read(REVIEWED, request.user, question.incident_id)
    answering = {"id": question.pk, "words": request.POST.get("words", ""), "error": error}
    values = {"form": RemarkForm(), "answering": answering, "error": error}
    return _review_page(request, incident, _Rights(request.user, incident), values, wrong=True)


@for_members("GET")
def compare(request: MemberRequest, inquiry_id: UUID) -> HttpResponse:
    """Show two revisions of a ruling side by side with the differences marked; by default the last two."""
    inquiry = to_read(with_place(), request.user, inquiry_id)
    given = {str(ruling.revision): ruling for ruling in inquiry.rulings.select_related("by")}
    last = [*given, "", ""][max(len(given) - 2, 0) :]
    first, second = (request.GET.get(name, usual) for name, usual in zip(("first", "second"), last, strict=False))
    if first not in given or second not in given:
        raise Http404
    notes = {str(note.pk): note.text for note in Note.objects.filter(incident=inquiry.incident_id)}
    parts = revisions.side_by_side(inquiry, given[first].data, given[second].data, notes)
    context = {
        **head(inquiry),
        "heads": [revisions.head(given[number]) for number in (first, second)],
        "parts": parts,
        "same": not revisions.differs(parts),
        "back_url": reverse("review", args=[inquiry.incident_id]),
    }
    return render(request, "decisions/compare.html", context)


@for_members("GET")
def what_if(request: MemberRequest, inquiry_id: UUID) -> HttpResponse:
    """Show the inquiry with other answers, which are only in the URL: its next question, or both rulings side by
    side."""
    inquiry = to_read(_to_imagine(), request.user, inquiry_id)
    imagined, change, error = _imagined(inquiry, request.GET), request.GET.get("change", ""), ""
    asked = imagined.asked(request.GET.get("asked", ""))
    if asked is not None and "version" in request.GET:
        form = form_for(asked)(asked, request.GET)
        if form.is_valid():
            return go(request, imagined.address(**{f"{PREFIX}{asked.id}": form.cleaned_data["answer"]}))
        change, error = asked.id, form.problem
    return _what_if_page(request, imagined, CorrectionForm(initial={"version": inquiry.version}), error, change)


@for_members("POST")
def supersede(request: MemberRequest, inquiry_id: UUID) -> HttpResponse:
    """Replace the ruling by the imagined one, with a reason."""
    inquiry = to_change(_to_imagine(), request.user, inquiry_id)
    imagined, form, error = _imagined(inquiry, request.POST), CorrectionForm(request.POST), ""
    if form.is_valid():
        try:
            services.supersede(
                inquiry=inquiry,
                answers=imagined.counted,
                reason=form.cleaned_data["reason"],
                seen_version=form.cleaned_data["version"],
                by=request.user,
            )
            messages.success(request, _("Another ruling is given. Look at the score: it may have to follow."))
            return go(request, reverse("review", args=[inquiry.incident_id]))
        except Refused as refused:
            error = str(refused)
    return _what_if_page(request, imagined, form, error)


def _to_imagine() -> InquiryQuerySet:
    return with_place().prefetch_related("rulings").exclude(stage=Inquiry.Stage.DROPPED)


def _imagined(inquiry: Inquiry, sent: QueryDict) -> Imagined:
    return Imagined(inquiry, {name[len(PREFIX) :]: str(sent[name]) for name in sent if name.startswith(PREFIX)})


def _what_if_page(
    request: MemberRequest, imagined: Imagined, form: CorrectionForm, error: str, change: str = ""
) -> HttpResponse:
    may_rule = Inquiry.objects.for_director(request.user).not_appealed().filter(pk=imagined.inquiry.pk).exists()
    sent = request.GET if error else None
    context = what_if_page(imagined, change, may_rule=may_rule, sent=sent) | {"form": form, "error": error}
    return render(request, "decisions/what_if.html", context, status=422 if error or form.errors else 200)
