"""Law 50 - Disposition of a penalty card.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 50; FFB, Code 2017, Loi 50.
Before: Law 49, how a card becomes penalised; Law 24 for a card seen during the auction.
Sends:  51 several penalty cards (the questions are asked here), 52 a penalty card that is not played, 59 a player who
        cannot comply, 12C1 for the score under 50E4.
Rows:   LAWS.md 7.1 to 7.3, 50.R1 to 50.R14 and 50.E1 to 50.E4.
Reading: 50.R13. A small card named, or shown on purpose, is a major penalty card, because it was not exposed by
        accident.
Reading: 50.E1. While a minor penalty card lies there, its owner's partner may know of it; 50C is said beside it.

Three entry points: `50` when the owner is to play; `50-table` before each lead, over all the penalty cards of a table
(their duties open it); `50E4` at the end of play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, assert_never

from rulings.bridge import Card, Seat
from rulings.engine.inquiry import Ask, Law
from rulings.engine.question import ASKED
from rulings.engine.questions import Choice, ChooseOne, Fact, Given, Option, Seen, Told, WhichCard, WhichSeat, YesNo
from rulings.engine.ruling import Accept, Info, MustPlay, Note, Ruling, Send
from rulings.engine.text import gettext_noop
from rulings.laws2017 import law_51_two_or_more_penalty_cards as several_cards
from rulings.laws2017 import lead_choice, on_the_table, penalty_cards, terms
from rulings.laws2017.law_12_directors_discretionary_powers import RESULT_STANDS, assign
from rulings.table import Table


def owner_to_play(ask: Ask) -> Ruling:
    """Rule whether a player with a penalty card, who is to play, must play it."""
    ask(penalty_cards.ITS_OWNER)
    ask(penalty_cards.CARD.seen_by(Seen(on_the_table.its_only_one, penalty_cards.OWNER)))

    # C. Minor
    if ask(penalty_cards.KIND) is penalty_cards.Kind.MINOR:
        honours = Note(
            law="50C",
            text=gettext_noop(
                "An honour of that suit, or a card of any other suit if he need not follow, is free. [owner_partner] "
                "leads what he likes."
            ),
        )
        return Ruling("50C", MINOR_FIRST, (honours, penalty_cards.KNOWN_BY_ALL, MINOR_SEEN))

    # D1. Major
    playable = ask(PLAYABLE)
    match playable:
        case Playable.ONE:
            play = MustPlay(law="50D1(a)", player="owner", card="card", when="now", text=MUST_PLAY)
            return Ruling("50D1(a)", MUST_PLAY, (replace(play, text=""), penalty_cards.OWN_CARD_PLAYED))
        case Playable.SEVERAL:
            ask(terms.declarer_against(penalty_cards.OWNER))
            ask(penalty_cards.DESIGNATED)
            play = MustPlay(law="51A", player="owner", card="designated", when="now")
            return Ruling("51A", DECLARER_SAYS, (play, penalty_cards.OWN_CARD_PLAYED, OTHERS_STAY))
        case Playable.FOLLOW | Playable.RESTRICTED:
            later = MustPlay(law="50D1(b)", player="owner", card="card", when="first_legal_opportunity")
            return Ruling("50D1(b)", LATER, (replace(later, text=NEXT_CHANCE), penalty_cards.KNOWN_BY_ALL))
        case _:
            assert_never(playable)


LAW = Law(
    "50",
    gettext_noop("Penalty card: its owner is to play"),
    owner_to_play,
    finds=gettext_noop("penalty card, must play it, which one, several penalty cards"),
)


def who_is_on_lead(ask: Ask) -> Ruling:
    """Rule on the penalty cards of a table before each lead: the owner leads, his partner does, or the play is over."""
    now = ask(NOW)
    if now is Now.OVER:
        return end_of_play(ask)
    ask(ON_LEAD)
    led = now is Now.LED
    at = ask(AT_LEAD)
    if at is AtLead.FIRST_LEAD:
        return Ruling("26B", CALL_TAKEN_BACK_FIRST, (RIGHT_OVER_THE_FIRST_LEAD, THEN_PENALTY_CARDS))
    if ask(STILL_REQUIRED):
        return as_required(ask, at, led)
    match at:
        case AtLead.NONE:
            return Ruling("50", NOTHING_BINDS)
        case AtLead.MINOR:
            return Ruling("50C", MINOR_ALONE, (MINOR_SEEN,))
        case AtLead.FORBIDDEN:
            return Ruling(
                "50D2(a)", NO_CARD_BINDS, (lead_choice.STILL_BARRED, lead_choice.MINOR_OF_HIS_OWN, *wrongly_led(led))
            )
        case AtLead.OWN_BARRED:
            stays = (lead_choice.STILL_BARRED, lead_choice.OWN_STAYS[lead_choice.LeadChoice.FORBID], *wrongly_led(led))
            return Ruling("50D1(b)", OWN_ARE_BARRED, stays)
        case AtLead.OWN | AtLead.OWN_SEVERAL if led:
            return Ruling("52A", LED_ANOTHER, (NOT_HIS_PENALTY_CARD,))
        case AtLead.OWN:
            ask(OWN_CARD)
            lead = MustPlay(law="50D1(a)", player="on_lead", card="own_card", when="now", text=LEADS_OWN_CARD)
            return Ruling("50D1(a)", LEADS_OWN, (lead, HIS_OWN_IS_PLAYED))
        case AtLead.OWN_SEVERAL:
            ask(terms.declarer_against(ON_LEAD))
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


def as_required(ask: Ask, at: AtLead, led: bool) -> Ruling:
    """Rule on a lead for which an earlier ruling requires a suit, and which is still to be made: the suit comes before
    his own cards (50D1(b)), and declarer has chosen for this lead; what his partner has left comes before the next."""
    ask(SUIT_REQUIRED_BEFORE)
    if led:
        return Ruling("50D2(a)", SUIT_REQUIRED, (LED_ANOTHER_SUIT,))
    partners = at is AtLead.PARTNER
    own = ask(HAS_HIS_OWN) if partners else at in (AtLead.OWN, AtLead.OWN_SEVERAL, AtLead.OWN_BARRED)
    minor = not own and ask(OWN_MINOR)
    barred = ask(BARRED_BEFORE)
    effects: terms.Effects = (several_cards.suit_is_due(short=own or minor or barred),)
    before = Chosen(lead_choice.LeadChoice.REQUIRE, "50D2(a)", SUIT_REQUIRED, (effects, ()), (SUIT_REQUIRED_BEFORE,))
    in_suit = own and ask(OWN_LEFT.seen_by(Seen(leaves(before, led), *facts_of(before, led))))
    if in_suit:
        ask(OWN_TO_LEAD.seen_by(Seen(leaves_one(before, led), *facts_of(before, led))))
        effects += (LEADS_HIS_CARD, lead_choice.HOW_PENALISED)
    effects += lead_choice.what_he_may_lead(
        before.choice,
        own="led" if in_suit else "stays" if own else "",
        barred=barred,
        minor=minor,
    )
    effects += (PARTNERS_STAY,) if partners else ()
    return Ruling("50D2(a)", SUIT_REQUIRED, (*effects, terms.stay_for_the_lead("50D2(a)")))


def wrongly_led(led: bool) -> terms.Effects:
    """Build the note on a lead already made: it was not allowed if its suit was forbidden to the leader."""
    return (LED_A_BARRED_SUIT,) if led else ()


def over_the_partners_cards(ask: Ask, led: bool) -> Ruling:
    """Ask declarer's choice over all penalty cards of the partner (D2, 51B); then rule on those of the player on lead
    (D1)."""
    ask(terms.declarer_against(ON_LEAD))
    ask(HIS_PARTNER)
    if led:
        ask(LED_CARD)
        if ask(PLAYED_TO_IT):
            return Ruling(
                "60A1",
                lead_choice.RIGHT_LOST,
                (IT_STANDS, PARTNERS_STAY, several_cards.KNOWN_BY_ALL, penalty_cards.STAY),
            )
    ask(HIS_CARD)
    owners = ask(OWNERS_CARDS.seen_by(Seen(owners_cards, HIS_PARTNER, HIS_CARD)))
    own = led or ask(HAS_HIS_OWN)
    minor = not own and ask(OWN_MINOR)
    barred = ask(BARRED_BEFORE)
    chosen = over_his_cards(ask, owners, OVER_HIS_OWN if own else None, within=barred or minor)
    effects, duties = chosen.outcome
    free = chosen.choice is lead_choice.LeadChoice.FREE
    if led:
        effects, duties = (*effects, LED_IS_PENALISED), (*duties, LED_DUTY)
    must_lead_own = own and (
        (free and not barred) or ask(OWN_LEFT.seen_by(Seen(leaves(chosen, led), *facts_of(chosen, led))))
    )
    if must_lead_own:
        ask(OWN_TO_LEAD.seen_by(Seen(leaves_one(chosen, led), *facts_of(chosen, led))))
        effects += (LEADS_HIS_CARD, lead_choice.HOW_PENALISED)
    elif own and led:
        effects += (LED_LIES, penalty_cards.STAY)
    effects += lead_choice.what_he_may_lead(
        chosen.choice, own="led" if must_lead_own else "stays" if own else "", barred=barred, minor=minor
    )
    effects += (lead_choice.COMES_BACK,) if free else ()
    return Ruling(chosen.law, HIS_OWN_IS_LED if free and must_lead_own else chosen.text, effects, duties)


def over_his_cards(ask: Ask, owners: OwnersCards, over_own: ChooseOne[Any] | None, *, within: bool = False) -> Chosen:
    """Ask declarer's choice over the owner's cards on the table, and rule on what follows from it (50D2, 51B).

    *over_own* is the wording of the choice over one card when the player on lead has a penalty card too. *within* says
    that something else binds his lead too, so that the words do not give him a free lead.
    """
    match owners:
        case OwnersCards.ONE:
            return over_one_card(ask, over_own, short=within or over_own is not None)
        case OwnersCards.SAME_SUIT:
            return over_one_suit(ask, short=within)
        case OwnersCards.OTHER_SUIT:
            return over_several_suits(ask, short=within)
    assert_never(owners)


def over_one_card(ask: Ask, over_own: ChooseOne[Any] | None, *, short: bool) -> Chosen:
    """Ask for declarer's choice over one penalty card (D2)."""
    choice = lead_choice.LeadChoice[ask(over_own).name] if over_own else ask(LEAD_CHOICE)
    match choice:
        case lead_choice.LeadChoice.REQUIRE:
            lead = lead_choice.required(must_lead=lead_choice.MUST_LEAD_OVER_TWO if short else lead_choice.MUST_LEAD)
            return Chosen(choice, "50D2(a)", LEAD_REQUIRED, lead, (penalty_cards.CARD,))
        case lead_choice.LeadChoice.FORBID:
            return Chosen(choice, "50D2(a)", LEAD_FORBIDDEN, lead_choice.forbidden(), (penalty_cards.CARD,))
        case lead_choice.LeadChoice.FREE:
            return Chosen(choice, "50D2(b)", LEAD_FREE, stays("50D2(b)"))
    assert_never(choice)


def over_one_suit(ask: Ask, *, short: bool) -> Chosen:
    option = ask(several_cards.ONE_SUIT)
    match option:
        case several_cards.OneSuit.REQUIRE:
            return Chosen(
                lead_choice.LeadChoice.REQUIRE,
                "51B1(a)",
                LEAD_REQUIRED,
                several_cards.one_suit(option, short=short),
                (penalty_cards.CARD,),
            )
        case several_cards.OneSuit.FORBID:
            return Chosen(
                lead_choice.LeadChoice.FORBID,
                "51B1(b)",
                LEAD_FORBIDDEN,
                several_cards.one_suit(option, short=short),
                (penalty_cards.CARD,),
            )
        case several_cards.OneSuit.FREE:
            return Chosen(
                lead_choice.LeadChoice.FREE, "50D2(b)", ALL_STAY, stays("50D2(b)", several_cards.KNOWN_BY_ALL)
            )
    assert_never(option)


def over_several_suits(ask: Ask, *, short: bool) -> Chosen:
    option = ask(several_cards.SEVERAL_SUITS)
    outcome, suits = several_cards.several_suits(ask, option, short=short)
    match option:
        case several_cards.SeveralSuits.REQUIRE:
            return Chosen(lead_choice.LeadChoice.REQUIRE, "51B2(a)", SUIT_REQUIRED, outcome, suits)
        case several_cards.SeveralSuits.FORBID:
            return Chosen(lead_choice.LeadChoice.FORBID, "51B2(b)", SUITS_FORBIDDEN[len(suits)], outcome, suits)
        case several_cards.SeveralSuits.FREE:
            return Chosen(
                lead_choice.LeadChoice.FREE, "51B2(c)", ALL_STAY, stays("51B2(c)", several_cards.KNOWN_BY_ALL)
            )
    assert_never(option)


def stays(law: str, known: Info | None = None) -> terms.Outcome:
    """Leave the lead free: the card stays on the table with its duty. *known* is the sentence for several cards."""
    return (known or penalty_cards.KNOWN_BY_ALL, replace(penalty_cards.STAY, law=law)), ()


def end_of_play(ask: Ask) -> Ruling:
    """Review at the end of play what every penalty card may have cost."""
    ask(penalty_cards.ITS_OWNER)
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
    ONE = Option("one", gettext_noop("Yes, one of his penalty cards"), law="50D1(a)")
    SEVERAL = Option("several", gettext_noop("Yes, several of his penalty cards"), law="51A")
    FOLLOW = Option("follow", gettext_noop("No: he must follow suit with another card"), law="50D1(b)")
    RESTRICTED = Option("restricted", gettext_noop("No: a rectification binds his lead or his play"), law="50D1(b)")


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
    LEAD = Option("lead", gettext_noop("A defender is about to lead"))
    LED = Option("led", gettext_noop("A defender has led, before declarer chose"), law="50D2")
    OVER = Option("over", gettext_noop("The play is over"), law="50E4")


class AtLead(Choice):
    FIRST_LEAD = Option(
        "first_lead",
        gettext_noop("It is his first lead, and a call of his partner’s was taken back: a suit may be forbidden"),
        law="26B",
    )
    MINOR = Option("minor", gettext_noop("Minor ones alone"), law="50C")
    OWN = Option("own", gettext_noop("One of his own, major, and his partner has no major one"), law="50D1(a)")
    OWN_BARRED = Option(
        "own_barred",
        gettext_noop("His own alone, major, of a suit still forbidden to him, who has kept the lead"),
        law="50D1(b)",
    )
    OWN_SEVERAL = Option("own_several", gettext_noop("Several of his own, and his partner has no major one"), law="51A")
    PARTNER = Option(
        "partner", gettext_noop("One or more of his partner’s, major, whatever he has himself"), law="50D2"
    )
    FORBIDDEN = Option(
        "forbidden",
        gettext_noop("No major one, but a suit is still forbidden to him, who has kept the lead"),
        law="50D2(a)",
    )
    NONE = Option("none", gettext_noop("None: neither defender has one"), law="50")


def at_lead(table: Table, leader: Seat) -> Told | None:
    """Read what restricts this lead: first a right of 26B, then the partner's penalty cards, as both give declarer a
    choice. Return None while the table is not followed, so that the director is asked."""
    if on_the_table.nothing_known(table):
        return None
    rights = tuple(bound.key for bound in table.bounds if bound.seat == leader and bound.how == "may_forbid")
    if rights:
        return Told(AtLead.FIRST_LEAD, rights)
    own, partners = table.penalties(leader), table.penalties(leader.partner)
    if own is None or partners is None:
        return None
    still = on_the_table.forbidden_still(table, leader)
    own_majors = [lying for lying in own if lying.kind == "major"]
    left = [lying for lying in own_majors if not any(lying.card.suit in bound.suits for bound in still)]
    if any(lying.kind == "major" for lying in partners):
        state = AtLead.PARTNER
    elif own_majors:
        state = AtLead.OWN_SEVERAL if len(left) > 1 else AtLead.OWN if left else AtLead.OWN_BARRED
    elif still:
        state = AtLead.FORBIDDEN
    else:
        state = AtLead.MINOR if own or partners else AtLead.NONE
    bounds = tuple(bound.key for bound in still)
    return Told(state, (*on_the_table.keys(*own, *partners), *bounds))


NOW = ChooseOne("now", "50D2", gettext_noop("Penalty cards on the table: what is happening?"), Now)
ON_LEAD = WhichSeat("on_lead", "50D2", gettext_noop("Which defender is on lead?"), among=penalty_cards.A_DEFENDER)
AT_LEAD = ChooseOne(
    "at_lead",
    "50D2",
    gettext_noop("What bears on the lead [on_lead:of]?"),
    AtLead,
    seen=Seen(at_lead, ON_LEAD),
)


OWN_CARD = WhichCard(
    "own_card",
    "50D1(a)",
    gettext_noop("Which one is it?"),
    hand="on_lead",
    seen=Seen(on_the_table.the_major_one, ON_LEAD),
)
OWN_DESIGNATED = replace(penalty_cards.DESIGNATED, hand="on_lead")
HIS_PARTNER = penalty_cards.ITS_OWNER.answered_by(Given(lambda leader: leader.partner, ON_LEAD))


HIS_CARD = replace(penalty_cards.CARD, seen=Seen(on_the_table.any_major_one, HIS_PARTNER))


def owners_cards(table: Table, owner: Seat, card: Card) -> Told | None:
    """Classify the owner's major penalty cards: one, several of one suit, or of several suits; *card* is among them."""
    lying = on_the_table.majors(table, owner)
    if not lying:
        return None
    if len(lying) == 1:
        return Told(OwnersCards.ONE, on_the_table.keys(*lying))
    same_suit = len({item.card.suit for item in lying}) == 1
    return Told(OwnersCards.SAME_SUIT if same_suit else OwnersCards.OTHER_SUIT, on_the_table.keys(*lying))


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
    seen=Seen(on_the_table.has_majors_himself, ON_LEAD),
)


def facts_of(chosen: Chosen, led: bool) -> tuple[Fact[Any], ...]:
    """Return the facts that decide which of his own penalty cards the leader may lead: the leader, the suits named, and
    a card led too soon."""
    return (ON_LEAD, *chosen.suits, *((LED_CARD,) if led else ()))


def left(table: Table, leader: Seat, chosen: Chosen, named: tuple[object, ...], led: bool) -> tuple[Card, ...] | None:
    """Return the penalty cards of the leader that the choice leaves him; he must lead one of them."""
    own = on_the_table.majors(table, leader)
    if own is None:
        return None
    there = {lying.card for lying in own} | ({card for card in named[-1:] if isinstance(card, Card)} if led else set())
    suits = {item.suit if isinstance(item, Card) else item for item in (named[:-1] if led else named)}
    required = chosen.choice is lead_choice.LeadChoice.REQUIRE
    barred = "" if required else "".join(bound.suits for bound in on_the_table.forbidden_still(table, leader))
    there = {card for card in there if card.suit not in barred}
    return tuple(card for card in sorted(there, key=str) if allowed(chosen.choice, card.suit in suits))


def allowed(choice: lead_choice.LeadChoice, named: bool) -> bool:
    return choice is lead_choice.LeadChoice.FREE or named is (choice is lead_choice.LeadChoice.REQUIRE)


def leaves(chosen: Chosen, led: bool) -> Callable[..., Told | None]:
    """Does the choice leave the leader one of his own penalty cards to lead?"""

    def seen(table: Table, leader: Seat, *named: object) -> Told | None:
        remaining = left(table, leader, chosen, named, led)
        return None if remaining is None else Told(bool(remaining), his(leader, remaining))

    return seen


def leaves_one(chosen: Chosen, led: bool) -> Callable[..., Told | None]:
    """Return the penalty card of the leader, if the choice leaves him exactly one."""

    def seen(table: Table, leader: Seat, *named: object) -> Told | None:
        remaining = left(table, leader, chosen, named, led) or ()
        return Told(remaining[0], his(leader, remaining)) if len(remaining) == 1 else None

    return seen


def his(player: Seat, cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(f"{player}:{card}" for card in cards)


OWN_MINOR = YesNo(
    "own_minor",
    "50C",
    gettext_noop("Has [on_lead] a minor penalty card of his own?"),
    seen=Seen(on_the_table.has_a_minor_himself, ON_LEAD),
    assumed="no",
)


def barred_before(table: Table, leader: Seat) -> Told:
    """Was a suit forbidden to the leader for as long as he keeps the lead?"""
    if on_the_table.nothing_known(table):
        return ASKED
    bounds = tuple(bound.key for bound in on_the_table.forbidden_still(table, leader))
    return Told(bool(bounds), bounds)


BARRED_BEFORE = YesNo(
    "still_barred",
    "50D2(a)",
    gettext_noop("Is a suit still forbidden to [on_lead], who has kept the lead?"),
    seen=Seen(barred_before, ON_LEAD),
    assumed="no",
)


STILL_REQUIRED = YesNo(
    "still_required",
    "50D2(a)",
    gettext_noop("A suit was required [on_lead:of] for one lead. Is that lead still to be made?"),
    seen=Seen(on_the_table.still_required, ON_LEAD),
    assumed="no",
)
SUIT_REQUIRED_BEFORE = replace(several_cards.SUIT, among=None, seen=Seen(on_the_table.suit_required, ON_LEAD))


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

    REQUIRE = Option(
        "require",
        gettext_noop("You *require* a lead in [card:suit]"),
        entails=gettext_noop(
            "[owner] takes his card back: it is no longer a penalty card. [owner_partner] must lead [card:suit], *this "
            "time only*: his own penalty card if it is of that suit, or if he has no card of that suit."
        ),
        law="50D2(a)",
    )
    FORBID = Option(
        "forbid",
        gettext_noop("You *forbid* a lead in [card:suit]"),
        entails=gettext_noop(
            "[owner] takes his card back: it is no longer a penalty card. [owner_partner] may not lead [card:suit] *as "
            "long as he keeps the lead*; he must lead his own penalty card unless it is of that suit."
        ),
        law="50D2(a)",
    )
    FREE = Option(
        "free",
        gettext_noop("You leave the lead *free*"),
        entails=gettext_noop(
            "[card:the] stays on the table as a major penalty card, to be played at the first legal opportunity. "
            "[owner_partner] must lead his own penalty card."
        ),
        law="50D2(b)",
    )


OVER_HIS_OWN = ChooseOne(
    "lead_choice_over_own",
    "50D2",
    gettext_noop("[declarer], it is for [owner_partner] to lead, and each defender has a penalty card."),
    OverHisOwn,
    chooser="declarer",
)


# A lead out of turn at his partner's turn, over penalty cards that lay there already (54, 56)


# The partner is about to lead


class OwnersCards(Choice):
    ONE = Option("one", gettext_noop("One card"))
    SAME_SUIT = Option("same_suit", gettext_noop("Several, of one suit"), law="51B1(a)")
    OTHER_SUIT = Option("other_suit", gettext_noop("Several, of different suits"), law="51B2(a)")


OWNERS_CARDS = ChooseOne("owners_cards", "51B1(a)", gettext_noop("Which penalty cards [owner:of]?"), OwnersCards)


# D1, D2. The player on lead has a penalty card himself: declarer's choice beats the duty to lead it


# D2. The partner is on lead: declarer chooses first


LEAD_CHOICE = ChooseOne(
    "lead_choice",
    "50D2",
    gettext_noop("[declarer], it is for [owner_partner] to lead, and [owner] has a major penalty card ([card:the])."),
    lead_choice.LeadChoice,
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
MINOR_SEEN = Note(
    law="50E1",
    text=gettext_noop(
        "Reading followed: while it lies there, his partner may know of a minor card too (50E1). By the words of 50C "
        "he may not use what he learns from seeing it: if a play of his may rest on it, look at 16B at the end of "
        "play."
    ),
)
MINOR_ALONE = gettext_noop(
    "No major penalty card bears on this lead. [on_lead] leads what he likes, but in the suit of a minor penalty "
    "card of his own he leads no other card below the 10 before it."
)
NOTHING_BINDS = gettext_noop("No major penalty card bears on this lead: [on_lead] leads what he likes.")
NO_CARD_BINDS = gettext_noop("No major penalty card bears on this lead, but a suit is still forbidden.")
OWN_ARE_BARRED = gettext_noop("[on_lead] may not lead his penalty card: its suit is still forbidden to him.")
LED_A_BARRED_SUIT = Send(
    law="61A",
    to="59",
    hands=("player=[on_lead]", "bound=forbidden", "already=yes"),
    text=gettext_noop("If he has led a suit forbidden to him: see whether he could have led another."),
)
LED_ANOTHER_SUIT = Send(
    law="61A",
    to="59",
    hands=("player=[on_lead]", "bound=required", "already=yes"),
    text=gettext_noop("If he has led another suit: see whether he could have led the one required."),
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
IT_STANDS = Accept(
    law="60A1", what="led_card", player="on_lead", text=gettext_noop("The card led ([led_card]) stands as the lead.")
)
PARTNERS_STAY = Note(
    law="60A2",
    text=gettext_noop(
        "The penalty cards [owner:of] stay on the table. The choice comes back before the next lead [on_lead:of]."
    ),
)
LED_IS_PENALISED = penalty_cards.penalty_card(
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
LED_DUTY = penalty_cards.penalty_card_duty(
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
HIS_OWN_IS_LED = gettext_noop("[owner_partner] must lead a penalty card of his own. The others stay on the table.")
MINOR_FIRST = gettext_noop(
    "In [card:suit], [owner] may play no other card below the 10 before his penalty card ([card])."
)
MUST_PLAY = gettext_noop("[owner] must play his major penalty card ([card]).")
DECLARER_SAYS = gettext_noop("[owner] must play the penalty card that declarer has named ([designated]).")
OTHERS_STAY = Note(
    law="51A", text=gettext_noop("The other penalty cards stay on the table, each to be played in turn.")
)
LATER = gettext_noop("[card:the] stays on the table: another obligation comes first.")
NEXT_CHANCE = gettext_noop("[owner] plays [card:the] at the first legal opportunity that follows.")


@dataclass(frozen=True)
class Chosen:
    """Declarer's choice: its law, its words, its effects and duties, and the facts of the suits that it names."""

    choice: lead_choice.LeadChoice
    law: str
    text: str
    outcome: terms.Outcome
    suits: tuple[Fact[Any], ...] = ()


LEAD_REQUIRED = gettext_noop("[owner_partner] must lead [card:suit].")
LEAD_FORBIDDEN = gettext_noop("[owner_partner] may not lead [card:suit].")


LEAD_FREE = gettext_noop("The lead is free. The penalty card stays on the table.")
ALL_STAY = gettext_noop("The lead is free. The penalty cards stay on the table.")
SUIT_REQUIRED = gettext_noop("[owner_partner] must lead [suit].")
SUITS_FORBIDDEN = {
    1: gettext_noop("[owner_partner] may not lead [suit]."),
    2: gettext_noop("[owner_partner] may lead neither [suit] nor [second_suit]."),
    3: gettext_noop("[owner_partner] may lead neither [suit] nor [second_suit] nor [third_suit]."),
}
"""The words that name the suits forbidden, by their number."""
