"""Where a results file and the Laws disagree: every score by Law 77, every board's points and IMPs by Law 78.

Nothing is stored. Programs compare in ways of their own, which files do not name: the way that gives most of the points
of the file is taken as its own (`field.METHODS`, and with the tables that did not play counted), and only what does
not follow from it is told.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import Literal

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from arbitrage.exchange.records import BoardRecord, ResultRecord, TournamentFile
from arbitrage.services.field import METHODS, ROUNDED
from rulings.adjusted import Artificial, Scored
from rulings.bridge import Contract, NotationError, Seat, parse_contract
from rulings.imps import LineImps, butler, cross_imps, imp
from rulings.matchpoints import matchpoint_board
from rulings.scoring import score_ns

What = Literal["score", "points", "imps"]
Reason = Literal[
    "other_side", "vulnerability", "doubling", "tricks", "adjusted", "artificial", "arrow_switch", "neuberg", "hidden"
]
VULNERABILITIES = ("None", "NS", "EW", "All")


@dataclass(frozen=True, slots=True)
class Finding:
    """A value that does not follow from the rest of the file.

    *recorded* and *computed* are from North-South's side, points in the scale of the file; the IMPs of a match are
    those of the team *ns* against the team *ew*. *reason* is the likely one.
    """

    session: str
    section: str
    board: int
    ns: str
    ew: str
    contract: str
    what: What
    recorded: Decimal
    computed: Decimal
    reason: Reason

    def __str__(self) -> str:
        where = _("Board %(board)s, %(ns)s against %(ew)s") % {"board": self.board, "ns": self.ns, "ew": self.ew}
        said = {
            "score": _("%(where)s, score: %(recorded)s in the file, %(computed)s computed. %(why)s"),
            "points": _("%(where)s, points: %(recorded)s in the file, %(computed)s computed. %(why)s"),
            "imps": _("%(where)s, IMPs: %(recorded)s in the file, %(computed)s computed. %(why)s"),
        }[self.what]
        return said % {
            "where": where,
            "recorded": self.recorded,
            "computed": self.computed,
            "why": why(self.reason),
        }

    @property
    def subject(self) -> str:
        """What does not follow, in a word."""
        return {"score": pgettext("result", "score"), "points": _("points"), "imps": _("IMPs")}[self.what]


@dataclass(frozen=True, slots=True)
class Check:
    """What was checked of a file, and what does not follow. *scores*, *points* (lines) and *imps* (boards of matches)
    count the values looked at.

    *by_section* and *expected* are the program's way of comparing: within sections or not, and how many scores it
    counts for a board ("board", "field", "scored" as in `field.Method`, "rows" with tables that did not play, "" where
    nothing is matchpointed).
    """

    scores: int
    points: int
    by_section: bool
    expected: str
    findings: tuple[Finding, ...]
    imps: int = 0

    @property
    def looked_at(self) -> bool:
        """Was there anything to compute?"""
        return bool(self.scores or self.points or self.imps)

    @property
    def way(self) -> str:
        """The program's way of comparing, in a sentence; "" where nothing is matchpointed."""
        if not self.expected:
            return ""
        said = {
            "board": _("Boards with fewer scores are carried to the number of their lines (Neuberg)."),
            "field": _("Boards with fewer scores are carried to the number of the largest (Neuberg)."),
            "scored": _("Boards with fewer scores have a smaller top: no formula is used."),
            "rows": _(
                "Boards with fewer scores are carried to the number of their tables, those that did not play too."
            ),
        }[self.expected]
        among = (
            _("The program compares section by section.") if self.by_section else _("The program compares everybody.")
        )
        return f"{among} {said}"


def why(reason: Reason) -> str:
    """The likely reason, in a sentence."""
    return {
        "other_side": _("It has the sign of the other side: the declarer may be wrong."),
        "vulnerability": _("It is the score at another vulnerability."),
        "doubling": _("It is the score of the same contract doubled or redoubled otherwise."),
        "tricks": _("It is the score of the same contract with another number of tricks."),
        "adjusted": _("It may be an adjusted score, entered over the result of the table."),
        "artificial": _("The points of an artificial score are not its percentage of the top."),
        "arrow_switch": _("The points of the two sides are exchanged: an arrow switch, perhaps."),
        "neuberg": _("The board was compared as if it had another number of scores."),
        "hidden": _("A result that the file does not show was compared, or a score was changed afterwards."),
    }[reason]


def check(file: TournamentFile) -> Check:
    """Every score and every board's points of a file, computed again."""
    findings: list[Finding] = []
    scores = 0
    for board in file.boards:
        for line in board.results:
            computed = _computed(line, board)
            if line.kind in ("played", "passed") and line.score is not None and computed is not None:
                scores += 1
                if computed != line.score:
                    reason = _reason_of_score(line, board)
                    findings.append(_finding(board, line, "score", Decimal(line.score), Decimal(computed), reason))
    if file.event != "teams" and file.scoring in ("MP", ""):
        groups, way = _matchpointed(file)
    elif file.scoring in ("BUTLER", "CROSS_IMPS", "IMPS"):
        groups, way = _in_imps(file), _NO_WAY
    else:
        groups, way = [], _NO_WAY
    points = 0
    for group in groups:
        points += len(group.errors)
        findings += group.findings()
    imps, of_matches = _matches(file)
    findings += of_matches
    findings.sort(key=lambda one: (one.session, one.board, one.section, one.what != "score"))
    return Check(scores, points, way.by_section, way.expected, tuple(findings), imps)


def _finding(
    board: BoardRecord, line: ResultRecord, what: What, recorded: Decimal, computed: Decimal, reason: Reason
) -> Finding:
    contract = f"{line.contract} {line.declarer}".strip()
    ns, ew = (line.ns, line.ew) if not line.players else ("+".join(line.players[::2]), "+".join(line.players[1::2]))
    return Finding(board.session, line.section, board.number, ns, ew, contract, what, recorded, computed, reason)


# Scores


def _contract(line: ResultRecord) -> Contract | None:
    try:
        contract = parse_contract(line.contract) if line.contract else None
    except NotationError:
        return None
    return contract.by(Seat(line.declarer)) if contract is not None else None


def _computed(line: ResultRecord, board: BoardRecord) -> int | None:
    """The score of Law 77; None where the line has no contract and tricks to compute it from."""
    if line.kind == "passed":
        return 0
    contract = _contract(line)
    return None if contract is None or line.tricks is None else score_ns(contract, line.tricks, board.vulnerability)


def _reason_of_score(line: ResultRecord, board: BoardRecord) -> Reason:
    contract, tricks, vulnerable = _contract(line), line.tricks, board.vulnerability
    if contract is None or tricks is None:
        return "adjusted"
    if line.score == -score_ns(contract, tricks, vulnerable):
        return "other_side"
    if line.score in {score_ns(contract, tricks, other) for other in VULNERABILITIES}:
        return "vulnerability"
    if line.score in {score_ns(replace(contract, doubled=times), tricks, vulnerable) for times in (0, 1, 2)}:
        return "doubling"
    if line.score in {score_ns(contract, other, vulnerable) for other in range(14)}:
        return "tricks"
    return "adjusted"


# Points


@dataclass(frozen=True, slots=True)
class _Way:
    by_section: bool
    expected: str


_NO_WAY = _Way(False, "")
_WAYS = (*(_Way(one.by_section, one.expected) for one in METHODS), _Way(False, "rows"), _Way(True, "rows"))


@dataclass(slots=True)
class _Group:
    """The lines of a board that are compared with each other; by its place in the board, what each is worth to both
    sides in the scale of the file, and by how much the file differs (0 within its rounding)."""

    board: BoardRecord
    lines: dict[int, ResultRecord]
    worth: dict[int, tuple[Fraction, Fraction]]
    errors: dict[int, Fraction]
    neuberg: Callable[[], bool]

    def findings(self) -> Iterator[Finding]:
        wrong = [place for place, error in self.errors.items() if error]
        plain = [place for place in self.errors if self.lines[place].kind != "artificial"]
        # A line at the average stays there whatever else is compared.
        moved = [place for place in plain if self.errors[place] or self.worth[place][0] != self.worth[place][1]]
        every = len(moved) > 1 and all(self.errors[place] for place in moved)
        other_size = every and self.neuberg()
        for place in wrong:
            line, (ns, ew) = self.lines[place], self.worth[place]
            recorded = Decimal(line.ns_points or 0)
            swapped = ns != ew and _near(_fraction(line.ns_points), ew) and _near(_fraction(line.ew_points), ns)
            reason: Reason = (
                "artificial" if line.kind == "artificial" else "arrow_switch" if swapped
                else "neuberg" if other_size else "hidden" if every else "adjusted"
            )  # fmt: skip
            computed = Decimal(round(ns * 1000)) / 1000
            yield _finding(self.board, line, "points", recorded, computed, reason)


def _matchpointed(file: TournamentFile) -> tuple[list[_Group], _Way]:
    """The boards in the program's own way of matchpointing: the first that gives every point, else the nearest."""
    best: tuple[tuple[int, Fraction], list[_Group], _Way] | None = None
    for way in _WAYS:
        groups = list(_groups(file, way))
        errors = [error for group in groups for place, error in group.errors.items()]
        missed = sum(error > 0 for error in errors), sum(errors, Fraction(0))
        if not missed[0]:
            return groups, way if errors else _NO_WAY
        if best is None or missed < best[0]:
            best = missed, groups, way
    return (best[1], best[2]) if best is not None else ([], _NO_WAY)


def _groups(file: TournamentFile, way: _Way) -> Iterator[_Group]:
    met: dict[tuple[int, str], dict[int, ResultRecord]] = defaultdict(dict)
    for index, board in enumerate(file.boards):
        for place, line in enumerate(board.results):
            if line.times == 1 and line.score_ew is None:
                met[index, line.section if way.by_section else ""][place] = line
    rows = {key: sum(_counts(line) or way.expected == "rows" for line in lines.values()) for key, lines in met.items()}
    busiest = max(rows.values(), default=0)
    for key, lines in met.items():
        board = file.boards[key[0]]
        expected = {"field": busiest, "scored": None}.get(way.expected, rows[key])
        yield _matchpoint_group(board, lines, expected)


def _counts(line: ResultRecord) -> bool:
    return _plain(line) or (line.kind == "artificial" and line.ns_percent is not None and line.ew_percent is not None)


def _plain(line: ResultRecord) -> bool:
    """Whether a line is compared by its score; one whose contract cannot be read is, too."""
    return line.kind in ("played", "passed", "unreadable") and line.score is not None


def _matchpoint_group(board: BoardRecord, lines: dict[int, ResultRecord], expected: int | None) -> _Group:
    """The lines against each other; *expected* scores, or None for those that are scored only."""
    scored = [Scored(str(place), line.score or 0) for place, line in lines.items() if _plain(line)]
    given = [
        Artificial(str(place), _fraction(line.ns_percent), _fraction(line.ew_percent))
        for place, line in lines.items()
        if line.kind == "artificial" and _counts(line)
    ]
    found = matchpoint_board(scored if expected is None else [*scored, *given], expected=expected)
    worth = {int(line.id): (line.ns, line.ew) for line in found.lines}
    for one in given:
        worth[int(one.id)] = one.ns_percent * found.top / 100, one.ew_percent * found.top / 100
    # The scale of the file: what both sides have together on a plain line, which is the top.
    tops = [_both(lines[place]) for place in worth if _plain(lines[place])]
    top = next((both for both in tops if both), None)
    scale = top / found.top if top and found.top else Fraction(0)
    worth = {place: (ns * scale, ew * scale) for place, (ns, ew) in worth.items()} if scale else {}

    def neuberg() -> bool:
        for size in range(len(scored), len(scored) + 12):
            if size != expected and size > 1:
                other = {line.id: line.ns_percent for line in matchpoint_board(scored, expected=size).lines}
                shares = ((lines[int(key)], share) for key, share in other.items())
                if all(_near(_fraction(line.ns_points), share * (_both(line) or 0) / 100) for line, share in shares):
                    return True
        return False

    return _Group(board, lines, worth, _errors(lines, worth), neuberg)


def _in_imps(file: TournamentFile) -> list[_Group]:
    """The boards in Butler or cross-IMPs, in the program's own way: the one that gives most of the points. Programs
    print one or the other for the pairs of teams."""
    ways = {"BUTLER": _BUTLER, "CROSS_IMPS": _CROSS}.get(file.scoring, _CROSS + _BUTLER)
    found = [[_imp_group(board, earned) for board in file.boards] for earned in ways]
    return min(found, key=lambda groups: sum(error > 0 for group in groups for error in group.errors.values()))


Earned = Callable[[Mapping[str, int]], list[LineImps]]
_BUTLER: tuple[Earned, ...] = tuple(
    lambda scores, drop=drop, to=to: butler(scores, drop=drop, round_to=to)[1]  # type: ignore[misc]
    for drop in (None, 0, 1, 2)
    for to in (10, 1)
)
_CROSS: tuple[Earned, ...] = (cross_imps, lambda scores: cross_imps(scores, per_result=True))


def _imp_group(board: BoardRecord, earned: Earned) -> _Group:
    lines = dict(enumerate(board.results))
    scores = {str(place): line.score or 0 for place, line in lines.items() if _plain(line)}
    try:
        worth = {int(one.id): (one.ns, one.ew) for one in earned(scores)} if scores else {}
    except ValueError:  # fewer scores than are dropped
        worth = {}
    return _Group(board, lines, worth, _errors(lines, worth), lambda: False)


def _matches(file: TournamentFile) -> tuple[int, list[Finding]]:
    """How many boards of matches of teams were computed again, and those whose IMPs are not the file's."""
    if file.scoring not in ("IMPS", ""):
        return 0, []
    teams = {
        (section.session, section.letter, one.number): one.team
        for section in file.sections
        for one in section.contestants
    }
    # The score of North-South's team against East-West's, by board.
    sat: dict[tuple[str, int, str, str], list[ResultRecord]] = defaultdict(list)
    boards = {(board.session, board.number): board for board in file.boards}
    for board in file.boards:
        for line in board.results:
            ns, ew = (teams.get((board.session, line.section, number), "") for number in (line.ns, line.ew))
            if ns and ew:
                sat[board.session, board.number, ns, ew].append(line)
    count, found = 0, []
    for match in file.matches:
        for number, recorded in match.imps:
            here = sat.get((match.session, number, match.one, match.other), [])
            there = sat.get((match.session, number, match.other, match.one), [])
            if len(here) != 1 or len(there) != 1:
                continue
            of = boards[match.session, number]
            scores = [_score_of(line, of) for line in (here[0], there[0])]
            if None in scores:
                continue
            count += 1
            computed = imp((scores[0] or 0) - (scores[1] or 0))
            if computed != recorded:
                reason: Reason = "other_side" if computed == -recorded else "adjusted"
                section = here[0].section
                found.append(
                    Finding(of.session, section, number, match.one, match.other, "", "imps", recorded,
                            Decimal(computed), reason)
                )  # fmt: skip
    return count, found


def _score_of(line: ResultRecord, board: BoardRecord) -> int | None:
    """The score of a line as the file has it, else that of Law 77; None for one that is not compared by its score."""
    if line.kind not in ("played", "passed", "unreadable") or line.score_ew is not None:
        return None
    return line.score if line.score is not None else _computed(line, board)


def _errors(lines: Mapping[int, ResultRecord], worth: Mapping[int, tuple[Fraction, Fraction]]) -> dict[int, Fraction]:
    """By how many points the file differs from each line's worth, 0 within its rounding; lines with points only."""
    errors = {}
    for place, sides in worth.items():
        line = lines[place]
        if line.ns_points is None or line.ew_points is None:
            continue
        differ = [
            abs(_fraction(one) - value) for one, value in zip((line.ns_points, line.ew_points), sides, strict=True)
        ]
        errors[place] = max(differ) if max(differ) > ROUNDED else Fraction(0)
    return errors


def _both(line: ResultRecord) -> Fraction | None:
    if line.ns_points is None or line.ew_points is None:
        return None
    return Fraction(line.ns_points) + Fraction(line.ew_points)


def _near(one: Fraction, other: Fraction) -> bool:
    return abs(one - other) <= ROUNDED


def _fraction(number: Decimal | None) -> Fraction:
    return Fraction(number or 0)
