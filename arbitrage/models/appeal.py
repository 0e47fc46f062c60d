"""Appeals from request to decision: statements of the sides, the committee, and notices of the right to appeal."""

from typing import Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from arbitrage.database.ids import uuid7
from arbitrage.models.club import ClubQuerySet
from arbitrage.models.incident import Adjustment, Incident, Note, Ruling


class RightToldQuerySet(ClubQuerySet["RightTold"]):
    to_club = "incident__club"


class RightTold(models.Model):
    """Notice to a side of its right to appeal (Law 83) against *ruling*, given by the director. *side* is "NS", "EW" or
    "both"."""

    class Side(models.TextChoices):
        BOTH = "both", _("Both sides")
        NS = "NS", _("North-South")
        EW = "EW", _("East-West")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    incident = models.ForeignKey(Incident, on_delete=models.PROTECT, related_name="rights_told")
    ruling = models.ForeignKey(Ruling, on_delete=models.PROTECT, db_index=False, related_name="+")
    side = models.CharField(max_length=4, choices=Side.choices)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    at = models.DateTimeField()

    objects = RightToldQuerySet.as_manager()

    class Meta:
        ordering = ["incident_id", "at", "pk"]
        verbose_name_plural = "rights told"
        constraints = [
            models.UniqueConstraint(fields=["ruling", "side"], name="a_side_is_told_once_of_a_ruling"),
            models.CheckConstraint(condition=Q(side__in=("both", "NS", "EW")), name="a_right_is_told_to_a_side"),
        ]

    def __str__(self) -> str:
        return f"{self.side}, {self.at}"


class AppealQuerySet(ClubQuerySet["Appeal"]):
    to_club = "incident__club"

    def open(self) -> Self:
        """Keep appeals that are not decided, withdrawn or refused."""
        return self.filter(state=Appeal.State.REQUESTED)

    def with_everything(self) -> Self:
        """Fetch each appeal with its incident, people, statements and committee, for its page and its papers."""
        people = ("by", "decided_by", "ruling__by", "adjustment", "of", "note", "reasons")
        return self.select_related("incident__club", "incident__tournament", *people).prefetch_related(
            "words__by", "seats__user"
        )


class Appeal(models.Model):
    """One appeal against the ruling of an incident.

    *side* is the side that appeals, "" when the director refers the case himself (81C7, 83); *consent* is the partner's
    or captain's agreement (92D). *until* is the end of the period for appeals as it was when the appeal was requested,
    None if no scores were published yet. *entries* and *seal* are the length and the last hash of the incident's chain
    at that time; they fix the facts on which the appeal is heard. *law* is the law that refuses a request, or the law
    of the decision; a decision also has its *outcome* and *reasons*. *carried_out_at* is the time at which the director
    gave the new score or ruling that the decision asks for.
    """

    class Level(models.TextChoices):
        CLUB = "club", _("The club")
        AUTHORITY = "authority", _("The authority")

    class Side(models.TextChoices):
        NS = "NS", _("North-South")
        EW = "EW", _("East-West")
        DIRECTOR = "", _("The director refers it himself (83)")

    class Consent(models.TextChoices):
        BOTH = "both", _("Both partners agree")
        CAPTAIN = "captain", _("The captain asks for it")
        PLAYER = "player", _("A player of an individual")
        NONE = "", _("Nobody’s is needed")

    class About(models.TextChoices):
        FACTS = "facts", _("Facts or judgement")
        LAW = "law", _("Only the law or the regulations")
        BOTH = "both", _("Both")
        DISCIPLINE = "discipline", _("A disciplinary penalty (91)")

    class Body(models.TextChoices):
        COMMITTEE = "committee", _("A committee")
        REFEREE = "referee", _("A single referee")
        DIRECTOR = "director", _("The director in charge reconsiders")
        AUTHORITY = "authority", _("The authority")

    class State(models.TextChoices):
        REQUESTED = "requested"
        REFUSED = "refused"
        WITHDRAWN = "withdrawn"
        DECIDED = "decided"

    class Outcome(models.TextChoices):
        STANDS = "stands", _("The ruling stands")
        SCORE = "score", _("Another score is given")
        RULING = "ruling", _("Another ruling is given")
        RECOMMENDS = "recommends", _("The ruling stands, a change is recommended")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    incident = models.ForeignKey(Incident, on_delete=models.PROTECT, related_name="appeals")
    level = models.CharField(max_length=9, choices=Level.choices, default=Level.CLUB)
    of = models.ForeignKey("self", on_delete=models.PROTECT, null=True, blank=True, related_name="further")
    ruling = models.ForeignKey(Ruling, on_delete=models.PROTECT, related_name="appeals")
    side = models.CharField(max_length=2, choices=Side.choices, blank=True)
    consent = models.CharField(max_length=7, choices=Consent.choices, blank=True)
    about = models.CharField(max_length=10, choices=About.choices)
    state = models.CharField(max_length=9, choices=State.choices, default=State.REQUESTED)
    grounds = models.TextField(blank=True)
    note = models.ForeignKey(Note, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    at = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True)
    entries = models.PositiveIntegerField()
    seal = models.CharField(max_length=64, blank=True)
    deposit = models.PositiveSmallIntegerField(default=0)
    heard_by = models.CharField(max_length=9, choices=Body.choices)
    outcome = models.CharField(max_length=10, choices=Outcome.choices, blank=True)
    law = models.CharField(max_length=40, blank=True)
    why = models.TextField(blank=True)
    reasons = models.ForeignKey(Note, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    without_merit = models.BooleanField(default=False)
    deposit_kept = models.BooleanField(default=False)
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    adjustment = models.ForeignKey(Adjustment, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    new_ruling = models.ForeignKey(Ruling, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    carried_out_at = models.DateTimeField(null=True, blank=True)

    objects = AppealQuerySet.as_manager()

    class Meta:
        ordering = ["incident_id", "at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["incident"], condition=Q(state="requested"), name="one_open_appeal_per_incident"
            ),
            models.CheckConstraint(
                condition=Q(state__in=("requested", "refused", "withdrawn", "decided")),
                name="an_appeal_has_a_known_state",
            ),
            models.CheckConstraint(
                condition=Q(state="requested", decided_at__isnull=True)
                | (~Q(state="requested") & Q(decided_at__isnull=False)),
                name="an_appeal_is_over_when_it_says_when",
            ),
            models.CheckConstraint(
                condition=(Q(state="decided") & ~Q(outcome="") & ~Q(law="")) | (~Q(state="decided") & Q(outcome="")),
                name="a_decided_appeal_has_its_outcome_and_law",
            ),
            models.CheckConstraint(
                condition=Q(state="refused") | Q(side="", consent="") | (~Q(side="") & ~Q(consent="")),
                name="an_appeal_of_players_has_their_consent",
            ),
            models.CheckConstraint(
                condition=Q(level="club", of__isnull=True) | Q(level="authority", of__isnull=False),
                name="a_further_appeal_is_of_a_decided_one",
            ),
            models.CheckConstraint(
                condition=Q(deposit_kept=False) | Q(without_merit=True),
                name="a_deposit_is_kept_only_without_merit",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.incident.reference}, {self.state}"

    def get_absolute_url(self) -> str:
        return reverse("appeal", args=[self.pk])

    @property
    def to_carry_out(self) -> bool:
        """Does the decision ask for a new score or ruling that is not given yet?"""
        return self.outcome in (self.Outcome.SCORE, self.Outcome.RULING) and self.carried_out_at is None


class AppealWordsQuerySet(ClubQuerySet["AppealWords"]):
    to_club = "appeal__incident__club"


class AppealWords(models.Model):
    """A statement of a side or of the director, or a note of the hearing. *note* is the row with the text, so that it
    can be erased."""

    class Kind(models.TextChoices):
        NS = "NS", _("Statement of North-South")
        EW = "EW", _("Statement of East-West")
        DIRECTOR = "director", _("Statement of the director")
        HEARING = "hearing", _("Note of the hearing")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    appeal = models.ForeignKey(Appeal, on_delete=models.PROTECT, related_name="words")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    text = models.TextField(blank=True)
    note = models.ForeignKey(Note, on_delete=models.PROTECT, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    at = models.DateTimeField()

    objects = AppealWordsQuerySet.as_manager()

    class Meta:
        ordering = ["appeal_id", "at", "pk"]
        verbose_name_plural = "appeal words"
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=("NS", "EW", "director", "hearing")), name="what_is_said_has_a_known_kind"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind}, {self.text[:60]}"


class AppealSeatQuerySet(ClubQuerySet["AppealSeat"]):
    to_club = "appeal__incident__club"


class AppealSeat(models.Model):
    """A member of the committee: a member of the club, or a person whose typed *name* is stored in *note*."""

    class Role(models.TextChoices):
        CHAIR = "chair", _("Chair")
        MEMBER = "member", _("Member")
        SCRIBE = "scribe", _("Scribe")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    appeal = models.ForeignKey(Appeal, on_delete=models.PROTECT, related_name="seats")
    role = models.CharField(max_length=6, choices=Role.choices)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    name = models.TextField(blank=True)
    note = models.ForeignKey(Note, on_delete=models.PROTECT, null=True, blank=True, related_name="+")

    objects = AppealSeatQuerySet.as_manager()

    class Meta:
        ordering = ["appeal_id", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["appeal", "user"], condition=Q(user__isnull=False), name="a_member_sits_once_on_an_appeal"
            ),
            models.UniqueConstraint(fields=["appeal"], condition=Q(role="chair"), name="one_chair_on_an_appeal"),
            models.CheckConstraint(condition=Q(role__in=("chair", "member", "scribe")), name="who_sits_has_a_role"),
        ]

    def __str__(self) -> str:
        return f"{self.role}, {self.user or self.name}"
