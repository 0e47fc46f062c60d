"""Permissions on an appeal: each role requests each page by each method, and sends each act with all its fields."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client

from arbitrage.models import Appeal, AppealSeat, Club, Event, Tournament
from arbitrage.services import appeals, clock
from arbitrage.services.people import devices
from arbitrage.services.results.scores import confirm_adjustment, propose_adjustment
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import post, sign_in, url, words
from tests.arbitrage.devices.test_stolen_tablet import PIN, opened
from tests.arbitrage.site.test_permissions import METHODS, half_way, past_the_second_step

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

GROUNDS = "Zébulon avait joué."
ROLES = ("reader", "reviewer", "director", "manager")
PAGES = ("right_of_appeal", "appeal", "appeal_file", "appeal_file_pdf")


@pytest.fixture(scope="module")
def scene(set_once) -> None:
    set_once(an_appeal)


def an_appeal() -> None:
    """Prepare an appeal of this evening, heard by a committee with its chairman, and one user of each role in this club
    and in another."""
    incident = make.a_ruled_revoke()
    director = incident.opened_by
    confirm_adjustment(incident=incident, by=director, seen=propose_adjustment(incident).digest)
    club, elsewhere = Club.objects.get(), make.make_club("Autre", "autre")
    for role in ROLES:
        make.make_member(club, role, role=role)
        make.make_member(elsewhere, f"{role}-elsewhere", role=role)
    made = appeals.request_appeal(
        incident=incident, side="EW", about="facts", agreed=True, grounds=GROUNDS, by=director
    )
    president = User.objects.get(username="reviewer")
    appeals.seat(appeal=made, role="chair", name="Alice Renard", by=president)
    User.objects.create_superuser("administrator")
    Tournament.objects.update(date=clock.now().date(), published_at=None)


@pytest.fixture
def appeal(scene, db) -> Appeal:
    return Appeal.objects.get()


def somebody(name: str) -> User:
    return User.objects.get(username=name)


def by_qr(role: str) -> Client:
    """Return a tablet opened by a member of this role."""
    return opened(somebody(role), somebody(role).memberships.get().club)


def by_pin(role: str) -> Client:
    """Return a tablet opened by the director, on which a member of this role works now."""
    user = somebody(role)
    devices.set_pin(user=user, pin=PIN)
    tablet = opened(somebody("director"), user.memberships.get().club)
    post(tablet, url("switch"), {"member": user.memberships.get().pk, "pin": PIN})
    assert tablet.session["_auth_user_id"] == str(user.pk)
    return tablet


INSIDE: dict[str, Callable[[str], Client]] = {
    "signed in": lambda role: sign_in(somebody(role)),
    "past the second step": lambda role: past_the_second_step(somebody(role)),
    "tablet by QR": by_qr,
    "tablet by PIN": by_pin,
}
"""Ways in which a member signs in; each gives him the permissions of his role."""
COMES = [(way, role) for way in INSIDE for role in ROLES if "tablet" not in way or role in ("director", "manager")]
"""Ways of signing in, each with a role that can use it: only directors and managers open a tablet and work on it."""

OUTSIDE: dict[str, Callable[[], Client]] = {
    "nobody": Client,
    "half way": lambda: half_way(somebody("manager")),
    "administrator": lambda: sign_in(somebody("administrator")),
    **{f"{role} elsewhere": (lambda role=role: sign_in(somebody(f"{role}-elsewhere"))) for role in ROLES},
    "tablet elsewhere": lambda: by_qr("manager-elsewhere"),
}

ACTS: dict[str, tuple[str, dict[str, str]]] = {
    "tell": ("right_of_appeal", {"tell": "both"}),
    "ask": (
        "right_of_appeal",
        {"side": "NS", "about": "facts", "agreed": "on", "grounds": "Nous aussi.", "note": "yes"},
    ),
    "say": ("appeal", {"do": "say", "kind": "NS", "words": "Pas encore."}),
    "seat": ("appeal", {"do": "seat", "role": "member", "name": "Bruno Petit"}),
    "unseat": ("appeal", {"do": "unseat"}),
    "body": ("appeal", {"do": "body", "heard_by": "director"}),
    "withdraw": ("appeal", {"do": "withdraw", "words": "Ils renoncent."}),
    "decide": ("appeal", {"do": "decide", "outcome": "stands", "law": "64A2", "reasons": "Les faits sont clairs."}),
    "reconsider": ("appeal", {"do": "decide", "outcome": "stands", "law": "93A", "reasons": "Rien de nouveau."}),
}
"""Form fields that the page of each act sends. *reconsider* is the director's decision on an appeal that he hears
himself."""

NOTES = {"tell", "ask"}
HEARS = {"say", "seat", "unseat", "body", "withdraw"}
MAY = {
    "reader": set(),
    "reviewer": HEARS | {"decide", "reconsider"},
    "director": NOTES | HEARS | {"reconsider"},
    "manager": NOTES | HEARS | {"decide", "reconsider"},
}
"""Permissions: a reader has none; a reviewer conducts the hearing and decides; a director records the notice and the
request, conducts the hearing, and decides only his own reconsideration (93A); a manager does all of these."""


def address(name: str, appeal: Appeal) -> str:
    return url(name, appeal.pk if name == "appeal" else appeal.incident_id)


def as_it_is() -> tuple[object, ...]:
    return (
        list(Appeal.objects.values_list("pk", "state", "heard_by", "outcome", "reasons")),
        list(AppealSeat.objects.values_list("role", "name", "user")),
        Event.objects.count(),
    )


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize(("way", "role"), COMES)
def test_everybody_of_the_club_does_with_an_appeal_what_his_role_lets_him(appeal, way, role, act):
    client = INSIDE[way](role)
    page, sent = ACTS[act]
    if act == "ask":
        appeals.withdraw(appeal=appeal, by=somebody("manager"))
    if act == "reconsider":
        appeals.set_body(appeal=appeal, body="director", by=somebody("manager"))
    if act == "unseat":
        sent = sent | {"seat": str(appeal.seats.get().pk)}
    before = as_it_is()
    response = client.post(address(page, appeal), sent)
    if act in MAY[role]:
        assert response.status_code == 302, words(response)
        assert as_it_is() != before
    else:
        assert response.status_code == 403
        assert as_it_is() == before


@pytest.mark.parametrize("who", OUTSIDE)
def test_who_is_not_of_the_club_does_nothing_with_its_appeal_and_reads_nothing_of_it(appeal, who):
    client = OUTSIDE[who]()
    before, seat = as_it_is(), str(appeal.seats.get().pk)
    for page, sent in ACTS.values():
        response = client.post(address(page, appeal), sent | ({"seat": seat} if sent.get("do") == "unseat" else {}))
        assert response.status_code in (302, 403, 404)
        assert response.status_code != 302 or response.url.startswith(url("login"))
    for page in PAGES:
        for method in METHODS:
            response = getattr(client, method)(address(page, appeal))
            assert response.status_code in (302, 403, 404, 405), (page, method)
            assert GROUNDS not in response.content.decode(errors="replace")
    assert as_it_is() == before


@pytest.mark.parametrize(("way", "role"), COMES)
def test_everybody_of_the_club_reads_its_appeal_and_changes_nothing_by_reading(appeal, way, role):
    client = INSIDE[way](role)
    before, seen = as_it_is(), {}
    for page in PAGES:
        for method in set(METHODS) - {"post"}:
            seen[page, method] = getattr(client, method)(address(page, appeal)).status_code
    assert {status for (_page, method), status in seen.items() if method in ("get", "head")} == {200}
    assert {status for (_page, method), status in seen.items() if method not in ("get", "head")} <= {200, 405}
    assert as_it_is() == before


@pytest.mark.parametrize("role", ["reader", "reviewer"])
def test_no_tablet_is_opened_by_who_does_not_direct(appeal, role):
    tablet = by_qr(role)
    assert "_auth_user_id" not in tablet.session
    assert tablet.get(address("appeal", appeal)).url.startswith(url("login"))


@pytest.mark.parametrize("role", ROLES)
def test_a_page_of_an_appeal_offers_what_is_let_through_and_nothing_else(appeal, role):
    """The forms of the page are those that this role may send."""
    page = sign_in(somebody(role)).get(address("appeal", appeal)).content.decode()
    for act in ("say", "seat", "body", "withdraw", "decide"):
        assert (f'name="do" value="{act}"' in page) == (act in MAY[role]), act


@pytest.mark.parametrize("role", ROLES)
def test_an_act_that_is_none_is_refused_and_what_has_ended_takes_no_other(appeal, role):
    client = sign_in(somebody(role))
    before = as_it_is()
    assert client.post(address("appeal", appeal), {"do": "fly"}).status_code == 403
    assert client.post(address("appeal", appeal), {}).status_code == 403
    assert as_it_is() == before
    appeals.withdraw(appeal=appeal, by=somebody("manager"))
    before = as_it_is()
    for page, sent in (ACTS["seat"], ACTS["decide"], ACTS["withdraw"]):
        assert client.post(address(page, appeal), sent).status_code in (403, 422)
    assert as_it_is() == before


def test_a_seat_of_another_appeal_is_not_taken_away_through_ones_own(appeal):
    """A form may name only a seat of the appeal to whose address it is sent."""
    other = make.make_incident(appeal.incident.board, somebody("director"))
    seat = appeal.seats.get()
    foreign = Appeal.objects.get(pk=appeal.pk)
    foreign.pk, foreign.incident = None, other
    foreign.save()
    response = sign_in(somebody("manager")).post(url("appeal", foreign.pk), {"do": "unseat", "seat": str(seat.pk)})
    assert response.status_code == 404
    assert AppealSeat.objects.filter(pk=seat.pk).exists()
