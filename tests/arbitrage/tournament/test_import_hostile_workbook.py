"""A hostile workbook is uploaded: the page refuses it with a sentence within a time limit. The server runs and stores
no part of the workbook."""

import io
import itertools
import re
import time
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import Workbook

from arbitrage.models import Tournament
from tests.arbitrage.at_the_screen import post, url, words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("data_dir"), pytest.mark.either_database]

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
LEVELS = b"abcdefgh"
ENTITY = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">%s]>' % b"".join(
    b'<!ENTITY %c "%s">' % (new, b"&%c;" % old * 10) for old, new in itertools.pairwise(LEVELS)
)
HEADS = ("Board", "NS", "EW", "Contract", "By", "Result", "Lead")


def workbook(*rows: tuple[object, ...]) -> bytes:
    book, out = Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(out)
    return out.getvalue()


def changed(content: bytes, name: str, change) -> bytes:
    """Return a workbook with one of its parts changed."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for one in old.namelist():
            new.writestr(one, change(old.read(one)) if one == name else old.read(one))
    return out.getvalue()


SHEET = "xl/worksheets/sheet1.xml"
ROW = (1, 1, 2, "3NT", "S", "=", "HK")
PLAIN = workbook(HEADS, ROW)


def with_doctype(sheet: bytes) -> bytes:
    return sheet.replace(b'<?xml version="1.0"?>', b"", 1).replace(b"<worksheet", ENTITY + b"<worksheet", 1)


def with_lines(sheet: bytes) -> bytes:
    """Return the sheet with the line of its result a hundred thousand times."""
    head, line, end = re.fullmatch(rb"(.*</row>)(<row r=.2.*?</row>)(.*)", sheet, re.DOTALL).groups()
    return head + b"".join(re.sub(rb'(r="[A-G]?)2"', rb'\g<1>%d"' % at, line) for at in range(2, 100_002)) + end


def outside(sheet: bytes) -> bytes:
    return b'<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>' + sheet.replace(b"<v>1</v>", b"<v>&e;</v>")


MALICE = {
    "a bomb of zeros": lambda: changed(PLAIN, SHEET, lambda sheet: sheet + b" " * 300_000_000),
    "entities in entities": lambda: changed(PLAIN, SHEET, with_doctype),
    "an entity outside": lambda: changed(PLAIN, SHEET, outside),
    "a sheet that says a million columns": lambda: changed(
        PLAIN, SHEET, lambda sheet: sheet.replace(b"A1:G2", b"A1:XFD1048576").replace(b'r="G2"', b'r="XFD1048576"')
    ),
    "no sheet": lambda: changed(PLAIN, SHEET, lambda _sheet: b""),
    "half of it": lambda: PLAIN[: len(PLAIN) // 2],
    "formulas": lambda: workbook(
        HEADS, (1, '=HYPERLINK("http://example.com")', "=cmd|'/c calc'!A1", "3NT", "S", "=", "HK")
    ),
    "marks": lambda: workbook(HEADS, (1, "<script>alert(1)</script>", '"><img src=x>', "3NT", "S", "=", "HK")),
    "a hundred thousand lines": lambda: changed(PLAIN, SHEET, with_lines),
    "letters without end": lambda: workbook(HEADS, (1, "x" * 32_000, "y" * 32_000, "z" * 32_000, "S", "=", "HK")),
}


@pytest.mark.parametrize("kind", sorted(MALICE))
def test_a_hostile_workbook_is_a_page_in_bounded_time_and_nothing_is_kept(client, kind):
    content = MALICE[kind]()
    began = time.process_time()
    page = post(client, url("tournament_import"), {"file": SimpleUploadedFile("soir.xlsx", content, XLSX)})
    assert page.status_code in (200, 413, 422)
    assert time.process_time() - began < 30
    html = page.content.decode()
    assert "<script>alert(1)" not in html and "<img src=x" not in html
    assert "root:" not in words(page)
    assert not Tournament.objects.exists()
