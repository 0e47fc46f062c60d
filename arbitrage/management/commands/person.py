"""What a club has of a person, and forgetting it."""

import datetime
import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from arbitrage.models import Club
from arbitrage.services import people


class Command(BaseCommand):
    help = "Print everything that a club has of a player; with --forget, forget the name. The history stays verifiable."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", help="the name of the club")
        parser.add_argument("name", nargs="?", default="", help="the player's name as files write it, or the licence")
        parser.add_argument("--forget", action="store_true", help="forget the name and the licence")
        parser.add_argument(
            "--before",
            type=datetime.date.fromisoformat,
            metavar="DAY",
            help="forget all players of tournaments before",
        )

    def handle(
        self, *args: Any, club: str, name: str, forget: bool, before: datetime.date | None, **options: Any
    ) -> None:
        found = Club.objects.filter(name=club).first()
        if found is None:
            raise CommandError("There is no club of this name.")
        if before is not None:
            self.stdout.write(f"Forgotten: {people.forget_before(found, before)} names.")
        elif not name:
            raise CommandError("Say whom: the name as the files write it, or the licence.")
        elif forget:
            said = people.data_of(found, name)
            self.stdout.write(f"Forgotten in {people.forget(found, name)} places.")
            if said["words"]:
                references = ", ".join(one["reference"] for one in said["incidents"])
                self.stdout.write(
                    f"Read the free words of these incidents, and erase those that name him: {references}."
                )
        else:
            self.stdout.write(json.dumps(people.data_of(found, name), ensure_ascii=False, indent=1))
