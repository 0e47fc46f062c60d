"""From the decision to the score: what is proposed, what it does to everybody on the board, and its confirmation."""

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from arbitrage.forms import PlaceForm
from arbitrage.models import Adjustment, Contestant, Incident, Inquiry, Note, Ruling
from arbitrage.report import contract_words, points_words, tricks_words
from arbitrage.services import incidents
from arbitrage.services.errors import Refused
from arbitrage.services.results import enter_result
from arbitrage.services.scores import (
    Line,
    Proposal,
    RankLine,
    confirm_adjustment,
    mark_entered,
    propose_adjustment,
)
from arbitrage.templatetags import bridge as shown
from arbitrage.views import MemberRequest, for_members, go, page, to_change, to_read
from arbitrage.views.incidents import board_choices, table_choices
from arbitrage.views.keypad import ResultForm, keypad, short_points
from arbitrage.views.showing import person, place, players
from arbitrage.views.tournaments import tables
from rulings import text
from rulings.bridge import Seat, Side, format_margin, parse_contract
from rulings.questions import NO, YES
from rulings.roles import with_roles


@for_members("GET", "POST")
def score(request: MemberRequest, incident_id: UUID) -> HttpResponse:
    """The score that follows from the decision, before and after, for the whole board; confirmed with one button."""
    rows = Incident.objects.with_place()
    if request.method == "GET":
        return _shown(request, to_read(rows, request.user, incident_id))
    incident = to_change(rows, request.user, incident_id)
    try:
        if "seen" in request.POST:
            confirm_adjustment(incident=incident, by=request.user, seen=request.POST["seen"])
        elif "entered" in request.POST:
            mark_entered(adjustment=_confirmed(incident), by=request.user)
        elif "level" in request.POST or "passed" in request.POST:
            return _result_entered(request, incident)
        else:
            return _placed(request, incident)
    except Refused as refused:
        return _shown(request, rows.get(pk=incident.pk), error=str(refused), status=409)
    return go(request, reverse("score", args=[incident.pk]), whole=True)


def _confirmed(incident: Incident) -> Adjustment:
    found = Adjustment.objects.confirmed().filter(result=incident.result).first() if incident.result_id else None
    if found is None:
        raise Refused(_("There is no confirmed score to type in. Confirm it first."), "not_confirmed")
    return found


def _shown(request: MemberRequest, incident: Incident, *, error: str = "", status: int = 200) -> HttpResponse:
    """The proposal; or what is missing for one: the place, the result, the end of the inquiry."""
    context = {"incident": incident, "place": place(incident), "error": error, "may_rule": _may_rule(request, incident)}
    try:
        proposal = propose_adjustment(incident)
    except Refused as refused:
        touched = (request.POST if request.method == "POST" else request.GET).dict()
        context |= _missing(incident, refused, touched)
        return render(request, page(request, "score/missing.html"), context, status=status)
    return render(request, page(request, "score/score.html"), context | _picture(proposal), status=status)


def _may_rule(request: MemberRequest, incident: Incident) -> bool:
    return Incident.objects.for_director(request.user).filter(pk=incident.pk).exists()


# What is shown of a proposal


def _picture(proposal: Proposal) -> dict[str, Any]:
    before, after = proposal.before, proposal.after
    return {
        "proposal": proposal,
        "title": _title(proposal),
        "moved": _moved(proposal),
        "before": _result_words(before),
        "after": _result_words(after),
        "kinds": _kinds(proposal),
        "equity": list(_equity(proposal)),
        "lines": [_traveller_line(line) for line in proposal.traveller],
        "several_sections": len({line.result.section_id for line in proposal.traveller}) > 1,
        "compared": before.ns_percent is not None,
        "concerned": _concerned(proposal),
        "rankings": [
            {"title": _field(ranking.field), "lines": [_rank_line(line) for line in ranking.lines]}
            for ranking in proposal.ranking
        ],
        "pair_count": sum(len(ranking.lines) for ranking in proposal.ranking),
        "slip": _slip(proposal),
        "to_confirm": _to_confirm(proposal),
        "confirmed_by": person(proposal.confirmed.by) if proposal.confirmed else "",
        "entered_by": person(proposal.confirmed.entered_by) if proposal.confirmed else "",
    }


def _title(proposal: Proposal) -> str:
    """What the ruling does to the score, in a sentence."""
    if proposal.kind == Adjustment.Kind.EQUITY:
        return _("The score is adjusted to the probable result")
    if proposal.kind == Adjustment.Kind.SPLIT:
        return _("Each side has a score of its own")
    moved = _gain(proposal)
    if not moved:
        return _("The result at the table stands")
    declarer = Seat(proposal.result.declarer)
    to = declarer.side if moved > 0 else declarer.side.other
    side = pgettext(*text.SIDES["to"][to])
    return ngettext(
        "One trick is transferred %(to_side)s", "%(count)s tricks are transferred %(to_side)s", abs(moved)
    ) % {"count": abs(moved), "to_side": side}


def _gain(proposal: Proposal) -> int:
    """Tricks that declarer's side gains, negative when it loses them."""
    return (proposal.after.tricks or 0) - (proposal.before.tricks or 0)


def _result_words(line: Line) -> dict[str, Any]:
    words: dict[str, Any] = {"tricks": tricks_words(line.tricks or 0), "points": short_points(line.score or 0)}
    if line.score_ew is not None:
        words["sides"] = [
            {
                "side": pgettext(*text.SIDES["to"][side]),
                "contract": line.contract,
                "made": made,
                "tricks": tricks_words(made or 0),
                "points": f"{shown.score(points)}",
            }
            for side, made, points in (
                (Side.NS, line.tricks, line.score or 0),
                (Side.EW, line.tricks_ew, line.score_ew),
            )
        ]
    return words


def _moved(proposal: Proposal) -> dict[str, str]:
    """What stands between both results: the revoke, the tricks, the Law."""
    if proposal.kind == Adjustment.Kind.SPLIT:
        ns, ew = proposal.after.tricks or 0, proposal.after.tricks_ew or 0
        own = Side.NS if ns != proposal.rectified else Side.EW
        counts = tricks_words(ns if own is Side.NS else ew)
        title = _("Probable result, %(to_side)s alone") % {"to_side": pgettext(*text.SIDES["to"][own])}
        return {"title": title, "tricks": counts, "law": proposal.law}
    offenders = [
        seat for ruling in proposal.rulings if (seat := ruling.data["facts"].get("offender", "")) in text.SEATS["of"]
    ]
    if proposal.kind == Adjustment.Kind.EQUITY:
        title = _("Probable result")
    elif len(offenders) == 1:
        title = _("Revoke %(of_seat)s") % {"of_seat": pgettext(*text.SEATS["of"][offenders[0]])}
    else:
        count = len(proposal.transfers)
        title = ngettext("%(count)s revoke", "%(count)s revokes", count) % {"count": count}
    gain = _gain(proposal)
    sign = "+" if gain > 0 else shown.MINUS
    return {
        "title": title,
        "tricks": f"{sign}{tricks_words(abs(gain))}" if gain else _("no trick"),
        "law": proposal.law,
    }


def _kinds(proposal: Proposal) -> list[dict[str, str]]:
    """The kinds of score that the Law offers here, the one that applies marked; the other ones lead to the question
    that decides between them."""
    question = next((address for ruling in proposal.rulings if (address := _equity_question(ruling))), "")
    kinds = [
        (Adjustment.Kind.PLAYED, _("As played"), "64B" if proposal.transfers else ""),
        (Adjustment.Kind.TRANSFER, pgettext("kind of score", "Transfer"), "64A"),
        (Adjustment.Kind.EQUITY, *_equity_words(proposal)),
        (Adjustment.Kind.SPLIT, pgettext("kind of score", "Split score"), proposal.law),
    ]
    moved = proposal.rectified != proposal.before.tricks
    return [
        {"label": label, "law": law, "chosen": "yes" if kind == proposal.kind else "", "url": question}
        for kind, label, law in kinds
        if kind in (proposal.kind, Adjustment.Kind.EQUITY if question else None)
        or (kind == (Adjustment.Kind.TRANSFER if moved else Adjustment.Kind.PLAYED))
    ]


def _equity_words(proposal: Proposal) -> tuple[str, str]:
    """What a probable result is called: equity after a revoke (64C), else by the law that assigns it."""
    if proposal.kind == Adjustment.Kind.EQUITY and not proposal.law.startswith("64"):
        return _("Probable result"), proposal.law
    return pgettext("kind of score", "Equity"), "64C"


def _equity_question(ruling: Ruling) -> str:
    asked = [step["question"] for step in ruling.data["trail"] if step["question"].startswith("equity")]
    return reverse("question", args=[ruling.inquiry_id, asked[0]]) if asked else ""


def _equity(proposal: Proposal) -> Iterable[str]:
    """What was asked about the probable result, and what came of it."""
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
            side = pgettext(*text.SIDES[""][known["non_offending_side"]]) if "non_offending_side" in known else ""
            yield _("Without the revoke, %(side)s: “%(line)s”") % {"side": side or "?", "line": line}
        if answer in (YES, "them", "offenders"):
            yield _("Probable result without the revoke: %(tricks)s.") % {
                "tricks": tricks_words(int(known.get("tricks_without", "0") or 0))
            }
        elif answer in (NO, "nobody"):
            yield _("Equity (64C): not damaged, nothing more is due.")


def _probable(known: Mapping[str, str]) -> Iterable[str]:
    """How play would have gone on, and with how many tricks (Law 12C1)."""
    note = known.get("line_without", "").removeprefix("note:")
    line = Note.objects.filter(pk=note).values_list("text", flat=True).first() if note else ""
    if line:
        yield _("Without the irregularity: “%(line)s”") % {"line": line}
    if known["probable_tricks"].isdecimal():
        yield _("Probable result without the irregularity: %(tricks)s.") % {
            "tricks": tricks_words(int(known["probable_tricks"]))
        }


def _traveller_line(line: Any) -> dict[str, Any]:
    before, after = line.before, line.after
    moved = (after.ns or 0) - (before.ns or 0)
    return {
        "line": line,
        "result": line.result,
        "kind": line.result.kind,
        "arrow": "↑" if moved > 0 else "↓" if moved < 0 else "",
        "before": before,
        "after": after,
    }


# The ranking


def _field(field: str) -> str:
    letter, _space, direction = field.rpartition(" ")
    words = pgettext(*text.SIDES[""][direction]) if direction in text.SIDES[""] else direction
    return f"{letter} {words}".strip()


def _concerned(proposal: Proposal) -> list[dict[str, Any]]:
    """The pairs of the table in question, and those whose rank changes."""
    own = {proposal.result.ns_id, proposal.result.ew_id}
    return [
        _rank_line(line)
        for ranking in proposal.ranking
        for line in ranking.lines
        if line.contestant.pk in own or line.rank_before != line.rank_after
    ]


def _rank_line(line: RankLine) -> dict[str, Any]:
    return {
        "pair": f"{shown.side(line.contestant.direction, 'letter')} {line.contestant.number}".strip(),
        "players": surnames(line.contestant),
        "before": line.percent_before,
        "after": line.percent_after,
        "rank_before": ordinal(line.rank_before),
        "rank_after": ordinal(line.rank_after),
        "changed": line.changed,
        "moved": line.rank_before != line.rank_after,
    }


def surnames(contestant: Contestant) -> str:
    """The players of a pair in few words: "Marchand, Perrin"."""
    return ", ".join(player.name.split()[-1] for player in contestant.players.all() if player.name.strip())


def ordinal(rank: int | None) -> tuple[str, str]:
    """A rank as it is printed: the number, and the letters that stand above the line ("3", "e")."""
    if rank is None:
        return "–", ""
    if (translation.get_language() or "").startswith("fr"):
        return str(rank), "er" if rank == 1 else "e"
    return str(rank), "th" if rank % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(rank % 10, "th")


# The slip and the button


def _slip(proposal: Proposal) -> dict[str, str]:
    result, after = proposal.result, proposal.after
    contract = parse_contract(after.contract)
    margin = format_margin(contract, after.tricks) if contract and after.tricks is not None else ""
    pairs = [
        f"{shown.side(side, 'letter')} {pair.number}"
        for side, pair in ((Side.NS, result.ns), (Side.EW, result.ew))
        if pair
    ]
    return {
        "pairs": ", ".join(pairs),
        "margin": margin.replace("-", shown.MINUS),
        "tricks": tricks_words(after.tricks or 0),
        "points": points_words(after.score or 0),
    }


def _to_confirm(proposal: Proposal) -> str:
    """What the button says that it does; "" when there is nothing to confirm."""
    current = proposal.confirmed
    if not proposal.changed and current is None:
        return ""
    if current is not None and not proposal.stale and current.incident_id == proposal.incident.pk:
        return ""
    after = proposal.after
    if after.score_ew is not None:
        return _("Confirm %(ns)s to North-South, %(ew)s to East-West") % {
            "ns": shown.score(after.score),
            "ew": shown.score(after.score_ew),
        }
    points = points_words(after.score or 0) if (after.score or 0) < 0 else str(after.score)
    return _("Confirm %(result)s, %(points)s") % {
        "result": contract_words(after.contract, after.tricks),
        "points": points,
    }


# What is missing


def _missing(incident: Incident, refused: Refused, touched: dict[str, str]) -> dict[str, Any]:
    """The page that asks for what the score needs."""
    inquiry = incident.inquiries.exclude(stage=Inquiry.Stage.RULED).first() or incident.inquiries.last()
    context: dict[str, Any] = {"inquiry": inquiry, "missing": refused.code, "why": str(refused)}
    if refused.code == "no_result" and not (incident.board_id and incident.table):
        return context | {
            "missing": "place",
            "tables": table_choices(incident, tables(incident.tournament)),
            "boards": board_choices(incident),
        }
    if refused.code in ("no_result", "not_scored"):
        if _lines(incident) > 1:
            return context | {
                "missing": "several",
                "why": _("The file has several results of this table on this board."),
            }
        vulnerability = incident.board.vulnerability if incident.board else ""
        return context | {"missing": "result", "keypad": keypad(touched, vulnerability, players(incident))}
    return context


def _lines(incident: Incident) -> int:
    """How many results the table has on the board."""
    return (
        incident.board.results.filter(section=incident.section, table=incident.table).count() if incident.board else 0
    )


def _placed(request: MemberRequest, incident: Incident) -> HttpResponse:
    form = PlaceForm(incident.tournament, tables(incident.tournament), request.POST)
    if not form.is_valid() or not form.place:
        return _shown(request, incident, error=form.problem or _("Touch the table and the board first."), status=422)
    incidents.place_incident(incident=incident, by=request.user, **form.place)
    return go(request, reverse("score", args=[incident.pk]), whole=True)


def _result_entered(request: MemberRequest, incident: Incident) -> HttpResponse:
    if "passed" in request.POST:
        enter_result(incident=incident, by=request.user, contract=None, tricks=None)
        return go(request, reverse("score", args=[incident.pk]), whole=True)
    form = ResultForm(request.POST)
    if not form.is_valid():
        return _shown(request, incident, error=form.problem, status=422)
    enter_result(incident=incident, by=request.user, contract=form.contract, tricks=form.tricks, lead=form.lead)
    messages.success(request, _("The result is noted: the score follows."))
    return go(request, reverse("score", args=[incident.pk]), whole=True)
