"""List, line by line and before anything is written, what a file read again would change in a tournament."""

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
    """A contestant that the file brings (*was* is empty), names otherwise, or has no more (*now* is empty); as names
    joined by "/". *section* is a letter."""

    what: Literal["added", "renamed", "removed"]
    section: str
    number: str
    direction: str
    was: str
    now: str


@dataclass(frozen=True, slots=True)
class Values:
    """What a line says of the play, *score* and *score_ew* as in `Result`, and the numbers of its pairs; *award* says
    that a file brought an adjusted score for it."""

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
    """A line that the file brings (*was* is None), has otherwise, or has no more (*now* is None).

    *why* says what keeps the line as it is: "corrected" or "entered" by a director here, "adjusted" (a score is
    confirmed), "ruled" (a decision rests on it), "incident"; "" for a change that is written as it is. *since* and *by*
    say when, and who. A line that is kept may be given the file's values by its *key*; one that the file has no more
    stays all the same.
    """

    result: Result
    was: Values | None
    now: Values | None
    why: Why = ""
    since: datetime.datetime | None = None
    by: "User | None" = None

    @property
    def key(self) -> str:
        """What names the line when its director takes the file's values."""
        return str(self.result.pk)


@dataclass(frozen=True)
class Merge:
    """What a session of a file changes in a tournament, before it does.

    *added*, *changed* and *removed* are written as they are; *kept* are the lines that stay, unless taken from the file
    where it has them. *completed* counts the lines that learn something and say the same as before (points, who sat
    there, the play); *confirmed* those that say in the file the adjusted score that was confirmed here. *deals* are the
    boards that get their hands, *other_deals* those that get other hands, *boards* those that are new. *about* is what
    the tournament itself learns: "rounds", "winners" or "scoring", as it was and as it is. *lines* counts those of the
    tournament before, *published* says that its scores are. *older* is when this very file was read already, another
    one having come since. *digest* is sent back with a confirmation.
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
    about: tuple[tuple[str, Any, Any], ...]
    lines: int
    older: datetime.datetime | None
    digest: str

    @property
    def to_write(self) -> bool:
        """Is there anything to write when the director takes no protected line from the file?"""
        lines = self.added or self.changed or self.removed or self.completed
        boards = self.boards or self.deals or self.other_deals
        return bool(lines or boards or self.seated or self.about)

    @property
    def choices(self) -> tuple[Change, ...]:
        """Protected lines in which the file differs: a director may take the file's values."""
        return tuple(change for change in self.kept if change.now is not None)

    @property
    def emptied(self) -> tuple[Change, ...]:
        """The lines that had a result, and that the file says were not played."""
        return tuple(
            one for one in self.changed
            if one.was and one.now and one.was.kind in HAS_RESULT and one.now.kind not in HAS_RESULT
        )  # fmt: skip

    @property
    def shrinks(self) -> bool:
        """Does the file lack so many lines or results that it may be an older copy, or of another session?"""
        lost = len(self.removed) + len(self.emptied)
        return lost > 3 and 4 * lost > self.lines


def in_order(changes: Iterable[Change]) -> tuple[Change, ...]:
    return tuple(sorted(changes, key=lambda one: (one.result.board.number, one.result.position)))


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
    return history.digest(repr((lines, rest, told.about)))
