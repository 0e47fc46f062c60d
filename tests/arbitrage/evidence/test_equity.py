"""Evidence for an assigned score, shown beside the question: the results of the field and the double-dummy analysis. It
is stored, but never answers the question."""

import json
import os
import re
import signal
from dataclasses import asdict
from io import StringIO
from itertools import chain
from pathlib import Path

import pytest
from django.core.management import call_command
from django.utils import translation

import arbitrage
from arbitrage.database.ids import uuid7
from arbitrage.models import Event, Incident, Inquiry
from arbitrage.pages.devices import offline_words
from arbitrage.pages.evidence.equity import printed_equity
from arbitrage.services import incidents
from arbitrage.services.incidents import equity, evidence
from arbitrage.services.results import scores
from arbitrage.solver import process
from rulings.engine.inquiry import Asking, questions_of
from rulings.laws2017 import LAWS
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import HTMX, url, words
from tests.arbitrage.evidence.looking import DEAL, answer_names, block, look, names_in, shown, still_played

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]


@pytest.fixture
def revoke(incident, director) -> Inquiry:
    """A revoke whose tricks are counted; the question of equity is next."""
    inquiry = incidents.open_inquiry(incident=incident, law="64", by=director)
    known = {**make.DURING_THE_PLAY}
    inquiry = make.answer(inquiry, director, **known)
    incidents.reach_moment(duty=inquiry.duties.get(state="open"), by=director)
    counted = {name: make.AT_THE_END[name] for name in ("exclusion", "winner", "tricks_after")}
    return make.answer(Inquiry.objects.get(pk=inquiry.pk), director, **counted)


@pytest.fixture
def heard(revoke, director) -> Inquiry:
    """A revoke, with South's statement on how he would have played."""
    return make.answer(revoke, director, line="He draws the trumps, then diamonds.")


# When the evidence opens


def test_it_stays_shut_until_the_players_have_said_how_they_would_have_played(client, revoke, director):
    assert block(revoke) not in client.get(url("question", revoke.pk, "line")).content.decode()
    assert "Ask the players first how they would have gone on" in words(client.get(block(revoke)))
    assert "Ask the players first" in words(look(client, revoke))
    assert shown(revoke) == []
    heard = make.answer(revoke, director, line="Trumps first.")
    page = client.get(url("question", heard.pk, "equity"))
    assert f'hx-get="{block(heard)}"' in page.content.decode()
    assert "The other tables, and open cards" in words(page)


ASKS_A_LINE = (
    *("11", "12", "13", "15", "15A3", "16B", "16C", "16D", "20", "21", "23C", "27D", "40", "43", "45", "45F", "47"),
    *("50E4", "55C", "64", "67", "72C", "73", "86", "88"),
)
"""Laws that ask how the players would have continued. To find them takes two seconds, as every path of every law is
walked; hence this list."""


def test_the_laws_that_assign_a_score_ask_for_the_line():
    lines = {"line", "line_without", "would_have"}
    assert sorted(law for law in LAWS if lines & set(questions_of(LAWS[law])) and law.isalnum()) == list(ASKS_A_LINE)


@pytest.mark.parametrize("law", ASKS_A_LINE)
def test_before_its_line_is_noted_a_law_shows_nothing(client, incident, director, law):
    inquiry = incidents.open_inquiry(incident=incident, law=law, by=director)
    look(client, inquiry)
    assert "Ask the players first" in words(client.get(block(inquiry)))
    assert shown(inquiry) == []


def test_the_hands_of_a_board_in_play_stay_shut_until_the_director_asks_and_that_is_noted(client, heard, board):
    still_played(board)
    assert "its hands are not shown" in words(client.get(block(heard)))
    look(client, heard)
    assert shown(heard) == []
    client.post(block(heard), {"hands": "open"}, headers=HTMX)
    assert Event.objects.filter(kind="deal_looked_at", board=board).count() == 1
    look(client, heard)
    assert len(shown(heard)) == 1


def test_a_device_without_a_network_says_that_evidence_is_missing_after_the_same_questions():
    script = (Path(arbitrage.__file__).parent.parent / "static/js/offline/screens.js").read_text()
    heard = re.search(r"const HEARD = (\[.*?\])", script)
    assert heard is not None
    assert set(json.loads(heard[1])) == {*evidence.THEIR_LINE, *chain.from_iterable(evidence.AFTER.values())}
    with translation.override("fr"):
        said = offline_words.said()["no_evidence"]
    assert said == "Sans réseau\N{NO-BREAK SPACE}: les indices manquent, la décision reste possible."


# Content of the evidence


def test_the_field_has_its_size_and_its_results(client, heard, board, no_solver):
    others = list(board.results.exclude(pk=heard.incident.result_id).order_by("table"))
    for line, (contract, declarer, tricks) in zip(
        others, [("3NT", "S", 9), ("3NT", "N", 9), ("4S", "N", 10), ("4S", "N", 10), ("3NT", "E", 4)], strict=False
    ):
        line.contract, line.declarer, line.tricks = contract, declarer, tricks
        line.save()
    shown_words = words(look(client, heard))
    assert "7 other tables. At 4 tables, notrump by North-South: 11 tricks ×2, 9 tricks ×2." in shown_words
    assert re.search(r"Others: 4 ?♠ ?S ?4 spades NS 10 ×2, 3 ?NT 3 notrump EW 4", shown_words), shown_words
    assert shown(heard)[0]["outputs"]["field"]["tables"] == 7


def test_a_table_without_a_result_has_the_field_and_the_declarer_whom_the_players_named(
    client, incident, director, no_solver
):
    Incident.objects.update(result=None)
    inquiry = incidents.open_inquiry(incident=incidents.fresh(incident), law="64", by=director)
    answers = (
        make.DURING_THE_PLAY | make.AT_THE_END | {"noticed": "all_played", "after_play": "not_yet", "declarer": "N"}
    )
    while isinstance(state := inquiry.state(), Asking) and state.question.id != "equity":
        inquiry = make.answer(inquiry, director, **{state.question.id: answers[state.question.id]})
    assert "8 other tables." in words(look(client, inquiry))
    inputs = shown(inquiry)[0]["inputs"]
    assert (inputs["contract"], inputs["declarer"]) == ("", "N")


def test_an_adjusted_score_is_no_result_of_the_field(client, heard, board, director, no_solver):
    other = make.make_incident(board, director, table=2)
    make.rule_the_seed_case(other, director)
    seen = scores.propose_adjustment(other).digest
    scores.confirm_adjustment(incident=other, by=director, seen=seen)
    look(client, heard)
    assert shown(heard)[0]["outputs"]["field"]["tables"] == 6


def test_a_fouled_board_and_a_score_adjusted_in_the_file_are_no_results_of_the_field(client, heard, board, no_solver):
    board.results.filter(table=2).update(form=2)
    average = {"kind": "artificial", "ns": 60, "ew": 60}
    board.results.filter(table=3).update(award=average)
    board.results.filter(table=4).update(times=2)
    assert equity.field(board, heard.incident.result, equity.Inputs.of(heard)) == {
        "same": [[11, 6]],
        "others": [],
        "tables": 6,
    }


@pytest.mark.parametrize("tables", [0, 1, 2])
def test_two_tables_are_no_field(client, heard, board, no_solver, tables):
    keep = list(board.results.exclude(pk=heard.incident.result_id).values_list("pk", flat=True))[:tables]
    board.results.exclude(pk__in=[*keep, heard.incident.result_id]).update(kind="not_played", contract="", tricks=None)
    shown_words = words(look(client, heard))
    assert f"Too few tables: {tables} other" in shown_words
    assert "tricks ×" not in shown_words


def test_without_a_solver_the_field_is_shown_and_the_rest_says_why_not(client, heard, dealt, no_solver):
    shown_words = words(look(client, heard))
    assert "7 other tables." in shown_words
    assert "this machine has no solver" in shown_words
    assert shown(heard)[0]["outputs"]["all"] is None
    assert shown(heard)[0]["complete"] is False


def test_a_table_of_the_file_needs_no_solver(client, heard, dealt, no_solver):
    dealt.double_dummy = "563735637276a6a76a6a"
    dealt.save()
    shown_words = words(look(client, heard))
    assert "From the first card: no fewer than 5 whatever the others do" in shown_words
    assert "From the file." in shown_words


@pytest.mark.solver
def test_open_cards_are_bounds_of_the_whole_board_where_no_play_is_recorded(client, heard, dealt):
    shown_words = words(look(client, heard))
    assert "From the first card: no fewer than 5 whatever the others do, no more against their best." in shown_words
    assert "this is of the whole board, not of the position at the revoke" in shown_words
    assert "Nobody saw the four hands." in shown_words
    assert "DDS 2.9" in shown_words


def played() -> str:
    """Return five tricks of `DEAL` in 3NT by South, each in the order of the seats from West: West leads, and each hand
    plays its highest legal card."""
    from rulings.bridge import Seat, parse_deal
    from rulings.evidence.position import card_of, legal_cards
    from rulings.evidence.recorded import start

    position, cards = start(parse_deal(DEAL), "NT", Seat.S), []
    first = position.seat
    for _trick in range(5):
        row = [""] * 4
        for _turn in range(4):
            card = card_of(legal_cards(position.hands[position.seat], position.trick)[0])
            row[(position.seat - first) % 4] = str(card)
            position, _taker = position.after(card)
        cards += row
    return " ".join(cards)


@pytest.mark.solver
def test_a_recorded_play_says_the_bounds_before_and_after_the_trick_of_the_revoke(client, heard, dealt):
    result = heard.incident.result
    result.play = played()
    result.save()
    shown_words = words(look(client, heard))
    assert "Before the trick of the revoke (3): no fewer than" in shown_words
    assert "After it: no fewer than" in shown_words
    assert "not of the position at the revoke" not in shown_words
    outputs = shown(heard)[0]["outputs"]
    assert len(outputs["tricks"]) == 6 and outputs["whole"]
    assert f"Before the trick of the revoke (3): no fewer than {outputs['tricks'][2]}" in shown_words


@pytest.mark.parametrize(("tricks", "bounds"), [([9, 8, 7, 6, 5], ["7", "6"]), ([9, 8, 7], ["7"]), ([9, 8], [])])
def test_the_bounds_are_those_before_the_trick_of_the_revoke_and_right_after_it(
    client, heard, director, dealt, tricks, bounds
):
    """The recorded play may end with the trick of the revoke, here the third, or before it."""
    nobody_else = {"same": [], "others": [], "tables": 0}
    outputs = {"field": nobody_else, "all": 9, "after_lead": 9, "changes": [], "whole": True, "by": "DDS 2.9"}
    inputs = asdict(equity.Inputs.of(heard))
    evidence.keep(heard, director, equity.SHOWN, inputs=inputs, outputs=outputs | {"tricks": tricks}, complete=True)
    for page in (words(client.get(block(heard))), " ".join(printed_equity(heard))):
        assert re.findall(r"(?:\(3\)|After it): no fewer than (\d+)", page) == bounds
        assert ("Before the trick of the revoke (3)" in page) == bool(bounds)


@pytest.mark.solver
def test_a_solver_that_dies_leaves_the_page_with_its_field_and_answers_the_next_look(client, heard, dealt, monkeypatch):
    assert process.version()
    asked = process.SOLVER.ask

    def dies(*seconds, **sent):
        os.kill(process.SOLVER.pid, signal.SIGSEGV)
        monkeypatch.setattr(process.SOLVER, "ask", asked)

    monkeypatch.setattr(process.SOLVER, "ask", dies)
    shown_words = words(look(client, heard))
    assert "7 other tables." in shown_words and "this machine has no solver" in shown_words
    assert "no fewer than 5" in words(look(client, heard))


@pytest.mark.solver
def test_the_line_that_declarer_says_is_laid_against_every_defence_from_the_trick_of_the_revoke(client, heard, dealt):
    assert "Lay declarer’s line" not in words(client.get(block(heard)))
    result = heard.incident.result
    result.play = played()
    result.save()
    assert "Lay declarer’s line" in words(look(client, heard))
    laid = client.post(block(heard), {"lay": "yes"})
    cloth = words(client.get(laid.url))
    assert "Of 11 tricks: 0 to North-South, 0 to East-West" in cloth
    card = re.search(r"line=([A-Z0-9]{2})&amp;answer=yes", client.get(laid.url).content.decode())
    answered = client.get(f"{laid.url.partition('?')[0]}?line={card[1]}&answer=yes", follow=True)
    line = answered.request["QUERY_STRING"].partition("=")[2]
    client.post(laid.url, {"act": "keep", "line": line})
    assert "Line 1:" in words(client.get(block(heard)))


@pytest.mark.solver
def test_no_line_is_laid_for_a_declarer_who_revoked(client, incident, director, dealt):
    inquiry = incidents.open_inquiry(incident=incident, law="64", by=director)
    inquiry = make.answer(inquiry, director, able="yes", offender="S")
    assert equity.declarers_line(inquiry) is None


# The evidence answers no question, and is stored


def test_nothing_in_the_block_has_the_name_of_an_answer(client, heard, dealt):
    for page in (client.get(block(heard)), look(client, heard), client.get(block(heard), headers=HTMX)):
        html = page.content.decode()
        names = names_in(html)
        assert names <= {"csrfmiddlewaretoken", "look", "lay"}
        assert not names & answer_names()
    before = Inquiry.objects.get(pk=heard.pk).answers_dict()
    look(client, heard, answer="yes", equity="yes", tricks_without="10")
    assert Inquiry.objects.get(pk=heard.pk).answers_dict() == before


def test_the_question_after_it_is_as_empty_as_before(client, heard):
    before = client.get(url("question", heard.pk, "equity")).content.decode()
    look(client, heard)
    after = client.get(url("question", heard.pk, "equity")).content.decode()
    strip = re.compile(r'name="(csrfmiddlewaretoken|act|look)" value="[^"]*"')
    assert strip.sub("", before) == strip.sub("", after)


def test_it_is_told_in_the_history_of_the_board(client, heard, board, no_solver):
    look(client, heard)
    assert "Evidence looked at: the other tables, and open cards" in words(client.get(url("board", board.pk)))


@pytest.mark.solver
def test_what_was_shown_is_computed_again_and_a_difference_is_told(client, heard, dealt, monkeypatch):
    look(client, heard)
    assert shown(heard)[0]["complete"] is True
    out = StringIO()
    call_command("replay", stdout=out)
    events = list(Event.objects.filter(stream=heard.incident_id))
    assert equity.shown_otherwise(events) == []
    right = equity.with_open_cards
    monkeypatch.setattr(equity, "with_open_cards", lambda inputs: right(inputs) | {"all": 13})
    told = equity.shown_otherwise(events)
    assert len(told) == 1 and "(equity): was" in told[0]


# The line against every defence


def laid(client, inquiry: Inquiry) -> str:
    """Open the page that shows the cards, for declarer's line of play; return its address."""
    look(client, inquiry)
    return client.post(block(inquiry), {"lay": "yes"}).url.partition("?")[0]


@pytest.mark.solver
def test_the_line_is_checked_against_every_defence_kept_and_computed_again(client, heard, dealt, monkeypatch):
    result = heard.incident.result
    result.play = played()
    result.save()
    cloth = laid(client, heard)
    first = re.search(r"line=([A-Z0-9]{2})&amp;answer=yes", client.get(cloth).content.decode())
    nothing = client.post(cloth, {"act": "check", "line": ""})
    assert nothing.status_code == 422 and "Lay a card of the side" in words(nothing)
    answered = client.get(f"{cloth}?line={first[1]}&answer=yes")
    own = re.search(r"line=([A-Z0-9-]+)&amp;answer=yes", client.get(answered.url).content.decode())
    line = client.get(f"{cloth}?line={own[1]}&answer=yes").url.partition("=")[2]
    done = client.post(cloth, {"act": "check", "line": line}, follow=True)
    checked = shown(heard)[-1]
    assert (checked["shown"], checked["complete"], checked["versions"]["solver"]) == (
        "defences",
        True,
        process.version(),
    )
    least = checked["outputs"]["least"]
    assert f"{least} of 11 for North-South against every defence" in words(done)
    assert f"{least} of 11 for North-South against every defence" in words(client.get(block(heard)))
    out = StringIO()
    call_command("replay", stdout=out)
    right = evidence.checked_outputs
    monkeypatch.setattr(evidence, "checked_outputs", lambda *args: right(*args) | {"least": 13})
    told = evidence.shown_otherwise(list(Event.objects.filter(stream=heard.incident_id).order_by("seq")))
    assert len(told) == 1 and "(defences): was" in told[0]


def test_without_a_solver_a_long_line_is_not_checked_and_the_page_says_so(client, heard, dealt, director, no_solver):
    heard = Inquiry.objects.with_answers().get(pk=heard.pk)
    inputs = equity.declarers_line(heard)
    assert inputs is not None
    event = evidence.show_claim(inquiry=heard, inputs=inputs, by=director)
    card = str(inputs.position().legal[0])
    cloth = url("unroll", heard.pk, event.pk)
    own = [card]
    position, _taker = inputs.position().after(inputs.position().legal[0])
    own.append(str(position.legal[0]))
    page = client.post(cloth, {"act": "check", "line": "-".join(own)})
    assert page.status_code == 422
    assert "no solver that answers" in words(page)
    assert [one["shown"] for one in shown(heard)] == ["claim"]


# The evidence is printed only on request


@pytest.mark.parametrize(("many", "end"), [(1, "."), (12, "."), (13, " …")])
def test_a_report_lists_twelve_results_in_other_contracts_and_says_where_there_are_more(
    client, heard, board, no_solver, many, end
):
    line = board.results.exclude(pk=heard.incident.result_id).last()
    for tricks in range(many):
        line.pk, line.table, line.contract, line.declarer, line.tricks = uuid7(), 20 + tricks, "4S", "N", tricks
        line.save(force_insert=True)
    look(client, heard)
    report = words(client.get(url("report", heard.incident_id) + "?evidence=yes"))
    listed = ", ".join(f"4 ♠ S NS {tricks}" for tricks in range(min(many, 12)))
    assert f"Others: {listed}{end} Right of appeal" in report


@pytest.mark.solver
@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_report_says_what_was_seen_only_where_it_is_asked_for(client, heard, dealt, language):
    report = url("report", heard.incident_id, language=language)
    with translation.override(language):
        asks = {"fr": "Avec les indices", "en": "With the evidence seen"}[language]
        title = {"fr": "Indices vus avant la décision", "en": "Evidence seen before the decision"}[language]
        assert asks not in words(client.get(report))
        look(client, heard)
        plain = words(client.get(report))
        assert asks in plain and title not in plain
        full = words(client.get(report + "?evidence=yes"))
        assert title in full and "DDS 2.9" in full
        tables = {"fr": "7 autres tables", "en": "7 other tables"}[language]
        assert tables in full and "<" not in full[full.index(title) :]
        assert title not in words(client.get(report + "?version=notice&evidence=yes"))
        assert title not in words(client.get(report + "?version=casebook&evidence=yes"))
        pdf = client.get(url("report_pdf", heard.incident_id, language=language) + "?evidence=yes")
        assert pdf.content.startswith(b"%PDF")
