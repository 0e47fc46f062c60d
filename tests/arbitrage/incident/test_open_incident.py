"""A call is opened once and numbered, a director attends to it, and its place is set once the table and the board are
known."""

import datetime

import pytest

from arbitrage.database.ids import uuid7
from arbitrage.models import Club, Event, Incident, Result
from arbitrage.services import clock, incidents
from arbitrage.services.errors import Refused
from arbitrage.services.results import scores
from tests.arbitrage import factories as make

pytestmark = pytest.mark.django_db


def test_a_call_whose_table_is_not_known_is_opened_at_once(director, board, one_moment):
    incident = incidents.open_incident(tournament=board.tournament, by=director, called_by="W")
    assert (incident.state, incident.section, incident.table, incident.board, incident.result) == (
        "open", None, None, None, None,
    )  # fmt: skip
    assert (incident.club_id, incident.called_by, incident.opened_by) == (board.tournament.club_id, "W", director)
    assert incident.called_at == one_moment
    assert incident.attended_by is None


def test_incidents_are_numbered_within_the_club_and_the_year(director, board, one_moment):
    elsewhere = make.make_seed_case(make.make_club("Autre club", "autre"))
    year = one_moment.year
    references = [
        incidents.open_incident(tournament=one.tournament, by=director).reference
        for one in (board, board, elsewhere, board)
    ]
    assert references == [f"R-{year}-{number:04}" for number in (1, 2, 1, 3)]
    Incident.objects.filter(club=elsewhere.tournament.club).update(year=year - 1)
    assert incidents.open_incident(tournament=elsewhere.tournament, by=director).number == 1


def test_a_place_finds_its_result_and_the_round_is_the_current_one(director, board):
    board.tournament.current_round = 4
    board.tournament.save()
    incident = make.make_incident(board, director, table=3)
    assert incident.result == board.results.get(table=3)
    assert (incident.table, incident.round) == (3, 4)


def test_the_round_of_a_call_is_that_of_its_board_even_if_the_board_is_said_later(director, board):
    tournament = board.tournament
    tournament.current_round = 4
    tournament.save()
    Result.objects.filter(board=board).update(round=2)
    at_once = make.make_incident(board, director, table=3)
    later = incidents.open_incident(tournament=tournament, by=director)
    assert later.round == 4
    later = incidents.place_incident(incident=later, by=director, table=3)
    assert later.round == 4  # the board is not known yet
    later = incidents.place_incident(incident=later, by=director, board=board)
    assert (at_once.round, later.round) == (2, 2)
    assert incidents.place_incident(incident=later, by=director, round=3).round == 3


def test_a_call_without_a_result_keeps_its_round(director, board):
    tournament = board.tournament
    tournament.current_round = 4
    tournament.save()
    called = make.make_incident(make.make_board(tournament, 9), director, table=3)
    tournament.current_round = 5
    tournament.save()
    placed = incidents.place_incident(incident=incidents.fresh(called), by=director, table=4)
    assert (placed.table, placed.round) == (4, 4)


def test_the_only_result_at_a_table_also_says_the_section(director, board):
    incident = incidents.open_incident(tournament=board.tournament, by=director, table=2, board=board)
    assert incident.section == board.tournament.sections.get()


def test_no_result_is_chosen_where_two_could_be_meant(director, board):
    other = board.tournament.sections.create(letter="B")
    twin = board.results.get(table=1)
    twin.pk, twin.section = uuid7(), other
    twin.save(force_insert=True)
    incident = incidents.open_incident(tournament=board.tournament, by=director, table=1, board=board)
    assert (incident.result, incident.section) == (None, None)
    incident = incidents.place_incident(incident=incident, by=director, section=other)
    assert incident.result == twin


def test_a_call_sent_twice_under_one_identifier_is_opened_once(director, board):
    key = uuid7()
    first = incidents.open_incident(tournament=board.tournament, by=director, table=5, called_by="N", id=key)
    again = incidents.open_incident(tournament=board.tournament, by=director, table=5, called_by="N", id=key)
    assert (first.pk, again.pk) == (key, key)
    assert Incident.objects.count() == Event.objects.count() == 1


def test_a_call_sent_again_after_the_incident_moved_on_is_still_the_same_call(director, board):
    key = uuid7()
    incident = incidents.open_incident(tournament=board.tournament, by=director, id=key)
    incidents.place_incident(incident=incident, by=director, table=7, board=board)
    again = incidents.open_incident(tournament=board.tournament, by=director, id=key)
    assert (again.pk, again.table) == (key, 7)


@pytest.mark.parametrize("change", [{"table": 6}, {"called_by": "E"}, {"by": "another"}])
def test_another_call_under_the_same_identifier_is_refused(director, board, change):
    key = uuid7()
    incidents.open_incident(tournament=board.tournament, by=director, table=5, id=key)
    if "by" in change:
        change = {"by": make.make_member(Club.objects.get(), "leclerc")}
    with pytest.raises(Refused) as refusal:
        incidents.open_incident(**{"tournament": board.tournament, "by": director, "table": 5, "id": key} | change)
    assert refusal.value.code == "identifier_reused"
    assert Incident.objects.count() == 1


def test_a_board_of_another_tournament_is_refused_and_nothing_is_stored(director, board):
    other = make.make_seed_case(make.make_club("Autre club", "autre"))
    with pytest.raises(Refused) as refusal:
        incidents.open_incident(tournament=board.tournament, by=director, board=other)
    assert refusal.value.code == "elsewhere"
    assert Incident.objects.count() == Event.objects.count() == 0


@pytest.mark.parametrize("table", [0, -1, 10000])
def test_a_table_that_cannot_be_is_refused(director, board, table):
    with pytest.raises(Refused) as refusal:
        incidents.open_incident(tournament=board.tournament, by=director, table=table)
    assert refusal.value.code == "elsewhere"


def test_a_director_who_attends_is_shown_and_a_second_one_takes_over(director, board):
    other = make.make_member(Club.objects.get(), "leclerc")
    incident = make.make_incident(board, director)
    assert incidents.attend(incident=incident, by=director).attended_by == director
    first = incidents.attend(incident=incident, by=director).attended_at
    assert incidents.attend(incident=incident, by=other).attended_by == other
    assert incidents.fresh(incident).attended_at > first
    assert Event.objects.filter(kind="attended").count() == 2


def test_placing_an_incident_completes_the_facts_of_its_inquiries_and_keeps_those_handed_on(director, board):
    incident = incidents.open_incident(tournament=board.tournament, by=director)
    inquiry = incidents.open_inquiry(incident=incident, law="64", by=director, facts={"offender": "W"})
    assert make.facts_of_the_board(inquiry) == {"offender": "W"}
    incidents.place_incident(incident=incident, by=director, table=1, board=board)
    inquiry.refresh_from_db()
    assert make.facts_of_the_board(inquiry) == {
        "offender": "W",
        "vulnerability": "NS",
        "contract": "3NT",
        "declarer": "S",
        "trumps": "NT",
        "tricks": "11",
    }
    assert inquiry.version == 1
    events = Event.objects.filter(kind="facts_completed")
    assert [event.data["facts"] for event in events] == [inquiry.facts]


def test_facts_that_complete_an_answered_inquiry_issue_its_ruling_again(director, board):
    incident = incidents.open_incident(tournament=board.tournament, by=director)
    inquiry = incidents.open_inquiry(incident=incident, law="64", by=director)
    inquiry = make.answer(inquiry, director, able="yes", offender="W", declarer="S", trick="3")
    inquiry = make.answer(inquiry, director, noticed="during", since="played")
    assert inquiry.current_ruling.revision == 1
    incidents.place_incident(incident=incident, by=director, table=1, board=board)
    revisions = list(inquiry.rulings.order_by("revision"))
    assert [revision.revision for revision in revisions] == [1, 2]
    assert revisions[1].supersedes == revisions[0]
    assert ("tricks" in revisions[0].data["facts"], revisions[1].data["facts"]["tricks"]) == (False, "11")


def test_saying_the_same_place_again_changes_nothing(director, board):
    incident = make.make_incident(board, director)
    count = Event.objects.count()
    incidents.place_incident(incident=incident, by=director, table=1, board=board)
    assert Event.objects.count() == count


def test_placing_at_another_board_takes_its_facts_and_sets_the_confirmed_score_aside(director, board):
    incident = make.make_incident(board, director)
    inquiry = make.rule_the_seed_case(incident, director)
    proposal = scores.propose_adjustment(incident)
    adjustment = scores.confirm_adjustment(incident=incident, by=director, seen=proposal.digest)
    assert incidents.fresh(incident).confirmed_at == adjustment.at
    board.results.filter(table=2).update(declarer="N", tricks=9, score=600)

    incident = incidents.place_incident(incident=incident, by=director, table=2)

    adjustment.refresh_from_db()
    inquiry.refresh_from_db()
    assert (adjustment.state, incident.confirmed_at) == ("superseded", None)
    assert (inquiry.facts["declarer"], inquiry.facts["tricks"]) == ("N", "9")
    assert scores.propose_adjustment(incident).after.tricks == 10


def test_a_passed_out_board_gives_no_contract(director, board):
    Result.objects.filter(board=board, table=1).update(kind="passed", contract="", declarer="", tricks=None, score=0)
    incident = make.make_incident(board, director)
    inquiry = incidents.open_inquiry(incident=incident, law="64", by=director)
    assert make.facts_of_the_board(inquiry) == {"vulnerability": "NS"}


def test_an_incident_of_the_night_belongs_to_the_year_of_the_club_s_clock(director, board):
    new_year = datetime.datetime(2026, 12, 31, 23, 30, tzinfo=datetime.UTC)  # 0:30 in Paris
    with clock.at(new_year):
        assert incidents.open_incident(tournament=board.tournament, by=director).reference == "R-2027-0001"
