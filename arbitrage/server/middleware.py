"""Security headers of every response."""

from collections.abc import Callable, Mapping, Sequence
from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse

Handler = Callable[[HttpRequest], HttpResponse]


def content_security_policy(get_response: Handler) -> Handler:
    """Send `settings.SECURE_CSP` and a Permissions-Policy with every response, unless the view has set its own.

    Under DEBUG the browser only reports violations of the CSP, because the debug script of django-htmx needs `eval` to
    show Django's error page.
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

    A Cache-Control header that a view has set is not changed. No page of a server error is stored, even for a visitor:
    after a failure of the database, loading the user would wait for the database again, and fail.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        user = getattr(request, "user", None)
        if response.status_code == HTTPStatus.INTERNAL_SERVER_ERROR or (user is not None and user.is_authenticated):
            response.headers.setdefault("Cache-Control", "no-store")
        return response

    return middleware


def policy_text(policy: Mapping[str, Sequence[str]]) -> str:
    """Format the policy as the value of its header: `default-src 'none'; img-src 'self'`."""
    return "; ".join(" ".join([directive, *sources]) for directive, sources in policy.items())
