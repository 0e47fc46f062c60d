"""Law 66 - Inspection of tricks.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 66; FFB, Code 2017, Loi 66.
Before: Law 65, how tricks are kept.
Sends:  64 for the revoke that the cards show, 85 when both sides have mixed theirs.
Rows:   LAWS.md 9.1, 66.R1 to 66.R4.
Reading: 66.R4. When both sides have mixed their cards, what happened is a disputed fact (85).
"""

from typing import assert_never

from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Option, YesNo
from rulings.engine.ruling import Note, Rectification, Ruling, Send
from rulings.engine.text import gettext_noop


def inspection(ask: Ask) -> Ruling:
    """Rule on a wish to look at cards already played."""
    asked = ask(ASKED)
    match asked:
        # A, B. Before his side has played to the next trick
        case Asked.CURRENT:
            if ask(BY_DUMMY) or ask(OWN_TURNED) or ask(SIDE_PLAYED_ON):
                return Ruling("66A", CLOSED)
            return Ruling("66A", ALL_FACED)
        case Asked.OWN:
            if ask(BY_DUMMY) or ask(SIDE_PLAYED_ON):
                return Ruling("66B", CLOSED)
            return Ruling("66B", MAY_LOOK)

        # C. Quitted tricks
        case Asked.EARLIER:
            return Ruling("66C", OPENED, (IF_A_REVOKE,)) if ask(NEEDED) else Ruling("66C", CLOSED)

        # D. After play
        case Asked.AFTER_PLAY:
            return after_play(ask)
        case _:
            assert_never(asked)


LAW = Law(
    "66",
    gettext_noop("Looking at tricks already played"),
    inspection,
    finds=gettext_noop("see the trick, last card, quitted trick, inspect, check a revoke"),
)


def after_play(ask: Ask) -> Ruling:
    shown = ask(SHOWN)
    match shown:
        case Shown.REVOKE:
            return Ruling("66D", REVOKE_SHOWN, (REVOKE_NEXT,))
        case Shown.NUMBER:
            return Ruling("66D", NUMBER_SHOWN)
        case Shown.MIXED_BY_ONE:
            return Ruling("65D", FOR_THE_OTHERS)
        case Shown.MIXED_BY_BOTH:
            effects: tuple[Rectification, ...] = (READING_MIXED,)
            return Ruling("85A", ON_THE_EVIDENCE, effects)
        case _:
            assert_never(shown)


# Questions


class Asked(Choice):
    CURRENT = Option("current", gettext_noop("The cards of the trick just played"), law="66A")
    OWN = Option("own", gettext_noop("His own last card"), law="66B")
    EARLIER = Option("earlier", gettext_noop("An earlier trick, during play"), law="66C")
    AFTER_PLAY = Option(
        "after_play", gettext_noop("After play: a revoke or the number of tricks is disputed"), law="66D"
    )


ASKED = ChooseOne("asked", "66A", gettext_noop("What does the player want to see?"), Asked)
BY_DUMMY = YesNo("by_dummy", "66A", gettext_noop("Is it dummy who asks?"))
OWN_TURNED = YesNo("own_turned", "66A", gettext_noop("Has he turned his own card over?"))
SIDE_PLAYED_ON = YesNo("side_played_on", "66B", gettext_noop("Has his side led or played to the next trick?"))
NEEDED = YesNo(
    "needed",
    "66C",
    gettext_noop("Do you order it, to settle a fact now?"),
    why=gettext_noop("Only the director may open quitted tricks, for instance to establish a revoke."),
)


class Shown(Choice):
    REVOKE = Option("revoke", gettext_noop("They show a revoke"), law="64A")
    NUMBER = Option("number", gettext_noop("They show the number of tricks, and no revoke"), law="66D")
    MIXED_BY_ONE = Option("mixed_by_one", gettext_noop("Nothing: one side has mixed its cards"), law="65D")
    MIXED_BY_BOTH = Option("mixed_by_both", gettext_noop("Nothing: both sides have mixed theirs"), law="85A")


SHOWN = ChooseOne(
    "shown",
    "66D",
    gettext_noop("What do the cards, played and unplayed, show?"),
    Shown,
    why=gettext_noop("Each player handles only his own cards."),
)


# Words and effects


CLOSED = gettext_noop("The trick stays closed. Play goes on.")
ALL_FACED = gettext_noop("All four cards of the trick are faced. Then play goes on.")
MAY_LOOK = gettext_noop("He may look at his last card, without showing it. Play goes on.")
OPENED = gettext_noop("The director has the trick opened; each player handles only his own cards.")
IF_A_REVOKE = Send(
    law="66C",
    to="64",
    hands=("declarer", "able=yes"),
    text=gettext_noop("If the trick shows a revoke, rule on it now."),
)
REVOKE_SHOWN = gettext_noop("The cards show a revoke.")
REVOKE_NEXT = Send(law="64A", to="64", hands=("declarer", "able=yes"), text=gettext_noop("Now rule on the revoke."))
NUMBER_SHOWN = gettext_noop("The number of tricks is the one that the cards show.")
FOR_THE_OTHERS = gettext_noop("The ruling goes to the side that has kept its cards in order.")
READING_MIXED = Note(
    law="85A",
    text=gettext_noop("Reading followed: with both sides’ cards mixed, the facts are weighed as disputed facts (85)."),
)
ON_THE_EVIDENCE = gettext_noop("The facts are disputed: rule on the balance of probabilities.")
