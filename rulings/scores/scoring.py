"""The score of a deal (Law 77), and the tricks that revokes move before it is computed (Law 64)."""

from collections.abc import Sequence
from dataclasses import dataclass

from rulings.bridge import Contract, Denomination, Side, is_vulnerable

_PER_TRICK = {
    Denomination.C: 20,
    Denomination.D: 20,
    Denomination.H: 30,
    Denomination.S: 30,
    Denomination.NT: 30,
}


def contract_score(contract: Contract | None, tricks: int | None, *, vulnerable: bool) -> int:
    """Compute points for declarer's side (Law 77); negative when the contract fails, 0 when the board was passed out.

    *tricks* is all the tricks declarer's side won, 0 to 13: 3NT making nine, not vulnerable, is 400.

    :raises ValueError: *tricks* is outside 0..13, or missing.
    """
    if contract is None:
        return 0
    if tricks is None or not 0 <= tricks <= 13:
        raise ValueError(f"The tricks of {contract} are a number from 0 to 13, not {tricks}.")
    if tricks < contract.target:
        return -_undertricks(contract.target - tricks, contract.doubled, vulnerable)
    return _made(contract, tricks - contract.target, vulnerable)


def _made(contract: Contract, overtricks: int, vulnerable: bool) -> int:
    per_trick = _PER_TRICK[contract.denomination]
    first_trick_extra = 10 if contract.denomination is Denomination.NT else 0
    trick_points = (per_trick * contract.level + first_trick_extra) * (1, 2, 4)[contract.doubled]
    game = 500 if vulnerable else 300
    premium = game if trick_points >= 100 else 50
    slam = {6: 750 if vulnerable else 500, 7: 1500 if vulnerable else 1000}.get(contract.level, 0)
    insult = 50 * contract.doubled
    doubled_overtrick = (200 if vulnerable else 100) * contract.doubled
    return trick_points + premium + slam + insult + overtricks * (doubled_overtrick or per_trick)


def _undertricks(down: int, doubled: int, vulnerable: bool) -> int:
    if not doubled:
        return down * (100 if vulnerable else 50)
    first, next_two, further = (200, 300, 300) if vulnerable else (100, 200, 300)
    return (first + next_two * min(down - 1, 2) + further * max(down - 3, 0)) * doubled


def score_ns(contract: Contract | None, tricks: int | None, vul: str) -> int:
    """Return the board's score from North-South's side: contracts made by East-West are negative.

    *vul* is the board's vulnerability ("None", "NS", "EW", "All"): 3NT+3 by South, NS vulnerable, is 690.

    :raises ValueError: the contract has no declarer, or *tricks* is outside 0..13.
    """
    if contract is None:
        return 0
    if contract.declarer is None:
        raise ValueError(f"Who declared {contract}? The score from North-South's side needs the declarer.")
    side = contract.declarer.side
    points = contract_score(contract, tricks, vulnerable=is_vulnerable(vul, side))
    return points if side is Side.NS else -points


# Tricks moved by established revokes (Law 64A, 64B, 64C)


@dataclass(frozen=True, slots=True)
class Transfer:
    """The transfer for one established revoke: *tricks* from the revoker's side to the other.

    Every established revoke has one, even if no trick moves (64B), because two sides that both revoked cancel each
    other's transfers (64B7). A corrected revoke (62) has none.
    """

    revoker_side: Side
    to: Side
    tricks: int
    trick: int | None = None
    """The trick of the revoke, 1 to 13, when known."""
    won: int | None = None
    """Tricks the revoker's side won from that trick on, itself included, when known."""
    law: str = ""
    """Law that decided the number: "64A1", "64B2"."""

    def __post_init__(self) -> None:
        if self.to != self.revoker_side.other:
            raise ValueError(f"Tricks of {self.revoker_side} go to {self.revoker_side.other}, not to {self.to}.")
        if not 0 <= self.tricks <= 13:
            raise ValueError(f"A revoke moves 0 to 13 tricks, not {self.tricks}.")


BOTH_REVOKED = "64B7"
"""Law of a transfer for which both sides have an established revoke."""


def total_transfer(transfers: Sequence[Transfer]) -> dict[Side, int]:
    """Count the tricks that each side loses for all its established revokes of the board; {NS: 0, EW: 2} when EW gives
    up two.

    The revokes of one side add up in their order, but each takes only tricks won from its own trick on, and none that
    another revoke has taken (64A). When both sides revoked and both revokes were established, nothing moves
    automatically (64B7).
    """
    nothing = both_revoked(transfers)
    return {side: 0 if nothing else _loss([t for t in transfers if t.revoker_side is side]) for side in Side}


def both_revoked(transfers: Sequence[Transfer]) -> bool:
    """Do both sides have an established revoke, by these transfers or by the law of one (64B7)?"""
    sides = {transfer.revoker_side for transfer in transfers}
    return sides == set(Side) or any(transfer.law == BOTH_REVOKED for transfer in transfers)


def _loss(transfers: Sequence[Transfer]) -> int:
    """Count the tricks that one side gives up. From the last revoke backwards, a revoke and those after it take no more
    tricks than the side won from that trick on. Where the trick of one is unknown, the bound is on all of them
    together."""
    if any(transfer.trick is None for transfer in transfers):
        taken = sum(min(transfer.tricks, _could_have_won(transfer)) for transfer in transfers)
        return min(taken, max(map(_could_have_won, transfers)))
    taken = 0
    for transfer in sorted(transfers, key=lambda later: (later.trick or 0, _could_have_won(later)), reverse=True):
        taken = min(taken + transfer.tricks, _could_have_won(transfer))
    return taken


def _could_have_won(transfer: Transfer) -> int:
    """Return the tricks that the side won from that revoke on; where they are not recorded, the most it could have
    won."""
    if transfer.won is not None:
        return transfer.won
    return 14 - (transfer.trick or 1)


def rectified_tricks(declarer_side: Side, tricks: int, transfers: Sequence[Transfer]) -> int:
    """Return declarer's tricks after the automatic transfers, 0 to 13: eleven won and one given up by EW is twelve."""
    loss = total_transfer(transfers)
    return min(13, max(0, tricks + loss[declarer_side.other] - loss[declarer_side]))


def equity_tricks(declaring_side: Side, non_offenders: Side, after_transfer: int, without: int) -> int:
    """Return declarer's tricks under Law 64C: the better number for the non-offenders. It never reverses a transfer.

    *after_transfer* is declarer's tricks after 64A and 64B, *without* those likely had the revoke not happened.
    """
    better = max if non_offenders == declaring_side else min
    return better(after_transfer, without)


@dataclass(frozen=True, slots=True)
class Adjusted:
    """A result after Law 64: tricks as played, after the automatic transfers, and as entered."""

    played: int
    """Declarer's tricks as played, 0 to 13."""
    rectified: int
    """Declarer's tricks after the automatic transfers (64A, 64B)."""
    tricks: int
    """Declarer's tricks entered: *rectified*, or the equity result (64C) when it is better for the damaged side."""
    score: int
    """Points of the entered result from North-South's side."""
    law: str
    """Laws that decided *tricks*, each once: "64C1", "64A1", "64B7"; "" when nobody revoked."""


def adjusted(
    contract: Contract,
    tricks: int,
    vul: str,
    transfers: Sequence[Transfer],
    *,
    without: int | None = None,
    damaged: Side | None = None,
) -> Adjusted:
    """Return the result to enter after the established revokes of a board: 3NT+2 with one trick moved to South is
    3NT+3, 690.

    *without* is declarer's tricks the director judges likely had no revoke occurred (64C); None when it was not asked.
    *damaged* is the side that *without* protects, needed only when both sides revoked (64C2(b)).

    :raises ValueError: the contract has no declarer, or *without* is given and the damaged side cannot be told.
    """
    if contract.declarer is None:
        raise ValueError(f"Who declared {contract}? The side that gives up tricks cannot be told without the declarer.")
    declaring_side = contract.declarer.side
    revokers = {transfer.revoker_side for transfer in transfers}
    by_both = both_revoked(transfers)
    law = BOTH_REVOKED if by_both else ", ".join(dict.fromkeys(transfer.law for transfer in transfers))
    rectified = entered = rectified_tricks(declaring_side, tricks, transfers)
    if without is not None:
        protected = damaged or (None if by_both or not revokers else next(iter(revokers)).other)
        if protected is None:
            raise ValueError("Say which side the revokes damaged: Law 64C protects the side that did not revoke.")
        entered = equity_tricks(declaring_side, protected, rectified, without)
    if entered != rectified:
        law = "64C2(b)" if by_both else "64C1"
    return Adjusted(tricks, rectified, entered, score_ns(contract, entered, vul), law)
