"""The settings of a scoring method in words: their questions, the meaning of each option, and the method chosen in a
form."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from arbitrage.forms import number_in
from arbitrage.models import Penalty
from arbitrage.pages.ranking.method_choices import NO, SETTINGS, YES, Setting
from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.rankings import rank_name, ranking_title, score_words, unit_words
from arbitrage.services.record.history import canonical, digest
from arbitrage.services.results.field import Field, RankLine
from rulings.scores.methods import Method, VictoryPoints
from rulings.scores.recognition import Recognised
from rulings.scores.victory_points import steps_of


def settings_of(method: Method, teams: bool) -> tuple[Setting, ...]:
    """List the settings that matter for a method."""
    return tuple(setting for setting in SETTINGS if setting.matters(method, teams))


def method_words(method: Method, *, teams: bool) -> list[str]:
    """Write a method in sentences: each question that matters, and its answer."""
    sentences = []
    for setting in settings_of(method, teams):
        option = setting.option(setting.value_of(method))
        if option is not None:
            sentences.append(_("%(question)s %(answer)s.") % {"question": setting.question, "answer": option.label})
    return sentences


class NotAMethod(ValueError):
    """Error: the form has no valid method; `str` is a sentence that says what to do."""


def read_method(data: Mapping[str, str], current: Method) -> Method:
    """Read the method from a form. A setting that the form lacks keeps its current value.

    :raises NotAMethod: a choice is not among those offered, or a typed scale is invalid.
    """
    read = current.as_json()
    for setting in SETTINGS:
        value = data.get(setting.name)
        if value is None:
            continue
        number = number_in(value)
        read[setting.name] = {YES: True, NO: False, "": None}.get(value, value if number is None else number)
    if "margins" in data:
        read["margins"] = _margins(data["margins"])
    if "own_scale" in data:
        read["own_scale"] = _own_scale(data["own_scale"])
    if read["victory_points"] == VictoryPoints.OWN and not read["own_scale"] and "own_scale" in data:
        raise NotAMethod(SCALE)
    try:
        return Method.from_json(read)
    except ValueError as error:
        raise NotAMethod(_("One of the choices is none of those offered. Choose again.")) from error


SCALE = gettext_lazy(
    "Type the table, a line a step: the least margin in IMPs, the points of the winner, those of the loser. The first "
    "is 0 with equal points; then each margin is greater, and is worth no less to the winner."
)


def _own_scale(typed: str) -> list[list[Any]]:
    steps = [line.replace(";", " ").replace(",", ".").split() for line in typed.splitlines() if line.strip()]
    try:
        return [[margin, str(winner), str(loser)] for margin, winner, loser in steps_of(steps)]
    except (ValueError, TypeError, ZeroDivisionError) as error:
        raise NotAMethod(SCALE) from error


def scale_words(method: Method) -> str:
    """Write the custom scale of a method as a user types it, a line for each step."""
    return "\n".join(" ".join([str(margin), *map(shown.points, both)]) for margin, *both in method.own_scale)


def _margins(typed: str) -> list[int]:
    numbers = typed.replace(",", " ").replace(";", " ").split()
    if not numbers:
        return []
    margins = [int(number) for number in numbers if number.isascii() and number.isdecimal() and len(number) < 5]
    if len(margins) != len(numbers) or len(margins) != 11 or margins[0] or sorted(set(margins)) != margins:
        raise NotAMethod(
            _(
                "A scale has eleven whole numbers, the least margin in IMPs for each of 10 to 20 points: 0 first, then "
                "each more than the last."
            )
        )
    return margins


def seen_of(current: Field, chosen: Method) -> str:
    """Return a digest of the current and the chosen method. The form sends it back, so that a change of either is
    detected."""
    return digest(canonical([current.method.as_json(), chosen.as_json()]))


def setting_words(setting: Setting, chosen: Method, recorded: Method | None) -> dict[str, Any]:
    """Show a setting with its options; *recorded* is the method found in the imported file."""
    taken = setting.value_of(recorded) if recorded else None
    return {
        "name": setting.name,
        "question": setting.question,
        "options": [
            {
                "value": option.value,
                "label": option.label,
                "help": option.help,
                "on": option.value == setting.value_of(chosen),
                "file": option.value == taken,
            }
            for option in setting.options
        ],
    }


def file_words(recognised: Recognised) -> str:
    """Write a sentence with the number of values of the file that a method reproduces."""
    parts = []
    if recognised.compared:
        points = recognised.compared - len(recognised.unlike)
        parts.append(
            ngettext("%(same)s of %(count)s line's points", "%(same)s of %(count)s lines' points", recognised.compared)
            % {"same": points, "count": recognised.compared}
        )
    if recognised.totals:
        totals = recognised.totals - len(recognised.unlike_totals)
        parts.append(
            ngettext("%(same)s of %(count)s percentage", "%(same)s of %(count)s percentages", recognised.totals)
            % {"same": totals, "count": recognised.totals}
        )
    if recognised.places:
        places = recognised.places - len(recognised.unlike_places)
        parts.append(
            ngettext("%(same)s of %(count)s place", "%(same)s of %(count)s places", recognised.places)
            % {"same": places, "count": recognised.places}
        )
    if recognised.reproduces:
        return _("These choices give everything that the file records: %(what)s.") % {"what": ", ".join(parts)}
    return _("Of what the file records, these choices give: %(what)s.") % {"what": ", ".join(parts)}


# The effect


def effect(current: Field, other: Field) -> dict[str, Any]:
    """Build the rankings under the chosen method, each place beside the current one."""
    before, after = current.points(current.counted()), other.points(other.counted())
    rankings = [
        (ranking_title(ranking.field), [_effect_line(line, current) for line in ranking.lines])
        for ranking in other.rankings(before, after)
    ]
    lines = [line for _title, several in rankings for line in several]
    return {
        "rankings": [{"title": title, "lines": several} for title, several in rankings],
        "moved": sum(line["rank_before"] != line["rank_after"] for line in lines),
        "changed": sum(line["before"] != line["after"] for line in lines),
        "before": unit_words(current.method.unit),
        "after": unit_words(other.method.unit),
        "penalties": _penalties_lost(current, other),
    }


def _penalties_lost(current: Field, other: Field) -> str:
    """Warn that penalties in the current unit will not count if the method has another unit; "" if there are none."""
    if current.method.unit == other.method.unit:
        return ""
    given = Penalty.objects.given().filter(tournament=current.tournament, unit=current.method.unit).count()
    words = ngettext(
        "%(count)s penalty was given in %(unit)s: it counts for nothing in %(other)s. Give it again.",
        "%(count)s penalties were given in %(unit)s: they count for nothing in %(other)s. Give them again.",
        given,
    )
    values = {"count": given, "unit": unit_words(current.method.unit), "other": unit_words(other.method.unit)}
    return words % values if given else ""


def _effect_line(line: RankLine, current: Field) -> dict[str, str]:
    return {
        "pair": rank_name(line),
        "before": score_words(line.score_before, current.method.unit),
        "after": score_words(line.score_after, line.unit),
        "rank_before": "–" if line.rank_before is None else str(line.rank_before),
        "rank_after": "–" if line.rank_after is None else str(line.rank_after),
    }
