"""Remarks on a decision: comments, questions to its director, answers, reviews and corrections."""

from typing import Self

from django.conf import settings
from django.db import connection, connections, models, router
from django.db.models import Exists, OuterRef, Q, Subquery

from arbitrage.database.ids import uuid7
from arbitrage.models.club import ClubQuerySet
from arbitrage.models.incident import Incident, IncidentQuerySet, Inquiry, Note, Ruling


class RemarkQuerySet(ClubQuerySet["Remark"]):
    to_club = "incident__club"

    def waiting(self) -> Self:
        """Keep unanswered questions."""
        return self.filter(kind=Remark.Kind.QUESTION, answered_at=None).exclude(
            incident__state=Incident.State.WITHDRAWN
        )


class Remark(models.Model):
    """A remark on a decision, made after the evening.

    *text* is the typed text, stored in *note* so that it can be erased. A question is put *to* a director and is open
    until *answered_at*; an answer refers to its *question*. A review has the *ruling* that the reviewer has read, a
    correction the new *ruling*, which replaces another.
    """

    class Kind(models.TextChoices):
        COMMENT = "comment"
        QUESTION = "question"
        ANSWER = "answer"
        REVIEW = "review"
        CORRECTION = "correction"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    incident = models.ForeignKey(Incident, on_delete=models.PROTECT, related_name="remarks")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    text = models.TextField(blank=True)
    note = models.ForeignKey(Note, on_delete=models.PROTECT, null=True, blank=True, related_name="remarks")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    at = models.DateTimeField()
    to = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, db_index=False, related_name="+"
    )
    answered_at = models.DateTimeField(null=True, blank=True)
    question = models.ForeignKey("self", on_delete=models.PROTECT, null=True, blank=True, related_name="answers")
    ruling = models.ForeignKey(Ruling, on_delete=models.PROTECT, null=True, blank=True, related_name="remarks")

    objects = RemarkQuerySet.as_manager()

    class Meta:
        ordering = ["incident_id", "at", "pk"]
        indexes = [models.Index(fields=["to", "answered_at"], name="remark_by_whom_it_waits_for")]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=("comment", "question", "answer", "review", "correction")),
                name="a_remark_has_a_known_kind",
            ),
            models.CheckConstraint(
                condition=(Q(kind="answer") & Q(question__isnull=False))
                | (~Q(kind="answer") & Q(question__isnull=True)),
                name="an_answer_has_its_question",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind}, {self.text[:60]}"


CASES = """
SELECT count(*), count(CASE WHEN tournament.published_at IS NULL AND tournament.playing <> '{}' THEN 1 END)
FROM arbitrage_inquiry AS inquiry
JOIN arbitrage_incident AS incident ON incident.id = inquiry.incident_id
JOIN arbitrage_tournament AS tournament ON tournament.id = incident.tournament_id
WHERE incident.club_id = (SELECT club_id FROM arbitrage_incident WHERE id = %s)
AND inquiry.law = %s AND inquiry.stage = 'ruled' AND incident.state <> 'withdrawn'
AND inquiry.id <> %s"""
"""Query run by every page of an inquiry, in SQL because the ORM took longer to build it."""


def cases_of_law(inquiry: Inquiry) -> tuple[int, bool]:
    """Count the other inquiries of the same club and law that have ended, and tell whether any of them is from an
    unpublished tournament in which a director plays; such a director may not see all boards."""
    incident, key = (
        Inquiry._meta.pk.get_db_prep_value(value, connection) for value in (inquiry.incident_id, inquiry.pk)
    )
    with connections[router.db_for_read(Inquiry)].cursor() as cursor:
        cursor.execute(CASES, [incident, inquiry.law, key])
        count, playing = cursor.fetchone() or (0, 0)
    return int(count), bool(playing)


def with_review(incidents: IncidentQuerySet) -> IncidentQuerySet:
    """Annotate incidents with *reviewed* (somebody has reviewed the ruling in force) and *asked* (a question to the
    director is unanswered)."""
    given = Ruling.objects.filter(inquiry__incident=OuterRef("pk")).exclude(inquiry__stage=Inquiry.Stage.DROPPED)
    remarks = Remark.objects.filter(incident=OuterRef("pk"))
    return incidents.annotate(
        last_ruling=Subquery(given.order_by("-at", "-revision").values("pk")[:1]),
        asked=Exists(remarks.filter(kind=Remark.Kind.QUESTION, answered_at=None)),
    ).annotate(reviewed=Exists(remarks.filter(kind=Remark.Kind.REVIEW, ruling=OuterRef("last_ruling"))))
