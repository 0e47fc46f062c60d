"""The process that has loaded the library: it reads a request in JSON a line and writes an answer a line. Only
`process` starts it. A request that is not a position is answered with an error message and never reaches the library.
"""

import json
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from arbitrage.solver.library import VULNERABILITIES, Library, Refused
from rulings.bridge import Card, Seat, parse_deal
from rulings.evidence.position import read_position

POLITELY = 5
"""Niceness of the process: the processes that answer directors go first."""


def cards(library: Library, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Answer with the tricks after each card.

    :raises ValueError: the request is no position.
    """
    trick = {Seat(seat): Card(*card) for seat, card in asked["trick"].items()}
    left = parse_deal(asked["left"], complete=False)
    position = read_position(left, asked["trumps"], Seat(asked["to_play"]), trick)
    return {"cards": {str(card): tricks for card, tricks in library.every_card(position).items()}}


def table(library: Library, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Answer with the tricks of each declarer on a deal, and its par.

    :raises ValueError: the request is no deal of 52 cards.
    """
    if asked["vulnerability"] not in VULNERABILITIES:
        raise ValueError("vulnerability")
    return library.table(parse_deal(asked["deal"]), Seat(asked["dealer"]), asked["vulnerability"])


def version(library: Library, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Answer with the version alone, which every answer has."""
    return {}


ANSWERS: Mapping[str, Callable[[Library, Mapping[str, Any]], dict[str, Any]]] = {
    "cards": cards,
    "table": table,
    "version": version,
}


def answer(library: Library, line: str) -> dict[str, Any]:
    """Answer one line."""
    try:
        asked = json.loads(line)
        return ANSWERS[asked["what"]](library, asked) | {"by": library.version}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        kind = "refused" if isinstance(error, Refused) else "no position"
        return {"error": f"{kind}: {error}"}


def main() -> None:
    """Answer until the other end of the pipe closes."""
    if hasattr(os, "nice"):
        os.nice(POLITELY)
    library = Library(Path(sys.argv[1]))
    for line in sys.stdin:
        print(json.dumps(answer(library, line)), flush=True)


if __name__ == "__main__":
    main()
