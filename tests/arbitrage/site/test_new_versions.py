"""A newer version is checked for once a week if enabled, by a request that does not identify the installation."""

import datetime
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from django.core.management import call_command

from arbitrage import VERSION, VERSIONS
from arbitrage.database import backups
from arbitrage.server import this_machine
from arbitrage.services import clock
from arbitrage.services.machine import new_versions
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import sign_in, url, words

FEED = "<rss><channel><title>9.9.9 of the channel</title>{}</channel></rss>"
ITEM = "<item>\n <title>{}</title><link>https://example.org/7.7.7/</link></item>"
NOW = datetime.datetime(2026, 12, 1, 20, 0, tzinfo=datetime.UTC)
LATER = datetime.timedelta(days=7)


@contextmanager
def a_list(content: bytes, status: int = 200) -> Iterator[tuple[str, list[tuple[str, dict[str, str]]]]]:
    """Serve a list of versions; yield its address, and the path and headers of each request."""
    asked: list[tuple[str, dict[str, str]]] = []

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:  # noqa: N802 (the standard library's name)
            asked.append((self.path, dict(self.headers)))
            self.send_response(status)
            if status == 302:
                self.send_header("Location", "/elsewhere")
            self.send_header("Set-Cookie", "who=you")
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_words: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Answers)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/releases.xml", asked
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture
def data(settings, tmp_path, monkeypatch):
    settings.DATA_DIR = tmp_path
    monkeypatch.delenv("NEW_VERSIONS", raising=False)
    monkeypatch.setattr(new_versions, "SECONDS", 2)
    return tmp_path


def feed(*versions: str) -> bytes:
    return FEED.format("".join(map(ITEM.format, versions))).encode()


def test_nobody_is_asked_unless_somebody_wants_it(data, monkeypatch):
    with a_list(feed("0.2.0")) as (address, asked):
        monkeypatch.setattr(new_versions, "VERSIONS", address)
        new_versions.ask_if_due(NOW)
        assert (asked, list(data.iterdir())) == ([], [])
        new_versions.choose(ask=True)
        new_versions.choose(ask=False)
        new_versions.ask_if_due(NOW)
        assert asked == []


def test_it_is_asked_once_a_week_and_the_request_says_nothing_of_who_asks(data, monkeypatch):
    new_versions.choose(ask=True)
    with a_list(feed("0.1.0", "0.10.0", "0.9.0", "1.0rc1")) as (address, asked):
        monkeypatch.setattr(new_versions, "VERSIONS", address)
        for days in (0, 1, 6, 7, 8):
            new_versions.ask_if_due(NOW + datetime.timedelta(days=days))
    assert len(asked) == 2
    for path, headers in asked:
        assert path == "/releases.xml"
        assert headers.pop("Host").startswith("127.0.0.1")
        assert headers == {"User-Agent": "Arbitrage", "Accept-Encoding": "identity", "Connection": "close"}
    assert new_versions.newer() == "0.10.0"
    assert VERSIONS.startswith("https://")
    assert "?" not in VERSIONS


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (b"x" * (64 * 1024) + feed("0.3.0"), 200),
        (feed("0.3.0"), 302),
        (feed("0.3.0"), 500),
        (b"<html>sign in to the hotel's network</html>", 200),
        (b"\xff\xfe", 200),
        (feed("0.3.0<script>"), 200),
    ],
)
def test_an_answer_that_is_none_keeps_the_last_one_and_the_next_is_in_a_week(data, monkeypatch, content, status):
    new_versions.choose(ask=True)
    before = new_versions.Answer((NOW - LATER).isoformat(), "0.2.0")
    (data / "new_version.json").write_text(json.dumps({"at": before.at, "version": before.version}), encoding="utf-8")
    with a_list(content, status) as (address, asked):
        monkeypatch.setattr(new_versions, "VERSIONS", address)
        new_versions.ask_if_due(NOW)
        new_versions.ask_if_due(NOW + datetime.timedelta(hours=1))
    assert len(asked) == 1
    assert new_versions.last() == new_versions.Answer(NOW.isoformat(timespec="seconds"), "0.2.0")


def test_without_a_network_nothing_fails(data, monkeypatch):
    new_versions.choose(ask=True)
    monkeypatch.setattr(new_versions, "VERSIONS", "http://127.0.0.1:9/releases.xml")
    new_versions.ask_if_due(NOW)
    assert new_versions.newer() == ""


@pytest.mark.django_db
def test_the_hourly_look_of_the_server_asks_though_the_evening_is_saved_already(data, monkeypatch):
    new_versions.choose(ask=True)
    monkeypatch.setattr(backups, "newest", lambda: clock.now())
    with a_list(feed("0.2.0")) as (address, asked):
        monkeypatch.setattr(new_versions, "VERSIONS", address)
        call_command("daily", "--if-due")
    assert (len(asked), new_versions.newer()) == (1, "0.2.0")


@pytest.mark.parametrize("version", [VERSION, "0.0.9", "", "0.0.99"])
def test_a_version_that_is_not_newer_is_not_named(data, version):
    (data / "new_version.json").write_text(json.dumps({"at": NOW.isoformat(), "version": version}), encoding="utf-8")
    assert new_versions.newer() == ""


@pytest.mark.parametrize("content", ["", "{", "[]", "{}", '{"at": "x", "version": "1.0"}', '{"at": 1, "version": 2}'])
def test_a_file_that_is_none_names_nothing_and_is_written_anew(data, monkeypatch, content):
    (data / "new_version.json").write_text(content, encoding="utf-8")
    assert (new_versions.last(), new_versions.newer()) == (None, "")
    new_versions.choose(ask=True)
    with a_list(feed("0.2.0")) as (address, _asked):
        monkeypatch.setattr(new_versions, "VERSIONS", address)
        new_versions.ask_if_due(NOW)
    assert new_versions.newer() == "0.2.0"


@pytest.mark.django_db
def test_the_manager_at_the_machine_chooses_it_on_the_page_and_everybody_reads_what_is_there(data, monkeypatch):
    monkeypatch.setenv(this_machine.LISTENS, "8000 127.0.0.1")
    club = make.make_club()
    manager, director = make.make_member(club, "girard", role="manager"), make.make_member(club, "martin")
    at_it, elsewhere = sign_in(manager), sign_in(director)
    at_it.defaults |= {"HTTP_HOST": "127.0.0.1:8000"}
    assert "Arbitrage asks nobody" in words(at_it.get(url("about")))
    assert url("ask_versions") not in elsewhere.get(url("about")).content.decode()
    assert elsewhere.post(url("ask_versions"), {"do": "ask"}).status_code == 403
    assert not new_versions.wanted()
    page = words(at_it.post(url("ask_versions"), {"do": "ask"}, follow=True))
    assert "Asked once a week" in page
    assert "Not asked yet" in page
    (data / "new_version.json").write_text(json.dumps({"at": NOW.isoformat(), "version": "0.2.0"}), encoding="utf-8")
    assert "Version 0.2.0 is there." in words(elsewhere.get(url("about")))
    page = words(at_it.post(url("ask_versions"), {"do": "never"}, follow=True))
    assert "Nobody is asked any more." in page
    assert "0.2.0" not in page
    assert not (data / "new_version.json").exists()
    monkeypatch.setenv("NEW_VERSIONS", "yes")
    assert url("ask_versions") not in at_it.get(url("about")).content.decode()
