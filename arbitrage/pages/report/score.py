"""The score of a report: before and after, by whom and why, and what it changes for the others."""

from collections import defaultdict
from collections.abc import Iterator
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from arbitrage.models import Incident, Result, Tournament
from arbitrage.pages import notation as shown
from arbitrage.pages.people import contestant_words, person
from arbitrage.pages.places import table_words
from arbitrage.pages.score_drawn import weights
from arbitrage.pages.sentences import Paragraph, Words, hour, listed, said
from arbitrage.pages.words import award_cells, award_words, ranked_words, share_points, share_short, unit_sign
from arbitrage.services.results.field import Line, TravellerLine, contestants, is_one_of
from arbitrage.services.results.scores import Proposal
from rulings.bridge import (
    Side,
)
from rulings.scores.award import Award

# The score


def score(incident: Incident, proposal: Proposal | None, *, names: bool = True) -> Words:
    """The score before and after. Without *names*, neither who confirmed it nor what he typed."""
    words: Words = {"title": pgettext("result", "Score"), "head": [], "rows": [], "bars": [], "paragraphs": []}
    if proposal is None:
        return words | {"paragraphs": [said(_no_score(incident))]}
    unit = _unit(proposal)
    labels = ["", _("Contract"), "NS", "EW", *{"percent": ("% NS", "% EW"), "": ()}.get(unit, ("IMP NS", "IMP EW"))]
    words["head"] = [_sides(label) for label in labels]
    if proposal.to_compose:
        words["rows"] = [_row(_("As played"), proposal.before, unit, bold=True)]
        words["paragraphs"] = [
            said(_("The score is still to be put together (Law %(law)s)."), law=shown.law_number(proposal.to_compose))
        ]
        return words
    if not proposal.changed:
        words["rows"] = [_row(_("As played"), proposal.before, unit, bold=True)]
        words["paragraphs"] = [said(_("The result at the table stands."))]
        return words
    words["rows"] = [
        _row(_("Before"), proposal.before, unit),
        _row(_("After"), proposal.after, unit, bold=True),
    ]
    words["bars"] = weights(proposal.after.award)
    words["paragraphs"] = [*_given(proposal, names=names), *_confirmed(proposal, names=names)]
    return words


def _given(proposal: Proposal, *, names: bool) -> Iterator[Paragraph]:
    """What is given in full where a row has no room for it, by whom and why."""
    counting = proposal.counting
    if counting.award.one is None:
        yield [[False, _("%(words)s.") % {"words": award_words(counting.award)}]]
    if counting.by_hand:
        yield said(_("*Chosen by the director* (Law %(law)s)."), law=counting.law)
        if counting.reason and names:
            yield [[False, _("Reason given: “%(reason)s”") % {"reason": counting.reason}]]


def _confirmed(proposal: Proposal, *, names: bool) -> Iterator[Paragraph]:
    confirmed = proposal.confirmed
    if confirmed is None:
        yield said(_("*Not confirmed yet*: the result at the table counts until then."))
    elif proposal.stale:
        yield said(_("*The ruling has changed* since a score was confirmed: this one is not confirmed yet."))
    elif not names:
        yield said(_("Confirmed."))
    else:
        yield said(_("Confirmed at %(time)s by %(name)s."), time=hour(confirmed.at), name=person(confirmed.by))


def _no_score(incident: Incident) -> str:
    if incident.result is None or incident.result.kind != Result.Kind.PLAYED:
        return _("There is no score to adjust at this table yet.")
    return _("The score is looked at when the inquiry is finished.")


def _row(label: str, line: Line, unit: str, *, bold: bool = False) -> Words:
    made, _declarer, score = award_cells(line.award)
    award = line.award
    ns, ew = (share_points(award.ns, Side.NS), share_points(award.ew, Side.EW)) if award else ("", "")
    if award is not None and award.artificial:
        made, ns, ew = "", share_short(award.ns), share_short(award.ew)
    cells = [label, made, ns, ew]
    if unit:
        cells += [_worth(line, side, unit) for side in Side]
    return {"cells": cells, "bold": bold}


def _unit(proposal: Proposal) -> str:
    """What a line of the board is worth in: "percent", "imps"; "" where it is not compared."""
    line = proposal.after
    return "percent" if line.ns_percent is not None else "imps" if line.ns is not None else ""


def _worth(line: Line, side: Side, unit: str) -> str:
    if unit == "percent":
        return shown.percent(line.ns_exact if side is Side.NS else line.ew_exact)
    return shown.points(line.ns if side is Side.NS else line.ew)


def _sides(label: str) -> str:
    return label.replace("EW", shown.side("EW", "letter"))


def effect(tournament: Tournament, proposal: Proposal | None) -> Words | None:
    """What the score changes for the others: percentages of the board, places in the ranking."""
    if proposal is None or not proposal.changed or not _unit(proposal):
        return None
    sentences = [" ".join(field_sentences(tournament, proposal)), " ".join(ranking_sentences(proposal))]
    found = [[[False, sentence]] for sentence in sentences if sentence]
    return {"title": _("Effect"), "paragraphs": found} if found else None


def field_sentences(tournament: Tournament, proposal: Proposal) -> list[str]:
    """What changes at the other tables, those that change alike together: for North-South, whose opponents have the
    rest, and for East-West too where the two sides are scored apart."""
    unit = _unit(proposal)
    several = tournament.sections.count() > 1
    others = [line for line in proposal.traveller if not line.in_question and line.before.ns is not None]
    named = {line.result.pk: table_words(line.result, several) for line in others}
    apart = any(award is not None and award.split for line in proposal.traveller for award in _awards(line))
    sentences = []
    moved: set[UUID] = set()
    for side in Side if apart else (Side.NS,):
        groups: dict[tuple[str, str], list[TravellerLine]] = defaultdict(list)
        for line in others:
            before, after = (_worth(one, side, unit) for one in (line.before, line.after))
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
    same = [name for key, name in named.items() if key not in moved]
    if same:
        sentence = ngettext("Table %(tables)s: unchanged.", "Tables %(tables)s: unchanged.", len(same))
        sentences.append(sentence % {"tables": listed(same)})
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
    """What becomes of the two pairs, the players or the teams in the ranking."""
    own = contestants(proposal.result)
    found = []
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
        found.append(words % values)
    return found
