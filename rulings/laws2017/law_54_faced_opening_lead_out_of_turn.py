"""Law 54 - Faced opening lead out of turn.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 54; FFB, Code 2017, Loi 54.
Before: Law 47E1, was he told by an opponent? Law 41A, is the card still face down? Law 58A, were there two leads at
        the same moment?
Sends:  24 a card led by the declaring side (54E), 41 a lead that was in turn, 50 the penalty card it may leave, 59 a
        player who cannot do what is required of him.
Rows:   LAWS.md 6.2 and 6.3: 54.R1 to 54.R16, 54.O1 to 54.O5; 41.R1, 41.R3; 47.R5 for the opening lead.
Reading: 54.R7. When declarer and dummy have both shown cards, the one who showed his first decides the ruling.
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
from rulings.engine import ruling as effect
from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Given, Option, Seen, WhichSeat, YesNo
from rulings.engine.ruling import Ruling, Send
from rulings.engine.text import gettext_noop
from rulings.laws2017 import law_41_commencement_of_play as commencement
from rulings.laws2017 import lead_choice, on_the_table, out_of_turn, penalty_cards, terms
from rulings.laws2017.law_24_card_exposed_or_led_during_the_auction import led_by_the_declaring_side
from rulings.laws2017.law_48_exposure_of_declarers_cards import IS_A_CLAIM, THE_CLAIM, declarers_cards_go_back
from rulings.laws2017.law_58_simultaneous_leads_or_plays import proper_lead_stands


def opening_lead_out_of_turn(ask: Ask) -> Ruling:
    """Rule on an opening lead by the defender on declarer's right, from the first card to the duties."""
    ask(WRONG_LEADER)
    since = ask(SINCE_LEAD)
    match since:
        case SinceLead.TOLD:
            return he_was_told(ask)
        case SinceLead.KNOCKED:
            return it_was_knocked(ask)
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
    """Ask about each event that may have happened, one by one, in the order of the Law."""
    if ask(TOLD):
        return he_was_told(ask, leads=HE_LEADS_OR_HAS_LED)
    if ask(out_of_turn.KNOCKED):
        return it_was_knocked(ask, leads=HE_LEADS_OR_HAS_LED)
    if ask(FACE_DOWN) and not ask(SEEN_BY_PARTNER):
        return both_go_back(ask) if ask(SHOWN_BESIDE) else goes_back_face_down()
    partner = ask(PARTNER_LEAD) if ask(PARTNER_LED) else None
    if partner in PROPER_LEAD_STANDS:
        return faced(ask, partner=partner)
    declarer = ask(DECLARER_DID) if ask(DECLARER_SHOWED) else None
    return faced(ask, partner=partner, declarer=declarer, dummy_seen=ask(DUMMY_SEEN))


def he_was_told(ask: Ask, *, leads: str = "") -> Ruling:
    """Rule by Law 47E1 on a lead that an opponent caused: no choice, no penalty card, and the opponents may not use the
    card. *leads* are the words on the right player's lead where he may have led already."""
    ask(commencement.CARD)
    back, *seen = terms.told_by_an_opponent(ask, BACK_FREELY, by_defender=True)
    lead = his_lead(ask, leads or HE_LEADS)
    return Ruling("47E1", NOT_ALLOWED, (back, lead, *seen, terms.stay_for_the_lead("47E1")))


def it_was_knocked(ask: Ask, *, leads: str = "") -> Ruling:
    """Rule by Law 50 on a card exposed by an opponent's act: it was not led, and it is no penalty card."""
    return replace(he_was_told(ask, leads=leads), law="50", text=out_of_turn.NOT_LED)


def his_lead(ask: Ask, text: str) -> effect.Rectification:
    """Have the right player lead, in the words *text*; if something restricts his lead, send to that law first
    (50D)."""
    if ask(LEAD_IS_BOUND):
        return WHAT_BINDS_IT_FIRST
    return effect.MustPlay(law="41A", player="opening_leader", card="any_card", when="now", text=text)


def still_face_down(ask: Ask) -> Ruling:
    """Rule by Law 41A: the card goes back, unless the player's partner could have seen its face."""
    return faced(ask, note=SEEN_READING) if ask(SEEN_BY_PARTNER) else goes_back_face_down()


def face_down_and_cards_shown(ask: Ask) -> Ruling:
    """Rule by Laws 41A and 48: no card is led out of turn, and declarer's cards mean nothing, unless he claims."""
    if ask(SEEN_BY_PARTNER):
        return faced(ask, declarer=ask(DECLARER_DID), note=SEEN_READING)
    return both_go_back(ask)


def both_go_back(ask: Ask) -> Ruling:
    """Send back the card face down, and the cards that declarer has shown without need (48)."""
    back = goes_back_face_down()
    if ask(commencement.CLAIMS):
        return Ruling("48B2", IS_A_CLAIM, (*back.rectifications, THE_CLAIM))
    shown = declarers_cards_go_back("48A")
    return replace(back, rectifications=(*back.rectifications, *shown.rectifications))


def goes_back_face_down() -> Ruling:
    effects: terms.Effects = (
        effect.Withdraw(
            law="41A",
            player="offender",
            card="face_down_card",
            to="hand",
            text=gettext_noop("[offender] takes his card back without showing it."),
        ),
        effect.MustPlay(law="41A", player="opening_leader", card="any_card", when="now", text=HE_LEADS_OR_HAS_LED),
        UNSEEN,
        LEAVE,
    )
    return Ruling("41A", FACE_DOWN_BACK, effects)


def another_leader(ask: Ask) -> Ruling:
    """Rule where Law 54 does not apply: the lead was in turn, or declarer's side led (E)."""
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
    note: effect.Note | None = None,
) -> Ruling:
    """Rule on a card face up: the later acts of the others decide who may choose, and between which options."""
    before: terms.Effects = (note,) if note else ()
    ask(ITS_OWNER)
    if partner in PROPER_LEAD_STANDS:
        return proper_lead_stands(ask, PROPER_LEAD_STANDS[partner])
    if partner is PartnerLead.FACE_DOWN:
        before += (PARTNER_TAKES_BACK, UNSEEN)
    over_two = partner is PartnerLead.AFTER
    shown = declarer in (DeclarerDid.SPREAD, DeclarerDid.PLAYED)
    dummy_first = dummy_seen and not (shown and ask(FIRST) is First.DECLARER)
    before += (FIRST_READING,) if dummy_seen and shown else ()

    # A. Declarer spreads his hand: he becomes dummy. A card played to the trick: by the edition in force
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
        second: terms.Effects = (SECOND_FROM_HAND, IF_FROM_DUMMY)
        if declarer is DeclarerDid.PLAYED:
            second = (HIS_CARD_IS_PLAYED,)
        if declarer is DeclarerDid.SPREAD:
            before += (SPREAD_BACK, DROPPED_SEEN)
        return remains_declarer(ask, MUST_ACCEPT, "54C", before, second, over_two)

    # B, D. Declarer chooses; where penalty cards lie there since the auction, `50-table` rules on the lead (50D2, 51)
    ask(commencement.CARD)
    if over_two:
        ask(commencement.LEADER_CARD)
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
            effects, duties = lead_choice.required(taken_back=TAKEN_BACK, must_lead=BOUND if over_two else REQUIRED)
        case LeadOption.FORBID:
            law, text = "50D2(a)", MAY_NOT_LEAD
            effects, duties = lead_choice.forbidden(taken_back=TAKEN_BACK, may_not_lead=BARRED)
        case LeadOption.FREE:
            law, text = "54D", LEADS_HIS_CARD if over_two else LEADS_FREELY
            effects, duties = lead_choice.left_free("54D", free=ANY_CARD, bound=over_two)
        case _:
            assert_never(option)
    if over_two:
        in_suit = option is not LeadOption.FREE and ask(commencement.CARDS_IN_SUIT)
        own, own_duties = lead_choice.leaders_own_card(str(option.value), in_suit, new=True)
        effects, duties = effects + own, tuple(dict.fromkeys(duties + own_duties))
    return Ruling(law, text, before + effects, duties)


def over_cards(ask: Ask, before: terms.Effects, over_two: bool) -> Ruling:
    """Ask for declarer's choice where something restricts the lead already; a refusal is ruled on together with it."""
    match choice := ask(OVER_CARDS):
        case LeadOverCards.ACCEPT:
            leave = terms.leave_the_table(ask, "54", played=commencement.CARD)
            return remains_declarer(ask, ACCEPTED, "54B", before, (SECOND_FROM_HAND, IF_FROM_DUMMY), over_two, leave)
        case LeadOverCards.BECOME_DUMMY:
            return becomes_dummy(ask, before, over_two, terms.leave_the_table(ask, "54", played=commencement.CARD))
        case LeadOverCards.REFUSE:
            refused = lead_choice.over_cards_there("54D", "opening_leader", led=over_two)
            return replace(refused, rectifications=(*before, *refused.rectifications))
    assert_never(choice)


def remains_declarer(
    ask: Ask,
    text: str,
    law: str,
    before: terms.Effects,
    second: terms.Effects,
    over_two: bool,
    leave: effect.Presence | None = None,
) -> Ruling:
    """Let the lead stand, with declarer still declarer; *second* is the second card of the trick."""
    accepted = effect.Accept(
        law=law, what="card", text=gettext_noop("The lead out of turn stands as the opening lead.")
    )
    own, duties = partners_card(ask, lead_choice.LEADER_CARD_DUTY) if over_two else left_there(ask, leave)
    return Ruling(law, text, (*before, accepted, DUMMY_SPREADS, *second, *own), duties)


def becomes_dummy(ask: Ask, before: terms.Effects, over_two: bool, leave: effect.Presence | None = None) -> Ruling:
    """Let the lead stand; declarer spreads his whole hand and his partner plays it (54A)."""
    accepted: terms.Effects = (
        effect.Accept(law="54A", what="card", text=gettext_noop("The lead out of turn stands as the opening lead.")),
        effect.DeclarerIs(
            law="54A",
            seat="dummy",
            text=gettext_noop("[declarer] spreads his whole hand and becomes dummy; [dummy] becomes declarer."),
        ),
        effect.MustPlay(
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


def left_there(ask: Ask, leave: effect.Presence | None) -> terms.Outcome:
    """Return *leave*; if it is None, keep the director while a penalty card lies there."""
    return (leave or terms.leave_the_table(ask, "54"),), ()


def partners_card(ask: Ask, duty: effect.Duty) -> terms.Outcome:
    """Rule on the second card faced, once the first is accepted: played in turn if legal, else a penalty card."""
    ask(commencement.CARD)
    ask(commencement.LEADER_CARD)
    if ask(commencement.CARDS_IN_SUIT) or not ask(LEADER_FOLLOWS):
        plays = effect.MustPlay(
            law="50D1(a)",
            player="opening_leader",
            card="leader_card",
            when="next_turn_if_legal",
            text=gettext_noop("When his turn comes, [opening_leader] must play [leader_card:the]."),
        )
        return (plays, lead_choice.HOW_PENALISED, LEAVE_AFTER_TRICK), ()
    return lead_choice.leader_card_stays("50D1(b)", FOLLOWS_INSTEAD, duty=duty)


# Questions


WRONG_LEADER = WhichSeat("wrong_leader", "54", gettext_noop("Who led out of turn?"))
PRESUMED = WhichSeat("presumed_declarer", "54", gettext_noop("Who was presumed to be declarer?"))
ITS_OWNER = terms.owner_is(WRONG_LEADER)
BESIDES = lead_choice.besides(WRONG_LEADER, commencement.CARD)
BESIDES_BOTH = lead_choice.besides_both(WRONG_LEADER, commencement.CARD)
LEAD_IS_BOUND = out_of_turn.LEAD_IS_BOUND.seen_by(Seen(on_the_table.binds_the_partners_lead, WRONG_LEADER))


class SinceLead(Choice):
    TOLD = Option("told", gettext_noop("An opponent had told him or shown him that it was his turn"), law="47E1")
    KNOCKED = Option("knocked", out_of_turn.KNOCKED_OUT, law="50")
    FACE_DOWN = Option("face_down", gettext_noop("His card is still face down"), law="41A")
    FACE_DOWN_SHOWN = Option(
        "face_down_shown",
        gettext_noop("His card is still face down, and [declarer] has shown cards of his own hand"),
        law="48A",
    )
    PARTNER = Option("partner", gettext_noop("[opening_leader] has led too, face up or face down"), law="58A")
    DECLARER = Option("declarer", gettext_noop("[declarer] has shown, dropped or played a card"), law="54A")
    DUMMY = Option("dummy", gettext_noop("[dummy] has shown a card"), law="54C")
    OTHER = Option("other_leader", gettext_noop("He is declarer or dummy, or it was his turn after all"), law="54E")
    SEVERAL = Option("several", gettext_noop("Several of these"))
    NOTHING = Option("nothing", gettext_noop("None of these"), law="54")


def other_leader(leader: Seat, declarer: Seat) -> SinceLead | None:
    """Answer from the seats alone that the leader was not the defender on declarer's right; None otherwise."""
    return None if leader == declarer.rho else SinceLead.OTHER


SINCE_LEAD = ChooseOne(
    "since_lead",
    "54",
    gettext_noop("[offender] has led out of turn. Is one of these true?"),
    SinceLead,
    boxes=(
        ("told", ("told",)),
        ("knocked", ("knocked",)),
        ("face_down", ("face_down",)),
        ("face_down_shown", ("face_down", "declarer_showed", "shown_beside")),
        ("partner", ("partner_led",)),
        ("declarer", ("declarer_showed", "shown_beside")),
        ("dummy", ("dummy_seen",)),
    ),
    given=Given(other_leader, WRONG_LEADER, PRESUMED),
    leads_on="nothing",
    taken=gettext_noop(
        "Did anybody tell [offender] that it was his lead? Is his card still face down? Has anybody led, played or "
        "shown a card since? Was it his turn, or is he of declarer’s side?"
    ),
    why=gettext_noop(
        "Ask all four players, and first whether anybody told him to lead. Nobody touches a card meanwhile. Each of "
        "these changes what declarer may choose."
    ),
)


class PartnerLead(Choice):
    FACE_DOWN = Option("face_down", gettext_noop("Face down"), law="54")
    SAME_TIME = Option(
        "same_time", gettext_noop("Face up, at the same moment, or nobody knows which was first"), law="58A"
    )
    BEFORE = Option("before", gettext_noop("Face up, before [offender]"), law="57D")
    AFTER = Option("after", gettext_noop("Face up, after [offender]"), law="60C")
    PLAYED_TO = Option(
        "played_to", gettext_noop("Face up, after [offender], and declarer’s side has played a card to it"), law="60A1"
    )


PROPER_LEAD_STANDS = {PartnerLead.SAME_TIME: "58A", PartnerLead.BEFORE: "57D", PartnerLead.PLAYED_TO: "60A1"}
"""Law by which the partner's lead becomes the opening lead, by the way he led; nothing is left to accept or refuse."""
PARTNER_LEAD = ChooseOne("partner_lead", "58A", gettext_noop("How has [opening_leader] led?"), PartnerLead)


class DeclarerDid(Choice):
    SPREAD = Option("spread", gettext_noop("He had begun to spread his hand, even one card"), law="54A")
    PLAYED = Option("played", gettext_noop("He played a card to the trick, from his hand"), law="54B1")
    DROPPED = Option("dropped", gettext_noop("He only dropped a card by accident"), law="48A")


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
    IN_TURN = Option("in_turn", gettext_noop("It was his turn to lead"), law="41A")
    DECLARING_SIDE = Option("declaring_side", gettext_noop("He is declarer or dummy"), law="54E")


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
    DECLARER = Option("declarer", gettext_noop("[declarer] first"), law="54A")
    DUMMY = Option("dummy", gettext_noop("[dummy] first"), law="54C")


FIRST = ChooseOne("first", "54A", gettext_noop("Who showed a card first?"), First)
FIRST_READING = effect.Note(
    law="54C",
    text=gettext_noop("Reading followed: when declarer and dummy have both shown cards, the first of them governs."),
)


class Profile(Choice):
    FR = Option("FR", gettext_noop("French edition: a card exposed is enough"), law="54A")
    INT = Option("INT", gettext_noop("English edition: he must have begun to spread"), law="54B1")


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
    STAY = Option(
        "stay",
        gettext_noop("You accept the lead and remain *declarer*"),
        entails=gettext_noop(
            "[dummy] spreads his hand. You play the second card from your hand, then [opening_leader] plays, "
            "and dummy last. No rectification."
        ),
        law="54B",
        group=LEAD_ACCEPTED,
    )
    BECOME_DUMMY = Option(
        "become_dummy",
        gettext_noop("You accept the lead and become *dummy*"),
        entails=gettext_noop(
            "You spread your hand. Your partner ([dummy]) becomes declarer and calls the second card from "
            "the hand spread. No rectification."
        ),
        law="54A",
        group=LEAD_ACCEPTED,
    )
    REQUIRE = Option(
        "require",
        gettext_noop("You refuse the lead and *require* [card:suit]"),
        entails=gettext_noop(
            "[offender] takes his card back. [opening_leader] must lead [card:suit], *this time only*; without a card "
            "of that suit, he leads what he likes."
        ),
        law="50D2(a)",
        group=LEAD_REFUSED,
    )
    FORBID = Option(
        "forbid",
        gettext_noop("You refuse the lead and *forbid* [card:suit]"),
        entails=gettext_noop(
            "[offender] takes his card back. [opening_leader] may not lead [card:suit] *as long as he keeps the lead*."
        ),
        law="50D2(a)",
        group=LEAD_REFUSED,
    )
    FREE = Option(
        "free",
        gettext_noop("You refuse the lead and leave it *free*"),
        entails=gettext_noop(
            "[opening_leader] leads what he likes. [card:the] stays on the table as a major penalty card, to "
            "be played at the first legal opportunity; before each lead [opening_leader:of], the same choice "
            "comes back: require the suit, forbid it, or leave the lead free."
        ),
        law="50D2(b)",
        group=LEAD_REFUSED,
    )


class LeadOptionOverTwo(Choice):
    """The same options when the partner has faced a card too, after the lead out of turn."""

    STAY = Option(
        "stay",
        gettext_noop("You accept the lead and remain *declarer*"),
        entails=gettext_noop(
            "[dummy] spreads his hand. You play the second card from your hand. [opening_leader] then plays "
            "[leader_card:the] if that is legal; if not, it is a major penalty card."
        ),
        law="54B",
        group=LEAD_ACCEPTED,
    )
    BECOME_DUMMY = Option(
        "become_dummy",
        gettext_noop("You accept the lead and become *dummy*"),
        entails=gettext_noop(
            "You spread your hand. Your partner ([dummy]) becomes declarer and calls the second card from "
            "the hand spread. [opening_leader] then plays [leader_card:the] if that is legal; if not, it is "
            "a major penalty card."
        ),
        law="54A",
        group=LEAD_ACCEPTED,
    )
    REQUIRE = Option(
        "require",
        gettext_noop("You refuse the lead and *require* [card:suit]"),
        entails=gettext_noop(
            "[offender] takes his card back. [opening_leader] must lead [card:suit], *this time only*. He leads the "
            "card that he has faced ([leader_card]) if it is of that suit, or if he has no other of that suit; "
            "otherwise it stays on the table as a major penalty card."
        ),
        law="50D2(a)",
        group=LEAD_REFUSED,
    )
    FORBID = Option(
        "forbid",
        gettext_noop("You refuse the lead and *forbid* [card:suit]"),
        entails=gettext_noop(
            "[offender] takes his card back. [opening_leader] may not lead [card:suit] *as long as he keeps the lead*. "
            "He must lead the card that he has faced ([leader_card]) unless it is of that suit; then it stays on the "
            "table as a major penalty card."
        ),
        law="50D2(a)",
        group=LEAD_REFUSED,
    )
    FREE = Option(
        "free",
        gettext_noop("You refuse the lead and leave it *free*"),
        entails=gettext_noop(
            "[card:the] stays on the table as a major penalty card, and [opening_leader] must lead the card "
            "that he has faced ([leader_card]). Before each later lead [opening_leader:of] comes the choice: "
            "require the suit, forbid it, or leave the lead free."
        ),
        law="50D2(b)",
        group=LEAD_REFUSED,
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
    """The remaining choice when penalty cards of the defenders lie there already."""

    ACCEPT = Option(
        "accept",
        gettext_noop("You accept the lead and remain *declarer*"),
        entails=gettext_noop(
            "[dummy] spreads his hand. You play the second card from your hand. The penalty cards stay on the table."
        ),
        law="54B",
        group=LEAD_ACCEPTED,
    )
    BECOME_DUMMY = Option(
        "become_dummy",
        gettext_noop("You accept the lead and become *dummy*"),
        entails=gettext_noop(
            "You spread your hand. Your partner ([dummy]) becomes declarer and calls the second card from the hand "
            "spread. The penalty cards stay on the table."
        ),
        law="54A",
        group=LEAD_ACCEPTED,
    )
    REFUSE = Option(
        "refuse",
        gettext_noop("You refuse the lead"),
        entails=gettext_noop(
            "[card:the] is a major penalty card. Before the opening lead you choose over all the penalty cards "
            "[offender:of]: require a suit or forbid it, and they go back, or leave the lead free. [opening_leader] "
            "may have to lead a penalty card of his own; a suit that you may forbid after a call taken back comes "
            "first."
        ),
        law="54D",
        group=LEAD_REFUSED,
    )


OVER_CARDS = ChooseOne(
    "over_cards",
    "54",
    gettext_noop(
        "[declarer], [offender] has made the opening lead of [card:the] out of turn, and something bears on the lead "
        "already: penalty cards, or a suit that you may forbid."
    ),
    LeadOverCards,
    chooser="declarer",
)
LEADER_FOLLOWS = YesNo(
    "leader_follows",
    "44C",
    gettext_noop("When his turn to play comes, has [opening_leader] a card in [card:suit]?"),
    given=Given(commencement.holds, commencement.CARD, commencement.LEADER_SUITS),
    why=gettext_noop("Following suit comes first. Only without a card of the suit may he play the one on the table."),
)


# Words and effects


BACK_FREELY = gettext_noop("[offender] takes [card:the] back, without rectification.")
HE_LEADS_OR_HAS_LED = gettext_noop(
    "[opening_leader] leads what he likes, unless something binds him; a card that he has already led is the lead."
)
WHAT_BINDS_IT_FIRST = Send(
    law="50D2",
    to="50-table",
    hands=("now=lead", "on_lead=[opening_leader]", "declarer"),
    text=gettext_noop("Before the lead [opening_leader:of], rule on what binds it: penalty cards, a suit to forbid."),
)
HE_LEADS = gettext_noop("[opening_leader] leads what he likes.")
NOT_ALLOWED = gettext_noop("The lead goes back without rectification. It may not be accepted.")
SEEN_READING = effect.Note(
    law="41A",
    text=gettext_noop("Reading followed: a card that his partner could have seen is ruled on as a card faced."),
)
UNSEEN = effect.Info(
    law="16C",
    source="face_down_card",
    text=gettext_noop("Nobody has seen the card: there is no unauthorised information."),
)
LEAVE = terms.may_leave("54")
FACE_DOWN_BACK = gettext_noop("The card goes back face down, without rectification.")
IN_TURN = gettext_noop("The lead was in turn: there is no lead out of turn.")
PARTNER_TAKES_BACK = effect.Withdraw(
    law="54",
    player="opening_leader",
    card="face_down_card",
    to="hand",
    text=gettext_noop("[opening_leader] takes his face-down card back, without rectification."),
)
PLAYED_FR = effect.Note(
    law="54A",
    text=gettext_noop(
        "Reading of the French edition: a card that declarer exposes accepts the lead and makes him dummy. By the "
        "English text a card played to the trick accepts the lead too, but he remains declarer and the card is played."
    ),
)
ACCEPTED = gettext_noop("The lead is accepted. [declarer] remains declarer.")
HIS_CARD_IS_PLAYED = effect.MustPlay(
    law="54B1",
    player="declarer",
    card="card_played",
    when="now",
    text=gettext_noop("The card that [declarer] played is the second card of the trick; then [opening_leader] plays."),
)
PLAYED_INT = effect.Note(
    law="54B1",
    text=gettext_noop(
        "Reading of the English edition: a card played to the trick accepts the lead, and declarer remains declarer. "
        "By the French text the card exposed makes him dummy, and it is not played."
    ),
)
DROPPED_BACK = effect.Withdraw(
    law="48A",
    player="declarer",
    card="dropped_card",
    to="hand",
    text=gettext_noop("[declarer] takes back the card that he dropped: it accepts nothing and costs nothing."),
)
DROPPED_SEEN = effect.Info(
    law="48A",
    source="dropped_card",
    ai_for=("defenders",),
    text=gettext_noop("The defenders may use what they have seen of the cards [declarer:of]."),
)
DROPPED_READING = effect.Note(
    law="48A",
    text=gettext_noop(
        "Reading followed: a card dropped by accident is neither played nor spread, so declarer keeps his choice."
    ),
)
SECOND_FROM_HAND = effect.MustPlay(
    law="54B1",
    player="declarer",
    card="any_card",
    when="now",
    text=gettext_noop(
        "[declarer] plays the second card of the trick from his own hand; then [opening_leader], and dummy last."
    ),
)
IF_FROM_DUMMY = effect.Note(
    law="54B2",
    text=gettext_noop("If the second card has come from dummy, it stays, except to correct a revoke."),
)
SPREAD_BACK = effect.Withdraw(
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
DUMMY_SPREADS = effect.Spread(
    law="41D",
    player="dummy",
    text=gettext_noop("[dummy] spreads his hand."),
)
LEADER_CARD_DUTY_CHANGED = penalty_cards.penalty_card_duty(
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
LEAVE_AFTER_TRICK = effect.Presence(
    law="54", do="STAY", until="card_played", text=gettext_noop("Stay until the card is played ([leader_card]).")
)
FOLLOWS_INSTEAD = gettext_noop(
    "[opening_leader] follows suit. [leader_card:the] stays face up on the table, in front [opening_leader:of]: major "
    "penalty card."
)
