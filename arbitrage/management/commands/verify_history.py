"""Verify the record: every chain of events, the guard of the database, and the rows that follow from the events."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from arbitrage.models import Event, Incident, Stream, Tournament
from arbitrage.services import history, penalties, results
from arbitrage.services.errors import Refused
from arbitrage.triggers import missing_triggers


class Command(BaseCommand):
    help = "Verify that the recorded history is what was written; exit 1 when it is not."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--rebuild", action="store_true", help="make answers, duties and states what the events say again"
        )

    def handle(self, *args: Any, rebuild: bool, **options: Any) -> None:
        problems = [
            f"The database does not guard the record: {name} is missing." for name in missing_triggers(connection)
        ]
        broken = set()
        for stream in Stream.objects.order_by("pk").iterator():
            if found := history.verify(stream):
                broken.add(stream.pk)
                problems += [f"{stream.pk}: {problem}" for problem in found]
        for incident in Incident.objects.order_by("pk").iterator():
            if incident.pk in broken:
                problems.append(f"{incident.reference}: its chain is broken, so its rows were not compared with it.")
            else:
                problems += self._rows(incident, rebuild)
        for tournament in Tournament.objects.order_by("pk").iterator():
            if tournament.pk not in broken:
                found = results.differences(tournament) + penalties.differences(tournament)
                problems += [f"{tournament.pk}: {difference}" for difference in found]
        for problem in problems:
            self.stdout.write(problem)
        if problems:
            hint = " What differed from the events was made to agree: run this again." if rebuild else ""
            raise CommandError(f"The record is not sound, problems: {len(problems)}.{hint}")
        self.stdout.write(f"The record is sound, events: {Event.objects.count()}, chains: {Stream.objects.count()}.")

    def _rows(self, incident: Incident, rebuild: bool) -> list[str]:
        try:
            found = history.rebuild(incident) if rebuild else history.differences(incident)
        except Refused as refusal:
            found = [*history.differences(incident), str(refusal)]
        return [f"{incident.reference}: {difference}" for difference in found]
