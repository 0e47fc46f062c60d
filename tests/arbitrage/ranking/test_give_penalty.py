"""A penalty (Laws 90, 91) changes only the total of its contestant, and withdrawing it restores the total."""

import datetime
from decimal import Decimal
from fractions import Fraction
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from arbitrage import exchange
from arbitrage.database.ids import uuid7
from arbitrage.models import Board, Contestant, Event, Penalty, Result, Tournament
from arbitrage.services import clock
from arbitrage.services.errors import Refused
from arbitrage.services.files import exports, imports, merging
from arbitrage.services.record import history
from arbitrage.services.results import penalties, scores
from arbitrage.services.results.field import Field, traveller
from arbitrage.services.tournaments import publish_scores, set_method
from rulings.scores.adjusted import Scored
from rulings.scores.methods import Method, Row, Scoring, SitOut, VictoryPoints, score_session
from tests.arbitrage import evening_files as evening
from tests.arbitrage import factories as make
from tests.arbitrage.ranking import team_evenings

TEN_AT_NIGHT = datetime.datetime(2026, 11, 20, 21, 0, tzinfo=datetime.UTC)  # in Paris


@pytest.fixture
def board(board: Board) -> Board:
    """Eight tables with a top of 14: the first has 690, all others 660."""
    Result.objects.filter(table=1).update(score=690, tricks=12)
    return board


def pair(tournament: Tournament, number: int, direction: str = "NS") -> str:
    return str(Contestant.objects.get(section__tournament=tournament, direction=direction, number=str(number)).pk)


def give(tournament, by, contestant, amount="10", **more) -> Penalty:
    said = {"law": "90", "unit": "percent", "reason": "slow"} | more
    return penalties.give_penalty(tournament=tournament, contestant=contestant, amount=Decimal(amount), by=by, **said)


def totals(tournament: Tournament) -> dict[str, Decimal]:
    """Return the total by which each contestant is ranked."""
    field = Field(tournament)
    points = field.points(field.counted())
    return {line.key: line.score_after for ranking in field.rankings(points, points) for line in ranking.lines}


def moved(before: dict[str, Decimal], after: dict[str, Decimal]) -> dict[str, Decimal]:
    return {key: score - before[key] for key, score in after.items() if score != before[key]}


def teams(tournament: Tournament, method: Method, by) -> None:
    """Make the first two tables a match of Lynx against Ours, 11 IMPs to Lynx."""
    Tournament.objects.update(kind="teams", scoring="IMPS", winners=None)
    Result.objects.filter(table__gt=2).delete()
    first, second = Result.objects.order_by("table")
    for result, ns, ew in ((first, "Lynx", "Ours"), (second, "Ours", "Lynx")):
        Contestant.objects.filter(pk=result.ns_id).update(team=ns)
        Contestant.objects.filter(pk=result.ew_id).update(team=ew)
    Result.objects.filter(pk=second.pk).update(score=100)
    tournament.refresh_from_db()
    set_method(tournament=tournament, method=method, by=by)
    tournament.refresh_from_db()


# The effect of a penalty


def test_ten_per_cent_of_a_top_come_off_one_total(tournament, director):
    before = totals(tournament)
    give(tournament, director, pair(tournament, 2))
    assert moved(before, totals(tournament)) == {pair(tournament, 2): Decimal("-10.00")}


def test_no_line_of_any_board_changes(board, director):
    before = [line.after for line in traveller(board)]
    give(board.tournament, director, pair(board.tournament, 1), "100")
    assert [line.after for line in traveller(board)] == before


def test_the_ranking_says_what_was_taken_and_places_by_what_is_left(tournament, director):
    give(tournament, director, pair(tournament, 1), "60")
    field = Field(tournament)
    points = field.points(field.counted())
    line = field.rankings(points, points)[0].lines[-1]
    assert (line.name, line.rank_after, line.score_after, line.taken) == ("1", 8, Decimal("40.00"), Decimal(60))


def test_two_penalties_of_one_contestant_add_up(tournament, director):
    before = totals(tournament)
    give(tournament, director, pair(tournament, 3), "10")
    give(tournament, director, pair(tournament, 3), "2.5", law="91A", reason="conduct")
    assert moved(before, totals(tournament)) == {pair(tournament, 3): Decimal("-12.50")}


def test_both_sides_of_a_table_may_be_penalised(tournament, director):
    before = totals(tournament)
    for direction in ("NS", "EW"):
        give(tournament, director, pair(tournament, 4, direction))
    assert moved(before, totals(tournament)) == {
        pair(tournament, 4): Decimal("-10.00"),
        pair(tournament, 4, "EW"): Decimal("-10.00"),
    }


def test_withdrawing_restores_every_total(tournament, director):
    before = totals(tournament)
    penalty = give(tournament, director, pair(tournament, 1))
    penalties.withdraw_penalty(penalty=penalty, by=director)
    assert totals(tournament) == before


def test_an_adjusted_score_is_shown_with_the_penalties_on_both_sides(board, director):
    give(board.tournament, director, pair(board.tournament, 2))
    incident = make.make_incident(board, director, table=2)
    make.rule_the_seed_case(incident, director)
    proposal = scores.propose_adjustment(incident)
    line = next(one for ranking in proposal.ranking for one in ranking.lines if one.name == "2" and one.taken)
    assert (line.score_before, line.score_after) == (Decimal("32.86"), Decimal("82.86"))


@pytest.mark.parametrize("scoring", [Scoring.BUTLER, Scoring.CROSS_IMPS])
def test_at_imps_it_is_imps(tournament, director, scoring):
    set_method(tournament=tournament, method=Method(scoring), by=director)
    tournament.refresh_from_db()
    before = totals(tournament)
    give(tournament, director, pair(tournament, 1), "3", unit="imps")
    assert moved(before, totals(tournament)) == {pair(tournament, 1): Decimal(-3)}


def test_a_team_loses_victory_points_under_its_name(tournament, director):
    teams(tournament, Method(Scoring.IMPS, victory_points=VictoryPoints.CONTINUOUS), director)
    before = totals(tournament)
    penalty = give(tournament, director, "Lynx", "0.5", unit="vp")
    assert moved(before, totals(tournament)) == {"Lynx": Decimal("-0.5")}
    assert (penalty.contestant, penalty.team) == (None, "Lynx")


def test_a_team_that_was_only_exempt_so_far_loses_what_is_taken_off(club, director):
    method = Method(Scoring.IMPS, victory_points=VictoryPoints.CONTINUOUS, bye=SitOut.AVERAGE_PLUS)
    tournament = team_evenings.evening(club, director, teams=5, rounds=5, each=4, method=method)
    waiting = totals(tournament)
    give(tournament, director, "1", "1", unit="vp", reason="late")
    assert totals(tournament) == waiting  # nobody is ranked yet
    team_evenings.play(tournament, rounds=1)
    (exempt,) = (key for key, total in totals(tournament).items() if total in (11, 12))
    before = totals(tournament)
    assert [len(ranking.lines) for ranking in penalties.effect_of(tournament, exempt, Decimal(2), "vp")] == [1]
    give(tournament, director, exempt, "2", unit="vp")
    assert moved(before, totals(tournament)) == {exempt: Decimal(-2)}


def test_a_penalty_in_another_unit_waits_until_the_ranking_has_it_again(tournament, director):
    give(tournament, director, pair(tournament, 1))
    matchpoints = totals(tournament)
    set_method(tournament=tournament, method=Method(Scoring.BUTLER), by=director)
    tournament.refresh_from_db()
    assert Field(tournament).taken == {}
    set_method(tournament=tournament, method=Method(), by=director)
    tournament.refresh_from_db()
    assert totals(tournament) == matchpoints


def test_who_has_no_score_yet_is_not_ranked_by_a_penalty(tournament, director):
    Result.objects.filter(table=8).delete()
    before = totals(tournament)
    give(tournament, director, pair(tournament, 8), reason="late")
    assert totals(tournament) == before


NUMBERS = st.lists(st.integers(-15, 15).map(lambda score: 50 * score), min_size=2, max_size=8)


@given(NUMBERS, st.integers(0, 7), st.integers(1, 10_000), st.sampled_from(sorted(Scoring)))
def test_whatever_was_played_only_the_penalised_total_moves(results, who, hundredths, scoring):
    boards = {
        "1": [
            Row(str(table), Scored(str(table), score), f"NS{table}", f"EW{table}")
            for table, score in enumerate(results)
        ]
    }
    who, method = f"NS{who % len(results)}", Method(scoring)
    before, after = (
        {standing.contestant: standing.score for standing in score_session(boards, method, penalties=taken).standings}
        for taken in ({}, {who: Fraction(hundredths, 100)})
    )
    assert {one for one in before if before[one] != after[one]} == {who}
    assert after[who] < before[who]


# Refusals


@pytest.mark.parametrize("amount", ["0", "-10", "100.01", "0.005", "NaN", "Infinity"])
def test_an_impossible_amount_is_refused(tournament, director, amount):
    with translation.override("en"), pytest.raises(Refused, match="more than 0 and at most 100%") as refused:
        give(tournament, director, pair(tournament, 1), amount)
    assert refused.value.code == "amount"
    assert not Penalty.objects.exists()
    assert not Event.objects.filter(kind="penalty_given").exists()


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"law": "12C"}, "no_law"),
        ({"reason": "because"}, "no_reason"),
        ({"unit": "imps"}, "unit"),
    ],
)
def test_what_is_missing_or_wrong_is_refused_by_name(tournament, director, wrong, code):
    with pytest.raises(Refused) as refused:
        give(tournament, director, pair(tournament, 1), **wrong)
    assert refused.value.code == code


def test_somebody_of_another_tournament_cannot_be_penalised(tournament, director):
    other = make.make_tournament(director.clubs.get(), name="Un autre")
    with pytest.raises(Refused) as refused:
        give(tournament, director, pair(other, 1))
    assert refused.value.code == "nobody"
    with pytest.raises(Refused) as refused:
        give(tournament, director, pair(tournament, 1), board=other.boards.get())
    assert refused.value.code == "elsewhere"


def test_the_database_itself_keeps_a_penalty_positive_and_somebody_s(tournament, director):
    for values in ({"amount": Decimal(0)}, {"team": "Lynx"}, {"state": "withdrawn"}):
        penalty = give(tournament, director, pair(tournament, 1))
        with pytest.raises(IntegrityError), transaction.atomic():
            Penalty.objects.filter(pk=penalty.pk).update(**values)


# Acts that arrive twice or late


def test_sent_twice_it_is_given_once(tournament, director):
    key = uuid7()
    one, other = (give(tournament, director, pair(tournament, 1), id=key) for _twice in range(2))
    assert one.pk == other.pk == key
    assert Event.objects.filter(kind="penalty_given").count() == 1
    with pytest.raises(Refused) as refused:
        give(tournament, director, pair(tournament, 2), id=key)
    assert refused.value.code == "identifier_reused"


def test_withdrawn_twice_it_is_withdrawn_once(tournament, director):
    penalty = give(tournament, director, pair(tournament, 1))
    for _twice in range(2):
        penalty = penalties.withdraw_penalty(penalty=penalty, by=director)
    assert (penalty.state, penalty.withdrawn_by) == ("withdrawn", director)
    assert Event.objects.filter(kind="penalty_withdrawn").count() == 1


def test_after_the_correction_period_a_tick_is_needed_to_give_and_to_withdraw(tournament, director):
    with clock.at(TEN_AT_NIGHT):
        early = give(tournament, director, pair(tournament, 1))
        publish_scores(tournament=tournament, by=director)
    tournament.refresh_from_db()
    with clock.at(TEN_AT_NIGHT + datetime.timedelta(hours=1)):
        for late in (
            lambda **more: give(tournament, director, pair(tournament, 2), **more),
            lambda **more: penalties.withdraw_penalty(penalty=early, by=director, **more),
        ):
            with pytest.raises(Refused) as refused:
                late()
            assert refused.value.code == "correction_period_over"
            late(agreed=True)
    laws = [event.data["correction"] for event in Event.objects.filter(kind__startswith="penalty_").order_by("seq")]
    assert laws == ["", "79C2", "79C2"]


# The record


def test_one_event_on_the_tournament_s_chain_with_incident_and_board(board, director):
    incident = make.make_incident(board, director)
    penalty = give(board.tournament, director, pair(board.tournament, 1), incident=incident)
    event = Event.objects.get(kind="penalty_given")
    assert (event.stream_id, event.board_id, event.incident_id) == (board.tournament_id, board.pk, None)
    assert {name: value for name, value in event.data.items() if name != "rows"} == {
        "penalty": str(penalty.pk),
        "contestant": pair(board.tournament, 1),
        "team": "",
        "law": "90",
        "amount": "10",
        "unit": "percent",
        "reason": "slow",
        "of": str(incident.pk),
        "correction": "",
    }
    assert penalty.board == board


def test_the_record_of_an_incident_is_still_whole(board, director):
    incident = make.make_incident(board, director)
    give(board.tournament, director, pair(board.tournament, 1), incident=incident)
    assert history.differences(incident) == []
    assert all(event.stream_id == incident.pk for event in incident.events.all())


@pytest.mark.usefixtures("in_english")
@pytest.mark.append_only
def test_the_record_is_verified_with_its_penalties(tournament, director):
    kept = give(tournament, director, pair(tournament, 1), "2.50")
    penalties.withdraw_penalty(penalty=give(tournament, director, pair(tournament, 2)), by=director)
    output = StringIO()
    call_command("verify_history", stdout=output)
    assert "The record is sound" in output.getvalue()
    Penalty.objects.filter(pk=kept.pk).update(amount=Decimal(1))
    output = StringIO()
    with pytest.raises(CommandError):
        call_command("verify_history", stdout=output)
    assert f"Penalty {kept.pk}: amount" in output.getvalue()


@pytest.mark.usefixtures("in_english")
def test_a_penalty_without_its_event_and_an_event_without_its_penalty_are_told(tournament, director):
    lost = give(tournament, director, pair(tournament, 1))
    Penalty.objects.all().delete()
    stray = Penalty.objects.create(
        id=uuid4(), tournament=tournament, team="Lynx", law="90", amount=1, unit="vp", reason="late", at=TEN_AT_NIGHT
    )
    assert penalties.differences(tournament) == [
        f"Penalty {lost.pk}: missing",
        f"Penalty {stray.pk}: not in the record",
    ]


def test_the_effect_names_the_penalised_and_who_changes_rank(tournament, director):
    (north_south,) = penalties.effect_of(tournament, pair(tournament, 1), Decimal(60), "percent")
    assert {(line.name, line.rank_before, line.rank_after) for line in north_south.lines} == {("1", 1, 8)} | {
        (str(number), 2, 1) for number in range(2, 9)
    }
    assert not Penalty.objects.exists()


def test_the_effect_of_a_withdrawal_is_that_of_the_penalty_turned_round(tournament, director):
    give(tournament, director, pair(tournament, 1))
    (north_south,) = penalties.effect_of(tournament, pair(tournament, 1), Decimal(-10), "percent")
    (line,) = north_south.lines
    assert (line.score_before, line.score_after) == (Decimal("90.00"), Decimal("100.00"))


# Files


def test_a_penalised_pair_that_a_file_has_no_more_is_kept_with_its_penalty(director):
    rows = evening.played()
    wrong = {**rows, (3, 1, 5): evening.row(3, 1, 5, PairEW=99)}
    club = director.clubs.get()
    done = imports.import_tournament(club=club, by=director, data=evening.bws(wrong.values()), filename="soir.bws")
    (tournament,) = done.tournaments
    tournament = Tournament.objects.get(pk=tournament.pk)
    gone = Contestant.objects.get(number="99")
    penalty = give(tournament, director, str(gone.pk))
    data = evening.bws(rows.values())
    (session,) = exchange.read(data, "soir.bws").sessions
    merging.update(club=club, by=director, data=data, filename="soir.bws", into={session: tournament})
    assert not Result.objects.filter(ew=gone).exists()
    assert Penalty.objects.get() == penalty
    assert Field(tournament).everybody[penalty.key] == gone


@pytest.mark.parametrize(
    ("format", "sentence"),
    [
        ("json", "1 penalty is left out: give it again where the file is read."),
        ("csv", "1 penalty is left out: give it again where the file is read."),
        ("pbn", "1 penalty is taken off its total and not named."),
        ("usebio", "1 penalty is taken off its total and not named."),
    ],
)
def test_an_export_says_what_becomes_of_the_penalties(tournament, director, format, sentence):
    def said() -> list[str]:
        (listed,) = [choice for choice in exports.choices(tournament) if choice.format == format]
        written = exports.export_tournament(tournament, format)
        assert listed.problems == written.problems
        return [problem.reason for problem in written.problems if "penalty" in problem.reason]

    with translation.override("en"):
        assert said() == []
        penalty = give(tournament, director, pair(tournament, 1))
        assert said() == [sentence]
        penalties.withdraw_penalty(penalty=penalty, by=director)
        assert said() == []


def test_a_file_for_another_program_has_the_totals_and_ranks_with_penalties(tournament, director):
    give(tournament, director, pair(tournament, 1), "60")
    file = exports.counting_file(tournament)
    ns = {
        contestant.number: (contestant.rank, contestant.percentage)
        for contestant in file.contestants
        if contestant.direction == "NS"
    }
    assert ns["1"] == ("8", Decimal("40.00"))
    assert ns["2"][0] == "1="
