"""What laws see on the table of a board: readings for the questions that declare them (`Seen`).

Each says nothing (``None``) when some of the player's cards were not noted: then it is asked.
"""

from rulings.bridge import Card, Seat
from rulings.engine.questions import Told
from rulings.table import Bound, Lying, Table


def keys(*lying: Lying) -> tuple[str, ...]:
    """The cards that say it."""
    return tuple(one.key for one in lying)


def has_another(table: Table, owner: Seat, played: Card | None = None) -> Told | None:
    """Has he a penalty card there, other than the one that he is just playing?"""
    lying = table.penalties(owner)
    if lying is None:
        return None
    found = keys(*(one for one in lying if one.card != played))
    return Told(bool(found), found)


def its_only_one(table: Table, owner: Seat) -> Told | None:
    """His penalty card, where he has one alone."""
    lying = table.penalties(owner) or ()
    return Told(lying[0].card, keys(*lying)) if len(lying) == 1 else None


def it_is_minor(table: Table, owner: Seat) -> Told | None:
    """Is his penalty card a minor one?"""
    lying = table.penalties(owner)
    return Told(any(one.kind == "minor" for one in lying), keys(*lying)) if lying else None


def had_a_minor_one(table: Table, owner: Seat, played: Card | None = None) -> Told | None:
    """Is there a minor penalty card of his, other than the one that he is just playing?"""
    lying = table.penalties(owner)
    if lying is None:
        return None
    return Told(any(one.kind == "minor" and one.card != played for one in lying), keys(*lying))


def kind_of(table: Table, owner: Seat, card: Card) -> Told | None:
    """Is this card of his major or minor?"""
    found = [one for one in table.cards if (one.seat, one.card) == (owner, card) and one.kind != "exposed"]
    return Told(found[0].kind, keys(*found)) if found else None


def lies_there(table: Table, player: Seat, card: Card) -> Told | None:
    """Is this card among his penalty cards?"""
    lying = table.penalties(player)
    if lying is None:
        return None
    found = tuple(one for one in lying if one.card == card)
    return Told(bool(found), keys(*(found or lying)))


def lay_there(table: Table, card: Card) -> Told | None:
    """Is this card a penalty card there, whoever's?"""
    lying = table.penalties(*Seat)
    if lying is None:
        return None
    found = keys(*(one for one in lying if one.card == card))
    return Told(bool(found), found or keys(*lying))


def lies_as_minor(table: Table, player: Seat, card: Card) -> Told | None:
    """Is this penalty card of his a minor one?"""
    found = kind_of(table, player, card)
    return None if found is None else Told(found.value == "minor", found.by)


def forbidden_still(table: Table, leader: Seat) -> tuple[Bound, ...]:
    """What he may not lead, because it was forbidden for as long as he keeps the lead."""
    return tuple(o for o in table.bounds if o.seat == leader and o.how == "forbid" and o.lasts == "while_retains_lead")


def any_lies(table: Table, played: Card | None = None) -> Told | None:
    """Does a penalty card lie there, whoever's it is, other than the one just *played*?"""
    lying = table.penalties(*Seat)
    if lying is None:
        return None
    found = keys(*(one for one in lying if one.card != played))
    return Told(bool(found), found)


def has_none(table: Table, player: Seat) -> Told | None:
    """Has he no major penalty card there? Whether one that he has can be played is for the director to see."""
    found = has_majors(table, player)
    return None if found is None or found.value else found


def majors(table: Table, player: Seat) -> tuple[Lying, ...] | None:
    """His major penalty cards."""
    lying = table.penalties(player)
    return None if lying is None else tuple(one for one in lying if one.kind == "major")


def has_majors(table: Table, player: Seat) -> Told | None:
    """Has he a major penalty card?"""
    lying = majors(table, player)
    return None if lying is None else Told(bool(lying), keys(*lying))


def binds_the_lead(table: Table, leader: Seat) -> Told | None:
    """Has he or his partner a major penalty card, which comes before his lead (50D)? Or is he bound from before, by a
    suit that he may not lead (50D2, 60A2) or that declarer may forbid him (26B)?"""
    own, partners = majors(table, leader), majors(table, leader.partner)
    if own is None or partners is None:
        return None
    right = tuple(one for one in table.bounds if one.seat == leader and one.how == "may_forbid")
    bounds = (*forbidden_still(table, leader), *right)
    return Told(bool(own or partners or bounds), (*keys(*own, *partners), *(one.key for one in bounds)))


def partner_has_majors(table: Table, player: Seat) -> Told | None:
    """Has his partner a major penalty card?"""
    return has_majors(table, player.partner)


def besides_both(table: Table, offender: Seat) -> Told | None:
    """Before both defenders have put a card, had one of them a penalty card there? With two, all are major (50B)."""
    lying = table.penalties(offender, offender.partner)
    return None if lying is None else Told(bool(lying), keys(*lying))


def besides(table: Table, offender: Seat, card: Card) -> Told | None:
    """Beside the card just led, had one of the defenders a penalty card there? A minor one of his partner's binds
    nothing; of his own, it is major from now on (50B)."""
    own, partners = table.penalties(offender), majors(table, offender.partner)
    if own is None or partners is None:
        return None
    found = tuple(one for one in (*own, *partners) if (one.seat, one.card) != (offender, card))
    return Told(bool(found), keys(*found))
