"""Seating: the list of a round, the guide cards by table and by pair, the screen on the wall."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from arbitrage.forms import number_in
from arbitrage.models import Contestant, Result, Section, Tournament
from arbitrage.pages.club.invitations import Whole, links_shown
from arbitrage.pages.room.floor import in_a_row
from arbitrage.pages.room.room_page import clock_words
from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.people import pair_name, players_words, sitting_words
from arbitrage.pages.wording.qr_code import qr
from arbitrage.pages.wording.tables_and_boards import round_letters
from arbitrage.services.people import link_tokens, player_links
from arbitrage.services.tournaments.line_ups import PLAYERS_AT_A_TABLE, LineUps, line_ups_of

ROUND_TABLE = ("N", "E", "S", "W")
"""The seats in the order of an individual's line."""


@dataclass(slots=True)
class Place:
    """A table in a round: its contestants by direction ("NS", "EW") or by seat in an individual, and its boards."""

    round: int
    section: Section
    table: int
    sides: dict[str, Contestant] = field(default_factory=dict)
    boards: list[int] = field(default_factory=list)

    def across(self, contestant: Contestant) -> tuple[str, str, str]:
        """Describe a contestant's place: his direction, his partner of an individual, and his opponents."""
        way = next(way for way, who in self.sides.items() if who == contestant)
        if way in ("NS", "EW"):
            return way, "", _named(self.sides, [other for other in ("NS", "EW") if other != way])
        at = ROUND_TABLE.index(way)
        partner = ROUND_TABLE[(at + 2) % 4]
        against = [ROUND_TABLE[(at + 1) % 4], ROUND_TABLE[(at + 3) % 4]]
        return way, _named(self.sides, [partner]), _named(self.sides, against)


def _named(sides: Mapping[str, Contestant], ways: Iterable[str]) -> str:
    return ", ".join(pair_name(sides[way]) for way in ways if way in sides)


def places(tournament: Tournament) -> list[Place]:
    """List all tables of all known rounds, in order."""
    people = {
        contestant.pk: contestant
        for contestant in Contestant.objects.filter(section__tournament=tournament)
        .select_related("section")
        .prefetch_related("players")
    }
    sections = tournament.sections.in_bulk()
    for section in sections.values():
        section.tournament = tournament
    by_text = {str(key): person for key, person in people.items()}
    lines = Result.objects.filter(board__tournament=tournament, round__isnull=False, table__isnull=False)
    places_of: dict[tuple[Any, ...], Place] = {}
    for key_of_section, round, table, ns, ew, seats, board in lines.values_list(
        "section", "round", "table", "ns", "ew", "seats", "board__number"
    ):
        who = [by_text.get(seat) for seat in seats] if seats else [people.get(ns), people.get(ew)]
        ways = ROUND_TABLE if seats else ("NS", "EW")
        sides = {way: contestant for way, contestant in zip(ways, who, strict=False) if contestant is not None}
        key = (round, key_of_section, table, *(side.pk for side in sides.values()))
        place = places_of.setdefault(key, Place(round or 0, sections[key_of_section], table or 0, sides))
        place.boards.append(board)
    for place in places_of.values():
        place.boards = sorted(set(place.boards))
    return sorted(places_of.values(), key=lambda place: (place.round, place.section.letter, place.table))


def everybody_of(tournament: Tournament) -> list[Contestant]:
    contestants = Contestant.objects.filter(section__tournament=tournament).select_related("section")
    return list(contestants.prefetch_related("players").order_by("section__letter", "-direction", "position", "pk"))


# The list of a round


def seating_page(tournament: Tournament, asked: str) -> dict[str, Any]:
    """Show the seating of a round: the one *asked* for, or else the current or first one."""
    every = places(tournament)
    rounds = sorted({place.round for place in every})
    number = number_in(asked)
    current = number if number in rounds else tournament.current_round or 1
    here = [place for place in every if place.round == current]
    several = tournament.sections.count() > 1
    line_ups = line_ups_of(tournament)
    return {
        "tournament": tournament,
        "rounds": [{"value": number, "on": number == current} for number in rounds],
        "round": current,
        "tables": [_table(place, several, names_by=line_ups) for place in here],
        "people": [
            _seat(contestant, here, several) | {"names": sitting_words(contestant, current, tournament, line_ups)}
            for contestant in everybody_of(tournament)
        ],
        "teams": tournament.kind == Tournament.Kind.TEAMS,
        "individual": tournament.kind == Tournament.Kind.INDIVIDUAL,
        "shared": shared_words(here, tournament.current_round in (None, 1)),
    }


def _seat(contestant: Contestant, here: Sequence[Place], several: bool) -> dict[str, str]:
    """Describe the place of a contestant; without a table if he sits out."""
    place = next((table for table in here if contestant in table.sides.values()), None)
    way = place.across(contestant)[0] if place else ""
    return {
        "letter": contestant.section.letter if several else "",
        "pair": pair_name(contestant),
        "table": f"{place.section.letter if several else ''}{place.table}" if place else "",
        "way": _way(way),
    }


def _way(way: str) -> str:
    if not way:
        return ""
    return shown.side(way, "letter") if way in ("NS", "EW") else shown.seat(way, "letter")


def _table(place: Place, several: bool, *, names_by: LineUps | None = None) -> dict[str, Any]:
    """Show a table in a round, with the players' names by line-up if *names_by* is given."""
    tournament = place.section.tournament

    def names(who: Contestant) -> str:
        return "" if names_by is None else sitting_words(who, place.round, tournament, names_by)

    return {
        "round": place.round,
        "table": f"{place.section.letter if several else ''}{place.table}",
        "sides": [{"way": _way(way), "pair": who.number, "names": names(who)} for way, who in place.sides.items()],
        "boards": in_a_row(place.boards),
    }


def shared_words(here: Sequence[Place], begins: bool) -> str:
    """Describe the boards of a round that several tables share or have copies of; "" if there are none, or once the
    first round is over (*begins* is false)."""
    tables: dict[tuple[int, ...], list[str]] = defaultdict(list)
    several = len({place.section.pk for place in here}) > 1
    for table_place in here:
        tables[tuple(table_place.boards)].append(f"{table_place.section.letter if several else ''}{table_place.table}")
    shares = [
        _("boards %(boards)s: tables %(tables)s") % {"boards": in_a_row(boards), "tables": ", ".join(ones)}
        for boards, ones in tables.items()
        if len(ones) > 1
    ]
    if not shares or not begins:
        return ""
    return _("Shared or made in several copies: %(what)s.") % {"what": " ; ".join(shares)}


# Guide cards


def cards_by_table(tournament: Tournament) -> list[dict[str, Any]]:
    """Make a card for each table: its contestants and boards, by round."""
    several = tournament.sections.count() > 1
    cards: dict[tuple[str, int], list[dict[str, Any]]] = defaultdict(list)
    for place in places(tournament):
        cards[place.section.letter, place.table].append(_table(place, several))
    return [
        {"title": f"{letter if several else ''}{table}", "lines": lines}
        for (letter, table), lines in sorted(cards.items())
    ]


def cards_by_pair(tournament: Tournament, whole: Whole) -> list[dict[str, Any]]:
    """Make a card for each contestant: his table, opponents and boards, by round; with his link, if it is valid."""
    every, line_ups = places(tournament), line_ups_of(tournament)
    rounds = sorted({place.round for place in every})
    links = player_links.of_evening(tournament)
    several = tournament.sections.count() > 1
    return [
        {
            "title": f"{contestant.section.letter} " * several + pair_name(contestant),
            "names": players_words(contestant),
            "lines": _lines(contestant, every, rounds, several, line_ups if changes(contestant, line_ups) else None),
            "link": links_shown(whole, [links[contestant.pk]])[0] if contestant.pk in links else None,
        }
        for contestant in everybody_of(tournament)
    ]


def card_of(contestant: Contestant) -> list[dict[str, Any]]:
    """Make the lines of one contestant's card, without names."""
    tournament = contestant.section.tournament
    every = places(tournament)
    return _lines(contestant, every, sorted({place.round for place in every}), tournament.sections.count() > 1)


def _lines(
    contestant: Contestant,
    every: Sequence[Place],
    rounds: Sequence[int],
    several: bool,
    line_ups: LineUps | None = None,
) -> list[dict[str, Any]]:
    mine: dict[int, list[Place]] = defaultdict(list)
    for place in every:
        if contestant in place.sides.values():
            mine[place.round].append(place)
    lines: list[dict[str, Any]] = []
    tournament = contestant.section.tournament
    for round in rounds:
        words = round_letters(round, tournament)
        sits = "" if line_ups is None else sitting_words(contestant, round, tournament, line_ups)
        lines += [_line(contestant, place, several) | {"round": words, "sits": sits} for place in mine[round]] or [
            {"round": words, "table": ""}
        ]
    return lines


def changes(contestant: Contestant, line_ups: LineUps) -> bool:
    """Do the players of a pair change between rounds, so that its guide card names them in each?"""
    return bool(contestant.team) and (
        any(pair == contestant.pk for pair, _round in line_ups) or len(contestant.players.all()) > PLAYERS_AT_A_TABLE
    )


def _line(contestant: Contestant, place: Place, several: bool) -> dict[str, Any]:
    way, partner, against = place.across(contestant)
    return {
        "table": f"{place.section.letter if several else ''}{place.table}",
        "way": _way(way),
        "partner": partner,
        "against": against,
        "boards": in_a_row(place.boards),
    }


# The wall


def wall_link(tournament: Tournament, whole: Whole) -> dict[str, Any]:
    """Make the link for a screen on the wall, which works without signing in and names no account."""
    address = whole(reverse("wall", args=[tournament.pk, link_tokens.token(link_tokens.WALL, tournament.pk)]))
    return {"address": address, "qr": qr(address)}


def wall_page(tournament: Tournament, now: datetime, version: int) -> dict[str, Any]:
    """Build the screen on the wall: clock, round, current and next seating; by numbers, without names."""
    several = tournament.sections.count() > 1
    every = places(tournament)
    current = tournament.current_round or 0
    return {
        "tournament": tournament,
        "version": version,
        "now": now,
        "clock": clock_words(tournament, now),
        "tables": [_table(place, several) for place in every if place.round == current],
        "next": [_table(place, several) for place in every if place.round == current + 1],
        "next_round": current + 1,
        "exempt": _exempt(tournament, [place for place in every if place.round == current + 1]),
    }


def _exempt(tournament: Tournament, here: Sequence[Place]) -> list[str]:
    """List the contestants who sit out in a round."""
    if not here:
        return []
    sitting = {side.pk for place in here for side in place.sides.values()}
    several = tournament.sections.count() > 1
    return [
        f"{contestant.section.letter if several else ''} {pair_name(contestant)}".strip()
        for contestant in everybody_of(tournament)
        if contestant.pk not in sitting
    ]
