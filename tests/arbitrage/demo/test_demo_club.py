"""The demonstration club has members, tournaments, rulings, and an evening that is being played."""

import datetime
import io
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

import pytest
from django.contrib.auth.hashers import get_hasher
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import transaction
from django.test import override_settings
from django.urls import reverse
from django.utils import timezone, translation

from arbitrage.demo import club as clubs
from arbitrage.demo.cases import CASES, Case
from arbitrage.demo.club import DemoClub, make_demo_club
from arbitrage.demo.turns import TURNS, Turn
from arbitrage.models import Adjustment, Club, Duty, Event, Incident, Result, Stream, Tournament
from arbitrage.services import clock
from arbitrage.services.record import history
from arbitrage.services.results.field import traveller
from rulings.bridge import Card, Seat, parse_deal
from tests.arbitrage.at_the_screen import words
from tests.arbitrage.demo import demo_facts
from tests.arbitrage.factories import make_member

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

NOW = datetime.datetime(2026, 3, 13, 14, 24, tzinfo=datetime.UTC)  # a Friday, 15:24 in Paris


@dataclass(frozen=True)
class Told:
    """The output of `manage.py demo` where there is no club yet, and the folder with its files."""

    said: str
    folder: Path


@pytest.fixture(scope="module")
def told(django_db_setup, django_db_blocker, tmp_path_factory) -> Iterator[Told]:
    """The output of the command, run once for all tests that look at the club."""
    folder, said = tmp_path_factory.mktemp("data"), io.StringIO()
    with django_db_blocker.unblock(), transaction.atomic():
        # This fixture comes before the one that activates the language of the settings for each test.
        with override_settings(DATA_DIR=folder), clock.at(NOW), translation.override("fr"):
            call_command("demo", stdout=said)
        yield Told(said.getvalue(), folder / "demo")
        transaction.set_rollback(True)


@pytest.fixture
def demo(told: Told, db) -> DemoClub:
    """The club that the command has made in an empty database."""
    found = make_demo_club()
    assert found is not None
    return found


every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: f"board {case.board}")
every_turn = pytest.mark.parametrize("turn", TURNS, ids=lambda turn: turn.name)


def test_the_command_makes_the_club_keeps_its_files_and_says_how_to_sign_in(told: Told, capsys):
    assert told.said.count("mot de passe") == 3 and "castel" in told.said
    assert len(list(told.folder.iterdir())) == 8
    call_command("demo")
    assert capsys.readouterr().out == told.said
    assert Club.objects.count() == 1


# People


@pytest.mark.usefixtures("replayed")
def test_its_evenings_are_replayed_alike(demo: DemoClub):
    assert Incident.objects.count() > 30


def test_two_directors_and_a_reviewer_sign_in_with_what_is_printed(demo: DemoClub):
    assert [(person.name, person.role, person.username) for person in demo.sign_ins] == [
        ("Bernard Castel", "director", "castel"),
        ("Claire Aubry", "director", "aubry"),
        ("Agnès Tourneur", "reviewer", "tourneur"),
    ]
    for person in demo.sign_ins:
        user = User.objects.get(username=person.username)
        assert user.check_password(person.password)
        assert not (user.is_staff or user.is_superuser)
        assert [(member.club, member.role) for member in user.memberships.all()] == [(demo.club, person.role)]


def test_they_have_one_password_which_belongs_to_this_club_and_installation(demo: DemoClub, settings):
    (before,) = {person.password for person in demo.sign_ins}
    assert before != clubs._password("tilleuls-demo2")
    settings.SECRET_KEY = "another installation"
    assert clubs._password("tilleuls-demo") != before


def test_the_password_that_an_earlier_version_gave_each_of_them_is_told_too(demo: DemoClub):
    castel = User.objects.get(username="castel")
    kept = castel.password
    castel.set_password(clubs._password("castel"))
    castel.save()
    told = {person.username: person.password for person in make_demo_club().sign_ins}
    assert told["castel"] == clubs._password("castel") != told["aubry"] == told["tourneur"]
    User.objects.filter(pk=castel.pk).update(password=kept)


def test_a_password_is_stored_as_that_of_anybody(demo: DemoClub):
    assert User.objects.get(username="aubry").password.startswith(get_hasher().algorithm)


def test_a_second_time_nothing_is_made_and_the_same_sign_ins_are_told(demo: DemoClub):
    rows = [model.objects.count() for model in (Club, User, Tournament, Result, Event)]
    again = make_demo_club()
    assert (again.club, again.created, again.sign_ins) == (demo.club, False, demo.sign_ins)
    assert [model.objects.count() for model in (Club, User, Tournament, Result, Event)] == rows


def test_a_password_that_was_changed_is_not_told(demo: DemoClub):
    castel = User.objects.get(username="castel")
    kept = castel.password
    castel.set_password("something else")
    castel.save()
    assert [person.username for person in make_demo_club().sign_ins] == ["aubry", "tourneur"]
    User.objects.filter(pk=castel.pk).update(password=kept)


def test_no_password_of_another_member_is_tried(demo: DemoClub, monkeypatch):
    other = make_member(demo.club, "durand")
    tried = []
    monkeypatch.setattr(clubs, "check_password", lambda _password, stored: bool(tried.append(stored)))
    assert make_demo_club().sign_ins == ()
    assert tried and other.password not in tried


# The afternoon


@every_case
def test_each_case_is_ruled_by_its_law(demo: DemoClub, case: Case):
    incident = demo_facts.incident_of(demo, case)
    assert (incident.state, incident.table, incident.round) == ("ruled", case.table, case.round)
    assert incident.result == demo_facts.result_of(demo, case)
    inquiry = incident.inquiries.get()
    assert (inquiry.law, inquiry.current_ruling.law) == ("64", case.law)
    assert {answer.question: answer.value for answer in inquiry.answers.all()} == inquiry.answers_dict()
    told = {step.question.id: step.value for step in inquiry.state().trail if step.derived}
    assert case.answers.items() <= (inquiry.answers_dict() | told).items()
    assert not Duty.objects.filter(inquiry=inquiry, state="open").exists()


@every_case
def test_the_score_that_changes_is_confirmed_and_no_other(demo: DemoClub, case: Case):
    confirmed = [
        (
            adjustment.given.single.contract,
            adjustment.given.single.declarer,
            adjustment.given.single.tricks,
            adjustment.law,
        )
        for adjustment in demo_facts.incident_of(demo, case).adjustments.all()
        if adjustment.state == Adjustment.State.CONFIRMED and adjustment.entered_at is not None
    ]
    changed = case.entered != case.declarer_won
    assert confirmed == ([(case.contract, case.declarer, case.entered, case.law)] if changed else [])


def test_the_founding_case_is_a_top_and_a_zero_and_costs_the_field_its_average(demo: DemoClub):
    board = demo_facts.result_of(demo, demo_facts.FOUNDING).board
    assert (board.number, board.dealer, board.vulnerability) == (12, "W", "NS")
    lines = {line.result.table: line.after for line in traveller(board)}
    assert (lines[3].contract, lines[3].tricks, lines[3].score) == ("3NT", 12, 690)
    assert (lines[3].ns_percent, lines[3].ew_percent) == (Decimal("100.00"), Decimal("0.00"))
    rest = {(line.score, line.ns_percent) for table, line in lines.items() if table != 3}
    assert len(lines) == 8 and rest == {(660, Decimal("42.86"))}


def test_the_founding_case_was_recorded_at_the_times_of_its_report(demo: DemoClub):
    incident = demo_facts.incident_of(demo, demo_facts.FOUNDING)
    kinds = {event.kind: timezone.localtime(event.at) for event in incident.events.all()}
    shown = {kind: kinds[kind].strftime("%d/%m %H:%M") for kind in ("incident_opened", "adjustment_confirmed")}
    assert shown == {"incident_opened": "10/03 14:27", "adjustment_confirmed": "10/03 17:31"}
    assert timezone.localtime(demo.ended.published_at).strftime("%H:%M") == "17:42"
    assert {event.by.username for event in incident.events.all()} == {"castel"}


# The afternoon of the week before


@every_turn
def test_each_case_of_a_card_out_of_turn_is_ruled_by_its_law(demo: DemoClub, turn: Turn):
    incident = demo_facts.incident_at(demo, turn)
    assert (incident.state, incident.round, incident.result.lead) == ("ruled", turn.round, turn.lead)
    first, *later = incident.inquiries.order_by("order")
    assert (first.law, first.current_ruling.law) == (turn.law, turn.rules)
    assert {answer.question: answer.value for answer in first.answers.all()} == dict(turn.answers)
    assert [(one.law, one.current_ruling.law) for one in later] == [
        (sequel.law, sequel.rules) for sequel in turn.sequels
    ]
    assert not Duty.objects.filter(inquiry__incident=incident, state="open").exists()
    assert incident.words == turn.words


def test_nothing_of_the_earlier_afternoon_changes_a_score_or_waits(demo: DemoClub):
    assert not Adjustment.objects.filter(incident__tournament=demo.earlier).exists()
    assert list(Duty.objects.tray(demo.earlier)) == []
    assert Incident.objects.filter(tournament=demo.earlier).count() == len(TURNS)


def test_the_earlier_afternoon_was_ruled_in_its_rounds_by_two_directors(demo: DemoClub):
    day = timezone.localdate(NOW) - datetime.timedelta(days=10)
    begin = timezone.make_aware(datetime.datetime.combine(day, datetime.time(14)))
    for incident in Incident.objects.filter(tournament=demo.earlier):
        times = incident.events.values_list("at", flat=True)
        starts = begin + (incident.round - 1) * datetime.timedelta(minutes=22)
        assert starts < min(times) <= max(times) <= starts + datetime.timedelta(minutes=21)
        assert incident.attended_by.username == ("castel" if incident.table <= 4 else "aubry")


# The evening


def test_the_evening_is_in_round_five_of_nine_with_six_minutes_left(demo: DemoClub):
    running = demo.running
    assert (running.current_round, running.rounds) == (5, 9)
    assert running.round_started_at + datetime.timedelta(minutes=running.round_minutes - 6) == NOW
    played = Result.objects.filter(board__tournament=running).exclude(kind="not_played")
    assert (played.count(), max(played.values_list("round", flat=True))) == (4 * 11 * 3, 4)


def test_one_call_is_open_one_revoke_waits_and_one_is_ruled(demo: DemoClub):
    states = {incident.table: incident.state for incident in Incident.objects.filter(tournament=demo.running)}
    assert states == {
        demo_facts.OPEN_TABLE: "open",
        demo_facts.WAITING_TABLE: "waiting",
        demo_facts.RULED_TABLE: "ruled",
    }
    call = demo_facts.call_at(demo, demo_facts.OPEN_TABLE)
    assert NOW - call.called_at == datetime.timedelta(minutes=3)
    assert (call.attended_by.username, call.inquiries.count()) == ("aubry", 0)
    (duty,) = Duty.objects.tray(demo.running)
    assert (duty.inquiry.incident.table, duty.law, duty.moment) == (demo_facts.WAITING_TABLE, "64A", "end_of_play")
    assert 7 <= (NOW - duty.due_since).total_seconds() / 60 < 8


def test_the_revoke_corrected_at_table_9_was_possible_with_these_cards(demo: DemoClub):
    board = demo_facts.call_at(demo, demo_facts.RULED_TABLE).board
    north = parse_deal(board.deal)[Seat.N]
    assert Card("H", "5") in north
    assert any(card.suit == "C" for card in north)


def test_the_room_shows_it(demo: DemoClub, client):
    client.force_login(User.objects.get(username="castel"))
    with translation.override("en"):
        url = reverse("room", args=[demo.running.pk])
    response = client.get(url)
    assert response.content.decode().count('<li class="spot">') == 11
    shown_words = words(response)
    for shown in (
        "Round 5 of 9",
        "NS 7, EW 3",
        "NS 4, EW 11",
        "Board 22, E deals",
        "Board 10, E deals",
        "Aubry",
    ):
        assert shown in shown_words, shown


# The record


def test_nothing_is_recorded_in_the_future_and_every_chain_is_in_order(demo: DemoClub):
    for stream in Stream.objects.all():
        times = [event.at for event in stream.events.order_by("seq")]
        assert times == sorted(times)
        assert times[-1] <= clock.now() if stream.pk == demo.ended.pk else times[-1] <= NOW
        assert history.verify(stream) == []


def test_replaying_every_inquiry_gives_the_same_ruling(demo: DemoClub, capsys):
    call_command("replay")
    inquiries = len(CASES) + sum(1 + len(turn.sequels) for turn in TURNS) + 2
    assert str(inquiries) in capsys.readouterr().out
