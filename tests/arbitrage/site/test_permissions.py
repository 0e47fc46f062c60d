"""Nobody sees another club's data, and only a club's directors change it; the tests request every address of the
program."""

import re
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.http.response import HttpResponseBase
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken

from arbitrage.models import (
    Appeal,
    Board,
    Club,
    ConductNote,
    Doubt,
    Duty,
    Event,
    Exercise,
    Incident,
    Inquiry,
    Invitation,
    Membership,
    Penalty,
    PlayerLink,
    Rehearsal,
    Remark,
    Result,
    TableSheet,
    Tournament,
)
from arbitrage.server.rights import NEEDS
from arbitrage.services import clock, incidents, rehearsals, school
from arbitrage.services.incidents import reviewing
from arbitrage.services.people import conduct, invitations, player_links, table_sheets
from arbitrage.services.results import penalties
from rulings.school.situations import by_id
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import sign_in, url

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

OPEN_TO_ALL = {"healthz", "readyz", "login", "sign_in_code", "pair", "pair_in"}
OPEN_TO_ALL |= {"invitation", "player_board", "poll_page", "wall", "new_password"}
OPEN_TO_ALL |= {"code_players", "code_wall", "code_leaf", "table_sheet", "table_board", "player_evening"}
OPEN_TO_ALL |= {"service_worker", "manifest", "offline", "offline_laws", "outbox", "first_start", "trust", "trust_root"}
WITHOUT_A_ROW = {
    "home",
    "logout",
    "tournament_list",
    "tournament_import",
    "evening_new",
    "case_import",
    "decision_list",
    "decision_print",
    "statistics",
    "season_report",
    "season_report_pdf",
    "casebook",
    "code",
    "code_law",
    "code_chart",
    "code_whole_chart",
    "password",
    "second_step",
    "pin",
    "switch",
    "approve",
    "enter",
    "site_clubs",
    "site_person",
    "about",
    "tablets",
    "ask_versions",
    "start_with_session",
    "tour",
    "volunteer_sheet",
    "backups",
    *("school", "school_theme", "school_again", "school_series", "school_paper", "school_paper_pdf", "situation"),
    *("school_shown", "school_learners", "school_doubts", "school_kit", "school_brought", "rehearsals"),
}
CHANGES = {
    *("round", "call", "attend", "leave", "look", "what", "place", "dispute", "statements", "add_words", "withdraw"),
    *("question", "reach", "linked", "drop", "duty_done", "duty_open", "evidence", "evidence_judged", "unroll"),
    *("poll", "table_sheets"),
    *("result", "add_result", "board_forms", "take_over", "penalty", "withdraw_penalty"),
    *("evening", "say", "regulations", "members", "member", "forget"),
    *("answer_question", "supersede", "right_of_appeal", "appeal", "conduct", "incident_conduct", "erase_conduct"),
    *(
        "own_case",
        "link_days",
        "withdraw_invitation",
        "player_links",
        "several_sessions",
        "simultaneous",
        "tablets",
        "backups",
        "ask_versions",
        "start_with_session",
    ),
}
READ = {"room", "decision", "board_list", "board", "report", "decision_list", "tournament_list", "review", "what_if"}
READ |= {"appeal", "right_of_appeal", "export", "export_file", "export_case", "export_case_file"}
SECRET = "Zébulon"


def addresses(patterns=None) -> dict[str, URLPattern]:
    """Return every named address."""
    found = {}
    for one in get_resolver().url_patterns if patterns is None else patterns:
        if isinstance(one, URLResolver):
            found |= (
                {} if one.namespace == "admin" else addresses(one.url_patterns)
            )  # tests/arbitrage/site/test_admin.py
        elif one.name:
            found[one.name] = one
    return found


PATTERNS = addresses()
NAMES = sorted(PATTERNS)


@pytest.fixture(scope="module")
def scene(set_once) -> None:
    set_once(an_inquiry_of_zebulon)


@pytest.fixture
def inquiry(scene, db) -> Inquiry:
    """A waiting inquiry of a club whose names all contain the club's."""
    return Inquiry.objects.get()


def an_inquiry_of_zebulon() -> None:
    IDENTIFIERS.clear()
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
    make.answer(inquiry, director, **make.DURING_THE_PLAY)
    situation = by_id()["revoke-4"]
    exercise = school.begin(situation=situation, by=director)
    rehearsals.end(rehearsal=rehearsals.begin(scenario="quarter-of-an-hour", seed=1, by=director))
    school.doubt(exercise=exercise, situation=situation, club=club, words=SECRET, by=director)
    manager = make.make_member(club, "manager", role="manager")
    Membership.objects.filter(user=manager).update(conduct=True)
    conduct.write(club=club, incident=incident, law="74", words=SECRET, by=manager)
    invitations.invite(club=club, role="reader", name=SECRET, by=manager)
    player_links.make(board=board, contestant=board.results.get(table=1).ns, by=director)
    section = board.tournament.sections.get()
    table_sheets.prepare(tournament=board.tournament, places=[(section, 1)], results=True, by=director)
    reviewing.ask(incident=incident, words=SECRET, by=director)
    Appeal.objects.create(
        incident=incident,
        ruling=inquiry.rulings.get(),
        side="EW",
        consent="both",
        about="facts",
        grounds=SECRET,
        by=director,
        at=clock.now(),
        entries=1,
        heard_by="committee",
    )


IDENTIFIERS: dict[tuple[str, str], object] = {}
"""Cache of the identifiers of this scene, by the name of the address and of its argument."""


def arguments(name: str) -> list[object]:
    """Return the identifiers that an address takes; there is one row of each model."""
    return [identifier(name, one) for one in re.findall(r"<\w+:(\w+)>", str(PATTERNS[name].pattern))]


def identifier(name: str, argument: str) -> object:
    if (name, argument) not in IDENTIFIERS:
        IDENTIFIERS[name, argument] = _looked_up(name, argument)
    return IDENTIFIERS[name, argument]


def _looked_up(name: str, argument: str) -> object:
    rows = {
        "club_id": lambda: Club.objects.get(slug="zebulon").pk,
        "tournament_id": lambda: Tournament.objects.get().pk,
        "incident_id": lambda: Incident.objects.get().pk,
        "inquiry_id": lambda: Inquiry.objects.get().pk,
        "member_id": lambda: Membership.objects.get(club__slug="zebulon", user__username="director").pk,
        "duty_id": lambda: Duty.objects.get().pk,
        "board_id": lambda: Board.objects.get().pk,
        "board_to_look_at": lambda: Board.objects.get().pk,
        "result_id": lambda: Result.objects.get(table=1).pk,
        "line_id": lambda: Result.objects.get(table=1).pk,
        "penalty_id": lambda: Penalty.objects.get().pk,
        "appeal_id": lambda: Appeal.objects.get().pk,
        "remark_id": lambda: Remark.objects.get().pk,
        "question_id": lambda: "able",
        "version": lambda: "another",
        "law_id": lambda: "64",
        "leaf": lambda: "revoke",
        "note_id": lambda: ConductNote.objects.get().pk,
        "invitation_id": lambda: Invitation.objects.get().pk,
        "key": lambda: KEYS.get(name, Invitation).objects.get().pk,
        "token": lambda: "guessed",
        "code": lambda: "ABCD2345",
        "uidb64": lambda: "MQ",
        "kind": lambda: "crt",
        "event_id": lambda: Event.objects.filter(kind="incident_opened").order_by("at")[0].pk,
        "theme": lambda: "revoke",
        "seed": lambda: 4711,
        "situation": lambda: "revoke-4",
        "exercise": lambda: Exercise.objects.get().pk,
        "rehearsal": lambda: Rehearsal.objects.get().pk,
        "call": lambda: "lead",
        "doubt": lambda: Doubt.objects.get().pk,
        "shown_id": lambda: Event.objects.order_by("at")[0].pk,
    }
    return rows[argument]()


KEYS: dict[str, Any] = {
    "player_board": PlayerLink,
    "player_evening": PlayerLink,
    "table_sheet": TableSheet,
    "table_board": TableSheet,
}
"""The model of the key in each address that admits the holder of the key; in other addresses it is an invitation's."""


def visit(client: Client, name: str, method: str):
    return getattr(client, method)(url(name, *arguments(name)))


def test_the_list_of_what_changes_something_is_complete(inquiry):
    """Each address is requested by a method that it refuses. The refusal lists the methods it accepts, and builds no
    page."""
    director = sign_in(make.make_member(Club.objects.get(), "another"))
    refused = {name: visit(director, name, "delete") for name in NAMES}
    assert sum(one.status_code == 405 for one in refused.values()) > 100
    only_posted = {name for name, one in refused.items() if "GET" not in one.get("Allow", "GET")}
    assert (
        only_posted - {"logout", "pin", "site_club", "site_person", "undo", "school_shown", "school_brought"} <= CHANGES
    )


@pytest.mark.parametrize("method", ["get", "post"])
def test_who_is_not_signed_in_is_asked_to(inquiry, method):
    before, let_in = incidents_as_they_are(), {}
    for name in NAMES:
        if name in OPEN_TO_ALL:
            continue
        response = visit(Client(), name, method)
        if response.status_code == 405 or name == "logout":
            refused = SECRET not in response.content.decode()
        else:
            to = response.headers.get("Location", "").partition("?")[0]
            refused = (response.status_code, to) == (302, url("login"))
        if not refused or incidents_as_they_are() != before:
            let_in[name] = response.status_code
    assert let_in == {}


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_director_of_another_club_finds_nothing(inquiry, method):
    stranger = make.make_member(make.make_club(), "stranger")
    client, before, let_in = sign_in(stranger), incidents_as_they_are(), {}
    for name in NAMES:
        if name in OPEN_TO_ALL | WITHOUT_A_ROW:
            continue
        response = visit(client, name, method)
        refused = response.status_code in (403 if NEEDS[name] in ("conduct", "manager", "reviewer") else 404, 405)
        if not refused or SECRET in response.content.decode() or incidents_as_they_are() != before:
            let_in[name] = response.status_code
    assert let_in == {}


@pytest.mark.parametrize("name", ["home", "tournament_list", "tournament_import", "decision_list"])
def test_the_lists_of_another_club_are_its_own(inquiry, name):
    stranger = make.make_member(make.make_club(), "stranger")
    response = sign_in(stranger).get(url(name), follow=True)
    assert response.status_code == 200
    assert SECRET not in response.content.decode()


@pytest.mark.parametrize("role", ["reviewer", "reader"])
def test_a_reviewer_and_a_reader_change_nothing(inquiry, role):
    client = sign_in(make.make_member(Club.objects.get(), "insider", role=role))
    before, let_in = incidents_as_they_are(), {}
    for name in sorted(CHANGES):
        status = visit(client, name, "post").status_code
        if status != 403 or incidents_as_they_are() != before:
            let_in[name] = status
    assert let_in == {}


def test_a_form_that_another_site_sends_changes_nothing(inquiry):
    client = Client(enforce_csrf_checks=True)
    client.force_login(make.make_member(Club.objects.get(), "insider", role="manager"))
    client.get(url("room", Tournament.objects.get().pk))
    token, before, let_in = client.cookies["csrftoken"].value, incidents_as_they_are(), {}
    there = {"HTTP_ORIGIN": "https://elsewhere.example"}
    for name in sorted(CHANGES):
        address = url(name, *arguments(name))
        sent = client.post(address), client.post(address, {"csrfmiddlewaretoken": token}, **there)
        statuses = [response.status_code for response in sent]
        if statuses != [403, 403] or incidents_as_they_are() != before:
            let_in[name] = statuses
    assert let_in == {}


def test_a_reader_says_nothing_of_a_decision_and_a_reviewer_does(inquiry):
    address, said = url("review", inquiry.incident_id), {"do": "comment", "words": "Read again."}
    for role, status in (("reader", 403), ("reviewer", 302)):
        assert sign_in(make.make_member(Club.objects.get(), role, role=role)).post(address, said).status_code == status
    assert Remark.objects.filter(kind="comment").count() == 1


@pytest.mark.parametrize("name", ["tournament_import", "evening_new"])
def test_a_reviewer_brings_no_tournament(inquiry, name):
    reviewer = make.make_member(Club.objects.get(), "reviewer", role="reviewer")
    assert sign_in(reviewer).get(url(name)).status_code == 403
    assert sign_in(reviewer).post(url(name), {"tables": "5", "name": "x"}).status_code == 403
    assert Tournament.objects.count() == 1


METHODS = ("get", "post", "head", "options", "put", "patch", "delete")
EVERY_METHOD = {name: [*METHODS] for name in NAMES if name not in ("logout", "healthz", "readyz")}
ACCEPTED: dict[str, list[str]] = {}
"""Cache of `to_try`, whose result is the same in every scene and for every user."""


def to_try() -> dict[str, list[str]]:
    """Return the methods to try at each address: those that it accepts, and PATCH. Every other method is refused before
    anything is read, as PATCH is; `test_the_list_of_what_changes_something_is_complete` tries DELETE. HEAD runs the
    view of GET; `test_every_page` tries it once at each address."""
    if not ACCEPTED:
        manager = make.make_member(Club.objects.get(slug="zebulon"), "asks", role="manager")
        Membership.objects.filter(user=manager).update(conduct=True)
        client = sign_in(manager)
        ACCEPTED.update({name: _accepted(visit(client, name, "delete")) for name in EVERY_METHOD})
        manager.delete()
    return ACCEPTED


def _accepted(refusal: HttpResponseBase) -> list[str]:
    if refusal.status_code != 405:
        return [method for method in METHODS if method != "head"]
    return [method for method in refusal["Allow"].lower().split(", ") if method != "head"] + ["patch"]


@pytest.fixture
def tried(inquiry) -> dict[str, list[str]]:
    return to_try()


def half_way(user: User) -> Client:
    """Return a browser in which a user with a second step has given the password, and not yet the code."""
    device = StaticDevice.objects.create(user=user, name="paper")
    StaticToken.objects.create(device=device, token="paper-1")
    client = Client()
    assert client.post(url("login"), {"username": user.username, "password": "atout"}).url == url("sign_in_code")
    return client


def past_the_second_step(user: User) -> Client:
    """Return a browser in which this user has given the code as well."""
    client = half_way(user)
    client.post(url("sign_in_code"), {"code": "paper-1"})
    assert client.session["_auth_user_id"] == str(user.pk)
    return client


OUTSIDE = ("nobody", "stranger", "reader elsewhere", "manager elsewhere", "past the second step", "half way")


@pytest.mark.parametrize("who", OUTSIDE)
def test_whoever_does_not_belong_there_sees_and_changes_nothing_by_any_method(inquiry, tried, who):
    """Each role without rights in the club requests every address by every method."""
    client = Client()
    if who == "half way":
        client = half_way(make.make_member(Club.objects.get(), "insider", role="manager"))
    elif who != "nobody":
        elsewhere = make.make_club()
        role = {"stranger": "director", "reader elsewhere": "reviewer"}.get(who, "manager")
        outsider = make.make_member(elsewhere, "outsider", role=role)
        client = past_the_second_step(outsider) if who == "past the second step" else sign_in(outsider)
    before, seen = incidents_as_they_are(), {}
    for name, methods in tried.items():
        address = url(name, *arguments(name))
        for method in methods:
            response = getattr(client, method)(address)
            said = b"".join(response.streaming_content) if response.streaming else response.content
            fault = response.status_code >= 500 or SECRET in said.decode(errors="replace")
            unknown = who in ("nobody", "half way")
            if fault or (unknown and name not in OPEN_TO_ALL and response.status_code == 200):
                seen[name, method] = response.status_code
    assert seen == {}
    assert incidents_as_they_are() == before


STEPS = ("nobody", "member", "reader", "director", "manager", "machine", "administrator")
"""Roles that pages require, in ascending order; a reviewer has the pages of a reader."""


@pytest.mark.parametrize("role", ["reader", "reviewer", "director", "manager"])
def test_who_may_less_than_a_page_says_it_needs_is_refused_by_any_method(inquiry, tried, role):
    """`NEEDS` is enforced at every address, so that a member of the club with a lesser role is refused."""
    client, let_in = sign_in(make.make_member(Club.objects.get(), "insider", role=role)), {}
    has = STEPS.index("reader" if role == "reviewer" else role)
    Membership.objects.filter(user__username="insider").update(conduct=False)
    more = {name for name, need in NEEDS.items() if need == "conduct" or need in STEPS[has + 1 :]}
    before = incidents_as_they_are()
    for name in sorted(more):
        for method in tried.get(name, METHODS):
            status = visit(client, name, method).status_code
            if method != "options" and status not in (403, 404, 405):
                let_in[name, method] = status
    assert let_in == {}
    assert incidents_as_they_are() == before
    assert len(more) >= 3


def test_who_is_past_his_second_step_does_what_his_role_lets_him(inquiry):
    client = past_the_second_step(make.make_member(Club.objects.get(), "insider", role="manager"))
    assert [visit(client, name, "get").status_code for name in ("room", "members", "password")] == [200, 200, 200]


@pytest.mark.parametrize("role", ["reader", "reviewer", "manager"])
def test_no_method_at_any_address_of_ones_own_club_breaks_the_server(inquiry, tried, role):
    """tests/arbitrage/site/test_every_page.py has the same test for a director. Each of these roles can
    open every page of `READ`."""
    found = answers_of(make.make_member(Club.objects.get(), "insider", role=role), tried)
    assert found.broken == {}
    assert READ - found.seen == set()


@dataclass
class Answers:
    """The results of every method but POST at every address: *broken* has the statuses from 500 on, by address and
    method, *seen* the addresses that GET opened."""

    broken: dict[tuple[str, str], int]
    seen: set[str]


def answers_of(user: User, tried: dict[str, list[str]]) -> Answers:
    """Request every address as this user, by each of its methods in *tried* except POST."""
    client, found = sign_in(user), Answers({}, set())
    for name, methods in tried.items():
        address = url(name, *arguments(name))
        for method in methods:
            if method == "post":
                continue
            status = getattr(client, method)(address).status_code
            if status >= 500:
                found.broken[name, method] = status
            if method == "get" and status == 200:
                found.seen.add(name)
    return found


def test_an_inquiry_of_one_incident_is_not_changed_through_the_tournament_of_another_club(inquiry):
    """The right to change one row gives no access to other rows: the section and board must belong to the
    tournament."""
    stranger = make.make_member(make.make_club(), "stranger")
    own = make.make_tournament(Club.objects.get(slug="lac"))
    foreign = Board.objects.get(tournament=inquiry.incident.tournament)
    client = sign_in(stranger)
    client.post(url("call", own.pk), {"section": foreign.tournament.sections.get().pk, "table": 1})
    assert Incident.objects.filter(tournament=own).count() == 0
    client.post(url("call", own.pk))
    client.post(url("what", Incident.objects.get(tournament=own).pk), {"law": "64", "board": foreign.pk})
    assert Incident.objects.get(tournament=own).board is None


def incidents_as_they_are() -> list[list[Any]]:
    """Return the stored rows that a request without permission must not change."""
    found = []
    with connection.cursor() as cursor:
        for query in untouched():
            cursor.execute(*query)
            found.append(sorted(cursor.fetchall(), key=str))
    return found


@cache
def untouched() -> list[tuple[str, tuple[Any, ...]]]:
    """Compile the queries for those rows once: they are asked before and after each of a thousand requests."""
    queries = (
        Incident.objects.values_list("pk", "state", "words", "evidence", "board", "attended_by"),
        Inquiry.objects.values_list("pk", "version", "stage"),
        Duty.objects.values_list("pk", "state"),
        Result.objects.values_list("pk", "kind", "contract", "form"),
        Tournament.objects.values_list("current_round", flat=True),
        Penalty.objects.values_list("pk", "state"),
        Remark.objects.values_list("pk", "answered_at"),
        Appeal.objects.values_list("state", "heard_by", "words", "seats"),
        ConductNote.objects.values_list("words", "erased"),
        Invitation.objects.values_list("role", "withdrawn_at"),
        PlayerLink.objects.values_list("contestant", "withdrawn_at"),
        TableSheet.objects.values_list("table", "results", "withdrawn_at"),
        Membership.objects.filter(club__slug="zebulon").values_list("user__username", "role", "user__password"),
    )
    return [rows.query.sql_with_params() for rows in queries]


APPEAL = ("right_of_appeal", "appeal", "appeal_file", "appeal_file_pdf", "review")


@pytest.mark.parametrize("role", ["reader", "reviewer", "director", "manager"])
def test_an_appeals_pages_are_read_by_the_club_and_changed_by_who_may(inquiry, role):
    """Each role reads each page of an appeal, and sends every act without its words; tests/arbitrage/appeal tests
    complete acts."""
    client = sign_in(make.make_member(Club.objects.get(), "insider", role=role))
    before = incidents_as_they_are()
    assert [visit(client, name, "get").status_code for name in APPEAL] == [200] * len(APPEAL)
    acts = ("", "decide", "sit", "hear", "withdraw", "note", "statement", "refer")
    addresses_of = [url("right_of_appeal", *arguments("right_of_appeal")), url("appeal", *arguments("appeal"))]
    sent = [client.post(address, {"do": act}).status_code for address in addresses_of for act in acts]
    assert max(sent) < 500
    if role == "reader":  # a reviewer sits in the committee, a director notes, a manager does both
        assert set(sent) == {403}
        assert incidents_as_they_are() == before
    stranger = sign_in(make.make_member(make.make_club(), "stranger", role="manager"))
    assert {visit(stranger, name, "get").status_code for name in APPEAL} == {404}
