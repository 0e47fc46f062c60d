"""The content of a results file, as plain frozen records.

Every reader of this package returns a `TournamentFile`; every writer takes one. The records know no database and
compute nothing: a score, a percentage or a match point is the recorded one, right or wrong. A value that the file lacks
is empty: "" for a text, None for a number or a date, () for a list.

Words are those of PBN, in English letters: seats "N E S W", contracts "3NT" "4Sx" "2Cxx", cards suit first "SA" "DT",
vulnerability "None" "NS" "EW" "All", deals "N:" and the hands of North, East, South and West.
"""

import datetime
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from django.utils.translation import gettext as _

from rulings.scores.award import Award
from rulings.scores.methods import Method

Kind = Literal["played", "passed", "artificial", "not_played", "unreadable"]
Scoring = Literal["MP", "BUTLER", "CROSS_IMPS", "IMPS", "PAB", "TOTAL", ""]
Event = Literal["pairs", "individual", "teams", ""]
Room = Literal["open", "closed", ""]
Direction = Literal["NS", "EW", ""]


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem that did not stop the reading: its place and its reason, both in the reader's language."""

    place: str
    reason: str

    def __str__(self) -> str:
        return _said(self.place, self.reason)


class Unreadable(ValueError):
    """The file as a whole cannot be read. `str` names the file, the place and the reason in one sentence."""

    def __init__(self, place: str, reason: str, *, filename: str = "") -> None:
        super().__init__(place, reason)
        self.place = place
        self.reason = reason
        self.filename = filename

    def __str__(self) -> str:
        return _said(", ".join(part for part in (self.filename, self.place) if part), self.reason)


def _said(place: str, reason: str) -> str:
    return _("%(place)s: %(reason)s") % {"place": place, "reason": reason} if place else reason


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRecord:
    """A player as the file names him. *licence* is the federation's or the club's number, as written."""

    name: str
    licence: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestantRecord:
    """A pair, or a player of an individual, under the number the traveller lines use.

    *direction* is "NS" or "EW" where the pair sits that way all session (a Mitchell), else "": the results then use its
    number on both sides.
    *players* are in the file's order: for a seated pair North or East comes first.
    *percentage*, *total* (match points, IMPs or victory points of the session) and *rank* ("3", "5=") are as recorded.
    *overall* is the percentage of all the sessions so far, where the file has both: *rank* is then the place by it.
    *team* is the number (in PBN the name) of the team a pair belongs to, "" in a pairs tournament.
    A contestant without players is in the travellers, but not in the list of participants.
    """

    number: str
    direction: Direction = ""
    players: tuple[PlayerRecord, ...] = ()
    percentage: Decimal | None = None
    total: Decimal | None = None
    rank: str = ""
    team: str = ""
    overall: Decimal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionRecord:
    """A section of the movement: its letter or name ("" when the file has a single unnamed one) and its contestants."""

    letter: str = ""
    contestants: tuple[ContestantRecord, ...] = ()
    session: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRecord:
    """One line of a traveller: the result of one table on one board.

    *ns* and *ew* are contestants' numbers; in an individual they are "" and *players* holds the four numbers in the
    order N, E, S, W. *kind* decides which of the other fields are meaningful:

    - "played": *contract*, *declarer* and *tricks* (all declarer won, 0 to 13). A file that records a score without
      its contract is "played" with an empty contract.
    - "passed": four passes; the score is 0.
    - "artificial": *ns_percent* and *ew_percent*, each out of 100. Where the file says average plus, average or
      average minus, *remark* says so ("A+/A-") and a percentage it does not give is 60, 50 or 40.
    - "not_played": no result is expected.
    - "unreadable": the file has something other than a result; *remark* has it as written, the other fields the parts
      that could be read.

    *score* is always from North-South's side; *score_ew* is East-West's own, only when it is not the opposite.
    *ns_points* and *ew_points* are match points or IMPs of the board, in the file's own scale; *ns_percent* and
    *ew_percent* are kept for a played line too when the file gives them.
    A *contract* always has its *declarer*; a line that was played has its score, or all values to compute one. *lead*
    is the opening lead. *auction* is the calls in order from the dealer, "Pass", "1NT", "X", "XX", "-" for a player who
    was skipped by an accepted call out of turn; *play* the cards trick by trick, each trick from the seat of the
    opening leader, "-" for a card not shown. *times* is the number of tables that the line stands for (frequency
    tables); *round* the round or the match's round. *form* is the form of a fouled board in which the line was played:
    1, 2, ... (lines are compared within their form, Law 87). *award* is the adjusted score that counts instead of the
    line's result, which stays as played; only our own format has it. *key* identifies the line in a file that grows
    during the session, "" elsewhere (see `exchange.changes`).
    """

    ns: str = ""
    ew: str = ""
    kind: Kind = "played"
    section: str = ""
    table: int | None = None
    round: int | None = None
    room: Room = ""
    players: tuple[str, ...] = ()
    contract: str = ""
    declarer: str = ""
    lead: str = ""
    tricks: int | None = None
    score: int | None = None
    score_ew: int | None = None
    ns_points: Decimal | None = None
    ew_points: Decimal | None = None
    ns_percent: Decimal | None = None
    ew_percent: Decimal | None = None
    remark: str = ""
    auction: tuple[str, ...] = ()
    play: tuple[str, ...] = ()
    times: int = 1
    form: int = 1
    award: Award | None = None
    key: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRecord:
    """A team, under the number its matches and pairs use, with its session total and rank as recorded."""

    number: str
    name: str = ""
    total: Decimal | None = None
    rank: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineUpRecord:
    """The players of a team who sit as one of its pairs, *number* of a *section*, in a *round*.

    Each player is given by the number of the pair in which he is listed, and his place there from 1. *final*: the other
    team knows the line-up.
    """

    number: str
    round: int
    section: str = ""
    players: tuple[tuple[str, int], ...] = ()
    final: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRecord:
    """A match of teams, or of pairs in a Swiss: *one* against *other*, with their scores (victory points or IMPs).

    *imps* has the recorded figure of each board, from the side of *one*: (board number, IMPs or points a board).
    """

    one: str
    other: str
    round: int | None = None
    one_score: Decimal | None = None
    other_score: Decimal | None = None
    imps: tuple[tuple[int, Decimal], ...] = ()
    session: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRecord:
    """A board and its traveller. (session, number) is unique in a file.

    *dealer* and *vulnerability* are the file's, or those of Law 2 where the file has none. *deal* is "" when the hands
    are not in the file. *double_dummy* is the 20 hexadecimal digits of PBN's DoubleDummyTricks: declarers N, S, E, W,
    for each no trump, spades, hearts, diamonds, clubs. *par* is PBN's OptimumScore, "NS 990",
    with its contract behind a semicolon where the file has it ("NS 990; 6NT S 12").
    """

    number: int
    dealer: str
    vulnerability: str
    deal: str = ""
    double_dummy: str = ""
    par: str = ""
    session: str = ""
    results: tuple[ResultRecord, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentFile:
    """The content of a whole file: the tournament, its sections and contestants, its boards and their results, and its
    problems.

    *scoring* is the method of the board scores: MP match points, BUTLER and CROSS_IMPS, IMPS of a team match, PAB board
    a match, TOTAL points. *winners* is 1 or 2; *rounds* is the number of rounds of the session, where the file has it:
    a movement includes rounds that are not played yet. If *halves* is 2, a match is two halves, and each half is a
    round. *format* names the module that first read the tournament ("usebio", "pbn", "bws"), *version* is the format's,
    *program* the program that wrote the file, *encoding* the one it was decoded with ("" for a database). *method* is
    the scoring method; only our own format has it and *line_ups*. *damaged* is true when the file itself is incomplete,
    with a warning for each gap; a stored line is not removed because such a file lacks it.
    """

    name: str = ""
    date: datetime.date | None = None
    scoring: Scoring = ""
    winners: int | None = None
    rounds: int | None = None
    halves: int = 1
    line_ups: tuple[LineUpRecord, ...] = ()
    event: Event = ""
    club: str = ""
    sections: tuple[SectionRecord, ...] = ()
    boards: tuple[BoardRecord, ...] = ()
    teams: tuple[TeamRecord, ...] = ()
    matches: tuple[MatchRecord, ...] = ()
    method: Method | None = None
    warnings: tuple[Problem, ...] = ()
    format: str = ""
    version: str = ""
    program: str = ""
    encoding: str = ""
    damaged: bool = False

    @property
    def contestants(self) -> tuple[ContestantRecord, ...]:
        """All contestants, section after section."""
        return tuple(contestant for section in self.sections for contestant in section.contestants)

    @property
    def results(self) -> tuple[ResultRecord, ...]:
        """Every traveller line, board after board."""
        return tuple(result for board in self.boards for result in board.results)

    @property
    def hands_alone(self) -> bool:
        """Is the file without any result? It may have hands or a movement, but no played line."""
        return all(line.kind == "not_played" and not line.remark and line.award is None for line in self.results)

    @property
    def sessions(self) -> tuple[str, ...]:
        """The sessions of the file in order; one, usually unnamed, in nearly every file."""
        named = [board.session for board in self.boards] + [section.session for section in self.sections]
        return tuple(dict.fromkeys(named))

    def session(self, name: str) -> "TournamentFile":
        """Return the same file with only one session's boards and sections: board numbers are unique in it."""
        return replace(
            self,
            boards=tuple(board for board in self.boards if board.session == name),
            sections=tuple(section for section in self.sections if section.session == name),
            matches=tuple(match for match in self.matches if match.session == name),
        )
