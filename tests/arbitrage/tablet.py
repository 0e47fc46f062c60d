"""A director's tablet, for the tests in a real browser."""

import re
from typing import Self

from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests.arbitrage.at_the_screen import sign_in, url

TABLET = {"width": 820, "height": 1180}
LANDSCAPE = {"width": 1180, "height": 820}
PHONE = {"width": 390, "height": 844}


def bring_the_session_of(user: str, page: Page, address: str) -> None:
    """Sign this person in on the page's browser."""
    session = sign_in(User.objects.get(username=user)).cookies["sessionid"]
    page.context.add_cookies([{"name": "sessionid", "value": session.value, "url": address}])


class Tablet:
    """A director's tablet, which signs in, taps, and counts the taps."""

    def __init__(self, page: Page, address: str) -> None:
        self.page, self.address, self.taps = page, address, 0

    def open(self, name: str, *args: object) -> None:
        self.page.goto(self.address + url(name, *args, language="fr"))

    def ask(self, *args: object) -> None:
        """Open a question with its own keys, even where it is usually assumed as a fact above the next one."""
        self.page.goto(f"{self.address}{url('question', *args, language='fr')}?itself=yes")

    def sign_in(self, user: str) -> None:
        """Type the name and the password, and wait for the next page."""
        self.open("login")
        self.page.fill("input[name=username]", user)
        self.page.fill("input[name=password]", "atout")
        self.page.click("main button.main, main button[type=submit]")
        expect(self.page).not_to_have_url(re.compile("/login/"))

    def signed_in(self, user: str) -> Self:
        """Give the tablet the session of a signed-in user."""
        bring_the_session_of(user, self.page, self.address)
        return self

    def tap(self, selector: str) -> None:
        self.taps += 1
        self.page.locator(selector).click()

    def answer(self, question: str, value: str | None) -> None:
        """Answer a question; None touches the main button. If the page presumes the answer, the right one needs no tap,
        the wrong one is denied first."""
        taken = self.page.locator(f"[name=first][value='{question}']")
        beneath = self.page.locator(f"[name=touched][value='{question}']")  # beneath a field for words
        expect(self.page.locator(f"form[action*='/q/{question}/']").or_(taken).or_(beneath).first).to_be_attached()
        if taken.count():
            if value == taken.get_attribute("data-value"):
                return
            self.tap(".known .btn")
        self.tap("form .main" if value is None else f"button[name=answer][value='{value}']")

    def call(self, table: int, tile: str) -> None:
        """Touch the calling table in the room, then the tile of the event."""
        self.taps = 0
        touch_table(self.page, table)
        self.page.get_by_role("button", name=tile).click()
        self.taps = 2

    def press(self, words: str) -> None:
        self.taps += 1
        self.page.get_by_role("button", name=words).first.click()

    def title(self, words: str) -> None:
        expect(self.page.locator("h1").first).to_contain_text(words)


def touch_table(page: Page, table: int) -> None:
    """Call from a table. Where something was ruled there in this round, its tile unfolds two buttons first."""
    spot = page.locator(".room .spot", has=page.locator(f".n:text-is('{table}')")).first
    spot.locator(".tile").click()
    if spot.locator(".two[open]").count():
        spot.locator(".either .main").click()
