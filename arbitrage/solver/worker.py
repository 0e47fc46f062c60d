"""The process that loads the library. It reads one request in JSON per line, and writes one answer in JSON per line.

Only `process` starts it. A request that is not a valid position never reaches the library; its answer is an error
message.
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
"""Niceness of the process, so that processes that answer directors have priority."""


def cards(library: Library, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Compute the tricks of the player's side after each card of a position.

    :raises ValueError: the request is not a valid position.
    """
    trick = {Seat(seat): Card(*card) for seat, card in asked["trick"].items()}
    left = parse_deal(asked["left"], complete=False)
    position = read_position(left, asked["trumps"], Seat(asked["to_play"]), trick)
    return {"cards": {str(card): tricks for card, tricks in library.every_card(position).items()}}


def table(library: Library, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Compute the tricks of each declarer on a deal, and its par.

    :raises ValueError: the request is not a deal of 52 cards.
    """
    if asked["vulnerability"] not in VULNERABILITIES:
        raise ValueError("vulnerability")
    return library.table(parse_deal(asked["deal"]), Seat(asked["dealer"]), asked["vulnerability"])


def version(library: Library, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return an empty answer; `answer` adds the version to every answer."""
    return {}


ANSWERS: Mapping[str, Callable[[Library, Mapping[str, Any]], dict[str, Any]]] = {
    "cards": cards,
    "table": table,
    "version": version,
}


def answer(library: Library, line: str) -> dict[str, Any]:
    """Answer one request; return {"error": …} if it is invalid or the library refuses it."""
    try:
        asked = json.loads(line)
        return ANSWERS[asked["what"]](library, asked) | {"by": library.version}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        kind = "refused" if isinstance(error, Refused) else "no position"
        return {"error": f"{kind}: {error}"}


def main() -> None:
    """Answer requests until standard input is closed."""
    if hasattr(os, "nice"):
        os.nice(POLITELY)
    library = Library(Path(sys.argv[1]))
    for line in sys.stdin:
        print(json.dumps(answer(library, line)), flush=True)


if __name__ == "__main__":
    main()
