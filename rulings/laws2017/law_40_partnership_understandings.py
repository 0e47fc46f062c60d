"""Law 40 - Partnership understandings.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 40; FFB, Code 2017, Loi 40.
Before: Law 75, an explanation and a hand that do not match.
Sends:  21 for a wrong explanation or a missing alert, 12C for the score.
Rows:   LAWS.md 3.8, 40.R1 to 40.R7; LAWS.md 3.5, 20.R6.

The regulating authority decides what is allowed, alerted or announced. A psychic call is legal as long as partner has
no more reason than the opponents to expect it.
"""

from dataclasses import replace
from typing import assert_never

from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Option, WhichSeat, Words, YesNo
from rulings.engine.ruling import Duty, Note, PenaltyPossible, Ruling, Send, When
from rulings.engine.text import gettext_noop
from rulings.laws2017.law_12_directors_discretionary_powers import (
    RESULT_STANDS,
    adjusted_score,
    come_back,
    judged_after_play,
)


def understanding(ask: Ask) -> Ruling:
    """Rule on a hidden or forbidden agreement, a psychic call, or the use of notes and aids."""
    matter = ask(MATTER)
    ask(OFFENDER)
    match matter:
        # A3, C. Calls that depart from the agreement
        case Matter.PSYCHE:
            return psyche(ask)
        # B2. Regulations, system cards and aids
        case Matter.FORBIDDEN:
            return judged(ask, "40B4", DAMAGED)
        case Matter.OPPONENTS_CARD:
            return Ruling("40B2(c)", ALLOWED)
        case Matter.AID:
            if ask(AID_ALLOWED):
                return Ruling("40B2(d)", ALLOWED)
            return judged(ask, "40B2(d)", HELPED)
        # B3, B5. Disclosure
        case Matter.HIDDEN:
            return judged(ask, "40B3(a)", DAMAGED)
        case Matter.WITHHELD:
            return judged(ask, "40B5(b)", DAMAGED)
        case _:
            assert_never(matter)


LAW = Law(
    "40",
    gettext_noop("Agreement hidden or forbidden, psychic call, notes"),
    understanding,
    tile="hesitation-explication",
    finds=gettext_noop(
        "psyche, psychic call, bluff, agreement not disclosed, concealed understanding, forbidden convention, system "
        "card, notes, aid to memory"
    ),
)


def psyche(ask: Ask) -> Ruling:
    """Rule on a psychic call (40C1): legal, unless partner had more reason than the opponents to expect it."""
    judged_after_play(ask, Ruling("40C1", PLAY_ON, (LEGAL_BY_ITSELF, come_back("40C1")), (EXPECTED_LATER,)))
    ask(SIGNS)
    if not ask(PARTNER_EXPECTED):
        return Ruling("40C1", NO_INFRACTION, (NOTHING_TO_DISCLOSE,))
    return after_damage(ask, "40C1", DAMAGED)


def judged(ask: Ask, law: str, question: YesNo) -> Ruling:
    """Let the board be played; then adjust the score if *question* says that it was affected."""
    judged_after_play(ask, Ruling(law, PLAY_ON, (*SEE[law], come_back(law)), (DAMAGE_LATER,)))
    return after_damage(ask, law, question)


def after_damage(ask: Ask, law: str, question: YesNo) -> Ruling:
    """Adjust the score for the damage, or keep the result of the table; a penalty is possible either way."""
    if not ask(question):
        return Ruling(law, RESULT_STANDS, (repeated(law),))
    ruling = adjusted_score(ask, law, "non_offending_side")
    return replace(ruling, rectifications=(*ruling.rectifications, repeated(law)))


def repeated(law: str) -> PenaltyPossible:
    """Build the possible penalty for a repeated offence: 40B3(b) for a breach of disclosure, otherwise a procedural one
    (90)."""
    return PenaltyPossible(law="40B3(b)" if law in ("40B3(a)", "40B5(b)") else "90", text=REPEATED)


# Questions


class Matter(Choice):
    HIDDEN = Option("hidden", gettext_noop("An agreement was not disclosed as the rules ask"), law="40B3(a)")
    WITHHELD = Option("withheld", gettext_noop("Something was held back in an explanation"), law="40B5(b)")
    FORBIDDEN = Option("forbidden", gettext_noop("The agreement itself is not allowed in this event"), law="40B4")
    PSYCHE = Option("psyche", gettext_noop("A call that departs from the agreement: psychic call, bluff"), law="40C1")
    OPPONENTS_CARD = Option(
        "opponents_card",
        gettext_noop(
            "A player looked at the opponents’ card: before the auction, at his turn, between the final pass and the "
            "lead, or to answer"
        ),
        law="40B2(c)",
    )
    AID = Option(
        "aid", gettext_noop("A player used his own card, notes, or an aid to memory or calculation"), law="40B2(d)"
    )


MATTER = ChooseOne("matter", "40A", gettext_noop("What is it about?"), Matter)
OFFENDER = WhichSeat("offender", "40A", gettext_noop("Who is concerned?"))
AID_ALLOWED = YesNo(
    "aid_allowed",
    "40B2(d)",
    gettext_noop("Does a regulation allow it?"),
    why=gettext_noop(
        "Without one, no aid from the beginning of the auction period to the end of play; declarer and dummy may read "
        "their own card between the final pass and the opening lead."
    ),
)
SIGNS = Words(
    "signs",
    "40C1",
    gettext_noop("What could his partner know of it: earlier boards, what he did then, what he did on this one?"),
)
PARTNER_EXPECTED = YesNo(
    "partner_expected",
    "40C1",
    gettext_noop("Had his partner more reason than the opponents to expect it, or did he allow for it?"),
    why=gettext_noop("Departing often from the agreement makes another one, which must be disclosed."),
)
DAMAGED = YesNo("damaged", "12B1", gettext_noop("Has [non_offending_side] been damaged by it?"))
HELPED = YesNo("helped", "12B1", gettext_noop("Has it helped [offending_side] to a better result?"))


# Words and effects


PLAY_ON = gettext_noop("The board is played as usual; the damage is judged afterwards.")
ALLOWED = gettext_noop("It is allowed. The board is played as usual.")
NO_INFRACTION = gettext_noop("There is no infraction: the result of the table stands.")

SEE_THE_EXPLANATION = Send(
    law="21B1",
    to="21",
    hands=("explainer=[offender]",),
    text=gettext_noop("If a call may still be changed, rule on the misinformation first."),
)
BY_REGULATION = Note(
    law="40B2(a)",
    text=gettext_noop(
        "The regulations of the event say which agreements are allowed; if they fix a score for this case, it is "
        "theirs that is given."
    ),
)
TAKE_IT_AWAY = Note(law="40B2(d)", text=gettext_noop("The card, the notes or the aid are put away."))
SEE = {
    "40B3(a)": (SEE_THE_EXPLANATION,),
    "40B5(b)": (SEE_THE_EXPLANATION,),
    "40B4": (BY_REGULATION,),
    "40B2(d)": (TAKE_IT_AWAY,),
}
LEGAL_BY_ITSELF = Note(
    law="40A3", text=gettext_noop("A player may depart from his agreements, as long as his partner does not expect it.")
)
NOTHING_TO_DISCLOSE = Note(
    law="40C2", text=gettext_noop("Nobody has to tell the opponents that a call departs from the agreement.")
)
REPEATED = gettext_noop("If it happens again, or was deliberate, a penalty is possible.")
EXPECTED_LATER = Duty(
    "40C1", When.END_OF_PLAY, gettext_noop("Departure from the agreement [offender:of]: did his partner expect it?")
)
DAMAGE_LATER = Duty(
    "40B3(a)", When.END_OF_PLAY, gettext_noop("Agreement or aid [offender:of]: was the other side damaged?")
)
