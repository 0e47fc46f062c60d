"""Readings of the table of a board, for the questions that declare them (`Seen`).

A reading returns ``None`` when some of the player's cards were not noted, and `ASKED` when the question must be asked
although it has a default. A "no" without keys means that the table has no such card: the trail shows it as supposed,
and the director can correct it.
"""

from rulings.bridge import Card, Seat
from rulings.engine.questions import ASKED, Told
from rulings.table import Bound, Lying, Table


def keys(*lying: Lying) -> tuple[str, ...]:
    """Return the keys of these cards, which the trail shows as the source of an answer."""
    return tuple(card.key for card in lying)


def nothing_known(table: Table) -> bool:
    """Is the table not followed yet, because its log has no ruling or statement on a card or a lead? Then a question
    about a card or a lead is asked."""
    return not (table.followed or table.cards or table.bounds or table.unsure)


def has_another(table: Table, owner: Seat, played: Card | None = None) -> Told | None:
    """Does the owner have a penalty card other than the one *played* now?"""
    lying = table.penalties(owner)
    if lying is None:
        return None
    others = keys(*(card for card in lying if card.card != played))
    return Told(bool(others), others)


def its_only_one(table: Table, owner: Seat) -> Told | None:
    """Return the owner's penalty card, if he has exactly one."""
    lying = table.penalties(owner) or ()
    return Told(lying[0].card, keys(*lying)) if len(lying) == 1 else None


def it_is_minor(table: Table, owner: Seat) -> Told | None:
    """Is the owner's penalty card minor?"""
    lying = table.penalties(owner)
    return Told(any(card.kind == "minor" for card in lying), keys(*lying)) if lying else None


def had_a_minor_one(table: Table, owner: Seat, played: Card | None = None) -> Told | None:
    """Does the owner have a minor penalty card other than the one *played* now?"""
    lying = table.penalties(owner)
    if lying is None:
        return ASKED
    return Told(any(card.kind == "minor" and card.card != played for card in lying), keys(*lying))


def kind_of(table: Table, owner: Seat, card: Card) -> Told | None:
    """Return the kind of this card: major or minor."""
    cards = [
        card_there
        for card_there in table.cards
        if (card_there.seat, card_there.card) == (owner, card) and card_there.kind != "exposed"
    ]
    return Told(cards[0].kind, keys(*cards)) if cards else None


def lies_there(table: Table, player: Seat, card: Card) -> Told | None:
    """Is this card among the player's penalty cards?"""
    lying = table.penalties(player)
    if lying is None:
        return ASKED
    cards = tuple(card_there for card_there in lying if card_there.card == card)
    return Told(bool(cards), keys(*(cards or lying)))


def lay_there(table: Table, card: Card) -> Told | None:
    """Is this card a penalty card of any player?"""
    lying = table.penalties(*Seat)
    if lying is None:
        return ASKED
    those_keys = keys(*(card_there for card_there in lying if card_there.card == card))
    return Told(bool(those_keys), those_keys or keys(*lying))


def lies_as_minor(table: Table, player: Seat, card: Card) -> Told | None:
    """Is this penalty card of the player minor?"""
    kind = kind_of(table, player, card)
    return None if kind is None else Told(kind.value == "minor", kind.by)


def forbidden_still(table: Table, leader: Seat) -> tuple[Bound, ...]:
    """Return the suits forbidden to the leader for as long as he keeps the lead."""
    return tuple(o for o in table.bounds if o.seat == leader and o.how == "forbid" and o.lasts == "while_retains_lead")


def any_lies(table: Table, played: Card | None = None) -> Told | None:
    """Does any penalty card lie there, other than the one *played* now?"""
    lying = table.penalties(*Seat)
    if lying is None:
        return ASKED
    others = keys(*(card for card in lying if card.card != played))
    return Told(bool(others), others)


def has_none(table: Table, player: Seat) -> Told | None:
    """Return "no" if the player has no major penalty card. Return None if he has one, as only the director sees whether
    he can play it, and while the table is not followed."""
    answer = has_majors_himself(table, player)
    return None if answer is None or answer.value else answer


def majors(table: Table, player: Seat) -> tuple[Lying, ...] | None:
    """Return the player's major penalty cards, or ``None`` while some of his cards were not noted."""
    lying = table.penalties(player)
    return None if lying is None else tuple(card for card in lying if card.kind == "major")


def has_majors(table: Table, player: Seat) -> Told | None:
    """Does the player have a major penalty card?"""
    lying = majors(table, player)
    return None if lying is None else Told(bool(lying), keys(*lying))


def binds_the_lead(table: Table, leader: Seat) -> Told | None:
    """Is the lead restricted: by a major penalty card of the leader or his partner (50D), by a suit that he may not
    lead (50D2, 60A2), or by one that declarer may forbid (26B)? `ASKED` where only a suit required of him may do so, as
    the table does not show whether that lead has been made."""
    own, partners = majors(table, leader), majors(table, leader.partner)
    if own is None or partners is None:
        return ASKED
    bounds = bound_before(table, leader)
    if required_before(table, leader) and not (own or partners or bounds):
        return ASKED
    return Told(bool(own or partners or bounds), (*keys(*own, *partners), *(bound.key for bound in bounds)))


def has_majors_himself(table: Table, player: Seat) -> Told | None:
    """Does the leader have a major penalty card too? None while the table is not followed."""
    return None if nothing_known(table) else has_majors(table, player)


def has_a_minor_himself(table: Table, player: Seat) -> Told | None:
    """Does the leader have a minor penalty card too? `ASKED` while the table is not followed."""
    return ASKED if nothing_known(table) else had_a_minor_one(table, player)


def kind_of_one_spoken_of(table: Table, owner: Seat, card: Card) -> Told | None:
    """Return the kind of a card that the director speaks of; `ASKED` while the table is not followed."""
    return ASKED if nothing_known(table) else kind_of(table, owner, card)


def what_two_revokes_leave_out(table: Table) -> tuple[str, ...]:
    """List the short answers of Law 64 to leave out once a revoke has been ruled on at this table. The long answers ask
    whether both sides revoked on the same trick (62C3)."""
    return ("at_once", "played_on") if table.revokes else ()


def the_major_one(table: Table, player: Seat) -> Told | None:
    """Return the major penalty card of the player that he may lead, if it is the only one."""
    barred = "".join(bound.suits for bound in forbidden_still(table, player))
    lying = [card for card in majors(table, player) or () if card.card.suit not in barred]
    return Told(lying[0].card, keys(*lying)) if len(lying) == 1 else None


def any_major_one(table: Table, player: Seat) -> Told | None:
    """Return one of the player's major penalty cards; any of them stands for its suit."""
    lying = majors(table, player) or ()
    return Told(lying[0].card, keys(lying[0])) if lying else None


def partner_has_majors(table: Table, player: Seat) -> Told | None:
    """Does the partner have a major penalty card? `ASKED` where some of his cards were not noted."""
    return has_majors(table, player.partner) or ASKED


def binds_the_partners_lead(table: Table, offender: Seat) -> Told | None:
    """Is the lead of the offender's partner restricted?"""
    return binds_the_lead(table, offender.partner)


def either_was_bound(table: Table, offender: Seat) -> Told | None:
    """Did one defender have a penalty card, or was the partner's lead restricted, before both faced a card? With two
    penalty cards, all are major (50B)."""
    lying = table.penalties(offender, offender.partner)
    if lying is None:
        return ASKED
    bounds = bound_before(table, offender.partner)
    return Told(bool(lying or bounds), (*keys(*lying), *(bound.key for bound in bounds)))


def lead_was_bound(table: Table, offender: Seat, card: Card) -> Told | None:
    """Does anything besides the card just led restrict the partner's lead: a penalty card of a defender, a suit that he
    still may not lead, or one that declarer may forbid (26B)? A minor card of the partner's does not count; one of the
    offender's own becomes major now (50B)."""
    own, partners = table.penalties(offender), majors(table, offender.partner)
    if own is None or partners is None:
        return ASKED
    others = tuple(
        card_there for card_there in (*own, *partners) if (card_there.seat, card_there.card) != (offender, card)
    )
    bounds = bound_before(table, offender.partner)
    return Told(bool(others or bounds), (*keys(*others), *(bound.key for bound in bounds)))


def another_was_seen(table: Table, offender: Seat, card: Card) -> Told:
    """Does more than this card restrict the opening lead at the end of the auction: another card seen, a penalty card,
    or the right to forbid a suit (26B)?"""
    defenders = (offender, offender.partner)
    others = tuple(
        card_there
        for card_there in table.cards
        if card_there.seat in defenders and (card_there.seat, card_there.card) != (offender, card)
    )
    bounds = tuple(bound for bound in table.bounds if bound.seat in defenders)
    unsure = bool(table.unsure.intersection(defenders))
    return Told(bool(others or bounds or unsure), (*keys(*others), *(bound.key for bound in bounds)))


def his_only_one(table: Table, owner: Seat, card: Card) -> Told:
    """Is this the owner's only card that lies there?"""
    others = tuple(card_there for card_there in table.cards if card_there.seat == owner and card_there.card != card)
    return Told(not others and owner not in table.unsure, keys(*others))


def required_before(table: Table, leader: Seat) -> tuple[Bound, ...]:
    """Return the suit required of the leader for one lead, as long as nobody has said that he has made it."""
    return tuple(bound for bound in table.bounds if bound.seat == leader and bound.how == "require")


def still_required(table: Table, leader: Seat) -> Told | None:
    """Is a suit required of the leader for this lead? `ASKED` where one was, as the table does not show whether that
    lead has been made; None while the table is not followed."""
    if required_before(table, leader):
        return ASKED
    return None if nothing_known(table) else Told(False)


def suit_required(table: Table, leader: Seat) -> Told | None:
    """Return the suit that was required of the leader."""
    bounds = required_before(table, leader)
    return Told(bounds[-1].suits, (bounds[-1].key,)) if bounds and len(bounds[-1].suits) == 1 else None


def bound_before(table: Table, leader: Seat) -> tuple[Bound, ...]:
    """Return the earlier restrictions of the lead: a suit forbidden while the leader keeps the lead, or the right of
    26B."""
    return (*forbidden_still(table, leader), *(o for o in table.bounds if o.seat == leader and o.how == "may_forbid"))
