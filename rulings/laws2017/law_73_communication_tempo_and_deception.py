"""Law 73 - Communication, tempo and deception.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 73; FFB, Code 2017, Loi 73.
Before: Law 85 where the facts are disputed.
Sends:  16B for what a tempo or a remark has told the partner, 12C1 for the score, 91 for agreed signals.
Rows:   LAWS.md 3.9: 73.A (communication between partners), 73.D (tempo), 73.E (deception).

An unintentional variation of tempo is no infraction (73D1), and an opponent draws conclusions from it at his own risk.
The score is adjusted only if all four conditions of 73E2 hold; among them, the player had no bridge reason for the
variation and could have known that it would pay.
"""

from dataclasses import replace
from typing import assert_never

from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Option, WhichSeat, Words, YesNo
from rulings.engine.ruling import Duty, Note, PenaltyPossible, Rectification, Ruling, Send, When
from rulings.engine.text import gettext_noop
from rulings.laws2017.law_12_directors_discretionary_powers import (
    RESULT_STANDS,
    adjusted_score,
    come_back,
    judged_after_play,
)


def deception(ask: Ask) -> Ruling:
    """Rule when somebody was misled, or partners communicated, other than by calls and plays."""
    match happened := ask(HAPPENED):
        # A, B. Between partners
        case Happened.TO_PARTNER:
            return Ruling("73C1", FOR_PARTNER, (NO_INFRACTION, FROM_PARTNER_NEXT))
        case Happened.AGREED_SIGNALS:
            return Ruling("73B2", GRAVEST, (REPORT_IT, DISCIPLINARY))
        case Happened.NO_PAUSE:
            return Ruling("73A2", PAUSE_ASKED, (BY_REGULATION, FROM_HASTE_NEXT))

        # E1. By a call or a play alone
        case Happened.BY_PLAY:
            return Ruling("73E1", LEGAL)

        # D2, E2. By tempo, manner, a remark or a question
        case Happened.OPPONENT:
            return misled(ask, ())
        case Happened.ON_PURPOSE:
            return misled(ask, (ATTEMPT,))
        case _:
            assert_never(happened)


LAW = Law(
    "73",
    gettext_noop("An opponent misled by tempo, a remark or manner"),
    deception,
    tile="hesitation-explication",
    finds=gettext_noop(
        "thinks with a singleton, hesitates with nothing to think about, misled, deception, tempo, manner, false "
        "pause, signals between partners, stop, skip bid"
    ),
)


def misled(ask: Ask, penalty: tuple[Rectification, ...]) -> Ruling:
    """Rule on 73E2: four conditions, judged when the board is over."""
    ask(OFFENDER)
    now = Ruling("73E2", PLAY_ON, (*penalty, come_back("73E2")), (MISLED_LATER,))
    judged_after_play(ask, now)
    ask(INFERENCE)
    if not ask(FALSE_INFERENCE) or ask(BRIDGE_REASON) or not ask(COULD_KNOW) or not ask(DAMAGED):
        return Ruling("73E2", RESULT_STANDS, (AT_THEIR_RISK, *penalty))
    ruling = adjusted_score(ask, "73E2", "non_offending_side")
    return replace(ruling, rectifications=(*ruling.rectifications, *penalty))


# Questions


class Happened(Choice):
    TO_PARTNER = Option("to_partner", gettext_noop("His partner may have learnt something from it"), law="73C1")
    OPPONENT = Option("opponent", gettext_noop("An opponent drew a wrong conclusion from it"), law="73E2")
    ON_PURPOSE = Option("on_purpose", gettext_noop("It was done on purpose, to mislead an opponent"), law="73D2")
    BY_PLAY = Option("by_play", gettext_noop("An opponent was misled by a call or a card alone"), law="73E1")
    NO_PAUSE = Option("no_pause", gettext_noop("A pause that the regulations ask for was not made"), law="73A2")
    AGREED_SIGNALS = Option("agreed_signals", gettext_noop("Partners used signals agreed beforehand"), law="73B2")


HAPPENED = ChooseOne(
    "happened",
    "73D1",
    gettext_noop("A hesitation, a remark, a manner: what came of it?"),
    Happened,
)
OFFENDER = WhichSeat("offender", "73D1", gettext_noop("Whose tempo, remark or manner was it?"))
INFERENCE = Words(
    "inference", "73E2", gettext_noop("What did the opponent conclude, and what did he do because of it?")
)
FALSE_INFERENCE = YesNo(
    "false_inference",
    "73E2",
    gettext_noop("Did he, in good faith, draw a false conclusion from what [offender] did?"),
    why=gettext_noop("A question, a remark, a manner or a tempo; not a call or a card."),
)
BRIDGE_REASON = YesNo(
    "bridge_reason",
    "73E2",
    gettext_noop("Had [offender] a bridge reason for it that can be shown?"),
    why=gettext_noop("To think with a single card of the suit, or with cards all alike, has none at that trick."),
)
COULD_KNOW = YesNo(
    "could_know",
    "73E2",
    gettext_noop("Could [offender] have known, at that moment, that it could work to his benefit?"),
    why=gettext_noop("This accuses nobody of having meant it."),
)
DAMAGED = YesNo("damaged", "12B1", gettext_noop("Has [non_offending_side] been damaged by that conclusion?"))


# Words and effects


FOR_PARTNER = gettext_noop("It is for the partner to draw nothing from it: the board is played.")
GRAVEST = gettext_noop("To communicate by agreed signals is the gravest offence there is.")
PAUSE_ASKED = gettext_noop("The pause is asked for, and the board is played.")
LEGAL = gettext_noop("A call or a card may mislead, as long as no hidden agreement stands behind it.")
PLAY_ON = gettext_noop("The board is played; what came of it is judged afterwards.")

NO_INFRACTION = Note(
    law="73D1",
    text=gettext_noop(
        "A change of tempo that was not meant is no infraction. Players should nevertheless take care where it could "
        "help their side."
    ),
)
FROM_PARTNER_NEXT = Send(
    law="16B1", to="16B", text=gettext_noop("If his partner may have drawn something from it, rule on it.")
)
FROM_HASTE_NEXT = replace(FROM_PARTNER_NEXT, hands=("event=tempo",))
BY_REGULATION = Note(
    law="73A2",
    text=gettext_noop("Which pauses are asked for is in the regulations: a skip bid, the first trick. See yours."),
)
REPORT_IT = Note(law="73B2", text=gettext_noop("Note everything, accuse nobody at the table, and tell the organiser."))
DISCIPLINARY = PenaltyPossible(law="91", text=gettext_noop("A disciplinary penalty is possible (91)."))
ATTEMPT = PenaltyPossible(
    law="73D2", text=gettext_noop("To try to mislead by tempo, a remark or manner is forbidden: a penalty is possible.")
)
AT_THEIR_RISK = Note(
    law="73D1", text=gettext_noop("Conclusions from an opponent’s tempo or manner are drawn at one’s own risk.")
)
MISLED_LATER = Duty(
    "73E2", When.END_OF_PLAY, gettext_noop("Tempo, remark or manner [offender:of]: was an opponent misled by it?")
)
