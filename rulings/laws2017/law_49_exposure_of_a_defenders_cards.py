"""Law 49 - Exposure of a defender's cards.

Text:   WBF, Laws of Duplicate Bridge 2017, Laws 49 and 50A, B, E; FFB, Code 2017, Lois 49 et 50.
Before: Law 24 for a card seen during the auction; 47E, 53B, 62C1, 68B2: cards that are never penalised.
Sends:  48 a card of declarer or dummy; 50 the life of the card, through its duty.
Rows:   LAWS.md 7.1, 50.R1 to 50.R5 and 50.R13; 50.E1.

What every law that exposes or withdraws a defender's card takes from here:

- a card becomes penalised: `penalty_card("56B")` and `WHILE_IT_LIES` among the effects, `PENALTY_CARD_DUTIES` among
  the duties. They speak of [owner] (the offender, unless the fact `owner` says otherwise), [owner_partner] and [card];
  for a second card, `penalty_card_duty(owner="partner", card="partner_card", text=...)`;
- major or minor: `exposed(ask, "49", by_accident=True)` for a card shown by accident; a card played is always major
  (50B). What already lies there is seen on the table.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from rulings.bridge import Card, Seat
from rulings.engine.inquiry import Ask, Law
from rulings.engine.names import CardName, PenaltyKind, Who
from rulings.engine.questions import Among, Choice, ChooseOne, Given, Seen, WhichCard, WhichSeat, YesNo
from rulings.engine.ruling import (
    ConsiderAdjusting,
    Duty,
    Info,
    MustPlay,
    Note,
    PenaltyCard,
    Ruling,
    Send,
    When,
    Withdraw,
)
from rulings.engine.text import gettext_noop
from rulings.laws2017.law_48_exposure_of_declarers_cards import dummys_card_seen, shown_by_declarer
from rulings.laws2017.on_the_table import had_a_minor_one, has_another, it_is_minor, its_only_one, kind_of
from rulings.laws2017.terms import DECLARER, STAY_WHILE_IT_LIES, Effects, Outcome
from rulings.table import Table


def card_seen(ask: Ask) -> Ruling:
    """A card was dropped, shown or named: is it penalised, and how? For a penalty card already there: where to go."""
    what = ask(WHAT)
    if what is not What.PLAY:
        return Ruling(SENDS[what].law, ELSEWHERE, (SENDS[what],))

    match ask(HOLDER):
        case Holder.DECLARER:
            return shown_by_declarer(ask)
        case Holder.DUMMY:
            return dummys_card_seen()
        case Holder.DEFENDER:
            pass

    how = ask(HOW)
    if how is How.STATEMENT:
        return Ruling("68", NOT_PENALISED, (WHAT_WAS_SAID,))
    ask(CARD)
    match how:
        case How.NAMED:
            effects, duties = exposed(ask, "49", by_accident=False)
            return Ruling("49", IS_MAJOR, (*effects, NAMED_READING), duties)
        case How.SEVERAL:
            effects, duties = with_the_earlier(ask, all_penalised("49", cards_seen(ask, CARD)))
            return Ruling("49", ALL_ARE_MAJOR, effects, duties)
        case How.HIDDEN:
            return Ruling("49", UNSEEN, (BACK_UNSEEN, NO_INFORMATION))
        case How.DROPPED | How.HELD | How.SHOWN:
            if not ask(COULD_SEE):
                return Ruling("49", UNSEEN, (BACK_UNSEEN, NO_INFORMATION))
        case _:
            assert_never(how)
    if how is How.HELD:
        play = MustPlay(law="45C1", player="owner", card="card", when="now", text=AS_PLAYED)
        return Ruling("45C1", AS_PLAYED, (replace(play, text=PLAYS_IT), FIFTH_CARD))
    effects, duties = exposed(ask, "49", by_accident=how is How.DROPPED)
    minor = any(isinstance(one, PenaltyCard) and one.kind == "minor" for one in effects)
    if how is How.SHOWN:
        effects += (NAMED_READING,)
    return Ruling("49", IS_MINOR if minor else IS_MAJOR, effects, duties)


LAW = Law(
    "49",
    gettext_noop("Card seen: dropped, shown or named"),
    card_seen,
    tile="carte-vue",
    finds=gettext_noop("card dropped, card exposed, card named, penalty card, shown, fallen on the table"),
)


def exposed(ask: Ask, law: str, *, by_accident: bool, played: WhichCard | None = None) -> Outcome:
    """A card of a defender that his partner could see, and what becomes of one already on the table (50B), unless that
    is the card *played* with it."""
    honour = by_accident and ask(HONOUR)
    already = ask(ALREADY.seen_by(Seen(has_another, OWNER, played)) if played else ALREADY)
    if by_accident and not honour and not already:
        return (penalty_card(law, kind="minor", text=MINOR_STAYS), *WHILE_IT_LIES), MINOR_PENALTY_CARD_DUTIES
    if already and ask(EARLIER_MINOR):
        ask(EARLIER_CARD)
        effects = (penalty_card(law), EARLIER_IS_MAJOR, *WHILE_IT_LIES)
        return effects, (penalty_card_duty(), EARLIER_DUTY, HELPED_BY_PENALTY_CARD)
    return (penalty_card(law), *WHILE_IT_LIES), PENALTY_CARD_DUTIES


def cards_seen(ask: Ask, card: WhichCard) -> tuple[CardName, ...]:
    """Two cards or more were seen at once: each is noted, as far as the fourth."""
    ask(card)
    ask(SECOND_CARD)
    if not ask(A_THIRD_CARD):
        return ("card", "second_card")
    ask(THIRD_CARD)
    if not ask(A_FOURTH_CARD):
        return ("card", "second_card", "third_card")
    ask(FOURTH_CARD)
    noted: tuple[CardName, ...] = ("card", "second_card", "third_card", "fourth_card")
    return (*noted, "other_cards") if ask(MORE_CARDS) else noted


def all_penalised(law: str, cards: tuple[CardName, ...]) -> Outcome:
    """Several penalty cards at once: all are major, and each has its duty (50B)."""
    effects = tuple(penalty_card(law, card=card, text=STAYS[card]) for card in cards)
    duties = tuple(penalty_card_duty(card=card, text=LIES[card]) for card in cards)
    return (*effects, *WHILE_IT_LIES), (*duties, HELPED_BY_PENALTY_CARD)


def with_the_earlier(ask: Ask, outcome: Outcome, *, played: WhichCard | None = None) -> Outcome:
    """A minor penalty card that he had there already is major from now on (50B), unless it is the one *played*."""
    if not ask(HAD_ONE.seen_by(Seen(had_a_minor_one, OWNER, played)) if played else HAD_ONE):
        return outcome
    ask(EARLIER_CARD)
    effects, duties = outcome
    return (EARLIER_IS_MAJOR, *effects), (EARLIER_DUTY, *duties)


# Questions


class What(Choice):
    PLAY = "play", gettext_noop("A card was dropped, shown or named during the play"), "", "49"
    AUCTION = "auction", gettext_noop("A card was seen or led during the auction"), "", "24"
    PARTNER_LEADS = "partner_leads", gettext_noop("The partner of a penalty card’s owner is about to lead"), "", "50D2"
    OWNER_PLAYS = "owner_plays", gettext_noop("The owner of a penalty card is to play"), "", "50D1(a)"
    NOT_PLAYED = "not_played", gettext_noop("A penalty card was not played"), "", "52A"


def in_play(table: Table) -> What | None:
    """The auction says whether it or the play is on; where penalty cards lie, the call may be about one of them."""
    over = table.auction.over if table.auction else table.declarer is not None
    if over:
        return None if table.cards or table.unsure else What.PLAY
    return What.AUCTION if table.auction and table.declarer is None else None


WHAT = ChooseOne("what", "49", gettext_noop("What has happened?"), What, seen=Seen(in_play))


# A defender's card is seen
class Holder(Choice):
    DECLARER = "declarer", gettext_noop("Declarer"), "", "48A"
    DUMMY = "dummy", gettext_noop("Dummy"), "", "48A"
    DEFENDER = "defender", gettext_noop("A defender"), "", "49"


OWNER = WhichSeat("owner", "49", gettext_noop("Whose card is it?"))


def defending(_: Table | None, declarer: Seat | None) -> str:
    """Both defenders, once declarer is known."""
    return "".join(declarer.side.other.seats) if declarer else ""


A_DEFENDER = Among(
    defending,
    (DECLARER,),
    gettext_noop("Only a defender has penalty cards: this is declarer or dummy."),
)
ITS_OWNER = replace(OWNER, among=A_DEFENDER)
"""Whose penalty card it is: a defender's."""


def holder(owner: Seat, declarer: Seat) -> Holder:
    if owner == declarer:
        return Holder.DECLARER
    return Holder.DUMMY if owner == declarer.partner else Holder.DEFENDER


HOLDER = ChooseOne(
    "holder",
    "49",
    gettext_noop("Is it a card of declarer, of dummy or of a defender?"),
    Holder,
    given=Given(holder, OWNER, DECLARER, ask=True),
)


class How(Choice):
    HIDDEN = (
        "hidden",
        gettext_noop("[owner_partner] could not possibly have seen its face"),
        gettext_noop("Whether he did see it does not matter. If declarer and dummy both saw it, he could have."),
        "49",
    )
    DROPPED = "dropped", gettext_noop("He dropped it, or it stuck to another card"), "", "50B"
    SEVERAL = "several", gettext_noop("Two of his cards or more were seen at once, by accident or not"), "", "50B"
    HELD = "held", gettext_noop("He held it as if to play it"), "", "45C1"
    SHOWN = "shown", gettext_noop("He showed it on purpose, without playing it"), "", "50B"
    NAMED = "named", gettext_noop("He said that he held it"), "", "49"
    STATEMENT = (
        "statement",
        gettext_noop("He spoke of the trick in progress, or conceded tricks and his partner objected"),
        "",
        "68",
    )


HOW = ChooseOne(
    "how",
    "49",
    gettext_noop("How did the card [owner:of] come to be known?"),
    How,
    why=gettext_noop("A small card shown by accident is a minor penalty card; on purpose, or an honour, a major one."),
)
CARD = WhichCard("card", "49", gettext_noop("Which card is it?"), hand="owner")
COULD_SEE = YesNo(
    "could_see",
    "49",
    gettext_noop("Could [owner_partner] possibly have seen its face?"),
    why=gettext_noop("Whether he did see it does not matter. If declarer and dummy both saw it, he could have."),
    assumed="yes",
)


# B. Major or minor
def is_honour(card: Card) -> bool:
    return card.rank in "AKQJT"


HONOUR = YesNo(
    "honour",
    "50B",
    gettext_noop("Is it an honour: ace, king, queen, jack or 10?"),
    given=Given(is_honour, CARD),
    why=gettext_noop("An honour is always a major penalty card. A smaller card shown by accident is a minor one."),
)
ALREADY = YesNo(
    "already",
    "50B",
    gettext_noop("Has this player another penalty card on the table?"),
    why=gettext_noop("With two or more, all the penalty cards of a player are major."),
    seen=Seen(has_another, OWNER),
)
EARLIER_MINOR = YesNo(
    "earlier_minor", "50B", gettext_noop("Was the other one a minor penalty card?"), seen=Seen(it_is_minor, OWNER)
)
HAD_ONE = YesNo(
    "had_one",
    "50B",
    gettext_noop("Had he already a minor penalty card on the table?"),
    why=gettext_noop("With two or more, all the penalty cards of a player are major."),
    seen=Seen(had_a_minor_one, OWNER),
    assumed="no",
)
EARLIER_CARD = WhichCard(
    "other_card", "50B", gettext_noop("Which one is it?"), hand="owner", seen=Seen(its_only_one, OWNER)
)


# Several cards at once
SECOND_CARD = WhichCard("second_card", "50B", gettext_noop("Which other card was seen?"), hand="owner")
A_THIRD_CARD = YesNo("a_third_card", "50B", gettext_noop("Was a third card seen?"))
THIRD_CARD = WhichCard("third_card", "50B", gettext_noop("Which third card was seen?"), hand="owner")
A_FOURTH_CARD = YesNo("a_fourth_card", "50B", gettext_noop("Was a fourth card seen?"))
FOURTH_CARD = WhichCard("fourth_card", "50B", gettext_noop("Which fourth card was seen?"), hand="owner")
MORE_CARDS = YesNo("more_cards", "50B", gettext_noop("Were still more cards seen?"))


class Kind(Choice):
    MAJOR = "major", gettext_noop("Major"), "", "50B"
    MINOR = "minor", gettext_noop("Minor"), "", "50C"


KIND = ChooseOne(
    "kind",
    "50B",
    gettext_noop("Is it a major or a minor penalty card?"),
    Kind,
    why=gettext_noop("Minor: one single card below the 10, shown by accident. All the others are major."),
    seen=Seen(kind_of, OWNER, CARD),
)


# Words and effects


SENDS = {
    What.AUCTION: Send(law="24", to="24", text=gettext_noop("Rule on the card seen during the auction.")),
    What.PARTNER_LEADS: Send(
        law="50D2", to="50-table", hands=("now=lead",), text=gettext_noop("Declarer chooses before the lead.")
    ),
    What.OWNER_PLAYS: Send(law="50D1(a)", to="50", text=gettext_noop("See what the owner must play.")),
    What.NOT_PLAYED: Send(law="52A", to="52", text=gettext_noop("Rule on the penalty card that was not played.")),
}
ELSEWHERE = gettext_noop("This is ruled on by itself.")
NOT_PENALISED = gettext_noop("No penalty card: such words do not expose a card.")
WHAT_WAS_SAID = Info(
    law="16B",
    source="statement",
    ui_for=("owner_partner",),
    ai_for=("declarer",),
    text=gettext_noop("What was said is unauthorised for [owner_partner]; [declarer] may use it."),
)
ALL_ARE_MAJOR = gettext_noop("All the cards seen become major penalty cards.")
IS_MAJOR = gettext_noop("[card:the] becomes a major penalty card.")
NAMED_READING = Note(
    law="50B",
    text=gettext_noop("Reading followed: a small card named or shown on purpose is major, because no accident did it."),
)
UNSEEN = gettext_noop("No penalty card: [owner_partner] could not have seen it.")
BACK_UNSEEN = Withdraw(
    law="49", player="owner", card="card", to="hand", text=gettext_noop("[owner] takes [card:the] back.")
)
NO_INFORMATION = Info(
    law="16B",
    source="card",
    ui_for=("owner_partner",),
    ai_for=("declarer",),
    text=gettext_noop(
        "[declarer] may use what he has seen; whatever [owner_partner] learns of it is unauthorised for him."
    ),
)
AS_PLAYED = gettext_noop("[card:the] must be played to this trick.")
PLAYS_IT = gettext_noop("[owner] plays [card:the] to this trick, if he has not played to it yet.")
FIFTH_CARD = Note(
    law="45E1",
    text=gettext_noop(
        "If he had already played to the trick it is a fifth card: a penalty card, unless it is deemed a lead."
    ),
)
IS_MINOR = gettext_noop("[card:the] becomes a minor penalty card.")
"""What an answer of declarer's entails: the effects, in order, and the duties that it leaves."""


# A. A card stays on the table
MAJOR_STAYS = gettext_noop("[card:the] stays face up on the table, in front [owner:of]: major penalty card.")


def penalty_card(
    law: str, *, player: Who = "owner", card: CardName = "card", kind: PenaltyKind = "major", text: str = MAJOR_STAYS
) -> PenaltyCard:
    """The card of a defender that stays on the table; the duty that goes with it is `PENALTY_CARD_DUTIES`."""
    return PenaltyCard(law=law, player=player, card=card, kind=kind, text=text)


MINOR_STAYS = gettext_noop("[card:the] stays face up on the table, in front [owner:of]: minor penalty card.")
PENALTY_CARD_INFORMATION = Info(
    law="50E",
    source="card",
    ai_for=("owner_partner", "declarer"),
    text=gettext_noop(
        "While the penalty card lies on the table, everybody may know of it. Once picked up, knowing it is "
        "unauthorised for [owner_partner]; once played, how it became penalised is."
    ),
)
STAY = STAY_WHILE_IT_LIES
LOOK_AT_THE_END = ConsiderAdjusting(law="50E4", when="end_of_play")
WHILE_IT_LIES: Effects = (PENALTY_CARD_INFORMATION, STAY, LOOK_AT_THE_END)
HELPED_BY_PENALTY_CARD = Duty(
    "50E4",
    When.END_OF_PLAY,
    gettext_noop("Did the exposed card help the defenders and damage the other side? Then adjust the score."),
    opens="50E4",
    hands=("owner", "declarer"),
)
MINOR_PENALTY_CARD_DUTIES = (
    Duty(
        "50C",
        When.CARD_GONE,
        gettext_noop(
            "Minor penalty card, in front [owner:of] ([card]): he may play no other card of that suit below "
            "the 10 before it. [owner_partner] leads what he likes."
        ),
        opens="50-table",
        hands=("declarer",),
        about=("owner", "card"),
    ),
    HELPED_BY_PENALTY_CARD,
)
STAYS: dict[CardName, str] = {
    "card": MAJOR_STAYS,
    "second_card": gettext_noop("The second card ([second_card]) stays there too: major penalty card."),
    "third_card": gettext_noop("The third card ([third_card]) stays there too: major penalty card."),
    "fourth_card": gettext_noop("The fourth card ([fourth_card]) stays there too: major penalty card."),
    "other_cards": gettext_noop("So does every other card seen: all are major penalty cards."),
}
LIES: dict[CardName, str] = {
    "card": gettext_noop(
        "Major penalty card, in front [owner:of] ([card]): to be played at the first legal opportunity."
    ),
    "second_card": gettext_noop(
        "Second major penalty card, in front [owner:of] ([second_card]): to be played at the first legal opportunity."
    ),
    "third_card": gettext_noop(
        "Third major penalty card, in front [owner:of] ([third_card]): to be played at the first legal opportunity."
    ),
    "fourth_card": gettext_noop(
        "Fourth major penalty card, in front [owner:of] ([fourth_card]): to be played at the first legal opportunity."
    ),
    "other_cards": gettext_noop(
        "Other major penalty cards, in front [owner:of]: each to be played at the first legal opportunity."
    ),
}
EARLIER_IS_MAJOR = penalty_card(
    "50B", card="other_card", text=gettext_noop("[other_card:the], minor until now, becomes a major penalty card too.")
)
MAJOR_DUTY = gettext_noop(
    "Major penalty card, in front [owner:of] ([card]): to be played at the first legal opportunity. "
    "Each time [owner_partner] is about to lead, [declarer] first chooses: require the suit, forbid "
    "it, or leave the lead free."
)


def penalty_card_duty(
    *, owner: str = "owner", card: str = "card", declarer: str = "declarer", text: str = MAJOR_DUTY
) -> Duty:
    """The life of a major penalty card: it is open as long as the card lies there, and opens `50-table` each time a
    defender is about to lead. *owner*, *card* and *declarer* are what they are called here."""
    hands = ("declarer" if declarer == "declarer" else f"declarer=[{declarer}]",)
    return Duty("50", When.CARD_GONE, text, opens="50-table", hands=hands, about=(owner, card))


EARLIER_DUTY = penalty_card_duty(
    card="other_card",
    text=gettext_noop(
        "Penalty card, major from now on, in front [owner:of] ([other_card]): to be played at the first "
        "legal opportunity. Each time [owner_partner] is about to lead, [declarer] first chooses: "
        "require the suit, forbid it, or leave the lead free."
    ),
)
PENALTY_CARD_DUTIES = (penalty_card_duty(), HELPED_BY_PENALTY_CARD)
TWO_ARE_MAJOR = Note(
    law="50B",
    text=gettext_noop("If he already had a minor penalty card on the table, it is major from now on."),
)
