"""The clock of the round: stored, so that every tablet shows the same one."""

import datetime
import re

import pytest
from django.test import Client

from arbitrage.models import Event, Stream, Tournament
from arbitrage.services import clock, tournaments
from arbitrage.services.people import link_tokens
from arbitrage.services.record import history, tournament_rows
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import post, sign_in, url, words

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

START = datetime.datetime(2026, 11, 20, 20, 0, tzinfo=datetime.UTC)


def after(minutes: float) -> datetime.datetime:
    return START + datetime.timedelta(minutes=minutes)


@pytest.fixture
def timed(evening, director) -> Tournament:
    """The evening in its first round, of fifteen minutes, begun at START."""
    Tournament.objects.update(round_started_at=START, current_round=1, round_minutes=15)
    return Tournament.objects.get()


def left(minutes: float) -> int | None:
    found = tournaments.round_clock(Tournament.objects.get(), after(minutes))
    return None if found is None else found.left


def test_the_clock_counts_down_and_goes_below_zero(timed):
    assert [left(minutes) for minutes in (0, 9.5, 15, 17)] == [900, 330, 0, -120]


def test_a_clock_that_stands_still_loses_no_time(timed, director):
    with clock.at(after(5)):
        tournaments.pause_clock(tournament=timed, by=director)
    assert (left(5), left(12)) == (600, 600)
    with clock.at(after(12)):
        tournaments.resume_clock(tournament=timed, by=director)
    assert (left(12), left(13)) == (600, 540)


def test_stopping_or_resuming_twice_changes_nothing(timed, director):
    with clock.at(after(5)):
        tournaments.pause_clock(tournament=timed, by=director)
    with clock.at(after(8)):
        tournaments.pause_clock(tournament=timed, by=director)
        tournaments.resume_clock(tournament=timed, by=director)
        tournaments.resume_clock(tournament=timed, by=director)
    assert left(8) == 600
    assert [event.kind for event in Event.objects.order_by("seq")] == ["clock_paused", "clock_resumed"]


def test_the_next_round_starts_a_clock_that_runs(timed, director):
    with clock.at(after(5)):
        tournaments.pause_clock(tournament=timed, by=director)
    with clock.at(after(20)):
        tournaments.begin_round(tournament=timed, number=2, by=director)
    assert left(21) == 14 * 60


def test_what_the_clock_was_told_is_in_the_record(timed, director):
    tournament = tournaments.pause_clock(tournament=timed, by=director)
    tournaments.resume_clock(tournament=tournament, by=director)
    assert tournament_rows.differences(tournament) == []
    assert history.verify(Stream.objects.get(pk=tournament.pk)) == []


def test_a_round_without_minutes_has_no_clock(evening):
    assert tournaments.round_clock(evening, clock.now()) is None


# On the page


def test_a_director_says_how_long_a_round_lasts_and_stops_the_clock(evening, director):
    client = sign_in(director)
    assert "Say how many minutes a round lasts" in words(client.get(url("clock", evening.pk)))
    page = words(post(client, url("clock", evening.pk), {"minutes": 20}))
    assert "Stop the clock" in page
    page = words(post(client, url("clock", evening.pk), {"change": "pause"}))
    assert "The clock is stopped" in page
    assert "Let it run on" in page
    assert "Stop the clock" in words(post(client, url("clock", evening.pk), {"change": "resume"}))
    assert "20 min left" in words(client.get(url("room", evening.pk)))


@pytest.mark.parametrize(
    ("minutes", "shown"),
    [(0, "15:00"), (14.9, "0:06"), (15.1, "−0:06"), (74.9, "−59:54"), (75, "−1 h 00"), (180, "−2 h 45")],
)
def test_an_hour_late_and_more_the_clock_counts_no_seconds(timed, director, minutes, shown):
    client = sign_in(director)
    with clock.at(after(minutes)):
        pages = [
            client.get(url("clock", timed.pk)),
            Client().get(url("wall", timed.pk, link_tokens.token(link_tokens.WALL, timed.pk))),
        ]
    for page in pages:
        (found,) = re.findall("data-seconds>([^<]*)<", page.content.decode())
        assert found.replace("\xa0", " ") == shown


def test_the_clock_leads_to_the_next_round_and_stays(timed, director):
    response = post(sign_in(director), url("round", timed.pk), {"round": 2, "next": "clock"})
    assert response.redirect_chain[-1][0] == url("clock", timed.pk)
    assert "Round 2 of 2" in words(response)


def test_a_clock_is_not_set_to_nonsense(timed, director):
    response = post(sign_in(director), url("clock", timed.pk), {"minutes": "0"})
    assert "Touch one of the buttons of the page." in words(response)
    assert Tournament.objects.get().round_minutes == 15


def test_a_reader_sees_the_clock_and_cannot_touch_it(timed, club):
    reader = make.make_member(club, "lecteur", "reviewer")
    assert "Stop the clock" not in words(sign_in(reader).get(url("clock", timed.pk)))
    assert sign_in(reader).post(url("clock", timed.pk), {"change": "pause"}).status_code == 403
    assert Tournament.objects.get().round_paused_at is None


def test_a_clock_that_nobody_touched_is_not_sent_again(timed, director, monkeypatch):
    monkeypatch.setattr("arbitrage.pages.room.watched_results.version", lambda: 7)
    client = sign_in(director)
    seen = client.get(url("clock", timed.pk)).content.decode().split('data-seen="')[1].split('"')[0]
    assert client.get(f"{url('clock', timed.pk)}?seen={seen}").status_code == 204
    tournaments.pause_clock(tournament=timed, by=director)
    assert client.get(f"{url('clock', timed.pk)}?seen={seen}").status_code == 200
