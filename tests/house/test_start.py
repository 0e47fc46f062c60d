"""`manage.py start`, which `make run` runs: from any state it starts a server, or prints one sentence."""

import re
import socket
import sqlite3
import urllib.request

import pytest

from tests.house.houses import ctrl_c
from tests.trials.installation import free_port


def test_from_nothing_to_an_address(first_day):
    assert f"Arbitrage is open: http://127.0.0.1:{first_day.port}/\n" in first_day.said
    assert first_day.answers["/healthz"][0] == first_day.answers["/readyz"][0] == 200
    assert first_day.answers["/"] == (200, f"http://127.0.0.1:{first_day.port}/en/login/?next=/en/")  # LANGUAGE_CODE
    assert oct((first_day.data / "secret_key").stat().st_mode & 0o777) == "0o600"


def test_and_again_without_touching_the_data(first_day, lived_in):
    house = lived_in
    before = house.rows()
    process, again = house.opened()
    said = first_day.said.replace(str(first_day.port), str(house.port))
    assert again.splitlines() == [line for line in said.splitlines() if not line.startswith("Making")]
    ctrl_c(process)
    assert house.rows() == before


def test_a_page_in_french_and_in_english_comes_with_its_styles(lived_in):
    house = lived_in
    process, _ = house.opened(DEMO="no")
    for language, word in (("fr", "Mot de passe"), ("en", "Password")):
        with urllib.request.urlopen(f"http://127.0.0.1:{house.port}/{language}/login/", timeout=60) as answer:  # noqa: S310
            page = answer.read().decode()
        assert word in page
        styles = re.findall(r'rel="stylesheet" href="([^"]+)"', page)
        assert len(styles) > 3
        assert [house.get(address)[0] for address in styles] == [200] * len(styles)
    ctrl_c(process)


def test_a_port_in_use_is_told_before_anything_is_made(house):
    with socket.socket() as other:
        other.bind(("127.0.0.1", house.port))
        other.listen()
        assert house.refused() == (
            f"Arbitrage cannot start. Port {house.port} is in use, perhaps by Arbitrage itself. "
            f"Stop the other program, or choose another port: make run PORT={house.port + 1}"
        )
    assert not (house.data / "arbitrage.sqlite3").exists()


def test_a_database_from_a_newer_version_is_left_alone(lived_in):
    house = lived_in
    database = sqlite3.connect(house.data / "arbitrage.sqlite3")
    database.execute(
        "INSERT INTO django_migrations (app, name, applied) VALUES ('arbitrage', '9999_later', '2030-01-01')"
    )
    database.commit()
    database.close()
    before = house.rows()
    assert house.refused().startswith(
        "Arbitrage cannot start. This database was written by a newer version of Arbitrage "
        "(it has arbitrage.9999_later). Nothing was changed: "
    )
    assert house.rows() == before


def test_a_database_that_does_not_answer_is_one_sentence(house):
    address = f"postgres://nobody@127.0.0.1:{free_port()}/nothing"
    assert house.refused(DATABASE_URL=address).startswith("Arbitrage cannot start. The database does not answer: ")


def test_a_damaged_database_is_one_sentence(house):
    house.data.mkdir()
    (house.data / "arbitrage.sqlite3").write_bytes(b"not a database" * 100)
    assert house.refused() == (
        "Arbitrage cannot start. The database is damaged: file is not a database. Nothing was changed. Copy the folder "
        "as it is, then restore a backup: there is none in its folder."
    )


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"PORT": "eight"}, "Settings: PORT must be a whole number from 1 to 65535, not 'eight'."),
        (
            {"HOST": "no-such-host.invalid"},
            "Arbitrage cannot start. HOST=no-such-host.invalid is not an address of this",
        ),
        (
            {"HOST": "203.0.113.9", "ALLOWED_HOSTS": "x"},
            "Arbitrage cannot start. HOST=203.0.113.9 is not an address of",
        ),
    ],
)
def test_a_setting_that_cannot_be_followed_is_one_sentence(house, settings, sentence):
    assert house.refused(**settings).startswith(sentence)


def test_on_a_network_no_demonstration_club_is_made(on_the_network):
    house, output = on_the_network
    assert "There is no club yet: open this address on this computer." in output
    assert "At a terminal, “manage.py club NAME USERNAME” makes a club" in output
    assert not any('INTO "arbitrage_club"' in row or 'INTO "auth_user"' in row for row in house.rows())
