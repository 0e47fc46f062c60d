"""The inquiry of one law: a question a page, what holds while it waits, the decision."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django_htmx.http import push_url

from arbitrage.forms import AnswerForm
from arbitrage.models import Duty, Incident, Inquiry
from arbitrage.models.incident import InquiryQuerySet
from arbitrage.services import incidents
from arbitrage.services.errors import Refused
from arbitrage.services.incidents import Outcome
from arbitrage.views import MemberRequest, for_members, go, page, posted, to_change, to_read
from arbitrage.views.incidents import board_choices, table_choices
from arbitrage.views.showing import compass, person, place, players, questions, shown, trail
from arbitrage.views.tournaments import tables
from rulings import text
from rulings.bridge import SUITS, Card, parse_deal
from rulings.inquiry import Asking, Ending, State, Waiting
from rulings.questions import UNKNOWN, Moment, Question, WhichCard
from rulings.roles import with_roles
from rulings.ruling import Rectification, When


def with_place() -> InquiryQuerySet:
    """Inquiries with their answers and where they happened, players included."""
    return (
        Inquiry.objects.with_answers()
        .select_related("incident__section", "incident__board", "incident__result__ns", "incident__result__ew")
        .prefetch_related("incident__result__ns__players", "incident__result__ew__players")
    )


def stands_at(inquiry: Inquiry, state: State | None = None) -> str:
    """The address of the page where an inquiry stands: its open question, its decision, or that it was dropped."""
    if inquiry.stage == Inquiry.Stage.DROPPED:
        return reverse("dropped", args=[inquiry.pk])
    state = state or inquiry.state()
    if isinstance(state, Asking):
        return reverse("question", args=[inquiry.pk, state.question.id])
    return reverse("decision", args=[inquiry.pk])


@for_members("GET")
def inquiry(request: MemberRequest, inquiry_id: UUID) -> HttpResponse:
    """On to where the inquiry stands."""
    return go(request, stands_at(to_read(Inquiry.objects.with_answers(), request.user, inquiry_id)))


# A question


@for_members("GET", "POST")
def question(request: MemberRequest, inquiry_id: UUID, question_id: str) -> HttpResponse:
    """One question of the inquiry; a tap answers it and moves on. An answered one may be answered again."""
    found = to_change(with_place(), request.user, inquiry_id)
    state = found.state()
    asked = state.questions.get(question_id)
    if asked is None or found.stage == Inquiry.Stage.DROPPED:
        return _not_asked(request, found)
    if isinstance(asked, Moment):
        return _moment(request, found, asked)
    form = AnswerForm(asked, posted(request))
    if request.method == "GET":
        return _question_page(request, found, state, asked)
    if not form.is_valid():
        return _question_page(request, found, state, asked, error=form.problem, status=422)
    try:
        outcome = incidents.record_answer(
            inquiry=found,
            question_id=question_id,
            value=form.cleaned_data["answer"],
            seen_version=form.cleaned_data["version"],
            by=request.user,
        )
    except Refused as refused:
        return _question_page(request, found, state, asked, error=str(refused), status=422)
    if outcome.status == "conflict":
        found = with_place().get(pk=found.pk)  # the page that follows has seen the other answer
        return _question_page(request, found, found.state(), asked, conflict=outcome, status=409)
    return go(request, stands_at(outcome.inquiry))


def _moment(request: MemberRequest, found: Inquiry, asked: Moment) -> HttpResponse:
    """A moment that was said to have come: it may be taken back, and the inquiry waits for it again."""
    reached = next((answer for answer in found.answers.all() if answer.question == asked.id), None)
    if reached is None:
        return _not_asked(request, found)
    error = ""
    if request.method == "POST":
        try:
            back = incidents.take_back_moment(inquiry=found, question_id=asked.id, by=request.user)
            return go(request, stands_at(back), whole=True)
        except Refused as refused:
            error = str(refused)
    context = {**_head(found), "moment": asked.text, "reached": reached, "by": person(reached.by), "error": error}
    context["back_url"] = stands_at(found)
    return render(request, page(request, "inquiry/moment.html"), context, status=422 if error else 200)


def _not_asked(request: MemberRequest, found: Inquiry) -> HttpResponse:
    """A stale link, or an earlier answer has changed. What was typed is given back, to be typed elsewhere."""
    if request.method == "POST":
        messages.warning(
            request,
            _("This question is not asked any more: an earlier answer has changed. Nothing was changed by yours."),
        )
        typed = request.POST.get("answer", "")
        if len(typed) > len(UNKNOWN) + 20:
            messages.warning(request, _("You had written: %(words)s") % {"words": typed})
    return go(request, stands_at(found), whole=True)


def _question_page(
    request: MemberRequest,
    found: Inquiry,
    state: State,
    asked: Question[Any],
    *,
    error: str = "",
    conflict: Outcome | None = None,
    status: int = 200,
) -> HttpResponse:
    known = with_roles(found.known())
    given = found.answers_dict().get(asked.id, "")
    context = {
        **_head(found),
        "heading": text.plain(asked.text, known, translation, dict(asked.roles)),
        "question": asked,
        "facts": known,
        "roles": dict(asked.roles),
        "given": given,
        "typed": request.POST.get("answer", given),
        "error": error,
        "conflict": _conflict(asked, conflict, known) if conflict else None,
        "trail": trail(found, state, request.user),
        "back_url": _before(found, state, asked),
        "unknown": UNKNOWN if _may_be_unknown(found, asked) else "",
        **_ways_to_answer(found, asked, known),
    }
    response = render(request, page(request, "inquiry/question.html"), context, status=status)
    return push_url(response, False) if status != 200 else response


def _head(found: Inquiry) -> dict[str, Any]:
    """What the bar and the foot of both pages need."""
    return {"inquiry": found, "incident": found.incident, "title": found.entry.title, "place": place(found.incident)}


def _conflict(asked: Question[Any], conflict: Outcome, known: dict[str, str]) -> dict[str, Any]:
    """Who answered what, and what this director would put in its place."""
    return {
        "by": person(conflict.answer.by),
        "at": conflict.answer.at,
        "theirs": shown(asked, conflict.answer.value, known),
        "mine": shown(asked, conflict.value, known),
        "value": conflict.value,
    }


def _before(found: Inquiry, state: State, asked: Question[Any]) -> str:
    """Back: the question before this one; for the first, what happened."""
    earlier = ""
    for step in state.trail:
        if step.question.id == asked.id:
            break
        if not step.derived and step.question.kind != "moment":
            earlier = reverse("question", args=[found.pk, step.question.id])
    return earlier or reverse("what", args=[found.incident_id])


def _may_be_unknown(found: Inquiry, asked: Question[Any]) -> bool:
    """May the page offer that nobody remembers? A card is only named; for a number there must be a simpler question."""
    if asked.kind != "count":
        return asked.kind == "card"
    simpler = (one.given for one in questions(found.edition, found.law).values() if one.given and one.given.ask)
    return any(fact.id == asked.id for given in simpler for fact in given.facts)


def _ways_to_answer(found: Inquiry, asked: Question[Any], known: dict[str, str]) -> dict[str, Any]:
    """The surfaces to touch, by the kind of question."""
    match asked.kind:
        case "seat":
            return {"seats": compass(players(found.incident), known), "board": found.incident.board}
        case "card":
            return _cards(found, asked, known)
        case _ if asked.chooser:
            value = known.get(asked.chooser, "")
            return {
                "chooser": text.show(asked.chooser, "", value, translation),
                "to_chooser": text.show(asked.chooser, "to", value, translation),
            }
        case _:
            return {}


def _cards(found: Inquiry, asked: Question[Any], known: dict[str, str]) -> dict[str, Any]:
    """The 52 cards by suit; when the deal is known, the player's own first and the others after them."""
    roles = dict(asked.roles)
    holder = asked.hand if isinstance(asked, WhichCard) else ""
    hand = _hand(found.incident, known.get(roles.get(holder, holder), ""))
    own = [row for row in by_suit(hand) if row["cards"]]
    others = [Card.parse(value) for value in asked.values]
    return {"hand": own, "others": by_suit([card for card in others if card not in hand])}


def _hand(incident: Incident, seat: str) -> tuple[Card, ...]:
    if incident.board is None or not incident.board.deal or not seat:
        return ()
    try:
        return parse_deal(incident.board.deal, complete=False)[seat]  # type: ignore[index]  # a Seat is its letter
    except (ValueError, KeyError):
        return ()


def by_suit(cards: "tuple[Card, ...] | list[Card]") -> list[dict[str, Any]]:
    """The cards as the pad shows them: a row a suit."""
    return [
        {"suit": suit.value, "cards": [{"value": str(card), "rank": card.rank} for card in cards if card.suit == suit]}
        for suit in SUITS
    ]


# The decision


@for_members("GET")
def decision(request: MemberRequest, inquiry_id: UUID) -> HttpResponse:
    """What is ruled: what happens now, who may use what, what to come back for, and the trail."""
    found = to_read(with_place().prefetch_related("rulings__by", "duties"), request.user, inquiry_id)
    state = found.state()
    if found.stage == Inquiry.Stage.DROPPED or not isinstance(state, Ending):
        return go(request, stands_at(found, state), whole=True)
    may_rule = Inquiry.objects.for_director(request.user).filter(pk=found.pk).exists()
    issued, known = found.current_ruling, with_roles(found.known())
    context = {
        **_head(found),
        "heading": text.plain(state.ruling.text, known, translation),
        "ruling": state.ruling,
        "waiting": isinstance(state, Waiting),
        "facts": known,
        "issued": issued,
        "issued_by": person(issued.by) if issued else "",
        "may_rule": may_rule,
        "trail": trail(found, state, request.user),
        "back_url": _last_question(found, state) if may_rule else reverse("room", args=[found.incident.tournament_id]),
        **effects(state.ruling.rectifications),
        **_duties(found, state),
        **_around(found, may_rule),
    }
    return render(request, page(request, "inquiry/decision.html"), context)


def _last_question(found: Inquiry, state: Ending) -> str:
    asked = [step.question.id for step in state.trail if not step.derived and step.question.kind != "moment"]
    return reverse("question", args=[found.pk, asked[-1]]) if asked else reverse("what", args=[found.incident_id])


def effects(rectifications: tuple[Rectification, ...]) -> dict[str, Any]:
    """The effects of a ruling by the place where the page says them; those without words are not said."""
    found: dict[str, Any] = {"steps": [], "information": [], "notes": [], "stay": [], "sends": [], "scored": False}
    found["penalty"] = any(one.effect == "PP_POSSIBLE" for one in rectifications)
    for one in rectifications:
        match one.effect:
            case "INFO":
                found["information"].append(one)
            case "NOTE" | "PP_POSSIBLE" | "CONSIDER_AS":
                found["notes"].append(one)
            case "TD_PRESENCE":
                found["stay"].append(one)
            case "SEND":
                found["sends"].append(one)
            case _:
                found["scored"] |= one.effect in ("TRICK_TRANSFER", "ASSIGNED", "SPLIT", "ARTIF")
                found["steps"].append(one)
    return {name: _with_words(value) if isinstance(value, list) else value for name, value in found.items()}


def _with_words(effects: list[Rectification]) -> list[Rectification]:
    return [one for one in effects if one.text]


def _duties(found: Inquiry, state: Ending) -> dict[str, Any]:
    """What to come back for: the moment that the inquiry itself waits for, what stands by itself, and what opened the
    inquiry as long as it is there: the penalty card asks for the same choice before the next lead."""
    own = [duty for duty in found.duties.all() if duty.state == Duty.State.OPEN]
    awaited = next((duty for duty in own if duty.question), None)
    opener = found.opened_by_duty
    duties = [*([opener] if opener and opener.state == Duty.State.OPEN else []), *own]
    return {
        "duties": [Due(duty, with_roles(duty.inquiry.known())) for duty in duties],
        "awaited": awaited,
        "moment": moment_button(state) if awaited else "",
    }


@dataclass(frozen=True)
class Due:
    """A duty with the facts that its words are filled from: those of the inquiry whose ruling left it."""

    duty: Duty
    known: dict[str, str]

    @property
    def text(self) -> str:
        return self.duty.text

    @property
    def law(self) -> str:
        return self.duty.law

    @property
    def answered_by(self) -> str:
        """The question that the moment answers, when the inquiry itself waits for it."""
        return self.duty.question

    @property
    def moment(self) -> str:
        """What the button says that opens what the duty opens."""
        if self.duty.moment == When.CARD_GONE.value:
            return _("The partner is about to lead")
        if self.duty.moment == When.END_OF_PLAY.value:
            return _("The board is played: look at it again")
        return _("It is the moment")

    @property
    def over(self) -> str:
        """What the button says that closes it."""
        if self.duty.moment == When.CARD_GONE.value:
            return _("The card has left the table")
        return _("It is over")


def moment_button(state: Ending) -> str:
    """What the button says that tells that the moment has come."""
    moment = state.moment if isinstance(state, Waiting) else None
    if moment is When.END_OF_PLAY:
        return _("The board is played: count the tricks")
    return text.plain(moment.label, {}, translation) if moment else ""


def _around(found: Inquiry, may_rule: bool) -> dict[str, Any]:
    """The other inquiries of the incident, and where it happened as long as that is not fully said."""
    incident = found.incident
    others = [one for one in incident.inquiries.all() if one.pk != found.pk]
    if not may_rule or incident.result_id:
        return {"others": others}
    places = tables(incident.tournament)
    return {
        "others": others,
        "tables": [] if incident.table else table_choices(incident, places),
        "boards": [] if incident.board_id else board_choices(incident),
    }


@for_members("POST")
def reach(request: MemberRequest, inquiry_id: UUID) -> HttpResponse:
    """The moment has come that the inquiry waits for; its questions go on."""
    found = to_change(Inquiry.objects.with_answers(), request.user, inquiry_id)
    duty = found.duties.filter(state=Duty.State.OPEN).exclude(question="").first()
    try:
        if duty is not None:
            incidents.reach_moment(duty=duty, by=request.user)
    except Refused as refused:
        messages.error(request, str(refused))
        return go(request, found, whole=True)
    return go(request, stands_at(Inquiry.objects.with_answers().get(pk=found.pk)))


@for_members("POST")
def linked(request: MemberRequest, inquiry_id: UUID) -> HttpResponse:
    """The ruling sends on to another law: its inquiry, with the facts handed on; the one opened before if any was."""
    found = to_change(Inquiry.objects.with_answers(), request.user, inquiry_id)
    try:
        opened = incidents.open_linked_inquiry(inquiry=found, law=request.POST.get("law", ""), by=request.user)
        return go(request, stands_at(opened))
    except Refused as refused:
        messages.error(request, str(refused))
    return go(request, found, whole=True)


@for_members("POST")
def drop(request: MemberRequest, inquiry_id: UUID) -> HttpResponse:
    """Opened by mistake: it counts no more; on to what happened."""
    found = to_change(Inquiry.objects.with_answers(), request.user, inquiry_id)
    try:
        incidents.drop_inquiry(inquiry=found, by=request.user)
        messages.success(request, _("Dropped: it does not count, and stays in the history."))
    except Refused as refused:
        messages.error(request, str(refused))
        return go(request, found, whole=True)
    rest = found.incident.inquiries.exclude(stage=Inquiry.Stage.DROPPED)
    return go(request, found.incident if rest else reverse("what", args=[found.incident_id]), whole=True)


@for_members("GET")
def dropped(request: MemberRequest, inquiry_id: UUID) -> HttpResponse:
    """What an inquiry that was dropped had been answered: to read, nothing to touch."""
    found = to_read(with_place(), request.user, inquiry_id)
    if found.stage != Inquiry.Stage.DROPPED:
        return go(request, stands_at(found), whole=True)
    state = found.state()
    lines = [line | {"url": ""} for line in trail(found, state, request.user)]
    context = {**_head(found), "trail": lines, "back_url": found.incident.get_absolute_url()}
    return render(request, page(request, "inquiry/dropped.html"), context)


# What stands by itself until it is done


@for_members("POST")
def duty_done(request: MemberRequest, duty_id: UUID) -> HttpResponse:
    """The penalty card has been played: nothing more to come back for."""
    duty = to_change(Duty.objects.select_related("inquiry__incident"), request.user, duty_id)
    try:
        incidents.close_duty(duty=duty, by=request.user)
        messages.success(request, _("Noted: nothing more to come back for here."))
    except Refused as refused:
        messages.error(request, str(refused))
    return go(request, duty.inquiry, whole=True)


@for_members("POST")
def duty_open(request: MemberRequest, duty_id: UUID) -> HttpResponse:
    """What was to come back for has come: the inquiry that it opens."""
    duty = to_change(Duty.objects.select_related("inquiry__incident"), request.user, duty_id)
    try:
        return go(request, incidents.open_duty_inquiry(duty=duty, by=request.user))
    except Refused as refused:
        messages.error(request, str(refused))
        return go(request, duty.inquiry, whole=True)
