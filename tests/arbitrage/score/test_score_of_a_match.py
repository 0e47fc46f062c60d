"""A score composed in a match is explained by the score of the other room, with the points of each of its results."""

import html
import re
from fractions import Fraction

import pytest

from arbitrage.models import Inquiry, Result
from arbitrage.pages.score.drawing import strips
from arbitrage.services import incidents
from arbitrage.services.results.counting import favoured_sides
from arbitrage.services.results.field import field_of, forget_fields
from arbitrage.services.results.scores import Choice, propose_adjustment
from rulings.bridge import Side
from rulings.scores.award import Award, Possible
from rulings.scores.methods import Method, Scoring
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import sign_in, url
from tests.arbitrage.ranking.team_evenings import LIMITS, evening, play

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

WAYS = {
    "IMPs": (Method(scoring=Scoring.IMPS), "IMP"),
    "two points a board": (Method(scoring=Scoring.BOARD_A_MATCH), "points"),
    "total points": (Method(scoring=Scoring.TOTAL), "points"),
}


def by_hand(scoring: Scoring, here: int, there: int) -> int:
    if scoring is Scoring.BOARD_A_MATCH:
        return 1 + (here > there) - (here < there)
    if scoring is Scoring.TOTAL:
        return here - there
    won = sum(abs(here - there) >= limit for limit in LIMITS)
    return won if here > there else -won


def shown(number: Fraction, unit: str) -> str:
    text = f"{abs(float(number)):.2f}".rstrip("0").rstrip(".").replace(".", ",")
    if len(text.split(",")[0]) > 3:
        text = f"{text[:-3]}\u202f{text[-3:]}"
    return f"{'+' if number > 0 else '−' if number < 0 else ''}{text} {unit}"


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("there", (-50, 420, 600, 660))
def test_each_result_of_a_weighted_score_says_what_it_wins_against_the_other_room(way, there, club, director):
    method, unit = WAYS[way]
    tournament = evening(club, director, method=method)
    play(tournament)
    line = Result.objects.filter(board__tournament=tournament, board__number=2, table=1).get()
    other = Result.objects.get(board=line.board, ns__team=line.ew.team, ew__team=line.ns.team)
    Result.objects.filter(pk=line.pk).update(contract="3NT", declarer="S", tricks=11, score=660)
    Result.objects.filter(pk=other.pk).update(contract="", declarer="", tricks=None, score=there)
    forget_fields()
    incident = make.make_incident(line.board, director)
    make.rule_the_seed_case(incident, director)
    page = sign_in(director).get(
        url("score", incident.pk, language="fr") + "?kind=weighted&ns=3NT-S-9@3/5&ns=3NT-S-12@2/5"
    )
    caption = re.search(r'<figure class="drawn strip">\s*<figcaption>(.*?)</figcaption>', page.content.decode(), re.S)[
        1
    ]
    said = re.sub(r"\s+", " ", html.unescape(re.sub(r"<svg.*?</svg>|<[^>]+>", " ", caption, flags=re.S))).strip()
    before, made, more = (Fraction(by_hand(method.scoring, score, there)) for score in (660, 600, 690))
    total = made * 3 / 5 + more * 2 / 5
    assert "face à l’autre salle du match" in said and "tables" not in said and "mieux que" not in said
    assert f"Avant : 660, soit {shown(before, unit)}" in said
    assert f"60 % de 600, soit {shown(made, unit)} ; 40 % de 690, soit {shown(more, unit)}" in said
    assert said.endswith(f"en tout {shown(total, unit)}")
    if method.scoring is Scoring.IMPS:  # as the page counts it
        field = field_of(tournament)
        assert field.points(field.counted()).line(line).ns == before


def test_a_split_score_of_the_other_room_counts_for_the_team_that_sat_there_the_other_way(club, director):
    """On the other room's card North-South have 620; East-West, who are North-South here, have lost 100."""
    tournament = evening(club, director, method=Method(Scoring.IMPS))
    play(tournament)
    line = Result.objects.filter(board__tournament=tournament, board__number=2, table=1).get()
    other = Result.objects.filter(board=line.board, ns__team=line.ew.team, ew__team=line.ns.team)
    Result.objects.filter(pk=line.pk).update(contract="3NT", declarer="S", tricks=11, score=660)
    other.update(contract="", declarer="", tricks=None, score=620, score_ew=-100)
    forget_fields()
    incident = make.make_incident(line.board, director)
    make.rule_the_seed_case(incident, director)
    award = Award((Possible("3NT", "S", 9, 600),), (Possible("3NT", "S", 8, -100),))
    proposal = propose_adjustment(incident, Choice(award, "82C"))
    titles = [strip["title"] for strip in strips(proposal)]
    assert [title.rpartition(" ")[2] for title in titles] == ["100", "−620"]
    field = field_of(tournament)
    points = field.points(field.counted() | {line.pk: award}).line(line)
    assert (points.ns, points.ew) == (by_hand(Scoring.IMPS, 600, 100), by_hand(Scoring.IMPS, 620, -100))


def test_half_an_imp_is_for_the_side_that_the_rulings_in_force_name(board, director):
    """A corrected answer, a dropped inquiry and a withdrawn call no longer name a side."""
    tournament, line = board.tournament, str(board.results.get(table=1).pk)
    incident = make.make_incident(board, director)
    inquiry = make.rule_the_seed_case(incident, director)
    assert favoured_sides(tournament) == {line: Side.NS}
    inquiry = make.answer(inquiry, director, offender="S")
    corrected = Inquiry.objects.get(pk=inquiry.pk).current_ruling
    assert favoured_sides(tournament) == ({} if corrected is None else {line: Side.EW})
    make.answer(Inquiry.objects.get(pk=inquiry.pk), director, offender="W")
    other = incidents.open_inquiry(incident=incidents.fresh(incident), law="9", by=director)
    incidents.drop_inquiry(inquiry=other, by=director)
    assert favoured_sides(tournament) == {line: Side.NS}
    incidents.drop_inquiry(inquiry=Inquiry.objects.get(pk=inquiry.pk), by=director)
    assert favoured_sides(tournament) == {}
