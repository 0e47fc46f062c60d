"""Similarity of a results file to a tournament of the club, with its reasons in sentences.

The comparison covers the names of the file and of the event, the date, the players, the pairs that meet on each board,
the hands, and the results. A line without a result still shows which pairs meet.

The verdict is "sure", "likely" or "other". An automatic import (a watched folder) writes only into a tournament that is
"sure", because no other is possible. A "likely" tournament is proposed to a director; others are not shown.
"""

import datetime
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from typing import Literal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from arbitrage.exchange.records import BoardRecord, ResultRecord, TournamentFile
from arbitrage.models import Contestant, Event, Player, Result, Tournament
from arbitrage.services.files import imports
from arbitrage.services.files.matching import HAS_RESULT

Verdict = Literal["sure", "likely", "other"]
Meeting = tuple[str, int, frozenset[str]]
"""A section ("" if there is only one), a board, and the numbers of the contestants who meet on it."""
Seat = tuple[str, int, int]
"""A section, a board and a table."""

People = tuple[int, frozenset[str]]
"""A board, and the names of the players at one table."""

FEW, SOME = 4, 8
"""Numbers of lines or names. Fewer than FEW prove nothing against a tournament; from SOME on, one different result is
tolerated."""
MOST, HALF, HARDLY = 0.9, 0.5, 0.2


@dataclass(frozen=True)
class Likeness:
    """Comparison of a tournament with a session of a file.

    The integers are counts. Of the tournament's results, *known* were not corrected by hand, *common* have a result in
    the file too, and *agreeing* have the same result there. *told* is the number of lines of the file; *meeting* of
    them are lines of the tournament, with or without a result. *least* is the number of lines in the smaller of the
    two. *names* is the number of players in the file; *named* of them play in the tournament. *introduced* lines of the
    file have players' names; *paired* of them have the same people on the same board in the tournament.

    *event_named*: the file names its event. *same_file*: the tournament was read from a file of this name. *same_name*:
    both give the event the same name. *waits*: the tournament has no result yet. *boards* is the number of boards of
    both, 0 if that is less than half of the smaller one. *other_hands*: a board has different hands. *hands_alone*: the
    file has no result. *alone*: no other tournament of the club is as similar.
    """

    tournament: Tournament
    common: int = 0
    agreeing: int = 0
    known: int = 0
    meeting: int = 0
    told: int = 0
    least: int = 0
    boards: int = 0
    named: int = 0
    names: int = 0
    paired: int = 0
    introduced: int = 0
    event_named: bool = False
    same_file: bool = False
    same_name: bool = False
    same_day: bool = False
    waits: bool = False
    other_hands: bool = False
    hands_alone: bool = False
    alone: bool = True

    @property
    def verdict(self) -> Verdict:
        """Verdict "sure", "likely" or "other", from the counts and flags."""
        if self._against():
            return "other"
        if self.hands_alone:
            return "likely" if self.boards else "other"
        grown = bool(self.common) and self.common >= MOST * self.known and self.agreeing >= self._nearly_all()
        meets_all = self.told >= FEW and self.meeting >= MOST * self.told
        known = self.named >= FEW and self.named >= HALF * self.names
        paired = self.paired >= FEW and self.paired >= MOST * max(self.introduced, self.told)
        if grown and self.same_day and (self.same_file or (self.common >= SOME and self.meeting >= HALF * self.least)):
            return "sure"
        if meets_all and self.same_day and self.alone and paired and (self.same_name or not self.event_named):
            return "sure"
        near = self.meeting >= HALF * self.least or known or self.same_name
        agree = 2 * self.agreeing >= self.common if not self.same_file else 4 * self.agreeing >= self.common
        met = bool(self.meeting or self.waits)
        return "likely" if agree and met and (near or self.waits or self.same_file) else "other"

    @property
    def weight(self) -> tuple[int, ...]:
        """Sort key of tournaments; greater for a likelier one."""
        order = ("other", "likely", "sure").index(self.verdict)
        return order, self.agreeing, int(self.same_file), self.named, self.meeting, int(self.same_name)

    def _nearly_all(self) -> int:
        """Return the number of common results that must be equal: all if there are fewer than SOME, else nine in
        ten."""
        return self.common if self.common < SOME else self.common - max(1, self.common // 10)

    @property
    def contradicted(self) -> bool:
        """Do the results or hands prove that the file is of another session, even if a director has said that it is of
        this tournament?"""
        return self.other_hands or (self.common >= FEW and self.agreeing < HALF * self.common)

    def _against(self) -> bool:
        """Is there any evidence that the file is of another session?"""
        disagree = self.common >= FEW and self.agreeing < HALF * self.common / (2 if self.same_file else 1)
        strangers = self.names >= FEW and self.named < HARDLY * self.names and not self.same_file
        elsewhere = self.least >= FEW and self.meeting < HARDLY * self.least and not (self.waits or self.hands_alone)
        return self.other_hands or disagree or strangers or elsewhere

    def words(self) -> Iterator[str]:
        """List the reasons as sentences, the strongest first."""
        if self.common:
            why = ngettext(
                "%(agreeing)s of the %(common)s line that both have is the same.",
                "%(agreeing)s of the %(common)s lines that both have are the same.",
                self.common,
            )
            yield why % {"agreeing": self.agreeing, "common": self.common}
        elif self.meeting and self.waits:
            why = ngettext(
                "%(meeting)s line of the file is a line that waits there.",
                "%(meeting)s lines of the file are lines that wait there.",
                self.meeting,
            )
            yield why % {"meeting": self.meeting}
        elif self.waits and self.told:
            yield _("It waits for its results, but its tables are not those of the file.")
        if self.named:
            why = ngettext("%(named)s player is the same.", "%(named)s players are the same.", self.named)
            yield why % {"named": self.named}
        if self.same_file:
            yield _("It was read from a file of this name.")
        if self.same_name:
            yield _("It has the same name.")
        if self.hands_alone or not (self.common or self.meeting):
            yield _("It has the same boards.")


@dataclass
class Side:
    """The comparable values of a tournament or of a file."""

    boards: dict[int, str] = field(default_factory=dict)
    results: dict[Meeting, tuple[str, int | None]] = field(default_factory=dict)
    meetings: set[Meeting] = field(default_factory=set)
    seats: set[Seat] = field(default_factory=set)
    names: set[str] = field(default_factory=set)
    people: set[People] = field(default_factory=set)


def likeness(tournament: Tournament, file: TournamentFile, session: str, filename: str) -> Likeness:
    """Compare a tournament with a file that has only one session."""
    several = tournament.sections.count() > 1 and len(file.sections) > 1
    ours, theirs = stored_side(tournament, several=several), told_side(file, several=several)
    return side_by_side(tournament, ours, file, theirs, same_file=_same_file(tournament, session, filename))


def _same_file(tournament: Tournament, session: str, filename: str) -> bool:
    return (filename[:255], session[:100]) == (tournament.source_name, tournament.source_session)


def side_by_side(
    tournament: Tournament, ours: "Side", file: TournamentFile, theirs: "Side", *, same_file: bool
) -> Likeness:
    """Compare a tournament and a file by their comparable values."""
    both = ours.results.keys() & theirs.results.keys()
    meeting = max(len(ours.meetings & theirs.meetings), len(ours.seats & theirs.seats))
    shared = ours.boards.keys() & theirs.boards.keys()
    known = ours.names and theirs.names
    return Likeness(
        tournament=tournament,
        common=len(both),
        agreeing=sum(ours.results[key] == theirs.results[key] for key in both),
        known=len(ours.results),
        meeting=meeting,
        told=len(theirs.meetings),
        least=min(len(ours.meetings), len(theirs.meetings)),
        boards=len(shared) if 2 * len(shared) >= min(len(ours.boards), len(theirs.boards)) else 0,
        named=len(ours.names & theirs.names),
        paired=len(ours.people & theirs.people),
        introduced=len(theirs.people),
        event_named=bool(file.name),
        names=min(len(ours.names), len(theirs.names)) if known else 0,
        same_file=same_file,
        same_name=bool(file.name) and _plain(file.name) == _plain(tournament.name),
        same_day=_same_day(tournament.date, file.date),
        waits=not ours.results,
        other_hands=any(ours.boards[number] and theirs.boards[number] and ours.boards[number] != theirs.boards[number]
                        for number in shared),
        hands_alone=file.hands_alone,
    )  # fmt: skip


def _same_day(day: datetime.date, named: datetime.date | None) -> bool:
    return named is None or day == named


def stored_side(tournament: Tournament, *, several: bool) -> Side:
    """Collect the comparable values of a tournament; with *several* sections its lines are distinguished by them."""
    side = Side(boards=dict(tournament.boards.values_list("number", "deal")))
    called: dict[str, list[str]] = defaultdict(list)
    players = Player.objects.filter(contestant__section__tournament=tournament)
    for key, name in players.values_list("contestant", "name"):
        called[str(key)].append(name)
    side.names = {_plain(name) for names in called.values() for name in names if name}
    numbers = {
        str(key): number
        for key, number in Contestant.objects.filter(section__tournament=tournament).values_list("pk", "number")
    }
    rows = Result.objects.filter(board__tournament=tournament).values_list(
        "pk", "board__number", "section__letter", "table", "ns", "ew", "seats", "kind", "score"
    )
    corrected = _corrected(tournament)
    for key, board, letter, table, ns, ew, seats, kind, score in rows:
        who = [str(seat) for seat in seats or (ns, ew)]
        result = ("", None) if str(key) in corrected else (kind, score)
        place = (letter if several else "", board, table)
        _add(side, place, [numbers.get(seat, "") for seat in who], [called.get(seat, []) for seat in who], result)
    return side


def _corrected(tournament: Tournament) -> set[str]:
    """Return the ids of lines whose result a director corrected; they are not compared with a file."""
    events = Event.objects.filter(stream_id=tournament.pk, kind="result_corrected")
    return {str(event.data["result"]) for event in events if event.data["was"].get("kind") != Result.Kind.NOT_PLAYED}


def told_side(file: TournamentFile, *, several: bool) -> Side:
    """Collect the comparable values of a file, as `stored_side` does."""
    side = Side(boards={board.number: board.deal for board in file.boards})
    called: dict[tuple[str, str], list[str]] = defaultdict(list)
    for section in file.sections:
        for contestant in section.contestants:
            for way in (contestant.direction,) if contestant.direction else ("NS", "EW"):
                called[section.letter, f"{contestant.number} {way}"] += [player.name for player in contestant.players]
    side.names = {
        _plain(player.name) for contestant in file.contestants for player in contestant.players if player.name
    }
    for board in file.boards:
        for line in board.results:
            who = line.players or (line.ns, line.ew)
            known = [called.get((line.section, f"{seat} {way}"), []) for seat, way in zip(who, cycle(("NS", "EW")))]
            place = (line.section if several else "", board.number, line.table)
            _add(side, place, who, known, result_of(board, line))
    return side


def _add(
    side: Side,
    place: tuple[str, int, int | None],
    pairs: Iterable[str],
    called: Sequence[Sequence[str]],
    result: tuple[str, int | None],
) -> None:
    letter, board, table = place
    meeting = (letter, board, frozenset(pairs))
    side.meetings.add(meeting)
    if table is not None:
        side.seats.add((letter, board, table))
    if all(any(names) for names in called):
        side.people.add((board, frozenset(_plain(name) for names in called for name in names if name)))
    if result[0] in HAS_RESULT:
        side.results[meeting] = result


def result_of(board: BoardRecord, line: ResultRecord) -> tuple[str, int | None]:
    """Return kind and score of a file's line, as the import would store them."""
    kind, _contract, _declarer, score = imports.kind_and_score(board, line)
    return kind, score


def _plain(name: str) -> str:
    return " ".join(name.casefold().split())
