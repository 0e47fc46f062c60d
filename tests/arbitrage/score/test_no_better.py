"""A probable result that is no better than the present one: the page of the score and the report name the present
result, and the reason."""

import pytest

from arbitrage.services import incidents
from arbitrage.services.results.scores import propose_adjustment
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import url, words

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

GAINED = {
    "event": "tempo",
    "informant": "N",
    "agreed": "agreed",
    "board_over": "yes",
    "action": "",
    "suggestion": "",
    "demonstrably": "yes",
    "polled": "?",
    "poll": "",
    "logical_alternative": "yes",
    "less_suggested": "yes",
    "side_gained": "yes",
    "kind_of_score": "same_contract",
    "line_without": "",
}
NOT_BETTER = "The probable result, 11 tricks, is no better for East-West than what counts, 9 tricks (12B1)."
REVOKE = {**make.DURING_THE_PLAY, "noticed": "returned", **make.AT_THE_END}


def answered(inquiry, by, **known):
    while inquiry.stage == "asking":
        question = inquiry.state().question.id
        inquiry = make.answer(inquiry, by, **{question: known[question]})


@pytest.fixture
def nine(board):
    board.results.filter(table=1).update(tricks=9, score=600)
    return board


def test_unauthorised_information_with_a_probable_result_worse_for_the_other_side(client, nine, director):
    incident = make.make_incident(nine, director)
    answered(
        incidents.open_inquiry(incident=incident, law="16B", by=director), director, probable_tricks="11", **GAINED
    )
    for name in ("score", "report"):
        assert NOT_BETTER in words(client.get(url(name, incident.pk))), name
    french = words(client.get(url("report", incident.pk, language="fr")))
    assert (
        "Le résultat probable, 11 levées, n’est pas meilleur pour Est-Ouest que ce qui compte, 9 levées (12B1)"
        in french
    )


def test_a_probable_result_that_counts_is_not_said_to_be_no_better(client, nine, director):
    incident = make.make_incident(nine, director)
    answered(incidents.open_inquiry(incident=incident, law="16B", by=director), director, probable_tricks="8", **GAINED)
    assert "is no better" not in words(client.get(url("score", incident.pk)))


def test_a_revoke_whose_likely_tricks_are_fewer_than_those_after_the_transfer(client, board, director):
    """64C: declarer won eleven tricks and gets one more by the transfer; eleven were likely without the revoke, so
    twelve count."""
    incident = make.make_incident(board, director)
    known = REVOKE | {"equity": "yes", "tricks_without": "11"}
    answered(incidents.open_inquiry(incident=incident, law="64", by=director), director, **known)
    said = "The probable result, 11 tricks, is no better for North-South than what counts, 12 tricks (12B1)."
    for name in ("score", "report"):
        assert said in words(client.get(url(name, incident.pk))), name


@pytest.mark.parametrize(("without_later", "counts"), [("12", 13), ("11", 12), ("10", 12)])
def test_tricks_without_the_later_of_two_revokes_have_the_transfer_of_the_earlier(
    client, board, director, without_later, counts
):
    """64C2(a): one trick goes over for the earlier revoke. Twelve likely tricks and that one are thirteen, which count;
    eleven and that one are the tricks after the transfer, and ten and that one are less."""
    incident = make.make_incident(board, director)
    answered(incidents.open_inquiry(incident=incident, law="64", by=director), director, **REVOKE)
    later = REVOKE | {"trick": "5", "exclusion": "repeated", "equity_repeated": "yes"}
    later |= {"tricks_without_later": without_later}
    answered(incidents.begin_inquiry(incident=incidents.fresh(incident), law="64", by=director), director, **later)
    assert propose_adjustment(incident).after.tricks == counts
    for name in ("score", "report"):
        shown = words(client.get(url(name, incident.pk)))
        assert ("is no better" in shown) == (without_later == "10"), name
        if name == "score":
            assert f"Probable result without the revoke: {without_later} tricks." in shown
        if without_later == "10":
            assert "The probable result, 11 tricks, is no better for North-South than what counts, 12 tricks" in shown


def test_a_result_that_supposes_a_revoke_by_one_side_alone_is_not_compared_once_both_revoked(client, board, director):
    """64B7: thirteen tricks were likely without the first revoke; they are more, and are no longer what counts."""
    incident = make.make_incident(board, director)
    known = REVOKE | {"equity": "yes", "tricks_without": "13"}
    answered(incidents.open_inquiry(incident=incident, law="64", by=director), director, **known)
    assert propose_adjustment(incident).after.tricks == 13
    own = REVOKE | {"offender": "S", "trick": "5", "exclusion": "both", "equity_both": "nobody", "winner": "W"}
    answered(incidents.begin_inquiry(incident=incidents.fresh(incident), law="64", by=director), director, **own)
    assert propose_adjustment(incident).after.tricks == 11
    for name in ("score", "report"):
        assert "is no better" not in words(client.get(url(name, incident.pk))), name
