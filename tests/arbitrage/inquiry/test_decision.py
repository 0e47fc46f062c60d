"""The page of a decision shows the rectification, the use of information and the duties, and links to the next
steps."""

import re

import pytest

from arbitrage.models import Board, Club, Duty, Incident, Inquiry
from arbitrage.pages.wording.moments import HAPPENED
from arbitrage.services import incidents
from arbitrage.services.incidents import stage_of
from rulings.engine.inquiry import Waiting, explore
from rulings.engine.ruling import When
from rulings.laws2017 import LAWS
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import (
    HTMX,
    buttons,
    in_the_place_of_any,
    mains,
    make_evening,
    post,
    sign_in,
    url,
    words,
)

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

CORRECTED = {"able": "yes", "offender": "W", "trick": "3", "noticed": "during", "since": "nothing", "card": "SQ"}


def decision(client, inquiry: Inquiry, **options):
    return client.get(url("decision", inquiry.pk), **options)


def without_a_board(director) -> Inquiry:
    tournament = make_evening(Club.objects.get())
    incident = incidents.open_incident(tournament=tournament, by=director, section=tournament.sections.get(), table=2)
    return incidents.open_inquiry(incident=incident, law="64", by=director)


def test_while_play_goes_on_the_ruling_is_provisional_and_one_button_says_that_it_is_over(client, inquiry, director):
    make.answer(inquiry, director, **make.DURING_THE_PLAY)
    page = decision(client, inquiry)
    text = words(page)
    assert "The revoke is established: the cards stay as played. Play goes on to the end." in text
    assert "3NT 3 notrump by South. Ruled on " in text
    assert "by martin. Law 63B Provisional:" in text
    assert "Ask the players not to mix their cards, and come back at the end of play. Law 64A" in text
    assert "Revoke of West: count the tricks, then ask about equity (64C). Law 64A" in text
    assert mains(page) == ["Keep, back to the room"]  # play goes on: nothing is to be counted yet
    assert "The board is played: count the tricks" in text


def test_the_moment_has_come_and_the_questions_go_on(client, inquiry, director):
    make.answer(inquiry, director, **make.DURING_THE_PLAY)
    assert client.post(url("reach", inquiry.pk)).url == url("question", inquiry.pk, "exclusion")
    assert client.post(url("reach", inquiry.pk)).url == url("question", inquiry.pk, "exclusion")
    assert Inquiry.objects.get().answers.filter(question="end_of_play").count() == 1
    assert "End of play" in words(client.get(url("question", inquiry.pk, "exclusion")))


def test_a_moment_that_nothing_waits_for_leads_back_to_the_inquiry(client, inquiry):
    assert client.post(url("reach", inquiry.pk)).url == url("question", inquiry.pk, "able")


def test_tricks_that_move_make_the_score_the_next_thing_to_do(client, incident, director):
    inquiry = make.rule_the_seed_case(incident, director)
    page = decision(client, inquiry)
    text = words(page)
    assert "One trick is transferred to North-South." in text
    assert "For the score 1 To everybody: “One trick goes to North-South.” Law 64A2" in text
    assert "Why? East-West won a trick after that of the revoke" in text
    assert "Law 64A2" in text
    assert mains(page) == ["The score"]
    assert url("score", incident.pk) in page.content.decode()
    assert url("report", incident.pk) in page.content.decode()
    assert "After the trick of the revoke, how many tricks did East-West win? 2 Law 64A" in text


def test_a_corrected_revoke_says_the_steps_who_may_use_what_and_what_to_come_back_for(client, inquiry, director):
    make.answer(inquiry, director, **CORRECTED, faced="no", declaring_played="yes", declaring_changes="change")
    make.answer(Inquiry.objects.get(), director, partner_played="no")
    text = words(decision(client, inquiry))
    first = "1 To West: “Take the queen of ♠ spades back.” Law 62A"
    assert f"Say and do, in this order {first} 2 To West: “Play a legal card in its place.”" in text
    kept = "3 To West: “Leave the queen of ♠ spades face up in front of you: it is a major penalty card.” Law 62B1"
    assert kept in text
    assert "Stay at the table while the penalty card is there. Law 50" in text
    assert "Major penalty card, in front of West ( ♠Q ): to be played" in text
    assert "Who may use the information?" in text
    assert "What May use it May not Law" in text
    assert "unauthorised for East-West." in text
    assert "Moment East South Law It lies on the table Yes Yes Law 50E1 It was picked up No, unauthorised" in text
    assert "It was played No, not how it came to be penalised Yes Law 50E3" in text


def test_a_duty_that_is_over_leaves_the_tray(client, inquiry, director):
    make.answer(inquiry, director, **CORRECTED, faced="no", declaring_played="no")
    assert sorted(Duty.objects.values_list("law", "state")) == [("50", "open"), ("50E4", "open")]
    said = ("Noted: ♠Q has left the table. One question is left for the end of the board.",
            "Noted. Nothing more to come back for here.")  # fmt: skip
    card, end = Duty.objects.order_by("law")
    assert said[0] in words(post(client, url("duty_done", card.pk)))
    due = decision(client, inquiry).content.decode().partition('class="due"')[2].partition("</section>")[0]
    assert "Nothing to be done before the end of the board." in due
    assert mains(decision(client, inquiry)) == ["Keep, back to the room"] and 'class="btn main"' in due
    assert said[1] in words(post(client, url("duty_done", end.pk)))
    assert set(Duty.objects.values_list("state", flat=True)) == {"done"}
    assert Incident.objects.get().state == "ruled"
    assert "Major penalty card, in front of West ( ♠Q )" not in words(decision(client, inquiry))


def test_the_moment_of_an_inquiry_is_not_closed_like_a_penalty_card(client, inquiry, director):
    make.answer(inquiry, director, **make.DURING_THE_PLAY)
    response = post(client, url("duty_done", Duty.objects.get().pk))
    assert "The inquiry waits for this moment: open it and answer what it asks." in words(response)
    assert Duty.objects.get().state == "open"


def test_a_duty_that_opens_nothing_says_so(client, inquiry, director):
    make.answer(inquiry, director, **make.DURING_THE_PLAY)
    response = post(client, url("duty_open", Duty.objects.get().pk))
    assert "There is nothing to open here any more." in words(response)


def test_a_ruling_that_sends_on_opens_the_other_law_once(client, incident, director):
    asking = incidents.open_inquiry(incident=incident, law="61", by=director)
    make.answer(asking, director, asker="declarer", was_a_revoke="yes")
    page = decision(client, asking)
    assert mains(page) == ["Now rule on the revoke itself. Law 64"]
    assert buttons(page, "law") == ["64"]
    asked = post(client, url("linked", asking.pk), {"law": "64"})
    revoke = Inquiry.objects.get(law="64")
    assert asked.request["PATH_INFO"] == url("question", revoke.pk, "offender")
    post(client, url("linked", asking.pk), {"law": "64"})
    assert Inquiry.objects.filter(law="64").count() == 1
    assert "Revoke questions to answer" in words(decision(client, asking))


def test_who_must_stay_is_led_back_to_the_room_when_it_is_done(client, incident, director):
    inquiry = incidents.open_inquiry(incident=incident, law="54", by=director)
    make.answer(inquiry, director, wrong_leader="E", since_lead="nothing", card="DK", option="require")
    page = decision(client, inquiry)
    assert "Stay until" in words(page)
    assert mains(page) == ["Done: back to the room"]
    chosen = re.search(r'id="trail".*?<b>(“you [^<]*)', page.content.decode(), re.DOTALL)  # read aloud to South
    assert chosen and "require" in chosen[1]


OUT_OF_TURN = {"offender": "S", "call": "1H", "turn": "rho", "since_rho": "nothing", "accepts": "refuse"}
FORBIDDEN = {"wrong_leader": "E", "since_lead": "nothing", "card": "DK", "option": "forbid"}
STAYED_FOR = (
    ("29", OUT_OF_TURN, "He has called: go on", "reach"),
    ("54", FORBIDDEN, "He has lost the lead", "duty_done"),
)
"""Rulings during which the director stays at the table: the law, the answers, the label of the main button and its
act."""


@pytest.mark.parametrize(("law", "answers", "button", "act"), STAYED_FOR, ids=[law for law, *_ in STAYED_FOR])
def test_who_must_stay_is_led_by_what_he_stays_for_and_not_away(client, incident, director, law, answers, button, act):
    inquiry = incidents.open_inquiry(incident=incident, law=law, by=director)
    make.answer(inquiry, director, **answers)
    page = decision(client, inquiry)
    assert "Stay " in words(page)
    assert mains(page) == [button]
    place = inquiry.pk if act == "reach" else Duty.objects.exclude(moment="end_of_play").get().pk
    assert (
        f'action="{url(act, place)}"' in page.content.decode().partition('class="btn main"')[0].rpartition("<form")[2]
    )
    assert "Keep, back to the room" in words(page)


def test_every_moment_that_an_inquiry_waits_for_is_said_by_its_button_as_something_that_happened():
    waits = {
        path.end.moment
        for law in LAWS.values()
        for path in explore(law)
        if isinstance(path.end, Waiting) and path.end.moment is not When.END_OF_PLAY
    }
    assert waits
    assert {moment for moment in waits if moment.value not in HAPPENED} == set()


def test_a_law_that_the_ruling_does_not_send_to_is_not_opened(client, incident, director):
    asking = incidents.open_inquiry(incident=incident, law="61", by=director)
    make.answer(asking, director, asker="declarer", was_a_revoke="no")
    assert client.post(url("linked", asking.pk), {"law": "64"}).url == url("inquiry", asking.pk)
    assert Inquiry.objects.count() == 1


def test_a_ruling_that_moves_nothing_goes_back_to_the_room(client, inquiry, director):
    make.answer(inquiry, director, able="no")
    page = decision(client, inquiry)
    assert mains(page) == ["Keep, back to the room"]
    assert "There is no revoke. Play goes on." in words(page)
    assert url("score", inquiry.incident_id) in page.content.decode()


def test_the_board_can_be_said_on_the_decision_when_it_was_not_at_the_call(client, director):
    inquiry = without_a_board(director)
    make.answer(inquiry, director, able="yes", offender="W", declarer="S", trick="3", noticed="next_board")
    make.answer(Inquiry.objects.get(), director, since="played", exclusion="none", line="", equity="no")
    page = decision(client, inquiry)
    assert "Which board?" in words(page)
    board = Board.objects.get(number=3)
    assert f'name="board" value="{board.pk}"' in page.content.decode()
    page = post(client, url("place", inquiry.incident_id), {"board": board.pk})
    assert (Incident.objects.get().board, Incident.objects.get().result.table) == (board, 2)
    assert "Table 2 · Board 3 · Round 1" in words(page)
    assert 'name="board"' not in page.content.decode()


def test_saying_no_board_or_one_of_another_tournament_changes_nothing(client, director):
    inquiry = without_a_board(director)
    make.answer(inquiry, director, able="no")
    other = make.make_tournament(Club.objects.get(), tables=2).boards.get()
    assert "Touch the board first." in words(post(client, url("place", inquiry.incident_id)))
    response = post(client, url("place", inquiry.incident_id), {"board": other.pk})
    assert "This board is not of this tournament. Choose it again." in words(response)
    assert Incident.objects.get().board is None


def test_another_irregularity_is_a_second_inquiry_of_the_same_incident(client, inquiry, director):
    make.answer(inquiry, director, able="no")
    assert url("what", inquiry.incident_id) in decision(client, inquiry).content.decode()
    post(client, url("what", inquiry.incident_id), {"law": "64"})
    assert list(Incident.objects.get().inquiries.values_list("order", "law")) == [(1, "64"), (2, "64")]
    assert "In the same incident" in words(decision(client, inquiry))


def test_a_question_that_is_open_has_no_decision_yet(client, inquiry):
    assert decision(client, inquiry).url == url("question", inquiry.pk, "able")


def test_a_reviewer_reads_the_decision_and_finds_nothing_to_touch(inquiry, director):
    make.answer(inquiry, director, **CORRECTED, faced="no", declaring_played="no")
    reviewer = make.make_member(Club.objects.get(), "lecteur", role="reviewer")
    page = decision(sign_in(reviewer), inquiry)
    assert "The revoke is corrected. No trick is transferred." in words(page)
    assert '<form method="post"' not in page.content.decode()
    assert mains(page) == []


def test_htmx_gets_the_decision_with_its_bar(client, inquiry, director):
    make.answer(inquiry, director, able="no")
    part = decision(client, inquiry, headers=HTMX).content.decode()
    assert "<!doctype" not in part
    assert '<div id="bar" hx-swap-oob="true">' in part


def test_every_ruling_of_every_law_has_its_page_with_at_most_one_main_button(client, incident, monkeypatch):
    """One inquiry, read once, is used for every law, in one language after the other. tests/rulings/test_sentences.py
    checks every sentence in both languages."""
    every = []
    for law in LAWS.values():
        for path in explore(law):
            ruling = path.end.ruling
            kind = (
                law.id,
                ruling.law,
                ruling.text,
                tuple(rectification.effect for rectification in ruling.rectifications),
                type(path.end),
            )
            every.append((kind, path))
    shown = dict(reversed(every))
    inquiry = in_the_place_of_any(incident, monkeypatch)
    for number, ((law, *_kind), path) in enumerate(shown.items()):
        inquiry.law, inquiry.facts, inquiry.stage = law, path.answers, stage_of(path.end)
        page = client.get(url("decision", inquiry.pk, language=("en", "fr")[number % 2]), headers=HTMX)
        text = words(page)
        assert page.status_code == 200, path.answers
        assert len(mains(page)) == 1, path.answers
        assert "[" not in text, path.answers
        for effect in path.end.ruling.rectifications:
            if effect.text and effect.effect != "SEND":  # whose button names the page that it opens
                assert effect.law.replace("(", "").replace(")", "") in text, path.answers
    assert len(shown) > 400


# Decisions with one due act


def test_while_a_major_card_lies_there_the_page_leads_to_the_choice_before_the_lead(client, inquiry, director):
    make.answer(inquiry, director, **CORRECTED, faced="no", declaring_played="no")
    page = decision(client, inquiry)
    assert mains(page) == ["East is about to lead: South chooses"]
    content = page.content.decode()
    due = content[content.index('<section class="due">') : content.index("</section>")]
    assert 'name="on_lead" value="E"' in due
    assert "has left the table" in due
    assert content.index('<section class="due">') < content.index('<ol class="steps">')
    assert "The board is played: look at it again" not in due
    assert "The board is played: look at it again" in content[content.index('<details class="more">') :]
    asked = post(client, url("duty_open", Duty.objects.exclude(about="").get().pk), {"on_lead": "E"})
    assert Inquiry.objects.get(law="50-table").known()["on_lead"] == "E"
    assert "/q/" in asked.request["PATH_INFO"]


def test_what_is_not_due_is_closed_in_other_acts(client, inquiry, director):
    make.answer(inquiry, director, able="no")
    content = decision(client, inquiry).content.decode()
    other = content[content.index('<details class="more">') :]
    for name in ("report", "dispute", "what", "right_of_appeal", "add_words"):
        address = f'href="{url(name, inquiry.incident_id)}"'
        assert address in other, name
        assert address not in content[content.index('<div id="step"') : content.index('<details class="more">')], name
    assert '<section class="due">' not in content
    assert mains(decision(client, inquiry)) == ["Keep, back to the room"]


def test_a_reader_who_may_not_rule_is_told_what_is_due_and_finds_nothing_to_touch(client, inquiry, director):
    make.answer(inquiry, director, **CORRECTED, faced="no", declaring_played="no")
    reader = sign_in(make.make_member(Club.objects.get(), "relecteur", role="reviewer"))
    content = reader.get(url("decision", inquiry.pk)).content.decode()
    due = content[content.index('<section class="due">') : content.index("</section>")]
    assert "Stay at the table" in due
    assert "<button" not in due and "<form" not in due
