"""Any file is merged completely or refused completely, and every decision of the club remains."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings

from arbitrage import exchange
from arbitrage.database.ids import uuid7
from arbitrage.exchange import spreadsheet
from arbitrage.exchange.records import BoardRecord, ResultRecord, TournamentFile, Unreadable
from arbitrage.models import Club, Event, Incident, Result, Stream, Tournament
from arbitrage.services.errors import Refused
from arbitrage.services.files import imports, merging
from arbitrage.services.record import history
from rulings.bridge import dealer, vulnerability
from tests.arbitrage import evening_files as evening
from tests.arbitrage.exchange.exchange_files import tournaments
from tests.arbitrage.exchange.exchange_malice import EDITS, mutated
from tests.arbitrage.tournament.test_merge_results import adjusted, look

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

SOME = settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
BWS, XML = evening.bws(evening.played().values()), evening.xml()
CSV = spreadsheet.write(evening.finished())


def take(tournament: Tournament, data: bytes) -> str:
    """Merge a file; return why it is refused, or "". Check that a refused file changes nothing."""
    before = (Result.objects.count(), Event.objects.count())
    tournament = Tournament.objects.get(pk=tournament.pk)
    try:
        session = exchange.read(data, "x").sessions[0]
        merging.update(club=tournament.club, by=None, data=data, filename="x", into={session: tournament})
    except (Unreadable, Refused) as refused:
        assert (Result.objects.count(), Event.objects.count()) == before
        return str(refused)
    return ""


@pytest.mark.parametrize("data", [BWS, XML, CSV], ids=["bws", "usebio", "csv"])
def test_a_mutated_file_is_taken_whole_or_refused_whole(director, data):
    (tournament,) = imports.import_tournament(
        club=Club.objects.get(), by=director, data=data, filename="soir"
    ).tournaments
    adjusted(tournament, director)

    @SOME
    @given(EDITS)
    def run(edits):
        take(tournament, mutated(data, edits))
        incident = Incident.objects.get()
        assert incident.result is not None and incident.adjustments.confirmed().count() == 1
        assert incident.result.tricks == 9
        assert history.differences(incident) == []

    run()
    assert history.verify(Stream.objects.get(pk=tournament.pk)) == []


def test_any_file_onto_any_tournament_leaves_nothing_to_change(director, monkeypatch):
    club = Club.objects.get()

    @settings(SOME, max_examples=10)
    @given(tournaments(pbn=True), tournaments(pbn=True))
    def run(first: TournamentFile, second: TournamentFile):
        monkeypatch.setattr(exchange, "read", lambda data, filename="": first)
        data = uuid7().bytes  # another file each time
        (tournament,) = imports.import_tournament(club=club, by=director, data=data, filename="a").tournaments
        monkeypatch.setattr(exchange, "read", lambda data, filename="": second)
        assert take(tournament, data + b" later") == ""
        spoken = {line.section for line in second.results}
        stored = Result.objects.filter(board__tournament=tournament)
        if spoken == {section.letter for section in (*first.sections, *second.sections)}:
            played = [
                result for result in second.results if result.kind != Result.Kind.NOT_PLAYED
            ]  # a line that waits stays
            assert stored.exclude(kind=Result.Kind.NOT_PLAYED).count() == len(played)
        assert not look(tournament, data + b" later").to_write

    run()


def test_a_board_of_thousands_of_lines_alike_is_matched_in_time(director, monkeypatch):
    """Although all lines are alike, each is compared with a few others, not with all."""
    lines = tuple(ResultRecord(ns="1", ew="2", contract="3NT", declarer="S", tricks=9, score=400) for _ in range(3000))
    board = BoardRecord(number=1, dealer=str(dealer(1)), vulnerability=vulnerability(1), results=lines)
    file = TournamentFile(boards=(board,), event="pairs")
    monkeypatch.setattr(exchange, "read", lambda data, filename="": file)
    (tournament,) = imports.import_tournament(
        club=Club.objects.get(), by=director, data=b"many", filename="x"
    ).tournaments
    changed = replace(file, boards=(replace(board, results=tuple(replace(line, score=430) for line in lines)),))
    monkeypatch.setattr(exchange, "read", lambda data, filename="": changed)
    merge = look(tournament, b"more")
    assert (len(merge.changed), len(merge.added), len(merge.removed)) == (3000, 0, 0)
