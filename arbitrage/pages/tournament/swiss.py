"""The draw of a Swiss in words: the matches of a round, the bye, second meetings, and possible changes."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arbitrage.models import Event, Tournament
from arbitrage.pages.wording.people import pair_name, person, surnames
from arbitrage.services.tournaments import swiss
from arbitrage.services.tournaments.swiss import Match, Unit

REASONS = {
    "family": gettext_lazy("These two should not meet"),
    "seat": gettext_lazy("One of them needs this table"),
    "late": gettext_lazy("One of them is not there"),
    "ranking": gettext_lazy("A result was wrong when it was drawn"),
    "other": gettext_lazy("The director holds it to be right"),
}


def draw_page(tournament: Tournament) -> dict[str, Any]:
    """Build the page of the draw: the last round drawn, and the next one."""
    number = swiss.last_drawn(tournament)
    matches, exempt = swiss.matches_of(tournament, number) if number else ([], [])
    teams = tournament.kind == Tournament.Kind.TEAMS
    following = swiss.to_draw(tournament)
    open_still = swiss.untouched(tournament, number) if number else False
    everybody = [unit for match in matches for unit in (match.one, match.other)] + exempt
    return {
        "tournament": tournament,
        "drawn": tournament.match_of(number) if number else 0,
        "matches": [_match(match, teams) for match in matches],
        "exempt": [unit_words(unit, teams) for unit in exempt],
        "following": following,
        "next_match": tournament.match_of(following) if following else None,
        "missing": swiss.undrawn(tournament, number + 1) if following else 0,
        "teams": teams,
        "may_exchange": open_still and len(everybody) > 1,
        "may_take_back": open_still and bool(swiss.acts_of(tournament)),
        "everybody": [{"value": contestant.key, "label": unit_words(contestant, teams)} for contestant in everybody],
        "reasons": [{"value": key, "label": words} for key, words in REASONS.items()],
        "acts": [
            {"at": act.at, "by": person(act.by), "words": _act(tournament, act)} for act in swiss.acts_of(tournament)
        ],
    }


def _match(match: Match, teams: bool) -> dict[str, Any]:
    return {
        "table": f"{match.table}–{match.table + 1}" if teams else str(match.table),
        "one": unit_words(match.one, teams),
        "other": unit_words(match.other, teams),
        "ranks": [match.one.rank or "", match.other.rank or ""],
        "differ": match.differ,
        "before": match.before,
    }


def unit_words(unit: Unit, teams: bool) -> str:
    """Name a unit of the draw: "7 Garnier, Lacombe", "Team 3"."""
    if teams:
        return _("Team %(team)s") % {"team": unit.key} if unit.key.isdecimal() else unit.key
    return f"{pair_name(unit.pairs[0])} {surnames(unit.pairs[0])}".strip()


def _act(tournament: Tournament, act: Event) -> str:
    data = act.data
    number = tournament.match_of(data["drawn"])
    if act.kind == "round_drawn":
        return _("round %(round)s drawn") % {"round": number}
    return _("round %(round)s changed: %(reason)s") % {"round": number, "reason": REASONS[data["reason"]]}
