"""The score that follows from the rulings: the proposal, its effect on the field, and its confirmation."""

from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from arbitrage.database.ids import uuid7
from arbitrage.models import Adjustment, Board, Event, Incident, Inquiry, Result
from arbitrage.services import incidents
from arbitrage.services.errors import Refused
from arbitrage.services.record import history
from arbitrage.services.results import scores
from arbitrage.services.results.after_correction import to_review
from arbitrage.services.results.field import forget_fields, traveller
from arbitrage.services.results.scores import confirm_adjustment, propose_adjustment
from rulings.bridge import Side
from rulings.engine.inquiry import Ruled, explore
from rulings.engine.questions import UNKNOWN
from rulings.laws2017 import LAWS
from rulings.scores.adjusted import Average
from rulings.scores.award import Award, Possible
from tests.arbitrage import factories as make

pytestmark = pytest.mark.django_db

AFTER_THE_PLAY = make.DURING_THE_PLAY | {"noticed": "returned"}


@pytest.fixture(scope="module")
def scene(set_once) -> None:
    set_once(make.a_founding_case)


def rule(incident: Incident, by, **answers: str) -> Inquiry:
    """Rule on a revoke found after the play, with the common answers unless others are given."""
    inquiry = incidents.open_inquiry(incident=incident, law="64", by=by)
    known = AFTER_THE_PLAY | make.AT_THE_END | answers
    while inquiry.stage == "asking":
        question = inquiry.state().question.id
        inquiry = make.answer(inquiry, by, **{question: known[question]})
    return inquiry


def result_of(board: Board, **values) -> Result:
    Result.objects.filter(board=board, table=1).update(**values)
    return board.results.get(table=1)


def sides(award: Award) -> tuple[int, int, int, int]:
    """Return declarer's tricks and the points of North-South, then those of East-West, the points from each side's own
    view."""
    (ns,), (ew,) = award.ns, award.ew
    return ns.tricks, ns.score, ew.tricks, -ew.score


def refused(code: str, call, **arguments) -> str:
    with pytest.raises(Refused) as refusal:
        call(**arguments)
    assert refusal.value.code == code
    return str(refusal.value)


# The seed case: 3NT by South, vulnerable, eleven tricks, West revoked and did not win the trick, two tricks later


def test_one_trick_moves_and_3nt_plus_3_is_690(ruled, board):
    proposal = scores.propose_adjustment(ruled)
    assert [
        (transfer.revoker_side, transfer.to, transfer.tricks, transfer.trick, transfer.won, transfer.law)
        for transfer in proposal.transfers
    ] == [(Side.EW, Side.NS, 1, 3, 2, "64A2")]
    assert (proposal.before.contract, proposal.before.declarer, proposal.before.tricks, proposal.before.score) == (
        "3NT", "S", 11, 660,
    )  # fmt: skip
    assert (proposal.after.contract, proposal.after.declarer, proposal.after.tricks, proposal.after.score) == (
        "3NT", "S", 12, 690,
    )  # fmt: skip
    assert (proposal.rectified, proposal.kind, proposal.law, proposal.changed) == (12, "transfer", "64A2", True)
    assert (proposal.confirmed, proposal.stale, proposal.warnings) == (None, False, ())


def test_the_whole_traveller_is_shown_before_and_after(ruled, board):
    proposal = scores.propose_adjustment(ruled)
    assert proposal.top == 14
    assert [line.result.table for line in proposal.traveller] == list(range(1, 9))
    assert [line.in_question for line in proposal.traveller] == [True] + [False] * 7
    for line in proposal.traveller:
        assert (line.before.score, line.before.ns, line.before.ew) == (660, Decimal("7.0"), Decimal("7.0"))
        assert (line.before.ns_percent, line.before.ew_percent) == (Decimal("50.00"), Decimal("50.00"))
        assert line.changed
    top, *others = proposal.traveller
    assert (top.after.ns, top.after.ew) == (Decimal("14.0"), Decimal("0.0"))
    assert (top.after.ns_percent, top.after.ew_percent) == (Decimal("100.00"), Decimal("0.00"))
    for line in others:
        assert (line.after.score, line.after.ns, line.after.ew) == (660, Decimal("6.0"), Decimal("8.0"))
        assert (line.after.ns_percent, line.after.ew_percent) == (Decimal("42.86"), Decimal("57.14"))


def test_the_whole_ranking_is_shown_before_and_after(ruled, board):
    north_south, east_west = scores.propose_adjustment(ruled).ranking
    assert (north_south.field, east_west.field) == ("NS", "EW")
    assert [(line.contestant.number, line.rank_before, line.rank_after) for line in north_south.lines] == [
        ("1", 1, 1), *((str(number), 1, 2) for number in range(2, 9)),
    ]  # fmt: skip
    assert [make.percent_after(line) for line in north_south.lines] == [Decimal("100.00")] + [Decimal("42.86")] * 7
    assert [make.percent_before(line) for line in north_south.lines] == [Decimal("50.00")] * 8
    assert (east_west.lines[-1].contestant.number, east_west.lines[-1].rank_after) == ("1", 8)
    assert [make.percent_after(line) for line in east_west.lines] == [Decimal("57.14")] * 7 + [Decimal("0.00")]
    assert all(line.changed for line in north_south.lines)


def test_proposing_writes_nothing(ruled):
    with CaptureQueriesContext(connection) as queries:
        scores.propose_adjustment(ruled)
    assert {query["sql"].split()[0] for query in queries} == {"SELECT"}
    assert Adjustment.objects.count() == 0


def test_a_field_of_eight_is_compared_with_as_many_queries_as_one_of_two(ruled, board):
    with CaptureQueriesContext(connection) as eight:
        scores.propose_adjustment(ruled)
    Result.objects.filter(board=board, table__gt=2).delete()
    forget_fields()
    with CaptureQueriesContext(connection) as two:
        assert len(scores.propose_adjustment(ruled).traveller) == 2
    assert len(eight) == len(two)


# Equity and several revokes


def test_equity_replaces_the_transfer_when_it_is_better_for_the_other_side(board, director):
    """Declarer was three down and gets one trick by the transfer; without the revoke he would have made 3NT with nine
    tricks."""
    result_of(board, tricks=6, score=-300)
    incident = make.make_incident(board, director)
    rule(incident, director, equity="yes", tricks_without="9")
    proposal = scores.propose_adjustment(incident)
    assert (proposal.before.tricks, proposal.rectified, proposal.after.tricks, proposal.after.score) == (6, 7, 9, 600)
    assert (proposal.kind, proposal.law) == ("equity", "64C1")


def test_two_tricks_move_and_equity_gives_the_contract(board, director):
    """Declarer was three down in 4 spades; East revoked by ruffing and his side won a later trick, so that two are
    transferred. Without the revoke declarer would have won ten."""
    result_of(board, contract="4S", tricks=7, score=-300)
    incident = make.make_incident(board, director)
    rule(incident, director, offender="E", winner="E", equity="yes", tricks_without="10")
    proposal = scores.propose_adjustment(incident)
    assert (proposal.rectified, proposal.after.tricks, proposal.after.score, proposal.kind) == (9, 10, 620, "equity")


def test_equity_never_takes_a_transferred_trick_back(board, director):
    incident = make.make_incident(board, director)
    inquiry = rule(incident, director)
    make.answer(inquiry, director, equity="yes", tricks_without="11")
    proposal = scores.propose_adjustment(incident)
    assert (proposal.after.tricks, proposal.after.score, proposal.kind) == (12, 690, "transfer")


def test_declarer_s_revoke_moves_his_tricks_to_the_defence(board, director):
    incident = make.make_incident(board, director)
    rule(incident, director, offender="S", winner="S", tricks_after="4")
    proposal = scores.propose_adjustment(incident)
    assert (proposal.after.tricks, proposal.after.score, proposal.law) == (9, 600, "64A1")


def test_two_revokes_of_one_side_add_up_to_what_it_won_from_the_first_on(board, director):
    incident = make.make_incident(board, director)
    rule(incident, director, offender="W", trick="3", winner="W", tricks_after="1")
    rule(incident, director, offender="E", trick="8", winner="N", tricks_after="1")
    proposal = scores.propose_adjustment(incident)
    assert [(transfer.tricks, transfer.won) for transfer in proposal.transfers] == [(2, 2), (1, 1)]
    assert proposal.after.tricks == 13
    assert [ruling.law for ruling in proposal.rulings] == ["64A1", "64A2"]


def test_every_law_of_many_revokes_is_named_on_the_confirmed_score(board, director):
    incident = make.make_incident(board, director)
    rule(incident, director, trick="3", winner="W")
    rule(incident, director, trick="4", offender="E", exclusion="none", winner="N")
    rule(incident, director, trick="5", exclusion="repeated", equity_repeated="no")
    rule(incident, director, trick="6", exclusion="penalty_card")
    rule(incident, director, trick="7", offender="E", tricks_after="0")
    adjustment = confirm(incident, director)
    assert (adjustment.law, adjustment.given.single.tricks) == ("64A1, 64A2, 64B2, 64B3, 64B1", 13)


def test_established_revokes_of_both_sides_move_nothing(board, director):
    incident = make.make_incident(board, director)
    rule(incident, director, offender="W", exclusion="both", equity_both="nobody")
    rule(incident, director, offender="N", exclusion="both", equity_both="nobody")
    proposal = scores.propose_adjustment(incident)
    assert {transfer.revoker_side for transfer in proposal.transfers} == {Side.EW, Side.NS}
    assert (proposal.after.tricks, proposal.changed, proposal.law) == (11, False, "64B7")


def test_equity_for_both_sides_protects_the_side_that_the_director_named(board, director):
    incident = make.make_incident(board, director)
    rule(incident, director, offender="W", exclusion="both", equity_both="nobody")
    rule(incident, director, offender="N", exclusion="both", equity_both="them", tricks_without="9")
    proposal = scores.propose_adjustment(incident)
    assert (proposal.after.tricks, proposal.after.score, proposal.kind, proposal.law) == (9, 600, "equity", "64C2(b)")


def test_revokes_of_two_incidents_on_one_result_are_summed(board, director):
    first = make.make_incident(board, director)
    second = make.make_incident(board, director)
    rule(first, director, trick="3", tricks_after="2")
    rule(second, director, offender="E", trick="9", tricks_after="1")
    assert scores.propose_adjustment(first).after.tricks == scores.propose_adjustment(second).after.tricks == 13
    incidents.withdraw_incident(incident=second, by=director)
    assert scores.propose_adjustment(first).after.tricks == 12


def test_one_revoke_that_two_directors_rule_on_counts_once_and_it_is_said(board, director, colleague):
    first, second = make.make_incident(board, director), make.make_incident(board, colleague)
    rule(first, director)
    rule(second, colleague)
    with translation.override("en"):
        proposal = scores.propose_adjustment(first)
    assert proposal.after.tricks == 12
    assert proposal.warnings == ("Two decisions tell of one and the same revoke: it counts once.",)


def test_two_rulings_that_tell_one_revoke_otherwise_give_no_score_and_it_is_said(board, director, colleague):
    first, second = make.make_incident(board, director), make.make_incident(board, colleague)
    rule(first, director)
    rule(second, colleague, winner="W")
    refused("one_revoke", scores.propose_adjustment, incident=first)
    refused("one_revoke", scores.propose_adjustment, incident=second)
    incidents.withdraw_incident(incident=second, by=colleague)
    assert scores.propose_adjustment(first).after.tricks == 12


def test_an_unfinished_incident_on_the_same_result_is_told(board, director, ruled):
    other = make.make_incident(board, director)
    incidents.open_inquiry(incident=other, law="64", by=director)
    (warning,) = scores.propose_adjustment(ruled).warnings
    assert other.reference in warning


def test_decisions_that_protect_opposite_sides_are_refused(board, director):
    incident = make.make_incident(board, director)
    rule(incident, director, offender="W", exclusion="both", equity_both="them", tricks_without="12")
    rule(incident, director, offender="N", exclusion="both", equity_both="them", tricks_without="9")
    refused("two_sides", scores.propose_adjustment, incident=incident)


def test_a_board_has_no_score_while_a_claim_on_it_is_contested(board, director):
    incident = make.make_incident(board, director)
    rule(incident, director)
    confirm_adjustment(incident=incident, by=director, seen=propose_adjustment(incident).digest)
    claim = incidents.open_inquiry(incident=incident, law="68", by=director)
    said = {"said": "all", "claimer": "S", "by_a_defender": "no", "doubted": "yes", "since_claim": "nothing"}
    while claim.stage == "asking":
        question = claim.state().question.id
        claim = make.answer(claim, director, **{question: said[question]})
    refused("open_claim", scores.propose_adjustment, incident=incident)
    assert to_review(board) == ()


def test_the_better_of_two_equity_results_is_taken_for_the_side_they_protect(board, director):
    incident = make.make_incident(board, director)
    rule(incident, director, equity="yes", tricks_without="13", tricks_after="0", winner="S")
    rule(incident, director, offender="E", equity="yes", tricks_without="12", tricks_after="0", winner="S")
    assert scores.propose_adjustment(incident).after.tricks == 13


# Without a score


def test_a_call_without_a_place_says_what_to_do(board, director):
    incident = incidents.open_incident(tournament=board.tournament, by=director)
    rule(incident, director, declarer="S", equity="no")
    refused("no_result", scores.propose_adjustment, incident=incident)
    assert (
        scores.propose_adjustment(
            incidents.place_incident(incident=incident, by=director, table=1, board=board)
        ).after.tricks
        == 12
    )


def test_open_questions_and_waits_come_first(board, director):
    incident = make.make_incident(board, director)
    refused("not_ruled", scores.propose_adjustment, incident=incident)
    inquiry = incidents.open_inquiry(incident=incident, law="64", by=director)
    refused("not_ruled", scores.propose_adjustment, incident=incident)
    make.answer(inquiry, director, **make.DURING_THE_PLAY)
    refused("waiting", scores.propose_adjustment, incident=incident)


def test_one_open_inquiry_holds_back_the_score_of_what_is_ruled(incident, director):
    rule(incident, director, equity="no")
    assert scores.propose_adjustment(incident).after.tricks == 12
    incidents.open_inquiry(incident=incident, law="27", by=director)
    refused("not_ruled", scores.propose_adjustment, incident=incident)


def test_a_call_without_an_inquiry_has_no_score_from_the_ruling_of_another_call(board, incident, director):
    rule(incident, director, equity="no")
    refused("not_ruled", scores.propose_adjustment, incident=make.make_incident(board, director))


def test_a_refused_score_of_a_call_without_a_result_reads_no_other_call_without_one(board, director):
    def queries(incident: Incident) -> int:
        with CaptureQueriesContext(connection) as captured:
            refused("no_result", scores.confirm_adjustment, incident=incident, by=director, seen="")
        return len(captured)

    first, second, third = (incidents.open_incident(tournament=board.tournament, by=director) for _call in range(3))
    queries(first)  # what is read once for a process
    alone = queries(second)
    for _other in range(3):
        incidents.open_incident(tournament=board.tournament, by=director)
    assert queries(third) == alone


def test_a_board_that_was_passed_out_stays_so(board, ruled):
    result_of(board, kind="passed", contract="", declarer="", tricks=None, score=0)
    proposal = scores.propose_adjustment(ruled)
    assert (proposal.kind, proposal.changed, proposal.after.score) == ("played", False, 0)


@pytest.mark.parametrize(
    "values",
    [
        {"kind": "artificial", "contract": "", "declarer": "", "tricks": None, "score": None},
        {"contract": "", "declarer": "", "tricks": None},
        {"tricks": None},
    ],
)
def test_a_result_without_contract_and_tricks_cannot_be_adjusted(board, director, ruled, values):
    result_of(board, **values)
    refused("not_scored", scores.propose_adjustment, incident=ruled)


def test_who_revoked_must_be_known_to_move_tricks(board, director):
    known = {"able": "yes", "offender": "?", "revoker": "defender", "trick": "3", "noticed": "returned"}
    known |= {"since": "played"} | make.AT_THE_END | {"winner": "?", "won_by": "opponents"}

    def ruled(incident: Incident, facts: dict[str, str]) -> Incident:
        inquiry = incidents.open_inquiry(incident=incident, law="64", by=director, facts=facts)
        while inquiry.stage == "asking":
            question = inquiry.state().question.id
            inquiry = make.answer(inquiry, director, **{question: known[question]})
        return incident

    a_defender = ruled(make.make_incident(board, director), {})
    assert scores.propose_adjustment(a_defender).after.tricks == 12, "a defender against South is East-West"
    nobody = ruled(make.make_incident(board, director, table=2), {"declarer": "?"})
    refused("who", scores.propose_adjustment, incident=nobody)


def test_a_number_of_tricks_that_nobody_knows_is_asked_for(board, director):
    incident = make.make_incident(board, director)
    inquiry = rule(incident, director)
    make.answer(inquiry, director, equity="yes", tricks_without="?")
    refused("no_tricks", scores.propose_adjustment, incident=incident)


# The field


def test_artificial_scores_keep_their_percentages_and_the_others_are_compared(ruled, board):
    Result.objects.filter(board=board, table=8).update(
        kind="artificial", contract="", declarer="", tricks=None, score=None, ns_percent=60, ew_percent=40
    )
    proposal = scores.propose_adjustment(ruled)
    artificial = proposal.traveller[7]
    assert not artificial.changed
    assert (artificial.after.ns_percent, artificial.after.ew_percent) == (Decimal("60.00"), Decimal("40.00"))
    assert (artificial.after.ns, artificial.after.ew) == (Decimal("8.4"), Decimal("5.6"))
    assert proposal.traveller[0].after.ns == Decimal("13.9"), "12 of 12 among seven scores, for eight (Neuberg)"


@pytest.mark.parametrize("kind", ["not_played", "unreadable"])
def test_a_line_without_a_result_is_compared_with_nothing(ruled, board, kind):
    Result.objects.filter(board=board, table=8).update(kind=kind, contract="", declarer="", tricks=None, score=None)
    proposal = scores.propose_adjustment(ruled)
    assert proposal.top == 12
    assert (proposal.traveller[7].after.ns, proposal.traveller[7].after.ns_percent) == (None, None)
    assert [ranking.lines[-1].contestant.number for ranking in proposal.ranking] == ["7", "1"]


@pytest.mark.parametrize("scoring", ["BUTLER", "CROSS_IMPS", "IMPS"])
def test_a_tournament_at_imps_shows_imps_before_and_after(ruled, board, scoring):
    board.tournament.scoring = scoring
    board.tournament.save()
    proposal = scores.propose_adjustment(ruled)
    assert (proposal.after.score, proposal.after.ns_percent, proposal.top, proposal.warnings) == (690, None, 0, ())
    assert [(line.before.ns, line.after.ns) for line in proposal.traveller][:1] == [(0, 1)]
    north_south, east_west = proposal.ranking
    assert (north_south.field, north_south.unit) == ("NS", "imps")
    first, last = north_south.lines[0], east_west.lines[-1]
    assert (first.score_before, first.score_after, first.rank_before, first.rank_after) == (0, 1, 1, 1)
    assert (last.contestant.number, last.score_after, last.rank_after, make.percent_after(last)) == ("1", -1, 8, None)


def test_a_single_ranking_when_the_pairs_sit_both_ways(ruled, board):
    board.tournament.winners = 1
    board.tournament.save()
    (ranking,) = scores.propose_adjustment(ruled).ranking
    assert (ranking.field, len(ranking.lines)) == ("", 16)
    assert (make.percent_after(ranking.lines[0]), make.percent_after(ranking.lines[-1])) == (
        Decimal("100.00"),
        Decimal("0.00"),
    )


def test_sections_that_the_program_compared_apart_are_compared_apart(ruled, board):
    section = board.tournament.sections.create(letter="B")
    pairs = {way: section.contestants.create(direction=way, number="1") for way in ("NS", "EW")}
    twin = dict(board=board, section=section, contract="3NT", declarer="S", tricks=9, score=600)
    for position, table in enumerate((1, 2), start=9):
        Result.objects.create(
            table=table, position=position, ns=pairs["NS"], ew=pairs["EW"], ns_points=1, ew_points=1, **twin
        )
    Result.objects.filter(board=board, section__letter="A").update(ns_points=7, ew_points=7)
    proposal = scores.propose_adjustment(ruled)
    assert (proposal.top, len(proposal.traveller), proposal.warnings) == (14, 10, ())
    assert [line.changed for line in proposal.traveller] == [True] * 8 + [False] * 2
    assert [ranking.field for ranking in proposal.ranking] == ["A NS", "A EW", "B NS", "B EW"]


def test_points_that_no_known_method_gives_are_told(ruled, board):
    Result.objects.filter(board=board).update(ns_points=7, ew_points=7)
    assert scores.propose_adjustment(ruled).warnings == ()
    Result.objects.filter(board=board, table=1).update(ns_points=13, ew_points=1)
    forget_fields()
    assert len(scores.propose_adjustment(ruled).warnings) == 1


# Confirmation


def confirm(incident: Incident, by, id=None) -> Adjustment:
    seen = scores.propose_adjustment(incident).digest
    return scores.confirm_adjustment(incident=incident, by=by, seen=seen, id=id)


def test_the_confirmed_score_is_stored_for_both_sides_and_never_touches_the_result(ruled, board, director):
    adjustment = confirm(ruled, director)
    assert adjustment.given == Award.both(Possible("3NT", "S", 12, 690))
    assert (adjustment.kind, adjustment.law, adjustment.state, adjustment.by, adjustment.by_hand) == (
        "transfer", "64A2", "confirmed", director, False,
    )  # fmt: skip
    result = board.results.get(table=1)
    assert (result.tricks, result.score) == (11, 660)
    assert incidents.fresh(ruled).confirmed_at == adjustment.at
    event = Event.objects.get(kind="adjustment_confirmed")
    assert (event.data["award"], event.data["seen"], event.board) == (adjustment.award, adjustment.seen, board)
    assert history.differences(ruled) == []


def test_a_confirmed_score_counts_in_every_later_traveller_and_ranking(ruled, board, director):
    confirm(ruled, director)
    lines = traveller(board)
    assert [line.before.score for line in lines] == [660] * 8
    assert [line.after.ns_percent for line in lines] == [Decimal("100.00")] + [Decimal("42.86")] * 7
    other = make.make_incident(board, director, table=2)
    rule(other, director)
    proposal = scores.propose_adjustment(other)
    assert proposal.traveller[0].before.score == 690
    assert [line.after.ns_percent for line in proposal.traveller[:3]] == [
        Decimal("92.86"), Decimal("92.86"), Decimal("35.71"),
    ]  # fmt: skip


def test_confirming_the_same_page_twice_stores_it_once(ruled, director):
    seen = scores.propose_adjustment(ruled).digest
    first = scores.confirm_adjustment(incident=ruled, by=director, seen=seen)
    again = scores.confirm_adjustment(incident=ruled, by=director, seen=seen)
    assert first == again
    assert Event.objects.filter(kind="adjustment_confirmed").count() == 1


def test_a_confirmation_under_an_identifier_is_found_again_and_no_other_takes_it(ruled, director):
    key = uuid7()
    first = confirm(ruled, director, id=key)
    assert first.pk == key
    assert scores.confirm_adjustment(incident=ruled, by=director, seen=first.seen, id=key) == first
    refused("identifier_reused", scores.confirm_adjustment, incident=ruled, by=director, seen="0" * 64, id=key)


def test_a_page_that_is_older_than_the_board_is_refused(ruled, board, director):
    seen = scores.propose_adjustment(ruled).digest
    other = make.make_incident(board, director, table=2)
    rule(other, director)
    confirm(other, director)
    refused("board_changed", scores.confirm_adjustment, incident=ruled, by=director, seen=seen)
    assert Adjustment.objects.count() == 1
    assert confirm(ruled, director).given.score == 690


def test_a_page_that_is_older_than_the_ruling_is_refused(ruled, director):
    seen = scores.propose_adjustment(ruled).digest
    make.answer(ruled.inquiries.get(), director, winner="W")
    refused("board_changed", scores.confirm_adjustment, incident=ruled, by=director, seen=seen)
    assert Adjustment.objects.count() == 0


def test_a_newer_ruling_makes_the_confirmed_score_stale_until_it_is_superseded(ruled, director):
    first = confirm(ruled, director)
    assert not scores.propose_adjustment(ruled).stale
    make.answer(ruled.inquiries.get(), director, winner="W")
    proposal = scores.propose_adjustment(ruled)
    assert (proposal.stale, proposal.confirmed, proposal.after.tricks) == (True, first, 13)
    second = confirm(ruled, director)
    first.refresh_from_db()
    assert (first.state, second.state, second.supersedes, second.given.score) == ("superseded", "confirmed", first, 720)
    assert history.differences(ruled) == []


def test_the_score_as_played_is_confirmed_only_to_replace_another(ruled, director):
    inquiry = ruled.inquiries.get()
    make.answer(inquiry, director, tricks_after="0")
    proposal = scores.propose_adjustment(ruled)
    assert (proposal.changed, proposal.law) == (False, "64B1")
    refused("nothing_to_confirm", scores.confirm_adjustment, incident=ruled, by=director, seen=proposal.digest)
    make.answer(Inquiry.objects.get(pk=inquiry.pk), director, tricks_after="2")
    confirm(ruled, director)
    make.answer(Inquiry.objects.get(pk=inquiry.pk), director, tricks_after="0")
    back = confirm(ruled, director)
    assert (back.kind, back.given.single.tricks, back.given.score, back.state) == ("played", 11, 660, "confirmed")


def test_another_incident_on_the_result_takes_over_its_score(ruled, board, director):
    first = confirm(ruled, director)
    second = make.make_incident(board, director)
    rule(second, director, offender="E", trick="9", tricks_after="1")
    adjustment = confirm(second, director)
    first.refresh_from_db()
    assert (first.state, adjustment.supersedes, adjustment.given.score) == ("superseded", first, 720)
    assert history.differences(ruled) == history.differences(second) == []
    told = Event.objects.get(kind="adjustment_superseded")
    assert (told.incident, told.data["followed_by"]) == (ruled, str(adjustment.pk))


def test_a_withdrawn_incident_gives_the_table_its_score_back(ruled, board, director):
    confirm(ruled, director)
    incidents.withdraw_incident(incident=ruled, by=director)
    assert [line.after.score for line in traveller(board)] == [660] * 8
    assert Adjustment.objects.get().state == "superseded"
    refused("withdrawn", scores.confirm_adjustment, incident=ruled, by=director, seen="")
    assert history.differences(ruled) == []


def test_a_score_is_marked_as_typed_into_the_program_once(ruled, director):
    adjustment = confirm(ruled, director)
    entered = scores.mark_entered(adjustment=adjustment, by=director)
    assert (entered.entered_by, entered.entered_at) == (director, Event.objects.get(kind="adjustment_entered").at)
    assert scores.mark_entered(adjustment=adjustment, by=director).entered_at == entered.entered_at
    make.answer(ruled.inquiries.get(), director, winner="W")
    confirm(ruled, director)
    refused("adjustment_superseded", scores.mark_entered, adjustment=adjustment, by=director)


# Scores that other laws assign, and scores of one side alone

LOOKED = {"act": "pointed_out", "first": "yes", "dummy_looked": "yes", "by_defenders": "yes"}


FACTS = {"line_without": "", "offender": "W", "owner": "E"}


def ruled_under(law: str, board, director, **answers: str) -> Incident:
    """Rule on an incident with these answers; facts that are not given are the usual ones, or unknown."""
    incident = make.make_incident(board, director)
    inquiry = incidents.open_inquiry(incident=incident, law=law, by=director)
    while inquiry.stage != "ruled":
        if inquiry.stage == "waiting":
            inquiry = incidents.reach_moment(duty=inquiry.duties.exclude(question="").get(), by=director).inquiry
        else:
            question = inquiry.state().question.id
            inquiry = make.answer(inquiry, director, **{question: (FACTS | answers).get(question, UNKNOWN)})
    return incident


def answers_to(law: str, effect: str) -> dict[str, str]:
    """Return the answers, without facts, of the first path of a law that has this effect."""
    ends = (path for path in explore(LAWS[law]) if isinstance(path.end, Ruled))
    path = next(
        path for path in ends if effect in [rectification.effect for rectification in path.end.ruling.rectifications]
    )
    return {name: value for name, value in path.answers.items() if value not in (UNKNOWN, "reached")}


@pytest.mark.parametrize(
    ("law", "decided", "tricks", "score"),
    [("72C", "72C", 12, 690), ("50E4", "50E4", 12, 690), ("55C", "55C", 9, 600), ("45F", "45F", 9, 600)]
    + [("16C", "16C3", 12, 690)],
)
def test_a_score_assigned_by_another_law_says_that_law(board, director, law, decided, tricks, score):
    answers = answers_to(law, "ASSIGNED") | {"probable_tricks": str(tricks)}
    incident = ruled_under(law, board, director, **answers)
    proposal = propose_adjustment(incident)
    assert (proposal.kind, proposal.law) == ("equity", decided)
    assert (proposal.after.tricks, proposal.after.score, proposal.after.award.split) == (tricks, score, False)
    adjustment = confirm_adjustment(incident=incident, by=director, seen=proposal.digest)
    assert (adjustment.law, sides(adjustment.given)) == (decided, (tricks, score, tricks, -score))


def test_a_probable_result_that_is_no_better_for_those_it_protects_changes_nothing(board, director):
    incident = ruled_under(
        "72C",
        board,
        director,
        offender="W",
        could_have_known="yes",
        gained="yes",
        line_without="",
        probable_tricks="10",
    )
    proposal = propose_adjustment(incident)
    assert (proposal.kind, proposal.after.score) == ("played", 660)


def split_case(board, director) -> Incident:
    return ruled_under("43", board, director, **LOOKED, defenders_gained="yes", probable_tricks="12")


def test_only_the_defenders_score_changes_when_dummy_had_no_right_to_speak(board, director):
    incident = split_case(board, director)
    proposal = propose_adjustment(incident)
    after = proposal.after
    assert (proposal.kind, proposal.law, after.award.split) == ("split", "43B3", True)
    assert sides(after.award) == (11, 660, 12, -690)
    # Eight tables at 660: North-South keeps its average, East-West is compared as if 690 had been scored against it.
    assert (after.ns_percent, after.ew_percent) == (Decimal("50.00"), Decimal("0.00"))
    others = [line.after for line in proposal.traveller if not line.in_question]
    assert {other.ns_percent for other in others} == {Decimal("50.00")}
    assert {other.ew_percent for other in others} == {Decimal("57.14")}


def test_a_split_score_is_stored_for_each_side_and_counts_in_every_later_traveller(board, director):
    incident = split_case(board, director)
    adjustment = confirm_adjustment(incident=incident, by=director, seen=propose_adjustment(incident).digest)
    assert (adjustment.kind, adjustment.law) == ("split", "43B3")
    assert sides(adjustment.given) == (11, 660, 12, -690)
    proposal = propose_adjustment(incident)
    assert (proposal.confirmed, proposal.stale) == (adjustment, False)
    (line,) = [one for one in traveller(board) if one.changed and one.after.award.split]
    assert sides(line.after.award) == (11, 660, 12, -690)
    assert history.differences(incident) == []


def test_when_the_defenders_declared_nothing_the_split_is_seen_from_the_other_side(board, director):
    result = board.results.get(table=1)
    result.declarer, result.score = "W", -600
    result.contract, result.tricks = "3NT", 9
    result.save()
    proposal = propose_adjustment(split_case(board, director))
    after = proposal.after
    assert sides(after.award) == (12, -490, 9, 400)


def test_percentages_that_a_ruling_gives_are_averages_by_the_rule_of_the_session(board, director):
    incident = ruled_under("13", board, director, **answers_to("13", "ARTIF"))
    proposal = propose_adjustment(incident)
    assert (proposal.kind, proposal.law, proposal.rectified) == ("artificial", "12C2", None)
    assert proposal.after.award == Award(Average.PLUS, Average.PLUS)
    adjustment = confirm_adjustment(incident=incident, by=director, seen=proposal.digest)
    assert adjustment.given == proposal.after.award


def test_a_split_score_of_the_file_is_compared_on_each_side(ruled, board):
    result = board.results.get(table=5)
    result.score_ew = -690
    result.save()
    line = next(one for one in propose_adjustment(ruled).traveller if one.result == result)
    assert (line.before.ns_percent, line.before.ew_percent) == (Decimal("50.00"), Decimal("0.00"))
