"""A file is imported again in a real browser without scripts: the director chooses it, previews its changes, ticks some
and writes them."""

import pytest
from playwright.sync_api import Browser, Page, expect

from arbitrage.models import Club, Result
from arbitrage.services.files import imports
from tests.arbitrage import evening_files as evening
from tests.arbitrage.at_the_screen import url
from tests.arbitrage.tablet import PHONE, bring_the_session_of
from tests.arbitrage.tournament.test_import_update_page import STRANGE, correct

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.browser,
    pytest.mark.usefixtures("data_dir"),
    pytest.mark.either_database,
]


@pytest.fixture
def plain(browser: Browser):
    """A page of a phone without scripts."""
    with browser.new_context(java_script_enabled=False, viewport=PHONE) as context:
        yield context.new_page()


def choose(page: Page, server: str, data: bytes, name: str) -> None:
    bring_the_session_of("martin", page, server)
    page.goto(server + url("tournament_import"))
    page.set_input_files("[type=file]", {"name": name, "mimeType": "application/octet-stream", "buffer": data})
    page.get_by_role("button", name="Look at the file").click()


def test_a_file_read_again_is_written_without_scripts(plain, live_server, director):
    first = evening.bws(evening.played(1).values())
    imports.import_tournament(club=Club.objects.get(), by=director, data=first, filename="soir.bws")
    line = Result.objects.get(board__number=1)
    correct(line, director, 8)
    choose(plain, live_server.url, evening.bws(evening.played().values()), "soir.bws")
    plain.get_by_role("button", name="Update: see the changes").click()
    expect(plain.locator("h1")).to_have_text("What the file changes")
    plain.get_by_role("checkbox", name="Take the line of the file: board 1, pair 1").check()
    plain.get_by_role("button", name="Write these changes").click()
    expect(plain.get_by_text("The tournament is up to date.")).to_be_visible()
    line.refresh_from_db()
    assert (line.tricks, Result.objects.count()) == (9, 18)


def test_the_columns_of_a_table_are_said_without_scripts(plain, live_server, director):
    choose(plain, live_server.url, STRANGE.encode(), "mesas.csv")
    for heading, field in (("Mano", "board"), ("Pareja NS", "ns"), ("Pareja EO", "ew"), ("Bazas", "tricks")):
        plain.get_by_label(heading).select_option(field)
    plain.get_by_role("button", name="Read the table").click()
    plain.get_by_role("button", name="Write this tournament").click()
    expect(plain.get_by_text("The tournament is written.")).to_be_visible()
    assert sorted(Result.objects.values_list("score", flat=True)) == [-50, 420]
