"""Data classes for the changes that a file would make in an existing tournament, line by line."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Literal

from arbitrage.models import (
    Result,
    Tournament,
)
from arbitrage.services.files.matching import HAS_RESULT
from arbitrage.services.record import history

if TYPE_CHECKING:
    from django.contrib.auth.models import User


Why = Literal["", "corrected", "entered", "adjusted", "ruled", "incident"]


@dataclass(frozen=True, slots=True)
class Seated:
    """A contestant that the file adds (*was* is empty), renames, or lacks (*now* is empty). *was* and *now* are names
    joined by "/", *section* is a letter."""

    what: Literal["added", "renamed", "removed"]
    section: str
    number: str
    direction: str
    was: str
    now: str


@dataclass(frozen=True, slots=True)
class Values:
    """The values of a line: *score* and *score_ew* as in `Result`, the numbers of its pairs, and in *award* whether the
    file has an adjusted score for it."""

    kind: str
    contract: str
    declarer: str
    lead: str
    tricks: int | None
    score: int | None
    score_ew: int | None
    ns_percent: Decimal | None
    ew_percent: Decimal | None
    ns: str
    ew: str
    remark: str
    award: bool

    @classmethod
    def of(cls, result: Result) -> "Values":
        return cls(
            result.kind,
            result.contract,
            result.declarer,
            result.lead,
            result.tricks,
            result.score,
            result.score_ew,
            result.ns_percent,
            result.ew_percent,
            result.ns.number if result.ns else "",
            result.ew.number if result.ew else "",
            result.remark,
            bool(result.award),
        )


@dataclass(frozen=True, slots=True)
class Change:
    """A line that the file adds (*was* is None), changes, or lacks (*now* is None).

    *why* is the reason that protects the stored line: "corrected" or "entered" by a director here, "adjusted" (it has a
    confirmed adjusted score), "ruled" (a ruling is based on it), "incident" (it has an incident); "" for a change that
    is written without asking. *since* and *by* are the time and author of the act that protects it. A director can
    choose the file's values for a protected line by its *key*; a protected line that the file lacks always stays.
    """

    result: Result
    was: Values | None
    now: Values | None
    why: Why = ""
    since: datetime.datetime | None = None
    by: "User | None" = None

    @property
    def key(self) -> str:
        """The key that a form sends to take the file's values for this line."""
        return str(self.result.pk)


@dataclass(frozen=True)
class Merge:
    """The changes that a session of a file would make in a tournament.

    *added*, *changed* and *removed* are written without asking; *kept* are protected lines, which stay unless the
    director takes the file's values. *completed* counts the lines that keep their result and gain details (points,
    contestants, the play); *confirmed* counts those whose adjusted score in the file equals the one confirmed here.
    *deals* are the numbers of the boards that get their hands, *other_deals* of those with different hands, *boards* of
    the new ones, *conditions* of those that keep their hands and get another dealer, vulnerability, makeable tricks or
    par. *about* has the changes of "rounds", "winners" and "scoring" of the tournament, each with the value
    before and after. *lines* is the number of lines before the update. *published* says whether the scores are
    published. *older* is the time at which this same file was read, if another file was read after it. *digest* is the
    digest of the changes, which the form sends back to confirm them.
    """

    tournament: Tournament
    session: str
    added: tuple[Change, ...]
    changed: tuple[Change, ...]
    removed: tuple[Change, ...]
    kept: tuple[Change, ...]
    completed: int
    confirmed: int
    published: bool
    seated: tuple[Seated, ...]
    boards: tuple[int, ...]
    deals: tuple[int, ...]
    other_deals: tuple[int, ...]
    conditions: tuple[int, ...]
    about: tuple[tuple[str, Any, Any], ...]
    lines: int
    older: datetime.datetime | None
    digest: str

    @property
    def to_write(self) -> bool:
        """Is there any change besides those of protected lines?"""
        lines = self.added or self.changed or self.removed or self.completed
        boards = self.boards or self.deals or self.other_deals or self.conditions
        return bool(lines or boards or self.seated or self.about)

    @property
    def choices(self) -> tuple[Change, ...]:
        """Protected lines that differ in the file, for which a director may take the file's values."""
        return tuple(change for change in self.kept if change.now is not None)

    @property
    def emptied(self) -> tuple[Change, ...]:
        """Lines that have a stored result, but none in the file."""
        return tuple(
            change for change in self.changed
            if change.was and change.now and change.was.kind in HAS_RESULT and change.now.kind not in HAS_RESULT
        )  # fmt: skip

    @property
    def shrinks(self) -> bool:
        """Does the file lack so many lines or results that it may be an older copy or another session's file?"""
        lost = len(self.removed) + len(self.emptied)
        return lost > 3 and 4 * lost > self.lines


def in_order(changes: Iterable[Change]) -> tuple[Change, ...]:
    return tuple(sorted(changes, key=lambda change: (change.result.board.number, change.result.position)))


def fingerprint(told: Merge) -> str:
    lines = [
        (
            change.result.board.number,
            change.result.section.letter,
            change.result.table,
            change.key if change.was else "",
            change.was,
            change.now,
            change.why,
        )
        for change in (*told.added, *told.changed, *told.removed, *told.kept)
    ]
    rest = (told.tournament.pk, told.seated, told.completed, told.confirmed, told.boards, told.deals, told.other_deals)
    return history.digest(repr((lines, rest, told.conditions, told.about)))
