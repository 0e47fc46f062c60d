"""The ranking after each round, for events with a single ranking; shared places; and lines that stand for several
tables."""

import re

import pytest

from arbitrage.models import Result, Tournament
from arbitrage.pages.wording.rankings import places_marked
from arbitrage.services.results.field import field_of, forget_fields
from arbitrage.services.tournaments import swiss
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import sign_in, url, words
from tests.arbitrage.ranking.test_several_sessions import play, session
from tests.arbitrage.tournament.kinds_of_evening import KINDS, expected, rounded

pytestmark = [pytest.mark.django_db, pytest.mark.either_database, pytest.mark.usefixtures("one_moment")]

ONE_RANKING = ("Swiss of pairs", "Howell", "Howell of three tables", "Individual", "Mitchell, one ranking")
NOT_COMPARED = ("Howell", "Mitchell, one ranking")
"""Movements whose tables play different boards in the first round, so that no scores can be compared yet."""


def of_kind(name: str, club, director) -> Tournament:
    """Play three rounds of an evening of this kind, with a draw before each if the movement needs one."""
    kind = next(one for one in KINDS if one.name == name)
    made = session(club, director, name, 0, names=False, plan=kind.plan)
    for number in (2, 3):
        if swiss.to_draw(made) == number:
            swiss.draw_round(tournament=made, number=number, by=director)
            play(made, number)
    return made


def after(client, tournament: Tournament, number: int) -> dict[str, float]:
    """Read the ranking after a round from the page: contestants with their scores."""
    page = client.get(url("ranking", tournament.pk), {"after": number}).content.decode()
    table = re.search(rf"<caption>Ranking after round {number}.*?</table>", page, re.S)[0]
    rows = re.findall(r'<th scope="row">(.*?)</th><td class="num">([^<]+)</td>', table)
    return {re.sub("<.*", "", name): float(score) for name, score in rows}


@pytest.mark.parametrize(
    ("name", "last"),
    [(name, last) for name in ONE_RANKING for last in (1, 2, 3) if last > 1 or name not in NOT_COMPARED],
)
def test_who_was_ahead_after_a_round_is_that_of_a_script_of_its_own(name, last, club, director):
    tournament = of_kind(name, club, director)
    counts = dict(Result.objects.filter(board__tournament=tournament).values_list("pk", "score"))
    by_hand = rounded(expected(tournament, counts, last))
    field = field_of(tournament)
    assert after(sign_in(director), tournament, last) == {
        field.people[key].number: score for key, score in by_hand.items()
    }


def test_two_rankings_have_no_round_by_round(club, director):
    tournament = session(club, director, "Mitchell", 0, names=False)
    assert "Round by round" not in words(sign_in(director).get(url("ranking", tournament.pk)))


# Places that are shared


def test_shared_places_are_marked():
    assert places_marked([1, 2, 2, 4, None, None]) == ["1", "2=", "2=", "4", "–", "–"]


def test_equals_are_marked_in_every_ranking_of_the_page(club, director):
    """All scores are equal, so that every place on the page is the first, and shared."""
    tournament = session(club, director, "Howell", 0, names=False)
    Result.objects.filter(board__tournament=tournament).update(score=400)
    forget_fields()
    client = sign_in(director)
    frequencies = {"change": "tell", "typed": "\n".join(f"{number} 400 50" for number in range(1, 11))}
    client.post(url("simultaneous", tournament.pk), frequencies)
    page = client.get(url("ranking", tournament.pk), {"after": 1}).content.decode()
    places = re.findall(r'<tr><td class="num">([^<]*)</td>', page)
    assert len(places) == 18 and set(places) == {"1="}


# A line that stands for many tables


@pytest.fixture
def ruled_at(club, director):
    """Return a frequency line, and the call of a table beside it with a ruling on a revoke."""
    board = make.make_seed_case(club)
    line = board.results.get(table=2)
    Result.objects.filter(pk=line.pk).update(times=40, ns=None, ew=None)
    incident = make.make_incident(board, director)
    make.rule_the_seed_case(incident, director)
    forget_fields()
    return line, incident


@pytest.mark.parametrize("page", ["board", "score"])
def test_a_frequency_line_says_for_how_many_tables_it_stands(page, club, director, ruled_at):
    line, incident = ruled_at
    row = {"board": line.board_id, "score": incident.pk}[page]
    assert "×40" in words(sign_in(director).get(url(page, row)))
