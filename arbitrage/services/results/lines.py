"""The content of a line of a board, in three forms: as a director enters it, as an event stores it, and as a page shows
it."""

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.db import models
from django.db.models import UUIDField
from django.utils.translation import gettext_lazy as _

from arbitrage.database.prepared import Prepared
from arbitrage.models import Contestant, Event, Result, Tournament
from arbitrage.services.errors import Refused
from arbitrage.services.record import unlike_rows
from arbitrage.services.record.history import canonical, digest
from arbitrage.services.results.field import as_recorded
from rulings.bridge import Card, Contract
from rulings.scores.adjusted import AVERAGE_PERCENT, Average
from rulings.scores.award import Award
from rulings.scores.scoring import score_ns

WITH_A_SCORE = (Result.Kind.PLAYED, Result.Kind.PASSED, Result.Kind.ARTIFICIAL)


class Reason(models.TextChoices):
    """Reason of a correction, chosen from a list, because the events of a tournament contain no free text."""

    TYPED = "typed", _("Typed in wrongly")
    SIDES = "sides", _("The pairs sat the other way")
    TRICKS = "tricks", _("The tricks were counted again")
    CLAIM = "claim", _("A claim or a concession was looked at again")
    OTHER = "other", _("Another reason")


GivenShare = Average | Decimal
"""A side's score instead of a result: an average by the rule of the session, or a percentage from 0 to 100."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """The content of a line to enter.

    A line that was played has a *contract* with its declarer, the total *tricks* of declarer, and the *lead*, if known.
    A line with an artificial score has the share of each side. *ns* and *ew* are the pairs; in an individual *seats*
    are the ids of the players in the order N, E, S, W.
    """

    kind: Result.Kind
    contract: Contract | None = None
    tricks: int | None = None
    lead: Card | None = None
    ns_share: GivenShare | None = None
    ew_share: GivenShare | None = None
    ns: Contestant | None = None
    ew: Contestant | None = None
    seats: tuple[str, ...] = ()

    def write(self, line: Result) -> None:
        """Set the values of *line* without storing it. The points that a file gave for its old result are cleared.

        :raises Refused: a value is missing or impossible.
        """
        self._check()
        contract, artificial = self.contract, self.kind == Result.Kind.ARTIFICIAL
        if artificial or line.kind not in (Result.Kind.PLAYED, Result.Kind.PASSED):
            line.remark = ""  # the remark explained the missing result
        line.kind = self.kind
        line.contract = str(contract) if contract else ""
        line.declarer = contract.declarer.value if contract and contract.declarer else ""
        line.tricks = self.tricks
        line.lead = str(self.lead) if self.lead else ""
        scored = self.kind in (Result.Kind.PLAYED, Result.Kind.PASSED)
        line.score = score_ns(contract, self.tricks, line.board.vulnerability) if scored else None
        line.score_ew = line.ns_points = line.ew_points = None
        line.ns_percent = _percent(self.ns_share) if artificial else None
        line.ew_percent = _percent(self.ew_share) if artificial else None
        averages = [share.value for share in (self.ns_share, self.ew_share) if isinstance(share, Average)]
        # an entered percentage counts literally, whereas the same number in a file may stand for an average
        line.award = _award(self.ns_share, self.ew_share) if artificial else {}
        line.remark = "/".join(averages) if len(averages) == 2 else line.remark
        line.ns, line.ew, line.seats = self.ns, self.ew, list(self.seats)

    def _check(self) -> None:
        played = self.kind == Result.Kind.PLAYED
        artificial = self.kind == Result.Kind.ARTIFICIAL
        shares = (self.ns_share, self.ew_share)
        if self.kind == Result.Kind.UNREADABLE:
            raise Refused(_("Say what happened at the table: a result, passed out, not played, or a score."), "missing")
        if played and (self.contract is None or self.contract.declarer is None or self.tricks is None):
            raise Refused(_("Touch the contract, who plays it and how it ended."), "missing")
        if artificial and None in shares:
            raise Refused(_("Say what each side is given: an average, or a percentage."), "missing")
        if not played and (self.contract or self.tricks is not None or self.lead):
            raise ValueError(f"A line that is {self.kind} has no contract, tricks or lead.")
        if not artificial and shares != (None, None):
            raise ValueError(f"A line that is {self.kind} has no artificial score.")
        if self.tricks is not None and not 0 <= self.tricks <= 13:
            raise Refused(_("There are 13 tricks in a deal. Touch the result again."), "impossible")
        if any(isinstance(share, Decimal) and not 0 <= share <= 100 for share in shares):
            raise Refused(_("A percentage goes from 0 to 100. Type it again."), "impossible")
        if self.ns is not None and self.ns == self.ew:
            raise Refused(_("A pair does not play against itself. Choose the two pairs again."), "impossible")


def _percent(share: GivenShare | None) -> Decimal | None:
    """Return the percentage of the share, with two decimals: 60, 50 or 40 for an average."""
    if share is None:
        return None
    return Decimal(int(AVERAGE_PERCENT[share]) if isinstance(share, Average) else share).quantize(Decimal("0.01"))


def _award(ns: GivenShare | None, ew: GivenShare | None) -> dict[str, Any]:
    shares = [share if isinstance(share, Average) else Fraction(share or 0) for share in (ns, ew)]
    return Award(*shares).as_json()


def says(line: Result) -> dict[str, Any]:
    """Return the values of a line as an event stores them before and after a correction, in plain types; pairs by
    identifier."""
    return {
        "kind": str(line.kind),
        "contract": line.contract,
        "declarer": line.declarer,
        "lead": line.lead,
        "tricks": line.tricks,
        "score": line.score,
        "score_ew": line.score_ew,
        "ns_percent": _text(line.ns_percent),
        "ew_percent": _text(line.ew_percent),
        "ns_points": _text(line.ns_points),
        "ew_points": _text(line.ew_points),
        "remark": line.remark,
        "award": line.award,
        "ns": _text(line.ns_id),
        "ew": _text(line.ew_id),
        "seats": line.seats,
    }


COLUMNS = {"ns": "ns_id", "ew": "ew_id"}
"""Columns of a line whose names differ from those of `says`."""


def would_say(line: Result, entry: Entry) -> dict[str, Any]:
    """Return the values that *line* would have after *entry*, in the form of `says`; store nothing."""
    new = copy.copy(line)
    entry.write(new)
    return says(new)


def _text(value: object) -> str | None:
    """Write the value as text, a number without trailing zeros, so that 60 and 60.00 are equal."""
    if isinstance(value, Decimal):
        return f"{value.normalize():f}"
    return None if value is None else str(value)


def seen_of(line: Result) -> str:
    """Digest a line as a page shows it; the form sends it back with a correction."""
    return digest(canonical(says(line)))


def award_of(values: Mapping[str, Any]) -> Award | None:
    """Compute the award of a line from its recorded values (`says`)."""
    names = ("kind", "contract", "declarer", "tricks", "score", "score_ew")
    percents = {name: Decimal(values[name]) for name in ("ns_percent", "ew_percent") if values.get(name) is not None}
    return as_recorded(Result(**{name: values[name] for name in names}, **percents, award=values.get("award") or {}))


def is_first_result(event: Event) -> bool:
    """Does an event give a line its first result, so that it is not a correction?"""
    kinds = ("result_corrected", "result_changed")
    return event.kind in kinds and (event.data.get("was") or {}).get("kind") == Result.Kind.NOT_PLAYED


def waiting_after(line: Result, down: str) -> Result | None:
    """Find the next line without a result: at the same table in the same round, or on the same board if *down* is
    "board". After the last line the search continues from the first; None if no line is left."""
    waiting = Result.objects.filter(kind=Result.Kind.NOT_PLAYED, section=line.section_id).exclude(pk=line.pk)
    if down == "board":
        left = list(waiting.filter(board=line.board_id).select_related("board").order_by("table", "position"))
        return next(
            (waiting_line for waiting_line in left if (waiting_line.table or 0) > (line.table or 0)),
            next(iter(left), None),
        )
    left = list(waiting.filter(table=line.table, round=line.round).select_related("board").order_by("board__number"))
    return next(
        (waiting_line for waiting_line in left if waiting_line.board.number > line.board.number), next(iter(left), None)
    )


LINE_EVENTS = ("result_corrected", "result_changed")
"""Kinds of events that contain a line before and after a change, by hand or by a file that was read again."""
EVENTS_OF_LINES = Prepared(
    lambda boards: (
        Event.objects.filter(board__in=boards, kind__in=LINE_EVENTS).select_related("by").order_by("at", "seq")
    ),
    boards=[UUIDField()],
)

RECORDED = ("kind", "contract", "declarer", "tricks", "score")
"""Columns of a line's result. Only the other columns, such as the lead and the players, may be completed from a file
without an event."""


def differences(tournament: Tournament) -> list[str]:
    """List the columns in which a line differs from its events since the import: "Result 0190...: tricks"; [] when none
    does."""
    told: dict[str, dict[str, Any]] = {}
    forms: dict[str, int] = {}
    for event in Event.objects.filter(tournament=tournament, kind__in=TELLING).order_by("at", "seq"):
        data = event.data
        match event.kind:
            case "forms_set":
                forms |= {entry["result"]: entry["form"] for entry in data["results"]}
            case "result_entered":
                told[data["result"]] = _entered(data)
            case "result_removed":
                told.pop(data["result"], None)
                forms.pop(data["result"], None)
            case _:
                told[data["result"]] = data["now"]
                if event.kind == "result_changed":  # the file has set the form as well
                    forms.pop(data["result"], None)
    lines = {str(line.pk): line for line in Result.objects.filter(pk__in=[*told, *forms])}
    problems = [unlike_rows.missing("Result", key) for key in sorted(told.keys() | forms.keys()) if key not in lines]
    for key, line in sorted(lines.items()):
        now = says(line)
        names = [name for name in RECORDED if name in told.get(key, {}) and told[key][name] != now[name]]
        names += ["form"] if line.form != forms.get(key, line.form) else []
        if names:
            problems.append(unlike_rows.unlike("Result", key, names))
    return problems


TELLING = (*LINE_EVENTS, "result_added", "result_removed", "result_entered", "forms_set")


def _entered(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of the line from an event by which the director of an incident entered it."""
    if data.get("kind"):
        return {"kind": data["kind"]}
    kind = Result.Kind.PLAYED if data["contract"] else Result.Kind.PASSED
    return {"kind": kind.value} | {name: data[name] for name in ("contract", "declarer", "tricks", "score")}
