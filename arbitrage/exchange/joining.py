"""Several saved pages, each of a board or of a pair, joined into one tournament."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from arbitrage.exchange.gathering import Gathering
from arbitrage.exchange.reading import Notes
from arbitrage.exchange.records import ContestantRecord, Direction, ResultRecord, TournamentFile, Unreadable

_WAYS: tuple[Direction, Direction] = ("NS", "EW")


def joined(files: Sequence[TournamentFile]) -> TournamentFile:
    """Join the boards and results of all files; a line that two files have is kept as often as one of them has it.

    If the numbers of pairs differ from file to file, pairs are identified by their names and numbered in order of
    appearance.

    :raises Unreadable: a file has several sessions.
    """
    if any(file.sessions not in ((), ("",)) for file in files):
        raise Unreadable("", _("One of these files has several sessions: read it by itself."))
    numbers = _by_names(files) if _numbered_each_time(files) else {}
    notes = Notes()
    gathering = Gathering(notes)
    met: dict[int, Counter[ResultRecord]] = defaultdict(Counter)
    for file in files:
        for problem in file.warnings:
            notes.add(problem.place, problem.reason, once=problem.reason)
        renamed = {
            (section.letter, way, contestant.number): numbers.get(_names(contestant), contestant.number)
            for section in file.sections
            for contestant in section.contestants
            for way in ((contestant.direction,) if contestant.direction else _WAYS)
        }
        for section in file.sections:
            for pair in section.contestants:
                number = renamed[section.letter, pair.direction or "NS", pair.number]
                pair = replace(pair, number=number, direction="" if numbers else pair.direction)
                known = gathering.sections.get(("", section.letter), {})
                if (pair.number, pair.direction) not in known:
                    gathering.add_contestant(("", section.letter), pair, "")
        for board in file.boards:
            gathering.add_board("", board.number, "")
            if board.deal:
                gathering.hold("", board.number, board.deal, "")
            here = Counter[ResultRecord]()
            for line in board.results:
                ns, ew = (renamed.get((line.section, way, number), number)
                          for way, number in zip(_WAYS, (line.ns, line.ew), strict=True))  # fmt: skip
                line = replace(line, ns=ns, ew=ew)
                here[line] += 1
                if here[line] > met[board.number][line]:
                    met[board.number][line] += 1
                    gathering.add_line("", board.number, line, "")
    first = files[0]
    return replace(
        first,
        name=next((file.name for file in files if file.name), ""),
        date=next((file.date for file in files if file.date), None),
        sections=gathering.section_records(),
        boards=gathering.boards(),
        warnings=notes.all(),
    )


def _names(contestant: ContestantRecord) -> tuple[str, ...]:
    return tuple(sorted(player.name for player in contestant.players))


def _numbered_each_time(files: Sequence[TournamentFile]) -> bool:
    """Does a number have different players in two files? Then numbers are positions on a page, and do not identify
    pairs."""
    players: dict[tuple[str, str, str], tuple[str, ...]] = {}
    for file in files:
        for section in file.sections:
            for contestant in section.contestants:
                key = (section.letter, contestant.direction, contestant.number)
                if contestant.players and players.setdefault(key, _names(contestant)) != _names(contestant):
                    return True
    return False


def _by_names(files: Sequence[TournamentFile]) -> dict[tuple[str, ...], str]:
    """Number each pair of names, in order of appearance."""
    pairs = dict.fromkeys(_names(contestant) for file in files for contestant in file.contestants if contestant.players)
    return {names: str(number) for number, names in enumerate(pairs, 1)}
