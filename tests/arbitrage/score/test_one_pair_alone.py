"""An artificial score for one pair only (15B3, 12C2(a)), from the ruling or by hand, to the ranking and the files."""

import json
from decimal import Decimal
from fractions import Fraction

import pytest

from arbitrage.exchange import read
from arbitrage.models import Adjustment, Tournament
from arbitrage.pages.score.by_hand import KEPT, Draft
from arbitrage.pages.wording.lines import worth
from arbitrage.services import incidents
from arbitrage.services.files.exports import export_tournament
from arbitrage.services.results import scores
from arbitrage.services.results.field import field_of, forget_fields
from arbitrage.services.results.scores import Choice
from rulings.scores.adjusted import Average
from rulings.scores.award import Award, Possible
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import url, words

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

MADE = Possible("3NT", "S", 11, 660)
ANSWERS = {"played_before": "yes", "loses_a_score": "ew", "fault_ew": "none"}


@pytest.fixture
def played_before(board, director):
    """A board that North-South had already played: it is cancelled, and only East-West lose a score."""
    incident = make.make_incident(board, director)
    make.answer(incidents.open_inquiry(incident=incident, law="15B", by=director), director, **ANSWERS)
    return incident


def confirmed(incident, director, choice=None):
    proposal = scores.propose_adjustment(incident, choice)
    return scores.confirm_adjustment(incident=incident, by=director, seen=proposal.digest, choice=choice)


@pytest.mark.usefixtures("of_a_scoring_program")
def test_the_ruling_gives_one_side_an_average_and_the_other_keeps_its_result(client, played_before):
    proposal = scores.propose_adjustment(played_before)
    assert proposal.counting.award == Award((MADE,), Average.PLUS)
    page = words(client.get(url("score", played_before.pk)))
    for text in (
        "One side alone has an artificial score",
        "Artificial score, to East-West alone",
        "Confirm average plus to East-West alone",
        "The format has no artificial score for one side alone: enter that of East-West in the scoring program.",
    ):
        assert text in page, text
    # seven others have 660: North-South is level, East-West has 60 %
    assert (proposal.after.ns_percent, proposal.after.ew_percent) == (50, 60)


def test_in_french(client, played_before):
    page = words(client.get(url("score", played_before.pk, language="fr"))).replace("\u00a0", " ")
    assert "Un seul camp a une marque artificielle" in page
    assert "Confirmer moyenne plus à Est-Ouest seulement" in page


def test_confirmed_it_is_in_the_report_the_board_and_the_ranking(client, played_before, board, director):
    confirmed(played_before, director)
    adjustment = Adjustment.objects.get()
    assert (adjustment.kind, adjustment.given) == ("split", Award((MADE,), Average.PLUS))
    assert "average plus" in words(client.get(url("report", played_before.pk)))
    assert client.get(url("board", board.pk)).status_code == 200
    assert client.get(url("ranking", board.tournament_id)).status_code == 200


def test_a_table_that_has_no_result_counts_for_the_pair_that_is_given_one_alone(client, played_before, board, director):
    board.results.filter(table=1).update(kind="not_played", contract="", declarer="", tricks=None, score=None)
    proposal = scores.propose_adjustment(incidents.fresh(played_before))
    assert proposal.counting.award == Award((), Average.PLUS)
    assert proposal.after.ew_percent == 60
    page = words(client.get(url("score", played_before.pk)))
    assert "nothing on this line" in page or "Artificial score, to East-West alone" in page
    confirmed(played_before, director)


@pytest.mark.parametrize(
    ("stored", "kept"),
    [({}, Average.MINUS), ({"award": {"ns": "40", "ew": "60"}}, Fraction(40)),
     ({"award": {"ns": "A+", "ew": "A"}}, Average.PLUS)],
    ids=["of a file", "typed", "touched"],
)  # fmt: skip
@pytest.mark.parametrize("by_hand", [False, True], ids=["ruled", "by hand"])
def test_a_side_keeps_the_artificial_score_that_it_has(played_before, board, director, stored, kept, by_hand):
    empty = {"contract": "", "declarer": "", "tricks": None, "score": None}
    board.results.filter(table=1).update(kind="artificial", ns_percent=40, ew_percent=60, **empty | stored)
    incident = incidents.fresh(played_before)
    draft = Draft("artificial", averages=(KEPT, "A+"))
    proposal = scores.propose_adjustment(incident, draft.choice(incident) if by_hand else None)
    assert proposal.counting.award == Award(kept, Average.PLUS)
    assert proposal.after.ns_percent == {Average.PLUS: 60}.get(kept, 40)


@pytest.mark.parametrize("unit", ["percent", "imps"])
def test_a_side_that_has_nothing_of_its_own_is_given_nothing(client, played_before, board, director, unit):
    """Only East-West have an average: North-South have no score on the board, on the page and in the ranking."""
    board.results.filter(table=1).update(kind="not_played", contract="", declarer="", tricks=None, score=None)
    if unit == "imps":
        Tournament.objects.update(scoring="BUTLER", method={"scoring": "BUTLER"})
    confirmed(incidents.fresh(played_before), director)
    field = field_of(Tournament.objects.get())
    points, result = field.points(field.counted()), board.results.get(table=1)
    line, standings = points.line(result), points.standings
    assert (line.ns, line.ns_percent, line.ns_exact) == (None, None, None)
    assert standings.get(str(result.ns_id)) is None
    assert (standings[str(result.ew_id)].score, standings[str(result.ew_id)].boards) == (
        60 if unit == "percent" else 3,
        1,
    )
    assert line.ew == (Decimal("8.4") if unit == "percent" else 3)
    assert worth(line) == ("", "60,0" if unit == "percent" else "3")
    for page, key in (("board", board.pk), ("score", played_before.pk), ("ranking", board.tournament_id)):
        assert client.get(url(page, key)).status_code == 200
    # a result of its own that comes later counts again
    board.results.filter(table=1).update(kind="played", contract="3NT", declarer="S", tricks=11, score=660)
    Adjustment.objects.all().delete()
    forget_fields()
    field = field_of(Tournament.objects.get())
    assert str(result.ns_id) in field.points(field.counted()).standings


@pytest.mark.parametrize("format", ["pbn", "usebio", "csv", "json"])
def test_each_file_says_it_or_says_that_it_cannot(played_before, board, director, format):
    confirmed(played_before, director)
    file = export_tournament(board.tournament, format)
    if format == "json":
        awards = [result.get("award") for result in json.loads(file.data)["tournament"]["boards"][0]["results"]]
        assert {"ns": [MADE.as_json()], "ew": "A+"} in awards
        return
    assert any("entrez celle d’Est-Ouest" in problem.reason for problem in file.problems)


def test_our_own_file_gives_it_back(played_before, board, director):
    confirmed(played_before, director)
    file = read(export_tournament(board.tournament, "json").data, "evening.json")
    lines = [line.award for one in file.boards for line in one.results]
    assert Award((MADE,), Average.PLUS) in lines


def test_by_hand_one_side_keeps_what_it_has(client, ruled):
    page = words(client.get(url("choose", ruled.pk), {"kind": "artificial"}))
    assert page.count("Keeps what it has") == 2
    both = {"kind": "artificial", "average_ns": "kept", "average_ew": "kept", "show": "yes"}
    assert "Touch an average for one side at least" in words(client.get(url("choose", ruled.pk), both))
    shown = client.get(url("choose", ruled.pk), both | {"average_ns": "A-"}, follow=True)
    assert "Artificial score, to North-South alone" in words(shown) or "Chosen by the director" in words(shown)


def test_by_hand_it_is_confirmed_and_put_together_again(ruled, director):
    award = Award(Average.MINUS, (MADE,))
    confirmed(ruled, director, Choice(award, "15B3"))
    assert Adjustment.objects.get().given == award
