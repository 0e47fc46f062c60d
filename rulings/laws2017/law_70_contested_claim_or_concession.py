"""Law 70 - Contested claim or concession.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 70; FFB, Code 2017, Loi 70.
Before: Law 68, may play go on? Law 64, a revoke that the claim has established, or that must be corrected first.
Sends:  71 for what the claimer himself has conceded without need.
Rows:   LAWS.md 9.5, 70.R1 to 70.R7.
Reading: 70. A ruling on a claim is a whole number of tricks: it is not weighted, and Law 12 does not adjust it.

The director notes the position first, while the hands lie there; then the claimer's statement, and the objections of
the others. Each doubtful point goes against the side that claimed. The ruling is the number of tricks of the worst
normal line, without weights; the director finds that line himself.
"""

from collections.abc import Iterator

from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import (
    Choice,
    ChooseOne,
    Count,
    Given,
    Most,
    Option,
    RemainingCards,
    WhichSeat,
    WhichSuit,
    Words,
    YesNo,
)
from rulings.engine.ruling import AwardTricks, Note, Ruling
from rulings.engine.text import gettext_noop
from rulings.laws2017.law_68_claim_or_concession_of_tricks import BY_A_DEFENDER


def contested(ask: Ask) -> Ruling:
    """Rule on a contested claim or concession: how many tricks for each side?"""
    by_a_defender = ask(BY_A_DEFENDER)

    # B3. The position when he claimed
    ask(CARDS_LEFT)
    ask(TRICKS_LEFT)
    ask(TRICKS_BEFORE)
    ask(TO_PLAY)
    ask(TRUMPS)

    # B1, B2. The statement as it was made, and the opponents' objections
    ask(STATEMENT)
    ask.instead_of(OBJECTIONS, TRICKS_CLAIMED, SAID_ON_THE_LEFT, SAID_ON_THE_RIGHT, SAID_BY_PARTNER)

    # C, D, E. What is doubtful goes against the claimer
    doubts = tuple(doubtful(ask, by_a_defender=by_a_defender))

    # A. The worst of the normal lines that are left
    ask(NORMAL_LINES)
    ask(TRICKS_LOST)
    law = next((doubt.law for doubt in doubts if doubt is not TOP_DOWN), "70A")
    return Ruling(law, TRICKS_FOR_EACH, (*doubts, AWARD[law]))


LAW = Law(
    "70",
    gettext_noop("Contested claim: how many tricks?"),
    contested,
    tile="reclamation",
    finds=gettext_noop(
        "contested claim, doubtful claim, trump left out, I have a trump left, finesse after a claim, wrong claim, "
        "tricks left, line of play not stated"
    ),
)


def doubtful(ask: Ask, *, by_a_defender: bool) -> Iterator[Note]:
    """List the lines that the director does not allow the claimer, in the order of the Law."""
    # C. An outstanding trump: three conditions, all of them
    if ask(TRUMP_OUT) and not ask(SPOKE_OF_IT) and ask(UNAWARE) and ask(COULD_LOSE):
        yield TRUMP_LOSES

    # D1. A line that was not stated
    if ask(NEW_LINE) and ask(WORSE_LINE):
        yield NOT_STATED

    # D2. A defender's claim that rests on his partner's choice
    if by_a_defender and ask(PARTNERS_CHOICE):
        yield ON_PARTNER

    # E1. A line that needs one opponent rather than the other to hold a card
    if ask(ONE_OPPONENT) and not ask(SHOWS_OUT):
        yield ON_A_GUESS

    # E2. The order of the cards of a suit
    if ask(ORDER_OPEN):
        yield TOP_DOWN if ask(SUIT_ORDER) is SuitOrder.TOP_DOWN else ANY_ORDER


# Questions


THIRTEEN = gettext_noop("With the others that would make more than thirteen tricks. Touch one of the numbers shown.")


def the_others_of_thirteen(tricks: int | None) -> int | None:
    return None if tricks is None else 13 - tricks


CARDS_LEFT = RemainingCards(
    "cards_left",
    "70B3",
    gettext_noop("Which cards were left in each hand?"),
    why=gettext_noop(
        "Have the four hands faced on the table. Reading followed: the cards as they were at the claim; what was "
        "played since does not count. The report shows them; without them you may go on."
    ),
)
TRICKS_LEFT = Count(
    "tricks_left", "70A", gettext_noop("How many tricks were left, the one in progress included?"), 1, 13
)
TRICKS_BEFORE = Count(
    "tricks_before",
    "70A",
    gettext_noop("How many tricks had declarer won before the claim?"),
    0,
    12,
    most=Most(the_others_of_thirteen, (TRICKS_LEFT,), THIRTEEN),
)
NOT_SO_MANY = Most(
    lambda left: left,
    (TRICKS_LEFT,),
    gettext_noop("There were not so many tricks left. Touch one of the numbers shown."),
)
TO_PLAY = WhichSeat(
    "to_play",
    "70B3",
    gettext_noop("Whose turn was it to play?"),
    why=gettext_noop("What is normal afterwards depends on the hand that leads."),
)
TRUMPS = WhichSuit("trumps", "70B3", gettext_noop("What was the trump suit?"), notrump=True)
STATEMENT = Words(
    "statement",
    "70B1",
    gettext_noop("What did [claimer] say when he claimed or conceded? Have him repeat it, word for word."),
    why=gettext_noop(
        "The statement as it was made, with the order of play if he gave one. Nothing is added to it now; ask the "
        "others whether that is what they heard."
    ),
    together="heard",
)
TRICKS_CLAIMED = Count(
    "tricks_claimed",
    "70B1",
    gettext_noop("How many of the tricks left did [claimer] claim?"),
    most=NOT_SO_MANY,
    together="heard",
)
HEAR_EACH = gettext_noop(
    "Hear each of them. You are not limited to what they have seen: look for every normal line yourself."
)
SAID_ON_THE_LEFT = Words(
    "said_on_the_left", "70B2", gettext_noop("What does [claimer_lho] say of it?"), why=HEAR_EACH, together="heard"
)
SAID_ON_THE_RIGHT = Words(
    "said_on_the_right", "70B2", gettext_noop("What does [claimer_rho] say of it?"), why=HEAR_EACH, together="heard"
)
SAID_BY_PARTNER = Words(
    "said_by_partner", "70B2", gettext_noop("What does [claimer_partner] say of it?"), why=HEAR_EACH, together="heard"
)
OBJECTIONS = Words(
    "objections",
    "70B2",
    gettext_noop("What do the others object?"),
    why=HEAR_EACH,
)


def some(trumps: int) -> bool:
    """Is any trump out?"""
    return trumps > 0


TRUMPS_OUT = Count("trumps_out", "70C", gettext_noop("How many trumps had the opponents [claimer:of]?"))
TRUMP_OUT = YesNo(
    "trump_out",
    "70C",
    gettext_noop("Had an opponent [claimer:of] still a trump?"),
    given=Given(some, TRUMPS_OUT),
    why=gettext_noop("At no trumps, answer no."),
)
SPOKE_OF_IT = YesNo(
    "spoke_of_it",
    "70C1",
    gettext_noop("Did [claimer] say anything about that trump, for instance that he draws it?"),
)
UNAWARE = YesNo(
    "unaware",
    "70C2",
    gettext_noop("Is it at all likely that [claimer] did not know, then, that this trump was still out?"),
    why=gettext_noop("The slightest likelihood is enough: look at how the trumps were played, and at what he said."),
)

NORMAL = gettext_noop(
    "Normal play includes what is careless or inferior for a player of this class, but not what is irrational."
)

COULD_LOSE = YesNo(
    "could_lose",
    "70C3",
    gettext_noop("Could a trick be lost to that trump by any normal play?"),
    why=NORMAL,
)
NEW_LINE = YesNo(
    "new_line",
    "70D1",
    gettext_noop("Does [claimer] now rely on a line of play that was not in his statement?"),
    together="doubts",
)
WORSE_LINE = YesNo(
    "worse_line",
    "70D1",
    gettext_noop("Is there another normal line that wins fewer tricks?"),
    why=NORMAL,
)
PARTNERS_CHOICE = YesNo(
    "partners_choice",
    "70D2",
    gettext_noop("Does a trick that he claims need [claimer_partner] to choose one normal play rather than another?"),
    why=NORMAL,
    together="doubts",
)
ONE_OPPONENT = YesNo(
    "one_opponent",
    "70E1",
    gettext_noop("Does he need, without having said so, one opponent rather than the other to hold a certain card?"),
    why=gettext_noop("A finesse, or a drop in place of a finesse, that the statement did not mention."),
    together="doubts",
)
SHOWS_OUT = YesNo(
    "shows_out",
    "70E1",
    gettext_noop(
        "Had an opponent shown out of that suit before the claim, or would he show out of it on any normal line?"
    ),
    why=gettext_noop("Then the card is placed for everybody, and the line needs no guess."),
)
ORDER_OPEN = YesNo(
    "order_open",
    "70E2",
    gettext_noop("Do tricks depend on the order in which the cards of a suit are played, which he did not say?"),
    together="doubts",
)


class SuitOrder(Choice):
    ANY = Option("any", gettext_noop("No regulation: any normal order, the worst included"), law="70A")
    TOP_DOWN = Option("top_down", gettext_noop("Regulation: a suit is deemed played from the top down"), law="70E2")


SUIT_ORDER = ChooseOne(
    "claim_suit_order",
    "70E2",
    gettext_noop("Does a regulation say in which order a suit is deemed played?"),
    SuitOrder,
    default="any",
)
NORMAL_LINES = Words(
    "normal_lines",
    "70A",
    gettext_noop("Which normal lines are left, and which of them wins fewest tricks for [claiming_side]?"),
    why=NORMAL,
    together="lines",
)
TRICKS_LOST = Count(
    "tricks_to_others",
    "70A",
    gettext_noop("Of the tricks left, how many go [opposing_side:to]?"),
    why=gettext_noop(
        "As equitably as possible for both sides, but every doubtful point against the side that claimed: a whole "
        "number, without weighting."
    ),
    most=NOT_SO_MANY,
    together="lines",
)


# Words and effects


TRICKS_FOR_EACH = gettext_noop(
    "[tricks_left:among], [opposing_side] win [tricks_to_others:number] and [claiming_side] "
    "[tricks_to_claimer:number]. Play is over."
)
IN_ALL = gettext_noop("Enter the result: declarer has [declarers_tricks] in all.")
AWARD = {
    law: AwardTricks(
        law=law, to="opposing_side", tricks="tricks_to_others", left="tricks_left", before="tricks_before", text=IN_ALL
    )
    for law in ("70A", "70C", "70D1", "70D2", "70E1")
}

TRUMP_LOSES = Note(
    law="70C",
    text=gettext_noop(
        "The trump still out was not mentioned, perhaps not known of, and a normal play may lose to it: what it can "
        "win goes [opposing_side:to]."
    ),
)
NOT_STATED = Note(
    law="70D1",
    text=gettext_noop("A line that was not stated is not accepted when another normal one wins fewer tricks."),
)
ON_PARTNER = Note(
    law="70D2",
    text=gettext_noop("The part of the claim that rests on a choice of [claimer_partner] is not accepted."),
)
ON_A_GUESS = Note(
    law="70E1",
    text=gettext_noop("A line that was not stated and needs a card to be on the right side is not accepted."),
)
ANY_ORDER = Note(
    law="70A",
    text=gettext_noop("The order of the suit was not said, and no regulation fixes it: the worst normal order counts."),
)
TOP_DOWN = Note(
    law="70E2",
    text=gettext_noop("The order of the suit was not said: by regulation it is deemed played from the top down."),
)
