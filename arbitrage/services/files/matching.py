"""Search for the stored line of each line of a file, with the values that differ. Nothing is written."""

import uuid
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from arbitrage.exchange.records import TournamentFile
from arbitrage.models import Adjustment, Result
from arbitrage.services.files.imports import kind_and_score
from rulings.scores.award import percent

HAS_RESULT = (Result.Kind.PLAYED, Result.Kind.PASSED, Result.Kind.ARTIFICIAL)
PLAY = ("kind", "contract", "declarer", "tricks", "score", "score_ew")
PAIRS = ("ns", "ew", "seats")
EARNED = ("ns_points", "ew_points", "ns_percent", "ew_percent", "remark")
LEARNT = (*EARNED, "lead", "award")
"""Columns that belong to a result. A line that keeps its stored result does not take these columns from the file, even
where its own are empty."""
PLACED = ("key", "round", "auction", "play", "times")
WRITTEN = (*PLAY, *PAIRS, *LEARNT, *PLACED, "table", "form", "position")


@dataclass(slots=True)
class Line:
    """A stored line (*old*) and the line of the file (*new*). *values* are the file's values that differ, *learns*
    those that the stored line lacks."""

    old: Result
    new: Result
    values: dict[str, Any] = field(default_factory=dict)
    learns: dict[str, Any] = field(default_factory=dict)

    def take(self, *, everything: bool) -> Result:
        """Update the stored line with the values that it lacked and, with *everything*, the values of the file."""
        for name, value in (self.learns | self.values if everything else self.learns).items():
            if everything or name not in LEARNT:
                setattr(self.old, name, value)
        return self.old

    def taught(self, *, everything: bool) -> bool:
        """Does the stored line gain a value besides its position?"""
        return any(name != "position" and (everything or name not in LEARNT) for name in self.learns)

    def taken(self) -> Result:
        """Copy the stored line and give the copy all values of the file; the line itself does not change."""
        return replace(self, old=copy(self.old)).take(everything=True)


def compared(old: Result, new: Result, table: int | None) -> Line:
    """Compare a stored line with that of the file. *table* is the table number in the file, None if it has none."""
    line = Line(old, new)
    if played_otherwise(old, new):
        line.values = {name: getattr(new, name) for name in PLAY}
        if new.kind == old.kind == Result.Kind.PLAYED and not new.contract and new.score == old.score:
            line.values = {"score_ew": new.score_ew}
        if (new.kind, new.score) != (old.kind, old.score) or new.kind == Result.Kind.ARTIFICIAL:
            # the stored points and remark belong to the old result, so they are replaced even by empty values
            line.values |= {name: getattr(new, name) for name in EARNED if name != "remark"}
        if not {old.kind, new.kind} <= {Result.Kind.PLAYED, Result.Kind.PASSED}:
            line.values["remark"] = new.remark
        if old.lead and new.declarer != old.declarer and "declarer" in line.values:
            line.values["lead"] = new.lead  # the stored lead was against the other declarer
    elif new.contract and not old.contract:
        line.learns = {"kind": new.kind, "contract": new.contract, "declarer": new.declarer, "tricks": new.tricks}
    elif new.tricks is not None and old.tricks is None:
        line.learns = {"tricks": new.tricks}
    if new.award and new.award != old.award:
        line.values["award"] = new.award
    for name in ("lead", *PAIRS):
        was, now = getattr(old, name), getattr(new, name)
        if now and now != was:
            (line.values if was else line.learns)[name] = now
    for name in (*EARNED, *PLACED):
        now = getattr(new, name)
        if now not in (None, "", {}) and now != getattr(old, name) and name not in line.values:
            line.learns[name] = now
    if table is not None and table != old.table:
        line.learns["table"] = table
    if new.form > 1 and new.form != old.form:  # 1 is the default of a line without forms
        line.learns["form"] = new.form
    if new.position != old.position:
        line.learns["position"] = new.position
    return line


def played_otherwise(old: Result, new: Result) -> bool:
    """Does the file have another result for the line? A value that the file lacks does not count as different."""
    if new.kind != old.kind:
        score_alone = (old.kind, new.kind) == (Result.Kind.PASSED, Result.Kind.PLAYED) and not new.contract
        return not (score_alone and new.score == 0)
    if new.kind == Result.Kind.ARTIFICIAL:
        return _differ((old.ns_percent, new.ns_percent), (old.ew_percent, new.ew_percent))
    if new.kind == Result.Kind.UNREADABLE:
        return (old.contract, old.tricks, old.score, old.remark) != (new.contract, new.tricks, new.score, new.remark)
    if (old.score, old.score_ew) != (new.score, new.score_ew):
        return True
    if new.contract and old.contract and (new.contract, new.declarer) != (old.contract, old.declarer):
        return True
    return _differ((old.tricks, new.tricks))


def _differ(*pairs: tuple[Any, Any]) -> bool:
    return any(None not in pair and pair[0] != pair[1] for pair in pairs)


def waits(line: Result) -> bool:
    """Does a line have no result yet? A prepared evening has a line for each table and board before anybody plays."""
    return line.kind == Result.Kind.NOT_PLAYED and not line.remark and not line.award


def is_given(adjustment: Adjustment, new: Result) -> bool:
    """Is the result in the file the adjusted score that was confirmed here, because a director has entered it in the
    scoring program? A weighted or split score, which the program cannot store, comes back as percentages."""
    given = adjustment.given
    if given.score is not None:
        return new.score == given.score and new.score_ew in (None, -given.score)
    if new.kind != Result.Kind.ARTIFICIAL:
        return False
    if not given.artificial:
        return True
    return all(
        share is None or isinstance(wanted, tuple) or Fraction(share) == percent(wanted)
        for share, wanted in ((new.ns_percent, given.ns), (new.ew_percent, given.ew))
    )


def matched(
    stored: Iterable[Result], fresh: Sequence[Result], tables: Mapping[uuid.UUID, int | None]
) -> list[tuple[Result | None, Result]]:
    """Pair the lines of a board in a file with the stored ones, None for a new one.

    A correction does not change the key of a line. A line without a key is identified by its pairs in any direction;
    then by one of its pairs, which plays a board once; then by its table. Of several candidates, the one with the same
    result is taken.
    """
    stored, pairs = list(stored), {}
    for name, other in _NAMES:
        at: dict[Hashable, list[Result]] = defaultdict(list)
        for line in stored:
            if (key := name(line, line.table)) is not None:
                at[key].append(line)
        if not at:
            continue
        for line in fresh:
            key = other(line, tables[line.pk])
            if line.pk in pairs or key is None or not (alike := at.get(key)):
                continue
            same = next((candidate for candidate in alike[:_NEAR] if not played_otherwise(candidate, line)), alike[0])
            alike.remove(same)
            pairs[line.pk] = same
        taken = {line.pk for line in pairs.values()}
        stored = [line for line in stored if line.pk not in taken]
    return [(pairs.get(line.pk), line) for line in fresh]


_NEAR = 20
"""Most candidates among which the one with the same result is looked for."""

_Name = Callable[[Result, int | None], Hashable]


def _by_key(line: Result, _table: int | None) -> Hashable:
    return line.key or None


def _by_pairs(line: Result, _table: int | None) -> Hashable:
    whole = (line.ns_id and line.ew_id) or line.seats
    return (line.section_id, line.ns_id, line.ew_id, *line.seats) if whole else None


def _the_other_way(line: Result, _table: int | None) -> Hashable:
    return (line.section_id, line.ew_id, line.ns_id) if line.ns_id and line.ew_id else None


def _by_ns(line: Result, _table: int | None) -> Hashable:
    return line.ns_id and (line.section_id, line.ns_id)


def _by_ew(line: Result, _table: int | None) -> Hashable:
    return line.ew_id and (line.section_id, line.ew_id)


def _by_seats(line: Result, _table: int | None) -> Hashable:
    return (line.section_id, *sorted(line.seats)) if line.seats else None


def _by_table(line: Result, table: int | None) -> Hashable:
    return table and (line.section_id, table)


def _by_value(line: Result, table: int | None) -> Hashable:
    """Return the values of a line without contestants, by which lines of a frequency table are matched."""
    if line.ns_id or line.ew_id or line.seats or table:
        return None
    return line.section_id, line.kind, line.contract, line.declarer, line.tricks, line.score


_NAMES: tuple[tuple[_Name, _Name], ...] = (
    (_by_key, _by_key),
    (_by_pairs, _by_pairs),
    (_by_pairs, _the_other_way),
    (_by_ns, _by_ns),
    (_by_ew, _by_ew),
    (_by_seats, _by_seats),
    (_by_table, _by_table),
    (_by_value, _by_value),
)
"""Keys that identify a line on its board, the surest first: one function for a stored line and one for a file's."""


def letters_of(file: TournamentFile, stored: Iterable[Iterable[Result]]) -> dict[str, str]:
    """Map the names of the file's sections to those of the tournament where they differ, by comparing the lines.

    Programs may name a single section "", "A" or "Open".
    """
    lines: dict[str, set[Hashable]] = defaultdict(set)
    for of_board in stored:
        for line in of_board:
            pairs = frozenset((line.ns.number if line.ns else "", line.ew.number if line.ew else ""))
            lines[line.section.letter].add((line.board.number, pairs, line.score))
    told: dict[str, set[Hashable]] = defaultdict(set)
    for board in file.boards:
        for record in board.results:
            score = kind_and_score(board, record)[3]
            told[record.section[:30]].add((board.number, frozenset(record.players or (record.ns, record.ew)), score))
    letters: dict[str, str] = {}
    named = [section.letter[:30] for section in file.sections]
    if "" in told and "" not in named and len(named) == 1:
        told[named[0]] |= told.pop("")
    strange = [letter for letter in dict.fromkeys((*named, *told)) if letter not in lines]
    free = [letter for letter in lines if letter not in told and letter not in named]
    for letter in strange:
        letter_here = max(free, key=lambda letter_there: len(lines[letter_there] & told[letter]), default=None)
        if letter_here is None:
            break
        alone = len(strange) == len(free) == len(lines) == 1 and "" in (letter, letter_here)
        common = len(lines[letter_here] & told[letter])
        if alone or (common and 2 * common >= min(len(lines[letter_here]), len(told[letter]))):
            letters[letter] = letter_here
            free.remove(letter_here)
    return letters
