"""Two revokes on one board: every page withdraws the transfer that the first ruling announced. Also the numbers of an
equity adjustment."""

import pytest

from arbitrage.models import Incident, Inquiry
from arbitrage.services import incidents
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import url, words

pytestmark = pytest.mark.either_database

BOTH = "both sides have revoked on this board, no trick moves by itself"
BY_SOUTH = {"able": "yes", "offender": "S", "trick": "6", "noticed": "returned", "since": "played"}
FOR_BOTH = {"exclusion": "both", "line": "", "equity_both": "nobody"}
ALONE = {"exclusion": "none", "winner": "S", "tricks_after": "2", "line": "", "equity": "no"}


def revoke_by_south(incident: Incident, director, **end: str) -> Inquiry:
    inquiry = incidents.open_inquiry(incident=Incident.objects.get(pk=incident.pk), law="64", by=director)
    return make.answer(inquiry, director, **BY_SOUTH, **end)


@pytest.fixture
def first(ruled: Incident) -> Inquiry:
    """The revoke of West, ruled: one trick for South."""
    return ruled.inquiries.get()


def test_the_earlier_decision_is_shown_as_replaced_with_its_reason_on_its_page(client, first, ruled, director):
    address = url("decision", first.pk)
    assert BOTH not in words(client.get(address))
    second = revoke_by_south(ruled, director, **FOR_BOTH)
    page = client.get(address)
    assert "Replaced by the ruling given " in words(page)
    assert BOTH in words(page)
    assert '<s class="soft">One trick is transferred to North-South.</s>' in page.content.decode()
    assert url("decision", second.pk) in page.content.decode()
    assert "As ruled unchanged" in words(page)


def test_the_incident_shows_what_each_of_its_inquiries_ruled_and_which_counts_no_more(client, first, ruled, director):
    second = revoke_by_south(ruled, director, **FOR_BOTH)
    page = client.get(url("decision", second.pk))
    assert "<s>One trick is transferred to North-South.</s>" in page.content.decode()
    assert BOTH in words(page)
    assert "<h1>No trick is transferred.</h1>" in page.content.decode()
    assert "No trick is transferred." in words(client.get(url("decision", first.pk)))


def test_the_history_of_the_board_strikes_it_out_and_leads_to_the_newer_one(client, first, ruled, director, board):
    assert BOTH not in words(client.get(url("board", board.pk)))
    second = revoke_by_south(ruled, director, **FOR_BOTH)
    page = client.get(url("board", board.pk)).content.decode()
    assert "<s><b>One trick is transferred to North-South.</b>" in page
    assert f'href="#ruling-{second.current_ruling.pk}"' in page


def test_the_report_says_it(client, first, ruled, director):
    revoke_by_south(ruled, director, **FOR_BOTH)
    assert f"{BOTH} (Law 64B7)" in words(client.get(url("report", ruled.pk))).replace("\xa0", " ")


def test_in_the_list_of_decisions_a_call_that_another_one_has_overtaken(client, first, ruled, director, board):
    other = make.make_incident(board, director)
    second = incidents.open_inquiry(incident=other, law="64", by=director)
    make.answer(second, director, **BY_SOUTH, **FOR_BOTH)
    page = client.get(url("decision_list"))
    assert "<s>One trick is transferred to North-South.</s>" in page.content.decode()
    assert words(page).count(BOTH) == 1


def test_where_the_later_one_does_not_know_of_the_other_side_both_are_withdrawn_and_it_leads_to_its_question(
    client, first, ruled, director
):
    second = revoke_by_south(ruled, director, **ALONE)
    for inquiry in (first, second):
        assert '<h1><s class="soft">' in client.get(url("decision", inquiry.pk)).content.decode()
    page = client.get(url("decision", second.pk))
    assert "equity is asked once, as if nobody had revoked" in words(page)
    assert url("question", second.pk, "exclusion") in page.content.decode()


def test_a_second_revoke_of_the_same_side_replaces_nothing(client, first, ruled, director):
    inquiry = incidents.open_inquiry(incident=Incident.objects.get(pk=ruled.pk), law="64", by=director)
    make.answer(inquiry, director, **(BY_SOUTH | {"offender": "E"}), **(ALONE | {"winner": "N", "tricks_after": "1"}))
    assert BOTH not in words(client.get(url("decision", first.pk)))


def test_what_is_dropped_or_withdrawn_has_overtaken_nothing(client, first, ruled, director):
    second = revoke_by_south(ruled, director, **FOR_BOTH)
    incidents.drop_inquiry(inquiry=second, by=director)
    assert BOTH not in words(client.get(url("decision", first.pk)))


def test_the_question_that_asks_says_that_the_other_side_has_revoked_too(client, first, ruled, director):
    inquiry = incidents.open_inquiry(incident=Incident.objects.get(pk=ruled.pk), law="64", by=director)
    inquiry = make.answer(inquiry, director, **BY_SOUTH)
    assert "East-West has revoked on this board too" in words(client.get(url("question", inquiry.pk, "exclusion")))
    assert "has revoked on this board too" not in words(client.get(url("question", first.pk, "exclusion")))


# The numbers of equity


def test_the_question_of_equity_shows_the_tricks_in_play_and_after_the_transfer(client, first):
    page = words(client.get(url("question", first.pk, "equity")))
    assert "In play 11 tricks, 3NT+2, 660 to North-South" in page
    assert "After the transfer 12 tricks, 3NT+3, 690 to North-South" in page


def test_the_decision_shows_both_numbers(client, first, director):
    inquiry = make.answer(first, director, equity="yes", tricks_without="13")
    page = words(client.get(url("decision", inquiry.pk)))
    assert "After the transfer 12 tricks, 3NT+3, 690 to North-South" in page
    assert "Without the revoke 13 tricks, 3NT+4, 720 to North-South" in page
    assert "As ruled 3NT+4 13 tricks, 720 to North-South" in page


def test_without_a_result_no_number_is_invented(client, tournament, director):
    incident = incidents.open_incident(tournament=tournament, by=director)
    inquiry = incidents.open_inquiry(incident=incident, law="64", by=director)
    told = {"able": "yes", "offender": "S", "declarer": "S"} | BY_SOUTH
    make.answer(inquiry, director, **told, exclusion="none", winner="S", tricks_after="2")
    page = client.get(url("inquiry", inquiry.pk), follow=True)
    assert "After the transfer" not in words(page)
