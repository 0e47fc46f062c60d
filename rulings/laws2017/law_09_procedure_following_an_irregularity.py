"""Law 9 - Procedure following an irregularity.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 9; FFB, Code 2017, Loi 9.
Sends:  43 what dummy may not do, 62 a revoke told by the player himself, 11 acts before the director came.
Rows:   LAWS.md 1.1: 9.A, 9.B.
"""

from typing import assert_never

from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Option, YesNo
from rulings.engine.ruling import Note, PenaltyPossible, Rectification, Ruling, Send
from rulings.engine.text import gettext_noop


def procedure_after_an_irregularity(ask: Ask) -> Ruling:
    """Rule on who may speak of an irregularity, and what follows."""
    who = ask(WHO)
    match who:
        case Who.DUMMY:
            return Ruling("9A3", DUMMY_WAITS, (DUMMY_NEXT,))
        case Who.PREVENTED:
            return Ruling("9A3", MAY_PREVENT)
        case Who.SILENT:
            return Ruling("9A5", MAY_KEEP_SILENT, (MUST_TELL,))
        case Who.HIDDEN:
            return Ruling("72B3", MUST_NOT_HIDE, (PENALTY_POSSIBLE,))
        case Who.PLAYER:
            return attention_drawn(ask)
        case _:
            assert_never(who)


LAW = Law(
    "9",
    gettext_noop("Who may speak of an irregularity, and when"),
    procedure_after_an_irregularity,
    finds=gettext_noop("attention, point out, dummy spoke, call the director, conceal, hide, prevent"),
)


def attention_drawn(ask: Ask) -> Ruling:
    # B. The director is called at once, and nobody acts before he has explained
    effects: tuple[Rectification, ...] = (NO_RIGHT_LOST,)
    if ask(CORRECTED_HIMSELF):
        effects = (*effects, CORRECTION_TOO_EARLY)
    if ask(OTHERS_ACTED):
        return Ruling("9B2", ACTED_BEFORE, (*effects, ACTED_NEXT))
    return Ruling("9B1", CALLED_IN_TIME, effects)


# Questions


class Who(Choice):
    PLAYER = Option("player", gettext_noop("A player called attention to an irregularity"), law="9A1")
    DUMMY = Option("dummy", gettext_noop("Dummy did, during the play"), law="9A3")
    PREVENTED = Option("prevented", gettext_noop("A player, or dummy, tried to prevent an irregularity"), law="9A3")
    SILENT = Option("silent", gettext_noop("A player kept silent about his own side’s irregularity"), law="9A5")
    HIDDEN = Option("hidden", gettext_noop("A player tried to hide an irregularity"), law="72B3")


WHO = ChooseOne("who_spoke", "9A", gettext_noop("What happened?"), Who)
CORRECTED_HIMSELF = YesNo(
    "corrected_himself",
    "9C",
    gettext_noop("Did the offender correct it himself before you came?"),
    why=gettext_noop("A premature correction can be an irregularity of its own."),
)
OTHERS_ACTED = YesNo(
    "others_acted",
    "9B2",
    gettext_noop("Did the other side call or play after attention was drawn, before you came?"),
)


# Words and effects

DUMMY_WAITS = gettext_noop("Dummy calls attention to nothing before the play is over.")
MAY_PREVENT = gettext_noop(
    "Every player may try to prevent an irregularity, dummy too within his limits. Play goes on."
)
MAY_KEEP_SILENT = gettext_noop("A player need not call attention to his own side’s irregularity.")
MUST_NOT_HIDE = gettext_noop("A player must not try to hide an irregularity.")
CALLED_IN_TIME = gettext_noop("Attention was drawn rightly. Now rule on the irregularity itself.")
ACTED_BEFORE = gettext_noop("Nobody should have acted before you came.")
NO_RIGHT_LOST = Note(
    law="9B1",
    text=gettext_noop(
        "Any player may call the director, and no right is lost by it: nor by a player who reports his own side."
    ),
)
MUST_TELL = Note(
    law="20F",
    text=gettext_noop(
        "He must tell all the same: of a wrong explanation by him or his partner, at the time that Law 20F sets; of "
        "his own "
        "revoke that is not established; of a trick that he knows is not his side’s."
    ),
)
CORRECTION_TOO_EARLY = Note(
    law="9C",
    text=gettext_noop("Rule on the irregularity first, then on its correction, in that order."),
)
PENALTY_POSSIBLE = PenaltyPossible(
    law="90", text=gettext_noop("A penalty is possible; breaking a law on purpose is never allowed.")
)
DUMMY_NEXT = Send(law="43", to="43", hands=("act=pointed_out",), text=gettext_noop("Now rule on what dummy did."))
ACTED_NEXT = Send(
    law="11",
    to="11",
    hands=("acted_before_the_call=yes",),
    text=gettext_noop("After the ruling, look whether a right was lost."),
)
