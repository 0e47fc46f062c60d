"""The page on which a director gives a penalty by choice, preview and confirmation; the penalty is shown under the
ranking and on the board, and can be withdrawn."""

import datetime
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from arbitrage.models import Board, Club, Contestant, Event, Penalty, Result
from arbitrage.services import clock, incidents
from arbitrage.services.results import penalties
from arbitrage.services.tournaments import publish_scores, set_method
from rulings.scores.methods import Method, Scoring
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import HTMX, mains, post, sign_in, url, words

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

TEN_AT_NIGHT = datetime.datetime(2026, 11, 20, 21, 0, tzinfo=datetime.UTC)  # in Paris


@pytest.fixture
def board(board: Board) -> Board:
    Result.objects.filter(table=1).update(score=690, tricks=12)
    return board


@pytest.fixture(autouse=True)
def _at_ten():
    with clock.at(TEN_AT_NIGHT):
        yield


def pair(number: int, direction: str = "NS") -> str:
    return str(Contestant.objects.get(direction=direction, number=str(number)).pk)


def look(client, tournament, **touched):
    said = {"who": pair(1), "amount": "10", "law": "90", "reason": "slow", "board": "", "look": "yes"} | touched
    return client.get(url("penalty", tournament.pk), said)


def hidden(response) -> dict[str, str]:
    """Return the fields that the page posts when its button is touched."""
    matches = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', response.content.decode())
    return {name: value for name, value in matches if name != "csrfmiddlewaretoken"}


def give(client, tournament, **touched):
    return post(client, url("penalty", tournament.pk), hidden(look(client, tournament, **touched)))


def chosen(response) -> dict[str, str]:
    return dict(re.findall(r'name="(\w+)" value="([^"]*)" checked', response.content.decode()))


# From the ranking to the penalty


def test_a_director_finds_the_penalty_on_the_ranking(client, tournament):
    response = client.get(url("ranking", tournament.pk))
    assert url("penalty", tournament.pk) in response.content.decode()
    assert "Penalties" not in words(response)


def test_nothing_is_touched_beforehand_and_the_usual_amount_of_the_club_is_said(client, tournament):
    response = client.get(url("penalty", tournament.pk))
    assert chosen(response) == {}
    assert "Usual in this club: 10%" in words(response)
    assert "selected" not in response.content.decode()
    assert [value for value in re.findall(r'name="amount" value="(\w+)"', response.content.decode())] == [
        "5",
        "10",
        "20",
        "25",
    ]


def test_at_imps_the_keys_are_imps_and_none_is_touched(client, tournament, director):
    set_method(tournament=tournament, method=Method(Scoring.BUTLER), by=director)
    response = client.get(url("penalty", tournament.pk))
    assert re.findall(r'name="amount" value="(\w+)"', response.content.decode()) == ["1", "2", "3", "6"]
    assert chosen(response) == {}


def test_both_directions_are_offered_with_the_names_of_the_players(client, tournament):
    page = client.get(url("penalty", tournament.pk)).content.decode()
    assert re.findall(r'<optgroup label="([^"]*)">', page) == ["North-South", "East-West"]
    assert f'<option value="{pair(3, "EW")}">EW 3 3.1, 3.2</option>' in page


def test_the_ranking_before_and_after_is_shown_and_nothing_is_written(client, tournament):
    response = look(client, tournament)
    assert "NS 1 1.1, 1.2: −10% of a top" in words(response)
    assert "100.00 90.00 1 st" in words(response)
    assert mains(response) == ["Give this penalty"]
    assert not Penalty.objects.exists()


def test_before_it_is_given_the_page_says_how_it_may_be_appealed(client, tournament):
    assert "Like every ruling a penalty may be appealed" in words(look(client, tournament))


def test_another_number_goes_before_the_key(client, tournament):
    assert "−7.5% of a top" in words(look(client, tournament, typed="7,5 %"))


def test_given_it_stands_next_to_its_contestant_and_in_the_list(client, tournament, board):
    response = give(client, tournament, board=str(board.pk))
    penalty = Penalty.objects.get()
    assert (penalty.key, str(penalty.amount), penalty.law, penalty.board) == (pair(1), "10.00", "90", board)
    assert "1.1, NS 1.2 Penalty −10% of a top 90.00 1" in words(response)
    assert "NS 1, −10% of a top, slow play, board 2 (20 November, 22:00, martin) Law 90 Notice" in words(response)
    assert "board 2 Withdraw" in words(response)
    assert "Penalty given: NS 1 1.1, 1.2, −10% of a top." in words(response)


def test_touched_twice_it_is_given_once(client, tournament):
    sent = hidden(look(client, tournament))
    for _twice in range(2):
        post(client, url("penalty", tournament.pk), sent)
    assert Penalty.objects.count() == 1


def test_change_it_leads_back_with_everything_that_was_touched(client, tournament, board):
    page = look(client, tournament, typed="15", law="91A", reason="conduct", board=str(board.pk)).content.decode()
    (again,) = set(re.findall(r'<a class="btn" href="([^"]*\?[^"]*)">Change it', page))
    response = client.get(again.replace("&amp;", "&"))
    assert chosen(response) == {"law": "91A", "reason": "conduct"}
    assert 'name="typed" inputmode="decimal" size="6" value="15"' in response.content.decode()
    assert re.findall(r'<option value="([^"]*)" selected', response.content.decode()) == [pair(1), str(board.pk)]


# Refusals


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"who": ""}, "Say who is penalised."),
        ({"who": "0190"}, "Say who is penalised."),
        ({"reason": ""}, "Touch the reason: it goes into the record."),
        ({"law": "12"}, "Say under which Law"),
        ({"amount": ""}, "Say how much is taken off: touch it, or type it."),
        ({"amount": "", "typed": "  "}, "Say how much is taken off: touch it, or type it."),
        ({"amount": "", "typed": "%"}, "Say how much is taken off: touch it, or type it."),
        ({"amount": "", "typed": "0"}, "A penalty is more than 0 and at most 100% of a board's top"),
        ({"typed": "beaucoup"}, "A penalty is more than 0 and at most 100% of a board's top"),
        ({"typed": "-5"}, "A penalty is more than 0 and at most 100% of a board's top"),
        ({"typed": "NaN"}, "A penalty is more than 0 and at most 100% of a board's top"),
        ({"typed": "1e400"}, "A penalty is more than 0 and at most 100% of a board's top"),
        ({"board": "nowhere"}, "This board is not of this tournament."),
    ],
)
def test_what_is_missing_is_said_and_what_was_touched_is_kept(client, tournament, wrong, sentence):
    response = look(client, tournament, **wrong)
    assert response.status_code == 422
    assert sentence in words(response)
    kept = {"amount": "10", "law": "90", "reason": "slow"} | wrong
    assert chosen(response) == {
        name: kept[name] for name in ("amount", "law", "reason") if kept[name] not in ("", "12")
    }
    assert not Penalty.objects.exists()


def test_a_page_from_before_another_method_is_asked_again(client, tournament, director):
    sent = hidden(look(client, tournament))
    set_method(tournament=tournament, method=Method(Scoring.BUTLER), by=director)
    response = client.post(url("penalty", tournament.pk), sent)
    assert response.status_code == 409
    assert "ranked in another unit since this page was shown" in words(response)
    assert not Penalty.objects.exists()


def test_after_the_correction_period_the_page_asks_for_the_tick(client, tournament, director):
    publish_scores(tournament=tournament, by=director)
    with clock.at(TEN_AT_NIGHT + datetime.timedelta(hours=1)):
        sent = hidden(look(client, tournament))
        response = client.post(url("penalty", tournament.pk), sent)
        assert response.status_code == 409
        assert "The correction period is over" in words(response)
        assert not Penalty.objects.exists()
        post(client, url("penalty", tournament.pk), hidden(response) | {"agreed": "yes"})
    assert Event.objects.get(kind="penalty_given").data["correction"] == "79C2"


# Withdrawal


def test_withdrawn_it_is_struck_out_and_the_total_is_back(client, tournament):
    give(client, tournament)
    penalty = Penalty.objects.get()
    response = client.get(url("withdraw_penalty", penalty.pk))
    assert "90.00 100.00 1 st" in words(response)
    assert mains(response) == ["Withdraw this penalty"]
    response = post(client, url("withdraw_penalty", penalty.pk))
    assert "<s>NS 1, −10% of a top, slow play</s>" in response.content.decode()
    assert "Withdrawn by martin" in words(response)
    assert "Penalty −10% of a top" not in words(response)
    response = client.get(url("withdraw_penalty", penalty.pk), follow=True)
    assert "This penalty was withdrawn already." in words(response)


def test_a_penalty_in_another_unit_says_that_it_counts_for_nothing(client, tournament, director):
    give(client, tournament)
    set_method(tournament=tournament, method=Method(Scoring.BUTLER), by=director)
    assert "It counts for nothing now" in words(client.get(url("ranking", tournament.pk)))
    shown = words(client.get(url("withdraw_penalty", Penalty.objects.get().pk)))
    assert "It counts for nothing now: the ranking stays as it is." in shown


@pytest.mark.parametrize("unit", ["the same", "another"])
def test_its_notice_and_the_report_of_the_session_say_what_the_ranking_says(client, tournament, director, unit):
    give(client, tournament)
    if unit == "another":
        set_method(tournament=tournament, method=Method(Scoring.BUTLER), by=director)
    sentence = "It counts for nothing now: the ranking is in another unit, or the team is gone."
    for page in (url("penalty_notice", Penalty.objects.get().pk), url("session_report", tournament.pk)):
        assert (sentence in words(client.get(page))) == (unit == "another"), page
    notice = words(client.get(url("penalty_notice", Penalty.objects.get().pk)))
    assert ("It is deducted from the total of the pair" in notice) == (unit == "the same")


# Pages that show a penalty


def test_the_board_tells_it_and_its_withdrawal(client, tournament, board, director):
    give(client, tournament, board=str(board.pk))
    assert "Penalty: NS 1, −10% of a top, slow play, board 2 Law 90" in words(client.get(url("board", board.pk)))
    penalties.withdraw_penalty(penalty=Penalty.objects.get(), by=director)
    page = client.get(url("board", board.pk))
    assert "<s><b>Penalty: NS 1" in page.content.decode()
    assert "Penalty withdrawn It was: NS 1, −10% of a top, slow play, board 2." in words(page)


def test_the_board_of_another_penalty_says_nothing_of_it(client, tournament):
    other = make.make_board(tournament, 3)
    give(client, tournament)
    assert "Penalty" not in words(client.get(url("board", other.pk)))


@pytest.mark.parametrize(("asked", "offered"), [("asked_defender", True), ("rights", False)])
def test_a_decision_that_says_a_penalty_is_possible_leads_to_it(client, board, director, asked, offered):
    incident = make.make_incident(board, director, table=2)
    inquiry = incidents.open_inquiry(incident=incident, law="43", by=director)
    answers = {"act": asked} | ({"was_a_revoke": "no"} if offered else {})
    inquiry = make.answer(inquiry, director, **answers)
    page = client.get(url("decision", inquiry.pk)).content.decode()
    address = f"{url('penalty', board.tournament_id)}?incident={incident.pk}"
    assert (address in page) is offered


def test_from_an_incident_its_table_comes_first_and_its_board_is_chosen(client, board, director):
    incident = make.make_incident(board, director, table=2)
    page = client.get(url("penalty", board.tournament_id), {"incident": incident.pk}).content.decode()
    first = re.search(r'<optgroup label="At this table">(.*?)</optgroup>', page, re.S)
    assert re.findall(r'value="([^"]*)"', first[1]) == [pair(2), pair(2, "EW")]
    assert re.findall(r'<option value="([^"]*)" selected', page) == [str(board.pk)]
    give(client, board.tournament, incident=str(incident.pk))
    assert Penalty.objects.get().incident == incident
    assert Event.objects.get(kind="penalty_given").data["of"] == str(incident.pk)


@pytest.mark.parametrize("key", ["nonsense", "01900000-0000-7000-8000-000000000000"])
def test_an_incident_that_is_not_of_this_tournament_is_left_out(client, tournament, key):
    response = client.get(url("penalty", tournament.pk), {"incident": key})
    assert response.status_code == 200
    assert "At this table" not in response.content.decode()


def test_three_penalties_take_as_many_queries_as_one(client, tournament):
    def queries() -> int:
        with CaptureQueriesContext(connection) as found:
            client.get(url("ranking", tournament.pk))
        return len(found)

    give(client, tournament)
    one = queries()
    give(client, tournament, who=pair(2))
    give(client, tournament, who=pair(3, "EW"))
    assert queries() == one


# Permissions


def test_a_reviewer_reads_the_penalties_and_gives_and_withdraws_none(client, tournament):
    give(client, tournament)
    penalty = Penalty.objects.get()
    reviewer = sign_in(make.make_member(Club.objects.get(), "reviewer", role="reviewer"))
    shown = reviewer.get(url("ranking", tournament.pk)).content.decode()
    assert "slow play" in shown
    assert url("penalty", tournament.pk) not in shown
    assert url("withdraw_penalty", penalty.pk) not in shown
    for name, key in (("penalty", tournament.pk), ("withdraw_penalty", penalty.pk)):
        assert reviewer.get(url(name, key)).status_code == 403
        assert reviewer.post(url(name, key), hidden(look(client, tournament))).status_code == 403
    assert Penalty.objects.given().count() == 1


def test_htmx_is_sent_to_the_whole_page_of_the_ranking(client, tournament):
    sent = hidden(look(client, tournament))
    response = client.post(url("penalty", tournament.pk), sent, headers=HTMX)
    assert response.headers["HX-Redirect"] == url("ranking", tournament.pk)


def test_the_page_says_what_an_older_french_regulation_gave_and_that_it_is_to_be_confirmed(client, tournament):
    page = words(client.get(url("penalty", tournament.pk)))
    assert "Older French regulation, to be confirmed by the comité" in page
    assert "The card led is not written down: 10%" in page
