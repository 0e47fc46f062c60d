"""The search index of incidents. It is derived from their rows, and can be rebuilt at any time."""

from django.db import models

from arbitrage.models.club import ClubQuerySet
from arbitrage.models.incident import Incident


class IndexEntryQuerySet(ClubQuerySet["IndexEntry"]):
    to_club = "incident__club"


class IndexEntry(models.Model):
    """Search words of an incident, in the form of `arbitrage.database.search_words.indexed`.

    *situation* has the words of the laws and rulings, in both languages; *words* has these and the typed words. *laws*
    are the numbers of the laws of the incident's inquiries and rulings, with a space around each.
    """

    incident = models.OneToOneField(Incident, on_delete=models.CASCADE, primary_key=True, related_name="index")
    words = models.TextField(blank=True)
    situation = models.TextField(blank=True)
    laws = models.CharField(max_length=200, blank=True)

    objects = IndexEntryQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "index entries"

    def __str__(self) -> str:
        return f"{self.incident_id}: {self.laws}"
