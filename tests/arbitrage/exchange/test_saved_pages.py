"""Results pages saved from a browser are read by the shape of their tables. The files are made for the tests, and every
name is invented."""

import html
import re
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse

from arbitrage import exchange
from arbitrage.exchange import spreadsheet
from arbitrage.exchange.joining import joined
from arbitrage.exchange.reading import Notes
from arbitrage.exchange.records import TournamentFile, Unreadable
from arbitrage.exchange.spreadsheet import Meaning, board_in_name
from arbitrage.exchange.spreadsheet.pages import table_of_page
from arbitrage.models import Board, Result, Tournament
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import post, sign_in, url, words

pytestmark = pytest.mark.usefixtures("in_english")

PAGES = Path(__file__).parents[2] / "data" / "pages"


def page(name: str) -> TournamentFile:
    return exchange.read((PAGES / name).read_bytes(), name)


def lines(file: TournamentFile) -> list[tuple]:
    return [
        (board.number, result.ns, result.ew, result.kind, result.contract, result.declarer, result.tricks, result.score)
        for board in file.boards for result in board.results
    ]  # fmt: skip


def test_a_traveller_of_bbo_has_its_board_and_its_hands_from_the_link_of_a_row() -> None:
    file = page("bbo_traveller_1.html")
    assert lines(file) == [
        (1, "1", "2", "played", "3Cx", "S", 9, 470),
        (1, "3", "4", "played", "2S", "E", 7, 50),
    ]
    assert [result.ns_percent for result in file.results] == [100, 0]
    assert file.boards[0].deal.startswith("N:")
    assert {player.name for contestant in file.contestants for player in contestant.players} >= {"anemone", "fuchsia"}


def test_several_saved_pages_make_one_tournament_whose_pairs_are_told_by_their_names() -> None:
    both = joined([page("bbo_traveller_1.html"), page("bbo_traveller_2.html")])
    assert [board.number for board in both.boards] == [1, 2]
    names = {contestant.number: {player.name for player in contestant.players} for contestant in both.contestants}
    assert sorted(names) == ["1", "2", "3", "4"]  # four pairs, which meet twice
    second = [(names[result.ns], names[result.ew]) for result in both.boards[1].results]
    assert second == [
        ({"eglantine", "fuchsia"}, {"campanule", "dahlia"}),
        ({"anemone", "bleuet"}, {"glaieul", "hortensia"}),
    ]
    again = joined([page("bbo_traveller_1.html"), page("bbo_traveller_1.html"), page("bbo_traveller_2.html")])
    assert lines(again) == lines(both)  # the same page twice adds nothing


def table_of(*rows: str) -> TournamentFile:
    heading = "Board;NS;EW;ns_name1;ew_name1;Contract;By;Tricks"
    return exchange.read("\n".join((heading, *rows)).encode())


def test_pairs_of_one_number_in_both_directions_stay_two_when_pages_number_anew() -> None:
    first = table_of("1;1;1;Anemone;Bleuet;4S;N;10", "1;2;2;Campanule;Dahlia;3NT;E;9")
    second = table_of("2;1;1;Campanule;Bleuet;2H;S;8", "2;2;2;Anemone;Dahlia;1C;W;7")
    both = joined([first, second])
    names = {pair.number: pair.players[0].name for pair in both.contestants}
    assert sorted(names.values()) == ["Anemone", "Bleuet", "Campanule", "Dahlia"]
    assert [(names[line.ns], names[line.ew]) for line in both.results] == [
        ("Anemone", "Bleuet"),
        ("Campanule", "Dahlia"),
        ("Campanule", "Bleuet"),
        ("Anemone", "Dahlia"),
    ]


def test_directions_and_numbers_stay_when_pages_agree_about_them() -> None:
    both = joined([table_of("1;1;1;Anemone;Bleuet;4S;N;10"), table_of("2;1;1;Anemone;Bleuet;3NT;E;9")])
    assert {(pair.number, pair.direction) for pair in both.contestants} == {("1", "NS"), ("1", "EW")}
    assert [(line.ns, line.ew) for line in both.results] == [("1", "1"), ("1", "1")]


def test_two_lines_alike_on_one_page_are_two_results_and_stay_two_with_the_page_twice() -> None:
    page_of_board = table_of("1;1;;Anemone;;4S;N;10", "1;1;;Anemone;;4S;N;10")
    other = table_of("1;1;;Anemone;;4S;N;10", "1;2;;Bleuet;;4S;N;10")
    assert len(joined([page_of_board, page_of_board]).results) == 2
    assert len(joined([other, page_of_board]).results) == 3


def test_two_pairs_in_one_cell_are_taken_apart() -> None:
    file = page("acbl_live.html")
    assert lines(file) == [
        (1, "10", "6", "played", "6S", "S", 12, 980),
        (1, "11", "7", "played", "4S", "S", 11, 450),
        (2, "10", "7", "played", "3NT", "E", 8, 50),
    ]
    assert [player.name for player in file.contestants[0].players] == ["A. Anemone", "B. Bleuet"]
    assert [result.ns_points for result in file.results] == [1, 0, pytest.approx(0.5)]


@pytest.mark.parametrize(
    ("name", "board", "first", "second"),
    [
        ("jfr_pary.html", 16, ("8", "14", "played", "3Sx", "S", 4, -1100), ("13", "5", "played", "3NT", "E", 8, 100)),
        ("kops.html", 13, ("27", "28", "played", "3NT", "W", 11, -660), ("9", "6", "played", "3NT", "W", 7, 200)),
        ("realbridge.html", 3, ("1", "2", "played", "4S", "W", 10, -420), ("3", "4", "played", "2NT", "N", 7, -50)),
        ("caption.html", 7, ("1", "2", "played", "3NT", "S", 9, 400), ("3", "4", "played", "4S", "N", 11, 450)),
        ("donne_12.html", 12, ("1", "2", "played", "3NT", "S", 9, 400), ("3", "4", "played", "4S", "N", 11, 450)),
    ],
)
def test_a_page_is_read_by_its_shape(name: str, board: int, first: tuple, second: tuple) -> None:
    assert lines(page(name)) == [(board, *first), (board, *second)]


@pytest.mark.parametrize("title", ["Wyniki turnieju", "Rozdanie", "Board"])
def test_a_heading_of_two_rows_is_read_under_a_row_with_a_title(title: str) -> None:
    saved = (PAGES / "kops.html").read_text(encoding="utf-8")
    titled = saved.replace("<table><tr>", f"<table><tr><td>{title}</td></tr><tr>", 1)
    assert titled != saved
    assert lines(exchange.read(titled.encode(), "kops.html")) == lines(page("kops.html"))


def test_the_text_of_a_cell_that_spans_rows_and_columns_stands_in_its_first_column_of_each_row() -> None:
    saved = (
        "<table><caption>Board 7</caption>"
        "<tr><th>NS</th><th>EW</th><th>Contract</th><th>By</th><th>Lead</th><th>Score</th></tr>"
        "<tr><td>1</td><td>2</td><td>3NT</td><td>S</td><td>SA</td><td>400</td></tr>"
        "<tr><td>3</td><td>4</td><td rowspan=2 colspan=2>Pass</td><td></td><td>0</td></tr>"
        "<tr><td>5</td><td>6</td><td></td><td>0</td></tr></table>"
    )
    written = table_of_page(saved.encode(), Notes()).text
    assert written.splitlines()[-2:] == ["7;3;4;Pass;;;0", "7;5;6;Pass;;;0"]


def test_leads_without_a_suit_are_left_out_and_said_once() -> None:
    file = page("kops.html")
    assert [result.lead for result in file.results] == ["", ""]
    assert [str(warning) for warning in file.warnings].count(
        "The file does not say the suits of the leads; they are left out."
    ) == 1


def test_a_board_that_nothing_says_is_asked_and_its_answer_counts() -> None:
    data = (PAGES / "donne_12.html").read_bytes()
    with pytest.raises(Unreadable):
        exchange.read(data, "resultats.html")
    layout = spreadsheet.layout(data, "resultats.html")
    assert layout is not None and [problem.field for problem in layout.problems()] == ["board"]
    meaning = Meaning(layout.meaning.columns, layout.meaning.french, board="5")
    assert layout.problems(meaning) == []
    assert [board.number for board in spreadsheet.read(data, meaning).boards] == [5]
    named = spreadsheet.layout(data, "donne_12.html")
    assert named is not None and named.meaning.board == "12"


@pytest.mark.parametrize(
    ("name", "board"),
    [("board_12.html", "12"), ("Donne 7.htm", "7"), ("03.html", "3"), ("b4.htm", "4"), ("resultats.html", ""),
     ("tournoi 2026.html", ""), ("2026-11-20.html", ""), ("board.html", "")],
)  # fmt: skip
def test_the_name_of_a_file_may_say_its_board(name: str, board: str) -> None:
    assert board_in_name(name) == board


def hidden(shown: HttpResponse) -> dict[str, str]:
    """Return the hidden fields `token` and `columns` of the page's form."""
    matches = re.findall(r'<input type="hidden" name="(token|columns)" value="([^"]*)"', shown.content.decode())
    return {name: html.unescape(value) for name, value in matches}


@pytest.mark.django_db
def test_pages_chosen_at_once_are_written_as_one_tournament(data_dir: Path) -> None:
    client = sign_in(make.make_member(make.make_club()))
    names = ("bbo_traveller_2.html", "bbo_traveller_1.html")
    sent = [SimpleUploadedFile(name, (PAGES / name).read_bytes()) for name in names]
    shown = post(client, url("tournament_import"), {"file": sent})
    assert "bbo_traveller_1.html + 1" in words(shown)
    post(client, url("tournament_import"), hidden(shown) | {"confirm": "yes"})
    assert (Tournament.objects.count(), Board.objects.count(), Result.objects.count()) == (1, 2, 4)


@pytest.mark.django_db
def test_the_page_of_the_columns_takes_a_board_that_is_typed(data_dir: Path) -> None:
    client = sign_in(make.make_member(make.make_club()))
    data = (PAGES / "donne_12.html").read_bytes()
    shown = post(client, url("tournament_import"), {"file": SimpleUploadedFile("resultats.html", data)})
    assert "Board of all the rows, where no column says it" in words(shown)
    said = ("ns", "ew", "contract", "declarer", "result", "score")
    columns = {f"column-{place}": field for place, field in enumerate(said)}
    kept = hidden(shown) | {"meaning": "yes", "cards": "fr"} | columns
    assert "type its number below" in words(post(client, url("tournament_import"), kept))
    shown = post(client, url("tournament_import"), kept | {"board": "9"})
    post(client, url("tournament_import"), hidden(shown) | {"confirm": "yes"})
    assert [board.number for board in Board.objects.all()] == [9]
