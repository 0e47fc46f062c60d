"""Law 53 - Lead out of turn accepted.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 53; FFB, Code 2017, Loi 53.
Before: Law 47E1, was he told by an opponent? Law 54 for the opening lead.
Sends:  55 a lead by declarer's side and 56 a lead by a defender: both take what they share from here; 57 for the card
        of the wrong defender (53C).
Rows:   LAWS.md 6.5, 53.R1, 53.R2, 53.R5, 53.R6; the others are ruled in Laws 55 and 56.

The seat of a lead of declarer's side is that of the hand it came from: [after_lead] and [before_lead] sit at its left
and at its right.
"""

from typing import assert_never

from rulings.bridge import Seat
from rulings.inquiry import Ask, Law
from rulings.laws2017.law_47_retraction_of_card_played import MAY_NOT_ACCEPT
from rulings.laws2017.law_49_exposure_of_a_defenders_cards import Effects
from rulings.questions import Choice, ChooseOne, Given, WhichCard, WhichSeat, YesNo
from rulings.ruling import Accept, Info, MustPlay, Note, Presence, Ruling, Withdraw
from rulings.text import gettext_noop

OFFENDER = WhichSeat("offender", "53", gettext_noop("From which hand did the lead out of turn come?"))
DECLARER = WhichSeat("declarer", "53", gettext_noop("Who is declarer?"))
LEADER = WhichSeat("leader", "53", gettext_noop("Whose turn was it to lead?"))
CARD = WhichCard("card", "53", gettext_noop("Which card was led?"), hand="offender")


class LedBy(Choice):
    DECLARING_SIDE = "declaring_side", gettext_noop("Declarer, from his hand or from dummy"), "", "55"
    DEFENDER = "defender", gettext_noop("A defender"), "", "56"


def led_by(offender: Seat, declarer: Seat) -> LedBy:
    return LedBy.DECLARING_SIDE if offender.side is declarer.side else LedBy.DEFENDER


LED_BY = ChooseOne(
    "led_by",
    "53",
    gettext_noop("Was it a lead by declarer or by a defender?"),
    LedBy,
    given=Given(led_by, OFFENDER, DECLARER, ask=True),
)
LAST_TRICK = YesNo("last_trick", "53A", gettext_noop("Is it the last trick?"))
TOLD = YesNo(
    "told",
    "47E1",
    gettext_noop("Had an opponent told the player, or shown him, that it was his turn?"),
    why=gettext_noop("A word such as “your lead”, or a gesture. What his own partner said does not count."),
)
FIRST_QUESTIONS = gettext_noop(
    "Ask all four players, and first whether anybody told him to lead. If two of these are true, answer “several”."
)


class Meant(Choice):
    FOLLOWED = "followed", gettext_noop("To follow the card led"), "", "53A"
    OWN_LEAD = "own_lead", gettext_noop("As a lead: it was his turn"), "", "53B"


IN_TURN = gettext_noop("The lead was in turn: play goes on.")
RETRACTED = gettext_noop("Last trick: the card goes back, and the proper hand leads.")
FREELY_BACK = gettext_noop("The card goes back without rectification. It may not be accepted.")
STANDS = gettext_noop("The lead out of turn stands as a correct lead.")
PROPER_STANDS = gettext_noop("The lead of the player whose turn it was stands. The card led out of turn goes back.")

CARD_BACK = gettext_noop("[card:the] goes back to the hand [offender:of].")
FROM_THAT_HAND = gettext_noop("The lead comes from the hand [leader:of]: any card.")
STAY_FOR_LEAD = gettext_noop("Stay until the lead is made.")
LEAVE = Presence(law="53A", do="LEAVE", text=gettext_noop("You may leave the table."))


def goes_back(law: str) -> Withdraw:
    return Withdraw(law=law, player="offender", card="card", to="hand", text=CARD_BACK)


def right_hand_leads(law: str, text: str = FROM_THAT_HAND) -> Effects:
    """The lead is made from the hand that should have led; the director sees it done."""
    return (
        MustPlay(law=law, player="leader", card="any card", when="now", text=text),
        Presence(law=law, do="STAY", until="lead_made", text=STAY_FOR_LEAD),
    )


def in_turn() -> Ruling:
    return Ruling("53A", IN_TURN)


def last_trick() -> Ruling:
    """Thirteenth trick: nobody may accept."""
    nothing = Info(
        law="16C",
        source="card",
        ai_for=("non_offending_side",),
        text=gettext_noop("Each player has one card left: what was seen changes nothing. No card is penalised."),
    )
    only = gettext_noop("The last card [leader:of] is led, and the others play theirs in turn.")
    return Ruling("53A", RETRACTED, (goes_back("53A"), *right_hand_leads("53A", only), nothing))


def told_by_an_opponent(by_defender: bool) -> Ruling:
    """Law 47E1: the opponents' own doing; their side may not use the card."""
    side, other = ("declaring_side", "defenders") if by_defender else ("defenders", "declaring_side")
    used = {
        True: gettext_noop("[card:the]: authorised information for [defenders], unauthorised for [declaring_side]."),
        False: gettext_noop("[card:the]: authorised information for [declaring_side], unauthorised for [defenders]."),
    }
    seen = Info(law="16C", source="card", ui_for=(side,), ai_for=(other,), text=used[by_defender])
    effects = (goes_back("47E1"), MAY_NOT_ACCEPT, *right_hand_leads("47E1"), seen)
    return Ruling("47E1", FREELY_BACK, effects)


# A. Accepted


def accept(law: str, *, played: bool) -> Effects:
    """The lead stands; *played*, the next hand has already played to it."""
    text = gettext_noop("[card:the] is the lead; [after_lead] plays next. It is not penalised.")
    if played:
        text = gettext_noop("[card:the] is the lead and the card played to it stays. The lead is not penalised.")
    return (Accept(law=law, what="card", text=text),)


ACCEPTED_BY_PLAYING = Note(
    law="60A1",
    text=gettext_noop("The next hand has played: nobody may have the lead taken back any more."),
)


# B. The proper lead, made after the lead out of turn


def proper_lead_stands(*, by_defender: bool) -> Ruling:
    """An opponent whose turn it was has led: his lead stands, and what was played to the other one goes back."""
    back = Withdraw(
        law="53B",
        player="offender",
        card="card",
        to="hand",
        text=gettext_noop("[card:the] goes back to the hand [offender:of], and so does any card played to it."),
    )
    if by_defender:
        seen = Info(
            law="16C",
            source="card",
            ui_for=("partner",),
            ai_for=("declaring_side",),
            text=gettext_noop(
                "No penalty card. What went back is authorised information for [declaring_side]; [partner] may not use "
                "it."
            ),
        )
    else:
        seen = Info(
            law="16C",
            source="card",
            ui_for=("declaring_side",),
            ai_for=("defenders",),
            text=gettext_noop("What went back is authorised information for [defenders]."),
        )
    stays = Accept(
        law="53B", what="proper lead", text=gettext_noop("The lead made in turn stays; [leader] has led to the trick.")
    )
    return Ruling("53B", PROPER_STANDS, (stays, back, seen, LEAVE))


def lead_out_of_turn(ask: Ask) -> Ruling:
    """A lead out of turn after the opening lead, whoever made it."""
    # Here and not above, because both laws take from this one what they share.
    from rulings.laws2017.law_55_declarers_lead_out_of_turn import declarers_lead
    from rulings.laws2017.law_56_defenders_lead_out_of_turn import defenders_lead

    match by := ask(LED_BY):
        case LedBy.DECLARING_SIDE:
            return declarers_lead(ask)
        case LedBy.DEFENDER:
            return defenders_lead(ask)
        case _:
            assert_never(by)


LAW = Law(
    "53",
    gettext_noop("Lead out of turn during the play"),
    lead_out_of_turn,
    tile="carte-trop-tot",
    finds=gettext_noop("lead out of turn, not his turn, wrong hand, led too soon, not on lead"),
)
