"""Law 56 - Defender's lead out of turn.

Text:   WBF, Laws of Duplicate Bridge 2017, Laws 53 and 56; FFB, Code 2017, Lois 53 et 56.
Before: Law 47E1, was he told by an opponent? Law 54 for the opening lead.
Sends:  50 the penalty card that a refusal leaves: its choice is made here when it is his partner's lead (50D2).
Rows:   LAWS.md 6.5, 53.R1 to 53.R3, 53.R5, 53.R6, 53.R8, 53.R9, 53.R13.
"""

from typing import assert_never

from rulings.bridge import Card, Seat
from rulings.inquiry import Ask, Law
from rulings.laws2017.law_49_exposure_of_a_defenders_cards import (
    PENALTY_CARD_DUTIES,
    WHILE_IT_LIES,
    Effects,
    Outcome,
    penalty_card,
)
from rulings.laws2017.law_50_disposition_of_a_penalty_card import (
    HOW_PENALISED,
    LEADER_CARD,
    LEADER_CARD_IN_SUIT,
    MUST_LEAD_OVER_TWO,
    forbidden,
    leader_card_stays,
    leaders_own_card,
    left_free,
    required,
)
from rulings.laws2017.law_53_lead_out_of_turn_accepted import (
    ACCEPTED_BY_PLAYING,
    CARD,
    DECLARER,
    FIRST_QUESTIONS,
    LAST_TRICK,
    LEADER,
    LEAVE,
    OFFENDER,
    STANDS,
    TOLD,
    Meant,
    accept,
    in_turn,
    last_trick,
    proper_lead_stands,
    right_hand_leads,
    told_by_an_opponent,
)
from rulings.questions import Choice, ChooseOne, Given, YesNo
from rulings.ruling import MustPlay, Presence, Ruling
from rulings.text import gettext_noop


class Turn(Choice):
    PARTNER = "partner", gettext_noop("His partner"), "", "50D2"
    DECLARING_SIDE = "declaring_side", gettext_noop("Declarer or dummy"), "", "56B"
    OWN = "own", gettext_noop("He himself: it was in turn"), "", "53A"


def turn(offender: Seat, leader: Seat) -> Turn:
    if leader == offender:
        return Turn.OWN
    return Turn.PARTNER if leader == offender.partner else Turn.DECLARING_SIDE


TURN = ChooseOne(
    "turn_over_defender",
    "56B",
    gettext_noop("Who should have led instead of the defender?"),
    Turn,
    given=Given(turn, OFFENDER, LEADER, ask=True),
)


class Since(Choice):
    TOLD = "told", gettext_noop("Declarer or dummy had told him or shown him that it was his lead"), "", "47E1"
    LAST = "last_trick", gettext_noop("It is the last trick"), "", "53A"
    ACCEPTED = "accepted", gettext_noop("[declarer] has said that he accepts the card led"), "", "53A"
    PLAYED = "played", gettext_noop("A card has been played since from declarer’s hand or from dummy"), "", "53A"
    PARTNER = "partner", gettext_noop("[partner] has since led or played too"), "", "60C"
    SEVERAL = "several", gettext_noop("Several of these")
    NOTHING = "nothing", gettext_noop("None of these"), "", "56B"


SINCE = ChooseOne(
    "since_defenders_lead",
    "53",
    gettext_noop("[offender] has led [card:the] when it was not his turn. Is one of these true?"),
    Since,
    why=FIRST_QUESTIONS,
)
ACCEPTED = YesNo("accepted", "53A", gettext_noop("Has [declarer] said that he accepts the card led?"))
PLAYED = YesNo("played", "53A", gettext_noop("Has a card been played since from declarer’s hand or from dummy?"))
MEANT = ChooseOne(
    "declarer_meant",
    "53B",
    gettext_noop("[declarer], how did you mean the card that you played?"),
    Meant,
    why=gettext_noop(
        "From the hand next after the lead, it may follow it; from the hand that was on lead, it may be a lead. If one "
        "hand is both, ask him."
    ),
)
PARTNER_PLAYED = YesNo("partner_played", "60C", gettext_noop("Has [partner] since led or played too?"))


def same_suit(one: Card, other: Card) -> bool:
    return one.suit == other.suit


CARDS_IN_SUIT = LEADER_CARD_IN_SUIT.answered_by(Given(same_suit, CARD, LEADER_CARD))
PARTNER_FOLLOWS = YesNo(
    "partner_follows",
    "44C",
    gettext_noop("When his turn to play comes, has [partner] a card in [card:suit]?"),
    why=gettext_noop("Following suit comes first. Only without a card of the suit may he play the one on the table."),
)


# A, B. Declarer chooses


class AtDeclarersTurn(Choice):
    ACCEPT = (
        "accept",
        gettext_noop("Accept the card led"),
        gettext_noop("It stands, and [after_lead] plays next. No rectification."),
        "56A",
    )
    REFUSE = (
        "refuse",
        gettext_noop("Refuse it"),
        gettext_noop(
            "It stays on the table as a penalty card. You lead from the proper hand, any card. Each time that "
            "[partner] is about to lead while it is there, you choose: require the suit, forbid it, or leave the lead "
            "free."
        ),
        "56B",
    )


class AtDeclarersTurnOverTwo(Choice):
    ACCEPT = (
        "accept",
        gettext_noop("Accept the card led"),
        gettext_noop(
            "It stands, and [after_lead] plays next. [partner] then plays [leader_card:the] if that is legal; if not, "
            "it is a penalty card."
        ),
        "56A",
    )
    REFUSE = (
        "refuse",
        gettext_noop("Refuse it"),
        gettext_noop(
            "Both cards stay on the table as penalty cards. You lead from the proper hand, any card. Each time that a "
            "defender is about to lead while the card of the other one is there, you choose: require its suit, forbid "
            "it, or leave the lead free."
        ),
        "56B",
    )


class AtPartnersTurn(Choice):
    ACCEPT = (
        "accept",
        gettext_noop("Accept the card led"),
        gettext_noop("It stands, and [after_lead] plays next. No rectification."),
        "56A",
    )
    REQUIRE = (
        "require",
        gettext_noop("Refuse it and require [card:suit]"),
        gettext_noop(
            "[offender] takes his card back. [partner] must lead [card:suit], this time only; without a card of that "
            "suit, he leads what he likes."
        ),
        "50D2(a)",
    )
    FORBID = (
        "forbid",
        gettext_noop("Refuse it and forbid [card:suit]"),
        gettext_noop(
            "[offender] takes his card back. [partner] may not lead [card:suit] as long as he keeps the lead."
        ),
        "50D2(a)",
    )
    FREE = (
        "free",
        gettext_noop("Refuse it and leave the lead free"),
        gettext_noop(
            "[partner] leads what he likes. [card:the] stays on the table as a penalty card, to be played at the first "
            "legal opportunity; before each lead [partner:of], the same choice comes back: require the suit, forbid "
            "it, or leave the lead free."
        ),
        "50D2(b)",
    )


class AtPartnersTurnOverTwo(Choice):
    """The same options when the partner has led too."""

    ACCEPT = (
        "accept",
        gettext_noop("Accept the card led"),
        gettext_noop(
            "It stands, and [after_lead] plays next. [partner] then plays [leader_card:the] if that is legal; if not, "
            "it is a penalty card."
        ),
        "56A",
    )
    REQUIRE = (
        "require",
        gettext_noop("Refuse it and require [card:suit]"),
        gettext_noop(
            "[offender] takes his card back. [partner] must lead [card:suit], this time only. He leads "
            "[leader_card:the] if it is of that suit, or if he has no card of that suit; otherwise it stays on the "
            "table as a penalty card."
        ),
        "50D2(a)",
    )
    FORBID = (
        "forbid",
        gettext_noop("Refuse it and forbid [card:suit]"),
        gettext_noop(
            "[offender] takes his card back. [partner] may not lead [card:suit] as long as he keeps the lead. He must "
            "lead [leader_card:the] unless it is of that suit; then it stays on the table as a penalty card."
        ),
        "50D2(a)",
    )
    FREE = (
        "free",
        gettext_noop("Refuse it and leave the lead free"),
        gettext_noop(
            "[card:the] stays on the table as a penalty card, and [partner] must lead [leader_card:the]. Before each "
            "later lead [partner:of] comes the choice: require the suit, forbid it, or leave the lead free."
        ),
        "50D2(b)",
    )


NOT_HIS_TURN = gettext_noop("[declarer], [offender] has led [card:the] when it was not his turn. You may:")
BOTH_HAVE = gettext_noop("[declarer], [offender] has led [card:the] out of turn, and [partner] has put a card too.")
AT_PARTNERS_TURN = ChooseOne("at_partners_turn", "56A", NOT_HIS_TURN, AtPartnersTurn, chooser="declarer")
AT_PARTNERS_TURN_OVER_TWO = ChooseOne(
    "at_partners_turn_over_two", "56A", BOTH_HAVE, AtPartnersTurnOverTwo, chooser="declarer"
)
AT_DECLARERS_TURN = ChooseOne("at_declarers_turn", "56A", NOT_HIS_TURN, AtDeclarersTurn, chooser="declarer")
AT_DECLARERS_TURN_OVER_TWO = ChooseOne(
    "at_declarers_turn_over_two", "56A", BOTH_HAVE, AtDeclarersTurnOverTwo, chooser="declarer"
)

REFUSED = gettext_noop("Refused: [card:the] is a penalty card, and declarer’s side leads.")
BOTH_PENALISED = gettext_noop("Refused: both cards are penalty cards, and declarer’s side leads.")
MUST_LEAD = gettext_noop("Refused: [partner] must lead [card:suit].")
MAY_NOT_LEAD = gettext_noop("Refused: [partner] may not lead [card:suit].")
LEADS_FREELY = gettext_noop("Refused: [card:the] is a penalty card, and the lead is free.")
LEADS_HIS_OWN = gettext_noop("Refused: [card:the] is a penalty card, and [partner] leads [leader_card:the].")

DECLARER_LEADS = gettext_noop("[declarer] leads from the hand that was on lead, any card.")
HIS_TURN_COMES = gettext_noop("When his turn comes, [partner] must play [leader_card:the].")
FOLLOWS_INSTEAD = gettext_noop(
    "[partner] follows suit. [leader_card:the] stays face up on the table, in front [partner:of]: major penalty card."
)
STAYS_TOO = gettext_noop("[leader_card:the] stays face up on the table too, in front [partner:of]: major penalty card.")
UNTIL_PLAYED = Presence(
    law="57D", do="STAY", until="card_played", text=gettext_noop("Stay until [leader_card:the] is played.")
)


def defenders_lead(ask: Ask) -> Ruling:
    """A defender has led out of turn after the opening lead."""
    ask(OFFENDER)
    ask(DECLARER)
    place = ask(TURN)
    if place is Turn.OWN:
        return in_turn()
    ask(CARD)
    since = ask(SINCE)
    several = since is Since.SEVERAL
    if since is Since.LAST or (several and ask(LAST_TRICK)):
        return last_trick()
    if since is Since.TOLD or (several and ask(TOLD)):
        return told_by_an_opponent(by_defender=True)

    # 53A, 53B. Accepted by words; by playing to it, unless the card played was the proper lead
    in_words = since is Since.ACCEPTED or (several and ask(ACCEPTED))
    played = not in_words and (since is Since.PLAYED or (several and ask(PLAYED)))
    partner = since is Since.PARTNER or (several and ask(PARTNER_PLAYED))
    if played and place is Turn.DECLARING_SIDE and ask(MEANT) is Meant.OWN_LEAD:
        return proper_lead_stands(by_defender=True)
    if partner:
        ask(LEADER_CARD)
    if in_words or played:
        return accepted(ask, "53A", (ACCEPTED_BY_PLAYING,) if played else (), played=played, partner=partner)

    # A, B. Declarer chooses
    if place is Turn.DECLARING_SIDE:
        return at_declarers_turn(ask, partner)
    return at_partners_turn(ask, partner)


def accepted(ask: Ask, law: str, more: Effects = (), *, played: bool = False, partner: bool = False) -> Ruling:
    """The lead stands; a card that the partner has put is played at his turn if that is legal."""
    effects: Effects = (*accept(law, played=played), *more)
    if not partner:
        return Ruling(law, STANDS, (*effects, LEAVE))
    own, duties = partners_card(ask)
    return Ruling(law, STANDS, (*effects, *own), duties)


def partners_card(ask: Ask) -> Outcome:
    if ask(CARDS_IN_SUIT) or not ask(PARTNER_FOLLOWS):
        plays = MustPlay(
            law="57D", player="partner", card="leader_card", when="next_turn_if_legal", text=HIS_TURN_COMES
        )
        return (plays, HOW_PENALISED, UNTIL_PLAYED), ()
    return leader_card_stays("57D", FOLLOWS_INSTEAD)


def at_declarers_turn(ask: Ask, partner: bool) -> Ruling:
    """The right hand was declarer's or dummy's: a refused card stays as a penalty card, and 50D2 comes later."""
    if (
        AtDeclarersTurn[ask(AT_DECLARERS_TURN_OVER_TWO if partner else AT_DECLARERS_TURN).name]
        is AtDeclarersTurn.ACCEPT
    ):
        return accepted(ask, "56A", partner=partner)
    effects: Effects = (penalty_card("56B"), *right_hand_leads("56B", DECLARER_LEADS), *WHILE_IT_LIES)
    if not partner:
        return Ruling("56B", REFUSED, effects, PENALTY_CARD_DUTIES)
    own, duties = leader_card_stays("60C", STAYS_TOO)
    both = (*effects, *(one for one in own if one not in effects))
    return Ruling("56B", BOTH_PENALISED, both, tuple(dict.fromkeys((*PENALTY_CARD_DUTIES, *duties))))


def at_partners_turn(ask: Ask, partner: bool) -> Ruling:
    """The right hand was his partner's: declarer's choice of 50D2 is made at once."""
    choice = AtPartnersTurn[ask(AT_PARTNERS_TURN_OVER_TWO if partner else AT_PARTNERS_TURN).name]
    match choice:
        case AtPartnersTurn.ACCEPT:
            return accepted(ask, "56A", partner=partner)
        case AtPartnersTurn.REQUIRE:
            bound = required(must_lead=MUST_LEAD_OVER_TWO) if partner else required()
            law, text, (effects, duties) = "50D2(a)", MUST_LEAD, bound
        case AtPartnersTurn.FORBID:
            law, text, (effects, duties) = "50D2(a)", MAY_NOT_LEAD, forbidden()
        case AtPartnersTurn.FREE:
            text = LEADS_HIS_OWN if partner else LEADS_FREELY
            law, (effects, duties) = "56B", left_free("56B", bound=partner)
        case _:
            assert_never(choice)
    if partner:
        in_suit = choice is not AtPartnersTurn.FREE and ask(CARDS_IN_SUIT)
        own, own_duties = leaders_own_card(str(choice.value), in_suit, new=True)
        effects += tuple(one for one in own if one not in effects)
        duties = tuple(dict.fromkeys(duties + own_duties))
    return Ruling(law, text, effects, duties)


LAW = Law(
    "56",
    gettext_noop("A defender led out of turn during the play"),
    defenders_lead,
    finds=gettext_noop("defender, lead out of turn, not his turn, declarer accepts, partner on lead"),
)
