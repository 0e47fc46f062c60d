"""A chart drawn on A4 sheets, black on white: numbered questions down a line, their exits to the right.

Read it like a line of stations: the number in the ring, the question in the box, then the arrow to the ruling (a black
bar) or to the next number. ``rulings.papers.type_size`` finds the type. Lengths are millimetres.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape
from itertools import groupby
from math import inf

from rulings.engine.text import Translator, gettext_noop
from rulings.papers.a4 import FRAME, LAW, SHEET_OF, Sheet
from rulings.papers.chart import NOTED, Chart, Exit, Outcome, Part
from rulings.papers.legend import after_of, legend, runs_of
from rulings.papers.lettering import Group, groups_in, letters_of
from rulings.papers.shortened import terse
from rulings.papers.svg_elements import (
    SOFT,
    Block,
    arrow_at,
    icon_at,
    letter_of,
    letters_alone,
    paragraph,
    pile,
    radius_of,
    ring_at,
    sentence_block,
    stroke,
    text_at,
)
from rulings.papers.typeface import width

BETWEEN = 5.0
"""Empty room between two columns."""

LABELS = (0.2, 0.26, 0.32, 0.38)
"""Shares of the sheet's width to try for the column of options; the one that gives the question the least height is
taken."""

GO_TO = gettext_noop("Go to %s")

ALWAYS = gettext_noop("In every case:")

LETTERS = gettext_noop("What the letters stand for")

GOES_ON = gettext_noop("(continued)")

ALOUD = gettext_noop("To be read aloud, every option; then %s chooses alone.")

MEANWHILE = gettext_noop("For the time being:")

COMMON = gettext_noop("The common calls")

TO_THE_TABLET = gettext_noop("continue on the tablet")
THESE_TO_THE_TABLET = gettext_noop("continue on the tablet: %s")

EMPTY = FRAME[1] / 9
"""Most room left empty at the foot of a sheet to avoid breaking a part."""


@dataclass(frozen=True)
class Band:
    """A piece of a part that is never split over two sheets: its height, and a function that draws it at a given
    height."""

    height: float
    draw: Callable[[float], str]


Page = list[tuple[int, float, Band]]
"""The bands of a sheet with the number of their part (0: a letter) and their height on it."""


class Layout:
    """A chart in one size of type. Rings stand on the line at the left, boxes and exits beside it."""

    def __init__(self, chart: Chart, words: Translator, size: float, *, lettered: bool, columns: int = 1) -> None:
        self.columns = columns
        self.wide = (FRAME[0] - BETWEEN * (columns - 1)) / columns
        self.chart = chart = terse(chart, laws_once=not lettered) if columns > 1 else chart
        self.words = words
        self.size = size
        self.air = size
        self.small = size * 0.92
        self.under = size * (0.42 if columns == 1 else 0.25)
        self.ring = size * (1 if columns == 1 else 0.76)
        self.rail = radius_of(size) + 0.3
        self.inset = 2 * self.rail + 1.1
        self.left = self.inset if columns == 1 else 0.3
        runs = [run for part in chart.parts for run in runs_of(part) if run]
        self.letters = letters_of(runs) if lettered else {}
        self.groups = dict(zip(runs, groups_in(runs), strict=True))
        self.arrivals: dict[tuple[int, float], Block] = {}
        """Cache of the words for the destination of an exit, by exit and by width; each is needed for every width that
        its options may have."""
        self.labels: dict[int, float] = {}
        """Cache of the width of the options of each part; it does not depend on the distance between parts."""

    def taken(self, air: float, most: int) -> int:
        """Count the sheets of the chart without drawing them; the count stops at one more than *most*."""
        return -(-len(self._place(air, most)) // self.columns)

    def sheets(self, air: float = 1) -> list[Sheet]:
        placed = self._place(air)
        drawn = []
        of = -(-len(placed) // self.columns)
        for at in range(of):
            columns = placed[at * self.columns : (at + 1) * self.columns]
            page = [band for column in columns for band in column]
            foot = max((y + band.height for _, y, band in page), default=0)
            body = "".join(self._column(column, place) for place, column in enumerate(columns))
            if len(columns) > 1:
                x = self.wide + BETWEEN / 2
                body += stroke(f"M{x:.1f} {self._head_height(at + 1):.1f}V{foot:.1f}", 0.2)
            drawn.append(Sheet(self._heading(at + 1, of, page) + body, at + 1, foot + 1))
        return drawn

    def _column(self, column: Page, place: int) -> str:
        drawn = "".join(self._lines(column) if self.columns == 1 else ()) + "".join(self._draw(column))
        return f'<g transform="translate({place * (self.wide + BETWEEN):g} 0)">{drawn}</g>' if place else drawn

    def _place(self, air: float, most: float = inf) -> list[Page]:
        """Place the bands on sheets, the letters after them. A part that does not fit continues on the next sheet.
        After *most* sheets the rest is left out."""
        self.air = self.size * air
        pages: list[Page] = [[]]
        y = top = self._head_height(1)

        def fits(tall: float) -> bool:
            return y == top or y + tall <= FRAME[1]

        def turn() -> float:
            pages.append([])
            return self._head_height(-(-len(pages) // self.columns))

        before: Part | None = None
        for part in self.chart.parts:
            if len(pages) > most * self.columns:
                return pages
            bands = list(self._bands(part))
            gap = 0.0 if y == top else self.air * (0.7 if before and _leads(before, part) else 1.15)
            tall = sum(band.height for band in bands)
            short = (self.columns == 1 and FRAME[1] - y < EMPTY) or not fits(
                gap + sum(band.height for band in bands[:2])
            )
            aloud = part.chooser and len(pages) % self.columns == 0  # every option is read before a sheet is turned
            if not fits(gap + tall) and (short or aloud):
                y = top = turn()
            else:
                y += gap
            for band in bands:
                if not fits(band.height):
                    y = top = turn()
                    again = self._again(part)
                    pages[-1].append((part.number, y, again))
                    y += again.height
                pages[-1].append((part.number, y, band))
                y += band.height
            before = part
        for at, band in enumerate(self._letter_bands()):
            y += self.size * 1.3 if at == 0 else 0
            if not fits(band.height):
                y = top = turn()
            pages[-1].append((0, y, band))
            y += band.height
        return pages

    def _draw(self, page: Page) -> Iterator[str]:
        number = None
        for part, y, band in page:
            if part != number:
                yield (
                    ("" if number is None else "</g>") + '<g role="group"' + (f' aria-label="{part}">' if part else ">")
                )
                number = part
            yield "\n" + band.draw(y)
        yield "" if number is None else "</g>"

    def _lines(self, page: Page) -> Iterator[str]:
        """Return the line from a ring to the next one below, where the part leads on to it."""
        tops: dict[int, float] = {}
        for number, y, _ in page:
            tops.setdefault(number, y)
        for number, y in tops.items():
            if number and number + 1 in tops and _leads(self.chart.parts[number - 1], self.chart.parts[number]):
                radius = radius_of(self.size)
                yield stroke(f"M{self.rail:.1f} {y + radius:.1f}V{tops[number + 1] + radius:.1f}", self.size * 0.3)

    # Headings

    def _head_height(self, sheet: int) -> float:
        return 13.0 if sheet > 1 else 18.0 + (self._always().height + 3 if self.chart.always else 0)

    def _always(self) -> Block:
        """Draw the sentences that go with every ruling."""
        words = self.words.gettext(ALWAYS)
        lead = width(words, self.size, bold=True) + self.size
        inner = pile(self._sentences(self.chart.always, FRAME[0] - lead, self.small))

        def draw(x: float, y: float) -> str:
            return text_at(x, y + self.size, words, self.size, bold=True) + inner.draw(x + lead, y)

        return Block(inner.height, draw)

    def _heading(self, sheet: int, of: int, page: Page) -> str:
        number = self.words.gettext(LAW) % self.chart.law
        drawn = [text_at(0, 6.5, number, 7.5, bold=True)]
        after = width(number, 7.5, bold=True) + 4
        count = self._count(sheet, of, page) if of > 1 else "" if self.chart.whole else self.words.gettext(COMMON)
        room = FRAME[0] - after - (width(count, 4) + 5 if count else 0)
        largest = 7.5 if sheet == 1 else 5.5
        drawn.append(text_at(after, 6.5, self.chart.title, min(largest, room / width(self.chart.title, 1))))
        if count:
            drawn.append(text_at(FRAME[0] - width(count, 4), 6.5, count, 4))
        drawn.append(stroke(f"M0 9.200H{FRAME[0]:g}", 0.5))
        if sheet == 1:
            drawn += legend(self.chart, self.words, 15)
            drawn += [self._always().draw(0, 19)] if self.chart.always else []
        return "".join(drawn)

    def _count(self, sheet: int, of: int, page: Page) -> str:
        """Draw the number of the sheet, and its first and last part."""
        numbers = [number for number, _, _ in page if number]
        count = self.words.gettext(SHEET_OF) % {"sheet": sheet, "sheets": of}
        if not numbers:
            return count
        return f"{numbers[0]} – {numbers[-1]} · {count}" if numbers[0] < numbers[-1] else f"{numbers[0]} · {count}"

    def _again(self, part: Part) -> Band:
        words = self.words.gettext(GOES_ON)

        def draw(y: float) -> str:
            ring = ring_at(self.rail, y + radius_of(self.size), part.number, self.size, station=True)
            return ring + text_at(self.inset, y + self.size * 1.6, words, self.size, fill=SOFT)

        return Band(radius_of(self.size) * 2 + 1, draw)

    # A part: its box, then a band an exit

    def _bands(self, part: Part) -> Iterator[Band]:
        if part.exits[0].options:
            yield self._box(part)
        beside = self._beside(part)
        if beside is not None:
            yield beside
            return
        labels = self._label_width(part)
        for at, exit in enumerate(part.exits):
            first, last = at == 0, at == len(part.exits) - 1
            yield self._others(exit, first=first) if exit.gathered else self._exit(exit, labels, first=first, last=last)
        if part.whatever:
            heading = paragraph(self.words.gettext(ALWAYS), "", self.wide - self.left, self.small, bold=True)
            whatever = pile([heading, *self._sentences(part.whatever, self.wide - self.left, self.small)])
            yield Band(whatever.height + self.air * 0.36, lambda y: whatever.draw(self.left, y))

    def _beside(self, part: Part) -> Band | None:
        """Return the exits in one row; None unless each is a few words and a number, and all fit."""
        size, reach = self.size, self.size * 2.4
        if any(exit.then or exit.entails or exit.outcome or len(exit.options) != 1 for exit in part.exits):
            return None
        tablet = width(self.words.gettext(TO_THE_TABLET), self.small)
        words = [tablet if exit.on_the_tablet else 0.0 for exit in part.exits]
        widths = [
            self._label_long(*exit.options[0]) + reach + size * 4.2 + beyond
            for exit, beyond in zip(part.exits, words, strict=True)
        ]
        if sum(widths) > self.wide - self.left:
            return None
        labels = [paragraph(*exit.options[0], self.wide, size) for exit in part.exits]
        rings = [self._onward(exit, self.wide) for exit in part.exits]

        def draw(y: float) -> str:
            drawn, x, base = [], self.left, y + size * 0.66
            for label, ring, long, beyond in zip(labels, rings, widths, words, strict=True):
                to = x + long - size * 2.2 - beyond
                stem = f"M{x + size * 0.9:.1f} {y - self.under:.1f}V{base:.1f}h{size * 1.1 - 0.8:.1f}"
                drawn += [stroke(stem, 0.4), label.draw(x + size * 2, y)]
                drawn += [arrow_at(to - reach, to - 0.8, base, size), ring.draw(to, y)]
                x += long
            return "".join(drawn)

        return Band(max(band.height for band in (*labels, *rings)) + self.air * 0.36, draw)

    def _box(self, part: Part) -> Band:
        size, pad = self.size, self.size * (0.45 if self.columns == 1 else 0.25)
        text = self.left + pad + 0.5 if self.columns == 1 else self.inset  # in columns the ring stands in the box
        inside = self.wide - text - pad - 0.5
        blocks = self._sentences(part.first, inside, self.small)
        if part.chooser:
            blocks.append(self._aloud(part.chooser, inside))
        if part.meanwhile is not None:
            blocks.append(paragraph(self.words.gettext(MEANWHILE), "", inside, self.small))
        blocks.append(paragraph(part.text, part.law, inside, size, bold=True))
        blocks += self._sentences(part.meanwhile or (), inside, self.small)
        stacked = pile(blocks)
        tall = max(stacked.height + 1.6 * pad, 2 * radius_of(size))

        def draw(y: float) -> str:
            ring = (
                f'<g id="n{part.number}">{ring_at(self.rail, y + radius_of(size), part.number, size, station=True)}</g>'
            )
            frame = (
                f'<rect x="{self.left:.1f}" y="{y:.1f}" width="{self.wide - self.left - 0.3:.1f}" height="{tall:.1f}"'
                f' rx="1.5" fill="#fff" stroke="#000" stroke-width="{0.9 if part.chooser else 0.45}"/>'
            )
            dashed = frame.replace("/>", ' stroke-dasharray="1.6 1.2"/>') if part.meanwhile is not None else frame
            return dashed + ring + stacked.draw(text, y + (tall - stacked.height) / 2)

        return Band(tall + self.under, draw)

    def _aloud(self, chooser: str, limit: float) -> Block:
        indent = self.size * 1.7
        inner = paragraph(self.words.gettext(ALOUD) % chooser, "", limit - indent, self.small)

        def draw(x: float, y: float) -> str:
            return icon_at("speaker", x, y + self.small, self.size) + inner.draw(x + indent, y)

        return Block(inner.height, draw)

    def _sentences(self, run: Group, limit: float, size: float) -> list[Block]:
        """Draw the sentences one below the other, or their letters if they are written at the end."""
        blocks: list[Block] = []
        for written, groups in groupby(self.groups.get(run, [run] if run else []), key=self.letters.__contains__):
            if written:
                blocks.append(letters_alone([self.letters[group] for group in groups], size))
            else:
                blocks += [sentence_block(sentence, limit, size) for group in groups for sentence in group]
        return blocks

    def _letter_bands(self) -> Iterator[Band]:
        """Draw the sentences of the letters, with a heading."""
        if self.letters:
            title = paragraph(self.words.gettext(LETTERS), "", self.wide, self.size, bold=True)
            yield Band(title.height + 1, lambda y: title.draw(0, y))
        for group, letter in self.letters.items():
            inner = pile([sentence_block(sentence, self.wide - self.inset, self.small) for sentence in group])

            def draw(y: float, inner: Block = inner, letter: str = letter) -> str:
                return letter_of(0, y, letter, self.small) + inner.draw(self.inset, y)

            yield Band(max(inner.height, self.small * 1.3) + self.size * 0.5, draw)

    def _label_width(self, part: Part) -> float:
        """Return the width of the column of options that gives the part the least height: a share of the sheet, or the
        width of the longest option where that is less."""
        if part.number in self.labels:
            return self.labels[part.number]
        exits = [exit for exit in part.exits if not exit.gathered]
        longest = max((self._label_long(*option) for exit in exits for option in exit.options), default=0)
        widths = dict.fromkeys(min(longest, self.wide * share) for share in LABELS)
        best = min(widths, key=lambda candidate: sum(self._exit(exit, candidate).height for exit in exits))
        return self.labels.setdefault(part.number, best)

    def _label_long(self, label: str, law: str) -> float:
        return width(label, self.size) + (self.size * 0.6 + width(law, self.size * 0.86) if law else 0) + 0.2

    def _exit(self, exit: Exit, labels: float, *, first: bool = False, last: bool = False) -> Band:
        """Draw the options that lead to one place, and the place beside them, or below them in columns where that is
        lower. The stem joins them to the exits above and below."""
        size = self.size
        stem = self._stem()
        label = stem + size * 1.1
        to = label + labels + size * 2.6 if exit.options else self.left
        below = self._below(exit, label) if exit.options and self.columns > 1 else None
        options = [paragraph(words, law, labels, size) for words, law in exit.options]
        column = pile(options, size * 0.25)
        place = self._arrival(exit, self.wide - to)
        tall = max(column.height, place.height)
        if below is not None and below[2] < tall:
            options, place, tall = below
            column, to = pile(options, size * 0.25), label + (-0.8 if exit.outcome else size * 0.7)
        else:
            below = None
        tall += self.air * 0.36
        above = sum(option.height + size * 0.25 for option in options[:-1])

        def draw(y: float) -> str:
            if not options:
                return place.draw(to, y)
            top, end = y - (self.under if first else 0), y + (above + size * 0.66 if last else tall)
            drawn = [stroke(f"M{stem:.1f} {top:.1f}V{end:.1f}", 0.4)]
            base = y + size * 0.66
            for option in options:
                drawn.append(stroke(f"M{stem:.1f} {base:.1f}H{label - 0.8:.1f}", 0.4))
                base += option.height + size * 0.25
            drawn.append(column.draw(label, y))
            if below is not None:
                under = y + column.height + size * 0.1
                down = under + (0 if exit.outcome else size * 0.66)
                drawn.append(stroke(f"M{label - 0.8:.1f} {y + size * 0.66:.1f}V{down:.1f}", 0.4))
                drawn += [] if exit.outcome else [arrow_at(label - 0.8, to - 0.4, down, size)]
                return "".join([*drawn, place.draw(to, under)])
            start = label + 1 + (self._label_long(*exit.options[0]) if options[0].height < size * 1.3 else labels)
            if len(options) > 1:
                start = label + labels + 1.4
                drawn.append(stroke(f"M{start - 0.8:.1f} {y + 0.2:.1f}h.8V{y + column.height:.1f}h-.8", 0.4))
            drawn.append(arrow_at(start, to - 0.8, y + size * 0.66, size))
            return "".join([*drawn, place.draw(to, y)])

        return Band(tall, draw)

    def _others(self, exit: Exit, *, first: bool) -> Band:
        """Return the options that are left to the tablet, one after the other in small type."""
        size = self.size
        stem = self._stem()
        label = stem + size * 1.1
        indent = size * 1.3
        options = " · ".join(words for words, _ in exit.options)
        words = self.words.gettext(THESE_TO_THE_TABLET) % options
        block = paragraph(words, "", self.wide - label - indent, self.small)

        def draw(y: float) -> str:
            top, base = y - (self.under if first else 0), y + size * 0.66
            drawn = stroke(f"M{stem:.1f} {top:.1f}V{base:.1f}H{label - 0.8:.1f}", 0.4)
            return drawn + icon_at("tablet", label, y + size, size) + block.draw(label + indent, y)

        return Band(block.height + self.air * 0.36, draw)

    def _stem(self) -> float:
        """Return the x of the line that joins the exits of a part."""
        return self.left + self.size * (0.9 if self.columns == 1 else 0.35)

    def _below(self, exit: Exit, label: float) -> tuple[list[Block], Block, float]:
        """Draw the options over the whole width with their place below them; return the options, the place, and their
        height together."""
        size = self.size
        options = [paragraph(words, law, self.wide - label, size) for words, law in exit.options]
        place = self._arrival(exit, self.wide - label + (0.8 if exit.outcome else -size * 0.7))
        return options, place, pile(options, size * 0.25).height + size * 0.1 + place.height

    def _arrival(self, exit: Exit, limit: float) -> Block:
        if (arrival := self.arrivals.get((id(exit), limit))) is None:
            arrival = self._ruling(exit.outcome, exit, limit) if exit.outcome else self._onward(exit, limit)
            self.arrivals[id(exit), limit] = arrival
        return arrival

    def _ruling(self, outcome: Outcome, exit: Exit, limit: float) -> Block:
        """Draw the ruling that ends the inquiry beside its black bar: the facts to note, the ruling, its effects."""
        indent = self.size * 0.8
        limit -= indent
        noted = [sentence_block(sentence, limit, self.small) for sentence in exit.entails]
        noted += [sentence_block(sentence, limit, self.small) for sentence in exit.then if sentence.kind in NOTED]
        room = limit - (self.size * 1.4 if outcome.leave else 0)
        ruling = paragraph(outcome.text, outcome.law, room, self.size, bold=True)
        stacked = pile([*noted, ruling, *self._sentences(after_of(exit), limit, self.small)])
        above = sum(block.height for block in noted)

        def draw(x: float, y: float) -> str:
            bar = f'<path d="M{x:.1f} {y:.1f}h1.200v{stacked.height:.1f}h-1.200z"/>'
            sign = icon_at("leave", x + indent + limit - self.size * 1.2, y + above + self.size, self.size)
            return bar + (sign if outcome.leave else "") + stacked.draw(x + indent, y)

        return Block(stacked.height, draw)

    def _onward(self, exit: Exit, limit: float) -> Block:
        """Draw the number to go to, or the tablet, with the sentences on the way beside it."""
        if exit.on_the_tablet:
            return self._to_the_tablet(exit, limit)
        size, radius = self.size, self.ring * 0.95
        indent = 2 * radius + size * 0.5
        entailed = [sentence_block(sentence, limit - indent, self.small) for sentence in exit.entails]
        stacked = pile([*entailed, *self._sentences(after_of(exit), limit - indent, self.small)])

        def draw(x: float, y: float) -> str:
            label = escape(self.words.gettext(GO_TO) % exit.part)
            ring = ring_at(x + radius, y + size * 0.66, exit.part, self.ring, station=False)
            drawn = f'<a href="#n{exit.part}" aria-label="{label}">{ring}</a>'
            return drawn + stacked.draw(x + indent, y)

        return Block(max(stacked.height, radius * 2), draw)

    def _to_the_tablet(self, exit: Exit, limit: float) -> Block:
        indent = self.size * 1.7
        words = paragraph(self.words.gettext(TO_THE_TABLET), "", limit - indent, self.small)
        stacked = pile([words, *(sentence_block(sentence, limit - indent, self.small) for sentence in exit.entails)])

        def draw(x: float, y: float) -> str:
            return icon_at("tablet", x, y + self.size, self.size) + stacked.draw(x + indent, y)

        return Block(stacked.height, draw)


def _leads(part: Part, to: Part) -> bool:
    return any(exit.part == to.number for exit in part.exits)
