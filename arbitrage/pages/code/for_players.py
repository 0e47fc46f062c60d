"""The Code for players: what to do before the director comes, and the players' rights, in nine situations.

A leaf gives no ruling: it says what players may do and should not do, in their words, with the Laws. Players read it on
a telephone without an account, and clubs print it for the wall.
"""

from dataclasses import dataclass
from functools import cache

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Leaf:
    """A situation at the table: acts until the director comes (*now*), the *rights* of the non-offending side, and
    advice to the *other* side; *laws* are the sources, *picto* is the pictogram."""

    slug: str
    picto: str
    title: str | Promise
    now: tuple[str | Promise, ...]
    rights: tuple[str | Promise, ...]
    other: tuple[str | Promise, ...]
    laws: str


LEAVES = (
    Leaf(
        "lead-out-of-turn",
        "opening-lead",
        _("An opening lead out of turn"),
        (
            _("The card stays face up on the table. Nobody plays another one."),
            _("Declarer shows no card, and dummy puts none down, before the director has come."),
            _("A lead face down is taken back, but only when the director says so."),
        ),
        (
            _("Declarer hears five choices and takes one: to become dummy and let partner play the hand, to accept "
                "the lead and see dummy first, or to refuse it."),
            _("Who refuses may require a lead of that suit, forbid it, or leave the leader free."),
        ),
        (
            _("A card that goes back was seen by the partner, who may make no use of it."),
        ),
        "41A, 54, 50D, 16C",
    ),
    Leaf(
        "exposed-card",
        "exposed-card",
        _("A defender's card is seen"),
        (
            _("The card stays face up in front of its player. It is neither played nor taken back."),
            _("Declarer asks for nothing yet: the director tells the choices."),
        ),
        (
            _("An honour, or a card played on purpose, is played as soon as it can be."),
            _("When the partner of that defender is to lead, declarer may require that suit, forbid it, or leave the "
                "leader free and the card where it is."),
            _("A small card that fell by itself only goes before any other small card of its suit."),
        ),
        (
            _("A card that declarer drops, or shows, goes back into the hand: it costs nothing."),
        ),
        "48A, 49, 50",
    ),
    Leaf(
        "revoke",
        "revoke",
        _("A revoke"),
        (
            _("You have just revoked: say so at once. As long as your side has not played to the next trick, it is "
                "put right."),
            _("Nobody mixes cards: the tricks stay in order, face down."),
            _("Asking is allowed: “No more hearts, partner?”. Dummy may ask declarer, and defenders each other."),
        ),
        (
            _("Once established, a revoke may cost the side one trick or two of those that it won from there on."),
            _("If you lost more than that, the director makes it good."),
            _("Call before you bid on the next board, and before the round is over: later, only what you lost is "
                "made good."),
        ),
        (
            _("You revoked, and nobody has seen it: you are not obliged to say so once it is established, but you "
                "must not hide it."),
        ),
        "61B, 62, 63, 64, 72B",
    ),
    Leaf(
        "insufficient-bid",
        "insufficient-bid",
        _("An insufficient bid"),
        (
            _("The bid stays on the table. Nobody puts another one there, and nobody says what it meant."),
            _("Who replaces it before the director has come must keep what he has put there."),
        ),
        (
            _("The next player may accept it and call over it: the auction goes on as if nothing had happened."),
            _("Otherwise it is replaced. According to the new call the partner may have to pass to the end, and a "
                "suit may be forbidden at the first lead."),
        ),
        (
            _("Your hand slipped: say so at once. A call that was never meant may be changed."),
        ),
        "25A, 26, 27",
    ),
    Leaf(
        "call-out-of-turn",
        "call-out-of-turn",
        _("A call out of turn"),
        (
            _("Nobody calls, and the call stays where it is."),
        ),
        (
            _("The next player may accept it by calling over it, once the director has said so."),
            _("Otherwise it is cancelled, and whose turn it was calls. The partner of the offender may then have to "
                "pass, and a suit may be forbidden at the first lead."),
        ),
        (
            _("A new call that says the same, or less, often spares your partner: listen to the director before you "
                "choose."),
        ),
        "23, 26, 28–32",
    ),
    Leaf(
        "hesitation",
        "hesitation",
        _("A hesitation, a remark, a gesture"),
        (
            _("To hesitate is no fault. Say at once, calmly, what you have seen, and ask whether everybody agrees."),
            _("If somebody does not, call the director now. Then go on playing."),
        ),
        (
            _("When play is over, if an opponent's choice surprises you, call: the director looks at the board, asks "
                "other players and adjusts the score where you were damaged."),
        ),
        (
            _("Your partner has hesitated: choose as if you had seen nothing, and take care to gain nothing by it."),
        ),
        "16B, 73",
    ),
    Leaf(
        "explanation",
        "case-wrong-explanation",
        _("A wrong explanation, a missing alert"),
        (
            _("You explained wrongly: call the director, and say it at once."),
            _("Your partner did: show nothing. Declarer's side says so before the opening lead, the defenders when "
                "play is over, the director being there."),
        ),
        (
            _("Your last call may be changed as long as your partner has not called since and no opening lead is face "
                "up."),
            _("Later, the score is adjusted if the wrong explanation has cost you something."),
        ),
        (
            _("You have heard that your partner did not understand you: call and play as if you had not."),
        ),
        "16A, 20F, 21B, 40, 75",
    ),
    Leaf(
        "claim",
        "claim",
        _("A claim that is disputed"),
        (
            _("Play stops. The claimer has said how he would play; nobody asks him to go on."),
            _("The cards that were shown stay face up, each in front of its player."),
        ),
        (
            _("Say which trick you dispute, and why: the director hears all four players."),
            _("Where it is doubtful, the trick goes to the opponents of the claimer."),
            _("You agreed too quickly: until the time for corrections is over, call all the same."),
        ),
        (
            _("Play may go on only if those who did not claim ask for it and all four agree; then the claim is "
                "forgotten."),
        ),
        "68, 69, 70, 71",
    ),
    Leaf(
        "wrong-score",
        "wrong-result",
        _("A wrong score, a trick too many"),
        (
            _("You do not agree on the tricks: leave the cards in order, and call before they are put back."),
            _("The wrong line was typed: say so as soon as you see it, even if the board has left."),
        ),
        (
            _("A score typed wrongly is corrected until the time for corrections is over, half an hour after the "
                "scores are shown unless the club says otherwise."),
        ),
        (
            _("The error is in your favour: say so all the same. Nobody may keep a trick that he has not won."),
        ),
        "65D, 79",
    ),
)  # fmt: skip


@cache
def by_slug() -> dict[str, Leaf]:
    """Return the leaves by slug, the last part of their URL."""
    return {leaf.slug: leaf for leaf in LEAVES}
