"""A tournament loaded once, before a file is compared with it."""

import datetime
import uuid
from dataclasses import dataclass
from typing import Self

from arbitrage.models import Board, Event, Penalty, Result, Section, Tournament
from arbitrage.services import tournaments
from arbitrage.services.files.protected_lines import Keeping


@dataclass
class Stored:
    """A tournament with everything that is compared with a file, loaded once: *lines* in the order of the boards,
    *sections* with their contestants and players, *keeping* with the acts that protect lines. *penalized* are the ids
    of contestants with a penalty. *method_said*: a director has chosen the method, or a file has determined it."""

    tournament: Tournament
    boards: list[Board]
    lines: list[Result]
    sections: list[Section]
    keeping: Keeping
    penalized: frozenset[uuid.UUID]
    method_said: bool

    @classmethod
    def of(cls, tournament: Tournament) -> Self:
        lines = Result.objects.filter(board__tournament=tournament).select_related("board", "section", "ns", "ew")
        penalties = Penalty.objects.filter(tournament=tournament, contestant__isnull=False)
        return cls(
            tournament=tournament,
            boards=list(tournament.boards.all()),
            lines=list(lines.order_by("board__number", "position")),
            sections=list(tournament.sections.with_contestants()),
            keeping=Keeping(tournament),
            penalized=frozenset(key for key in penalties.values_list("contestant_id", flat=True) if key),
            method_said=tournaments.method_event(tournament) is not None,
        )

    def read_before(self, digest: str) -> datetime.datetime | None:
        """Return the time at which the file of this digest was read into the tournament; None if it was not."""
        read = Event.objects.filter(
            stream_id=self.tournament.pk,
            kind__in=("tournament_imported", "tournament_updated"),
            body__contains=f'"digest":"{digest}"',
        )
        return read.order_by("-seq").values_list("at", flat=True).first()
