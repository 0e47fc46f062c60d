"""Fixtures for the tests of the application: a club and its people, a board with an incident, an evening, and a
director's tablet.

A module whose tests all begin with the same rows has them created once:

    @pytest.fixture(scope="module")
    def scene(set_once) -> None:
        set_once(lambda: ...)

The fixtures then return those rows, and each test is rolled back to them.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from django.utils import translation
from playwright.sync_api import Page

from arbitrage.models import Board, Club, Incident, Inquiry, Ruling, Tournament
from arbitrage.models import incident as stored
from arbitrage.services import incidents
from arbitrage.services.incidents import open_cards
from arbitrage.services.incidents.standing import standings
from arbitrage.services.proof.replay import Difference, replay_incident
from arbitrage.services.results import scores
from arbitrage.services.results.field import forget_fields
from arbitrage.solver import process
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import make_evening, sign_in
from tests.arbitrage.earlier_version import BroughtUp, bring_up
from tests.arbitrage.evidence.looking import DEAL
from tests.arbitrage.tablet import TABLET, Tablet

SetOnce = Callable[[Callable[[], object]], None]


@pytest.fixture(scope="module")
def set_once(django_db_setup, django_db_blocker) -> Iterator[SetOnce]:
    """A function that creates rows before the first test of a module; they are rolled back after its last test.

    It suits only modules whose tests run in a transaction, so neither tests in a browser nor tests with several
    threads.
    """
    with ExitStack() as stack:
        stack.enter_context(django_db_blocker.unblock())
        stack.enter_context(transaction.atomic())
        stack.callback(transaction.set_rollback, True)
        stack.enter_context(django_db_blocker.block())

        def build(scene: Callable[[], object]) -> None:
            with django_db_blocker.unblock():
                scene()

        yield build


@pytest.fixture(scope="module")
def scene() -> None:
    """Rows that exist before the tests of a module begin: none, unless the module overrides this fixture."""


@pytest.fixture(autouse=True)
def _nothing_counted_yet() -> None:
    """Empty caches, because rows that an earlier test had cached are rolled back without an event that would invalidate
    the caches."""
    forget_fields()


# People, board and incident


@pytest.fixture
def club(scene, db) -> Club:
    return Club.objects.filter(slug="lac").first() or make.make_club()


@pytest.fixture
def director(club: Club) -> User:
    """Martin, a director of the club."""
    return User.objects.filter(username="martin").first() or make.make_member(club)


@pytest.fixture
def colleague(club: Club) -> User:
    """Leclerc, another director of the club."""
    return User.objects.filter(username="leclerc").first() or make.make_member(club, "leclerc")


@pytest.fixture
def client(director: User) -> Client:
    """The browser of the director, who has signed in."""
    return sign_in(director)


@pytest.fixture
def board(club: Club) -> Board:
    """The seed case: board 2, North-South vulnerable, 3NT by South and eleven tricks at eight tables."""
    return Board.objects.filter(tournament__club=club, number=2).first() or make.make_seed_case(club)


@pytest.fixture
def dealt(board: Board) -> Board:
    """The board of the seed case with four known hands."""
    board.deal = DEAL
    board.save()
    return board


@pytest.fixture
def tournament(board: Board) -> Tournament:
    """The tournament of `board`, which is its only board."""
    return board.tournament


@pytest.fixture(autouse=True)
def _a_patient_solver(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A long timeout for the solver, so that its tests do not depend on the load of the machine."""
    if request.node.get_closest_marker("solver"):
        monkeypatch.setattr(process.SOLVER, "_seconds", 60.0)
        monkeypatch.setattr(open_cards, "SECONDS", 60.0)


@pytest.fixture
def no_solver(settings, tmp_path: Path) -> None:
    """A machine without the double-dummy solver."""
    settings.SOLVER_DIR = tmp_path
    process.SOLVER.end()


@pytest.fixture
def of_a_scoring_program(tournament: Tournament) -> None:
    """A tournament with results from a file, so that confirmed scores must be typed into the scoring program."""
    tournament.source_name = "evening.pbn"
    tournament.save(update_fields=["source_name"])


@pytest.fixture
def incident(board: Board, director: User) -> Incident:
    """A call of table 1 on that board, without an inquiry yet."""
    return Incident.objects.filter(board=board).first() or make.make_incident(board, director)


@pytest.fixture
def inquiry(incident: Incident, director: User) -> Inquiry:
    """The inquiry into a revoke at that table, without answers yet."""
    return incidents.open_inquiry(incident=incident, law="64", by=director)


@pytest.fixture
def ruled(incident: Incident, director: User) -> Incident:
    """The call of `incident` with the revoke of West ruled: one trick for South, not confirmed yet."""
    if not incident.inquiries.exists():
        make.rule_the_seed_case(incident, director)
    return incident


@pytest.fixture
def confirmed(ruled: Incident, director: User) -> Incident:
    """The ruling of `ruled` with its score confirmed: 3NT+2 becomes 3NT+3."""
    if not ruled.adjustments.exists():
        scores.confirm_adjustment(incident=ruled, by=director, seen=scores.propose_adjustment(ruled).digest)
    return ruled


@pytest.fixture
def evening(club: Club) -> Tournament:
    """A Mitchell of three tables in its first round; two rounds of two boards have results."""
    return make_evening(club)


# Folders, earlier versions and browsers


@pytest.fixture
def data_dir(settings, tmp_path: Path) -> Path:
    """An empty data folder."""
    settings.DATA_DIR = tmp_path
    return tmp_path


@pytest.fixture(scope="session")
def brought_up(tmp_path_factory: pytest.TempPathFactory) -> BroughtUp:
    """The demonstration club of version 0.1 after today's migrations, made once."""
    return bring_up(tmp_path_factory.mktemp("earlier"))


@pytest.fixture
def earlier(brought_up: BroughtUp, tmp_path: Path) -> Path:
    """A copy of the data folder of `brought_up`."""
    assert brought_up.done == (0, "")
    return shutil.copytree(brought_up.folder, tmp_path / "var")


@pytest.fixture
def replayed(request: pytest.FixtureRequest) -> Iterator[None]:
    """Check after the test, as `manage.py replay` does, that every ruling follows from its answers, except those that
    every page marks for review. For modules that play evenings: `pytestmark = pytest.mark.usefixtures("replayed")`."""
    mark = request.node.get_closest_marker("django_db")
    request.getfixturevalue("transactional_db" if mark and mark.kwargs.get("transaction") else "db")
    yield
    assert replayed_otherwise() == []


def replayed_otherwise() -> list[Difference]:
    """List the rulings of this database that replay differently although no page marks them for review."""
    if not Ruling.objects.exists():
        return []
    calls = list(Incident.objects.select_related("club", "tournament", "section", "board", "result"))
    again = {pk for pk, standing in standings(calls).items() if any(ruled.changed for ruled in standing.rulings)}
    return [difference for call in calls if call.pk not in again for difference in replay_incident(call)]


EVERY_RULING = "EVERY_RULING" in os.environ
"""Are the rulings of each test replayed at its end, whatever its module (docs/tests.md)?"""
OF_THE_BOOK = stored.EDITIONS


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> None:
    """Replay the rulings of a test before it is rolled back. A test that breaks the record on purpose, or rules as an
    earlier version did, is marked `replayed_otherwise`."""
    if not EVERY_RULING or not {"db", "transactional_db"} & set(getattr(item, "fixturenames", ())):
        return
    if item.get_closest_marker("replayed_otherwise") or getattr(item, "has_failed", False):
        return
    if stored.EDITIONS is OF_THE_BOOK:  # otherwise the test has laws of its own
        assert replayed_otherwise() == []


@pytest.hookimpl(tryfirst=True, hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """Note that a test has failed, so that its rulings are not replayed."""
    item.has_failed = getattr(item, "has_failed", False) or call.excinfo is not None  # type: ignore[attr-defined]
    yield


@pytest.fixture
def in_english() -> Iterator[None]:
    with translation.override("en"):
        yield


@pytest.fixture
def tablet(page: Page, live_server, director: User) -> Tablet:
    """A tablet held upright, on which the director has signed in."""
    page.set_viewport_size(TABLET)
    return Tablet(page, live_server.url).signed_in("martin")
