"""A number in an address or a form may be any text: a page takes it for none, and never fails."""

import pytest

from arbitrage.forms import number_in
from arbitrage.models import Inquiry, Tournament
from arbitrage.pages.incident.cases import case_at
from arbitrage.services import incidents, tournaments
from arbitrage.services.tournaments.evenings import Plan
from rulings.laws2017 import LAWS
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import sign_in, url
from tests.arbitrage.tournament.test_evenings import made

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

NO_NUMBERS = ("9" * 5000, "²", "٣", "-1", "1.5", "", " 1", "\u0bf0")


@pytest.mark.parametrize("typed", NO_NUMBERS)
def test_what_is_no_number_is_none(typed):
    assert number_in(typed) is None
    assert case_at(LAWS, f"revoke:{typed}") is None


def test_a_number_has_so_many_digits():
    assert [number_in(typed) for typed in ("0", "7", "9999", "10000")] == [0, 7, 9999, None]
    assert number_in("1" * 18, digits=18) == int("1" * 18)


@pytest.fixture
def teams(club, director) -> Tournament:
    tournament = made(club, director, Plan(tables=4, movement="teams", rounds=3, each=4))
    return tournaments.begin_round(tournament=tournament, by=director, number=1)


@pytest.mark.parametrize("typed", NO_NUMBERS)
@pytest.mark.parametrize(
    ("name", "parameter"),
    [
        ("room", "seen"),
        ("clock", "seen"),
        ("seating", "round"),
        ("line_ups", "round"),
        ("ranking", "after"),
        ("method", "scoring"),
        ("board_list", "page"),
        ("evening", "tables"),
    ],
)
def test_a_page_with_such_a_number_opens_as_without_it(name, parameter, typed, teams, director):
    assert sign_in(director).get(url(name, teams.pk), {parameter: typed}).status_code in (200, 422)


@pytest.mark.parametrize("typed", NO_NUMBERS)
def test_answers_sent_with_such_a_version_do_not_break_the_page(typed, board, director):
    inquiry = incidents.open_inquiry(incident=make.make_incident(board, director), law="24", by=director)
    question = Inquiry.objects.with_answers().get(pk=inquiry.pk).state().question
    sent = {"together": "yes", "version": typed, "touched": "1"}
    assert sign_in(director).post(url("question", inquiry.pk, question.id), sent).status_code in (200, 302, 422)


@pytest.mark.parametrize("typed", NO_NUMBERS)
def test_a_share_sent_with_such_a_number_is_refused(typed, teams, director):
    sent = {"previous": "", "share": typed}
    assert sign_in(director).post(url("several_sessions", teams.pk), sent).status_code in (200, 302, 422)


@pytest.mark.parametrize("typed", NO_NUMBERS)
def test_a_method_sent_with_such_a_number_is_refused(typed, teams, director):
    sent = {"victory_points": typed, "top_on": typed, "bye_share": typed, "margins": typed}
    assert sign_in(director).post(url("method", teams.pk), sent).status_code in (200, 302, 422)
