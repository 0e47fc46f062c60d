"""Several directors import the same file at once, while others rule and correct: only one import writes, and no
deadlock occurs."""

from collections import Counter

import pytest

from arbitrage import exchange
from arbitrage.models import Adjustment, Club, Event, Incident, Result, Stream, Tournament
from arbitrage.services import incidents
from arbitrage.services.errors import Refused
from arbitrage.services.files import imports, merging
from arbitrage.services.record import history
from arbitrage.services.results import scores
from tests.arbitrage import evening_files as evening
from tests.arbitrage import factories as make
from tests.arbitrage.at_once import all_at_once

pytestmark = pytest.mark.django_db(transaction=True)

TABLETS = 8
ROUND_1 = evening.bws(evening.played(1).values())
ALL = evening.bws(evening.played().values())


@pytest.fixture
def tournament(director) -> Tournament:
    (made,) = imports.import_tournament(
        club=Club.objects.get(), by=director, data=ROUND_1, filename="soir.bws"
    ).tournaments
    return made


def take(tournament: Tournament, by, seen: str | None = None) -> merging.Updated:
    return merging.update(club=tournament.club, by=by, data=ALL, filename="soir.bws", into={"": tournament}, seen=seen)


def test_the_same_changes_confirmed_by_many_are_written_once(tournament, director):
    file = exchange.read(ALL)
    seen = merging.looked_at(merging.plan(file=file, digest=imports.digest_of(ALL), into={"": tournament}))
    people = [make.make_member(Club.objects.get(), f"director-{number}") for number in range(TABLETS)]
    got = all_at_once(lambda number: take(tournament, people[number], seen).written, TABLETS)
    assert Counter(got) == {True: 1, False: TABLETS - 1}
    assert Result.objects.count() == 18
    assert Event.objects.filter(kind="result_added").count() == 12
    assert Event.objects.filter(kind="tournament_updated").count() == 1
    assert history.verify(Stream.objects.get(pk=tournament.pk)) == []


def test_an_update_and_a_new_tournament_of_one_file_at_once_are_one_of_them(tournament, director):
    def tablet(number: int) -> str:
        if number % 2:
            imports.import_tournament(club=tournament.club, by=director, data=ALL, filename="soir.bws")
            return "imported"
        take(tournament, director)
        return "updated"

    got = all_at_once(tablet, TABLETS)
    lines = Result.objects.filter(board__tournament=tournament).count()
    # in either order: the file updates the tournament and is known from then on, or becomes another tournament
    assert (Tournament.objects.count(), lines) in ((1, 18), (2, 6))
    refused = {one.code for one in got if isinstance(one, Refused)}
    assert refused <= {"another_tournament"}


def test_a_file_taken_while_scores_are_confirmed_and_calls_come_in(tournament, director):
    ruled = []
    for table in (1, 2):
        board = Result.objects.filter(table=table, board__tournament=tournament).first().board
        incident = incidents.open_incident(tournament=tournament, by=director, table=table, board=board)
        make.rule_the_seed_case(incident, director)
        ruled.append(incident)

    def tablet(number: int) -> str:
        what = number % 4
        if what == 0:
            return "written" if take(tournament, director).written else "had"
        if what == 1:
            return incidents.open_incident(tournament=tournament, by=director, table=3).state
        incident = ruled[what - 2]
        seen = scores.propose_adjustment(incident).digest
        return scores.confirm_adjustment(incident=incident, by=director, seen=seen).state

    got = Counter(one.code if isinstance(one, Refused) else one for one in all_at_once(tablet, TABLETS))
    assert (got["written"], got["had"], got["open"]) == (1, 1, 2)
    assert Result.objects.count() == 18
    assert Adjustment.objects.confirmed().count() <= 2
    assert history.verify(Stream.objects.get(pk=tournament.pk)) == []
    for one in Incident.objects.all():
        assert history.verify(Stream.objects.get(pk=one.pk)) == []
        assert history.differences(one) == []
