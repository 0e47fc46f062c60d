"""Workbooks (.xlsx): our own table, those of other programs through the page on which columns are chosen, and hostile
files."""

import datetime
import io
import zipfile

import openpyxl
import pytest
from hypothesis import HealthCheck, given, settings

from arbitrage import exchange
from arbitrage.exchange import spreadsheet
from arbitrage.exchange.records import TournamentFile, Unreadable
from arbitrage.exchange.spreadsheet import Meaning, workbook
from tests.arbitrage import evening_files as evening
from tests.arbitrage.exchange.exchange_files import tournaments
from tests.arbitrage.exchange.exchange_malice import EDITS, mutated, quickly, read_or_refuse

pytestmark = pytest.mark.usefixtures("in_english")


def book(*rows: tuple, **sheets: list[tuple]) -> bytes:
    """Return a workbook whose first sheet has these rows; keyword arguments add sheets by name."""
    made = openpyxl.Workbook()
    for row in rows:
        made.active.append(row)
    for name, of in sheets.items():
        sheet = made.create_sheet(name)
        for row in of:
            sheet.append(row)
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def refusal(data: bytes) -> str:
    with pytest.raises(Unreadable) as refused:
        exchange.read(data, "soir.xlsx")
    return str(refused.value)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(tournaments(pbn=False))
def test_the_results_of_any_tournament_are_read_back_the_same(tournament: TournamentFile) -> None:
    back = exchange.read(spreadsheet.write_workbook(tournament), "evening.xlsx")
    assert (back.boards, back.name, back.date) == (tournament.boards, tournament.name, tournament.date)
    assert (back.format, back.warnings) == ("xlsx", ())


def test_it_says_the_same_as_the_table_in_csv() -> None:
    file = evening.finished()
    csv, xlsx = (exchange.read(exchange.write(file, format).data) for format in ("csv", "xlsx"))
    assert (csv.boards, csv.sections) == (xlsx.boards, xlsx.sections)


HEADING = ("Donne", "Paire NS", "Paire EO", "Contrat", "Déclarant", "Résultat", "Marque")


def test_the_table_of_another_program_is_read_by_its_headings() -> None:
    rows = [
        (1, 1, 2, "4C x", "O", "-1", 200),
        (2, 1, 2, "Passe", None, None, 0),
        (3.0, 1, 2, "5T contré", "S", -2, -500),
    ]
    file = exchange.read(book(("Tournoi du vendredi",), (), HEADING, *rows), "soir.xlsx")
    assert [(line.contract, line.kind, line.score) for line in file.results] == [
        ("4Hx", "played", 200), ("", "passed", 0), ("5Cx", "played", -500),
    ]  # fmt: skip


def test_a_table_without_headings_goes_through_the_page_of_columns() -> None:
    data = book((1, 1, 2, "3NT", "S", 400), (2, 1, 2, "4S", "N", 420))
    table_layout = spreadsheet.layout(data)
    assert table_layout is not None and not table_layout.sure
    meaning = Meaning(("board", "ns", "ew", "contract", "declarer", "score"))
    assert [line.score for line in spreadsheet.read(data, meaning).results] == [400, 420]


def test_the_sheet_that_holds_results_is_found_among_several() -> None:
    data = book(("Classement",), (1, "Ann"), Travellers=[HEADING, (1, 1, 2, "3NT", "S", "=", 400)], Notes=[("x",)])
    file = exchange.read(data, "soir.xlsx")
    assert [line.score for line in file.results] == [400]
    assert "Of the workbook’s sheets this one is read: Travellers." in [str(warning) for warning in file.warnings]


def test_a_formula_is_never_computed() -> None:
    made = openpyxl.Workbook()
    made.active.append(("board", "ns", "ew", "score", "remark"))
    made.active.append((1, 1, 2, 400, "=1+1"))
    out = io.BytesIO()
    made.save(out)
    (line,) = exchange.read(out.getvalue()).results
    assert line.remark == ""  # the program that wrote it stored no value


def test_what_looks_like_a_formula_is_written_as_text() -> None:
    file = evening.with_line(evening.finished(), 1, "1", remark="=cmd|' /C calc'!A0")
    data = spreadsheet.write_workbook(file)
    cells = [cell for row in openpyxl.load_workbook(io.BytesIO(data)).active.iter_rows() for cell in row]
    assert [cell.data_type for cell in cells if cell.value and str(cell.value).startswith("=")] == ["s"]
    assert any(line.remark.startswith("=cmd") for line in exchange.read(data).results)


def test_percentages_and_dates_are_read_as_they_are_shown() -> None:
    made = openpyxl.Workbook()
    made.active.append(("board", "ns", "ew", "score", "ns_percent", "date"))
    made.active.append((1, 1, 2, 400, 0.625, datetime.datetime(2026, 11, 20)))
    made.active["E2"].number_format = "0.00%"
    out = io.BytesIO()
    made.save(out)
    file = exchange.read(out.getvalue())
    assert (str(file.results[0].ns_percent), file.date) == ("62.5", datetime.date(2026, 11, 20))


@pytest.mark.parametrize(
    ("value", "number_format", "read"),
    [
        (0.625, "General", "0.625"), (12.25, "0.0", "12.25"), (3.0, "0.00", "3"), (-7, "General", "-7"),
        (0.625, "0.00%", "62.5%"), (1, "0%", "100%"), (0, "0%", "0%"), (61.5, '0.0"%"', "61.5"), (60, "0\\%", "60"),
        (10**9, "General", "1000000000"), (10**9 + 1, "General", ""), (-(10**9) - 1, "General", ""),
        (datetime.datetime(2026, 11, 20, 19, 30), "dd/mm/yyyy hh:mm", "2026-11-20"),
        (datetime.date(2026, 11, 20), "dd/mm/yyyy", "2026-11-20"),
        ("#N/A", "General", ""), ("#DIV/0!", "General", ""), ("#1 of  the\nroom", "General", "#1 of the room"),
    ],
)  # fmt: skip
def test_a_cell_is_read_as_it_is_shown(value: object, number_format: str, read: str) -> None:
    edited = openpyxl.Workbook()
    edited.active.append(("board", "ns", "ew", "score", "remark"))
    edited.active.append((1, 1, 2, 400, value))
    edited.active["E2"].number_format = number_format
    file = io.BytesIO()
    edited.save(file)
    assert exchange.read(file.getvalue(), "soir.xlsx").results[0].remark == read


@pytest.mark.parametrize(("empty", "scores"), [(1, [400, 420]), (1_000, [400, 420]), (1_001, [400])])
def test_a_sheet_goes_on_after_a_thousand_empty_rows_and_ends_after_more(empty: int, scores: list[int]) -> None:
    data = book(("board", "ns", "ew", "score"), (1, 1, 2, 400), *[()] * empty, (2, 1, 2, 420))
    assert [line.score for line in exchange.read(data, "soir.xlsx").results] == scores


@pytest.mark.parametrize("state", ["hidden", "veryHidden"])
def test_a_sheet_that_nobody_sees_is_not_read(state: str) -> None:
    edited = openpyxl.Workbook()
    hidden = edited.active
    hidden.sheet_state = state
    for sheet, score in ((hidden, 400), (edited.create_sheet("Shown"), 420)):
        sheet.append(("board", "ns", "ew", "score"))
        sheet.append((1, 1, 2, score))
    edited.active = 1
    file = io.BytesIO()
    edited.save(file)
    assert [line.score for line in exchange.read(file.getvalue(), "soir.xlsx").results] == [420]


def test_a_box_that_is_ticked_or_not_is_no_figure() -> None:
    rows = [(1, 1, 2, "3NT", "S", 9, True), (2, 1, 2, None, None, None, False), (True, 1, 2, "4S", "N", 10, 420)]
    file = exchange.read(book(HEADING, *rows), "soir.xlsx")
    assert [(line.kind, line.score) for line in file.results] == [("played", None), ("not_played", None)]
    assert "line 4: “” is not a board number; the line is left out." in [str(warning) for warning in file.warnings]


# Hostile workbooks


def rezipped(data: bytes, **parts: bytes) -> bytes:
    """Return the workbook with some parts replaced, which are named without the slashes of their folders."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, parts.get(name.rpartition("/")[2].partition(".")[0], old.read(name)))
    return out.getvalue()


GOOD = book(HEADING, (1, 1, 2, "3NT", "S", "=", 400))


def test_a_workbook_that_unpacks_to_a_mountain_is_refused() -> None:
    row = b"<row><c><v>1</v></c></row>"
    sheet = b'<?xml version="1.0"?><worksheet><sheetData>' + row * 2_000_000 + b"</sheetData></worksheet>"
    assert "larger than any tournament" in refusal(rezipped(GOOD, sheet1=sheet))


def test_entities_are_not_expanded() -> None:
    sheet = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet><sheetData/></worksheet>'
    assert "The workbook is damaged" in refusal(rezipped(GOOD, sheet1=sheet))


def test_a_sheet_that_says_it_has_a_million_rows_is_read_as_far_as_it_has_any(monkeypatch: pytest.MonkeyPatch) -> None:
    made = openpyxl.load_workbook(io.BytesIO(GOOD))
    made.active.cell(row=1_048_576, column=16_384, value="end")
    out = io.BytesIO()
    made.save(out)
    assert len(exchange.read(out.getvalue()).results) == 1


def test_more_cells_than_a_tournament_has_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbook, "MAX_CELLS", 10)
    assert "too large to be read here" in refusal(GOOD)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (GOOD[:-40], "The workbook is damaged"),
        (book(), "no sheet with anything in it"),
        (book(("Ann", "York")), "The columns of the table have no heading"),
        (b"PK\x03\x04" + b"\0" * 26 + b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet", "Save it as .xlsx"),
    ],
)
def test_what_is_no_table_is_refused_with_what_to_do(data: bytes, why: str) -> None:
    assert why in refusal(data)


@quickly
@given(EDITS)
def test_a_mutated_workbook_is_read_or_refused(edits: list) -> None:
    read_or_refuse(mutated(GOOD, edits))


@quickly
@given(EDITS)
def test_a_workbook_with_a_mutated_sheet_is_read_or_refused(edits: list) -> None:
    with zipfile.ZipFile(io.BytesIO(GOOD)) as archive:
        sheet = archive.read("xl/worksheets/sheet1.xml")
    read_or_refuse(rezipped(GOOD, sheet1=mutated(sheet, edits)))


def test_a_sheet_has_the_columns_that_have_something_in_them() -> None:
    file = evening.finished()
    ours, table = (spreadsheet.layout(data) for data in (spreadsheet.write_workbook(file), spreadsheet.write(file)))
    assert ours is not None and table is not None
    assert len(ours.proposal.columns) == len(table.proposal.columns)


def test_a_row_that_is_longer_than_the_heading_keeps_its_cells() -> None:
    table_layout = spreadsheet.layout(book(("Mano", "Pareja"), (1, 2, "", 4), ("", "")))
    assert table_layout is not None and [len(table_layout.proposal.columns), table_layout.samples(3)] == [4, ["4"]]
