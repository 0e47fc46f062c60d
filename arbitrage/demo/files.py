"""Results files of the sessions of the demonstration club, like those of a scoring program."""

import datetime
from collections.abc import Sequence
from typing import NamedTuple

from arbitrage.demo.sessions import afternoon, earlier, evening
from arbitrage.exchange import pbn, usebio
from arbitrage.exchange.records import TournamentFile

WRITERS = {"xml": usebio.write, "pbn": pbn.write}
"""Writers of the formats, USEBIO and PBN, by file extension."""
AFTERNOON_TITLE, EARLIER_TITLE = "cas", "hors-tour"


class Written(NamedTuple):
    """A file: its name and its content."""

    name: str
    data: bytes


def of_afternoon(date: datetime.date, *formats: str) -> dict[str, Written]:
    """Write the session of eight tables with the worked cases of the revoke; return the files by format. Without
    *formats*, write all."""
    return _written(afternoon(date), AFTERNOON_TITLE, formats)


def of_earlier(date: datetime.date, *formats: str) -> dict[str, Written]:
    """Write the session of eight tables with the worked cases of cards out of turn; return the files by format."""
    return _written(earlier(date), EARLIER_TITLE, formats)


def of_evening(date: datetime.date, *formats: str, until_round: int = 9) -> dict[str, Written]:
    """Write the session of eleven tables with the results up to a round; return the files by format."""
    return _written(evening(date, until_round=until_round), evening_title(until_round), formats)


def evening_title(until_round: int) -> str:
    """Return the part of the file name that says up to which round the evening's file goes; "" for all rounds."""
    return f"tour-{until_round}" if until_round < 9 else ""


def _written(session: TournamentFile, title: str, formats: Sequence[str]) -> dict[str, Written]:
    day = session.date.isoformat() if session.date else ""
    name = "-".join(filter(None, ("regularite", day, title)))
    return {kind: Written(f"{name}.{kind}", WRITERS[kind](session)) for kind in formats or WRITERS}
