"""Law 65 - Arrangement of tricks.

Text:   WBF, Laws of Duplicate Bridge 2017, Laws 45G and 65; FFB, Code 2017, Lois 45G et 65.
Before: nothing; the trick is complete, or was turned over too soon.
Sends:  66 for looking at tricks, 79 for a disagreement on their number, 16B for a remark made too late.
Rows:   LAWS.md 9.1, 65.R1 to 65.R3; 45G.
"""

from typing import assert_never

from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Option, YesNo
from rulings.engine.ruling import Info, Note, Rectification, Ruling, Send
from rulings.engine.text import gettext_noop


def arrangement(ask: Ask) -> Ruling:
    """Rule on tricks turned too soon, the wrong way or out of order."""
    turned = ask(TURNED)
    match turned:
        case Turned.TOO_SOON:
            return Ruling("45G", FACED_AGAIN)
        case Turned.WRONG_WAY:
            if ask(SIDE_PLAYED_ON):
                return Ruling("65B3", TOO_LATE_TO_SAY, (REMARK,))
            return Ruling("65B3", PUT_RIGHT)
        case Turned.DISTURBED:
            if ask(AGREED):
                return Ruling("65D", NO_HARM)
            effects: tuple[Rectification, ...] = (IN_DISPUTE, DISPUTED_NEXT)
            return Ruling("65D", AT_HIS_RISK, effects)
        case _:
            assert_never(turned)


LAW = Law(
    "65",
    gettext_noop("Tricks turned too soon, wrongly or out of order"),
    arrangement,
    finds=gettext_noop("trick turned, points the wrong way, mixed cards, quitted trick"),
)


# Questions


class Turned(Choice):
    TOO_SOON = Option("too_soon", gettext_noop("A card was turned over before all four had played"), law="45G")
    WRONG_WAY = Option("wrong_way", gettext_noop("A player says that a card points the wrong way"), law="65B3")
    DISTURBED = Option("disturbed", gettext_noop("A player has disturbed the order of his cards"), law="65D")


TURNED = ChooseOne("turned", "65A", gettext_noop("What is wrong with the tricks?"), Turned)
SIDE_PLAYED_ON = YesNo(
    "side_played_on",
    "65B3",
    gettext_noop("Had the side of the player who says so led or played to the next trick?"),
    why=gettext_noop("Until then any player may say so, dummy included."),
)
AGREED = YesNo("agreed", "65D", gettext_noop("Has the number of tricks been agreed?"))


# Words and effects


FACED_AGAIN = gettext_noop("The card is faced again until all four have played. Play goes on.")
TOO_LATE_TO_SAY = gettext_noop("It was too late to say so during play. Play goes on.")
REMARK = Info(
    law="16B",
    source="remark",
    text=gettext_noop("The partner of the player who spoke may not use the remark."),
)
PUT_RIGHT = gettext_noop("The card is turned the right way. Play goes on.")
NO_HARM = gettext_noop("The number of tricks is agreed: it stands.")
IN_DISPUTE = Note(
    law="65D",
    text=gettext_noop(
        "He endangers the right of his side to tricks in doubt, and the right to assert or deny a revoke."
    ),
)
DISPUTED_NEXT = Send(
    law="66D", to="66", text=gettext_noop("If a revoke or the number of tricks is disputed, rule on the inspection.")
)
AT_HIS_RISK = gettext_noop("In doubt, the ruling will go against him.")
