"""Pictures of every screen as a club sees it, in `var/screenshots`: `make screenshots`.

They show a tablet in portrait and landscape and a telephone, both themes, both languages, 1 and 20 duties, 3 and 40
tables. `--only room` takes the screens whose name begins with "room"; `--quick` uses one theme and one language. The
database is temporary; the browser is the machine's Chromium.
"""

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from tests.chromium import NEEDED, QUIET, chromium

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).resolve().parents[1]
WHERE = ROOT / "var" / "screenshots"
SIZES = {"portrait": (820, 1180), "landscape": (1180, 820), "telephone": (390, 844)}
THEMES = ("light", "dark")
LANGUAGES = ("fr", "en")


@contextmanager
def served(folder: str) -> Iterator[str]:
    """Start the application on a new database in this folder with the data of the pictures, and yield its address."""
    os.environ["DATABASE_URL"] = f"sqlite:///{folder}/screens.sqlite3"
    os.environ["DATA_DIR"] = folder
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arbitrage.settings")
    import django
    from django.conf import settings

    django.setup()
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    from django.contrib.staticfiles.handlers import StaticFilesHandler
    from django.core.management import call_command
    from django.db import connections
    from django.test.testcases import LiveServerThread

    call_command("migrate", verbosity=0)
    thread = LiveServerThread("localhost", StaticFilesHandler)
    thread.daemon = True
    thread.start()
    thread.is_ready.wait()
    if thread.error:
        raise thread.error
    try:
        yield f"http://localhost:{thread.port}"
    finally:
        thread.terminate()
        connections.close_all()


def without_a_network(page: "Page", room: str, table: int) -> Iterator[str]:
    """Cut the network in the room, give a ruling and open the list of waiting acts; yield the name of each screen."""
    page.goto(room)
    page.locator("body[data-installed=yes]").wait_for()
    page.context.set_offline(True)
    page.reload()
    page.locator("#seen .room").wait_for()
    yield "offline-room"
    page.locator("#seen form .tile", has=page.locator(f".n:text-is('{table}')")).click()
    page.locator(".what").wait_for()
    yield "offline-what"
    page.locator(".what .tile").first.click()
    page.locator("[data-ask] .compass").wait_for()
    yield "offline-question"
    for value in ("E", "DK"):
        page.locator(f"[data-answer='{value}']").click()
    page.locator(".opts .opt, [data-question=besides]").first.wait_for()
    if page.locator("[data-question=besides]").count():  # the table was not loaded before the network was cut
        page.locator("[data-answer=no]").click()
    page.locator(".opts .opt").first.wait_for()
    yield "offline-aloud"
    page.locator("[data-answer='require']").click()
    page.locator(".steps").wait_for()
    yield "offline-decision"
    page.locator("#waits").click()
    page.locator(".steps").wait_for(state="detached")
    yield "offline-waiting"


def sign_in(page: "Page", address: str, language: str) -> None:
    page.goto(f"{address}/{language}/login/")
    page.fill("[name=username]", "martin")
    page.fill("[name=password]", "atout")
    page.click("form .main")


def in_every_size(page: "Page", path: Path, address: str = "") -> int:
    """Take the present page, or the one at *address*, in every size; return the number of pictures."""
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        if address:
            page.goto(address)
        page.screenshot(path=path.with_name(f"{path.name}-{size}.png"))
    return len(SIZES)


def take(only: str, quick: bool) -> int:
    """Take the pictures; return their number."""
    from playwright.sync_api import sync_playwright

    taken = 0
    with tempfile.TemporaryDirectory() as folder, served(folder) as address:
        from tests.arbitrage.at_the_screen import url
        from tests.arbitrage.screens import screens, set_the_scene

        _manager, scene = set_the_scene()
        wanted = {
            language: [one for one in screens(scene, language) if one.name.startswith(only) and one.name != "offline"]
            for language in LANGUAGES
        }
        room = scene.board.tournament_id
        # The driver of the browser runs an event loop, beside which Django refuses the database; it is finished here.
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path=chromium(whole=True), args=list(QUIET))
            for language, theme in product(LANGUAGES[: 1 if quick else 2], THEMES[: 1 if quick else 2]):
                looks = {"locale": f"{language}-FR", "color_scheme": theme, "timezone_id": "Europe/Paris"}
                context = browser.new_context(**looks, service_workers="block")
                context.set_default_timeout(120_000)
                page = context.new_page()
                for screen in sorted(wanted[language], key=lambda one: one.signed_in):
                    if screen.signed_in and "sessionid" not in {cookie["name"] for cookie in context.cookies()}:
                        sign_in(page, address, language)
                    taken += in_every_size(page, WHERE / language / theme / screen.name, address + screen.address)
                context.close()
                if only.startswith("offline") or not only:
                    context = browser.new_context(**looks, service_workers="allow")
                    context.set_default_timeout(120_000)
                    page = context.new_page()
                    sign_in(page, address, language)
                    for name in without_a_network(page, address + url("room", room, language=language), table=4):
                        if name.startswith(only):
                            taken += in_every_size(page, WHERE / language / theme / name)
                    context.close()
            browser.close()
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(description="Take a picture of every screen.")
    parser.add_argument("--only", default="", metavar="NAME", help="only the screens whose name begins so")
    parser.add_argument("--quick", action="store_true", help="in French, light, only")
    said = parser.parse_args()
    if chromium() is None:
        sys.exit(f"Pictures need a browser: {NEEDED}.")
    if not said.only:
        shutil.rmtree(WHERE, ignore_errors=True)
    print(f"{take(said.only, said.quick)} pictures in {WHERE.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
