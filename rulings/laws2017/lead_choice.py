"""Declarer's choice before a lead by the partner of a penalty card's owner (50D2), shared by Laws 24, 50, 54 and 56.

Each answer has its effects and duties: `required()`, `forbidden()`, `left_free(law)`; `leaders_own_card(...)` when the
player on lead has a penalty card himself; `over_cards_there(...)` when other penalty cards lay there already.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from rulings.engine.names import Player
from rulings.engine.questions import Choice, ChooseOne, Given, Option, Seen, WhichCard, WhichSeat, YesNo
from rulings.engine.ruling import Duty, Info, LeadRestriction, MustPlay, Note, Presence, Ruling, Send, When, Withdraw
from rulings.engine.text import gettext_noop
from rulings.laws2017.on_the_table import either_was_bound, lead_was_bound
from rulings.laws2017.penalty_cards import (
    CARD,
    HELPED_BY_PENALTY_CARD,
    LOOK_AT_THE_END,
    PENALTY_CARD_DUTIES,
    STAY,
    WHILE_IT_LIES,
    penalty_card,
    penalty_card_duty,
)
from rulings.laws2017.terms import Effects, Outcome, same_suit, stay_for_the_lead

# Words that a law may replace by its own


TAKEN_BACK = gettext_noop("[owner] takes [card:the] back: it is no longer a penalty card.")
MUST_LEAD = gettext_noop(
    "[owner_partner] must lead [card:suit], this time only. Without a card of that suit, he leads what he likes."
)
MUST_LEAD_OVER_TWO = gettext_noop("[owner_partner] must lead [card:suit], this time only.")
MAY_NOT_LEAD = gettext_noop(
    "[owner_partner] may not lead [card:suit], now or as long as he keeps the lead. With nothing else in his hand, he "
    "leads what he likes."
)
FREE_TO_LEAD = gettext_noop("[owner_partner] leads what he likes, [card:suit] included.")
LEADER_CARD_DUTY = penalty_card_duty(
    owner="owner_partner",
    card="leader_card",
    text=gettext_noop(
        "Major penalty card, in front [owner_partner:of] ([leader_card]): to be played at the first "
        "legal opportunity. Each time [owner] is about to lead, [declarer] first chooses: require the "
        "suit, forbid it, or leave the lead free."
    ),
)


# The answers of declarer


def required(*, taken_back: str = TAKEN_BACK, must_lead: str = MUST_LEAD) -> Outcome:
    """Require the suit: the card goes back, the lead is bound this once (50D2(a), 59)."""
    return (
        *picked_up(taken_back),
        LeadRestriction(law="50D2(a)", player="owner_partner", require="card:suit", lasts="this_lead", text=must_lead),
        stay_for_the_lead("50D2(a)"),
    ), ()


def forbidden(*, taken_back: str = TAKEN_BACK, may_not_lead: str = MAY_NOT_LEAD) -> Outcome:
    """Forbid the suit: the card goes back, and the suit is barred while the player keeps the lead."""
    return (
        *picked_up(taken_back),
        LeadRestriction(
            law="50D2(a)", player="owner_partner", forbid="card:suit", lasts="while_retains_lead", text=may_not_lead
        ),
        Presence(
            law="50D2(a)",
            do="STAY",
            until="lead_lost",
            text=gettext_noop("Stay as long as [owner_partner] keeps the lead."),
        ),
    ), (Duty("50D2(a)", When.LEAD_LOST, STILL_FORBIDDEN),)


def left_free(law: str, *, free: str = FREE_TO_LEAD, bound: bool = False) -> Outcome:
    """Leave the lead free now: the card becomes a penalty card, and the choice comes back (50D2(b)).

    *bound*: the player on lead is still not free, because he has a penalty card himself.
    """
    lead = () if bound else leads_freely(free)
    return (penalty_card(law), *lead, *WHILE_IT_LIES), PENALTY_CARD_DUTIES


def leads_freely(free: str = FREE_TO_LEAD) -> Effects:
    return (MustPlay(law="50D2(b)", player="owner_partner", card="any_card", when="now", text=free),)


def what_he_may_lead(choice: LeadChoice, *, own: Literal["led", "stays", ""], barred: bool, minor: bool) -> Effects:
    """Build the sentence on the cards that the player on lead may lead after declarer's *choice* over his partner's
    cards.

    No other function builds this sentence. *own* is the fate of his own major penalty cards: one must be led (50D1(a)),
    they stay (50D1(b)), or he has none. *barred*: he has kept the lead, and a suit is still forbidden to him (50D2(a),
    26B). *minor*: he has a minor penalty card (50C).
    """
    effects: Effects = ()
    if own == "stays" and choice is not LeadChoice.REQUIRE:
        effects += (OWN_STAYS[LeadChoice.FORBID],)
    elif own == "stays":
        effects += (OWN_STAYS[LeadChoice.REQUIRE], OWES_HIS_OWN)
    if choice is LeadChoice.FREE and own != "led":
        effects += leads_freely(FREE_WITHIN if barred or minor or own else FREE_TO_LEAD)
    if choice is LeadChoice.REQUIRE and (barred or minor) and not own:
        effects += (VOID_WITHIN,)
    effects += (MINOR_OF_HIS_OWN,) if minor else ()
    if barred:
        effects += (STILL_BARRED_OTHERWISE if choice is LeadChoice.REQUIRE else STILL_BARRED,)
    return effects


def picked_up(taken_back: str = TAKEN_BACK) -> Effects:
    """Give the card back to its owner; his partner may not use it (50E2)."""
    return (
        Withdraw(law="50D2(a)", player="owner", card="card", to="hand", text=taken_back),
        Info(law="50E2", source="card", ui_for=("owner_partner",), ai_for=("declarer",), text=SEEN_BY_PARTNER),
    )


def leaders_own_card(choice: str, in_suit: bool, *, new: bool) -> Outcome:
    """Build the effects on the leader's own card under declarer's *choice* ("require", "forbid", "free").

    *new*: it became penalised just now, so that its duty begins here if it stays on the table.
    """
    if choice == "free" or (choice == "require") is in_suit:
        lead = MustPlay(law="50D1(a)", player="owner_partner", card="leader_card", when="now", text=LEADS_IT)
        return (lead, HOW_PENALISED), ()
    text, note = (WAITS, (OWES_HIS_OWN,)) if choice == "require" else (BARRED, ())
    if new:
        effects, duties = leader_card_stays("50D1(b)", text)
        return (*effects, *note), duties
    later = MustPlay(
        law="50D1(b)", player="owner_partner", card="leader_card", when="first_legal_opportunity", text=text
    )
    return (later, *note), ()


def leader_card_stays(law: str, text: str, *, duty: Duty = LEADER_CARD_DUTY) -> Outcome:
    """Penalise the leader's own card, which stays on the table."""
    card = penalty_card(law, player="owner_partner", card="leader_card", text=text)
    return (card, LEADER_CARD_LIES, STAY, LOOK_AT_THE_END), (duty, HELPED_BY_PENALTY_CARD)


def over_cards_there(law: str, leader: Player, *, led: bool = False) -> Ruling:
    """Refuse a lead out of turn while other penalty cards lie there; `50-table` rules on the right player's lead.
    *led*: he has faced a card too, before the choice."""
    lead = Send(
        law="50D2",
        to="50-table",
        hands=("now=lead", f"on_lead=[{leader}]", "declarer"),
        text=gettext_noop("Before the lead, rule on all that bears on it: penalty cards, a forbidden suit."),
    )
    effects: Effects = (penalty_card(law), ALL_MAJOR, *WHILE_IT_LIES)
    if not led:
        return Ruling(law, BESIDE_THE_OTHERS, (*effects, lead), PENALTY_CARD_DUTIES)
    own, duties = leader_card_stays("60C", STAYS_TOO)
    both = (*effects, *(effect for effect in own if effect not in effects), lead)
    return Ruling(law, BESIDE_THE_OTHERS, both, tuple(dict.fromkeys((*PENALTY_CARD_DUTIES, *duties))))


# Questions


class LeadChoice(Choice):
    REQUIRE = Option(
        "require",
        gettext_noop("You *require* a lead in [card:suit]"),
        entails=gettext_noop(
            "[owner] takes his card back: it is no longer a penalty card. [owner_partner] must lead [card:suit], *this "
            "time only*; without a card of that suit, he leads what he likes."
        ),
        law="50D2(a)",
    )
    FORBID = Option(
        "forbid",
        gettext_noop("You *forbid* a lead in [card:suit]"),
        entails=gettext_noop(
            "[owner] takes his card back: it is no longer a penalty card. [owner_partner] may not lead [card:suit] *as "
            "long as he keeps the lead*."
        ),
        law="50D2(a)",
    )
    FREE = Option(
        "free",
        gettext_noop("You leave the lead *free*"),
        entails=gettext_noop(
            "[owner_partner] leads what he likes. [card:the] stays on the table as a major penalty card, to "
            "be played at the first legal opportunity. The same choice comes back before each lead "
            "[owner_partner:of]."
        ),
        law="50D2(b)",
    )


LEADER_CARD = WhichCard(
    "leader_card", "50D1(a)", gettext_noop("Which card has [owner_partner] on the table?"), hand="owner_partner"
)


LEADER_CARD_IN_SUIT = YesNo(
    "leader_card_in_suit",
    "50D1(b)",
    gettext_noop("Are the two cards of the same suit ([card], [leader_card])?"),
    given=Given(same_suit, CARD, LEADER_CARD),
)


class OverCards(Choice):
    ACCEPT = Option(
        "accept",
        gettext_noop("You accept the card led"),
        entails=gettext_noop("It stands. No rectification."),
        law="53A",
    )
    REFUSE = Option(
        "refuse",
        gettext_noop("You refuse it"),
        entails=gettext_noop(
            "It is a major penalty card. Before the lead you choose over all the penalty cards [offender:of]: "
            "require a suit or forbid it, and they go back, or leave the lead free. The player on lead may have to "
            "lead a penalty card of his own, and a suit forbidden to him stays forbidden."
        ),
        law="50D2",
    )


OVER_CARDS = ChooseOne(
    "over_cards",
    "50D2",
    gettext_noop(
        "[declarer], [offender] has led [card:the] out of turn, and something bears on the lead already: penalty "
        "cards, or a forbidden suit."
    ),
    OverCards,
    chooser="declarer",
)


def besides(offender: WhichSeat, card: WhichCard) -> YesNo:
    """Build the question whether something restricted this lead already; it is not asked: the answer is "no" unless the
    table shows otherwise."""
    return YesNo(
        "besides",
        "50D2",
        gettext_noop("Was this lead bound already: a penalty card of the defenders, a forbidden suit?"),
        seen=Seen(lead_was_bound, offender, card),
        assumed="no",
    )


def besides_both(offender: WhichSeat, card: WhichCard) -> YesNo:
    """Build the same question for a leader who has faced a card too; it then includes his own penalty cards."""
    return replace(besides(offender, card), id="besides_both", seen=Seen(either_was_bound, offender))


# Words and effects


STILL_FORBIDDEN = gettext_noop("[owner_partner] may not lead [card:suit] as long as he keeps the lead.")


SEEN_BY_PARTNER = gettext_noop("[owner_partner] may not use what he has seen of [card:the]; [declarer] may.")


COMES_BACK = Note(
    law="50D2(b)",
    text=gettext_noop("The choice comes back before the next lead [owner_partner:of], even if he keeps the lead."),
)


LEADS_IT = gettext_noop("[owner_partner] must lead the card that lies in front of him ([leader_card]).")


HOW_PENALISED = Info(
    law="50E3",
    source="leader_card",
    ui_for=("owner",),
    ai_for=("declarer",),
    text=gettext_noop("Once [leader_card:the] is played, how it came to be on the table is unauthorised for [owner]."),
)


WAITS = gettext_noop(
    "The card [owner_partner:of] ([leader_card]) stays on the table as a major penalty card; he "
    "leads it only if he has no card of the suit required."
)


BARRED = gettext_noop(
    "The card [owner_partner:of] ([leader_card]) stays on the table as a major penalty card; he may "
    "not lead it as long as he keeps the lead."
)


STAYS_TOO = gettext_noop("[leader_card:the] stays face up on the table too, in front [partner:of]: major penalty card.")


LEADER_CARD_LIES = Info(
    law="50E",
    source="leader_card",
    ai_for=("owner", "declarer"),
    text=gettext_noop(
        "While [leader_card:the] lies on the table, everybody may know of it. Once picked up, knowing it is "
        "unauthorised for [owner]; once played, how it became penalised is."
    ),
)


RIGHT_LOST = gettext_noop("Declarer’s side has played to the lead: it stands, and the choice before it is lost.")


BESIDE_THE_OTHERS = gettext_noop("Refused: the card led ([card]) is a major penalty card, with all that lies there.")


ALL_MAJOR = Note(law="50B", text=gettext_noop("All the penalty cards of a player who has several are major."))
OWES_HIS_OWN = Note(
    law="50D1(a)",
    text=gettext_noop("Reading followed: freed from the rectification, he still owes his own penalty card."),
)
STILL_BARRED = Note(
    law="50D2(a)",
    text=gettext_noop(
        "[on_lead] has kept the lead: he still may not lead a suit forbidden to him. With nothing else in his hand, he "
        "leads what he likes."
    ),
)
STILL_BARRED_OTHERWISE = replace(
    STILL_BARRED,
    text=gettext_noop(
        "[on_lead] has kept the lead: without a card of the suit required, he still may not lead another suit "
        "forbidden to him."
    ),
)
MINOR_OF_HIS_OWN = Note(
    law="50C",
    text=gettext_noop("In the suit of a minor penalty card of his own, he leads no other card below the 10 before it."),
)
OWN_STAYS: dict[LeadChoice, Note] = {
    LeadChoice.REQUIRE: Note(
        law="50D1(b)",
        text=gettext_noop(
            "His own penalty cards stay on the table; he leads one only if he has no card of the suit required."
        ),
    ),
    LeadChoice.FORBID: Note(
        law="50D1(b)",
        text=gettext_noop(
            "His own penalty cards stay on the table; he may not lead them as long as he keeps the lead."
        ),
    ),
}
FREE_WITHIN = gettext_noop("[owner_partner] leads what he likes, within what follows.")
VOID_WITHIN = Note(
    law="59",
    text=gettext_noop("Without a card of the suit required, [owner_partner] leads what he likes, within what follows."),
)
