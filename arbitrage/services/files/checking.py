"""Contradictions between a results file and the Laws: every score by Law 77, every board's points and IMPs by Law 78.

Nothing is stored. Scoring programs use different methods, and files do not name them. The method is recognised in the
same way and from the same lines as at the import (`rulings.scores.recognition`), so that the page names the method that
the tournament would get. Only values that differ from this method are reported.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from typing import Literal

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from arbitrage.exchange.records import BoardRecord, MatchRecord, ResultRecord, TournamentFile
from arbitrage.models import Result, Tournament
from arbitrage.services.files import imports
from arbitrage.services.results import counting
from rulings.bridge import Contract, NotationError, Seat, parse_contract
from rulings.scores.adjusted import Artificial, Compared
from rulings.scores.imps import imp
from rulings.scores.matchpoints import matchpoint_board
from rulings.scores.methods import Boards, Method, Row, Scoring
from rulings.scores.recognition import Recognised, candidates, differ, recognise, worth_in_file
from rulings.scores.scoring import score_ns
from rulings.scores.teams import board_a_match

What = Literal["score", "points", "imps"]
Reason = Literal[
    "other_side", "vulnerability", "doubling", "tricks", "adjusted", "artificial", "arrow_switch", "neuberg", "hidden"
]
VULNERABILITIES = ("None", "NS", "EW", "All")


@dataclass(frozen=True, slots=True)
class Finding:
    """A value that does not follow from the rest of the file.

    *recorded* and *computed* are from North-South's side, points in the scale of the file; the IMPs of a match are
    those of the team *ns* against the team *ew*. *reason* is the likely cause.
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
        sentences = {
            "score": _("%(where)s, score: %(recorded)s in the file, %(computed)s computed. %(why)s"),
            "points": _("%(where)s, points: %(recorded)s in the file, %(computed)s computed. %(why)s"),
            "imps": _("%(where)s, IMPs: %(recorded)s in the file, %(computed)s computed. %(why)s"),
        }[self.what]
        return sentences % {
            "where": where,
            "recorded": self.recorded,
            "computed": self.computed,
            "why": why(self.reason),
        }

    @property
    def subject(self) -> str:
        """Word for the kind of the value: score, points or IMPs."""
        return {"score": pgettext("result", "score"), "points": _("points"), "imps": _("IMPs")}[self.what]


@dataclass(frozen=True, slots=True)
class Check:
    """Result of a check. *scores*, *points* (lines) and *imps* (boards of matches) count the values checked; *findings*
    are the values that differ.

    *by_section* and *expected* describe the method: whether it compares within sections, and how it counts the scores
    of a board ("board", "field", "scored" as in `field.Method`, "rows" with tables that did not play, "" if the scoring
    is not by matchpoints).
    """

    scores: int
    points: int
    by_section: bool
    expected: str
    findings: tuple[Finding, ...]
    imps: int = 0
    method: Method | None = field(default=None, compare=False)
    """Method of the first session with points, the one that its tournament would get at the import."""

    @property
    def looked_at(self) -> bool:
        """Was there any value to check?"""
        return bool(self.scores or self.points or self.imps)

    @property
    def way(self) -> str:
        """Sentence on the method of comparison; "" if the scoring is not by matchpoints."""
        if not self.expected or self.method is None:
            return ""
        comparison = {
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
        choices = {
            "rounded": _("The points of each board are rounded before they are added up."),
            "rank_sections": _("Each section is ranked by itself."),
            "equal_as_printed": _("Pairs whose percentages are printed alike share a place."),
        }
        return " ".join([among, comparison, *(text for name, text in choices.items() if getattr(self.method, name))])


def why(reason: Reason) -> str:
    """Return the sentence for a likely reason."""
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
    """Compute the scores, points and IMPs of a file again, and list those that differ."""
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
    way: Method | None = None
    points = 0
    for session in file.sessions or ("",):
        part = file.session(session)
        looked_at = _looked_at(part)
        if looked_at is None or not looked_at.recognised.compared:
            continue
        way = way or looked_at.recognised.method
        points += looked_at.recognised.compared
        findings += _unlike(part, looked_at)
    imps, of_matches = _matches(file)
    findings += of_matches
    findings.sort(key=lambda finding: (finding.session, finding.board, finding.section, finding.what != "score"))
    told = way is not None and way.in_matchpoints
    return Check(
        scores, points, way is not None and told and way.by_section, str(way.expected) if way and told else "",
        tuple(findings), imps, way,
    )  # fmt: skip


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
    """Compute the score of a line by Law 77; None if its contract or tricks are missing."""
    if line.kind == "passed":
        return 0
    contract = _contract(line)
    return None if contract is None or line.tricks is None else score_ns(contract, line.tricks, board.vulnerability)


def _reason_of_score(line: ResultRecord, board: BoardRecord) -> Reason:
    """Guess why a score differs. A program stores one vulnerability for each board, so a wrong one affects all lines of
    the board."""
    contract, tricks, vulnerable = _contract(line), line.tricks, board.vulnerability
    if contract is None or tricks is None:
        return "adjusted"
    if line.score == -score_ns(contract, tricks, vulnerable):
        return "other_side"
    others = [other for other in VULNERABILITIES if line.score == score_ns(contract, tricks, other)]
    if any(_all_follow(board, other) for other in others):
        return "vulnerability"
    if line.score in {score_ns(replace(contract, doubled=times), tricks, vulnerable) for times in (0, 1, 2)}:
        return "doubling"
    if line.score in {score_ns(contract, other, vulnerable) for other in range(14)}:
        return "tricks"
    return "vulnerability" if others else "adjusted"


def _all_follow(board: BoardRecord, vulnerable: str) -> bool:
    """Are all recorded scores of a board correct at this vulnerability?"""
    there = replace(board, vulnerability=vulnerable)
    return all(
        computed == line.score
        for line in board.results
        if line.kind == "played" and line.score is not None and (computed := _computed(line, there)) is not None
    )


# Points


@dataclass(frozen=True, slots=True)
class _LookedAt:
    """The lines of a session as they would be stored, and the method that comes closest to the points of the file."""

    lines: Mapping[str, tuple[BoardRecord, ResultRecord]]
    boards: Boards
    recognised: Recognised


def _looked_at(part: TournamentFile) -> _LookedAt | None:
    """Find the method of a session as `services.tournaments.propose_method` does; None if no known method gives its
    points.

    The pairs of a team match may have points against the whole field, in cross-IMPs or Butler.
    """
    scoring = part.scoring or ("" if part.event == "teams" else "MP")
    if scoring not in ("MP", "BUTLER", "CROSS_IMPS", "IMPS") or (part.event == "teams" and scoring == "MP"):
        return None
    tournament = Tournament(kind=part.event or Tournament.Kind.PAIRS, scoring=scoring)
    people = imports.People(tournament)
    people.meet(part.sections, part.results)
    lines: dict[str, tuple[BoardRecord, ResultRecord]] = {}
    results: list[Result] = []
    for record in part.boards:
        board = imports.as_board(tournament, record)
        for place, line in enumerate(record.results, 1):
            result = imports.as_result(board, line, place, people)
            results.append(result)
            lines[str(result.pk)] = record, line
    winners = part.winners if part.winners in (1, 2) else None
    methods = candidates(Scoring(scoring), winners=winners)  # type: ignore[arg-type]  # 1, 2 or nothing
    boards = counting.boards_of(results, counting.all_recorded(results), teams=False)
    if part.event == "teams":
        return _LookedAt(lines, boards, recognise(boards, methods))
    known = people.contestants.values()
    return _LookedAt(
        lines, boards, recognise(boards, methods, counting.recorded_totals(known), counting.recorded_places(known))
    )


def _unlike(part: TournamentFile, looked_at: _LookedAt) -> Iterator[Finding]:
    """Yield the lines whose points differ from those of the method, with the likely reason."""
    unlike = set(looked_at.recognised.unlike)
    if not unlike:
        return
    method = looked_at.recognised.method
    worth, _ratios = worth_in_file(looked_at.boards, method)
    groups: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for board, rows in looked_at.boards.items():
        for row in rows:
            if row.id in worth:
                groups[board, row.section if method.by_section else ""].append(row)
    for rows in groups.values():
        wrong = [row for row in rows if row.id in unlike]
        # without artificial scores, which are the same by every method
        plain = [row for row in rows if isinstance(row.line, Compared)]
        moved = [row for row in plain if row.id in unlike or worth[row.id][0] != worth[row.id][1]]
        every = len(moved) > 1 and all(row.id in unlike for row in moved)
        other_size = every and method.in_matchpoints and _other_size(plain)
        for row in wrong:
            board_record, line = looked_at.lines[row.id]
            ns, ew = worth[row.id]
            recorded = row.recorded or (Fraction(0), Fraction(0))
            swapped = ns != ew and not differ(recorded, (ew, ns))
            reason: Reason = (
                "artificial" if isinstance(row.line, Artificial) else "arrow_switch" if swapped
                else "neuberg" if other_size else "hidden" if every else "adjusted"
            )  # fmt: skip
            computed = Decimal(round(ns * 1000)) / 1000
            yield _finding(board_record, line, "points", line.ns_points or Decimal(0), computed, reason)


def _other_size(rows: Sequence[Row]) -> bool:
    """Would the recorded points of a board be correct if it had another number of scores?"""
    lines = [row.line for row in rows if isinstance(row.line, Compared)]
    for size in range(max(len(lines), 2), len(lines) + 12):
        shares = {line.id: (line.ns_percent, line.ew_percent) for line in matchpoint_board(lines, expected=size).lines}
        given = [(row.recorded, shares[row.id]) for row in rows if row.recorded is not None]
        if all(not differ(points, tuple(share * sum(points) / 100 for share in both)) for points, both in given):  # type: ignore[arg-type]
            return True
    return False


# Matches


@dataclass(frozen=True, slots=True)
class _Played:
    """A board of a team match: the IMPs or points that the file records for the first team, and the scores of the two
    tables."""

    match: MatchRecord
    board: BoardRecord
    section: str
    recorded: Decimal
    here: int
    there: int


def _matches(file: TournamentFile) -> tuple[int, list[Finding]]:
    """Count the boards of team matches that were computed again, and list those whose IMPs or points differ from the
    file's."""
    played = list(_played(file))
    if file.scoring == "PAB":
        won = [board_a_match(match_board.here, match_board.there) for match_board in played]
        # programs write boards won and lost as 2 and 0, 1 and 0, or 1 and -1
        scales = ([points, points / 2, points - 1] for points in won)
        worth: Sequence[Sequence[Fraction]] = list(zip(*scales, strict=True)) or [()]
        computed = min(worth, key=lambda points: _missed(played, points))
    else:
        computed = [Fraction(imp(match_board.here - match_board.there)) for match_board in played]
    findings = []
    for line, points in zip(played, computed, strict=True):
        if points != Fraction(line.recorded):
            reason: Reason = "other_side" if points == -Fraction(line.recorded) else "adjusted"
            shown = Decimal(points.numerator) / points.denominator
            findings.append(
                Finding(line.match.session, line.section, line.board.number, line.match.one, line.match.other, "",
                        "points" if file.scoring == "PAB" else "imps", line.recorded, shown, reason)
            )  # fmt: skip
    return len(played), findings


def _missed(played: Sequence[_Played], points: Sequence[Fraction]) -> int:
    return sum(Fraction(line.recorded) != worth for line, worth in zip(played, points, strict=True))


def _played(file: TournamentFile) -> Iterator[_Played]:
    """Yield the boards of matches whose two tables have scores."""
    if file.scoring not in ("IMPS", "PAB", ""):
        return
    teams = {
        (section.session, section.letter, contestant.number): contestant.team
        for section in file.sections
        for contestant in section.contestants
    }
    # the lines by session, board, and the teams of North-South and East-West
    sat: dict[tuple[str, int, str, str], list[ResultRecord]] = defaultdict(list)
    boards = {(board.session, board.number): board for board in file.boards}
    for board in file.boards:
        for line in board.results:
            ns, ew = (teams.get((board.session, line.section, number), "") for number in (line.ns, line.ew))
            if ns and ew:
                sat[board.session, board.number, ns, ew].append(line)
    for match in file.matches:
        for number, recorded in match.imps:
            here = sat.get((match.session, number, match.one, match.other), [])
            there = sat.get((match.session, number, match.other, match.one), [])
            if len(here) != 1 or len(there) != 1:
                continue
            board = boards[match.session, number]
            ns_score, other = (_score_of(line, board) for line in (here[0], there[0]))
            if ns_score is not None and other is not None:
                yield _Played(match, board, here[0].section, recorded, ns_score, other)


def _score_of(line: ResultRecord, board: BoardRecord) -> int | None:
    """Return the recorded score of a line, or else the score of Law 77; None for a line that has no single score, such
    as an artificial one."""
    if line.kind not in ("played", "passed", "unreadable") or line.score_ew is not None:
        return None
    return line.score if line.score is not None else _computed(line, board)
