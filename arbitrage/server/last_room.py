"""The cookie with the room that a reader visited last, to which *La salle* leads from pages without a tournament."""

import re
from uuid import UUID

from django.http import HttpRequest, HttpResponse

from arbitrage.models import Tournament

COOKIE = "evening"
"""Cookie with the ids of the tournament and its club, so that a visit writes no row in the database."""
VALUE = re.compile(r"(?P<tournament>[0-9a-f-]{36})\.(?P<club>[0-9a-f-]{36})")


class LastRoom:
    """The last room that a device has visited, read from its cookie, and stored there when it visits another room."""

    def __init__(self, request: HttpRequest) -> None:
        self._request = request
        self._visited = ""

    def visit(self, tournament: Tournament) -> None:
        """Remember the room that this request shows."""
        self._visited = f"{tournament.pk}.{tournament.club_id}"

    def in_club(self, club: UUID) -> str:
        """Return the id of the last tournament; "" if the device has visited none, or the last one is of another
        club."""
        kept = VALUE.fullmatch(self._request.COOKIES.get(COOKIE, ""))
        return kept["tournament"] if kept and kept["club"] == str(club) else ""

    def set_cookie(self, response: HttpResponse) -> None:
        """Set the cookie if it has changed."""
        if self._visited not in ("", self._request.COOKIES.get(COOKIE)):
            secure = self._request.is_secure()
            response.set_cookie(COOKIE, self._visited, httponly=True, samesite="Lax", secure=secure)
