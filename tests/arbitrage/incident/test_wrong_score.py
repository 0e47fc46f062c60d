"""A wrong score: the tile leads straight to the line, the correction itself makes the ruling, and undoing the
correction drops the ruling (79C)."""

import datetime

import pytest

from arbitrage.models import Event, Incident, Inquiry, Result, Tournament
from arbitrage.services import clock, incidents, tournaments
from arbitrage.services.results import scores
from arbitrage.services.tournaments.evenings import Plan
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import mains, post, sign_in, url, words
from tests.arbitrage.services.record_problems import problems
from tests.arbitrage.tournament.test_evenings import made

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_moment"), pytest.mark.either_database]

FOUR_SPADES = {"level": "4", "denomination": "S", "doubled": "0", "declarer": "N", "margin": "0", "kind": "played"}
WITH_AN_OVERTRICK = FOUR_SPADES | {"margin": "1"}


@pytest.fixture
def running(club, director) -> Tournament:
    tournament = made(club, director, Plan(tables=3, movement="mitchell", rounds=3, each=2))
    return tournaments.begin_round(tournament=tournament, by=director, number=1)


@pytest.fixture
def line(running, director) -> Result:
    result = Result.objects.filter(board__tournament=running, table=2, round=1).order_by("board__number").first()
    post(sign_in(director), url("type_result", result.pk), FOUR_SPADES)
    return Result.objects.get(pk=result.pk)


@pytest.fixture
def call(running, director) -> Incident:
    return incidents.open_incident(tournament=running, by=director, section=running.sections.get(), table=2)


def seen(page) -> str:
    return page.content.decode().split('name="seen" value="')[1].split('"')[0]


def corrected(client, call, line, sent=WITH_AN_OVERTRICK, **more):
    address = url("wrong_line", call.pk, line.pk)
    return post(client, address, sent | {"seen": seen(client.get(address))} | more)


def test_the_tile_leads_to_the_lines_of_the_table_and_a_waiting_one_is_typed(director, call, line):
    client = sign_in(director)
    page = post(client, url("what", call.pk), {"tile": "resultat-faux"})
    assert page.request["PATH_INFO"] == url("which_line", call.pk)
    assert "Wrong result: which line?" in words(page)
    assert url("wrong_line", call.pk, line.pk) in page.content.decode()
    waiting = Result.objects.get(board__tournament=call.tournament, table=2, round=1, kind="not_played")
    assert url("type_result", waiting.pk) in page.content.decode()
    assert not call.inquiries.exists()


def test_nothing_is_said_to_be_corrected_until_something_is(director, call, line):
    client = sign_in(director)
    page = client.get(url("wrong_line", call.pk, line.pk))
    assert mains(page) == ["Touch what is wrong"]
    page = client.post(url("wrong_line", call.pk, line.pk), FOUR_SPADES | {"seen": seen(page)})
    assert page.status_code == 422
    assert "The line says this already: there is nothing to correct." in words(page)
    assert not Inquiry.objects.exists()


def test_the_line_is_corrected_with_its_effect_and_the_call_is_ruled(director, call, line):
    page = corrected(sign_in(director), call, line)
    shown_words = words(page)
    assert "The line is corrected." in shown_words
    assert "Was 4♠" in shown_words.replace("4 spades", "") or "Was" in shown_words
    assert (Result.objects.get(pk=line.pk).tricks, Result.objects.get(pk=line.pk).score) == (
        11,
        450 + 200 * (line.score > 500),
    )
    ruling = Inquiry.objects.get(incident=call).rulings.get()
    assert (ruling.law, ruling.data["text"]) == ("79C1", "The score is corrected.")
    assert Incident.objects.get(pk=call.pk).result_id == line.pk
    assert "scoring program" not in shown_words  # this club has none
    assert problems() == []


def test_the_scoring_program_is_told_no_result_while_an_adjusted_score_counts(director, call, line):
    Tournament.objects.update(source_name="evening.pbn")
    client = sign_in(director)
    assert "In the scoring program: table 2" in words(corrected(client, call, line))
    ruled = incidents.open_incident(
        tournament=call.tournament, by=director, section=call.section, table=2, board=line.board
    )
    make.answer(
        incidents.open_inquiry(incident=ruled, law="88", by=director), director, fault_ns="none", fault_ew="none"
    )
    proposal = scores.propose_adjustment(Incident.objects.get(pk=ruled.pk))
    scores.confirm_adjustment(incident=ruled, by=director, seen=proposal.digest)
    page = words(corrected(client, call, line, FOUR_SPADES))
    assert "This table counts with its adjusted score" in page
    assert "In the scoring program" not in page


def test_the_page_of_a_correction_stays_while_other_lines_are_corrected(director, colleague, call, line):
    client, other = sign_in(director), sign_in(colleague)
    page = corrected(client, call, line)
    address = page.request["PATH_INFO"]
    beside = (
        Result.objects.filter(board__tournament=call.tournament, table=1, round=1).order_by("board__number").first()
    )
    post(other, url("type_result", beside.pk), FOUR_SPADES)
    there = incidents.open_incident(
        tournament=call.tournament, by=colleague, section=call.tournament.sections.get(), table=1
    )
    corrected(other, there, beside)
    assert "The line is corrected." in words(client.get(address, follow=True))
    corrected(other, call, line, FOUR_SPADES | {"margin": "2"})
    assert "The line has changed again since" in words(client.get(address, follow=True))


def test_undone_the_line_says_what_it_said_and_nothing_is_ruled(director, call, line):
    client = sign_in(director)
    corrected(client, call, line)
    event = Event.objects.filter(kind="result_corrected").order_by("seq").last()
    post(client, url("undo", event.pk), {"next": url("wrong_line", call.pk, line.pk)})
    assert Result.objects.get(pk=line.pk).tricks == 10
    assert Inquiry.objects.get(incident=call).stage == Inquiry.Stage.DROPPED
    assert problems() == []


def test_after_the_period_it_takes_the_tick_and_79C2(director, call, line, running):
    Tournament.objects.update(published_at=clock.now() - datetime.timedelta(hours=2), correction_minutes=30)
    client = sign_in(director)
    address = url("wrong_line", call.pk, line.pk)
    page = client.get(address)
    assert "The correction period ended " in words(page)
    refused = client.post(address, WITH_AN_OVERTRICK | {"seen": seen(page)})
    assert refused.status_code == 422
    assert "tick that the organiser consents" in words(refused)
    assert Result.objects.get(pk=line.pk).tricks == 10
    corrected(client, call, line, agreed="yes")
    assert Result.objects.get(pk=line.pk).tricks == 11
    assert Inquiry.objects.get(incident=call).rulings.get().law == "79C2"


def test_a_call_without_a_table_is_asked_for_it_and_another_table_can_be_touched(director, running, line):
    nowhere = incidents.open_incident(tournament=running, by=director)
    client = sign_in(director)
    assert "Wrong result: at which table?" in words(client.get(url("which_line", nowhere.pk)))
    section = running.sections.get()
    page = client.get(url("which_line", nowhere.pk), {"table": f"{section.pk}:2"})
    assert url("wrong_line", nowhere.pk, line.pk) in page.content.decode()
    here = incidents.open_incident(tournament=running, by=director, section=section, table=2)
    another = client.get(url("which_line", here.pk), {"choose": "table"})
    assert "Wrong result: at which table?" in words(another)
    assert url("wrong_line", here.pk, line.pk) not in another.content.decode()


def test_a_disagreement_on_tricks_is_an_inquiry(director, call, line):
    page = post(sign_in(director), url("what", call.pk), {"law": "79"})
    assert Inquiry.objects.get(incident=call).law == "79"
    assert "question" in page.request["PATH_INFO"] or "/q/" in page.request["PATH_INFO"]


def test_a_line_that_changed_meanwhile_is_looked_at_again(director, colleague, call, line):
    client = sign_in(director)
    was = seen(client.get(url("wrong_line", call.pk, line.pk)))
    other = incidents.open_incident(tournament=call.tournament, by=colleague)
    corrected(sign_in(colleague), other, line, FOUR_SPADES | {"margin": "2"})
    page = client.post(url("wrong_line", call.pk, line.pk), WITH_AN_OVERTRICK | {"seen": was})
    assert page.status_code == 422
    assert "leclerc changed this line on " in words(page)
    assert Result.objects.get(pk=line.pk).tricks == 12
