"""Automatically imported results on the tablet: the line in the room, and the page of the club."""

import json
import os
import re
import time
from pathlib import Path

import pytest

from arbitrage.models import Club, Tournament
from arbitrage.services import clock
from arbitrage.services.files import live_database, watch_log, watch_places, watching
from tests.arbitrage import evening_files as evening
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import post, sign_in, url, words
from tests.conftest import ONE_MOMENT

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("data_dir"), pytest.mark.either_database]

ROUND_1, ALL = evening.bws(evening.played(1).values()), evening.bws(evening.played().values())


@pytest.fixture
def folder(tmp_path: Path, settings) -> Path:
    settings.DATA_DIR = tmp_path / "data"
    (tmp_path / "results").mkdir()
    settings.DATA_DIR.mkdir()
    return tmp_path / "results"


def come(club: Club, path: Path, data: bytes) -> None:
    """Write a file into the watched folder, and let the watcher read it on the evening of its tournament."""
    before = path.stat().st_mtime if path.exists() else time.time() - 3_600
    path.write_bytes(data)
    os.utime(path, (before + 60, before + 60))
    watch = watching.Watch(club, path.parent)
    with clock.at(ONE_MOMENT.replace(day=20)):
        watch.look()
        watch.look()


def room(client, tournament: Tournament) -> str:
    with clock.at(ONE_MOMENT.replace(day=20)):
        return words(client.get(url("room", tournament.pk)))


def test_the_room_says_when_results_last_came(client, club, folder):
    come(club, folder / "soir.bws", ROUND_1)
    tournament = Tournament.objects.get()
    assert "Results received at 15:00 (soir.bws): 6 new lines" in room(client, tournament)
    come(club, folder / "soir.bws", ALL)
    assert "(soir.bws): 12 new lines" in room(client, tournament)


def test_the_room_says_what_could_not_be_read_and_why(client, club, folder, monkeypatch):
    monkeypatch.setattr(live_database.time, "sleep", lambda seconds: None)
    club.language = "en"
    come(club, folder / "soir.bws", ALL)
    come(club, folder / "autre.pbn", b"nothing that is known")
    come(club, folder / "soir.bws", evening.bws(list(evening.played().values())[:6]))
    said = room(client, Tournament.objects.get())
    assert "autre.pbn, 15:00: The format of this file is not known." in said
    assert "soir.bws, 15:00: The file has no result any more for 12 lines of the tournament: board 1 table 3" in said
    assert "Results received at 15:00 (soir.bws): 18 new lines" in said


def test_a_room_of_another_day_says_nothing_of_files(client, club, folder):
    come(club, folder / "soir.bws", ROUND_1)
    tournament = Tournament.objects.get()
    assert "Results received" not in words(client.get(url("room", tournament.pk)))


def test_what_cannot_be_read_makes_the_room_new(client, club, folder):
    come(club, folder / "soir.bws", ROUND_1)
    address = url("room", Tournament.objects.get().pk)
    seen = re.search(r'data-seen="([^"]+)"', client.get(address).content.decode())[1]
    assert client.get(address, {"seen": seen}).status_code == 204
    come(club, folder / "autre.pbn", b"nothing that is known")
    assert client.get(address, {"seen": seen}).status_code == 200


def test_a_director_names_a_folder_sees_what_came_and_stops_it(client, club, folder):
    address = url("watch", club.pk)
    assert "Nothing: results come in from the import page." in words(client.get(address))
    page = post(client, address, {"where": str(folder)})
    assert str(folder) in words(page) and "Nobody is looking at the moment" in words(page)
    watch_log.beat()
    come(club, folder / "soir.bws", ROUND_1)
    page = words(client.get(address))
    assert "Last looked at" in page and "6 new lines" in page
    stopped = post(client, address, {"stop": "yes"})
    assert "It is not watched any more." in words(stopped) and watch_places.places() == []


def test_a_folder_that_is_not_there_is_refused_with_what_was_typed(client, club, folder):
    page = client.post(url("watch", club.pk), {"where": "/nowhere"})
    assert page.status_code == 422 and 'value="/nowhere"' in page.content.decode()
    assert "There is no such folder or file on the computer that runs Arbitrage." in words(page)


def test_where_several_clubs_share_the_machine_the_page_names_nothing(client, club, folder, settings):
    make.make_club("Autre", slug="autre")
    settings.WATCH_DIR = str(folder)
    page = client.get(url("watch", club.pk))
    assert 'name="where"' not in page.content.decode()
    assert str(folder / club.slug) in words(page) and "It is not there now." in words(page)
    assert client.post(url("watch", club.pk), {"where": str(folder)}).status_code == 422


def test_nobody_else_sees_or_names_what_is_watched(client, club, folder):
    stranger = sign_in(make.make_member(make.make_club("Autre", slug="autre"), "other"))
    assert stranger.get(url("watch", club.pk)).status_code == 404
    reader = sign_in(make.make_member(club, "reader", role="reviewer"))
    assert reader.post(url("watch", club.pk), {"where": str(folder)}).status_code == 403


def test_a_log_that_is_damaged_is_no_log(client, club, folder, settings):
    come(club, folder / "soir.bws", ROUND_1)
    (settings.DATA_DIR / watch_log.LOG).write_text(json.dumps([{"file": 3}, "x"]))
    assert "Results received" not in room(client, Tournament.objects.get())
    assert client.get(url("watch", club.pk)).status_code == 200
