"""Nobody sees another club's data, and only its directors change it: every address of the program, one by one."""

import re
from decimal import Decimal

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from arbitrage.models import Board, Club, Duty, Incident, Inquiry, Penalty, Result, Tournament
from arbitrage.services import incidents, penalties
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import sign_in, url

pytestmark = pytest.mark.django_db

OPEN_TO_ALL = {"healthz", "readyz", "login"}
WITHOUT_A_ROW = {
    "home",
    "logout",
    "tournament_list",
    "tournament_import",
    "case_import",
    "decision_list",
    "code",
    "code_law",
    "code_chart",
}
CHANGES = {
    *("round", "call", "what", "place", "dispute", "add_words", "withdraw"),
    *("question", "reach", "linked", "drop", "duty_done", "duty_open"),
    *("result", "add_result", "board_forms", "take_over", "penalty", "withdraw_penalty"),
}
SECRET = "Zébulon"


def addresses(patterns=None) -> dict[str, URLPattern]:
    """Every named address."""
    found = {}
    for one in get_resolver().url_patterns if patterns is None else patterns:
        if isinstance(one, URLResolver):
            found |= addresses(one.url_patterns)
        elif one.name:
            found[one.name] = one
    return found


NAMES = sorted(addresses())


@pytest.fixture
def inquiry() -> Inquiry:
    """An inquiry of a club whose every name says whose it is, waiting for the end of play."""
    club = make.make_club(f"Club {SECRET}", "zebulon")
    director = make.make_member(club, "director")
    board = make.make_seed_case(club)
    Tournament.objects.update(name=f"Tournoi {SECRET}", current_round=1)
    for player in board.results.get(table=1).ns.players.all():
        player.name = SECRET
        player.save()
    penalties.give_penalty(
        tournament=Tournament.objects.get(),
        contestant=str(board.results.get(table=1).ns_id),
        law="90",
        amount=Decimal(10),
        unit="percent",
        reason="slow",
        by=director,
    )
    incident = make.make_incident(board, director)
    incidents.add_words(incident=incident, words=SECRET, by=director)
    inquiry = incidents.open_inquiry(incident=incident, law="64", by=director)
    return make.answer(inquiry, director, **make.DURING_THE_PLAY)


def arguments(name: str) -> list[object]:
    """The identifiers that an address takes, of the only rows there are."""
    rows = {
        "tournament_id": lambda: Tournament.objects.get().pk,
        "incident_id": lambda: Incident.objects.get().pk,
        "inquiry_id": lambda: Inquiry.objects.get().pk,
        "duty_id": lambda: Duty.objects.get().pk,
        "board_id": lambda: Board.objects.get().pk,
        "result_id": lambda: Result.objects.get(table=1).pk,
        "penalty_id": lambda: Penalty.objects.get().pk,
        "question_id": lambda: "able",
        "law_id": lambda: "64",
    }
    return [rows[one]() for one in re.findall(r"<\w+:(\w+)>", str(addresses()[name].pattern))]


def visit(client: Client, name: str, method: str):
    return getattr(client, method)(url(name, *arguments(name)))


def test_the_list_of_what_changes_something_is_complete(inquiry):
    director = sign_in(make.make_member(Club.objects.get(), "another"))
    only_posted = {name for name in NAMES if visit(director, name, "get").status_code == 405}
    assert only_posted - {"logout"} <= CHANGES


@pytest.mark.parametrize("name", [name for name in NAMES if name not in OPEN_TO_ALL])
@pytest.mark.parametrize("method", ["get", "post"])
def test_who_is_not_signed_in_is_asked_to(inquiry, name, method):
    before = incidents_as_they_are()
    response = visit(Client(), name, method)
    if response.status_code == 405 or name == "logout":
        assert SECRET not in response.content.decode()
    else:
        assert (response.status_code, response.url.partition("?")[0]) == (302, url("login"))
    assert incidents_as_they_are() == before


@pytest.mark.parametrize("name", [name for name in NAMES if name not in OPEN_TO_ALL | WITHOUT_A_ROW])
@pytest.mark.parametrize("method", ["get", "post"])
def test_a_director_of_another_club_finds_nothing(inquiry, name, method):
    stranger = make.make_member(make.make_club(), "stranger")
    before = incidents_as_they_are()
    response = visit(sign_in(stranger), name, method)
    assert response.status_code in (404, 405)
    assert SECRET not in response.content.decode()
    assert incidents_as_they_are() == before


@pytest.mark.parametrize("name", ["home", "tournament_list", "tournament_import", "decision_list"])
def test_the_lists_of_another_club_are_its_own(inquiry, name):
    stranger = make.make_member(make.make_club(), "stranger")
    response = sign_in(stranger).get(url(name), follow=True)
    assert response.status_code == 200
    assert SECRET not in response.content.decode()


@pytest.mark.parametrize("name", sorted(CHANGES))
def test_a_reviewer_changes_nothing(inquiry, name):
    reviewer = make.make_member(Club.objects.get(), "reviewer", role="reviewer")
    before = incidents_as_they_are()
    assert visit(sign_in(reviewer), name, "post").status_code == 403
    assert incidents_as_they_are() == before


@pytest.mark.parametrize(
    "name",
    ["room", "decision", "board_list", "board", "report", "decision_list", "tournament_list"]
    + ["export", "export_file", "export_case", "export_case_file"],
)
def test_a_reviewer_reads_what_the_club_keeps(inquiry, name):
    reviewer = make.make_member(Club.objects.get(), "reviewer", role="reviewer")
    assert visit(sign_in(reviewer), name, "get").status_code == 200


def test_a_reviewer_imports_nothing(inquiry):
    reviewer = make.make_member(Club.objects.get(), "reviewer", role="reviewer")
    assert sign_in(reviewer).get(url("tournament_import")).status_code == 403


def test_an_inquiry_of_one_incident_is_not_changed_through_the_tournament_of_another_club(inquiry):
    """A row that may be changed is not a way to rows that may not: section and board are those of the tournament."""
    stranger = make.make_member(make.make_club(), "stranger")
    own = make.make_tournament(Club.objects.get(slug="lac"))
    foreign = Board.objects.get(tournament=inquiry.incident.tournament)
    client = sign_in(stranger)
    client.post(url("call", own.pk), {"section": foreign.tournament.sections.get().pk, "table": 1})
    assert Incident.objects.filter(tournament=own).count() == 0
    client.post(url("call", own.pk))
    client.post(url("what", Incident.objects.get(tournament=own).pk), {"law": "64", "board": foreign.pk})
    assert Incident.objects.get(tournament=own).board is None


def incidents_as_they_are() -> tuple[object, ...]:
    """What a request without the right must leave alone."""
    return (
        sorted(Incident.objects.values_list("pk", "state", "words", "evidence", "board", "attended_by")),
        sorted(Inquiry.objects.values_list("pk", "version", "stage")),
        sorted(Duty.objects.values_list("pk", "state")),
        sorted(Result.objects.values_list("pk", "kind", "contract", "form")),
        list(Tournament.objects.values_list("current_round", flat=True)),
        list(Penalty.objects.values_list("pk", "state")),
    )
