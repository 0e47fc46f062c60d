"""Date and result of each check of the whole record."""

from django.db import models


class RecordCheck(models.Model):
    """One run of `manage.py verify_history`: the numbers of entries and chains, the *seal* of all chain ends together
    (SHA-256), and the number of *problems*."""

    at = models.DateTimeField()
    events = models.PositiveIntegerField()
    chains = models.PositiveIntegerField()
    seal = models.CharField(max_length=64)
    problems = models.PositiveIntegerField()

    class Meta:
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M}, problems: {self.problems}"
