"""Law 76 - Spectators.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 76; FFB, Code 2017, Loi 76.
Before: Law 84 or 85, the facts.
Sends:  16D for what a player has learnt from a spectator.
Rows:   LAWS.md 3.10, as 76.A (conduct), 76.C (what a spectator says), 76.D (who is one).

Anyone in the playing area who is neither a player nor an official is a spectator (76D).
"""

from typing import assert_never

from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Option
from rulings.engine.ruling import Note, Ruling, Send
from rulings.engine.text import gettext_noop


def spectator(ask: Ask) -> Ruling:
    """Rule on a spectator who watched, reacted or spoke."""
    match did := ask(DID):
        case Did.SEVERAL_HANDS:
            return Ruling("76B1", ONE_HAND, (SEND_AWAY,))
        case Did.REACTED:
            return Ruling("76B4", SILENCE, (SEND_AWAY, HEARD_NEXT, CAUSED_BY_HIM))
        case Did.INFORMED:
            return Ruling("76B5", SILENCE, (SEND_AWAY, HEARD_NEXT, CAUSED_BY_HIM))
        case Did.IRREGULARITY:
            return Ruling("76C1", NOT_HIS_BUSINESS, (PUT_RIGHT, SEND_AWAY))
        case Did.ASKED_BY_DIRECTOR:
            return Ruling("76C1", MAY_ANSWER)
        case _:
            assert_never(did)


LAW = Law(
    "76",
    gettext_noop("A spectator spoke, reacted or moved about"),
    spectator,
    finds=gettext_noop("spectator, kibitzer, onlooker, a player sitting out, comment from outside"),
)


# Questions


class Did(Choice):
    SEVERAL_HANDS = Option("several_hands", gettext_noop("He looked at more than one hand"), law="76B1")
    REACTED = Option("reacted", gettext_noop("He showed a reaction to what happened"), law="76B4")
    INFORMED = Option("informed", gettext_noop("He spoke to a player, or told him something"), law="76B5")
    IRREGULARITY = Option("irregularity", gettext_noop("He pointed out an irregularity or a mistake"), law="76C1")
    ASKED_BY_DIRECTOR = Option(
        "asked_by_director", gettext_noop("You want to ask him about a fact or a law"), law="76C1"
    )


DID = ChooseOne(
    "did",
    "76B",
    gettext_noop("What did the spectator do?"),
    Did,
    why=gettext_noop("Whoever is in the playing area and is neither a player nor an official is a spectator (76D)."),
)


# Words and effects


ONE_HAND = gettext_noop("He watches one hand only, unless a regulation says otherwise.")
SILENCE = gettext_noop("A spectator shows nothing and says nothing to a player during the round.")
NOT_HIS_BUSINESS = gettext_noop("A spectator draws attention to nothing.")
MAY_ANSWER = gettext_noop("He may answer: only because you have asked him.")

SEND_AWAY = Note(law="76A", text=gettext_noop("A spectator is under your control: you may ask him to leave the table."))
HEARD_NEXT = Send(
    law="16D1", to="16D", text=gettext_noop("If a player has learnt something of the board from it, rule on that.")
)
PUT_RIGHT = Note(
    law="81C3",
    text=gettext_noop(
        "You put the irregularity right all the same: what you have learnt in any way counts, until the correction "
        "period and the time for appeals are over."
    ),
)
CAUSED_BY_HIM = Note(
    law="76C2", text=gettext_noop("An irregularity that a spectator has caused is treated as the regulations say.")
)
