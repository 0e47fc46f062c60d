"""Law 59 - Inability to lead or play as required.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 59; FFB, Code 2017, Loi 59.
Before: the rectification that binds a lead or a play: 26B, 50D2, 51B, 57A.
Sends:  61 a player who could comply and has not.
Rows:   LAWS.md 6.8; 59.R1 and 59.R2 are its two sentences, which the reference does not number.
"""

from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Option, Seen, WhichCard, WhichSeat, YesNo
from rulings.engine.ruling import MustPlay, Note, Presence, Ruling, Send
from rulings.engine.text import gettext_noop
from rulings.laws2017.lead_choice import OWES_HIS_OWN
from rulings.laws2017.on_the_table import has_none, its_only_one


def unable_to_comply(ask: Ask) -> Ruling:
    """Rule on a player who may be unable to do what a rectification asks of him."""
    ask(PLAYER)
    bound = ask(BOUND)
    if ask(ABLE):
        if ask(ALREADY):
            revoke = Send(law="61A", to="64", hands=("offender=[player]", "able=yes"), text=RULE_ON_IT)
            barred = (FORBIDDEN_READING,) if bound is Bound.FORBIDDEN else ()
            return Ruling("61A", IS_A_REVOKE, (revoke, *barred))
        complies = MustPlay(law="59", player="player", card="required_card", when="now", text=AS_REQUIRED[bound])
        return Ruling("59", HE_MUST, (complies, UNTIL_DONE))
    if ask(OWN_PENALTY_CARD):
        ask(OWN_CARD)
        his_own = MustPlay(law="50D1(a)", player="player", card="own_card", when="now", text=PENALTY_CARD_FIRST[bound])
        return Ruling("59", HIS_PENALTY_CARD, (his_own, USED_UP, OWES_HIS_OWN))
    free = MustPlay(law="59", player="player", card="legal_card", when="now", text=FREED[bound])
    return Ruling("59", ANY_CARD, (free, USED_UP))


LAW = Law(
    "59",
    gettext_noop("A player cannot lead or play as required"),
    unable_to_comply,
    finds=gettext_noop("cannot comply, void, no card of the suit required, only the forbidden suit"),
)


# Questions


PLAYER = WhichSeat("player", "59", gettext_noop("Who has to lead or to play as required?"))


class Bound(Choice):
    REQUIRED = Option("required", gettext_noop("He must lead a suit"), law="50D2(a)")
    FORBIDDEN = Option("forbidden", gettext_noop("He may not lead a suit"), law="50D2(a)")
    PLAY = Option("play", gettext_noop("He must, or may not, play a card or a suit to this trick"), law="57A")


BOUND = ChooseOne("bound", "59", gettext_noop("What is [player] bound to?"), Bound)
ABLE = YesNo(
    "able",
    "59",
    gettext_noop("Can he comply?"),
    why=gettext_noop(
        "Look at his hand yourself, and show nobody what it holds. Following suit comes before any rectification."
    ),
)
ALREADY = YesNo("already", "61A", gettext_noop("Has he already led or played something else?"))
OWN_PENALTY_CARD = YesNo(
    "own_penalty_card",
    "50D1(a)",
    gettext_noop("Has he himself a major penalty card on the table, that he can legally play now?"),
    seen=Seen(has_none, PLAYER),
)
OWN_CARD = WhichCard(
    "own_card",
    "50D1(a)",
    gettext_noop("Which one is it?"),
    hand="player",
    seen=Seen(its_only_one, PLAYER),
    follows=True,
)


# Words and effects


RULE_ON_IT = gettext_noop("Rule on the revoke: the card or the suit that was due counts as the suit to follow.")
IS_A_REVOKE = gettext_noop("He could comply and has not: it is a revoke.")
FORBIDDEN_READING = Note(
    law="61A", text=gettext_noop("Reading followed: leading a suit that was forbidden is a revoke too.")
)
LEADS = gettext_noop("[player] leads as required.")
PLAYS = gettext_noop("[player] plays as required.")
AS_REQUIRED = {Bound.REQUIRED: LEADS, Bound.FORBIDDEN: LEADS, Bound.PLAY: PLAYS}
HE_MUST = gettext_noop("He can comply, and must.")
UNTIL_DONE = Presence(law="59", do="STAY", until="card_played", text=gettext_noop("Stay until he has played."))
LEADS_IT = gettext_noop("[player] leads his penalty card.")
PLAYS_IT = gettext_noop("[player] plays his penalty card.")
PENALTY_CARD_FIRST = {Bound.REQUIRED: LEADS_IT, Bound.FORBIDDEN: LEADS_IT, Bound.PLAY: PLAYS_IT}
HIS_PENALTY_CARD = gettext_noop("He cannot comply: he plays his own penalty card. It is not a revoke.")
USED_UP = Note(
    law="59",
    text=gettext_noop("The choice is used up: a card already taken back stays in hand and is not penalised."),
)
REQUIRED_SUIT = gettext_noop("[player] leads any card. The suit was required for this lead only.")
FORBIDDEN_SUIT = gettext_noop(
    "[player] holds nothing but the forbidden suit: he may lead it. As soon as he can lead another, he may not."
)
ANY_LEGAL_CARD = gettext_noop("[player] follows suit if he can; if not, he plays any card.")
FREED = {Bound.REQUIRED: REQUIRED_SUIT, Bound.FORBIDDEN: FORBIDDEN_SUIT, Bound.PLAY: ANY_LEGAL_CARD}
ANY_CARD = gettext_noop("He cannot comply: he plays any legal card. It is not a revoke.")
UNABLE = Note(
    law="57B",
    text=gettext_noop(
        "If he cannot, he plays any legal card, and the choice is used up. It is no revoke (59). If he can and does "
        "not, it is one."
    ),
)
