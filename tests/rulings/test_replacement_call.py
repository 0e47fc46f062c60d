"""Law 27B: the replacement of an insufficient bid must fit the option chosen, as far as the auction is known."""

import pytest

from rulings.auction import BIDS, CALLS, Auction
from rulings.bridge import Seat
from rulings.engine.inquiry import Asking, questions_of
from rulings.engine.text import plain, translator
from rulings.laws2017 import LAWS
from rulings.laws2017.calls import up_to_his_turn
from rulings.table import Silent, Table
from tests.rulings.conftest import every_law, paths

REFUSED = {"meant": "yes", "accepts": "refuse"}


def asked(choice: str, auction: str = "N:1S 1H", **answers: str):
    """Return the state of the inquiry after that choice."""
    known = {"table": str(Table(auction=Auction.parse(auction)))} if auction else {}
    unseen = {} if auction else {"offender": "E", "bid": "1H", "in_rotation": "yes", "since": "nothing"}
    return LAWS["27"].step(REFUSED | unseen | known | {"choice": choice} | answers)


def offered(choice: str, auction: str = "N:1S 1H") -> set[str]:
    state = asked(choice, auction)
    assert isinstance(state, Asking) and state.question.id == "replacement"
    return set(state.question.values)


def test_the_lowest_bid_of_each_denomination_and_no_other_may_correct_the_bid():
    assert offered("same") == {"2C", "2D", "2H", "2S", "1NT"}


def test_any_other_call_is_a_pass_or_a_sufficient_bid():
    assert offered("other") == {"Pass", "1NT"} | {call for call in CALLS if call[0] in "234567"}


def test_another_insufficient_bid_is_a_bid_that_is_not_higher():
    assert offered("insufficient") == {"1C", "1D", "1H", "1S"}


@pytest.mark.parametrize("auction", ["N:1S 1H", ""])
def test_a_double_or_a_redouble_is_one(auction):
    assert offered("double", auction) == {"X", "XX"}


def test_a_comparable_call_is_a_legal_one():
    assert offered("comparable") == {"Pass", "X", "1NT"} | {call for call in CALLS if call[0] in "234567"}


def test_without_an_auction_only_the_kind_of_call_is_known():
    assert offered("same", "") == {call for call in CALLS if call[0] in "1234567"}
    assert offered("comparable", "") == set(CALLS)


def test_a_call_that_does_not_go_with_the_choice_is_asked_again():
    state = asked("same", replacement="Pass")
    assert isinstance(state, Asking) and state.question.id == "replacement"


def test_a_call_given_before_the_choice_was_changed_is_asked_again():
    assert asked("other", replacement="Pass").ruling.law == "27B2"
    assert isinstance(asked("double", replacement="Pass"), Asking)
    assert asked("same", replacement="2H").ruling.law == "27B1(a)"
    assert isinstance(asked("same", replacement="3H"), Asking)


def test_a_call_that_he_made_before_the_ruling_is_seen_whatever_it_is():
    state = LAWS["27"].step(
        {"meant": "yes", "accepts_replaced": "refuse", "table": str(Table(auction=Auction.parse("N:1S 1H E/2H")))}
        | {"which_replacement": "same", "choice": "double"}
    )
    assert state.ruling.law == "27C"


@pytest.mark.parametrize("later", ["", " Pass", " Pass Pass"])
@pytest.mark.parametrize(
    ("auction", "seen"),
    [("N:1S 1H E/2H 2S", {"accepts_replaced": "refuse"}), ("N:1S 1H E/1S 2S", {"accepts_second_bid": "accept"})],
)
def test_a_call_over_the_replacement_leaves_nothing_to_choose_however_many_have_followed(auction, later, seen):
    state = LAWS["27"].step({"meant": "yes", "table": str(Table(auction=Auction.parse(auction + later)))})
    values = {step.question.id: step.value for step in state.trail if step.derived}
    assert values | seen == values


@pytest.mark.parametrize("auction", ["N:1S 1H E/2H", "N:1S 1H E/2H W/Pass"])
def test_where_his_left_hand_opponent_has_not_called_over_the_replacement_he_is_asked(auction):
    state = LAWS["27"].step({"meant": "yes", "table": str(Table(auction=Auction.parse(auction)))})
    assert isinstance(state, Asking) and state.question.id == "accepts_replaced"


def test_the_call_made_at_last_is_a_legal_one():
    state = asked("double", "N:1C Pass 1C", replacement="X")
    assert isinstance(state, Asking) and state.question.id == "final_call"
    assert set(state.question.values) == set(CALLS) - {"X", "XX", "1C"}


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("N:1S 1H", "N:1S"),
        ("N:1S 1H Pass", "N:1S S/Pass"),
        ("N:1S 1H Pass Pass 2D", "N:1S S/Pass Pass 2D"),
        ("N:1S 1H Pass Pass 2D 2H 3D Pass", "N:1S S/Pass Pass 2D"),
    ],
)
def test_the_replacement_follows_what_was_called_before_his_next_turn(text, known):
    irregular = Auction.parse(text).irregular()
    assert irregular is not None and str(up_to_his_turn(irregular)) == known


def choices(auction: str) -> set[str]:
    state = LAWS["27"].step(REFUSED | {"table": str(Table(auction=Auction.parse(auction)))})
    assert isinstance(state, Asking) and state.question.id == "choice"
    return {option.value for option in state.question.options}


@pytest.mark.parametrize(
    ("auction", "words"),
    [("N:1S 1H", " (2♥ if the bid was natural)"), ("N:2NT 1NT", " (3NT if the bid was natural)"), ("", "")],
)
def test_the_bid_that_puts_it_right_is_named_where_the_auction_is_known(auction, words):
    unseen = {"offender": "E", "bid": "1H", "in_rotation": "yes", "since": "nothing"}
    table = {"table": str(Table(auction=Auction.parse(auction)))} if auction else unseen
    state = LAWS["27"].step(REFUSED | table)
    assert isinstance(state, Asking) and state.question.id == "choice"
    words_read = plain(state.question.options[0].label, state.read, translator("en"))
    assert words_read == "The lowest sufficient bid that shows the same denomination or denominations" + words


def test_over_seven_no_trumps_no_sufficient_bid_is_offered():
    assert choices("N:7NT 7S") == {"comparable", "other", "double", "insufficient"}
    assert offered("other", "N:7NT 7S") == {"Pass"}
    assert "same" in choices("N:7S 7H")
    assert offered("same", "N:7S 7H") == {"7NT"}


def test_a_correction_chosen_before_the_auction_was_seven_no_trumps_is_asked_again():
    state = asked("same", "N:7NT 7S")
    assert isinstance(state, Asking) and state.question.id == "choice"


def up_to(bid: str) -> set[str]:
    return set(BIDS[: BIDS.index(bid) + 1])


@pytest.mark.parametrize(
    ("law", "auction", "answers", "left_out"),
    [
        # East has called before North, the dealer, whose call is still unknown
        ("30", "N:E/Pass", {"natural_pass": "no", "rho_passes": "no"}, set()),
        # North has opened 2NT, and South bids at East's turn: at his own turn he may bid nothing up to 2NT, and East
        # may double
        ("31", "N:2NT S/3D", {"rho_passes": "no"}, up_to("2NT")),
        # East has called 3H since: South may make no lower bid, and may double 3H
        ("31", "N:2NT S/3D E/3H", {"since_rho": "nothing", "rho_passes": "no"}, up_to("3H") | {"XX"}),
        # East doubles South's club at West's turn
        ("32", "S:1C E/X", {}, {"1C"}),
        # South doubles his partner's bid, in turn
        ("36", "N:1S Pass X", {}, up_to("1S") | {"X", "XX"}),
        # and out of turn: East may still double
        ("36", "N:1S S/X", {"in_rotation": "no"}, up_to("1S")),
    ],
)
def test_the_new_call_is_a_legal_one_after_the_auction_so_far(law, auction, answers, left_out):
    known = {"meant": "yes", "accepts": "refuse", "next_call": "reached"}
    state = LAWS[law].step(known | answers | {"table": str(Table(auction=Auction.parse(auction)))})
    assert isinstance(state, Asking) and state.question.id == "replacement", state
    assert set(CALLS) - set(state.question.values) == left_out


@pytest.mark.parametrize(("law", "auction"), [("32", "S:1C E/X"), ("36", "N:1S Pass X")])
def test_a_player_whom_a_ruling_obliges_to_pass_may_only_pass(law, auction):
    silent = tuple(Silent(seat, "rest_of_auction") for seat in (Seat.E, Seat.S))
    known = {"meant": "yes", "accepts": "refuse", "next_call": "reached"}
    state = LAWS[law].step(known | {"table": str(Table(auction=Auction.parse(auction), silent=silent))})
    assert isinstance(state, Asking) and state.question.values == ("Pass",)


@pytest.mark.parametrize("law", ["29", "30", "31", "32", "36"])
def test_without_an_auction_the_new_call_is_any(law):
    assert set(questions_of(LAWS[law])["replacement"].within({}).values) == set(CALLS)


def test_the_review_of_a_corrected_bid_asks_by_27d_and_that_of_a_comparable_call_by_23c():
    answers = {"offender": "E", "different": "yes", "damaged": "no"}
    assert LAWS["27D"].step(answers).law_refs == ("27D",)
    assert LAWS["23C"].step(answers).law_refs == ("23C",)


@every_law
def test_16c_is_not_said_to_apply_and_not_to_apply(law):
    for path in paths(law):
        effects = path.end.ruling.rectifications
        lifted = any("16C2 does not apply" in words.text for words in effects)
        assert not lifted or not any(words.effect == "INFO" and words.law.startswith("16C") for words in effects), path
