"""Law 57 - Premature lead or play.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 57; FFB, Code 2017, Loi 57.
Before: Law 47E1, was he told by an opponent? Law 53C sends here the card of the wrong defender; 60A1, has declarer
        played after a lead?
Sends:  50 the penalty card it leaves, 55 and 56 a lead that is out of turn and not premature.
Rows:   LAWS.md 6.6, 57.R1 to 57.R6; 60.R1 for a premature lead or play.
Reading: 57. A lead before the trick is complete, after partner has played, is judged once the trick is won.
Reading: 57.R2. Declarer names one of the four options; should he want none, he asks for the rectification to be
        waived.
Reading: 57.R6. Declarer’s cards from both hands excuse a defender who plays before his partner, not one who leads to
        the next trick.
"""

from typing import assert_never

from rulings.bridge import Seat
from rulings.engine.inquiry import Ask, Law
from rulings.engine.names import PlayKind
from rulings.engine.questions import Choice, ChooseOne, Given, Option, Seen, WhichCard, WhichSeat, WhichSuit, YesNo
from rulings.engine.ruling import Accept, Info, MustPlay, Note, PlayRestriction, Presence, Ruling, Send
from rulings.engine.text import gettext_noop
from rulings.laws2017 import on_the_table, penalty_cards, terms
from rulings.laws2017.law_59_inability_to_play_as_required import UNABLE
from rulings.laws2017.law_60_play_after_an_illegal_play import AS_IN_TURN, RIGHT_LOST


def too_soon(ask: Ask) -> Ruling:
    """Rule on a lead or a play before its time, by a defender or by declarer."""
    match who := ask(BY):
        case By.DECLARING_SIDE:
            return by_declarer(ask)
        case By.DEFENDER:
            pass
        case _:
            assert_never(who)

    ask(CARD)
    ask(ITS_OWNER)
    did = ask(DID)
    match did:
        case Did.PLAYED:
            return before_his_partner(ask)
        case Did.LED:
            return led_before_his_partner(ask)
        case Did.RIGHT_TURN:
            return at_the_right_turn(ask)
        case Did.LED_AFTER:
            finish = Note(
                law="56B",
                text=gettext_noop(
                    "Reading followed: if [offender] has won the trick, the card is his lead and play goes on."
                ),
            )
            otherwise = Send(
                law="56B",
                to="56",
                hands=("offender", "declarer", "card"),
                text=gettext_noop("If he has not, rule on a lead out of turn."),
            )
            return Ruling("56B", AFTER_THE_TRICK, (finish, otherwise))
        case _:
            assert_never(did)


LAW = Law(
    "57",
    gettext_noop("Card played before partner, or before its turn"),
    too_soon,
    tile="carte-trop-tot",
    finds=gettext_noop("played too soon, premature play, before his partner, led to the next trick, before dummy"),
)


# A. Before his partner
def before_his_partner(ask: Ask) -> Ruling:
    around = ask(AROUND_PLAY)
    match around:
        case AroundPlay.TOLD:
            return he_was_told(ask)
        case AroundPlay.BOTH | AroundPlay.DUMMY:
            law = "57C1" if around is AroundPlay.BOTH else "57C2"
            return Ruling(law, NO_RECTIFICATION, (Accept(law=law, what="card", text=STAYS_PLAYED), SUGGESTS))
        case AroundPlay.NOTHING:
            return declarer_chooses(ask, (AT_HIS_TURN, PARTNER_WINS))
        case _:
            assert_never(around)


def led_before_his_partner(ask: Ask) -> Ruling:
    around = ask(AROUND_LEAD)
    match around:
        case AroundLead.TOLD:
            return he_was_told(ask)
        case AroundLead.PLAYED_ON:
            led = Accept(
                law="60A1", what="card", text=gettext_noop("The trick in progress is finished; [card:the] is then led.")
            )
            return Ruling("60A1", STANDS_AS_LED, (led,))
        case AroundLead.BOTH:
            return declarer_chooses(ask, (FINISH_THE_TRICK, BOTH_READING))
        case AroundLead.NOTHING:
            return declarer_chooses(ask, (FINISH_THE_TRICK,))
        case _:
            assert_never(around)


def declarer_chooses(ask: Ask, more: terms.Effects) -> Ruling:
    """Penalise the card; declarer chooses among four options for the partner's card (57B if the partner cannot
    comply)."""
    owes = (THEN_HIS_OWN,) if ask(PARTNERS_CARD_LIES) else ()
    choice = ask(PARTNERS_CARD)
    match choice:
        case PartnersCard.HIGHEST | PartnersCard.LOWEST:
            pass
        case PartnersCard.REQUIRE | PartnersCard.FORBID:
            ask(SUIT)
        case _:
            assert_never(choice)
    bound = PlayRestriction(law="57A", player="partner", kind=KINDS[choice], trick="this_trick", text=TEXTS[choice])
    effects: terms.Effects = (
        bound,
        UNABLE,
        *owes,
        penalty_cards.penalty_card("57A"),
        penalty_cards.TWO_ARE_MAJOR,
        *more,
        *penalty_cards.WHILE_IT_LIES,
    )
    return Ruling("57A", CHOSEN[choice], effects, penalty_cards.PENALTY_CARD_DUTIES)


def he_was_told(ask: Ask) -> Ruling:
    """Rule by Law 47E1: he was misled by the other side, which may not use the card."""
    back, *seen = terms.told_by_an_opponent(ask, NOT_PENALISED, by_defender=True)
    return Ruling("47E1", FREELY_BACK, (back, terms.MAY_NOT_ACCEPT, *seen))


# C. Declarer
def by_declarer(ask: Ask) -> Ruling:
    did = ask(DECLARER_DID)
    match did:
        case DeclarerDid.PLAYED:
            stays = Accept(
                law="57C3",
                what="card",
                text=gettext_noop("The card stays, from his hand as from dummy; the others play in turn."),
            )
            return Ruling("57C3", DECLARERS_STAYS, (stays, HE_CORRECTS_A_REVOKE))
        case DeclarerDid.LED:
            lead = Send(
                law="55A",
                to="55",
                hands=("offender", "declarer"),
                text=gettext_noop("Rule on declarer’s lead out of turn."),
            )
            return Ruling("55A", LED_IN_FACT, (lead,))
        case _:
            assert_never(did)


# D. At his right-hand opponent's turn
def at_the_right_turn(ask: Ask) -> Ruling:
    around = ask(AROUND_RIGHT_TURN)
    match around:
        case AroundRightTurn.TOLD:
            return he_was_told(ask)
        case AroundRightTurn.PLAYED_ON:
            return Ruling("60A1", RIGHT_LOST, (AS_IN_TURN, HE_CORRECTS_A_REVOKE))
        case AroundRightTurn.LEGAL:
            plays = MustPlay(
                law="57D",
                player="offender",
                card="card",
                when="next_turn_if_legal",
                text=gettext_noop(
                    "[declarer] first plays from the hand [rho:of], as he likes; then [offender] plays [card:the]."
                ),
            )
            stay = Presence(
                law="57D", do="STAY", until="card_played", text=gettext_noop("Stay until the trick is complete.")
            )
            return Ruling("57D", PLAYED_IN_TURN, (plays, SUGGESTS, stay))
        case AroundRightTurn.ILLEGAL:
            instead = MustPlay(
                law="57D",
                player="offender",
                card="legal_card",
                when="next_turn_if_legal",
                text=gettext_noop(
                    "[declarer] first plays from the hand [rho:of], as he likes; then [offender] plays a legal card."
                ),
            )
            effects = (
                penalty_cards.penalty_card("57D"),
                penalty_cards.TWO_ARE_MAJOR,
                instead,
                SUGGESTS,
                *penalty_cards.WHILE_IT_LIES,
            )
            return Ruling("57D", CANNOT_BE_PLAYED, effects, penalty_cards.PENALTY_CARD_DUTIES)
        case _:
            assert_never(around)


# Questions


class By(Choice):
    DEFENDER = Option("defender", gettext_noop("A defender"), law="57A")
    DECLARING_SIDE = Option("declaring_side", gettext_noop("Declarer, from his hand or from dummy"), law="57C3")


OFFENDER = WhichSeat("offender", "57", gettext_noop("Who led or played too soon?"))
ITS_OWNER = terms.owner_is(OFFENDER)


def by(offender: Seat, declarer: Seat) -> By:
    return By.DECLARING_SIDE if offender.side is declarer.side else By.DEFENDER


BY = ChooseOne(
    "by",
    "57",
    gettext_noop("Did the card played too soon come from a defender or from declarer?"),
    By,
    given=Given(by, OFFENDER, terms.DECLARER, ask=True),
)
CARD = WhichCard("card", "57", gettext_noop("Which card came too soon?"), hand="offender")


class Did(Choice):
    PLAYED = Option("played", gettext_noop("He played to this trick, and his partner had not played yet"), law="57A")
    LED = Option("led", gettext_noop("He led to the next trick, and his partner had not played to this one"), law="57A")
    RIGHT_TURN = Option(
        "right_turn",
        gettext_noop("He played to this trick at the turn of his right-hand opponent; his partner had played"),
        law="57D",
    )
    LED_AFTER = Option("led_after", gettext_noop("He led to the next trick, and his partner had played"), law="56B")


DID = ChooseOne("did", "57A", gettext_noop("What did [offender] do too soon?"), Did)


class AroundPlay(Choice):
    TOLD = Option("told", gettext_noop("An opponent had told him or shown him that it was his turn"), law="47E1")
    BOTH = Option("both", gettext_noop("Declarer had already played from both hands to this trick"), law="57C1")
    DUMMY = Option(
        "dummy", gettext_noop("Dummy had, unasked, put a card of his forward or shown which one to play"), law="57C2"
    )
    NOTHING = Option("nothing", gettext_noop("None of these"), law="57A")


TAKE_THE_FIRST = gettext_noop(
    "Take the first that is true. A card of dummy counts once declarer has named it, or shown it by a gesture or a nod."
)
AROUND_PLAY = ChooseOne(
    "around_play",
    "57C1",
    gettext_noop("When [offender] played, was one of these true?"),
    AroundPlay,
    why=TAKE_THE_FIRST,
)


class AroundLead(Choice):
    TOLD = Option("told", gettext_noop("An opponent had told him or shown him that it was his turn"), law="47E1")
    PLAYED_ON = Option(
        "played_on", gettext_noop("The next hand, declarer’s or dummy’s, has played to his lead"), law="60A1"
    )
    BOTH = Option(
        "both", gettext_noop("Declarer had already played from both hands to the trick in progress"), law="57A"
    )
    NOTHING = Option("nothing", gettext_noop("None of these"), law="57A")


AROUND_LEAD = ChooseOne(
    "around_lead",
    "57C1",
    gettext_noop("About the lead [offender:of], is one of these true?"),
    AroundLead,
    why=TAKE_THE_FIRST,
)


# A. Declarer chooses what the partner plays
class PartnersCard(Choice):
    HIGHEST = Option(
        "highest_of_suit_led",
        gettext_noop("You require the highest card of the suit of the trick in progress"),
        entails=gettext_noop("[partner] plays the highest card that he holds of that suit. If he has none, any card."),
        law="57A",
    )
    LOWEST = Option(
        "lowest_of_suit_led",
        gettext_noop("You require the lowest card of the suit of the trick in progress"),
        entails=gettext_noop("[partner] plays the lowest card that he holds of that suit. If he has none, any card."),
        law="57A",
    )
    REQUIRE = Option(
        "require_other_suit",
        gettext_noop("You require a card of another suit, that you name"),
        entails=gettext_noop(
            "[partner] first follows suit if he can. If he cannot, he plays a card of the suit named; if he has none, "
            "any card."
        ),
        law="57A",
    )
    FORBID = Option(
        "forbid_other_suit",
        gettext_noop("You forbid another suit, that you name"),
        entails=gettext_noop(
            "[partner] first follows suit if he can. If he cannot, he plays any card but one of the suit named, unless "
            "he has nothing else."
        ),
        law="57A",
    )


PARTNERS_CARD = ChooseOne(
    "partners_card",
    "57A",
    gettext_noop(
        "[declarer], the card [offender:of] ([card:the]) came too soon and is a major penalty card. To "
        "the trick in progress, [partner] will play, as you choose:"
    ),
    PartnersCard,
    chooser="declarer",
    why=gettext_noop(
        "He names one of the four; should he want none, he may ask you to waive the rectification (81C5). If "
        "[partner] has played meanwhile, the choice is made all the same (60C)."
    ),
)
PARTNERS_CARD_LIES = YesNo(
    "partners_card_lies",
    "50D1(b)",
    gettext_noop("Has [partner] a major penalty card on the table?"),
    seen=Seen(on_the_table.partner_has_majors, OFFENDER),
    assumed="no",
)
SUIT = WhichSuit(
    "suit", "57A", gettext_noop("Which suit does declarer name, other than that of the trick in progress?")
)


class DeclarerDid(Choice):
    PLAYED = Option("played", gettext_noop("He played to the trick before his turn"), law="57C3")
    LED = Option("led", gettext_noop("He led"), law="55A")


DECLARER_DID = ChooseOne("declarer_did", "57C3", gettext_noop("What did declarer do too soon?"), DeclarerDid)


class AroundRightTurn(Choice):
    TOLD = Option("told", gettext_noop("An opponent had told him or shown him that it was his turn"), law="47E1")
    PLAYED_ON = Option("played_on", gettext_noop("The hand at his left, [lho], has played after it"), law="60A1")
    LEGAL = Option("legal", gettext_noop("He can legally play it when his turn comes"), law="57D")
    ILLEGAL = Option("illegal", gettext_noop("He cannot legally play it then"), law="57D")


AROUND_RIGHT_TURN = ChooseOne(
    "around_right_turn",
    "57D",
    gettext_noop("What is true of [card:the] played too soon?"),
    AroundRightTurn,
    why=gettext_noop(
        "Take the first that is true. Look at his hand yourself: with a card of the suit led, he must follow suit."
    ),
)


# Words and effects


AFTER_THE_TRICK = gettext_noop("His partner had played: first finish the trick, then see who has won it.")
NO_RECTIFICATION = gettext_noop("No rectification: the card stays played.")
STAYS_PLAYED = gettext_noop("The card stays played ([card]); the others play in turn.")
SUGGESTS = Info(
    law="16B",
    source="premature_play",
    ui_for=("partner",),
    ai_for=("declarer",),
    text=gettext_noop("[partner] may not use what the haste of that play suggests."),
)
AT_HIS_TURN = MustPlay(
    law="50D1(a)",
    player="offender",
    card="card",
    when="next_turn_if_legal",
    text=gettext_noop(
        "When his turn comes, [offender] plays [card:the] if that is legal; if not, it stays on the table."
    ),
)
PARTNER_WINS = Note(
    law="50D2",
    text=gettext_noop(
        "If [partner] wins this trick while [card:the] is still there, [declarer] chooses before the lead."
    ),
)
STANDS_AS_LED = gettext_noop("No rectification: declarer’s side has played to it, and the lead counts as in turn.")
FINISH_THE_TRICK = Note(
    law="57A",
    text=gettext_noop(
        "Finish the trick first. If [offender] wins it, he leads [card:the]; if [partner] does, [declarer] chooses "
        "before the lead."
    ),
)
BOTH_READING = Note(
    law="57C1",
    text=gettext_noop(
        "Reading followed: declarer’s cards from both hands excuse a defender who plays before his partner, not one "
        "who leads to the next trick."
    ),
)
KINDS: dict[PartnersCard, PlayKind] = {
    PartnersCard.HIGHEST: "highest_of_suit_led",
    PartnersCard.LOWEST: "lowest_of_suit_led",
    PartnersCard.REQUIRE: "require_other_suit",
    PartnersCard.FORBID: "forbid_other_suit",
}
TEXTS: dict[PartnersCard, str] = {
    PartnersCard.HIGHEST: gettext_noop(
        "[partner] must play the highest card that he holds of the suit of the trick in progress."
    ),
    PartnersCard.LOWEST: gettext_noop(
        "[partner] must play the lowest card that he holds of the suit of the trick in progress."
    ),
    PartnersCard.REQUIRE: gettext_noop(
        "Without a card of the suit of the trick in progress, [partner] must play a card of the suit named ([suit])."
    ),
    PartnersCard.FORBID: gettext_noop(
        "Without a card of the suit of the trick in progress, [partner] may play no card of the suit named ([suit])."
    ),
}
CHOSEN: dict[PartnersCard, str] = {
    PartnersCard.HIGHEST: gettext_noop(
        "[partner] plays his highest card of the suit of the trick in progress; [card:the] is a major penalty card."
    ),
    PartnersCard.LOWEST: gettext_noop(
        "[partner] plays his lowest card of the suit of the trick in progress; [card:the] is a major penalty card."
    ),
    PartnersCard.REQUIRE: gettext_noop(
        "If [partner] cannot follow suit, he plays [suit]; [card:the] is a major penalty card."
    ),
    PartnersCard.FORBID: gettext_noop(
        "If [partner] cannot follow suit, he may not play [suit]; [card:the] is a major penalty card."
    ),
}
THEN_HIS_OWN = Note(
    law="50D1(b)",
    text=gettext_noop(
        "[partner] has a penalty card himself: he plays it to this trick if it is what declarer has chosen, or if he "
        "cannot comply with the choice and it is legal. Otherwise it stays on the table."
    ),
)
NOT_PENALISED = gettext_noop("[offender] takes [card:the] back: it is not a penalty card.")
FREELY_BACK = gettext_noop("The card goes back without rectification.")
HE_CORRECTS_A_REVOKE = Note(
    law="62A",
    text=gettext_noop("If he could follow suit and has not, he corrects it: see the revoke."),
)
DECLARERS_STAYS = gettext_noop("The card is played. If it is legal, it may not be taken back.")
LED_IN_FACT = gettext_noop("It is a lead: it is ruled on as a lead out of turn.")
PLAYED_IN_TURN = gettext_noop("[offender] must play [card:the] when his turn comes.")
CANNOT_BE_PLAYED = gettext_noop("The card ([card]) cannot be played: it is a major penalty card.")
