"""Words read aloud are true of the ruling that follows, both headlines and the consequences of each option."""

from rulings.engine.roles import with_roles
from rulings.engine.text import plain, translator
from rulings.laws2017 import LAWS

ENGLISH = translator("en")
TWO_LEADS = {"wrong_leader": "E", "since_lead": "partner", "partner_lead": "after", "card": "DK", "leader_card": "S4"}
BOTH_PENALISED = {"owner": "E", "card": "S7", "declarer": "S", "kind": "major", "leader_card": "DQ"}
NOT_ESTABLISHED = {"able": "yes", "trick": "5", "noticed": "during", "since": "nothing", "declarer": "S", "card": "S3"}


def headline(law, answers):
    return plain(LAWS[law].step(answers).ruling.text, with_roles(answers), ENGLISH)


def entailed(law, answers):
    """Return the consequences of each option, by value."""
    question = LAWS[law].step(answers).question
    return {option.value: plain(option.entails, with_roles(answers), ENGLISH) for option in question.options}


def test_the_lead_is_not_called_free_when_the_proper_leader_has_faced_a_card_that_he_must_lead():
    sentence = headline("54", TWO_LEADS | {"option_over_two": "free"})
    assert sentence == (
        "The lead is refused. The king of ♦ diamonds is a major penalty card, "
        "and West must lead the card that he has faced (♠4)."
    )


def test_the_lead_is_not_called_free_when_the_player_on_lead_has_a_penalty_card_himself():
    sentence = headline("50-lead", BOTH_PENALISED | {"others": "leader", "lead_choice_over_two": "free"})
    assert (
        sentence == "West must lead the card that lies in front of him (♦Q). The other penalty cards stay on the table."
    )


def test_with_several_penalty_cards_each_option_says_what_the_leader_s_own_card_does():
    on_both_sides = BOTH_PENALISED | {"others": "several", "leaders_card": "leader"}
    one_suit = entailed("50-lead", on_both_sides | {"owners_cards": "same_suit"})
    several_suits = entailed("50-lead", on_both_sides | {"owners_cards": "other_suit"})
    for entailment in (one_suit["require"], one_suit["free"], several_suits["require"], several_suits["free"]):
        assert "leads his own penalty card if he has one" in entailment


def test_a_defender_who_keeps_his_card_is_not_told_that_his_partner_must_keep_his_too():
    entailments = entailed("64", NOT_ESTABLISHED | {"offender": "S", "dummy_asked": "no", "defenders_played": "both"})
    assert entailments["keep"] == "Then no opponent may change a card because of it."


def test_at_trick_twelve_no_penalty_card_is_announced_to_the_partner_who_may_change():
    changed = {"declaring_played": "yes", "declaring_changes": "change", "partner_played": "yes"}
    entailments = entailed(
        "64", NOT_ESTABLISHED | changed | {"offender": "E", "trick": "12", "partner_still_to_play": "yes"}
    )
    assert entailments["change"] == "The card taken back is kept for trick 13."


def test_play_does_not_go_on_when_it_was_a_claim_that_established_the_revoke():
    claimed = {"able": "yes", "offender": "E", "declarer": "S", "trick": "8", "noticed": "during", "since": "claimed"}
    assert headline("64", claimed) == (
        "The revoke is established: the cards stay as played. Rule on the claim first, then count the tricks."
    )
