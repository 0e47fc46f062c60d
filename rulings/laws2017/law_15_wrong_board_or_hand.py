"""Law 15 - Wrong board or hand.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 15; FFB, Code 2017, Loi 15.
Before: Law 7 when the hand is another player's of the same board.
Sends:  16D what was seen, 86 a board of another match in teams, 88 a board that is lost. 15A3 asks again when the
        player meets the board that the cards belong to.
Rows:   LAWS.md 2.6, 15.R1 to 15.R9.
"""

from itertools import dropwhile
from typing import assert_never

from rulings.bridge import Seat, Side
from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Count, Option, Seen, WhichSeat, YesNo
from rulings.engine.ruling import Cancel, Duty, Info, Note, PenaltyPossible, Presence, Ruling, Send, When
from rulings.engine.text import gettext_noop
from rulings.laws2017.event import FORM, MATCHES, Form
from rulings.laws2017.law_12_directors_discretionary_powers import adjusted_score, no_result, no_result_for
from rulings.laws2017.terms import Effects
from rulings.table import Table


def cards_from_a_wrong_board(ask: Ask) -> Ruling:
    """Rule on a player who holds the cards of another board (15A)."""
    ask(OFFENDER)

    # A1. He has not called on them
    if not ask(CALLED):
        seen: Effects = (SEEN_NEXT,) if ask(SAW) else ()
        return Ruling("15A1", RIGHT_HAND, (RIGHT_CARDS, PENALTY_POSSIBLE, *seen))
    ask(OTHER_BOARD)

    # A2. He has: it depends on whether his partner has called since
    match since := ask(PARTNER_CALLED):
        case Since.NOT_YET:
            effects: Effects = (RIGHT_CARDS, CALLS_CANCELLED, CALLS_SEEN, PENALTY_POSSIBLE)
            return Ruling("15A2", CALLS_AGAIN, effects, (ON_OTHER_BOARD,))
        case Since.CALLED:
            score = adjusted_score(ask, "15A2", "non_offending_side")
            effects = (CALLS_CANCELLED, *score.rectifications, PENALTY_POSSIBLE)
            return Ruling("15A2", NOT_PLAYABLE, effects, (*score.duties, ON_OTHER_BOARD))
        case Since.PLAY:
            score = adjusted_score(ask, "15A2", "non_offending_side")
            effects = (STOPPED, *score.rectifications, PENALTY_POSSIBLE)
            return Ruling("15A2", NOT_PLAYABLE_IN_PLAY, effects, (*score.duties, SEEN_OF_OTHER_BOARD))
        case _:
            assert_never(since)


LAW = Law(
    "15",
    gettext_noop("Cards of another board"),
    cards_from_a_wrong_board,
    tile="jeu-etui",
    finds=gettext_noop("wrong board, wrong cards, cards of the previous board, other board"),
)


def on_the_board_of_the_cards(ask: Ask) -> Ruling:
    """Rule on the board whose cards the player had called on, when he meets it (15A3)."""
    again = ask(AGAIN)
    match again:
        case Again.SAME:
            return Ruling("15A3", PLAYED_NORMALLY) if ask(ALLOWED) else adjusted(ask)
        case Again.DIFFERENT:
            return adjusted_by_edition(ask)
        case _:
            assert_never(again)


THE_OTHER_BOARD = Law("15A3", gettext_noop("The board whose cards a player had called on"), on_the_board_of_the_cards)


def adjusted(ask: Ask, *noted: Note) -> Ruling:
    score = adjusted_score(ask, "15A3", "non_offending_side")
    return Ruling("15A3", ADJUSTED, (*score.rectifications, PENALTY_POSSIBLE, *noted), score.duties)


def adjusted_by_edition(ask: Ask) -> Ruling:
    """Adjust the score after another call: by the French edition the score is artificial, by the English one a result
    where one is found."""
    match profile := ask(PROFILE):
        case Profile.ARTIFICIAL:
            score = no_result(ask, "15A3")
            return Ruling("15A3", ADJUSTED, (*score.rectifications, PENALTY_POSSIBLE, AS_IN_ENGLISH))
        case Profile.ASSIGNED:
            return adjusted(ask, AS_IN_FRENCH)
        case _:
            assert_never(profile)


def board_not_scheduled(ask: Ask) -> Ruling:
    """Rule on a board that this table was not to play now (15B)."""
    match teams := match_of_teams(ask):
        case Teams.NO:
            pass
        case Teams.NOT_KNOWN:
            return Ruling("15B", WHEN_DUE, (WHEN_KNOWN, PENALTY_POSSIBLE))
        case Teams.KNOWN:
            return Ruling("86B", TEAMS_FIRST, (TEAMS_NEXT,), leads_on=True)
        case _:
            assert_never(teams)

    # B1. One of the four has played it before
    if ask(PLAYED_BEFORE):
        cancelled = Cancel(law="15B1", what="board", text=CANCEL_BOARD)
        match loses := ask(LOSES_A_SCORE):
            case Loses.NOBODY:
                return Ruling("15B1", BOARD_CANCELLED, (cancelled, PENALTY_POSSIBLE))
            case Loses.BOTH:
                score = no_result(ask, "15B1")
            case Loses.NS:
                score = no_result_for(ask, "15B3", Side.NS)
            case Loses.EW:
                score = no_result_for(ask, "15B3", Side.EW)
            case _:
                assert_never(loses)
        return Ruling("15B1", BOARD_CANCELLED, (cancelled, *score.rectifications, PENALTY_POSSIBLE))

    # B2. Nobody has: the score of this board stands, and averages are awarded for the board that is lost
    effects = (PLAY_RIGHT_ONE_LATER, OTHER_BOARD_LOST, PENALTY_POSSIBLE)
    return Ruling("15B2", FINISH_IT, effects, (RIGHT_ONE_LATER,) if ask(RIGHT_ONE_PLAYED_LATER) else ())


def match_of_teams(ask: Ask) -> "Teams":
    """Is it a match, and does a player here know the board? A fact given by the tournament is not asked."""
    form = ask(FORM)
    if form is Form.OPEN:
        return ask(TEAMS)
    if form not in MATCHES:
        return Teams.NO
    return Teams.KNOWN if ask(KNOWN_HERE) else Teams.NOT_KNOWN


NOT_SCHEDULED = Law(
    "15B",
    gettext_noop("A board that was not to be played now"),
    board_not_scheduled,
    tile="jeu-etui",
    finds=gettext_noop(
        "wrong board, already played, board played before, wrong opponents, not scheduled, played twice"
    ),
)


# Questions


class Again(Choice):
    SAME = Option(
        "same",
        gettext_noop("The same call as before"),
        entails=gettext_noop("You may let the board be played normally."),
        law="15A3",
    )
    DIFFERENT = Option(
        "different",
        gettext_noop("Another call, clearly different in meaning, or a psychic call"),
        entails=gettext_noop("The score must be adjusted."),
        law="15A3",
    )


def called(table: Table, offender: Seat) -> bool | None:
    """Has the offender called? None when the noted auction, which may be partial, does not show it."""
    return True if table.auction and table.auction.called(offender) else None


def partner_called(table: Table, offender: Seat) -> "Since | None":
    """Has the partner called after the offender's first standing call? None once the auction is over, as a lead may
    have been faced."""
    if table.auction is not None and table.auction.over:
        return None
    since = dropwhile(lambda made: made.seat is not offender, table.auction.standing if table.auction else ())
    players = [made.seat for made in since]
    if not players:
        return None
    return Since.CALLED if offender.partner in players else Since.NOT_YET


OFFENDER = WhichSeat("offender", "15A", gettext_noop("Who holds the cards of another board?"))
CALLED = YesNo(
    "called_on_it",
    "15A1",
    gettext_noop("Has [offender] called on these cards?"),
    why=gettext_noop("A pass is a call."),
    seen=Seen(called, OFFENDER),
)
SAW = YesNo(
    "saw_other_cards", "16D", gettext_noop("Is there something to fear from the cards that [offender] has seen?")
)
OTHER_BOARD = Count("other_board", "15A", gettext_noop("From which board are the cards?"), 1, 64)


class Since(Choice):
    PLAY = Option("play", gettext_noop("A lead has been faced"), law="15A2")
    CALLED = Option("yes", gettext_noop("No lead, but [partner] has called since"), law="15A2")
    NOT_YET = Option("no", gettext_noop("No lead, and [partner] has not called since"), law="15A2")


PARTNER_CALLED = ChooseOne(
    "partner_called",
    "15A2",
    gettext_noop("How far has the board gone?"),
    Since,
    why=gettext_noop("A pass is a call."),
    seen=Seen(partner_called, OFFENDER),
)
AGAIN = ChooseOne("again", "15A3", gettext_noop("On the right board now, what did the player call?"), Again)
ALLOWED = YesNo(
    "played_normally",
    "15A3",
    gettext_noop("Do you let the board be played normally?"),
    why=gettext_noop("Think of what the others learnt from the calls that were cancelled."),
)


class Profile(Choice):
    ARTIFICIAL = Option("artificial", gettext_noop("French edition: an artificial score"), law="12C2")
    ASSIGNED = Option(
        "assigned", gettext_noop("English edition: a result where one can be found, otherwise averages"), law="12C1"
    )


PROFILE = ChooseOne(
    "profile_15a3",
    "15A3",
    gettext_noop("Which score does the regulation give when the call is another one?"),
    Profile,
    default=Profile.ARTIFICIAL.value,
)


class Teams(Choice):
    NO = Option("no", gettext_noop("No: pairs, or an individual event"), law="15B")
    NOT_KNOWN = Option(
        "not_known", gettext_noop("Yes, and nobody here has played it or knows anything of it"), law="15B"
    )
    KNOWN = Option("yes", gettext_noop("Yes, and somebody here has played it or knows something of it"), law="86B")


TEAMS = ChooseOne("teams", "86B", gettext_noop("Is it a match of teams?"), Teams)
KNOWN_HERE = YesNo(
    "known_here",
    "86B",
    gettext_noop("Has somebody at this table played the board, or does anybody here know something of it?"),
)
PLAYED_BEFORE = YesNo(
    "played_before",
    "15B1",
    gettext_noop("Has at least one of the four players already played this board?"),
    why=gettext_noop("Against the right opponents or not."),
)
RIGHT_ONE_PLAYED_LATER = YesNo(
    "right_board_later",
    "15B2",
    gettext_noop("Do you have the same pairs play, later, the board that they should have played?"),
    assumed="no",
)


class Loses(Choice):
    NOBODY = Option("no", gettext_noop("No: each pair has, or can still have, a score of its own"), law="15B1")
    NS = Option("ns", gettext_noop("North-South alone; East-West keeps the score that it has"), law="15B3")
    EW = Option("ew", gettext_noop("East-West alone; North-South keeps the score that it has"), law="15B3")
    BOTH = Option("yes", gettext_noop("Both pairs"), law="12C2")


LOSES_A_SCORE = ChooseOne(
    "loses_a_score",
    "12C2",
    gettext_noop("Does a pair lose by this the chance of a valid score on a board?"),
    Loses,
)


# Words and effects

RIGHT_HAND = gettext_noop("The right cards replace the wrong ones; the auction goes on.")
CALLS_AGAIN = gettext_noop("His call and those after it are cancelled. With the right cards he calls again.")
NOT_PLAYABLE = gettext_noop("His partner has called too: the calls are cancelled and the score is adjusted.")
PLAYED_NORMALLY = gettext_noop("He has repeated his call: the board is played normally.")
ADJUSTED = gettext_noop("The score of this board is adjusted.")
NOT_PLAYABLE_IN_PLAY = gettext_noop("Play has begun on cards of two boards: the score is adjusted.")
STOPPED = Cancel(
    law="15A2",
    what="board",
    text=gettext_noop("Stop the play. Each board gets its cards back; nothing played here counts."),
)
WHEN_DUE = gettext_noop("The board is put back, and played when it is due.")
WHEN_KNOWN = Note(
    law="16D2(c)",
    text=gettext_noop(
        "Between the same players the auction that has begun may be finished at once: the score counts. If somebody "
        "learns something of the board before it is due, rule by Law 16D."
    ),
)
AS_IN_ENGLISH = Note(
    law="15A3",
    text=gettext_noop("By the French edition. The English one assigns a result where one can be found (12C1)."),
)
AS_IN_FRENCH = Note(
    law="15A3", text=gettext_noop("By the English edition. The French one gives an artificial score (12C2).")
)
TEAMS_FIRST = gettext_noop("In teams, Law 86 decides.")
BOARD_CANCELLED = gettext_noop("The board is cancelled for both sides at this table.")
FINISH_IT = gettext_noop("The board is finished, and its score counts.")
RIGHT_CARDS = Presence(
    law="15A1",
    do="STAY",
    until="cards_restored",
    text=gettext_noop(
        "Give [offender] the hand of this board, counted face down; the other cards go back where they belong."
    ),
)
CALLS_CANCELLED = Cancel(
    law="15A2",
    what="calls",
    player="offender",
    text=gettext_noop("Cancel the call [offender:of] and every call made after it."),
)
CALLS_SEEN = Info(
    law="16C",
    source="withdrawn_calls",
    ui_for=("offending_side",),
    ai_for=("non_offending_side",),
    text=gettext_noop(
        "What the cancelled calls showed is authorised information for [non_offending_side], unauthorised for "
        "[offending_side]."
    ),
)
PENALTY_POSSIBLE = PenaltyPossible(
    law="90B7", text=gettext_noop("A procedural penalty is possible for the player or the side at fault.")
)
CANCEL_BOARD = gettext_noop("Stop the play of this board. Nothing of it is scored here.")
PLAY_RIGHT_ONE_LATER = Presence(
    law="15B2",
    do="LEAVE",
    text=gettext_noop("You may have the same pairs play together, later, the board that they should have played."),
)
OTHER_BOARD_LOST = Note(
    law="12C2",
    text=gettext_noop(
        "If a pair can no longer play a board because of it: averages on that board, by each side’s fault (Law 88). "
        "The score of this one stands."
    ),
)
SEEN_NEXT = Send(law="16D", to="16D", text=gettext_noop("Now rule on what was seen."))
TEAMS_NEXT = Send(law="86B", to="86", text=gettext_noop("Now rule on the board in the match."))
ON_OTHER_BOARD = Duty(
    "15A3",
    When.OTHER_BOARD,
    gettext_noop("[other_board]: does [offender] make the same call as before?"),
    opens="15A3",
    hands=("offender",),
)
SEEN_OF_OTHER_BOARD = Duty(
    "16D",
    When.OTHER_BOARD,
    gettext_noop("[other_board]: cards of it were seen here. Before it is played, rule on what is known of it."),
    opens="16D",
    hands=(),
)
RIGHT_ONE_LATER = Duty(
    "15B2",
    When.PLAYED_LATER,
    gettext_noop("The board that these pairs should have played: to be played later, or given averages"),
    opens="8B2",
)
