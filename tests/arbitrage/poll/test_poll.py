"""A poll of players on their own telephones is blind, takes one answer from each browser, counts them, and never
answers a question of the law."""

import datetime
import json
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client

import arbitrage
from arbitrage.models import Club, Event, Inquiry, Note
from arbitrage.pages.inquiry.question import ASKED_OF_PLAYERS
from arbitrage.server.logs import without_tokens
from arbitrage.services import clock, incidents
from arbitrage.services.incidents import polls
from arbitrage.services.incidents.polls import Answer, Page
from arbitrage.services.proof import replay
from arbitrage.services.record import history
from rulings.engine.inquiry import questions_of
from rulings.laws2017 import LAWS
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import sign_in, url, words
from tests.arbitrage.evidence.looking import answer_names, names_in, still_played

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

ASKED = {
    "asks_player": "N",
    "asks_hand": "",
    "asks_calls": "P 1C X",
    "asks_words": "Level of a club's first division.",
}
"""Board 2: East deals. He passes, South opens 1♣, West doubles."""


@pytest.fixture
def inquiry(incident, dealt, director) -> Inquiry:
    return incidents.open_inquiry(incident=incident, law="16B", by=director)


def here(inquiry: Inquiry) -> str:
    return url("poll", inquiry.pk)


def opened(client, inquiry: Inquiry, **other: str) -> str:
    """Open the poll as a director does; return the address for the players."""
    assert client.post(here(inquiry), {**ASKED, **other, "step": "open"}).status_code == 302
    now = polls.poll_of(inquiry)
    assert now is not None
    return url("poll_page", now.opened.pk, now.token)


def said(inquiry: Inquiry) -> list[Answer]:
    now = polls.poll_of(inquiry)
    return now.answers if now else []


# The director asks


def test_what_is_previewed_is_what_is_sent(client, inquiry):
    preview = client.post(here(inquiry), {**ASKED, "step": "preview"})
    assert "This is what players see" in words(preview)
    assert not Event.objects.filter(kind="poll_opened").exists()
    sent = words(Client().get(opened(client, inquiry)))
    between = re.search(r"You are North.*?first division\.", words(preview))
    assert between is not None and between[0] in sent


def test_the_page_says_nothing_of_the_board_the_table_or_what_happened(client, inquiry, board, director):
    html = Client().get(opened(client, inquiry)).content.decode()
    page = html[html.index("<main") : html.index("</main")]
    tournament = board.tournament
    for one in (tournament.name, "NS 1.1", "Board 2", "Table 1", "660", "Tournoi", str(board.pk), str(inquiry.pk)):
        assert one not in page, one
    assert "You are North. Dealer East, North-South vulnerable, matchpoints." in words(
        Client().get(html_address(inquiry))
    )


def html_address(inquiry: Inquiry) -> str:
    now = polls.poll_of(inquiry)
    assert now is not None
    return url("poll_page", now.opened.pk, now.token)


def test_only_legal_calls_can_be_chosen(client, inquiry):
    html = Client().get(opened(client, inquiry)).content.decode()
    calls = re.findall(r'name="chosen" value="([^"]+)"', html)
    assert "1C" not in calls and "X" not in calls
    assert {"Pass", "XX", "1D", "7NT"} <= set(calls)


@pytest.mark.parametrize(
    ("other", "why"),
    [
        ({"asks_calls": "P 1C"}, "it is not this player’s turn"),
        ({"asks_calls": "P 1C P P P"}, "it is not this player’s turn"),
        ({"asks_calls": "P P P 1C P P P"}, "it is not this player’s turn"),  # the auction is over
        ({"asks_calls": "P 9Z"}, "is not a call"),
        ({"asks_hand": "AQ64.KT6"}, "Write the thirteen cards"),
        ({"asks_hand": "AQ64.KT6.KJ64.K6.9"}, "thirteen"),
        ({"asks_player": "Z"}, "Select a valid choice"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_a_sentence(client, inquiry, other, why):
    for step in ("preview", "open"):
        page = client.post(here(inquiry), {**ASKED, **other, "step": step})
        assert page.status_code == 422
    assert not Event.objects.filter(kind="poll_opened").exists()
    assert why in words(page) or "hand" in words(page)


def test_one_poll_is_open_at_a_time(client, inquiry):
    opened(client, inquiry)
    again = client.post(here(inquiry), {**ASKED, "step": "open"})
    assert again.status_code == 422
    assert "A poll is open already" in words(again)
    client.post(here(inquiry), {"step": "close"})
    opened(client, inquiry)
    assert Event.objects.filter(kind="poll_opened").count() == 2


def test_a_hand_that_no_file_has_is_typed(client, inquiry, board):
    board.deal = ""
    board.save()
    assert client.post(here(inquiry), {**ASKED, "step": "open"}).status_code == 422
    opened(client, inquiry, asks_hand="AQ64.KT6.KJ64.K6")
    now = polls.poll_of(inquiry)
    assert now is not None and now.page.hand == "AQ64.KT6.KJ64.K6"


def test_the_hands_of_a_board_in_play_stay_shut_until_the_director_asks_and_that_is_noted(client, inquiry, board):
    still_played(board)
    assert "its hands are not shown" in words(client.get(here(inquiry)))
    client.post(here(inquiry), {**ASKED, "step": "open"})
    assert not Event.objects.filter(kind="poll_opened").exists()
    client.post(here(inquiry), {"hands": "open"})
    assert "1 table has still to play this board: do not ask its players." in words(client.get(here(inquiry)))
    opened(client, inquiry)


# The players answer


def test_a_player_answers_once_and_the_director_reads_it(client, inquiry):
    address = opened(client, inquiry)
    player = Client()
    player.get(address)
    done = player.post(address, {"chosen": "1H", "considered": ["Pass", "1H", "7NT"]})
    assert "Your answer is kept, without your name." in words(done)
    player.post(address, {"chosen": "Pass"})
    assert "Your answer is kept" in words(player.get(address))
    assert said(inquiry) == [Answer("1H", ("Pass", "7NT"))]
    page = words(client.get(here(inquiry)))
    assert "1 answer" in page and "Too few players" in page
    assert "1H 1; considered: Pass 1, 7NT 1" in page


def test_a_form_sent_twice_without_a_cookie_is_one_answer(client, inquiry):
    address = opened(client, inquiry)
    sender = re.search(r'name="sender" value="([^"]+)"', Client().get(address).content.decode())
    for _twice in range(2):
        Client().post(address, {"chosen": "Pass", "sender": sender[1]})
    assert len(said(inquiry)) == 1


def test_an_impossible_call_is_refused_and_the_player_is_asked_again(client, inquiry):
    address = opened(client, inquiry)
    for sent in ({}, {"chosen": "1C"}, {"chosen": "X"}, {"chosen": "<b>"}):
        page = Client().post(address, sent)
        assert page.status_code == 422
        assert "Choose the call that you would make." in words(page)
    assert said(inquiry) == []


def test_who_has_played_the_board_or_would_have_called_otherwise_is_counted_apart(client, inquiry):
    address = opened(client, inquiry)
    Client().post(address, {"heard": "yes", "chosen": "1H"})
    Client().post(address, {"chosen": "1H", "earlier": "yes"})
    for _one in range(3):
        Client().post(address, {"chosen": "Pass"})
    now = polls.poll_of(inquiry)
    assert now is not None
    assert now.chosen == [("Pass", 3)]
    assert now.answers[0] == Answer(heard=True)
    page = words(client.get(here(inquiry)))
    assert "1 had played the board." in page and "1 would have called otherwise." in page
    assert "With 3 asked, a call that one player in five would choose is named by nobody 51 times in 100." in page


def test_a_poll_takes_so_many_answers_and_no_more(client, inquiry, monkeypatch):
    monkeypatch.setattr(polls, "MOST", 2)
    address = opened(client, inquiry)
    pages = [Client().post(address, {"chosen": "Pass"}) for _player in range(3)]
    assert len(said(inquiry)) == 2
    assert "This question has had enough answers." in words(pages[2])


def test_of_the_calls_considered_three_are_stored_each_once(client, inquiry):
    address = opened(client, inquiry)
    Client().post(address, {"chosen": "Pass", "considered": ["1H", "1H", "Pass", "1S", "1C", "2C", "7NT"]})
    assert said(inquiry) == [Answer("Pass", ("1H", "1S", "2C"))]


def test_an_answer_given_aloud_is_typed_by_the_director_once(client, inquiry):
    opened(client, inquiry)
    for _twice in range(2):
        client.post(here(inquiry), {"step": "oral", "chosen": "Pass", "considered": "1H", "sender": "one"})
    assert said(inquiry) == [Answer("Pass", ("1H",), oral=True)]
    assert "1 answer was given aloud." in words(client.get(here(inquiry)))


def test_a_poll_is_over_after_twelve_hours_when_closed_and_with_its_call(client, inquiry, monkeypatch, director):
    address = opened(client, inquiry)
    later = clock.now() + datetime.timedelta(hours=12, minutes=1)
    with monkeypatch.context() as twelve_hours_later:
        twelve_hours_later.setattr(clock, "now", lambda: later)
        for asked in (Client().get(address), Client().post(address, {"chosen": "Pass"})):
            assert asked.status_code == 410
            assert "This question is closed" in words(asked)
    client.post(here(inquiry), {"step": "close"})
    assert Client().post(address, {"chosen": "Pass"}).status_code == 410
    assert said(inquiry) == []
    other = opened(client, inquiry)
    incidents.withdraw_incident(incident=inquiry.incident, by=director)
    assert Client().post(other, {"chosen": "Pass"}).status_code == 410
    assert said(inquiry) == []


def test_a_poll_is_open_until_its_twelve_hours_are_over_and_in_a_club_that_is_open(client, inquiry, club):
    address = opened(client, inquiry)
    poll = polls.poll_of(inquiry)
    with clock.at(poll.until - datetime.timedelta(seconds=1)):
        assert poll.is_open
    with clock.at(poll.until):
        assert not poll.is_open
    assert polls.by_link(poll.opened.pk, poll.token) is not None
    Club.objects.update(disabled_at=clock.now())
    assert polls.by_link(poll.opened.pk, poll.token) is None
    assert Client().get(address).status_code in (404, 410)


@pytest.mark.parametrize("wrong", ["A" * 43, "guessed"])
def test_a_guessed_link_opens_nothing(client, inquiry, wrong):
    opened(client, inquiry)
    now = polls.poll_of(inquiry)
    assert now is not None
    for answered in (
        Client().get(url("poll_page", now.opened.pk, wrong)),
        Client().post(url("poll_page", now.opened.pk, wrong)),
    ):
        assert answered.status_code == 404
        assert "North" not in words(answered)
    assert Client().get(url("poll_page", inquiry.pk, now.token)).status_code == 404


def test_the_page_of_a_player_is_kept_by_nobody(client, inquiry):
    answered = Client().get(opened(client, inquiry))
    assert answered.headers["Cache-Control"] == "no-store"
    assert answered.headers["Referrer-Policy"] == "same-origin"
    assert "noindex" in answered.headers["X-Robots-Tag"]
    assert answered.cookies["asked"]["httponly"] and answered.cookies["asked"]["samesite"] == "Lax"


# Permissions


def test_who_only_reads_opens_no_poll_and_another_club_finds_none(client, inquiry, club):
    reader = sign_in(make.make_member(club, "lecteur", "reader"))
    assert reader.get(here(inquiry)).status_code == 403
    stranger = sign_in(make.make_member(make.make_club("Autre", "autre"), "autre"))
    assert stranger.post(here(inquiry), {**ASKED, "step": "open"}).status_code == 404


# The poll is stored, and answers no question


def test_the_page_as_sent_is_kept_with_its_digest_and_no_name_or_address_is(client, inquiry):
    address = opened(client, inquiry)
    Client(REMOTE_ADDR="192.168.7.7").post(address, {"chosen": "Pass"})
    event = Event.objects.get(kind="poll_opened")
    now = polls.poll_of(inquiry)
    assert now is not None
    assert event.data["sent"] == now.page.digest
    assert "first division" not in event.body
    assert Note.objects.get(pk=event.data["note"]).text == ASKED["asks_words"]
    answered = Event.objects.get(kind="poll_answered")
    assert answered.by is None
    assert "192.168" not in answered.body
    assert set(answered.data) == {"inquiry", "poll", "browser", "said"}
    stream = answered.stream
    assert history.verify(stream) == []
    assert replay.differing([inquiry.incident_id]) == []
    assert history.differences(inquiry.incident) == []


def test_it_is_told_in_the_history_of_the_board(client, inquiry, board):
    address = opened(client, inquiry)
    Client().post(address, {"chosen": "Pass"})
    page = words(client.get(url("board", board.pk)))
    assert "Players are asked" in page and "A player has answered" in page


def test_nothing_on_its_pages_has_the_name_of_an_answer_and_no_answer_is_written(client, inquiry):
    before = inquiry.answers_dict()
    address = opened(client, inquiry)
    pages = [client.get(here(inquiry)), Client().get(address)]
    Client().post(address, {"chosen": "Pass", "answer": "4", "polled": "4"})
    client.post(here(inquiry), {"step": "close", "polled": "4", "answer": "4"})
    pages.append(client.get(here(inquiry)))
    for page in pages:
        html = page.content.decode()
        assert not names_in(html) & answer_names()
    assert Inquiry.objects.get(pk=inquiry.pk).answers_dict() == before


def test_players_are_asked_beside_the_questions_that_they_bear_on(client, inquiry, director):
    asking = {question for law in LAWS for question in questions_of(LAWS[law])}
    assert {"polled", "poll", "logical_alternative", "would_have", "line_without"} <= asking
    assert here(inquiry) not in client.get(inquiry.get_absolute_url(), follow=True).content.decode()
    script = (Path(arbitrage.__file__).parent.parent / "static/js/offline/screens.js").read_text()
    named = re.search(r"const ASKED_OF_PLAYERS = (\[.*?\])", script)
    assert named is not None and set(json.loads(named[1])) == ASKED_OF_PLAYERS


# Concurrent answers


@pytest.mark.django_db(transaction=True)
def test_ten_telephones_at_once_are_ten_answers(client, inquiry):
    address = opened(client, inquiry)

    def answer(number: int) -> int:
        try:
            return (
                Client()
                .post(address, {"chosen": "Pass" if number % 2 else "1H", "sender": f"phone {number // 2}"})
                .status_code
            )
        finally:
            connection.close()

    with ThreadPoolExecutor(10) as telephones:
        statuses = list(telephones.map(answer, range(20)))  # each telephone sends twice
    assert statuses == [200] * 20
    assert len(said(inquiry)) == 10
    assert history.verify(Event.objects.filter(kind="poll_answered")[0].stream) == []


def test_a_page_is_digested_whole():
    page = Page("AQ64.KT6.KJ64.K6", "N", "N", "None", "MP", (), "words")
    others = [replace(page, words="other"), replace(page, vulnerability="All"), replace(page, calls=("Pass",))]
    assert len({page.digest, *(other.digest for other in others)}) == 4


def test_the_log_does_not_hold_what_opens_a_poll():
    assert without_tokens("GET /fr/asked/0190-ab/secret/ 200") == "GET /fr/asked/0190-ab/…/ 200"


# The answers are proposed, and confirmed by the director

WEIGHED = {
    "event": "tempo", "informant": "S", "agreed": "agreed", "board_over": "yes", "action": "4S",
    "suggestion": "bidding on", "demonstrably": "yes",
}  # fmt: skip


@pytest.fixture
def weighed(inquiry, director) -> Inquiry:
    """An inquiry in which the action is judged, and the next question asks for the number of players asked."""
    return make.answer(inquiry, director, **WEIGHED)


def polled(client, inquiry: Inquiry, *calls: str) -> None:
    """Ask players, and close the poll."""
    address = opened(client, inquiry)
    for call in calls:
        Client().post(address, {"chosen": call, "considered": "7NT"})
    client.post(here(inquiry), {"step": "close"})


def asks(client, inquiry: Inquiry, question: str) -> str:
    return client.get(url("question", inquiry.pk, question)).content.decode()


def test_the_words_are_proposed_in_the_field_when_the_poll_is_over_and_the_director_confirms_them(
    client, weighed, director
):
    address = opened(client, weighed)
    for call in ("Pass", "1H", "Pass", "Pass"):
        Client().post(address, {"chosen": call, "considered": "7NT"})
    assert "The poll is over" not in asks(client, weighed, "polled")
    client.post(here(weighed), {"step": "close"})
    number = asks(client, weighed, "polled")
    assert "The poll is over: 4 answers count." in number
    assert 'class="key on"' not in number and "aria-current" not in number[number.index("<main") :]
    weighed = make.answer(weighed, director, polled="4")
    page = asks(client, weighed, "poll")
    assert ">Pass 3, 1H 1; considered: 7NT 4</textarea>" in page
    assert "Proposed from the poll, which is over" in page
    assert Inquiry.objects.get(pk=weighed.pk).answers_dict().get("poll") is None
    sent = {"together": "words", "touched": "logical_alternative", "answer": "yes", "version": weighed.version}
    client.post(url("question", weighed.pk, "poll"), {**sent, "poll": "Pass 3, 1H 1; one was unsure"})
    again = Inquiry.objects.get(pk=weighed.pk)
    assert again.answers_dict()["poll"] == "Pass 3, 1H 1; one was unsure"
    assert ">Pass 3, 1H 1; one was unsure</textarea>" in asks(client, again, "poll")


def test_nothing_is_proposed_while_the_poll_is_open_nor_from_one_that_nobody_answered(client, weighed, director):
    weighed = make.answer(weighed, director, polled="1")
    address = opened(client, weighed)
    client.post(here(weighed), {"step": "close"})
    assert "Proposed from the poll" not in asks(client, weighed, "poll")
    address = opened(client, weighed)
    Client().post(address, {"chosen": "Pass"})
    assert "Proposed from the poll" not in asks(client, weighed, "poll")


AT_ODDS = [
    ((), "0", "", "Nobody was asked, and no reason is noted"),
    ((), "0", "Everybody had played it.", ""),
    ((), "3", "", "3 players were asked, and nothing is noted of what they said."),
    ((), "3", "All pass.", ""),
    (("Pass", "Pass", "1H"), "3", "All pass.", ""),
    (("Pass", "Pass", "1H"), "2", "All pass.", "3 answers of the poll count, and 2 is noted as the number asked."),
    (("Pass",) * 14, "12", "All pass.", ""),
]


@pytest.mark.parametrize(("calls", "number", "noted", "says"), AT_ODDS)
def test_the_number_the_words_and_the_poll_are_held_against_each_other(
    client, weighed, director, calls, number, noted, says
):
    if calls:
        polled(client, weighed, *calls)
    weighed = make.answer(weighed, director, polled=number, poll=noted)
    question = words(client.get(url("question", weighed.pk, "logical_alternative")))
    ruled = make.answer(weighed, director, logical_alternative="no")
    decision = words(client.get(url("decision", ruled.pk)))
    for page in (question, decision):
        assert (says in page) if says else ("Change the number" not in page)


def test_similar_rulings_stand_beside_the_poll_by_the_answers_that_they_have_in_common(client, weighed, director, club):
    assert "8 worked cases of this law" in words(client.get(here(weighed)))
    assert url("similar", weighed.pk) in client.get(here(weighed)).content.decode()
    other = incidents.open_inquiry(incident=weighed.incident, law="16B", by=director)
    make.answer(other, director, **WEIGHED, polled="4", poll="All pass.", logical_alternative="no")
    weighed = make.answer(weighed, director, polled="4", poll="All pass.")
    shown_words = words(client.get(url("similar", weighed.pk)))
    own, worked = shown_words[: shown_words.index("Worked cases")], shown_words[shown_words.index("Worked cases") :]
    assert "5 of 5 answers in common" in own and "All pass." not in own
    common = [int(number) for number in re.findall(r"(\d) of \d answers in common", worked)]
    assert common == sorted(common, reverse=True) and common[0] == 5 and common[-1] < 4
    assert "1 similar case in your club" in words(client.get(here(weighed)))
