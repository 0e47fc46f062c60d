"""The legend of a chart, and the sentences of its parts in runs."""

from collections.abc import Iterator

from rulings.engine.text import Translator, gettext_noop
from rulings.papers.a4 import FRAME
from rulings.papers.chart import NOTED, Chart, Exit, Part
from rulings.papers.lettering import Group
from rulings.papers.svg_elements import ICON_OF, SOFT, icon_at, ring_at, text_at
from rulings.papers.typeface import width

LEGEND = (
    ("ring", gettext_noop("begin here, follow the numbers")),
    ("bar", gettext_noop("ruling")),
    ("pencil", gettext_noop("note the fact")),
    ("again", gettext_noop("come back")),
    ("speaker", gettext_noop("read aloud")),
    ("leave", gettext_noop("you may leave")),
)


def legend(chart: Chart, words: Translator, y: float) -> list[str]:
    """Return the signs that this chart uses, in words, on one line with its base at *y*."""
    parts = chart.parts
    sentences = [sentence for part in parts for run in (part.first, *runs_of(part)) for sentence in run]
    sentences += [sentence for part in parts for exit in part.exits for sentence in (*exit.then, *exit.entails)]
    used = {ICON_OF.get(sentence.kind, "") for sentence in sentences} | {"bar"}
    used |= {"ring"} if len(parts) > 1 else set()
    used |= {"leave" for part in parts for exit in part.exits if exit.outcome and exit.outcome.leave}
    used |= {"speaker" for part in parts if part.chooser}
    signs = [(name, words.gettext(message)) for name, message in LEGEND if name in used]
    size = 3.5
    room = FRAME[0] - 6.4 * len(signs)
    size = min(size, size * room / (sum(width(spoken, size) for _, spoken in signs) + 3.4 * (len(signs) - 1)))
    drawn, x = [], 0.0
    for name, spoken in signs:
        if name == "ring":
            drawn.append(ring_at(x + 2.8, y - 1.2, 1, 2.6, station=False))
        elif name == "bar":
            drawn.append(f'<path d="M{x + 1.5:.1f} {y - 3.2:.1f}h1.2v4h-1.2z"/>')
        else:
            drawn.append(icon_at(name, x, y, 3.5))
        drawn.append(text_at(x + 6.4, y, spoken, size, fill=SOFT))
        x += 6.4 + width(spoken, size) + 3.4 * size / 3.5
    return drawn


def runs_of(part: Part) -> Iterator[Group]:
    """Yield the runs of sentences of a part: its `meanwhile`, its `whatever`, and one run for each exit. A run may be
    empty."""
    yield part.meanwhile or ()
    yield part.whatever
    yield from (after_of(exit) for exit in part.exits)


def after_of(exit: Exit) -> Group:
    """List the sentences after the place of an exit; facts to note stand before it."""
    return tuple(sentence for sentence in exit.then if sentence.kind not in NOTED)
