"""Revisions of a ruling. Some only repeat the one before, because a fact has changed that occurs in no sentence (the
hands of the board were read); others continue it after a wait. Only the rest are rulings of their own."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from arbitrage.models import Ruling
from arbitrage.services.incidents.consequences import says_the_same

if TYPE_CHECKING:
    from django.contrib.auth.models import User


@dataclass(frozen=True)
class Given:
    """A ruling in its last revision, and all its *revisions* that state the same, in order."""

    ruling: Ruling
    revisions: tuple[Ruling, ...]

    @property
    def keys(self) -> frozenset[UUID]:
        """Keys of all its revisions, to which appeals and remarks refer."""
        return frozenset(revision.pk for revision in self.revisions)

    @property
    def by(self) -> "User | None":
        """Author of the ruling: who gave it first, not who added a fact later."""
        return self.revisions[0].by

    @property
    def at(self) -> datetime:
        """Time at which it was given first."""
        return self.revisions[0].at


def told_apart(rulings: Iterable[Ruling]) -> list[Given]:
    """Tell the rulings of an inquiry apart. A provisional ruling whose moment has come is left out, as an earlier stage
    of the next one; revisions that state the same are one ruling."""
    apart: list[Given] = []
    for ruling in sorted(rulings, key=lambda ruling: ruling.revision):
        same: tuple[Ruling, ...] = ()
        if apart and says_the_same(apart[-1].ruling.data, ruling.data):
            same = apart.pop().revisions
        elif apart and _led_to(apart[-1].ruling, ruling):
            apart.pop()
        apart.append(Given(ruling, (*same, ruling)))
    return apart


def given(ruling: Ruling) -> Given:
    """Return the ruling that this one revises."""
    several = Ruling.objects.filter(inquiry=ruling.inquiry_id).select_related("by")
    return next((each for each in told_apart(several) if ruling.pk in each.keys), Given(ruling, (ruling,)))


def _led_to(before: Ruling, after: Ruling) -> bool:
    """Did a ruling wait for a moment, and is the other one its continuation?"""
    return before.provisional and before.data["moment"] in {step["question"] for step in after.data["trail"]}
