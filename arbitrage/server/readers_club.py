"""The club that a reader is in, and his permissions there: looked up once a page, and kept on the request.

A list shows one club. Whoever belongs to several chooses (`views.club.club.enter`), and a shared tablet is in the club
that it was opened for. A page about one row opens whichever club is chosen: permission is checked on the row.
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
    """The clubs of a reader, and the one whose lists he sees."""

    def __init__(self, request: HttpRequest) -> None:
        self._request = request
        self.last_room = LastRoom(request)

    @property
    def user(self) -> "User | AnonymousUser":
        return self._request.user

    @cached_property
    def memberships(self) -> list[Membership]:
        """His memberships of the clubs that are open, by the name of the club."""
        if not self.user.is_authenticated:
            return []
        return _MEMBERSHIPS(user=self.user.pk)

    @cached_property
    def moved(self) -> list[Club]:
        """His clubs that have moved to another installation, or are just moving; none on a shared tablet."""
        if self.tablet is not None or not self.user.is_authenticated:
            return []
        return list(Club.objects.filter(memberships__user=self.user).exclude(moved_at=None).order_by("name", "pk"))

    @cached_property
    def member(self) -> Membership | None:
        """His membership of the club that he is in; None when he belongs to none."""
        mine = self.memberships
        if self.tablet is not None:
            return next((membership for membership in mine if membership.club_id == self.tablet.club), None)
        chosen = self._request.session.get(CHOSEN, "")
        return next((membership for membership in mine if str(membership.club_id) == chosen), mine[0] if mine else None)

    @cached_property
    def tablet(self) -> Tablet | None:
        """The shared tablet in his hands; None on a device of his own."""
        return Tablet.of(self._request)

    @property
    def tournaments(self) -> TournamentQuerySet:
        """The tournaments of his club; on a shared tablet, those of its evening."""
        rows = Tournament.objects.in_club(self.club)
        return rows if self.tablet is None else rows.filter(pk__in=self.tablet.evening.values("pk"))

    @property
    def club(self) -> Club | None:
        return self.member.club if self.member else None

    @property
    def evening(self) -> str:
        """The id of the tournament whose room he visited last, to which *La salle* leads from pages without a
        tournament.

        "" when he has visited none, or has changed clubs.
        """
        return self.last_room.in_club(self.club.pk) if self.club else ""

    def enter_room(self, tournament: Tournament) -> None:
        """Have the device remember this room as the last one visited."""
        self.last_room.visit(tournament)

    @property
    def others(self) -> list[Club]:
        """The other clubs that he can switch to; none on a shared tablet."""
        if self.tablet is not None:
            return []
        return [membership.club for membership in self.memberships if membership != self.member]

    @property
    def may_rule(self) -> bool:
        return self.member is not None and self.member.may_rule

    def may_rule_in(self, club: UUID) -> bool:
        """May he rule in this club of his, also when he is in another one?"""
        return any(membership.club_id == club and membership.may_rule for membership in self.memberships)

    @property
    def may_manage(self) -> bool:
        return self.tablet is None and self.member is not None and self.member.may_manage

    @property
    def may_read_conduct(self) -> bool:
        return self.tablet is None and self.member is not None and self.member.conduct

    demonstration = DEMONSTRATION
    """The slug of the demonstration club, from which one's own is founded."""

    @cached_property
    def keeps_machine(self) -> bool:
        """Does he sit at the machine that runs the program, and keep it? He manages its only club, directs in the
        demonstration that is alone there, or administers the installation."""
        if self.tablet is not None or not self.user.is_authenticated or not this_machine.asks(self._request):
            return False
        if self.may_administer:
            return True
        clubs = Club.objects.filter(disabled_at=None).values_list("pk", "slug")[:2]
        mine = next((member for member in self.memberships if [member.club_id] == [pk for pk, _slug in clubs]), None)
        return mine is not None and (mine.may_manage or (mine.may_rule and mine.club.slug == DEMONSTRATION))

    @property
    def may_administer(self) -> bool:
        """Does he administer the installation: its clubs, and nothing of what they decide?"""
        return self.tablet is None and self.user.is_authenticated and self.user.is_staff


def on_the_request(get_response: Handler) -> Handler:
    """Give each request its `here`, without any query before a page wants it."""

    def middleware(request: HttpRequest) -> HttpResponse:
        request.here = here = Here(request)  # type: ignore[attr-defined]
        response = get_response(request)
        here.last_room.set_cookie(response)
        return response

    return middleware
