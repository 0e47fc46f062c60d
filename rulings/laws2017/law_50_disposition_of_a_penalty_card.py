"""Law 50 - Disposition of a penalty card.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 50; FFB, Code 2017, Loi 50.
Before: Law 49, how a card becomes penalised; Law 24 for a card seen during the auction.
Sends:  51 several penalty cards (the questions are asked here), 52 one that is not played, 59 a player who cannot
        comply, 12C1 for the score under 50E4.
Rows:   LAWS.md 7.1 to 7.3, 50.R1 to 50.R14 and 50.E1 to 50.E4.

Three entry points: `50` the owner is to play, `50-lead` his partner is about to lead (opened by the duty, each time),
`50E4` the end of play.

What the other laws take from here, as it is or with their own text:

- how a card becomes penalised, its duties, major or minor: in `law_49`;
- declarer's choice of 50D2 when the partner is on lead now: `required(law)`, `forbidden(law)`, `left_free(law)`, each
  the effects and duties of one answer; `leaders_own_card` when the player on lead has a penalty card himself.
"""

from dataclasses import dataclass, replace
from typing import assert_never

from rulings.bridge import Card
from rulings.inquiry import Ask, Law
from rulings.laws2017.law_12_directors_discretionary_powers import RESULT_STANDS, assign
from rulings.laws2017.law_48_exposure_of_declarers_cards import DECLARER
from rulings.laws2017.law_49_exposure_of_a_defenders_cards import (
    CARD,
    HELPED_BY_PENALTY_CARD,
    KIND,
    LOOK_AT_THE_END,
    OWNER,
    PENALTY_CARD_DUTIES,
    STAY,
    WHILE_IT_LIES,
    Effects,
    Kind,
    Outcome,
    penalty_card,
    penalty_card_duty,
)
from rulings.laws2017.law_51_two_or_more_penalty_cards import (
    DESIGNATED,
    ONE_SUIT,
    SEVERAL_SUITS,
    OneSuit,
    SeveralSuits,
    one_suit,
    several_suits,
)
from rulings.questions import Choice, ChooseOne, Given, WhichCard, YesNo
from rulings.ruling import (
    Duty,
    Info,
    LeadRestriction,
    MustPlay,
    Note,
    Presence,
    Ruling,
    When,
    Withdraw,
)
from rulings.text import gettext_noop

# D2. The partner is on lead: declarer chooses first


class LeadChoice(Choice):
    REQUIRE = (
        "require",
        gettext_noop("Require a lead in [card:suit]"),
        gettext_noop(
            "[owner] takes his card back: it is no longer a penalty card. [owner_partner] must lead [card:suit], this "
            "time only; without a card of that suit, he leads what he likes."
        ),
        "50D2(a)",
    )
    FORBID = (
        "forbid",
        gettext_noop("Forbid a lead in [card:suit]"),
        gettext_noop(
            "[owner] takes his card back: it is no longer a penalty card. [owner_partner] may not lead [card:suit] as "
            "long as he keeps the lead."
        ),
        "50D2(a)",
    )
    FREE = (
        "free",
        gettext_noop("Leave the lead free"),
        gettext_noop(
            "[owner_partner] leads what he likes. [card:the] stays on the table as a penalty card, to be played at the "
            "first legal opportunity. The same choice comes back before each lead [owner_partner:of]."
        ),
        "50D2(b)",
    )


class LeadChoiceOverTwo(Choice):
    """The same choice when the player on lead has a penalty card himself."""

    REQUIRE = (
        "require",
        gettext_noop("Require a lead in [card:suit]"),
        gettext_noop(
            "[owner] takes his card back: it is no longer a penalty card. [owner_partner] must lead [card:suit], this "
            "time only; he leads [leader_card:the] if it is of that suit, or if he has no card of that suit."
        ),
        "50D2(a)",
    )
    FORBID = (
        "forbid",
        gettext_noop("Forbid a lead in [card:suit]"),
        gettext_noop(
            "[owner] takes his card back: it is no longer a penalty card. [owner_partner] may not lead [card:suit] as "
            "long as he keeps the lead; he must lead [leader_card:the] unless it is of that suit."
        ),
        "50D2(a)",
    )
    FREE = (
        "free",
        gettext_noop("Leave the lead free"),
        gettext_noop(
            "[card:the] stays on the table as a penalty card, to be played at the first legal opportunity. "
            "[owner_partner] must lead [leader_card:the]."
        ),
        "50D2(b)",
    )


LEAD_CHOICE = ChooseOne(
    "lead_choice",
    "50D2",
    gettext_noop("[declarer], it is for [owner_partner] to lead, and [card:the] [owner:of] is a penalty card."),
    LeadChoice,
    chooser="declarer",
)
LEAD_CHOICE_OVER_TWO = ChooseOne(
    "lead_choice_over_two",
    "50D2",
    gettext_noop("[declarer], it is for [owner_partner] to lead, and each defender has a card on the table."),
    LeadChoiceOverTwo,
    chooser="declarer",
)

TAKEN_BACK = gettext_noop("[owner] takes [card:the] back: it is no longer a penalty card.")
MUST_LEAD = gettext_noop(
    "[owner_partner] must lead [card:suit], this time only. Without a card of that suit, he leads what he likes."
)
MAY_NOT_LEAD = gettext_noop(
    "[owner_partner] may not lead [card:suit], now or as long as he keeps the lead. With nothing else in his hand, he "
    "leads what he likes."
)
SEEN_BY_PARTNER = gettext_noop("[owner_partner] may not use what he has seen of [card:the]; [declarer] may.")
STILL_FORBIDDEN = gettext_noop("[owner_partner] may not lead [card:suit] as long as he keeps the lead.")
FREE_TO_LEAD = gettext_noop("[owner_partner] leads what he likes, [card:suit] included.")


MUST_LEAD_OVER_TWO = gettext_noop("[owner_partner] must lead [card:suit], this time only.")


def picked_up(taken_back: str = TAKEN_BACK) -> Effects:
    """The card goes back to the hand of its owner, and his partner may not use it (50E2)."""
    return (
        Withdraw(law="50D2(a)", player="owner", card="card", to="hand", text=taken_back),
        Info(law="50E2", source="card", ui_for=("owner_partner",), ai_for=("declarer",), text=SEEN_BY_PARTNER),
    )


def required(*, taken_back: str = TAKEN_BACK, must_lead: str = MUST_LEAD) -> Outcome:
    """Declarer requires the suit: the card goes back, the lead is bound this once (50D2(a), 59)."""
    return (
        *picked_up(taken_back),
        LeadRestriction(law="50D2(a)", player="owner_partner", require="card:suit", lasts="this_lead", text=must_lead),
        Presence(law="50D2(a)", do="STAY", until="lead_made", text=gettext_noop("Stay until the lead is made.")),
    ), ()


def forbidden(*, taken_back: str = TAKEN_BACK, may_not_lead: str = MAY_NOT_LEAD) -> Outcome:
    """Declarer forbids the suit: the card goes back, the suit is barred while the player keeps the lead."""
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


def leads_freely(free: str = FREE_TO_LEAD) -> Effects:
    return (MustPlay(law="50D2(b)", player="owner_partner", card="any card", when="now", text=free),)


def left_free(law: str, *, free: str = FREE_TO_LEAD, bound: bool = False) -> Outcome:
    """Declarer leaves the lead free at once: the card becomes a penalty card and the choice comes back (50D2(b)).

    *bound*: the player on lead is not free for all that, because he has a penalty card himself.
    """
    lead = () if bound else leads_freely(free)
    return (penalty_card(law), *lead, *WHILE_IT_LIES), PENALTY_CARD_DUTIES


# D1, D2. The player on lead has a penalty card himself: declarer's choice beats the duty to lead it

LEADER_CARD = WhichCard(
    "leader_card", "50D1(a)", gettext_noop("Which card has [owner_partner] on the table?"), hand="owner_partner"
)


def same_suit(one: Card, other: Card) -> bool:
    return one.suit == other.suit


LEADER_CARD_IN_SUIT = YesNo(
    "leader_card_in_suit",
    "50D1(b)",
    gettext_noop("Are [card:the] and [leader_card:the] of the same suit?"),
    given=Given(same_suit, CARD, LEADER_CARD),
)
LEADS_IT = gettext_noop("[owner_partner] must lead [leader_card:the].")
WAITS = gettext_noop(
    "[leader_card:the] [owner_partner:of] stays on the table as a penalty card; he leads it only if he has no card of "
    "the suit required."
)
BARRED = gettext_noop(
    "[leader_card:the] [owner_partner:of] stays on the table as a penalty card; he may not lead it as long as he keeps "
    "the lead."
)
HOW_PENALISED = Info(
    law="50E3",
    source="leader_card",
    ui_for=("owner",),
    ai_for=("declarer",),
    text=gettext_noop("Once [leader_card:the] is played, how it came to be on the table is unauthorised for [owner]."),
)
LEADER_CARD_DUTY = penalty_card_duty(
    owner="owner_partner",
    card="leader_card",
    text=gettext_noop(
        "Penalty card [leader_card], [owner_partner]: to be played at the first legal opportunity. Each time [owner] "
        "is about to lead, [declarer] first chooses: require the suit, forbid it, or leave the lead free."
    ),
)
LEADER_CARD_LIES = Info(
    law="50E",
    source="leader_card",
    ai_for=("owner", "declarer"),
    text=gettext_noop(
        "While [leader_card:the] lies on the table, everybody may know of it. Once picked up, knowing it is "
        "unauthorised for [owner]; once played, how it became penalised is."
    ),
)


def leader_card_stays(law: str, text: str, *, duty: Duty = LEADER_CARD_DUTY) -> Outcome:
    """The card of the player on lead becomes a penalty card and stays on the table."""
    card = penalty_card(law, player="owner_partner", card="leader_card", text=text)
    return (card, LEADER_CARD_LIES, STAY, LOOK_AT_THE_END), (duty, HELPED_BY_PENALTY_CARD)


def leaders_own_card(choice: str, in_suit: bool, *, new: bool) -> Outcome:
    """What the card of the player on lead does under declarer's *choice* ("require", "forbid", "free").

    *new*: it became penalised just now, so that its duty begins here if it stays on the table.
    """
    if choice == "free" or (choice == "require") is in_suit:
        lead = MustPlay(law="50D1(a)", player="owner_partner", card="leader_card", when="now", text=LEADS_IT)
        return (lead, HOW_PENALISED), ()
    text = WAITS if choice == "require" else BARRED
    if new:
        return leader_card_stays("50D1(b)", text)
    later = MustPlay(
        law="50D1(b)", player="owner_partner", card="leader_card", when="first_legal_opportunity", text=text
    )
    return (later,), ()


# The partner is about to lead


class Others(Choice):
    NONE = "none", gettext_noop("No, this one alone"), "", "50D2"
    SAME_SUIT = "same_suit", gettext_noop("Another one [owner:of], of the same suit"), "", "51B1(a)"
    OTHER_SUIT = "other_suit", gettext_noop("Another one [owner:of], of another suit"), "", "51B2(a)"
    LEADER = "leader", gettext_noop("A penalty card [owner_partner:of]"), "", "50D1(a)"
    LED = "led", gettext_noop("[owner_partner] has already led, before the choice"), "", "50D2"
    SEVERAL = "several", gettext_noop("Several of these")


class OwnersCards(Choice):
    ONE = "one", gettext_noop("One card")
    SAME_SUIT = "same_suit", gettext_noop("Several, of one suit"), "", "51B1(a)"
    OTHER_SUIT = "other_suit", gettext_noop("Several, of different suits"), "", "51B2(a)"


class LeadersCard(Choice):
    NONE = "none", gettext_noop("No")
    LEADER = "leader", gettext_noop("Yes, a penalty card"), "", "50D1(a)"
    LED = "led", gettext_noop("Yes, he has already led, before the choice"), "", "50D2"


OTHERS = ChooseOne(
    "others",
    "51B1(a)",
    gettext_noop("[owner_partner] is about to lead. Besides [card:the], is there another card on the table?"),
    Others,
    why=gettext_noop(
        "With several penalty cards declarer’s choice bears on suits, and the player on lead may have one himself."
    ),
)
OWNERS_CARDS = ChooseOne("owners_cards", "51B1(a)", gettext_noop("Which penalty cards [owner:of]?"), OwnersCards)
LEADERS_CARD = ChooseOne("leaders_card", "50D2", gettext_noop("Has [owner_partner] a card on the table?"), LeadersCard)

ON_THE_TABLE = {
    Others.NONE: (OwnersCards.ONE, LeadersCard.NONE),
    Others.SAME_SUIT: (OwnersCards.SAME_SUIT, LeadersCard.NONE),
    Others.OTHER_SUIT: (OwnersCards.OTHER_SUIT, LeadersCard.NONE),
    Others.LEADER: (OwnersCards.ONE, LeadersCard.LEADER),
    Others.LED: (OwnersCards.ONE, LeadersCard.LED),
}

NO_CHOICE = gettext_noop("The penalty card is minor: [owner_partner] leads what he likes.")
LEAD_REQUIRED = gettext_noop("[owner_partner] must lead [card:suit].")
LEAD_FORBIDDEN = gettext_noop("[owner_partner] may not lead [card:suit].")
LEAD_FREE = gettext_noop("The lead is free. The penalty card stays on the table.")
LEADS_HIS_OWN = gettext_noop("[owner_partner] must lead [leader_card:the]. The other penalty cards stay on the table.")

KNOWN_BY_ALL = Info(
    law="50E1",
    source="card",
    ai_for=("owner_partner", "declarer"),
    text=gettext_noop("As long as [card:the] lies on the table, everybody may know of it, [owner_partner] included."),
)
SUIT_REQUIRED = gettext_noop("[owner_partner] must lead [suit].")
SUITS_FORBIDDEN = gettext_noop("[owner_partner] may not lead what has been forbidden.")
ALL_STAY = gettext_noop("The lead is free. The penalty cards stay on the table.")
LED_TOO_SOON = Note(
    law="50D2",
    text=gettext_noop(
        "[owner_partner] led before the choice: [leader_card:the] is an exposed card, and the choice is "
        "made all the same."
    ),
)
OWN_CARD_PLAYED = Info(
    law="50E3",
    source="card",
    ui_for=("owner_partner",),
    ai_for=("declarer",),
    text=gettext_noop("Once the card is played, how it came to be penalised is unauthorised for [owner_partner]."),
)
OTHERS_STAY = Note(
    law="51A", text=gettext_noop("The other penalty cards stay on the table, each to be played in turn.")
)
NEXT_CHANCE = gettext_noop("[owner] plays [card:the] at the first legal opportunity that follows.")
COMES_BACK = Note(
    law="50D2(b)",
    text=gettext_noop(
        "The choice comes back before the next lead [owner_partner:of], even if he keeps the lead. "
        "Leave the entry open."
    ),
)


LEADER_CARD_NAMED = YesNo(
    "leader_card_named",
    "50D1(b)",
    gettext_noop("Is [leader_card:the] of a suit that [declarer] has named?"),
)


def before_the_lead(ask: Ask) -> Ruling:
    """The partner of a penalty card's owner is about to lead. Asked again before each of his leads."""
    ask(OWNER)
    ask(CARD)
    ask(DECLARER)

    # C. A minor penalty card gives no choice
    if ask(KIND) is Kind.MINOR:
        return Ruling("50C", NO_CHOICE, (KNOWN_BY_ALL,))

    # D2, 51B. Declarer chooses before the lead
    others = ask(OTHERS)
    if others is Others.SEVERAL:
        owners, leaders = ask(OWNERS_CARDS), ask(LEADERS_CARD)
    else:
        owners, leaders = ON_THE_TABLE[others]
    if leaders is not LeadersCard.NONE:
        ask(LEADER_CARD)
    bound = leaders is not LeadersCard.NONE
    match owners:
        case OwnersCards.ONE:
            chosen = over_one_card(ask, bound)
        case OwnersCards.SAME_SUIT:
            chosen = over_one_suit(ask)
        case OwnersCards.OTHER_SUIT:
            chosen = over_several_suits(ask)
        case _:
            assert_never(owners)
    effects, duties = chosen.outcome
    free = chosen.choice is LeadChoice.FREE

    # D1. The player on lead has a card of his own
    if bound:
        several = owners is OwnersCards.OTHER_SUIT
        named = not free and ask(LEADER_CARD_NAMED if several else LEADER_CARD_IN_SUIT)
        own, own_duties = leaders_own_card(str(chosen.choice.value), named, new=leaders is LeadersCard.LED)
        effects, duties = effects + own, duties + own_duties
        effects += (LED_TOO_SOON,) if leaders is LeadersCard.LED else ()
        chosen = replace(chosen, text=LEADS_HIS_OWN) if free else chosen
    elif free:
        effects += leads_freely()
    effects += (COMES_BACK,) if free else ()
    return Ruling(chosen.law, chosen.text, effects, duties, closes=chosen.gone)


@dataclass(frozen=True)
class Chosen:
    """Declarer's choice: its law, its words, what it entails, and whether [card] leaves the table by it."""

    choice: LeadChoice
    law: str
    text: str
    outcome: Outcome
    gone: bool


def over_one_card(ask: Ask, bound: bool) -> Chosen:
    choice = LeadChoice[ask(LEAD_CHOICE_OVER_TWO).name] if bound else ask(LEAD_CHOICE)
    match choice:
        case LeadChoice.REQUIRE:
            lead = required(must_lead=MUST_LEAD_OVER_TWO if bound else MUST_LEAD)
            return Chosen(choice, "50D2(a)", LEAD_REQUIRED, lead, True)
        case LeadChoice.FORBID:
            return Chosen(choice, "50D2(a)", LEAD_FORBIDDEN, forbidden(), True)
        case LeadChoice.FREE:
            return Chosen(choice, "50D2(b)", LEAD_FREE, stays("50D2(b)"), False)
    assert_never(choice)


def over_one_suit(ask: Ask) -> Chosen:
    option = ask(ONE_SUIT)
    match option:
        case OneSuit.REQUIRE:
            return Chosen(LeadChoice.REQUIRE, "51B1(a)", LEAD_REQUIRED, one_suit(option), True)
        case OneSuit.FORBID:
            return Chosen(LeadChoice.FORBID, "51B1(b)", LEAD_FORBIDDEN, one_suit(option), True)
        case OneSuit.FREE:
            return Chosen(LeadChoice.FREE, "50D2(b)", ALL_STAY, stays("50D2(b)"), False)
    assert_never(option)


def over_several_suits(ask: Ask) -> Chosen:
    option = ask(SEVERAL_SUITS)
    outcome, gone = several_suits(ask, option)
    match option:
        case SeveralSuits.REQUIRE:
            return Chosen(LeadChoice.REQUIRE, "51B2(a)", SUIT_REQUIRED, outcome, gone)
        case SeveralSuits.FORBID:
            return Chosen(LeadChoice.FORBID, "51B2(b)", SUITS_FORBIDDEN, outcome, gone)
        case SeveralSuits.FREE:
            return Chosen(LeadChoice.FREE, "51B2(c)", ALL_STAY, stays("51B2(c)"), False)
    assert_never(option)


def stays(law: str) -> Outcome:
    """The lead is left free: the card, already on the table, stays there with its duty."""
    return (KNOWN_BY_ALL, replace(STAY, law=law)), ()


# The owner is to play


class Playable(Choice):
    ONE = "one", gettext_noop("Yes, one of his penalty cards"), "", "50D1(a)"
    SEVERAL = "several", gettext_noop("Yes, several of his penalty cards"), "", "51A"
    FOLLOW = "follow", gettext_noop("No: he must follow suit with another card"), "", "50D1(b)"
    RESTRICTED = "restricted", gettext_noop("No: a rectification binds his lead or his play"), "", "50D1(b)"


PLAYABLE = ChooseOne(
    "playable",
    "50D1(a)",
    gettext_noop("It is for [owner] to play. Can he legally play a penalty card now?"),
    Playable,
    why=gettext_noop(
        "Leading, following, discarding or ruffing: it is played at the first chance. Following suit comes first, and "
        "so does a lead or a play that a rectification requires or forbids."
    ),
)
MINOR_FIRST = gettext_noop("In [card:suit], [owner] may play no other card below the 10 before [card:the].")
MUST_PLAY = gettext_noop("[owner] must play his penalty card, [card:the].")
DECLARER_SAYS = gettext_noop("[owner] must play the penalty card that [declarer] names: [designated:the].")
LATER = gettext_noop("[card:the] stays on the table: another obligation comes first.")


def owner_to_play(ask: Ask) -> Ruling:
    """A player with a penalty card is to play: must he play it?"""
    ask(OWNER)
    ask(CARD)

    # C. Minor
    if ask(KIND) is Kind.MINOR:
        honours = Note(
            law="50C",
            text=gettext_noop(
                "An honour of that suit, or a card of any other suit if he need not follow, is free. [owner_partner] "
                "leads what he likes."
            ),
        )
        return Ruling("50C", MINOR_FIRST, (honours, KNOWN_BY_ALL))

    # D1. Major
    playable = ask(PLAYABLE)
    match playable:
        case Playable.ONE:
            play = MustPlay(law="50D1(a)", player="owner", card="card", when="now", text=MUST_PLAY)
            return Ruling("50D1(a)", MUST_PLAY, (replace(play, text=""), OWN_CARD_PLAYED))
        case Playable.SEVERAL:
            ask(DECLARER)
            ask(DESIGNATED)
            play = MustPlay(law="51A", player="owner", card="designated", when="now")
            return Ruling("51A", DECLARER_SAYS, (play, OWN_CARD_PLAYED, OTHERS_STAY))
        case Playable.FOLLOW | Playable.RESTRICTED:
            later = MustPlay(law="50D1(b)", player="owner", card="card", when="first_legal_opportunity")
            return Ruling("50D1(b)", LATER, (replace(later, text=NEXT_CHANCE), KNOWN_BY_ALL))
        case _:
            assert_never(playable)


# E4. The end of play

HELPED = YesNo(
    "helped",
    "50E4",
    gettext_noop(
        "Without the help of the exposed card, could the result well have been different, and better for "
        "[non_offending_side]?"
    ),
    why=gettext_noop(
        "While it lay on the table the defenders were allowed to use it. If that damaged the other side, the score is "
        "adjusted to what was probable without the penalty card."
    ),
)


def end_of_play(ask: Ask) -> Ruling:
    """The review that every penalty card leaves for the end of play."""
    ask(OWNER)
    if not ask(HELPED):
        return Ruling("50E4", RESULT_STANDS, closes=True)
    return replace(assign(ask, "50E4", "non_offending_side"), closes=True)


LAW = Law(
    "50",
    gettext_noop("Penalty card: its owner is to play"),
    owner_to_play,
    finds=gettext_noop("penalty card, must play it, which one, several penalty cards"),
)
LEAD = Law(
    "50-lead",
    gettext_noop("Penalty card: the partner is about to lead"),
    before_the_lead,
    finds=gettext_noop("penalty card, require, forbid, partner on lead"),
)
REVIEW = Law(
    "50E4",
    gettext_noop("Penalty card: the end of play"),
    end_of_play,
    finds=gettext_noop("penalty card helped the defenders, adjusted score, end of play"),
)
