"""The current state of an incident is derived in one place, from records alone: every ruling, the score and the next
act."""

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from arbitrage.models import Appeal, Board, Incident, Inquiry
from arbitrage.services import appeals, clock, incidents
from arbitrage.services.incidents import reviewing
from arbitrage.services.incidents.standing import State, standing, standings
from arbitrage.services.results.scores import Choice, confirm_adjustment, propose_adjustment
from arbitrage.services.tournaments import publish_scores
from rulings.bridge import Seat as At
from rulings.bridge import parse_contract
from rulings.engine.inquiry import Asking
from rulings.scores.award import Award, Possible
from tests.arbitrage import factories as make

pytestmark = pytest.mark.django_db

EVENING = datetime.datetime(2026, 11, 20, 20, 30, tzinfo=datetime.UTC)


def read(incident: Incident):
    return standing(incidents.fresh(incident))


def states(incident: Incident) -> list[str]:
    return [ruling.state.value for ruling in read(incident).rulings]


def supersede(incident: Incident, by, **answers: str):
    inquiry = incident.inquiries.get()
    return reviewing.supersede(
        inquiry=inquiry, answers=answers, reason="Recompté.", seen_version=inquiry.version, by=by
    )


def drop_a_card(incident: Incident, by, owner: str = "E", card: str = "C4", **said: str) -> Inquiry:
    """Rule that a card dropped by a defender is a penalty card; keyword arguments replace the usual answers."""
    inquiry = incidents.open_inquiry(incident=incident, law="49", by=by)
    usual = {"what": "play", "owner": owner, "how": "dropped", "card": card, "could_see": "yes"} | said
    while isinstance(state := inquiry.state(), Asking):
        inquiry = make.answer(inquiry, by, **{state.question.id: usual.get(state.question.id, "no")})
    return inquiry


def ask(incident: Incident, by, **said) -> Appeal:
    return appeals.request_appeal(incident=incident, by=by, **({"side": "EW", "about": "facts", "agreed": True} | said))


def decide(appeal: Appeal, by, **said) -> Appeal:
    appeals.seat(appeal=appeal, role="chair", name="Alice Renard", by=by)
    usual = {"outcome": "stands", "law": "64A2", "reasons": "Les faits sont clairs."}
    return appeals.decide(appeal=appeal, by=by, **(usual | said))


def four_spades() -> Award:
    contract = parse_contract("4S")
    assert contract is not None
    one = Possible.of(contract.by(At.S), 11, "NS")
    return Award((one,), (one,))


def give(incident: Incident, by, award: Award):
    choice = Choice(award, "64C", "")
    return confirm_adjustment(incident=incident, by=by, seen=propose_adjustment(incident, choice).digest, choice=choice)


def test_a_ruling_counts_and_its_mark_waits_to_be_confirmed(ruled, director):
    found = read(ruled)
    (one,) = found.rulings
    assert (one.state, one.decided.body, one.decided.by) == (State.COUNTS, "director", director)
    assert (found.mark.state, found.mark.fixed.body, found.mark.agrees) == ("waits", "table", False)
    assert found.due.kind == "confirm"


def test_nothing_is_ruled_of_a_new_call(incident, inquiry):
    found = read(incident)
    assert (found.rulings, found.undecided, found.due.kind, found.due.inquiry) == ((), True, "answer", inquiry)


def test_a_ruling_that_waits_says_for_which_moment_to_come_back(incident, director):
    inquiry = incidents.open_inquiry(incident=incident, law="64", by=director)
    make.answer(inquiry, director, **make.DURING_THE_PLAY)
    found = read(incident)
    assert [ruling.state for ruling in found.rulings] == [State.WAITS]
    assert (found.due.kind, found.due.duty.question, found.mark.state) == ("moment", "end_of_play", "open")


def test_the_end_of_a_wait_replaces_nothing(ruled):
    assert ruled.inquiries.get().rulings.count() == 2
    assert states(ruled) == ["counts"]


def test_a_confirmed_mark_was_fixed_by_the_director_and_agrees(confirmed, director):
    mark = read(confirmed).mark
    assert (mark.state, mark.agrees, mark.changed) == ("confirmed", True, True)
    assert (mark.fixed.body, mark.fixed.by, mark.fixed.law) == ("director", director, "64A2")
    assert read(confirmed).due.kind == ""


def test_a_superseded_ruling_names_the_next_the_reason_and_when(confirmed, director):
    then = clock.now() + datetime.timedelta(days=3)
    with clock.at(then):
        later = supersede(confirmed, director, tricks_after="0")
        found = read(confirmed)
    first, second = found.rulings
    assert (first.state, first.why, first.reason, first.next) == (State.SUPERSEDED, "corrected", "Recompté.", later)
    assert first.since == then
    assert (second.state, first.counts, second.counts, found.last) == (State.COUNTS, False, True, second)
    assert (found.mark.state, found.due.kind) == ("waits", "confirm")  # the score does not follow the new ruling yet


def test_a_card_that_was_played_leaves_the_sentence_that_put_it_there(incident, director):
    inquiry = drop_a_card(incident, director)
    assert states(incident) == ["counts"]
    incidents.say(incident=incident, what="played", about="E:C4", by=director)
    (one,) = read(incident).rulings
    assert (one.state, [gone.item.key for gone in one.gone]) == (State.OVERTAKEN, ["E:C4"])
    effects = inquiry.current_ruling.data["rectifications"]
    assert [effects[place]["effect"] for place in one.gone_sentences] == ["PENALTY_CARD"]
    assert not one.gone[0].by_ruling


def test_the_end_of_the_play_overtakes_nothing(incident, director):
    drop_a_card(incident, director)
    incidents.say(incident=incident, what="end_of_play", about="", by=director)
    assert states(incident) == ["counts"]


def test_a_correction_tells_the_later_ruling_what_is_no_more_so(board, incident, director):
    """The second card was major because of the first one (50B); the first is taken away."""
    first = drop_a_card(incident, director)
    second = make.make_incident(board, director)
    drop_a_card(second, director, card="D5")
    incidents.drop_inquiry(inquiry=first, by=director)
    (one,) = read(second).rulings
    assert one.state == State.AGAIN
    assert [(change.what, change.item.key) for change in one.changed] == [("gone", "E:C4")]
    assert read(second).due.kind == "look_again"


def test_a_correction_tells_the_later_ruling_what_is_there_now(board, incident, director):
    """The second card was minor, as East had no other (50B); the first one turns out to be his."""
    first = drop_a_card(incident, director, owner="W")
    second = make.make_incident(board, director)
    drop_a_card(second, director, card="H3")
    assert states(second) == ["counts"]
    make.answer(first, director, owner="E")
    (one,) = read(second).rulings
    assert one.state == State.AGAIN
    assert [(change.what, change.item.key) for change in one.changed] == [("gone", "W:C4"), ("there", "E:C4")]


def test_another_result_is_told_by_what_it_was_and_is(ruled, director):
    line = ruled.result
    assert line is not None
    line.declarer = "N"
    line.save()
    (one,) = read(ruled).rulings
    assert [(change.what, change.was, change.now) for change in one.changed] == [("declarer", "S", "N")]


@pytest.fixture
def appealed(confirmed, director) -> Appeal:
    publish_scores(tournament=confirmed.tournament, by=director)
    return ask(confirmed, director)


def test_a_ruling_is_under_appeal_until_it_is_decided(appealed, confirmed):
    found = read(confirmed)
    assert [(ruling.state, ruling.appeal) for ruling in found.rulings] == [(State.APPEALED, appealed)]
    assert (found.due.kind, found.due.appeal) == ("hear", appealed)


def test_a_ruling_that_the_committee_leaves_is_maintained(appealed, confirmed, colleague):
    decide(appealed, colleague)
    (one,) = read(confirmed).rulings
    assert (one.state, one.maintained) == (State.COUNTS, True)


def test_the_score_of_a_committee_is_its_own_and_the_ruling_counts_no_more(appealed, confirmed, director, colleague):
    decide(appealed, colleague, outcome="score", law="64C")
    assert (states(confirmed), read(confirmed).due.kind) == (["changed"], "carry_out")
    assert read(confirmed).mark.state == "waits"
    give(confirmed, colleague, four_spades())
    found = read(confirmed)
    assert (found.mark.state, found.mark.fixed.body, found.mark.fixed.law) == ("confirmed", "committee", "93B3")
    assert [fixed.body for _score, fixed in found.mark.replaced] == ["director"]
    assert not found.counting


def test_a_ruling_given_after_an_appeal_is_the_committees(appealed, confirmed, director, colleague):
    decide(appealed, colleague, outcome="ruling", law="64C")
    supersede(confirmed, director, tricks_after="0")
    first, second = read(confirmed).rulings
    assert (first.state, first.why) == (State.CHANGED, "appeal")
    assert (second.state, second.decided.body) == (State.COUNTS, "committee")


def test_it_is_final_once_both_times_are_over(confirmed, director):
    with clock.at(EVENING):
        publish_scores(tournament=confirmed.tournament, by=director)
    with clock.at(EVENING + datetime.timedelta(days=2)):
        found = read(confirmed)
    assert [ruling.state for ruling in found.rulings] == [State.FINAL]
    assert found.final_since == found.rulings[0].since


def test_many_incidents_are_read_in_as_many_queries_as_one(board: Board, ruled, director):
    def queries() -> int:
        calls = list(Incident.objects.with_record())
        with CaptureQueriesContext(connection) as asked:
            found = standings(calls)
        assert len(found) == len(calls)
        return len(asked)

    alone = queries()
    for table in range(2, 6):
        make.rule_the_seed_case(make.make_incident(board, director, table=table), director)
    assert queries() <= alone + 1
    assert alone < 15
