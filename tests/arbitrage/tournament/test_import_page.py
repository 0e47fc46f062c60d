"""A results file is previewed before anything is written, and then imported completely."""

import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from arbitrage.models import Board, Club, Membership, Tournament
from arbitrage.services.files import importing, uploads
from arbitrage.views.tournament import imports as view
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import post, sign_in, url, words
from tests.arbitrage.exchange import exchange_files as files
from tests.arbitrage.exchange.access_files import INTEGER, TEXT, database

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("data_dir"), pytest.mark.either_database]

RESULTS = files.usebio_event(files.PAIRS, files.usebio_board(files.PLAYED))


def send(client, text: str | bytes = RESULTS, name: str = "soir.xml", **data):
    file = SimpleUploadedFile(name, text.encode() if isinstance(text, str) else text)
    return post(client, url("tournament_import"), {"file": file, **data})


def token(page) -> str:
    return re.search(r'name="token" value="([^"]*)"', page.content.decode())[1]


def confirm(client, page):
    return post(client, url("tournament_import"), {"confirm": "yes", "token": token(page)})


def test_a_file_is_shown_before_anything_is_written(client):
    page = send(client)
    shown_words = words(page)
    assert "Club night This is what the file says. Nothing has been written yet." in shown_words
    assert "Boards 1" in shown_words
    assert "Results 1" in shown_words
    assert Tournament.objects.count() == 0


def test_once_confirmed_the_whole_file_is_there_and_the_room_opens(client, data_dir):
    room = confirm(client, send(client))
    tournament = Tournament.objects.get()
    assert room.request["PATH_INFO"] == url("room", tournament.pk)
    assert "The tournament is written. Touch the table that calls." in words(room)
    assert (tournament.name, tournament.club, Board.objects.get().results.get().contract) == (
        "Club night",
        Club.objects.get(),
        "4S",
    )
    assert list((data_dir / "uploads").iterdir()) == []


@contextmanager
def calls_from(module: object) -> Iterator[list[tuple[str, str]]]:
    """List the calls of a module into services: the file of each, and its function."""
    calls: list[tuple[str, str]] = []

    def note(frame: FrameType, event: str, _argument: object) -> None:
        called, caller = frame.f_code, frame.f_back
        from_here = caller is not None and caller.f_code.co_filename == module.__file__
        if event == "call" and from_here and "/services/" in called.co_filename:
            calls.append((called.co_filename, called.co_name))

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield calls
    finally:
        sys.setprofile(before)


@pytest.mark.parametrize(("step", "asks"), [(send, "begin"), (lambda client: confirm(client, send(client)), "go_on")])
def test_the_view_asks_one_service_once(client, step: Callable[..., object], asks):
    """A reader can follow an import from top to bottom: the view, one service, the reader of the format, the record."""
    with calls_from(view) as calls:
        step(client)
    assert calls[-1] == (importing.__file__, asks)
    assert len(calls) == ["begin", "go_on"].index(asks) + 1


def test_the_live_database_of_the_tables_comes_in_and_its_scores_are_those_of_law_77(client):
    where = {"Section": INTEGER, "Table": INTEGER, "Round": INTEGER, "Board": INTEGER}
    columns = where | {"PairNS": INTEGER, "PairEW": INTEGER, "NS/EW": TEXT, "Contract": TEXT, "Result": TEXT}
    row = dict(Section=1, Table=1, Round=1, Board=2, PairNS=1, PairEW=2, Contract="4 S x", Result="-1") | {"NS/EW": "N"}
    page = send(client, database({"ReceivedData": (columns, [row])}), "soir.bws")
    assert "Boards 1" in words(page)
    confirm(client, page)
    result = Board.objects.get().results.get()
    assert (result.board.number, result.contract, result.tricks, result.score) == (2, "4Sx", 9, -200)


def test_deals_alone_come_in_without_results(client):
    page = send(client, f'[Board "1"]\n[Deal "{files.DEALS[0]}"]\n', "donnes.pbn")
    assert "Results 0" in words(page)
    confirm(client, page)
    assert (Board.objects.get().deal, Board.objects.get().results.count()) == (files.DEALS[0], 0)


def test_the_same_file_again_leads_to_its_tournament(client):
    confirm(client, send(client))
    page = send(client)
    assert page.request["PATH_INFO"] == url("room", Tournament.objects.get().pk)
    assert "The club has this file already: here is its tournament." in words(page)
    assert Tournament.objects.count() == 1


def test_confirming_twice_writes_once(client):
    page = send(client)
    confirm(client, page)
    again = confirm(client, page)
    assert again.status_code == 422
    assert "nothing was written. Choose it again." in words(again)
    assert Tournament.objects.count() == 1


def test_a_file_that_cannot_be_read_is_named_with_its_reason_and_writes_nothing(client):
    page = send(client, "<USEBIO><EVENT>", name="cassé.xml")
    assert page.status_code == 422
    assert "cassé.xml" in words(page)
    assert 'type="file"' in page.content.decode()
    assert Tournament.objects.count() == 0


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_page_that_was_only_opened_complains_of_nothing(client, language):
    page = client.get(url("tournament_import", language=language))
    assert page.status_code == 200
    assert '<div class="error" role="alert">' not in page.content.decode()


def test_no_file_and_an_empty_file_each_get_a_sentence(client):
    assert "Choose a file first." in words(post(client, url("tournament_import")))
    assert "This file is empty. Write it again from the scoring program." in words(send(client, ""))


def test_a_file_larger_than_any_tournament_is_refused_before_it_is_read(client, monkeypatch):
    monkeypatch.setattr("arbitrage.forms.tournament.files.MAX_BYTES", 10)
    assert "This file is larger than 20 MB: it is not a tournament’s results file." in words(send(client))


def test_the_file_of_somebody_else_is_not_written(client, director):
    page = send(client)
    colleague = make.make_member(Club.objects.get(), "leclerc")
    assert confirm(sign_in(colleague), page).status_code == 422
    assert Tournament.objects.count() == 0


def test_a_token_that_was_tampered_with_writes_nothing(client):
    page = send(client)
    response = post(client, url("tournament_import"), {"confirm": "yes", "token": token(page)[:-2] + "xx"})
    assert response.status_code == 422
    assert Tournament.objects.count() == 0


def test_a_director_of_another_club_cannot_write_into_this_one(client, director):
    page = send(client)
    other = make.make_club("Bridge Club du Parc", "parc")
    changed = f"{other.pk}:{token(page).partition(':')[2]}"
    assert post(client, url("tournament_import"), {"confirm": "yes", "token": changed}).status_code == 422
    assert Tournament.objects.count() == 0


def test_who_directs_two_clubs_brings_it_into_the_one_that_he_is_in(client, director):
    other = make.make_club("Bridge Club du Parc", "parc")
    Membership.objects.create(user=director, club=other, role="director")
    post(client, url("enter"), {"club": other.pk})
    assert "For Bridge Club du Parc" in words(client.get(url("tournament_import")))
    confirm(client, send(client))
    assert Tournament.objects.get().club == other


def test_a_file_that_was_forgotten_for_an_hour_is_thrown_away(director, data_dir):
    kept = uploads.keep(b"old", "old.xml", by=director)
    (forgotten,) = (data_dir / "uploads").iterdir()
    os.utime(forgotten, (time.time() - 3700, time.time() - 3700))
    uploads.keep(b"new", "new.xml", by=director)
    assert uploads.fetch(kept, by=director) is None
    assert [path.read_bytes() for path in (data_dir / "uploads").iterdir()] == [b"new"]


def test_a_file_that_another_request_throws_away_first_stops_nobody(director, data_dir, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(Path, "iterdir", lambda folder: iter([folder / "gone"]))
        kept = uploads.keep(b"new", "new.xml", by=director)
    assert uploads.fetch(kept, by=director) == (b"new", "new.xml")


def test_a_refused_file_leads_to_what_the_programs_of_clubs_can_export(client):
    shown_words = words(send(client, b"\x01\x02 something else", "soir.mcd"))
    for name in ("Magic Contest", "BridgeInter", "Bridgemate Control Software (BCS)", "Tournoi A / Tournoi B"):
        assert name in shown_words
    assert shown_words.count("(Not checked on a file of this program.)") == 2
    assert "Magic Contest" not in words(client.get(url("tournament_import")))
