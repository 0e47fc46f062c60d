"""A Bridgemate database that is cut short, or is being written: the program detects and reports the damage, and never
overwrites a tournament with it.

`MUTATIONS=1 make test ARGS="-k real_database_cut"` cuts a real one at two hundred places instead of twelve.
"""

from dataclasses import replace
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from arbitrage import exchange
from arbitrage.exchange import bws
from arbitrage.exchange.access import Database
from arbitrage.exchange.reading import Notes
from arbitrage.exchange.records import TournamentFile
from arbitrage.models import Event, Result, Tournament
from arbitrage.services.errors import Refused
from arbitrage.services.files import live_database
from tests.arbitrage import evening_files as evening
from tests.arbitrage import factories as make
from tests.arbitrage.exchange.access_files import INTEGER, LONG, TEXT
from tests.arbitrage.exchange.exchange_malice import MUTATIONS
from tests.arbitrage.tournament.test_merge_results import store, update

pytestmark = pytest.mark.usefixtures("in_english")

SEATS, SUITS = ("North", "East", "South", "West"), ("Spades", "Hearts", "Diamonds", "Clubs")
READ = ("Section", "RoundData", "ReceivedData", "PlayerNumbers", "HandRecord", "BiddingData", "PlayData", "Session")
"""The tables that every reading of a database needs."""
HAND = {"Board": INTEGER} | {seat + suit: TEXT for seat in ("North", "East", "South", "West") for suit in SUITS}
HANDS = [
    {"Board": number} | {seat + suit: "AKQJT98765432" for seat, suit in zip(SEATS, SUITS, strict=True)}
    for number in (1, 2)
]
NAMES = {"ID": LONG, "Name": TEXT}
WHOLE = evening.bws(
    evening.played().values(), HandRecord=(HAND, HANDS), Session=(NAMES, [{"ID": 1, "Name": "Vendredi"}])
)
PAGE = 4096


def cuts(data: bytes, count: int) -> list[int]:
    """List places to cut a file at: some at the end of a page, most in the middle of one."""
    places = {place * len(data) // count for place in range(1, count)}
    places |= {place // PAGE * PAGE for place in list(places)[::4]}
    return sorted(places - {0})


def said(file: TournamentFile) -> str:
    return " ".join(problem.reason for problem in file.warnings)


def check_cut(data: bytes, whole: TournamentFile, rows: dict[str, int], place: int) -> str:
    """Read a file cut at a place, and return "whole", "refused" or "damaged"; check that a damaged one names its
    missing parts."""
    try:
        file = exchange.read(data[:place], "cut.bws")
    except exchange.Unreadable as refused:
        assert refused.reason
        return "refused"
    if not file.damaged:
        assert replace(file, warnings=()) == replace(whole, warnings=()), place
        return "whole"
    database = Database(data[:place], Notes())
    for name in READ:
        if len(database.rows(name)) < rows[name]:
            assert name in said(file), (place, name)
    return "damaged"


def rows_of(data: bytes) -> dict[str, int]:
    database = Database(data, Notes())
    return {name: len(database.rows(name)) for name in READ}


def test_a_database_cut_at_two_hundred_places_is_refused_or_says_what_it_lacks() -> None:
    whole, rows = exchange.read(WHOLE), rows_of(WHOLE)
    assert not whole.damaged and whole.warnings == ()
    found = {check_cut(WHOLE, whole, rows, place) for place in cuts(WHOLE, 200)}
    assert found == {"refused", "damaged"}


@pytest.mark.real_files
def test_a_real_database_cut_short_is_refused_or_says_what_it_lacks(real_files: Path) -> None:
    (path,) = real_files.glob("bws/*.bws")
    data = path.read_bytes()
    whole, rows = exchange.read(data), rows_of(data)
    assert not whole.damaged
    found = {check_cut(data, whole, rows, place) for place in cuts(data, 200 if MUTATIONS else 12)}
    assert found <= {"refused", "damaged"}


def without_page(data: bytes, number: int) -> bytes:
    return data[: number * PAGE] + bytes(PAGE) + data[(number + 1) * PAGE :]


def test_a_page_that_was_not_written_yet_is_missed() -> None:
    missing = []
    for number in range(2, len(WHOLE) // PAGE):
        try:
            file = exchange.read(without_page(WHOLE, number))
        except exchange.Unreadable:
            continue
        if not file.damaged:
            missing.append(number)
    assert missing == []


def test_a_table_that_says_more_rows_than_it_has_is_named() -> None:
    database = bytearray(WHOLE)
    place = next(at for at in range(0, len(WHOLE), PAGE) if "PairNS".encode("utf-16-le") in WHOLE[at : at + PAGE])
    assert database[place + 16] == 18
    database[place + 16] = 25
    file = exchange.read(bytes(database))
    assert said(file) == "The table ReceivedData of the database says that it has 25 rows, and 18 can be read."
    assert (file.damaged, len(file.results)) == (True, 18)


def test_tables_missing_from_a_list_that_is_cut_are_named() -> None:
    assert set(bws.TABLES) >= {"Section", "RoundData", "ReceivedData", "PlayerNumbers"}
    database = bytearray(WHOLE)
    database[2 * PAGE + 16] += 2
    reasons = said(exchange.read(bytes(database)))
    assert "list of tables is damaged: of 8 entries 6 can be read" in reasons
    assert "These tables of the database cannot be found: Tables." in reasons


@pytest.fixture
def director():
    return make.make_member(make.make_club())


@pytest.fixture
def tournament(director) -> Tournament:
    return store(director.memberships.get().club, director, WHOLE)


def cut_but_read(data: bytes = WHOLE) -> bytes:
    """Return the database without its end, as it can still be read in part."""
    damaged = (data[:place] for place in reversed(cuts(data, 200)))
    return next(one for one in damaged if _read_in_part(one))


def _read_in_part(data: bytes) -> bool:
    try:
        return exchange.read(data).damaged
    except exchange.Unreadable:
        return False


@pytest.mark.django_db
def test_no_update_is_written_from_a_damaged_database(tournament, director):
    events = Event.objects.count()
    with pytest.raises(Refused, match="Something is missing of this file"):
        update(tournament, director, cut_but_read())
    assert (Result.objects.count(), Event.objects.count()) == (18, events)


@pytest.mark.django_db
def test_the_command_reads_a_live_file_again_a_moment_later(tournament, tmp_path, monkeypatch):
    path = tmp_path / "soir.bws"
    path.write_bytes(cut_but_read())
    waited = []

    def sleep(seconds: float) -> None:
        waited.append(seconds)
        path.write_bytes(WHOLE)

    monkeypatch.setattr(live_database.time, "sleep", sleep)
    call_command("import_results", "lac", str(path), update=str(tournament.pk))
    assert (waited, Result.objects.count()) == ([live_database.PAUSE], 18)


@pytest.mark.django_db
def test_a_file_that_stays_damaged_is_not_written(tournament, tmp_path, monkeypatch, capsys):
    path = tmp_path / "soir.bws"
    path.write_bytes(cut_but_read())
    monkeypatch.setattr(live_database.time, "sleep", lambda seconds: None)
    with pytest.raises(CommandError):
        call_command("import_results", "lac", str(path), update=str(tournament.pk), allow_removal=True)
    assert Result.objects.count() == 18
