"""Law 79 - Tricks won, and correction of scores.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 79; FFB, Code 2017, Loi 79.
Before: Law 8, has the round ended?
Sends:  69 and 71 when the number comes from a claim or a concession, which keep their own standard; 85 the facts.
Rows:   LAWS.md 10.4, 79.R1 to 79.R5. Reading: 79.R2, claims keep the standard of 69 and 71.
"""

from typing import assert_never

from rulings.engine.inquiry import Ask, Law
from rulings.engine.names import SideName
from rulings.engine.questions import Choice, ChooseOne, Count, Option, Words, YesNo
from rulings.engine.ruling import AwardTricks, Note, PenaltyPossible, Ruling, Send, SplitScore
from rulings.engine.text import gettext_noop
from rulings.laws2017.terms import DECLARER


def tricks_disputed(ask: Ask) -> Ruling:
    """Rule by 79A and B on players who do not agree on the tricks won."""
    source = ask(SOURCE)
    match source:
        case Source.CLAIM:
            return Ruling("79B1", CLAIM_FIRST, (CLAIM_NEXT,), leads_on=True)
        case Source.CONCESSION:
            return Ruling("79B1", CLAIM_FIRST, (CONCESSION_NEXT,), leads_on=True)
        case Source.KNOWINGLY:
            return counted(ask, "79A2", NOT_THEIR_TRICK, PENALTY_POSSIBLE)
        case Source.PLAY:
            return by_play(ask)
        case _:
            assert_never(source)


LAW = Law(
    "79",
    gettext_noop("The players do not agree on the number of tricks"),
    tricks_disputed,
    tile="jeu-etui",
    finds=gettext_noop("number of tricks, tricks disputed, one trick more, disagreement on the score"),
)


def by_play(ask: Ask) -> Ruling:
    # B2. Called within the round: the director decides
    if not ask(ROUND_OVER):
        return counted(ask, "79B2", DECIDED)

    # B3. Called later: only if he is firmly convinced, or against one side alone
    ask(EVIDENCE)
    sure = ask(SURE)
    match sure:
        case Sure.CONVINCED:
            return counted(ask, "79B3", CHANGED, heard=True)
        case Sure.STANDS:
            return Ruling("79B3", SCORE_STANDS)
        case Sure.LOWER_DECLARING | Sure.LOWER_DEFENDERS:
            ask(DECLARER)
            ask(TRICKS_AGREED)
            side: SideName = "declaring_side" if sure is Sure.LOWER_DECLARING else "defenders"
            return Ruling(
                "79B3",
                ONE_LOWERED,
                (SplitScore(law="79B3", kind="gain_taken", tricks="tricks_agreed", to=side, text=ONE_SIDE),),
            )
        case _:
            assert_never(sure)


def counted(ask: Ask, law: str, text: str, *more: PenaltyPossible, heard: bool = False) -> Ruling:
    """Rule that the number of tricks that the director finds counts for both sides."""
    ask(DECLARER)
    if not heard:
        ask(EVIDENCE)
    ask(TRICKS_AGREED)
    tricks = AwardTricks(law=law, tricks="tricks_agreed", text=NUMBER)
    return Ruling(law, text, (tricks, *more))


def score_error(ask: Ask) -> Ruling:
    """Rule by 79C on an agreed score that was entered or computed wrongly."""
    if ask(IN_PERIOD):
        return Ruling("79C1", CORRECTED, (CORRECT_LINE,))
    if ask(ORGANISER_APPROVES) and ask(BEYOND_DOUBT):
        return Ruling("79C2", CORRECTED_LATE, (CORRECT_LINE,))
    return Ruling("79C2", NOT_CORRECTED)


SCORE = Law(
    "79C",
    gettext_noop("A score entered or computed wrongly"),
    score_error,
    finds=gettext_noop(
        "wrong score, score error, typing error, wrong pair number, correction period, wrong contract entered"
    ),
)


# Questions


class Source(Choice):
    PLAY = Option("play", gettext_noop("From the play itself: they do not count the same tricks"), law="79B")
    CLAIM = Option("claim", gettext_noop("From a claim that was agreed"), law="69B")
    CONCESSION = Option("concession", gettext_noop("From tricks that were conceded"), law="71")
    KNOWINGLY = Option(
        "knowingly",
        gettext_noop(
            "A side knowingly accepted a trick that it had not won, or that the other side could not have lost"
        ),
        law="79A2",
    )


class Sure(Choice):
    CONVINCED = Option(
        "convinced",
        gettext_noop("Yes, firmly"),
        entails=gettext_noop("The score is changed for both sides."),
        law="79B3",
    )
    STANDS = Option("stands", gettext_noop("No, and the score entered stands"), law="79B3")
    LOWER_DECLARING = Option(
        "lower_declaring",
        gettext_noop("No, but the declaring side’s score is lowered"),
        entails=gettext_noop("The defenders keep the score entered."),
        law="79B3",
    )
    LOWER_DEFENDERS = Option(
        "lower_defenders",
        gettext_noop("No, but the defenders’ score is lowered"),
        entails=gettext_noop("The declaring side keeps the score entered."),
        law="79B3",
    )


SOURCE = ChooseOne("tricks_source", "79B", gettext_noop("Where does the disagreement come from?"), Source)
ROUND_OVER = YesNo(
    "round_over",
    "79B3",
    gettext_noop("Had the round ended when the director was called?"),
    why=gettext_noop("See Law 8: for a table that is still playing, it ends when the players move on."),
)
EVIDENCE = Words(
    "evidence",
    "79B",
    gettext_noop("What do the players say, and what do the played cards show?"),
    why=gettext_noop("The order of the played cards, if they have not been mixed, is the best witness."),
)
SURE = ChooseOne(
    "firmly_convinced",
    "79B3",
    gettext_noop("The round is over. Are you firmly convinced of the number of tricks won at the table?"),
    Sure,
)
TRICKS_AGREED = Count("tricks_agreed", "79B", gettext_noop("How many tricks did declarer’s side win?"))
IN_PERIOD = YesNo(
    "in_period",
    "79C1",
    gettext_noop("Is the correction period still running?"),
    why=gettext_noop("It ends [correction_minutes] after the official score is available for inspection."),
)
ORGANISER_APPROVES = YesNo(
    "organiser_approves", "79C2", gettext_noop("Does the organiser approve a correction so late?")
)
BEYOND_DOUBT = YesNo(
    "beyond_doubt", "79C2", gettext_noop("Are you satisfied beyond reasonable doubt that the record is wrong?")
)


# Words and effects

CLAIM_FIRST = gettext_noop("The number comes from a claim or a concession, which has its own rules.")
NOT_THEIR_TRICK = gettext_noop("No side may keep a trick that it knows it did not win: the number is corrected.")
DECIDED = gettext_noop("You decide: [tricks_agreed] for declarer.")
CHANGED = gettext_noop("The score is changed for both sides: [tricks_agreed] for declarer.")
SCORE_STANDS = gettext_noop("The score that was entered stands.")
ONE_LOWERED = gettext_noop("One side’s score is lowered; the other side’s is not raised.")
CORRECTED = gettext_noop("The score is corrected.")
CORRECTED_LATE = gettext_noop("The score is corrected, with the organiser’s approval.")
NOT_CORRECTED = gettext_noop("The correction period is over: the score stands.")
NUMBER = gettext_noop("The result is entered with [tricks_agreed] for declarer.")
ONE_SIDE = gettext_noop("For that side alone: [tricks_agreed] for declarer.")
CORRECT_LINE = Note(law="79C", text=gettext_noop("Correct the line of the board; the ranking follows from it."))
PENALTY_POSSIBLE = PenaltyPossible(
    law="90", text=gettext_noop("To accept such a trick knowingly is forbidden: a penalty is possible.")
)
CLAIM_NEXT = Send(law="69B", to="69", hands=("declarer",), text=gettext_noop("Now rule on the claim."))
CONCESSION_NEXT = Send(law="71", to="71", hands=("declarer",), text=gettext_noop("Now rule on the concession."))
