"""The parts of every printed document: a head, rows of parts side by side, signatures, the foot.

`report/document.html` and `report/document.typ` print exactly these parts, and translate and compute nothing. A *part*
has a title and blocks; a *block* is text, a numbered list, a table, a diagram, questions with their answers, bars of
weights, or lines to write on. Empty parts are left out, so that no heading stands alone.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _

from arbitrage.pages.wording.sentences import STRUCK, Paragraph, Words, parted, printable

FITS_A_PHONE = 5
"""Most columns on a telephone; wider tables scroll there."""

# Blocks


def text_block(paragraphs: Iterable[Paragraph]) -> Words:
    return {"kind": "text", "paragraphs": list(paragraphs)}


def numbered(sentences: Iterable[str], *, struck: Iterable[int] = ()) -> Words:
    """Number the sentences; those at the places *struck* (from 0) are struck out."""
    gone = set(struck)
    items = [[[STRUCK if at in gone else False, f"{at + 1}. {sentence}"]] for at, sentence in enumerate(sentences)]
    return {"kind": "numbered", "items": items}


def tabled(
    head: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    figures: int = 0,
    grow: int = 0,
    bold: Iterable[int] = (),
    struck: Iterable[int] = (),
    after: int = 0,
) -> Words:
    """Build a table. Before its last *after* columns there are *figures* columns of numbers; the column *grow* takes
    the remaining width. The rows *bold* are in force, the rows *struck* are not any more."""
    strong, gone, numbers = set(bold), set(struck), range(len(head) - figures - after, len(head) - after)

    def cells(texts: Sequence[str]) -> list[Words]:
        return [{"words": words, "figures": at in numbers} for at, words in enumerate(texts)]

    return {
        "kind": "table",
        "head": cells(head),
        "rows": [{"cells": cells(row), "bold": at in strong, "struck": at in gone} for at, row in enumerate(rows)],
        "figures": figures,
        "grow": grow,
        "wide": len(head) > FITS_A_PHONE,
    }


def diagram(deal: Mapping[str, Any]) -> Words:
    """Draw the four hands; *said* is the text for readers who cannot see the diagram."""
    symbols = deal["symbols"]
    hands = (
        hand["name"]
        + _(":")
        + " "
        + " ".join(f"{symbols[suit['suit']]} {suit['ranks'] or '–'}" for suit in hand["suits"])
        for hand in deal["hands"]
    )
    return {
        "kind": "deal",
        "said": f"{deal['label']}. " + parted(hands),
        **{name: deal[name] for name in ("hands", "letters", "symbols")},
    }


def answers(block: Mapping[str, Any], head: Sequence[str]) -> Words:
    """List the questions of one inquiry with their answers, laws and the options read aloud."""
    return {"kind": "answers", "title": block["title"], "lines": block["lines"], "head": list(head)}


def weighed(bars: Iterable[Sequence[Mapping[str, Any]]]) -> Words:
    """Draw bars of weights, whose parts have the width of their weight, with words."""
    return {"kind": "weights", "bars": [list(bar) for bar in bars]}


def to_write_on(lines: int) -> Words:
    """Draw empty lines, to be filled in by hand."""
    return {"kind": "lines", "lines": list(range(lines))}


# Parts and documents


def part(title: str, *blocks: Words | None) -> Words | None:
    """Build a part with its title; None when all its blocks are empty."""
    kept = [block for block in blocks if block and _says_something(block)]
    return {"title": title, "blocks": kept} if kept else None


def _says_something(block: Words) -> bool:
    return any(block.get(name) for name in ("paragraphs", "items", "rows", "hands", "lines", "bars"))


def row(*columns: Iterable[Words | None]) -> list[list[Words]]:
    """Set parts side by side in columns, without empty parts and columns."""
    filled = [[block for block in column if block] for column in columns]
    return [column for column in filled if column]


def document(
    *,
    title: str,
    club: str,
    rows: Iterable[list[list[Words]]],
    event: str = "",
    reference: str = "",
    place: Iterable[Sequence[str]] = (),
    code: Words | None = None,
    signatures: Iterable[str] = (),
    foot: str = "",
) -> Words:
    """Build a document for the templates, with printable words only."""
    blocks: Words = printable(
        {
            "language": translation.get_language() or "en",
            "title": title,
            "club": club,
            "event": event,
            "reference": reference,
            "place": [list(pair) for pair in place],
            "code": code,
            "rows": [row for row in rows if row],
            "signatures": list(signatures),
            "foot": foot,
        }
    )
    return blocks
