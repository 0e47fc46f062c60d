"""Downloads for a device that goes offline, and the acts that it sends afterwards."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from arbitrage.forms.devices.outbox import ActForm
from arbitrage.models import Inquiry, Tournament
from arbitrage.pages.devices import compiled_laws, offline_worker, table_downloads
from arbitrage.pages.devices import outbox as pages
from arbitrage.pages.wording.people import person
from arbitrage.pages.wording.polls import late_words
from arbitrage.pages.wording.tables_and_boards import boards_at
from arbitrage.server import kept_files
from arbitrage.server.rights import Tablet
from arbitrage.services import clock
from arbitrage.services.errors import Refused
from arbitrage.services.incidents import outbox
from arbitrage.services.incidents.outbox import Choice, Done
from arbitrage.services.tournaments import round_at
from arbitrage.services.tournaments.playing_director import closed_boards, closes
from arbitrage.views import MemberRequest, for_members, to_change

if TYPE_CHECKING:
    from datetime import datetime

    from django.contrib.auth.models import User

FOR_EVER = "public, max-age=31536000, immutable"


# Downloads: the program, the same for everybody


@require_safe
def shell(request: HttpRequest) -> HttpResponse:
    """Serve the empty page that a device without a network opens in place of any other."""
    response = render(request, offline_worker.SHELL, offline_worker.DRAWINGS)
    response.headers["Cache-Control"] = "no-cache"
    return response


@require_safe
def laws(request: HttpRequest, version: str) -> HttpResponse:
    """Serve all compiled laws in the language of the URL; 404 for any version but the present one."""
    if version != kept_files.version():
        raise Http404
    content = compiled_laws.compressed(get_language() or "fr")
    headers = {"Content-Encoding": "gzip", "Cache-Control": FOR_EVER, "Vary": "Accept-Encoding"}
    return HttpResponse(content, content_type="application/json", headers=headers)


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """Serve the service worker for the whole site. Its text changes whenever a file that it caches changes."""
    headers = {"Cache-Control": "no-cache", "Service-Worker-Allowed": "/"}
    return HttpResponse(offline_worker.script(), content_type="text/javascript; charset=utf-8", headers=headers)


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    """Serve the web app manifest: name, icons and colours of the installed application."""
    headers = {"Cache-Control": "no-cache"}
    return JsonResponse(offline_worker.manifest(), content_type="application/manifest+json", headers=headers)


@for_members("GET")
def tables(request: MemberRequest, tournament_id: UUID) -> HttpResponse:
    """Send the state of the tables of an evening, for a device that may go offline; "have" are the versions that it
    has."""
    tournament = to_change(Tournament.objects.select_related("club"), request.user, tournament_id)
    have = request.GET.get("have", "").split(",")
    closed = closed_boards(request.user, tournament)
    return _answer(table_downloads.tables(tournament, closed, have, request.user), 200)


# Acts sent back


@require_http_methods(["GET", "POST"])
def act(request: HttpRequest) -> HttpResponse:
    """Answer GET with the signed-in user and a fresh CSRF token, and POST of one act with its outcome. Never
    redirect."""
    if not request.user.is_authenticated:
        return _answer({"error": "login"}, 401)
    user = request.user
    if request.method == "GET":
        return _answer({"user": user.pk, "name": person(user), "token": get_token(request)}, 200)
    form = ActForm(request.body, user)
    if form.sent and form.sent.get("user") != user.pk:
        return _answer({"error": "other", "user": user.pk}, 409)
    if not form.is_valid():
        return _answer({"status": "refused", "code": "unknown" if form.unknown else "malformed", "message": ""}, 422)
    if not _of_the_evening(request, form.cleaned_data):
        return _answer({"error": "login"}, 401)  # the device keeps it until its director signs in
    try:
        return _answer(pages.done(_done(form, user), user), 200)
    except Refused as refused:
        return _answer(pages.refused(_told(form, user, refused)), 422)


def _of_the_evening(request: HttpRequest, sent: Mapping[str, Any]) -> bool:
    """May this device send the act? A shared tablet sends only acts about the tournaments of its evening."""
    tablet = Tablet.of(request)
    if tablet is None:
        return True
    match sent["kind"]:  # an act may name more than it is about
        case "open":
            return tablet.has_tournament(sent["tournament"].pk)
        case "answer" | "ruled" | "polled":
            return tablet.has_tournament(sent["inquiry"].incident.tournament_id)
    return tablet.has_tournament(sent["incident"].tournament_id)


def _told(form: ActForm, user: "User", refused: Refused) -> Refused:
    """Explain why an act was refused, without anything about a board that its director still has to play."""
    named = form.cleaned_data.get("inquiry")
    incident = named.incident if isinstance(named, Inquiry) else form.cleaned_data.get("incident")
    if incident is None or not closes(incident.board_id, incident.tournament, user):
        return refused
    return Refused(_("This board is closed to you until you have played it: another director judges it."), "closed")


def _answer(data: Mapping[str, object], status: int) -> JsonResponse:
    return JsonResponse(dict(data), status=status, headers={"Cache-Control": "no-store"})


def _done(form: ActForm, user: "User") -> Done:
    sent = form.cleaned_data
    match sent["kind"]:
        case "open":
            return _opened(sent, form.said_at, user)
        case "law":
            return outbox.choose_law(incident=sent["incident"], choice=_choice(form), by=user)
        case "answer":
            told = {name: sent[name] for name in ("inquiry", "question", "value", "after", "ahead", "id")}
            return outbox.answer(**told, seen=sent["seen"] or 0, by=user)
        case "words" if sent["writing"]:
            return outbox.write_on(**{name: sent[name] for name in OF_A_NOTE}, edit=sent["edit"] or 0, by=user)
        case "words":
            return outbox.write(incident=sent["incident"], words=sent["words"], by=user, id=sent["id"])
        case "say":
            return outbox.say_of_table(**{name: sent[name] for name in OF_A_TABLE}, by=user)
        case "polled":
            return _player_said(form, user)
        case _:
            at = form.said_at.isoformat() if form.said_at else sent["at"]
            return outbox.compare(**{name: sent[name] for name in OF_A_RULING}, at=at, by=user)


OF_A_TABLE = ("incident", "what", "about", "id")
OF_A_RULING = ("inquiry", "ruling", "id")
OF_A_NOTE = ("incident", "words", "writing")


def _player_said(form: ActForm, user: "User") -> Done:
    """Store the answer that a player of a poll gave aloud. If the poll is over, the refusal contains it as the text of
    a note."""
    sent, player_answer = form.cleaned_data, form.player_said
    late = late_words(player_answer, form.said_at or clock.now())
    return outbox.player_said(inquiry=sent["inquiry"], said=player_answer, late=late, by=user, id=sent["id"])


def _choice(form: ActForm) -> Choice:
    sent = form.cleaned_data
    return Choice(sent["inquiry"], sent["law"], form.place, form.handed, sent["duty"])


def _opened(sent: dict[str, Any], said_at: "datetime | None", user: "User") -> Done:
    """Open a call in the round of the time when it was made: the device knows only the round that it last saw."""
    where = {name: sent[name] for name in ("tournament", "section", "table", "round")}
    tournament = where["tournament"]
    then = round_at(tournament, said_at) if said_at else None
    where["round"] = then or where["round"] or tournament.current_round
    boards = boards_at(*where.values())
    board = boards[0] if len(boards) == 1 else None
    return outbox.open_call(**where, board=board, by=user, id=sent["id"], called_at=said_at)
