"""The register of the Laws: titles of references, and the page ``docs/laws.md`` that says what is ruled."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from types import ModuleType

from rulings import laws2017
from rulings.discovery import law_modules
from rulings.inquiry import Law

EDITION = Path(__file__).resolve().parent / "laws2017"

ROWS = {
    "13": ("R1", "R2", "R3", "R4", "R5", "R6", "R7"),
    "14": ("R1", "R2", "R3", "R4", "R5", "R6", "R7"),
    "16": ("C",),
    "24": ("R1", "R2", "R3", "R4", "R5"),
    "41": ("R1", "R2", "R3", "R4", "R5"),
    "43": ("R1", "R2", "R3", "R4", "R5", "R6", "R7"),
    "45": ("R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9", "E", "F", "G"),
    "46": ("R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8"),
    "47": ("R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8"),
    "48": ("A", "B"),
    "50": (*(f"R{row}" for row in range(1, 15)), "E1", "E2", "E3", "E4"),
    "51": ("R1", "R2", "R3", "R4", "R5", "R6", "R7"),
    "52": ("R1", "R2"),
    "53": tuple(f"R{row}" for row in range(1, 14)),
    "54": (*(f"R{row}" for row in range(1, 17)), "O1", "O2", "O3", "O4", "O5"),
    "55": ("C",),
    "57": ("R1", "R2", "R3", "R4", "R5", "R6"),
    "58": ("A", "R1", "R2", "R3", "R4"),
    "59": ("R1", "R2"),
    "60": ("R1", "R2", "R3", "R4"),
    "61": ("A", "B"),
    "62": ("R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8"),
    "63": ("A1", "A2", "A3", "A4"),
    "64": ("R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9"),
    "65": ("R1", "R2", "R3"),
    "66": ("R1", "R2", "R3", "R4"),
    "67": ("R1", "R2", "R3", "R4", "R5"),
    "72": ("C",),
}
"""The rows of the reference that the files here rule; each has a case of ours that covers it."""

READINGS = (
    ("41.R1", "A face-down card whose face the partner could have seen is ruled on as a card faced."),
    ("50.R13", "A small card named, or shown on purpose, is a major penalty card: no accident did it."),
    ("54.R7", "When declarer and dummy have both shown cards, the first of them governs."),
    ("54.R8", "A card played by declarer makes him dummy (French edition, the default) or not (English edition)."),
    ("54.R13", "A player freed of a required suit by a void leads his own penalty card."),
    ("54.R16", "A card dropped by declarer after the lead accepts nothing: he keeps his choice."),
    ("13C", "A card there twice is a foreign card, and the hand left with twelve is ruled by Law 14: the calls stay."),
    ("61", "Leading a suit that was forbidden is a revoke too."),
    ("43.R3", "After dummy's question without right, the trick belongs to whoever owns it once the card is replaced."),
    ("43.R5", "A dummy who has not looked and points out an irregularity costs declarer no right by it."),
    ("45E1", "A fifth card that a defender meant to play is a major penalty card; one that came along may be minor."),
    ("46B4", "Words that fit no card of dummy (“low” with none of the suit led) count as a card that is not there."),
    ("46B5", "The card that a defender chooses must be legal."),
    ("53.R6", "When the hand next after the lead is also the one whose turn it was, its player says what he meant."),
    ("57", "A lead before the trick is complete, after partner has played, is judged once the trick is won."),
    (
        "57.R6",
        "Declarer’s cards from both hands excuse a defender who plays before his partner, not one who leads to the "
        "next trick.",
    ),
    (
        "57.R2",
        "Declarer names one of the four options; should he want none, he asks for the rectification to be waived.",
    ),
    ("62.R8", "At trick 12 the partner of the defender who revoked may not use the card seen, in spite of 50E1."),
    ("64", "Several revokes by one side take no more tricks than it won from the first one's trick on."),
    ("64C", "Equity may be looked at until the correction period ends, even when 64B4 or 64B5 bars the transfer."),
    ("66.R4", "When both sides have mixed their cards, what happened is a disputed fact (85)."),
    ("67.R3", "A player who put no card to a trick is deemed to have revoked; the bars of 64B apply as to any revoke."),
)
"""Interpretations followed where the text allows two; where a ruling depends on one, its note says so."""


@cache
def titles() -> dict[str, str]:
    """A title in our own words for every law ("64") and reference ("64A1") of the edition."""
    data = tomllib.loads((EDITION / "index.toml").read_text(encoding="utf-8"))
    return {str(reference): str(title) for part in ("laws", "references") for reference, title in data[part].items()}


def number_of(reference: str) -> str:
    """The law a reference belongs to: "64" for "64C2(a)"."""
    match = re.match(r"\d+", reference)
    return match.group() if match else ""


def laws_page(cases: Mapping[str, Sequence[str]]) -> str:
    """``docs/laws.md``: every law with what rules it, the rows covered, the readings followed and the gaps.

    *cases* are the names of our cases by row id ("64.R3").
    """
    modules = {str(int(module.__name__.rpartition(".law_")[2].split("_")[0])): module for module in _modules()}
    lines = [
        "# The Laws and what is ruled",
        "",
        "Generated by `make docs` from `rulings/`; a test keeps it true. Edition 2017.",
        "A law without a file is not ruled yet: its irregularities are not offered on the tablet.",
        "",
        "| Law | Subject | Ruled by | Entry points |",
        "| --- | --- | --- | --- |",
    ]
    for number, title in titles().items():
        if number.isdigit():
            module = modules.get(number)
            file = f"`{module.__name__.rpartition('.')[2]}.py`" if module else "not yet"
            entries = ", ".join(f"`{law.id}` {law.title}" for law in _entries(module)) if module else ""
            lines.append(f"| {number} | {title} | {file} | {entries} |")
    lines += [
        "",
        "## Rows of the reference and the cases that cover them",
        "",
        "| Row | File | Cases |",
        "| --- | --- | --- |",
    ]
    for law, rows in ROWS.items():
        file = modules[law].__name__.rpartition(".")[2]
        for row in rows:
            covering = cases.get(f"{law}.{row}", ())
            lines.append(f"| {law}.{row} | `{file}.py` | {'; '.join(covering) or '**none**'} |")
    lines += [
        "",
        "## Readings followed",
        "",
        "Where the text allows two readings, the ruling follows one and says so.",
        "",
    ]
    lines += [f"- **{reference}** {sentence}" for reference, sentence in READINGS]
    lines += ["", "## Gaps", ""]
    gaps = [(number, _gap(module)) for number, module in modules.items() if _gap(module)]
    lines += [f"- **Law {number}** {gap}" for number, gap in gaps] or ["None in the laws that have a file."]
    lines += [
        "",
        "## Not verified",
        "",
        "Nothing ruled here rests on a row marked unverified. The words of the French Code are those of federation",
        "pages and usage; they remain to be ticked against the printed Code of 2017.",
        "",
    ]
    return "\n".join(lines)


def _modules() -> list[ModuleType]:
    return law_modules(laws2017.__path__, laws2017.__name__)


def _entries(module: ModuleType) -> list[Law]:
    return [value for value in vars(module).values() if isinstance(value, Law)]


def _gap(module: ModuleType) -> str:
    match = re.search(r"^Gap:\s+(.+?)(?=^\w+:|\Z)", module.__doc__ or "", re.MULTILINE | re.DOTALL)
    return " ".join(match.group(1).split()) if match else ""
