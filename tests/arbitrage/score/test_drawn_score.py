"""Drawings of a score: its place among the scores of the other tables, and the weights of its results."""

import html
import io
import re
from dataclasses import replace
from fractions import Fraction

import pytest
from django.utils import translation
from pypdf import PdfReader

from arbitrage.models import Board, Club
from arbitrage.pages.score.drawing import bar
from arbitrage.services.results.field import forget_fields
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import url, words
from tests.arbitrage.score.test_choose_score import DOWN, MADE, choose, confirm

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]


@pytest.fixture(scope="module")
def scene(set_once) -> None:
    set_once(make.a_ruled_revoke)


# The score among the others


def played(board: Board, scores_ns: dict[int, int]) -> None:
    """Store different scores at the other tables of the board."""
    for table, points in scores_ns.items():
        board.results.filter(table=table).update(score=points)
    forget_fields()


def strip(response) -> tuple[str, list[tuple[str, str]]]:
    """Return the sentence about the score among the others, and each score drawn, with its mark."""
    figure = r'<figure class="drawn strip">\s*<figcaption>(.*?)</figcaption>(.*?)</figure>'
    drawn = re.search(figure, page_of(response), re.S)
    if drawn is None:
        return "", []
    said = re.sub(r"\s+", " ", re.sub(r"<svg.*?</svg>|<[^>]+>", " ", drawn[1], flags=re.S)).strip()
    return said, re.findall(r'<text class="(\w+) [\w ]*" x="[\d.]+%" y="4.6em">([^<]+)</text>', drawn[2])


def page_of(response) -> str:
    return html.unescape(response.content.decode())


def test_the_score_stands_among_those_of_the_other_tables_before_and_after(client, ruled, board):
    played(board, {2: 600, 3: 630, 4: 630, 5: 690})
    said, drawn = strip(client.get(url("score", ruled.pk)))
    assert said == (
        "North-South against the 7 other tables Before: 660, better than 3 of 7, level with 3 "
        "After: 690, better than 6 of 7, level with 1"
    )
    assert drawn == [("other", "600"), ("other", "630"), ("before", "660"), ("after", "690")]


def test_a_tick_is_as_high_as_its_score_has_tables_and_counts_them(client, ruled, board):
    played(board, {2: 600})
    page = page_of(client.get(url("score", ruled.pk)))
    assert re.findall(r'<text x="[\d.]+%" y="[\d.]+em">(\d+)</text>', page) == ["1", "6"]
    low, high = (float(top) for top in re.findall(r'class="stem" x1="[\d.]+%" y1="([\d.]+)em"', page))
    assert low > high


def test_the_drawing_has_a_hollow_mark_before_and_a_full_one_after(client, ruled):
    page = page_of(client.get(url("score", ruled.pk)))
    hollow = re.search(r'<circle cx="([\d.]+%)" cy="3.1em"', page)[1]
    full = re.search(r'<circle class="full" cx="([\d.]+%)" cy="3.1em"', page)[1]
    assert (hollow, full) == ("25.00%", "75.00%")
    assert '<svg aria-hidden="true"><line' in page


def test_a_board_played_at_one_table_has_nothing_to_stand_among(client, ruled, board):
    board.results.exclude(table=1).delete()
    forget_fields()
    assert "figure" not in page_of(client.get(url("score", ruled.pk)))


def test_each_result_of_a_weighted_score_stands_among_those_of_the_other_tables(client, ruled, board):
    played(board, {2: 600, 3: 630, 4: 630, 5: 690})
    page = client.get(url("score", ruled.pk) + "?kind=weighted&ns=3NT-S-9@3/5&ns=3NT-S-12@2/5")
    said, drawn = strip(page)
    assert said == (
        "North-South against the 7 other tables Before: 660, better than 3 of 7, level with 3 "
        "After: 60% of 600, level with 1 of 7; 40% of 690, better than 6 of 7, level with 1"
    )
    assert drawn == [("after", "600"), ("other", "630"), ("before", "660"), ("after", "690")]
    assert re.findall(r'<circle class="full" cx="([\d.]+%)" cy="3.1em" r=".4em"/>', page_of(page)) == [
        "12.50%",
        "87.50%",
    ]


def test_in_french_its_results_stand_apart_as_french_writes_it(client, ruled):
    page = client.get(url("score", ruled.pk, language="fr") + "?kind=weighted&ns=3NT-S-9@3/5&ns=3NT-S-12@2/5")
    assert "Après : 60 % de 600, la plus basse ; 40 % de 690, mieux que 7 sur 7" in strip(page)[0]


def test_a_result_that_stays_with_a_weight_is_a_full_mark_within_the_hollow_one(client, ruled):
    page = page_of(client.get(url("score", ruled.pk) + "?kind=weighted&ns=3NT-S-11@1/2&ns=3NT-S-9@1/2"))
    assert 'r=".4em"/><circle class="full" cx="75.00%" cy="3.1em" r=".2em"/>' in page
    assert "After: 50% of 660, level with 7 of 7; 50% of 600, the lowest" in html.unescape(page)


def test_results_of_one_score_are_one_mark_with_both_weights(client, ruled):
    said, drawn = strip(client.get(url("score", ruled.pk) + "?kind=weighted&ns=3NT-S-9@1/2&ns=3NT-N-9@1/2"))
    assert said.endswith("Before: 660, level with 7 of 7 After: 600, the lowest")
    assert drawn == [("after", "600"), ("before", "660")]


def test_a_score_that_stays_and_an_artificial_one_are_not_drawn_among_the_others(client, ruled):
    address = url("score", ruled.pk)
    chosen = ("kind=assigned&ns=3NT-S-11", "kind=artificial&average_ns=A%2B&average_ew=A-")
    for query in chosen:
        page = client.get(f"{address}?{query}")
        assert "To be scored" in page_of(page), query
        assert "figure" not in page_of(page), query


def test_a_split_score_is_drawn_for_the_side_that_it_changes(client, ruled):
    page = client.get(url("score", ruled.pk) + "?kind=split&ns=3NT-S-11&ew=3NT-S-12")
    said, drawn = strip(page)
    assert said.startswith(
        "East-West against the 7 other tables Before: −660, level with 7 of 7 After: −690, the lowest"
    )
    assert drawn == [("after", "−690"), ("before", "−660")]


def test_of_many_scores_the_two_in_question_alone_have_their_figures(client, director):
    board = make.make_tournament(Club.objects.get(), boards=(2,), tables=12).boards.get()
    for table in range(1, 13):
        make.make_result(board, table)
    played(board, {table: 10 * table for table in range(2, 13)})
    incident = make.make_incident(board, director)
    make.rule_the_seed_case(incident, director)
    page = client.get(url("score", incident.pk))
    assert strip(page)[1] == [("before", "660"), ("after", "690")]
    assert page_of(page).count('class="stem"') == 11


# Weights drawn


def bars(response) -> list[list[tuple[str, str]]]:
    """Return the bars of weights on the page: the width and the text of each part."""
    drawn = re.findall(r'<svg class="weights">(.*?)</svg>', html.unescape(response.content.decode()), re.S)
    part = r'<rect x="[\d.]+%" width="([\d.]+%)".*?<text[^>]*>([^<]*)</text><text[^>]*>([^<]*)</text>'
    return [[(width, f"{percent} {made}") for width, percent, made in re.findall(part, one)] for one in drawn]


FIVE_THREE_TWO = {"kind": "weighted", "ns": ["4S-N-10@1/2", "4S-N-9@3/10", "3NT-S-9@1/5"]}
DRAWN = [[("50.00%", "50% 4♠S="), ("30.00%", "30% 4♠S−1"), ("20.00%", "20% 3NT=")]]


def test_weights_are_drawn_where_they_are_typed_and_where_the_score_is_shown(client, ruled):
    page = choose(client, ruled, **FIVE_THREE_TWO)
    assert bars(page) == DRAWN
    shown = choose(client, ruled, show="yes", **FIVE_THREE_TWO)
    assert bars(client.get(shown.url)) == DRAWN
    confirm(client, ruled, shown.url, reason="Three lines.")
    for name, key in (("score", ruled.pk), ("report", ruled.pk), ("inquiry", ruled.inquiries.get().pk)):
        page = client.get(url(name, key), follow=True)
        assert bars(page) == DRAWN, name
        assert '<div class="drawn" aria-hidden="true"><svg class="weights">' in page.content.decode(), name


def test_the_decision_says_a_weighted_score_under_its_title(client, ruled):
    shown = choose(client, ruled, show="yes", **FIVE_THREE_TWO)
    confirm(client, ruled, shown.url, reason="Three lines.")
    page = client.get(url("inquiry", ruled.inquiries.get().pk), follow=True)
    assert "As ruled</span><br><span>50% of" in page.content.decode()


def test_the_bar_follows_the_weights_and_waits_for_some_that_make_a_whole(client, ruled):
    page = choose(client, ruled, less="ns:0", **FIVE_THREE_TWO)
    assert bars(page)[0][0] == ("45.00%", "45% 4♠S=")
    wrong = choose(client, ruled, weight_ns=["90", "80", "20"], weigh="yes", **FIVE_THREE_TWO)
    assert bars(wrong) == []


def test_each_side_of_a_split_score_has_the_bar_of_its_own_weights(client, ruled):
    split = {"kind": "split", "ns": ["3NT-S-9@3/5", "3NT-S-8@2/5"], "ew": ["3NT-S-9"]}
    shown = choose(client, ruled, show="yes", **split)
    assert bars(client.get(shown.url)) == [[("60.00%", "60% 3NT="), ("40.00%", "40% 3NT−1")]]


def test_one_result_and_a_loss_of_ones_own_doing_have_no_bar(client, ruled):
    for touched in (
        {"kind": "assigned", "ns": "3NT-S-9"},
        {"kind": "self", "ns": "3NT-S-12", "ew": "3NT-S-10", "damaged": "NS"},
    ):
        shown = choose(client, ruled, show="yes", **touched)
        assert "To be scored" in words(client.get(shown.url)), touched
        assert bars(client.get(shown.url)) == []


def test_a_part_says_its_words_only_where_it_is_wide_enough():
    with translation.override("en"):
        parts = bar((replace(MADE, weight=Fraction(9, 10)), replace(DOWN, weight=Fraction(1, 10))))
        tiny = bar((replace(MADE, weight=Fraction(99, 100)), replace(DOWN, weight=Fraction(1, 100))))
    assert [part["room"] for part in parts] == [9, 32]
    assert [part["on_paper"] for part in parts] == [True, False]
    assert [one["room"] for one in tiny] == [9, 0]


def test_the_pdf_of_the_report_draws_the_weights_too(client, ruled):
    shown = choose(client, ruled, show="yes", **FIVE_THREE_TWO)
    confirm(client, ruled, shown.url, reason="Three lines.")
    response = client.get(url("report_pdf", ruled.pk))
    text = "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(response.getvalue())).pages)
    assert re.search(r"50%\s*\n\s*4♠S=", text)
