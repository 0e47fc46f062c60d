"""The program watches a folder, and reads the files of the tables and of other programs automatically, without loss."""

import datetime
import os
import time
from decimal import Decimal
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from arbitrage import exchange
from arbitrage.exchange import access
from arbitrage.models import Result, Tournament
from arbitrage.pages.room import watched_results
from arbitrage.server.lock import refuse_second_watch
from arbitrage.services.errors import Refused
from arbitrage.services.files import live_database, watch_log, watch_places, watching
from arbitrage.services.results import entering
from tests.arbitrage import evening_files as evening
from tests.arbitrage import factories as make
from tests.arbitrage.evening_files import write

pytestmark = [pytest.mark.django_db, pytest.mark.either_database, pytest.mark.usefixtures("in_english")]


@pytest.fixture
def by():
    return make.make_member(make.make_club())


@pytest.fixture
def folder(tmp_path, settings) -> Path:
    settings.DATA_DIR = tmp_path / "data"
    settings.DATA_DIR.mkdir()
    (tmp_path / "results").mkdir()
    return tmp_path / "results"


@pytest.fixture
def watch(by, folder) -> watching.Watch:
    return watching.Watch(by.memberships.get().club, folder)


def looks(watch: watching.Watch) -> list[tuple[str, str, int, int]]:
    """Look at the folder twice and list the outcomes: a file is read once its size has stopped changing."""
    first = watch.look()
    return [(one.file, one.what, one.added, one.changed) for one in (*first, *watch.look())]


ROUND_1, ALL = evening.bws(evening.played(1).values()), evening.bws(evening.played().values())


def test_the_live_database_comes_in_and_what_is_new_is_taken(watch, folder):
    write(folder / "soir.bws", ROUND_1)
    assert watch.look() == []  # the file may still be being written
    assert looks(watch) == [("soir.bws", "new", 6, 0)]
    assert looks(watch) == []
    write(folder / "soir.bws", ALL)
    assert looks(watch) == [("soir.bws", "updated", 12, 0)]
    assert (Tournament.objects.count(), Result.objects.count()) == (1, 18)


def test_the_file_of_the_scoring_program_goes_onto_the_tournament_of_the_tables(watch, folder):
    write(folder / "soir.bws", ALL)
    looks(watch)
    write(folder / "final.xml", evening.xml())
    ((name, what, added, _changed),) = looks(watch)
    assert (name, what, added, Tournament.objects.count()) == ("final.xml", "same", 0, 1)  # no new tournament


def test_what_a_director_corrected_stays(watch, folder, by):
    write(folder / "soir.bws", ROUND_1)
    looks(watch)
    line = Result.objects.order_by("pk")[0]
    entry = entering.Entry(
        kind=Result.Kind.ARTIFICIAL, ns_share=Decimal(60), ew_share=Decimal(40), ns=line.ns, ew=line.ew
    )
    entering.correct_result(result=line, entry=entry, by=by, reason=entering.Reason.OTHER, seen=entering.seen_of(line))
    write(folder / "soir.bws", ALL)
    assert looks(watch) == [("soir.bws", "updated", 12, 0)]
    line.refresh_from_db()
    assert line.kind == "artificial"


def test_a_line_that_is_kept_where_the_file_says_otherwise_is_named(watch, folder, by):
    write(folder / "soir.bws", ROUND_1)
    looks(watch)
    line = Result.objects.get(table=1, board__number=1)
    entry = entering.Entry(kind=Result.Kind.PASSED, ns=line.ns, ew=line.ew)
    entering.correct_result(result=line, entry=entry, by=by, reason=entering.Reason.OTHER, seen=entering.seen_of(line))
    assert watched_results._brought(watch_log.last()[0]) == "6 new lines"
    otherwise = evening.played(1) | {(1, 1, 1): evening.row(1, 1, 1, Result="+2")}
    grown = evening.played() | otherwise
    words = "kept as decided here, where the file says otherwise: board 1 table 1"
    for rows, brought in ((otherwise, f"0 {words}"), (grown, f"12 {words}")):
        write(folder / "soir.bws", evening.bws(rows.values()))
        (found,) = looks(watch)
        line.refresh_from_db()
        assert line.kind == Result.Kind.PASSED
        (last,) = watch_log.last()
        assert last.kept == ((1, 1),)
        said = watched_results._brought(last)
        assert f"{found[2]} {said.removeprefix('12 new lines, ')}" == brought


def test_a_file_that_lacks_many_lines_waits_and_says_why(watch, folder):
    write(folder / "soir.bws", ALL)
    looks(watch)
    write(folder / "soir.bws", evening.bws(list(evening.played().values())[:6]))
    ((_name, what, _added, _changed),) = looks(watch)
    assert (what, Result.objects.count()) == ("waiting", 18)
    wrong, came = watch_log.last()
    assert wrong.why and (came.what, came.added) == ("new", 18)
    write(folder / "soir.bws", ALL)
    assert looks(watch) == [("soir.bws", "same", 0, 0)]
    assert watch_log.last() == [came]


def test_what_cannot_be_read_is_said_and_the_others_are_read(watch, folder, monkeypatch):
    monkeypatch.setattr(live_database.time, "sleep", lambda seconds: None)
    write(folder / "broken.bws", ALL[:9000])
    write(folder / "soir.bws", ROUND_1)
    (folder / "notes.txt").write_text("not a results file")
    assert sorted(look[:2] for look in looks(watch)) == [("broken.bws", "unreadable"), ("soir.bws", "new")]
    assert {entry.file: bool(entry.why) for entry in watch_log.last()} == {"broken.bws": True, "soir.bws": False}
    assert [entry.file for entry in watch_log.last(Tournament.objects.get())] == ["soir.bws"]


def test_links_are_left_alone(watch, folder, tmp_path):
    write(tmp_path / "secret.bws", ROUND_1)
    (folder / "link.bws").symlink_to(tmp_path / "secret.bws")
    assert looks(watch) == []


def test_tables_that_have_not_changed_are_not_read_again(monkeypatch):
    access._READ.clear()
    read: list[int] = []
    again = access.Database._read_again
    monkeypatch.setattr(
        access.Database, "_read_again", lambda self, offset: (read.append(offset), again(self, offset))[1]
    )
    exchange.read(ROUND_1)
    first = len(read)
    exchange.read(ROUND_1)
    assert len(read) == first > 3
    file = exchange.read(ALL)
    assert (len(read), len(file.results)) == (first + 1, 18)  # only the table ReceivedData


@pytest.mark.usefixtures("in_english")
def test_the_command_looks_so_many_times(by, folder, capsys, settings):
    write(folder / "soir.bws", ROUND_1)
    settings.WATCH_DIR = str(folder)
    call_command("watch_results", "lac", every=0.01, looks=3)
    assert "soir.bws: read, a new tournament. Lines added: 6, changed: 0." in capsys.readouterr().out
    with pytest.raises(CommandError, match="Name a folder or a file"):
        call_command("watch_results", "lac", "/nowhere", looks=1)
    with pytest.raises(CommandError, match="There is no club"):
        call_command("watch_results", "other", looks=1)


def test_files_of_other_evenings_are_left_alone_unless_they_are_named(watch, folder, by):
    (folder / "hier.bws").write_bytes(ALL)
    yesterday = int(time.time()) - watching.FRESH - 3_600
    os.utime(folder / "hier.bws", (yesterday, yesterday))
    assert looks(watch) == []
    named = watching.Watch(watch.club, folder / "hier.bws")
    assert looks(named) == [("hier.bws", "new", 18, 0)]


def test_a_file_that_brings_nothing_new_leaves_the_time_of_the_last_news(watch, folder):
    write(folder / "soir.bws", ROUND_1)
    looks(watch)
    (before,) = watch_log.last()
    assert looks(watching.Watch(watch.club, folder)) == [("soir.bws", "same", 0, 0)]  # as after a restart
    assert watch_log.last() == [before]


def test_whatever_a_file_does_to_its_reader_the_others_are_read(watch, folder, monkeypatch):
    read = watching.imports.read

    def stumble(data: bytes, name: str, *columns: object):
        return read(data, name, *columns) if name != "a.bws" else 1 // 0

    monkeypatch.setattr(watching.imports, "read", stumble)
    write(folder / "a.bws", ALL)
    write(folder / "soir.bws", ROUND_1)
    assert [look[:2] for look in looks(watch)] == [("a.bws", "unreadable"), ("soir.bws", "new")]
    assert [entry.file for entry in watch_log.last() if entry.problem] == ["a.bws"]


# Watched places


def test_one_club_has_the_folder_itself_and_several_have_one_each(by, folder, settings):
    club = by.memberships.get().club
    settings.WATCH_DIR = str(folder)
    assert watch_places.places() == [watch_places.Place(club, folder, fixed=True)]
    make.make_club("Autre", slug="autre")
    assert [one.where for one in watch_places.of(club)] == [folder / club.slug]


def test_a_club_names_its_folder_or_its_file_and_forgets_it(by, folder):
    club = by.memberships.get().club
    assert not watch_places.somewhere()
    watch_places.name(club, f' "{folder}" ')
    assert watch_places.somewhere() and [one.where for one in watch_places.of(club)] == [folder]
    write(folder / "soir.bws", ROUND_1)
    watches = watching.Watches()
    assert not watches.look() and watches
    assert [entry.what for entry in watches.look()] == ["new"]
    watch_places.forget(club)
    assert not watches.look() and not watches and not watch_places.somewhere()


@pytest.mark.parametrize(
    ("written", "said"),
    [("/nowhere/at/all", "There is no such folder"), ("results", "There is no such folder"),
     ("{data}", "holds the data of Arbitrage"), ("{data}/backups", "holds the data of Arbitrage"),
     ("{folder}/notes.txt", "not a results file"), ("", "There is no such folder")],
)  # fmt: skip
def test_what_is_no_folder_of_results_is_refused(by, folder, settings, written, said):
    (folder / "notes.txt").write_text("not a results file")
    (settings.DATA_DIR / "backups").mkdir()
    with pytest.raises(Refused, match=said):
        watch_places.name(by.memberships.get().club, written.format(data=settings.DATA_DIR, folder=folder))
    assert watch_places.places() == []


def test_where_several_clubs_share_a_machine_no_page_names_a_folder(by, folder):
    make.make_club("Autre", slug="autre")
    with pytest.raises(Refused, match="Several clubs"):
        watch_places.name(by.memberships.get().club, str(folder))


@pytest.mark.usefixtures("in_english")
def test_one_process_watches_for_a_folder_of_data(by, folder, settings):
    settings.WATCH_DIR = str(folder)
    with refuse_second_watch(watch_log.BEAT), pytest.raises(CommandError, match="watched already"):
        call_command("watch_results", looks=1)
    call_command("watch_results", looks=1)
    assert watch_log.last_look() is not None


def test_the_log_keeps_the_newest_two_hundred_files(data_dir):
    began = datetime.datetime(2026, 11, 19, 14, tzinfo=datetime.UTC)
    seen = [watch_log.Seen(f"{n}.pbn", began + datetime.timedelta(minutes=n), "new") for n in range(203)]
    watch_log.remember(seen)
    assert [entry.file for entry in watch_log.last()] == [f"{n}.pbn" for n in reversed(range(3, 203))]
