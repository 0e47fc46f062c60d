"""The trials measure real acts: their directors reach a ruling, and the figures count the acts that were done."""

import os

import pytest

from arbitrage.services.proof import checkpoints
from rulings.engine.inquiry import Ruled
from rulings.laws2017 import LAWS
from tests.arbitrage.services.record_problems import problems
from tests.trials import attacks, season, season_club
from tests.trials.clubs import shared_out
from tests.trials.director import LIMITS, Act, offered, seen_in
from tests.trials.figures import failures, parts, percentiles, table, waited
from tests.trials.full import fill, small_disk
from tests.trials.loading import Evening, ladder
from tests.trials.tablet import ANSWERS

ANSWER, POLL = "an answer, until the next question", "the room asks whether anything happened"


def act(what: str, took: float, failed: str = "", **spent: float) -> Act:
    return Act(what, 0.0, took, 2, spent, failed)


def test_every_attack_has_tests_that_are_found_by_their_name():
    listed, where = attacks.every_attack(), attacks.where_tests_are()
    assert len(listed) > 20 and all(listed.values())
    assert {test for tests in listed.values() for test in tests} - where.keys() == set()


def test_an_attack_that_gets_through_or_was_not_made_is_named():
    held = attacks.Held()
    held.ran["test_held"], held.failed["test_gave_way"], held.requests["test_held"] = 2, 1, 7
    sentences = list(held.lines("A door", ["test_held", "test_gave_way", "test_skipped"]))
    assert sentences == [
        "  A door: 2 tests held, 7 requests",
        "    GAVE WAY: test_gave_way",
        "    NOT RUN: test_skipped",
    ]


def test_a_director_of_the_trials_answers_law_64_to_its_end():
    end = LAWS["64"].step(ANSWERS)
    assert isinstance(end, Ruled)
    assert end.ruling.law.startswith("64A")


def test_directors_are_shared_out_among_clubs_one_to_four_each():
    for directors, clubs in ((200, 80), (25, 10), (400, 160)):
        each = shared_out(directors, clubs)
        assert (sum(each), len(each), min(each), max(each)) == (directors, clubs, 1, 4)
    assert shared_out(50, 1) == [50]


def test_what_a_page_offers_is_read_off_its_buttons():
    page = '<button class="x" name="law" value="64"></button><button name="tile" value="a&amp;b"></button><button>'
    assert (offered(page, "law"), offered(page, "tile"), offered(page, "answer")) == (["law=64"], ["tile=a&b"], [])
    assert (seen_in('<div data-seen="12">'), seen_in("", "7")) == ("12", "7")


def test_percentiles_are_those_of_the_numbers():
    assert percentiles(list(range(101))) == (50, 95, 99)
    assert (percentiles([7.0]), percentiles([])) == ((7, 7, 7), (0, 0, 0))


def test_polls_are_counted_and_not_waited_for():
    acts = [act(ANSWER, 120), act(ANSWER, 80), act(POLL, 5_000, "too late")]
    assert waited(acts) == [120, 80]
    lines = table(acts)
    assert [line.split()[-1] for line in lines[1:]] == ["1", "0"]
    assert failures(acts) == ["  1 x too late"]
    assert set(LIMITS) >= {act_timed.what for act_timed in acts}


def test_the_parts_of_a_request_come_to_the_whole():
    times = parts([act(ANSWER, 100, whole=100, here=80, processor=30, database=20, lock=10)])
    assert (times["whole"], times["queue"], times["waiting"]) == (50, 10, 10)
    assert (
        sum(times[part] for part in ("queue", "waiting", "processor", "database", "lock", "disk", "connection")) == 50
    )


def test_a_machine_holds_as_many_directors_as_nobody_waits_too_long_of():
    def evening(directors: int, ms: float, failed: str = "") -> Evening:
        return Evening(directors, 60.0, [act(ANSWER, ms, failed)], {"the workers": 30.0})

    sentences = ladder([evening(25, 90), evening(50, 200), evening(100, 251), evening(200, 100)], "PostgreSQL")
    assert "hold 50 directors" in sentences[-1]
    assert "not even 25" in ladder([evening(25, 90, "lost")], "SQLite")[-1]


@pytest.mark.django_db
@pytest.mark.either_database
def test_the_club_of_the_season_is_sound_and_its_table_has_what_grows(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    club = season_club.Club(small=True)
    tables = []
    for scale in (0.01, 0.05):
        club.grow(scale)
        tables.append(season.Season(club, tmp_path, repeats=1).measured(("decisions",)))  # the size comes unasked
    checkpoints.write()
    assert problems() == []
    small, large = tables
    assert (small["tournaments"].value, large["tournaments"].value) == (3 + 2, 3 + 3 * 2)
    assert set(small) == set(large) and all(one.most for name, one in large.items() if name.startswith("Les décisions"))
    lines = season.printed((0.01, 0.05), small, large)
    assert [line.split() for line in lines if line.startswith("tournaments")] == [
        ["tournaments", "5.0", "9.0", "+1.00"]
    ]
    assert all(line.endswith(("kept", "OVER")) for line in lines if line.startswith("Les décisions"))


def test_a_part_that_the_season_does_not_have_is_named(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["season", "--only", "pages,decision"])
    with pytest.raises(SystemExit):
        season.main()
    assert "no such part: decision; the parts are size, pages" in capsys.readouterr().err


def test_a_small_disk_is_filled_to_the_last_byte(tmp_path):
    if os.geteuid() != 0:
        pytest.skip("A small disk is mounted by root alone.")
    try:
        with small_disk(tmp_path, "1m") as disk:
            ballast = fill(disk)
            with pytest.raises(OSError, match="No space left"):
                (disk / "more").write_bytes(b"0" * 8192)
            ballast.unlink()
            (disk / "more").write_bytes(b"0" * 8192)
    except PermissionError as error:
        pytest.skip(f"A small disk cannot be mounted here: {error}")
    assert not any((tmp_path / "disk").iterdir())
