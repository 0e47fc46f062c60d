"""Tables and boards: their names, and the lists to choose from."""

from collections.abc import Collection
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from arbitrage.models import (
    Board,
    Contestant,
    Incident,
    Result,
    Section,
    Tournament,
)
from arbitrage.models.history import head_of
from arbitrage.services.process_cache import ProcessCache


def table_words(result: Result, several_sections: bool) -> str:
    """Name the table of a line as the travellers do: "3", "A3" where there are several sections."""
    number = str(result.table or (result.ns.number if result.ns else "?"))
    return f"{result.section.letter}{number}" if several_sections else number


def team_words(name: str) -> str:
    """Name a team: "Team 4" where it has only a number, else by its name."""
    return _("Team %(number)s") % {"number": name} if name.isdecimal() else name


def round_number(round: int | None, tournament: Tournament) -> str:
    """Number a round: "2"; "1, second half" where matches are played in two halves; "" for none."""
    if not round or tournament.halves == 1:
        return str(round or "")
    number = tournament.match_of(round)
    if tournament.half_of(round) == 1:
        return _("%(round)s, first half") % {"round": number}
    return _("%(round)s, second half") % {"round": number}


def round_letters(round: int | None, tournament: Tournament) -> str:
    """Number a round in short, as on a guide card: "2", "1, 2nd" of a second half."""
    if not round or tournament.halves == 1:
        return str(round or "")
    half = pgettext("half of a match", "1st") if tournament.half_of(round) == 1 else pgettext("half of a match", "2nd")
    return f"{tournament.match_of(round)}, {half}"


def round_title(tournament: Tournament) -> str:
    """Name the current round: "Round 2 of 7", "Round 1 of 3, second half"; "" before the first one."""
    if not tournament.current_round:
        return ""
    current, rounds = tournament.match_of(tournament.current_round), tournament.rounds
    if not rounds:
        title = _("Round %(round)s") % {"round": current}
    else:
        title = _("Round %(round)s of %(rounds)s") % {"round": current, "rounds": tournament.match_of(rounds)}
    if tournament.halves == 1:
        return title
    return f"{title}, {half_words(tournament.half_of(tournament.current_round))}"


def half_words(half: int) -> str:
    """Name a half of a match: "first half"."""
    return _("first half") if half == 1 else _("second half")


def place(incident: Incident) -> str:
    """Write the known parts of an incident's place, for the bar: "Table 3 · Board 12 · Round 2"."""
    parts = [
        _("Table %(table)s") % {"table": table_name(incident)} if incident.table else "",
        _("Board %(board)s") % {"board": incident.board.number} if incident.board else "",
        _("Round %(round)s") % {"round": round_number(incident.round, incident.tournament)} if incident.round else "",
    ]
    return " · ".join(part.replace(" ", "\u00a0") for part in parts if part)


def table_name(incident: Incident, several_sections: bool | None = None) -> str:
    """Name the table: "7", or "B7" in a tournament of several sections; "" while it is unknown. *several_sections* is
    given if it is already known."""
    if incident.section is None or incident.table is None:
        return str(incident.table or "")
    several = incident.tournament.several_sections if several_sections is None else several_sections
    return f"{incident.section.letter if several else ''}{incident.table}"


def picked(choices: list[dict[str, Any]], value: str) -> list[dict[str, Any]]:
    """Mark the choice that was touched on the page, and is not stored yet."""
    if not any(str(choice["value"]) == value for choice in choices):
        return choices
    return [choice | {"chosen": str(choice["value"]) == value} for choice in choices]


# Choices of a table and a board


def table_choices(incident: Incident, places: Collection[tuple[Section, int]]) -> list[dict[str, Any]]:
    """List the tables to choose from, with the incident's marked; with section letters if there are several."""
    several = len({section.pk for section, _table in places}) > 1
    return [
        {
            "value": f"{section.pk}:{table}",
            "label": f"{section.letter}{table}" if several else str(table),
            "chosen": (section.pk, table) == (incident.section_id, incident.table),
        }
        for section, table in places
    ]


def board_choices(incident: Incident) -> list[dict[str, Any]]:
    """List the boards to choose from: those of the table in this round, or all boards if these are unknown."""
    boards = (
        boards_at(incident.tournament, incident.section, incident.table, incident.round)
        or incident.tournament.boards.all()
    )
    return [{"value": board.pk, "label": board.number, "chosen": board.pk == incident.board_id} for board in boards]


def boards_at(tournament: Tournament, section: Section | None, table: int | None, round: int | None) -> list[Board]:
    """List the boards that a table plays in a round, in order; all its boards if the round is unknown."""
    if table is None:
        return []
    line: dict[str, Any] = {"results__table": table}
    line |= {"results__section": section} if section is not None else {}
    line |= {"results__round": round} if round is not None else {}
    return list(tournament.boards.filter(**line).distinct().order_by("number"))


def is_there(tournament: Tournament, section: Section | None, table: int | None) -> bool:
    """Does the tournament have this table, in that section if one is given? True without a table."""
    if table is None:
        return True
    return any(number == table and section in (None, of) for of, number in tables(tournament))


def tables(tournament: Tournament) -> list[tuple[Section, int]]:
    """List every table of the tournament, in order, with its section: those of the lines, and those of a Mitchell's
    North-South pairs without lines yet. The result is cached while nothing is written in the tournament's chain."""
    head = head_of(tournament.pk)
    known = _known.get(tournament.pk, head) if head else None
    if known is None:
        known = _tables(tournament)
        _known.put(tournament.pk, head, known)
    return list(known)


_known: ProcessCache[list[tuple[Section, int]]] = ProcessCache(most=200)
"""Cache of the tables of each tournament."""


def _tables(tournament: Tournament) -> list[tuple[Section, int]]:
    """Read the tables of a tournament."""
    sections = tournament.sections.in_bulk()
    lines = tournament.boards.order_by().values_list(
        "results__section", "results__table", "results__ns__number", "results__ns__direction"
    )
    places = set(lines.distinct())
    known = {(section, table) for section, table, _ns, _way in places if section is not None and table is not None}
    moving = {section for section, table, ns, way in places if (ns, way) != (str(table), Contestant.Direction.NS)}
    sitting = Contestant.objects.filter(section__in={section for section, _table in known} - moving)
    numbers = sitting.filter(direction=Contestant.Direction.NS).values_list("section", "number")
    known |= {(section, int(number)) for section, number in numbers if number.isascii() and number.isdigit()}
    return sorted(
        ((sections[section], table) for section, table in known), key=lambda place: (place[0].letter, place[1])
    )
