"""Shared vocabulary of Laws 28 to 32: the facts of a call out of rotation, its immediate settlement, and the turn of
the player who made it."""

from rulings.auction import PASS, Irregular, Kind, Shown, is_bid, kind_of
from rulings.bridge import Seat
from rulings.engine.inquiry import Ask
from rulings.engine.questions import Choice, ChooseOne, Given, Option, Seen, WhichCall, WhichSeat, YesNo
from rulings.engine.ruling import Duty, Info, Note, Presence, Ruling, Send, When
from rulings.engine.text import gettext_noop
from rulings.laws2017.calls import (
    LEAVE,
    NOTHING_SINCE,
    accept_or_refuse,
    cancel,
    had_to_pass,
    legal_at_his_turn,
    may_use,
    not_comparable,
    passes,
    shows,
    stands,
    which_call,
    who_called,
)
from rulings.laws2017.law_23_comparable_call import HELPED, HELPED_LATER, JUDGED, comparable
from rulings.table import Table


def settled(ask: Ask, what: "What | None" = None) -> Ruling | None:
    """Ask whether the call is in rotation after all, forgotten or accepted (28, 29A). None means that it is cancelled,
    and 30 to 32 apply.

    *what* is the kind of call; it is asked unless the entry point gives it.
    """
    ask(OFFENDER)
    ask(CALL)
    turn = ask(TURN)
    if turn is Turn.RHO and ask(RHO_SILENT):
        return in_rotation(ask, what)
    if turn is Turn.LHO and ask(CALLED_BEFORE):
        change = Send(
            law="25B",
            to="25",
            hands=("offender", "second_call=[call]", "changed=yes", "changed_too_late=yes"),
            text=CHANGE,
        )
        return Ruling("25B", CHANGE_OF_CALL, (change,), leads_on=True)
    if (what or ask(WHAT)) is What.DOUBLE and (turn is Turn.LHO or not ask(ADMISSIBLE)):
        if turn is not Turn.PARTNER and ask(MAY_HAVE_CALLED):
            return forgotten()
        send = Send(law="36", to="36", hands=("offender", "call", "in_rotation=no"), text=INADMISSIBLE_DOUBLE)
        return Ruling("36", MAY_NOT_BE_ACCEPTED, (send,), leads_on=True)
    since = ask(SINCE_RHO if turn is Turn.RHO else SINCE_PARTNER if turn is Turn.PARTNER else SINCE_LHO)
    if since.value == "right":
        return forgotten()
    if accept_or_refuse(ask, ACCEPTS, called_over=since.value == "lho"):
        noted = (THREE_PASSES,) if (what or ask(WHAT)) is What.PASS else ()
        return Ruling("29A", ACCEPTED, (stands("29A", text=GOES_ON_FROM_THERE), *noted, LEAVE))
    return None


def in_rotation(ask: Ask, what: "What | None" = None) -> Ruling:
    """Rule on 28A: the player whose turn it was had to pass, and is deemed to have passed. The next player has called
    in rotation, and his call may still be irregular in itself."""
    what = what or ask(WHAT)
    if what is What.DOUBLE and not ask(ADMISSIBLE):
        send = Send(law="36", to="36", hands=("offender", "call", "in_rotation=yes"), text=INADMISSIBLE_DOUBLE)
        return Ruling("28A", IN_ROTATION_BUT, (passes("28A", "rho"), send))
    if what is What.BID and not ask(SUFFICIENT):
        send = Send(law="27", to="27", hands=("offender", "bid=[call]", "in_rotation=yes"), text=TOO_LOW)
        return Ruling("28A", IN_ROTATION_BUT, (passes("28A", "rho"), send))
    return Ruling("28A", IN_ROTATION, (passes("28A", "rho"), stands("28A"), LEAVE))


def forgotten() -> Ruling:
    """Rule on 28B: an opponent whose turn it was has called. His call counts, and the call out of rotation is
    ignored."""
    return Ruling("28B", FORGOTTEN, (cancel("28B"), may_use(), LEAVE))


def at_his_turn(ask: Ask) -> None:
    """Wait for the offender's turn (29B); the auction goes back."""
    if ask(TURN) is Turn.RHO:
        ask.wait(When.NEXT_CALL, meanwhile=Ruling("29B", BACK_TO_RHO, (cancel("29B"), RHO_CALLS, STAY), (LATER,)))
    else:
        back = (cancel("29B"), PARTNER_MAY_NOT_USE, OTHERS_CALL, STAY)
        ask.wait(When.NEXT_CALL, meanwhile=Ruling("29B", BACK_TO_PARTNER, back, (LATER,)))


def any_legal_call(ask: Ask, law: str, other: str) -> Ruling:
    """Rule on the call that he chooses at his turn: a comparable one under *law*; after any other, under *other*, his
    partner passes once."""
    ask(REPLACEMENT)
    if comparable(ask):
        return Ruling(law, NO_RESTRICTION, (stands(law, "replacement"), HELPED, JUDGED, LEAVE), (HELPED_LATER,))
    effects, duties = not_comparable(other, "partner", lasts="once")
    return Ruling(other, SILENCED_ONCE, (stands(other, "replacement"), *effects, JUDGED, LEAVE), duties)


# Questions


class Turn(Choice):
    RHO = Option("rho", gettext_noop("[rho], who calls just before him"), law="31A")
    PARTNER = Option("partner", gettext_noop("[partner], his partner"), law="31B")
    LHO = Option("lho", gettext_noop("[lho], who calls just after him"), law="31B")


def whose(offender: Seat, turn: Seat) -> Turn | None:
    """Tell whose turn it was, as seen from the offender; None where it was his own."""
    return {offender.rho: Turn.RHO, offender.partner: Turn.PARTNER, offender.lho: Turn.LHO}.get(turn)


class What(Choice):
    PASS = Option("pass", gettext_noop("A pass"), law="30")
    BID = Option("bid", gettext_noop("A bid"), law="31")
    DOUBLE = Option("double", gettext_noop("A double or a redouble"), law="32")


def what_is(call: str) -> What:
    return {Kind.PASS: What.PASS, Kind.BID: What.BID, Kind.DOUBLE: What.DOUBLE}[kind_of(call)]


def called_out_of_turn(read: object) -> Seen:
    return shows(read, Shown.OUT_OF_TURN)  # type: ignore[arg-type]


OFFENDER = WhichSeat("offender", "29", gettext_noop("Who called out of turn?"), seen=who_called(Shown.OUT_OF_TURN))
CALL = WhichCall("call", "29", gettext_noop("Which call did [offender] make?"), seen=which_call(Shown.OUT_OF_TURN))
TURN = ChooseOne(
    "turn",
    "29",
    gettext_noop("Whose turn was it to call?"),
    Turn,
    seen=called_out_of_turn(lambda irregular: whose(irregular.made.seat, irregular.before.turn)),
)


def rho_silent(table: Table) -> bool | None:
    """Did a ruling oblige the player whose turn it was to pass? None where the auction does not say who called."""
    irregular = table.auction.irregular(Shown.OUT_OF_TURN) if table.auction else None
    return None if irregular is None else had_to_pass(table, irregular.before.turn, irregular.before)


RHO_SILENT = YesNo(
    "rho_silent",
    "28A",
    gettext_noop("Had a ruling obliged [rho] to pass at that turn?"),
    seen=Seen(rho_silent),
    assumed="no",
)
CALLED_BEFORE = YesNo(
    "called_before",
    "29",
    gettext_noop("Had [offender] already called in this auction?"),
    seen=called_out_of_turn(lambda irregular: irregular.before.called(irregular.made.seat)),
)
WHAT = ChooseOne("what", "29", gettext_noop("What was it?"), What, given=Given(what_is, CALL))
ADMISSIBLE = YesNo(
    "admissible",
    "19",
    gettext_noop("Was it a double of an opponent’s bid, or a redouble of an opponent’s double?"),
    why=gettext_noop("With nothing but passes in between. Any other one may not be accepted, and is ruled by Law 36."),
    seen=called_out_of_turn(lambda irregular: irregular.before.admissible(irregular.made.seat, irregular.made.call)),
)


SUFFICIENT = YesNo(
    "sufficient",
    "18",
    gettext_noop("Was it higher than the last bid?"),
    seen=called_out_of_turn(
        lambda irregular: irregular.before.sufficient(irregular.made.call) if is_bid(irregular.made.call) else None
    ),
    assumed="yes",
)


MAY_HAVE_CALLED = YesNo(
    "opponent_called",
    "28B",
    gettext_noop("Has the opponent whose turn it was called in the meantime, before any ruling?"),
    seen=called_out_of_turn(
        lambda irregular: {"right": True, "lho": False, "nothing": False}.get(since(irregular) or "")
    ),
    assumed="no",
)


class SinceRho(Choice):
    NOTHING = Option("nothing", gettext_noop("Nothing"), law="29")
    LHO = Option("lho", gettext_noop("[lho] has called over it"), law="29A")
    RIGHT = Option("right", gettext_noop("[rho], whose turn it was, has called"), law="28B")


class SincePartner(Choice):
    NOTHING = Option("nothing", gettext_noop("Nothing"), law="29")
    LHO = Option("lho", gettext_noop("[lho] has called over it"), law="29A")


class SinceLho(Choice):
    NOTHING = Option("nothing", gettext_noop("Nothing"), law="29")
    RIGHT = Option("right", gettext_noop("[lho], whose turn it was, has called"), law="28B")


def since(irregular: Irregular) -> str | None:
    """Read from the auction what followed the call: nothing, a call of the player whose turn it was, or one of the next
    player."""
    if irregular.next is None:
        return "nothing"
    if irregular.next.seat is irregular.before.turn and irregular.next.seat.side is not irregular.made.seat.side:
        return "right"
    return "lho" if irregular.next.seat is irregular.made.seat.lho else None


SINCE_TEXT = gettext_noop("What has been called since, before you were called?")
FIRST_MADE = gettext_noop("Where both have called, the one who called first decides.")
SINCE_RHO = ChooseOne(
    "since_rho",
    "29",
    SINCE_TEXT,
    SinceRho,
    leads_on="nothing",
    taken=NOTHING_SINCE,
    why=FIRST_MADE,
    seen=called_out_of_turn(since),
)
SINCE_PARTNER = ChooseOne(
    "since_partner",
    "29",
    SINCE_TEXT,
    SincePartner,
    leads_on="nothing",
    taken=NOTHING_SINCE,
    seen=called_out_of_turn(since),
)
SINCE_LHO = ChooseOne(
    "since_lho",
    "29",
    SINCE_TEXT,
    SinceLho,
    leads_on="nothing",
    taken=NOTHING_SINCE,
    seen=called_out_of_turn(since),
)


class Accepts(Choice):
    ACCEPT = Option(
        "accept",
        gettext_noop("Accept the call out of turn"),
        entails=gettext_noop("It stands; you call over it, and the auction goes on from there. No rectification."),
        law="29A",
    )
    REFUSE = Option(
        "refuse",
        gettext_noop("Refuse it"),
        entails=gettext_noop(
            "It is cancelled, and the auction goes back to the player whose turn it was. By what follows, [offender] "
            "or his partner may have to pass once."
        ),
        law="29B",
    )


ACCEPTS = ChooseOne("accepts", "29A", gettext_noop("[lho], [offender] has called out of turn."), Accepts, chooser="lho")


def rho_has_passed(table: Table, offender: Seat) -> bool | None:
    """Has the player whose turn it was passed, whether or not the pad shows the call out of turn as cancelled?"""
    if table.auction is None:
        return None
    irregular = table.auction.irregular(Shown.OUT_OF_TURN)
    since = table.auction.since_fallen(offender) if irregular is None else irregular.after
    return next((made.call == PASS for made in since if made.seat is offender.rho), None)


RHO_PASSES = YesNo(
    "rho_passes",
    "31A1",
    gettext_noop("At his turn, has [rho] passed?"),
    why=gettext_noop("If his call was itself irregular, that is put right first."),
    seen=Seen(rho_has_passed, OFFENDER),
)
REPLACEMENT = WhichCall(
    "replacement",
    "23",
    gettext_noop("Which call does [offender] make at his turn?"),
    fits=legal_at_his_turn(OFFENDER, Shown.OUT_OF_TURN),
)


# Words and effects

IN_ROTATION = gettext_noop("[rho] had to pass: the call was in rotation. There is no irregularity.")
IN_ROTATION_BUT = gettext_noop("[rho] had to pass: the call was in rotation, but it is irregular in itself.")
TOO_LOW = gettext_noop("Rule on an insufficient bid.")
CHANGE_OF_CALL = gettext_noop("[offender] had already called at his turn: it is a change of call.")
CHANGE = gettext_noop("Rule on a change of call.")
MAY_NOT_BE_ACCEPTED = gettext_noop("Such a double or redouble may not be accepted.")
INADMISSIBLE_DOUBLE = gettext_noop("Rule on an inadmissible double or redouble.")
FORGOTTEN = gettext_noop(
    "The call made in turn counts; the call out of turn is as if it had not been made. No other rectification."
)
THREE_PASSES = Note(
    law="34",
    text=gettext_noop(
        "If it makes three passes in a row, the auction is not over: rule on the player kept from calling (Law 34)."
    ),
)
ACCEPTED = gettext_noop("The call out of turn is accepted: it stands.")
GOES_ON_FROM_THERE = gettext_noop("[call] stands; the auction goes on at the left [offender:of].")
BACK_TO_RHO = gettext_noop("The call is cancelled; [rho] calls. If he passes, [offender] must repeat his call.")
RHO_CALLS = Note(
    law="31A",
    text=gettext_noop("If [rho] does not pass, [offender] makes any legal call: comparable or not, it matters."),
)
BACK_TO_PARTNER = gettext_noop("The call is cancelled; the auction goes back to the player whose turn it was.")
PARTNER_MAY_NOT_USE = Info(
    law="16C2",
    source="call",
    ui_for=("partner",),
    ai_for=("non_offending_side",),
    text=gettext_noop("[partner] calls what he likes, but may not use what the cancelled call has told him."),
)
OTHERS_CALL = Presence(
    law="29B",
    do="STAY",
    until="next_call",
    text=gettext_noop("At his turn [offender] makes any legal call: comparable or not, it matters."),
)
STAY = Presence(law="29B", do="STAY", until="next_call", text=gettext_noop("Stay until [offender] has called in turn."))
LATER = Duty("29B", When.NEXT_CALL, gettext_noop("Call out of turn, [offender]: which call does he make at his turn?"))
NO_RESTRICTION = gettext_noop("The call made in turn is comparable: the auction goes on without restriction.")
SILENCED_ONCE = gettext_noop("The call made in turn is not comparable: it stands, and [partner] must pass once.")
