"""Run inside an installation (`python -m tests.trials.clubs 200 80`): 200 directors in 80 clubs.

Each club has the demonstration's evening in its fifth round, and its signed-in directors, here two or three. Prints a
line of JSON: for each director his session, his tournament, and the places of his calls: section, table and a board
that this table has played.
"""

import json
import os
import sys
from typing import Any


def main(directors: int, clubs: int) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arbitrage.settings")
    import django

    django.setup()
    from django.conf import settings

    settings.PASSWORD_HASHERS = [
        "django.contrib.auth.hashers.MD5PasswordHasher"
    ]  # these users never sign in by password
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    print(json.dumps(founded(directors, clubs)))


def founded(directors: int, clubs: int) -> list[dict[str, Any]]:
    """Store the clubs, and return their directors."""
    from arbitrage.demo import files
    from arbitrage.demo.club import CURRENT_ROUND
    from arbitrage.models import Club, Result
    from arbitrage.services import clock
    from arbitrage.services.files.imports import import_tournament
    from arbitrage.services.people.members import add_member
    from arbitrage.services.tournaments import begin_round
    from tests.trials.scene import signed_in

    file = files.of_evening(clock.today(), until_round=CURRENT_ROUND - 1)["pbn"]
    found: list[dict[str, Any]] = []
    for number, members in enumerate(shared_out(directors, clubs)):
        club = Club.objects.create(name=f"Club {number + 1}", slug=f"club-{number + 1}")
        people = [
            add_member(club=club, username=f"director{number}-{one}", password=f"a long way round {number} {one}")
            for one in range(members)
        ]
        (tournament,) = import_tournament(club=club, by=people[0], data=file.data, filename=file.name).tournaments
        begin_round(tournament=tournament, number=CURRENT_ROUND, by=people[0])
        played = Result.objects.filter(board__tournament=tournament, kind="played")
        places = [[str(one) for one in row] for row in played.values_list("section", "table", "board")]
        found += [{"session": signed_in(user), "tournament": str(tournament.pk), "places": places} for user in people]
    return found


def shared_out(directors: int, clubs: int) -> list[int]:
    """Distribute the directors over the clubs: some clubs have one more or one less than others, every club has one."""
    clubs = min(clubs, directors)
    each = [directors // clubs + (number < directors % clubs) for number in range(clubs)]
    for one in range(0, clubs - 1, 2):
        if each[one + 1] > 1:
            each[one], each[one + 1] = each[one] + 1, each[one + 1] - 1
    return each


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
