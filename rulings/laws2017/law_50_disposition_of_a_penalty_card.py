"""Law 50 - Disposition of a penalty card.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 50; FFB, Code 2017, Loi 50.
Before: Law 49, how a card becomes penalised; Law 24 for a card seen during the auction.
Sends:  51 several penalty cards (the questions are asked here), 52 one that is not played, 59 a player who cannot
        comply, 12C1 for the score under 50E4.
Rows:   LAWS.md 7.1 to 7.3, 50.R1 to 50.R14 and 50.E1 to 50.E4.
Reading: 50.R13. A small card named, or shown on purpose, is a major penalty card: no accident did it.

Four entry points: `50` the owner is to play; `50-table` who is on lead, with all the penalty cards of a table
(opened by their duties, each time); `50E4` the end of play; `50-lead`, the choice over one card, which nothing opens
any more: it rules on the inquiries of earlier versions.

What the other laws take from here, as it is or with their own text:

- how a card becomes penalised, its duties, major or minor: in `law_49`;
- declarer's choice of 50D2 when the partner is on lead now: `required(law)`, `forbidden(law)`, `left_free(law)`, each
  the effects and duties of one answer; `leaders_own_card` when the player on lead has a penalty card himself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, assert_never

from rulings.bridge import Card, Seat
from rulings.engine.inquiry import Ask, Law
from rulings.engine.names import Player
from rulings.engine.questions import Choice, ChooseOne, Fact, Given, Seen, Told, WhichCard, WhichSeat, YesNo
from rulings.engine.ruling import (
    Accept,
    Duty,
    Info,
    LeadRestriction,
    MustPlay,
    Note,
    Presence,
    Ruling,
    Send,
    When,
    Withdraw,
)
from rulings.engine.text import gettext_noop
from rulings.laws2017 import on_the_table
from rulings.laws2017.law_12_directors_discretionary_powers import RESULT_STANDS, assign
from rulings.laws2017.law_49_exposure_of_a_defenders_cards import (
    A_DEFENDER,
    CARD,
    HELPED_BY_PENALTY_CARD,
    ITS_OWNER,
    KIND,
    LOOK_AT_THE_END,
    OWNER,
    PENALTY_CARD_DUTIES,
    STAY,
    WHILE_IT_LIES,
    Kind,
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
from rulings.laws2017.law_51_two_or_more_penalty_cards import (
    KNOWN_BY_ALL as ALL_KNOWN,
)
from rulings.laws2017.law_59_inability_to_play_as_required import OWES_HIS_OWN
from rulings.laws2017.on_the_table import has_majors, its_only_one, keys, majors
from rulings.laws2017.terms import DECLARER, Effects, Outcome, same_suit, stay_for_the_lead
from rulings.table import Table


def owner_to_play(ask: Ask) -> Ruling:
    """A player with a penalty card is to play: must he play it?"""
    ask(ITS_OWNER)
    ask(CARD.seen_by(Seen(its_only_one, OWNER)))

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


LAW = Law(
    "50",
    gettext_noop("Penalty card: its owner is to play"),
    owner_to_play,
    finds=gettext_noop("penalty card, must play it, which one, several penalty cards"),
)


def before_the_lead(ask: Ask) -> Ruling:
    """The partner of a penalty card's owner is about to lead. Asked again before each of his leads."""
    ask(ITS_OWNER)
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
    chosen = over_his_cards(ask, owners, bound)
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
    return Ruling(chosen.law, chosen.text, effects, duties)


LEAD = Law(
    "50-lead",
    gettext_noop("Penalty card: the partner is about to lead"),
    before_the_lead,
    finds=gettext_noop("penalty card, require, forbid, partner on lead"),
)


def who_is_on_lead(ask: Ask) -> Ruling:
    """The penalty cards of a table: the owner leads, his partner leads, or the play is over. Asked before each lead."""
    now = ask(NOW)
    if now is Now.OVER:
        return end_of_play(ask)
    ask(ON_LEAD)
    led = now is Now.LED
    match at := ask(AT_LEAD):
        case AtLead.FIRST_LEAD:
            return Ruling("26B", CALL_TAKEN_BACK_FIRST, (RIGHT_OVER_THE_FIRST_LEAD, THEN_PENALTY_CARDS))
        case AtLead.NONE:
            return Ruling("50", NOTHING_BINDS)
        case AtLead.MINOR:
            return Ruling("50C", NOTHING_BINDS, (MINOR_OF_HIS_OWN,))
        case AtLead.FORBIDDEN:
            return Ruling("50D2(a)", NO_CARD_BINDS, (STILL_BARRED, MINOR_OF_HIS_OWN, *wrongly_led(led)))
        case AtLead.OWN_BARRED:
            stays = (STILL_BARRED, OWN_STAYS[LeadChoice.FORBID], *wrongly_led(led))
            return Ruling("50D1(b)", OWN_ARE_BARRED, stays)
        case AtLead.OWN | AtLead.OWN_SEVERAL if led:
            return Ruling("52A", LED_ANOTHER, (NOT_HIS_PENALTY_CARD,))
        case AtLead.OWN:
            ask(OWN_CARD)
            lead = MustPlay(law="50D1(a)", player="on_lead", card="own_card", when="now", text=LEADS_OWN_CARD)
            return Ruling("50D1(a)", LEADS_OWN, (lead, HIS_OWN_IS_PLAYED))
        case AtLead.OWN_SEVERAL:
            ask(DECLARER)
            ask(OWN_DESIGNATED)
            named = MustPlay(law="51A", player="on_lead", card="designated", when="now", text=LEADS_DESIGNATED)
            return Ruling(
                "51A", NAMED_BY_DECLARER, (named, replace(HIS_OWN_IS_PLAYED, source="designated"), OTHERS_STAY)
            )
        case AtLead.PARTNER:
            return over_the_partners_cards(ask, led)
        case _:
            assert_never(at)


TABLE = Law(
    "50-table",
    gettext_noop("Penalty cards on the table: who is on lead?"),
    who_is_on_lead,
    finds=gettext_noop("penalty cards, on lead, whose lead, require, forbid"),
)


def wrongly_led(led: bool) -> Effects:
    """He has led: a suit forbidden to him is one that he could not lead."""
    return (LED_A_BARRED_SUIT,) if led else ()


def over_the_partners_cards(ask: Ask, led: bool) -> Ruling:
    """D2, 51B. Declarer chooses over all that the partner has; then comes what the player on lead has himself (D1)."""
    ask(DECLARER)
    ask(HIS_PARTNER)
    if led:
        ask(LED_CARD)
        if ask(PLAYED_TO_IT):
            return Ruling("60A1", RIGHT_LOST, (IT_STANDS, PARTNERS_STAY, ALL_KNOWN, STAY))
    ask(HIS_CARD)
    owners = ask(OWNERS_CARDS.seen_by(Seen(owners_cards, HIS_PARTNER, HIS_CARD)))
    own = led or ask(HAS_HIS_OWN)
    minor = not own and ask(OWN_MINOR)
    barred = ask(BARRED_BEFORE)
    chosen = over_his_cards(ask, owners, own, OVER_HIS_OWN)
    effects, duties = chosen.outcome
    free = chosen.choice is LeadChoice.FREE
    if led:
        effects, duties = (*effects, LED_IS_PENALISED), (*duties, LED_DUTY)
    if own and (free or ask(OWN_LEFT.seen_by(Seen(leaves(chosen, led), *facts_of(chosen, led))))):
        ask(OWN_TO_LEAD.seen_by(Seen(leaves_one(chosen, led), *facts_of(chosen, led))))
        effects += (LEADS_HIS_CARD, HOW_PENALISED)
    elif own:
        effects += (OWN_STAYS[chosen.choice], *((LED_LIES, STAY) if led else ()))
        effects += (OWES_HIS_OWN,) if chosen.choice is LeadChoice.REQUIRE else ()
    elif free:
        effects += leads_freely()
    effects += (MINOR_OF_HIS_OWN,) if minor else ()
    effects += (STILL_BARRED,) if barred and chosen.choice is not LeadChoice.REQUIRE else ()
    effects += (COMES_BACK,) if free else ()
    return Ruling(chosen.law, HIS_OWN_IS_LED if free and own else chosen.text, effects, duties)


def leaders_own_card(choice: str, in_suit: bool, *, new: bool) -> Outcome:
    """What the card of the player on lead does under declarer's *choice* ("require", "forbid", "free").

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


def over_his_cards(ask: Ask, owners: OwnersCards, bound: bool, over_own: ChooseOne[Any] | None = None) -> Chosen:
    """50D2, 51B. Declarer's choice over what the owner has on the table, and what follows from it."""
    match owners:
        case OwnersCards.ONE:
            return over_one_card(ask, bound, over_own)
        case OwnersCards.SAME_SUIT:
            return over_one_suit(ask)
        case OwnersCards.OTHER_SUIT:
            return over_several_suits(ask)
    assert_never(owners)


def over_one_card(ask: Ask, bound: bool, over_own: ChooseOne[Any] | None = None) -> Chosen:
    """D2. One penalty card: *bound*, the player on lead has one too, and *over_own* is how the choice is then put."""
    choice = LeadChoice[ask(over_own or LEAD_CHOICE_OVER_TWO).name] if bound else ask(LEAD_CHOICE)
    match choice:
        case LeadChoice.REQUIRE:
            lead = required(must_lead=MUST_LEAD_OVER_TWO if bound else MUST_LEAD)
            return Chosen(choice, "50D2(a)", LEAD_REQUIRED, lead, (CARD,))
        case LeadChoice.FORBID:
            return Chosen(choice, "50D2(a)", LEAD_FORBIDDEN, forbidden(), (CARD,))
        case LeadChoice.FREE:
            return Chosen(choice, "50D2(b)", LEAD_FREE, stays("50D2(b)"))
    assert_never(choice)


def over_cards_there(law: str, leader: Player, *, led: bool = False) -> Ruling:
    """A lead out of turn is refused beside other penalty cards: the lead of the right player is `50-table`. *led*: he
    has put a card too, before the choice."""
    lead = Send(
        law="50D2",
        to="50-table",
        hands=("now=lead", f"on_lead=[{leader}]", "declarer"),
        text=gettext_noop("Declarer chooses before the lead, over all the penalty cards."),
    )
    effects: Effects = (penalty_card(law), ALL_MAJOR, *WHILE_IT_LIES)
    if not led:
        return Ruling(law, BESIDE_THE_OTHERS, (*effects, lead), PENALTY_CARD_DUTIES)
    own, duties = leader_card_stays("60C", STAYS_TOO)
    both = (*effects, *(one for one in own if one not in effects), lead)
    return Ruling(law, BESIDE_THE_OTHERS, both, tuple(dict.fromkeys((*PENALTY_CARD_DUTIES, *duties))))


def over_one_suit(ask: Ask) -> Chosen:
    option = ask(ONE_SUIT)
    match option:
        case OneSuit.REQUIRE:
            return Chosen(LeadChoice.REQUIRE, "51B1(a)", LEAD_REQUIRED, one_suit(option), (CARD,))
        case OneSuit.FORBID:
            return Chosen(LeadChoice.FORBID, "51B1(b)", LEAD_FORBIDDEN, one_suit(option), (CARD,))
        case OneSuit.FREE:
            return Chosen(LeadChoice.FREE, "50D2(b)", ALL_STAY, stays("50D2(b)", ALL_KNOWN))
    assert_never(option)


def over_several_suits(ask: Ask) -> Chosen:
    option = ask(SEVERAL_SUITS)
    outcome, suits = several_suits(ask, option)
    match option:
        case SeveralSuits.REQUIRE:
            return Chosen(LeadChoice.REQUIRE, "51B2(a)", SUIT_REQUIRED, outcome, suits)
        case SeveralSuits.FORBID:
            return Chosen(LeadChoice.FORBID, "51B2(b)", SUITS_FORBIDDEN, outcome, suits)
        case SeveralSuits.FREE:
            return Chosen(LeadChoice.FREE, "51B2(c)", ALL_STAY, stays("51B2(c)", ALL_KNOWN))
    assert_never(option)


def stays(law: str, known: Info | None = None) -> Outcome:
    """The lead is left free: the card, already on the table, stays there with its duty; *known* is said of several."""
    return (known or KNOWN_BY_ALL, replace(STAY, law=law)), ()


def end_of_play(ask: Ask) -> Ruling:
    """The review that every penalty card leaves for the end of play."""
    ask(ITS_OWNER)
    if not ask(HELPED):
        return Ruling("50E4", RESULT_STANDS, closes=True)
    return replace(assign(ask, "50E4", "non_offending_side"), closes=True)


REVIEW = Law(
    "50E4",
    gettext_noop("Penalty card: the end of play"),
    end_of_play,
    finds=gettext_noop("penalty card helped the defenders, adjusted score, end of play"),
)


# Questions


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


# Who is on lead, with all the penalty cards of the table
class Now(Choice):
    LEAD = "lead", gettext_noop("A defender is about to lead")
    LED = "led", gettext_noop("A defender has led, before declarer chose"), "", "50D2"
    OVER = "over", gettext_noop("The play is over"), "", "50E4"


class AtLead(Choice):
    FIRST_LEAD = (
        "first_lead",
        gettext_noop("It is his first lead, and a call of his partner’s was taken back: a suit may be forbidden"),
        "",
        "26B",
    )
    MINOR = "minor", gettext_noop("Minor ones alone"), "", "50C"
    OWN = "own", gettext_noop("One of his own, major, and his partner has no major one"), "", "50D1(a)"
    OWN_BARRED = (
        "own_barred",
        gettext_noop("His own alone, major, of a suit still forbidden to him, who has kept the lead"),
        "",
        "50D1(b)",
    )
    OWN_SEVERAL = "own_several", gettext_noop("Several of his own, and his partner has no major one"), "", "51A"
    PARTNER = "partner", gettext_noop("One or more of his partner’s, major, whatever he has himself"), "", "50D2"
    FORBIDDEN = (
        "forbidden",
        gettext_noop("No major one, but a suit is still forbidden to him, who has kept the lead"),
        "",
        "50D2(a)",
    )
    NONE = "none", gettext_noop("None: neither defender has one"), "", "50"


def at_lead(table: Table, leader: Seat) -> Told | None:
    """What bears on this lead: a right of 26B comes first, then the partner's penalty cards, for both give declarer a
    choice."""
    rights = tuple(one.key for one in table.bounds if one.seat == leader and one.how == "may_forbid")
    if rights:
        return Told(AtLead.FIRST_LEAD, rights)
    own, partners = table.penalties(leader), table.penalties(leader.partner)
    if own is None or partners is None:
        return None
    still = on_the_table.forbidden_still(table, leader)
    own_majors = [one for one in own if one.kind == "major"]
    left = [one for one in own_majors if not any(one.card.suit in bound.suits for bound in still)]
    if any(one.kind == "major" for one in partners):
        found = AtLead.PARTNER
    elif own_majors:
        found = AtLead.OWN_SEVERAL if len(left) > 1 else AtLead.OWN if left else AtLead.OWN_BARRED
    elif still:
        found = AtLead.FORBIDDEN
    else:
        found = AtLead.MINOR if own or partners else AtLead.NONE
    bounds = tuple(one.key for one in still)
    return Told(found, (*keys(*own, *partners), *bounds))


NOW = ChooseOne("now", "50D2", gettext_noop("Penalty cards on the table: what is happening?"), Now)
ON_LEAD = WhichSeat("on_lead", "50D2", gettext_noop("Which defender is on lead?"), among=A_DEFENDER)
AT_LEAD = ChooseOne(
    "at_lead",
    "50D2",
    gettext_noop("What bears on the lead [on_lead:of]?"),
    AtLead,
    seen=Seen(at_lead, ON_LEAD),
)


def the_major_one(table: Table, player: Seat) -> Told | None:
    """His major penalty card, where he has one alone that he may lead."""
    barred = "".join(one.suits for one in on_the_table.forbidden_still(table, player))
    lying = [one for one in majors(table, player) or () if one.card.suit not in barred]
    return Told(lying[0].card, keys(*lying)) if len(lying) == 1 else None


OWN_CARD = WhichCard(
    "own_card", "50D1(a)", gettext_noop("Which one is it?"), hand="on_lead", seen=Seen(the_major_one, ON_LEAD)
)
OWN_DESIGNATED = replace(DESIGNATED, hand="on_lead")
HIS_PARTNER = OWNER.answered_by(Given(lambda leader: leader.partner, ON_LEAD))


def any_major_one(table: Table, player: Seat) -> Told | None:
    """One of his major penalty cards: any of them stands for its suit."""
    lying = majors(table, player) or ()
    return Told(lying[0].card, keys(lying[0])) if lying else None


HIS_CARD = replace(CARD, seen=Seen(any_major_one, HIS_PARTNER))


def owners_cards(table: Table, owner: Seat, card: Card) -> Told | None:
    """His major penalty cards, *card* among them: one, several of one suit, or of several."""
    lying = majors(table, owner)
    if not lying:
        return None
    if len(lying) == 1:
        return Told(OwnersCards.ONE, keys(*lying))
    one = len({one.card.suit for one in lying}) == 1
    return Told(OwnersCards.SAME_SUIT if one else OwnersCards.OTHER_SUIT, keys(*lying))


LED_CARD = WhichCard("led_card", "50D2", gettext_noop("Which card has he led?"), hand="on_lead")
PLAYED_TO_IT = YesNo(
    "played_to_it",
    "60A1",
    gettext_noop("Has declarer or dummy played a card to that lead?"),
    why=gettext_noop("If so, declarer has lost the right to choose before this lead."),
)
HAS_HIS_OWN = YesNo(
    "his_own",
    "50D1(a)",
    gettext_noop("Has [on_lead] a major penalty card of his own?"),
    seen=Seen(has_majors, ON_LEAD),
)


def facts_of(chosen: Chosen, led: bool) -> tuple[Fact[Any], ...]:
    """What decides which of his own cards may be led: whose they are, the suits named, a card led too soon."""
    return (ON_LEAD, *chosen.suits, *((LED_CARD,) if led else ()))


def left(table: Table, leader: Seat, chosen: Chosen, named: tuple[object, ...], led: bool) -> tuple[Card, ...] | None:
    """The penalty cards of the player on lead that the choice leaves him to lead: one of them, he must."""
    own = majors(table, leader)
    if own is None:
        return None
    there = {one.card for one in own} | ({card for card in named[-1:] if isinstance(card, Card)} if led else set())
    suits = {one.suit if isinstance(one, Card) else one for one in (named[:-1] if led else named)}
    required = chosen.choice is LeadChoice.REQUIRE
    barred = "" if required else "".join(one.suits for one in on_the_table.forbidden_still(table, leader))
    there = {card for card in there if card.suit not in barred}
    return tuple(card for card in sorted(there, key=str) if allowed(chosen.choice, card.suit in suits))


def allowed(choice: LeadChoice, named: bool) -> bool:
    return choice is LeadChoice.FREE or named is (choice is LeadChoice.REQUIRE)


def leaves(chosen: Chosen, led: bool) -> Callable[..., Told | None]:
    """Does the choice leave him one of his own to lead?"""

    def seen(table: Table, leader: Seat, *named: object) -> Told | None:
        found = left(table, leader, chosen, named, led)
        return None if found is None else Told(bool(found), his(leader, found))

    return seen


def leaves_one(chosen: Chosen, led: bool) -> Callable[..., Told | None]:
    """Which one, where the choice leaves him one alone."""

    def seen(table: Table, leader: Seat, *named: object) -> Told | None:
        found = left(table, leader, chosen, named, led) or ()
        return Told(found[0], his(leader, found)) if len(found) == 1 else None

    return seen


def his(player: Seat, cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(f"{player}:{card}" for card in cards)


OWN_MINOR = YesNo(
    "own_minor",
    "50C",
    gettext_noop("Has [on_lead] a minor penalty card of his own?"),
    seen=Seen(on_the_table.had_a_minor_one, ON_LEAD),
    assumed="no",
)


def barred_before(table: Table, leader: Seat) -> Told:
    """What was forbidden to him for as long as he keeps the lead."""
    found = tuple(one.key for one in on_the_table.forbidden_still(table, leader))
    return Told(bool(found), found)


BARRED_BEFORE = YesNo(
    "still_barred",
    "50D2(a)",
    gettext_noop("Is a suit still forbidden to [on_lead], who has kept the lead?"),
    seen=Seen(barred_before, ON_LEAD),
    assumed="no",
)


OWN_LEFT = YesNo(
    "own_left",
    "50D1(b)",
    gettext_noop("Does that choice leave [on_lead] a penalty card of his own to lead?"),
    why=gettext_noop("Suit required: one of that suit. Suit forbidden: one of another suit."),
)
OWN_TO_LEAD = WhichCard(
    "leader_card",
    "51A",
    gettext_noop("Which of his own penalty cards does he lead? If he has several, declarer says."),
    hand="on_lead",
)


class OverHisOwn(Choice):
    """The choice over one card when the player on lead has penalty cards himself."""

    REQUIRE = (
        "require",
        gettext_noop("You *require* a lead in [card:suit]"),
        gettext_noop(
            "[owner] takes his card back: it is no longer a penalty card. [owner_partner] must lead [card:suit], *this "
            "time only*: his own penalty card if it is of that suit, or if he has no card of that suit."
        ),
        "50D2(a)",
    )
    FORBID = (
        "forbid",
        gettext_noop("You *forbid* a lead in [card:suit]"),
        gettext_noop(
            "[owner] takes his card back: it is no longer a penalty card. [owner_partner] may not lead [card:suit] *as "
            "long as he keeps the lead*; he must lead his own penalty card unless it is of that suit."
        ),
        "50D2(a)",
    )
    FREE = (
        "free",
        gettext_noop("You leave the lead *free*"),
        gettext_noop(
            "[card:the] stays on the table as a major penalty card, to be played at the first legal opportunity. "
            "[owner_partner] must lead his own penalty card."
        ),
        "50D2(b)",
    )


OVER_HIS_OWN = ChooseOne(
    "lead_choice_over_own",
    "50D2",
    gettext_noop("[declarer], it is for [owner_partner] to lead, and each defender has a penalty card."),
    OverHisOwn,
    chooser="declarer",
)


# A lead out of turn at his partner's turn, over penalty cards that lay there already (54, 56)
class OverCards(Choice):
    ACCEPT = "accept", gettext_noop("You accept the card led"), gettext_noop("It stands. No rectification."), "53A"
    REFUSE = (
        "refuse",
        gettext_noop("You refuse it"),
        gettext_noop(
            "It is a major penalty card beside the others. Before the lead you choose over all the penalty cards "
            "[offender:of]: require a suit or forbid it, and they go back, or leave the lead free. The player on lead "
            "may have to lead a penalty card of his own."
        ),
        "50D2",
    )


OVER_CARDS = ChooseOne(
    "over_cards",
    "50D2",
    gettext_noop("[declarer], [offender] has led [card:the] out of turn, over penalty cards already on the table."),
    OverCards,
    chooser="declarer",
)


def besides(offender: WhichSeat, card: WhichCard) -> YesNo:
    """Was there a penalty card before this one? Seen on the table; where there is none, supposed not."""
    return YesNo(
        "besides",
        "50D2",
        gettext_noop("Before this lead, had a defender a penalty card on the table?"),
        seen=Seen(on_the_table.besides, offender, card),
        assumed="no",
    )


def besides_both(offender: WhichSeat, card: WhichCard) -> YesNo:
    """The same when the right player has put a card too: whatever he had himself counts."""
    return replace(besides(offender, card), id="besides_both", seen=Seen(on_the_table.besides_both, offender))


# The partner is about to lead
class Others(Choice):
    SAME_SUIT = "same_suit", gettext_noop("Another one [owner:of], of the same suit"), "", "51B1(a)"
    OTHER_SUIT = "other_suit", gettext_noop("Another one [owner:of], of another suit"), "", "51B2(a)"
    LEADER = "leader", gettext_noop("A penalty card [owner_partner:of]"), "", "50D1(a)"
    LED = "led", gettext_noop("[owner_partner] has already led, before the choice"), "", "50D2"
    SEVERAL = "several", gettext_noop("Several of these")
    NONE = "none", gettext_noop("No, this one alone"), "", "50D2"


OTHERS = ChooseOne(
    "others",
    "51B1(a)",
    gettext_noop(
        "[owner_partner] is about to lead. Besides the penalty card ([card]), is there another card on the table?"
    ),
    Others,
    why=gettext_noop(
        "With several penalty cards declarer’s choice bears on suits, and the player on lead may have one himself."
    ),
)


class OwnersCards(Choice):
    ONE = "one", gettext_noop("One card")
    SAME_SUIT = "same_suit", gettext_noop("Several, of one suit"), "", "51B1(a)"
    OTHER_SUIT = "other_suit", gettext_noop("Several, of different suits"), "", "51B2(a)"


OWNERS_CARDS = ChooseOne("owners_cards", "51B1(a)", gettext_noop("Which penalty cards [owner:of]?"), OwnersCards)


class LeadersCard(Choice):
    LEADER = "leader", gettext_noop("Yes, a penalty card"), "", "50D1(a)"
    LED = "led", gettext_noop("Yes, he has already led, before the choice"), "", "50D2"
    NONE = "none", gettext_noop("No")


LEADERS_CARD = ChooseOne("leaders_card", "50D2", gettext_noop("Has [owner_partner] a card on the table?"), LeadersCard)


# D1, D2. The player on lead has a penalty card himself: declarer's choice beats the duty to lead it
LEADER_CARD = WhichCard(
    "leader_card", "50D1(a)", gettext_noop("Which card has [owner_partner] on the table?"), hand="owner_partner"
)


# D2. The partner is on lead: declarer chooses first
class LeadChoice(Choice):
    REQUIRE = (
        "require",
        gettext_noop("You *require* a lead in [card:suit]"),
        gettext_noop(
            "[owner] takes his card back: it is no longer a penalty card. [owner_partner] must lead [card:suit], *this "
            "time only*; without a card of that suit, he leads what he likes."
        ),
        "50D2(a)",
    )
    FORBID = (
        "forbid",
        gettext_noop("You *forbid* a lead in [card:suit]"),
        gettext_noop(
            "[owner] takes his card back: it is no longer a penalty card. [owner_partner] may not lead [card:suit] *as "
            "long as he keeps the lead*."
        ),
        "50D2(a)",
    )
    FREE = (
        "free",
        gettext_noop("You leave the lead *free*"),
        gettext_noop(
            "[owner_partner] leads what he likes. [card:the] stays on the table as a major penalty card, to "
            "be played at the first legal opportunity. The same choice comes back before each lead "
            "[owner_partner:of]."
        ),
        "50D2(b)",
    )


LEADER_CARD_NAMED = YesNo(
    "leader_card_named",
    "50D1(b)",
    gettext_noop("Is the card [owner_partner:of] ([leader_card]) of a suit that [declarer] has named?"),
)


LEADER_CARD_IN_SUIT = YesNo(
    "leader_card_in_suit",
    "50D1(b)",
    gettext_noop("Are the two cards of the same suit ([card], [leader_card])?"),
    given=Given(same_suit, CARD, LEADER_CARD),
)


class LeadChoiceOverTwo(Choice):
    """The same choice when the player on lead has a penalty card himself."""

    REQUIRE = (
        "require",
        gettext_noop("You *require* a lead in [card:suit]"),
        gettext_noop(
            "[owner] takes his card back: it is no longer a penalty card. [owner_partner] must lead [card:suit], *this "
            "time only*: his own penalty card ([leader_card]) if it is of that suit, or if he has no other."
        ),
        "50D2(a)",
    )
    FORBID = (
        "forbid",
        gettext_noop("You *forbid* a lead in [card:suit]"),
        gettext_noop(
            "[owner] takes his card back: it is no longer a penalty card. [owner_partner] may not lead [card:suit] *as "
            "long as he keeps the lead*; he must lead his own penalty card ([leader_card]) unless it is of that suit."
        ),
        "50D2(a)",
    )
    FREE = (
        "free",
        gettext_noop("You leave the lead *free*"),
        gettext_noop(
            "[card:the] stays on the table as a major penalty card, to be played at the first legal "
            "opportunity. [owner_partner] must lead his own penalty card ([leader_card])."
        ),
        "50D2(b)",
    )


LEAD_CHOICE_OVER_TWO = ChooseOne(
    "lead_choice_over_two",
    "50D2",
    gettext_noop("[declarer], it is for [owner_partner] to lead, and each defender has a card on the table."),
    LeadChoiceOverTwo,
    chooser="declarer",
)
LEAD_CHOICE = ChooseOne(
    "lead_choice",
    "50D2",
    gettext_noop("[declarer], it is for [owner_partner] to lead, and [owner] has a major penalty card ([card:the])."),
    LeadChoice,
    chooser="declarer",
)


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


# Words and effects


CALL_TAKEN_BACK_FIRST = gettext_noop(
    "Before this lead declarer may forbid a suit: a call of the leader’s partner was taken back."
)
RIGHT_OVER_THE_FIRST_LEAD = Send(
    law="26B",
    to="26B",
    hands=("offender=[owner]", "replaced=no", "declarer", "partner_on_lead=reached"),
    text=gettext_noop("Rule on the first lead after a call taken back."),
)
THEN_PENALTY_CARDS = Note(
    law="50D2",
    text=gettext_noop(
        "Reading followed: that choice comes before the one over penalty cards. If any lie on the table, ask again "
        "afterwards who is on lead."
    ),
)
NOTHING_BINDS = gettext_noop("No major penalty card bears on this lead: [on_lead] leads what he likes.")
NO_CARD_BINDS = gettext_noop("No major penalty card bears on this lead, but a suit is still forbidden.")
OWN_ARE_BARRED = gettext_noop("[on_lead] may not lead his penalty card: its suit is still forbidden to him.")
STILL_BARRED = Note(
    law="50D2(a)",
    text=gettext_noop(
        "[on_lead] has kept the lead: he still may not lead a suit forbidden to him. With nothing else in his hand, he "
        "leads what he likes."
    ),
)
LED_A_BARRED_SUIT = Send(
    law="61A",
    to="59",
    hands=("player=[on_lead]", "bound=forbidden", "already=yes"),
    text=gettext_noop("If he has led a suit forbidden to him: see whether he could have led another."),
)
MINOR_OF_HIS_OWN = Note(
    law="50C",
    text=gettext_noop("In the suit of a minor penalty card of his own, he leads no other card below the 10 before it."),
)
LED_ANOTHER = gettext_noop("[on_lead] had to lead his penalty card.")
NOT_HIS_PENALTY_CARD = Send(
    law="52A",
    to="52",
    hands=("owner=[on_lead]", "declarer"),
    text=gettext_noop("Rule on the penalty card that was not led."),
)
LEADS_OWN = gettext_noop("[on_lead] must lead his penalty card.")
LEADS_OWN_CARD = gettext_noop("[on_lead] leads his penalty card ([own_card]).")
HIS_OWN_IS_PLAYED = Info(
    law="50E3",
    source="own_card",
    ui_for=("owner",),
    ai_for=("declarer",),
    text=gettext_noop("Once the card is played, how it came to be penalised is unauthorised for [owner]."),
)
NAMED_BY_DECLARER = gettext_noop("[on_lead] must lead the penalty card that declarer names ([declarer]).")
LEADS_DESIGNATED = gettext_noop("[on_lead] leads the card named ([designated]).")
RIGHT_LOST = gettext_noop("Declarer’s side has played to the lead: it stands, and the choice before it is lost.")
IT_STANDS = Accept(
    law="60A1", what="led_card", player="on_lead", text=gettext_noop("The card led ([led_card]) stands as the lead.")
)
PARTNERS_STAY = Note(
    law="60A2",
    text=gettext_noop(
        "The penalty cards [owner:of] stay on the table. The choice comes back before the next lead [on_lead:of]."
    ),
)
LED_IS_PENALISED = penalty_card(
    "50D2",
    player="on_lead",
    card="led_card",
    text=gettext_noop("The card led before the choice ([led_card]) is a major penalty card, in front [on_lead:of]."),
)
LED_LIES = Info(
    law="50E",
    source="led_card",
    ai_for=("owner", "declarer"),
    text=gettext_noop(
        "While [led_card:the] lies on the table, everybody may know of it. Once picked up, knowing it is "
        "unauthorised for [owner]; once played, how it became penalised is."
    ),
)
LED_DUTY = penalty_card_duty(
    owner="on_lead",
    card="led_card",
    text=gettext_noop(
        "Major penalty card, in front [on_lead:of] ([led_card]): to be played at the first legal opportunity."
    ),
)
LEADS_HIS_CARD = MustPlay(
    law="50D1(a)",
    player="owner_partner",
    card="leader_card",
    when="now",
    text=gettext_noop("[owner_partner] must lead [leader_card:the]."),
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
HIS_OWN_IS_LED = gettext_noop("[owner_partner] must lead a penalty card of his own. The others stay on the table.")
BESIDE_THE_OTHERS = gettext_noop("Refused: the card led ([card]) is a major penalty card beside the others.")
ALL_MAJOR = Note(law="50B", text=gettext_noop("All the penalty cards of a player who has several are major."))
MINOR_FIRST = gettext_noop(
    "In [card:suit], [owner] may play no other card below the 10 before his penalty card ([card])."
)
KNOWN_BY_ALL = Info(
    law="50E1",
    source="card",
    ai_for=("owner_partner", "declarer"),
    text=gettext_noop(
        "As long as the card lies on the table ([card]), everybody may know of it, [owner_partner] included."
    ),
)
MUST_PLAY = gettext_noop("[owner] must play his major penalty card ([card]).")
OWN_CARD_PLAYED = Info(
    law="50E3",
    source="card",
    ui_for=("owner_partner",),
    ai_for=("declarer",),
    text=gettext_noop("Once the card is played, how it came to be penalised is unauthorised for [owner_partner]."),
)
DECLARER_SAYS = gettext_noop("[owner] must play the penalty card that declarer has named ([designated]).")
OTHERS_STAY = Note(
    law="51A", text=gettext_noop("The other penalty cards stay on the table, each to be played in turn.")
)
LATER = gettext_noop("[card:the] stays on the table: another obligation comes first.")
NEXT_CHANCE = gettext_noop("[owner] plays [card:the] at the first legal opportunity that follows.")
NO_CHOICE = gettext_noop("The penalty card is minor: [owner_partner] leads what he likes.")
ON_THE_TABLE = {
    Others.NONE: (OwnersCards.ONE, LeadersCard.NONE),
    Others.SAME_SUIT: (OwnersCards.SAME_SUIT, LeadersCard.NONE),
    Others.OTHER_SUIT: (OwnersCards.OTHER_SUIT, LeadersCard.NONE),
    Others.LEADER: (OwnersCards.ONE, LeadersCard.LEADER),
    Others.LED: (OwnersCards.ONE, LeadersCard.LED),
}
LED_TOO_SOON = Note(
    law="50D2",
    text=gettext_noop(
        "[owner_partner] led before the choice: [leader_card:the] is an exposed card, and the choice is "
        "made all the same."
    ),
)
LEADS_HIS_OWN = gettext_noop(
    "[owner_partner] must lead the card that lies in front of him ([leader_card]). The other penalty "
    "cards stay on the table."
)
FREE_TO_LEAD = gettext_noop("[owner_partner] leads what he likes, [card:suit] included.")


def leads_freely(free: str = FREE_TO_LEAD) -> Effects:
    return (MustPlay(law="50D2(b)", player="owner_partner", card="any_card", when="now", text=free),)


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
LEADER_CARD_DUTY = penalty_card_duty(
    owner="owner_partner",
    card="leader_card",
    text=gettext_noop(
        "Major penalty card, in front [owner_partner:of] ([leader_card]): to be played at the first "
        "legal opportunity. Each time [owner] is about to lead, [declarer] first chooses: require the "
        "suit, forbid it, or leave the lead free."
    ),
)


def leader_card_stays(law: str, text: str, *, duty: Duty = LEADER_CARD_DUTY) -> Outcome:
    """The card of the player on lead becomes a penalty card and stays on the table."""
    card = penalty_card(law, player="owner_partner", card="leader_card", text=text)
    return (card, LEADER_CARD_LIES, STAY, LOOK_AT_THE_END), (duty, HELPED_BY_PENALTY_CARD)


@dataclass(frozen=True)
class Chosen:
    """Declarer's choice: its law, its words, what it entails, and the facts of the suits that it names."""

    choice: LeadChoice
    law: str
    text: str
    outcome: Outcome
    suits: tuple[Fact[Any], ...] = ()


TAKEN_BACK = gettext_noop("[owner] takes [card:the] back: it is no longer a penalty card.")
MUST_LEAD = gettext_noop(
    "[owner_partner] must lead [card:suit], this time only. Without a card of that suit, he leads what he likes."
)


def required(*, taken_back: str = TAKEN_BACK, must_lead: str = MUST_LEAD) -> Outcome:
    """Declarer requires the suit: the card goes back, the lead is bound this once (50D2(a), 59)."""
    return (
        *picked_up(taken_back),
        LeadRestriction(law="50D2(a)", player="owner_partner", require="card:suit", lasts="this_lead", text=must_lead),
        stay_for_the_lead("50D2(a)"),
    ), ()


MUST_LEAD_OVER_TWO = gettext_noop("[owner_partner] must lead [card:suit], this time only.")
LEAD_REQUIRED = gettext_noop("[owner_partner] must lead [card:suit].")
LEAD_FORBIDDEN = gettext_noop("[owner_partner] may not lead [card:suit].")
MAY_NOT_LEAD = gettext_noop(
    "[owner_partner] may not lead [card:suit], now or as long as he keeps the lead. With nothing else in his hand, he "
    "leads what he likes."
)


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


LEAD_FREE = gettext_noop("The lead is free. The penalty card stays on the table.")
ALL_STAY = gettext_noop("The lead is free. The penalty cards stay on the table.")
SUIT_REQUIRED = gettext_noop("[owner_partner] must lead [suit].")
SUITS_FORBIDDEN = gettext_noop("[owner_partner] may not lead what has been forbidden.")
LEADER_CARD_LIES = Info(
    law="50E",
    source="leader_card",
    ai_for=("owner", "declarer"),
    text=gettext_noop(
        "While [leader_card:the] lies on the table, everybody may know of it. Once picked up, knowing it is "
        "unauthorised for [owner]; once played, how it became penalised is."
    ),
)


def picked_up(taken_back: str = TAKEN_BACK) -> Effects:
    """The card goes back to the hand of its owner, and his partner may not use it (50E2)."""
    return (
        Withdraw(law="50D2(a)", player="owner", card="card", to="hand", text=taken_back),
        Info(law="50E2", source="card", ui_for=("owner_partner",), ai_for=("declarer",), text=SEEN_BY_PARTNER),
    )


STILL_FORBIDDEN = gettext_noop("[owner_partner] may not lead [card:suit] as long as he keeps the lead.")
SEEN_BY_PARTNER = gettext_noop("[owner_partner] may not use what he has seen of [card:the]; [declarer] may.")


def left_free(law: str, *, free: str = FREE_TO_LEAD, bound: bool = False) -> Outcome:
    """Declarer leaves the lead free at once: the card becomes a penalty card and the choice comes back (50D2(b)).

    *bound*: the player on lead is not free for all that, because he has a penalty card himself.
    """
    lead = () if bound else leads_freely(free)
    return (penalty_card(law), *lead, *WHILE_IT_LIES), PENALTY_CARD_DUTIES
