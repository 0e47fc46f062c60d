"""Views: each finds the rows of a request, calls a service and returns a page or a fragment. They write no rows
themselves and contain no rule of the game or of the club.

The middleware (`server.rights`) decides who may open a page, and the QuerySets which rows: a member reads the rows of
his or her clubs, a director or manager changes them. A row of another club gives 404; changing a row that may only be
read gives 403.
"""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, TypeVar, cast
from uuid import UUID

from django.core.exceptions import ObjectDoesNotExist, PermissionDenied
from django.db import models
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from arbitrage.database.prepared import Prepared
from arbitrage.models import Board, Incident
from arbitrage.models.club import Club, ClubQuerySet, Role
from arbitrage.server.readers_club import Here
from arbitrage.services.tournaments.playing_director import closed_board, others
from arbitrage.services.tournaments.playing_director import closes as closes_board

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from django.shortcuts import SupportsGetAbsoluteUrl
    from django_htmx.middleware import HtmxDetails

P = ParamSpec("P")
M = TypeVar("M", bound=models.Model)
View = Callable[Concatenate["MemberRequest", P], HttpResponse]


class MemberRequest(HttpRequest):
    """A request of a signed-in user, with the attributes that the middleware sets."""

    user: "User"
    here: Here
    htmx: "HtmxDetails"


def for_members(*methods: str, closes: bool = True) -> Callable[[View[P]], View[P]]:
    """Decorate a view for signed-in members: allow these methods only, and close a board to a playing director who has
    not played it yet. The response varies by the request header of htmx, because it may be a page or a fragment.

    A view that does not *close* its board here calls `closed_page` with the incident that it reads, which costs no
    query.
    """

    def decorate(view: View[P]) -> View[P]:
        @wraps(view)
        def guarded(request: MemberRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            response = (closes and _closed(request, kwargs)) or view(request, *args, **kwargs)
            # Otherwise the browser's Back may show a cached fragment instead of the page.
            patch_vary_headers(response, ["HX-Request"])
            return response

        admitted = {*methods, *(["HEAD"] if "GET" in methods else [])}  # a view that allows GET allows HEAD
        return cast("View[P]", require_http_methods(sorted(admitted))(guarded))

    return decorate


def private(view: Callable[P, HttpResponse]) -> Callable[P, HttpResponse]:
    """Set the headers of a page that a secret link opens, so that no browser caches it, no search engine lists it, and
    no other site learns its URL."""

    @wraps(view)
    def quiet(*args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        response = view(*args, **kwargs)
        response.headers["Cache-Control"] = "no-store"
        response.headers["X-Robots-Tag"] = "noindex, nofollow"
        # Not "no-referrer": with it a browser sends forms from the origin "null", and they would be refused.
        response.headers["Referrer-Policy"] = "same-origin"
        return response

    return quiet


NOT_OF_THE_BOARD = ("attend", "leave", "withdraw")
"""Pages of a call that a playing director may open before he has played its board: they show nothing of the board."""


def _closed(request: MemberRequest, named: Mapping[str, Any]) -> HttpResponse | None:
    """Return the page that replaces a page about a board that this director still has to play himself; None where the
    page may be shown."""
    if request.resolver_match is None or request.resolver_match.url_name in NOT_OF_THE_BOARD:
        return None
    board = closed_board(request.user, named)
    return None if board is None else _page_of_closed(request, board, named)


def closed_page(request: MemberRequest, incident: Incident) -> HttpResponse | None:
    """Return the page that replaces a page about an incident on a board that this director still has to play himself;
    None where the page may be shown. Its tournament is loaded."""
    key = incident.board_id
    if key is None or not closes_board(key, incident.tournament, request.user):
        return None
    board = Board.objects.select_related("tournament").get(pk=key)
    return _page_of_closed(request, board, {"incident_id": incident.pk})


def _page_of_closed(request: MemberRequest, board: Board, named: Mapping[str, Any]) -> HttpResponse:
    call = Incident.objects.for_user(request.user).filter(board=board, **_the_call(named)).first()
    context = {
        "board": board,
        "tournament": board.tournament,
        "call": call,
        "others": others(board, request.user),
    }
    return render(request, page(request, "board/closed.html"), context)


def _the_call(named: Mapping[str, Any]) -> dict[str, Any]:
    ways = {"incident_id": "pk", "inquiry_id": "inquiries", "duty_id": "inquiries__duties"}
    return next(({way: named[name]} for name, way in ways.items() if name in named), {"pk": None})


def page(request: MemberRequest, name: str) -> str:
    """Render a template: for htmx the part that *name* gives after "#", otherwise the whole page."""
    return f"{name}#step" if request.htmx and not request.htmx.history_restore_request else name


def posted(request: MemberRequest) -> QueryDict | None:
    """Return the submitted data, even if empty; None where no form was submitted."""
    return request.POST if request.method == "POST" else None


def back_to(request: MemberRequest) -> str:
    """Return the address in the field *next* of a form; "" where it is not on this site."""
    back = request.POST.get("next", "")
    here = url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure())
    return back if here else ""


def go(request: MemberRequest, to: "str | SupportsGetAbsoluteUrl", *, whole: bool = False) -> HttpResponse:
    """Redirect to another page. With *whole* htmx loads the whole page, including the bar and the messages."""
    response = redirect(to)
    return HttpResponseClientRedirect(response.url) if whole and request.htmx else response


def as_uuid(text: str) -> UUID | None:
    """Parse an identifier from a form; None if it is not a UUID."""
    try:
        return UUID(text)
    except ValueError:
        return None


class Row(Generic[M]):
    """A finder of one row by its key, for pages; its query is built once. *rows* gives the QuerySet, *many* the
    prepared queries of the related rows (`Prepared`)."""

    def __init__(self, rows: Callable[[], ClubQuerySet[M]], many: Mapping[str, Prepared[Any]] | None = None) -> None:
        def of(admitted: Callable[[ClubQuerySet[M], Any], ClubQuerySet[M]]) -> Prepared[M]:
            fields: dict[str, Any] = {"user": models.IntegerField(), "pk": models.UUIDField()}
            return Prepared(lambda user, pk: admitted(rows(), user).filter(pk=pk), many, **fields)

        self.for_user = of(lambda those, user: those.for_user(user))
        self.for_director = of(lambda those, user: those.for_director(user))


def to_read(rows: ClubQuerySet[M] | Row[M], user: "User", pk: UUID) -> M:
    """Return the row, if *user* belongs to its club.

    :raises Http404: there is no such row, or the user does not belong to its club.
    """
    if isinstance(rows, Row):
        if (row := rows.for_user.first(user=user.pk, pk=pk)) is None:
            raise Http404
        return row
    # A user has at most one membership in a club, so there is at most one row; `get` does not sort, unlike `first`.
    try:
        return rows.for_user(user).get(pk=pk)
    except ObjectDoesNotExist:
        raise Http404 from None


def to_change(rows: ClubQuerySet[M] | Row[M], user: "User", pk: UUID) -> M:
    """Return the row, if *user* directs or manages its club.

    :raises PermissionDenied: the user may only read it.
    :raises Http404: there is no such row, or the user does not belong to its club.
    """
    if isinstance(rows, Row):
        if (row := rows.for_director.first(user=user.pk, pk=pk)) is None:
            to_read(rows, user, pk)
            raise PermissionDenied
        return row
    try:
        return rows.for_director(user).get(pk=pk)
    except ObjectDoesNotExist:
        to_read(rows, user, pk)
        raise PermissionDenied from None


def to_manage(user: "User", club_id: UUID) -> Club:
    """Return the club, if *user* manages it.

    :raises PermissionDenied: the user belongs to the club and does not manage it.
    :raises Http404: there is no such row, or the user does not belong to its club.
    """
    club = to_read(Club.objects.all(), user, club_id)
    if not club.memberships.filter(user=user, role=Role.MANAGER).exists():
        raise PermissionDenied
    return club


def own_club(request: MemberRequest) -> Club:
    """Return the current club of a director, for a page that creates something in it.

    :raises PermissionDenied: the user has no club, or does not direct in it.
    """
    if request.here.club is None or not request.here.may_rule:
        raise PermissionDenied
    return request.here.club
