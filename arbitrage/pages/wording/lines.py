"""Lines of a traveller in words: result, contestants, points, before and after."""

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from arbitrage.models import Contestant, Incident, Result
from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.people import pair_name
from arbitrage.pages.wording.rankings import unit_words
from arbitrage.pages.wording.scores import award_cells, award_words, contract_words, points_words
from arbitrage.pages.wording.sentences import parted
from arbitrage.pages.wording.standing import change_words
from arbitrage.pages.wording.tables_and_boards import table_words
from arbitrage.services.incidents.standing import Standing
from arbitrage.services.results import entering
from arbitrage.services.results.entering import Review
from arbitrage.services.results.field import Line, TravellerLine

UNITS = ("percent", "imps", "points")
FORM_LETTERS = {1: "A", 2: "B", 3: "C"}
"""Names of the forms of a fouled board on the screen."""


def cells(line: TravellerLine, current: int | None) -> tuple[str, str, str]:
    """Write result, declarer and score of a line. A line that stands for several tables has their number, "420 ×40". In
    the *current* round and later ones, a board without a result is "Yet to be played" instead of "Not played"."""
    made, declarer, score = award_cells(line.after.award)
    if line.result.times > 1:
        score = f"{score} ×{line.result.times}".strip()
    if current is not None and line.result.kind == Result.Kind.NOT_PLAYED and (line.result.round or 0) >= current:
        made = made or _("Yet to be played")
    return made, declarer, score


def before_and_after(line: TravellerLine, sat: tuple[str, str], current: int | None = None) -> dict[str, Any]:
    """Show the points of a line before and after a change, with an arrow for its direction; *current* is the current
    round."""
    made, declarer, score = cells(line, current)
    was, now = (
        shown_line.ns if shown_line.ns_exact is None else shown_line.ns_exact
        for shown_line in (line.before, line.after)
    )
    before, after = worth(line.before), worth(line.after)
    return {
        "line": line,
        "sat": sat,
        "arrow": arrow(was, now, before[0], after[0]),
        "made": made,
        "declarer": declarer,
        "score": score,
        "before": before,
        "after": after,
    }


# Words


def columns(lines: Iterable[TravellerLine]) -> dict[str, Any]:
    """Return the heading of a traveller's columns of points (percentage, IMPs or points), if it has any."""
    units = {line.after.unit for line in lines} - {""}
    return {"compared": bool(units), "unit": unit_words(min(units, key=UNITS.index)) if units else ""}


def seated(lines: Iterable[TravellerLine]) -> dict[UUID, tuple[str, str]]:
    """Return the numbers of North-South and East-West on each line: a pair, or the two players of an individual."""
    results = [line.result for line in lines]
    keys = {key for result in results for key in result.seats}
    people = Contestant.objects.filter(pk__in=keys).values_list("pk", "number") if keys else ()
    numbers = {str(key): number for key, number in people}

    def sides(result: Result) -> tuple[str, str]:
        if not result.seats:
            return (result.ns.number if result.ns else ""), (result.ew.number if result.ew else "")
        north, east, south, west = (numbers.get(key, "?") for key in result.seats)
        return f"{north}, {south}", f"{east}, {west}"

    return {result.pk: sides(result) for result in results}


def arrow(was: Any, now: Any, before: str, after: str) -> str:
    """Show the direction in which a figure changed; "" where the printed values, *before* and *after*, are equal."""
    if before == after or was is None or now is None:
        return ""
    return "↑" if now > was else "↓"


def worth(line: Line) -> tuple[str, str]:
    """Write the points of each side for a line, as its column shows them; "" for a line that is compared with no
    other."""
    if line.unit == "percent":
        return shown.percent(line.ns_exact), shown.percent(line.ew_exact)
    return shown.points(line.ns), shown.points(line.ew)


def table_of(line: Result) -> str:
    """Name the table of a line as its traveller does."""
    return table_words(line, line.board.tournament.several_sections)


def line_words(line: Mapping[str, Any], people: Mapping[str, Contestant] | None = None) -> str:
    """Write a line from its values in the record: "3NT+2 by South, 660 to North-South"; with *people*, the contestants
    too."""
    return ", ".join(filter(None, (_what(line), _who(line, people or {}))))


def _what(line: Mapping[str, Any]) -> str:
    award = entering.award_of(line)
    if line["kind"] == Result.Kind.PLAYED and line["contract"] and award is not None and award.score is not None:
        return _("%(result)s by %(declarer)s, %(score)s") % {
            "result": contract_words(line["contract"], line["tricks"]),
            "declarer": shown.seat(line["declarer"]),
            "score": points_words(award.score),
        }
    match line["kind"]:
        case Result.Kind.PASSED:
            return _("passed out")
        case Result.Kind.NOT_PLAYED:
            return _("not played")
        case Result.Kind.UNREADABLE:
            return _("unreadable")
    return award_words(award) if award is not None else _("artificial score")


def _who(line: Mapping[str, Any], people: Mapping[str, Contestant]) -> str:
    keys = line.get("seats") or [line.get("ns"), line.get("ew")]
    names = [pair_name(people[key]) for key in keys if key in people]
    return "–".join(names)


def review_words(review: Review, standing: Standing) -> dict[str, Any]:
    """Describe a decision to look at again, the changes, and the possible acts."""
    incident = review.incident
    changed = [change_words(change) for ruling in standing.rulings for change in ruling.changed]
    why = parted(changed) or _("its confirmed score does not follow any more")
    return {
        "incident": incident,
        "why": _("Decision %(reference)s is to be looked at again: %(why)s.")
        % {"reference": incident.reference, "why": why},
        "facts": bool(review.facts),
        "final": next(
            (ruling.inquiry.pk for ruling in standing.rulings if ruling.changed and standing.final_since), None
        ),
        "over": incident.state in (Incident.State.FINAL, Incident.State.WITHDRAWN),
    }
