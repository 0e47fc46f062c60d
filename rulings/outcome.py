"""From ended inquiries to the score of a board: what each revoke moves, what is assigned, and what is entered.

The arithmetic of Law 64 is in ``rulings.scoring``; this module reads the fields of the rulings, never their words.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from rulings.bridge import Contract, Side
from rulings.roles import resolve, with_roles
from rulings.scoring import Adjusted, Transfer, adjusted, equity_tricks, score_ns

CORRECTED = ("64B8",)
"""Laws under which a revoke was corrected: it moves nothing, and does not cancel the other side's (64B7)."""

Ended = tuple[Mapping[str, Any], Mapping[str, str]]
"""One inquiry: its ruling as plain data (``Ruling.as_json``), and the facts and answers it was made from."""


class Unsettled(ValueError):
    """The rulings do not give a score yet. ``code`` says why: "who", "no_tricks" or "two_sides"."""

    def __init__(self, code: Literal["who", "no_tricks", "two_sides"], sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


@dataclass(frozen=True, slots=True)
class Entered:
    """The score to enter for a board, after all its rulings.

    *tricks* are declarer's that count for North-South, or for both sides unless the score is split; *score* is in
    points from their side.
    """

    played: int
    """Declarer's tricks as played, 0 to 13."""
    rectified: int
    """Declarer's tricks after the automatic transfers (64A, 64B)."""
    tricks: int
    score: int
    law: str
    """What decided *tricks*: "64A1", "72C", "43B3"; "" when nothing changes the score."""
    kind: Literal["played", "transfer", "equity", "split"]
    tricks_ew: int | None = None
    """Declarer's tricks that count for East-West, when the score is split."""
    score_ew: int | None = None
    """East-West's own points, from their side, when the score is split."""


@dataclass(frozen=True, slots=True)
class Assigned:
    """A probable result in place of the table's: declarer's *tricks*, and the side that they protect, or (*split*)
    the side that alone is given them."""

    tricks: int
    side: Side
    law: str


def transfers(inquiries: Iterable[Ended]) -> list[Transfer]:
    """What every established revoke moves, those that move nothing included, in the order given.

    :raises Unsettled: a transfer whose sides are not known; the offender and declarer must be given first.
    """
    found = []
    for effect, known in _effects(inquiries, "TRICK_TRANSFER"):
        if effect["law"] in CORRECTED:
            continue
        to = _side(effect["to"], known)
        after = "0" if known.get("later") == "no" else resolve("tricks_after", known)
        won_trick = effect.get("won_trick")
        found.append(
            Transfer(
                revoker_side=to.other,
                to=to,
                tricks=effect["tricks"],
                trick=int(known["trick"]) if resolve("trick", known) else None,
                won=won_trick + int(after) if won_trick is not None and after else None,
                law=effect["law"],
            )
        )
    return found


def assigned(inquiries: Iterable[Ended]) -> list[Assigned]:
    """Every probable result that is assigned (12C1, under 64C, 72C, 55C...), in the order given.

    :raises Unsettled: the number of tricks or the side is not known.
    """
    return [_assigned(effect, "favours", known) for effect, known in _effects(inquiries, "ASSIGNED")]


def split(inquiries: Iterable[Ended]) -> list[Assigned]:
    """Every probable result that is given to one side alone (43B3), in the order given.

    :raises Unsettled: the number of tricks or the side is not known.
    """
    return [_assigned(effect, "to", known) for effect, known in _effects(inquiries, "SPLIT")]


def percentages(inquiries: Iterable[Ended]) -> tuple[int, int, str] | None:
    """What the sides are given where no result can be had (12C2), and its law: (60, 40, "12C2"), the last one ruled;
    else ``None``."""
    given = [(effect["ns"], effect["ew"], effect["law"]) for effect, _known in _effects(inquiries, "ARTIF")]
    return given[-1] if given else None


def outcome(contract: Contract, tricks: int, vul: str, inquiries: Iterable[Ended]) -> Entered:
    """The result to enter for a board, after all its ended inquiries: 3NT+2 with one trick moved is 3NT+3, 690.

    *tricks* are declarer's as played; *vul* is the board's ("None", "NS", "EW", "All").

    :raises Unsettled: a fact that the arithmetic needs is missing, or two rulings protect opposite sides.
    """
    ended = list(inquiries)
    if contract.declarer is None:
        raise Unsettled("who", f"Who declared {contract}? The score needs the declarer.")
    declaring = contract.declarer.side
    both, law = _for_both(contract, declaring, tricks, vul, ended)
    for one in split(ended):
        own = equity_tricks(declaring, one.side.other, both.tricks, one.tricks)
        if own == both.tricks:
            continue
        counts = {side: own if side is one.side else both.tricks for side in Side}
        return Entered(
            both.played,
            both.rectified,
            counts[Side.NS],
            score_ns(contract, counts[Side.NS], vul),
            ", ".join(filter(None, (law, one.law))),
            "split",
            counts[Side.EW],
            -score_ns(contract, counts[Side.EW], vul),
        )
    moved: Literal["played", "transfer"] = "played" if both.rectified == both.played else "transfer"
    kind: Literal["played", "transfer", "equity"] = "equity" if both.tricks != both.rectified else moved
    return Entered(both.played, both.rectified, both.tricks, both.score, law, kind)


def _for_both(contract: Contract, declaring: Side, tricks: int, vul: str, ended: list[Ended]) -> tuple[Adjusted, str]:
    """The result of both sides and its law: the automatic transfers, then the better probable result, if any is."""
    moved, probable = transfers(ended), assigned(ended)
    if not probable:
        found = adjusted(contract, tricks, vul, moved)
        return found, found.law
    if len({one.side for one in probable}) > 1:
        raise Unsettled("two_sides", "Two decisions protect opposite sides: the probable result is one of them.")
    protected = probable[0].side
    best = (max if declaring is protected else min)(probable, key=lambda one: one.tricks)
    found = adjusted(contract, tricks, vul, moved, without=best.tricks, damaged=protected)
    return found, best.law if found.tricks != found.rectified else found.law


def _effects(inquiries: Iterable[Ended], name: str) -> Iterable[tuple[Mapping[str, Any], Mapping[str, str]]]:
    for ruling, facts in inquiries:
        known = with_roles(facts)
        for effect in ruling["rectifications"]:
            if effect["effect"] == name:
                yield effect, known


def _assigned(effect: Mapping[str, Any], side: str, known: Mapping[str, str]) -> Assigned:
    tricks = resolve(effect["tricks"], known)
    if not tricks:
        raise Unsettled("no_tricks", "The assigned score needs the number of tricks that declarer would have won.")
    return Assigned(int(tricks), _side(effect[side], known), effect["law"])


def _side(role: str, known: Mapping[str, str]) -> Side:
    found = resolve(role, known)
    if found not in tuple(Side):
        raise Unsettled("who", "Say who revoked or offended, and who declares: a side is not known.")
    return Side(found)
