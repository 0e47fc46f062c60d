"""The page on which a decision is reviewed, with two rulings side by side and the ruling that other answers would
give."""

import html
import re

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext

from arbitrage.models import Club, Event, Incident, Inquiry, Remark, Result
from arbitrage.services import incidents
from arbitrage.services.files.imports import import_tournament
from arbitrage.services.incidents import reviewing
from arbitrage.services.tournaments import publish_scores
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import post, sign_in, url, words
from tests.arbitrage.crowd import copies
from tests.arbitrage.evening_files import xml

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]


@pytest.fixture(scope="module")
def scene(set_once) -> None:
    set_once(make.a_ruled_revoke)


@pytest.fixture
def inquiry(ruled) -> Inquiry:
    return ruled.inquiries.get()


@pytest.fixture
def president(ruled):
    """A member of the committee: he reads and reviews, and does not rule."""
    return make.make_member(Club.objects.get(slug="lac"), "president", role="reviewer")


def rows(response) -> list[tuple[str, str, bool]]:
    """Return the lines of two rulings side by side: the left, the right, whether the line is marked."""
    matches = re.findall(
        r'<tr( class="this")?><td>(.*?)</td><td class="grp">(.*?)</td></tr>', response.content.decode()
    )
    return [(plain(left), plain(right), bool(mark)) for mark, left, right in matches]


def plain(markup: str) -> str:
    return re.sub(r"\s+", " ", html.unescape(re.sub(r'<span class="sr">.*?</span>|<[^>]+>', "", markup))).strip()


def everything() -> dict[str, list]:
    """Return every row of every table of the program."""
    return {
        model.__name__: list(model.objects.order_by("pk").values())
        for model in apps.get_app_config("arbitrage").get_models()
    }


# The decision is reviewed


def test_the_committee_asks_the_director_sees_it_and_answers(client, ruled, inquiry, tournament, president):
    committee = sign_in(president)
    address = url("review", ruled.pk)
    page = post(committee, address, {"do": "question", "words": "Qui a compté les levées ?"})
    assert "The question waits for the director." in words(page)
    assert "president asks martin Qui a compté les levées ? This question waits for its answer." in words(page)
    for name, key in (("room", tournament.pk), ("decision", inquiry.pk), ("decision_list", None)):
        seen = client.get(url(name, key) if key else url(name))
        assert "A question of the committee, president, R-2026-0001 Qui a compté" in words(seen)
        assert "A question of the committee" not in words(committee.get(url(name, key) if key else url(name)))
    remark = Remark.objects.get()
    page = post(client, url("answer_question", remark.pk), {"words": "Sud et moi."})
    assert "martin answers Sud et moi." in words(page)
    assert "A question of the committee" not in words(client.get(url("room", tournament.pk)))
    assert "0 of 1" in words(client.get(url("decision_list"), {"state": "asked"}))


def test_a_decision_is_marked_as_reviewed_by_somebody_else_than_its_director(client, ruled, president):
    assert "I have reviewed it" not in words(client.get(url("review", ruled.pk)))
    assert post(client, url("review", ruled.pk), {"do": "reviewed"}).status_code == 422
    committee = sign_in(president)
    assert "Not reviewed yet" in words(committee.get(url("review", ruled.pk)))
    page = post(committee, url("review", ruled.pk), {"do": "reviewed"})
    assert "Reviewed by president, " in words(page)
    assert "I have reviewed it" not in words(page)
    listed = client.get(url("decision_list"), {"state": "reviewed"})
    assert "1 of 1, Reviewed" in words(listed)
    assert "0 of 1" in words(client.get(url("decision_list"), {"state": "to_review"}))


def test_a_decision_ruled_anew_is_to_be_reviewed_again(client, ruled, director, colleague):
    """The filter “reviewed” lists the decision before the new ruling, “to review” after it; neither lists the other
    call."""
    other = make.make_incident(ruled.board, director, table=3)
    reviewing.mark_reviewed(incident=ruled, by=colleague)

    def found(state: str) -> str:
        page = client.get(url("decision_list"), {"state": state}).content.decode()
        assert other.reference not in page
        return page

    assert (ruled.reference in found("to_review"), ruled.reference in found("reviewed")) == (False, True)
    inquiry = ruled.inquiries.get()
    reviewing.supersede(
        inquiry=inquiry, answers={"tricks_after": "0"}, reason="Recompté.", seen_version=inquiry.version, by=director
    )
    assert (ruled.reference in found("to_review"), ruled.reference in found("reviewed")) == (True, False)


def test_nothing_typed_is_said_on_the_page_and_nothing_is_stored(client, ruled):
    page = client.post(url("review", ruled.pk), {"do": "comment", "words": " "})
    assert page.status_code == 422
    assert "Write a few words first." in words(page)
    assert not Remark.objects.exists()


def test_what_is_typed_is_shown_as_it_was_typed(client, ruled):
    page = post(client, url("review", ruled.pk), {"do": "comment", "words": "<script>alert(1)</script>"})
    assert "<script>alert" not in page.content.decode()
    assert "<script>alert(1)</script>" in html.unescape(page.content.decode())


def test_a_reviewer_neither_answers_for_the_director_nor_rules(ruled, inquiry, president, director):
    question = reviewing.ask(incident=ruled, words="Pourquoi ?", by=president)
    committee = sign_in(president)
    assert committee.post(url("answer_question", question.pk), {"words": "Ainsi."}).status_code == 403
    assert "The director’s answer" not in words(committee.get(url("review", ruled.pk)))
    sent = {"a.tricks_after": "0", "reason": "Non.", "version": inquiry.version}
    assert committee.post(url("supersede", inquiry.pk), sent).status_code == 403
    assert "Rule so" not in words(committee.get(url("what_if", inquiry.pk), {"a.tricks_after": "0"}))
    assert inquiry.rulings.count() == 2


@pytest.mark.replayed_otherwise
def test_the_page_says_the_seal_of_the_record_and_whether_it_holds(client, ruled):
    head = ruled.events.order_by("-seq").first().hash
    page = words(client.get(url("review", ruled.pk)))
    assert f"seal {head[:4]} {head[4:8]}." in page
    assert "Checked for this page: it is what was written." in page
    Event.objects.filter(incident=ruled, seq=3).update(kind="attended")
    assert "It is NOT what was written." in words(client.get(url("review", ruled.pk)))


def test_the_page_asks_the_database_as_often_whatever_was_said(client, ruled, inquiry, colleague):
    counts = []
    for _time in range(3):
        with CaptureQueriesContext(connection) as queries:
            client.get(url("review", ruled.pk))
        counts.append(len(queries))
        for number in range(5):
            reviewing.comment(incident=ruled, words=f"Remarque {number}", by=colleague)
            reviewing.answer(
                question=reviewing.ask(incident=ruled, words="Et ?", by=colleague), words="Voilà.", by=colleague
            )
    assert len(set(counts)) == 1, counts


def test_the_questions_that_wait_are_asked_for_once_whatever_their_number(client, ruled, colleague):
    copies(ruled, 3)
    counts = []
    for total in (1, 12):
        while Remark.objects.count() < total:
            reviewing.ask(incident=ruled, words="Et ?", by=colleague)
        with CaptureQueriesContext(connection) as queries:
            client.get(url("decision_list"))
        counts.append(len(queries))
    assert counts[0] == counts[1]


# Side by side


def test_two_rulings_side_by_side_mark_what_differs(client, ruled, inquiry, director):
    make.answer(inquiry, director, tricks_after="0")
    onward = f"{url('compare', inquiry.pk)}?first=2&amp;second=3"
    assert onward in client.get(url("review", ruled.pk)).content.decode()
    found = rows(client.get(html.unescape(onward)))
    assert found == rows(client.get(url("compare", inquiry.pk)))
    marked = [(left, right) for left, right, differs in found if differs]
    same = [(left, right) for left, right, differs in found if not differs]
    assert marked[0][0].startswith("One trick is transferred to North-South")
    assert marked[0][1].startswith("≠ No trick is transferred")
    assert ("Who revoked? West (61A)", "West (61A)") in same
    assert any(left.endswith(" 2 (64A)") and right.startswith("≠ 0 ") for left, right in marked)


def test_a_ruling_beside_itself_differs_in_nothing_and_one_that_is_not_there_is_not_found(client, inquiry):
    page = client.get(url("compare", inquiry.pk), {"first": "2", "second": "2"})
    assert not any(differs for *_sides, differs in rows(page))
    assert "They say the same" in words(page)
    assert client.get(url("compare", inquiry.pk), {"first": "2", "second": "9"}).status_code == 404


# The ruling that another answer would give


def test_another_answer_is_walked_to_its_ruling_and_nothing_is_written(client, ruled, inquiry):
    before = everything()
    page = client.get(url("what_if", inquiry.pk))
    onward = {
        plain(line): html.unescape(address)
        for line, address in re.findall(r'<li><span>(.*?)</span>.*?href="([^"]*if/[^"]*)"', page.content.decode())
    }
    [address] = [one for line, one in onward.items() if line.startswith("How many tricks") or "tricks_after" in one]
    page = client.get(address)
    assert 'name="a.' not in page.content.decode()
    page = client.get(url("what_if", inquiry.pk), {"asked": "tricks_after", "version": "0", "answer": "0"}, follow=True)
    assert "The decision would have been another." in words(page)
    assert "imagined" in words(page)
    marked = [(left, right) for left, right, differs in rows(page) if differs]
    assert marked[0][0].startswith("One trick is transferred")
    assert marked[0][1].startswith("≠ No trick is transferred")
    assert everything() == before


def test_a_question_that_was_never_asked_is_asked_until_the_law_rules(client, ruled, inquiry):
    before = everything()
    page = client.get(
        url("what_if", inquiry.pk), {"asked": "noticed", "version": "0", "answer": "at_once"}, follow=True
    )
    answers = 0
    while (asked := re.search(r'name="asked" value="(\w+)"', page.content.decode())) and answers < 12:
        value = re.search(r'<button[^>]* name="answer" value="([^"]*)"', page.content.decode())[1]
        hidden = dict(re.findall(r'type="hidden" name="(a\.\w+)" value="([^"]*)"', page.content.decode()))
        page = client.get(
            url("what_if", inquiry.pk), {**hidden, "asked": asked[1], "version": "0", "answer": value}, follow=True
        )
        answers += 1
    assert "The decision would have been" in words(page) or "It would wait for this moment" in words(page)
    assert everything() == before


def test_the_moment_is_imagined_too(client, board, incident, director):
    waiting = incidents.open_inquiry(incident=incident, law="64", by=director)
    waiting = make.answer(waiting, director, **make.DURING_THE_PLAY)
    before = everything()
    page = client.get(url("what_if", waiting.pk), {"a.offender": "E"})
    assert "It would wait for this moment" in words(page)
    onward = html.unescape(re.search(r'href="([^"]*end_of_play=reached[^"]*)"', page.content.decode())[1])
    page = client.get(onward)
    assert re.search(r'name="asked" value="\w+"', page.content.decode())
    assert everything() == before


def test_an_answer_that_is_none_is_asked_again_with_the_reason(client, inquiry):
    page = client.get(url("what_if", inquiry.pk), {"asked": "offender", "version": "0", "answer": "Zorro"})
    assert page.status_code == 422
    assert "This is not one of the answers" in words(page)
    assert client.get(url("what_if", inquiry.pk), {"a.offender": "Zorro", "a.x": "1"}).status_code == 200


def test_what_was_imagined_is_ruled_with_its_reason_in_place_of_what_was(client, ruled, inquiry, director):
    page = client.get(url("what_if", inquiry.pk), {"a.tricks_after": "0"})
    assert "Give this ruling in its place" in words(page)
    sent = {"a.tricks_after": "0", "reason": "", "version": inquiry.version}
    refused = client.post(url("supersede", inquiry.pk), sent)
    assert refused.status_code == 422
    assert "Give the reason" in words(refused)
    page = post(client, url("supersede", inquiry.pk), sent | {"reason": "Les levées ont été recomptées."})
    assert "martin gave another ruling" in words(page)
    assert "Les levées ont été recomptées." in words(page)
    assert Incident.objects.get(pk=ruled.pk).inquiries.get().current_ruling.law != "64A2"


def test_another_ruling_is_given_even_where_the_way_to_it_asks_for_words_that_nobody_noted(client, ruled, director):
    inquiry = incidents.open_inquiry(incident=ruled, law="85", by=director)
    inquiry = make.answer(inquiry, director, facts_agreed="no", evidence="", established="no")
    sent = {"a.established": "yes", "a.law_prescribes": "nothing"}
    assert "Give this ruling in its place" in words(client.get(url("what_if", inquiry.pk), sent))
    sent |= {"reason": "Le pli a été retrouvé.", "version": str(inquiry.version)}
    assert "martin gave another ruling" in words(post(client, url("supersede", inquiry.pk), sent))
    corrected = Inquiry.objects.get(pk=inquiry.pk)
    assert (corrected.current_ruling.law, corrected.answers_dict()["facts_found"]) == ("84A", "")


def test_an_inquiry_that_was_dropped_is_not_imagined(client, inquiry, director):
    incidents.drop_inquiry(inquiry=inquiry, by=director)
    assert client.get(url("what_if", inquiry.pk)).status_code == 404


# The board


def entries(response) -> list[str]:
    """Return the entries of a board's history, newest first, each without its time."""
    history = response.content.decode().split('<ol class="hist">')[1].split("</ol>")[0]
    return [plain(one.split("<br>", 1)[1].replace("<br>", " ")) for one in re.findall(r"<li.*?</li>", history, re.S)]


def test_a_board_tells_its_file_what_was_said_afterwards_and_the_publication(client, club, director, colleague):
    tournament = import_tournament(club=club, by=director, data=xml(), filename="jeudi.xml").tournaments[0]
    line = Result.objects.filter(board__tournament=tournament, kind="played").order_by("board__number").first()
    incident = incidents.open_incident(
        tournament=tournament, by=director, section=line.section, table=line.table, board=line.board
    )
    inquiry = make.rule_the_seed_case(incident, director)
    question = reviewing.ask(incident=incident, words="Qui a compté ?", by=colleague)
    reviewing.answer(question=question, words="Sud et moi.", by=director)
    reviewing.mark_reviewed(incident=incident, by=colleague)
    reviewing.supersede(
        inquiry=inquiry, answers={"tricks_after": "0"}, reason="Recompté.", seen_version=inquiry.version, by=director
    )
    publish_scores(tournament=tournament, by=director)
    page = client.get(url("board", line.board_id))
    told = entries(page)
    assert told[0] == "Scores published The correction period begins. Law 79C"
    assert told[-1] == "Results read from a file jeudi.xml"
    assert {
        "Question to the director Qui a compté ?",
        "The director’s answer Sud et moi.",
        "Reviewed: the decision stands Law 64A2",
    } <= set(told)
    assert [one for one in told if one.startswith("Another ruling was given, for this reason Recompté. Law")]
    assert f'href="{url("review", incident.pk)}"' in page.content.decode()
    assert f'href="{url("ranking", tournament.pk)}"' in page.content.decode()


def test_the_history_of_a_board_asks_the_database_as_often_however_long_it_is(client, board, ruled, colleague):
    counts = []
    client.get(url("board", board.pk))  # fills the cache of the tournament's values
    for _time in range(3):
        for number in range(5):  # each makes the cached history out of date
            reviewing.comment(incident=ruled, words=f"Remarque {number}", by=colleague)
        with CaptureQueriesContext(connection) as queries:
            client.get(url("board", board.pk))
        counts.append(len(queries))
    assert len(set(counts)) == 1, counts
