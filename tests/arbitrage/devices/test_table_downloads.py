"""A device downloads the tables of an evening, and later sends its acts; the server carries out each act once."""

import json

import pytest

from arbitrage.database.ids import uuid7
from arbitrage.models import Duty, Event, Incident, Inquiry
from arbitrage.pages.devices import page_downloads
from arbitrage.services import incidents
from arbitrage.services.record import history
from arbitrage.services.tournaments import playing_director
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import sign_in, url
from tests.arbitrage.services.test_linked import LEFT_FREE, begin

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]


def lying(incident: Incident, by) -> Inquiry:
    """Rule that East's king of diamonds, led out of turn, is a major penalty card."""
    inquiry = begin(incident, "54", by, **LEFT_FREE)
    assert incidents.table_of(incidents.fresh(incident)).keys == {"E:DK"}
    return inquiry


def along(user, tournament, have: str = "") -> dict:
    response = sign_in(user).get(url("tables_along", tournament.pk), {"have": have})
    assert response.status_code == 200
    return json.loads(response.content)


def test_a_table_with_a_card_goes_along_with_what_it_answers_where_from_and_what_it_opens(incident, director):
    incidents.open_inquiry(incident=make.make_incident(incident.board, director, table=2), law="64", by=director)
    inquiry = lying(incident, director)
    (table,) = along(director, incident.tournament)["tables"]
    assert table["calls"] == [str(incident.pk)]
    assert table["readings"]["50-table"]
    assert "E:DK" in table["readings"]["54"]["besides by"].values()
    assert table["lines"]["E:DK"]["brief"] == "♦K of East"
    assert "Law 5" in table["lines"]["E:DK"]["origin"]
    assert [one["what"] for one in table["lines"]["E:DK"]["says"]] == ["played", "picked_up", "not_penalised"]
    duty = Duty.objects.get(inquiry=inquiry, about="E:DK")
    assert table["opens"][str(duty.pk)]["law"] == "50-table"
    assert not {"deal", "table"} & table["facts"].keys()
    open_now = incidents.open_inquiry(incident=incidents.fresh(incident), law="56", by=director)
    assert page_downloads.inquiry(open_now)["is"] == table["is"], "a page of the table says that it is still so"


def test_a_version_that_a_device_has_is_not_sent_again_and_another_act_makes_another(incident, director):
    lying(incident, director)
    first = along(director, incident.tournament)
    (table,) = first["tables"]
    again = along(director, incident.tournament, have=table["version"])
    assert again["tables"] == [{"place": table["place"], "version": table["version"]}]
    incidents.say(incident=incidents.fresh(incident), what="picked_up", about="E:DK", by=director)
    then = along(director, incident.tournament, have=table["version"])
    assert then["seen"] > first["seen"]
    assert [one["version"] for one in then["tables"]] != [table["version"]]


def test_of_a_board_that_its_director_has_yet_to_play_nothing_goes_along(incident, director):
    lying(incident, director)
    line = incident.board.results.exclude(table=incident.table).first()
    line.kind = "not_played"
    line.save()
    playing_director.say_playing(tournament=incident.tournament, by=director, contestant=line.ns)
    assert along(director, incident.tournament)["tables"] == []


class Device:
    def __init__(self, user) -> None:
        self.client, self.user = sign_in(user), user

    def send(self, kind, **said):
        body = {"id": str(uuid7()), "user": self.user.pk, "kind": kind, "at": "2026-11-19T20:04:05.000Z", **said}
        return self.client.post(url("outbox"), json.dumps(body), content_type="application/json")


def test_a_card_that_was_played_on_a_device_is_played_once_however_often_it_is_sent(incident, director):
    lying(incident, director)
    device, id = Device(director), str(uuid7())
    said = {"incident": str(incident.pk), "what": "played", "about": "E:DK", "id": id}
    assert [device.send("say", **said).json()["status"] for _again in range(3)] == ["accepted", "same", "same"]
    assert Event.objects.filter(kind="table_said").count() == 1
    assert incidents.table_of(incidents.fresh(incident)).keys == frozenset()
    assert Duty.objects.get(about="E:DK").state == Duty.State.DONE
    assert history.differences(incidents.fresh(incident)) == []


def test_what_cannot_be_said_of_a_table_is_refused_by_name(incident, director):
    answer = Device(director).send("say", incident=str(incident.pk), what="eaten", about="E:DK")
    assert (answer.status_code, answer.json()["code"]) == (422, "not_said")
    assert Device(director).send("say", what="played", about="E:DK").json()["code"] == "malformed"


def test_what_a_duty_opens_on_a_device_is_that_duty_once_and_the_one_that_is_asked_already(incident, director):
    inquiry = lying(incident, director)
    duty = inquiry.duties.get(about="E:DK")
    device, first = Device(director), str(uuid7())
    chosen = {"incident": str(incident.pk), "law": "50-table", "duty": str(duty.pk)}
    for status in ("accepted", "same"):
        assert device.send("law", id=str(uuid7()), inquiry=first, **chosen).json()["status"] == status
    other, act = str(uuid7()), str(uuid7())
    for _again in range(2):
        answer = device.send("law", id=act, inquiry=other, **chosen).json()
        assert (answer["status"], answer["inquiry"]) == ("same", first)
    opened = Inquiry.objects.get(law="50-table")
    assert opened.opened_by_duty == duty
    incidents.say(incident=incidents.fresh(incident), what="picked_up", about="E:DK", by=director)
    third = str(uuid7())
    assert device.send("law", id=str(uuid7()), inquiry=third, **chosen).json()["inquiry"] in (first, third)
    assert history.differences(incidents.fresh(incident)) == []
