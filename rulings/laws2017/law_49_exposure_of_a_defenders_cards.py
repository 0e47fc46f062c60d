"""Law 49 - Exposure of a defender's cards.

Text:   WBF, Laws of Duplicate Bridge 2017, Laws 49 and 50A, B, E; FFB, Code 2017, Lois 49 et 50.
Before: Law 24 for a card seen during the auction; 47E, 53B, 62C1, 68B2: cards that are never penalised.
Sends:  48 a card of declarer or dummy; 50 the life of the card, through its duty.
Rows:   LAWS.md 7.1, 50.R1 to 50.R5 and 50.R13; 50.E1.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from rulings.bridge import Seat
from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Given, Option, Seen, YesNo
from rulings.engine.ruling import Info, MustPlay, Note, PenaltyCard, Ruling, Send, Withdraw
from rulings.engine.text import gettext_noop
from rulings.laws2017 import penalty_cards, terms
from rulings.laws2017.law_48_exposure_of_declarers_cards import dummys_card_seen, shown_by_declarer
from rulings.table import Table


def card_seen(ask: Ask) -> Ruling:
    """Rule whether a card dropped, shown or named is penalised, and how; send on for a penalty card already there."""
    what = ask(WHAT)
    if what is not What.PLAY:
        return Ruling(SENDS[what].law, ELSEWHERE, (SENDS[what],), leads_on=True)

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
    ask(penalty_cards.CARD)
    match how:
        case How.NAMED:
            effects, duties = penalty_cards.exposed(ask, "49", by_accident=False)
            return Ruling("49", IS_MAJOR, (*effects, penalty_cards.NAMED_READING), duties)
        case How.SEVERAL:
            effects, duties = penalty_cards.with_the_earlier(
                ask, penalty_cards.all_penalised("49", penalty_cards.cards_seen(ask, penalty_cards.CARD))
            )
            return Ruling("49", ALL_ARE_MAJOR, effects, duties)
        case How.HIDDEN:
            return Ruling("49", UNSEEN, (BACK_UNSEEN, NO_INFORMATION))
        case How.KNOCKED:
            return by_an_opponent()
        case How.DROPPED | How.HELD | How.SHOWN:
            if not ask(COULD_SEE):
                return Ruling("49", UNSEEN, (BACK_UNSEEN, NO_INFORMATION))
        case _:
            assert_never(how)
    if how is How.HELD:
        play = MustPlay(law="45C1", player="owner", card="card", when="now", text=AS_PLAYED)
        return Ruling("45C1", AS_PLAYED, (replace(play, text=PLAYS_IT), FIFTH_CARD))
    effects, duties = penalty_cards.exposed(ask, "49", by_accident=how is How.DROPPED)
    minor = any(isinstance(effect, PenaltyCard) and effect.kind == "minor" for effect in effects)
    if how is How.SHOWN:
        effects += (penalty_cards.NAMED_READING,)
    return Ruling("49", IS_MINOR if minor else IS_MAJOR, effects, duties)


LAW = Law(
    "49",
    gettext_noop("Card seen: dropped, shown or named"),
    card_seen,
    tile="carte-vue",
    finds=gettext_noop("card dropped, card exposed, card named, penalty card, shown, fallen on the table"),
)


def by_an_opponent() -> Ruling:
    """Rule by Law 50 on a card exposed by an opponent's act: it is not penalised, and the opponent's side may not use
    it."""
    back = Withdraw(law="50", player="owner", card="card", to="hand", text=BACK_TO_HIS_HAND)
    return Ruling("50", OPPONENTS_DOING, (back, terms.card_taken_back(may="defenders", may_not="declaring_side")))


# Questions


class What(Choice):
    PLAY = Option("play", gettext_noop("A card was dropped, shown or named during the play"), law="49")
    AUCTION = Option("auction", gettext_noop("A card was seen or led during the auction"), law="24")
    PARTNER_LEADS = Option(
        "partner_leads", gettext_noop("The partner of a penalty card’s owner is about to lead"), law="50D2"
    )
    OWNER_PLAYS = Option("owner_plays", gettext_noop("The owner of a penalty card is to play"), law="50D1(a)")
    NOT_PLAYED = Option("not_played", gettext_noop("A penalty card was not played"), law="52A")


def in_play(table: Table) -> What | None:
    """Read whether the auction or the play is in progress; None where penalty cards lie, as the question may be about
    one of them."""
    over = table.auction.over if table.auction else table.declarer is not None
    if over:
        return None if table.cards or table.unsure else What.PLAY
    return What.AUCTION if table.auction and table.declarer is None else None


WHAT = ChooseOne("what", "49", gettext_noop("What has happened?"), What, seen=Seen(in_play))


# A defender's card is seen
class Holder(Choice):
    DECLARER = Option("declarer", gettext_noop("Declarer"), law="48A")
    DUMMY = Option("dummy", gettext_noop("Dummy"), law="48A")
    DEFENDER = Option("defender", gettext_noop("A defender"), law="49")


def holder(owner: Seat, declarer: Seat) -> Holder:
    if owner == declarer:
        return Holder.DECLARER
    return Holder.DUMMY if owner == declarer.partner else Holder.DEFENDER


HOLDER = ChooseOne(
    "holder",
    "49",
    gettext_noop("Is it a card of declarer, of dummy or of a defender?"),
    Holder,
    given=Given(holder, penalty_cards.OWNER, terms.DECLARER, ask=True),
)


class How(Choice):
    HIDDEN = Option(
        "hidden",
        gettext_noop("[owner_partner] could not possibly have seen its face"),
        entails=gettext_noop(
            "Whether he did see it does not matter. If declarer and dummy both saw it, he could have."
        ),
        law="49",
    )
    DROPPED = Option("dropped", gettext_noop("He dropped it, or it stuck to another card"), law="50B")
    SEVERAL = Option(
        "several", gettext_noop("Two of his cards or more were seen at once, by accident or not"), law="50B"
    )
    HELD = Option("held", gettext_noop("He held it as if to play it"), law="45C1")
    KNOCKED = Option("knocked", gettext_noop("An opponent knocked it out of his hand, or made it be seen"), law="50")
    SHOWN = Option("shown", gettext_noop("He showed it on purpose, without playing it"), law="50B")
    NAMED = Option("named", gettext_noop("He said that he held it"), law="49")
    STATEMENT = Option(
        "statement",
        gettext_noop("He spoke of the trick in progress, or conceded tricks and his partner objected"),
        law="68",
    )


HOW = ChooseOne(
    "how",
    "49",
    gettext_noop("How did the card [owner:of] come to be known?"),
    How,
    why=gettext_noop("A small card shown by accident is a minor penalty card; on purpose, or an honour, a major one."),
)
COULD_SEE = YesNo(
    "could_see",
    "49",
    gettext_noop("Could [owner_partner] possibly have seen its face?"),
    why=gettext_noop("Whether he did see it does not matter. If declarer and dummy both saw it, he could have."),
    assumed="yes",
)


# B. Major or minor


# Several cards at once


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
UNSEEN = gettext_noop("No penalty card: [owner_partner] could not have seen it.")
BACK_UNSEEN = Withdraw(
    law="49", player="owner", card="card", to="hand", text=gettext_noop("[owner] takes [card:the] back.")
)
OPPONENTS_DOING = gettext_noop("No penalty card: an opponent caused it.")
BACK_TO_HIS_HAND = gettext_noop("[owner] takes [card:the] back, without rectification.")
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


# A. A card stays on the table
