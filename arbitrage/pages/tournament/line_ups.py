"""Line-ups in words: the seats of each team in a round or a half, and the boards played by each player."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from arbitrage.forms import number_in
from arbitrage.models import Contestant, Event, Result, Tournament
from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.people import person
from arbitrage.pages.wording.tables_and_boards import round_number, team_words
from arbitrage.services.tournaments import line_ups
from arbitrage.services.tournaments.line_ups import Team

REASONS = {
    "error": gettext_lazy("It was written down wrongly"),
    "unable": gettext_lazy("A player cannot play on"),
    "agreed": gettext_lazy("Both captains agree"),
    "other": gettext_lazy("The director holds it to be right"),
}
SEATS_OF = {"NS": ("N", "S"), "EW": ("E", "W")}


def line_ups_page(tournament: Tournament, sent: Mapping[str, str]) -> dict[str, Any]:
    """Show the teams of a round with their line-ups, and the form of the chosen one; *sent* has the fields of the
    address or of a refused form."""
    lines = Result.objects.filter(board__tournament=tournament, round__isnull=False)
    rounds = sorted({number or 1 for number in lines.order_by().values_list("round", flat=True).distinct()})
    asked = number_in(sent.get("round", ""))
    usual = tournament.current_round or (rounds[0] if rounds else 1)
    current = asked if asked in rounds else usual
    teams = line_ups.teams_in(tournament, current)
    acts, shown_teams = line_ups.acts_of(tournament, current), [_team(team, sent) for team in teams]
    return {
        "tournament": tournament,
        "rounds": [{"value": number, "on": number == current} for number in rounds],
        "round": current,
        "teams": shown_teams,
        "opened": any(team["open"] for team in shown_teams),
        "named": any(player.name for team in teams for player in team.players),
        "reasons": [{"value": key, "label": words} for key, words in REASONS.items()],
        "acts": [{"at": act.at, "by": person(act.by), "words": _act(act, tournament)} for act in acts],
        "played": played_words(tournament),
    }


def _team(team: Team, sent: Mapping[str, str]) -> dict[str, Any]:
    return {
        "key": team.name,
        "name": team_words(team.name),
        "rooms": [
            {
                "way": shown.side(way, "letter"),
                "table": team.tables[way],
                "names": ", ".join(player.name for player in team.sitting[way] if player.name),
                "seats": [_seat(team, way, at, seat, sent) for at, seat in enumerate(SEATS_OF[way])],
            }
            for way in SEATS_OF
            if way in team.pairs
        ],
        "said": team.said,
        "final": team.final,
        "open": sent.get("team") == team.name and len(team.players) >= len("NESW"),
        "too_few": len(team.players) < len("NESW"),
    }


def _seat(team: Team, way: str, at: int, seat: str, sent: Mapping[str, str]) -> dict[str, Any]:
    """Show the possible players of a seat, and the current one."""
    sitting = team.sitting[way][at : at + 1]
    chosen = sent.get(seat) or (str(sitting[0].pk) if sitting else "")
    return {
        "name": seat,
        "label": shown.seat(seat),
        "players": [
            {"value": player.pk, "label": player.name, "on": str(player.pk) == chosen} for player in team.players
        ],
    }


def _act(act: Event, tournament: Tournament) -> str:
    data = act.data
    team = Contestant.objects.filter(pk__in=data["pairs"]).values_list("team", flat=True).first() or "?"
    values = {"team": team_words(team), "round": round_number(data["round"], tournament)}
    words = _("%(team)s, final line-up") if data["final"] else _("%(team)s, provisional line-up")
    why = f" ({REASONS[data['reason']]})" if data["reason"] else ""
    return f"{words % values}{why}"


def played_words(tournament: Tournament) -> list[dict[str, Any]]:
    """List the boards played by each player, by team; [] if no team has more than four players or a line-up."""
    pairs = Contestant.objects.filter(section__tournament=tournament).exclude(team="").prefetch_related("players")
    in_order = sorted(pairs, key=lambda pair: (len(pair.team), pair.team, pair.position))
    several = any(player.order > line_ups.PLAYERS_AT_A_TABLE for pair in in_order for player in pair.players.all())
    if not several and not line_ups.line_ups_of(tournament):
        return []
    boards: Mapping[UUID, int] = line_ups.boards_played(tournament)
    return [
        {"team": team_words(pair.team), "name": player.name, "boards": boards.get(player.pk, 0)}
        for pair in in_order
        for player in pair.players.all()
        if player.name
    ]
