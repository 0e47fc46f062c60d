"""The address of the client."""

from django.conf import settings
from django.http import HttpRequest


def address(request: HttpRequest) -> str:
    """Return the address of the client: what the door in front of the workers says; else who has connected."""
    if settings.BEHIND_FRONT and (said := request.META.get("HTTP_X_FORWARDED_FOR", "")):
        return str(said)
    return str(request.META.get("REMOTE_ADDR", ""))
