"""Law 52 - Failure to lead or play a penalty card.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 52; FFB, Code 2017, Loi 52.
Before: Law 50, could he have played it? Law 61A, not following suit is a revoke besides.
Sends:  50 for the cards that stay on the table.
Rows:   LAWS.md 7.5, 52.R1 and 52.R2.
"""

from dataclasses import replace
from typing import assert_never

from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Option, Seen, WhichCard, YesNo
from rulings.engine.ruling import Accept, MustPlay, Note, Presence, Ruling, Withdraw
from rulings.engine.text import gettext_noop
from rulings.laws2017.corrected_trick import WHO_LEADS_NOW
from rulings.laws2017.on_the_table import its_only_one, kind_of_one_spoken_of
from rulings.laws2017.penalty_cards import (
    CARD,
    HELPED_BY_PENALTY_CARD,
    ITS_OWNER,
    KIND,
    KNOWN_BY_ALL,
    OWN_CARD_PLAYED,
    OWNER,
    WHILE_IT_LIES,
    Kind,
    penalty_card,
    penalty_card_duty,
)
from rulings.laws2017.terms import declarer_against


def not_played(ask: Ask) -> Ruling:
    """Rule on a defender who has played another card than the penalty card that he had to play."""
    ask(ITS_OWNER)
    ask(CARD.seen_by(Seen(its_only_one, OWNER)))
    if not ask(OBLIGED):
        return Ruling("50D1(b)", NOTHING_WRONG)

    minor = ask(ITS_KIND) is Kind.MINOR

    # B. Declarer accepts the card, or has played on: it stands, and the penalty card remains
    ask(declarer_against(ITS_OWNER))
    ask(OTHER_CARD)
    if ask(PLAYED_ON):
        return stands("52B1(b)", minor)
    acceptance = ask(ACCEPTANCE)
    match acceptance:
        case Acceptance.ACCEPT:
            return stands("52B1(a)", minor)
        case Acceptance.REFUSE:
            effects = (
                Withdraw(
                    law="52B2",
                    player="owner",
                    card="other_card",
                    to="table_as_MPC",
                    text=gettext_noop("[owner] takes back the card played in its place ([other_card])."),
                ),
                MustPlay(
                    law="52B2",
                    player="owner",
                    card="card",
                    when="now",
                    text=gettext_noop("[owner] plays the penalty card ([card]) to this trick."),
                ),
                penalty_card(
                    "52B2",
                    card="other_card",
                    text=gettext_noop(
                        "The card taken back ([other_card]) stays face up on the table, in front [owner:of]: major "
                        "penalty card. So does every other card that he wrongly played meanwhile."
                    ),
                ),
                OWN_CARD_PLAYED,
                WHO_LEADS_NOW,
                *WHILE_IT_LIES,
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


def stands(law: str, minor: bool) -> Ruling:
    played = Accept(law=law, what="other_card", text=gettext_noop("The card played in its place ([other_card]) stays."))
    there = MINOR_STILL_THERE if minor else STILL_THERE
    return Ruling(law, STANDS, (played, STILL_PENALISED, KNOWN_BY_ALL, there, A_REVOKE_TOO, HIS_OWN_MOVE))


# Questions


OBLIGED = YesNo(
    "obliged",
    "50D1(a)",
    gettext_noop("Did he have to play [card:the] at that moment?"),
    why=gettext_noop(
        "A major penalty card: as soon as it is legal, after following suit and after any restriction. A minor one: "
        "only before another card of its suit below the 10."
    ),
)
ITS_KIND = replace(KIND, seen=Seen(kind_of_one_spoken_of, OWNER, CARD), assumed="major")
OTHER_CARD = WhichCard("other_card", "52A", gettext_noop("Which card did [owner] play instead?"), hand="owner")
PLAYED_ON = YesNo(
    "played_on",
    "52B1(b)",
    gettext_noop("Has [declarer] played a card since, from his hand or from dummy?"),
    why=gettext_noop("If he has, he must accept the card."),
)


class Acceptance(Choice):
    ACCEPT = Option(
        "accept",
        gettext_noop("You accept the card played"),
        entails=gettext_noop(
            "The card played in its place ([other_card]) stays. The penalty card remains on the table."
        ),
        law="52B1(a)",
    )
    REFUSE = Option(
        "refuse",
        gettext_noop("You refuse it"),
        entails=gettext_noop(
            "[owner] must play his penalty card ([card]). The card played in its place ([other_card]) "
            "becomes a major penalty card and stays on the table."
        ),
        law="52B2",
    )


ACCEPTANCE = ChooseOne(
    "acceptance",
    "52B1(a)",
    gettext_noop(
        "[declarer], [owner] has played another card ([other_card:the]) when he had to play his penalty card first "
        "([card:the])."
    ),
    Acceptance,
    chooser="declarer",
)


# Words and effects


NOTHING_WRONG = gettext_noop("No infraction: he did not have to play it. Play goes on.")
HIS_OWN_MOVE = Note(law="52A", text=gettext_noop("He may not take his card back on his own initiative."))
SUBSTITUTE = gettext_noop("[owner] must play his penalty card ([card]).")
OTHER_DUTY = penalty_card_duty(
    card="other_card",
    text=gettext_noop(
        "Major penalty card too, in front [owner:of] ([other_card]): to be played at the first legal "
        "opportunity. Each time [owner_partner] is about to lead, [declarer] first chooses: require the "
        "suit, forbid it, or leave the lead free."
    ),
)
STANDS = gettext_noop("The card played stands. The penalty card remains on the table.")
STILL_PENALISED = penalty_card(
    "52B1(c)", kind="as_before", text=gettext_noop("The penalty card ([card]) stays on the table, as it was.")
)
STILL_THERE = Presence(
    law="52B1(c)",
    do="STAY",
    until="card_gone",
    text=gettext_noop("Stay: the penalty card ([card]) is still to be played at the first legal opportunity."),
)
MINOR_STILL_THERE = Presence(
    law="52B1(c)",
    do="STAY",
    until="card_gone",
    text=gettext_noop(
        "Stay: as long as the penalty card lies there ([card]), [owner] may play no other card of that suit below the "
        "10 before it."
    ),
)
A_REVOKE_TOO = Note(
    law="61A",
    text=gettext_noop(
        "If he did not follow suit when he could, it is a revoke besides, and accepting the card does not cure it: "
        "rule on the revoke too."
    ),
)
