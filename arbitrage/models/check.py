"""Date and result of each check of the whole record."""

from django.db import models


class RecordCheck(models.Model):
    """One run of `manage.py verify_history`: the number of events and chains read, the *seal* (SHA-256 of the ends of
    all chains), and the number of *problems*."""

    at = models.DateTimeField()
    events = models.PositiveIntegerField()
    chains = models.PositiveIntegerField()
    seal = models.CharField(max_length=64)
    problems = models.PositiveIntegerField()

    class Meta:
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M}, problems: {self.problems}"
