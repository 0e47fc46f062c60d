"""Results written as a plain number: a spreadsheet shows "+1" as 1 and "=" as 0, and some programs count the tricks
above the book, so that 4 is four odd tricks."""

import re
from collections.abc import Iterable
from typing import Literal

from arbitrage.exchange.reading import plain_minus
from arbitrage.exchange.spreadsheet.columns import MAX_ROWS, Proposal, rows_of

Plain = Literal["tricks", "margin", "odd"]
"""The unit of a plain number in a column of results: all tricks, those above the contract, or those above six."""

_HIGHEST = 7
_FEW = 4
"""Fewest rows that show by small numbers alone that a column does not count all tricks."""
_SIGNED = re.compile(r"=|[+-]\s?\d{1,2}", re.ASCII)
_PLAIN = re.compile(r"\d{1,2}", re.ASCII)


def plain_numbers(text: str, proposal: Proposal) -> Plain:
    """Find the unit of the plain numbers in a table's column of results; all tricks where it lacks the contracts."""
    fields = [field for _heading, field in proposal.columns]
    if not {"contract", "result"} <= proposal.fields:
        return "tricks"
    contract, result = fields.index("contract"), fields.index("result")
    rows = rows_of(text, proposal.delimiter, MAX_ROWS)
    return _counted((row[contract].strip(), row[result]) for row in rows if len(row) > max(contract, result))


def _counted(rows: Iterable[tuple[str, str]]) -> Plain:
    """Find the unit of the plain numbers, from the contract and the result of each row.

    Small numbers do not count all tricks if others of the column have a sign, or if none of them is high. They are
    margins if every contract leaves room for its number, odd tricks if every number fulfils its contract; where both or
    neither fit, they are taken as all tricks.
    """
    signed, numbers = False, set[tuple[int, int]]()
    count = 0
    for contract, result in rows:
        plain = plain_minus(result.strip())
        signed |= _SIGNED.fullmatch(plain) is not None
        if _PLAIN.fullmatch(plain) and contract[:1] in "1234567" and contract:
            numbers.add((int(contract[0]), int(plain)))
            count += 1
    if not signed and (count < _FEW or any(number >= _HIGHEST for _level, number in numbers)):
        return "tricks"
    margins = all(level + number <= _HIGHEST for level, number in numbers)
    odd = all(level <= number <= _HIGHEST for level, number in numbers)
    return "margin" if margins and not odd else "odd" if odd and not margins else "tricks"


def with_sign(result: str, plain: Plain) -> str:
    """Write a plain number as a result that says what it counts: a margin as "+1" or "=", odd tricks as all tricks."""
    if plain == "tricks" or not _PLAIN.fullmatch(result):
        return result
    number = int(result)
    return str(number + 6) if plain == "odd" else f"+{number}" if number else "="
