"""From rulings on claims and concessions to the result entered, revokes of the same board included."""

import pytest

from rulings.bridge import Seat, parse_contract
from rulings.commands import laws as law_commands
from rulings.engine.text import translator
from rulings.laws2017 import LAWS
from rulings.scores.outcome import Unsettled, outcome

HEARD = {"statement": "", "objections": "", "cards_left": "", "trump_out": "no"}
NO_DOUBT = {"new_line": "no", "partners_choice": "no", "one_opponent": "no", "order_open": "no", "normal_lines": ""}
COUNTED = {"tricks_before": "6", "tricks_left": "5", "tricks_to_others": "2"}
CLAIM = {"claimer": "S", "declarer": "S"} | HEARD | NO_DOUBT | COUNTED
CONCEDED = {"claimer": "S", "declarer": "S", "in_time": "yes", "had_won": "yes", "tricks_back": "1"}
REVOKE = {
    "able": "yes",
    "offender": "E",
    "declarer": "S",
    "trick": "5",
    "noticed": "during",
    "since": "claimed",
    "end_of_play": "reached",
    "exclusion": "none",
    "winner": "S",
    "tricks_after": "3",
    "line": "",
    "equity": "no",
}


def ended(law, answers):
    return LAWS[law].step(answers).ruling.as_json(), answers


def entered(tricks, *inquiries):
    return outcome(parse_contract("4H").by(Seat.S), tricks, "None", inquiries)


@pytest.mark.parametrize("recorded", [7, 9, 11])
def test_a_contested_claim_gives_the_whole_number_whatever_was_recorded(recorded):
    result = entered(recorded, ended("70", CLAIM))
    assert (result.tricks, result.score, result.law) == (9, -50, "70A")
    assert result.kind == ("played" if recorded == 9 else "transfer")


def test_a_defenders_claim_counts_what_he_does_not_get_for_declarer():
    assert entered(0, ended("70", CLAIM | {"claimer": "E"})).tricks == 8


def test_a_concession_cancelled_adds_to_what_was_recorded():
    result = entered(9, ended("71", CONCEDED))
    assert (result.tricks, result.score, result.law, result.kind) == (10, 420, "71A", "transfer")


def test_a_revoke_is_counted_on_top_of_the_claim():
    result = entered(9, ended("70", CLAIM), ended("64", REVOKE))
    assert (result.rectified, result.tricks, result.law) == (10, 10, "64A2")


@pytest.mark.parametrize(
    "numbers", [{"tricks_before": "9"}, {"tricks_to_others": "6"}], ids=["more than thirteen", "more than were left"]
)
def test_numbers_that_do_not_add_up_give_no_score(numbers):
    ruling, _ = ended("70", CLAIM)
    with pytest.raises(Unsettled) as refused:
        entered(9, (ruling, CLAIM | numbers))
    assert refused.value.code == "claim"


def test_a_trick_given_back_beyond_thirteen_gives_no_score():
    with pytest.raises(Unsettled) as refused:
        entered(13, ended("71", CONCEDED))
    assert refused.value.code == "claim"


def test_a_number_that_nobody_knows_gives_no_score():
    with pytest.raises(Unsettled) as refused:
        entered(9, ended("70", CLAIM | {"tricks_to_others": "?"}))
    assert refused.value.code == "no_tricks"


@pytest.mark.parametrize(
    ("counted", "asked", "most"),
    [
        ({"tricks_before": "10", "tricks_left": "4"}, "tricks_before", "9"),
        ({"tricks_before": "12", "tricks_left": "?", "cards_left": "N:2.A.. .K.2. 3.4.. ..KQ."}, "tricks_before", "11"),
        ({"tricks_before": "9", "tricks_left": "4", "tricks_to_others": "5"}, "tricks_to_others", "4"),
    ],
)
def test_a_claim_is_over_no_more_tricks_than_were_left(counted, asked, most):
    state = LAWS["70"].step({name: value for name, value in (CLAIM | counted).items() if value != "?"})
    assert (state.question.id, state.question.values[-1]) == (asked, most)


CONTESTED = {"said": "all", "claimer": "S", "declarer": "S", "doubted": "yes", "since_claim": "nothing"}
AGREED_AT_FIRST = {"claimer": "S", "declarer": "S", "objected": "in_time"}


@pytest.mark.parametrize("open_claim", [("68", CONTESTED), ("69", AGREED_AT_FIRST)], ids=["at once", "later"])
def test_a_board_has_no_score_while_a_claim_on_it_is_contested(open_claim):
    with pytest.raises(Unsettled) as refused:
        entered(9, ended("64", REVOKE), ended(*open_claim))
    assert refused.value.code == "open_claim"
    ruled = entered(13, ended("64", REVOKE), ended(*open_claim), ended("70", CLAIM))
    assert (ruled.tricks, ruled.law) == (10, "64A2")


@pytest.mark.parametrize("since", [{"doubted": "no"}, {"since_claim": "all_agree"}], ids=["agreed", "played on"])
def test_a_claim_that_is_agreed_or_played_on_leaves_the_result_that_was_entered(since):
    answers = CONTESTED | since
    if since.get("doubted") == "no":
        del answers["since_claim"]
    assert entered(10, ended("68", answers)).tricks == 10


def test_the_door_gives_a_contested_claim_its_ruling_and_no_score():
    board = {"contract": "4H", "tricks": "9", "vul": "None"}
    answer = law_commands.ask("68", CONTESTED | board, translator("en"))
    assert (answer["ruling"]["law"], "score" in answer) == ("68D2(a)", False)


def test_a_concession_given_back_leaves_a_claim_open():
    with pytest.raises(Unsettled):
        entered(9, ended("68", CONTESTED), ended("71", CONCEDED))
