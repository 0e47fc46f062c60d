"""The one place that changes a `Table`: it folds a log into the table of a board.

The log has the rulings and statements at a table about a board, in order of time; each assumes the one before it. The
fold reads the fields of rulings, resolved to seats and cards, never their words. An effect whose player or card is
unknown changes nothing; only an unknown penalty card marks that player's cards as unknown.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, get_args

from rulings.auction import Auction
from rulings.bridge import Card, Seat, Side, parse_contract
from rulings.engine.inquiry import Law, stages
from rulings.engine.names import CallFact, CardFact
from rulings.engine.roles import resolve, resolved, with_roles
from rulings.engine.ruling import When
from rulings.engine.stored import upgraded
from rulings.table import (
    Bound,
    Ended,
    Lying,
    Revoked,
    Said,
    Silent,
    Table,
    read_call,
    read_key,
    read_lying,
    stored_card,
)

Entry = Ended | Said


def folded(start: Table, log: Iterable[Entry]) -> Table:
    """Fold the log into the table, in its order; *start* is `of_board`."""
    *_before, table = tables_through(start, log)
    return table


def tables_through(start: Table, log: Iterable[Entry]) -> Iterator[Table]:
    """Yield the table before the first entry of the log, and after each of them."""
    table = start
    yield _nobody_bids_any_more(table)
    for entry in log:
        table = _said(table, entry) if isinstance(entry, Said) else _ruled(table, entry)
        table = _followed(_two_are_major(table))
        yield _nobody_bids_any_more(table)


def of_board(facts: Mapping[str, str]) -> Table:
    """Build the table before the first ruling or statement, from the board and its result (``declarer``, ``contract``,
    ``auction``)."""
    declarer, contract = resolve("declarer", facts), resolve("contract", facts)
    played = parse_contract(contract) if contract else None
    return Table(
        auction=Auction.parse(facts["auction"]) if resolve("auction", facts) else None,
        declarer=Seat(declarer) if declarer else None,
        trumps=str(played.denomination) if played else "",
    )


def entries(law: Law, answers: Mapping[str, str], origin: str = "") -> list[Ended]:
    """List the log entries of one inquiry: one for each of its stages, with the facts and answers given by then.

    An answer given after a pause does not belong to the stage before it: a declarer named at the end of the auction was
    not known during the auction, nor were the trumps.
    """
    ruled = stages(law, answers)
    asked = {step.question.id for step in ruled[-1][1].trail} if ruled else set()
    logged = []
    for at, (moment, state) in enumerate(ruled, start=1):
        told_since = {"declarer", "trumps"} if at < len(ruled) else set()
        later = (asked | told_since) - {step.question.id for step in state.trail}
        given = {name: value for name, value in answers.items() if name not in later}
        logged.append(Ended(state.ruling.as_json(), {**given, **state.read}, origin, moment))
    return logged


# Rulings

Effect = Mapping[str, Any]


def _number(law: str) -> str:
    """Return the number of a law: "50" for "50D2(a)"."""
    return law[: next((at for at, letter in enumerate(law) if not letter.isdigit()), len(law))]


def _ruled(table: Table, ended: Ended) -> Table:
    if ended.moment == When.END_OF_PLAY.value:
        table = _play_over(table)
    if ended.moment in (When.END_OF_AUCTION.value, When.OPENING_LEAD.value):
        table = replace(table, silent=())
    ruling = upgraded(ended.ruling)
    known = with_roles({**ended.facts, **ruling.get("facts", {})})
    table = _answered(table, known)
    table = _with_the_lead(table, ruling, known)
    table = _with_cards_exposed(table, ended, known)
    table = _with_the_revoke(table, ended, known)
    for effect in _effects(ruling):
        change = EFFECTS.get(effect["effect"])
        if change is not None:
            table = change(table, resolved(effect, known), ended.origin)
    return table


def _effects(ruling: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the effects of a ruling. Those on a call also tell whether all later calls are cancelled with it
    (``and_later``; 36A, 39A)."""
    effects: list[dict[str, Any]] = ruling["rectifications"]
    later = any(effect.get("what") == "later_calls" for effect in effects)
    return [effect | {"and_later": later} if effect.get("what") in get_args(CallFact) else effect for effect in effects]


def _answered(table: Table, known: Mapping[str, str]) -> Table:
    """Take declarer and trumps from the answers, where the table has none. End the right of 26B if declarer has
    answered that he forbids nothing."""
    declarer, trumps = resolve("declarer", known), resolve("trumps", known)
    if table.declarer is None and declarer in tuple(Seat):
        table = replace(table, declarer=Seat(declarer))
    if resolve("forbids", known) == "nothing" and resolve("partner", known) in tuple(Seat):
        table = _without_right(table, Seat(resolve("partner", known)))
    return replace(table, trumps=table.trumps or trumps)


LED_OUT_OF_TURN = ("53", "54", "55", "56")
"""Laws of a lead out of turn; their effect `ACCEPT` names the lead that stands."""

CARDS_PLAYED = ("45", "46", "52", "57", "58", "60", "61", "62", "63", "64", "67")
"""The laws of a card played to a trick: the lead to that trick has been made."""


def _with_the_lead(table: Table, ruling: Mapping[str, Any], known: Mapping[str, str]) -> Table:
    """End the restrictions of all players but the one on lead, because no other has kept the lead (50D2(a)); once he
    has led, end those of that one lead too. Rights of 26B stay. The leader is named by Laws 50, 53, 55 and 56, or is
    the player whose lead stands. That a lead required of him has been made may be an answer (``still_required``)."""
    number = _number(str(ruling.get("law", "")))
    led = number in CARDS_PLAYED or resolve("still_required", known) == "no"
    leader = resolve("on_lead", known) or resolve("leader", known)
    for effect in ruling["rectifications"]:
        if effect["effect"] == "ACCEPT" and _number(effect["law"]) in LED_OUT_OF_TURN:
            who = {"card": "offender", "proper_lead": "leader", "lead": "partner"}.get(effect["what"], "")
            leader, led = resolve(who, known) or leader, led or bool(who)
    bounds = tuple(
        bound
        for bound in table.bounds
        if bound.how == "may_forbid"
        or ((leader not in tuple(Seat) or bound.seat == leader) and not (led and bound.lasts == "this_lead"))
    )
    return replace(table, bounds=bounds)


REVOKES = ("62", "63", "64")


def _with_the_revoke(table: Table, ended: Ended, known: Mapping[str, str]) -> Table:
    """Store a revoke that is ruled on, as the other side may have revoked at the same trick (62C3)."""
    offender, trick = resolve("offender", known), resolve("trick", known)
    law = str(ended.ruling.get("law", ""))
    if offender not in tuple(Seat) or not (_number(law) in REVOKES or law.startswith("43B2(b)")):
        return table
    if any((revoke.seat, revoke.trick, revoke.origin) == (offender, trick, ended.origin) for revoke in table.revokes):
        return table
    return replace(table, revokes=(*table.revokes, Revoked(Seat(offender), trick, ended.origin)))


SEEN_IN_THE_AUCTION = ("card", "second_card", "third_card", "fourth_card")


def _with_cards_exposed(table: Table, ended: Ended, known: Mapping[str, str]) -> Table:
    """Lay face up the cards seen in the auction until it ends (24); each inquiry rules what its card then becomes."""
    offender = resolve("offender", known)
    if offender not in tuple(Seat) or _number(str(ended.ruling.get("law", ""))) not in ("22", "24"):
        return table
    cards = tuple(lying for lying in table.cards if lying.seat != offender or lying.kind != "exposed")
    if not ended.moment and any(duty["when"] == When.END_OF_AUCTION.value for duty in ended.ruling["duties"]):
        noted = [resolve(name, known) for name in SEEN_IN_THE_AUCTION]
        cards += tuple(Lying(Seat(offender), stored_card(card), "exposed", ended.origin) for card in noted if card)
    return replace(table, cards=cards)


def _without_right(table: Table, leader: Seat) -> Table:
    """End declarer's right of 26B over this player's first lead: it was used or waived, or the player has led."""
    return replace(table, bounds=tuple(o for o in table.bounds if o.seat != leader or o.how != "may_forbid"))


def _penalty_card(table: Table, effect: Effect, origin: str) -> Table:
    seats = _seats(effect, "player")
    if len(seats) != 1:
        return table
    card = _card(effect, "card")
    if card is None:
        return replace(table, unsure=table.unsure.union(seats))
    lying = Lying(seats[0], card, effect["kind"] if effect["kind"] == "minor" else "major", origin)
    stays = effect["kind"] == "as_before" and lying.key in table.keys
    return table if stays else _lies(table, lying)


def _withdraw(table: Table, effect: Effect, origin: str) -> Table:
    """Take the card off the table, back to the hand; with ``suits``, take every penalty card of those suits and no
    other (51B)."""
    seats = _seats(effect, "player")
    if effect.get("suits"):
        suits = effect.get("suits_is", "")
        return _without(
            table, *(lying.key for lying in table.cards if lying.seat in seats and lying.card.suit in suits)
        )
    card = _card(effect, "card")
    if card is None:
        return table
    if effect["to"] == "hand":
        return _without(table, *(f"{seat}:{card}" for seat in seats))
    kind = "major" if effect["to"] == "table_as_MPC" else "minor"
    return _penalty_card(table, {**effect, "kind": kind}, origin)


def _must_play(table: Table, effect: Effect, origin: str) -> Table:
    """Remove a penalty card that must be played now. The director stays to see it played, and corrects the table
    otherwise (52)."""
    card = _card(effect, "card")
    if effect["when"] != "now" or card is None:
        return table
    return _without(table, *(f"{seat}:{card}" for seat in _seats(effect, "player")))


def _accept(table: Table, effect: Effect, origin: str) -> Table:
    """Mark a call as accepted, so that later readings skip it; put a call that replaces another in its place. A call
    that Law 25 lets stand may still be irregular, unless it was accepted (25B1). A card that is played leaves the
    table."""
    seats, named = _seats(effect, "player"), effect.get("what_is", "")
    if effect["what"] == "pass" and table.auction is not None and seats:
        return _with_auction(table, table.auction.passed(seats[0]))
    if effect["what"] in get_args(CallFact):
        if table.auction is None or not named or not seats:
            return table
        on_its_merits = effect["law"].startswith("25") and effect["law"] != "25B1"
        if effect["law"] in ("31A1", "32A1"):  # his right-hand opponent has passed
            auction = table.auction.passed(seats[0].rho).put(seats[0], named, on_its_merits=True)
        elif effect["what"] not in MADE:
            auction = table.auction.put(seats[0], named, on_its_merits=on_its_merits)
        elif on_its_merits:
            auction = table.auction
        else:
            auction = table.auction.standing_as(seats[0], named, forbidden=effect["law"] == "37A")
        return _with_auction(table, auction)
    card = _card(effect, "what")
    return _without(table, *(f"{seat}:{card}" for seat in seats or Seat)) if card else table


MADE: tuple[CallFact, ...] = ("call", "bid", "first_call")
"""The facts of a call made before the ruling; the others are made in its place."""


def _cancel(table: Table, effect: Effect, origin: str) -> Table:
    """Cancel the call, with later ones where the ruling does. After a void claim play continues without Law 50
    (68D2(b)), so that all penalty cards and their restrictions end. A new deal or a cancelled board empties the
    table."""
    if effect["what"] == "claim":
        return replace(table, cards=(), bounds=(), unsure=frozenset())
    if effect["what"] in ("deal", "board"):
        return Table(auction=Auction(table.auction.dealer) if table.auction else None)
    seats, named = _seats(effect, "player"), effect.get("what_is", "")
    if table.auction is not None and effect["what"] == "calls" and seats:
        return _with_auction(table, table.auction.before(seats[0]))
    if table.auction is not None and effect["what"] == "call_over_it" and seats:
        return _with_auction(table, table.auction.without_last(seats[0]))
    if table.auction is not None and effect["what"] == "later_calls" and seats:
        return _with_auction(table, table.auction.back_to(seats[0]))
    if table.auction is not None and effect["what"] == "later_passes":
        return _with_auction(table, table.auction.back_to_skipped())
    if table.auction is None or effect["what"] not in get_args(CallFact) or not named or not seats:
        return table
    if effect["law"] == "36C":  # the auction is over, and its contract is counted without that double
        return _with_auction(table, table.auction.standing_as(seats[0], named))
    irregular = effect["what"] in ("call", "bid") and effect["player"] == "offender"
    auction = table.auction.without(seats[0], named, and_later=effect["and_later"], irregular=irregular)
    return _with_auction(table, auction)


def _lead_restriction(table: Table, effect: Effect, origin: str) -> Table:
    """Bind the player on lead from now on. This ends the restrictions of an earlier lead, and those that bound another
    player while he kept the lead. The right of 26B stays until it is used."""
    seats = _seats(effect, "player")
    how = "require" if effect.get("require") else "forbid"
    if len(seats) != 1:
        return table
    suits = str(effect.get(f"{how}_is", "")).replace(", ", "")
    bound = Bound(seats[0], how, suits, effect["lasts"], origin)  # type: ignore[arg-type]
    kept = tuple(
        other
        for other in table.bounds
        if other.key != bound.key
        and other.lasts != "this_lead"
        and (other.seat != bound.seat or other.how != "may_forbid" or not effect["law"].startswith("26B"))
        and (other.seat == bound.seat or other.lasts != "while_retains_lead")
    )
    return replace(table, bounds=(*kept, bound), silent=())


def _may_forbid(table: Table, effect: Effect, origin: str) -> Table:
    rights = tuple(Bound(seat, "may_forbid", origin=origin) for seat in _seats(effect, "player"))
    new = {bound.key for bound in rights}
    return replace(table, bounds=(*(bound for bound in table.bounds if bound.key not in new), *rights))


def _must_pass(table: Table, effect: Effect, origin: str) -> Table:
    since = len(table.auction.calls) if table.auction else 0
    for_good = {silence.seat for silence in table.silent if silence.lasts == "rest_of_auction"}
    seats = [seat for seat in _seats(effect, "players") if seat not in for_good]
    silences = tuple(Silent(seat, effect["lasts"], since, origin) for seat in seats)
    return replace(table, silent=(*table.silent, *silences))


def _declarer_is(table: Table, effect: Effect, origin: str) -> Table:
    seats = _seats(effect, "seat")
    return replace(table, declarer=seats[0], silent=()) if seats else table


EFFECTS: Mapping[str, Callable[[Table, Effect, str], Table]] = {
    "PENALTY_CARD": _penalty_card,
    "WITHDRAW": _withdraw,
    "MUST_PLAY": _must_play,
    "ACCEPT": _accept,
    "CANCEL": _cancel,
    "LEAD_RESTRICTION": _lead_restriction,
    "MAY_FORBID": _may_forbid,
    "MUST_PASS": _must_pass,
    "DECLARER_IS": _declarer_is,
}
"""Functions of the effects that change a table; the other effects change nothing on it."""


def _seats(effect: Effect, name: str) -> list[Seat]:
    """List the players that an effect names, those of a side included; none while they are not known."""
    named = effect.get(f"{name}_is", [])
    seats: list[Seat] = []
    for name_or_side in [named] if isinstance(named, str) else named:
        seats += (
            Side(name_or_side).seats
            if name_or_side in tuple(Side)
            else [Seat(name_or_side)]
            if name_or_side in tuple(Seat)
            else []
        )
    return seats


def _card(effect: Effect, name: str) -> Card | None:
    """Return the card that an effect names by a fact; none while it is not known."""
    value = effect.get(f"{name}_is", "") if effect.get(name) in get_args(CardFact) else ""
    return stored_card(value) if value else None


def _lies(table: Table, lying: Lying) -> Table:
    """Lay the card on the table; a card that is already there keeps its place and its origin."""
    if lying.key not in {card.key for card in table.cards}:
        return replace(table, cards=(*table.cards, lying))
    cards = tuple(replace(card, kind=lying.kind) if card.key == lying.key else card for card in table.cards)
    return replace(table, cards=cards)


def _without(table: Table, *keys: str) -> Table:
    return replace(table, cards=tuple(lying for lying in table.cards if lying.key not in keys))


def _play_over(table: Table) -> Table:
    return replace(table, cards=(), bounds=(), silent=(), unsure=frozenset())


def _followed(table: Table) -> Table:
    """Mark the table as followed, from the first card or restriction in the log on."""
    return replace(table, followed=table.followed or bool(table.cards or table.bounds or table.unsure))


def _two_are_major(table: Table) -> Table:
    """Make every penalty card major (50B) of a player who has two or more, from all inquiries."""
    seats = [lying.seat for lying in table.cards if lying.kind != "exposed"]
    many = {seat for seat in seats if seats.count(seat) > 1}
    return replace(
        table,
        cards=tuple(replace(o, kind="major") if o.seat in many and o.kind == "minor" else o for o in table.cards),
    )


# Statements of the director


def _said(table: Table, statement: Said) -> Table:
    match statement.what:
        case "lies":
            return _lies(table, replace(read_lying(statement.about), origin=statement.origin))
        case "played" | "picked_up" | "not_penalised":
            seat, card = read_key(statement.about)
            return _without(table, f"{seat}:{card}")
        case "noted":
            return replace(table, unsure=table.unsure - {Seat(statement.about)})
        case "released":
            return replace(
                table,
                bounds=tuple(bound for bound in table.bounds if bound.key != statement.about),
                silent=tuple(silence for silence in table.silent if silence.key != statement.about),
            )
        case "led":  # the lead was made: its restrictions end, and the right of 26B too
            seat = Seat(statement.about)
            over = [o for o in table.bounds if o.lasts == "this_lead" or (o.seat == seat and o.how == "may_forbid")]
            return replace(table, bounds=tuple(bound for bound in table.bounds if bound not in over), silent=())
        case "lost_lead":
            lost = [o for o in table.bounds if o.seat == statement.about and o.lasts == "while_retains_lead"]
            return replace(table, bounds=tuple(bound for bound in table.bounds if bound not in lost))
        case "auction":
            return _with_auction(table, Auction.parse(statement.about))
        case "call":
            player, call = read_call(statement.about)
            calls = table.auction
            return table if calls is None else _with_auction(table, calls.then(player or calls.turn, call))
        case "undo_call":
            return table if table.auction is None else replace(table, auction=table.auction.undone())
        case "declarer":
            return replace(table, declarer=Seat(statement.about))
        case "end_of_play":
            return _play_over(table)


def _with_auction(table: Table, auction: Auction) -> Table:
    """Set the auction as it is now. An auction that is over gives declarer and trumps; one that is reopened (25A1,
    21B1) removes them."""
    before, contract = table.auction, auction.contract
    table = replace(table, auction=auction, silent=_counted_anew(table.silent, before, auction))
    if not auction.over or contract is None or contract.declarer is None:
        ended = before.contract if before and before.over else None
        reopened = ended is not None and not auction.over and ended.declarer is table.declarer
        return replace(table, declarer=None, trumps="") if reopened else table
    return replace(table, declarer=contract.declarer, trumps=str(contract.denomination))


def _nobody_bids_any_more(table: Table) -> Table:
    """End all forced passes once the auction is over, and the right of 26B if the offender's side declares, as it binds
    a defender. Both hold again if a later entry of the log reopens the auction. Where no auction is noted, the forced
    passes stay, as the declarer may come from a result entered later."""
    if table.auction is not None and not table.auction.over:
        return table
    declaring = table.declarer.side if table.declarer else None
    bounds = tuple(bound for bound in table.bounds if not (bound.how == "may_forbid" and bound.seat.side is declaring))
    return replace(table, bounds=bounds, silent=() if table.auction else table.silent)


def _counted_anew(silent: tuple[Silent, ...], before: Auction | None, now: Auction) -> tuple[Silent, ...]:
    """Recompute ``since`` of each player who must pass, after a call was inserted before his."""
    if before is None or len(now.calls) != len(before.calls) + 1:
        return silent
    made = [[(made_call.seat, made_call.call) for made_call in auction.calls] for auction in (before, now)]
    put_in = next(
        (at for at, (before_call, two) in enumerate(zip(*made, strict=False)) if before_call != two), len(before.calls)
    )
    return tuple(replace(silence, since=silence.since + 1) if silence.since > put_in else silence for silence in silent)
