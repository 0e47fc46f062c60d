"""Tests that this machine cannot run are listed by name, and fail if every test is required."""

import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests import conftest
from tests.__main__ import WORKERS, laws_alone, on_sqlite

ROOT = Path(__file__).resolve().parents[2]


def suite(**variables: str) -> subprocess.CompletedProcess[str]:
    with socket.socket() as nobody:  # bound but not listening, so that every connection is refused
        nobody.bind(("127.0.0.1", 0))
        address = f"postgres://postgres@127.0.0.1:{nobody.getsockname()[1]}/test"
        command = [sys.executable, "-m", "tests", "tests/house/test_readme.py", "-k", "two_commands"]
        settings = {**os.environ, "REQUIRE_ALL": "", "TEST_DATABASE_URL": address, **variables}
        return subprocess.run(command, cwd=ROOT, env=settings, capture_output=True, text=True)


def test_without_postgresql_the_suite_runs_on_sqlite_and_says_so_before_its_count():
    done = suite()
    assert done.returncode == 0
    *_, sentence, count = done.stdout.strip().splitlines()
    assert sentence.startswith("NOT RUN: the tests on PostgreSQL: ")
    assert sentence.endswith("; TEST_DATABASE_URL names another server")
    assert "1 passed" in count


def test_without_postgresql_nothing_runs_where_everything_is_required():
    done = suite(REQUIRE_ALL="1")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("REQUIRE_ALL=1, and PostgreSQL does not answer: ")


def test_the_laws_alone_ask_for_no_database():
    assert laws_alone(["tests/rulings", "-k", "law_64"])
    assert laws_alone(["tests/rulings/test_bridge.py::test_one", "tests/rulings"])
    assert not laws_alone(["tests/rulings", "tests/house"])
    assert not laws_alone(["-k", "law_64"])


def test_a_worker_that_would_have_nothing_to_do_is_not_begun():
    file = "tests/house/test_suite.py"
    assert on_sqlite([f"{file}::one", f"{file}::other"]) == 1
    assert on_sqlite([]) == on_sqlite(["-k", "law_64"]) == on_sqlite(["tests/house"]) == WORKERS


WHO = """
import pytest

@pytest.fixture(autouse=True)
def told(request):
    with open(request.config.rootpath / "told", "a") as told:
        told.write(f"{request.config.workerinput['workerid']} {request.node.name}\\n")

def pytest_generate_tests(metafunc):
    if "database" in metafunc.fixturenames:
        metafunc.parametrize("database", [metafunc.config.workerinput["workerid"].rstrip("01")])
"""


def test_every_test_is_done_once_by_a_worker_that_has_it(tmp_path: Path):
    (tmp_path / "conftest.py").write_text(WHO)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "tests/house").mkdir(parents=True)
    anybody = "".join(f"def test_{number}(): pass\n" for number in range(40))
    for name in ("test_a", "test_b", "test_c", "tests/house/test_a", "tests/house/test_b"):
        (tmp_path / f"{name}.py").write_text(anybody + "def test_of(database): pass\n")
    settings = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": str(ROOT)}
    workers = [f"--tx=popen//id={name}" for name in ("sqlite0", "sqlite1", "postgresql")]
    command = [sys.executable, "-m", "pytest", "-q", "--import-mode=importlib", "-p", "xdist", "-p", "tests.sharing"]
    done = subprocess.run(
        [*command, "--dist", "each", *workers], cwd=tmp_path, env=settings, capture_output=True, text=True
    )
    assert "210 passed" in done.stdout, done.stdout + done.stderr
    told = [line.split() for line in (tmp_path / "told").read_text().splitlines()]
    assert sorted(name for _, name in told) == sorted(
        [f"test_{number}" for number in range(40)] * 5 + ["test_of[sqlite]"] * 5 + ["test_of[postgresql]"] * 5
    )
    assert {worker for worker, name in told if name == "test_of[postgresql]"} == {"postgresql"}
    assert "postgresql" not in {worker for worker, name in told if name == "test_of[sqlite]"}


def test_a_tool_that_is_missing_skips_by_its_name_or_fails_where_everything_is_required(monkeypatch):
    monkeypatch.setattr(conftest, "REQUIRE_ALL", False)
    with pytest.raises(pytest.skip.Exception, match="needs chromium"):
        conftest.missing("it needs chromium")
    monkeypatch.setattr(conftest, "REQUIRE_ALL", True)
    with pytest.raises(pytest.fail.Exception, match="REQUIRE_ALL=1, and it needs chromium"):
        conftest.missing("it needs chromium")


TRIES = """
import pytest
from tests.again import *
from tests.again import tell_first_tries

def pytest_terminal_summary(terminalreporter):
    tell_first_tries(terminalreporter)
"""
ONCE_OR_TWICE = """
import pytest
tries = []

def another_try(name):
    tries.append(name)
    return tries.count(name)

@pytest.mark.browser
def test_fails_once():
    assert another_try("once") == 2

@pytest.mark.browser
def test_fails_twice():
    assert another_try("twice") == 3

@pytest.fixture
def window():
    yield
    assert another_try("window") == 2

@pytest.mark.browser
def test_fails_at_its_end(window):
    pass

def test_of_no_browser():
    assert another_try("no browser") == 2

def test_how_often():
    assert [tries.count(name) for name in ("once", "twice", "window", "no browser")] == [2, 2, 2, 1]
"""


@pytest.mark.parametrize("how", [[], ["-n", "1", "-p", "xdist"]], ids=["here", "in a worker"])
def test_a_browser_test_has_a_second_try_which_is_told_and_no_other_test_has(tmp_path: Path, how: list[str]):
    (tmp_path / "conftest.py").write_text(TRIES)
    (tmp_path / "test_tries.py").write_text(ONCE_OR_TWICE)
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = browser\n")
    settings = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "pytest", "-q", *how, str(tmp_path)]
    done = subprocess.run(command, cwd=tmp_path, env=settings, capture_output=True, text=True)
    output = done.stdout
    assert done.returncode == 1
    assert re.search(r"2 failed, 3 passed.*3 failed once", output), output
    passed = "and passed when it was run once more: look for the race"
    assert f"FAILED ONCE, {passed}: test_tries.py::test_fails_once" in output
    assert "FAILED ONCE, and again: test_tries.py::test_fails_twice" in output
    assert "test_fails_at_its_end (teardown)" in output
    assert "FAILED ONCE, and again: test_tries.py::test_of_no_browser" not in output


def test_the_dearest_file_is_told_first_with_the_programs_that_it_started(tmp_path: Path):
    burn = "import time\nwhile time.process_time() < 0.5: pass"
    dear = f"def test_dear():\n    subprocess.run([sys.executable, '-c', {burn!r}], check=True)\n"
    (tmp_path / "test_b.py").write_text(f"import subprocess, sys\n\n{dear}")
    for name in ("test_a", "test_c"):
        (tmp_path / f"{name}.py").write_text("def test_cheap(): pass\n")
    settings = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": str(ROOT)}
    for how in ([], ["-n", "1", "-p", "xdist"]):
        command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.costs", *how, "."]
        output = subprocess.run(command, cwd=tmp_path, env=settings, capture_output=True, text=True).stdout
        told = re.findall(r"^ +([\d.]+) (\S+\.py) \(setup", output, re.MULTILINE)
        assert {file for _cost, file in told} == {"test_a.py", "test_b.py", "test_c.py"}, output
        assert told[0][1] == "test_b.py" and float(told[0][0]) >= 0.5, output


def test_only_the_record_s_clock_asks_what_time_it_is():
    """Two calls of the system's clock return two times; a test can stop `arbitrage.services.clock`."""
    asks = re.compile(r"timezone\.now\(|(localtime|localdate)\(\)|datetime\.now\(|(?<!clock)\.today\(\)")
    folders = ("arbitrage", "rulings", "tests")
    files = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    asking = [str(path.relative_to(ROOT)) for path in files if asks.search(path.read_text(encoding="utf-8"))]
    assert asking == ["arbitrage/services/clock.py"]
