"""The director's school: exercises, rehearsals, doubts about a correction, a club's own cases. No event and no
chain has them."""

from typing import Self

from django.conf import settings
from django.db import models

from arbitrage.database.ids import uuid7
from arbitrage.models.club import Club, ClubQuerySet


class OwnCaseQuerySet(ClubQuerySet["OwnCase"]):
    pass


class OwnCase(models.Model):
    """A case of the club that its directors train on: a law, the *facts* and *answers* that led to the ruling, and
    nothing of who, when or where. Its words are written from them."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="own_cases")
    law = models.CharField(max_length=20)
    facts = models.JSONField(default=dict, blank=True)
    answers = models.JSONField(default=dict, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    at = models.DateTimeField()

    objects = OwnCaseQuerySet.as_manager()

    class Meta:
        ordering = ["club_id", "pk"]

    def __str__(self) -> str:
        return f"{self.club}, {self.law}"


class RehearsalQuerySet(models.QuerySet["Rehearsal"]):
    def of(self, user: object) -> Self:
        """Keep those of one person: nobody else opens them."""
        return self.filter(user=user)

    def running(self) -> Self:
        return self.filter(ended_at=None)


class Rehearsal(models.Model):
    """A rehearsal of an evening: a *scenario* as its *seed* stages it, and what its director has done there.

    Its clock runs from *begun_at*, without the *stopped* seconds and what follows *paused_at*. *noted* has the second
    of that clock at which he came to each call ("came"), ruled on it ("ruled"), found nothing to rule ("nothing") and
    carried out a duty ("done"), by key.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="rehearsals")
    scenario = models.CharField(max_length=60)
    seed = models.PositiveIntegerField()
    begun_at = models.DateTimeField()
    seen_at = models.DateTimeField()
    paused_at = models.DateTimeField(null=True, blank=True)
    stopped = models.PositiveIntegerField(default=0)
    noted = models.JSONField(default=dict, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    objects = RehearsalQuerySet.as_manager()

    class Meta:
        ordering = ["user_id", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["user"], condition=models.Q(ended_at=None), name="one_rehearsal_of_a_person_runs"
            )
        ]

    def __str__(self) -> str:
        return f"{self.scenario}, {self.seed}"


class ExerciseQuerySet(models.QuerySet["Exercise"]):
    def of(self, user: object) -> Self:
        """Keep those of one person: nobody else opens them."""
        return self.filter(user=user)

    def ended(self) -> Self:
        return self.exclude(ended_at=None)


class Exercise(models.Model):
    """A situation that somebody rules on for practice: his answers and decisions, apart from the record.

    *situation* is one of the themes, or the key of an own case. *law* is the first law that he chose, *answers* are by
    question, *decision* is the ruling that he gave before he saw the Code's. *series* is the seed of the series that it
    belongs to; *rehearsal* and *call* say in which rehearsal it was ruled, on which of its calls.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="exercises")
    situation = models.CharField(max_length=60)
    law = models.CharField(max_length=20, blank=True)
    answers = models.JSONField(default=dict, blank=True)
    version = models.PositiveIntegerField(default=0)
    decision = models.CharField(max_length=200, blank=True)
    series = models.PositiveIntegerField(null=True, blank=True)
    rehearsal = models.ForeignKey(
        Rehearsal, on_delete=models.CASCADE, null=True, blank=True, db_index=False, related_name="exercises"
    )
    call = models.CharField(max_length=40, blank=True)
    right = models.BooleanField(null=True)
    begun_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    objects = ExerciseQuerySet.as_manager()

    class Meta:
        ordering = ["user_id", "pk"]
        constraints = [models.UniqueConstraint(fields=["rehearsal", "call"], name="one_exercise_of_a_call")]

    def __str__(self) -> str:
        return self.situation


class DoubtQuerySet(ClubQuerySet["Doubt"]):
    pass


class Doubt(models.Model):
    """Doubt about a correction: the situation, the answers, and the reason, for the reviewers of the club."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="doubts")
    situation = models.CharField(max_length=60)
    law = models.CharField(max_length=20)
    answers = models.JSONField(default=dict, blank=True)
    decision = models.CharField(max_length=200, blank=True)
    words = models.TextField(blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()
    seen_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    seen_at = models.DateTimeField(null=True, blank=True)

    objects = DoubtQuerySet.as_manager()

    class Meta:
        ordering = ["club_id", "-pk"]

    def __str__(self) -> str:
        return f"{self.situation}, {self.at}"


class ShownProgressQuerySet(ClubQuerySet["ShownProgress"]):
    pass


class ShownProgress(models.Model):
    """A member who wants the managers of a club to see his progress. Without this row nobody does."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, db_index=False, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")

    objects = ShownProgressQuerySet.as_manager()

    class Meta:
        ordering = ["club_id", "pk"]
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="progress_is_shown_once")]

    def __str__(self) -> str:
        return f"{self.user}, {self.club}"
