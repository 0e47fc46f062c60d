"""Tables in CSV: our own, written and read back, and those of any program whose columns can be recognised.

Ours has a row for each result, and columns named in English (docs/formats.md). It is written with semicolons and a byte
order mark, as European spreadsheets expect; a text that a spreadsheet would take for a formula is prefixed with an
apostrophe.

Any other table is read with a proposed meaning of its columns, from their headings in English or French; the proposal
is shown, so that a director sees it before anything is stored. Where the headings are unknown, the director gives the
meaning (`layout`, `Meaning`).
"""

from arbitrage.exchange.spreadsheet.columns import COLUMNS as COLUMNS
from arbitrage.exchange.spreadsheet.columns import FIELDS as FIELDS
from arbitrage.exchange.spreadsheet.columns import RESULT_FIELDS as RESULT_FIELDS
from arbitrage.exchange.spreadsheet.columns import Layout as Layout
from arbitrage.exchange.spreadsheet.columns import Meaning as Meaning
from arbitrage.exchange.spreadsheet.columns import Unfit as Unfit
from arbitrage.exchange.spreadsheet.columns import propose as propose
from arbitrage.exchange.spreadsheet.layout import board_in_name as board_in_name
from arbitrage.exchange.spreadsheet.layout import layout as layout
from arbitrage.exchange.spreadsheet.reading import read as read
from arbitrage.exchange.spreadsheet.reading import recognises as recognises
from arbitrage.exchange.spreadsheet.writing import write as write
from arbitrage.exchange.spreadsheet.writing import write_workbook as write_workbook
