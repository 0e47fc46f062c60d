"""The next ruling sees the effects that a ruling leaves on the auction: calls, forced passes and the right of 26B."""

import pytest

from rulings.bridge import Seat
from rulings.laws2017 import LAWS
from rulings.laws2017.calls import disobeyed
from rulings.table import Bound, Said, Table
from rulings.table_from_log import entries, folded

N, E, S, W = Seat


def told(what: str, about: str) -> list[Said]:
    return [Said(what, about)]


def inquiry(law: str, log: list, **answers: str) -> list:
    """Open an inquiry on the table after the log, and return the entries that it adds to the log."""
    known = answers | {"table": str(folded(Table(), log))}
    return entries(LAWS[law], {name.removeprefix("_"): value for name, value in known.items()})


def table(*logs: list) -> Table:
    return folded(Table(), [entry for log in logs for entry in log])


def passes(at_table: Table) -> list[tuple[Seat, str]]:
    return [(bound.seat, bound.lasts) for bound in at_table.silent]


JUDGED = {"_23_first": "", "_23_new": ""}


def test_t13_the_bid_put_right_takes_the_place_of_the_insufficient_one():
    log = told("auction", "N:1S 1H")
    log += inquiry("27", log, meant="yes", accepts="refuse", choice="same", replacement="2H")
    table_now = table(log)
    assert (str(table_now.auction), table_now.silent, table_now.bounds) == ("N:1S 1H~ 2H", (), ())
    assert table_now.auction.turn is S


def test_t14_the_partner_is_silenced_for_good_and_the_right_is_carried_to_the_lead():
    log = told("auction", "N:1S 1H")
    log += inquiry("27", log, meant="yes", accepts="refuse", choice="other", replacement="Pass")
    table_now = table(log)
    assert str(table_now.auction) == "N:1S 1H~ Pass"
    assert passes(table_now) == [(W, "rest_of_auction")]
    ended = table(log, told("call", "2S"), told("call", "Pass"), told("call", "Pass"), told("call", "Pass"))
    assert (ended.declarer, ended.trumps, ended.silent) == (N, "S", ())
    assert [(restriction.seat, restriction.how) for restriction in ended.bounds] == [(W, "may_forbid")]
    forbidden = inquiry(
        "26B", [*log, *told("auction", str(ended.auction))], offender="E", replaced="no", declarer="N",
        partner_on_lead="reached", has_shown="no", forbids="suit", suit="D",
    )  # fmt: skip
    bound = table(log, told("auction", str(ended.auction)), forbidden).bounds
    assert bound == (Bound(W, "forbid", "D", "while_retains_lead", bound[0].origin),)


def test_the_right_of_26b_falls_when_the_offender_s_side_declares():
    log = told("auction", "N:1S 1H")
    log += inquiry("27", log, meant="yes", accepts="refuse", choice="other", replacement="2C")
    log += [entry for call in ("Pass", "Pass", "Pass") for entry in told("call", call)]
    table_now = table(log)
    assert (str(table_now.auction), table_now.declarer, table_now.bounds) == ("N:1S 1H~ 2C Pass Pass Pass", E, ())


def test_t15_an_accepted_insufficient_bid_is_settled_and_seen_no_more():
    log = told("auction", "N:1S 1H 1S")
    log += inquiry("27", log, meant="yes")
    table_now = table(log)
    assert str(table_now.auction) == "N:1S 1H+ 1S"
    assert table_now.auction.irregular() is None


def test_t16_the_bid_out_of_turn_is_repeated_at_his_turn():
    log = told("auction", "N:E/1D")
    stages = inquiry("29", log, accepts="refuse", next_call="reached", rho_passes="yes")
    assert str(table(log, stages[:1]).auction) == "N:E/1D~"
    table_now = table(log, stages[:1], told("call", "Pass"), stages[1:])
    assert (str(table_now.auction), table_now.silent, table_now.bounds) == ("N:E/1D~ Pass 1D", (), ())


def test_t17_the_partner_calls_freely_first_and_passes_once_after_the_call_that_is_not_comparable():
    log = told("auction", "N:S/1D")
    stages = inquiry("29", log, accepts="refuse", next_call="reached", replacement="1NT", _23_comparable="no", **JUDGED)
    before = table(log, stages[:1], told("call", "1C"), told("call", "Pass"))
    assert (passes(before), before.auction.turn) == ([], S)
    after = table(log, stages[:1], told("call", "1C"), told("call", "Pass"), stages[1:])
    assert str(after.auction) == "N:S/1D~ 1C Pass 1NT"
    assert passes(after) == [(N, "once")]


def test_a_pass_before_the_right_hand_opponent_silences_its_author_once():
    log = told("auction", "N:E/Pass")
    log += inquiry("30", log, accepts="refuse", natural_pass="yes")
    table_now = table(log)
    assert (str(table_now.auction), passes(table_now), table_now.bounds) == ("N:E/Pass~", [(E, "once")], ())


def test_a_call_that_was_to_be_a_pass_is_seen_by_law_37():
    log = told("auction", "N:1S 1H")
    log += inquiry("27", log, meant="yes", accepts="refuse", choice="other", replacement="Pass")
    log += told("call", "2S") + told("call", "3H")
    state = LAWS["37"].step({"table": str(table(log))})
    assert state.ruling.law == "37B"
    log += inquiry("37", log)
    assert str(table(log).auction) == "N:1S 1H~ Pass 2S 3H~ Pass"
    assert table(log).auction.turn is N
    assert passes(table(log)) == [(W, "rest_of_auction"), (E, "rest_of_auction")]


def test_an_inadmissible_double_called_over_leaves_nothing():
    log = told("auction", "E:1NT Pass X Pass")
    log += inquiry("36", log)
    table_now = table(log)
    assert (str(table_now.auction), table_now.auction.turn) == ("E:1NT Pass X~ N/Pass~", W)
    assert (table_now.silent, table_now.bounds) == ((), ())


def test_calls_after_the_end_are_cancelled():
    log = told("auction", "N:4S Pass Pass Pass E/X S/Pass")
    log += inquiry("39", log)
    table_now = table(log)
    assert str(table_now.auction.contract) == "4S"
    assert [made.call for made in table_now.auction.standing] == ["4S", "Pass", "Pass", "Pass"]


def test_three_passes_go_back_to_the_player_who_never_called():
    log = told("auction", "S:1NT Pass Pass S/Pass W/Pass")
    log += inquiry("34", log)
    table_now = table(log)
    assert (table_now.auction.turn, table_now.auction.over) == (E, False)


def test_a_change_of_call_accepted_by_calling_over_it():
    log = told("auction", "S:2H S/3H 3S")
    log += inquiry("25", log, meant="yes", _23_comparable="no", **JUDGED)
    table_now = table(log)
    assert [made.call for made in table_now.auction.standing] == ["3H", "3S"]
    assert [(bound.seat, bound.how) for bound in table_now.bounds] == [(N, "may_forbid")]


@pytest.mark.parametrize(("since", "stands"), [("N:E/1C N/1S", ["1S"]), ("N:S/1C 1S", ["1C", "1S"])])
def test_a_call_out_of_turn_forgotten_or_accepted(since, stands):
    log = told("auction", since)
    log += inquiry("29", log)
    assert [made.call for made in table(log).auction.standing] == stands
    assert table(log).auction.irregular() is None


def test_the_call_changed_stands_in_the_place_of_the_first_one():
    log = told("auction", "N:2NT Pass")
    log += inquiry("25", log, offender="N", meant="no", second_call="2H")
    table_now = table(log)
    assert (str(table_now.auction), table_now.auction.turn) == ("N:2NT~ 2H Pass", S)
    assert table_now.auction.irregular() is None


def test_a_call_put_right_that_is_too_low_is_still_to_be_ruled_on():
    log = told("auction", "N:1S 2H Pass")
    log += inquiry("25", log, offender="E", meant="no", second_call="1H")
    table_now = table(log)
    assert str(table_now.auction) == "N:1S 2H~ 1H Pass"
    assert LAWS["27"].step({"table": str(table_now), "meant": "yes"}).ruling.law == "27A1"


def test_the_call_that_wrong_information_lets_change_stands_in_its_place():
    log = told("auction", "N:1NT 2C Pass")
    log += inquiry(
        "21", log, kind="explanation", explainer="N", said="", agreement="", shown="explanation_wrong",
        stage="auction", misled="E", influenced="yes", changes_call="change", replacement="2H",
    )  # fmt: skip
    table_now = table(log)
    assert (str(table_now.auction), table_now.auction.turn) == ("N:1NT 2C~ 2H Pass", W)


def test_a_pass_in_place_of_a_call_by_a_player_who_had_passed_before_is_one_more_pass():
    log = told("auction", "E:Pass 1S Pass 2S 1NT")
    log += inquiry("27", log, meant="yes", accepts="refuse", choice="other", replacement="Pass")
    table_now = table(log)
    assert (str(table_now.auction), table_now.auction.turn) == ("E:Pass 1S Pass 2S 1NT~ Pass", S)


def test_the_second_insufficient_bid_that_was_accepted_is_settled():
    log = told("auction", "N:1S 1H")
    log += inquiry(
        "27", log, meant="yes", accepts="refuse", choice="insufficient", replacement="1D", accepts_second_bid="accept"
    )
    table_now = table(log)
    assert str(table_now.auction) == "N:1S 1H~ 1D+"
    assert table_now.auction.irregular() is None


def test_a_call_changed_after_the_final_pass_reopens_the_auction_and_nobody_declares_yet():
    log = told("auction", "N:1S 2H Pass Pass Pass")
    assert table(log).declarer is E
    log += inquiry("25", log, offender="N", meant="no", period_over="no", second_call="X")
    table_now = table(log)
    assert (str(table_now.auction), table_now.auction.turn) == ("N:1S 2H Pass Pass Pass~ X", E)
    assert (table_now.declarer, table_now.trumps) == (None, "")


def test_a_forced_pass_lasts_as_long_as_it_did_when_a_call_before_it_is_changed():
    log = told("auction", "N:2NT Pass")
    log += inquiry("24", log, auction_begun="yes", offender="W", could_see="yes", cards="led", card="HK")
    assert table(log).must_pass(E) == "once"
    log += inquiry("25", log, offender="N", meant="no", second_call="2H")
    assert str(table(log).auction) == "N:2NT~ 2H Pass"
    assert table(log).must_pass(E) == "once"


def test_the_pass_in_place_of_a_forbidden_call_may_end_the_auction():
    log = told("auction", "N:1S 1H")
    log += inquiry("27", log, meant="yes", accepts="refuse", choice="other", replacement="Pass")
    log += told("call", "Pass") + told("call", "2H")
    log += inquiry("37", log)
    table_now = table(log)
    assert str(table_now.auction) == "N:1S 1H~ Pass Pass 2H~ Pass"
    assert (table_now.auction.over, table_now.declarer, table_now.silent) == (True, N, ())
    assert [(bound.seat, bound.how) for bound in table_now.bounds] == [(W, "may_forbid"), (E, "may_forbid")]


def test_a_forbidden_call_that_was_called_over_is_settled_and_he_must_still_pass():
    log = told("auction", "N:1S 1H")
    log += inquiry("27", log, meant="yes", accepts="refuse", choice="other", replacement="Pass")
    log += told("call", "2S") + told("call", "3H") + told("call", "3S")
    log += inquiry("37", log)
    table_now = table(log)
    assert str(table_now.auction) == "N:1S 1H~ Pass 2S 3H+ 3S"
    assert (disobeyed(table_now), passes(table_now)) == (None, [(W, "rest_of_auction")])
    log += told("call", "Pass") + told("call", "Pass") + told("call", "4H")
    assert disobeyed(table(log)).made.call == "4H"


def test_a_bid_of_eight_leaves_what_was_ruled_before_it_and_a_pass_in_its_place():
    log = told("auction", "N:1S 1H")
    log += inquiry("27", log, meant="yes", accepts="refuse", choice="same", replacement="2H")
    log += told("call", "4S") + told("call", "7H") + told("call", "7S")
    log += inquiry("38", log, offender="E", lho_called="no")
    table_now = table(log)
    assert str(table_now.auction) == "N:1S 1H~ 2H 4S 7H 7S Pass"
    assert passes(table_now) == [(E, "rest_of_auction"), (W, "rest_of_auction")]


def test_the_calls_over_a_bid_of_eight_fall_and_the_auction_goes_on_at_the_left_of_his_pass():
    log = told("auction", "N:7H S/X W/Pass")
    state = LAWS["38"].step({"offender": "E", "table": str(table(log))})
    assert [effect.effect for effect in state.ruling.rectifications if effect.effect == "MAY_FORBID"] == []
    log += inquiry("38", log, offender="E")
    table_now = table(log)
    assert (str(table_now.auction), table_now.auction.turn) == ("N:7H S/X~ W/Pass~ Pass", S)


def test_the_pass_in_place_of_a_bid_of_eight_may_end_the_auction():
    log = told("auction", "N:7H Pass Pass")
    log += inquiry("38", log, offender="W", lho_called="no")
    table_now = table(log)
    assert (table_now.auction.over, table_now.declarer, table_now.silent) == (True, N, ())
    assert [(bound.seat, bound.how) for bound in table_now.bounds] == [(E, "may_forbid")]


def silenced_once() -> list:
    """Return the log after South opened 1D at his partner's turn and then replaced it by 1NT: his partner must pass
    once."""
    log = told("auction", "N:S/1D")
    stages = inquiry("29", log, accepts="refuse", next_call="reached", replacement="1NT", _23_comparable="no", **JUDGED)
    return [*log, stages[0], *told("call", "1C"), *told("call", "Pass"), stages[1]]


def test_who_had_to_pass_once_has_passed_where_the_next_player_calls_in_his_place():
    log = [*silenced_once(), *told("call", "Pass"), *told("call", "E/2H")]
    assert table(log).must_pass(N) == "once"
    log += inquiry("29", log)
    table_now = table(log)
    assert str(table_now.auction) == "N:S/1D~ 1C Pass 1NT Pass Pass 2H"
    assert (table_now.must_pass(N), table_now.auction.turn, table_now.auction.irregular()) == ("", S, None)


def test_a_bid_in_turn_after_a_forced_pass_is_still_too_low_for_the_next_ruling():
    log = [*silenced_once(), *told("call", "Pass"), *told("call", "E/1H")]
    log += inquiry("28", log)
    assert LAWS["27"].step({"table": str(table(log)), "meant": "yes"}).question.id == "accepts"


def test_calls_made_on_the_cards_of_another_board_fall_with_all_later_ones():
    log = told("auction", "N:1S 2H Pass")
    log += inquiry("15", log, offender="E", called_on_it="yes", other_board="12", partner_called="no")
    table_now = table(log)
    assert (str(table_now.auction), table_now.auction.turn) == ("N:1S 2H~ S/Pass~", E)


def test_a_double_that_it_is_too_late_to_put_right_is_still_to_be_ruled_on():
    log = told("auction", "E:1NT Pass X E/2C")
    log += inquiry("25", log, offender="W", meant="no")
    assert table(log).auction.irregular().made.call == "X"
    state = LAWS["36"].step({"table": str(table(log)), "since": "nothing", "meant": "no"})
    assert (state.ruling.law, state.moment.value) == ("36B1", "next_call")


@pytest.mark.parametrize(
    ("made", "left", "turn"),
    [
        ("N:1S 1H Pass E/2H", "N:1S 1H+ Pass E/2H~", W),
        ("N:1S 1H E/2H 2S", "N:1S 1H~ 2H 2S", W),
        ("N:1S 1H E/1D Pass", "N:1S 1H~ 1D+ Pass", W),
    ],
)
def test_an_insufficient_bid_replaced_before_or_after_the_next_player_has_called(made, left, turn):
    log = told("auction", made)
    log += inquiry("27", log, meant="yes", which_replacement="same")
    table_now = table(log)
    assert (str(table_now.auction), table_now.auction.turn, table_now.auction.irregular()) == (left, turn, None)


@pytest.mark.parametrize(
    ("made", "second", "more", "left", "turn"),
    [
        ("N:2NT Pass", "2H", {}, "N:2NT~ 2H Pass", S),
        ("N:2NT Pass", "2H", {"lho_takes_back": "yes"}, "N:2NT~ 2H Pass~", E),
        ("N:1H 1S", "2H", {}, "N:1H~ 2H 1S~", E),  # it would be too low now
    ],
)
def test_the_next_player_may_take_back_his_call_over_the_one_put_right(made, second, more, left, turn):
    log = told("auction", made)
    log += inquiry("25", log, offender="N", meant="no", second_call=second, **more)
    table_now = table(log)
    assert (str(table_now.auction), table_now.auction.turn, table_now.auction.irregular()) == (left, turn, None)


# The director called late


def test_a_bid_that_was_too_low_a_round_ago_can_be_put_right_no_more():
    log = told("auction", "N:1S 1H Pass 2H Pass 3H")
    log += inquiry("27", log, meant="no")
    table_now = table(log)
    assert (str(table_now.auction), table_now.auction.irregular()) == ("N:1S 1H+ Pass 2H Pass 3H", None)


def test_a_call_changed_a_round_ago_is_still_the_one_that_is_ruled_on():
    log = told("auction", "S:2H S/3H 3S Pass Pass 4H")
    log += inquiry("25", log, meant="yes", _23_comparable="no", **JUDGED)
    table_now = table(log)
    assert str(table_now.auction) == "S:2H~ 3H 3S Pass Pass 4H"
    assert table_now.auction.irregular() is None


def test_a_call_put_right_at_once_was_in_time_though_his_partner_has_called_since():
    log = told("auction", "S:2H S/3H Pass Pass")
    log += inquiry("25", log, meant="no")
    table_now = table(log)
    assert (str(table_now.auction), table_now.auction.turn) == ("S:2H~ 3H Pass Pass", E)


def test_a_call_changed_when_it_was_too_late_is_a_change_of_call():
    state = LAWS["25"].step(
        {"offender": "S", "first_call": "2H", "second_call": "3H", "changed_too_late": "yes"}
        | {"meant": "no", "partner_called": "yes", "lho_over_second": "no"}
    )
    assert state.question.id == "accepts_second"


def test_of_two_passes_the_one_out_of_turn_is_forgotten():
    log = told("auction", "N:E/Pass Pass 1C 1H Pass")
    log += inquiry("28", log, turn="rho", had_to_pass="no", opponent_called="yes")
    table_now = table(log)
    assert [str(made.call) for made in table_now.auction.standing] == ["Pass", "1C", "1H", "Pass"]
    assert table_now.auction.calls[0].stands is False


def test_a_bid_that_is_too_low_by_a_player_who_had_to_pass_is_ruled_by_law_37_and_settled():
    log = told("auction", "N:1S 1H")
    log += inquiry("27", log, meant="yes", accepts="refuse", choice="other", replacement="Pass")
    log += told("call", "2S") + told("call", "1H")
    log += inquiry("37", log)
    table_now = table(log)
    assert (str(table_now.auction), table_now.auction.turn) == ("N:1S 1H~ Pass 2S 1H~ Pass", N)
    assert (table_now.auction.irregular(), disobeyed(table_now)) == (None, None)


def test_who_must_pass_must_still_do_so_in_an_auction_that_is_reopened():
    log = told("auction", "N:1S 1H")
    log += inquiry("27", log, meant="yes", accepts="refuse", choice="other", replacement="2C")
    log += [entry for call in ("Pass", "Pass", "Pass") for entry in told("call", call)]
    assert (table(log).silent, table(log).bounds) == ((), ())
    log += inquiry("25", log, offender="N", meant="no", period_over="no", second_call="2S")
    table_now = table(log)
    assert (str(table_now.auction), table_now.auction.turn) == ("N:1S 1H~ 2C Pass Pass Pass~ 2S", E)
    assert (passes(table_now), [bound.seat for bound in table_now.bounds]) == ([(W, "rest_of_auction")], [W])


def test_a_forbidden_double_noticed_after_the_lead_counts_for_nothing_and_the_auction_stays_over():
    log = told("auction", "S:1H Pass X Pass Pass Pass")
    log += inquiry("36", log, since="lead_faced")
    table_now = table(log)
    assert (table_now.auction.over, str(table_now.auction.contract), table_now.declarer) == (True, "1H", S)
    assert table_now.auction.irregular() is None


@pytest.mark.parametrize("first", ["E:Pass 1D 1H", "S:E/Pass+ 1D 1H"])
def test_an_artificial_pass_out_of_turn_is_repeated_after_an_earlier_pass_of_that_player(first):
    log = told("auction", f"{first} E/Pass")
    answers = {"accepts": "refuse", "natural_pass": "no", "next_call": "reached", "rho_passes": "yes"}
    stages = inquiry("29", log, **answers)
    table_now = table(log, stages[:1], told("call", "Pass"), stages[1:])
    assert (str(table_now.auction), table_now.auction.turn) == (f"{first} E/Pass~ Pass Pass", S)


@pytest.mark.parametrize("noted", [told("call", "Pass"), []])
def test_a_bid_repeated_that_is_too_low_is_on_the_table_for_the_next_ruling(noted):
    log = told("auction", "S:1S Pass E/1C")
    stages = inquiry("29", log, accepts="refuse", next_call="reached", rho_passes="yes")
    table_now = table(log, stages[:1], noted, stages[1:])
    assert str(table_now.auction) == "S:1S Pass E/1C~ Pass 1C"
    assert LAWS["27"].step({"table": str(table_now), "meant": "yes"}).question.id == "accepts"
