"""Columns that a query adds to an inquiry: the head of its incident's chain, and values that are valid while this head
is unchanged."""

from typing import Self, TypeVar
from uuid import UUID

from django.db import models
from django.db.models.expressions import RawSQL

from arbitrage.models.club import ClubQuerySet

M = TypeVar("M", bound=models.Model)

HEAD = "SELECT head FROM arbitrage_stream WHERE id = arbitrage_inquiry.incident_id"
SEQ = HEAD.replace("head", "seq")
DUTIES = "EXISTS (SELECT 1 FROM arbitrage_duty WHERE inquiry_id = arbitrage_inquiry.id)"
SAME_INCIDENT = "EXISTS (SELECT 1 FROM arbitrage_inquiry o WHERE o.incident_id = arbitrage_inquiry.incident_id AND "
BESIDE = SAME_INCIDENT + "o.id <> arbitrage_inquiry.id AND o.stage = %s)"
DUE = SAME_INCIDENT + "EXISTS (SELECT 1 FROM arbitrage_duty d WHERE d.inquiry_id = o.id AND d.state = 'open'))"  # noqa: S608
LAST = "SELECT {} FROM arbitrage_ruling r WHERE r.inquiry_id = arbitrage_inquiry.id ORDER BY r.revision DESC LIMIT 1"


class ReadWithChain:
    """Attributes that `ChainQuerySet` sets on an inquiry, with defaults for an inquiry that was read without them.
    Those after *has_duties* are valid only if *seq* is set."""

    head, has_duties = "", True
    seq: int | None = None
    asks_beside = waits_beside = due = False
    last_ruling: UUID | None = None
    last_revision: int = 0
    last_outcome: str = ""


class ChainQuerySet(ClubQuerySet[M]):
    def with_head(self) -> Self:
        """Fetch *head*, the last hash of the incident's chain, which changes with every later write, and *has_duties*,
        whether the inquiry has duties in any state."""
        has_duties = RawSQL(DUTIES, (), models.BooleanField())  # noqa: S611
        return self.annotate(head=RawSQL(HEAD, ()), has_duties=has_duties)  # noqa: S611

    def with_consequences(self) -> Self:
        """Fetch the head and the values that, besides the answers, decide the consequences of a new answer: *seq*, the
        number of the last event of the chain; *asks_beside* and *waits_beside*, whether another inquiry of the incident
        asks or waits; *due*, whether a duty of the incident is open; and *last_ruling*, the id of the inquiry's last
        ruling, with its revision and outcome.

        All of them belong to the incident's chain, so they are current while the head is unchanged.
        """
        yes_or_no = models.BooleanField()
        return self.with_head().annotate(
            seq=RawSQL(SEQ, ()),  # noqa: S611
            asks_beside=RawSQL(BESIDE, ("asking",), yes_or_no),  # noqa: S611
            waits_beside=RawSQL(BESIDE, ("waiting",), yes_or_no),  # noqa: S611
            due=RawSQL(DUE, (), yes_or_no),  # noqa: S611
            last_ruling=RawSQL(LAST.format("r.id"), (), models.UUIDField()),  # noqa: S611
            last_revision=RawSQL(LAST.format("r.revision"), ()),  # noqa: S611
            last_outcome=RawSQL(LAST.format("r.outcome"), ()),  # noqa: S611
        )
