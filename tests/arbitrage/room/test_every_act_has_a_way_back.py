"""Every act of one tap can be reversed, by *Undo* for ten seconds or by its inverse on a page, or asks before it acts.

The test reads the forms of all templates. A form that is sent to another address is listed here with its inverse; a
form that is sent to its own page is the question of that page.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.urls import get_resolver

from arbitrage.models import Duty
from arbitrage.services import tournaments
from arbitrage.services.undoing import UNDOABLE
from tests.arbitrage.at_the_screen import post, url
from tests.arbitrage.rooms import busy_room

TEMPLATES = Path(__file__).resolve().parents[3] / "templates"

UNDONE = {"duty_done", "say", "round"}
"""Acts whose next page has *Undo* for ten seconds; `test_undo` tests them on their pages."""

INVERSE = {
    **{
        "attend": "leave",
        "leave": "attend",
        "call_url": "withdraw",
        "what": "drop",
        "linked": "drop",
        "duty_open": "drop",
    },
    **{"reach": "question", "place": "decision", "member": "member", "site_person": "site_person", "watch": "watch"},
    **{
        "site_club": "site_club",
        "link_days": "link_days",
        "logout": "login",
        "take_over": "type_result",
        "withdraw_invitation": "members",
        "undo": "home",
        "evidence_judged": "evidence",
        "several_sessions": "several_sessions",
        "simultaneous": "simultaneous",
        "ask_versions": "ask_versions",
        "start_with_session": "start_with_session",
        "school_shown": "school_shown",
        "situation": "school_theme",  # an exercise that is restarted: it is not in the record
        "call.attend": "leave",  # the call of a telephone, on the tray; of a rehearsal, whose room is left again
        "tile.url": "rehearsal",
        "one.url": "rehearsal",  # a line that a table of a rehearsal had forgotten
    },
}
"""Inverse of each act: the page or act of that name. The inverse of *Undo* is the act itself."""

ASKS = {"drop", "withdraw_url", "supersede", "look", "pair", "pair_in", "pin", "answer_question"}
ASKS |= {"erase_conduct", "forget"}
"""Acts whose page states their effect before their button can be touched: after a first touch, after some text is
typed, or on a second page when a person's data are erased."""

OWN_PAGE = {"", "here", "request.path"}

BESIDE = {
    "appeal/appeal.html": "do heard_by seat",
    "appeal/right.html": "note tell",
    "board/board.html": "act",
    "board/links.html": "withdraw",
    "club/watch.html": "stop",
    "decisions/review.html": "do",
    "evidence/equity.html": "look lay",
    "evidence/hands_shut.html": "hands",
    "evidence/unroll.html": "act",
    "incident/auction.html": "undo",
    "incident/disputed.html": "outcome",
    "incident/what.html": "case law tile",
    "phone/sheet.html": "take_back",
    "poll/asked.html": "heard",
    "poll/poll.html": "step",
    "ranking/ranking.html": "withdraw",
    "room/clock.html": "change minutes",
    "school/decision.html": "decision",
    "school/rehearsal.html": "do",
    "school/rehearsal_call.html": "do",
    "school/what.html": "case law",
    "score/missing.html": "line",
    "site/backups.html": "do",
    "site/first_start.html": "do",
    "site/tablets.html": "do",
    "tournament/draw.html": "change",
    "tournament/evening_act_again.html": "change",
    "tournament/evening_change.html": "change",
    "tournament/import.html": "map",
    "tournament/import_changes.html": "again",
    "tournament/playing_director.html": "contestant",
}
"""Buttons beside the green one of a page that posts to itself, with nothing typed. Each adds something, repeats a
statement, or can be reversed on the same page."""


def forms() -> Iterator[tuple[str, str, str]]:
    """Yield each form that writes: its template, its address, and its markup."""
    for path in sorted(TEMPLATES.rglob("*.html")):
        source = path.read_text(encoding="utf-8")
        for match in re.finditer(r"<form(?:[^>]|%})*?>.*?</form>", source, re.DOTALL):
            head = match[0][: match[0].index("{% csrf_token %}")] if "{% csrf_token %}" in match[0] else match[0]
            if 'method="post"' in head:
                address = re.search(r'action="\{[%{] (?:url [\'"])?([\w.]+)', head)
                yield path.relative_to(TEMPLATES).as_posix(), address[1] if address else "", match[0]


def test_every_act_that_is_sent_elsewhere_has_its_way_back_named():
    sent = {to for _template, to, _form in forms()} - OWN_PAGE
    assert len(sent) > 25
    assert sent - {"act.url"} == UNDONE | INVERSE.keys() | ASKS  # an act of the tray is a "duty_open" or a "duty_done"
    routes = {name for pattern in get_resolver().url_patterns for name in _names(pattern)}
    assert set(INVERSE.values()) <= routes


def test_no_button_beside_the_green_one_takes_anything_away_by_one_touch():
    """A button in a closed block comes after the sentence that opens the block; a button that sends typed text answers
    the question of its page."""
    found: dict[str, set[str]] = {}
    for template, to, form in forms():
        source = (TEMPLATES / template).read_text(encoding="utf-8").partition(form)[0]
        closed = source.rfind("<details") > source.rfind("</details>")
        typed = re.search(r'<textarea|<select|<input(?! type="(?:hidden|checkbox)")|score/pad|keypad|in form\.', form)
        if to not in OWN_PAGE or closed or typed:
            continue
        for button in re.findall(r"<button[^>]*>", re.sub(r"\{%.*?%\}", "|", form)):
            if "main" not in button and (name := re.search(r' name="([^"]+)"', button)):
                found.setdefault(template, set()).update(name[1].strip("|").split("|"))
    assert found == {template: set(names.split()) for template, names in BESIDE.items()}


def _names(pattern) -> Iterator[str]:
    for one in getattr(pattern, "url_patterns", ()):
        yield from _names(one)
    if getattr(pattern, "name", None):
        yield pattern.name


def test_an_act_that_asks_says_first_what_it_does():
    for template, to, form in forms():
        if to in ASKS and to not in {"pair", "pair_in", "pin", "forget"}:
            said = re.search(r"<p\b|<textarea|<label|<input(?! type=\"hidden\")", form)
            assert said and said.start() < form.rindex("<button"), (template, to)


@pytest.mark.django_db
@pytest.mark.either_database
def test_the_acts_of_the_room_are_undone_where_they_were_done(client, club, director):
    room = busy_room(club, director, tables=3, duties=2, calls=0)
    card = Duty.objects.filter(state=Duty.State.OPEN).exclude(about="").first()
    duty = Duty.objects.get(state=Duty.State.OPEN, inquiry=card.inquiry_id, about="")
    tournaments.begin_round(tournament=room, by=director, number=2)
    sent = {
        "round": (url("round", room.pk), {"round": 1}),
        "say": (url("say", card.inquiry.incident_id), {"what": "played", "about": card.about}),
        "duty_done": (url("duty_done", duty.pk), {}),
    }
    assert sent.keys() == UNDONE
    for name, (address, data) in sent.items():
        page = post(client, address, data).content.decode()
        assert 'data-seconds="10"' in page, name
    assert {"round_begun", "table_said", "duty_done"} <= set(UNDOABLE)
