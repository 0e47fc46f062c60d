"""The matches of a team evening in words: round by round, with their IMPs, their result, and the boards still
missing."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from arbitrage.forms import number_in
from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.people import contestant_words, sitting_words
from arbitrage.pages.wording.rankings import places_marked, score_words, unit_words
from arbitrage.pages.wording.tables_and_boards import half_words, team_words
from arbitrage.services.results.field import Field, Points
from arbitrage.services.results.matches import Match, after_round, matches_of, rounds_begun, rounds_of
from arbitrage.services.tournaments.line_ups import LineUps, line_ups_of
from rulings.scores.imps import shown_imps
from rulings.scores.methods import Scoring


def matches_page(field: Field, points: Points, after: str = "") -> dict[str, Any]:
    """Build the list of matches by round and, if *after* is a round, the ranking after that round."""
    matches, line_ups = matches_of(field, points), line_ups_of(field.tournament)
    rounds, begun = rounds_of(matches), rounds_begun(field, points)
    number = number_in(after)
    asked = number if number in {*rounds, *begun} else None
    return {
        "match_rounds": [
            {
                "round": number,
                "matches": [
                    match_line(match, points) | {"sat": sat_words(field, match, line_ups)}
                    for match in matches
                    if match.round == number
                ],
            }
            for number in [*rounds, *([None] if any(match.round is None for match in matches) else [])]
        ],
        "match_columns": columns(points),
        "rounds": begun if len(begun) > 1 else [],
        "after": asked,
        "standing": standing(field, points, asked) if asked is not None else [],
    }


def columns(points: Points) -> dict[str, str]:
    """Name the columns of the list: the result of the boards, and the worth of the match if that differs."""
    method = points.method
    won = pgettext("unit", "IMPs") if method.scoring is Scoring.IMPS else pgettext("unit", "Points")
    return {"won": won, "worth": unit_words(method.unit) if method.unit == "vp" or method.patton else ""}


def match_line(match: Match, points: Points) -> dict[str, Any]:
    """Write a match: its teams, tables, IMPs and worth, and why it is not final yet."""
    score, (open_room, closed_room) = match.score, (*match.tables, "", "")[:2]
    tables = _("tables %(open)s and %(closed)s") % {"open": open_room, "closed": closed_room} if closed_room else ""
    begun = bool(score.played)
    net = points.method.scoring is Scoring.TOTAL
    return {
        "teams": " – ".join(map(team_words, score.teams)),
        "tables": tables,
        "won": pair_words(*(score.points if net else score.won)) if begun else "",
        "worth": pair_words(*score.worth) if begun else "",
        "halves": [
            {"half": half_words(half.number), "won": pair_words(*(half.points if net else half.won))}
            for half in match.halves
        ],
        "left": left_words(match),
    }


def sat_words(field: Field, match: Match, line_ups: LineUps) -> list[str]:
    """List the players of a match for each half with a line-up: "Team 1: A, B, C, D ; Team 4: …". A team whose players
    have no names is left out."""
    tournament = field.tournament
    if match.round is None:
        return []
    words = []
    first = (match.round - 1) * tournament.halves + 1
    pairs = sorted(field.people.values(), key=lambda pair: pair.position)
    for number in tournament.rounds_of_match(first):
        of_teams = [[pair for pair in pairs if pair.team == team] for team in match.score.teams]
        if not any(
            (pair.pk, at) in line_ups for of_team in of_teams for pair in of_team for at in range(first, number + 1)
        ):
            continue
        names = {
            team: ", ".join(filter(None, (sitting_words(pair, number, tournament, line_ups) for pair in of_team)))
            for team, of_team in zip(match.score.teams, of_teams, strict=True)
        }
        sat = " ; ".join(
            _("%(team)s: %(players)s") % {"team": team_words(team), "players": players}
            for team, players in names.items()
            if players
        )
        half = half_words(tournament.half_of(number)) if tournament.halves > 1 else ""
        words.append(f"{half}, {sat}" if half else sat)
    return words


def pair_words(first: Fraction, second: Fraction) -> str:
    """Write the scores of both teams: "25 – 18", "12,80 – 7,20"."""
    places = 0 if all(imps.denominator == 1 for imps in (first, second)) else 2
    ours, theirs = (shown.points(shown_imps(imps, places)) for imps in (first, second))
    return f"{ours} – {theirs}"


def left_words(match: Match) -> str:
    """Explain why a match is not final: boards to be played, boards that cannot be compared; "" for a final match."""
    phrases, score = [], match.score
    if not score.over and not score.played:
        phrases.append(_("not begun"))
    elif not score.over:
        words = ngettext(
            "provisional: %(played)s board of %(boards)s", "provisional: %(played)s boards of %(boards)s", score.played
        )
        phrases.append(words % {"played": score.played, "boards": score.boards})
    if match.apart:
        words = ngettext(
            "board %(boards)s not comparable (86B2)", "boards %(boards)s not comparable (86B2)", len(match.apart)
        )
        phrases.append(words % {"boards": ", ".join(map(str, match.apart))})
    return ", ".join(phrases)


def standing(field: Field, points: Points, last: int) -> list[dict[str, Any]]:
    """List the ranking after a round."""
    unit = points.method.unit
    placed = [placing for placing in after_round(field, points, last) if placing.score is not None]
    return [
        {
            "rank": rank,
            **_who(field, placing.contestant),
            "score": score_words(points.score(placing), unit),
        }
        for rank, placing in zip(places_marked(placing.rank for placing in placed), placed, strict=True)
    ]


def _who(field: Field, key: str) -> dict[str, str]:
    person = field.people.get(key)
    if person is None:
        return {"name": team_words(key), "players": ""}
    names = ", ".join(player.name for player in person.players.all() if player.name)
    return {"name": contestant_words(person), "players": names}


def words_of(columns: Mapping[str, str]) -> list[str]:
    """List the heads of the columns of a printed list of matches."""
    return [_("Round"), _("Match"), columns["won"], *([columns["worth"]] if columns["worth"] else []), ""]


def match_rows(field: Field, points: Points) -> Iterator[list[str]]:
    """Yield the cells of a printed row for each match: round, teams, IMPs, result, and the boards still missing."""
    worth, line_ups = bool(columns(points)["worth"]), line_ups_of(field.tournament)
    for match in matches_of(field, points):
        words = match_line(match, points)
        yield [
            str(match.round or ""),
            words["teams"],
            " ; ".join([words["won"], *(f"{half['half']} {half['won']}" for half in words["halves"])]),
            *([words["worth"]] if worth else []),
            " ; ".join(filter(None, (words["left"], *sat_words(field, match, line_ups)))),
        ]
