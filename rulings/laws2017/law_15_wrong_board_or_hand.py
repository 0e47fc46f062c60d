"""Law 15 - Wrong board or hand.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 15; FFB, Code 2017, Loi 15.
Before: Law 7 when the hand is another player's of the same board.
Sends:  16D what was seen, 86 a board of another match in teams, 88 a board that is lost. 15A3
        comes back on the board the cards belong to.
Rows:   LAWS.md 2.6, 15.R1 to 15.R9.
"""

from itertools import dropwhile
from typing import assert_never

from rulings.bridge import Seat
from rulings.engine.inquiry import Ask, Law
from rulings.engine.questions import Choice, ChooseOne, Count, Seen, WhichSeat, YesNo
from rulings.engine.ruling import Cancel, Duty, Info, Note, PenaltyPossible, Presence, Ruling, Send, When
from rulings.engine.text import gettext_noop
from rulings.laws2017.law_12_directors_discretionary_powers import adjusted_score, no_result
from rulings.laws2017.terms import Effects
from rulings.table import Table


def cards_from_a_wrong_board(ask: Ask) -> Ruling:
    """15A: a player holds the cards of another board."""
    ask(OFFENDER)

    # A1. He has not called on them
    if not ask(CALLED):
        seen: Effects = (SEEN_NEXT,) if ask(SAW) else ()
        return Ruling("15A1", RIGHT_HAND, (RIGHT_CARDS, PENALTY_POSSIBLE, *seen))
    ask(OTHER_BOARD)

    # A2. He has: it depends on whether his partner has called since
    if not ask(PARTNER_CALLED):
        return Ruling(
            "15A2", CALLS_AGAIN, (RIGHT_CARDS, CALLS_CANCELLED, CALLS_SEEN, PENALTY_POSSIBLE), (ON_OTHER_BOARD,)
        )
    score = adjusted_score(ask, "15A2", "non_offending_side")
    effects: Effects = (CALLS_CANCELLED, *score.rectifications, PENALTY_POSSIBLE)
    return Ruling("15A2", NOT_PLAYABLE, effects, (*score.duties, ON_OTHER_BOARD))


LAW = Law(
    "15",
    gettext_noop("Cards of another board"),
    cards_from_a_wrong_board,
    tile="jeu-etui",
    finds=gettext_noop("wrong board, wrong cards, cards of the previous board, other board"),
)


def on_the_board_of_the_cards(ask: Ask) -> Ruling:
    """15A3: the player meets the board whose cards he had called on."""
    again = ask(AGAIN)
    match again:
        case Again.SAME:
            return Ruling("15A3", PLAYED_NORMALLY) if ask(ALLOWED) else adjusted(ask)
        case Again.DIFFERENT:
            return adjusted(ask)
        case _:
            assert_never(again)


THE_OTHER_BOARD = Law("15A3", gettext_noop("The board whose cards a player had called on"), on_the_board_of_the_cards)


def adjusted(ask: Ask) -> Ruling:
    score = adjusted_score(ask, "15A3", "non_offending_side")
    return Ruling("15A3", ADJUSTED, (*score.rectifications, PENALTY_POSSIBLE), score.duties)


def board_not_scheduled(ask: Ask) -> Ruling:
    """15B: a board that this table was not to play now."""
    if ask(TEAMS):
        return Ruling("86B", TEAMS_FIRST, (TEAMS_NEXT,))

    # B1. One of the four has played it before
    if ask(PLAYED_BEFORE):
        cancelled = Cancel(law="15B1", what="board", text=CANCEL_BOARD)
        if not ask(LOSES_A_SCORE):
            return Ruling("15B1", BOARD_CANCELLED, (cancelled, PENALTY_POSSIBLE))
        score = no_result(ask, "15B1")
        return Ruling("15B1", BOARD_CANCELLED, (cancelled, *score.rectifications, PENALTY_POSSIBLE))

    # B2. Nobody has: its score stands, and averages are for the board that is lost
    return Ruling("15B2", FINISH_IT, (PLAY_RIGHT_ONE_LATER, OTHER_BOARD_LOST, PENALTY_POSSIBLE))


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
    SAME = (
        "same",
        gettext_noop("The same call as before"),
        gettext_noop("You may let the board be played normally."),
        "15A3",
    )
    DIFFERENT = (
        "different",
        gettext_noop("Another call, clearly different in meaning, or a psychic call"),
        gettext_noop("The score must be adjusted."),
        "15A3",
    )


def called(table: Table, offender: Seat) -> bool | None:
    """Has he called? An auction may be noted in part: what it does not show is asked."""
    return True if table.auction and table.auction.called(offender) else None


def partner_called(table: Table, offender: Seat) -> bool | None:
    """Has his partner called after his first call that stands?"""
    since = dropwhile(lambda made: made.seat is not offender, table.auction.standing if table.auction else ())
    players = [made.seat for made in since]
    return offender.partner in players if players else None


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
PARTNER_CALLED = YesNo(
    "partner_called",
    "15A2",
    gettext_noop("Has [partner] called since?"),
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
TEAMS = YesNo("teams", "86B", gettext_noop("Is it a match of teams?"))
PLAYED_BEFORE = YesNo(
    "played_before",
    "15B1",
    gettext_noop("Has at least one of the four players already played this board?"),
    why=gettext_noop("Against the right opponents or not."),
)
LOSES_A_SCORE = YesNo(
    "loses_a_score",
    "12C2",
    gettext_noop("Does a pair lose by this the chance of a valid score on a board?"),
)


# Words and effects

RIGHT_HAND = gettext_noop("The right cards replace the wrong ones; the auction goes on.")
CALLS_AGAIN = gettext_noop("His call and those after it are cancelled. With the right cards he calls again.")
NOT_PLAYABLE = gettext_noop("His partner has called too: the calls are cancelled and the score is adjusted.")
PLAYED_NORMALLY = gettext_noop("He has repeated his call: the board is played normally.")
ADJUSTED = gettext_noop("The score of this board is adjusted.")
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
