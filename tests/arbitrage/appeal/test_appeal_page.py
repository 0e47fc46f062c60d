"""The pages of an appeal, from its notice to its decision; who may use them, and the time limits that they show."""

import datetime
import re

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from arbitrage.models import Appeal, Club, Event
from arbitrage.services import appeals, clock
from arbitrage.services.results.scores import confirm_adjustment, propose_adjustment
from arbitrage.services.tournaments import publish_scores
from arbitrage.services.tournaments.regulations import set_regulations
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import buttons, post, sign_in, url, words

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]


@pytest.fixture(scope="module")
def scene(set_once) -> None:
    set_once(a_published_ruling)


def a_published_ruling() -> None:
    incident = make.a_ruled_revoke()
    director = incident.opened_by
    confirm_adjustment(incident=incident, by=director, seen=propose_adjustment(incident).digest)
    publish_scores(tournament=incident.tournament, by=director)
    make.make_member(Club.objects.get(), "presidente", role="reviewer")


@pytest.fixture
def president(ruled):
    return User.objects.get(username="presidente")


@pytest.fixture
def committee(president):
    return sign_in(president)


@pytest.fixture
def asked(ruled, director) -> Appeal:
    return appeals.request_appeal(
        incident=ruled, side="EW", about="facts", agreed=True, grounds="Il avait joué.", by=director
    )


REQUEST = {"side": "EW", "about": "facts", "agreed": "on", "grounds": "La renonce n’était pas consommée."}


def do(client, appeal, act: str, **sent: str):
    return post(client, url("appeal", appeal.pk), {"do": act, **sent})


def later(minutes: int):
    return clock.at(clock.now() + datetime.timedelta(minutes=minutes))


# Notice and request


def test_the_director_notes_whom_he_told_and_the_page_keeps_it(client, ruled):
    address = url("right_of_appeal", ruled.pk)
    assert "Nobody has noted yet that the players were told." in words(client.get(address))
    page = post(client, address, {"tell": "both"})
    assert "Both sides, told by martin on" in words(page)
    assert post(client, address, {"tell": "everybody"}).status_code == 422
    board = words(client.get(url("board", ruled.board_id)))
    assert "Told of the right to appeal Both sides" in board


def test_an_appeal_is_noted_with_both_partners_agreement(client, ruled):
    page = client.get(url("right_of_appeal", ruled.pk))
    assert "checked" not in page.content.decode()
    page = post(client, url("right_of_appeal", ruled.pk), REQUEST)
    shown_words = words(page)
    for text in (
        "Under appeal",
        "Appellant East-West",
        "Consent (92D) Both partners agree",
        "Against Facts or judgement",
        "noted by martin",
        "Facts as they stood record of",
        "Heard by A committee",
        "Grounds La renonce n’était pas consommée.",
        "One trick is transferred",
    ):
        assert text in shown_words, text
    assert Appeal.objects.get().state == "requested"


@pytest.mark.parametrize(
    ("sent", "after", "sentence"),
    [
        ({"agreed": ""}, 1, "both partners, or the captain, must wish it"),
        ({}, 31, "the time for appeals is over"),
    ],
)
def test_what_is_not_heard_is_said_on_the_page_and_noted_when_the_director_asks_for_it(
    client, ruled, sent, after, sentence
):
    asked, address = (
        {name: value for name, value in (REQUEST | sent).items() if value},
        url("right_of_appeal", ruled.pk),
    )
    with later(after):
        page = client.post(address, asked)
        assert (page.status_code, Appeal.objects.count()) == (422, 0)
        assert sentence in words(page)
        assert "La renonce n’était pas consommée." in words(page)
        page = post(client, address, asked | {"note": "yes"})
    assert "Appeal not heard" in words(page)
    assert sentence in words(page)
    assert Appeal.objects.get().state == "refused"


def test_nothing_chosen_is_asked_again(client, ruled):
    page = client.post(url("right_of_appeal", ruled.pk), {})
    assert page.status_code == 422
    assert "Say who appeals." in words(page)
    assert "Say what the appeal is about." in words(page)


def test_a_deposit_is_asked_for_where_the_club_has_one(client, ruled, club, director):
    day = ruled.tournament.date
    set_regulations(club=club, by=director, authority="ffb", own={"appeal_deposit": "20"}, since=day)
    address = url("right_of_appeal", ruled.pk)
    assert "The deposit of 20 euros was taken (92A)." in words(client.get(address))
    assert "The club asks for a deposit of 20 euros." in words(client.post(address, REQUEST))
    page = post(client, address, REQUEST | {"deposit_paid": "on"})
    assert "Deposit 20 euros, taken" in words(page)
    appeal = Appeal.objects.get()
    do(client, appeal, "withdraw")
    assert "Deposit 20 euros, returned" in words(client.get(url("appeal", appeal.pk)))


# The clock


def test_the_time_left_stands_in_the_room_and_on_the_board_while_it_runs(client, ruled):
    room, board = url("room", ruled.tournament_id), url("board", ruled.board_id)
    with later(10):
        for address in (room, board, url("right_of_appeal", ruled.pk)):
            page = words(client.get(address))
            assert "(Law 92B): 20 min left" in page or "(Law 92B): 21 min left" in page
    with later(31):
        assert "min left" not in words(client.get(room)) + words(client.get(board))
        assert "The time for appeals ended at" in words(client.get(url("right_of_appeal", ruled.pk)))


def test_an_open_appeal_waits_in_the_room_on_the_board_and_in_the_list(client, asked, ruled):
    for address in (url("room", ruled.tournament_id), url("board", ruled.board_id)):
        page = client.get(address)
        assert "Under appeal, Table 1, board 2, East-West," in words(page)
        assert asked.get_absolute_url().split("/", 2)[2] in page.content.decode()
    assert "1 of 1, Under appeal" in words(client.get(url("decision_list"), {"state": "appealed"}))
    assert "0 of 1" in words(client.get(url("decision_list"), {"state": "appeal_done"}))


def test_an_open_appeal_names_the_section_where_there_are_several(client, asked, ruled):
    ruled.tournament.sections.create(letter="B")
    assert "Under appeal, Table A1, board 2, East-West," in words(client.get(url("room", ruled.tournament_id)))


def test_a_decision_under_appeal_offers_nothing_that_would_change_it(client, asked, ruled):
    inquiry = ruled.inquiries.get()
    page = client.get(url("decision", inquiry.pk))
    assert "Under appeal The facts, the answers and the score stay as they are" in words(page)
    assert "Another irregularity" not in words(page)
    assert "Give this ruling in its place" not in words(client.get(url("what_if", inquiry.pk), {"a.tricks_after": "0"}))
    assert not buttons(client.get(url("score", ruled.pk)), "seen")
    refused = client.post(url("question", inquiry.pk, "tricks_after"), {"answer": "0", "version": inquiry.version})
    assert refused.status_code != 500
    assert ruled.inquiries.get().version == inquiry.version


# The hearing and the decision


def test_the_committee_hears_and_decides_and_the_page_tells_it_all(committee, asked, ruled):
    assert "Say first who sits" in words(
        do(committee, asked, "decide", outcome="stands", law="64A2", reasons="Les faits sont clairs.")
    )
    do(committee, asked, "seat", role="chair", member="", name="Alice Renard")
    do(committee, asked, "seat", role="scribe", member="", name="Bruno Petit")
    do(committee, asked, "say", kind="NS", words="Il avait joué.")
    do(committee, asked, "say", kind="hearing", words="Les quatre joueurs ont été entendus.")
    page = do(
        committee, asked, "decide", outcome="stands", law="64A2", reasons="Les faits sont clairs.", without_merit="on"
    )
    shown_words = words(page)
    for text in (
        "The decision of the appeal is noted.",
        "Sitting Alice Renard (chair) and Bruno Petit (scribe)",
        "Statement of North-South Il avait joué.",
        "Note of the hearing Les quatre joueurs ont été entendus.",
        "Decision of the appeal The ruling stands (Law 64A2) Les faits sont clairs.",
        "The appeal was without merit (92A).",
        "written down by presidente",
    ):
        assert text in shown_words, text
    assert not buttons(page, "do")
    board = words(committee.get(url("board", ruled.board_id)))
    assert "Appeal decided: The ruling stands Les faits sont clairs. Law 64A2" in board
    assert "1 of 1, Appeal decided" in words(committee.get(url("decision_list"), {"state": "appeal_done"}))


def test_the_course_of_the_call_names_the_committee_with_the_role_of_chair_and_scribe(committee, asked, ruled):
    sitting = {"member": "Carla Roux", "scribe": "Bruno Petit", "chair": "Alice Renard"}
    for role, name in sitting.items():
        do(committee, asked, "seat", role=role, member="", name=name)
    do(committee, asked, "decide", outcome="stands", law="64A2", reasons="Les faits sont clairs.")
    decided = "Appeal decided: the ruling stands Alice Renard (chair), Carla Roux and Bruno Petit (scribe) 64A2"
    assert decided in on_paper(committee, ruled)


def test_who_may_not_sit_is_said_and_what_was_typed_stays(committee, asked, director):
    page = do(committee, asked, "seat", role="chair", member="", name="ew 1.2")
    assert page.status_code == 422
    assert "ew 1.2 is of this table: nobody judges his own case." in words(page)
    assert 'value="ew 1.2"' in page.content.decode()
    page = do(committee, asked, "seat", role="chair", member=str(director.pk), name="")
    assert "martin gave this ruling: somebody else hears the appeal." in words(page)
    do(committee, asked, "seat", role="chair", member="", name="Alice Renard")
    seat = asked.seats.get()
    assert post(committee, url("appeal", asked.pk), {"do": "unseat", "seat": seat.pk}).status_code == 200
    assert not asked.seats.exists()
    assert committee.post(url("appeal", asked.pk), {"do": "unseat", "seat": seat.pk}).status_code == 404


def test_on_a_point_of_law_the_page_says_that_the_committee_recommends(committee, client, ruled, director):
    appeal = appeals.request_appeal(incident=ruled, side="EW", about="law", agreed=True, by=director)
    assert "it may recommend (93B3)" in words(committee.get(url("appeal", appeal.pk)))
    do(committee, appeal, "seat", role="chair", member="", name="Alice Renard")
    page = do(committee, appeal, "decide", outcome="score", law="64A2", reasons="Ainsi.")
    assert "A committee cannot overrule the director on law" in words(page)
    page = do(committee, appeal, "decide", outcome="recommends", law="64A2", reasons="Relisez 64B7.")
    assert "The ruling stands, a change is recommended (Law 64A2) Relisez 64B7." in words(page)


def test_a_director_notes_the_appeal_and_does_not_decide_it_unless_it_is_he_who_reconsiders(client, asked):
    assert "decide" not in buttons(client.get(url("appeal", asked.pk)), "do")
    assert client.post(url("appeal", asked.pk), {"do": "decide"}).status_code == 403
    do(client, asked, "body", heard_by="director")
    page = do(client, asked, "decide", outcome="stands", law="93A", reasons="Rien de nouveau.")
    assert "Heard by The director in charge reconsiders" in words(page)
    assert "Appeal decided" in words(page)


def test_another_score_is_given_on_the_page_of_every_score_with_the_reasons_of_the_appeal(
    client, committee, asked, ruled, director
):
    do(committee, asked, "seat", role="chair", member="", name="Alice Renard")
    page = do(committee, asked, "decide", outcome="score", law="12C1(c)", reasons="Onze levées.")
    assert "Appeal decided, to be carried out" in words(page)
    assert "Give the score that was decided" in words(page)
    assert "Appeal decided, to be carried out" in words(client.get(url("room", ruled.tournament_id)))
    query = {"kind": "assigned", "ns": "1:3NT:S:11"}
    with later(300):
        page = client.get(url("choose", ruled.pk), query)
        assert page.status_code == 200
        shown = client.get(url("score", ruled.pk))
        assert "The appeal asks for this score; no correction period runs against it (Law 93)." in words(shown)
        assert "79C2" not in words(shown)


def test_the_pages_ask_the_database_as_often_whatever_was_said(client, committee, asked, ruled, president):
    counts: dict[str, list[int]] = {}
    appeals.say(appeal=asked, kind="NS", words="Un mot.", by=president)
    addresses = {
        "appeal": url("appeal", asked.pk),
        "room": url("room", ruled.tournament_id),
        "right": url("right_of_appeal", ruled.pk),
    }
    for time in range(2):
        for name, address in addresses.items():
            with CaptureQueriesContext(connection) as queries:
                client.get(address)
            counts.setdefault(name, []).append(len(queries))
        for number in range(4):
            appeals.say(appeal=asked, kind="NS", words=f"Encore {number}.", by=president)
            role = "member" if number or time else "chair"
            appeals.seat(appeal=asked, role=role, name=f"Alice {time}{number}", by=president)
    assert {name: len(set(count)) for name, count in counts.items()} == dict.fromkeys(addresses, 1), counts


# On paper


def on_paper(client, incident) -> str:
    """Return the words of the appeal file, which the PDF has too."""
    page = client.get(url("appeal_file", incident.pk))
    assert client.get(url("appeal_file_pdf", incident.pk)).content.startswith(b"%PDF")
    return words(page)


def test_every_state_of_an_appeal_is_printed(client, committee, asked, ruled, director):
    paper = on_paper(client, ruled)
    assert "Appeal, R-2026-0001: Under appeal Appellant : East-West" in paper
    assert "Grounds Il avait joué." in paper
    assert "Statement of North-South Statement of East-West Committee: chairman, scribe, members Comments" in paper
    do(committee, asked, "seat", role="chair", member="", name="Alice Renard")
    do(committee, asked, "say", kind="NS", words="Non, pas encore.")
    paper = on_paper(client, ruled)
    assert "Sitting : Alice Renard (chair)" in paper
    assert "Statement of North-South Non, pas encore. Statement of East-West Comments of the committee" in paper
    do(committee, asked, "withdraw", words="Il se rend.")
    paper = on_paper(client, ruled)
    assert "Appeal, R-2026-0001: Appeal withdrawn" in paper
    assert "Il se rend." in paper
    again = {"incident": ruled, "side": "NS", "about": "facts", "by": director}
    appeals.request_appeal(**again, agreed=False, note_refusal=True)
    assert "Not heard The appeal is not heard: both partners, or the captain, must wish it. (Law 92D)" in on_paper(
        client, ruled
    )
    second = appeals.request_appeal(**again, agreed=True)
    do(committee, second, "seat", role="chair", member="", name="Alice Renard")
    do(committee, second, "decide", outcome="stands", law="64A2", reasons="Les faits sont clairs.")
    paper = on_paper(client, ruled)
    assert "Decision of the appeal The ruling stands (Law 64A2)" in paper
    assert paper.count("Les faits sont clairs.") == 1
    assert "Comments of the committee" not in paper


def test_an_appeal_under_way_leaves_the_committee_as_much_room_to_write_as_the_empty_form(client, committee, ruled):
    def room() -> dict[str, int]:
        """Return the number of lines to write on, by their heading."""
        page = client.get(url("appeal_file", ruled.pk)).content.decode()
        return {
            title: lines.count("<p>")
            for title, lines in re.findall(r">([^<>]+)</h2>\s*<div class=\"fill\"[^>]*>(.*?)</div>", page)
        }

    form = room()
    asked = appeals.request_appeal(incident=ruled, side="EW", about="facts", agreed=True, by=ruled.opened_by)
    under_way = room()
    assert {"Comments of the committee", "Decision of the committee, laws"} < set(under_way)
    assert under_way.items() <= form.items()
    do(committee, asked, "seat", role="chair", member="", name="Alice Renard")
    do(committee, asked, "say", kind="NS", words="Non, pas encore.")
    written = {"Committee: chairman, scribe, members", "Statement of North-South"}
    assert room() == {title: lines for title, lines in under_way.items() if title not in written}


def test_what_is_typed_is_shown_as_it_was_typed(committee, asked):
    page = do(committee, asked, "say", kind="EW", words="<script>alert(1)</script>")
    assert "<script>alert" not in page.content.decode()


def test_a_reader_of_another_club_finds_no_appeal(asked):
    stranger = sign_in(make.make_member(make.make_club("Autre", "autre"), "durand"))
    before = Event.objects.count()
    assert stranger.get(url("appeal", asked.pk)).status_code == 404
    assert stranger.post(url("appeal", asked.pk), {"do": "withdraw"}).status_code == 404
    assert Event.objects.count() == before
