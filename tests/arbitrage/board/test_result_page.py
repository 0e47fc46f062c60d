"""A director corrects a line from L'étui: the keypad has the stored result, then he sees the effect and confirms."""

import datetime
import html
import re
from collections import Counter
from random import Random

import pytest
from django.contrib.auth.models import User

from arbitrage.database.ids import uuid7
from arbitrage.models import Board, Club, Contestant, Event, Incident, Player, Result, Stream, Tournament
from arbitrage.services import clock
from arbitrage.services.record import history
from arbitrage.services.results import entering, scores
from arbitrage.services.results.entering import says, seen_of
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import HTMX, mains, post, sign_in, url, words

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]


@pytest.fixture
def line(board) -> Result:
    return board.results.get(table=3)


FOUR_SPADES = {"level": "4", "denomination": "S", "doubled": "1", "declarer": "E", "margin": "-1"}


def touched(line: Result, **other: str) -> dict[str, str]:
    """Build the form of a line's page: its pairs, and the keys of 4♠ doubled by East, one off."""
    return {"ns": str(line.ns_id), "ew": str(line.ew_id), "kind": "played"} | FOUR_SPADES | other


def effect(client, line: Result, **other: str):
    return client.get(url("result", line.pk), touched(line, **other))


def hidden(page) -> dict[str, str]:
    """Return the hidden fields, which the confirmation posts."""
    return {
        name: html.unescape(value)
        for name, value in re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', page.content.decode())
        if name != "csrfmiddlewaretoken"
    }


def confirm(client, page, line: Result, **other: str):
    return post(client, url("result", line.pk), hidden(page) | other)


def checked(page) -> dict[str, str]:
    """Map each row of the keypad to its selected key."""
    return dict(
        re.findall(r'<input class="sr" type="radio" name="(\w+)" value="([^"]*)" checked>', page.content.decode())
    )


def selected(page, name: str) -> str:
    part = re.search(rf'<select id="place-{name}".*?</select>', page.content.decode(), re.S)[0]
    match = re.search(r'<option value="([^"]*)" selected>', part)
    return match[1] if match else ""


def rows(page, table: int = 0) -> list[list[str]]:
    body = re.findall(r"<tbody>(.*?)</tbody>", page.content.decode(), re.S)[table]
    body = re.sub(r'<span class="sr">.*?</span>', "", body)
    return [
        [
            html.unescape(re.sub(r"<[^>]+>", "", cell)).strip()
            for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.S)
        ]
        for row in re.findall(r"<tr.*?</tr>", body, re.S)
    ]


# The keypad


def test_every_line_of_the_traveller_leads_a_director_to_its_keypad(client, board):
    page = client.get(url("board", board.pk)).content.decode()
    assert [result.pk for result in board.results.all() if f'href="{url("result", result.pk)}"' not in page] == []
    assert url("add_result", board.pk) in page
    assert url("board_forms", board.pk) in page


def test_a_reviewer_reads_the_traveller_and_is_offered_nothing_to_touch(board, line):
    reviewer = sign_in(make.make_member(Club.objects.get(), "reviewer", role="reviewer"))
    page = reviewer.get(url("board", board.pk)).content.decode()
    assert [one for one in (url("result", line.pk), url("add_result", board.pk)) if one in page] == []
    for name, key in (("result", line.pk), ("add_result", board.pk), ("board_forms", board.pk)):
        assert reviewer.get(url(name, key)).status_code == reviewer.post(url(name, key)).status_code == 403


def test_the_keypad_begins_with_what_the_line_says(client, line):
    Result.objects.filter(pk=line.pk).update(lead="HT")
    page = client.get(url("result", line.pk))
    assert checked(page) == {
        "level": "3", "denomination": "NT", "doubled": "0", "declarer": "S",
        "lead_suit": "H", "lead_rank": "T", "margin": "2",
    }  # fmt: skip
    assert (selected(page, "ns"), selected(page, "ew")) == (str(line.ns_id), str(line.ew_id))
    assert "Now: 3NT+2 by South, 660 to North-South." in words(page)


def test_the_line_above_the_keys_follows_every_touch(client, line):
    page = client.get(url("result", line.pk), FOUR_SPADES, headers=HTMX)
    shown = re.search(r'<p class="shown".*?</p>', page.content.decode(), re.S)[0]
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", re.sub(r'<span class="sr">.*?</span>', "", shown)))
    assert "4♠Sx−1" in text and "by East" in text and text.strip().endswith("100")


def test_the_two_sides_are_exchanged_with_one_touch_and_nothing_else_changes(client, line):
    ew = Contestant.objects.get(direction="EW", number="5")
    page = client.get(url("result", line.pk), FOUR_SPADES | {"ns": line.ns_id, "ew": ew.pk, "exchange": "yes"})
    assert (selected(page, "ns"), selected(page, "ew")) == (str(ew.pk), str(line.ns_id))
    assert {name: checked(page)[name] for name in FOUR_SPADES} == FOUR_SPADES
    assert Event.objects.count() == 0


def test_an_artificial_score_is_shown_with_the_shares_that_it_gives(client, line):
    Result.objects.filter(pk=line.pk).update(
        kind="artificial", contract="", declarer="", tricks=None, score=None, ns_percent="60.00", ew_percent="45.50"
    )
    page = client.get(url("result", line.pk))
    assert checked(page)["ns_share"] == "60"
    assert 'name="ew_percent" inputmode="decimal" size="6" value="45.5"' in page.content.decode()
    assert "Now: North-South: 60%; East-West: 45.5%." in words(page)


def test_a_line_that_could_not_be_read_says_what_the_file_has(client, line):
    Result.objects.filter(pk=line.pk).update(
        kind="unreadable", contract="", declarer="", tricks=None, score=None, remark="<b>3SA ??</b>"
    )
    page = client.get(url("result", line.pk))
    assert "Now: unreadable. The file says “<b>3SA ??</b>”." in words(page)
    assert "<b>3SA" not in page.content.decode()


# The preview


def test_the_whole_traveller_stands_before_and_after(client, line):
    page = effect(client, line)
    assert "In place of: 3NT+2 by South, 660 to North-South. Nothing has been written yet." in words(page)
    rows_read = rows(page)
    assert rows_read[2][4:] == ["E", "100", "50.0", "50.0", "↓ 0.0", "100.0"]
    assert [row[6:] for row in rows_read if row[0] != "3"] == [["50.0", "50.0", "↑ 57.1", "42.9"]] * 7
    assert re.findall(r'<tr class="this"><th scope="row">(\w+)</th>', page.content.decode()) == ["3"]
    assert mains(page) == ["Confirm this correction"]
    assert Event.objects.count() == 0
    assert Result.objects.get(pk=line.pk).contract == "3NT"


def test_the_ranking_shows_the_pairs_of_the_line(client, line):
    rows_read = rows(effect(client, line), 1)
    assert [row[:3] for row in rows_read if row[0].startswith(("NS 3 ", "EW 3 "))] == [
        ["NS 3 3.1, 3.2", "50.00", "0.00"],
        ["EW 3 3.1, 3.2", "50.00", "100.00"],
    ]


def test_a_line_that_says_so_already_has_nothing_to_confirm(client, line):
    page = effect(client, line, level="3", denomination="NT", doubled="0", declarer="S", margin="2")
    assert "there is nothing to correct" in words(page)
    assert mains(page) == ["Back to the board"]


def test_a_pair_that_plays_the_board_twice_is_pointed_out(client, line, board):
    other = Contestant.objects.get(direction="EW", number="5")
    assert "has a result at table 5 of this board too" in words(effect(client, line, ew=str(other.pk)))
    assert "of this board too" not in words(effect(client, line))


def test_decisions_made_on_the_present_result_are_announced(client, line, board, director):
    incident = make.make_incident(board, director, table=3)
    make.rule_the_seed_case(incident, director)
    assert f"to be looked at again afterwards: {incident.reference}." in words(effect(client, line))


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"level": ""}, "Touch the level of the contract."),
        ({"declarer": ""}, "Touch declarer’s seat."),
        ({"margin": "6"}, "There are 13 tricks in a deal"),
        ({"kind": "artificial"}, "Say what each side is given"),
        ({"kind": "artificial", "ns_percent": "101", "ew_percent": "40"}, "A percentage goes from 0 to 100"),
        ({"kind": "artificial", "ns_percent": "12,345", "ew_percent": "40"}, "A percentage goes from 0 to 100"),
        ({"kind": "artificial", "ns_percent": "NaN", "ew_percent": "40"}, "A percentage goes from 0 to 100"),
        ({"kind": "artificial", "ns_percent": "1e400", "ew_percent": "40"}, "A percentage goes from 0 to 100"),
        ({"kind": "unreadable"}, "Touch again what the line is to say"),
        ({"kind": "<script>"}, "Touch again what the line is to say"),
        ({"ns": "not a pair"}, "Touch again what the line is to say"),
        ({"level": "8"}, "Touch"),
        ({"denomination": "\x00"}, ""),
        ({"lead_rank": "1"}, ""),
        ({"reason": "because"}, "Touch again"),
    ],
)
@pytest.mark.parametrize("method", ["get", "post"])
def test_what_does_not_fit_is_a_sentence_and_what_was_touched_stays(client, line, sent, sentence, method):
    page = getattr(client, method)(url("result", line.pk), touched(line) | sent)
    assert page.status_code == 422
    assert sentence in words(page)
    assert 'role="alert"' in page.content.decode()
    kept = {name: value for name, value in FOUR_SPADES.items() if name not in sent}
    assert {name: checked(page).get(name) for name in kept} == kept
    assert (Event.objects.count(), says(Result.objects.get(pk=line.pk))) == (0, says(line))


def test_a_pair_against_itself_is_refused_before_it_is_shown(client, line):
    page = effect(client, line, ew=str(line.ns_id))
    assert (page.status_code, "does not play against itself" in words(page)) == (422, True)


def test_a_pair_of_another_club_cannot_be_seated(client, line):
    foreign = make.make_tournament(make.make_club("Autre", "autre"))
    stranger = Contestant.objects.filter(section__tournament=foreign).first()
    assert effect(client, line, ns=str(stranger.pk)).status_code == 422
    sent = touched(line, ns=str(stranger.pk)) | {"seen": seen_of(line)}
    assert client.post(url("result", line.pk), sent).status_code == 422
    assert Result.objects.get(pk=line.pk).ns == line.ns


# The confirmation


def test_confirming_writes_what_was_shown_and_says_it_on_the_board(client, line, director):
    page = confirm(client, effect(client, line), line, reason="tricks")
    now = Result.objects.get(pk=line.pk)
    assert (now.contract, now.declarer, now.tricks, now.score) == ("4Sx", "E", 9, 100)
    event = Event.objects.get(kind="result_corrected")
    assert (event.by, event.data["reason"]) == (director, "tricks")
    shown_words = words(page)
    assert "Corrected, table 3: 4♠Sx−1 by East, 100 to North-South." in shown_words
    assert "Result corrected, table 3: 3NT+2 by South, 660 to North-South becomes" in shown_words
    assert "The tricks were counted again." in shown_words


def test_a_corrected_line_is_undone_for_ten_seconds_and_one_that_stays_as_it_was_is_not(client, line):
    was = says(line)
    page = confirm(client, effect(client, line), line, reason="tricks")
    event = Event.objects.get(kind="result_corrected")
    assert f'action="{url("undo", event.pk)}" data-seconds="10"' in page.content.decode()
    again = confirm(client, effect(client, line), Result.objects.get(pk=line.pk), reason="tricks")
    assert "data-seconds" not in again.content.decode()
    post(client, url("undo", event.pk))
    assert says(Result.objects.get(pk=line.pk)) == was


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"kind": "passed"}, "passed out"),
        ({"kind": "not_played"}, "not played"),
        (
            {"kind": "artificial", "ns_share": "A+", "ew_share": "A-"},
            "North-South: average plus; East-West: average minus",
        ),
        ({"kind": "artificial", "ns_share": "60", "ew_percent": "37,5"}, "North-South: 60%; East-West: 37.5%"),
        (
            {"kind": "artificial", "ns_share": "50", "ns_percent": "55", "ew_share": "A"},
            "North-South: 55%; East-West: average",
        ),
    ],
)
def test_every_kind_of_line_is_confirmed_and_told(client, line, sent, said):
    page = confirm(client, effect(client, line, **sent), line)
    assert f"becomes {said}" in words(page)
    assert Result.objects.get(pk=line.pk).kind == sent["kind"]


def test_exchanged_sides_say_who_sat_where(client, line):
    sent = {"ns": str(line.ew_id), "ew": str(line.ns_id), "level": "3", "denomination": "NT", "doubled": "0",
            "declarer": "S", "margin": "2"}  # fmt: skip
    page = confirm(client, effect(client, line, **sent), line, reason="sides")
    now = Result.objects.get(pk=line.pk)
    assert (now.ns, now.ew, now.score) == (line.ew, line.ns, 660)
    assert "660 to North-South, NS 3–EW 3 becomes 3NT+2 by South, 660 to North-South, EW 3–NS 3" in words(page)


def test_the_second_director_is_told_who_changed_what_and_loses_nothing(client, line):
    shown = effect(client, line)
    other = make.make_member(Club.objects.get(), "aubry")
    with clock.at(datetime.datetime(2026, 11, 20, 21, 5, tzinfo=datetime.UTC)):
        entering.correct_result(
            result=line,
            by=other,
            entry=entering.Entry(kind=Result.Kind.PASSED, ns=line.ns, ew=line.ew),
            seen=seen_of(line),
        )
    page = client.post(url("result", line.pk), hidden(shown))
    assert page.status_code == 409
    shown_words = words(page)
    assert (
        "aubry changed this line at 22:05: 3NT+2 by South, 660 to North-South, NS 3–EW 3 became passed out"
        in shown_words
    )
    assert "In place of: passed out" in shown_words
    assert hidden(page)["level"] == "4"
    assert confirm(client, page, line).status_code == 200
    assert Result.objects.get(pk=line.pk).contract == "4Sx"


def test_a_confirmation_sent_twice_is_one_correction(client, line):
    sent = hidden(effect(client, line))
    for _time in range(2):
        assert post(client, url("result", line.pk), sent).status_code == 200
    assert Event.objects.filter(kind="result_corrected").count() == 1


def test_the_page_works_as_a_fragment_too(client, line):
    page = client.get(url("result", line.pk), touched(line), headers=HTMX)
    assert page.content.decode().lstrip().startswith('<div id="step">')


# After the scores are published (Law 79C)


def at(minutes: int):
    published = datetime.datetime(2026, 11, 20, 22, 0, tzinfo=datetime.UTC)
    Tournament.objects.update(published_at=published, correction_minutes=30)
    return clock.at(published + datetime.timedelta(minutes=minutes))


def test_in_the_correction_period_the_page_says_until_when(client, line):
    with at(10):
        page = effect(client, line)
        assert "errors are corrected until 23:30. Law 79C1" in words(page)
        confirm(client, page, line)
    assert Event.objects.get(kind="result_corrected").data["law"] == "79C1"


def test_afterwards_it_asks_for_the_organiser_s_consent(client, line):
    with at(31):
        page = effect(client, line)
        assert "The correction period ended at 23:30. Law 79C2" in words(page)
        refused = client.post(url("result", line.pk), hidden(page))
        assert (refused.status_code, Event.objects.count()) == (409, 0)
        assert "tick that the organiser consents" in words(refused)
        confirm(client, refused, line, agreed="yes")
    assert Event.objects.get(kind="result_corrected").data["law"] == "79C2"


# The decisions to look at again


@pytest.fixture
def confirmed(board, director) -> Incident:
    incident = make.make_incident(board, director, table=3)
    make.rule_the_seed_case(incident, director)
    scores.confirm_adjustment(incident=incident, by=director, seen=scores.propose_adjustment(incident).digest)
    return incident


def test_the_board_names_the_decision_that_a_correction_leaves_behind(client, line, board, confirmed):
    page = client.get(url("board", board.pk))
    assert "to be looked at again" not in words(page)
    page = confirm(client, effect(client, line), line)
    assert f"Decision {confirmed.reference} is to be looked at again" in words(page)
    assert url("score", confirmed.pk) in page.content.decode()


def test_the_history_keeps_the_result_that_a_score_was_confirmed_on(client, line, board, confirmed):
    confirm(client, effect(client, line), line)
    shown_words = words(client.get(url("board", board.pk)))
    assert "3NT+2, 660 to North-South becomes 3NT+3, 690 to North-South Score confirmed." in shown_words


def test_an_adjusted_score_goes_on_counting_and_the_page_says_so(client, line, board, confirmed):
    page = effect(client, line)
    said = "adjusted score, 3NT+3, 690 to North-South, until the decision has been looked at again: "
    assert said + confirmed.reference in words(page)
    assert rows(page)[2][5:] == ["690", "100.0", "0.0", "100.0", "0.0"]


def test_a_director_takes_the_corrected_result_over_and_a_reviewer_does_not(client, line, board, confirmed):
    page = confirm(client, effect(client, line), line)
    assert f'action="{url("take_over", confirmed.pk)}"' in page.content.decode()
    reviewer = sign_in(make.make_member(Club.objects.get(), "reviewer", role="reviewer"))
    assert (
        'name="csrf' not in reviewer.get(url("board", board.pk)).content.decode().split("banner")[1].split("</div>")[0]
    )
    assert reviewer.post(url("take_over", confirmed.pk)).status_code == 403
    page = post(client, url("take_over", confirmed.pk))
    assert "goes on from the corrected result" in words(page)
    assert confirmed.inquiries.get().facts["declarer"] == "E"
    assert "The inquiry goes on from the corrected result: 4" in words(client.get(url("board", board.pk)))


# A line that the file lacks


def addition(board: Board, **other: str) -> dict[str, str]:
    section = board.tournament.sections.get()
    pairs = {
        side: Contestant.objects.create(section=section, direction=side.upper(), number="9", position=9)
        for side in ("ns", "ew")
    }
    return {side: str(pair.pk) for side, pair in pairs.items()} | {"kind": "played"} | FOUR_SPADES | other


def test_a_missing_table_is_added_after_it_was_shown(client, board):
    page = client.get(url("add_result", board.pk), addition(board))
    assert mains(page) == ["Add this result"]
    assert len(rows(page)) == 9
    assert rows(page)[8][:3] == ["9", "9", "9"]
    sent = hidden(page)
    for _time in range(2):
        done = post(client, url("add_result", board.pk), sent)
    line = board.results.get(table=9)
    assert (line.score, board.results.count()) == (100, 9)
    assert "Added, table 9: 4♠Sx−1 by East, 100 to North-South." in words(done)
    assert "x−1 by East, 100 to North-South, NS 9–EW 9 The file had no such line." in words(done)


def test_a_table_of_a_pair_that_has_a_result_is_not_added(client, board, line):
    sent = addition(board) | {"ns": str(line.ns_id)}
    page = client.post(url("add_result", board.pk), sent)
    assert (page.status_code, board.results.count()) == (422, 8)
    assert "has a result on this board already" in words(page)
    assert selected(page, "ns") == str(line.ns_id)


@pytest.mark.parametrize("table", ["0", "-3", "abc", "10000", "1.5"])
def test_a_table_that_cannot_be_is_a_sentence(client, board, table):
    page = client.get(url("add_result", board.pk), addition(board, table=table))
    assert (page.status_code, "The number of a table goes from 1 to 9999" in words(page)) == (422, True)
    assert f'name="table" inputmode="numeric" size="4" value="{table}"' in page.content.decode()


def test_a_missing_table_says_who_played(client, board):
    page = client.get(url("add_result", board.pk), {"kind": "passed"})
    assert (page.status_code, "Say which pairs played" in words(page)) == (422, True)


# The forms of a fouled board (Law 87)


def test_the_traveller_is_shown_by_form_once_somebody_says_so(client, board):
    lines = list(board.results.order_by("position"))
    page = client.get(url("board_forms", board.pk))
    sent = hidden(page) | {f"form-{line.pk}": "2" if line in lines[5:] else "1" for line in lines}
    page = post(client, url("board_forms", board.pk), sent)
    shown_words = words(page)
    assert "Form A" in shown_words and "Form B" in shown_words
    assert "Played in different forms: tables 6, 7 and 8 in form B" in shown_words
    bodies = re.findall(r"<tbody>(.*?)</tbody>", page.content.decode(), re.S)
    assert [body.count("<tr") for body in bodies[:2]] == [6, 4]


def test_each_form_is_compared_by_itself(client, board):
    board.results.filter(table__in=(6, 7)).update(tricks=10, score=630)
    forms = {result.pk: 2 for result in board.results.filter(table__gte=6)}
    before = percentages(client, board)
    entering.set_forms(
        board=board,
        by=User.objects.get(username="martin"),
        forms=forms,
        seen=entering.forms_of(board.results.all()),
    )
    after = percentages(client, board)
    assert before == {**dict.fromkeys("123458", "64.3"), "6": "7.1", "7": "7.1"}
    # Three scores carried to eight (Neuberg): 4 of 4 is 37/3 of 14, 1 of 4 is 13/3 of 14. The five others are equal.
    assert after == {**dict.fromkeys("12345", "50.0"), "8": "88.1", "6": "31.0", "7": "31.0"}


def percentages(client, board: Board) -> dict[str, str]:
    """Return North-South's percentage at every table, as the traveller shows it."""
    page = client.get(url("board", board.pk))
    tables = range(page.content.decode().count("<tbody>"))
    found = [row for table in tables for row in rows(page, table) if len(row) > 8]
    return {re.sub(r"\D", "", row[0]): row[7] for row in found}


def test_forms_said_of_another_board_or_from_an_old_page_change_nothing(client, board):
    lines = list(board.results.order_by("position"))
    seen = hidden(client.get(url("board_forms", board.pk)))["seen"]
    post(client, url("board_forms", board.pk), {"seen": seen, f"form-{lines[0].pk}": "2"})
    page = client.post(url("board_forms", board.pk), {"seen": seen, f"form-{lines[1].pk}": "2"})
    assert (page.status_code, "has changed since this page was shown" in words(page)) == (409, True)
    for hostile in ("9", "0", "-1", "x", ""):
        client.post(url("board_forms", board.pk), {"seen": seen, f"form-{lines[2].pk}": hostile})
    assert sorted(board.results.values_list("form", flat=True)) == [1] * 7 + [2]


# Other shapes of tournament


def test_a_tournament_in_imps_shows_imps(client, board, line):
    Tournament.objects.update(scoring=Tournament.Scoring.BUTLER)
    page = effect(client, line)
    assert "IMPs NS" in words(page)
    (own,) = (row for row in rows(page) if row[0] == "3")
    assert (own[6], own[7], own[8].lstrip("↓ ").startswith("−")) == ("0", "0", True)
    board_page = confirm(client, page, line)
    assert "IMPs NS" in words(board_page)


def test_where_imps_are_added_up_an_artificial_score_is_an_average(client, line):
    Tournament.objects.update(scoring=Tournament.Scoring.BUTLER)
    form = client.get(url("result", line.pk)).content.decode()
    assert re.findall(r'name="ns_share" value="([^"]*)"', form) == ["A+", "A", "A-"]
    assert 'name="ns_percent"' not in form
    for sent in ({"ns_share": "60", "ew_share": "A-"}, {"ns_percent": "2", "ew_percent": "-2"}, {"ew_percent": "40"}):
        page = effect(client, line, kind="artificial", **sent)
        assert (page.status_code, "touch an average for each side" in words(page)) == (422, True)
    page = effect(client, line, kind="artificial", ns_share="A+", ew_share="A-")
    (own,) = (row for row in rows(page) if row[0] == "3")
    assert own[-2:] == ["↑ 3", "−3"]


def test_players_of_an_individual_are_turned_by_one_seat(client, board):
    section = board.tournament.sections.get()
    people = [Contestant.objects.create(section=section, number=str(number), position=number) for number in range(1, 5)]
    line = board.results.get(table=1)
    line.ns = line.ew = None
    line.seats = [str(person.pk) for person in people]
    line.save()
    seats = dict(zip("NESW", line.seats, strict=True))
    page = client.get(url("result", line.pk), seats | FOUR_SPADES | {"exchange": "yes"})
    turned = {seat: selected(page, seat) for seat in "NESW"}
    assert turned == dict(zip("NESW", [line.seats[1], line.seats[2], line.seats[3], line.seats[0]], strict=True))
    shown = client.get(url("result", line.pk), turned | FOUR_SPADES | {"kind": "played"})
    assert rows(shown)[0][:3] == ["1", "2, 4", "3, 1"]
    confirm(client, shown, line)
    now = Result.objects.get(pk=line.pk)
    assert now.seats == list(turned.values())
    page = client.post(url("result", line.pk), {**turned, "W": "", "kind": "passed", "seen": seen_of(now)})
    assert page.status_code == 422


HOSTILE = ("", "\x00", "💣", "-1", "٣", "1e999", "NaN", "' OR 1=1", "<script>", "9" * 5000, "\ud7ff\uffff", "A+", "60")


def test_whatever_is_sent_is_answered_by_a_page_and_never_half_written(client, board, line, director):
    """The test fills every field at random with valid and invalid values, the same at every run."""
    random = Random(87)
    good = touched(line, ns_share="A+", ew_share="40", reason="typed", table="3", seen=seen_of(line), agreed="yes")
    answered = Counter()
    for _round in range(120):
        sent = {name: random.choice((*[value] * 11, random.choice(HOSTILE))) for name, value in good.items()}
        sent["kind"] = random.choice((*("played", "artificial", "passed", "not_played") * 4, *HOSTILE))
        name, key = random.choice((("result", line.pk), ("add_result", board.pk), ("board_forms", board.pk)))
        if name == "board_forms":
            sent = {f"form-{line.pk}": random.choice(HOSTILE), "seen": random.choice(HOSTILE)}
        page = getattr(client, random.choice(("get", "post")))(url(name, key), sent)
        assert page.status_code in (200, 302, 409, 422)
        assert "<script>" not in page.content.decode().replace("<script src", "")
        answered[page.status_code] += 1
    assert set(answered) == {200, 302, 409, 422}
    assert entering.differences(board.tournament) == []
    assert history.verify(Stream.objects.get(pk=board.tournament_id)) == []


def test_a_player_s_name_is_only_a_word(client, line):
    Player.objects.filter(contestant=line.ns).update(name="<script>alert(1)</script>")
    for page in (client.get(url("result", line.pk)), effect(client, line)):
        assert "<script>alert" not in page.content.decode()


def test_what_does_not_exist_is_not_found(client):
    for name in ("result", "add_result", "board_forms"):
        assert client.get(url(name, uuid7())).status_code == 404
