"""Law 13 - Incorrect number of cards.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 13; FFB, Code 2017, Loi 13.
Before: Law 7, the count of the cards before they are looked at; 6D1, a board dealt at the table is dealt again while
        nobody has called.
Sends:  14 a card missing and nobody with too many, 67 a trick with a card too many or too few, 12C for the scores,
        87 a board that other tables have played as it was.
Rows:   LAWS.md 2.4, 13.R1 to 13.R7.
Reading: 13C. A card there twice is a foreign card, and the hand left with twelve is ruled by Law 14: the calls stay.

This is the entry point of every wrong count of cards: it asks which it is, and sends to Law 14 or 67 where that Law
rules.
"""

from dataclasses import replace
from typing import assert_never

from rulings.bridge import Seat
from rulings.engine.inquiry import Ask, Law
from rulings.engine.names import SideName
from rulings.engine.questions import Choice, ChooseOne, Option, Seen, YesNo
from rulings.engine.ruling import Duty, Note, PenaltyPossible, Presence, Ruling, Send, When
from rulings.engine.text import gettext_noop
from rulings.laws2017.law_12_directors_discretionary_powers import come_back, if_damaged, no_result, reviewed_score
from rulings.laws2017.terms import DECLARER, Effects
from rulings.table import Table


def number_of_cards(ask: Ask) -> Ruling:
    """Rule on a wrong count: too many, too few, a foreign card, or a defective trick."""
    count = ask(COUNT)
    match count:
        case Count.DEFECTIVE:
            return Ruling("67", DEFECTIVE, (DEFECTIVE_NEXT,), leads_on=True)
        case Count.MISSING:
            return Ruling("14", MISSING, (SHORT_NEXT,), leads_on=True)
        case Count.TOO_MANY:
            return too_many(ask)
        case Count.FOREIGN:
            return foreign_card(ask)
        case _:
            assert_never(count)


LAW = Law(
    "13",
    gettext_noop("Wrong number of cards"),
    number_of_cards,
    tile="jeu-etui",
    finds=gettext_noop("fourteen cards, twelve cards, too many, too few, card from another board, card on the floor"),
)


def too_many(ask: Ask) -> Ruling:
    # D. Play is over
    if ask(PLAY_OVER):
        return with_effects(score(ask, "13D", RESULT_INSTEAD), CANCELLED, IN_TEAMS)

    # A. Nobody with a wrong number has called
    if not ask(CALLED):
        if not ask(SAW):
            return Ruling("13A1", PUT_RIGHT, (DEALT_AT_THE_TABLE, RESTORE, OTHER_TABLES))
        seen: Effects = (DEALT_AT_THE_TABLE, RESTORE, PENALTY_POSSIBLE, OTHER_TABLES, come_back("13A2"))
        ask.wait(When.END_OF_PLAY, meanwhile=Ruling("13A2", PUT_RIGHT_AND_SCORED, seen, (SEEN_CARDS_LATER,)))
        return if_damaged(ask, "13A2")

    # B. A call has been made
    if ask(PLAYABLE):
        effects = (RESTORE, PENALTY_POSSIBLE, OTHER_TABLES, come_back("13B1"))
        ask.wait(When.END_OF_PLAY, meanwhile=Ruling("13B1", NO_CHANGE_OF_CALL, effects, (CORRECTED_LATER,)))
        return if_damaged(ask, "13B1")
    return with_effects(score(ask, "13B2", PROBABLE_RESULT), NOT_PLAYABLE)


def score(ask: Ask, law: str, question: "ChooseOne[Favoured]") -> Ruling:
    """Adjust the score: assigned where a result can be found (12C1), otherwise by percentage."""
    match favoured := ask(question):
        case Favoured.NO_RESULT:
            return no_result(ask, law)
        case Favoured.DECLARING_SIDE | Favoured.DEFENDERS:
            ask(DECLARER)
            favours: SideName = "declaring_side" if favoured is Favoured.DECLARING_SIDE else "defenders"
            return reviewed_score(ask, law, favours, by="12C1")
        case _:
            assert_never(favoured)


def with_effects(ruling: Ruling, text: str, *more: Note) -> Ruling:
    """Build the ruling in the words of this law, with its effects."""
    effects: Effects = (*ruling.rectifications, PENALTY_POSSIBLE, OTHER_TABLES, *more)
    return Ruling(ruling.law, text, effects)


def foreign_card(ask: Ask) -> Ruling:
    """Rule by Law 13C on a card from another pack, or a card that the board has twice."""
    if not ask(QUITTED):
        return Ruling("13C", REMOVED, (MISSING_NEXT,) if ask(NOW_SHORT) else ())
    effects: Effects = (come_back("13C"),)
    if ask(NOW_SHORT):
        effects = (MISSING_NEXT, *effects)
    ask.wait(When.END_OF_PLAY, meanwhile=Ruling("13C", REMOVED_LATE, effects, (FOREIGN_LATER,)))
    return if_damaged(ask, "13C")


# Questions


class Count(Choice):
    DEFECTIVE = Option(
        "defective",
        gettext_noop("Each has thirteen, but one hand does not match the tricks played: a card too many or too few"),
        law="67B",
    )
    MISSING = Option("missing", gettext_noop("A hand has fewer than thirteen, and no hand has more"), law="14B")
    TOO_MANY = Option("too_many", gettext_noop("A hand has more than thirteen, and another fewer"), law="13A")
    FOREIGN = Option("foreign", gettext_noop("There is a card that does not belong to the board"), law="13C")


COUNT = ChooseOne(
    "count",
    "13A",
    gettext_noop("Count the cards of each player, in hand and played. What is wrong?"),
    Count,
    why=gettext_noop("Let each player count his own, face down. The director alone looks at their faces."),
)
PLAY_OVER = YesNo(
    "play_over",
    "13D",
    gettext_noop("Is play over?"),
    why=gettext_noop("It is then too late to put it right."),
    leads_on="no",
    taken=gettext_noop("Play is not over: the last card has not been played."),
)


def all_have(table: Table) -> bool | None:
    """Answer yes where all four have called, so that it does not matter whose count is wrong; otherwise None, as an
    auction may be noted in part."""
    return True if table.auction and all(table.auction.called(seat) for seat in Seat) else None


CALLED = YesNo(
    "called",
    "13A",
    gettext_noop("Had a player with a wrong number of cards made a call?"),
    why=gettext_noop("A pass is a call."),
    seen=Seen(all_have),
)
SAW = YesNo("saw", "13A", gettext_noop("Once put right, has a player seen a card that is now in another hand?"))
PLAYABLE = YesNo(
    "playable",
    "13B1",
    gettext_noop("In your judgement, can the deal be put right and played?"),
    why=gettext_noop("No call changes. Think of what each player has seen, and of the calls made on the wrong cards."),
)


class Favoured(Choice):
    DECLARING_SIDE = Option("declaring_side", gettext_noop("A result for the declaring side, at fault in no way"))
    DEFENDERS = Option("defenders", gettext_noop("A result for the defenders, at fault in no way"))
    NO_RESULT = Option("no_result", gettext_noop("No result can be found"), law="12C2")


PROBABLE_RESULT = ChooseOne("probable_result", "13B2", gettext_noop("Which score can be assigned?"), Favoured)
RESULT_INSTEAD = replace(PROBABLE_RESULT, id="result_instead", law="13D", assumed=Favoured.NO_RESULT.value)
QUITTED = YesNo("quitted", "13C", gettext_noop("Had that card been played to a trick already turned over?"))
NOW_SHORT = YesNo(
    "now_short",
    "14A",
    gettext_noop("Without it, has a hand fewer than thirteen cards, played ones included?"),
    why=gettext_noop("Typically a card that is there twice while another is missing."),
)


# Words and effects


DEFECTIVE = gettext_noop("A trick was played with a card too many or too few.")
DEFECTIVE_NEXT = Send(law="67", to="67", hands=("declarer",), text=gettext_noop("Now rule on the defective trick."))
MISSING = gettext_noop("A card is missing from the board.")
SHORT_NEXT = Send(law="14", to="14", hands=("declarer",), text=gettext_noop("Now rule on the missing card."))
CANCELLED = gettext_noop("Play is over: the result is cancelled.")
IN_TEAMS = Note(
    law="86", text=gettext_noop("In teams, see Law 86 too: the result of the other table may decide the score.")
)
PUT_RIGHT = gettext_noop("The cards are put right. The board is played normally.")
DEALT_AT_THE_TABLE = Note(
    law="6D1",
    text=gettext_noop(
        "Dealt at this table, with nobody having called yet: the board is shuffled and dealt again instead."
    ),
)
RESTORE = Presence(
    law="13A",
    do="STAY",
    until="cards_restored",
    text=gettext_noop(
        "Put each card back in the hand to which it was dealt: by the record of the deal, or by what other tables and "
        "the players know. Stay until it is done."
    ),
)
OTHER_TABLES = Note(
    law="87A",
    text=gettext_noop("If other tables have played it in that state, the board is fouled: see Law 87."),
)
PENALTY_POSSIBLE = PenaltyPossible(
    law="90",
    text=gettext_noop("A procedural penalty is possible for the players who did not count their cards (7B)."),
)
PUT_RIGHT_AND_SCORED = gettext_noop("The cards are put right. The board is played and scored.")
SEEN_CARDS_LATER = Duty(
    "13A2", When.END_OF_PLAY, gettext_noop("Cards seen in another hand: has that affected the result?")
)
NO_CHANGE_OF_CALL = gettext_noop("The cards are put right. No call changes.")
CORRECTED_LATER = Duty(
    "13B1", When.END_OF_PLAY, gettext_noop("Deal put right after calls were made: has that affected the result?")
)
NOT_PLAYABLE = gettext_noop("The deal cannot be played: an adjusted score is given.")
REMOVED = gettext_noop("The card is removed. Auction and play go on; the score is not adjusted.")
MISSING_NEXT = Send(
    law="14A",
    to="14",
    hands=("declarer",),
    text=gettext_noop(
        "Now rule on the missing card. Reading followed: the calls stay and the hand counts as complete throughout."
    ),
)
REMOVED_LATE = gettext_noop("The card is removed. Play goes on; the score is looked at when it has ended.")
FOREIGN_LATER = Duty(
    "13C", When.END_OF_PLAY, gettext_noop("A foreign card was played to a trick: has that affected the result?")
)
