"""The printed sheet of a table: its players call the director from their own telephones, without an account, once for
the table."""

import datetime
import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from arbitrage.database.ids import uuid7
from arbitrage.models import Event, Incident, Result, Section, TableSheet, Tournament
from arbitrage.pages.wording.tables_and_boards import tables
from arbitrage.server.logs import without_tokens
from arbitrage.services import clock, incidents
from arbitrage.services.errors import Refused
from arbitrage.services.files.cases import leaving
from arbitrage.services.incidents import table_calls
from arbitrage.services.people import link_tokens, table_sheets
from arbitrage.services.proof import replay
from arbitrage.services.record import club_rows, history
from arbitrage.services.tournaments import publish_scores, withdraw_publication
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import sign_in, url, words

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

EVENING = datetime.datetime(2026, 11, 20, 20, tzinfo=datetime.UTC)


@pytest.fixture(autouse=True)
def _that_evening():
    """A clock that shows the evening of the tournament, and an empty count of requests."""
    table_sheets.arrivals.clear()
    with clock.at(EVENING):
        yield


@pytest.fixture
def sheet(tournament: Tournament, director) -> TableSheet:
    """The sheet of table 3."""
    table_sheets.prepare(tournament=tournament, places=tables(tournament), results=False, by=director)
    return TableSheet.objects.select_related("tournament", "club").get(table=3)


def address(sheet: TableSheet, language: str = "en") -> str:
    return url("table_sheet", sheet.pk, link_tokens.token("table", sheet.pk), language=language)


def called() -> Incident:
    return Incident.objects.get()


# The call


def test_a_table_calls_in_one_tap_and_is_told_when_the_director_comes(sheet, client, director):
    telephone, here = Client(), address(sheet)
    page = telephone.get(here)
    assert "Call the director" in words(page) and "Table 3" in words(page)
    assert telephone.post(here, {"id": uuid7()}).status_code == 302
    incident = called()
    assert (incident.table, incident.opened_by, incident.attended_by, incident.state) == (3, None, None, "open")
    assert "The director is called" in words(telephone.get(here))
    room = words(client.get(url("room", sheet.tournament_id)))
    assert "The table called by itself." in room and "I’m going" in room
    client.post(url("attend", incident.pk))
    told = words(telephone.get(here))
    assert "The director is coming" in told and "Take the call back" not in told


def test_seat_and_case_are_told_to_the_director(sheet, client):
    Client().post(address(sheet), {"called_by": "W", "about": "revoke"})
    assert called().called_by == "W"
    assert "The table says: A revoke." in words(client.get(url("room", sheet.tournament_id)))
    text = words(client.get(url("what", called().pk)))
    assert "The table says: A revoke. Called by West." in text
    assert "Before he comes: A revoke" in words(Client().get(address(sheet)))


@pytest.mark.parametrize("said", [{"called_by": "Z"}, {"about": "murder"}, {"id": "no"}, {"called_by": "N" * 5000}])
def test_what_is_not_understood_is_left_out_and_the_call_is_made(sheet, said):
    assert Client().post(address(sheet), said).status_code == 302
    assert (called().called_by, called().table) == ("", 3)


def test_a_table_has_one_open_call_from_two_telephones_or_sent_twice(sheet, director):
    key = uuid7()
    for sent in ({"id": key}, {"id": key}, {"id": uuid7()}, {}):
        Client().post(address(sheet), sent)
    assert called().pk == key
    incidents.withdraw_incident(incident=called(), by=director)
    Client().post(address(sheet), {"id": key})  # the form of a page still open, sent once more
    assert Incident.objects.count() == 1
    Client().post(address(sheet), {"id": uuid7()})
    assert Incident.objects.count() == 2


def test_who_calls_when_the_table_had_called_is_told_so_and_who_sends_twice_is_not(sheet):
    sentence = "Your table had called already. Tell him the rest when he comes."
    key = uuid7()
    for _time in range(2):
        assert sentence not in words(Client().post(address(sheet), {"id": key}, follow=True))
    assert sentence in words(Client().post(address(sheet), {"id": uuid7(), "about": "revoke"}, follow=True))
    assert sentence not in words(Client().get(address(sheet)))


@pytest.mark.parametrize(
    ("current", "rounds", "known"),
    [(1, [1], True), (1, [1, 1], False), (1, [1, 2], True), (2, [1], False), (None, [None], False)],
)
def test_the_board_is_known_if_the_table_plays_only_one_in_this_round(sheet, current, rounds, known):
    board = sheet.tournament.boards.get()
    board.results.update(round=rounds[0])
    for number, round in enumerate(rounds[1:], 11):
        result = make.make_result(make.make_board(sheet.tournament, number), 3)
        Result.objects.filter(pk=result.pk).update(round=round)
    Tournament.objects.update(current_round=current)
    Client().post(address(sheet), {"id": uuid7()})
    assert called().board == (board if known else None)


def test_a_call_that_the_director_opened_is_the_tables_too(sheet, director):
    section = Section.objects.get()
    incident = incidents.answer_call(tournament=sheet.tournament, by=director, section=section, table=3)
    assert "The director is coming" in words(Client().get(address(sheet)))
    Client().post(address(sheet), {})
    assert called().pk == incident.pk
    inquiry = incidents.open_inquiry(incident=incident, law="64", by=director)
    assert inquiry.pk and "Call the director" in words(Client().get(address(sheet)))


def test_a_director_who_taps_the_table_goes_to_its_call(sheet, director):
    Client().post(address(sheet), {})
    section = Section.objects.get()
    answered = incidents.answer_call(tournament=sheet.tournament, by=director, section=section, table=3)
    again = incidents.answer_call(tournament=sheet.tournament, by=director, section=section, table=3, id=uuid7())
    assert answered.pk == again.pk == called().pk
    assert called().attended_by == director


def test_a_call_is_taken_back_until_somebody_goes(sheet, director):
    telephone, here = Client(), address(sheet)
    telephone.post(here, {})
    assert "Take the call back" in words(telephone.get(here))
    telephone.post(here, {"take_back": called().pk})
    telephone.post(here, {"take_back": called().pk})
    assert called().state == "withdrawn"
    telephone.post(here, {})
    second = Incident.objects.get(state="open")
    incidents.attend(incident=second, by=director)
    refused = telephone.post(here, {"take_back": second.pk})
    assert refused.status_code == 409 and "tell him" in words(refused)
    second.refresh_from_db()
    assert second.state == "open"


def test_the_call_of_another_table_or_of_a_director_is_not_taken_back(sheet, director):
    other = TableSheet.objects.get(table=4)
    Client().post(address(other), {})
    theirs = called()
    made = make.make_incident(sheet.tournament.boards.get(), director, table=3)
    for one in (theirs, made):
        assert Client().post(address(sheet), {"take_back": one.pk}).status_code == 409
        one.refresh_from_db()
        assert one.state == "open"
    assert Client().post(address(sheet), {"take_back": "nothing"}).status_code == 302


def test_a_table_that_calls_without_end_is_told_to_raise_a_hand(sheet):
    telephone, here = Client(), address(sheet)
    for _time in range(table_calls.OFTEN):
        telephone.post(here, {})
        telephone.post(here, {"take_back": Incident.objects.get(state="open").pk})
    refused = telephone.post(here, {})
    assert refused.status_code == 409 and "Raise your hand" in words(refused)
    assert Client().post(address(TableSheet.objects.get(table=4)), {}).status_code == 302
    with clock.at(EVENING + datetime.timedelta(minutes=11)):
        assert telephone.post(here, {}).status_code == 302


def test_the_calls_that_directors_opened_are_not_the_table_s_own(sheet, director):
    for _time in range(table_calls.OFTEN):
        made = make.make_incident(sheet.tournament.boards.get(), director, table=3)
        incidents.withdraw_incident(incident=made, by=director)
    assert table_calls.call(sheet=sheet).state == "open"


@pytest.mark.parametrize(("about", "stored"), [("revoke", "revoke"), ("", ""), ("a cake", "")])
def test_only_a_case_of_the_code_for_players_is_stored(sheet, about, stored):
    incident = table_calls.call(sheet=sheet, about=about)
    assert table_calls.told_by_table([incident]) == {incident.pk: stored}


def test_one_address_sends_so_much_in_a_minute(sheet, monkeypatch):
    monkeypatch.setattr(table_sheets, "MOST_A_MINUTE", 3)
    telephone, here = Client(), address(sheet)
    assert [telephone.get(here).status_code for _time in range(5)] == [200, 200, 200, 429, 429]
    assert "wait a minute" in words(telephone.get(here))
    assert Client(REMOTE_ADDR="192.0.2.9").get(here).status_code == 200
    with clock.at(EVENING + datetime.timedelta(minutes=2)):
        assert telephone.get(here).status_code == 200


def test_the_page_that_asks_again_is_answered_only_when_something_has_changed(sheet, director):
    telephone, here = Client(), address(sheet)

    def asked() -> str:
        html = telephone.get(here).content.decode()
        return re.search(r"hx-get=\"([^\"]+)\"", html)[1]

    before = asked()
    assert telephone.get(before, HTTP_HX_REQUEST="true").status_code == 204
    telephone.post(here, {})
    fragment = telephone.get(before, HTTP_HX_REQUEST="true")
    assert fragment.status_code == 200 and "<html" not in fragment.content.decode()
    waiting = asked()
    assert telephone.get(waiting).status_code == 204
    incidents.attend(incident=called(), by=director)
    assert "is coming" in words(telephone.get(waiting, HTTP_HX_REQUEST="true"))


# The evening


def test_a_sheet_opens_on_its_day_until_the_scores_are_published(sheet, director):
    day = datetime.timedelta(days=1)
    for moment, status, said in (
        (EVENING - day, 410, "Not yet"),
        (EVENING, 200, "Call the director"),
        (EVENING + datetime.timedelta(hours=7), 200, "Call the director"),
        (EVENING + day, 410, "The evening is over"),
    ):
        with clock.at(moment):
            page = Client().get(address(sheet))
            assert (page.status_code, said in words(page)) == (status, True), moment
            assert Client().post(address(sheet), {}).status_code == (302 if status == 200 else 410)
            for call in Incident.objects.filter(state="open"):
                incidents.withdraw_incident(incident=call, by=director)
    publish_scores(tournament=sheet.tournament, minutes=30, by=director)
    assert Client().post(address(sheet), {}).status_code == 410
    withdraw_publication(tournament=sheet.tournament, by=director)
    assert Client().get(address(sheet)).status_code == 200


def test_a_sheet_that_is_shut_opens_nothing_and_its_new_one_does(sheet, client, director):
    old, here = address(sheet), url("table_sheets", sheet.tournament_id)
    client.post(here, {"again": sheet.pk})
    assert Client().get(old).status_code == Client().post(old, {}).status_code == 404
    (new,) = TableSheet.objects.filter(table=3, withdrawn_at=None)
    assert Client().get(address(new)).status_code == 200
    client.post(here, {"shut": new.pk})
    client.post(here, {"shut": sheet.pk})
    assert not TableSheet.objects.filter(table=3, withdrawn_at=None).exists()
    assert not Incident.objects.exists()
    assert not club_rows.differences(sheet.club)


@pytest.mark.parametrize("wrong", ["guessed", "", "x" * 300])
def test_no_other_token_opens_it(sheet, wrong):
    for purpose in ("invitation", "board", "wall", "poll"):
        assert Client().get(url("table_sheet", sheet.pk, link_tokens.token(purpose, sheet.pk))).status_code == 404
    if wrong:
        assert Client().post(url("table_sheet", sheet.pk, wrong), {}).status_code == 404
    token = link_tokens.token("table", TableSheet.objects.get(table=4).pk)
    assert Client().get(url("table_sheet", sheet.pk, token)).status_code == 404
    assert link_tokens.token("table", sheet.pk) not in without_tokens(f"GET {address(sheet)}")


def test_the_evening_made_again_without_the_table_leaves_a_sheet_that_opens_nothing(sheet, client):
    Section.objects.update(letter="B")
    assert Client().get(address(sheet)).status_code == 410
    assert "Nobody plays at this table any more" in words(client.get(url("table_sheets", sheet.tournament_id)))


# An evening that has not begun


def test_sheets_are_prepared_once_and_the_choice_is_changed(tournament, client):
    here = url("table_sheets", tournament.pk)
    page = client.get(here)
    assert "Prepare the sheets of 8 tables" in words(page) and "checked" not in page.content.decode()
    for _time in range(2):
        client.post(here, {"results": "yes"})
    assert list(TableSheet.objects.values_list("table", "results")) == [(table, True) for table in range(1, 9)]
    client.post(here, {})
    assert not TableSheet.objects.filter(results=True).exists()
    kinds = list(Event.objects.filter(kind__startswith="table_sheet").values_list("kind", flat=True))
    assert kinds == ["table_sheets_prepared"] * 2
    assert not club_rows.differences(tournament.club)
    client.post(here, {"shut_all": "yes"})
    assert not TableSheet.objects.filter(withdrawn_at=None).exists()
    assert not club_rows.differences(tournament.club)
    assert not history.verify(Event.objects.filter(kind="table_sheets_shut").get().stream)


def test_the_paper_has_a_code_for_each_table(sheet, client):
    pdf = client.get(url("table_sheets_pdf", sheet.tournament_id))
    assert pdf["Content-Type"] == "application/pdf" and pdf.content.startswith(b"%PDF")
    response = client.get(url("table_sheets_pdf", sheet.tournament_id) + f"?sheet={sheet.pk}")
    assert response.content.startswith(b"%PDF") and len(response.content) < len(pdf.content)
    assert client.get(url("table_sheets_pdf", sheet.tournament_id) + "?sheet=no").status_code == 302


def test_who_directs_elsewhere_or_reads_prepares_no_sheet(tournament, club):
    here = url("table_sheets", tournament.pk)
    assert sign_in(make.make_member(make.make_club(slug="autre"), "stranger")).post(here, {}).status_code == 404
    assert sign_in(make.make_member(club, "reader", role="reader")).post(here, {}).status_code == 403
    assert not TableSheet.objects.exists()


# The record


def test_the_call_of_a_table_is_in_the_chain_without_any_name_and_replays(sheet, director, tournament):
    Client().post(address(sheet), {"called_by": "N", "about": "revoke"})
    opened = Event.objects.get(kind="incident_opened")
    assert opened.by is None
    assert opened.data["from_table"] == {"sheet": str(sheet.pk), "about": "revoke"}
    incident = called()
    incidents.attend(incident=incident, by=director)
    incidents.place_incident(incident=incident, board=tournament.boards.get(), by=director)
    inquiry = incidents.open_inquiry(incident=incident, law="64", by=director)
    make.answer(inquiry, director, **make.DURING_THE_PLAY)
    incident.refresh_from_db()
    assert not history.differences(incident)
    assert not history.verify(opened.stream)
    assert replay.differing([incident.pk]) == []
    assert leaving.export_case(incident).data


def test_every_page_of_a_director_shows_a_call_that_nobody_opened(sheet, client):
    Client().post(address(sheet), {})
    incident = called()
    for name in ("what", "review", "report", "appeal_file", "export_case", "right_of_appeal", "place", "dispute"):
        if name != "place":
            assert client.get(url(name, incident.pk)).status_code == 200, name
    for name in ("evening_calls", "session_report", "board_list", "room"):
        assert client.get(url(name, sheet.tournament_id)).status_code == 200, name
    assert client.get(url("decision_list")).status_code == 200
    assert client.get(url("statistics")).status_code == 200


def test_nothing_of_another_table_or_of_anybody_is_on_it(sheet):
    other = TableSheet.objects.get(table=4)
    Client().post(address(other), {"called_by": "N", "about": "claim"})
    html = Client().get(address(sheet)).content.decode()
    for secret in ("NS 3.1", "EW 3.1", "NS 4.1", "3NT", "660", str(called().pk), "is called"):
        assert secret not in html, secret


@pytest.mark.django_db(transaction=True)
def test_eight_telephones_at_once_make_one_call(sheet):
    here = address(sheet)

    def one(_number: int) -> int:
        try:
            with clock.at(EVENING):
                return Client().post(here, {"id": uuid7()}).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(one, range(8))) == {302}
    assert Incident.objects.count() == 1


def test_the_door_knows_the_night_of_summer_time(tournament, director):
    Tournament.objects.update(date=datetime.date(2026, 10, 24))
    tournament.refresh_from_db()
    table_sheets.prepare(tournament=tournament, places=tables(tournament), results=False, by=director)
    sheet = TableSheet.objects.select_related("tournament").first()
    for hour, state in ((5, "open"), (6, "over")):
        with clock.at(timezone.make_aware(datetime.datetime(2026, 10, 25, hour))):
            assert table_sheets.state_of(sheet) == state


def test_a_refusal_says_why(sheet, director):
    table_sheets.shut(sheet=sheet, by=director)
    with pytest.raises(Refused) as refused:
        table_calls.call(sheet=sheet)
    assert refused.value.code == "closed"
