"""The machine's pages (tablets, backups, version) open only for a manager who works on the machine itself."""

import datetime
import errno
import json
import plistlib
import ssl
import sys

import pytest
from django.contrib.auth.models import User
from django.test import Client

import arbitrage
from arbitrage.database import backups
from arbitrage.demo.club import make_demo_club
from arbitrage.models import Membership
from arbitrage.pages.site.version import about_page
from arbitrage.server import certificates, hosts, settings_file, start_item, this_machine
from arbitrage.services import clock
from arbitrage.services.machine import listening, restoring, saving
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import sign_in, url, words

pytestmark = pytest.mark.django_db

PAGES = ("tablets", "backups")
LAN = "192.168.1.20"


@pytest.fixture
def data(settings, tmp_path, monkeypatch):
    """A separate data folder of a machine in a network, without settings in the environment."""
    settings.DATA_DIR = tmp_path
    for name in ("HOST", "PORT", "ALLOWED_HOSTS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(hosts, "own_addresses", lambda host: [LAN] if host == "0.0.0.0" else [])
    monkeypatch.setenv(this_machine.LISTENS, "8000 127.0.0.1")
    return tmp_path


@pytest.fixture
def manager(data) -> User:
    return make.make_member(make.make_club(), "girard", role="manager")


def at_it(user: User, **known: str) -> Client:
    """Return a browser of the machine itself, with a signed-in user."""
    browser = sign_in(user)
    browser.defaults |= {"HTTP_HOST": "127.0.0.1:8000"} | known
    return browser


@pytest.mark.parametrize("name", PAGES)
def test_the_manager_of_the_only_club_opens_them_on_the_machine_itself_and_nowhere_else(manager, name):
    assert at_it(manager).get(url(name)).status_code == 200
    for known in ({"HTTP_HOST": LAN}, {"REMOTE_ADDR": "192.168.1.44"}, {"HTTP_FORWARDED": "for=unknown"}):
        page = at_it(manager, **known).get(url(name))
        assert page.status_code == 403
        assert "This page opens on the computer itself" in words(page)
        assert url("tablets") not in at_it(manager, **known).get(url("tournament_list")).content.decode()
    assert url("tablets") in at_it(manager).get(url("tournament_list")).content.decode()


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("role", ["director", "reviewer", "reader"])
def test_nobody_else_of_the_club_opens_them(manager, name, role):
    club = Membership.objects.get(user=manager).club
    browser = at_it(make.make_member(club, "other", role=role))
    assert [browser.get(url(name)).status_code, browser.post(url(name), {"do": "save"}).status_code] == [403, 403]
    assert saving.kept() == []


def test_where_several_clubs_share_the_machine_its_administrator_opens_them_and_no_manager(manager):
    make.make_member(make.make_club("Pont", "pont"), "durand", role="manager")
    assert at_it(manager).get(url("backups")).status_code == 403
    User.objects.filter(pk=manager.pk).update(is_staff=True)
    assert at_it(User.objects.get(pk=manager.pk)).get(url("backups")).status_code == 200


def test_in_the_demonstration_its_directors_try_them(data):
    demo = make_demo_club(now=clock.now(), with_incidents=False)
    director, reviewer = (User.objects.get(username=demo.sign_ins[number].username) for number in (0, 2))
    assert at_it(director).get(url("tablets")).status_code == 200
    assert url("first_start") in at_it(director).get(url("tournament_list")).content.decode()
    assert at_it(reviewer).get(url("tablets")).status_code == 403


# Opening the server to tablets


def test_a_manager_opens_the_server_to_the_tablets_from_the_next_start_on(manager, data, monkeypatch):
    browser = at_it(manager)
    assert "only this computer reaches Arbitrage" in words(browser.get(url("tablets")))
    sent = {"do": "listen", "everywhere": "on", "port": "8010", "names": "Club.example.org, bridge"}
    text = words(browser.post(url("tablets"), sent, follow=True))
    assert "It counts from the next start" in text and "Something here waits for the next start." in text
    read = settings_file.read(data / settings_file.NAME)
    assert read == {"HOST": "0.0.0.0", "PORT": "8010", "ALLOWED_HOSTS": "club.example.org,bridge"}
    monkeypatch.setenv(this_machine.LISTENS, "8010 0.0.0.0")
    page = browser.get(url("tablets"))
    assert f"http://{LAN}:8010/" in words(page) and "waits for the next start" not in words(page)
    assert page.content.decode().count("<svg") > 1
    browser.post(url("tablets"), {"do": "listen", "port": "8010", "names": ""})
    assert settings_file.read(data / settings_file.NAME) == {"HOST": "127.0.0.1", "PORT": "8010"}


@pytest.mark.parametrize(
    "sent",
    [
        {"port": "0"}, {"port": "65536"}, {"port": ""}, {"port": "8000", "names": "http://accueil.example"},
        {"port": "8000", "names": "a b"}, {"port": "8000", "names": "*"}, {"port": "8000", "names": "x,IP:1.2.3.4"},
        {"port": "8000", "names": "é.fr"}, {"port": "8000", "names": "-x"},
    ],
)  # fmt: skip
def test_what_cannot_be_kept_is_said_and_nothing_is_written(manager, data, sent):
    assert at_it(manager).post(url("tablets"), {"do": "listen", **sent}).status_code == 422
    assert not (data / settings_file.NAME).exists()


def test_what_the_environment_says_is_named_for_it_goes_before_the_page(manager, monkeypatch):
    monkeypatch.setenv("HOST", "0.0.0.0")
    page = at_it(manager).get(url("tablets"))
    assert "above what is chosen here: HOST." in words(page)
    assert listening.chosen().host == "0.0.0.0"


def test_a_file_that_cannot_be_read_is_said_and_kept(manager, data):
    path = data / settings_file.NAME
    path.write_text("port = = 1\n")
    browser = at_it(manager)
    assert f"{path} cannot be read" in words(browser.get(url("tablets")))
    text = words(browser.post(url("tablets"), {"do": "listen", "port": "8000"}))
    assert "Nothing was kept." in text
    assert path.read_text() == "port = = 1\n"


def test_the_certificate_is_made_on_the_page_and_trusted_by_its_two_steps(manager, data, monkeypatch):
    monkeypatch.setenv(this_machine.LISTENS, "8000 0.0.0.0")
    browser = at_it(manager)
    assert [Client().get(url("trust")).status_code, Client().get(url("trust_root", "crt")).status_code] == [404, 404]
    page = browser.post(url("tablets"), {"do": "certificate"}, follow=True)
    fingerprint = certificates.fingerprint(data)
    assert len(fingerprint.split()) == 32
    assert f"http://{LAN}:8000{url('trust')}" in words(page)
    assert fingerprint in words(page) and "speaks https from the next start on" in words(page)
    assert {LAN, "127.0.0.1", "localhost"} <= set(certificates.names(data))
    assert fingerprint in words(Client().get(url("trust")))
    root = Client().get(url("trust_root", "crt"))
    assert (root.content, root["Content-Type"]) == (certificates.root(data), "application/x-x509-ca-cert")
    ssl.create_default_context().load_verify_locations(cadata=root.content)
    profile = Client().get(url("trust_root", "mobileconfig"))
    assert profile["Content-Type"] == "application/x-apple-aspen-config"
    assert plistlib.loads(profile.content)["PayloadContent"][0]["PayloadContent"] == root.content
    assert Client().get(url("trust_root", "key")).status_code == 404
    assert b"PRIVATE KEY" not in root.content + profile.content


def test_without_openssl_the_page_says_what_is_missing(manager, monkeypatch):
    monkeypatch.setenv("PATH", "")
    monkeypatch.setitem(sys.modules, "arbitrage.server.signing_library", None)
    text = words(at_it(manager).post(url("tablets"), {"do": "certificate"}))
    assert "No certificate was made. openssl is missing" in text


def test_a_new_address_of_the_router_joins_the_certificate_and_the_root_stays(data):
    certificates.make(data, ["192.168.1.7", "localhost"])
    root = certificates.root(data)
    assert certificates.renew(data, [LAN], clock.now()) == [LAN]
    assert certificates.names(data) == ["192.168.1.7", "localhost", LAN]
    assert certificates.root(data) == root
    assert certificates.renew(data, [LAN], clock.now()) == []
    assert certificates.renew(data, ["10.0.0.1"], clock.now() + datetime.timedelta(days=900)) == []
    (data / "tls" / "root.key").unlink()
    assert certificates.renew(data, ["10.0.0.1"], clock.now()) == []


def test_it_starts_with_the_session_once_that_is_touched_and_by_hand_again(manager, data, monkeypatch):
    ran = []
    item = start_item.item("linux", data, {})
    monkeypatch.setattr(start_item, "of_this_system", lambda: item)
    monkeypatch.setattr(start_item, "_run", lambda command: ran.append(command[2]))
    browser = at_it(manager)
    assert "Arbitrage is started by hand." in words(browser.get(url("tablets")))
    text = words(browser.post(url("start_with_session"), {"do": "start"}, follow=True))
    assert "It starts with this computer from now on." in text and "Start it by hand" in text
    assert item.path.exists() and ran == ["daemon-reload", "enable"]  # what runs already is not started again
    assert "started by hand from now on" in words(browser.post(url("start_with_session"), {"do": "stop"}, follow=True))
    assert not item.path.exists() and ran[2:] == ["disable"]


def test_where_the_system_starts_nothing_with_a_session_the_page_says_so(manager, data, monkeypatch):
    item = start_item.item("linux", data, {})
    monkeypatch.setattr(start_item, "of_this_system", lambda: item)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setitem(sys.modules, "arbitrage.server.signing_library", None)
    text = words(at_it(manager).post(url("start_with_session"), {"do": "start"}, follow=True))
    assert "Nothing was kept. systemctl is missing" in text


# Backups


@pytest.fixture
def kept(manager, data, monkeypatch) -> str:
    """The name of an existing backup."""
    monkeypatch.setattr(backups, "check", lambda path: {})
    name = "arbitrage-2026-11-20T223000.zip"
    backups.folder().mkdir()
    (backups.folder() / name).write_bytes(b"a backup" * 100_000)
    return name


def test_a_backup_is_put_back_at_the_next_start_once_it_is_confirmed(manager, kept):
    browser = at_it(manager)
    assert "20 November 2026, 22:30" in words(browser.get(url("backups")))
    page = browser.get(url("backups"), {"restore": kept})
    assert "Put back the backup of Friday 20 November 2026, 22:30?" in words(page)
    assert restoring.asked() is None
    text = words(browser.post(url("backups"), {"do": "restore", "name": kept}, follow=True))
    assert "It is put back at the next start." in text
    assert (restoring.asked().name, restoring.asked().by) == (kept, "girard")
    assert "Nothing is put back" in words(browser.post(url("backups"), {"do": "keep"}, follow=True))
    assert restoring.asked() is None


@pytest.mark.parametrize(
    "name", ["", "arbitrage-2026-11-21T223000.zip", "../arbitrage.toml", "..", "/etc/passwd", "a\0b"]
)
def test_only_a_backup_that_is_kept_is_put_back(manager, kept, name):
    text = words(at_it(manager).post(url("backups"), {"do": "restore", "name": name}, follow=True))
    assert "This backup is not there any more." in text
    assert restoring.asked() is None
    assert at_it(manager).get(url("backups"), {"restore": name}).status_code == 200


def test_a_damaged_backup_is_refused_when_it_is_asked_for(manager, kept, monkeypatch):
    monkeypatch.undo()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(saving, "path_of", lambda name: backups.folder() / name)
        text = words(at_it(manager).post(url("backups"), {"do": "restore", "name": kept}, follow=True))
    assert "Nothing is put back." in text and "is damaged" in text
    assert restoring.asked() is None


@pytest.mark.parametrize("said", [b"", b"{", b"[]", b'{"name": 1}', b"\xff", b'{"other": "x"}'])
def test_an_order_that_cannot_be_read_puts_nothing_back(data, said):
    (data / restoring.ASKED).write_bytes(said)
    assert restoring.carry_out() is None
    assert not (data / restoring.ASKED).exists()


def test_a_disk_that_fills_up_once_it_is_put_back_is_said_by_the_start(kept, data, monkeypatch):
    """The restore counts as done; its outcome reports the full disk among the problems of the restored record."""
    full = OSError(errno.ENOSPC, "No space left on device")

    def fill(*_all: object) -> None:
        raise full

    (data / restoring.ASKED).write_text(json.dumps({"name": kept, "by": "girard", "at": "2026-11-28T20:00:00+00:00"}))
    monkeypatch.setattr(backups, "restore", lambda path: backups.Aside(None, None))
    monkeypatch.setattr(restoring, "bring_up", fill)
    monkeypatch.setattr(restoring, "_write", fill)
    done = restoring.carry_out()
    assert (done.name, done.problem, done.differs) == (kept, "", "No space left on device")
    assert not (data / restoring.ASKED).exists()


# The page about the program


def test_the_age_of_a_version_is_said_from_half_a_year_on():
    day = arbitrage.RELEASED
    ages = {
        months: about_page(day + datetime.timedelta(days=round(months * 30.44) + 1))["age"] for months in (0, 5, 7, 13)
    }
    assert ages == {0: 0, 5: 0, 7: 7, 13: 13}


def test_the_page_of_the_version_names_no_reader_to_anybody(manager):
    page = sign_in(manager).get(url("about"))
    assert f"Version {arbitrage.VERSION} of" in words(page)
    assert f'href="{arbitrage.RELEASES}" rel="noreferrer noopener"' in page.content.decode()
    assert clock.today() >= arbitrage.RELEASED
