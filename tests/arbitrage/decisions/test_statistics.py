"""The figures of a club's decisions, as charts and as tables, and the calls of an evening one by one."""

import datetime
import html
import re
from xml.etree import ElementTree

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from arbitrage.models import Incident, Result, Ruling, Tournament
from arbitrage.services import incidents
from arbitrage.services.incidents import reviewing
from arbitrage.services.results.entering import Entry, correct_result, seen_of
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import sign_in, url, words
from tests.arbitrage.crowd import copies

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]


def table(response, name: str) -> dict[str, list[str]]:
    """Return the lines of a table of figures: the cells by the heading of the line."""
    body = re.search(rf'<table aria-labelledby="{name}">.*?</table>', response.content.decode(), re.S)[0]
    lines = re.findall(r'<th scope="row">(.*?)</th>(.*?)</tr>', body, re.S)
    return {html.unescape(head): re.findall(r"<td[^>]*>(.*?)</td>", cells) for head, cells in lines}


def drawings(response) -> list[ElementTree.Element]:
    """Return the charts of a page, read as XML."""
    matches = re.findall(r'<svg class="chart".*?</svg>', response.content.decode(), re.S)
    return [ElementTree.fromstring(html.unescape(match).replace("&", "&amp;")) for match in matches]  # noqa: S314  (our own page)


@pytest.fixture
def two(board, director, ruled) -> list[Incident]:
    """A ruled revoke and an insufficient bid without a ruling, on a board played at eight tables."""
    bid = make.make_incident(board, director, table=3)
    incidents.open_inquiry(incident=bid, law="27", by=director)
    return [ruled, bid]


def test_calls_are_counted_for_a_thousand_boards_by_kind_and_law(client, two):
    page = client.get(url("statistics"))
    assert "2 calls, 8 boards played at a table: 250.0 for 1,000 boards." in words(page)
    assert table(page, "kind") == {"Revoke": ["1", "125.0"], "Insufficient bid": ["1", "125.0"]}
    assert table(page, "law") == {"64 Revoke": ["1", "125.0"], "27 Insufficient bid": ["1", "125.0"]}
    assert table(page, "month") == {"11/2026": ["2", "250.0", "8"]}
    assert table(page, "tournament") == {"20 Nov 2026 Tournoi du jeudi": ["2", "250.0", "8"]}


def test_boards_that_are_not_played_after_all_are_not_counted_any_more(client, two, board, director):
    for boards in (8, 7, 6):
        assert f"2 calls, {boards} boards played" in words(client.get(url("statistics")))
        line = board.results.get(table=boards)
        entry = Entry(kind=Result.Kind.NOT_PLAYED, ns=line.ns, ew=line.ew)
        assert correct_result(result=line, by=director, entry=entry, seen=seen_of(line)).changed
    incidents.withdraw_incident(incident=two[1], by=director)
    assert "1 call, 5 boards played" in words(client.get(url("statistics")))


def test_an_evening_without_a_board_played_counts_none_however_often_it_is_looked_at(client, two, board, director):
    for line in board.results.all():
        entry = Entry(kind=Result.Kind.NOT_PLAYED, ns=line.ns, ew=line.ew)
        assert correct_result(result=line, by=director, entry=entry, seen=seen_of(line)).changed
    for _look in range(2):
        assert "2 calls, 0 boards played at a table." in words(client.get(url("statistics")))


def test_a_rate_is_rounded_and_there_is_none_without_a_board(client, two):
    Result.objects.filter(table__gt=3).update(kind="not_played", score=None)
    assert "2 calls, 3 boards played at a table: 666.7 for 1,000 boards." in words(client.get(url("statistics")))
    Result.objects.update(kind="not_played", score=None)
    page = client.get(url("statistics"))
    assert "2 calls, 0 boards played at a table." in words(page)
    assert table(page, "tournament") == {"20 Nov 2026 Tournoi du jeudi": ["2", "–", "0"]}


def test_a_rate_leaves_out_the_calls_of_tournaments_without_a_board_played(client, two, club, director):
    later = make.make_tournament(club, boards=(5,), name="Tournoi sans résultats")
    assert later.date.strftime("%m/%Y") == "11/2026"
    call = make.make_incident(later.boards.get(), director, table=1)
    page = client.get(url("statistics"))
    assert "3 calls, 8 boards played at a table: 250.0 for 1,000 boards. The rate leaves out 1 call of" in words(page)
    assert table(page, "kind")["Nothing asked yet"] == ["1", "0.0"]
    incidents.open_inquiry(incident=call, law="27", by=director)
    page = client.get(url("statistics"))
    assert table(page, "kind") == {"Insufficient bid": ["2", "125.0"], "Revoke": ["1", "125.0"]}
    assert table(page, "law") == {"27 Insufficient bid": ["2", "125.0"], "64 Revoke": ["1", "125.0"]}
    assert table(page, "month") == {"11/2026": ["3", "250.0", "8"]}
    assert "250.0 for 1,000 boards. The rate leaves out 1 call" in words(client.get(url("season_report")))
    assert "The rate leaves out" not in words(client.get(url("season_report"), {"tournament": str(later.pk)}))


def test_months_and_tournaments_are_told_in_the_same_columns(client, two):
    page = client.get(url("statistics")).content.decode()
    heads = [
        re.findall(r'<th scope="col" class="num">(.*?)</th>', one) for one in re.findall(r"<thead>.*?</thead>", page)
    ]
    assert [one for one in heads if "Boards" in one] == [["Calls", "For 1,000 boards", "Boards"]] * 2


def test_a_call_that_was_withdrawn_and_a_board_that_was_not_played_do_not_count(client, two, director):
    incidents.withdraw_incident(incident=two[1], by=director)
    Result.objects.filter(table__gt=4).update(kind="not_played", score=None)
    assert "1 call, 4 boards played at a table: 250.0 for 1,000 boards." in words(client.get(url("statistics")))


def test_minutes_run_from_the_call_to_the_first_ruling(client, ruled):
    first = Ruling.objects.order_by("revision").first()
    Incident.objects.update(called_at=first.at - datetime.timedelta(minutes=7))
    page = client.get(url("statistics"))
    assert "have their first ruling within 7 min." in words(page)
    assert table(page, "minutes")["up to 10 minutes"] == ["1", "100%"]
    assert table(page, "minutes")["up to 5 minutes"] == ["0", "0%"]


def test_the_last_of_the_minutes_is_whatever_is_longer(client, ruled):
    first = Ruling.objects.order_by("revision").first()
    Incident.objects.update(called_at=first.at - datetime.timedelta(minutes=21))
    by_minutes = table(client.get(url("statistics")), "minutes")
    assert list(by_minutes) == [*(f"up to {most} minutes" for most in (2, 5, 10, 20)), "more than 20 minutes"]
    assert by_minutes["more than 20 minutes"] == ["1", "100%"]


def test_the_share_changed_at_review_is_told(client, ruled, colleague):
    copies(ruled, 3)
    inquiry = ruled.inquiries.get()
    reviewing.supersede(
        inquiry=inquiry, answers={"tricks_after": "0"}, reason="Non.", seen_version=inquiry.version, by=colleague
    )
    reviewing.mark_reviewed(incident=Incident.objects.get(number=3), by=colleague)
    assert table(client.get(url("statistics")), "review") == {
        "changed at review": ["1", "25%"],
        "reviewed, unchanged": ["1", "25%"],
        "not reviewed": ["2", "50%"],
    }


def test_a_period_and_a_tournament_are_counted_alone(client, two, club, tournament, director):
    other = make.make_tournament(club, boards=(5,), name="Tournoi de mai")
    Tournament.objects.filter(pk=other.pk).update(date=datetime.date(2026, 5, 3))
    make.make_incident(other.boards.get(), director, table=1)
    Incident.objects.filter(tournament=other).update(called_at=datetime.datetime(2026, 5, 3, 20, tzinfo=datetime.UTC))
    assert "3 calls" in words(client.get(url("statistics")))
    assert "1 call, 0 boards" in words(client.get(url("statistics"), {"period": "2026-05"}))
    assert "2 calls" in words(client.get(url("statistics"), {"period": "last"}))
    assert "1 call" in words(client.get(url("statistics"), {"tournament": str(other.pk)}))
    for nonsense in ({"period": "x"}, {"tournament": "x"}):
        assert "there is nothing to count" in words(client.get(url("statistics"), nonsense))


def test_the_drawings_are_whole_say_what_they_are_and_have_no_comma_in_french(client, two):
    for language in ("en", "fr"):
        found = drawings(client.get(url("statistics", language=language)))
        assert len(found) == 6
        for one in found:
            title, said = list(one)[:2]
            assert title.text and said.text and one.get("role") == "img"
            assert one.get("aria-labelledby") == f"{title.get('id')} {said.get('id')}"
            numbers = [
                value for part in one.iter() for name, value in part.items() if name in ("x", "y", "width", "cx")
            ]
            assert numbers and all(re.fullmatch(r"-?\d+", number) for number in numbers)


def test_an_evening_is_told_call_by_call_in_order_of_time(client, two, tournament):
    begin = Incident.objects.order_by("called_at").first().called_at
    Incident.objects.filter(pk=two[0].pk).update(called_at=begin + datetime.timedelta(minutes=50), round=3)
    Incident.objects.filter(pk=two[1].pk).update(called_at=begin, round=1)
    page = client.get(url("evening_calls", tournament.pk))
    lines = re.findall(r"<tbody>(.*)</tbody>", page.content.decode(), re.S)[0].split("</tr>")[:-1]
    told = [re.findall(r"<td[^>]*>(.*?)</td>", line) for line in lines]
    assert told[0] == ["1", "3", "Insufficient bid", "–"]
    assert told[1][:3] == ["3", "1", "Revoke"]
    [drawn] = drawings(page)
    assert [one.text for one in drawn.iter("text") if one.text.startswith(("Round", "T"))] == [
        "Round 1", "Round 3", "T3", "T1",
    ]  # fmt: skip
    assert len(list(drawn.iter("circle"))) == 2


def test_the_calls_of_an_evening_name_the_section_where_there_are_several(client, two, tournament):
    tournament.sections.create(letter="B")
    page = client.get(url("evening_calls", tournament.pk))
    assert re.findall(r"<td>(A\d+)</td>", page.content.decode()) == ["A1", "A3"]


def test_an_evening_without_a_call_says_so(client, club):
    calm = make.make_tournament(club, boards=(4,), name="Calme")
    assert "Nobody called a director" in words(client.get(url("evening_calls", calm.pk)))


def test_another_club_is_not_counted(two, tournament):
    stranger = sign_in(make.make_member(make.make_club("Autre club", "autre"), "durand"))
    assert "there is nothing to count" in words(stranger.get(url("statistics")))
    assert stranger.get(url("evening_calls", tournament.pk)).status_code == 404


def test_five_thousand_decisions_are_counted_with_as_many_queries_as_one(client, ruled, tournament):
    counts = {}
    for total in (1, 50, 5000):
        copies(ruled, total - Incident.objects.count())
        found = []
        for address in (url("statistics"), url("evening_calls", tournament.pk)):
            with CaptureQueriesContext(connection) as queries:
                assert str(total) in words(client.get(address))
            found.append(len(queries))
        counts[total] = tuple(found)
    one, *many = counts.values()
    assert len(set(many)) == 1, counts
    # The cached call, which has a chain, is not read again by the second request; the copies have no chain and are.
    assert one[0] <= many[0][0] and one[1] < many[0][1], counts


def test_the_figures_ask_the_database_for_nothing_that_they_do_not_show(client, ruled):
    with CaptureQueriesContext(connection) as queries:
        client.get(url("statistics"))
    asked = " ".join(query["sql"] for query in queries)
    assert "arbitrage_indexentry" not in asked  # the laws to choose among
    assert "attended_by" not in asked  # the directors
