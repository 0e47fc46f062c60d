"""The current club of a user, and his permissions in it: looked up once per request, and cached on the request.

A list shows the rows of one club. A user who belongs to several clubs chooses one (`views.club.club.enter`); the club
of a shared tablet is the one for which the tablet was opened. A page about a single row ignores the chosen club; it
checks the user's permission on the row.
"""

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING
from uuid import UUID

from django.db.models import IntegerField
from django.http import HttpRequest, HttpResponse

from arbitrage.database.prepared import Prepared
from arbitrage.models import Club, Membership, Tournament
from arbitrage.models.club import DEMONSTRATION
from arbitrage.models.tournament import TournamentQuerySet
from arbitrage.server import this_machine
from arbitrage.server.last_room import LastRoom
from arbitrage.server.rights import Tablet

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser, User

Handler = Callable[[HttpRequest], HttpResponse]
_MEMBERSHIPS = Prepared(
    lambda user: (
        Membership.objects.filter(user=user, club__disabled_at=None).select_related("club").order_by("club__name", "pk")
    ),
    user=IntegerField(),
)
CHOSEN = "club"
"""The session key of the chosen club."""


class Here:
    """The clubs of the user of a request, his current club, and his permissions."""

    def __init__(self, request: HttpRequest) -> None:
        self._request = request
        self.last_room = LastRoom(request)

    @property
    def user(self) -> "User | AnonymousUser":
        return self._request.user

    @cached_property
    def memberships(self) -> list[Membership]:
        """His memberships of clubs that are not disabled, in order of the club's name."""
        if not self.user.is_authenticated:
            return []
        return _MEMBERSHIPS(user=self.user.pk)

    @cached_property
    def moved(self) -> list[Club]:
        """His clubs that have moved to another installation, or are moving now; [] on a shared tablet."""
        if self.tablet is not None or not self.user.is_authenticated:
            return []
        return list(Club.objects.filter(memberships__user=self.user).exclude(moved_at=None).order_by("name", "pk"))

    @cached_property
    def member(self) -> Membership | None:
        """His membership of the current club; None when he belongs to no club."""
        mine = self.memberships
        if self.tablet is not None:
            return next((membership for membership in mine if membership.club_id == self.tablet.club), None)
        chosen = self._request.session.get(CHOSEN, "")
        return next((membership for membership in mine if str(membership.club_id) == chosen), mine[0] if mine else None)

    @cached_property
    def tablet(self) -> Tablet | None:
        """The shared tablet that he uses; None on his own device."""
        return Tablet.of(self._request)

    @property
    def tournaments(self) -> TournamentQuerySet:
        """The tournaments of the current club; on a shared tablet, those of the tablet's evening."""
        rows = Tournament.objects.in_club(self.club)
        return rows if self.tablet is None else rows.filter(pk__in=self.tablet.evening.values("pk"))

    @property
    def club(self) -> Club | None:
        return self.member.club if self.member else None

    @property
    def evening(self) -> str:
        """The id of the tournament whose room he visited last; on pages without a tournament, the link *La salle* leads
        there. "" when he has visited none, or has changed clubs."""
        return self.last_room.in_club(self.club.pk) if self.club else ""

    def enter_room(self, tournament: Tournament) -> None:
        """Remember this room as the last one that the device visited."""
        self.last_room.visit(tournament)

    @property
    def others(self) -> list[Club]:
        """The other clubs to which he can switch; [] on a shared tablet."""
        if self.tablet is not None:
            return []
        return [membership.club for membership in self.memberships if membership != self.member]

    @property
    def may_rule(self) -> bool:
        return self.member is not None and self.member.may_rule

    def may_rule_in(self, club: UUID) -> bool:
        """May he rule in this club, even if it is not the current one?"""
        return any(membership.club_id == club and membership.may_rule for membership in self.memberships)

    @property
    def may_manage(self) -> bool:
        return self.tablet is None and self.member is not None and self.member.may_manage

    @property
    def may_read_conduct(self) -> bool:
        return self.tablet is None and self.member is not None and self.member.conduct

    demonstration = DEMONSTRATION
    """Slug of the demonstration club, for templates that offer to found the user's own club."""

    @cached_property
    def keeps_machine(self) -> bool:
        """May he open the pages for the machine that runs the program? He must sit at this machine, and administer the
        installation, manage its only club, or direct in the demonstration club if it is the only one."""
        if self.tablet is not None or not self.user.is_authenticated or not this_machine.asks(self._request):
            return False
        if self.may_administer:
            return True
        clubs = Club.objects.filter(disabled_at=None).values_list("pk", "slug")[:2]
        mine = next((member for member in self.memberships if [member.club_id] == [pk for pk, _slug in clubs]), None)
        return mine is not None and (mine.may_manage or (mine.may_rule and mine.club.slug == DEMONSTRATION))

    @property
    def may_administer(self) -> bool:
        """May he administer the installation and its list of clubs? This right gives no access to the decisions of
        clubs."""
        return self.tablet is None and self.user.is_authenticated and self.user.is_staff


def on_the_request(get_response: Handler) -> Handler:
    """Set `request.here`, which runs no query until a page uses it, and the cookie of the last room."""

    def middleware(request: HttpRequest) -> HttpResponse:
        request.here = here = Here(request)  # type: ignore[attr-defined]
        response = get_response(request)
        here.last_room.set_cookie(response)
        return response

    return middleware
