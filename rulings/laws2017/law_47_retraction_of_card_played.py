"""Law 47 - Retraction of a card played.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 47; FFB, Code 2017, Loi 47.
Before: Law 45, was it played at all?
Sends:  45C4 a slip of the tongue, 49 and 50 a defender's card taken back, 53 a lead out of turn, 12C1 for the score.
Rows:   LAWS.md 5.6, 47.R1 to 47.R8.

For the opening lead out of turn, Law 54 rules 47E1 itself.
"""

from typing import assert_never

from rulings.engine.inquiry import Ask, Law
from rulings.engine.names import Who
from rulings.engine.questions import Among, Choice, ChooseOne, Option, WhichSeat, YesNo
from rulings.engine.ruling import ConsiderAdjusting, Duty, Info, Note, Presence, Ruling, Send, When, Withdraw
from rulings.engine.text import gettext_noop
from rulings.laws2017.corrected_trick import WHO_LEADS_NOW
from rulings.laws2017.law_12_directors_discretionary_powers import RESULT_STANDS, assign, come_back
from rulings.laws2017.penalty_cards import (
    A_DEFENDER,
    CARD,
    PENALTY_CARD_DUTIES,
    TWO_ARE_MAJOR,
    WHILE_IT_LIES,
    penalty_card,
)
from rulings.laws2017.terms import MAY_NOT_ACCEPT, card_taken_back, opponents


def taking_back(ask: Ask) -> Ruling:
    """Rule on a player who wants to take back a card already played, or who must."""
    ground = ask(GROUND)
    match ground:
        # A, B. Rectification, or an illegal play
        case Ground.RECTIFICATION | Ground.ILLEGAL:
            return required_to(ask, "47A" if ground is Ground.RECTIFICATION else "47B")

        # C, D. A slip; an opponent who changed his card
        case Ground.SLIP:
            named = Send(law="47C", to="45C4", hands=("declarer",), text=gettext_noop("Rule on the wrong card named."))
            return Ruling("47C", A_SLIP, (named,))
        case Ground.OPPONENT_CHANGED:
            who_and_by_whose_doing(ask)
            return Ruling("47D", FREELY, (back("47D", "player"), WHO_LEADS_NOW, TAKEN_BACK_INFO, AFTER_A_REVOKE))

        # E. An opponent's doing
        case Ground.TOLD:
            who_and_by_whose_doing(ask)
            return Ruling(
                "47E1", FREELY, (back("47E1", "player", TO_HAND), MAY_NOT_ACCEPT, TAKEN_BACK_INFO, STAY_FOR_LEAD)
            )
        case Ground.EXPLANATION:
            return after_an_explanation(ask)

        # F. No other card may be taken back
        case Ground.LED_IN_TURN:
            return Ruling("47F1", LED_OUT_OF_TURN, (back("47F1", "player", TO_HAND), LED_INFO))
        case Ground.OTHER:
            return Ruling("47F2", STAYS)
        case _:
            assert_never(ground)


LAW = Law(
    "47",
    gettext_noop("Taking back a card played"),
    taking_back,
    finds=gettext_noop("take back, change a card, played by mistake, wrong explanation, told it was his turn"),
)


def who_and_by_whose_doing(ask: Ask) -> None:
    """Ask whose card it is, then which of his opponents made him play it."""
    ask(PLAYER)
    ask(OFFENDER)


def required_to(ask: Ask, law: str) -> Ruling:
    if not ask(BY_DEFENDER):
        return Ruling(law, GOES_BACK, (back(law, "declarer"), WHO_LEADS_NOW, SEEN))
    ask(OWNER)
    ask(CARD)
    return Ruling(
        law,
        GOES_BACK,
        (back_to_table(law), WHO_LEADS_NOW, penalty_card("49"), TWO_ARE_MAJOR, *WHILE_IT_LIES, EXCEPTIONS),
        PENALTY_CARD_DUTIES,
    )


def back_to_table(law: str) -> Withdraw:
    text = gettext_noop("[owner] takes [card:the] back and plays a legal card.")
    return Withdraw(law=law, player="owner", card="card", to="table_as_MPC", text=text)


def after_an_explanation(ask: Ask) -> Ruling:
    """Rule by Law 47E2: the explanation comes before the play, its correction after it."""
    who_and_by_whose_doing(ask)
    if not ask(TOO_LATE):
        if ask(MAY_CHANGE) is Explained.KEEP:
            return Ruling("47E2(a)", STAYS)
        return Ruling("47E2(a)", FREELY, (back("47E2(a)", "player"), WHO_LEADS_NOW, TAKEN_BACK_INFO))
    judged = ConsiderAdjusting(law="47E2(b)", when="end_of_play")
    now = Ruling("47E2(b)", STAYS_FOR_NOW, (judged, come_back("47E2(b)")), (EXPLANATION_LATER,))
    ask.wait(When.END_OF_PLAY, meanwhile=now)
    if not ask(HARMED):
        return Ruling("47E2(b)", RESULT_STANDS)
    return assign(ask, "47E2(b)", "non_offending_side")


# Questions


class Ground(Choice):
    RECTIFICATION = Option("rectification", gettext_noop("A rectification requires it"), law="47A")
    ILLEGAL = Option("illegal", gettext_noop("The play was illegal and is corrected"), law="47B")
    SLIP = Option("slip", gettext_noop("Declarer named a card of dummy that he did not mean"), law="47C")
    OPPONENT_CHANGED = Option("opponent_changed", gettext_noop("An opponent has changed the card before it"), law="47D")
    TOLD = Option("told", gettext_noop("An opponent had wrongly told him that it was his turn"), law="47E1")
    EXPLANATION = Option("explanation", gettext_noop("An opponent had given him a wrong explanation"), law="47E2(a)")
    LED_IN_TURN = Option(
        "led_in_turn",
        gettext_noop("It was led out of turn, and the opponent whose turn it was has made his own lead"),
        law="47F1",
    )
    OTHER = Option("other", gettext_noop("Another reason: he has changed his mind, or made a mistake"), law="47F2")


GROUND = ChooseOne("ground", "47A", gettext_noop("Why should the card be taken back?"), Ground)
PLAYER = WhichSeat("player", "47D", gettext_noop("Who has played the card that is to be taken back?"))
OFFENDER = WhichSeat(
    "offender",
    "47D",
    gettext_noop("Which opponent committed the irregularity that led him to play it?"),
    among=Among(
        opponents,
        (PLAYER,),
        gettext_noop("An opponent made him play it: this is the player himself, or his partner."),
    ),
)
BY_DEFENDER = YesNo("by_defender", "49", gettext_noop("Is it the card of a defender?"))
OWNER = WhichSeat("owner", "49", gettext_noop("Which defender takes a card back?"), among=A_DEFENDER)
TOO_LATE = YesNo(
    "too_late",
    "47E2(a)",
    gettext_noop("Has a card been played after it or, if it is the opening lead, has dummy faced a card?"),
    why=gettext_noop("The card must also have been played before the explanation was corrected."),
)


class Explained(Choice):
    KEEP = Option(
        "keep", gettext_noop("You leave the card played"), entails=gettext_noop("It stays played."), law="47E2(a)"
    )
    CHANGE = Option(
        "change",
        gettext_noop("You take it back and play another"),
        entails=gettext_noop(
            "It goes back to the hand without rectification, and is not a penalty card. What it has shown is "
            "authorised information for [non_offending_side], unauthorised for [offending_side]."
        ),
        law="47E2(a)",
    )


MAY_CHANGE = ChooseOne(
    "may_change",
    "47E2(a)",
    gettext_noop("To the player who received the wrong explanation: about the card that you played, you may:"),
    Explained,
    chooser="player",
)
HARMED = YesNo(
    "harmed",
    "47E2(b)",
    gettext_noop("Has the wrong explanation damaged [non_offending_side]?"),
    why=gettext_noop("Compare the result at the table with the one expected after a correct explanation."),
)


# Words and effects


A_SLIP = gettext_noop("Whether dummy’s card may be changed is ruled as a wrong card named.")
FREELY = gettext_noop("The card is taken back, without rectification.")
AND_ANOTHER = gettext_noop("The card goes back to the hand, and another is played.")


def back(law: str, player: Who, text: str = AND_ANOTHER) -> Withdraw:
    return Withdraw(law=law, player=player, card="card", to="hand", text=text)


TAKEN_BACK_INFO = card_taken_back(may="non_offending_side", may_not="offending_side", source="withdrawn_cards")
AFTER_A_REVOKE = Note(
    law="62C2",
    text=gettext_noop(
        "After the correction of a revoke, see the revoke: a defender’s card becomes a penalty card if it was his side "
        "that revoked."
    ),
)
TO_HAND = gettext_noop("The card goes back to the hand.")
STAY_FOR_LEAD = Presence(
    law="47E1", do="STAY", until="lead_made", text=gettext_noop("Stay until the right player has played.")
)
LED_OUT_OF_TURN = gettext_noop("The card led out of turn may be taken back, without rectification.")
LED_INFO = Info(
    law="16C",
    source="withdrawn_cards",
    ui_for=("offending_side",),
    ai_for=("non_offending_side",),
    text=gettext_noop(
        "The card led out of turn is authorised information for [non_offending_side], unauthorised for "
        "[offending_side]. It is not a penalty card."
    ),
)
STAYS = gettext_noop("The card stays played.")
GOES_BACK = gettext_noop("The card is taken back.")
SEEN = Info(
    law="16C",
    source="withdrawn_cards",
    ai_for=("defenders",),
    text=gettext_noop("[defenders] may use what they have seen of it; it is never a penalty card."),
)
EXCEPTIONS = Note(
    law="49",
    text=gettext_noop(
        "Not a penalty card: one taken back because the other side had revoked (62C1), told him wrongly (47E) or led "
        "in turn (53B)."
    ),
)
STAYS_FOR_NOW = gettext_noop("It is too late to take the card back. Play goes on.")
EXPLANATION_LATER = Duty(
    "47E2(b)",
    When.END_OF_PLAY,
    gettext_noop("Card played after a wrong explanation, too late to take back: was the other side damaged?"),
)
