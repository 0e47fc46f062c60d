"""The register of the Laws: titles of references, and the page ``docs/laws.md`` that says what is ruled."""

import ast
import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from types import ModuleType

from rulings import laws2017
from rulings.engine.discovery import law_modules
from rulings.engine.inquiry import Law

EDITION = Path(__file__).resolve().parent.parent / "laws2017"
SCORES = EDITION.with_name("scores")

READINGS = (
    ("27.R7", "When a double is cancelled, a comparable call at last frees the lead (26A), not the silenced partner."),
    ("24", "A card seen before the first call is no card seen in the auction: it is ruled by 16D."),
    ("36.R2", "A comparable call in place of a double not allowed frees the lead (26A), not the silenced partner."),
    ("30.R1", "A pass before the right-hand opponent, cancelled, forbids no lead: 30A does not name Law 26."),
    ("31.R1", "A bid that must be repeated and has become insufficient is an insufficient bid in rotation."),
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
    (
        "16B.R7",
        "A side said to have given information calls at once if it disputes it; otherwise the information is agreed.",
    ),
    ("16D.R3", "Information judged harmless, and proved otherwise by the play, is made good all the same."),
    ("21.R2", "A call of the offending side that 21B2 lets it change is a call withdrawn: 26B may bind its lead."),
    ("68.R4", "Cards played after a contested claim count for nothing; they are at most evidence of facts (85)."),
    ("70", "A ruling on a claim is a whole number of tricks: it is not weighted, and Law 12 does not adjust it."),
)
"""Interpretations followed where the text allows two; where a ruling depends on one, its note says so."""

UNVERIFIED = (
    ("16B.R7", "That in France the director is called when the tempo breaks, to have it noted."),
    ("90", "That a tenth of a top is the usual penalty at pairs, where a club has not set its own."),
    ("12C4", "That a half IMP of a knock-out board goes to the side that did not offend."),
)
"""Sentences that rest on custom alone; where one is said to the director, it says that it is to be verified."""


@cache
def titles() -> dict[str, str]:
    """A title in our own words for every law ("64") and reference ("64A1") of the edition."""
    data = tomllib.loads((EDITION / "index.toml").read_text(encoding="utf-8"))
    return {str(reference): str(title) for part in ("laws", "references") for reference, title in data[part].items()}


def number_of(reference: str) -> str:
    """The law a reference belongs to: "64" for "64C2(a)"."""
    match = re.match(r"\d+", reference)
    return match.group() if match else ""


_ROW = re.compile(r"(\d+[A-Z]?)\.([A-Z])(\d*)(?: to (?:\d+[A-Z]?\.)?([A-Z])(\d*))?")


@cache
def rows() -> dict[str, str]:
    """The rows of the reference that the law files say they rule ("64.R3"), in the order of the book, with the file.

    A law file says so in its docstring: ``Rows: LAWS.md 8.5, 64.R1 to 64.R9; 43.R3``. Each row has a case of ours.
    """
    found: dict[str, str] = {}
    for module in _modules():
        said = re.search(r"^Rows:(.*?)(?=^\S|^\s*$|\Z)", module.__doc__ or "", re.MULTILINE | re.DOTALL)
        for match in _ROW.finditer(said.group(1) if said else ""):
            for row in _between(*match.groups()):
                if row not in found or _number(module) == number_of(row):
                    found[row] = module.__name__.rpartition(".")[2]
    return {row: found[row] for row in sorted(found, key=_place)}


def computing() -> dict[str, list[str]]:
    """The modules of `rulings.scores` that compute what a law says ("77": ["scores/scoring"]): their own first
    sentence names it."""
    found: dict[str, list[str]] = {}
    for file in sorted(SCORES.glob("*.py")):
        said = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
        for numbers in re.findall(r"Laws? ((?:\d+\w*(?:, )?)+)", said.partition("\n")[0]):
            for number in re.findall(r"\b\d+", numbers):
                found.setdefault(number, []).append(f"scores/{file.stem}")
    return found


def _between(law: str, letter: str, first: str, last_letter: str | None, last: str | None) -> list[str]:
    """The rows from one to another: ("64", "R", "1", "R", "3") is R1 to R3, ("84", "A", "", "D", "") is A to D."""
    if last:
        return [f"{law}.{letter}{number}" for number in range(int(first), int(last) + 1)]
    if last_letter:
        return [f"{law}.{chr(code)}" for code in range(ord(letter), ord(last_letter) + 1)]
    return [f"{law}.{letter}{first}"]


def _place(row: str) -> tuple[int, str, str, int]:
    law, _, rest = row.partition(".")
    return int(number_of(law)), law, rest[0], int(rest[1:] or 0)


def laws_page(cases: Mapping[str, Sequence[str]]) -> str:
    """``docs/laws.md``: every law with what rules it, the rows covered, the readings followed and the gaps.

    *cases* are the names of our cases by row id ("64.R3").
    """
    modules: dict[str, list[ModuleType]] = {}
    for module in _modules():
        modules.setdefault(_number(module), []).append(module)
    computed = computing()
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
            its_own = modules.get(number, [])
            files = [module.__name__.rpartition(".")[2] for module in its_own]
            file = ", ".join(f"`{one}.py`" for one in [*files, *computed.get(number, ())]) or "not yet"
            entries = ", ".join(f"`{law.id}` {law.title}" for module in its_own for law in _entries(module))
            lines.append(f"| {number} | {title} | {file} | {entries} |")
    lines += [
        "",
        "## Rows of the reference and the cases that cover them",
        "",
        "| Row | File | Cases |",
        "| --- | --- | --- |",
    ]
    for row, file in rows().items():
        lines.append(f"| {row} | `{file}.py` | {'; '.join(cases.get(row, ())) or '**none**'} |")
    lines += [
        "",
        "## Readings followed",
        "",
        "Where the text allows two readings, the ruling follows one and says so.",
        "",
    ]
    lines += [f"- **{reference}** {sentence}" for reference, sentence in READINGS]
    lines += ["", "## Gaps", ""]
    gaps = [(number, gap) for number, its_own in modules.items() for gap in map(_gap, its_own) if gap]
    lines += [f"- **Law {number}** {gap}" for number, gap in gaps] or ["None in the laws that have a file."]
    lines += [
        "",
        "## Not verified",
        "",
        *(f"- **{reference}** {sentence}" for reference, sentence in UNVERIFIED),
        "",
        "The words of the French Code are those of federation",
        "pages and usage; they remain to be ticked against the printed Code of 2017.",
        "",
    ]
    return "\n".join(lines)


def _modules() -> list[ModuleType]:
    return law_modules(laws2017.__path__, laws2017.__name__)


def _number(module: ModuleType) -> str:
    """The law of a file: "6" for ``law_06_shuffle_and_deal``, "81" for ``law_81b_...``, a second file of it."""
    return str(int(number_of(module.__name__.rpartition(".law_")[2])))


def _entries(module: ModuleType) -> list[Law]:
    return [value for value in vars(module).values() if isinstance(value, Law)]


def _gap(module: ModuleType) -> str:
    match = re.search(r"^Gap:\s+(.+?)(?=^\w+:|\Z)", module.__doc__ or "", re.MULTILINE | re.DOTALL)
    return " ".join(match.group(1).split()) if match else ""
