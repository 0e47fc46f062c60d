"""Recognition of formats: each in its own module, and one list that asks them in order."""

import importlib
import pkgutil

import pytest

from arbitrage import exchange
from arbitrage.exchange import Unreadable, reading

pytestmark = pytest.mark.usefixtures("in_english")

NO_FORMAT = {"spreadsheet.reading", "usebio.reading", "pbn.reading", "case_json"}
"""Modules of a package that is asked as a whole, and the module of exported cases, which is read elsewhere."""


def test_every_module_that_reads_a_format_says_whether_it_recognises_a_file() -> None:
    reading_modules = set()
    for package in pkgutil.walk_packages(exchange.__path__, "arbitrage.exchange."):
        module = importlib.import_module(package.name)
        if hasattr(module, "read") and module.read.__module__.startswith(package.name):
            name = package.name.removeprefix("arbitrage.exchange.")
            known = name in NO_FORMAT or callable(getattr(module, "recognises", None))
            assert known, f"{package.name} needs recognises(start) -> bool"
            reading_modules.add(name)
    asked = {reader.read.__module__.removeprefix("arbitrage.exchange.") for reader in exchange._READERS}
    missing = {name for name in reading_modules - NO_FORMAT if not any(one.startswith(name) for one in asked)}
    assert not missing, f"add these to exchange._READERS: {missing}"


@pytest.mark.parametrize(
    ("data", "form"),
    [
        (b'[board "1"]\n[deal "N:..."]\n', "pbn"),
        (b'<a remark of its program>\n% PBN 2.1\n[Event "x"]\n[Board "1"]\n', "pbn"),
        (b'<pre>\n[Event "x"]\n[Board "1"]\n[Result "9"]\n</pre>', "pbn"),
        (b'<?xml version="1.0"?>\n<USEBIO><NOTES>\n[Board "1"]\n</NOTES></USEBIO>', "usebio"),
        (b"<results/>", "usebio"),
        (b'[{"MessageType": 1, "SerializedData": "{\\"SessionGuid\\":\\"x\\"}"}]', "bridgemate"),
        (b'[{"SerializedData": "{\\u0022SessionGuid\\u0022:1}"}]', "bridgemate"),
        (b'{"name": "x", "sessions": []}', "acbl"),
        (b'{"anything": 1}', "json"),
    ],
)
def test_a_file_is_told_by_how_it_begins(data: bytes, form: str) -> None:
    assert exchange.detect(data) == form


def test_a_page_whose_data_stand_after_a_long_head_is_recognised() -> None:
    page = b"<html><head>" + b"<style>p{}</style>" * 20_000 + b"</head><table><tr><td>1</td></tr></table></html>"
    assert exchange.detect(page) == "html"


def test_a_start_is_whole_records_of_every_file_of_deals() -> None:
    assert reading.START % 156 == reading.START % 128 == 0


def test_a_workbook_that_is_cut_short_is_called_damaged_and_not_an_archive() -> None:
    with pytest.raises(Unreadable, match="The workbook is damaged"):
        exchange.read(b"PK\x03\x04" + bytes(26) + b"xl/workbook.xml" + bytes(50))


def test_a_recap_of_acblscore_is_named_and_says_what_to_export() -> None:
    recap = b"EVENT>0-300                    |SESSION>Monday Eve   |SECTION> A N-S\nDATE>January 5, 2009\n"
    with pytest.raises(Unreadable, match="This is a recap of ACBLscore"):
        exchange.read(recap, "acblscore.txt")
