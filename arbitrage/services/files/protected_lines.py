"""Lines that a file does not overwrite, because a director corrected, adjusted or ruled on them."""

import datetime
import uuid
from typing import TYPE_CHECKING

from arbitrage.models import (
    Adjustment,
    Event,
    Incident,
    Inquiry,
    Result,
    Ruling,
    Tournament,
)
from arbitrage.services.files.changes import Why
from arbitrage.services.incidents.revisions import given

if TYPE_CHECKING:
    from django.contrib.auth.models import User


class Keeping:
    """The acts of directors that protect lines of a tournament, loaded once for all its lines."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        adjustments = Adjustment.objects.filter(incident__tournament=tournament).select_related("by")
        self.adjusted = {
            adjustment.result_id: adjustment
            for adjustment in adjustments
            if adjustment.state == Adjustment.State.CONFIRMED
        }
        self.in_hand = {adjustment.result_id for adjustment in adjustments} | set(
            Incident.objects.filter(tournament=tournament, result__isnull=False).values_list("result_id", flat=True)
        )
        rulings = (
            Ruling.objects.filter(inquiry__incident__tournament=tournament, inquiry__incident__result__isnull=False)
            .exclude(inquiry__incident__state=Incident.State.WITHDRAWN)
            .exclude(inquiry__stage=Inquiry.Stage.DROPPED)
            .select_related("inquiry__incident", "by")
            .order_by("at", "pk")
        )
        self.ruled = {ruling.inquiry.incident.result_id: ruling for ruling in rulings}
        # only the last event of each line counts: if a file has changed the line since, no correction protects it
        kinds = ("result_corrected", "result_entered", "result_added", "result_changed")
        events = Event.objects.filter(tournament=tournament, kind__in=kinds).select_related("by").order_by("at", "pk")
        last = {(data := event.data)["result"]: (event, data.get("file", "")) for event in events}
        self.by_hand = {uuid.UUID(result): event for result, (event, file) in last.items() if not file}

    def why(self, line: Result) -> Why:
        """Name the strongest reason that protects a line; "" for none."""
        return self.reason(line)[0]

    def reason(self, line: Result) -> tuple[Why, datetime.datetime | None, "User | None"]:
        """Return the strongest reason that protects a line, with its time and author."""
        if (adjustment := self.adjusted.get(line.pk)) is not None:
            return "adjusted", adjustment.at, adjustment.by
        if (ruling := self.ruled.get(line.pk)) is not None:
            decision = given(ruling)
            return "ruled", decision.at, decision.by
        event = self.by_hand.get(line.pk)
        if event is not None:
            return "corrected" if event.kind == "result_corrected" else "entered", event.at, event.by
        return ("incident" if line.pk in self.in_hand else ""), None, None
