"""An evening prepared here is exported and imported again: every ranking is the same, in every format."""

import random

import pytest

from arbitrage.models import Contestant, Result, Tournament
from arbitrage.services.files import exports, imports
from arbitrage.services.results.field import field_of, forget_fields
from arbitrage.services.tournaments import set_method, swiss
from arbitrage.services.tournaments.evenings import make_evening
from tests.arbitrage import evening_files
from tests.arbitrage import factories as make
from tests.arbitrage.tournament.kinds_of_evening import KINDS, Evening, points_of

pytestmark = [pytest.mark.django_db, pytest.mark.either_database, pytest.mark.usefixtures("one_moment", "in_english")]

SHAPES = (
    "Mitchell, a roving pair East-West",
    "Howell, two sections",
    "Howell, a pair missing",
    "Individual",
    "Teams of four",
    "Teams of four, two halves",
    "Swiss of teams, an odd number",
)
FORMATS = ("json", "csv", "xlsx", "pbn", "usebio")


def played(kind: Evening, club, by) -> Tournament:
    count = 60
    names = [(f"Joueur {number}", f"Joueuse {number}") for number in range(count)]
    if kind.plan.movement == "individual":
        names = [name[:1] for name in names]
    made = kind.plan.made()
    names = names[: kind.plan.sections * (len(made.ns) + len(made.ew) + len(made.others))]
    tournament = make_evening(club=club, by=by, name=kind.name, date=evening_files.DAY, plan=kind.plan, names=names)
    draw = random.Random(kind.name)
    for number in range(1, tournament.rounds + 1):
        if swiss.to_draw(tournament) == number:
            swiss.draw_round(tournament=tournament, number=number, by=by)
        for line in Result.objects.filter(round=number, board__tournament=tournament).select_related("board"):
            tricks = draw.randrange(6, 12)
            said = {"contract": "3NT", "declarer": "S", "tricks": tricks, "score": points_of(tricks, line.board.number)}
            Result.objects.filter(pk=line.pk).update(kind="played", **said)
        forget_fields()
    return tournament


def ranked(tournament: Tournament) -> dict[str, float]:
    """Return the figure by which each contestant is ranked, by the contestant's alphabetically first name."""
    field = field_of(tournament)
    points = field.points(field.counted())
    names: dict[str, list[str]] = {}
    everybody = Contestant.objects.filter(section__tournament=tournament).prefetch_related("players")
    for contestant in everybody:
        key = contestant.team if field.teams else str(contestant.pk)
        names.setdefault(key, []).extend(player.name for player in contestant.players.all())
    return {
        min(names[key]): float(points.score(standing))
        for key, standing in points.standings.items()
        if standing.score is not None
    }


@pytest.mark.parametrize("name", SHAPES)
def test_everybody_has_what_he_had(name, club, director):
    kind = next(one for one in KINDS if one.name == name)
    tournament = played(kind, club, director)
    before = ranked(tournament)
    assert len(before) > 3
    for number, format in enumerate(FORMATS):
        out = exports.export_tournament(tournament, format)
        there = make.make_club(f"Autre {number}", f"autre{number}")
        (back,) = imports.import_tournament(club=there, by=director, data=out.data, filename=out.filename).tournaments
        assert back.kind == tournament.kind, format
        set_method(tournament=back, method=field_of(tournament).method, by=director)
        forget_fields()
        assert ranked(back) == before, format
