"""A person's data are exported completely and erased; the history can still be verified afterwards."""

import datetime
import json

import pytest
from django.core.management import CommandError, call_command

from arbitrage.demo import files
from arbitrage.models import Club, Event, Membership, Player, Tournament
from arbitrage.services import incidents
from arbitrage.services.files.imports import import_tournament
from arbitrage.services.people import conduct, personal_data
from arbitrage.services.record import tournament_rows
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
        result
        for board in played.boards.all()
        for result in board.results.filter(kind="played")
        if somebody.contestant_id in (result.ns_id, result.ew_id)
    )
    call = incidents.open_incident(tournament=played, by=director)
    incidents.place_incident(incident=call, by=director, line=line)
    incidents.add_words(incident=call, words="Somebody was upset.", by=director)
    call_command("person", club.name, somebody.name)
    data = json.loads(capsys.readouterr().out)
    assert [tournament["name"] for tournament in data["tournaments"]] == [somebody.name]
    assert [incident["reference"] for incident in data["incidents"]] == [call.reference]
    assert data["words"] == 1


def test_a_forgotten_person_is_nowhere_and_the_record_is_sound(played, somebody, club, capsys):
    call_command("person", club.name, somebody.name, forget=True, yes=True)
    output = capsys.readouterr().out
    assert somebody.name in output and "Oublié à 1 endroits." in output
    assert not Player.objects.filter(name=somebody.name).exists()
    assert personal_data.data_of(club, somebody.name)["tournaments"] == []
    assert Event.objects.get(kind="names_forgotten").data["count"] == 1
    assert tournament_rows.differences(played) == []
    Player.objects.filter(pk=somebody.pk).update(name="Somebody")
    assert tournament_rows.differences(played) == [
        f"Tournoi {played.pk}\u00a0: les noms ne sont pas ceux qui furent enregistrés"
    ]


def test_everybody_of_old_tournaments_is_forgotten_and_nobody_of_the_new_ones(played, club):
    assert personal_data.forget_before(club, DAY) == 0
    assert personal_data.forget_before(club, DAY + datetime.timedelta(days=1)) > 20
    assert not Player.objects.exclude(name="").exists()
    assert tournament_rows.differences(played) == []


def test_another_clubs_player_of_the_same_name_is_left_alone(played, somebody, director):
    other = make.make_club("Other", "other")
    assert personal_data.forget(other, somebody.name) == 0
    assert personal_data.data_of(other, somebody.name)["tournaments"] == []
    assert Player.objects.filter(pk=somebody.pk, name=somebody.name).exists()


def test_nobody_and_no_club_are_one_sentence(club):
    for arguments in (("No club", "Martin"), (club.name,)):
        with pytest.raises(CommandError):
            call_command("person", *arguments)
    assert Club.objects.count() == 1


def test_a_name_is_known_in_either_order_with_and_without_accents(played, somebody, club):
    Player.objects.filter(pk=somebody.pk).update(name="Élise MARTIN-DUCLOS")
    for written in ("Élise Martin-Duclos", "martin duclos elise", "MARTIN-DUCLOS, Élise", "Duclos Élise Martin"):
        assert [tournament["name"] for tournament in personal_data.data_of(club, written)["tournaments"]] == [
            "Élise MARTIN-DUCLOS"
        ]
    for other in ("Martin", "Élise Martin", "", "Lise Martin-Duclos"):
        assert personal_data.data_of(club, other)["tournaments"] == []


def test_free_words_and_notes_on_conduct_that_name_him_are_told(played, somebody, club, director):
    Membership.objects.filter(user=director).update(conduct=True)
    call = incidents.open_incident(tournament=played, by=director)
    incidents.add_words(incident=call, words="M. Élise martin s’est emporté.", by=director)
    incidents.add_words(incident=incidents.fresh(call), words="Martin seul ne dit rien.", by=director)
    conduct.write(club=club, law="74", words="Martin, Elise : averti.", by=director, incident=call)
    conduct.write(club=club, law="74", words="Averti.", by=director, player="MARTIN Élise")
    data = personal_data.data_of(club, "Elise Martin")
    assert (data["named_in"], data["words"], data["named_in_conduct"]) == ([call.reference], 1, 1)
    assert [one["words"] for one in data["conduct"]] == ["Averti."]


def test_forgetting_asks_and_can_be_tried_dry(played, somebody, club, capsys):
    for options in ({"dry_run": True}, {}):
        try:
            call_command("person", club.name, somebody.name, forget=True, **options)
        except CommandError as error:
            assert "--yes" in str(error)
        assert somebody.name in capsys.readouterr().out
        assert Player.objects.filter(pk=somebody.pk, name=somebody.name).exists()
