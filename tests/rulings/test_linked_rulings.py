"""Facts that one ruling passes on to the next: dummy's question, the wrong card that he took, a card put back in a
hand."""

from rulings.engine.inquiry import Ruled, Waiting
from rulings.engine.roles import handed, resolved, with_roles
from rulings.laws2017 import LAWS


def linked(law, answers):
    """Return the law that a ruling sends to, and the facts that it hands on."""
    state = LAWS[law].step(answers)
    [send] = [effect for effect in state.ruling.rectifications if effect.effect == "SEND"]
    return LAWS[send.to], handed(send.hands, answers)


def test_the_revoke_that_dummy_had_no_right_to_ask_about_is_corrected_and_counted_as_established():
    law, given = linked("43", {"act": "asked_declarer", "dummy_looked": "yes", "was_a_revoke": "yes", "declarer": "S"})
    asked = {"trick": "4", "noticed": "during", "since": "nothing", "card": "C2", "defenders_played": "nobody"}

    state = law.step(given | asked)

    assert law.id == "64"
    assert isinstance(state, Waiting)
    assert state.ruling.law == "43B2(b)"
    end = law.step(
        given
        | asked
        | {
            "end_of_play": "reached",
            "exclusion": "none",
            "winner": "W",
            "tricks_after": "3",
            "line": "",
            "equity": "no",
        }
    )
    assert isinstance(end, Ruled)
    assert [effect.tricks for effect in end.ruling.rectifications if effect.effect == "TRICK_TRANSFER"] == [1]


def test_dummys_revoke_with_a_card_that_was_not_named_moves_no_trick():
    law, given = linked(
        "45D", {"named_card": "S5", "taken_card": "H9", "played_on": "yes", "wrong_card": "revoked", "declarer": "S"}
    )

    end = law.step(
        given
        | {"trick": "6", "noticed": "during", "end_of_play": "reached", "exclusion": "none", "line": "", "equity": "no"}
    )

    assert given["offender"] == "N"
    assert end.ruling.law == "64B3"


def test_the_card_restored_to_a_hand_may_have_made_a_revoke():
    answers = {
        "offender": "E",
        "declarer": "S",
        "what": "several",
        "both_played_on": "yes",
        "faced_known": "yes",
        "exposed": "no",
        "failed_with_it": "yes",
    }
    law, given = linked("67", answers)

    state = law.step(given | {"trick": "6", "noticed": "during"})

    assert given == {"offender": "E", "declarer": "S", "able": "yes", "since": "played"}
    assert isinstance(state, Waiting)
    assert state.ruling.law == "63B"


def test_a_defenders_irregularity_named_by_a_dummy_who_had_looked_adjusts_their_score_alone():
    facts = {"declarer": "S", "probable_tricks": "10"}
    state = LAWS["43"].step(
        facts
        | {
            "act": "pointed_out",
            "first": "yes",
            "dummy_looked": "yes",
            "by_defenders": "yes",
            "end_of_play": "reached",
            "defenders_gained": "yes",
            "line_without": "",
        }
    )

    [split] = [resolved(effect.as_json(), with_roles(facts)) for effect in state.ruling.rectifications]

    assert (split["effect"], split["to_is"], split["tricks_is"]) == ("SPLIT", "EW", "10")


def test_a_partners_wrong_explanation_is_taken_up_again_after_the_final_pass():
    answers = {"explainer": "N", "agreement": "", "shown": "explanation_wrong", "who_knows": "partner"}
    silent = LAWS["75"].step(answers | {"noticed": "auction", "has_spoken": "no"})

    [duty] = silent.ruling.duties
    given = handed(duty.hands, answers)
    declares = LAWS[duty.opens].step(given | {"agreement": "", "declaring": "yes"})
    defends = LAWS[duty.opens].step(given | {"agreement": "", "declaring": "no", "has_spoken": "no"})

    assert (declares.ruling.law, declares.ruling.duties) == ("20F5(b)", ())
    assert [(opened.when.value, opened.opens) for opened in defends.ruling.duties] == [("end_of_play", "21")]


def test_a_correction_at_the_end_of_play_goes_on_to_the_damage_without_asking_again_what_is_known():
    answers = {"explainer": "W", "agreement": "", "shown": "explanation_wrong", "who_knows": "partner"}
    silent = LAWS["75"].step(answers | {"noticed": "play", "declaring": "no", "has_spoken": "no"})

    [duty] = silent.ruling.duties
    state = LAWS[duty.opens].step(handed(duty.hands, answers) | {"kind": "explanation", "said": "", "agreement": ""})

    assert state.question.id == "would_have"
