"""A person's data: told whole, forgotten, and the history stays verifiable."""

import datetime
import json

import pytest
from django.core.management import CommandError, call_command

from arbitrage.demo import files
from arbitrage.models import Club, Event, Player, Tournament
from arbitrage.services import incidents, people
from arbitrage.services.files.imports import import_tournament
from arbitrage.services.record import tables
from tests.arbitrage import factories as make

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

DAY = datetime.date(2026, 11, 20)


@pytest.fixture
def played(club, director) -> Tournament:
    file = files.of_evening(DAY, until_round=2)["pbn"]
    return import_tournament(club=club, by=director, data=file.data, filename=file.name).tournaments[0]


@pytest.fixture
def somebody(played) -> Player:
    return Player.objects.filter(contestant__section__tournament=played).exclude(name="").first()


def test_everything_that_the_club_has_of_a_person_is_printed(played, somebody, club, director, capsys):
    line = next(
        one
        for board in played.boards.all()
        for one in board.results.filter(kind="played")
        if somebody.contestant_id in (one.ns_id, one.ew_id)
    )
    call = incidents.open_incident(tournament=played, by=director)
    incidents.place_incident(incident=call, by=director, line=line)
    incidents.add_words(incident=call, words="Somebody was upset.", by=director)
    call_command("person", club.name, somebody.name)
    said = json.loads(capsys.readouterr().out)
    assert [one["name"] for one in said["tournaments"]] == [somebody.name]
    assert [one["reference"] for one in said["incidents"]] == [call.reference]
    assert said["words"] == 1


def test_a_forgotten_person_is_nowhere_and_the_record_is_sound(played, somebody, club, capsys):
    call_command("person", club.name, somebody.name, forget=True)
    assert "Forgotten in 1 places." in capsys.readouterr().out
    assert not Player.objects.filter(name=somebody.name).exists()
    assert people.data_of(club, somebody.name)["tournaments"] == []
    assert Event.objects.get(kind="names_forgotten").data["count"] == 1
    assert tables.differences(played) == []
    Player.objects.filter(pk=somebody.pk).update(name="Somebody")
    assert tables.differences(played) == [f"Tournament {played.pk}: its names are not those that were recorded"]


def test_everybody_of_old_tournaments_is_forgotten_and_nobody_of_the_new_ones(played, club):
    assert people.forget_before(club, DAY) == 0
    assert people.forget_before(club, DAY + datetime.timedelta(days=1)) > 20
    assert not Player.objects.exclude(name="").exists()
    assert tables.differences(played) == []


def test_another_clubs_player_of_the_same_name_is_left_alone(played, somebody, director):
    other = make.make_club("Other", "other")
    assert people.forget(other, somebody.name) == 0
    assert people.data_of(other, somebody.name)["tournaments"] == []
    assert Player.objects.filter(pk=somebody.pk, name=somebody.name).exists()


def test_nobody_and_no_club_are_one_sentence(club):
    for arguments in (("No club", "Martin"), (club.name,)):
        with pytest.raises(CommandError):
            call_command("person", *arguments)
    assert Club.objects.count() == 1
