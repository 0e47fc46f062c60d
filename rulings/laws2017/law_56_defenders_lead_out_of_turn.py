"""Law 56 - Defender's lead out of turn.

Text:   WBF, Laws of Duplicate Bridge 2017, Laws 53 and 56; FFB, Code 2017, Lois 53 et 56.
Before: Law 47E1, was he told by an opponent? Law 54 for the opening lead.
Sends:  50 the penalty card that a refusal leaves; when the offender's partner has the lead, this law asks declarer's
        choice over the card itself (50D2).
Rows:   LAWS.md 6.5, 53.R1 to 53.R3, 53.R5, 53.R6, 53.R8, 53.R9, 53.R13.
"""

from dataclasses import replace
from typing import assert_never

from rulings.bridge import Seat
from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Given, Option, YesNo
from rulings.engine.ruling import Accept, MustPlay, Note, Presence, Ruling, Withdraw
from rulings.engine.text import gettext_noop
from rulings.laws2017 import lead_choice, out_of_turn, penalty_cards, terms


def defenders_lead(ask: Ask) -> Ruling:
    """Rule on a defender's lead out of turn after the opening lead."""
    ask(out_of_turn.OFFENDER)
    ask(terms.declarer_against(out_of_turn.OFFENDER))
    place = ask(TURN)
    if place is Turn.OWN:
        return out_of_turn.in_turn()
    ask(out_of_turn.CARD)
    ask(ITS_OWNER)
    happened = out_of_turn.since(ask, SINCE, Since.SEVERAL)
    if happened(Since.LAST, out_of_turn.LAST_TRICK):
        return out_of_turn.last_trick()
    if happened(Since.TOLD, out_of_turn.TOLD):
        return out_of_turn.told_by_an_opponent(ask, by_defender=True, several=ask(SINCE) is Since.SEVERAL)
    if happened(Since.KNOCKED, out_of_turn.KNOCKED):
        caused = out_of_turn.told_by_an_opponent(ask, by_defender=True, several=ask(SINCE) is Since.SEVERAL)
        return replace(caused, law="50", text=out_of_turn.NOT_LED)

    # 53A, 53B. Accepted by words; by playing to it, unless the card played was the proper lead
    in_words = happened(Since.ACCEPTED, ACCEPTED)
    played = not in_words and happened(Since.PLAYED, PLAYED)
    other_hand = not in_words and not played and happened(Since.OTHER_HAND, OTHER_HAND)
    partner = happened(Since.PARTNER, PARTNER_PLAYED)
    if (partner or ask(SINCE) is Since.PARTNER_LED) and happened(Since.PARTNER_LED, PARTNERS_LEAD_PLAYED_TO):
        return partners_lead_stands()
    meant = AFTER_MEANT if played else BEFORE_MEANT
    if (played or other_hand) and place is Turn.DECLARING_SIDE and ask(meant) is out_of_turn.Meant.OWN_LEAD:
        return out_of_turn.proper_lead_stands(ask, by_defender=True)
    if partner:
        ask(lead_choice.LEADER_CARD)
    if in_words or played:
        return accepted(
            ask, "53A", (out_of_turn.ACCEPTED_BY_PLAYING,) if played else (), played=played, partner=partner
        )

    # A, B. Declarer chooses; a card from his other hand accepts nothing, and its fate follows his choice (57C3, 47B)
    chosen = at_declarers_turn(ask, partner) if place is Turn.DECLARING_SIDE else at_partners_turn(ask, partner)
    return with_the_other_hand(chosen) if other_hand else chosen


LAW = Law(
    "56",
    gettext_noop("A defender led out of turn during the play"),
    defenders_lead,
    finds=gettext_noop("defender, lead out of turn, not his turn, declarer accepts, partner on lead"),
)


def with_the_other_hand(chosen: Ruling) -> Ruling:
    """Add the card from declarer's other hand: it stays if the lead does, or else goes back."""
    stands = any(isinstance(effect, Accept) for effect in chosen.rectifications)
    other: terms.Effects = (STAYS_TO_ITS_TURN,) if stands else (OTHER_HAND_BACK, OTHER_HAND_SEEN)
    return replace(chosen, rectifications=(*chosen.rectifications, *other))


def partners_lead_stands() -> Ruling:
    """Rule when declarer's side has played to the partner's own lead (60A1), so that neither lead can be chosen over
    any more; the first card stays on the table."""
    effects: terms.Effects = (
        PARTNERS_LEAD,
        penalty_cards.penalty_card("60A2"),
        *penalty_cards.WHILE_IT_LIES,
        lead_choice.COMES_BACK,
    )
    return Ruling("60A1", lead_choice.RIGHT_LOST, effects, penalty_cards.PENALTY_CARD_DUTIES)


def accepted(ask: Ask, law: str, more: terms.Effects = (), *, played: bool = False, partner: bool = False) -> Ruling:
    """Let the lead stand; a card that the partner has faced is played at his turn if that is legal."""
    effects: terms.Effects = (*out_of_turn.accept(law, played=played), *more)
    if not partner:
        return Ruling(law, out_of_turn.STANDS, (*effects, terms.leave_the_table(ask, "53A", played=out_of_turn.CARD)))
    own, duties = partners_card(ask)
    return Ruling(law, out_of_turn.STANDS, (*effects, *own), duties)


def partners_card(ask: Ask) -> terms.Outcome:
    if ask(CARDS_IN_SUIT) or not ask(PARTNER_FOLLOWS):
        plays = MustPlay(
            law="57D", player="partner", card="leader_card", when="next_turn_if_legal", text=HIS_TURN_COMES
        )
        return (plays, lead_choice.HOW_PENALISED, UNTIL_PLAYED), ()
    return lead_choice.leader_card_stays("57D", FOLLOWS_INSTEAD)


def at_declarers_turn(ask: Ask, partner: bool) -> Ruling:
    """Rule at declarer's or dummy's turn: a refused card stays as a penalty card, and 50D2 comes later."""
    choice = ask(AT_DECLARERS_TURN_OVER_TWO) if partner else ask(AT_DECLARERS_TURN)
    if choice in (AtDeclarersTurn.ACCEPT, AtDeclarersTurnOverTwo.ACCEPT):
        return accepted(ask, "56A", partner=partner)
    if choice is AtDeclarersTurnOverTwo.ACCEPT_SECOND:
        second = (
            penalty_cards.penalty_card("56B"),
            penalty_cards.TWO_ARE_MAJOR,
            SECOND_STANDS,
            *penalty_cards.WHILE_IT_LIES,
        )
        return Ruling("56A", SECOND_ACCEPTED, second, penalty_cards.PENALTY_CARD_DUTIES)
    effects: terms.Effects = (
        penalty_cards.penalty_card("56B"),
        *out_of_turn.right_hand_leads("56B", DECLARER_LEADS),
        *penalty_cards.WHILE_IT_LIES,
    )
    if not partner:
        return Ruling("56B", REFUSED, effects, penalty_cards.PENALTY_CARD_DUTIES)
    own, duties = lead_choice.leader_card_stays("60C", lead_choice.STAYS_TOO)
    both = (*effects, *(effect for effect in own if effect not in effects))
    return Ruling("56B", BOTH_PENALISED, both, tuple(dict.fromkeys((*penalty_cards.PENALTY_CARD_DUTIES, *duties))))


def at_partners_turn(ask: Ask, partner: bool) -> Ruling:
    """Rule at his partner's turn: declarer chooses by 50D2 at once, or over all restrictions of the lead together."""
    if ask(BESIDES_BOTH if partner else BESIDES):
        if ask(lead_choice.OVER_CARDS) is lead_choice.OverCards.ACCEPT:
            return accepted(ask, "56A", partner=partner)
        return lead_choice.over_cards_there("56B", "partner", led=partner)
    choice = AtPartnersTurn[ask(AT_PARTNERS_TURN_OVER_TWO if partner else AT_PARTNERS_TURN).name]
    match choice:
        case AtPartnersTurn.ACCEPT:
            return accepted(ask, "56A", partner=partner)
        case AtPartnersTurn.REQUIRE:
            bound = (
                lead_choice.required(must_lead=lead_choice.MUST_LEAD_OVER_TWO) if partner else lead_choice.required()
            )
            law, text, (effects, duties) = "50D2(a)", MUST_LEAD, bound
        case AtPartnersTurn.FORBID:
            law, text, (effects, duties) = "50D2(a)", MAY_NOT_LEAD, lead_choice.forbidden()
        case AtPartnersTurn.FREE:
            text = LEADS_HIS_OWN if partner else LEADS_FREELY
            law, (effects, duties) = "56B", lead_choice.left_free("56B", bound=partner)
        case _:
            assert_never(choice)
    if partner:
        in_suit = choice is not AtPartnersTurn.FREE and ask(CARDS_IN_SUIT)
        own, own_duties = lead_choice.leaders_own_card(str(choice.value), in_suit, new=True)
        effects += tuple(effect for effect in own if effect not in effects)
        duties = tuple(dict.fromkeys(duties + own_duties))
    return Ruling(law, text, effects, duties)


# Questions


ITS_OWNER = terms.owner_is(out_of_turn.OFFENDER)
BESIDES, BESIDES_BOTH = (
    lead_choice.besides(out_of_turn.OFFENDER, out_of_turn.CARD),
    lead_choice.besides_both(out_of_turn.OFFENDER, out_of_turn.CARD),
)


class Turn(Choice):
    PARTNER = Option("partner", gettext_noop("His partner"), law="50D2")
    DECLARING_SIDE = Option("declaring_side", gettext_noop("Declarer or dummy"), law="56B")
    OWN = Option("own", gettext_noop("He himself: it was in turn"), law="53A")


def turn(offender: Seat, leader: Seat) -> Turn:
    if leader == offender:
        return Turn.OWN
    return Turn.PARTNER if leader == offender.partner else Turn.DECLARING_SIDE


TURN = ChooseOne(
    "turn_over_defender",
    "56B",
    gettext_noop("Who should have led instead of the defender?"),
    Turn,
    given=Given(turn, out_of_turn.OFFENDER, out_of_turn.LEADER, ask=True),
)


class Since(Choice):
    TOLD = Option("told", gettext_noop("Declarer or dummy had told him or shown him that it was his lead"), law="47E1")
    KNOCKED = Option("knocked", out_of_turn.KNOCKED_OUT, law="50")
    LAST = Option("last_trick", gettext_noop("It is the last trick"), law="53A")
    ACCEPTED = Option("accepted", gettext_noop("[declarer] has said that he accepts the card led"), law="53A")
    PLAYED = Option("played", gettext_noop("[after_lead], next in turn after that lead, has played a card"), law="53A")
    OTHER_HAND = Option(
        "other_hand", gettext_noop("[before_lead] has played a card, and [after_lead] has not"), law="53A"
    )
    PARTNER = Option("partner", gettext_noop("[partner] has since led or played too"), law="60C")
    PARTNER_LED = Option(
        "partner_led",
        gettext_noop("[partner] has since led too, and declarer’s side has played a card to his lead"),
        law="60A1",
    )
    SEVERAL = Option("several", gettext_noop("Several of these"))
    NOTHING = Option("nothing", gettext_noop("None of these"), law="56B")


SINCE = ChooseOne(
    "since_defenders_lead",
    "53",
    gettext_noop("[offender] has led [card:the] when it was not his turn. Is one of these true?"),
    Since,
    boxes=(
        ("told", ("told",)),
        ("knocked", ("knocked",)),
        ("last_trick", ("last_trick",)),
        ("accepted", ("accepted",)),
        ("played", ("played",)),
        ("other_hand", ("other_hand",)),
        ("partner", ("partner_played",)),
        ("partner_led", ("partner_played", "partners_lead_played_to")),
    ),
    leads_on="nothing",
    taken=out_of_turn.ASKED_ALOUD,
    why=out_of_turn.FIRST_QUESTIONS,
)
ACCEPTED = YesNo("accepted", "53A", gettext_noop("Has [declarer] said that he accepts the card led?"))
PLAYED = YesNo("played", "53A", gettext_noop("Has [after_lead], next in turn after that lead, played a card?"))
OTHER_HAND = YesNo(
    "other_hand", "53A", gettext_noop("Has [before_lead] played a card, without waiting for [after_lead]?")
)
PARTNER_PLAYED = YesNo("partner_played", "60C", gettext_noop("Has [partner] since led or played too?"))
PARTNERS_LEAD_PLAYED_TO = YesNo(
    "partners_lead_played_to",
    "60A1",
    gettext_noop("Was it a lead, to which declarer’s side has played a card?"),
    assumed="no",
)
AFTER_MEANT = ChooseOne(
    "declarer_meant",
    "53B",
    gettext_noop("[declarer], how did you mean the card that you played?"),
    out_of_turn.Meant,
    given=Given(out_of_turn.after_could_only_follow, out_of_turn.OFFENDER, out_of_turn.LEADER),
    why=gettext_noop(
        "From the hand next after the lead, it may follow it; from the hand that was on lead, it may be a lead. If one "
        "hand is both, ask him."
    ),
)
BEFORE_MEANT = AFTER_MEANT.answered_by(
    Given(out_of_turn.before_could_only_follow, out_of_turn.OFFENDER, out_of_turn.LEADER)
)


CARDS_IN_SUIT = lead_choice.LEADER_CARD_IN_SUIT.answered_by(
    Given(terms.same_suit, out_of_turn.CARD, lead_choice.LEADER_CARD)
)
PARTNER_FOLLOWS = YesNo(
    "partner_follows",
    "44C",
    gettext_noop("When his turn to play comes, has [partner] a card in [card:suit]?"),
    why=gettext_noop("Following suit comes first. Only without a card of the suit may he play the one on the table."),
)


# A, B. Declarer chooses
LEAD_ACCEPTED = gettext_noop("The lead is accepted")
LEAD_REFUSED = gettext_noop("The lead is refused")


YOU_ACCEPT = Option(
    "accept",
    gettext_noop("You accept the card led"),
    entails=gettext_noop("It stands, and [after_lead] plays next. No rectification."),
    law="56A",
)
YOU_ACCEPT_OVER_TWO = Option(
    "accept",
    gettext_noop("You accept the card led"),
    entails=gettext_noop(
        "It stands, and [after_lead] plays next. [partner] then plays the card that he has put "
        "([leader_card]) if that is legal; if not, it is a major penalty card."
    ),
    law="56A",
)


class AtDeclarersTurn(Choice):
    ACCEPT = YOU_ACCEPT
    REFUSE = Option(
        "refuse",
        gettext_noop("You refuse it"),
        entails=gettext_noop(
            "It stays on the table as a major penalty card. You lead from the proper hand, any card. Each "
            "time that [partner] is about to lead while it is there, you choose: require the suit, forbid "
            "it, or leave the lead free."
        ),
        law="56B",
    )


class AtDeclarersTurnOverTwo(Choice):
    ACCEPT = YOU_ACCEPT_OVER_TWO
    ACCEPT_SECOND = Option(
        "accept_second",
        gettext_noop("You refuse it and accept the second"),
        entails=gettext_noop(
            "Only if the second card was a lead as well, not a card played to the first. It stands, and [before_lead] "
            "plays next. The first card is a major penalty card."
        ),
        law="56A",
    )
    REFUSE = Option(
        "refuse",
        gettext_noop("You refuse it"),
        entails=gettext_noop(
            "Both cards stay on the table as major penalty cards. You lead from the proper hand, any card. "
            "Each time that a defender is about to lead while the card of the other one is there, you "
            "choose: require its suit, forbid it, or leave the lead free."
        ),
        law="56B",
    )


BOTH_HAVE = gettext_noop(
    "[declarer], [offender] has led [card:the] out of turn, and [partner] has put a card too ([leader_card:the])."
)
AT_DECLARERS_TURN_OVER_TWO = ChooseOne(
    "at_declarers_turn_over_two", "56A", BOTH_HAVE, AtDeclarersTurnOverTwo, chooser="declarer"
)
NOT_HIS_TURN = gettext_noop("[declarer], [offender] has led [card:the] when it was not his turn. You may:")
AT_DECLARERS_TURN = ChooseOne("at_declarers_turn", "56A", NOT_HIS_TURN, AtDeclarersTurn, chooser="declarer")


class AtPartnersTurn(Choice):
    ACCEPT = replace(YOU_ACCEPT, group=LEAD_ACCEPTED)
    REQUIRE = Option(
        "require",
        gettext_noop("You refuse it and *require* [card:suit]"),
        entails=gettext_noop(
            "[offender] takes his card back. [partner] must lead [card:suit], *this time only*; without a card of that "
            "suit, he leads what he likes."
        ),
        law="50D2(a)",
        group=LEAD_REFUSED,
    )
    FORBID = Option(
        "forbid",
        gettext_noop("You refuse it and *forbid* [card:suit]"),
        entails=gettext_noop(
            "[offender] takes his card back. [partner] may not lead [card:suit] *as long as he keeps the lead*."
        ),
        law="50D2(a)",
        group=LEAD_REFUSED,
    )
    FREE = Option(
        "free",
        gettext_noop("You refuse it and leave the lead *free*"),
        entails=gettext_noop(
            "[partner] leads what he likes. [card:the] stays on the table as a major penalty card, to be "
            "played at the first legal opportunity; before each lead [partner:of], the same choice comes "
            "back: require the suit, forbid it, or leave the lead free."
        ),
        law="50D2(b)",
        group=LEAD_REFUSED,
    )


class AtPartnersTurnOverTwo(Choice):
    """The same options when the partner has led too."""

    ACCEPT = replace(YOU_ACCEPT_OVER_TWO, group=LEAD_ACCEPTED)
    REQUIRE = Option(
        "require",
        gettext_noop("You refuse it and *require* [card:suit]"),
        entails=gettext_noop(
            "[offender] takes his card back. [partner] must lead [card:suit], *this time only*. He leads the card that "
            "he has put ([leader_card]) if it is of that suit, or if he has no other of that suit; otherwise it stays "
            "on the table as a major penalty card."
        ),
        law="50D2(a)",
        group=LEAD_REFUSED,
    )
    FORBID = Option(
        "forbid",
        gettext_noop("You refuse it and *forbid* [card:suit]"),
        entails=gettext_noop(
            "[offender] takes his card back. [partner] may not lead [card:suit] *as long as he keeps the lead*. He "
            "must lead the card that he has put ([leader_card]) unless it is of that suit; then it stays on the table "
            "as a major penalty card."
        ),
        law="50D2(a)",
        group=LEAD_REFUSED,
    )
    FREE = Option(
        "free",
        gettext_noop("You refuse it and leave the lead *free*"),
        entails=gettext_noop(
            "[card:the] stays on the table as a major penalty card, and [partner] must lead the one that he "
            "has put ([leader_card]). Before each later lead [partner:of] comes the choice: require the "
            "suit, forbid it, or leave the lead free."
        ),
        law="50D2(b)",
        group=LEAD_REFUSED,
    )


AT_PARTNERS_TURN_OVER_TWO = ChooseOne(
    "at_partners_turn_over_two", "56A", BOTH_HAVE, AtPartnersTurnOverTwo, chooser="declarer"
)
AT_PARTNERS_TURN = ChooseOne("at_partners_turn", "56A", NOT_HIS_TURN, AtPartnersTurn, chooser="declarer")


# Words and effects


STAYS_TO_ITS_TURN = Note(
    law="57C3",
    text=gettext_noop(
        "[after_lead] plays next. The card called or played from the other hand is played at its turn, if it is legal."
    ),
)
OTHER_HAND_BACK = Withdraw(
    law="47B",
    player="before_lead",
    card="played_after",
    to="hand",
    text=gettext_noop("The card called or played from the other hand goes back, without rectification."),
)
OTHER_HAND_SEEN = terms.card_taken_back(may="declaring_side", may_not="defenders", source="played_after")
SECOND_ACCEPTED = gettext_noop(
    "The first card is a major penalty card; the lead [partner:of] stands as a correct lead."
)
SECOND_STANDS = Accept(
    law="53A",
    what="leader_card",
    player="partner",
    text=gettext_noop("The lead [partner:of] ([leader_card]) stands; [before_lead] plays next."),
)
HIS_TURN_COMES = gettext_noop("When his turn comes, [partner] must play [leader_card:the].")
UNTIL_PLAYED = Presence(
    law="57D", do="STAY", until="card_played", text=gettext_noop("Stay until the card is played ([leader_card]).")
)
FOLLOWS_INSTEAD = gettext_noop(
    "[partner] follows suit. [leader_card:the] stays face up on the table, in front [partner:of]: major penalty card."
)
DECLARER_LEADS = gettext_noop("[declarer] leads from the hand that was on lead, any card.")
REFUSED = gettext_noop("Refused: [card:the] is a major penalty card, and declarer’s side leads.")
BOTH_PENALISED = gettext_noop("Refused: both cards are major penalty cards, and declarer’s side leads.")
MUST_LEAD = gettext_noop("Refused: [partner] must lead [card:suit].")
MAY_NOT_LEAD = gettext_noop("Refused: [partner] may not lead [card:suit].")
LEADS_HIS_OWN = gettext_noop(
    "Refused: [card:the] is a major penalty card, and [partner] leads the card that he has put ([leader_card])."
)
LEADS_FREELY = gettext_noop("Refused: [card:the] is a major penalty card, and the lead is free.")
PARTNERS_LEAD = Accept(
    law="60A1", what="lead", player="partner", text=gettext_noop("The lead [partner:of] stands; play goes on from it.")
)
