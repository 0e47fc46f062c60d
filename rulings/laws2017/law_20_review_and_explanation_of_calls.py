"""Law 20 - Review and explanation of calls.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 20; FFB, Code 2017, Loi 20.
Before: Law 41B, what may be asked before the opening lead is faced.
Sends:  75 an explanation to be corrected, 16B what a question has told the partner, 21 for misinformation, 47E2 a card
        played on a wrong explanation.
Rows:   LAWS.md 3.5, 20.R4 to 20.R6, and what may be asked (20.A); the corrections of 20F4 and 20F5, 20.R1 to 20.R3, are
        ruled by Law 75 with the functions here.
"""

from dataclasses import replace
from typing import assert_never

from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Given, Option, YesNo
from rulings.engine.ruling import Duty, Info, Note, PenaltyPossible, Ruling, Send, When
from rulings.engine.text import gettext_noop
from rulings.laws2017.law_12_directors_discretionary_powers import (
    RESULT_STANDS,
    adjusted_score,
    come_back,
    judged_after_play,
)
from rulings.laws2017.law_21_misinformation import CARD_PLAYED, EXPLAINER
from rulings.laws2017.terms import DECLARER


def review(ask: Ask) -> Ruling:
    """Rule on a question about the auction, or on its answer."""
    match asked := ask(ASKED):
        # A to D. Calls not heard, and the review of the auction
        case Asked.NOT_HEARD:
            return Ruling("20A", REPEATED)
        case Asked.RESTATEMENT:
            if ask(MAY_ASK):
                return Ruling("20B", WHOLE_AUCTION, (BY_AN_OPPONENT,))
            return Ruling("20C2", WHOLE_AUCTION, (BY_AN_OPPONENT,)) if ask(MAY_STILL_ASK) else Ruling("41C", NOT_NOW)
        case Asked.WRONG_RESTATEMENT:
            return wrong_restatement(ask)

        # F. Explanations
        case Asked.ONE_CALL:
            return Ruling("20F3", ANSWERED, (BY_THE_PARTNER, A_QUESTION_TELLS, NOT_THE_PARTNER, DURING_THE_PLAY))
        case Asked.CORRECTION:
            return Ruling("20F", CORRECTED_IN_TIME, (CORRECTION_NEXT,), leads_on=True)

        # G. What may not be asked, and aids
        case Asked.FOR_PARTNER:
            return Ruling("20G1", NOT_ALLOWED, (PENALTY_POSSIBLE, FROM_PARTNER_NEXT))
        case Asked.TO_MISLEAD:
            return Ruling("20G2", NOT_ALLOWED, (PENALTY_POSSIBLE, DECEPTION_NEXT))
        case Asked.OWN_NOTES:
            return Ruling("20G3", NOT_ALLOWED, (UNLESS_ALLOWED, PENALTY_POSSIBLE, AID_NEXT))
        case _:
            assert_never(asked)


LAW = Law(
    "20",
    gettext_noop("Questions about the auction"),
    review,
    tile="hesitation-explication",
    finds=gettext_noop(
        "question, review of the auction, restatement, what was the bidding, explanation, looked at his own system "
        "card, question for partner, asks about one call"
    ),
)


def wrong_restatement(ask: Ask) -> Ruling:
    """Rule on an auction that was restated wrongly, which nobody corrected at once (20D, 20E)."""
    ask(RESTATER)
    judged_after_play(ask, Ruling("20E", RESTATED_RIGHTLY, (come_back("20E"),), (RESTATEMENT_LATER,)))
    if not ask(HURT_BY_IT):
        return Ruling("20E", RESULT_STANDS)
    return adjusted_score(ask, "20E", "non_offending_side")


# F4, F5. An explanation is corrected: called by Law 75


def his_own(ask: Ask) -> Ruling:
    """Rule on a player who finds that his own explanation was wrong (20F4, 75B2)."""
    match when := ask(NOTICED):
        case Noticed.AUCTION:
            return Ruling(
                "20F4(a)", BEFORE_THE_LEAD, (MAY_WAIT, NOR_ITS_CORRECTION, misinformation_next(when), FROM_PARTNER_TOO)
            )
        case Noticed.CLARIFICATION:
            return Ruling("20F4(a)", NOW, (FACE_DOWN, NOR_ITS_CORRECTION, misinformation_next(when), FROM_PARTNER_TOO))
        case Noticed.PLAY:
            return Ruling("75B2", NOW, (CARD_PLAYED, NOR_ITS_CORRECTION, misinformation_next(when), FROM_PARTNER_TOO))
        case Noticed.OVER:
            return Ruling("75B2", NOW_AFTER_PLAY, (misinformation_next(when), FROM_PARTNER_TOO))
        case _:
            assert_never(when)


def his_partners(ask: Ask) -> Ruling:
    """Rule on a player who knows that his partner's explanation was wrong (20F5)."""
    when = ask(NOTICED)
    if when is Noticed.OVER:
        return Ruling("20F5(b)", NOW_AFTER_PLAY, (misinformation_next(when), FROM_PARTNER_TOO))
    declaring = when is not Noticed.AUCTION and ask(DECLARING)

    # F5(a). Too early
    if not declaring and ask(HAS_SPOKEN):
        heard = (CORRECTION_TELLS, AS_IF_EXPECTED, misinformation_next(when), FROM_EITHER)
        played = (CARD_PLAYED,) if when is Noticed.PLAY else ()
        return Ruling("20F5(a)", SPOKE_TOO_EARLY, (*played, *heard))

    # F5(b). The first legal opportunity
    if declaring:
        if when is Noticed.CLARIFICATION:
            return Ruling("20F5(b)", NOW, (FACE_DOWN, misinformation_next(when), FROM_PARTNER_TOO))
        return Ruling("20F5(b)", SHOULD_HAVE_SPOKEN, (CARD_PLAYED, misinformation_next(when), FROM_PARTNER_TOO))
    if when is Noticed.AUCTION:
        return Ruling("20F5(a)", SILENT, (AS_IF_EXPECTED, EACH_SIDES_MOMENT), (AFTER_THE_FINAL_PASS,))
    return Ruling("20F5(b)", SILENT_TO_THE_END, (AS_IF_EXPECTED,), (DEFENDER_SPEAKS,))


# Questions


class Asked(Choice):
    NOT_HEARD = Option("not_heard", gettext_noop("A call that he has not heard or seen"), law="20A")
    RESTATEMENT = Option("restatement", gettext_noop("He asks for the auction to be restated"), law="20B")
    WRONG_RESTATEMENT = Option("wrong_restatement", gettext_noop("The auction was restated wrongly"), law="20E")
    ONE_CALL = Option("one_call", gettext_noop("He asks what one call means"), law="20F3")
    CORRECTION = Option("correction", gettext_noop("A player wants to correct an explanation"), law="20F")
    FOR_PARTNER = Option("for_partner", gettext_noop("He asked only for his partner’s benefit"), law="20G1")
    TO_MISLEAD = Option("to_mislead", gettext_noop("He asked only to draw a wrong answer"), law="20G2")
    OWN_NOTES = Option("own_notes", gettext_noop("He looked at his own system card or notes"), law="20G3")


ASKED = ChooseOne("asked", "20F", gettext_noop("What is it about?"), Asked)
MAY_ASK = YesNo(
    "may_ask",
    "20B",
    gettext_noop("Is the auction still going on, is it his turn to call, and is he free to do more than pass?"),
    why=gettext_noop(
        "After the final pass, declarer and each defender may ask until they play to the first trick (20C2); dummy may "
        "not."
    ),
)
MAY_STILL_ASK = YesNo(
    "may_still_ask",
    "20C2",
    gettext_noop("Is the auction over, and is he declarer or a defender who has not yet played to the first trick?"),
)
RESTATER = replace(EXPLAINER, law="20D", text=gettext_noop("Who restated the auction wrongly?"))
HURT_BY_IT = YesNo(
    "hurt_by_it",
    "20E",
    gettext_noop("Has a side been damaged by the wrong restatement of [explainer]?"),
)


class Noticed(Choice):
    AUCTION = Option("auction", gettext_noop("During the auction"), law="20F")
    CLARIFICATION = Option("clarification", gettext_noop("After the final pass, before a lead is faced"), law="20F5(b)")
    PLAY = Option("play", gettext_noop("During the play"), law="75B2")
    OVER = Option("over", gettext_noop("After the play"), law="20F5(b)")


NOTICED = ChooseOne("noticed", "20F4(a)", gettext_noop("When does he notice it?"), Noticed)
DECLARING = YesNo(
    "declaring",
    "20F5(b)",
    gettext_noop("Is his side the declaring side?"),
    why=gettext_noop(
        "Declarer and dummy speak after the final pass, before the lead is faced; a defender at the end of play, and "
        "no sooner."
    ),
    given=Given(lambda explainer, declarer: explainer.side is declarer.side, EXPLAINER, DECLARER),
)
HAS_SPOKEN = YesNo(
    "has_spoken",
    "20F5(a)",
    gettext_noop("Has he already corrected it, or shown that it was wrong?"),
)


# Words and effects


REPEATED = gettext_noop("He may have it repeated at once, even if it is not his turn.")
WHOLE_AUCTION = gettext_noop("The whole auction is restated, with its alerts.")
NOT_NOW = gettext_noop(
    "The auction is not restated: it is not his turn, he must pass, or he has played to the first trick. During the "
    "play he may still ask what the contract is, and whether it is doubled, but not by whom."
)
ANSWERED = gettext_noop("The call is explained, at his turn to call or to play.")
CORRECTED_IN_TIME = gettext_noop("An explanation is corrected at its time, which is not the same for both sides.")
NOT_ALLOWED = gettext_noop("That is not allowed.")
RESTATED_RIGHTLY = gettext_noop("The auction is restated correctly, and play goes on.")
BEFORE_THE_LEAD = gettext_noop(
    "He calls the director before the opening lead is faced, and corrects his explanation; he may do so at once."
)
NOW = gettext_noop("The explanation is corrected now, in your presence.")
NOW_AFTER_PLAY = gettext_noop("The explanation is corrected now that play is over.")
SILENT = gettext_noop("He may say nothing and show nothing during the auction.")
SILENT_TO_THE_END = gettext_noop("A defender says nothing and shows nothing before the end of play.")
SPOKE_TOO_EARLY = gettext_noop("He has spoken too early. Play goes on.")
SHOULD_HAVE_SPOKEN = gettext_noop(
    "Declarer and dummy had to speak before the opening lead was faced: the explanation is corrected now."
)

BY_AN_OPPONENT = Note(
    law="20D",
    text=gettext_noop(
        "An opponent restates it, all the calls in order and nothing left out. Every player, dummy included, corrects "
        "a mistake at once."
    ),
)
BY_THE_PARTNER = Note(
    law="20F1",
    text=gettext_noop(
        "The partner of the player who made the call answers: the agreement, and what follows from it; not general "
        "bridge knowledge."
    ),
)
A_QUESTION_TELLS = Note(
    law="20F3",
    text=gettext_noop("To ask about one call only is allowed, but may give partner unauthorised information (16B1)."),
)
NOT_THE_PARTNER = Note(
    law="20F1", text=gettext_noop("His partner asks nothing more before his own turn to call or to play.")
)
DURING_THE_PLAY = Note(
    law="20F2",
    text=gettext_noop(
        "During the play declarer asks at the turn of his hand or of dummy’s, a defender at his own; dummy asks "
        "nothing."
    ),
)
PENALTY_POSSIBLE = PenaltyPossible(law="90", text=gettext_noop("A procedural penalty is possible, never automatic."))
UNLESS_ALLOWED = Note(
    law="40B2(b)",
    text=gettext_noop(
        "From the first hand taken out to the end of play, unless a regulation allows it; declarer and dummy may look "
        "at their own card between the final pass and the opening lead."
    ),
)
CORRECTION_NEXT = Send(law="20F", to="75", text=gettext_noop("Rule on the explanation: who speaks, and when?"))
FROM_PARTNER_NEXT = Send(
    law="16B1",
    to="16B",
    hands=("event=explanation",),
    text=gettext_noop("Rule on what his partner may have drawn from it."),
)
DECEPTION_NEXT = Send(
    law="73D2", to="73", hands=("happened=on_purpose",), text=gettext_noop("Rule on the deception of the opponents.")
)
AID_NEXT = Send(
    law="40B2(d)",
    to="40",
    hands=("matter=aid",),
    text=gettext_noop("If it has helped him, rule on the aid to his memory."),
)
FACE_DOWN = Note(
    law="47E2(a)",
    text=gettext_noop(
        "A defender who has led face down on the opponents’ wrong explanation may take his lead back and make another."
    ),
)
STAGE: dict[Noticed, str] = {
    Noticed.AUCTION: "auction",
    Noticed.CLARIFICATION: "auction",
    Noticed.PLAY: "play",
    Noticed.OVER: "over",
}


def misinformation_next(when: Noticed) -> Send:
    """Send to Law 21, with the agreement as established and the moment of the board."""
    return Send(law="21B1", to="21", hands=("explainer", "shown", f"stage={STAGE[when]}"), text=NOW_THE_OPPONENTS)


NOW_THE_OPPONENTS = gettext_noop("Rule on the misinformation: may a call still be changed, and was anybody damaged?")
FROM_PARTNER_TOO = Send(
    law="16B1",
    to="16B",
    hands=("informant=[explainer]", "event=explanation"),
    text=gettext_noop(
        "Then see whether [explained] has used what the explanation told him; the side not at fault is given the "
        "better of the two results."
    ),
)
FROM_EITHER = Send(
    law="16B1",
    to="16B",
    hands=("event=explanation",),
    text=gettext_noop(
        "Then see whether [explainer] has used what his partner’s correction told him, or [explained] what the "
        "explanation told him; the side not at fault is given the better of the results."
    ),
)
MAY_WAIT = Note(
    law="20F4(a)",
    text=gettext_noop("He need not do it before the clarification period: his own correction may help his partner."),
)
CORRECTION_TELLS = Info(
    law="16B1",
    source="explanation",
    ui_for=("explainer",),
    ai_for=("non_offending_side",),
    text=gettext_noop("[explainer] may not use what his partner’s correction has told him; the opponents may."),
)
AS_IF_EXPECTED = Info(
    law="75A",
    source="explanation",
    ui_for=("explained",),
    text=gettext_noop(
        "[explained] may not use the explanation either: he goes on as if his partner had given the one he expected."
    ),
)
NOR_ITS_CORRECTION = Info(
    law="75A",
    source="explanation",
    ui_for=("explained",),
    text=gettext_noop(
        "[explained] may use neither the explanation nor its correction: he goes on as if his partner had given the "
        "one he expected."
    ),
)
EACH_SIDES_MOMENT = Note(
    law="20F5(b)",
    text=gettext_noop(
        "If he becomes declarer or dummy, he speaks after the final pass, before the lead is faced; as a defender, at "
        "the end of play."
    ),
)
AFTER_THE_FINAL_PASS = Duty(
    "20F5(b)",
    When.END_OF_AUCTION,
    gettext_noop(
        "Wrong explanation: if that side declares, it is corrected before the lead; otherwise at the end of play."
    ),
    opens="75",
    hands=("explainer", "shown", "who_knows=partner", "noticed=clarification"),
)
DEFENDER_SPEAKS = Duty(
    "20F5(b)",
    When.END_OF_PLAY,
    gettext_noop("Wrong explanation of a defender: it is corrected now, then ruled on."),
    opens="21",
    hands=("explainer", "shown", "stage=over"),
)
RESTATEMENT_LATER = Duty("20E", When.END_OF_PLAY, gettext_noop("Auction restated wrongly: was a side damaged?"))
