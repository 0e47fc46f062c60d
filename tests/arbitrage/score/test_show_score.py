"""The page of the score: the proposal, its effect on the board, its confirmation, and the questions about missing
values."""

import html
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from arbitrage.models import Adjustment, Answer, Board, Club, Contestant, Event, Incident, Inquiry, Result, Tournament
from arbitrage.services import incidents
from arbitrage.services.results import scores
from arbitrage.services.results.field import forget_fields
from rulings.bridge import dealer, vulnerability
from rulings.engine.inquiry import Ruled, explore
from rulings.laws2017 import LAWS
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import HTMX, mains, post, sign_in, url, words

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.either_database,
    pytest.mark.usefixtures("of_a_scoring_program"),
]


@pytest.fixture(scope="module")
def scene(set_once) -> None:
    set_once(make.a_founding_case)


def score(client, incident: Incident, **options):
    return client.get(url("score", incident.pk), **options)


def rows(response, table: int = 0) -> list[list[str]]:
    """Return the cells of the rows of a table of the page, without text for screen readers only."""
    body = re.findall(r"<tbody>(.*?)</tbody>", response.content.decode(), re.S)[table]
    body = re.sub(r'<span class="sr">.*?</span>', "", body)
    return [
        [html.unescape(re.sub(r"<[^>]+>", "", cell)).strip() for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)]
        for row in re.findall(r"<tr.*?</tr>", body, re.S)
    ]


def seen(response) -> str:
    """Return the visible text of the page, in one line."""
    page = re.sub(r'<span class="sr">.*?</span>|<svg.*?</svg>', "", response.content.decode(), flags=re.S)
    page = re.sub(r"</?(?:span|i|sup|strong|a)\b[^>]*>", "", page)
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", page))).strip()


def marked(response) -> list[str]:
    """List the tables of the lines that are marked as affected."""
    return re.findall(r'<tr class="this"><th scope="row">(\w+)</th>', response.content.decode())


def digest(response) -> str:
    return re.search(r'name="seen" value="(\w+)"', response.content.decode())[1]


# The proposal


def test_the_seed_case_is_690_for_a_top_and_the_others_lose_a_seventh(client, ruled):
    page = score(client, ruled)
    page_text = seen(page)
    assert "One trick is transferred to North-South" in page_text
    assert "At the table 3NT+2 11 tricks, 660" in page_text
    assert "Revoke of West +1 trick Law 64A2" in page_text
    assert "To be scored 3NT+3 12 tricks, 690" in page_text
    assert rows(page)[0] == ["1", "1", "1", "3NT+3", "S", "", "690", "7", "50.0", "↑ 14", "100.0", "0.0"]
    assert rows(page)[1:] == [
        [str(n), str(n), str(n), "3NT+2", "S", "", "660", "7", "50.0", "↓ 6", "42.9", "57.1"] for n in range(2, 9)
    ]
    assert marked(page) == ["1"]
    assert "The 8 tables of board 2, points before and after (top 14)" in page_text


def test_the_ranking_shows_the_pairs_concerned_first_and_all_of_them_behind(client, ruled):
    page = score(client, ruled)
    assert rows(page, 1)[0] == ["NS 1 1.1, 1.2", "50.00", "100.00", "1st"]
    assert ["EW 1 1.1, 1.2", "50.00", "0.00", "1st → 8th"] in rows(page, 1)
    assert "<summary>All 16 pairs</summary>" in page.content.decode()
    assert [len(rows(page, table)) for table in (2, 3)] == [8, 8]


def test_the_slip_says_what_to_type_in_the_order_of_the_scoring_program(client, ruled):
    page_text = seen(score(client, ruled))
    assert "To type into the scoring program Board, table 2, table 1 (NS 1, EW 1)" in page_text
    assert "Contract 3NT by South Result +3, that is 12 tricks Score 690 to North-South" in page_text


def test_the_line_of_the_non_offenders_is_quoted_and_equity_leads_back_to_its_question(client, ruled):
    page = score(client, ruled)
    page_text = seen(page)
    assert "Without the revoke, North-South: “The same line of play.”" in page_text
    assert "Equity (64C): not damaged, nothing more is due." in page_text
    assert url("question", Inquiry.objects.get().pk, "equity") in page.content.decode()


def test_the_button_says_its_effect_and_confirms_what_was_shown(client, ruled, director):
    page = score(client, ruled)
    assert mains(page) == ["Confirm 3NT+3, 690"]
    done = post(client, url("score", ruled.pk), {"seen": digest(page)})
    adjustment = Adjustment.objects.get()
    assert (
        adjustment.given.single.contract,
        adjustment.given.single.tricks,
        adjustment.given.score,
        adjustment.law,
        adjustment.by,
    ) == (
        "3NT",
        12,
        690,
        "64A2",
        director,
    )
    assert re.search(r"Confirmed on .* at \d+:\d\d by martin", words(done))
    assert mains(done) == ["It is typed in"]


def test_confirming_twice_stores_one_score(client, ruled):
    seen = {"seen": digest(score(client, ruled))}
    post(client, url("score", ruled.pk), seen)
    post(client, url("score", ruled.pk), seen)
    assert Adjustment.objects.count() == 1


def test_htmx_is_sent_to_the_whole_page_after_the_confirmation(client, ruled):
    seen = {"seen": digest(score(client, ruled))}
    response = client.post(url("score", ruled.pk), seen, headers=HTMX)
    assert response.headers["HX-Redirect"] == url("score", ruled.pk)


def test_the_score_is_ticked_once_it_is_typed_in(client, ruled, director):
    post(client, url("score", ruled.pk), {"seen": digest(score(client, ruled))})
    done = post(client, url("score", ruled.pk), {"entered": "yes"})
    assert Adjustment.objects.get().entered_by == director
    assert re.search(r"Typed in on .* at \d+:\d\d by martin", words(done))
    assert mains(done) == ["Back to the room"]


def test_nothing_is_typed_in_before_it_is_confirmed(client, ruled):
    response = client.post(url("score", ruled.pk), {"entered": "yes"})
    assert response.status_code == 409
    assert "There is no confirmed score to type in. Confirm it first." in words(response)


def test_a_board_that_has_changed_meanwhile_is_shown_again_and_nothing_is_stored(client, board, ruled):
    seen = digest(score(client, ruled))
    other = Result.objects.get(board=board, table=8)
    other.tricks, other.score = 12, 690
    other.save()
    forget_fields()
    response = client.post(url("score", ruled.pk), {"seen": seen})
    assert response.status_code == 409
    assert "The board has changed since this page was shown. Look at the new figures, then confirm again." in words(
        response
    )
    assert Adjustment.objects.count() == 0
    assert rows(response)[7][9:] == ["↓ 13", "92.9", "7.1"]
    assert digest(response) != seen
    post(client, url("score", ruled.pk), {"seen": digest(response)})
    assert Adjustment.objects.get().given.score == 690


def test_a_score_of_east_west_says_to_whom_it_goes(client, director):
    tournament = make.make_tournament(Club.objects.get(), boards=(2,), tables=3)
    board = tournament.boards.get()
    for table in (1, 2, 3):
        make.make_result(board, table, "4S", "E", 10)
    incident = make.make_incident(board, director)
    inquiry = incidents.open_inquiry(incident=incident, law="64", by=director)
    make.answer(inquiry, director, able="yes", offender="N", trick="3", noticed="cards_out", since="agreed")
    make.answer(Inquiry.objects.get(), director, exclusion="none", winner="E", tricks_after="1", line="", equity="no")
    page = score(client, incident)
    page_text = seen(page)
    assert "One trick is transferred to East-West" in page_text
    assert "10 tricks, 420 to EW" in page_text
    assert mains(page) == ["Confirm 4♠S+1, 450 to East-West"]
    assert rows(page)[0][3:7] == ["4♠S+1", "E", "", "−450"]
    assert rows(page)[0][9] == "↓ 0"


def test_equity_shows_the_probable_result(client, board, director):
    incident = make.make_incident(board, director)
    inquiry = incidents.open_inquiry(incident=incident, law="64", by=director)
    make.answer(inquiry, director, able="yes", offender="W", trick="3", noticed="cards_out", since="agreed")
    make.answer(
        Inquiry.objects.get(),
        director,
        exclusion="none",
        winner="S",
        tricks_after="2",
        line="Three more clubs.",
        equity="yes",
        tricks_without="13",
    )
    page = score(client, incident)
    page_text = seen(page)
    assert "The score is adjusted to the probable result" in page_text
    assert "Probable result +2 tricks Law 64C1" in page_text
    assert "Probable result without the revoke: 13 tricks." in page_text
    assert mains(page) == ["Confirm 3NT+4, 720"]
    assert re.findall(r'class="btn on" aria-current="true"><span>(\w+)</span>(\w+)', page.content.decode()) == [
        ("Equity", "64C")
    ]


def test_a_revoke_that_moves_nothing_leaves_nothing_to_confirm(client, board, director):
    incident = make.make_incident(board, director)
    inquiry = incidents.open_inquiry(incident=incident, law="64", by=director)
    make.answer(inquiry, director, able="yes", offender="W", trick="3", noticed="cards_out", since="agreed")
    make.answer(Inquiry.objects.get(), director, exclusion="none", winner="S", tricks_after="0", line="", equity="no")
    page = score(client, incident)
    page_text = seen(page)
    assert "The result at the table stands" in page_text
    assert "Revoke of West no trick Law 64B1" in page_text
    assert "Nothing to type in: the score recorded is the right one." in page_text
    assert mains(page) == []
    assert "To type into the scoring program" not in page_text


def test_a_club_without_a_scoring_program_never_reads_of_one(client, ruled):
    Tournament.objects.update(source_name="")
    pages = [score(client, ruled)]
    pages.append(post(client, url("score", ruled.pk), {"seen": digest(pages[0])}))
    assert mains(pages[0]) == ["Confirm 3NT+3, 690"]
    assert mains(pages[1]) == ["Back to the room"]
    for page in pages:
        assert "program" not in words(page)
        assert "typed in" not in words(page)


def test_a_newer_ruling_asks_for_a_new_confirmation(client, ruled, director):
    post(client, url("score", ruled.pk), {"seen": digest(score(client, ruled))})
    inquiry = Inquiry.objects.get()
    make.answer(inquiry, director, tricks_after="0")
    page = score(client, ruled)
    assert "3NT+3, 690 to North-South was confirmed on " in seen(page)
    assert "what is shown here is another score." in words(page)
    assert mains(page) == ["Confirm 3NT+2, 660"]


def test_the_page_asks_the_database_as_often_for_three_tables_as_for_eight(client, director):
    counts = []
    for tables in (3, 8):
        club = Club.objects.get()
        tournament = make.make_tournament(club, boards=(2,), tables=tables)
        board = tournament.boards.get()
        for table in range(1, tables + 1):
            make.make_result(board, table)
        incident = make.make_incident(board, director)
        make.rule_the_seed_case(incident, director)
        with CaptureQueriesContext(connection) as queries:
            score(client, incident)
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_a_tournament_in_imps_shows_imps_before_and_after(client, ruled, board):
    Tournament.objects.update(scoring="BUTLER")
    page = score(client, ruled)
    assert rows(page)[0] == ["1", "1", "1", "3NT+3", "S", "", "690", "0", "↑ 1", "−1"]
    assert rows(page)[1] == ["2", "2", "2", "3NT+2", "S", "", "660", "0", "0", "0"]
    assert "points before and after" in words(page) and "top" not in words(page)


# Permissions


def test_a_reviewer_sees_the_score_and_confirms_nothing(client, ruled):
    reviewer = sign_in(make.make_member(Club.objects.get(), "lecteur", role="reviewer"))
    page = score(reviewer, ruled)
    assert "To be scored 3NT+3" in seen(page)
    assert "A director of the club confirms the score." in words(page)
    assert '<form method="post"' not in page.content.decode()
    assert reviewer.post(url("score", ruled.pk), {"seen": digest(score(client, ruled))}).status_code == 403
    assert Adjustment.objects.count() == 0


def test_the_score_of_another_club_does_not_exist(client, ruled):
    stranger = sign_in(make.make_member(make.make_club("Autre club", "autre"), "durand"))
    seen = digest(score(client, ruled))
    assert score(stranger, ruled).status_code == 404
    assert stranger.post(url("score", ruled.pk), {"seen": seen}).status_code == 404
    assert Adjustment.objects.count() == 0


# Missing values


def test_a_decision_that_is_not_taken_yet_sends_back_to_the_inquiry(client, board, director):
    incident = make.make_incident(board, director)
    inquiry = incidents.open_inquiry(incident=incident, law="64", by=director)
    page = score(client, incident)
    assert "The score comes after the decision" in words(page)
    assert mains(page) == ["On to the inquiry"]
    assert url("inquiry", inquiry.pk) in page.content.decode()


@pytest.fixture
def placeless(board, director) -> Incident:
    """A ruled revoke that has no table and board."""
    incident = incidents.open_incident(tournament=board.tournament, by=director)
    inquiry = incidents.open_inquiry(incident=incident, law="64", by=director)
    make.answer(inquiry, director, able="yes", offender="W", declarer="S", trick="3", noticed="cards_out")
    make.answer(Inquiry.objects.get(), director, since="agreed", **make.AT_THE_END)
    return incident


def test_an_incident_without_a_place_asks_for_it_and_keeps_the_answers(client, placeless, board):
    page = score(client, placeless)
    assert "Which table, which board?" in words(page)
    assert "What was asked and answered is kept." in words(page)
    answers = dict(Answer.objects.values_list("question", "value"))
    section = board.tournament.sections.get()
    done = post(client, url("score", placeless.pk), {"table": f"{section.pk}:3", "board": board.pk})
    assert "To be scored 3NT+3" in seen(done)
    assert dict(Answer.objects.values_list("question", "value")) == answers
    assert Incident.objects.get().result == Result.objects.get(table=3)


def test_saying_no_place_says_what_to_touch(client, placeless):
    response = client.post(url("score", placeless.pk), {})
    assert response.status_code == 422
    assert "Touch the table and the board first." in words(response)


@pytest.fixture
def unscored(board, director) -> Incident:
    """A ruled revoke at table 3 on board 5, without a result."""
    five = Board.objects.create(tournament=board.tournament, number=5, dealer=dealer(5), vulnerability=vulnerability(5))
    incident = make.make_incident(five, director, table=3)
    inquiry = incidents.open_inquiry(incident=incident, law="64", by=director)
    make.answer(inquiry, director, able="yes", offender="W", declarer="S", trick="3", noticed="cards_out")
    make.answer(Inquiry.objects.get(), director, since="agreed", **make.AT_THE_END)
    return incident


KEYS = {"level": "3", "denomination": "NT", "doubled": "0", "declarer": "S", "margin": "2"}


def test_a_table_without_a_result_is_asked_for_it_on_the_keypad(client, unscored):
    page = score(client, unscored)
    assert "The table has no result on this board yet: touch it here." in words(page)
    keys = re.findall(r'type="radio" name="(\w+)" value="([^"]*)"', page.content.decode())
    assert [value for name, value in keys if name == "level"] == list("1234567")
    assert [value for name, value in keys if name == "denomination"] == ["NT", "S", "H", "D", "C"]
    assert sorted(int(value) for name, value in keys if name == "margin") == list(range(-13, 7))
    names = [name for name, _value in keys]
    assert list(dict.fromkeys(names)) == [
        "level",
        "denomination",
        "doubled",
        "declarer",
        "lead_suit",
        "lead_rank",
        "margin",
    ]


def test_what_the_auction_or_an_answer_has_said_is_not_asked_again_for_the_result(client, unscored, director):
    checked = re.compile(r'type="radio" name="(\w+)" value="([^"]*)" checked')
    assert dict(checked.findall(score(client, unscored).content.decode())) == {"doubled": "0", "declarer": "S"}
    incidents.say(incident=unscored, what="auction", about="S:1NT X XX Pass Pass Pass", by=director)
    page = score(client, unscored).content.decode()
    assert dict(checked.findall(page)) == {"level": "1", "denomination": "NT", "doubled": "2", "declarer": "S"}
    assert not Result.objects.filter(board__number=5).exists()


def test_the_result_that_is_touched_becomes_the_line_of_the_table_and_the_score_follows(client, unscored, director):
    done = post(client, url("score", unscored.pk), KEYS | {"lead_suit": "H", "lead_rank": "J"})
    result = Result.objects.get(board__number=5)
    assert (result.contract, result.declarer, result.tricks, result.score, result.lead) == ("3NT", "S", 11, 660, "HJ")
    assert (result.table, result.ns) == (3, Contestant.objects.get(direction="NS", number="3"))
    assert Incident.objects.get().result == result
    assert Inquiry.objects.get().facts["tricks"] == "11"
    assert "To be scored 3NT+3" in seen(done)
    event = Event.objects.get(kind="result_entered")
    assert (event.by, event.data["contract"], event.data["tricks"]) == (director, "3NT", 11)


def test_a_line_that_the_file_left_unscored_is_completed(client, unscored, board):
    five = Board.objects.get(number=5)
    line = make.make_result(five, 3)
    Result.objects.filter(pk=line.pk).update(kind="not_played", contract="", declarer="", tricks=None, score=None)
    incidents.place_incident(incident=unscored, by=unscored.opened_by, board=five)
    assert "The table has no result on this board yet" in words(score(client, unscored))
    post(client, url("score", unscored.pk), KEYS)
    result = Result.objects.get(board=five)
    assert (result.pk, result.kind, result.contract, result.tricks, result.score) == (line.pk, "played", "3NT", 11, 660)


def test_a_board_that_was_passed_out_has_no_score_to_adjust(client, unscored):
    post(client, url("score", unscored.pk), {"passed": "yes"})
    result = Result.objects.get(board__number=5)
    assert (result.kind, result.contract, result.score) == ("passed", "", 0)


@pytest.mark.parametrize(
    ("touched", "sentence"),
    [
        ({"level": ""}, "Touch the level of the contract."),
        ({"denomination": ""}, "Touch the denomination of the contract."),
        ({"declarer": ""}, "Touch declarer’s seat."),
        ({"margin": ""}, "Touch the result: made, overtricks or undertricks."),
        ({"margin": "5"}, "There are 13 tricks in a deal: this contract cannot end like that."),
    ],
)
def test_a_result_that_is_not_one_says_what_to_touch_and_keeps_the_rest(client, unscored, touched, sentence):
    response = client.post(url("score", unscored.pk), KEYS | touched)
    assert response.status_code == 422
    assert sentence in words(response)
    checked = dict(re.findall(r'name="(\w+)" value="([^"]*)" checked', response.content.decode()))
    kept = {name: value for name, value in (KEYS | touched).items() if value}
    assert {name: checked.get(name) for name in kept} == kept
    assert not Result.objects.filter(board__number=5).exists()


def test_keys_that_nobody_touched_are_what_is_missing(client, unscored):
    response = client.post(url("score", unscored.pk), {"doubled": "0", "lead_rank": ""})
    assert response.status_code == 422
    assert "Touch the level of the contract. Touch the denomination of the contract." in words(response)
    assert "Touch the table and the board first." not in words(response)


def test_a_table_that_has_the_board_before_it_is_not_said_to_have_left_it(client, ruled, board):
    board.tournament.current_round = 2
    board.tournament.save()
    for table, round in ((2, 1), (3, 2), (4, 3)):
        board.results.filter(table=table).update(
            kind="not_played", contract="", declarer="", tricks=None, score=None, round=round
        )
    forget_fields()
    found = {row[0]: row[3] for row in rows(score(client, ruled))}
    assert [found[table] for table in "1234"] == ["3NT+3", "Not played", "Yet to be played", "Yet to be played"]


def test_a_line_that_could_not_be_read_is_not_said_to_wait_for_its_round(client, ruled, board):
    board.tournament.current_round = 2
    board.tournament.save()
    unread = {"kind": "unreadable", "contract": "", "declarer": "", "tricks": None, "score": None}
    board.results.filter(table=2).update(**unread, round=3)
    forget_fields()
    found = {row[0]: row[3] for row in rows(score(client, ruled))}
    assert "2" in found and found["2"] != "Yet to be played"


def test_what_is_touched_is_read_back_and_scored_above_the_keys(client, unscored):
    page = client.get(url("score", unscored.pk), KEYS | {"lead_suit": "H", "lead_rank": "J"}, headers=HTMX)
    shown = re.search(r'<p class="shown".*?</p>', page.content.decode(), re.S)[0]
    said = html.unescape(re.sub(r"<[^>]+>", "", re.sub(r'<span class="sr">.*?</span>', "", shown)))
    assert re.sub(r"\s+", " ", said).strip() == "3NT+2by South, lead ♥J11 tricks, vulnerable660"


def test_the_result_of_a_table_that_has_one_is_left_to_the_scoring_program(client, ruled):
    response = client.post(url("score", ruled.pk), KEYS)
    assert "To be scored 3NT+3" in seen(client.get(url("score", ruled.pk)))
    assert response.status_code == 302
    response = client.post(url("score", ruled.pk), KEYS | {"margin": "0"})
    assert response.status_code == 409
    assert "This table has a result on this board already." in words(response)
    assert Result.objects.get(table=1).tricks == 11


def test_of_two_results_of_a_table_on_the_board_the_director_touches_one(client, unscored):
    five = Board.objects.get(number=5)
    for _room in ("open", "closed"):
        make.make_result(five, 3)
    page = score(client, unscored)
    assert "Which result is it?" in words(page)
    assert page.content.decode().count('name="line"') == 2
    assert "<fieldset" not in page.content.decode()
    response = client.post(url("score", unscored.pk), KEYS)
    assert response.status_code == 409
    assert Result.objects.filter(board=five).count() == 2


def test_a_reviewer_may_not_enter_a_result(unscored):
    reviewer = sign_in(make.make_member(Club.objects.get(), "lecteur", role="reviewer"))
    assert reviewer.post(url("score", unscored.pk), KEYS).status_code == 403
    assert not Result.objects.filter(board__number=5).exists()
    assert "<fieldset" not in score(reviewer, unscored).content.decode()


def test_the_adjusted_score_of_one_table_counts_in_the_picture_of_the_next(client, board, ruled, director):
    post(client, url("score", ruled.pk), {"seen": digest(score(client, ruled))})
    other = make.make_incident(board, director, table=2)
    make.rule_the_seed_case(other, director)
    page = score(client, other)
    assert rows(page)[0][6:] == ["690", "14", "100.0", "↓ 13", "92.9", "7.1"]
    assert rows(page)[1][6:] == ["690", "6", "42.9", "↑ 13", "92.9", "7.1"]
    assert [
        line.score for line in (scores.propose_adjustment(other).before, scores.propose_adjustment(other).after)
    ] == [
        660,
        690,
    ]


# A score of one side alone


@pytest.fixture
def split(board, director) -> Incident:
    """A score for one side only: dummy, who had looked, pointed out the defenders' irregularity, so that only for them
    the score is 3NT+3."""
    incident = make.make_incident(board, director, table=2)
    inquiry = incidents.open_inquiry(incident=incident, law="43", by=director)
    during = {"act": "pointed_out", "first": "yes", "dummy_looked": "yes", "by_defenders": "yes"}
    inquiry = make.answer(inquiry, director, **during)
    inquiry = incidents.reach_moment(duty=inquiry.duties.exclude(question="").get(), by=director).inquiry
    make.answer(inquiry, director, defenders_gained="yes", line_without="A club first.", probable_tricks="12")
    return incident


def test_a_split_score_shows_what_counts_for_each_side(client, split):
    page = score(client, split)
    page_text = seen(page)
    assert "Each side has a score of its own" in page_text
    assert "A gain taken away, to East-West alone 12 tricks Law 43B3" in page_text
    assert "To be scored 3NT+2 to North-South, 11 tricks, 660 3NT+3 to East-West, 12 tricks, −690" in page_text
    assert "Without the irregularity: “A club first.”" in page_text
    assert "64" not in re.sub("660|690", "", page_text.split("Kind of score")[1].split("tables of board")[0])
    (line,) = [row for row in rows(page) if row[0] == "2"]
    assert (line[3], line[6], line[-2:]) == ("3NT+2 / 3NT+3", "660 / −690", ["50.0", "0.0"])
    assert mains(page) == ["Confirm 660 to North-South, −690 to East-West"]


def test_a_split_score_is_confirmed_and_printed_for_each_side(client, split):
    page = score(client, split)
    digest = re.search(r'name="seen" value="([^"]+)"', page.content.decode())[1]
    confirmed = post(client, url("score", split.pk), {"seen": digest})
    assert "North-South 3NT+2 by South, 660 East-West 3NT+3 by South, −690" in seen(confirmed)
    report = words(client.get(url("report", split.pk)))
    assert "3NT+2 / 3NT+3 660 −690" in report
    history = words(client.get(url("board", split.board_id)))
    assert "becomes North-South: 3NT+2, 660 to North-South; East-West: 3NT+3, 690 to North-South" in history


def test_a_score_assigned_by_another_law_names_it(client, board, director):
    incident = make.make_incident(board, director, table=2)
    inquiry = incidents.open_inquiry(incident=incident, law="72C", by=director)
    answers = {"offender": "W", "could_have_known": "yes", "gained": "yes", "line_without": "", "probable_tricks": "12"}
    make.answer(inquiry, director, **answers)
    page_text = seen(score(client, incident))
    assert "Probable result +1 trick Law 72C" in page_text
    assert "Probable result without the irregularity: 12 tricks." in page_text
    assert "64C" not in page_text


@pytest.fixture
def averages(board, director) -> Incident:
    """A ruling of Law 13 at table 2 that gives averages."""
    incident = make.make_incident(board, director, table=2)
    inquiry = incidents.open_inquiry(incident=incident, law="13", by=director)
    ends = (path for path in explore(LAWS["13"]) if isinstance(path.end, Ruled))
    path = next(end for end in ends if "ARTIF" in [effect.effect for effect in end.end.ruling.rectifications])
    while inquiry.stage == "asking":
        question = inquiry.state().question.id
        inquiry = make.answer(inquiry, director, **{question: path.answers[question]})
    return incident


def test_between_a_result_and_averages_nobody_reads_that_no_result_can_be_had(client, averages, board):
    page_text = seen(score(client, averages))
    assert "Artificial score Law 12C2" in page_text
    assert "No result can be had" not in page_text
    board.results.filter(table=2).update(kind="not_played", contract="", declarer="", tricks=None, score=None)
    forget_fields()
    assert "No result can be had Law 12C2" in seen(score(client, averages))


def test_an_artificial_score_of_a_ruling_is_proposed_with_its_codes(client, averages):
    page = score(client, averages)
    page_text = seen(page)
    assert "An artificial score takes the place of a result" in page_text
    assert "average plus to North-South" in page_text
    assert "Bridgemate, Remarks 60%-60% USEBIO, SCORE A6060" in page_text
    assert mains(page) == ["Confirm average plus to North-South, average plus to East-West"]
