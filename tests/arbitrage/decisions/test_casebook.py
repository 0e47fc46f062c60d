"""The casebook: earlier rulings of the club, found by situation and law, without names."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from arbitrage.models import Club, Incident, Inquiry, Player
from arbitrage.pages.decisions import casebook
from arbitrage.services import incidents
from arbitrage.services.incidents import reviewing
from arbitrage.services.results.field import forget_fields
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import sign_in, url, words
from tests.arbitrage.crowd import copies

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]


def titles(response) -> list[str]:
    return [one.strip() for one in re.findall(r"<h2>([^<]*)<span", response.content.decode())]


@pytest.fixture
def others(board, director, ruled) -> list[Inquiry]:
    """Two more revokes: one by West, whose side won no trick afterwards, and one by East."""
    found = []
    for table, changed in (
        (2, {"tricks_after": "0"}),
        (3, {"offender": "E", "winner": "E", "trick": "5", "tricks_after": "1"}),
    ):
        inquiry = make.rule_the_seed_case(make.make_incident(board, director, table=table), director)
        found.append(make.answer(inquiry, director, **changed))
    return found


def test_a_case_says_what_was_answered_and_ruled(client, ruled):
    page = client.get(url("casebook"))
    assert titles(page) == ["Revoke"]
    text = words(page)
    assert "One trick is transferred to North-South" in text
    assert "Who revoked? West" in text
    assert "1 case" in text


def test_nothing_in_it_tells_whose_case_it_was(client, board, ruled, director):
    for number, player in enumerate(Player.objects.order_by("pk")):
        Player.objects.filter(pk=player.pk).update(name=f"Zorro{number}")
    incidents.add_words(incident=ruled, words="Zorro100 a protesté.", by=director)
    inquiry = ruled.inquiries.get()
    make.answer(inquiry, director, line="Zorro101 aurait joué pareil.")
    reviewing.comment(incident=ruled, words="Zorro102", by=director)
    again = make.rule_the_seed_case(make.make_incident(board, director, table=2), director)
    for page in (client.get(url("casebook")), client.get(url("similar", again.pk))):
        body = page.content.decode().split("<main")[1]
        assert titles(page)
        assert [one for one in ("Zorro", ruled.reference, "Tournoi du jeudi", "table 1") if one in body] == []
        assert "martin" not in body.split("<footer")[0].split('class="foot"')[0]
        assert not re.search(r"\d+ November|20 Nov", body)


def test_free_words_do_not_find_a_case(client, ruled, director):
    incidents.add_words(incident=ruled, words="Madame Untel a protesté.", by=director)
    assert titles(client.get(url("decision_list"), {"q": "untel"})) == []
    assert "1 of 1" in words(client.get(url("decision_list"), {"q": "untel"}))
    assert titles(client.get(url("casebook"), {"q": "untel"})) == []


def test_cases_are_found_by_situation_law_and_words_without_accents(client, others):
    for sent, count in (
        ({"what": "tile:renonce"}, 3),
        ({"what": "law:64"}, 3),
        ({"what": "law:27"}, 0),
        ({"q": "levee transferee"}, 3),
        ({"q": "xylophone"}, 0),
        ({"what": "law:64", "q": "renonce"}, 3),
        ({"q": "x" * 300}, 0),
    ):
        assert len(titles(client.get(url("casebook"), sent))) == count, sent


def test_what_is_not_ruled_was_withdrawn_or_was_replaced_is_no_case(client, board, director, ruled):
    waiting = incidents.open_inquiry(incident=make.make_incident(board, director, table=2), law="64", by=director)
    make.answer(waiting, director, **make.DURING_THE_PLAY)
    make.answer(ruled.inquiries.get(), director, tricks_after="0")
    assert len(titles(client.get(url("casebook")))) == 1
    assert "No trick is transferred" in words(client.get(url("casebook")))
    incidents.withdraw_incident(incident=ruled, by=director)
    assert "No case yet" in words(client.get(url("casebook")))


def test_the_decision_and_the_question_say_how_many_are_similar(client, board, others, director):
    asked = incidents.open_inquiry(incident=make.make_incident(board, director, table=5), law="64", by=director)
    page = client.get(url("question", asked.pk, "able"))
    assert "3 similar cases in your club" in words(page)
    assert f'href="{url("similar", asked.pk)}"' in page.content.decode()
    assert "2 similar cases in your club" in words(client.get(url("decision", others[0].pk)))
    other = incidents.open_inquiry(incident=make.make_incident(board, director, table=6), law="27", by=director)
    assert "similar case" not in words(client.get(other.get_absolute_url(), follow=True))


def test_the_most_alike_come_first_with_what_was_answered_otherwise(client, others, ruled):
    page = words(client.get(url("similar", ruled.inquiries.get().pk))).partition("Worked cases")[0]
    nearest, farther = page.index("No trick is transferred"), page.index("East")
    assert nearest < farther
    assert page.count("Answered otherwise") == 2


def test_a_reviewed_ruling_says_so(client, ruled, colleague):
    reviewing.mark_reviewed(incident=ruled, by=colleague)
    assert "Reviewed by the committee" in words(client.get(url("casebook")))


def test_another_clubs_cases_are_its_own(others):
    stranger = make.make_member(make.make_club("Autre club", "autre"), "durand")
    assert "No case yet" in words(sign_in(stranger).get(url("casebook")))
    reader = make.make_member(Club.objects.get(slug="lac"), "lecteur", role="reviewer")
    assert len(titles(sign_in(reader).get(url("casebook")))) == 3


def test_five_thousand_cases_ask_the_database_as_often_as_one(client, ruled):
    counts = {}
    inquiry = ruled.inquiries.get()
    for total in (2, 50, 5000):
        copies(ruled, total - Incident.objects.count())
        found = []
        for address in (
            url("casebook") + "?q=renonce&what=law:64",
            url("similar", inquiry.pk),
            url("decision", inquiry.pk),
        ):
            forget_fields()
            casebook._written.clear()
            with CaptureQueriesContext(connection) as queries:
                assert client.get(address).status_code == 200
            found.append(len(queries))
        counts[total] = tuple(found)
    assert len(set(counts.values())) == 1, counts
