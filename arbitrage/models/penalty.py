"""Penalties: points that a director takes off a contestant's total, not off a board (Laws 90, 91)."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from arbitrage.database.ids import uuid7
from arbitrage.models.board import Board
from arbitrage.models.club import ClubQuerySet
from arbitrage.models.incident import Incident
from arbitrage.models.tournament import Contestant, Tournament


class PenaltyQuerySet(ClubQuerySet["Penalty"]):
    to_club = "tournament__club"

    def given(self) -> Self:
        """Keep penalties that are not withdrawn."""
        return self.filter(state=Penalty.State.GIVEN)

    def with_people(self) -> Self:
        """Fetch the contestant, the director, incident and board too, oldest first, in two queries."""
        people = ("contestant__section", "incident__tournament", "board", "by", "withdrawn_by")
        return self.select_related(*people).prefetch_related("contestant__players").order_by("at", "pk")


class Penalty(models.Model):
    """Points taken off the total of one contestant, or of the team named *team*; no other contestant gains them.

    *amount* is positive, in the *unit* of the ranking when the penalty was given: per cent of a board's top, IMPs,
    total points or victory points. The penalty counts only while the tournament is ranked in that unit. *incident* and
    *board* are the occasion of the penalty, if known.
    """

    class Law(models.TextChoices):
        PROCEDURE = "90", _("Procedure")
        DISCIPLINE = "91A", _("Discipline")

    class Unit(models.TextChoices):
        PERCENT = "percent"
        IMPS = "imps"
        POINTS = "points"
        VICTORY_POINTS = "vp"

    class Reason(models.TextChoices):
        """Reason of a penalty, from a list, because the events of a tournament contain no free text."""

        LATE = "late", _("late arrival")
        SLOW = "slow", _("slow play")
        PLACE = "place", _("wrong table, opponents or board")
        CARDS = "cards", _("cards not counted, or in the wrong pocket")
        TALK = "talk", _("talk heard at another table")
        PHONE = "phone", _("telephone")
        INSTRUCTION = "instruction", _("an instruction or a regulation not followed")
        CONDUCT = "conduct", _("conduct")
        OTHER = "other", _("another reason")

    class State(models.TextChoices):
        GIVEN = "given"
        WITHDRAWN = "withdrawn"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="penalties")
    contestant = models.ForeignKey(
        Contestant, on_delete=models.PROTECT, null=True, blank=True, related_name="penalties"
    )
    team = models.CharField(max_length=20, blank=True)
    incident = models.ForeignKey(Incident, on_delete=models.PROTECT, null=True, blank=True, related_name="penalties")
    board = models.ForeignKey(Board, on_delete=models.PROTECT, null=True, blank=True, related_name="penalties")
    law = models.CharField(max_length=3, choices=Law.choices)
    amount = models.DecimalField(max_digits=7, decimal_places=2)
    unit = models.CharField(max_length=7, choices=Unit.choices)
    reason = models.CharField(max_length=11, choices=Reason.choices)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    at = models.DateTimeField()
    state = models.CharField(max_length=9, choices=State.choices, default=State.GIVEN)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    objects = PenaltyQuerySet.as_manager()

    class Meta:
        ordering = ["tournament_id", "at", "pk"]
        verbose_name_plural = "penalties"
        constraints = [
            models.CheckConstraint(
                condition=Q(contestant__isnull=False, team="") | (Q(contestant__isnull=True) & ~Q(team="")),
                name="a_penalty_has_a_contestant_or_a_team",
            ),
            models.CheckConstraint(condition=Q(amount__gt=0), name="a_penalty_takes_something_off"),
            models.CheckConstraint(
                condition=Q(state="given", withdrawn_at__isnull=True)
                | Q(state="withdrawn", withdrawn_at__isnull=False),
                name="a_penalty_is_withdrawn_when_it_says_when",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.amount} {self.unit}, {self.law}"

    @property
    def key(self) -> str:
        """Key of the contestant in rankings: its identifier, or the team's name."""
        return self.team or str(self.contestant_id)
