"""Law 25 - Legal and illegal changes of call.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 25; FFB, Code 2017, Loi 25.
Before: Laws 27 and 29 to 32, where the call was also irregular.
Sends:  27, 36 for the second call, which is treated on its own merits; 26B for the lead; 16C for what was withdrawn.
Rows:   LAWS.md 4.4, 25.R1 to 25.R5; 30.R3, 32.R4 send here.

How the player noticed, and how soon, does not matter: only whether he ever meant the call that was made.
"""

from dataclasses import replace
from functools import cache
from typing import Literal, assert_never

from rulings.auction import Made, Shown
from rulings.bridge import Seat
from rulings.engine.inquiry import Ask, Law
from rulings.engine.names import CallFact
from rulings.engine.questions import Choice, ChooseOne, Option, Seen, WhichCall, WhichSeat, YesNo
from rulings.engine.ruling import Cancel, ConsiderAdjusting, Info, Note, Ruling, Send
from rulings.engine.text import gettext_noop
from rulings.laws2017.calls import (
    LEAD_LATER,
    LEAVE,
    MAY_FORBID,
    cancel,
    changed_call,
    may_use,
    next_is_his,
    shows,
    stands,
)
from rulings.laws2017.law_23_comparable_call import HELPED_LATER, JUDGED, comparable
from rulings.laws2017.terms import Effects, Outcome
from rulings.table import Table


def change_of_call(ask: Ask) -> Ruling:
    """Rule on a player who changes his call, or wishes to."""
    ask(OFFENDER)
    ask(FIRST_CALL)
    if not ask(MEANT):
        # A. He never meant it: he may put it right until his partner has called and the auction period is over
        late = too_late(ask)
        if late is None:
            return put_right(ask)
        if not ask(CHANGED_TOO_LATE):
            return Ruling(late, STANDS_AFTER_ALL[late], (stands(late, "first_call"), LEAVE))

    # B. Intended, or changed when it was too late
    elif not ask(CHANGED):
        wish = Info(law="16B", source="wish", ui_for=("partner",), ai_for=("non_offending_side",), text=WISH)
        return Ruling("25B2", FIRST_STANDS, (stands("25B2", "first_call"), wish, LEAVE))
    ask(SECOND_CALL)
    if ask(LHO_OVER_SECOND) or ask(ACCEPTS_SECOND) is Accepts.ACCEPT:
        lead, duties = lead_restrictions(ask)
        changed = (cancel("25B1", "first_call"), stands("25B1", "second_call"))
        return Ruling("25B1", SECOND_ACCEPTED, (*changed, may_use("first_call"), *lead, LEAVE), duties)
    lead, duties = lead_restrictions(ask)
    back = (cancel("25B2", "second_call"), stands("25B2", "first_call"))
    return Ruling("25B2", SECOND_CANCELLED, (*back, may_use("second_call"), *lead, LEAVE), duties)


LAW = Law(
    "25",
    gettext_noop("Change of call"),
    change_of_call,
    tile="declaration-hors-tour",
    finds=gettext_noop("change of call, wrong card out of the box, mechanical error, slip of the tongue, correction"),
)


def too_late(ask: Ask, *kinds: Shown) -> Literal["25A4", "25A5"] | None:
    """Ask whether it is too late to put the call right, and why (A4, A5); if so, the law rules as if the call was
    intended. *kinds* are the irregularities of the call itself, if any; his partner may have called since."""
    if ask(replace(PARTNER_CALLED, seen=partner_has_called(*kinds)) if kinds else PARTNER_CALLED):
        return "25A4"
    return "25A5" if ask(PERIOD_OVER) else None


def put_right(ask: Ask, what: CallFact = "first_call") -> Ruling:
    """Replace the call that he never meant (A1). *what* is the fact of the call that was made."""
    ask(SECOND_CALL)
    corrected = (cancel("25A1", what), stands("25A1", "second_call"))
    lho: Effects = ()
    if ask(LHO_OVER_FIRST):
        lho = (CHANGES_TOO, MAY_CHANGE) if ask(LHO_TAKES_BACK) else (MAY_CHANGE,)
    match merits := ask(MERITS):
        case Merits.LEGAL:
            return Ruling("25A1", CORRECTED, (*corrected, *lho, LEAVE))
        case Merits.INSUFFICIENT:
            send = Send(law="25A1", to="27", hands=("offender", "bid=[second_call]"), text=ON_ITS_MERITS)
        case Merits.INADMISSIBLE:
            send = Send(law="25A1", to="36", hands=("offender", "call=[second_call]"), text=ON_ITS_MERITS)
        case _:
            assert_never(merits)
    return Ruling("25A1", CORRECTED_BUT, (*corrected, *lho, send))


def lead_restrictions(ask: Ask) -> Outcome:
    """Ask whether the call that stands is comparable with the other one (26). Otherwise a lead may be forbidden later.
    16C applies to the other call either way (B3)."""
    if comparable(ask, "", ""):
        return (NO_LEAD_FORBIDDEN, SEE_THE_RESULT, JUDGED), (HELPED_LATER,)
    return (MAY_FORBID, JUDGED), (LEAD_LATER,)


# Readings of a known auction


def changed(index: int) -> Seen:
    """Build the reading of a change of call: the player (0), his first call (1) or his second call (2)."""

    def seen(table: Table) -> object:
        change = changed_call(table)
        return None if change is None else (change[1].seat, change[1].call, change[2].call)[index]

    return Seen(seen)


def place_of_first(table: Table, offender: Seat) -> int | None:
    """Find the place in the auction of the call to change: the one that he has already changed, or else his last
    one."""
    change = changed_call(table)
    if change is not None and change[1].seat is offender:
        return len(change[0].calls)
    calls = table.auction.calls if table.auction else ()
    return next((at for at, made in reversed([*enumerate(calls)]) if made.seat is offender and made.stands), None)


def first_call(table: Table, offender: Seat) -> object:
    at = place_of_first(table, offender)
    return None if at is None or table.auction is None else table.auction.calls[at].call


def made_since(table: Table, offender: Seat) -> tuple[Made, ...] | None:
    """List the calls made after the first one, before the second: none where he changed it at once."""
    at = place_of_first(table, offender)
    if at is None or table.auction is None:
        return None
    change = changed_call(table)
    return () if change is not None and change[1].seat is offender else table.auction.calls[at + 1 :]


def has_called_since(role: str) -> Seen:
    """Build the reading: has the player in this *role* ("partner", "lho") called since the first call?"""

    def seen(table: Table, offender: Seat) -> object:
        since, player = made_since(table, offender), getattr(offender, role)
        return None if since is None else any(made.seat is player and made.stands for made in since)

    return Seen(seen, OFFENDER)


@cache
def partner_has_called(*kinds: Shown) -> Seen:
    """Build the reading: has the partner called since the irregular call? Cached, so that a device stores one
    reading."""
    return shows(
        lambda irregular: (
            not next_is_his(irregular)
            and any(made.seat is irregular.made.seat.partner and made.stands for made in irregular.after)
        ),
        *kinds,
    )


def merits(table: Table, offender: Seat, second: str) -> object:
    """Is the second call legal in place of the first?"""
    at = place_of_first(table, offender)
    if at is None or table.auction is None:
        return None
    shown = replace(table.auction, calls=table.auction.calls[:at]).shown(offender, second)
    if "insufficient" in shown:
        return Merits.INSUFFICIENT
    return Merits.INADMISSIBLE if "inadmissible" in shown else Merits.LEGAL


def legal_no_more(table: Table, offender: Seat, second: str) -> bool | None:
    """Is the next player's call over the first call irregular over the second? If so, it is taken back; if not (None),
    that player chooses."""
    at, since = place_of_first(table, offender), made_since(table, offender)
    if at is None or since is None or table.auction is None:
        return None
    before = replace(table.auction, calls=table.auction.calls[:at]).then(offender, second)
    return before.irregular_after(since, offender.lho) or None


def lho_over_second(table: Table) -> object:
    change = changed_call(table)
    return None if change is None else bool(change[3]) and change[3][0].seat is change[1].seat.lho


# Questions


OFFENDER = WhichSeat("offender", "25", gettext_noop("Who changes his call, or wishes to?"), seen=changed(0))
FIRST_CALL = WhichCall("first_call", "25", gettext_noop("Which call was made first?"), seen=Seen(first_call, OFFENDER))
MEANT = YesNo(
    "meant",
    "25A2",
    gettext_noop("Had [offender] meant that call, were it for a moment? Ask him away from the table."),
    why=gettext_noop(
        "A wrong card pulled out of the box or a slip of the tongue was never meant. A change of mind, a distraction, "
        "a bid misread or an ace found too late were. How he noticed, even by his partner’s alert, does not matter."
    ),
)
PARTNER_CALLED = YesNo(
    "partner_called", "25A4", gettext_noop("Has [partner] called since?"), seen=has_called_since("partner")
)
PERIOD_OVER = YesNo(
    "period_over",
    "17D",
    gettext_noop("Is the auction period over?"),
    why=gettext_noop(
        "It ends when the opening lead is faced; after four passes, when the four hands are back in the board."
    ),
    seen=Seen(lambda table: False if table.auction and not table.auction.over else None),
)
SECOND_CALL = WhichCall("second_call", "25", gettext_noop("Which call does he put in place of it?"), seen=changed(2))


class Merits(Choice):
    LEGAL = Option("legal", gettext_noop("A legal call"), law="25A1")
    INSUFFICIENT = Option("insufficient", gettext_noop("An insufficient bid"), law="27")
    INADMISSIBLE = Option("inadmissible", gettext_noop("A double or redouble that is not allowed"), law="36")


MERITS = ChooseOne(
    "merits",
    "25A1",
    gettext_noop("What is the call he meant?"),
    Merits,
    seen=Seen(merits, OFFENDER, SECOND_CALL),
)
LHO_OVER_FIRST = YesNo(
    "lho_over_first", "25A6", gettext_noop("Had [lho] called over the first call?"), seen=has_called_since("lho")
)
LHO_TAKES_BACK = YesNo(
    "lho_takes_back",
    "25A6",
    gettext_noop("Does [lho] take back the call made over the first one?"),
    seen=Seen(legal_no_more, OFFENDER, SECOND_CALL),
    assumed="no",
)
CHANGED_TOO_LATE = YesNo(
    "changed_too_late",
    "25B",
    gettext_noop("Has he already made another call?"),
    seen=Seen(lambda table: True if changed_call(table) else None),
    assumed="no",
)
CHANGED = YesNo(
    "changed",
    "25B",
    gettext_noop("Has he already made another call?"),
    why=gettext_noop("Otherwise he only wishes to: the call made stands."),
    seen=Seen(lambda table: True if changed_call(table) else None),
)
LHO_OVER_SECOND = YesNo(
    "lho_over_second",
    "25B1",
    gettext_noop("Has [lho] called over the second call, on purpose?"),
    seen=Seen(lho_over_second),
)


class Accepts(Choice):
    ACCEPT = Option(
        "accept",
        gettext_noop("Accept the second call"),
        entails=gettext_noop("[first_call] is withdrawn, [second_call] stands and the auction goes on from there."),
        law="25B1",
    )
    REFUSE = Option(
        "refuse",
        gettext_noop("Refuse it"),
        entails=gettext_noop("[second_call] is cancelled, [first_call] stands and the auction goes on from there."),
        law="25B2",
    )


ACCEPTS_SECOND = ChooseOne(
    "accepts_second",
    "25B1",
    gettext_noop("[lho], [offender] has put another call in place of the first."),
    Accepts,
    chooser="lho",
)


# Words and effects

FIRST_STANDS = gettext_noop("The call made stands; the auction goes on.")
WISH = gettext_noop("[partner] may not use what the wish to change tells him.")
TOO_LATE = gettext_noop("Too late: [partner] has called. The call made stands.")
OVER = gettext_noop("Too late: the auction period is over. The call made stands.")
STANDS_AFTER_ALL = {"25A4": TOO_LATE, "25A5": OVER}
CORRECTED = gettext_noop("The call is put right without rectification; no lead will be forbidden. The auction goes on.")
CORRECTED_BUT = gettext_noop("The call is put right; no lead will be forbidden. The new call is ruled on for itself.")
ON_ITS_MERITS = gettext_noop("[second_call] stands in place of [first_call]: rule on it as if it had been made first.")
MAY_CHANGE = Info(
    law="25A6",
    source="call_over_it",
    ui_for=("offending_side",),
    ai_for=("non_offending_side",),
    text=gettext_noop(
        "[lho] may take back the call made over the first one: only [non_offending_side] may use what it told."
    ),
)
CHANGES_TOO = Cancel(
    law="25A6",
    what="call_over_it",
    player="lho",
    text=gettext_noop("[lho] takes back the call made over the first one, and calls again."),
)
NO_LEAD_FORBIDDEN = Note(
    law="26A", text=gettext_noop("The call was replaced by a comparable one: no lead may be forbidden.")
)
SEE_THE_RESULT = ConsiderAdjusting(law="23C", when="end_of_play")
SECOND_ACCEPTED = gettext_noop("The second call stands and the first is withdrawn; the auction goes on.")
SECOND_CANCELLED = gettext_noop("The second call is cancelled and the first stands; the auction goes on.")
