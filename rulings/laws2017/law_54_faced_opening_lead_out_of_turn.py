"""Law 54 - Faced opening lead out of turn.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 54; FFB, Code 2017, Loi 54.
Before: Law 47E1, was he told by an opponent? Law 41A, is the card still face down? Law 58A, were there two leads at
        the same moment?
Sends:  24 a card led by the declaring side (54E), 41 a lead that was in turn, 50 the penalty card it may leave, 59 a
        player who cannot do what is required of him.
Rows:   LAWS.md 6.2 and 6.3: 54.R1 to 54.R16, 54.O1 to 54.O5; 41.R1, 41.R3; 47.R5 for the opening lead.
Reading: 54.R7. When declarer and dummy have both shown cards, the first of them governs.
Reading: 54.R8. A card played by declarer makes him dummy (French edition, the default) or not (English edition).
Reading: 54.R13. A player freed of a required suit by a void leads his own penalty card.
Reading: 54.R16. A card dropped by declarer after the lead accepts nothing: he keeps his choice.

Only a lead by the defender on declarer's right is a lead out of turn: declarer, if he is not known, sits at the left of
the player who led.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from rulings.bridge import Seat
from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Given, WhichSeat, YesNo
from rulings.engine.ruling import (
    Accept,
    DeclarerIs,
    Duty,
    Info,
    MustPlay,
    Note,
    Presence,
    Ruling,
    Send,
    Spread,
    Withdraw,
)
from rulings.engine.text import gettext_noop
from rulings.laws2017.law_24_card_exposed_or_led_during_the_auction import led_by_the_declaring_side
from rulings.laws2017.law_41_commencement_of_play import (
    CARD,
    CARDS_IN_SUIT,
    CLAIMS,
    LEADER_CARD,
    LEADER_SUITS,
    holds,
)
from rulings.laws2017.law_48_exposure_of_declarers_cards import IS_A_CLAIM, THE_CLAIM, declarers_cards_go_back
from rulings.laws2017.law_49_exposure_of_a_defenders_cards import penalty_card_duty
from rulings.laws2017.law_50_disposition_of_a_penalty_card import (
    HOW_PENALISED,
    LEADER_CARD_DUTY,
    besides,
    besides_both,
    forbidden,
    leader_card_stays,
    leaders_own_card,
    left_free,
    over_cards_there,
    required,
)
from rulings.laws2017.law_58_simultaneous_leads_or_plays import proper_lead_stands
from rulings.laws2017.terms import (
    Effects,
    Outcome,
    leave_the_table,
    may_leave,
    owner_is,
    stay_for_the_lead,
    told_by_an_opponent,
)


def opening_lead_out_of_turn(ask: Ask) -> Ruling:
    """A defender on declarer's right has made the opening lead: the whole ruling, from the first card to the duties."""
    ask(WRONG_LEADER)
    since = ask(SINCE_LEAD)
    match since:
        case SinceLead.TOLD:
            return he_was_told(ask)
        case SinceLead.FACE_DOWN:
            return still_face_down(ask)
        case SinceLead.FACE_DOWN_SHOWN:
            return face_down_and_cards_shown(ask)
        case SinceLead.PARTNER:
            return faced(ask, partner=ask(PARTNER_LEAD))
        case SinceLead.DECLARER:
            return faced(ask, declarer=ask(DECLARER_DID))
        case SinceLead.DUMMY:
            return faced(ask, dummy_seen=ask(DUMMY_SEEN))
        case SinceLead.OTHER:
            return another_leader(ask)
        case SinceLead.SEVERAL:
            return one_by_one(ask)
        case SinceLead.NOTHING:
            return faced(ask)
    assert_never(since)


LAW = Law(
    "54",
    gettext_noop("Opening lead out of turn"),
    opening_lead_out_of_turn,
    tile="entame-hors-tour",
    finds=gettext_noop("opening lead, out of turn, wrong side, face down, two leads, simultaneous leads"),
)


def one_by_one(ask: Ask) -> Ruling:
    """Several things have happened: each is asked for, in the order of the Law."""
    if ask(TOLD):
        return he_was_told(ask)
    if ask(FACE_DOWN) and not ask(SEEN_BY_PARTNER):
        return both_go_back(ask) if ask(SHOWN_BESIDE) else goes_back_face_down()
    partner = ask(PARTNER_LEAD) if ask(PARTNER_LED) else None
    if partner in PROPER_LEAD_STANDS:
        return faced(ask, partner=partner)
    declarer = ask(DECLARER_DID) if ask(DECLARER_SHOWED) else None
    return faced(ask, partner=partner, declarer=declarer, dummy_seen=ask(DUMMY_SEEN))


def he_was_told(ask: Ask) -> Ruling:
    """Law 47E1: the opponents' own doing. No choice, no penalty card, and their side may not use the card."""
    ask(CARD)
    back, *seen = told_by_an_opponent(ask, BACK_FREELY, by_defender=True)
    leads = MustPlay(law="41A", player="opening_leader", card="any_card", when="now", text=HE_LEADS)
    return Ruling("47E1", NOT_ALLOWED, (back, leads, *seen, stay_for_the_lead("47E1")))


def still_face_down(ask: Ask) -> Ruling:
    """Law 41A: the card of the wrong defender goes back, unless his partner could have seen its face."""
    return faced(ask, note=SEEN_READING) if ask(SEEN_BY_PARTNER) else goes_back_face_down()


def face_down_and_cards_shown(ask: Ask) -> Ruling:
    """Law 41A, then 48: no card is led out of turn, and declarer's cards mean nothing, unless he claims."""
    if ask(SEEN_BY_PARTNER):
        return faced(ask, declarer=ask(DECLARER_DID), note=SEEN_READING)
    return both_go_back(ask)


def both_go_back(ask: Ask) -> Ruling:
    """The card face down, and the cards that declarer has shown for nothing (48)."""
    back = goes_back_face_down()
    if ask(CLAIMS):
        return Ruling("48B2", IS_A_CLAIM, (*back.rectifications, THE_CLAIM))
    shown = declarers_cards_go_back("48A")
    return replace(back, rectifications=(*back.rectifications, *shown.rectifications))


def goes_back_face_down() -> Ruling:
    effects: Effects = (
        Withdraw(
            law="41A",
            player="offender",
            card="face_down_card",
            to="hand",
            text=gettext_noop("[offender] takes his card back without showing it."),
        ),
        MustPlay(
            law="41A",
            player="opening_leader",
            card="any_card",
            when="now",
            text=gettext_noop("[opening_leader] leads what he likes; a card that he has already led is the lead."),
        ),
        UNSEEN,
        LEAVE,
    )
    return Ruling("41A", FACE_DOWN_BACK, effects)


def another_leader(ask: Ask) -> Ruling:
    """Nothing of Law 54: the lead was in turn, or declarer's side led (E)."""
    if ask(LED_BY) is LedBy.DECLARING_SIDE:
        return led_by_the_declaring_side(ask)
    wrong = gettext_noop("Something is wrong with it all the same.")
    return Ruling("41A", IN_TURN, (Send(law="41A", to="41", hands=("declarer",), text=wrong),))


def faced(
    ask: Ask,
    *,
    partner: PartnerLead | None = None,
    declarer: DeclarerDid | None = None,
    dummy_seen: bool = False,
    note: Note | None = None,
) -> Ruling:
    """The card is face up. What the others have done since decides who may choose, and what."""
    before: Effects = (note,) if note else ()
    ask(ITS_OWNER)
    if partner in PROPER_LEAD_STANDS:
        return proper_lead_stands(ask, PROPER_LEAD_STANDS[partner])
    if partner is PartnerLead.FACE_DOWN:
        before += (PARTNER_TAKES_BACK, UNSEEN)
    over_two = partner is PartnerLead.AFTER
    shown = declarer in (DeclarerDid.SPREAD, DeclarerDid.PLAYED)
    dummy_first = dummy_seen and not (shown and ask(FIRST) is First.DECLARER)
    before += (FIRST_READING,) if dummy_seen and shown else ()

    # A. Declarer spreads his hand: he becomes dummy. A card played to the trick: as the edition in force says
    if shown and not dummy_first:
        if declarer is DeclarerDid.SPREAD:
            return becomes_dummy(ask, before, over_two)
        if ask(PROFILE) is Profile.FR:
            return becomes_dummy(ask, (*before, PLAYED_FR), over_two)
        return remains_declarer(ask, ACCEPTED, "54B1", before, (HIS_CARD_IS_PLAYED, PLAYED_INT), over_two)
    if declarer is DeclarerDid.DROPPED:
        before += (DROPPED_BACK, DROPPED_SEEN, *(() if dummy_seen else (DROPPED_READING,)))

    # C. Declarer could have seen a card of dummy: he must accept, and remains declarer
    if dummy_first:
        second: Effects = (SECOND_FROM_HAND, IF_FROM_DUMMY)
        if declarer is DeclarerDid.PLAYED:
            second = (HIS_CARD_IS_PLAYED,)
        if declarer is DeclarerDid.SPREAD:
            before += (SPREAD_BACK, DROPPED_SEEN)
        return remains_declarer(ask, MUST_ACCEPT, "54C", before, second, over_two)

    # B, D. Declarer chooses; over cards that lie there since the auction, the lead is ruled on by itself (50D2, 51)
    ask(CARD)
    if over_two:
        ask(LEADER_CARD)
    if ask(BESIDES_BOTH if over_two else BESIDES):
        return over_cards(ask, before, over_two)
    option = LeadOption[ask(OPTION_OVER_TWO).name] if over_two else ask(OPTION)
    match option:
        case LeadOption.STAY:
            return remains_declarer(ask, ACCEPTED, "54B", before, (SECOND_FROM_HAND, IF_FROM_DUMMY), over_two, LEAVE)
        case LeadOption.BECOME_DUMMY:
            return becomes_dummy(ask, before, over_two, LEAVE)
        case LeadOption.REQUIRE:
            law, text = "50D2(a)", MUST_LEAD
            effects, duties = required(taken_back=TAKEN_BACK, must_lead=BOUND if over_two else REQUIRED)
        case LeadOption.FORBID:
            law, text = "50D2(a)", MAY_NOT_LEAD
            effects, duties = forbidden(taken_back=TAKEN_BACK, may_not_lead=BARRED)
        case LeadOption.FREE:
            law, text = "54D", LEADS_HIS_CARD if over_two else LEADS_FREELY
            effects, duties = left_free("54D", free=ANY_CARD, bound=over_two)
        case _:
            assert_never(option)
    if over_two:
        in_suit = option is not LeadOption.FREE and ask(CARDS_IN_SUIT)
        own, own_duties = leaders_own_card(str(option.value), in_suit, new=True)
        effects, duties = effects + own, tuple(dict.fromkeys(duties + own_duties))
    return Ruling(law, text, before + effects, duties)


def over_cards(ask: Ask, before: Effects, over_two: bool) -> Ruling:
    """Penalty cards lie there since the auction: they stay if the lead is accepted; a refusal is over them all."""
    match choice := ask(OVER_CARDS):
        case LeadOverCards.ACCEPT:
            leave = leave_the_table(ask, "54", played=CARD)
            return remains_declarer(ask, ACCEPTED, "54B", before, (SECOND_FROM_HAND, IF_FROM_DUMMY), over_two, leave)
        case LeadOverCards.BECOME_DUMMY:
            return becomes_dummy(ask, before, over_two, leave_the_table(ask, "54", played=CARD))
        case LeadOverCards.REFUSE:
            refused = over_cards_there("54D", "opening_leader", led=over_two)
            return replace(refused, rectifications=(*before, *refused.rectifications))
    assert_never(choice)


def remains_declarer(
    ask: Ask,
    text: str,
    law: str,
    before: Effects,
    second: Effects,
    over_two: bool,
    leave: Presence | None = None,
) -> Ruling:
    """The lead stands and nobody changes places; *second* is the second card of the trick."""
    accepted = Accept(law=law, what="card", text=gettext_noop("The lead out of turn stands as the opening lead."))
    own, duties = partners_card(ask, LEADER_CARD_DUTY) if over_two else left_there(ask, leave)
    return Ruling(law, text, (*before, accepted, DUMMY_SPREADS, *second, *own), duties)


def becomes_dummy(ask: Ask, before: Effects, over_two: bool, leave: Presence | None = None) -> Ruling:
    """The lead stands, declarer spreads his whole hand and his partner plays it (54A)."""
    accepted: Effects = (
        Accept(law="54A", what="card", text=gettext_noop("The lead out of turn stands as the opening lead.")),
        DeclarerIs(
            law="54A",
            seat="dummy",
            text=gettext_noop("[declarer] spreads his whole hand and becomes dummy; [dummy] becomes declarer."),
        ),
        MustPlay(
            law="54A",
            player="dummy",
            card="from_hand_spread",
            when="now",
            text=gettext_noop(
                "[dummy] calls the second card of the trick from the hand spread; a card shown there is not played."
            ),
        ),
    )
    own, duties = partners_card(ask, LEADER_CARD_DUTY_CHANGED) if over_two else left_there(ask, leave)
    return Ruling("54A", CHANGES_HANDS, (*before, *accepted, *own), duties)


def left_there(ask: Ask, leave: Presence | None) -> Outcome:
    """The lead is made; where it is not known what *leave* says, a penalty card that lies there keeps the director."""
    return (leave or leave_the_table(ask, "54"),), ()


def partners_card(ask: Ask, duty: Duty) -> Outcome:
    """The second card faced, once the first is accepted: played in turn if that is legal, else a penalty card."""
    ask(CARD)
    ask(LEADER_CARD)
    if ask(CARDS_IN_SUIT) or not ask(LEADER_FOLLOWS):
        plays = MustPlay(
            law="50D1(a)",
            player="opening_leader",
            card="leader_card",
            when="next_turn_if_legal",
            text=gettext_noop("When his turn comes, [opening_leader] must play [leader_card:the]."),
        )
        return (plays, HOW_PENALISED, LEAVE_AFTER_TRICK), ()
    return leader_card_stays("50D1(b)", FOLLOWS_INSTEAD, duty=duty)


# Questions


WRONG_LEADER = WhichSeat("wrong_leader", "54", gettext_noop("Who led out of turn?"))
PRESUMED = WhichSeat("presumed_declarer", "54", gettext_noop("Who was presumed to be declarer?"))
ITS_OWNER = owner_is(WRONG_LEADER)
BESIDES = besides(WRONG_LEADER, CARD)
BESIDES_BOTH = besides_both(WRONG_LEADER, CARD)


class SinceLead(Choice):
    TOLD = "told", gettext_noop("An opponent had told him or shown him that it was his turn"), "", "47E1"
    FACE_DOWN = "face_down", gettext_noop("His card is still face down"), "", "41A"
    FACE_DOWN_SHOWN = (
        "face_down_shown",
        gettext_noop("His card is still face down, and [declarer] has shown cards of his own hand"),
        "",
        "48A",
    )
    PARTNER = "partner", gettext_noop("[opening_leader] has led too, face up or face down"), "", "58A"
    DECLARER = "declarer", gettext_noop("[declarer] has shown, dropped or played a card"), "", "54A"
    DUMMY = "dummy", gettext_noop("[dummy] has shown a card"), "", "54C"
    OTHER = "other_leader", gettext_noop("He is declarer or dummy, or it was his turn after all"), "", "54E"
    SEVERAL = "several", gettext_noop("Several of these")
    NOTHING = "nothing", gettext_noop("None of these"), "", "54"


def other_leader(leader: Seat, declarer: Seat) -> SinceLead | None:
    """The seats alone say when it was not the defender on declarer's right; of the rest they say nothing."""
    return None if leader == declarer.rho else SinceLead.OTHER


SINCE_LEAD = ChooseOne(
    "since_lead",
    "54",
    gettext_noop("[offender] has led out of turn. Is one of these true?"),
    SinceLead,
    boxes=(
        ("told", ("told",)),
        ("face_down", ("face_down",)),
        ("face_down_shown", ("face_down", "declarer_showed", "shown_beside")),
        ("partner", ("partner_led",)),
        ("declarer", ("declarer_showed", "shown_beside")),
        ("dummy", ("dummy_seen",)),
    ),
    given=Given(other_leader, WRONG_LEADER, PRESUMED),
    leads_on="nothing",
    why=gettext_noop(
        "Ask all four players, and first whether anybody told him to lead. Nobody touches a card meanwhile. Each of "
        "these changes what declarer may choose."
    ),
)


class PartnerLead(Choice):
    FACE_DOWN = "face_down", gettext_noop("Face down"), "", "54"
    SAME_TIME = "same_time", gettext_noop("Face up, at the same moment, or nobody knows which was first"), "", "58A"
    BEFORE = "before", gettext_noop("Face up, before [offender]"), "", "57D"
    AFTER = "after", gettext_noop("Face up, after [offender]"), "", "60C"
    PLAYED_TO = (
        "played_to",
        gettext_noop("Face up, after [offender], and declarer’s side has played a card to it"),
        "",
        "60A1",
    )


PROPER_LEAD_STANDS = {PartnerLead.SAME_TIME: "58A", PartnerLead.BEFORE: "57D", PartnerLead.PLAYED_TO: "60A1"}
"""How the partner's lead makes it the opening lead, by which law: there is nothing left to accept or to refuse."""
PARTNER_LEAD = ChooseOne("partner_lead", "58A", gettext_noop("How has [opening_leader] led?"), PartnerLead)


class DeclarerDid(Choice):
    SPREAD = "spread", gettext_noop("He had begun to spread his hand, even one card"), "", "54A"
    PLAYED = "played", gettext_noop("He played a card to the trick, from his hand"), "", "54B1"
    DROPPED = "dropped", gettext_noop("He only dropped a card by accident"), "", "48A"


DECLARER_DID = ChooseOne(
    "declarer_did",
    "54A",
    gettext_noop("Was [declarer] spreading his hand, or playing a card?"),
    DeclarerDid,
    why=gettext_noop("Ask him before saying what follows: the answer may settle who is declarer."),
)
DUMMY_SEEN = YesNo(
    "dummy_seen",
    "54C",
    gettext_noop("Could [declarer] have seen a card of dummy ([dummy])?"),
    why=gettext_noop(
        "If he could, he must accept the lead. A card that had been exposed during the auction does not count."
    ),
)
TOLD = YesNo(
    "told",
    "47E1",
    gettext_noop("Had an opponent told him or shown him that it was his turn?"),
    why=gettext_noop("Words or a gesture, from declarer or dummy. What his own partner said does not count."),
)
FACE_DOWN = YesNo("face_down", "41A", gettext_noop("Is his card still face down?"))
SEEN_BY_PARTNER = YesNo(
    "seen_by_partner",
    "41A",
    gettext_noop("Could [opening_leader] have seen the face of the card?"),
    why=gettext_noop("Reading followed: a card that his partner could have seen is ruled on as a card faced."),
)
PARTNER_LED = YesNo("partner_led", "58A", gettext_noop("Has [opening_leader] led too, face up or face down?"))
DECLARER_SHOWED = YesNo(
    "declarer_showed", "54A", gettext_noop("Has [declarer] shown, dropped or played a card since the lead?")
)
SHOWN_BESIDE = YesNo(
    "shown_beside", "48A", gettext_noop("Has [declarer] shown cards of his own hand too?"), assumed="no"
)


class LedBy(Choice):
    IN_TURN = "in_turn", gettext_noop("It was his turn to lead"), "", "41A"
    DECLARING_SIDE = "declaring_side", gettext_noop("He is declarer or dummy"), "", "54E"


def led_by(leader: Seat, declarer: Seat) -> LedBy | None:
    if leader.side is declarer.side:
        return LedBy.DECLARING_SIDE
    return LedBy.IN_TURN if leader == declarer.lho else None


LED_BY = ChooseOne(
    "led_by",
    "54E",
    gettext_noop("Was it his turn, or is he of the declaring side?"),
    LedBy,
    given=Given(led_by, WRONG_LEADER, PRESUMED),
)


class First(Choice):
    DECLARER = "declarer", gettext_noop("[declarer] first"), "", "54A"
    DUMMY = "dummy", gettext_noop("[dummy] first"), "", "54C"


FIRST = ChooseOne("first", "54A", gettext_noop("Who showed a card first?"), First)
FIRST_READING = Note(
    law="54C",
    text=gettext_noop("Reading followed: when declarer and dummy have both shown cards, the first of them governs."),
)


class Profile(Choice):
    FR = "FR", gettext_noop("French edition: a card exposed is enough"), "", "54A"
    INT = "INT", gettext_noop("English edition: he must have begun to spread"), "", "54B1"


PROFILE = ChooseOne(
    "profile_54a",
    "54A",
    gettext_noop("Which edition is followed when declarer has played a card?"),
    Profile,
    default="FR",
)


# The options of the refusal and of the acceptance
LEAD_ACCEPTED = gettext_noop("The opening lead is accepted")
LEAD_REFUSED = gettext_noop("The opening lead is refused")


class LeadOption(Choice):
    STAY = (
        "stay",
        gettext_noop("You accept the lead and remain *declarer*"),
        gettext_noop(
            "[dummy] spreads his hand. You play the second card from your hand, then [opening_leader] plays, "
            "and dummy last. No rectification."
        ),
        "54B",
        LEAD_ACCEPTED,
    )
    BECOME_DUMMY = (
        "become_dummy",
        gettext_noop("You accept the lead and become *dummy*"),
        gettext_noop(
            "You spread your hand. Your partner ([dummy]) becomes declarer and calls the second card from "
            "the hand spread. No rectification."
        ),
        "54A",
        LEAD_ACCEPTED,
    )
    REQUIRE = (
        "require",
        gettext_noop("You refuse the lead and *require* [card:suit]"),
        gettext_noop(
            "[offender] takes his card back. [opening_leader] must lead [card:suit], *this time only*; without a card "
            "of that suit, he leads what he likes."
        ),
        "50D2(a)",
        LEAD_REFUSED,
    )
    FORBID = (
        "forbid",
        gettext_noop("You refuse the lead and *forbid* [card:suit]"),
        gettext_noop(
            "[offender] takes his card back. [opening_leader] may not lead [card:suit] *as long as he keeps the lead*."
        ),
        "50D2(a)",
        LEAD_REFUSED,
    )
    FREE = (
        "free",
        gettext_noop("You refuse the lead and leave it *free*"),
        gettext_noop(
            "[opening_leader] leads what he likes. [card:the] stays on the table as a major penalty card, to "
            "be played at the first legal opportunity; before each lead [opening_leader:of], the same choice "
            "comes back: require the suit, forbid it, or leave the lead free."
        ),
        "50D2(b)",
        LEAD_REFUSED,
    )


class LeadOptionOverTwo(Choice):
    """The same options when the partner has faced a card too, after the lead out of turn."""

    STAY = (
        "stay",
        gettext_noop("You accept the lead and remain *declarer*"),
        gettext_noop(
            "[dummy] spreads his hand. You play the second card from your hand. [opening_leader] then plays "
            "[leader_card:the] if that is legal; if not, it is a major penalty card."
        ),
        "54B",
        LEAD_ACCEPTED,
    )
    BECOME_DUMMY = (
        "become_dummy",
        gettext_noop("You accept the lead and become *dummy*"),
        gettext_noop(
            "You spread your hand. Your partner ([dummy]) becomes declarer and calls the second card from "
            "the hand spread. [opening_leader] then plays [leader_card:the] if that is legal; if not, it is "
            "a major penalty card."
        ),
        "54A",
        LEAD_ACCEPTED,
    )
    REQUIRE = (
        "require",
        gettext_noop("You refuse the lead and *require* [card:suit]"),
        gettext_noop(
            "[offender] takes his card back. [opening_leader] must lead [card:suit], *this time only*. He leads the "
            "card that he has faced ([leader_card]) if it is of that suit, or if he has no other of that suit; "
            "otherwise it stays on the table as a major penalty card."
        ),
        "50D2(a)",
        LEAD_REFUSED,
    )
    FORBID = (
        "forbid",
        gettext_noop("You refuse the lead and *forbid* [card:suit]"),
        gettext_noop(
            "[offender] takes his card back. [opening_leader] may not lead [card:suit] *as long as he keeps the lead*. "
            "He must lead the card that he has faced ([leader_card]) unless it is of that suit; then it stays on the "
            "table as a major penalty card."
        ),
        "50D2(a)",
        LEAD_REFUSED,
    )
    FREE = (
        "free",
        gettext_noop("You refuse the lead and leave it *free*"),
        gettext_noop(
            "[card:the] stays on the table as a major penalty card, and [opening_leader] must lead the card "
            "that he has faced ([leader_card]). Before each later lead [opening_leader:of] comes the choice: "
            "require the suit, forbid it, or leave the lead free."
        ),
        "50D2(b)",
        LEAD_REFUSED,
    )


OPTION_OVER_TWO = ChooseOne(
    "option_over_two",
    "54",
    gettext_noop(
        "[declarer], [offender] has led [card:the] out of turn, then [opening_leader] faced [leader_card:the]."
    ),
    LeadOptionOverTwo,
    chooser="declarer",
)
OPTION = ChooseOne(
    "option",
    "54",
    gettext_noop("[declarer], [offender] has led [card:the] out of turn."),
    LeadOption,
    chooser="declarer",
)


class LeadOverCards(Choice):
    """What is left to choose when penalty cards of the defenders lie there already."""

    ACCEPT = (
        "accept",
        gettext_noop("You accept the lead and remain *declarer*"),
        gettext_noop(
            "[dummy] spreads his hand. You play the second card from your hand. The penalty cards stay on the table."
        ),
        "54B",
        LEAD_ACCEPTED,
    )
    BECOME_DUMMY = (
        "become_dummy",
        gettext_noop("You accept the lead and become *dummy*"),
        gettext_noop(
            "You spread your hand. Your partner ([dummy]) becomes declarer and calls the second card from the hand "
            "spread. The penalty cards stay on the table."
        ),
        "54A",
        LEAD_ACCEPTED,
    )
    REFUSE = (
        "refuse",
        gettext_noop("You refuse the lead"),
        gettext_noop(
            "[card:the] is a major penalty card beside the others. Before the opening lead you choose over all the "
            "penalty cards [offender:of]: require a suit or forbid it, and they go back, or leave the lead free. "
            "[opening_leader] may have to lead a penalty card of his own."
        ),
        "54D",
        LEAD_REFUSED,
    )


OVER_CARDS = ChooseOne(
    "over_cards",
    "54",
    gettext_noop(
        "[declarer], [offender] has made the opening lead of [card:the] out of turn, over penalty cards already on the "
        "table."
    ),
    LeadOverCards,
    chooser="declarer",
)
LEADER_FOLLOWS = YesNo(
    "leader_follows",
    "44C",
    gettext_noop("When his turn to play comes, has [opening_leader] a card in [card:suit]?"),
    given=Given(holds, CARD, LEADER_SUITS),
    why=gettext_noop("Following suit comes first. Only without a card of the suit may he play the one on the table."),
)


# Words and effects


BACK_FREELY = gettext_noop("[offender] takes [card:the] back, without rectification.")
HE_LEADS = gettext_noop("[opening_leader] leads what he likes.")
NOT_ALLOWED = gettext_noop("The lead goes back without rectification. It may not be accepted.")
SEEN_READING = Note(
    law="41A",
    text=gettext_noop("Reading followed: a card that his partner could have seen is ruled on as a card faced."),
)
UNSEEN = Info(
    law="16C",
    source="face_down_card",
    text=gettext_noop("Nobody has seen the card: there is no unauthorised information."),
)
LEAVE = may_leave("54")
FACE_DOWN_BACK = gettext_noop("The card goes back face down, without rectification.")
IN_TURN = gettext_noop("The lead was in turn: there is no lead out of turn.")
PARTNER_TAKES_BACK = Withdraw(
    law="54",
    player="opening_leader",
    card="face_down_card",
    to="hand",
    text=gettext_noop("[opening_leader] takes his face-down card back, without rectification."),
)
PLAYED_FR = Note(
    law="54A",
    text=gettext_noop(
        "Reading of the French edition: a card that declarer exposes accepts the lead and makes him dummy. By the "
        "English text a card played to the trick accepts the lead too, but he remains declarer and the card is played."
    ),
)
ACCEPTED = gettext_noop("The lead is accepted. [declarer] remains declarer.")
HIS_CARD_IS_PLAYED = MustPlay(
    law="54B1",
    player="declarer",
    card="card_played",
    when="now",
    text=gettext_noop("The card that [declarer] played is the second card of the trick; then [opening_leader] plays."),
)
PLAYED_INT = Note(
    law="54B1",
    text=gettext_noop(
        "Reading of the English edition: a card played to the trick accepts the lead, and declarer remains declarer. "
        "By the French text the card exposed makes him dummy, and it is not played."
    ),
)
DROPPED_BACK = Withdraw(
    law="48A",
    player="declarer",
    card="dropped_card",
    to="hand",
    text=gettext_noop("[declarer] takes back the card that he dropped: it accepts nothing and costs nothing."),
)
DROPPED_SEEN = Info(
    law="48A",
    source="dropped_card",
    ai_for=("defenders",),
    text=gettext_noop("The defenders may use what they have seen of the cards [declarer:of]."),
)
DROPPED_READING = Note(
    law="48A",
    text=gettext_noop(
        "Reading followed: a card dropped by accident is neither played nor spread, so declarer keeps his choice."
    ),
)
SECOND_FROM_HAND = MustPlay(
    law="54B1",
    player="declarer",
    card="any_card",
    when="now",
    text=gettext_noop(
        "[declarer] plays the second card of the trick from his own hand; then [opening_leader], and dummy last."
    ),
)
IF_FROM_DUMMY = Note(
    law="54B2",
    text=gettext_noop("If the second card has come from dummy, it stays, except to correct a revoke."),
)
SPREAD_BACK = Withdraw(
    law="48A",
    player="declarer",
    card="cards_shown",
    to="hand",
    text=gettext_noop("[declarer] takes back the cards that he has shown."),
)
MUST_ACCEPT = gettext_noop("The lead must be accepted. [declarer] remains declarer.")
MUST_LEAD = gettext_noop("The lead is refused. [opening_leader] must lead [card:suit].")
TAKEN_BACK = gettext_noop("[offender] takes [card:the] back; it is not a penalty card.")
BOUND = gettext_noop("[opening_leader] must lead [card:suit], this time only.")
REQUIRED = gettext_noop(
    "[opening_leader] must lead [card:suit], this time only. Without a card of that suit, he leads what he likes."
)
MAY_NOT_LEAD = gettext_noop("The lead is refused. [opening_leader] may not lead [card:suit].")
BARRED = gettext_noop(
    "[opening_leader] may not lead [card:suit], now or as long as he keeps the lead. With nothing else in his hand, he "
    "leads what he likes."
)
LEADS_HIS_CARD = gettext_noop(
    "The lead is refused. [card:the] is a major penalty card, and [opening_leader] must lead the "
    "card that he has faced ([leader_card])."
)
LEADS_FREELY = gettext_noop("The lead is refused. [card:the] is a major penalty card, and the lead is free.")
ANY_CARD = gettext_noop("[opening_leader] leads what he likes, [card:suit] included.")
DUMMY_SPREADS = Spread(
    law="41D",
    player="dummy",
    text=gettext_noop("[dummy] spreads his hand."),
)
LEADER_CARD_DUTY_CHANGED = penalty_card_duty(
    owner="owner_partner",
    card="leader_card",
    declarer="dummy",
    text=gettext_noop(
        "Major penalty card, in front [owner_partner:of] ([leader_card]): to be played at the first "
        "legal opportunity. Each time [owner] is about to lead, [dummy], who is declarer now, first "
        "chooses: require the suit, forbid it, or leave the lead free."
    ),
)
CHANGES_HANDS = gettext_noop("The lead is accepted. [dummy] becomes declarer.")
LEAVE_AFTER_TRICK = Presence(
    law="54", do="STAY", until="card_played", text=gettext_noop("Stay until the card is played ([leader_card]).")
)
FOLLOWS_INSTEAD = gettext_noop(
    "[opening_leader] follows suit. [leader_card:the] stays face up on the table, in front [opening_leader:of]: major "
    "penalty card."
)
