"""The rulings and results on which a score is based, as a digest and as plain values, to detect later changes."""

from collections.abc import Iterable
from itertools import product

from arbitrage.models import Result, Ruling
from arbitrage.services.incidents.revisions import given
from arbitrage.services.record.history import canonical, digest
from arbitrage.services.results.field import Line, as_recorded


def basis_of(result: Result, rulings: Iterable[Ruling]) -> str:
    """Digest everything the score was chosen on; a new ruling or a corrected result changes it."""
    award = as_recorded(result)
    return digest(canonical([[ruling.pk for ruling in rulings], award.as_json() if award else None]))


def rests_on(basis: str, result: Result, rulings: Iterable[Ruling]) -> bool:
    """Is *basis* the digest of this result and these rulings, or of revisions of them that state the same?"""
    rulings = list(rulings)
    if basis == basis_of(result, rulings):
        return True
    alike = [given(ruling).revisions for ruling in rulings]
    return any(basis == basis_of(result, revisions) for revisions in product(*alike))


def values_of(line: Line) -> list[object]:
    """List the values of a line that a director saw: its award and the points of both sides."""
    award = line.award.as_json() if line.award else None
    return [award, *map(str, (line.ns, line.ew, line.ns_percent, line.ew_percent))]
