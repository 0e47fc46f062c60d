"""Instructions for exporting a readable file from the scoring programs of clubs, for a director whose file was refused.

A sentence that was checked is true of a real file of that program; the others are marked as unchecked.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _


@dataclass(frozen=True, slots=True)
class Program:
    """A program, with the menu that writes a readable file. *checked*: a real file of it was read."""

    name: str
    sentence: str
    checked: bool


def programs() -> list[Program]:
    """List the programs that clubs are likely to have, the French ones first."""
    return [
        Program(
            "Magic Contest",
            _("Report the contest as PBN, the file for the federation or for a website: names and points are in it."),
            True,
        ),
        Program(
            "BridgeInter",
            _("Export the results of the tournament as PBN or as a table (CSV) from the menu of results."),
            False,
        ),
        Program(
            "Bridgemate Control Software (BCS)",
            _("Take the .bws database that the session was started with; it may be read during play and again after."),
            True,
        ),
        Program(
            "Tournoi A / Tournoi B",
            _("Export the results as PBN or as text with separators, and say on the next page what each column is."),
            False,
        ),
        Program("RealBridge", _("Download the session’s results as USEBIO (XML), which has the names too."), True),
        Program("BBO", _("Download the hands of the tournament as LIN."), True),
    ]


DEAL_FORMATS = ("rzd", "bhg", "cds", "dge", "bri", "ber")
"""Endings of files of deals; the last three are read if they follow their published descriptions."""


def unread_deals(filename: str) -> str:
    """Explain why a file of deals cannot be read, by its ending; "" for any other file."""
    ending = filename.rpartition(".")[2].casefold()
    if ending not in DEAL_FORMATS:
        return ""
    reason = _(
        "This is a file of deals (.%(ending)s) whose make-up is not described, or it is damaged. In the program of the "
        "dealing machine, export the deals as PBN or .dlm: these are read."
    )
    return reason % {"ending": ending}
