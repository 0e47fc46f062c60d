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
    """Forbid browsers to keep a page of somebody signed in: the tablet of a club goes from hand to hand.

    What a view says of its own response stands. Nor is the page of a failure kept, whoever it is for: who that is, a
    database that has just failed would be asked in vain, and waited for a second time.
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
