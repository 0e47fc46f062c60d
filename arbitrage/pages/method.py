"""The choices of a scoring method in plain words: what is asked, what each answer means, and what a form has chosen."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from arbitrage.pages.ranking import rank_name, ranking_title, score_words, unit_words
from arbitrage.services.record.history import canonical, digest
from arbitrage.services.results.field import Field, RankLine
from rulings.scores.matchpoints import Scale
from rulings.scores.methods import Expected, Method, Scoring, SitOut, VictoryPoints
from rulings.scores.recognition import Recognised

PAIRS = (Scoring.MATCHPOINTS, Scoring.BUTLER, Scoring.CROSS_IMPS, Scoring.TOTAL)


TEAMS = (Scoring.IMPS, Scoring.BOARD_A_MATCH, Scoring.TOTAL)


AGAINST_THE_FIELD = (Scoring.MATCHPOINTS, Scoring.BUTLER, Scoring.CROSS_IMPS)


YES, NO = "yes", "no"


@dataclass(frozen=True, slots=True)
class Option:
    """One way of doing it: the stored value as text, what it is called, what it means."""

    value: str
    label: str | Promise
    help: str | Promise = ""


@dataclass(frozen=True, slots=True)
class Setting:
    """One choice of a method: its name there, the question, the options, and for which methods it matters."""

    name: str
    question: str | Promise
    options: tuple[Option, ...]
    matters: Callable[[Method, bool], bool]

    def value_of(self, method: Method) -> str:
        """The option that a method has taken."""
        value = getattr(method, self.name)
        if isinstance(value, bool):
            return YES if value else NO
        return "" if value is None else str(value)

    def option(self, value: str) -> Option | None:
        return next((one for one in self.options if one.value == value), None)


def _pairs(method: Method, teams: bool) -> bool:
    return not teams


def _teams(method: Method, teams: bool) -> bool:
    return teams


def _scored_by(*scorings: Scoring) -> Callable[[Method, bool], bool]:
    return lambda method, teams: not teams and method.scoring in scorings


def _in_imps(method: Method, teams: bool) -> bool:
    return teams and method.scoring is Scoring.IMPS


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
        ),
        _in_imps,
    ),
)


def settings_of(method: Method, teams: bool) -> tuple[Setting, ...]:
    """The choices that matter for a method."""
    return tuple(one for one in SETTINGS if one.matters(method, teams))


def method_words(method: Method, *, teams: bool) -> list[str]:
    """A method in sentences: each question that matters, and its answer."""
    said = []
    for one in settings_of(method, teams):
        option = one.option(one.value_of(method))
        if option is not None:
            said.append(_("%(question)s %(answer)s.") % {"question": one.question, "answer": option.label})
    return said


class NotAMethod(ValueError):
    """What was sent is not a method; `str` is a sentence that says what to do."""


def read_method(data: Mapping[str, str], current: Method) -> Method:
    """The method that a form says, what it does not say as it is now.

    :raises NotAMethod: a choice is none of those offered.
    """
    read = current.as_json()
    for one in SETTINGS:
        value = data.get(one.name)
        if value is None:
            continue
        read[one.name] = {YES: True, NO: False, "": None}.get(value, int(value) if value.isdecimal() else value)
    if "margins" in data:
        read["margins"] = _margins(data["margins"])
    try:
        return Method.from_json(read)
    except ValueError as error:
        raise NotAMethod(_("One of the choices is none of those offered. Choose again.")) from error


def _margins(typed: str) -> list[int]:
    numbers = typed.replace(",", " ").replace(";", " ").split()
    if not numbers:
        return []
    margins = [int(one) for one in numbers if one.isascii() and one.isdecimal() and len(one) < 5]
    if len(margins) != len(numbers) or len(margins) != 11 or margins[0] or sorted(set(margins)) != margins:
        raise NotAMethod(
            _(
                "A scale has eleven whole numbers, the least margin in IMPs for each of 10 to 20 points: 0 first, then "
                "each more than the last."
            )
        )
    return margins


def seen_of(current: Field, chosen: Method) -> str:
    """What identifies the change that a director was shown."""
    return digest(canonical([current.method.as_json(), chosen.as_json()]))


def setting_words(one: Setting, chosen: Method, recorded: Method | None) -> dict[str, Any]:
    """A choice with its options; *recorded* is the method of the file."""
    taken = one.value_of(recorded) if recorded else None
    return {
        "name": one.name,
        "question": one.question,
        "options": [
            {
                "value": option.value,
                "label": option.label,
                "help": option.help,
                "on": option.value == one.value_of(chosen),
                "file": option.value == taken,
            }
            for option in one.options
        ],
    }


def file_words(found: Recognised) -> str:
    """How much of the file a method gives, in a sentence."""
    parts = []
    if found.compared:
        points = found.compared - len(found.unlike)
        parts.append(
            ngettext("%(same)s of %(count)s line's points", "%(same)s of %(count)s lines' points", found.compared)
            % {"same": points, "count": found.compared}
        )
    if found.totals:
        totals = found.totals - len(found.unlike_totals)
        parts.append(
            ngettext("%(same)s of %(count)s percentage", "%(same)s of %(count)s percentages", found.totals)
            % {"same": totals, "count": found.totals}
        )
    if found.reproduces:
        return _("These choices give everything that the file records: %(what)s.") % {"what": ", ".join(parts)}
    return _("Of what the file records, these choices give: %(what)s.") % {"what": ", ".join(parts)}


# The effect


def effect(current: Field, other: Field) -> dict[str, Any]:
    """The rankings under the chosen method, each place with the one it has now."""
    before, after = current.points(current.counted()), other.points(other.counted())
    rankings = [
        (ranking_title(one.field), [_effect_line(line, current) for line in one.lines])
        for one in other.rankings(before, after)
    ]
    lines = [line for _title, several in rankings for line in several]
    return {
        "rankings": [{"title": title, "lines": several} for title, several in rankings],
        "moved": sum(line["rank_before"] != line["rank_after"] for line in lines),
        "changed": sum(line["before"] != line["after"] for line in lines),
        "before": unit_words(current.method.unit),
        "after": unit_words(other.method.unit),
    }


def _effect_line(line: RankLine, current: Field) -> dict[str, str]:
    return {
        "pair": rank_name(line),
        "before": score_words(line.score_before, current.method.unit),
        "after": score_words(line.score_after, line.unit),
        "rank_before": "–" if line.rank_before is None else str(line.rank_before),
        "rank_after": "–" if line.rank_after is None else str(line.rank_after),
    }
