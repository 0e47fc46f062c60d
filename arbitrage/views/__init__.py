"""A request in, a page or a fragment out: find, let a service decide, answer. No write and no rule stands here.

Who may see what is the QuerySets' matter: a member reads the rows of his or her clubs, a director or manager changes
them. A row of another club does not exist here (404); one that may be read and not changed is refused (403).
"""

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db import models
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from arbitrage.models.club import ClubQuerySet

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from django.shortcuts import SupportsGetAbsoluteUrl
    from django_htmx.middleware import HtmxDetails

P = ParamSpec("P")
M = TypeVar("M", bound=models.Model)
View = Callable[Concatenate["MemberRequest", P], HttpResponse]


class MemberRequest(HttpRequest):
    """A request of somebody signed in, as the middleware leaves it."""

    user: "User"
    htmx: "HtmxDetails"


def for_members(*methods: str) -> Callable[[View[P]], View[P]]:
    """Lets signed-in people in, by these methods only. The answer may be a page or its fragment, and says so."""

    def decorate(view: View[P]) -> View[P]:
        @wraps(view)
        def guarded(request: MemberRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            response = view(request, *args, **kwargs)
            # Without it the browser's Back may show a fragment it has kept in place of the page.
            patch_vary_headers(response, ["HX-Request"])
            return response

        return require_http_methods(methods)(login_required(guarded))

    return decorate


def page(request: MemberRequest, name: str) -> str:
    """The template to render: its part that htmx swaps in ("…#step"), or the whole page."""
    return f"{name}#step" if request.htmx and not request.htmx.history_restore_request else name


def posted(request: MemberRequest) -> QueryDict | None:
    """What a form was sent with, even if that is nothing; None where no form was sent."""
    return request.POST if request.method == "POST" else None


def go(request: MemberRequest, to: "str | SupportsGetAbsoluteUrl", *, whole: bool = False) -> HttpResponse:
    """On to another page. With *whole* htmx loads it anew, bar and messages included."""
    response = redirect(to)
    return HttpResponseClientRedirect(response.url) if whole and request.htmx else response


def to_read(rows: ClubQuerySet[M], user: "User", pk: UUID) -> M:
    """The row, if *user* belongs to its club.

    :raises Http404: it does not exist, or not for this user.
    """
    row = rows.for_user(user).filter(pk=pk).first()
    if row is None:
        raise Http404
    return row


def to_change(rows: ClubQuerySet[M], user: "User", pk: UUID) -> M:
    """The row, if *user* directs or manages its club.

    :raises PermissionDenied: the user may only read it.
    :raises Http404: it does not exist, or not for this user.
    """
    row = rows.for_director(user).filter(pk=pk).first()
    if row is None:
        to_read(rows, user, pk)
        raise PermissionDenied
    return row
