"""Run inside an installation (`python -m tests.trials.scene 50`): a club with 50 signed-in directors.

Prints a line of JSON: the tournament, its tables, and a session for each director.
"""

import json
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.contrib.auth.models import User


def main(directors: int) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arbitrage.settings")
    import django

    django.setup()
    from django.conf import settings

    settings.PASSWORD_HASHERS = [
        "django.contrib.auth.hashers.MD5PasswordHasher"
    ]  # these users never sign in by password
    from django.contrib.auth.models import User
    from django.core.management import call_command

    from arbitrage.models import Club, Tournament
    from arbitrage.services.people.members import add_member

    call_command("migrate", verbosity=0)
    if not Club.objects.exists():
        with open(os.devnull, "w") as nowhere:
            call_command("demo", stdout=nowhere)
    club = Club.objects.get()
    sessions = []
    for number in range(directors):
        name = f"director{number}"
        user = User.objects.filter(username=name).first() or add_member(
            club=club, username=name, password=f"a long way round {number}"
        )
        sessions.append(signed_in(user))
    tournament = Tournament.objects.order_by("-date").first()
    print(json.dumps({"tournament": str(tournament.pk), "sessions": sessions}))


def signed_in(user: "User") -> str:
    """Create a signed-in session of a user and return its key."""
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return str(session.session_key)


if __name__ == "__main__":
    main(int(sys.argv[1]))
