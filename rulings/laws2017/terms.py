"""The prologue of the edition: facts and phrases that several Laws share.

Law files import them; this module imports no law.
"""

from dataclasses import replace

from rulings.bridge import Card, Seat
from rulings.engine.inquiry import Ask
from rulings.engine.names import SideName, Source
from rulings.engine.questions import Among, Given, Seen, WhichCard, WhichSeat, YesNo
from rulings.engine.ruling import Duty, Info, Note, PenaltyCard, Presence, Rectification, Withdraw
from rulings.engine.text import gettext_noop
from rulings.laws2017.on_the_table import any_lies, lay_there
from rulings.table import Table

Effects = tuple[Rectification, ...]

Outcome = tuple[Effects, tuple[Duty, ...]]
"""Outcome of an answer: the effects, in order, and the duties that it leaves."""


# Facts

DECLARER = WhichSeat("declarer", "22", gettext_noop("Who is declarer?"))


def opponents(_: Table | None, player: Seat | None) -> str:
    """Return both opponents of a player, once he is known."""
    return "".join(player.side.other.seats) if player else ""


def own_side(_: Table | None, player: Seat | None) -> str:
    """Return a player and his partner, once he is known."""
    return "".join(player.side.seats) if player else ""


def declarer_against(defender: WhichSeat) -> WhichSeat:
    """Ask who is declarer where a defender has been named: an opponent of his."""
    why = gettext_noop(
        "Declarer plays against the defender named before: this is the defender himself, or his partner."
    )
    return replace(DECLARER, among=Among(opponents, (defender,), why))


def declarer_beside(player: WhichSeat) -> WhichSeat:
    """Ask who is declarer where his own hand, or dummy, has been named."""
    why = gettext_noop("Declarer is the player named before, or his partner: this is an opponent of theirs.")
    return replace(DECLARER, among=Among(own_side, (player,), why))


def owner_is(player: WhichSeat) -> WhichSeat:
    """Build the fact that the penalty card is that player's; it follows from the player and is never asked."""
    whose = gettext_noop("Whose card is it?")
    return WhichSeat("owner", "50", whose, given=Given(lambda seat: seat, player), follows=True)


def same_suit(first: Card, other: Card) -> bool:
    """Tell whether two cards are of one suit, for the questions that two cards settle."""
    return first.suit == other.suit


# The director at the table


def may_leave(law: str) -> Presence:
    """Let the director leave, as no duty is left."""
    return Presence(law=law, do="LEAVE", text=gettext_noop("You may leave the table."))


def leave_the_table(ask: Ask, law: str, *, played: WhichCard | None = None) -> Presence:
    """Let the director leave, as the ruling leaves no duty, unless an earlier penalty card lies there. *played* is the
    card that has just left the table."""
    lies = CARDS_LIE if played is None else CARDS_LIE.seen_by(Seen(any_lies, played))
    return STAY_WHILE_IT_LIES if ask(lies) else may_leave(law)


CARDS_LIE = YesNo(
    "cards_lie",
    "50",
    gettext_noop("Does a penalty card still lie on the table?"),
    seen=Seen(any_lies),
    assumed="no",
)
STAY_WHILE_IT_LIES = Presence(
    law="50", do="STAY", until="card_gone", text=gettext_noop("Stay at the table while the penalty card is there.")
)


def stay_for_the_lead(law: str) -> Presence:
    """Keep the director until the lead is made."""
    return Presence(law=law, do="STAY", until="lead_made", text=gettext_noop("Stay until the lead is made."))


# 16C. A card taken back


def card_taken_back(*, may: SideName, may_not: SideName, source: Source = "card") -> Info:
    """Say by Law 16C which side *may* use a card taken back, and which *may_not*."""
    return Info(law="16C", source=source, ui_for=(may_not,), ai_for=(may,), text=TAKEN_BACK[may, may_not])


TAKEN_BACK: dict[tuple[SideName, SideName], str] = {
    ("defenders", "declaring_side"): gettext_noop(
        "The card taken back is authorised information for [defenders], unauthorised for [declaring_side]."
    ),
    ("declaring_side", "defenders"): gettext_noop(
        "The card taken back is authorised information for [declaring_side], unauthorised for [defenders]."
    ),
    ("non_offending_side", "offending_side"): gettext_noop(
        "The card taken back is authorised information for [non_offending_side], unauthorised for [offending_side]."
    ),
}


# 50A. A card that goes back was a penalty card before


def goes_back_there(ask: Ask) -> Effects:
    """Put the card led or played (fact ``card``) back on the table if it was a penalty card before."""
    return (STAYS_AS_IT_WAS,) if ask(LAY_THERE) else ()


LAY_THERE = YesNo(
    "lay_there",
    "50A",
    gettext_noop("Before it was played, was the card already face up on the table, as a penalty card ([card])?"),
    seen=Seen(lay_there, WhichCard("card", "50A", "")),
    assumed="no",
)
STAYS_AS_IT_WAS = PenaltyCard(
    law="50A",
    player="offender",
    card="card",
    kind="as_before",
    text=gettext_noop("The penalty card ([card]) stays on the table, as it was."),
)


# 47E1. An opponent had told the player that it was his turn


def told_by_an_opponent(ask: Ask, back: str, *, by_defender: bool) -> Effects:
    """Send the card back in the words *back*; the side that misled its player may not use it."""
    if by_defender and (stays := goes_back_there(ask)):
        return stays
    side: SideName = "declaring_side" if by_defender else "defenders"
    other: SideName = "defenders" if by_defender else "declaring_side"
    card = Withdraw(law="47E1", player="offender", card="card", to="hand", text=back)
    return card, card_taken_back(may=other, may_not=side)


MAY_NOT_ACCEPT = Note(
    law="47E1",
    text=gettext_noop("The lead or play may not be accepted, and it establishes no revoke. The right player plays."),
)

FIRST_TRUE = gettext_noop("Where several are true, touch the first.")
