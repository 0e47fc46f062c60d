"""The page that a pair opens by a link to one of its boards: published content only, with no names but its own.

It has no free text and nothing about conduct, and is empty before the scores are published.
"""

from collections.abc import Sequence
from typing import Any

from arbitrage.models import Incident, PlayerLink, Ruling
from arbitrage.pages.board.boards import traveller_line
from arbitrage.pages.board.makeable import makeable_section
from arbitrage.pages.decisions.casebook import case, last_rulings
from arbitrage.pages.tournament.seating import card_of
from arbitrage.pages.wording.day_and_hour import moment
from arbitrage.pages.wording.lines import columns, seated, worth
from arbitrage.pages.wording.people import contestant_words, players_words
from arbitrage.pages.wording.scores import award_words
from arbitrage.pages.wording.standing import mark_words, stands_words
from arbitrage.pages.wording.tables_and_boards import table_words
from arbitrage.services.incidents.standing import Standing, standings
from arbitrage.services.results.field import TravellerLine, traveller


def player_page(link: PlayerLink) -> dict[str, Any]:
    """Build the page for the players. Before publication it only says that there is nothing to see yet."""
    board, pair = link.board, link.contestant
    tournament = board.tournament
    context = {"board": board, "of": tournament, "club": link.club, "until": link.expires_at}
    context |= {"pair": contestant_words(pair), "names": players_words(pair), "card": card_of(pair)}
    context["individual"] = tournament.kind == tournament.Kind.INDIVIDUAL
    if tournament.published_at is None:
        return context | {"published": False}
    lines = traveller(board)
    sat = seated(lines)
    several = tournament.sections.count() > 1
    mine = {str(line.result.pk) for line in lines if _is_of(line, str(pair.pk))}
    return context | {
        "published": True,
        "lines": [traveller_line(line, sat[line.result.pk]) | {"mine": str(line.result.pk) in mine} for line in lines],
        **columns(lines),
        **makeable_section(board),
        "rulings": _ruled(link, lines, mine, several),
    }


def _is_of(line: TravellerLine, pair: str) -> bool:
    result = line.result
    return pair in {str(result.ns_id), str(result.ew_id), *result.seats}


def _ruled(link: PlayerLink, lines: Sequence[TravellerLine], mine: set[str], several: bool) -> list[dict[str, Any]]:
    rulings = _rulings(link)
    standing_of = standings(ruling.inquiry.incident for ruling in rulings)
    return [ruling_words(ruling, standing_of[ruling.inquiry.incident_id], lines, mine, several) for ruling in rulings]


def _rulings(link: PlayerLink) -> "list[Ruling]":
    """List the rulings in force, in the order of the calls."""
    rulings = last_rulings(Ruling.objects.filter(inquiry__incident__board=link.board))
    rulings = rulings.select_related("inquiry__incident__tournament")
    return list(rulings.order_by("inquiry__incident__called_at", "inquiry__order"))


def ruling_words(
    ruling: Ruling, standing: Standing, lines: Sequence[TravellerLine], mine: set[str], several: bool
) -> dict[str, Any]:
    """Write a ruling for the pair, with its current state and whether the director or an appeal fixed the score,
    without names."""
    incident: Incident = ruling.inquiry.incident
    line = next((row for row in lines if row.result.pk == incident.result_id), None)
    changed = line is not None and line.before.award != line.after.award
    day, stands = incident.tournament.date, standing.on(ruling.pk)
    return case(ruling, standing) | {
        "when": moment(stands.decided.at if stands else ruling.at, day),
        "stands": stands_words(stands, day, names=False) if stands else "",
        "mark": mark_words(standing.mark, day, names=False) if changed else "",
        "table": table_words(line.result, several) if line else "",
        "mine": str(incident.result_id) in mine,
        "before": award_words(line.before.award) if changed and line and line.before.award else "",
        "after": award_words(line.after.award) if changed and line and line.after.award else "",
        "worth": worth(line.after) if changed and line else ("", ""),
    }
