"""Law 86 - Team play.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 86; FFB, Code 2017, Loi 86.
Before: Law 87 for a board that was not the same at both tables; it is ruled on here.
Rows:   LAWS.md 10.6, 86.R1 to 86.R6. Reading: 66.R4 and 12.R6 for the figures in IMPs.
"""

from dataclasses import replace
from typing import assert_never

from rulings.engine.inquiry import Ask, Law
from rulings.engine.names import SideName
from rulings.engine.questions import Choice, ChooseOne, Option, YesNo
from rulings.engine.ruling import Artificial, Cancel, ConsiderAdjusting, Note, PenaltyPossible, Rectification, Ruling
from rulings.engine.text import gettext_noop
from rulings.laws2017.event import OTHER_FAVOURS
from rulings.laws2017.law_12_directors_discretionary_powers import (
    ARTIFICIAL,
    KIND_OF_SCORE,
    OWN_FAULT_REVIEWED,
    KindOfScore,
    score_of_kind,
    with_own_part,
)
from rulings.laws2017.terms import DECLARER


def board_of_a_match(ask: Ask) -> Ruling:
    """Rule on a board of a match that cannot be compared normally."""
    what = ask(WHAT)
    match what:
        case What.NEW_DEAL:
            return Ruling("86A", NOT_DEALT_AGAIN, (USUAL,)) if ask(RESULT_KNOWN) else Ruling("86A", MAY_DEAL_AGAIN)
        case What.ONE_TABLE:
            return one_score_adjusted(ask)
        case What.NOT_COMPARABLE:
            return not_comparable(ask)
        case _:
            assert_never(what)


LAW = Law(
    "86",
    gettext_noop("Teams: a board that cannot be compared"),
    board_of_a_match,
    finds=gettext_noop("teams, match, other table, fouled board in teams, board turned, 90 degrees, replay"),
)


def one_score_adjusted(ask: Ask) -> Ruling:
    # B1. The other table's result decides
    return result_assigned(ask) if ask(OTHER_FAVOURS) else Ruling("12C", AS_USUAL, (USUAL,))


def result_assigned(ask: Ask) -> Ruling:
    """Assign a result here, and not an average, because the other table's result favours a team."""
    kind = ask(KIND_IN_A_MATCH)
    one_result = kind in (KindOfScore.SAME_CONTRACT, KindOfScore.OTHER_CONTRACT)
    favours = PROTECTS[ask(PROTECTED)] if one_result else "non_offending_side"
    if kind is KindOfScore.SAME_CONTRACT:
        ask(DECLARER)
    score = with_own_part(ask, score_of_kind(ask, kind, "86B1", favours, by="12C1"), OWN_FAULT_REVIEWED)
    return Ruling("86B1", ASSIGNED, (*score.rectifications, NOT_THREE), score.duties)


def not_comparable(ask: Ask) -> Ruling:
    # B2. By the fault of the sides
    fault = ask(FAULT)
    cancelled = Cancel(law="86B2", what="board", text=BOARD_CANCELLED)
    effects: tuple[Rectification, ...]
    match fault:
        case Fault.NONE:
            effects = (cancelled, AVERAGE_PLUS_BOTH) if ask(NO_TIME) else (cancelled, REPLAY)
            return Ruling("86B2", NOBODY_AT_FAULT, (*effects, REGULATION))
        case Fault.NS | Fault.EW if not ask(ASSIGNED_IS_MORE):
            average = AVERAGE_AND_COMPLEMENT[fault]
            return Ruling("86B2", ONE_AT_FAULT, (cancelled, average, COMPLEMENT, PENALTY_POSSIBLE, REGULATION))
        case Fault.NS | Fault.EW:
            return Ruling("86B2", ONE_AT_FAULT, (cancelled, BETTER, COMPLEMENT, PENALTY_POSSIBLE, REGULATION))
        case Fault.ONE:
            return Ruling("86B2", ONE_AT_FAULT, (BETTER_OF_TWO, COMPLEMENT, PENALTY_POSSIBLE, REGULATION))
        case Fault.BOTH:
            return Ruling("86B2", BOTH_AT_FAULT, (cancelled, BY_RESPONSIBILITY, PENALTY_POSSIBLE, REGULATION))
        case _:
            assert_never(fault)


# Questions


class What(Choice):
    NEW_DEAL = Option("new_deal", gettext_noop("The board should be dealt again"), law="86A")
    ONE_TABLE = Option(
        "one_table", gettext_noop("One table’s result must be adjusted; the other table has a result"), law="86B1"
    )
    NOT_COMPARABLE = Option(
        "not_comparable",
        gettext_noop("The results of two tables cannot be compared, or more than one must be adjusted"),
        law="86B2",
    )


class Fault(Choice):
    NONE = Option("none", gettext_noop("Neither team"), law="86B2")
    NS = Option("ns", gettext_noop("One team only, that sits North-South here"), law="86B2")
    EW = Option("ew", gettext_noop("One team only, that sits East-West here"), law="86B2")
    ONE = Option("one", gettext_noop("One team only"), law="86B2")
    BOTH = Option("both", gettext_noop("Both teams"), law="86B2")


WHAT = ChooseOne("match_board", "86", gettext_noop("What is it about?"), What)
RESULT_KNOWN = YesNo(
    "result_known",
    "86A",
    gettext_noop("Might a player know the result of the match without this board?"),
    why=gettext_noop("Then a new deal would decide a match whose state is known."),
)
KIND_IN_A_MATCH = replace(KIND_OF_SCORE, kept=(KindOfScore.NOT_OBVIOUS.value, KindOfScore.NO_RESULT.value))


class Protected(Choice):
    DECLARING_SIDE = Option("declaring_side", gettext_noop("The declaring side"))
    DEFENDERS = Option("defenders", gettext_noop("The defenders"))


PROTECTED = ChooseOne(
    "protected",
    "86B1",
    gettext_noop("At this table, which side is the score adjusted for?"),
    Protected,
    why=gettext_noop("The side that did not offend; if neither did, the one whose team the other table favours."),
)
PROTECTS: dict[Protected, SideName] = {
    Protected.DECLARING_SIDE: "declaring_side",
    Protected.DEFENDERS: "defenders",
}
FAULT = ChooseOne("team_fault", "86B2", gettext_noop("Which team was at fault?"), Fault, kept=(Fault.ONE.value,))
ASSIGNED_IS_MORE = YesNo(
    "assigned_is_more",
    "86B2",
    gettext_noop("Would a favourable result give the team not at fault more than [event_form:plus] on this board?"),
    why=gettext_noop("It receives the better of the two; the team at fault receives the complement."),
)
NO_TIME = YesNo(
    "no_replay",
    "86B2",
    gettext_noop("Is it impossible to play boards again?"),
    why=gettext_noop("There may be no time, or a player may know the result of the match without these boards (86A)."),
)


# Words and effects

NOT_DEALT_AGAIN = gettext_noop("No new deal: the score is adjusted.")
MAY_DEAL_AGAIN = gettext_noop("A new deal is possible.")
ASSIGNED = gettext_noop("The score is assigned, taking the favourable result of the other table into account.")
AS_USUAL = gettext_noop("The score is adjusted as usual.")
NOBODY_AT_FAULT = gettext_noop("The board is cancelled; no team is at fault.")
ONE_AT_FAULT = gettext_noop("The innocent team is not to lose by it.")
BOTH_AT_FAULT = gettext_noop("The board is cancelled; both teams are at fault.")
BOARD_CANCELLED = gettext_noop("The results of both tables are cancelled.")
NOT_THREE = Note(
    law="86B1",
    text=gettext_noop("An average ([event_form:plus], [event_form:minus]) is not given here. Weights are possible."),
)
USUAL = ConsiderAdjusting(
    law="12C",
    when="now",
    text=gettext_noop("Assign a probable result if one can be found, otherwise averages by fault."),
)
AVERAGE_PLUS_BOTH = ConsiderAdjusting(
    law="86B2",
    when="now",
    text=gettext_noop("Average plus for both teams: [event_form:plus] each; in a knock-out match that makes zero."),
)
REPLAY = Note(
    law="86B2",
    text=gettext_noop("You may have the board played again, or averages plus given: [event_form:plus] each."),
)
BETTER_OF_TWO = ConsiderAdjusting(
    law="86B2",
    when="now",
    text=gettext_noop(
        "The team not at fault receives, board by board, the better of average plus ([event_form:plus]) and a "
        "favourable result assigned."
    ),
)
BETTER = ConsiderAdjusting(
    law="86B2",
    when="now",
    text=gettext_noop("On the page of the score, give the team not at fault what the favourable result is worth."),
)
AVERAGE_AND_COMPLEMENT = {
    Fault.NS: Artificial(law="86B2", ns=40, ew=60, text=ARTIFICIAL[40, 60]),
    Fault.EW: Artificial(law="86B2", ns=60, ew=40, text=ARTIFICIAL[60, 40]),
}
COMPLEMENT = Note(law="86B2", text=gettext_noop("The team at fault receives the complement of it."))
BY_RESPONSIBILITY = ConsiderAdjusting(
    law="12C2",
    when="now",
    text=gettext_noop(
        "Averages by each team’s fault: [event_form:minus] for a team directly at fault, [event_form:even] for a team "
        "at fault in part; in a knock-out match they are averaged (12C4)."
    ),
)
PENALTY_POSSIBLE = PenaltyPossible(law="90", text=gettext_noop("A procedural penalty is possible for a team at fault."))
REGULATION = Note(
    law="86B3",
    text=gettext_noop(
        "If the board was played at one table of the match only, a regulation may say otherwise; none is set here."
    ),
)
