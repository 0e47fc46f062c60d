"""Widths of words in the typeface of the product, and line breaks, for drawings made on paper.

The widths are those of Atkinson Hyperlegible Next and of the suits' font, in hundredths of the size, rounded to even
numbers; a test compares them with the fonts.
"""

from collections.abc import Iterator
from functools import lru_cache

REGULAR = {
    14: "\u202f",
    16: "'",
    20: ",.:;",
    24: "`j|·‘’",
    26: "ilîï",
    28: " !\u00a0",
    30: '"()',
    32: "[ft",
    34: "]r{}",
    36: "-°",
    38: "/\\_",
    40: "1IÎÏ“”",
    44: "y•",
    46: "vz",
    48: "*?csxç",
    50: "k–",
    52: "7Jaàâ",
    54: "2Leou×èéêëôùûü",
    56: "<>EFT^bdghnp~«»ÈÉÊË",
    58: "35Yq",
    60: "$+69PSVZ−",
    62: "48=ABRXÀÂ",
    64: "0CKÇ♦",
    66: "#D♠",
    68: "UwÙÛ…",
    70: "GHN",
    72: "OQÔ",
    74: "&",
    76: "♣",
    78: "@",
    80: "♥",
    82: "M—",
    84: "m→",
    86: "W",
    92: "%œ",
    100: "Œ",
}

BOLD = {
    14: "\u202f",
    20: "'",
    26: "j|‘’",
    28: ",.:;`",
    30: "!·iî",
    32: " l\u00a0ï",
    34: "()[]",
    36: "f",
    38: "-rt{}",
    40: '"_°',
    42: "IÎÏ",
    44: "/1\\•",
    48: "*“”",
    50: "sz–",
    52: "cvyç",
    54: "7?x~×",
    56: "<>FJLaekuàâèéêëùûü",
    58: "29^hnoô",
    60: "$+35ESTbdgpqÈÉÊË−",
    62: "468=PZ",
    64: "BRVY«»♦",
    66: "0CKÇ♠",
    68: "ADUXÀÂÙÛ",
    70: "H",
    72: "&GN",
    74: "OwÔ",
    76: "#Q♣",
    78: "@…",
    80: "♥",
    84: "—→",
    86: "M",
    88: "Wm",
    94: "œ",
    96: "%",
    102: "Œ",
}

LENT = {40: "ᵉ"}
"""Replacements for letters that the typeface lacks; the reader's device draws these in another face of about the same
width."""

_WIDE = 84
"""Width of a letter that is not in the table: that of the widest common one, so that no line runs over."""

_REGULAR = {letter: width for table in (LENT, REGULAR) for width, letters in table.items() for letter in letters}
_BOLD = {letter: width for table in (LENT, BOLD) for width, letters in table.items() for letter in letters}


def width(words: str, size: float, *, bold: bool = False) -> float:
    """Return the width of *words* on one line, in the unit of *size*."""
    return _hundredths(words, bold) * size / 100


@lru_cache(maxsize=1 << 16)
def _hundredths(words: str, bold: bool) -> int:
    table = _BOLD if bold else _REGULAR
    return sum(table.get(letter, _WIDE) for letter in words)


def wrap(words: str, limit: float, size: float, *, bold: bool = False, first: float = 0) -> list[str]:
    """Return the lines of *words* that fit in *limit*, broken at plain spaces only; *first* is taken from the first
    line.

    A word that is longer than a line stands alone on its own.
    """
    return list(_lines(words.split(" "), limit, size, bold, first)) or [""]


def _lines(pieces: list[str], limit: float, size: float, bold: bool, taken: float) -> Iterator[str]:
    line, wide, space = "", 0, _hundredths(" ", bold)
    for piece in pieces:
        more = _hundredths(piece, bold)
        longer = wide + space + more if line else more
        if line and longer * size / 100 > limit - taken:
            yield line
            line, wide, taken = piece, more, 0
        else:
            line, wide = f"{line} {piece}" if line else piece, longer
    if line:
        yield line
