"""Law 45 - Card played.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 45; FFB, Code 2017, Loi 45.
Before: Law 46 for a designation that is incomplete; Law 58B for several cards at once.
Sends:  49 and 50 for a card that becomes penalised, 55 and 56 for a fifth card deemed led, 64 for a revoke that
        follows, 12C1 for the score.
Rows:   LAWS.md 5.4, 45.R1 to 45.R9, 45.E, 45.F, 45.G.
Reading: 45E1. A fifth card that a defender meant to play is a major penalty card; one that came along may be minor.

Entry points in the players' words: `45` was the card played?, `45C4` the wrong card of dummy named, `45D` the wrong
card of dummy taken, `45E` a fifth card, `45F` dummy touched or suggested a card. Law 45G is ruled with Law 65.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from rulings.engine.inquiry import Ask, Law
from rulings.engine.names import Who
from rulings.engine.questions import Choice, ChooseOne, Option, WhichCard, WhichSeat, YesNo
from rulings.engine.ruling import (
    Duty,
    Info,
    MustPlay,
    Note,
    PenaltyPossible,
    Rectification,
    Ruling,
    Send,
    When,
    Withdraw,
)
from rulings.engine.text import gettext_noop
from rulings.laws2017 import corrected_trick
from rulings.laws2017.law_12_directors_discretionary_powers import RESULT_STANDS, assign, come_back
from rulings.laws2017.penalty_cards import A_DEFENDER, CARD, exposed
from rulings.laws2017.terms import DECLARER, Effects, owner_is


def was_it_played(ask: Ask) -> Ruling:
    """Rule whether this card is played, so that it may not be taken back."""
    whose = ask(WHOSE)
    match whose:
        case Whose.DEFENDER:
            if ask(PARTNER_COULD_SEE):
                if ask(HAD_PLAYED):
                    return by_a_defender(ask)
                law = "45C1"
            elif ask(NAMED):
                law = "45C4(a)"
            else:
                return Ruling("45A", NOT_PLAYED, (STAYS_IN_HAND, EXPOSED_INSTEAD))
            return played(law, "player", gettext_noop("The defender plays that card to the trick."), OUT_OF_TURN)
        case Whose.DECLARER:
            text = gettext_noop("[declarer] plays that card to the trick.")
            if ask(ON_THE_TABLE):
                return played("45C2", "declarer", text)
            if ask(NAMED):
                return played("45C4(a)", "declarer", text)
            back = Withdraw(law="48A", player="declarer", card="card", to="hand", text=BACK_TO_HAND)
            return Ruling("48A", NOT_PLAYED, (back, SEEN_BY_DEFENDERS))
        case Whose.DUMMY:
            return dummys_card(ask)
        case Whose.PENALTY_CARD:
            to_50 = Send(law="45C5", to="50", text=gettext_noop("Rule on the penalty card and its owner."))
            return Ruling("45C5", PENALTY_CARD_RULES, (to_50,))
        case _:
            assert_never(whose)


LAW = Law(
    "45",
    gettext_noop("Was the card played?"),
    was_it_played,
    finds=gettext_noop("card played, shown, held, touched, take it back"),
)


def played(law: str, player: Who, text: str, *effects: Rectification) -> Ruling:
    return Ruling(law, PLAYED, (MustPlay(law=law, player=player, card="card", when="now", text=text), *effects))


def dummys_card(ask: Ask) -> Ruling:
    handling = ask(DUMMYS_CARD)
    text = gettext_noop("Dummy plays that card.")
    match handling:
        case DummysCard.NAMED:
            return wrong_card_named(ask) if ask(MEANT_ANOTHER) else played("45B", "dummy", text)
        case DummysCard.TOUCHED:
            return played("45C3", "dummy", text)
        case DummysCard.ARRANGED:
            return Ruling("45C3", NOT_PLAYED)
        case DummysCard.OTHER_NAMED:
            return wrong_card_taken(ask)
        case DummysCard.UNASKED:
            return suggested_by_dummy(ask)
        case _:
            assert_never(handling)


def defender_changes_card(
    player: Who, text: str = gettext_noop("The defender takes his card back and plays another, without rectification.")
) -> Withdraw:
    return Withdraw(law="47D", player=player, card="played_after", to="hand", text=text)


def changed_after_dummy(ask: Ask) -> Effects:
    """Ask which cards the others change once dummy's card is replaced (45D1), and who leads to the next trick."""
    played_after = ask(WHO_PLAYED)
    effects: Effects = ()
    if played_after in ASKS_FOR_THE_LEAD:
        effects += corrected_trick.next_lead(ask, NEXT_LEAD_BACK, led_by="both_sides")
    if (
        played_after in (WhoPlayed.RHO, WhoPlayed.BOTH, WhoPlayed.RHO_AFTER, WhoPlayed.BOTH_AFTER)
        and ask(RHO_CHANGES) is TakeBack.CHANGE
    ):
        text = gettext_noop("[declarer_rho] takes his card back and plays another.")
        effects += (defender_changes_card("declarer_rho", text),)
        if ask(DECLARER_FOLLOWED) and ask(DECLARER_CHANGES) is TakeBackDeclarer.CHANGE:
            effects += (
                Withdraw(
                    law="45D1",
                    player="declarer",
                    card="card_from_hand",
                    to="hand",
                    text=gettext_noop("[declarer] takes his card back and plays another."),
                ),
            )
    if (
        played_after in (WhoPlayed.LHO, WhoPlayed.BOTH, WhoPlayed.LHO_AFTER, WhoPlayed.BOTH_AFTER)
        and ask(LHO_CHANGES) is TakeBack.CHANGE
    ):
        text = gettext_noop("[declarer_lho] takes his card back and plays another.")
        effects += (defender_changes_card("declarer_lho", text),)
    return effects


def by_a_defender(ask: Ask) -> Ruling:
    ask(OFFENDER)
    ask(CARD)
    if ask(DEEMED_LED):
        return led("45E1", LED_BY_DEFENDER)
    ask(ITS_OWNER)
    penalised, duties = exposed(ask, "45E1", by_accident=not ask(DELIBERATE))
    return Ruling("45E1", DEFENDERS_FIFTH, (*penalised, ARGUABLE), duties)


def led(law: str, next_one: Send) -> Ruling:
    return Ruling(law, DEEMED_A_LEAD, (next_one,))


def wrong_card_named(ask: Ask) -> Ruling:
    """Rule by Law 45C4(b): declarer says that he named another card of dummy than the one he meant."""
    ask(NAMED_CARD)
    ask(MEANT_CARD)
    if not ask(SLIP) or ask(DECLARER_PLAYED_ON):
        stays = gettext_noop("Dummy plays [named_card:the].")
        return Ruling(
            "45C4(b)",
            NAMED_STANDS,
            (MustPlay(law="45C4(b)", player="dummy", card="named_card", when="now", text=stays),),
        )
    effects: Effects = (
        Withdraw(
            law="47C",
            player="dummy",
            card="named_card",
            to="hand",
            text=gettext_noop("[named_card:the] goes back among dummy’s cards."),
        ),
        MustPlay(
            law="45C4(b)",
            player="dummy",
            card="meant_card",
            when="now",
            text=gettext_noop("Dummy plays [meant_card:the]."),
        ),
    )
    if ask(DEFENDER_PLAYED) and ask(DEFENDER_CHANGES) is TakeBack.CHANGE:
        effects += (defender_changes_card("defenders"),)
    return Ruling("45C4(b)", CHANGED, (*effects, corrected_trick.WHO_LEADS_NOW, CARD_TAKEN_BACK))


NAMING = Law(
    "45C4",
    gettext_noop("Declarer named the wrong card of dummy"),
    wrong_card_named,
    finds=gettext_noop("slip of the tongue, wrong card called, change of mind, unintended designation, ruff"),
)


def wrong_card_taken(ask: Ask) -> Ruling:
    """Rule by Law 45D: dummy put another card than the one named into the played position."""
    ask(NAMED_CARD)
    ask(TAKEN_CARD)
    if not ask(PLAYED_ON):
        # D1. In time
        effects: Effects = (
            Withdraw(
                law="45D1",
                player="dummy",
                card="taken_card",
                to="hand",
                text=gettext_noop("[taken_card:the] goes back among dummy’s cards."),
            ),
            MustPlay(
                law="45D1",
                player="dummy",
                card="named_card",
                when="now",
                text=gettext_noop("Dummy plays [named_card:the]."),
            ),
        )
        changed = (*effects, *changed_after_dummy(ask))
        return Ruling("45D1", REPLACED, (*changed, *corrected_trick.who_leads(changed), CARD_TAKEN_BACK))

    # D2. Too late
    wrong = ask(WRONG_CARD)
    match wrong:
        case WrongCard.LED:
            return Ruling("45D2", STAYS_AS_PLAYED, (PLAYERS_REVOKE,))
        case WrongCard.REVOKED:
            return Ruling("45D2", STAYS_AS_PLAYED, (DUMMYS_REVOKE,))
        case WrongCard.NEITHER:
            return Ruling("45D2", STAYS_AS_PLAYED)
        case _:
            assert_never(wrong)


TAKING = Law(
    "45D",
    gettext_noop("Dummy took another card than the one named"),
    wrong_card_taken,
    finds=gettext_noop("dummy, wrong card, picked up, not named"),
)


def fifth_card(ask: Ask) -> Ruling:
    """Rule by Law 45E on a card from a hand that has already played to the trick."""
    who = ask(WHO_FIFTH)
    match who:
        case FifthCard.DEFENDER:
            return by_a_defender(ask)
        case FifthCard.DECLARING_SIDE:
            if ask(DEEMED_LED):
                return led("45E2", LED_BY_DECLARER)
            back = Withdraw(law="45E2", player="declarer", card="card", to="hand", text=BACK_TO_HAND)
            return Ruling("45E2", DECLARERS_FIFTH, (back, SEEN_BY_DEFENDERS))
        case _:
            assert_never(who)


FIFTH = Law(
    "45E",
    gettext_noop("A fifth card on the trick"),
    fifth_card,
    finds=gettext_noop("five cards, played twice, too many cards on a trick"),
)


def suggested_by_dummy(ask: Ask) -> Ruling:
    """Rule by Law 45F: dummy touched, moved or pointed to a card that nobody had asked for."""
    if ask(INSTRUCTED):
        return Ruling("45F", NO_IRREGULARITY)
    now = Ruling("45F", PLAY_ON, (TOLD, NOT_HIS_PLAY, come_back("45F")), (SUGGESTION_LATER,))
    ask.wait(When.END_OF_PLAY, meanwhile=now)
    if not (ask(SUGGESTED) and ask(DEFENDERS_DAMAGED)):
        return Ruling("45F", RESULT_STANDS)
    ask(DECLARER)
    return assign(ask, "45F", "defenders")


SUGGESTING = Law(
    "45F",
    gettext_noop("Dummy touched or suggested a card"),
    suggested_by_dummy,
    finds=gettext_noop("dummy, touched a card, suggested a play, pointed at"),
)


# Questions


class Whose(Choice):
    DEFENDER = Option("defender", gettext_noop("A defender’s"), law="45C1")
    DECLARER = Option("declarer", gettext_noop("Declarer’s, from his own hand"), law="45C2")
    DUMMY = Option("dummy", gettext_noop("Dummy’s"), law="45B")
    PENALTY_CARD = Option("penalty_card", gettext_noop("A penalty card"), law="45C5")


# C. Must this card be played?
WHOSE = ChooseOne("whose", "45A", gettext_noop("Whose card is it?"), Whose)
PARTNER_COULD_SEE = YesNo(
    "partner_could_see",
    "45C1",
    gettext_noop("Did the defender hold it so that his partner could possibly have seen its face?"),
    why=gettext_noop(
        "“Could see”, not “saw”. In practice, if declarer and dummy both saw it, his partner could. A card that was "
        "dropped is not held: see the exposed cards."
    ),
)
HAD_PLAYED = YesNo("had_played", "45E", gettext_noop("Had he already played to this trick?"))
NAMED = YesNo("named", "45C4(a)", gettext_noop("Did he name or point to it as the card he was going to play?"))
ON_THE_TABLE = YesNo(
    "on_the_table",
    "45C2",
    gettext_noop("Was it face up, touching or nearly touching the table, or kept there as a card played?"),
    why=gettext_noop("Showing a card and taking it back in one movement is not enough; a card dropped is not played."),
)


class DummysCard(Choice):
    NAMED = Option("named", gettext_noop("Declarer named it, or picked it up himself"), law="45B")
    TOUCHED = Option("touched", gettext_noop("Declarer touched it deliberately"), law="45C3")
    ARRANGED = Option(
        "arranged", gettext_noop("Declarer touched it to arrange the cards, or to reach another"), law="45C3"
    )
    OTHER_NAMED = Option("other_named", gettext_noop("Dummy took it although declarer had named another"), law="45D")
    UNASKED = Option("unasked", gettext_noop("Dummy touched it or moved it, and declarer had named nothing"), law="45F")


DUMMYS_CARD = ChooseOne("dummys_card", "45B", gettext_noop("What happened to dummy’s card?"), DummysCard)
MEANT_ANOTHER = YesNo("meant_another", "45C4(b)", gettext_noop("Does [declarer] say that he meant another card?"))


class WhoPlayed(Choice):
    RHO = Option("rho", gettext_noop("[declarer_rho] only"))
    LHO = Option("lho", gettext_noop("[declarer_lho] only"))
    BOTH = Option("both", gettext_noop("Both defenders"))
    NOBODY = Option("nobody", gettext_noop("Neither defender"))
    RHO_AFTER = Option("rho_after", gettext_noop("[declarer_rho] only"))
    LHO_AFTER = Option("lho_after", gettext_noop("[declarer_lho] only"))
    BOTH_AFTER = Option("both_after", gettext_noop("Both defenders"))
    NOBODY_AFTER = Option("nobody_after", gettext_noop("Neither defender"))


ASKS_FOR_THE_LEAD = (WhoPlayed.RHO_AFTER, WhoPlayed.LHO_AFTER, WhoPlayed.BOTH_AFTER, WhoPlayed.NOBODY_AFTER)
"""The answers that ask about the next lead. An earlier version did not ask about it, and its stored answers stay
valid."""
WHO_PLAYED = ChooseOne(
    "who_played",
    "45D1",
    gettext_noop("Which defenders had played after dummy’s wrong card?"),
    WhoPlayed,
    kept=("rho", "lho", "both", "nobody"),
    why=gettext_noop("To that trick, or to the next one. A card played before it stays."),
)


NEXT_LEAD_BACK = replace(corrected_trick.NEXT_LEAD_BACK, law="45D1")


class TakeBack(Choice):
    KEEP = Option(
        "keep", gettext_noop("You leave the card played"), entails=gettext_noop("It stays played."), law="47D"
    )
    CHANGE = Option(
        "change",
        gettext_noop("You take it back and play another"),
        entails=gettext_noop(
            "It goes back to your hand without rectification, and is never a penalty card. Your side may use "
            "what it has shown; [declaring_side] may not."
        ),
        law="47D",
    )


RHO_CHANGES = ChooseOne(
    "rho_changes",
    "45D1",
    gettext_noop("[declarer_rho], dummy’s card is replaced. About the one you played after it, you may:"),
    TakeBack,
    chooser="declarer_rho",
)
DECLARER_FOLLOWED = YesNo(
    "declarer_followed",
    "45D1",
    gettext_noop("Had [declarer] played from his hand to that trick after [declarer_rho]?"),
)


class TakeBackDeclarer(Choice):
    KEEP = Option(
        "keep", gettext_noop("You leave the card played"), entails=gettext_noop("It stays played."), law="45D1"
    )
    CHANGE = Option(
        "change",
        gettext_noop("You take it back and play another"),
        entails=gettext_noop(
            "It goes back to your hand, without rectification. [defenders] may use what has been taken back; "
            "your side may not."
        ),
        law="45D1",
    )


DECLARER_CHANGES = ChooseOne(
    "declarer_changes",
    "45D1",
    gettext_noop("[declarer], your right-hand opponent has changed his card. About yours, you may:"),
    TakeBackDeclarer,
    chooser="declarer",
)
LHO_CHANGES = ChooseOne(
    "lho_changes",
    "45D1",
    gettext_noop("[declarer_lho], dummy’s card is replaced. About the one you played after it, you may:"),
    TakeBack,
    chooser="declarer_lho",
)
OFFENDER = WhichSeat("offender", "45E1", gettext_noop("Which defender?"), among=A_DEFENDER)
ITS_OWNER = owner_is(OFFENDER)
DEEMED_LED = YesNo(
    "deemed_led",
    "45E",
    gettext_noop("In your judgement, was it led to the next trick?"),
    why=gettext_noop("A player who thought the trick was over may have been leading to the following one."),
)
DELIBERATE = YesNo(
    "deliberate",
    "50B",
    gettext_noop("Did he mean to play it, forgetting that he had played already?"),
    why=gettext_noop(
        "A card played on purpose is a major penalty card; one that came along with another may be minor."
    ),
)


# C4(b). Declarer names a card of dummy that he did not mean
NAMED_CARD = WhichCard("named_card", "45B", gettext_noop("Which card of dummy did declarer name?"), hand="dummy")
MEANT_CARD = WhichCard("meant_card", "45C4(b)", gettext_noop("Which card does he say he meant?"), hand="dummy")
SLIP = YesNo(
    "slip",
    "45C4(b)",
    gettext_noop("Was it a slip of the tongue: did he never mean to name [named_card:the]?"),
    why=gettext_noop(
        "A slip may be put right however late it is noticed, within the limit that follows. A change of mind, or a "
        "lapse of concentration, may not, however quick: typically when another card has just been seen."
    ),
)
DECLARER_PLAYED_ON = YesNo(
    "declarer_played_on",
    "45C4(b)",
    gettext_noop("Since then, has declarer played another card, from his hand or from dummy?"),
    why=gettext_noop("From that moment on it is too late to change, even for a true slip."),
)
DEFENDER_PLAYED = YesNo(
    "defender_played", "45C4(b)", gettext_noop("Has a defender played after the card that was named?")
)
DEFENDER_CHANGES = ChooseOne(
    "defender_changes",
    "47D",
    gettext_noop("To the defender who has played: declarer changes dummy’s card. About yours, you may:"),
    TakeBack,
    chooser="defenders",
)


# D. Dummy takes a card that declarer did not name
TAKEN_CARD = WhichCard("taken_card", "45D", gettext_noop("Which card did dummy take?"), hand="dummy")
PLAYED_ON = YesNo(
    "played_on",
    "45D",
    gettext_noop("When attention was drawn to it, had each side played to the next trick?"),
)


class WrongCard(Choice):
    LED = Option("led", gettext_noop("It was the first card of the trick, and a player did not follow suit to it"))
    REVOKED = Option(
        "revoked", gettext_noop("It was played to a trick already led, and dummy did not follow suit with it")
    )
    NEITHER = Option("neither", gettext_noop("Neither of these"))


WRONG_CARD = ChooseOne("wrong_card", "45D2", gettext_noop("What happened in that trick?"), WrongCard)


class FifthCard(Choice):
    DEFENDER = Option("defender", gettext_noop("A defender"), law="45E1")
    DECLARING_SIDE = Option("declaring_side", gettext_noop("Declarer or dummy"), law="45E2")


# E. A fifth card
WHO_FIFTH = ChooseOne("who_fifth", "45E", gettext_noop("Who played the fifth card?"), FifthCard)


# F. Dummy touches or indicates a card
INSTRUCTED = YesNo(
    "instructed",
    "45F",
    gettext_noop("Was it on declarer’s instruction, or only to arrange the cards?"),
)
SUGGESTED = YesNo("suggested", "45F", gettext_noop("Did [dummy] suggest a play to [declarer]?"))
DEFENDERS_DAMAGED = YesNo(
    "defenders_damaged",
    "45F",
    gettext_noop("Was the play [declarer:of] the one suggested, and were [defenders] damaged by it?"),
    why=gettext_noop("If so, the score must be adjusted."),
)


# Words and effects


NOT_PLAYED = gettext_noop("The card is not played.")
STAYS_IN_HAND = Note(law="45A", text=gettext_noop("It goes back to the hand."))
EXPOSED_INSTEAD = Send(
    law="49",
    to="49",
    hands=("declarer",),
    text=gettext_noop(
        "If he said which card he holds, or if it fell where his partner could see it, rule on the exposed card."
    ),
)
OUT_OF_TURN = Note(
    law="45A", text=gettext_noop("If it was not his turn, rule on the lead or play out of turn before anything else.")
)
BACK_TO_HAND = gettext_noop("It goes back to the hand, without rectification.")
SEEN_BY_DEFENDERS = Info(
    law="16A",
    source="declarers_card",
    ai_for=("defenders",),
    text=gettext_noop("[defenders] may use what they have seen of it."),
)
PENALTY_CARD_RULES = gettext_noop("Whether a penalty card must be played is ruled by Law 50.")
PLAYED = gettext_noop("The card is played.")
LED_BY_DEFENDER = Send(
    law="56A",
    to="56",
    hands=("offender", "card", "declarer"),
    text=gettext_noop("If it was not for him to lead, rule on the lead out of turn."),
)
DEFENDERS_FIFTH = gettext_noop("The fifth card becomes a penalty card; the trick stays as it is.")
ARGUABLE = Note(
    law="45E1",
    text=gettext_noop(
        "The text leaves the kind of penalty card to 50B: played on purpose, major; come along with another, minor."
    ),
)
DEEMED_A_LEAD = gettext_noop("The card is led to the next trick.")
NAMED_STANDS = gettext_noop("The card named is played; it may not be changed.")
CHANGED = gettext_noop("The slip is put right: dummy plays the card meant.")
CARD_TAKEN_BACK = Info(
    law="16C",
    source="withdrawn_cards",
    ui_for=("declaring_side",),
    ai_for=("defenders",),
    text=gettext_noop(
        "Cards taken back: authorised information for [defenders], unauthorised for [declaring_side], whoever had "
        "played them."
    ),
)
REPLACED = gettext_noop("Dummy’s card is replaced by the card named.")
STAYS_AS_PLAYED = gettext_noop("It is too late to replace it: every card stays as played.")
PLAYERS_REVOKE = Send(
    law="45D2",
    to="64",
    hands=("declarer", "able=yes"),
    text=gettext_noop("Not following suit to the card actually led may be a revoke: rule on it."),
)
DUMMYS_REVOKE = Send(
    law="64B3",
    to="64",
    hands=("declarer", "offender=[dummy]", "able=yes", "since=played"),
    text=gettext_noop("Dummy has revoked: no trick is transferred, but look at equity at the end of play (64C)."),
)
LED_BY_DECLARER = Send(
    law="55A",
    to="55",
    hands=("declarer",),
    text=gettext_noop("If it was not for that hand to lead, rule on the lead out of turn."),
)
DECLARERS_FIFTH = gettext_noop("The fifth card goes back to the hand; the trick stays as it is.")
NO_IRREGULARITY = gettext_noop("There is no irregularity. Play goes on.")
PLAY_ON = gettext_noop("Play goes on. The score is looked at when it has ended.")
TOLD = Info(
    law="45F",
    source="dummy",
    ui_for=("declarer",),
    text=gettext_noop("Tell the table: [declarer] may not use what dummy has suggested."),
)
NOT_HIS_PLAY = PenaltyPossible(law="90", text=gettext_noop("A procedural penalty is possible, never automatic."))
SUGGESTION_LATER = Duty(
    "45F",
    When.END_OF_PLAY,
    gettext_noop("Dummy touched or showed a card: did it suggest a play, and were [defenders] damaged by it?"),
)
