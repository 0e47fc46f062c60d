"""The auction as data: chosen examples, published cases and random auctions."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulings.auction import BIDS, CALLS, Auction, Kind, Made, Shown, height, is_bid, kind_of
from rulings.bridge import NotationError, Seat

N, E, S, W = Seat


def auction(text):
    return Auction.parse(text)


# The text


@pytest.mark.parametrize(
    "text",
    ["N:", "N:1S 1H~ 2H Pass", "N:W/1C~ 1S", "N:1S 1H+ 1S", "W:Pass Pass 1NT X XX", "S:1NT Pass Pass S/Pass W/Pass"],
)
def test_an_auction_is_read_and_written_alike(text):
    assert str(auction(text)) == text


def test_a_call_bears_the_seat_of_who_made_it_out_of_turn():
    assert auction("N:W/1C~ 1S").calls == (Made(W, "1C", stands=False), Made(N, "1S"))


@pytest.mark.parametrize("text", ["", "1S Pass", "N:8C", "N:1S pass", "X:1S", "N:1S~+", "N:Q/1S"])
def test_what_is_not_an_auction_is_refused_with_a_sentence(text):
    with pytest.raises(NotationError, match="is not"):
        auction(text)


def test_a_seat_skipped_by_an_accepted_call_is_a_dash_in_files():
    assert str(Auction.recorded(N, ["-", "1C", "Pass", "?"])) == "N:E/1C+ Pass"


def test_there_are_thirty_eight_calls_and_each_is_a_pass_a_bid_or_a_double():
    assert len(CALLS) == len(set(CALLS)) == 38
    assert [height(bid) for bid in BIDS] == list(range(35))
    assert (height("1C"), height("1NT"), height("2C"), height("7NT")) == (0, 4, 5, 34)
    assert [kind_of(call) for call in ("Pass", "1C", "X", "XX")] == [Kind.PASS, Kind.BID, Kind.DOUBLE, Kind.DOUBLE]


# Turn and end


@pytest.mark.parametrize(
    ("text", "turn"),
    [
        ("N:", N),
        ("N:1S", E),
        ("N:1S 1H~", E),  # taken back: he calls again
        ("N:1S 1H+", S),
        ("N:W/1C", N),  # not ruled on: the player on the left of the last caller
        ("N:E/1C~", N),  # cancelled: back to the player whose turn it was
        ("N:E/1C+", S),
        ("S:1NT Pass Pass S/Pass W/Pass", E),  # 17D3: passes out of turn deprived him of a call
    ],
)
def test_whose_turn_it_is(text, turn):
    assert auction(text).turn is turn


@pytest.mark.parametrize(
    ("text", "over"),
    [
        ("N:Pass Pass Pass", False),
        ("N:Pass Pass Pass Pass", True),
        ("N:1S Pass Pass", False),
        ("N:1S Pass Pass Pass", True),
        ("N:1S Pass Pass X Pass Pass", False),
        ("N:1S Pass Pass X Pass Pass Pass", True),
        ("N:1S Pass Pass Pass~", False),
        ("S:1NT Pass Pass S/Pass W/Pass", False),
        ("N:E/Pass+ Pass Pass", False),
        ("N:E/Pass+ Pass Pass Pass", True),
        ("N:1S Pass Pass Pass X", True),  # a call after the final pass reopens nothing (39A)
    ],
)
def test_when_the_auction_is_over(text, over):
    assert auction(text).over is over


def test_three_passes_that_kept_a_player_from_calling_go_back_to_him():
    auction_read = auction("S:1NT Pass Pass S/Pass W/Pass")
    assert (auction_read.over, auction_read.skipped) == (False, E)
    assert auction("S:1NT Pass Pass Pass").skipped is None
    assert auction("N:Pass Pass W/Pass N/Pass").skipped is S  # three passes have followed North's call, a pass


@pytest.mark.parametrize(
    ("text", "seems_over"),
    [
        ("S:1NT Pass Pass S/Pass", False),  # it may still be refused (29)
        ("S:1NT Pass Pass S/Pass+", True),
        ("S:1NT Pass Pass S/Pass W/Pass", True),
        (
            "S:1NT Pass Pass S/Pass E/Pass",
            False,
        ),  # he has called in turn: the earlier call out of turn is dropped (28B)
        ("S:1NT Pass Pass S/Pass~ W/Pass~", False),
        ("S:1NT Pass Pass Pass", False),
    ],
)
def test_when_three_passes_seem_to_have_ended_the_auction(text, seems_over):
    assert auction(text).seems_over is seems_over


# Sufficiency and admissibility


def test_a_bid_is_sufficient_when_it_is_higher_than_the_last_one_that_stands():
    over_a_spade = auction("N:1S")
    assert [bid for bid in BIDS if not over_a_spade.sufficient(bid)] == ["1C", "1D", "1H", "1S"]
    assert auction("N:1S 1H+").sufficient("1S")  # T15: 1H accepted, the next bid need only beat it
    assert not auction("N:1S 1H~").sufficient("1S")
    assert over_a_spade.lowest("H") == "2H" and over_a_spade.lowest("NT") == "1NT"
    assert auction("N:7NT").lowest("NT") == ""


@pytest.mark.parametrize(
    ("text", "seat", "call", "admissible"),
    [
        ("N:", N, "X", False),
        ("N:1S", E, "X", True),
        ("N:1S Pass", S, "X", False),  # his own partner's bid
        ("N:1S Pass Pass", W, "X", True),
        ("N:1S X", S, "X", False),
        ("N:1S X", S, "XX", True),
        ("N:1S X", W, "XX", False),
        ("N:1S X Pass Pass", N, "XX", True),
        ("N:1S X 2S", W, "XX", False),  # a later bid cancels the double (19C)
        ("N:1S X 2S", W, "X", True),
        ("N:1S Pass X", W, "XX", False),  # a double that the Law forbids counts for nothing
        ("N:7NT", E, "Pass", True),
    ],
)
def test_which_doubles_and_redoubles_are_allowed(text, seat, call, admissible):
    assert auction(text).admissible(seat, call) is admissible


# The contract


@pytest.mark.parametrize(
    ("text", "contract", "declarer"),
    [
        ("N:1S Pass 2S Pass Pass Pass", "2S", N),
        ("N:1H Pass 1S Pass 4S Pass Pass Pass", "4S", S),
        ("N:1S Pass 4S X XX Pass Pass Pass", "4Sxx", N),
        ("N:1S X 2S Pass Pass Pass", "2S", N),
        ("N:1H 1S Pass 2S Pass Pass Pass", "2S", E),  # spades were named by East first, of his side
        ("N:1H~ 1S Pass Pass Pass", "1S", N),
        ("N:Pass 1NT 2S Pass 3H Pass Pass Pass 3S Pass Pass Pass", "3H", N),  # PUB-X05: calls after the end
        ("N:1S Pass X Pass Pass Pass", "1S", N),  # 36.R4: scored as if the double had not been made
    ],
)
def test_the_contract_and_its_declarer(text, contract, declarer):
    contract_read = auction(text).contract
    assert (str(contract_read), contract_read.declarer) == (contract, declarer)


def test_four_passes_leave_no_contract():
    assert auction("N:Pass Pass Pass Pass").contract is None


# The irregularities shown by the pad


@pytest.mark.parametrize(
    ("text", "seat", "call", "seen"),
    [
        ("N:1S", E, "2H", ()),
        ("N:1S", E, "1H", (Shown.INSUFFICIENT,)),
        ("N:1S", W, "2H", (Shown.OUT_OF_TURN,)),
        ("S:1S", N, "1H", (Shown.OUT_OF_TURN, Shown.INSUFFICIENT)),
        ("N:1S Pass", S, "X", (Shown.INADMISSIBLE,)),
        ("N:1S Pass Pass Pass", E, "X", (Shown.AFTER_THE_END,)),
    ],
)
def test_what_strikes_the_eye(text, seat, call, seen):
    assert auction(text).shown(seat, call) == seen


def test_a_player_who_must_pass_is_marked_unless_he_passes():
    silent = auction("N:1S")
    assert silent.shown(E, "2H", must_pass=True) == (Shown.MUST_PASS,)
    assert silent.shown(E, "Pass", must_pass=True) == ()


def test_the_irregular_call_is_the_first_that_nobody_has_settled():
    irregularity = auction("N:1S 1H Pass").irregular()
    assert (irregularity.made, irregularity.shown, irregularity.next) == (
        Made(E, "1H"),
        (Shown.INSUFFICIENT,),
        Made(S, "Pass"),
    )
    assert str(irregularity.before) == "N:1S"
    assert auction("N:1S 1H+ Pass").irregular() is None
    assert auction("N:1S 1H~ 2H").irregular() is None
    both = auction("N:1S 1H N/2C")
    assert both.irregular(Shown.OUT_OF_TURN).made == Made(N, "2C")


# Changes


def test_a_call_cancelled_leaves_what_was_called_over_it_unless_the_ruling_says_otherwise():
    made = auction("N:1S 1H Pass")
    assert str(made.without(E, "1H")) == "N:1S 1H~ S/Pass"
    assert str(made.without(E, "1H", and_later=True)) == "N:1S 1H~ S/Pass~"
    assert made.without(E, "2H") == made


def test_a_call_that_stands_is_marked_if_it_was_irregular_and_added_if_it_is_new():
    assert str(auction("N:1S 1H Pass").standing_as(E, "1H")) == "N:1S 1H+ Pass"
    assert str(auction("N:1S 1H~").standing_as(E, "2H")) == "N:1S 1H~ 2H"
    assert str(auction("N:1S 1H~ 2H").standing_as(E, "2H")) == "N:1S 1H~ 2H"


def test_of_two_alike_the_one_that_was_irregular_is_settled():
    assert str(auction("N:E/Pass Pass 1C 1H Pass").standing_as(E, "Pass")) == "N:E/Pass+ Pass 1C 1H Pass"
    after_the_end = auction("N:4S Pass Pass Pass E/Pass S/Pass W/Pass N/Pass E/Pass")
    assert after_the_end.without(E, "Pass", and_later=True, irregular=True).standing == after_the_end.calls[:4]


@pytest.mark.parametrize(
    ("text", "call", "after"),
    [
        ("N:1S 1H~", "2H", "N:1S 1H~ 2H"),
        ("N:1S 1H~ 2H", "2H", "N:1S 1H~ 2H"),  # he has made it already
        ("N:1S 1H~", "1D", "N:1S 1H~ 1D+"),  # too low, and accepted (27B4)
        ("E:Pass 1S Pass 2S 1NT~", "Pass", "E:Pass 1S Pass 2S 1NT~ Pass"),  # his first pass was another, earlier call
        ("W:E/1D~ 1C", "1H", "W:E/1D~ 1C E/1H+"),  # it was out of turn: he calls at the end (29B)
        ("N:1C 2H~ N/Pass", "1H", "N:1C 2H~ 1H N/Pass"),
        ("N:1C 2H~ E/1H 1S Pass Pass 2H", "1H", "N:1C 2H~ 1H 1S Pass Pass 2H"),  # made long ago
        ("N:1C 2H~ S/Pass", "1H", "N:1C 2H~ 1H Pass"),  # it was in turn: in its place (25A1, 21B1)
    ],
)
def test_the_call_that_replaces_one_that_fell(text, call, after):
    assert str(auction(text).put(E, call)) == after


def test_a_call_that_is_ruled_on_for_itself_is_not_accepted():
    assert str(auction("N:1S 2H~").put(E, "1H", on_its_merits=True)) == "N:1S 2H~ 1H"
    assert str(auction("N:1S 2H~ 1H").put(E, "1H", on_its_merits=True)) == "N:1S 2H~ 1H"


def test_passes_that_kept_a_player_from_calling_fall():
    assert str(auction("S:1NT Pass Pass S/Pass W/Pass").back_to_skipped()) == "S:1NT Pass Pass S/Pass~ W/Pass~"
    assert auction("S:1NT Pass Pass S/Pass W/Pass").back_to_skipped().turn is E
    assert auction("S:1NT Pass").back_to_skipped() == auction("S:1NT Pass")


def test_the_last_tap_is_undone():
    assert str(auction("N:1S 1H").undone()) == "N:1S"


# Random auctions

seats, calls = st.sampled_from(list(Seat)), st.sampled_from(CALLS)
anything = st.builds(
    lambda dealer, made: Auction(dealer, tuple(made)),
    seats,
    st.lists(
        st.builds(
            lambda s, c, stands, ok: Made(s, c, stands, stands and ok), seats, calls, st.booleans(), st.booleans()
        )
    ),
)


@st.composite
def regular(draw):
    """Draw an auction without an irregularity, complete or of twenty-four calls."""
    made = Auction(draw(seats))
    while not made.over and len(made.calls) < 24:
        allowed = [call for call in CALLS if not made.shown(made.turn, call)]
        made = made.then(made.turn, draw(st.sampled_from(allowed) | st.just("Pass")))
    return made


@given(anything)
def test_any_auction_is_read_and_written_alike(made):
    assert Auction.parse(str(made)) == made


@settings(max_examples=40)
@given(regular())
def test_a_regular_auction_goes_round_and_shows_nothing(made):
    assert made.irregular() is None
    assert made.legal == made.calls
    assert all(two.seat is call.seat.lho for call, two in zip(made.calls, made.calls[1:], strict=False))
    bids = [height(call.call) for call in made.calls if is_bid(call.call)]
    assert bids == sorted(set(bids))
    if bids and made.contract:
        assert height(f"{made.contract.level}{made.contract.denomination}") == bids[-1]


@settings(max_examples=40)
@given(regular(), seats, calls)
def test_a_call_taken_back_leaves_the_auction_as_it_was(made, seat, call):
    again = made.then(seat, call).without(seat, call)
    assert (again.turn, again.over, again.contract, again.standing) == (made.turn, made.over, made.contract, made.calls)


@settings(max_examples=40)
@given(regular(), calls)
def test_nothing_after_the_end_changes_the_contract(made, call):
    if made.over:
        assert made.then(made.turn, call).contract == made.contract
