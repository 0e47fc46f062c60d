"""An evening without a results file: its creation and its changes."""

import datetime
from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _

from arbitrage import forms
from arbitrage.database.ids import uuid7
from arbitrage.forms.tournament.evenings import (
    ArrivingForm,
    EveningForm,
    JoiningForm,
    LeavingForm,
    MovementForm,
    NameForm,
    PlayersForm,
)
from arbitrage.models import Club, Tournament
from arbitrage.pages.tournament.evening_changed import evening_page, may_be_taken_back
from arbitrage.pages.tournament.evenings import form_words, to_close, touched, usual_name
from arbitrage.pages.wording.tables_and_boards import round_number
from arbitrage.services import clock, undoing
from arbitrage.services.errors import Refused
from arbitrage.services.tournaments import evenings, late_pairs, late_tables
from arbitrage.views import MemberRequest, for_members, go, own_club, page, to_change, to_read
from arbitrage.views.incident.undo import offer


@for_members("GET", "POST")
def evening_new(request: MemberRequest) -> HttpResponse:
    """Create an evening on one page: name, date, tables, movement and boards, most of them proposed."""
    club = own_club(request)
    sent = (request.POST if request.method == "POST" else request.GET).dict()
    shown = touched(sent)
    wrong: dict[str, str] = {}
    if request.method == "POST":
        form = EveningForm(sent | shown)
        if form.is_valid():
            try:
                return go(request, _made(request, form, club))
            except Refused as refused:
                wrong = {refused.code: str(refused)}
        else:
            wrong = forms.wrong(form)
    today = timezone.localdate(clock.now()).isoformat()
    values = {"name": usual_name(club), "date": today, "id": str(uuid7()), "names": ""} | shown
    context = form_words(shown) | {"values": values, "wrong": wrong, "error": " ".join(wrong.values())}
    return render(request, page(request, "tournament/evening_new.html"), context, status=422 if wrong else 200)


def _made(request: MemberRequest, form: EveningForm, club: Club) -> Tournament:
    values = form.cleaned_data
    _named_apart(club, values["name"], values["date"], values["id"])
    return evenings.make_evening(
        club=club,
        by=request.user,
        name=values["name"],
        date=values["date"],
        plan=form.plan(),
        names=values["names"],
        id=values["id"],
    )


def _named_apart(club: Club, name: str, date: datetime.date, id: UUID) -> None:
    """Refuse a name that another tournament of the same day has: the two could not be told apart."""
    if Tournament.objects.filter(club=club, date=date, name=" ".join(name.split())).exclude(pk=id).exists():
        raise Refused(_("Another tournament of this day has this name. Give this one a name of its own."), "name")


@for_members("GET", "POST")
def evening(request: MemberRequest, tournament_id: UUID) -> HttpResponse:
    """Change an evening: its name and date, the players' names, the tables, pairs that leave or arrive late."""
    tournament = to_change(Tournament.objects.all(), request.user, tournament_id)
    error, change = "", request.POST.get("change", "")
    if request.method == "POST":
        try:
            sentence = _CHANGES[change](request, tournament)
        except KeyError:
            error = _("Touch one of the buttons of the page.")
        except Refused as refused:
            error = str(refused)
        else:
            _tell(request, tournament, change, sentence)
            return go(request, request.path, whole=True)
    sent = (request.POST or request.GET).dict()
    context = evening_page(tournament, sent) | {"error": error}
    if error:
        context["wrong"] = forms.wrong(NameForm(request.POST)) if change == "name" else {}
        context["wrong"] = context["wrong"] or {FIELDS.get(change, change): error}
    return render(request, page(request, "tournament/evening_change.html"), context, status=422 if error else 200)


def _tell(request: MemberRequest, tournament: Tournament, change: str, sentence: str) -> None:
    """Show a message about a change, with a button that undoes it if that is possible."""
    if change in UNDONE:
        offer(request, tournament, sentence)
    else:
        messages.success(request, sentence)


@for_members("GET")
def close_evening(request: MemberRequest, tournament_id: UUID) -> HttpResponse:
    """Show the open items of an evening, each with its link; without any, the ranking, from which the scores are
    published."""
    tournament = to_read(Tournament.objects.all(), request.user, tournament_id)
    context = {"tournament": tournament, "open": to_close(tournament, request.user)}
    return render(request, "tournament/evening_close.html", context)


# Changes


def _rename(request: MemberRequest, tournament: Tournament) -> str:
    form = NameForm(request.POST)
    if not form.is_valid():
        raise Refused(" ".join(forms.wrong(form).values()), "name")
    _named_apart(tournament.club, form.cleaned_data["name"], form.cleaned_data["date"], tournament.pk)
    evenings.rename(tournament=tournament, by=request.user, **form.cleaned_data)
    return _("Name and date recorded.")


def _name_players(request: MemberRequest, tournament: Tournament) -> str:
    form = PlayersForm(request.POST)
    names = form.cleaned_data["names"] if form.is_valid() else []
    evenings.name_players(tournament=tournament, by=request.user, names=names)
    return _("Names recorded.")


def _again(request: MemberRequest, tournament: Tournament) -> str:
    form = MovementForm(touched(request.POST.dict()))
    if not form.is_valid():
        raise Refused(_("Say how many tables, which movement and how many boards."), "movement")
    evenings.make_again(tournament=tournament, by=request.user, plan=form.plan())
    return _("The movement is made again.")


def _leave(request: MemberRequest, tournament: Tournament) -> str:
    form = LeavingForm(request.POST.dict(), tournament)
    alone = tournament.kind == Tournament.Kind.INDIVIDUAL
    if not form.is_valid() or not form.cleaned_data["contestant"]:
        if alone:
            raise Refused(_("Say which player leaves, and from which round on."), "pair")
        raise Refused(_("Say which pair leaves, and from which round on."), "pair")
    values = form.cleaned_data
    evenings.pair_leaves(tournament=tournament, by=request.user, contestant=values["contestant"], since=values["since"])
    since = round_number(values["since"], tournament)
    if alone:
        return _("The others of his table sit out from round %(round)s on.") % {"round": since}
    return _("Its opponents sit out from round %(round)s on.") % {"round": since}


def _close(request: MemberRequest, tournament: Tournament) -> str:
    form = LeavingForm(request.POST.dict(), tournament)
    if not form.is_valid() or form.cleaned_data["table"] is None:
        raise Refused(_("Say which table closes, and from which round on."), "table")
    (section, table), since = form.cleaned_data["table"], form.cleaned_data["since"]
    evenings.close_table(tournament=tournament, by=request.user, section=section, table=table, since=since)
    name = f"{section.letter}{table}" if tournament.sections.count() > 1 else table
    return _("Table %(table)s is closed from round %(round)s on.") % {
        "table": name,
        "round": round_number(since, tournament),
    }


def _reopen(request: MemberRequest, tournament: Tournament) -> str:
    key = request.POST.get("event", "")
    event = next((change for change in evenings.changes_of(tournament) if str(change.pk) == key), None)
    if event is None or not may_be_taken_back(event, tournament):
        raise Refused(_("This cannot be taken back any more: its round has begun, or it is taken back."), "reopen")
    undoing.take_back(event=event, by=request.user)
    return _("It is as it was before.")


def _arrive(request: MemberRequest, tournament: Tournament) -> str:
    form = ArrivingForm(request.POST)
    if not form.is_valid():
        raise Refused(_("Say from which round on the pair plays."), "since")
    names = form.cleaned_data["names"]
    late_pairs.pair_arrives(
        tournament=tournament, by=request.user, since=form.cleaned_data["since"], names=names[0] if names else ()
    )
    return _("The pair plays from round %(round)s on.") % {"round": form.cleaned_data["since"]}


def _add(request: MemberRequest, tournament: Tournament) -> str:
    form = JoiningForm(request.POST)
    if not form.is_valid():
        raise Refused(_("Say from which round on the table plays."), "since")
    late_tables.add_table(tournament=tournament, by=request.user, **form.cleaned_data)
    table = evenings.tables_of(tournament)
    return _("Table %(table)s plays from round %(round)s on.") % {"table": table, "round": form.cleaned_data["since"]}


FIELDS = {"arrive": "late", "add": "joining", "leave": "contestant", "close": "table"}
"""Fields beside which the error of a change is shown, by change; a change that is not listed is the name of its
field."""

_CHANGES: dict[str, Callable[[MemberRequest, Tournament], str]] = {
    "name": _rename,
    "names": _name_players,
    "again": _again,
    "leave": _leave,
    "close": _close,
    "arrive": _arrive,
    "add": _add,
    "reopen": _reopen,
}

UNDONE = ("leave", "close")
"""Changes that the next page offers to undo."""
