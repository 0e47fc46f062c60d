"""Law 21 with a known auction: the auction shows which call may still be changed, and records the change."""

import re

import pytest

from rulings.auction import Auction
from rulings.bridge import Seat
from rulings.engine.inquiry import Waiting, explore, questions_of
from rulings.engine.questions import WhichSeat
from rulings.laws2017 import LAWS
from rulings.laws2017.law_15_wrong_board_or_hand import Since, partner_called
from rulings.laws2017.law_21_misinformation import NOBODY_HAS_CALLED
from rulings.table import Table
from rulings.table_from_log import entries, folded

TOLD = {"kind": "explanation", "explainer": "N", "said": "", "agreement": "", "shown": "explanation_wrong"}
AUCTION = TOLD | {"stage": "auction"}
CHANGES = {"influenced": "yes", "changes_call": "change", "replacement": "X"}


def table(calls: str) -> Table:
    return Table(auction=Auction.parse(calls))


@pytest.mark.parametrize(
    ("calls", "misled", "next_question"),
    [
        ("N:2D Pass 2H", "E", "influenced"),
        ("N:2D Pass 2H Pass Pass", "E", "would_have"),
        ("N:2D Pass 2H", "W", "partner_called"),
        ("", "E", "partner_called"),
    ],
    ids=["his partner has not called", "his partner has called", "he has not called himself", "no auction is known"],
)
def test_whether_his_partner_has_called_since_is_seen(calls, misled, next_question):
    known = AUCTION | {"misled": misled} | ({"table": str(table(calls))} if calls else {})
    state = LAWS["21"].step(known)
    asked = "would_have" if not hasattr(state, "question") else state.question.id
    assert asked == next_question


@pytest.mark.parametrize("dealer", list(Seat))
@pytest.mark.parametrize(
    ("calls", "partner_has"),
    [("", None), ("Pass", None), ("Pass Pass Pass", Since.NOT_YET), ("Pass Pass Pass 1NT", Since.CALLED)],
)
def test_whether_the_partner_of_who_held_other_cards_has_called_is_seen_at_every_seat(dealer, calls, partner_has):
    player = list(Seat)[(list(Seat).index(dealer) + 1) % 4]
    assert partner_called(table(f"{dealer.value}:{calls}"), player) is partner_has


def test_a_call_that_is_changed_falls_and_the_new_one_is_entered():
    start = table("N:2D Pass")
    answers = AUCTION | {"misled": "E", "table": str(start)} | CHANGES
    after = folded(start, entries(LAWS["21"], answers, "1"))
    calls = [(made.seat, made.call, made.stands) for made in after.auction.calls]
    assert calls == [(Seat.N, "2D", True), (Seat.E, "Pass", False), (Seat.E, "X", True)]
    assert after.auction.turn is Seat.S


def test_the_call_taken_back_is_not_asked():
    known = AUCTION | {"misled": "E", "influenced": "yes", "changes_call": "change", "table": str(table("N:2D Pass"))}
    state = LAWS["21"].step(known)
    assert state.question.id == "replacement"
    assert ("call", "Pass") in {(step.question.id, step.value) for step in state.trail}


def test_a_question_for_an_opponent_or_a_defender_leaves_nobody_else():
    """The test looks at every question of every law."""
    unbounded = {
        (law.id, name)
        for law in LAWS.values()
        for name, question in questions_of(law).items()
        if isinstance(question, WhichSeat) and re.match("Which (opponent|defender)", question.text)
        if question.among is None
    }
    assert unbounded == set()


ANYBODY = {
    ("declarer", "probable_declarer"): "in another contract anybody may declare, the same player too",
    ("declarer", "leader"): "any of the four hands may have been to lead",
    ("declarer", "winner"): "any of the four hands may have won the trick",
    ("declarer", "to_play"): "any of the four hands may have been to play",
    ("claimer", "to_play"): "any of the four hands may have been to play, his own too",
    ("offender", "winner"): "any hand may have won the trick, his own too",
    ("offender", "leader"): "it may have been his own lead: then nothing was out of turn",
}
"""Pairs of players of whom the first does not restrict the second, with the reason."""

EITHER_SIDE = {"offender", "informant", "informed", "explainer", "misled", "claimer", "owner"}
"""Facts of a player of either side, asked before declarer is known."""


def test_a_player_who_is_asked_after_another_is_bounded_by_him_unless_anybody_may_be_meant():
    """On every path of every law in use: no player is offered whom earlier answers exclude."""
    unbounded = set()
    for law in (law for law in LAWS.values() if law.id != "50-lead"):
        for path in explore(law):
            before: list[WhichSeat] = []
            for asked in (step.question for step in path.end.trail if step.question.id in path.answers):
                if not isinstance(asked, WhichSeat) or not asked.asked:
                    continue
                bounds = {fact.id for fact in asked.among.facts} if asked.among else set()
                unbounded |= {
                    (law.id, first.id, asked.id)
                    for first in before
                    if (first.id, asked.id) not in ANYBODY and not bounds
                    if asked.id not in ("declarer", "probable_declarer") or first.id not in EITHER_SIDE or first.among
                }
                before.append(asked)
    assert unbounded == {("21", "misled", "declarer"), ("21", "misled", "probable_declarer")}, "of either side too"


@pytest.mark.parametrize(
    ("law", "answers", "asked", "left"),
    [
        ("47", {"ground": "opponent_changed", "player": "W"}, "offender", ("N", "S")),
        ("47", {"ground": "told", "player": "S"}, "offender", ("E", "W")),
        ("47", {"ground": "explanation", "player": "N"}, "offender", ("E", "W")),
        ("50", {"owner": "E", "card": "H5", "kind": "major", "playable": "several"}, "declarer", ("N", "S")),
        ("50-table", {"now": "lead", "on_lead": "W", "at_lead": "own_several"}, "declarer", ("N", "S")),
        ("52", {"owner": "N", "card": "H5", "obliged": "yes", "kind": "major"}, "declarer", ("E", "W")),
        ("55", {"offender": "N"}, "declarer", ("N", "S")),
        ("56", {"offender": "N"}, "declarer", ("E", "W")),
        ("60", {"played_by": "before_lead", "offender": "E"}, "declarer", ("N", "S")),
    ],
)
def test_the_player_named_before_leaves_only_those_whom_the_law_means(law, answers, asked, left):
    question = LAWS[law].step(answers).question
    assert (question.id, question.values) == (asked, left)


def test_who_took_back_his_card_is_not_asked_of_an_inquiry_of_an_earlier_version():
    ruled = LAWS["47"].step({"ground": "opponent_changed", "offender": "N"})
    assert ruled.ruling.law == "47D"
    assert [(step.question.id, step.value) for step in ruled.trail][1:] == [("player", "?"), ("offender", "N")]


def test_where_no_opponent_has_called_on_it_no_call_is_changed():
    step = LAWS["21"].step(AUCTION | {"misled_called": "no"})
    assert isinstance(step, Waiting)
    assert step.ruling.text == NOBODY_HAS_CALLED
