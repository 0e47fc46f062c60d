"""An evening knows its file: prepared here and filled by it, never by another's."""

import datetime
import os
import random
import time
from dataclasses import replace
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from arbitrage import exchange
from arbitrage.demo import files as demo
from arbitrage.exchange.records import TournamentFile, Unreadable
from arbitrage.models import Board, Club, Result, Tournament
from arbitrage.services.files import imports, likeness, merging, watch_log, watching
from arbitrage.services.files.matching import HAS_RESULT
from arbitrage.services.tournaments.evenings import Plan, make_evening
from tests.arbitrage import evening_files as evening
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import buttons, mains, post, sign_in, url, words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english"), pytest.mark.either_database]

AN_HOUR_AGO = int(time.time()) - 3_600
RESULTS = ("=", "+1", "-1", "+2", "-2", "-3")


@pytest.fixture
def club():
    club = make.make_club()
    make.make_member(club)
    Club.objects.filter(pk=club.pk).update(language="en")
    return Club.objects.get(pk=club.pk)


@pytest.fixture
def by(club):
    return club.memberships.get().user


@pytest.fixture
def folder(tmp_path, settings) -> Path:
    settings.DATA_DIR = tmp_path / "data"
    settings.DATA_DIR.mkdir()
    (tmp_path / "results").mkdir()
    return tmp_path / "results"


def write(path: Path, data: bytes, age: list[int] = [0]) -> None:  # noqa: B006  each write is later than the one before
    path.write_bytes(data)
    age[0] += 1
    os.utime(path, (AN_HOUR_AGO + age[0], AN_HOUR_AGO + age[0]))


def looks(watch: watching.Watch) -> list[tuple[str, int]]:
    """What two looks say of each file: a file is read once it has come to rest."""
    watch.look()
    return [(one.what, one.added) for one in watch.look()]


def prepared(club: Club, by, name: str = "Tournoi du vendredi", **plan) -> Tournament:
    """The evening of `evening_files`, prepared here: three tables, three rounds, two boards."""
    made = Plan(**{"tables": 3, "movement": "mitchell", "rounds": 3, "each": 2} | plan)
    return make_evening(club=club, by=by, name=name, date=evening.DAY, plan=made)


def with_results(tournament: Tournament) -> int:
    return Result.objects.filter(board__tournament=tournament, kind__in=HAS_RESULT).count()


# The normal evening of a club: prepared here, the devices' file read live


def test_the_file_of_a_prepared_evening_waits_for_one_word_and_then_comes_in_by_itself(club, by, folder):
    tournament = prepared(club, by)
    waiting = Result.objects.count()
    watch = watching.Watch(club, folder)
    write(folder / "soir.bws", evening.bws(evening.played(1).values()))
    assert looks(watch) == [("asked", 0)]
    (asked,) = watch_log.last()
    assert "Is it the file of “Tournoi du vendredi”?" in asked.why
    assert "6 lines of the file are lines that wait there." in asked.why
    assert (with_results(tournament), Tournament.objects.count()) == (0, 1)
    watch_log.tell(tournament, "soir.bws")
    assert [(one.what, one.added) for one in watch.look()] == [("updated", 6)]
    write(folder / "soir.bws", evening.bws(evening.played().values()))
    assert looks(watch) == [("updated", 12)]
    assert (with_results(tournament), Result.objects.count(), Tournament.objects.count()) == (18, waiting, 1)


def test_lines_that_still_wait_are_not_taken_away_by_an_early_file(club, by):
    tournament = prepared(club, by)
    file = exchange.read(evening.bws(evening.played(1).values()), "soir.bws")
    (merge,) = merging.plan(file=file, digest="", into={"": tournament})
    assert (len(merge.added), len(merge.changed), len(merge.removed)) == (6, 0, 0)
    assert {change.was for change in merge.added} == {None}  # a line that is filled is no result that changes


def test_a_prepared_evening_with_the_players_of_the_file_is_sure(club, by, folder):
    names = tuple((f"{a} of {n}", f"{b} of {n}") for a, b in (("N", "S"), ("E", "W")) for n in (1, 2, 3))
    plan = Plan(tables=3, movement="mitchell", rounds=3, each=2)
    tournament = make_evening(club=club, by=by, name="Vendredi", date=evening.DAY, plan=plan, names=names)
    write(folder / "soir.bws", evening.bws(evening.played(1).values()))
    assert looks(watching.Watch(club, folder)) == [("updated", 6)]
    assert with_results(tournament) == 6


def test_an_evening_with_other_tables_is_not_filled_and_no_second_one_is_made_beside_it(club, by, folder):
    tournament = prepared(club, by, tables=5, rounds=5)
    write(folder / "soir.bws", evening.bws(evening.played().values()))
    assert looks(watching.Watch(club, folder)) == [("asked", 0)]
    assert (with_results(tournament), Tournament.objects.count()) == (0, 1)


def test_a_word_is_of_its_day_and_of_its_club(club, by, folder, monkeypatch):
    tournament = prepared(club, by)
    watch_log.tell(tournament, "soir.bws")
    assert watch_log.told(club, "soir.bws") == tournament
    assert watch_log.told(club, "other.bws") is None
    assert watch_log.told(make.make_club("Autre", "autre"), "soir.bws") is None
    monkeypatch.setattr(watch_log, "A_DAY", datetime.timedelta(0))
    assert watch_log.told(club, "soir.bws") is None


def test_a_watched_file_that_would_take_one_line_away_names_it_and_waits(club, by, folder):
    rows = evening.played()
    watch = watching.Watch(club, folder)
    write(folder / "soir.bws", evening.bws(rows.values()))
    assert looks(watch) == [("new", 18)]
    without = {key: row for key, row in rows.items() if key != (2, 1, 3)}
    write(folder / "soir.bws", evening.bws(without.values()))
    assert looks(watch) == [("waiting", 0)]
    said = next(one.why for one in watch_log.last() if one.problem)
    assert "no result any more for 1 line of the tournament: board 3 table 2." in said
    assert Result.objects.count() == 18
    write(folder / "soir.bws", evening.bws(rows.values()))
    assert looks(watch) == [("same", 0)]


# The page


def test_the_page_that_reads_a_file_again_offers_its_evening_first(club, by, data_dir):
    other = imports.import_tournament(
        club=club, by=by, data=evening.bws(evening.played(2).values()), filename="soir.bws"
    ).tournaments[0]
    tournament = prepared(club, by)
    client = sign_in(by)
    page = client.get(url("tournament_import"), {"evening": tournament.pk})
    assert f'name="evening" value="{tournament.pk}"' in page.content.decode()
    file = SimpleUploadedFile("final.bws", evening.bws(evening.played().values()))
    page = post(client, url("tournament_import"), {"file": file, "evening": str(tournament.pk)})
    assert buttons(page, "look") == [str(tournament.pk), str(other.pk)]
    assert mains(page) == ["Update: see the changes"]
    assert "18 lines of the file are lines that wait there." in words(page)


def test_an_evening_that_is_only_likely_is_on_no_main_button(club, by, data_dir):
    prepared(club, by)
    client = sign_in(by)
    page = post(
        client, url("tournament_import"), {"file": SimpleUploadedFile("s.bws", evening.bws(evening.played().values()))}
    )
    assert "Update: see the changes" in words(page) and mains(page) == []


def test_an_evening_that_the_file_is_not_like_is_offered_to_who_came_from_it_with_a_warning(club, by, data_dir):
    tournament = imports.import_tournament(
        club=club, by=by, data=demo.of_evening(evening.DAY, "xml")["xml"].data, filename="autre.xml"
    ).tournaments[0]
    client = sign_in(by)
    file = SimpleUploadedFile("s.bws", evening.bws(evening.played().values()))
    page = post(client, url("tournament_import"), {"file": file, "evening": str(tournament.pk)})
    assert buttons(page, "look") == [str(tournament.pk)] and mains(page) == []
    assert "The file is not like this evening" in words(page)


def test_the_room_asks_once_and_a_tap_says_it(club, by, folder):
    tournament = prepared(club, by)
    write(folder / "soir.bws", evening.bws(evening.played(1).values()))
    watch = watching.Watch(club, folder)
    looks(watch)
    client = sign_in(by)
    page = client.get(url("watch", club.pk))
    assert "Yes, it is the file of this evening" in words(page)
    post(client, url("watch", club.pk), {"told": "other.bws", "tournament": str(tournament.pk)})
    assert watch_log.told(club, "other.bws") is None  # nobody asked
    post(client, url("watch", club.pk), {"told": "soir.bws", "tournament": str(tournament.pk)})
    watch.look()
    assert with_results(tournament) == 6


# Every wrong pairing


def of_the_demonstration() -> list[TournamentFile]:
    day = evening.DAY
    written = (demo.of_afternoon(day, "xml"), demo.of_earlier(day, "xml"), demo.of_evening(day, "xml"))
    return [exchange.read(one["xml"].data) for one in written]


def of_the_tests(count: int) -> list[TournamentFile]:
    """Evenings of one movement on one day, each with its own players and results."""
    files = []
    for seed in range(count):
        chance = random.Random(seed)
        rows = {key: row | {"Result": chance.choice(RESULTS)} for key, row in evening.played().items()}
        file = exchange.read(evening.bws(rows.values()))
        sections = tuple(
            replace(section, contestants=tuple(
                replace(one, players=tuple(replace(player, name=f"{player.name} {seed}") for player in one.players))
                for one in section.contestants
            ))
            for section in file.sections
        )  # fmt: skip
        files.append(replace(file, name=f"Tournoi {seed}", sections=sections))
    return files


def of_clubs(folder: Path) -> list[TournamentFile]:
    """The real files that hold results, where they are here."""
    files = []
    for path in sorted(folder.glob("*/*.*")):
        if path.parent.name in ("golden", "small"):  # the same evenings again
            continue
        try:
            file = exchange.read(path.read_bytes(), path.name)
        except Unreadable:
            continue
        if len(file.sessions) == 1 and not file.hands_alone:
            files.append(file)
    return files


def same_evening(one: likeness.Side, other: likeness.Side) -> bool:
    """Are two files of one evening, in two formats?"""
    both = one.results.keys() & other.results.keys()
    return len(both) > 10 and sum(one.results[key] == other.results[key] for key in both) > 0.9 * len(both)


def waiting(file: TournamentFile) -> TournamentFile:
    """The evening of a file as it was prepared: every line waits."""
    boards = []
    for board in file.boards:
        lines = [replace(line, kind="not_played", contract="", declarer="", lead="", tricks=None, score=None,
                         score_ew=None, ns_points=None, ew_points=None, ns_percent=None, ew_percent=None, remark="",
                         auction=(), play=(), key="") for line in board.results]  # fmt: skip
        boards.append(replace(board, deal="", results=tuple(lines)))
    return replace(file, boards=tuple(boards))


def test_no_evening_takes_the_file_of_another(club, by):
    """The hardest there is: all of them on one day, each evening once with its results and once waiting for them."""
    real = Path(os.environ.get("ARBITRAGE_REAL_FILES") or Path(__file__).parents[3] / "../shared/data").resolve()
    files = [*of_the_demonstration(), *of_the_tests(30), *(of_clubs(real) if real.is_dir() else ())]
    files = [replace(file, date=evening.DAY) for file in files]
    evenings: list[tuple[int, Tournament, likeness.Side]] = []
    for place, file in enumerate(files):
        for form, part in (("played", file), ("waiting", waiting(file))):
            made = imports.store(part, part.sessions[0], club, by, f"{place}{form}".ljust(64, "0"), f"{place}.x")
            evenings.append((place, made, likeness.stored_side(made, several=False)))
    wrong, own = [], 0
    sides = [likeness.told_side(file, several=False) for file in files]
    for place, (file, theirs) in enumerate(zip(files, sides, strict=True)):
        for other, tournament, ours in evenings:
            found = likeness.side_by_side(tournament, ours, file, theirs, same_file=False)
            if other == place or same_evening(sides[place], sides[other]):
                own += found.verdict != "other"
            elif found.verdict == "sure":
                wrong.append((place, other, file.name, tournament.name, found))
    assert wrong == []
    assert own >= 2 * len(files) - 2, "an evening does not know its own file any more"


def test_files_of_a_folder_write_no_line_into_the_evenings_of_others(club, by, folder):
    """Ten evenings of one movement and one day wait; the files of ten others lie in the folder."""
    files = of_the_tests(20)
    for place, file in enumerate(files[:10]):
        imports.store(waiting(file), "", club, by, f"{place}".ljust(64, "0"), f"{place}.x")
    for place, file in enumerate(files[10:]):
        write(folder / f"other{place}.json", exchange.write(file, "json").data)
    watch = watching.Watch(club, folder)
    watch.look()
    watch.look()
    assert Result.objects.filter(kind__in=HAS_RESULT, board__tournament__source_name__endswith=".x").count() == 0
    assert Board.objects.exists()
