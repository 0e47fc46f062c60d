"""The players of a table enter results: one side types, the other confirms. The sheet allows only this round and this
table."""

import datetime
import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.test import Client

from arbitrage.database.ids import uuid7
from arbitrage.models import Contestant, Event, Result, TableSheet, Tournament, TypedLine
from arbitrage.pages.wording.tables_and_boards import tables
from arbitrage.services import clock, incidents, tournaments
from arbitrage.services.people import link_tokens, table_sheets
from arbitrage.services.record import tournament_rows
from arbitrage.services.results import entering, table_results
from arbitrage.services.tournaments import evenings
from arbitrage.services.tournaments.evenings import Plan
from rulings.bridge import Seat, parse_contract
from tests.arbitrage.at_the_screen import url, words

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

EVENING = datetime.datetime(2026, 11, 20, 20, tzinfo=datetime.UTC)
KEYS = {"kind": "played", "level": "4", "denomination": "S", "declarer": "N", "margin": "0", "doubled": "0"}


@pytest.fixture(autouse=True)
def _that_evening():
    """A clock that shows the evening of the tournament, and an empty count of requests."""
    table_sheets.arrivals.clear()
    with clock.at(EVENING):
        yield


@pytest.fixture
def evening(club, director) -> Tournament:
    """A Mitchell of five tables, two boards a round, in its first round; everybody has a name."""
    names = [(f"Nom {pair}.1", f"Nom {pair}.2") for pair in range(1, 11)]
    plan = Plan(tables=5, movement="mitchell", rounds=5, each=2)
    made = evenings.make_evening(club=club, by=director, name="Jeudi", date=EVENING.date(), plan=plan, names=names)
    made = tournaments.begin_round(tournament=made, number=1, by=director)
    table_sheets.prepare(tournament=made, places=tables(made), results=True, by=director)
    return made


@pytest.fixture
def sheet(evening) -> TableSheet:
    """The sheet of table 3."""
    return sheet_at(3)


def sheet_at(table: int) -> TableSheet:
    return TableSheet.objects.select_related("tournament", "club").get(table=table, withdrawn_at=None)


def here(sheet: TableSheet) -> str:
    return url("table_sheet", sheet.pk, link_tokens.token("table", sheet.pk))


def lines(table: int = 3, round: int = 1) -> list[Result]:
    return list(Result.objects.filter(table=table, round=round).order_by("board__number"))


def at(sheet: TableSheet, line: Result) -> str:
    return f"{here(sheet)}{line.pk}/"


def type_at(sheet: TableSheet, line: Result, telephone: Client | None = None, **keys: str):
    """Type a line on the keypad as its page sends it."""
    telephone = telephone or Client()
    page = telephone.get(at(sheet, line) + "?again=yes").content.decode()
    sent = dict(re.findall(r'type="hidden" name="(id|seen|again)" value="([^"]+)"', page))
    return telephone.post(at(sheet, line), {**sent, **KEYS, **keys})


def confirm_at(sheet: TableSheet, line: Result, telephone: Client | None = None):
    """Confirm the waiting result of a line, as its page sends it."""
    page = (telephone or Client()).get(at(sheet, line)).content.decode()
    match = re.search(r'name="confirm" value="([^"]+)"', page)
    assert match is not None
    return Client().post(at(sheet, line), {"confirm": match[1]})


# North types, East confirms


def test_what_north_types_counts_once_east_has_confirmed(sheet, client):
    line = lines()[0]
    assert type_at(sheet, line).status_code == 302
    line.refresh_from_db()
    assert line.kind == "not_played"
    page = words(Client().get(at(sheet, line)))
    assert "Is this right?" in page and "Confirm for East" in page and "by North, " in page
    assert "to be confirmed by the other side" in words(client.get(url("room", sheet.tournament_id)))
    assert confirm_at(sheet, line).status_code == 302
    line.refresh_from_db()
    assert (line.kind, line.contract, line.declarer, line.tricks) == ("played", "4S", "N", 10)
    assert not TypedLine.objects.exists()
    event = Event.objects.get(kind="result_corrected")
    assert event.by is None and event.data["by_table"]["sheet"] == str(sheet.pk)
    assert entering.is_first_result(event)
    room = client.get(url("room", sheet.tournament_id))
    assert "to be confirmed" not in words(room)
    history = words(client.get(url("board", line.board_id)))
    assert "Typed at table 3" in history and "the table" in history


def test_a_board_passed_out_is_typed_in_one_touch(sheet):
    line = lines()[1]
    type_at(sheet, line, kind="passed")
    confirm_at(sheet, line)
    line.refresh_from_db()
    assert (line.kind, line.score) == ("passed", 0)


@pytest.mark.parametrize(
    ("keys", "why"),
    [
        ({"level": ""}, "level"),
        ({"declarer": ""}, "seat"),
        ({"margin": "6"}, "13 tricks"),
        ({"kind": "artificial"}, "result"),
        ({"kind": ""}, "result"),
        ({"level": "9"}, "choice"),
        ({"id": "no"}, "Reload"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence_and_the_keys_stay(sheet, keys, why):
    page = type_at(sheet, lines()[0], **keys)
    assert page.status_code == 422 and why in words(page)
    assert not TypedLine.objects.exists()


def test_sent_twice_it_is_kept_once_and_a_confirmation_sent_twice_is_one(sheet):
    line = lines()[0]
    sent = {"id": str(uuid7()), "seen": entering.seen_of(line), **KEYS}
    for _time in range(2):
        assert Client().post(at(sheet, line), sent).status_code == 302
    typed = TypedLine.objects.get()
    for _time in range(2):
        assert Client().post(at(sheet, line), {"confirm": typed.pk}).status_code == 302
    late = Client().post(at(sheet, line), sent)  # sent again by an outbox that got no response
    assert late.status_code == 302 and not TypedLine.objects.exists()
    assert (
        Event.objects.filter(kind="result_typed").count() == Event.objects.filter(kind="result_corrected").count() == 1
    )


def test_what_is_confirmed_is_what_was_looked_at(sheet):
    line = lines()[0]
    type_at(sheet, line)
    looked_at = TypedLine.objects.get().pk
    type_at(sheet, line, margin="1")
    refused = Client().post(at(sheet, line), {"confirm": looked_at})
    assert refused.status_code == 409 and "meanwhile" in words(refused)
    line.refresh_from_db()
    assert line.kind == "not_played"
    confirm_at(sheet, line)
    line.refresh_from_db()
    assert line.tricks == 11


# A wrong line (79)


def test_a_wrong_line_is_mended_by_both_and_counts_as_it_was_until_then(sheet):
    line = lines()[0]
    type_at(sheet, line)
    confirm_at(sheet, line)
    type_at(sheet, line, margin="-1")
    line.refresh_from_db()
    assert line.tricks == 10
    confirm_at(sheet, line)
    line.refresh_from_db()
    assert line.tricks == 9
    last = Event.objects.filter(kind="result_corrected").order_by("seq").last()
    assert last is not None and last.data["reason"] == "typed"


def entry_of(line: Result, tricks: int = 10) -> entering.Entry:
    contract = parse_contract("4S")
    assert contract is not None
    return entering.Entry(kind=Result.Kind.PLAYED, contract=contract.by(Seat.N), tricks=tricks, ns=line.ns, ew=line.ew)


def test_what_the_director_has_entered_or_was_called_about_is_his(sheet, director):
    first, second = (Result.objects.with_pairs().get(pk=line.pk) for line in lines())
    entering.correct_result(result=first, by=director, entry=entry_of(first), seen=entering.seen_of(first))
    type_at(sheet, second)
    confirm_at(sheet, second)
    incident = incidents.open_incident(
        tournament=sheet.tournament, by=director, section=second.section, table=3, board=second.board
    )
    assert incident.result_id == second.pk
    for line in (first, second):
        assert "Only the director" in words(Client().get(at(sheet, line)))
        line.refresh_from_db()
        sent = {"id": str(uuid7()), "seen": entering.seen_of(line), **KEYS, "margin": "2"}
        refused = Client().post(at(sheet, line), sent)
        assert refused.status_code == 409
    assert not TypedLine.objects.exists()


def test_the_director_writes_what_waits_or_something_else_and_nothing_waits_any_more(sheet, director, client):
    line = Result.objects.with_pairs().get(pk=lines()[0].pk)
    type_at(sheet, line, lead_suit="H", lead_rank="K")
    room = client.get(url("room", sheet.tournament_id)).content.decode()
    address = re.search(r'href="([^"]+/type/\?[^"]+)"', room)
    assert address is not None
    keypad = client.get(address[1].replace("&amp;", "&"))
    assert "4 spades =" in words(keypad) and "lead" in words(keypad)
    entering.correct_result(result=line, by=director, entry=entry_of(line, 12), seen=entering.seen_of(line))
    assert not TypedLine.objects.exists()
    assert not tournament_rows.differences(sheet.tournament)


def test_a_line_that_a_file_has_changed_waits_no_more_and_is_not_overwritten(sheet, client):
    line = lines()[0]
    type_at(sheet, line)
    typed = TypedLine.objects.get().pk
    Result.objects.filter(pk=line.pk).update(kind="passed", score=0)
    assert table_results.waiting_in(sheet.tournament) == []
    assert Client().post(at(sheet, line), {"confirm": typed}).status_code == 409
    line.refresh_from_db()
    assert line.kind == "passed"


# Limits of a sheet: this round and this table


def test_no_line_of_another_table_or_round_is_shown_or_typed(sheet, director):
    other, later = lines(table=4)[0], lines(round=2)[0]
    type_at(sheet_at(4), other, margin="3")
    for line in (other, later):
        assert Client().get(at(sheet, line)).status_code == 302
        sent = {"id": str(uuid7()), "seen": entering.seen_of(line), **KEYS}
        for late in (sent, {"confirm": TypedLine.objects.get().pk}):
            refused = Client().post(at(sheet, line), late)
            assert refused.status_code == 409 and "Nom " not in words(refused) and "4♠" not in words(refused)
    assert TypedLine.objects.get().line == other.pk
    refused = Client().post(at(sheet, lines()[0]), {"confirm": TypedLine.objects.get().pk})
    assert refused.status_code == 409
    other.refresh_from_db()
    assert other.kind == "not_played"
    page = words(Client().get(here(sheet)))
    assert [number in page for number in ("Board 5", "Board 6", "Board 7")] == [True, True, False]


def test_a_telephone_that_was_without_a_network_when_the_round_ended_still_brings_its_line(sheet, director):
    first, second = lines()
    sent = {"id": str(uuid7()), "seen": entering.seen_of(first), **KEYS}
    type_at(sheet, second)
    confirm_at(sheet, second)
    tournaments.begin_round(tournament=sheet.tournament, number=2, by=director)
    assert Client().post(at(sheet, first), sent).status_code == 302
    confirm_at(sheet, first)
    first.refresh_from_db()
    assert first.kind == "played"
    second.refresh_from_db()
    too_late = Client().post(at(sheet, second), {**sent, "id": str(uuid7()), "seen": entering.seen_of(second)})
    assert too_late.status_code == 409 and "This board is not of this round at this table." in words(too_late)
    assert here(sheet) in too_late.content.decode()
    assert Client().post(at(sheet, first), sent).status_code == 302, "it has come before: nothing was lost"
    tournaments.begin_round(tournament=sheet.tournament, number=3, by=director)
    assert not TypedLine.objects.exists()


def test_a_club_that_does_not_wish_it_has_calls_alone(sheet, director, evening):
    table_sheets.prepare(tournament=evening, places=tables(evening), results=False, by=director)
    assert "Results" not in words(Client().get(here(sheet)))
    line = lines()[0]
    assert Client().get(at(sheet, line)).status_code == 302
    Client().post(at(sheet, line), {"id": str(uuid7()), "seen": entering.seen_of(line), **KEYS})
    assert not TypedLine.objects.exists()


def test_before_the_first_round_and_after_the_evening_nothing_is_typed(sheet, director):
    line = lines()[0]
    sent = {"id": str(uuid7()), "seen": entering.seen_of(line), **KEYS}
    tournaments.publish_scores(tournament=sheet.tournament, minutes=30, by=director)
    assert Client().post(at(sheet, line), sent).status_code == 410
    tournaments.withdraw_publication(tournament=sheet.tournament, by=director)
    Tournament.objects.update(current_round=None)
    assert "has not begun" in words(Client().get(here(sheet)))
    assert Client().post(at(sheet, line), sent).status_code == 409
    assert not TypedLine.objects.exists()


def test_a_board_typed_without_end_is_the_directors(sheet):
    line = lines()[0]
    for number in range(table_results.OFTEN):
        assert type_at(sheet, line, margin=str(number % 2)).status_code == 302
    refused = type_at(sheet, line, margin="3")
    assert refused.status_code == 409 and "Call the director" in words(refused)


def test_no_page_of_a_sheet_shows_another_pair_or_what_other_tables_did(sheet, director):
    """No page of the sheet of table 3, in any state, shows a name or a result of another table."""
    for number, contract in ((1, "1NT"), (2, "2H"), (4, "6C"), (5, "7D")):
        for line in lines(table=number):
            keys = {"level": contract[0], "denomination": contract[1:], "margin": "-7"}
            type_at(sheet_at(number), line, **keys)
            if line == lines(table=number)[0]:
                confirm_at(sheet_at(number), line)
    first, second = lines()
    type_at(sheet, first)
    confirm_at(sheet, first)
    type_at(sheet, second, margin="1")
    pages = [here(sheet), *(at(sheet, line) for line in (first, second)), at(sheet, first) + "?again=yes"]
    for address in pages:
        html = Client().get(address).content.decode()
        main = html[html.index("<main") : html.index("</main")]
        assert "Nom " not in main
        assert not re.search(r"−7|-7 by|by 7", main.split('class="two"')[0])
        pairs = {str(contestant.pk) for contestant in Contestant.objects.all()}
        others = {str(line.pk) for table in (1, 2, 4, 5) for line in lines(table=table)}
        assert not [pair for pair in pairs | others if pair in html]


# The record


def test_the_record_is_sound_and_made_again_from_its_events(sheet):
    first, second = lines()
    type_at(sheet, first)
    confirm_at(sheet, first)
    type_at(sheet, second)
    assert not tournament_rows.differences(sheet.tournament)
    TypedLine.objects.all().delete()
    assert tournament_rows.differences(sheet.tournament)
    tournament_rows.rebuild(sheet.tournament)
    assert TypedLine.objects.get().line == second.pk


@pytest.mark.django_db(transaction=True)
def test_eight_confirmations_at_once_write_one_result(sheet):
    line = lines()[0]
    type_at(sheet, line)
    typed = TypedLine.objects.get().pk

    def one(_number: int) -> int:
        try:
            with clock.at(EVENING):
                return Client().post(at(sheet, line), {"confirm": typed}).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(one, range(8))) == {302}
    assert Event.objects.filter(kind="result_corrected").count() == 1
