"""Fixtures of the tests of the house: an empty folder, or an installation that was started once from nothing."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests import migrated
from tests.house.houses import House, ctrl_c


@dataclass(frozen=True)
class FirstDay:
    """The first start of an installation: its output, the responses at its addresses, and its data folder."""

    said: str
    answers: dict[str, tuple[int, str]]
    port: int
    data: Path


@pytest.fixture(scope="session")
def first_day(tmp_path_factory: pytest.TempPathFactory) -> FirstDay:
    """The first start of an installation, once for all tests, because making the demonstration club takes long; each
    test uses a copy of its data."""
    house = House(tmp_path_factory.mktemp("house") / "var")
    try:
        process, output = house.opened(WORKERS="", STATIC_ROOT="")  # the defaults: as many workers as processors
        answers = {path: house.get(path) for path in ("/healthz", "/readyz", "/")}
        ctrl_c(process)
    finally:
        house.killed()
    return FirstDay(output, answers, house.port, house.data)


@pytest.fixture(scope="package")
def on_the_network(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[House, str]]:
    """A server that the tablets of a room reach without a certificate, and its output at the start."""
    opened = House(tmp_path_factory.mktemp("network") / "var")
    try:
        process, output = opened.opened(HOST="0.0.0.0", ALLOWED_HOSTS="192.0.2.7")
        yield opened, output
        ctrl_c(process)
    finally:
        opened.killed()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """An installation that was never started, with an empty data folder."""
    house = House(tmp_path / "var")
    yield house
    house.killed()


@pytest.fixture
def with_tables(house: House) -> House:
    """An installation with the tables of a first start and nothing in them."""
    house.data.mkdir()
    migrated.copy_to(house.data / "arbitrage.sqlite3")
    return house


@pytest.fixture
def lived_in(house: House, first_day: FirstDay) -> House:
    """An installation that was started before and has the demonstration club."""
    shutil.copytree(first_day.data, house.data)
    return house
