"""Law 75 - Mistaken explanation or mistaken call.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 75; FFB, Code 2017, Loi 75.
Before: Law 85 where what was said is disputed.
Sends:  20F for the time at which each side corrects an explanation, 21 for the misinformation, 16B for what the
        explanation has told the partner.
Rows:   LAWS.md 3.7, its five steps 75.R1 to 75.R5; LAWS.md 3.5, 20.R1 to 20.R3.

Players often get the time of the correction wrong: declarer's side corrects before the lead is faced, a defender only
at the end of play.
"""

from dataclasses import replace
from typing import assert_never

from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Option
from rulings.engine.ruling import Info, Note, Rectification, Ruling, Send
from rulings.engine.text import gettext_noop
from rulings.laws2017.law_20_review_and_explanation_of_calls import his_own, his_partners
from rulings.laws2017.law_21_misinformation import (
    AS_IF_NONE,
    CARD_PUT_RIGHT,
    EXPLAINER,
    FROM_PARTNER,
    NO_MISINFORMATION,
    NOTHING_TO_SAY,
    PENALTY_FOR_CARD,
    PRESUMED,
    Shown,
    evidence,
)


def mistaken(ask: Ask) -> Ruling:
    """Rule on an explanation and a hand that do not match: which was mistaken, who must say so, and when?"""
    ask(EXPLAINER)

    # B, C, D2. The agreement decides, not the hand
    match shown := evidence(ask):
        case Shown.CALL_WRONG:
            return Ruling("75C", NO_MISINFORMATION, (NOTHING_TO_SAY, AS_HE_MEANT_IT, FROM_PARTNER))
        case Shown.CARD_WRONG:
            return Ruling("75C", TOLD_AS_PLAYED, (CARD_PUT_RIGHT, PENALTY_FOR_CARD, IF_THEY_READ_IT))
        case Shown.EXPLANATION_WRONG:
            note: Rectification = AT_THAT_MOMENT
        case Shown.NO_AGREEMENT:
            note = AS_IF_NONE
        case Shown.NOTHING:
            note = PRESUMED
        case _:
            assert_never(shown)

    # A, B, D1. Who corrects it, and when (20F4, 20F5)
    match who := ask(WHO_KNOWS):
        case WhoKnows.HIMSELF:
            ruling = his_own(ask)
        case WhoKnows.PARTNER:
            ruling = his_partners(ask)
        case _:
            assert_never(who)
    return replace(ruling, rectifications=(note, *ruling.rectifications))


LAW = Law(
    "75",
    gettext_noop("Explanation and hand do not match: who speaks, and when?"),
    mistaken,
    tile="hesitation-explication",
    finds=gettext_noop(
        "mistaken explanation, mistaken call, misbid, psyche, corrects an explanation, forgot the system, partner "
        "explained wrongly, before the lead, end of play"
    ),
)


# Questions


class WhoKnows(Choice):
    HIMSELF = Option("himself", gettext_noop("The player who explained"), law="20F4(a)")
    PARTNER = Option("partner", gettext_noop("His partner, whose call was explained"), law="20F5(a)")


WHO_KNOWS = ChooseOne("who_knows", "75B", gettext_noop("Who knows that the explanation was mistaken?"), WhoKnows)


# Words and effects


AS_HE_MEANT_IT = Info(
    law="75A",
    source="explanation",
    ui_for=("explained",),
    text=gettext_noop(
        "[explained] may not use what the explanation told him: he goes on as if his partner had given the one he "
        "expected."
    ),
)
AT_THAT_MOMENT = Note(
    law="75B",
    text=gettext_noop(
        "Only when it is corrected, not before, are the opponents given the true agreement; the hand itself is none "
        "of their business."
    ),
)
TOLD_AS_PLAYED = gettext_noop(
    "What was told is what they play: the explanation was right, and there is nothing to correct in it."
)
IF_THEY_READ_IT = Send(
    law="21B1",
    to="21",
    hands=("explainer", "shown=card_wrong"),
    text=gettext_noop("If the opponents went by the system card, rule on wrong information."),
)
