"""Rulings as data: a reference, words, what happens now (rectifications) and what to come back for (duties).

Players, sides and cards are named by role or fact ("offender", "non_offending_side", "card"), so that a ruling reads
well with or without a deal. ``rulings.roles`` turns the names into seats once they are known.
"""

from dataclasses import dataclass, field, fields
from enum import Enum
from typing import Any, ClassVar

from rulings.text import gettext_noop


class When(Enum):
    """The moment that brings the director back."""

    END_OF_PLAY = "end_of_play", gettext_noop("End of play")
    PARTNER_ON_LEAD = "partner_on_lead", gettext_noop("The partner is about to lead")
    LEAD_LOST = "lead_lost", gettext_noop("The player has lost the lead")
    END_OF_AUCTION = "end_of_auction", gettext_noop("End of the auction")
    CARD_GONE = "card_gone", gettext_noop("The penalty card has been played or picked up")

    label: str

    def __new__(cls, value: str, label: str) -> "When":
        member = object.__new__(cls)
        member._value_ = value
        member.label = label
        return member


@dataclass(frozen=True)
class Rectification:
    """One effect of a ruling (LAWS 0.3). ``text`` is the step a director carries out, with blanks; it may be empty."""

    effect: ClassVar[str] = ""

    law: str
    text: str = field(default="", kw_only=True)

    def as_json(self) -> dict[str, Any]:
        """Plain data with the effect's name and fields, for the door and for storage."""
        values = {one.name: getattr(self, one.name) for one in fields(self)}
        data = {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}
        return {"effect": self.effect} | {name: value for name, value in data.items() if value not in ("", None, [])}


@dataclass(frozen=True, kw_only=True)
class OptionSet(Rectification):
    """All options are stated before any is chosen; *chooser* decides alone (Laws 10C1, 10C2)."""

    effect = "OPTION_SET"
    law: str
    chooser: str
    options: tuple[str, ...]
    no_consult: bool = True


@dataclass(frozen=True, kw_only=True)
class Accept(Rectification):
    """A call or a card stands as legal."""

    effect = "ACCEPT"
    law: str
    what: str


@dataclass(frozen=True, kw_only=True)
class Cancel(Rectification):
    """A call or a card is annulled."""

    effect = "CANCEL"
    law: str
    what: str


@dataclass(frozen=True, kw_only=True)
class Withdraw(Rectification):
    """A card is taken back: ``to`` is hand, table_as_MPC or table_as_mPC."""

    effect = "WITHDRAW"
    law: str
    player: str
    card: str
    to: str


@dataclass(frozen=True, kw_only=True)
class MustPlay(Rectification):
    """A card that must be played: ``when`` is now, next_turn_if_legal or first_legal_opportunity."""

    effect = "MUST_PLAY"
    law: str
    player: str
    card: str
    when: str


@dataclass(frozen=True, kw_only=True)
class PenaltyCard(Rectification):
    """A card that stays face up on the table: ``kind`` is major or minor (Law 50)."""

    effect = "PENALTY_CARD"
    law: str
    player: str
    card: str
    kind: str


@dataclass(frozen=True, kw_only=True)
class LeadRestriction(Rectification):
    """A lead that is required or forbidden; ``lasts`` is this_lead or while_retains_lead."""

    effect = "LEAD_RESTRICTION"
    law: str
    player: str
    lasts: str
    require: str = ""
    forbid: str = ""


@dataclass(frozen=True, kw_only=True)
class PlayRestriction(Rectification):
    """What a player must or may not play to one trick (Law 57)."""

    effect = "PLAY_RESTRICTION"
    law: str
    player: str
    kind: str
    trick: str = ""


@dataclass(frozen=True, kw_only=True)
class MustPass(Rectification):
    """Players who must pass: ``lasts`` is once or rest_of_auction."""

    effect = "MUST_PASS"
    law: str
    players: tuple[str, ...]
    lasts: str


@dataclass(frozen=True, kw_only=True)
class Info(Rectification):
    """Who may not (``ui_for``) and who may (``ai_for``) use what was seen."""

    effect = "INFO"
    law: str
    source: str
    ui_for: tuple[str, ...] = ()
    ai_for: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class DeclarerIs(Rectification):
    """Who declares from now on (Law 54)."""

    effect = "DECLARER_IS"
    law: str
    seat: str


@dataclass(frozen=True, kw_only=True)
class TransferTricks(Rectification):
    """Tricks moved at the end of play to the side named (Law 64A). ``won_trick`` says whether the offending side won
    the trick of the revoke; with the facts ``trick`` and ``tricks_after`` it gives the ceiling over several revokes."""

    effect = "TRICK_TRANSFER"
    law: str
    tricks: int
    to: str = "non_offending_side"
    won_trick: bool | None = None


@dataclass(frozen=True, kw_only=True)
class AssignedScore(Rectification):
    """The probable result in place of the table's (Law 12C1): declarer's tricks are the fact ``tricks``."""

    effect = "ASSIGNED"
    law: str
    tricks: str
    favours: str


@dataclass(frozen=True, kw_only=True)
class SplitScore(Rectification):
    """The probable result for the side named alone; the other keeps its result of the table (Laws 11A, 43B3)."""

    effect = "SPLIT"
    law: str
    tricks: str
    to: str


@dataclass(frozen=True, kw_only=True)
class ConsiderAdjusting(Rectification):
    """The director judges, now or at the end of play, whether an adjusted score is due."""

    effect = "CONSIDER_AS"
    law: str
    when: str


@dataclass(frozen=True, kw_only=True)
class Artificial(Rectification):
    """An artificial adjusted score, in per cent for each side (Law 12C2)."""

    effect = "ARTIF"
    law: str
    ns: int
    ew: int


@dataclass(frozen=True, kw_only=True)
class Presence(Rectification):
    """May the director leave? ``do`` is LEAVE, STAY or RETURN; ``until`` names the moment."""

    effect = "TD_PRESENCE"
    law: str
    do: str
    until: str = ""


@dataclass(frozen=True, kw_only=True)
class PenaltyPossible(Rectification):
    """A procedural (90) or disciplinary (91) penalty may be given; never automatic."""

    effect = "PP_POSSIBLE"
    law: str


@dataclass(frozen=True, kw_only=True)
class Note(Rectification):
    """A warning for the director, such as the reading that was followed."""

    effect = "NOTE"
    law: str


@dataclass(frozen=True, kw_only=True)
class Send(Rectification):
    """Another irregularity to rule on: the entry point of its law, and the facts handed on."""

    effect = "SEND"
    law: str
    to: str
    hands: tuple[str, ...] = ()


@dataclass(frozen=True)
class Duty:
    """Something to come back for. ``opens`` is the entry point of the inquiry it opens, ``hands`` the facts given to
    it, as ``rulings.roles.handed`` reads them: ``("owner=[partner]", "card", "kind=major")``."""

    law: str
    when: When
    text: str
    opens: str = ""
    hands: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Plain data, for the door and for storage."""
        return {
            "law": self.law,
            "when": self.when.value,
            "text": self.text,
            "opens": self.opens,
            "hands": list(self.hands),
        }


@dataclass(frozen=True)
class Ruling:
    """What is ruled: the law that decides, one sentence, the effects in order, and the duties that remain.

    ``closes`` says that the duty which opened this inquiry is done: the penalty card has left the table.
    """

    law: str
    text: str
    rectifications: tuple[Rectification, ...] = ()
    duties: tuple[Duty, ...] = ()
    closes: bool = False

    def as_json(self) -> dict[str, Any]:
        """Plain data, stable and in English, for the door and for storage."""
        data: dict[str, Any] = {
            "law": self.law,
            "text": self.text,
            "rectifications": [one.as_json() for one in self.rectifications],
            "duties": [one.as_json() for one in self.duties],
        }
        return data | ({"closes": True} if self.closes else {})
