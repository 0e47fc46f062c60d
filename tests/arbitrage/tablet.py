"""A director's tablet, for the tests in a real browser."""

import re

from playwright.sync_api import Page, expect

from tests.arbitrage.at_the_screen import url

TABLET = {"width": 820, "height": 1180}
LANDSCAPE = {"width": 1180, "height": 820}


class Tablet:
    """A director's tablet: signs in, taps, and counts the taps."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address, self.taps = page, address, 0

    def open(self, name: str, *args: object) -> None:
        self.page.goto(self.address + url(name, *args, language="fr"))

    def sign_in(self, user: str) -> None:
        self.open("login")
        self.page.fill("input[name=username]", user)
        self.page.fill("input[name=password]", "atout")
        self.page.click("main button.main, main button[type=submit]")
        expect(self.page.locator("main h1").first).to_be_visible()

    def tap(self, selector: str) -> None:
        self.taps += 1
        self.page.locator(selector).click()

    def answer(self, question: str, value: str | None) -> None:
        expect(self.page).to_have_url(re.compile(f"/q/{question}/"))
        self.tap("form .main" if value is None else f"button[name=answer][value='{value}']")

    def call(self, table: int, tile: str) -> None:
        """From the room: the table that calls, then what has happened."""
        self.taps = 0
        self.page.locator(".room .tile", has=self.page.locator(f".n:text-is('{table}')")).first.click()
        self.page.get_by_role("button", name=tile).click()
        self.taps = 2

    def press(self, words: str) -> None:
        self.taps += 1
        self.page.get_by_role("button", name=words).first.click()

    def title(self, words: str) -> None:
        expect(self.page.locator("h1").first).to_contain_text(words)
