"""Law 46 - Incomplete or invalid designation of a card from dummy.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 46; FFB, Code 2017, Loi 46.
Before: Law 45C4(b) for a slip of the tongue; Law 44C, following suit.
Sends:  45C4 when declarer says that he meant another card.
Rows:   LAWS.md 5.5, 46.R1 to 46.R8.
Reading: 46B4. Words that fit no card of dummy (“low” with none of the suit led) count as a card that is not there.
Reading: 46B5. The card that a defender chooses must be legal.

Every ruling names one card of dummy, or has declarer name one.
"""

from typing import assert_never

from rulings.engine.inquiry import Ask, Law
from rulings.engine.names import CardName
from rulings.engine.questions import Choice, ChooseOne, Option, WhichCard, YesNo
from rulings.engine.ruling import MustPlay, Note, Rectification, Ruling
from rulings.engine.text import gettext_noop
from rulings.laws2017.law_44_sequence_and_procedure_of_play import FOLLOWS_SUIT


def designation(ask: Ask) -> Ruling:
    """Rule which card of dummy is played when declarer has not named its suit and rank."""
    designated = ask(SAID)
    if ask(INTENTION):
        ask(INTENDED)
        shown = gettext_noop("Dummy plays [meant_card:the].")
        intended = MustPlay(law="46B", player="dummy", card="meant_card", when="now", text=shown)
        return Ruling("46B", INTENDED_CARD, (intended, FOLLOWS_SUIT))

    match designated:
        # B1. Declarer says how the card should rank
        case Said.HIGH:
            text = gettext_noop("Dummy plays its highest card of the suit led.")
            return dummy_plays("46B1(a)", "highest_of_suit_led", text) if ask(POSSIBLE) else names_again()
        case Said.WIN:
            text = gettext_noop("Dummy plays the lowest card known to win the trick.")
            return dummy_plays("46B1(b)", "lowest_that_wins", text) if ask(POSSIBLE) else names_again()
        case Said.LOW:
            text = gettext_noop("Dummy plays its lowest card of the suit led.")
            return dummy_plays("46B1(c)", "lowest_of_suit_led", text) if ask(POSSIBLE) else names_again()

        # B2. A suit
        case Said.SUIT:
            text = gettext_noop("Dummy plays its lowest card of the suit named.")
            return dummy_plays("46B2", "lowest_of_suit_named", text) if ask(POSSIBLE) else names_again()

        # B3. A rank
        case Said.RANK_LEADING:
            if ask(SAME_SUIT):
                text = gettext_noop("Dummy leads the card of that rank in the suit with which it won the last trick.")
                return dummy_plays("46B3(a)", "rank_in_suit_last_won", text)
            return of_that_rank(ask)
        case Said.RANK:
            return of_that_rank(ask)

        case Said.POINTED:
            text = gettext_noop("Dummy plays the card of that rank, in the suit to which declarer pointed.")
            return dummy_plays("46A", "rank_in_suit_shown", text, POINTING_NAMES) if ask(HAS_IT) else names_again()

        # B4, B5. A card that is not there, or any card
        case Said.NOT_THERE:
            return names_again(reading=False)
        case Said.ANYTHING:
            if ask(ANY_CARD) is AnyCard.LEAVE:
                text = gettext_noop("Dummy plays the card that declarer now names.")
                return dummy_plays("46B5", "named_by_declarer", text, FOLLOWS_SUIT)
            ask(NAMED_BY_THEM)
            chosen = MustPlay(
                law="46B5",
                player="dummy",
                card="named_card",
                when="now",
                text=gettext_noop("Dummy plays [named_card:the]."),
            )
            return Ruling("46B5", DEFENDERS_CARD, (chosen, FOLLOWS_SUIT, MUST_BE_LEGAL))
        case _:
            assert_never(designated)


LAW = Law(
    "46",
    gettext_noop("Dummy’s card named incompletely"),
    designation,
    finds=gettext_noop("small, high, win, any card, a suit, a rank, play anything, ruff, designation"),
)


def dummy_plays(law: str, card: CardName, text: str, *effects: Rectification) -> Ruling:
    """Have dummy play the card that the words stand for."""
    return Ruling(law, text, (MustPlay(law=law, player="dummy", card=card, when="now", text=text), *effects, SLIPS))


def of_that_rank(ask: Ask) -> Ruling:
    fitting = ask(FITTING)
    match fitting:
        case Fitting.ONE:
            text = gettext_noop("Dummy plays the one card of that rank that is legal.")
            return dummy_plays("46B3(b)", "that_rank", text)
        case Fitting.SEVERAL:
            text = gettext_noop("Declarer says which of these cards dummy plays.")
            return dummy_plays("46B3(b)", "that_rank_as_named", text)
        case Fitting.NONE:
            return names_again(reading=False)
        case _:
            assert_never(fitting)


def names_again(*, reading: bool = True) -> Ruling:
    """Rule by Law 46B4: the designation is void."""
    named = MustPlay(
        law="46B4",
        player="dummy",
        card="legal_card",
        when="now",
        text=gettext_noop("Declarer names any legal card of dummy, by suit and rank."),
    )
    effects: tuple[Rectification, ...] = (named, FOLLOWS_SUIT)
    return Ruling("46B4", NOT_A_DESIGNATION, (*effects, READING_NONE) if reading else effects)


# Questions


class Said(Choice):
    HIGH = Option("high", gettext_noop("“High”, or words to that effect"), law="46B1(a)")
    WIN = Option("win", gettext_noop("“Win”, “take it”"), law="46B1(b)")
    LOW = Option("low", gettext_noop("“Low”, “small”"), law="46B1(c)")
    SUIT = Option("suit", gettext_noop("A suit without a rank, or “ruff”"), law="46B2")
    RANK_LEADING = Option(
        "rank_leading", gettext_noop("A rank without a suit, dummy leading to the trick"), law="46B3(a)"
    )
    RANK = Option("rank", gettext_noop("A rank without a suit, dummy not leading"), law="46B3(b)")
    POINTED = Option("pointed", gettext_noop("A rank, pointing at the suit"), law="46A")
    NOT_THERE = Option("not_there", gettext_noop("A card that is not in dummy"), law="46B4")
    ANYTHING = Option("anything", gettext_noop("“Anything”, “it does not matter”"), law="46B5")


SAID = ChooseOne("said", "46B", gettext_noop("What did declarer say?"), Said)
HAS_IT = YesNo("has_it", "46B4", gettext_noop("Has dummy the card of that rank in that suit?"))
INTENTION = YesNo(
    "intention",
    "46B",
    gettext_noop("Did he beyond any doubt intend another card than the one the rule gives?"),
    why=gettext_noop(
        "The rule gives way only when his different intention cannot be disputed: his line of play, or the "
        "situation, leaves room for no other card."
    ),
)
INTENDED = WhichCard("meant_card", "46B", gettext_noop("Which card did he intend?"), hand="dummy")
POSSIBLE = YesNo(
    "possible",
    "46B",
    gettext_noop("Has dummy such a card, that may legally be played?"),
)
SAME_SUIT = YesNo(
    "same_suit",
    "46B3(a)",
    gettext_noop("Did dummy win the last trick, and does it hold that rank in the suit it won with?"),
    why=gettext_noop("Declarer is then taken to go on with the suit in which dummy won the last trick."),
)


class AnyCard(Choice):
    NAME = Option(
        "name",
        gettext_noop("You choose dummy’s card"),
        entails=gettext_noop(
            "Either of you names it; dummy must play it if it is legal. Without a choice, declarer names one."
        ),
        law="46B5",
    )
    LEAVE = Option(
        "leave",
        gettext_noop("You leave the choice to declarer"),
        entails=gettext_noop("Declarer names the card, by suit and rank."),
        law="46B5",
    )


ANY_CARD = ChooseOne(
    "any_card",
    "46B5",
    gettext_noop("Defenders, declarer has said that any card will do. Either of you may:"),
    AnyCard,
    chooser="defenders",
)
MUST_BE_LEGAL = Note(
    law="46B5",
    text=gettext_noop("Reading followed: the card that a defender chooses must be one that dummy may legally play."),
)
NAMED_BY_THEM = WhichCard("named_card", "46B5", gettext_noop("Which card did a defender choose?"), hand="dummy")


class Fitting(Choice):
    ONE = Option("one", gettext_noop("One card"), law="46B3(b)")
    SEVERAL = Option("several", gettext_noop("Several cards"), law="46B3(b)")
    NONE = Option("none", gettext_noop("No card"), law="46B4")


FITTING = ChooseOne("fitting", "46B3(b)", gettext_noop("How many cards of that rank may dummy legally play?"), Fitting)


# Words and effects


POINTING_NAMES = Note(
    law="46A",
    text=gettext_noop("Reading followed: a gesture that shows the suit names it, as the word would."),
)
INTENDED_CARD = gettext_noop("Dummy plays the card that declarer plainly intended.")
DEFENDERS_CARD = gettext_noop("Dummy plays the card that a defender has chosen.")
SLIPS = Note(
    law="45C4(b)",
    text=gettext_noop(
        "A change of mind is not admitted. If declarer says that his tongue slipped, rule on the wrong card named."
    ),
)
NOT_A_DESIGNATION = gettext_noop("What he said names no card: declarer names any card that is legal.")
READING_NONE = Note(
    law="46B4",
    text=gettext_noop("Reading followed: words that fit no card of dummy are treated as a card that is not there."),
)
