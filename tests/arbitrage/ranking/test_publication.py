"""Scores are published and can be corrected for a time (Law 79C); a director can undo the publication, which makes them
provisional again."""

import datetime

import pytest
from django.contrib.auth.models import User
from django.utils import translation

from arbitrage.models import Club, Event, Tournament
from arbitrage.services import clock
from arbitrage.services.errors import Refused
from arbitrage.services.record import history
from arbitrage.services.tournaments import (
    correction_state,
    law_of_correction,
    publish_scores,
    withdraw_publication,
)
from tests.arbitrage.factories import make_tournament

pytestmark = pytest.mark.django_db

TEN_AT_NIGHT = datetime.datetime(2026, 11, 20, 22, 0, tzinfo=datetime.UTC)


def minutes_later(minutes: int) -> datetime.datetime:
    return TEN_AT_NIGHT + datetime.timedelta(minutes=minutes)


@pytest.fixture
def tournament(club: Club) -> Tournament:
    return make_tournament(club)


def published(tournament: Tournament, director: User, **more: int) -> Tournament:
    with clock.at(TEN_AT_NIGHT):
        return publish_scores(tournament=tournament, by=director, **more)


def said(tournament: Tournament) -> list[tuple[str, dict]]:
    return [(event.kind, dict(event.data)) for event in Event.objects.filter(stream_id=tournament.pk).order_by("seq")]


def test_scores_are_provisional_until_they_are_published(tournament: Tournament) -> None:
    state = correction_state(tournament, TEN_AT_NIGHT)
    assert (state.published, state.until, state.over, state.law) == (False, None, False, "")


@pytest.mark.parametrize(("minutes", "over", "law"), [(0, False, "79C1"), (30, False, "79C1"), (31, True, "79C2")])
def test_published_scores_can_be_corrected_for_half_an_hour(
    tournament: Tournament, director: User, minutes: int, over: bool, law: str
) -> None:
    state = correction_state(published(tournament, director), minutes_later(minutes))
    assert (state.published, state.until, state.over, state.law) == (True, minutes_later(30), over, law)


def test_publishing_twice_is_publishing_once(tournament: Tournament, director: User) -> None:
    published(tournament, director)
    with clock.at(minutes_later(10)):
        publish_scores(tournament=tournament, by=director)
    assert correction_state(Tournament.objects.get(), TEN_AT_NIGHT).until == minutes_later(30)
    assert [kind for kind, _data in said(tournament)] == ["scores_published"]


def test_another_length_moves_the_end_and_not_the_beginning(tournament: Tournament, director: User) -> None:
    published(tournament, director)
    with clock.at(minutes_later(10)):
        publish_scores(tournament=tournament, by=director, minutes=60)
    state = correction_state(Tournament.objects.get(), minutes_later(10))
    assert (state.published_at, state.until) == (TEN_AT_NIGHT, minutes_later(60))
    assert [(kind, data["minutes"], data["until"][:19]) for kind, data in said(tournament)] == [
        ("scores_published", 30, "2026-11-20T22:30:00"),
        ("scores_published", 60, "2026-11-20T23:00:00"),
    ]


@pytest.mark.parametrize("minutes", [-1, 20161])
def test_a_length_that_is_none_is_refused(tournament: Tournament, director: User, minutes: int) -> None:
    with translation.override("en"), pytest.raises(Refused, match="two weeks"):
        published(tournament, director, minutes=minutes)
    assert said(tournament) == []


def test_a_publication_can_be_withdrawn_and_begins_anew(tournament: Tournament, director: User) -> None:
    tournament = published(tournament, director)
    withdraw_publication(tournament=tournament, by=director)
    tournament = withdraw_publication(tournament=tournament, by=director)
    assert not correction_state(Tournament.objects.get(), minutes_later(90)).published
    with clock.at(minutes_later(90)):
        publish_scores(tournament=tournament, by=director)
    assert correction_state(Tournament.objects.get(), minutes_later(90)).until == minutes_later(120)
    assert [kind for kind, _data in said(tournament)] == [
        "scores_published", "publication_withdrawn", "scores_published",
    ]  # fmt: skip
    assert history.verify(Event.objects.filter(stream_id=tournament.pk)[0].stream) == []


def test_after_the_period_a_correction_needs_the_organisers_consent(tournament: Tournament, director: User) -> None:
    assert law_of_correction(tournament, agreed=False) == ""
    tournament = published(tournament, director)
    with clock.at(minutes_later(30)):
        assert law_of_correction(tournament, agreed=False) == "79C1"
    with clock.at(minutes_later(31)):
        with pytest.raises(Refused, match="79C2"):
            law_of_correction(tournament, agreed=False)
        assert law_of_correction(tournament, agreed=True) == "79C2"
