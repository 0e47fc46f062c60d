"""*Le classement*: places, penalties, and the scoring method."""

from collections.abc import Mapping
from typing import Any

from django.db.models import UUIDField

from arbitrage.database.prepared import Prepared
from arbitrage.models import Penalty, Tournament
from arbitrage.pages.ranking.matches import matches_page
from arbitrage.pages.ranking.method import method_words
from arbitrage.pages.ranking.sessions import sessions_page
from arbitrage.pages.ranking.simultaneous import simultaneous_page
from arbitrage.pages.wording.people import person
from arbitrage.pages.wording.rankings import (
    entry,
    penalty_line,
    places_marked,
    ranked,
    ranking_titles,
    unit_words,
    unlike_words,
)
from arbitrage.services import clock, tournaments
from arbitrage.services.results.field import Ranking, field_of
from arbitrage.services.results.matches import teams_of

_PENALTIES = Prepared(
    lambda tournament: Penalty.objects.filter(tournament=tournament).with_people(), tournament=UUIDField()
)


def ranking_page(tournament: Tournament, after: str = "", sent: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Build the rankings with penalties, the scoring method with its changes, the correction period, and the rankings
    over several sessions and of a simultaneous. For teams, add the matches and the ranking *after* a given round.
    *sent* is a rejected form, to show again."""
    field = field_of(tournament)
    points = field.points(field.counted())
    rankings = field.rankings(points, points)
    teams = teams_of(field) if field.teams else {}
    chosen, sayings = tournaments.method_event(tournament), tournaments.sayings(tournament)
    return {
        "tournament": tournament,
        "correction": tournaments.correction_state(tournament, clock.now()),
        "rankings": [
            {"title": title, "places": places_of(ranking, teams)}
            for title, ranking in zip(ranking_titles(rankings), rankings, strict=True)
        ],
        "unit": unit_words(field.method.unit),
        "unlike": unlike_words(field, points),
        "adjusted": any(line.adjusted for ranking in rankings for line in ranking.lines),
        "penalties": [penalty_line(penalty, field) for penalty in _PENALTIES(tournament=tournament.pk)],
        "method": method_words(field.method, teams=field.teams),
        "said": chosen,
        "history": [entry(saying) for saying in sayings],
        **matches_page(field, points, after),
        **sessions_page(tournament, sent),
        **simultaneous_page(field, sayings, sent),
        "said_by": person(chosen.by) if chosen is not None and not chosen.data["proposed"] else "",
    }


def places_of(ranking: Ranking, teams: Mapping[str, list[str]]) -> list[dict[str, Any]]:
    """Write the lines of a ranking. Shared places are marked, and a team is listed with its players."""
    return [
        ranked(line)
        | {"rank": rank}
        | ({"players": ", ".join(teams[line.name])} if line.contestant is None and line.name in teams else {})
        for rank, line in zip(places_marked(line.rank_after for line in ranking.lines), ranking.lines, strict=True)
    ]
