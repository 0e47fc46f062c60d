"""Rulings as data: a reference, words, rectifications (effects now) and duties (the reasons to come back).

Players, sides and cards are named by role or fact ("offender", "non_offending_side", "card"), so that a ruling reads
well with or without a deal. ``rulings.engine.roles`` turns the names into seats once they are known.
"""

from dataclasses import dataclass, field, fields
from enum import Enum
from typing import Any, ClassVar, Literal

from rulings.engine.names import (
    CardName,
    Does,
    JudgedWhen,
    LeadLasts,
    PassLasts,
    PenaltyKind,
    Player,
    PlayKind,
    PlayWhen,
    SideName,
    Source,
    SplitKind,
    SuitNames,
    TakenTo,
    Until,
    What,
    Who,
)
from rulings.engine.text import gettext_noop


class When(Enum):
    """The moment at which the director returns."""

    END_OF_PLAY = "end_of_play", gettext_noop("End of play")
    PARTNER_ON_LEAD = "partner_on_lead", gettext_noop("The partner is about to lead")
    LEAD_LOST = "lead_lost", gettext_noop("The player has lost the lead")
    END_OF_AUCTION = "end_of_auction", gettext_noop("End of the auction")
    NEXT_CALL = "next_call", gettext_noop("The player’s next turn to call")
    OPENING_LEAD = "opening_lead", gettext_noop("The opening lead is about to be made")
    OTHER_BOARD = "other_board", gettext_noop("The board that the cards belong to is played")
    PLAYED_LATER = "played_later", gettext_noop("The board put off is played, or given averages")
    CARD_GONE = "card_gone", gettext_noop("The penalty card has been played or picked up")

    label: str

    def __new__(cls, value: str, label: str) -> "When":
        member = object.__new__(cls)
        member._value_ = value
        member.label = label
        return member


@dataclass(frozen=True)
class Rectification:
    """One effect of a ruling. ``text`` is the step that the director carries out, with blanks, or empty."""

    effect: ClassVar[str] = ""

    law: str
    text: str = field(default="", kw_only=True)

    def as_json(self) -> dict[str, Any]:
        """Return plain data with the effect's name and fields, for the commands and for storage."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        data = {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}
        return {"effect": self.effect} | {name: value for name, value in data.items() if value not in ("", None, [])}


@dataclass(frozen=True, kw_only=True)
class Accept(Rectification):
    """A call or card that stands as legal. ``player`` made it."""

    effect = "ACCEPT"
    law: str
    what: What
    player: Who | Literal[""] = ""


@dataclass(frozen=True, kw_only=True)
class Cancel(Rectification):
    """An annulled call or card. ``player`` made it."""

    effect = "CANCEL"
    law: str
    what: What
    player: Who | Literal[""] = ""


@dataclass(frozen=True, kw_only=True)
class Withdraw(Rectification):
    """A card taken back: ``to`` is hand, table_as_MPC or table_as_mPC. With ``suits`` ("suit, second_suit"), all
    penalty cards of the player in those suits are taken back, and no others (Law 51B)."""

    effect = "WITHDRAW"
    law: str
    player: Who
    card: CardName
    to: TakenTo
    suits: SuitNames = ""


@dataclass(frozen=True, kw_only=True)
class MustPlay(Rectification):
    """A card that must be played: ``when`` is now, next_turn_if_legal or first_legal_opportunity."""

    effect = "MUST_PLAY"
    law: str
    player: Who
    card: CardName
    when: PlayWhen


@dataclass(frozen=True, kw_only=True)
class Spread(Rectification):
    """A hand spread on the table: dummy's, or declarer's when he becomes dummy (Laws 41D, 54A)."""

    effect = "SPREAD"
    law: str
    player: Player


@dataclass(frozen=True, kw_only=True)
class PenaltyCard(Rectification):
    """A card that stays face up on the table: ``kind`` is major or minor (Law 50)."""

    effect = "PENALTY_CARD"
    law: str
    player: Who
    card: CardName
    kind: PenaltyKind


@dataclass(frozen=True, kw_only=True)
class LeadRestriction(Rectification):
    """A lead that is required or forbidden; ``lasts`` is this_lead or while_retains_lead."""

    effect = "LEAD_RESTRICTION"
    law: str
    player: Player
    lasts: LeadLasts
    require: SuitNames = ""
    forbid: SuitNames = ""


@dataclass(frozen=True, kw_only=True)
class MayForbid(Rectification):
    """Declarer's right to forbid one suit that ``shown`` does not hold, at the player's first turn to lead (Law 26B).

    ``shown`` is the fact of the suits that his partner's standing calls specify; while it is empty, it is asked at that
    lead.
    """

    effect = "MAY_FORBID"
    law: str
    player: Player
    shown: str = ""


@dataclass(frozen=True, kw_only=True)
class PlayRestriction(Rectification):
    """A restriction of a player's card in one trick (Law 57)."""

    effect = "PLAY_RESTRICTION"
    law: str
    player: Player
    kind: PlayKind
    trick: Literal["", "this_trick"] = ""


@dataclass(frozen=True, kw_only=True)
class MustPass(Rectification):
    """Players who must pass: ``lasts`` is once or rest_of_auction."""

    effect = "MUST_PASS"
    law: str
    players: tuple[Who, ...]
    lasts: PassLasts


@dataclass(frozen=True, kw_only=True)
class Info(Rectification):
    """The players who may not use information from something seen (``ui_for``), and those who may (``ai_for``)."""

    effect = "INFO"
    law: str
    source: Source
    ui_for: tuple[Who, ...] = ()
    ai_for: tuple[Who, ...] = ()


@dataclass(frozen=True, kw_only=True)
class DeclarerIs(Rectification):
    """A change of declarer (Law 54)."""

    effect = "DECLARER_IS"
    law: str
    seat: Player


@dataclass(frozen=True, kw_only=True)
class TransferTricks(Rectification):
    """Tricks moved at the end of play to the side named (Law 64A). ``won_trick`` says whether the offending side won
    the trick of the revoke; with the facts ``trick`` and ``tricks_after`` it gives the ceiling over several revokes."""

    effect = "TRICK_TRANSFER"
    law: str
    tricks: int
    to: SideName = "non_offending_side"
    won_trick: bool | None = None


@dataclass(frozen=True, kw_only=True)
class AwardTricks(Rectification):
    """The tricks decided after a claim or concession (Laws 68 to 71), before any transfer for a revoke: *tricks* is the
    fact that counts them.

    Without *to*, the number is declarer's total on the board. With *to*, the tricks go to the side named. If *left*
    (tricks left to play) and *before* (tricks that declarer had won) are named too, the tricks are a share of those
    left, and the rest go to the other side. Otherwise they are added to the recorded result.
    """

    effect = "AWARD_TRICKS"
    law: str
    tricks: str
    to: SideName | Literal[""] = ""
    left: str = ""
    before: str = ""


@dataclass(frozen=True, kw_only=True)
class AssignedScore(Rectification):
    """The probable result in place of the table's (Law 12C1): declarer's tricks are the fact ``tricks``, which is empty
    where the board would have been passed out.

    ``contract`` and ``declarer`` are the facts of another contract than the table's (Laws 16B, 21B); empty: the
    table's.
    """

    effect = "ASSIGNED"
    law: str
    tricks: str
    favours: SideName
    contract: str = ""
    declarer: str = ""


@dataclass(frozen=True, kw_only=True)
class SplitScore(Rectification):
    """The probable result for one side only; the other keeps the result of the table.

    With ``kind`` gain_taken that side loses a gain (Laws 11A, 43B3, 79B3), but keeps a table result that is worse for
    it. With loss_spared it is spared a loss (82C), but keeps a table result that is better for it. ``contract`` and
    ``declarer`` are the facts of another contract than the table's; ``tricks`` is empty where the board would have been
    passed out.
    """

    effect = "SPLIT"
    law: str
    tricks: str
    to: SideName
    kind: SplitKind
    contract: str = ""
    declarer: str = ""


@dataclass(frozen=True, kw_only=True)
class ConsiderAdjusting(Rectification):
    """The director's judgement, now or at the end of play, whether an adjusted score is due."""

    effect = "CONSIDER_AS"
    law: str
    when: JudgedWhen


@dataclass(frozen=True, kw_only=True)
class Artificial(Rectification):
    """An artificial adjusted score, in per cent for each side (Law 12C2); a side without one keeps its score."""

    effect = "ARTIF"
    law: str
    ns: int | None = None
    ew: int | None = None


@dataclass(frozen=True, kw_only=True)
class Presence(Rectification):
    """The director's presence: ``do`` is LEAVE, STAY or RETURN; ``until`` names the moment."""

    effect = "TD_PRESENCE"
    law: str
    do: Does
    until: Until = ""


@dataclass(frozen=True, kw_only=True)
class PenaltyPossible(Rectification):
    """A possible procedural (90) or disciplinary (91) penalty; never automatic."""

    effect = "PP_POSSIBLE"
    law: str


@dataclass(frozen=True, kw_only=True)
class Note(Rectification):
    """A warning for the director, such as the reading of the Law that was followed."""

    effect = "NOTE"
    law: str


@dataclass(frozen=True, kw_only=True)
class Send(Rectification):
    """Another irregularity to rule on: the entry point of its law, and the facts passed on."""

    effect = "SEND"
    law: str
    to: str
    hands: tuple[str, ...] = ()


@dataclass(frozen=True)
class Duty:
    """A duty to come back for. ``opens`` is the entry point of the inquiry it opens, ``hands`` the facts given to it,
    as ``rulings.engine.roles.handed`` reads them: ``("owner=[partner]", "card", "kind=major")``. ``about`` names the
    card it depends on by two roles or facts, its player and the card, ``("owner", "card")``: the duty is done when that
    card has left the table."""

    law: str
    when: When
    text: str
    opens: str = ""
    hands: tuple[str, ...] = ()
    about: tuple[str, str] | None = None

    def as_json(self) -> dict[str, Any]:
        """Return plain data, for the commands and for storage."""
        data = {
            "law": self.law,
            "when": self.when.value,
            "text": self.text,
            "opens": self.opens,
            "hands": list(self.hands),
        }
        return data | ({"about": list(self.about)} if self.about else {})


@dataclass(frozen=True)
class Ruling:
    """A ruling: the law that decides, one sentence, the effects in order, and the duties that remain.

    ``closes`` is true when the duty that opened this inquiry is done: the penalty card has left the table. ``leads_on``
    is true when nothing is ruled here: the ruling only points to the law of its one `Send`, and is not stored.
    """

    law: str
    text: str
    rectifications: tuple[Rectification, ...] = ()
    duties: tuple[Duty, ...] = ()
    closes: bool = False
    leads_on: bool = False

    def as_json(self) -> dict[str, Any]:
        """Return plain data, stable and in English, for the commands and for storage."""
        data: dict[str, Any] = {
            "law": self.law,
            "text": self.text,
            "rectifications": [effect.as_json() for effect in self.rectifications],
            "duties": [duty.as_json() for duty in self.duties],
        }
        return data | ({"closes": True} if self.closes else {})
