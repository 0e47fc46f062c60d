"""The sessions of the demonstration as results files, like those of a scoring program."""

import datetime
from collections.abc import Sequence
from typing import NamedTuple

from arbitrage.demo.sessions import afternoon, earlier, evening
from arbitrage.exchange import pbn, usebio
from arbitrage.exchange.records import TournamentFile

WRITERS = {"xml": usebio.write, "pbn": pbn.write}
"""The formats, USEBIO and PBN, by the end of the file's name."""
AFTERNOON_TITLE, EARLIER_TITLE = "cas", "hors-tour"


class Written(NamedTuple):
    """A file: its name and its content."""

    name: str
    data: bytes


def of_afternoon(date: datetime.date, *formats: str) -> dict[str, Written]:
    """Write the eight tables with the worked cases of the revoke, by format; by default in all formats."""
    return _written(afternoon(date), AFTERNOON_TITLE, formats)


def of_earlier(date: datetime.date, *formats: str) -> dict[str, Written]:
    """Write the eight tables with the worked cases of cards out of turn, by format."""
    return _written(earlier(date), EARLIER_TITLE, formats)


def of_evening(date: datetime.date, *formats: str, until_round: int = 9) -> dict[str, Written]:
    """Write the eleven tables as they stand after a round, by format."""
    return _written(evening(date, until_round=until_round), evening_title(until_round), formats)


def evening_title(until_round: int) -> str:
    """Name the evening's file by the part of the session in it; nothing for a whole one."""
    return f"tour-{until_round}" if until_round < 9 else ""


def _written(session: TournamentFile, title: str, formats: Sequence[str]) -> dict[str, Written]:
    day = session.date.isoformat() if session.date else ""
    name = "-".join(filter(None, ("regularite", day, title)))
    return {kind: Written(f"{name}.{kind}", WRITERS[kind](session)) for kind in formats or WRITERS}
