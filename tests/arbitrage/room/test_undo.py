"""An act can be undone for ten seconds: the inverse is written, everything is as before, and both acts stay in the
history."""

import datetime

import pytest

from arbitrage.models import Duty, Event, Result, Tournament
from arbitrage.services import clock, incidents, tournaments
from arbitrage.services.errors import Refused
from arbitrage.services.incidents.table import table_of
from arbitrage.services.results.entering import Entry, correct_result, says, seen_of
from arbitrage.services.tournaments import evenings
from arbitrage.services.tournaments.evenings import Plan
from arbitrage.services.undoing import last_of, undo
from rulings.bridge import Contract, Denomination, Seat
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import post, sign_in, url, words
from tests.arbitrage.room.test_room_page import penalty_card
from tests.arbitrage.services.record_problems import problems
from tests.arbitrage.tournament.test_evenings import made

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_moment")]


@pytest.fixture
def prepared(club, director) -> Tournament:
    tournament = made(club, director, Plan(tables=3, movement="mitchell", rounds=3, each=2))
    return tournaments.begin_round(tournament=tournament, by=director, number=1)


def everything(tournament: Tournament) -> dict:
    """Return the stored rows of an evening, by model and identifier."""
    from arbitrage.services.record import tournament_rows

    return {model.__name__: rows for model, rows in tournament_rows.stored_rows(tournament).items()}


def entered(line: Result, by) -> Result:
    entry = Entry(kind="played", contract=Contract(3, Denomination.NT, 0, Seat.S), tricks=9, ns=line.ns, ew=line.ew)
    return correct_result(result=line, by=by, entry=entry, seen=seen_of(line)).line


ACTS = {
    "the next round": lambda one, by: tournaments.begin_round(tournament=one, by=by, number=2),
    "the round before": lambda one, by: (
        tournaments.begin_round(tournament=one, by=by, number=3),
        tournaments.begin_round(tournament=one, by=by, number=2),
    ),
    "a table closes": lambda one, by: evenings.close_table(
        tournament=one, by=by, section=one.sections.get(), table=2, since=2
    ),
    "a pair leaves": lambda one, by: evenings.pair_leaves(
        tournament=one, by=by, contestant=one.sections.get().contestants.first(), since=2
    ),
    "a result is typed": lambda one, by: entered(Result.objects.filter(board__tournament=one, round=1).first(), by),
}


@pytest.mark.parametrize("act", ACTS)
def test_an_act_on_an_evening_is_undone_and_the_record_is_sound(prepared, director, act):
    if act == "the round before":
        prepared = tournaments.begin_round(tournament=prepared, by=director, number=3)
    before = everything(prepared)
    ACTS[act](prepared, director)
    assert everything(prepared) != before
    undo(event=last_of(prepared, director), by=director)
    assert everything(prepared) == before
    assert problems() == []


def test_an_act_on_rows_that_have_changed_since_is_not_undone_and_the_page_says_so(prepared, director):
    tournaments.begin_round(tournament=prepared, by=director, number=2)
    began = last_of(prepared, director)
    Tournament.objects.filter(pk=prepared.pk).update(current_round=3)
    page = post(sign_in(director), url("undo", began.pk), {"next": url("room", prepared.pk)})
    assert "Something has changed since: this cannot be undone any more." in words(page)
    assert not Event.objects.filter(kind="taken_back").exists()


def test_the_clock_of_the_round_goes_on_as_if_it_had_not_been_touched(prepared, director, monkeypatch):
    later = clock.now() + datetime.timedelta(minutes=12)
    monkeypatch.setattr(clock, "now", lambda: later)
    tournaments.begin_round(tournament=prepared, by=director, number=2)
    undo(event=last_of(prepared, director), by=director)
    again = Tournament.objects.get(pk=prepared.pk)
    assert (again.current_round, again.round_started_at) == (1, prepared.round_started_at)
    assert tournaments.round_at(again, later) == 1


def test_a_card_said_to_be_played_lies_there_again_with_its_restriction(prepared, director):
    call = penalty_card(prepared, 2, director, "DK")
    before = table_of(call)
    client = sign_in(director)
    page = post(client, url("say", call.pk), {"what": "played", "about": "E:DK", "next": url("room", prepared.pk)})
    assert "Card of East, ♦K: it has been played" in words(page)
    assert Duty.objects.get(opens="50-table").state == Duty.State.DONE
    assert not table_of(call).cards
    event = Event.objects.get(kind="table_said")
    assert f'action="{url("undo", event.pk)}" data-seconds="10"' in page.content.decode()
    page = post(client, url("undo", event.pk), {"next": url("room", prepared.pk)})
    assert "Undone: it is as it was before." in words(page)
    assert table_of(call) == before
    assert Duty.objects.get(opens="50-table").state == Duty.State.OPEN
    assert problems() == []


def test_a_duty_that_was_over_is_to_be_come_back_to_again(prepared, director):
    inquiry = incidents.open_inquiry(
        incident=incidents.open_incident(tournament=prepared, by=director),
        law="64",
        by=director,
        facts={"declarer": "S"},
    )
    make.answer(inquiry, director, able="no")
    duty = (
        make.duty(inquiry)
        if hasattr(make, "duty")
        else Duty.objects.create(inquiry=inquiry, law="72C", moment="end_of_play", text="Look.", due_since=clock.now())
    )
    incidents.close_duty(duty=duty, by=director)
    undo(event=last_of(inquiry.incident, director), by=director)
    assert Duty.objects.get(pk=duty.pk).state == Duty.State.OPEN


def test_a_tap_that_changes_nothing_offers_to_undo_nothing(prepared, director, colleague):
    call = penalty_card(prepared, 2, director, "DK")
    client, back = sign_in(director), {"next": url("room", prepared.pk)}
    post(client, url("say", call.pk), back | {"what": "declarer", "about": "N"})
    incidents.say(incident=call, what="played", about="E:DK", by=colleague)
    post(client, url("say", call.pk), back | {"what": "declarer", "about": "S"})
    page = post(client, url("say", call.pk), back | {"what": "played", "about": "E:DK"})
    assert "Card of East, ♦K: it has been played" in words(page)
    assert "/undo/" not in page.content.decode()
    page = post(client, url("duty_done", Duty.objects.get(opens="50-table").pk), back)
    assert "/undo/" not in page.content.decode()


def test_a_moment_that_has_come_is_not_undone_as_a_duty(prepared, director):
    inquiry = incidents.open_inquiry(
        incident=incidents.open_incident(tournament=prepared, by=director), law="64", by=director
    )
    make.answer(inquiry, director, able="yes", offender="W", declarer="S", trick="3", noticed="during", since="played")
    duty = inquiry.duties.get()
    incidents.reach_moment(duty=duty, by=director)
    assert last_of(inquiry.incident, director) is None
    with pytest.raises(Refused) as refusal:
        undo(event=Event.objects.get(kind="duty_done"), by=director)
    assert (refusal.value.code, Duty.objects.get(pk=duty.pk).state) == ("no_undo", Duty.State.DONE)


def test_the_whole_minute_is_in_time(prepared, director):
    with clock.at(clock.now()):
        began = clock.now()
        tournaments.begin_round(tournament=prepared, by=director, number=2)
    with clock.at(began + datetime.timedelta(seconds=60)):
        undo(event=last_of(prepared, director), by=director)
    assert Tournament.objects.get().current_round == 1


def test_after_a_minute_it_is_too_late_and_the_page_says_what_to_do(prepared, director, monkeypatch):
    tournaments.begin_round(tournament=prepared, by=director, number=2)
    event = last_of(prepared, director)
    later = clock.now() + datetime.timedelta(seconds=61)
    monkeypatch.setattr(clock, "now", lambda: later)
    page = post(sign_in(director), url("undo", event.pk))
    assert "It is too late to undo this with one tap. What was done can still be corrected." in words(page)
    assert Tournament.objects.get().current_round == 2


def test_what_has_changed_since_is_not_undone(prepared, director):
    line = entered(Result.objects.filter(board__tournament=prepared, round=1).first(), director)
    event = last_of(prepared, director)
    correct_result(result=line, by=director, entry=Entry(kind="passed", ns=line.ns, ew=line.ew), seen=seen_of(line))
    page = post(sign_in(director), url("undo", event.pk))
    assert "This line has changed since." in words(page)
    assert says(Result.objects.get(pk=line.pk))["kind"] == "passed"


def test_undoing_twice_undoes_once(prepared, director):
    tournaments.begin_round(tournament=prepared, by=director, number=2)
    event = last_of(prepared, director)
    undo(event=event, by=director)
    undo(event=event, by=director)
    assert Event.objects.filter(kind="taken_back").count() == 1


def test_nobody_undoes_what_another_one_did(prepared, director, colleague):
    tournaments.begin_round(tournament=prepared, by=director, number=2)
    event = last_of(prepared, director)
    assert sign_in(colleague).post(url("undo", event.pk)).status_code == 404
    assert last_of(prepared, colleague) is None
