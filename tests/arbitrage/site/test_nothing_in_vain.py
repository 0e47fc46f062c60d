"""For every role, from the first page on, every offered link and button works, because pages do not offer forbidden
acts."""

import re
from copy import copy
from html.parser import HTMLParser
from urllib.parse import urldefrag, urljoin, urlsplit

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from django.urls import resolve
from django.utils import translation

from arbitrage.models import Board, Club, Incident, Membership
from arbitrage.services import incidents
from arbitrage.services.incidents import reviewing
from arbitrage.services.people import conduct, devices, invitations, player_links
from arbitrage.services.results import scores
from arbitrage.services.tournaments import publish_scores
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import deal, make_evening, sign_in, url

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

OF_ONE_KIND = 2
"""Number of pages of one kind to open: two boards, two laws, two questions."""

LEADS_OUT = {"logout"}


class Offers(HTMLParser):
    """The offers of a page: the addresses of its links, and each button of its forms with the data it sends."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.buttons: list[tuple[str, dict[str, str]]] = []
        self._form: tuple[str, str] = ("", "")
        self._sent: dict[str, str] = {}
        self._buttons: list[dict[str, str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attributes}
        if tag == "a" and "href" in said:
            self.links.append(said["href"])
        elif tag == "form":
            self._form, self._sent, self._buttons = (said.get("method", "get"), said.get("action", "")), {}, []
        elif tag == "input" and said.get("name") and said.get("type") not in ("radio", "checkbox", "submit"):
            self._sent[said["name"]] = said.get("value", "")
        elif tag == "button" and said.get("type", "submit") == "submit":
            self._buttons.append({said["name"]: said.get("value", "")} if said.get("name") else {})

    def handle_endtag(self, tag: str) -> None:
        if tag == "form" and self._form[0] == "post":
            self.buttons += [(self._form[1], self._sent | button) for button in self._buttons]


@pytest.fixture(scope="module")
def scene(set_once) -> None:
    set_once(a_club_with_everything)


def a_club_with_everything() -> None:
    """Store a ruled board with its score published, a running evening with a call and a waiting question, and the other
    rows to which pages link."""
    club = make.make_club()
    director = make.make_member(club, "martin")
    manager = make.make_member(club, "girard", role="manager")
    Membership.objects.filter(user=manager).update(conduct=True)
    board = deal(make.make_seed_case(club))
    ruled = make.make_incident(board, director)
    make.rule_the_seed_case(ruled, director)
    scores.confirm_adjustment(incident=ruled, by=director, seen=scores.propose_adjustment(ruled).digest)
    reviewing.ask(incident=ruled, words="Why?", by=manager)
    publish_scores(tournament=board.tournament, minutes=30, by=director)
    evening = make_evening(club)
    going = make.make_incident(Board.objects.filter(tournament=evening).first(), director)
    make.answer(incidents.open_inquiry(incident=going, law="64", by=director), director, **make.DURING_THE_PLAY)
    asked = make.make_incident(Board.objects.filter(tournament=evening).last(), director, table=2)
    incidents.open_inquiry(incident=asked, law="27", by=director)
    incidents.open_incident(tournament=evening, by=director)
    conduct.write(club=club, incident=ruled, law="74", words="Rude.", by=manager)
    invitations.invite(club=club, role="reader", by=manager)
    player_links.make(board=board, contestant=board.results.get(table=1).ns, by=director)
    devices.set_pin(user=director, pin="2718")


def somebody(role: str) -> User:
    """Return a user of this role; an administrator belongs to no club."""
    if role == "administrator":
        return User.objects.create_superuser("keeper", password="relais-levee-7315")
    user = make.make_member(Club.objects.get(slug="lac"), role, role=role)
    if role == "manager":
        Membership.objects.filter(user=user).update(conduct=True)
    return user


def walk(client: Client, *begin: str) -> tuple[dict[str, int], set[str]]:
    """Follow every link and send every button, each act rolled back. Return the status of each link and button that
    fails, and the names of all pages opened."""
    waiting, opened, wrong, kinds = [*begin], set(), {}, {}
    sent: set[tuple[str, str]] = set()
    while waiting:
        address = waiting.pop(0)
        name = kind_of(address)
        if address in opened or name in LEADS_OUT or name.startswith("admin:") or not name:
            continue
        kinds[name] = kinds.get(name, 0) + 1
        if kinds[name] > OF_ONE_KIND:
            continue
        opened.add(address)
        response = client.get(address)
        if response.status_code in (301, 302):
            waiting.append(response.url)
            continue
        if response.status_code != 200:
            wrong[f"link to {address}"] = response.status_code
        if not response.headers["Content-Type"].startswith("text/html") or response.streaming:
            continue
        offers = Offers(response.content.decode())
        waiting += [urldefrag(urljoin(address, link))[0] for link in offers.links if not re.match("[a-z]+:", link)]
        for action, data in offers.buttons:
            to = urljoin(address, action or address)
            key = (kind_of(to), ",".join(f"{one}={data[one]}" for one in data if one in ("do", "change", "next")))
            if kind_of(to) in LEADS_OUT or key in sent:
                continue
            sent.add(key)
            before = copy(client.cookies)
            with transaction.atomic():
                status = client.post(to, data).status_code
                transaction.set_rollback(True)
            client.cookies = before  # the message of the rolled-back act is dropped too
            if status in (403, 404, 405) or status >= 500:
                wrong[f"button of {name} to {kind_of(to)}, {data}"] = status
    return wrong, set(kinds)


def kind_of(address: str) -> str:
    """Return the name of a page; "" for a page in the other language, and for other addresses."""
    path = urlsplit(address).path
    if not path.startswith("/en/"):
        return ""
    with translation.override("en"):
        return resolve(path).view_name


REACHED = {
    "reader": {"room", "board", "ranking", "decision_list", "review", "report", "casebook", "statistics", "code_law"},
    "reviewer": {"room", "board", "review", "what_if", "report", "score", "casebook", "export_case"},
    "director": {
        "what",
        "question",
        "result",
        "evening",
        "tournament_import",
        "penalty",
        "regulations",
        "player_links",
    },
    "manager": {"members", "personal", "conduct", "incident_conduct"},
    "administrator": {"site_clubs"},
}
CHANGES = {"what", "question", "result", "evening", "evening_new", "tournament_import", "penalty"}
NEVER = {
    "reader": CHANGES | {"members", "conduct", "choose", "player_links"},
    "reviewer": CHANGES | {"members", "conduct", "choose", "player_links"},
    "director": {"members", "personal", "conduct", "site_clubs"},
    "manager": {"site_clubs"},
    "administrator": {"room", "board", "review", "report", "members", "conduct"},
}


@pytest.mark.parametrize("role", REACHED)
def test_every_link_and_button_that_a_page_offers_leads_somewhere(scene, role):
    ruled = Incident.objects.get(state="ruled")
    begin = [url("tournament_list")] if role == "administrator" else [url("review", ruled.pk), url("tournament_list")]
    wrong, opened = walk(sign_in(somebody(role)), *begin)
    assert wrong == {}
    assert opened >= REACHED[role]
    assert not opened & NEVER[role]
