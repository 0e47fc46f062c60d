"""The page of a board (*L'étui*) shows the deal, the traveller with the scores in force, and the history in words. The
list of boards is tested here too."""

import html
import re
from dataclasses import replace
from fractions import Fraction

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext

from arbitrage.models import Club, Incident, Ruling
from arbitrage.services import incidents
from arbitrage.services.people import link_tokens, player_links
from arbitrage.services.record import history
from arbitrage.services.record.projection import HISTORY_ONLY, PROJECTIONS
from arbitrage.services.results import scores
from arbitrage.services.results.entering import says
from arbitrage.services.tournaments import publish_scores
from rulings.scores.adjusted import Average
from rulings.scores.award import Award, Possible
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import make_evening, sign_in, url, words

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

MADE, DOWN = Possible("3NT", "S", 9, 600), Possible("3NT", "S", 8, -100)


def entries(response) -> list[str]:
    """Return the entries of the history, newest first, each in one line without its time."""
    matches = re.findall(
        r"<li(?: class=\"big\")?(?: id=\"[^\"]*\")?>\s*<span class=\"small soft\">.*?</li>", text(response), re.S
    )
    return [plain(match.split("</span>", 1)[1]) for match in matches]


def text(response) -> str:
    return re.sub(r'<span class="sr">.*?</span>|<svg.*?</svg>', "", response.content.decode(), flags=re.S)


def plain(markup: str) -> str:
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", markup))).strip()


def lines(response) -> list[list[str]]:
    body = re.search(r"<tbody>\s*(<tr.*?)</tbody>", text(response).split("Traveller")[1], re.S)[1]
    return [
        [plain(cell).replace(" ", "") for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.S)]
        for row in re.findall(r"<tr.*?</tr>", body, re.S)
    ]


def confirm(incident: Incident, by: User) -> None:
    scores.confirm_adjustment(incident=incident, by=by, seen=scores.propose_adjustment(incident).digest)


def test_the_traveller_counts_the_adjusted_score_and_marks_its_line(client, board, incident, director):
    make.rule_the_seed_case(incident, director)
    assert lines(client.get(url("board", board.pk)))[0] == ["1", "1", "1", "3NT+2", "S", "", "660", "50.0", "50.0", ""]
    confirm(incident, director)
    lines_read = lines(client.get(url("board", board.pk)))
    assert lines_read[0] == ["1", "1", "1", "3NT+23NT+3", "S", "", "660690", "100.0", "0.0", "↑"]
    assert lines_read[1:] == [
        [str(n), str(n), str(n), "3NT+2", "S", "", "660", "42.9", "57.1", ""] for n in range(2, 9)
    ]


@pytest.mark.parametrize("who", ["director", "pair"])
def test_what_was_played_is_struck_through_above_the_adjusted_score(client, board, incident, director, who):
    make.rule_the_seed_case(incident, director)
    address = url("board", board.pk)
    if who == "pair":
        link = player_links.make(board=board, contestant=incident.result.ns, by=director)
        publish_scores(tournament=board.tournament, minutes=30, by=director)
        address = url("player_board", link.pk, link_tokens.token("board", link.pk))
    assert "<s>" not in client.get(address).content.decode()
    confirm(incident, director)
    traveller = text(client.get(address)).split("Traveller")[-1].split("</table>")[0]
    struck = [plain(one) for one in re.findall(r"<s>.*?</td>", traveller, re.S)]
    assert [one.rstrip(" ↑") for one in struck] == ["3NT+2 3NT+3", "660 690"]


def test_the_history_tells_the_whole_case_newest_first(client, board, incident, director):
    incidents.attend(incident=incident, by=director)
    make.rule_the_seed_case(incident, director)
    confirm(incident, director)
    scores.mark_entered(adjustment=incident.adjustments.get(), by=director)
    told = entries(client.get(url("board", board.pk)))
    assert [one.partition(" Could ")[0].partition(" End of ")[0] for one in told] == [
        "Typed into the scoring program",
        "3NT+2, 660 to North-South becomes 3NT+3, 690 to North-South Score confirmed. Law 64A2",
        "One trick is transferred to North-South. East-West won a trick after that of the revoke (Law 64A2).",
        "6 answers",
        "To come back to Revoke of West: count the tricks, then ask about equity (64C). Law 64A",
        "Provisional The revoke is established: the cards stay as played. Play goes on to the end (Law 63B). Ask the "
        "players not to mix their cards, and come back at the end of play (Law 64A).",
        "5 answers",
        "Inquiry: Revoke Law 64",
        "Went to the table",
        "Director!",
    ]
    assert "Who revoked? West 61A" in told[6]


def test_each_entry_says_who_and_where(client, board, incident):
    page = plain(text(client.get(url("board", board.pk))))
    at = history.Event.objects.get().at.astimezone()
    assert re.search(rf"{at.hour}:\d\d, martin, table 1, {incident.reference} Director!", page)


def test_a_ruling_that_was_changed_is_struck_out_and_leads_to_the_newer(client, board, incident, director):
    inquiry = make.rule_the_seed_case(incident, director)
    make.answer(inquiry, director, tricks_after="0")
    page = client.get(url("board", board.pk)).content.decode()
    older, newer = Ruling.objects.filter(provisional=False).order_by("revision")
    entry = re.search(rf'<li class="big" id="ruling-{older.pk}">.*?</li>', page, re.S)[0]
    assert "<s><b>One trick is transferred to North-South.</b>" in entry
    assert re.search(rf'<a [^>]*href="#ruling-{newer.pk}">Replaced (at|on) ', entry)
    assert "<s>" not in re.search(rf'<li class="big" id="ruling-{newer.pk}">.*?</li>', page, re.S)[0]
    assert "<s>2</s> <b>0</b>" in page


def test_what_held_while_play_went_on_is_not_struck_out_by_the_end_of_play(client, board, incident, director):
    make.rule_the_seed_case(incident, director)
    assert "<s>" not in client.get(url("board", board.pk)).content.decode()


def test_an_adjusted_score_that_was_replaced_stays_readable(client, board, incident, director):
    inquiry = make.rule_the_seed_case(incident, director)
    confirm(incident, director)
    make.answer(inquiry, director, tricks_after="0")
    confirm(incident, director)
    page = client.get(url("board", board.pk)).content.decode()
    assert "<s><b>3NT+2, 660 to North-South becomes 3NT+3, 690 to North-South</b>" in page
    assert lines(client.get(url("board", board.pk)))[0][6] == "660"


def test_disputed_facts_notes_and_a_withdrawn_call_are_told(client, board, incident, director):
    incidents.dispute_facts(incident=incident, disputed=True, evidence="East says a club, North a spade.", by=director)
    incidents.dispute_facts(incident=incident, disputed=False, evidence="It was a spade.", by=director)
    incidents.dispute_facts(incident=incident, disputed=False, evidence="", by=director)
    incidents.add_words(incident=incident, words="First time this season.", by=director)
    incidents.withdraw_incident(incident=incident, by=director, reason="Two calls for one.")
    assert entries(client.get(url("board", board.pk))) == [
        "Call withdrawn Two calls for one.",
        "Note First time this season.",
        "Facts agreed Law 84",
        "Disputed facts decided It was a spade. Law 85A",
        "Facts disputed, not determined East says a club, North a spade. Law 85B",
        "Director!",
    ]


def test_an_answer_that_came_too_late_is_told(client, board, incident, director):
    inquiry = incidents.open_inquiry(incident=incident, law="64", by=director)
    other = make.make_member(Club.objects.get(), "aubry")
    make.answer(inquiry, director, able="yes", offender="W")
    refused = incidents.record_answer(inquiry=inquiry, question_id="offender", value="E", seen_version=0, by=other)
    assert refused.status == "conflict"
    told = entries(client.get(url("board", board.pk)))[0]
    assert told.startswith("Another answer, not kept Who revoked? East 61A Somebody had answered before")


def test_every_kind_of_event_of_an_incident_has_words_or_is_left_out_on_purpose():
    from arbitrage.pages.board.history import ANSWERS, History

    silent = {"answer_repeated", "duty_done", "duty_cancelled", "duty_described", "state_changed", "words_adopted"} | {
        "call_repeated",
        "inquiry_repeated",
        "appeal_seated",  # who sits is on the page of the appeal
        "appeal_unseated",
    }
    told = {name.removeprefix("_") for name in dir(History)} | set(ANSWERS)
    assert (PROJECTIONS.keys() | HISTORY_ONLY) - told == silent


def test_every_kind_of_event_of_a_line_has_words():
    from arbitrage.pages.board.history import History
    from arbitrage.services.results.entering import TELLING

    assert {name for name in TELLING if not hasattr(History, f"_{name}")} == set()


def test_what_a_file_read_again_did_to_a_line_is_told(client, board, director):
    line, gone = board.results.get(table=1), board.results.get(table=8)
    was = says(line)
    now = was | {"contract": "4S", "declarer": "N", "tricks": 10, "score": 620}
    for kind, key, data in (
        ("result_changed", line.pk, {"was": was, "now": now}),
        ("result_added", line.pk, {"table": 1, "now": now}),
        ("result_removed", gone.pk, {"table": 8, "was": says(gone)}),
    ):
        history.append(
            board.tournament_id,
            kind,
            by=None,
            club=board.tournament.club,
            tournament=board.tournament,
            board=board,
            result=key,
            file="digest",
            law="79C1",
            **data,
        )
    gone.delete()
    told = entries(client.get(url("board", board.pk)))
    assert told == [
        "Result removed, table 8: 3NT+2 by South, 660 to North-South, NS 8–EW 8 The file has no such line since it was "
        "read again. Law 79C1",
        "Result added, table 1: 4 ♠ S = by North, 620 to North-South, NS 1–EW 1 It came with the file. Law 79C1",
        "Result corrected, table 1: 3NT+2 by South, 660 to North-South becomes 4 ♠ S = by North, 620 to North-South "
        "The file says so since it was read again. Law 79C1",
    ]


@pytest.mark.parametrize(
    ("award", "cells", "told"),
    [
        (
            Award.both(replace(MADE, weight=Fraction(3, 5)), replace(DOWN, weight=Fraction(2, 5))),
            ["3NT+2 60% 3NT=, 40% 3NT−1", "S", "", "660", "0.0", "100.0", "↕"],
            "becomes 60% of 3NT=, 600 to North-South, 40% of 3NT−1, 100 to East-West",
        ),
        (
            Award((MADE,), (DOWN,)),
            ["3NT+2 3NT= / 3NT−1", "S", "", "660 600 / 100", "0.0", "100.0", "↕"],
            "becomes North-South: 3NT=, 600 to North-South; East-West: 3NT−1, 100 to East-West",
        ),
        (
            Award(Average.PLUS, Average.MINUS),
            ["3NT+2 Av+ / Av−", "660", "60.0", "40.0", "↕"],
            "becomes North-South: average plus; East-West: average minus",
        ),
        (
            Award(Fraction(55), Fraction(50)),
            ["3NT+2 55% / 50%", "660", "55.0", "50.0", "↕"],
            "becomes North-South: 55%; East-West: 50%",
        ),
    ],
    ids=["weighted", "split", "averages", "percentages"],
)
def test_every_kind_of_adjusted_score_marks_its_line_and_is_told(client, board, incident, director, award, cells, told):
    make.rule_the_seed_case(incident, director)
    choice = scores.Choice(award, "12C1c", "Two lines were likely.")
    seen = scores.propose_adjustment(incident, choice).digest
    scores.confirm_adjustment(incident=incident, by=director, seen=seen, choice=choice)
    page = client.get(url("board", board.pk))
    assert [cell.replace(" ", "") for cell in cells] == lines(page)[0][3:]
    assert f"3NT+2, 660 to North-South {told} Chosen by the director. Two lines were likely." in entries(page)[0]


def test_hostile_words_stay_words(client, board, incident, director):
    incidents.add_words(incident=incident, words="<script>alert(1)</script> & «♥»", by=director)
    page = client.get(url("board", board.pk)).content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp;" in page


def test_the_deal_and_the_tricks_that_can_be_made(client, board):
    board.deal = "N:Q74.A62.T8.AK964 KJT6.Q54.9752.JT A95.K73.AQJ6.Q32 832.JT98.K43.875"
    board.double_dummy, board.par = "B99BB" + "B99BA" + "24422" * 2, "NS 660"
    board.save()
    page = client.get(url("board", board.pk))
    words_read = plain(text(page))
    assert "♠ S Q 7 4 ♥ H A 6 2 ♦ D 10 8 ♣ C A K 9 6 4" in words_read
    assert "Makeable tricks" in words_read
    assert "N 11 11 9 9 11 S 10 11 9 9 11 EW 2 2 4 4 2" in words_read
    assert "Par: 660 to North-South. Computed with all cards seen, given as advice." in words_read


def test_a_board_without_a_deal_shows_its_traveller_alone(client, board):
    words_read = plain(text(client.get(url("board", board.pk))))
    assert "Board 2 Dealer East, North-South vulnerable Traveller" in words_read
    assert "Nothing: no call on this board." in words_read


def test_the_report_of_each_incident_is_one_touch_away(client, board, incident):
    assert url("report", incident.pk) in client.get(url("board", board.pk)).content.decode()


def test_a_long_history_asks_the_database_no_more_often_than_a_short_one(client, board, director):
    counts = []
    for number in (1, 2, 3):
        incident = make.make_incident(board, director, table=number)
        make.rule_the_seed_case(incident, director)
        if number == 2:
            continue
        client.get(url("board", board.pk))  # fills the cache of the tournament's values
        with CaptureQueriesContext(connection) as queries:
            client.get(url("board", board.pk))
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_a_reviewer_reads_the_board(board, incident):
    reviewer = sign_in(make.make_member(Club.objects.get(), "lecteur", role="reviewer"))
    assert "Director!" in words(reviewer.get(url("board", board.pk)))


def test_boards_of_another_club_do_not_exist(board):
    stranger = sign_in(make.make_member(make.make_club("Autre club", "autre"), "durand"))
    assert stranger.get(url("board", board.pk)).status_code == 404
    assert stranger.get(url("board_list", board.tournament_id)).status_code == 404


# The list


def test_the_list_shows_every_board_and_marks_those_with_a_call(client, board, director):
    incident = make.make_incident(board, director)
    made = make.make_tournament(Club.objects.get(), boards=(1, 2, 3), name="Autre tournoi")
    shown_words = words(client.get(url("board_list", board.tournament_id)))
    assert "Board 2 North-South vulnerable 8 results 1 call" in shown_words
    incidents.withdraw_incident(incident=incident, by=director)
    assert "8 results 1 call" not in words(client.get(url("board_list", board.tournament_id)))
    shown_words = words(client.get(url("board_list", made.pk)))
    assert "Board 1 nobody vulnerable 0 results Board 2 North-South vulnerable 0 results Board 3" in shown_words


def test_the_list_asks_the_database_as_often_for_one_board_as_for_three(client, director):
    counts = []
    for boards in ((1,), (1, 2, 3)):
        tournament = make.make_tournament(Club.objects.get(), boards=boards)
        with CaptureQueriesContext(connection) as queries:
            client.get(url("board_list", tournament.pk))
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_a_tournament_without_boards_says_what_to_do(client, director):
    tournament = make.make_tournament(Club.objects.get(), boards=())
    assert "No board yet: import the results file of this tournament" in words(
        client.get(url("board_list", tournament.pk))
    )


def test_a_table_that_has_the_board_before_it_has_not_left_it_unplayed(client, director, club):
    tournament = make_evening(club)
    board = tournament.boards.get(number=1)
    tournament.current_round = 2
    tournament.save()
    for line in board.results.all():
        line.kind, line.contract, line.declarer, line.tricks, line.score = "not_played", "", "", None, None
        line.save()
    found = {line[0]: line[3] for line in lines(client.get(url("board", board.pk)))}
    rounds = {str(line.table): line.round for line in board.results.all()}
    assert found == {table: "Notplayed" if round < 2 else "Yettobeplayed" for table, round in rounds.items()}
    assert set(rounds.values()) == {1, 2}
    assert "Board 1 nobody vulnerable 0 results Board 2" in words(client.get(url("board_list", tournament.pk)))
