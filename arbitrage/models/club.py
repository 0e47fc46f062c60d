"""Clubs and their members, and the querysets that restrict rows to their club."""

from typing import TYPE_CHECKING, ClassVar, Self, TypeVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from arbitrage.database.ids import uuid7

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser, User

M = TypeVar("M", bound=models.Model)


class Role(models.TextChoices):
    """Permissions of a member: a director rules, a manager also administers the club, a reviewer comments and asks, a
    reader reads."""

    DIRECTOR = "director"
    MANAGER = "manager"
    REVIEWER = "reviewer"
    READER = "reader"


DEMONSTRATION = "tilleuls-demo"
"""Slug of the demonstration club."""

MAY_RULE = (Role.DIRECTOR, Role.MANAGER)
MAY_HEAR = (Role.MANAGER, Role.REVIEWER)
MAY_REVIEW = (Role.DIRECTOR, Role.MANAGER, Role.REVIEWER)


class ClubQuerySet(models.QuerySet[M]):
    """Rows that belong to a club. *to_club* is the lookup from a row to its club, "" for the rows of Club."""

    to_club: ClassVar[str] = "club"

    def for_user(self, user: "User | AnonymousUser") -> Self:
        """Keep the rows that *user* may read: those of every club of which he or she is a member."""
        return self._of_member(user)

    def for_director(self, user: "User | AnonymousUser") -> Self:
        """Keep the rows that *user* may change: those of the clubs where he or she directs or manages."""
        return self._of_member(user, role__in=MAY_RULE)

    def for_reviewer(self, user: "User | AnonymousUser") -> Self:
        """Keep the rows that *user* may comment and ask about."""
        return self._of_member(user, role__in=MAY_REVIEW)

    def in_club(self, club: "Club | None") -> Self:
        """Keep the rows of one club; no rows if there is no club."""
        return self.none() if club is None else self.filter(**{self.to_club or "pk": club.pk})

    def for_committee(self, user: "User | AnonymousUser") -> Self:
        """Keep the rows whose appeals *user* may decide."""
        return self._of_member(user, role__in=MAY_HEAR)

    def _of_member(self, user: "User | AnonymousUser", **more: object) -> Self:
        if not user.is_authenticated:
            return self.none()
        way = f"{self.to_club}__" if self.to_club else ""
        path = f"{way}memberships"
        # all conditions in one filter, so that they are about the same membership. A user has at most one membership
        # in a club, so the join repeats no row.
        conditions = {f"{path}__user": user} | {f"{path}__{name}": value for name, value in more.items()}
        return self.filter(**conditions, **{f"{way}disabled_at": None})


class ClubOwnQuerySet(ClubQuerySet["Club"]):
    to_club = ""


class Club(models.Model):
    """A bridge club, to which all other rows belong.

    *regulations* are its dated settings: {"since": "2026-09-01", "authority": "ffb", "own": {"appeal_minutes": "20"}},
    in order of time. The authority is a file of `rulings/regulations`; "own" maps facts to the club's own values.
    Before the first day the values of the French federation apply.

    Nobody can enter a disabled club; its data stay. *moved_at* is the time at which the club left for another
    installation, and *moved_to* the address of that installation, if known. From *moved_at* on, no data of the club may
    be written here. *link_days* is the number of days for which a player's link to a board is valid.
    """

    class Language(models.TextChoices):
        FRENCH = "fr"
        ENGLISH = "en"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    name = models.CharField(max_length=200)
    city = models.CharField(max_length=100, blank=True)
    slug = models.SlugField(max_length=60, unique=True)
    language = models.CharField(max_length=2, choices=Language.choices, default=Language.FRENCH)
    regulations = models.JSONField(default=list, blank=True)
    disabled_at = models.DateTimeField(null=True, blank=True)
    moved_at = models.DateTimeField(null=True, blank=True)
    moved_to = models.CharField(max_length=200, blank=True)
    link_days = models.PositiveSmallIntegerField(default=30)
    members = models.ManyToManyField(settings.AUTH_USER_MODEL, through="Membership", related_name="clubs")

    objects = ClubOwnQuerySet.as_manager()

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class MembershipQuerySet(ClubQuerySet["Membership"]):
    pass


class Membership(models.Model):
    """A person's role in a club.

    *pin* is the hash of the PIN by which a director takes over a shared tablet, "" if he has none. After a few wrong
    attempts every PIN is refused until *pin_locked_until*. *conduct* is the separate right to read and write notes on
    the conduct of players.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, db_index=False, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role.choices)
    conduct = models.BooleanField(default=False)
    pin = models.CharField(max_length=128, blank=True)
    pin_failures = models.PositiveSmallIntegerField(default=0)
    pin_locked_until = models.DateTimeField(null=True, blank=True)

    objects = MembershipQuerySet.as_manager()

    class Meta:
        ordering = ["club_id", "user_id"]
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="one_membership_per_user_and_club"),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="a_member_has_a_known_role"),
        ]

    def __str__(self) -> str:
        return f"{self.user}, {self.club}"

    @property
    def may_rule(self) -> bool:
        return self.role in MAY_RULE

    @property
    def may_review(self) -> bool:
        return self.role in MAY_REVIEW

    @property
    def may_manage(self) -> bool:
        return self.role == Role.MANAGER

    @property
    def may_write_conduct(self) -> bool:
        """May the member write notes on conduct? A reader never may."""
        return self.conduct and self.may_review


class Pairing(models.Model):
    """Pairing of a shared tablet for an evening: the tablet shows a code, and a director approves the code on his own
    signed-in device.

    *session* is the digest of a secret of the tablet, so that the approval opens only the tablet that showed the code,
    and only once. *asked_from* is the digest of the tablet's IP address. *held_by* is the person who works on the
    tablet now. The tablet stays open until *opened_until*, or until *ended_at* if it was closed earlier.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    code = models.CharField(max_length=8, unique=True)
    session = models.CharField(max_length=64)
    expires_at = models.DateTimeField()
    club = models.ForeignKey(Club, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    approved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    opened_until = models.DateTimeField(null=True, blank=True)
    used_at = models.DateTimeField(null=True, blank=True)
    asked_from = models.CharField(max_length=64, blank=True)
    held_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    ended_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.code
