"""Every choice of a scoring method: its question, the options in plain words, and the methods for which it matters."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

from rulings.scores.matchpoints import Scale
from rulings.scores.methods import Expected, Method, Scoring, SitOut, VictoryPoints

PAIRS = (Scoring.MATCHPOINTS, Scoring.BUTLER, Scoring.CROSS_IMPS, Scoring.TOTAL)


TEAMS = (Scoring.IMPS, Scoring.BOARD_A_MATCH, Scoring.TOTAL)


AGAINST_THE_FIELD = (Scoring.MATCHPOINTS, Scoring.BUTLER, Scoring.CROSS_IMPS)


YES, NO = "yes", "no"


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a choice: the stored value as text, its name, its meaning."""

    value: str
    label: str | Promise
    help: str | Promise = ""


@dataclass(frozen=True, slots=True)
class Setting:
    """One choice of a method: its attribute in `Method`, the question, the options, and the methods for which it
    matters (*matters* gets the method and whether teams play)."""

    name: str
    question: str | Promise
    options: tuple[Option, ...]
    matters: Callable[[Method, bool], bool]

    def value_of(self, method: Method) -> str:
        """Return the value of the option that a method has, as text."""
        value = getattr(method, self.name)
        if isinstance(value, bool):
            return YES if value else NO
        return "" if value is None else str(value)

    def option(self, value: str) -> Option | None:
        return next((option for option in self.options if option.value == value), None)


def _pairs(method: Method, teams: bool) -> bool:
    return not teams


def _teams(method: Method, teams: bool) -> bool:
    return teams


def _scored_by(*scorings: Scoring) -> Callable[[Method, bool], bool]:
    return lambda method, teams: not teams and method.scoring in scorings


def _in_imps(method: Method, teams: bool) -> bool:
    return teams and method.scoring is Scoring.IMPS


def _a_board(method: Method, teams: bool) -> bool:
    return teams and method.scoring is Scoring.BOARD_A_MATCH


def _patton(method: Method, teams: bool) -> bool:
    return _a_board(method, teams) and method.patton


_MATCHPOINTS = Option(
    Scoring.MATCHPOINTS,
    pgettext_lazy("method", "matchpoints"),
    gettext_lazy("Each result is compared with every other one: 2 points for a lower one, 1 for an equal one."),
)


_TOTAL = Option(
    Scoring.TOTAL, pgettext_lazy("method", "total points"), gettext_lazy("The scores themselves are added up.")
)


SETTINGS = (
    Setting(
        "scoring",
        gettext_lazy("How do scores become points?"),
        (
            _MATCHPOINTS,
            Option(
                Scoring.BUTLER,
                pgettext_lazy("method", "Butler"),
                gettext_lazy("IMPs against the average score of the board."),
            ),
            Option(
                Scoring.CROSS_IMPS,
                pgettext_lazy("method", "cross-IMPs"),
                gettext_lazy("IMPs against every other result, then their mean."),
            ),
            _TOTAL,
        ),
        _pairs,
    ),
    Setting(
        "scoring",
        gettext_lazy("How do scores become points?"),
        (
            Option(
                Scoring.IMPS,
                pgettext_lazy("method", "IMPs"),
                gettext_lazy("The two tables of a match are compared with each other."),
            ),
            Option(
                Scoring.BOARD_A_MATCH,
                pgettext_lazy("method", "board-a-match"),
                gettext_lazy("2 points for the better result of the two tables, 1 each for equal ones."),
            ),
            _TOTAL,
        ),
        _teams,
    ),
    Setting(
        "winners",
        gettext_lazy("How many rankings are there?"),
        (
            Option(
                "",
                pgettext_lazy("method", "as the pairs sat"),
                gettext_lazy("Two where pairs keep their direction, a single one where they change."),
            ),
            Option("1", pgettext_lazy("method", "a single one")),
            Option("2", pgettext_lazy("method", "two, North-South and East-West")),
        ),
        _scored_by(*PAIRS),
    ),
    Setting(
        "by_section",
        gettext_lazy("Whom is a pair compared with?"),
        (
            Option(NO, pgettext_lazy("method", "the whole field")),
            Option(
                YES,
                pgettext_lazy("method", "its own section"),
                gettext_lazy("Boards and rankings are made section by section."),
            ),
        ),
        _scored_by(*AGAINST_THE_FIELD),
    ),
    Setting(
        "rank_sections",
        gettext_lazy("Whom is a pair ranked with?"),
        (
            Option(NO, pgettext_lazy("method", "those it is compared with")),
            Option(
                YES,
                pgettext_lazy("method", "its own section"),
                gettext_lazy("Each section has its ranking, though boards are compared with everybody's."),
            ),
        ),
        _scored_by(*AGAINST_THE_FIELD),
    ),
    Setting(
        "expected",
        gettext_lazy("How many results is a board to have?"),
        (
            Option(
                Expected.BOARD,
                pgettext_lazy("method", "as many as it has lines"),
                gettext_lazy(
                    "Artificial scores are lines too; Neuberg's formula makes up for the results that they replace. "
                    "The usual way."
                ),
            ),
            Option(
                Expected.FIELD,
                pgettext_lazy("method", "as many as the board that has most"),
                gettext_lazy("Neuberg's formula brings every board to that size, across sections too."),
            ),
            Option(
                Expected.SCORED,
                pgettext_lazy("method", "as many as were obtained"),
                gettext_lazy("No formula; artificial scores are a share of that smaller top."),
            ),
            Option(
                Expected.ROWS,
                pgettext_lazy("method", "as many as it has rows"),
                gettext_lazy("Tables that did not play are rows too: some programs count a phantom pair."),
            ),
        ),
        _scored_by(Scoring.MATCHPOINTS),
    ),
    Setting(
        "totals",
        gettext_lazy("And for the percentage of the session?"),
        (
            Option("", pgettext_lazy("method", "the same")),
            Option(
                Expected.FIELD,
                pgettext_lazy("method", "as many as the board that has most, whatever is shown"),
                gettext_lazy("Boards are shown at their own size and added up at the largest."),
            ),
            Option(
                Expected.BOARD,
                pgettext_lazy("method", "as many as the board has lines, whatever is shown"),
            ),
        ),
        _scored_by(Scoring.MATCHPOINTS),
    ),
    Setting(
        "rounded",
        gettext_lazy("Which points are added up?"),
        (
            Option(NO, pgettext_lazy("method", "the exact ones")),
            Option(
                YES,
                pgettext_lazy("method", "those that are printed"),
                gettext_lazy("Each line is rounded first, as some programs do: the last figure of a total may differ."),
            ),
        ),
        _scored_by(*AGAINST_THE_FIELD),
    ),
    Setting(
        "equal_as_printed",
        gettext_lazy("Who shares a place?"),
        (
            Option(NO, pgettext_lazy("method", "contestants whose exact scores are equal")),
            Option(
                YES,
                pgettext_lazy("method", "contestants whose scores are printed alike"),
                gettext_lazy("Two decimals are compared, no more."),
            ),
        ),
        _scored_by(*AGAINST_THE_FIELD),
    ),
    Setting(
        "drop",
        gettext_lazy("Which scores are left out of the average of a board?"),
        (
            Option("", pgettext_lazy("method", "the best and the worst, from five results on")),
            Option("0", pgettext_lazy("method", "none")),
            Option("1", pgettext_lazy("method", "the best and the worst")),
            Option("2", pgettext_lazy("method", "the two best and the two worst")),
        ),
        _scored_by(Scoring.BUTLER),
    ),
    Setting(
        "round_to",
        gettext_lazy("How is that average rounded?"),
        (
            Option("10", pgettext_lazy("method", "to ten points")),
            Option("1", pgettext_lazy("method", "to one point")),
        ),
        _scored_by(Scoring.BUTLER),
    ),
    Setting(
        "per_result",
        gettext_lazy("What is the sum of the IMPs of a line divided by?"),
        (
            Option(NO, pgettext_lazy("method", "the number of comparisons")),
            Option(YES, pgettext_lazy("method", "the number of results")),
        ),
        _scored_by(Scoring.CROSS_IMPS),
    ),
    Setting(
        "by_mean",
        gettext_lazy("What are contestants ranked by?"),
        (
            Option(NO, pgettext_lazy("method", "their sum")),
            Option(
                YES,
                pgettext_lazy("method", "their mean a board"),
                gettext_lazy("For contestants that have not all played the same number of boards."),
            ),
        ),
        _scored_by(Scoring.BUTLER, Scoring.CROSS_IMPS, Scoring.TOTAL),
    ),
    Setting(
        "session_rule",
        gettext_lazy("Do 60 and 40 per cent of the file follow the session (Law 12C2(c))?"),
        (
            Option(
                YES,
                pgettext_lazy("answer", "yes"),
                gettext_lazy(
                    "Average plus is what the pair scores on its other boards when that is more than 60 per cent, "
                    "average minus when it is less than 40. An average that a director awards here always does."
                ),
            ),
            Option(NO, pgettext_lazy("method", "no, they stay as the file has them")),
        ),
        _scored_by(*AGAINST_THE_FIELD),
    ),
    Setting(
        "sit_out",
        gettext_lazy("What does a pair have for the boards that it sits out?"),
        (
            Option(
                SitOut.NOTHING,
                pgettext_lazy("method", "nothing: they do not count"),
                gettext_lazy("Its percentage is that of the boards it has played."),
            ),
            Option(SitOut.AVERAGE, pgettext_lazy("method", "the average")),
            Option(SitOut.AVERAGE_PLUS, pgettext_lazy("method", "average plus")),
        ),
        _scored_by(*AGAINST_THE_FIELD),
    ),
    Setting(
        "small_groups",
        gettext_lazy("Fouled board: two or three results of one form, of three times as many or more?"),
        (
            Option(
                YES,
                pgettext_lazy("method", "60 per cent, and 5 for each point above or below"),
                gettext_lazy("So few comparisons would weigh too much (Law 87B leaves the method to the organiser)."),
            ),
            Option(NO, pgettext_lazy("method", "Neuberg's formula, as for the others")),
        ),
        _scored_by(Scoring.MATCHPOINTS),
    ),
    Setting(
        "scale",
        gettext_lazy("In which scale are points shown?"),
        (
            Option(Scale.TWO, pgettext_lazy("method", "2 for a lower result, 1 for an equal one")),
            Option(Scale.ONE, pgettext_lazy("method", "1 for a lower result, ½ for an equal one")),
            Option(Scale.TENTHS, pgettext_lazy("method", "20 for a lower result, 10 for an equal one, whole numbers")),
        ),
        _scored_by(Scoring.MATCHPOINTS),
    ),
    Setting(
        "knock_out",
        gettext_lazy("Is it a knock-out, whose scores must balance (Law 12C4)?"),
        (
            Option(NO, pgettext_lazy("answer", "no")),
            Option(
                YES,
                pgettext_lazy("answer", "yes"),
                gettext_lazy("Where the scores of a board do not balance, both teams have their average."),
            ),
        ),
        _in_imps,
    ),
    Setting(
        "victory_points",
        gettext_lazy("Are the IMPs of a match turned into victory points?"),
        (
            Option(VictoryPoints.NONE, pgettext_lazy("method", "no, IMPs are added up")),
            Option(
                VictoryPoints.CONTINUOUS,
                pgettext_lazy("method", "yes, with two decimals"),
                gettext_lazy("The scale of the World Bridge Federation, 20 to a match."),
            ),
            Option(
                VictoryPoints.DISCRETE,
                pgettext_lazy("method", "yes, whole"),
                gettext_lazy("The whole scale of the World Bridge Federation, or the one typed below."),
            ),
            Option(
                VictoryPoints.OWN,
                pgettext_lazy("method", "yes, by a table of your own"),
                gettext_lazy("25 to 5, 25 to 0, or any other: type it below, a line a step."),
            ),
        ),
        _in_imps,
    ),
    Setting(
        "bye",
        gettext_lazy("What does a team have for a round in which it is exempt?"),
        (
            Option(
                SitOut.NOTHING,
                pgettext_lazy("method", "nothing"),
                gettext_lazy("Where every team is exempt once, that is the same for all."),
            ),
            Option(SitOut.AVERAGE, pgettext_lazy("method", "the points of a drawn match")),
            Option(
                SitOut.AVERAGE_PLUS,
                pgettext_lazy("method", "six tenths of the points of a match"),
                gettext_lazy("12 of 20."),
            ),
        ),
        lambda method, teams: teams and method.gives_match_points,
    ),
    Setting(
        "patton",
        gettext_lazy("Does the total of a match give points too (Patton)?"),
        (
            Option(NO, pgettext_lazy("answer", "no"), gettext_lazy("The ranking is by the share of the points won.")),
            Option(
                YES,
                pgettext_lazy("answer", "yes"),
                gettext_lazy("The scores of the match are added up too; the ranking is by points."),
            ),
        ),
        _a_board,
    ),
    Setting(
        "total_worth",
        gettext_lazy("How many points is that total worth?"),
        (
            Option("2", pgettext_lazy("method", "two, as a board")),
            Option("4", pgettext_lazy("method", "four, as two boards")),
            Option("6", pgettext_lazy("method", "six, as three boards")),
        ),
        _patton,
    ),
)
