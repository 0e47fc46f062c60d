"""Law 54 - Faced opening lead out of turn.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 54; FFB, Code 2017, Loi 54.
Before: Law 47E1, was he told by an opponent? Law 41A, is the card still face down? Law 58A, were there two leads at
        the same moment?
Sends:  24 a card led by the declaring side (54E), 41 a lead that was in turn, 50 the penalty card it may leave, 59 a
        player who cannot do what is required of him.
Rows:   LAWS.md 6.2 and 6.3, 54.R1 to 54.R16; 41.R1, 41.R3; 47.R5 for the opening lead.

Only a lead by the defender on declarer's right is a lead out of turn: declarer, if he is not known, sits at the left of
the player who led.
"""

from typing import assert_never

from rulings.bridge import Seat
from rulings.inquiry import Ask, Law
from rulings.laws2017.law_24_card_exposed_or_led_during_the_auction import led_by_the_declaring_side
from rulings.laws2017.law_41_commencement_of_play import CARD, CARDS_IN_SUIT, LEADER_CARD, LEADER_SUITS, holds
from rulings.laws2017.law_48_exposure_of_declarers_cards import DECLARER
from rulings.laws2017.law_49_exposure_of_a_defenders_cards import Effects, Outcome, penalty_card_duty
from rulings.laws2017.law_50_disposition_of_a_penalty_card import (
    HOW_PENALISED,
    LEADER_CARD_DUTY,
    forbidden,
    leader_card_stays,
    leaders_own_card,
    left_free,
    required,
)
from rulings.laws2017.law_58_simultaneous_leads_or_plays import proper_lead_stands
from rulings.questions import Choice, ChooseOne, Given, WhichSeat, YesNo
from rulings.ruling import Accept, DeclarerIs, Duty, Info, MustPlay, Note, Presence, Ruling, Send, Withdraw
from rulings.text import gettext_noop

WRONG_LEADER = WhichSeat("wrong_leader", "54", gettext_noop("Who led out of turn?"))


class SinceLead(Choice):
    TOLD = "told", gettext_noop("An opponent had told him or shown him that it was his turn"), "", "47E1"
    FACE_DOWN = "face_down", gettext_noop("His card is still face down"), "", "41A"
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
    given=Given(other_leader, WRONG_LEADER, DECLARER),
    why=gettext_noop(
        "Ask all four players, and first whether anybody told him to lead. Nobody touches a card meanwhile. Each of "
        "these changes what declarer may choose."
    ),
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
    given=Given(led_by, WRONG_LEADER, DECLARER),
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


class PartnerLead(Choice):
    FACE_DOWN = "face_down", gettext_noop("Face down"), "", "54"
    SAME_TIME = "same_time", gettext_noop("Face up, at the same moment, or nobody knows which was first"), "", "58A"
    BEFORE = "before", gettext_noop("Face up, before [offender]"), "", "57D"
    AFTER = "after", gettext_noop("Face up, after [offender]"), "", "60C"


PARTNER_LEAD = ChooseOne("partner_lead", "58A", gettext_noop("How has [opening_leader] led?"), PartnerLead)
DECLARER_SHOWED = YesNo(
    "declarer_showed", "54A", gettext_noop("Has [declarer] shown, dropped or played a card since the lead?")
)


class DeclarerDid(Choice):
    SPREAD = "spread", gettext_noop("He had begun to spread his hand, even one card"), "", "54A"
    PLAYED = "played", gettext_noop("He played a card to the trick, from his hand"), "", "54B1"
    DROPPED = "dropped", gettext_noop("He only dropped a card by accident"), "", "48A"


DECLARER_DID = ChooseOne(
    "declarer_did",
    "54A",
    gettext_noop("[declarer], were you spreading your hand, or were you playing a card?"),
    DeclarerDid,
    why=gettext_noop("Ask him before saying what follows: the answer may settle who is declarer."),
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
DUMMY_SEEN = YesNo(
    "dummy_seen",
    "54C",
    gettext_noop("Could [declarer] have seen a card of [dummy]?"),
    why=gettext_noop(
        "If he could, he must accept the lead. A card that had been exposed during the auction does not count."
    ),
)


class First(Choice):
    DECLARER = "declarer", gettext_noop("[declarer] first"), "", "54A"
    DUMMY = "dummy", gettext_noop("[dummy] first"), "", "54C"


FIRST = ChooseOne("first", "54A", gettext_noop("Who showed a card first?"), First)


# The options of the refusal and of the acceptance


class LeadOption(Choice):
    STAY = (
        "stay",
        gettext_noop("Accept the lead and remain declarer"),
        gettext_noop(
            "[dummy] spreads his hand. The second card is played from the hand [declarer:of], then [opening_leader] "
            "plays, and dummy last. No rectification."
        ),
        "54B",
    )
    BECOME_DUMMY = (
        "become_dummy",
        gettext_noop("Accept the lead and become dummy"),
        gettext_noop(
            "[declarer] spreads his hand and becomes dummy. [dummy] becomes declarer and calls the second card from "
            "the hand spread. No rectification."
        ),
        "54A",
    )
    REQUIRE = (
        "require",
        gettext_noop("Refuse the lead and require [card:suit]"),
        gettext_noop(
            "[offender] takes his card back. [opening_leader] must lead [card:suit], this time only; without a card of "
            "that suit, he leads what he likes."
        ),
        "50D2(a)",
    )
    FORBID = (
        "forbid",
        gettext_noop("Refuse the lead and forbid [card:suit]"),
        gettext_noop(
            "[offender] takes his card back. [opening_leader] may not lead [card:suit] as long as he keeps the lead."
        ),
        "50D2(a)",
    )
    FREE = (
        "free",
        gettext_noop("Refuse the lead and leave it free"),
        gettext_noop(
            "[opening_leader] leads what he likes. [card:the] stays on the table as a penalty card, to be played at "
            "the first legal opportunity; before each lead [opening_leader:of], the same choice comes back: require "
            "the suit, forbid it, or leave the lead free."
        ),
        "50D2(b)",
    )


class LeadOptionOverTwo(Choice):
    """The same options when the partner has faced a card too, after the lead out of turn."""

    STAY = (
        "stay",
        gettext_noop("Accept the lead and remain declarer"),
        gettext_noop(
            "[dummy] spreads his hand. The second card is played from the hand [declarer:of]. [opening_leader] then "
            "plays [leader_card:the] if that is legal; if not, it is a penalty card."
        ),
        "54B",
    )
    BECOME_DUMMY = (
        "become_dummy",
        gettext_noop("Accept the lead and become dummy"),
        gettext_noop(
            "[declarer] spreads his hand and becomes dummy. [dummy] becomes declarer and calls the second card from "
            "the hand spread. [opening_leader] then plays [leader_card:the] if that is legal; if not, it is a penalty "
            "card."
        ),
        "54A",
    )
    REQUIRE = (
        "require",
        gettext_noop("Refuse the lead and require [card:suit]"),
        gettext_noop(
            "[offender] takes his card back. [opening_leader] must lead [card:suit], this time only. He leads "
            "[leader_card:the] if it is of that suit, or if he has no card of that suit; otherwise it stays on the "
            "table as a penalty card."
        ),
        "50D2(a)",
    )
    FORBID = (
        "forbid",
        gettext_noop("Refuse the lead and forbid [card:suit]"),
        gettext_noop(
            "[offender] takes his card back. [opening_leader] may not lead [card:suit] as long as he keeps the lead. "
            "He must lead [leader_card:the] unless it is of that suit; then it stays on the table as a penalty card."
        ),
        "50D2(a)",
    )
    FREE = (
        "free",
        gettext_noop("Refuse the lead and leave it free"),
        gettext_noop(
            "[card:the] stays on the table as a penalty card, and [opening_leader] must lead [leader_card:the]. Before "
            "each later lead [opening_leader:of] comes the choice: require the suit, forbid it, or leave the lead free."
        ),
        "50D2(b)",
    )


OPTION = ChooseOne(
    "option",
    "54",
    gettext_noop("[declarer], [offender] has led [card:the] out of turn."),
    LeadOption,
    chooser="declarer",
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
LEADER_FOLLOWS = YesNo(
    "leader_follows",
    "44C",
    gettext_noop("When his turn to play comes, has [opening_leader] a card in [card:suit]?"),
    given=Given(holds, CARD, LEADER_SUITS),
    why=gettext_noop("Following suit comes first. Only without a card of the suit may he play the one on the table."),
)

ACCEPTED = gettext_noop("The lead is accepted. [declarer] remains declarer.")
CHANGES_HANDS = gettext_noop("The lead is accepted. [dummy] becomes declarer.")
MUST_ACCEPT = gettext_noop("The lead must be accepted. [declarer] remains declarer.")
NOT_ALLOWED = gettext_noop("The lead goes back without rectification. It may not be accepted.")
FACE_DOWN_BACK = gettext_noop("The card goes back face down, without rectification.")
IN_TURN = gettext_noop("The lead was in turn: there is no lead out of turn.")
MUST_LEAD = gettext_noop("The lead is refused. [opening_leader] must lead [card:suit].")
MAY_NOT_LEAD = gettext_noop("The lead is refused. [opening_leader] may not lead [card:suit].")
LEADS_HIS_CARD = gettext_noop(
    "The lead is refused. [card:the] is a penalty card, and [opening_leader] must lead [leader_card:the]."
)
LEADS_FREELY = gettext_noop("The lead is refused. [card:the] is a penalty card, and the lead is free.")

DUMMY_SPREADS = MustPlay(
    law="41D",
    player="dummy",
    card="hand",
    when="now",
    text=gettext_noop("[dummy] spreads his hand."),
)
SECOND_FROM_HAND = MustPlay(
    law="54B1",
    player="declarer",
    card="any card",
    when="now",
    text=gettext_noop(
        "[declarer] plays the second card of the trick from his own hand; then [opening_leader], and dummy last."
    ),
)
IF_FROM_DUMMY = Note(
    law="54B2",
    text=gettext_noop("If the second card has come from dummy, it stays, except to correct a revoke."),
)
LEAVE = Presence(law="54", do="LEAVE", text=gettext_noop("You may leave the table."))
PARTNER_TAKES_BACK = Withdraw(
    law="54",
    player="opening_leader",
    card="face-down card",
    to="hand",
    text=gettext_noop("[opening_leader] takes his face-down card back, without rectification."),
)
UNSEEN = Info(
    law="16C",
    source="face-down card",
    text=gettext_noop("Nobody has seen the card: there is no unauthorised information."),
)
DROPPED_BACK = Withdraw(
    law="48A",
    player="declarer",
    card="dropped card",
    to="hand",
    text=gettext_noop("[declarer] takes back the card that he dropped: it accepts nothing and costs nothing."),
)
DROPPED_SEEN = Info(
    law="48A",
    source="dropped card",
    ai_for=("defenders",),
    text=gettext_noop("The defenders may use what they have seen of the cards [declarer:of]."),
)
DROPPED_READING = Note(
    law="48A",
    text=gettext_noop(
        "Reading followed: a card dropped by accident is neither played nor spread, so declarer keeps his choice."
    ),
)
SPREAD_BACK = Withdraw(
    law="48A",
    player="declarer",
    card="cards shown",
    to="hand",
    text=gettext_noop("[declarer] takes back the cards that he has shown."),
)
HIS_CARD_IS_PLAYED = MustPlay(
    law="54B1",
    player="declarer",
    card="card played",
    when="now",
    text=gettext_noop("The card that [declarer] played is the second card of the trick; then [opening_leader] plays."),
)
PLAYED_FR = Note(
    law="54A",
    text=gettext_noop(
        "Reading of the French edition: a card that declarer exposes accepts the lead and makes him dummy. By the "
        "English text a card played to the trick accepts the lead too, but he remains declarer and the card is played."
    ),
)
PLAYED_INT = Note(
    law="54B1",
    text=gettext_noop(
        "Reading of the English edition: a card played to the trick accepts the lead, and declarer remains declarer. "
        "By the French text the card exposed makes him dummy, and it is not played."
    ),
)
SEEN_READING = Note(
    law="41A",
    text=gettext_noop("Reading followed: a card that his partner could have seen is ruled on as a card faced."),
)
TAKEN_BACK = gettext_noop("[offender] takes [card:the] back; it is not a penalty card.")
REQUIRED = gettext_noop(
    "[opening_leader] must lead [card:suit], this time only. Without a card of that suit, he leads what he likes."
)
BOUND = gettext_noop("[opening_leader] must lead [card:suit], this time only.")
BARRED = gettext_noop(
    "[opening_leader] may not lead [card:suit], now or as long as he keeps the lead. With nothing else in his hand, he "
    "leads what he likes."
)
ANY_CARD = gettext_noop("[opening_leader] leads what he likes, [card:suit] included.")
FOLLOWS_INSTEAD = gettext_noop(
    "[opening_leader] follows suit. [leader_card:the] stays face up on the table, in front [opening_leader:of]: major "
    "penalty card."
)
LEADER_CARD_DUTY_CHANGED = penalty_card_duty(
    owner="owner_partner",
    card="leader_card",
    declarer="dummy",
    text=gettext_noop(
        "Penalty card [leader_card], [owner_partner]: to be played at the first legal opportunity. Each time [owner] "
        "is about to lead, [dummy], who is declarer now, first chooses: require the suit, forbid it, or leave the lead "
        "free."
    ),
)
LEAVE_AFTER_TRICK = Presence(
    law="54", do="STAY", until="card_played", text=gettext_noop("Stay until [leader_card:the] is played.")
)


def opening_lead_out_of_turn(ask: Ask) -> Ruling:
    """A defender on declarer's right has made the opening lead: the whole ruling, from the first card to the duties."""
    ask(WRONG_LEADER)
    since = ask(SINCE_LEAD)
    match since:
        case SinceLead.TOLD:
            return told_by_an_opponent(ask)
        case SinceLead.FACE_DOWN:
            return still_face_down(ask)
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


def one_by_one(ask: Ask) -> Ruling:
    """Several things have happened: each is asked for, in the order of the Law."""
    if ask(TOLD):
        return told_by_an_opponent(ask)
    if ask(FACE_DOWN) and not ask(SEEN_BY_PARTNER):
        return goes_back_face_down()
    partner = ask(PARTNER_LEAD) if ask(PARTNER_LED) else None
    declarer = ask(DECLARER_DID) if ask(DECLARER_SHOWED) else None
    return faced(ask, partner=partner, declarer=declarer, dummy_seen=ask(DUMMY_SEEN))


def told_by_an_opponent(ask: Ask) -> Ruling:
    """Law 47E1: the opponents' own doing. No choice, no penalty card, and their side may not use the card."""
    ask(CARD)
    effects: Effects = (
        Withdraw(
            law="47E1",
            player="offender",
            card="card",
            to="hand",
            text=gettext_noop("[offender] takes [card:the] back, without rectification."),
        ),
        MustPlay(
            law="41A",
            player="opening_leader",
            card="any card",
            when="now",
            text=gettext_noop("[opening_leader] leads what he likes."),
        ),
        Info(
            law="16C",
            source="card",
            ui_for=("declaring_side",),
            ai_for=("defenders",),
            text=gettext_noop(
                "[card:the] taken back: authorised information for [defenders], unauthorised for [declaring_side]."
            ),
        ),
        Presence(law="47E1", do="STAY", until="lead_made", text=gettext_noop("Stay until the lead is made.")),
    )
    return Ruling("47E1", NOT_ALLOWED, effects)


def still_face_down(ask: Ask) -> Ruling:
    """Law 41A: the card of the wrong defender goes back, unless his partner could have seen its face."""
    return faced(ask, note=SEEN_READING) if ask(SEEN_BY_PARTNER) else goes_back_face_down()


def goes_back_face_down() -> Ruling:
    effects: Effects = (
        Withdraw(
            law="41A",
            player="offender",
            card="face-down card",
            to="hand",
            text=gettext_noop("[offender] takes his card back without showing it."),
        ),
        MustPlay(
            law="41A",
            player="opening_leader",
            card="any card",
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
    match partner:
        case PartnerLead.SAME_TIME:
            return proper_lead_stands(ask, "58A")
        case PartnerLead.BEFORE:
            return proper_lead_stands(ask, "57D")
        case PartnerLead.FACE_DOWN:
            before += (PARTNER_TAKES_BACK, UNSEEN)
    over_two = partner is PartnerLead.AFTER
    shown = declarer in (DeclarerDid.SPREAD, DeclarerDid.PLAYED)
    dummy_first = dummy_seen and not (shown and ask(FIRST) is First.DECLARER)

    # A. Declarer spreads his hand: he becomes dummy. A card played to the trick: as the edition in force says
    if shown and not dummy_first:
        if declarer is DeclarerDid.SPREAD:
            return becomes_dummy(ask, before, over_two)
        if ask(PROFILE) is Profile.FR:
            return becomes_dummy(ask, (*before, PLAYED_FR), over_two)
        return remains_declarer(ask, ACCEPTED, "54B1", before, (HIS_CARD_IS_PLAYED, PLAYED_INT), over_two)
    if declarer is DeclarerDid.DROPPED:
        before += (DROPPED_BACK, DROPPED_SEEN, DROPPED_READING)

    # C. Declarer could have seen a card of dummy: he must accept, and remains declarer
    if dummy_first:
        second: Effects = (SECOND_FROM_HAND, IF_FROM_DUMMY)
        if declarer is DeclarerDid.PLAYED:
            second = (HIS_CARD_IS_PLAYED,)
        if declarer is DeclarerDid.SPREAD:
            before += (SPREAD_BACK, DROPPED_SEEN)
        return remains_declarer(ask, MUST_ACCEPT, "54C", before, second, over_two)

    # B, D. Declarer chooses
    ask(CARD)
    if over_two:
        ask(LEADER_CARD)
    option = LeadOption[ask(OPTION_OVER_TWO).name] if over_two else ask(OPTION)
    match option:
        case LeadOption.STAY:
            return remains_declarer(ask, ACCEPTED, "54B", before, (SECOND_FROM_HAND, IF_FROM_DUMMY), over_two)
        case LeadOption.BECOME_DUMMY:
            return becomes_dummy(ask, before, over_two)
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


def remains_declarer(ask: Ask, text: str, law: str, before: Effects, second: Effects, over_two: bool) -> Ruling:
    """The lead stands and nobody changes places; *second* is the second card of the trick."""
    accepted = Accept(law=law, what="card", text=gettext_noop("The lead out of turn stands as the opening lead."))
    own, duties = partners_card(ask, LEADER_CARD_DUTY) if over_two else ((LEAVE,), ())
    return Ruling(law, text, (*before, accepted, DUMMY_SPREADS, *second, *own), duties)


def becomes_dummy(ask: Ask, before: Effects, over_two: bool) -> Ruling:
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
            card="any card of the hand spread",
            when="now",
            text=gettext_noop(
                "[dummy] calls the second card of the trick from the hand spread; a card shown there is not played."
            ),
        ),
    )
    own, duties = partners_card(ask, LEADER_CARD_DUTY_CHANGED) if over_two else ((LEAVE,), ())
    return Ruling("54A", CHANGES_HANDS, (*before, *accepted, *own), duties)


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


LAW = Law(
    "54",
    gettext_noop("Opening lead out of turn"),
    opening_lead_out_of_turn,
    tile="entame-hors-tour",
    finds=gettext_noop("opening lead, out of turn, wrong side, face down, two leads, simultaneous leads"),
)
