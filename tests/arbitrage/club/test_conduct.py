"""Notes on conduct (Laws 74, 90, 91): they need a separate permission, and appear in no list, report or file."""

import pytest
from django.contrib.auth.models import User

from arbitrage.models import ConductNote, Event, Membership
from arbitrage.services.errors import Refused
from arbitrage.services.people import conduct, personal_data
from arbitrage.services.proof import soundness
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import post, sign_in, url, words

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

SAID = "Threw the cards on the table."


def problems() -> list[str]:
    """List the problems with notes on conduct that the verification of the whole record finds."""
    return [problem for problem in soundness.problems() if "Note on conduct" in problem]


def with_right(club, name: str, role: str) -> User:
    user = make.make_member(club, name, role=role)
    Membership.objects.filter(user=user).update(conduct=True)
    return user


@pytest.fixture
def writer(club) -> User:
    return with_right(club, "aubry", "director")


@pytest.fixture
def note(ruled, writer) -> ConductNote:
    return conduct.write(club=ruled.club, incident=ruled, law="74", words=SAID, by=writer)


def test_who_has_the_right_writes_at_an_incident_and_of_a_player(ruled, writer):
    browser = sign_in(writer)
    assert url("incident_conduct", ruled.pk) in browser.get(url("review", ruled.pk)).content.decode()
    assert SAID in words(post(browser, url("incident_conduct", ruled.pk), {"law": "74", "words": SAID}))
    of_club = url("conduct", ruled.club_id)
    post(browser, of_club, {"law": "91", "words": "Suspended for the session.", "player": "Élise Roux"})
    assert "Suspended for the session." in words(browser.get(of_club, {"player": "élise roux"}))
    assert SAID not in words(browser.get(of_club, {"player": "élise roux"}))
    assert SAID in words(browser.get(of_club))
    kinds = Event.objects.filter(stream_id=ruled.club_id, kind="conduct_noted")
    assert [kind.data["law"] for kind in kinds.order_by("seq")] == ["74", "91"]
    assert not any("Roux" in kind.body or "Suspended" in kind.body for kind in kinds)


@pytest.mark.parametrize(
    ("role", "right", "reads", "writes"),
    [
        ("manager", False, 403, 403),
        ("director", False, 403, 403),
        ("reader", False, 403, 403),
        ("reader", True, 200, 403),
        ("reviewer", True, 200, 302),
        ("director", True, 200, 302),
    ],
)
def test_the_right_is_nobodys_by_his_role(ruled, note, role, right, reads, writes):
    user = make.make_member(ruled.club, "somebody", role=role)
    Membership.objects.filter(user=user).update(conduct=right)
    browser = sign_in(user)
    for address in (url("incident_conduct", ruled.pk), url("conduct", ruled.club_id)):
        page = browser.get(address)
        assert (page.status_code, SAID in words(page)) == (reads, right)
        sent = {"law": "90", "words": "Late.", "player": "Roux"}
        assert browser.post(address, sent).status_code == writes
    assert browser.post(url("erase_conduct", note.pk)).status_code == writes
    assert (url("incident_conduct", ruled.pk) in browser.get(url("review", ruled.pk)).content.decode()) is right


def test_a_manager_gives_the_right_and_takes_it_away(club, director):
    manager = sign_in(make.make_member(club, "girard", role="manager"))
    member = Membership.objects.get(user=director)
    for has, said in (("yes", "may read notes"), ("no", "reads no notes")):
        assert said in words(post(manager, url("member", member.pk), {"do": "conduct", "has": has}))
        assert Membership.objects.get(user=director).conduct is (has == "yes")
    events = Event.objects.filter(stream_id=club.pk, kind="conduct_right_set").order_by("seq")
    assert [event.data["conduct"] for event in events] == [True, False]


@pytest.mark.parametrize(
    "name",
    ["review", "report", "report_pdf", "export_case", "export_case_file", "score", "decision_list", "decision_print"]
    + ["casebook", "statistics", "board", "room"],
)
def test_a_note_is_on_no_other_page_and_in_no_file(ruled, note, writer, name):
    keys = {"board": [ruled.board_id], "room": [ruled.tournament_id]}
    args = keys.get(name, [] if name in ("decision_list", "decision_print", "casebook", "statistics") else [ruled.pk])
    page = sign_in(writer).get(url(name, *args))
    assert page.status_code == 200
    assert SAID.encode() not in page.content
    assert b"conduct_noted" not in page.content


def test_another_club_finds_nothing(note, ruled):
    stranger = sign_in(with_right(make.make_club("Pont", "pont"), "durand", "manager"))
    assert stranger.get(url("incident_conduct", ruled.pk)).status_code == 404
    assert stranger.get(url("conduct", ruled.club_id)).status_code == 404
    assert stranger.post(url("erase_conduct", note.pk)).status_code == 404


@pytest.mark.usefixtures("in_english")
def test_an_altered_note_shows_and_an_erased_one_does_not(note, ruled, writer):
    assert problems() == []
    ConductNote.objects.update(words="Nothing happened.")
    (problem,) = problems()
    assert problem.endswith(f"Note on conduct {note.pk}: its words are not those that were recorded")
    ConductNote.objects.update(words=SAID)
    post(sign_in(writer), url("erase_conduct", note.pk))
    assert ConductNote.objects.values_list("words", "player", "erased").get() == ("", "", True)
    assert problems() == []
    ConductNote.objects.all().delete()
    assert [one.rpartition(": ")[2] for one in problems()] == ["missing"]


def test_a_note_of_a_player_is_told_to_him_and_forgotten_with_him(ruled, writer):
    conduct.write(club=ruled.club, player="NS 1.1", law="91", words="Warned.", by=writer)
    told = personal_data.data_of(ruled.club, "ns 1.1")
    assert [(one["law"], one["words"]) for one in told["conduct"]] == [("91", "Warned.")]
    manager = make.make_member(ruled.club, "girard", role="manager")
    asked = {"name": "NS 1.1", "file": "yes"}
    assert sign_in(manager).get(url("personal", ruled.club_id), asked).json()["conduct"] == 1
    Membership.objects.filter(user=manager).update(conduct=True)
    assert sign_in(manager).get(url("personal", ruled.club_id), asked).json()["conduct"] == told["conduct"]
    personal_data.forget(ruled.club, "NS 1.1", by=writer)
    assert ConductNote.objects.values_list("words", "player", "erased").get() == ("", "", True)
    assert problems() == []


@pytest.mark.parametrize("about", [{}, {"player": "Roux", "incident": True}])
def test_a_note_is_on_an_incident_or_on_a_player(ruled, writer, about):
    said = about | ({"incident": ruled} if "incident" in about else {})
    with pytest.raises(Refused):
        conduct.write(club=ruled.club, law="74", words=SAID, by=writer, **said)
    assert not ConductNote.objects.exists()
