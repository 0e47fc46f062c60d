"""A results file that is read again, or a later one of the same session: what it changes in a tournament of the club.

The live database of the tables grows during the session; the finished file comes after it; a corrected one after that.
Nothing is taken for an update in silence: `targets` proposes, the director chooses, `plan` says line by line what would
change, `update` writes all of it or nothing.

What was decided here is stronger than a file. A line that a director corrected, that has an adjusted score or that a
decision rests on stays as it is unless its director takes the file's; a line with an incident is never deleted.
"""

import datetime
import uuid
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Literal

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy

from arbitrage.exchange.records import (
    BoardRecord,
    ResultRecord,
    TournamentFile,
)
from arbitrage.exchange.spreadsheet import Meaning
from arbitrage.models import (
    Adjustment,
    Board,
    Club,
    Contestant,
    Event,
    Incident,
    Inquiry,
    Result,
    Ruling,
    Tournament,
)
from arbitrage.services import clock, history, imports, incidents, tournaments
from arbitrage.services.errors import Refused
from arbitrage.services.matching import HAS_RESULT, WRITTEN, Line, compared, is_given, letters_of, matched
from arbitrage.services.results import says
from arbitrage.services.seating import Room, Seated
from rulings.bridge import dealer, vulnerability

if TYPE_CHECKING:
    from django.contrib.auth.models import User

A_FORTNIGHT = datetime.timedelta(days=14)
ONE_DAY = datetime.timedelta(days=1)
"""Some programs date a session by the morning after."""
LOOKED_AT = 30
"""So many tournaments of the club are compared with a file, the nearest in time."""

Why = Literal["", "corrected", "entered", "adjusted", "ruled", "incident"]
# Which tournament a file may be an update of


@dataclass(frozen=True)
class Target:
    """A tournament that a session of a file may be an update of.

    *common* lines of it are in the file, *agreeing* of them with the same result. *same_file* says that its name is
    that of the file it was read from.
    """

    tournament: Tournament
    common: int
    agreeing: int
    same_file: bool


def targets(club: Club, file: TournamentFile, filename: str) -> dict[str, tuple[Target, ...]]:
    """The tournaments of the club that each session of a file may be an update of, the likeliest first; () for none.

    They are of its date, or were read from a file of its name, and their lines agree.
    """
    return {session: _targets(club, file.session(session), session, filename) for session in file.sessions or ("",)}


def _targets(club: Club, file: TournamentFile, session: str, filename: str) -> tuple[Target, ...]:
    day = file.date or timezone.localdate(clock.now())
    around = ONE_DAY if file.date else A_FORTNIGHT
    near = Q(date__gte=day - around, date__lte=day + around)
    found = []
    for tournament in Tournament.objects.filter(near, club=club).order_by("-date", "-pk")[:LOOKED_AT]:
        name = (filename[:255], session[:100]) == (tournament.source_name, tournament.source_session)
        target = _compare(tournament, file, name)
        if target is not None:
            found.append(target)
    return tuple(sorted(found, key=lambda one: (-one.agreeing, not one.same_file))[:3])


def _compare(tournament: Tournament, file: TournamentFile, same_file: bool) -> Target | None:
    """Whether the boards and lines of a tournament are those of a file; None when they are not."""
    deals = dict(tournament.boards.values_list("number", "deal"))
    told = [board for board in file.boards if board.number in deals]
    if not told:
        return None
    if not file.results or not Result.objects.filter(board__tournament=tournament).exists():
        # Hands alone, or a tournament that has nothing else yet.
        other = any(board.deal and deals[board.number] and board.deal != deals[board.number] for board in told)
        enough = 2 * len(told) >= min(len(deals), len(file.boards))
        return Target(tournament, 0, 0, same_file) if enough and not other else None
    stored = _stored_lines(tournament)
    alike = []
    for board in told:
        for line in board.results:
            was, now = stored.get((board.number, frozenset(_seats_of(line)))), _result_of(board, line)
            if was is not None and was[0] in HAS_RESULT and now[0] in HAS_RESULT:
                alike.append(was == now)
    common, agreeing = len(alike), sum(alike)
    few = min(len(stored), len(file.results))
    enough = 2 * agreeing >= common and 3 * common >= few if not same_file else 4 * agreeing >= common
    return Target(tournament, common, agreeing, same_file) if common and agreeing and enough else None


def _stored_lines(tournament: Tournament) -> dict[tuple[int, frozenset[str]], tuple[str, int | None]]:
    """The results of a tournament by board and pairs, however they sat."""
    lines = Result.objects.filter(board__tournament=tournament)
    rows = lines.values_list("board__number", "ns__number", "ew__number", "seats", "kind", "score")
    names = {str(key): number for key, number in Contestant.objects.filter(
        section__tournament=tournament).values_list("pk", "number")}  # fmt: skip
    return {
        (board, frozenset([names.get(one, "") for one in seats] if seats else [ns or "", ew or ""])): (kind, score)
        for board, ns, ew, seats, kind, score in rows
    }


def _seats_of(line: ResultRecord) -> tuple[str, ...]:
    return line.players or (line.ns, line.ew)


def _result_of(board: BoardRecord, line: ResultRecord) -> tuple[str, int | None]:
    kind, _contract, _declarer, score = imports.kind_and_score(board, line)
    return kind, score


# What would change


@dataclass(frozen=True, slots=True)
class Values:
    """What a line says of the play, *score* and *score_ew* as in `Result`, and the numbers of its pairs; *award* says
    that a file brought an adjusted score for it."""

    kind: str
    contract: str
    declarer: str
    lead: str
    tricks: int | None
    score: int | None
    score_ew: int | None
    ns_percent: Decimal | None
    ew_percent: Decimal | None
    ns: str
    ew: str
    remark: str
    award: bool

    @classmethod
    def of(cls, result: Result) -> "Values":
        return cls(
            result.kind,
            result.contract,
            result.declarer,
            result.lead,
            result.tricks,
            result.score,
            result.score_ew,
            result.ns_percent,
            result.ew_percent,
            result.ns.number if result.ns else "",
            result.ew.number if result.ew else "",
            result.remark,
            bool(result.award),
        )


@dataclass(frozen=True, slots=True)
class Change:
    """A line that the file brings (*was* is None), has otherwise, or has no more (*now* is None).

    *why* says what keeps the line as it is: "corrected" or "entered" by a director here, "adjusted" (a score is
    confirmed), "ruled" (a decision rests on it), "incident"; "" for a change that is written as it is. *since* and *by*
    say when, and who. A line that is kept may be given the file's values by its *key*; one that the file has no more
    stays all the same.
    """

    result: Result
    was: Values | None
    now: Values | None
    why: Why = ""
    since: datetime.datetime | None = None
    by: "User | None" = None

    @property
    def key(self) -> str:
        """What names the line when its director takes the file's values."""
        return str(self.result.pk)


@dataclass(frozen=True)
class Merge:
    """What a session of a file changes in a tournament, before it does.

    *added*, *changed* and *removed* are written as they are; *kept* are the lines that stay, unless taken from the file
    where it has them. *completed* counts the lines that learn something and say the same as before (points, who sat
    there, the play); *confirmed* those that say in the file the adjusted score that was confirmed here. *deals* are the
    boards that get their hands, *other_deals* those that get other hands, *boards* those that are new. *about* is what
    the tournament itself learns: "rounds", "winners" or "scoring", as it was and as it is. *lines* counts those of the
    tournament before, *published* says that its scores are. *older* is when this very file was read already, another
    one having come since. *digest* is sent back with a confirmation.
    """

    tournament: Tournament
    session: str
    added: tuple[Change, ...]
    changed: tuple[Change, ...]
    removed: tuple[Change, ...]
    kept: tuple[Change, ...]
    completed: int
    confirmed: int
    published: bool
    seated: tuple[Seated, ...]
    boards: tuple[int, ...]
    deals: tuple[int, ...]
    other_deals: tuple[int, ...]
    about: tuple[tuple[str, Any, Any], ...]
    lines: int
    older: datetime.datetime | None
    digest: str

    @property
    def to_write(self) -> bool:
        """Is there anything to write, even if no line that is kept is taken from the file?"""
        lines = self.added or self.changed or self.removed or self.completed
        boards = self.boards or self.deals or self.other_deals
        return bool(lines or boards or self.seated or self.about)

    @property
    def choices(self) -> tuple[Change, ...]:
        """The lines that are kept and that the file has otherwise: a director may take the file's."""
        return tuple(change for change in self.kept if change.now is not None)

    @property
    def shrinks(self) -> bool:
        """Does the file lack so many lines that it may be an older copy, or of another session?"""
        return len(self.removed) > 3 and 4 * len(self.removed) > self.lines


def plan(*, file: TournamentFile, digest: str, into: Mapping[str, Tournament]) -> tuple[Merge, ...]:
    """What the sessions of a file would change in these tournaments. Writes nothing. *digest* is the file's."""
    return tuple(
        _Merging(tournament, file.session(session), session, digest).merge() for session, tournament in into.items()
    )


@dataclass(frozen=True)
class Updated:
    """What became of a file: the tournaments of its sessions in order, and what was changed in those that were there.

    *written* is False when there was nothing to change.
    """

    tournaments: tuple[Tournament, ...]
    merges: tuple[Merge, ...]
    written: bool


@transaction.atomic
def update(
    *,
    club: Club,
    by: "User | None",
    data: bytes,
    filename: str,
    into: Mapping[str, Tournament],
    take: Collection[str] = (),
    seen: str | None = None,
    columns: Meaning | None = None,
) -> Updated:
    """Bring tournaments of the club up to date with a file, session by session; one that *into* does not name becomes a
    new tournament. All of it, or nothing.

    *take* names the lines that are kept and shall say what the file says (`Change.key`). *seen* is what the director
    has looked at (`looked_at`); without it nobody has looked. Each line that changes is an event of the tournament on
    its board. The facts of incidents are completed; a decision that was made from another result stands until a
    director looks at it again (`results.to_review`). The same file twice changes nothing.

    :raises Unreadable: the file cannot be read, or says what is impossible.
    :raises Refused: the tournament is not what the director has looked at any more, or another tournament of the club
        was made of this file.
    """
    file = imports.read(data, filename, columns)
    digest = imports.digest_of(data, columns)
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    sessions = file.sessions or ("",)
    for tournament in sorted(into.values(), key=lambda one: one.pk):
        history.lock(tournament.pk)
    stored = Tournament.objects.filter(club=club).in_bulk([one.pk for one in into.values()])
    if len(stored) != len(into) or not set(into) <= set(sessions):
        raise Refused(gettext_lazy("This tournament is not one of the club’s. Choose it again."), "elsewhere")
    mergings = {
        session: _Merging(stored[one.pk], file.session(session), session, digest) for session, one in into.items()
    }
    merges = tuple(one.merge() for one in mergings.values())
    taken = set(take) & {change.key for merge in merges for change in merge.choices}
    everything_there = all(session in into for session in sessions)
    if everything_there and not taken and not any(merge.to_write for merge in merges):
        return Updated(tuple(stored[into[session].pk] for session in sessions), merges, written=False)
    if seen is not None and seen != looked_at(merges):
        raise Refused(
            gettext_lazy("The tournament has changed since this page was shown. Look at the changes again."),
            "tournament_changed",
        )
    made = []
    with imports.naming(filename):
        for session in sessions:
            if session in mergings:
                one = mergings[session]
                _check_source(one, digest)
                one.write(by, taken, filename)
                made.append(one.tournament)
            else:
                made.append(imports.store(file.session(session), session, club, by, digest, filename))
        for one in mergings.values():
            one.follow(by)
    return Updated(tuple(made), merges, written=True)


def looked_at(merges: Iterable[Merge]) -> str:
    """What a director has looked at, in 64 hexadecimal digits."""
    return history.digest("".join(merge.digest for merge in merges))


def _check_source(one: "_Merging", digest: str) -> None:
    same = Tournament.objects.filter(
        club=one.tournament.club_id, source_digest=digest, source_session=one.session[:100]
    )
    other = same.exclude(pk=one.tournament.pk).first()
    if other is not None and one.file.results:
        raise Refused(
            gettext_lazy("The club has this file already, as another tournament. Open that one."), "another_tournament"
        )


# How it is worked out


class _Merging:
    """A session of a file against the tournament that it is an update of."""

    def __init__(self, tournament: Tournament, file: TournamentFile, session: str, digest: str) -> None:
        self.tournament, self.file, self.session, self.digest = tournament, file, session, digest
        self.boards = {board.number: board for board in tournament.boards.all()}
        lines = Result.objects.filter(board__tournament=tournament).select_related("board", "section", "ns", "ew")
        self.stored: dict[uuid.UUID, list[Result]] = defaultdict(list)
        for line in lines.order_by("board__number", "position"):
            self.stored[line.board_id].append(line)
        self.people = Room(tournament, letters_of(file, self.stored.values()))
        self.people.meet(file.sections, file.results)
        self.keeping = _Keeping(tournament)
        self.new_boards: list[Board] = []
        self.changed_boards: list[Board] = []
        self.deals: list[int] = []
        self.other_deals: list[int] = []
        self.added: list[Result] = []
        self.changed: list[Line] = []
        self.held: list[Line] = []
        self.confirmed: list[Line] = []
        self.completed: list[Line] = []
        self.met: set[uuid.UUID] = set()
        for record in file.boards:
            self._board(record)
        gone = self._gone()
        self.left = [line for line in gone if self.keeping.why(line)]
        self.removed = [line for line in gone if not self.keeping.why(line)]
        self.people.find_removed(file.sections, self._referred())
        self.about = dict(self._about())

    # Boards

    def _board(self, record: BoardRecord) -> None:
        board = self.boards.get(record.number)
        if board is None:
            board = imports.as_board(self.tournament, record)
            self.new_boards.append(board)
        else:
            self._complete_board(board, record)
        fresh = [imports.as_result(board, line, place, self.people) for place, line in enumerate(record.results, 1)]
        tables = {line.pk: record.table for line, record in zip(fresh, record.results, strict=True)}
        for old, new in matched(self.stored.get(board.pk, ()), fresh, tables):
            if old is None:
                self.added.append(new)
            else:
                self.met.add(old.pk)
                self._line(compared(old, new, tables[new.pk]))

    def _complete_board(self, board: Board, record: BoardRecord) -> None:
        before = (board.deal, board.dealer, board.vulnerability, board.double_dummy, board.par)
        if record.deal and record.deal != board.deal:
            (self.other_deals if board.deal else self.deals).append(board.number)
            board.deal = record.deal
        # Those of Law 2 may be what the reader put where the file says nothing.
        if record.dealer != dealer(record.number):
            board.dealer = record.dealer
        if record.vulnerability != vulnerability(record.number):
            board.vulnerability = record.vulnerability
        board.double_dummy = record.double_dummy or board.double_dummy
        board.par = imports.fit(record.par, Board, "par") or board.par
        if before != (board.deal, board.dealer, board.vulnerability, board.double_dummy, board.par):
            self.changed_boards.append(board)

    # Lines

    def _line(self, line: Line) -> None:
        why = self.keeping.why(line.old)
        if why == "adjusted" and line.new.award == self.keeping.adjusted[line.old.pk].award:
            line.values.pop("award", None)  # our own file, with the score that was confirmed here
        if not line.values:
            self.completed.append(line)
        elif why == "adjusted" and is_given(self.keeping.adjusted[line.old.pk], line.new):
            self.confirmed.append(line)
        elif why in ("adjusted", "corrected", "entered") or (why == "ruled" and line.old.kind in HAS_RESULT):
            self.held.append(line)
        else:
            self.changed.append(line)

    def _gone(self) -> list[Result]:
        """The stored lines that the file does not have, in the sections that it speaks of."""
        spoken = {self.people.section(line.section).pk for line in self.file.results}
        lines = [line for of_board in self.stored.values() for line in of_board]
        return [line for line in lines if line.section_id in spoken and line.pk not in self.met]

    def _referred(self) -> set[uuid.UUID]:
        """The contestants that a line refers to once everything is written, whatever is taken of the lines kept."""
        written = (*self.changed, *self.completed)
        over = {line.pk for line in self.removed} | {line.old.pk for line in written}
        lines = [line for of_board in self.stored.values() for line in of_board if line.pk not in over]
        lines += self.added + [line.new for line in (*self.held, *self.confirmed)]
        lines += [line.taken() for line in written]
        found = {key for line in lines for key in (line.ns_id, line.ew_id) if key is not None}
        return found | {uuid.UUID(one) for line in lines for one in line.seats}

    # What is said of it

    def merge(self) -> Merge:
        """The changes in words of the application, in the order of the boards."""
        told = Merge(
            tournament=self.tournament,
            session=self.session,
            added=_in_order(Change(line, None, Values.of(line)) for line in self.added),
            changed=_in_order(Change(line.old, Values.of(line.old), Values.of(line.taken())) for line in self.changed),
            removed=_in_order(Change(line, Values.of(line), None) for line in self.removed),
            kept=_in_order(
                [self._kept(line.old, Values.of(line.taken())) for line in self.held]
                + [self._kept(line, None) for line in self.left]
            ),
            completed=sum(line.taught(everything=True) for line in self.completed)
            + sum(line.taught(everything=False) for line in (*self.held, *self.confirmed)),
            confirmed=len(self.confirmed),
            published=self.tournament.published_at is not None,
            seated=tuple(self.people.seated),
            boards=tuple(sorted(board.number for board in self.new_boards)),
            deals=tuple(sorted(self.deals)),
            other_deals=tuple(sorted(self.other_deals)),
            about=tuple((name, getattr(self.tournament, name), now) for name, now in self.about.items()),
            lines=sum(len(lines) for lines in self.stored.values()),
            older=self._older(),
            digest="",
        )
        return replace(told, digest=_digest(told))

    def _kept(self, line: Result, now: Values | None) -> Change:
        why, since, by = self.keeping.reason(line)
        return Change(line, Values.of(line), now, why, since, by)

    def _about(self) -> Iterator[tuple[str, Any]]:
        rounds = imports.rounds_of(self.file)
        if rounds is not None and rounds > (self.tournament.rounds or 0):
            yield "rounds", rounds
        if tournaments.method_event(self.tournament) is not None:
            return  # how it is scored was said, or found in a file
        if self.tournament.winners is None and self.file.winners in (1, 2):
            yield "winners", self.file.winners
        if self.file.scoring and self.file.scoring != self.tournament.scoring:
            yield "scoring", self.file.scoring

    def _older(self) -> datetime.datetime | None:
        """When this file was read, if other results were read since."""
        if self.tournament.source_digest == self.digest or not self.file.results:
            return None
        kinds = ("tournament_imported", "tournament_updated")
        read = Event.objects.filter(stream_id=self.tournament.pk, kind__in=kinds).order_by("-seq")
        return next((event.at for event in read if event.data["digest"] == self.digest), None)

    # Writing

    def write(self, by: "User | None", taken: Collection[str], filename: str) -> None:
        """Store everything, with an event for each line whose result is another one."""
        held = [line for line in self.held if str(line.old.pk) in taken]
        left = [line for line in self.held if str(line.old.pk) not in taken]
        was = {line.old.pk: says(line.old) for line in (*self.changed, *held)}
        learning = [line for line in self.completed if line.taught(everything=True)]
        rows = [line.take(everything=True) for line in (*self.changed, *learning, *held)]
        rows += [line.take(everything=False) for line in (*left, *self.confirmed) if line.taught(everything=False)]
        imports.check_rows((*self.changed_boards, *rows))
        imports.save_rows(self.new_boards)
        Board.objects.bulk_update(
            self.changed_boards, ["deal", "dealer", "vulnerability", "double_dummy", "par"], batch_size=200
        )
        self.people.save()
        # All of them are there: this is an update, of hundreds of lines at once.
        Result.objects.bulk_create(
            rows, update_conflicts=True, unique_fields=["id"], update_fields=WRITTEN, batch_size=500
        )
        imports.save_rows(self.added)
        history.append_all(self.tournament, self._events(was), by=by)
        Result.objects.filter(pk__in=[line.pk for line in self.removed]).delete()
        self.people.remove()
        self._write_tournament(by, filename, len(was))
        self.tournament = tournaments.propose_method(self.tournament, by=by, matches=self.file.matches)

    def _events(self, was: Mapping[uuid.UUID, Mapping[str, Any]]) -> Iterator[history.Entry]:
        read = {"file": self.digest, "law": _law_of_correction(self.tournament)}
        for line in self.added:
            yield "result_added", line.board, {"result": line.pk, "table": line.table, "now": says(line), **read}
        for line in (one.old for one in (*self.changed, *self.held) if one.old.pk in was):
            yield "result_changed", line.board, {"result": line.pk, "was": was[line.pk], "now": says(line), **read}
        for line in self.removed:
            yield "result_removed", line.board, {"result": line.pk, "table": line.table, "was": says(line), **read}

    def _write_tournament(self, by: "User | None", filename: str, changed: int) -> None:
        tournament = self.tournament
        for name, now in self.about.items():
            setattr(tournament, name, now)
        if self.file.results:  # hands alone are not the source of the results
            tournament.source_name = imports.fit(filename, Tournament, "source_name")
            tournament.source_session = imports.fit(self.session, Tournament, "source_session")
            tournament.source_digest = self.digest
        imports.check_rows([tournament])
        tournament.save()
        history.append(
            tournament.pk,
            "tournament_updated",
            by=by,
            club=tournament.club_id,
            tournament=tournament,
            digest=self.digest,
            format=self.file.format,
            version=self.file.version,
            session=self.session,
            added=len(self.added),
            changed=changed,
            removed=len(self.removed),
            kept=len(self.held) + len(self.left),
            boards=len(self.new_boards),
            deals=len(self.deals) + len(self.other_deals),
            contestants=len(self.people.seated),
            warnings=len(self.file.warnings),
            **self.about,
        )

    def follow(self, by: "User | None") -> None:
        """Give the incidents of the boards that have changed their result, and their inquiries its facts."""
        boards = {line.board_id for line in self.added} | {board.pk for board in self.changed_boards}
        boards |= {line.old.board_id for line in (*self.changed, *self.completed, *self.held)}
        found = Incident.objects.filter(tournament=self.tournament, board__in=boards)
        for incident in found.exclude(state__in=incidents.OVER).order_by("pk"):
            if incident.result_id is None and incident.table is not None:
                incident = incidents.place_incident(incident=incident, by=by)
            incidents.complete_facts(incidents.locked(incident), by, ended=False)


def _law_of_correction(tournament: Tournament) -> str:
    """The Law under which a published score is corrected; "" when it is not published."""
    state = tournaments.correction_state(tournament, clock.now())
    return "" if not state.published else "79C2" if state.over else "79C1"


def _in_order(changes: Iterable[Change]) -> tuple[Change, ...]:
    return tuple(sorted(changes, key=lambda one: (one.result.board.number, one.result.position)))


def _digest(told: Merge) -> str:
    lines = [
        (
            change.result.board.number,
            change.result.section.letter,
            change.result.table,
            change.key if change.was else "",
            change.was,
            change.now,
            change.why,
        )
        for change in (*told.added, *told.changed, *told.removed, *told.kept)
    ]
    rest = (told.tournament.pk, told.seated, told.completed, told.confirmed, told.boards, told.deals, told.other_deals)
    return history.digest(repr((lines, rest, told.about)))


# What keeps a line as it is


class _Keeping:
    """What was decided here on the lines of a tournament."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        adjustments = Adjustment.objects.filter(incident__tournament=tournament).select_related("by")
        self.adjusted = {one.result_id: one for one in adjustments if one.state == Adjustment.State.CONFIRMED}
        self.in_hand = {one.result_id for one in adjustments} | set(
            Incident.objects.filter(tournament=tournament, result__isnull=False).values_list("result_id", flat=True)
        )
        rulings = (
            Ruling.objects.filter(inquiry__incident__tournament=tournament, inquiry__incident__result__isnull=False)
            .exclude(inquiry__incident__state=Incident.State.WITHDRAWN)
            .exclude(inquiry__stage=Inquiry.Stage.DROPPED)
            .select_related("inquiry__incident", "by")
            .order_by("at", "pk")
        )
        self.ruled = {one.inquiry.incident.result_id: one for one in rulings}
        # Once a file has been taken for a line, what had been done by hand before is over.
        kinds = ("result_corrected", "result_entered", "result_added", "result_changed")
        events = Event.objects.filter(tournament=tournament, kind__in=kinds).select_related("by").order_by("at", "pk")
        last = {(data := event.data)["result"]: (event, data.get("file", "")) for event in events}
        self.by_hand = {uuid.UUID(result): event for result, (event, file) in last.items() if not file}

    def why(self, line: Result) -> Why:
        """What keeps the line: the strongest first; "" for nothing."""
        return self.reason(line)[0]

    def reason(self, line: Result) -> tuple[Why, datetime.datetime | None, "User | None"]:
        """What keeps the line, since when, and who did it."""
        if (adjustment := self.adjusted.get(line.pk)) is not None:
            return "adjusted", adjustment.at, adjustment.by
        if (ruling := self.ruled.get(line.pk)) is not None:
            return "ruled", ruling.at, ruling.by
        event = self.by_hand.get(line.pk)
        if event is not None:
            return "corrected" if event.kind == "result_corrected" else "entered", event.at, event.by
        return ("incident" if line.pk in self.in_hand else ""), None, None
