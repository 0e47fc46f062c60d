"""A wrong ruling of the director (82C), from the inquiry to the score, the ranking, the report and the files."""

import json
import re
from decimal import Decimal
from fractions import Fraction

import pytest

from arbitrage import exchange
from arbitrage.models import Adjustment, Incident
from arbitrage.services import incidents
from arbitrage.services.files.exports import export_tournament
from arbitrage.services.results import scores
from arbitrage.services.results.scores import Choice
from rulings.scores.award import Award, Possible
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import url, words

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

MADE = Possible("4S", "S", 10, 620)
ELEVEN, DOWN = Possible("4S", "S", 11, 650), Possible("4S", "S", 9, -100)
ERROR = {"by_director": "yes", "scored_normally": "no"}
SAME = ERROR | {"results_found": "same_contract", "tricks_for_declarer": "11", "tricks_for_defenders": "9"}


@pytest.fixture
def spades(board):
    """Board 2, North-South vulnerable: 4♠ by South made ten tricks at every table."""
    board.results.update(contract="4S", tricks=10, score=620)
    return board


def ruled(board, by, **answers: str) -> Incident:
    incident = make.make_incident(board, by)
    make.answer(incidents.open_inquiry(incident=incident, law="82", by=by), by, **answers)
    return incident


def test_each_side_has_its_own_result_on_the_page_of_the_score_and_in_the_ranking(client, spades, director):
    incident = ruled(spades, director, **SAME)
    page = words(client.get(url("score", incident.pk)))
    for text in (
        "Each side has a score of its own",
        "For each side, its own probable result",
        "For the declaring side: 11 tricks. (Law 82C)",
        "For the defenders: 9 tricks. (Law 82C)",
        "Confirm 650 to North-South, 100 to East-West",
    ):
        assert text in page, text
    assert "gain taken away" not in page
    proposal = scores.propose_adjustment(incident)
    assert proposal.counting.award == Award((ELEVEN,), (DOWN,))
    assert (proposal.after.ns_percent, proposal.after.ew_percent) == (Decimal("100.00"), Decimal("100.00"))


def test_the_report_and_the_files_say_both_results(client, spades, director):
    incident = ruled(spades, director, **SAME)
    seen = scores.propose_adjustment(incident).digest
    scores.confirm_adjustment(incident=incident, by=director, seen=seen)
    report = words(client.get(url("report", incident.pk)))
    assert "For the declaring side: 11 tricks (Law 82C)." in report
    assert "A side that has a better result at the table has lost nothing, and keeps it (Law 12B1)." in report
    ours = json.loads(export_tournament(spades.tournament, "json").data)
    assert '"tricks": 9' in json.dumps(ours) and '"tricks": 11' in json.dumps(ours)
    pbn = export_tournament(spades.tournament, "pbn")
    assert any("each side’s score" in str(problem) for problem in pbn.problems)
    assert re.search(r"650.*-100|650.* 100", pbn.data.decode())


def test_in_french_the_page_and_the_report_say_the_same(client, spades, director):
    incident = ruled(spades, director, **SAME)
    page = words(client.get(url("score", incident.pk, language="fr"))).replace("\u00a0", " ")
    assert "À chaque camp, son propre résultat probable" in page
    assert "Pour le camp du déclarant : 11 levées" in page
    report = words(client.get(url("report", incident.pk, language="fr"))).replace("\u00a0", " ")
    assert "Un camp qui a un meilleur résultat à la table n’a rien perdu, et le garde" in report


def test_a_side_that_did_better_at_the_table_keeps_it(client, spades, director):
    incident = ruled(spades, director, **SAME | {"tricks_for_defenders": "10"})
    assert scores.propose_adjustment(incident).counting.award == Award((ELEVEN,), (MADE,))
    both = ruled(spades, director, **SAME | {"tricks_for_declarer": "10", "tricks_for_defenders": "11"})
    # Both rulings are on the same result: the first still counts, and the second changes nothing.
    assert scores.propose_adjustment(both).counting.award == Award((ELEVEN,), (MADE,))


def test_another_contract_is_asked_first_and_reaches_the_score(client, spades, director):
    incident = ruled(
        spades,
        director,
        **ERROR | {"results_found": "other_contract", "probable_contract": "5H", "probable_declarer": "W"},
        tricks_for_declarer="11",
        tricks_for_defenders="9",
    )
    award = scores.propose_adjustment(incident).counting.award
    assert award == Award((MADE,), (Possible("5H", "W", 11, -450),))
    page = words(client.get(url("score", incident.pk)))
    assert "For East-West: 5 ♥, 11 tricks. (Law 82C)" in page


NS_SCORES = {9: -100, 10: 620, 11: 650}
"""4♠ by South, vulnerable, by tricks (Law 77)."""
HEARTS = {9: 100, 10: 50, 11: -450}
"""5♥ by West, not vulnerable: two down, one down, made."""
IMP_ENDS = (10, 40, 80, 120, 160, 210, 260, 310, 360, 420, 490, 590, 740, 890, 1090)
"""The last difference of each number of IMPs (Law 78B), 0 to 14."""


def imps(difference: int) -> int:
    found = next(number for number, end in enumerate(IMP_ENDS) if abs(difference) <= end)
    return found if difference >= 0 else -found


@pytest.mark.parametrize("scoring", ["MP", "CROSS_IMPS"])
@pytest.mark.parametrize("kind", ["same_contract", "other_contract"])
@pytest.mark.parametrize("for_declarer", [9, 10, 11])
@pytest.mark.parametrize("for_defenders", [9, 10, 11])
def test_every_kind_reaches_the_ranking_and_the_file_and_comes_back(
    spades, director, scoring, kind, for_declarer, for_defenders
):
    """Each side keeps the better of the result at the table and its own probable result (82C, 12B1); seven other tables
    have 620."""
    spades.tournament.scoring = scoring
    spades.tournament.save()
    contract = {"probable_contract": "5H", "probable_declarer": "W"} if kind == "other_contract" else {}
    incident = ruled(
        spades,
        director,
        **ERROR | {"results_found": kind} | contract,
        tricks_for_declarer=str(for_declarer),
        tricks_for_defenders=str(for_defenders),
    )
    scores_of = HEARTS if contract else NS_SCORES
    declarer, defenders = scores_of[for_declarer], scores_of[for_defenders]
    north_south = max(620, defenders if contract else declarer)
    east_west = max(-620, -(declarer if contract else defenders))

    proposal = scores.propose_adjustment(incident)
    if (north_south, east_west) == (620, -620):
        assert not proposal.changed
        return
    scores.confirm_adjustment(incident=incident, by=director, seen=proposal.digest)
    lines = {one.contestant.number: one for ranking in proposal.ranking for one in ranking.lines}
    firsts = [next(one for one in ranking.lines if one.contestant.number == "1") for ranking in proposal.ranking]
    if scoring == "MP":
        expected = [100 if north_south > 620 else 50, 100 if east_west > -620 else 50]
        assert [make.percent_after(first) for first in firsts] == expected, lines
    else:
        assert [first.score_after for first in firsts] == [imps(north_south - 620), imps(east_west + 620)]

    line = exchange.read(export_tournament(spades.tournament, "json").data, "again.json").results[0]
    assert (line.contract, line.tricks, line.score) == ("4S", 10, 620)
    assert line.award == proposal.counting.award
    assert (line.award.ns[0].score, -line.award.ew[0].score) == (north_south, east_west)


def test_several_results_lead_to_the_page_where_they_are_put_together(client, spades, director):
    incident = ruled(spades, director, **ERROR | {"results_found": "several"})
    page = client.get(url("score", incident.pk)).content.decode()
    assert re.search(r'href="[^"]*/choose/\?kind=split', page)


def half(*results: Possible) -> tuple[Possible, ...]:
    return tuple(
        Possible(result.contract, result.declarer, result.tricks, result.score, Fraction(1, 2)) for result in results
    )


SEVERAL = {
    "each better": (half(ELEVEN, MADE), half(DOWN, MADE), (75, 75), (Fraction(1, 2), 6)),
    "one better, one equal": (half(ELEVEN, MADE), (MADE,), (75, 50), (Fraction(1, 2), 0)),
    "one equal, one better": ((MADE,), half(DOWN, MADE), (50, 75), (0, 6)),
    "one worse, one better": (half(DOWN, MADE), half(DOWN, MADE), (25, 75), (-6, 6)),
}
"""Awards of each side, with matchpoints and IMPs against seven tables of 620."""


@pytest.mark.parametrize("scoring", ["MP", "CROSS_IMPS"])
@pytest.mark.parametrize("case", SEVERAL)
def test_several_results_reach_the_ranking_and_the_file_and_come_back(spades, director, scoring, case):
    spades.tournament.scoring = scoring
    spades.tournament.save()
    incident = ruled(spades, director, **ERROR | {"results_found": "several"})
    north_south, east_west, percents, imps_of = SEVERAL[case]
    choice = Choice(Award(north_south, east_west), "82C", "Two results were likely.")
    proposal = scores.propose_adjustment(incident, choice)
    scores.confirm_adjustment(incident=incident, by=director, seen=proposal.digest, choice=choice)
    firsts = [next(one for one in ranking.lines if one.contestant.number == "1") for ranking in proposal.ranking]
    if scoring == "MP":
        assert [make.percent_after(first) for first in firsts] == list(percents)
    else:
        assert [first.score_after for first in firsts] == list(imps_of)
    line = exchange.read(export_tournament(spades.tournament, "json").data, "again.json").results[0]
    assert (line.contract, line.tricks, line.score) == ("4S", 10, 620)
    assert line.award == Award(north_south, east_west)


def test_one_probable_result_in_another_contract_is_entered_in_that_contract(client, spades, director):
    """12A1: the defenders would have played 5♥ instead; the page shows 5♥, and not the tricks in 4♠."""
    incident = make.make_incident(spades, director)
    inquiry = incidents.open_inquiry(incident=incident, law="12", by=director)
    make.answer(
        inquiry,
        director,
        why_adjust="nothing_prescribed",
        damaged="defenders",
        kind_of_score="other_contract",
        probable_contract="5H",
        probable_declarer="W",
        line_without="East bids on.",
        probable_tricks="11",
        own_fault="no",
    )
    proposal = scores.propose_adjustment(incident)
    assert proposal.counting.award == Award.both(Possible("5H", "W", 11, -450))
    page = words(client.get(url("score", incident.pk)))
    assert "Probable result, in another contract" in page
    scores.confirm_adjustment(incident=incident, by=director, seen=proposal.digest)
    assert Adjustment.objects.get().given.single == Possible("5H", "W", 11, -450)


def test_a_table_that_passed_out_is_given_a_result_in_a_contract(spades, director):
    spades.results.filter(table=1).update(kind="passed", contract="", declarer="", tricks=None, score=0)
    incident = ruled(
        spades,
        director,
        **ERROR | {"results_found": "other_contract", "probable_contract": "4S", "probable_declarer": "S"},
        tricks_for_declarer="10",
        tricks_for_defenders="9",
    )
    assert scores.propose_adjustment(incident).counting.award == Award((MADE,), (DOWN,))
