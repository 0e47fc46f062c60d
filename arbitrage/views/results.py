"""A line of a traveller, corrected or added by hand: what it is to say, what that changes, its confirmation."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from arbitrage.ids import uuid7
from arbitrage.models import Board, Contestant, Event, Incident, Result, Tournament
from arbitrage.report import listed, table_words
from arbitrage.services import clock, results, tournaments
from arbitrage.services.errors import Refused
from arbitrage.services.field import Line, TravellerLine
from arbitrage.services.results import LINE_EVENTS, Corrected, Entry, GivenShare, Reason, Review
from arbitrage.templatetags import bridge as shown
from arbitrage.views import MemberRequest, for_members, go, page, to_change
from arbitrage.views.keypad import ResultForm, keypad
from arbitrage.views.ranking import rank_line, surnames
from arbitrage.views.showing import person
from arbitrage.words import (
    average_letters,
    average_words,
    award_cells,
    award_words,
    contract_words,
    percent_words,
    points_words,
    side_words,
)
from rulings.adjusted import Average
from rulings.bridge import NotationError, Seat, Side, parse_contract
from rulings.methods import Method

LATE = "correction_period_over"
"""Why a correction is refused that only lacks the director's tick."""
FORM_LETTERS = {1: "A", 2: "B", 3: "C"}
"""What the forms of a fouled board are called on the screen."""
SHARES = (*Average, "60", "50", "40")
"""What a side may be given at a touch; any other percentage is typed."""


# What was touched


class LineForm(forms.Form):
    """What a line is to say: who sat there, and its result, that it was passed out or not played, or a score instead.

    *places* are the places to fill, "ns" and "ew", or the four seats of an individual; *people* those who may sit there
    by identifier.
    """

    kind = forms.ChoiceField(choices=[(kind, kind) for kind in Result.Kind.values if kind != "unreadable"])
    ns_share = forms.ChoiceField(choices=[(one, one) for one in SHARES], required=False)
    ew_share = forms.ChoiceField(choices=[(one, one) for one in SHARES], required=False)
    ns_percent = forms.DecimalField(min_value=0, max_value=100, max_digits=5, decimal_places=2, required=False)
    ew_percent = forms.DecimalField(min_value=0, max_value=100, max_digits=5, decimal_places=2, required=False)
    table = forms.IntegerField(min_value=1, max_value=9999, required=False)
    reason = forms.ChoiceField(choices=[("", ""), *Reason.choices], required=False)
    id = forms.UUIDField(required=False)

    PROBLEMS = {
        "ns_percent": gettext_lazy("A percentage goes from 0 to 100, with two decimals at most. Type it again."),
        "ew_percent": gettext_lazy("A percentage goes from 0 to 100, with two decimals at most. Type it again."),
        "table": gettext_lazy("The number of a table goes from 1 to 9999. Type it again, or leave it empty."),
    }
    OTHER_PROBLEM = gettext_lazy("Touch again what the line is to say: a part of it did not arrive.")

    def __init__(self, touched: Mapping[str, str], places: "Places") -> None:
        touched = dict(touched)
        for name in ("ns_percent", "ew_percent"):
            touched[name] = touched.get(name, "").replace(",", ".").removesuffix("%").strip()
        super().__init__(touched)
        self.places = places
        self.result = ResultForm(touched)
        for name in places.names:
            self.fields[name] = forms.ChoiceField(choices=[(key, key) for key in places.people], required=False)

    def clean(self) -> dict[str, Any]:
        found = super().clean() or self.cleaned_data
        if found.get("kind") == Result.Kind.PLAYED and not self.result.is_valid():
            self.add_error(None, self.result.problem)
        artificial = found.get("kind") == Result.Kind.ARTIFICIAL
        if artificial and not self.places.in_matchpoints and self._percent_given(found):
            self.add_error(None, _("This tournament has no percentages: touch an average for each side."))
        return found

    @staticmethod
    def _percent_given(found: Mapping[str, Any]) -> bool:
        typed = any(found.get(f"{side}_percent") is not None for side in ("ns", "ew"))
        return typed or any(found.get(f"{side}_share", "").isdecimal() for side in ("ns", "ew"))

    @property
    def problem(self) -> str:
        """What is missing, in a sentence or two; "" when nothing is."""
        said = [self.PROBLEMS.get(name, self.OTHER_PROBLEM) for name in self.errors if name != "__all__"]
        return " ".join(dict.fromkeys(str(one) for one in (*said, *self.non_field_errors())))

    def entry(self) -> Entry:
        """What the line is to say, once the form is valid."""
        said = self.cleaned_data
        kind = Result.Kind(said["kind"])
        seated = {name: self.places.people.get(said[name]) for name in self.places.names}
        return Entry(
            kind=kind,
            contract=self.result.contract if kind == Result.Kind.PLAYED else None,
            tricks=self.result.tricks if kind == Result.Kind.PLAYED else None,
            lead=self.result.lead if kind == Result.Kind.PLAYED else None,
            ns_share=self._share("ns") if kind == Result.Kind.ARTIFICIAL else None,
            ew_share=self._share("ew") if kind == Result.Kind.ARTIFICIAL else None,
            ns=seated.get("ns"),
            ew=seated.get("ew"),
            seats=tuple(str(one.pk) for one in seated.values() if one) if self.places.individual else (),
        )

    def _share(self, side: str) -> GivenShare | None:
        """A percentage that was typed, or else what was touched."""
        if self.cleaned_data[f"{side}_percent"] is not None:
            return Decimal(self.cleaned_data[f"{side}_percent"])
        share = self.cleaned_data[f"{side}_share"]
        if not share:
            return None
        return Average(share) if share in tuple(Average) else Decimal(share)


@dataclass(frozen=True)
class Places:
    """The places of a line, and who may sit there: the contestants of its section, or of all where it has none yet; and
    whether the tournament compares in percentages."""

    individual: bool
    people: Mapping[str, Contestant]
    several_sections: bool
    in_matchpoints: bool

    @classmethod
    def of(cls, tournament: Tournament, line: Result | None) -> "Places":
        people = Contestant.objects.filter(section__tournament=tournament).select_related("section")
        if line is not None:
            people = people.filter(section=line.section)
        individual = bool(line.seats) if line else tournament.kind == Tournament.Kind.INDIVIDUAL
        several = line is None and tournament.sections.count() > 1
        ordered = people.prefetch_related("players").order_by("section__letter", "direction", "position")
        scoring = Method.from_json(tournament.method).scoring if tournament.method else tournament.scoring
        in_matchpoints = scoring == Tournament.Scoring.MATCHPOINTS
        return cls(individual, {str(one.pk): one for one in ordered}, several, in_matchpoints)

    @property
    def shares(self) -> tuple[str, ...]:
        """What a side may be given at a touch: percentages mean nothing where IMPs or points are added up."""
        return SHARES if self.in_matchpoints else tuple(Average)

    @property
    def names(self) -> tuple[str, ...]:
        return ("N", "E", "S", "W") if self.individual else ("ns", "ew")

    def seated(self, line: Result) -> dict[str, str]:
        """Who sits where on a line, as the form says it."""
        if self.individual:
            return dict(zip(self.names, line.seats, strict=False))
        return {"ns": str(line.ns_id or ""), "ew": str(line.ew_id or "")}

    def exchanged(self, touched: Mapping[str, str]) -> dict[str, str]:
        """The same with the two sides exchanged: each player has moved to the next seat."""
        turned = {"ns": "ew", "ew": "ns", "N": "E", "E": "S", "S": "W", "W": "N"}
        return dict(touched) | {name: touched.get(turned[name], "") for name in self.names}

    def players(self, touched: Mapping[str, str]) -> dict[str, str]:
        """The players' names by seat."""
        found = {}
        for name in self.names:
            one = self.people.get(touched.get(name, ""))
            seats = (name,) if self.individual else {"ns": ("N", "S"), "ew": ("E", "W")}[name]
            for seat, player in zip(seats, one.players.all() if one else (), strict=False):
                found[seat] = player.name
        return found

    def choices(self, touched: Mapping[str, str]) -> Iterator[dict[str, Any]]:
        """A list a place: its words, the name that is posted, and who may be chosen."""
        for name in self.names:
            label = shown.seat(name) if self.individual else shown.side(name.upper())
            people = [
                {"value": key, "label": self._label(one), "chosen": touched.get(name) == key}
                for key, one in self.people.items()
            ]
            yield {"name": name, "label": label, "people": people}

    def _label(self, one: Contestant) -> str:
        letter = one.section.letter if self.several_sections else ""
        return f"{letter} {pair_name(one)} {surnames(one)}".strip()


def pair_name(one: Contestant) -> str:
    """A pair as a traveller calls it: "NS 3", "7" where pairs sit both ways."""
    return f"{shown.side(one.direction, 'letter')} {one.number}".strip()


def touched_of(line: Result, places: Places) -> dict[str, str]:
    """What a line says, as the keys that would be touched to say it."""
    touched = places.seated(line) | {"table": str(line.table or "")}
    try:
        contract = parse_contract(line.contract) if line.contract else None
    except NotationError:
        contract = None
    if contract is not None:
        touched |= {
            "level": str(contract.level),
            "denomination": str(contract.denomination),
            "doubled": str(contract.doubled),
            "declarer": line.declarer,
            "lead_suit": line.lead[:1],
            "lead_rank": line.lead[1:],
        }
        if line.tricks is not None:
            touched["margin"] = str(line.tricks - contract.target)
    for side, percent in (("ns", line.ns_percent), ("ew", line.ew_percent)):
        if line.kind == Result.Kind.ARTIFICIAL and percent is not None:
            share = line.award.get(side) or f"{percent.normalize():f}"
            touched |= {f"{side}_share": share} if share in SHARES else {f"{side}_percent": share}
    return touched


# The pages


@for_members("GET", "POST")
def result(request: MemberRequest, result_id: UUID) -> HttpResponse:
    """A line of a traveller: corrected on the keypad, shown with all it changes, then confirmed."""
    rows = Result.objects.with_pairs().select_related("board__tournament__club")
    line = to_change(rows, request.user, result_id)
    places = Places.of(line.board.tournament, line)
    if not _asked(request):
        return _form_page(request, line.board, places, touched_of(line, places) | _sent(request), line)
    form = LineForm(_sent(request), places)
    if not form.is_valid():
        return _form_page(request, line.board, places, _sent(request), line, error=form.problem, status=422)
    entry = form.entry()
    try:
        if request.method == "GET":
            return _effect_page(request, line, form, entry)
        done = results.correct_result(
            result=line,
            by=request.user,
            entry=entry,
            seen=request.POST.get("seen", ""),
            reason=form.cleaned_data["reason"],
            agreed="agreed" in request.POST,
        )
    except Refused as refused:
        if request.method == "GET" or refused.code not in ("changed", LATE):
            return _form_page(request, line.board, places, _sent(request), line, error=str(refused), status=422)
        return _effect_page(request, rows.get(pk=line.pk), form, entry, error=refused)
    _say(request, done, _("Corrected, table %(table)s: %(now)s."))
    return go(request, line.board, whole=True)


@for_members("GET", "POST")
def add(request: MemberRequest, board_id: UUID) -> HttpResponse:
    """A table that the file lacks: its line is added to the traveller."""
    board = to_change(Board.objects.select_related("tournament__club"), request.user, board_id)
    places = Places.of(board.tournament, None)
    if not _asked(request):
        return _form_page(request, board, places, _sent(request))
    form = LineForm(_sent(request), places)
    if not form.is_valid():
        return _form_page(request, board, places, _sent(request), error=form.problem, status=422)
    entry = form.entry()
    seated = [places.people[key] for key in (form.cleaned_data[name] for name in places.names) if key]
    line = Result(board=board, section=seated[0].section if seated else None, table=form.cleaned_data["table"])
    try:
        if not seated:
            raise Refused(_("Say which pairs played at this table."), "missing")
        if request.method == "GET":
            return _effect_page(request, line, form, entry)
        done = results.add_result(
            board=board,
            section=line.section,
            by=request.user,
            entry=entry,
            table=line.table,
            agreed="agreed" in request.POST,
            id=form.cleaned_data["id"],
        )
    except Refused as refused:
        if request.method == "POST" and refused.code == LATE:
            return _effect_page(request, line, form, entry, error=refused)
        return _form_page(request, board, places, _sent(request), error=str(refused), status=422)
    _say(request, done, _("Added, table %(table)s: %(now)s."))
    return go(request, board, whole=True)


def _sent(request: MemberRequest) -> dict[str, str]:
    return (request.POST if request.method == "POST" else request.GET).dict()


def _asked(request: MemberRequest) -> bool:
    """Does the request say what the line is to be? Without it the keypad is shown, with what was touched so far."""
    return bool(_sent(request).get("kind"))


def _form_page(
    request: MemberRequest,
    board: Board,
    places: Places,
    touched: dict[str, str],
    line: Result | None = None,
    *,
    error: str = "",
    status: int = 200,
) -> HttpResponse:
    if "exchange" in touched:
        touched = places.exchanged(touched)
    context = {
        "board": board,
        "line": line,
        "table": table_of(line) if line else "",
        "says": line_words(results.says(line)) if line else "",
        "unread": line.remark if line and line.kind == Result.Kind.UNREADABLE else "",
        "keypad": keypad(touched, board.vulnerability, places.players(touched)),
        "places": list(places.choices(touched)),
        "shares": [
            {
                "label": side_words(Side(side.upper())),
                "name": f"{side}_share",
                "keys": [_share_key(one, touched.get(f"{side}_share")) for one in places.shares],
                "typed": f"{side}_percent",
                "percent": touched.get(f"{side}_percent", ""),
            }
            for side in ("ns", "ew")
        ],
        "in_matchpoints": places.in_matchpoints,
        "artificial": line is not None and line.kind == Result.Kind.ARTIFICIAL,
        "number": touched.get("table", ""),
        "error": error,
    }
    return render(request, page(request, "board/result.html"), context, status=status)


def _share_key(share: str, touched: str | None) -> dict[str, Any]:
    average = share in tuple(Average)
    return {
        "value": share,
        "label": average_letters(Average(share)) if average else percent_words(Fraction(share)),
        "said": average_words(Average(share)) if average else "",
        "chosen": share == touched,
    }


def _effect_page(
    request: MemberRequest, line: Result, form: LineForm, entry: Entry, *, error: Refused | None = None
) -> HttpResponse:
    """What the line will say and what that does, before anything is written; or why it was not, and what stands now."""
    effect = results.effect_of(line, entry)
    board, added = line.board, line._state.adding
    state = tournaments.correction_state(board.tournament, clock.now())
    sent = {name: value for name, value in _sent(request).items() if name in KEPT}
    if added:
        sent.setdefault("id", str(uuid7()))
    people, sat = form.places.people, seated(effect.lines)
    moved = not added and (line.ns_id, line.ew_id, line.seats) != (
        effect.line.ns_id,
        effect.line.ew_id,
        effect.line.seats,
    )
    context = {
        "board": board,
        "added": added,
        "table": table_of(effect.line),
        "was": "" if added else line_words(results.says(line), people if moved else {}),
        "now": line_words(results.says(effect.line), people if moved or added else {}),
        "changed": effect.changed,
        "lines": [_traveller_line(one, sat[one.result.pk]) for one in effect.lines],
        "several_sections": len({one.result.section_id for one in effect.lines}) > 1,
        **columns(effect.lines),
        "rankings": [rank_line(line) for line in effect.concerned],
        "twice": listed(table_of(one) for one in effect.twice) if effect.twice else "",
        "adjusted": award_words(effect.adjusted) if effect.adjusted else "",
        "ruled": listed(one.reference for one in effect.ruled) if effect.ruled else "",
        "state": state,
        "agreed": "agreed" in request.POST,
        "reasons": [
            {"value": value, "label": label, "chosen": value == form.cleaned_data["reason"]}
            for value, label in Reason.choices
        ],
        "sent": sent | ({} if added else {"seen": results.seen_of(line)}),
        "again": f"{request.path}?{urlencode({name: value for name, value in sent.items() if name != 'kind'})}",
        "error": _told(error, line, people) if error else "",
    }
    return render(request, page(request, "board/effect.html"), context, status=409 if error else 200)


KEPT = {*ResultForm.base_fields, *LineForm.base_fields, "ns", "ew", *Seat.__members__} - {"reason"}
"""What the page of the effect sends on with the confirmation, or back to the keypad."""


def _traveller_line(line: TravellerLine, sat: tuple[str, str]) -> dict[str, Any]:
    """A line before and after, with the arrow of North-South's points."""
    made, declarer, score = award_cells(line.after.award)
    moved = (line.after.ns or 0) - (line.before.ns or 0)
    arrow = "↑" if moved > 0 else "↓" if moved < 0 else ""
    return {
        "line": line,
        "sat": sat,
        "arrow": arrow,
        "made": made,
        "declarer": declarer,
        "score": score,
        "before": worth(line.before),
        "after": worth(line.after),
    }


def _told(refused: Refused, line: Result, people: Mapping[str, Contestant]) -> str:
    """Why nothing was written; when somebody else was quicker, who, when, and what the line says since."""
    event = Event.objects.filter(board=line.board_id, kind__in=LINE_EVENTS).select_related("by").order_by("-at", "-seq")
    last = next((one for one in event if one.data["result"] == str(line.pk)), None)
    if refused.code != "changed" or last is None:
        return str(refused)
    values = {
        "by": person(last.by) or _("The file"),
        "time": shown.clock(timezone.localtime(last.at)),
        "was": line_words(last.data["was"], people),
        "now": line_words(last.data["now"], people),
    }
    return (
        _(
            "%(by)s changed this line at %(time)s: %(was)s became %(now)s. Nothing of yours is written yet: look at "
            "it, then confirm yours or leave it."
        )
        % values
    )


def _say(request: MemberRequest, done: Corrected, words: str) -> None:
    values = {"table": table_of(done.line), "now": line_words(results.says(done.line))}
    messages.success(request, words % values)
    if done.followed:
        names = listed(one.reference for one in done.followed)
        messages.info(
            request,
            ngettext(
                "The inquiry of %(incidents)s goes on from this result; no answer was changed.",
                "The inquiries of %(incidents)s go on from this result; no answer was changed.",
                len(done.followed),
            )
            % {"incidents": names},
        )


@for_members("POST")
def take_over(request: MemberRequest, incident_id: UUID) -> HttpResponse:
    """The inquiries of an incident go on from the corrected result of its table."""
    incident = to_change(Incident.objects.with_place(), request.user, incident_id)
    try:
        results.take_over(incident=incident, by=request.user)
        messages.success(request, _("The inquiry goes on from the corrected result. Look at its decision again."))
    except Refused as refused:
        messages.error(request, str(refused))
    return go(request, incident, whole=True)


# The forms of a fouled board (Law 87)


@for_members("GET", "POST")
def board_forms(request: MemberRequest, board_id: UUID) -> HttpResponse:
    """Which lines were played in another form of the board, said line by line."""
    board = to_change(Board.objects.select_related("tournament__club"), request.user, board_id)
    error = ""
    if request.method == "POST":
        touched = {line.pk: request.POST.get(f"form-{line.pk}", "") for line in board.results.all()}
        said = {key: int(form) for key, form in touched.items() if form in map(str, FORM_LETTERS)}
        try:
            results.set_forms(board=board, by=request.user, forms=said, seen=request.POST.get("seen", ""))
            return go(request, board, whole=True)
        except Refused as refused:
            error = str(refused)
    lines = list(board.results.select_related("section", "ns", "ew").order_by("section__letter", "table", "position"))
    several = len({line.section_id for line in lines}) > 1
    context = {
        "board": board,
        "lines": [
            {
                "line": line,
                "table": table_words(line, several),
                "says": line_words(results.says(line)),
                "keys": [
                    {"value": form, "label": letter, "chosen": form == line.form}
                    for form, letter in FORM_LETTERS.items()
                ],
            }
            for line in lines
        ],
        "seen": results.forms_of(lines),
        "error": error,
    }
    return render(request, page(request, "board/forms.html"), context, status=409 if error else 200)


# Words


def columns(lines: Iterable[TravellerLine]) -> dict[str, Any]:
    """Whether a traveller has columns of points, and what stands above them: percentages, or IMPs and points."""
    after = [line.after for line in lines if line.after.ns is not None]
    percent = any(one.ns_percent is not None for one in after)
    return {"compared": bool(after), "unit": "%" if percent else pgettext("unit", "Points")}


def seated(lines: Iterable[TravellerLine]) -> dict[UUID, tuple[str, str]]:
    """Who sat North-South and East-West on each line, by number: a pair, or the two players of an individual."""
    found = [line.result for line in lines]
    keys = {key for result in found for key in result.seats}
    people = Contestant.objects.filter(pk__in=keys).values_list("pk", "number") if keys else ()
    numbers = {str(key): number for key, number in people}

    def sides(result: Result) -> tuple[str, str]:
        if not result.seats:
            return (result.ns.number if result.ns else ""), (result.ew.number if result.ew else "")
        north, east, south, west = (numbers.get(key, "?") for key in result.seats)
        return f"{north}, {south}", f"{east}, {west}"

    return {result.pk: sides(result) for result in found}


def worth(line: Line) -> tuple[str, str]:
    """What a line gives each side, as its column says it; "" where it is compared with nothing."""
    if line.ns_percent is not None:
        return shown.percent(line.ns_exact), shown.percent(line.ew_exact)
    return shown.points(line.ns), shown.points(line.ew)


def table_of(line: Result) -> str:
    """The table of a line as its traveller calls it."""
    return table_words(line, line.board.tournament.sections.count() > 1)


def line_words(said: Mapping[str, Any], people: Mapping[str, Contestant] | None = None) -> str:
    """A line as the record keeps it, in words: "3NT+2 by South, 660 to North-South"; with *people*, who played too."""
    return ", ".join(filter(None, (_what(said), _who(said, people or {}))))


def _what(said: Mapping[str, Any]) -> str:
    award = results.award_of(said)
    if said["kind"] == Result.Kind.PLAYED and said["contract"] and award is not None and award.score is not None:
        return _("%(result)s by %(declarer)s, %(score)s") % {
            "result": contract_words(said["contract"], said["tricks"]),
            "declarer": shown.seat(said["declarer"]),
            "score": points_words(award.score),
        }
    match said["kind"]:
        case Result.Kind.PASSED:
            return _("passed out")
        case Result.Kind.NOT_PLAYED:
            return _("not played")
        case Result.Kind.UNREADABLE:
            return _("unreadable")
    return award_words(award) if award is not None else _("artificial score")


def _who(said: Mapping[str, Any], people: Mapping[str, Contestant]) -> str:
    keys = said.get("seats") or [said.get("ns"), said.get("ew")]
    names = [pair_name(people[key]) for key in keys if key in people]
    return "–".join(names)


def review_words(review: Review) -> dict[str, Any]:
    """What a director must look at again, and what can be done about it."""
    names = {"contract": _("the contract"), "declarer": _("declarer"), "tricks": _("the tricks")}
    incident = review.incident
    if review.stale:
        why = _("its confirmed score does not follow any more")
    else:
        why = _("it was made with another result (%(facts)s)") % {"facts": listed(names[name] for name in review.facts)}
    return {
        "incident": incident,
        "why": _("Decision %(reference)s is to be looked at again: %(why)s.")
        % {"reference": incident.reference, "why": why},
        "facts": bool(review.facts),
        "over": incident.state in (Incident.State.FINAL, Incident.State.WITHDRAWN),
    }


__all__ = [
    "FORM_LETTERS",
    "add",
    "board_forms",
    "line_words",
    "result",
    "review_words",
    "take_over",
]
