"""An auction as data: who has called what, in order, and what follows from it by arithmetic (Laws 17 to 22).

This module judges no call and refuses none. It counts sufficiency, turn, admissibility, the end, the contract and its
declarer from the calls as they were made. The meaning of a call is not stored; a law asks the director for it (Law 23).

The text of an auction is the dealer, a colon, and the calls separated by spaces: "N:1S 1H~ 2H Pass". A call out of turn
begins with the caller's seat ("W/1C"). A call that was taken back or cancelled ends with "~". An irregular call that
was accepted ends with "+".
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from itertools import takewhile
from typing import Literal, Self

from rulings.bridge import Contract, Denomination, NotationError, Seat, parse_seat


def gettext_noop(message: str) -> str:
    """Return the message itself, marked for the catalogue as in `rulings.bridge`."""
    return message


PASS, DOUBLE, REDOUBLE = "Pass", "X", "XX"
BIDS = tuple(f"{level}{denomination}" for level in range(1, 8) for denomination in Denomination)
"""The 35 bids from 1C to 7NT, in rising order (Law 18)."""

CALLS = (PASS, DOUBLE, REDOUBLE, *BIDS)
"""The 38 calls of the bidding box, in PBN's words."""

_WORD = re.compile(r"(?:(?P<seat>[NESW])/)?(?P<call>[^~+/]+)(?P<mark>[~+]?)")


def is_bid(call: str) -> bool:
    """Is it a level and a denomination, rather than a pass, a double or a redouble?"""
    return call in _HEIGHT


def height(bid: str) -> int:
    """Return how high a bid is: 0 for 1C to 34 for 7NT."""
    return _HEIGHT[bid]


_HEIGHT = {bid: place for place, bid in enumerate(BIDS)}


@dataclass(frozen=True, slots=True)
class Made:
    """A call as it was made. ``stands`` is false for a call that was taken back or cancelled; ``accepted`` is true for
    an irregular call that a player accepted."""

    seat: Seat
    call: str
    stands: bool = True
    accepted: bool = False


class Shown(StrEnum):
    """An irregularity of a call that is visible at the moment it is made. The call is noted all the same."""

    OUT_OF_TURN = "out_of_turn"
    INSUFFICIENT = "insufficient"
    INADMISSIBLE = "inadmissible"
    MUST_PASS = "must_pass"
    AFTER_THE_END = "after_the_end"

    @property
    def words(self) -> str:
        """The sentence of the bidding pad."""
        return _SHOWN[self]


_SHOWN = {
    Shown.OUT_OF_TURN: gettext_noop("out of turn"),
    Shown.INSUFFICIENT: gettext_noop("insufficient"),
    Shown.INADMISSIBLE: gettext_noop("not allowed here"),
    Shown.MUST_PASS: gettext_noop("must pass"),
    Shown.AFTER_THE_END: gettext_noop("after the end"),
}


class Kind(StrEnum):
    """The kinds of a call, as Laws 30 to 32 tell them apart."""

    PASS = "pass"
    BID = "bid"
    DOUBLE = "double"


def kind_of(call: str) -> Kind:
    """Return the kind of a call: a pass (Law 30), a bid (Law 31), a double or a redouble (Law 32)."""
    return Kind.BID if is_bid(call) else Kind.PASS if call == PASS else Kind.DOUBLE


@dataclass(frozen=True, slots=True)
class Auction:
    """The calls of one board, in the order in which they were made."""

    dealer: Seat
    calls: tuple[Made, ...] = ()

    # Text

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a text such as "N:1S 1H~ 2H Pass".

        :raises NotationError: *text* is not an auction.
        """
        first, colon, rest = text.strip().partition(":")
        if not colon:
            raise NotationError(
                gettext_noop("“%(text)s” is not an auction: write the dealer, a colon and the calls: N:1C Pass 1H."),
                text=text,
            )
        auction = cls(parse_seat(first))
        for word in rest.split():
            match = _WORD.fullmatch(word)
            if match is None or match["call"] not in CALLS:
                raise NotationError(
                    gettext_noop("“%(text)s” is not a call: write Pass, X, XX or a bid such as 1NT."), text=word
                )
            seat = Seat(match["seat"]) if match["seat"] else auction.turn
            auction = auction.then(seat, match["call"], stands=match["mark"] != "~", accepted=match["mark"] == "+")
        return auction

    def __str__(self) -> str:
        words = [
            ("" if made.seat is before.turn else f"{made.seat}/")
            + made.call
            + ("" if made.stands else "~")
            + ("+" if made.stands and made.accepted else "")
            for before, made in self._steps()
        ]
        return f"{self.dealer}:{' '.join(words)}"

    @classmethod
    def recorded(cls, dealer: Seat, calls: Iterable[str]) -> Self:
        """Build the auction that a file records: calls clockwise from the dealer, "-" for a player skipped by an
        accepted call.

        The first call that cannot be read and all later calls are left out.
        """
        auction, seat, skipped = cls(dealer), dealer, False
        for call in calls:
            if call != "-":
                if call not in CALLS:
                    break
                auction = auction.then(seat, call, accepted=skipped)
            skipped, seat = call == "-", seat.lho
        return auction

    def _steps(self) -> Iterator[tuple["Auction", Made]]:
        """Yield each call with the auction as it was before it."""
        before = Auction(self.dealer)
        for made in self.calls:
            yield before, made
            before = Auction(self.dealer, (*before.calls, made))

    # Changes

    def then(self, seat: Seat, call: str, *, stands: bool = True, accepted: bool = False) -> Self:
        """Add a call, whether or not it is regular."""
        return replace(self, calls=(*self.calls, Made(seat, call, stands, accepted)))

    def without(self, seat: Seat, call: str, *, and_later: bool = False, irregular: bool = False) -> Self:
        """Cancel that player's last standing call that equals *call*; with *irregular*, the first of them that was
        irregular and is not settled. With *and_later*, cancel every call made after it too."""
        at = self._made(seat, call) if irregular else self._last(seat, call)
        return self if at is None else self._fallen(at, None if and_later else at + 1)

    def back_to_skipped(self) -> Self:
        """Cancel the passes that kept a player from calling, so that it is his turn (Laws 17D3, 34)."""
        jumped = self._jumped
        return self if jumped is None else self._fallen(jumped)

    def _fallen(self, first: int, end: int | None = None) -> Self:
        gone = range(first, len(self.calls) if end is None else end)
        calls = tuple(replace(made, stands=False) if place in gone else made for place, made in enumerate(self.calls))
        return replace(self, calls=calls)

    def standing_as(self, seat: Seat, call: str, *, forbidden: bool = False) -> Self:
        """Let a call of the player stand. Mark it as accepted if it was irregular, or *forbidden* to him by a ruling.
        If it was cancelled, make it again (31A1)."""
        at, fell = self._made(seat, call), self._fell(seat)
        if at is None or (fell is not None and fell > at and not self._unsettled(at)):
            return self.put(seat, call)
        return self._settled(at, forbidden=forbidden)

    def put(self, seat: Seat, call: str, *, on_its_merits: bool = False) -> Self:
        """Put the call that replaces a cancelled call of the player. If the cancelled call was in turn, the new call
        takes its place, whatever was called since (Laws 21B1, 25A1); otherwise it is added at the end. If he has
        already made it, no call is added.

        With *on_its_merits*, an irregular replacement is not taken as accepted.
        """
        fell, made = self._fell(seat), self._last(seat, call)
        if made is not None and (made > fell if fell is not None else self.turn is not seat):
            return self if on_its_merits else self._settled(made)
        in_turn = fell is not None and replace(self, calls=self.calls[:fell]).turn is seat
        at = fell + 1 if fell is not None and in_turn else len(self.calls)
        auction = replace(self, calls=(*self.calls[:at], Made(seat, call), *self.calls[at:]))
        return auction if on_its_merits else auction._settled(at)

    def passed(self, seat: Seat) -> Self:
        """Add a pass of the player at his turn: before the call that another player made at that turn (28A), or at the
        end of the calls (37B, 38C)."""
        at = self._taken(seat)
        if at is not None:
            return replace(self, calls=(*self.calls[:at], Made(seat, PASS), *self.calls[at:]))
        return self.then(seat, PASS) if self.turn is seat else self

    def without_last(self, seat: Seat) -> Self:
        """Cancel the last call of that player."""
        at = next((at for at, made in reversed([*enumerate(self.calls)]) if made.seat is seat and made.stands), None)
        return self if at is None else self._fallen(at, at + 1)

    def back_to(self, seat: Seat) -> Self:
        """Cancel the call made by another at that player's turn, and all after it (38B)."""
        at = self._taken(seat)
        return self if at is None else self._fallen(at)

    def before(self, seat: Seat) -> Self:
        """Cancel every call of that player, and any made after his first one (15A2)."""
        at = next((at for at, made in enumerate(self.calls) if made.seat is seat and made.stands), None)
        return self if at is None else self._fallen(at)

    def taken_by(self, seat: Seat) -> Seat | None:
        """Return the player who called at that player's turn; None if nobody did, or if that call is settled."""
        at = self._taken(seat)
        return None if at is None else self.calls[at].seat

    def _taken(self, seat: Seat) -> int | None:
        """Find the first call that another player made at that player's turn and that is not settled."""
        taken = (
            at
            for at, (before, made) in enumerate(self._steps())
            if made.stands and not made.accepted and made.seat is not seat and before.turn is seat and not before.over
        )
        return next(taken, None)

    def _settled(self, at: int, *, forbidden: bool = False) -> Self:
        """Mark the call at that place as accepted if it was irregular, or *forbidden* to the player by a ruling."""
        if not forbidden and not self._unsettled(at):
            return self
        calls = tuple(replace(made, accepted=True) if place == at else made for place, made in enumerate(self.calls))
        return replace(self, calls=calls)

    def undone(self) -> Self:
        """Remove the last call, entered on the pad by mistake."""
        return replace(self, calls=self.calls[:-1])

    def _last(self, seat: Seat, call: str) -> int | None:
        places = [at for at, made in enumerate(self.calls) if (made.seat, made.call, made.stands) == (seat, call, True)]
        return places[-1] if places else None

    def _fell(self, seat: Seat) -> int | None:
        """Find where the last cancelled call of that player was made."""
        return next(
            (at for at, made in reversed([*enumerate(self.calls)]) if made.seat is seat and not made.stands), None
        )

    def since_fallen(self, seat: Seat) -> tuple[Made, ...]:
        """Return the standing calls made after the last cancelled call of that player; none if he has no cancelled
        call."""
        at = self._fell(seat)
        return () if at is None else tuple(made for made in self.calls[at + 1 :] if made.stands)

    @property
    def last_fallen(self) -> Seat | None:
        """The player who made the last of the cancelled calls, in the order of the auction."""
        return next((made.seat for made in reversed(self.calls) if not made.stands), None)

    def up_to_his_next(self, seat: Seat) -> Self:
        """Return the auction before that player's first standing call after his last cancelled call."""
        fell = self._fell(seat)
        later = self.calls if fell is None else self.calls[fell + 1 :]
        others = takewhile(lambda made: made.seat is not seat or not made.stands, later)
        return replace(self, calls=(*self.calls[: len(self.calls) - len(later)], *others))

    def _made(self, seat: Seat, call: str) -> int | None:
        """Find the place of that call: the first irregular one that is not settled, or else the last."""
        alike = (at for at, made in enumerate(self.calls) if made == Made(seat, call) and self._unsettled(at))
        return next(alike, self._last(seat, call))

    def _unsettled(self, at: int) -> bool:
        """Was the call at that place irregular, and is it still not accepted?"""
        made = self.calls[at]
        return not made.accepted and bool(replace(self, calls=self.calls[:at]).shown(made.seat, made.call))

    # Values computed from the calls

    @property
    def standing(self) -> tuple[Made, ...]:
        """The calls that stand, including those after the final pass."""
        return tuple(made for made in self.calls if made.stands)

    @property
    def legal(self) -> tuple[Made, ...]:
        """The legal auction, which Law 26B looks at: the calls that stand, up to the final pass."""
        standing = self.standing
        return standing[: _end(standing)]

    @property
    def over(self) -> bool:
        """Are there three passes in rotation after the last bid, or four passes and no bid (Laws 17D, 22)?

        The auction is not over if one of the passes was out of rotation and kept a player from calling (Laws 17D3, 34).
        """
        return _end(self.standing) is not None

    @property
    def turn(self) -> Seat:
        """The player whose turn it is: at the left of the last call that stands, or the one who was skipped (Law
        17D3)."""
        skipped = self.skipped
        if skipped is not None:
            return skipped
        legal = self.legal
        return legal[-1].seat.lho if legal else self.dealer

    @property
    def skipped(self) -> Seat | None:
        """The player kept from calling by a pass out of rotation, when three passes seem to have ended the auction.

        The auction goes back to him and the passes made since no longer count (Laws 17D3, 34).
        """
        jumped = self._jumped
        standing = [made for made in self.calls[:jumped] if made.stands]
        return None if jumped is None else standing[-1].seat.lho

    @property
    def seems_over(self) -> bool:
        """Do three passes seem to have ended the auction, although one was out of rotation and was accepted or called
        over (Law 34)?"""
        at = self._jumped
        if at is None:
            return False
        since = [made.seat for made in self.calls[at + 1 :] if made.stands]
        return self.calls[at].accepted or since[:1] == [self.calls[at].seat.lho]

    @property
    def _jumped(self) -> int | None:
        """Place of the first pass out of rotation among the last three passes; None when these do not end the
        auction."""
        places = [at for at, made in enumerate(self.calls) if made.stands][-4:]
        last = [self.calls[at] for at in places]
        if len(last) < 4 or any(made.call != PASS for made in last[1:]) or self.over:
            return None
        return next(
            (
                at
                for at, (earlier, two) in zip(places[1:], _pairs(last), strict=True)
                if two.seat is not earlier.seat.lho
            ),
            None,
        )

    @property
    def last_bid(self) -> Made | None:
        """The last bid of the legal auction."""
        return self._last_bid(self.legal)

    @staticmethod
    def _last_bid(calls: Sequence[Made]) -> Made | None:
        return next((made for made in reversed(calls) if is_bid(made.call)), None)

    def sufficient(self, bid: str) -> bool:
        """Is *bid* higher than the last bid (Law 18)?"""
        last = self.last_bid
        return last is None or height(bid) > height(last.call)

    def lowest(self, denomination: str) -> str:
        """Return the lowest sufficient bid in a denomination, or "" when there is none, as over 7NT."""
        return next((bid for bid in BIDS if bid[1:] == denomination and self.sufficient(bid)), "")

    def admissible(self, seat: Seat, call: str) -> bool:
        """May that player make that call by Law 19, which limits doubles and redoubles only?"""
        if call not in (DOUBLE, REDOUBLE):
            return True
        bid, doubled = self._contracted()
        if bid is None:
            return False
        if call == DOUBLE:
            return doubled == 0 and bid.seat.side is not seat.side
        return doubled == 1 and bid.seat.side is seat.side

    def _contracted(self) -> tuple[Made | None, Literal[0, 1, 2]]:
        """Return the last bid, and whether it is doubled or redoubled. A double that Law 19 forbids is ignored."""
        bid: Made | None = None
        doubled: Literal[0, 1, 2] = 0
        for made in self.legal:
            if is_bid(made.call):
                bid, doubled = made, 0
            elif bid is not None and made.call == DOUBLE and doubled == 0 and made.seat.side is not bid.seat.side:
                doubled = 1
            elif bid is not None and made.call == REDOUBLE and doubled == 1 and made.seat.side is bid.seat.side:
                doubled = 2
        return bid, doubled

    @property
    def contract(self) -> Contract | None:
        """The contract as it stands, with its declarer: the player of the last bid's side who first named its
        denomination.

        None before any bid, and when all have passed (Law 22A).
        """
        bid, doubled = self._contracted()
        if bid is None:
            return None
        strain, side = Denomination(bid.call[1:]), bid.seat.side
        names = (
            made for made in self.legal if is_bid(made.call) and made.call[1:] == strain and made.seat.side is side
        )
        return Contract(int(bid.call[0]), strain, doubled, next(names).seat)

    def called(self, seat: Seat) -> bool:
        """Has that player made a call, standing or not?"""
        return any(made.seat is seat for made in self.calls)

    # Irregularities for the pad

    def shown(self, seat: Seat, call: str, *, must_pass: bool = False) -> tuple[Shown, ...]:
        """List the visible irregularities of a call that this player would make now; with *must_pass*, a ruling obliges
        him to pass."""
        if self.over:
            return (Shown.AFTER_THE_END,)
        irregularities = []
        if seat is not self.turn:
            irregularities.append(Shown.OUT_OF_TURN)
        if is_bid(call) and not self.sufficient(call):
            irregularities.append(Shown.INSUFFICIENT)
        if not self.admissible(seat, call):
            irregularities.append(Shown.INADMISSIBLE)
        if must_pass and call != PASS:
            irregularities.append(Shown.MUST_PASS)
        return tuple(irregularities)

    def irregular_after(self, made: Sequence[Made], seat: Seat) -> bool:
        """Would that player's first call among these be irregular if it were made now?"""
        call = next((call_made.call for call_made in made if call_made.seat is seat and call_made.stands), None)
        return call is not None and bool(self.shown(seat, call))

    def irregular(self, *kinds: Shown) -> "Irregular | None":
        """Find the first call that was irregular when made and is not settled yet, among these kinds or all.

        A call is settled once it is accepted, taken back or cancelled.
        """
        return _irregular(self, kinds)


@dataclass(frozen=True, slots=True)
class Irregular:
    """An irregular call with the auction before it, the calls after it, and its visible irregularities."""

    before: Auction
    made: Made
    after: tuple[Made, ...]
    shown: tuple[Shown, ...]

    @property
    def whole(self) -> Auction:
        """The auction with this call and all that came after it."""
        return replace(self.before, calls=(*self.before.calls, self.made, *self.after))

    @property
    def next(self) -> Made | None:
        """The next call that was made, if any."""
        return self.after[0] if self.after else None


def _pairs(calls: Sequence[Made]) -> Iterator[tuple[Made, Made]]:
    return zip(calls, calls[1:], strict=False)


def _end(calls: Sequence[Made]) -> int | None:
    """Count the calls to the final pass; None while the auction is not over."""
    bid, passes = False, 0
    for at, made in enumerate(calls):
        in_rotation = at > 0 and made.seat is calls[at - 1].seat.lho
        passes = passes + 1 if made.call == PASS and in_rotation else 0
        bid = bid or is_bid(made.call)
        if passes >= 3 and (bid or calls[at - 3].call == PASS):
            return at + 1
    return None


@lru_cache(maxsize=64)
def _irregular(auction: Auction, kinds: tuple[Shown, ...]) -> Irregular | None:
    """Compute `Auction.irregular`. Cached: a law asks it of one auction for each of the 38 calls."""
    for at, (before, made) in enumerate(auction._steps()):
        if made.stands and not made.accepted:
            irregularities = before.shown(made.seat, made.call)
            if irregularities and (not kinds or set(kinds) & set(irregularities)):
                return Irregular(before, made, auction.calls[at + 1 :], irregularities)
    return None
