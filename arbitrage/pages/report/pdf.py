"""Documents as a tagged PDF, typeset by typst, which needs no system library, no network and no fonts but the
project's."""

import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from arbitrage.pages.report.typesetter import typesetter
from arbitrage.server import program_files


def documents_pdf(documents: Sequence[Mapping[str, Any]], *, title: str = "") -> bytes:
    """Render documents (`wording.document_parts`) as one PDF/UA-1 file in A4. Each begins a new page, and is set on a
    single page if it fits.

    The text is passed to typst as data, never as code. A character without a glyph in these fonts is replaced by "□",
    because PDF/UA forbids missing glyphs.

    :raises typesetter.TooMuch: it takes too long, or too many others are being set.
    """
    first = documents[0]
    document = {
        "title": title or first["title"],
        "club": first["club"],
        "language": first["language"],
        "documents": documents,
    }
    return typeset(program_files.TEMPLATES / "report" / "documents.typ", document)


def typeset(page: Path, words: Mapping[str, Any]) -> bytes:
    """Render *words* with a typst template (*page*), as a PDF/UA-1 file.

    :raises typesetter.TooMuch: it takes too long, or too many others are being set.
    """
    data = json.dumps(_drawable(words), ensure_ascii=False)
    return typesetter.set(
        {
            "input": str(page),
            "root": str(page.parent),
            "font_paths": [str(program_files.TEMPLATES / "report" / "fonts")],
            "ignore_system_fonts": True,
            "format": "pdf",
            "pdf_standards": ["ua-1"],  # the compiler refuses a document that a screen reader could not follow
            "sys_inputs": {"whole": data},
        }
    )


MISSING = "□"


# Characters that the fonts of the project and of typst can draw: Latin, Greek, Cyrillic, Hebrew, Arabic, signs.
# Combining marks are left out, as they have no glyph on a letter of another font.
_NOT_DRAWN = re.compile(
    "[^ -~\u00a0-\u00ac\u00ae-\u02ff\u0370-\u0377\u037a-\u037f\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u0482"
    "\u048a-\u04ff\u05d0-\u05ea\u0621-\u063a\u0641-\u064a\u0660-\u0669\u1d49\u1e00-\u1eff\u200b\u2010-\u2027\u202f-\u2040\u2044-\u2052\u2054-\u205e"
    "\u20a0-\u20c0\u2116\u2122\u2153-\u215e\u2190-\u21ff\u2200-\u22ff\u2500-\u261f\u2639-\u266f\u2713]+"
)


def _drawable(value: Any) -> Any:
    if isinstance(value, str):
        return _NOT_DRAWN.sub(_replacement, unicodedata.normalize("NFC", value))
    if isinstance(value, Mapping):
        return {key: _drawable(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_drawable(item) for item in value]
    return value


def _replacement(match: re.Match[str]) -> str:
    """Replace a run of characters without a glyph by one "□", or by "" if it has only accents and joiners."""
    return (
        MISSING
        if any(unicodedata.category(character)[0] not in "MC" or character >= "\ue000" for character in match[0])
        else ""
    )
