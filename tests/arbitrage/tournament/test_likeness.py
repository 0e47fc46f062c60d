"""An evening prepared in the program is filled by its own file, never by the file of another."""

import datetime
import os
import random
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from arbitrage import exchange
from arbitrage.demo import files as demo
from arbitrage.exchange.records import TournamentFile, Unreadable
from arbitrage.models import Board, Club, Event, Result, Tournament
from arbitrage.services.files import imports, likeness, merging, watch_log, watching
from arbitrage.services.files.matching import HAS_RESULT
from arbitrage.services.results.entering import Entry, Reason, correct_result, seen_of
from arbitrage.services.tournaments.evenings import Plan, make_evening
from tests.arbitrage import evening_files as evening
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import buttons, mains, post, sign_in, url, words
from tests.arbitrage.evening_files import write
from tests.arbitrage.tournament.kinds_of_evening import KINDS, as_it_stands, file_of, first_lines, waiting

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english"), pytest.mark.either_database]

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


def looks(watch: watching.Watch) -> list[tuple[str, int]]:
    """Look at the folder twice and return the outcome for each file: a file is read once its size has stopped
    changing."""
    watch.look()
    return [(entry.what, entry.added) for entry in watch.look()]


def prepared(club: Club, by, name: str = "Tournoi du vendredi", **plan) -> Tournament:
    """Prepare the evening of `evening_files`: three tables, three rounds, two boards."""
    made = Plan(**{"tables": 3, "movement": "mitchell", "rounds": 3, "each": 2} | plan)
    return make_evening(club=club, by=by, name=name, date=evening.DAY, plan=made)


def with_results(tournament: Tournament) -> int:
    return Result.objects.filter(board__tournament=tournament, kind__in=HAS_RESULT).count()


# The usual evening of a club: prepared in the program, with the devices' file read live


@pytest.mark.parametrize(
    ("common", "agreeing", "verdict"),
    [(7, 7, "sure"), (7, 6, "likely"), (8, 7, "sure"), (8, 6, "likely"), (19, 18, "sure"), (19, 17, "likely"),
     (27, 25, "sure"), (27, 24, "likely"), (90, 81, "sure"), (90, 80, "likely")],
)  # fmt: skip
def test_a_grown_file_of_the_evening_may_differ_in_one_result_of_ten(common, agreeing, verdict):
    grown = likeness.Likeness(Tournament(), common=common, known=common, agreeing=agreeing, meeting=common, told=common,
                              least=common, same_file=True, same_day=True)  # fmt: skip
    assert grown.verdict == verdict


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
    assert [(entry.what, entry.added) for entry in watch.look()] == [("updated", 6)]
    write(folder / "soir.bws", evening.bws(evening.played().values()))
    assert looks(watch) == [("updated", 12)]
    assert (with_results(tournament), Result.objects.count(), Tournament.objects.count()) == (18, waiting, 1)


def test_lines_that_still_wait_are_not_taken_away_by_an_early_file(club, by):
    tournament = prepared(club, by)
    file = exchange.read(evening.bws(evening.played(1).values()), "soir.bws")
    (merge,) = merging.plan(file=file, digest="", into={"": tournament})
    assert (len(merge.added), len(merge.changed), len(merge.removed)) == (6, 0, 0)
    assert {change.was for change in merge.added} == {None}  # a filled line does not count as a changed result


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
    entry = next(entry.why for entry in watch_log.last() if entry.problem)
    assert "no result any more for 1 line of the tournament: board 3 table 2." in entry
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
    assert watch_log.told(club, "other.bws") is None  # no question was asked
    post(client, url("watch", club.pk), {"told": "soir.bws", "tournament": str(tournament.pk)})
    watch.look()
    assert with_results(tournament) == 6


# Every wrong pairing


def of_the_demonstration() -> list[TournamentFile]:
    day = evening.DAY
    written = (demo.of_afternoon(day, "xml"), demo.of_earlier(day, "xml"), demo.of_evening(day, "xml"))
    return [exchange.read(one["xml"].data) for one in written]


def of_the_tests(count: int) -> list[TournamentFile]:
    """Build evenings of one movement on one day, each with its own players and results."""
    files = []
    for seed in range(count):
        chance = random.Random(seed)
        rows = {key: row | {"Result": chance.choice(RESULTS)} for key, row in evening.played().items()}
        file = exchange.read(evening.bws(rows.values()))
        sections = tuple(
            replace(section, contestants=tuple(
                replace(pair, players=tuple(replace(player, name=f"{player.name} {seed}") for player in pair.players))
                for pair in section.contestants
            ))
            for section in file.sections
        )  # fmt: skip
        files.append(replace(file, name=f"Tournoi {seed}", sections=sections))
    return files


def of_clubs(folder: Path) -> list[TournamentFile]:
    """Return the real files that hold results, if there are any."""
    files = []
    for path in sorted(folder.glob("*/*.*")):
        if path.parent.name in ("golden", "small"):  # the same evenings again
            continue
        try:
            file = exchange.read(path.read_bytes(), path.name)
        except Unreadable:
            continue
        if len(file.sessions) == 1 and not file.hands_alone and len(file.results) > 20:
            files.append(file)
    return files


def same_evening(side: likeness.Side, other: likeness.Side) -> bool:
    """Are two files of one evening, in two formats?"""
    both = side.results.keys() & other.results.keys()
    return len(both) > 10 and sum(side.results[key] == other.results[key] for key in both) > 0.9 * len(both)


def of_every_kind() -> list[TournamentFile]:
    """Build each kind of evening four times on one day: without names, under one name, with the same people at other
    tables, and with its own people."""
    given = ({}, {"event": "Tournoi du vendredi"}, {"names": "Habitué"}, {"event": "Soirée"})
    files = []
    for kind in KINDS:
        for seed, names in enumerate(given):
            own = {"names": f"{kind.name} {seed}"} if seed == 3 else {}
            files.append(file_of(kind, seed, **names, **own))
    return files


def filled(file: TournamentFile, count: int) -> TournamentFile:
    """Return the evening of a file once its first *count* lines have come."""
    return as_it_stands(file, first_lines(file, count))


def sides(file: TournamentFile, many: bool, form, counts: tuple[int, ...]) -> dict[bool, list[likeness.Side]]:
    """Describe a file after each number of lines in *counts*. With *many* sections it is described twice: with its
    sections as one (False), for a comparison with an evening of a single section, and with each by itself (True)."""
    return {
        several: [likeness.told_side(form(file, count), several=several) for count in counts]
        for several in ((False, True) if many else (False,))
    }


def test_no_evening_takes_the_file_of_another_among_sixty():
    """More than 60 growing files are compared with all their evenings as these are filled, under the same name and
    under another."""
    files = of_every_kind()
    many = [len(file.sections) > 1 for file in files]
    told = [sides(file, many[at], first_lines, (1, 4, 8, len(file.results))) for at, file in enumerate(files)]
    stored = [sides(file, many[at], filled, (0, 8, len(file.results))) for at, file in enumerate(files)]
    wrong, tried = [], 0
    for (at, file), (place, other) in product(enumerate(files), repeat=2):
        several = many[at] and many[place]
        if at == place:
            continue
        here = Tournament(name=other.name or "Tournoi du vendredi", date=evening.DAY)
        for theirs, ours in product(told[at][several], stored[place][several]):
            likeness_found = likeness.side_by_side(here, ours, file, theirs, same_file=False)
            tried += 1
            if "sure" in (likeness_found.verdict, replace(likeness_found, same_file=True).verdict):
                wrong.append((at, place, likeness_found))
    assert wrong == []
    assert tried == 12 * len(files) * (len(files) - 1) >= 12 * 60 * 59


def test_no_evening_takes_the_file_of_another_among_those_of_clubs():
    """The files of the demonstration and the real files, all of one day, are compared with their evenings, both waiting
    and complete."""
    folder = Path(os.environ.get("ARBITRAGE_REAL_FILES") or Path(__file__).parents[3] / "../shared/data").resolve()
    files = [replace(one, date=evening.DAY) for one in (*of_the_demonstration(), *of_clubs(folder))]
    told = [likeness.told_side(file, several=False) for file in files]
    waits = [likeness.told_side(waiting(file), several=False) for file in files]
    own = 0
    for (at, file), (place, other) in product(enumerate(files), repeat=2):
        here = Tournament(name=other.name, date=evening.DAY)
        found = [likeness.side_by_side(here, ours[place], file, told[at], same_file=False) for ours in (told, waits)]
        if at == place:
            own += sum(one.verdict != "other" for one in found)
        elif not same_evening(told[at], told[place]):
            sure = [one for one in found if "sure" in (one.verdict, replace(one, same_file=True).verdict)]
            assert sure == [], f"{file.name} beside {other.name}"
    assert own == 2 * len(files), "an evening does not know its own file any more"


@pytest.mark.parametrize("kind", KINDS, ids=[kind.name for kind in KINDS])
def test_a_file_that_grows_goes_on_into_its_own_evening(kind):
    """A file of the same name is recognised from its first line on, even if players correct some lines; a file of
    another name, from eight lines on."""
    file = file_of(kind, 1)
    here = Tournament(name="Vendredi", date=evening.DAY)
    for before, now in ((1, 2), (4, 8), (8, len(file.results))):
        ours = likeness.told_side(filled(file, before), several=kind.plan.sections > 1)
        theirs = likeness.told_side(first_lines(file, now), several=kind.plan.sections > 1)
        if before == 8:
            put_right = next(iter(ours.results.keys() & theirs.results.keys()))
            theirs.results[put_right] = ("played", 1_100)
        likeness_found = likeness.side_by_side(here, ours, file, theirs, same_file=True)
        assert likeness_found.verdict == "sure", f"{now} lines after {before}: {likeness_found}"
        other = likeness.side_by_side(here, ours, file, theirs, same_file=False)
        assert (other.verdict == "sure") == (before == 8), f"{now} lines after {before}: {other}"


def test_what_an_evening_says_is_what_its_file_said(club, by):
    """The tests above compare files; here the stored rows give the same likeness."""
    for place, kind in enumerate(KINDS[::4]):
        file = file_of(kind, 1, names="Habitué")
        half = filled(file, 8)
        made = imports.store(half, "", club, by, f"{place}".ljust(64, "0"), "soir.json")
        several = kind.plan.sections > 1
        assert likeness.stored_side(made, several=several) == likeness.told_side(half, several=several)


def test_a_line_that_the_director_corrected_tells_no_evening_from_another(club, by):
    file = file_of(KINDS[0], 1)
    made = imports.store(first_lines(file, 3), "", club, by, "1".ljust(64, "0"), "soir.json")
    for line in Result.objects.all():
        entry = Entry(kind=Result.Kind.PASSED, ns=line.ns, ew=line.ew)
        correct_result(result=line, by=by, entry=entry, reason=Reason.OTHER, seen=seen_of(line))
        assert likeness.likeness(made, file, "", "soir.json").agreeing == Result.objects.exclude(kind="passed").count()
    assert likeness.likeness(made, file, "", "soir.json").verdict == "likely"  # nothing identifies the evening any more


def test_a_file_of_a_name_told_today_is_not_written_into_the_evening_before_it(club, by, folder):
    """A director assigned the afternoon's file to the afternoon; the evening's file, complete at once, has the same
    name and movement."""
    afternoon = prepared(club, by)
    watch_log.tell(afternoon, "current.bws")
    watch = watching.Watch(club, folder)
    write(folder / "current.bws", evening.bws(evening.played().values()))
    assert looks(watch) == [("updated", 18)]
    chance = random.Random(1)
    rows = {key: row | {"Result": chance.choice(RESULTS)} for key, row in evening.played().items()}
    write(folder / "current.bws", evening.bws(rows.values()))
    assert looks(watch) == [("waiting", 0)]
    entry = next(entry.why for entry in watch_log.last() if entry.problem)
    assert "now says other results for most of its lines" in entry
    assert watch_log.told(club, "current.bws") is None
    assert not Event.objects.filter(kind="result_changed").exclude(body__contains="not_played").exists()


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
