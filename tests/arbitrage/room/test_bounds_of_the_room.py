"""Both sides of the numbers by which the room lists things one by one or counts them, and of the times for which it
says or admits something."""

import datetime

import pytest
from django.utils import timezone, translation

from arbitrage.models import Result, Tournament
from arbitrage.pages.appeal.appeals import clock_of
from arbitrage.pages.room.room_page import room_page
from arbitrage.pages.wording.rankings import ordinal
from arbitrage.pages.wording.tables_and_boards import tables
from arbitrage.server.rights import Tablet
from arbitrage.services import clock, incidents, tournaments
from arbitrage.services.appeals import Period
from arbitrage.services.errors import Refused
from arbitrage.services.people import devices, invitations, table_sheets
from arbitrage.services.results import table_results
from arbitrage.services.results.entering import Entry, correct_result, seen_of
from arbitrage.services.tournaments import movements
from arbitrage.services.tournaments.evenings import Plan
from tests.arbitrage.at_the_screen import sign_in, url, words
from tests.arbitrage.tournament.test_evenings import made

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english"), pytest.mark.either_database]

EVENING = datetime.datetime(2026, 11, 20, 20, tzinfo=datetime.UTC)


@pytest.fixture(autouse=True)
def _that_evening():
    table_sheets.arrivals.clear()
    with clock.at(EVENING):
        yield


def evening(club, director, *, tables: int = 5, each: int = 2) -> Tournament:
    """Return a Mitchell in its first round."""
    plan = Plan(tables=tables, movement="mitchell", rounds=3, each=each)
    return tournaments.begin_round(tournament=made(club, director, plan), number=1, by=director)


def passed_out(lines, by) -> None:
    for line in lines:
        correct_result(result=line, by=by, entry=Entry(kind="passed", ns=line.ns, ew=line.ew), seen=seen_of(line))


def of_round(tournament: Tournament, number: int) -> list[Result]:
    lines = Result.objects.filter(board__tournament=tournament, round=number).select_related("board", "ns", "ew")
    return list(lines.order_by("board__number", "table"))


def room(tournament: Tournament, by) -> str:
    return words(sign_in(by).get(url("room", tournament.pk)))


# Lists that become numbers


@pytest.mark.parametrize(("left", "singly"), [(1, True), (3, True), (4, False)])
def test_three_boards_left_over_are_listed_and_four_are_counted(club, director, left, singly):
    tournament = evening(club, director)
    passed_out(of_round(tournament, 1)[left:], director)
    tournaments.begin_round(tournament=tournament, number=2, by=director)
    page = room(tournament, director)
    assert page.count("no result yet.") == (left if singly else 0)
    assert ("From round 1 : 4 boards without a result." in page) != singly


def test_boards_left_over_from_two_rounds_are_counted_round_by_round(club, director):
    tournament = evening(club, director)
    passed_out(of_round(tournament, 1)[4:], director)
    passed_out(of_round(tournament, 2)[1:], director)
    tournaments.begin_round(tournament=tournament, number=3, by=director)
    page = room(tournament, director)
    assert "From round 1 : 4 boards without a result." in page
    assert "From round 2 : 1 board without a result." in page


@pytest.mark.parametrize(("typed", "singly"), [(3, True), (4, False)])
def test_three_results_that_wait_for_the_other_side_are_listed_and_four_are_counted(club, director, typed, singly):
    tournament = evening(club, director)
    table_sheets.prepare(tournament=tournament, places=tables(tournament), results=True, by=director)
    sheets = {sheet.table: sheet for sheet in table_sheets.of_evening(tournament)}
    lines = {line.table: line for line in reversed(of_round(tournament, 1))}
    keys = {"kind": "passed", "contract": "", "declarer": "", "tricks": None, "lead": ""}
    for table in range(1, typed + 1):
        line = lines[table]
        table_results.type_line(sheet=sheets[table], line=line.pk, typed=keys, seen=seen_of(line), id=line.pk)
    page = room(tournament, director)
    assert page.count("passed out, to be confirmed by the other side.") == (typed if singly else 0)
    assert ("4 results wait : to be confirmed by the other side." in page) != singly


@pytest.mark.parametrize(("count", "size"), [(12, "few"), (13, "many"), (24, "many"), (25, "crowd")])
def test_tiles_are_smaller_from_thirteen_and_from_twenty_five_tables_on(club, director, count, size):
    movement = "mitchell" if count % 2 else "skip"
    tournament = made(club, director, Plan(tables=count, movement=movement, rounds=1, each=1))
    assert room_page(tournament, EVENING, reader=director, may_rule=True)["size"] == size


@pytest.mark.parametrize(("each", "dots"), [(5, 5), (6, 0)])
def test_five_boards_of_a_round_are_dots_and_six_are_counted(club, director, each, dots):
    tournament = evening(club, director, tables=3, each=each)
    tile = room_page(tournament, EVENING, reader=director, may_rule=True)["tiles"][0]
    assert (len(tile["dots"]), tile["count"], tile["done"]) == (dots, each, 0)


# Times


@pytest.mark.parametrize(("minutes", "told"), [(9, True), (10, False)])
def test_who_lost_a_call_is_told_for_ten_minutes(club, director, colleague, minutes, told):
    tournament = evening(club, director)
    call = incidents.open_incident(tournament=tournament, by=director, section=tournament.sections.get(), table=2)
    incidents.attend(incident=call, by=director)
    incidents.attend(incident=call, by=colleague)
    with clock.at(EVENING + datetime.timedelta(minutes=minutes)):
        assert ("has taken over your call of table 2." in room(tournament, director)) == told


@pytest.mark.parametrize(("minutes", "runs"), [(12 * 60 - 1, True), (12 * 60, False)])
def test_a_tournament_runs_for_twelve_hours_after_its_round_has_begun(club, director, minutes, runs):
    tournament = evening(club, director)
    with clock.at(EVENING + datetime.timedelta(minutes=minutes)):
        where = sign_in(director).get(url("home")).url
    assert where == (url("room", tournament.pk) if runs else url("tournament_list"))


@pytest.mark.parametrize(
    ("left", "stage", "counts"), [(5, "warn", True), (6, "run", True), (720, "run", True), (721, "run", False)]
)
def test_the_clock_of_appeals_warns_at_five_minutes_and_counts_from_twelve_hours(left, stage, counts):
    until = EVENING + datetime.timedelta(minutes=left)
    shown = clock_of(Period(until, over=False), EVENING)
    assert (shown["minutes"], shown["stage"], shown["counts"]) == (left, stage, counts)


def test_no_clock_of_appeals_runs_before_the_publication_or_after_the_end():
    assert clock_of(None, EVENING) is None
    assert clock_of(Period(None, over=False), EVENING) is None
    assert clock_of(Period(EVENING, over=True), EVENING) is None


@pytest.mark.parametrize(
    ("days", "published", "reached"),
    [(0, False, True), (0, True, True), (3, False, True), (3, True, False), (4, False, False)],
)
def test_a_tablet_reaches_a_congress_that_began_three_days_ago_until_it_is_published(
    club, director, days, published, reached
):
    tournament = made(club, director, Plan(tables=3, movement="mitchell", rounds=3, each=1))
    tournament.date = timezone.localdate(EVENING) - datetime.timedelta(days=days)
    tournament.published_at = EVENING if published else None
    tournament.save()
    tablet = Tablet(club.pk, club.pk, EVENING + devices.AN_EVENING)
    assert tablet.has_tournament(tournament.pk) == reached


@pytest.mark.parametrize(("days", "reached"), [(1, True), (2, False)])
def test_a_tablet_opened_in_the_evening_reaches_what_is_played_after_midnight_alone(club, director, days, reached):
    tournament = made(club, director, Plan(tables=3, movement="mitchell", rounds=3, each=1))
    tournament.date = timezone.localdate(EVENING) + datetime.timedelta(days=days)
    tournament.save()
    assert Tablet(club.pk, club.pk, EVENING + devices.AN_EVENING).has_tournament(tournament.pk) == reached


# Numbers of people and of rounds


def test_a_hundred_invitations_may_wait_and_no_more(club, director):
    for number in range(invitations.MOST):
        last = invitations.invite(club=club, role="reader", by=director, name=str(number))
    with pytest.raises(Refused) as refusal:
        invitations.invite(club=club, role="reader", by=director)
    assert refusal.value.code == "too_many"
    invitations.withdraw(invitation=last, by=director)
    invitations.invite(club=club, role="reader", by=director)
    with clock.at(EVENING + invitations.LASTS):
        assert not invitations.waiting(club).exists()
        invitations.invite(club=club, role="reader", by=director)


@pytest.mark.parametrize(
    ("movement", "tables", "rounds"),
    [("swiss", 3, 5), ("swiss", 8, 15), ("swiss", 40, 15), ("swiss_teams", 4, 3), ("swiss_teams", 18, 15)],
)
def test_a_swiss_has_a_round_for_each_opponent_and_fifteen_at_most(movement, tables, rounds):
    assert movements.MOVEMENTS[movement].most(tables) == rounds
    assert movements.made(movement, tables, rounds).rounds == rounds
    with pytest.raises(ValueError, match=f"not {rounds + 1}"):
        movements.made(movement, tables, rounds + 1)


def test_places_are_written_as_they_are_read():
    in_order = (1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111, 113)
    written = " ".join("".join(ordinal(rank)) for rank in in_order)
    assert written == "1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 101st 111th 113th"
    with translation.override("fr"):
        assert [ordinal(rank)[1] for rank in (1, 2, 11, 21)] == ["er", "e", "e", "e"]
    assert ordinal(None) == ("–", "")
