"""Laws 20 and 40: the players who may have the auction restated, and the times at which a system card may be read."""

from rulings.laws2017 import LAWS


def test_a_player_who_must_pass_may_not_have_the_auction_restated():
    state = LAWS["20"].step({"asked": "restatement"})

    assert state.question.text.endswith("is he free to do more than pass?")


def test_who_restated_the_auction_wrongly_is_asked_as_such():
    state = LAWS["20"].step({"asked": "wrong_restatement"})

    assert (state.question.id, state.question.text) == ("explainer", "Who restated the auction wrongly?")


def test_the_opponents_card_may_be_read_in_the_clarification_period_too():
    state = LAWS["40"].step({})
    [card] = [option for option in state.question.options if option.value == "opponents_card"]

    assert "between the final pass and the lead" in card.label
