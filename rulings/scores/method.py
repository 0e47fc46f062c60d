"""Parameters of a scoring method: every choice that the Laws leave to the organiser, by name (Law 78D)."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import Any, Literal, Self

from rulings.scores.adjusted import (
    Average,
)
from rulings.scores.imps import shown_imps
from rulings.scores.matchpoints import (
    RATIOS,
    Scale,
    scaled,
    shown_points,
)
from rulings.scores.victory_points import Step, steps_of, whole_victory_points


class Scoring(StrEnum):
    """Conversion of a board's scores to points (Law 78)."""

    MATCHPOINTS = "MP"
    BUTLER = "BUTLER"
    CROSS_IMPS = "CROSS_IMPS"
    IMPS = "IMPS"
    """IMPs of a match of two teams."""
    BOARD_A_MATCH = "PAB"
    TOTAL = "TOTAL"


class Expected(StrEnum):
    """Number of scores that a board should have. Neuberg's formula extrapolates to it, and artificial scores are a
    share of its top."""

    BOARD = "board"
    """As many as the board has lines, artificial ones included: the usual way."""
    FIELD = "field"
    """As many as the board with the most lines."""
    SCORED = "scored"
    """As many as were obtained, without a formula; artificial scores are a share of that lower top."""
    ROWS = "rows"
    """As many as the board has rows, including tables that did not play."""


class SitOut(StrEnum):
    """The score of a pair for the boards that it sits out."""

    NOTHING = "nothing"
    """No score; these boards do not count for the pair."""
    AVERAGE = "average"
    AVERAGE_PLUS = "average_plus"

    @property
    def average(self) -> Average | None:
        return {SitOut.NOTHING: None, SitOut.AVERAGE: Average.EVEN, SitOut.AVERAGE_PLUS: Average.PLUS}[self]


class VictoryPoints(StrEnum):
    """Conversion of the IMPs of a match."""

    NONE = "none"
    CONTINUOUS = "continuous"
    DISCRETE = "discrete"
    OWN = "own"
    """A table of the organiser's own, given in `Method.own_scale`."""


@dataclass(frozen=True, slots=True)
class Method:
    """All choices of a scoring program. The defaults are those of ``rulings/regulations/ffb.toml``."""

    scoring: Scoring = Scoring.MATCHPOINTS
    by_section: bool = False
    """Are boards compared, and contestants ranked, section by section?"""
    winners: Literal[1, 2] | None = None
    """One ranking, or one for each direction; None: two unless contestants change direction."""
    expected: Expected = Expected.BOARD
    totals: Expected | None = None
    """Number of scores for the points that are added up, if a program prints other points on the boards; None: the same
    number."""
    small_groups: bool = True
    """Do two or three scores of one form of a fouled board get 60 % plus or minus 5 % a matchpoint (Law 87B)?"""
    session_rule: bool = True
    """Do 60 % and 40 % in the file follow the session (Law 12C2(c))? An average that a director awards always does."""
    sit_out: SitOut = SitOut.NOTHING
    scale: Scale = Scale.TWO
    drop: int | None = None
    """Scores left out at each end for the datum of a Butler; None: one from five scores on."""
    round_to: int = 10
    per_result: bool = False
    """Are cross-IMPs divided by the number of results instead of the number of comparisons?"""
    by_mean: bool = False
    """Are contestants ranked by their mean IMPs a board instead of their sum?"""
    knock_out: bool = False
    """Does each team of a match get the mean of both scores for a board where they do not balance (Law 12C4)?"""
    victory_points: VictoryPoints = VictoryPoints.NONE
    margins: tuple[int, ...] = ()
    """The least margins for 10 to 20 victory points of a scale that is the organiser's own; () is that of the WBF."""
    rank_sections: bool = False
    """Is each section ranked by itself, though its boards are compared with everybody's?"""
    rounded: bool = False
    """Are a line's points rounded as they are printed before they are added up?"""
    equal_as_printed: bool = False
    """Do contestants share a place when their scores are equal to two decimals?"""
    own_scale: tuple[Step, ...] = ()
    """A whole table of victory points that is the organiser's own (25-5, 25-0, any other), for `VictoryPoints.OWN`."""
    patton: bool = False
    """At board-a-match: does the total of a match's scores give points too (Patton)?"""
    total_worth: int = 2
    """Points for that total together; the winner gets all of them unless `total_margins` divides them."""
    total_margins: tuple[int, ...] = ()
    """Least differences of the totals, each of which moves one more step of those points to the winner; () for any
    difference."""
    bye: SitOut = SitOut.NOTHING
    """Points of a team for a round in which it is exempt, where matches give points: those of a draw, or six tenths of
    a match."""

    @property
    def in_matchpoints(self) -> bool:
        return self.scoring is Scoring.MATCHPOINTS

    @property
    def gives_match_points(self) -> bool:
        """Do matches give points, so that an exempt team needs some?"""
        return self.unit == "vp" or (self.patton and self.scoring is Scoring.BOARD_A_MATCH)

    @property
    def unit(self) -> Literal["percent", "imps", "points", "vp"]:
        """The unit in which contestants are ranked."""
        if self.victory_points is not VictoryPoints.NONE and self.scoring is Scoring.IMPS:
            return "vp"
        if self.scoring is Scoring.TOTAL or (self.patton and self.scoring is Scoring.BOARD_A_MATCH):
            return "points"
        return "percent" if self.scoring in (Scoring.MATCHPOINTS, Scoring.BOARD_A_MATCH) else "imps"

    def as_json(self) -> dict[str, Any]:
        """Return plain data: every choice under its name."""
        return {name: _as_plain(choice) for name, choice in asdict(self).items()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Read what `as_json` wrote; a missing choice takes its default.

        :raises ValueError: a choice is unknown or impossible; the message names it.
        """
        if unknown := sorted(data.keys() - {field.name for field in fields(cls)}):
            raise ValueError(f"A method has no {unknown[0]}.")
        read = {}
        for name, value in data.items():
            try:
                read[name] = _choice(name, value)
            except (TypeError, ValueError) as error:
                raise ValueError(f"{name} cannot be {value!r}.") from error
        return cls(**read)

    def differences(self, other: "Method") -> tuple[str, ...]:
        """Return the names of the choices that are not the same."""
        return tuple(field.name for field in fields(self) if getattr(self, field.name) != getattr(other, field.name))

    def printed(self, points: Fraction, top: int) -> Fraction:
        """Round matchpoints of the 2-1-0 scale as the program prints them in its own."""
        return Fraction(self.shown(points, top)) / RATIOS[self.scale]

    def shown(self, points: Fraction, top: int) -> Decimal:
        """Write a line's points as the program prints them: one decimal of matchpoints on the 2-1-0 scale, two on
        that of 1-½-0, whole tenths; two decimals of IMPs."""
        if not self.in_matchpoints:
            return Decimal(int(points)) if points.denominator == 1 else shown_imps(points)
        match self.scale:
            case Scale.TWO:
                return shown_points(points, top)
            case Scale.ONE:
                return shown_points(points / 2, top // 2, 2)
            case Scale.TENTHS:
                return Decimal(int(scaled(points, Scale.TENTHS)))


_ENUMS: Mapping[str, type[StrEnum]] = {
    "scoring": Scoring,
    "expected": Expected,
    "totals": Expected,
    "sit_out": SitOut,
    "bye": SitOut,
    "scale": Scale,
    "victory_points": VictoryPoints,
}

_MOST = 100

NOT_BOOLEAN = ("winners", "drop", "round_to", "margins", "total_worth", "total_margins", "own_scale")


def _as_plain(value: Any) -> Any:
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, tuple):
        return [_as_plain(item) for item in value]
    return str(value) if isinstance(value, Fraction) else value


def _choice(name: str, value: Any) -> Any:
    if name in _ENUMS:
        return None if value is None and name == "totals" else _ENUMS[name](value)
    match name, value:
        case "winners", None | 1 | 2 if not isinstance(value, bool):
            return value
        case "drop", None:
            return None
        case "drop", int() if not isinstance(value, bool) and 0 <= value <= _MOST:
            return value
        case "round_to", int() if not isinstance(value, bool) and 1 <= value <= _MOST:
            return value
        case "margins", list() | tuple() if all(isinstance(margin, int) for margin in value):
            if value:
                whole_victory_points(0, value)
            return tuple(value)
        case "total_margins", list() | tuple() if all(isinstance(margin, int) for margin in value):
            if sorted({0, *value})[1:] != [*value]:
                raise ValueError(value)
            return tuple(value)
        case "total_worth", int() if not isinstance(value, bool) and 0 <= value <= _MOST:
            return value
        case "own_scale", list() | tuple():
            return steps_of(value)
        case _, bool() if name not in NOT_BOOLEAN:
            return value
    raise ValueError(value)
