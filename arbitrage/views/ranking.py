"""Le classement: who stands where, until when a score may be corrected (Law 79C), and how it is all counted."""

from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from arbitrage.models import Board, Contestant, Event, Penalty, Tournament
from arbitrage.services import clock, tournaments
from arbitrage.services.errors import Refused
from arbitrage.services.field import Field, RankLine
from arbitrage.services.history import canonical, digest
from arbitrage.templatetags import bridge as shown
from arbitrage.views import MemberRequest, for_members, go, page, to_change, to_read
from arbitrage.views.method_words import NotAMethod, Setting, method_words, read_method, settings_of
from arbitrage.views.showing import person
from arbitrage.words import ranked_words, taken_words
from rulings import text
from rulings.methods import Method, Scoring
from rulings.recognition import Recognised


class PublishForm(forms.Form):
    """For how many minutes published scores may be corrected."""

    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes for corrections"),
        min_value=0,
        max_value=tournaments.LONGEST,
        error_messages={
            "required": gettext_lazy("Type the number of minutes: the Law says 30."),
            "invalid": gettext_lazy("Type a whole number of minutes: the Law says 30."),
        },
    )


@for_members("GET", "POST")
def ranking(request: MemberRequest, tournament_id: UUID) -> HttpResponse:
    """The rankings of a tournament; a director publishes them from here, or takes the publication back."""
    if request.method == "GET":
        tournament = to_read(Tournament.objects.all(), request.user, tournament_id)
        return _shown(request, tournament, PublishForm(initial={"minutes": tournament.correction_minutes}))
    tournament = to_change(Tournament.objects.all(), request.user, tournament_id)
    form = PublishForm(request.POST)
    if "withdraw" in request.POST:
        tournaments.withdraw_publication(tournament=tournament, by=request.user)
        messages.success(request, _("The scores are provisional again."))
        return go(request, reverse("ranking", args=[tournament.pk]), whole=True)
    if not form.is_valid():
        return _shown(request, tournament, form, status=422)
    try:
        tournaments.publish_scores(tournament=tournament, by=request.user, minutes=form.cleaned_data["minutes"])
    except Refused as refused:
        return _shown(request, tournament, form, error=str(refused), status=409)
    messages.success(request, _("The scores are published."))
    return go(request, reverse("ranking", args=[tournament.pk]), whole=True)


def _shown(
    request: MemberRequest, tournament: Tournament, form: PublishForm, *, error: str = "", status: int = 200
) -> HttpResponse:
    field = Field(tournament)
    points = field.points(field.counted())
    rankings = field.rankings(points, points)
    said = tournaments.method_event(tournament)
    context = {
        "tournament": tournament,
        "correction": tournaments.correction_state(tournament, clock.now()),
        "rankings": [
            {"title": ranking_title(one.field), "places": [_place(line) for line in one.lines]} for one in rankings
        ],
        "unit": unit_words(field.method.unit),
        "adjusted": any(line.adjusted for one in rankings for line in one.lines),
        "penalties": [_penalty(one, field) for one in Penalty.objects.filter(tournament=tournament).with_people()],
        "method": method_words(field.method, teams=field.teams),
        "said": said,
        "history": [_entry(one) for one in tournaments.sayings(tournament)],
        "said_by": person(said.by) if said is not None and not said.data["proposed"] else "",
        "form": form,
        "error": error,
        "may_change": Tournament.objects.for_director(request.user).filter(pk=tournament.pk).exists(),
    }
    return render(request, "ranking/ranking.html", context, status=status)


def _entry(event: Event) -> dict[str, Any]:
    """One thing that was said of the tournament, for the list under its method."""
    data = event.data
    if event.kind == "scores_published":
        until = timezone.localtime(datetime.fromisoformat(data["until"]))
        words = _("Scores published, corrections until %(until)s") % {"until": shown.clock(until)}
    elif event.kind == "publication_withdrawn":
        words = _("Publication withdrawn")
    else:
        words = _("Method found in the file") if data["proposed"] else _("Method chosen")
    return {"at": event.at, "words": words, "by": person(event.by)}


def _place(line: RankLine) -> dict[str, Any]:
    return {
        "rank": "–" if line.rank_after is None else line.rank_after,
        "pair": pair_words(line),
        "players": ", ".join(one.name for one in line.contestant.players.all() if one.name) if line.contestant else "",
        "score": score_words(line.score_after, line.unit),
        "boards": line.boards,
        "adjusted": line.adjusted or "",
        "taken": _("Penalty %(taken)s") % {"taken": taken_words(line.taken, line.unit)} if line.taken else "",
    }


def _penalty(one: Penalty, field: Field) -> dict[str, Any]:
    """A penalty of the list under the ranking. *other* says that it counts for nothing: the ranking has another unit by
    now, or its team is not there any more."""
    return {
        "penalty": one,
        "words": penalty_words(one, several_sections=len({each.section_id for each in field.people.values()}) > 1),
        "by": person(one.by),
        "withdrawn_by": person(one.withdrawn_by),
        "other": one.unit != field.method.unit or one.key not in field.everybody,
    }


def penalty_words(one: Penalty, *, several_sections: bool) -> str:
    """A penalty in one line: "NS 3, −10% of a top, Slow play, board 5"."""
    letter = one.contestant.section.letter if one.contestant and several_sections else ""
    who = f"{letter} {_named(one.contestant, one.team)}".strip()
    parts = (who, taken_words(one.amount, one.unit), Penalty.Reason(one.reason).label, board_words(one.board))
    return ", ".join(str(part) for part in parts if part)


def board_words(board: Board | None) -> str:
    """Where it happened: "board 5"; "" where that is not known."""
    return _("board %(number)s") % {"number": board.number} if board else ""


def rank_line(line: RankLine) -> dict[str, Any]:
    """A place in a ranking, before and after, as `score/ranking.html` shows it."""
    return {
        "pair": pair_words(line),
        "players": surnames(line.contestant) if line.contestant else "",
        "before": score_words(line.score_before, line.unit),
        "after": score_words(line.score_after, line.unit),
        "rank_before": ordinal(line.rank_before),
        "rank_after": ordinal(line.rank_after),
        "changed": line.changed,
        "moved": line.rank_before != line.rank_after,
    }


def surnames(contestant: Contestant) -> str:
    """The players of a pair in few words: "Marchand, Perrin"."""
    return ", ".join(player.name.split()[-1] for player in contestant.players.all() if player.name.strip())


def ordinal(rank: int | None) -> tuple[str, str]:
    """A rank as it is printed: the number, and the letters that stand above the line ("3", "e")."""
    if rank is None:
        return "–", ""
    if shown.language() == "fr":
        return str(rank), "er" if rank == 1 else "e"
    return str(rank), "th" if rank % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(rank % 10, "th")


def pair_words(line: RankLine) -> str:
    """A pair by its direction and number, "NS 3"; a player by the number, a team by its name."""
    return _named(line.contestant, line.name)


def _named(contestant: Contestant | None, name: str) -> str:
    direction, name = (contestant.direction, contestant.number) if contestant else ("", name)
    return f"{shown.side(direction, 'letter')} {name}".strip() if direction else name


def score_words(score: Decimal | None, unit: str) -> str:
    """What a contestant is ranked by, as a table prints it: a dash for nothing."""
    return ranked_words(score, unit) or "–"


def unit_words(unit: str) -> str:
    """The head of a column of scores."""
    return {
        "percent": "%",
        "imps": pgettext("unit", "IMPs"),
        "points": pgettext("unit", "Points"),
        "vp": pgettext("unit", "VPs"),
    }[unit]


def ranking_title(field: str) -> str:
    """The name of a ranking among several: "North-South", "A East-West"; "" for a single one."""
    letter, _space, direction = field.rpartition(" ")
    words = pgettext(*text.SIDES[""][direction]) if direction in text.SIDES[""] else direction
    return f"{letter} {words}".strip()


# The method


@for_members("GET", "POST")
def method(request: MemberRequest, tournament_id: UUID) -> HttpResponse:
    """Every choice of the method; a director sees what others would do to the ranking, then adopts them."""
    tournament = to_change(Tournament.objects.all(), request.user, tournament_id)
    current = Field(tournament)
    if request.method == "GET":
        return _choices(request, current, current.method)
    try:
        chosen = read_method(request.POST.dict(), current.method)
    except NotAMethod as error:
        typed = request.POST.get("margins", "")
        return _choices(request, current, current.method, error=str(error), typed=typed, status=422)
    if "store" not in request.POST:
        return _choices(request, current, chosen, seen=True)
    if request.POST.get("seen") != seen_of(current, chosen):
        changed = _("The choices, or the tournament, have changed since: look at the effect, then adopt them.")
        return _choices(request, current, chosen, seen=True, error=changed, status=409)
    tournaments.set_method(tournament=tournament, method=chosen, by=request.user)
    messages.success(request, _("The method is adopted: boards and rankings follow it from now on."))
    return go(request, reverse("ranking", args=[tournament.pk]), whole=True)


def seen_of(current: Field, chosen: Method) -> str:
    """What identifies the change that a director was shown."""
    return digest(canonical([current.method.as_json(), chosen.as_json()]))


def _choices(
    request: MemberRequest,
    current: Field,
    chosen: Method,
    *,
    seen: bool = False,
    error: str = "",
    typed: str | None = None,
    status: int = 200,
) -> HttpResponse:
    tournament, teams = current.tournament, current.teams
    other = Field(tournament, chosen) if chosen != current.method else current
    known = current.recognised
    recorded = known.method if known.compared or known.totals else tournaments.proposed_method(tournament)
    margins = " ".join(map(str, chosen.margins)) if typed is None else typed
    context = {
        "tournament": tournament,
        "settings": [_setting(one, chosen, recorded) for one in settings_of(chosen, teams)],
        "margins": margins if teams and chosen.scoring is Scoring.IMPS else None,
        "file": _file_words(other.reproduced) if known.compared or known.totals else "",
        "effect": _effect(current, other) if seen else None,
        "same": chosen == current.method,
        "to_store": seen and (chosen != current.method or tournaments.method_is_proposed(tournament)),
        "seen": seen_of(current, chosen),
        "error": error,
    }
    return render(request, page(request, "ranking/method.html"), context, status=status)


def _setting(one: Setting, chosen: Method, recorded: Method | None) -> dict[str, Any]:
    """A choice with its options; *recorded* is the method of the file."""
    taken = one.value_of(recorded) if recorded else None
    return {
        "name": one.name,
        "question": one.question,
        "options": [
            {
                "value": option.value,
                "label": option.label,
                "help": option.help,
                "on": option.value == one.value_of(chosen),
                "file": option.value == taken,
            }
            for option in one.options
        ],
    }


def _file_words(found: Recognised) -> str:
    """How much of the file a method gives, in a sentence."""
    parts = []
    if found.compared:
        points = found.compared - len(found.unlike)
        parts.append(
            ngettext("%(same)s of %(count)s line's points", "%(same)s of %(count)s lines' points", found.compared)
            % {"same": points, "count": found.compared}
        )
    if found.totals:
        totals = found.totals - len(found.unlike_totals)
        parts.append(
            ngettext("%(same)s of %(count)s percentage", "%(same)s of %(count)s percentages", found.totals)
            % {"same": totals, "count": found.totals}
        )
    if found.reproduces:
        return _("These choices give everything that the file records: %(what)s.") % {"what": ", ".join(parts)}
    return _("Of what the file records, these choices give: %(what)s.") % {"what": ", ".join(parts)}


# The effect


def _effect(current: Field, other: Field) -> dict[str, Any]:
    """The rankings under the chosen method, each place with the one it has now."""
    before, after = current.points(current.counted()), other.points(other.counted())
    rankings = [
        (ranking_title(one.field), [_effect_line(line, current) for line in one.lines])
        for one in other.rankings(before, after)
    ]
    lines = [line for _title, several in rankings for line in several]
    return {
        "rankings": [{"title": title, "lines": several} for title, several in rankings],
        "moved": sum(line["rank_before"] != line["rank_after"] for line in lines),
        "changed": sum(line["before"] != line["after"] for line in lines),
        "before": unit_words(current.method.unit),
        "after": unit_words(other.method.unit),
    }


def _effect_line(line: RankLine, current: Field) -> dict[str, str]:
    return {
        "pair": pair_words(line),
        "before": score_words(line.score_before, current.method.unit),
        "after": score_words(line.score_after, line.unit),
        "rank_before": "–" if line.rank_before is None else str(line.rank_before),
        "rank_after": "–" if line.rank_after is None else str(line.rank_after),
    }
