"""Headers and cookies that every response carries."""

from collections.abc import Callable, Mapping, Sequence
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse

Handler = Callable[[HttpRequest], HttpResponse]


def content_security_policy(get_response: Handler) -> Handler:
    """Send `settings.SECURE_CSP` with every response, unless the view has set its own.

    Under DEBUG the browser only reports: Django's error page, shown by the debug script of django-htmx, needs `eval`.
    """
    header = "Content-Security-Policy-Report-Only" if settings.DEBUG else "Content-Security-Policy"
    policy = policy_text(settings.SECURE_CSP)

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault(header, policy)
        response.headers.setdefault("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
        return response

    return middleware


def no_store(get_response: Handler) -> Handler:
    """Forbid browsers to store a page of a signed-in user, because several people use the tablet of a club.

    A header that a view has set itself stays. Error pages are never stored, for any user: after a failure of the
    database, asking it for the user would fail too, after a second wait.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        user = getattr(request, "user", None)
        if response.status_code == HTTPStatus.INTERNAL_SERVER_ERROR or (user is not None and user.is_authenticated):
            response.headers.setdefault("Cache-Control", "no-store")
        return response

    return middleware


def policy_text(policy: Mapping[str, Sequence[str]]) -> str:
    """Write the policy as browsers read it: `default-src 'none'; img-src 'self'`."""
    return "; ".join(" ".join([directive, *sources]) for directive, sources in policy.items())
