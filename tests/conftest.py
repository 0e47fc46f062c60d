"""Fixtures of every test: its database, a real browser, and the triggers that guard the record for the tests about
them.

The end of a run lists the tools that are missing on this machine; with REQUIRE_ALL=1 the tests that need them fail.
"""

import datetime
import gc
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests import migrated
from tests.again import pytest_report_teststatus, pytest_runtest_protocol, tell_first_tries
from tests.chromium import NEEDED, QUIET, chromium

__all__ = ["pytest_report_teststatus", "pytest_runtest_protocol"]  # hooks of pytest, which finds them here

ROOT = Path(__file__).resolve().parent.parent
REAL_FILES = Path(os.environ.get("ARBITRAGE_REAL_FILES") or ROOT / "../shared/data").resolve()
CHROMIUM = chromium()
REQUIRE_ALL = os.environ.get("REQUIRE_ALL") == "1"
NOT_RUN = pytest.StashKey[dict[str, int]]()

# Hypothesis draws the same examples at every run, without a time limit, so that only a change of the code can cause a
# failure.
hypothesis.settings.register_profile(
    "same", derandomize=True, deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("same")

PATIENCE = 60_000
"""Milliseconds that a browser waits at most, because the machine may be busy with other work."""

expect.set_options(timeout=PATIENCE)

ONE_MOMENT = datetime.datetime(2026, 11, 19, 14, 0, tzinfo=datetime.UTC)
"""An afternoon in Paris."""

# Playwright keeps an event loop running in this thread, beside which Django refuses every query unless this is set.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


def pytest_configure(config: pytest.Config) -> None:
    from django.conf import settings

    gc.disable()  # until the tests are collected, as imported objects stay
    settings.DATA_DIR = Path(tempfile.mkdtemp(prefix="arbitrage-tests-"))
    settings.KEPT_DIR = migrated.FOLDER  # files that the first process computes for this version
    config.stash[NOT_RUN] = {}
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }


def pytest_unconfigure() -> None:
    from django.conf import settings

    if settings.DATA_DIR.name.startswith("arbitrage-tests-"):
        shutil.rmtree(settings.DATA_DIR, ignore_errors=True)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Add the name of the database to the names of tests that run on both, where both run side by side (`python -m
    tests`).

    Every test that uses the database runs on both, unless it is marked `either_database`. A test with the same name on
    both kinds of workers runs once (`tests/sharing.py`).

    Run on both databases the tests whose result could depend on the database: services and imports, several writers at
    once, the guard and the chains of the record, search, migrations, backups. Run on either one the tests of page
    texts, forms, print, charts, other programs' files and the browser; tests/arbitrage/site/test_every_page.py requests
    every page on both. tests/house/test_both_databases.py checks this choice.
    """
    if on_both(metafunc.definition) and side_by_side(metafunc.config):
        metafunc.parametrize("database", [vendor()], indirect=True)


def pytest_collection_finish() -> None:
    """Freeze the objects made so far and collect garbage seldom, because garbage collection took a tenth of the tests'
    time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave to each database its own tests.

    The tests in tests/house start programs, so that they run with SQLite, where the environment has no address of a
    database.
    """
    on_postgresql = vendor() == "postgresql"
    kept, left = [], []
    for item in items:
        if on_postgresql:
            house = item.nodeid.startswith("tests/house/") and not uses_database(item)
            wanted = not (house and side_by_side(config))
        else:
            wanted = not item.get_closest_marker("postgres")
        (kept if wanted else left).append(item)
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = kept


def on_both(item: pytest.Item) -> bool:
    """Does this test run on each database? Tests marked `either_database` do so only if they test the guard of the
    record, because each database has its own guard. Browser tests never do: they take long, and depend little on the
    database."""
    if item.get_closest_marker("either_database"):
        return bool(item.get_closest_marker("append_only") and not item.get_closest_marker("browser"))
    return uses_database(item)


def vendor() -> str:
    from django.db import connection

    return connection.vendor


def side_by_side(config: pytest.Config) -> bool:
    """Is this one of the workers that share a run?"""
    return str(getattr(config, "workerinput", {}).get("workerid", "")).startswith(("sqlite", "postgresql"))


def uses_database(item: pytest.Item) -> bool:
    fixtures = {"db", "transactional_db", "live_server", "django_db_setup"}
    return bool(item.get_closest_marker("django_db") or fixtures & set(getattr(item, "fixturenames", ())))


@pytest.fixture(autouse=True)
def database(request: pytest.FixtureRequest) -> str:
    """The database that this run is on: "sqlite" or "postgresql"."""
    return getattr(request, "param", "") or vendor()


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("browser") and not CHROMIUM:
        missing(f"a browser test needs {NEEDED}")
    if item.get_closest_marker("real_files") and not REAL_FILES.is_dir():
        pytest.skip("the results files of real tournaments are not here (ARBITRAGE_REAL_FILES)")
    if item.get_closest_marker("solver") and not solver_is_installed():
        pytest.skip("the double-dummy solver, which nothing requires, is not installed")


def solver_is_installed() -> bool:
    from arbitrage.solver.process import installed

    return installed()


def missing(what: str) -> None:
    """Skip this test and name the missing tool; fail it under REQUIRE_ALL=1."""
    if REQUIRE_ALL:
        pytest.fail(f"REQUIRE_ALL=1, and {what}", pytrace=False)
    pytest.skip(what)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """List the tools that this machine lacks, with the tests that need them."""
    reasons: dict[str, int] = {}
    for report in terminalreporter.stats.get("skipped", []):
        reason = (
            report.longrepr[2].removeprefix("Skipped: ") if isinstance(report.longrepr, tuple) else "no reason given"
        )
        reasons[reason] = reasons.get(reason, 0) + 1
    tell_first_tries(terminalreporter)
    lines = [f"NOT RUN: {count} test{'s' if count > 1 else ''}: {reason}" for reason, count in sorted(reasons.items())]
    if databases := os.environ.get("TESTS_NOT_RUN"):
        lines.append(f"NOT RUN: {databases}")
    if lines:
        terminalreporter.section("not run on this machine")
        for line in lines:
            terminalreporter.write_line(line, yellow=True)


@pytest.fixture(scope="session", autouse=True)
def django_test_environment(django_test_environment) -> None:
    """Rendering of templates as in a club, without a copy of every context for `response.context`: copies cost an
    eighth of a page, and tests read the page. A test that needs contexts asks for `contexts`."""
    from django.template import Template
    from django.test.utils import _TestState

    Template._render = _TestState.saved_data.template_render


@pytest.fixture
def contexts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The `context` of every response of this test."""
    from django.template import Template
    from django.test.utils import instrumented_test_render

    monkeypatch.setattr(Template, "_render", instrumented_test_render)


# The database


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory, django_db_modify_db_settings) -> None:
    """On SQLite the test database is a file, because a live server reads it over other connections. On PostgreSQL
    threads may wait long for a connection of the pool on a slow machine, so the timeout is longer. Neither syncs to the
    disk: after a power failure the tests are run again."""
    from django.conf import settings
    from django.db import connection

    options = settings.DATABASES["default"]["OPTIONS"]
    if connection.vendor == "postgresql":
        options["pool"]["timeout"] = 120
        options["options"] = "-c synchronous_commit=off"
    if connection.vendor == "sqlite":
        options["init_command"] += " PRAGMA synchronous=OFF;"
        test = connection.settings_dict["TEST"]
        test["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")
        settings.DATABASES["default"].setdefault("TEST", {})["NAME"] = test["NAME"]
        migrated.copy_to(Path(test["NAME"]))


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_modify_db_settings) -> bool:
    """True for a copied SQLite database, on which only missing migrations are run."""
    from django.conf import settings

    return vendor() == "sqlite" and Path(settings.DATABASES["default"]["TEST"]["NAME"]).exists()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker) -> None:
    """Store the migrated database for the next process, then drop the triggers of the record, which forbid the clean-up
    between tests."""
    from django.db import connection
    from django.test import TransactionTestCase

    from arbitrage.database.triggers import drop_triggers

    with django_db_blocker.unblock():
        if connection.vendor == "sqlite":
            migrated.keep(connection)
        drop_triggers(connection)
    TransactionTestCase._fixture_teardown = lambda test: emptied()


def emptied() -> None:
    """Delete every row that a test has committed. Django's own way truncates each table and makes the unused
    permissions again, which takes a second a test."""
    from django.db import connection, transaction

    kept = {"django_content_type", "auth_permission"}
    with transaction.atomic(), connection.cursor() as cursor:
        for table in connection.introspection.django_table_names(only_existing=True, include_views=False):
            if table not in kept:
                cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")  # noqa: S608 (the names of our own tables)


@pytest.fixture(autouse=True)
def _append_only(request: pytest.FixtureRequest) -> Iterator[None]:
    """Restore the triggers of the record for a test marked `append_only`."""
    if not request.node.get_closest_marker("append_only"):
        yield
        return
    from django.db import connection

    from arbitrage.database.triggers import drop_triggers, install_triggers

    names = set(request.fixturenames)
    mark = request.node.get_closest_marker("django_db")
    flushed = bool({"transactional_db", "live_server"} & names or (mark and mark.kwargs.get("transaction")))
    request.getfixturevalue("transactional_db" if flushed else "db")
    install_triggers(connection)
    yield
    if flushed:  # if not, the rollback of the test removes the triggers
        drop_triggers(connection)


@pytest.fixture(autouse=True)
def _no_ends_of_other_chains() -> Iterator[None]:
    """Delete the ends of chains that this test has stored outside the database: its chains are rolled back."""
    from django.conf import settings

    yield
    shutil.rmtree(settings.DATA_DIR / "checkpoints", ignore_errors=True)


@pytest.fixture(autouse=True)
def _the_machines_language() -> None:
    """Activation of the language of the settings for every test, whichever language the test before it left active."""
    from django.conf import settings
    from django.utils import translation

    translation.activate(settings.LANGUAGE_CODE)


@pytest.fixture
def in_english() -> Iterator[None]:
    """Activation of English for code outside of a request, such as a command."""
    from django.utils import translation

    with translation.override("en"):
        yield


@pytest.fixture
def one_moment() -> Iterator[datetime.datetime]:
    """A stopped clock of the record, in this thread only; the fixture is its time."""
    from arbitrage.services import clock

    with clock.at(ONE_MOMENT):
        yield clock.now()


# The browser


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict) -> dict:
    """The system's Chromium, without network requests of its own and with little work."""
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": list(QUIET)}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict) -> dict:
    """A club's tablet, held upright."""
    return {
        **browser_context_args,
        "viewport": {"width": 820, "height": 1180},
        "locale": "fr-FR",
        "timezone_id": "Europe/Paris",
    }


WAIT = f"""document.addEventListener('htmx:configRequest', one => {{ one.detail.timeout = {PATIENCE} }});
const before = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = (milliseconds) => before(Math.max(milliseconds, {PATIENCE}));"""


NO_BACKGROUND = "globalThis.requestIdleCallback = () => 0;"
"""Script that makes a page wait for ever until it is idle: static/js/offline/pages.js puts its work off until then."""


@pytest.fixture(scope="session")
def browser(browser: Browser) -> Browser:
    """A browser whose windows wait for a slow machine, including those that a test opens itself. By default a tap
    fails after four seconds; the page shown then has tests of its own, with `service_workers="allow"`.

    Where service workers are blocked, pages also leave out their work of idle time, which takes a quarter of the
    processor time of a test: they do not fetch the state of all tables, the compiled laws and the scripts for a lost
    network. None of these is on the screen while there is a network. Pages do fetch them in windows with
    `service_workers="allow"`, those of the tests without a network, and in windows with `background=True`.
    """
    opened = browser.new_context

    def patient(*, background: bool = False, **options: Any) -> BrowserContext:
        context = opened(**{"service_workers": "block", **options})
        context.set_default_timeout(PATIENCE)
        context.add_init_script(WAIT)
        if not background and options.get("service_workers") != "allow":
            context.add_init_script(NO_BACKGROUND)
        return context

    browser.new_context = patient
    return browser


@pytest.fixture
def page(page):
    """A page of the browser. The test fails when a script raises an error, or when the content security policy blocks
    something."""
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on(
        "console", lambda message: troubles.append(message.text) if "Content Security Policy" in message.text else None
    )
    yield page
    assert troubles == []


@pytest.fixture
def real_files(request: pytest.FixtureRequest) -> Path:
    """The folder of real results files, for tests marked `real_files`, which are skipped and counted without it."""
    assert request.node.get_closest_marker("real_files"), "Mark this test `real_files`: not every clone has the files."
    return REAL_FILES
