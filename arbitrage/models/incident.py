"""Incidents with their inquiries, answers, duties, rulings and adjusted scores."""

import json
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Prefetch, Q
from django.urls import reverse
from django.utils.translation import pgettext_lazy

from arbitrage.database.ids import uuid7
from arbitrage.database.search_words import wanted
from arbitrage.models.board import NUMBERED, Board, Result, Seat
from arbitrage.models.chain_columns import ChainQuerySet, ReadWithChain
from arbitrage.models.club import Club, ClubQuerySet
from arbitrage.models.index_search import begins, entry_says, holds
from arbitrage.models.tournament import Section, Tournament
from rulings import laws2017
from rulings.engine.inquiry import Asking, InvalidAnswer, Law, Ruled, Waiting
from rulings.engine.stored import upgraded
from rulings.scores.award import Award

EDITIONS: Mapping[str, Mapping[str, Law]] = MappingProxyType({"2017": laws2017.LAWS})


class IncidentQuerySet(ClubQuerySet["Incident"]):
    def with_place(self) -> Self:
        """Fetch club, tournament, section, board and the result's pairs and players too."""
        return self.select_related(
            "club", "tournament", "section", "board", "result__ns", "result__ew", "opened_by", "attended_by"
        ).prefetch_related("result__ns__players", "result__ew__players")

    def with_record(self) -> Self:
        """Fetch everything that a report prints: place, inquiries with their rows, adjustments and appeals."""
        inquiries = Prefetch("inquiries", queryset=Inquiry.objects.with_everything())
        adjustments = Prefetch("adjustments", queryset=Adjustment.objects.select_related("by"))
        return self.with_place().prefetch_related(inquiries).prefetch_related(adjustments, "appeals")

    def running(self) -> Self:
        """Keep incidents that still need a director: open, or waiting."""
        return self.filter(state__in=Incident.RUNNING)

    def saying(self, query: str, *, words: bool = True) -> Self:
        """Keep incidents that contain every word of a query, folded; if not *words*, search laws and rulings only."""
        every = Q()
        for beginnings in wanted(query):
            every &= begins("words" if words else "situation", beginnings)
        return self.filter(entry_says(every)) if every else self

    def of_law(self, number: str) -> Self:
        """Keep incidents in which a law of this number was asked or ruled."""
        return self.filter(entry_says(holds("laws", f" {number} ")))

    def asking(self, laws: Iterable[str]) -> Self:
        """Keep incidents with an inquiry into one of these laws that is not dropped."""
        counted = Inquiry.objects.exclude(stage=Inquiry.Stage.DROPPED).filter(law__in=list(laws))
        return self.filter(Exists(counted.filter(incident=OuterRef("pk"))))

    def by_director(self, user: int) -> Self:
        """Keep incidents that a director attended, or ruled on."""
        ruled = Ruling.objects.filter(by=user).order_by().values("inquiry__incident")
        return self.filter(Q(attended_by=user) | Q(pk__in=ruled))


class Incident(models.Model):
    """One call for the director, with everything that followed.

    Section, table, board and result may be entered later. *number* counts the club's calls of a calendar year;
    *reference* is "R-2026-0147". *called_by* is the seat of the player who called. *evidence* has the statements of the
    sides when the facts are *disputed* (Law 85); *words* is the director's free text. *confirmed_at* is the time at
    which the director confirmed the score.
    """

    class State(models.TextChoices):
        OPEN = "open"
        WAITING = "waiting"
        RULED = "ruled"
        APPEALED = "appealed"
        FINAL = "final"
        WITHDRAWN = "withdrawn"

    RUNNING = (State.OPEN, State.WAITING)

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, db_index=False, related_name="incidents")
    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="incidents")
    section = models.ForeignKey(Section, on_delete=models.PROTECT, null=True, blank=True, related_name="incidents")
    table = models.PositiveSmallIntegerField(null=True, blank=True, validators=NUMBERED)
    round = models.PositiveSmallIntegerField(null=True, blank=True, validators=NUMBERED)
    board = models.ForeignKey(Board, on_delete=models.PROTECT, null=True, blank=True, related_name="incidents")
    result = models.ForeignKey(Result, on_delete=models.PROTECT, null=True, blank=True, related_name="incidents")
    year = models.PositiveSmallIntegerField()
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)
    called_at = models.DateTimeField()
    called_by = models.CharField(max_length=1, choices=Seat.choices, blank=True)
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    attended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    attended_at = models.DateTimeField(null=True, blank=True)
    disputed = models.BooleanField(default=False)
    evidence = models.TextField(blank=True)
    words = models.TextField(blank=True)
    confirmed_at = models.DateTimeField(null=True, blank=True)

    end: tuple[str, int] | None = None
    """Hash and number of the last event of its chain, read when a service locks the chain; each event that the service
    writes updates them."""
    draft: Any = None
    """The events that a service has not written yet (`history.drafting`)."""
    objects = IncidentQuerySet.as_manager()

    class Meta:
        ordering = ["-called_at", "-pk"]
        indexes = [
            models.Index(fields=["club", "-called_at"], name="incident_by_club_and_time"),
            models.Index(fields=["club", "tournament", "state"], name="incident_by_club_and_state"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["club", "year", "number"], name="one_incident_per_number_and_year"),
            models.CheckConstraint(
                condition=Q(state__in=("open", "waiting", "ruled", "appealed", "final", "withdrawn")),
                name="an_incident_has_a_known_state",
            ),
            models.CheckConstraint(condition=Q(table__isnull=True) | Q(table__gte=1), name="tables_count_from_one"),
            models.CheckConstraint(
                condition=Q(result__isnull=True) | Q(board__isnull=False),
                name="an_incident_with_a_result_has_its_board",
            ),
        ]

    def __str__(self) -> str:
        return self.reference

    def get_absolute_url(self) -> str:
        return reverse("incident", args=[self.pk])

    @property
    def reference(self) -> str:
        """Number printed on the report: "R-2026-0147"."""
        return f"R-{self.year}-{self.number:04}"


class InquiryQuerySet(ChainQuerySet["Inquiry"]):
    to_club = "incident__club"

    def not_appealed(self) -> Self:
        """Keep inquiries whose incident is not under appeal, as an appealed decision must not change."""
        return self.exclude(incident__state=Incident.State.APPEALED)

    def with_answers(self) -> Self:
        """Fetch the incident, the answers and their authors too."""
        return self.select_related("incident__tournament").prefetch_related(
            Prefetch("answers", queryset=Answer.objects.select_related("by"))
        )

    def with_everything(self) -> Self:
        """Fetch answers, rulings and duties too."""
        return self.with_answers().prefetch_related(
            Prefetch("rulings", queryset=Ruling.objects.select_related("by")), "duties"
        )


class Inquiry(ReadWithChain, models.Model):
    """One run of a law within an incident.

    *facts* are the facts of the board (declarer, contract, trumps, tricks, vulnerability) when the inquiry was opened,
    and the facts passed on by the duty that opened it. They are copied here, so that correcting the result later does
    not change a past ruling. *version* grows by one with each accepted write. *stage* is the state of the law with the
    stored answers, or DROPPED if the inquiry was opened by mistake; a dropped inquiry does not count.
    """

    class Stage(models.TextChoices):
        ASKING = "asking", pgettext_lazy("inquiry", "questions to answer")
        WAITING = "waiting", pgettext_lazy("inquiry", "waiting")
        RULED = "ruled", pgettext_lazy("inquiry", "ruled")
        DROPPED = "dropped", pgettext_lazy("inquiry", "opened by mistake")

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    incident = models.ForeignKey(Incident, on_delete=models.PROTECT, db_index=False, related_name="inquiries")
    order = models.PositiveSmallIntegerField()
    law = models.CharField(max_length=20)
    edition = models.CharField(max_length=10, default="2017")
    facts = models.JSONField(default=dict, blank=True)
    version = models.PositiveIntegerField(default=0)
    stage = models.CharField(max_length=8, choices=Stage.choices, default=Stage.ASKING)
    opened_by_duty = models.ForeignKey(
        "arbitrage.Duty", on_delete=models.PROTECT, null=True, blank=True, related_name="opened_inquiries"
    )

    exercise: Any = None
    """The school exercise of an unsaved inquiry."""
    objects = InquiryQuerySet.as_manager()

    class Meta:
        ordering = ["incident_id", "order"]
        constraints = [
            models.UniqueConstraint(fields=["incident", "order"], name="one_inquiry_per_place_in_an_incident"),
            models.CheckConstraint(
                condition=Q(stage__in=("asking", "waiting", "ruled", "dropped")), name="an_inquiry_has_a_known_stage"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.incident.reference}, {self.law}"

    def get_absolute_url(self) -> str:
        return reverse("inquiry", args=[self.pk])

    def question_url(self, question: str) -> str:
        """Return the URL of a question's page."""
        return reverse("exercise_question" if self.exercise else "question", args=[self.exercise or self.pk, question])

    @property
    def closed(self) -> bool:
        """Has the inquiry a final ruling?"""
        return self.stage == self.Stage.RULED

    @property
    def entry(self) -> Law:
        """The law of the inquiry, in the edition under which it was opened."""
        return EDITIONS[self.edition][self.law]

    def answers_dict(self) -> dict[str, str]:
        """Return the stored answers by question, including those of questions no longer asked."""
        return {answer.question: answer.value for answer in self.answers.all()}

    def given(self) -> dict[str, str]:
        """Return the facts and answers for the law; an answer overrides a fact."""
        return {**self.facts, **self.answers_dict()}

    def known(self) -> dict[str, str]:
        """Return the facts and answers, and the values that the law has derived from them."""
        given = self.given()
        return self.state_from(given).read | given

    def state(self) -> Asking | Waiting | Ruled:
        """Return the state of the law for the stored answers: a question, a moment to wait for, or the ruling."""
        return self.state_if({})

    def state_if(self, answers: Mapping[str, str]) -> Asking | Waiting | Ruled:
        """Return the state of the law for the stored answers and these *answers*, which override them."""
        return self.state_from(self.given() | dict(answers))

    def state_from(self, known: Mapping[str, str]) -> Asking | Waiting | Ruled:
        """Return the state of the law for these *known* values, without those that the law no longer accepts."""
        known = dict(known)
        while True:
            try:
                return self.entry.step(known)
            except InvalidAnswer as error:
                del known[error.question.id]

    @property
    def current_ruling(self) -> "Ruling | None":
        """The ruling in force: the latest revision, or None while a question is open or once the inquiry is dropped."""
        if self.stage in (self.Stage.ASKING, self.Stage.DROPPED):
            return None
        return max(self.rulings.all(), key=lambda ruling: ruling.revision, default=None)


class AnswerQuerySet(ClubQuerySet["Answer"]):
    to_club = "inquiry__incident__club"


class Answer(models.Model):
    """The answer in force for a question. *version* is the version of the inquiry after the answer, so a page of this
    version or a later one shows it. A free-text answer has a *note*."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    inquiry = models.ForeignKey(Inquiry, on_delete=models.PROTECT, db_index=False, related_name="answers")
    question = models.CharField(max_length=60)
    value = models.TextField(blank=True)
    note = models.ForeignKey("arbitrage.Note", on_delete=models.PROTECT, null=True, blank=True, related_name="answers")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    at = models.DateTimeField()
    version = models.PositiveIntegerField()

    objects = AnswerQuerySet.as_manager()

    class Meta:
        ordering = ["inquiry_id", "version"]
        constraints = [models.UniqueConstraint(fields=["inquiry", "question"], name="one_answer_per_question")]

    def __str__(self) -> str:
        return f"{self.question}: {self.value}"


class NoteQuerySet(ClubQuerySet["Note"]):
    to_club = "incident__club"


class Note(models.Model):
    """Free text that somebody typed: the only part of an incident that can contain a person's name.

    The text is stored outside the chain so that it can be erased; its event contains only the *digest* (SHA-256 of the
    text), which reveals an alteration. An edited text is a new Note, and the old Note stays.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    incident = models.ForeignKey(Incident, on_delete=models.PROTECT, related_name="notes")
    text = models.TextField(blank=True)
    digest = models.CharField(max_length=64)
    erased = models.BooleanField(default=False)

    objects = NoteQuerySet.as_manager()

    class Meta:
        ordering = ["incident_id", "id"]

    def __str__(self) -> str:
        return self.text[:80]


class DutyQuerySet(ClubQuerySet["Duty"]):
    to_club = "inquiry__incident__club"

    def tray(self, tournament: Tournament) -> Self:
        """Keep the open duties of a tournament's directors, oldest first, with incident and place."""
        return (
            self.filter(state=Duty.State.OPEN, inquiry__incident__tournament=tournament)
            .exclude(inquiry__incident__state=Incident.State.WITHDRAWN)
            .select_related(*(f"inquiry__incident__{name}" for name in ("tournament", "section", "board", "result")))
            .order_by("due_since", "pk")
        )


class Duty(models.Model):
    """A duty left by a ruling: a reason for a director to come back to the table.

    A duty with a *question* is the moment for which the inquiry waits ("end of play"); reporting the moment answers
    the question. Any other duty, such as a penalty card, stays open until a director closes it. *opens* is the law of
    an inquiry that he may open from it, *hands* names the facts that it passes on. *about* is the card of the duty
    ("E:C4"), which stays open as long as this card lies on the table.
    """

    class State(models.TextChoices):
        OPEN = "open"
        DONE = "done"
        CANCELLED = "cancelled"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    inquiry = models.ForeignKey(Inquiry, on_delete=models.PROTECT, related_name="duties")
    law = models.CharField(max_length=20)
    moment = models.CharField(max_length=40)
    text = models.TextField(blank=True)
    opens = models.CharField(max_length=20, blank=True)
    hands = models.JSONField(default=list, blank=True)
    about = models.CharField(max_length=20, blank=True)
    question = models.CharField(max_length=60, blank=True)
    state = models.CharField(max_length=9, choices=State.choices, default=State.OPEN)
    due_since = models.DateTimeField()
    done_at = models.DateTimeField(null=True, blank=True)
    done_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    objects = DutyQuerySet.as_manager()

    class Meta:
        ordering = ["inquiry_id", "due_since", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=(Q(state="done") & Q(done_at__isnull=False)) | (~Q(state="done") & Q(done_at__isnull=True)),
                name="a_duty_is_done_when_it_says_when",
            ),
            models.UniqueConstraint(
                fields=["inquiry", "question"],
                condition=~Q(question="") & Q(state="open"),
                name="one_open_duty_per_moment",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.law}: {self.moment}"


class RulingQuerySet(ClubQuerySet["Ruling"]):
    to_club = "inquiry__incident__club"


class Ruling(models.Model):
    """One complete revision of a ruling. The database refuses to change it; a newer revision supersedes it.

    *outcome* is canonical JSON: law, text, rectifications, duties, trail, law_refs, facts, edition. A *provisional*
    ruling is given while the inquiry waits for a moment, such as the end of play.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    inquiry = models.ForeignKey(Inquiry, on_delete=models.PROTECT, db_index=False, related_name="rulings")
    revision = models.PositiveSmallIntegerField()
    law = models.CharField(max_length=20)
    edition = models.CharField(max_length=10)
    outcome = models.TextField()
    provisional = models.BooleanField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    at = models.DateTimeField()
    supersedes = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="superseded_by"
    )

    objects = RulingQuerySet.as_manager()

    class Meta:
        ordering = ["inquiry_id", "revision"]
        constraints = [
            models.UniqueConstraint(fields=["inquiry", "revision"], name="one_ruling_per_revision"),
            models.CheckConstraint(
                condition=Q(revision=1, supersedes__isnull=True) | Q(revision__gt=1, supersedes__isnull=False),
                name="a_later_ruling_supersedes_the_one_before",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.law}, {self.revision}"

    @property
    def data(self) -> dict[str, Any]:
        """Outcome as plain data in the present format. A free-text answer is the key of its Note ("note:...")."""
        return upgraded(json.loads(self.outcome))


class AdjustmentQuerySet(ClubQuerySet["Adjustment"]):
    to_club = "incident__club"

    def confirmed(self) -> Self:
        return self.filter(state=Adjustment.State.CONFIRMED)


class Adjustment(models.Model):
    """A score that a director confirmed in place of the score at the table; later travellers and rankings count it.

    *award* is the score of each side, in the form of `rulings.scores.award.Award.as_json`. *law* names every law on
    which the score is based ("64A1, 64A2"). With *by_hand* the director chose the score himself, for the *reason* in
    free text; otherwise the program computed it from the rulings. *basis* is the digest of the rulings and the result
    for which the score was confirmed, *seen* the digest of all that the page showed then. *entered_at* is the time at
    which a director reported that the score is entered in the club's scoring program.
    """

    class State(models.TextChoices):
        CONFIRMED = "confirmed"
        SUPERSEDED = "superseded"

    class Kind(models.TextChoices):
        PLAYED = "played"
        TRANSFER = "transfer"
        EQUITY = "equity"
        ASSIGNED = "assigned"
        WEIGHTED = "weighted"
        SPLIT = "split"
        ARTIFICIAL = "artificial"

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    incident = models.ForeignKey(Incident, on_delete=models.PROTECT, related_name="adjustments")
    result = models.ForeignKey(Result, on_delete=models.PROTECT, related_name="adjustments")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    award = models.JSONField()
    law = models.CharField(max_length=100)
    by_hand = models.BooleanField(default=False)
    reason = models.TextField(blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    at = models.DateTimeField()
    basis = models.CharField(max_length=64)
    seen = models.CharField(max_length=64)
    supersedes = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="superseded_by"
    )
    state = models.CharField(max_length=10, choices=State.choices, default=State.CONFIRMED)
    entered_at = models.DateTimeField(null=True, blank=True)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    objects = AdjustmentQuerySet.as_manager()

    class Meta:
        ordering = ["result_id", "at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["result"], condition=Q(state="confirmed"), name="one_confirmed_adjustment_per_result"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind}, {self.law}"

    @property
    def given(self) -> Award:
        """Score of each side."""
        return Award.from_json(self.award)
