"""Law 21 - Misinformation.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 21; FFB, Code 2017, Loi 21.
Before: Law 75, which of the two was mistaken, the explanation or the call.
Sends:  16B always, for what the explanation has told the explainer's partner; 47E2 a card played on the explanation;
        12C1 for the score.
Rows:   LAWS.md 3.6, 21.R1 to 21.R6.
Reading: 21.R2. A call of the offending side that 21B2 lets it change is a call withdrawn: 26B may bind its lead.

A misinformed player may change his last call as long as his partner has not called and no lead is faced. Whether or not
he did, the director judges the damage when the board is over: he asks what the opponents would have done had they known
the true agreement, not the true hand.
"""

from dataclasses import replace
from typing import assert_never

from rulings.bridge import Seat
from rulings.engine import ruling as effect
from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import (
    NO,
    YES,
    Among,
    Choice,
    ChooseOne,
    Given,
    Option,
    Seen,
    WhichCall,
    WhichSeat,
    Words,
    YesNo,
)
from rulings.engine.ruling import Ruling, Send
from rulings.engine.text import gettext_noop
from rulings.laws2017 import terms
from rulings.laws2017.law_12_directors_discretionary_powers import RESULT_STANDS, adjusted_score, come_back
from rulings.table import Table


def misinformation(ask: Ask) -> Ruling:
    """Rule on an explanation to the opponents that may differ from the agreement."""
    # A. His own misunderstanding
    kind = ask(KIND)
    if kind is Kind.OWN:
        return Ruling("21A", OWN_MISTAKE)
    ask(EXPLAINER)
    ask(SAID)
    from_partner = FROM_ALERT if kind is Kind.ALERT else FROM_PARTNER

    # B1(b). What is the agreement, and what shows it?
    match shown := evidence(ask):
        case Shown.CALL_WRONG:
            return Ruling("75C", NO_MISINFORMATION, (NOTHING_TO_SAY, from_partner))
        case Shown.NO_AGREEMENT:
            noted: tuple[effect.Rectification, ...] = (AS_IF_NONE,)
        case Shown.NOTHING:
            noted = (PRESUMED,)
        case Shown.CARD_WRONG:
            if not ask(RELIED_ON_CARD):
                return Ruling("75C", PRACTICE_WAS_TOLD, (CARD_PUT_RIGHT, PENALTY_FOR_CARD))
            noted = (CARD_MISLED, CARD_PUT_RIGHT, PENALTY_FOR_CARD)
        case Shown.EXPLANATION_WRONG:
            noted = (TRUE_AGREEMENT,)
        case _:
            assert_never(shown)
    if kind is Kind.ALERT:
        noted += (ALERT_COUNTS,)

    # B1(a), B2. A call may still be changed
    match stage := ask(STAGE):
        case Stage.AUCTION:
            text, changed = last_call(ask)
            now = Ruling("21B1(a)", text, (*changed, *noted, from_partner, come_back("21B3")), (DAMAGE_LATER,))
            ask.wait(effect.When.END_OF_PLAY, meanwhile=now)
        case Stage.PLAY:
            now = Ruling("21B3", TOO_LATE, (*noted, CARD_PLAYED, from_partner, come_back("21B3")), (DAMAGE_LATER,))
            ask.wait(effect.When.END_OF_PLAY, meanwhile=now)
        case Stage.OVER:
            pass
        case _:
            assert_never(stage)

    # B3. Damage
    ask(WOULD_HAVE)
    if not ask(GAINED):
        return Ruling("21B3", RESULT_STANDS, (from_partner,))
    ruling = adjusted_score(ask, "21B3", "non_offending_side")
    return replace(ruling, rectifications=(*ruling.rectifications, from_partner))


LAW = Law(
    "21",
    gettext_noop("Wrong explanation, missing or late alert"),
    misinformation,
    tile="hesitation-explication",
    finds=gettext_noop(
        "wrong explanation, misinformation, alert, no alert, late alert, announcement, changes his last call, "
        "convention explained wrongly, damage"
    ),
)


def last_call(ask: Ask) -> tuple[str, tuple[effect.Rectification, ...]]:
    """Rule on the last call of the side misinformed (21B1(a), 21B2): may it be changed, and is it?"""
    if not ask(CALLED_ON_IT):
        return NOBODY_HAS_CALLED, ()
    ask(MISLED)
    if ask(PARTNER_CALLED):
        return PARTNER_HAS_CALLED, (HIS_PARTNERS_CALL,)
    if not ask(INFLUENCED):
        return NOT_INFLUENCED, ()
    match change := ask(CHANGE):
        case Change.KEEP:
            return CALL_STAYS, ()
        case Change.CHANGE:
            ask(CALL)
            ask(NEW_CALL)
            return CALL_CHANGED, (TAKEN_BACK, ITS_PLACE, LATER_CALLS, KNOWN_FROM_IT, READING_26B)
        case _:
            assert_never(change)


def evidence(ask: Ask) -> "Shown":
    """Ask which was mistaken, the explanation or the call. Law 75 uses this function too."""
    ask(AGREEMENT)
    return ask(SHOWN)


# Questions


class Kind(Choice):
    EXPLANATION = Option("explanation", gettext_noop("A wrong or incomplete explanation"), law="21B1")
    ALERT = Option("alert", gettext_noop("An alert or an announcement was missing, or came late"), law="21B1")
    OWN = Option("own", gettext_noop("Nobody told him wrong: he misunderstood, or did not ask"), law="21A")


KIND = ChooseOne(
    "kind",
    "21B1",
    gettext_noop("What was wrong?"),
    Kind,
    leads_on="explanation",
    taken=gettext_noop("An explanation was wrong or incomplete; it was not an alert."),
)
EXPLAINER = WhichSeat("explainer", "21B1", gettext_noop("Who explained, or should have alerted?"))
SAID = Words("said", "21B1", gettext_noop("What was said, or left unsaid, word for word?"))
AGREEMENT = Words(
    "agreement",
    "75B",
    gettext_noop("What is the agreement of the partnership, and what shows it?"),
    why=gettext_noop(
        "System card, notes, what both say away from each other, earlier boards. Write down what you see."
    ),
)


class Shown(Choice):
    EXPLANATION_WRONG = Option(
        "explanation_wrong", gettext_noop("The agreement is another than what was told"), law="75B"
    )
    CALL_WRONG = Option(
        "call_wrong", gettext_noop("What was told is the agreement; the call departed from it"), law="75C"
    )
    CARD_WRONG = Option(
        "card_wrong",
        gettext_noop("What was told is what they play, and the call fits it; their system card is wrong"),
        law="40B2(a)",
    )
    NO_AGREEMENT = Option("no_agreement", gettext_noop("There is no agreement about that call"), law="75D2")
    NOTHING = Option("nothing", gettext_noop("Nothing shows it either way"), law="21B1(b)")


SHOWN = ChooseOne(
    "shown",
    "21B1(b)",
    gettext_noop("What does the evidence show?"),
    Shown,
    why=gettext_noop("Without evidence that the call was mistaken, the explanation is presumed to be."),
)


RELIED_ON_CARD = YesNo(
    "relied_on_card",
    "21B1",
    gettext_noop("Did the opponents [explainer:of] rely on the card, rather than on what was told?"),
    why=gettext_noop("They may look at the card at their turn. What is written there wrongly has misled them too."),
)


class Stage(Choice):
    AUCTION = Option("auction", gettext_noop("No lead has been faced yet"), law="21B1(a)")
    PLAY = Option("play", gettext_noop("Play has begun"), law="21B3")
    OVER = Option("over", gettext_noop("Play is over"), law="21B3")


STAGE = ChooseOne(
    "stage",
    "21B1(a)",
    gettext_noop("Where does the board stand?"),
    Stage,
    why=gettext_noop("A call may be changed until a lead is faced; after four passes, until the hands are back."),
)
MISLED = WhichSeat(
    "misled",
    "21B1(a)",
    gettext_noop("Which opponent [explainer:of] has made a call on the wrong information?"),
    among=Among(
        terms.opponents,
        (EXPLAINER,),
        gettext_noop("Only an opponent was misinformed: this is the player who explained, or his partner."),
    ),
)
CALLED_ON_IT = YesNo(
    "misled_called",
    "21B1(a)",
    gettext_noop("Has an opponent [explainer:of] made a call on the wrong information?"),
    leads_on=YES,
    taken=gettext_noop("An opponent [explainer:of] has called on the wrong information."),
    given=Given(lambda _misled: True, MISLED),
)


def partner_called_since(table: Table, misled: Seat) -> bool | None:
    """Has the partner called since that player's last standing call? None while no such call is known."""
    at = _last_call(table, misled)
    if table.auction is None or at is None:
        return None
    return any(made.seat is misled.partner and made.stands for made in table.auction.calls[at + 1 :])


def last_call_of(table: Table, misled: Seat) -> str | None:
    """Return that player's last call that stands."""
    at = _last_call(table, misled)
    return None if table.auction is None or at is None else table.auction.calls[at].call


def _last_call(table: Table, seat: Seat) -> int | None:
    calls = table.auction.calls if table.auction else ()
    return next((at for at in reversed(range(len(calls))) if calls[at].seat is seat and calls[at].stands), None)


PARTNER_CALLED = YesNo(
    "partner_called",
    "21B1(a)",
    gettext_noop("Has the partner [misled:of] called since?"),
    leads_on=NO,
    taken=gettext_noop("The partner [misled:of] has not called since."),
    why=gettext_noop("Only the last call of that side may be changed."),
    seen=Seen(partner_called_since, MISLED),
)
INFLUENCED = YesNo(
    "influenced",
    "21B1(a)",
    gettext_noop("Could the last call [misled:of] well have been influenced by the wrong information?"),
    say=gettext_noop(
        "[misled:to], away from the table: *“This is what they play: … Had you known it, would your last call have "
        "been another one?”*"
    ),
    why=gettext_noop("Speak to him away from the table; the right information first, then his answer."),
)


class Change(Choice):
    KEEP = Option("keep", gettext_noop("You keep your call"), entails=gettext_noop("The auction stands as it is."))
    CHANGE = Option(
        "change",
        gettext_noop("You change your call"),
        entails=gettext_noop(
            "The call taken back may be used by your side, not by your opponents; [misled_lho] may then change every "
            "call made after it."
        ),
        law="21B2",
    )


CHANGE = ChooseOne(
    "changes_call", "21B1(a)", gettext_noop("[misled], do you change your last call?"), Change, chooser="misled"
)
CALL = WhichCall(
    "call", "21B1(a)", gettext_noop("Which call does [misled] take back?"), seen=Seen(last_call_of, MISLED)
)
NEW_CALL = WhichCall("replacement", "21B1(a)", gettext_noop("Which call does [misled] make in its place?"))
WOULD_HAVE = Words(
    "would_have",
    "21B3",
    gettext_noop("With the true agreement before them, what would the opponents [explainer:of] have done?"),
    why=gettext_noop(
        "They are entitled to know the agreement, not the hand. With no agreement, to know that there is none."
    ),
)
GAINED = YesNo(
    "side_gained",
    "21B3",
    gettext_noop("Has the side [explainer:of] gained by the wrong information?"),
)


# Words and effects


OWN_MISTAKE = gettext_noop("He acted on his own misunderstanding: nothing is rectified, the result stands.")
NO_MISINFORMATION = gettext_noop("The opponents were told the agreement: there is no infraction, the result stands.")
TOO_LATE = gettext_noop("It is too late to change a call. The right information is given, and play goes on.")
NOBODY_HAS_CALLED = gettext_noop(
    "No opponent has called on it: there is no call to change. The right information is given, and the auction goes on."
)
PARTNER_HAS_CALLED = gettext_noop("His partner has called since: no call is changed. The auction goes on.")
NOT_INFLUENCED = gettext_noop("The call stands. The right information is given, and the auction goes on.")
CALL_STAYS = gettext_noop("[misled] keeps the call. The auction stands.")
CALL_CHANGED = gettext_noop(
    "[misled] changes the last call, without rectification. The auction goes on from there; a lead made face down goes "
    "back to the hand."
)

NOTHING_TO_SAY = effect.Note(
    law="75C",
    text=gettext_noop("A player may depart from his system: nothing has to be said about it, now or later."),
)
AS_IF_NONE = effect.Note(
    law="75D3",
    text=gettext_noop("To describe an agreement that does not exist is misinformation: the truth was “no agreement”."),
)
PRACTICE_WAS_TOLD = gettext_noop(
    "The opponents were told what is played, and did not go by the card: the result stands."
)
CARD_MISLED = effect.Note(
    law="21B1", text=gettext_noop("A system card that says something else than what is played misinforms who reads it.")
)
CARD_PUT_RIGHT = effect.Note(
    law="40B2(a)", text=gettext_noop("The pair puts its system card right before the next board.")
)
PENALTY_FOR_CARD = effect.PenaltyPossible(
    law="90", text=gettext_noop("A procedural penalty is possible for the system card; a warning is usual.")
)
PRESUMED = effect.Note(
    law="21B1(b)", text=gettext_noop("Without evidence to the contrary, the explanation is presumed to be mistaken.")
)
TRUE_AGREEMENT = effect.Note(
    law="75B", text=gettext_noop("Give the opponents the true agreement; the hand itself is none of their business.")
)
ALERT_COUNTS = effect.Note(
    law="21B1(a)", text=gettext_noop("An alert that the regulations ask for, not made in time, is misinformation.")
)
FROM_PARTNER = Send(
    law="16B1",
    to="16B",
    hands=("informant=[explainer]", "event=explanation"),
    text=gettext_noop("See also whether [explained] has used what the explanation told him."),
)
FROM_ALERT = replace(
    FROM_PARTNER, text=gettext_noop("See also whether [explained] has used what the missing alert told him.")
)
CARD_PLAYED = Send(
    law="47E2(a)",
    to="47",
    hands=("ground=explanation", "offender=[explainer]"),
    text=gettext_noop("If a card has just been played on the wrong explanation, rule on it first."),
)
TAKEN_BACK = effect.Cancel(
    law="21B1(a)",
    what="call",
    player="misled",
    text=gettext_noop("[misled] takes back the last call and makes another; no rectification."),
)
ITS_PLACE = effect.Accept(law="21B1(a)", what="replacement", player="misled")
HIS_PARTNERS_CALL = effect.Note(
    law="21B1(a)",
    text=gettext_noop(
        "If his partner too has called on the wrong information, that call may be changed: it is the last one of their "
        "side. Answer again for him."
    ),
)
LATER_CALLS = effect.Note(
    law="21B2",
    text=gettext_noop("If [misled_lho] has called after it, he may change that call too; only because [misled] has."),
)
KNOWN_FROM_IT = effect.Info(
    law="16C",
    source="call",
    ui_for=("offending_side",),
    ai_for=("non_offending_side",),
    text=gettext_noop(
        "What has been taken back, by either side, is authorised information for [non_offending_side], unauthorised "
        "for [offending_side]."
    ),
)
READING_26B = effect.Note(
    law="21B2",
    text=gettext_noop(
        "Reading followed: a call that the other side then changes is a call withdrawn; Law 26B may bind its lead."
    ),
)
DAMAGE_LATER = effect.Duty(
    "21B3", effect.When.END_OF_PLAY, gettext_noop("Wrong information [explainer:of]: has his side gained by it?")
)
