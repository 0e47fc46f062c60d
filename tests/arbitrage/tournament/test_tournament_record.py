"""Every row of a tournament agrees with its events: one function writes both, they are compared, and rows are rebuilt
from events (ADR 009)."""

import datetime
from decimal import Decimal

import pytest

from arbitrage.demo import files
from arbitrage.models import Board, Club, Contestant, Event, Penalty, Player, Result, Section, Tournament
from arbitrage.services import incidents, tournaments
from arbitrage.services.files import merging
from arbitrage.services.files.imports import import_tournament
from arbitrage.services.record import tournament_rows
from arbitrage.services.results import entering, penalties
from arbitrage.services.results.field import Field
from rulings.bridge import Seat, parse_contract
from tests.arbitrage import factories as make

pytestmark = pytest.mark.django_db

DAY = datetime.date(2026, 11, 20)


@pytest.fixture
def manager():
    return make.make_member(make.make_club(), role="manager")


@pytest.fixture
def evening(manager) -> Tournament:
    """The first rounds of an evening, from the file of the scoring program."""
    file = files.of_evening(DAY, until_round=2)["pbn"]
    club = Club.objects.get()
    return import_tournament(club=club, by=manager, data=file.data, filename=file.name).tournaments[0]


def rows(tournament: Tournament) -> list[list[dict]]:
    return [
        list(Tournament.objects.filter(pk=tournament.pk).values()),
        list(Section.objects.filter(tournament=tournament).order_by("pk").values()),
        list(Contestant.objects.filter(section__tournament=tournament).order_by("pk").values()),
        list(Board.objects.filter(tournament=tournament).order_by("pk").values()),
        list(Result.objects.filter(board__tournament=tournament).order_by("pk").values()),
        list(Penalty.objects.filter(tournament=tournament).order_by("pk").values()),
    ]


def live_through(tournament: Tournament, manager) -> None:
    """Do every act that changes the rows of a tournament, once each."""
    tournaments.set_round_minutes(tournament=tournament, minutes=21, by=manager)
    tournaments.begin_round(tournament=tournament, number=2, by=manager)
    tournaments.set_method(tournament=tournament, method=Field(tournament).method, by=manager)
    line = Result.objects.with_pairs().filter(board__tournament=tournament, kind="played").first()
    contract = parse_contract("1NT").by(Seat.S)
    entry = entering.Entry(kind=Result.Kind.PLAYED, contract=contract, tricks=7, ns=line.ns, ew=line.ew)
    entering.correct_result(result=line, by=manager, entry=entry, seen=entering.seen_of(line), reason="typed")
    board = line.board
    lines = {result.pk: 2 for result in board.results.all()[:1]}
    entering.set_forms(board=board, by=manager, forms=lines, seen=entering.forms_of(board.results.all()))
    section = tournament.sections.get()
    free = Result.objects.filter(board__tournament=tournament, kind="not_played").first()
    call = incidents.open_incident(
        tournament=tournament, by=manager, section=section, table=free.table, board=free.board
    )
    entering.enter_result(incident=call, by=manager, contract=parse_contract("4S").by(Seat.N), tricks=10)
    away = incidents.open_incident(tournament=tournament, by=manager, section=section, table=40, board=board)
    entering.note_unplayed(incident=away, by=manager)
    pair = section.contestants.first()
    given = {"law": "90", "amount": Decimal(10), "unit": Field(tournament).method.unit, "reason": "late"}
    for _time in range(2):
        last = penalties.give_penalty(tournament=tournament, contestant=str(pair.pk), by=manager, **given)
    penalties.withdraw_penalty(penalty=last, by=manager)
    tournaments.publish_scores(tournament=tournament, by=manager, minutes=45)
    later = files.of_evening(DAY, until_round=3)["pbn"]
    club = tournament.club
    assert merging.update(club=club, by=manager, data=later.data, filename=later.name, into={"": tournament}).written
    tournaments.withdraw_publication(tournament=tournament, by=manager)
    tournament.refresh_from_db()  # the name of the file that was read last


def test_an_imported_tournament_is_whole_in_its_chain(evening):
    assert tournament_rows.is_whole(evening)
    assert tournament_rows.differences(evening) == []
    assert Event.objects.filter(stream_id=evening.pk, kind="tournament_imported").get().data["base"] is True


def test_whatever_happens_to_it_its_rows_are_what_its_events_say(evening, manager):
    live_through(evening, manager)
    assert Result.objects.filter(board__tournament=evening).count() > 60
    assert tournament_rows.differences(evening) == []
    assert entering.differences(evening) == penalties.differences(evening) == []


@pytest.mark.usefixtures("in_english")
def test_rows_that_were_altered_lost_or_put_in_are_told_and_made_again_from_the_events(evening, manager):
    live_through(evening, manager)
    before = rows(evening)
    changed, lost = Result.objects.filter(board__tournament=evening, incidents=None, adjustments=None)[:2]
    Result.objects.filter(pk=changed.pk).update(tricks=13, auction="1C Pass")
    Result.objects.filter(pk=lost.pk).delete()
    put_in = Result.objects.create(board=changed.board, section=changed.section, kind="not_played")
    Tournament.objects.filter(pk=evening.pk).update(published_at=datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC))
    told = tournament_rows.differences(evening)
    assert set(told) == {
        f"Result {changed.pk}: auction, tricks",
        f"Result {lost.pk}: missing",
        f"Result {put_in.pk}: not in the record",
        f"Tournament {evening.pk}: published_at",
    }
    assert len(told) == 4
    assert tournament_rows.rebuild(evening) == told
    assert rows(evening) == before
    assert tournament_rows.differences(evening) == []


@pytest.mark.usefixtures("in_english")
def test_a_name_put_in_place_of_another_is_told(evening):
    player = Player.objects.filter(contestant__section__tournament=evening).first()
    Player.objects.filter(pk=player.pk).update(name="Somebody Else")
    assert tournament_rows.differences(evening) == [
        f"Tournament {evening.pk}: its names are not those that were recorded"
    ]


def test_no_event_has_a_players_name(evening, manager):
    live_through(evening, manager)
    said = "\n".join(Event.objects.filter(tournament=evening).values_list("body", flat=True))
    names = [value for value in Player.objects.values_list("name", flat=True) if value]
    assert names and not [name for name in names if name in said]


@pytest.mark.usefixtures("in_english")
def test_a_tournament_of_an_earlier_version_is_adopted_once_as_it_stands(manager):
    board = make.make_seed_case(Club.objects.get())
    assert not tournament_rows.is_whole(board.tournament)
    event = tournament_rows.adopt(board.tournament, ["Result 1: tricks"])
    assert event.data["differences"] == ["Result 1: tricks"]
    assert tournament_rows.adopt(board.tournament) is None
    assert tournament_rows.differences(board.tournament) == []
    Result.objects.filter(table=3).update(tricks=9)
    (told,) = tournament_rows.differences(board.tournament)
    assert told.endswith(": tricks")
