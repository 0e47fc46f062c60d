"""Law 68 - Claim or concession of tricks.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 68; FFB, Code 2017, Loi 68.
Before: Law 48 or 49, cards shown without meaning to claim.
Sends:  69 what is agreed, 70 what is contested, 16C for what the partner of a defender who conceded has seen.
Rows:   LAWS.md 9.3, 68.R1 to 68.R4; the statement on the trick in progress, and the concession that is none (68B2), are
        68.A and 68.B.
Reading: 68.R4. Cards played after a contested claim count for nothing; they are at most evidence of facts (85).

Play stops as soon as tricks are claimed or conceded. It goes on in two cases only: a defender has conceded and his
partner objects at once; or the other side asks for it, and all four players agree.
"""

from typing import assert_never

from rulings.bridge import Seat
from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Given, Option, WhichSeat, YesNo
from rulings.engine.ruling import Cancel, Duty, Info, Note, Presence, Ruling, Send, When
from rulings.engine.text import gettext_noop
from rulings.laws2017.terms import DECLARER


def claim(ask: Ask) -> Ruling:
    """Rule whether tricks were claimed or conceded, and what may be done now."""
    # A, B1. Is it a claim or a concession?
    match statement := ask(SAID):
        case Said.CURRENT_TRICK:
            return Ruling("68", PLAY_ON_THIS_TRICK, (NO_PENALTY_CARD, WHAT_WAS_SHOWN))
        case Said.NOT_MEANT:
            return Ruling("68A", NO_CLAIM, (DECLARERS_CARDS, A_DEFENDERS_CARDS))
        case Said.ALL | Said.SOME | Said.CONCESSION:
            pass
        case _:
            assert_never(statement)
    ask(CLAIMER)

    # B2. A defender concedes, and his partner objects at once
    if statement is not Said.ALL and ask(BY_A_DEFENDER) and ask(PARTNER_OBJECTS):
        return Ruling("68B2", NO_CONCESSION, (CONCESSION_UNDONE, SHOWN_TO_PARTNER, SEE_THE_PLAY), (CARDS_SEEN_LATER,))

    # D. Play is suspended
    if not ask(DOUBTED):
        return Ruling("69A", AGREED, (AS_IF_PLAYED, UNTIL_WHEN))
    match since := ask(SINCE):
        case Since.NOTHING:
            return Ruling("68D2(a)", NO_PLAY, (RULE_ON_IT,))
        case Since.REFUSED:
            return Ruling("68D2(b)", NOT_ALL_AGREE, (RULE_ON_IT,))
        case Since.ALL_AGREE:
            return Ruling("68D2(b)", PLAY_GOES_ON, (CLAIM_VOID, NO_16_NO_50))
        case Since.PLAYED:
            return Ruling("68D2(a)", FROM_THE_CLAIM, (RULE_ON_IT, PLAYED_AFTERWARDS))
        case _:
            assert_never(since)


LAW = Law(
    "68",
    gettext_noop("Claim or concession: may play go on?"),
    claim,
    tile="reclamation",
    finds=gettext_noop(
        "claim, concession, concedes, faces his hand, the rest are mine, play on after a claim, partner objects"
    ),
)


# Questions


class Said(Choice):
    ALL = Option("all", gettext_noop("He claimed all the tricks left"), law="68A")
    SOME = Option("some", gettext_noop("He claimed some of the tricks left, and so conceded the others"), law="68B1")
    CONCESSION = Option("concession", gettext_noop("He conceded tricks, or gave up his hand"), law="68B1")
    CURRENT_TRICK = Option("current_trick", gettext_noop("He spoke of the trick in progress only"), law="68")
    NOT_MEANT = Option("not_meant", gettext_noop("He showed cards, plainly without meaning to claim"), law="68A")


SAID = ChooseOne(
    "said",
    "68A",
    gettext_noop("What did the player say or do?"),
    Said,
    why=gettext_noop(
        "To say how many tricks one will win, to propose to stop, or to face one’s hand is a claim; to give up one’s "
        "hand is a concession of all the tricks left."
    ),
)
CLAIMER = WhichSeat("claimer", "68A", gettext_noop("Who claimed or conceded?"))


def is_a_defender(claimer: Seat, declarer: Seat) -> bool:
    """Tell whether the claimer is on the other side than declarer."""
    return claimer.side is not declarer.side


BY_A_DEFENDER = YesNo(
    "by_a_defender",
    "68B2",
    gettext_noop("Is [claimer] a defender?"),
    given=Given(is_a_defender, CLAIMER, DECLARER, ask=True),
)
PARTNER_OBJECTS = YesNo(
    "partner_objects",
    "68B2",
    gettext_noop("Did [claimer_partner] object at once to the concession?"),
    why=gettext_noop("Only a defender’s partner undoes a concession so; when dummy objects, the claim is contested."),
)
DOUBTED = YesNo(
    "doubted",
    "68D",
    gettext_noop("Does any player, dummy included, contest the claim or the concession?"),
)


class Since(Choice):
    NOTHING = Option("nothing", gettext_noop("Nobody has played, and nobody asks to play on"), law="68D2(a)")
    REFUSED = Option("refused", gettext_noop("It was asked to play on, but not all four players agree"), law="68D2(b)")
    ALL_AGREE = Option(
        "all_agree",
        gettext_noop("The side that neither claimed nor conceded asks to play on, and all four players agree"),
        law="68D2(b)",
    )
    PLAYED = Option("played", gettext_noop("They have played on all the same"), law="68D2(a)")


SINCE = ChooseOne(
    "since_claim",
    "68D2",
    gettext_noop("What has happened since?"),
    Since,
    why=gettext_noop(
        "Do not propose to play on: it is for the side that neither claimed nor conceded to ask, and each of the four "
        "players, dummy included, may refuse."
    ),
)


# Words and effects


PLAY_ON_THIS_TRICK = gettext_noop("It is neither a claim nor a concession. Play goes on.")
NO_CLAIM = gettext_noop("It is no claim. Rule on the cards shown.")
NO_CONCESSION = gettext_noop("There is no concession, and no claim. Play goes on.")
AGREED = gettext_noop("Everybody agrees: the tricks are entered as if they had been played.")
NO_PLAY = gettext_noop("The claim is contested: nobody plays any more.")
NOT_ALL_AGREE = gettext_noop("Not all four agree to play on: nobody plays any more.")
PLAY_GOES_ON = gettext_noop("Play goes on to the end, and its result counts.")
FROM_THE_CLAIM = gettext_noop("The claim is ruled on as things stood when it was made.")

NO_PENALTY_CARD = Note(
    law="68",
    text=gettext_noop("A card shown with a word on the trick in progress is no penalty card."),
)
WHAT_WAS_SHOWN = Info(
    law="16A",
    source="cards_shown",
    ui_for=("claimer_partner",),
    text=gettext_noop(
        "The partner of a player who spoke or showed a card may not use it; if a defender has played because of it "
        "before his turn, rule on that too (57A)."
    ),
)
DECLARERS_CARDS = Send(law="48A", to="48", text=gettext_noop("Declarer has shown them: rule on his cards."))
A_DEFENDERS_CARDS = Send(law="49", to="49", text=gettext_noop("A defender has shown them: rule on his cards."))
CONCESSION_UNDONE = Cancel(
    law="68B2",
    what="concession",
    text=gettext_noop("[claimer] takes back the cards he has shown: none of them is a penalty card."),
)
SHOWN_TO_PARTNER = Info(
    law="16C",
    source="cards_shown",
    ui_for=("claimer_partner",),
    ai_for=("opposing_side",),
    text=gettext_noop("[claimer_partner] may not use what those cards and that concession tell; [opposing_side] may."),
)
SEE_THE_PLAY = Presence(
    law="68B2", do="RETURN", until="end_of_play", text=gettext_noop("Come back at the end of play.")
)
CARDS_SEEN_LATER = Duty(
    "68B2",
    When.END_OF_PLAY,
    gettext_noop("Concession [claimer:of] undone: has his partner used what he had seen?"),
    opens="16C",
    hands=("offender=[claimer]",),
)
AS_IF_PLAYED = Note(
    law="69A",
    text=gettext_noop("Enter the result with the tricks claimed and conceded."),
)
UNTIL_WHEN = Note(
    law="69A",
    text=gettext_noop(
        "A player may still object until his side calls on a later board, or until the round is over; after that, "
        "come back to Law 69 (a claim agreed) or 71 (a concession)."
    ),
)
RULE_ON_IT = Send(
    law="70A",
    to="70",
    hands=("claimer", "declarer"),
    text=gettext_noop("Now rule on the contested claim: how many tricks for each side?"),
)
CLAIM_VOID = Cancel(
    law="68D2(b)",
    what="claim",
    text=gettext_noop("The claim or the concession is void; it will not be ruled on."),
)
NO_16_NO_50 = Note(
    law="68D2(b)",
    text=gettext_noop(
        "What was said and shown may be used by everybody: neither Law 16 nor Law 50 applies, and no card is a penalty "
        "card."
    ),
)
PLAYED_AFTERWARDS = Note(
    law="68D2(a)",
    text=gettext_noop(
        "Reading followed: the cards played since do not count; at most they show what the players would have done."
    ),
)
