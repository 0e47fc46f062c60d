"""Rows that a member may read or change: those of his club only. Reading many rows takes as many queries as one."""

import uuid

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from arbitrage.database.ids import uuid7
from arbitrage.models import (
    Adjustment,
    Answer,
    Board,
    Club,
    Contestant,
    Duty,
    Event,
    Incident,
    Inquiry,
    Membership,
    Note,
    Player,
    Result,
    Ruling,
    Section,
    Tournament,
)
from arbitrage.services.results import scores
from tests.arbitrage import factories as make

OWNED = [
    Club, Membership, Tournament, Section, Contestant, Player, Board, Result, Incident, Inquiry, Answer, Note, Duty,
    Ruling, Adjustment, Event,
]  # fmt: skip


def a_whole_evening(name: str):
    """Store a club with at least one row of every model of `OWNED`; return the club and its director."""
    club = make.make_club(name=name, slug=name)
    director = make.make_member(club, f"director-{name}")
    incident = make.make_incident(make.make_seed_case(club), director)
    make.rule_the_seed_case(incident, director)
    scores.confirm_adjustment(incident=incident, by=director, seen=scores.propose_adjustment(incident).digest)
    return club, director


@pytest.mark.django_db
def test_a_member_sees_every_row_of_the_club_and_none_of_another():
    lake, lake_director = a_whole_evening("lake")
    hill, hill_director = a_whole_evening("hill")
    reviewer = make.make_member(lake, "reviewer", role="reviewer")
    for model in OWNED:
        everything = set(model.objects.values_list("pk", flat=True))
        of_lake = set(model.objects.for_user(lake_director).values_list("pk", flat=True))
        of_hill = set(model.objects.for_user(hill_director).values_list("pk", flat=True))
        assert of_lake and of_hill, model
        assert of_lake | of_hill == everything, model
        assert not of_lake & of_hill, model
        assert set(model.objects.for_user(reviewer).values_list("pk", flat=True)) == of_lake
        assert model.objects.for_user(lake_director).count() == len(of_lake), f"{model} counts rows twice"


@pytest.mark.django_db
def test_directors_and_managers_may_change_what_a_reviewer_only_reads():
    club, director = a_whole_evening("lake")
    manager = make.make_member(club, "manager", role="manager")
    reviewer = make.make_member(club, "reviewer", role="reviewer")
    stranger = make.make_user("stranger")
    for model in OWNED:
        count = model.objects.count()
        assert model.objects.for_director(director).count() == count
        assert model.objects.for_director(manager).count() == count
        for outsider in (reviewer, stranger, AnonymousUser()):
            assert model.objects.for_director(outsider).count() == 0
        assert model.objects.for_user(stranger).count() == 0
        assert model.objects.for_user(AnonymousUser()).count() == 0


@pytest.mark.django_db
def test_a_reviewer_of_one_club_who_directs_another_may_not_change_the_first():
    lake, _director = a_whole_evening("lake")
    hill, both = a_whole_evening("hill")
    Membership.objects.create(user=both, club=lake, role="reviewer")
    assert set(Incident.objects.for_director(both)) == set(Incident.objects.filter(club=hill))
    assert set(Incident.objects.for_user(both)) == set(Incident.objects.all())


@pytest.mark.django_db
def test_a_user_has_one_membership_a_club():
    club = make.make_club()
    user = make.make_member(club)
    with pytest.raises(IntegrityError), transaction.atomic():
        Membership.objects.create(user=user, club=club, role="reviewer")
    with pytest.raises(IntegrityError), transaction.atomic():
        Membership.objects.create(user=make.make_user("other"), club=club, role="president")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "values",
    [
        {"tricks": 14},
        {"score": None},
        {"declarer": ""},
    ],
)
def test_the_database_refuses_a_result_that_cannot_be(values):
    board = make.make_seed_case(make.make_club())
    result = board.results.get(table=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        Result.objects.filter(pk=result.pk).update(**values)


@pytest.mark.django_db
def test_the_database_refuses_an_incident_with_a_result_and_no_board():
    club = make.make_club()
    director = make.make_member(club)
    incident = make.make_incident(make.make_seed_case(club), director)
    with pytest.raises(IntegrityError), transaction.atomic():
        Incident.objects.filter(pk=incident.pk).update(board=None)


def record_of(count: int) -> int:
    """Count the queries that read *count* incidents with everything that a report prints."""
    with CaptureQueriesContext(connection) as queries:
        for incident in Incident.objects.with_record():
            assert incident.result.ns.players.all()[0].name == "NS 1.1"
            for inquiry in incident.inquiries.all():
                assert inquiry.state().ruling.law == inquiry.current_ruling.law == "64A2"
                assert {answer.by.username for answer in inquiry.answers.all()} == {"martin"}
                assert [duty.state for duty in inquiry.duties.all()] == ["done"]
            assert [adjustment.by.username for adjustment in incident.adjustments.all()] == ["martin"][
                : len(incident.adjustments.all())
            ]
    assert Incident.objects.count() == count
    return len(queries)


@pytest.mark.django_db
def test_reading_three_records_takes_as_many_queries_as_reading_one():
    club = make.make_club()
    director = make.make_member(club)
    board = make.make_seed_case(club)
    first = make.make_incident(board, director)
    make.rule_the_seed_case(first, director)
    scores.confirm_adjustment(incident=first, by=director, seen=scores.propose_adjustment(first).digest)
    one = record_of(1)
    for _more in range(2):
        make.rule_the_seed_case(make.make_incident(board, director), director)
    assert record_of(3) == one


@pytest.mark.django_db
def test_a_board_with_eight_results_is_read_with_as_many_queries_as_one_with_one(django_assert_num_queries):
    club = make.make_club()
    board = make.make_tournament(club, boards=(2,)).boards.get()
    make.make_result(board, 1)

    def read() -> int:
        with CaptureQueriesContext(connection) as queries:
            for one in Board.objects.with_results():
                for result in one.results.all():
                    assert result.board == one
                    assert result.ns.players.all() and result.ew.players.all()
        return len(queries)

    few = read()
    for table in range(2, 9):
        make.make_result(board, table)
    assert read() == few


def test_identifiers_sort_by_the_time_they_were_made():
    made = [uuid7() for _ in range(50)]
    assert {one.version for one in made} == {7}
    assert {one.variant for one in made} == {uuid.RFC_4122}
    assert len(set(made)) == 50
    milliseconds = [one.int >> 80 for one in made]
    assert milliseconds == sorted(milliseconds)
