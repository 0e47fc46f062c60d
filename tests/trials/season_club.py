"""A club in its third season: an evening under way, and copies of eight afternoons that the services directed."""

import datetime
from dataclasses import replace
from typing import Any

from tests.trials.copies import Template, store

COPIES = 56
"""Copies of the eight afternoons in a third season: with the three tournaments of the demonstration, 451."""
EVERY = datetime.timedelta(days=18)
"""Time between an afternoon and its copy, so that there are three a week."""
TABLES = 8
"""Tables of an afternoon of the demonstration; an afternoon of the trial has five or six more."""


class Club:
    """The club of the trial. It grows backwards: each copy of its eight afternoons lies eighteen days before the last
    copy."""

    def __init__(self, *, small: bool = False) -> None:
        """Make the demonstration club. A *small* one, for a test, copies two afternoons, and its evening has no
        call."""
        from arbitrage.demo.club import make_demo_club

        self.afternoons = 2 if small else 8
        demo = make_demo_club(with_incidents=not small)
        assert demo is not None, "the database holds another club"
        self.club, self.running = demo.club, demo.running
        castel, aubry, reviewer = (
            membership.user for membership in self.club.memberships.order_by("user__date_joined", "user")
        )
        self.director, self.other, self.reviewer = castel, aubry, reviewer
        self.template: Template | None = None
        self.copies = 0

    def grow(self, scale: float) -> None:
        """Grow the club to this fraction of a third season."""
        from django.db import transaction
        from django.db.models import Max

        from arbitrage.models import Incident, Tournament
        from arbitrage.services.record import incident_index

        wanted = max(1, round(COPIES * scale))
        if self.template is None:
            played = [one.pk for one in self._afternoons()]
            self.template = Template(self.club, Tournament.objects.filter(pk__in=played))
            self.copies = 1
        users = {user: user for user in self.template.users}
        while self.copies < wanted:
            with transaction.atomic():
                calls = Incident.objects.filter(club=self.club).aggregate(last=Max("number"))["last"]
                store(self.template.copied(self.club.pk, users, EVERY * self.copies, calls))
            self.copies += 1
        incident_index.forget_all()  # otherwise the search would miss the new numbers
        incident_index.refresh_all()

    def _afternoons(self) -> list[Any]:
        """Direct eight afternoons with the worked cases of the demonstration, a quarter of them at each."""
        from django.utils import timezone

        from arbitrage.demo.cases import CASES
        from arbitrage.demo.turns import TURNS
        from arbitrage.services import clock
        from arbitrage.services.record import incident_index

        found = []
        with incident_index.postponed():
            for number in range(self.afternoons):
                day = timezone.localdate(clock.now()) - datetime.timedelta(days=12 + 2 * number)
                cases: tuple[Any, ...] = (CASES if number % 2 else TURNS)[number // 2 :: 4]
                found.append(self._afternoon(day, TABLES + 5 + number // 2 % 2, cases))
        return found

    def _afternoon(self, day: datetime.date, tables: int, cases: tuple[Any, ...]) -> Any:
        from arbitrage.demo import club as demo
        from arbitrage.demo.cases import Case
        from arbitrage.demo.sessions import afternoon, earlier
        from arbitrage.exchange import usebio
        from arbitrage.services import clock
        from arbitrage.services.files.imports import import_tournament
        from arbitrage.services.incidents import reviewing
        from arbitrage.services.tournaments import begin_round, publish_scores

        session = widened((afternoon if isinstance(cases[0], Case) else earlier)(day), tables)
        with clock.at(demo._local(day, "13:50")):
            data, name = usebio.write(session), f"regularite-{day}.xml"
            (tournament,) = import_tournament(club=self.club, by=self.director, data=data, filename=name).tournaments
        section, calls = tournament.sections.get(), []
        for number in range(1, (tournament.rounds or 0) + 1):
            begins = demo._local(day, "14:00") + (number - 1) * demo.ROUND * demo.MINUTES
            with clock.at(begins):
                tournament = begin_round(tournament=tournament, number=number, by=self.director)
            for case in sorted((one for one in cases if one.round == number), key=lambda one: one.table):
                by = self.director if case.table <= TABLES // 2 else self.other
                if isinstance(case, Case):
                    incident = demo._case(case, day, tournament, section, by)
                    if case.entered != case.declarer_won:
                        demo._confirm(incident, self.director, demo._local(day, "17:31"))
                    calls.append(incident)
                else:
                    demo._turn(case, begins + (2 + case.table) * demo.MINUTES, tournament, section, by)
        with clock.at(demo._local(day, "17:45")):
            publish_scores(tournament=tournament, by=self.director)
            for incident in calls[::3]:
                reviewing.mark_reviewed(incident=incident, by=self.reviewer)
        return tournament


def widened(session: Any, tables: int) -> Any:
    """Add tables to a session of eight. Each repeats the results of one of the eight with other pairs."""
    more = range(1, tables - TABLES + 1)
    (section,) = session.sections

    def on(number: str) -> str:
        return str(int(number) + TABLES)

    def other(player: Any) -> Any:
        return replace(player, name=f"{player.name}-Bis", licence="")

    pairs = [
        replace(pair, number=on(pair.number), players=tuple(map(other, pair.players)))
        for pair in section.contestants
        if pair.direction == "EW" or int(pair.number) in more
    ]
    boards = [
        replace(board, results=(*board.results, *(
            replace(line, table=(line.table or 0) + TABLES, ns=on(line.ns), ew=on(line.ew))
            for line in board.results if line.table in more
        )))
        for board in session.boards
    ]  # fmt: skip
    sections = (replace(section, contestants=(*section.contestants, *pairs)),)
    return replace(session, sections=sections, boards=tuple(boards))
