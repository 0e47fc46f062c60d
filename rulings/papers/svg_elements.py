"""Elements of SVG for charts: lines, words, icons, rings and arrows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape

from rulings.papers.chart import Sentence
from rulings.papers.typeface import width, wrap

FONTS = "Atkinson Hyperlegible Next, Helvetica, Arial, Liberation Sans, sans-serif"

SOFT = "#444"

ICONS = {
    "pencil": "M5 19l1-4L16 5l3 3L9 18z",
    "again": "M12 7v5.500l3.500 2M20.500 12a8.500 8.500 0 1 1-2.500-6M18.500 2v4.500H14",
    "leave": "M11 4H4v16h7M9 12h11M16 8l4 4-4 4",
    "tablet": "M6 2.500h12v19H6zM10.500 18.500h3",
    "speaker": "M4 9.500v5h3.500L13 19V5L7.500 9.500zM16.500 9a4 4 0 0 1 0 6M19 6.500a8 8 0 0 1 0 11",
}

LEADING = 1.22

TRIED = 1 << 13
"""Size of the cache of paragraphs: a sheet is laid out in many ways with the same words before one fits."""

A_LINE = 75
"""Most letters of a sentence that is repeated in full instead of under a letter."""

ICON_OF = {"record": "pencil", "words": "pencil", "come_back": "again", "aloud": "speaker"}


def in_ink(drawing: str) -> str:
    return f'<g fill="#000" stroke="none" stroke-width=".3">{drawing}</g>'


def stroke(path: str, weight: float, colour: str = "#000") -> str:
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{weight:g}"/>'


def text_at(
    x: float, y: float, words: str, size: float, *, bold: bool = False, fill: str = "", middle: bool = False
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:.3g}"'
        + (' font-weight="700"' if bold else "")
        + (f' fill="{fill}"' if fill else "")
        + (' text-anchor="middle"' if middle else "")
        + f">{escape(words, quote=False)}</text>"
    )


def icon_at(name: str, x: float, y: float, size: float) -> str:
    """Return an icon whose line of words has its base at *y*."""
    scale = size * 1.15 / 24
    return (
        f'<path aria-hidden="true" d="{ICONS[name]}" transform="translate({x:.1f} {y - size * 0.95:.1f})'
        f' scale({scale:.3f})" fill="none" stroke="#000" stroke-width="2.2"/>'
    )


def ring_at(x: float, y: float, number: int, size: float, *, station: bool) -> str:
    """Return a number in a ring around this point: filled beside the part of this number, open where an arrow leads to
    that part."""
    radius = radius_of(size) if station else size * 0.95
    written = str(number)
    letters = max(size * (1.1 if len(written) < 3 else 0.85) * (1 if station else 0.9), 2.9)
    ring = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="{"#000" if station else "#fff"}" stroke="#000"/>'
    colour = "#fff" if station else "#000"
    return ring + text_at(x, y + letters * 0.35, written, letters, bold=True, fill=colour, middle=True)


def radius_of(size: float) -> float:
    return size * 1.1


def arrow_at(x: float, to: float, y: float, size: float) -> str:
    head, to = size * 0.32, to - 0.1
    return stroke(
        f"M{x:.1f} {y:.1f}H{to:.1f}m{-head:.1f} {-head:.1f}l{head:.1f} {head:.1f}l{-head:.1f} {head:.1f}", 0.4
    )


@dataclass(frozen=True)
class Block:
    """Lines of words with their height, drawn from a given left and upper edge."""

    height: float
    draw: Callable[[float, float], str]


def pile(blocks: Sequence[Block], gap: float = 0) -> Block:
    def draw(x: float, y: float) -> str:
        drawn = []
        for block in blocks:
            drawn.append(block.draw(x, y))
            y += block.height + gap
        return "".join(drawn)

    return Block(sum(block.height for block in blocks) + gap * max(0, len(blocks) - 1), draw)


@lru_cache(TRIED)
def paragraph(words: str, law: str, limit: float, size: float, *, bold: bool = False) -> Block:
    """Set words in lines, with the number of their law in soft ink after the last word."""
    lines = wrap(words, limit, size, bold=bold)
    law = law.replace("(", "").replace(")", "")
    small = size * 0.86
    last = width(lines[-1], size, bold=bold)
    alone = bool(law) and last + size * 0.6 + width(law, small) > limit
    leading = size * LEADING

    def draw(x: float, y: float) -> str:
        drawn = [text_at(x, y + size + at * leading, line, size, bold=bold) for at, line in enumerate(lines)]
        if law:
            base = y + size + (len(lines) - (0 if alone else 1)) * leading
            drawn.append(text_at(x if alone else x + last + size * 0.6, base, law, small, fill=SOFT))
        return "".join(drawn)

    return Block((len(lines) + alone) * leading, draw)


@lru_cache(TRIED)
def sentence_block(sentence: Sentence, limit: float, size: float) -> Block:
    indent = size * 1.3
    inner = paragraph(sentence.text, sentence.law, limit - indent, size)

    def draw(x: float, y: float) -> str:
        mark = (
            icon_at(ICON_OF[sentence.kind], x, y + size, size)
            if sentence.kind in ICON_OF
            else f'<circle cx="{x + size * 0.6:.1f}" cy="{y + size * 0.66:.1f}" r="{size * 0.14:.1f}"/>'
        )
        return mark + inner.draw(x + indent, y)

    return Block(inner.height, draw)


def letters_alone(letters: Sequence[str], size: float) -> Block:
    """Draw a row of the letters that stand for sentences at the end."""
    side = size * 1.25

    def draw(x: float, y: float) -> str:
        return "".join(
            letter_of(x + at * side * 1.35, y + size * 0.1, letter, size) for at, letter in enumerate(letters)
        )

    return Block(side * 1.15, draw)


def letter_of(x: float, y: float, letter: str, size: float) -> str:
    side = size * 1.25
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{side:.1f}" height="{side:.1f}" rx=".5" fill="#fff" stroke="#000"/>'
        + text_at(x + side / 2, y + size * 0.98, letter, size, bold=True, middle=True)
    )
