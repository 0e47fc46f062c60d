"""An unplayed board stays unplayed in every format, whichever word or number of points a program writes for it."""

from dataclasses import replace
from decimal import Decimal

import pytest

from arbitrage import exchange
from arbitrage.exchange.writing import FORMATS, Format
from tests.arbitrage import evening_files as evening
from tests.arbitrage.exchange.exchange_files import PAIRS, TRAVELLER, pbn_game, usebio_board, usebio_event, usebio_line

WORDS = ("NP", "N/P", "Not played", "NJ", "Non joué")


@pytest.mark.parametrize("format", FORMATS)
def test_a_board_that_was_not_played_is_written_and_read_as_such(format: Format) -> None:
    nobody = {"kind": "not_played", "contract": "", "declarer": "", "lead": "", "tricks": None, "score": None}
    points = {"ns_points": Decimal(0), "ew_points": Decimal(0)}
    file = evening.with_line(evening.finished(), 1, "1", **nobody, **points)
    read = exchange.read(exchange.write(file, format).data)
    kinds = [line.kind for line in read.boards[0].results]
    assert kinds.count("not_played") == 1 and "unreadable" not in kinds


@pytest.mark.parametrize("word", WORDS)
def test_every_word_for_it_is_read(word: str) -> None:
    usebio = usebio_event(PAIRS, usebio_board(usebio_line(CONTRACT=word)))
    pbn = pbn_game(1, TRAVELLER, f'1 2 "{word}" - - - - - - -')
    as_score = pbn_game(1, TRAVELLER, f'1 2 - - - - "{word}" "{word}" - -')
    table = f"Donne;NS;EO;Contrat;Marque\n1;1;2;{word};\n"
    for text in (usebio, pbn, as_score, table):
        (line,) = exchange.read(text.encode()).results
        assert line.kind == "not_played", text


@pytest.mark.parametrize(
    ("contract", "read"),
    [
        ("5T contré", "5Cx"),
        ("5 T contre", "5Cx"),
        ("4P surcontré", "4Sxx"),
        ("4♠ sur-contré S -1", "4Sxx"),
        ("3SA contré par S", "3NTx"),
    ],
)
def test_doubled_in_french_words(contract: str, read: str) -> None:
    declarer = "" if "S -1" in contract or "par" in contract else "S"
    table = f"Donne;NS;EO;Contrat;Déclarant;Levées\n1;1;2;{contract};{declarer};9\n"
    (line,) = exchange.read(table.encode()).results
    assert (line.contract, line.declarer) == (read, "S")


def test_the_one_column_of_percentages_of_a_frequency_table_is_north_souths() -> None:
    table = r'[ScoreTable "Contract\4L;Declarer\1;Result\2R;Score_NS\5R;Percentage\5R;Multiplicity;Strata"]'
    tournament = exchange.read(pbn_game(1, table, "4S N 10 420 62.5 3 A", "4S N 9 -50 12.5 1 B").encode())
    assert [(line.ns_percent, line.times) for line in tournament.results] == [
        (Decimal("62.5"), 3),
        (Decimal("12.5"), 1),
    ]
    assert [str(problem) for problem in tournament.warnings if "strata" in problem.reason]
    written = exchange.read(exchange.write(replace(tournament, event="pairs"), "pbn").data)
    assert [line.ns_percent for line in written.results] == [Decimal("62.5"), Decimal("12.5")]
