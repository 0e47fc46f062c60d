"""The award of a line of a traveller, with its results, in the form that is stored and shown.

`rulings.scores.adjusted` has the same kinds of line with scores only, for comparisons; `Award.line` converts to it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal, Self, TypeAlias

from rulings.bridge import Contract, Side
from rulings.scores.adjusted import (
    AVERAGE_PERCENT,
    Artificial,
    Average,
    Averaged,
    Imps,
    Line,
    OneSided,
    Outcome,
    Scored,
    Split,
    Weighted,
    split_for_self_inflicted,
)
from rulings.scores.scoring import score_ns

Kind: TypeAlias = Literal["assigned", "weighted", "split", "artificial"]


@dataclass(frozen=True, slots=True)
class Possible:
    """One result with its weight: three fifths of 3NT by South with nine tricks, 600.

    *contract* is without its declarer ("3NT", "4Sx"), "" when passed out or when a file gives a score alone; *score* is
    in points from North-South's side.
    """

    contract: str
    declarer: str
    tricks: int | None
    score: int
    weight: Fraction = Fraction(1)

    @classmethod
    def of(cls, contract: Contract | None, tricks: int | None, vul: str, weight: Fraction = Fraction(1)) -> Self:
        """Return the result of a *contract* with its declarer, scored at the board's vulnerability; ``None`` is
        passed out."""
        score = score_ns(contract, tricks, vul)
        if contract is None or contract.declarer is None:
            return cls("", "", None, score, weight)
        return cls(str(contract), contract.declarer.value, tricks, score, weight)

    def as_json(self) -> dict[str, Any]:
        return {
            "contract": self.contract,
            "declarer": self.declarer,
            "tricks": self.tricks,
            "score": self.score,
            "weight": str(self.weight),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        return cls(data["contract"], data["declarer"], data["tricks"], data["score"], Fraction(data["weight"]))


Results: TypeAlias = tuple[Possible, ...]
"""Results of a side: one, or several whose weights sum to one."""


Share: TypeAlias = Results | Average | Fraction
"""Award of one side: results, an average by the rule of the session, or a fixed number (a percentage, or `Imps`)."""


@dataclass(frozen=True, slots=True)
class Award:
    """Scores of both sides on a board: results, or an artificial score.

    Where one side alone has an artificial score (12C2(a), 15B3), the other keeps its results, which are () if it has
    none.

    :raises ValueError: the weights of a side do not sum to one, or neither side has an award.
    """

    ns: Share
    ew: Share

    def __post_init__(self) -> None:
        shares = (self.ns, self.ew)
        nothing = any(share == () for share in shares)
        if nothing and all(isinstance(share, tuple) for share in shares):
            raise ValueError("A side has no result, and the other no artificial score.")
        for share in shares:
            if isinstance(share, tuple) and share:
                _outcome(share)

    @classmethod
    def both(cls, *results: Possible) -> Self:
        """Return the award of both sides: one result, or several with their weights."""
        return cls(results, results)

    @classmethod
    def made(cls, contract: Contract | None, tricks: int | None, vul: str) -> Self:
        """Return the award of one result for both sides: a *contract* with its declarer, and declarer's tricks;
        ``None`` is passed out."""
        return cls.both(Possible.of(contract, tricks, vul))

    @property
    def kind(self) -> Kind:
        if self.artificial:
            return "artificial"
        if self.split:
            return "split"
        return "weighted" if self.weighted else "assigned"

    @property
    def artificial(self) -> bool:
        """Is it an artificial score (Law 12C2), for both sides, or for one side while the other has nothing?"""
        return not any(isinstance(share, tuple) and share for share in (self.ns, self.ew))

    @property
    def one_sided(self) -> Side | None:
        """The side that alone has an artificial score; None where both have one, or neither."""
        given = [side for side in Side if not isinstance(self.share(side), tuple)]
        return given[0] if len(given) == 1 else None

    @property
    def split(self) -> bool:
        """Do the sides have different awards (Laws 12C1(e), 43B3, 82C), at least one of them results?"""
        return not self.artificial and self.ns != self.ew

    @property
    def weighted(self) -> bool:
        """Does a side have several results with weights (Law 12C1(c))?"""
        return any(isinstance(share, tuple) and len(share) > 1 for share in (self.ns, self.ew))

    @property
    def single(self) -> Possible | None:
        """The one result that counts for both sides; None for any other kind."""
        return self.ns[0] if isinstance(self.ns, tuple) and self.ns and self.kind == "assigned" else None

    @property
    def score(self) -> int | None:
        """The one score that counts for both sides, from North-South's side; None for any other kind."""
        return self.single.score if self.single else None

    def share(self, side: Side) -> Share:
        """Return the award of a side."""
        return self.ns if side is Side.NS else self.ew

    def results(self, side: Side) -> Results:
        """Return a side's results with their weights; () for an artificial score."""
        share = self.share(side)
        return share if isinstance(share, tuple) else ()

    def line(self, id: str) -> Line:
        """Return the line in the form in which the board's lines are compared."""
        ns, ew = self.ns, self.ew
        if isinstance(ns, tuple) and isinstance(ew, tuple):
            if self.split:
                return Split(id, _outcome(ns), _outcome(ew))
            outcome = _outcome(ns)
            return Scored(id, outcome) if isinstance(outcome, int) else Weighted(id, outcome)
        if isinstance(ns, tuple) and not isinstance(ew, tuple):
            return OneSided(id, Side.NS, _outcome(ns), ew) if ns else Averaged(id, ew, ew)
        if isinstance(ew, tuple) and not isinstance(ns, tuple):
            return OneSided(id, Side.EW, _outcome(ew), ns) if ew else Averaged(id, ns, ns)
        assert not isinstance(ns, tuple) and not isinstance(ew, tuple)  # noqa: S101  # for the types
        if isinstance(ns, Average | Imps) or isinstance(ew, Average | Imps):
            return Averaged(id, ns, ew)
        return Artificial(id, ns, ew)

    def as_json(self) -> dict[str, Any]:
        """Return plain data: {"ns": [...], "ew": [...]} with a result's fields and its weight, or {"ns": "A+", "ew":
        "40"}; "5/2 IMP" is a number of IMPs."""
        return {"ns": _share_json(self.ns), "ew": _share_json(self.ew)}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Read what `as_json` wrote.

        :raises ValueError: *data* is malformed.
        """
        try:
            return cls(_share(data["ns"]), _share(data["ew"]))
        except (KeyError, TypeError, ZeroDivisionError) as error:
            raise ValueError(f"This is not an award: {data!r}") from error


def percent(share: Average | Fraction) -> Fraction:
    """Return the percentage of an artificial score, before the rule of the session: 60 for average plus."""
    return AVERAGE_PERCENT[share] if isinstance(share, Average) else share


def with_weights(results: Iterable[Possible]) -> Results:
    """Return results with their weights; equal results are merged, and those without weight left out.

    :raises ValueError: there is no result, a weight is negative, or the weights do not sum to one.
    """
    together: dict[Possible, Fraction] = {}
    for possible in results:
        if possible.weight < 0:
            raise ValueError(f"The weight of {possible.contract} is {possible.weight}; a weight is never negative.")
        key = replace(possible, weight=Fraction(0))
        together[key] = together.get(key, Fraction(0)) + possible.weight
    combined = tuple(replace(possible, weight=weight) for possible, weight in together.items() if weight)
    _outcome(combined)
    return combined


def reweighted(weights: Sequence[Fraction], place: int, weight: Fraction) -> tuple[Fraction, ...]:
    """Return the weights with that of *place* set to *weight*; the others share the rest in their old proportion, so
    that the sum stays one. Others of weight zero share it equally. 60, 30, 10 with the first set to 40 is 40, 45, 15.

    A single result keeps weight one.
    """
    if len(weights) == 1:
        return (Fraction(1),)
    weight = min(max(weight, Fraction(0)), Fraction(1))
    others = sum(weights, Fraction(0)) - weights[place]
    rest = 1 - weight
    return tuple(
        weight if index == place else share * rest / others if others else rest / (len(weights) - 1)
        for index, share in enumerate(weights)
    )


def self_inflicted(damaged: Side, *, actual: Possible, without: Possible, but_for: Possible) -> Award:
    """Compute the award when part of the damage is self-inflicted (Law 12C1(e)), from three results: at the table,
    without the infraction, and after it without the damaged side's own serious error or gamble.

    The offenders have *without*; `adjusted.split_for_self_inflicted` computes the damaged side's.
    """
    line = split_for_self_inflicted("", damaged, actual=actual.score, without=without.score, but_for=but_for.score)
    if isinstance(line, Scored):
        return Award.both(actual)
    own = line.ns if damaged is Side.NS else line.ew
    share: Results
    if isinstance(own, tuple):
        share = (actual, without, replace(but_for, weight=Fraction(-1)))
    else:
        share = (actual,) if own == actual.score else (without,)
    return Award(share, (without,)) if damaged is Side.NS else Award((without,), share)


def _outcome(results: Results) -> Outcome:
    """Return one score, or several with their weights. Only `adjusted.split_for_self_inflicted` makes negative weights.

    :raises ValueError: the weights do not sum to one.
    """
    if len(results) == 1 and results[0].weight == 1:
        return results[0].score  # nearly every line of a session ends here
    together: dict[int, Fraction] = {}
    for possible in results:
        together[possible.score] = together.get(possible.score, Fraction(0)) + possible.weight
    if sum(together.values(), Fraction(0)) != 1:
        raise ValueError(f"The weights sum to {sum(together.values(), Fraction(0))}, not to 1.")
    outcome = tuple((weight, score) for score, weight in together.items() if weight)
    return outcome[0][1] if len(outcome) == 1 else outcome


def _share_json(share: Share) -> Any:
    if isinstance(share, tuple):
        return [possible.as_json() for possible in share]
    if isinstance(share, Average):
        return share.value
    return f"{share}{_IMPS}" if isinstance(share, Imps) else str(share)


def _share(data: Any) -> Share:
    if isinstance(data, list):
        return tuple(Possible.from_json(possible) for possible in data)
    if data in tuple(Average):
        return Average(data)
    if isinstance(data, str) and data.endswith(_IMPS):
        return Imps(data.removesuffix(_IMPS))
    return Fraction(data)


_IMPS = " IMP"
"""Suffix of a number of IMPs in plain data."""
