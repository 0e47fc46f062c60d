"""Evenings without a file: creating them from a movement, naming the pairs, and changing them while they run.

Each board that a table plays is a line of the traveller without a result, exactly as in a file with unplayed lines, so
that pages and later files treat both alike.
"""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import product
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from arbitrage.database.ids import uuid7
from arbitrage.exchange.records import BoardRecord, ContestantRecord, PlayerRecord, ResultRecord, SectionRecord
from arbitrage.models import Club, Contestant, Event, Incident, LineUp, Result, Section, Tournament
from arbitrage.services.errors import Refused
from arbitrage.services.files.imports import People, as_board, as_result, check_rows, fit
from arbitrage.services.record import club_rows, tournament_rows
from arbitrage.services.record.history import lock
from arbitrage.services.tournaments import movements, set_method
from arbitrage.services.tournaments.movements import Movement
from arbitrage.services.tournaments.team_players import check_teams, store_renamed
from rulings.bridge import dealer, vulnerability
from rulings.scores.methods import Method, Scoring

if TYPE_CHECKING:
    from django.contrib.auth.models import User

Names = Sequence[Sequence[str]]
NONE = "none"
MOST_BOARDS = 100
MOST_SECTIONS = 3
MADE = ("evening_made", "evening_made_again")
PLANNED = (*MADE, "table_added")
"""Kinds of events that contain the plan of an evening."""
ALONE = (NONE, "individual", "triangle", "teams", *movements.DRAWN)
"""Movements for a single section only."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The choices for a new evening.

    *movement* is a key of `movements.MOVEMENTS`, or "none"; without a movement, each result is entered with its table
    and pairs. *each* is the number of boards of a round. *halves* is 2 if a match is played in two halves. *sections*
    is the number of sections, which play the same boards. *one_ranking* exchanges the directions of a Mitchell in its
    last rounds (arrow switch). *half*: the last table has only one pair.
    """

    tables: int
    movement: str
    rounds: int
    each: int
    one_ranking: bool = False
    half: bool = False
    sections: int = 1
    halves: int = 1

    @property
    def each_half(self) -> int:
        """Number of boards played without a change of tables: those of a round, or of half a match."""
        return self.each // self.halves

    @property
    def letters(self) -> tuple[str, ...]:
        """Letters of the sections; "" for a single section."""
        return tuple("ABCDEFGH"[: self.sections]) if self.sections > 1 else ("",)

    def made(self) -> Movement | None:
        """Build the movement of the plan; None if it has none.

        :raises Refused: the movement does not exist for these numbers; the sentence says what to choose instead.
        """
        if not 1 <= self.tables <= movements.MOST_TABLES:
            raise Refused(_("An evening has from 1 to 40 tables. Say how many."), "tables")
        if not 1 <= self.each <= MOST_BOARDS:
            raise Refused(_("Say how many boards a round has."), "boards")
        if not 1 <= self.sections <= MOST_SECTIONS:
            raise Refused(_("An evening has from 1 to 3 sections. Say how many."), "sections")
        if self.sections > 1 and (self.half or self.movement in ALONE):
            raise Refused(_("Several sections play whole tables of pairs. Choose another movement."), "sections")
        if self.halves not in (1, 2) or (self.halves > 1 and self.movement not in movements.OF_TEAMS):
            raise Refused(_("Only a match of teams has two halves. Choose another movement."), "halves")
        if self.each % self.halves:
            raise Refused(_("Two halves have as many boards: choose an even number of boards a match."), "boards")
        if self.movement == NONE:
            return None
        whole = self._whole()
        return movements.in_halves(whole) if self.halves > 1 else whole

    def _whole(self) -> Movement:
        """Build the movement as if matches had no halves."""
        if self.movement == "triangle" and self.rounds != movements.ROUNDS_OF_A_TRIANGLE:
            raise Refused(_("A triangle has two rounds: each match needs both."), "movement")
        try:
            movement = movements.made(self.movement, self.tables, self.rounds)
        except ValueError as error:
            raise Refused(
                _("This movement does not exist for so many tables and rounds. Choose another one."), "movement"
            ) from error
        if movement.sets * self.each > MOST_BOARDS:
            raise Refused(_("That makes more than 100 boards. Choose fewer boards a round."), "boards")
        if self.one_ranking and movement.winners == 2:
            movement = movements.switched(movement)
        if self.half and self.movement == "swiss_teams":
            last, second = movement.others[-1], movement.others[-2]
            return movements.without(movements.without(movement, last), second)
        return movements.without(movement, *self._absent(movement)) if self.half else movement

    def _absent(self, movement: Movement) -> tuple[str, str]:
        """Return the number and direction of the pair that is missing at the last table (`missing_place`)."""
        if movement.teams or self.movement == "individual":
            raise Refused(_("Teams and individuals need whole tables. Choose another movement."), "half")
        if self.movement in movements.WITH_A_ROVER:
            raise Refused(_("One pair roves: none is missing. Choose another movement, or say that none is."), "half")
        return missing_place(movement)


# A new evening


@transaction.atomic
def make_evening(
    *,
    club: Club,
    by: "User",
    name: str,
    date: datetime.date,
    plan: Plan,
    names: Names = (),
    id: UUID | None = None,
) -> Tournament:
    """Make a tournament with a line for each table and board to play. *names* are the names of the pairs in order,
    North-South first if both directions are ranked separately. The same *id* sent twice makes one evening.

    :raises Refused: the plan is not possible, or more names were given than there are pairs.
    """
    id = id or uuid7()
    lock(id)
    already = Tournament.objects.filter(pk=id, club=club).first()
    if already is not None:
        return already
    movement = plan.made()
    teams = movement is not None and bool(movement.teams)
    tournament = Tournament(
        pk=id,
        club=club,
        name=fit(" ".join(name.split()), Tournament, "name"),
        date=date,
        kind=_kind(plan, teams),
        scoring=Tournament.Scoring.IMPS if teams else Tournament.Scoring.MATCHPOINTS,
        winners=movement.winners if movement else 1,
        rounds=movement.rounds if movement else None,
        halves=plan.halves,
    )
    try:
        tournament.full_clean(exclude=["club"], validate_unique=False)
    except ValidationError as error:
        raise Refused(_("Give the evening a name and a date."), "name") from error
    _write_plan(tournament, plan, movement, names, by=by, kind="evening_made")
    return set_method(tournament=tournament, method=_method(tournament), by=by)


def _kind(plan: Plan, teams: bool) -> str:
    if teams:
        return Tournament.Kind.TEAMS
    return Tournament.Kind.INDIVIDUAL if plan.movement == "individual" else Tournament.Kind.PAIRS


def _method(tournament: Tournament) -> Method:
    winners: Any = tournament.winners
    return Method(scoring=Scoring(tournament.scoring), winners=winners)


def _write_plan(
    tournament: Tournament,
    plan: Plan,
    movement: Movement | None,
    names: Names,
    *,
    by: "User",
    kind: str,
    gone: Iterable[Any] = (),
    playing: Mapping[str, int] | None = None,
) -> None:
    """Write sections, contestants, boards and lines of a plan, in one event.

    For an evening made again *gone* are the rows that they replace, and *playing* has the place of the pair of each
    director who plays, among the contestants.
    """
    described = _contestants(plan, movement, names)
    records = _boards(plan, movement)
    people = People(tournament)
    per_section = len(described) // plan.sections
    sections = [
        SectionRecord(letter=letter, contestants=described[at * per_section : (at + 1) * per_section])
        for at, letter in enumerate(plan.letters)
    ]
    people.meet(sections, [line for board in records for line in board.results])
    boards = [as_board(tournament, record) for record in records]
    lines = [
        as_result(board, record, position, people)
        for board, of_board in zip(boards, records, strict=True)
        for position, record in enumerate(of_board.results, start=1)
    ]
    rows = [*people.sections.values(), *people.contestants.values(), *boards, *lines]
    check_rows((*rows, *people.players))
    old, present = playing is not None, dict(enumerate(people.contestants.values()))
    tournament.playing = {user: str(present[at].pk) for user, at in (playing or {}).items() if at in present}
    tournament_rows.write(
        tournament,
        kind,
        by=by,
        new=rows if old else [tournament, *rows],
        changed=[((tournament,), ("rounds", "halves", "winners", "kind", "scoring", "playing"))] if old else (),
        gone=gone,
        players=people.players,
        base=not old,
        plan=asdict(plan),
    )


def _contestants(plan: Plan, movement: Movement | None, names: Names) -> tuple[ContestantRecord, ...]:
    """Create all contestants, with numbers and the known names."""
    if movement is None:
        sitting: list[tuple[str, Any, str]] = [(str(n), "", "") for n in range(1, 2 * plan.tables + 1 - plan.half)]
    else:
        sitting = [(number, "NS", "") for number in movement.ns] + [(number, "EW", "") for number in movement.ew]
        team = dict(zip(movement.others, movement.teams, strict=False))
        sitting += [(number, "", team.get(number, "")) for number in movement.others]
    sitting = sitting * plan.sections
    if len(names) > len(sitting):
        raise Refused(_("There are more names than pairs. Say how many tables there are, or take lines away."), "names")
    listed = [*names, *([()] * (len(sitting) - len(names)))]
    check_teams([team for _number, _way, team in sitting], listed)
    return tuple(
        ContestantRecord(
            number=number,
            direction=direction,
            team=team,
            players=tuple(PlayerRecord(name=name) for name in of_pair),
        )
        for (number, direction, team), of_pair in zip(sitting, listed, strict=True)
    )


def _boards(plan: Plan, movement: Movement | None) -> list[BoardRecord]:
    each = plan.each_half
    count = (movement.sets if movement else plan.rounds) * each
    if not 1 <= count <= MOST_BOARDS:
        raise Refused(_("An evening has from 1 to 100 boards. Choose other rounds, or other boards a round."), "boards")
    lines: dict[int, list[ResultRecord]] = {number: [] for number in range(1, count + 1)}
    for letter, sitting in product(plan.letters, movement.sittings if movement else ()):
        place = {"section": letter, "table": sitting.table, "round": sitting.round}
        waits = ResultRecord(ns=sitting.ns, ew=sitting.ew, players=sitting.players, kind="not_played", **place)  # type: ignore[arg-type]
        for number in range((sitting.set - 1) * each + 1, sitting.set * each + 1):
            lines[number].append(waits)
    return [
        BoardRecord(
            number=number,
            dealer=str(dealer(number)),
            vulnerability=vulnerability(number),
            results=tuple(sorted(waiting, key=lambda line: (line.section, line.table or 0))),
        )
        for number, waiting in lines.items()
    ]


def plan_of(tournament: Tournament) -> Plan | None:
    """Return the current plan of an evening; None for a tournament from a file."""
    last = Event.objects.filter(stream_id=tournament.pk, kind__in=PLANNED).order_by("seq").last()
    return Plan(**last.data["plan"]) if last is not None else None


def tables_of(tournament: Tournament) -> int:
    """Return the number of tables in the current plan of an evening; 0 without a plan."""
    plan = plan_of(tournament)
    return plan.tables if plan else 0


# Before the first result


def untouched(tournament: Tournament) -> bool:
    """Is the evening without any result or call?"""
    played = Result.objects.filter(board__tournament=tournament).exclude(kind=Result.Kind.NOT_PLAYED)
    return not played.exists() and not Incident.objects.filter(tournament=tournament).exists()


@transaction.atomic
def make_again(*, tournament: Tournament, by: "User", plan: Plan) -> Tournament:
    """Replace the evening by a new one with another number of tables or movement; names, and directors who play, stay
    with their pair numbers. Players' links to the former pairs end.

    :raises Refused: the plan is not possible, a result has been entered, or the director was called.
    """
    tournament = locked_evening(tournament)
    if plan == plan_of(tournament):
        return tournament
    if not untouched(tournament):
        raise Refused(_("Results are entered already: the movement stays. A pair can still leave or arrive."), "begun")
    movement = plan.made()
    everybody = everybody_of(tournament)
    names = [[player.name for player in contestant.players.all()] for contestant in everybody]
    places = {str(contestant.pk): place for place, contestant in enumerate(everybody)}
    playing = {director: places[pair] for director, pair in tournament.playing.items() if pair in places}
    room = len(_contestants(plan, movement, ()))
    teams = movement is not None and bool(movement.teams)
    old = [
        *tournament.sections.all(),
        *everybody,
        *LineUp.objects.filter(contestant__section__tournament=tournament),
        *tournament.boards.all(),
        *Result.objects.filter(board__tournament=tournament),
    ]
    club_rows.end_links(tournament.club, by=by, contestants=everybody)
    for section in tournament.sections.all():  # deleted first, because the new sections have the same letters
        section.delete()
    tournament.boards.all().delete()
    tournament.kind = _kind(plan, teams)
    tournament.scoring = Tournament.Scoring.IMPS if teams else Tournament.Scoring.MATCHPOINTS
    tournament.winners, tournament.rounds = (movement.winners, movement.rounds) if movement else (1, None)
    tournament.halves = plan.halves
    again: dict[str, Any] = {"by": by, "kind": "evening_made_again", "gone": old, "playing": playing}
    _write_plan(tournament, plan, movement, names[:room], **again)
    return set_method(tournament=tournament, method=_method(tournament), by=by)


def everybody_of(tournament: Tournament) -> list[Contestant]:
    """List the contestants in their order, with their players."""
    contestants = Contestant.objects.filter(section__tournament=tournament)
    return list(contestants.order_by("section__letter", "position").prefetch_related("players"))


def locked_evening(tournament: Tournament) -> Tournament:
    """Lock the tournament until the end of the transaction, and return it as it is stored."""
    lock(tournament.pk)
    return Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)


# Names


@transaction.atomic
def rename(*, tournament: Tournament, by: "User", name: str, date: datetime.date) -> Tournament:
    """Set the name and date. A repetition changes nothing.

    :raises Refused: the name is empty.
    """
    tournament = locked_evening(tournament)
    name = fit(" ".join(name.split()), Tournament, "name")
    if not name:
        raise Refused(_("Give the evening a name and a date."), "name")
    if (tournament.name, tournament.date) == (name, date):
        return tournament
    tournament.name, tournament.date = name, date
    Tournament.objects.filter(pk=tournament.pk).update(name=name)  # the event contains only the digest of the name
    changed = [((tournament,), ("date",))]
    tournament_rows.write(
        tournament, "renamed", by=by, changed=changed, people=tournament_rows.people_digest(tournament)
    )
    return tournament


@transaction.atomic
def name_players(*, tournament: Tournament, by: "User", names: Names) -> None:
    """Set the names of the pairs in their order; an empty line leaves a pair without. A repetition changes nothing.

    :raises Refused: there are more lines than pairs, a team has more than six players, or a player of a line-up is
    missing from the names.
    """
    tournament = locked_evening(tournament)
    everybody = everybody_of(tournament)
    if len(names) > len(everybody):
        raise Refused(_("There are more names than pairs. Say how many tables there are, or take lines away."), "names")
    store_renamed(tournament, everybody, names)
    digest = tournament_rows.people_digest(tournament)
    if digest != tournament_rows.people_told(tournament):
        tournament_rows.write(tournament, "players_named", by=by, people=digest)


# Changes while the evening runs


def lines_of_pair(tournament: Tournament, contestant: Contestant, since: int) -> list[Result]:
    """List the lines to remove when a pair leaves from round *since* on."""
    return [
        line
        for line in _waiting(tournament, since)
        if str(contestant.pk) in (str(line.ns_id), str(line.ew_id), *line.seats)
    ]


def lines_of_table(tournament: Tournament, section: Section, table: int, since: int) -> list[Result]:
    """List the lines to remove when a table of a section closes from round *since* on."""
    return [line for line in _waiting(tournament, since) if (line.section_id, line.table) == (section.pk, table)]


@transaction.atomic
def pair_leaves(*, tournament: Tournament, by: "User", contestant: Contestant, since: int) -> int:
    """Remove the lines of a pair from round *since* on, so that its opponents sit out; return the number of lines."""
    tournament = locked_evening(tournament)
    gone = lines_of_pair(tournament, contestant, since)
    if gone or not_drawn_any_more(tournament, contestant, since):
        tournament_rows.write(tournament, "pair_left", by=by, gone=gone, contestant=str(contestant.pk), since=since)
    return len(gone)


def not_drawn_any_more(tournament: Tournament, contestant: Contestant, since: int) -> bool:
    """Does the departure of a pair affect rounds that are still to be drawn?"""
    plan = plan_of(tournament)
    departures = [event.data for event in changes_of(tournament) if event.kind == "pair_left"]
    before = any(
        departure["contestant"] == str(contestant.pk) and departure["since"] <= since for departure in departures
    )
    to_come = since <= (tournament.rounds or 0)
    return plan is not None and plan.movement in movements.DRAWN and to_come and not before


@transaction.atomic
def close_table(*, tournament: Tournament, by: "User", section: Section, table: int, since: int) -> int:
    """Remove the lines of a table of one section from round *since* on; return the number of lines."""
    tournament = locked_evening(tournament)
    gone = lines_of_table(tournament, section, table, since)
    if gone:
        tournament_rows.write(
            tournament, "table_closed", by=by, gone=gone, section=str(section.pk), table=table, since=since
        )
    return len(gone)


CHANGES = ("table_closed", "pair_left")
"""Kinds of events that can be undone until the round from which they apply begins."""


def changes_of(tournament: Tournament) -> list[Event]:
    """List the closed tables, and the pairs that left and have not come back, in order of time. Making the evening
    again ends them all."""
    return [event for event in since_made(tournament, *CHANGES) if event.kind in CHANGES]


def since_made(tournament: Tournament, *kinds: str) -> list[Event]:
    """List the event that made the evening last, and later ones of these kinds that were not taken back, in order of
    time."""
    events = tournament_rows.in_force(tournament, *MADE, *kinds)
    made = max((place for place, event in enumerate(events) if event.kind in MADE), default=0)
    return events[made:]


def is_of_the_plan(event: Event) -> bool:
    """Can the lines of a closed table or of a departed pair come back, because the movement has stayed the same since?
    True for events of any other kind."""
    later = Event.objects.filter(stream_id=event.stream_id, kind__in=PLANNED, seq__gt=event.seq)
    return event.kind not in CHANGES or not later.exists()


def still_played(tournament: Tournament, lines: Iterable[Result]) -> list[Result]:
    """Leave out of new *lines* those of a pair that has left by their round, or of a table that is closed by then."""
    changes = [event.data for event in changes_of(tournament)]

    def falls(line: Result, change: dict[str, Any]) -> bool:
        place = (change.get("section", str(line.section_id)), change.get("table"))
        left = change.get("contestant") in (str(line.ns_id), str(line.ew_id), *line.seats)
        return change["since"] <= (line.round or 0) and (left or place == (str(line.section_id), line.table))

    return [line for line in lines if not any(falls(line, change) for change in changes)]


def missing_place(movement: Movement) -> tuple[str, str]:
    """Return the number and direction ("" in a single field) of the pair that is missing at a half table."""
    return (movement.ew[-1], "EW") if movement.winners == 2 else (movement.others[-1], "")


def _waiting(tournament: Tournament, since: int) -> list[Result]:
    """List the lines without a result from a round on, except those with an incident."""
    lines = Result.objects.filter(board__tournament=tournament, kind=Result.Kind.NOT_PLAYED, round__gte=since)
    called = Incident.objects.filter(tournament=tournament, result__isnull=False).values("result")
    return list(lines.exclude(pk__in=called).select_related("board", "ns", "ew").order_by("board__number", "table"))
