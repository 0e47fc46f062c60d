"""The worked rulings on claims and on information that come with the reference, with all their expected values.

A case tells its story in words; this file has the answers that a director gives at the table. The cases are read from
the same file as in `test_shared_cases`.
"""

import json
from typing import Any

from rulings.bridge import Seat
from rulings.commands import laws as law_commands
from rulings.engine.text import translator
from rulings.laws2017 import LAWS
from rulings.scores.adjusted import self_inflicted
from rulings.scores.imps import team_imps
from rulings.scores.outcome import awarded
from tests.rulings.test_shared_cases import FILE

TOPICS = ("claim", "mi", "ui")

CASES: dict[str, dict[str, Any]] = (
    {case["id"]: case for line in FILE.read_text(encoding="utf-8").splitlines() if (case := json.loads(line))}
    if FILE.is_file()
    else {}
)

SOUTH = {"claimer": "S", "declarer": "S"}
HEARD = {"statement": "", "objections": "", "cards_left": ""}
NO_DOUBT = {"new_line": "no", "one_opponent": "no", "order_open": "no", "normal_lines": ""}


def ruling(law: str, answers: dict[str, str]) -> Any:
    """Return the ruling, and check that no question is left."""
    state = LAWS[law].step(answers)
    assert not hasattr(state, "question"), state.question.id
    return state.ruling


def effects(law: str, answers: dict[str, str]) -> dict[str, str]:
    """Return the effects of a ruling by name, with their law."""
    return {effect.effect: effect.law for effect in ruling(law, answers).rectifications}


def lost(answers: dict[str, str]) -> int:
    """Count the remaining tricks that go to the side that did not claim, declarer being the claimer."""
    ended = [(ruling("70", answers).as_json(), answers)]
    left, before = int(answers["tricks_left"]), int(answers["tricks_before"])
    return before + left - awarded(Seat(answers["declarer"]).side, 0, ended)[0]


def test_every_case_of_these_topics_is_tried():
    names = {name for name, case in CASES.items() if case["topic"] in TOPICS}
    assert names == {
        "DER-P-C07",
        "DER-C03",
        "DER-C06",
        "DER-C08",
        "DER-C09",
        "PUB-C02",
        "PUB-C05",
        "PUB-M09",
        "PUB-M11",
        "PUB-U01",
    }


# Claims


def test_all_four_agree_to_play_on():
    expected = CASES["DER-P-C07"]["expected"]
    laws_of = effects("68", {"said": "all", "claimer": "S", "doubted": "yes", "since_claim": "all_agree"})
    assert expected["prior_claim_void"] is (laws_of.get("CANCEL") == "68D2(b)")
    assert "SEND" not in laws_of


def test_dummy_refuses_to_play_on():
    expected = CASES["DER-C03"]["expected"]
    laws_of = effects("68", {"said": "all", "claimer": "S", "doubted": "yes", "since_claim": "refused"})
    assert expected["play_on"] is ("SEND" not in laws_of)
    assert laws_of["SEND"].startswith(expected["law_applied"])


def test_a_finesse_that_was_not_stated():
    case = CASES["DER-C06"]["expected"]
    told = (
        SOUTH | HEARD | NO_DOUBT | {"trump_out": "no", "one_opponent": "yes", "tricks_before": "10", "tricks_left": "3"}
    )
    assert (ruling("70", told | {"shows_out": "no", "tricks_to_others": "1"}).law == "70E1") is not case[
        "finesse_allowed"
    ]
    assert 3 - lost(told | {"shows_out": "no", "tricks_to_others": "1"}) == case["tricks_in_suit"]
    assert ruling("70", told | {"shows_out": "yes", "tricks_to_others": "0"}).law == "70A"


def test_a_trump_that_was_spoken_of():
    expected = CASES["DER-C08"]["expected"]
    answers = SOUTH | HEARD | NO_DOUBT | {"trump_out": "yes", "spoke_of_it": "yes"}
    answers |= {"tricks_before": "9", "tricks_left": "4", "tricks_to_others": "0"}
    assert lost(answers) == expected["tricks_to_opponents"]


def test_a_careless_card_from_the_jack_and_the_six():
    expected = CASES["PUB-C02"]["expected"]
    answers = HEARD | NO_DOUBT | {"claimer": "N", "declarer": "N", "trump_out": "yes", "spoke_of_it": "no"}
    answers |= {"unaware": "yes", "could_lose": "yes", "order_open": "yes"}
    answers |= {"tricks_before": "8", "tricks_left": "2", "tricks_to_others": "2"}
    assert lost(answers) == expected["tricks_to_opponents"]
    assert 2 - lost(answers) == expected["tricks_to_claimer"]


def test_a_trick_conceded_that_had_been_won():
    answers = SOUTH | {"in_time": "yes", "had_won": "yes", "tricks_back": "1"}
    assert CASES["DER-C09"]["expected"]["concession_cancelled"] is ("AWARD_TRICKS" in effects("71", answers))


def test_one_off_conceded_when_a_normal_play_would_have_lost():
    expected = CASES["PUB-C05"]["expected"]
    answers = SOUTH | {"in_time": "yes", "had_won": "no", "normal_lines": "a club", "could_lose": "yes"}
    answers |= {"contract": "5H", "vul": "None", "tricks": "10"}
    assert expected["concession_cancelled"] is ("AWARD_TRICKS" in effects("71", answers))
    score = law_commands.ask("71", answers, translator("en"))["score"]
    assert {"tricks_declarer": score["tricks"], "result_after": score["result"], "score_ns": score["score_ns"]} == {
        name: expected[name] for name in ("tricks_declarer", "result_after", "score_ns")
    }


# Misinformation


def test_a_call_that_departed_from_the_agreement_is_no_misinformation():
    expected = CASES["PUB-M09"]["expected"]
    told = {"kind": "explanation", "explainer": "W", "said": "genuine", "agreement": "the card says so"}
    ruling_given = ruling("21", told | {"shown": "call_wrong"})
    assert expected["misinformation"] is (ruling_given.law != "75C")
    assert expected["adjusted"] is ("ASSIGNED" in effects("21", told | {"shown": "call_wrong"}))


def test_nothing_has_to_be_said_when_the_explanation_was_right():
    expected = CASES["PUB-M11"]["expected"]
    right = {"explainer": "S", "agreement": "Blackwood", "shown": "call_wrong"}
    assert ruling("75", right).law == "75C"
    assert expected["must"] is ("SEND" in effects("75", right) and effects("75", right)["SEND"].startswith("21"))
    wrong = right | {"shown": "explanation_wrong", "who_knows": "partner", "noticed": "clarification"}
    assert ruling("75", wrong | {"declaring": "yes"}).law == "20F5(b)"


# Unauthorised information


def test_a_save_over_the_illegal_bid_at_teams():
    """The illegal 4S is taken away from the offenders; the gamble stays with the side that took it (12C1(e))."""
    given, expected = CASES["PUB-U01"]["given"], CASES["PUB-U01"]["expected"]
    there = -given["other_table_for_A"]
    answers = {"event": "tempo", "informant": "E", "agreed": "agreed", "board_over": "yes", "action": "4S"}
    answers |= {"suggestion": "", "demonstrably": "yes", "polled": "4", "poll": "", "logical_alternative": "yes"}
    answers |= {"less_suggested": "yes", "side_gained": "yes", "line_without": ""}
    assert effects("16B", answers | {"kind_of_score": "weighted"}) == {
        "CONSIDER_AS": "12C1(c)",
        "PP_POSSIBLE": "73C2",
    }
    scores = {"imps_team_A": -500, "imps_without_infraction_for_A": -100, "imps_normal_after_infraction_for_A": 100}
    actual, without, but_for = (team_imps(score, there) for score in scores.values())
    assert dict(zip(scores, (actual, without, but_for), strict=True)) == {name: expected[name] for name in scores}
    kept, offenders = self_inflicted(actual, without, but_for)
    assert (kept != actual, offenders) == (expected["team_A_score_adjusted"], expected["imps_team_B"])
