"""Law 86 on a board of a match: the options that the other table's result leaves."""

from rulings.laws2017 import LAWS

OTHER_FAVOURS = {"match_board": "one_table", "other_favours": "yes"}


def test_no_average_is_offered_where_the_other_table_favours_a_side():
    state = LAWS["86"].step(OTHER_FAVOURS)

    assert state.question.id == "kind_of_score"
    assert [option.value for option in state.question.options] == ["same_contract", "other_contract", "weighted"]


def test_an_average_that_was_ruled_there_once_is_still_read():
    ruled = LAWS["86"].step(OTHER_FAVOURS | {"kind_of_score": "no_result", "fault_ns": "none", "fault_ew": "none"})

    assert [effect.effect for effect in ruled.ruling.rectifications] == ["ARTIF", "NOTE"]
