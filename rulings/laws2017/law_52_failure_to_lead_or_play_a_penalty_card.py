"""Law 52 - Failure to lead or play a penalty card.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 52; FFB, Code 2017, Loi 52.
Before: Law 50, could he have played it? Law 61A, not following suit is a revoke besides.
Sends:  50 for the cards that stay on the table.
Rows:   LAWS.md 7.5, 52.R1 and 52.R2.
"""

from typing import assert_never

from rulings.inquiry import Ask, Law
from rulings.laws2017.law_48_exposure_of_declarers_cards import DECLARER
from rulings.laws2017.law_49_exposure_of_a_defenders_cards import (
    CARD,
    HELPED_BY_PENALTY_CARD,
    OWNER,
    WHILE_IT_LIES,
    penalty_card,
    penalty_card_duty,
)
from rulings.questions import Choice, ChooseOne, WhichCard, YesNo
from rulings.ruling import Accept, MustPlay, Note, Presence, Ruling, Withdraw
from rulings.text import gettext_noop

OTHER_CARD = WhichCard("other_card", "52A", gettext_noop("Which card did [owner] play instead?"), hand="owner")
OBLIGED = YesNo(
    "obliged",
    "50D1(a)",
    gettext_noop("Did he have to play [card:the] at that moment?"),
    why=gettext_noop(
        "A major penalty card: as soon as it is legal, after following suit and after any restriction. A minor one: "
        "only before another card of its suit below the 10."
    ),
)
PLAYED_ON = YesNo(
    "played_on",
    "52B1(b)",
    gettext_noop("Has [declarer] played a card since, from his hand or from dummy?"),
    why=gettext_noop("If he has, he must accept the card."),
)


class Acceptance(Choice):
    ACCEPT = (
        "accept",
        gettext_noop("Accept the card played"),
        gettext_noop("[other_card:the] stays played. The penalty card remains on the table."),
        "52B1(a)",
    )
    REFUSE = (
        "refuse",
        gettext_noop("Refuse it"),
        gettext_noop(
            "[owner] must play [card:the] in its place. [other_card:the] becomes a major penalty card and stays on the "
            "table."
        ),
        "52B2",
    )


ACCEPTANCE = ChooseOne(
    "acceptance",
    "52B1(a)",
    gettext_noop("[declarer], [owner] had to play his penalty card, [card:the], and has played [other_card:the]."),
    Acceptance,
    chooser="declarer",
)

NOTHING_WRONG = gettext_noop("No infraction: he did not have to play it. Play goes on.")
STANDS = gettext_noop("The card played stands. The penalty card remains on the table.")
SUBSTITUTE = gettext_noop("[owner] must play his penalty card: [card:the].")
A_REVOKE_TOO = Note(
    law="61A",
    text=gettext_noop(
        "If he did not follow suit when he could, it is a revoke besides, and accepting the card does not cure it: "
        "rule on the revoke too."
    ),
)
HIS_OWN_MOVE = Note(law="52A", text=gettext_noop("He may not take his card back on his own initiative."))


OTHER_DUTY = penalty_card_duty(
    card="other_card",
    text=gettext_noop(
        "Penalty card [other_card], [owner]: to be played at the first legal opportunity. Each time [owner_partner] is "
        "about to lead, [declarer] first chooses: require the suit, forbid it, or leave the lead free."
    ),
)

STILL_THERE = Presence(
    law="52B1(c)",
    do="STAY",
    until="card_gone",
    text=gettext_noop(
        "Stay: [card:the] is still to be played at the first legal opportunity, and its entry stays open."
    ),
)
CLOSE_ITS_ENTRY = Note(
    law="52B2", text=gettext_noop("Close the entry of [card:the] in the list of what to come back for: it is played.")
)


def stands(law: str) -> Ruling:
    played = Accept(law=law, what="other_card", text=gettext_noop("[other_card:the] stays played."))
    return Ruling(law, STANDS, (played, STILL_THERE, A_REVOKE_TOO, HIS_OWN_MOVE))


def not_played(ask: Ask) -> Ruling:
    """A defender has played another card than the penalty card that he had to play."""
    ask(OWNER)
    ask(CARD)
    if not ask(OBLIGED):
        return Ruling("50D1(b)", NOTHING_WRONG)

    # B. Declarer accepts the card, or has played on: it stands, and the penalty card remains
    ask(DECLARER)
    ask(OTHER_CARD)
    if ask(PLAYED_ON):
        return stands("52B1(b)")
    acceptance = ask(ACCEPTANCE)
    match acceptance:
        case Acceptance.ACCEPT:
            return stands("52B1(a)")
        case Acceptance.REFUSE:
            effects = (
                Withdraw(
                    law="52B2",
                    player="owner",
                    card="other_card",
                    to="table_as_MPC",
                    text=gettext_noop("[owner] takes [other_card:the] back."),
                ),
                MustPlay(
                    law="52B2",
                    player="owner",
                    card="card",
                    when="now",
                    text=gettext_noop("[owner] plays [card:the] in its place."),
                ),
                penalty_card(
                    "52B2",
                    card="other_card",
                    text=gettext_noop(
                        "[other_card:the] stays face up on the table, in front [owner:of]: major penalty card. So does "
                        "every other card that he wrongly played meanwhile."
                    ),
                ),
                *WHILE_IT_LIES,
                CLOSE_ITS_ENTRY,
                HIS_OWN_MOVE,
            )
            return Ruling("52B2", SUBSTITUTE, effects, (OTHER_DUTY, HELPED_BY_PENALTY_CARD))
        case _:
            assert_never(acceptance)


LAW = Law(
    "52",
    gettext_noop("Penalty card not played"),
    not_played,
    finds=gettext_noop("penalty card not played, wrong card, forgot his penalty card"),
)
