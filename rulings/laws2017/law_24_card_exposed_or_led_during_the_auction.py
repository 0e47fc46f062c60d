"""Law 24 - Card exposed or led during the auction.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 24; FFB, Code 2017, Loi 24.
Before: Law 54E sends here an opening lead by the declaring side.
Sends:  16D before the first call (a reading); 50 for the cards of a player who becomes a defender (50D2 from the
        opening lead); 16C for what was seen; 72C at the end of play.
Rows:   LAWS.md 4.3, 24.R1 to 24.R5; 54.R1.
Reading: 24. A card seen before the first call is no card seen in the auction: it is ruled by 16D.
"""

from dataclasses import replace
from typing import assert_never

from rulings.bridge import Seat
from rulings.engine.inquiry import Ask, Law
from rulings.engine.names import CardName, PenaltyKind
from rulings.engine.questions import Choice, ChooseOne, Given, Option, Seen, WhichCard, WhichSeat, YesNo
from rulings.engine.ruling import Duty, Info, MustPass, MustPlay, Note, Presence, Ruling, Send, When, Withdraw
from rulings.engine.text import gettext_noop
from rulings.laws2017.calls import ALL_PASSED
from rulings.laws2017.law_41_commencement_of_play import CARD as CARD_LED
from rulings.laws2017.law_72_general_principles import CONSIDER_72C, COULD_HAVE_KNOWN_LATER
from rulings.laws2017.lead_choice import forbidden, left_free, required
from rulings.laws2017.on_the_table import another_was_seen, his_only_one
from rulings.laws2017.penalty_cards import (
    MINOR_PENALTY_CARD_DUTIES,
    MINOR_STAYS,
    NAMED_READING,
    PENALTY_CARD_DUTIES,
    WHILE_IT_LIES,
    all_penalised,
    cards_seen,
    is_honour,
    penalty_card,
)
from rulings.laws2017.terms import DECLARER, Effects, owner_is


def exposed_in_the_auction(ask: Ask) -> Ruling:
    """Rule on a card seen or led during the auction: the effects now, and the fate of the card when the auction is
    over."""
    if not ask(BEGUN):
        return Ruling("16D", BEFORE_THE_AUCTION, (BY_16D, READING))
    ask(OFFENDER)
    if not ask(COULD_SEE):
        back = Withdraw(
            law="24",
            player="offender",
            card="card",
            to="hand",
            text=gettext_noop("[offender] puts it back in his hand."),
        )
        learnt = Info(
            law="16D",
            source="card",
            ui_for=("partner",),
            ai_for=(),
            text=gettext_noop("Should [partner] learn of it, he may not use it."),
        )
        return Ruling("24", GOES_BACK, (back, learnt))

    # A, B, C. One small card; an honour or a card led; several cards
    cards = ask(CARDS)
    several = cards is Cards.SEVERAL
    seen = cards_seen(ask, CARD) if several else one_card(ask)
    match cards:
        case Cards.DROPPED | Cards.SHOWN:
            law, silenced = ("24B", True) if ask(HONOUR) else ("24A", False)
        case Cards.LED:
            law, silenced = "24B", True
        case Cards.SEVERAL:
            law, silenced = "24C", True
        case _:
            assert_never(cards)
    now: Effects = (replace(PARTNER_PASSES, law=law), CONSIDER_72C) if silenced else ()
    later = (COULD_HAVE_KNOWN_LATER,) if silenced else ()
    text = ALL_STAY if several else STAYS_AND_PASSES if silenced else STAYS
    ask.wait(When.END_OF_AUCTION, meanwhile=Ruling(law, text, (*now, *FACE_UP), (AT_THE_END, *later)))

    # D, E. Declarer's side picks them up; a defender's are penalty cards. Nobody defends a board passed out
    if ask(ALL_PASSED):
        return Ruling("22B", NOBODY_PLAYS, duties=later)
    match place := ask(BECOMES):
        case Becomes.DECLARING:
            back = replace(BACK_IN_HAND, card="cards_shown") if several else BACK_IN_HAND
            return Ruling("24D", PICKED_UP, (back, STILL_SEEN), later)
        case Becomes.LEADER | Becomes.PARTNER:
            leads = place is Becomes.LEADER
        case _:
            assert_never(place)
    ask(ITS_OWNER)
    if several:
        return several_cards(seen, later)
    if ask(ANOTHER):
        return beside_the_others(ask, minor=cards is Cards.DROPPED and law == "24A", later=later)
    if cards is Cards.DROPPED and law == "24A":
        small = penalty_card("24E", kind="minor", text=MINOR_STAYS)
        return Ruling("24E", PENALISED, (small, *WHILE_IT_LIES), (*MINOR_PENALTY_CARD_DUTIES, *later))
    reading: Effects = (NAMED_READING,) if law == "24A" else ()
    if leads:
        lead = MustPlay(
            law="50D1(a)",
            player="offender",
            card="card",
            when="now",
            text=gettext_noop("[offender] must lead [card:the]."),
        )
        effects = (penalty_card("24E", text=IS_MAJOR), lead, PLAYED_AT_ONCE, *reading)
        return Ruling("24E", PENALISED, effects, later)
    match choice := ask(OPENING_LEAD_CHOICE):
        case OpeningLeadChoice.REQUIRE:
            text, (effects, duties) = LEAD_REQUIRED, required(must_lead=MUST_LEAD)
        case OpeningLeadChoice.FORBID:
            text, (effects, duties) = LEAD_FORBIDDEN, forbidden(may_not_lead=MAY_NOT_LEAD)
        case OpeningLeadChoice.FREE:
            text, (effects, duties) = LEAD_FREE, left_free("24E", free=FREE_TO_LEAD)
        case _:
            assert_never(choice)
    return Ruling("24E", text, (*effects, *reading), (*duties, *later))


LAW = Law(
    "24",
    gettext_noop("Card seen or led during the auction"),
    exposed_in_the_auction,
    finds=gettext_noop("card exposed during the auction, led too early, dropped, partner must pass"),
)


def one_card(ask: Ask) -> tuple[CardName, ...]:
    ask(CARD)
    return ("card",)


def several_cards(cards: tuple[CardName, ...], later: tuple[Duty, ...]) -> Ruling:
    """Rule on two cards or more (24E): all are major, and the opening lead is ruled on over all of them (50D1, 51)."""
    effects, duties = all_penalised("24E", cards)
    return Ruling("24E", ALL_PENALISED, (*effects, BEFORE_THE_OPENING_LEAD), (*duties, *later))


def beside_the_others(ask: Ask, *, minor: bool, later: tuple[Duty, ...]) -> Ruling:
    """Rule on a card where another card of the defenders was seen, or a suit may be forbidden (26B). The card is
    penalised, and one ruling on the opening lead covers all restrictions together (50D1(b), 51)."""
    kind: PenaltyKind = "minor" if minor and ask(ALONE) else "major"
    card = penalty_card("24E", kind=kind, text=MINOR_STAYS if kind == "minor" else IS_MAJOR)
    duties = MINOR_PENALTY_CARD_DUTIES if kind == "minor" else PENALTY_CARD_DUTIES
    effects = (card, *WHILE_IT_LIES, BEFORE_THE_OPENING_LEAD)
    return Ruling("24E", PENALISED, effects, (*duties, *later))


def led_by_the_declaring_side(ask: Ask) -> Ruling:
    """Rule on a lead by declarer or dummy (54E): the auction is over, so that his card goes back (24D)."""
    ask(CARD_LED)
    effects: Effects = (
        Withdraw(
            law="24D",
            player="offender",
            card="card",
            to="hand",
            text=gettext_noop("[offender] takes [card:the] back; no card of his side is ever a penalty card."),
        ),
        MustPlay(
            law="41A",
            player="opening_leader",
            card="any_card",
            when="now",
            text=gettext_noop("[opening_leader] makes the opening lead, face down."),
        ),
        Info(
            law="16C",
            source="card",
            ui_for=("offending_side",),
            ai_for=("non_offending_side",),
            text=gettext_noop(
                "[card:the] taken back: authorised information for [non_offending_side], unauthorised for "
                "[offending_side]."
            ),
        ),
        Presence(law="54E", do="LEAVE", text=gettext_noop("You may leave the table.")),
    )
    return Ruling("54E", BY_DECLARING_SIDE, effects)


# Questions


BEGUN = YesNo(
    "auction_begun",
    "24",
    gettext_noop("Had anyone made a call on this board before the card was seen?"),
    why=gettext_noop("Before the first call it is no card seen in the auction, but information from elsewhere (16D)."),
    seen=Seen(lambda table: bool(table.auction.calls) or None if table.auction else None),
)
OFFENDER = WhichSeat("offender", "24", gettext_noop("Whose card was seen?"))
ITS_OWNER = owner_is(OFFENDER)
COULD_SEE = YesNo(
    "could_see",
    "24",
    gettext_noop("Was it the player’s own doing, and could [partner] have seen the face of the card?"),
    why=gettext_noop("A card that fell through somebody else’s fault, or that his partner could not see, goes back."),
)


class Cards(Choice):
    DROPPED = Option("dropped", gettext_noop("One card, by accident, not led"), law="24A")
    SHOWN = Option("shown", gettext_noop("One card, shown on purpose, not led"), law="24A")
    LED = Option("led", gettext_noop("One card, led too early"), law="24B")
    SEVERAL = Option("several", gettext_noop("Two cards or more"), law="24C")


CARDS = ChooseOne(
    "cards",
    "24",
    gettext_noop("What was seen?"),
    Cards,
    why=gettext_noop(
        "A small card is a minor penalty card, should its owner defend, only if it was seen by accident (50B)."
    ),
)
CARD = WhichCard("card", "24", gettext_noop("Which card was it?"), hand="offender")
HONOUR = YesNo(
    "honour",
    "24B",
    gettext_noop("Is it an honour: ace, king, queen, jack or 10?"),
    given=Given(is_honour, CARD),
)


class Becomes(Choice):
    DECLARING = Option("declaring", gettext_noop("Declarer or dummy"), law="24D")
    LEADER = Option("leader", gettext_noop("A defender, and the opening lead is his"), law="24E")
    PARTNER = Option("partner", gettext_noop("A defender, and the opening lead is his partner’s"), law="24E")


def becomes(offender: Seat, declarer: Seat) -> Becomes:
    """Return the offender's position (declarer, dummy, defender) once the auction is over."""
    if offender.side is declarer.side:
        return Becomes.DECLARING
    return Becomes.LEADER if offender == declarer.lho else Becomes.PARTNER


BECOMES = ChooseOne(
    "becomes",
    "24E",
    gettext_noop("What has [offender] become?"),
    Becomes,
    given=Given(becomes, OFFENDER, DECLARER, ask=True),
)


ANOTHER = YesNo(
    "another",
    "50D1(b)",
    gettext_noop("Has another card of the defenders been seen, or may a suit be forbidden (26B)?"),
    why=gettext_noop(
        "Declarer chooses once, over all the penalty cards; his choice comes before the duty to lead one. A suit "
        "that he may forbid after a call taken back comes first."
    ),
    seen=Seen(another_was_seen, OFFENDER, CARD),
    assumed="no",
)
ALONE = YesNo(
    "alone",
    "50B",
    gettext_noop("Is it the only card [owner:of] that was seen?"),
    seen=Seen(his_only_one, OFFENDER, CARD),
)


class OpeningLeadChoice(Choice):
    """50D2 at the opening lead: declarer's choice over one major penalty card."""

    REQUIRE = Option(
        "require",
        gettext_noop("You *require* the opening lead in [card:suit]"),
        entails=gettext_noop(
            "[owner] takes his card back: it is no longer a penalty card. [owner_partner] must make the opening lead "
            "in [card:suit], *this time only*; without a card of that suit, he leads what he likes."
        ),
        law="50D2(a)",
    )
    FORBID = Option(
        "forbid",
        gettext_noop("You *forbid* the opening lead in [card:suit]"),
        entails=gettext_noop(
            "[owner] takes his card back: it is no longer a penalty card. [owner_partner] may not lead [card:suit], to "
            "the first trick or *as long as he keeps the lead*."
        ),
        law="50D2(a)",
    )
    FREE = Option(
        "free",
        gettext_noop("You leave the opening lead *free*"),
        entails=gettext_noop(
            "[owner_partner] makes the opening lead as he likes. [card:the] stays on the table as a major penalty "
            "card, to be played at the first legal opportunity. The same choice comes back before each later lead "
            "[owner_partner:of]."
        ),
        law="50D2(b)",
    )


OPENING_LEAD_CHOICE = ChooseOne(
    "lead_choice",
    "50D2",
    gettext_noop(
        "[declarer], the opening lead is for [owner_partner] to make, and [owner] has a major penalty card "
        "([card:the])."
    ),
    OpeningLeadChoice,
    chooser="declarer",
)


# Words and effects


BEFORE_THE_AUCTION = gettext_noop("Nobody had called: the card goes back, and it is information from elsewhere.")
BY_16D = Send(
    law="16D1", to="16D", hands=("stage=before",), text=gettext_noop("Rule on the information from elsewhere.")
)
READING = Note(
    law="24",
    text=gettext_noop("Reading followed: Law 24 begins with the first call; a card seen before it is ruled by 16D."),
)
GOES_BACK = gettext_noop("The card goes back, without rectification.")
PARTNER_PASSES = MustPass(
    law="24B",
    players=("partner",),
    lasts="once",
    text=gettext_noop("[partner] must pass at his next turn to call, that time only."),
)
ALL_STAY = gettext_noop("[partner] must pass once. The cards stay face up until the auction ends.")
STAYS_AND_PASSES = gettext_noop("[partner] must pass once. The card stays face up until the auction ends.")
STAYS = gettext_noop("The card stays face up until the auction ends. The auction goes on.")
FACE_UP: Effects = (
    Info(
        law="16C",
        source="seen_in_auction",
        ui_for=("offending_side",),
        ai_for=("non_offending_side",),
        text=gettext_noop(
            "Until the auction ends, what was seen is authorised for [non_offending_side], unauthorised for "
            "[offending_side]."
        ),
    ),
    Presence(
        law="24",
        do="RETURN",
        until="end_of_auction",
        text=gettext_noop("Come back at the end of the auction, before the opening lead."),
    ),
)
AT_THE_END = Duty(
    "24",
    When.END_OF_AUCTION,
    gettext_noop("Card seen during the auction, [offender]: before the opening lead, is it a penalty card?"),
)
NOBODY_PLAYS = gettext_noop("All four have passed: no card is penalised, and the hands go back to the board.")
PICKED_UP = gettext_noop("The cards seen are picked up; nothing more.")
BACK_IN_HAND = Withdraw(
    law="24D",
    player="offender",
    card="card",
    to="hand",
    text=gettext_noop("[offender] takes back what was seen; no card of his side is ever a penalty card."),
)
STILL_SEEN = Info(
    law="16C",
    source="seen_in_auction",
    ui_for=("offending_side",),
    ai_for=("non_offending_side",),
    text=gettext_noop(
        "What was seen is authorised for [non_offending_side], unauthorised for [offending_side], as far as it is not "
        "seen in dummy."
    ),
)
PENALISED = gettext_noop("The card seen is a penalty card.")
IS_MAJOR = gettext_noop("[card:the] is a major penalty card.")
PLAYED_AT_ONCE = Info(
    law="50E3",
    source="card",
    ui_for=("owner_partner",),
    ai_for=("declarer",),
    text=gettext_noop("Once the card is played, how it came to be penalised is unauthorised for [owner_partner]."),
)
LEAD_REQUIRED = gettext_noop("[owner_partner] must make the opening lead in [card:suit].")
MUST_LEAD = gettext_noop(
    "[owner_partner] must make the opening lead in [card:suit], this time only. Without a card of that suit, he leads "
    "what he likes."
)
LEAD_FORBIDDEN = gettext_noop("[owner_partner] may not make the opening lead in [card:suit].")
MAY_NOT_LEAD = gettext_noop(
    "[owner_partner] may not lead [card:suit], to the first trick or as long as he keeps the lead. With nothing else "
    "in his hand, he leads what he likes."
)
LEAD_FREE = gettext_noop("The opening lead is free. The penalty card stays on the table.")
FREE_TO_LEAD = gettext_noop("[owner_partner] makes the opening lead as he likes, [card:suit] included.")
BEFORE_THE_OPENING_LEAD = Send(
    law="50D2",
    to="50-table",
    hands=("now=lead", "on_lead=[opening_leader]", "declarer"),
    text=gettext_noop("Before the opening lead: which card is led, or what declarer chooses."),
)
ALL_PENALISED = gettext_noop("Every card seen is a major penalty card.")
BY_DECLARING_SIDE = gettext_noop("The declaring side cannot lead: the card goes back, without rectification.")
