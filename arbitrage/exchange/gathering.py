"""Collection of the data that a reader has read so far: contestants by section, deals and traveller lines by board,
within the limits of a tournament."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from django.utils.translation import gettext as _

from arbitrage.exchange.reading import (
    MAX_BOARDS,
    MAX_CONTESTANTS,
    MAX_RESULTS,
    Notes,
    deal_from_north,
)
from arbitrage.exchange.records import (
    BoardRecord,
    ContestantRecord,
    Direction,
    ResultRecord,
    SectionRecord,
    Unreadable,
)
from rulings.bridge import dealer, vulnerability

# Contestants, by number and direction

Contestants = dict[tuple[str, Direction], ContestantRecord]
Where = tuple[str, str]
"""A session and the letter of a section of it."""


def is_known(number: str, section: Mapping[tuple[str, Direction], object]) -> bool:
    """Is a contestant of this number in the section, in any direction?"""
    return any((number, direction) in section for direction in _DIRECTIONS)


_DIRECTIONS: tuple[Direction, ...] = ("", "NS", "EW")


def section_records(
    sections: Mapping[Where, Contestants], boards: Mapping[tuple[str, int], Iterable[ResultRecord]]
) -> tuple[SectionRecord, ...]:
    """Build the sections with their contestants. A direction is kept only if it holds for the whole session.

    Programs write the direction in which a pair began. Once a pair of a section sits the other way (a Howell, an arrow
    switch), the directions of that section are dropped, except where they distinguish two pairs of one number.
    """
    moving: set[Where] = set()
    for (session, _number), lines in boards.items():
        for line in lines:
            section = sections.get((session, line.section), {})
            if _sits_other_way(line.ns, "EW", section) or _sits_other_way(line.ew, "NS", section):
                moving.add((session, line.section))
    return tuple(
        SectionRecord(
            letter=letter,
            session=session,
            contestants=tuple(
                replace(contestant, direction="")
                if (session, letter) in moving and _is_alone(contestant, section)
                else contestant
                for contestant in section.values()
            ),
        )
        for (session, letter), section in sections.items()
    )


def _sits_other_way(number: str, other: Direction, section: Contestants) -> bool:
    return (number, other) in section and _is_alone(section[number, other], section)


def _is_alone(contestant: ContestantRecord, section: Contestants) -> bool:
    """Is the contestant the only one of the section with its number?"""
    return sum((contestant.number, direction) in section for direction in _DIRECTIONS) == 1


_LONGEST_NUMBER = 20


def team_numbers(names: Iterable[str]) -> dict[str, str]:
    """Number each team by the beginning of its name; add its place to a beginning that an earlier team has."""
    numbers: dict[str, str] = {}
    taken: set[str] = set()
    for place, name in enumerate(dict.fromkeys(names), 1):
        number = name[:_LONGEST_NUMBER].rstrip()
        if number in taken:
            number = f"{name[: _LONGEST_NUMBER - 1 - len(str(place))].rstrip()} {place}"
        numbers[name] = number
        taken.add(number)
    return numbers


def numbered_teams(sections: tuple[SectionRecord, ...]) -> tuple[SectionRecord, ...]:
    """Replace the whole name of each contestant's team by the number of the team."""
    contestants = [contestant for section in sections for contestant in section.contestants]
    number = team_numbers(contestant.team for contestant in contestants if contestant.team)
    if not number:
        return sections
    return tuple(
        replace(
            section,
            contestants=tuple(
                replace(contestant, team=number.get(contestant.team, "")) for contestant in section.contestants
            ),
        )
        for section in sections
    )


Place = str | Callable[[], str]
"""A place in words, or a function that returns them, so that a table of a hundred thousand rows writes only the places
it needs."""


def _placed(place: Place) -> str:
    return place if isinstance(place, str) else place()


class Gathering:
    """The results read from a file so far: contestants by section, deals and traveller lines by board.

    This class enforces the limits of a tournament; a reader passes the place in the file for the error message.
    """

    def __init__(self, notes: Notes) -> None:
        self.notes = notes
        self.sections: dict[Where, Contestants] = {}
        self.lines: dict[tuple[str, int], list[ResultRecord]] = {}
        self.deals: dict[tuple[str, int], str] = {}
        self._results = 0
        self._contestants = 0

    def add_contestant(self, where: Where, contestant: ContestantRecord, place: str) -> None:
        """Add a contestant of the file's own list. If two have the same number and direction, the first is kept."""
        self._count_contestant(place)
        known = self.sections.setdefault(where, {})
        key = (contestant.number, contestant.direction)
        if known.setdefault(key, contestant) != contestant:
            reason = _("Number %(number)s is given to two contestants; the first is kept.")
            self.notes.add(place, reason % {"number": contestant.number})

    def meet(self, where: Where, number: str, place: str, *, listed: bool = True) -> None:
        """Create a contestant for a number that the list of participants lacks. *listed* says that the file has such a
        list; then a note reports the missing number."""
        section = self.sections.setdefault(where, {})
        if not number or is_known(number, section):
            return
        self._count_contestant(place)
        section[number, ""] = ContestantRecord(number=number)
        if listed:
            reason = _("Number %(number)s is on the travellers but not among the participants; it has no name.")
            self.notes.add(place, reason % {"number": number})

    def add_board(self, session: str, board: int, place: "Place") -> list[ResultRecord]:
        """Return the list of lines of a board; it is created the first time."""
        if (session, board) not in self.lines and len(self.lines) >= MAX_BOARDS:
            raise Unreadable(_placed(place), _("There are more boards than in any tournament."))
        return self.lines.setdefault((session, board), [])

    def add_line(self, session: str, board: int, line: ResultRecord, place: "Place") -> None:
        self._results += 1
        if self._results > MAX_RESULTS:
            raise Unreadable(_placed(place), _("There are more results than in any tournament."))
        self.sections.setdefault((session, line.section), {})
        self.add_board(session, board, place).append(line)

    def hold(self, session: str, board: int, written: str, place: str) -> None:
        """Store a deal, given in PBN. If two differ, the first is kept."""
        deal = deal_from_north(written, place, self.notes)
        if deal and self.deals.setdefault((session, board), deal) != deal:
            self.notes.add(place, _("The board has two different deals in the file; the first is kept."))

    def section_records(self) -> tuple[SectionRecord, ...]:
        return section_records(self.sections, self.lines)

    def boards(self) -> tuple[BoardRecord, ...]:
        """Build every board with a line or a deal, session by session in order of appearance; dealer and vulnerability
        follow Law 2."""
        met = dict.fromkeys((*self.lines, *self.deals))
        order = {session: place for place, (session, _number) in reversed(list(enumerate(met)))}
        return tuple(
            BoardRecord(
                number=number,
                dealer=str(dealer(number)),
                vulnerability=vulnerability(number),
                deal=self.deals.get((session, number), ""),
                session=session,
                results=tuple(self.lines.get((session, number), ())),
            )
            for session, number in sorted(met, key=lambda key: (order[key[0]], key[1]))
        )

    def _count_contestant(self, place: str) -> None:
        self._contestants += 1
        if self._contestants > MAX_CONTESTANTS:
            raise Unreadable(place, _("There are more contestants than in any tournament."))
