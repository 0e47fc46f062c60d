"""The French catalogue, and a check of the spaces and marks of French printing."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

NBSP, NARROW = "\u00a0", "\u202f"


@dataclass
class Entry:
    """One message: its English, and its French in one form, or two where a number decides."""

    msgid: str = ""
    context: str = ""
    plural: str = ""
    french: list[str] = field(default_factory=list)
    flags: set[str] = field(default_factory=set)

    @property
    def key(self) -> tuple[str, str, str]:
        return self.context, self.msgid, self.plural

    @property
    def translated(self) -> bool:
        return bool(self.french) and all(self.french) and "fuzzy" not in self.flags


def read(path: Path) -> list[Entry]:
    """Return the messages of a .po file in their order, without the header and without those no longer used."""
    return [entry for entry in _entries(path) if entry.msgid]


def _entries(path: Path) -> Iterator[Entry]:
    for block in re.split(r"\n\s*\n", path.read_text(encoding="utf-8")):
        entry, texts = Entry(), {}
        keyword = ""
        for line in block.splitlines():
            if line.startswith("#,"):
                entry.flags = {flag.strip() for flag in line[2:].split(",")}
            if line.startswith("#") or not line.strip():
                continue
            head, quote, rest = line.partition('"')
            keyword = head.strip() or keyword
            texts[keyword] = texts.get(keyword, "") + ast.literal_eval(quote + rest)
        if "msgid" not in texts:
            continue
        entry.msgid, entry.context = texts["msgid"], texts.get("msgctxt", "")
        entry.plural = texts.get("msgid_plural", "")
        entry.french = [text for keyword, text in sorted(texts.items()) if keyword.startswith("msgstr")]
        yield entry


# Pattern of text that is not prose: blanks and their forms, placeholders, markup, addresses, times.
NOT_PROSE = re.compile(
    r"\[[a-z0-9_.:]+\]|%\([a-z0-9_]+\)[a-z]|%[sd]|\{[^}]*\}|<[^>]*>|&\w+;|\w+://\S+|\d:\d|\w:\w", re.IGNORECASE
)
RULES = [
    (re.compile(rf"(?<![{NARROW}!?;\s])[;!?]|[ {NBSP}][;!?]"), "a narrow no-break space (U+202F) goes before ; ! ?"),
    (re.compile(rf"(?<![{NBSP}]):|[ {NARROW}]:"), "a no-break space (U+00A0) goes before :"),
    (re.compile(rf"(?<![{NBSP}%])%"), "a no-break space (U+00A0) goes before %"),
    (re.compile(rf"«(?!{NBSP})|(?<!{NBSP})»"), "a no-break space (U+00A0) goes inside « »"),
    (re.compile(r"\w'\w|\w'\x00"), "the apostrophe is ’"),
    (re.compile(r'"|“|”'), "quotation marks are « »"),
    (re.compile(r"\.\.\."), "the ellipsis is one character, …"),
    (re.compile(r"(?<![\w.])\d+(?:e|è?me|ième)\b"), "an ordinal has a raised e, 2ᵉ"),
    (re.compile(r"\bIMPs\b"), "IMP has no s"),
]


def typography(french: str) -> list[str]:
    """List the corrections of French typography in *french*."""
    prose = NOT_PROSE.sub("\x00", french)
    return [rule for pattern, rule in RULES if pattern.search(prose)]
