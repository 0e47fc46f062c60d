"""Law 12: for whom a score is adjusted."""

from rulings.laws2017 import LAWS


def test_the_score_is_adjusted_for_the_side_that_did_not_offend_alone():
    state = LAWS["12"].step({"why_adjust": "nothing_prescribed"})

    assert state.question.id == "damaged"
    assert "has the side that did not offend a worse result" in state.question.text


def test_where_nobody_or_both_are_at_fault_either_side_may_have_been_damaged():
    overheard = {"informed": "S", "what_he_knows": "", "stage": "after", "disturbs": "yes", "to_the_end": "yes"}
    state = LAWS["16D"].step(overheard | {"end_of_play": "reached", "affected": "yes"})

    assert "has a side a worse result" in state.question.text
