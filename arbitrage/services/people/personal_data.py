"""Personal data of a player: collected on request, and erased in such a way that the chains can still be verified.

Players' names are stored only in `Player`. Free texts may contain names too; somebody must read them, and erase them
one by one (`record.free_words.erase_words`).
"""

import datetime
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import Q

from arbitrage.database.search_words import name_key
from arbitrage.models import Club, ConductNote, Incident, Note, Player, Tournament
from arbitrage.models.people import ConductNoteQuerySet
from arbitrage.services.people import conduct
from arbitrage.services.record import history, tournament_rows

if TYPE_CHECKING:
    from django.contrib.auth.models import User


def data_of(club: Club, name: str, *, with_conduct: bool = True) -> dict[str, Any]:
    """Collect everything that the club stores about a player by this name or licence: his places, and the incidents of
    his tables.

    {"name", "tournaments": [{"tournament", "date", "pair", "name", "licence"}], "incidents": [{"id", "reference",
    "called_at"}], "words": the number of free texts to be read through, of these incidents and of others that name him,
    "named_in": the references of the incidents that name him, "conduct": [{"at", "law", "words"}] on the player, or the
    number of notes without *with_conduct*, "named_in_conduct": the number of notes on incidents that name him}.
    """
    noted = [
        {"at": history.stamp(note.at), "law": note.law, "words": note.words}
        for note in _noted(club, name).order_by("at", "pk")
    ]
    players = _players(club, name).select_related("contestant__section__tournament").order_by("pk")
    seated = {str(player.contestant_id) for player in players}
    of_tournaments = Incident.objects.filter(
        tournament__in={player.contestant.section.tournament_id for player in players}, result__isnull=False
    )
    calls = [
        incident
        for incident in of_tournaments.select_related("result").order_by("year", "number")
        if incident.result and seated & {str(incident.result.ns_id), str(incident.result.ew_id), *incident.result.seats}
    ]
    named = naming(club, name)
    of_calls = Note.objects.filter(incident__in=calls, erased=False)
    free = {*of_calls.values_list("pk", flat=True), *(note.pk for note in named)}
    at_incidents = naming_conduct(club, name)
    return {
        "name": name,
        "tournaments": [
            {
                "tournament": player.contestant.section.tournament.name,
                "date": player.contestant.section.tournament.date.isoformat(),
                "pair": _pair(player),
                "name": player.name,
                "licence": player.licence,
            }
            for player in players
        ],
        "incidents": [
            {"id": str(call.pk), "reference": call.reference, "called_at": history.stamp(call.called_at)}
            for call in calls
        ],
        "conduct": noted if with_conduct else len(noted),
        "words": len(free),
        "named_in": sorted({note.incident.reference for note in named}),
        "named_in_conduct": len(at_incidents),
    }


def would_forget(club: Club, name: str) -> dict[str, Any]:
    """Preview the data that forgetting a player would remove: "places", the tournaments with the pair and the name as
    written there; "conduct", the number of notes on him; "words", the number of free texts left to be read through."""
    data = data_of(club, name, with_conduct=False)
    return {"places": data["tournaments"], "conduct": data["conduct"], "words": data["words"]}


@transaction.atomic
def forget(club: Club, name: str, *, by: "User | None" = None) -> int:
    """Forget a player by this name or licence in all tournaments of the club, with the notes on his conduct; return the
    number of places and notes."""
    notes = list(_noted(club, name))
    for note in notes:
        conduct.erase(note=note, by=by)
    return _forget(_players(club, name), club, by) + len(notes)


@transaction.atomic
def forget_before(club: Club, day: datetime.date, *, by: "User | None" = None) -> int:
    """Forget all players of the tournaments before *day*, at the end of a retention period, with the notes on conduct
    until then; return the number of places and notes."""
    notes = list(ConductNote.objects.filter(club=club, at__date__lt=day, erased=False))
    for note in notes:
        conduct.erase(note=note, by=by)
    old = Player.objects.filter(
        contestant__section__tournament__club=club, contestant__section__tournament__date__lt=day
    )
    return _forget(old.exclude(name="", licence=""), club, by) + len(notes)


def _pair(player: Player) -> str:
    """Return the direction and number of a player's pair: "NS 3"."""
    return f"{player.contestant.direction} {player.contestant.number}".strip()


def _noted(club: Club, name: str) -> ConductNoteQuerySet:
    return ConductNote.objects.filter(club=club, incident=None, erased=False).about(None, name)


def naming(club: Club, name: str) -> list[Note]:
    """Find the free texts of a club that contain every word of a name, ignoring capitals and accents, for somebody to
    read. A name of one word finds none, because too many texts would contain it."""
    wanted = set(name_key(name))
    if len(wanted) < 2:  # noqa: PLR2004  a first name and a name
        return []
    typed = Note.objects.filter(incident__club=club, erased=False).exclude(text="").select_related("incident")
    return [note for note in typed.order_by("pk") if wanted <= set(name_key(note.text))]


def naming_conduct(club: Club, name: str) -> list[ConductNote]:
    """Find the notes on conduct at an incident whose words name the player."""
    wanted = set(name_key(name))
    if len(wanted) < 2:  # noqa: PLR2004
        return []
    notes = ConductNote.objects.filter(club=club, incident__isnull=False, erased=False).order_by("pk")
    return [note for note in notes if wanted <= set(name_key(note.words))]


def _players(club: Club, name: str) -> "Any":
    """Find players by licence, or by name in either order, ignoring capitals and accents. Names are compared in Python,
    because a database cannot ignore the order of their words."""
    of_club = Player.objects.filter(contestant__section__tournament__club=club)
    wanted = name_key(name)
    written = {
        name for name in of_club.exclude(name="").values_list("name", flat=True).distinct() if name_key(name) == wanted
    }
    return of_club.filter(Q(name__in=written if wanted else ()) | (Q(licence=name) & ~Q(licence="")))


@transaction.atomic
def _forget(players: Any, club: Club, by: "User | None") -> int:
    """Erase the names and licences of players, and append to the chain of each tournament the number of erased names
    and the digest of the remaining ones; return the number of players."""
    places: dict[Any, list[Any]] = {}
    for key, tournament in players.values_list("pk", "contestant__section__tournament").order_by("pk"):
        places.setdefault(tournament, []).append(key)
    for tournament in Tournament.objects.filter(pk__in=places, club=club).order_by("pk"):
        history.lock(tournament.pk)
        Player.objects.filter(pk__in=places[tournament.pk]).update(name="", licence="")
        digest = tournament_rows.people_digest(tournament)
        tournament_rows.write(tournament, "names_forgotten", by=by, count=len(places[tournament.pk]), people=digest)
    return sum(map(len, places.values()))
