"""From "Director!" to the first question it takes two taps, without a form or a search in between."""

import datetime
import html
import re

import pytest

from arbitrage.database.ids import uuid7
from arbitrage.models import Board, Club, Incident, Inquiry, Tournament
from arbitrage.pages.incident.cases import CASES, OTHER
from arbitrage.pages.incident.irregularities import TILES, under
from arbitrage.services import incidents
from rulings.engine.inquiry import Ruled, questions_of
from rulings.laws2017 import LAWS
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import buttons, post, sign_in, url, words

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]


def call(client, tournament: Tournament, table: int | None = None):
    where = {"section": tournament.sections.get().pk, "table": table} if table else {}
    return post(client, url("call", tournament.pk), where)


def what(client, incident: Incident, **data):
    return post(client, url("what", incident.pk), data)


def answer(client, question: str, said: str):
    inquiry = Inquiry.objects.get()
    return post(client, url("question", inquiry.pk, question), {"answer": said, "version": inquiry.version})


def found_by_search(page) -> list[str]:
    """Return the laws that a search offers, in their order."""
    return re.findall(r'form="what" name="law" value="([^"]*)"', page.content.decode())


def test_from_a_table_to_the_first_question_in_two_taps(client, director, evening):
    happened = call(client, evening, 2)
    assert "64" in buttons(happened, "law")
    asked = what(client, Incident.objects.get(), law="64")
    inquiry = Inquiry.objects.get()
    assert asked.request["PATH_INFO"] == url("question", inquiry.pk, "able")
    assert (inquiry.incident.table, inquiry.incident.round) == (2, 1)
    assert (inquiry.incident.opened_by, inquiry.incident.attended_by) == (director, director)


def test_from_the_big_button_to_the_first_question_in_two_taps(client, evening):
    call(client, evening)
    asked = what(client, Incident.objects.get(), law="64")
    assert asked.request["PATH_INFO"] == url("question", Inquiry.objects.get().pk, "able")
    assert Incident.objects.get().table is None


def test_the_first_question_is_one_request_away_from_the_touch(client, evening):
    call(client, evening, 2)
    address = url("what", Incident.objects.get().pk)
    assert client.post(address, {"law": "64"}).url == url("question", Inquiry.objects.get().pk, "able")


def test_table_and_board_can_be_said_with_the_same_tap(client, evening):
    call(client, evening)
    table, board = f"{evening.sections.get().pk}:3", Board.objects.get(number=5)
    what(client, Incident.objects.get(), law="64", table=table, board=board.pk)
    incident = Incident.objects.get()
    assert (incident.table, incident.board, incident.result.table) == (3, board, 3)
    assert Inquiry.objects.get().facts["contract"] == "3NT"


def test_the_boards_of_the_table_in_this_round_are_offered(client, evening):
    page = call(client, evening, 2).content.decode()
    offered = [board.number for board in Board.objects.all() if f'name="board" value="{board.pk}"' in page]
    assert offered == [3, 4]


def test_the_only_board_of_a_round_is_not_asked(client, evening):
    Board.objects.get(number=4).results.all().delete()
    page = call(client, evening, 2)
    assert Incident.objects.get().board == Board.objects.get(number=3)
    assert 'name="board"' not in page.content.decode()


def test_a_tap_that_is_repeated_is_one_call(client, director, evening, one_moment):
    call(client, evening, 2)
    call(client, evening, 2)
    call(sign_in(make.make_member(Club.objects.get(), "leclerc")), evening, 2)
    call(client, evening)
    call(client, evening)
    assert sorted(Incident.objects.values_list("table", flat=True), key=str) == [2, None]


def test_a_call_names_the_section_where_there_are_several(client, director, evening):
    evening.sections.create(letter="B")
    section = evening.sections.get(letter="A")
    incident = incidents.answer_call(tournament=evening, by=director, section=section, table=2)
    assert "Table A2" in words(client.get(url("what", incident.pk)))
    assert "Table A2" in words(client.get(url("close_evening", evening.pk)))


def test_a_table_that_calls_again_later_is_a_new_call(client, evening):
    call(client, evening, 2)
    what(client, Incident.objects.get(), law="64")
    call(client, evening, 2)
    assert Incident.objects.filter(table=2).count() == 2


def test_a_table_touched_in_the_next_round_is_no_call_of_the_round_before(client, director, evening):
    call(client, evening, 1)
    waiting = Incident.objects.get()
    post(client, url("round", evening.pk), {"round": 2})
    call(client, Tournament.objects.get(pk=evening.pk), 1)
    called = Incident.objects.exclude(pk=waiting.pk).get()
    assert (called.table, called.round, Incident.objects.get(pk=waiting.pk).round) == (1, 2, 1)
    there = {"section": evening.sections.get(), "table": 1, "round": 1}
    late = incidents.answer_call(tournament=evening, by=director, **there, id=uuid7())
    assert late == waiting, "a call of the round before that comes from a device is that round's"


def test_a_call_that_its_director_has_left_is_that_of_the_next_who_goes_there(evening, director, colleague):
    there = {"section": evening.sections.get(), "table": 1, "round": 1}
    left = incidents.answer_call(tournament=evening, by=director, **there)
    incidents.leave_to_another(incident=left, by=director)
    taken = incidents.answer_call(tournament=evening, by=colleague, **there)
    assert (taken, taken.attended_by, Incident.objects.count()) == (left, colleague, 1)
    incidents.leave_to_another(incident=taken, by=colleague)
    assert incidents.answer_call(tournament=evening, by=director, **there).attended_by == director


def test_a_call_without_a_table_a_moment_later_is_a_new_call(client, evening, one_moment):
    call(client, evening)
    Incident.objects.update(called_at=one_moment - datetime.timedelta(seconds=30))
    call(client, evening)
    assert Incident.objects.count() == 2


def test_a_table_of_another_tournament_is_refused_with_a_sentence(client, evening):
    other = make.make_tournament(Club.objects.get(), tables=2)
    response = post(client, url("call", evening.pk), {"section": other.sections.get().pk, "table": 1})
    assert "This table is not of this tournament. Touch the one that calls." in words(response)
    assert Incident.objects.count() == 0


@pytest.mark.parametrize("table", [5, 7777])
def test_a_table_that_the_evening_does_not_have_is_refused_with_a_sentence(client, evening, table):
    response = call(client, evening, table)
    assert "This table is not of this tournament. Touch the one that calls." in words(response)
    assert not Incident.objects.exists()


def test_every_law_with_a_tile_has_its_place_and_every_tile_has_its_laws(client, evening):
    page = words(call(client, evening, 1))
    assert {law.tile for law in LAWS.values() if law.tile} <= {tile.key for tile in TILES}
    assert [str(tile.title) for tile in TILES if under(LAWS, tile.key) and str(tile.title) not in page] == []
    assert [law for tile in TILES for law in tile.also if law not in LAWS] == []
    assert len(TILES) == 12


def test_every_law_is_reached_in_two_taps_from_what_happened(client, evening):
    """A tile and its second choice, or "Something else" and the list."""
    call(client, evening, 1)
    address = url("what", Incident.objects.get().pk)
    assert {*LAWS} <= {*found_by_search(client.get(address, {"all": "yes"}))}


@pytest.mark.parametrize(("kind", "offered"), [("teams", True), ("pairs", False), ("individual", False)])
def test_what_happens_in_matches_alone_is_offered_to_teams_alone(client, evening, kind, offered):
    Tournament.objects.update(kind=kind)
    call(client, evening, 1)
    page = words(client.get(url("what", Incident.objects.get().pk), {"tile": "donne-injouable"}))
    assert "It was wrongly dealt, or not shuffled" in page
    assert ("In a match: a board that cannot be compared" in page) == offered


def test_a_case_without_questions_of_its_own_is_ruled_from_the_book(client, evening):
    call(client, evening, 1)
    nothing = client.get(url("what", Incident.objects.get().pk), {"q": "xylophone"})
    assert found_by_search(nothing) == ["81B2"]
    what(client, Incident.objects.get(), law="81B2")
    for question, said in (("book_law", "75"), ("book_facts", "Explained wrongly"), ("book_ruling", "Play on")):
        answer(client, question, said)
    answer(client, "book_score", "no")
    assert Incident.objects.get().state == Incident.State.RULED
    assert "“Play on”" in words(client.get(url("decision", Inquiry.objects.get().pk)))


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("64", ["64"]),
        ("61", ["61"]),
        ("62B1", ["64"]),
        ("61b2", ["43", "61"]),
        ("revoke", ["64"]),
        ("spoutnik", ["23", "27"]),
        ("xylophone", []),
    ],
)
def test_a_law_is_found_by_its_number_or_by_a_word(client, evening, query, found):
    call(client, evening, 1)
    page = client.get(url("what", Incident.objects.get().pk), {"q": query})
    assert found_by_search(page)[: len(found)] == found
    assert ("Nothing by that word." in words(page)) == (not found)


@pytest.mark.parametrize("query", ["DEFAUSSE", "défaussé", "Renoncé"])
def test_a_french_word_is_found_without_its_accents_and_in_another_form(client, evening, query):
    call(client, evening, 1)
    page = client.get(url("what", Incident.objects.get().pk, language="fr"), {"q": query})
    assert found_by_search(page)[:1] == ["64"]


def test_what_was_found_opens_its_inquiry(client, evening):
    call(client, evening, 1)
    asked = what(client, Incident.objects.get(), law="61")
    assert asked.request["PATH_INFO"] == url("question", Inquiry.objects.get().pk, "asker")


def test_nothing_touched_and_a_law_that_is_not_here_are_refused_and_write_nothing(client, evening):
    call(client, evening, 1)
    address = url("what", Incident.objects.get().pk)
    nothing, unknown = client.post(address, {}), client.post(address, {"law": "999"})
    assert (nothing.status_code, unknown.status_code) == (422, 422)
    assert "Touch what happened, or search for it." in words(nothing)
    assert "This law is not in the application yet." in words(unknown)
    assert Inquiry.objects.count() == 0


def test_a_board_of_another_tournament_is_refused_before_anything_is_written(client, evening):
    call(client, evening, 1)
    other = make.make_tournament(Club.objects.get(), tables=2).boards.get()
    response = client.post(url("what", Incident.objects.get().pk), {"law": "64", "board": other.pk})
    assert response.status_code == 422
    assert "This board is not of this tournament. Choose it again." in words(response)
    assert Inquiry.objects.count() == 0


def test_the_tile_touched_twice_opens_one_inquiry(client, evening):
    call(client, evening, 1)
    what(client, Incident.objects.get(), law="64")
    what(client, Incident.objects.get(), law="64")
    assert Inquiry.objects.count() == 1


def test_a_wrong_tile_is_left_behind_without_an_answer(client, director, evening):
    call(client, evening, 1)
    incident = Incident.objects.get()
    what(client, incident, law="61")
    what(client, incident, law="64")
    right = Inquiry.objects.get(law="64")
    make.answer(right, director, able="no")
    landed = client.get(url("incident", incident.pk), follow=True)
    assert landed.request["PATH_INFO"] == url("decision", right.pk)
    assert "In the same incident Asking about a revoke questions to answer" in words(landed)


def test_an_incident_leads_to_where_it_stands(client, director, evening):
    call(client, evening, 1)
    incident = Incident.objects.get()
    address = url("incident", incident.pk)
    assert client.get(address).url == url("what", incident.pk)
    inquiry = incidents.open_inquiry(incident=incident, law="64", by=director)
    assert client.get(address, follow=True).request["PATH_INFO"] == url("question", inquiry.pk, "able")
    make.answer(inquiry, director, able="no")
    assert client.get(address, follow=True).request["PATH_INFO"] == url("decision", inquiry.pk)


def test_a_call_by_mistake_is_withdrawn_and_its_table_is_calm(client, evening):
    call(client, evening, 1)
    incident = Incident.objects.get()
    response = post(client, url("withdraw", incident.pk))
    assert response.request["PATH_INFO"] == url("room", evening.pk)
    assert "The call is withdrawn." in words(response)
    assert "To come back to Nothing." in words(response)
    assert Incident.objects.get().state == "withdrawn"
    assert client.get(url("incident", incident.pk)).url == url("room", evening.pk)


def test_nothing_more_is_opened_in_a_call_that_was_withdrawn(client, evening):
    call(client, evening, 1)
    incident = Incident.objects.get()
    post(client, url("withdraw", incident.pk))
    response = what(client, incident, law="64")
    assert response.status_code == 422
    assert "This incident was withdrawn. Open a new one to go on." in words(response)


# A tile of several laws, and the fields kept between its pages


def test_a_tile_of_several_laws_asks_which_case_it_is_and_notes_the_place(client, evening):
    call(client, evening, 1)
    board = evening.boards.first()
    incident = Incident.objects.get()
    page = what(client, incident, tile="carte-trop-tot", board=board.pk)
    assert "Card played out of turn, too early: which case is it?" in words(page)
    assert buttons(page, "case") == [f"carte-trop-tot:{place}" for place in range(5)]
    assert (buttons(page, "law"), buttons(page)) == ([], [])
    incident.refresh_from_db()
    assert (incident.board, incident.inquiries.count()) == (board, 0)
    what(client, incident, case="carte-trop-tot:2")
    assert [inquiry.law for inquiry in incident.inquiries.all()] == ["57"]


@pytest.mark.parametrize("tile", CASES)
def test_a_page_of_cases_shows_players_words_and_no_law_no_search_no_question(client, evening, tile):
    call(client, evening, 1)
    page = client.get(url("what", Incident.objects.get().pk), {"tile": tile})
    content = page.content.decode()
    shown = content[content.index('class="cases"') : content.index("</form>", content.index('class="cases"'))]
    assert all(str(case.title) in html.unescape(shown) for case in CASES[tile] if not case.of_teams)
    assert "Something else" in shown
    assert not re.search(r"class=\"law|name=\"(answer|law|q)\"", shown)
    assert 'name="q"' not in content


@pytest.mark.parametrize(("tile", "case"), [(tile, case) for tile, told in CASES.items() for case in told])
def test_each_case_carries_answers_that_its_law_asks_for_and_takes(tile, case):
    law = LAWS[case.law]
    for question, value in case.answers:
        assert value in questions_of(law)[question].values
    known = dict(case.answers)
    assert not isinstance(law.step(known), Ruled), f"{tile}: {case.title} is ruled before anything is asked"


@pytest.mark.usefixtures("contexts")
@pytest.mark.parametrize("tile", CASES)
def test_a_case_for_every_entry_or_something_else_has_it(client, evening, tile):
    call(client, evening, 1)
    page = client.get(url("what", Incident.objects.get().pk), {"tile": tile, "other": "yes"})
    meant = {law.id for law in under(LAWS, tile)}
    offered = [one["law"] for one in page.context["likely"]]
    assert set(OTHER[tile][1]) | meant - {case.law for case in CASES[tile]} == set(offered)
    assert {law for law in LAWS if law != "81B2"} <= set(buttons(page, "law"))
    assert "81B2" in buttons(page, "law")
    assert 'name="q"' in page.content.decode()


def test_a_case_touched_is_answered_already_and_touched_twice_is_one_inquiry(client, evening):
    call(client, evening, 1)
    incident = Incident.objects.get()
    asked = what(client, incident, case="hesitation-explication:0")
    inquiry = incident.inquiries.get()
    assert (inquiry.law, inquiry.answers_dict()) == ("16B", {"event": "tempo"})
    assert asked.request["PATH_INFO"] == url("question", inquiry.pk, "informant")
    what(client, incident, case="hesitation-explication:0")
    assert incident.inquiries.count() == 1
    what(client, incident, case="hesitation-explication:2")
    assert [one.answers_dict() for one in incident.inquiries.order_by("order")] == [{"event": "tempo"}, {}]


def test_a_case_that_is_none_leads_back_to_the_tiles(client, evening):
    call(client, evening, 1)
    for nothing in ("carte-vue:9", "carte-vue:", "spoutnik:0", ":"):
        page = what(client, Incident.objects.get(), case=nothing)
        assert "64" in buttons(page, "law"), nothing
    assert Inquiry.objects.count() == 0


def test_the_auction_can_be_noted_first_with_the_board_touched_on_the_way(client, evening):
    call(client, evening, 1)
    incident, board = Incident.objects.get(), evening.boards.first()
    page = client.get(url("what", incident.pk), {"tile": "enchere-insuffisante"})
    assert buttons(page, "auction") == ["yes"]
    landed = what(client, incident, auction="yes", board=board.pk)
    assert landed.request["PATH_INFO"] == url("auction", incident.pk)
    assert Incident.objects.get().board == board


def test_the_auction_is_not_noted_on_an_unknown_board(client, evening):
    call(client, evening, 1)
    refused = what(client, Incident.objects.get(), auction="yes")
    assert refused.status_code == 422
    assert "Touch the board first: the auction is noted on it." in words(refused)


def test_a_tile_that_does_not_exist_leads_back_to_the_tiles(client, evening):
    call(client, evening, 1)
    page = what(client, Incident.objects.get(), tile="spoutnik")
    assert "64" in buttons(page, "law")
    assert Inquiry.objects.count() == 0


def test_a_search_keeps_the_board_that_was_touched(client, evening):
    call(client, evening, 1)
    incident, board = Incident.objects.get(), evening.boards.first()
    page = client.get(url("what", incident.pk), {"q": "dummy", "board": board.pk}).content.decode()
    assert re.findall(r'name="board" value="([^"]+)" checked', page) == [str(board.pk)]
    assert Incident.objects.get().board is None


def test_every_law_can_be_found_without_a_word(client, evening):
    call(client, evening, 1)
    page = client.get(url("what", Incident.objects.get().pk), {"all": "yes"})
    assert sorted(found_by_search(page)) == sorted(LAWS)


# A call opened by mistake


def test_an_inquiry_that_was_opened_by_mistake_is_dropped_and_can_be_read(client, evening):
    call(client, evening, 1)
    incident = Incident.objects.get()
    what(client, incident, law="64")
    inquiry = Inquiry.objects.get()
    after = post(client, url("drop", inquiry.pk))
    assert after.request["PATH_INFO"] == url("what", incident.pk)
    assert "Dropped: it does not count, and stays in the history." in words(after)
    read = client.get(url("inquiry", inquiry.pk), follow=True)
    assert read.request["PATH_INFO"] == url("dropped", inquiry.pk)
    assert "Opened by mistake and dropped: nothing of it counts." in words(read)
    refused = post(client, url("question", inquiry.pk, "able"), {"version": 0, "answer": "yes"})
    assert "This question is not asked any more" in words(refused)
    assert inquiry.answers.count() == 0


def test_the_next_touch_after_a_dropped_inquiry_opens_another(client, evening):
    call(client, evening, 1)
    incident = Incident.objects.get()
    what(client, incident, law="64")
    post(client, url("drop", Inquiry.objects.get().pk))
    what(client, incident, law="64")
    assert [inquiry.stage for inquiry in incident.inquiries.order_by("order")] == ["dropped", "asking"]
