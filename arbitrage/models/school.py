"""The directors' school: exercises, rehearsals, doubts about a correction, and a club's own cases. None of these rows
is part of the record."""

from typing import Self

from django.conf import settings
from django.db import models

from arbitrage.database.ids import uuid7
from arbitrage.models.club import Club, ClubQuerySet


class OwnCaseQuerySet(ClubQuerySet["OwnCase"]):
    pass


class OwnCase(models.Model):
    """A case of the club on which its directors train: a law, with the *facts* and *answers* that led to the ruling. It
    stores no persons, dates or tables; the text of the exercise is generated from the facts and answers."""

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
        """Keep the rehearsals of one person; nobody else may open them."""
        return self.filter(user=user)

    def running(self) -> Self:
        return self.filter(ended_at=None)


class Rehearsal(models.Model):
    """A rehearsal of an evening: the calls of a *scenario*, drawn at random with *seed*, and the user's acts on them.

    The clock of the rehearsal counts the seconds from *begun_at* to *paused_at* (to now if it is None), less the
    *stopped* seconds of earlier pauses. *noted* maps "came", "ruled", "nothing" and "done" to the time on that clock at
    which the user came to a call, ruled on it, found nothing to rule, or carried out a duty, by the key of the call or
    duty.
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
        """Keep the exercises of one person; nobody else may open them."""
        return self.filter(user=user)

    def ended(self) -> Self:
        return self.exclude(ended_at=None)


class Exercise(models.Model):
    """A situation on which a user rules for practice, with his answers and decision; no part of the record.

    *situation* is the key of a situation of the themes or of an own case. *law* is the first law that the user chose;
    *answers* maps questions to his answers; *decision* is the ruling that he chose before he saw the ruling of the
    Code. *series* is the seed of the series to which the exercise belongs; *rehearsal* and *call* are the rehearsal and
    its call, if the exercise belongs to one.
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
    """A user's doubt about the correction of an exercise: its situation and answers, and his reason (*words*), for the
    reviewers of the club."""

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
    """Consent of a member that the managers of a club see his progress. Without this row nobody else sees it."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, db_index=False, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")

    objects = ShownProgressQuerySet.as_manager()

    class Meta:
        ordering = ["club_id", "pk"]
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="progress_is_shown_once")]

    def __str__(self) -> str:
        return f"{self.user}, {self.club}"
