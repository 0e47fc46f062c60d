"""Scores composed by hand on *La marque*, from the keypad to the record: assigned, weighted, split, self-inflicted and
artificial scores."""

import datetime
import html
import re
from decimal import Decimal
from fractions import Fraction
from urllib.parse import parse_qs, quote_plus, urlparse

import pytest
from django.http import QueryDict
from hypothesis import given
from hypothesis import strategies as st

from arbitrage.exchange import tournament_json
from arbitrage.models import Adjustment, Club, Event, Incident, Inquiry, Note, Tournament
from arbitrage.pages.score.by_hand import Draft
from arbitrage.pages.wording.scores import award_cells
from arbitrage.services import clock, incidents
from arbitrage.services.errors import Refused
from arbitrage.services.files.exports import export_tournament
from arbitrage.services.record import history
from arbitrage.services.results import scores
from arbitrage.services.results.field import Field, forget_fields
from arbitrage.services.results.scores import AS_RULED, Choice
from rulings.bridge import Side
from rulings.scores.adjusted import Average, Imps
from rulings.scores.award import Award, Possible, reweighted, self_inflicted, with_weights
from tests.arbitrage import factories as make
from tests.arbitrage.at_the_screen import sign_in, url, words

pytestmark = [pytest.mark.django_db, pytest.mark.either_database]

MADE = Possible("3NT", "S", 9, 600)
DOWN = Possible("3NT", "S", 8, -100)
ELEVEN = Possible("3NT", "S", 11, 660)


@pytest.fixture(scope="module")
def scene(set_once) -> None:
    set_once(make.a_ruled_revoke)


def weighing(*parts: tuple[Possible, str]) -> Award:
    results = tuple(Possible(one.contract, one.declarer, one.tricks, one.score, Fraction(part)) for one, part in parts)
    return Award(results, results)


def rule(incident: Incident, by, **answers: str) -> None:
    """Rule on a revoke found after the play, with the common answers unless others are given."""
    inquiry = incidents.open_inquiry(incident=incident, law="64", by=by)
    known = make.DURING_THE_PLAY | {"noticed": "returned"} | make.AT_THE_END | answers
    while inquiry.stage == "asking":
        question = inquiry.state().question.id
        inquiry = make.answer(inquiry, by, **{question: known[question]})


def choose(client, incident: Incident, **touched: object):
    """Touch keys on the page that composes a score, and return the page."""
    return client.get(url("choose", incident.pk), touched)


def draft_of(response) -> dict[str, list[str]]:
    """Return the draft that the page holds, by the names of its fields."""
    fields = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', response.content.decode())
    found: dict[str, list[str]] = {}
    for name, value in fields:
        found.setdefault(name, []).append(value)
    return found


def keyed(level: str, denomination: str, declarer: str, margin: str) -> dict[str, str]:
    return {"level": level, "denomination": denomination, "declarer": declarer, "margin": margin, "doubled": "0"}


def confirm(client, incident: Incident, address: str, **typed: str):
    """Open the score page at an address, and touch its button."""
    page = client.get(address)
    html = page.content.decode()
    seen = re.search(r'name="seen" value="([^"]+)"', html)[1]
    return client.post(url("score", incident.pk), draft_of(page) | {"seen": seen} | typed, follow=True)


# Scores that count


@pytest.mark.parametrize(
    ("award", "kind", "ns", "ew"),
    [
        (Award.both(MADE), "assigned", "0.00", "100.00"),
        # Against 660 at seven tables: each result of a weighted score is compared, and both lose to 660.
        (weighing((MADE, "3/5"), (DOWN, "2/5")), "weighted", "0.00", "100.00"),
        # Half of 690 and half of 660: 690 beats all seven, 660 equals them.
        (weighing((Possible("3NT", "S", 12, 690), "1/2"), (ELEVEN, "1/2")), "weighted", "75.00", "25.00"),
        (Award((MADE,), (ELEVEN,)), "split", "0.00", "50.00"),
        (Award(Average.PLUS, Average.MINUS), "artificial", "60.00", "40.00"),
        (Award(Fraction(55), Fraction(50)), "artificial", "55.00", "50.00"),
    ],
    ids=["assigned", "weighted", "weighted halves", "split", "averages", "numbers"],
)
def test_a_chosen_score_counts_and_says_its_kind(ruled, board, director, award, kind, ns, ew):
    choice = Choice(award, "12C1c", "Two lines were likely.")
    proposal = scores.propose_adjustment(ruled, choice)
    assert (proposal.kind, proposal.counting.by_hand, proposal.ruled.kind) == (kind, True, "transfer")
    assert (proposal.after.ns_percent, proposal.after.ew_percent) == (Decimal(ns), Decimal(ew))
    adjustment = scores.confirm_adjustment(incident=ruled, by=director, seen=proposal.digest, choice=choice)
    assert (adjustment.given, adjustment.by_hand, adjustment.reason) == (award, True, "Two lines were likely.")
    again = scores.propose_adjustment(ruled)
    assert (again.after, again.stale, again.counting.by_hand) == (proposal.after, False, True)
    assert history.differences(incidents.fresh(ruled)) == []
    assert history.verify(ruled.events.first().stream) == []


def test_nobody_else_on_the_board_moves_for_an_artificial_score_but_by_the_missing_result(ruled):
    proposal = scores.propose_adjustment(ruled, Choice(Award(Average.EVEN, Average.EVEN), "12C2a"))
    others = [line for line in proposal.traveller if not line.in_question]
    assert {(line.before.ns_percent, line.after.ns_percent) for line in others} == {(Decimal(50), Decimal(50))}


def test_average_plus_is_what_the_pair_scores_elsewhere_when_that_is_more(ruled, board, director):
    other = make.make_board(board.tournament, 3)
    for table in range(1, 9):
        make.make_result(other, table, "3NT", "S", 12 if table == 1 else 9)
    proposal = scores.propose_adjustment(ruled, Choice(Award(Average.PLUS, Average.MINUS), "12C2a"))
    # Pair 1 has all the points of board 3, its opponents none.
    assert (proposal.after.ns_percent, proposal.after.ew_percent) == (Decimal("100.00"), Decimal("0.00"))
    choice = Choice(Award(Average.PLUS, Average.MINUS), "12C2a")
    scores.confirm_adjustment(incident=ruled, by=director, seen=proposal.digest, choice=choice)
    other.results.filter(table=1).update(tricks=9, score=400)
    assert scores.propose_adjustment(ruled).after.ns_percent == Decimal("60.00"), "recomputed with the other board"


def test_a_score_chosen_by_hand_stands_until_the_rulings_or_the_result_change(ruled, board, director):
    choice = Choice(weighing((MADE, "3/5"), (DOWN, "2/5")), "12C1c")
    seen = scores.propose_adjustment(ruled, choice).digest
    scores.confirm_adjustment(incident=ruled, by=director, seen=seen, choice=choice)
    assert not scores.propose_adjustment(ruled).stale
    board.results.filter(table=1).update(tricks=10, score=630)
    forget_fields()
    proposal = scores.propose_adjustment(ruled)
    assert (proposal.stale, proposal.kind) == (True, "weighted")
    back = scores.propose_adjustment(ruled, AS_RULED)
    assert (back.kind, back.after.score) == ("transfer", 660)
    scores.confirm_adjustment(incident=ruled, by=director, seen=back.digest, choice=AS_RULED)
    assert [adjustment.kind for adjustment in Adjustment.objects.order_by("at")] == ["weighted", "transfer"]


def test_the_words_of_a_choice_stay_outside_the_chain(ruled, director):
    choice = Choice(Award.both(MADE), "12C1b", "The director said so.")
    seen = scores.propose_adjustment(ruled, choice).digest
    scores.confirm_adjustment(incident=ruled, by=director, seen=seen, choice=choice)
    event = Event.objects.get(kind="adjustment_confirmed")
    assert "said so" not in event.body
    assert Note.objects.get(pk=event.data["reason"]).text == "The director said so."


def test_after_the_correction_period_a_score_needs_the_organisers_consent(ruled, director):
    now = clock.now()
    Tournament.objects.update(published_at=now - datetime.timedelta(hours=2), correction_minutes=30)
    ruled = incidents.fresh(ruled)
    seen = scores.propose_adjustment(ruled).digest
    with pytest.raises(Refused) as refusal:
        scores.confirm_adjustment(incident=ruled, by=director, seen=seen)
    assert refusal.value.code == "correction_period_over"
    scores.confirm_adjustment(incident=ruled, by=director, seen=seen, agreed=True)
    assert Event.objects.get(kind="adjustment_confirmed").data["correction"] == "79C2"


def test_the_page_goes_to_the_consent_that_is_missing(client, ruled):
    Tournament.objects.update(published_at=clock.now() - datetime.timedelta(hours=2), correction_minutes=30)
    page = client.get(url("score", ruled.pk))
    missing = 'name="agreed" value="yes" form="confirm" aria-invalid="true"'
    assert missing not in page.content.decode()
    seen = re.search(r'name="seen" value="([^"]+)"', page.content.decode())[1]
    refused = client.post(url("score", ruled.pk), draft_of(page) | {"seen": seen})
    assert refused.status_code == 409
    assert missing in refused.content.decode()


SEVERAL_RESULTS = {
    "event": "tempo", "informant": "E", "agreed": "agreed", "board_over": "yes", "action": "4♠", "suggestion": "",
    "demonstrably": "yes", "polled": "3", "poll": "", "logical_alternative": "yes", "less_suggested": "yes",
    "side_gained": "yes", "kind_of_score": "weighted", "line_without": "",
}  # fmt: skip


def rows_in_force(report) -> list[str]:
    """Return the labels of the rows that a report prints in bold."""
    return re.findall(r'<tr class="chg"><td>([^<]*)</td>', report.content.decode())


def test_a_report_prints_the_result_at_the_table_in_bold_only_while_it_counts(client, board, director):
    incident = make.make_incident(board, director, table=2)
    inquiry = incidents.open_inquiry(incident=incident, law="64", by=director)
    make.answer(inquiry, director, able="yes", offender="W", trick="3", noticed="cards_out", since="agreed")
    make.answer(
        Inquiry.objects.get(pk=inquiry.pk),
        director,
        exclusion="none",
        winner="S",
        tricks_after="0",
        line="",
        equity="no",
    )
    page = client.get(url("report", incident.pk))
    assert "The result at the table stands." in words(page)
    assert rows_in_force(page) == ["At the table"]
    confirm(client, incident, choose(client, incident, kind="assigned", ns="3NT-S-9", show="yes").url)
    (row,) = rows_in_force(client.get(url("report", incident.pk)))
    assert row != "At the table"


def test_a_score_that_the_ruling_leaves_to_the_director_waits_until_he_has_put_it_together(client, board, director):
    """16B, 12C1(c): until the weights are entered, the result is not shown as in force, and the evening cannot be
    closed."""
    incident = make.make_incident(board, director, table=2)
    make.answer(incidents.open_inquiry(incident=incident, law="16B", by=director), director, **SEVERAL_RESULTS)
    incident = Incident.objects.get(pk=incident.pk)
    unconfirmed = f"{incident.reference}, table 2"
    score, decision = url("score", incident.pk), incident.inquiries.get().get_absolute_url()
    page = client.get(score)
    shown_words = words(page)
    assert "The score is still to be put together" in shown_words
    assert "Put the results and their weights together" in shown_words
    assert "Nothing to type in" not in shown_words
    assert "The result at the table stands" not in shown_words
    assert 'name="seen"' not in page.content.decode()
    compose = html.unescape(re.search(r'class="btn main" href="([^"]+)"', page.content.decode())[1])
    assert draft_of(client.get(compose))["kind"] == ["weighted"]
    assert "unchanged" not in words(client.get(decision, follow=True))
    page = client.get(url("report", incident.pk))
    report = words(page)
    assert "The score is still to be put together (Law 12C1c)." in report
    assert "The result at the table stands." not in report
    assert rows_in_force(page) == ["At the table"]
    closing = url("close_evening", incident.tournament_id)
    assert unconfirmed in words(client.get(closing))

    together = f"{score}?kind=weighted&ns=3NT-S-9@1/2&ns=3NT-S-8@1/2&law=12C1c"
    shown_words = words(confirm(client, incident, together, reason="Half of those asked pass."))
    assert "still to be put together" not in shown_words
    assert "As played" not in shown_words
    assert Adjustment.objects.get().kind == "weighted"
    assert unconfirmed not in words(client.get(closing))
    assert "still to be put together" not in words(client.get(url("report", incident.pk)))


def test_a_loss_that_the_damaged_side_inflicted_on_itself_waits_for_the_score_of_each_side(client, board, director):
    """12C1(e): the result without the infraction is the offenders' score alone."""
    own_part = SEVERAL_RESULTS | {"kind_of_score": "same_contract", "probable_tricks": "10", "own_fault": "yes"}
    incident = make.make_incident(board, director, table=2)
    make.answer(incidents.open_inquiry(incident=incident, law="16B", by=director), director, **own_part)
    page = client.get(url("score", incident.pk))
    assert "The score is still to be put together" in words(page)
    assert 'name="seen"' not in page.content.decode()
    compose = html.unescape(re.search(r'class="btn main" href="([^"]+)"', page.content.decode())[1])
    assert draft_of(client.get(compose))["kind"] == ["self"]


# Scores worth less than the result at the table

WORSE = "is worth less than the result at the table"
HALVES = "kind=weighted&ns=3NT-S-9@1/2&ns=3NT-S-8@1/2&law=12C1c"
BETTER = "kind=weighted&ns=3NT-S-12@1/2&ns=3NT-S-11@1/2&law=12C1c"


def test_a_score_worse_for_the_side_that_did_not_offend_is_said_before_it_is_confirmed(client, ruled):
    address = url("score", ruled.pk)
    page = client.get(f"{address}?{HALVES}")
    assert f"For the non-offending side, North-South, the score put together {WORSE} (12B1)." in words(page)
    assert WORSE not in words(client.get(f"{address}?{BETTER}"))
    assert WORSE not in words(client.get(f"{address}?kind=artificial&average_ns=minus&average_ew=plus&law=12C2a"))
    assert WORSE not in words(client.get(address))
    confirm(client, ruled, f"{address}?{HALVES}", reason="He gambled.")
    assert Adjustment.objects.get().kind == "weighted"


def test_without_another_table_the_points_are_compared(client, board, director, ruled):
    board.results.exclude(pk=ruled.result_id).delete()
    forget_fields()
    assert WORSE in words(client.get(f"{url('score', ruled.pk)}?{HALVES}"))
    assert WORSE not in words(client.get(f"{url('score', ruled.pk)}?{BETTER}"))


@pytest.mark.parametrize(("damaged", "said"), [("declaring_side", True), ("defenders", False)])
def test_the_side_that_law_12_protects_is_the_one_that_was_damaged(client, board, director, damaged, said):
    incident = make.make_incident(board, director, table=2)
    inquiry = incidents.open_inquiry(incident=incident, law="12", by=director)
    answers = {"why_adjust": "nothing_prescribed", "damaged": damaged, "kind_of_score": "weighted"}
    make.answer(inquiry, director, **answers, line_without="", own_fault="no")
    assert (WORSE in words(client.get(f"{url('score', incident.pk)}?{HALVES}"))) is said


def test_nothing_is_said_where_both_sides_offended(client, ruled, director):
    rule(ruled, director, offender="S", winner="W")
    assert WORSE not in words(client.get(f"{url('score', ruled.pk)}?{HALVES}"))


# Weights


@given(st.lists(st.integers(0, 100), min_size=1, max_size=8), st.integers(0, 7), st.fractions(-1, 2))
def test_weights_always_sum_to_one(weights, place, weight):
    total = sum(weights)
    parts = [Fraction(one, total) if total else Fraction(1, len(weights)) for one in weights]
    weights_set = reweighted(parts, place % len(parts), weight)
    assert sum(weights_set) == 1
    assert all(0 <= one <= 1 for one in weights_set)


def test_the_others_share_the_rest_as_they_did():
    weights_set = reweighted([Fraction(60, 100), Fraction(30, 100), Fraction(10, 100)], 0, Fraction(40, 100))
    assert weights_set == (Fraction(40, 100), Fraction(45, 100), Fraction(15, 100))


def test_one_result_of_the_whole_weight_is_an_assigned_score():
    whole = with_weights([Possible("3NT", "S", 9, 600, Fraction(1)), Possible("3NT", "S", 8, -100, Fraction(0))])
    assert Award(whole, whole) == Award.both(MADE)


@pytest.mark.parametrize(
    ("actual", "without", "but_for", "own"),
    [
        (DOWN, ELEVEN, MADE, 3),  # -100 at the table, 660 without the infraction, 600 without the side's own error
        (DOWN, MADE, DOWN, 1),  # no part of the loss is self-inflicted
        (DOWN, MADE, ELEVEN, 1),  # all of the loss is self-inflicted
        (ELEVEN, MADE, DOWN, 1),  # no damage at all
    ],
)
def test_a_side_keeps_the_part_of_the_damage_that_is_its_own(actual, without, but_for, own):
    award = self_inflicted(Side.NS, actual=actual, without=without, but_for=but_for)
    assert len(award.ns) == own
    if without.score > actual.score:
        assert award.ew == (without,)
        points = sum(one.weight * one.score for one in award.ns)
        assert points == max(actual.score, without.score - max(but_for.score - actual.score, 0))
    else:
        assert award == Award.both(actual)


# The draft in the URL


results = st.lists(
    st.tuples(
        st.sampled_from(["3NT-S-9", "4Sx-W-8", "7Cxx-N-13", "1D-E-0", "pass"]), st.integers(1, 99), st.integers(1, 9)
    ),
    max_size=8,
    unique_by=lambda one: one[0],
)


@given(results)
def test_any_draft_is_read_back_from_its_address(codes):
    query = QueryDict(mutable=True)
    query["kind"] = "weighted"
    query.setlist("ns", [f"{code}@{top}/{bottom}" for code, top, bottom in codes])
    draft = Draft.read(query)
    assert Draft.read(QueryDict(draft.address())) == draft
    assert not draft.ns or sum(one.weight for one in draft.ns) == 1


@given(st.text(max_size=60), st.text(max_size=20))
def test_what_cannot_be_read_is_left_out(code, weight):
    query = QueryDict(mutable=True)
    query.update({"kind": "split", "ns": code, "ew": f"3NT-S-9@{weight}", "weight_ns": weight, "percent_ns": weight})
    query.update({"more": code, "damaged": code, "law": code, "average_ns": weight})
    draft, _error = Draft.read(query).touched(query, "None")
    assert Draft.read(QueryDict(draft.address())) is not None


# The page


def test_results_are_weighed_touch_by_touch_and_shown_to_the_field_before_they_count(client, ruled, director):
    page = choose(client, ruled, kind="weighted", add="ns", **keyed("3", "NT", "S", "0"))
    page = choose(client, ruled, add="ns", **(draft_of(page) | keyed("3", "NT", "S", "-1")))
    assert draft_of(page)["ns"] == ["3NT-S-9@1/2", "3NT-S-8@1/2"]
    for _touch in range(2):
        page = choose(client, ruled, more="ns:0", **draft_of(page))
    assert draft_of(page)["ns"] == ["3NT-S-9@3/5", "3NT-S-8@2/5"]
    assert 'value="60"' in page.content.decode()
    page = choose(client, ruled, weight_ns=["33,3", "40"], weigh="yes", **draft_of(page))
    assert draft_of(page)["ns"] == ["3NT-S-9@333/1000", "3NT-S-8@667/1000"]
    page = choose(client, ruled, equal="ns:0", **draft_of(page))
    shown = choose(client, ruled, show="yes", **draft_of(page))
    assert shown.status_code == 302
    assert Adjustment.objects.count() == 0
    shown_words = words(client.get(shown.url))
    assert "The score is weighted" in shown_words
    assert "Confirm this weighted score" in shown_words
    confirm(client, ruled, shown.url, reason="Two lines.")
    adjustment = Adjustment.objects.get()
    assert adjustment.given == weighing((MADE, "1/2"), (DOWN, "1/2"))
    assert (adjustment.law, adjustment.reason, adjustment.by) == ("12C1c", "Two lines.", director)
    assert "50% of 3NT=, 600 to North-South, 50% of 3NT−1, 100 to East-West" in words(
        client.get(url("board", ruled.board_id))
    )
    assert "50% 3NT=, 50% 3NT−1" in words(client.get(url("report", ruled.pk)))


def test_a_side_each_is_given_its_own(client, ruled):
    page = choose(client, ruled, kind="split", add="ns", **keyed("3", "NT", "S", "-1"))
    missing = choose(client, ruled, show="yes", **draft_of(page))
    assert "Give each side a result" in words(missing)
    page = choose(client, ruled, add="ew", **(draft_of(page) | keyed("3", "NT", "S", "0")))
    shown = choose(client, ruled, show="yes", law="82C", **draft_of(page))
    confirm(client, ruled, shown.url)
    adjustment = Adjustment.objects.get()
    assert (adjustment.kind, adjustment.given, adjustment.law) == ("split", Award((DOWN,), (MADE,)), "82C")


def test_averages_and_numbers_are_touched(client, ruled):
    missing = choose(client, ruled, kind="artificial", average_ns="A+", show="yes")
    assert "Touch what North-South receives, and what East-West receives." in words(missing)
    shown = choose(client, ruled, kind="artificial", average_ns="A+", percent_ew="45,5", show="yes")
    assert parse_qs(urlparse(shown.url).query)["average_ew"] == ["91/2"]
    shown_words = words(client.get(shown.url))
    assert "average plus to North-South, 60.00% of this board" in shown_words
    assert "45.5% to East-West" in shown_words
    confirm(client, ruled, shown.url)
    assert Adjustment.objects.get().given == Award(Average.PLUS, Fraction(91, 2))


def test_self_inflicted_damage_is_computed_from_three_results(client, ruled, board):
    board.results.filter(table=1).update(tricks=8, score=-100)
    page = choose(client, ruled, kind="self", damaged="NS", add="ns", **keyed("3", "NT", "S", "2"))
    page = choose(client, ruled, damaged="NS", add="ew", **(draft_of(page) | keyed("3", "NT", "S", "0")))
    shown = choose(client, ruled, show="yes", damaged="NS", **draft_of(page))
    confirm(client, ruled, shown.url)
    adjustment = Adjustment.objects.get()
    assert adjustment.given == self_inflicted(Side.NS, actual=DOWN, without=ELEVEN, but_for=MADE)
    assert adjustment.law == "12C1e"


@pytest.mark.parametrize(
    ("touched", "sentence"),
    [
        ({"kind": "weighted", "add": "ns"}, "Touch the level of the contract."),
        ({"kind": "weighted", "add": "ns"} | keyed("7", "NT", "S", "3"), "There are 13 tricks in a deal"),
        ({"kind": "weighted", "ns": ["3NT-S-9@1/2", "3NT-S-8@1/2"], "weight_ns": ["abc", "50"]}, "is not a percentage"),
        ({"kind": "weighted", "ns": ["3NT-S-9"], "weight_ns": ["150"]}, "is not a percentage"),
        ({"kind": "weighted", "ns": ["3NT-S-9"], "add": "ns"} | keyed("3", "NT", "S", "0"), "is there already"),
        ({"kind": "weighted", "show": "yes"}, "Touch a result on the keypad, then add it."),
        ({"kind": "self", "show": "yes"}, "Touch the side that was damaged."),
        ({"kind": "artificial", "percent_ns": "120", "percent_ew": "40", "show": "yes"}, "is not a percentage"),
    ],
)  # fmt: skip
def test_a_touch_that_cannot_be_is_told_and_nothing_is_lost(client, ruled, touched, sentence):
    page = choose(client, ruled, **touched)
    assert page.status_code == 200
    assert sentence in words(page)
    assert len(draft_of(page).get("ns", [])) == len(touched.get("ns", []))


def test_only_a_director_chooses(client, ruled):
    reviewer = make.make_member(Club.objects.get(), "lefort", role="reviewer")
    assert sign_in(reviewer).get(url("choose", ruled.pk), {"kind": "weighted"}).status_code == 403
    stranger = make.make_member(make.make_club("Another", "another"), "dupont")
    assert sign_in(stranger).get(url("choose", ruled.pk), {"kind": "weighted"}).status_code == 404


def test_decisions_that_protect_opposite_sides_are_the_directors_to_choose(client, board, director):
    incident = make.make_incident(board, director)
    both = {"exclusion": "both", "equity_both": "them"}
    rule(incident, director, offender="W", tricks_without="12", **both)
    rule(incident, director, offender="N", tricks_without="9", **both)
    page = words(client.get(url("score", incident.pk)))
    assert "The score is yours to choose" in page
    shown = choose(client, incident, kind="split", ns="3NT-S-12", ew="3NT-S-9", show="yes")
    confirm(client, incident, shown.url)
    assert Adjustment.objects.get().given == Award((Possible("3NT", "S", 12, 690),), (MADE,))


def test_a_board_that_was_not_played_is_given_an_average(client, board, director):
    board.results.filter(table=2).delete()
    incident = make.make_incident(board, director, table=2)
    rule(incident, director, declarer="S")
    client.post(url("score", incident.pk), {"unplayed": "yes"})
    incident = incidents.fresh(incident)
    assert incident.result.kind == "not_played"
    shown = choose(client, incident, kind="artificial", average_ns="A", average_ew="A", show="yes")
    confirm(client, incident, shown.url)
    assert Adjustment.objects.get().given == Award(Average.EVEN, Average.EVEN)
    history_ = words(client.get(url("board", board.pk)))
    assert "Noted: not played" in history_


# Typed values are used


THREE = ["3NT-S-9@1/3", "3NT-S-8@1/3", "3NT-S-11@1/3"]


@pytest.mark.parametrize(
    ("typed", "weights"),
    [
        (["50", "30", "20"], ["1/2", "3/10", "1/5"]),
        (["33,3", "33,3", "33,3"], ["1/3", "1/3", "1/3"]),
        (["50", "30", "33,33"], ["1/2", "3/10", "1/5"]),
        (["60", "33,33", "33,33"], ["3/5", "1/5", "1/5"]),
        (["0", "100", "33,33"], ["0", "1", "0"]),
        (["100/3", "50 %", "33,33"], ["1/3", "1/2", "1/6"]),
    ],
)
def test_weights_typed_together_are_all_taken(client, ruled, typed, weights):
    page = client.get(url("choose", ruled.pk, language="fr"), {"kind": "weighted", "ns": THREE, "weight_ns": typed})
    assert [code.partition("@")[2] for code in draft_of(page)["ns"]] == weights


@pytest.mark.parametrize(
    ("typed", "sentence"), [(["50", "30", "10"], "make 90%"), (["80", "40", "33.33"], "make 120%")]
)
def test_weights_that_make_no_whole_are_told_and_stay_as_they_were_typed(client, ruled, typed, sentence):
    page = choose(client, ruled, kind="weighted", ns=THREE, weight_ns=typed, show="yes")
    assert sentence in words(page)
    assert draft_of(page)["ns"] == THREE
    assert re.findall(r'name="weight_ns"[^>]* value="([^"]*)"', page.content.decode()) == typed
    even = choose(client, ruled, kind="weighted", ns=["3NT-S-9@1/2", *THREE[1:]], weight_ns=typed, equal="ns:0")
    assert draft_of(even)["ns"] == THREE
    assert sentence not in words(even)


def test_a_number_that_looks_like_an_average_is_no_average(board, director):
    tournament = board.tournament
    other = make.make_board(tournament, 3)
    make.make_result(other, 1, tricks=12)
    for table in range(2, 9):
        make.make_result(other, table)
    incident = make.make_incident(board, director)
    rule(incident, director)
    for award, percent in ((Award(Fraction(60), Fraction(40)), 60), (Award(Average.PLUS, Average.MINUS), 100)):
        after = scores.propose_adjustment(incident, Choice(award, "12C2a")).after
        assert (after.ns_percent, after.ew_percent) == (percent, 100 - percent)


@pytest.mark.parametrize(
    ("was", "touched", "given"),
    [
        ("", {"average_ns": "A+", "percent_ns": "45"}, "45"),
        ("45", {"average_ns": "A+", "percent_ns": "45"}, "A+"),
        ("A+", {"average_ns": "A+", "percent_ns": "45"}, "45"),
        ("100/3", {"average_ns": "A-", "percent_ns": "33.33"}, "A-"),
        ("A+", {"average_ns": "A+", "percent_ns": ""}, "A+"),
        ("", {"percent_ns": "33.33"}, "3333/100"),
    ],
)
def test_of_an_average_and_a_number_the_one_touched_last_counts(client, ruled, was, touched, given):
    shown = choose(client, ruled, kind="artificial", average_ew="A", was_ns=was, show="yes", **touched)
    assert parse_qs(urlparse(shown.url).query)["average_ns"] == [given]
    assert "Confirm" in words(client.get(shown.url))


@pytest.mark.parametrize(
    ("given", "others"),
    [
        ("A+", "A-"),
        ("A-", "A+"),
        ("A", "A"),
        ("40", "60"),
        ("100/3", "200/3"),
        ("6 IMP", "-6 IMP"),
        ("-5/2 IMP", "5/2 IMP"),
    ],
)
def test_the_team_at_fault_has_the_complement_of_the_average_of_the_other(given, others):
    """Law 86B2; by another law, or once both teams have theirs, nothing is filled in."""
    for sides in (("ns", "ew"), ("ew", "ns")):
        draft = f"kind=artificial&average_{sides[0]}={quote_plus(given)}"
        for more, complement in (("&law=86B2", others), ("", ""), (f"&law=86B2&average_{sides[1]}=A", "A")):
            touched, wrong = Draft.read(QueryDict(draft + more)).touched(QueryDict(), "")
            assert (dict(zip(("ns", "ew"), touched.averages, strict=True)), wrong) == (
                {sides[0]: given, sides[1]: complement},
                "",
            )


@pytest.mark.usefixtures("of_a_scoring_program")
def test_at_imps_averages_and_numbers_are_imps(client, ruled, board):
    Tournament.objects.update(method={"scoring": "BUTLER"})
    page = words(choose(client, ruled, kind="artificial"))
    assert "+3 IMPs" in page
    assert "−3 IMPs" in page
    assert "60%" not in page
    wrong = choose(client, ruled, kind="artificial", average_ns="A+", imps_ew="30", show="yes")
    assert "“30” is not a number of IMPs" in words(wrong)
    assert 'name="imps_ew" inputmode="decimal" size="6" value="30"' in wrong.content.decode()
    shown = choose(client, ruled, kind="artificial", average_ns="A+", imps_ew="-2,5", show="yes")
    shown_words = words(client.get(shown.url))
    assert "Confirm average plus to North-South, −2.5 IMPs to East-West" in shown_words
    assert "NS 3, EW −2.5" in shown_words
    assert "Bridgemate has no place for IMPs" in shown_words
    confirm(client, ruled, shown.url)
    given = Adjustment.objects.get().given
    assert given == Award(Average.PLUS, Imps(Fraction(-5, 2)))
    assert isinstance(given.ew, Imps)
    assert "−2.5 IMPs" in words(client.get(url("board", board.pk)))
    assert "−2.5 IMPs" in words(client.get(url("report", ruled.pk)))


# A composed score is never lost


def test_a_score_that_was_seen_is_changed_from_where_it_stands(client, ruled):
    shown = choose(client, ruled, kind="weighted", ns=THREE, law="12C1b", show="yes")
    page = client.get(shown.url).content.decode()
    links = {parse_qs(urlparse(one).query)["kind"][0]: one for one in re.findall(r'href="([^"]*/choose/[^"]*)"', page)}
    assert draft_of(client.get(html.unescape(links["weighted"])))["ns"] == THREE
    assert draft_of(client.get(html.unescape(links["split"])))["ns"] == THREE
    assert draft_of(client.get(html.unescape(links["assigned"])))["ns"] == ["3NT-S-9@1"]
    confirm(client, ruled, shown.url)
    later = client.get(url("score", ruled.pk)).content.decode()
    (again,) = re.findall(r'href="([^"]*/choose/\?kind=weighted[^"]*)"', later)
    assert draft_of(client.get(html.unescape(again)))["ns"] == THREE


@pytest.mark.parametrize(
    "award",
    [
        Award.both(MADE),
        weighing((MADE, "3/5"), (DOWN, "2/5")),
        Award((DOWN,), (MADE,)),
        Award(Average.PLUS, Fraction(91, 2)),
        Award(Imps(Fraction(-5, 2)), Average.EVEN),
        self_inflicted(Side.NS, actual=DOWN, without=ELEVEN, but_for=MADE),
        self_inflicted(Side.EW, actual=ELEVEN, without=DOWN, but_for=MADE),
    ],
)
def test_a_confirmed_score_is_put_together_again(ruled, board, award):
    actual = award.ns[0] if isinstance(award.ns, tuple) and len(award.ns) == 3 else None
    actual = award.ew[0] if isinstance(award.ew, tuple) and len(award.ew) == 3 else actual
    if actual is not None:
        board.results.filter(table=1).update(tricks=actual.tricks, score=actual.score)
    draft = Draft.read(QueryDict(Draft.of(award, "").address()))
    result = board.results.select_related("board").get(table=1)
    assert draft.touched(QueryDict(), board.vulnerability)[0].award(result) == award


def test_the_kind_of_a_self_inflicted_score_stays_marked(client, ruled):
    page = client.get(url("score", ruled.pk), {"kind": "self", "damaged": "NS", "ns": "3NT-S-12", "ew": "3NT-S-12"})
    marked = re.findall(r'<a class="btn on" href="[^"]*kind=(\w+)', page.content.decode())
    assert marked == ["self"]


def test_a_percentage_is_rounded_once(client, ruled, board):
    # Two higher, four equal, one lower, one artificial: 17/7 of 14 is 17.3469..., which is 17.35 and 17.3.
    for table, tricks in ((2, 9), (3, 10)):
        board.results.filter(table=table).update(tricks=tricks, score=570 + 30 * (tricks - 8))
    page = client.get(url("score", ruled.pk), {"kind": "artificial", "average_ns": "A", "average_ew": "A"})
    row = next(one for one in page.content.decode().split("<tr") if ">3</th>" in one)
    assert "17.3" in row
    assert "17.4" not in row


# The line of the incident


@pytest.mark.parametrize("table", [None, 5], ids=["a file without tables", "two lines of one table"])
def test_the_line_is_touched_where_the_table_does_not_tell_it(client, board, director, table):
    board.results.filter(table__in=(4, 5)).update(table=table)
    if table is None:
        board.results.update(table=None)
    line = board.results.get(ns__number="4")
    incident = make.make_incident(board, director, table=table)
    rule(incident, director, declarer="S")
    page = client.get(url("score", incident.pk))
    assert "Which result is it?" in words(page)
    assert "3NT+2 by South, 660 to North-South, NS 4–EW 4" in words(page)
    assert page.content.decode().count('name="line"') == (8 if table is None else 2)
    foreign = client.post(url("score", incident.pk), {"line": str(incident.pk)})
    assert "This line is not of this board" in words(foreign)
    assert "One trick is transferred" in words(
        client.post(url("score", incident.pk), {"line": str(line.pk)}, follow=True)
    )
    assert incidents.fresh(incident).result == line
    incidents.place_incident(incident=incident, by=director)
    assert incidents.fresh(incident).result == line
    shown = choose(client, incident, kind="artificial", average_ns="A+", average_ew="A-", show="yes")
    confirm(client, incident, shown.url)
    assert Adjustment.objects.get().result == line
    assert history.differences(incidents.fresh(incident)) == []
    incidents.place_incident(incident=incident, by=director, board=make.make_board(board.tournament, 7))
    assert incidents.fresh(incident).result is None


# The report and the traveller


def test_the_report_says_what_was_given_by_whom_and_why(client, ruled):
    shown = choose(client, ruled, kind="weighted", ns=["3NT-S-9@3/5", "3NT-S-8@2/5"], law="12C1b", show="yes")
    confirm(client, ruled, shown.url, reason="Two lines were likely.")
    report = words(client.get(url("report", ruled.pk)))
    assert "60% of 3NT=, 600 to North-South, 40% of 3NT−1, 100 to East-West." in report
    assert "Chosen by the director (Law 12C1b)." in report
    assert "Reason given: “Two lines were likely.”" in report


def test_the_report_says_what_changes_for_each_side_of_a_split_score(client, ruled):
    # North-South have 690, which beats the field's 660; East-West keep 660, which equals it
    page = {"kind": "split", "ns": "3NT-S-12", "ew": "3NT-S-11"}
    report = report_sentences(client, ruled, page)
    assert "Tables 2, 3, 4, 5, 6, 7 and 8: from 50.0 to 42.9% for North-South." in report
    assert "for East-West" not in report
    assert "unchanged" not in report
    other = report_sentences(client, ruled, {"kind": "split", "ns": "3NT-S-11", "ew": "3NT-S-12"})
    assert "Tables 2, 3, 4, 5, 6, 7 and 8: from 50.0 to 57.1% for East-West." in other
    assert "unchanged" not in other


def report_sentences(client, incident: Incident, page: dict[str, str]) -> str:
    confirm(client, incident, choose(client, incident, show="yes", **page).url)
    return words(client.get(url("report", incident.pk)))


def test_a_self_inflicted_loss_is_short_and_without_negative_weights(client, ruled, board):
    board.results.filter(table=1).update(tricks=8, score=-100)
    page = {"kind": "self", "damaged": "NS", "ns": "3NT-S-11", "ew": "3NT-S-9"}
    report = report_sentences(client, ruled, page)
    assert "3NT−1, plus 3NT+2 less 3NT= / 3NT+2" in report
    assert "−100%" not in report
    assert "3NT−1, plus 3NT+2 less 3NT= / 3NT+2" in words(client.get(url("board", board.pk)))


def test_a_withdrawn_call_has_no_score(client, ruled, director):
    incidents.withdraw_incident(incident=ruled, by=director)
    assert "This call was withdrawn: no score follows from it." in words(client.get(url("score", ruled.pk)))


def test_a_second_decision_asks_for_the_same_score_again(client, ruled, board, director):
    confirm(client, ruled, choose(client, ruled, kind="artificial", average_ns="A", average_ew="A", show="yes").url)
    rule(make.make_incident(board, director), director)
    page = words(client.get(url("score", ruled.pk)))
    assert "since then a decision or the result has changed" in page
    assert "is another score" not in page


@pytest.mark.usefixtures("of_a_scoring_program")
def test_the_slip_says_a_self_inflicted_loss_in_words(client, ruled, board):
    board.results.filter(table=1).update(tricks=8, score=-100)
    page = client.get(url("score", ruled.pk), {"kind": "self", "damaged": "NS", "ns": "3NT-S-11", "ew": "3NT-S-9"})
    slip = words(page).partition("To type into the scoring program")[2]
    assert "3NT−1, 100 to East-West, and the difference between 3NT+2, 660 to North-South and 3NT=" in slip
    assert "100%" not in slip


@pytest.mark.parametrize(("kind", "head"), [("pairs", "Pair"), ("individual", "No."), ("teams", "Team")])
def test_the_ranking_is_of_those_who_play(client, ruled, kind, head):
    Tournament.objects.update(kind=kind)
    page = client.get(url("score", ruled.pk)).content.decode()
    heads = set(re.findall(r'<thead><tr><th scope="col">([^<]*)</th><th scope="col" class="num">Before', page))
    assert heads <= {head}
    assert (kind == "pairs") == ("pairs</summary>" in page)


def test_withdrawing_a_call_names_the_score_that_its_own_had_replaced(client, ruled, board, director):
    confirm(client, ruled, choose(client, ruled, kind="artificial", average_ns="A", average_ew="A", show="yes").url)
    other = make.make_incident(board, director)
    rule(other, director)
    confirm(client, other, choose(client, other, kind="assigned", ns="3NT-S-9", show="yes").url)
    page = words(client.post(url("withdraw", other.pk), follow=True))
    assert f"The score of incident {ruled.reference}, which it had replaced, is not back: confirm it again." in page
    assert not Adjustment.objects.confirmed().exists()
    quiet = make.make_incident(board, director)
    assert "is not back" not in words(client.post(url("withdraw", quiet.pk), follow=True))


def test_a_score_that_was_withdrawn_before_is_not_called_replaced(client, ruled, board, director):
    confirm(client, ruled, choose(client, ruled, kind="artificial", average_ns="A", average_ew="A", show="yes").url)
    incidents.drop_inquiry(inquiry=ruled.inquiries.get(), by=director)
    assert not Adjustment.objects.confirmed().exists()
    other = make.make_incident(board, director)
    rule(other, director)
    confirm(client, other, choose(client, other, kind="assigned", ns="3NT-S-9", show="yes").url)
    assert "is not back" not in words(client.post(url("withdraw", other.pk), follow=True))


def test_a_side_of_several_results_has_no_score_in_the_column_of_scores():
    assert award_cells(Award((MADE,), (DOWN,)))[2] == "600 / 100"
    assert award_cells(Award(weighing((MADE, "1/2"), (DOWN, "1/2")).ns, (DOWN,)))[2] == "– / 100"
    assert award_cells(weighing((MADE, "1/2"), (DOWN, "1/2")))[2] == ""


def test_imps_stay_imps_in_the_record():
    award = Award(Imps(Fraction(5, 2)), Fraction(60))
    assert award.as_json() == {"ns": "5/2 IMP", "ew": "60"}
    back = Award.from_json(award.as_json())
    assert (back, type(back.ns), type(back.ew)) == (award, Imps, Fraction)


def test_imps_go_out_in_a_file_and_come_back(ruled, board, director):
    Tournament.objects.update(scoring="BUTLER", method={"scoring": "BUTLER"})
    choice = Choice(Award(Imps(Fraction(5, 2)), Imps(-3)), "12C2b")
    proposal = scores.propose_adjustment(ruled, choice)
    scores.confirm_adjustment(incident=ruled, by=director, seen=proposal.digest, choice=choice)
    read = tournament_json.read(export_tournament(board.tournament, "json").data)
    line = next(result for result in read.boards[0].results if result.table == 1)
    assert line.award == choice.award
    board.results.filter(table=1).update(award=line.award.as_json())
    Adjustment.objects.all().delete()
    field = Field(Tournament.objects.get())
    again = field.points(field.counted()).line(field.results_of(board.pk)[0])
    assert (again.ns, again.ew) == (Decimal("2.5"), -3)
