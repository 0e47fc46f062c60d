"""A shared tablet has fewer rights than the person working on it: the tests try every address that a stolen tablet
could read or change."""

import datetime
import re
import uuid
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path, resolve

from arbitrage import urls
from arbitrage.models import Appeal, Club, Event, Incident, Invitation, Membership, Pairing, Tournament
from arbitrage.server.rights import NEEDS, ON_A_TABLET
from arbitrage.services import clock, incidents
from arbitrage.services.errors import Refused
from arbitrage.services.incidents import reviewing
from arbitrage.services.people import devices, members
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import post, sign_in, url, words
from tests.arbitrage.site.test_permissions import (
    NAMES,
    SECRET,
    an_inquiry_of_zebulon,
    arguments,
    incidents_as_they_are,
    to_try,
    visit,
)

ROOT = Path(__file__).resolve().parents[3]

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

PIN = "2718"


@pytest.fixture(scope="module")
def scene(set_once) -> None:
    set_once(an_inquiry_of_zebulon)


@pytest.fixture
def zebulon(scene, db) -> Club:
    """A club that has every kind of row and a tournament this evening."""
    Tournament.objects.update(date=clock.now().date())
    return Club.objects.get(slug="zebulon")


def opened(by: User, club: Club) -> Client:
    """Return a tablet that this user has opened for a club's evening with the tablet's code."""
    tablet = Client()
    code = re.search(r"[2-9A-Z]{4}-[2-9A-Z]{4}", words(post(tablet, url("pair"))))[0]
    post(sign_in(by), url("approve", code), {"club": club.pk})
    post(tablet, url("pair_in"))
    return tablet


def manager_of(club: Club) -> User:
    return User.objects.get(username="manager", memberships__club=club)


def by_qr(club: Club) -> Client:
    return opened(manager_of(club), club)


def by_pin(club: Club) -> Client:
    """Return a tablet that a director has opened and the manager has taken over with his PIN."""
    manager = manager_of(club)
    devices.set_pin(user=manager, pin=PIN)
    tablet = opened(User.objects.get(username="director"), club)
    post(tablet, url("switch"), {"member": manager.memberships.get(club=club).pk, "pin": PIN})
    assert tablet.session["_auth_user_id"] == str(manager.pk)
    return tablet


@pytest.fixture(params=[by_qr, by_pin], ids=["by QR", "by PIN"])
def tablet(request, zebulon) -> Client:
    """A tablet on which the manager of the club is signed in, the worst one to lose."""
    return request.param(zebulon)


@dataclass
class Reached:
    """The names of the addresses that a tablet reaches by any method but POST; and those to which its pages lead, each
    with the pages that lead there."""

    names: set[str]
    led: dict[str, set[str]]


def reached(tablet: Client) -> Reached:
    found = Reached(set(), {})
    for name, methods in to_try().items():
        for method in methods:
            if method == "post":
                continue
            response = visit(tablet, name, method)
            assert response.status_code < 500, (name, method)
            if response.status_code not in (403, 404, 405):
                found.names.add(name)
            if method == "get" and name in ON_A_TABLET:
                for to in leads_to(response):
                    found.led.setdefault(to, set()).add(name)
    return found


def leads_to(page: HttpResponse) -> set[str]:
    """Return the names of the addresses to which a page leads by a link, a form or a tap."""
    if page.status_code != 200 or page.streaming or "html" not in page["Content-Type"]:
        return set()
    places = re.findall(r'(?:href|action|hx-get|hx-post)="(/en/[^"#?]*)', page.content.decode())
    return {resolve(where).view_name for where in places}


def test_every_address_says_what_it_needs():
    assert set(NAMES) - NEEDS.keys() == set()
    assert NEEDS.keys() - set(NAMES) == set()
    assert NEEDS.keys() >= ON_A_TABLET


def test_an_address_that_says_nothing_is_closed_to_everybody(zebulon, monkeypatch):
    """A new page stays closed until its permission is declared."""
    monkeypatch.setattr(settings, "ROOT_URLCONF", __name__)
    new = "/new/"
    for client in (Client(), sign_in(manager_of(zebulon))):
        assert client.get(new).status_code == 404
        assert client.post(new).status_code == 404


def new_page(_request: HttpRequest) -> HttpResponse:
    return HttpResponse("open")


urlpatterns = [path("new/", new_page, name="new_page"), *urls.urlpatterns]


def test_a_tablet_reaches_the_pages_of_the_table_and_no_other_and_none_leads_to_a_closed_door(tablet):
    found = reached(tablet)
    assert found.names - ON_A_TABLET == set()
    assert {"room", "question", "decision", "board", "report", "ranking", "home"} <= found.names
    assert {to: names for to, names in found.led.items() if to not in ON_A_TABLET} == {}
    assert len(found.led) > 10


def test_what_is_not_of_the_table_is_refused_on_a_tablet_and_changes_nothing(zebulon):
    tablet = by_qr(zebulon)
    before, pairings = incidents_as_they_are(), Pairing.objects.count()
    let_in = {}
    for name in sorted(set(NAMES) - ON_A_TABLET - {"pair", "pair_in", "sign_in_code"}):
        for method in ("get", "post"):
            response = visit(tablet, name, method)
            closed = response.status_code == 403 and "This page is closed on a shared tablet" in words(response)
            if not closed or SECRET in response.content.decode():
                let_in[name, method] = response.status_code
    assert let_in == {}
    assert (incidents_as_they_are(), Pairing.objects.count()) == (before, pairings)


def test_the_table_of_a_stolen_tablet_is_what_it_reaches():
    """`docs/safety.md` lists exactly the pages that a tablet can reach."""
    said = (ROOT / "docs" / "safety.md").read_text().partition("### A tablet that was stolen")[2]
    table = said.partition("| --- | --- |")[2].partition("\n\n")[0]
    names = re.findall(r"`(\w+)`", table)
    assert sorted(names) == sorted(ON_A_TABLET)


# Limits of a tablet: its club, its evening, its end


@pytest.mark.parametrize("kind", [by_qr, by_pin], ids=["by QR", "by PIN"])
def test_a_tablet_opens_nothing_of_another_evening(zebulon, kind):
    Tournament.objects.update(date=clock.now().date() - datetime.timedelta(days=30))
    methods, tablet, before = to_try(), kind(zebulon), incidents_as_they_are()
    seen = {}
    for name in methods.keys() - {"invitation", "player_board", "poll_page"}:
        for method in methods[name]:
            response = visit(tablet, name, method)
            said = b"".join(response.streaming_content) if response.streaming else response.content
            if f"Tournoi {SECRET}" in said.decode(errors="replace") or response.status_code >= 500:
                seen[name, method] = response.status_code
    assert seen == {}
    assert incidents_as_they_are() == before


ELSEWHERE = "Xylophone"


def another_evening(club: Club) -> Tournament:
    """Store an evening of a month ago, recognisable by every name and word, with a question to the manager."""
    manager = manager_of(club)
    board = make.make_seed_case(club)
    long_ago = clock.now().date() - datetime.timedelta(days=30)
    other = Tournament.objects.filter(pk=board.tournament_id)
    other.update(name=ELSEWHERE, date=long_ago, published_at=None, round_started_at=None)
    for player in board.results.get(table=1).ns.players.all():
        player.name = ELSEWHERE
        player.save()
    incident = make.make_incident(board, User.objects.get(username="director"))
    incidents.add_words(incident=incident, words=ELSEWHERE, by=manager)
    make.answer(incidents.open_inquiry(incident=incident, law="64", by=manager), manager, **make.DURING_THE_PLAY)
    reviewing.ask(incident=incident, words=ELSEWHERE, by=manager, to=manager)
    return other.get()


def test_no_page_of_a_tablet_shows_anything_of_another_evening_of_its_club(zebulon):
    """No page shows the evening's name, a player's name, a call, or a committee's question to the person who works on
    the tablet."""
    addresses = [url(name, *arguments(name)) for name in sorted(ON_A_TABLET - {"logout", "healthz", "readyz"})]
    addresses += [f"{url('code_law', '64')}?able=no", f"{url('code_law', '9')}?able=no"]
    another_evening(zebulon)
    tablet, shown = by_qr(zebulon), []
    for address in addresses:
        page = tablet.get(address)
        said = b"".join(page.streaming_content) if page.streaming else page.content
        shown += [address] if ELSEWHERE in said.decode(errors="replace") else []
    assert shown == []
    own = sign_in(manager_of(zebulon))
    assert all(ELSEWHERE in words(own.get(address)) for address in (url("tournament_list"), addresses[-2]))


def test_a_consultation_of_a_tablet_is_attached_to_no_table_of_another_evening(zebulon):
    other, events = another_evening(zebulon), Event.objects.count()
    place = f"{other.sections.get().pk}:1"
    sent = {"tournament": other.pk, "table": place, "id": uuid.uuid4()}
    refused = by_qr(zebulon).post(f"{url('code_law', '64')}?able=no", sent)
    assert refused.status_code == 422
    assert "This tournament is not yours to direct" in words(refused)
    assert Event.objects.exclude(kind="tablet_opened").count() == events


def test_a_tablet_opens_nothing_of_another_club_of_its_director(zebulon):
    """The test requests every page by every method, at the club for which the tablet was not opened."""
    manager = manager_of(zebulon)
    elsewhere = make.make_club()
    Membership.objects.create(user=manager, club=elsewhere, role="manager")
    methods, tablet, before, seen = to_try(), opened(manager, elsewhere), incidents_as_they_are(), {}
    for name in sorted(ON_A_TABLET & methods.keys() - {"player_board", "poll_page", "wall"}):
        for method in methods[name]:
            response = visit(tablet, name, method)
            said = b"".join(response.streaming_content) if response.streaming else response.content
            if SECRET in said.decode(errors="replace") or response.status_code >= 500:
                seen[name, method] = response.status_code
    assert seen == {}
    assert incidents_as_they_are() == before
    assert [visit(tablet, name, "get").status_code for name in ("room", "incident", "enter")] == [403] * 3
    assert visit(sign_in(manager), "room", "get").status_code == 200


def test_a_tournament_that_began_the_day_before_yesterday_goes_on_and_one_whose_scores_are_out_does_not(zebulon):
    tablet, tournament = by_qr(zebulon), Tournament.objects.get()
    began = clock.now().date() - datetime.timedelta(days=2)
    Tournament.objects.update(date=began, published_at=None, round_started_at=None)
    assert tablet.get(url("room", tournament.pk)).status_code == 200
    Tournament.objects.update(published_at=clock.now())
    assert tablet.get(url("room", tournament.pk)).status_code == 403


def test_an_act_that_was_kept_for_another_evening_is_kept_on(zebulon):
    tablet, manager = by_qr(zebulon), manager_of(zebulon)
    Tournament.objects.update(date=clock.now().date() - datetime.timedelta(days=30), round_started_at=None)
    incident = Incident.objects.get()
    act = {"user": manager.pk, "kind": "words", "incident": str(incident.pk), "words": "late", "id": str(uuid.uuid4())}
    before = incidents_as_they_are()
    response = tablet.post(url("outbox"), act, content_type="application/json")
    assert (response.status_code, response.json()) == (401, {"error": "login"})
    assert incidents_as_they_are() == before
    own = sign_in(manager).post(url("outbox"), act, content_type="application/json")
    assert own.json()["status"] == "accepted"


def test_an_act_of_a_tablet_is_of_the_evening_by_what_it_does_and_not_by_what_else_it_names(zebulon):
    """Each act is on a tournament, call or inquiry of the director's other club, and names one of the evening too."""
    manager, elsewhere = manager_of(zebulon), make.make_club()
    Membership.objects.create(user=manager, club=elsewhere, role="manager")
    there = make.make_seed_case(elsewhere)
    foreign = make.make_incident(there, manager)
    inquiry = incidents.open_inquiry(incident=foreign, law="64", by=manager)
    tablet, here = by_qr(zebulon), Incident.objects.get(club=zebulon)
    mine = here.inquiries.get()
    beside = {"user": manager.pk, "incident": str(here.pk), "tournament": str(here.tournament_id), "words": "mine"}
    acts = [
        {"kind": "open", "tournament": str(there.tournament_id)},
        {"kind": "answer", "inquiry": str(inquiry.pk), "question": "able", "value": "no"},
        {"kind": "ruled", "inquiry": str(inquiry.pk), "ruling": "0" * 16},
        {"kind": "words", "incident": str(foreign.pk), "inquiry": str(mine.pk)},
        {"kind": "law", "incident": str(foreign.pk), "inquiry": str(mine.pk), "law": "27"},
        {"kind": "say", "incident": str(foreign.pk), "inquiry": str(mine.pk), "what": "replaced"},
    ]
    events = Event.objects.count()
    for act in acts:
        said = tablet.post(url("outbox"), beside | act | {"id": str(uuid.uuid4())}, content_type="application/json")
        assert (said.status_code, said.json()) == (401, {"error": "login"}), act["kind"]
    assert Event.objects.count() == events


def test_a_tablet_ends_when_its_director_signs_in_elsewhere(tablet, zebulon):
    assert visit(tablet, "room", "get").status_code == 200
    User.objects.filter(username="manager").update(is_active=True)
    signed_in = Client().post(url("login"), {"username": "manager", "password": "atout"})
    assert signed_in.status_code == 302
    assert visit(tablet, "room", "get").url.startswith(url("login"))
    assert "_auth_user_id" not in tablet.session


def test_another_tablet_of_the_same_director_ends_nothing(zebulon):
    first, second = by_qr(zebulon), by_qr(zebulon)
    assert [visit(one, "room", "get").status_code for one in (first, second)] == [200, 200]


def test_a_tablet_ends_when_its_director_changes_his_password_or_is_removed(zebulon):
    manager, other = manager_of(zebulon), make.make_member(zebulon, "second", role="manager")
    Membership.objects.create(user=manager, club=make.make_club(), role="director")  # he keeps his account
    first, second = by_qr(zebulon), opened(other, zebulon)
    members.remove_member(member=manager.memberships.get(club=zebulon), by=other)
    assert visit(first, "room", "get").url.startswith(url("login"))
    assert visit(second, "room", "get").status_code == 200
    other.set_password("relais-levee-7315")
    other.save()
    assert visit(second, "room", "get").url.startswith(url("login"))


def test_a_tablet_ends_with_its_evening(tablet):
    with clock.at(clock.now() + datetime.timedelta(hours=9)):
        assert visit(tablet, "room", "get").status_code == 302


def test_who_signs_out_on_a_tablet_ends_it(zebulon):
    tablet = by_qr(zebulon)
    kept = tablet.cookies["sessionid"].value
    post(tablet, url("logout"))
    assert Pairing.objects.exclude(ended_at=None).count() == 1
    tablet.cookies["sessionid"] = kept
    assert visit(tablet, "room", "get").status_code == 302


# Attacks with a stolen tablet


def test_a_tablet_resets_nobodys_password_its_directors_own_included(tablet, zebulon):
    passwords = dict(User.objects.values_list("username", "password"))
    for member in Membership.objects.filter(club=zebulon):
        assert tablet.post(url("member", member.pk), {"do": "password"}).status_code == 403
    new = {"old_password": "atout", "new_password1": "relais-levee-7315", "new_password2": "relais-levee-7315"}
    assert tablet.post(url("password"), new).status_code == 403
    assert dict(User.objects.values_list("username", "password")) == passwords


def test_a_tablet_invites_no_manager_and_gives_nobody_a_role(tablet, zebulon):
    roles = set(Membership.objects.values_list("user__username", "club", "role"))
    invited = {"do": "invite", "role": "manager", "name": "Alice"}
    assert tablet.post(url("members", zebulon.pk), invited).status_code == 403
    new = {"username": "alice", "role": "manager", "password": "relais-levee-7315", "last_name": "Renard"}
    assert tablet.post(url("members", zebulon.pk), new).status_code == 403
    for member in Membership.objects.filter(club=zebulon):
        assert tablet.post(url("member", member.pk), {"do": "role", "role": "manager"}).status_code == 403
    assert set(Membership.objects.values_list("user__username", "club", "role")) == roles
    assert Invitation.objects.filter(role="manager").count() == 0


def test_a_tablet_opens_no_other_tablet(tablet, zebulon):
    thief = Client()
    code = re.search(r"[2-9A-Z]{4}-[2-9A-Z]{4}", words(post(thief, url("pair"))))[0]
    assert tablet.post(url("approve", code), {"club": zebulon.pk}).status_code == 403
    assert Pairing.objects.get(code=code.replace("-", "")).approved_by is None


def test_nobody_is_given_a_new_password_of_his_own_without_the_old_one(zebulon):
    manager = manager_of(zebulon)
    page = post(sign_in(manager), url("member", manager.memberships.get().pk), {"do": "password"})
    assert "where the old one is asked" in words(page)
    with pytest.raises(Refused):
        members.reset_password(member=manager.memberships.get(), by=manager)
    assert User.objects.get(pk=manager.pk).check_password("atout")


def test_an_appeal_is_heard_on_a_tablet_only_by_who_may(zebulon):
    director = opened(User.objects.get(username="director"), zebulon)
    assert director.get(url("appeal", Appeal.objects.get().pk)).status_code == 200
