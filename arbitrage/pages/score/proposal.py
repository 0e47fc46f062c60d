"""A proposed score: the award, its reasons, and its effect on everybody on the board."""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.urls import reverse
from django.utils import translation
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from arbitrage.models import Adjustment, Incident, Note, Ruling
from arbitrage.pages.board.keypad import short_points
from arbitrage.pages.score.by_hand import Draft, kinds
from arbitrage.pages.score.drawing import strips, weights
from arbitrage.pages.score.slip import slip
from arbitrage.pages.wording import notation as shown
from arbitrage.pages.wording.lines import arrow, cells, seated
from arbitrage.pages.wording.people import person
from arbitrage.pages.wording.rankings import rank_line, ranking_title
from arbitrage.pages.wording.scores import (
    award_words,
    percent_words,
    points_words,
    result_words,
    share_points,
    share_words,
    side_words,
    tricks_words,
)
from arbitrage.pages.wording.unused_result import no_better
from arbitrage.services.results.field import Line
from arbitrage.services.results.score_basis import rests_on
from arbitrage.services.results.scores import Proposal, changes_score, left_to_compose
from rulings.bridge import Seat, Side
from rulings.engine import text
from rulings.engine.questions import NO, YES
from rulings.engine.roles import with_roles
from rulings.scores.adjusted import Average
from rulings.scores.award import Possible, Results

Kind = Adjustment.Kind


# The parts of a proposal


def picture(proposal: Proposal, draft: Draft | None) -> dict[str, Any]:
    before, after, sat = proposal.before, proposal.after, seated(proposal.traveller)
    current = proposal.incident.tournament.current_round
    if proposal.counting.by_hand and draft is None:
        draft = Draft.of(proposal.counting.award, proposal.law)
    return {
        "proposal": proposal,
        "title": _title(proposal),
        "moved": _moved(proposal),
        "before": _cards(before),
        "after": [{"big": _("To be put together"), "small": ""}] if proposal.to_compose else _cards(after),
        "bars": weights(after.award),
        "strips": strips(proposal),
        "kinds": _kinds(proposal),
        "hand": choices(proposal.incident, draft if proposal.counting.by_hand else None),
        "compose": _compose(proposal),
        "why": list(dict.fromkeys([*_equity(proposal), *_why(proposal), *no_better(proposal)])),
        "lines": [_traveller_line(line, sat[line.result.pk], current) for line in proposal.traveller],
        "several_sections": len({line.result.section_id for line in proposal.traveller}) > 1,
        "compared": any(line.after.ns is not None for line in proposal.traveller),
        "in_percent": any(line.after.ns_percent is not None for line in proposal.traveller),
        "concerned": _concerned(proposal),
        "rankings": [
            {"title": ranking_title(ranking.field), "lines": [rank_line(line) for line in ranking.lines]}
            for ranking in proposal.ranking
        ],
        "pair_count": sum(len(ranking.lines) for ranking in proposal.ranking),
        "slip": slip(proposal),
        "program": proposal.incident.tournament.source_name,
        "to_confirm": _to_confirm(proposal),
        "done": _done(proposal),
        "against": _against(proposal),
        "worse": _worse(proposal),
        "confirmed": award_words(proposal.confirmed.given) if proposal.confirmed else "",
        "same": proposal.confirmed is not None and proposal.confirmed.given == proposal.counting.award,
        "confirmed_by": person(proposal.confirmed.by) if proposal.confirmed else "",
        "entered_by": person(proposal.confirmed.entered_by) if proposal.confirmed else "",
    }


COMPOSED = {"11A": "split", "12C1(e)": "self", "12C2": "artificial", "82C": "split", "86B2": "artificial"}
"""Kind of score that each Law leaves to the director, where it is not a weighted one."""

CLAIMS = ("69", "70", "71")
"""The laws whose rulings give tricks without a revoke."""


def _title(proposal: Proposal) -> str:
    """Describe in a sentence the effect of the ruling, or of the director's choice, on the score."""
    if proposal.to_compose:
        return _("The score is still to be put together")
    if proposal.counting.award.one_sided is not None:
        return _("One side alone has an artificial score")
    match proposal.kind:
        case Kind.EQUITY:
            return _("The score is adjusted to the probable result")
        case Kind.ASSIGNED:
            return _("An assigned score replaces the result")
        case Kind.WEIGHTED:
            return _("The score is weighted")
        case Kind.SPLIT:
            return _("Each side has a score of its own")
        case Kind.ARTIFICIAL:
            return _("An artificial score takes the place of a result")
    moved = _gain(proposal)
    if not moved:
        return _("The result at the table stands")
    if proposal.law.startswith(CLAIMS):
        return _("The ruling on the claim decides the number of tricks")
    declarer = Seat(proposal.result.declarer)
    to = declarer.side if moved > 0 else declarer.side.other
    return ngettext(
        "One trick is transferred %(to_side)s", "%(count)s tricks are transferred %(to_side)s", abs(moved)
    ) % {"count": abs(moved), "to_side": side_words(to)}


def _gain(proposal: Proposal) -> int:
    """Count the tricks that declarer's side gains, negative when it loses them."""
    return (proposal.after.tricks or 0) - (proposal.before.tricks or 0)


def _cards(line: Line) -> list[dict[str, Any]]:
    """Show the score of a line in large and small letters: one card, or one for each side or result."""
    award = line.award
    if award is None:
        return [{"big": _("No result"), "small": ""}]
    percents = {Side.NS: line.ns_percent, Side.EW: line.ew_percent}
    if award.artificial:
        return [
            {"big": share_words(award.share(side), side), "small": _percent_to(side, percents[side])} for side in Side
        ]
    if award.split:
        return [
            {"small": side_words(side)} | _card_of(results, side)
            if (results := award.results(side))
            else {"big": share_words(award.share(side), side), "small": _percent_to(side, percents[side])}
            for side in Side
        ]
    return [_card(result, weighted=award.weighted) for result in award.results(Side.NS)]


def _card_of(results: Results, side: Side) -> dict[str, Any]:
    """Show a side's own result; all its results in words if there are several."""
    if len(results) > 1:
        return {"big": shown.side(side), "small": share_words(results, side)}
    points = results[0].score if side is Side.NS else -results[0].score
    card = _card(results[0])
    return card | {"small": ", ".join(filter(None, (side_words(side), card["tricks"]))), "points": shown.score(points)}


def _card(possible: Possible, *, weighted: bool = False) -> dict[str, Any]:
    made = shown.result(possible.contract, possible.tricks) if possible.contract else result_words(possible)
    big = format_html("{} {}", percent_words(100 * possible.weight), made) if weighted else made
    tricks = tricks_words(possible.tricks) if possible.tricks is not None else ""
    return {"big": big, "small": tricks, "tricks": tricks, "points": shown.score(short_points(possible.score))}


def _percent_to(side: Side, percent: Any) -> str:
    if percent is None:
        return side_words(side)
    return _("%(to_side)s, %(percent)s%% of this board") % {
        "to_side": side_words(side),
        "percent": shown.percent(percent, 2),
    }


def _moved(proposal: Proposal) -> dict[str, str]:
    """Describe the step from the result at the table to the score: its title ("Revoke of West"), the tricks moved, the
    Law."""
    law = proposal.law
    if proposal.counting.by_hand:
        return {"title": _("Chosen by the director"), "tricks": "", "law": law}
    if proposal.to_compose:
        return {"title": _("Put together by the director"), "tricks": "", "law": proposal.to_compose}
    alone = proposal.counting.award.one_sided
    if alone is not None:
        title = _("Artificial score, %(to_side)s alone") % {"to_side": side_words(alone)}
        return {"title": title, "tricks": "", "law": law}
    if proposal.kind == Kind.ARTIFICIAL:
        played = proposal.before.tricks is not None
        title = pgettext("kind of score", "Artificial score") if played else _("No result can be had")
        return {"title": title, "tricks": "", "law": law}
    if proposal.kind == Kind.SPLIT and "82C" in law:
        return {"title": _("For each side, its own probable result"), "tricks": "", "law": law}
    if proposal.kind == Kind.SPLIT:
        given = {side: proposal.counting.award.results(side)[0] for side in Side}
        own = next((side for side, given_side in given.items() if given_side.tricks != proposal.rectified), Side.NS)
        title = _("A gain taken away, %(to_side)s alone") % {"to_side": side_words(own)}
        return {"title": title, "tricks": tricks_words(given[own].tricks or 0), "law": law}
    offenders = [
        seat for ruling in proposal.rulings if (seat := ruling.data["facts"].get("offender", "")) in text.SEATS["of"]
    ]
    if proposal.kind == Kind.EQUITY:
        title = _("Probable result")
    elif _by_claim(proposal, law):
        title = pgettext("kind of score", "Claim")
    elif len(offenders) == 1:
        title = _("Revoke %(of_seat)s") % {"of_seat": pgettext(*text.SEATS["of"][offenders[0]])}
    else:
        count = len(proposal.transfers)
        title = ngettext("%(count)s revoke", "%(count)s revokes", count) % {"count": count}
    gain = _gain(proposal)
    sign = "+" if gain > 0 else shown.MINUS
    if proposal.kind == Kind.EQUITY and _in_another_contract(proposal):
        return {"title": _("Probable result, in another contract"), "tricks": "", "law": law}
    return {
        "title": title,
        "tricks": f"{sign}{tricks_words(abs(gain))}" if gain else _("no trick"),
        "law": proposal.law,
    }


def _in_another_contract(proposal: Proposal) -> bool:
    """Does the score in force have another contract or declarer than the table's?"""
    given, result = proposal.counting.award.single, proposal.result
    return given is not None and (given.contract, given.declarer) != (result.contract, result.declarer)


def _kinds(proposal: Proposal) -> list[dict[str, str]]:
    """List the kinds of score from the rulings, with the current one marked. Each links to the question that decides
    between them, if any; if the score was chosen by hand, the ruled kind links back to the score from the rulings."""
    ruled = proposal.ruled
    if ruled is None or (ruled.kind == Kind.PLAYED and any(map(left_to_compose, proposal.rulings))):
        return []
    question = next((address for ruling in proposal.rulings if (address := _equity_question(ruling))), "")
    kinds = [
        (Kind.PLAYED, _("As played"), "64B" if proposal.transfers else ""),
        (Kind.TRANSFER, *_transfer_words(proposal, ruled.law)),
        (Kind.EQUITY, *_equity_words(proposal)),
        (Kind.SPLIT, pgettext("kind of score", "Split score"), ruled.law),
        (Kind.ARTIFICIAL, pgettext("kind of score", "Artificial score"), ruled.law),
    ]
    table = Kind.TRANSFER if proposal.rectified not in (None, proposal.before.tricks) else Kind.PLAYED
    by_hand = proposal.counting.by_hand
    offered = {ruled.kind, *((Kind.EQUITY,) if question else ()), *((table,) if proposal.rectified is not None else ())}
    return [
        {
            "label": label,
            "law": law,
            "chosen": "yes" if kind == ruled.kind and not by_hand and not proposal.to_compose else "",
            "url": "?kind=ruled" if by_hand and kind == ruled.kind else question,
        }
        for kind, label, law in kinds
        if kind in offered
    ]


def choices(incident: Incident, draft: Draft | None = None) -> list[dict[str, str]]:
    """List the kinds of score that a director may choose in place of the one from the rulings. Each links to the page
    where the score is composed, with the *draft* converted to that kind."""
    address = reverse("choose", args=[incident.pk])
    return [
        {
            "label": label,
            "law": law,
            "url": f"{address}?{(draft or Draft(kind)).turned(kind).address()}",
            "chosen": "yes" if draft is not None and kind == draft.kind else "",
        }
        for kind, (label, law) in kinds().items()
    ]


def _compose(proposal: Proposal) -> str:
    """Return the address to compose the score that a ruling leaves to the director: weighted results, or averages."""
    if not proposal.to_compose:
        return ""
    kind = COMPOSED.get(proposal.to_compose, "weighted")
    draft = _of_the_match(proposal) if proposal.to_compose == "86B2" else Draft(kind).turned(kind)
    return f"{reverse('choose', args=[proposal.incident.pk])}?{draft.address()}"


def _of_the_match(proposal: Proposal) -> Draft:
    """Propose the averages of Law 86B2: plus for the team not at fault and the complement for the other; plus for both
    where neither is at fault."""
    fault = next(
        (ruling.data["facts"].get("team_fault", "") for ruling in proposal.rulings if ruling.law == "86B2"), ""
    )
    averages = {
        "none": (Average.PLUS, Average.PLUS),
        "ns": (Average.MINUS, Average.PLUS),
        "ew": (Average.PLUS, Average.MINUS),
    }.get(fault)
    return Draft("artificial", averages=(averages[0].value, averages[1].value) if averages else ("", ""), law="86B2")


def _why(proposal: Proposal) -> Iterable[str]:
    """List the reasons that the rulings give for the score, each with its Law, unless it only results from tricks
    transferred."""
    if proposal.counting.by_hand:
        if proposal.counting.reason:
            yield _("Reason given: “%(reason)s”") % {"reason": proposal.counting.reason}
        return
    if proposal.kind in (Kind.PLAYED, Kind.TRANSFER) and not proposal.to_compose:
        return
    for ruling in proposal.rulings:
        data = ruling.data
        known = with_roles(data["facts"])
        for effect in data["rectifications"]:
            composed = effect["effect"] == "CONSIDER_AS" and effect["when"] == "now"
            if (composed or effect["effect"] in ("ASSIGNED", "SPLIT", "ARTIF")) and effect.get("text"):
                words = text.plain(effect["text"], known, translation)
                yield _("%(words)s (Law %(law)s)") % {"words": words, "law": shown.law_number(effect["law"])}


def _by_claim(proposal: Proposal, law: str) -> bool:
    """Are tricks moved by this law of claims alone, none by a revoke?"""
    return not proposal.transfers and law.startswith(CLAIMS)


def _transfer_words(proposal: Proposal, law: str) -> tuple[str, str]:
    """Describe the tricks moved: transferred after a revoke, or given by a law on claims."""
    if _by_claim(proposal, law):
        return pgettext("kind of score", "Claim"), shown.law_number(law)
    return pgettext("kind of score", "Transfer"), "64A"


def _equity_words(proposal: Proposal) -> tuple[str, str]:
    """Name a probable result: equity after a revoke (64C), else by the law that assigns it."""
    if proposal.kind == Kind.EQUITY and not proposal.law.startswith("64"):
        return _("Probable result"), proposal.law
    return pgettext("kind of score", "Equity"), "64C"


def _equity_question(ruling: Ruling) -> str:
    asked = [step["question"] for step in ruling.data["trail"] if step["question"].startswith("equity")]
    return reverse("question", args=[ruling.inquiry_id, asked[0]]) if asked else ""


def _against(proposal: Proposal) -> str:
    """Warn that a score chosen by hand contradicts an answer of the inquiry, or that a result arrived after the
    averages were confirmed; "" for neither."""
    award, played = proposal.counting.award, proposal.before.award
    if not proposal.counting.by_hand and award.artificial and played is not None and not played.artificial:
        confirmed = proposal.confirmed
        now = confirmed is not None and not rests_on(confirmed.basis, proposal.result, proposal.rulings)
        words = _("The table now has a result, %(result)s. The averages count as long as the ruling stands (12C2).")
        return words % {"result": award_words(played)} if now else ""
    if not proposal.counting.by_hand or not (award.weighted or award.kind in ("assigned", "split")):
        return ""
    for ruling in proposal.rulings:
        known = ruling.data["facts"]
        if any(known[name] in (NO, "nobody") for name in known if name.startswith("equity")):
            return _(
                "The inquiry says that nobody was damaged (64C); this score says otherwise. Change that answer, or "
                "give your reason below."
            )
    return ""


def _worse(proposal: Proposal) -> str:
    """Warn that a score composed by hand is worth less than the table's result to the non-offending side (12B1); ""
    when it is not, or when that side is unknown. A director may intend it."""
    before, after = proposal.before, proposal.after
    side = _not_at_fault(proposal)
    if not proposal.counting.by_hand or side is None or before.award is None or after.award is None:
        return ""
    others = any(line.after.ns is not None for line in proposal.traveller if not line.in_question)
    compared = others and None not in (before.ns, after.ns)
    was, now = (_worth(line, side, compared=compared) for line in (before, after))
    if was is None or now is None or now >= was:
        return ""
    return _(
        "For the non-offending side, %(side)s, the score put together is worth less than the result at the table "
        "(12B1)."
    ) % {"side": shown.side(side)}


def _not_at_fault(proposal: Proposal) -> Side | None:
    """Find the non-offending side by the rulings that change the score, or by all rulings if none does; None unless
    there is exactly one."""
    rulings = [ruling for ruling in proposal.rulings if changes_score(ruling)] or proposal.rulings
    sides = set()
    for ruling in rulings:
        known = with_roles(ruling.data["facts"])
        sides.add(known.get(known.get("damaged", "") if ruling.law == "12A1" else "non_offending_side", ""))
    return Side(sides.pop()) if len(sides) == 1 and sides <= set(Side) else None


def _worth(line: Line, side: Side, *, compared: bool) -> Fraction | Decimal | None:
    """Compute the value of a line to a side: by comparison with the other tables, else in points, weighted; None for an
    artificial score."""
    if line.award is None or not isinstance(line.award.share(side), tuple):
        return None
    if compared:
        return line.ns if side is Side.NS else line.ew
    points = sum((result.weight * result.score for result in line.award.results(side)), Fraction())
    return points if side is Side.NS else -points


def _equity(proposal: Proposal) -> Iterable[str]:
    """List the questions about the probable result, and their outcome."""
    for ruling in proposal.rulings:
        data = ruling.data
        known = with_roles(data["facts"])
        if "probable_tricks" in known:
            yield from _probable(known)
            continue
        answer = next((known[name] for name in known if name.startswith("equity")), "")
        if not answer:
            continue
        note = known.get("line", "").removeprefix("note:")
        line = Note.objects.filter(pk=note).values_list("text", flat=True).first() if note else ""
        if line:
            side = shown.side(known["non_offending_side"]) if "non_offending_side" in known else ""
            yield _("Without the revoke, %(side)s: “%(line)s”") % {"side": side or "?", "line": line}
        probable = known.get("tricks_without", "") or known.get("tricks_without_later", "")
        if answer in (YES, "them", "offenders") and probable.isdecimal():
            yield _("Probable result without the revoke: %(tricks)s.") % {"tricks": tricks_words(int(probable))}
        elif answer in (NO, "nobody"):
            yield _("Equity (64C): not damaged, nothing more is due.")


def _probable(known: Mapping[str, str]) -> Iterable[str]:
    """Write how play would have gone on, and the number of tricks (Law 12C1)."""
    note = known.get("line_without", "").removeprefix("note:")
    line = Note.objects.filter(pk=note).values_list("text", flat=True).first() if note else ""
    if line:
        yield _("Without the irregularity: “%(line)s”") % {"line": line}
    if known["probable_tricks"].isdecimal():
        yield _("Probable result without the irregularity: %(tricks)s.") % {
            "tricks": tricks_words(int(known["probable_tricks"]))
        }


def _traveller_line(line: Any, sat: tuple[str, str], current: int | None) -> dict[str, Any]:
    before, after = line.before, line.after
    made, declarer, score = cells(line, current)
    return {
        "line": line,
        "result": line.result,
        "ns": sat[0],
        "ew": sat[1],
        "made": made,
        "declarer": declarer,
        "score": score,
        "arrow": arrow(before.ns, after.ns, *(shown.points(line.ns) for line in (before, after))),
        "before": before,
        "after": after,
    }


# The ranking


def _concerned(proposal: Proposal) -> list[dict[str, Any]]:
    """List the contestants of the table in question, and those whose rank changes."""
    result = proposal.result
    own = {str(key) for key in (result.ns_id, result.ew_id, *result.seats)}
    teams = {pair.team for pair in (result.ns, result.ew) if pair}
    return [
        rank_line(line)
        for ranking in proposal.ranking
        for line in ranking.lines
        if (str(line.contestant.pk) in own if line.contestant else line.name in teams)
        or line.rank_before != line.rank_after
    ]


# The button


def _done(proposal: Proposal) -> bool:
    """Is the score confirmed, without changes since?"""
    waits = proposal.stale or proposal.to_compose or _to_confirm(proposal)
    return proposal.confirmed is not None and not waits


def _to_confirm(proposal: Proposal) -> str:
    """Return the label of the button; "" if there is nothing to confirm."""
    current = proposal.confirmed
    if proposal.to_compose or (not proposal.changed and current is None):
        return ""
    if current is not None and not proposal.stale and current.incident_id == proposal.incident.pk:
        return ""
    award = proposal.counting.award
    result = award.single
    if result is not None:
        points = points_words(result.score) if result.score < 0 else str(result.score)
        return _("Confirm %(result)s, %(points)s") % {"result": result_words(result), "points": points}
    if award.kind == "weighted":
        return _("Confirm this weighted score")
    own = [share_points(award.share(side), side) for side in Side]
    if (alone := award.one_sided) is not None:
        words = {"share": share_points(award.share(alone), alone), "to_side": side_words(alone)}
        return _("Confirm %(share)s %(to_side)s alone") % words
    if award.kind == "split" and not all(own):
        return _("Confirm these two scores")
    return _("Confirm %(ns)s to North-South, %(ew)s to East-West") % {"ns": own[0], "ew": own[1]}
