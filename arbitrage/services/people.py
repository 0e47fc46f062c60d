"""A person's data: told whole to whoever asks for it, and forgotten so that the history stays verifiable.

Players are named in one place (`Player`); what was typed in free words is erased apart (`record.words.erase_words`), by
somebody who has read it.
"""

import datetime
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import Q

from arbitrage.models import Club, ConductNote, Incident, Player, Tournament
from arbitrage.models.people import ConductNoteQuerySet
from arbitrage.services import conduct
from arbitrage.services.record import history, tables

if TYPE_CHECKING:
    from django.contrib.auth.models import User


def data_of(club: Club, name: str, *, with_conduct: bool = True) -> dict[str, Any]:
    """Everything that the club has of a player by this name or licence: where he sat, and the incidents of his tables.

    {"name", "tournaments": [{"name", "date", "pair", "name", "licence"}],
    "incidents": [{"id", "reference", "called_at"}], "words": how many free words of these incidents
    somebody must read through, "conduct": [{"at", "law", "words"}] noted of the player, or how many
    notes when they are not told}.
    """
    noted = [
        {"at": history.stamp(one.at), "law": one.law, "words": one.words}
        for one in _noted(club, name).order_by("at", "pk")
    ]
    players = _players(club, name).select_related("contestant__section__tournament").order_by("pk")
    seated = {str(player.contestant_id) for player in players}
    of_tournaments = Incident.objects.filter(
        tournament__in={player.contestant.section.tournament_id for player in players}, result__isnull=False
    )
    calls = [
        one
        for one in of_tournaments.select_related("result").order_by("year", "number")
        if one.result and seated & {str(one.result.ns_id), str(one.result.ew_id), *one.result.seats}
    ]
    return {
        "name": name,
        "tournaments": [
            {
                "tournament": player.contestant.section.tournament.name,
                "date": player.contestant.section.tournament.date.isoformat(),
                "pair": str(player.contestant),
                "name": player.name,
                "licence": player.licence,
            }
            for player in players
        ],
        "incidents": [
            {"id": str(one.pk), "reference": one.reference, "called_at": history.stamp(one.called_at)} for one in calls
        ],
        "conduct": noted if with_conduct else len(noted),
        "words": sum(one.notes.filter(erased=False).count() for one in calls),
    }


@transaction.atomic
def forget(club: Club, name: str, *, by: "User | None" = None) -> int:
    """Forget a player by this name or licence in all tournaments of the club, and what was noted of his conduct; how
    many places he was named in."""
    notes = list(_noted(club, name))
    for note in notes:
        conduct.erase(note=note, by=by)
    return _forget(_players(club, name), club, by) + len(notes)


@transaction.atomic
def forget_before(club: Club, day: datetime.date, *, by: "User | None" = None) -> int:
    """Forget all players of the tournaments before a day, the end of a period of retention, and the notes on conduct
    from before; how many places."""
    notes = list(ConductNote.objects.filter(club=club, at__date__lt=day, erased=False))
    for note in notes:
        conduct.erase(note=note, by=by)
    old = Player.objects.filter(
        contestant__section__tournament__club=club, contestant__section__tournament__date__lt=day
    )
    return _forget(old.exclude(name="", licence=""), club, by) + len(notes)


def _noted(club: Club, name: str) -> ConductNoteQuerySet:
    return ConductNote.objects.filter(club=club, incident=None, erased=False).about(None, name)


def _players(club: Club, name: str) -> "Any":
    """Capitals aside; compared here, because SQLite knows the capitals of English letters alone."""
    of_club = Player.objects.filter(contestant__section__tournament__club=club)
    wanted = name.casefold()
    written = {
        one for one in of_club.exclude(name="").values_list("name", flat=True).distinct() if one.casefold() == wanted
    }
    return of_club.filter(Q(name__in=written) | (Q(licence=name) & ~Q(licence="")))


@transaction.atomic
def _forget(players: Any, club: Club, by: "User | None") -> int:
    """Each tournament's chain is told how many, and the digest of the names that are left."""
    places: dict[Any, list[Any]] = {}
    for key, tournament in players.values_list("pk", "contestant__section__tournament").order_by("pk"):
        places.setdefault(tournament, []).append(key)
    for tournament in Tournament.objects.filter(pk__in=places, club=club).order_by("pk"):
        history.lock(tournament.pk)
        Player.objects.filter(pk__in=places[tournament.pk]).update(name="", licence="")
        digest = tables.people_digest(tournament)
        tables.write(tournament, "names_forgotten", by=by, count=len(places[tournament.pk]), people=digest)
    return sum(map(len, places.values()))
