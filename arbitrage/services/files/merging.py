"""Update of a tournament from a results file that is read again, or from a later file of the same session.

The live database of the tables grows during the session; after it comes the finished file, and perhaps a corrected one.
`targets` proposes the tournament, the director chooses it, `plan` lists the changes line by line, and `update` writes
all of them or none.

A decision made here overrides a file. A protected line (corrected by a director, with an adjusted score, or with a
ruling based on it) stays unless the director takes the file's values; a line with an incident is never deleted.
"""

import datetime
import uuid
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from arbitrage.exchange.records import (
    BoardRecord,
    TournamentFile,
)
from arbitrage.exchange.spreadsheet import Meaning
from arbitrage.models import (
    Board,
    Club,
    Incident,
    Result,
    Tournament,
)
from arbitrage.services import clock, incidents, tournaments
from arbitrage.services.errors import Refused
from arbitrage.services.files import imports
from arbitrage.services.files.changes import Change, Merge, Values, fingerprint, in_order
from arbitrage.services.files.likeness import Likeness
from arbitrage.services.files.matching import HAS_RESULT, WRITTEN, Line, compared, is_given, letters_of, matched, waits
from arbitrage.services.files.seating import Room
from arbitrage.services.files.snapshot import Stored
from arbitrage.services.files.targets import targets
from arbitrage.services.incidents.locking import lock_boards
from arbitrage.services.record import club_rows, history, tournament_rows
from arbitrage.services.results.entering import says
from arbitrage.services.tournaments import makeable
from rulings.bridge import dealer, vulnerability

if TYPE_CHECKING:
    from django.contrib.auth.models import User


__all__ = ["Change", "Likeness", "Merge", "Updated", "Values", "looked_at", "plan", "plan_onto", "targets", "update"]


MOST_NAMED = 6
"""Most lines named in the refusal to remove many."""


def plan(*, file: TournamentFile, digest: str, into: Mapping[str, Tournament]) -> tuple[Merge, ...]:
    """Plan the changes that a file with this *digest* would make in these tournaments, by session; write nothing."""
    return tuple(
        plan_onto(Stored.of(tournament), file.session(session), session, digest) for session, tournament in into.items()
    )


def plan_onto(stored: Stored, file: TournamentFile, session: str, digest: str) -> Merge:
    """Plan the changes that a file with only one session would make in a tournament that is already loaded."""
    return _Merging(stored, file, session, digest).merge()


@dataclass(frozen=True)
class Updated:
    """Result of an update: the tournaments of the file's sessions in order, and the changes in those that existed.

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
    shrinking: bool = True,
    taking_away: bool = True,
) -> Updated:
    """Update tournaments of the club from a file, session by session, in one transaction; a session that *into* lacks
    becomes a new tournament.

    *take* has the keys (`Change.key`) of protected lines that get the file's values. *seen* is the digest of the
    changes that the director has seen (`looked_at`), if any. Each changed line becomes an event of the tournament on
    its board. The facts of incidents are completed; a decision based on another result stands until a director reviews
    it (`results.to_review`). The same file twice changes nothing. If not *shrinking*, a file that lacks many lines is
    refused; if not *taking_away*, a file that lacks any line.

    :raises Unreadable: the file cannot be read, or has an impossible value.
    :raises Refused: the file is incomplete or lacks many lines, the tournament has changed since the director looked,
    or another tournament of the club was made from this file.
    """
    file = imports.read(data, filename, columns)
    if file.damaged:
        raise Refused(
            gettext_lazy(
                "Something is missing of this file: it was cut short, or was being written when it was copied. "
                "Nothing was written. Take another copy of it and read that one."
            ),
            "damaged",
        )
    digest = imports.digest_of(data, columns)
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    sessions = file.sessions or ("",)
    for tournament in sorted(into.values(), key=lambda tournament: tournament.pk):
        history.lock(tournament.pk)
    stored = Tournament.objects.filter(club=club).in_bulk([tournament.pk for tournament in into.values()])
    if len(stored) != len(into) or not set(into) <= set(sessions):
        raise Refused(gettext_lazy("This tournament is not one of the club’s. Choose it again."), "elsewhere")
    mergings = {
        session: _Merging(Stored.of(stored[tournament.pk]), file.session(session), session, digest)
        for session, tournament in into.items()
    }
    merges = tuple(merging.merge() for merging in mergings.values())
    taken = set(take) & {change.key for merge in merges for change in merge.choices}
    everything_there = all(session in into for session in sessions)
    if everything_there and not taken and not any(merge.to_write for merge in merges):
        return Updated(tuple(stored[into[session].pk] for session in sessions), merges, written=False)
    if seen is not None and seen != looked_at(merges):
        raise Refused(
            gettext_lazy("The tournament has changed since this page was shown. Look at the changes again."),
            "tournament_changed",
        )
    if not shrinking and any(merge.shrinks for merge in merges):
        raise Refused(
            gettext_lazy(
                "The file lacks many lines of the tournament: is it an older copy, or another session? "
                "Nothing was written."
            ),
            "shrinks",
        )
    if not taking_away and (lost := [line for merge in merges for line in (*merge.removed, *merge.emptied)]):
        raise Refused(_would_go(lost), "takes_away")
    of_these = [tournament.pk for tournament in stored.values()]
    list(Tournament.objects.select_for_update(no_key=True).filter(pk__in=of_these).order_by("pk").values_list("pk"))
    lock_boards(Board.objects.filter(tournament__in=of_these).values_list("pk", flat=True))
    made = []
    with imports.naming(filename):
        for session in sessions:
            if session in mergings:
                session_merge = mergings[session]
                _check_source(session_merge, digest)
                session_merge.write(by, taken, filename)
                made.append(session_merge.tournament)
            else:
                made.append(imports.store(file.session(session), session, club, by, digest, filename))
        for session_merge in mergings.values():
            session_merge.follow(by)
    makeable.after_import(made)
    return Updated(tuple(made), merges, written=True)


def _would_go(lost: Sequence[Change]) -> str:
    """Write the sentence that refuses to remove lines: it names their boards and tables, and the remedy."""
    places = []
    for change in lost[:MOST_NAMED]:
        words = _("board %(board)s table %(table)s") if change.result.table else _("board %(board)s")
        places.append(words % {"board": change.result.board.number, "table": change.result.table})
    sentence = ngettext(
        "The file has no result any more for %(count)s line of the tournament: %(places)s. Nothing was written. Read "
        "the file in by hand to see what it changes.",
        "The file has no result any more for %(count)s lines of the tournament: %(places)s. Nothing was written. Read "
        "the file in by hand to see what it changes.",
        len(lost),
    )
    more = "…" if len(lost) > MOST_NAMED else ""
    return sentence % {"count": len(lost), "places": ", ".join(places) + more}


def looked_at(merges: Iterable[Merge]) -> str:
    """Digest the changes that a director has seen, in 64 hexadecimal digits."""
    return history.digest("".join(merge.digest for merge in merges))


def _check_source(merging: "_Merging", digest: str) -> None:
    same = Tournament.objects.filter(
        club=merging.tournament.club_id, source_digest=digest, source_session=merging.session[:100]
    )
    other = same.exclude(pk=merging.tournament.pk).first()
    if other is not None and merging.file.results:
        raise Refused(
            gettext_lazy("The club has this file already, as another tournament. Open that one."), "another_tournament"
        )


# Planning


class _Merging:
    """The update of a tournament from a session of a file: compares them, plans the changes, and writes them."""

    def __init__(self, before: Stored, file: TournamentFile, session: str, digest: str) -> None:
        if file.hands_alone:
            # a file with hands only, in any format, removes no line
            file = replace(file, sections=(), boards=tuple(replace(board, results=()) for board in file.boards))
        self.before, self.tournament = before, before.tournament
        self.file, self.session, self.digest = file, session, digest
        self.boards = {board.number: board for board in before.boards}
        self.stored: dict[uuid.UUID, list[Result]] = defaultdict(list)
        for line in before.lines:
            self.stored[line.board_id].append(line)
        self.people = Room(before, letters_of(file, self.stored.values()))
        self.people.meet(file.sections, file.results)
        self.keeping = before.keeping
        self.new_boards: list[Board] = []
        self.changed_boards: list[Board] = []
        self.deals: list[int] = []
        self.other_deals: list[int] = []
        self.conditions: list[int] = []
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
            if board.deal:  # these belong to the hands of before
                board.double_dummy = board.par = ""
            board.deal = record.deal
        # values as in Law 2 may be the reader's defaults, for a file that has none
        if record.dealer != dealer(record.number):
            board.dealer = record.dealer
        if record.vulnerability != vulnerability(record.number):
            board.vulnerability = record.vulnerability
        if (board.dealer, board.vulnerability) != before[1:3]:
            board.par = ""
        board.double_dummy = record.double_dummy or board.double_dummy
        board.par = imports.fit(record.par, Board, "par") or board.par
        if before != (board.deal, board.dealer, board.vulnerability, board.double_dummy, board.par):
            self.changed_boards.append(board)
            if before[0] == board.deal:
                self.conditions.append(board.number)

    # Lines

    def _line(self, line: Line) -> None:
        why = self.keeping.why(line.old)
        if why == "adjusted" and line.new.award == self.keeping.adjusted[line.old.pk].award:
            line.values.pop("award", None)  # our own export, with the score confirmed here
        if not line.values:
            self.completed.append(line)
        elif why == "adjusted" and is_given(self.keeping.adjusted[line.old.pk], line.new):
            self.confirmed.append(line)
        elif why in ("adjusted", "corrected", "entered") or (why == "ruled" and line.old.kind in HAS_RESULT):
            self.held.append(line)
        else:
            self.changed.append(line)

    def _gone(self) -> list[Result]:
        """List the stored lines that the file lacks, in the sections that the file has. Lines without a result are not
        counted."""
        spoken = {self.people.section(line.section).pk for line in self.file.results}
        lines = [line for of_board in self.stored.values() for line in of_board if not waits(line)]
        return [line for line in lines if line.section_id in spoken and line.pk not in self.met]

    def _referred(self) -> set[uuid.UUID]:
        """List the contestants that a line may refer to after the update, whatever the director chooses for protected
        lines."""
        written = (*self.changed, *self.completed)
        over = {line.pk for line in self.removed} | {line.old.pk for line in written}
        lines = [line for of_board in self.stored.values() for line in of_board if line.pk not in over]
        lines += self.added + [line.new for line in (*self.held, *self.confirmed)]
        lines += [line.taken() for line in written]
        contestants = {key for line in lines for key in (line.ns_id, line.ew_id) if key is not None}
        return contestants | {uuid.UUID(seat) for line in lines for seat in line.seats}

    # The plan in words

    def merge(self) -> Merge:
        """Return the planned changes as a Merge, in the order of the boards."""
        told = Merge(
            tournament=self.tournament,
            session=self.session,
            added=in_order(
                [Change(line, None, Values.of(line)) for line in self.added]
                + [Change(line.old, None, Values.of(line.taken())) for line in self.changed if waits(line.old)]
            ),
            changed=in_order(
                Change(line.old, Values.of(line.old), Values.of(line.taken()))
                for line in self.changed
                if not waits(line.old)
            ),
            removed=in_order(Change(line, Values.of(line), None) for line in self.removed),
            kept=in_order(
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
            conditions=tuple(sorted(self.conditions)),
            about=tuple((name, getattr(self.tournament, name), now) for name, now in self.about.items()),
            lines=sum(line.kind in HAS_RESULT for lines in self.stored.values() for line in lines),
            older=self._older(),
            digest="",
        )
        return replace(told, digest=fingerprint(told))

    def _kept(self, line: Result, now: Values | None) -> Change:
        why, since, by = self.keeping.reason(line)
        return Change(line, Values.of(line), now, why, since, by)

    def _about(self) -> Iterator[tuple[str, Any]]:
        rounds = imports.rounds_of(self.file)
        if rounds is not None and rounds > (self.tournament.rounds or 0):
            yield "rounds", rounds
        if self.before.method_said:
            return  # the method was chosen, or recognised in a file
        if self.tournament.winners is None and self.file.winners in (1, 2):
            yield "winners", self.file.winners
        if self.file.scoring and self.file.scoring != self.tournament.scoring:
            yield "scoring", self.file.scoring

    def _older(self) -> datetime.datetime | None:
        """Return the time at which this file was read, if another file was read after it; else None."""
        if self.tournament.source_digest == self.digest or not self.file.results:
            return None
        return self.before.read_before(self.digest)

    # Writing

    def write(self, by: "User | None", taken: Collection[str], filename: str) -> None:
        """Store everything, with an event for each line whose result changes."""
        held = [line for line in self.held if str(line.old.pk) in taken]
        left = [line for line in self.held if str(line.old.pk) not in taken]
        was = {line.old.pk: says(line.old) for line in (*self.changed, *held)}
        learning = [line for line in self.completed if line.taught(everything=True)]
        rows = [line.take(everything=True) for line in (*self.changed, *learning, *held)]
        rows += [line.take(everything=False) for line in (*left, *self.confirmed) if line.taught(everything=False)]
        history.append_all(self.tournament, self._events(was), by=by)
        self._write_rows(rows, by, filename, len(was))
        self.tournament = tournaments.propose_method(self.tournament, by=by, matches=self.file.matches)

    def _events(self, was: Mapping[uuid.UUID, Mapping[str, Any]]) -> Iterator[history.Entry]:
        read = {"file": self.digest, "law": _law_of_correction(self.tournament)}
        for line in self.added:
            yield "result_added", line.board, {"result": line.pk, "table": line.table, "now": says(line), **read}
        for line in (line_of.old for line_of in (*self.changed, *self.held) if line_of.old.pk in was):
            yield "result_changed", line.board, {"result": line.pk, "was": was[line.pk], "now": says(line), **read}
        for line in self.removed:
            yield "result_removed", line.board, {"result": line.pk, "table": line.table, "was": says(line), **read}

    def _write_rows(self, lines: Sequence[Result], by: "User | None", filename: str, changed: int) -> None:
        tournament, people = self.tournament, self.people
        for name, now in self.about.items():
            setattr(tournament, name, now)
        if self.file.results:  # hands alone are not the source of the results
            tournament.source_name = imports.fit(filename, Tournament, "source_name")
            tournament.source_session = imports.fit(self.session, Tournament, "source_session")
            tournament.source_digest = self.digest
        new = [*people.new(), *self.new_boards, *self.added]
        seated, boards = list(people.changed.values()), self.changed_boards
        imports.check_rows((*new, *people.players, *seated, *people.changed_players, *boards, *lines, tournament))
        tournament.save(update_fields=["source_name"])
        people.name_players()
        club_rows.end_links(tournament.club, by=by, contestants=people.removed)
        tournament_rows.write(
            tournament,
            "tournament_updated",
            by=by,
            new=new,
            changed=[
                ((tournament,), (*self.about, "source_session", "source_digest")),
                (seated, ("direction", "percentage", "total", "rank", "overall")),
                (boards, ("deal", "dealer", "vulnerability", "double_dummy", "par")),
                (lines, WRITTEN),
            ],
            gone=[*self.removed, *people.removed],
            players=people.players,
            digest=self.digest,
            format=self.file.format,
            version=self.file.version,
            session=self.session,
            added=len(self.added),
            changed_lines=changed,
            removed=len(self.removed),
            kept=len(self.held) + len(self.left),
            boards=len(self.new_boards),
            deals=len(self.deals) + len(self.other_deals),
            contestants=len(self.people.seated),
            warnings=len(self.file.warnings),
            people=tournament_rows.people_digest(tournament),
            **self.about,
        )

    def follow(self, by: "User | None") -> None:
        """Update the incidents of the changed boards that have no final decision: their result, and the facts of their
        inquiries."""
        boards = {line.board_id for line in self.added} | {board.pk for board in self.changed_boards}
        boards |= {line.old.board_id for line in (*self.changed, *self.completed, *self.held)}
        undecided = Incident.objects.filter(tournament=self.tournament, board__in=boards)
        for incident in undecided.exclude(state__in=incidents.OVER).order_by("pk"):
            if incident.result_id is None and incident.table is not None:
                incident = incidents.place_incident(incident=incident, by=by)
            incidents.complete_facts(incidents.locked(incident), by, ended=False)


def _law_of_correction(tournament: Tournament) -> str:
    """Return the Law under which a published score is corrected; "" when it is not published."""
    state = tournaments.correction_state(tournament, clock.now())
    return "" if not state.published else "79C2" if state.over else "79C1"
