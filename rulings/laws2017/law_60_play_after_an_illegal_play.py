"""Law 60 - Play after an illegal play.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 60; FFB, Code 2017, Loi 60.
Before: the law of the first irregular card: 53 to 57.
Sends:  53, 56 and 57 for a card that is irregular in its turn; 50 the penalty card of 60B.
Rows:   LAWS.md 6.9, 60.R1 to 60.R4; 53.R12.
"""

from typing import assert_never

from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Option, WhichCard, WhichSeat
from rulings.engine.ruling import Accept, MustPlay, Note, Ruling, Send
from rulings.engine.text import gettext_noop
from rulings.laws2017.penalty_cards import A_DEFENDER, PENALTY_CARD_DUTIES, TWO_ARE_MAJOR, WHILE_IT_LIES, penalty_card
from rulings.laws2017.terms import declarer_against, owner_is


def played_after(ask: Ask) -> Ruling:
    """Rule on a card that followed an illegal one before the director ruled, and on the rights that it changes."""
    match played_by := ask(PLAYED_BY):
        # A. The other side plays on
        case PlayedBy.NEXT:
            if ask(MEANT) is Meant.OWN_LEAD:
                lead = Send(
                    law="53B", to="53", hands=("declarer",), text=gettext_noop("Say there that he made his own lead.")
                )
                return Ruling("53B", PROPER_LEAD, (lead,))
            return Ruling("60A1", RIGHT_LOST, (AS_IN_TURN, OBLIGATIONS_REMAIN))
        case PlayedBy.OTHER:
            return in_order(ask, "60A1", FIRST_THEN_SECOND, WRONG_DEFENDER)
        # B. Before the lead that declarer has to make
        case PlayedBy.BEFORE_LEAD:
            ask(OFFENDER)
            ask(ITS_OWNER)
            ask(declarer_against(OFFENDER))
            ask(CARD)
            lead_first = MustPlay(
                law="60B",
                player="declarer",
                card="any_card",
                when="now",
                text=gettext_noop("[declarer] leads from the proper hand, any card."),
            )
            effects = (penalty_card("60B"), TWO_ARE_MAJOR, lead_first, *WHILE_IT_LIES)
            return Ruling("60B", TOO_EARLY, effects, PENALTY_CARD_DUTIES)
        # C. The side at fault plays on
        case PlayedBy.SAME_SIDE:
            return in_order(ask, "60C", NOTHING_LOST)
        case _:
            assert_never(played_by)


LAW = Law(
    "60",
    gettext_noop("A card followed an irregular one, before the ruling"),
    played_after,
    finds=gettext_noop("played after, rights lost, before the director came, several irregularities"),
)


def in_order(ask: Ask, law: str, text: str, *notes: Note) -> Ruling:
    """Ask for the first card, then the one that followed it."""
    then = ask(THEN)
    if then is Then.IN_TURN:
        return Ruling(law, text, (IN_ORDER, *notes))
    return Ruling(law, text, (IN_ORDER, *notes, SENDS[then]))


# Questions


class PlayedBy(Choice):
    NEXT = Option(
        "next", gettext_noop("An opponent, just after the player at his right had led or played wrongly"), law="60A1"
    )
    OTHER = Option("other", gettext_noop("The other opponent of the player at fault"), law="60A1")
    BEFORE_LEAD = Option(
        "before_lead",
        gettext_noop("A defender, before the lead that declarer had to make from the proper hand"),
        law="60B",
    )
    SAME_SIDE = Option("same_side", gettext_noop("The side at fault itself"), law="60C")


PLAYED_BY = ChooseOne(
    "played_by", "60A1", gettext_noop("Who has played after the irregular card, before your ruling?"), PlayedBy
)


class Meant(Choice):
    FOLLOWED = Option("followed", gettext_noop("To go on after the irregular card"), law="60A1")
    OWN_LEAD = Option("own_lead", gettext_noop("As his own lead: it was his turn to lead"), law="53B")


MEANT = ChooseOne("meant", "53B", gettext_noop("How did he mean his card?"), Meant)
OFFENDER = WhichSeat("offender", "60B", gettext_noop("Which defender has played?"), among=A_DEFENDER)
ITS_OWNER = owner_is(OFFENDER)
CARD = WhichCard("card", "60B", gettext_noop("Which card has he played?"), hand="offender")


class Then(Choice):
    IN_TURN = Option("in_turn", gettext_noop("In turn, once the first card is ruled on"), law="60C")
    LED = Option("led", gettext_noop("A lead out of turn"), law="53A")
    PLAYED = Option("played", gettext_noop("A card played too soon"), law="57A")


THEN = ChooseOne("then", "60C", gettext_noop("What is the card played after it?"), Then)


# Words and effects


PROPER_LEAD = gettext_noop("His lead is the proper one: rule on the lead out of turn.")
RIGHT_LOST = gettext_noop("The first card counts as played in turn: nobody may have it rectified any more.")
AS_IN_TURN = Accept(
    law="60A1", what="card", text=gettext_noop("Both cards stay: the irregular one and the one that followed it.")
)
OBLIGATIONS_REMAIN = Note(
    law="60A2",
    text=gettext_noop("A penalty card or a lead restriction from before stays in force for the tricks to come."),
)
FIRST_THEN_SECOND = gettext_noop("Rule on the first card, then on this one.")
WRONG_DEFENDER = Note(
    law="53C",
    text=gettext_noop(
        "If the first card was a lead by declarer’s side, it stands once the defender sitting before that hand has "
        "played: say so when you rule on it."
    ),
)
TOO_EARLY = gettext_noop("[card:the] becomes a major penalty card; [declarer] leads from the proper hand.")
NOTHING_LOST = gettext_noop("No right is lost. Rule on the first card, then on this one.")
IN_ORDER = Note(
    law="60C",
    text=gettext_noop("In order of time: the first card as if nothing had followed, and every option with it."),
)
SENDS = {
    Then.LED: Send(law="53A", to="53", hands=("declarer",), text=gettext_noop("Then rule on that lead out of turn.")),
    Then.PLAYED: Send(law="57A", to="57", hands=("declarer",), text=gettext_noop("Then rule on that card.")),
}
