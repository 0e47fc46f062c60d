"""Le classement: who stands where, what was taken from whom, and how it is counted."""

from typing import Any

from arbitrage.models import Penalty, Tournament
from arbitrage.pages.method import method_words
from arbitrage.pages.people import person
from arbitrage.pages.ranking import entry, penalty_line, ranked, ranking_titles, unit_words, unlike_words
from arbitrage.services import clock, tournaments
from arbitrage.services.results.field import field_of


def ranking_page(tournament: Tournament) -> dict[str, Any]:
    """The rankings with their penalties, the method and what was said of it, and how long a score may be corrected."""
    field = field_of(tournament)
    points = field.points(field.counted())
    rankings = field.rankings(points, points)
    said = tournaments.method_event(tournament)
    return {
        "tournament": tournament,
        "correction": tournaments.correction_state(tournament, clock.now()),
        "rankings": [
            {"title": title, "places": [ranked(line) for line in one.lines]}
            for title, one in zip(ranking_titles(rankings), rankings, strict=True)
        ],
        "unit": unit_words(field.method.unit),
        "unlike": unlike_words(field, points),
        "adjusted": any(line.adjusted for one in rankings for line in one.lines),
        "penalties": [penalty_line(one, field) for one in Penalty.objects.filter(tournament=tournament).with_people()],
        "method": method_words(field.method, teams=field.teams),
        "said": said,
        "history": [entry(one) for one in tournaments.sayings(tournament)],
        "said_by": person(said.by) if said is not None and not said.data["proposed"] else "",
    }
