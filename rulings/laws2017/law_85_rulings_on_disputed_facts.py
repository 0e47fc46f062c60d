"""Laws 84 and 85 - Rulings on agreed and on disputed facts.

Text:   WBF, Laws of Duplicate Bridge 2017, Laws 84 and 85; FFB, Code 2017, Lois 84 et 85.
Sends:  12 when no law prescribes a rectification and a side was probably damaged.
Rows:   LAWS.md 1.5: 84.A to 84.D, 85.A, 85.B.
"""

from typing import assert_never

from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Option, Words, YesNo
from rulings.engine.ruling import Note, Presence, Rectification, Ruling, Send
from rulings.engine.text import gettext_noop


def facts(ask: Ask) -> Ruling:
    """Rule on facts that the players agree on, or do not."""
    if ask(AGREED):
        return on_agreed_facts(ask, ())

    # 85A. Collect the evidence, weigh it
    ask(EVIDENCE)
    if ask(ESTABLISHED):
        ask(FOUND)
        return on_agreed_facts(ask, (FOUND_BY_WEIGHING, APPEAL))

    # 85B. Nothing can be established: play must go on all the same
    return Ruling("85B", PLAY_CAN_GO_ON, (NOTHING_ESTABLISHED, APPEAL))


LAW = Law(
    "85",
    gettext_noop("The facts are disputed"),
    facts,
    finds=gettext_noop("disputed, facts, they do not agree, word against word, evidence, balance of probabilities"),
)


def on_agreed_facts(ask: Ask, findings: tuple[Rectification, ...]) -> Ruling:
    prescribes = ask(PRESCRIBES)
    match prescribes:
        case Prescribes.NOTHING:
            return Ruling("84A", PLAY_ON, findings)
        case Prescribes.RECTIFICATION:
            return Ruling("84B", CARRY_OUT, (*findings, SEE_IT_DONE))
        case Prescribes.CHOICE:
            return Ruling("84C", EXPLAIN, (*findings, SEE_IT_DONE))
        case Prescribes.DOUBT:
            return Ruling("84D", FOR_THE_INNOCENT, (*findings, RESTORE_EQUITY))
        case Prescribes.DAMAGE:
            return Ruling("84D", SCORE_DUE, (*findings, SCORE_NEXT))
        case _:
            assert_never(prescribes)


# Questions


class Prescribes(Choice):
    NOTHING = Option("nothing", gettext_noop("No rectification, and nothing calls for your discretion"), law="84A")
    RECTIFICATION = Option("rectification", gettext_noop("A rectification"), law="84B")
    CHOICE = Option("choice", gettext_noop("A choice for a player"), law="84C")
    DOUBT = Option("doubt", gettext_noop("A point remains in doubt"), law="84D")
    DAMAGE = Option("damage", gettext_noop("No rectification, but a side was probably damaged"), law="84D")


AGREED = YesNo("facts_agreed", "84", gettext_noop("Do all four players agree on what happened?"))
EVIDENCE = Words(
    "evidence",
    "85A1",
    gettext_noop("What does each say, and what else is there to see?"),
    why=gettext_noop("Hear both sides, at the table first. Cards, bidding cards and score slips are evidence too."),
)
ESTABLISHED = YesNo(
    "established",
    "85A1",
    gettext_noop("On the balance of probabilities, can you establish what happened?"),
    why=gettext_noop("Not beyond doubt: what is more likely than not, on the evidence that you could collect."),
)
FOUND = Words("facts_found", "85A1", gettext_noop("What do you hold to have happened?"))
PRESCRIBES = ChooseOne("law_prescribes", "84", gettext_noop("On these facts, what does the law prescribe?"), Prescribes)


# Words and effects

PLAY_ON = gettext_noop("Play goes on.")
CARRY_OUT = gettext_noop("The rectification is applied.")
EXPLAIN = gettext_noop("All options are explained; then the player chooses.")
FOR_THE_INNOCENT = gettext_noop("The point in doubt is decided for the side that did not offend.")
SCORE_DUE = gettext_noop("An adjusted score is looked at.")
PLAY_CAN_GO_ON = gettext_noop("Nothing can be established: rule so that play can go on.")
SEE_IT_DONE = Presence(
    law="84B",
    do="STAY",
    until="carried_out",
    text=gettext_noop("See that it is carried out before you leave the table."),
)
RESTORE_EQUITY = Note(
    law="84D", text=gettext_noop("Look for the result that would have come about without the irregularity.")
)
FOUND_BY_WEIGHING = Note(
    law="85A1", text=gettext_noop("The facts were disputed; they are found on the balance of probabilities.")
)
NOTHING_ESTABLISHED = Note(
    law="85B", text=gettext_noop("Write down what each side says: it may be heard again in an appeal.")
)
APPEAL = Note(law="83", text=gettext_noop("Tell the players that they may appeal against what you have found."))
SCORE_NEXT = Send(
    law="12A1", to="12", hands=("why_adjust=nothing_prescribed",), text=gettext_noop("Now find the score.")
)
