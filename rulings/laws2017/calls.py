"""Shared vocabulary of the laws of the auction: facts about a call, readings of a known auction, and the consequences
of a call taken back.

Where the auction is known, the caller, whose turn it was, the later calls and sufficiency are read from it; without it
every law asks.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from rulings.auction import PASS, Auction, Irregular, Made, Shown, is_bid
from rulings.bridge import Seat
from rulings.engine.inquiry import Ask
from rulings.engine.names import CallFact, PassLasts, Player
from rulings.engine.questions import ChooseOne, Fits, Seen, WhichSeat, YesNo
from rulings.engine.ruling import Accept, Cancel, Duty, Info, MayForbid, MustPass, Presence, When
from rulings.engine.text import gettext_noop
from rulings.laws2017.law_72_general_principles import CONSIDER_72C, COULD_HAVE_KNOWN_LATER
from rulings.laws2017.terms import Outcome
from rulings.table import Table

# Readings of a known auction


def shows(read: Callable[..., object], *kinds: Shown) -> Seen:
    """Build the reading of the first call that is irregular in one of these ways and not settled; *read* takes that
    call."""

    def seen(table: Table) -> object:
        irregular = table.auction.irregular(*kinds) if table.auction else None
        return None if irregular is None else read(irregular)

    return Seen(seen)


def who_called(*kinds: Shown) -> Seen:
    return shows(lambda irregular: irregular.made.seat, *kinds)


def which_call(*kinds: Shown) -> Seen:
    return shows(lambda irregular: irregular.made.call, *kinds)


def in_turn(*kinds: Shown) -> Seen:
    return shows(lambda irregular: Shown.OUT_OF_TURN not in irregular.shown, *kinds)


def lho_has_called(*kinds: Shown) -> Seen:
    """Was the next call made by the player at the offender's left?"""
    return shows(
        lambda irregular: irregular.next is not None and irregular.next.seat is irregular.made.seat.lho, *kinds
    )


def at_his_turn_now(table: Table, offender: Seat) -> Auction | None:
    """Return the auction as it comes back to the player whose call out of turn was cancelled, whether or not the pad
    shows the cancellation."""
    if table.auction is None:
        return None
    irregular = table.auction.irregular(Shown.OUT_OF_TURN)
    if irregular is not None:
        return irregular.before
    return table.auction.up_to_his_next(offender) if table.auction.last_fallen is offender else None


def next_is_his(irregular: Irregular) -> bool:
    """Was the next call made by the offender himself, in place of the first?"""
    return irregular.next is not None and irregular.next.seat is irregular.made.seat


def legal_at_his_turn(offender: WhichSeat, *kinds: Shown) -> Fits:
    """Build the bound on the calls of an *offender* whose irregular call was cancelled: only a pass where a ruling
    obliges him. Until the auction comes back to him, a double may still become legal; a bid that is too low never
    does."""

    def legal(table: Table | None, known: Mapping[str, str], call: str) -> bool:
        if table is None or table.auction is None or call == PASS:
            return True
        irregular, fallen = table.auction.irregular(*kinds), table.auction.last_fallen
        if irregular is not None:
            seat, so_far = irregular.made.seat, up_to_his_turn(irregular)
        elif fallen is not None and fallen == known.get(offender.id):  # struck out on the pad already
            seat, so_far = fallen, table.auction.up_to_his_next(fallen)
        else:
            return True
        if had_to_pass(table, seat, so_far):
            return False
        if is_bid(call):
            return so_far.sufficient(call)
        return so_far.turn is not seat or so_far.admissible(seat, call)

    return Fits(legal, gettext_noop("Dashed keys are not legal calls: he has to make a legal one."), (offender,))


def up_to_his_turn(irregular: Irregular) -> Auction:
    """Return the auction without the irregular call, as far as it is known before the same player calls again."""
    others = []
    for made in irregular.after:
        if made.seat is irregular.made.seat:
            break
        others.append(made)
    return replace(irregular.before, calls=(*irregular.before.calls, *others))


def had_to_pass(table: Table, seat: Seat, auction: Auction) -> bool:
    """Had a ruling obliged that player to pass at this point of the auction? "Once" is over after a call that
    stands."""
    return any(
        silence.lasts == "rest_of_auction"
        or not any(made.seat is seat and made.stands for made in auction.calls[silence.since :])
        for silence in table.silent
        if silence.seat is seat and silence.since <= len(auction.calls)
    )


def disobeyed(table: Table) -> Irregular | None:
    """Find the first call that stands, other than a pass, of a player whom a ruling had obliged to pass."""
    if table.auction is None:
        return None
    for at, made in enumerate(table.auction.calls):
        before = replace(table.auction, calls=table.auction.calls[:at])
        if made.stands and not made.accepted and made.call != PASS and had_to_pass(table, made.seat, before):
            return Irregular(before, made, table.auction.calls[at + 1 :], (Shown.MUST_PASS,))
    return None


def changed_call(table: Table) -> tuple[Auction, Made, Made, tuple[Made, ...]] | None:
    """Find the first two consecutive calls by one player: the auction before them, the two calls, and the calls after
    them."""
    calls = table.auction.calls if table.auction else ()
    for at, (first, two) in enumerate(zip(calls, calls[1:], strict=False)):
        if table.auction and first.seat is two.seat and first.stands and two.stands:
            return replace(table.auction, calls=calls[:at]), first, two, calls[at + 2 :]
    return None


# The end of the auction

ALL_PASSED = YesNo(
    "all_passed",
    "22B",
    gettext_noop("Have all four players passed?"),
    why=gettext_noop("Nobody is declarer then, and nobody leads."),
    seen=Seen(lambda table: table.auction.contract is None if table.auction and table.auction.over else None),
    assumed="no",
)


# Consequences of a call taken back or cancelled


def accept_or_refuse(ask: Ask, accepts: ChooseOne[Any], *, called_over: bool) -> bool:
    """Ask whether the call is accepted (27A1, 29A). A call over it accepts it, knowingly or not; otherwise the player
    on the left accepts or refuses."""
    return called_over or ask(accepts).name == "ACCEPT"


def cancel(law: str, what: CallFact = "call", text: str = "") -> Cancel:
    """Build the effect that cancels the call."""
    return Cancel(law=law, what=what, player="offender", text=text)


def cancel_later(law: str, text: str) -> tuple[Cancel, Cancel]:
    """Build the effect that cancels the call and any call made after it."""
    return cancel(law, text=text), Cancel(law=law, what="later_calls")


def stands(law: str, what: CallFact = "call", text: str = "") -> Accept:
    """Build the effect that lets the call stand as legal; a replacement joins the calls of the auction."""
    return Accept(law=law, what=what, player="offender", text=text)


def passes(law: str, player: Player) -> Accept:
    """Build the effect of a pass by that player at his turn, which stands."""
    return Accept(law=law, what="pass", player=player)


def may_use(source: CallFact = "call") -> Info:
    """Build the effects of Law 16C: only the other side may use the action taken back."""
    return Info(law="16C", source=source, ui_for=("offending_side",), ai_for=("non_offending_side",), text=TAKEN_BACK)


def must_pass(law: str, *players: Player, lasts: PassLasts) -> MustPass:
    """Build a forced pass, with its duration in words, as players confuse the two durations."""
    return MustPass(law=law, players=players, lasts=lasts, text=SILENCED[players, lasts])


def not_comparable(law: str, *players: Player, lasts: PassLasts, what: CallFact = "call") -> Outcome:
    """Build the effects of a call without a comparable replacement: a forced pass, 16C, 26B and 72C."""
    return (must_pass(law, *players, lasts=lasts), may_use(what), MAY_FORBID, CONSIDER_72C), REVIEWS


# Words and effects

TAKEN_BACK = gettext_noop(
    "What was taken back or cancelled is authorised information for [non_offending_side], unauthorised for "
    "[offending_side]."
)
SILENCED: dict[tuple[tuple[Player, ...], PassLasts], str] = {
    (("partner",), "once"): gettext_noop("[partner] must pass once: at his next turn to call, that time only."),
    (("partner",), "rest_of_auction"): gettext_noop("[partner] must pass for the rest of the auction."),
    (("offender",), "once"): gettext_noop("[offender] must pass once: at his next turn to call, that time only."),
    (("offender",), "rest_of_auction"): gettext_noop("[offender] must still pass for the rest of the auction."),
    (("offender", "partner"), "rest_of_auction"): gettext_noop(
        "[offender] and [partner] must both pass for the rest of the auction."
    ),
}
MAY_FORBID = MayForbid(
    law="26B",
    player="partner",
    text=gettext_noop(
        "Should [offender] become a defender: at the first lead [partner:of], declarer may forbid him one suit that "
        "[offender] has not shown in the legal auction."
    ),
)
LEAD_LATER = Duty(
    "26B",
    When.END_OF_AUCTION,
    gettext_noop("Call taken back, [offender]: has he become a defender? Declarer may then forbid a suit."),
    opens="26B",
    hands=("offender", "replaced=no"),
)
REVIEWS = (LEAD_LATER, COULD_HAVE_KNOWN_LATER)
NOTHING_SINCE = gettext_noop("Nobody has called since.")
"""The usual fact of an irregular call, above the choice of the next player."""
LEAVE = Presence(law="10A", do="LEAVE", text=gettext_noop("You may leave the table."))
