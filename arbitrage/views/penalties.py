"""A penalty (Laws 90, 91): to whom, how much and why, what it does to the ranking, then its confirmation."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arbitrage.ids import uuid7
from arbitrage.models import Board, Contestant, Incident, Penalty, Tournament
from arbitrage.services import clock, penalties, tournaments
from arbitrage.services.errors import Refused
from arbitrage.services.field import Field, Ranking
from arbitrage.services.penalties import effect_of
from arbitrage.templatetags import bridge as shown
from arbitrage.views import MemberRequest, for_members, go, to_change
from arbitrage.views.ranking import board_words, penalty_words, rank_line, ranking_title, surnames
from arbitrage.views.results import LATE, pair_name
from arbitrage.views.showing import place
from arbitrage.words import taken_words, unit_sign

USUAL: Mapping[str, tuple[str, ...]] = {
    "percent": ("5", "10", "20", "25"),
    "imps": ("1", "2", "3", "6"),
    "points": ("50", "100", "200", "500"),
    "vp": ("0.5", "1", "2", "3"),
}
"""The amounts at a touch, by the unit of the ranking."""

DEFAULT = {"percent": "10"}
"""The amount that is touched already: a tenth of a top is the custom; at teams there is none."""

ABOUT = {
    Penalty.Law.PROCEDURE: gettext_lazy(
        "Delay, an inconvenience to others, a breach of correct procedure or of a regulation."
    ),
    Penalty.Law.DISCIPLINE: gettext_lazy("For order and courtesy. The director’s decision is final."),
}


# What was touched


class PenaltyForm(forms.Form):
    """A penalty as it is touched. *typed* is an amount that no key has, and goes before the key."""

    who = forms.ChoiceField()
    amount = forms.DecimalField(required=False)
    typed = forms.DecimalField(required=False)
    law = forms.ChoiceField(choices=Penalty.Law.choices)
    reason = forms.ChoiceField(choices=Penalty.Reason.choices)
    board = forms.ModelChoiceField(Board.objects.none(), required=False)
    id = forms.UUIDField(required=False)

    PROBLEMS = {
        "who": gettext_lazy("Say who is penalised."),
        "law": gettext_lazy("Say under which Law: a procedural penalty (90) or a disciplinary one (91)."),
        "reason": gettext_lazy("Touch the reason: it goes into the record."),
        "board": gettext_lazy("This board is not of this tournament. Choose it again, or leave it empty."),
    }

    def __init__(self, touched: Mapping[str, str], field: Field) -> None:
        touched = dict(touched)
        for name in ("amount", "typed"):
            touched[name] = touched.get(name, "").replace(",", ".").removesuffix("%").strip()
        super().__init__(touched)
        self.field = field
        self.fields["who"] = forms.ChoiceField(choices=[(key, key) for key in field.everybody])
        self.fields["board"] = forms.ModelChoiceField(Board.objects.filter(tournament=field.tournament), required=False)

    def clean(self) -> dict[str, Any]:
        found = super().clean() or self.cleaned_data
        unit = self.field.method.unit
        typed = found.get("typed")
        amount = found.get("amount") if typed is None else typed
        if amount is None or "typed" in self.errors:
            self.add_error(None, penalties.IMPOSSIBLE[penalties.Unit(unit)])
            return found
        try:
            penalties.check_amount(amount, unit)
        except Refused as refused:
            self.add_error(None, str(refused))
        found["amount"] = amount
        return found

    @property
    def problem(self) -> str:
        """What is missing, in a sentence or two; "" when nothing is."""
        said = [self.PROBLEMS[name] for name in self.errors if name in self.PROBLEMS]
        return " ".join(dict.fromkeys(str(one) for one in (*said, *self.non_field_errors())))


# The pages


@for_members("GET", "POST")
def penalty(request: MemberRequest, tournament_id: UUID) -> HttpResponse:
    """A penalty put together, shown with what it does, then given. All of it is in the address until then."""
    tournament = to_change(Tournament.objects.all(), request.user, tournament_id)
    sent = (request.POST if request.method == "POST" else request.GET).dict()
    asking = _Asking(tournament, sent, _incident(request, tournament, sent.get("incident", "")))
    if "look" not in sent and request.method == "GET":
        return asking.form_page(request)
    form = PenaltyForm(sent, asking.field)
    if not form.is_valid():
        return asking.form_page(request, error=form.problem, status=422)
    if request.method == "GET":
        return asking.effect_page(request, form)
    said = form.cleaned_data
    try:
        given = penalties.give_penalty(
            tournament=tournament,
            contestant=said["who"],
            law=said["law"],
            amount=said["amount"],
            unit=sent.get("unit", ""),
            reason=said["reason"],
            by=request.user,
            incident=asking.incident,
            board=said["board"],
            agreed="agreed" in sent,
            id=said["id"],
        )
    except Refused as refused:
        if refused.code == LATE:
            return asking.effect_page(request, form, error=str(refused))
        return asking.form_page(request, error=str(refused), status=409)
    values = {"who": asking.name(given.key), "taken": taken_words(given.amount, given.unit)}
    messages.success(request, _("Penalty given: %(who)s, %(taken)s.") % values)
    return go(request, reverse("ranking", args=[tournament.pk]), whole=True)


@for_members("GET", "POST")
def withdraw(request: MemberRequest, penalty_id: UUID) -> HttpResponse:
    """What it does to the ranking when a penalty is withdrawn, then its withdrawal."""
    rows = Penalty.objects.select_related("tournament", "contestant__section", "board", "incident")
    found = to_change(rows, request.user, penalty_id)
    ranking = reverse("ranking", args=[found.tournament_id])
    if found.state == Penalty.State.WITHDRAWN:
        messages.info(request, _("This penalty was withdrawn already."))
        return go(request, ranking, whole=True)
    error = ""
    if request.method == "POST":
        try:
            penalties.withdraw_penalty(penalty=found, by=request.user, agreed="agreed" in request.POST)
        except Refused as refused:
            error = str(refused)
        else:
            messages.success(request, _("The penalty is withdrawn: it counts no more."))
            return go(request, ranking, whole=True)
    field = Field(found.tournament)
    context = {
        "withdrawn": True,
        "heading": _("Withdraw this penalty?"),
        "words": penalty_words(found, several_sections=_several(field.people.values())),
        "law": found.law,
        "rankings": _rankings(effect_of(found.tournament, found.key, -found.amount, found.unit)),
        "again": "",
        "sent": {},
    }
    return _effect(request, found.tournament, context, error)


def _incident(request: MemberRequest, tournament: Tournament, key: str) -> Incident | None:
    """The incident that a penalty comes from; None for none, or one of another tournament."""
    try:
        of_tournament = Incident.objects.with_place().for_director(request.user).filter(tournament=tournament)
        return of_tournament.filter(pk=UUID(key)).first() if key else None
    except ValueError:
        return None


@dataclass
class _Asking:
    """The pages of a penalty that is not given yet: *touched* is what was said so far, *incident* where it comes from,
    if from one."""

    tournament: Tournament
    touched: Mapping[str, str]
    incident: Incident | None

    def __post_init__(self) -> None:
        self.field = Field(self.tournament)
        self.several = _several(self.field.people.values())

    def form_page(self, request: MemberRequest, *, error: str = "", status: int = 200) -> HttpResponse:
        unit = self.field.method.unit
        amount = self.touched.get("amount", DEFAULT.get(unit, ""))
        typed = self.touched.get("typed", "" if amount in (*USUAL[unit], "") else amount)
        board = self.touched.get("board", str(self.incident.board_id or "") if self.incident else "")
        context = {
            "tournament": self.tournament,
            "incident": self.incident,
            "place": place(self.incident) if self.incident else self.tournament.name,
            "groups": list(self._groups()),
            "unit": unit_sign(unit).strip(),
            "percent": unit == "percent",
            "amounts": [
                {"value": one, "label": shown.points(one), "small": unit_sign(unit).strip(), "chosen": one == amount}
                for one in USUAL[unit]
            ],
            "typed": typed,
            "laws": [
                {"value": law, "label": label, "help": ABOUT[Penalty.Law(law)], "chosen": law == self._law}
                for law, label in Penalty.Law.choices
            ],
            "reasons": [
                {"value": value, "label": label, "chosen": value == self.touched.get("reason")}
                for value, label in Penalty.Reason.choices
            ],
            "boards": [
                {"value": one.pk, "label": one.number, "chosen": str(one.pk) == board}
                for one in self.tournament.boards.order_by("number")
            ],
            "error": error,
        }
        return render(request, "ranking/penalty.html", context, status=status)

    @property
    def _law(self) -> str:
        return self.touched.get("law", Penalty.Law.PROCEDURE.value)

    def effect_page(self, request: MemberRequest, form: PenaltyForm, *, error: str = "") -> HttpResponse:
        said, unit = form.cleaned_data, self.field.method.unit
        sent = {
            "who": said["who"],
            "amount": f"{said['amount'].normalize():f}",
            "law": said["law"],
            "reason": said["reason"],
            "board": str(said["board"].pk) if said["board"] else "",
            "incident": str(self.incident.pk) if self.incident else "",
        }
        reason = str(Penalty.Reason(said["reason"]).label)
        board = said["board"] or (self.incident.board if self.incident else None)
        context = {
            "heading": _("%(who)s: %(taken)s")
            % {"who": self.name(said["who"]), "taken": taken_words(said["amount"], unit)},
            "words": ", ".join(filter(None, (reason, board_words(board)))),
            "law": said["law"],
            "rankings": _rankings(effect_of(self.tournament, said["who"], said["amount"], unit)),
            "again": f"{request.path}?{urlencode(sent)}",
            "sent": sent | {"unit": unit, "id": str(said["id"] or uuid7())},
        }
        return _effect(request, self.tournament, context, error)

    def name(self, key: str) -> str:
        """A contestant as the page calls it: "NS 3 Marchand, Perrin", a team by its name."""
        person = self.field.everybody.get(key)
        return _who(person, several_sections=self.several) if person else key

    def _groups(self) -> Iterator[dict[str, Any]]:
        """Who may be penalised: those of the incident's table first, then everybody, direction by direction."""
        line = self.incident.result if self.incident else None
        own = self.field.keys_of(line) if line else set()
        if here := [key for key in self.field.everybody if key in own]:
            yield self._group(_("At this table"), here)
        others: dict[str, list[str]] = {}
        for key, person in self.field.everybody.items():
            if key not in own:
                others.setdefault(person.direction if person else "", []).append(key)
        for direction in sorted(others, key=("NS", "EW", "").index):
            yield self._group(ranking_title(direction), others[direction])

    def _group(self, title: str, keys: Iterable[str]) -> dict[str, Any]:
        chosen = self.touched.get("who")
        people = [{"value": key, "label": self.name(key), "chosen": key == chosen} for key in keys]
        return {"title": title, "people": people}


def _several(people: Iterable[Contestant]) -> bool:
    return len({one.section_id for one in people}) > 1


def _rankings(effect: Iterable[Ranking]) -> list[dict[str, Any]]:
    return [{"title": ranking_title(one.field), "lines": [rank_line(line) for line in one.lines]} for one in effect]


def _effect(request: MemberRequest, tournament: Tournament, context: dict[str, Any], error: str = "") -> HttpResponse:
    context |= {
        "tournament": tournament,
        "state": tournaments.correction_state(tournament, clock.now()),
        "agreed": "agreed" in request.POST,
        "error": error,
    }
    return render(request, "ranking/penalty_effect.html", context, status=409 if error else 200)


# Words


def _who(person: Contestant, *, several_sections: bool) -> str:
    """A contestant in one line: "NS 3 Marchand, Perrin"."""
    letter = person.section.letter if several_sections else ""
    return f"{letter} {pair_name(person)} {surnames(person)}".strip()
