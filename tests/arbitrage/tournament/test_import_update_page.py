"""A file is imported again: the director sees its changes and chooses, and no change is written unseen."""

import html
import re
from dataclasses import replace

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from arbitrage.exchange.records import TournamentFile
from arbitrage.models import Board, Club, Event, Result, Tournament
from arbitrage.services import clock
from arbitrage.services.files import imports
from arbitrage.services.results import entering
from rulings.bridge import Seat, parse_contract
from tests.arbitrage import evening_files as evening
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import buttons, mains, post, sign_in, url, words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("data_dir"), pytest.mark.either_database]

ROUND_1 = evening.bws(evening.played(1).values())
ALL = evening.bws(evening.played().values())


@pytest.fixture
def tournament(director) -> Tournament:
    return imports.import_tournament(
        club=Club.objects.get(), by=director, data=ROUND_1, filename="soir.bws"
    ).tournaments[0]


def send(client, data: bytes = ALL, name: str = "soir.bws", **more):
    return post(client, url("tournament_import"), {"file": SimpleUploadedFile(name, data), **more})


def press(client, page, name: str, value: str | None = None, **more):
    """Touch a button of the page, which posts the hidden fields of its form."""
    matches = re.findall(r'<input type="hidden" name="(token|columns|seen)" value="([^"]*)"', page.content.decode())
    values = {key: html.unescape(one) for key, one in matches}
    pressed = {name: buttons(page, name)[0] if value is None else value}
    return post(client, url("tournament_import"), values | pressed | more)


def correct(result: Result, by, tricks: int) -> None:
    contract = parse_contract("3NT").by(Seat("S"))
    entry = entering.Entry(kind=Result.Kind.PLAYED, contract=contract, tricks=tricks, ns=result.ns, ew=result.ew)
    entering.correct_result(result=result, by=by, entry=entry, seen=entering.seen_of(result))


def test_a_file_read_again_proposes_its_tournament_and_writes_nothing_by_itself(client, tournament):
    page = send(client)
    shown_words = words(page)
    assert "Is it an update?" in shown_words
    assert "6 of the 6 lines that both have are the same." in shown_words
    assert mains(page) == ["Update: see the changes"]
    assert buttons(page, "look") == [str(tournament.pk)]
    assert Result.objects.count() == 6


def test_the_changes_are_shown_and_written_once_confirmed(client, tournament, data_dir):
    changes = press(client, send(client), "look")
    shown_words = words(changes)
    assert "What the file changes" in shown_words and "12 new lines" in shown_words
    assert Result.objects.count() == 6
    room = press(client, changes, "update")
    assert room.request["PATH_INFO"] == url("room", tournament.pk)
    assert "The tournament is up to date." in words(room)
    assert (Result.objects.count(), Tournament.objects.count()) == (18, 1)
    assert list((data_dir / "uploads").iterdir()) == []


def test_what_the_tournament_learns_is_shown(client, director):
    no_movement = {"RoundData": (evening.ROUND, [])}
    early, late = (evening.bws(evening.played(rounds).values(), **no_movement) for rounds in (1, 3))
    imports.import_tournament(club=Club.objects.get(), by=director, data=early, filename="soir.bws")
    assert "Rounds: 1 → 3" in words(press(client, send(client, late), "look"))


def test_it_may_be_a_new_tournament_all_the_same(client, tournament):
    page = send(client)
    press(client, page, "confirm")
    assert (Tournament.objects.count(), Result.objects.count()) == (2, 24)


def test_the_file_that_was_read_last_leads_to_its_tournament(client, tournament):
    page = send(client, ROUND_1)
    assert page.request["PATH_INFO"] == url("room", tournament.pk)
    assert "The club has this file already: here is its tournament." in words(page)


def test_a_line_corrected_here_stays_unless_it_is_ticked(client, tournament, director):
    line = Result.objects.get(board__number=1)
    correct(line, director, 8)
    changes = press(client, send(client), "look")
    shown_words = words(changes)
    assert "Decided here, otherwise in the file" in shown_words
    assert re.search(r"Corrected here (at|on) ", shown_words)
    assert "Nothing of these lines changes unless you tick them." in shown_words
    press(client, changes, "update")
    line.refresh_from_db()
    assert (line.tricks, Result.objects.count()) == (8, 18)
    again = send(client)
    assert "Its tournament says something else since" in words(again)
    assert mains(again) == ["Write the lines ticked"]
    press(client, again, "update", take=str(line.pk))
    line.refresh_from_db()
    assert (line.tricks, line.score) == (9, 400)


def test_writing_the_lines_ticked_without_a_tick_writes_nothing(client, tournament, director):
    correct(Result.objects.get(board__number=1), director, 8)
    events = Event.objects.count()
    page = press(client, send(client, ROUND_1), "update")
    assert "The tournament had all of it already." in words(page)
    assert Event.objects.count() == events


def test_a_tournament_that_has_changed_meanwhile_is_shown_again_with_what_was_ticked(client, tournament, director):
    line = Result.objects.get(board__number=1)
    correct(line, director, 8)
    changes = press(client, send(client), "look")
    correct(Result.objects.get(board__number=3), director, 8)
    page = press(client, changes, "update", take=str(line.pk))
    assert page.status_code == 422
    assert "The tournament has changed since this page was shown. Look at the changes again." in words(page)
    assert re.search(rf'value="{line.pk}" checked', page.content.decode())
    assert Result.objects.count() == 6
    press(client, page, "update", take=str(line.pk))
    line.refresh_from_db()
    assert (line.tricks, Result.objects.count()) == (9, 18)


def test_what_is_changed_and_gone_is_shown_as_it_was(client, director):
    imports.import_tournament(club=Club.objects.get(), by=director, data=ALL, filename="soir.bws")
    rows = evening.played()
    rows[1, 1, 1] = evening.row(1, 1, 1, **{"Contract": "4 S x", "NS/EW": "N", "Result": "-1"})
    del rows[1, 1, 2]
    changes = press(client, send(client, evening.bws(rows.values())), "look")
    shown_words = words(changes)
    assert "1 line changed" in shown_words and "1 line taken out: the file does not have it any more" in shown_words
    assert "4 spades doubled" in shown_words and "400" in shown_words and "−100" in shown_words


def test_names_put_right_are_shown_before_and_after(client, director):
    imports.import_tournament(club=Club.objects.get(), by=director, data=evening.xml(), filename="fin.xml")
    file = evening.finished()
    (section,) = file.sections
    first, *rest = section.contestants
    players = (first.players[0], replace(first.players[1], name="Zoé <b>"))
    named = replace(file, sections=(replace(section, contestants=(replace(first, players=players), *rest)),))
    changes = press(client, send(client, evening.xml(named), "fin.xml"), "look")
    assert "N of 1 / S of 1 N of 1 / Zoé <b>" in words(changes)
    assert "<b>Zoé" not in changes.content.decode() and "Zoé &lt;b&gt;" in changes.content.decode()


def test_back_to_the_file_loses_nothing(client, tournament):
    changes = press(client, send(client), "look")
    page = press(client, changes, "again", "yes")
    assert "Is it an update?" in words(page)


def test_the_scores_that_are_published_are_named(client, tournament):
    Tournament.objects.update(published_at=clock.now())
    assert "The scores of this tournament are published" in words(press(client, send(client), "look"))


# Permissions


def test_a_reader_may_not_and_another_club_does_not_exist(client, tournament, director):
    other_director = make.make_member(make.make_club("Autre club", "autre"), "leclerc")
    stranger = sign_in(other_director)
    page = send(stranger)
    assert buttons(page, "look") == []
    for name in ("look", "update"):
        refused = press(stranger, page, name, str(tournament.pk))
        assert refused.status_code == 422
        assert "This tournament is not one of the club’s. Choose it again." in words(refused)
    reviewer = make.make_member(Club.objects.get(slug="lac"), "aubry", role="reviewer")
    assert sign_in(reviewer).post(url("tournament_import"), {"token": "x", "update": "x"}).status_code == 403
    assert Result.objects.count() == 6


@pytest.mark.parametrize("into", ["", "x", "00000000-0000-0000-0000-000000000000", ",,", "x" * 5000, "\x00"])
def test_a_target_that_was_tampered_with_writes_nothing(client, tournament, into):
    page = send(client)
    for name in ("look", "update"):
        refused = press(client, page, name, into)
        assert refused.status_code == 422
        assert "Is it an update?" in words(refused)
    assert Result.objects.count() == 6


def test_a_tournament_named_twice_is_refused(client, tournament, monkeypatch):
    page = send(client)
    refused = press(client, page, "update", f"{tournament.pk},{tournament.pk}")
    assert refused.status_code == 422


def test_a_tick_of_a_line_of_another_tournament_does_nothing(client, tournament, director):
    other = imports.import_tournament(
        club=Club.objects.get(), by=director, data=evening.xml(), filename="autre.xml"
    ).tournaments[0]
    line = Result.objects.filter(board__tournament=other).first()
    press(client, press(client, send(client), "look", str(tournament.pk)), "update", take=str(line.pk))
    line.refresh_from_db()
    assert line.score == 400 and Result.objects.filter(board__tournament=tournament).count() == 18


def test_the_board_tells_what_the_file_changed(client, director):
    wrong = {**evening.played(), (3, 1, 5): evening.row(3, 1, 5, PairEW=99)}
    data = evening.bws(wrong.values())
    imports.import_tournament(club=Club.objects.get(), by=director, data=data, filename="soir.bws")
    rows = evening.played()
    del rows[1, 1, 1]
    press(client, press(client, send(client, evening.bws(rows.values())), "look"), "update")
    boards = {board.number: words(client.get(url("board", board.pk))) for board in Board.objects.all()}
    assert "Result removed" in boards[1] and "The file has no such line since it was read again." in boards[1]
    assert "Result corrected" in boards[5] and "The file says so since it was read again." in boards[5]


def test_more_changes_are_not_more_queries(client, tournament, director):
    counts = []
    for rounds in (2, 3):
        rows = evening.played(rounds)
        for key in list(rows)[: 2 * rounds]:
            rows[key] = rows[key] | {"Result": "-1"}
        page = send(client, evening.bws(rows.values()))
        with CaptureQueriesContext(connection) as asked:
            press(client, page, "look", str(tournament.pk))
        counts.append(len(asked))
    assert counts[0] == counts[1]


# Values computed again, on the page


def test_the_page_says_what_was_computed_and_that_it_follows(client, director):
    shown_words = words(send(client, evening.xml(), "fin.xml"))
    assert "18 scores looked at" in shown_words
    assert "No disagreement: everything follows from the Laws." in shown_words


def test_the_page_lists_what_does_not_follow(client, director):
    file = evening.with_line(evening.finished(), 1, "1", score=430)
    shown_words = words(send(client, evening.xml(file), "fin.xml"))
    assert "1 value does not follow from the rest of the file" in shown_words
    assert "1 1 11 score It is the score of the same contract with another number of tricks. 430 400" in shown_words


def test_the_way_of_comparing_is_said(client, director):
    file = with_points(evening.finished())
    shown_words = words(send(client, evening.xml(file), "fin.xml"))
    assert "18 lines with their points" in shown_words
    assert "The program compares everybody." in shown_words


def with_points(file: TournamentFile) -> TournamentFile:
    """Give each board scores of about 400, 430 and 460, worth 0, 2 and 4 match points."""
    boards = tuple(
        replace(
            board,
            results=tuple(
                replace(line, ns_points=2 * place, ew_points=4 - 2 * place)
                for place, line in enumerate(sorted(board.results, key=lambda result: result.score))
            ),
        )
        for board in file.boards
    )
    return replace(file, boards=boards)


def test_a_file_too_long_to_check_on_a_page_says_how(client, director, monkeypatch):
    monkeypatch.setattr("arbitrage.pages.tournament.imports.CHECKED", 10)
    shown_words = words(send(client, evening.xml(), "fin.xml"))
    assert "scores looked at" not in shown_words and "“manage.py check_results” does it." in shown_words


@pytest.mark.parametrize("columns", ["fr:", "en:board,<script>,ns", "en:" + "board," * 500, "xx:board", ":", "fr:\x00"])
def test_a_meaning_that_was_tampered_with_is_read_or_refused(client, director, columns):
    page = press(client, send(client, STRANGE.encode(), "soir.csv"), "meaning", **MEANT)
    answer = press(client, page, "confirm", columns=columns)
    assert answer.status_code in (200, 422)
    assert "<script>," not in answer.content.decode()


def test_the_encoding_that_was_guessed_is_shown_with_a_warning(client, director):
    text = "Donne;Paire NS;Paire EO;Contrat;Déclarant;Résultat\n1;1;2;4C;N;=\n"
    shown_words = words(send(client, text.encode("cp1252"), "soir.csv"))
    assert "Encoding Windows-1252" in shown_words
    assert (
        "The file does not say its encoding; it was read as Windows-1252. Check the accents in the names."
        in shown_words
    )


# The meaning of the columns

STRANGE = "Mano;Pareja NS;Pareja EO;Contrato;Quien;Bazas\n1;1;2;4S;N;10\n1;3;4;4S;N;9\n"


def columns(page) -> dict[str, str]:
    """Return the chosen value of each column's select."""
    matches = re.findall(r'<select[^>]* name="(column-\d+)".*?</select>', page.content.decode(), re.S)
    chosen = {}
    for name in matches:
        select = re.search(rf'<select[^>]* name="{name}".*?</select>', page.content.decode(), re.S)[0]
        option = re.search(r'<option value="([^"]*)" selected', select)
        chosen[name] = option[1] if option else ""
    return chosen


MEANT = {
    "column-0": "board", "column-1": "ns", "column-2": "ew", "column-3": "contract", "column-4": "declarer",
    "column-5": "tricks", "cards": "en",
}  # fmt: skip


def test_a_table_with_unknown_headings_asks_what_its_columns_mean(client, director):
    page = send(client, STRANGE.encode(), "soir.csv")
    shown_words = words(page)
    assert "What do the columns mean?" in shown_words
    assert "Mano 1" in shown_words and "Contrato 4S" in shown_words and "Bazas 10 · 9" in shown_words
    # Values that follow from the cells are filled in.
    assert list(columns(page).values()) == ["", "", "", "contract", "declarer", ""]
    assert Tournament.objects.count() == 0
    preview = press(client, page, "meaning", **MEANT)
    assert "Results 2" in words(preview) and "Boards 1" in words(preview)
    press(client, preview, "confirm")
    lines = Board.objects.get().results.order_by("position")
    assert [(line.contract, line.declarer, line.tricks, line.score) for line in lines] == [
        ("4S", "N", 10, 420), ("4S", "N", 9, -50),
    ]  # fmt: skip


def test_the_guess_is_filled_in_and_what_was_chosen_is_never_lost(client, director):
    text = "Board,NS,EW,Contract,By,Tricks,Salle\n1,1,2,4S,N,10,A\n"
    page = send(client, text.encode(), "soir.csv")
    guess = ["board", "ns", "ew", "contract", "declarer", "tricks", ""]
    assert list(columns(page).values()) == guess
    chosen = {f"column-{place}": field for place, field in enumerate(guess)} | {"column-6": "table"}
    again = press(client, page, "meaning", **chosen)
    assert again.status_code == 422
    assert "“Salle”: what stands there is not “table” (“A”). Choose what it is." in words(again)
    assert list(columns(again).values()) == [*guess[:6], "table"]
    assert 'href="#column-6"' in again.content.decode()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"column-0": ""}, "Say which column is the board, or type its number below"),
        ({"column-1": ""}, "Say which column is “number of the North-South pair”: a result needs it."),
        ({"column-3": ""}, "Say which column is the contract, or the score: a result needs one of them."),
        ({"column-5": "declarer"}, "“Quien”, “Bazas”: both are said to be “declarer”. Leave one of them out."),
        ({"column-4": "board", "column-0": ""}, "“Quien”: what stands there is not “board” (“N”). Choose what it is."),
        ({"column-0": "nonsense"}, "Say which column is the board, or type its number below"),
    ],
)
def test_what_cannot_be_meant_is_said_by_column(client, director, change, sentence):
    page = send(client, STRANGE.encode(), "soir.csv")
    again = press(client, page, "meaning", **MEANT | change)
    assert again.status_code == 422
    assert sentence in words(again)
    assert Tournament.objects.count() == 0


def test_suits_may_be_said_to_be_french(client, director):
    text = STRANGE.replace("4S", "4C")
    page = send(client, text.encode(), "soir.csv")
    press(client, press(client, page, "meaning", **MEANT | {"cards": "fr"}), "confirm")
    assert set(Result.objects.values_list("contract", flat=True)) == {"4H"}


def test_the_columns_can_be_looked_at_again_from_the_preview(client, director):
    page = press(client, send(client, STRANGE.encode(), "soir.csv"), "meaning", **MEANT)
    again = press(client, page, "map")
    assert list(columns(again).values()) == [MEANT[f"column-{place}"] for place in range(6)]


def test_a_table_without_a_heading_has_its_columns_by_number(client, director):
    page = send(client, b"1;1;2;4S;N;10\n1;3;4;4S;N;9\n", "soir.csv")
    assert "Column 1 1" in words(page)
    press(client, press(client, page, "meaning", **MEANT), "confirm")
    assert Result.objects.count() == 2


def test_our_own_table_is_read_without_a_question(client, director):
    from arbitrage.exchange import spreadsheet

    page = send(client, spreadsheet.write(evening.finished()), "soir.csv")
    assert "This is what the file says. Nothing has been written yet." in words(page)


def test_a_table_read_again_updates_its_tournament(client, director):
    page = press(client, send(client, STRANGE.encode(), "soir.csv"), "meaning", **MEANT)
    press(client, page, "confirm")
    later = STRANGE + "2;1;4;3NT;S;9\n"
    page = press(client, send(client, later.encode(), "soir.csv"), "meaning", **MEANT)
    press(client, press(client, page, "look"), "update")
    assert (Tournament.objects.count(), Result.objects.count()) == (1, 3)


def test_a_file_that_lacks_many_lines_is_written_only_once_it_is_said_so(client, director):
    imports.import_tournament(club=Club.objects.get(), by=director, data=ALL, filename="soir.bws")
    changes = press(client, send(client, evening.bws(list(evening.played().values())[:4])), "look")
    assert "Of the 18 lines of the tournament, 14 are not in the file or have no result there." in words(changes)
    refused = press(client, changes, "update")
    assert refused.status_code == 422 and "Nothing was written." in words(refused)
    shown = refused.content.decode()
    assert 'name="remove" value="yes" required aria-invalid="true" aria-describedby="remove_error">' in shown
    assert 'id="remove_error"><b>' in shown
    assert Result.objects.count() == 18
    assert "The tournament is up to date." in words(press(client, refused, "update", remove="yes"))
    assert Result.objects.count() == 4
