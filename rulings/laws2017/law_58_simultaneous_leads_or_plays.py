"""Law 58 - Simultaneous leads or plays.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 58; FFB, Code 2017, Loi 58.
Before: Law 54, which sends its simultaneous opening leads here; Law 67 for a card too many noticed in time.
Sends:  50 the penalty cards it may leave, 53 and 57 a card that comes second and is out of turn, 67 a card too many
        noticed too late.
Rows:   LAWS.md 6.4 and 6.7: 58.A, 58.R1 to 58.R4; 54.R4 and 54.R5.
"""

from typing import assert_never

from rulings.bridge import Seat
from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Given, Option, WhichCard, WhichSeat, YesNo
from rulings.engine.ruling import Accept, Info, MustPlay, Ruling, Send, Withdraw
from rulings.engine.text import gettext_noop
from rulings.laws2017.corrected_trick import WHO_LEADS_NOW
from rulings.laws2017.law_41_commencement_of_play import CARD, CARDS_IN_SUIT, LEADER_CARD, OFFENDER_SUITS, holds
from rulings.laws2017.penalty_cards import CARD as ANOTHER_CARD
from rulings.laws2017.penalty_cards import (
    PENALTY_CARD_DUTIES,
    WHILE_IT_LIES,
    all_penalised,
    cards_seen,
    exposed,
    penalty_card,
    with_the_earlier,
)
from rulings.laws2017.terms import DECLARER, Effects, leave_the_table, owner_is


def together(ask: Ask) -> Ruling:
    """Rule on cards that came at the same moment, from two players or from one hand."""
    match what := ask(WHAT):
        case What.ONE_HAND:
            return from_one_hand(ask)
        case What.TWO_PLAYERS:
            second = ask(SECOND)
            more = () if second is Second.IN_TURN else (SENDS[second],)
            return Ruling("58A", ITS_TURN_FIRST, (STAYS_FIRST, *more))
        case _:
            assert_never(what)


LAW = Law(
    "58",
    gettext_noop("Several cards at the same moment"),
    together,
    finds=gettext_noop("two cards, stuck together, at the same time, several cards from one hand, simultaneous"),
)


def from_one_hand(ask: Ask) -> Ruling:
    """Rule on several cards from one hand (B): the one seen, or the one that the player says he plays."""
    if ask(BOTH_PLAYED_ON):
        trick = Send(
            law="67B2",
            to="67",
            hands=("offender", "declarer", "what=several", "both_played_on=yes"),
            text=gettext_noop("Rule on the trick with a card too many."),
        )
        return Ruling("67B2", TOO_LATE, (trick,))
    by_defender = ask(BY) is By.DEFENDER
    if ask(VISIBLE) is Visible.ONE:
        leave = leave_the_table(ask, "58B1")
        return Ruling("58B1", ONE_IS_PLAYED, (SEEN_IS_PLAYED, UNSEEN_BACK, NOBODY_SAW, leave))
    ask(NAMED)
    if not by_defender:
        return Ruling("58B2", NAMED_IS_PLAYED, (IS_PLAYED, SEEN_BACK, DEFENDERS_SAW, *changed_after(ask)))
    ask(ITS_OWNER)
    if ask(OTHERS) is Others.SEVERAL:
        others = all_penalised("58B2", cards_seen(ask, ANOTHER_CARD))
        all_stay, each = with_the_earlier(ask, others, played=NAMED)
        return Ruling("58B2", NAMED_IS_PLAYED, (IS_PLAYED, *all_stay, *changed_after(ask)), each)
    ask(ANOTHER_CARD)
    penalised, duties = exposed(ask, "58B2", by_accident=ask(ACCIDENT), played=NAMED)
    return Ruling("58B2", NAMED_IS_PLAYED, (IS_PLAYED, *penalised, *changed_after(ask)), duties)


def changed_after(ask: Ask) -> Effects:
    """Let an opponent who played after a card that goes back change his own (58B3)."""
    if ask(PLAYED_AFTER) and ask(MAY_CHANGE) is Followed.CHANGE:
        return (CHANGES, WHO_LEADS_NOW, CHANGED_SEEN)
    return ()


def proper_lead_stands(ask: Ask, law: str) -> Ruling:
    """Rule on two faced opening leads (A): the proper one stands, the other is played in turn if legal."""
    ask(LEADER_CARD)
    ask(CARD)
    effects: Effects = (
        Accept(law=law, what="leader_card", text=gettext_noop("The lead is [leader_card:the]; [dummy] is spread.")),
    )
    if ask(CARDS_IN_SUIT) or not ask(OFFENDER_FOLLOWS):
        plays = gettext_noop("When his turn comes, [offender] must play [card:the] to the first trick.")
        effects += (
            MustPlay(law=law, player="offender", card="card", when="next_turn_if_legal", text=plays),
            PLAYED_IN_TURN,
        )
        return Ruling(law, PROPER_LEAD, effects)
    stays = gettext_noop(
        "[offender] follows suit. [card:the] stays face up on the table, in front [offender:of]: major penalty card."
    )
    effects += (penalty_card(law, player="offender", text=stays), *WHILE_IT_LIES)
    return Ruling(law, PROPER_LEAD, effects, PENALTY_CARD_DUTIES)


# Questions


# A, B. During the play
class What(Choice):
    ONE_HAND = Option("one_hand", gettext_noop("Several cards came together from one hand"), law="58B")
    TWO_PLAYERS = Option("two_players", gettext_noop("Two players led or played at the same moment"), law="58A")


WHAT = ChooseOne("what", "58", gettext_noop("What happened together?"), What)


class Second(Choice):
    IN_TURN = Option("in_turn", gettext_noop("Played in turn"), law="58A")
    OPENING = Option("opening", gettext_noop("An opening lead, at the same moment as the proper one"), law="54")
    LED = Option("led", gettext_noop("A lead to the next trick, when it was not for him to lead"), law="53A")
    PLAYED = Option("played", gettext_noop("A card played too soon"), law="57A")


SECOND = ChooseOne(
    "second",
    "58A",
    gettext_noop("Taken as played after the other, the card of the player whose turn it was not is:"),
    Second,
    why=gettext_noop(
        "If nobody can say which came first, they came together. Of two leads to one trick, the one out of turn is a "
        "card played in turn or too soon: there is no lead to accept or refuse."
    ),
)
BOTH_PLAYED_ON = YesNo(
    "both_played_on",
    "58B",
    gettext_noop("When the cards too many were noticed, had each side played to the next trick?"),
)


class By(Choice):
    DEFENDER = Option("defender", gettext_noop("A defender"), law="58B2")
    DECLARING_SIDE = Option("declaring_side", gettext_noop("Declarer or dummy"), law="58B2")


OFFENDER = WhichSeat("offender", "58B", gettext_noop("From which hand did the cards come?"))
ITS_OWNER = owner_is(OFFENDER)


def by(offender: Seat, declarer: Seat) -> By:
    return By.DECLARING_SIDE if offender.side is declarer.side else By.DEFENDER


BY = ChooseOne(
    "by",
    "58B2",
    gettext_noop("Did the cards come from a defender or from declarer’s side?"),
    By,
    given=Given(by, OFFENDER, DECLARER, ask=True),
)


class Visible(Choice):
    ONE = Option("one", gettext_noop("One card only"), law="58B1")
    SEVERAL = Option("several", gettext_noop("Two cards or more"), law="58B2")


VISIBLE = ChooseOne("visible", "58B", gettext_noop("How many of the cards could be seen?"), Visible)
NAMED = WhichCard(
    "named_card", "58B2", gettext_noop("Which of the cards seen does [offender] say he plays?"), hand="offender"
)


class Others(Choice):
    ONE = Option("one", gettext_noop("One other card"), law="50B")
    SEVERAL = Option("several", gettext_noop("Several other cards"), law="50B")


OTHERS = ChooseOne(
    "others", "58B2", gettext_noop("Besides the card he says he plays, how many others were seen?"), Others
)
ACCIDENT = YesNo(
    "accident",
    "50B",
    gettext_noop("Did the other card come along by accident?"),
    why=gettext_noop("Two cards stuck together: a single one below the 10 is then a minor penalty card."),
)
PLAYED_AFTER = YesNo(
    "played_after",
    "58B3",
    gettext_noop("Has an opponent played after a card that now goes back?"),
)


class Followed(Choice):
    KEEP = Option(
        "keep", gettext_noop("You leave your card played"), entails=gettext_noop("Nothing more changes."), law="58B3"
    )
    CHANGE = Option(
        "change",
        gettext_noop("You take it back and play another"),
        entails=gettext_noop(
            "It goes back without rectification. It is authorised information for [non_offending_side], unauthorised "
            "for [offending_side]."
        ),
        law="58B3",
    )


MAY_CHANGE = ChooseOne(
    "may_change",
    "58B3",
    gettext_noop("To the opponent who played after it (declarer, for dummy’s card): you may:"),
    Followed,
    chooser="player",
)
OFFENDER_FOLLOWS = YesNo(
    "offender_follows",
    "44C",
    gettext_noop("When his turn to play comes, has [offender] a card in [leader_card:suit]?"),
    given=Given(holds, LEADER_CARD, OFFENDER_SUITS),
    why=gettext_noop("Following suit comes first. Only without a card of the suit may he play the one on the table."),
)


# Words and effects


SENDS = {
    Second.OPENING: Send(
        law="54", to="54", hands=("declarer",), text=gettext_noop("Rule on the opening leads, made together.")
    ),
    Second.LED: Send(law="53A", to="53", hands=("declarer",), text=gettext_noop("Rule on that lead out of turn.")),
    Second.PLAYED: Send(
        law="57A", to="57", hands=("declarer",), text=gettext_noop("Rule on the card played too soon.")
    ),
}
ITS_TURN_FIRST = gettext_noop("The card of the player whose turn it was comes first; the other one comes after it.")
STAYS_FIRST = Accept(law="58A", what="card_in_turn")
TOO_LATE = gettext_noop("It is too late to choose: the trick has a card too many.")
ONE_IS_PLAYED = gettext_noop("The card that was seen is played; the others go back.")
SEEN_IS_PLAYED = Accept(law="58B1", what="card_seen")
UNSEEN_BACK = Withdraw(
    law="58B1",
    player="offender",
    card="other_cards",
    to="hand",
    text=gettext_noop("[offender] takes the others back without showing them."),
)
NOBODY_SAW = Info(
    law="16C",
    source="other_cards",
    text=gettext_noop("Nobody has seen their faces: there is no unauthorised information."),
)
NAMED_IS_PLAYED = gettext_noop("[named_card:the] is played; no other card is.")
IS_PLAYED = Accept(law="58B2", what="named_card")
SEEN_BACK = Withdraw(
    law="58B2",
    player="offender",
    card="other_cards",
    to="hand",
    text=gettext_noop("The other cards go back to the hand [offender:of]; declarer never has a penalty card."),
)
DEFENDERS_SAW = Info(
    law="48A",
    source="other_cards",
    ai_for=("defenders",),
    text=gettext_noop("[defenders] may use what they have seen of the cards that go back."),
)
CHANGES = Withdraw(
    law="58B3",
    player="player",
    card="played_after",
    to="hand",
    text=gettext_noop("The opponent who had played takes his card back and plays another, without rectification."),
)
CHANGED_SEEN = Info(
    law="16C",
    source="played_after",
    ui_for=("offending_side",),
    ai_for=("non_offending_side",),
    text=gettext_noop(
        "The card that he takes back is authorised information for [non_offending_side], unauthorised for "
        "[offending_side]."
    ),
)
PLAYED_IN_TURN = Info(
    law="50E3",
    source="card",
    ui_for=("opening_leader",),
    ai_for=("declarer",),
    text=gettext_noop(
        "That [card:the] had to be played is known to all; how it came to be on the table is unauthorised for "
        "[opening_leader]."
    ),
)
PROPER_LEAD = gettext_noop("The lead [opening_leader:of] stands. There is no lead out of turn to accept or refuse.")
