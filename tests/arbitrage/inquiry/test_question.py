"""The questions of an inquiry: each has a page of its own, one tap answers it, and no answer is lost on the way."""

import re
from itertools import takewhile

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from arbitrage.models import Answer, Board, Club, Inquiry
from arbitrage.services import incidents
from rulings.auction import Auction
from rulings.engine.inquiry import explore, questions_of
from rulings.engine.questions import UNKNOWN
from rulings.laws2017 import LAWS
from rulings.table import Table
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import (
    HTMX,
    buttons,
    chosen,
    deal,
    in_the_place_of_any,
    mains,
    make_evening,
    post,
    sign_in,
    url,
    words,
)

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

CORRECTED = {"able": "yes", "offender": "W", "trick": "3", "noticed": "during", "since": "nothing"}


def fresh(inquiry: Inquiry) -> Inquiry:
    return Inquiry.objects.get(pk=inquiry.pk)


def ask(client, inquiry: Inquiry, question: str, **options):
    return client.get(url("question", inquiry.pk, question), **options)


def tap(client, inquiry: Inquiry, question: str, value: str, seen: int | None = None, first: str = "", **options):
    said = {"answer": value, "version": fresh(inquiry).version if seen is None else seen}
    return client.post(url("question", inquiry.pk, question), said | ({"first": first} if first else {}), **options)


# Each question has its page


def ask_itself(client, inquiry, question: str):
    """Return the page of a question whose usual answer is not presumed."""
    return client.get(url("question", inquiry.pk, question), {"itself": "yes"})


def test_a_yes_or_no_question_shows_its_law_its_reason_and_nothing_chosen(client, inquiry):
    page = ask_itself(client, inquiry, "able")
    text = words(page)
    assert "Could the player follow suit, or play what he had to? Law 61A" in text
    assert "Why this question? Look at the hand yourself." in text
    assert (buttons(page), chosen(page)) == (["yes", "no"], [])
    assert "Revoke Table 1 · Board 2" in text
    assert re.search(r"<legend[^>]*><h1>", page.content.decode())


def test_a_usual_fact_is_printed_above_the_next_question_and_one_tap_answers_both(client, inquiry, director):
    page = ask(client, inquiry, "able")
    assert 'name="first" value="able"' in page.content.decode()
    taken = "You have looked at his hand: he could follow suit, or play what he had to. Law 61A That is not so"
    assert f"{taken} Who revoked? Law 61A" in words(page)
    assert buttons(page) == ["N", "W", "E", "S"]
    assert "Touching an answer records both" in words(page)
    response = tap(client, inquiry, "offender", "W", first="able")
    assert response.url == url("question", inquiry.pk, "trick")
    assert fresh(inquiry).answers_dict() == {"able": "yes", "offender": "W"}
    assert {answer.by for answer in Answer.objects.all()} == {director}
    again = ask(client, inquiry, "able")
    assert (buttons(again), chosen(again)) == (["yes", "no"], ["yes"])
    assert 'class="known' not in again.content.decode()


def test_a_fact_that_is_not_so_is_refused_and_its_question_asked_itself(client, inquiry):
    page = ask(client, inquiry, "able").content.decode()
    refused = re.search(r'<a class="btn" href="([^"]+\?itself=yes)"', page)[1]
    assert buttons(client.get(refused)) == ["yes", "no"]
    assert tap(client, inquiry, "able", "no").url == url("decision", inquiry.pk)


def test_two_answers_of_one_tap_are_refused_together(client, inquiry):
    assert tap(client, inquiry, "offender", "X", first="able").status_code == 422
    assert fresh(inquiry).answers_dict() == {}


def test_what_stood_beneath_does_not_count_when_the_first_was_answered_otherwise_meanwhile(client, inquiry, colleague):
    seen = fresh(inquiry).version
    make.answer(inquiry, colleague, able="no")
    page = post(client, url("question", inquiry.pk, "offender"), {"answer": "W", "version": seen, "first": "able"})
    assert "This question is not asked any more" in words(page)
    assert fresh(inquiry).answers_dict() == {"able": "no"}


def test_one_tap_answers_and_leads_to_the_next_question(client, inquiry, director):
    response = tap(client, inquiry, "able", "yes")
    assert response.url == url("question", inquiry.pk, "offender")
    answer = Answer.objects.get()
    assert (answer.question, answer.value, answer.by) == ("able", "yes", director)


def test_players_are_asked_for_where_they_sit_with_their_names_and_roles(client, inquiry, director):
    make.answer(inquiry, director, able="yes", offender="W", trick="3", noticed="round_over", exclusion="none")
    fresh_page = ask(client, inquiry, "offender")
    assert buttons(fresh_page) == ["N", "W", "E", "S"]
    text = words(fresh_page)
    assert "N North, NS 1.1 dummy" in text
    assert "W West, EW 1.2 the offender" in text
    assert "3NT 3 notrump by South, North-South vulnerable" in text
    assert "S South, NS 1.2 declarer" in text


def test_the_players_of_the_round_are_known_before_the_board_is(director, client):
    tournament = make_evening(Club.objects.get())
    incident = incidents.open_incident(tournament=tournament, by=director, section=tournament.sections.get(), table=2)
    inquiry = incidents.open_inquiry(incident=incident, law="64", by=director)
    make.answer(inquiry, director, able="yes")
    text = words(ask(client, inquiry, "offender"))
    assert "N North, NS 2.1" in text
    assert "E East, EW 2.1" in text


def test_the_options_stand_in_the_order_of_the_law_with_what_they_entail(client, inquiry, director):
    make.answer(inquiry, director, able="yes", offender="W", trick="3", noticed="during")
    page = ask(client, inquiry, "since")
    assert buttons(page) == ["played", "named", "claimed", "agreed", "misdirected", "both", "nothing"]
    assert "None of these Law 62A The revoke is not established: correct it." in words(page)


def test_a_number_is_touched_among_those_that_are_possible(client, inquiry, director):
    make.answer(inquiry, director, able="yes", offender="W")
    assert buttons(ask(client, inquiry, "trick")) == [*map(str, range(1, 14)), UNKNOWN]


def test_a_number_that_nobody_remembers_brings_a_simpler_question(client, inquiry, director):
    make.answer(inquiry, director, able="yes", offender="W")
    assert tap(client, inquiry, "trick", UNKNOWN).url == url("question", inquiry.pk, "which_trick")


def test_a_number_that_nobody_remembered_stands_in_the_trail_and_can_be_given_later(client, inquiry, director):
    make.answer(inquiry, director, able="yes", offender="W", trick=UNKNOWN, which_trick="earlier")
    page = ask(client, inquiry, "noticed")
    assert "At which trick? not known Law 61A Change" in words(page)
    assert chosen(ask(client, inquiry, "trick")) == [UNKNOWN]
    tap(client, inquiry, "trick", "5")
    text = words(ask(client, inquiry, "noticed"))
    assert "At which trick? 5 Law 61A" in text
    assert "At which trick was the revoke?" not in text


def test_a_number_without_a_simpler_question_must_be_given(client, inquiry, director):
    make.answer(inquiry, director, able="yes", offender="W", trick="3", noticed="next_board", since="played")
    make.answer(fresh(inquiry), director, exclusion="none", line="", equity="yes")
    assert buttons(ask(client, inquiry, "tricks_without")) == [*map(str, range(0, 14))]


ALL_CARDS = [suit + rank for suit in "SHDC" for rank in "AKQJT98765432"]


@pytest.mark.parametrize("question", ["card", "partner_card"])
def test_the_pad_shows_all_52_cards_and_never_a_hand(client, inquiry, director, question):
    """The deal is known; everybody at the table sees the screen."""
    deal(Board.objects.get())
    make.answer(inquiry, director, **CORRECTED, card="S2", faced="no", declaring_played="yes")
    make.answer(fresh(inquiry), director, declaring_changes="change", partner_played="yes", partner_changes="change")
    assert buttons(ask(client, inquiry, question)) == [*ALL_CARDS, UNKNOWN]


@pytest.mark.parametrize(
    ("known", "most"),
    [
        ({}, 12),
        ({"trick": "5"}, 8),
        ({"trick": "13"}, 0),
        ({"trick": UNKNOWN}, 12),
        ({"trick": "5", "tricks": "11", "offender": "W", "declarer": "S"}, 2),
        ({"trick": "5", "tricks": "3", "offender": "N", "declarer": "S"}, 3),
        ({"trick": "5", "tricks": "11", "offender": UNKNOWN, "declarer": "S"}, 8),
    ],
)
def test_tricks_after_the_revoke_are_no_more_than_trick_and_result_leave(known, most):
    asked = questions_of(LAWS["64"])["tricks_after"]
    assert [option.value for option in asked.within(known).options] == [*map(str, range(most + 1))]


def test_words_may_be_left_out_and_are_kept_as_they_were_said(client, inquiry, director):
    make.answer(inquiry, director, able="yes", offender="W", trick="3", noticed="next_board", since="played")
    make.answer(fresh(inquiry), director, exclusion="none")
    assert buttons(ask(client, inquiry, "line")) == ["yes", "no"]  # the keys of the judgement that the words explain
    assert tap(client, inquiry, "line", "").url == url("question", inquiry.pk, "equity")
    assert mains(ask(client, inquiry, "line")) == ["Continue"]
    tap(client, inquiry, "line", "Finesse the <queen>")
    assert "Finesse the &lt;queen&gt;</textarea>" in ask(client, inquiry, "line").content.decode()
    assert "“Finesse the <queen>”" in words(ask(client, inquiry, "equity"))


def test_what_was_said_is_taken_as_a_fact_and_exceptions_are_put_aloud(client, incident, director):
    told = incidents.open_inquiry(incident=incident, law="21", by=director)
    page = words(client.get(url("question", told.pk, "kind")))
    assert "An explanation was wrong or incomplete; it was not an alert." in page and "That is not so" in page
    assert "Ask first:" not in page and "Yes, one of these" not in page
    revoke = incidents.open_inquiry(incident=incident, law="64", by=director)
    make.answer(revoke, director, able="yes", offender="W", trick="3", noticed="all_played", after_play="not_yet")
    page = words(client.get(url("question", revoke.pk, "exclusion")))
    assert "Ask first: Has West revoked before in this suit?" in page and "Yes, one of these" in page


def test_words_stand_above_the_judgement_that_they_are_noted_for_and_one_tap_keeps_both(
    client, inquiry, director, colleague
):
    make.answer(inquiry, director, able="yes", offender="W", trick="3", noticed="next_board", since="played")
    make.answer(fresh(inquiry), director, exclusion="none")
    seen = fresh(inquiry).version
    address, sent = url("question", inquiry.pk, "line"), {"together": "words", "touched": "equity", "version": seen}
    untouched = client.post(address, sent | {"line": "Finesse"})
    assert untouched.status_code == 422
    assert "No answer was touched" in words(untouched) and "Finesse</textarea>" in untouched.content.decode()
    assert buttons(untouched) == ["yes", "no"]
    ruled = client.post(address, sent | {"line": "", "answer": "no"})
    assert ruled.url == url("decision", inquiry.pk)
    assert (fresh(inquiry).answers_dict()["line"], fresh(inquiry).answers_dict()["equity"]) == ("", "no")
    later = sign_in(colleague).post(address, sent | {"line": "", "answer": "yes"})
    assert later.status_code == 409  # the words are the same, the judgement is not
    assert fresh(inquiry).answers_dict()["equity"] == "no"


def test_words_that_are_too_long_come_back_with_a_sentence(client, inquiry, director):
    make.answer(inquiry, director, able="yes", offender="W", trick="3", noticed="next_board", since="played")
    make.answer(fresh(inquiry), director, exclusion="none")
    response = tap(client, inquiry, "line", "x" * 5001)
    assert response.status_code == 422
    assert "This text is too long: shorten it to 5,000 characters." in words(response)
    assert "x" * 5001 in response.content.decode()


def test_a_choice_of_a_player_is_read_aloud_in_full_before_the_row_to_touch(client, inquiry, director):
    make.answer(inquiry, director, **CORRECTED, card="S2", faced="no", declaring_played="yes")
    page = ask(client, inquiry, "declaring_changes")
    text = words(page)
    assert "To be read aloud, in full, to South" in text
    assert "You have two possibilities. I read them all, then you choose without consultation.”" in text
    first, second, row = (
        text.index("1 You keep the card played Then no opponent may change a card because of it."),
        text.index("2 You take it back and play another Then the next opponent"),
        text.index("South has chosen:"),
    )
    assert first < second < row
    assert (buttons(page), chosen(page), mains(page)) == (["keep", "change"], [], [])


def test_what_is_not_allowed_is_read_aloud_and_not_counted_and_a_known_bid_is_named(client, incident, director):
    table = str(Table(auction=Auction.parse("N:1S 1H")))
    bid = incidents.open_inquiry(incident=incident, law="27", by=director, facts={"table": table})
    make.answer(bid, director, meant="yes", accepts="refuse")
    page = ask(client, fresh(bid), "choice")
    assert "You have three possibilities." in words(page)
    assert "3 Any other sufficient bid, or a pass" in words(page).partition("These are not allowed:")[0]
    assert "4 A double or redouble" in words(page).partition("These are not allowed:")[2]
    assert buttons(page) == ["same", "comparable", "other", "double", "insufficient"]
    for shown in (page, client.get(url("players", bid.pk, "choice"))):
        assert re.search(r"denominations \( ?2 ?♥ .*?if the bid was natural\)", words(shown))
    assert "Which is the lowest" not in words(page)


def test_every_question_of_every_law_has_its_page(client, incident, monkeypatch):
    """One inquiry, read once, is used for every law, in both languages."""
    asked: dict[tuple[str, str], dict[str, str]] = {}
    for law in LAWS.values():
        for path in explore(law):
            for step in path.end.trail:
                if step.question.kind != "moment":
                    before = takewhile(lambda given: given[0] != step.question.id, path.answers.items())  # noqa: B023
                    asked.setdefault((law.id, step.question.id), dict(before))
    inquiry = in_the_place_of_any(incident, monkeypatch)
    for (law_id, question_id), known in asked.items():
        inquiry.law, inquiry.facts = law_id, known
        for language in ("en", "fr"):
            page = client.get(url("question", inquiry.pk, question_id, language=language), headers=HTMX)
            assert page.status_code == 200, question_id
            asks = page.content.decode()
            assert buttons(page) or "<textarea" in asks or re.search('name="(seat|these)"', asks), question_id
            assert "[" not in re.sub(r"\[\d", "", words(page)), question_id
    assert len(asked) > 150


# Invalid answers


def test_a_tap_on_nothing_says_what_to_do_and_stores_nothing(client, inquiry):
    response = client.post(url("question", inquiry.pk, "able"), {"version": 0})
    assert response.status_code == 422
    assert "No answer was touched: touch the one that was given." in words(response)
    assert Answer.objects.count() == 0


def test_an_answer_that_is_none_of_those_shown_is_refused(client, inquiry):
    response = tap(client, inquiry, "able", "perhaps")
    assert response.status_code == 422
    assert "This is not one of the answers to the question." in words(response)
    assert Answer.objects.count() == 0


def test_an_answer_without_the_version_that_was_seen_is_refused(client, inquiry):
    assert client.post(url("question", inquiry.pk, "able"), {"answer": "yes"}).status_code == 422
    assert Answer.objects.count() == 0


def test_a_question_that_is_not_asked_leads_to_the_one_that_is(client, inquiry):
    assert ask(client, inquiry, "equity").url == url("question", inquiry.pk, "able")
    assert ask(client, inquiry, "end_of_play").url == url("question", inquiry.pk, "able")


def test_an_answer_to_a_question_that_is_not_asked_any_more_gives_back_what_was_typed(client, inquiry, director):
    make.answer(inquiry, director, able="yes", offender="W", trick="3", noticed="next_board", since="played")
    make.answer(fresh(inquiry), director, exclusion="none")
    page = fresh(inquiry).version
    make.answer(fresh(inquiry), director, able="no")
    response = tap(client, inquiry, "line", "South would have finessed the other way.", seen=page, follow=True)
    assert response.request["PATH_INFO"] == url("decision", inquiry.pk)
    assert "This question is not asked any more" in words(response)
    assert "You had written: South would have finessed the other way." in words(response)


def test_an_inquiry_that_was_withdrawn_takes_no_answer_and_says_why(client, inquiry, director):
    incidents.withdraw_incident(incident=inquiry.incident, by=director)
    response = tap(client, inquiry, "able", "yes")
    assert response.status_code == 422
    assert "This incident was withdrawn." in words(response)


# Changed answers, and two directors


def test_changing_an_answer_marks_the_one_that_counts_and_keeps_the_later_ones(client, inquiry, director):
    make.answer(inquiry, director, able="yes", offender="W", trick="3", noticed="during")
    page = ask(client, inquiry, "trick")
    assert chosen(page) == ["3"]
    assert url("question", inquiry.pk, "able") in page.content.decode()
    assert tap(client, inquiry, "trick", "5").url == url("question", inquiry.pk, "since")
    assert fresh(inquiry).answers_dict() == {"able": "yes", "offender": "W", "trick": "5", "noticed": "during"}


def test_an_answer_that_no_longer_applies_is_struck_out_and_counts_again_when_it_does(client, inquiry, director):
    make.answer(inquiry, director, able="yes", offender="W", trick="3", noticed="during", since="played")
    tap(client, inquiry, "trick", "13")
    text = words(client.get(url("decision", inquiry.pk)))
    assert "When was attention drawn to it? during the play" in text
    assert "to be said more precisely" not in text
    assert "no longer applies" in text
    tap(client, inquiry, "trick", "4")
    assert "no longer applies" not in words(client.get(url("decision", inquiry.pk)))


def test_an_answer_whose_question_may_still_come_is_kept_for_it(client, inquiry, director):
    make.answer(inquiry, director, **CORRECTED, card="S2", faced="no", declaring_played="yes", declaring_changes="keep")
    tap(client, inquiry, "offender", "S")
    text = words(client.get(url("inquiry", inquiry.pk), follow=True))
    assert "Which card was wrongly played? ♠2" in text
    assert "kept for its turn" in text


def test_the_same_tap_twice_is_one_answer(client, inquiry):
    assert tap(client, inquiry, "able", "yes", seen=0).url == tap(client, inquiry, "able", "yes", seen=0).url
    assert fresh(inquiry).version == 1


def test_the_same_answer_of_two_directors_disturbs_nobody(client, colleague, inquiry):
    tap(sign_in(colleague), inquiry, "able", "yes", seen=0)
    assert tap(client, inquiry, "able", "yes", seen=0).url == url("question", inquiry.pk, "offender")


def test_a_second_director_meets_the_answer_of_the_first_and_not_an_overwrite(client, colleague, inquiry):
    colleague.first_name, colleague.last_name = "Anne", "Leclerc"
    colleague.save()
    tap(sign_in(colleague), inquiry, "able", "yes", seen=0)
    response = tap(client, inquiry, "able", "no", seen=0)
    assert response.status_code == 409
    text = words(response)
    assert "Anne Leclerc answered yes on " in text
    assert "Your answer, no, is in the history and does not count for now." in text
    assert (chosen(response), fresh(inquiry).answers_dict()) == (["yes"], {"able": "yes"})
    assert url("inquiry", inquiry.pk) in response.content.decode()


def test_having_seen_the_other_answer_a_director_can_change_it(client, colleague, inquiry):
    tap(sign_in(colleague), inquiry, "able", "yes", seen=0)
    page = tap(client, inquiry, "able", "no", seen=0).content.decode()
    seen = int(re.search(r'name="version" value="(\d+)"', page)[1])
    assert tap(client, inquiry, "able", "no", seen=seen).url == url("decision", inquiry.pk)
    assert fresh(inquiry).answers_dict() == {"able": "no"}


def test_words_that_came_second_stay_in_the_page_to_be_put_in_place(client, colleague, director, inquiry):
    make.answer(inquiry, director, able="yes", offender="W", trick="3", noticed="next_board", since="played")
    make.answer(fresh(inquiry), director, exclusion="none")
    seen = fresh(inquiry).version
    tap(sign_in(colleague), inquiry, "line", "A finesse.")
    response = tap(client, inquiry, "line", "A squeeze.", seen=seen)
    assert response.status_code == 409
    assert "answered “A finesse.”" in words(response)
    assert "A squeeze.</textarea>" in response.content.decode()
    assert fresh(inquiry).answers_dict()["line"] == "A finesse."


def test_the_trail_says_who_else_answered(client, colleague, director, inquiry):
    make.answer(inquiry, colleague, able="yes")
    make.answer(fresh(inquiry), director, offender="W")
    text = words(ask(client, inquiry, "trick"))
    assert "or play what he had to? yes leclerc Law 61A" in text
    assert "Who revoked? West Law 61A" in text
    assert "Who is declarer? South from the result Law 22" in text


# The trail of answers


def test_a_reload_in_the_middle_finds_the_open_question_again(client, inquiry, director):
    make.answer(inquiry, director, able="yes", offender="W")
    assert client.get(url("inquiry", inquiry.pk)).url == url("question", inquiry.pk, "trick")
    assert client.get(url("incident", inquiry.incident_id), follow=True).request["PATH_INFO"] == url(
        "question", inquiry.pk, "trick"
    )


def test_back_goes_to_the_question_before_and_from_the_first_to_what_happened(client, inquiry, director):
    make.answer(inquiry, director, able="yes", offender="W")
    back = r'<header class="bar">\s*<a class="btn" href="([^"]*)"'
    assert re.search(back, ask(client, inquiry, "able").content.decode())[1] == url("what", inquiry.incident_id)
    assert re.search(back, ask(client, inquiry, "offender").content.decode())[1] == url("question", inquiry.pk, "able")


def test_it_can_be_put_aside_and_stays_open(client, inquiry):
    page = ask(client, inquiry, "able").content.decode()
    assert url("room", inquiry.incident.tournament_id) in page
    assert url("dispute", inquiry.incident_id) in page
    assert fresh(inquiry).incident.state == "open"


def test_htmx_gets_the_step_with_its_bar_and_its_title(client, inquiry):
    part = ask(client, inquiry, "able", headers=HTMX).content.decode()
    assert "<!doctype" not in part
    assert "<title>Who revoked? · Arbitrage</title>" in part
    assert '<div id="bar" hx-swap-oob="true">' in part
    refused = tap(client, inquiry, "able", "perhaps", headers=HTMX)
    assert (refused.status_code, refused["HX-Push-Url"]) == (422, "false")
    assert "<!doctype" not in refused.content.decode()


def test_htmx_is_answered_with_the_next_question_under_its_own_address(client, inquiry):
    answered = tap(client, inquiry, "able", "yes", headers=HTMX)
    assert (answered.status_code, answered["HX-Push-Url"]) == (200, url("question", inquiry.pk, "offender"))
    then = ask(client, inquiry, "offender", headers=HTMX)
    token = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')
    assert token.sub("", answered.content.decode()) == token.sub("", then.content.decode())


def test_htmx_is_led_to_the_decision_after_the_last_answer(client, inquiry):
    ruled = tap(client, inquiry, "able", "no", headers=HTMX)
    assert (ruled.status_code, ruled["Location"]) == (302, url("decision", inquiry.pk))


def test_a_question_that_is_shown_again_is_answered_at_its_own_address(client, inquiry, director):
    make.answer(inquiry, director, able="yes", offender="W", trick="3", noticed="all_played", after_play="not_yet")
    refused = tap(client, inquiry, "winner", "perhaps", first="exclusion")
    assert refused.status_code == 422
    assert f'action="{url("question", inquiry.pk, "winner")}"' in refused.content.decode()
    assert 'name="first" value="exclusion"' in refused.content.decode()


def test_a_page_speaks_french(client, inquiry):
    page = client.get(url("question", inquiry.pk, "able", language="fr"))
    assert 'lang="fr"' in page.content.decode()
    assert "Renonce" in words(page)


def test_a_question_takes_the_same_queries_whatever_was_answered_before(client, inquiry, director):
    make.answer(inquiry, director, able="yes")
    counts = []
    for question, value in (("trick", ""), ("noticed", "during"), ("since", "played")):
        with CaptureQueriesContext(connection) as queries:
            assert ask(client, inquiry, "able").status_code == 200
        counts.append(len(queries))
        if value:
            make.answer(fresh(inquiry), director, **{question: value})
        else:
            make.answer(fresh(inquiry), director, offender="W", trick="3")
    assert counts == [counts[0]] * 3


def test_the_common_revoke_takes_no_more_taps_than_the_law_has_questions(client, director, incident):
    post(client, url("what", incident.pk), {"law": "64"})
    inquiry = Inquiry.objects.get()
    taps = 0
    for question, value in {**make.DURING_THE_PLAY, **make.AT_THE_END}.items():
        if question == "exclusion":
            client.post(url("reach", inquiry.pk))
            taps += 1
        assert url("question", inquiry.pk, question) == client.get(url("inquiry", inquiry.pk)).url
        tap(client, inquiry, question, value)
        taps += 1
    assert client.get(url("inquiry", inquiry.pk)).url == url("decision", inquiry.pk)
    assert taps == 11


def test_the_last_tap_can_be_undone_by_its_name(client, inquiry, director):
    make.answer(inquiry, director, able="yes", offender="W")
    page = client.get(url("question", inquiry.pk, "trick"))
    assert "Take back: West" in words(page)
    assert f'<a class="btn" href="{url("question", inquiry.pk, "offender")}"' in page.content.decode()
    assert "Take back:" not in words(client.get(url("question", inquiry.pk, "able")))


def test_a_moment_is_taken_back_by_its_name_and_equity_says_the_tricks_that_it_compares(client, club, director):
    evening = make_evening(club)
    incident = incidents.open_incident(tournament=evening, by=director, section=evening.sections.get(), table=2)
    inquiry = incidents.open_inquiry(incident=incident, law="64", by=director)
    make.answer(inquiry, director, **{"able": "yes", "offender": "W", "declarer": "S"} | make.DURING_THE_PLAY)
    client.post(url("reach", inquiry.pk))
    assert "Take back: end of play" in words(client.get(url("question", inquiry.pk, "exclusion")))
    make.answer(Inquiry.objects.get(pk=inquiry.pk), director, exclusion="none", winner="N", tricks_after="2")
    page = words(client.get(url("inquiry", inquiry.pk), follow=True))
    assert "The tricks ruled One trick is transferred to North-South. Yes No" in page


def test_what_one_tap_has_recorded_is_taken_back_with_the_fact_above_it(client, inquiry, director):
    make.answer(inquiry, director, able="yes", offender="W")
    page = client.get(url("question", inquiry.pk, "offender")).content.decode()
    assert 'class="known"' in page
    assert f'href="{url("question", inquiry.pk, "able")}?itself=yes"' in page
    assert tap(client, inquiry, "offender", "E", first="able").url == url("question", inquiry.pk, "trick")
    assert (fresh(inquiry).answers_dict()["able"], fresh(inquiry).answers_dict()["offender"]) == ("yes", "E")
    make.answer(fresh(inquiry), director, able="no")
    assert 'class="known"' not in client.get(url("question", inquiry.pk, "able")).content.decode()
