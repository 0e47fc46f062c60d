"""Elements of an exported USEBIO file stand where other programs' files have them.

The published grammar is not available, so every element and attribute that we write is compared with those of real
files.
"""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from arbitrage import exchange

OURS = {("TRAVELLER_LINE", name) for name in ("TABLE_NUMBER", "ROUND_NUMBER", "NOTES")}
"""Elements of our own, which other programs ignore; NOTES is that of BriAn."""


def places(data: bytes) -> set[tuple[str, str]]:
    """Return every element and attribute of a file, under the element that holds it."""
    found = set()
    plain = re.sub(rb"<!DOCTYPE[^>]*>", b"", data)
    for node in ElementTree.fromstring(plain).iter():  # noqa: S314  files of this project's own tests
        found |= {(node.tag, child.tag) for child in node} | {(node.tag, f"@{name}") for name in node.attrib}
    return found


@pytest.mark.real_files
def test_every_element_that_is_written_is_one_of_real_files_in_the_same_place(real_files: Path) -> None:
    known: set[tuple[str, str]] = set()
    for path in real_files.glob("usebio/*.xml"):
        known |= places(path.read_bytes())
    written: set[tuple[str, str]] = set()
    count = 0
    for path in sorted(real_files.glob("[abnpu]*/*.*")):
        try:
            data = exchange.write(exchange.read(path.read_bytes(), path.name), "usebio").data
        except (exchange.Unreadable, exchange.Unwritable):
            continue
        written |= places(data)
        count += 1
    assert count > 15
    assert written - known <= OURS
    assert {("PAIR", "PLACE"), ("TRAVELLER_LINE", "NS_MATCH_POINTS"), ("BOARD", "HAND")} <= written
