"""Eligibility for a committee. Players of the table and members of their teams are not eligible; the director who ruled
only if the club's regulations allow it."""

from django.contrib.auth.models import User
from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from arbitrage.database.search_words import fold
from arbitrage.models import Appeal, Contestant, Player
from arbitrage.services.incidents.revisions import given
from arbitrage.services.tournaments.regulations import for_appeals

PARTY = _("%(name)s is of this table: nobody judges his own case.")
TEAM_MATE = _("%(name)s is of the same team as a player of this table.")
RULED = _("%(name)s gave this ruling: somebody else hears the appeal.")


def barred(appeal: Appeal, *, user: User | None = None, name: str = "") -> tuple[Promise, str] | None:
    """Return why somebody may not sit: a sentence with a placeholder for the *name*, and a code; None when he may.

    He is a player of the table or of its teams if he is linked to such a pair as a playing director (*user*), or if he
    has a player's name, ignoring accents, capitals and the order of words.
    """
    parties, teams = _parties(appeal)
    own = [user.get_full_name(), user.get_username()] if user else [name]
    words = {_words(name) for name in own if name.strip()}
    playing = appeal.incident.tournament.playing.get(str(user.pk), "") if user else ""
    if playing in {str(party.pk) for party in parties} or words & _names(parties):
        return PARTY, "party"
    if playing in {str(team.pk) for team in teams} or words & _names(teams):
        return TEAM_MATE, "team_mate"
    if user is not None and user == given(appeal.ruling).by and not _own_director(appeal):
        return RULED, "own_ruling"
    return None


def _own_director(appeal: Appeal) -> bool:
    return for_appeals(appeal.incident.tournament)["appeal_own_director"] == "yes"


def _parties(appeal: Appeal) -> tuple[list[Contestant], list[Contestant]]:
    """List the contestants at the table, and the other contestants of their teams."""
    line = appeal.incident.result
    if line is None:
        return [], []
    everybody = Contestant.objects.filter(section__tournament=appeal.incident.tournament_id)
    own = {key for key in (line.ns_id, line.ew_id, *line.seats) if key}
    parties = list(everybody.filter(pk__in=own))
    of_teams = everybody.filter(team__in={party.team for party in parties if party.team}).exclude(pk__in=own)
    return parties, list(of_teams)


def _names(contestants: list[Contestant]) -> set[frozenset[str]]:
    players = Player.objects.filter(Q(contestant__in=contestants)).exclude(name="")
    return {_words(name) for name in players.values_list("name", flat=True)}


def _words(name: str) -> frozenset[str]:
    """Return the words of a name without accents and capitals, to compare names."""
    return frozenset(fold(name).replace("-", " ").split())
