"""Law 64 - Procedure after establishment of a revoke.

Text:   WBF, Laws of Duplicate Bridge 2017, Law 64; FFB, Code 2017, Loi 64.
Before: Law 61, is it a revoke? Law 63, is it established? Law 62 corrects a revoke that is not established.
Sends:  12C1 for the score assigned under C; 79C for the time limit.
Rows:   LAWS.md 8.5 and 8.6, 64.R1 to 64.R9. `rulings.scores.scoring` adds up several revokes.
Reading: 64. Several revokes by one side transfer no more tricks than that side won from the trick of the first revoke
on.
Reading: 64C. Equity may be looked at until the correction period ends, even when 64B4 or 64B5 bars the transfer.

This is the entry point of every revoke: "he did not follow suit".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import assert_never

from rulings.bridge import Seat
from rulings.engine import ruling as effect
from rulings.engine.inquiry import Ask, Law
from rulings.engine.names import SideName
from rulings.engine.questions import Choice, ChooseOne, Count, Given, Most, Option, WhichCard, WhichSeat, Words, YesNo
from rulings.engine.ruling import Ruling, Send
from rulings.engine.text import gettext_noop
from rulings.laws2017 import corrected_trick, on_the_table, terms
from rulings.laws2017 import law_62_correction_of_a_revoke as not_established
from rulings.laws2017.law_61_failure_to_follow_suit import (
    ABLE,
    OFFENDER,
    REVOKER,
    TRICK,
    WHICH_TRICK,
    Revoker,
    WhichTrick,
)
from rulings.laws2017.law_63_establishment_of_a_revoke import SINCE, Since


def revoke(ask: Ask) -> Ruling:
    """Rule on a player who did not follow suit, or did not play a card that he had to play, down to the score."""
    # 61A. Is it a revoke?
    if not ask(ABLE):
        return Ruling("61A", NO_REVOKE)
    revoker = ask(REVOKER)
    trick = ask(WHICH_TRICK)
    if trick is WhichTrick.LAST:
        return Ruling("61A", NO_REVOKE)
    return ruled(ask, revoker, trick)


LAW = Law(
    "64",
    gettext_noop("Revoke"),
    revoke,
    tile="renonce",
    finds=gettext_noop("revoke, follow suit, none left, ruff, discard, trick transfer"),
)


def ruled(ask: Ask, revoker: Revoker, trick: WhichTrick) -> Ruling:
    """Rule on a revoke: corrected, established, or both."""
    # 62D. Trick 12, as long as the four hands are not back in the board
    noticed, since = when_noticed(ask, trick)
    if trick is WhichTrick.TWELFTH:
        if noticed in (Noticed.DURING, Noticed.CARDS_OUT):
            return not_established.correct_at_trick_twelve(ask, revoker)
        ask(REVOKE_CARD)
        return established(ask, revoker, noticed, trick)

    # 63. Established? When the round is over it always is
    asked_apart = since is None
    if since is None:
        since = Since.AGREED if noticed is Noticed.ROUND_OVER else ask(SINCE)
    match since:
        case Since.PLAYED | Since.NAMED | Since.CLAIMED | Since.AGREED:
            ask(REVOKE_CARD)
            if noticed is Noticed.DURING:
                now = Ruling("63B", PLAY_ON, (COME_BACK,), (COUNT_AT_THE_END,))
                if since in (Since.CLAIMED, Since.AGREED):
                    now = replace(now, text=CLAIM_FIRST, rectifications=(COME_BACK, TO_THE_CLAIM))
                ask.wait(effect.When.END_OF_PLAY, meanwhile=now)
            return established(ask, revoker, noticed, trick)
        case Since.BOTH:
            return both_corrected(ask, revoker, noticed)
        case Since.NOTHING | Since.MISDIRECTED:
            if noticed is not Noticed.DURING:
                return Ruling("62A", CORRECT_THEN_CLAIM, (THE_CLAIM_NEXT, DOUBT_AGAINST_THE_REVOKER))
            if revoker is Revoker.DECLARER and not_established.replaced_now(ask):
                return as_if_established(ask, revoker, trick)
            next_trick = None if asked_apart else corrected_trick.NEXT_LEAD_BACK
            return not_established.correct(ask, revoker, misdirected=since is Since.MISDIRECTED, next_trick=next_trick)
        case _:
            assert_never(since)


def when_noticed(ask: Ask, trick: WhichTrick) -> tuple[Noticed, Since | None]:
    """Ask when attention was drawn to the revoke, in options that also name the revoking side's acts until then."""
    match drawn := ask(DRAWN):
        case Drawn.AT_ONCE:
            return Noticed.DURING, Since.NOTHING
        case Drawn.PLAYED_ON:
            return Noticed.DURING, Since.PLAYED
        case Drawn.ALL_PLAYED | Drawn.CLAIM:
            at_the_end = ask(AFTER_PLAY_12) if trick is WhichTrick.TWELFTH else ask(AFTER_PLAY)
            return AT_THE_END[at_the_end.value], Since.PLAYED if drawn is Drawn.ALL_PLAYED else None
        case _:
            return AT_THE_END.get(drawn.value, Noticed.DURING), None


def as_if_established(ask: Ask, revoker: Revoker, trick: WhichTrick) -> Ruling:
    """Rule by 43B2(b): declarer replaces a card that dummy had no right to ask about; Law 64 applies at the end."""
    now = not_established.correct(ask, revoker)
    ask.wait(
        effect.When.END_OF_PLAY,
        meanwhile=replace(
            now,
            law="43B2(b)",
            text=not_established.AS_IF_ESTABLISHED,
            rectifications=(*now.rectifications, COME_BACK),
            duties=(*now.duties, COUNT_AT_THE_END),
        ),
    )
    end = established(ask, revoker, Noticed.DURING, trick)
    return replace(end, rectifications=(*end.rectifications, OWNER_AFTER_CHANGE))


def both_corrected(ask: Ask, revoker: Revoker, noticed: Noticed) -> Ruling:
    """Rule by Laws 62C3, 64B8 and 64C: no automatic transfer; equity is judged when play is over."""
    if noticed is Noticed.DURING:
        now = not_established.correct_both(ask, revoker)
        ask.wait(
            effect.When.END_OF_PLAY,
            meanwhile=replace(
                now, rectifications=(*now.rectifications, COME_BACK), duties=(*now.duties, EQUITY_AT_THE_END)
            ),
        )
    return equity_for_both(ask, Automatic(0, "64B8"))


def established(ask: Ask, revoker: Revoker, noticed: Noticed, trick: WhichTrick, *, deemed: bool = False) -> Ruling:
    """Rule by Law 64: the automatic transfer of tricks, then equity. *deemed*: no card was played to the trick
    (67B1)."""
    exclusion = ask(EXCLUSION)
    automatic = automatic_transfer(ask, revoker, noticed, trick, exclusion, deemed=deemed)
    match exclusion:
        case Exclusion.BOTH:
            return equity_for_both(ask, automatic)
        case Exclusion.REPEATED:
            ruling = equity_without_the_later(ask, automatic)
        case Exclusion.NONE | Exclusion.PENALTY_CARD:
            ruling = equity(ask, automatic, equity_after(revoker, automatic.tricks), "64C1")
        case _:
            assert_never(exclusion)
    if noticed in (Noticed.NEXT_BOARD, Noticed.ROUND_OVER):
        return replace(ruling, rectifications=(*ruling.rectifications, STILL_IN_TIME))
    return ruling


def automatic_transfer(
    ask: Ask,
    revoker: Revoker,
    noticed: Noticed,
    trick: WhichTrick,
    exclusion: Exclusion,
    *,
    deemed: bool = False,
) -> Automatic:
    # B. No automatic trick adjustment
    if exclusion is Exclusion.REPEATED:
        return Automatic(0, "64B2")
    if exclusion is Exclusion.BOTH:
        return Automatic(0, "64B7")
    if revoker is Revoker.DUMMY:
        return Automatic(0, "64B3")
    if exclusion is Exclusion.PENALTY_CARD:
        return Automatic(0, "64B3", why="64B3 penalty card")
    if noticed is Noticed.NEXT_BOARD:
        return Automatic(0, "64B4")
    if noticed is Noticed.ROUND_OVER:
        return Automatic(0, "64B5")
    if trick is WhichTrick.TWELFTH:
        return Automatic(0, "64B6")

    # A. Automatic trick adjustment
    winner = side_winner(ask) if deemed else ask(WINNER)
    later = ask(LATER)
    match winner:
        case Winner.REVOKER:
            return Automatic(2 if later else 1, "64A1", won_trick=True, why="64A1+" if later else "")
        case Winner.HIS_SIDE:
            return Automatic(1, "64A2", won_trick=True, why="64A2 that trick")
        case Winner.OPPONENTS:
            return Automatic(1, "64A2", won_trick=False) if later else Automatic(0, "64B1", won_trick=False)
        case _:
            assert_never(winner)


def side_winner(ask: Ask) -> Winner:
    """Ask who won a trick to which the player put no card: his partner or the other side."""
    return Winner.HIS_SIDE if ask(SIDE_WON) else Winner.OPPONENTS


@cache
def equity_after(revoker: Revoker, moved: int) -> YesNo:
    """Build the question of equity: is the result without the revoke better for the other side than the result after
    *moved* tricks? It is answered from both numbers of tricks when they are known."""

    def better(tricks: int, without: int) -> bool:
        if revoker is Revoker.DEFENDER:
            return without > min(13, tricks + moved)
        return without < max(0, tricks - moved)

    compare: Callable[[int, int], bool] = better
    return EQUITY.answered_by(Given(compare, TRICKS, TRICKS_WITHOUT))


def equity(ask: Ask, automatic: Automatic, question: YesNo, law: str) -> Ruling:
    # C. Redress of damage: first the line of play that the other side would have had
    ask(LINE)
    if not ask(question):
        return Ruling(automatic.law, MOVES[automatic.tricks], (automatic.effect,))
    ask(TRICKS_WITHOUT)
    return adjusted(automatic, law, "non_offending_side")


def equity_without_the_later(ask: Ask, automatic: Automatic) -> Ruling:
    # C2(a). A further revoke in the suit: the first one keeps its transfer
    ask(LINE)
    if not ask(EQUITY_REPEATED):
        return Ruling(automatic.law, MOVES[automatic.tricks], (automatic.effect,))
    ask(TRICKS_WITHOUT_LATER)
    without = effect.AssignedScore(
        law="64C2(a)",
        tricks="tricks_without_later",
        favours="non_offending_side",
        text=gettext_noop(
            "The score becomes the probable result without this later revoke (12C1); the tricks transferred for the "
            "earlier one are added to it."
        ),
    )
    return Ruling("64C2(a)", ADJUSTED_WITHOUT_LATER, (automatic.effect, without))


def equity_for_both(ask: Ask, automatic: Automatic) -> Ruling:
    # C2(b). Both sides revoked
    ask(LINE)
    match damaged := ask(EQUITY_BOTH):
        case Damaged.NOBODY:
            return Ruling(automatic.law, MOVES[automatic.tricks], (automatic.effect,))
        case Damaged.THEM | Damaged.OFFENDERS:
            ask(TRICKS_WITHOUT)
            favours: SideName = "non_offending_side" if damaged is Damaged.THEM else "offending_side"
            return adjusted(automatic, "64C2(b)", favours)
        case _:
            assert_never(damaged)


def adjusted(automatic: Automatic, law: str, favours: SideName) -> Ruling:
    effects: tuple[effect.Rectification, ...] = (
        automatic.effect,
        effect.AssignedScore(
            law=law,
            tricks="tricks_without",
            favours=favours,
            text=gettext_noop("The score becomes the probable result without the revoke (12C1): [tricks_without]."),
        ),
    )
    return Ruling(law, ADJUSTED, effects)


# Questions


class Noticed(Choice):
    DURING = Option("during", gettext_noop("During the play of the board"))
    CARDS_OUT = Option(
        "cards_out", gettext_noop("Play is over, the four hands are not all back in the board"), law="62D1"
    )
    RETURNED = Option(
        "returned",
        gettext_noop("The hands are back; [non_offending_side] has not yet called on the next board"),
        law="64A",
    )
    NEXT_BOARD = Option(
        "next_board", gettext_noop("After [non_offending_side] had called on the next board"), law="64B4"
    )
    ROUND_OVER = Option("round_over", gettext_noop("After the end of the round"), law="64B5")


NOTICED = ChooseOne(
    "noticed",
    "64B",
    gettext_noop("When was attention drawn to it?"),
    Noticed,
    why=gettext_noop(
        "No trick moves by itself once the side that did not revoke has called on the next board, or the round is over."
    ),
)


class Drawn(Choice):
    """The moment at which attention was drawn to a revoke, and whether it was established by then; the last four belong
    to an earlier version, which asked about the side's later acts in a separate question."""

    AT_ONCE = Option(
        "at_once",
        gettext_noop("During the play: neither [offender] nor [partner] has played or named a card to the next trick"),
        law="62A",
    )
    PLAYED_ON = Option(
        "played_on",
        gettext_noop("During the play: one of them has led or played to the next trick, legally or not"),
        law="63A1",
    )
    DURING = Option(
        "during",
        gettext_noop("During the play, to be said more precisely"),
        entails=gettext_noop(
            "A card named, a claim, a word of the opponents that misled them, both sides revoked on that trick."
        ),
    )
    ALL_PLAYED = Option("all_played", gettext_noop("Play is over: the thirteen tricks have been played"), law="63A1")
    CLAIM = Option("claim", gettext_noop("Play ended on a claim or a concession"), law="63A3")
    CARDS_OUT = Option("cards_out", Noticed.CARDS_OUT.label, law="62D1")
    RETURNED = Option("returned", Noticed.RETURNED.label, law="64A")
    NEXT_BOARD = Option("next_board", Noticed.NEXT_BOARD.label, law="64B4")
    ROUND_OVER = Option("round_over", Noticed.ROUND_OVER.label, law="64B5")


DRAWN = ChooseOne(
    "noticed",
    "64B",
    gettext_noop("When was attention drawn to it?"),
    Drawn,
    why=gettext_noop(
        "Only what the side of the player who revoked has done establishes it. What the others have done, or a trick "
        "already turned over, establishes nothing."
    ),
    kept=("cards_out", "returned", "next_board", "round_over"),
    lacks=on_the_table.what_two_revokes_leave_out,
)


class AfterPlay(Choice):
    NOT_YET = Option("not_yet", gettext_noop("Before [non_offending_side] called on the next board"), law="64A")
    NEXT_BOARD = Option(
        "next_board", gettext_noop("After [non_offending_side] had called on the next board"), law="64B4"
    )
    ROUND_OVER = Option("round_over", gettext_noop("After the end of the round"), law="64B5")


AFTER_PLAY = ChooseOne(
    "after_play",
    "64B",
    gettext_noop("Play was over. When was attention drawn to the revoke?"),
    AfterPlay,
    why=gettext_noop(
        "No trick moves by itself once the side that did not revoke has called on the next board, or the round is over."
    ),
)


class AfterPlayTwelve(Choice):
    """The same for a revoke at trick 12, which is corrected as long as a hand is not back in the board."""

    CARDS_OUT = Option("cards_out", gettext_noop("Before the four hands were all back in the board"), law="62D1")
    RETURNED = Option(
        "returned",
        gettext_noop("The hands were back; [non_offending_side] had not yet called on the next board"),
        law="64A",
    )
    NEXT_BOARD = Option(
        "next_board", gettext_noop("After [non_offending_side] had called on the next board"), law="64B4"
    )
    ROUND_OVER = Option("round_over", gettext_noop("After the end of the round"), law="64B5")


AFTER_PLAY_12 = ChooseOne(
    "after_play_12",
    "62D1",
    gettext_noop("Play was over. When was attention drawn to the revoke?"),
    AfterPlayTwelve,
)
AT_THE_END = {option.value: option for option in Noticed} | {AfterPlay.NOT_YET.value: Noticed.RETURNED}


class Exclusion(Choice):
    REPEATED = Option(
        "repeated",
        gettext_noop("[offender] had already revoked in the same suit, and that revoke was established"),
        law="64B2",
    )
    PENALTY_CARD = Option("penalty_card", gettext_noop("He revoked by not playing a penalty card"), law="64B3")
    BOTH = Option(
        "both", gettext_noop("Both sides revoked on this board, and both revokes are established"), law="64B7"
    )
    NONE = Option("none", gettext_noop("None of these"), law="64B")


EXCLUSION = ChooseOne(
    "exclusion",
    "64B",
    gettext_noop("Is this revoke one of these?"),
    Exclusion,
    leads_on="none",
    taken=gettext_noop(
        "Has [offender] revoked before in this suit? Was it a penalty card that he did not play? Have both sides "
        "revoked?"
    ),
    why=gettext_noop("In these cases no trick moves by itself; the probable result without the revoke still counts."),
)
EQUITY_REPEATED = YesNo(
    "equity_repeated",
    "64C2(a)",
    gettext_noop("Would [non_offending_side] probably have won more tricks without this later revoke?"),
    why=gettext_noop("The first revoke keeps its transfer; only the loss from the later ones is made good."),
)
EQUITY = YesNo(
    "equity",
    "64C1",
    gettext_noop("Would [non_offending_side] probably have done better without the revoke than with the tricks ruled?"),
    why=gettext_noop(
        "Compare with the result after the tricks have moved. If that result is as good or better, nothing more is "
        "due: equity never takes a transferred trick back."
    ),
)


class Winner(Choice):
    REVOKER = Option("revoker", gettext_noop("The player who revoked"))
    HIS_SIDE = Option("his_side", gettext_noop("His partner"))
    OPPONENTS = Option("opponents", gettext_noop("The other side"))


REVOKE_CARD = WhichCard(
    "revoke_card", "64A", gettext_noop("Which card was wrongly played?"), hand="offender", noted=True
)
"""Card of an established revoke. It does not change the ruling; papers print it where it was noted."""
WINNER_SEAT = WhichSeat("winner", "64A", gettext_noop("Who won the trick of the revoke?"))


def winner_of(winner: Seat, offender: Seat) -> Winner:
    """Return the winner of the trick, relative to the player who revoked; a trick won by dummy is not declarer's."""
    if winner == offender:
        return Winner.REVOKER
    return Winner.HIS_SIDE if winner == offender.partner else Winner.OPPONENTS


WINNER = ChooseOne(
    "won_by",
    "64A",
    gettext_noop("Who won the trick of the revoke: the player who revoked, his partner or the other side?"),
    Winner,
    given=Given(winner_of, WINNER_SEAT, OFFENDER, ask=True),
    why=gettext_noop("If the player himself won it, two tricks may move (64A1); otherwise one at most (64A2)."),
)
TRICKS = Count("tricks", "64C1", gettext_noop("How many tricks did declarer win in play?"))


def left_to_the_side(trick: int | None, tricks: int | None, offender: Seat | None, declarer: Seat | None) -> int | None:
    """Return the most tricks that a side can have won after its revoke: at most those left, and at most its total."""
    left = None if trick is None else 13 - trick
    if tricks is None or offender is None or declarer is None:
        return left
    won = tricks if offender.side is declarer.side else 13 - tricks
    return won if left is None else min(won, left)


TRICKS_AFTER = Count(
    "tricks_after",
    "64A",
    gettext_noop("After the trick of the revoke, how many tricks did [offending_side] win?"),
    0,
    12,
    most=Most(
        left_to_the_side,
        (TRICK, TRICKS, OFFENDER, terms.DECLARER),
        gettext_noop("The trick and the result leave fewer tricks than that. Touch one of the numbers shown."),
    ),
)


def some(tricks: int) -> bool:
    return tricks > 0


LATER = YesNo(
    "later",
    "64A",
    gettext_noop("After the trick of the revoke, did [offending_side] win a trick?"),
    given=Given(some, TRICKS_AFTER, ask=True),
    why=gettext_noop("Nothing moves from tricks won before the revoke. Tricks claimed or conceded count as won."),
)
SIDE_WON = YesNo(
    "side_won",
    "64A2",
    gettext_noop("Did [offending_side] win that trick?"),
    why=gettext_noop("A card that was not played won nothing: one trick at most may move (64A2)."),
)
TRICKS_WITHOUT = Count(
    "tricks_without",
    "64C1",
    gettext_noop("How many tricks would declarer probably have won without the revoke?"),
    why=gettext_noop(
        "The score is assigned on this number (12C1). The line must be legal and plausible for that player."
    ),
)
LINE = Words(
    "line",
    "64C1",
    gettext_noop("Without the revoke, how would [non_offending_side] have played?"),
    why=gettext_noop(
        "Ask the players before judging, and write down what they say: the director does not find the line for them."
    ),
)


class Damaged(Choice):
    THEM = Option("them", gettext_noop("Yes, [non_offending_side]"))
    OFFENDERS = Option("offenders", gettext_noop("Yes, [offending_side]"))
    NOBODY = Option("nobody", gettext_noop("Neither side"))


TRICKS_WITHOUT_LATER = Count(
    "tricks_without_later",
    "64C2(a)",
    gettext_noop("In play, how many tricks would declarer probably have won without this later revoke?"),
    why=gettext_noop("Count the play alone: the tricks transferred for the earlier revoke are added afterwards."),
)
EQUITY_BOTH = ChooseOne(
    "equity_both",
    "64C2(b)",
    gettext_noop("Would either side probably have done better if nobody had revoked?"),
    Damaged,
    why=gettext_noop("When both sides revoked, the score may be adjusted to the probable result without any revoke."),
)


# Words and effects


NO_REVOKE = gettext_noop("There is no revoke. Play goes on.")
PLAY_ON = gettext_noop("The revoke is established: the cards stay as played. Play goes on to the end.")
CLAIM_FIRST = gettext_noop(
    "The revoke is established: the cards stay as played. Rule on the claim first, then count the tricks."
)
COME_BACK = effect.Presence(
    law="64A",
    do="RETURN",
    until="end_of_play",
    text=gettext_noop("Ask the players not to mix their cards, and come back at the end of play."),
)
COUNT_AT_THE_END = effect.Duty(
    "64A", effect.When.END_OF_PLAY, gettext_noop("Revoke [offender:of]: count the tricks, then ask about equity (64C).")
)
CORRECT_THEN_CLAIM = gettext_noop("The revoke is not established: it is corrected before the claim is ruled on.")
DOUBT_AGAINST_THE_REVOKER = effect.Note(
    law="70A",
    text=gettext_noop(
        "Reading followed: the doubt that the revoke leaves about the claim goes against [offending_side]."
    ),
)
THE_CLAIM_NEXT = Send(
    law="68D",
    to="68",
    hands=("declarer",),
    text=gettext_noop(
        "Play stopped on a claim or concession of [non_offending_side] that is not yet agreed. Put the legal card in "
        "place of the one wrongly played, then rule on the claim from there."
    ),
)
TO_THE_CLAIM = Send(law="68", to="68", hands=("declarer",), text=gettext_noop("Now rule on the claim or concession."))
OWNER_AFTER_CHANGE = effect.Note(
    law="43B2(b)",
    text=gettext_noop("Reading followed: the trick belongs to the side that owns it after the card is replaced."),
)
EQUITY_AT_THE_END = effect.Duty(
    "64C1", effect.When.END_OF_PLAY, gettext_noop("Revokes corrected on both sides: look at equity (64C).")
)
WHY = {
    "64A1+": gettext_noop(
        "[offender] won the trick of the revoke with his own card, and his side won a trick afterwards."
    ),
    "64A1": gettext_noop("[offender] won the trick of the revoke with his own card; his side won no trick afterwards."),
    "64A2 that trick": gettext_noop("[offender] did not win the trick of the revoke, but his partner did."),
    "64A2": gettext_noop("[offending_side] won a trick after that of the revoke."),
    "64B1": gettext_noop("[offending_side] won neither the trick of the revoke nor any trick after it."),
    "64B2": gettext_noop("A further revoke in the same suit by the same player moves no trick."),
    "64B3": gettext_noop("A revoke with a card of dummy moves no trick."),
    "64B3 penalty card": gettext_noop("A revoke by not playing a penalty card moves no trick."),
    "64B4": gettext_noop("[non_offending_side] had already called on the next board."),
    "64B5": gettext_noop("The round was over when attention was drawn to it."),
    "64B6": gettext_noop("The revoke was at trick 12."),
    "64B7": gettext_noop("Both sides have an established revoke on this board."),
    "64B8": gettext_noop("Both sides revoked on the same trick, and both revokes were corrected."),
}


@dataclass(frozen=True)
class Automatic:
    """The automatic transfer for one revoke (64A, 64B): the number of tricks that move, its law, the winner of the
    revoke trick, and *why*, the key of the reason where the law has several."""

    tricks: int
    law: str
    won_trick: bool | None = None
    why: str = ""

    @property
    def text(self) -> str:
        return WHY[self.why or self.law]

    @property
    def effect(self) -> effect.TransferTricks:
        return effect.TransferTricks(law=self.law, tricks=self.tricks, won_trick=self.won_trick, text=self.text)


STILL_IN_TIME = effect.Note(
    law="64C1",
    text=gettext_noop(
        "Reading followed: even when no trick moves because it is late, equity can be looked at until the correction "
        "period ends (79C)."
    ),
)
NOTHING_MOVES = gettext_noop("No trick is transferred.")
ONE_MOVES = gettext_noop("One trick is transferred [non_offending_side:to].")
TWO_MOVE = gettext_noop("Two tricks are transferred [non_offending_side:to].")
MOVES = {0: NOTHING_MOVES, 1: ONE_MOVES, 2: TWO_MOVE}
ADJUSTED_WITHOUT_LATER = gettext_noop("The score is adjusted to the play without this later revoke.")
ADJUSTED = gettext_noop("The score is adjusted: [tricks_without] for declarer.")
