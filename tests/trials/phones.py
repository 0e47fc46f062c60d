"""Forty tables with two telephones each: all call within a minute, then type and confirm the results of a round.

The scene is this file run inside an installation (`python -m tests.trials.phones 40`): it prints a line of JSON with
the address of each table's sheet, and a director's session.
"""

import argparse
import json
import os
import random
import re
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from http.cookiejar import CookieJar
from pathlib import Path

from tests.trials.failing import Found
from tests.trials.installation import Installation

TABLES = 40
A_MINUTE = 60.0
KEYS = {"kind": "played", "level": "4", "denomination": "S", "declarer": "N", "doubled": "0"}


class Telephone:
    """A browser without an account; *took* has the seconds of each request, *failed* the errors, *sent_away* the number
    of 503 answers of the proxy."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        self.took: list[tuple[str, float]] = []
        self.failed: list[str] = []
        self.sent_away = 0

    def ask(self, what: str, path: str, data: dict[str, str] | None = None) -> str:
        """Send a request, up to three times if the answer is 503. Return the page; note a failure and return ""."""
        url = urllib.parse.urljoin(self.address, path)
        body = urllib.parse.urlencode(data).encode() if data is not None else None
        began = time.perf_counter()
        for last in (False, False, True):
            try:
                with self.opener.open(url, body, timeout=60) as answer:
                    self.took.append((what, time.perf_counter() - began))
                    return str(answer.read().decode())
            except (OSError, urllib.error.HTTPError) as error:
                if last or getattr(error, "code", 0) != 503:
                    self.failed.append(f"{what}: {error}")
                    break
                self.sent_away += 1  # the answer names the time to retry
                time.sleep(float(error.headers.get("Retry-After", 2)) if hasattr(error, "headers") else 2)
        return ""

    def call(self) -> None:
        page = self.ask("the sheet is opened", self.address)
        hidden = _hidden(page)
        if "id" in hidden:  # otherwise the other telephone was faster
            self.ask("a call", self.address, {**hidden, "about": "revoke"})

    def type_round(self, confirms: "Telephone") -> None:
        """Type every board that the sheet offers, and have the other telephone confirm it."""
        page = self.ask("the sheet is opened", self.address)
        for path in re.findall(r'href="(/[a-z]{2}/table/[^"]+/[0-9a-f-]{36}/)"', page):
            hidden = _hidden(self.ask("a keypad is opened", path))
            self.ask("a result is typed", path, {**hidden, **KEYS, "margin": str(random.randint(-2, 2))})
            asked = confirms.ask("the result is looked at", path)
            typed = re.search(r'name="confirm" value="([^"]+)"', asked)
            if typed is None:
                confirms.failed.append("nothing to confirm")
                continue
            confirms.ask("a result is confirmed", path, {**_hidden(asked), "confirm": typed[1]})


def _hidden(page: str) -> dict[str, str]:
    names = r'name="(csrfmiddlewaretoken|id|seen|again)" value="([^"]*)"'
    return dict(re.findall(names, page))


def phones(place: Path, asked: argparse.Namespace) -> Found:
    """Let forty tables call within a minute by two telephones each, then type a round, while a director's room
    polls."""
    variables = {"DATABASE_URL": asked.database} if asked.database else {}
    installation = Installation(place / "data", **variables)
    scene = json.loads(installation.run("-m", "tests.trials.phones", str(TABLES)).splitlines()[-1])
    installation.start()
    try:
        pairs = [tuple(Telephone(installation.address + path) for _one in range(2)) for path in scene["sheets"]]
        room = Room(installation, scene)
        room.start()
        worked = installation.worked()
        _within(A_MINUTE, [telephone.call for pair in pairs for telephone in pair])
        called = installation.worked() - worked
        _within(A_MINUTE, [lambda pair=pair: pair[0].type_round(pair[1]) for pair in pairs])  # type: ignore[misc]
        typed = installation.worked() - worked - called
        room.ends.set()
        room.join()
        stored = json.loads(installation.run("-m", "tests.trials.phones", "count").splitlines()[-1])
    finally:
        installation.kill()
    telephones = [telephone for pair in pairs for telephone in pair]
    failed = [fault for telephone in (*telephones, room.telephone) for fault in telephone.failed]
    took: dict[str, list[float]] = {}
    for telephone in (*telephones, room.telephone):
        for what, seconds in telephone.took:
            took.setdefault(what, []).append(seconds * 1000)
    lines = [
        f"{TABLES} tables, two telephones each: calls {stored['calls']}, results {stored['results']} of "
        f"{stored['lines']}, waiting {stored['waiting']}, failed {len(failed)}, "
        f"sent away for a moment {sum(telephone.sent_away for telephone in telephones)}",
        f"processor of the server: {called:.1f} s while all called, {typed:.1f} s while all typed and confirmed",
        *(f"  {what}: {len(all_of)}, {_figures(all_of)}" for what, all_of in sorted(took.items())),
        *(f"    {fault}" for fault in failed[:5]),
    ]
    right = stored["calls"] == TABLES and stored["results"] == stored["lines"] and not stored["waiting"]
    return Found(lines, right and not failed)


def _figures(milliseconds: list[float]) -> str:
    ordered = sorted(milliseconds)
    half, most = ordered[len(ordered) // 2], ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]
    return f"{half:.0f} ms in the middle, 95 % within {most:.0f}, at most {ordered[-1]:.0f}"


def _within(seconds: float, acts: list[Callable[[], None]]) -> None:
    """Do each act in a thread of its own, at a random moment within *seconds*; wait for all."""

    def one(act: Callable[[], None], after: float) -> None:
        time.sleep(after)
        act()

    threads = [threading.Thread(target=one, args=(act, random.uniform(0, seconds))) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


class Room(threading.Thread):
    """The room on a director's tablet, which polls every four seconds."""

    def __init__(self, installation: Installation, scene: dict[str, str]) -> None:
        super().__init__(daemon=True)
        self.telephone = Telephone(f"{installation.address}/en/tournaments/{scene['tournament']}/")
        self.telephone.opener = urllib.request.build_opener()  # it keeps only the session cookie
        self.telephone.opener.addheaders = [("Cookie", f"sessionid={scene['session']}")]
        self.ends = threading.Event()

    def run(self) -> None:
        while not self.ends.wait(4):
            if "data-room" not in self.telephone.ask("the room is shown", self.telephone.address):
                self.telephone.failed.append("this is not the room")


def main(asked: str) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arbitrage.settings")
    import django

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    from arbitrage.models import Club, Incident, Result, TableSheet, TypedLine

    if asked == "count":
        lines = Result.objects.filter(round=1)
        said = {"calls": Incident.objects.count(), "results": lines.exclude(kind="not_played").count()}
        print(json.dumps(said | {"lines": lines.count(), "waiting": TypedLine.objects.count()}))
        return
    settings.PASSWORD_HASHERS = [
        "django.contrib.auth.hashers.MD5PasswordHasher"
    ]  # these users never sign in by password
    call_command("migrate", verbosity=0)
    from arbitrage.pages.wording.tables_and_boards import tables
    from arbitrage.services import clock, tournaments
    from arbitrage.services.people import link_tokens, table_sheets
    from arbitrage.services.people.members import add_member
    from arbitrage.services.tournaments import evenings
    from tests.trials.scene import signed_in

    club = Club.objects.create(name="Club", slug="club")
    director = add_member(club=club, username="director", password="a long way round")
    plan = evenings.Plan(tables=int(asked), movement="skip", rounds=8, each=2)
    names = [(f"Player {pair}.1", f"Player {pair}.2") for pair in range(2 * int(asked))]
    made = {"club": club, "by": director, "name": "Evening", "date": clock.today(), "plan": plan, "names": names}
    tournament = tournaments.begin_round(tournament=evenings.make_evening(**made), number=1, by=director)
    table_sheets.prepare(tournament=tournament, places=tables(tournament), results=True, by=director)
    keys = TableSheet.objects.order_by("table").values_list("pk", flat=True)
    sheets = [f"/en/table/{key}/{link_tokens.token(link_tokens.TABLE, key)}/" for key in keys]
    print(json.dumps({"sheets": sheets, "tournament": str(tournament.pk), "session": signed_in(director)}))


if __name__ == "__main__":
    main(sys.argv[1])
