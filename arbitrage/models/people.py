"""Links that give access to a club, to one board or to one table, and notes on the conduct of players."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q

from arbitrage.database.ids import uuid7
from arbitrage.database.search_words import name_key
from arbitrage.models.board import Board
from arbitrage.models.club import Club, ClubQuerySet, Role
from arbitrage.models.incident import Incident
from arbitrage.models.tournament import Contestant, Tournament


class InvitationQuerySet(ClubQuerySet["Invitation"]):
    pass


class Invitation(models.Model):
    """A link by which one person can join a club, once. *name* is the person's name, shown only to managers.

    The token of the link is computed and never stored (`services.people.link_tokens`).
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=10, choices=Role.choices)
    name = models.CharField(max_length=100, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    used_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        ordering = ["club_id", "pk"]
        constraints = [
            models.CheckConstraint(condition=Q(role__in=Role.values), name="an_invitation_has_a_known_role"),
        ]

    def __str__(self) -> str:
        return f"{self.club}, {self.role}"


class PlayerLinkQuerySet(ClubQuerySet["PlayerLink"]):
    pass


class PlayerLink(models.Model):
    """A link by which a pair reads the published history of one board; the page has no other names than the pair's."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="player_links")
    board = models.ForeignKey(Board, on_delete=models.CASCADE, related_name="player_links")
    contestant = models.ForeignKey(Contestant, on_delete=models.CASCADE, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    expires_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    objects = PlayerLinkQuerySet.as_manager()

    class Meta:
        ordering = ["board_id", "pk"]

    def __str__(self) -> str:
        return f"{self.board}, {self.contestant}"


class TableSheetQuerySet(ClubQuerySet["TableSheet"]):
    pass


class TableSheet(models.Model):
    """A printed sheet on one table of a tournament; with its QR code the players call the director without an account.

    The table and the *letter* of its section are plain values: preparing the evening again deletes the sections, and
    the printed sheet must stay valid. With *results* the players may also enter their results. The token of the link is
    computed and never stored.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="table_sheets")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="table_sheets")
    letter = models.CharField(max_length=30, blank=True)
    table = models.PositiveSmallIntegerField()
    results = models.BooleanField(default=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    objects = TableSheetQuerySet.as_manager()

    class Meta:
        ordering = ["tournament_id", "letter", "table", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "letter", "table"],
                condition=Q(withdrawn_at=None),
                name="one_sheet_in_use_at_a_table",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.letter}{self.table}"


class ConductNoteQuerySet(ClubQuerySet["ConductNote"]):
    def about(self, incident: Incident | None, player: str) -> Self:
        """Keep notes on an incident, or on a player by this name (in either order, ignoring capitals and accents); all
        notes when neither is given."""
        if incident is not None:
            return self.filter(incident=incident)
        if not player:
            return self
        # compared in Python, as a database cannot ignore the order of a name's words
        names = self.order_by().exclude(player="").values_list("player", flat=True).distinct()
        return self.filter(player__in=[name for name in names if name_key(name) == name_key(player)])


class ConductNote(models.Model):
    """A note on the conduct of players (Laws 74, 90, 91): on an incident, or on a player by name.

    *words* and *player* are stored outside the chain, which contains only their *digest*; *erased* says that they were
    removed.
    """

    class Law(models.TextChoices):
        CONDUCT = "74"
        PROCEDURE = "90"
        DISCIPLINE = "91"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="conduct_notes")
    incident = models.ForeignKey(
        Incident, on_delete=models.CASCADE, null=True, blank=True, related_name="conduct_notes"
    )
    player = models.CharField(max_length=200, blank=True)
    law = models.CharField(max_length=2, choices=Law.choices)
    words = models.TextField(blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    digest = models.CharField(max_length=64)
    erased = models.BooleanField(default=False)

    objects = ConductNoteQuerySet.as_manager()

    class Meta:
        ordering = ["club_id", "-at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(law__in=("74", "90", "91")), name="a_note_on_conduct_names_a_law_of_conduct"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.law}, {self.at}"
