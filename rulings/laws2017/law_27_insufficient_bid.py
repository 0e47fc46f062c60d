"""Law 27 - Insufficient bid.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 27; FFB, Code 2017, Loi 27.
Before: Law 25A, was the bid meant, or is it too late to correct a slip? Law 18 says what is sufficient.
Sends:  31 where it was out of rotation too; 23 for the judgement; 26B, 16C, 72C; 27D at the end of play.
Rows:   LAWS.md 4.6, 27.R1 to 27.R9.
Reading: 27.R7. After a cancelled double, a comparable call lifts the lead restrictions (26A), but the partner stays
        silenced.

The auction, where it is known, shows the bid, its author, whether it was his turn and what was called since.
"""

from collections.abc import Mapping
from typing import assert_never

from rulings.auction import BIDS, DOUBLE, PASS, REDOUBLE, Auction, Irregular, Shown, is_bid
from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Fits, Given, Option, Seen, WhichCall, WhichSeat, YesNo
from rulings.engine.ruling import ConsiderAdjusting, Duty, Note, Presence, Ruling, Send, When
from rulings.engine.text import gettext_noop
from rulings.laws2017 import calls
from rulings.laws2017.calls import (
    LEAVE,
    accept_or_refuse,
    cancel,
    in_turn,
    may_use,
    must_pass,
    next_is_his,
    not_comparable,
    shows,
    stands,
    which_call,
    who_called,
)
from rulings.laws2017.law_23_comparable_call import HELPED, HELPED_LATER, JUDGED, comparable, helped_by
from rulings.laws2017.law_25_legal_and_illegal_changes_of_call import MEANT, put_right, too_late
from rulings.laws2017.law_72_general_principles import CONSIDER_72C, COULD_HAVE_KNOWN_LATER
from rulings.laws2017.terms import Effects
from rulings.table import Table


def insufficient_bid(ask: Ask) -> Ruling:
    """Rule on a bid that does not outrank the last one."""
    ask(OFFENDER)
    ask(BID)
    if not ask(IN_ROTATION):
        send = Send(law="27A2", to="31", hands=("offender", "call=[bid]"), text=AS_OUT_OF_ROTATION)
        return Ruling("27A2", OUT_OF_ROTATION, (send,), leads_on=True)
    if not ask(MEANT) and too_late(ask, Shown.INSUFFICIENT) is None:
        return put_right(ask, "bid")

    # A. Accepted, by words or by a call, knowingly or not
    since = ask(SINCE)
    if since is not Since.REPLACED and accept_or_refuse(ask, ACCEPTS, called_over=since is Since.LHO):
        return Ruling("27A1", ACCEPTED, (stands("27A1", "bid", IS_LEGAL), LEAVE))

    # C. Replaced before the ruling: the bid may be accepted all the same; if not, there is no second choice
    if since is Since.REPLACED:
        ask(REPLACEMENT)
        if ask(REPLACED_ALREADY) is AcceptsReplaced.ACCEPT:
            return accepted_after_all()
        match early := ask(WHICH_REPLACEMENT):
            case Early.SAME:
                return same_denomination("27C")
            case Early.DOUBLE:
                return comparable_double(ask)
            case Early.OTHER:
                return comparable_call("27C") if comparable(ask, "bid") else other_call(JUDGED)
            case Early.INSUFFICIENT:
                return insufficient_again(ask)
            case _:
                assert_never(early)

    # B. Not accepted: a legal call replaces it
    ask(LOWEST)
    choice = ask(CHOICE)
    ask(REPLACEMENT)
    match choice:
        case Replacement.SAME:
            return same_denomination("27B1(a)")
        case Replacement.COMPARABLE:
            return comparable_or_not(ask, "27B1(b)")
        case Replacement.OTHER:
            return same_denomination("27B1(a)") if ask(SAME_SUIT) and ask(SHOWS_THE_SAME) else other_call()
        case Replacement.DOUBLE:
            return not_allowed(ask, "27B3")
        case Replacement.INSUFFICIENT:
            return insufficient_again(ask)
        case _:
            assert_never(choice)


LAW = Law(
    "27",
    gettext_noop("Insufficient bid"),
    insufficient_bid,
    tile="enchere-insuffisante",
    finds=gettext_noop("insufficient bid, too low, not enough, Spoutnik, bid below, 1♥ over 1♠"),
)


def accepted_after_all() -> Ruling:
    """Accept the bid after all (27C): the call that the player had put in its place too early is taken back."""
    back = (cancel("27C", "replacement"), may_use("replacement"), MAY_COST_A_LEAD)
    return Ruling("27A1", ACCEPTED, (*back, stands("27A1", "bid", IS_LEGAL), LEAVE), (LEAD_LATER_27C,))


def same_denomination(law: str) -> Ruling:
    """Rule on the lowest sufficient bid that specifies the same denomination or denominations (B1(a))."""
    return Ruling(law, SAME, (cancel(law, "bid"), stands(law, "replacement"), HELPED_27D, LEAVE), (REVIEW_LATER,))


def comparable_or_not(ask: Ask, law: str) -> Ruling:
    """Judge a call that is said to be comparable (B1(b)); if it is not, rule on it as any other call, or as a double
    that B3 does not allow."""
    if comparable(ask, "bid"):
        return comparable_call(law)
    return not_allowed(ask, "27B3") if ask(IS_DOUBLE) else other_call(JUDGED)


def comparable_call(law: str) -> Ruling:
    """Rule on a comparable call (B1(b)): nobody is silenced and no lead is forbidden; 16C2 does not apply."""
    effects = (cancel(law, "bid"), stands(law, "replacement"), HELPED_27D, JUDGED, LEAVE)
    return Ruling(law, COMPARABLE, effects, (REVIEW_LATER,))


def comparable_double(ask: Ask) -> Ruling:
    """Rule on a double or redouble made at once (27C): it stands if it is comparable, and is not allowed otherwise."""
    return comparable_call("27C") if comparable(ask, "bid") else not_allowed(ask, "27B3")


def other_call(*noted: Note) -> Ruling:
    """Rule on any other sufficient bid, or a pass (B2): it stands, and the partner is silenced until the end."""
    effects, duties = not_comparable("27B2", "partner", lasts="rest_of_auction", what="bid")
    gone = (cancel("27B2", "bid"), stands("27B2", "replacement"))
    return Ruling("27B2", OTHER, (*gone, *effects, *noted, LEAVE), duties)


def not_allowed(ask: Ask, law: str) -> Ruling:
    """Rule on a double or redouble that is not comparable (B3): it is cancelled, and the partner is silenced whatever
    call follows. After a comparable one no lead is forbidden, and 16C does not apply (26A)."""
    ask(FINAL_CALL)
    is_comparable = comparable(ask.scope("final"), "bid", "final_call")
    known: Effects = (HELPED,) if is_comparable else (may_use("bid"), calls.MAY_FORBID)
    duties = (HELPED_LATER, COULD_HAVE_KNOWN_LATER) if is_comparable else calls.REVIEWS
    gone: Effects = (cancel(law, "bid"), cancel(law, "replacement"), stands(law, "final_call"))
    if not is_comparable and ask(DOUBLE_AT_LAST):
        gone = (cancel(law, "bid"), cancel(law, "replacement"), cancel("27B3", "final_call"))
        return Ruling("27B3", NOT_THAT_EITHER, (*gone, SILENCED, may_use("bid"), STAY_FOR_IT))
    return Ruling(law, CALLS_AGAIN, (*gone, SILENCED, *known, CONSIDER_72C, READING, JUDGED, LEAVE), duties)


def insufficient_again(ask: Ask) -> Ruling:
    """Rule on another insufficient bid (B4): the opponent may accept it; otherwise it is ruled as a call that is not
    allowed."""
    if ask(ACCEPTS_SECOND) is AcceptsSecond.ACCEPT:
        accepted = (cancel("27B4", "bid"), stands("27A1", "replacement", IS_LEGAL_TOO), may_use("bid"), LEAVE)
        return Ruling("27A1", ACCEPTED_AGAIN, accepted)
    return not_allowed(ask, "27B4")


def helped(ask: Ask) -> Ruling:
    """Rule at the end on 27D: what would have happened had there been no insufficient bid?"""
    return helped_by(ask, "27D")


REVIEW = Law(
    "27D",
    gettext_noop("Insufficient bid put right: the end of play"),
    helped,
    finds=gettext_noop("insufficient bid, end of play, without the insufficient bid, adjusted score"),
)


# Questions

OFFENDER = WhichSeat(
    "offender", "27", gettext_noop("Who made the insufficient bid?"), seen=who_called(Shown.INSUFFICIENT)
)
BID = WhichCall(
    "bid",
    "27",
    gettext_noop("Which bid was it?"),
    seen=which_call(Shown.INSUFFICIENT),
    fits=Fits(
        lambda table, known, call: is_bid(call),
        gettext_noop("A bid names a level and a denomination. A pass, a double or a redouble is never insufficient."),
    ),
)
IN_ROTATION = YesNo(
    "in_rotation",
    "27A2",
    gettext_noop("Was it the turn [offender:of] to call?"),
    leads_on="yes",
    taken=gettext_noop("It was the turn [offender:of] to call."),
    seen=in_turn(Shown.INSUFFICIENT),
)


class Since(Choice):
    NOTHING = Option("nothing", gettext_noop("Nothing"), law="27")
    LHO = Option("lho", gettext_noop("[lho] has called, knowingly or not"), law="27A1")
    REPLACED = Option("replaced", gettext_noop("[offender] has already replaced it himself"), law="27C")


def put_in_its_place(irregular: Irregular) -> str | None:
    """Find the call that the offender has made in place of the bid, at once or after a call over it."""
    return next((made.call for made in irregular.after[:2] if made.seat is irregular.made.seat), None)


def since(irregular: Irregular) -> Since | None:
    if irregular.next is None:
        return Since.NOTHING
    if next_is_his(irregular):
        return Since.REPLACED
    if irregular.next.seat is not irregular.made.seat.lho:
        return None
    return Since.REPLACED if put_in_its_place(irregular) else Since.LHO


SINCE = ChooseOne(
    "since",
    "27",
    gettext_noop("What has been called since?"),
    Since,
    leads_on="nothing",
    taken=calls.NOTHING_SINCE,
    seen=shows(since, Shown.INSUFFICIENT),
)


class Accepts(Choice):
    ACCEPT = Option(
        "accept",
        gettext_noop("Accept the insufficient bid"),
        entails=gettext_noop("It becomes legal. You call over it; the next bid need only be higher than that one."),
        law="27A1",
    )
    REFUSE = Option(
        "refuse",
        gettext_noop("Refuse it"),
        entails=gettext_noop(
            "It is cancelled, and [offender] puts a legal call in its place. By his choice his partner may have to "
            "pass for the rest of the auction."
        ),
        law="27B",
    )


ACCEPTS = ChooseOne(
    "accepts",
    "27A1",
    gettext_noop("[lho], [offender] has made an insufficient bid."),
    Accepts,
    chooser="lho",
    why=gettext_noop(
        "Before he chooses he may ask what the bid means, and what the calls that might replace it would mean (20F1)."
    ),
)


def called_over_replacement(irregular: Irregular) -> bool:
    """Has the opponent called over the call put in place of the bid?"""
    return next_is_his(irregular) and [made.seat for made in irregular.after[1:2]] == [irregular.made.seat.lho]


def accepts_replaced(irregular: Irregular) -> "AcceptsReplaced | None":
    """Answer that a call over the bid, before it was replaced, accepted it; a call over the replacement does not."""
    if not next_is_his(irregular):
        return AcceptsReplaced.ACCEPT
    return AcceptsReplaced.REFUSE if called_over_replacement(irregular) else None


class AcceptsReplaced(Choice):
    ACCEPT = Option(
        "accept",
        gettext_noop("Accept the insufficient bid"),
        entails=gettext_noop("It becomes legal and the call put in its place is taken back. You call over it."),
        law="27A1",
    )
    REFUSE = Option(
        "refuse",
        gettext_noop("Refuse it"),
        entails=gettext_noop(
            "The call put in its place stands if it is allowed. By what it is, his partner may have to pass for the "
            "rest of the auction."
        ),
        law="27C",
    )


REPLACED_ALREADY = ChooseOne(
    "accepts_replaced",
    "27C",
    gettext_noop("[lho], [offender] has replaced his insufficient bid before the ruling."),
    AcceptsReplaced,
    chooser="lho",
    seen=shows(accepts_replaced, Shown.INSUFFICIENT),
)


def lowest_there(irregular: Irregular) -> str | None:
    """Return the lowest sufficient bid in the denomination of the bid; over 7NT there may be none."""
    return irregular.before.lowest(irregular.made.call[1:]) or None


LOWEST = WhichCall(
    "lowest",
    "27B1(a)",
    gettext_noop("Which is the lowest sufficient bid in the denomination of [bid]?"),
    seen=shows(lowest_there, Shown.INSUFFICIENT),
    follows=True,
)

NOT_ALLOWED = gettext_noop("These are not allowed:")


class Replacement(Choice):
    SAME = Option(
        "same",
        gettext_noop("The lowest sufficient bid that shows the same denomination or denominations ([lowest:natural])"),
        entails=gettext_noop("The auction goes on without restriction."),
        law="27B1(a)",
    )
    COMPARABLE = Option(
        "comparable",
        gettext_noop("A comparable call: same meaning, part of the same hands, or same purpose"),
        entails=gettext_noop("The auction goes on without restriction. It may be a double or a redouble."),
        law="27B1(b)",
    )
    OTHER = Option(
        "other",
        gettext_noop("Any other sufficient bid, or a pass"),
        entails=gettext_noop(
            "Your partner must pass for the rest of the auction. If your side defends, declarer may forbid him a suit "
            "at his first lead."
        ),
        law="27B2",
    )
    DOUBLE = Option(
        "double",
        gettext_noop("A double or redouble that is not comparable"),
        group=NOT_ALLOWED,
        allowed=False,
        entails=gettext_noop(
            "Not allowed: it is cancelled, you call again, and your partner must pass for the rest of the auction in "
            "any case."
        ),
        law="27B3",
    )
    INSUFFICIENT = Option(
        "insufficient",
        gettext_noop("Another insufficient bid"),
        group=NOT_ALLOWED,
        allowed=False,
        entails=gettext_noop(
            "Not allowed: unless it is accepted, you call again, and your partner must pass for the rest of the "
            "auction in any case."
        ),
        law="27B4",
    )


def no_bid_is_left(table: Table) -> tuple[str, ...]:
    """Return the option to leave out when no bid is sufficient any more, over 7NT: the bid in the same denomination."""
    irregular = table.auction.irregular(Shown.INSUFFICIENT) if table.auction else None
    nothing = irregular is not None and not any(irregular.before.sufficient(bid) for bid in BIDS)
    return (Replacement.SAME.value,) if nothing else ()


CHOICE = ChooseOne(
    "choice",
    "27B",
    gettext_noop("[offender], the bid is refused. You may replace it by:"),
    Replacement,
    chooser="offender",
    why=gettext_noop(
        "Ask him away from the table what he meant; there he may ask you whether a call would be comparable (27B1). "
        "The table does not hear it. He chooses once all has been said."
    ),
    lacks=no_bid_is_left,
)


def fits(table: Table | None, known: Mapping[str, str], call: str) -> bool:
    """Does that call fit the option chosen? Without the auction, any bid may. A call made before the ruling was not
    chosen from options."""
    irregular = table.auction.irregular(Shown.INSUFFICIENT) if table and table.auction else None
    if "choice" not in known or known.get("since") == Since.REPLACED.value or (irregular and next_is_his(irregular)):
        return True
    before = irregular.before if irregular else None
    match CHOICE.parse(known["choice"]):
        case Replacement.SAME:
            return is_bid(call) and (before is None or call == before.lowest(call[1:]))
        case Replacement.COMPARABLE:
            return before is None or (irregular is not None and legal(before, irregular, call))
        case Replacement.OTHER:
            return call == PASS or (is_bid(call) and (before is None or before.sufficient(call)))
        case Replacement.DOUBLE:
            return call in (DOUBLE, REDOUBLE)
        case Replacement.INSUFFICIENT:
            return is_bid(call) and (before is None or not before.sufficient(call))


def legal(before: Auction, irregular: Irregular, call: str) -> bool:
    """Is the call a pass, a sufficient bid, or a double or redouble that Law 19 allows?"""
    return before.sufficient(call) if is_bid(call) else before.admissible(irregular.made.seat, call)


REPLACEMENT = WhichCall(
    "replacement",
    "27B",
    gettext_noop("Which call does [offender] put in its place?"),
    seen=shows(put_in_its_place, Shown.INSUFFICIENT),
    fits=Fits(
        fits,
        gettext_noop(
            "Dashed keys are not calls of the kind that he has chosen. If he made one of them, put his choice right in "
            "the lines of the inquiry."
        ),
        (CHOICE, SINCE),
    ),
)


def lowest_in_its_suit(table: Table) -> bool | None:
    """Is the replacement the lowest sufficient bid in its denomination? If so return None, because the director
    compares the two bids."""
    irregular = table.auction.irregular(Shown.INSUFFICIENT) if table.auction else None
    call = put_in_its_place(irregular) if irregular else None
    return False if irregular and call and call != irregular.before.lowest(call[1:]) else None


SAME_SUIT = YesNo(
    "same_suit_after_all",
    "27B1(a)",
    gettext_noop("Is [replacement] a bid in the same denomination as [bid]?"),
    given=Given(lambda bid, replacement: is_bid(replacement) and bid[1:] == replacement[1:], BID, REPLACEMENT),
    seen=Seen(lowest_in_its_suit),
    assumed="no",
)
SHOWS_THE_SAME = YesNo(
    "shows_the_same",
    "27B1(a)",
    gettext_noop("Is it the lowest sufficient bid there, and does it show the same denomination as the bid refused?"),
    why=gettext_noop("Then nobody is silenced, whatever it was called when he chose (27B1(a))."),
)
IS_DOUBLE = YesNo(
    "replacement_double",
    "27B3",
    gettext_noop("Is the call put in its place a double or a redouble?"),
    given=Given(lambda call: call in (DOUBLE, REDOUBLE), REPLACEMENT),
)


class Early(Choice):
    SAME = Option("same", gettext_noop("The lowest sufficient bid that shows the same denomination"), law="27B1(a)")
    OTHER = Option("other", gettext_noop("Another sufficient bid, or a pass"), law="27B")
    DOUBLE = Option("double", gettext_noop("A double or a redouble"), law="27B3")
    INSUFFICIENT = Option("insufficient", gettext_noop("Another insufficient bid"), law="27B4")


def early(irregular: Irregular) -> Early | None:
    """Classify the call that he made at once; the director judges whether the lowest bid shows the same
    denomination."""
    if not next_is_his(irregular):
        return None
    call, before = irregular.after[0].call, irregular.before
    if call == PASS:
        return Early.OTHER
    if not is_bid(call):
        return Early.DOUBLE
    if not before.sufficient(call):
        return Early.INSUFFICIENT
    return None if call == before.lowest(call[1:]) else Early.OTHER


WHICH_REPLACEMENT = ChooseOne(
    "which_replacement",
    "27C",
    gettext_noop("The call that he has put in its place, what is it?"),
    Early,
    seen=shows(early, Shown.INSUFFICIENT),
)


class AcceptsSecond(Choice):
    ACCEPT = Option(
        "accept",
        gettext_noop("Accept the second bid"),
        entails=gettext_noop("It becomes legal. You call over it; the next bid need only be higher than that one."),
        law="27A1",
    )
    REFUSE = Option(
        "refuse",
        gettext_noop("Refuse it"),
        entails=gettext_noop(
            "It is cancelled. [offender] calls again, and in any case his partner must pass for the rest of the "
            "auction."
        ),
        law="27B4",
    )


ACCEPTS_SECOND = ChooseOne(
    "accepts_second_bid",
    "27B4",
    gettext_noop("[lho], the bid put in its place is insufficient too."),
    AcceptsSecond,
    chooser="lho",
    seen=shows(
        lambda irregular: AcceptsSecond.ACCEPT if called_over_replacement(irregular) else None,
        Shown.INSUFFICIENT,
    ),
)


def is_legal_at_last(table: Table | None, known: Mapping[str, str], call: str) -> bool:
    """May he make that call in the end? A double that was refused (27B3) may not be repeated; where the auction is
    unknown, any other call is possible."""
    if call in (DOUBLE, REDOUBLE) and known.get("replacement") in (DOUBLE, REDOUBLE):
        return False
    irregular = table.auction.irregular(Shown.INSUFFICIENT) if table and table.auction else None
    return irregular is None or call == PASS or legal(irregular.before, irregular, call)


FINAL_CALL = WhichCall(
    "final_call",
    "27B3",
    gettext_noop("It is cancelled. Which call does [offender] make at last?"),
    fits=Fits(
        is_legal_at_last, gettext_noop("Dashed keys are not legal calls: he has to make a legal one."), (REPLACEMENT,)
    ),
)
DOUBLE_AT_LAST = YesNo(
    "final_double",
    "27B3",
    gettext_noop("Is the last call a double or a redouble?"),
    given=Given(lambda call: call in (DOUBLE, REDOUBLE), FINAL_CALL),
    assumed="no",
)


# Words and effects

OUT_OF_ROTATION = gettext_noop("It was also out of turn: it is ruled on as a bid out of turn.")
AS_OUT_OF_ROTATION = gettext_noop("Rule on a bid out of turn; [lho] may still accept it.")
ACCEPTED = gettext_noop("The insufficient bid is accepted: it is legal, and the auction goes on.")
IS_LEGAL = gettext_noop("[bid] stands: the next bid need only be higher than it. No rectification.")
MAY_COST_A_LEAD = Note(
    law="26B",
    text=gettext_noop(
        "[replacement] was made too early and is taken back (9C): unless [bid] is comparable with it, declarer may "
        "forbid a suit [partner:to] if [offender] defends."
    ),
)
LEAD_LATER_27C = Duty(
    "26B",
    When.END_OF_AUCTION,
    calls.LEAD_LATER.text,
    opens="26B",
    hands=("offender",),
)
ACCEPTED_AGAIN = gettext_noop("The second bid is accepted: it is legal, and the auction goes on.")
IS_LEGAL_TOO = gettext_noop("[replacement] stands: the next bid need only be higher than it.")
SAME = gettext_noop("The bid is put right in the same denomination: the auction goes on without restriction.")
COMPARABLE = gettext_noop("The new call is comparable: the auction goes on, nobody is silenced.")
OTHER = gettext_noop("The new call stands, and [partner] must pass for the rest of the auction.")
CALLS_AGAIN = gettext_noop(
    "The call put in its place is cancelled too. The last call stands, and [partner] must pass for the rest of the "
    "auction."
)
SILENCED = must_pass("27B3", "partner", lasts="rest_of_auction")
NOT_THAT_EITHER = gettext_noop(
    "A double that is not comparable never replaces the bid: [offender] makes a bid or passes. Put the last call right "
    "here. [partner] must pass for the rest of the auction."
)
STAY_FOR_IT = Presence(
    law="27B3", do="STAY", until="next_call", text=gettext_noop("Stay until [offender] has made a legal call.")
)
READING = Note(
    law="27B3",
    text=gettext_noop(
        "Reading followed: when the call made at last is comparable, no lead may be forbidden (26A), though the "
        "partner stays silent."
    ),
)
HELPED_27D = ConsiderAdjusting(
    law="27D",
    when="end_of_play",
    text=gettext_noop(
        "No lead is forbidden, and 16C2 does not apply. At the end: what would the result have been without that bid?"
    ),
)
REVIEW_LATER = Duty(
    "27D",
    When.END_OF_PLAY,
    gettext_noop("Insufficient bid put right, [offender]: did it help [offending_side] to its result?"),
    opens="27D",
    hands=("offender",),
)
