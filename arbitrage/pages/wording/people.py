"""People on a page: a director, the players of a table, a pair by its number or its names."""

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from arbitrage.models import (
    Contestant,
    Event,
    Incident,
    Membership,
    Result,
    Tournament,
)
from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.compass_cards import Cloth
from arbitrage.services.tournaments.line_ups import LineUps, line_ups_of, players_in
from rulings.engine import text

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractBaseUser


def players_words(contestant: Contestant) -> str:
    """Name a pair's players: "Hélène Marchand, Jean-Luc Perrin"; "" when they are unknown."""
    return ", ".join(player.name for player in contestant.players.all() if player.name)


def sitting_words(contestant: Contestant, round: int | None, tournament: Tournament, line_ups: LineUps) -> str:
    """Name the players who sit as a pair in a round, by *line_ups*: "Hélène Marchand, Jean-Luc Perrin"."""
    return ", ".join(player.name for player in players_in(contestant, round, tournament, line_ups) if player.name)


def contestant_words(contestant: Contestant) -> str:
    """Name a pair by its direction and number: "NS 3"; the number alone when it sits in both directions."""
    direction = shown.side(contestant.direction, "letter") if contestant.direction else ""
    return f"{direction}\u00a0{contestant.number}".strip()


LAYOUT = ("N", "W", "E", "S")
"""The seats in the order of a page: from the top, then from left to right."""


def person(user: "AbstractBaseUser | None") -> str:
    """Return the full name of a user, or else the username; "" for None."""
    return "" if user is None else (getattr(user, "get_full_name", str)() or user.get_username())


def names_in(club: UUID) -> dict[int, tuple[str, ...]]:
    """Return the names of a club's members by the user's key. A cache of written text compares them, because a change
    of name adds no event."""
    members = Membership.objects.filter(club=club).order_by()
    rows = members.values_list("user", "user__first_name", "user__last_name", "user__username")
    return {user: tuple(names) for user, *names in rows}


def author(event: Event) -> str:
    """Name the author of an event: a director, or a table by its sheet; "" for a file or no author."""
    if event.by_id is not None:
        return person(event.by)
    may_be_a_table = event.incident_id is not None or event.kind in ("result_typed", "result_corrected")
    return _("the table") if may_be_a_table and ('"by_table":' in event.body or '"from_table":' in event.body) else ""


def surname(user: "AbstractBaseUser | None") -> str:
    """Return the surname of a director, for small places such as a tile."""
    return getattr(user, "last_name", "") or person(user)


def players(incident: Incident) -> dict[str, str]:
    """Return the players' names by seat, from the result or, while the board is unknown, from the table's round."""
    line = incident.result or _line_of_the_round(incident)
    if line is None:
        return {}
    if line.seats:
        at_table = {
            str(contestant.pk): contestant
            for contestant in Contestant.objects.prefetch_related("players").filter(pk__in=line.seats)
        }
        return {
            place: player.name
            for key, place in zip(line.seats, ("N", "E", "S", "W"), strict=False)
            if key in at_table
            for player in at_table[key].players.all()[:1]
        }
    line_ups = line_ups_of(incident.tournament)
    return {
        place: player.name
        for contestant, places in ((line.ns, ("N", "S")), (line.ew, ("E", "W")))
        if contestant is not None
        for player, place in zip(
            players_in(contestant, line.round, incident.tournament, line_ups), places, strict=False
        )
    }


def _line_of_the_round(incident: Incident) -> Result | None:
    if incident.table is None or incident.round is None:
        return None
    lines: QuerySet[Result] = Result.objects.with_pairs().filter(
        board__tournament=incident.tournament_id, table=incident.table, round=incident.round
    )
    return (lines.filter(section=incident.section) if incident.section else lines).first()


def compass(
    names: Mapping[str, str], known: Mapping[str, str], cloth: Cloth, offered: Collection[str] = LAYOUT
) -> list[dict[str, Any]]:
    """Show the four players round the table: seat, name, known role, the cards before him, and whether he is *offered*
    as an answer."""
    roles = {name: text.show(name, "", "", translation) for name in ("declarer", "dummy", "offender")}
    hands = []
    for seat in LAYOUT:
        laid = cloth.get(seat, [])
        labels = [words_of for name, words_of in roles.items() if known.get(name) == seat]
        labels += [pgettext("role", "claims or concedes")] if known.get("claimer") == seat else []
        labels += [_("penalty card")] if any(card["kind"] == "penalty" for card in laid) else []
        who = {"seat": seat, "name": names.get(seat, ""), "role": ", ".join(labels)}
        hands.append(who | {"cards": laid, "offered": seat in offered})
    return hands


def pair_name(contestant: Contestant) -> str:
    """Name a pair as a traveller does: "NS 3", "7" where pairs sit both ways."""
    return f"{shown.side(contestant.direction, 'letter')} {contestant.number}".strip()


def surnames(contestant: Contestant) -> str:
    """Name the players of a pair in few words: "Marchand, Perrin"."""
    return ", ".join(player.name.split()[-1] for player in contestant.players.all() if player.name.strip())
