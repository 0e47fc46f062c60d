"""The boards of a session as a method groups them: lines by form, contestants, and averages of pairs that sat out."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from itertools import chain

from rulings.scores.adjusted import Average, Line
from rulings.scores.matchpoints import Contestants, Neuberg, each
from rulings.scores.method import Expected, Method
from rulings.scores.rows import Boards, Row, groups_of
from rulings.scores.session import Played


def played_boards(boards: Boards, method: Method, line: Callable[[Line], Line | None]) -> dict[str, Played]:
    """Return the boards of a session; by section where sections are compared apart. *line* converts the line of a row;
    rows without a line, or for which it returns None, are left out. A pair sits out a round once it has a result."""
    present = {
        contestant
        for row in chain.from_iterable(boards.values()) if row.line is not None
        for side in (row.ns, row.ew) for contestant in each(side)
    }  # fmt: skip
    begun = {row.round for row in chain.from_iterable(boards.values()) if row.line is not None}
    counts_rows = Expected.ROWS in (method.expected, method.totals)
    played = {}
    for (name, section), rows in groups_of(boards, method).items():
        forms: dict[int, list[Line]] = defaultdict(list)
        pairs: dict[str, tuple[Contestants, Contestants]] = {}
        for row in rows:
            if row.line is not None and (scored := line(row.line)) is not None:
                forms[row.form].append(scored)
                pairs[row.id] = row.ns, row.ew
        first, *others = [tuple(forms[form]) for form in sorted(forms)] or [()]
        played[f"{name} {section}"] = Played(
            first,
            pairs,
            tuple(others),
            sum(row.times for row in rows) if counts_rows else None,
            {row.id: row.times for row in rows if row.times != 1},
            _sat_out([row for row in rows if row.round is None or row.round in begun], present, method),
        )
    return played


def _sat_out(rows: Iterable[Row], present: set[str], method: Method) -> dict[str, Average]:
    """Return the average for the contestants who had no opponents on a board; {} where the method gives none."""
    average = method.sit_out.average
    if average is None:
        return {}
    alone: dict[str, Average] = {}
    for row in rows:
        sides = [[contestant for contestant in each(side) if contestant in present] for side in (row.ns, row.ew)]
        if row.line is None and any(sides) and not all(sides):
            alone |= dict.fromkeys(chain.from_iterable(sides), average)
    return alone


FORMULAS = {
    Expected.BOARD: Neuberg.BOARD,
    Expected.FIELD: Neuberg.FIELD,
    Expected.SCORED: Neuberg.NONE,
    Expected.ROWS: Neuberg.BOARD,
}


def tops(boards: Boards, method: Method, played: Mapping[str, Played], formula: Neuberg) -> dict[str, int]:
    """Return the top that a penalty in per cent is a share of, by contestant: that of the largest board of the session,
    or of the contestant's section where sections are compared apart and boards keep their own size."""
    sizes: dict[str, int] = defaultdict(int)
    sections: dict[str, str] = {}
    for (name, section), rows in groups_of(boards, method).items():
        group = "" if formula is Neuberg.FIELD else section
        sizes[group] = max(sizes[group], played[f"{name} {section}"].size)
        for contestant in (contestant for row in rows for side in (row.ns, row.ew) for contestant in each(side)):
            sections.setdefault(contestant, group)
    return {contestant: 2 * max(sizes[section] - 1, 0) for contestant, section in sections.items()}
