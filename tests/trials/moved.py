"""Part of the trial of moving a club, run inside an installation: it stores or reads clubs and prints a line of
JSON."""

import json
import os
import sys
from typing import Any

MOVING = "tilleuls-demo"


def several(directors: str) -> dict[str, Any]:
    """Store the demonstration club and another one, with signed-in directors."""
    from arbitrage.models import Club, Tournament
    from tests.trials import clubs
    from tests.trials.scene import signed_in

    club = _demonstration()
    moving, staying = [], []
    other = clubs.founded(int(directors), 2)
    for number in range(int(directors)):
        moving.append(signed_in(_director(club, f"director{number}")))
    staying = [director["session"] for director in other]
    tournament = Tournament.objects.filter(club=club).order_by("-date").first()
    assert tournament is not None and Club.objects.count() == 3
    return {
        "tournament": str(tournament.pk),
        "moving": moving,
        "staying": staying,
        "other": other[0]["tournament"],
    }


def another() -> dict[str, Any]:
    """Store a club whose accounts have the keys and the names of those that will arrive."""
    from arbitrage.models import Club

    club = Club.objects.create(name="Un autre club", slug="un-autre-club")
    for name in ("director0", "somebody", "moreau", "girard"):
        _director(club, name)
    return {"clubs": Club.objects.count()}


def sums() -> dict[str, Any]:
    """Digest the results and the players of every club except the one that moves."""
    from arbitrage.models import Player, Result

    lines = Result.objects.exclude(board__tournament__club__slug=MOVING).order_by("pk")
    names = Player.objects.exclude(contestant__section__tournament__club__slug=MOVING).order_by("pk")
    values = [[str(value) for value in row] for row in (*lines.values_list(), *names.values_list())]
    return {"old": [len(values), hash_of(values)]}


def hash_of(values: Any) -> str:
    import hashlib

    return hashlib.sha256(json.dumps(values).encode()).hexdigest()


def write() -> dict[str, Any]:
    """Write an act in the club that moves."""
    from arbitrage.models import Tournament
    from arbitrage.services.errors import Refused
    from arbitrage.services.incidents.call import open_incident

    tournament = Tournament.objects.filter(club__slug=MOVING).order_by("-date").first()
    assert tournament is not None
    member = tournament.club.memberships.filter(role="director").select_related("user").order_by("pk").first()
    assert member is not None
    try:
        incident = open_incident(tournament=tournament, by=member.user)
    except Refused as refused:
        return {"refused": True, "said": str(refused)}
    return {"refused": False, "said": incident.reference, "by": member.user.pk}


def written() -> dict[str, Any]:
    """Count the acts that were written at the other installation by somebody who has an account here."""
    from arbitrage.models import Event

    arrivals = Event.objects.filter(kind="club_arrived", club__slug=MOVING).order_by("seq")
    first, last = arrivals.first(), arrivals.last()
    assert first is not None and last is not None and first != last
    calls = Event.objects.filter(club__slug=MOVING, kind="incident_opened", at__gt=first.at, at__lt=last.at)
    return {"count": calls.exclude(by=None).count()}


def strangers() -> dict[str, Any]:
    """Count the clubs other than this installation's own and the one that has arrived, and their events."""
    from arbitrage.models import Club, Event

    mine = Club.objects.filter(slug__in=(MOVING, "un-autre-club"))
    return {"count": Club.objects.exclude(pk__in=mine).count() + Event.objects.exclude(club__in=mine).count()}


def persons() -> dict[str, Any]:
    """List the names of the accounts of this installation."""
    from django.contrib.auth.models import User

    return {"names": sorted(User.objects.values_list("username", flat=True))}


def left() -> dict[str, Any]:
    """List the publications, replication slots and databases that the move has left behind."""
    from django.db import connection

    names: list[str] = []
    with connection.cursor() as cursor:
        for query in (
            "SELECT pubname FROM pg_publication",
            "SELECT slot_name FROM pg_replication_slots",
            "SELECT datname FROM pg_database WHERE datname LIKE 'arbitrage_club_%'",
        ):
            cursor.execute(query)
            names += [name for (name,) in cursor.fetchall()]
    return {"left": names}


def _demonstration() -> Any:
    from django.core.management import call_command

    from arbitrage.models import Club

    with open(os.devnull, "w") as nowhere:
        call_command("demo", stdout=nowhere)
    return Club.objects.get(slug=MOVING)


def _director(club: Any, name: str) -> Any:
    from arbitrage.services.people.members import add_member

    return add_member(club=club, username=name, password=f"a long way round {club.slug} {name}")


ACTS = {act.__name__: act for act in (several, another, sums, write, written, strangers, persons, left)}


def main(name: str, *words: str) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arbitrage.settings")
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # nobody signs in with them
    call_command("migrate", verbosity=0)
    print(json.dumps(ACTS[name](*words)))


if __name__ == "__main__":
    main(*sys.argv[1:])
