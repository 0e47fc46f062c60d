"""The score of a report: before and after, its author and reason, and its effect on others."""

import datetime
from collections import defaultdict
from collections.abc import Iterator
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from arbitrage.models import Incident, Result, Tournament
from arbitrage.pages.report.chronology import told_with_its_course
from arbitrage.pages.report.decided import marked
from arbitrage.pages.score.drawing import weights
from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.people import contestant_words
from arbitrage.pages.wording.rankings import unit_words
from arbitrage.pages.wording.scores import award_cells, award_words, ranked_words, share_points, share_short, unit_sign
from arbitrage.pages.wording.sentences import Paragraph, Words, listed, paragraph
from arbitrage.pages.wording.standing import fixed_by
from arbitrage.pages.wording.tables_and_boards import table_words
from arbitrage.pages.wording.unused_result import no_better
from arbitrage.services.incidents.standing import Standing
from arbitrage.services.results.field import Line, TravellerLine, contestants, is_one_of
from arbitrage.services.results.scores import Proposal
from rulings.bridge import (
    Side,
)
from rulings.scores.award import Award

# The score


def score(standing: Standing, proposal: Proposal | None, *, names: bool = True, dated: bool = True) -> Words:
    """Print the score at the table, the replaced scores and the score in force. If *fixed* in the result is true, the
    table has a column for the author. Without *names* no person is named and no free text printed."""
    words: Words = {"title": pgettext("result", "Score"), "head": [], "rows": [], "bars": [], "paragraphs": []}
    words["fixed"] = False
    if proposal is None:
        return words | {"paragraphs": [paragraph(_no_score(standing.incident))]}
    unit = _unit(proposal)
    labels = ["", _("Contract"), "NS", "EW", *([f"{unit_words(unit)} {side}" for side in Side] if unit else [])]
    words["head"] = [_sides(label) for label in labels]
    at_the_table = _row(_("At the table"), proposal.before, unit)
    if proposal.to_compose:
        words["rows"] = [at_the_table | {"bold": True}]
        words["paragraphs"] = [
            paragraph(
                _("The score is still to be put together (Law %(law)s)."), law=shown.law_number(proposal.to_compose)
            )
        ]
        return words
    mark, day = standing.mark, standing.incident.tournament.date if dated else None
    if not proposal.changed and mark.adjustment is None and not mark.replaced:
        words["rows"] = [at_the_table | {"bold": True}]
        words["paragraphs"] = [paragraph(_("The result at the table stands.")), *map(paragraph, no_better(proposal))]
        return words
    fixed = dated and (bool(mark.replaced) or told_with_its_course(standing))
    words |= {
        "fixed": fixed,
        "rows": list(_rows(at_the_table, standing, proposal, unit, day, names=names, fixed=fixed)),
    }
    if fixed:
        words["head"].append(_("Fixed by"))
    words["bars"] = weights(proposal.after.award)
    reasons = map(paragraph, no_better(proposal))
    words["paragraphs"] = [
        *_given(standing, proposal, names=names),
        *reasons,
        *_marked(standing, names=names, dated=dated),
    ]
    return words


def _rows(
    at_the_table: Words,
    standing: Standing,
    proposal: Proposal,
    unit: str,
    day: datetime.date | None,
    *,
    names: bool,
    fixed: bool,
) -> Iterator[Words]:
    """Build the rows: the score at the table, the replaced scores (struck out), the score in force, and the score to be
    confirmed."""
    mark = standing.mark

    def with_who(row: Words, deciders: str) -> Words:
        return row | {"cells": [*row["cells"], deciders]} if fixed else row

    first = with_who(at_the_table, _at_the_table(standing, day))
    yield first | {"bold": True} if mark.adjustment is None and not proposal.changed else first
    for adjustment, decided in mark.replaced:
        row = _row(_("Replaced"), Line(adjustment.given), unit)
        yield with_who(row, fixed_by(decided, day, names=names)) | {"struck": True}
    if mark.adjustment is not None and mark.state == "confirmed":
        yield with_who(_row(_("In force"), proposal.after, unit, bold=True), fixed_by(mark.fixed, day, names=names))
        return
    if mark.adjustment is not None:
        row = _row(_("In force until then"), Line(mark.counts), unit)
        yield with_who(row, fixed_by(mark.fixed, day, names=names))
    if proposal.changed or mark.adjustment is not None:
        yield with_who(_row(_("As ruled"), proposal.after, unit, bold=True), _("to be confirmed"))


def _at_the_table(standing: Standing, day: datetime.date | None) -> str:
    """Name the source of the traveller's line: the players, the file, or a correction."""
    line = standing.mark.line
    return fixed_by(line, day, names=False) if line is not None else ""


def _given(standing: Standing, proposal: Proposal, *, names: bool) -> Iterator[Paragraph]:
    """Write a score that is too long for a row in full, and the reason of a score composed by hand."""
    counting = proposal.counting
    if counting.award.single is None:
        yield [[False, _("%(words)s.") % {"words": award_words(counting.award)}]]
    if counting.by_hand:
        fixed = standing.mark.fixed
        if fixed is None or fixed.body == "director" or standing.mark.adjustment is None:
            yield paragraph(_("*Chosen by the director* (Law %(law)s)."), law=counting.law)
        if counting.reason and names:
            yield [[False, _("Reason given: “%(reason)s”") % {"reason": counting.reason}]]


def _marked(standing: Standing, *, names: bool, dated: bool) -> Iterator[Paragraph]:
    """Write the author and time of the score in force, or that it is still to be confirmed."""
    if words := marked(standing, names=names, dated=dated):
        yield [[standing.mark.state != "confirmed", words]]


def _no_score(incident: Incident) -> str:
    if incident.result is None or incident.result.kind != Result.Kind.PLAYED:
        return _("There is no score to adjust at this table yet.")
    return _("The score is looked at when the inquiry is finished.")


def _row(label: str, line: Line, unit: str, *, bold: bool = False) -> Words:
    result, _declarer, score = award_cells(line.award)
    award = line.award
    ns, ew = (share_points(award.ns, Side.NS), share_points(award.ew, Side.EW)) if award else ("", "")
    if award is not None and award.artificial:
        result, ns, ew = "", share_short(award.ns), share_short(award.ew)
    cells = [label, result, ns, ew]
    if unit:
        cells += [_worth(line, side, unit) for side in Side]
    return {"cells": cells, "bold": bold, "struck": False}


def _unit(proposal: Proposal) -> str:
    """Return the unit of the line's score on its board: "percent", "imps", "points"; "" if it is not compared."""
    return proposal.after.unit


def _worth(line: Line, side: Side, unit: str) -> str:
    if unit == "percent":
        return shown.percent(line.ns_exact if side is Side.NS else line.ew_exact)
    return shown.points(line.ns if side is Side.NS else line.ew)


def _sides(label: str) -> str:
    return label.replace("EW", shown.side("EW", "letter"))


def effect(tournament: Tournament, proposal: Proposal | None) -> Words | None:
    """Print the effect of the score on others: percentages of the board, places in the ranking."""
    if proposal is None or not proposal.changed or not _unit(proposal):
        return None
    sentences = [" ".join(field_sentences(tournament, proposal)), " ".join(ranking_sentences(proposal))]
    paragraphs = [[[False, sentence]] for sentence in sentences if sentence]
    return {"title": _("Effect"), "paragraphs": paragraphs} if paragraphs else None


def field_sentences(tournament: Tournament, proposal: Proposal) -> list[str]:
    """Describe the changes at the other tables, with equal changes grouped. They are given for North-South, as
    East-West have the complement; if the sides are scored separately, for East-West too."""
    unit = _unit(proposal)
    several = tournament.sections.count() > 1
    other_lines = [line for line in proposal.traveller if not line.in_question and line.before.ns is not None]
    named = {line.result.pk: table_words(line.result, several) for line in other_lines}
    apart = any(award is not None and award.split for line in proposal.traveller for award in _awards(line))
    sentences = []
    moved: set[UUID] = set()
    for side in Side if apart else (Side.NS,):
        groups: dict[tuple[str, str], list[TravellerLine]] = defaultdict(list)
        for line in other_lines:
            before, after = (_worth(worth, side, unit) for worth in (line.before, line.after))
            if before != after:
                groups[before, after].append(line)
                moved.add(line.result.pk)
        for (before, after), lines in groups.items():
            values = {
                "tables": listed(named[line.result.pk] for line in lines),
                "before": before,
                "after": after,
                "unit": unit_sign(unit),
            }
            sentences.append(_moved_words(side, len(lines)) % values)
    unchanged = [name for key, name in named.items() if key not in moved]
    if unchanged:
        sentence = ngettext("Table %(tables)s: unchanged.", "Tables %(tables)s: unchanged.", len(unchanged))
        sentences.append(sentence % {"tables": listed(unchanged)})
    return sentences


def _awards(line: TravellerLine) -> tuple[Award | None, Award | None]:
    return line.before.award, line.after.award


def _moved_words(side: Side, count: int) -> str:
    if side is Side.EW:
        return ngettext(
            "Table %(tables)s: from %(before)s to %(after)s%(unit)s for East-West.",
            "Tables %(tables)s: from %(before)s to %(after)s%(unit)s for East-West.",
            count,
        )
    return ngettext(
        "Table %(tables)s: from %(before)s to %(after)s%(unit)s for North-South.",
        "Tables %(tables)s: from %(before)s to %(after)s%(unit)s for North-South.",
        count,
    )


def ranking_sentences(proposal: Proposal) -> list[str]:
    """Describe the changes of the two pairs, the players or the teams in the ranking."""
    own = contestants(proposal.result)
    sentences = []
    for line in (line for ranking in proposal.ranking for line in ranking.lines):
        if not is_one_of(line, own) or not line.changed:
            continue
        values = {
            "pair": contestant_words(line.contestant) if line.contestant else line.name,
            "before": ranked_words(line.score_before, line.unit),
            "after": ranked_words(line.score_after, line.unit),
            "unit": unit_sign(line.unit),
            "was": line.rank_before,
            "rank": line.rank_after,
        }
        if line.rank_before is None:
            words = _("%(pair)s: %(after)s%(unit)s in the session, number %(rank)s.")
        elif line.rank_before == line.rank_after:
            words = _("%(pair)s: %(before)s to %(after)s%(unit)s in the session, still number %(rank)s.")
        else:
            words = _("%(pair)s: %(before)s to %(after)s%(unit)s in the session, number %(was)s to %(rank)s.")
        sentences.append(words % values)
    return sentences
