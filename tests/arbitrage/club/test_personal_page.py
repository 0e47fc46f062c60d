"""On the page *Données des joueurs* a manager shows a player the data that the club stores about him, and erases
them."""

import datetime
import json

import pytest

from arbitrage.models import Club, ConductNote, Event, Membership, Note, Player
from arbitrage.services import clock, incidents
from arbitrage.services.people import conduct
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import post, sign_in, url, words
from tests.arbitrage.services.record_problems import problems

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

NAME = "Zébulon Anne"


@pytest.fixture
def somebody(club) -> Player:
    """A player with a licence, at the table of a call with a note about her."""
    director = make.make_member(club, "director")
    board = make.make_seed_case(club)
    line = board.results.get(table=1)
    player = line.ns.players.first()
    Player.objects.filter(pk=player.pk).update(name=NAME, licence="01234567")
    call = make.make_incident(board, director)
    incidents.place_incident(incident=call, by=director, line=line)
    incidents.add_words(incident=call, words="Anne was upset.", by=director)
    return Player.objects.get(pk=player.pk)


@pytest.fixture
def managing(club):
    return sign_in(make.make_member(club, "girard", role="manager"))


def test_everything_is_shown_by_name_or_licence_and_given_as_a_file(somebody, managing, club):
    for whom in (NAME, NAME.upper(), "01234567"):
        page = words(managing.get(url("personal", club.pk), {"name": whom}))
        assert "Anne was upset." in page and "01234567" in page
    file = managing.get(url("personal", club.pk), {"name": NAME, "file": "yes"})
    assert [tournament["name"] for tournament in json.loads(file.content)["tournaments"]] == [NAME]
    assert "Anne" not in file["Content-Disposition"]


def test_a_name_that_is_nowhere_is_said(somebody, managing, club):
    page = words(managing.get(url("personal", club.pk), {"name": "Nobody"}))
    assert "No player of this name or licence is in the tournaments of the club." in page
    assert managing.get(url("personal", club.pk), {"name": ""}).status_code == 422


def test_who_is_named_in_a_note_on_conduct_alone_is_found_and_forgotten(managing, club):
    Membership.objects.filter(user__username="girard").update(conduct=True)
    manager = Membership.objects.get(user__username="girard")
    conduct.write(club=club, law="74", words="Loud.", by=manager.user, player="Jean Bidon")
    page = words(managing.get(url("personal", club.pk), {"name": "bidon jean"}))
    assert "No player of this name" not in page and "Forget bidon jean" in page and "Loud" not in page
    assert "1 note on conduct too." in words(post(managing, url("forget", club.pk), {"name": "bidon jean"}))
    post(managing, url("forget", club.pk), {"name": "bidon jean", "sure": "yes"})
    assert ConductNote.objects.get().player == ""
    assert "No player of this name" in words(managing.get(url("personal", club.pk), {"name": "Jean Bidon"}))


def test_somebody_is_forgotten_and_so_are_the_words_and_the_record_stays_sound(somebody, managing, club):
    note = Note.objects.get(text="Anne was upset.")
    post(managing, url("forget", club.pk), {"name": NAME, "note": str(note.pk)})
    page = words(post(managing, url("forget", club.pk), {"name": NAME}))
    assert "Nothing is forgotten yet." in page and "at 1 place" in page
    assert Player.objects.filter(name=NAME).exists()
    page = post(managing, url("forget", club.pk), {"name": NAME, "sure": "yes"})
    assert "Forgotten in 1 place." in words(page)
    assert not Player.objects.filter(name=NAME).exists()
    assert Note.objects.get(pk=note.pk).erased
    assert Event.objects.filter(kind="names_forgotten", by__username="girard").count() == 1
    assert problems() == []


def test_old_tournaments_lose_their_names_and_a_day_to_come_is_refused(somebody, managing, club):
    assert post(managing, url("forget", club.pk), {"before": "2999-01-01"}).status_code == 422
    assert Player.objects.filter(name=NAME).exists()
    day = Club.objects.get(pk=club.pk).tournaments.get().date
    post(managing, url("forget", club.pk), {"before": str(day)})
    assert Player.objects.filter(name=NAME).exists()  # the tournament was on that day, not before
    Club.objects.get(pk=club.pk).tournaments.update(date="2020-01-01")
    post(managing, url("forget", club.pk), {"before": str(day)})
    assert not Player.objects.exclude(name="").exists()


def test_only_a_manager_finds_the_page_and_words_of_another_club_stay(somebody, club):
    assert sign_in(make.make_member(club, "another")).get(url("personal", club.pk)).status_code == 403
    other = make.make_club("Club de la Tour", "tour")
    elsewhere = sign_in(make.make_member(other, "dupont", role="manager"))
    note = Note.objects.get(text="Anne was upset.")
    assert elsewhere.post(url("forget", other.pk), {"note": str(note.pk)}).status_code == 404
    assert elsewhere.get(url("personal", club.pk)).status_code == 404
    elsewhere.post(url("forget", other.pk), {"name": NAME})
    assert Player.objects.filter(name=NAME).exists()


def test_the_day_that_has_begun_is_not_to_come_though_it_is_still_the_day_before_in_greenwich(managing, club):
    half_past_midnight = datetime.datetime(2026, 11, 20, 23, 30, tzinfo=datetime.UTC)
    with clock.at(half_past_midnight):
        for day, status in (("2026-11-21", 200), ("2026-11-22", 422)):
            assert post(managing, url("forget", club.pk), {"before": day}).status_code == status
