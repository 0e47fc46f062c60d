"""Law 71 - Concession cancelled.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 71; FFB, Code 2017, Loi 71.
Before: Law 68. A player who regrets having accepted the opponents' claim: Law 69.
Sends:  79C for the period in which it may be cancelled.
Rows:   LAWS.md 9.6, 71.R1 to 71.R3.

A claimer concedes the tricks that he does not claim; this Law covers them too.
"""

from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import WhichSeat, Words, YesNo
from rulings.engine.ruling import Note, Ruling
from rulings.engine.text import gettext_noop
from rulings.laws2017.law_69_agreed_claim_or_concession import given_back


def cancelled(ask: Ask) -> Ruling:
    """Rule on a side that regrets the tricks it has conceded, or did not claim."""
    ask(CLAIMER)
    if not ask(IN_TIME):
        return Ruling("71", STANDS, (CORRECTION_PERIOD,))

    # A. The trick had been won
    if ask(HAD_WON):
        return given_back(ask, "71A", CANCELLED, "claiming_side")

    # B. No normal play could lose it
    ask(LINES)
    if not ask(COULD_LOSE):
        return given_back(ask, "71B", CANCELLED, "claiming_side")
    return Ruling("71", STANDS)


LAW = Law(
    "71",
    gettext_noop("A trick conceded, and regretted"),
    cancelled,
    tile="reclamation",
    finds=gettext_noop("concession, conceded too much, gave up a trick, could not lose it, after the round"),
)


# Questions


CLAIMER = WhichSeat("claimer", "71", gettext_noop("Who had conceded, or claimed too little?"))
IN_TIME = YesNo(
    "in_time",
    "79C",
    gettext_noop("Is it still the correction period?"),
    why=gettext_noop("Thirty minutes after the official score can be seen, unless the organiser has fixed otherwise."),
)
HAD_WON = YesNo(
    "had_won",
    "71A",
    gettext_noop("Had [claiming_side] already won a trick that was conceded?"),
)
LINES = Words(
    "normal_lines",
    "71B",
    gettext_noop("Which cards were left, and which normal plays were possible?"),
)
COULD_LOSE = YesNo(
    "could_lose",
    "71B",
    gettext_noop("Could the trick conceded be lost by any normal play of the cards left?"),
    why=gettext_noop(
        "Normal play includes what is careless or inferior for a player of this class. One such play that loses the "
        "trick is enough for the concession to stand."
    ),
)


# Words and effects


STANDS = gettext_noop("The concession stands, and so does the result.")
CANCELLED = gettext_noop("The concession of those tricks is cancelled, and the board is scored again.")

CORRECTION_PERIOD = Note(
    law="79C", text=gettext_noop("The correction period is over: a concession can no longer be cancelled.")
)
