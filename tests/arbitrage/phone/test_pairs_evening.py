"""A pair reads its own evening by its link and can ask to appeal; it reads nothing about other pairs."""

import datetime
import re

import pytest
from django.test import Client

from arbitrage.models import Appeal, ConductNote, Event, Incident, PlayerLink, Result, Tournament
from arbitrage.services import appeals, clock, incidents
from arbitrage.services.appeals.wishes import wishes_in
from arbitrage.services.files.cases import leaving
from arbitrage.services.incidents import polls
from arbitrage.services.people import link_tokens, player_links, table_sheets
from arbitrage.services.record import history
from arbitrage.services.results import scores
from arbitrage.services.results.field import forget_fields
from arbitrage.services.tournaments import publish_scores
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import url, words

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

SECRET = "Zébulon"


@pytest.fixture(autouse=True)
def _no_crowd() -> None:
    """An empty count of requests, as after a minute without requests."""
    table_sheets.arrivals.clear()


@pytest.fixture
def link(confirmed, director) -> PlayerLink:
    """The link of North-South 1, at whose table West revoked."""
    return player_links.make(board=confirmed.board, contestant=confirmed.result.ns, by=director)


def here(link: PlayerLink) -> str:
    return url("player_evening", link.pk, link_tokens.token("board", link.pk))


def publish(link: PlayerLink, director) -> Tournament:
    return publish_scores(tournament=link.board.tournament, minutes=30, by=director)


def ask(link: PlayerLink, incident: Incident, **said: str):
    return Client().post(here(link), {"incident": incident.pk, **said})


BOTH = {"me": "yes", "partner": "yes"}


@pytest.mark.parametrize(
    ("ticked", "missing"),
    [
        ({}, "Tick both boxes"),
        ({"me": "yes"}, "Your partner’s agreement is missing"),
        ({"partner": "yes"}, "You yourself have not ticked"),
    ],
)
def test_a_request_says_whose_agreement_is_missing_and_keeps_the_boxes(link, confirmed, director, ticked, missing):
    publish(link, director)
    refused = ask(link, confirmed, **ticked)
    page = refused.content.decode()
    assert refused.status_code == 422 and missing in words(refused) and "92D" in words(refused)
    for name in ("me", "partner"):
        assert (f'name="{name}" value="yes" checked' in page) == (name in ticked)
    assert ask(link, confirmed, **BOTH).status_code == 302


def test_the_pair_reads_its_ruling_with_the_law_and_after_publication_the_score_before_and_after(
    link, confirmed, director
):
    before = words(Client().get(here(link)))
    for text in ("NS 1.1, NS 1.2", "64A", "One trick is transferred", "not published yet", "Board 2"):
        assert text in before, text
    assert "690" not in before
    publish(link, director)
    after = words(Client().get(here(link)))
    assert "660" in after and "690" in after and "Appeals until" in after and "adjusted score" in after
    assert "Our evening" in words(Client().get(url("player_board", link.pk, link_tokens.token("board", link.pk))))


@pytest.mark.replayed_otherwise
def test_nothing_of_another_pair_is_ever_on_it(link, confirmed, director, club):
    """Every other table has a ruling, a result and notes; none of them is on the pair's page, before or after
    publication."""
    other = make.make_incident(confirmed.board, director, table=2)
    inquiry = incidents.open_inquiry(incident=other, law="47", by=director)
    assert inquiry.pk
    ruled = make.make_incident(confirmed.board, director, table=3)
    make.rule_the_seed_case(ruled, director)
    confirmed.board.results.filter(table__gt=1).update(contract="2H", declarer="E", tricks=5, score=300)
    forget_fields()
    for incident in (confirmed, other, ruled):
        incidents.add_words(incident=incident, words=SECRET, by=director)
        ConductNote.objects.create(
            club=club, incident=incident, law="74", words=SECRET, by=director, at=clock.now(), digest="0" * 64
        )
    director.first_name, director.last_name = "Paul", "Martineau"
    director.save()
    for _time in range(2):
        html = Client().get(here(link)).content.decode()
        main = html[html.index("<main") : html.index("</main")]
        assert len(re.findall(r'<article class="note said"', main)) == 1
        others = [
            name
            for table in range(1, 9)
            for way in ("NS", "EW")
            for name in (f"{way} {table}.1", f"{way} {table}.2")
            if (way, table) != ("NS", 1)
        ]
        for secret in (*others, SECRET, "Martineau", "2♥", "300", str(other.pk), str(ruled.pk), "martin"):
            assert secret not in main, secret
        publish(link, director)
    refused = ask(link, ruled, **BOTH)
    assert refused.status_code == 302 and not Event.objects.filter(kind="appeal_wished").exists()


def test_both_partners_ask_and_what_is_missing_is_said(link, confirmed, director):
    publish(link, director)
    for said in ({}, {"me": "yes"}, {"partner": "yes"}):
        refused = ask(link, confirmed, **said)
        assert refused.status_code == 422 and "partner" in words(refused)
    assert not Event.objects.filter(kind="appeal_wished").exists()
    for _time in range(2):
        assert ask(link, confirmed, **BOTH).status_code == 302
    event = Event.objects.get(kind="appeal_wished")
    assert event.by is None and event.data["side"] == "NS"
    assert "You asked to appeal" in words(Client().get(here(link)))
    confirmed.refresh_from_db()
    assert confirmed.state == "ruled" and not Appeal.objects.exists()


def test_the_captain_asks_for_a_team(link, confirmed, director):
    Tournament.objects.update(kind="teams")
    publish(link, director)
    assert "captain" in words(Client().get(here(link)))
    assert ask(link, confirmed, me="yes").status_code == 422
    assert ask(link, confirmed, **BOTH).status_code == 302


def test_the_director_is_told_and_notes_it_in_the_time_at_which_it_was_asked(link, confirmed, director, client):
    tournament = publish(link, director)
    assert tournament.published_at is not None
    with clock.at(tournament.published_at + datetime.timedelta(minutes=29)):
        ask(link, confirmed, **BOTH)
        assert "Asks to appeal" in words(client.get(url("room", tournament.pk)))
    right = words(client.get(url("right_of_appeal", confirmed.pk)))
    assert "asked to appeal by its own link" in right
    with clock.at(tournament.published_at + datetime.timedelta(minutes=45)):
        appeal = appeals.request_appeal(incident=confirmed, side="NS", about="facts", agreed=True, by=director)
        assert appeal.state == "requested"
        assert wishes_in(tournament) == []
        assert "Under appeal" in words(Client().get(here(link)))
        assert ask(link, confirmed, **BOTH).status_code == 422
    assert "Asks to appeal" not in words(client.get(url("room", tournament.pk)))


def test_after_its_time_it_is_not_heard(link, confirmed, director):
    tournament = publish(link, director)
    assert tournament.published_at is not None
    with clock.at(tournament.published_at + datetime.timedelta(minutes=31)):
        page = words(Client().get(here(link)))
        assert "The time for appeals ended" in page and "Ask for an appeal" not in page
        assert ask(link, confirmed, **BOTH).status_code == 422
    assert not Event.objects.filter(kind="appeal_wished").exists()


def test_a_ruling_that_is_dropped_is_not_appealed_any_more(link, confirmed, director):
    publish(link, director)
    ask(link, confirmed, **BOTH)
    inquiry = confirmed.inquiries.get()
    assert len(wishes_in(link.board.tournament)) == 1
    incidents.drop_inquiry(inquiry=inquiry, by=director)
    assert wishes_in(link.board.tournament) == []


def test_the_poll_that_waits_is_said_and_nothing_of_it(link, confirmed, director):
    second = make.make_incident(confirmed.board, director, table=1)
    inquiry = incidents.open_inquiry(incident=second, law="16B", by=director)
    page = polls.Page("AQ64.KT6.KJ64.K6", "N", "E", "NS", "MP", ("Pass", "1C", "X"), SECRET)
    polls.open_poll(inquiry=inquiry, page=page, by=director)
    shown_words = words(Client().get(here(link)))
    assert "Not decided yet" in shown_words and "other players are being asked" in shown_words
    assert SECRET not in shown_words and "AQ64" not in shown_words


def test_the_link_of_one_pair_opens_no_other_and_a_withdrawn_one_nothing(link, director):
    other = player_links.make(board=link.board, contestant=Result.objects.get(table=2).ns, by=director)
    crossed = url("player_evening", link.pk, link_tokens.token("board", other.pk))
    assert Client().get(crossed).status_code == Client().post(crossed, {}).status_code == 404
    player_links.withdraw(link=link, by=director)
    assert Client().get(here(link)).status_code == 404
    assert "no-store" in Client().get(here(other))["Cache-Control"]


def test_the_record_of_a_request_is_sound_and_is_read_in_the_history(link, confirmed, director, client):
    publish(link, director)
    ask(link, confirmed, **BOTH)
    confirmed.refresh_from_db()
    assert not history.differences(confirmed)
    assert "asks to appeal, by its own link" in words(client.get(url("board", confirmed.board_id)))
    assert leaving.export_case(confirmed).data
    assert scores.propose_adjustment(confirmed).digest
