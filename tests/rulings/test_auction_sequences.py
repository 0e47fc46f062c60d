"""What one ruling of the auction leaves, the next one knows: calls, forced passes and the right of 26B, by the fold."""

import pytest

from rulings.bridge import Seat
from rulings.fold import entries, folded
from rulings.laws2017 import LAWS
from rulings.table import Bound, Said, Table

N, E, S, W = Seat


def told(what: str, about: str) -> list[Said]:
    return [Said(what, about)]


def inquiry(law: str, log: list, **answers: str) -> list:
    """An inquiry opened on the table that the log has left, and what it puts into the log."""
    known = answers | {"table": str(folded(Table(), log))}
    return entries(LAWS[law], {name.removeprefix("_"): value for name, value in known.items()})


def table(*logs: list) -> Table:
    return folded(Table(), [entry for log in logs for entry in log])


def passes(found: Table) -> list[tuple[Seat, str]]:
    return [(one.seat, one.lasts) for one in found.silent]


JUDGED = {"_23_first": "", "_23_new": ""}


def test_t13_the_bid_put_right_takes_the_place_of_the_insufficient_one():
    log = told("auction", "N:1S 1H")
    log += inquiry("27", log, meant="yes", accepts="refuse", choice="same", replacement="2H")
    found = table(log)
    assert (str(found.auction), found.silent, found.bounds) == ("N:1S 1H~ 2H", (), ())
    assert found.auction.turn is S


def test_t14_the_partner_is_silenced_for_good_and_the_right_is_carried_to_the_lead():
    log = told("auction", "N:1S 1H")
    log += inquiry("27", log, meant="yes", accepts="refuse", choice="other", replacement="Pass")
    found = table(log)
    assert str(found.auction) == "N:1S 1H~ Pass"
    assert passes(found) == [(W, "rest_of_auction")]
    ended = table(log, told("call", "2S"), told("call", "Pass"), told("call", "Pass"), told("call", "Pass"))
    assert (ended.declarer, ended.trumps, ended.silent) == (N, "S", ())
    assert [(one.seat, one.how) for one in ended.bounds] == [(W, "may_forbid")]
    forbidden = inquiry(
        "26B", [*log, *told("auction", str(ended.auction))], offender="E", replaced="no", declarer="N",
        partner_on_lead="reached", has_shown="no", forbids="suit", suit="D",
    )  # fmt: skip
    bound = table(log, told("auction", str(ended.auction)), forbidden).bounds
    assert bound == (Bound(W, "forbid", "D", "while_retains_lead", bound[0].origin),)


def test_the_right_of_26b_falls_when_the_offender_s_side_declares():
    log = told("auction", "N:1S 1H")
    log += inquiry("27", log, meant="yes", accepts="refuse", choice="other", replacement="2C")
    log += [one for call in ("Pass", "Pass", "Pass") for one in told("call", call)]
    found = table(log)
    assert (str(found.auction), found.declarer, found.bounds) == ("N:1S 1H~ 2C Pass Pass Pass", E, ())


def test_t15_an_accepted_insufficient_bid_is_settled_and_seen_no_more():
    log = told("auction", "N:1S 1H 1S")
    log += inquiry("27", log, meant="yes")
    found = table(log)
    assert str(found.auction) == "N:1S 1H+ 1S"
    assert found.auction.irregular() is None


def test_t16_the_bid_out_of_turn_is_repeated_at_his_turn():
    log = told("auction", "N:E/1D")
    stages = inquiry("29", log, accepts="refuse", next_call="reached", rho_passes="yes")
    assert str(table(log, stages[:1]).auction) == "N:E/1D~"
    found = table(log, stages[:1], told("call", "Pass"), stages[1:])
    assert (str(found.auction), found.silent, found.bounds) == ("N:E/1D~ Pass 1D", (), ())


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
    found = table(log)
    assert (str(found.auction), passes(found), found.bounds) == ("N:E/Pass~", [(E, "once")], ())


def test_a_call_that_was_to_be_a_pass_is_seen_by_law_37():
    log = told("auction", "N:1S 1H")
    log += inquiry("27", log, meant="yes", accepts="refuse", choice="other", replacement="Pass")
    log += told("call", "2S") + told("call", "3H")
    state = LAWS["37"].step({"table": str(table(log))})
    assert state.ruling.law == "37B"
    log += inquiry("37", log)
    assert passes(table(log))[1:] == [(W, "rest_of_auction"), (E, "rest_of_auction")]


def test_an_inadmissible_double_called_over_leaves_nothing():
    log = told("auction", "E:1NT Pass X Pass")
    log += inquiry("36", log)
    found = table(log)
    assert (str(found.auction), found.auction.turn) == ("E:1NT Pass X~ N/Pass~", W)
    assert (found.silent, found.bounds) == ((), ())


def test_calls_after_the_end_are_cancelled():
    log = told("auction", "N:4S Pass Pass Pass E/X S/Pass")
    log += inquiry("39", log)
    found = table(log)
    assert str(found.auction.contract) == "4S"
    assert [one.call for one in found.auction.standing] == ["4S", "Pass", "Pass", "Pass"]


def test_three_passes_go_back_to_the_player_who_never_called():
    log = told("auction", "S:1NT Pass Pass S/Pass W/Pass")
    log += inquiry("34", log)
    found = table(log)
    assert (found.auction.turn, found.auction.over) == (E, False)


def test_a_change_of_call_accepted_by_calling_over_it():
    log = told("auction", "S:2H S/3H 3S")
    log += inquiry("25", log, meant="yes", _23_comparable="no", **JUDGED)
    found = table(log)
    assert [one.call for one in found.auction.standing] == ["3H", "3S"]
    assert [(one.seat, one.how) for one in found.bounds] == [(N, "may_forbid")]


@pytest.mark.parametrize(("since", "stands"), [("N:E/1C N/1S", ["1S"]), ("N:S/1C 1S", ["1C", "1S"])])
def test_a_call_out_of_turn_forgotten_or_accepted(since, stands):
    log = told("auction", since)
    log += inquiry("29", log)
    assert [one.call for one in table(log).auction.standing] == stands
    assert table(log).auction.irregular() is None
