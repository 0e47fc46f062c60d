"""The page *Sur la table* shows the bidding box, the cards on the table, and the hands of a board in play."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from arbitrage.models import Event, Incident, Inquiry, Result
from arbitrage.pages.wording.on_the_table import on_the_table, said_words
from arbitrage.services import incidents
from arbitrage.services.incidents import table
from rulings.auction import CALLS
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import buttons, deal, mains, post, sign_in, url, words

pytestmark = pytest.mark.either_database

MINOR = {"what": "lies", "about": "E:C4 minor"}


def call(client, incident: Incident, **tap: str):
    return post(client, url("auction", incident.pk), tap)


# The bidding box


def test_the_bidding_box_has_38_keys_and_refuses_none(client, incident):
    page = client.get(url("auction", incident.pk))
    assert sorted(buttons(page, "call")) == sorted(CALLS)
    call(client, incident, call="1S")
    assert sorted(buttons(call(client, incident, call="1H"), "call")) == sorted(CALLS)


def test_an_insufficient_bid_is_shown_and_leads_to_its_law_with_what_was_seen(client, incident):
    call(client, incident, call="1S")
    page = call(client, incident, call="1H")
    assert "insufficient" in words(page)
    assert buttons(page, "law") == ["27"]
    post(client, url("what", incident.pk), {"law": "27"})
    inquiry = Inquiry.objects.get(law="27")
    assert inquiry.state().question.id == "meant"  # who bid, which bid and whether it was his turn are known


def test_a_call_out_of_turn_is_that_of_the_seat_touched_before_it(client, incident):
    auction = table.table_of(incident).auction
    dealer = auction.turn if auction else None
    call(client, incident, call="Pass")
    turn = table.table_of(incident).auction.turn
    other = turn.partner
    page = call(client, incident, seat=str(other), call="1S")
    assert table.table_of(incident).auction.calls[-1].seat is other
    assert ("out of turn" in words(page), buttons(page, "law")) == (True, ["29"])
    assert dealer is None


def test_three_passes_that_kept_a_player_from_calling_lead_to_law_34(client, incident):
    call(client, incident, call="1NT")
    for one in ("Pass", "Pass"):
        call(client, incident, call=one)
    skipped = table.table_of(incident).auction.turn
    page = call(client, incident, seat=str(skipped.lho), call="Pass")
    assert buttons(page, "law") == ["29"]  # no player has called after it yet
    page = call(client, incident, seat=str(skipped.partner), call="Pass")
    assert ("Three passes, and a player never had his turn" in words(page), buttons(page, "law")) == (True, ["34"])


def test_the_pad_says_whom_it_takes_as_dealer_where_no_board_is_known(client, incident, director):
    placeless = incidents.open_incident(tournament=incident.tournament, by=director)
    presumed = "The board is not known: North is taken as the dealer."
    assert presumed in words(client.get(url("auction", placeless.pk)))
    assert "is taken as the dealer" not in words(client.get(url("auction", incident.pk)))
    page = words(client.get(url("auction", placeless.pk, language="fr"))).replace("\xa0", " ")
    assert "L’étui n’est pas connu : Nord est pris comme donneur." in page


def test_the_last_tap_is_undone(client, incident):
    call(client, incident, call="1S")
    call(client, incident, call="2S")
    call(client, incident, undo="yes")
    assert [one.call for one in table.table_of(incident).auction.calls] == ["1S"]


def test_what_is_no_call_is_refused_with_a_sentence(client, incident):
    page = call(client, incident, call="8NT")
    assert "This cannot be said of the table." in words(page)
    assert Event.objects.filter(kind="table_said").count() == 1  # only the auction that has begun


def test_a_reader_has_no_bidding_box(client, incident):
    reader = make.make_member(incident.club, "reader", role="reviewer")
    assert sign_in(reader).get(url("auction", incident.pk)).status_code == 403


def test_a_restriction_of_the_lead_is_said_with_its_duration(client, incident, director):
    lead = {"wrong_leader": "E", "presumed_declarer": "S", "since_lead": "nothing", "card": "DK"}
    for option, duration in (("require", "cette attaque seulement"), ("forbid", "tant qu’il garde la main")):
        inquiry = incidents.open_inquiry(incident=incidents.fresh(incident), law="54", by=director)
        make.answer(inquiry, director, **lead, option=option)
        lines = [line["words"] for line in on_the_table(incidents.fresh(incident))]
        assert lines[-1].endswith(f"carreau, {duration}")


PASSED = {"meant": "yes", "accepts": "refuse", "choice": "other", "replacement": "Pass"}


def test_what_a_pass_in_place_of_an_insufficient_bid_leaves_is_said_in_the_room(client, incident, director):
    for one in ("1S", "1H"):
        call(client, incident, call=one)
    inquiry = incidents.open_inquiry(incident=incidents.fresh(incident), law="27", by=director)
    make.answer(inquiry, director, **PASSED)
    shown_words = words(client.get(url("room", incident.tournament_id)))
    assert "must pass for the rest of the auction" in shown_words
    assert "declarer may forbid a suit at the first lead" in shown_words
    call(client, incident, call="2S")
    page = call(client, incident, call="1H")  # too low, by the player who must pass
    assert buttons(page, "law") == ["37"]


# The cards on the table


def test_a_card_that_lies_there_is_on_the_page_of_its_board_and_may_be_taken_off(client, incident, board):
    post(client, url("say", incident.pk), MINOR)
    page = client.get(url("board", board.pk))
    assert "On the table" in words(page)
    assert "It is no penalty card" in words(page)
    back = url("board", board.pk)
    gone = post(client, url("say", incident.pk), {"what": "played", "about": "E:C4", "next": back})
    assert gone.request["PATH_INFO"] == back
    assert "It is no penalty card" not in words(gone)
    assert "Card of East, ♣4 : minor penalty card" in words(gone)  # the history of the board keeps it
    assert "Card of East, ♣4 : it has been played" in words(gone)


def test_a_card_on_the_page_of_its_board_is_said_in_words_not_in_marks(client, incident, board):
    post(client, url("say", incident.pk), MINOR)
    page = client.get(url("board", board.pk))
    assert "Card of East ♣4, minor penalty card board 2, " in words(page)
    assert "&lt;span" not in page.content.decode()


def test_the_declarer_on_the_table_comes_from_the_result_until_a_director_says_otherwise(client, incident, board):
    post(client, url("say", incident.pk), MINOR)
    address = url("board", board.pk)
    assert "Declarer South from the result" in words(client.get(address))
    post(client, url("say", incident.pk), {"what": "declarer", "about": "N", "next": address})
    assert "Declarer North board 2, " in words(client.get(address))
    assert "said by the director" in words(client.get(address))


@pytest.mark.parametrize(
    "what, about, english, french",
    [
        ("released", "E:must_pass", "East: he need not pass any more", "Est\xa0: il n’est plus tenu de passer"),
        ("lost_lead", "W", "West: he has lost the lead", "Ouest\xa0: il a perdu la main"),
        ("declarer", "N", "Declarer: North", "Le déclarant\xa0: Nord"),
        ("played", "E:C4", "Card of East, ♣4: it has been played", "Carte d’Est, ♣4\xa0: elle a été jouée"),
        ("auction", "N:1S Pass", "Auction: 1♠, Pass", "Annonces\xa0: 1♠, Passe"),
    ],
)
def test_the_record_says_what_was_said_of_the_table_in_the_readers_language(what, about, english, french):
    with translation.override("en"):
        assert said_words(what, about) == english
    with translation.override("fr"):
        assert said_words(what, about) == french


def test_what_the_table_has_told_is_in_the_trail_with_where_it_comes_from(client, incident, director):
    post(client, url("say", incident.pk), MINOR)
    inquiry = incidents.open_inquiry(incident=Incident.objects.get(pk=incident.pk), law="49", by=director)
    inquiry = make.answer(
        inquiry, director, what="play", owner="E", declarer="S", how="dropped", card="D5", could_see="yes"
    )
    told = [step.question.id for step in inquiry.state().trail if step.by]
    page = client.get(url("inquiry", inquiry.pk), follow=True)
    assert "already" in told
    assert "known: ♣4 of East (board 2" in words(page).replace("\u00a0", " ")
    assert "said by the director" in words(page)
    wrong = client.get(url("question", inquiry.pk, "already"))
    assert "The table has answered. Is the table wrong?" in words(wrong)
    assert "Or answer here: it counts for this inquiry only." in words(wrong)


def dropped(incident: Incident, director, owner: str, card: str) -> Inquiry:
    """Rule that a small card dropped by a defender is a penalty card."""
    inquiry = incidents.open_inquiry(incident=Incident.objects.get(pk=incident.pk), law="49", by=director)
    answers = {"what": "play", "owner": owner, "declarer": "S", "how": "dropped", "card": card, "could_see": "yes"}
    return make.answer(inquiry, director, **answers)


def test_one_entry_a_table_in_the_tray_with_its_cards_as_they_are_now(client, incident, director, tournament):
    first = dropped(incident, director, "E", "C4")
    address = url("room", tournament.pk)
    assert "♣4 of East, minor penalty card" in words(client.get(address))
    dropped(incident, director, "E", "D5")
    room = words(client.get(address))
    during = room[room.index("Table 1 Before each lead of West", room.index("for 0 min")) : room.index("On the table")]
    assert during.count("Table 1 Before each lead of West, South chooses.") == 1
    assert during.count("for 0 min") == 1
    assert "♣4 of East, major penalty card" in during
    assert "♦5 of East, major penalty card" in during
    assert "minor penalty card" not in room
    assert during.count("West is about to lead : Table 1") == room.count("West is about to lead : Table 1") == 1
    assert during.count("East is about to lead : Table 1") == room.count("East is about to lead : Table 1") == 1
    assert "Who is about to lead?" not in room
    decision = words(client.get(url("decision", first.pk)))
    assert "Minor penalty card, in front of East" not in decision
    assert "Major penalty card, in front of East" in decision


def test_a_card_is_said_to_be_played_in_the_tray_and_the_way_back_is_the_room(client, incident, director, tournament):
    dropped(incident, director, "E", "C4")
    address = url("room", tournament.pk)
    page = client.get(address).content.decode()
    assert 'name="what" value="played"' in page
    back = post(client, url("say", incident.pk), {"what": "played", "about": "E:C4", "next": address})
    assert back.request["PATH_INFO"] == address
    assert "Who is about to lead?" not in words(back)
    assert not incident.inquiries.get().duties.filter(state="open").exclude(about="").exists()


def test_what_lies_on_a_table_is_corrected_in_the_tray_with_where_it_comes_from(client, incident, director, tournament):
    dropped(incident, director, "E", "C4")
    room = words(client.get(url("room", tournament.pk)))
    assert "On the table Card of East ♣4, minor penalty card board 2, " in room
    assert "Law 49 That is not so" in room
    assert "It is no penalty card" in room


def test_the_room_takes_the_same_queries_for_one_table_with_a_card_and_for_three(client, board, director):
    counts = []
    for table_number in (1, 2, 3):
        dropped(make.make_incident(board, director, table_number), director, "E", "C4")
        with CaptureQueriesContext(connection) as queries:
            client.get(url("room", board.tournament_id))
        counts.append(len(queries))
    assert counts == [counts[0]] * 3


def test_the_decision_on_several_cards_asks_once_who_is_on_lead(client, incident, director):
    inquiry = incidents.open_inquiry(incident=incident, law="49", by=director)
    several = {"owner": "E", "declarer": "S", "how": "several", "card": "C4", "second_card": "D5"}
    inquiry = make.answer(inquiry, director, **several, a_third_card="no")
    decision = words(client.get(url("decision", inquiry.pk)))
    assert decision.count("West is about to lead: South chooses") == 1
    assert decision.count("East is about to lead") == 1
    assert decision.count("has left the table") == 2

    # Declarer names one of East's penalty cards: the pad shows only these
    asked = incidents.open_inquiry(incident=Incident.objects.get(pk=incident.pk), law="50-table", by=director)
    asked = make.answer(asked, director, now="lead", on_lead="E")
    page = client.get(url("inquiry", asked.pk), follow=True)
    assert buttons(page) == ["D5", "C4", "?"]


def test_an_origin_is_said_once_in_the_trail(client, incident, director):
    dropped(incident, director, "E", "C4")
    dropped(incident, director, "E", "D5")
    inquiry = incidents.open_inquiry(incident=Incident.objects.get(pk=incident.pk), law="50-table", by=director)
    inquiry = make.answer(inquiry, director, now="lead", on_lead="W")
    page = client.get(url("inquiry", inquiry.pk), follow=True)
    assert page.content.decode().count("Law 49)") == 2  # one for each card, not for each question


def test_an_entry_point_is_never_shown_as_a_law(client, incident, director):
    dropped(incident, director, "E", "C4")
    inquiry = incidents.open_inquiry(incident=Incident.objects.get(pk=incident.pk), law="50-table", by=director)
    make.answer(inquiry, director, now="lead", on_lead="E")
    assert "50-table" not in words(client.get(url("decision", incident.inquiries.first().pk)))


def test_the_way_back_never_leaves_the_site(client, incident):
    answer = client.post(url("say", incident.pk), MINOR | {"next": "https://elsewhere.example/"})
    assert answer.url == incident.get_absolute_url()


# The hands of a board in play


@pytest.fixture
def in_play(board, tournament):
    """A board with a known deal, which a table still has to play in the next round."""
    deal(board)
    tournament.current_round = 1
    tournament.save()
    Result.objects.filter(board=board, table=1).update(round=1)
    line = Result.objects.filter(board=board).exclude(table=1).first()
    Result.objects.filter(pk=line.pk).update(kind="not_played", round=2, contract="", tricks=None)
    board.refresh_from_db()
    return board


def test_the_hands_of_a_board_in_play_are_hidden_until_a_director_asks_and_it_is_noted(client, in_play):
    page = client.get(url("board", in_play.pk))
    assert "its hands are not shown" in words(page)
    assert '<table class="deal"' not in page.content.decode()
    shown = client.post(url("board", in_play.pk))
    assert "its hands are not shown" not in words(shown)
    assert Event.objects.filter(kind="deal_looked_at", board=in_play).count() == 1
    assert "its hands are not shown" in words(client.get(url("board", in_play.pk)))
    assert "Hands looked at while the board was played" in words(client.get(url("board", in_play.pk)))


def test_a_reader_cannot_ask_for_the_hands(client, in_play):
    reader = make.make_member(in_play.tournament.club, "reader", role="reviewer")
    assert sign_in(reader).post(url("board", in_play.pk)).status_code == 403
    assert Event.objects.filter(kind="deal_looked_at").count() == 0


def test_the_hands_of_a_board_that_is_over_are_shown(client, board, tournament):
    deal(board)
    page = client.get(url("board", board.pk))
    assert "its hands are not shown" not in words(page)


# Publication


def test_publishing_says_what_is_open_and_goes_on_when_told_to(client, incident, tournament):
    address = url("ranking", tournament.pk)
    warned = client.post(address, {"minutes": "30"})
    assert (warned.status_code, "1 call is open." in words(warned)) == (409, True)
    assert mains(warned)[0] == "Publish all the same"
    tournament.refresh_from_db()
    assert tournament.published_at is None
    client.post(address, {"minutes": "30", "agreed": "yes"})
    tournament.refresh_from_db()
    assert tournament.published_at is not None


# Forbidden acts are not offered


def test_a_reader_is_offered_no_call_and_no_round(client, incident, tournament):
    tournament.current_round, tournament.rounds = 1, 3
    tournament.save()
    reader = sign_in(make.make_member(tournament.club, "reader", role="reviewer"))
    page = reader.get(url("room", tournament.pk))
    assert url("call", tournament.pk) not in page.content.decode()
    assert url("round", tournament.pk) not in page.content.decode()
    assert url("call", tournament.pk) in client.get(url("room", tournament.pk)).content.decode()


def test_the_auction_that_came_with_the_result_of_a_file_is_on_the_table(client, incident):
    result = incident.result
    result.auction = "Pass 1NT Pass 3NT Pass Pass Pass"
    result.save(update_fields=["auction"])
    found = table.table_of(Incident.objects.get(pk=incident.pk)).auction
    assert str(found) == f"{incident.board.dealer}:{result.auction}"
    assert (str(found.contract), found.contract.declarer) == (result.contract, result.declarer)
    page = client.get(url("auction", incident.pk))
    assert "3NT" in words(page)


def test_a_suit_without_a_penalty_card_or_named_already_is_refused_with_a_sentence(client, incident, director):
    for card in ("C4", "D5", "H2"):
        incidents.say(incident=incident, what="lies", about=f"E:{card}", by=director)
    opened = incidents.open_inquiry(incident=incident, law="50-table", by=director)
    make.answer(opened, director, now="lead", on_lead="W", several_suits="forbid")
    address = url("question", opened.pk, "suit")
    assert buttons(client.get(address)) == ["H", "D", "C"]
    version = Inquiry.objects.get(pk=opened.pk).version
    refused = client.post(address, {"answer": "S", "version": version})
    assert refused.status_code == 422
    assert "No penalty card of that suit lies on the table, or it has been named already." in words(refused)
    make.answer(Inquiry.objects.with_answers().get(pk=opened.pk), director, suit="D", a_second="yes")
    assert buttons(client.get(url("question", opened.pk, "second_suit"))) == ["H", "C"]


def test_the_last_suit_left_is_not_asked(incident, director):
    for card in ("C4", "D5"):
        incidents.say(incident=incident, what="lies", about=f"E:{card}", by=director)
    opened = incidents.open_inquiry(incident=incident, law="50-table", by=director)
    make.answer(opened, director, now="lead", on_lead="W", several_suits="forbid", suit="D", a_second="yes")
    state = Inquiry.objects.with_answers().get(pk=opened.pk).state()
    assert {step.question.id: step.value for step in state.trail if step.derived}.items() >= {
        "second_suit": "C",
        "a_third": "no",
    }.items()
    assert state.ruling.law == "51B2(b)"
