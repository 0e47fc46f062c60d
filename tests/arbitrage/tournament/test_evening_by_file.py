"""Every kind of evening is prepared in the program, and gets its results from a watched file that grows.

Half-way through the evening a director corrects one line and adjusts the score of another. Both stay, although the
devices still send the old values. The ranking is computed again from the results (`kinds_of_evening`).
"""

import random
from pathlib import Path

import pytest

from arbitrage import exchange
from arbitrage.exchange.records import ResultRecord, TournamentFile
from arbitrage.models import Incident, Result, Tournament
from arbitrage.services import incidents, tournaments
from arbitrage.services.files import exports, watch_log, watching
from arbitrage.services.record import tournament_rows
from arbitrage.services.results import scores
from arbitrage.services.results.entering import Entry, Reason, correct_result, seen_of
from arbitrage.services.results.field import field_of, forget_fields
from arbitrage.services.tournaments import swiss
from arbitrage.services.tournaments.evenings import make_evening
from rulings.scores.award import Award, Possible
from tests.arbitrage import evening_files, factories
from tests.arbitrage.tournament.kinds_of_evening import GAME, KINDS, Evening, expected, points_of, rounded

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.either_database,
    pytest.mark.usefixtures("in_english", "one_moment"),
]
Key = tuple[int, str, int, int]
"""Board, section, table and round, the key of a line on the devices."""


class Devices:
    """The tables' devices: the results typed on them, and the file that their server writes."""

    def __init__(self, tournament: Tournament, path: Path) -> None:
        self.tournament, self.path = tournament, path
        self.typed: dict[Key, int] = {}
        self.draw = random.Random(path.name)

    def lines(self) -> list[tuple[int, ResultRecord]]:
        file = exports.tournament_file(self.tournament)
        return [(board.number, line) for board in file.boards for line in board.results]

    def play(self, number: int) -> None:
        """Type every result of a round."""
        for board, line in self.lines():
            if line.round == number:
                self.typed[board, line.section, line.table, number] = self.draw.randrange(6, 12)

    def write(self) -> None:
        evening_files.write(self.path, self._json() if self.path.suffix == ".json" else self._database())

    def _said(self, board: int, line: ResultRecord) -> ResultRecord:
        tricks = self.typed.get((board, line.section, line.table, line.round))
        place = {name: getattr(line, name) for name in ("ns", "ew", "section", "table", "round", "players")}
        if tricks is None:
            return ResultRecord(kind="not_played", **place)
        return ResultRecord(contract="3NT", declarer="S", tricks=tricks, score=points_of(tricks, board), **place)

    def _database(self) -> bytes:
        letters = sorted({line.section for _board, line in self.lines()})
        return evening_files.live_database([(board, self._said(board, line)) for board, line in self.lines()], letters)

    def _json(self) -> bytes:
        file = exports.tournament_file(self.tournament)
        said = {board: [] for board, _line in self.lines()}
        for board, line in self.lines():
            said[board].append(self._said(board, line))
        boards = tuple(
            exchange.records.BoardRecord(
                number=one.number, dealer=one.dealer, vulnerability=one.vulnerability, results=tuple(said[one.number])
            )
            for one in file.boards
        )
        plain = TournamentFile(event=file.event, date=file.date, sections=file.sections, boards=boards)
        return exchange.write(plain, "json").data


def key_of(line: Result) -> Key:
    return line.board.number, line.section.letter, line.table, line.round


def begin(tournament: Tournament, number: int, director) -> None:
    if swiss.waits_for_draw(tournament) == number:
        swiss.draw_round(tournament=tournament, number=number, by=director)
    tournaments.begin_round(tournament=tournament, number=number, by=director)
    tournament.refresh_from_db()


def adjusted(line: Result, director) -> Incident:
    """Rule on a revoke at this table, and award twelve tricks for it (12C1b)."""
    incident = incidents.open_incident(
        tournament=line.board.tournament, by=director, section=line.section, table=line.table, board=line.board
    )
    incident = incidents.attend(incident=incident, by=director)
    factories.rule_the_seed_case(incident, director)
    given = Award.both(Possible("3NT", "S", 12, points_of(12, line.board.number)))
    choice = scores.Choice(given, "12C1b", "The play without the revoke.")
    proposal = scores.propose_adjustment(incident, choice)
    scores.confirm_adjustment(incident=incident, by=director, seen=proposal.digest, choice=choice)
    return incident


@pytest.mark.parametrize("kind", KINDS, ids=[kind.name for kind in KINDS])
def test_an_evening_is_filled_by_its_file_and_keeps_what_its_director_decided(
    kind: Evening, club, director, tmp_path, settings
):
    settings.DATA_DIR = tmp_path
    tournament = make_evening(club=club, by=director, name="Soirée", date=evening_files.DAY, plan=kind.plan)
    path = tmp_path / ("soir.json" if tournament.kind == "individual" else "soir.bws")
    devices, watch, kept = Devices(tournament, path), watching.Watch(club, path), {}
    watch_log.tell(tournament, path.name)
    for number in range(1, tournament.rounds + 1):
        begin(tournament, number, director)
        devices.play(number)
        devices.write()
        watch.look()
        assert [one.what for one in watch.look()] == ["updated"], watch_log.last()
        if number == 2:  # in the middle
            of_one = Result.objects.with_pairs().select_related("board", "section").filter(round=1)
            corrected, other = of_one.order_by("board__number", "section", "table")[:2]
            sat = {"ns": corrected.ns, "ew": corrected.ew, "seats": tuple(corrected.seats)}
            entry = Entry(kind=Result.Kind.PLAYED, contract=GAME, tricks=12, **sat)
            correct_result(result=corrected, by=director, entry=entry, reason=Reason.TRICKS, seen=seen_of(corrected))
            adjusted(other, director)
            kept = dict.fromkeys((key_of(corrected), key_of(other)), 12)
        forget_fields()
    assert Tournament.objects.count() == 1
    lines = Result.objects.with_pairs().select_related("board", "section")
    assert {key_of(line) for line in lines} == devices.typed.keys()
    counts = {line.pk: points_of((devices.typed | kept)[key_of(line)], line.board.number) for line in lines}
    field = field_of(tournament)
    points = field.points(field.counted())
    ranked = {
        key: float(points.score(standing)) for key, standing in points.standings.items() if standing.score is not None
    }
    assert ranked == rounded(expected(tournament, counts))
    assert tournament_rows.differences(tournament) == []


def test_a_round_that_another_program_drew_comes_with_its_results(club, director, tmp_path, settings):
    """The file decides the meetings, even against a draw made here, and no match that will not be played stays open. A
    round that was not drawn here comes with the file, and the next one can be drawn."""
    settings.DATA_DIR = tmp_path
    plan = next(kind for kind in KINDS if kind.name == "Swiss of pairs").plan
    tournament = make_evening(club=club, by=director, name="Suisse", date=evening_files.DAY, plan=plan)
    path = tmp_path / "suisse.bws"
    watch_log.tell(tournament, path.name)
    watch, draw, came = watching.Watch(club, path), random.Random(3), []
    for number in range(1, 4):
        if number == 2:
            swiss.draw_round(tournament=tournament, number=2, by=director)
        pairs = [str(one) for one in range(1, 11)]
        if number > 1:
            draw.shuffle(pairs)
        met = list(zip(pairs[::2], pairs[1::2], strict=True))
        for table, (ns, ew) in enumerate(met, 1):
            for board in (2 * number - 1, 2 * number):
                played = {"contract": "3NT", "declarer": "S", "tricks": draw.randrange(6, 12)}
                came.append((board, ResultRecord(ns=ns, ew=ew, table=table, round=number, **played)))
            if table in (2, 3, 5):
                evening_files.write(path, evening_files.live_database(came, [""]))
                watch.look()
                watch.look()
        lines = Result.objects.filter(board__tournament=tournament, round=number)
        assert set(lines.values_list("ns__number", "ew__number")) == set(met)
        assert not lines.exclude(kind="played")
        assert swiss.last_drawn(tournament) == number
    assert swiss.to_draw(tournament) is None
