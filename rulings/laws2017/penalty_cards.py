"""Shared vocabulary of the laws on penalty cards (24, 45, 47, 49 to 52, 54, 56 to 58, 60, 62): how a card of a defender
becomes penalised, the questions about it, and the duties that it leaves.

- A card becomes penalised: `penalty_card("56B")` and `WHILE_IT_LIES` among the effects, `PENALTY_CARD_DUTIES` among the
  duties. Their blanks are [owner] (the offender, unless the fact `owner` is given), [owner_partner] and [card]; for a
  second card, use `penalty_card_duty(owner="partner", card="partner_card", text=...)`.
- Major or minor: `exposed(ask, "49", by_accident=True)` for a card shown by accident; a card played is always major
  (50B). Cards already there are read from the table.
"""

from __future__ import annotations

from dataclasses import replace

from rulings.bridge import Card, Seat
from rulings.engine.inquiry import Ask
from rulings.engine.names import CardName, PenaltyKind, Who
from rulings.engine.questions import Among, Choice, ChooseOne, Given, Option, Seen, WhichCard, WhichSeat, YesNo
from rulings.engine.ruling import ConsiderAdjusting, Duty, Info, Note, PenaltyCard, When
from rulings.engine.text import gettext_noop
from rulings.laws2017.on_the_table import had_a_minor_one, has_another, it_is_minor, its_only_one, kind_of
from rulings.laws2017.terms import DECLARER, STAY_WHILE_IT_LIES, Effects, Outcome
from rulings.table import Table


def exposed(ask: Ask, law: str, *, by_accident: bool, played: WhichCard | None = None) -> Outcome:
    """Rule on a defender's card that his partner could see, and on the fate of a penalty card already on the table
    (50B), unless that penalty card is the card *played* now."""
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
    """Ask which cards were seen at once, as far as the fourth, and return their names."""
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
    """Penalise several cards at once: all are major, and each has its duty (50B)."""
    effects = tuple(penalty_card(law, card=card, text=STAYS[card]) for card in cards)
    duties = tuple(penalty_card_duty(card=card, text=LIES[card]) for card in cards)
    return (*effects, *WHILE_IT_LIES), (*duties, HELPED_BY_PENALTY_CARD)


def with_the_earlier(ask: Ask, outcome: Outcome, *, played: WhichCard | None = None) -> Outcome:
    """Make a minor penalty card that he had there already major (50B), unless it is the one *played*."""
    if not ask(HAD_ONE.seen_by(Seen(had_a_minor_one, OWNER, played)) if played else HAD_ONE):
        return outcome
    ask(EARLIER_CARD)
    effects, duties = outcome
    return (EARLIER_IS_MAJOR, *effects), (EARLIER_DUTY, *duties)


# Questions
OWNER = WhichSeat("owner", "49", gettext_noop("Whose card is it?"))


def defending(_: Table | None, declarer: Seat | None) -> str:
    """Return both defenders, once declarer is known."""
    return "".join(declarer.side.other.seats) if declarer else ""


A_DEFENDER = Among(
    defending,
    (DECLARER,),
    gettext_noop("Only a defender has penalty cards: this is declarer or dummy."),
)
ITS_OWNER = replace(OWNER, among=A_DEFENDER)
"""The owner of the penalty card, a defender."""
CARD = WhichCard("card", "49", gettext_noop("Which card is it?"), hand="owner")


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
    MAJOR = Option("major", gettext_noop("Major"), law="50B")
    MINOR = Option("minor", gettext_noop("Minor"), law="50C")


KIND = ChooseOne(
    "kind",
    "50B",
    gettext_noop("Is it a major or a minor penalty card?"),
    Kind,
    why=gettext_noop("Minor: one single card below the 10, shown by accident. All the others are major."),
    seen=Seen(kind_of, OWNER, CARD),
)
DESIGNATED = WhichCard("designated", "51A", gettext_noop("Which one has declarer named ([declarer])?"), hand="owner")


# Words and effects
MAJOR_STAYS = gettext_noop("[card:the] stays face up on the table, in front [owner:of]: major penalty card.")


def penalty_card(
    law: str, *, player: Who = "owner", card: CardName = "card", kind: PenaltyKind = "major", text: str = MAJOR_STAYS
) -> PenaltyCard:
    """Build the effect of a defender's card that stays on the table; its duty is in `PENALTY_CARD_DUTIES`."""
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
    """Open the duty of a major penalty card. It stays open as long as the card lies there, and opens `50-table` each
    time a defender is about to lead. *owner*, *card* and *declarer* are the names of these roles or facts in the
    calling law."""
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
NAMED_READING = Note(
    law="50B",
    text=gettext_noop("Reading followed: a small card named or shown on purpose is major, because no accident did it."),
)
KNOWN_BY_ALL = Info(
    law="50E1",
    source="card",
    ai_for=("owner_partner", "declarer"),
    text=gettext_noop(
        "As long as the card lies on the table ([card]), everybody may know of it, [owner_partner] included."
    ),
)
OWN_CARD_PLAYED = Info(
    law="50E3",
    source="card",
    ui_for=("owner_partner",),
    ai_for=("declarer",),
    text=gettext_noop("Once the card is played, how it came to be penalised is unauthorised for [owner_partner]."),
)
