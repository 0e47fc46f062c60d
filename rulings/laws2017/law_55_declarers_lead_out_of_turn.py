"""Law 55 - Declarer's lead out of turn.

Text:   WBF, Laws of Duplicate Bridge 2017, Laws 53 and 55; FFB, Code 2017, Lois 53 et 55.
Before: Law 47E1, was he told by a defender?
Sends:  57 the card of the wrong defender (53C); 55C its review at the end of play, in Law 16; 60 a defender who plays
        before the lead that declarer has to make.
Rows:   LAWS.md 6.5, 53.R1, 53.R2, 53.R4 to 53.R7, 53.R10, 53.R11, 55.C.
"""

from dataclasses import replace
from typing import assert_never

from rulings.bridge import Seat
from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Given, Option, YesNo
from rulings.engine.ruling import Accept, ConsiderAdjusting, Info, MustPlay, Note, Presence, Ruling, Send, Withdraw
from rulings.engine.text import gettext_noop
from rulings.laws2017 import out_of_turn, terms
from rulings.laws2017.law_16_authorised_and_unauthorised_information import REFUSED_LEAD_LATER


def declarers_lead(ask: Ask) -> Ruling:
    """Rule on declarer's lead from the wrong hand, or at a defender's turn."""
    ask(out_of_turn.OFFENDER)
    ask(terms.declarer_beside(out_of_turn.OFFENDER))
    place = ask(TURN)
    if place is Turn.OWN:
        return out_of_turn.in_turn()
    ask(out_of_turn.CARD)
    happened = out_of_turn.since(ask, SINCE, Since.SEVERAL)
    if happened(Since.LAST, out_of_turn.LAST_TRICK):
        return out_of_turn.last_trick()
    if happened(Since.TOLD, out_of_turn.TOLD):
        return out_of_turn.told_by_an_opponent(ask, by_defender=False, several=ask(SINCE) is Since.SEVERAL)
    by_word = ask(SINCE) is Since.BY_WORD
    disagree = by_word and ask(OTHER_OBJECTS)
    in_words = happened(Since.ACCEPTED, ACCEPTED) or (by_word and not disagree)
    after, before = happened(Since.AFTER, AFTER_PLAYED), happened(Since.BEFORE, BEFORE_PLAYED)

    # 53B. A defender whose turn it was may have made his own lead, unless it was accepted before, by words or by the
    # card of his partner
    at_defenders_turn = place is Turn.DEFENDER
    if at_defenders_turn and not in_words and (after or before):
        by_after = ask(PLAYED_FIRST) is PlayedFirst.AFTER if after and before else after
        if ask(AFTER_MEANT if by_after else BEFORE_MEANT) is out_of_turn.Meant.OWN_LEAD:
            return out_of_turn.proper_lead_stands(ask, by_defender=False)

    # 53C. The wrong defender has played; 53A. The next hand has
    if before:
        return wrong_defender_played(after)
    if after:
        leave = terms.leave_the_table(ask, "53A", played=out_of_turn.CARD)
        return Ruling(
            "53A", out_of_turn.STANDS, (*out_of_turn.accept("53A", played=True), out_of_turn.ACCEPTED_BY_PLAYING, leave)
        )

    # 60C. He has corrected himself: the defenders keep their rights, and their decision covers his second card too
    if disagree:
        decided = they_disagree(ask, at_defenders_turn)
    else:
        decided = stands(ask) if in_words else the_defenders_choose(ask, at_defenders_turn)
    if happened(Since.CORRECTED, CORRECTED):
        return with_his_second_card(decided, at_defenders_turn)
    return decided


LAW = Law(
    "55",
    gettext_noop("Declarer led from the wrong hand, or at a defender’s turn"),
    declarers_lead,
    finds=gettext_noop("wrong hand, declarer, dummy, led from hand, led from dummy, out of turn, defenders disagree"),
)


def the_defenders_choose(ask: Ask, at_defenders_turn: bool) -> Ruling:
    # A. Either defender may choose; if they disagree, the one after the hand that led
    choice = AtDefendersTurn[ask(AT_DEFENDERS_TURN if at_defenders_turn else FROM_WRONG_HAND).name]
    match choice:
        case AtDefendersTurn.ACCEPT:
            return stands(ask)
        case AtDefendersTurn.BACK:
            return taken_back(ask, at_defenders_turn)
        case AtDefendersTurn.DISAGREE:
            return they_disagree(ask, at_defenders_turn)
        case _:
            assert_never(choice)


def they_disagree(ask: Ask, at_defenders_turn: bool) -> Ruling:
    """Ask the defender next to play to decide for both, because they disagree (A)."""
    accepted = ask(LAST_WORD) is LastWord.ACCEPT
    decided = stands(ask) if accepted else taken_back(ask, at_defenders_turn)
    return replace(decided, rectifications=(HE_DECIDED, *decided.rectifications))


def taken_back(ask: Ask, at_defenders_turn: bool) -> Ruling:
    """Send the card back (B)."""
    if at_defenders_turn:
        bound = ask(out_of_turn.LEAD_IS_BOUND)
        lead = (
            out_of_turn.cards_before_the_lead("55B1") if bound else out_of_turn.right_hand_leads("55B1", LEADS_FREELY)
        )
        return Ruling(
            "55B1", CARDS_FIRST if bound else DEFENDER_LEADS, (out_of_turn.goes_back("55B1"), *lead, SEEN, LINE_TOO)
        )
    leads = out_of_turn.right_hand_leads("55B2", OTHER_HAND_LEADS)
    effects = (out_of_turn.goes_back("55B2"), *leads, SEEN, NOT_BEFORE_HIM, LINE_LATER, RETURN)
    return Ruling("55B2", FROM_THE_OTHER_HAND, effects, (REFUSED_LEAD_LATER,))


def stands(ask: Ask) -> Ruling:
    """Let a lead stand that the defenders have accepted in words."""
    return Ruling(
        "55A",
        out_of_turn.STANDS,
        (*out_of_turn.accept("55A", played=False), terms.leave_the_table(ask, "53A", played=out_of_turn.CARD)),
    )


def with_his_second_card(ruling: Ruling, at_defenders_turn: bool) -> Ruling:
    """Rule on the card by which declarer corrected himself: it is the lead, once the first card goes back and the lead
    is due from that very hand; otherwise it goes back."""
    if at_defenders_turn or any(isinstance(effect, Accept) for effect in ruling.rectifications):
        return replace(ruling, rectifications=(*ruling.rectifications, *SECOND_CARD_BACK))
    others = tuple(effect for effect in ruling.rectifications if not isinstance(effect, MustPlay))
    return replace(ruling, text=SECOND_LEADS, rectifications=(*others, SECOND_CARD_LEADS))


def wrong_defender_played(after: bool) -> Ruling:
    """Rule by 53C: the defender at the right of the hand that led has played; his card comes under Law 57."""
    played_too_soon = Send(
        law="53C",
        to="57",
        hands=("offender=[before_lead]", "declarer", *(() if after else ("did=played",))),
        text=gettext_noop("Rule on the card [before_lead:of], played too soon."),
    )
    stands = Accept(
        law="53C",
        what="card",
        text=gettext_noop("[card:the] is the lead. Nobody plays on before the card [before_lead:of] is ruled on."),
    )
    return Ruling("53C", STANDS_THEN_57, (stands, played_too_soon))


# Questions


class Turn(Choice):
    OTHER_HAND = Option("other_hand", gettext_noop("Declarer’s side, from the other hand"), law="55B2")
    DEFENDER = Option("defender", gettext_noop("A defender"), law="55B1")
    OWN = Option("own", gettext_noop("That very hand: it was in turn"), law="53A")


def turn(offender: Seat, leader: Seat) -> Turn:
    if leader == offender:
        return Turn.OWN
    return Turn.OTHER_HAND if leader == offender.partner else Turn.DEFENDER


TURN = ChooseOne(
    "turn_over_declarer",
    "55B1",
    gettext_noop("Which hand should have led instead of declarer’s card?"),
    Turn,
    given=Given(turn, out_of_turn.OFFENDER, out_of_turn.LEADER, ask=True),
)


class Since(Choice):
    TOLD = Option(
        "told", gettext_noop("A defender had told declarer or shown him that he was on lead there"), law="47E1"
    )
    LAST = Option("last_trick", gettext_noop("It is the last trick"), law="53A")
    ACCEPTED = Option("accepted", gettext_noop("The defenders have said that they accept it"), law="55A")
    BY_WORD = Option("by_word", gettext_noop("A defender has said that he accepts it"), law="55A")
    AFTER = Option("after", gettext_noop("[after_lead] has played a card since"), law="53A")
    BEFORE = Option("before", gettext_noop("[before_lead] has played a card since"), law="53C")
    CORRECTED = Option(
        "corrected", gettext_noop("[declarer] has corrected himself: he has led from the other hand too"), law="60C"
    )
    SEVERAL = Option("several", gettext_noop("Several of these"))
    NOTHING = Option("nothing", gettext_noop("None of these"), law="55A")


SINCE = ChooseOne(
    "since_declarers_lead",
    "53",
    gettext_noop("[declarer] has led [card:the] out of turn. Is one of these true?"),
    Since,
    kept=("accepted",),
    leads_on="nothing",
    taken=out_of_turn.ASKED_ALOUD,
    boxes=(
        ("told", ("told",)),
        ("last_trick", ("last_trick",)),
        ("by_word", ("accepted_in_words",)),
        ("after", ("after_played",)),
        ("before", ("before_played",)),
        ("corrected", ("corrected",)),
    ),
    why=out_of_turn.FIRST_QUESTIONS,
)
ACCEPTED = YesNo(
    "accepted_in_words",
    "55A",
    gettext_noop("Before anything else, had a defender said that he accepts the card led, without objection?"),
    assumed="no",
)
OTHER_OBJECTS = YesNo("other_objects", "55A", gettext_noop("Does the other defender want it taken back?"))
CORRECTED = YesNo(
    "corrected",
    "60C",
    gettext_noop("Has [declarer] corrected himself, by leading from the other hand too?"),
    assumed="no",
)
AFTER_PLAYED = YesNo("after_played", "53A", gettext_noop("Has [after_lead] played a card since?"))
BEFORE_PLAYED = YesNo("before_played", "53C", gettext_noop("Has [before_lead] played a card since?"))


class PlayedFirst(Choice):
    AFTER = Option("after", gettext_noop("[after_lead] first"), law="53A")
    BEFORE = Option("before", gettext_noop("[before_lead] first"), law="53C")


PLAYED_FIRST = ChooseOne(
    "played_first",
    "53A",
    gettext_noop("Which of the two played first?"),
    PlayedFirst,
    why=gettext_noop("Once one has played to the card led, the other can no longer make a lead of his own."),
)


BOTH_MAY_BE = gettext_noop("Ask him. A player whose turn it was may not have noticed the card led by the other side.")
AFTER_MEANT = ChooseOne(
    "after_meant",
    "53B",
    gettext_noop("[after_lead], how did you mean the card that you played?"),
    out_of_turn.Meant,
    given=Given(out_of_turn.after_could_only_follow, out_of_turn.OFFENDER, out_of_turn.LEADER),
    why=BOTH_MAY_BE,
)


BEFORE_MEANT = ChooseOne(
    "before_meant",
    "53B",
    gettext_noop("[before_lead], how did you mean the card that you played?"),
    out_of_turn.Meant,
    given=Given(out_of_turn.before_could_only_follow, out_of_turn.OFFENDER, out_of_turn.LEADER),
    why=BOTH_MAY_BE,
)


YOU_ACCEPT = Option(
    "accept",
    gettext_noop("You accept it"),
    entails=gettext_noop("It stands, and [after_lead] plays next. No rectification."),
    law="55A",
)
YOU_DISAGREE = Option(
    "disagree",
    gettext_noop("(You do not agree)"),
    entails=gettext_noop("When one accepts it and the other has it taken back, [after_lead] decides."),
    law="55A",
)


class AtDefendersTurn(Choice):
    ACCEPT = YOU_ACCEPT
    BACK = Option(
        "back",
        gettext_noop("You have it taken back"),
        entails=gettext_noop("It is for [leader] to lead. No other rectification."),
        law="55B1",
    )
    DISAGREE = YOU_DISAGREE


SAY_NOTHING = gettext_noop("If neither says anything, the card goes back: nobody has accepted it.")
AT_DEFENDERS_TURN = ChooseOne(
    "at_defenders_turn",
    "55A",
    gettext_noop("To the defenders: [declarer] has led [card:the] when it was for you to lead. Either of you may:"),
    AtDefendersTurn,
    chooser="defenders",
    why=SAY_NOTHING,
)


# A. The defenders choose
class FromWrongHand(Choice):
    ACCEPT = YOU_ACCEPT
    BACK = Option(
        "back",
        gettext_noop("You have it taken back"),
        entails=gettext_noop("[declarer] leads from the other hand, any card of any suit. No other rectification."),
        law="55B2",
    )
    DISAGREE = YOU_DISAGREE


FROM_WRONG_HAND = ChooseOne(
    "from_wrong_hand",
    "55A",
    gettext_noop("To the defenders: [declarer] has led [card:the] from the wrong hand. Either of you may:"),
    FromWrongHand,
    chooser="defenders",
    why=SAY_NOTHING,
)


class LastWord(Choice):
    ACCEPT = Option(
        "accept", gettext_noop("You accept it"), entails=gettext_noop("It stands, and you play next."), law="55A"
    )
    BACK = Option(
        "back",
        gettext_noop("You have it taken back"),
        entails=gettext_noop("The card goes back, and the proper hand leads."),
        law="55A",
    )


LAST_WORD = ChooseOne(
    "last_word",
    "55A",
    gettext_noop("[after_lead], you sit after the hand that led: you decide for both."),
    LastWord,
    chooser="after_lead",
)


# Words and effects


HE_DECIDED = Note(
    law="55A",
    text=gettext_noop("The defenders did not agree: [after_lead], who sits after the hand that led, has decided."),
)
SECOND_CARD_BACK: terms.Effects = (
    Withdraw(
        law="60C",
        player="declarer",
        card="other_cards",
        to="hand",
        text=gettext_noop("The card that [declarer] led from the other hand goes back, without rectification."),
    ),
    Info(
        law="16C",
        source="other_cards",
        ui_for=("declaring_side",),
        ai_for=("defenders",),
        text=gettext_noop("[defenders] may use what they have seen of the cards that go back."),
    ),
)
SECOND_LEADS = gettext_noop("The first card goes back. The one led from the other hand is the lead.")
SECOND_CARD_LEADS = Accept(
    law="45C2",
    what="lead",
    text=gettext_noop("The card that [declarer] has led from the other hand is played: it is the lead."),
)
DEFENDER_LEADS = gettext_noop("The card goes back. [leader] leads what he likes.")
CARDS_FIRST = gettext_noop("The card goes back. [leader] leads, once what binds his lead has been ruled on.")
LEADS_FREELY = gettext_noop("[leader] leads what he likes.")
SEEN = Info(
    law="16C",
    source="card",
    ai_for=("defenders",),
    text=gettext_noop("The card taken back ([card]) is not penalised; [defenders] may use what they have seen of it."),
)
LINE_TOO = Note(
    law="55C",
    text=gettext_noop("Nothing else is due; but a later line that rests on what the refusal has shown comes under 16."),
)
OTHER_HAND_LEADS = gettext_noop("[declarer] leads from the other hand, any card of any suit.")
NOT_BEFORE_HIM = Note(
    law="60B",
    text=gettext_noop("A defender who plays before that lead exposes a penalty card."),
)
LINE_LATER = ConsiderAdjusting(
    law="55C",
    when="end_of_play",
    text=gettext_noop("Declarer’s line of play may not rest on what the refusal has taught him."),
)
RETURN = Presence(law="55C", do="RETURN", until="end_of_play", text=gettext_noop("Come back at the end of play."))
FROM_THE_OTHER_HAND = gettext_noop("The card goes back. [declarer] leads from the other hand, any card he likes.")
STANDS_THEN_57 = gettext_noop("The lead out of turn stands. Now rule on the card played too soon.")
