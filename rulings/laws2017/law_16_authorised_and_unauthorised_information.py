"""Law 16 - Authorised and unauthorised information.

Text:   WBF, Laws of Duplicate Bridge 2017, Laws 16 and 55C; FFB, Code 2017, Lois 16 et 55C.
Before: Law 85 where the facts are disputed; for 16C, the law that had a card or a call taken back.
Sends:  21 and 75 when the information is a wrong explanation, 12C1 for the score.
Rows:   LAWS.md 3.1 to 3.4: 16.A (what may be used), 16B.R1 to 16B.R7, 16.C, 16D.R1 to 16D.R3; and 53.R11 as far as its
        review goes.
Reading: 16B.R7. A side said to have given information calls at once if it disputes it; otherwise the information is
        agreed.
Reading: 16D.R3. If information judged harmless turns out during the play to have mattered, the score is adjusted.
Custom: 16B.R7. In France the director is called at a break in tempo, so that he notes it.

A pause is no infraction, nor is a question: what the partner does with it may be one (16B1, 73D1). The director judges
nothing before the board is over. Duties of other laws open two reviews: `16C` on what the offending side has seen of an
action taken back, and `55C` on what declarer has learnt from a refused lead out of turn (`REFUSED_LEAD_LATER`).
"""

from dataclasses import replace
from typing import assert_never

from rulings.engine.inquiry import Ask, Law
from rulings.engine.names import Source as ComesFrom
from rulings.engine.questions import Choice, ChooseOne, Count, Option, WhichSeat, Words, YesNo
from rulings.engine.ruling import Duty, Info, Note, PenaltyPossible, Rectification, Ruling, Send, When
from rulings.engine.text import gettext_noop
from rulings.laws2017.event import other_table
from rulings.laws2017.law_12_directors_discretionary_powers import (
    RESULT_STANDS,
    adjusted_score,
    assign,
    come_back,
    if_damaged,
    judged_after_play,
    no_result,
    score_of_the_damaged,
)
from rulings.laws2017.terms import DECLARER


def from_partner(ask: Ask) -> Ruling:
    """Rule on 16B: a player may have had information from his partner; did he choose what it suggested?"""
    # 16B2, 85. What happened, and is it agreed?
    event = ask(EVENT)
    ask(INFORMANT)
    noted: tuple[Rectification, ...] = (NO_INFRACTION[event],)
    match agreed := ask(AGREED):
        case Agreed.AGREED:
            pass
        case Agreed.RESERVED:
            noted += (RIGHTS_RESERVED, CALLED_AT_ONCE)
        case Agreed.DECIDED:
            ask(EVIDENCE)
        case Agreed.NOT_FOUND:
            ask(EVIDENCE)
            return Ruling("85A", NOTHING_FOUND)
        case _:
            assert_never(agreed)
    too = (LOOK_AT_THE_EXPLANATION,) if event is Event.EXPLANATION else ()

    # 16B3. The board is played; then the action is judged
    warned = (warn_receiver(event), *noted, *too, come_back("16B3"))
    judged_after_play(ask, Ruling("16B1", PLAY_ON, warned, (SUGGESTED_ACTION_LATER,)))
    ruling = action_chosen(ask)
    return replace(ruling, rectifications=(*ruling.rectifications, *too))


LAW = Law(
    "16B",
    gettext_noop("Hesitation, remark or gesture: did partner use it?"),
    from_partner,
    tile="hesitation-explication",
    finds=gettext_noop(
        "hesitation, pause, thinking, tempo, haste, remark, gesture, question, unauthorised information, logical "
        "alternative, unexpected alert, reserves his rights"
    ),
)


def action_chosen(ask: Ask) -> Ruling:
    """Rule on 16B1: was the action suggested over an alternative, and has it gained?"""
    ask(ACTION)
    ask(SUGGESTION)
    if not ask(DEMONSTRABLY):
        return Ruling("16B1", RESULT_STANDS, (NOT_SUGGESTED,))
    ask(POLLED)
    ask(POLL)
    if not ask(LOGICAL_ALTERNATIVE):
        return Ruling("16B1", RESULT_STANDS, (NO_ALTERNATIVE,))
    if not ask(LESS_SUGGESTED):
        return Ruling("16B1", RESULT_STANDS, (ALL_SUGGESTED,))

    # 16B3, 12B. Damage
    if not ask(SIDE_GAINED):
        return Ruling("16B1", NO_DAMAGE, (PENALTY_FOR_USE,))
    ruling = adjusted_score(ask, "16B3", "non_offending_side")
    return replace(ruling, rectifications=(*ruling.rectifications, PENALTY_FOR_USE))


def may_be_used(ask: Ask) -> Ruling:
    """Rule by 16A what a player may base a call or play on."""
    match source := ask(SOURCE):
        case Source.LEGAL | Source.LAWFUL | Source.KNOWN_BEFORE | Source.OPPONENTS:
            return Ruling("16A", MAY_USE)
        case Source.TAKEN_BACK:
            return Ruling("16C", BY_SIDE, (FOR_THE_OTHERS_ONLY,))
        case Source.PARTNER:
            return Ruling("16A", MAY_NOT_USE, (RULE_ON_PARTNER,))
        case Source.ELSEWHERE:
            return Ruling("16A", MAY_NOT_USE, (RULE_ON_ELSEWHERE,))
        case _:
            assert_never(source)


MAY_USE_LAW = Law(
    "16A",
    gettext_noop("May a player use this information?"),
    may_be_used,
    finds=gettext_noop("authorised information, may use, inference, opponents’ tempo, what a player may know"),
)


def withdrawn(ask: Ask) -> Ruling:
    """Rule on an action taken back, which the offending side may not use (16C): was it used?"""
    ask(OFFENDER)
    if not (ask(SUGGESTED) and ask(ALTERNATIVE) and ask(DAMAGE)):
        return Ruling("16C2", RESULT_STANDS, closes=True)
    return replace(score_of_the_damaged(ask, "16C3"), closes=True)


WITHDRAWN = Law(
    "16C",
    gettext_noop("Action taken back: was it used?"),
    withdrawn,
    finds=gettext_noop("withdrawn card, withdrawn call, unauthorised information, end of play"),
)


def from_elsewhere(ask: Ask) -> Ruling:
    """Rule on 16D: a player has information about the board from outside its calls and plays."""
    ask(INFORMED)
    ask(WHAT_HE_KNOWS)
    stage = ask(STAGE)
    if not ask(DISTURBS):
        return Ruling("16D1", PLAYED_NORMALLY, (IF_WRONG, MAY_NOT_SAY))
    match stage:
        # 16D2. Before any call: four ways, the director's choice
        case Stage.BEFORE:
            match before := ask(BEFORE):
                case Before.SEATS:
                    return Ruling("16D2(a)", SEATS_CHANGED)
                case Before.REDEAL:
                    return Ruling("16D2(b)", DEALT_AGAIN, (NOT_IN_A_KNOWN_MATCH,))
                case Before.PLAY:
                    return played_and_judged(ask, "16D2(c)")
                case Before.ADJUST:
                    return adjusted_now(ask, "16D2(d)")
                case _:
                    assert_never(before)
        # 16D3. After the first call: only the last two of these ways
        case Stage.AFTER:
            return played_and_judged(ask, "16D3") if ask(TO_THE_END) else adjusted_now(ask, "16D3")
        case _:
            assert_never(stage)


ELSEWHERE = Law(
    "16D",
    gettext_noop("Information from another table, or by accident"),
    from_elsewhere,
    tile="hesitation-explication",
    finds=gettext_noop(
        "overheard, result heard, another table, saw a card, wrong hand, looked at the wrong board, extraneous "
        "information"
    ),
)


def played_and_judged(ask: Ask, law: str) -> Ruling:
    """Let the board be completed, and adjust the score if the information has affected its result."""
    now = Ruling(law, PLAYED_AND_JUDGED, (MAY_NOT_SAY, come_back(law)), (AFFECTED_LATER,))
    ask.wait(When.END_OF_PLAY, meanwhile=now)
    if not ask(AFFECTED):
        return Ruling(law, RESULT_STANDS)
    return if_damaged(ask, law)


def adjusted_now(ask: Ask, law: str) -> Ruling:
    """Award averages, as the board is not played to the end; in a match the other table's result may decide instead."""
    score = no_result(ask, law)
    return replace(score, rectifications=(*score.rectifications, *other_table(ask)))


def refused_lead(ask: Ask) -> Ruling:
    """Rule on what declarer learnt from his refused lead (55C): did it guide his play?"""
    if not (ask(BASED) and ask(DAMAGE)):
        return Ruling("55C", RESULT_STANDS, closes=True)
    ask(DECLARER)
    return replace(assign(ask, "55C", "defenders"), closes=True)


REFUSED = Law(
    "55C",
    gettext_noop("Declarer’s lead refused: the end of play"),
    refused_lead,
    finds=gettext_noop("wrong hand, lead refused, declarer’s line, end of play"),
)


# Questions


class Event(Choice):
    TEMPO = Option("tempo", gettext_noop("Hesitation or haste, plain to everybody"), law="73D1")
    EXPLANATION = Option("explanation", gettext_noop("Question, answer, alert, or alert missing"), law="16B1")
    MANNER = Option("manner", gettext_noop("Remark, gesture, tone or mannerism"), law="16B1")


EVENT = ChooseOne("event", "16B1", gettext_noop("Where may the information come from?"), Event)
INFORMANT = WhichSeat("informant", "16B1", gettext_noop("From whom did it come?"))


class Agreed(Choice):
    AGREED = Option("agreed", gettext_noop("Yes, everybody agrees"), law="16B2")
    RESERVED = Option(
        "reserved", gettext_noop("An opponent reserved his rights, and nobody disputed it at once"), law="16B2"
    )
    DECIDED = Option("decided", gettext_noop("It is disputed; on the evidence it happened"), law="85A")
    NOT_FOUND = Option(
        "not_found", gettext_noop("It is disputed; on the evidence it did not, or nothing can be found"), law="85A"
    )


AGREED = ChooseOne(
    "agreed",
    "16B2",
    gettext_noop("Does everybody agree on [event] [informant:of]?"),
    Agreed,
    why=gettext_noop("Ask all four players now, while they remember. A tempo must have been unmistakable."),
)
EVIDENCE = Words(
    "evidence",
    "85A",
    gettext_noop("What does each side say, and what decided you?"),
)
ACTION = Words("action", "16B1", gettext_noop("Which call or play [receiver:of] is in question?"))
SUGGESTION = Words(
    "suggestion",
    "16B1",
    gettext_noop("What did the information suggest doing, and rather than what?"),
    why=gettext_noop("Reason from the information alone, before looking at what he held and chose."),
)
DEMONSTRABLY = YesNo(
    "demonstrably",
    "16B1",
    gettext_noop("Can it be shown that the information suggested the action chosen over another one?"),
    why=gettext_noop("A pause that may mean several things suggests none of them."),
)
POLLED = Count(
    "polled",
    "16B1",
    gettext_noop("How many players of the same level did you ask?"),
    0,
    12,
    why=gettext_noop("Three to five, of the same level and with the same methods, without saying what happened."),
)
POLL = Words(
    "poll",
    "16B1",
    gettext_noop("What would they have considered, and what would they have chosen?"),
    why=gettext_noop("If you could ask nobody, say why, and what you weighed yourself."),
)
LOGICAL_ALTERNATIVE = YesNo(
    "logical_alternative",
    "16B1",
    gettext_noop("Was there a logical alternative to the action chosen?"),
    why=gettext_noop(
        "An action that a significant proportion of such players, with these methods, would seriously consider, and "
        "that some might choose. What you would do yourself does not count."
    ),
)
LESS_SUGGESTED = YesNo(
    "less_suggested",
    "16B1",
    gettext_noop("Was one of these alternatives less suggested than the action chosen?"),
)
SIDE_GAINED = YesNo(
    "side_gained",
    "12B1",
    gettext_noop("Has the other side a worse result than with that alternative?"),
)


class Source(Choice):
    LEGAL = Option("legal", gettext_noop("The calls and plays of the board, which stand"), law="16A1(a)")
    TAKEN_BACK = Option("taken_back", gettext_noop("A call or a card taken back"), law="16C")
    LAWFUL = Option("lawful", gettext_noop("What a law or a regulation allows, or the procedure shows"), law="16A1(c)")
    KNOWN_BEFORE = Option(
        "known_before", gettext_noop("What he knew before he took up his cards, the state of the event"), law="16A1(d)"
    )
    OPPONENTS = Option("opponents", gettext_noop("The tempo or manner of an opponent"), law="73D1")
    PARTNER = Option(
        "partner", gettext_noop("A question, an answer, a remark, the tempo or manner of his partner"), law="16B1"
    )
    ELSEWHERE = Option("elsewhere", gettext_noop("Another table, another’s hand, a remark overheard"), law="16D")


SOURCE = ChooseOne("source", "16A", gettext_noop("Where does he know it from?"), Source)
INFORMED = WhichSeat("informed", "16D1", gettext_noop("Who has received the information?"))
WHAT_HE_KNOWS = Words(
    "what_he_knows",
    "16D1",
    gettext_noop("What does he know, and how does he know it?"),
    why=gettext_noop("Hear him away from the table, so that the others learn nothing."),
)


class Stage(Choice):
    BEFORE = Option("before", gettext_noop("Before the first call"), law="16D2")
    AFTER = Option("after", gettext_noop("After the first call, and before the board is over"), law="16D3")


STAGE = ChooseOne("stage", "16D2", gettext_noop("When did he receive it?"), Stage)
DISTURBS = YesNo(
    "disturbs", "16D2", gettext_noop("In your judgement, is this information likely to disturb normal play?")
)


class Before(Choice):
    SEATS = Option("seats", gettext_noop("Change the seats: he holds the hand that he knows"), law="16D2(a)")
    REDEAL = Option("redeal", gettext_noop("Deal the board again for these players"), law="16D2(b)")
    PLAY = Option("play", gettext_noop("Have it played, and adjust if the result is affected"), law="16D2(c)")
    ADJUST = Option("adjust", gettext_noop("Give an adjusted score now"), law="16D2(d)")


BEFORE = ChooseOne(
    "before_the_auction",
    "16D2",
    gettext_noop("What do you decide?"),
    Before,
    why=gettext_noop(
        "Seats change only if the movement and the scoring allow it; a new deal only if the form of the event does. "
        "At teams, see Law 86B for an adjusted score."
    ),
)
TO_THE_END = YesNo(
    "to_the_end",
    "16D3",
    gettext_noop("Do you have the board played to the end?"),
    why=gettext_noop("If not, an adjusted score is given now. At teams, see Law 86B."),
)
AFFECTED = YesNo("affected", "16D2(c)", gettext_noop("Has the information affected the result?"))
OFFENDER = WhichSeat("offender", "16C", gettext_noop("Who is the offender?"))
SUGGESTED = YesNo(
    "suggested",
    "16C2",
    gettext_noop("Did [offending_side] choose an action that what had been taken back suggested over another?"),
    why=gettext_noop("What the offending side knows of an action taken back, by either side, is unauthorised for it."),
)
ALTERNATIVE = YesNo(
    "alternative",
    "16C2",
    gettext_noop(
        "Was there another action that his peers would seriously have considered, and that some might have chosen?"
    ),
    why=gettext_noop("Ask three to five players of the same level, without telling them what happened at the table."),
)
DAMAGE = YesNo(
    "damage",
    "16C3",
    gettext_noop("Has the other side a worse result because of that choice?"),
)
BASED = YesNo(
    "based",
    "55C",
    gettext_noop("Could declarer’s line of play have been based on what he learnt from the refusal of his lead?"),
    why=gettext_noop("A defender’s choice, reaction or hesitation may have told him where a card lies."),
)


# Words and effects


PLAY_ON = gettext_noop("Nothing is ruled yet: the call or play is made as usual, and the board is played.")
NOTHING_FOUND = gettext_noop("It is not established that anything happened: play goes on.")
NO_DAMAGE = gettext_noop("He should have chosen otherwise, but nobody is damaged: the result of the table stands.")

NO_INFRACTION = {
    Event.TEMPO: Note(
        law="73D1",
        text=gettext_noop(
            "To hesitate is no infraction: reproach nobody with it. To use a partner’s hesitation is one."
        ),
    ),
    Event.EXPLANATION: Note(
        law="16B1",
        text=gettext_noop("To ask or to alert is no infraction: only what the partner draws from it may be one."),
    ),
    Event.MANNER: Note(
        law="73B1",
        text=gettext_noop("Partners communicate by their calls and plays only: remind everybody of it."),
    ),
}
COMES_FROM: dict[Event, ComesFrom] = {
    Event.TEMPO: "hesitation",
    Event.EXPLANATION: "explanation",
    Event.MANNER: "remark",
}


def warn_receiver(event: Event) -> Info:
    """Warn the partner against using the information (16B1)."""
    return Info(
        law="16B1",
        source=COMES_FROM[event],
        ui_for=("receiver",),
        ai_for=("non_offending_side",),
        text=YOU_HAVE_INFORMATION,
    )


YOU_HAVE_INFORMATION = gettext_noop(
    "Say [receiver:to]: “You have information from your partner that you may not use. Choose no action that it "
    "suggests over another reasonable one.” The opponents may draw their conclusions, at their own risk."
)
RIGHTS_RESERVED = Note(
    law="16B2",
    text=gettext_noop(
        "Reading followed: the side that is said to have given information calls the director at once if it disputes "
        "it; otherwise it counts as agreed."
    ),
)
CALLED_AT_ONCE = Note(
    law="16B2",
    text=gettext_noop(
        "In France the director is usually called at once, to have the hesitation noted: to be verified in the Code."
    ),
)
LOOK_AT_THE_EXPLANATION = Send(
    law="21B1",
    to="21",
    hands=("explainer=[informant]",),
    text=gettext_noop("If the explanation may have been wrong, or an alert missing, rule on that too."),
)
SUGGESTED_ACTION_LATER = Duty(
    "16B3",
    When.END_OF_PLAY,
    gettext_noop("Information [informant:of]: did his partner choose what it suggested?"),
)
NOT_SUGGESTED = Note(law="16B1", text=gettext_noop("The information did not suggest the action chosen."))
NO_ALTERNATIVE = Note(
    law="16B1", text=gettext_noop("No logical alternative: the action chosen was the only reasonable one.")
)
ALL_SUGGESTED = Note(law="16B1", text=gettext_noop("Every alternative was suggested just as much."))
PENALTY_FOR_USE = PenaltyPossible(
    law="73C2", text=gettext_noop("If he took a plain advantage of it, a procedural penalty is possible too.")
)

MAY_USE = gettext_noop("He may use it.")
MAY_NOT_USE = gettext_noop("He may not base a call or a play on it.")
BY_SIDE = gettext_noop("It depends on his side.")
FOR_THE_OTHERS_ONLY = Note(
    law="16C",
    text=gettext_noop(
        "Whoever took it back, the non-offending side may use it, the offending side may not, unless a law says "
        "otherwise: a call or card accepted, an insufficient bid corrected in its denomination, a comparable call, a "
        "penalty card on the table."
    ),
)
RULE_ON_PARTNER = Send(
    law="16B1", to="16B", text=gettext_noop("If his partner may have told him something: rule on it.")
)
RULE_ON_ELSEWHERE = Send(law="16D1", to="16D", text=gettext_noop("Rule on the information from elsewhere."))

PLAYED_NORMALLY = gettext_noop("The board is played normally.")
SEATS_CHANGED = gettext_noop("[informed] takes the seat of the hand that he knows. The board is played and scored.")
DEALT_AGAIN = gettext_noop("The board is dealt again for these players.")
NOT_IN_A_KNOWN_MATCH = Note(
    law="86A",
    text=gettext_noop(
        "In teams: no new deal if somebody may know the result of the match without this board; the score is then "
        "adjusted."
    ),
)
PLAYED_AND_JUDGED = gettext_noop("The board is played and scored.")
MAY_NOT_SAY = Info(
    law="16D1",
    source="remark",
    ui_for=("informed",),
    text=gettext_noop("Say [informed:to]: “Say nothing of it to anybody, and play as if you did not know.”"),
)
IF_WRONG = Note(
    law="16D3",
    text=gettext_noop(
        "Reading followed: should the information prove to have mattered, the score is adjusted after all."
    ),
)
AFFECTED_LATER = Duty(
    "16D2(c)",
    When.END_OF_PLAY,
    gettext_noop("Information from elsewhere, known to a player: has it affected the result?"),
)
REFUSED_LEAD_LATER = Duty(
    "55C",
    When.END_OF_PLAY,
    gettext_noop("Could declarer’s line rest on what he learnt from the refusal of his lead?"),
    opens="55C",
    hands=("declarer",),
)
