"""Rule every stored incident again from its events, and say where today's laws would rule otherwise."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from arbitrage.models import Club, Inquiry
from arbitrage.paging import in_pages
from arbitrage.services.record.replay import replay_incident


class Command(BaseCommand):
    help = "Rule every stored incident again from its events; exit 1 when a ruling would differ. Changes nothing."

    def handle(self, *args: Any, **options: Any) -> None:
        differences = 0
        for club in Club.objects.order_by("pk"):
            for incident in in_pages(club.incidents.all()):
                for one in replay_incident(incident):
                    differences += 1
                    self.stdout.write(f"{incident.reference}, law {one.law}: was {one.was}, would be {one.now}.")
        if differences:
            raise CommandError(f"Rulings that would differ: {differences}.")
        self.stdout.write(f"Inquiries ruled again: {Inquiry.objects.count()}. Nothing differs.")
