"""*Le code*: a reader consults every law without an incident, attaches the result to a table afterwards, and prints the
law as a chart."""

import io
import re
import uuid
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from arbitrage.models import Answer, Club, Duty, Event, Incident, Inquiry, Tournament
from arbitrage.pages.code import consultation
from arbitrage.services import incidents
from rulings.engine.inquiry import Law, explore
from rulings.engine.questions import (
    UNKNOWN,
    Choice,
    ChooseOne,
    Count,
    Option,
    WhichCard,
    WhichSeat,
    WhichSuit,
    Words,
    YesNo,
)
from rulings.engine.ruling import Note, Ruling, Send, When
from rulings.laws2017 import LAWS
from rulings.papers.a4 import Sheet
from rulings.papers.chart import Chart
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import buttons, chosen, mains, sign_in, url, words
from tests.arbitrage.tablet import LANDSCAPE, PHONE, TABLET, bring_the_session_of
from tests.rulings import charts

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

CONSULTED = {"able": "yes", "offender": "W", "declarer": "S", "trick": "3", "noticed": "during", "since": "played"}


class Way(Choice):
    LEFT = Option("left", "Lead a [card:suit]", entails="[offender] takes the card back.", law="50D2(a)")
    RIGHT = Option("right", "Leave it free")


WAY = ChooseOne("way", "50D2", "[declarer], which?", Way, chooser="declarer", why="Because.")
ASKED = (
    YesNo("sure", "61A", "Is it sure?"),
    WhichSeat("offender", "61A", "Who was it?"),
    WhichCard("card", "50", "Which card?"),
    WhichSuit("suit", "50", "Which suit?"),
    Count("trick", "61A", "Which trick?", 1, 13),
    Words("said", "85", "What was said?"),
    WAY,
)


def every_kind(ask) -> Ruling:
    for question in ASKED:
        ask(question)
    ask.wait(When.END_OF_PLAY, meanwhile=Ruling("63B", "Play on.", (Note(law="9", text="Stay."),)))
    return Ruling("64A", "[offender] loses.", (Send(law="64", to="64", hands=("offender",), text="Now the revoke."),))


SMALL = Law("998", "A law of every kind", every_kind, finds="zinzolin, élève")
GIVEN = {"sure": "yes", "offender": "E", "card": "DQ", "suit": "S", "trick": "4", "said": "yes & no", "way": "left"}


@pytest.fixture
def small(monkeypatch) -> Law:
    monkeypatch.setitem(LAWS, SMALL.id, SMALL)
    return SMALL


def consult(client, law="64", **answers):
    return client.get(url("code_law", law), answers)


def attach(client, tournament, law="64", table="", key=None, **answers):
    address = consultation.address(law, answers)
    sent = {"tournament": tournament.pk, "table": table, "id": key or uuid.uuid4()}
    return client.post(url("code_law", law) + "?" + urlsplit(address).query, sent, follow=True)


def table(tournament: Tournament, number: int) -> str:
    return f"{tournament.sections.get().pk}:{number}"


def link(response, said: str) -> str:
    """Return the address of the first link whose text contains *said*."""
    page = response.content.decode()
    found = [to for to, inside in re.findall(r'<a [^>]*?href="([^"]*)"[^>]*>(.*?)</a>', page, re.S) if said in inside]
    return found[0].replace("&amp;", "&")


def answers_of(address: str) -> dict[str, str]:
    return dict(parse_qsl(urlsplit(address).query, keep_blank_values=True))


# The list


def test_every_entry_point_stands_under_its_moment_of_play_with_its_page_and_its_chart(client):
    page = client.get(url("code")).content.decode()
    listed = re.findall(r'href="/en/code/([^/"]+)/"', page)
    assert sorted(listed) == sorted(LAWS)
    assert re.findall(r'href="/en/code/([^/"]+)/chart/"', page) == listed
    for group in page.split("<details")[1:]:
        numbers = [int(re.match(r"\d+", law)[0]) for law in re.findall(r'href="/en/code/([^/"]+)/"', group)]
        assert numbers == sorted(numbers)


def test_a_law_is_found_by_the_players_words_without_accents(client, small):
    response = client.get(url("code"), {"q": "eleve"})
    assert re.findall(r'href="/en/code/([^/"]+)/"', response.content.decode()) == ["998"]
    assert "1 law found." in words(response)


def test_options_that_are_read_aloud_are_consulted_without_an_inquiry_to_show(client):
    answers = {"offender": "E", "bid": "1H", "in_rotation": "yes", "meant": "yes", "since": "nothing"}
    page = client.get(url("code_law", "27"), answers | {"accepts": "refuse"})
    assert page.status_code == 200
    assert "To be read aloud, in full, to East" in words(page)
    assert "Show it to the players" not in words(page)


@pytest.mark.parametrize(
    ("typed", "first"), [("54", "54"), ("hesitation", "16B"), ("alerte", "21"), ("chicane", "59"), ("Spoutnik", "23")]
)
def test_what_a_french_director_types_leads_with_the_law_that_is_meant(client, typed, first):
    page = client.get(url("code", language="fr"), {"q": typed}).content.decode()
    assert re.findall(r'href="[^"]*/code/([^/"]+)/"', page)[0] == first


@pytest.mark.parametrize(
    ("reference", "leads"),
    [
        ("12C", "/en/code/12/"),
        ("12c1(e)", "/en/code/12/"),
        ("17D", "/en/code/17/"),
        ("64A1", "/en/code/64/"),
        ("45C4(b)", "/en/code/45C4/"),
        ("16B1", "/en/code/16B/"),
        ("62A", "/en/code/?q=62"),
        ("42B2", "/en/code/?q=42"),
    ],
)
def test_a_reference_of_the_book_leads_to_what_rules_it(client, reference, leads):
    assert client.get(url("code_law", reference)).headers["Location"] == leads


@pytest.mark.parametrize("reference", ["99", "abc", "1200"])
def test_what_the_book_has_not_is_not_found(client, reference):
    assert client.get(url("code_law", reference)).status_code == 404


def test_a_word_that_finds_nothing_says_what_to_try(client):
    response = client.get(url("code"), {"q": "xyzzy"})
    assert "Nothing by that word. Try the number of the Law" in words(response)
    assert link(response, "Show them all") == url("code")


def test_the_code_is_reached_from_every_main_page(client, evening):
    for address in (url("tournament_list"), url("room", evening.pk), url("decision_list")):
        assert link(client.get(address), "The Code") == url("code")


def test_the_list_costs_no_query_of_its_own(client, small):
    client.get(url("code"))
    with CaptureQueriesContext(
        connection,
    ) as asked:
        client.get(url("code"))
    assert len(asked) == 3  # the session, the user, and the clubs that he administers


@pytest.mark.parametrize("address", [("code",), ("code_law", "64"), ("code_chart", "64"), ("code_whole_chart", "64")])
def test_only_who_is_signed_in_consults(address):
    response = Client().get(url(*address))
    assert (response.status_code, response.url.partition("?")[0]) == (302, url("login"))


@pytest.mark.parametrize("name", ["code_law", "code_chart", "code_whole_chart"])
def test_a_law_that_is_not_there_is_not_found(client, name):
    assert client.get(url(name, "999")).status_code == 404


# The questions


def test_a_tap_leads_to_an_address_that_holds_the_answer_and_nothing_is_stored(client):
    first = consult(client)
    assert "Could the player follow suit, or play what he had to? Law 61A" in words(first)
    assert (buttons(first), chosen(first)) == (["yes", "no"], [])
    tapped = client.get(url("code_law", "64"), {"question": "able", "answer": "yes"})
    assert tapped.url == url("code_law", "64") + "?able=yes"
    assert "Who revoked?" in words(client.get(tapped.url))
    assert [model.objects.count() for model in (Incident, Inquiry, Answer, Duty, Event)] == [0, 0, 0, 0, 0]


def test_every_kind_of_question_is_answered_by_touch_to_the_end(client, small):
    address, seen = url("code_law", small.id), []
    for question, value in GIVEN.items():
        page = client.get(address)
        hidden = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', page.content.decode())
        sent = {name: kept.replace("&amp;", "&") for name, kept in hidden} | {"answer": value}
        assert sent["question"] == question
        if question != "said":
            assert value in buttons(page)
        address = client.get(url("code_law", small.id), sent).url
        seen.append(words(page))
    assert answers_of(address) == GIVEN
    assert (
        "“Declarer, which? You have two possibilities. I read them all, then you choose without consultation.”"
        in seen[-1]
    )
    assert "East takes the card back. Law 50D2a" in seen[-1]
    assert "Play on. Law 63B" in words(client.get(address))


def test_what_is_a_fact_may_be_left_open_and_is_then_told_by_its_role(client):
    page = consult(client, able="yes")
    assert buttons(page) == ["N", "W", "E", "S", UNKNOWN]
    open_ones = {"able": "yes", "offender": UNKNOWN, "revoker": "defender", "which_trick": "earlier", "trick": UNKNOWN}
    shown_words = words(consult(client, **open_ones, noticed="during", since="played", declarer=UNKNOWN))
    assert "Revoke of the offender: count the tricks" in shown_words
    assert "Who revoked? not known" in shown_words


def test_with_facts_in_the_address_the_words_name_the_players_and_the_board(client):
    page = consult(client, **CONSULTED, contract="3NT")
    assert "3NT 3 notrump by South. Law 63B" in words(page)
    assert "Revoke of West: count the tricks" in words(page)


@pytest.mark.parametrize(
    "odd",
    [
        {"able": "perhaps"},
        {"offender": "X"},
        {
            "declarer": "X",
            "contract": "9NT",
            "deal": "nonsense",
            "tricks": "14",
            "vulnerability": "both",
            "trumps": "Z",
        },
        {"nonsense": "<b>", "question": "nonsense", "answer": "x"},
        {"change": "end_of_play"},
        {"change": "equity"},
        {"line": "x" * 501},
    ],
)
def test_what_means_nothing_in_an_address_is_left_out(client, odd):
    page = client.get(url("code_law", "64"), odd, follow=True)
    assert page.status_code == 200
    assert buttons(page) == ["yes", "no"]
    hidden = re.findall(r'<input type="hidden" name="([^"]*)"', page.content.decode())
    assert set(hidden) <= {"question"} and "nonsense" not in page.content.decode()


def test_an_answer_that_was_not_touched_is_asked_again_with_a_sentence(client):
    page = client.get(url("code_law", "64"), {"question": "able"})
    assert page.status_code == 422
    assert "No answer was touched" in words(page)


def test_words_too_long_for_an_address_are_given_back(client, small):
    before = {name: GIVEN[name] for name in ("sure", "offender", "card", "suit", "trick")}
    page = client.get(url("code_law", small.id), before | {"question": "said", "answer": "x" * 501})
    assert page.status_code == 422
    assert "shorten it to 500 characters" in words(page)
    assert "x" * 501 in page.content.decode()


def test_changing_an_answer_shows_it_and_keeps_the_others(client):
    page = consult(client, **CONSULTED)
    back = client.get(link(page, 'Change<span class="sr"> : Who revoked?'))
    assert chosen(back) == ["W"]
    sent = dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', back.content.decode()))
    assert sent == {name: value for name, value in CONSULTED.items() if name != "offender"} | {"question": "offender"}
    changed = client.get(url("code_law", "64"), sent | {"answer": "E"})
    assert answers_of(changed.url) == CONSULTED | {"offender": "E"}


def test_back_goes_one_question_back_and_from_the_first_to_the_list(client):
    page = consult(client, able="yes", offender="W")
    page = client.get(link(page, "Back"))
    assert chosen(page) == ["W"]
    page = client.get(link(page, "Back"))
    assert chosen(page) == ["yes"]
    assert link(page, "Back") == url("code")


def test_a_moment_is_reached_by_a_link_and_leads_on(client):
    page = consult(client, **CONSULTED)
    assert mains(page) == ["The board is played: count the tricks"]
    assert "Provisional" in words(page)
    after = client.get(link(page, "The board is played"))
    assert "Is this revoke one of these?" in words(after)


def test_a_ruling_leads_to_the_law_it_sends_to_with_what_is_known(client, small):
    page = consult(client, small.id, **GIVEN, end_of_play="reached")
    assert "East loses. Law 64A" in words(page)
    assert link(page, "Revoke") == url("code_law", "64") + "?offender=E"


@pytest.mark.parametrize("law", LAWS)
def test_every_law_is_consulted_to_a_ruling_by_role(client, law):
    path = max(explore(LAWS[law]), key=lambda one: len(one.answers))
    for count in range(len(path.answers) + 1):
        given = dict(list(path.answers.items())[:count])
        page = client.get(url("code_law", law), given)
        assert page.status_code == 200
    assert "Attach to a table" not in words(page)  # there is no tournament yet
    assert "Law" in words(page)


def test_no_question_of_any_law_is_called_like_the_page_s_own_parameters():
    ids = {name for law in LAWS for name in consultation.questions(consultation.EDITION, law)}
    assert ids & {"question", "answer", "change"} == set()


# Attaching a consultation to a table


def test_a_consultation_attached_to_a_table_is_its_inquiry_with_the_same_answers(client, director, evening):
    page = attach(client, evening, table=table(evening, 2), **CONSULTED)
    inquiry = Inquiry.objects.get()
    incident = inquiry.incident
    assert (incident.tournament, incident.table, incident.state, incident.attended_by) == (
        evening,
        2,
        Incident.State.WAITING,
        director,
    )
    assert inquiry.answers_dict() == CONSULTED
    assert list(inquiry.answers.values_list("question", flat=True)) == list(CONSULTED)
    assert page.redirect_chain[-1][0] == url("decision", inquiry.pk)
    assert "These answers are recorded at the table." in words(page)
    assert Duty.objects.get().state == Duty.State.OPEN


def test_the_moment_that_was_passed_in_the_consultation_is_passed_at_the_table(client, evening):
    after = {
        "end_of_play": "reached",
        "exclusion": "none",
        "winner": "W",
        "tricks_after": "1",
        "line": "",
        "equity": "no",
    }
    attach(client, evening, table=table(evening, 2), **CONSULTED, **after)
    inquiry = Inquiry.objects.get()
    assert inquiry.closed
    assert inquiry.answers_dict() == CONSULTED | after
    assert {duty.state for duty in Duty.objects.all()} == {Duty.State.DONE}


def test_what_the_board_knows_goes_before_the_consultation(client, director):
    board = make.make_seed_case(Club.objects.get())
    tournament = board.tournament
    Tournament.objects.filter(pk=tournament.pk).update(current_round=None)
    attach(client, tournament, table=table(tournament, 1), **(CONSULTED | {"declarer": "N"}))
    inquiry = Inquiry.objects.get()
    assert inquiry.incident.board == board
    assert inquiry.facts["declarer"] == "S"
    assert "declarer" not in inquiry.answers_dict()


def test_a_call_that_waits_at_the_table_is_the_incident(client, director, evening):
    called = incidents.open_incident(tournament=evening, by=director, section=evening.sections.get(), table=2)
    attach(client, evening, table=table(evening, 2), able="no")
    assert Incident.objects.get() == called
    assert Inquiry.objects.get().incident == called


def test_a_call_of_an_earlier_round_at_that_table_is_not_the_incident(client, director, evening):
    called = incidents.open_incident(tournament=evening, by=director, section=evening.sections.get(), table=2)
    Tournament.objects.filter(pk=evening.pk).update(current_round=evening.current_round + 1)
    attach(client, evening, table=table(evening, 2), able="no")
    incident = Inquiry.objects.get().incident
    assert incident != called
    assert (incident.round, called.round) == (evening.current_round + 1, evening.current_round)


def test_a_call_that_waits_at_the_table_gets_the_board_that_it_plays(client, director):
    tournament = make.make_seed_case(Club.objects.get()).tournament
    called = incidents.open_incident(tournament=tournament, by=director, section=tournament.sections.get(), table=1)
    attach(client, tournament, table=table(tournament, 1), able="no")
    incident = Inquiry.objects.get().incident
    assert (incident, incident.board, incident.result) == (
        called,
        tournament.boards.get(),
        tournament.boards.get().results.get(table=1),
    )


def test_the_table_may_be_said_later(client, evening):
    page = attach(client, evening, able="no")
    assert Incident.objects.get().table is None
    assert "Which table?" in words(page)


def test_sent_twice_it_is_attached_once(client, evening):
    key = uuid.uuid4()
    first = attach(client, evening, table=table(evening, 2), key=key, able="no")
    second = attach(client, evening, table=table(evening, 2), key=key, able="no")
    assert (Incident.objects.count(), Inquiry.objects.count()) == (1, 1)
    assert first.redirect_chain[-1] == second.redirect_chain[-1]


def test_one_key_is_one_consultation(client, evening):
    key = uuid.uuid4()
    attach(client, evening, key=key, able="no")
    page = attach(client, evening, law="61", key=key, **dict(list(explore(LAWS["61"]))[0].answers))
    assert page.status_code == 422
    assert "This was sent before with other contents." in words(page)
    assert Inquiry.objects.count() == 1


def test_an_unfinished_consultation_is_not_attached(client, evening):
    page = attach(client, evening, table=table(evening, 2), able="yes")
    assert "Who revoked?" in words(page)
    assert Incident.objects.count() == 0


def test_a_table_of_another_tournament_is_refused_with_nothing_opened(client, evening):
    page = attach(client, evening, table=f"{uuid.uuid4()}:1", able="no")
    assert page.status_code == 422
    assert "This table is not of this tournament. Choose it again." in words(page)
    assert Incident.objects.count() == 0


def test_a_reviewer_consults_and_attaches_nothing(evening):
    reviewer = sign_in(make.make_member(Club.objects.get(), "reviewer", role="reviewer"))
    assert "Attach to a table" not in words(consult(reviewer, able="no"))
    assert attach(reviewer, evening, table=table(evening, 1), able="no").status_code == 403
    assert Incident.objects.count() == 0


def test_the_tournament_of_another_club_is_not_offered_and_not_written_to(evening):
    stranger = make.make_member(make.make_club("Ailleurs", "ailleurs"), "stranger")
    own = make.make_tournament(Club.objects.get(slug="ailleurs"), name="Chez nous")
    client = sign_in(stranger)
    page = consult(client, able="no")
    assert "Chez nous" in words(page) and "Tournoi du jeudi" not in words(page)
    refused = attach(client, evening, table=table(evening, 1), able="no")
    assert refused.status_code == 422
    assert "This tournament is not yours to direct" in words(refused)
    assert Incident.objects.count() == 0
    assert own.incidents.count() == 0


# The chart


CHARTS = [(law, *page) for law in LAWS for page in (("code_chart", "fr"), ("code_whole_chart", "en"))]
CHARTS += [(law, *page) for law in ("61", "64") for page in (("code_chart", "en"), ("code_whole_chart", "fr"))]
"""Both pages of each law, each in one language, and those of Laws 61 and 64 in both; tests/rulings/test_chart.py checks
the text of all charts in both languages."""


@pytest.fixture
def drawn_once(monkeypatch) -> None:
    """Charts cached by tests/rulings/test_chart.py in the same process, because drawing a long law takes a second."""
    monkeypatch.setattr(consultation, "one_sheet", lambda law, words: sheet_of(law, words.get_language()))
    monkeypatch.setattr(consultation, "drawing_of", lambda law, words: charts.drawn(law, words.get_language())[0])
    monkeypatch.setattr(
        consultation, "sheets", lambda chart, words: charts.drawn(LAWS[chart.law], words.get_language())[1]
    )


def sheet_of(law: Law, language: str) -> tuple[Chart, Sheet]:
    chart, (sheet,) = charts.on_one(law, language)
    return chart, sheet


@pytest.mark.usefixtures("drawn_once")
@pytest.mark.parametrize(("law", "name", "language"), CHARTS)
def test_every_law_has_its_charts_in_the_reader_s_language(client, name, law, language):
    page = client.get(url(name, law, language=language)).content.decode()
    first = "Loi" if language == "fr" else "Law"
    assert re.search(rf'<svg [^>]*role="group" aria-label="{first} {re.escape(law)}, ', page)
    assert 'style="' not in page
    assert '<main id="main" tabindex="-1" class="sheet">' in page
    assert len(re.findall(r'id="n\d+"', page)) == len(set(re.findall(r'id="n\d+"', page)))
    assert name == "code_whole_chart" or page.count("<svg xmlns") == 1


def test_the_one_sheet_of_a_long_law_leads_to_the_whole_and_back(client):
    sheet = client.get(url("code_chart", "64"))
    assert link(sheet, "The whole chart") == url("code_whole_chart", "64")
    assert "continue on the tablet" in sheet.content.decode()
    whole = client.get(url("code_whole_chart", "64"))
    assert link(whole, "The common calls") == url("code_chart", "64")
    assert whole.content.decode().count("<svg xmlns") > 10
    assert "continue on the tablet" not in whole.content.decode()


def test_the_chart_of_a_law_that_stands_on_one_sheet_is_the_whole(client):
    page = client.get(url("code_chart", "61")).content.decode()
    assert "The whole chart" not in page
    assert "continue on the tablet" not in page


def test_a_chart_of_a_law_made_for_the_test_says_its_questions_and_rulings(client, small):
    consultation.sheet_of.cache_clear()
    page = client.get(url("code_chart", small.id)).content.decode()
    matches = re.findall(r"<text[^>]*>([^<]*)</text>", page)
    assert [
        match for match in matches if match in ("Is it sure?", "Declarer, which?", "Play on.", "The offender loses.")
    ] == [
        "Is it sure?",
        "Declarer, which?",
        "Play on.",
        "The offender loses.",
    ]
    consultation.sheet_of.cache_clear()


# In a browser


@pytest.fixture
def signed_in(page: Page, live_server, director) -> Page:
    bring_the_session_of("martin", page, live_server.url)
    return page


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("name", "law"), [("code_chart", "61"), ("code_chart", "64"), ("code_whole_chart", "54")])
def test_a_chart_is_printed_on_as_many_pages_as_it_has_sheets(signed_in, live_server, name, law):
    signed_in.goto(live_server.url + url(name, law))
    sheets = signed_in.locator("svg[role=group]").count()
    assert (sheets == 1) == (name == "code_chart")
    printed = PdfReader(io.BytesIO(signed_in.pdf(prefer_css_page_size=True)))
    assert len(printed.pages) == sheets
    assert [f"Law {law}" in page.extract_text() for page in printed.pages] == [True] * sheets


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_every_target_is_large_enough_and_nothing_leaves_the_screen(signed_in, live_server, evening):
    ruling = urlsplit(consultation.address("64", CONSULTED)).query
    addresses = [url("code"), url("room", evening.pk), url("code_chart", "54"), url("code_whole_chart", "54")]
    addresses += [url("code_law", "64") + "?able=yes", url("code_law", "64") + "?" + ruling]
    for address in addresses:
        signed_in.goto(live_server.url + address)
        for size in (TABLET, LANDSCAPE, PHONE):
            signed_in.set_viewport_size(size)
            assert signed_in.evaluate("document.documentElement.scrollWidth <= innerWidth"), (address, size)
            small = signed_in.evaluate(
                """() => [...document.querySelectorAll("main button, main a.btn, main summary, .list a, nav a")]
                .filter(one => one.checkVisibility()).map(one => [one.textContent.trim(), one.getBoundingClientRect()])
                .filter(([, box]) => box.height < 47.5 || box.width < 47.5).map(([text]) => text)"""
            )
            assert small == [], (address, size)


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_law_is_consulted_and_attached_by_taps_alone_and_the_browser_goes_back(signed_in, live_server, evening):
    signed_in.goto(live_server.url + url("code"))
    signed_in.get_by_text("The play", exact=True).click()
    signed_in.click(f"a[href='{url('code_law', '64')}']")
    for answer in CONSULTED.values():
        signed_in.click(f"[name=answer][value='{answer}']")
    expect(signed_in.locator("h1")).to_contain_text("The revoke is established")
    signed_in.go_back()
    expect(signed_in.locator("h1")).to_contain_text("Since the revoke")
    signed_in.go_forward()
    signed_in.locator(".pickone .key", has_text="2").click()
    signed_in.get_by_role("button", name="Open an incident with these answers").click()
    expect(signed_in.get_by_text("These answers are recorded at the table.")).to_be_visible()
    assert Inquiry.objects.get().answers_dict() == CONSULTED
